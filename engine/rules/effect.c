/* Effects: the rows of ENGINE_EFFECTS act on whatever creature is in the cells they reach, hero or
 * not. This file finds the targets and reports the results. */
#include "engine/rules/effect_private.h"

#include <assert.h>
#include <string.h>

#define EFFECTS_WITHIN 40 /* nesting depth */
#define RENEWED 20        /* turns in which a repeated status is not reported again */

static effect_function *const functions[EFFECT_COUNT] = {
#define ROW(id, function, word, ...) [EFFECT_##id] = effect_##function,
	ENGINE_EFFECTS(ROW)
#undef ROW
};

static bool effect_is(const struct clause *clause, enum effect_flag flag)
{
	return effect_rows[clause->row].flags & flag;
}

bool effect_is_of_ground(const struct clause *clause)
{
	return effect_is(clause, EF_GROUND) || clause->element > 0;
}

bool effect_helps(enum effect effect)
{
	return effect_rows[effect].flags & EF_HELPS;
}

/* Returns percent of an amount, rounded to the nearest. */
static int more(int amount, int percent)
{
	return (amount * percent + 50) / 100;
}

struct clause effect_more(const struct clause *clause, int percent)
{
	struct clause stronger = *clause;
	unsigned arguments = effect_rows[clause->row].arguments;
	const struct dice *dice = &clause->dice;
	int mean = dice->number * (dice->sides + 1) / 2 + dice->modifier;
	bool amount = (arguments & ARGUMENT_DICE) && !effect_is(clause, EF_FIXED);
	if (amount)
		stronger.dice.modifier = (int16_t)(dice->modifier + more(mean, percent));
	if (arguments & ARGUMENT_DURATION)
		stronger.duration = (int16_t)(clause->duration + more(clause->duration, percent));
	if (arguments & ARGUMENT_CLOUD)
		stronger.amount = (int16_t)(clause->amount + more(clause->amount, percent));
	return stronger;
}

/* Reports an effect on a creature, if the hero perceives it. */
void effect_report(struct game *game, const struct clause *clause, int source, int target)
{
	enum effect effect = (enum effect)clause->row;
	struct word_facts facts = {.target = message_actor(game, target)};
	enum text_id you = clause->element > 0 ? word_element_you((enum element)clause->element)
					       : word_effect_you(effect);
	enum text_id other = clause->element > 0 ? word_element_it((enum element)clause->element)
						 : word_effect_it(effect);
	if (effect == EFFECT_SUMMON && source == HERO)
		message_say(game, TEXT_COMPANY_COMES, NULL);
	else if (target == HERO && !game->report.effects_quiet)
		message_say(game, you, &facts);
	else if (target > HERO && senses_hero_sees(game, target))
		message_say(game, other, &facts);
}

/* True if the target already has the status and this was reported in the last RENEWED turns. */
static bool is_renewed(const struct game *game, const struct clause *clause, int target)
{
	enum effect effect = (enum effect)clause->row;
	enum status status = effect_status(effect);
	return status != STATUS_COUNT && target >= 0 && creature_has(game, target, status) &&
	       message_said(game, target == HERO ? word_effect_you(effect) : word_effect_it(effect),
		       RENEWED);
}

/* True if the effect ignites gas: it has fire, force or a spark. */
static bool kindles(const struct game *game, const struct clause *clause)
{
	bool spark = clause->element == ELEMENT_FIRE || clause->element == ELEMENT_SHOCK;
	return effect_is(clause, EF_KINDLES) ||
	       (spark && !(game->content->muted.elements >> clause->element & 1));
}

static bool apply_one(struct game *game, struct effect_case it)
{
	const struct clause *clause = it.clause;
	enum effect effect = (enum effect)clause->row;
	if (game->action.effects_left == 0)
		return false;
	game->action.effects_left--;
	bool first = effect_is(clause, EF_REPORTED_FIRST),
	     renewed = is_renewed(game, clause, it.target);
	bool seen = it.target == HERO || (it.target > HERO && senses_hero_sees(game, it.target)) ||
		    (effect_is_of_ground(clause) && senses_hero_sees_cell(game, it.x, it.y));
	int depth = game->depth;
	struct handle handle = creature_handle(game, it.target >= 0 ? it.target : HERO);
	if (first && it.target >= 0 && !effect_spares(game, clause, it.target))
		effect_report(game, clause, it.source, it.target);
	if (it.target > HERO && it.source == HERO &&
		(effect_rows[effect].arguments & ARGUMENT_RADIUS) && !effect_helps(effect)) {
		combat_ambush(game, it.target);
		creature_notice(game, it.target);
	}
	bool done = functions[effect](game, &it);
	if (done && !first && !renewed && creature_of(game, handle) >= 0)
		effect_report(game, clause, it.source, it.target);
	if (kindles(game, clause) && game_going(game) && game->depth == depth)
		gas_kindle(game, it.x, it.y);
	return done && seen;
}

/* Returns a handle of the source. After the source died, `still` returns -1, even if its slot is in
 * use again. */
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
	if (game->content->muted.effects[clause->row])
		return false;
	bool area = effect_rows[clause->row].arguments & ARGUMENT_RADIUS &&
		    !effect_is(clause, EF_NOISE);
	int radius = area ? clause->radius : 0;
	bool shown = false;
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
				return shown;
			if (clause->around && !across && !down)
				continue;
			it.x = x + across;
			it.y = y + down;
			it.target = creature_at(game, it.x, it.y);
			it.source = still(game, source, by);
			if ((it.target >= 0 || effect_is_of_ground(clause)) && apply_one(game, it))
				shown = true;
		}
	}
	return shown;
}

void effect_discharge_begin(struct game *game, struct discharge *discharge)
{
	discharge->count = 0;
	if (game->action.discharge == NULL)
		game->action.discharge = discharge;
}

void effect_discharge_end(struct game *game, const struct discharge *discharge)
{
	if (game->action.discharge == discharge)
		game->action.discharge = NULL;
}

/* An effect may trigger others, and content may make that a cycle. Nesting is limited to
 * EFFECTS_WITHIN, and each command to EFFECTS_OF_TURN cells. */
bool effect_apply(
	struct game *game, const struct clause *clause, int x, int y, int source, const char *item)
{
	assert(clause->row < EFFECT_COUNT);
	if (game->action.effect_depth == EFFECTS_WITHIN || game->action.effects_left == 0 ||
		!level_inside(game->level, x, y))
		return false;
	struct discharge discharge;
	effect_discharge_begin(game, &discharge);
	game->action.effect_depth++;
	bool shown = apply(game, clause, x, y, source, item);
	game->action.effect_depth--;
	effect_discharge_end(game, &discharge);
	return shown;
}

bool effect_all(struct game *game, const struct clause *clauses, int count, int x, int y,
	int source, const char *item)
{
	bool shown = false;
	int depth = game->depth;
	struct handle by = handle_of(game, source);
	for (int i = 0; i < count && game_going(game) && game->depth == depth; i++)
		if (effect_apply(game, &clauses[i], x, y, still(game, source, by), item))
			shown = true;
	return shown;
}

enum view_hint hint_of_effects(const struct clause *effects, int count)
{
	for (int i = 0; i < count; i++)
		if (effect_rows[effects[i].row].hint != HINT_NONE)
			return (enum view_hint)effect_rows[effects[i].row].hint;
	return HINT_NONE;
}
