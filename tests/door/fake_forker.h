/*
 * Sockets that a test holds in the place of forkers and of their parent. The forkers of the
 * listener (door/command/forkers.h) speak to them. Time is what the test says.
 */
#ifndef TRAPDOOR_TESTS_FAKE_FORKER_H
#define TRAPDOOR_TESTS_FAKE_FORKER_H

#include "tests/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "door/command/forkers.h"

/* told: the calls of the handlers, in order. */
struct scene {
	struct forkers *forkers;
	int parent; /* the parent's end */
	int64_t now_ms;
	char told[512];
	struct scene *ended; /* the one before */
};

/* A forker's ends of its sockets. */
struct fake {
	enum forker_kind kind;
	int socket, orders;
};

struct start {
	enum forker_kind kind;
	pid_t pid;
};

static inline void work(struct scene *scene)
{
	forkers_work(scene->forkers, scene->now_ms);
}

/* A request for a forker came to the parent, or none. */
static inline bool asked_for(const struct scene *scene, enum forker_kind *kind)
{
	ssize_t got = recv(scene->parent, kind, sizeof *kind, MSG_DONTWAIT);

	assert_true(got == (ssize_t)sizeof *kind || (got < 0 && errno == EAGAIN));
	return got > 0;
}

/* The parent answers the request with a forker. */
static inline struct fake start(struct scene *scene, pid_t pid)
{
	struct fake fake;
	int sockets[2], orders[2];

	assert_true(asked_for(scene, &fake.kind));
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, orders), 0);
	const struct start answer = {fake.kind, pid};
	assert_true(wire_send(scene->parent, &answer, sizeof answer,
		&(struct wire_descriptors){2, {sockets[0], orders[0]}}));
	close(sockets[0]);
	close(orders[0]);
	fake.socket = sockets[1];
	fake.orders = orders[1];
	work(scene);
	return fake;
}

/* Reads requests. Returns false at the end of the socket. */
static inline bool read_all(const struct fake *fake)
{
	struct forker_request request;
	struct wire_descriptors ends = {0};
	ssize_t got;

	assert_int_equal(fcntl(fake->socket, F_SETFL, O_NONBLOCK), 0);
	while ((got = wire_receive(fake->socket, &request, sizeof request, &ends)) > 0)
		wire_close(&ends);
	return got < 0;
}

/* The listener has dropped the forker. */
static inline void expect_dropped(const struct fake *fake)
{
	assert_false(read_all(fake));
	close(fake->socket);
	close(fake->orders);
}

static inline void expect_kept(const struct fake *fake)
{
	struct pollfd ready = {.fd = fake->socket, .events = POLLIN};

	poll(&ready, 1, 0);
	assert_false(ready.revents & POLLHUP);
}

static inline void expect_silence(const struct fake *fake)
{
	struct pollfd ready = {.fd = fake->socket, .events = POLLIN};

	assert_int_equal(poll(&ready, 1, 0), 0);
}

static inline void say(struct scene *scene, const struct fake *fake, const struct forker_news *news)
{
	assert_int_equal(send(fake->socket, news, sizeof *news, 0), sizeof *news);
	work(scene);
}

static inline void say_ready(struct scene *scene, const struct fake *fake, const char *text)
{
	struct forker_news news = {.kind = FORKER_READY, .place = -1};

	snprintf(news.text, sizeof news.text, "%s", text);
	say(scene, fake, &news);
}

static inline void say_ended(
	struct scene *scene, const struct fake *fake, int place, pid_t pid, int status)
{
	say(scene, fake,
		&(struct forker_news){
			.kind = FORKER_ENDED, .place = place, .pid = pid, .status = status});
}

static inline struct fake start_ready(struct scene *scene, pid_t pid)
{
	struct fake fake = start(scene, pid);

	say_ready(scene, &fake, "");
	return fake;
}

static inline void end_fake(struct scene *scene, struct fake *fake)
{
	close(fake->socket);
	close(fake->orders);
	work(scene);
}

/* Counts the open descriptors of this process. */
static inline int open_descriptors(void)
{
	int count = 0;

	for (int descriptor = 0; descriptor < 1024; descriptor++)
		count += fcntl(descriptor, F_GETFD) >= 0;
	return count;
}

#endif
