/* The stock content, and variants of it, each sealed once for all tests of a program. */
#ifndef TRAPDOOR_TESTS_STOCK_H
#define TRAPDOOR_TESTS_STOCK_H

#include "door/config/builtin.h"
#include "engine/content/content.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline struct content *stock_seal(struct content *content)
{
	const struct complaint *list;
	if (content_seal(content))
		return content;
	content_complaints(content, &list);
	fprintf(stderr, "%s:%u: %s\n", list[0].origin, list[0].line, list[0].sentence);
	abort();
}

static inline void stock_add(struct content *content, const struct builtin_file *file)
{
	content_add(content, file->name, file->text, file->size);
}

/* With more records beside it. */
static inline struct content *stock_content_with(const char *records)
{
	struct content *content = content_new();
	content_add(content, "test.txt", records, strlen(records));
	for (size_t i = 0; i < builtin_file_count; i++)
		stock_add(content, &builtin_files[i]);
	return stock_seal(content);
}

/* True for content files that name monsters or are named by them. */
static inline bool stock_is_of_monsters(const char *name)
{
	static const char *const names[] = {"monsters.txt", "spells.txt", "books.txt",
		"talents.txt", "heirlooms.txt", "vaults.txt", "quests.txt", "plots.txt", "talk.txt",
		"handicaps.txt", "achievements.txt"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* The one kind that things call, as far as a test of other kinds needs it. */
static const char stock_dog[] =
	"monster desk-dog\n  name desk dog\n  glyph Z wood\n  look A dog.\n  first-sight A dog.\n"
	"  death bitten\n  depth 1-4\n  weight 0\n  hits 3d4\n  blow bites 1d6\n  experience 5\n"
	"  instincts sight\n";

/* With monsters of a test in place of its own, whose symbols are all free then but Z. */
static inline struct content *stock_content_of_kinds(const char *monsters)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		if (!stock_is_of_monsters(builtin_files[i].name))
			stock_add(content, &builtin_files[i]);
	content_add(content, "dog.txt", stock_dog, strlen(stock_dog));
	content_add(content, "kinds.txt", monsters, strlen(monsters));
	return stock_seal(content);
}

static inline struct content *stock_content(void)
{
	return stock_content_with("");
}

/* Adds a text with one of its fields given another number. */
static inline void stock_add_changed(
	struct content *content, const struct builtin_file *file, const char *field, int number)
{
	const char *at = strstr(file->text, field);
	assert(at != NULL);
	const char *rest = at + strlen(field) + strspn(at + strlen(field), " 0123456789");
	char *text = malloc(file->size + 32);
	assert(text != NULL);
	int length = sprintf(
		text, "%.*s%s %d%s", (int)(at - file->text), file->text, field, number, rest);
	content_add(content, file->name, text, (size_t)length);
	free(text);
}

/* With a hero whom nothing kills while a test looks on: seeds are not the test's to choose where a
 * keeper draws them. */
static inline struct content *stock_hardy_content(void)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		if (strcmp(builtin_files[i].name, "game.txt") == 0)
			stock_add_changed(content, &builtin_files[i], "\n    health ", 1000);
		else
			stock_add(content, &builtin_files[i]);
	return stock_seal(content);
}

/* With nothing in the rooms of its levels: no features, no vaults. */
static inline struct content *stock_bare_content(void)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++) {
		char *text = malloc(builtin_files[i].size + 1), *to = text;
		assert(text != NULL);
		for (const char *at = builtin_files[i].text; *at != '\0';) {
			size_t line = strcspn(at, "\n");
			line += at[line] == '\n';
			if (strncmp(at, "    feature ", 12) != 0) {
				memcpy(to, at, line);
				to += line;
			}
			at += line;
		}
		content_add(content, builtin_files[i].name, text, (size_t)(to - text));
		free(text);
	}
	stock_seal(content)->counts.vaults = 0;
	return content;
}

#endif
