#include "door/command/handover.h"

#include "door/os/log.h"
#include "door/store/keeper_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define MESSAGE_MAX (HANDOVER_WORDS_MAX + 1024)

/* ---- Words ---- */

bool handover_word(struct handover_message *message, const char *key, const char *value)
{
	size_t room = sizeof message->words - message->size;
	int length = snprintf(message->words + message->size, room, "%s=%s", key, value);

	if (length < 0 || (size_t)length >= room)
		return false;
	message->size += (size_t)length + 1;
	return true;
}

const char *handover_next(const struct handover_message *message, const char *key, size_t *at)
{
	size_t length = strlen(key);

	while (*at < message->size) {
		const char *word = message->words + *at;

		*at += strlen(word) + 1;
		if (strncmp(word, key, length) == 0 && word[length] == '=')
			return word + length + 1;
	}
	return NULL;
}

/* ---- Messages ---- */

bool handover_send(int line, const struct handover_message *message, int descriptor)
{
	static uint8_t bytes[MESSAGE_MAX];
	struct wire_writer out = {.bytes = bytes, .capacity = sizeof bytes};
	struct wire_descriptors passed = {.count = descriptor >= 0, .each = {descriptor}};

	wire_put_u8(&out, HANDOVER_VERSION);
	wire_put_u8(&out, (uint8_t)message->kind);
	wire_put_u32(&out, message->number);
	wire_put_text(&out, message->text);
	wire_put_blob(&out, message->words, message->size);
	return !out.full && wire_send(line, out.bytes, out.size, &passed);
}

bool handover_tell(
	int line, enum handover_kind kind, uint32_t number, const char *text, int descriptor)
{
	static struct handover_message message;

	message.kind = kind;
	message.number = number;
	message.size = 0;
	snprintf(message.text, sizeof message.text, "%s", text);
	return handover_send(line, &message, descriptor);
}

/* The words end with a zero byte. Bytes after them are of a later release. */
static bool read_message(struct handover_message *message, const uint8_t *bytes, size_t size)
{
	struct wire_reader in = {.bytes = bytes, .size = size};
	bool known = wire_get_u8(&in) == HANDOVER_VERSION;
	const uint8_t *words;

	message->kind = (enum handover_kind)wire_get_u8(&in);
	message->number = wire_get_u32(&in);
	wire_get_text(&in, message->text, sizeof message->text);
	words = wire_get_blob(&in, &message->size);
	if (in.broken || !known || message->size > sizeof message->words ||
		(message->size && words[message->size - 1] != '\0'))
		return false;
	if (message->size)
		memcpy(message->words, words, message->size);
	return true;
}

enum handover_heard handover_hear(
	int line, struct handover_message *message, int *descriptor, int patience_ms)
{
	static uint8_t bytes[MESSAGE_MAX];
	struct pollfd ready = {.fd = line, .events = POLLIN};
	struct wire_descriptors passed = {.count = 0};
	ssize_t got;

	*descriptor = -1;
	if (poll(&ready, 1, patience_ms) <= 0)
		return HANDOVER_HEARD_NOTHING;
	got = wire_receive(line, bytes, sizeof bytes, &passed);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return HANDOVER_HEARD_NOTHING;
	if (got <= 0 || !read_message(message, bytes, (size_t)got)) {
		wire_close(&passed);
		return HANDOVER_LINE_GONE;
	}
	if (passed.count == 1)
		*descriptor = passed.each[0];
	else
		wire_close(&passed);
	return HANDOVER_HEARD;
}

/* ---- The socket ---- */

/* The path goes through /proc, because an address has room for 107 characters only. */
static int address_of(const char *state, struct sockaddr_un *address)
{
	int directory = open(state, O_PATH | O_DIRECTORY | O_CLOEXEC);

	memset(address, 0, sizeof *address);
	address->sun_family = AF_UNIX;
	snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/upgrade.sock",
		directory);
	return directory;
}

int handover_connect(const char *state)
{
	struct sockaddr_un address;
	int directory = address_of(state, &address);
	int line = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), error = errno;

	if (line >= 0 && connect(line, (struct sockaddr *)&address, sizeof address) != 0) {
		error = errno;
		close(line);
		line = -1;
	}
	if (directory >= 0)
		close(directory);
	errno = error;
	return line;
}

static bool bind_for(int listening, const struct sockaddr_un *address, const struct user *owner)
{
	const char *path = address->sun_path;

	unlink(path);
	return bind(listening, (const struct sockaddr *)address, sizeof *address) == 0 &&
	       chmod(path, 0600) == 0 &&
	       (geteuid() != 0 || lchown(path, owner->uid, owner->gid) == 0) &&
	       listen(listening, 8) == 0;
}

bool handover_listen(
	const char *state, const struct user *owner, int *listening, char *sentence, size_t size)
{
	struct sockaddr_un address;
	int directory, other = handover_connect(state);
	bool bound;

	*listening = -1;
	if (other >= 0) {
		close(other);
		return true;
	}
	directory = address_of(state, &address);
	*listening = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bound = *listening >= 0 && bind_for(*listening, &address, owner);
	if (!bound)
		snprintf(sentence, size,
			"cannot create %.150s/upgrade.sock: %s; make the state directory writable "
			"for this user",
			state, strerror(errno));
	if (directory >= 0)
		close(directory);
	return bound;
}

int handover_accept(int listening, uid_t owner)
{
	struct ucred who;
	socklen_t size = sizeof who;
	int line = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (line < 0)
		return -1;
	if (getsockopt(line, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 &&
		(who.uid == 0 || who.uid == owner))
		return line;
	log_line(LOG_WARN, "upgrade.refused", "user=%ld", (long)who.uid);
	close(line);
	return -1;
}
