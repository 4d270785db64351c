/* Flow control over imitated lines: slow and fast, with answers and without. */
#include "tests/test.h"

#include "door/session/flow.h"

#define TICK_MS 5
#define ANSWERS_MAX 4096

/* A line of a speed and a delay with a terminal at its end, and a player who presses a key after
 * each pause. */
struct line {
	struct flow flow;
	unsigned speed, delay_ms; /* bytes a second; one way */
	bool knows[FLOW_MARK_COUNT], silent;
	int64_t now_ms, shown_at_ms; /* the terminal has shown everything */
	struct {
		int64_t at_ms;
		uint8_t mark;
	} answers[ANSWERS_MAX];
	size_t answer_count, answer_first;
	unsigned frames, marks;
	bool dirty;
	uint64_t most; /* bytes on the way right after a frame, less that frame */
};

static uint64_t line_way(const struct line *line)
{
	int64_t left_ms = line->shown_at_ms - line->now_ms - line->delay_ms;
	return left_ms > 0 ? (uint64_t)left_ms * line->speed / 1000 : 0;
}

static void line_carry(struct line *line, unsigned size)
{
	int64_t begin_ms = line->now_ms + line->delay_ms;
	begin_ms = begin_ms > line->shown_at_ms ? begin_ms : line->shown_at_ms;
	line->shown_at_ms = begin_ms + (int64_t)size * 1000 / line->speed;
	flow_sent(&line->flow, size, line->now_ms);
}

static void line_draw(struct line *line, unsigned size)
{
	static const unsigned bytes[] = {[FLOW_TIMING] = 3, [FLOW_STATUS] = 4};
	if (!line->dirty || !flow_open(&line->flow, 0, line->now_ms))
		return;
	uint64_t way = line_way(line);
	line->most = way > line->most ? way : line->most;
	line->dirty = false;
	line->frames++;
	line_carry(line, size);
	for (int mark = FLOW_MARK_COUNT - 1; mark >= 0; mark--) {
		if (!flow_wants(&line->flow, (enum flow_mark)mark, true))
			continue;
		line_carry(line, bytes[mark]);
		flow_marked(&line->flow, (enum flow_mark)mark, line->now_ms);
		line->marks++;
		if (!line->knows[mark] || line->silent)
			continue;
		assert_true(line->answer_count < ANSWERS_MAX);
		line->answers[line->answer_count].at_ms = line->shown_at_ms + line->delay_ms;
		line->answers[line->answer_count++].mark = (uint8_t)mark;
	}
}

static void line_hear(struct line *line)
{
	for (; line->answer_first < line->answer_count &&
		line->answers[line->answer_first].at_ms <= line->now_ms;
		line->answer_first++)
		flow_answered(&line->flow, (enum flow_mark)line->answers[line->answer_first].mark,
			line->now_ms);
	flow_forgive(&line->flow, line->now_ms);
}

/* The player presses a key each pause_ms, and each key changes so many bytes of the screen. */
static void line_play(struct line *line, int64_t for_ms, int64_t pause_ms, unsigned size)
{
	int64_t end_ms = line->now_ms + for_ms, key_ms = line->now_ms;
	for (; line->now_ms < end_ms; line->now_ms += TICK_MS) {
		line_hear(line);
		if (line->now_ms >= key_ms) {
			line->dirty = true;
			key_ms += pause_ms;
		}
		line_draw(line, size);
	}
}

/* The first frame, and the time until it is shown and answered. */
static void line_begin(struct line *line, unsigned speed, unsigned delay_ms, unsigned known)
{
	memset(line, 0, sizeof *line);
	line->now_ms = 1000;
	line->speed = speed;
	line->delay_ms = delay_ms;
	for (int mark = 0; mark < FLOW_MARK_COUNT; mark++)
		line->knows[mark] = known >> mark & 1;
}

static void line_greet(struct line *line)
{
	line->dirty = true;
	line_draw(line, 826);
	line_play(line, line->shown_at_ms - line->now_ms + 3000, 1000000, 100);
	line->most = 0;
	line->frames = line->marks = 0;
}

#define BOTH (1 << FLOW_TIMING | 1 << FLOW_STATUS)

static void a_slow_line_is_half_a_second_ahead(void **state)
{
	static const unsigned speeds[] = {30, 120, 240, 960}, delays[] = {0, 40, 300};
	(void)state;
	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 3; j++)
			for (unsigned known = 1; known <= BOTH; known++) {
				struct line line;
				line_begin(&line, speeds[i], delays[j], known);
				line_greet(&line);
				line_play(&line, 60000, 30, 45);
				/* Half a second, a mark, and what was measured too high. */
				if (line.most > speeds[i] * 6 / 10 + 12)
					fail_msg("%u B/s, %u ms, marks %u: %llu bytes ahead",
						speeds[i], delays[j], known,
						(unsigned long long)line.most);
				/* The line is idle only while a long way delays the answers. */
				bool near = delays[j] < 100;
				if (near ? line.frames * 49 < speeds[i] * 60 * 3 / 4 &&
							line.frames < 1200
					 : line.frames < 60 && line.frames * 49 < speeds[i] * 12)
					fail_msg("%u B/s, %u ms, marks %u: %u frames", speeds[i],
						delays[j], known, line.frames);
			}
}

