/*
 * A bot that types words and reads sentences only plays whole games of line mode.
 *
 * In `make test` it plays the beginnings of a few games: every line of the answers that it asks for
 * must be understood, and time must pass. In `make soak` TRAPDOOR_SOAK says how many games it plays
 * to their end, each paired with a game of the cautious bot on the same seed.
 */
#include "tests/test.h"

#include "door/bot/bot.h"
#include "tests/door/line_judgement.h"
#include "tests/engine/stock_tests.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#define BEGINNINGS 3
#define BEGINNING_TURNS 300
#define WITHIN 0.3 /* levels by which the cautious bot may come deeper at the mean */
#define JOBS_MOST 64

static struct line_bot bot;

static struct seed seed_of(int number)
{
	return (struct seed){{0x5e, 0xed, (uint8_t)(number >> 8), (uint8_t)number}};
}

static void each_sentence_is_understood_and_acted_on(void **state)
{
	(void)state;
	for (int i = 0; i < BEGINNINGS; i++) {
		struct seed seed = seed_of(i);
		struct result result =
			line_bot_play(stock, &seed, bot_birth(i % 2), BEGINNING_TURNS, NULL, &bot);
		assert_int_equal(bot.strange, 0);
		assert_true(result.turns >= BEGINNING_TURNS || result.outcome != OUTCOME_GOING);
		assert_true(bot.choices > 20 && bot.choices < BEGINNING_TURNS);
		assert_true(bot.name_count > 3);
	}
}

/* The control: sentences that say something else are counted. */
static void other_sentences_are_not_understood(void **state)
{
	static struct around around;
	struct self self;
	struct pack pack;
	struct carried item = {0};
	struct odds odds;
	(void)state;
	assert_int_equal(hear_look("Beasts: a, a rat, 1 north.\nYou are in the dark. Your noise "
				   "is 0. No enemy in view has noticed you.\n",
				 &around),
		1);
	assert_int_equal(hear_look("Exits: north.\n", &around), 1);
	assert_int_equal(hear_self("You are well.\n", &self), 1);
	assert_int_equal(hear_pack("Your pack is empty.\n", &pack), 1);
	assert_int_equal(hear_item("A key.\n", &item), 1);
	assert_int_equal(
		hear_odds("It hits you often. You hit it 90%, about one blow.\n", &odds), 1);
}

/* ---- Pairs ---- */

struct pair {
	int line, cautious;
};

static struct pair pair_play(int number)
{
	struct seed seed = seed_of(number);
	struct bot_game played;
	bot_play("cautious", stock, &seed, bot_birth(false), NULL, NULL, &played);
	struct result result =
		line_bot_play(stock, &seed, bot_birth(false), TURNS_MOST, NULL, &bot);
	assert_int_equal(bot.strange, 0);
	return (struct pair){result.deepest, played.result.deepest};
}

/* Process k of n plays the pairs k, k + n ... and writes them to a pipe. */
static int player_begin(int first, int jobs, int games)
{
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	fflush(stdout);
	if (fork() != 0) {
		close(ends[1]);
		return ends[0];
	}
	for (int i = first; i < games; i += jobs) {
		struct pair pair = pair_play(i);
		if (write(ends[1], &pair, sizeof pair) != (ssize_t)sizeof pair)
			_exit(1);
	}
	_exit(0);
}

static void it_comes_as_deep_as_the_cautious_bot(void **state)
{
	const char *soak = getenv("TRAPDOOR_SOAK");
	int games = soak ? atoi(soak) : 0, players[JOBS_MOST];
	long jobs = sysconf(_SC_NPROCESSORS_ONLN);
	double line = 0, cautious = 0, squares = 0;
	(void)state;
	if (games < 2)
		skip();
	jobs = jobs < 1 ? 1 : jobs > JOBS_MOST ? JOBS_MOST : jobs;
	for (int i = 0; i < jobs; i++)
		players[i] = player_begin(i, (int)jobs, games);
	for (int i = 0; i < games; i++) {
		struct pair pair;
		assert_int_equal(read(players[i % jobs], &pair, sizeof pair), sizeof pair);
		line += pair.line;
		cautious += pair.cautious;
		squares += (pair.line - pair.cautious) * (pair.line - pair.cautious);
	}
	for (int i = 0; i < jobs; i++)
		close(players[i]);
	while (wait(NULL) > 0)
		continue;
	double mean = (line - cautious) / games,
	       error = sqrt((squares / games - mean * mean) / (games - 1));
	print_message("%d pairs: mean deepest %.2f by line mode, %.2f by cautious; difference "
		      "%+.2f (%+.2f to %+.2f)\n",
		games, line / games, cautious / games, mean, mean - 1.96 * error,
		mean + 1.96 * error);
	assert_true(mean >= -WITHIN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_sentence_is_understood_and_acted_on),
		cmocka_unit_test(other_sentences_are_not_understood),
		cmocka_unit_test(it_comes_as_deep_as_the_cautious_bot),
	};
	return stock_run(stock_content(), tests);
}
