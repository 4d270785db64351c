/*
 * Bots: they end their games, and the lab counts them rightly whatever number of processes plays.
 */
#include "tests/test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/bot/bot.h"
#include "door/record/recorded_run.h"
#include "door/record/summary.h"
#include "door/lab/lab.h"
#include "door/os/read_file.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Games end ---- */

#define ENDING_GAMES_MOST 24

/* How deep a bot comes: the least of seven games in eight, and the best of all. */
struct ending {
	const char *bot;
	int games, most_reach, one_reaches;
};

static void counts_check(void *context, struct game *game, const struct command *command)
{
	assert_true(command->verb < VERB_COUNT);
	assert_true(command->verb != VERB_QUIT && command->verb != VERB_DEBUG);
	game_check(game);
	++*(unsigned *)context;
}

static int ends(const char *bot, int number)
{
	struct seed seed = {{0xb0, (uint8_t)number}};
	struct bot_game played;
	unsigned followed = 0;
	bot_play(bot, stock, &seed, bot_birth(false), counts_check, &followed, &played);
	if (played.result.outcome == OUTCOME_GOING)
		fail_msg("%s stalls in game %d on turn %u", bot, number,
			(unsigned)played.result.turns);
	assert_int_equal(followed, played.commands);
	assert_true(played.result.scored && played.result.cause[0]);
	return played.result.deepest;
}

static int by_depth(const void *one, const void *other)
{
	return *(const int *)one - *(const int *)other;
}

static void every_bot_ends_its_games(void **state)
{
	static const struct ending endings[] = {
		{"random", 4, 1, 1}, {"reckless", 24, 2, 5}, {"cautious", 3, 3, 7}};
	(void)state;
	for (size_t i = 0; i < COUNT(endings); i++) {
		int deepest[ENDING_GAMES_MOST], games = endings[i].games;
		for (int number = 0; number < games; number++)
			deepest[number] = ends(endings[i].bot, number);
		qsort(deepest, (size_t)games, sizeof deepest[0], by_depth);
		print_message("%s: deepest %d to %d, median %d\n", endings[i].bot, deepest[0],
			deepest[games - 1], deepest[games / 2]);
		assert_true(deepest[games / 8] >= endings[i].most_reach);
		assert_true(deepest[games - 1] >= endings[i].one_reaches);
	}
}

static void a_seed_is_a_game(void **state)
{
	(void)state;
	struct bot_game one, again, other;
	bot_play("reckless", stock, &(struct seed){{7}}, bot_birth(false), NULL, NULL, &one);
	bot_play("reckless", stock, &(struct seed){{7}}, bot_birth(false), NULL, NULL, &again);
	bot_play("reckless", stock, &(struct seed){{8}}, bot_birth(false), NULL, NULL, &other);
	assert_true(one.digest == again.digest && one.commands == again.commands);
	assert_true(one.digest != other.digest);
}

static void bots_have_names(void **state)
{
	(void)state;
	assert_null(bot_new("nobody", stock, 0));
	for (size_t i = 0; bot_name(i); i++) {
		struct bot *bot = bot_new(bot_name(i), stock, 0);
		assert_non_null(bot);
		assert_true(bot_about(i)[0] != '\0');
		bot_free(bot);
	}
	bot_free(NULL);
}

/* ---- The dance on stairs ---- */

#define DANCES 40

/* Counts of turns that began beside enemies, and what they cost: on stairs that the bot took, and
 * elsewhere. */
struct dance {
	int health, beside; /* before the turn */
	unsigned moves, moves_beside, moves_lost;
	unsigned turns_beside, turns_lost;
};

static void dance_looks(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct dance *dance = context;
	const struct creature *hero = &game->creatures[HERO];
	(void)bot, (void)senses;
	dance->health = hero->health;
	dance->beside = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		dance->beside +=
			creature->alive &&
			(creature->flags & (CREATURE_AWARE | CREATURE_ALLY | CREATURE_CAPTIVE)) ==
				CREATURE_AWARE &&
			distance_between(hero->x, hero->y, creature->x, creature->y) == 1;
	}
}

static void dance_counts(void *context, struct game *game, const struct command *command)
{
	struct dance *dance = context;
	int lost = dance->health - game_hero(game)->health;
	if (dance->beside == 0)
		return;
	lost = lost > 0 ? lost : 0;
	if (command->verb == VERB_DOWN || command->verb == VERB_UP) {
		dance->moves++;
		dance->moves_beside += (unsigned)dance->beside;
		dance->moves_lost += (unsigned)lost;
	} else {
		dance->turns_beside += (unsigned)dance->beside;
		dance->turns_lost += (unsigned)lost;
	}
}