static void a_fast_line_shows_every_key_and_has_few_marks(void **state)
{
	static const unsigned delays[] = {1, 50, 150};
	(void)state;
	for (size_t j = 0; j < 3; j++) {
		struct line line;
		line_begin(&line, 1000000, delays[j], BOTH);
		line_greet(&line);
		line_play(&line, 30000, 30, 45);
		if (line.frames < 990 || line.marks > line.frames / 4)
			fail_msg("%u ms: %u frames with %u marks", delays[j], line.frames,
				line.marks);
	}
}

static void a_known_speed_paces_without_marks(void **state)
{
	struct line line;
	(void)state;
	line_begin(&line, 120, 40, 0);
	line.flow.baud = 1200;
	line_greet(&line);
	line_play(&line, 60000, 30, 45);
	assert_true(line.most <= 120 / 2 + 10);
	assert_true(line.frames > 120);
}

/* The speed that a client says bounds what is on its way, and delays nothing that was answered. */
static void answers_count_more_than_a_speed_that_was_said(void **state)
{
	struct line line;
	(void)state;
	line_begin(&line, 100000, 5, BOTH);
	line.flow.baud = 300;
	line_greet(&line);
	line_play(&line, 30000, 50, 195);
	assert_true(line.frames > 590);
}

/* Nothing is read any more: one frame, and half a second at the speed that was measured. */
static void a_terminal_that_falls_silent_gets_little(void **state)
{
	struct line line;
	(void)state;
	line_begin(&line, 120, 10, BOTH);
	line_greet(&line);
	line.silent = true;
	uint64_t before = line.flow.sent;
	line_play(&line, 3000, 15, 195);
	assert_in_range(line.flow.sent - before, 195, 60 + 195 + 8);
	/* An overdue answer lets one more frame pass, and the third tells that none will come. */
	line_play(&line, 60000, 15, 195);
	assert_false(flow_waits(&line.flow));
}

/* A first answer after many frames holds nothing up. */
static void a_late_first_answer_is_one_of_many(void **state)
{
	struct flow flow = {0};
	(void)state;
	flow_sent(&flow, 800, 0);
	assert_true(flow_wants(&flow, FLOW_STATUS, true));
	assert_false(flow_wants(&flow, FLOW_STATUS, false));
	flow_marked(&flow, FLOW_STATUS, 0);
	assert_false(flow_wants(&flow, FLOW_STATUS, true));
	for (int i = 1; i < 40; i++) {
		assert_true(flow_open(&flow, 0, i * 100));
		flow_sent(&flow, 200, i * 100);
	}
	flow_answered(&flow, FLOW_STATUS, 5000);
	assert_true(flow_open(&flow, 0, 5000));
	flow_sent(&flow, 200, 5000);
	assert_true(flow_wants(&flow, FLOW_STATUS, true));
	flow_marked(&flow, FLOW_STATUS, 5000);
	assert_true(flow_waits(&flow));
	assert_false(flow_open(&flow, 0, 5000));
	assert_in_range(flow_next(&flow, 5000), 5001, 5000 + 600000);
	flow_answered(&flow, FLOW_STATUS, 6000);
	assert_true(flow_open(&flow, 0, 6000));
	assert_int_equal(flow.answered, flow.sent);
}

static void the_network_counts_where_no_mark_is_answered(void **state)
{
	struct flow flow = {0};
	(void)state;
	assert_true(flow_open(&flow, 2048, 0));
	assert_false(flow_open(&flow, 2049, 0));
	assert_int_equal(flow_next(&flow, 100), 120);
	flow.baud = 300;
	assert_true(flow_open(&flow, 15, 0));
	assert_false(flow_open(&flow, 16, 0));
	/* 1000 bytes take 33 seconds; the next frame may follow half a second earlier. */
	flow_sent(&flow, 1000, 0);
	assert_false(flow_open(&flow, 0, 32700));
	assert_true(flow_open(&flow, 0, 32850));
}

