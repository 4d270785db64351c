/* The newest milestones in the lobby. */
#ifndef TRAPDOOR_LIVELOG_BLOCK_H
#define TRAPDOOR_LIVELOG_BLOCK_H

#include "door/screen/screens.h"

struct livelog_block {
	size_t count;
	struct store_milestone milestones[KEEPER_LIVELOG_SHOWN];
};

void livelog_block_fetch(struct session *session, struct livelog_block *block);
/* The rows of the block with the blank row above it, of at most `room`; 0: it does not fit, or
 * nothing has happened. */
int livelog_block_rows(const struct livelog_block *block, int room);
/* Paints the block without that blank row. */
void livelog_block_paint(const struct livelog_block *block, struct vt_frame *frame, int x, int y,
	int width, int rows);
void livelog_block_lines(const struct livelog_block *block, struct lines_page *page);

#endif
