/* A game that goes on in another process shows the same, and does the same at each key. */
#include "tests/test.h"

#include "door/play/play_private.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#define BYTES_MAX 16384

/* Resumes the game of a stage as the play screen does; unpacks: with what the keeper lacks. */
static void stage_move(struct stage *from, struct stage *to, bool unpacks)
{
	const struct play_link link = {.context = to, .between = stage_between};
	uint8_t *bytes = malloc(BYTES_MAX);
	struct packing out = {.bytes = bytes, .capacity = BYTES_MAX};
	struct complaint complaint;
	size_t size;

	assert_true(play_may_move(from->play));
	play_pack(from->play, &out);
	assert_false(out.full);
	uint8_t *save = game_snapshot(from->game, &size);
	*to = (struct stage){.game = game_load(stock, save, size, &complaint), .frames_max = 100};
	if (!to->game)
		fail_msg("%s", complaint.sentence);
	free(save);
	to->play = play_new(to->game, stock, NULL, play_index(from->play), &link);
	play_hints(to->play, from->play->hints.on, from->play->hints.given);
	vt_frame_resize(&to->frame, from->frame.width, from->frame.height);
	if (from->play->lines)
		assert_true(play_lines_on(to->play, play_lines_detail(from->play)));
	struct unpacking in = {.bytes = bytes, .size = out.size};
	if (unpacks)
		assert_true(play_unpack(to->play, &in) && packed_whole(&in));
	stage_paint(to);
	free(bytes);
}

static bool same_frames(const struct stage *a, const struct stage *b)
{
	size_t count = (size_t)a->frame.width * (size_t)a->frame.height;

	return a->frame.cursor_x == b->frame.cursor_x && a->frame.cursor_y == b->frame.cursor_y &&
	       memcmp(a->frame.cells, b->frame.cells, count * sizeof *a->frame.cells) == 0;
}

/* A real level, because that of a stage cannot be saved. */
static void level_begin(struct stage *stage)
{
	const struct play_link link = {.context = stage, .between = stage_between};
	struct seed seed = {{0x51}};

	*stage = (struct stage){
		.game = game_new(stock, &seed, &(struct birth){.name = "anna"}), .frames_max = 100};
	stage->play = play_new(stage->game, stock, NULL, 0, &link);
	play_hints(stage->play, true, 0);
	vt_frame_resize(&stage->frame, 80, 24);
	stage_paint(stage);
	stage_hush(stage);
}

/* Types the keys before a move. */
static void level_play(struct stage *stage, const char *keys)
{
	stage_type(stage, keys);
	while (play_more(stage->play))
		stage_type(stage, " ");
	play_hints_look(stage->play);
	stage_paint(stage);
}

/* Keys before the move, and those after it. With some the player of a game that was only resumed
 * would notice it. */
static const struct {
	const char *before, *after;
	bool noticed;
} cases[] = {
	{"", "llj", true},
	{"lll", "`", true},
	{"03.", "``", true},
	{"s", "m\033`", true},
	{"L", "`HJ", true},
	{"Q\033", "hhkk", true},
	{"`", "llss", true},
};

static void a_moved_game_goes_on_as_if_it_had_stayed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stayed, moved;

		level_begin(&stayed);
		level_play(&stayed, cases[i].before);
		stage_move(&stayed, &moved, true);
		stage_paint(&stayed);
		assert_true(same_frames(&stayed, &moved));
		for (const char *key = cases[i].after; *key; key++) {
			stage_key(&stayed, *key);
			stage_key(&moved, *key);
			assert_true(same_frames(&stayed, &moved));
			assert_int_equal(play_index(stayed.play), play_index(moved.play));
		}
		stage_end(&stayed);
		stage_end(&moved);
	}
}

/* The control: without the packed bytes each of these games shows a difference. */
static void a_game_that_was_only_resumed_differs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stayed, moved;
		bool same;

		level_begin(&stayed);
		level_play(&stayed, cases[i].before);
		stage_move(&stayed, &moved, false);
		stage_paint(&stayed);
		same = same_frames(&stayed, &moved);
		for (const char *key = cases[i].after; *key; key++) {
			stage_key(&stayed, *key);
			stage_key(&moved, *key);
			same = same && same_frames(&stayed, &moved);
		}
		assert_true(same != cases[i].noticed);
		stage_end(&stayed);
		stage_end(&moved);
	}
}

