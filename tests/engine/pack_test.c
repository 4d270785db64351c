/* The pack and the floor: piles and letters. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const stairs[] = {
	"###############",
	"#<............#",
	"#.....@.......#",
	"#............>#",
	"###############",
};

static void things_stack_and_are_dropped_and_taken(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	const char *id = arena_item_doing(stock, ITEM_POTION, EFFECT_HASTE);
	int index = arena_give(game, id, 2), count = game->pack.count;
	assert_int_equal(arena_give(game, id, 3), index);
	assert_int_equal(game->pack.count, count);
	assert_int_equal(game->pack.items[index].count, 5);
	assert_int_equal(arena_do(game, VERB_DROP, index), VERDICT_SPENT);
	assert_int_equal(game->pack.count, count - 1);
	assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_SPENT);
	assert_int_equal(game->pack.count, count);
	assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_REFUSED);
	game_free(game);
}

/* A bought item stacks with others of its kind. */
static void a_bought_item_joins_its_pile(void **state)
{
	(void)state;
	for (int full = 0; full < 2; full++) {
		struct game *game = arena_new(stock, ROWS(stairs), 6);
		int pile = arena_give(game, "mending", 1), had = game->pack.items[pile].count;
		struct item wares = {
			.kind = game->pack.items[pile].kind, .count = 1, .flags = ITEM_FOR_SALE};
		while (full && game->pack.count < PACK_MAX)
			arena_give(game, "crowbar", 1);
		game->hero.gold = 1000;
		item_to_floor(game, wares, 6, 2);
		assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_SPENT);
		assert_int_equal(game->pack.items[pile].count, had + 1);
		assert_true(game->hero.gold < 1000);
		game_free(game);
	}
}

static void equal_items_stack_whenever_their_kind_was_learned(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	for (int index = 0; index < PACK_MAX; index++) {
		const struct item_kind *kind = item_kind(game, &game->pack.items[index]);
		int count = game->pack.count;
		if (game->pack.items[index].count == 0 || !kind->stacks)
			continue;
		assert_int_equal(arena_give(game, kind->id, 1), index);
		assert_int_equal(game->pack.count, count);
	}
	const char *id = arena_item_doing(stock, ITEM_POTION, EFFECT_HASTE);
	int index = arena_give(game, id, 3);
	arena_do(game, VERB_QUAFF, index);
	assert_int_equal(arena_give(game, id, 2), index);
	assert_int_equal(
		arena_do(game, VERB_READ,
			arena_give(game, arena_item_doing(stock, ITEM_SCROLL, EFFECT_IDENTIFY), 1)),
		VERDICT_SPENT);
	int count = game->pack.count;
	arena_give(game, id, 2);
	assert_int_equal(game->pack.count, count);
	game_free(game);
}

/* Gear whose plus is known joins gear whose plus is not, in the hand or on the floor. */
static void gear_of_one_plus_is_one_pile_known_or_not(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	uint16_t dart = content_find_item(stock, "dart");
	int slot = arena_give(game, "dart", 3), count = game->pack.count;
	game->pack.items[slot].flags = ITEM_KNOWN;
	assert_int_equal(arena_give(game, "dart", 2), slot);
	assert_int_equal(arena_do(game, VERB_WIELD, slot), VERDICT_SPENT);
	assert_int_equal(arena_give(game, "dart", 2), slot);
	assert_int_equal(game->pack.count, count);
	assert_true(game->pack.items[slot].flags & ITEM_WIELDED);
	struct item truer = {.kind = dart, .count = 2, .plus = 1};
	int other = item_into_pack(game, truer);
	assert_int_not_equal(other, slot);
	game->pack.items[slot].plus = 1;
	item_join_alike(game, slot);
	assert_int_equal(game->pack.items[other].count, 0);
	assert_int_equal(game->pack.count, count);
	count = game->pack.items[slot].count;
	struct item one = {.kind = dart, .count = 1, .flags = ITEM_KNOWN};
	item_to_floor(game, one, 3, 3);
	one.flags = 0;
	item_to_floor(game, one, 3, 3);
	assert_int_equal(game->floor.count, 1);
	game_check(game);
	game_free(game);
}

