/*
 * Words of players, days, tries and pages when a statement fails, as failure_test.c has it for the
 * rest of the store: the answer, and a connection that goes on.
 */
#include "tests/test.h"

#include "full_store.h"

/* ---- Rows ---- */

#define MINA 1
#define OTTO 2
#define TODAY "2026-11-22"

static const struct store_day some_day = {.date = TODAY, .seed = {1, 2}, .hash = {3, 4}};

static const struct store_report some_report = {.at = 9,
	.reporter = MINA,
	.kind = STORE_WALL,
	.subject = 1,
	.author = OTTO,
	.text = "line"};

static enum store_answer try_begin(struct test_store *place)
{
	struct store_run run;

	return store_try_begin(place->store, "cellar", TODAY,
		&(struct store_begin){OTTO, STORE_DAILY, some_day.seed, "birth", 5, 1, bundle, 9},
		&run);
}

/* Two rows for each list, so that a reader may stop at the first. */
static int set_up_words(void **state)
{
	struct store_day before = some_day;
	struct test_store *place;

	set_up_full(state);
	place = *state;
	strcpy(before.date, "2026-11-21");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(store_wall_add(place->store, OTTO, "line", 5), STORE_OK);
		assert_int_equal(store_mail_send(place->store, OTTO, MINA, "mail", 5), STORE_OK);
	}
	assert_int_equal(store_mail_to_all(place->store, "rules", 6), STORE_OK);
	assert_int_equal(store_block(place->store, MINA, 3), STORE_OK);
	assert_int_equal(store_block(place->store, MINA, 4), STORE_OK);
	assert_int_equal(store_report_add(place->store, &some_report), STORE_OK);
	assert_int_equal(store_mute(place->store, 3, "spam", 0), STORE_OK);
	assert_int_equal(store_mute(place->store, 4, "spam", 0), STORE_OK);
	assert_int_equal(store_day_publish(place->store, "cellar", &before), STORE_OK);
	assert_int_equal(store_day_publish(place->store, "cellar", &some_day), STORE_OK);
	assert_int_equal(try_begin(place), STORE_OK);
	assert_int_equal(
		store_mark_put(place->store, MINA, &(struct store_mark){.score = 0}), STORE_OK);
	return 0;
}

/* ---- Reads ---- */

/* Each stops at the first row. */
static bool stop_at_words(void *context, const struct store_words *words)
{
	*(unsigned *)context += words->id > 0;
	return false;
}

static bool stop_at_name(void *context, const char *name)
{
	*(unsigned *)context += *name != '\0';
	return false;
}

static bool stop_at_report(void *context, const struct store_report *report)
{
	*(unsigned *)context += report->id > 0;
	return false;
}

static bool stop_at_mute(void *context, const struct store_mute *mute)
{
	*(unsigned *)context += mute->account > 0;
	return false;
}

static bool stop_at_score(void *context, const struct store_score *score)
{
	*(unsigned *)context += score->run > 0;
	return false;
}

static void count_shown(void *context, const struct store_shown *shown)
{
	*(unsigned *)context += shown->number > 0;
}

/* The answer of a list that passed on one row, or none if it failed. */
static enum store_answer one(enum store_answer answer, unsigned rows)
{
	assert_int_equal(rows, answer == STORE_OK);
	return answer;
}
#define ONE(call)                                                                                  \
	do {                                                                                       \
		unsigned rows = 0;                                                                 \
		enum store_answer answer = (call);                                                 \
		return one(answer, rows);                                                          \
	} while (0)

static enum store_answer wall_each(struct test_store *place)
{
	ONE(store_wall_each(place->store, MINA, stop_at_words, &rows));
}

static enum store_answer mail_each(struct test_store *place)
{
	ONE(store_mail_each(place->store, MINA, stop_at_words, &rows));
}

static enum store_answer blocks_each(struct test_store *place)
{
	ONE(store_blocks_each(place->store, MINA, stop_at_name, &rows));
}

static enum store_answer reports_after(struct test_store *place)
{
	ONE(store_reports_after(place->store, 0, stop_at_report, &rows));
}

static enum store_answer mutes_after(struct test_store *place)
{
	ONE(store_mutes_after(place->store, 0, 9, stop_at_mute, &rows));
}

static enum store_answer scores_since(struct test_store *place)
{
	ONE(store_scores_since(place->store, "cellar", 0, stop_at_score, &rows));
}

static enum store_answer shown_of(struct test_store *place)
{
	ONE(store_shown_of(place->store, "Vera", 9, count_shown, &rows));
}