static void answers_that_nobody_asked_for_are_ignored(void **state)
{
	struct flow flow = {0};
	(void)state;
	flow_answered(&flow, FLOW_TIMING, 10);
	flow_answered(&flow, FLOW_STATUS, 10);
	assert_false(flow.kinds[FLOW_TIMING].proven || flow.kinds[FLOW_STATUS].proven);
	flow_sent(&flow, 100, 20);
	flow_marked(&flow, FLOW_TIMING, 20);
	flow_answered(&flow, FLOW_STATUS, 30);
	assert_false(flow.kinds[FLOW_STATUS].proven);
	flow_answered(&flow, FLOW_TIMING, 40);
	flow_answered(&flow, FLOW_TIMING, 40);
	assert_int_equal(flow.answered, 100);
	assert_int_equal(flow.mark_count, 0);
}

/* A session that ends waits for the answers that would be typed into the next program. */
static void the_end_waits_for_the_terminal(void **state)
{
	struct flow flow = {0};
	(void)state;
	assert_int_equal(flow_parting(&flow), 0);
	flow_sent(&flow, 100, 50);
	flow_marked(&flow, FLOW_TIMING, 50);
	assert_int_equal(flow_parting(&flow), 0);
	flow_marked(&flow, FLOW_STATUS, 50);
	assert_int_equal(flow_parting(&flow), 350);
	flow_answered(&flow, FLOW_STATUS, 90);
	assert_int_equal(flow_parting(&flow), 0);
	flow_sent(&flow, 100, 100);
	flow_marked(&flow, FLOW_STATUS, 100);
	assert_int_equal(flow_parting(&flow), 1100);
}

/* A frame that the player must see has a mark of its own, however short it is. */
static void a_frame_is_shown_when_its_mark_is_answered(void **state)
{
	struct flow flow = {0};
	(void)state;
	/* Without answers: the network has taken it, and the line has had the time. */
	flow_sent(&flow, 100, 50);
	assert_true(flow_shown(&flow, flow.marked, 0, 50));
	assert_false(flow_shown(&flow, flow.marked, 1, 50));
	flow.baud = 300;
	flow_sent(&flow, 30, 3000);
	assert_false(flow_shown(&flow, flow.marked, 0, 3900));
	assert_true(flow_shown(&flow, flow.marked, 0, 4000));
	flow.baud = 0;
	/* The first answer proves the kind of mark. */
	assert_true(flow_wants(&flow, FLOW_STATUS, true));
	flow_marked(&flow, FLOW_STATUS, 5000);
	flow_answered(&flow, FLOW_STATUS, 5010);
	flow.speed = 4096;
	flow_sent(&flow, 10, 5020);
	assert_false(flow_wants(&flow, FLOW_STATUS, true));
	flow.due = true;
	assert_true(flow_wants(&flow, FLOW_STATUS, true));
	flow_marked(&flow, FLOW_STATUS, 5020);
	assert_false(flow_wants(&flow, FLOW_STATUS, true));
	uint64_t until = flow.marked;
	flow_sent(&flow, 10, 5030);
	assert_false(flow_shown(&flow, until, 0, 5030));
	flow_answered(&flow, FLOW_STATUS, 5040);
	assert_true(flow_shown(&flow, until, 100, 5040));
	/* A lost answer counts as come after a time. */
	flow.due = true;
	flow_marked(&flow, FLOW_STATUS, 5050);
	assert_false(flow_shown(&flow, flow.marked, 0, 5060));
	flow_forgive(&flow, 60000);
	assert_true(flow_shown(&flow, flow.marked, 0, 60000));
}

/* A longer answer counts slowly, since a frame may have been on the line before it. */
static void the_round_trip_is_measured(void **state)
{
	struct flow flow = {0};
	(void)state;
	for (int took = 200; took <= 300; took += 100) {
		flow_sent(&flow, 10, 1000 + took);
		flow_marked(&flow, FLOW_STATUS, 1000 + took);
		flow_answered(&flow, FLOW_STATUS, 1000 + 2 * took);
		assert_in_range(flow.round_trip_ms, 200, took == 200 ? 200 : 230);
	}
	flow_sent(&flow, 10, 5000);
	flow_marked(&flow, FLOW_STATUS, 5000);
	flow_answered(&flow, FLOW_STATUS, 5050);
	assert_int_equal(flow.round_trip_ms, 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slow_line_is_half_a_second_ahead),
		cmocka_unit_test(a_fast_line_shows_every_key_and_has_few_marks),
		cmocka_unit_test(a_known_speed_paces_without_marks),
		cmocka_unit_test(answers_count_more_than_a_speed_that_was_said),
		cmocka_unit_test(a_terminal_that_falls_silent_gets_little),
		cmocka_unit_test(a_late_first_answer_is_one_of_many),
		cmocka_unit_test(the_network_counts_where_no_mark_is_answered),
		cmocka_unit_test(answers_that_nobody_asked_for_are_ignored),
		cmocka_unit_test(a_frame_is_shown_when_its_mark_is_answered),
		cmocka_unit_test(the_round_trip_is_measured),
		cmocka_unit_test(the_end_waits_for_the_terminal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