static void blows_count_while_a_plus_is_unknown(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	struct item darts = {.kind = content_find_item(stock, "dart"), .count = 1, .blows = 5};
	int slot = item_into_pack(game, darts);
	darts.blows = 3;
	assert_int_equal(item_into_pack(game, darts), slot);
	assert_int_equal(game->pack.items[slot].count, 2);
	assert_int_equal(game->pack.items[slot].blows, 5);
	darts.flags = ITEM_KNOWN;
	assert_int_equal(item_into_pack(game, darts), slot);
	assert_int_equal(game->pack.items[slot].blows, 0);
	game_free(game);
}

static char letter_of(struct game *game, const char *part)
{
	struct view view;
	game_view(game, &view);
	for (size_t i = 0; i < view.pack_count; i++)
		if (strstr(view.pack[i].name, part) != NULL)
			return view.pack[i].letter;
	return 0;
}

/* A plus of nothing is not worth a word. */
static void a_plus_of_nothing_is_not_told(void **state)
{
	static const char *const rows[] = {"####", "#@.#", "####"};
	char name[64];
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 1);
	struct item club = {.kind = content_find_item(stock, "truncheon"), .count = 1};
	for (int plus = -1; plus <= 1; plus++) {
		club.plus = (int8_t)plus;
		club.flags = ITEM_KNOWN;
		item_name(game, &club, ARTICLE_A, name, sizeof name);
		assert_int_equal(strpbrk(name, "+-") != NULL, plus != 0);
	}
	game_free(game);
}

static void a_thing_keeps_its_letter(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	while (game->pack.count > 0)
		for (int slot = 0; slot < PACK_MAX; slot++)
			if (game->pack.items[slot].count > 0)
				item_from_pack(game, slot, game->pack.items[slot].count);
	memset(game->pack.last_slots, 0, stock->counts.items);
	assert_int_equal(arena_give(game, "sandwich", 1), 0);
	assert_int_equal(arena_give(game, "dart", 2), 1);
	assert_int_equal(arena_give(game, "crowbar", 1), 2);
	assert_int_equal(arena_do(game, VERB_DROP, 1), VERDICT_SPENT);
	assert_int_equal(letter_of(game, "crowbar"), 'c');
	assert_int_equal(letter_of(game, "sandwich"), 'a');
	assert_int_equal(arena_do(game, VERB_DROP, 1), VERDICT_REFUSED);
	assert_int_equal(arena_do(game, VERB_DROP, 0), VERDICT_SPENT);
	/* The dart has its letter again although a is free; what is new takes the first free one.
	 */
	assert_int_equal(arena_give(game, "dart", 1), 1);
	assert_int_equal(arena_give(game, "penknife", 1), 0);
	assert_int_equal(arena_give(game, "sandwich", 1), 3);
	size_t size;
	struct complaint complaint;
	uint8_t *bytes = game_save(game, &size);
	struct game *again = game_load(stock, bytes, size, &complaint);
	assert_non_null(again);
	assert_int_equal(letter_of(again, "crowbar"), 'c');
	item_from_pack(again, 1, 1);
	item_from_pack(again, 0, 1);
	assert_int_equal(
		item_into_pack(
			again, (struct item){.kind = content_find_item(stock, "dart"), .count = 1}),
		1);
	free(bytes);
	game_free(again);
	game_free(game);
}

static void a_pick_up_reports_the_item_and_then_the_total(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	struct item crowbar = {.kind = content_find_item(stock, "crowbar"), .count = 1};
	item_to_floor(game, crowbar, 6, 2);
	arena_do(game, VERB_PICK_UP, 0);
	assert_true(arena_told(game, "You pick up a crowbar."));
	assert_false(arena_told(game, "You have"));
	arena_give(game, "dart", 1);
	int have = game->pack.items[arena_give(game, "dart", 1)].count;
	item_to_floor(
		game, (struct item){.kind = content_find_item(stock, "dart"), .count = 1}, 6, 2);
	arena_do(game, VERB_PICK_UP, 0);
	char sentence[80];
	snprintf(sentence, sizeof sentence, "dart. You have %d now.", have + 1);
	assert_true(arena_told(game, sentence));
	game_free(game);
}

