/*
 * The cursor that chooses a cell to aim at, to look at or to travel to.
 *
 * Tab and - go through the spots (play_spots.c). The engine computes the path of a shot from what
 * the hero knows.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 8 /* cells that a shifted key moves the cursor while aiming or travelling */

/* ---- The next spot ---- */

static void play_cursor_to(struct play *play, const struct spot *spot)
{
	play->prompt.cursor_x = spot->x;
	play->prompt.cursor_y = spot->y;
}

/* Moves the cursor to the spot after or before the current one, or to the first. */
static void play_cursor_next(struct play *play, const struct view *view, int step)
{
	struct spots spots;
	int at = 0;
	play_spots(play, view, &spots);
	if (!spots.count)
		return;
	while (at < spots.count && (spots.list[at].x != play->prompt.cursor_x ||
					   spots.list[at].y != play->prompt.cursor_y))
		at++;
	at = at < spots.count ? at + step : step > 0 ? 0 : spots.count - 1;
	play_cursor_to(play, &spots.list[(at + spots.count) % spots.count]);
}

/* True if Tab would move the cursor to another cell. */
static bool has_next(struct play *play, const struct view *view)
{
	struct spots spots;
	play_spots(play, view, &spots);
	for (int i = 0; i < spots.count; i++)
		if (spots.list[i].x != play->prompt.cursor_x ||
			spots.list[i].y != play->prompt.cursor_y)
			return true;
	return false;
}

/* ---- Messages about the cell ---- */

/* Writes "Throw where?" or "Use it where?". */
static void aim_question(const struct play *play, char *text, size_t size)
{
	const char *word = play_item_word(play);
	snprintf(text, size, "%c%s%s where?", toupper((unsigned char)*word), word + 1,
		play->prompt.action == ACTION_USE ? " it" : "");
}

/* True if the effect at the end of the path would also reach the hero. */
static bool reaches_hero(struct play *play, const struct trajectory *trajectory)
{
	if (!trajectory->count || !trajectory->radius)
		return false;
	const struct view *view = play_view(play);
	int last = trajectory->count - 1;
	return play_distance(view, trajectory->cells[last].x, trajectory->cells[last].y) <=
	       trajectory->radius;
}

/* Writes the expected outcome of the shot, as far as the hero knows. */
static void aim_outcome(struct play *play, char *text, size_t size)
{
	struct trajectory trajectory;
	char target[80], other[80];
	const char *name = "An unseen cell";
	text[0] = 0;
	if (!play_trajectory(play, &trajectory))
		return;
	if (!trajectory.count && trajectory.reaches) {
		snprintf(text, size, "Move the cursor there.");
		return;
	}
	if (game_name(play->game, play->prompt.cursor_x, play->prompt.cursor_y, target,
		    sizeof target))
		name = target;
	bool there = trajectory.met_x == play->prompt.cursor_x &&
		     trajectory.met_y == play->prompt.cursor_y;
	if (trajectory.too_far)
		snprintf(text, size, "%s: too far.", name);
	else if (trajectory.unseen)
		snprintf(text, size, "%s: out of sight.", name);
	else if (trajectory.met && there && trajectory.hits)
		snprintf(text, size, "%s: %d%% to hit.", name, trajectory.hits);
	else if (trajectory.met && !there && !trajectory.reaches &&
		 game_name(play->game, trajectory.met_x, trajectory.met_y, other, sizeof other))
		snprintf(text, size, "%s: %s is in the way.", name, other);
	else if (!trajectory.reaches && trajectory.stopped &&
		 game_name(play->game, trajectory.stop_x, trajectory.stop_y, other, sizeof other))
		snprintf(text, size, "%s: %s is in the way.", name, other);
	else if (!trajectory.reaches && !trajectory.stopped && !trajectory.met)
		snprintf(text, size, "%s: too far.", name);
	else
		snprintf(text, size, "%s.", name);
	if (text[0] >= 'a' && text[0] <= 'z')
		text[0] = (char)(text[0] - 'a' + 'A');
	if (reaches_hero(play, &trajectory))
		snprintf(text + strlen(text), size - strlen(text),
			" " UI_BAD "It reaches you." UI_END);
}

