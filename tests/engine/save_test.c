/* Saves as a stranger would send them: damaged, forged, of other content; and their size. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "engine/save/save_private.h"
#include "tests/engine/noise.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/auto_moving.h"

#define HEADER 16
#define SIZE_MOST 8192 /* of the 10 KiB that a snapshot may have */

/* A game that has gone down some depths, noisily. */
static struct game *well_travelled(int depths, int number)
{
	struct seed seed = {{0x5a, (uint8_t)number}};
	struct birth birth = {.name = "Traveller", .bones_count = 1};
	birth.past[0] = (struct bones){
		.name = "Ada", .depth = 2, .killer = "cable-rat", .epitaph = "Hello?"};
	struct game *game = game_new(stock, &seed, &birth);
	struct noise noise = {(uint64_t)number};
	struct watch watch = {0};
	while (game->depth < depths) {
		struct auto_move automove;
		struct command command;
		for (int segments = 0; segments < 60; segments++) {
			auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, &watch);
			while (auto_step(&automove, game, &command) && game_going(game))
				game_act(game, &command);
			command = noise_command(&noise, game);
			game_act(game, &command);
			game_hero(game)->health = game_hero(game)->health_max = 30000;
			assert_true(game_going(game));
		}
		int x = game->level->down_x, y = game->level->down_y;
		if (creature_at(game, x, y) < 0)
			creature_move(game, HERO, x, y);
		game_act(game, &(struct command){.verb = VERB_DOWN});
	}
	return game;
}

static void a_game_of_ten_levels_is_small(void **state)
{
	(void)state;
	for (int number = 0; number < 3; number++) {
		struct game *game = well_travelled(10, number);
		size_t size;
		free(game_snapshot(game, &size));
		print_message("saved in %zu bytes\n", size);
		assert_true(size <= SIZE_MOST);
		game_free(game);
	}
}

/* The checksum as game_save makes it: a forger has the source. */
static void fix_checksum(uint8_t *bytes, size_t size)
{
	static const uint8_t key[16] = "trapdoor's save";
	uint64_t sum = siphash(key, bytes + HEADER, size - HEADER) ^ (bytes[5] - 1u);
	for (int i = 0; i < 8; i++)
		bytes[8 + i] = (uint8_t)(sum >> (8 * i));
}

/* Any bytes that load must give a complete, playable game. */
static void survive(const uint8_t *bytes, size_t size)
{
	struct complaint complaint = {0};
	struct game *game = game_load(stock, bytes, size, &complaint);
	if (game == NULL) {
		assert_true(complaint.sentence[0] != '\0');
		return;
	}
	struct noise noise = {size};
	struct view view;
	for (int i = 0; i < 20; i++) {
		struct command command = noise_command(&noise, game);
		game_act(game, &command);
		game_view(game, &view);
	}
	game_digest(game);
	game_free(game);
}

static void every_broken_byte_is_noticed(void **state)
{
	struct game *game = well_travelled(2, 1);
	struct complaint complaint;
	size_t size;
	(void)state;
	uint8_t *bytes = game_save(game, &size);
	for (size_t at = 0; at < size; at++) {
		bytes[at] ^= 0x10;
		assert_null(game_load(stock, bytes, size, &complaint));
		bytes[at] ^= 0x10;
	}
	for (size_t less = 0; less < size; less += 7)
		assert_null(game_load(stock, bytes, less, &complaint));
	free(bytes);
	game_free(game);
}

/* It is the state all the same, and goes with its own content alone. */
static void a_snapshot_knows_its_content(void **state)
{
	struct game *game = well_travelled(2, 5);
	struct content *other =
		stock_content_with("terrain spare\n name spare floor\n glyph . stone "
				   "floor\n flags objects, projectiles, light\n");
	struct complaint complaint = {0};
	size_t size, whole_size;
	(void)state;
	uint8_t *bytes = game_snapshot(game, &size);
	uint8_t *whole = game_save(game, &whole_size);
	struct game *loaded = game_load(stock, bytes, size, &complaint);
	assert_non_null(loaded);
	assert_int_equal(game_digest(loaded), game_digest(game));
	assert_true(size + 500 < whole_size);
	assert_null(game_load(other, bytes, size, &complaint));
	assert_non_null(strstr(complaint.sentence, "under other content"));
	struct game *moved = game_load(other, whole, whole_size, &complaint);
	assert_non_null(moved);
	game_free(moved);
	game_free(loaded);
	game_free(game);
	free(bytes);
	free(whole);
	content_free(other);
}

static void forged_saves_are_refused_or_whole(void **state)
{
	struct game *game = well_travelled(3, 2);
	struct noise noise = {7};
	size_t size;
	(void)state;
	uint8_t *bytes = game_save(game, &size);
	uint8_t *forged = malloc(size);
	assert_non_null(forged);
	for (int i = 0; i < 1500; i++) {
		memcpy(forged, bytes, size);
		for (unsigned flips = 1 + noise_below(&noise, 3); flips > 0; flips--)
			forged[HEADER + noise_below(&noise, (unsigned)(size - HEADER))] ^=
				(uint8_t)(1u << noise_below(&noise, 8));
		size_t cut =
			noise_below(&noise, 4) == 0 ? noise_below(&noise, (unsigned)size) : size;
		cut = cut < HEADER ? HEADER : cut;
		fix_checksum(forged, cut);
		survive(forged, cut);
	}
	free(forged);
	free(bytes);
	game_free(game);
}

