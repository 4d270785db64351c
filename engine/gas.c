/*
 * Gas: an integer concentration a cell for each kind of cloud on a level.
 *
 * Each whole turn every cell shares what it holds evenly with those of its eight neighbours that let
 * missiles and gas pass; what does not divide goes round them, beginning elsewhere each turn, so that
 * nothing is made or lost and thin gas still creeps.  Then each kind loses its share.  The total never
 * grows: a closed room chokes, and a hall disperses.  Nothing here is drawn, so gas costs no chance.
 */
#include "rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define THICK 8 /* from here on it hides what is behind */
#define SHARES_MOST (DIR_COUNT + 1)

static size_t cell_count(const struct level *level)
{
	return (size_t)level->width * (size_t)level->height;
}

static struct gas *gas_of(const struct level *level, uint16_t cloud)
{
	for (int i = 0; i < level->gas_count; i++)
		if (level->gases[i].kind == cloud)
			return (struct gas *)(uintptr_t)&level->gases[i];
	return NULL;
}

struct gas *gas_begin(struct level *level, uint16_t cloud)
{
	struct gas *gas = gas_of(level, cloud);
	if (gas != NULL || level->gas_count == GASES_MAX)
		return gas;
	gas = &level->gases[level->gas_count++];
	*gas = (struct gas){.kind = cloud};
	gas->amounts = calloc(cell_count(level), sizeof *gas->amounts);
	assert(gas->amounts != NULL);
	return gas;
}

/* What has gone makes room for another kind. */
static void forget_empty(struct level *level)
{
	int kept = 0;
	for (int i = 0; i < level->gas_count; i++) {
		if (level->gases[i].total > 0)
			level->gases[kept++] = level->gases[i];
		else
			free(level->gases[i].amounts);
	}
	level->gas_count = (uint8_t)kept;
}

static bool passes(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) &&
	       (game_terrain(game, x, y)->flags & TERRAIN_PROJECTILES);
}

int gas_at(const struct game *game, uint16_t cloud, int x, int y)
{
	const struct gas *gas = gas_of(game->level, cloud);
	return gas == NULL ? 0 : gas->amounts[level_at(game->level, x, y)];
}

uint16_t gas_thickest(const struct game *game, int x, int y)
{
	const struct level *level = game->level;
	uint16_t kind = KIND_NONE, most = 0;
	for (int i = 0; i < level->gas_count; i++) {
		uint16_t amount = level->gases[i].amounts[level_at(level, x, y)];
		if (amount > most) {
			most = amount;
			kind = level->gases[i].kind;
		}
	}
	return kind;
}

void gas_work_out(struct game *game)
{
	struct level *level = game->level;
	size_t cells = cell_count(level);
	for (size_t at = 0; at < cells; at++) {
		unsigned flags = 0;
		for (int i = 0; i < level->gas_count; i++) {
			const struct cloud_kind *kind =
				&game->content->clouds[level->gases[i].kind];
			if (level->gases[i].amounts[at] < THICK)
				continue;
			flags |= kind->opaque ? LEVEL_SMOKE : 0u;
			flags |= kind->dark ? LEVEL_GLOOM : 0u;
		}
		unsigned before = level->flags[at] & (LEVEL_SMOKE | LEVEL_GLOOM);
		if (before == flags)
			continue;
		level->flags[at] = (uint8_t)((level->flags[at] ^ before) | flags);
		if ((before ^ flags) & LEVEL_SMOKE)
			light_ground_changed(game, (int)(at % (size_t)level->width),
				(int)(at / (size_t)level->width));
		if ((before ^ flags) & LEVEL_GLOOM)
			light_standing_changed(game);
	}
}

/* ---- Spreading ---- */

/* Cells that share with (x, y), itself first; returns how many. */
static int sharers(const struct game *game, int x, int y, size_t cells[SHARES_MOST])
{
	int count = 0;
	cells[count++] = level_at(game->level, x, y);
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
		if (passes(game, to_x, to_y))
			cells[count++] = level_at(game->level, to_x, to_y);
	}
	return count;
}

static void even_out(struct game *game, struct gas *gas)
{
	const struct level *level = game->level;
	size_t cells = cell_count(level);
	uint16_t *next = calloc(cells, sizeof *next);
	assert(next != NULL);
	for (size_t at = 0; at < cells; at++) {
		size_t with[SHARES_MOST];
		unsigned amount = gas->amounts[at];
		if (amount == 0)
			continue;
		unsigned count = (unsigned)sharers(game, (int)(at % (size_t)level->width),
			(int)(at / (size_t)level->width), with);
		unsigned first = (game_turn(game) + (unsigned)at * 5) % count;
		for (unsigned i = 0; i < count; i++)
			next[with[(first + i) % count]] =
				(uint16_t)(next[with[(first + i) % count]] + amount / count +
					   (i < amount % count));
	}
	free(gas->amounts);
	gas->amounts = next;
}

