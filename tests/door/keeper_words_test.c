/* Words of players at the keeper: who may write, what is cleaned, blocks, reports, and what the
 * operator does about them. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#define HOUR 3600

static int set_up(void **state)
{
	struct fixture *fixture = fixture_new();

	fixture->policy.words = 1;
	fixture->policy.words_day = 3;
	fixture_start(fixture);
	*state = fixture;
	return 0;
}

static struct store_words words[KEEPER_WORDS_MAX];

static size_t wall_of(struct store_client *line)
{
	size_t count;

	assert_int_equal(keeper_wall(line, words, &count), KEEPER_OK);
	return count;
}

static size_t mails_of(struct store_client *line)
{
	size_t count;

	assert_int_equal(keeper_mails(line, words, &count), KEEPER_OK);
	return count;
}

static void refused(struct store_client *line, enum keeper_verdict verdict, const char *why)
{
	assert_int_equal(verdict, KEEPER_NO);
	assert_string_equal(keeper_sentence(line), why);
}

/* ---- Writing ---- */

static void words_are_written_and_read(void **state)
{
	struct store_client *ada = fixture_player(*state, "Ada"),
			    *otto = fixture_player(*state, "Otto");
	struct keeper_words_news news;

	assert_int_equal(keeper_words_news(ada, &news), KEEPER_OK);
	assert_int_equal(news.unread, 0);
	assert_int_equal(news.newest.id, 0);
	assert_int_equal(keeper_wall_write(otto, "  Hello, all.  "), KEEPER_OK);
	assert_int_equal(keeper_mail_send(otto, "ADA", "For you."), KEEPER_OK);
	assert_int_equal(keeper_words_news(ada, &news), KEEPER_OK);
	assert_int_equal(news.unread, 1);
	assert_string_equal(news.newest.text, "Hello, all.");
	assert_string_equal(news.newest.name, "Otto");
	assert_int_equal(mails_of(ada), 1);
	assert_string_equal(words[0].text, "For you.");
	assert_false(words[0].seen);
	assert_int_equal(keeper_mail_seen(otto, words[0].id), KEEPER_NO);
	assert_int_equal(keeper_mail_seen(ada, words[0].id), KEEPER_OK);
	assert_int_equal(keeper_words_news(ada, &news), KEEPER_OK);
	assert_int_equal(news.unread, 0);
	assert_int_equal(keeper_mail_remove(otto, words[0].id), KEEPER_NO);
	assert_int_equal(keeper_mail_remove(ada, words[0].id), KEEPER_OK);
	assert_int_equal(mails_of(ada), 0);
	refused(ada, keeper_mail_send(ada, "Nobody", "Hi"), "There is no account with that name.");
	store_client_free(ada);
	store_client_free(otto);
}

static void hostile_text_is_cleaned(void **state)
{
	static const struct {
		const char *text, *stored;
	} texts[] = {
		{"\033[2J\033]0;x\007gone\r\n", "?[2J?]0;x?gone??"},
		{"\xe2\x80\xae"
		 "abc",
			"???abc"},
		{"\xff\xfe \x9b 31m", "?? ? 31m"},
	};
	struct store_client *otto = fixture_player(*state, "Otto");
	char longest[600];

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_int_equal(keeper_wall_write(otto, texts[i].text), KEEPER_OK);
		assert_true(wall_of(otto) > 0);
		assert_string_equal(words[0].text, texts[i].stored);
	}
	refused(otto, keeper_wall_write(otto, ""), "There is no text.");
	refused(otto, keeper_wall_write(otto, "    "), "There is no text.");
	memset(longest, 'x', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	assert_int_equal(keeper_mail_send(otto, "Otto", longest), KEEPER_OK);
	assert_int_equal(mails_of(otto), 1);
	assert_int_equal(strlen(words[0].text), STORE_WORDS_MAX - 1);
	store_client_free(otto);
}