static void aim_report(struct play *play)
{
	char outcome[200], question[60], sentence[320];
	aim_question(play, question, sizeof question);
	aim_outcome(play, outcome, sizeof outcome);
	snprintf(sentence, sizeof sentence, "%s %s" UI_DIM " Enter: there, %sEsc: cancel" UI_END,
		question, outcome, has_next(play, play_view(play)) ? "Tab: next, " : "");
	play_say(play, sentence);
}

/* Writes the offset from the hero as "(12 east, 3 north)"; nothing at the hero. */
static void offset_text(int dx, int dy, char *text, size_t size)
{
	char across[24] = "", down[24] = "";
	if (dx)
		snprintf(across, sizeof across, "%d %s", abs(dx), dx > 0 ? "east" : "west");
	if (dy)
		snprintf(down, sizeof down, "%d %s", abs(dy), dy > 0 ? "south" : "north");
	snprintf(text, size, dx || dy ? UI_DIM "(%s%s%s)" UI_END : "%s%s%s", across,
		dx && dy ? ", " : "", down);
}

/* Shows a description of the cell, and the keys that go on or end until the first of them is
 * pressed: they would cost a third of the bytes of each further key. */
static void look_say(struct play *play, const struct view *view, const char *text)
{
	char sentence[sizeof play->messages.sentence];
	const char *keys = has_next(play, view) ? "Arrows move, Tab next, Esc ends."
						: "Arrows move, Esc ends.";
	if (play->prompt.moved) {
		play_say(play, text);
		return;
	}
	snprintf(sentence, sizeof sentence, "%.*s" UI_DIM " %s" UI_END,
		(int)(sizeof sentence - strlen(keys) - 4), text, keys);
	play_say(play, sentence);
}

/* The sentence around an effect's line has a full stop of its own. */
static void drop_stop(char *line)
{
	size_t length = strlen(line);
	if (length > 0 && line[length - 1] == '.')
		line[length - 1] = '\0';
}

/* Describes the items under the hero, then the terrain. */
static void feet_report(struct play *play, const struct view *view)
{
	char ground[240], line[EFFECT_LINE_SIZE];
	char sentence[sizeof play->messages.sentence] = "At your feet:";
	size_t length = strlen(sentence);
	for (size_t i = 0; i < view->ground_count && length < sizeof sentence; i++) {
		const struct view_item *item = &view->ground[i];
		game_effect_line(play->game, EFFECT_OF_GROUND, i, line, sizeof line);
		drop_stop(line);
		length += (size_t)snprintf(sentence + length, sizeof sentence - length,
			" %s.%s%s " UI_LAMP "%s." UI_END, item->name, *item->description ? " " : "",
			item->description, line);
	}
	if (length < sizeof sentence &&
		game_describe(play->game, view->hero_x, view->hero_y, ground, sizeof ground))
		snprintf(sentence + length, sizeof sentence - length, " %s", ground);
	look_say(play, view, sentence);
}

static void look_report(struct play *play, const struct view *view)
{
	char text[240] = "", where[64], line[EFFECT_LINE_SIZE] = "";
	char sentence[sizeof play->messages.sentence];
	bool here = play->prompt.cursor_x == view->hero_x && play->prompt.cursor_y == view->hero_y;
	if (here && view->ground_count > 0) {
		feet_report(play, view);
		return;
	}
	offset_text(play->prompt.cursor_x - view->hero_x, play->prompt.cursor_y - view->hero_y,
		where, sizeof where);
	/* A creature is described in its own box. */
	if (play_creature_at(view, play->prompt.cursor_x, play->prompt.cursor_y))
		text[0] = 0;
	else if (!game_describe(play->game, play->prompt.cursor_x, play->prompt.cursor_y, text,
			 sizeof text))
		snprintf(text, sizeof text, "You have not seen that place.");
	else
		game_effect_at(play->game, play->prompt.cursor_x, play->prompt.cursor_y, line,
			sizeof line);
	drop_stop(line);
	snprintf(sentence, sizeof sentence, *line ? "%s " UI_LAMP "%s." UI_END "%s%s" : "%s%s%s%s",
		text, line, *text && *where ? " " : "", where);
	look_say(play, view, sentence);
}

