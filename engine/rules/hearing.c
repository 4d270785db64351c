/*
 * Hearing: which sounds the hero hears, and which creatures a sound disturbs.
 *
 * A sound travels along open paths, and closed doors weaken it. The hero hears only sounds that
 * reach him from cells out of his sight, and none while deaf. He can tell the direction of near
 * ones. Each kind of sound is reported once in a number of turns, but always disturbs creatures.
 */
#include "engine/rules/rules.h"

/* Within this distance along open paths the hero can tell the direction. */
#define HEARING_NEAR 10
/* A level is silent if no creature is active within this distance. Silence is rare, so it has a
 * meaning. */
#define SILENCE 60
/* Ambient sounds of terrain are checked once in so many turns. */
#define LISTENS_EVERY 2
/* A sound with a pause of at least AMBIENT_SILENCE_TURNS is ambient. After one report it is silent
 * for HUM_GOES_ON turns. */
#define AMBIENT_SILENCE_TURNS 200
#define HUM_GOES_ON 600
/* Two sounds of one kind in one tick within this distance disturb creatures only once. */
#define ONE_SOUND 5

static const struct sound_row {
	uint8_t carries, disturbs, every;
} rows[SOUND_COUNT] = {
#define ROW(id, word, hero, others, every, help) {hero, others, every},
	ENGINE_SOUNDS(ROW)
#undef ROW
};

#define ROW(id, word, hero, others, every, help)                                                   \
	_Static_assert((every) <= SOUND_EVERY_MOST, "a save has the turns in a byte");
ENGINE_SOUNDS(ROW)
#undef ROW

/* Returns the sound of a transition of terrain that the hero does not see, or SOUND_COUNT. */
static enum sound sound_of(enum trigger cause)
{
	static const struct {
		enum trigger cause;
		enum sound sound;
	} heard[] = {
		{TRIGGER_SIGNAL, SOUND_GATE},
		{TRIGGER_SHOVE, SOUND_BOULDER},
		{TRIGGER_BREAK, SOUND_BREAKING},
		{TRIGGER_HIT, SOUND_GLASS},
	};
	for (size_t i = 0; i < sizeof heard / sizeof *heard; i++)
		if (heard[i].cause == cause)
			return heard[i].sound;
	return SOUND_COUNT;
}

/* True if the sound map reaches the cell or one next to it: the sound's source may be inside a
 * wall. */
static bool heard_at(const struct game *game, int x, int y)
{
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (distance_map_heard_at(&game->derived.distances, x + direction_dx[direction],
			    y + direction_dy[direction]))
			return true;
	return distance_map_heard_at(&game->derived.distances, x, y);
}

static bool within(struct game *game, int x, int y, int cells)
{
	const struct creature *hero = game_hero(game);
	if (distance_between(hero->x, hero->y, x, y) > cells)
		return false;
	distance_map_sound(&game->derived.distances, hero->x, hero->y, cells);
	return heard_at(game, x, y);
}

static bool may_tell(const struct game *game, enum sound sound)
{
	return game_turn(game) >= game->clock.next_heard[sound] &&
	       !creature_has(game, HERO, STATUS_DEAF);
}

/* Reports a sound: with its direction if it is near, vaguely otherwise. */
static void report(struct game *game, enum sound sound, int x, int y)
{
	const struct creature *hero = game_hero(game);
	char where[32] = "";
	bool near = within(game, x, y, HEARING_NEAR);
	if (near)
		words_expand(game->content, word_towards(x - hero->x, y - hero->y), NULL, where,
			sizeof where);
	event_add(game, EVENT_HEARD, game->content->unseen_appearance, hero->x, hero->y, 0, "");
	message_say(game, near ? word_sound(sound) : word_sound_far(sound),
		&(struct word_facts){.text = where});
	game->clock.next_heard[sound] = game_turn(game) + rows[sound].every;
}

static void disturb(struct game *game, enum sound sound, int x, int y)
{
	struct sounded *last = &game->report.sounded[sound];
	if (rows[sound].disturbs == 0 ||
		(last->tick == game->clock.now + 1 &&
			distance_between(last->x, last->y, x, y) <= ONE_SOUND))
		return;
	*last = (struct sounded){game->clock.now + 1, (int16_t)x, (int16_t)y};
	senses_noise_at(game, x, y, rows[sound].disturbs);
}

/* True if the hero sees the cell or is in it. His own cell counts even if sight is not updated
 * yet. */
static bool perceives(const struct game *game, int x, int y)
{
	return creature_at(game, x, y) == HERO || senses_hero_sees_cell(game, x, y);
}

void hearing_sound(struct game *game, enum sound sound, int x, int y)
{
	disturb(game, sound, x, y);
	if (may_tell(game, sound) && !perceives(game, x, y) &&
		within(game, x, y, rows[sound].carries))
		report(game, sound, x, y);
}

/* True if some terrain becomes this kind by a signal, as a gate does. */
static bool is_moved(const struct content *content, const struct terrain_kind *kind)
{
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		const struct transition *change =
			content_transition(&content->terrains[i], TRIGGER_SIGNAL);
		if (change != NULL && &content->terrains[change->into] == kind)
			return true;
	}
	return false;
}

