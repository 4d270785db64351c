#include "door/record/summary.h"

#include "door/text/board_words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define DEPTHS 32
#define CAUSES_SHOWN 12
#define CAUSE_MAX 96

struct cause {
	char text[CAUSE_MAX];
	size_t count;
};

struct bot_tally {
	size_t games, outcomes[OUTCOME_QUIT + 1], stalled, crashed, starved;
	size_t deaths[DEPTHS], cause_count, capacity;
	uint64_t turns, commands, score;
	struct cause *causes;
	uint32_t *died_turns, *won_turns; /* one for each such game */
};

struct bot_tally *bot_tally_new(void)
{
	struct bot_tally *tally = calloc(1, sizeof *tally);
	assert(tally);
	return tally;
}

void bot_tally_free(struct bot_tally *tally)
{
	if (!tally)
		return;
	free(tally->causes);
	free(tally->died_turns);
	free(tally->won_turns);
	free(tally);
}

/* ---- Counting ---- */

/* Every list may grow by a game a game. */
static void make_room(struct bot_tally *tally)
{
	if (tally->games < tally->capacity)
		return;
	tally->capacity = tally->capacity ? 2 * tally->capacity : 64;
	tally->causes = realloc(tally->causes, tally->capacity * sizeof *tally->causes);
	tally->died_turns = realloc(tally->died_turns, tally->capacity * sizeof *tally->died_turns);
	tally->won_turns = realloc(tally->won_turns, tally->capacity * sizeof *tally->won_turns);
	assert(tally->causes && tally->died_turns && tally->won_turns);
}

static void count_cause(struct bot_tally *tally, const char *text)
{
	size_t i = 0;
	while (i < tally->cause_count && strcmp(tally->causes[i].text, text) != 0)
		i++;
	if (i == tally->cause_count) {
		tally->causes[tally->cause_count++].count = 0;
		snprintf(tally->causes[i].text, sizeof tally->causes[i].text, "%s", text);
	}
	tally->causes[i].count++;
}

/* Who did it, or what, without the depth. */
static void count_death(struct bot_tally *tally, const struct result *result)
{
	char text[CAUSE_MAX] = "";
	tally->died_turns[tally->outcomes[OUTCOME_DIED] - 1] = result->turns;
	tally->deaths[result->depth < DEPTHS ? result->depth : DEPTHS - 1]++;
	board_cause_short(result->killer[0] ? result->killer : result->cause, text, sizeof text);
	count_cause(tally, text);
}

void bot_tally_add(struct bot_tally *tally, const struct bot_game *game, enum bot_fault fault)
{
	const struct result *result = &game->result;
	make_room(tally);
	tally->games++;
	tally->stalled += fault == BOT_STALLED;
	tally->crashed += fault == BOT_CRASHED;
	if (fault != BOT_SOUND)
		return;
	tally->turns += result->turns;
	tally->commands += game->commands;
	tally->score += (uint64_t)result->score;
	tally->outcomes[result->outcome]++;
	if (result->outcome == OUTCOME_WON)
		tally->won_turns[tally->outcomes[OUTCOME_WON] - 1] = result->turns;
	if (result->outcome != OUTCOME_DIED)
		return;
	tally->starved += game->food == 0 && !result->killer[0];
	count_death(tally, result);
}

/* ---- Figures ---- */

/* Newton's root: the program is not linked with the library of mathematics. */
static double root(double square)
{
	double guess = square > 1 ? square : 1;
	for (int i = 0; i < 60; i++)
		guess = (guess + square / guess) / 2;
	return guess;
}

void bot_interval(size_t count, size_t all, double *low, double *high)
{
	const double z = 1.959964;
	double n = all > 0 ? (double)all : 1, share = (double)count / n;
	double middle = share + z * z / (2 * n);
	double half = z * root(share * (1 - share) / n + z * z / (4 * n * n));
	double whole = 1 + z * z / n;
	*low = count == 0 ? 0 : 100 * (middle - half) / whole;
	*high = count == all ? 100 : 100 * (middle + half) / whole;
}

static int by_value(const void *one, const void *other)
{
	uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
	return a < b ? -1 : a > b;
}

static uint32_t median(const uint32_t *values, size_t count)
{
	if (count == 0)
		return 0;
	uint32_t *sorted = malloc(count * sizeof *sorted);
	assert(sorted);
	memcpy(sorted, values, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, by_value);
	uint32_t middle = sorted[count / 2];
	free(sorted);
	return middle;
}

/* The most frequent first; equal ones by name. */
static int by_count(const void *one, const void *other)
{
	const struct cause *a = one, *b = other;
	return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->text, b->text);
}

static struct cause *causes_sorted(const struct bot_tally *tally)
{
	struct cause *sorted = malloc((tally->cause_count + 1) * sizeof *sorted);
	assert(sorted);
	if (tally->cause_count > 0)
		memcpy(sorted, tally->causes, tally->cause_count * sizeof *sorted);
	qsort(sorted, tally->cause_count, sizeof *sorted, by_count);
	return sorted;
}

/* ---- Telling ---- */

const char *bot_outcome_word(const struct bot_game *game, enum bot_fault fault)
{
	if (fault != BOT_SOUND)
		return fault == BOT_STALLED ? "stalled" : "crashed";
	return board_outcome_word(game->result.outcome);
}

