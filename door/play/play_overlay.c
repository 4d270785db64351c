/* The page, list or box painted over the map. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define PAGE_WIDTH_MOST 58

void play_page_key(struct play *play, int key)
{
	if (ui_pager_key(&play->page.pager, key))
		return;
	bool acts = play->page.runs_keys && key != VT_KEY_ESCAPE && key != ' ' && key != '\r';
	ui_pager_close(&play->page.pager);
	play_prompt_end(play);
	if (play->page.before_choice)
		play_choice_resume(play);
	play->page.before_choice = false;
	play->prompt.key_acts = acts;
}

static int text_widest(const char *text)
{
	int widest = ui_art_width(text);
	return widest > PAGE_WIDTH_MOST ? PAGE_WIDTH_MOST : widest;
}

static void raw_paint(struct play *play, struct vt_frame *frame)
{
	struct ui_pager *page = &play->page.pager;
	const char *line = page->text ? page->text : "";
	vt_frame_clear(frame);
	vt_fill(frame, (struct vt_area){0, 0, frame->width, 1}, ' ', VT_TEXT, VT_REVERSE);
	vt_textf(frame, 1, 0, VT_TEXT, VT_REVERSE, "%s", page->title);
	page->rows = ui_art_height(line);
	page->page = frame->height - 2;
	int last = page->rows > page->page ? page->rows - page->page : 0;
	page->top = page->top > last ? last : page->top < 0 ? 0 : page->top;
	for (int i = 0; i < page->top && strchr(line, '\n'); i++)
		line = strchr(line, '\n') + 1;
	ui_art(frame, 0, 1, line, VT_TEXT);
	vt_fill(frame, (struct vt_area){0, frame->height - 1, frame->width, 1}, ' ', VT_TEXT, 0);
	ui_page_hint(frame, page->top, last);
	ui_cursor(frame, 0, 1);
	frame->in_order = true;
}

static void page_paint(struct play *play, struct vt_frame *frame)
{
	struct ui_pager *page = &play->page.pager;
	const char *text = page->text ? page->text : "";
	int width = text_widest(text), x, y;
	if (width < ui_width(page->title) + 2)
		width = ui_width(page->title) + 2;
	/* The hint of a long text needs this width. */
	width = width < 28 ? 28 : width;
	width = width > frame->width - 3 ? frame->width - 3 : width;
	page->rows = ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, text, VT_TEXT);
	int room = frame->height - 5;
	page->page = page->rows < room ? page->rows : room;
	int last = page->rows - page->page;
	page->top = page->top > last ? last : page->top < 0 ? 0 : page->top;
	char hint[48] = "Esc";
	if (last)
		snprintf(hint, sizeof hint,
			page->top < last ? "Space on, - back, Esc  %d%%"
					 : "Space closes, - back, Esc",
			page->top * 100 / last);
	play_box(frame, width, page->page, page->title, hint, &x, &y);
	ui_wrapped(frame, (struct vt_area){x, y, width, page->page}, page->top, text, VT_TEXT);
}

void play_page_paint(struct play *play, struct vt_frame *frame, const struct view *view)
{
	if (play->prompt.mode == MODE_PAGE && play->page.raw)
		raw_paint(play, frame);
	else if (play->prompt.mode == MODE_PAGE)
		page_paint(play, frame);
	else if (play->prompt.mode == MODE_ITEM || play->prompt.mode == MODE_GROUND)
		play_list_paint(play, frame, view);
	else if (play->prompt.mode == MODE_SPELL)
		play_spells_paint(play, frame, view);
	else if (play->prompt.mode == MODE_PLACES)
		play_places_paint(play, frame);
	else if (play->prompt.mode == MODE_CHOICE)
		play_choice_paint(play, frame, view);
	else if (play->prompt.mode == MODE_VERB)
		play_verbs_paint(play, frame, view);
	else if (play->prompt.mode == MODE_CURSOR && play->prompt.action == ACTION_LOOK)
		play_creature_paint(play, frame, view);
}
