/* The stock content, sealed once for all tests of a program. */
#ifndef TRAPDOOR_TESTS_STOCK_H
#define TRAPDOOR_TESTS_STOCK_H

#include "door/builtin.h"
#include "engine/content.h"

#include <assert.h>

static inline struct content *stock_content(void)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		content_add(content, builtin_files[i].name, builtin_files[i].text,
			builtin_files[i].size);
	bool sealed = content_seal(content);
	assert(sealed);
	return content;
}

#endif
