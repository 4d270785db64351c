/* Paints a replay: the game as its player saw it, and the position in the run. */
#include "door/replay/replay_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ROWS_OF_PLAY 24

/* Writes the state of the replay in a few letters: the end, stopped, an event, or the speed. A
 * changed speed is shown even while stopped. */
static void state_text(const struct replay *replay, char *text, size_t size)
{
	const char *state = replay_at_end(replay) && !replay->live ? "the end"
			    : replay->event                        ? replay->event
			    : replay->paused                       ? "stopped"
			    : !replay_at_end(replay)               ? ""
			    : replay->silent                       ? "away"
								   : "live";

	if (*state && replay->paced && replay->paused)
		snprintf(text, size, "%s %d/s", state, replay->speed);
	else if (*state)
		snprintf(text, size, "%s", state);
	else
		snprintf(text, size, "%d/s", replay->speed);
}

static unsigned percent_of(const struct replay *replay)
{
	uint32_t length = replay_cursor_length(replay->cursor);

	return length ? (unsigned)((uint64_t)replay_cursor_index(replay->cursor) * 100 / length)
		      : 100;
}

void replay_paint_bare(struct replay *replay, struct vt_frame *frame)
{
	play_paint(replay->play, frame);
}

/* Writes the turn and the state, and how far the run has got in percent unless it is followed
 * live. */
static void place_text(const struct replay *replay, char *text, size_t size)
{
	uint32_t turn = replay_cursor_turn(replay->cursor);
	char state[32];

	state_text(replay, state, sizeof state);
	if (replay->live && replay_at_end(replay))
		snprintf(text, size, "turn %" PRIu32 "  %s", turn, state);
	else
		snprintf(text, size, "turn %" PRIu32 "  %u%%  %s", turn, percent_of(replay), state);
}

/* Figures are separated by two blanks. Clears the whole figure that the text would cut. */
static void clear_cut_figure(struct vt_frame *frame, int x, int y)
{
	const struct vt_cell *row = &frame->cells[y * frame->width];
	int from = x;

	if (row[x].glyph == ' ' && (row[x - 1].glyph == ' ' || row[x + 1].glyph == ' '))
		return;
	while (from > 1 && !(row[from - 1].glyph == ' ' && row[from - 2].glyph == ' '))
		from--;
	vt_fill(frame, (struct vt_area){from, y, x - from, 1}, ' ', VT_TEXT, 0);
}

/* Paints a text at the right end of a row if the cells are blank, or in any case. True if
 * painted. */
static bool paint_corner(struct vt_frame *frame, int y, const char *text, bool any_case)
{
	int x = frame->width - (int)strlen(text) - 1;

	for (int i = x < 0 ? 0 : x; i < frame->width && !any_case; i++)
		if (frame->cells[y * frame->width + i].glyph != ' ')
			return false;
	if (any_case && x > 0)
		clear_cut_figure(frame, x, y);
	vt_text(frame, x, y, text, VT_LAMP, VT_REVERSE, NULL);
	return true;
}

/* Paints the longest position text for which the status rows have room. */
static void paint_place_in_status(const struct replay *replay, struct vt_frame *frame)
{
	uint32_t turn = replay_cursor_turn(replay->cursor);
	char state[32], place[56], texts[3][72];
	int y = frame->height - 1;

	state_text(replay, state, sizeof state);
	place_text(replay, place, sizeof place);
	snprintf(texts[0], sizeof texts[0], " %s  ? keys ", place);
	snprintf(texts[1], sizeof texts[1], " turn %" PRIu32 "  %s  ? keys ", turn, state);
	snprintf(texts[2], sizeof texts[2], " %" PRIu32 " %s ", turn, state);
	for (int i = 0; i < 3; i++)
		if (paint_corner(frame, y, texts[i], false) ||
			paint_corner(frame, y - 1, texts[i], false))
			return;
	paint_corner(frame, y, texts[2], true);
}

static void paint_place_in_row(const struct replay *replay, struct vt_frame *frame, int y)
{
	char place[56];
	int x;

	place_text(replay, place, sizeof place);
	vt_fill(frame, (struct vt_area){0, y, frame->width, 1}, ' ', VT_TEXT, 0);
	x = vt_textf(frame, 0, y, VT_LAMP, VT_REVERSE, " %s  %s ",
		replay_cursor_run(replay->cursor)->birth.name, place);
	ui_items(frame, x + 2, y,
		UI_BRIGHT "?" UI_END " keys  " UI_BRIGHT "Space" UI_END " stop  " UI_BRIGHT
			  ". ," UI_END " turn  " UI_BRIGHT "n N" UI_END " event  " UI_BRIGHT
			  "g" UI_END " go to  " UI_BRIGHT "q" UI_END " leave");
}

void replay_paint(struct replay *replay, struct vt_frame *frame)
{
	struct vt_frame above = *frame;

	if (replay->help.text) {
		ui_pager_paint(&replay->help, frame);
		return;
	}
	if (frame->height <= ROWS_OF_PLAY) {
		replay_paint_bare(replay, frame);
		paint_place_in_status(replay, frame);
		return;
	}
	above.height--;
	replay_paint_bare(replay, &above);
	frame->bell = above.bell;
	frame->cursor_x = above.cursor_x;
	frame->cursor_y = above.cursor_y;
	paint_place_in_row(replay, frame, frame->height - 1);
}
