/* Handicaps of a birth: sets of ids, what a game makes of them, and the draw of a contract. */
#include "tests/test.h"

#include "engine/engine.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"

#define RECORD(id, more) "handicap " id "\n  name a " id "\n  look Text.\n" more

static struct content *stock;

static int set_up(void **state)
{
	(void)state;
	stock = stock_content();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	content_free(stock);
	return 0;
}

/* ---- The set ---- */

static void a_set_has_one_form(void **state)
{
	static const char *const orders[][4] = {
		{"no-lamp", "half-food", "no-lamp", "b"}, {"b", "no-lamp", "half-food", "b"}};
	uint8_t bytes[2][BIRTH_BYTES_MAX];
	size_t sizes[2];
	struct birth birth, decoded;

	(void)state;
	for (int i = 0; i < 2; i++) {
		birth = (struct birth){.name = "Ada"};
		for (int k = 0; k < 4; k++)
			assert_true(birth_add_handicap(&birth, orders[i][k]));
		assert_int_equal(birth.handicap_count, 3);
		sizes[i] = birth_encode(&birth, bytes[i]);
		assert_true(birth_decode(bytes[i], sizes[i], &decoded));
		assert_memory_equal(&decoded, &birth, sizeof birth);
	}
	assert_int_equal(sizes[0], sizes[1]);
	assert_memory_equal(bytes[0], bytes[1], sizes[0]);
	for (size_t less = 0; less < sizes[0]; less++)
		assert_false(birth_decode(bytes[0], less, &decoded));
	assert_false(birth_add_handicap(&birth, ""));
	assert_false(birth_add_handicap(&birth, "an-id-of-more-than-thirty-two-bytes"));
}

static void the_longest_birth_fits_and_takes_no_more(void **state)
{
	struct birth birth = {.facts = FACTS_ALL, .bones_count = BONES_MAX}, decoded;
	uint8_t bytes[BIRTH_BYTES_MAX];
	char id[HANDICAP_ID_SIZE];

	(void)state;
	for (int i = 0; i <= HANDICAPS_MAX; i++) {
		snprintf(id, sizeof id, "%c%031d", 'z' - i, i);
		assert_int_equal(birth_add_handicap(&birth, id), i < HANDICAPS_MAX);
	}
	memset(birth.name, 'n', NAME_MAX_LENGTH);
	for (int i = 0; i < BONES_MAX; i++) {
		memset(birth.past[i].name, 'p', NAME_MAX_LENGTH);
		memset(birth.past[i].killer, 'k', sizeof birth.past[i].killer - 1);
		memset(birth.past[i].epitaph, 'e', sizeof birth.past[i].epitaph - 1);
		memset(birth.past[i].item, 'i', sizeof birth.past[i].item - 1);
	}
	size_t size = birth_encode(&birth, bytes);
	assert_true(size <= BIRTH_BYTES_MAX && birth_decode(bytes, size, &decoded));
	assert_memory_equal(&decoded, &birth, sizeof birth);
}

/* The empty set has the bytes of earlier rules, and another order or a double id is no birth. */
static void other_bytes_are_refused(void **state)
{
	static const uint8_t none[] = {3, 0, 0, 1, 'A', 0, 0},
			     two[] = {3, 0, 0, 1, 'A', 0, 2, 1, 'a', 1, 'b'},
			     twice[] = {3, 0, 0, 1, 'A', 0, 2, 1, 'a', 1, 'a'},
			     back[] = {3, 0, 0, 1, 'A', 0, 2, 1, 'b', 1, 'a'},
			     empty[] = {3, 0, 0, 1, 'A', 0, 1, 0},
			     old[] = {2, 1, 0, 1, 'A', 0, 1, 1, 'a'};
	struct birth birth;

	(void)state;
	assert_true(birth_decode(two, sizeof two, &birth));
	assert_string_equal(birth.handicaps[1], "b");
	assert_false(birth_decode(none, sizeof none, &birth));
	assert_false(birth_decode(twice, sizeof twice, &birth));
	assert_false(birth_decode(back, sizeof back, &birth));
	assert_false(birth_decode(empty, sizeof empty, &birth));
	assert_false(birth_decode(old, sizeof old, &birth));
}

/* ---- A game ---- */

static struct game *born(const char *id)
{
	const struct seed seed = {{9}};
	struct birth birth = {.name = "Ada"};

	if (*id)
		birth_add_handicap(&birth, id);
	return game_new(stock, &seed, &birth);
}

static bool shows(const struct game *game, const char *text)
{
	for (int i = 0; i < game->messages.count; i++)
		if (strstr(game->messages.list[i].text, text))
			return true;
	return false;
}

/* The digest, a save and a snapshot hold the set. */
static void a_game_keeps_its_handicaps(void **state)
{
	struct game *with = born("half-food"), *without = born("");
	struct complaint complaint;
	char text[HANDICAPS_TEXT];
	size_t size;
	uint8_t *bytes;

	(void)state;
	assert_int_not_equal(game_digest(with), game_digest(without));
	assert_int_equal(2 * with->hero.food, without->hero.food);
	for (int i = 0; i < 2; i++) {
		bytes = i ? game_snapshot(with, &size) : game_save(with, &size);
		struct game *loaded = game_load(stock, bytes, size, &complaint);

		assert_non_null(loaded);
		assert_int_equal(game_digest(loaded), game_digest(with));
		assert_int_equal(loaded->derived.handicaps.feeds, 50);
		game_handicaps_text(stock, game_birth(loaded), text, sizeof text);
		assert_string_equal(text, "half food");
		game_free(loaded);
		free(bytes);
	}
	assert_true(shows(with, "This run has handicaps: half food."));
	assert_false(shows(without, "handicap"));
	game_free(with);
	game_free(without);
}

