/*
 * The box of a hint over the map.
 *
 * The box covers no cell near the hero and no creature, and of all such places the one with the
 * fewest painted cells. In a window without such a place it takes the message rows, or any rows of
 * the map without the hero and creatures. It stays where it is while it can, so that it is sent
 * once. Without any room the hint is only on the page of messages.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <stdlib.h>

#define NEAR 8         /* cells around the hero that stay free */
#define WIDTH_LEAST 26 /* of a box beside the hero */
#define LABEL " Hint " /* in place of the first letters of PREFIX */
#define PREFIX "Hint_ "

struct hint_box {
	int x, y, width, rows;
};

/* A search for a place. */
struct hint_search {
	struct play *play;
	const struct vt_frame *frame;
	const struct view *view;
	const struct play_layout *layout;
	const char *text;
	int first; /* row below the messages */
	struct hint_box best;
	int covered; /* cells that the best one covers, -1: none yet */
};

/* Returns the first column to the right of the map. */
static int map_right(const struct hint_search *search)
{
	int panel = search->layout->panel_x;
	return panel ? panel - 1 : search->frame->width;
}

static int text_rows(const char *text, int width)
{
	return ui_wrapped(NULL, (struct vt_area){0, 0, width - 2, 0}, 0, text, VT_TEXT);
}

/* Returns the distance from a value to the range of `size` values from `first` on. */
static int distance_to(int value, int first, int size)
{
	return value < first ? first - value : value >= first + size ? value - first - size + 1 : 0;
}

/* Returns the distance of a cell of the map from the box, 0 inside. */
static int cell_distance(const struct hint_search *search, const struct hint_box *box, int x, int y)
{
	const struct play_layout *layout = search->layout;
	int dx = distance_to(x - search->play->window.scroll_x + layout->map_x, box->x, box->width);
	int dy = distance_to(y - search->play->window.scroll_y + layout->map_y, box->y, box->rows);
	return dx > dy ? dx : dy;
}

/* True if the box is within the map's rows, more than `near` cells from the hero, and covers no
 * creature. */
static bool is_free(const struct hint_search *search, const struct hint_box *box, int near)
{
	const struct view *view = search->view;
	if (box->x < 0 || box->width < 1 || box->x + box->width > map_right(search) ||
		box->y < search->first || box->y + box->rows > search->frame->height - 2)
		return false;
	if (cell_distance(search, box, view->hero_x, view->hero_y) <= near)
		return false;
	for (size_t i = 0; i < view->creature_count; i++)
		if (!cell_distance(search, box, view->creatures[i].x, view->creatures[i].y))
			return false;
	return true;
}

/* Returns how many cells of the frame show something in the box. */
static int cells_covered(const struct vt_frame *frame, const struct hint_box *box)
{
	int covered = 0;
	for (int y = box->y; y < box->y + box->rows; y++)
		for (int x = box->x; x < box->x + box->width; x++)
			covered += frame->cells[y * frame->width + x].glyph != ' ';
	return covered;
}

/* Tries all rows for a box of that width at column x, the lowest first. */
static void try_column(struct hint_search *search, int x, int width, int near)
{
	struct hint_box box = {.x = x, .width = width, .rows = text_rows(search->text, width)};
	for (box.y = search->frame->height - 2 - box.rows; box.y >= search->first; box.y--) {
		if (!is_free(search, &box, near))
			continue;
		int covered = cells_covered(search->frame, &box);
		if (search->covered >= 0 && covered >= search->covered)
			continue;
		search->best = box;
		search->covered = covered;
	}
}

/* Looks for a place away from the hero: wide boxes above and below, narrower ones beside. */
static void find_far(struct hint_search *search)
{
	static const int widths[] = {64, 52, 44, 36, 30, WIDTH_LEAST};
	int right = map_right(search);
	int hero = search->layout->map_x + search->view->hero_x - search->play->window.scroll_x;
	try_column(search, 0, right, NEAR);
	for (size_t i = 0; i < sizeof widths / sizeof *widths && search->covered; i++) {
		int width = widths[i];
		try_column(search, right - width, width, NEAR);
		try_column(search, 0, width, NEAR);
		try_column(search, hero + NEAR + 1, width, NEAR);
		try_column(search, hero - NEAR - width, width, NEAR);
	}
}

/* Takes the message rows, or else the rows that cover the least, as far from the hero as it goes.
 */
static void find_near(struct hint_search *search, int below_messages)
{
	static const int nears[] = {NEAR / 2, 1, 0};
	int width = map_right(search);
	struct hint_box top = {
		.y = below_messages, .width = width, .rows = text_rows(search->text, width)};
	search->first = below_messages;
	for (size_t i = 0; i < sizeof nears / sizeof *nears && search->covered < 0; i++) {
		if (is_free(search, &top, nears[i])) {
			search->best = top;
			search->covered = 0;
		} else {
			try_column(search, 0, width, nears[i]);
		}
	}
}

/* Finds the place of the hint: where it was, if that is still free, or a new one. */
static bool find_place(struct hint_search *search)
{
	int below_messages = search->first, message_rows = search->layout->message_rows;
	struct play_hints *hints = &search->play->hints;
	struct hint_box was = {hints->left, hints->top, hints->width, hints->rows};
	search->covered = -1;
	search->first = below_messages > message_rows ? below_messages : message_rows;
	if (was.rows && is_free(search, &was, NEAR) &&
		was.rows == text_rows(search->text, was.width)) {
		search->best = was;
		return true;
	}
	find_far(search);
	if (search->covered < 0)
		find_near(search, below_messages);
	if (search->covered < 0)
		return false;
	hints->left = (int16_t)search->best.x;
	hints->top = (int16_t)search->best.y;
	hints->width = (int16_t)search->best.width;
	hints->rows = (int16_t)search->best.rows;
	return true;
}

void play_hint_paint(struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout, int first)
{
	char text[520] = PREFIX;
	struct hint_search search = {.play = play,
		.frame = frame,
		.view = view,
		.layout = layout,
		.text = text,
		.first = first};
	if (!play->hints.shown || play->state == PLAY_ENDED || play->prompt.mode != MODE_MAP ||
		play->flights.step)
		return;
	play_hint_text(play, play->hints.shown - 1, text + sizeof PREFIX - 1,
		sizeof text - sizeof PREFIX + 1);
	if (!find_place(&search))
		return;
	const struct hint_box *box = &search.best;
	vt_fill(frame, (struct vt_area){box->x, box->y, box->width, box->rows}, ' ', VT_TEXT, 0);
	ui_wrapped(frame, (struct vt_area){box->x + 1, box->y, box->width - 2, box->rows}, 0, text,
		VT_TEXT);
	vt_text(frame, box->x, box->y, LABEL, VT_LAMP, VT_REVERSE, NULL);
}
