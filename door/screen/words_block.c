#include "door/screen/words_block.h"

#include "door/ui/ui.h"

#include <stdio.h>

#define ROWS_FROM 28 /* of a window with a row for the wall */

void words_block_fetch(struct session *session, struct words_block *block)
{
	block->is_there = keeper_words_news(session->line, &block->news) == KEEPER_OK;
}

void words_block_menu(const struct words_block *block, const char *word, char *text, size_t size)
{
	if (block->news.unread)
		snprintf(text, size, "%s, %u new", word, block->news.unread);
	else
		snprintf(text, size, "%s", word);
}

int words_block_rows(const struct words_block *block, const struct vt_frame *frame)
{
	return block->is_there && block->news.newest.id && frame->height >= ROWS_FROM ? 2 : 0;
}

void words_block_paint(
	const struct words_block *block, struct vt_frame *frame, int x, int y, int width)
{
	const struct store_words *newest = &block->news.newest;
	char text[STORE_WORDS_MAX];
	if (!words_block_rows(block, frame))
		return;
	int at = vt_textf(frame, x, y, VT_LAMP, 0, "On the wall, %s: ", newest->name);
	snprintf(text, sizeof text, "%s", newest->text);
	ui_fit(text, x + width - at);
	vt_text(frame, at, y, text, VT_TEXT, 0, NULL);
}

void words_block_lines(const struct words_block *block, struct lines_page *page)
{
	if (block->is_there && block->news.newest.id)
		ui_add(&page->text, "On the wall, %s: %s\n", block->news.newest.name,
			block->news.newest.text);
}
