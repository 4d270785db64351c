/*
 * Gas: an integer concentration in each cell, for each kind of cloud on a level.
 *
 * Each turn every cell shares its amount evenly with those of its eight neighbours that let
 * missiles and gas pass. The remainder goes to some of them, starting at another neighbour each
 * turn, so that the sum stays the same and thin gas still spreads. Then each kind loses its
 * percentage. The total never grows: gas stays thick in a closed room and thins out in a hall. Gas
 * that loses all of it acts first, so it lives for one turn.
 * Spreading draws no random numbers.
 *
 * Only the box that contains a cloud is visited, and a turn allocates nothing. The hero sees, and
 * bodies feel, amounts from GAS_FELT on. Thinner gas has no effect, but may gather again in a
 * corner.
 */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define THICK 8 /* from this amount on opaque gas blocks sight */
#define SHARES_MOST (DIR_COUNT + 1)
#define BLASTS_MOST 50 /* in a turn; the remaining gas explodes in the next */

/* ---- Boxes ---- */

static struct box box_of_both(struct box one, struct box other)
{
	if (box_is_empty(other))
		return one;
	one = box_with(one, other.left, other.top);
	return box_with(one, other.right - 1, other.bottom - 1);
}

/* Returns the box grown by a cell on all sides, clipped to the level. */
static struct box box_grown(struct box box, const struct level *level)
{
	box.left = (int16_t)(box.left > 0 ? box.left - 1 : 0);
	box.top = (int16_t)(box.top > 0 ? box.top - 1 : 0);
	box.right = (int16_t)(box.right < level->width ? box.right + 1 : level->width);
	box.bottom = (int16_t)(box.bottom < level->height ? box.bottom + 1 : level->height);
	return box;
}

/* ---- Amounts ---- */

static const struct cloud_kind *kind_of(const struct game *game, const struct gas *gas)
{
	return &game->content->clouds[gas->kind];
}

static bool passes(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) &&
	       (game_terrain(game, x, y)->flags & TERRAIN_PROJECTILES);
}

int gas_at(const struct game *game, uint16_t cloud, int x, int y)
{
	int index = gas_index(game->level, cloud);
	return index < 0 ? 0 : game->level->gases[index].amounts[level_at(game->level, x, y)];
}

uint16_t gas_thickest(const struct game *game, int x, int y)
{
	const struct level *level = game->level;
	uint16_t kind = KIND_NONE, most = GAS_FELT - 1;
	for (int i = 0; i < level->gas_count; i++) {
		uint16_t amount = level->gases[i].amounts[level_at(level, x, y)];
		if (amount > most) {
			most = amount;
			kind = level->gases[i].kind;
		}
	}
	return kind;
}

/* True if the cloud harms the body. A cloud that only gives a status does not harm a body that
 * resists it. */
static bool cloud_harms(const struct game *game, int slot, const struct cloud_kind *kind)
{
	for (int i = 0; kind->harmful && i < kind->breath_count; i++) {
		enum status status = effect_status((enum effect)kind->breaths[i].row);
		if (status == STATUS_COUNT || !creature_resists(game, slot, status))
			return true;
	}
	return false;
}

bool gas_harms(const struct game *game, int slot, int x, int y)
{
	const struct level *level = game->level;
	for (int i = 0; i < level->gas_count; i++)
		if (level->gases[i].amounts[level_at(level, x, y)] >= GAS_FELT &&
			cloud_harms(game, slot, kind_of(game, &level->gases[i])))
			return true;
	return false;
}

uint16_t gas_threat(const struct game *game, int slot, int x, int y)
{
	const struct creature *creature = &game->creatures[slot];
	const struct level *level = game->level;
	uint16_t threat = KIND_NONE, most = GAS_FELT - 1;
	for (int i = 0; i < level->gas_count; i++) {
		const struct gas *gas = &level->gases[i];
		uint16_t amount = gas->amounts[level_at(level, x, y)];
		if (amount <= most || !cloud_harms(game, slot, kind_of(game, gas)) ||
			amount < gas->amounts[level_at(level, creature->x, creature->y)])
			continue;
		most = amount;
		threat = gas->kind;
	}
	return threat;
}

