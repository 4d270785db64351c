/* Marks the paths of missiles in flight that others launched. */
#include "door/play/play_private.h"

/* Colours a known cell of the map as danger, unless a creature is there. */
static void play_mark_danger(const struct play *play, struct vt_frame *frame,
	const struct view *view, const struct play_layout *layout, int x, int y)
{
	int at_x = x - play->window.scroll_x, at_y = y - play->window.scroll_y;
	unsigned flags = view->cells[y * view->width + x].flags;
	if (at_x < 0 || at_y < 0 || at_x >= layout->map_width || at_y >= layout->map_height ||
		!(flags & CELL_KNOWN) || (flags & (CELL_CREATURE | CELL_HERO)))
		return;
	at_x += layout->map_x;
	at_y += layout->map_y;
	if (at_x < frame->width && at_y < frame->height)
		frame->cells[at_y * frame->width + at_x].role = VT_DANGER;
}

void play_paint_missile_paths(const struct play *play, struct vt_frame *frame,
	const struct view *view, const struct play_layout *layout)
{
	struct trajectory path;
	for (size_t nth = 0; nth < view->flight_count && play->game; nth++) {
		if (!game_missile_path(play->game, nth, &path))
			return;
		for (int i = 0; i < path.count; i++)
			play_mark_danger(
				play, frame, view, layout, path.cells[i].x, path.cells[i].y);
	}
}
