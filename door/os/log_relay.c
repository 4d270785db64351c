#include "door/os/log_relay.h"

#include "door/os/log_record.h"
#include "door/os/printable.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENT_MAX 32
#define ORIGIN_MAX 128

/* ---- Sources ---- */

bool log_relay_pair(int pair[2])
{
	const int on = 1;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0)
		return false;
	if (setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0)
		return true;
	close(pair[0]);
	close(pair[1]);
	return false;
}

ssize_t log_relay_receive(int socket, char *bytes, size_t size, pid_t *sender)
{
	/* No other descriptor fits into the space for the sender. */
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof(struct ucred))];
	} space;
	struct iovec part = {.iov_base = bytes, .iov_len = size};
	struct msghdr message = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = space.bytes,
		.msg_controllen = sizeof space.bytes};
	ssize_t got = recvmsg(socket, &message, MSG_DONTWAIT);
	const struct cmsghdr *header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
	struct ucred found;

	if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS) {
		memcpy(&found, CMSG_DATA(header), sizeof found);
		*sender = found.pid;
	}
	return got;
}

/* ---- Parts of a line ---- */

/* Moves *rest behind "key=value " and copies the value. False if there is no such field, or if its
 * value has other characters than a word has. */
static bool take_field(const char **rest, const char *key, char *value, size_t size)
{
	static const char word[] = "abcdefghijklmnopqrstuvwxyz0123456789._-:TZ";
	size_t name = strlen(key), length;
	const char *begin = *rest;

	if (strncmp(begin, key, name) != 0 || begin[name] != '=')
		return false;
	begin += name + 1;
	length = strspn(begin, word);
	if (length == 0 || length >= size || (begin[length] != ' ' && begin[length] != '\0'))
		return false;
	memcpy(value, begin, length);
	value[length] = '\0';
	*rest = begin + length + (begin[length] == ' ');
	return true;
}

/* True if the text is "key=value" with one blank between, values as log_quote makes them: the forms
 * of log_record.c copy keys as they are. */
static bool are_facts(const char *text)
{
	static const char key[] = "abcdefghijklmnopqrstuvwxyz_";

	while (*text) {
		size_t size = strspn(text, key);

		if (size == 0 || text[size] != '=')
			return false;
		text += size + 1;
		if (*text == '"') {
			for (text++; *text && *text != '"'; text++)
				text += *text == '\\' && text[1];
			if (*text++ != '"')
				return false;
		} else {
			text += strcspn(text, " \"\\");
		}
		if (*text && *text++ != ' ')
			return false;
	}
	return true;
}

static bool level_of(const char *word, enum log_level *level)
{
	static const char *const words[] = {"error", "warn", "info", "debug"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strcmp(word, words[i]) != 0)
			continue;
		*level = (enum log_level)i;
		return true;
	}
	return false;
}

static bool is_in_name(char c)
{
	return (c >= 'a' && c <= 'z') || c == '_';
}

/* Puts a colon into the names of fields that only other processes write. */
static void disown_fields(char *text, bool names_peers)
{
	static const char *const names[] = {"ts=", "level=", "event=", "pid=", "process=",
		"worker=", "keeper=", "hasher=", "session=", "from=", "peer="};
	size_t count = sizeof names / sizeof *names - (names_peers ? 3 : 0);

	for (size_t i = 0; i < count; i++)
		for (char *at = text; (at = strstr(at, names[i])) != NULL; at++)
			if (at == text || !is_in_name(at[-1]))
				at[strlen(names[i]) - 1] = ':';
}

/* Writes text="..." with as much of the text as fits. */
static void quote(char *field, size_t size, const char *text)
{
	size_t used = (size_t)snprintf(field, size, "text=\"");

	for (; *text && used + 4 < size; text++) {
		if (*text == '"' || *text == '\\')
			field[used++] = '\\';
		field[used++] = *text;
	}
	field[used++] = '"';
	field[used] = '\0';
}

/* ---- Lines ---- */

/* Writes the facts of the listener, and returns their size. */
static size_t put_origin(const struct log_origin *origin, char facts[LOG_FACTS_MAX])
{
	int size = snprintf(facts, ORIGIN_MAX, "%s=%ld%s%s ", origin->kind, (long)origin->pid,
		origin->from ? " from=" : "", origin->from ? origin->from : "");

	assert(size > 0 && size < ORIGIN_MAX);
	return (size_t)size;
}

static void relay_line(const struct log_origin *origin, char *line)
{
	char event[EVENT_MAX], word[32], session[LOG_SESSION_MAX] = "", facts[LOG_FACTS_MAX], *own;
	enum log_level level = LOG_ERROR;
	const char *rest = line;
	bool formed = take_field(&rest, "ts", word, sizeof word) &&
		      take_field(&rest, "level", word, sizeof word) && level_of(word, &level) &&
		      take_field(&rest, "event", event, sizeof event) &&
		      take_field(&rest, "pid", word, sizeof word) && are_facts(rest);
	if (formed)
		take_field(&rest, "session", session, sizeof session);

	own = facts + put_origin(origin, facts);
	if (!formed) {
		level = LOG_ERROR;
		snprintf(event, sizeof event, "%s.text", origin->kind);
		quote(own, sizeof facts - (size_t)(own - facts), line);
	} else {
		snprintf(own, sizeof facts - (size_t)(own - facts), "%s", rest);
	}
	/* The keeper hears later of a new level than its supervisor, and has judged the line. */
	if (!origin->names_peers && !log_wants(level))
		return;
	disown_fields(own, origin->names_peers);
	if (*own == '\0')
		own[-1] = '\0';
	log_relayed(level, event, origin->names_peers ? session : origin->id, facts);
}

size_t log_relay(const struct log_origin *origin, const char *sent, size_t size, size_t most)
{
	char text[LOG_SENT_MAX + 1], *rest = text, *line;
	size_t lines = 0;

	size = size < LOG_SENT_MAX ? size : LOG_SENT_MAX;
	memcpy(text, sent, size);
	text[size] = '\0';
	for (size_t i = 0; i < size; i++)
		if (text[i] == '\0')
			text[i] = '?';
	while ((line = strsep(&rest, "\n")) != NULL) {
		if (*line == '\0' || lines++ >= most)
			continue;
		text_clean(line);
		relay_line(origin, line);
	}
	return lines;
}

void log_relay_lost(const struct log_origin *origin, size_t lines)
{
	char facts[LOG_FACTS_MAX];
	size_t used = put_origin(origin, facts);

	snprintf(facts + used, sizeof facts - used, "lines=%zu", lines);
	if (log_wants(LOG_WARN))
		log_relayed(LOG_WARN, "log.lost", origin->id, facts);
}
