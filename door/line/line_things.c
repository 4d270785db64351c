/* The things around the hero, sorted, and their letters. */
#include "door/line/line.h"

#include <stdlib.h>
#include <string.h>

static uint16_t distance_to(const struct view *view, int x, int y)
{
	int dx = abs(x - view->hero_x), dy = abs(y - view->hero_y);
	return (uint16_t)(dx > dy ? dx : dy);
}

/* Things in sight come first, the nearest first; of equally near ones a creature, then the cell
 * that comes first in reading order. */
static bool comes_before(const struct line_thing *one, const struct line_thing *other)
{
	if (one->seen != other->seen)
		return one->seen;
	if (one->distance != other->distance)
		return one->distance < other->distance;
	if (one->kind != other->kind)
		return one->kind < other->kind;
	return one->y != other->y ? one->y < other->y : one->x < other->x;
}

/* A full list drops its last entry. */
static void insert(struct line_things *things, const struct line_thing *thing)
{
	size_t at = things->count;
	while (at > 0 && comes_before(thing, &things->list[at - 1]))
		at--;
	if (at == LINE_THINGS_MAX)
		return;
	things->count += things->count < LINE_THINGS_MAX;
	memmove(&things->list[at + 1], &things->list[at], sizeof *thing * (things->count - 1 - at));
	things->list[at] = *thing;
}

/* Returns ground of that kind and name, or NULL. */
static struct line_thing *ground_named(struct line_things *things, const struct line_thing *thing)
{
	for (size_t i = 0; i < things->count; i++)
		if (things->list[i].kind == thing->kind && things->list[i].seen == thing->seen &&
			strcmp(things->list[i].name, thing->name) == 0)
			return &things->list[i];
	return NULL;
}

static void insert_ground(struct line_things *things, struct line_thing *thing)
{
	struct line_thing *same = ground_named(things, thing);
	if (!same) {
		insert(things, thing);
		return;
	}
	thing->more = (uint16_t)(same->more + 1);
	if (!comes_before(thing, same)) {
		same->more = thing->more;
		return;
	}
	size_t after = (size_t)(&things->list[--things->count] - same);
	memmove(same, same + 1, sizeof *same * after);
	insert(things, thing);
}

/* Returns the kind of the ground at a cell, or -1 if there is nothing to list. */
static int ground_kind(const struct game *game, int x, int y, unsigned flags)
{
	if (game_is_door(game, x, y) || game_knows_stairs(game, x, y, true) ||
		game_knows_stairs(game, x, y, false))
		return LINE_WAY;
	if (flags & CELL_HARM)
		return LINE_HARM;
	if (flags & CELL_VISIBLE ? game_notable(game, x, y) : game_is_landmark(game, x, y))
		return LINE_PLACE;
	return -1;
}

static void add_cell(
	struct line_things *things, const struct game *game, const struct view *view, int x, int y)
{
	unsigned flags = view->cells[y * view->width + x].flags;
	struct line_thing thing = {.x = (int16_t)x,
		.y = (int16_t)y,
		.seen = (flags & CELL_VISIBLE) != 0,
		.distance = distance_to(view, x, y)};
	if (!(flags & CELL_KNOWN) || flags & (CELL_HERO | CELL_CREATURE))
		return;
	int kind = flags & CELL_ITEM ? LINE_ITEM : ground_kind(game, x, y, flags);
	/* In sight, gas hides plain ground. */
	bool open = kind != LINE_ITEM && kind != LINE_WAY;
	if (open && game_air(game, x, y, thing.name, sizeof thing.name))
		kind = flags & CELL_HARM ? LINE_HARM : LINE_PLACE;
	else if (kind < 0 || !game_name(game, x, y, thing.name, sizeof thing.name))
		return;
	/* Remembered harm far away is no news; auto-explore and travel avoid it. */
	if (kind == LINE_HARM && !thing.seen)
		return;
	thing.kind = (uint8_t)kind;
	thing.price = kind == LINE_ITEM ? game_price(game, x, y) : 0;
	if (kind == LINE_ITEM || kind == LINE_WAY)
		insert(things, &thing);
	else
		insert_ground(things, &thing);
}