/* Returns those of the steps from a cell that lead into the gas. */
static unsigned steps_into(
	const struct level *level, const struct gas *gas, size_t at, unsigned steps)
{
	unsigned into = 0;
	for (; steps != 0; steps &= steps - 1) {
		int direction = __builtin_ctz(steps);
		unsigned amount = gas->amounts[(int)at + level->adjacent[direction]];
		into |= (unsigned)(amount >= GAS_FELT) << direction;
	}
	return into;
}

uint8_t gas_bars(const struct game *game, int slot, uint8_t steps)
{
	const struct creature *creature = &game->creatures[slot];
	const struct level *level = game->level;
	size_t at = level_at(level, creature->x, creature->y);
	unsigned barred = 0;
	for (int i = 0; i < level->gas_count; i++) {
		const struct gas *gas = &level->gases[i];
		if (!kind_of(game, gas)->harmful)
			continue;
		bool within = gas->amounts[at] >= GAS_FELT;
		unsigned into = steps_into(level, gas, at, steps);
		if ((!within && !into) || !cloud_harms(game, slot, kind_of(game, gas)))
			continue;
		if (within)
			return 0;
		barred |= into;
	}
	return (uint8_t)barred;
}

/* ---- Smoke and gloom ---- */

/* The clouds of a level that are opaque or dark, with the flags that they set. */
struct shades {
	int count;
	struct {
		const uint16_t *amounts;
		unsigned flags;
	} list[GASES_MAX];
};

static struct shades shades_of(const struct game *game)
{
	const struct level *level = game->level;
	struct shades shades = {0};
	for (int i = 0; i < level->gas_count; i++) {
		const struct cloud_kind *kind = kind_of(game, &level->gases[i]);
		unsigned flags =
			(kind->opaque ? LEVEL_SMOKE : 0u) | (kind->dark ? LEVEL_GLOOM : 0u);
		if (flags == 0)
			continue;
		shades.list[shades.count].amounts = level->gases[i].amounts;
		shades.list[shades.count++].flags = flags;
	}
	return shades;
}

static unsigned shade_at(const struct shades *shades, size_t at)
{
	unsigned flags = 0;
	for (int i = 0; i < shades->count; i++)
		if (shades->list[i].amounts[at] >= THICK)
			flags |= shades->list[i].flags;
	return flags;
}

static void change_shade(struct game *game, int x, int y, unsigned before, unsigned now)
{
	size_t at = level_at(game->level, x, y);
	game->level->flags[at] = (uint8_t)((game->level->flags[at] ^ before) | now);
	if ((before ^ now) & LEVEL_SMOKE)
		light_ground_changed(game, x, y);
	if ((before ^ now) & LEVEL_GLOOM)
		light_standing_changed(game);
}

static void work_out(struct game *game, struct box box)
{
	const struct level *level = game->level;
	const struct shades shades = shades_of(game);
	for (int y = box.top; y < box.bottom; y++)
		for (int x = box.left; x < box.right; x++) {
			size_t at = level_at(level, x, y);
			unsigned before = level->flags[at] & (LEVEL_SMOKE | LEVEL_GLOOM);
			unsigned now = shade_at(&shades, at);
			if (now != before)
				change_shade(game, x, y, before, now);
		}
}

void gas_work_out(struct game *game)
{
	if (game->level->gas_count == 0)
		return;
	work_out(game, (struct box){0, 0, game->level->width, game->level->height});
}

/* ---- Spreading ---- */

/* Returns the next cell from `at` on that has gas, or `end`. Most have none, so it tests four at
 * once. */
static size_t next_held(const uint16_t *amounts, size_t at, size_t end)
{
	uint64_t four;
	for (; at + 4 <= end; at += 4) {
		memcpy(&four, amounts + at, sizeof four);
		if (four != 0)
			break;
	}
	while (at < end && amounts[at] == 0)
		at++;
	return at;
}

