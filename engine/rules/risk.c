/*
 * Risk: dangers of the ground and of steps, as far as the hero knows.
 *
 * The hero knows a cell as he remembers it (memory.c): a trap that looks like floor is floor, and a
 * fire out of his sight burns on. No rule uses this. It serves the view, auto-explore and travel,
 * and the question before a dangerous step, none of which may know more than the hero.
 */
#include "engine/rules/combat_private.h"
#include "engine/rules/command_check.h"

#define BURN_A_TURN 3 /* at most (status.c) */
#define FLOATS_LONG_ENOUGH 2

/* Returns the most health that the effect can take at once. */
static int most_taken(const struct clause *clause)
{
	struct dice dice = clause->dice;
	if (clause->row == EFFECT_BURN)
		return BURN_A_TURN * clause->duration;
	if (effect_rows[clause->row].flags & EF_HARMLESS)
		return 0;
	return dice.number * dice.sides + dice.modifier;
}

/* ---- The ground ---- */

/* Ignores levitation: it ends, so no route may depend on it. */
bool risk_of_terrain(const struct game *game, const struct terrain_kind *kind)
{
	(void)game;
	return !content_is_hidden(kind) && content_harms(kind, 0);
}

/* Returns the hero's traits for the next step: flying only if it lasts long enough. */
static uint32_t traits_now(const struct game *game)
{
	uint32_t traits = creature_traits(game, HERO);
	return game->creatures[HERO].status[STATUS_LEVITATING] > FLOATS_LONG_ENOUGH
		       ? traits
		       : traits & ~(uint32_t)TRAIT_FLIES;
}

static int terrain_takes(const struct terrain_kind *kind, uint32_t traits)
{
	const struct transition *tread = content_transition(kind, TRIGGER_TREAD);
	int most = tread != NULL && tread->has_effect && !(traits & TRAIT_FLIES)
			   ? most_taken(&tread->effect)
			   : 0;
	for (int i = 0; i < kind->hazard_count; i++)
		if (!(kind->hazards[i].unless & traits))
			most += most_taken(&kind->hazards[i].effect);
	return most;
}

/* ---- The air ---- */

/* Returns the gas of a cell in sight that a step there would be asked about, or KIND_NONE. Leaving
 * a cloud is no risk. The gas counts, too, where thicker harmless gas hides it. */
static uint16_t threat_at(const struct game *game, size_t at)
{
	const struct level *level = game->level;
	if (level->gas_count == 0 || !(level->flags[at] & LEVEL_SEEN))
		return KIND_NONE;
	return gas_threat(
		game, HERO, (int)(at % (size_t)level->width), (int)(at / (size_t)level->width));
}

bool risk_of_air(const struct game *game, size_t at)
{
	return threat_at(game, at) != KIND_NONE;
}

/* ---- A step ---- */

static bool someone_shown(const struct game *game, int x, int y)
{
	int slot = creature_at(game, x, y);
	return slot > HERO && senses_hero_sees(game, slot);
}

/* True if the terrain only holds a body and does no other harm. */
static bool terrain_only_holds(const struct terrain_kind *kind, uint32_t traits)
{
	const struct transition *tread = content_transition(kind, TRIGGER_TREAD);
	bool holds = tread != NULL && tread->has_effect && tread->effect.row == EFFECT_STICK;
	for (int i = 0; i < kind->hazard_count; i++) {
		if (kind->hazards[i].unless & traits)
			continue;
		if (kind->hazards[i].effect.row != EFFECT_STICK)
			return false;
		holds = true;
	}
	return holds;
}

/* Returns the risk of a cell, the name of the danger and the question to ask. */
static enum risk risk_of_cell(
	const struct game *game, size_t at, const char **name, enum text_id *word)
{
	const struct creature *hero = &game->creatures[HERO];
	const struct terrain_kind *kind = memory_ground(game, at);
	uint32_t traits = traits_now(game);
	*name = kind->name;
	*word = TEXT_RISK_HARM;
	if (!content_is_hidden(kind) && content_harms(kind, traits)) {
		if (terrain_takes(kind, traits) >= hero->health) {
			*word = TEXT_RISK_DEADLY;
			return RISK_DEADLY;
		}
		if (terrain_only_holds(kind, traits))
			*word = TEXT_RISK_HOLDS;
		if (kind != game_terrain(game, hero->x, hero->y))
			return RISK_HARM;
	}
	uint16_t threat = threat_at(game, at);
	if (threat == KIND_NONE)
		return RISK_NONE;
	*name = game->content->clouds[threat].name;
	*word = TEXT_RISK_AIR;
	return RISK_HARM;
}

