#include "door/os/heap_holes.h"

#include <stdint.h>
#include <stdlib.h>

#define LARGEST 65536 /* bytes of a block; a larger one may be mapped */
#define STEP 16       /* by which sizes of blocks differ */
#define BLOCKS_MOST 20000

/* Each block holds the address of the one before. */
struct block {
	struct block *before;
};

/* Fills holes of this size. A block beyond the mark is no longer in a hole. Returns the blocks left
 * to try. */
static int fill(struct block **blocks, size_t size, uintptr_t mark, int left)
{
	for (; left > 0; left--) {
		struct block *block = malloc(size);

		if (!block || (uintptr_t)block > mark) {
			free(block);
			return left;
		}
		block->before = *blocks;
		*blocks = block;
	}
	return left;
}

void *heap_holes_fill(void)
{
	struct block *blocks = NULL;
	void *mark = malloc(LARGEST + STEP);
	int left = BLOCKS_MOST;

	for (size_t size = LARGEST; mark && size >= STEP;
		size = size > 2048 ? size / 2 : size - STEP)
		left = fill(&blocks, size, (uintptr_t)mark, left);
	free(mark);
	return blocks;
}

void heap_holes_free(void *blocks)
{
	struct block *block = blocks;

	while (block) {
		struct block *before = block->before;

		free(block);
		block = before;
	}
}
