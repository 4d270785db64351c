/* Levels as they are packed: all of them comes back, whatever it is, and how large they are. */
#include "engine/generate/generate.h"
#include "tests/test.h"

#include "engine/save/save_private.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/noise.h"

/* ---- Levels of all kinds ---- */

enum known { KNOWN_NOTHING, KNOWN_ALL, KNOWN_HALF, KNOWN_NOISE, KNOWN_COUNT };

static bool is_near_open(const struct level *level, int x, int y)
{
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (level_inside(level, x + dx, y + dy) &&
				stock->terrains[level->terrain[level_at(level, x + dx, y + dy)]]
						.flags &
					TERRAIN_LIGHT)
				return true;
	return false;
}

/* As a hero would who has been all over it, or half; or any cells, remembered as anything. */
static void learn_level(struct game *game, enum known known, struct noise *noise)
{
	struct level *level = game->level;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++) {
			size_t at = level_at(level, x, y);
			bool seen = is_near_open(level, x, y);
			if (known == KNOWN_NOISE)
				seen = noise_below(noise, 2);
			if (!seen || known == KNOWN_NOTHING ||
				(known == KNOWN_HALF && x > level->width / 2))
				continue;
			uint16_t kind = level->terrain[at];
			if (known == KNOWN_NOISE && noise_below(noise, 4) == 0)
				kind = (uint16_t)noise_below(noise, stock->counts.terrains);
			memory_put_ground(game, at, &stock->terrains[kind]);
		}
}

/* Open, on its depth, of nobody; NULL when the kind cannot be so large. */
static struct game *game_with(uint16_t kind, int width, int height, enum known known)
{
	struct seed seed = {{(uint8_t)kind, (uint8_t)known, 7}};
	struct birth birth = {.name = "Surveyor"};
	struct noise noise = {kind};
	int depth = stock->levels[kind].depth_low;
	struct level *level = level_generate(stock, &seed,
		&(struct level_order){
			.depth = depth, .kind = kind, .width = width, .height = height});
	if (level == NULL)
		return NULL;
	struct game *run = game_new(stock, &seed, &birth), *game = place_adjacent(run);
	game_free(run);
	game->level = level;
	game->depth = (uint8_t)depth;
	learn_level(game, known, &noise);
	return game;
}

/* Of a game with one open level: returns its packed size. */
static size_t comes_back(const struct game *game)
{
	struct writer packed = {0}, before = {0}, after = {0}, again = {0};
	struct game *adjacent = place_adjacent(game);
	save_level_pack(game, &packed);
	struct reader reader = {.bytes = packed.bytes, .size = packed.size};
	assert_true(save_level_unpack(adjacent, &reader, game->level->depth));
	save_level_flat(game, &before);
	save_level_flat(adjacent, &after);
	assert_int_equal(before.size, after.size);
	assert_memory_equal(before.bytes, after.bytes, before.size);
	save_level_pack(adjacent, &again);
	assert_int_equal(again.size, packed.size);
	assert_memory_equal(again.bytes, packed.bytes, packed.size);
	free(before.bytes);
	free(after.bytes);
	free(again.bytes);
	free(packed.bytes);
	game_free(adjacent);
	return packed.size;
}

static void levels_of_all_kinds_come_back(void **state)
{
	(void)state;
	static const int sizes[][2] = {{0, 0}, {80, 21}, {40, 20}, {200, 100}};
	int made = 0;
	for (uint16_t kind = 0; kind < stock->counts.levels; kind++)
		for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)
			for (enum known known = 0; known < KNOWN_COUNT; known++) {
				struct game *game =
					game_with(kind, sizes[size][0], sizes[size][1], known);
				if (game == NULL)
					continue;
				comes_back(game);
				game_free(game);
				made++;
			}
	assert_true(made >= 2 * KNOWN_COUNT * stock->counts.levels);
}