/* Updates the hero's memory of a near cell whose change he hears. */
static void learn(struct game *game, const struct terrain_kind *was, int x, int y)
{
	struct level *level = game->level;
	size_t at = level_at(level, x, y);
	if (!creature_has(game, HERO, STATUS_DEAF) && (level->flags[at] & LEVEL_KNOWN) &&
		memory_ground(game, at) == was && within(game, x, y, HEARING_NEAR))
		memory_put_ground(game, at, game_terrain(game, x, y));
}

void hearing_change(
	struct game *game, enum trigger cause, const struct terrain_kind *was, int x, int y, int by)
{
	bool by_itself = cause == TRIGGER_TIME && !(was->flags & TERRAIN_OBJECTS) &&
			 is_moved(game->content, was);
	enum sound sound = by_itself ? SOUND_GATE : sound_of(cause);
	if (sound == SOUND_COUNT || by == HERO)
		return;
	if (sound == SOUND_GATE)
		learn(game, was, x, y);
	hearing_sound(game, sound, x, y);
}

/* ---- Sounds of each turn ---- */

/* Returns the nearest audible creature that is awake, moving and out of sight, or -1. */
static int nearest_walker(struct game *game)
{
	const struct creature *hero = game_hero(game);
	int nearest = -1, least = rows[SOUND_STEPS].carries + 1;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		bool still = (creature->flags & (CREATURE_ASLEEP | CREATURE_ALLY)) ||
			     creature->heading == DIR_COUNT;
		if (!creature->alive || still || senses_hero_sees(game, slot))
			continue;
		int distance = distance_between(hero->x, hero->y, creature->x, creature->y);
		if (distance < least &&
			distance_map_heard_at(&game->derived.distances, creature->x, creature->y)) {
			least = distance;
			nearest = slot;
		}
	}
	return nearest;
}

static void hear_steps(struct game *game)
{
	const struct creature *hero = game_hero(game);
	if (!may_tell(game, SOUND_STEPS) || game->creature_top == HERO + 1)
		return;
	distance_map_sound(&game->derived.distances, hero->x, hero->y, rows[SOUND_STEPS].carries);
	int slot = nearest_walker(game);
	if (slot >= 0)
		report(game, SOUND_STEPS, game->creatures[slot].x, game->creatures[slot].y);
}

/* The nearest cell of each sound. A sound is not reported while the hero sees one of its cells. */
struct source {
	int16_t x, y, distance; /* 0: no such cell */
	bool seen;
};

static void find_sources(const struct game *game, struct source sources[SOUND_COUNT])
{
	const struct creature *hero = &game->creatures[HERO];
	for (int y = hero->y - HEARING_NEAR; y <= hero->y + HEARING_NEAR; y++) {
		for (int x = hero->x - HEARING_NEAR; x <= hero->x + HEARING_NEAR; x++) {
			if (!level_inside(game->level, x, y))
				continue;
			uint8_t sound = game_terrain(game, x, y)->sound;
			if (sound >= SOUND_COUNT)
				continue;
			struct source *source = &sources[sound];
			int distance = distance_between(hero->x, hero->y, x, y);
			source->seen = source->seen || senses_hero_sees_cell(game, x, y);
			if (source->distance == 0 || distance < source->distance)
				*source = (struct source){(int16_t)x, (int16_t)y,
					(int16_t)(distance > 0 ? distance : 1), source->seen};
		}
	}
}

/* Reports an ambient sound, unless it was reported in the last HUM_GOES_ON turns. */
static void report_standing(struct game *game, enum sound sound, int x, int y)
{
	bool fresh = rows[sound].every >= AMBIENT_SILENCE_TURNS &&
		     (message_said(game, word_sound(sound), HUM_GOES_ON) ||
			     message_said(game, word_sound_far(sound), HUM_GOES_ON));
	if (fresh)
		game->clock.next_heard[sound] = game_turn(game) + rows[sound].every;
	else
		report(game, sound, x, y);
}

static void hear_terrain(struct game *game)
{
	struct source sources[SOUND_COUNT] = {{0}};
	if (game_turn(game) % LISTENS_EVERY != 0)
		return;
	find_sources(game, sources);
	for (int sound = 0; sound < SOUND_COUNT; sound++) {
		const struct source *source = &sources[sound];
		if (source->distance > 0 && !source->seen && may_tell(game, (enum sound)sound) &&
			within(game, source->x, source->y, rows[sound].carries))
			report_standing(game, (enum sound)sound, source->x, source->y);
	}
}

void hearing_turn(struct game *game)
{
	hear_steps(game);
	hear_terrain(game);
}

/* ---- Arriving ---- */

static bool makes_no_sound(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	bool lies_in_wait = creature_has_instinct(game, slot, INSTINCT_AMBUSH) &&
			    !(creature->flags & CREATURE_ROUSED);
	return (creature->flags & CREATURE_ASLEEP) || lies_in_wait;
}

bool hearing_silence(struct game *game)
{
	const struct creature *hero = game_hero(game);
	if (creature_has(game, HERO, STATUS_DEAF))
		return false;
	distance_map_sound(&game->derived.distances, hero->x, hero->y, SILENCE);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && !makes_no_sound(game, slot) &&
			distance_map_heard_at(&game->derived.distances, game->creatures[slot].x,
				game->creatures[slot].y))
			return false;
	return true;
}
