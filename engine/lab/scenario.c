/* Scenarios: plays them as written and without the rules that they test, and reports. */
#include "engine/lab/lab.h"
#include "engine/lab/scenario.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The report ---- */

struct report {
	char *text;
	size_t length;
	struct lab_tally *summary;
	int seed; /* added to all seeds */
};

static void report_add(struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void report_add(struct report *report, const char *format, ...)
{
	char line[600];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	size_t length = strlen(line);
	report->text = realloc(report->text, report->length + length + 1);
	assert(report->text != NULL);
	memcpy(report->text + report->length, line, length + 1);
	report->length += length;
}

/* ---- Playing ---- */

typedef bool line_function(struct scenario_play *play, struct scenario_words *words);

static const struct {
	line_function *function;
	enum scenario_round round;
} lines[SCENARIO_ROWS] = {
#define ROW(id, function, round, help) [SCENARIO_##id] = {scenario_line_##function, ROUND_##round},
	SCENARIO_LINES(ROW)
#undef ROW
};

static bool do_round(struct scenario_play *play, enum scenario_round round)
{
	for (size_t i = 0; i < play->scenario->line_count; i++) {
		const struct scenario_line *line = &play->scenario->lines[i];
		struct scenario_words words = {line->words, line->count};
		if (lines[line->row].round != round)
			continue;
		play->line = line;
		if (!lines[line->row].function(play, &words) || !words_end(play, &words))
			return false;
	}
	return true;
}

/* True if the final state can be saved and loads unchanged. */
static bool is_saved_whole(struct scenario_play *play)
{
	struct complaint complaint;
	size_t size;
	uint8_t *bytes = game_save(play->game, &size);
	struct game *again = game_load(play->content, bytes, size, &complaint);
	bool same = again != NULL && game_digest(again) == game_digest(play->game);
	game_free(again);
	free(bytes);
	return same || scenario_fails(play, "a save of its end is another state when it is loaded");
}

static bool play_seed(struct scenario_play *play, int seed)
{
	play->seed = seed;
	play->game = NULL;
	bool held = do_round(play, ROUND_MAP) && do_round(play, ROUND_PLAY) && is_saved_whole(play);
	game_free(play->game);
	play->game = NULL;
	return held;
}

/* True if the scenario holds for its number of seeds: without the rule of a line "tests", or as
 * written (NULL). */
static bool play_without(
	struct scenario_play *play, const struct content *stock, const struct scenario_line *tests)
{
	int held = 0, first = play->seed;
	bool brings = scenario_find_line(play->scenario, SCENARIO_CONTENT, 0) <
		      play->scenario->line_count;
	bool own = brings || tests != NULL;
	play->own = own ? scenario_content(play, stock) : NULL;
	play->content = own ? play->own : stock;
	play->line = tests != NULL ? tests : play->line;
	bool good = play->content != NULL && (tests == NULL || scenario_take_away(play, tests));
	for (int i = 0; good && !play->malformed && i < play->of && held < play->least; i++)
		held += play_seed(play, first + i);
	content_free(play->own);
	play->content = play->own = NULL;
	return good && !play->malformed && held >= play->least;
}

/* Reads the lines of its subject. A fault has at least the number of its first line. */
static bool begin(struct scenario_play *play, const struct scenario *scenario, int seed)
{
	*play = (struct scenario_play){.scenario = scenario, .seed = 1, .least = 1, .of = 1};
	if (!do_round(play, ROUND_ABOUT))
		return false;
	play->seed += seed;
	play->line = NULL;
	if (scenario_find_line(scenario, SCENARIO_MAP, 0) == scenario->line_count)
		return scenario_malformed(play, "a scenario has a map");
	if (scenario_find_line(scenario, SCENARIO_EXPECT, 0) == scenario->line_count)
		return scenario_malformed(play, "a scenario expects something");
	if (scenario_find_line(scenario, SCENARIO_TESTS, 0) == scenario->line_count)
		return scenario_malformed(play, "a scenario says what it tests");
	return true;
}

static void report_fault(struct report *report, const struct scenario_play *play)
{
	const struct scenario *scenario = play->scenario;
	report_add(report, "FAIL %s:%u: %s: %s\n", scenario->file,
		play->line != NULL ? play->line->number : scenario->line, scenario->name,
		play->sentence);
}

/* True if the scenario ends differently without the rule of each of its lines "tests". */
static bool shows_all(
	struct report *report, const struct scenario *scenario, const struct content *stock)
{
	bool shows = true;
	for (size_t i = scenario_find_line(scenario, SCENARIO_TESTS, 0); i < scenario->line_count;
		i = scenario_find_line(scenario, SCENARIO_TESTS, i + 1)) {
		const struct scenario_line *tests = &scenario->lines[i];
		struct scenario_play play;
		bool same =
			begin(&play, scenario, report->seed) && play_without(&play, stock, tests);
		if (same) {
			play.line = tests;
			scenario_fails(&play, "it ends the same without \"%s %s%s%s\"",
				tests->words[0], tests->words[1], tests->count > 2 ? " " : "",
				tests->count > 2 ? tests->words[2] : "");
		}
		if (same || play.malformed) {
			report_fault(report, &play);
			shows = false;
		}
	}
	return shows;
}

static void play_scenario(
	struct report *report, struct scenario *scenario, const struct content *stock)
{
	struct scenario_play play;
	if (!begin(&play, scenario, report->seed) || !play_without(&play, stock, NULL))
		report_fault(report, &play);
	else
		scenario->held = shows_all(report, scenario, stock);
	if (scenario->held)
		report_add(report, "ok   %s\n", scenario->name);
	report->summary->passed += scenario->held;
	report->summary->failed += !scenario->held;
}

/* ---- Matrices ---- */

static bool has_word(const struct matrix *matrix, const char *word)
{
	for (size_t i = 0; i < matrix->word_count; i++)
		if (strcmp(matrix->words[i], word) == 0)
			return true;
	return false;
}

static bool has_held(const struct scenario_book *book, const char *name)
{
	for (size_t i = 0; i < book->scenario_count; i++)
		if (strcmp(book->scenarios[i].name, name) == 0)
			return book->scenarios[i].held;
	return false;
}

static size_t times_of(const struct matrix *matrix, const char *one, const char *other)
{
	size_t times = 0;
	for (size_t i = 0; i < matrix->pair_count; i++) {
		const struct matrix_pair *pair = &matrix->pairs[i];
		times += (strcmp(pair->one, one) == 0 && strcmp(pair->other, other) == 0) ||
			 (strcmp(pair->one, other) == 0 && strcmp(pair->other, one) == 0);
	}
	return times;
}

/* True if the pair is of two words of the matrix and its scenarios held. */
static bool check_pair(struct report *report, const struct scenario_book *book,
	const struct matrix *matrix, const struct matrix_pair *pair)
{
	bool good = has_word(matrix, pair->one) && has_word(matrix, pair->other) &&
		    strcmp(pair->one, pair->other) != 0;
	if (!good)
		report_add(report, "FAIL %s:%u: \"%.40s %.40s\" is no pair of the matrix's words\n",
			matrix->file, pair->line, pair->one, pair->other);
	for (size_t i = 0; i < pair->by_count; i++) {
		if (has_held(book, pair->by[i]))
			continue;
		report_add(report, "FAIL %s:%u: there is no scenario \"%.60s\", or it failed\n",
			matrix->file, pair->line, pair->by[i]);
		good = false;
	}
	return good;
}

static void check_matrix(
	struct report *report, const struct scenario_book *book, const struct matrix *matrix)
{
	bool good = matrix->word_count > 1;
	for (size_t i = 0; i < matrix->pair_count; i++)
		good = check_pair(report, book, matrix, &matrix->pairs[i]) && good;
	for (size_t i = 0; i < matrix->word_count; i++)
		for (size_t j = i + 1; j < matrix->word_count; j++) {
			size_t times = times_of(matrix, matrix->words[i], matrix->words[j]);
			if (times == 1)
				continue;
			report_add(report, "FAIL %s:%u: %.40s and %.40s stand there %zu times\n",
				matrix->file, matrix->line, matrix->words[i], matrix->words[j],
				times);
			good = false;
		}
	report_add(report, "%s matrix %s, %zu pairs\n", good ? "ok  " : "FAIL", matrix->name,
		matrix->pair_count);
	report->summary->passed += good;
	report->summary->failed += !good;
}

/* ---- The lab ---- */

static void report_duty(void *context, const char *what, bool tested)
{
	struct report *report = context;
	if (!tested)
		report_add(report, "FAIL no scenario tests: %s\n", what);
	report->summary->passed += tested;
	report->summary->failed += !tested;
}

static bool read_all(struct scenario_book *book, const struct lab_script *scripts, size_t count,
	struct report *report)
{
	bool good = true;
	for (size_t i = 0; i < count; i++) {
		struct complaint complaint;
		if (scenario_read(
			    book, scripts[i].name, scripts[i].text, scripts[i].length, &complaint))
			continue;
		report_add(report, "FAIL %s:%u: %s\n", complaint.origin, complaint.line,
			complaint.sentence);
		report->summary->failed++;
		good = false;
	}
	return good;
}

char *lab_scenarios(const struct content *content, const struct lab_script *scripts, size_t count,
	const struct lab_scenario_how *how, struct lab_tally *summary)
{
	struct scenario_book book = {0};
	struct report report = {.summary = summary, .seed = how->seed};
	*summary = (struct lab_tally){0};
	report_add(&report, "%s", "");
	if (read_all(&book, scripts, count, &report)) {
		for (size_t i = 0; i < book.scenario_count; i++)
			play_scenario(&report, &book.scenarios[i], content);
		for (size_t i = 0; i < book.matrix_count; i++)
			check_matrix(&report, &book, &book.matrices[i]);
		if (how->coverage)
			scenario_coverage(&book, content, report_duty, &report);
	}
	report_add(&report, "%zu passed, %zu failed\n", summary->passed, summary->failed);
	scenario_book_free(&book);
	return report.text;
}

char *lab_scenario_manual(void)
{
	struct lab_tally summary;
	struct report report = {.summary = &summary};
	report_add(&report, "Lines of a scenario:\n");
#define ROW(id, function, round, help) report_add(&report, "  %s\n", help);
	SCENARIO_LINES(ROW)
#undef ROW
	report_add(&report, "\nExpectations:\n");
#define ROW(id, function, help) report_add(&report, "  %s\n", help);
	SCENARIO_WISHES(ROW)
#undef ROW
	report_add(&report,
		"\nRules for a line \"tests\", with the part that the second play removes:\n");
#define ROW(id, function, arguments, help)                                                         \
	report_add(&report, "  %s %s: %s\n", #function, arguments, help);
	SCENARIO_WITHOUTS(ROW)
#undef ROW
	report_add(&report,
		"\nA matrix:\n  words fire, ice: the words of the matrix; each pair needs one "
		"line\n"
		"  pair fire ice by NAME, NAME: the scenarios that test how the two interact\n"
		"  pair fire ice inert \"why\": the two do not interact\n");
	return report.text;
}
