#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LOG_LINE_MAX 1024
#define LOG_QUOTE_MAX 160

static enum log_level log_least = LOG_INFO;

void log_level_set(enum log_level level)
{
	log_least = level;
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

void log_line(enum log_level level, const char *event, const char *format, ...)
{
	if (level > log_least)
		return;
	char line[LOG_LINE_MAX];
	size_t length = log_stamp(line, sizeof line - 1, level, event);
	va_list arguments;
	va_start(arguments, format);
	int wanted = vsnprintf(line + length, sizeof line - 1 - length, format, arguments);
	va_end(arguments);
	size_t room = sizeof line - 2 - length;
	length += wanted < 0 ? 0 : (size_t)wanted < room ? (size_t)wanted : room;
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)line[i] < ' ' || (unsigned char)line[i] >= 127)
			line[i] = '?';
	while (length && line[length - 1] == ' ')
		length--;
	line[length++] = '\n';
	/* A log that cannot be written must never stop a game. */
	if (write(STDERR_FILENO, line, length) < 0)
		return;
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
