/* The end of a run, as it is shown: each end with a title and words of its own. */
#include "tests/test.h"

#include "door/screen/screens.h"
#include "engine/content/words.h"
#include "tests/door/film.h"
#include "tests/door/keeper_house.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

/* The columns that the board has for how a run ended, in a window of 80. */
#define BOARD_END_COLUMNS 34

/* Glyphs beyond ASCII read as '?'. */
static bool frame_shows(const struct vt_frame *frame, const char *text)
{
	char row[VT_WIDTH_MAX + 1];
	for (int y = 0; y < frame->height; y++) {
		for (int x = 0; x < frame->width; x++) {
			uint16_t glyph = frame->cells[y * frame->width + x].glyph;
			row[x] = (char)(glyph < 127 ? glyph : '?');
		}
		row[frame->width] = '\0';
		if (strstr(row, text))
			return true;
	}
	return false;
}

static void paint(
	struct session *session, enum outcome outcome, const char *cause, int width, int height)
{
	*session = (struct session){
		.content = stock, .route = {.count = 1, .places = {{.screen = SCREEN_tombstone}}}};
	struct store_score *score = &session_arguments(session, SCREEN_tombstone)->tombstone.score;
	*score = (struct store_score){.run = 1,
		.outcome = (uint8_t)outcome,
		.scored = true,
		.score = 9416,
		.gold = 716,
		.turns = 7204,
		.level = 11,
		.deepest = 26};
	snprintf(score->name, sizeof score->name, "Elsie");
	snprintf(score->cause, sizeof score->cause, "%s", cause);
	vt_frame_resize(&session->frame, width, height);
	screen_tombstone.enter(session);
	assert_non_null(session->state);
	screen_tombstone.paint(session, &session->frame);
}

static void done(struct session *session)
{
	screen_tombstone.leave(session);
	free(session->state);
	vt_frame_free(&session->frame);
}

static const struct ending {
	enum outcome outcome;
	const char *cause;         /* a word of the content, or what it says */
	const char *title, *words; /* the title, and the series of words below it */
	bool stone;
} endings[] = {
	{OUTCOME_DIED, "killed by a wire worm on depth 3", "tombstone-title", "tombstone", true},
	{OUTCOME_LEFT, "cause-left", "left-title", "left", false},
	{OUTCOME_WON, "cause-won", "won-title", "won", false},
	{OUTCOME_WON, "cause-won-far", "far-title", "far", false},
	{OUTCOME_QUIT, "hung up on depth 4", "quit-title", "quit", false},
};
static const char *cause_of(const struct ending *ending)
{
	const char *word = content_word(stock, ending->cause);
	return word ? word : ending->cause;
}

#define ENDINGS (sizeof endings / sizeof *endings)

/* Whether a text of a series is there, by its first words. */
static bool shows_one_of(const struct vt_frame *frame, const char *series)
{
	char id[40], text[30];
	for (int number = 1;; number++) {
		snprintf(id, sizeof id, "%s-%d", series, number);
		const char *word = content_word(stock, id);
		if (word == NULL)
			return false;
		snprintf(text, sizeof text, "%.24s", word);
		if (frame_shows(frame, text))
			return true;
	}
}

static void each_end_has_its_title_and_its_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < ENDINGS; i++) {
		const struct ending *ending = &endings[i];
		const char *cause = cause_of(ending);
		struct session session;
		paint(&session, ending->outcome, cause, 80, 24);
		if (!frame_shows(&session.frame, content_word(stock, ending->title)))
			fail_msg("%s is not titled by %s", cause, ending->title);
		if (!frame_shows(&session.frame, cause))
			fail_msg("%s is not told", cause);
		for (size_t j = 0; j < ENDINGS; j++)
			if (shows_one_of(&session.frame, endings[j].words) != (i == j))
				fail_msg("%s: words of %s", cause, endings[j].words);
		assert_int_equal(frame_shows(&session.frame, ".'   "), ending->stone);
		assert_true(frame_shows(&session.frame, "9416"));
		done(&session);
	}
}

/* Blanks between the borders of the stone in a row, on one side of its text; -1: none is there. */
static int blanks_in(const struct vt_frame *frame, int y, int from, int step)
{
	int blanks = 0;
	for (int x = from; x >= 0 && x < frame->width; x += step) {
		uint16_t glyph = frame->cells[y * frame->width + x].glyph;
		if (glyph == VT_WALL_V)
			return -1;
		if (glyph != ' ')
			return blanks;
		blanks++;
	}
	return -1;
}