/* All fifty kinds of a cell at random, light and halls too: nothing follows from anything. */
static void levels_of_noise_come_back(void **state)
{
	(void)state;
	struct noise noise = {4};
	for (int i = 0; i < 40; i++) {
		struct game *game = game_with(0, 80, 21, KNOWN_NOISE);
		struct level *level = game->level;
		unsigned kinds = 1 + noise_below(&noise, stock->counts.terrains);
		size_t up = level_at(level, level->up_x, level->up_y);
		size_t down = level_at(level, level->down_x, level->down_y);
		for (size_t at = 0; at < level_cells(level); at++) {
			if (at != up && at != down)
				level->terrain[at] = (uint16_t)noise_below(&noise, kinds);
			level->flags[at] ^= noise_below(&noise, 2) ? LEVEL_LIT : 0;
			level->flags[at] ^= noise_below(&noise, 2) ? LEVEL_HALL : 0;
		}
		for (size_t area = 0; area < level->area_count; area++)
			level->areas[area].hall = noise_below(&noise, 2);
		comes_back(game);
		game_free(game);
	}
}

/* ---- Halls ---- */

/* More than 256 connected sets of hall cells, of one cell each. */
static void dot_halls(struct level *level)
{
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++) {
			uint8_t *flags = &level->flags[level_at(level, x, y)];
			*flags &= (uint8_t)~LEVEL_HALL;
			*flags |= x % 2 == 0 && y % 2 == 0 ? LEVEL_HALL : 0;
		}
}

static unsigned next_symbol(
	struct compressor *compressor, enum save_question question, unsigned context, unsigned bits)
{
	struct compress_asks asks = {question, 1, {context}};
	return compress_symbol(compressor, &asks, bits, COMPRESS_NO_GUESS, 0);
}

/* The index of a set is written with eight bits at most, however many sets there are. */
static void the_index_of_a_hall_has_eight_bits(void **state)
{
	size_t size;
	(void)state;
	struct game *game = game_with(0, 80, 21, KNOWN_NOTHING);
	struct level *level = game->level;
	dot_halls(level);
	for (size_t i = 0; i < level->area_count; i++)
		level->areas[i].hall = false;
	level->areas[0] = (struct area){.x = 0, .y = 10, .width = 1, .height = 1, .hall = true};
	struct planes planes = planes_of(game);
	struct compressor *writing = compress_new();
	save_halls(writing, level, &planes);
	uint8_t *bytes = compress_close(writing, &size);
	struct compressor *reading = compress_open(bytes, size);
	assert_int_equal(next_symbol(reading, QUESTION_HALL, 0, 1), 1);
	assert_int_equal(next_symbol(reading, QUESTION_HALL_WHICH, 8, 8), 10 / 2 * (80 / 2));
	compress_free(reading);
	compress_free(writing);
	free(bytes);
	planes_free(&planes);
	game_free(game);
}

static void a_level_explored_is_small(void **state)
{
	(void)state;
	static const struct {
		const char *id;
		int width, height;
		size_t most;
	} rows[] = {{"exchange", 80, 21, 300}, {"stacks-maze", 80, 21, 500},
		{"conduits-caverns", 80, 21, 500}, {"conduits-deep", 80, 21, 500},
		{"undertown", 80, 21, 600}, {"conduits-deep", 200, 100, 3072}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint16_t kind = 0;
		while (strcmp(stock->levels[kind].id, rows[i].id) != 0)
			kind++;
		struct game *game = game_with(kind, rows[i].width, rows[i].height, KNOWN_ALL);
		assert_non_null(game);
		size_t size = comes_back(game);
		print_message("%s of %dx%d in %zu bytes\n", rows[i].id, rows[i].width,
			rows[i].height, size);
		assert_true(size <= rows[i].most);
		game_free(game);
	}
}

/* ---- Items on the floor ---- */

static const char *const yard[] = {
	"####################",
	"#<...........#.....#",
	"#............+.....#",
	"#......@.....#.....#",
	"#............#....>#",
	"####################",
};

/* One is seen, one lies behind a door, one is remembered and has gone, one lies on another. */
static void things_are_remembered_as_they_were(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(yard), 3);
	struct item dart = {.kind = content_find_item(stock, "dart"), .count = 1};
	struct item bread = {.kind = content_find_item(stock, "bread"), .count = 1};
	if (bread.kind == KIND_NONE)
		bread.kind = 0;
	item_to_floor(game, dart, 5, 2);
	item_to_floor(game, dart, 16, 2);
	item_to_floor(game, bread, 9, 2);
	item_to_floor(game, bread, 10, 2);
	item_to_floor(game, dart, 10, 2);
	senses_look(game);
	item_off_floor(game, item_on_floor(game, 9, 2, 0));
	uint16_t gone = game->level->memory[level_at(game->level, 9, 2)];
	assert_int_equal(gone, item_appearance(game, &bread));
	comes_back(game);
	game_free(game);
}

