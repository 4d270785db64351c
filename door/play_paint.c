/* The play screen: messages, map, creatures in view, status. */
#include "play_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PANEL_FROM 100 /* columns from which there is a panel of creatures */
#define PANEL_MAP 80   /* columns that the panel leaves to the map at least */
#define PANEL_MOST 34
#define MORE "--more--"
#define MORE_WIDTH 9
#define MESSAGE_ROWS_MOST 8
#define MESSAGE_ROWS_OVER 4 /* with those over the map */
#define BACK_TURNS 25       /* so far back is told what happened, to who comes back, */
#define BACK_MESSAGES 8     /* and so much of it */

static int between(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

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

/* ---- Messages ---- */

/* How often it was said since messages were read: each time took a serial of its own. */
static int said_anew(const struct play *play, const struct message *message)
{
	if (message->serial <= play->told)
		return message->repeats - play->told_repeats;
	uint32_t anew = message->serial - play->told;
	return anew < message->repeats ? (int)anew : message->repeats;
}

/* Whether what stands there is the first part of a text that was too long for one message: between
 * sentences there are two spaces, within one there is one. */
static bool is_cut_short(const char *text, size_t end)
{
	while (end > 0 && text[end - 1] >= ROLE_BYTE && text[end - 1] <= ROLE_BYTE_END)
		end--;
	char last = end > 0 ? text[end - 1] : '.';
	return (last >= 'a' && last <= 'z') || last == ',' || last == ';';
}

/* Appends a message in its role; a role's end inside it falls back to the message's own. */
static size_t message_add(const struct play *play, char *text, size_t used, size_t size,
	const struct message *message)
{
	int times = said_anew(play, message);
	char own = (char)(ROLE_BYTE + message->role);
	if (used && used + 2 < size) {
		text[used++] = ' ';
		if (!is_cut_short(text, used - 1))
			text[used++] = ' ';
	}
	if (used + 1 < size)
		text[used++] = own;
	for (const char *at = message->text; *at && used + 16 < size; at++)
		text[used++] = *at == ROLE_BYTE_END ? own : *at;
	if (times > 1 && used + 12 < size)
		used += (size_t)snprintf(text + used, size - used, " x%d", times);
	if (used + 1 < size)
		text[used++] = ROLE_BYTE_END;
	text[used] = 0;
	return used;
}

static bool message_is_new(const struct play *play, const struct message *message)
{
	return message->serial > play->told ||
	       (message->serial == play->told && message->repeats > play->told_repeats);
}

/* All that is new, as one text with role bytes. */
static void messages_gather(
	const struct play *play, const struct view *view, char *text, size_t size)
{
	size_t used = 0;
	text[0] = 0;
	for (size_t i = 0; i < view->message_count; i++)
		if (message_is_new(play, &view->messages[i]))
			used = message_add(play, text, used, size, &view->messages[i]);
	if (play->sentence[0] && used + strlen(play->sentence) + 3 < size)
		snprintf(text + used, size - used, "%s%s", used ? "  " : "", play->sentence);
}

/* Appends a message without roles of its own. */
static size_t message_plain(char *text, size_t used, const struct message *message)
{
	text[used++] = ' ';
	for (const char *at = message->text; *at; at++)
		if (*at < ROLE_BYTE || *at > ROLE_BYTE_END)
			text[used++] = *at;
	text[used] = 0;
	return used;
}

/* The older of two messages is at the lower index: those from there on up to what is new, dimmed,
 * and then what is new. */
static void messages_back(
	const struct play *play, const struct view *view, size_t from, char *text, size_t size)
{
	char news[2048];
	size_t used = (size_t)snprintf(text, size, UI_DIM "Before this:");
	for (size_t i = from; i < view->message_count; i++)
		if (!message_is_new(play, &view->messages[i]) && used + 140 < size)
			used = message_plain(text, used, &view->messages[i]);
	messages_gather(play, view, news, sizeof news);
	snprintf(text + used, size - used, UI_END "%s%s", news[0] ? "  " : "", news);
}

/* The last column stays free, and even the narrowest window has one. */
static int line_width(const struct vt_frame *frame)
{
	return between(frame->width - 1, 1, VT_WIDTH_MAX);
}

/* Without a frame it only counts. */
struct message_drawing {
	struct vt_frame *frame;
	int row, first, rows, y, x_end;
	int letters, room; /* so far, and up to the end of the rows */
};

static bool is_role_byte(char byte)
{
	return byte >= ROLE_BYTE && byte <= ROLE_BYTE_END;
}

/* What a text has left when it is broken into lines, however wide. */
static int letters_of(const char *text)
{
	int letters = 0;
	for (; *text; text++)
		letters += *text != ' ' && !is_role_byte(*text);
	return letters;
}

/* A line that the map may stand under is drawn over it. */
static int line_paint(struct vt_frame *frame, int y, const char *text)
{
	vt_fill(frame, 0, y, frame->width, 1, ' ', VT_TEXT, 0);
	return vt_text(frame, 0, y, text, VT_TEXT, 0, ui_roles);
}

static void message_line(void *context, const char *text, size_t length)
{
	struct message_drawing *drawing = context;
	int row = drawing->row++ - drawing->first;
	(void)length;
	drawing->letters += letters_of(text);
	if (row < 0 || row >= drawing->rows)
		return;
	drawing->room = drawing->letters;
	if (drawing->frame)
		drawing->x_end = line_paint(drawing->frame, drawing->y + row, text);
}

/* To who comes back: of the last turns so much as the rows have room for, without a page to turn.
 */
static void messages_return(const struct play *play, const struct view *view, int width, int most,
	char *text, size_t size)
{
	char more[4096];
	size_t newest = view->message_count;
	while (newest > 0 && message_is_new(play, &view->messages[newest - 1]))
		newest--;
	for (size_t from = newest; from-- > 0 && newest - from <= BACK_MESSAGES;) {
		struct message_drawing count = {0};
		if (view->messages[from].turn + BACK_TURNS < view->status.turn)
			return;
		messages_back(play, view, from, more, sizeof more);
		if (vt_wrap(more, width, message_line, &count) > most)
			return;
		snprintf(text, size, "%s", more);
	}
}

/* Fills the rows above the new messages with those that were read, dimmed, newest lowest. */
static void messages_old(
	const struct play *play, struct vt_frame *frame, const struct view *view, int rows)
{
	for (size_t i = view->message_count; i-- && rows > 0;) {
		const struct message *message = &view->messages[i];
		char text[140];
		if (message_is_new(play, message))
			continue;
		snprintf(text, sizeof text, message->repeats > 1 ? "%s x%d" : "%s", message->text,
			message->repeats);
		vt_text(frame, 0, --rows, text, VT_DIM, 0, NULL);
	}
}

/* What follows so many letters, and the role that it begins in. */
static const char *text_after(const char *text, int letters, char *role)
{
	for (; *text && (letters > 0 || *text == ' ' || is_role_byte(*text)); text++) {
		if (is_role_byte(*text))
			*role = *text;
		else
			letters -= *text != ' ';
	}
	return text;
}

/* Of so many letters those up to the end of the last sentence among them; all, when that would
 * leave most of the page empty. */
static int whole_sentences(const char *text, int letters)
{
	int seen = 0, whole = 0;
	bool ends = false;
	for (; *text && seen <= letters; text++) {
		if (is_role_byte(*text))
			continue;
		if (*text == ' ' && (ends || text[1] == ' '))
			whole = seen;
		seen += *text != ' ';
		if (*text != '"')
			ends = strchr(".!?", *text) != NULL;
	}
	return whole * 3 >= letters ? whole : letters;
}

/* The page after those that were turned, up to the end of a sentence.  What was there to be read at
 * once is not turned again in a smaller window: its end is shown. */
static void messages_page(struct play *play, struct vt_frame *frame, const char *text, int rows)
{
	int width = between(frame->width - MORE_WIDTH - 1, 1, VT_WIDTH_MAX);
	bool at_once = play->read_all || play->watched;
	char role = ROLE_BYTE_END, next = ROLE_BYTE_END, page[4096];
	const char *rest = text_after(text, at_once ? 0 : play->read, &role);
	struct message_drawing count = {.rows = rows}, drawing = {.frame = frame, .rows = rows};
	int lines = vt_wrap(rest, width, message_line, &count);
	play->more = lines > rows && !at_once;
	int letters = play->more ? whole_sentences(rest, count.room) : count.letters;
	int length = (int)(text_after(rest, letters, &next) - rest);
	while (length > 0 && (rest[length - 1] == ' ' || is_role_byte(rest[length - 1])))
		length--;
	snprintf(page, sizeof page, "%c%.*s", role, length, rest);
	drawing.first = lines > rows && at_once ? lines - rows : 0;
	lines = vt_wrap(page, width, message_line, &drawing);
	play->page = play->read + letters;
	if (!play->more)
		return;
	int y = between(lines, 1, rows) - 1;
	frame->cursor_x =
		(int16_t)vt_text(frame, drawing.x_end + 1, y, MORE, VT_BRIGHT, VT_REVERSE, NULL);
	frame->cursor_y = (int16_t)y;
}

/* A prompt stands alone on the first rows, with the cursor behind it; where it would lie over what
 * is pointed at, on the last ones of the map. */
static void prompt_paint(const struct play *play, struct vt_frame *frame)
{
	struct message_drawing count = {0}, drawing = {.frame = frame, .rows = 4};
	bool boxed = play->mode == MODE_ITEM || play->mode == MODE_VERB ||
		     play->mode == MODE_GROUND || play->mode == MODE_SPELL ||
		     play->mode == MODE_CHOICE || play->mode == MODE_PLACES;
	if (!play->sentence[0] || boxed)
		return;
	int rows = between(vt_wrap(play->sentence, line_width(frame), message_line, &count), 1, 4);
	if (play->mode == MODE_CURSOR && frame->cursor_y < rows)
		drawing.y = between(frame->height - 2 - rows, 0, VT_HEIGHT_MAX);
	vt_wrap(play->sentence, line_width(frame), message_line, &drawing);
	if (play->mode == MODE_DIRECTION || play->mode == MODE_CONFIRM) {
		frame->cursor_x = (int16_t)between(drawing.x_end + 1, 0, frame->width - 1);
		frame->cursor_y = (int16_t)(rows - 1);
	}
}

void play_paint_messages(
	struct play *play, struct vt_frame *frame, const struct view *view, int rows, int most)
{
	char text[4096];
	play->more = false;
	if (play->mode != MODE_MAP) {
		prompt_paint(play, frame);
		return;
	}
	if (view->message_count && play->shown != view->messages[view->message_count - 1].serial)
		play->read_all = false;
	messages_gather(play, view, text, sizeof text);
	if (play->returned && rows == 1)
		messages_return(play, view, line_width(frame), most, text, sizeof text);
	struct message_drawing count = {0};
	int lines = text[0] ? vt_wrap(text, line_width(frame), message_line, &count) : 0;
	if (lines > most || play->read > 0) {
		messages_page(play, frame, text, most);
	} else {
		struct message_drawing drawing = {
			.frame = frame, .rows = most, .y = lines < rows ? rows - lines : 0};
		if (lines)
			vt_wrap(text, line_width(frame), message_line, &drawing);
		if (rows > 1)
			messages_old(play, frame, view, rows - lines);
	}
	if (view->message_count) {
		play->shown = view->messages[view->message_count - 1].serial;
		play->shown_repeats = view->messages[view->message_count - 1].repeats;
	}
	play->read_all = !play->more && !play->flight_step;
}

/* ---- Map ---- */

/* Plain ground takes the colour of what shines on it; what has a colour of its own keeps it. */
static bool takes_light(const struct view_cell *cell, const struct look *look)
{
	return cell->light != ROLE_TEXT && (look->role == ROLE_STONE || look->role == ROLE_DIM) &&
	       !(cell->flags & (CELL_CREATURE | CELL_ITEM | CELL_HERO));
}

static void cell_paint(
	const struct play *play, struct vt_frame *frame, int x, int y, const struct view_cell *cell)
{
	unsigned attributes = 0;
	if (!(cell->flags & CELL_KNOWN))
		return;
	if (!(cell->flags & (CELL_VISIBLE | CELL_HERO)))
		attributes |= VT_FADED;
	if (cell->flags & CELL_MARKED)
		attributes |= VT_REVERSE;
	const struct look *look = content_look(play->content, cell->look);
	if (cell->smell && !(cell->flags & (CELL_CREATURE | CELL_HERO)))
		vt_put(frame, x, y, (uint16_t)('0' + between(cell->smell * 10 / 256, 0, 9)),
			VT_MAGIC, attributes);
	else
		vt_put(frame, x, y, play->glyphs[cell->look],
			(enum vt_role)ui_roles[takes_light(cell, look) ? cell->light : look->role],
			attributes);
}

static bool to_frame(const struct play *play, const struct play_layout *layout, int x, int y,
	int *at_x, int *at_y)
{
	x -= play->scroll_x;
	y -= play->scroll_y;
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

/* Those who are no enemies are underlined and of another colour, since their letter is that of
 * their kind. */
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

/* A cursor takes the window along, and the end of pointing brings back the hero's. */
static void map_scroll(struct play *play, const struct view *view, const struct play_layout *layout)
{
	int width = layout->map_width, height = layout->map_height;
	if (play->scroll_depth != view->status.depth)
		play->home_x = play->home_y = 0;
	play->scroll_depth = (uint8_t)view->status.depth;
	play->window_width = (int16_t)width;
	play->window_height = (int16_t)height;
	play->home_x = play_scroll(play->home_x, view->hero_x, view->width, width);
	play->home_y = play_scroll(play->home_y, view->hero_y, view->height, height);
	if (play->mode != MODE_CURSOR) {
		play->scroll_x = play->home_x;
		play->scroll_y = play->home_y;
		return;
	}
	play->scroll_x = play_scroll(play->scroll_x, play->cursor_x, view->width, width);
	play->scroll_y = play_scroll(play->scroll_y, play->cursor_y, view->height, height);
}

static void map_paint(struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout)
{
	bool pointing = play->mode == MODE_CURSOR;
	int focus_x = pointing ? play->cursor_x : view->hero_x,
	    focus_y = pointing ? play->cursor_y : view->hero_y;
	map_scroll(play, view, layout);
	for (int y = 0; y < layout->map_height && y + play->scroll_y < view->height; y++)
		for (int x = 0; x < layout->map_width && x + play->scroll_x < view->width; x++)
			cell_paint(play, frame, layout->map_x + x, layout->map_y + y,
				&view->cells[(y + play->scroll_y) * view->width + x +
					     play->scroll_x]);
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

/* The way that what is aimed with would take, what would stop it, and as far about its end as it
 * does anything. */
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
	for (int i = 0; i < play->flight_count && play->flight_step; i++) {
		const struct flight *flight = &play->flights[i];
		int step = play->flight_step, steps = play->flight_steps, x, y;
		if (!to_frame(play, layout,
			    flight->from_x + (flight->x - flight->from_x) * step / steps,
			    flight->from_y + (flight->y - flight->from_y) * step / steps, &x, &y))
			continue;
		const struct look *look = content_look(play->content, flight->look);
		vt_put(frame, x, y, play->glyphs[flight->look], (enum vt_role)ui_roles[look->role],
			VT_BOLD);
	}
}

/* ---- Creatures in view ---- */

enum vt_role play_health_role(int percent)
{
	return percent > 50 ? VT_GOOD : percent > 25 ? VT_LAMP : VT_DANGER;
}

/* Letters of a name that go into a row: it is broken between words, and only where it must. */
static int name_broken(const char *name, int room)
{
	int length = (int)strlen(name), at = room;
	if (length <= room)
		return length;
	while (at > 0 && name[at] != ' ')
		at--;
	return at > 0 ? at : room;
}

/* In one row or two; returns how many. */
static int panel_creature(const struct play *play, struct vt_frame *frame, int x, int y, int width,
	const struct view_creature *creature)
{
	const struct look *look = content_look(play->content, creature->look);
	const char *state = creature->captive   ? "captive"
			    : creature->ally    ? "ally"
			    : creature->asleep  ? "asleep"
			    : creature->unaware ? "unaware"
						: "";
	bool worded = *state && (creature->captive || creature->health_percent >= 100);
	int right = x + width - 1 - (worded ? (int)strlen(state) : 5);
	enum vt_role role = creature->ally                          ? VT_GOOD
			    : creature->asleep || creature->captive ? VT_DIM
								    : VT_TEXT;
	const char *name = creature->name;
	int first = name_broken(name, between(right - x - 3, 1, 60));
	vt_put(frame, x, y, play->glyphs[creature->look], (enum vt_role)ui_roles[look->role], 0);
	vt_textf(frame, x + 2, y, role, 0, "%.*s", first, name);
	if (name[first] == ' ' && y + 1 < frame->height - 2)
		vt_textf(frame, x + 3, y + 1, role, 0, "%.*s", between(width - 4, 1, 60),
			name + first + 1);
	if (worded)
		vt_text(frame, right, y, state, VT_DIM, 0, NULL);
	else
		ui_bar(frame, right, y, 5, creature->health_percent, 100,
			play_health_role(creature->health_percent));
	return name[first] == ' ' ? 2 : 1;
}

/* Enemies come first, then those who are none. */
static const char *panel_title(const struct view_creature *creature)
{
	static const char enemies[] = "In sight", friends[] = "Beside you";
	return creature->ally || creature->captive ? friends : enemies;
}

void play_paint_panel(const struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout)
{
	int x = layout->panel_x, width = frame->width - x;
	int rows = frame->height - 2 - layout->message_rows;
	if (!x || !view->creature_count)
		return;
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

/* ---- All of it ---- */

/* Whether anything of a row of the map is known, as far as the window shows it. */
static bool row_is_known(const struct play *play, const struct view *view, int y)
{
	const struct view_cell *cells = &view->cells[y * view->width];
	for (int x = play->scroll_x; x < view->width; x++)
		if (cells[x].flags & CELL_KNOWN)
			return true;
	return false;
}

/* Messages that need it may lie over the upper rows of the map: one row of it in any case, more
 * where nothing is known, none where something alive is. */
static int rows_for_messages(
	const struct play *play, const struct view *view, const struct play_layout *layout)
{
	int top = view->hero_y, blank = play->scroll_y;
	for (size_t i = 0; i < view->creature_count; i++)
		top = view->creatures[i].y < top ? view->creatures[i].y : top;
	while (blank < top && !row_is_known(play, view, blank))
		blank++;
	top += layout->map_y - play->scroll_y;
	blank += layout->map_y - play->scroll_y;
	int most = blank > layout->message_rows + 1 ? blank : layout->message_rows + 1;
	most = between(most, layout->message_rows, MESSAGE_ROWS_OVER);
	return between(most, layout->message_rows,
		top > layout->message_rows ? top : layout->message_rows);
}

void play_paint(struct play *play, struct vt_frame *frame)
{
	struct view view;
	struct play_layout layout;
	game_view(play->game, &view);
	vt_frame_clear(frame);
	play_layout(frame, &view, &layout);
	map_paint(play, frame, &view, &layout);
	path_paint(play, frame, &layout);
	missiles_paint(play, frame, &layout);
	play_paint_panel(play, frame, &view, &layout);
	play_paint_status(play, frame, &view);
	int most = rows_for_messages(play, &view, &layout);
	play_hint_paint(play, frame, &view, &layout, most);
	play_paint_messages(play, frame, &view, layout.message_rows, most);
	play_sheet_paint(play, frame, &view);
	if (watch_look(&play->watch, &view, NULL) >= 0)
		play->ring |= play->bell;
	frame->bell |= play->ring;
	play->ring = false;
}
