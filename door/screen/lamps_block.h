/* The part of the lobby with a lamp for each player who is online. */
#ifndef TRAPDOOR_LAMPS_BLOCK_H
#define TRAPDOOR_LAMPS_BLOCK_H

#include "door/screen/screens.h"

struct lamps_block {
	const struct content *content; /* its words */
	const struct present *who;
	size_t count;
	const struct keeper_lamp *lamps; /* those with a colour and a letter */
	size_t lamp_count;
};

/* Paints a board of lamps, one lit for each player, and then the names. */
void lamps_block_paint(
	const struct lamps_block *block, struct vt_frame *frame, int x, int y, int width, int rows);
/* Says who is online, if more than one is. */
void lamps_block_lines(const struct lamps_block *block, struct lines_page *page);

#endif