/* What does not divide by a hundred is lost by some cells and not by others, by turns. */
static void decay(struct game *game, struct gas *gas)
{
	size_t cells = cell_count(game->level);
	unsigned percent = game->content->clouds[gas->kind].decay;
	gas->total = 0;
	for (size_t at = 0; at < cells; at++) {
		unsigned amount = gas->amounts[at];
		if (amount == 0)
			continue;
		unsigned lost = amount * percent / 100;
		lost += amount * percent % 100 > (game_turn(game) * 37 + (unsigned)at * 11) % 100;
		gas->amounts[at] = (uint16_t)(amount - (lost < amount ? lost : amount));
		gas->total += gas->amounts[at];
	}
}

/* ---- What it does ---- */

static void breathe(struct game *game, int slot)
{
	struct handle handle = creature_handle(game, slot);
	const struct creature *creature = &game->creatures[slot];
	const struct level *level = game->level;
	for (int i = 0; i < level->gas_count; i++) {
		const struct cloud_kind *kind = &game->content->clouds[level->gases[i].kind];
		if (level->gases[i].amounts[level_at(level, creature->x, creature->y)] == 0)
			continue;
		effect_all(game, kind->breaths, kind->breath_count, creature->x, creature->y, -1,
			kind->name);
		if (!game_going(game) || game->level != level || creature_of(game, handle) < 0)
			return;
	}
}

static bool fire_at(const struct game *game, int x, int y)
{
	int slot = creature_at(game, x, y);
	return (game_terrain(game, x, y)->flags & TERRAIN_FIRE) ||
	       (slot >= 0 && creature_has(game, slot, STATUS_BURNING));
}

/* Takes the gas of a cell and of all that hangs together with it into a list; returns how many. */
static size_t take_connected(struct game *game, struct gas *gas, size_t start, size_t *list)
{
	const struct level *level = game->level;
	size_t count = 0;
	list[count++] = start;
	gas->total -= gas->amounts[start];
	gas->amounts[start] = 0;
	for (size_t i = 0; i < count; i++) {
		size_t with[SHARES_MOST];
		int sharing = sharers(game, (int)(list[i] % (size_t)level->width),
			(int)(list[i] / (size_t)level->width), with);
		for (int j = 1; j < sharing; j++) {
			if (gas->amounts[with[j]] == 0)
				continue;
			list[count++] = with[j];
			gas->total -= gas->amounts[with[j]];
			gas->amounts[with[j]] = 0;
		}
	}
	return count;
}

static void set_off(struct game *game, struct gas *gas, size_t start)
{
	const struct level *level = game->level;
	const struct cloud_kind *kind = &game->content->clouds[gas->kind];
	size_t *list = calloc(cell_count(level), sizeof *list);
	assert(list != NULL);
	size_t count = take_connected(game, gas, start, list);
	message_say(game, WORD_GAS_EXPLODES, &(struct word_facts){.text = kind->name});
	for (size_t i = 0; i < count && game_going(game) && game->level == level; i++)
		effect_all(game, kind->blasts, kind->blast_count,
			(int)(list[i] % (size_t)level->width), (int)(list[i] / (size_t)level->width),
			-1, kind->name);
	free(list);
}

static void meet_fire(struct game *game)
{
	const struct level *level = game->level;
	size_t cells = cell_count(level);
	for (int i = 0; i < level->gas_count; i++) {
		struct gas *gas = &game->level->gases[i];
		if (!game->content->clouds[gas->kind].burns)
			continue;
		for (size_t at = 0; at < cells; at++) {
			if (gas->amounts[at] == 0 || !fire_at(game, (int)(at % (size_t)level->width),
							     (int)(at / (size_t)level->width)))
				continue;
			set_off(game, gas, at);
			if (!game_going(game) || game->level != level)
				return;
		}
	}
}

void gas_release(struct game *game, uint16_t cloud, int x, int y, int amount)
{
	if (!passes(game, x, y))
		return;
	struct gas *gas = gas_begin(game->level, cloud);
	if (gas == NULL)
		return;
	uint16_t *here = &gas->amounts[level_at(game->level, x, y)];
	int room = UINT16_MAX / 16 - *here;
	amount = amount < room ? amount : room;
	*here = (uint16_t)(*here + amount);
	gas->total += (uint32_t)amount;
	gas_work_out(game);
}

void gas_turn(struct game *game)
{
	const struct level *level = game->level;
	if (level->gas_count == 0)
		return;
	for (int i = 0; i < level->gas_count; i++) {
		even_out(game, &game->level->gases[i]);
		decay(game, &game->level->gases[i]);
	}
	meet_fire(game);
	for (int slot = HERO; slot < game->creature_top; slot++) {
		if (!game_going(game) || game->level != level)
			return;
		if (game->creatures[slot].alive)
			breathe(game, slot);
	}
	if (!game_going(game) || game->level != level)
		return;
	forget_empty(game->level);
	gas_work_out(game);
}
