/* Paints the play screen: its layout, the map with missiles and cursor, and the panel of creatures
 * in view. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define PANEL_FROM 100 /* window width from which the panel of creatures is shown */
#define PANEL_MAP 80   /* columns that the panel leaves to the map at least */
#define PANEL_MOST 34
#define PANEL_BAR 5 /* columns of a bar of health */
#define MESSAGE_ROWS_MOST 8
#define MESSAGE_ROWS_OVER 4 /* with the rows over the map */

void play_layout(const struct vt_frame *frame, const struct view *view, struct play_layout *layout)
{
	int spare = frame->height - 3 - view->height;
	layout->message_rows = 1 + between(spare, 0, MESSAGE_ROWS_MOST - 1);
	int panel = frame->width >= PANEL_FROM
			    ? between(frame->width - PANEL_MAP - 1, 0, PANEL_MOST)
			    : 0;
	layout->panel_x = panel ? frame->width - panel : 0;
	layout->map_width = panel ? layout->panel_x - 1 : frame->width;
	layout->map_height = frame->height - 2 - layout->message_rows;
	int free_x = layout->map_width - view->width, free_y = layout->map_height - view->height;
	layout->map_x = free_x > 0 ? free_x / 2 : 0;
	layout->map_y = layout->message_rows + (free_y > 0 ? free_y / 2 : 0);
	layout->map_width -= layout->map_x;
	layout->map_height -= layout->map_y - layout->message_rows;
}

/* ---- Map ---- */

/* True if light colours the cell: plain ground does, coloured terrain, items and creatures keep
 * their own colour. */
static bool takes_light(const struct view_cell *cell, const struct appearance *appearance)
{
	return cell->light != COLOUR_ROLE_TEXT && cell->ground != GROUND_GAS &&
	       (appearance->role == COLOUR_ROLE_STONE || appearance->role == COLOUR_ROLE_DIM) &&
	       !(cell->flags & (CELL_CREATURE | CELL_ITEM | CELL_HERO));
}

/* Returns the light of gas of a colour role. */
static enum vt_light gas_light(unsigned role)
{
	switch (role) {
	case COLOUR_ROLE_PLANT:
	case COLOUR_ROLE_GOOD:
		return VT_IN_GREEN_GAS;
	case COLOUR_ROLE_FIRE:
		return VT_ON_FIRE;
	case COLOUR_ROLE_GOLD:
	case COLOUR_ROLE_LAMP:
		return VT_IN_YELLOW_GAS;
	case COLOUR_ROLE_WATER:
	case COLOUR_ROLE_METAL:
	case COLOUR_ROLE_BRIGHT:
		return VT_IN_BLUE_GAS;
	case COLOUR_ROLE_MAGIC:
		return VT_IN_VIOLET_GAS;
	default:
		return VT_IN_GREY_GAS;
	}
}

#define OWN_NEAR 6 /* levels of the hero's own lamp: from here on it is near */
#define OWN_FAR_LEVEL 4
#define OWN_NEAR_LEVEL 6

/* Returns the shade of a cell in sight that is not lit. Walls look like remembered ones, since a
 * third pen at the rim of a carried light costs a sixth of the bytes of a step. */
static unsigned unlit_shade(uint16_t glyph)
{
	return glyph >= VT_WALL_H && glyph <= VT_CROSS ? VT_SHADE_MEMORY : VT_SHADE_UNLIT;
}

/* Returns the level of a cell in the light of flames at a moment: one more, one less, or the same.
 * Each cell has a rhythm of its own. */
static int flickering(int level, int x, int y, unsigned moment)
{
	unsigned mix = (unsigned)x * 73856093U ^ (unsigned)y * 19349663U ^ moment * 83492791U;
	mix = (mix ^ mix >> 13) * 1540483477U;
	int change = (int)((mix ^ mix >> 15) % 4) - 1;
	return moment == 0 || change > 1 ? level : between(level + change, 0, VT_SHADE_LEVELS - 1);
}

