/* The stock content, sealed once for all tests of a program. */
#ifndef TRAPDOOR_TESTS_STOCK_H
#define TRAPDOOR_TESTS_STOCK_H

#include "door/builtin.h"
#include "engine/content.h"

#include <assert.h>
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

#endif
