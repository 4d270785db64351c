/*
 * Statuses: temporary conditions of a body. The rows of ENGINE_STATUSES say how a status stacks,
 * which trait resists it and which traits it gives. This file applies the turn effects. Other
 * consequences (sight, strength of blows) are in the code that they affect, which asks creature_has
 * or creature_traits.
 */
#include "engine/rules/combat_private.h"

#include <string.h>

#define BURN_DICE                                                                                  \
	(struct dice)                                                                              \
	{                                                                                          \
		1, 3, 0                                                                            \
	}
#define GOES_ON 10   /* turns before a continuing effect is reported again */
#define WORN_LOOSE 4 /* turns that a struggle takes off being stuck */

static const struct status_row {
	uint8_t stack, most;
	uint32_t resist, gives;
} rows[STATUS_COUNT] = {
#define ROW(id, name, word, stack, most, resist, gives) {STACK_##stack, most, resist, gives},
	ENGINE_STATUSES(ROW)
#undef ROW
};

struct dice status_figure(enum status status)
{
	static const struct dice burns = BURN_DICE;
	int fixed = status == STATUS_SHIELDED  ? SHIELD_GUARD
		    : status == STATUS_BLESSED ? BLESSED_ACCURACY
		    : status == STATUS_WEAK    ? WEAKENED_MIGHT
		    : status == STATUS_STUCK   ? WORN_LOOSE
					       : 0;
	return status == STATUS_BURNING ? burns : (struct dice){.modifier = (int16_t)fixed};
}

/* Statuses that prevent every action. */
static const enum status helpless[] = {
	STATUS_ASLEEP, STATUS_PARALYSED, STATUS_FROZEN, STATUS_LAUGHING};
#define HELPLESS_COUNT (sizeof helpless / sizeof *helpless)

bool creature_is_helpless(const struct game *game, int slot)
{
	for (size_t i = 0; i < HELPLESS_COUNT; i++)
		if (creature_has(game, slot, helpless[i]))
			return true;
	return false;
}

/* Marks sight or light as stale when a status starts or ends: blindness, burning, glowing. */
static void shows(struct game *game, int slot, enum status status)
{
	if (slot == HERO && status == STATUS_BLIND)
		game->derived.sight_stale = true;
	if (status == STATUS_BURNING || status == STATUS_GLOWING)
		game->derived.lights.moved = true;
}

#define BIT(status) (UINT32_C(1) << STATUS_##status)

bool status_is_ill(enum status status)
{
	static const uint32_t ills = BIT(CONFUSED) | BIT(BLIND) | BIT(POISONED) | BIT(SLOWED) |
				     BIT(ASLEEP) | BIT(AFRAID) | BIT(BURNING) | BIT(FROZEN) |
				     BIT(DEAF) | BIT(PARALYSED) | BIT(BLEEDING) | BIT(STUCK) |
				     BIT(DISCORDANT) | BIT(LAUGHING) | BIT(WEAK) | BIT(GLOWING) |
				     BIT(CHARMED);
	return ills >> status & 1;
}
#undef BIT

bool creature_resists(const struct game *game, int slot, enum status status)
{
	return (creature_traits(game, slot) & rows[status].resist) ||
	       (game->content->muted.statuses >> status & 1);
}

bool creature_afflict(struct game *game, int slot, enum status status, int turns)
{
	const struct status_row *row = &rows[status];
	uint8_t *left = &game->creatures[slot].status[status];
	if (creature_resists(game, slot, status))
		return false;
	if (row->stack == STACK_KEEP && *left > 0)
		return false;
	if ((status == STATUS_STUCK || status == STATUS_PARALYSED) &&
		bonuses_stand_fast(game, slot))
		return false;
	if (status_is_ill(status) && creature_has(game, slot, STATUS_BLESSED))
		turns = (turns + 1) / 2;
	if (row->stack == STACK_ADD)
		turns += *left;
	turns = turns < row->most ? turns : row->most;
	if (*left == 0)
		shows(game, slot, status);
	if (turns > *left)
		*left = (uint8_t)turns;
	return true;
}

/* Ends a status. Messages are left to creature_cure. */
static void end(struct game *game, int slot, enum status status)
{
	game->creatures[slot].status[status] = 0;
	if (status == STATUS_STUCK)
		game->creatures[slot].held_by = 0;
	shows(game, slot, status);
}

void creature_cure(struct game *game, int slot, enum status status)
{
	if (!creature_has(game, slot, status))
		return;
	end(game, slot, status);
	if (slot == HERO)
		message_say(game, word_status_ends(status), NULL);
	else if (status == STATUS_CHARMED)
		ally_leaves(game, slot);
	else if (status == STATUS_FLEETING)
		ally_fades(game, slot);
}

/* ---- Holding ---- */

bool creature_reaches(const struct game *game, int slot, int other)
{
	const struct creature *one = &game->creatures[slot], *two = &game->creatures[other];
	return one->alive && distance_between(one->x, one->y, two->x, two->y) <= 1;
}

