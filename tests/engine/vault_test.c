/* Vaults: that each is laid somewhere, that what must be on a depth is there, and that nothing
 * behind a lock is ever needed. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "engine/generate/generate.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/auto_moving.h"

#define SEEDS 200
#define CELLS_MAX (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)

static struct seed seed_of(int number)
{
	return (struct seed){{0x7a, (uint8_t)number, (uint8_t)(number >> 8)}};
}

static struct level *make(int number, int depth, uint16_t kind)
{
	struct seed seed = seed_of(number);
	struct level *level =
		level_generate(stock, &seed, &(struct level_order){.depth = depth, .kind = kind});
	assert_non_null(level);
	return level;
}

static int count_use(const struct level *level, enum vault_use use)
{
	int count = 0;
	for (int i = 0; i < level->vault_count; i++)
		count += stock->vaults[level->vaults[i].kind].use == use;
	return count;
}

/* ---- Where they are ---- */

/* A level of each kind that the vault may be on, until it is laid on one. */
static void each_vault_is_laid_somewhere(void **state)
{
	int *laid = calloc(stock->counts.vaults, sizeof *laid);
	(void)state;
	for (int number = 0; number < SEEDS; number++)
		for (int depth = 1; depth <= stock->last_depth; depth++) {
			struct level *level = make(number, depth, KIND_NONE);
			for (int i = 0; i < level->vault_count; i++)
				laid[level->vaults[i].kind]++;
			level_free(level);
		}
	for (uint16_t i = 0; i < stock->counts.vaults; i++)
		if (laid[i] == 0)
			fail_msg("vault %s is never laid", stock->vaults[i].id);
	free(laid);
}

static void treasuries_are_on_every_third_depth(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS; number++)
		for (int depth = 1; depth <= 12; depth++) {
			struct level *level = make(number, depth, KIND_NONE);
			if (count_use(level, VAULT_TREASURY) != (depth % 3 == 2))
				fail_msg("seed %d, depth %d has %d treasuries", number, depth,
					count_use(level, VAULT_TREASURY));
			level_free(level);
		}
}

/* Treasuries appear on every kind of level. */
static void treasuries_are_on_every_kind_of_level(void **state)
{
	(void)state;
	for (uint16_t kind = 0; kind < stock->counts.levels; kind++)
		for (int depth = stock->levels[kind].depth_low;
			depth <= stock->levels[kind].depth_high; depth++)
			for (int number = 0; depth % 3 == 2 && number < 20; number++) {
				struct level *level = make(number, depth, kind);
				if (count_use(level, VAULT_TREASURY) != 1)
					fail_msg("%s has none under seed %d",
						stock->levels[kind].id, number);
				level_free(level);
			}
}

static void the_line_ends_on_the_last_depth(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct level *level = make(number, stock->last_depth, KIND_NONE);
		int cradles = 0;
		for (int at = 0; at < level->width * level->height; at++)
			cradles +=
				(stock->terrains[level->terrain[at]].flags & TERRAIN_CRADLE) != 0;
		if (cradles != 1)
			fail_msg("seed %d has %d cradles", number, cradles);
		level_free(level);
	}
}

/* One in each four depths, but for the first. */
static void shops_are_on_their_depths(void **state)
{
	int shops = 0, wanted = 0;
	(void)state;
	for (int number = 0; number < SEEDS; number++)
		for (int block = 0; block < 3; block++) {
			int here = 0;
			for (int depth = 4 * block + 1; depth <= 4 * block + 4; depth++) {
				struct level *level = make(number, depth, KIND_NONE);
				here += count_use(level, VAULT_SHOP);
				level_free(level);
			}
			assert_true(here <= 1);
			shops += here;
			wanted += block > 0;
		}
	assert_true(shops * 100 >= wanted * 97);
}

