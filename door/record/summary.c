#include "door/record/summary.h"

#include "door/text/board_words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define DEPTHS 32
#define CAUSES_SHOWN 12
#define TRIGGER_MAX 96
#define BAR "##################################################"

/* The turns of some games. */
struct turns {
	uint32_t *list;
	size_t count;
};

struct summary {
	size_t games, outcomes[OUTCOME_QUIT + 1], stalled, crashed, starved, deaths[DEPTHS];
	uint64_t turns, commands, score;
	json_t *causes; /* deaths by cause */
	struct turns died, won;
};

struct summary *summary_new(void)
{
	struct summary *summary = calloc(1, sizeof *summary);
	assert(summary);
	summary->causes = json_object();
	return summary;
}

void summary_free(struct summary *summary)
{
	if (!summary)
		return;
	json_decref(summary->causes);
	free(summary->died.list);
	free(summary->won.list);
	free(summary);
}

/* ---- Count ---- */

static void turns_add(struct turns *turns, uint32_t turn)
{
	turns->list = realloc(turns->list, (turns->count + 1) * sizeof *turns->list);
	assert(turns->list);
	turns->list[turns->count++] = turn;
}

/* Counts the killer, or the cause without its depth. */
static void count_death(struct summary *summary, const struct result *result)
{
	char cause[TRIGGER_MAX];
	turns_add(&summary->died, result->turns);
	summary->deaths[result->depth < DEPTHS ? result->depth : DEPTHS - 1]++;
	board_cause_short(result->killer[0] ? result->killer : result->cause, cause, sizeof cause);
	json_int_t before = json_integer_value(json_object_get(summary->causes, cause));
	json_object_set_new(summary->causes, cause, json_integer(before + 1));
}

void summary_add(struct summary *summary, const struct bot_game *game, enum bot_fault fault)
{
	const struct result *result = &game->result;
	summary->games++;
	summary->stalled += fault == BOT_STALLED;
	summary->crashed += fault == BOT_CRASHED;
	if (fault != BOT_SOUND)
		return;
	summary->turns += result->turns;
	summary->commands += game->commands;
	summary->score += (uint64_t)result->score;
	summary->outcomes[result->outcome]++;
	if (result->outcome == OUTCOME_WON)
		turns_add(&summary->won, result->turns);
	if (result->outcome != OUTCOME_DIED)
		return;
	summary->starved += game->food == 0 && !result->killer[0];
	count_death(summary, result);
}

/* ---- Figures ---- */

/* Returns the square root by Newton's method: the program is not linked with libm. */
static double root(double square)
{
	double guess = square > 1 ? square : 1;
	for (int i = 0; i < 60; i++)
		guess = (guess + square / guess) / 2;
	return guess;
}

void summary_interval(size_t count, size_t all, double *low, double *high)
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

/* Returns the median, 0 without games. Sorts the list. */
static uint32_t median(const struct turns *turns)
{
	if (turns->count == 0)
		return 0;
	qsort(turns->list, turns->count, sizeof *turns->list, by_value);
	return turns->list[turns->count / 2];
}

static double each(uint64_t sum, size_t count)
{
	return count > 0 ? (double)sum / (double)count : 0;
}

static size_t sound_games(const struct summary *summary)
{
	return summary->games - summary->stalled - summary->crashed;
}

/* ---- JSON ---- */

static json_t *deaths_json(const struct summary *summary)
{
	json_t *deaths = json_object();
	for (int depth = 1; depth < DEPTHS; depth++) {
		char key[12];
		snprintf(key, sizeof key, "%d", depth);
		if (summary->deaths[depth] > 0)
			json_object_set_new(
				deaths, key, json_integer((json_int_t)summary->deaths[depth]));
	}
	return deaths;
}

/* Returns the most frequent cause; of equally frequent ones the first by name. NULL if there is
 * none. */
static const char *most_frequent(json_t *causes)
{
	const char *most = NULL, *cause;
	json_t *count;
	json_int_t most_count = 0;
	json_object_foreach(causes, cause, count)
	{
		json_int_t here = json_integer_value(count);
		if (here < most_count || (most && here == most_count && strcmp(cause, most) > 0))
			continue;
		most = cause;
		most_count = here;
	}
	return most;
}

