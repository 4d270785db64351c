/* Choices at birth and at new levels: options and results. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

#define SEEDS 300

static struct game *born(int seed)
{
	struct seed bytes = {{0xc0, (uint8_t)seed, (uint8_t)(seed >> 8)}};
	struct birth birth = {.name = "Tester"};
	return game_new(stock, &bytes, &birth);
}

static void reach(struct game *game, int level)
{
	while (game->hero.level < level)
		combat_gain(game, combat_next_level(game->hero.level) - game->hero.experience);
}

static enum verdict choose(struct game *game, int number)
{
	struct command command = {.verb = VERB_CHOOSE, .number = (uint8_t)number};
	enum verdict verdict = game_act(game, &command);
	game_check(game);
	return verdict;
}

static struct game *again(const struct game *game)
{
	struct complaint complaint;
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(stock, bytes, size, &complaint);
	free(bytes);
	assert_non_null(loaded);
	assert_true(game_digest(loaded) == game_digest(game));
	return loaded;
}

static uint8_t path_of(enum choice_kind choice, uint16_t kind)
{
	return choice == CHOICE_HEIRLOOM ? stock->items[kind].path : stock->talents[kind].path;
}

static void a_run_begins_with_three_heirlooms_of_three_paths(void **state)
{
	bool offered[PATH_COUNT] = {false};
	(void)state;
	for (int seed = 0; seed < SEEDS; seed++) {
		uint16_t options[VIEW_CHOICES_MAX];
		size_t count;
		struct game *game = born(seed);
		assert_int_equal(choice_now(game, options, &count), CHOICE_HEIRLOOM);
		assert_int_equal(count, 3);
		for (size_t i = 0; i < count; i++) {
			assert_true(stock->items[options[i]].heirloom);
			offered[path_of(CHOICE_HEIRLOOM, options[i])] = true;
			for (size_t j = 0; j < i; j++)
				assert_int_not_equal(path_of(CHOICE_HEIRLOOM, options[i]),
					path_of(CHOICE_HEIRLOOM, options[j]));
		}
		game_free(game);
	}
	for (int path = 0; path < PATH_COUNT; path++)
		assert_true(offered[path]);
}

static void an_heirloom_is_taken_once_and_known(void **state)
{
	(void)state;
	struct game *game = born(1);
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count;
	uint32_t now = game->clock.now;
	choice_now(game, options, &count);
	assert_int_equal(choose(game, 3), VERDICT_REFUSED);
	assert_int_equal(choose(game, 1), VERDICT_FREE);
	assert_int_equal(game->clock.now, now);
	bool carried = false;
	for (int i = 0; i < PACK_MAX; i++)
		carried |= game->pack.items[i].count > 0 &&
			   game->pack.items[i].kind == options[1] &&
			   item_is_known(game, &game->pack.items[i]);
	assert_true(carried);
	assert_int_equal(choose(game, 0), VERDICT_REFUSED);
	assert_false(game_legal(game, VERB_CHOOSE));
	game_free(game);
}

/* Takes it wherever it is offered; how often it was in use then. */
static int taken_in_use(const char *id, unsigned flag)
{
	uint16_t wanted = content_find_item(stock, id), options[VIEW_CHOICES_MAX];
	int used = 0;
	for (int seed = 0; seed < 60; seed++) {
		struct game *game = born(seed);
		size_t count, at = 0;
		choice_now(game, options, &count);
		while (at < count && options[at] != wanted)
			at++;
		if (at < count) {
			int before = used;
			assert_int_equal(choose(game, (int)at), VERDICT_FREE);
			for (int i = 0; i < PACK_MAX; i++)
				used += game->pack.items[i].count > 0 &&
					game->pack.items[i].kind == wanted &&
					(game->pack.items[i].flags & flag);
			assert_int_equal(used, before + 1);
		}
		game_free(game);
	}
	return used;
}