/* A unique creature has one place of its own in a run, and is nowhere else. */
static void unique_creatures_live_once(void **state)
{
	(void)state;
	for (int number = 0; number < 12; number++) {
		int *count = calloc(stock->counts.creatures, sizeof *count);
		struct seed seed = seed_of(number);
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		for (int depth = 1; depth <= stock->last_depth; depth++) {
			if (depth > 1)
				place_enter(game, depth, true);
			for (int slot = HERO + 1; slot < game->creature_top; slot++)
				count[game->creatures[slot].kind] += game->creatures[slot].alive;
		}
		for (uint16_t kind = 0; kind < stock->counts.creatures; kind++)
			if ((stock->creatures[kind].traits & TRAIT_UNIQUE) && count[kind] != 1)
				fail_msg("seed %d has %d of %s", number, count[kind],
					stock->creatures[kind].id);
		game_free(game);
		free(count);
	}
}

/* ---- Behind locks ---- */

/* True for terrain that can be walked on, or that can be changed into such. */
static bool comes_open(uint16_t terrain)
{
	const struct terrain_kind *kind = &stock->terrains[terrain];
	if (kind->flags & TERRAIN_OBJECTS)
		return true;
	for (int i = 0; i < kind->change_count; i++)
		if (kind->changes[i].cause != TRIGGER_BREAK || kind->flags & TERRAIN_LIGHT)
			if (stock->terrains[kind->changes[i].into].flags & TERRAIN_OBJECTS)
				return true;
	return false;
}

static bool is_wall(uint16_t terrain)
{
	return (stock->terrains[terrain].flags & TERRAIN_WALL) &&
	       !(stock->terrains[terrain].flags & TERRAIN_REMEMBERED_AS_WALL);
}

/* Everybody and everything in it is got at when its locks are open. */
static void judge_inside(const struct level *level, const struct laid_vault *laid, int number)
{
	static uint8_t marks[CELLS_MAX];
	static int stack[CELLS_MAX];
	int count = 0;
	memset(marks, 0, sizeof marks);
	stack[count++] = (int)level_at(level, level->up_x, level->up_y);
	marks[stack[0]] = 1;
	while (count > 0) {
		int at = stack[--count], x = at % level->width, y = at / level->width;
		for (int direction = 0; direction < DIR_COUNT; direction += 2) {
			int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
			size_t to = level_at(level, to_x, to_y);
			if (!level_inside(level, to_x, to_y) || marks[to] ||
				level->terrain[to] == stock->terrain.rock ||
				is_wall(level->terrain[to]) || !comes_open(level->terrain[to]))
				continue;
			marks[to] = 1;
			stack[count++] = (int)to;
		}
	}
	for (size_t i = 0; i < level->spot_count; i++) {
		const struct vault_spot *spot = &level->spots[i];
		if (level_vault_at(level, spot->x, spot->y) == laid - level->vaults &&
			!marks[level_at(level, spot->x, spot->y)])
			fail_msg("seed %d, depth %d: nobody gets at %d,%d of %s", number,
				level->depth, spot->x, spot->y, stock->vaults[laid->kind].id);
	}
}

/* The rest of the level hangs together without it, and its boxes do not meet. */
static void nothing_behind_a_lock_is_needed(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS / 4; number++)
		for (int depth = 1; depth <= stock->last_depth; depth++) {
			struct level *level = make(number, depth, KIND_NONE);
			assert_true(generate_connected(stock, level));
			assert_true(generate_loops(stock, level, GENERATE_LOOP_LEAST) > 0);
			for (int i = 0; i < level->vault_count; i++) {
				const struct box *box = &level->vaults[i].box;
				assert_int_equal(level_vault_at(level, box->left, box->top), i);
				judge_inside(level, &level->vaults[i], number);
			}
			level_free(level);
		}
}

/* Stairs, and all that is not of the vault itself, are outside. */
static void nothing_else_is_put_into_a_vault(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct level *level = make(number, 1 + number % stock->last_depth, KIND_NONE);
		struct stream stream;
		struct seed seed = seed_of(number);
		stream_begin(&stream, &seed, PURPOSE_THINGS, 0, 0);
		for (int i = 0; i < 30; i++) {
			int x, y;
			assert_true(level_place(stock, level, &stream, NULL, NULL, &x, &y));
			if (level->flags[level_at(level, x, y)] & LEVEL_HALL)
				assert_int_equal(level_vault_at(level, x, y), -1);
		}
		level_free(level);
	}
}

/* ---- Contents of vaults ---- */

static bool is_usable_gear(const struct item *item)
{
	return item->plus >= 0 && (item->affix == 0 || !stock->affixes[item->affix - 1].drawback) &&
	       !stock->items[item->kind].harmful;
}

