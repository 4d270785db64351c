/* Moments of whole games: the saves of the recorded games, with their content. */
#ifndef TRAPDOOR_TESTS_MOMENTS_H
#define TRAPDOOR_TESTS_MOMENTS_H

#include "tests/test.h"

#include "tests/door/golden_content.h"

#define SAVES "tests/golden/saves/4/"

/* The names of the saves whose heroes live. */
/* clang-format off */
#define MOMENTS(ROW) \
	ROW(fresh) \
	ROW(hurt) \
	ROW(conditions) \
	ROW(hungry) \
	ROW(crowded) \
	ROW(laden) \
	ROW(middle) \
	ROW(graves) \
	ROW(deep) \
	ROW(receiver)
/* clang-format on */

static struct content *own;

static inline int moments_set_up(void **state)
{
	(void)state;
	own = content_of_file(SAVES "content.bundle");
	return own ? 0 : -1;
}

static inline int moments_tear_down(void **state)
{
	(void)state;
	content_free(own);
	return 0;
}

/* A save is lines of hexadecimal digits. */
static inline struct game *game_of_file(const char *name)
{
	static uint8_t bytes[1 << 18];
	struct complaint complaint;
	char path[128];
	size_t size = 0;
	unsigned byte;
	FILE *file;

	snprintf(path, sizeof path, SAVES "%s.save", name);
	file = fopen(path, "re");
	assert_non_null(file);
	while (size < sizeof bytes && fscanf(file, "%2x", &byte) == 1)
		bytes[size++] = (uint8_t)byte;
	fclose(file);
	struct game *game = game_load(own, bytes, size, &complaint);
	if (!game)
		fail_msg("%s: %s", path, complaint.sentence);
	return game;
}

#endif