/* Each row of a cause that is wider than the stone is in its middle. */
static void a_long_cause_is_centred(void **state)
{
	struct session session;
	int rows = 0, left = 0;
	(void)state;
	paint(&session, OUTCOME_DIED, "killed by a wire worm of the deepest cellar, on depth 3", 80,
		24);
	const struct vt_frame *frame = &session.frame;
	while (frame->cells[6 * 80 + left].glyph != VT_WALL_V)
		left++;
	int right = left + 1;
	while (frame->cells[6 * 80 + right].glyph != VT_WALL_V)
		right++;
	for (int y = 6; y < 12; y++) {
		int before = blanks_in(frame, y, left + 1, 1);
		int behind = blanks_in(frame, y, right - 1, -1);
		if (before < 0)
			continue;
		rows++;
		assert_in_range(before - behind + 1, 0, 2);
	}
	assert_in_range(rows, 3, 6);
	done(&session);
}

/* The end lists the kept conducts of a run that recorded them. */
static void kept_conducts_are_listed(void **state)
{
	static const struct {
		int32_t conducts;
		bool shown;
	} rows[] = {{1 << CONDUCT_LAMP | 1 << CONDUCT_KILL, true}, {1 << CONDUCT_KILL, false},
		{0, false}, {RESULT_UNRECORDED, false}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int height = 24; height <= 30; height += 6) {
			struct session session;
			paint(&session, OUTCOME_DIED, "killed by a wire worm", 80, height);
			session_arguments(&session, SCREEN_tombstone)->tombstone.score.conducts =
				rows[i].conducts;
			screen_tombstone.paint(&session, &session.frame);
			assert_int_equal(
				frame_shows(&session.frame, ", lit no lamp"), rows[i].shown);
			assert_int_equal(
				frame_shows(&session.frame, "Conducts: "), rows[i].conducts > 0);
			assert_true(frame_shows(&session.frame, "leave an epitaph"));
			done(&session);
		}
}

/* The narrowest window tells the end, too. */
static void each_end_is_told_in_a_small_window(void **state)
{
	(void)state;
	for (size_t i = 0; i < ENDINGS; i++) {
		struct session session;
		paint(&session, endings[i].outcome, cause_of(&endings[i]), 40, 20);
		if (!frame_shows(&session.frame, content_word(stock, endings[i].title)))
			fail_msg("%s is not there", endings[i].title);
		done(&session);
	}
}

/* And which keys go on from there, to the last. */
static void its_keys_fit_a_small_window(void **state)
{
	struct session session;
	(void)state;
	paint(&session, OUTCOME_DIED, "killed by a wire worm on depth 3", 40, 20);
	assert_true(frame_shows(&session.frame, "e epitaph  d how it went  Enter on"));
	screen_tombstone.key(&session, 'e');
	screen_tombstone.paint(&session, &session.frame);
	assert_true(frame_shows(&session.frame, "Enter write it  Esc leave it  0 of "));
	done(&session);
}

static void the_board_has_room_for_each_end(void **state)
{
	static const char *const words[] = {"cause-left", "cause-won", "cause-won-far"};
	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *cause = content_word(stock, words[i]);
		if (strlen(cause) > BOARD_END_COLUMNS)
			fail_msg("%s is cut off on the board: %s", words[i], cause);
	}
}

/* Keys of the fight write nothing: an epitaph is begun by e, and not by what came before the stone
 * was there. */
static void an_epitaph_is_begun_on_purpose(void **state)
{
	struct session session;
	const char *ask = content_word(stock, "epitaph-ask");
	(void)state;
	paint(&session, OUTCOME_DIED, "killed by a wire worm on depth 3", 80, 24);
	for (const char *key = "hjkl.fzs \033"; *key; key++)
		screen_tombstone.key(&session, *key);
	screen_tombstone.paint(&session, &session.frame);
	assert_true(frame_shows(&session.frame, "e leave an epitaph"));
	assert_false(frame_shows(&session.frame, ask));
	screen_tombstone.key(&session, 'e');
	screen_tombstone.key(&session, 'o');
	screen_tombstone.key(&session, 'h');
	screen_tombstone.paint(&session, &session.frame);
	assert_true(frame_shows(&session.frame, ask));
	assert_true(frame_shows(&session.frame, "oh"));
	assert_false(frame_shows(&session.frame, "eoh"));
	done(&session);
}