static void newcomers_and_guests_only_read(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *new = fixture_caller(fixture, "Newt"), *guest = fixture_line(fixture);
	struct store_client *otto = fixture_player(fixture, "Otto");
	struct keeper_account account;

	refused(new, keeper_wall_write(new, "Hi"),
		"You can write when a run of yours is on the board.");
	refused(new, keeper_mail_send(new, "Otto", "Hi"),
		"You can write when a run of yours is on the board.");
	refused(new, keeper_words_may(new, STORE_WALL, ""),
		"You can write when a run of yours is on the board.");
	refused(new, keeper_words_may(new, STORE_MAIL, "Otto"),
		"You can write when a run of yours is on the board.");
	assert_int_equal(keeper_wall_write(otto, "Welcome."), KEEPER_OK);
	assert_int_equal(wall_of(new), 1);
	/* Nobody reads it before the login. */
	assert_int_equal(keeper_wall(guest, words, &(size_t){0}), KEEPER_NO);
	assert_int_equal(keeper_login_guest(guest, &account), KEEPER_OK);
	assert_int_equal(wall_of(guest), 1);
	assert_int_equal(keeper_wall_write(guest, "Hi"), KEEPER_NO);
	assert_int_equal(keeper_mail_send(guest, "Otto", "Hi"), KEEPER_NO);
	assert_int_equal(keeper_words_may(guest, STORE_WALL, ""), KEEPER_NO);
	assert_int_equal(keeper_words_report(guest, STORE_WALL, words[0].id), KEEPER_NO);
	store_client_free(new);
	store_client_free(guest);
	store_client_free(otto);
}

static void an_account_waits_before_it_writes(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *otto = fixture_player(fixture, "Otto");

	fixture_kill_keeper(fixture);
	fixture->policy.words_hours = 24;
	fixture_start(fixture);
	refused(otto, keeper_wall_write(otto, "Hi"),
		"You can write 24 hours after your registration.");
	fixture_kill_keeper(fixture);
	fixture->policy.words = 0;
	fixture_start(fixture);
	refused(otto, keeper_wall_write(otto, "Hi"), "This server has no mail and no wall.");
	assert_int_equal(keeper_words_news(otto, &(struct keeper_words_news){0}), KEEPER_NO);
	store_client_free(otto);
}

static void a_day_has_so_many_words(void **state)
{
	struct store_client *otto = fixture_player(*state, "Otto"),
			    *ada = fixture_player(*state, "Ada");

	for (int i = 0; i < 3; i++) {
		assert_int_equal(keeper_words_may(otto, STORE_WALL, ""), KEEPER_OK);
		assert_int_equal(keeper_wall_write(otto, "Hi"), KEEPER_OK);
		assert_int_equal(keeper_words_may(otto, STORE_MAIL, "Ada"), KEEPER_OK);
		assert_int_equal(keeper_mail_send(otto, "Ada", "Hi"), KEEPER_OK);
	}
	refused(otto, keeper_words_may(otto, STORE_WALL, ""),
		"That is enough for a day. Write again later.");
	refused(otto, keeper_words_may(otto, STORE_MAIL, ""),
		"That is enough for a day. Write again later.");
	refused(otto, keeper_wall_write(otto, "Hi"),
		"That is enough for a day. Write again later.");
	refused(otto, keeper_mail_send(otto, "Ada", "Hi"),
		"That is enough for a day. Write again later.");
	assert_int_equal(keeper_wall_write(ada, "Hi"), KEEPER_OK);
	store_client_free(otto);
	store_client_free(ada);
}