/* ---- Blocks that are not compressed, field by field ---- */

static void put_plain(struct writer *writer, const struct writer *plain)
{
	bytes_write_number(writer, plain->size + 1);
	bytes_write_byte(writer, BLOCK_PLAIN);
	bytes_write(writer, plain->bytes, plain->size);
}

/* A save whose ids, main block and open level are plain; from[i] is where each begins, and the last
 * where it ends. */
static struct writer plain_save(const struct game *game, size_t from[4])
{
	struct writer save = {0}, ids = {0}, main_block = {0}, level = {0};
	uint8_t header[HEADER] = {'T', 'D', 'S', 'V', SAVE_FORMAT, ENGINE_RULES_VERSION};
	bytes_write(&save, header, HEADER);
	content_ids_write(&ids, game->content);
	save_main(&main_block, game);
	save_level_flat(game, &level);
	bytes_write_byte(&save, 0);
	put_plain(&save, &ids);
	from[0] = save.size - ids.size;
	put_plain(&save, &main_block);
	from[1] = save.size - main_block.size;
	bytes_write_number(&save, 1);
	bytes_write_byte(&save, game->depth);
	put_plain(&save, &level);
	from[2] = save.size - level.size;
	from[3] = save.size;
	fix_checksum(save.bytes, save.size);
	free(ids.bytes);
	free(main_block.bytes);
	free(level.bytes);
	return save;
}

static void forge_block(struct writer *save, size_t from, size_t to, int times)
{
	struct noise noise = {9};
	for (int i = 0; i < times; i++) {
		size_t at = from + noise_below(&noise, (unsigned)(to - from));
		uint8_t kept = save->bytes[at];
		save->bytes[at] =
			noise_below(&noise, 2) ? (uint8_t)noise_below(&noise, 256) : kept ^ 1;
		fix_checksum(save->bytes, save->size);
		survive(save->bytes, save->size);
		save->bytes[at] = kept;
	}
}

static void forged_fields_are_refused_or_whole(void **state)
{
	struct game *game = well_travelled(2, 3);
	struct complaint complaint = {0};
	size_t from[4];
	(void)state;
	/* Without the level above, which would be looked for. */
	place_clear(&game->places[1]);
	struct writer save = plain_save(game, from);
	struct game *loaded = game_load(stock, save.bytes, save.size, &complaint);
	assert_non_null(loaded);
	assert_int_equal(game_digest(loaded), game_digest(game));
	game_free(loaded);
	forge_block(&save, from[0], from[1], 400);
	forge_block(&save, from[1], from[2], 1500);
	forge_block(&save, from[2], from[2] + 600, 1500);
	forge_block(&save, from[2] + 600, from[3], 500);
	free(save.bytes);
	game_free(game);
}

/* ---- The list of levels ---- */

struct kept_level {
	uint8_t depth;
	const uint8_t *bytes;
	size_t size;
};

/* A save with these levels, in this order. */
static struct writer save_with_levels(
	const struct game *game, const struct kept_level *levels, const char *order)
{
	size_t from[4];
	struct writer save = plain_save(game, from), main_only = {0};
	/* The list of levels begins where the main block ends. */
	struct writer main_block = {0};
	save_main(&main_block, game);
	bytes_write(&main_only, save.bytes, from[1] + main_block.size);
	bytes_write_number(&main_only, strlen(order));
	for (; *order; order++) {
		const struct kept_level *level = &levels[*order - '1'];
		bytes_write_byte(&main_only, level->depth);
		bytes_write_number(&main_only, level->size);
		bytes_write(&main_only, level->bytes, level->size);
	}
	fix_checksum(main_only.bytes, main_only.size);
	free(main_block.bytes);
	free(save.bytes);
	return main_only;
}

/* Each level of a save stands once, in the order of depths, with the open one among them. */
static void levels_doubled_or_out_of_order_are_refused(void **state)
{
	static const char *const orders[] = {"123", "12", "", "1123", "1223", "1233", "213", "132",
		"321", "312", "1213", "0123", "1234"};
	struct game *game = well_travelled(3, 2);
	struct writer open = {0};
	(void)state;
	save_level_pack(game, &open);
	/* In the orders, '0' is depth 0 and '4' is a depth below the last. */
	const struct kept_level all[] = {{0, open.bytes, open.size},
		{1, game->places[1].bytes, game->places[1].size},
		{2, game->places[2].bytes, game->places[2].size}, {3, open.bytes, open.size},
		{(uint8_t)(stock->last_depth + 1), open.bytes, open.size}};
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		struct complaint complaint = {0};
		struct writer save = save_with_levels(game, all + 1, orders[i]);
		struct game *loaded = game_load(stock, save.bytes, save.size, &complaint);
		if ((loaded != NULL) != (i == 0))
			fail_msg("levels \"%s\": %s", orders[i],
				loaded ? "loaded" : complaint.sentence);
		if (loaded)
			assert_int_equal(game_digest(loaded), game_digest(game));
		game_free(loaded);
		free(save.bytes);
	}
	free(open.bytes);
	game_free(game);
}

