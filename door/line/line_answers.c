/* Answers to look, where, list, health, compass and map. */
#include "door/line/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Things ---- */

static const char *creature_state(const struct view_creature *creature)
{
	return creature->captive   ? "captive"
	       : creature->ally    ? "with you"
	       : creature->asleep  ? "asleep"
	       : creature->fleeing ? "fleeing"
	       : creature->unaware ? "unaware of you"
				   : "noticed you";
}

/* Adds "rat, asleep, wounded 40%" or "chest, 30 gold", without the place. */
static void add_name(struct ui_text *text, const struct line_thing *thing)
{
	line_plain(text, thing->name);
	if (thing->creature) {
		ui_add(text, ", %s", creature_state(thing->creature));
		if (thing->creature->health_percent < 100)
			ui_add(text, ", %d%% health", thing->creature->health_percent);
	}
	if (thing->price)
		ui_add(text, ", for %d gold", thing->price);
	if (thing->kind == LINE_HARM)
		ui_add(text, ", harmful");
	if (thing->more)
		ui_add(text, ", and %d more", thing->more);
	if (!thing->seen)
		ui_add(text, ", remembered");
}

void line_thing_text(struct ui_text *text, const struct line_thing *thing, const struct view *view)
{
	char where[48];
	line_offset(thing->x - view->hero_x, thing->y - view->hero_y, where, sizeof where);
	if (thing->letter)
		ui_add(text, "%c, ", thing->letter);
	add_name(text, thing);
	ui_add(text, ", %s.", where);
}

/* Adds one sentence with the things in sight of a kind: "Items: b, a key, 3 north; ...". */
static void add_kind(struct ui_text *text, const struct view *view,
	const struct line_things *things, enum line_kind kind, const char *label)
{
	char where[48];
	bool any = false;
	for (size_t i = 0; i < things->count; i++) {
		const struct line_thing *thing = &things->list[i];
		if (thing->kind != kind || !thing->seen)
			continue;
		line_offset(thing->x - view->hero_x, thing->y - view->hero_y, where, sizeof where);
		ui_add(text, "%s", any ? "; " : label);
		if (thing->letter)
			ui_add(text, "%c, ", thing->letter);
		add_name(text, thing);
		ui_add(text, ", %s", where);
		any = true;
	}
	if (any)
		ui_add(text, ".\n");
}

/* ---- The hero's place ---- */

static bool is_free(const struct view *view, int x, int y)
{
	if (x < 0 || y < 0 || x >= view->width || y >= view->height)
		return false;
	unsigned flags = view->cells[y * view->width + x].flags;
	return (flags & CELL_KNOWN) && !(flags & CELL_STOPS);
}

/* Adds "Exits: north, east." */
static void add_exits(struct ui_text *text, const struct view *view)
{
	int count = 0;
	for (int i = 0; i < DIR_COUNT; i++)
		count += is_free(
			view, view->hero_x + direction_dx[i], view->hero_y + direction_dy[i]);
	if (count == DIR_COUNT || count == 0) {
		ui_add(text, count ? "Exits: all directions.\n" : "Exits: none known.\n");
		return;
	}
	const char *before = "Exits: ";
	for (int i = 0; i < DIR_COUNT; i++)
		if (is_free(view, view->hero_x + direction_dx[i], view->hero_y + direction_dy[i])) {
			ui_add(text, "%s%s", before, line_direction_word((enum direction)i));
			before = ", ";
		}
	ui_add(text, ".\n");
}

static unsigned flags_at(const struct view *view, int x, int y)
{
	bool inside = x >= 0 && y >= 0 && x < view->width && y < view->height;
	return inside ? view->cells[y * view->width + x].flags : 0;
}