static void travel_report(struct play *play, const struct view *view)
{
	char name[80] = "", where[64], sentence[320];
	bool here = play->prompt.cursor_x == view->hero_x && play->prompt.cursor_y == view->hero_y;
	offset_text(play->prompt.cursor_x - view->hero_x, play->prompt.cursor_y - view->hero_y,
		where, sizeof where);
	if (here) {
		snprintf(sentence, sizeof sentence,
			"Travel where?" UI_DIM
			" < > for %.20s; Enter lists places; Tab: the next; or move." UI_END,
			ui_word(play->content, "label-stairs", "stairs"));
		play_say(play, sentence);
		return;
	}
	if (!game_name(play->game, play->prompt.cursor_x, play->prompt.cursor_y, name, sizeof name))
		snprintf(name, sizeof name, "an unseen cell");
	snprintf(sentence, sizeof sentence,
		"Travel to %s? %s" UI_DIM " Enter goes, Tab: the next." UI_END, name, where);
	play_say(play, sentence);
}

void play_cursor_report(struct play *play)
{
	const struct view *view = play_view(play);
	if (play->prompt.action == ACTION_TRAVEL)
		travel_report(play, view);
	else if (play_aims((enum action)play->prompt.action))
		aim_report(play);
	else
		look_report(play, view);
}

/* ---- Beginning ---- */

/* Moves the cursor to the nearest creature. */
static void play_cursor_look(struct play *play, const struct view *view)
{
	struct spots spots;
	play_spots(play, view, &spots);
	if (spots.count && spots.list[0].creature)
		play_cursor_to(play, &spots.list[0]);
}

/* Moves the cursor to the last target if it can still be hit, else to the first enemy. It stays at
 * the hero if there is none: allies and captives are aimed at by hand only. */
static void play_cursor_aim(struct play *play, const struct view *view)
{
	struct spots spots;
	if (!view->creature_count || !play_is_enemy(&view->creatures[0]))
		return;
	play_spots(play, view, &spots);
	play_cursor_to(play, &spots.list[0]);
	for (size_t i = 0; i < view->creature_count; i++)
		if (play_is_last_target(play, &view->creatures[i])) {
			play->prompt.cursor_x = view->creatures[i].x;
			play->prompt.cursor_y = view->creatures[i].y;
		}
}

bool play_travel_refused(struct play *play)
{
	const struct view *view = play_view(play);
	struct auto_move automove;
	struct command command;
	bool adjacent = false;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *it = &view->creatures[i];
		adjacent |= play_distance(view, it->x, it->y) <= 1 && play_is_enemy(it) &&
			    !it->asleep && !it->unaware && !it->fleeing;
	}
	if (!adjacent)
		return false;
	auto_begin(&automove, AUTO_TRAVEL, 0, view->hero_x, view->hero_y, play->game, &play->watch);
	if (auto_next(&automove, play->game, play->view, &command) || !automove.says[0])
		return false;
	play_say(play, automove.says);
	return true;
}

void play_cursor_begin(struct play *play, enum action action)
{
	const struct view *view = play_view(play);
	play->acting.travel_refused = action == ACTION_TRAVEL && play_travel_refused(play);
	if (play->acting.travel_refused)
		return;
	play->prompt.cursor_x = view->hero_x;
	play->prompt.cursor_y = view->hero_y;
	play->prompt.moved = false;
	play_prompt_begin(play, MODE_CURSOR, action, "");
	if (action == ACTION_LOOK)
		play_cursor_look(play, view);
	else if (play_aims(action))
		play_cursor_aim(play, view);
	play_cursor_report(play);
	if (action == ACTION_LOOK_HERE)
		play_say(play, "Look where? Arrows move (Shift: far), : lists all around you, Esc "
			       "ends.");
}

