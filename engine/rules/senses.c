/*
 * Senses: what the hero sees and remembers; what creatures see, hear and smell of him.
 *
 * Line of sight is symmetric (sight.h). A target is visible if its cell is lit. Noise travels along
 * open ways. Scent stays where it was laid and fades.
 */
#include "engine/rules/rules.h"

#include <string.h>

/* A heard position is wrong by up to 1 / HEARING_BLUR of the distance. */
#define HEARING_BLUR 4

static bool adjacent_hero(const struct game *game, const struct creature *creature)
{
	const struct creature *hero = &game->creatures[HERO];
	return distance_between(hero->x, hero->y, creature->x, creature->y) <= 1;
}

bool senses_hero_sees(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	if (creature_poses(game, slot))
		return false;
	if (adjacent_hero(game, creature))
		return true;
	if (creature_has(game, HERO, STATUS_BLIND))
		return false;
	uint8_t flags = game->level->flags[level_at(game->level, creature->x, creature->y)];
	/* A captive stays in its cell, so a hero who found it recognises it in the dark. */
	const uint16_t found = CREATURE_CAPTIVE | CREATURE_MET;
	if ((creature->flags & found) == found && (flags & LEVEL_REACHABLE))
		return true;
	return !(creature_traits(game, slot) & TRAIT_UNSEEN) && (flags & LEVEL_REACHABLE) &&
	       ((flags & LEVEL_SEEN) || light_at(game, creature->x, creature->y) ||
		       light_of(game, slot) > 0);
}

bool senses_sees_hero(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	const struct creature *hero = &game->creatures[HERO];
	if (adjacent_hero(game, creature))
		return true;
	return !creature_has(game, slot, STATUS_BLIND) &&
	       !(creature_traits(game, HERO) & TRAIT_UNSEEN) &&
	       senses_in_line(game, creature->x, creature->y) && light_at(game, hero->x, hero->y);
}

/* Reports a creature's first sight as a danger or a captive, and describes a kind new to this
 * run. */
static void meet(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	const struct creature_kind *kind = creature_kind(game, slot);
	if (!(creature->flags & (CREATURE_MET | CREATURE_ALLY | CREATURE_CAPTIVE)))
		event_add(game, EVENT_DANGER, kind->appearance, creature->x, creature->y, 0,
			kind->id);
	if ((creature->flags & (CREATURE_MET | CREATURE_CAPTIVE)) == CREATURE_CAPTIVE)
		message_say(game, TEXT_CAPTIVE_SEEN,
			&(struct word_facts){.target = message_actor(game, slot)});
	creature->flags |= CREATURE_MET;
	if (creature->past > 0 && !(game->bones.met & 1u << (creature->past - 1))) {
		game->bones.met |= (uint8_t)(1u << (creature->past - 1));
		message_say(game, TEXT_GRAVE_KILLER,
			&(struct word_facts){.name = game->birth.past[creature->past - 1].name,
				.target = message_actor(game, slot)});
	}
	/* First-sight texts of a kind describe active creatures, so captives get none and sleepers
	 * the plain description. */
	if (game->knowledge.met[creature->kind] || (creature->flags & CREATURE_CAPTIVE))
		return;
	game->knowledge.met[creature->kind] = 1;
	event_add(game, EVENT_FIRST_SIGHT, kind->appearance, creature->x, creature->y, 0, kind->id);
	if (creature->flags & CREATURE_ASLEEP) {
		message_say(game, TEXT_FIRST_ASLEEP, &(struct word_facts){.text = kind->name});
		message_say_text(game, kind->description, COLOUR_ROLE_BRIGHT);
		return;
	}
	message_say_text(game, kind->first_sight, COLOUR_ROLE_BRIGHT);
}

/* True if meeting the creature again would report nothing. */
static bool has_met(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	bool avenger = creature->past > 0 && !(game->bones.met & 1u << (creature->past - 1));
	return (creature->flags & CREATURE_MET) && !avenger &&
	       (game->knowledge.met[creature->kind] || (creature->flags & CREATURE_CAPTIVE));
}

void senses_refresh(struct game *game)
{
	const struct creature *hero = game_hero(game);
	struct sight_eye eye = {
		.x = hero->x, .y = hero->y, .blind = creature_has(game, HERO, STATUS_BLIND)};
	int dark_sight = bonus_of(game, BONUS_DARK_SIGHT);
	eye.dark_sight = (uint8_t)(dark_sight < 0            ? 0
				   : dark_sight < LIGHT_MOST ? dark_sight
							     : LIGHT_MOST);
	light_update(game);
	sight_update(game->level, game->content, &eye);
	game->derived.lights.changed = false;
	game->derived.sight_stale = false;
}

void senses_look(struct game *game)
{
	senses_refresh(game);
	memory_see(game);
	senses_meet(game);
}