/* Sets every byte of what moves, and packs it twice. */
static void every_packed_member_comes_back(void **state)
{
	static uint8_t first[BYTES_MAX], second[BYTES_MAX];
	struct stage a, b;

	(void)state;
	stage_begin(&a, stock, 80, 24);
	stage_begin(&b, stock, 80, 24);
	struct play *play = a.play;
	memset(&play->messages, 1, sizeof play->messages);
	play->messages.letters_turned = 300;
	play->messages.letters_shown = 301;
	snprintf(play->messages.sentence, sizeof play->messages.sentence, "\014Some sentence.");
	play->prompt.item = 3;
	play->prompt.times = 4;
	play->prompt.target = 5;
	memset(&play->window, 1, sizeof play->window);
	play->window.width = 33;
	play->window.height = 11;
	memset(&play->hints, 1, sizeof play->hints);
	memset(&play->acting, 1, sizeof play->acting);
	memset(&play->places, 1, sizeof play->places);
	memset(&play->watch, 1, sizeof play->watch);
	play->watch.count = WATCHED_MOST;
	for (int i = 0; i < WATCHED_MOST; i++)
		snprintf(play->watch.list[i].name, sizeof play->watch.list[i].name, "n%d", i);
	struct packing out = {.bytes = first, .capacity = sizeof first};
	play_pack(play, &out);
	assert_false(out.full);
	struct unpacking in = {.bytes = first, .size = out.size};
	assert_true(play_unpack(b.play, &in) && packed_whole(&in));
	struct packing again = {.bytes = second, .capacity = sizeof second};
	play_pack(b.play, &again);
	assert_int_equal(out.size, again.size);
	assert_memory_equal(first, second, out.size);
	assert_memory_equal(
		a.play->places.letters, b.play->places.letters, sizeof a.play->places.letters);
	assert_int_equal(b.play->window.width, 33);
	assert_int_equal(b.play->window.height, 11);
	assert_memory_equal(&a.play->hints.after, &b.play->hints.after, sizeof a.play->hints.after);
	assert_memory_equal(a.play->watch.fumes, b.play->watch.fumes, sizeof a.play->watch.fumes);
	for (size_t size = 0; size < out.size; size++) {
		struct unpacking cut = {.bytes = first, .size = size};

		assert_false(play_unpack(b.play, &cut));
	}
	stage_end(&a);
	stage_end(&b);
}

static void only_a_game_at_rest_moves(void **state)
{
	static const char *const busy[] = {"i", "t", "?", "0", ";", "C"};

	(void)state;
	for (size_t i = 0; i < sizeof busy / sizeof *busy; i++) {
		struct stage stage;

		stage_begin(&stage, stock, 80, 24);
		assert_true(play_may_move(stage.play));
		stage_type(&stage, busy[i]);
		assert_false(play_may_move(stage.play));
		stage_type(&stage, "\033\033");
		assert_true(play_may_move(stage.play));
		play_key(stage.play, 's');
		assert_false(play_may_move(stage.play));
		play_settle(stage.play);
		assert_true(play_may_move(stage.play));
		stage_end(&stage);
	}
}

/* play_yield closes a question or a page without an answer: no command is given. */
static void a_game_can_be_brought_to_rest(void **state)
{
	static const char *const busy[] = {"i", "ia", "t", "?", "0", ";", "C", "Q", "12", "d"};

	(void)state;
	for (size_t i = 0; i < sizeof busy / sizeof *busy; i++) {
		struct stage stage;

		stage_begin(&stage, stock, 80, 24);
		stage_type(&stage, busy[i]);
		uint32_t before = play_index(stage.play);
		play_yield(stage.play);
		play_settle(stage.play);
		assert_true(play_may_move(stage.play));
		assert_int_equal(play_state(stage.play), PLAY_GOING);
		assert_int_equal(play_index(stage.play), before);
		stage_paint(&stage);
		stage_end(&stage);
	}
}

