/*
 * Answers that are kept in a file of tests/golden/shown: a line is a name and a hash of each of
 * some texts.
 *
 * A test writes the texts of one line after the other, and ends with answers_end.  It fails with
 * the name and the section of the first text that differs.  TRAPDOOR_SHOW=NAME prints the texts of
 * that line, and `make golden` writes all lines anew.
 */
#ifndef TRAPDOOR_TESTS_ANSWERS_H
#define TRAPDOOR_TESTS_ANSWERS_H

#include "tests/test.h"

#define ANSWER_BYTES 512

struct answers {
	const char *path;
	char *kept, *now; /* whole files; kept is NULL when there is none */
	size_t now_size;
	FILE *to;                /* fills now */
	char line[ANSWER_BYTES]; /* that is being made */
	unsigned unequal, unknown, lines;
	char first[ANSWER_BYTES]; /* the first difference */
};

static inline char *answers_read(const char *path)
{
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return NULL;
	char *text = NULL;
	size_t size = 0;
	if (getdelim(&text, &size, '\0', file) < 0) {
		free(text);
		text = NULL;
	}
	fclose(file);
	return text;
}

static inline void answers_begin(struct answers *answers, const char *path)
{
	*answers = (struct answers){.path = path, .kept = answers_read(path)};
	answers->to = open_memstream(&answers->now, &answers->now_size);
	assert_non_null(answers->to);
}

static inline void answers_name(struct answers *answers, const char *name)
{
	assert_null(strchr(name, ' '));
	snprintf(answers->line, sizeof answers->line, "%s", name);
}

static inline void answers_add(
	struct answers *answers, const char *section, const char *text, size_t size)
{
	const char *show = getenv("TRAPDOOR_SHOW");
	size_t length = strlen(answers->line), name = strcspn(answers->line, " ");
	uint32_t hash = 0x811c9dc5u;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ (uint8_t)text[i]) * 0x01000193u;
	if (show != NULL && strlen(show) == name && strncmp(show, answers->line, name) == 0)
		printf("== %s %s\n%.*s\n", show, section, (int)size, text);
	snprintf(answers->line + length, sizeof answers->line - length, " %s=%08x", section,
		(unsigned)hash);
}

/* The kept line of that name, or NULL. */
static inline const char *answers_find(const struct answers *answers, size_t name)
{
	for (const char *at = answers->kept; at != NULL && *at != '\0';) {
		if (strncmp(at, answers->line, name + 1) == 0)
			return at;
		at = strchr(at, '\n');
		at = at != NULL ? at + 1 : NULL;
	}
	return NULL;
}

/* Ends a line: compares it with the kept one. */
static inline void answers_compare(struct answers *answers)
{
	size_t name = strcspn(answers->line, " "), length = strlen(answers->line), at = 0;
	const char *kept = answers_find(answers, name);
	fprintf(answers->to, "%s\n", answers->line);
	answers->lines++;
	answers->unknown += kept == NULL;
	if (kept == NULL || (strncmp(kept, answers->line, length) == 0 && kept[length] == '\n'))
		return;
	if (answers->unequal++ > 0)
		return;
	while (at < length && kept[at] == answers->line[at])
		at++;
	while (answers->line[at] != ' ' && at > 0)
		at--;
	size_t section = strcspn(answers->line + at + 1, "=");
	snprintf(answers->first, sizeof answers->first, "%.*s of %.*s", (int)section,
		answers->line + at + 1, (int)name, answers->line);
}

/* Fails if a line differs from its kept one, or if more than so many of a hundred have none. */
static inline void answers_end(struct answers *answers, unsigned percent_unknown)
{
	fclose(answers->to);
	if (getenv("TRAPDOOR_RENEW") != NULL) {
		FILE *file = fopen(answers->path, "w");
		assert_non_null(file);
		fwrite(answers->now, 1, answers->now_size, file);
		assert_int_equal(fclose(file), 0);
	} else if (answers->unequal > 0) {
		fail_msg("%s: %u lines differ, first the %s; if that is meant, make golden",
			answers->path, answers->unequal, answers->first);
	} else if (100 * answers->unknown > percent_unknown * answers->lines) {
		fail_msg("%s: has no answers to %u of %u; make golden", answers->path,
			answers->unknown, answers->lines);
	}
	free(answers->kept);
	free(answers->now);
}

#endif
