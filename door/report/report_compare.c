/* The report: what a change did, game by game of the same seed. */
#include "door/os/complain.h"
#include "door/os/arguments.h"
#include "door/report/report_private.h"

#include <string.h>

/* ---- Pairs ---- */

static bool alike(const json_t *one, const json_t *other, const char *key)
{
	return strcmp(report_text(one, key), report_text(other, key)) == 0;
}

static const json_t *partner(const json_t *games, const json_t *of, size_t near)
{
	size_t i;
	json_t *game = json_array_get(games, near);
	if (game && alike(game, of, "seed") && alike(game, of, "bot"))
		return game;
	json_array_foreach(
		games, i, game) if (alike(game, of, "seed") && alike(game, of, "bot")) return game;
	return NULL;
}

/* Two arrays of as many games, pair by pair. */
struct pairs {
	json_t *one, *other;
};

static struct pairs pairs_of(const json_t *one, const json_t *other)
{
	struct pairs pairs = {json_array(), json_array()};
	size_t i;
	json_t *game;
	json_array_foreach(one, i, game)
	{
		const json_t *match = partner(other, game, i);
		if (!match)
			continue;
		json_array_append(pairs.one, game);
		json_array_append(pairs.other, (json_t *)(uintptr_t)match);
	}
	return pairs;
}

/* ---- Figures ---- */

static double won(const json_t *game, const char *key)
{
	(void)key;
	return report_is(game, "won") ? 100 : 0;
}

static double truth(const json_t *game, const char *key)
{
	return json_is_true(json_object_get(game, key)) ? 100 : 0;
}

static const struct {
	const char *name, *key;
	double (*of)(const json_t *game, const char *key);
} figures[] = {{"won, %", "", won}, {"starved, %", "starved", truth},
	{"deepest", "deepest", report_number}, {"turns", "turns", report_number},
	{"commands", "commands", report_number}, {"key presses", "keys", report_number},
	{"score", "score", report_number}, {"gold", "gold", report_number},
	{"level", "level", report_number}, {"food left", "food", report_number},
	{"first danger, turn", "first_danger", report_number},
	{"first hurt, turn", "first_hurt", report_number}};

/* Whether any game tells it. */
static bool is_told(const struct pairs *pairs, const char *key)
{
	size_t i;
	json_t *game;
	json_array_foreach(
		pairs->one, i, game) if (!*key || json_object_get(game, key)) return true;
	return false;
}

static void figure_row(struct sheet *sheet, const struct pairs *pairs, size_t nth)
{
	struct samples one = {0}, other = {0}, differences = {0};
	for (size_t i = 0; i < json_array_size(pairs->one); i++) {
		double a = figures[nth].of(json_array_get(pairs->one, i), figures[nth].key);
		double b = figures[nth].of(json_array_get(pairs->other, i), figures[nth].key);
		/* What never came to a game is told of it by a turn below 0. */
		if (a < 0 || b < 0)
			continue;
		samples_add(&one, a);
		samples_add(&other, b);
		samples_add(&differences, b - a);
	}
	double mean = samples_mean(&differences), half = samples_half(&differences);
	if (one.count > 0)
		sheet_row(sheet, SHEET_NO_BAR, "%s\t%.2f\t%.2f\t%+.2f\t%.2f to %.2f\t%s",
			figures[nth].name, samples_mean(&one), samples_mean(&other), mean,
			mean - half, mean + half,
			mean - half > 0   ? "more"
			: mean + half < 0 ? "less"
					  : "");
	samples_free(&one);
	samples_free(&other);
	samples_free(&differences);
}

/* ---- Wins and deaths ---- */

static void wins_table(struct sheet *sheet, const struct pairs *pairs)
{
	size_t both = 0, first = 0, second = 0, same = 0, all = json_array_size(pairs->one);
	for (size_t i = 0; i < all; i++) {
		const json_t *one = json_array_get(pairs->one, i);
		const json_t *other = json_array_get(pairs->other, i);
		both += report_is(one, "won") && report_is(other, "won");
		first += report_is(one, "won") && !report_is(other, "won");
		second += !report_is(one, "won") && report_is(other, "won");
		same += alike(one, other, "digest");
	}
	sheet_table(sheet, "Pairs", "pairs\tgames\tshare\tinterval");
	report_share_row(sheet, "the very same game", same, all);
	report_share_row(sheet, "won in both", both, all);
	report_share_row(sheet, "won in the first alone", first, all);
	report_share_row(sheet, "won in the second alone", second, all);
}

static void count_deaths(const json_t *games, struct counts *causes, struct counts *all)
{
	size_t i;
	json_t *game;
	json_array_foreach(games, i, game)
	{
		char cause[96];
		if (!report_is(game, "died"))
			continue;
		report_cause(game, cause);
		counts_add(causes, cause);
		counts_add(all, cause);
	}
}

static void deaths_table(struct sheet *sheet, const struct pairs *pairs)
{
	struct counts one = {0}, other = {0}, all = {0};
	count_deaths(pairs->one, &one, &all);
	count_deaths(pairs->other, &other, &all);
	counts_sort(&all);
	sheet_table(sheet, "Deaths by killer, or by cause", "killer\tfirst\tsecond\tmore");
	for (size_t i = 0; i < all.size; i++) {
		long before = (long)counts_of(&one, all.list[i].text);
		long after = (long)counts_of(&other, all.list[i].text);
		sheet_row(sheet, SHEET_NO_BAR, "%s\t%ld\t%ld\t%+ld", all.list[i].text, before,
			after, after - before);
	}
	counts_free(&one);
	counts_free(&other);
	counts_free(&all);
}

struct sheet *report_comparison(
	const json_t *one, const json_t *other, const char *one_name, const char *other_name)
{
	struct pairs pairs = pairs_of(one, other);
	size_t count = json_array_size(pairs.one);
	char title[256];
	if (count == 0) {
		command_complain("%s and %s have no game in common: a pair is of the same bot and "
				 "the same seed",
			one_name, other_name);
		json_decref(pairs.one);
		json_decref(pairs.other);
		return NULL;
	}
	snprintf(title, sizeof title, "%s, and then %s", one_name, other_name);
	struct sheet *sheet = sheet_new(title);
	sheet_note(sheet,
		"%zu pairs of %zu and %zu games. Differences are of the second from the "
		"first, means with intervals at 95 %%.",
		count, json_array_size(one), json_array_size(other));
	sheet_table(sheet, "What it did", "figure\tfirst\tsecond\tdifference\tinterval\t");
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (is_told(&pairs, figures[i].key))
			figure_row(sheet, &pairs, i);
	wins_table(sheet, &pairs);
	deaths_table(sheet, &pairs);
	json_decref(pairs.one);
	json_decref(pairs.other);
	return sheet;
}
