/* Instincts of action: calls, spells, breath, shots, traps, extinguishing lights and splitting. */
#include "engine/rules/instinct_private.h"

#define SUMMONED_MOST 8 /* of a kind, on the level */
#define CASTS_OFTEN 200 /* turns in which a repeated cast has a shorter message */
#define SPLIT_LEAST 4   /* least health for splitting */
#define BREATH_SPREAD 3 /* cells of length for each cell that a breath widens to each side */

static const struct creature *body(const struct game *game, int slot)
{
	return &game->creatures[slot];
}

static void report(struct game *game, enum text_id word, int slot, const char *text)
{
	if (senses_hero_sees(game, slot))
		message_say(game, word,
			&(struct word_facts){.actor = message_actor(game, slot), .text = text});
}

/* ---- Splitting and calling ---- */

/* A half keeps the side and the remaining duration of the whole, but not its item. */
static void take_after(struct creature *half, const struct creature *whole)
{
	half->flags = (uint16_t)(whole->flags & ~(CREATURE_LADEN | CREATURE_FLEEING));
	half->status[STATUS_CHARMED] = whole->status[STATUS_CHARMED];
	half->status[STATUS_FLEETING] = whole->status[STATUS_FLEETING];
}

/* Splits a hurt creature. Both halves share its experience, so that splitting it gains nothing. */
bool instinct_split(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	int x = creature->x, y = creature->y;
	(void)foe, (void)clause;
	if (creature->health == creature->health_max || creature->health < SPLIT_LEAST ||
		!place_free_near(game, &x, &y) ||
		distance_between(creature->x, creature->y, x, y) > 1)
		return false;
	int other = creature_add(game, creature->kind, x, y, creature->health / 2);
	if (other < 0)
		return false;
	struct creature *half = &game->creatures[other];
	take_after(half, creature);
	half->worth = (uint16_t)(creature->worth / 2);
	half->ready = game->clock.now + TICKS_A_TURN;
	creature->worth = (uint16_t)(creature->worth - half->worth);
	creature->health = creature->health_max = (int16_t)(creature->health - half->health);
	report(game, TEXT_IT_SPLITS, slot, NULL);
	return true;
}

/* Wakes creatures that hear the call; they go to where the caller sees its foe. */
static void rouse(struct game *game, int slot, int foe)
{
	for (int other = HERO + 1; other < game->creature_top; other++) {
		struct creature *creature = &game->creatures[other];
		if (other == slot || !creature->alive ||
			(creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE)) ||
			creature_has(game, other, STATUS_ASLEEP) ||
			creature_has(game, other, STATUS_DEAF) || creature_poses(game, other) ||
			!distance_map_heard_at(&game->derived.distances, creature->x, creature->y))
			continue;
		creature_wake(game, other);
		if (creature->goal == GOAL_SEEN)
			continue;
		creature->flags |= CREATURE_HUNTER;
		creature->goal = GOAL_HEARD;
		creature->goal_x = body(game, foe)->x;
		creature->goal_y = body(game, foe)->y;
	}
}

bool instinct_call(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	if ((creature->flags & CREATURE_CALLED) || !go_sees(game, slot, foe))
		return false;
	go_notices(game, slot, foe);
	creature->flags |= CREATURE_CALLED;
	if (senses_hero_sees(game, slot))
		report(game, TEXT_IT_CALLS, slot, NULL);
	else
		hearing_sound(game, SOUND_CALL, creature->x, creature->y);
	distance_map_sound(&game->derived.distances, creature->x, creature->y, clause->amount);
	rouse(game, slot, foe);
	return true;
}

/* ---- Spells ---- */

static int count_of(const struct game *game, uint16_t kind)
{
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		count += body(game, slot)->alive && body(game, slot)->kind == kind;
	return count;
}

/* True if the spell is useful now: healing when hurt, a summons when too few creatures of the kind
 * are there, a helpful status when the creature does not have it. */