static void one_of_a_pile_is_dropped(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	struct command command = {.verb = VERB_DROP_ONE}, again;
	uint8_t bytes[COMMAND_BYTES_MAX];
	command.item = (uint8_t)arena_give(game, "dart", 3);
	int had = game->pack.items[command.item].count;
	assert_int_equal(command_encode(&command, bytes), 2);
	assert_int_equal(command_decode(bytes, 2, &again), 2);
	assert_int_equal(again.item, command.item);
	for (int times = 1; times < had; times++) {
		assert_true(
			item_verbs(game, &game->pack.items[command.item]) & 1u << VERB_DROP_ONE);
		assert_int_equal(game_act(game, &again), VERDICT_SPENT);
		assert_int_equal(game->pack.items[command.item].count, had - times);
		assert_int_equal(game->floor.items[item_on_floor(game, 6, 2, 0)].item.count, times);
	}
	assert_false(item_verbs(game, &game->pack.items[command.item]) & 1u << VERB_DROP_ONE);
	game_free(game);
}

/* Nothing that he does not know is told by a refusal, which costs nothing. */
static void an_unknown_wand_that_is_empty_is_zapped_like_any_other(void **state)
{
	(void)state;
	for (int known = 0; known < 2; known++) {
		struct game *game = arena_new(stock, ROWS(stairs), 6);
		struct command command = {.verb = VERB_ZAP, .x = 8, .y = 2};
		uint16_t kind = 0;
		while (stock->items[kind].class != ITEM_WAND)
			kind++;
		command.item = (uint8_t)arena_give(game, stock->items[kind].id, 1);
		game->pack.items[command.item].charges = 0;
		game->knowledge.items[kind] = (uint8_t)known;
		assert_int_equal(game_allows(game, &command), !known);
		assert_int_equal(game_act(game, &command), known ? VERDICT_REFUSED : VERDICT_SPENT);
		assert_int_equal(arena_told(game, "has no charges left"), !known);
		assert_false(game->knowledge.items[kind] && !known);
		game_free(game);
	}
}

/* Whether what is alike as far as he knows is one pile costs a turn to be told; then it is left. */
static void a_full_pack_does_not_tell_what_is_alike(void **state)
{
	(void)state;
	for (int plus = 0; plus < 2; plus++) {
		struct game *game = arena_new(stock, ROWS(stairs), 6);
		int pile = arena_give(game, "dart", 2);
		for (int i = 0; game->pack.count < PACK_MAX; i++)
			arena_give(game, "crowbar", 1);
		game->pack.items[pile].flags &= (uint8_t)~ITEM_KNOWN;
		game->pack.items[pile].plus = 0;
		struct item dart = {
			.kind = game->pack.items[pile].kind, .count = 1, .plus = (int8_t)plus};
		int had = game->pack.items[pile].count;
		struct command take = {.verb = VERB_PICK_UP};
		item_to_floor(game, dart, 6, 2);
		assert_true(game_allows(game, &take));
		assert_int_equal(game_act(game, &take), VERDICT_SPENT);
		assert_int_equal(game->pack.items[pile].count, plus ? had : had + 1);
		int left = item_on_floor(game, 6, 2, 0);
		assert_int_equal(left >= 0, plus);
		assert_true(left < 0 || game->floor.items[left].item.flags & ITEM_LEFT);
		/* Known differences are refused without costing a turn. */
		if (plus)
			game->pack.items[pile].flags |= ITEM_KNOWN;
		if (plus)
			game->floor.items[left].item.flags |= ITEM_KNOWN;
		assert_int_equal(game_act(game, &take), VERDICT_REFUSED);
		game_check(game);
		game_free(game);
	}
}