/* Lists the cell and those that it shares gas with; returns how many. */
static unsigned sharers(struct game *game, size_t at, uint16_t cells[SHARES_MOST])
{
	const struct level *level = game->level;
	int x = (int)at % level->width, y = (int)at / level->width;
	unsigned count = 0, steps = distance_map_steps(&game->derived.distances, x, y, GAIT_BLOWS);
	for (cells[count++] = (uint16_t)at; steps != 0; steps &= steps - 1)
		cells[count++] = (uint16_t)((int)at + level->adjacent[__builtin_ctz(steps)]);
	return count;
}

static void share(struct game *game, struct gas *gas, size_t at)
{
	uint16_t with[SHARES_MOST];
	unsigned amount = gas->amounts[at];
	gas->amounts[at] = 0;
	unsigned count = sharers(game, at, with);
	unsigned each = amount / count, over = amount % count;
	unsigned next = (game_turn(game) + (unsigned)at * 5) % count;
	for (unsigned i = 0; i < count && each > 0; i++)
		gas->spare[with[i]] = (uint16_t)(gas->spare[with[i]] + each);
	for (; over > 0; over--) {
		gas->spare[with[next]]++;
		next = next + 1 < count ? next + 1 : 0;
	}
}

/* Spreads the gas by a turn and leaves the spare plane empty for the next. */
static void even_out(struct game *game, struct gas *gas)
{
	for (int y = gas->box.top; y < gas->box.bottom; y++) {
		size_t at = level_at(game->level, gas->box.left, y);
		size_t end = level_at(game->level, gas->box.right, y);
		while ((at = next_held(gas->amounts, at, end)) < end)
			share(game, gas, at);
	}
	uint16_t *emptied = gas->amounts;
	gas->amounts = gas->spare;
	gas->spare = emptied;
	gas->box = box_grown(gas->box, game->level);
}

/* Returns the amount after decay. Cells take turns to lose the fraction that rounding leaves. */
static unsigned decayed(unsigned amount, unsigned percent, unsigned turn, size_t at)
{
	unsigned parts = amount * percent;
	return amount - parts / 100 - (parts % 100 > (turn + (unsigned)at * 11) % 100);
}

static void decay(const struct game *game, struct gas *gas)
{
	const struct box box = gas->box;
	unsigned percent = kind_of(game, gas)->decay, turn = game_turn(game) * 37;
	gas->total = 0;
	gas->box = (struct box){0};
	for (int y = box.top; y < box.bottom; y++) {
		size_t row = level_at(game->level, 0, y), end = row + (size_t)box.right;
		size_t at = row + (size_t)box.left, first = end, last = end;
		for (; (at = next_held(gas->amounts, at, end)) < end; at++) {
			unsigned amount = decayed(gas->amounts[at], percent, turn, at);
			gas->amounts[at] = (uint16_t)amount;
			gas->total += amount;
			if (amount > 0) {
				first = first == end ? at : first;
				last = at;
			}
		}
		if (first < end) {
			gas->box = box_with(gas->box, (int)(first - row), y);
			gas->box = box_with(gas->box, (int)(last - row), y);
		}
	}
}

/* ---- Effects of gas ---- */

/* Applies a breath to a creature. A new status acts at once, so that gas damages in the turn in
 * which it arrives. A status that it already has is only prolonged, without a report. */
static void breathe_one(struct game *game, int slot, const struct clause *breath, const char *name)
{
	enum status status = effect_status((enum effect)breath->row);
	const struct creature *creature = &game->creatures[slot];
	struct handle handle = creature_handle(game, slot);
	if (status != STATUS_COUNT && creature_has(game, slot, status)) {
		creature_afflict(game, slot, status, breath->duration);
		return;
	}
	effect_apply(game, breath, creature->x, creature->y, -1, name);
	if (status != STATUS_COUNT && game_going(game) && creature_of(game, handle) >= 0)
		creature_begins_status(game, slot, status);
}