static enum store_answer words_of_wall(struct test_store *place)
{
	struct store_words words;

	return store_words_of(place->store, MINA, STORE_WALL, 1, &words);
}

static enum store_answer words_of_mail(struct test_store *place)
{
	struct store_words words;

	return store_words_of(place->store, MINA, STORE_MAIL, 1, &words);
}

static enum store_answer blocks(struct test_store *place)
{
	return store_blocks(place->store, MINA, 3);
}

static enum store_answer mute_of(struct test_store *place)
{
	struct store_mute mute;

	return store_mute_of(place->store, 3, 9, &mute);
}

static enum store_answer best_until(struct test_store *place)
{
	int64_t score;

	return store_best_until(place->store, "cellar", "Vera", 9, &score);
}

static enum store_answer rank_of_run(struct test_store *place)
{
	int64_t rank;

	return store_rank_of_run(place->store, "cellar", 3, &rank);
}

static enum store_answer has_listed(struct test_store *place)
{
	return store_has_listed(place->store, 3);
}

static enum store_answer has_ranked(struct test_store *place)
{
	return store_has_ranked(place->store, 3, "cellar");
}

static enum store_answer mark_get(struct test_store *place)
{
	struct store_mark mark;

	return store_mark_get(place->store, MINA, &mark);
}

static enum store_answer mark_now(struct test_store *place)
{
	struct store_mark mark;

	return store_mark_now(place->store, 9, &mark);
}

static enum store_answer day_get(struct test_store *place)
{
	struct store_day day;

	return store_day_get(place->store, "cellar", TODAY, &day);
}

static enum store_answer day_of_seed(struct test_store *place)
{
	struct store_day day;

	return store_day_of_seed(place->store, "cellar", some_day.seed, &day);
}

static enum store_answer days_beside(struct test_store *place)
{
	char before[STORE_DATE_SIZE], after[STORE_DATE_SIZE];

	return store_days_beside(place->store, "cellar", TODAY, before, after);
}

static enum store_answer day_summary(struct test_store *place)
{
	struct store_day_summary summary;

	return store_day_summary(place->store, "cellar", TODAY, &summary);
}

static enum store_answer try_of(struct test_store *place)
{
	struct store_try found;

	return store_try_of(place->store, OTTO, "cellar", TODAY, &found);
}

static enum store_answer try_of_run(struct test_store *place)
{
	struct store_try found;

	return store_try_of_run(place->store, 5, &found);
}

static enum store_answer try_last(struct test_store *place)
{
	struct store_try found;

	return store_try_last(place->store, OTTO, "cellar", "2026-11-23", &found);
}

static enum store_answer streak(struct test_store *place)
{
	uint32_t days;

	return store_streak(place->store, OTTO, "cellar", TODAY, &days);
}

/* Otto's run waits for its verification. */
static bool stop_at_ranked(void *context, unsigned rank, const struct store_score *score)
{
	(void)rank;
	*(unsigned *)context += score->run > 0;
	return false;
}

static enum store_answer scores_waiting(struct test_store *place)
{
	struct store_query query = {
		.order = STORE_BEST_RUNS, .game = "cellar", .name = "Vera", .count = 9};

	ONE(store_scores_each(place->store, &query, stop_at_ranked, &rows));
}

static const struct read_of reads[] = {
	{"wall", wall_each},
	{"mail", mail_each},
	{"blocks", blocks_each},
	{"reports", reports_after},
	{"mutes", mutes_after},
	{"scores", scores_since},
	{"scores", shown_of},
	{"wall", words_of_wall},
	{"mail", words_of_mail},
	{"blocks", blocks},
	{"mutes", mute_of},
	{"scores", best_until},
	{"scores", rank_of_run},
	{"records", has_listed},
	{"scores", has_ranked},
	{"marks", mark_get},
	{"mail", mark_now},
	{"days", day_get},
	{"days", day_of_seed},
	{"days", days_beside},
	{"tries", day_summary},
	{"tries", try_of},
	{"tries", try_of_run},
	{"tries", try_last},
	{"tries", streak},
	{"scores", scores_waiting},
};

static void a_read_that_fails_answers_so_and_recovers(void **state)
{
	for (size_t i = 0; i < sizeof reads / sizeof *reads; i++)
		for (int prepared = 0; prepared < 2; prepared++)
			check_read_fails(*state, &reads[i], prepared);
}

static void a_read_ends_its_transaction(void **state)
{
	check_no_read_stays(*state, reads, sizeof reads / sizeof *reads);
}