/* A game moves at --more--. The first key turns the page, even before anything is painted. */
static void a_page_of_messages_moves(void **state)
{
	struct stage a, b;

	(void)state;
	level_begin(&a);
	for (int i = 0; i < 12; i++) {
		char text[60];

		snprintf(text, sizeof text, "Sentence %d is about as long as many of them are.", i);
		message_say_text(a.game, text, COLOUR_ROLE_TEXT);
	}
	stage_paint(&a);
	assert_true(play_more(a.play));
	stage_move(&a, &b, true);
	assert_true(same_frames(&a, &b));
	for (int pages = 0; play_more(a.play); pages++) {
		struct stage c;

		assert_true(pages < 20);
		stage_move(&a, &c, true);
		stage_key(&a, ' ');
		stage_key(&c, ' ');
		assert_true(same_frames(&a, &c));
		assert_int_equal(play_index(a.play), play_index(c.play));
		stage_end(&c);
	}
	stage_end(&a);
	stage_end(&b);
}

/* Questions that come once are not asked again after a move. */
static void questions_stay_answered(void **state)
{
	struct stage a, b;

	(void)state;
	level_begin(&a);
	a.play->watch.risked = 1u << CONDUCT_BLOW | 1u << CONDUCT_KILL;
	a.play->acting.talk_asked_count = 2;
	a.play->acting.talk_asked[0] = 7;
	a.play->acting.talk_asked[1] = 300;
	stage_move(&a, &b, true);
	assert_int_equal(b.play->watch.risked, 1u << CONDUCT_BLOW | 1u << CONDUCT_KILL);
	assert_int_equal(b.play->acting.talk_asked_count, 2);
	assert_int_equal(b.play->acting.talk_asked[0], 7);
	assert_int_equal(b.play->acting.talk_asked[1], 300);
	stage_end(&a);
	stage_end(&b);
}

/* Types a line in line mode. Returns the report, which the caller frees. */
static char *line_report_of(struct stage *stage, const char *line)
{
	struct ui_text text = {0};

	play_typed(stage->play, line);
	assert_true(play_settle(stage->play));
	play_lines_report(stage->play, &text);
	assert_non_null(text.text);
	return text.text;
}

/* After a move no turn has passed since the last report. */
static void a_line_without_a_turn_says_so_after_a_move(void **state)
{
	static const char *const lines[] = {"", "wait", "wait", "wait"};
	struct stage a, b;

	(void)state;
	level_begin(&a);
	assert_true(play_lines_on(a.play, LINE_NORMAL));
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		free(line_report_of(&a, lines[i]));
	stage_move(&a, &b, true);
	char *report = line_report_of(&b, "\033");
	assert_string_equal(report, "Nothing happens.\n");
	free(report);
	report = line_report_of(&b, "wait");
	assert_string_equal(report, "Time passes.\n");
	free(report);
	stage_end(&a);
	stage_end(&b);
}

/* An action of the pack without an item would be repeated with none. */
static void an_action_without_its_item_is_refused(void **state)
{
	static uint8_t bytes[BYTES_MAX];
	struct stage stage;

	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.play->acting.last = (struct done){.any = true, .command.verb = VERB_DROP};
	for (unsigned appearance = 0; appearance < 2; appearance++) {
		struct packing out = {.bytes = bytes, .capacity = sizeof bytes};

		stage.play->acting.last.appearance = (uint16_t)appearance;
		play_pack(stage.play, &out);
		struct unpacking in = {.bytes = bytes, .size = out.size};
		assert_int_equal(play_unpack(stage.play, &in), appearance);
	}
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_moved_game_goes_on_as_if_it_had_stayed),
		cmocka_unit_test(a_game_that_was_only_resumed_differs),
		cmocka_unit_test(every_packed_member_comes_back),
		cmocka_unit_test(only_a_game_at_rest_moves),
		cmocka_unit_test(a_game_can_be_brought_to_rest),
		cmocka_unit_test(a_page_of_messages_moves),
		cmocka_unit_test(questions_stay_answered),
		cmocka_unit_test(an_action_without_its_item_is_refused),
		cmocka_unit_test(a_line_without_a_turn_says_so_after_a_move),
	};

	return stock_run(stock_content(), tests);
}
