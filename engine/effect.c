/*
 * Effects: one function for each row of ENGINE_EFFECTS, acting on whoever stands in the cells that
 * it reaches, hero or creature, whoever brought it about.
 */
#include "rules.h"

#include <assert.h>
#include <string.h>

#define LIGHT_AROUND 3
#define NOISE_ALARM 21
#define EFFECTS_WITHIN 40     /* each within another */
#define EFFECTS_OF_ONE 100000 /* more than gas of all cells that goes up */

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

/* Whether the target is still there after something else was done to its cell. */
static bool is_there(const struct game *game, const struct effect_case *it)
{
	return game_going(game) && it->target >= 0 && game->creatures[it->target].alive &&
	       game->creatures[it->target].x == it->x && game->creatures[it->target].y == it->y;
}

static bool afflict(struct game *game, const struct effect_case *it, enum status status)
{
	if (it->target < 0)
		return false;
	return creature_afflict(game, it->target, status, it->clause->duration);
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
	bool blamed = it->source > HERO &&
		      (it->target == HERO || (game->creatures[it->source].flags & CREATURE_ALLY));
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
		game->creatures[it->target].flags &= (uint16_t)~CREATURE_AWARE;
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
		if (level->terrain[at] == game->content->terrain.rock ||
			(level->flags[at] & LEVEL_KNOWN))
			continue;
		level->flags[at] |= LEVEL_KNOWN;
		level->memory[at] = level_shown(game->content, level, at)->look;
	}
	return true;
}

static bool effect_detect(struct game *game, const struct effect_case *it)
{
	return hero_only(it) && afflict(game, it, STATUS_DETECTING);
}

