/* Words of players at the store's header: the wall, mail, block lists, reports and mutes. */
#include "tests/test.h"

#include "place.h"

struct seen {
	unsigned count;
	struct store_words each[64];
};

static bool keep(void *context, const struct store_words *words)
{
	struct seen *seen = context;

	assert_true(seen->count < 64);
	seen->each[seen->count++] = *words;
	return true;
}

static struct seen wall_of(struct test_store *place, int64_t reader)
{
	struct seen seen = {0};

	assert_int_equal(store_wall_each(place->store, reader, keep, &seen), STORE_OK);
	return seen;
}

static struct seen mail_of(struct test_store *place, int64_t account)
{
	struct seen seen = {0};

	assert_int_equal(store_mail_each(place->store, account, keep, &seen), STORE_OK);
	return seen;
}

/* ---- The wall ---- */

static void the_wall_keeps_the_newest_lines(void **state)
{
	struct test_store *place = *state;
	char name[STORE_NAME_MAX + 1], text[16];
	struct seen seen;

	assert_int_equal(wall_of(place, 0).count, 0);
	for (int i = 0; i < 30; i++) {
		snprintf(name, sizeof name, "Name%d", i);
		snprintf(text, sizeof text, "line %d", i);
		assert_int_equal(store_wall_add(place->store, caller(place, name), text, 5000 + i),
			STORE_OK);
	}
	seen = wall_of(place, 0);
	assert_int_equal(seen.count, STORE_WALL_LINES);
	assert_string_equal(seen.each[0].text, "line 29");
	assert_string_equal(seen.each[0].name, "Name29");
	assert_int_equal(seen.each[0].at, 5029);
	assert_string_equal(seen.each[19].text, "line 10");
}

static void one_account_does_not_fill_the_wall(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada");

	for (int i = 0; i < STORE_WALL_EACH; i++)
		assert_int_equal(store_wall_add(place->store, ada, "again", 1), STORE_OK);
	assert_int_equal(store_wall_add(place->store, ada, "again", 1), STORE_TAKEN);
	assert_int_equal(wall_of(place, 0).count, STORE_WALL_EACH);
	assert_int_equal(store_wall_add(place->store, caller(place, "Otto"), "I", 1), STORE_OK);
}

/* ---- Mail ---- */

static void mail_is_read_and_removed_by_its_recipient(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	struct store_words words;
	struct seen seen;

	assert_int_equal(store_mail_send(place->store, ada, otto, "Hello.", 123), STORE_OK);
	assert_int_equal(store_mail_send(place->store, 0, otto, "Rules.", 124), STORE_OK);
	assert_int_equal(mail_of(place, ada).count, 0);
	seen = mail_of(place, otto);
	assert_int_equal(seen.count, 2);
	assert_string_equal(seen.each[0].text, "Rules.");
	assert_string_equal(seen.each[0].name, "");
	assert_string_equal(seen.each[1].text, "Hello.");
	assert_string_equal(seen.each[1].name, "Ada");
	assert_int_equal(seen.each[1].account, ada);
	assert_int_equal(seen.each[1].at, 123);
	assert_false(seen.each[1].seen);
	/* Nobody else reads, marks or removes it. */
	assert_int_equal(
		store_words_of(place->store, ada, STORE_MAIL, seen.each[1].id, &words), STORE_NONE);
	assert_int_equal(store_mail_seen(place->store, ada, seen.each[1].id), STORE_NONE);
	assert_int_equal(store_mail_remove(place->store, ada, seen.each[1].id), STORE_NONE);
	assert_int_equal(store_mail_seen(place->store, otto, seen.each[1].id), STORE_OK);
	assert_true(mail_of(place, otto).each[1].seen);
	assert_int_equal(store_mail_remove(place->store, otto, seen.each[1].id), STORE_OK);
	assert_int_equal(store_mail_remove(place->store, otto, seen.each[1].id), STORE_NONE);
	assert_int_equal(mail_of(place, otto).count, 1);
}