/* With nothing better in its place. */
/* That three of them lie there is not told any more once one is taken. */
static void a_choice_made_withdraws_its_message(void **state)
{
	(void)state;
	struct seed seed = {{4, 2}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Tester"});
	assert_true(arena_told(game, "lie on the desk"));
	uint32_t newest = game->messages.newest;
	game_act(game, &(struct command){.verb = VERB_CHOOSE, .number = 0});
	assert_false(arena_told(game, "lie on the desk"));
	assert_true(arena_told(game, " along."));
	assert_true(game->messages.newest > newest);
	game_check(game);
	game_free(game);
}

static void an_heirloom_to_wear_or_wield_is_in_use_at_once(void **state)
{
	(void)state;
	assert_true(taken_in_use("greatcoat", ITEM_WORN) > 0);
	assert_true(taken_in_use("tea-tray", ITEM_WORN) > 0);
	assert_true(taken_in_use("widows-veil", ITEM_WORN) > 0);
	assert_true(taken_in_use("sabre", ITEM_WIELDED) > 0);
	assert_true(taken_in_use("carving-knife", ITEM_WIELDED) > 0);
}

/* The killer of an earlier hero may carry one, so no text may say whose it is. */
static void no_heirloom_is_named_as_yours(void **state)
{
	static const char *const owners[] = {
		"your ", "Your ", "aunt's a", "father's g", "uncle's s"};
	char name[ITEM_NAME_SIZE];
	int count = 0;
	(void)state;
	struct game *game = born(3);
	for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
		struct item item = {.kind = kind, .count = 1, .flags = ITEM_KNOWN};
		if (!stock->items[kind].heirloom)
			continue;
		item_learn(game, kind);
		item_name(game, &item, ARTICLE_THE, name, sizeof name);
		count++;
		for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
			assert_null(strstr(name, owners[i]));
			assert_null(strstr(stock->items[kind].description, owners[i]));
		}
	}
	assert_int_equal(count, 12);
	game_free(game);
}

/* The rule of an heirloom is in its line of plain effect, and not in its description too. */
static void heirlooms_say_their_rule_once(void **state)
{
	static const char *const rules[] = {" guard", " mana", " cells", " turns", "one in", "time",
		"gives", " more", " less", "Crossed", "farther"};
	(void)state;
	for (uint16_t kind = 0; kind < stock->counts.items; kind++)
		for (size_t i = 0; stock->items[kind].heirloom && i < sizeof rules / sizeof *rules;
			i++)
			assert_null(strstr(stock->items[kind].description, rules[i]));
}

/* The trait "yours" names an item as the hero's own, whatever the article. */
static void an_item_may_be_named_as_yours(void **state)
{
	char name[ITEM_NAME_SIZE];
	(void)state;
	struct game *game = born(3);
	struct item sabre = {.kind = content_find_item(stock, "sabre"),
		.count = 1,
		.flags = ITEM_KNOWN,
		.plus = 1};
	struct item_kind *kind = (struct item_kind *)(uintptr_t)&stock->items[sabre.kind];
	kind->yours = true;
	item_name(game, &sabre, ARTICLE_A, name, sizeof name);
	assert_string_equal(name, "your +1 parade sabre");
	item_name(game, &sabre, ARTICLE_THE, name, sizeof name);
	assert_string_equal(name, "your +1 parade sabre");
	kind->yours = false;
	item_name(game, &sabre, ARTICLE_THE, name, sizeof name);
	assert_string_equal(name, "the +1 parade sabre");
	game_free(game);
}

static void a_full_pack_keeps_the_choice_open(void **state)
{
	(void)state;
	struct game *game = born(2);
	uint16_t club = content_find_item(stock, "truncheon");
	while (game->pack.count < PACK_MAX)
		item_into_pack(game, (struct item){.kind = club, .count = 1});
	assert_int_equal(choose(game, 0), VERDICT_REFUSED);
	assert_string_not_equal(game_refusal(game), "");
	assert_true(game_legal(game, VERB_CHOOSE));
	game_free(game);
}

/* Each level offers three talents of two paths or more, none of them known. */
static void each_level_from_the_second_to_the_ninth_offers_three_talents(void **state)
{
	(void)state;
	for (int seed = 0; seed < SEEDS; seed++) {
		struct game *game = born(seed);
		reach(game, 12);
		assert_int_equal(choose(game, seed % 3), VERDICT_FREE);
		for (int level = 2; level <= 9; level++) {
			uint16_t options[VIEW_CHOICES_MAX];
			size_t count;
			bool two_paths = false;
			assert_int_equal(choice_now(game, options, &count), CHOICE_TALENT);
			assert_int_equal(count, 3);
			for (size_t i = 0; i < count; i++) {
				assert_false(game->knowledge.talents[options[i]]);
				assert_true(stock->talents[options[i]].level <= level);
				two_paths |= path_of(CHOICE_TALENT, options[i]) !=
					     path_of(CHOICE_TALENT, options[0]);
				for (size_t j = 0; j < i; j++)
					assert_int_not_equal(options[i], options[j]);
			}
			assert_true(two_paths);
			int number = (seed + level) % 3;
			assert_int_equal(choose(game, number), VERDICT_FREE);
			assert_true(game->knowledge.talents[options[number]]);
		}
		assert_int_equal(choose(game, 0), VERDICT_REFUSED);
		game_free(game);
	}
}