/* What only gives a status for some turns. */
#define AFFLICTS(function, status)                                                                 \
	static bool effect_##function(struct game *game, const struct effect_case *it)             \
	{                                                                                          \
		return afflict(game, it, STATUS_##status);                                         \
	}
/* clang-format off */
#define AFFLICTING(ROW) \
	ROW(confuse, CONFUSE, CONFUSED) ROW(blind, BLIND, BLIND) ROW(poison, POISON, POISONED) \
	ROW(haste, HASTE, HASTED) ROW(slow, SLOW, SLOWED) ROW(sleep, SLEEP, ASLEEP) \
	ROW(fear, FEAR, AFRAID) ROW(deafen, DEAFEN, DEAF) ROW(hold, HOLD, PARALYSED) \
	ROW(levitate, LEVITATE, LEVITATING) ROW(vanish, VANISH, INVISIBLE) ROW(regenerate, REGENERATE, REGENERATING) \
	ROW(bleed, BLEED, BLEEDING) ROW(stick, STICK, STUCK) ROW(discord, DISCORD, DISCORDANT) \
	ROW(tickle, TICKLE, LAUGHING) ROW(weaken, WEAKEN, WEAK) ROW(glow, GLOW, GLOWING) \
	ROW(shield, SHIELD, SHIELDED)
/* clang-format on */
#define ROW(function, effect, status) AFFLICTS(function, status)
AFFLICTING(ROW)
#undef ROW
#undef AFFLICTS

/* Fire and frost take hold of bodies as of the ground; of a body they give these. */
enum status effect_status(enum effect effect)
{
	static const uint8_t statuses[EFFECT_COUNT] = {
#define ROW(function, effect, status) [EFFECT_##effect] = 1 + STATUS_##status,
		AFFLICTING(ROW)
#undef ROW
			[EFFECT_BURN] = 1 + STATUS_BURNING,
		[EFFECT_FREEZE] = 1 + STATUS_FROZEN,
	};
	return statuses[effect] > 0 ? (enum status)(statuses[effect] - 1) : STATUS_COUNT;
}
#undef AFFLICTING

static bool effect_read_minds(struct game *game, const struct effect_case *it)
{
	return hero_only(it) && afflict(game, it, STATUS_TELEPATHIC);
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
	if (it->target != HERO)
		hearing_sound(game, SOUND_BELL, it->x, it->y);
	return true;
}

static bool effect_raise(struct game *game, const struct effect_case *it)
{
	if (!hero_only(it))
		return false;
	combat_gain(game, combat_next_level(game->hero.level) - game->hero.experience);
	return true;
}

/* ---- On ground and bodies alike ---- */

static bool effect_burn(struct game *game, const struct effect_case *it)
{
	bool lit = terrain_cause(game, it->x, it->y, CAUSE_BURN, -1);
	return (is_there(game, it) && afflict(game, it, STATUS_BURNING)) || lit;
}

static bool effect_freeze(struct game *game, const struct effect_case *it)
{
	bool set = terrain_cause(game, it->x, it->y, CAUSE_FREEZE, -1);
	if (!is_there(game, it))
		return set;
	creature_cure(game, it->target, STATUS_BURNING);
	return afflict(game, it, STATUS_FROZEN) || set;
}

static bool effect_soak(struct game *game, const struct effect_case *it)
{
	bool wet = terrain_cause(game, it->x, it->y, CAUSE_FLOOD, -1);
	bool burning = is_there(game, it) && creature_has(game, it->target, STATUS_BURNING);
	if (burning)
		creature_cure(game, it->target, STATUS_BURNING);
	return wet || burning;
}

static bool effect_blast(struct game *game, const struct effect_case *it)
{
	bool broken = terrain_cause(game, it->x, it->y, CAUSE_BREAK, -1);
	return (is_there(game, it) && effect_hurt(game, it)) || broken;
}

static bool effect_douse(struct game *game, const struct effect_case *it)
{
	return terrain_cause(game, it->x, it->y, CAUSE_DOUSE, -1);
}

static bool effect_kindle(struct game *game, const struct effect_case *it)
{
	return terrain_cause(game, it->x, it->y, CAUSE_KINDLE, -1);
}

/* A tool is not asked for: the first change by digging happens. */
static bool effect_dig(struct game *game, const struct effect_case *it)
{
	if (!level_inside(game->level, it->x, it->y))
		return false;
	const struct change *change = content_change(game_terrain(game, it->x, it->y), CAUSE_DIG);
	if (change != NULL)
		place_set_terrain(game, it->x, it->y, change->into);
	return change != NULL;
}

static bool effect_signal(struct game *game, const struct effect_case *it)
{
	int depth = game->depth;
	bool moved = false;
	(void)it;
	for (int y = 0; game->depth == depth && y < game->level->height; y++)
		for (int x = 0; game->depth == depth && x < game->level->width; x++)
			if (content_change(game_terrain(game, x, y), CAUSE_SIGNAL) &&
				terrain_cause(game, x, y, CAUSE_SIGNAL, -1))
				moved = true;
	return moved;
}

/* The hero comes down below, or, where there is no below, elsewhere; others are gone for good, and
 * nobody is the richer. */
static bool effect_fall(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	if (it->target != HERO) {
		creature_remove(game, it->target);
		return true;
	}
	message_say(game, WORD_YOU_FALL, NULL);
	if (game->depth < game->content->last_depth)
		place_fall(game);
	else
		effect_teleport(game, it);
	combat_harm(game, HERO, draw_roll(game, PURPOSE_EFFECTS, it->clause->dice), -1, HARM_ITEM,
		"a long drop");
	return true;
}

#define WATER_TAKES 10 /* percent */

/* What is not in use may float away. */
static bool effect_drown(struct game *game, const struct effect_case *it)
{
	if (!effect_hurt(game, it) || it->target != HERO || !game_going(game) ||
		!draw_percent(game, PURPOSE_EFFECTS, WATER_TAKES))
		return it->target >= 0;
	int slot = draw_below(game, PURPOSE_EFFECTS, PACK_MAX);
	struct item *item = &game->pack[slot];
	if (item->count == 0 || (item->flags & (ITEM_WIELDED | ITEM_WORN)) ||
		item->kind == game->content->receiver)
		return true;
	struct item taken = item_from_pack(game, slot, item->count);
	message_item(game, WORD_WATER_TAKES, &taken);
	return true;
}

static bool effect_corrode(struct game *game, const struct effect_case *it)
{
	int slot = it->target == HERO ? item_in_use(game, ITEM_WORN) : -1;
	if (slot >= 0 && game->pack[slot].plus > -3) {
		game->pack[slot].plus--;
		message_item(game, WORD_ACID_EATS, &game->pack[slot]);
	}
	return effect_hurt(game, it);
}

static bool effect_cloud(struct game *game, const struct effect_case *it)
{
	return gas_release(game, it->clause->kind, it->x, it->y, it->clause->amount);
}

static bool effect_summon(struct game *game, const struct effect_case *it)
{
	int count = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	bool came = false;
	for (int i = 0; i < count; i++) {
		int x = it->x, y = it->y;
		const struct creature_kind *kind = &game->content->creatures[it->clause->kind];
		if (!place_free_near(game, &x, &y))
			break;
		int slot = creature_add(
			game, it->clause->kind, x, y, draw_roll(game, PURPOSE_EFFECTS, kind->hits));
		came = came || slot >= 0;
		if (slot >= 0 && it->source > HERO)
			game->creatures[slot].flags |=
				game->creatures[it->source].flags & CREATURE_ALLY;
	}
	return came;
}

/* Cell by cell away from the source, until something is in the way. */
static bool effect_push(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || it->source < 0 || it->source == it->target)
		return false;
	struct handle handle = creature_handle(game, it->target);
	int cells = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice), depth = game->depth;
	int dx = it->x - game->creatures[it->source].x, dy = it->y - game->creatures[it->source].y;
	dx = (dx > 0) - (dx < 0);
	dy = (dy > 0) - (dy < 0);
	int x = it->x, y = it->y;
	bool moved = false;
	while (cells-- > 0 && creature_may_stand(game, x + dx, y + dy) && (dx || dy)) {
		x += dx;
		y += dy;
		creature_move(game, it->target, x, y);
		terrain_enter(game, it->target);
		moved = true;
		if (!game_going(game) || game->depth != depth || creature_of(game, handle) < 0 ||
			game->creatures[it->target].x != x || game->creatures[it->target].y != y)
			break;
	}
	game->sight_stale = true;
	return moved;
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