/* A handicap that the content lacks does nothing, and is shown by its id. */
static void an_unknown_handicap_does_nothing(void **state)
{
	struct game *with = born("left-handed"), *without = born("");
	char text[HANDICAPS_TEXT];

	(void)state;
	assert_int_equal(with->hero.food, without->hero.food);
	assert_int_equal(with->derived.handicaps.kinds, 0);
	game_handicaps_text(stock, game_birth(with), text, sizeof text);
	assert_string_equal(text, "left-handed");
	game_free(with);
	game_free(without);
}

/* A choice that is not offered is not legal. */
static void rules_are_known_before_a_command(void **state)
{
	static const struct {
		const char *id;
		enum verb verb;
	} rows[] = {{"no-heirloom", VERB_CHOOSE}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *with = born(rows[i].id), *without = born("");

		assert_false(game_legal(with, rows[i].verb));
		assert_true(game_legal(without, rows[i].verb));
		game_free(with);
		game_free(without);
	}
}

/* ---- The draw ---- */

static void a_seed_draws_two_or_three(void **state)
{
	unsigned counts[4] = {0}, drawn[HANDICAP_KINDS_MAX] = {0};

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		struct seed seed = {{(uint8_t)i, (uint8_t)(i >> 8), 5}};
		struct birth birth = {.name = "Ada"}, again = {.name = "Ada"};

		birth_draw_handicaps(stock, &seed, &birth);
		birth_draw_handicaps(stock, &seed, &again);
		assert_memory_equal(&birth, &again, sizeof birth);
		assert_in_range(birth.handicap_count, 2, 3);
		counts[birth.handicap_count]++;
		for (int k = 0; k < birth.handicap_count; k++)
			drawn[content_find_handicap(stock, birth.handicaps[k])]++;
	}
	assert_true(counts[2] > 100 && counts[3] > 100);
	assert_true(content_handicap_count(stock) >= 5);
	for (size_t i = 0; i < content_handicap_count(stock); i++)
		assert_true(drawn[i] > 60);
}

/* ---- Experience ---- */

/* Returns the first creature of a kind on the level of a game, or -1. */
static int find(const struct game *game, uint16_t kind)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && game->creatures[slot].kind == kind)
			return slot;
	return -1;
}

/* A unique creature at home in its vault gives experience, there and after it followed the hero. */
static void a_boss_gives_experience(void **state)
{
	uint16_t boss = content_find_creature(stock, "supervisor");
	int met = 0;

	(void)state;
	for (unsigned i = 0; i < 60 && met < 5; i++) {
		const struct seed seed = {{(uint8_t)i, 77}};
		const struct birth birth = {.name = "Ada"};
		struct game *game = game_new(stock, &seed, &birth);

		for (int depth = 2; depth <= 4 && find(game, boss) < 0; depth++)
			place_enter(game, depth, true);
		int slot = find(game, boss);
		if (slot > 0) {
			struct creature *creature = &game->creatures[slot];
			const struct creature *hero = game_hero(game);
			int x = hero->x, y = hero->y, before;

			assert_true(creature->worth > 0);
			assert_true(place_free_near(game, &x, &y));
			creature_move(game, slot, x, y);
			creature->flags |= CREATURE_AWARE;
			creature->flags &= (uint16_t)~CREATURE_ASLEEP;
			place_enter(game, game->depth - 1, false);
			slot = find(game, boss);
			assert_true(slot > 0);
			before = game->hero.experience;
			combat_harm(game, slot, 999, HERO, HARM_ITEM, NULL);
			assert_true(game->hero.experience > before);
			met++;
		}
		game_free(game);
	}
	assert_int_equal(met, 5);
}

/* ---- Records ---- */

static void expect_complaint(const char *text, const char *sentence)
{
	struct content *content = content_again(stock);
	const struct complaint *list;

	content_add(content, "handicaps", text, strlen(text));
	assert_int_equal(content_seal(content), *sentence == '\0');
	if (*sentence && (content_complaints(content, &list) != 1 ||
				 strcmp(list[0].sentence, sentence) != 0))
		fail_msg("%s", list[0].sentence);
	content_free(content);
}

static void records_are_checked(void **state)
{
	(void)state;
	expect_complaint(RECORD("slow", "  feeds 80\n"), "");
	expect_complaint(RECORD("slow", ""),
		"handicap slow has none of rules, feeds and walks, so it does nothing");
	expect_complaint(RECORD("slow", "  walks cable-rat\n"),
		"handicap slow: monster cable-rat is not unique");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_set_has_one_form),
		cmocka_unit_test(the_longest_birth_fits_and_takes_no_more),
		cmocka_unit_test(other_bytes_are_refused),
		cmocka_unit_test(a_game_keeps_its_handicaps),
		cmocka_unit_test(an_unknown_handicap_does_nothing),
		cmocka_unit_test(rules_are_known_before_a_command),
		cmocka_unit_test(a_seed_draws_two_or_three),
		cmocka_unit_test(a_boss_gives_experience),
		cmocka_unit_test(records_are_checked),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