/* Checks that a level offers three different good items, or none. */
static int judge_offers(const struct game *game, int number)
{
	uint16_t kinds[8];
	int count = 0;
	for (int i = 0; i < game->floor.count; i++) {
		const struct item *item = &game->floor.items[i].item;
		if (!(item->flags & ITEM_OFFERED))
			continue;
		for (int other = 0; other < count; other++)
			assert_int_not_equal(kinds[other], item->kind);
		if (!is_usable_gear(item))
			fail_msg("seed %d, depth %d offers a bad %s", number, game->depth,
				stock->items[item->kind].id);
		assert_true(item_is_known(game, item));
		kinds[count++] = item->kind;
	}
	return count;
}

static void judge_wares(const struct game *game)
{
	for (int i = 0; i < game->floor.count; i++) {
		const struct item *item = &game->floor.items[i].item;
		if (!(item->flags & ITEM_FOR_SALE))
			continue;
		assert_true(stock->items[item->kind].price > 0);
		assert_true(item_price(game, item) > 0);
		assert_true(item_is_known(game, item));
	}
}

static void offers_are_three_and_wares_have_prices(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS / 4; number++) {
		struct seed seed = seed_of(number);
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		for (int depth = 1; depth <= 12; depth++) {
			if (depth > 1)
				place_enter(game, depth, true);
			int offers = judge_offers(game, number);
			if (offers != (depth % 3 == 2 ? 3 : 0))
				fail_msg("seed %d, depth %d offers %d things", number, depth,
					offers);
			judge_wares(game);
		}
		game_free(game);
	}
}

/* Auto-explore takes neither goods nor offers. */
static void exploring_buys_nothing(void **state)
{
	static const char *const rows[] = {"########", "#@.....#", "#......#", "########"};
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 3);
	uint16_t kind = content_find_item(stock, "mending");
	game->hero.gold = 999;
	item_to_floor(game, (struct item){.kind = kind, .count = 1, .flags = ITEM_FOR_SALE}, 3, 1);
	item_to_floor(game, (struct item){.kind = kind, .count = 1, .flags = ITEM_OFFERED}, 5, 1);
	item_to_floor(game, (struct item){.kind = kind, .count = 1}, 6, 2);
	assert_int_equal(game->floor.count, 3);
	struct watch watch = {0};
	struct auto_move automove;
	struct command command;
	senses_look(game);
	auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, &watch);
	for (int i = 0; i < 60 && auto_step(&automove, game, &command); i++)
		game_act(game, &command);
	assert_int_equal(game->floor.count, 2);
	assert_true(game->floor.items[0].item.flags & ITEM_LABELLED);
	assert_true(game->floor.items[1].item.flags & ITEM_LABELLED);
	assert_int_equal(game->hero.gold, 999);
	game_free(game);
}

/* Nor what somebody wired: that is taken by hand. */
static void exploring_robs_nobody(void **state)
{
	static const char *const rows[] = {"########", "#@.....#", "#......#", "########"};
	static const char *const minded[] = {"plinth-bell", "plinth-signal", "plinth-fire",
		"plinth-fall", "altar-toll", "unnamed-grave"};
	(void)state;
	for (size_t i = 0; i < sizeof minded / sizeof *minded; i++) {
		struct game *game = arena_new(stock, ROWS(rows), 3);
		uint16_t kind = content_find_item(stock, "mending");
		place_set_terrain(game, 3, 1, content_find_terrain(stock, minded[i]));
		place_set_terrain(game, 5, 1, content_find_terrain(stock, "plinth"));
		item_to_floor(game, (struct item){.kind = kind, .count = 1}, 3, 1);
		item_to_floor(game, (struct item){.kind = kind, .count = 1}, 5, 1);
		struct watch watch = {0};
		struct auto_move automove;
		struct command command;
		senses_look(game);
		auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, &watch);
		int steps = 0;
		while (steps < 60 && auto_step(&automove, game, &command)) {
			game_act(game, &command);
			steps++;
		}
		if (game->floor.count != 1 || game->floor.items[0].x != 3 || steps == 60)
			fail_msg("%s: %d things are left after %d steps", minded[i],
				game->floor.count, steps);
		game_free(game);
	}
}