static void a_mailbox_has_limits(void **state)
{
	struct test_store *place = *state;
	int64_t otto = caller(place, "Otto"), ada = caller(place, "Ada");
	struct seen seen;
	char name[STORE_NAME_MAX + 1];

	for (int i = 0; i < STORE_MAIL_UNREAD; i++)
		assert_int_equal(store_mail_send(place->store, ada, otto, "Hi", 1), STORE_OK);
	assert_int_equal(store_mail_send(place->store, ada, otto, "Hi", 1), STORE_TAKEN);
	seen = mail_of(place, otto);
	assert_int_equal(store_mail_seen(place->store, otto, seen.each[0].id), STORE_OK);
	assert_int_equal(store_mail_send(place->store, ada, otto, "Hi", 1), STORE_OK);
	for (int i = STORE_MAIL_UNREAD + 1; i < STORE_MAIL_MOST; i++) {
		snprintf(name, sizeof name, "Name%d", i);
		assert_int_equal(store_mail_send(place->store, caller(place, name), otto, "Hi", 1),
			STORE_OK);
	}
	assert_int_equal(
		store_mail_send(place->store, caller(place, "Late"), otto, "Hi", 1), STORE_TAKEN);
	assert_int_equal(store_mail_send(place->store, 0, otto, "Hi", 1), STORE_OK);
	/* Mail of a blocked sender takes no room. */
	assert_int_equal(store_block(place->store, otto, ada), STORE_OK);
	assert_int_equal(
		store_mail_send(place->store, caller(place, "Last"), otto, "Hi", 1), STORE_OK);
}

static void mail_to_all_reaches_those_who_were_there(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), late;
	struct seen seen;
	char text[16];

	assert_int_equal(store_mail_to_all(place->store, "Welcome.", 2000), STORE_OK);
	assert_int_equal(store_account_new(place->store, "Late", "", 3000, &late), STORE_OK);
	assert_int_equal(mail_of(place, late).count, 0);
	seen = mail_of(place, ada);
	assert_int_equal(seen.count, 1);
	assert_string_equal(seen.each[0].text, "Welcome.");
	assert_false(seen.each[0].seen);
	assert_int_equal(store_mail_seen(place->store, ada, seen.each[0].id), STORE_OK);
	assert_true(mail_of(place, ada).each[0].seen);
	assert_int_equal(store_mail_remove(place->store, ada, seen.each[0].id), STORE_NONE);
	for (int i = 0; i < 9; i++) {
		snprintf(text, sizeof text, "%d", i);
		assert_int_equal(store_mail_to_all(place->store, text, 4000), STORE_OK);
	}
	seen = mail_of(place, late);
	assert_int_equal(seen.count, STORE_MAIL_TO_ALL);
	assert_string_equal(seen.each[0].text, "8");
	assert_false(seen.each[4].seen);
}

/* ---- Block lists ---- */

static bool count_name(void *context, const char *name)
{
	assert_string_equal(name, "Otto");
	++*(unsigned *)context;
	return true;
}

static void a_block_hides_words_in_one_direction(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	unsigned names = 0;

	assert_int_equal(store_wall_add(place->store, otto, "I", 1), STORE_OK);
	assert_int_equal(store_wall_add(place->store, ada, "she", 1), STORE_OK);
	assert_int_equal(store_mail_send(place->store, otto, ada, "before", 1), STORE_OK);
	assert_int_equal(store_block(place->store, ada, otto), STORE_OK);
	assert_int_equal(store_block(place->store, ada, otto), STORE_OK);
	assert_int_equal(store_blocks(place->store, ada, otto), STORE_OK);
	assert_int_equal(store_blocks(place->store, otto, ada), STORE_NONE);
	assert_int_equal(store_blocks_each(place->store, ada, count_name, &names), STORE_OK);
	assert_int_equal(names, 1);
	assert_int_equal(wall_of(place, ada).count, 1);
	assert_int_equal(wall_of(place, otto).count, 2);
	assert_int_equal(mail_of(place, ada).count, 0);
	/* The sender does not notice, and what was sent meanwhile never comes. */
	assert_int_equal(store_mail_send(place->store, otto, ada, "blocked", 2), STORE_OK);
	assert_int_equal(store_mail_send(place->store, ada, otto, "from her", 2), STORE_OK);
	assert_int_equal(mail_of(place, otto).count, 1);
	assert_int_equal(store_unblock(place->store, ada, otto), STORE_OK);
	assert_int_equal(store_unblock(place->store, ada, otto), STORE_NONE);
	assert_int_equal(mail_of(place, ada).count, 1);
	assert_string_equal(mail_of(place, ada).each[0].text, "before");
	assert_int_equal(wall_of(place, ada).count, 2);
}

static void a_block_list_has_a_limit(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada");
	char name[STORE_NAME_MAX + 1];

	for (int i = 0; i < STORE_BLOCKS_MAX; i++) {
		snprintf(name, sizeof name, "Name%d", i);
		assert_int_equal(store_block(place->store, ada, caller(place, name)), STORE_OK);
	}
	assert_int_equal(store_block(place->store, ada, caller(place, "Last")), STORE_TAKEN);
}