/* Options depend on the seed and earlier choices, not on play in between. */
static void waiting_changes_no_offer(void **state)
{
	uint16_t now[VIEW_CHOICES_MAX], later[VIEW_CHOICES_MAX];
	size_t count;
	(void)state;
	struct game *game = born(7);
	choose(game, 0);
	reach(game, 2);
	assert_int_equal(choice_now(game, now, &count), CHOICE_TALENT);
	for (int i = 0; i < 30; i++)
		arena_do(game, VERB_WAIT, 0);
	reach(game, 5);
	struct game *loaded = again(game);
	assert_int_equal(choice_now(loaded, later, &count), CHOICE_TALENT);
	assert_memory_equal(now, later, sizeof now);
	/* Four are waiting. */
	for (int i = 0; i < 4; i++)
		assert_int_equal(choose(loaded, 0), VERDICT_FREE);
	assert_int_equal(choose(loaded, 0), VERDICT_REFUSED);
	game_free(loaded);
	game_free(game);
}

static void other_seeds_offer_others(void **state)
{
	uint16_t first[VIEW_CHOICES_MAX], other[VIEW_CHOICES_MAX];
	size_t count;
	int equal = 0;
	(void)state;
	struct game *game = born(0);
	choice_now(game, first, &count);
	for (int seed = 1; seed < SEEDS; seed++) {
		struct game *one = born(seed);
		choice_now(one, other, &count);
		equal += memcmp(first, other, sizeof first) == 0;
		game_free(one);
	}
	assert_true(equal < SEEDS / 20);
	game_free(game);
}

static void a_talent_may_teach_a_spell(void **state)
{
	(void)state;
	uint16_t talent = content_find_talent(stock, "by-heart");
	uint16_t spell = content_find_spell(stock, "crossed-wires");
	for (int seed = 0;; seed++) {
		struct game *game = born(seed);
		uint16_t options[VIEW_CHOICES_MAX];
		size_t count, at = 0;
		choose(game, 0);
		reach(game, 2);
		choice_now(game, options, &count);
		while (at < count && options[at] != talent)
			at++;
		if (at < count) {
			int mana = game->hero.mana_max;
			game->knowledge.spells[spell] = 0;
			choose(game, (int)at);
			assert_true(game->knowledge.spells[spell]);
			assert_int_equal(game->hero.mana_max, mana + 5);
		}
		game_free(game);
		if (at < count)
			return;
	}
}

/* The view names what the rules offer. */
/* A hero who read the book is not offered its spells. */
static void known_spells_are_not_offered(void **state)
{
	int offered[2] = {0, 0};
	uint16_t talent = content_find_talent(stock, "by-heart");
	uint16_t options[VIEW_CHOICES_MAX];
	(void)state;
	for (int knows = 0; knows < 2; knows++)
		for (int seed = 0; seed < 60; seed++) {
			size_t count;
			struct game *game = born(seed);
			choose(game, 1);
			reach(game, 9);
			game->knowledge.spells[stock->talents[talent].teaches] = (uint8_t)knows;
			while (choice_now(game, options, &count) == CHOICE_TALENT) {
				int at = 0;
				for (size_t i = 0; i < count; i++)
					offered[knows] += options[i] == talent;
				while (options[at] == talent)
					at++;
				assert_int_equal(choose(game, at + 1), VERDICT_FREE);
			}
			game_free(game);
		}
	assert_true(offered[0] > 0);
	assert_int_equal(offered[1], 0);
}

