/* Effects on allegiance and kind: summoning, charming and polymorph. */
#include "engine/rules/effect_private.h"

#define CALLED_LASTS 60 /* turns, for the hero's summons */
#define CHARMED_PART 3  /* at this part of its health or less a creature is charmed for good */
#define SHAPE_TRIES 12

static bool on_heros_side(const struct game *game, int slot)
{
	return slot <= HERO || (game->creatures[slot].flags & CREATURE_ALLY);
}

/* A summoned creature joins the summoner's side. The hero's summons are temporary. */
static void join(struct game *game, int slot, int source)
{
	struct creature *creature = &game->creatures[slot];
	if (source >= HERO && on_heros_side(game, source))
		creature->flags |= CREATURE_ALLY | CREATURE_AWARE | CREATURE_ROUSED;
	if (source == HERO)
		creature_afflict(game, slot, STATUS_FLEETING, CALLED_LASTS);
}

bool effect_summon(struct game *game, const struct effect_case *it)
{
	int count = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	const struct creature_kind *kind = &game->content->creatures[it->clause->kind];
	bool came = false;
	for (int i = 0; i < count; i++) {
		int x = it->x, y = it->y;
		if (!place_free_near(game, &x, &y))
			break;
		int slot = creature_add(
			game, it->clause->kind, x, y, draw_roll(game, PURPOSE_EFFECTS, kind->hits));
		came = came || slot >= 0;
		if (slot >= 0)
			join(game, slot, it->source);
	}
	return came;
}

/* ---- Charms ---- */

/* True if the creature can be charmed: not unique, resistant or captive, and not the killer of an
 * earlier hero. */
static bool can_be_charmed(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	return !creature_resists(game, slot, STATUS_CHARMED) && creature->past == 0 &&
	       !(creature_kind(game, slot)->traits & TRAIT_UNIQUE) &&
	       !(creature->flags & CREATURE_CAPTIVE);
}

bool effect_charm(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || it->target == it->source)
		return false;
	bool ours = on_heros_side(game, it->source);
	if (it->target == HERO)
		return !ours && effect_give_status(game, it, STATUS_CHARMED);
	struct creature *creature = &game->creatures[it->target];
	bool ally = creature->flags & CREATURE_ALLY;
	if (ours == ally && !creature_has(game, it->target, STATUS_CHARMED))
		return false;
	if (!can_be_charmed(game, it->target))
		return false;
	if (!ours) {
		ally_leaves(game, it->target);
		return true;
	}
	ally_joins(game, it->target);
	if (creature->health * CHARMED_PART <= creature->health_max) {
		creature->status[STATUS_CHARMED] = 0;
		creature->worth = 0;
		return true;
	}
	return effect_give_status(game, it, STATUS_CHARMED);
}

/* ---- Shapes ---- */

/* Returns another kind of this depth that can be in the creature's cell, or KIND_NONE. */
static uint16_t other_shape(struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	bool ground = game_terrain(game, creature->x, creature->y)->flags & TERRAIN_OBJECTS;
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_EFFECTS, game->depth,
		(uint32_t)draw_below(game, PURPOSE_EFFECTS, INT16_MAX));
	for (int i = 0; i < SHAPE_TRIES; i++) {
		uint16_t kind = populate_kind(game, &stream);
		if (kind == KIND_NONE)
			return KIND_NONE;
		bool phases = game->content->creatures[kind].traits & TRAIT_PHASES;
		if (kind != creature->kind && (ground || phases))
			return kind;
	}
	return KIND_NONE;
}

/* Changes a creature's kind and keeps its percentage of health. Captives keep their kind, because
 * they have to be able to join as that kind. */
static bool reshape(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	if (creature->past > 0 || (creature->flags & CREATURE_CAPTIVE) ||
		(creature_kind(game, slot)->traits & TRAIT_UNIQUE))
		return false;
	uint16_t kind = other_shape(game, slot);
	if (kind == KIND_NONE)
		return false;
	int percent = creature->health * 100 / creature->health_max;
	int most = draw_roll(game, PURPOSE_EFFECTS, game->content->creatures[kind].hits);
	light_moved(game, slot);
	creature_lets_go(game, slot);
	creature->kind = kind;
	creature->health_max = (int16_t)(most > 1 ? most : 1);
	int health = creature->health_max * percent / 100;
	creature->health = (int16_t)(health > 1 ? health : 1);
	creature->flags |= CREATURE_ROUSED;
	creature->flags &=
		(uint16_t) ~(CREATURE_MET | CREATURE_SPOKE | CREATURE_MOANED | CREATURE_TALKED);
	creature->at = 0;
	light_moved(game, slot);
	game->derived.sight_stale = true;
	return true;
}

bool effect_polymorph(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	return it->target == HERO ? effect_reshape_item(game) : reshape(game, it->target);
}