enum risk game_step_risk(const struct game *game, enum direction direction, char *text, size_t size)
{
	const struct creature *hero = &game->creatures[HERO];
	int x = hero->x + direction_dx[direction], y = hero->y + direction_dy[direction];
	const char *name;
	enum text_id word;
	*text = '\0';
	if (!game_going(game) || !level_inside(game->level, x, y) || someone_shown(game, x, y))
		return RISK_NONE;
	size_t at = level_at(game->level, x, y);
	if (!(game->level->flags[at] & LEVEL_KNOWN) || creature_has(game, HERO, STATUS_STUCK) ||
		!(memory_ground(game, at)->flags & TERRAIN_OBJECTS) ||
		!distance_map_step_legal(
			&game->derived.distances, hero->x, hero->y, direction, GAIT_RECKLESS))
		return RISK_NONE;
	enum risk risk = risk_of_cell(game, at, &name, &word);
	if (risk != RISK_NONE)
		words_expand(game->content, word, &(struct word_facts){.text = name}, text, size);
	return risk;
}

/* Returns the terrain that stops a step, and its cell, if the hero knows it as it is and nobody is
 * shown there; else NULL. */
static const struct terrain_kind *obstacle_at(
	const struct game *game, enum direction direction, int *x, int *y)
{
	const struct creature *hero = &game->creatures[HERO];
	*x = hero->x + direction_dx[direction];
	*y = hero->y + direction_dy[direction];
	if (!game_going(game) || !level_inside(game->level, *x, *y) || someone_shown(game, *x, *y))
		return NULL;
	size_t at = level_at(game->level, *x, *y);
	const struct terrain_kind *kind = memory_ground(game, at);
	bool known = (game->level->flags[at] & LEVEL_KNOWN) && kind == game_terrain(game, *x, *y);
	return known && !(kind->flags & TERRAIN_OBJECTS) ? kind : NULL;
}

/* ---- The price of a step ---- */

int game_step_price(const struct game *game, enum direction direction, char *text, size_t size)
{
	int x, y;
	const struct terrain_kind *kind = obstacle_at(game, direction, &x, &y);
	*text = '\0';
	if (kind == NULL)
		return 0;
	const struct transition *pull = terrain_transition(game, x, y, TRIGGER_PULL, HERO);
	/* Do not ask about a step that would be refused. */
	if (pull == NULL || pull->need != NEED_GOLD || work_is_vain(game, x, y))
		return 0;
	words_expand(game->content, kind->offers[0] ? TEXT_ASK_PRICE_FOR : TEXT_ASK_PRICE,
		&(struct word_facts){
			.text = kind->name, .item = kind->offers, .number = pull->amount},
		text, size);
	return pull->amount;
}

/* ---- The price of an item ---- */

bool game_lift_asks(const struct game *game, unsigned item, char *text, size_t size)
{
	const struct creature *hero = &game->creatures[HERO];
	const struct terrain_kind *ground = game_terrain(game, hero->x, hero->y);
	const struct transition *lift = content_transition(ground, TRIGGER_LIFT);
	int lying = item_on_floor(game, hero->x, hero->y, (int)item);
	char name[64];
	*text = '\0';
	if (lying < 0 || lift == NULL || !lift->has_effect || content_is_hidden(ground))
		return false;
	bool wounds = effect_rows[lift->effect.row].flags & EF_WOUNDS;
	int most = wounds ? most_taken(&lift->effect) : 0;
	item_name(game, &game->floor.items[lying].item, ARTICLE_THE, name, sizeof name);
	words_expand(game->content,
		most == 0              ? TEXT_ASK_LIFT
		: most >= hero->health ? TEXT_ASK_LIFT_DEADLY
				       : TEXT_ASK_LIFT_COSTS,
		&(struct word_facts){.item = name, .text = ground->name, .number = most}, text,
		size);
	return true;
}

/* ---- The work of a step ---- */

int game_step_work(const struct game *game, enum direction direction)
{
	static const enum trigger triggers[] = {TRIGGER_PULL, TRIGGER_SHOVE, TRIGGER_DIG};
	int x, y;
	const struct terrain_kind *kind = obstacle_at(game, direction, &x, &y);
	if (kind == NULL || content_opens(kind) || !work_may_be_done(game, x, y, direction))
		return 0;
	for (size_t i = 0; i < sizeof triggers / sizeof *triggers; i++) {
		const struct transition *work = terrain_transition(game, x, y, triggers[i], HERO);
		if (work != NULL)
			return work->turns > 1 ? work->turns : 1;
	}
	return 0;
}

/* ---- Blows ---- */

/* Returns the bonus of the weapon that its kind always carries. */
static int armed_most(const struct game *game, int slot)
{
	const struct item *carried = &game->creatures[slot].carried;
	if (carried->count == 0 || carried->kind != creature_kind(game, slot)->carries ||
		item_kind(game, carried)->class != ITEM_WEAPON || !creature_uses_items(game, slot))
		return 0;
	return dice_most(item_kind(game, carried)->weapon.damage) / 2;
}

int risk_worst_blow(const struct game *game, int slot)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	int worst = 0;
	for (int i = 0; i < kind->blow_count; i++) {
		const struct blow *blow = &kind->blows[i];
		bool hurts = blow->has_effect && blow->effect.row == EFFECT_HURT;
		int most = (dice_most(blow->dice) + armed_most(game, slot)) *
				   combat_times(game, HERO) +
			   (hurts ? dice_most(blow->effect.dice) : 0);
		worst = most > worst ? most : worst;
	}
	return worst;
}