/* ---- The trail ---- */

/* A hero who walks, goes down and comes up again after so many turns: how many cells smell. */
static int smelling_after(unsigned turns, bool saved)
{
	struct game *game = arena_new(stock, ROWS(yard), 3);
	struct complaint complaint = {0};
	int smelling = 0;
	for (int i = 0; i < 5; i++)
		arena_do(game, VERB_STEP, i % 2 ? DIR_E : DIR_NE);
	place_enter(game, game->depth + 1, true);
	game->clock.now += turns * TICKS_A_TURN;
	game->clock.next_turn = game->clock.now + TICKS_A_TURN;
	for (int i = 0; i < 2 && saved; i++) {
		size_t size;
		uint8_t *bytes = i == 0 ? game_save(game, &size) : game_snapshot(game, &size);
		struct game *loaded = game_load(stock, bytes, size, &complaint);
		assert_non_null(loaded);
		assert_int_equal(game_digest(loaded), game_digest(game));
		game_free(game);
		game = loaded;
		free(bytes);
	}
	place_enter(game, game->depth - 1, false);
	for (size_t at = 0; at < level_cells(game->level); at++)
		smelling += game->level->scent[at] != 0;
	game_free(game);
	return smelling;
}

static void a_trail_stays_on_its_level_while_it_smells(void **state)
{
	(void)state;
	for (int saved = 0; saved < 2; saved++) {
		assert_true(smelling_after(1, saved) >= 4);
		assert_true(smelling_after(90, saved) >= 4);
		assert_int_equal(smelling_after(130, saved), 0);
		assert_int_equal(smelling_after(1000, saved), 0);
	}
}

/* ---- Saves of format 2 ---- */

static const char *const golden[] = {"conditions", "crowded", "deep", "ended", "fresh", "graves",
	"hungry", "hurt", "laden", "middle", "receiver"};

/* As tests/golden keeps them: lines of hex. */
static uint8_t *read_golden(const char *name, size_t *size)
{
	char path[128];
	unsigned byte;
	snprintf(path, sizeof path, "tests/golden/saves/2/%s.save", name);
	FILE *file = fopen(path, "r");
	uint8_t *bytes = calloc(1, 1 << 16);
	assert_non_null(file);
	assert_non_null(bytes);
	for (*size = 0; *size < 1 << 16 && fscanf(file, "%2x", &byte) == 1; ++*size)
		bytes[*size] = (uint8_t)byte;
	fclose(file);
	return bytes;
}

/* They load under today's content, but for what it has no more; go on; and are of this format then.
 */
static void saves_of_format_2_go_on(void **state)
{
	(void)state;
	int loaded = 0;
	for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
		struct complaint complaint = {0};
		struct noise noise = {i};
		size_t size, again_size;
		uint8_t *bytes = read_golden(golden[i], &size);
		assert_int_equal(bytes[4], 2);
		struct game *game = game_load(stock, bytes, size, &complaint);
		free(bytes);
		if (game == NULL) {
			assert_non_null(strstr(complaint.sentence, "speaks of"));
			continue;
		}
		loaded++;
		game_check(game);
		bytes = game_save(game, &again_size);
		assert_int_equal(bytes[4], SAVE_FORMAT);
		struct game *again = game_load(stock, bytes, again_size, &complaint);
		assert_non_null(again);
		assert_int_equal(game_digest(again), game_digest(game));
		for (int turn = 0; turn < 100 && game_going(again); turn++) {
			struct command command = noise_command(&noise, again);
			game_act(again, &command);
			game_check(again);
		}
		free(bytes);
		game_free(again);
		game_free(game);
	}
	assert_true(loaded > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_of_all_kinds_come_back),
		cmocka_unit_test(levels_of_noise_come_back),
		cmocka_unit_test(the_index_of_a_hall_has_eight_bits),
		cmocka_unit_test(a_level_explored_is_small),
		cmocka_unit_test(things_are_remembered_as_they_were),
		cmocka_unit_test(a_trail_stays_on_its_level_while_it_smells),
		cmocka_unit_test(saves_of_format_2_go_on),
	};
	return stock_run(stock_content(), tests);
}