/* ---- Reports ---- */

struct reports {
	unsigned count;
	struct store_report each[8];
};

static bool keep_report(void *context, const struct store_report *report)
{
	struct reports *reports = context;

	reports->each[reports->count++] = *report;
	return true;
}

static struct reports reports_of(struct test_store *place)
{
	struct reports reports = {0};

	assert_int_equal(store_reports_after(place->store, 0, keep_report, &reports), STORE_OK);
	return reports;
}

static enum store_answer report_at(struct test_store *place, int64_t reporter, enum store_kind kind,
	const struct store_words *words, int64_t now)
{
	struct store_report report = {.at = now,
		.reporter = reporter,
		.kind = (uint8_t)kind,
		.subject = words->id,
		.author = words->account};

	strcpy(report.text, words->text);
	return store_report_add(place->store, &report);
}

static void reported_words_are_removed_once(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	struct store_words line, mail, epitaph;
	struct store_score score;
	struct reports reports;
	struct store_run run = finish(place, otto, 90, true, 1, 2);

	assert_int_equal(store_score_epitaph(place->store, run.id, otto, "Boo"), STORE_OK);
	assert_int_equal(store_wall_add(place->store, otto, "line", 1), STORE_OK);
	assert_int_equal(store_mail_send(place->store, otto, ada, "mail", 1), STORE_OK);
	line = wall_of(place, 0).each[0];
	mail = mail_of(place, ada).each[0];
	assert_int_equal(
		store_words_of(place->store, ada, STORE_EPITAPH, run.id, &epitaph), STORE_OK);
	assert_string_equal(epitaph.text, "Boo");
	assert_int_equal(epitaph.account, otto);
	assert_int_equal(report_at(place, ada, STORE_WALL, &line, 11), STORE_OK);
	assert_int_equal(report_at(place, ada, STORE_WALL, &line, 12), STORE_TAKEN);
	assert_int_equal(report_at(place, ada, STORE_MAIL, &mail, 13), STORE_OK);
	assert_int_equal(report_at(place, ada, STORE_EPITAPH, &epitaph, 14), STORE_OK);
	reports = reports_of(place);
	assert_int_equal(reports.count, 3);
	assert_string_equal(reports.each[0].name, "Otto");
	assert_string_equal(reports.each[0].by, "Ada");
	assert_string_equal(reports.each[0].text, "line");
	assert_int_equal(reports.each[0].at, 11);
	assert_int_equal(reports.each[2].kind, STORE_EPITAPH);
	assert_int_equal(reports.each[2].subject, run.id);

	assert_int_equal(store_words_remove(place->store, STORE_WALL, line.id), STORE_OK);
	assert_int_equal(store_words_remove(place->store, STORE_WALL, line.id), STORE_NONE);
	assert_int_equal(store_words_remove(place->store, STORE_EPITAPH, run.id), STORE_OK);
	assert_int_equal(store_words_remove(place->store, STORE_EPITAPH, run.id), STORE_NONE);
	assert_int_equal(store_score_of(place->store, run.id, &score), STORE_OK);
	assert_string_equal(score.epitaph, STORE_REMOVED);
	assert_int_equal(store_score_epitaph(place->store, run.id, otto, "Boo"), STORE_NONE);
	reports = reports_of(place);
	assert_int_equal(reports.count, 1);
	assert_int_equal(store_report_close(place->store, reports.each[0].id), STORE_OK);
	assert_int_equal(store_report_close(place->store, reports.each[0].id), STORE_NONE);
	assert_int_equal(reports_of(place).count, 0);
	/* The mail stays, and is not reported again until the closed report has gone. */
	assert_int_equal(mail_of(place, ada).count, 1);
	assert_int_equal(report_at(place, ada, STORE_MAIL, &mail, 15), STORE_TAKEN);
	assert_int_equal(report_at(place, ada, STORE_MAIL, &mail, 91 * 24 * 60 * 60), STORE_OK);
}

static void reports_have_a_limit(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	struct store_words mail = {.account = otto, .text = "mail"};

	assert_true(store_begin(place->store));
	for (mail.id = 1; mail.id <= STORE_REPORTS_MAX; mail.id++)
		assert_int_equal(report_at(place, ada, STORE_MAIL, &mail, 1), STORE_OK);
	assert_int_equal(report_at(place, ada, STORE_MAIL, &mail, 1), STORE_NONE);
	assert_int_equal(store_report_close(place->store, 1), STORE_OK);
	assert_int_equal(report_at(place, ada, STORE_MAIL, &mail, 1), STORE_OK);
	assert_true(store_commit(place->store));
}