/* Returns the shade of a known cell at (x, y) of the frame. */
static unsigned shade_of(
	const struct vt_frame *frame, int x, int y, const struct view_cell *cell, uint16_t glyph)
{
	static const uint8_t hues[] = {[HUE_DAY] = VT_LIGHT_DAY,
		[HUE_LAMP] = VT_LIGHT_LAMP,
		[HUE_FIRE] = VT_LIGHT_FIRE,
		[HUE_MACHINE] = VT_LIGHT_MACHINE,
		[HUE_GLOW] = VT_LIGHT_GLOW,
		[HUE_MAGIC] = VT_LIGHT_MAGIC,
		[HUE_OWN] = VT_LIGHT_LAMP};
	static const uint8_t grounds[] = {[GROUND_FIRE] = VT_ON_FIRE,
		[GROUND_WATER] = VT_ON_WATER,
		[GROUND_BLOOD] = VT_ON_BLOOD,
		[GROUND_DARK] = VT_ON_DARK};
	int level = cell->strength * VT_SHADE_LEVELS / (VIEW_LIGHT_MOST + 1);
	if (!(cell->flags & (CELL_VISIBLE | CELL_HERO)))
		return VT_SHADE_MEMORY;
	/* The own lamp has two levels, because all of its rings move with each step. */
	if (cell->hue == HUE_OWN)
		level = level < OWN_NEAR ? OWN_FAR_LEVEL : OWN_NEAR_LEVEL;
	if (cell->hue == HUE_FIRE || cell->ground == GROUND_FIRE)
		level = flickering(level, x, y, frame->flicker);
	if (cell->ground == GROUND_GAS)
		return vt_shade_of(gas_light(cell->light), level);
	if (cell->ground != GROUND_PLAIN)
		return vt_shade_of((enum vt_light)grounds[cell->ground], level);
	return cell->strength == 0 ? unlit_shade(glyph)
				   : vt_shade_of((enum vt_light)hues[cell->hue], level);
}

/* True if the cell shows an item that the terminal's charset draws like some kind of ground. */
static bool is_clashing_item(
	const struct play *play, const struct vt_frame *frame, const struct view_cell *cell)
{
	return frame->clash_charset > 0 && (cell->flags & CELL_ITEM) &&
	       !(cell->flags & (CELL_CREATURE | CELL_HERO)) &&
	       (play->clashes[cell->appearance] >> (frame->clash_charset - 1) & 1);
}

static void cell_paint(
	const struct play *play, struct vt_frame *frame, int x, int y, const struct view_cell *cell)
{
	unsigned attributes = 0;
	if (!(cell->flags & CELL_KNOWN))
		return;
	if (!(cell->flags & (CELL_VISIBLE | CELL_HERO)))
		attributes |= VT_FADED;
	if ((cell->flags & CELL_MARKED) || is_clashing_item(play, frame, cell))
		attributes |= VT_REVERSE;
	const struct appearance *appearance = content_appearance(play->content, cell->appearance);
	if (cell->smell && !(cell->flags & (CELL_CREATURE | CELL_HERO)))
		vt_put(frame, x, y, (uint16_t)('0' + between(cell->smell * 10 / 256, 0, 9)),
			VT_MAGIC, attributes);
	else
		vt_put(frame, x, y, play->glyphs[cell->appearance],
			(enum vt_colour_role)
				ui_roles[frame->plain_light && takes_light(cell, appearance)
						 ? cell->light
						 : appearance->role],
			attributes);
	vt_shade(frame, x, y, shade_of(frame, x, y, cell, play->glyphs[cell->appearance]));
}

static bool to_frame(const struct play *play, const struct play_layout *layout, int x, int y,
	int *at_x, int *at_y)
{
	x -= play->window.scroll_x;
	y -= play->window.scroll_y;
	*at_x = layout->map_x + x;
	*at_y = layout->map_y + y;
	return x >= 0 && y >= 0 && x < layout->map_width && y < layout->map_height;
}