void creature_comes_free(struct game *game, int slot)
{
	if (!creature_has(game, slot, STATUS_STUCK))
		return;
	end(game, slot, STATUS_STUCK);
	if (slot == HERO)
		message_say(game, TEXT_LET_GO, NULL);
}

void creature_lets_go(struct game *game, int slot)
{
	for (int other = HERO; other < game->creature_top; other++)
		if (game->creatures[other].alive && game->creatures[other].held_by == slot + 1)
			creature_comes_free(game, other);
}

/* Frees a creature whose holder is no longer adjacent. */
static void look_for_holder(struct game *game, int slot)
{
	int holder = game->creatures[slot].held_by - 1;
	if (holder >= 0 && !creature_reaches(game, holder, slot))
		creature_comes_free(game, slot);
}

bool creature_struggles(struct game *game, int slot)
{
	uint8_t *left = &game->creatures[slot].status[STATUS_STUCK];
	look_for_holder(game, slot);
	if (*left == 0)
		return false;
	if (*left > WORN_LOOSE) {
		*left = (uint8_t)(*left - WORN_LOOSE);
		if (slot == HERO)
			message_say(game, TEXT_STUCK_STEP, NULL);
		return true;
	}
	creature_cure(game, slot, STATUS_STUCK);
	terrain_trigger(game, game->creatures[slot].x, game->creatures[slot].y, TRIGGER_TEAR, slot);
	return true;
}

/* ---- Turn effects: one function for each status that has one ---- */

static void turn_poisoned(struct game *game, int slot)
{
	if (slot == HERO)
		message_say_rarely(game, TEXT_POISON_HURTS, NULL, GOES_ON);
	combat_harm(game, slot, 1, slot == HERO ? -1 : HERO, HARM_POISON, NULL);
}

/* Burning damages the body and ignites its cell, and the body may die of either. Water puts the
 * fire out. */
static void turn_burning(struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	struct handle handle = creature_handle(game, slot);
	int x = creature->x, y = creature->y, depth = game->depth;
	if (game_terrain(game, x, y)->flags & TERRAIN_WATER) {
		creature_cure(game, slot, STATUS_BURNING);
		return;
	}
	terrain_trigger(game, x, y, TRIGGER_BURN, slot);
	if (!game_going(game) || game->depth != depth || creature_of(game, handle) < 0)
		return;
	if (slot == HERO)
		message_say_rarely(game, TEXT_BURNING_HURTS, NULL, GOES_ON);
	combat_harm(game, slot, draw_roll(game, PURPOSE_EFFECTS, BURN_DICE), -1, HARM_ITEM, "fire");
}

static void turn_bleeding(struct game *game, int slot)
{
	if (slot == HERO)
		message_say_rarely(game, TEXT_BLEEDING_HURTS, NULL, GOES_ON);
	combat_harm(game, slot, 1, -1, HARM_ITEM, "an open wound");
}

/* Regenerates one health. Not for a hero weak with hunger, so that regeneration cannot replace
 * food. */
static void turn_regenerating(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	bool weak = slot == HERO && body_hunger(game) >= HUNGER_WEAK;
	if (creature->health < creature->health_max && !weak)
		creature->health++;
}

static const struct {
	enum status status;
	void (*turn)(struct game *game, int slot);
} turns[] = {
	{STATUS_POISONED, turn_poisoned},
	{STATUS_BURNING, turn_burning},
	{STATUS_BLEEDING, turn_bleeding},
	{STATUS_REGENERATING, turn_regenerating},
};

/* Returns the first status from `status` on that the body has, or STATUS_COUNT. Most have few, so
 * it tests eight at once. */
static int next_status(const struct creature *creature, int status)
{
	uint64_t eight = 0;
	for (; status + 8 <= STATUS_COUNT && eight == 0; status += 8)
		memcpy(&eight, &creature->status[status], sizeof eight);
	status -= eight != 0 ? 8 : 0;
	while (status < STATUS_COUNT && creature->status[status] == 0)
		status++;
	return status;
}

static void run_down(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	for (int status = next_status(creature, 0); creature->alive && status < STATUS_COUNT;
		status = next_status(creature, status + 1)) {
		if (creature->status[status] == 1)
			creature_cure(game, slot, (enum status)status);
		else
			creature->status[status]--;
	}
}

void creature_begins_status(struct game *game, int slot, enum status status)
{
	struct handle handle = creature_handle(game, slot);
	uint8_t *left = &game->creatures[slot].status[status];
	for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
		if (turns[i].status != status || *left == 0)
			continue;
		turns[i].turn(game, slot);
		if (!game_going(game) || creature_of(game, handle) < 0 || *left == 0)
			return;
		if (*left == 1)
			creature_cure(game, slot, status);
		else
			--*left;
	}
}

void creature_pass_turn(struct game *game, int slot)
{
	struct handle handle = creature_handle(game, slot);
	if (next_status(&game->creatures[slot], 0) == STATUS_COUNT)
		return;
	look_for_holder(game, slot);
	for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
		if (creature_has(game, slot, turns[i].status))
			turns[i].turn(game, slot);
		if (!game_going(game) || creature_of(game, handle) < 0)
			return;
	}
	run_down(game, slot);
}
