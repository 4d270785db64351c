/*
 * Effects: one function for each row of ENGINE_EFFECTS, acting on whoever stands in the cells that
 * it reaches, hero or creature, whoever brought it about.
 */
#include "rules.h"

#include <assert.h>
#include <string.h>

#define LIGHT_AROUND 3
#define NOISE_ALARM 21

/* What an effect is told: on whom, where, by whom. */
struct effect_case {
	const struct clause *clause;
	int target; /* slot, or -1: nobody stands there */
	int x, y;
	int source;       /* slot, or -1 */
	const char *item; /* what brought it, for a tombstone; may be NULL */
};

typedef bool effect_function(struct game *game, const struct effect_case *it);

static bool hero_only(const struct effect_case *it)
{
	return it->target == HERO;
}

static bool afflict(struct game *game, const struct effect_case *it, enum status status)
{
	if (it->target < 0)
		return false;
	creature_afflict(game, it->target, status, it->clause->duration);
	return true;
}

static bool effect_heal(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	struct creature *creature = &game->creatures[it->target];
	int health = creature->health + draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	creature->health = (int16_t)(health < creature->health_max ? health : creature->health_max);
	creature->status[STATUS_POISONED] = creature->status[STATUS_BLIND] =
		creature->status[STATUS_CONFUSED] = 0;
	game->sight_stale = true;
	return true;
}

static bool effect_hurt(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	bool blamed = it->source > HERO && it->target == HERO;
	combat_harm(game, it->target, amount, blamed || it->source == HERO ? it->source : -1,
		HARM_ITEM, it->item);
	return true;
}

static void light_cell(struct game *game, int x, int y)
{
	if (level_inside(game->level, x, y) && (game_terrain(game, x, y)->flags & TERRAIN_LIGHT))
		game->level->flags[level_at(game->level, x, y)] |= LEVEL_LIT;
}

static void light_rectangle(struct game *game, int x, int y, int width, int height)
{
	for (int down = 0; down < height; down++)
		for (int across = 0; across < width; across++)
			light_cell(game, x + across, y + down);
}

static bool effect_light(struct game *game, const struct effect_case *it)
{
	const struct level *level = game->level;
	light_rectangle(game, it->x - LIGHT_AROUND, it->y - LIGHT_AROUND, 2 * LIGHT_AROUND + 1,
		2 * LIGHT_AROUND + 1);
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		if (!area->hall && it->x >= area->x && it->y >= area->y &&
			it->x < area->x + area->width && it->y < area->y + area->height)
			light_rectangle(game, area->x, area->y, area->width, area->height);
	}
	game->sight_stale = true;
	return true;
}

static bool refuse_taken(void *context, const struct level *level, int x, int y)
{
	(void)level;
	return !creature_may_stand(context, x, y);
}

static bool effect_teleport(struct game *game, const struct effect_case *it)
{
	struct stream stream;
	int x, y;
	if (it->target < 0)
		return false;
	stream_begin(&stream, &game->seed, PURPOSE_EFFECTS, game->depth, (uint32_t)game->now + 1);
	if (!level_place(game->content, game->level, &stream, refuse_taken, game, &x, &y))
		return false;
	creature_move(game, it->target, x, y);
	if (it->target != HERO) {
		game->creatures[it->target].goal = GOAL_NONE;
		game->creatures[it->target].flags &= (uint8_t)~CREATURE_AWARE;
	}
	game->sight_stale = true;
	return true;
}

/* Everything that is not rock and touches a way: walls, doors and stairs, as they look. */
static bool effect_map(struct game *game, const struct effect_case *it)
{
	struct level *level = game->level;
	if (!hero_only(it))
		return false;
	for (size_t at = 0; at < (size_t)level->width * (size_t)level->height; at++) {
		const struct terrain_kind *kind = &game->content->terrains[level->terrain[at]];
		if (level->terrain[at] == game->content->terrain.rock ||
			(level->flags[at] & LEVEL_KNOWN))
			continue;
		level->flags[at] |= LEVEL_KNOWN;
		level->memory[at] = kind->look;
	}
	return true;
}

static bool effect_detect(struct game *game, const struct effect_case *it)
{
	return hero_only(it) && afflict(game, it, STATUS_DETECTING);
}

static bool effect_confuse(struct game *game, const struct effect_case *it)
{
	return afflict(game, it, STATUS_CONFUSED);
}

static bool effect_blind(struct game *game, const struct effect_case *it)
{
	game->sight_stale = true;
	return afflict(game, it, STATUS_BLIND);
}

static bool effect_poison(struct game *game, const struct effect_case *it)
{
	return afflict(game, it, STATUS_POISONED);
}

static bool effect_haste(struct game *game, const struct effect_case *it)
{
	return afflict(game, it, STATUS_HASTED);
}

