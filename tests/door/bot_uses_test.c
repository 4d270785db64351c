/*
 * Bots use their items by class, cast spells, and choose among offers.
 *
 * The test plays some games and records for each kind of item in a bot's pack whether it was ever
 * worn, wielded, drunk, read, eaten, thrown, shot, zapped or otherwise used. A kind that no bot
 * uses fails the test.
 */
#include "tests/test.h"

#include "door/bot/bot.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"

#define CAUTIOUS_GAMES 22
#define RANDOM_GAMES 20
#define OFTEN 9 /* games */

static struct content *stock;

/* Of a bot's games: per kind how many games had it, and used it. */
struct uses {
	uint16_t pack[CARRIED_MAX]; /* kinds before the command, KIND_NONE where there is none */
	bool *had_now, *used_now;   /* by kind, in the game under way */
	int *had, *used;            /* by kind: games */
	int casts, choices, games_that_cast;
	bool cast_now;
	int deepest[CAUTIOUS_GAMES + RANDOM_GAMES], games;
};

static void note_pack(struct uses *uses, const struct game *game)
{
	for (int slot = 0; slot < CARRIED_MAX; slot++) {
		const struct item *item = &game->pack.items[slot];
		uses->pack[slot] = item->count > 0 ? item->kind : KIND_NONE;
		if (item->count == 0)
			continue;
		uses->had_now[item->kind] = true;
		if (item->flags & (ITEM_WIELDED | ITEM_WORN))
			uses->used_now[item->kind] = true;
	}
}

static bool uses_a_item(enum verb verb)
{
	switch (verb_row(verb)->wants) {
	case WANTS_PACK:
	case WANTS_PACK_AND_CELL:
		return verb != VERB_DROP;
	default:
		return false;
	}
}

static void notes(void *context, struct game *game, const struct command *command)
{
	struct uses *uses = context;
	enum verb verb = (enum verb)command->verb;
	if (uses_a_item(verb) && command->item < CARRIED_MAX &&
		uses->pack[command->item] != KIND_NONE)
		uses->used_now[uses->pack[command->item]] = true;
	uses->casts += verb == VERB_CAST;
	uses->cast_now = uses->cast_now || verb == VERB_CAST;
	uses->choices += verb == VERB_CHOOSE;
	note_pack(uses, game);
}

static void play(struct uses *uses, const char *bot, int number)
{
	struct seed seed = {{0x05, (uint8_t)number}};
	struct bot_game played;
	memset(uses->pack, 0xff, sizeof uses->pack);
	memset(uses->had_now, 0, stock->counts.items * sizeof *uses->had_now);
	memset(uses->used_now, 0, stock->counts.items * sizeof *uses->used_now);
	uses->cast_now = false;
	bot_play(bot, stock, &seed, bot_birth(number % 2), notes, uses, &played);
	assert_int_not_equal(played.result.outcome, OUTCOME_GOING);
	uses->deepest[uses->games++] = played.result.deepest;
	for (int kind = 0; kind < stock->counts.items; kind++) {
		uses->had[kind] += uses->had_now[kind];
		uses->used[kind] += uses->used_now[kind];
	}
	uses->games_that_cast += uses->cast_now;
}
static struct uses all;

static void play_all(void)
{
	for (int number = 0; number < CAUTIOUS_GAMES; number++)
		play(&all, "cautious", number);
	for (int number = 0; number < RANDOM_GAMES; number++)
		play(&all, "random", number);
}

static int by_depth(const void *one, const void *other)
{
	return *(const int *)one - *(const int *)other;
}

static void the_cautious_come_to_the_sixth_depth(void **state)
{
	(void)state;
	qsort(all.deepest, CAUTIOUS_GAMES, sizeof all.deepest[0], by_depth);
	print_message("of the cautious half came to depth %d\n", all.deepest[CAUTIOUS_GAMES / 2]);
	assert_true(all.deepest[CAUTIOUS_GAMES / 2] >= 6);
}

/* True if carrying the item is its use: quest items, the Receiver, and keys, which open a lock on
 * contact. */
static bool is_used_by_carrying(int kind)
{
	return content_names_item(stock, (uint16_t)kind) || stock->items[kind].tool.opens ||
	       stock->items[kind].class == ITEM_RECEIVER;
}

static void what_is_found_often_is_used(void **state)
{
	int had = 0, used = 0;
	(void)state;
	for (int kind = 0; kind < stock->counts.items; kind++) {
		if (is_used_by_carrying(kind) || all.had[kind] == 0)
			continue;
		had++;
		used += all.used[kind] > 0;
		if (all.had[kind] >= OFTEN && all.used[kind] == 0)
			fail_msg("in %d games somebody had %s, and nobody used it", all.had[kind],
				stock->items[kind].id);
	}
	print_message("%d kinds were found, and %d of them used\n", had, used);
	assert_true(had > stock->counts.items / 2);
	assert_true(used * 100 >= had * 85);
}

static void every_class_of_things_is_used(void **state)
{
	int used[ITEM_CLASS_COUNT] = {0};
	(void)state;
	for (int kind = 0; kind < stock->counts.items; kind++)
		used[stock->items[kind].class] += all.used[kind];
	for (int class = 0; class < ITEM_CLASS_COUNT; class ++)
		if (class != ITEM_GOLD && class != ITEM_RECEIVER && used[class] == 0)
			fail_msg("nobody used a thing of class %d", class);
}

static void words_are_said_and_choices_made(void **state)
{
	(void)state;
	print_message(
		"%d spells in %d games, %d choices\n", all.casts, all.games_that_cast, all.choices);
	assert_true(all.casts >= 10 * CAUTIOUS_GAMES);
	assert_true(all.games_that_cast * 2 >= CAUTIOUS_GAMES);
	assert_true(all.choices >= 4 * CAUTIOUS_GAMES);
}

static int content_make(void **state)
{
	(void)state;
	stock = stock_content();
	all.had = calloc(stock->counts.items, sizeof *all.had);
	all.used = calloc(stock->counts.items, sizeof *all.used);
	all.had_now = calloc(stock->counts.items, sizeof *all.had_now);
	all.used_now = calloc(stock->counts.items, sizeof *all.used_now);
	play_all();
	return 0;
}

static int content_drop(void **state)
{
	(void)state;
	free(all.had);
	free(all.used);
	free(all.had_now);
	free(all.used_now);
	content_free(stock);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cautious_come_to_the_sixth_depth),
		cmocka_unit_test(what_is_found_often_is_used),
		cmocka_unit_test(every_class_of_things_is_used),
		cmocka_unit_test(words_are_said_and_choices_made),
	};
	return cmocka_run_group_tests(tests, content_make, content_drop);
}