static void breathe(struct game *game, int slot)
{
	struct handle handle = creature_handle(game, slot);
	const struct creature *creature = &game->creatures[slot];
	int depth = game->depth;
	size_t at = level_at(game->level, creature->x, creature->y);
	for (int i = 0; i < game->level->gas_count; i++) {
		const struct cloud_kind *kind = kind_of(game, &game->level->gases[i]);
		if (game->level->gases[i].amounts[at] < GAS_FELT)
			continue;
		for (int j = 0; j < kind->breath_count; j++) {
			breathe_one(game, slot, &kind->breaths[j], kind->name);
			if (!game_going(game) || game->depth != depth ||
				creature_of(game, handle) < 0 ||
				level_at(game->level, creature->x, creature->y) != at)
				return;
		}
	}
}

static bool fire_at(const struct game *game, int x, int y)
{
	const struct level *level = game->level;
	int slot = creature_at(game, x, y);
	if ((game_terrain(game, x, y)->flags & TERRAIN_FIRE) ||
		(slot >= 0 && creature_has(game, slot, STATUS_BURNING)))
		return true;
	for (int i = 0; i < level->gas_count; i++)
		if (kind_of(game, &level->gases[i])->touch_trigger == TRIGGER_BURN &&
			kind_of(game, &level->gases[i])->touch_percent > 0 &&
			level->gases[i].amounts[level_at(level, x, y)] >= GAS_FELT)
			return true;
	return false;
}

/* Removes the gas of a cell and of all connected cells; lists the cells and returns how many. */
static size_t take_connected(struct game *game, struct gas *gas, size_t start, uint16_t *list)
{
	size_t count = 0;
	list[count++] = (uint16_t)start;
	gas->total -= gas->amounts[start];
	gas->amounts[start] = 0;
	for (size_t i = 0; i < count; i++) {
		uint16_t with[SHARES_MOST];
		unsigned sharing = sharers(game, list[i], with);
		for (unsigned j = 1; j < sharing; j++) {
			if (gas->amounts[with[j]] == 0)
				continue;
			list[count++] = with[j];
			gas->total -= gas->amounts[with[j]];
			gas->amounts[with[j]] = 0;
		}
	}
	return count;
}

/* Reports an explosion that the hero sees, and makes its sound. */
static void report_blast(struct game *game, const struct cloud_kind *kind, int x, int y)
{
	if (senses_hero_sees_cell(game, x, y))
		message_say(game, TEXT_GAS_EXPLODES, &(struct word_facts){.text = kind->name});
	hearing_sound(game, SOUND_BLAST, x, y);
}

static void set_off(struct game *game, struct gas *gas, size_t start)
{
	const struct level *level = game->level;
	const struct cloud_kind *kind = kind_of(game, gas);
	int depth = game->depth, width = level->width;
	struct box box = gas->box;
	uint16_t *list = calloc(level_cells(level), sizeof *list);
	assert(list != NULL);
	size_t count = take_connected(game, gas, start, list);
	work_out(game, box);
	report_blast(game, kind, (int)start % width, (int)start / width);
	for (size_t i = 0; i < count && game_going(game) && game->depth == depth; i++)
		effect_all(game, kind->blasts, kind->blast_count, list[i] % width, list[i] / width,
			-1, kind->name);
	free(list);
}

void gas_kindle(struct game *game, int x, int y)
{
	int depth = game->depth;
	if (!level_inside(game->level, x, y))
		return;
	for (int i = 0; i < game->level->gas_count; i++) {
		struct gas *gas = &game->level->gases[i];
		size_t at = level_at(game->level, x, y);
		if (!kind_of(game, gas)->burns || gas->amounts[at] == 0)
			continue;
		set_off(game, gas, at);
		if (!game_going(game) || game->depth != depth)
			return;
	}
}

/* Finds a cell where the gas meets fire. One at a time, because an explosion may change
 * everything. */
static bool find_fire(const struct game *game, const struct gas *gas, int *x, int *y)
{
	for (*y = gas->box.top; *y < gas->box.bottom; ++*y)
		for (*x = gas->box.left; *x < gas->box.right; ++*x)
			if (gas->amounts[level_at(game->level, *x, *y)] > 0 &&
				fire_at(game, *x, *y))
				return true;
	return false;
}

static void meet_fire(struct game *game)
{
	int depth = game->depth, x, y, blasts = 0;
	for (int i = 0; i < game->level->gas_count; i++)
		while (kind_of(game, &game->level->gases[i])->burns && blasts++ < BLASTS_MOST &&
			find_fire(game, &game->level->gases[i], &x, &y)) {
			gas_kindle(game, x, y);
			if (!game_going(game) || game->depth != depth)
				return;
		}
}