static bool effect_slow(struct game *game, const struct effect_case *it)
{
	return afflict(game, it, STATUS_SLOWED);
}

static bool effect_sleep(struct game *game, const struct effect_case *it)
{
	return afflict(game, it, STATUS_ASLEEP);
}

static bool effect_fear(struct game *game, const struct effect_case *it)
{
	return afflict(game, it, STATUS_AFRAID);
}

static bool effect_hush(struct game *game, const struct effect_case *it)
{
	return hero_only(it) && afflict(game, it, STATUS_HUSHED);
}

static bool enchant(struct game *game, const struct effect_case *it, enum item_flag flag)
{
	int slot = hero_only(it) ? item_in_use(game, flag) : -1;
	if (slot < 0 || game->pack[slot].plus >= 9)
		return false;
	game->pack[slot].plus++;
	item_join_alike(game, slot);
	return true;
}

static bool effect_enchant_weapon(struct game *game, const struct effect_case *it)
{
	return enchant(game, it, ITEM_WIELDED);
}

static bool effect_enchant_armour(struct game *game, const struct effect_case *it)
{
	return enchant(game, it, ITEM_WORN);
}

static bool effect_identify(struct game *game, const struct effect_case *it)
{
	if (!hero_only(it))
		return false;
	for (int i = 0; i < PACK_MAX; i++) {
		struct item *item = &game->pack[i];
		if (item->count == 0)
			continue;
		game->known_items[item->kind] = 1;
		item->blows = 0;
		if (item_is_gear(item_kind(game, item)))
			item->flags |= ITEM_KNOWN;
	}
	return true;
}

static bool effect_alarm(struct game *game, const struct effect_case *it)
{
	senses_noise_at(
		game, it->x, it->y, it->clause->radius > 0 ? it->clause->radius : NOISE_ALARM);
	return true;
}

static bool effect_raise(struct game *game, const struct effect_case *it)
{
	if (!hero_only(it))
		return false;
	combat_gain(game, combat_next_level(game->hero.level) - game->hero.experience);
	return true;
}

static effect_function *const functions[EFFECT_COUNT] = {
#define ROW(id, function, word, takes, help) [EFFECT_##id] = effect_##function,
	ENGINE_EFFECTS(ROW)
#undef ROW
};

static const uint8_t takes_of[EFFECT_COUNT] = {
#define ROW(id, function, word, takes, help) [EFFECT_##id] = (takes),
	ENGINE_EFFECTS(ROW)
#undef ROW
};

/* What it did to one is told when the hero perceives it. */
static void tell(struct game *game, const struct effect_case *it)
{
	struct word_facts facts = {.target = message_actor(game, it->target)};
	if (it->target == HERO)
		message_say(game, word_effect_you((enum effect)it->clause->row), &facts);
	else if (it->target > HERO && senses_hero_sees(game, it->target))
		message_say(game, word_effect_it((enum effect)it->clause->row), &facts);
}

/* Harm is told before it is done, because who it is told of may not be there afterwards. */
static bool apply_one(struct game *game, struct effect_case it)
{
	bool hurts = it.clause->row == EFFECT_HURT;
	bool seen = it.target == HERO || (it.target > HERO && senses_hero_sees(game, it.target));
	if (hurts)
		tell(game, &it);
	if (it.target > HERO && it.source == HERO && (takes_of[it.clause->row] & TAKES_RADIUS))
		creature_notice(game, it.target);
	if (!functions[it.clause->row](game, &it))
		return false;
	if (!hurts)
		tell(game, &it);
	return seen;
}

bool effect_apply(
	struct game *game, const struct clause *clause, int x, int y, int source, const char *item)
{
	assert(clause->row < EFFECT_COUNT);
	bool area = takes_of[clause->row] & TAKES_RADIUS && clause->row != EFFECT_ALARM;
	int radius = area ? clause->radius : 0;
	bool told = false;
	struct effect_case it = {.clause = clause, .x = x, .y = y, .source = source, .item = item};
	if (radius == 0) {
		it.target = creature_at(game, x, y);
		return apply_one(game, it);
	}
	for (int down = -radius; down <= radius && game_going(game); down++) {
		for (int across = -radius; across <= radius && game_going(game); across++) {
			if (clause->around && !across && !down)
				continue;
			it.target = creature_at(game, x + across, y + down);
			if (it.target >= 0 && apply_one(game, it))
				told = true;
		}
	}
	return told;
}

bool effect_all(struct game *game, const struct clause *clauses, int count, int x, int y,
	int source, const char *item)
{
	bool told = false;
	for (int i = 0; i < count && game_going(game); i++)
		if (effect_apply(game, &clauses[i], x, y, source, item))
			told = true;
	return told;
}
