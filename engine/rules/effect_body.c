/* Effects on bodies: health, damage and statuses, for hero and creatures alike. */
#include "engine/rules/effect_private.h"

#define ACID_EATS 25   /* percent */
#define POISON_LASTS 3 /* turns */
#define SOUND_CARRIES 21
#define CONDUCTS 12 /* cells that a shock travels through water */
#define CONDUCTS_WIDE (2 * CONDUCTS + 1)
#define CONDUCTS_CELLS (CONDUCTS_WIDE * CONDUCTS_WIDE)
#define COOLDOWN_MOST 200

bool effect_heal(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	struct creature *creature = &game->creatures[it->target];
	int health = creature->health + draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	creature->health = (int16_t)(health < creature->health_max ? health : creature->health_max);
	creature->status[STATUS_POISONED] = creature->status[STATUS_BLIND] =
		creature->status[STATUS_CONFUSED] = 0;
	game->derived.sight_stale = true;
	return true;
}

/* ---- Harm, by an element or by none ---- */

static const struct {
	uint32_t spares; /* traits that are immune */
	uint8_t cause;
} elements[ELEMENT_COUNT] = {[ELEMENT_NONE] = {0, TRIGGER_COUNT},
#define ROW(id, word, spares, cause, help) [ELEMENT_##id] = {spares, cause},
	ENGINE_ELEMENTS(ROW)
#undef ROW
};

static enum element element_of(const struct clause *clause)
{
	return clause->row == EFFECT_CORRODE ? ELEMENT_ACID : (enum element)clause->element;
}

static bool is_muted(const struct game *game, enum element element)
{
	return element != ELEMENT_NONE && (game->content->muted.elements >> element & 1);
}

bool effect_spares(const struct game *game, const struct clause *clause, int target)
{
	enum element element = element_of(clause);
	uint32_t spares = clause->row == EFFECT_DRAIN ? TRAIT_BLOODLESS : elements[element].spares;
	return is_muted(game, element) || (creature_traits(game, target) & spares) ||
	       (element == ELEMENT_SOUND && creature_has(game, target, STATUS_DEAF));
}

/* Returns the source if it gets the blame: the hero, or a creature whose target is the hero or
 * which is an ally; else -1. */
static int blamed(const struct game *game, const struct effect_case *it, int target)
{
	bool creature = it->source > HERO &&
			(target == HERO || (game->creatures[it->source].flags & CREATURE_ALLY));
	return creature || it->source == HERO ? it->source : -1;
}

/* Acid lowers the plus of a worn item. */
static void eat(struct game *game, int target)
{
	int slot = target == HERO ? gear_to_corrode(game) : -1;
	if (slot < 0)
		return;
	game->pack.items[slot].plus--;
	message_item(game, TEXT_ACID_EATS, &game->pack.items[slot]);
}

/* Applies the side effects of an element's damage to a living body. */
static void linger(struct game *game, enum element element, int target)
{
	if (element == ELEMENT_COLD)
		creature_cure(game, target, STATUS_BURNING);
	if (element == ELEMENT_POISON)
		creature_afflict(game, target, STATUS_POISONED, POISON_LASTS);
	if (element == ELEMENT_ACID && draw_percent(game, PURPOSE_EFFECTS, ACID_EATS))
		eat(game, target);
}

static void hurt_one(struct game *game, const struct effect_case *it, int target, int amount)
{
	struct handle handle = creature_handle(game, target);
	combat_harm(game, target, amount, blamed(game, it, target), HARM_ITEM, it->item);
	if (game_going(game) && creature_of(game, handle) >= 0)
		linger(game, element_of(it->clause), target);
}

/* True if the cell is water. */
static bool wet_at(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) && (game_terrain(game, x, y)->flags & TERRAIN_WATER);
}