/* Makes a cloud burn, freeze or soak the ground under it, cell by cell at random. */
static void touch_ground(struct game *game, int index)
{
	const struct gas *gas = &game->level->gases[index];
	const struct cloud_kind *kind = kind_of(game, gas);
	enum trigger cause = (enum trigger)kind->touch_trigger;
	const struct box box = gas->box;
	int depth = game->depth;
	if (kind->touch_percent == 0)
		return;
	for (int y = box.top; y < box.bottom; y++)
		for (int x = box.left; x < box.right; x++) {
			if (gas->amounts[level_at(game->level, x, y)] < GAS_FELT ||
				!content_transition(game_terrain(game, x, y), cause) ||
				!draw_percent(game, PURPOSE_TERRAIN, kind->touch_percent))
				continue;
			terrain_trigger(game, x, y, cause, -1);
			if (!game_going(game) || game->depth != depth)
				return;
		}
}

bool gas_release(struct game *game, uint16_t cloud, int x, int y, int amount)
{
	struct gas *gas = passes(game, x, y) ? gas_begin(game->level, cloud) : NULL;
	if (gas == NULL || gas_add(game->level, gas, x, y, amount) == 0)
		return false;
	work_out(game, box_with((struct box){0}, x, y));
	int slot = creature_at(game, x, y);
	if (slot >= 0)
		breathe(game, slot);
	return true;
}

static void act_on_all(struct game *game)
{
	int depth = game->depth;
	for (int i = 0; i < game->level->gas_count; i++) {
		touch_ground(game, i);
		if (!game_going(game) || game->depth != depth)
			return;
	}
	meet_fire(game);
	for (int slot = HERO; slot < game->creature_top; slot++) {
		if (!game_going(game) || game->depth != depth)
			return;
		if (game->creatures[slot].alive)
			breathe(game, slot);
	}
}

/* True for gas that acts where it spreads in one turn, and is gone after it. */
static bool is_brief(const struct game *game, const struct gas *gas)
{
	return kind_of(game, gas)->decay == 100;
}

static void remove_brief(struct game *game)
{
	for (int i = 0; i < game->level->gas_count; i++) {
		struct gas *gas = &game->level->gases[i];
		struct box box = gas->box;
		if (!is_brief(game, gas) || gas->total == 0)
			continue;
		decay(game, gas);
		work_out(game, box);
	}
}

void gas_turn(struct game *game)
{
	int depth = game->depth;
	struct box shaded = {0};
	if (game->level->gas_count == 0)
		return;
	for (int i = 0; i < game->level->gas_count; i++) {
		struct gas *gas = &game->level->gases[i];
		even_out(game, gas);
		shaded = box_of_both(shaded, gas->box);
		if (!is_brief(game, gas))
			decay(game, gas);
	}
	work_out(game, shaded);
	act_on_all(game);
	if (!game_going(game) || game->depth != depth)
		return;
	remove_brief(game);
	gas_forget_empty(game->level);
}

/* ---- Checking ---- */

static bool box_holds(struct box box, int x, int y)
{
	return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

static void check_gas(const struct level *level, const struct gas *gas)
{
	uint32_t total = 0;
	for (int y = 0; y < level->height; y++) {
		for (int x = 0; x < level->width; x++) {
			unsigned amount = gas->amounts[level_at(level, x, y)];
			assert(amount == 0 || box_holds(gas->box, x, y));
			assert(gas->spare[level_at(level, x, y)] == 0);
			total += amount;
		}
	}
	assert(total == gas->total && total <= GAS_MOST);
}

void gas_check(const struct game *game)
{
	assert(game->level->gas_count <= GASES_MAX);
	for (int i = 0; i < game->level->gas_count; i++) {
		assert(game->level->gases[i].kind < game->content->counts.clouds);
		assert(gas_index(game->level, game->level->gases[i].kind) == i);
		check_gas(game->level, &game->level->gases[i]);
	}
}