static void a_dance_on_stairs_costs_health(void **state)
{
	struct dance dance = {0};
	(void)state;
	for (int number = 0; number < DANCES; number++) {
		const struct seed seed = {{0xda, (uint8_t)number}};
		struct bot_game played;
		bot_play_before("dancer", stock, &seed, bot_birth(false), 0,
			&(struct bot_witness){&dance, dance_looks, dance_counts}, &played);
	}
	print_message("%u moves beside %u enemies cost %u; elsewhere %u enemies cost %u\n",
		dance.moves, dance.moves_beside, dance.moves_lost, dance.turns_beside,
		dance.turns_lost);
	assert_true(dance.moves >= 100);
	/* A blow is not avoided by leaving: an enemy costs as much as in a turn elsewhere. */
	assert_true((uint64_t)dance.moves_lost * dance.turns_beside * 5 >=
		    (uint64_t)dance.turns_lost * dance.moves_beside * 4);
}

/* ---- Written down ---- */

static void writes_down(void *context, struct game *game, const struct command *command)
{
	(void)game;
	recorded_run_command(context, command);
}

/* The bytes of a line of hexadecimal digits. */
static size_t bytes_of(const char *line, uint8_t *bytes, size_t most)
{
	size_t size = 0;
	unsigned byte;
	while (size < most && sscanf(line + 2 * size, "%2x", &byte) == 1 && line[2 * size] != '\n')
		bytes[size++] = (uint8_t)byte;
	return size;
}

/* The game that a record tells of, played again. */
static struct game *replayed(FILE *file)
{
	char line[2 * BIRTH_BYTES_MAX + 16];
	uint8_t bytes[BIRTH_BYTES_MAX];
	struct seed seed;
	struct birth birth;
	assert_non_null(fgets(line, sizeof line, file));
	assert_int_equal(bytes_of(line + 5, seed.bytes, sizeof seed.bytes), sizeof seed.bytes);
	assert_non_null(fgets(line, sizeof line, file));
	assert_true(birth_decode(bytes, bytes_of(line + 6, bytes, sizeof bytes), &birth));
	struct game *game = game_new(stock, &seed, &birth);
	while (fgets(line, sizeof line, file)) {
		size_t size = bytes_of(line, bytes, sizeof bytes);
		for (size_t at = 0; at < size;) {
			struct command command;
			size_t taken = command_decode(bytes + at, size - at, &command);
			assert_true(taken > 0);
			assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
			at += taken;
		}
	}
	return game;
}

static void a_record_is_the_game(void **state)
{
	(void)state;
	char directory[] = "/tmp/trapdoor-bot-XXXXXX", path[128];
	struct seed seed = {{0xab, [15] = 0x1f}};
	struct bot_game played;
	assert_non_null(mkdtemp(directory));
	struct recorded_run *record =
		recorded_run_new(directory, "reckless", &seed, bot_birth(true));
	bot_play("reckless", stock, &seed, bot_birth(true), writes_down, record, &played);
	assert_true(recorded_run_free(record));
	snprintf(path, sizeof path, "%s/reckless-ab00000000000000000000000000001f.run", directory);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	struct game *game = replayed(file);
	assert_true(game_digest(game) == played.digest);
	game_free(game);
	fclose(file);
	unlink(path);
	rmdir(directory);
}

/* ---- Counting ---- */

static void intervals_are_wilsons(void **state)
{
	static const struct {
		size_t count, all;
		double low, high;
	} cases[] = {{0, 10, 0, 27.75}, {5, 10, 23.66, 76.34}, {10, 10, 72.25, 100},
		{81, 263, 25.53, 36.62}, {0, 0, 0, 100}};
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		double low, high;
		summary_interval(cases[i].count, cases[i].all, &low, &high);
		if (low < cases[i].low - 0.01 || low > cases[i].low + 0.01 ||
			high < cases[i].high - 0.01 || high > cases[i].high + 0.01)
			fail_msg("%zu of %zu: %.3f to %.3f", cases[i].count, cases[i].all, low,
				high);
	}
}

static json_int_t figure(const json_t *summary, const char *name)
{
	return json_integer_value(json_object_get(summary, name));
}

static void a_tally_tells_what_became_of_games(void **state)
{
	static const struct bot_game games[] = {
		{.result = {.outcome = OUTCOME_DIED, .depth = 3, .turns = 900, .killer = "eel"}},
		{.result = {.outcome = OUTCOME_DIED, .depth = 3, .turns = 100, .killer = "eel"}},
		{.result = {.outcome = OUTCOME_DIED,
			 .depth = 7,
			 .turns = 800,
			 .cause = "starved on depth 7"}},
		{.result = {.outcome = OUTCOME_WON, .depth = 1, .turns = 5000}, .food = 3},
		{.result = {.outcome = OUTCOME_GOING, .turns = 20000}},
	};
	(void)state;
	struct summary *counted = summary_new();
	for (size_t i = 0; i < COUNT(games); i++)
		summary_add(counted, &games[i],
			games[i].result.outcome == OUTCOME_GOING ? BOT_STALLED : BOT_SOUND);
	json_t *line = summary_json(counted, "reckless");
	const json_t *summary = json_object_get(line, "summary");
	const json_t *depths = json_object_get(summary, "deaths_by_depth");
	const json_t *causes = json_object_get(summary, "deaths_by_cause");
	assert_int_equal(figure(summary, "games"), 5);
	assert_int_equal(figure(summary, "died"), 3);
	assert_int_equal(figure(summary, "won"), 1);
	assert_int_equal(figure(summary, "stalled"), 1);
	assert_int_equal(figure(summary, "starved"), 1);
	assert_int_equal(figure(summary, "median_turns_died"), 800);
	assert_int_equal(figure(summary, "median_turns_won"), 5000);
	assert_int_equal(figure(depths, "3"), 2);
	assert_int_equal(figure(depths, "7"), 1);
	assert_int_equal(figure(causes, "eel"), 2);
	assert_int_equal(figure(causes, "starved"), 1);
	json_decref(line);
	summary_free(counted);
}

