/*
 * The holes of the heap, which a process fills before it forks.
 *
 * Children share the pages of the heap until they write there. A small block that fills a hole
 * copies the whole page, so a session's blocks in a hundred holes would cost a hundred pages.
 */
#ifndef TRAPDOOR_HEAP_HOLES_H
#define TRAPDOOR_HEAP_HOLES_H

/* Fills the holes. Later blocks lie side by side at the end of the heap. Returns the blocks that
 * fill them, or NULL. */
void *heap_holes_fill(void);
/* NULL is legal. */
void heap_holes_free(void *blocks);

#endif
