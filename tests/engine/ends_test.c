/*
 * The ends of all scenarios, compared with those that are kept.
 *
 * A scenario asks for a few facts.  This compares the whole state after it, and all that is shown
 * of it.  The recorded content is played, so that no edit of etc/content moves an answer.  A line
 * is named after the scenario and a hash of its text: a scenario that is new or was edited has no
 * answer before `make golden`, and only too many of those fail.
 */
#include "engine/lab/scenario.h"
#include "tests/test.h"

#include "tests/engine/shown.h"

#include <glob.h>

#define UNKNOWN_PERCENT 25
#define NAME_BYTES 200
#define MORE_TURNS 12 /* after the end */

static const struct content *stock;

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

/* Does the lines of a round, except the scenario's expectations. */
static bool do_round(struct scenario_play *play, enum scenario_round round)
{
	for (size_t i = 0; i < play->scenario->line_count; i++) {
		const struct scenario_line *line = &play->scenario->lines[i];
		struct scenario_words words = {line->words, line->count};
		play->line = line;
		if (lines[line->row].round == round && line->row != SCENARIO_EXPECT &&
			!lines[line->row].function(play, &words))
			return false;
	}
	return true;
}

static uint32_t hash_word(uint32_t hash, const char *word)
{
	do
		hash = (hash ^ (uint8_t)*word) * 0x01000193u;
	while (*word++ != '\0');
	return hash;
}

static uint32_t hash_of(const struct scenario *scenario)
{
	uint32_t hash = 0x811c9dc5u;
	for (size_t i = 0; i < scenario->line_count; i++) {
		const struct scenario_line *line = &scenario->lines[i];
		for (int word = 0; word < line->count; word++)
			hash = hash_word(hash, line->words[word]);
		for (size_t row = 0; row < line->row_count; row++)
			hash = hash_word(hash, line->rows[row]);
	}
	return hash;
}

static void act(FILE *out, struct game *game, struct command command)
{
	enum verdict verdict = game_act(game, &command);
	fprintf(out, "%d %d: %d %016llx %s\n", command.verb, command.item, verdict,
		(unsigned long long)game_digest(game), game_refusal(game));
}

/* Waits, and then does all that can be done with what is carried. */
static void go_on(FILE *out, struct game *game)
{
	struct view *view = calloc(1, sizeof *view);
	assert_non_null(view);
	for (int i = 0; i < MORE_TURNS; i++)
		act(out, game, (struct command){.verb = VERB_WAIT});
	game_view(game, view);
	bool near = view->creature_count > 0;
	struct command command = {.x = near ? view->creatures[0].x : view->hero_x,
		.y = near ? view->creatures[0].y : view->hero_y};
	for (size_t i = 0; i < view->pack_count; i++)
		for (int verb = 0; verb < VERB_COUNT; verb++) {
			command.verb = (uint8_t)verb;
			command.item = (uint8_t)(view->pack[i].letter - 'a');
			if (view->pack[i].verbs & 1u << verb)
				act(out, game, command);
		}
	command.verb = VERB_CAST;
	for (size_t i = 0; i < view->spell_count; i++) {
		command.item = view->spells[i].number;
		act(out, game, command);
	}
	free(view);
}

static void compare_end(struct answers *answers, const struct scenario_play *play)
{
	char name[NAME_BYTES], *text;
	size_t size;
	snprintf(name, sizeof name, "%s-%08x", play->scenario->name,
		(unsigned)hash_of(play->scenario));
	answers_name(answers, name);
	shown_state(answers, play->game);
	shown_answer(answers, play->game);
	shown_saves(answers, play->game);
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	go_on(out, play->game);
	fclose(out);
	answers_add(answers, "later", text, size);
	answers_compare(answers);
	free(text);
}

/* A scenario that names what the recorded content does not have is left out. */
static void play_one(struct answers *answers, const struct scenario *scenario)
{
	struct scenario_play play = {.scenario = scenario, .seed = 1, .least = 1, .of = 1};
	assert_true(do_round(&play, ROUND_ABOUT));
	bool brings = scenario_find_line(scenario, SCENARIO_CONTENT, 0) < scenario->line_count;
	play.own = brings ? scenario_content(&play, stock) : NULL;
	play.content = brings ? play.own : stock;
	if (play.content != NULL && do_round(&play, ROUND_MAP)) {
		do_round(&play, ROUND_PLAY);
		if (!play.malformed)
			compare_end(answers, &play);
	}
	game_free(play.game);
	content_free(play.own);
}

/* ---- The files ---- */

static void play_all(struct answers *answers, const char *path)
{
	struct scenario_book book = {0};
	struct complaint complaint;
	char *text = answers_read(path);
	assert_non_null(text);
	assert_true(scenario_read(&book, "scenario", text, strlen(text), &complaint));
	for (size_t at = 0; at < book.scenario_count; at++)
		play_one(answers, &book.scenarios[at]);
	scenario_book_free(&book);
	free(text);
}

static void scenarios_end_as_they_did(void **state)
{
	struct answers answers;
	glob_t found;
	(void)state;
	answers_begin(&answers, "tests/golden/shown/ends.txt");
	assert_int_equal(glob("tests/engine/scenarios/*.txt", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		play_all(&answers, found.gl_pathv[i]);
	globfree(&found);
	answers_end(&answers, UNKNOWN_PERCENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scenarios_end_as_they_did),
	};
	struct content *content = shown_content("tests/golden/content.bundle");
	stock = content;
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