static void who_asks_first_hears_what_would_be_refused(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *otto = fixture_player(fixture, "Otto"),
			    *ada = fixture_player(fixture, "Ada");

	fixture_kill_keeper(fixture);
	fixture->policy.words_day = 0;
	fixture_start(fixture);
	refused(otto, keeper_words_may(otto, STORE_MAIL, "Nobody"),
		"There is no account with that name.");
	assert_int_equal(keeper_words_may(otto, STORE_MAIL, ""), KEEPER_OK);
	for (int i = 0; i < STORE_WALL_EACH; i++)
		assert_int_equal(keeper_wall_write(otto, "Hi"), KEEPER_OK);
	for (int i = 0; i < STORE_MAIL_UNREAD; i++)
		assert_int_equal(keeper_mail_send(otto, "Ada", "Hi"), KEEPER_OK);
	refused(otto, keeper_words_may(otto, STORE_WALL, ""),
		"The wall has enough lines of yours. Write when others have.");
	refused(otto, keeper_words_may(otto, STORE_MAIL, "Ada"),
		"That player has too much mail to read.");
	assert_int_equal(keeper_words_may(ada, STORE_WALL, ""), KEEPER_OK);
	assert_int_equal(keeper_words_may(ada, STORE_MAIL, "Otto"), KEEPER_OK);
	/* A question writes nothing. */
	assert_int_equal(wall_of(ada), STORE_WALL_EACH);
	assert_int_equal(mails_of(ada), STORE_MAIL_UNREAD);
	store_client_free(otto);
	store_client_free(ada);
}

/* As the line does for a new keeper when the answer of the one before was lost. */
static enum keeper_verdict write_again(struct store_client *line, const char *text)
{
	struct pollfd ready = {.fd = store_client_descriptor(line), .events = POLLIN};
	uint8_t bytes[256];
	struct wire_writer out;

	wire_begin(&out, bytes, sizeof bytes, WIRE_REQUEST, REQUEST_WALL_WRITE | WIRE_RESENT, 7777);
	wire_put_text(&out, text);
	assert_int_equal(send(ready.fd, out.bytes, out.size, 0), (ssize_t)out.size);
	assert_int_equal(poll(&ready, 1, 5000), 1);
	assert_true(recv(ready.fd, bytes, sizeof bytes, 0) > WIRE_HEADER_SIZE);
	return bytes[WIRE_HEADER_SIZE];
}

static void a_line_that_is_sent_again_is_on_the_wall_once(void **state)
{
	struct store_client *otto = fixture_player(*state, "Otto");

	assert_int_equal(keeper_wall_write(otto, "Once"), KEEPER_OK);
	assert_int_equal(write_again(otto, "Once"), KEEPER_OK);
	assert_int_equal(wall_of(otto), 1);
	store_client_free(otto);
}

/* A hostile session may say so of every request. */
static void who_always_sends_again_has_no_more_words(void **state)
{
	static const char *const texts[] = {"One", "Two", "Three"};
	struct store_client *otto = fixture_player(*state, "Otto");

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_int_equal(write_again(otto, texts[i]), KEEPER_OK);
	assert_int_equal(write_again(otto, "Four"), KEEPER_NO);
	assert_int_equal(wall_of(otto), 3);
	store_client_free(otto);
}

/* ---- Blocks ---- */

