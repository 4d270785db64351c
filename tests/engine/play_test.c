/* Play: whatever is pressed, the state stays whole, saves are exact, and a run is its seed and
 * commands. */
#include "tests/test.h"

#include "tests/engine/noise.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define SEEDS 24
#define PRESSES 1500

static struct game *begin(int number, bool debug)
{
	struct seed seed = {{0x70, (uint8_t)number, (uint8_t)(number >> 8)}};
	struct birth birth = {.name = "Noise", .debug = debug, .bones_count = 2};
	birth.past[0] = (struct bones){
		.name = "Ada", .depth = 1, .killer = "cable-rat", .epitaph = "too quiet"};
	birth.past[1] = (struct bones){
		.name = "Bob", .depth = 2, .killer = "no-such-kind", .item = "no-such-item"};
	return game_new(stock, &seed, &birth);
}

static void press(struct noise *noise, struct game *game)
{
	struct command command = noise_command(noise, game);
	struct view view;
	uint64_t before = noise->state % 8 == 0 ? game_digest(game) : 0;
	enum verdict verdict = game_act(game, &command);
	game_check(game);
	if (verdict == VERDICT_REFUSED) {
		assert_true(game_refusal(game)[0] != '\0');
		if (before != 0)
			assert_int_equal(before, game_digest(game));
	}
	game_view(game, &view);
	assert_true(view.cells[view.hero_y * view.width + view.hero_x].flags & CELL_HERO);
}

static void noise_breaks_nothing(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct game *game = begin(number, number % 2 == 0);
		struct noise noise = {(uint64_t)number};
		for (int i = 0; i < PRESSES && game_going(game); i++) {
			press(&noise, game);
			noise_lift(&noise, game);
		}
		game_free(game);
	}
}

/* The same bytes, the same digest, and the same future. */
static struct game *saved_and_loaded(struct game *game)
{
	size_t size, again;
	struct complaint complaint = {0};
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(stock, bytes, size, &complaint);
	assert_string_equal(complaint.sentence, "");
	assert_non_null(loaded);
	game_check(loaded);
	uint8_t *resaved = game_save(loaded, &again);
	assert_int_equal(size, again);
	assert_memory_equal(bytes, resaved, size);
	assert_int_equal(game_digest(game), game_digest(loaded));
	free(resaved);
	free(bytes);
	return loaded;
}

static void a_loaded_game_goes_on_as_the_saved_one(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		struct game *game = begin(number, true);
		struct game *loaded = NULL;
		struct noise noise = {(uint64_t)number + 1000};
		for (int i = 0; i < PRESSES && game_going(game); i++) {
			if (i % 97 == 0) {
				game_free(loaded);
				loaded = saved_and_loaded(game);
			}
			struct noise other = noise;
			press(&noise, game);
			noise_lift(&noise, game);
			press(&other, loaded);
			noise_lift(&other, loaded);
			if (i % 31 == 0)
				assert_int_equal(game_digest(game), game_digest(loaded));
		}
		game_free(loaded);
		loaded = saved_and_loaded(game);
		game_free(loaded);
		game_free(game);
	}
}

static void views_match(struct game *game, struct game *other)
{
	struct view view, second;
	game_view(game, &view);
	game_view(other, &second);
	assert_int_equal(view.creature_count, second.creature_count);
	assert_memory_equal(
		view.cells, second.cells, (size_t)(view.width * view.height) * sizeof *view.cells);
	assert_int_equal(view.message_count, second.message_count);
	for (size_t i = 0; i < view.message_count; i++)
		assert_string_equal(view.messages[i].text, second.messages[i].text);
}

/* An item of the pack whose description is a text of the view. */
static void give_with_affix(struct game *game)
{
	uint16_t affix = 0;
	while (affix < stock->counts.affixes && stock->affixes[affix].base != KIND_NONE)
		affix++;
	assert_true(affix < stock->counts.affixes);
	item_into_pack(game, (struct item){.kind = content_find_item(stock, "penknife"),
				     .count = 1,
				     .flags = ITEM_KNOWN,
				     .affix = (uint16_t)(affix + 1)});
}

/* A copy needs nothing of the view that it was made of. */
static void a_copied_view_is_whole(void **state)
{
	(void)state;
	struct game *game = begin(5, false);
	struct view *view = calloc(1, sizeof *view), *copy = calloc(1, sizeof *copy);
	struct view *again = calloc(1, sizeof *again);
	give_with_affix(game);
	game_view(game, view);
	game_view(game, again);
	assert_true(view->text_count > 0);
	view_copy(copy, view);
	memset(view, 'x', sizeof *view);
	size_t cells = (size_t)(again->width * again->height);
	assert_memory_equal(copy->cells, again->cells, cells * sizeof *copy->cells);
	assert_int_equal(copy->pack_count, again->pack_count);
	for (size_t i = 0; i < again->pack_count; i++)
		assert_string_equal(copy->pack[i].description, again->pack[i].description);
	free(again);
	free(copy);
	free(view);
	game_free(game);
}

static void a_loaded_game_shows_what_the_saved_one_showed(void **state)
{
	(void)state;
	struct game *game = begin(5, false);
	struct noise noise = {5};
	for (int i = 0; i < 600 && game_going(game); i++) {
		press(&noise, game);
		noise_lift(&noise, game);
		if (i % 50 == 0) {
			struct game *loaded = saved_and_loaded(game);
			views_match(game, loaded);
			game_free(loaded);
		}
	}
	game_free(game);
}

/* Only seed and commands: the journal's bytes, decoded, lead to the same state. */
static void a_journal_verifies_a_run(void **state)
{
	(void)state;
	for (int number = 0; number < SEEDS; number++) {
		static uint8_t journal[PRESSES * COMMAND_BYTES_MAX];
		size_t written = 0, read = 0;
		struct game *game = begin(number, false);
		struct noise noise = {(uint64_t)number + 2000};
		for (int i = 0; i < PRESSES && game_going(game); i++) {
			struct command command = noise_command(&noise, game);
			if (game_act(game, &command) != VERDICT_REFUSED)
				written += command_encode(&command, journal + written);
		}
		struct game *replay = begin(number, false);
		while (read < written) {
			struct command command;
			size_t size = command_decode(journal + read, written - read, &command);
			assert_true(size > 0);
			assert_int_not_equal(game_act(replay, &command), VERDICT_REFUSED);
			read += size;
		}
		assert_int_equal(game_digest(game), game_digest(replay));
		game_free(replay);
		game_free(game);
	}
}

static void seeds_and_births_make_other_games(void **state)
{
	(void)state;
	struct game *one = begin(1, false), *other = begin(2, false), *debug = begin(1, true);
	assert_int_not_equal(game_digest(one), game_digest(other));
	assert_int_not_equal(game_digest(one), game_digest(debug));
	game_free(one);
	game_free(other);
	game_free(debug);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noise_breaks_nothing),
		cmocka_unit_test(a_loaded_game_goes_on_as_the_saved_one),
		cmocka_unit_test(a_loaded_game_shows_what_the_saved_one_showed),
		cmocka_unit_test(a_copied_view_is_whole),
		cmocka_unit_test(a_journal_verifies_a_run),
		cmocka_unit_test(seeds_and_births_make_other_games),
	};
	return stock_run(stock_content(), tests);
}
