#include "door/watch/spectators.h"

#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

/* Sends the view without waiting. False if the spectator is gone. */
static bool send_view(struct spectator *spectator, const uint8_t *view, size_t size)
{
	ssize_t sent = send(spectator->socket, view, size, MSG_DONTWAIT | MSG_NOSIGNAL);

	spectator->behind = sent < 0 && (errno == EAGAIN || errno == EINTR || errno == ENOBUFS);
	return sent >= 0 || spectator->behind;
}

/* Drops a spectator. The last one moves to its place. */
static void drop(struct spectators *spectators, size_t at)
{
	close(spectators->each[at].socket);
	spectators->each[at] = spectators->each[--spectators->count];
}

void spectators_add(struct spectators *spectators, int socket, const uint8_t *view, size_t size)
{
	struct spectator *added;

	if (spectators->count == SPECTATORS_MAX) {
		close(socket);
		return;
	}
	added = &spectators->each[spectators->count++];
	*added = (struct spectator){.socket = socket};
	if (!send_view(added, view, size))
		drop(spectators, spectators->count - 1);
}

void spectators_send(struct spectators *spectators, const uint8_t *view, size_t size)
{
	for (size_t i = spectators->count; i-- > 0;)
		if (!send_view(&spectators->each[i], view, size))
			drop(spectators, i);
}

void spectators_poll(const struct spectators *spectators, struct pollfd *polled)
{
	for (size_t i = 0; i < spectators->count; i++)
		polled[i] = (struct pollfd){.fd = spectators->each[i].socket,
			.events = (short)(spectators->each[i].behind ? POLLIN | POLLOUT : POLLIN)};
}

void spectators_react(struct spectators *spectators, const struct pollfd *polled, size_t count,
	const uint8_t *view, size_t size)
{
	assert(count <= spectators->count);
	/* Backwards, since a dropped one is replaced by the last one, which was handled. */
	for (size_t i = count; i-- > 0;) {
		struct spectator *spectator = &spectators->each[i];

		if (polled[i].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL))
			drop(spectators, i);
		else if (polled[i].revents & POLLOUT && spectator->behind &&
			 !send_view(spectator, view, size))
			drop(spectators, i);
	}
}

bool spectators_served(const struct spectators *spectators)
{
	for (size_t i = 0; i < spectators->count; i++)
		if (spectators->each[i].behind)
			return false;
	return true;
}

void spectators_close(struct spectators *spectators)
{
	while (spectators->count > 0)
		drop(spectators, spectators->count - 1);
}
