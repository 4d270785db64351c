#include "door/os/complain.h"
#include "door/report/report_private.h"
#include "door/record/summary.h"
#include "door/lab/lab.h"
#include "door/os/arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEPTHS 64
#define SURVIVAL_POINTS 60
#define EARLY 150 /* turns within which there should be a danger */

/* ---- Read ---- */

/* One line; false after a complaint. */
static bool line_read(json_t *games, const char *line, const char *path, unsigned number)
{
	json_error_t error;
	if (!*line)
		return true;
	json_t *game = json_loads(line, 0, &error);
	if (json_is_object(game) && json_is_string(json_object_get(game, "outcome"))) {
		json_array_append_new(games, game);
		return true;
	}
	command_complain("%s:%u: each line should be a game that \"lab bot --out\" wrote, and "
			 "this is none",
		path, number);
	json_decref(game);
	return false;
}

json_t *report_read(const char *path)
{
	size_t size;
	unsigned number = 0;
	char *text = lab_read(path, &size), *rest = text, *line;
	json_t *games = json_array();
	bool good = text != NULL;
	while (good && (line = strsep(&rest, "\n")))
		good = line_read(games, line, path, ++number);
	if (good && json_array_size(games) == 0) {
		command_complain("%s: there is no game in it", path);
		good = false;
	}
	free(text);
	if (good)
		return games;
	json_decref(games);
	return NULL;
}

/* ---- How they ended ---- */

static size_t ended(const json_t *games, const char *outcome)
{
	size_t count = 0, i;
	json_t *game;
	json_array_foreach(games, i, game) count += report_is(game, outcome);
	return count;
}

static size_t true_of(const json_t *games, const char *key)
{
	size_t count = 0, i;
	json_t *game;
	json_array_foreach(games, i, game) count += json_is_true(json_object_get(game, key));
	return count;
}

/* How many had a first time for that, and early. */
static size_t early(const json_t *games, const char *key)
{
	size_t count = 0, i;
	json_t *game;
	json_array_foreach(games, i, game)
	{
		double turn = report_number(game, key);
		count += json_object_get(game, key) && turn >= 0 && turn <= EARLY;
	}
	return count;
}

static void report_ends(struct sheet *sheet, const json_t *games)
{
	static const char *const outcomes[] = {"won", "left", "died", "quit", "stalled", "crashed"};
	size_t all = json_array_size(games);
	sheet_table(sheet, "How they ended", "end\tgames\tshare\tinterval");
	for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
		report_share_row(sheet, outcomes[i], ended(games, outcomes[i]), all);
	report_share_row(
		sheet, "died by nobody, with no food left", true_of(games, "starved"), all);
	report_share_row(sheet, "a danger within 150 turns", early(games, "first_danger"), all);
	report_share_row(sheet, "a hurt within 150 turns", early(games, "first_hurt"), all);
}

/* ---- Figures ---- */

/* outcome NULL: of all. */
static void figure_row(struct sheet *sheet, const json_t *games, const char *name, const char *key,
	const char *outcome)
{
	struct samples samples = {0};
	size_t i;
	json_t *game;
	json_array_foreach(games, i, game)
	{
		const json_t *value = json_object_get(game, key);
		if ((!outcome || report_is(game, outcome)) && json_is_number(value) &&
			json_number_value(value) >= 0)
			samples_add(&samples, json_number_value(value));
	}
	if (samples.count > 0)
		sheet_row(sheet, SHEET_NO_BAR, "%s\t%zu\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f", name,
			samples.count, samples_quantile(&samples, 0.05),
			samples_quantile(&samples, 0.25), samples_quantile(&samples, 0.5),
			samples_quantile(&samples, 0.75), samples_quantile(&samples, 0.95),
			samples_mean(&samples));
	samples_free(&samples);
}

static void report_figures(struct sheet *sheet, const json_t *games)
{
	static const struct {
		const char *name, *key, *outcome;
	} rows[] = {{"turns of a death", "turns", "died"}, {"turns of a win", "turns", "won"},
		{"turns of who left", "turns", "left"}, {"turns", "turns", NULL},
		{"commands", "commands", NULL}, {"key presses of a win", "keys", "won"},
		{"key presses", "keys", NULL}, {"score", "score", NULL},
		{"deepest", "deepest", NULL}, {"level", "level", NULL}, {"gold", "gold", NULL},
		{"first danger, turn", "first_danger", NULL},
		{"first hurt, turn", "first_hurt", NULL},
		{"first at half of his health, turn", "first_low", NULL}};
	sheet_table(sheet, "Figures", "figure\tgames\t5 %\t25 %\tmedian\t75 %\t95 %\tmean");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		figure_row(sheet, games, rows[i].name, rows[i].key, rows[i].outcome);
	sheet_note(sheet,
		"Key presses are an estimate: to explore or to rest is one until something "
		"interrupts it, another stretch of steps or of waiting two.");
}

/* ---- Deaths ---- */

