/* Blocks that are made after the holes of the heap were filled lie side by side. */
#include "tests/test.h"

#include <stdint.h>
#include <stdlib.h>

#include "door/os/heap_holes.h"

#define BLOCKS 4000
#define PAGE 4096

static size_t size_of(int nth)
{
	return 16 + (size_t)(nth * 37 % 900);
}

/* Frees every second block, so that each page has a hole. */
static void make_holes(void *blocks[BLOCKS])
{
	for (int i = 0; i < BLOCKS; i++)
		assert_non_null(blocks[i] = malloc(size_of(i)));
	for (int i = 0; i < BLOCKS; i += 2) {
		free(blocks[i]);
		blocks[i] = NULL;
	}
}

/* Returns the pages that a session's small blocks touch. */
static int count_pages(void)
{
	uintptr_t pages[200];
	void *blocks[200];
	int count = 0;

	for (int i = 0; i < 200; i++) {
		assert_non_null(blocks[i] = malloc(size_of(i)));
		uintptr_t page = (uintptr_t)blocks[i] / PAGE;
		int at = 0;

		while (at < count && pages[at] != page)
			at++;
		if (at == count)
			pages[count++] = page;
	}
	for (int i = 0; i < 200; i++)
		free(blocks[i]);
	return count;
}

static void test_small_blocks_lie_in_few_pages(void **state)
{
	static void *blocks[BLOCKS];

	(void)state;
	make_holes(blocks);
	void *holes = heap_holes_fill();
	int pages = count_pages();

	heap_holes_free(holes);
	for (int i = 0; i < BLOCKS; i++)
		free(blocks[i]);
	if (!SANITIZED_BUILD)
		assert_in_range(pages, 1, 30); /* of 87 KB; in holes 88 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_blocks_lie_in_few_pages)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
