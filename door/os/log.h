/*
 * The log: one logfmt line a fact on stderr, no control bytes, no secrets.
 *
 *     log_line(LOG_INFO, "session.begin", "peer=%s transport=%s", peer, "ssh");
 *
 * writes "ts=2026-11-21T10:00:00.123Z level=info event=session.begin pid=12 peer=... transport=ssh"
 * with one write. Values from clients go through log_quote first. Logging never blocks. A line that
 * does not fit the pipe is dropped; the next line that fits reports how many were.
 */
#ifndef TRAPDOOR_LOG_H
#define TRAPDOOR_LOG_H

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

void log_level_set(enum log_level level);
/* Makes standard error non-blocking if it is a pipe or a socket. For serving processes. */
void log_never_wait(void);
void log_line(enum log_level level, const char *event, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Returns unchecked text as one quoted logfmt value without control bytes, in one of four rotating
 * buffers. */
const char *log_quote(const char *text);

#endif
