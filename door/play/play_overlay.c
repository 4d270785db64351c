/* The page, list or box that lies over the map. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define SHEET_WIDTH_MOST 58

void play_sheet_key(struct play *play, int key)
{
	if (ui_pager_key(&play->sheet.pager, key))
		return;
	bool acts = play->sheet.runs_keys && key != VT_KEY_ESCAPE && key != ' ' && key != '\r';
	ui_pager_close(&play->sheet.pager);
	play_prompt_end(play);
	if (play->sheet.before_choice)
		play_greet(play);
	play->sheet.before_choice = false;
	play->prompt.key_acts = acts;
}

static int text_widest(const char *text)
{
	int widest = ui_art_width(text);
	return widest > SHEET_WIDTH_MOST ? SHEET_WIDTH_MOST : widest;
}

static void raw_paint(struct play *play, struct vt_frame *frame)
{
	struct ui_pager *sheet = &play->sheet.pager;
	const char *line = sheet->text ? sheet->text : "";
	vt_frame_clear(frame);
	vt_fill(frame, (struct vt_area){0, 0, frame->width, 1}, ' ', VT_TEXT, VT_REVERSE);
	vt_textf(frame, 1, 0, VT_TEXT, VT_REVERSE, "%s", sheet->title);
	sheet->rows = ui_art_height(line);
	sheet->page = frame->height - 2;
	int last = sheet->rows > sheet->page ? sheet->rows - sheet->page : 0;
	sheet->top = sheet->top > last ? last : sheet->top < 0 ? 0 : sheet->top;
	for (int i = 0; i < sheet->top && strchr(line, '\n'); i++)
		line = strchr(line, '\n') + 1;
	ui_art(frame, 0, 1, line, VT_TEXT);
	vt_fill(frame, (struct vt_area){0, frame->height - 1, frame->width, 1}, ' ', VT_TEXT, 0);
	ui_hint(frame, "Space on, - back, Esc");
	frame->cursor_x = -1;
}

static void sheet_paint(struct play *play, struct vt_frame *frame)
{
	struct ui_pager *sheet = &play->sheet.pager;
	const char *text = sheet->text ? sheet->text : "";
	int width = text_widest(text), x, y;
	if (width < ui_width(sheet->title) + 2)
		width = ui_width(sheet->title) + 2;
	/* Wide enough for the hint of a long text. */
	width = width < 28 ? 28 : width;
	width = width > frame->width - 3 ? frame->width - 3 : width;
	sheet->rows = ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, text, VT_TEXT);
	int room = frame->height - 5;
	sheet->page = sheet->rows < room ? sheet->rows : room;
	int last = sheet->rows - sheet->page;
	sheet->top = sheet->top > last ? last : sheet->top < 0 ? 0 : sheet->top;
	char hint[48] = "Esc";
	if (last)
		snprintf(hint, sizeof hint, "Space on, - back, Esc  %d%%", sheet->top * 100 / last);
	play_box(frame, width, sheet->page, sheet->title, hint, &x, &y);
	ui_wrapped(frame, (struct vt_area){x, y, width, sheet->page}, sheet->top, text, VT_TEXT);
	frame->cursor_x = -1;
}

void play_sheet_paint(struct play *play, struct vt_frame *frame, const struct view *view)
{
	if (play->prompt.mode == MODE_SHEET && play->sheet.raw)
		raw_paint(play, frame);
	else if (play->prompt.mode == MODE_SHEET)
		sheet_paint(play, frame);
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
