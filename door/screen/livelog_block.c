#include "door/screen/livelog_block.h"

#include "door/text/board_words.h"
#include "door/text/livelog_words.h"
#include "door/ui/ui.h"

#define ROWS_BESIDE 2 /* the blank row and the title */

void livelog_block_fetch(struct session *session, struct livelog_block *block)
{
	if (keeper_livelog(session->line, block->milestones, &block->count) != KEEPER_OK)
		block->count = 0;
}

int livelog_block_rows(const struct livelog_block *block, int room)
{
	int rows = (int)block->count + ROWS_BESIDE;

	rows = rows < room ? rows : room;
	return rows > ROWS_BESIDE ? rows : 0;
}

void livelog_block_paint(const struct livelog_block *block, struct vt_frame *frame, int x, int y,
	int width, int rows)
{
	char sentence[LIVELOG_SENTENCE_MAX], text[LIVELOG_SENTENCE_MAX];

	if (rows <= ROWS_BESIDE)
		return;
	vt_text(frame, x, y++, "Lately", VT_TITLE, VT_BOLD, ui_roles);
	for (int i = 0; i < (int)block->count && i < rows - ROWS_BESIDE; i++, y++) {
		livelog_sentence(&block->milestones[i], sentence, sizeof sentence);
		board_cause_fit(sentence, width, text, sizeof text);
		vt_text(frame, x, y, text, VT_DIM, 0, NULL);
	}
}

void livelog_block_lines(const struct livelog_block *block, struct lines_page *page)
{
	char sentence[LIVELOG_SENTENCE_MAX];

	for (size_t i = 0; i < block->count; i++) {
		livelog_sentence(&block->milestones[i], sentence, sizeof sentence);
		if (*sentence)
			ui_add(&page->text, "%s%s\n", i ? "" : "Lately: ", sentence);
	}
}