static int flood(const struct game *game, int x, int y, int16_t cells[CONDUCTS_CELLS][2])
{
	bool reached[CONDUCTS_CELLS] = {false};
	int count = 1;
	cells[0][0] = (int16_t)x;
	cells[0][1] = (int16_t)y;
	reached[CONDUCTS_CELLS / 2] = true;
	for (int i = 0; i < count; i++)
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int to_x = cells[i][0] + direction_dx[direction];
			int to_y = cells[i][1] + direction_dy[direction];
			if (distance_between(x, y, to_x, to_y) > CONDUCTS ||
				!wet_at(game, to_x, to_y))
				continue;
			bool *seen = &reached[(to_y - y + CONDUCTS) * CONDUCTS_WIDE + to_x - x +
					      CONDUCTS];
			if (*seen)
				continue;
			*seen = true;
			cells[count][0] = (int16_t)to_x;
			cells[count++][1] = (int16_t)to_y;
		}
	return count;
}

/* Records that the effect's discharge hits the creature. False if it has hit it before. */
static bool discharges_into(struct game *game, const struct effect_case *it, int slot)
{
	struct discharge *discharge = game->action.discharge;
	struct handle body = creature_handle(game, slot);
	for (int i = 0; i < discharge->count; i++)
		if (discharge->hit[i].by == it->clause &&
			discharge->hit[i].body.slot == body.slot &&
			discharge->hit[i].body.generation == body.generation)
			return false;
	if (discharge->count == DISCHARGED_MOST)
		return false;
	discharge->hit[discharge->count].by = it->clause;
	discharge->hit[discharge->count++].body = body;
	return true;
}

/* Shocks every body in the water connected to the cell, all computed before any is hurt. True if
 * any is shocked, and the target is if there is one. */
static bool conduct(struct game *game, const struct effect_case *it, int amount)
{
	int16_t cells[CONDUCTS_CELLS][2];
	struct handle bodies[CREATURES_MAX];
	int count = flood(game, it->x, it->y, cells), wet = 0, depth = game->depth;
	bool target = it->target < 0;
	for (int i = 0; i < count; i++) {
		int slot = creature_at(game, cells[i][0], cells[i][1]);
		if (slot >= 0 && !(creature_traits(game, slot) & (TRAIT_FLIES | TRAIT_PHASES)) &&
			!effect_spares(game, it->clause, slot) && discharges_into(game, it, slot))
			bodies[wet++] = creature_handle(game, slot);
	}
	for (int i = 0; i < wet && game_going(game) && game->depth == depth; i++) {
		int slot = creature_of(game, bodies[i]);
		if (slot < 0)
			continue;
		if (slot != it->target)
			effect_report(game, it->clause, it->source, slot);
		target = target || slot == it->target;
		hurt_one(game, it, slot, amount);
	}
	return wet > 0 && target;
}

bool effect_hurt(struct game *game, const struct effect_case *it)
{
	enum element element = element_of(it->clause);
	bool ground =
		elements[element].cause != TRIGGER_COUNT && !is_muted(game, element) &&
		terrain_trigger(game, it->x, it->y, (enum trigger)elements[element].cause, -1);
	if (element == ELEMENT_SOUND && it->target >= 0)
		senses_noise_at(game, it->x, it->y, SOUND_CARRIES);
	if (element == ELEMENT_SHOCK && wet_at(game, it->x, it->y) && !is_muted(game, element)) {
		int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
		return conduct(game, it, amount);
	}
	if (!effect_is_there(game, it) || effect_spares(game, it->clause, it->target))
		return ground;
	int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	hurt_one(game, it, it->target, amount);
	return true;
}

/* The attacker gains the health that it drains. Bloodless creatures cannot be drained. */
bool effect_drain(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || it->target == it->source ||
		effect_spares(game, it->clause, it->target))
		return false;
	struct handle by = creature_handle(game, it->source >= 0 ? it->source : it->target);
	int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	int health = game->creatures[it->target].health;
	amount = amount < health ? amount : health;
	combat_harm(game, it->target, amount, blamed(game, it, it->target), HARM_ITEM, it->item);
	if (it->source < 0 || !game_going(game) || creature_of(game, by) < 0)
		return true;
	struct creature *creature = &game->creatures[it->source];
	int more = creature->health + amount;
	creature->health = (int16_t)(more < creature->health_max ? more : creature->health_max);
	return true;
}

