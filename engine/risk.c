/*
 * Risk: what the hero knows of the ground, and what a step would cost him as far as he knows.
 *
 * He knows a cell by the look that he remembers there, so a trap that poses as floor is floor, and a
 * fire out of his sight burns on in his mind.  No rule asks this: it is for the view, the steers and
 * the question before a step, none of which may know more than he does.
 */
#include "rules.h"

#define BURN_A_TURN 3 /* at the most (status.c) */

/* What makes nobody worse off. */
static const uint8_t kind_effects[] = {EFFECT_HEAL, EFFECT_LIGHT, EFFECT_MAP, EFFECT_DETECT,
	EFFECT_HASTE, EFFECT_HUSH, EFFECT_IDENTIFY, EFFECT_LEVITATE, EFFECT_READ_MINDS,
	EFFECT_REGENERATE, EFFECT_SHIELD, EFFECT_KINDLE, EFFECT_DOUSE};

static bool is_kind(const struct clause *clause)
{
	for (size_t i = 0; i < sizeof kind_effects; i++)
		if (clause->row == kind_effects[i])
			return true;
	return false;
}

/* Health that it may take of one who meets it now, at the most. */
static int most_taken(const struct clause *clause)
{
	struct dice dice = clause->dice;
	if (clause->row == EFFECT_BURN)
		return BURN_A_TURN * clause->duration;
	if (clause->row == EFFECT_PUSH || clause->row == EFFECT_SUMMON || is_kind(clause))
		return 0;
	return dice.number * dice.sides + dice.modifier;
}

/* ---- The ground ---- */

const struct terrain_kind *risk_known_terrain(const struct game *game, size_t at)
{
	const struct content *content = game->content;
	const struct terrain_kind *kind = &content->terrains[game->level->terrain[at]];
	uint16_t look = game->level->memory[at];
	if (kind->look == look)
		return kind;
	for (uint16_t i = 0; i < content->terrain_count; i++)
		if (content->terrains[i].look == look)
			return &content->terrains[i];
	return kind; /* a thing lies there */
}

bool risk_of_terrain(const struct game *game, const struct terrain_kind *kind)
{
	return !content_is_hidden(kind) && content_harms(kind, creature_traits(game, HERO));
}

static int terrain_takes(const struct game *game, const struct terrain_kind *kind)
{
	uint32_t traits = creature_traits(game, HERO);
	const struct change *tread = content_change(kind, CAUSE_TREAD);
	int most = tread != NULL && tread->has_effect && !(traits & TRAIT_FLIES)
			   ? most_taken(&tread->effect)
			   : 0;
	for (int i = 0; i < kind->hazard_count; i++)
		if (!(kind->hazards[i].unless & traits))
			most += most_taken(&kind->hazards[i].effect);
	return most;
}

/* ---- The air ---- */

static bool cloud_harms(const struct cloud_kind *kind)
{
	for (int i = 0; i < kind->breath_count; i++)
		if (!is_kind(&kind->breaths[i]))
			return true;
	return false;
}

/* A cloud that does harm and is thicker there than about the hero, in his sight; NULL: none. */
static const struct cloud_kind *cloud_at(const struct game *game, size_t at)
{
	const struct level *level = game->level;
	const struct creature *hero = &game->creatures[HERO];
	size_t here = level_at(level, hero->x, hero->y);
	if (!(level->flags[at] & LEVEL_SEEN))
		return NULL;
	for (int i = 0; i < level->gas_count; i++) {
		const struct cloud_kind *kind = &game->content->clouds[level->gases[i].kind];
		if (level->gases[i].amounts[at] > level->gases[i].amounts[here] &&
			cloud_harms(kind))
			return kind;
	}
	return NULL;
}

bool risk_of_air(const struct game *game, size_t at)
{
	return game->level->gas_count > 0 && cloud_at(game, at) != NULL;
}

/* ---- A step ---- */

static bool someone_shown(const struct game *game, int x, int y)
{
	int slot = creature_at(game, x, y);
	return slot > HERO && senses_hero_sees(game, slot);
}

static enum risk risk_of_cell(const struct game *game, size_t at, const char **name)
{
	const struct creature *hero = &game->creatures[HERO];
	const struct terrain_kind *kind = risk_known_terrain(game, at);
	const struct terrain_kind *here = game_terrain(game, hero->x, hero->y);
	const struct cloud_kind *cloud = cloud_at(game, at);
	*name = kind->name;
	if (risk_of_terrain(game, kind)) {
		if (terrain_takes(game, kind) >= hero->health)
			return RISK_DEADLY;
		if (kind != here)
			return RISK_HARM;
	}
	if (cloud == NULL)
		return RISK_NONE;
	*name = cloud->name;
	return RISK_HARM;
}

enum risk game_step_risk(
	const struct game *game, enum direction direction, char *text, size_t size)
{
	const struct creature *hero = &game->creatures[HERO];
	int x = hero->x + direction_dx[direction], y = hero->y + direction_dy[direction];
	const char *name;
	*text = '\0';
	if (!game_going(game) || !level_inside(game->level, x, y) || someone_shown(game, x, y))
		return RISK_NONE;
	size_t at = level_at(game->level, x, y);
	if (!(game->level->flags[at] & LEVEL_KNOWN) || creature_has(game, HERO, STATUS_STUCK) ||
		!(risk_known_terrain(game, at)->flags & TERRAIN_OBJECTS) ||
		!ways_step_legal(&game->ways, hero->x, hero->y, direction, GAIT_RECKLESS))
		return RISK_NONE;
	enum risk risk = risk_of_cell(game, at, &name);
	if (risk != RISK_NONE)
		words_expand(game->content,
			risk == RISK_DEADLY ? WORD_RISK_DEADLY : WORD_RISK_HARM,
			&(struct word_facts){.text = name}, text, size);
	return risk;
}