void senses_meet(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		if (game->creatures[slot].alive && !has_met(game, slot) &&
			senses_hero_sees(game, slot))
			meet(game, slot);
	}
}

void senses_lay_smell(struct game *game)
{
	const struct creature *hero = game_hero(game);
	uint32_t stamp = game_turn(game) + 1;
	if (game->hero.loud || creature_has(game, HERO, STATUS_BLEEDING))
		stamp |= SMELL_STRONG;
	/* Water leaves no scent, except of a flying hero. */
	if ((game_terrain(game, hero->x, hero->y)->flags & TERRAIN_WATER) &&
		!(creature_traits(game, HERO) & TRAIT_FLIES))
		stamp = 0;
	game->level->scent[level_at(game->level, hero->x, hero->y)] = stamp;
	game->hero.loud = 0;
}

uint32_t senses_smell_at(const struct game *game, int x, int y)
{
	uint32_t stamp = game->level->scent[level_at(game->level, x, y)];
	uint32_t laid = stamp & ~SMELL_STRONG;
	uint32_t lasts = stamp & SMELL_STRONG ? SMELL_LASTS : SMELL_LASTS / 2;
	return laid == 0 || game_turn(game) + 1 - laid > lasts ? 0 : laid;
}

static bool kind_hears(const struct creature_kind *kind)
{
	for (int i = 0; i < kind->instinct_count; i++)
		if (kind->instincts[i].row == INSTINCT_NOISE ||
			kind->instincts[i].row == INSTINCT_BURROW)
			return true;
	return false;
}

/* Sends a creature that heard the noise to its approximate cell. */
static void hear(struct game *game, int slot, const struct draws *draws, int x, int y)
{
	struct creature *creature = &game->creatures[slot];
	if (creature->goal == GOAL_SEEN ||
		(!(creature->flags & CREATURE_HUNTER) && !kind_hears(creature_kind(game, slot))))
		return;
	int blur = distance_between(creature->x, creature->y, x, y) / HEARING_BLUR;
	int off_x = draws_between(draws, -blur, blur);
	int off_y = draws_between(draws, -blur, blur);
	bool inside = level_inside(game->level, x + off_x, y + off_y);
	creature->goal = GOAL_HEARD;
	creature->goal_x = (int16_t)(inside ? x + off_x : x);
	creature->goal_y = (int16_t)(inside ? y + off_y : y);
}

void senses_hear_hero(struct game *game, int slot)
{
	struct draws draws;
	draws_begin(game, &draws, PURPOSE_BEHAVIOUR);
	hear(game, slot, &draws, game_hero(game)->x, game_hero(game)->y);
}

/* wakes: a sleeper that hears it may wake. */
static void disturb(
	struct game *game, int slot, const struct draws *draws, int x, int y, bool wakes)
{
	if (creature_has(game, slot, STATUS_ASLEEP) || creature_has(game, slot, STATUS_DEAF) ||
		(game->creatures[slot].flags & (CREATURE_ALLY | CREATURE_CAPTIVE)))
		return;
	if (game->creatures[slot].flags & CREATURE_ASLEEP) {
		int odds = senses_sees_hero(game, slot) ? WAKE_IN_SIGHT : WAKE_UNSEEN;
		if (!wakes || draw_below(game, PURPOSE_WAKING, odds) != 0)
			return;
		creature_wake(game, slot);
	}
	hear(game, slot, draws, x, y);
}

static void make_noise(struct game *game, int x, int y, int radius, bool wakes)
{
	distance_map_sound(&game->derived.distances, x, y, radius);
	uint8_t listeners[CREATURES_MAX];
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->alive && ((creature->flags & CREATURE_HUNTER) ||
					       distance_map_heard_at(&game->derived.distances,
						       creature->x, creature->y)))
			listeners[count++] = (uint8_t)slot;
	}
	struct draws draws;
	draws_begin(game, &draws, PURPOSE_BEHAVIOUR);
	for (int i = 0; i < count; i++)
		disturb(game, listeners[i], &draws, x, y, wakes);
}

void senses_noise_at(struct game *game, int x, int y, int radius)
{
	make_noise(game, x, y, radius, true);
}

void senses_make_noise(struct game *game)
{
	const struct creature *hero = game_hero(game);
	if (game->hero.noise > 0 && game->creature_top > HERO + 1)
		make_noise(game, hero->x, hero->y, game->hero.noise, false);
}

bool senses_shows(const struct game *game, int slot)
{
	return senses_hero_sees(game, slot) || creature_has(game, HERO, STATUS_DETECTING) ||
	       (creature_has(game, HERO, STATUS_TELEPATHIC) &&
		       !(creature_traits(game, slot) & TRAIT_MINDLESS)) ||
	       game_debugs(game, DEBUG_OMNISCIENCE);
}