/* Returns an object of the causes and their counts, most frequent first, then by name. */
static json_t *causes_json(const struct summary *summary)
{
	json_t *rest = json_copy(summary->causes), *sorted = json_object();
	const char *cause;
	while ((cause = most_frequent(rest))) {
		json_object_set(sorted, cause, json_object_get(rest, cause));
		json_object_del(rest, cause);
	}
	json_decref(rest);
	return sorted;
}

json_t *summary_json(const struct summary *summary, const char *bot)
{
	double low, high;
	const size_t *ended = summary->outcomes;
	size_t sound = sound_games(summary);
	summary_interval(ended[OUTCOME_WON], summary->games, &low, &high);
	json_t *whole = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:[f, f], s:I, "
				  "s:I, s:f, s:f, s:f, s:o, s:o}",
		"bot", bot, "games", (json_int_t)summary->games, "won",
		(json_int_t)ended[OUTCOME_WON], "died", (json_int_t)ended[OUTCOME_DIED], "left",
		(json_int_t)ended[OUTCOME_LEFT], "quit", (json_int_t)ended[OUTCOME_QUIT], "stalled",
		(json_int_t)summary->stalled, "crashed", (json_int_t)summary->crashed, "starved",
		(json_int_t)summary->starved, "won_percent_interval", low, high,
		"median_turns_died", (json_int_t)median(&summary->died), "median_turns_won",
		(json_int_t)median(&summary->won), "mean_turns", each(summary->turns, sound),
		"mean_commands", each(summary->commands, sound), "mean_score",
		each(summary->score, sound), "deaths_by_depth", deaths_json(summary),
		"deaths_by_cause", causes_json(summary));
	json_t *line = json_pack("{s:o}", "summary", whole);
	assert(line);
	return line;
}

/* ---- Text ---- */

static void print_row(FILE *file, const char *name, size_t count, size_t all)
{
	double low, high, share = all > 0 ? 100.0 * (double)count / (double)all : 0;
	summary_interval(count, all, &low, &high);
	fprintf(file, "  %-28s %6zu  %5.1f %%  (%.1f to %.1f)  %.*s\n", name, count, share, low,
		high, (int)(share / 2), BAR);
}

/* Prints the first rows of an object whose values are numbers of deaths. */
static void print_deaths(FILE *file, const char *before, json_t *deaths, size_t died, size_t most)
{
	const char *key;
	json_t *count;
	size_t rows = 0;
	json_object_foreach(deaths, key, count)
	{
		char name[TRIGGER_MAX];
		snprintf(name, sizeof name, "%s%s", before, key);
		if (rows++ < most)
			print_row(file, name, (size_t)json_integer_value(count), died);
	}
}

void summary_print(const struct summary *summary, const char *bot, FILE *file)
{
	static const char *const ends[] = {
		"won", "left", "died", "quit", "stalled", "crashed", "starved"};
	json_t *line = summary_json(summary, bot), *whole = json_object_get(line, "summary");
	size_t sound = sound_games(summary), died = summary->outcomes[OUTCOME_DIED];
	fprintf(file, "\n%s, %zu games\n", bot, summary->games);
	for (size_t i = 0; i < COUNT(ends); i++)
		print_row(file, ends[i],
			(size_t)json_integer_value(json_object_get(whole, ends[i])),
			summary->games);
	fprintf(file, "\n  median turns: died %" PRIu32 ", won %" PRIu32 "\n",
		median(&summary->died), median(&summary->won));
	fprintf(file, "  mean: %.0f turns, %.0f commands, score %.0f\n",
		each(summary->turns, sound), each(summary->commands, sound),
		each(summary->score, sound));
	fprintf(file, "\ndeaths by depth\n");
	print_deaths(file, "depth ", json_object_get(whole, "deaths_by_depth"), died, DEPTHS);
	fprintf(file, "\ndeaths by cause\n");
	print_deaths(file, "", json_object_get(whole, "deaths_by_cause"), died, CAUSES_SHOWN);
	json_decref(line);
}
