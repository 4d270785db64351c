#include "door/os/log_record.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define FACILITY_DAEMON (3 << 3)

#define ROW(id, word) word,
const char *const log_level_words[LOG_LEVEL_COUNT] = {LOG_LEVELS(ROW)};
#undef ROW

struct line {
	char *bytes;
	size_t used;
};

static void put(struct line *line, const char *bytes, size_t size)
{
	if (size > LOG_RECORD_MAX - 1 - line->used)
		size = LOG_RECORD_MAX - 1 - line->used;
	memcpy(line->bytes + line->used, bytes, size);
	line->used += size;
}

static void put_text(struct line *line, const char *text)
{
	put(line, text, strlen(text));
}

/* ---- Facts ---- */

struct fact {
	const char *key, *value;
	size_t key_size, size;
	bool quoted; /* the value is between quotes, which do not count */
};

/* Reads the next "key=value". A value is quoted as log_quote does it. A cut line has a value
 * without its end. */
static bool next_fact(const char **at, struct fact *fact)
{
	*at += strspn(*at, " ");
	fact->key = *at;
	fact->key_size = strcspn(*at, "= ");
	*at += fact->key_size;
	if (**at == '=')
		++*at;
	fact->quoted = **at == '"';
	fact->value = *at + fact->quoted;
	*at = fact->value;
	if (!fact->quoted) {
		*at += strcspn(*at, " ");
	} else {
		while (**at && **at != '"')
			*at += **at == '\\' && (*at)[1] ? 2 : 1;
	}
	fact->size = (size_t)(*at - fact->value);
	*at += fact->quoted && **at == '"';
	return fact->key_size > 0;
}

static bool is_number(const struct fact *fact)
{
	size_t sign = fact->size > 0 && fact->value[0] == '-', digits = fact->size - sign;

	if (fact->quoted || digits == 0 || digits > 15 || (digits > 1 && fact->value[sign] == '0'))
		return false;
	for (size_t i = sign; i < fact->size; i++)
		if (!isdigit((unsigned char)fact->value[i]))
			return false;
	return true;
}

/* ---- Forms ---- */

static void put_stamp(struct line *line, const struct log_record *record)
{
	char date[32], stamp[48];
	struct tm utc;

	gmtime_r(&record->time.tv_sec, &utc);
	strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(stamp, sizeof stamp, "%s.%03ldZ", date, record->time.tv_nsec / 1000000);
	put_text(line, stamp);
}

/* stamped: with time and process, which journald and syslog write themselves. */
static void put_logfmt(struct line *line, const struct log_record *record, bool stamped)
{
	char pid[32];

	if (stamped) {
		put_text(line, "ts=");
		put_stamp(line, record);
		put_text(line, " ");
	}
	put_text(line, "level=");
	put_text(line, log_level_words[record->level]);
	put_text(line, " event=");
	put_text(line, record->event);
	snprintf(pid, sizeof pid, " pid=%ld", record->pid);
	if (stamped && !record->relayed)
		put_text(line, pid);
	if (record->session[0]) {
		put_text(line, " session=");
		put_text(line, record->session);
	}
	if (record->facts[0])
		put_text(line, " ");
	put_text(line, record->facts);
}

static void put_json_text(struct line *line, const char *key, const char *value)
{
	put_text(line, "\"");
	put_text(line, key);
	put_text(line, "\":\"");
	put_text(line, value);
	put_text(line, "\"");
}

/* Text between quotes: what log_quote escapes is what JSON wants escaped. */
static void put_json_value(struct line *line, const struct fact *fact)
{
	if (is_number(fact)) {
		put(line, fact->value, fact->size);
		return;
	}
	put_text(line, "\"");
	for (size_t i = 0; i < fact->size; i++) {
		char c = fact->value[i];

		if (fact->quoted && c == '\\' && i + 1 < fact->size)
			put(line, &fact->value[i++], 1);
		else if (c == '"' || c == '\\')
			put_text(line, "\\");
		put(line, &fact->value[i], 1);
	}
	put_text(line, "\"");
}

static void put_json(struct line *line, const struct log_record *record)
{
	const char *at = record->facts;
	struct fact fact;
	char pid[32];

	put_text(line, "{\"ts\":\"");
	put_stamp(line, record);
	put_text(line, "\",");
	put_json_text(line, "level", log_level_words[record->level]);
	put_text(line, ",");
	put_json_text(line, "event", record->event);
	snprintf(pid, sizeof pid, ",\"pid\":%ld", record->pid);
	if (!record->relayed)
		put_text(line, pid);
	if (record->session[0]) {
		put_text(line, ",");
		put_json_text(line, "session", record->session);
	}
	while (next_fact(&at, &fact)) {
		put_text(line, ",\"");
		put(line, fact.key, fact.key_size);
		put_text(line, "\":");
		put_json_value(line, &fact);
	}
	put_text(line, "}");
}

/* A field of journald: its name has capitals, digits and underscores. */
static void put_field(struct line *line, const char *key, size_t size)
{
	put_text(line, "TRAPDOOR_");
	for (size_t i = 0; i < size; i++) {
		char c = (char)toupper((unsigned char)key[i]);

		put(line, isalnum((unsigned char)c) ? &c : "_", 1);
	}
	put_text(line, "=");
}

static void put_journal(struct line *line, const struct log_record *record)
{
	static const char *const priorities[] = {"3", "4", "6", "7"};
	const char *at = record->facts;
	struct fact fact;

	put_text(line, "MESSAGE=");
	put_text(line, record->event);
	put_text(line, record->facts[0] ? " " : "");
	put_text(line, record->facts);
	put_text(line, "\nSYSLOG_IDENTIFIER=trapdoor\nPRIORITY=");
	put_text(line, priorities[record->level]);
	put_text(line, "\nTRAPDOOR_EVENT=");
	put_text(line, record->event);
	if (record->session[0]) {
		put_text(line, "\nTRAPDOOR_SESSION=");
		put_text(line, record->session);
	}
	while (next_fact(&at, &fact)) {
		put_text(line, "\n");
		put_field(line, fact.key, fact.key_size);
		for (size_t i = 0; i < fact.size; i++) {
			i += fact.quoted && fact.value[i] == '\\' && i + 1 < fact.size;
			put(line, &fact.value[i], 1);
		}
	}
}

static void put_syslog_header(struct line *line, const struct log_record *record)
{
	static const int severities[] = {3, 4, 6, 7};
	char date[32], header[64];
	struct tm local;

	localtime_r(&record->time.tv_sec, &local);
	strftime(date, sizeof date, "%b %e %H:%M:%S", &local);
	snprintf(header, sizeof header,
		"<%d>%s trapdoor[%ld]: ", FACILITY_DAEMON | severities[record->level], date,
		record->pid);
	put_text(line, header);
}

size_t log_record_write(const struct log_record *record, const struct log_settings *settings,
	char bytes[LOG_RECORD_MAX])
{
	struct line line = {.bytes = bytes};

	if (settings->target == LOG_JOURNALD) {
		put_journal(&line, record);
	} else {
		if (settings->target == LOG_SYSLOG)
			put_syslog_header(&line, record);
		if (settings->format == LOG_JSON)
			put_json(&line, record);
		else
			put_logfmt(&line, record, settings->target == LOG_STDERR);
	}
	if (settings->target != LOG_SYSLOG)
		line.bytes[line.used++] = '\n';
	return line.used;
}
