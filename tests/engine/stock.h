/* The stock content, sealed once for all tests of a program. */
#ifndef TRAPDOOR_TESTS_STOCK_H
#define TRAPDOOR_TESTS_STOCK_H

#include "door/builtin.h"
#include "engine/content.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The same with more records beside it. */
static inline struct content *stock_content_with(const char *records)
{
	struct content *content = content_new();
	content_add(content, "test.txt", records, strlen(records));
	for (size_t i = 0; i < builtin_file_count; i++)
		content_add(content, builtin_files[i].name, builtin_files[i].text,
			builtin_files[i].size);
	bool sealed = content_seal(content);
	assert(sealed);
	return content;
}

static inline struct content *stock_content(void)
{
	return stock_content_with("");
}

/* The same levels with nothing in their rooms: no features. */
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
	bool sealed = content_seal(content);
	assert(sealed);
	return content;
}

#endif