/* ---- Mutes ---- */

static bool keep_mute(void *context, const struct store_mute *mute)
{
	*(struct store_mute *)context = *mute;
	return true;
}

static void a_mute_ends(void **state)
{
	struct test_store *place = *state;
	int64_t otto = caller(place, "Otto");
	struct store_mute mute = {0};

	assert_int_equal(store_mute_of(place->store, otto, 10, &mute), STORE_NONE);
	assert_int_equal(store_mute(place->store, otto, "spam", 20), STORE_OK);
	assert_int_equal(store_mute_of(place->store, otto, 19, &mute), STORE_OK);
	assert_string_equal(mute.reason, "spam");
	assert_string_equal(mute.name, "Otto");
	assert_int_equal(mute.until, 20);
	assert_int_equal(store_mute_of(place->store, otto, 20, &mute), STORE_NONE);
	assert_int_equal(store_mute(place->store, otto, "more", 0), STORE_OK);
	assert_int_equal(store_mutes_after(place->store, 0, 1000, keep_mute, &mute), STORE_OK);
	assert_string_equal(mute.reason, "more");
	mute.name[0] = '\0';
	assert_int_equal(store_mutes_after(place->store, otto, 1000, keep_mute, &mute), STORE_OK);
	assert_string_equal(mute.name, "");
	assert_int_equal(store_unmute(place->store, otto), STORE_OK);
	assert_int_equal(store_unmute(place->store, otto), STORE_NONE);
}

/* ---- The end of an account ---- */

/* The rows of all tables of words that are left. */
static unsigned rows_left(struct test_store *place, int64_t reader)
{
	struct store_mute mute = {0};
	unsigned names = 0;

	store_mutes_after(place->store, 0, 0, keep_mute, &mute);
	assert_int_equal(store_blocks_each(place->store, reader, count_name, &names), STORE_OK);
	return wall_of(place, 0).count + mail_of(place, reader).count + reports_of(place).count +
	       names + (mute.name[0] != '\0');
}

static void words_of_a_deleted_account_go(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	char name[STORE_NAME_MAX + 1];
	struct store_words line;

	assert_int_equal(store_wall_add(place->store, otto, "line", 1), STORE_OK);
	line = wall_of(place, 0).each[0];
	assert_int_equal(report_at(place, ada, STORE_WALL, &line, 11), STORE_OK);
	assert_int_equal(store_mail_send(place->store, otto, ada, "mail", 1), STORE_OK);
	assert_int_equal(store_mute(place->store, otto, "spam", 0), STORE_OK);
	assert_int_equal(rows_left(place, ada), 4);
	assert_int_equal(store_block(place->store, ada, otto), STORE_OK);
	assert_int_equal(store_account_delete(place->store, otto, 77, name), STORE_OK);
	assert_int_equal(rows_left(place, ada), 0);
	/* The mail of the operator stays. */
	assert_int_equal(store_mail_send(place->store, 0, ada, "Rules.", 1), STORE_OK);
	assert_int_equal(store_account_delete(place->store, caller(place, "Cyd"), 78, name), 0);
	assert_int_equal(mail_of(place, ada).count, 1);
	assert_int_equal(store_account_delete(place->store, ada, 79, name), STORE_OK);
	assert_int_equal(mail_of(place, ada).count, 0);
}

static void a_player_with_a_run_on_a_board_is_known(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada");

	assert_int_equal(store_has_listed(place->store, ada), STORE_NONE);
	finish(place, ada, 90, true, 1, 2);
	assert_int_equal(store_has_listed(place->store, ada), STORE_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_wall_keeps_the_newest_lines),
		TEST(one_account_does_not_fill_the_wall),
		TEST(mail_is_read_and_removed_by_its_recipient),
		TEST(a_mailbox_has_limits),
		TEST(mail_to_all_reaches_those_who_were_there),
		TEST(a_block_hides_words_in_one_direction),
		TEST(a_block_list_has_a_limit),
		TEST(reported_words_are_removed_once),
		TEST(reports_have_a_limit),
		TEST(a_mute_ends),
		TEST(words_of_a_deleted_account_go),
		TEST(a_player_with_a_run_on_a_board_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
