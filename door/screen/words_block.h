/* The words of players in the lobby: how much mail is new, and the newest line of the wall. */
#ifndef TRAPDOOR_WORDS_BLOCK_H
#define TRAPDOOR_WORDS_BLOCK_H

#include "door/screen/screens.h"

struct words_block {
	bool is_there;
	struct keeper_words_news news;
};

void words_block_fetch(struct session *session, struct words_block *block);
/* Writes the row of the menu. */
void words_block_menu(const struct words_block *block, const char *word, char *text, size_t size);
/* The rows of the newest line of the wall, which higher windows have. */
int words_block_rows(const struct words_block *block, const struct vt_frame *frame);
void words_block_paint(
	const struct words_block *block, struct vt_frame *frame, int x, int y, int width);
void words_block_lines(const struct words_block *block, struct lines_page *page);

#endif