static struct vt_cell *map_cell(const struct play *play, struct vt_frame *frame,
	const struct play_layout *layout, int x, int y)
{
	return to_frame(play, layout, x, y, &x, &y) && x < frame->width && y < frame->height
		       ? &frame->cells[y * frame->width + x]
		       : NULL;
}

/* Underlines and recolours allies and captives, since they have the letter of their kind. */
static void friends_mark(const struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout)
{
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		struct vt_cell *cell = map_cell(play, frame, layout, creature->x, creature->y);
		if (!(creature->ally || creature->captive) || !cell)
			continue;
		cell->attributes |= VT_UNDERLINE;
		cell->role = VT_GOOD;
	}
}

/* Scrolls the map. The window follows the cursor; when the cursor is off it returns to the hero. */
static void map_scroll(struct play *play, const struct view *view, const struct play_layout *layout)
{
	int width = layout->map_width, height = layout->map_height;
	if (play->window.depth != view->status.depth)
		play->window.home_x = play->window.home_y = 0;
	play->window.depth = (uint8_t)view->status.depth;
	play->window.width = (int16_t)width;
	play->window.height = (int16_t)height;
	play->window.home_x = play_scroll(play->window.home_x, view->hero_x, view->width, width);
	play->window.home_y = play_scroll(play->window.home_y, view->hero_y, view->height, height);
	if (play->prompt.mode != MODE_CURSOR) {
		play->window.scroll_x = play->window.home_x;
		play->window.scroll_y = play->window.home_y;
		return;
	}
	play->window.scroll_x =
		play_scroll(play->window.scroll_x, play->prompt.cursor_x, view->width, width);
	play->window.scroll_y =
		play_scroll(play->window.scroll_y, play->prompt.cursor_y, view->height, height);
}

static void map_paint(struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout)
{
	bool pointing = play->prompt.mode == MODE_CURSOR;
	int focus_x = pointing ? play->prompt.cursor_x : view->hero_x,
	    focus_y = pointing ? play->prompt.cursor_y : view->hero_y;
	map_scroll(play, view, layout);
	for (int y = 0; y < layout->map_height && y + play->window.scroll_y < view->height; y++)
		for (int x = 0; x < layout->map_width && x + play->window.scroll_x < view->width;
			x++)
			cell_paint(play, frame, layout->map_x + x, layout->map_y + y,
				&view->cells[(y + play->window.scroll_y) * view->width + x +
					     play->window.scroll_x]);
	friends_mark(play, frame, view, layout);
	int x, y;
	if (to_frame(play, layout, focus_x, focus_y, &x, &y)) {
		frame->cursor_x = (int16_t)x;
		frame->cursor_y = (int16_t)y;
	}
}

static void mark(const struct play *play, struct vt_frame *frame, const struct play_layout *layout,
	int x, int y, unsigned attributes)
{
	struct vt_cell *cell = map_cell(play, frame, layout, x, y);
	if (cell)
		cell->attributes |= attributes;
}

/* Marks the path of the pending shot, the cell that would stop it, and the radius of its effect. */
static void path_paint(struct play *play, struct vt_frame *frame, const struct play_layout *layout)
{
	struct trajectory way;
	if (!play_trajectory(play, &way))
		return;
	for (int i = 0; i < way.count; i++)
		mark(play, frame, layout, way.cells[i].x, way.cells[i].y, VT_REVERSE);
	int radius = way.count ? way.radius : 0;
	for (int y = -radius; radius && y <= radius; y++)
		for (int x = -radius; x <= radius; x++)
			mark(play, frame, layout, way.cells[way.count - 1].x + x,
				way.cells[way.count - 1].y + y, VT_UNDERLINE);
	struct vt_cell *stop = map_cell(play, frame, layout, way.stop_x, way.stop_y);
	if (way.stopped && stop)
		stop->role = VT_DANGER;
}