/* Whether it does something to a cell where nobody stands. */
static bool effect_is_of_ground(enum effect effect)
{
	return effect == EFFECT_BURN || effect == EFFECT_FREEZE || effect == EFFECT_SOAK ||
	       effect == EFFECT_BLAST || effect == EFFECT_DOUSE || effect == EFFECT_KINDLE ||
	       effect == EFFECT_DIG || effect == EFFECT_CLOUD;
}

/* What it did to one is told when the hero perceives it. */
static void tell(struct game *game, const struct effect_case *it)
{
	struct word_facts facts = {.target = message_actor(game, it->target)};
	if (it->target == HERO)
		message_say(game, word_effect_you((enum effect)it->clause->row), &facts);
	else if (it->target > HERO && senses_hero_sees(game, it->target))
		message_say(game, word_effect_it((enum effect)it->clause->row), &facts);
}

/* Whether fire or force goes with it. */
static bool effect_kindles(enum effect effect)
{
	return effect == EFFECT_BURN || effect == EFFECT_BLAST;
}

/* Harm is told before it is done, because who it is told of may not be there afterwards. */
static bool apply_one(struct game *game, struct effect_case it)
{
	bool hurts = it.clause->row == EFFECT_HURT || it.clause->row == EFFECT_BLAST ||
		     it.clause->row == EFFECT_DROWN || it.clause->row == EFFECT_CORRODE ||
		     it.clause->row == EFFECT_CLOUD;
	bool seen = it.target == HERO || (it.target > HERO && senses_hero_sees(game, it.target)) ||
		    (effect_is_of_ground((enum effect)it.clause->row) &&
			    senses_hero_sees_cell(game, it.x, it.y));
	int depth = game->depth;
	struct handle handle = creature_handle(game, it.target >= 0 ? it.target : HERO);
	if (hurts)
		tell(game, &it);
	if (it.target > HERO && it.source == HERO && (takes_of[it.clause->row] & TAKES_RADIUS))
		creature_notice(game, it.target);
	bool done = functions[it.clause->row](game, &it);
	if (done && !hurts && creature_of(game, handle) >= 0)
		tell(game, &it);
	if (effect_kindles((enum effect)it.clause->row) && game_going(game) && game->depth == depth)
		gas_kindle(game, it.x, it.y);
	return done && seen;
}

/* Whose it is, as long as he lives; a slot that is empty or another's is nobody. */
static struct handle handle_of(const struct game *game, int source)
{
	return creature_handle(game, source >= 0 ? source : HERO);
}

static int still(const struct game *game, int source, struct handle handle)
{
	return source >= 0 ? creature_of(game, handle) : -1;
}

static bool apply(
	struct game *game, const struct clause *clause, int x, int y, int source, const char *item)
{
	if (game->content->muted_effects >> clause->row & 1)
		return false;
	bool area = takes_of[clause->row] & TAKES_RADIUS && clause->row != EFFECT_ALARM;
	int radius = area ? clause->radius : 0;
	bool told = false;
	int depth = game->depth;
	struct handle by = handle_of(game, source);
	struct effect_case it = {.clause = clause, .x = x, .y = y, .source = source, .item = item};
	if (clause->row == EFFECT_BLAST && level_inside(game->level, x, y))
		hearing_sound(game, SOUND_BLAST, x, y);
	if (radius == 0) {
		it.target = creature_at(game, x, y);
		return apply_one(game, it);
	}
	for (int down = -radius; down <= radius; down++) {
		for (int across = -radius; across <= radius; across++) {
			if (!game_going(game) || game->depth != depth)
				return told;
			if (clause->around && !across && !down)
				continue;
			it.x = x + across;
			it.y = y + down;
			it.target = creature_at(game, it.x, it.y);
			it.source = still(game, source, by);
			if ((it.target >= 0 || effect_is_of_ground((enum effect)clause->row)) &&
				apply_one(game, it))
				told = true;
		}
	}
	return told;
}

/* What an effect brings about may bring about others, and by content that goes round in circles no
 * end of them: so deep, and so many of one, and no more. */
bool effect_apply(
	struct game *game, const struct clause *clause, int x, int y, int source, const char *item)
{
	assert(clause->row < EFFECT_COUNT);
	if (game->effects_within == 0)
		game->effects_left = EFFECTS_OF_ONE;
	if (game->effects_within == EFFECTS_WITHIN || game->effects_left == 0)
		return false;
	game->effects_within++;
	game->effects_left--;
	bool told = apply(game, clause, x, y, source, item);
	game->effects_within--;
	return told;
}

bool effect_all(struct game *game, const struct clause *clauses, int count, int x, int y,
	int source, const char *item)
{
	bool told = false;
	int depth = game->depth;
	struct handle by = handle_of(game, source);
	for (int i = 0; i < count && game_going(game) && game->depth == depth; i++)
		if (effect_apply(game, &clauses[i], x, y, still(game, source, by), item))
			told = true;
	return told;
}
