/* Accounts and a keeper with daily runs, and a clock that the test sets. */
#ifndef TRAPDOOR_TESTS_DAY_SCENE_H
#define TRAPDOOR_TESTS_DAY_SCENE_H

#include "tests/test.h"

#include <sys/mman.h>

#include "door/text/board_words.h"
#include "door/text/contest.h"
#include "door/text/times.h"
#include "door/verify/verification.h"
#include "tests/door/keeper_house.h"

#define HOUR 3600
#define DAY (24 * HOUR)

/* ---- The clock of this process and of its keepers ---- */

static int64_t *clock_now;

/* In place of libc's. */
time_t time(time_t *now)
{
	if (now)
		*now = (time_t)*clock_now;
	return (time_t)*clock_now;
}

/* 2026-11-22 18:00 */
#define TODAY "2026-11-22"
#define TOMORROW "2026-11-23"
#define AT_SIX 1795370400

static inline int set_up(void **state)
{
	struct fixture *fixture = fixture_new();

	clock_now = mmap(
		NULL, sizeof *clock_now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(clock_now != MAP_FAILED);
	*clock_now = AT_SIX;
	fixture->policy.daily = 1;
	/* After a jump, both clocks must agree for a millisecond. */
	fixture->policy.expiry_ms = 1;
	fixture_start(fixture);
	*state = fixture;
	return 0;
}

static inline int tear_down(void **state)
{
	int answer = fixture_tear_down(state);

	munmap(clock_now, sizeof *clock_now);
	return answer;
}

static inline void pause_ms(int ms)
{
	nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

/* Moves the clock. The keeper sees the jump at one request, and has followed it at a later one. */
static inline void go_to(struct store_client *line, int64_t seconds)
{
	struct keeper_day day;

	*clock_now = seconds;
	for (int i = 0; i < 3; i++) {
		keeper_day_show(line, "", &day);
		pause_ms(3);
	}
}

/* ---- Players ---- */

static inline int64_t end_run(struct store_client *line, struct keeper_run *run, int points)
{
	struct store_score score = fixture_score(run, points, OUTCOME_DIED);

	score.turns = 9;
	strcpy(score.epitaph, "The cellar has three");
	assert_int_equal(keeper_run_end(line, run->epoch, 1, &score), KEEPER_OK);
	return run->id;
}

/* An account that has ended a ranked run. */
static inline struct store_client *player(struct fixture *fixture, const char *name)
{
	struct store_client *line = fixture_caller(fixture, name);
	struct keeper_run run;

	fixture_begin_unproven(line, &run);
	fixture_verify(fixture, end_run(line, &run, 100));
	return line;
}

static inline void begin_try(struct store_client *line, struct keeper_run *run)
{
	assert_int_equal(keeper_day_play(line, TODAY, run), KEEPER_OK);
	/* Waits a turn. */
	assert_int_equal(fixture_append(line, run, 0, "\10"), KEEPER_OK);
}

/* Ends a try as it was played, by quitting, and waits for its verification. */
static inline void quit_try(
	struct fixture *fixture, struct store_client *line, const struct keeper_run *run)
{
	struct game *game = game_new(fixture->content, &run->seed, &run->birth);
	const struct command quit = {.verb = VERB_QUIT};
	uint8_t bytes[COMMAND_BYTES_MAX];
	struct store_append append = {
		.run = run->id, .epoch = run->epoch, .index = 1, .count = 1, .bytes = bytes};
	struct store_score score = {.run = run->id};
	struct result result;

	game_act(game, &(struct command){.verb = VERB_WAIT});
	game_act(game, &quit);
	append.size = command_encode(&quit, bytes);
	assert_int_equal(keeper_append(line, &append), KEEPER_OK);
	game_result(game, &result);
	board_score_of_result(&result, &score);
	strcpy(score.epitaph, "The cellar has three");
	game_free(game);
	assert_int_equal(keeper_run_end(line, run->epoch, 2, &score), KEEPER_OK);
	for (int i = 0; i < 4000 && score.proof == STORE_UNVERIFIED; i++) {
		pause_ms(5);
		assert_int_equal(keeper_score_get(line, run->id, &score), KEEPER_OK);
	}
	if (score.proof != STORE_VERIFIED) {
		char sentence[VERIFICATION_SENTENCE_MAX] = "";
		verify_run(fixture_operator(fixture), fixture->content, run->id, sentence,
			sizeof sentence);
		fail_msg("%s", sentence);
	}
}

static inline bool is_scored(struct store_client *line, int64_t run)
{
	struct store_score score;

	assert_int_equal(keeper_score_get(line, run, &score), KEEPER_OK);
	assert_int_equal(score.mode, STORE_DAILY);
	return score.scored;
}

static inline struct keeper_day day_of(struct store_client *line, const char *date)
{
	struct keeper_day day;

	assert_int_equal(keeper_day_show(line, date, &day), KEEPER_OK);
	return day;
}

static inline void expect_refused(struct store_client *line, const char *date, const char *why)
{
	struct keeper_run run;

	assert_int_equal(keeper_day_play(line, date, &run), KEEPER_NO);
	if (!strstr(keeper_sentence(line), why))
		fail_msg("%s, not %s", keeper_sentence(line), why);
}

#endif