/* An owned item stays owned next to goods of the same kind. */
static void wares_and_ones_own_are_two_piles(void **state)
{
	static const char *const rows[] = {"####", "#@.#", "####"};
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 4);
	uint16_t kind = content_find_item(stock, "mending");
	item_to_floor(game, (struct item){.kind = kind, .count = 1, .flags = ITEM_FOR_SALE}, 1, 1);
	int slot = arena_give(game, "mending", 1);
	game->hero.gold = 0;
	assert_int_equal(arena_do(game, VERB_DROP, slot), VERDICT_SPENT);
	assert_int_equal(game->floor.count, 2);
	assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_SPENT);
	assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_REFUSED);
	assert_int_equal(game->floor.count, 1);
	game_free(game);
}

/* Where vaults are is kept with a level that is left. */
static void where_vaults_are_is_kept(void **state)
{
	(void)state;
	struct seed seed = seed_of(2);
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
	place_enter(game, 2, true);
	struct laid_vault before[VAULTS_A_LEVEL];
	int count = game->level->vault_count;
	assert_true(count > 0);
	memcpy(before, game->level->vaults, sizeof before);
	place_enter(game, 1, false);
	place_enter(game, 2, true);
	assert_int_equal(game->level->vault_count, count);
	for (int i = 0; i < count; i++) {
		assert_int_equal(game->level->vaults[i].kind, before[i].kind);
		assert_memory_equal(
			&game->level->vaults[i].box, &before[i].box, sizeof before[i].box);
	}
	game_free(game);
}

/* ---- Records that are wrong ---- */

static void refused(const char *record, const char *sentence)
{
	struct content *content = content_new();
	const struct complaint *list;
	bool shown = false;
	for (size_t i = 0; i < builtin_file_count; i++)
		stock_add(content, &builtin_files[i]);
	content_add(content, "test.txt", record, strlen(record));
	assert_false(content_seal(content));
	size_t count = content_complaints(content, &list);
	for (size_t i = 0; i < count; i++)
		shown = shown || strstr(list[i].sentence, sentence) != NULL;
	if (!shown)
		fail_msg(
			"not told: %s, but %s", sentence, count > 0 ? list[0].sentence : "nothing");
	content_free(content);
}

static void maps_are_well_formed(void **state)
{
	(void)state;
	refused("vault t\n    name t\n    depth 1-2\n    |#####\n    |+...+\n    |#####\n",
		"has 2 ways in");
	refused("vault t\n    name t\n    depth 1-2\n    |#####\n    |+....\n    |#####\n",
		"is open to what is around it");
	refused("vault t\n    name t\n    depth 1-2\n    |...\n    |.#.\n    |..#\n",
		"cannot be walked around");
	refused("vault t\n    name t\n    depth 1-2\n    legend ~ deep-water\n    |...\n    |..~\n"
		"    |...\n",
		"cannot be walked around");
	refused("vault t\n    name t\n    depth 1-2\n    use lair\n    |...\n    |...\n    |...\n",
		"is the lair of nobody unique");
	refused("vault t\n    name t\n    depth 1-2\n    |...\n    |.x.\n    |...\n",
		"has no legend for 'x'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_vault_is_laid_somewhere),
		cmocka_unit_test(treasuries_are_on_every_third_depth),
		cmocka_unit_test(treasuries_are_on_every_kind_of_level),
		cmocka_unit_test(the_line_ends_on_the_last_depth),
		cmocka_unit_test(shops_are_on_their_depths),
		cmocka_unit_test(unique_creatures_live_once),
		cmocka_unit_test(nothing_behind_a_lock_is_needed),
		cmocka_unit_test(nothing_else_is_put_into_a_vault),
		cmocka_unit_test(offers_are_three_and_wares_have_prices),
		cmocka_unit_test(exploring_buys_nothing),
		cmocka_unit_test(exploring_robs_nobody),
		cmocka_unit_test(wares_and_ones_own_are_two_piles),
		cmocka_unit_test(where_vaults_are_is_kept),
		cmocka_unit_test(maps_are_well_formed),
	};
	return stock_run(stock_content(), tests);
}
