/*
 * The mouse. A left click on the map travels to the cell, or strikes an adjacent enemy. A right
 * click looks at the cell. The wheel scrolls pages and opens the messages. A click never answers a
 * question, and on anything but the map it does nothing.
 */
#include "door/play/play_private.h"

#include <stdlib.h>

#define WHEEL_ROWS 3

/* Returns the cell of the map that the last painting showed at (x, y) of the frame. False if it
 * showed something else there. */
static bool mouse_cell(
	struct play *play, const struct vt_frame *frame, int x, int y, struct spot *spot)
{
	struct play_layout layout;
	const struct view *view = play_view(play);
	play_layout(frame, view, &layout);
	int column = x - layout.map_x, row = y - layout.map_y;
	spot->x = (int16_t)(column + play->window.scroll_x);
	spot->y = (int16_t)(row + play->window.scroll_y);
	return column >= 0 && row >= 0 && column < layout.map_width && row < layout.map_height &&
	       spot->x >= 0 && spot->y >= 0 && spot->x < view->width && spot->y < view->height;
}

static enum direction mouse_direction(int dx, int dy)
{
	for (int i = 0; i < DIR_COUNT; i++)
		if (direction_dx[i] == dx && direction_dy[i] == dy)
			return (enum direction)i;
	return DIR_COUNT;
}

/* Strikes or travels. An adjacent ally or captive is only looked at. */
static void mouse_go(struct play *play, const struct spot *spot)
{
	const struct view *view = play_view(play);
	const struct view_creature *creature = play_creature_at(view, spot->x, spot->y);
	enum direction direction = mouse_direction(spot->x - view->hero_x, spot->y - view->hero_y);
	if (spot->x == view->hero_x && spot->y == view->hero_y)
		return;
	if (creature && direction != DIR_COUNT && !creature->ally && !creature->captive)
		play_step(play, direction);
	else if (creature && direction != DIR_COUNT)
		play_cursor_at(play, ACTION_LOOK, spot->x, spot->y);
	else
		play_travel(play, spot->x, spot->y);
}

static void mouse_on_map(struct play *play, const struct vt_frame *frame, int key, int x, int y)
{
	struct spot spot;
	bool looking = play->prompt.mode == MODE_CURSOR;
	if (!mouse_cell(play, frame, x, y, &spot))
		return;
	if (looking)
		play_cursor_at(play, (enum action)play->prompt.action, spot.x, spot.y);
	else if (key == VT_KEY_CLICK)
		mouse_go(play, &spot);
	else
		play_cursor_at(play, ACTION_LOOK, spot.x, spot.y);
}

/* Scrolls the open page. */
static void mouse_scroll(struct play *play, int key)
{
	for (int i = 0; i < WHEEL_ROWS && play->prompt.mode == MODE_PAGE; i++)
		play_key(play, key == VT_KEY_WHEEL_UP ? VT_KEY_UP : VT_KEY_DOWN);
}

void play_mouse(struct play *play, const struct vt_frame *frame, int key, int x, int y)
{
	bool wheel = key == VT_KEY_WHEEL_UP || key == VT_KEY_WHEEL_DOWN;
	if (play->journal.held || play->state != PLAY_GOING)
		return;
	if (play->messages.more) {
		if (key == VT_KEY_CLICK || key == VT_KEY_WHEEL_DOWN)
			play_key(play, ' ');
	} else if (wheel && play->prompt.mode == MODE_PAGE) {
		mouse_scroll(play, key);
	} else if (play->prompt.mode == MODE_MAP || (play->prompt.mode == MODE_CURSOR && !wheel)) {
		play_key_begins(play);
		if (key == VT_KEY_WHEEL_UP)
			play_page_messages(play);
		else if (!wheel)
			mouse_on_map(play, frame, key, x, y);
	}
}