static void the_view_shows_what_is_offered_and_owned(void **state)
{
	struct view view;
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count;
	(void)state;
	struct game *game = born(3);
	choice_now(game, options, &count);
	game_view(game, &view);
	assert_int_equal(view.choice, CHOICE_HEIRLOOM);
	assert_int_equal(view.choice_count, count);
	for (size_t i = 0; i < count; i++) {
		assert_string_equal(view.choices[i].name, stock->items[options[i]].name);
		assert_string_not_equal(view.choices[i].path, "");
	}
	choose(game, 0);
	reach(game, 2);
	choice_now(game, options, &count);
	game_view(game, &view);
	assert_int_equal(view.choice, CHOICE_TALENT);
	assert_string_equal(view.choices[2].name, stock->talents[options[2]].name);
	assert_int_equal(view.talent_count, 0);
	choose(game, 2);
	game_view(game, &view);
	assert_int_equal(view.choice, CHOICE_NONE);
	assert_int_equal(view.choice_count, 0);
	assert_int_equal(view.talent_count, 1);
	assert_string_equal(view.talents[0].name, stock->talents[options[2]].name);
	game_free(game);
}

#define RING(more)                                                                                 \
	"item test-ring\n  name test ring\n  glyph = blood\n  look A ring.\n  class armour\n"      \
	"  slot ring\n  traits heirloom\n  path word\n  weight 0\n  bonus ward 2\n" more

/* How often a ring that works after each spell is offered, and that hero knows a spell with it. */
static void count_rings(const char *record, int *offered, int *knowing)
{
	struct content *content = stock_content_with(record);
	uint16_t ring = content_find_item(content, "test-ring"), options[VIEW_CHOICES_MAX];
	uint16_t wires = content_find_spell(content, "crossed-wires");
	*offered = *knowing = 0;
	for (int seed = 0; seed < 100; seed++) {
		struct seed bytes = {{0xc1, (uint8_t)seed}};
		struct game *game = game_new(content, &bytes, &(struct birth){.name = "Tester"});
		size_t count;
		choice_now(game, options, &count);
		for (size_t i = 0; i < count; i++) {
			if (options[i] != ring)
				continue;
			++*offered;
			assert_int_equal(choose(game, (int)i), VERDICT_FREE);
			*knowing += game->knowledge.spells[wires];
			break;
		}
		game_free(game);
	}
	content_free(content);
}

static void an_heirloom_that_needs_a_spell_brings_one(void **state)
{
	int offered, knowing;
	(void)state;
	count_rings(RING("  teaches crossed-wires\n"), &offered, &knowing);
	assert_true(offered > 0);
	assert_int_equal(knowing, offered);
	count_rings(RING(""), &offered, &knowing);
	assert_int_equal(offered, 0);
	/* And so does that of the game itself. */
	assert_int_equal(stock->items[content_find_item(stock, "service-ring")].book.count, 1);
}

/* No more than there was to choose. */
static void a_save_with_too_many_choices_is_none(void **state)
{
	struct complaint complaint;
	size_t size;
	(void)state;
	struct game *game = born(4);
	game->hero.choices_made = 2;
	uint8_t *bytes = game_save(game, &size);
	assert_null(game_load(stock, bytes, size, &complaint));
	free(bytes);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_begins_with_three_heirlooms_of_three_paths),
		cmocka_unit_test(an_heirloom_is_taken_once_and_known),
		cmocka_unit_test(a_choice_made_withdraws_its_message),
		cmocka_unit_test(an_heirloom_to_wear_or_wield_is_in_use_at_once),
		cmocka_unit_test(no_heirloom_is_named_as_yours),
		cmocka_unit_test(heirlooms_say_their_rule_once),
		cmocka_unit_test(an_item_may_be_named_as_yours),
		cmocka_unit_test(a_full_pack_keeps_the_choice_open),
		cmocka_unit_test(each_level_from_the_second_to_the_ninth_offers_three_talents),
		cmocka_unit_test(waiting_changes_no_offer),
		cmocka_unit_test(other_seeds_offer_others),
		cmocka_unit_test(a_talent_may_teach_a_spell),
		cmocka_unit_test(known_spells_are_not_offered),
		cmocka_unit_test(the_view_shows_what_is_offered_and_owned),
		cmocka_unit_test(an_heirloom_that_needs_a_spell_brings_one),
		cmocka_unit_test(a_save_with_too_many_choices_is_none),
	};
	return stock_run(stock_content(), tests);
}