static bool is_of_use(const struct game *game, int slot, const struct clause *spell)
{
	const struct creature *creature = body(game, slot);
	enum effect effect = (enum effect)spell->row;
	enum status status = effect_status(effect);
	if (effect_rows[effect].flags & EF_SAVES)
		return creature->health * 2 < creature->health_max;
	if (effect == EFFECT_SUMMON)
		return !creature_has_instinct(game, slot, INSTINCT_SUMMON) &&
		       count_of(game, spell->kind) < SUMMONED_MOST;
	return !effect_helps(effect) || status == STATUS_COUNT || !creature_has(game, slot, status);
}

static void use_spell(
	struct game *game, int slot, int foe, const struct clause *spell, int cooldown)
{
	int on = effect_helps((enum effect)spell->row) ? slot : foe;
	game->creatures[slot].cooldown = (uint8_t)cooldown;
	go_notices(game, slot, foe);
	bool again = message_said(game, TEXT_IT_CASTS, CASTS_OFTEN);
	report(game, again ? TEXT_IT_CASTS_AGAIN : TEXT_IT_CASTS, slot, NULL);
	bool seen = senses_hero_sees(game, slot);
	if (!effect_apply(game, spell, body(game, on)->x, body(game, on)->y, slot, NULL) && seen)
		message_say(game, TEXT_CAST_IN_VAIN, NULL);
}

bool instinct_summon(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	if (body(game, slot)->cooldown > 0 || !go_sees(game, slot, foe))
		return false;
	for (int i = 0; i < kind->magic.spell_count; i++) {
		if (kind->magic.spells[i].row != EFFECT_SUMMON ||
			count_of(game, kind->magic.spells[i].kind) >= SUMMONED_MOST)
			continue;
		use_spell(game, slot, foe, &kind->magic.spells[i], clause->amount);
		return true;
	}
	return false;
}

/* Casts a spell at the foe or at the caster itself, as the spell's aim says. */
static void say_spell(struct game *game, int slot, int foe, const struct spell_kind *spell)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	game->creatures[slot].cooldown = kind->magic.cooldown;
	go_notices(game, slot, foe);
	report(game, TEXT_IT_SAYS, slot, spell->name);
	aim_apply(game, &(struct aiming){.aim = (enum aim)spell->aim,
				.range = spell->range,
				.appearance = spell->appearance,
				.subject = spell->id,
				.effects = spell->effects,
				.count = spell->effect_count,
				.source = slot,
				.x = body(game, foe)->x,
				.y = body(game, foe)->y,
				.item = spell->name});
}

static bool is_within(const struct game *game, int slot, int foe, const struct spell_kind *spell)
{
	return spell->aim == AIM_SELF || spell->aim == AIM_WHOLE ||
	       go_distance(game, slot, foe) <= spell->range;
}

bool instinct_cast(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	const struct spell_kind *spells = game->content->spells;
	int usable[2 * SPELLS_MAX], count = 0;
	if (body(game, slot)->cooldown > 0 || go_distance(game, slot, foe) > clause->amount ||
		!go_sees(game, slot, foe))
		return false;
	for (int i = 0; i < kind->magic.spell_count; i++)
		if (is_of_use(game, slot, &kind->magic.spells[i]))
			usable[count++] = i;
	for (int i = 0; i < kind->magic.cast_count; i++)
		if (is_of_use(game, slot, &spells[kind->magic.casts[i]].effects[0]) &&
			is_within(game, slot, foe, &spells[kind->magic.casts[i]]))
			usable[count++] = SPELLS_MAX + i;
	if (count == 0)
		return false;
	int drawn = count == 1 ? 0 : draw_below(game, PURPOSE_BEHAVIOUR, count);
	if (usable[drawn] < SPELLS_MAX)
		use_spell(
			game, slot, foe, &kind->magic.spells[usable[drawn]], kind->magic.cooldown);
	else
		say_spell(game, slot, foe, &spells[kind->magic.casts[usable[drawn] - SPELLS_MAX]]);
	return true;
}

/* ---- Breath ---- */

/* Breathes the effect of the last blow of its kind. The blow's flight, if any, gives the
 * appearance. */
