#include "door/os/log.h"

#include "door/os/printable.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LOG_LINE_MAX 1024
#define LOG_QUOTE_MAX 160

static enum log_level log_least = LOG_INFO;

void log_level_set(enum log_level level)
{
	log_least = level;
}

static unsigned log_lost; /* dropped lines */
static bool log_waits = true;

void log_never_wait(void)
{
	struct stat found;
	int flags = fcntl(STDERR_FILENO, F_GETFL);
	/* Only for pipes and sockets: other processes share the flags of a terminal. */
	if (flags >= 0 && fstat(STDERR_FILENO, &found) == 0 &&
		(S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode)))
		log_waits = fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK) != 0;
}

/* True if a write would not block: a reader may hang, or a terminal be stopped by ^S. */
static bool log_is_read(void)
{
	struct pollfd log = {.fd = STDERR_FILENO, .events = POLLOUT};
	return !log_waits || (poll(&log, 1, 0) == 1 && (log.revents & POLLOUT));
}

static size_t log_stamp(char *line, size_t size, enum log_level level, const char *event)
{
	static const char *const words[] = {"error", "warn", "info", "debug"};
	struct timespec now;
	struct tm utc;
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	char date[32];
	strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
	int length = snprintf(line, size, "ts=%s.%03ldZ level=%s event=%s pid=%ld ", date,
		now.tv_nsec / 1000000, words[level], event, (long)getpid());
	return length < (int)size ? (size_t)length : size - 1;
}

__attribute__((format(printf, 3, 0))) static void log_write(
	enum log_level level, const char *event, const char *format, va_list arguments)
{
	char line[LOG_LINE_MAX];
	size_t length = log_stamp(line, sizeof line - 1, level, event);
	int wanted = vsnprintf(line + length, sizeof line - 1 - length, format, arguments);
	size_t room = sizeof line - 2 - length;
	length += wanted < 0 ? 0 : (size_t)wanted < room ? (size_t)wanted : room;
	line[length] = '\0';
	text_clean(line);
	while (length && line[length - 1] == ' ')
		length--;
	line[length++] = '\n';
	/* A log that cannot be written must never stop a game. */
	if (!log_is_read() || write(STDERR_FILENO, line, length) < 0)
		log_lost++;
}

void log_line(enum log_level level, const char *event, const char *format, ...)
{
	if (level > log_least)
		return;
	va_list arguments;
	unsigned lost = log_lost;
	if (lost && log_is_read()) {
		log_lost = 0;
		log_line(LOG_WARN, "log.lost", "lines=%u", lost);
		log_lost = log_lost ? lost : 0;
	}
	va_start(arguments, format);
	log_write(level, event, format, arguments);
	va_end(arguments);
}

const char *log_quote(const char *text)
{
	static char buffers[4][LOG_QUOTE_MAX];
	static unsigned next;
	char *quoted = buffers[next++ % 4];
	size_t used = 0;
	quoted[used++] = '"';
	for (; *text && used < LOG_QUOTE_MAX - 3; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '"' || c == '\\')
			quoted[used++] = '\\';
		quoted[used++] = c < ' ' || c >= 127 ? '?' : (char)c;
	}
	quoted[used++] = '"';
	quoted[used] = '\0';
	return quoted;
}