static void report_deaths(struct sheet *sheet, const json_t *games)
{
	size_t deaths[DEPTHS] = {0}, died = ended(games, "died"), i;
	struct counts causes = {0};
	json_t *game;
	json_array_foreach(games, i, game)
	{
		char cause[96];
		if (!report_is(game, "died"))
			continue;
		int depth = (int)report_number(game, "depth");
		deaths[depth >= 0 && depth < DEPTHS ? depth : 0]++;
		report_cause(game, cause);
		counts_add(&causes, cause);
	}
	sheet_table(sheet, "Deaths by depth", "depth\tdeaths\tshare\tinterval");
	for (int depth = 0; depth < DEPTHS; depth++) {
		char name[16];
		snprintf(name, sizeof name, "%d", depth);
		if (deaths[depth] > 0)
			report_share_row(sheet, name, deaths[depth], died);
	}
	counts_sort(&causes);
	sheet_table(sheet, "Deaths by killer, or by cause", "killer\tdeaths\tshare\tinterval");
	for (i = 0; i < causes.size; i++)
		report_share_row(sheet, causes.list[i].text, causes.list[i].count, died);
	counts_free(&causes);
}

/* ---- Survival ---- */

static void survival_point(struct sheet *sheet, double x, size_t alive, size_t all)
{
	double low, high;
	bot_interval(alive, all, &low, &high);
	sheet_point(sheet, x, 100.0 * (double)alive / (double)(all > 0 ? all : 1), low, high);
}

/* Who is not dead by a turn; who is home or gone counts as alive. */
static size_t alive_at(const json_t *games, double turn)
{
	size_t count = 0, i;
	json_t *game;
	json_array_foreach(games, i, game) count +=
		!report_is(game, "died") || report_number(game, "turns") > turn;
	return count;
}

static size_t reached(const json_t *games, int depth)
{
	size_t count = 0, i;
	json_t *game;
	json_array_foreach(games, i, game) count += report_number(game, "deepest") >= depth;
	return count;
}

static void report_survival(struct sheet *sheet, const json_t *games)
{
	double longest = 1;
	int deepest = 1;
	size_t i, all = json_array_size(games);
	json_t *game;
	json_array_foreach(games, i, game)
	{
		double turns = report_number(game, "turns");
		int depth = (int)report_number(game, "deepest");
		longest = turns > longest ? turns : longest;
		deepest = depth > deepest ? depth : deepest;
	}
	sheet_plot(sheet, "Survival", "turn", "% not dead");
	sheet_line(sheet, "not dead by that turn");
	for (int point = 0; point <= SURVIVAL_POINTS; point++) {
		double turn = (double)(long)(longest * point / SURVIVAL_POINTS);
		survival_point(sheet, turn, alive_at(games, turn), all);
	}
	sheet_note(sheet, "Who came home, and who left, counts as not dead.");
	sheet_plot(sheet, "How deep they came", "depth", "% that came so deep");
	sheet_line(sheet, "came so deep");
	for (int depth = 1; depth <= deepest; depth++)
		survival_point(sheet, depth, reached(games, depth), all);
}

/* ---- All of it ---- */

/* Whose games they are: files may have been put together. */
static void title_of(const json_t *games, char *title, size_t size)
{
	const char *bot = report_text(json_array_get(games, 0), "bot");
	size_t i, all = json_array_size(games), its = 0;
	json_t *game;
	json_array_foreach(games, i, game) its += strcmp(report_text(game, "bot"), bot) == 0;
	if (its == all)
		snprintf(title, size, "%zu game%s of the %s bot", all, all == 1 ? "" : "s", bot);
	else
		snprintf(title, size, "%zu games of more than one bot, %zu of them of the %s one",
			all, its, bot);
}

struct sheet *report_sheet(const json_t *games, const struct content *content)
{
	char title[128];
	title_of(games, title, sizeof title);
	struct sheet *sheet = sheet_new(title);
	sheet_note(
		sheet, "Rules version %d. Intervals are Wilson's, at 95 %%.", ENGINE_RULES_VERSION);
	report_ends(sheet, games);
	report_figures(sheet, games);
	report_deaths(sheet, games);
	report_survival(sheet, games);
	report_depths(sheet, games);
	report_curve(sheet, games);
	report_creatures(sheet, games, content);
	report_items(sheet, games, content);
	report_names(sheet, games, content);
	return sheet;
}

/* ---- Told ---- */

static bool html_write(const struct sheet *sheet, const char *path)
{
	FILE *file = fopen(path, "w");
	if (file)
		sheet_html(sheet, file);
	bool written = file && !ferror(file);
	written = (!file || fclose(file) == 0) && written;
	if (!written)
		command_complain("%s: %s", path, strerror(errno));
	return written;
}

bool report_tell(struct sheet *sheet, const char *html)
{
	bool written = !html || html_write(sheet, html);
	sheet_print(sheet, stdout);
	sheet_free(sheet);
	return written;
}

int report_main(
	const char *path, const char *other, const char *html, const struct content *content)
{
	json_t *games = report_read(path), *others = games && other ? report_read(other) : NULL;
	bool told = games && (!other || others);
	struct sheet *sheet = !told    ? NULL
			      : others ? report_comparison(games, others, path, other)
				       : report_sheet(games, content);
	told = sheet && report_tell(sheet, html);
	json_decref(games);
	json_decref(others);
	return told ? 0 : 1;
}