/* Gives the status of the effect's row for the clause's turns. */
bool effect_afflict(struct game *game, const struct effect_case *it)
{
	return effect_give_status(game, it, (enum status)effect_rows[it->clause->row].status);
}

/* Makes the target stuck. An adjacent attacker holds it until one of them is gone; items and
 * terrain hold it for the clause's turns. */
bool effect_stick(struct game *game, const struct effect_case *it)
{
	if (!effect_give_status(game, it, STATUS_STUCK))
		return false;
	bool by_body = it->source > HERO && it->source != it->target && it->item == NULL;
	if (by_body && creature_reaches(game, it->source, it->target))
		game->creatures[it->target].held_by = (uint8_t)(it->source + 1);
	return true;
}

enum status effect_status(enum effect effect)
{
	return (enum status)effect_rows[effect].status;
}

/* ---- Ending statuses ---- */

static bool end_all(struct game *game, const struct effect_case *it, bool ills_alone)
{
	struct handle handle = creature_handle(game, it->target >= 0 ? it->target : HERO);
	bool ended = false;
	for (int status = 0; it->target >= 0 && status < STATUS_COUNT; status++) {
		if (creature_of(game, handle) < 0)
			return true;
		if (!creature_has(game, it->target, (enum status)status) ||
			(ills_alone && !status_is_ill((enum status)status)))
			continue;
		creature_cure(game, it->target, (enum status)status);
		ended = true;
	}
	return ended;
}

bool effect_cure(struct game *game, const struct effect_case *it)
{
	return end_all(game, it, true);
}

bool effect_dispel(struct game *game, const struct effect_case *it)
{
	return end_all(game, it, false);
}

/* ---- Mana, and the cooldown of creatures: turns until they may cast ---- */

bool effect_mana(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	if (it->target == HERO)
		return spell_gain_mana(game, amount);
	uint8_t *cooldown = &game->creatures[it->target].cooldown;
	bool waited = *cooldown > 0;
	*cooldown = 0;
	return waited;
}

static bool casts(const struct creature_kind *kind)
{
	return kind->magic.spell_count > 0 || kind->magic.cast_count > 0;
}

bool effect_jam(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || (it->target > HERO && !casts(creature_kind(game, it->target))))
		return false;
	int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	if (it->target == HERO)
		return spell_gain_mana(game, -amount);
	struct creature *creature = &game->creatures[it->target];
	int turns = creature->cooldown + amount;
	creature->cooldown = (uint8_t)(turns < COOLDOWN_MOST ? turns : COOLDOWN_MOST);
	return true;
}

/* ---- Experience and water ---- */

bool effect_raise(struct game *game, const struct effect_case *it)
{
	if (!effect_is_of_hero(it))
		return false;
	combat_gain(game, combat_next_level(game->hero.level) - game->hero.experience);
	return true;
}

#define WATER_TAKES 10 /* percent */

/* Drowning puts out the hero's lamp and may wash away an item that is not in use. */
bool effect_drown(struct game *game, const struct effect_case *it)
{
	if (!effect_hurt(game, it) || it->target != HERO || !game_going(game))
		return it->target >= 0;
	lamp_douse(game);
	if (!draw_percent(game, PURPOSE_EFFECTS, WATER_TAKES))
		return true;
	int slot = draw_below(game, PURPOSE_EFFECTS, PACK_MAX);
	struct item *item = &game->pack.items[slot];
	if (item->count == 0 || (item->flags & (ITEM_WIELDED | ITEM_WORN)) ||
		item->kind == game->content->receiver ||
		content_names_item(game->content, item->kind))
		return true;
	struct item taken = item_from_pack(game, slot, item->count);
	message_item(game, TEXT_WATER_TAKES, &taken);
	return true;
}

bool effect_corrode(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || effect_spares(game, it->clause, it->target))
		return false;
	eat(game, it->target);
	return effect_hurt(game, it);
}
