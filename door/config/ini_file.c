#include "door/config/ini_file.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

/* The state of libinih's handlers. Debian's build does not report the line, so the reader counts
 * lines. */
struct reading {
	const struct ini_file *file;
	struct complaint *complaint;
	FILE *stream;
	unsigned line;
	bool failed;
};

static char *next_line(char *text, int size, void *stream)
{
	struct reading *reading = stream;
	if (reading->failed || !fgets(text, size, reading->stream))
		return NULL;
	reading->line++;
	if (strchr(text, '\n') || feof(reading->stream))
		return text;
	/* libinih would read the rest as another line. */
	reading->failed = true;
	reading->complaint->line = reading->line;
	complaint_say(reading->complaint, "this line must be at most %d bytes long", size - 2);
	return NULL;
}

static int take_setting(void *user, const char *section, const char *key, const char *value)
{
	struct reading *reading = user;
	if (reading->failed)
		return 0;
	reading->failed = !reading->file->take(
		reading->file->context, section, key, value, reading->complaint);
	if (reading->failed)
		reading->complaint->line = reading->line;
	return !reading->failed;
}

bool ini_file_read(const struct ini_file *file, const char *path, struct complaint *complaint)
{
	memset(complaint, 0, sizeof *complaint);
	snprintf(complaint->origin, sizeof complaint->origin, "%s", path);
	struct reading reading = {
		.file = file, .complaint = complaint, .stream = fopen(path, "re")};
	if (!reading.stream)
		return complaint_say(complaint, "cannot read this %s: %s%s", file->what,
			strerror(errno), file->advice);
	int line = ini_parse_stream(next_line, &reading, take_setting, &reading);
	bool broken = ferror(reading.stream);
	fclose(reading.stream);
	if (broken)
		return complaint_say(complaint, "cannot read this %s%s", file->what, file->advice);
	if (line > 0 && (!reading.failed || (unsigned)line < complaint->line)) {
		complaint->line = (unsigned)line;
		return complaint_say(
			complaint, "this line is not a [section], a key = value or a ; comment");
	}
	return !reading.failed && line == 0;
}
