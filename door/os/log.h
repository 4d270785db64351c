/*
 * The log: one line a fact, no control bytes, no secrets.
 *
 *     log_line(LOG_INFO, "session.begin", "peer=%s transport=%s", peer, "ssh");
 *
 * writes "ts=2026-11-21T10:00:00.123Z level=info event=session.begin pid=12 peer=... transport=ssh"
 * with one write to descriptor 2, as logfmt or as JSON. Facts are "key=value" with blanks between
 * them. Values from clients go through log_quote first.
 *
 * Descriptor 2 is a file, a pipe, or after log_open a socket to journald or syslog. Children keep
 * it through exec, so that a confined process opens nothing. Logging never blocks. A line that does
 * not fit is dropped and counted for all processes that share the count (log_share). The next line
 * of any of them that fits reports how many there were. Lines of all processes that strangers speak
 * to come by way of a relay (door/os/log_relay.h).
 */
#ifndef TRAPDOOR_LOG_H
#define TRAPDOOR_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* id, word of the setting and of the line */
#define LOG_LEVELS(ROW) ROW(ERROR, "error") ROW(WARN, "warn") ROW(INFO, "info") ROW(DEBUG, "debug")
#define LOG_FORMATS(ROW) ROW(LOGFMT, "logfmt") ROW(JSON, "json")
#define LOG_TARGETS(ROW) ROW(STDERR, "stderr") ROW(JOURNALD, "journald") ROW(SYSLOG, "syslog")

#define ROW(id, word) LOG_##id,
enum log_level { LOG_LEVELS(ROW) LOG_LEVEL_COUNT };
enum log_format { LOG_FORMATS(ROW) LOG_FORMAT_COUNT };
enum log_target { LOG_TARGETS(ROW) LOG_TARGET_COUNT };
#undef ROW

/* Settings of this process and its later children. */
struct log_settings {
	enum log_level level;
	enum log_format format;
	enum log_target target;
};

/* Reads the words of the settings. False with a sentence. */
bool log_settings_parse(struct log_settings *settings, const char *level, const char *format,
	const char *target, char *sentence, size_t size);
/* Obeys settings. Descriptor 2 is the target already. */
void log_set(const struct log_settings *settings);
void log_level_set(enum log_level level);
/* True if lines of that level are written. */
bool log_wants(enum log_level level);

/* Connects descriptor 2 to journald or syslog, and obeys the settings. path: of the socket; NULL:
 * the usual one. False with a sentence; then descriptor 2 is as before. */
bool log_open(const struct log_settings *settings, const char *path, char *sentence, size_t size);
/* Connects descriptor 2 anew if the reader made its socket again, as at its restart. All processes
 * share the socket, so that one of them, which may open files, looks from time to time. */
void log_look(void);
/* True if descriptor 2 takes whole entries and no plain text. */
bool log_is_socket(void);
/* The bytes before a plain line, for a process that crashes. */
const char *log_plain_prefix(void);

/* Makes descriptor 2 non-blocking if it is a pipe or a socket. For serving processes. */
void log_never_wait(void);

/* The id of the connection that the following lines are about; "": none. */
#define LOG_SESSION_MAX 12
void log_session_set(const char *id);

void log_line(enum log_level level, const char *event, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Writes a line of another process, which has no `pid=`. id: of its connection; "": none. facts:
 * less than LOG_FACTS_MAX bytes without control bytes. */
void log_relayed(enum log_level level, const char *event, const char *id, const char *facts);
/* From now on lines have the form that log_relay reads. */
void log_to_relay(void);
/* Returns unchecked text as one quoted logfmt value without control bytes, in one of four rotating
 * buffers. */
const char *log_quote(const char *text);

/* ---- Dropped lines ---- */

/* Shares the count of dropped lines with the children that are forked from now on. */
void log_share(void);
/* Leaves the shared count. report is called for each dropped line instead. */
void log_leave(void (*report)(void));
/* Counts lines that another process dropped. */
void log_lost_add(unsigned lines);
/* Reports the dropped lines now if the log takes lines. True if none is left. */
bool log_lost_tell(void);
/* Dropped lines since the beginning. */
uint64_t log_lost_total(void);

#endif
