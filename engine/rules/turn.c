/* Turns: an action takes 100 ticks at normal speed. The earliest actor acts first. At the same tick
 * the order is the hero, the clock of whole turns, missiles, then creatures by slot. */
#include "engine/rules/rules.h"

#define WANDERER_LEAST 150
#define WANDERER_MOST 350
#define WANDERER_HUNTED 60
#define ALLY_MENDS_EVERY 9

/* Runs a creature's turn effects: hazards of its cell, cooldown, healing of allies, statuses. */
static void creature_turn(struct game *game, int slot)
{
	struct handle handle = creature_handle(game, slot);
	int depth = game->depth;
	terrain_stay(game, slot);
	if (game->depth != depth || creature_of(game, handle) < 0)
		return;
	struct creature *creature = &game->creatures[slot];
	creature->cooldown -= creature->cooldown > 0;
	if ((creature->flags & CREATURE_ALLY) && creature->health < creature->health_max &&
		game_turn(game) % ALLY_MENDS_EVERY == 0)
		creature->health++;
	creature_pass_turn(game, slot);
}

static void wanderers(struct game *game)
{
	uint32_t turn = game_turn(game);
	if (turn < game->clock.next_wanderer)
		return;
	populate_wanderer(game);
	game->clock.next_wanderer =
		turn + (uint32_t)(game->hero.lifted ? WANDERER_HUNTED
						    : draw_between(game, PURPOSE_WANDERERS,
							      WANDERER_LEAST, WANDERER_MOST));
}

static void whole_turn(struct game *game)
{
	game->clock.next_turn += TICKS_A_TURN;
	waking_turn(game);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			creature_turn(game, slot);
	body_turn(game);
	if (game_going(game))
		terrain_stay(game, HERO);
	if (game_going(game))
		terrain_turn(game);
	if (game_going(game))
		gas_turn(game);
	if (game_going(game))
		wanderers(game);
	if (game_going(game))
		hearing_turn(game);
}

/* ---- The next actor ----
 *
 * A tournament tree of the ticks at which creatures are due. The leaves due[width + slot] hold tick
 * and slot in one number. Every inner node holds the lesser of its two children, so due[1] is the
 * first creature: at the same tick the lowest slot. */

#define SLOT_BITS 8
#define NEVER UINT64_MAX

_Static_assert(CREATURES_MAX <= DUE_WIDTH && DUE_WIDTH == 1 << SLOT_BITS, "a leaf for each slot");

static uint64_t due_of(const struct game *game, int slot)
{
	if (slot == HERO || slot >= game->creature_top || !game->creatures[slot].alive)
		return NEVER;
	return (uint64_t)game->creatures[slot].ready << SLOT_BITS | (uint64_t)slot;
}

static uint64_t due_below(const struct game *game, size_t at)
{
	uint64_t one = game->derived.queue.due[2 * at], other = game->derived.queue.due[2 * at + 1];
	return one < other ? one : other;
}

static void due_read(struct game *game)
{
	size_t width = 1;
	while (width < game->creature_top)
		width *= 2;
	for (size_t slot = 0; slot < width; slot++)
		game->derived.queue.due[width + slot] = due_of(game, (int)slot);
	for (size_t at = width - 1; at > 0; at--)
		game->derived.queue.due[at] = due_below(game, at);
	game->derived.queue.width = (uint16_t)width;
	game->derived.queue.stale = false;
}

static void due_update(struct game *game, int slot)
{
	size_t at = game->derived.queue.width + (size_t)slot;
	game->derived.queue.due[at] = due_of(game, slot);
	for (at /= 2; at > 0; at /= 2)
		game->derived.queue.due[at] = due_below(game, at);
}

/* Returns the creature that is due first before `until`, or -1. */
static int next_creature(struct game *game, uint32_t until)
{
	if (game->derived.queue.stale)
		due_read(game);
	uint64_t first = game->derived.queue.due[1];
	return first >> SLOT_BITS < until ? (int)(first & (DUE_WIDTH - 1)) : -1;
}

/* ---- The world ---- */

static void creature_acts(struct game *game, int slot)
{
	struct handle handle = creature_handle(game, slot);
	int depth = game->depth;
	game->clock.now = game->creatures[slot].ready > game->clock.now
				  ? game->creatures[slot].ready
				  : game->clock.now;
	instinct_act(game, slot);
	if (game->depth != depth || creature_of(game, handle) < 0)
		return;
	game->creatures[slot].ready =
		game->clock.now + (uint32_t)creature_delay(game, slot, TICKS_A_TURN);
	due_update(game, slot);
}

/* Moves missiles while nothing else is due and nothing happens. This is the hot path, so it skips
 * the search for the next actor. */
static void fly_on(struct game *game, uint32_t until, uint32_t body)
{
	uint32_t air;
	do {
		if (!flight_move_due(game))
			return;
		air = flight_next(game);
	} while (air < until && air <= body && air < game->clock.next_turn &&
		 !game->derived.sight_stale && !game->derived.lights.moved);
}

/* Runs whatever is due first before `until`: at the same tick the clock, then missiles, then
 * creatures. False if nothing is due. */
static bool world_step(struct game *game, uint32_t until)
{
	int slot = next_creature(game, until);
	uint32_t body = slot < 0 ? until : game->creatures[slot].ready;
	uint32_t air = flight_next(game);
	if (game->clock.next_turn < until && game->clock.next_turn <= body &&
		game->clock.next_turn <= air) {
		game->clock.now = game->clock.next_turn > game->clock.now ? game->clock.next_turn
									  : game->clock.now;
		whole_turn(game);
	} else if (air < until && air <= body) {
		fly_on(game, until, body);
	} else if (slot >= 0) {
		creature_acts(game, slot);
	} else {
		return false;
	}
	return true;
}

/* Updates sight and light for the next actor. If only lights moved, the hero's own view waits until
 * he acts. */
static void keep_up(struct game *game)
{
	if (game->derived.sight_stale)
		senses_look(game);
	else if (game->derived.lights.moved)
		light_update(game);
}

/* Runs the world until the hero's next action. */
static void world_goes_on(struct game *game)
{
	uint32_t until = game_hero(game)->ready;
	due_read(game);
	while (game_going(game) && world_step(game, until))
		if (game_going(game))
			keep_up(game);
	if (game_going(game))
		game->clock.now = until;
	flight_report(game);
}

/* Passes turns while the hero is helpless. */
static void lie_still(struct game *game)
{
	while (game_going(game) && creature_is_helpless(game, HERO)) {
		message_say(game,
			creature_has(game, HERO, STATUS_ASLEEP) ? TEXT_ASLEEP_TURN
								: TEXT_HELPLESS_TURN,
			NULL);
		game->hero.noise = 0;
		game_hero(game)->ready =
			game->clock.now + (uint32_t)creature_delay(game, HERO, TICKS_A_TURN);
		world_goes_on(game);
	}
}

void turn_run(struct game *game, int ticks)
{
	if (!game_going(game))
		return;
	if (creature_has(game, HERO, STATUS_HUSHED))
		game->hero.noise = 0;
	senses_lay_smell(game);
	senses_look(game);
	senses_make_noise(game);
	game_hero(game)->ready = game->clock.now + (uint32_t)creature_delay(game, HERO, ticks);
	world_goes_on(game);
	lie_still(game);
	if (game_going(game) && (game->derived.sight_stale || game->derived.lights.changed))
		senses_look(game);
	else if (game_going(game))
		senses_meet(game);
}
