/* The content of the recorded games, which does not change when the game's content does. */
#ifndef TRAPDOOR_TESTS_GOLDEN_CONTENT_H
#define TRAPDOOR_TESTS_GOLDEN_CONTENT_H

#include "tests/test.h"

#include "engine/engine.h"

static inline struct content *content_of_file(const char *path)
{
	static uint8_t bytes[1 << 20];
	struct complaint complaint;
	FILE *file = fopen(path, "re");
	struct content *content;

	if (!file)
		return NULL;
	content = content_from_bundle(bytes, fread(bytes, 1, sizeof bytes, file), &complaint);
	fclose(file);
	return content;
}

static inline struct content *golden_content(void)
{
	return content_of_file("tests/golden/content.bundle");
}

#endif