/* ---- The command ---- */

/* `lab bot` as a process of its own that prints into a file. */
static pid_t lab_bot_begin(const char *bot, const char *games, const char *jobs, int file)
{
	pid_t process = fork();
	if (process != 0)
		return process;
	char word[] = "lab bot", seed[] = "--seed=fe", json[] = "--json", words[3][24];
	snprintf(words[0], sizeof words[0], "--bot=%s", bot);
	snprintf(words[1], sizeof words[1], "--games=%s", games);
	snprintf(words[2], sizeof words[2], "--jobs=%s", jobs);
	char *argv[] = {word, seed, json, words[0], words[1], words[2], NULL};
	dup2(file, STDOUT_FILENO);
	if (!freopen("/dev/null", "w", stderr))
		_exit(99);
	int result = lab_bot_main(6, argv);
	fflush(stdout);
	_exit(result);
}

/* Waits for the process and returns its output, which the caller frees, with its exit status. */
static char *lab_bot_ends(pid_t process, int file, int *status)
{
	char path[40];
	size_t size;
	assert_int_equal(waitpid(process, status, 0), process);
	assert_true(WIFEXITED(*status));
	*status = WEXITSTATUS(*status);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	char *text = read_file(path, &size);
	assert_non_null(text);
	close(file);
	return text;
}

static int file_new(void)
{
	char path[] = "/tmp/trapdoor-bot-XXXXXX";
	int file = mkstemp(path);
	assert_true(file >= 0);
	unlink(path);
	return file;
}

static char *lab_bot_prints(const char *jobs, int *status)
{
	int file = file_new();
	return lab_bot_ends(lab_bot_begin("reckless", "5", jobs, file), file, status);
}

static void jobs_change_nothing_but_the_time(void **state)
{
	(void)state;
	int status[2];
	char *alone = lab_bot_prints("1", &status[0]), *shared = lab_bot_prints("3", &status[1]);
	assert_int_equal(status[0], 0);
	assert_int_equal(status[1], 0);
	assert_string_equal(alone, shared);
	int lines = 0;
	for (const char *at = alone; (at = strchr(at, '\n')); at++)
		lines++;
	assert_int_equal(lines, 5 + 1);
	/* Game number 2 has the seed fe + 2. */
	assert_non_null(strstr(alone, "\"seed\":\"00000000000000000000000000000100\""));
	assert_non_null(strstr(alone, "{\"summary\":{\"bot\":\"reckless\",\"games\":5,"));
	free(alone);
	free(shared);
	free(lab_bot_prints("0", &status[0]));
	assert_int_equal(status[0], 2);
}

/* The first child of a process, when it has one. */
static pid_t child_of(pid_t process)
{
	char path[64];
	int child = 0;
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
	for (int tries = 0; tries < 5000 && child == 0; tries++) {
		FILE *list = fopen(path, "r");
		if (list && fscanf(list, "%d", &child) != 1)
			child = 0;
		if (list)
			fclose(list);
		usleep(1000);
	}
	return child;
}

/* A process that ends in the midst of a game is a finding, and the next game is played. */
static void a_crash_is_one_game(void **state)
{
	(void)state;
	int status, file = file_new();
	pid_t process = lab_bot_begin("cautious", "2", "1", file);
	pid_t player = child_of(process);
	assert_true(player > 0);
	kill(player, SIGKILL);
	char *text = lab_bot_ends(process, file, &status);
	assert_int_equal(status, 1);
	const char *crashed = strstr(text, "\"outcome\":\"crashed\"");
	assert_non_null(crashed);
	assert_null(strstr(crashed + 1, "\"outcome\":\"crashed\""));
	assert_non_null(strstr(text, "\"games\":2,"));
	assert_non_null(strstr(text, "\"crashed\":1,"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_bot_ends_its_games),
		cmocka_unit_test(a_seed_is_a_game),
		cmocka_unit_test(bots_have_names),
		cmocka_unit_test(a_dance_on_stairs_costs_health),
		cmocka_unit_test(a_record_is_the_game),
		cmocka_unit_test(intervals_are_wilsons),
		cmocka_unit_test(a_tally_tells_what_became_of_games),
		cmocka_unit_test(jobs_change_nothing_but_the_time),
		cmocka_unit_test(a_crash_is_one_game),
	};
	return stock_run(stock_content(), tests);
}