static void add_creature(
	struct line_things *things, const struct view *view, const struct view_creature *creature)
{
	struct line_thing thing = {.kind = LINE_CREATURE,
		.x = creature->x,
		.y = creature->y,
		.seen = true,
		.distance = distance_to(view, creature->x, creature->y),
		.creature = creature};
	strncpy(thing.name, creature->name, sizeof thing.name - 1);
	insert(things, &thing);
}

/* ---- Letters ---- */

static bool owns(const struct line_owner *owner, const struct line_thing *thing)
{
	uint32_t creature = thing->creature ? thing->creature->id : 0;
	if (!owner->used || owner->creature != creature)
		return false;
	return creature || (owner->x == thing->x && owner->y == thing->y);
}

/* Returns the thing that gives up its letter to another one: the last in the list that is
 * remembered, or that is no creature if the other one is a creature. NULL if there is none. */
static struct line_thing *giver(struct line_things *things, const struct line_thing *other)
{
	for (size_t i = things->count; i-- > 0;) {
		struct line_thing *thing = &things->list[i];
		if (thing->letter && !thing->creature && (other->creature || !thing->seen))
			return thing;
	}
	return NULL;
}

/* When all letters are given, creatures and things in sight get those of things farther away. */
static void pass_letters(struct line_letters *letters, struct line_things *things)
{
	for (size_t i = 0; i < things->count; i++) {
		struct line_thing *thing = &things->list[i];
		struct line_thing *from =
			thing->letter || !thing->seen ? NULL : giver(things, thing);
		if (!from)
			continue;
		thing->letter = from->letter;
		from->letter = 0;
		letters->owners[thing->letter - 'a'] = (struct line_owner){
			thing->creature ? thing->creature->id : 0, thing->x, thing->y, true};
	}
}

/* Things keep their letters; new ones get the free letters in order. */
static void give_letters(
	const struct view *view, struct line_letters *letters, struct line_things *things)
{
	bool kept[LINE_LETTERS] = {false};
	if (letters->depth != view->status.depth)
		memset(letters, 0, sizeof *letters);
	letters->depth = (uint8_t)view->status.depth;
	for (size_t i = 0; i < things->count; i++)
		for (int j = 0; j < LINE_LETTERS; j++)
			if (owns(&letters->owners[j], &things->list[i])) {
				things->list[i].letter = (char)('a' + j);
				kept[j] = true;
			}
	int next = 0;
	for (size_t i = 0; i < things->count; i++) {
		struct line_thing *thing = &things->list[i];
		while (next < LINE_LETTERS && kept[next])
			next++;
		if (thing->letter || next == LINE_LETTERS)
			continue;
		thing->letter = (char)('a' + next);
		letters->owners[next++] = (struct line_owner){
			thing->creature ? thing->creature->id : 0, thing->x, thing->y, true};
	}
	for (int j = 0; j < LINE_LETTERS; j++)
		letters->owners[j].used &= kept[j] || j < next;
	pass_letters(letters, things);
}

void line_things(const struct game *game, const struct view *view, struct line_letters *letters,
	struct line_things *things)
{
	things->count = 0;
	for (size_t i = 0; i < view->creature_count; i++)
		add_creature(things, view, &view->creatures[i]);
	for (int y = 0; game && y < view->height; y++)
		for (int x = 0; x < view->width; x++)
			add_cell(things, game, view, x, y);
	if (letters)
		give_letters(view, letters, things);
}

const struct line_thing *line_thing(const struct line_things *things, char letter)
{
	for (size_t i = 0; i < things->count && letter; i++)
		if (things->list[i].letter == letter)
			return &things->list[i];
	return NULL;
}