bool instinct_breathe(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	const struct blow *blow = &kind->blows[kind->blow_count > 0 ? kind->blow_count - 1 : 0];
	if (body(game, slot)->cooldown > 0 || kind->blow_count == 0 || !blow->has_effect ||
		go_distance(game, slot, foe) > clause->amount || !go_sees(game, slot, foe))
		return false;
	const struct flight_kind *flight =
		blow->flight != KIND_NONE ? &game->content->flights[blow->flight] : NULL;
	go_notices(game, slot, foe);
	game->creatures[slot].cooldown = kind->magic.cooldown;
	report(game, TEXT_IT_BREATHES, slot, NULL);
	aim_apply(game, &(struct aiming){.aim = AIM_CONE,
				.range = clause->amount,
				.spread = BREATH_SPREAD,
				.appearance = flight != NULL ? flight->appearance : 0,
				.subject = flight != NULL ? flight->id : "",
				.effects = &blow->effect,
				.count = 1,
				.source = slot,
				.x = body(game, foe)->x,
				.y = body(game, foe)->y});
	return true;
}

bool instinct_shoot(struct game *game, int slot, int foe, const struct clause *clause)
{
	int distance = go_distance(game, slot, foe);
	if (distance <= 1 || distance > clause->amount || !go_sees(game, slot, foe) ||
		creature_kind(game, slot)->blow_count == 0)
		return false;
	go_notices(game, slot, foe);
	combat_creature_shoots(game, slot, foe);
	return true;
}

/* ---- Ground ---- */

/* True for ordinary floor without items, hazards, traps or hidden features. */
static bool is_plain(const struct game *game, int x, int y)
{
	const uint32_t plain =
		TERRAIN_OBJECTS | TERRAIN_PROJECTILES | TERRAIN_LIGHT | TERRAIN_SHOWS_WALLS;
	const struct terrain_kind *kind = game_terrain(game, x, y);
	return (kind->flags & TERRAIN_OBJECTS) && !(kind->flags & ~plain) &&
	       kind->hazard_count == 0 && !content_transition(kind, TRIGGER_TREAD) &&
	       !content_transition(kind, TRIGGER_SEARCH) && item_on_floor(game, x, y, 0) < 0;
}

bool instinct_lay_traps(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	uint16_t trap = creature_kind(game, slot)->trap;
	if (creature->cooldown > 0 || trap == KIND_NONE || go_sees(game, slot, foe) ||
		senses_hero_sees(game, slot) || !is_plain(game, creature->x, creature->y))
		return false;
	creature->cooldown = (uint8_t)clause->amount;
	place_set_terrain(game, creature->x, creature->y, trap);
	return true;
}

static int clamped(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

/* Finds the nearest light within `within` cells that can be put out. */
static bool nearest_light(const struct game *game, int slot, int within, int *to_x, int *to_y)
{
	int x = body(game, slot)->x, y = body(game, slot)->y, best = within + 1;
	int left = clamped(x - within, 0, x),
	    right = clamped(x + within, x, game->level->width - 1);
	int top = clamped(y - within, 0, y),
	    bottom = clamped(y + within, y, game->level->height - 1);
	for (int cy = top; cy <= bottom; cy++)
		for (int cx = left; cx <= right; cx++) {
			const struct terrain_kind *kind = game_terrain(game, cx, cy);
			if (kind->light == 0 || distance_between(x, y, cx, cy) >= best ||
				!content_transition(kind, TRIGGER_DOUSE))
				continue;
			best = distance_between(x, y, cx, cy);
			*to_x = cx;
			*to_y = cy;
		}
	return best <= within;
}

bool instinct_extinguish(struct game *game, int slot, int foe, const struct clause *clause)
{
	int x = 0, y = 0;
	(void)foe;
	if (!nearest_light(game, slot, clause->amount, &x, &y))
		return false;
	const char *name = game_terrain(game, x, y)->name;
	if (distance_between(body(game, slot)->x, body(game, slot)->y, x, y) > 1)
		return go_toward(game, slot, x, y, go_gait(game, slot));
	if (!terrain_trigger(game, x, y, TRIGGER_DOUSE, slot))
		return false;
	report(game, TEXT_IT_DOUSES, slot, name);
	return true;
}