static void a_blocked_sender_notices_nothing(void **state)
{
	struct store_client *ada = fixture_player(*state, "Ada"),
			    *otto = fixture_player(*state, "Otto");
	char names[STORE_BLOCKS_MAX][STORE_NAME_MAX + 1];
	struct keeper_words_news news;
	size_t count;

	assert_int_equal(keeper_wall_write(otto, "Hi"), KEEPER_OK);
	assert_int_equal(keeper_block(ada, "otto", true), KEEPER_OK);
	refused(ada, keeper_block(ada, "ada", true), "That is you.");
	assert_int_equal(keeper_mail_send(otto, "Ada", "Hi"), KEEPER_OK);
	assert_int_equal(keeper_words_news(ada, &news), KEEPER_OK);
	assert_int_equal(news.unread, 0);
	assert_int_equal(news.newest.id, 0);
	assert_int_equal(mails_of(ada), 0);
	assert_int_equal(wall_of(ada), 0);
	assert_int_equal(wall_of(otto), 1);
	assert_int_equal(keeper_blocked(ada, names, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_string_equal(names[0], "Otto");
	assert_int_equal(keeper_blocked(otto, names, &count), KEEPER_OK);
	assert_int_equal(count, 0);
	assert_int_equal(keeper_block(ada, "Otto", false), KEEPER_OK);
	refused(ada, keeper_block(ada, "Otto", false), "That name is not blocked.");
	assert_int_equal(wall_of(ada), 1);
	store_client_free(ada);
	store_client_free(otto);
}

/* ---- Reports ---- */

struct reports {
	unsigned count;
	struct store_report each[8];
};

static void keep_report(void *context, const struct store_report *report)
{
	struct reports *reports = context;

	reports->each[reports->count++] = *report;
}

static struct reports reports_of(struct store_client *host)
{
	struct reports reports = {0};

	assert_int_equal(keeper_admin_reports(host, keep_report, &reports), KEEPER_OK);
	return reports;
}

static void keep_actions(void *context, const struct store_audit *entry)
{
	char *text = context;

	snprintf(text + strlen(text), 600 - strlen(text), "%s %s %s: %s\n", entry->actor,
		entry->action, entry->subject, entry->detail);
}

static void reported_words_reach_the_operator(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_player(fixture, "Ada"),
			    *otto = fixture_player(fixture, "Otto");
	struct store_client *host = fixture_operator(fixture);
	struct reports reports;
	char actions[600] = "";
	int64_t line, mail;

	assert_int_equal(keeper_wall_write(otto, "Bad line"), KEEPER_OK);
	assert_int_equal(keeper_mail_send(otto, "Ada", "Bad mail"), KEEPER_OK);
	assert_int_equal(wall_of(ada), 1);
	line = words[0].id;
	assert_int_equal(mails_of(ada), 1);
	mail = words[0].id;
	assert_int_equal(keeper_words_report(ada, STORE_WALL, line), KEEPER_OK);
	assert_int_equal(keeper_words_report(ada, STORE_WALL, line), KEEPER_OK);
	assert_int_equal(keeper_words_report(ada, STORE_MAIL, mail), KEEPER_OK);
	refused(otto, keeper_words_report(otto, STORE_WALL, line), "You wrote this.");
	refused(otto, keeper_words_report(otto, STORE_MAIL, mail), "These words are gone.");
	refused(ada, keeper_words_report(ada, STORE_EPITAPH, 1), "These words are gone.");
	reports = reports_of(host);
	assert_int_equal(reports.count, 2);
	assert_string_equal(reports.each[0].text, "Bad line");
	assert_string_equal(reports.each[0].name, "Otto");
	assert_string_equal(reports.each[0].by, "Ada");
	assert_int_equal(keeper_admin_remove_words(host, STORE_WALL, line, "rude."), KEEPER_OK);
	refused(host, keeper_admin_remove_words(host, STORE_WALL, line, ""),
		"These words are gone.");
	assert_int_equal(wall_of(otto), 0);
	assert_int_equal(keeper_admin_dismiss(host, reports.each[1].id), KEEPER_OK);
	assert_int_equal(keeper_admin_dismiss(host, reports.each[1].id), KEEPER_NO);
	assert_int_equal(reports_of(host).count, 0);
	assert_int_equal(keeper_admin_audit(host, "", 0, INT64_MAX, keep_actions, actions), 0);
	assert_string_equal(actions, "operator dismiss : report 2\n"
				     "operator remove-words Otto: wall 1: rude\n"
				     "Ada report Otto: mail 1\n"
				     "Ada report Otto: wall 1\n");
	/* No player does what the operator does. */
	assert_int_equal(keeper_admin_remove_words(ada, STORE_MAIL, mail, ""), KEEPER_NO);
	assert_int_equal(keeper_admin_mute(ada, "Otto", "", 0), KEEPER_NO);
	store_client_free(ada);
	store_client_free(otto);
	store_client_free(host);
}

/* ---- The operator ---- */

static void a_muted_account_writes_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *otto = fixture_player(fixture, "Otto");
	struct store_client *host = fixture_operator(fixture);
	struct keeper_run run;
	struct store_score score;

	fixture_begin_unproven(otto, &run);
	score = fixture_score(&run, 90, OUTCOME_DIED);
	assert_int_equal(keeper_run_end(otto, run.epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_admin_mute(host, "otto", "Spam.", 0), KEEPER_OK);
	refused(otto, keeper_wall_write(otto, "Hi"), "You are muted: Spam.");
	refused(otto, keeper_mail_send(otto, "Otto", "Hi"), "You are muted: Spam.");
	refused(otto, keeper_epitaph(otto, run.id, "Hi"), "You are muted: Spam.");
	assert_int_equal(keeper_admin_mute(host, "Otto", NULL, 0), KEEPER_OK);
	refused(host, keeper_admin_mute(host, "Otto", NULL, 0), "That account is not muted.");
	refused(host, keeper_admin_mute(host, "Otto", "", time(NULL) - 5),
		"The mute would end in the past.");
	assert_int_equal(keeper_wall_write(otto, "Hi"), KEEPER_OK);
	assert_int_equal(keeper_epitaph(otto, run.id, "Hi"), KEEPER_OK);
	assert_int_equal(keeper_admin_mute(host, "Otto", "", time(NULL) + 2 * HOUR), KEEPER_OK);
	assert_int_equal(keeper_wall_write(otto, "Hi"), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(otto), "You are muted until 20"));
	store_client_free(otto);
	store_client_free(host);
}

/* A mute may be there although it cannot be read. */
static void a_mute_that_cannot_be_read_holds(void **state)
{
	struct store_client *otto = fixture_player(*state, "Otto");

	fixture_sql(*state, "ALTER TABLE mutes RENAME TO away");
	assert_int_not_equal(keeper_wall_write(otto, "Hi"), KEEPER_OK);
	fixture_sql(*state, "ALTER TABLE away RENAME TO mutes");
	assert_int_equal(wall_of(otto), 0);
	assert_int_equal(keeper_wall_write(otto, "Hi"), KEEPER_OK);
	store_client_free(otto);
}

static void the_operator_writes_to_one_and_to_all(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_player(fixture, "Ada"),
			    *otto = fixture_player(fixture, "Otto");
	struct store_client *host = fixture_operator(fixture);

	assert_int_equal(keeper_admin_mail(host, "ada", "Well \033 done."), KEEPER_OK);
	assert_int_equal(keeper_admin_mail(host, NULL, "Rules."), KEEPER_OK);
	refused(host, keeper_admin_mail(host, "Nobody", "Hi"),
		"There is no account with that name.");
	assert_int_equal(mails_of(otto), 1);
	assert_string_equal(words[0].text, "Rules.");
	assert_string_equal(words[0].name, "");
	refused(otto, keeper_words_report(otto, STORE_MAIL, words[0].id),
		"The operator wrote this.");
	refused(otto, keeper_mail_remove(otto, words[0].id),
		"Mail to everybody goes by itself when newer comes.");
	assert_int_equal(keeper_mail_seen(otto, words[0].id), KEEPER_OK);
	assert_int_equal(mails_of(otto), 1);
	assert_true(words[0].seen);
	assert_int_equal(mails_of(ada), 2);
	assert_string_equal(words[1].text, "Well ? done.");
	store_client_free(ada);
	store_client_free(otto);
	store_client_free(host);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, fixture_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(words_are_written_and_read),
		TEST(hostile_text_is_cleaned),
		TEST(newcomers_and_guests_only_read),
		TEST(an_account_waits_before_it_writes),
		TEST(a_day_has_so_many_words),
		TEST(who_asks_first_hears_what_would_be_refused),
		TEST(a_line_that_is_sent_again_is_on_the_wall_once),
		TEST(who_always_sends_again_has_no_more_words),
		TEST(a_blocked_sender_notices_nothing),
		TEST(reported_words_reach_the_operator),
		TEST(a_muted_account_writes_nothing),
		TEST(a_mute_that_cannot_be_read_holds),
		TEST(the_operator_writes_to_one_and_to_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