static void missiles_paint(
	const struct play *play, struct vt_frame *frame, const struct play_layout *layout)
{
	for (int i = 0; i < play->flights.count && play->flights.step; i++) {
		const struct flight *flight = &play->flights.each[i];
		int step = play->flights.step, steps = play->flights.steps, x, y;
		if (!to_frame(play, layout,
			    flight->from_x + (flight->x - flight->from_x) * step / steps,
			    flight->from_y + (flight->y - flight->from_y) * step / steps, &x, &y))
			continue;
		const struct appearance *appearance =
			content_appearance(play->content, flight->appearance);
		vt_put(frame, x, y, play->glyphs[flight->appearance],
			(enum vt_colour_role)ui_roles[appearance->role], VT_BOLD);
	}
}

/* ---- Creatures in view ---- */

/* Returns how many letters of a name fit into the row. The name is broken between words if
 * possible. */
static int name_broken(const char *name, int room)
{
	int length = (int)strlen(name), at = room;
	if (length <= room)
		return length;
	while (at > 0 && name[at] != ' ')
		at--;
	return at > 0 ? at : room;
}

/* Returns the word for the state of a creature, "" if its health is shown instead. */
static const char *panel_state(const struct view_creature *creature)
{
	const char *state = creature->captive   ? "captive"
			    : creature->ally    ? "ally"
			    : creature->asleep  ? "asleep"
			    : creature->unaware ? "unaware"
						: "";
	return creature->captive || creature->health_percent >= 100 ? state : "";
}

/* Returns the columns of the state or of the bar of health. */
static int panel_state_width(const struct view_creature *creature)
{
	const char *state = panel_state(creature);
	return *state ? (int)strlen(state) : PANEL_BAR;
}

/* Paints a creature in one row or two. Returns the number of rows. */
static int panel_creature(const struct play *play, struct vt_frame *frame, int x, int y, int width,
	const struct view_creature *creature)
{
	const struct appearance *appearance =
		content_appearance(play->content, creature->appearance);
	const char *state = panel_state(creature);
	int right = x + width - panel_state_width(creature);
	enum vt_colour_role role = creature->ally                          ? VT_GOOD
				   : creature->asleep || creature->captive ? VT_DIM
									   : VT_TEXT;
	const char *name = creature->name;
	int first = name_broken(name, between(right - x - 3, 1, 60));
	vt_put(frame, x, y, play->glyphs[creature->appearance],
		(enum vt_colour_role)ui_roles[appearance->role], 0);
	vt_textf(frame, x + 2, y, role, 0, "%.*s", first, name);
	if (name[first] == ' ' && y + 1 < frame->height - 2) {
		char rest[sizeof creature->name];
		snprintf(rest, sizeof rest, "%s", name + first + 1);
		ui_fit(rest, width - 4);
		vt_text(frame, x + 3, y + 1, rest, role, 0, NULL);
	}
	if (*state)
		vt_text(frame, right, y, state, VT_DIM, 0, NULL);
	else
		ui_bar(frame, right, y, PANEL_BAR, creature->health_percent, 100,
			play_health_role(creature->health_percent));
	return name[first] == ' ' ? 2 : 1;
}

/* Returns the title above a creature. Enemies are listed first, then allies and captives. */
static const char *panel_title(const struct view_creature *creature)
{
	static const char enemies[] = "In sight", others[] = "Not hostile";
	return play_is_enemy(creature) ? enemies : others;
}

/* True if a column of the map shows nothing in so many rows from the messages on. */
static bool column_is_blank(
	const struct vt_frame *frame, const struct play_layout *layout, int x, int rows)
{
	for (int y = layout->message_rows; y < layout->message_rows + rows; y++)
		if (frame->cells[y * frame->width + x].glyph != ' ')
			return false;
	return true;
}