void play_cursor_at(struct play *play, enum action action, int x, int y)
{
	if (play->prompt.mode != MODE_CURSOR)
		play_prompt_begin(play, MODE_CURSOR, action, "");
	play->prompt.cursor_x = (int16_t)x;
	play->prompt.cursor_y = (int16_t)y;
	play_cursor_report(play);
}

/* ---- Stairs ---- */

/* Finds known stairs of that direction, even under an item or a creature, but not under the
 * hero. */
static bool play_find_stairs(
	struct play *play, const struct view *view, char symbol, int *x, int *y)
{
	for (int at = 0; at < view->width * view->height; at++) {
		*x = at % view->width;
		*y = at / view->width;
		if (!(view->cells[at].flags & CELL_HERO) &&
			game_knows_stairs(play->game, *x, *y, symbol == '<'))
			return true;
	}
	return false;
}

static const char *stairs_unseen(const struct play *play)
{
	return ui_word(play->content, "no-stairs-seen", "You have not seen such stairs here.");
}

static void play_travel_stairs(struct play *play, const struct view *view, char symbol)
{
	int x, y;
	bool here = game_legal(play->game, symbol == '<' ? VERB_UP : VERB_DOWN);
	if (here || !play_find_stairs(play, view, symbol, &x, &y)) {
		play_prompt_end(play);
		play_say(play, here ? "You are standing on them." : stairs_unseen(play));
		return;
	}
	play_travel(play, x, y);
}

/* Travels to the stairs, or moves the cursor there if the player is looking. */
static void play_cursor_stairs(struct play *play, const struct view *view, char symbol)
{
	int x, y;
	if (play->prompt.action == ACTION_TRAVEL) {
		play_travel_stairs(play, view, symbol);
	} else if (game_knows_stairs(play->game, view->hero_x, view->hero_y, symbol == '<')) {
		play->prompt.cursor_x = view->hero_x;
		play->prompt.cursor_y = view->hero_y;
		play_say(play, "You are standing on them.");
	} else if (play_find_stairs(play, view, symbol, &x, &y)) {
		play->prompt.cursor_x = (int16_t)x;
		play->prompt.cursor_y = (int16_t)y;
		play_cursor_report(play);
	} else {
		play_say(play, stairs_unseen(play));
	}
}

/* ---- Keys ---- */

/* Cancels a shot whose shown outcome is that it misses its target or has no effect; no turn is
 * spent. Shots with an area effect are always allowed. */
static bool has_no_effect(struct play *play, const struct view *view)
{
	struct trajectory trajectory;
	char outcome[200], sentence[260];
	enum action action = (enum action)play->prompt.action;
	bool costs = action == ACTION_ZAP || action == ACTION_CAST || action == ACTION_USE ||
		     action == ACTION_FIRE;
	if (!costs || !play_trajectory(play, &trajectory) || trajectory.radius || trajectory.met ||
		(trajectory.reaches && !trajectory.too_far && !trajectory.unseen))
		return false;
	bool at_somebody =
		view->cells[play->prompt.cursor_y * view->width + play->prompt.cursor_x].flags &
		CELL_CREATURE;
	if (!at_somebody && trajectory.stopped)
		return false;
	aim_outcome(play, outcome, sizeof outcome);
	play_prompt_end(play);
	snprintf(sentence, sizeof sentence, "%s No turn is spent.", outcome);
	play_say(play, sentence);
	return true;
}