/* Adds the nearest known free cell without harm, as an offset. */
static void add_safety(struct ui_text *text, const struct view *view)
{
	char where[48];
	int least = INT16_MAX, to_x = 0, to_y = 0;
	for (int at = 0; at < view->width * view->height; at++) {
		int dx = at % view->width - view->hero_x, dy = at / view->width - view->hero_y,
		    steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
		if (view->cells[at].flags & (CELL_HARM | CELL_CREATURE | CELL_HERO) ||
			!is_free(view, view->hero_x + dx, view->hero_y + dy) || steps >= least)
			continue;
		least = steps;
		to_x = dx;
		to_y = dy;
	}
	line_offset(to_x, to_y, where, sizeof where);
	if (least < INT16_MAX)
		ui_add(text, "It is harmful here. The nearest safe ground: %s.\n", where);
	else
		ui_add(text, "It is harmful here. No safe ground is known.\n");
}

/* Adds "Harmful steps: north, east.", and where to go if the hero stands in harm. */
static void add_harm(struct ui_text *text, const struct view *view)
{
	const char *before = "Harmful steps: ";
	for (int i = 0; i < DIR_COUNT; i++) {
		int x = view->hero_x + direction_dx[i], y = view->hero_y + direction_dy[i];
		if (!is_free(view, x, y) || !(flags_at(view, x, y) & CELL_HARM))
			continue;
		ui_add(text, "%s%s", before, line_direction_word((enum direction)i));
		before = ", ";
	}
	ui_add(text, *before == ',' ? ".\n" : "");
	if (flags_at(view, view->hero_x, view->hero_y) & CELL_HARM)
		add_safety(text, view);
}

static void add_light(struct ui_text *text, const struct view *view)
{
	ui_add(text, "You are %s. Your noise is %d.",
		view->status.lit ? "in the light" : "in the dark", view->status.noise);
	int seen = 0;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		seen += !creature->ally && !creature->captive && !creature->asleep &&
			!creature->unaware;
	}
	if (seen)
		ui_add(text, " %d enem%s noticed you.\n", seen, seen == 1 ? "y has" : "ies have");
	else
		ui_add(text, " No enemy in view has noticed you.\n");
}

/* Adds the ground and the items under the hero. */
static void add_underfoot(struct ui_text *text, const struct game *game, const struct view *view)
{
	char ground[240];
	if (game_describe(game, view->hero_x, view->hero_y, ground, sizeof ground)) {
		/* The first sentence is about the hero. */
		const char *rest = strstr(ground, ". ");
		line_plain(text, rest ? rest + 2 : ground);
		ui_add(text, "\n");
	}
	if (!view->ground_count)
		return;
	ui_add(text, "Here lies: ");
	for (size_t i = 0; i < view->ground_count; i++) {
		ui_add(text, i ? "; " : "");
		line_plain(text, view->ground[i].name);
		if (view->ground[i].price)
			ui_add(text, ", for %d gold", view->ground[i].price);
	}
	ui_add(text, ".\n");
}

void line_look(struct ui_text *text, const struct game *game, const struct view *view,
	const struct line_things *things)
{
	size_t before = text->size;
	add_kind(text, view, things, LINE_CREATURE, "Creatures: ");
	add_kind(text, view, things, LINE_HARM, "Harm: ");
	add_kind(text, view, things, LINE_ITEM, "Items: ");
	add_kind(text, view, things, LINE_WAY, "Ways: ");
	add_kind(text, view, things, LINE_PLACE, "Places: ");
	if (text->size == before)
		ui_add(text, "Nothing notable is in view.\n");
	add_exits(text, view);
	add_harm(text, view);
	add_underfoot(text, game, view);
	add_light(text, view);
}

void line_where(struct ui_text *text, const struct game *game, const struct view *view,
	const struct line_things *things)
{
	const struct view_status *status = &view->status;
	ui_add(text, "Depth %d, ", status->depth);
	line_plain(text, status->place ? status->place : "");
	ui_add(text, ", turn %u.\n", status->turn);
	add_exits(text, view);
	add_harm(text, view);
	add_underfoot(text, game, view);
	bool stairs = false;
	for (size_t i = 0; i < things->count; i++) {
		const struct line_thing *thing = &things->list[i];
		if (!game_knows_stairs(game, thing->x, thing->y, true) &&
			!game_knows_stairs(game, thing->x, thing->y, false))
			continue;
		line_thing_text(text, thing, view);
		if (thing->creature)
			ui_add(text, " It stands on a staircase %s.",
				game_knows_stairs(game, thing->x, thing->y, true) ? "up" : "down");
		ui_add(text, "\n");
		stairs = true;
	}
	if (!stairs && !game_knows_stairs(game, view->hero_x, view->hero_y, true) &&
		!game_knows_stairs(game, view->hero_x, view->hero_y, false))
		ui_add(text, "No stairs are known here.\n");
	add_light(text, view);
}

