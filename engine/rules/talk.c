/*
 * Talk: creatures that answer the hero.
 *
 * A line of speech has conditions. Those that hold compete, and the line is chosen by a hash of
 * seed, turn and creature. No random stream is drawn from, and the facts of earlier runs choose
 * lines only: they decide neither whether a creature talks nor how long it takes.
 */
#include "engine/rules/rules.h"
#include "engine/rules/talk.h"

#include <string.h>

/* A line with a condition is likelier than one without. */
#define WEIGHT_PLAIN 1
#define WEIGHT_CONDITION 3

/* A creature in one of these states says only lines that name the state. */
#define STATES (TALK_ASLEEP | TALK_CAPTIVE | TALK_FRIEND)

#define NOISE_TALK 7

/* ---- Lines ---- */

static bool is_half_dead(const struct creature *creature)
{
	return creature->health * 2 < creature->health_max;
}

static unsigned states_of(const struct game *game, int slot)
{
	unsigned flags = game->creatures[slot].flags;
	bool asleep = (flags & CREATURE_ASLEEP) || creature_has(game, slot, STATUS_ASLEEP);
	return (asleep ? TALK_ASLEEP : 0u) | (flags & CREATURE_CAPTIVE ? TALK_CAPTIVE : 0u) |
	       (flags & CREATURE_ALLY ? TALK_FRIEND : 0u);
}

/* Returns the moments that hold now, as bits of enum talk_moment. */
static unsigned moments_now(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot], *hero = &game->creatures[HERO];
	return states_of(game, slot) |
	       (creature->flags & CREATURE_TALKED ? TALK_AGAIN : TALK_FIRST) |
	       (creature->flags & CREATURE_AWARE ? 0u : TALK_UNAWARE) |
	       (is_half_dead(creature) ? TALK_HURT : 0u) |
	       (is_half_dead(hero) ? TALK_HERO_HURT : 0u) |
	       (light_at(game, hero->x, hero->y) ? TALK_LIT : TALK_DARK) |
	       (item_is_carried(game, game->content->receiver) ? TALK_GOAL : 0u);
}

static bool is_said_by(const struct talk_kind *line, uint16_t body)
{
	for (int i = 0; i < line->body_count; i++)
		if (line->bodies[i] == body)
			return true;
	return false;
}

/* True if all conditions of the line hold but its facts. */
static bool suits(
	const struct game *game, const struct talk_kind *line, uint16_t body, unsigned moments)
{
	return is_said_by(line, body) && (line->moments & ~moments) == 0 &&
	       (line->moments & STATES) == (moments & STATES) && game->depth >= line->depth_low &&
	       game->depth <= line->depth_high &&
	       (line->plot == KIND_NONE || line->plot == game->derived.plot);
}

static unsigned weight_of(const struct talk_kind *line)
{
	unsigned weight = WEIGHT_PLAIN;
	weight += line->plot == KIND_NONE ? 0 : WEIGHT_CONDITION;
	for (uint32_t bits = line->moments & ~(unsigned)STATES; bits != 0; bits &= bits - 1)
		weight += WEIGHT_CONDITION;
	for (uint32_t bits = line->facts; bits != 0; bits &= bits - 1)
		weight += WEIGHT_CONDITION;
	return weight;
}

bool talk_may(const struct game *game, int slot)
{
	if (slot <= HERO || creature_poses(game, slot) || !senses_hero_sees(game, slot))
		return false;
	unsigned moments = moments_now(game, slot);
	for (uint16_t i = 0; i < game->content->counts.talks; i++)
		if (suits(game, &game->content->stories.talks[i], game->creatures[slot].kind,
			    moments))
			return true;
	return false;
}

/* Returns the weight of a line that the creature may say now, or 0. */
static unsigned weight_now(
	const struct game *game, const struct talk_kind *line, uint16_t body, unsigned moments)
{
	bool known = (line->facts & ~(uint32_t)game->birth.facts) == 0;
	return known && suits(game, line, body, moments) ? weight_of(line) : 0;
}

static uint64_t hash_now(const struct game *game, int slot)
{
	uint32_t turn = game_turn(game);
	const uint8_t at[] = {(uint8_t)turn, (uint8_t)(turn >> 8), (uint8_t)(turn >> 16),
		(uint8_t)(turn >> 24), (uint8_t)slot, (uint8_t)(slot >> 8), (uint8_t)game->depth};
	return siphash(game->seed.bytes, at, sizeof at);
}

/* Returns the line that the creature says now, or NULL if none has its facts. */
static const char *line_of(const struct game *game, int slot)
{
	const struct content *content = game->content;
	uint16_t body = game->creatures[slot].kind;
	unsigned moments = moments_now(game, slot), total = 0;
	for (uint16_t i = 0; i < content->counts.talks; i++)
		total += weight_now(game, &content->stories.talks[i], body, moments);
	if (total == 0)
		return NULL;
	unsigned left = (unsigned)(hash_now(game, slot) % total);
	for (uint16_t i = 0; i < content->counts.talks; i++) {
		unsigned weight = weight_now(game, &content->stories.talks[i], body, moments);
		if (left < weight)
			return content->stories.talks[i].text;
		left -= weight;
	}
	return NULL;
}

/* ---- The verb ---- */

/* Returns the creature in that direction that may talk, or -1. */
static int partner_at(const struct game *game, unsigned direction)
{
	const struct creature *hero = &game->creatures[HERO];
	int x = hero->x + direction_dx[direction], y = hero->y + direction_dy[direction];
	int slot = level_inside(game->level, x, y) ? creature_at(game, x, y) : -1;
	return slot > HERO && talk_may(game, slot) ? slot : -1;
}

bool talk_allowed(const struct game *game, unsigned direction)
{
	return partner_at(game, direction) >= 0;
}

bool talk_any(const struct game *game)
{
	for (unsigned direction = 0; direction < DIR_COUNT; direction++)
		if (talk_allowed(game, direction))
			return true;
	return false;
}

static enum verdict refuse_talk(struct game *game, int x, int y)
{
	int slot = level_inside(game->level, x, y) ? creature_at(game, x, y) : -1;
	if (slot <= HERO || creature_poses(game, slot) || !senses_hero_sees(game, slot))
		return act_refuse(game, TEXT_NO_TALK_NOBODY, NULL);
	words_expand(game->content, TEXT_NO_TALK,
		&(struct word_facts){.target = message_actor(game, slot)}, game->action.refusal,
		sizeof game->action.refusal);
	return VERDICT_REFUSED;
}

enum verdict act_talk(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	int slot = partner_at(game, command->direction);
	if (slot < 0)
		return refuse_talk(game, hero->x + direction_dx[command->direction],
			hero->y + direction_dy[command->direction]);
	const char *line = line_of(game, slot);
	if (line != NULL)
		message_say_text(game, line, COLOUR_ROLE_PAPER);
	else
		message_say(game, TEXT_TALK_NOTHING,
			&(struct word_facts){.target = message_actor(game, slot)});
	game->creatures[slot].flags |= CREATURE_TALKED;
	return act_spend(game, NOISE_TALK);
}