json_t *bot_game_json(const char *bot, const struct bot_game *game, enum bot_fault fault)
{
	char seed[2 * sizeof game->seed.bytes + 1], digest[17];
	const struct result *result = &game->result;
	for (size_t i = 0; i < sizeof game->seed.bytes; i++)
		snprintf(seed + 2 * i, 3, "%02x", game->seed.bytes[i]);
	snprintf(digest, sizeof digest, "%016" PRIx64, game->digest);
	json_t *line =
		json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:I, s:I, s:i, s:i, s:i, s:s, s:s, s:s}",
			"seed", seed, "bot", bot, "outcome", bot_outcome_word(game, fault), "score",
			result->score, "depth", result->depth, "deepest", result->deepest, "turns",
			(json_int_t)result->turns, "commands", (json_int_t)game->commands, "level",
			result->level, "gold", result->gold, "food", game->food, "cause",
			result->cause, "killer", result->killer, "digest", digest);
	assert(line);
	return line;
}

static json_t *deaths_json(const struct bot_tally *tally)
{
	json_t *deaths = json_object();
	for (int depth = 1; depth < DEPTHS; depth++) {
		char key[12];
		snprintf(key, sizeof key, "%d", depth);
		if (tally->deaths[depth] > 0)
			json_object_set_new(
				deaths, key, json_integer((json_int_t)tally->deaths[depth]));
	}
	return deaths;
}

static json_t *causes_json(const struct bot_tally *tally)
{
	json_t *causes = json_object();
	struct cause *sorted = causes_sorted(tally);
	for (size_t i = 0; i < tally->cause_count; i++)
		json_object_set_new(
			causes, sorted[i].text, json_integer((json_int_t)sorted[i].count));
	free(sorted);
	return causes;
}

static double each(uint64_t sum, size_t count)
{
	return count > 0 ? (double)sum / (double)count : 0;
}

json_t *bot_tally_json(const struct bot_tally *tally, const char *bot)
{
	double low, high;
	size_t died = tally->outcomes[OUTCOME_DIED], won = tally->outcomes[OUTCOME_WON];
	size_t sound = tally->games - tally->stalled - tally->crashed;
	bot_interval(won, tally->games, &low, &high);
	json_t *whole = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:[f, f], s:I, "
				  "s:I, s:f, s:f, s:f, s:o, s:o}",
		"bot", bot, "games", (json_int_t)tally->games, "won", (json_int_t)won, "died",
		(json_int_t)died, "left", (json_int_t)tally->outcomes[OUTCOME_LEFT], "quit",
		(json_int_t)tally->outcomes[OUTCOME_QUIT], "stalled", (json_int_t)tally->stalled,
		"crashed", (json_int_t)tally->crashed, "starved", (json_int_t)tally->starved,
		"won_percent_interval", low, high, "median_turns_died",
		(json_int_t)median(tally->died_turns, died), "median_turns_won",
		(json_int_t)median(tally->won_turns, won), "mean_turns", each(tally->turns, sound),
		"mean_commands", each(tally->commands, sound), "mean_score",
		each(tally->score, sound), "deaths_by_depth", deaths_json(tally), "deaths_by_cause",
		causes_json(tally));
	assert(whole);
	json_t *line = json_pack("{s:o}", "summary", whole);
	assert(line);
	return line;
}

static void print_row(FILE *file, const char *name, size_t count, size_t all)
{
	double low, high, share = all > 0 ? 100.0 * (double)count / (double)all : 0;
	bot_interval(count, all, &low, &high);
	fprintf(file, "  %-28s %6zu  %5.1f %%  (%.1f to %.1f)  %.*s\n", name, count, share, low,
		high, (int)(share / 2), "##################################################");
}

static void print_deaths(const struct bot_tally *tally, FILE *file)
{
	size_t died = tally->outcomes[OUTCOME_DIED];
	fprintf(file, "\ndeaths by depth\n");
	for (int depth = 1; depth < DEPTHS; depth++) {
		char name[24];
		snprintf(name, sizeof name, "depth %d", depth);
		if (tally->deaths[depth] > 0)
			print_row(file, name, tally->deaths[depth], died);
	}
	fprintf(file, "\ndeaths by cause\n");
	struct cause *sorted = causes_sorted(tally);
	for (size_t i = 0; i < tally->cause_count && i < CAUSES_SHOWN; i++)
		print_row(file, sorted[i].text, sorted[i].count, died);
	free(sorted);
}

void bot_tally_print(const struct bot_tally *tally, const char *bot, FILE *file)
{
	const struct {
		const char *name;
		size_t count;
	} ends[] = {{"won", tally->outcomes[OUTCOME_WON]}, {"left", tally->outcomes[OUTCOME_LEFT]},
		{"died", tally->outcomes[OUTCOME_DIED]}, {"quit", tally->outcomes[OUTCOME_QUIT]},
		{"stalled", tally->stalled}, {"crashed", tally->crashed},
		{"starved (of those who died)", tally->starved}};
	size_t sound = tally->games - tally->stalled - tally->crashed;
	fprintf(file, "\n%s, %zu games\n", bot, tally->games);
	for (size_t i = 0; i < COUNT(ends); i++)
		print_row(file, ends[i].name, ends[i].count, tally->games);
	fprintf(file, "\n  median turns: died %" PRIu32 ", won %" PRIu32 "\n",
		median(tally->died_turns, tally->outcomes[OUTCOME_DIED]),
		median(tally->won_turns, tally->outcomes[OUTCOME_WON]));
	fprintf(file, "  mean: %.0f turns, %.0f commands, score %.0f\n", each(tally->turns, sound),
		each(tally->commands, sound), each(tally->score, sound));
	print_deaths(tally, file);
}