/* Returns the left edge of the panel. It goes over blank columns of the map, and leaves one blank
 * between, as far as names need it to stay in one row. */
static int panel_left(
	const struct vt_frame *frame, const struct view *view, const struct play_layout *layout)
{
	int x = layout->panel_x, wanted = 0, titles = 0;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		int width = 3 + (int)strlen(creature->name) + panel_state_width(creature);
		wanted = width > wanted ? width : wanted;
		titles += i == 0 || panel_title(creature) != panel_title(creature - 1);
	}
	int rows = between(
		(int)view->creature_count + titles, 0, frame->height - 2 - layout->message_rows);
	int left = frame->width - wanted;
	while (x > left && x > 1 && column_is_blank(frame, layout, x - 1, rows) &&
		column_is_blank(frame, layout, x - 2, rows))
		x--;
	return x;
}

void play_paint_panel(const struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout)
{
	int rows = frame->height - 2 - layout->message_rows;
	if (!layout->panel_x || !view->creature_count)
		return;
	int x = panel_left(frame, view, layout), width = frame->width - x;
	const char *title = "";
	for (int i = 0, row = 0; i < (int)view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		const char *its = panel_title(creature);
		if (its != title && row + 1 < rows)
			vt_text(frame, x, layout->message_rows + row++, its, VT_DIM, 0, NULL);
		if (row < rows)
			row += panel_creature(
				play, frame, x, layout->message_rows + row, width, creature);
		title = its;
	}
}

/* ---- The whole screen ---- */

/* True if a cell of the map row is known, from the left edge of the window on. */
static bool row_is_known(const struct play *play, const struct view *view, int y)
{
	const struct view_cell *cells = &view->cells[y * view->width];
	for (int x = play->window.scroll_x; x < view->width; x++)
		if (cells[x].flags & CELL_KNOWN)
			return true;
	return false;
}

/* Returns the most rows that messages may use. They may cover one row of the map, or more where
 * nothing is known, but never a creature or the hero. */
static int rows_for_messages(
	const struct play *play, const struct view *view, const struct play_layout *layout)
{
	int top = view->hero_y, blank = play->window.scroll_y;
	for (size_t i = 0; i < view->creature_count; i++)
		top = view->creatures[i].y < top ? view->creatures[i].y : top;
	while (blank < top && !row_is_known(play, view, blank))
		blank++;
	top += layout->map_y - play->window.scroll_y;
	blank += layout->map_y - play->window.scroll_y;
	int most = blank > layout->message_rows + 1 ? blank : layout->message_rows + 1;
	most = between(most, layout->message_rows, MESSAGE_ROWS_OVER);
	return between(most, layout->message_rows,
		top > layout->message_rows ? top : layout->message_rows);
}

void play_paint(struct play *play, struct vt_frame *frame)
{
	struct play_layout layout;
	const struct view *view = play_view(play);
	if (play_vignette_paint(play, frame))
		return;
	vt_frame_clear(frame);
	frame->in_order = false;
	play_layout(frame, view, &layout);
	map_paint(play, frame, view, &layout);
	frame->focus_x = (int16_t)(layout.map_x + view->hero_x - play->window.scroll_x);
	frame->focus_y = (int16_t)(layout.map_y + view->hero_y - play->window.scroll_y);
	path_paint(play, frame, &layout);
	play_paint_missile_paths(play, frame, view, &layout);
	missiles_paint(play, frame, &layout);
	play_paint_panel(play, frame, view, &layout);
	play_paint_status(play, frame, view);
	int most = rows_for_messages(play, view, &layout);
	int first = play_paint_messages(play, frame, view, layout.message_rows, most);
	play_hint_paint(play, frame, view, &layout, first);
	play_page_paint(play, frame, view);
	play_sound_look(play, view);
	frame->bell |= play->ring;
	frame->tones |= play->tones;
	play->ring = false;
	play->tones = 0;
}