/* A score says what it is made of. */
static void a_score_is_told_in_parts(void **state)
{
	struct session session;
	(void)state;
	paint(&session, OUTCOME_WON, content_word(stock, "cause-won"), 80, 24);
	assert_true(frame_shows(&session.frame, "4000 for depth 26, 716 for gold, 1700 for kinds"));
	assert_true(frame_shows(&session.frame, "3000 for bringing it"));
	done(&session);
	paint(&session, OUTCOME_DIED, "killed by a wire worm on depth 3", 80, 24);
	assert_true(frame_shows(&session.frame, "4000 for depth 26, 716 for gold, 4700 for kinds"));
	assert_false(frame_shows(&session.frame, "bringing it"));
	/* On two rows, and what follows stands below them. */
	assert_true(frame_shows(&session.frame, "quests"));
	assert_true(frame_shows(&session.frame, content_word(stock, "gold-halved")));
	done(&session);
	/* Giving up is no death. */
	paint(&session, OUTCOME_QUIT, "hung up on depth 3", 80, 24);
	assert_true(frame_shows(&session.frame, "Hanging up for good costs half of your gold."));
	assert_false(frame_shows(&session.frame, "Dying"));
	done(&session);
}

/* In 40 columns the notes about the score are whole: their last words are shown. */
static void notes_are_whole_in_a_narrow_window(void **state)
{
	struct session session;
	(void)state;
	paint(&session, OUTCOME_DIED, "killed by a wire worm on depth 3", 40, 24);
	struct store_score *score = &session_arguments(&session, SCREEN_tombstone)->tombstone.score;
	assert_true(frame_shows(&session.frame, "of your gold."));
	score->scored = false;
	screen_tombstone.paint(&session, &session.frame);
	assert_true(frame_shows(&session.frame, "not on the board."));
	score->scored = true;
	session.account.guest = true;
	screen_tombstone.paint(&session, &session.frame);
	assert_true(frame_shows(&session.frame, "board."));
	done(&session);
}

/* Of the longest epitaph nothing is cut off the stone, and it is told what is the longest. */
static void an_epitaph_is_told_whole(void **state)
{
	const char *line = "He asked the Supervisor for the time, and it was that late.";
	struct session session;
	char before[80];
	(void)state;
	paint(&session, OUTCOME_DIED, "killed by a wire worm on depth 3", 80, 24);
	screen_tombstone.key(&session, 'e');
	for (const char *key = line; *key; key++)
		screen_tombstone.key(&session, *key);
	screen_tombstone.paint(&session, &session.frame);
	snprintf(before, sizeof before, "%zu of 60 characters", strlen(line));
	assert_true(frame_shows(&session.frame, before));
	for (const char *key = "over"; *key; key++)
		screen_tombstone.key(&session, *key);
	screen_tombstone.paint(&session, &session.frame);
	assert_true(frame_shows(&session.frame, "60 of 60 characters"));
	struct store_score *score = &session_arguments(&session, SCREEN_tombstone)->tombstone.score;
	snprintf(score->epitaph, sizeof score->epitaph, "%s", line);
	screen_tombstone.key(&session, '\033');
	screen_tombstone.paint(&session, &session.frame);
	assert_true(frame_shows(&session.frame, "He asked the Supervisor for the"));
	assert_true(frame_shows(&session.frame, "time, and it was that late."));
	done(&session);
}

/* ---- Writing an epitaph ---- */

static void press(struct session *session, const char *keys)
{
	for (; *keys; keys++) {
		screen_tombstone.key(session, *keys == '\n'     ? '\r'
					      : *keys == '\033' ? VT_KEY_ESCAPE
								: *keys);
		screen_tombstone.paint(session, &session->frame);
	}
}

/* A run of the caller that has ended by death, as the keeper has it. */
static int64_t lost_run(struct store_client *line)
{
	struct keeper_run run;
	struct store_score score;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	score = fixture_score(&run, 100, OUTCOME_DIED);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	return run.id;
}

/* An epitaph is offered to accounts and written as it was typed, without blanks around; without any
 * text, or after Escape, there is none. */