static void other_bytes_are_no_save(void **state)
{
	struct complaint complaint = {0};
	(void)state;
	assert_null(game_load(stock, (const uint8_t *)"", 0, &complaint));
	assert_non_null(strstr(complaint.sentence, "no save"));
	assert_null(game_load(stock, (const uint8_t *)"SQLite format 3 and so on", 25, &complaint));
	assert_string_equal(complaint.origin, "save");
}

/* ---- Parts ---- */

/* The part that moved between two states, as a bit each. */
static unsigned parts_moved(const struct game *game, uint64_t before[PART_COUNT])
{
	uint64_t now[PART_COUNT];
	unsigned moved = 0;
	assert_true(game_digest_parts(game, now) == game_digest(game));
	for (int part = 0; part < PART_COUNT; part++)
		moved |= (unsigned)(now[part] != before[part]) << part;
	memcpy(before, now, sizeof now);
	return moved;
}

static void each_part_of_a_state_has_a_digest_of_its_own(void **state)
{
	(void)state;
	uint64_t before[PART_COUNT];
	struct game *game = well_travelled(3, 1);
	size_t at = level_at(game->level, game_hero(game)->x, game_hero(game)->y);
	int creature = HERO + 1;
	while (creature < game->creature_top && !game->creatures[creature].alive)
		creature++;
	assert_true(creature < game->creature_top && game->floor.count > 0);
	game_digest_parts(game, before);
	assert_int_equal(parts_moved(game, before), 0);
	game->clock.next_wanderer++;
	assert_int_equal(parts_moved(game, before), 1u << PART_RUN);
	game->hero.gold++;
	assert_int_equal(parts_moved(game, before), 1u << PART_HERO);
	game_hero(game)->health--;
	assert_int_equal(parts_moved(game, before), 1u << PART_HERO);
	game->pack.items[0].plus++;
	assert_int_equal(parts_moved(game, before), 1u << PART_PACK);
	game->knowledge.items[0] ^= 1;
	assert_int_equal(parts_moved(game, before), 1u << PART_KNOWLEDGE);
	game->counters[3][0]++;
	assert_int_equal(parts_moved(game, before), 1u << PART_CHANCE);
	game->messages.newest++;
	assert_int_equal(parts_moved(game, before), 1u << PART_MESSAGES);
	game->level->terrain[at] ^= 1;
	game->level->known[at] = (uint8_t)game->level->terrain[at];
	assert_int_equal(parts_moved(game, before), 1u << PART_LEVEL);
	game->creatures[creature].patience++;
	assert_int_equal(parts_moved(game, before), 1u << PART_CREATURES);
	game->floor.items[0].item.count++;
	assert_int_equal(parts_moved(game, before), 1u << PART_THINGS);
	game->level->scent[at] = game_turn(game) - 1;
	assert_int_equal(parts_moved(game, before), 1u << PART_TRAIL);
	game->level->flags[at] ^= LEVEL_LIT;
	assert_int_equal(parts_moved(game, before), 1u << PART_MEMORY);
	game->places[1].bytes[0] ^= 1;
	assert_int_equal(parts_moved(game, before), 1u << PART_ELSEWHERE);
	game_free(game);
}

/* The header with its rules version and checksum as another program would have made them. */
static void fix_version(uint8_t *bytes, size_t size, unsigned version)
{
	bytes[5] = (uint8_t)version;
	fix_checksum(bytes, size);
}

static void saves_of_earlier_rules_load_and_of_later_do_not(void **state)
{
	(void)state;
	static const struct {
		unsigned version;
		bool loads;
	} rows[] = {{0, false}, {1, true}, {ENGINE_RULES_VERSION, true},
		{ENGINE_RULES_VERSION + 1, false}, {255, false}};
	struct game *game = well_travelled(2, 4);
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct complaint complaint = {0};
		fix_version(bytes, size, rows[i].version);
		struct game *loaded = game_load(stock, bytes, size, &complaint);
		assert_true((loaded != NULL) == rows[i].loads);
		assert_true(rows[i].loads || strstr(complaint.sentence, "another version"));
		assert_true(!rows[i].loads || game_digest(loaded) == game_digest(game));
		game_free(loaded);
	}
	free(bytes);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_doubled_or_out_of_order_are_refused),
		cmocka_unit_test(other_bytes_are_no_save),
		cmocka_unit_test(a_game_of_ten_levels_is_small),
		cmocka_unit_test(every_broken_byte_is_noticed),
		cmocka_unit_test(a_snapshot_knows_its_content),
		cmocka_unit_test(forged_saves_are_refused_or_whole),
		cmocka_unit_test(forged_fields_are_refused_or_whole),
		cmocka_unit_test(each_part_of_a_state_has_a_digest_of_its_own),
		cmocka_unit_test(saves_of_earlier_rules_load_and_of_later_do_not),
	};
	return stock_run(stock_content(), tests);
}