void line_list(struct ui_text *text, const struct line_things *things, const struct view *view,
	size_t most)
{
	if (!things->count)
		ui_add(text, "Nothing notable is known here.\n");
	for (size_t i = 0; i < things->count && i < most; i++) {
		line_thing_text(text, &things->list[i], view);
		ui_add(text, "\n");
	}
	if (things->count > most)
		ui_add(text, "%zu more: type list all.\n", things->count - most);
}

void line_health(struct ui_text *text, const struct game *game, const struct view *view)
{
	const struct view_status *status = &view->status;
	struct state_line state;
	ui_add(text, "Health %d of %d.", status->health, status->health_max);
	if (status->mana_max)
		ui_add(text, " Mana %d of %d.", status->mana, status->mana_max);
	ui_add(text, " Food for %d turns. Level %d, gold %d.\n", status->food, status->level,
		status->gold);
	for (size_t i = 0; game_state_line(game, i, &state); i++) {
		line_plain(text, state.word);
		if (state.turns)
			ui_add(text, state.turns == 1 ? ", %d turn" : ", %d turns", state.turns);
		ui_add(text, ": ");
		line_plain(text, state.text);
		ui_add(text, "\n");
	}
	if (status->carries_receiver)
		ui_add(text, "You carry the goal of this game.\n");
	if (view->choice != CHOICE_NONE)
		ui_add(text, "A choice waits: type choose.\n");
}

/* ---- Compass and map ---- */

void line_compass(struct ui_text *text, const struct game *game, const struct view *view)
{
	char name[80];
	for (int i = 0; i < DIR_COUNT; i++) {
		int x = view->hero_x, y = view->hero_y, steps = 0;
		while (is_free(view, x + direction_dx[i], y + direction_dy[i])) {
			x += direction_dx[i];
			y += direction_dy[i];
			steps++;
			if (view->cells[y * view->width + x].flags & (CELL_CREATURE | CELL_ITEM) ||
				game_notable(game, x, y))
				break;
		}
		bool stopped = !is_free(view, x + direction_dx[i], y + direction_dy[i]) &&
			       !(steps && game_notable(game, x, y));
		int at_x = stopped ? x + direction_dx[i] : x,
		    at_y = stopped ? y + direction_dy[i] : y;
		bool named = at_x >= 0 && at_y >= 0 && at_x < view->width && at_y < view->height &&
			     game_name(game, at_x, at_y, name, sizeof name);
		ui_add(text, "%s: ", line_direction_word((enum direction)i));
		line_plain(text, named ? name : "unknown");
		ui_add(text, " at %d.\n", stopped ? steps + 1 : steps);
	}
}

void line_map(
	struct ui_text *text, const struct content *content, const struct view *view, int radius)
{
	int left = view->width, right = -1;
	for (int y = view->hero_y - radius; y <= view->hero_y + radius; y++)
		for (int x = 0; y >= 0 && y < view->height && x < view->width; x++)
			if (view->cells[y * view->width + x].flags & CELL_KNOWN) {
				left = x < left ? x : left;
				right = x > right ? x : right;
			}
	for (int y = view->hero_y - radius; y <= view->hero_y + radius; y++) {
		bool any = false;
		for (int x = left; y >= 0 && y < view->height && x <= right; x++)
			any |= (view->cells[y * view->width + x].flags & CELL_KNOWN) != 0;
		if (!any)
			continue;
		char where[48];
		line_offset(0, y - view->hero_y, where, sizeof where);
		ui_add(text, "%s: ", where);
		for (int x = left; x <= right; x++) {
			const struct view_cell *cell = &view->cells[y * view->width + x];
			ui_add(text, "%c",
				cell->flags & CELL_KNOWN ? content_symbol(content, cell->appearance)
							 : ' ');
		}
		ui_add(text, "\n");
	}
}