/* ---- Writes ---- */

static enum store_answer wall_add(struct test_store *place)
{
	return store_wall_add(place->store, MINA, "mine", 7);
}

static enum store_answer mail_send(struct test_store *place)
{
	return store_mail_send(place->store, MINA, OTTO, "mine", 7);
}

static enum store_answer mail_to_all(struct test_store *place)
{
	return store_mail_to_all(place->store, "more", 7);
}

static enum store_answer mail_seen(struct test_store *place)
{
	return store_mail_seen(place->store, MINA, 1);
}

static enum store_answer mail_remove(struct test_store *place)
{
	return store_mail_remove(place->store, MINA, 1);
}

static enum store_answer block(struct test_store *place)
{
	return store_block(place->store, OTTO, 3);
}

static enum store_answer unblock(struct test_store *place)
{
	return store_unblock(place->store, MINA, 3);
}

static enum store_answer report_add(struct test_store *place)
{
	struct store_report report = some_report;

	report.subject = 2;
	return store_report_add(place->store, &report);
}

static enum store_answer report_close(struct test_store *place)
{
	return store_report_close(place->store, 1);
}

static enum store_answer words_remove(struct test_store *place)
{
	return store_words_remove(place->store, STORE_WALL, 1);
}

static enum store_answer mute(struct test_store *place)
{
	return store_mute(place->store, OTTO, "spam", 0);
}

static enum store_answer unmute(struct test_store *place)
{
	return store_unmute(place->store, 3);
}

static enum store_answer mark_put(struct test_store *place)
{
	return store_mark_put(place->store, MINA, &(struct store_mark){.score = 1});
}

static enum store_answer day_publish(struct test_store *place)
{
	struct store_day day = some_day;

	strcpy(day.date, "2026-11-23");
	return store_day_publish(place->store, "cellar", &day);
}

static enum store_answer day_open(struct test_store *place)
{
	struct store_day day = some_day;

	day.rules = 7;
	return store_day_open(place->store, "cellar", &day);
}

static const struct {
	const char *event;
	enum store_answer (*write)(struct test_store *place);
} writes[] = {
	{"INSERT ON wall", wall_add},
	{"INSERT ON mail", mail_send},
	{"INSERT ON mail", mail_to_all},
	{"UPDATE ON mail", mail_seen},
	{"DELETE ON mail", mail_remove},
	{"INSERT ON blocks", block},
	{"DELETE ON blocks", unblock},
	{"INSERT ON reports", report_add},
	{"UPDATE ON reports", report_close},
	{"DELETE ON wall", words_remove},
	{"UPDATE ON reports", words_remove},
	{"INSERT ON mutes", mute},
	{"DELETE ON mutes", unmute},
	{"UPDATE ON marks", mark_put},
	{"INSERT ON days", day_publish},
	{"UPDATE ON days", day_open},
};

static void a_write_that_fails_changes_nothing(void **state)
{
	(void)state;
	for (size_t row = 0; row < sizeof writes / sizeof *writes; row++) {
		struct test_store *place;
		char trigger[160], *before, *after;

		set_up_words((void **)&place);
		before = everything(place);
		snprintf(trigger, sizeof trigger,
			"CREATE TRIGGER refusal BEFORE %s BEGIN INSERT INTO nowhere VALUES (1); "
			"END",
			writes[row].event);
		damage(place, trigger);
		if (writes[row].write(place) != STORE_FAILED)
			fail_msg("%s does not fail", writes[row].event);
		damage(place, "DROP TRIGGER refusal");
		/* Any read makes the connection see the changed schema. */
		assert_int_equal(wall_each(place), STORE_OK);
		after = everything(place);
		assert_string_equal(after, before);
		free(after);
		if (writes[row].write(place) != STORE_OK)
			fail_msg("%s: %s", writes[row].event, store_sentence(place->store));
		after = everything(place);
		if (strcmp(after, before) == 0)
			fail_msg("%s changes nothing", writes[row].event);
		free(before);
		free(after);
		tear_down_full((void **)&place);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_read_that_fails_answers_so_and_recovers, set_up_words, tear_down_full),
		cmocka_unit_test_setup_teardown(
			a_read_ends_its_transaction, set_up_words, tear_down_full),
		cmocka_unit_test(a_write_that_fails_changes_nothing),
	};

	sqlite3_config(SQLITE_CONFIG_LOG, count_misuse, NULL);
	return cmocka_run_group_tests(tests, make_full_store, NULL);
}
