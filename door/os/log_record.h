/* One line of the log, and the forms in which it is written. */
#ifndef TRAPDOOR_LOG_RECORD_H
#define TRAPDOOR_LOG_RECORD_H

#include "door/os/log.h"

#include <time.h>

/* Long enough for the longest facts in each form, and below PIPE_BUF, so that lines do not mix. */
#define LOG_RECORD_MAX 3072
#define LOG_FACTS_MAX 896

struct log_record {
	struct timespec time;
	enum log_level level;
	long pid;
	bool relayed; /* another process sent it, and pid is not that one's */
	const char *event;
	const char *session; /* "": none */
	const char *facts;   /* without control bytes */
};

extern const char *const log_level_words[LOG_LEVEL_COUNT];

/* Writes the record for the target, with its end. Returns its size. */
size_t log_record_write(const struct log_record *record, const struct log_settings *settings,
	char line[LOG_RECORD_MAX]);

#endif
