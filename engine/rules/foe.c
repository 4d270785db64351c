/*
 * Foes: which creature another fights, and whether it sees it.
 *
 * There are two sides: the hero with his allies, and all others. Creatures of one side fight each
 * other only by a rule (allegiance, discord). Captives belong to no side. Line of sight between the
 * hero and a creature is the hero's field of view. Between two creatures it is a straight line,
 * always drawn from the same end, so that it is symmetric.
 */
#include "engine/rules/rules.h"

#include <stdlib.h>

#define ALLY_SEEKS 10 /* cells within which an ally looks for a foe */

bool creature_has_instinct(const struct game *game, int slot, enum instinct instinct)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	for (int i = 0; i < kind->instinct_count; i++)
		if (kind->instincts[i].row == instinct)
			return true;
	return false;
}

/* ---- Mimics ---- */

bool creature_poses(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	if (slot == HERO || creature->flags & (CREATURE_ROUSED | CREATURE_ALLY | CREATURE_CAPTIVE))
		return false;
	const struct creature_kind *kind = creature_kind(game, slot);
	return (kind->poses.item != KIND_NONE || kind->poses.terrain != KIND_NONE) &&
	       creature_has_instinct(game, slot, INSTINCT_MIMIC);
}

uint16_t creature_pose_appearance(const struct game *game, int slot)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	if (kind->poses.item != KIND_NONE)
		return item_appearance(game, &(struct item){.kind = kind->poses.item, .count = 1});
	return game->content->terrains[kind->poses.terrain].appearance;
}

/* Returns the item that a mimic imitates. For gold, the amount is typical of the depth and always
 * the same for that creature. */
struct item creature_posed_item(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	struct item item = {.kind = creature_kind(game, slot)->poses.item, .count = 1};
	struct stream stream;
	if (item.kind == KIND_NONE || item.kind != game->content->gold)
		return item;
	stream_begin(&stream, &game->seed, PURPOSE_EFFECTS, game->level->depth,
		(uint32_t)level_at(game->level, creature->home_x, creature->home_y));
	item.count = populate_gold_amount(game, &stream, game->level->depth);
	return item;
}

/* Writes the name of the item or terrain that a mimic imitates. */
static void pose_name(const struct game *game, int slot, char *name, size_t size)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	struct item item = creature_posed_item(game, slot);
	if (kind->poses.item != KIND_NONE)
		item_name(game, &item, ARTICLE_A, name, size);
	else
		words_name(name, size, ARTICLE_NONE, 1,
			game->content->terrains[kind->poses.terrain].name, NULL);
}

void creature_reveal(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	char name[64];
	if (!creature_poses(game, slot))
		return;
	pose_name(game, slot, name, sizeof name);
	creature->flags |= CREATURE_ROUSED;
	game->derived.sight_stale = true;
	if (senses_hero_sees(game, slot))
		message_say(game, TEXT_IT_POSED,
			&(struct word_facts){.actor = message_actor(game, slot), .text = name});
}

/* ---- Line and light between any two ---- */

static bool clear_at(const struct game *game, int x, int y)
{
	uint8_t flags = game->level->flags[level_at(game->level, x, y)];
	return (game_terrain(game, x, y)->flags & TERRAIN_LIGHT) && !(flags & LEVEL_SMOKE);
}

bool senses_line(const struct game *game, int x, int y, int to_x, int to_y)
{
	if (to_y < y || (to_y == y && to_x < x)) {
		int swap_x = x, swap_y = y;
		x = to_x;
		y = to_y;
		to_x = swap_x;
		to_y = swap_y;
	}
	int across = abs(to_x - x), down = to_y - y, error = across - down;
	int step = to_x > x ? 1 : -1;
	while (x != to_x || y != to_y) {
		int twice = 2 * error;
		if (twice > -down) {
			error -= down;
			x += step;
		}
		if (twice < across) {
			error += across;
			y++;
		}
		if ((x != to_x || y != to_y) && !clear_at(game, x, y))
			return false;
	}
	return true;
}

bool senses_sees(const struct game *game, int slot, int other)
{
	if (other == HERO)
		return senses_sees_hero(game, slot);
	if (slot == HERO)
		return senses_hero_sees(game, other);
	const struct creature *creature = &game->creatures[slot], *seen = &game->creatures[other];
	if (distance_between(creature->x, creature->y, seen->x, seen->y) <= 1)
		return true;
	return !creature_has(game, slot, STATUS_BLIND) &&
	       !(creature_traits(game, other) & TRAIT_UNSEEN) &&
	       (light_at(game, seen->x, seen->y) || light_of(game, other) > 0) &&
	       senses_line(game, creature->x, creature->y, seen->x, seen->y);
}

/* ---- Sides ---- */

static bool with_hero(const struct game *game, int slot)
{
	return slot == HERO || (game->creatures[slot].flags & CREATURE_ALLY);
}

static inline bool opposes(const struct game *game, int slot, int other)
{
	bool against = with_hero(game, slot) != with_hero(game, other) ||
		       creature_has(game, slot, STATUS_DISCORDANT) ||
		       creature_has(game, other, STATUS_DISCORDANT);
	unsigned flags = game->creatures[slot].flags | game->creatures[other].flags;
	return against && slot != other && !(flags & CREATURE_CAPTIVE) &&
	       !creature_poses(game, other);
}

bool foe_opposes(const struct game *game, int slot, int other)
{
	return opposes(game, slot, other);
}

/* True if the creature should attack the other. Allies leave sleepers alone. */
static bool worth_fighting(const struct game *game, int slot, int other)
{
	bool lies = game->creatures[other].flags & CREATURE_ASLEEP;
	return foe_opposes(game, slot, other) &&
	       !(lies && (game->creatures[slot].flags & CREATURE_ALLY));
}

/* Returns the nearest foe that it sees within so many cells, or -1. Of equals the lowest slot is
 * chosen. */
static int nearest_seen(const struct game *game, int slot, int within)
{
	const struct creature *creature = &game->creatures[slot];
	int nearest = -1, least = within + 1;
	for (int other = HERO; other < game->creature_top; other++) {
		const struct creature *body = &game->creatures[other];
		if (!body->alive)
			continue;
		int distance = distance_between(creature->x, creature->y, body->x, body->y);
		if (distance >= least || !worth_fighting(game, slot, other) ||
			!senses_sees(game, slot, other))
			continue;
		least = distance;
		nearest = other;
	}
	return nearest;
}

/* Returns an adjacent foe, or -1. The lowest slot is chosen, so the hero is first. */
static int adjacent(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	const struct level *level = game->level;
	int found = -1, x = creature->x, y = creature->y;
	const uint8_t *here = game->derived.occupants + level_at(level, x, y);
	bool inner = x > 0 && y > 0 && x < level->width - 1 && y < level->height - 1;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int other = inner ? here[level->adjacent[direction]] - 1
				  : creature_at(game, x + direction_dx[direction],
					    y + direction_dy[direction]);
		if (other >= 0 && (found < 0 || other < found) && opposes(game, slot, other))
			found = other;
	}
	return found;
}

int foe_of(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	if (creature->flags & CREATURE_CAPTIVE)
		return -1;
	if (creature_has(game, slot, STATUS_DISCORDANT))
		return nearest_seen(game, slot, LEVEL_WIDTH_MAX);
	if (creature->flags & CREATURE_ALLY)
		return nearest_seen(game, slot, ALLY_SEEKS);
	int near = adjacent(game, slot);
	return near > HERO ? near : HERO;
}