static void an_epitaph_is_written_once(void **state)
{
	static const struct {
		const char *keys, *epitaph;
	} cases[] = {{"xxdje  It was dark. \n", "It was dark."}, {"e   \n", ""}, {"ebye\033", ""},
		{"\n", ""}, {"eab\bc\n", "ac"},
		{"e123456789012345678901234567890123456789012345678901234567890123456789\n",
			"123456789012345678901234567890123456789012345678901234567890"}};
	struct fixture *fixture;

	(void)state;
	fixture_set_up((void **)&fixture);
	struct store_client *line = fixture_caller(fixture, "Elsie");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct session session;
		struct store_score kept;
		int64_t run = lost_run(line);

		paint(&session, OUTCOME_DIED, "killed by a wire worm on depth 3", 80, 24);
		session.line = line;
		session_arguments(&session, SCREEN_tombstone)->tombstone.score.run = run;
		assert_true(frame_shows(&session.frame, "e leave an epitaph"));
		press(&session, cases[i].keys);
		assert_false(frame_shows(&session.frame, "e leave an epitaph"));
		assert_int_equal(keeper_score_get(line, run, &kept), KEEPER_OK);
		assert_string_equal(kept.epitaph, cases[i].epitaph);
		assert_string_equal(
			session_arguments(&session, SCREEN_tombstone)->tombstone.score.epitaph,
			cases[i].epitaph);
		const char *words = content_word(stock, "epitaph-kept");
		assert_int_equal(frame_shows(&session.frame, words), *cases[i].epitaph != '\0');
		assert_string_equal(session.banner, "");
		done(&session);
	}
	store_client_free(line);
	fixture_tear_down((void **)&fixture);
}

/* An epitaph that the keeper refuses is told; those who live are asked for none. */
static void an_epitaph_may_be_refused_or_not_offered(void **state)
{
	struct session session;
	struct fixture *fixture;

	(void)state;
	fixture_set_up((void **)&fixture);
	struct store_client *line = fixture_caller(fixture, "Elsie");
	paint(&session, OUTCOME_DIED, "killed by a wire worm on depth 3", 80, 24);
	session.line = line;
	session_arguments(&session, SCREEN_tombstone)->tombstone.score.run = 999;
	press(&session, "enobody\n");
	assert_string_not_equal(session.banner, "");
	assert_false(frame_shows(&session.frame, content_word(stock, "epitaph-kept")));
	done(&session);
	store_client_free(line);
	fixture_tear_down((void **)&fixture);
	paint(&session, OUTCOME_QUIT, "hung up on depth 4", 80, 24);
	assert_false(frame_shows(&session.frame, "epitaph"));
	done(&session);
}

/* Pages of ends in windows of many sizes, compared with a film: long causes and epitaphs, avenged
 * names, debugging, guests, nothing won and all won. */
static void each_end_is_as_filmed(void **state)
{
	static const int sizes[][2] = {{80, 24}, {40, 20}, {59, 23}, {60, 26}, {132, 44}};
	struct film film;

	(void)state;
	film_open(&film, "tombstones");
	for (size_t i = 0; i < ENDINGS * 4; i++) {
		const int *size = sizes[i % 5];
		struct session session;
		char title[40];

		paint(&session, endings[i % ENDINGS].outcome, cause_of(&endings[i % ENDINGS]),
			size[0], size[1]);
		struct store_score *score =
			&session_arguments(&session, SCREEN_tombstone)->tombstone.score;
		if (i & 1)
			snprintf(score->epitaph, sizeof score->epitaph,
				i & 2 ? "It was dark, and then it was darker, and longer than a "
					"stone"
				      : "It was dark.");
		if (i & 4)
			snprintf(score->avenged, sizeof score->avenged, "Amy Bob");
		if (i % 3 == 1)
			snprintf(score->cause, sizeof score->cause,
				"drowned in the long night of the far exchange, on depth 26");
		score->scored = i % 7 > 1;
		session.account.guest = i % 5 == 3;
		score->gold = i % 4 == 3 ? 0 : score->gold;
		score->score = i % 6 == 5 ? 26 * 50 : score->score;
		screen_tombstone.paint(&session, &session.frame);
		snprintf(title, sizeof title, "end %zu", i);
		film_frame(&film, title, &session.frame);
		done(&session);
	}
	film_close(&film);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_end_has_its_title_and_its_words),
		cmocka_unit_test(a_long_cause_is_centred),
		cmocka_unit_test(kept_conducts_are_listed),
		cmocka_unit_test(each_end_is_told_in_a_small_window),
		cmocka_unit_test(its_keys_fit_a_small_window),
		cmocka_unit_test(the_board_has_room_for_each_end),
		cmocka_unit_test(an_epitaph_is_begun_on_purpose),
		cmocka_unit_test(a_score_is_told_in_parts),
		cmocka_unit_test(notes_are_whole_in_a_narrow_window),
		cmocka_unit_test(an_epitaph_is_told_whole),
		cmocka_unit_test(an_epitaph_is_written_once),
		cmocka_unit_test(an_epitaph_may_be_refused_or_not_offered),
		cmocka_unit_test(each_end_is_as_filmed),
	};
	return stock_run(stock_content(), tests);
}