static void play_cursor_chosen(struct play *play, const struct view *view)
{
	enum action action = (enum action)play->prompt.action;
	struct command command = {.x = play->prompt.cursor_x, .y = play->prompt.cursor_y};
	const struct view_creature *target =
		play_creature_at(view, play->prompt.cursor_x, play->prompt.cursor_y);
	if (action == ACTION_TRAVEL) {
		if (command.x == view->hero_x && command.y == view->hero_y)
			play_places_begin(play);
		else
			play_travel(play, command.x, command.y);
		return;
	}
	if (action == ACTION_LOOK_HERE) {
		play_prompt_end(play);
		play_page_here(play);
		return;
	}
	if (play_aims(action) && has_no_effect(play, view))
		return;
	if (play_aims(action)) {
		command = play_aimed(play, command.x, command.y);
		play->prompt.target = target ? target->id : 0;
	}
	play_prompt_end(play);
	if (play_aims(action))
		play_act(play, &command);
}

/* Finds the bounding box of the known cells; the cursor stays inside it. */
static void known_box(const struct view *view, int *left, int *top, int *right, int *bottom)
{
	*left = *right = view->hero_x;
	*top = *bottom = view->hero_y;
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			if (!(view->cells[y * view->width + x].flags & CELL_KNOWN))
				continue;
			*left = x < *left ? x : *left;
			*right = x > *right ? x : *right;
			*top = y < *top ? y : *top;
			*bottom = y > *bottom ? y : *bottom;
		}
}

static int half_of(int window)
{
	return window > 1 ? window / 2 : FAR;
}

static void play_cursor_move(
	struct play *play, const struct view *view, int key, enum direction direction)
{
	bool far = keymap_action(play->settings.keys, key, false) >= ACTION_RUN;
	bool appearances =
		play->prompt.action == ACTION_LOOK || play->prompt.action == ACTION_LOOK_HERE;
	int across = !far ? 1 : appearances ? half_of(play->window.width) : FAR;
	int down = !far ? 1 : appearances ? half_of(play->window.height) : FAR;
	int left = 0, top = 0, right = view->width - 1, bottom = view->height - 1;
	if (!play_aims((enum action)play->prompt.action))
		known_box(view, &left, &top, &right, &bottom);
	play->prompt.cursor_x = (int16_t)between(
		play->prompt.cursor_x + direction_dx[direction] * across, left, right);
	play->prompt.cursor_y = (int16_t)between(
		play->prompt.cursor_y + direction_dy[direction] * down, top, bottom);
}

/* True if the key confirms the cell: Enter, Space, a wait key or the verb's own key. Space confirms
 * no shot, because players press it to turn pages of messages. */
static bool chooses(const struct play *play, int key, bool aims)
{
	enum action action = keymap_action(play->settings.keys, key, false);
	if (key == ' ' && aims)
		return false;
	return key == '\r' || key == ' ' || action == ACTION_WAIT || action == play->prompt.action;
}

void play_cursor_key(struct play *play, int key)
{
	const struct view *view = play_view(play);
	enum direction direction = keymap_direction(play->settings.keys, key);
	bool aims = play_aims((enum action)play->prompt.action);
	enum action action = keymap_action(play->settings.keys, key, false);
	bool appearances = play->prompt.action == ACTION_LOOK;
	play->prompt.moved = true;
	bool forth =
		key == '\t' || key == '+' || key == '*' || (appearances && action == ACTION_LOOK);
	if ((key == '<' || key == '>') && !aims) {
		play_cursor_stairs(play, view, (char)key);
	} else if (direction != DIR_COUNT) {
		play_cursor_move(play, view, key, direction);
		play_cursor_report(play);
	} else if (forth || key == '-') {
		play_cursor_next(play, view, forth ? 1 : -1);
		play_cursor_report(play);
	} else if (chooses(play, key, aims)) {
		play_cursor_chosen(play, view);
	} else if (key == VT_KEY_ESCAPE || !aims) {
		play_prompt_end(play);
		if (play->prompt.action == ACTION_TRAVEL && key != VT_KEY_ESCAPE)
			play_say(play, "You stay: Enter lists the places first.");
		/* A command key ends a look and then runs. */
		play->prompt.key_acts =
			appearances && key != VT_KEY_ESCAPE && action != ACTION_NONE;
	}
}
