/*
 * The log: one logfmt line a fact on stderr, no control bytes, no secrets.
 *
 *     log_line(LOG_INFO, "session.begin", "peer=%s transport=%s", peer, "ssh");
 *
 * writes "ts=2026-11-21T10:00:00.123Z level=info event=session.begin pid=12 peer=... transport=ssh"
 * with one write. Values of strangers go through log_quote first.  A line that is not taken at
 * once, because whoever reads the log is stuck, is lost; how many were is the first thing told when
 * it is read again.
 */
#ifndef TRAPDOOR_LOG_H
#define TRAPDOOR_LOG_H

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

void log_level_set(enum log_level level);
/* For a process that serves: on a pipe or a socket no write waits any more, whoever fills it
 * meanwhile. */
void log_never_wait(void);
void log_line(enum log_level level, const char *event, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* A stranger's text as one logfmt value, quoted, without control bytes; in one of four rotating
 * buffers. */
const char *log_quote(const char *text);

#endif