/* Returns the game as it is after saving and loading. */
static struct game *saved_and_loaded(struct game *game)
{
	struct complaint complaint;
	size_t size;
	uint64_t digest = game_digest(game);
	uint8_t *bytes = game_save(game, &size);
	game_free(game);
	game = game_load(stock, bytes, size, &complaint);
	assert_non_null(game);
	assert_true(game_digest(game) == digest);
	free(bytes);
	return game;
}

/* A pouched item takes no letter of the pack while the pouch has room. */
static void documents_go_into_the_pouch(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	while (game->pack.count < PACK_MAX)
		arena_give(game, "crowbar", 1);
	struct item letter = {.kind = content_find_item(stock, "letter-rota"), .count = 1};
	struct view view;
	for (int i = 0; i < POUCH_MAX; i++) {
		assert_true(item_fits(game, &letter) && item_seems_to_fit(game, &letter));
		item_to_floor(game, letter, 6, 2);
		assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_SPENT);
		assert_int_equal(game->pack.items[PACK_MAX + i].kind, letter.kind);
		game_check(game);
	}
	assert_int_equal(game->pack.count, PACK_MAX);
	assert_false(item_fits(game, &letter) || item_seems_to_fit(game, &letter));
	game = saved_and_loaded(game);
	game_view(game, &view);
	assert_int_equal(view.pack_count, PACK_MAX);
	assert_int_equal(view.pouch_count, POUCH_MAX);
	assert_int_equal(view.pouch[25].letter, 'Z');
	arena_do(game, VERB_DROP, 0);
	assert_true(item_fits(game, &letter));
	assert_int_equal(arena_give(game, "letter-rota", 1), 0);
	game_check(game);
	game_free(game);
}

/* Each keeps its capital letter, by which it is read, dropped and thrown. */
static void documents_are_used_by_their_capital_letters(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 6);
	int rota = arena_give(game, "letter-rota", 1), gas = arena_give(game, "letter-gas", 1);
	struct command throw = {.verb = VERB_THROW, .item = (uint8_t)gas, .x = 9, .y = 2};
	assert_int_equal(rota, PACK_MAX);
	assert_int_equal(gas, PACK_MAX + 1);
	assert_int_equal(arena_do(game, VERB_DROP, rota), VERDICT_SPENT);
	assert_int_equal(arena_do(game, VERB_READ, rota), VERDICT_REFUSED);
	assert_int_equal(arena_do(game, VERB_READ, gas), VERDICT_SPENT);
	assert_int_equal(game->knowledge.items[game->pack.items[gas].kind], 1);
	assert_true(game_allows(game, &throw));
	assert_int_equal(game_act(game, &throw), VERDICT_SPENT);
	assert_int_equal(arena_do(game, VERB_READ, gas), VERDICT_REFUSED);
	assert_int_equal(arena_do(game, VERB_READ, CARRIED_MAX), VERDICT_REFUSED);
	assert_int_equal(arena_do(game, VERB_PICK_UP, 0), VERDICT_SPENT);
	assert_int_equal(game->pack.items[rota].count, 1);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(things_stack_and_are_dropped_and_taken),
		cmocka_unit_test(a_bought_item_joins_its_pile),
		cmocka_unit_test(equal_items_stack_whenever_their_kind_was_learned),
		cmocka_unit_test(gear_of_one_plus_is_one_pile_known_or_not),
		cmocka_unit_test(blows_count_while_a_plus_is_unknown),
		cmocka_unit_test(a_plus_of_nothing_is_not_told),
		cmocka_unit_test(one_of_a_pile_is_dropped),
		cmocka_unit_test(an_unknown_wand_that_is_empty_is_zapped_like_any_other),
		cmocka_unit_test(a_full_pack_does_not_tell_what_is_alike),
		cmocka_unit_test(a_thing_keeps_its_letter),
		cmocka_unit_test(a_pick_up_reports_the_item_and_then_the_total),
		cmocka_unit_test(documents_go_into_the_pouch),
		cmocka_unit_test(documents_are_used_by_their_capital_letters),
	};
	return stock_run(stock_content(), tests);
}
