/* The operator's commands about words of players, boards as pages, and contests. */
#include "tests/test.h"

#include "tests/door/command.h"
#include "tests/door/keeper_house.h"

#include <inttypes.h>

static struct fixture *fixture;
static struct store_client *ada, *otto;

static int set_up(void **state)
{
	(void)state;
	fixture = fixture_new();
	fixture->policy.words = 1;
	fixture->policy.daily = 1;
	fixture_start(fixture);
	ada = fixture_player(fixture, "Ada");
	otto = fixture_player(fixture, "Otto");
	command_name("STATE", fixture->state);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	store_client_free(ada);
	store_client_free(otto);
	return fixture_tear_down((void **)&fixture);
}

static void the_wall_is_listed_and_cleaned(void **state)
{
	static const struct command_case before[] = {
		{"admin wall --state $STATE", 0, "line  when                  by    text\n", ""},
		{"admin wall --state $STATE", 0, "  Otto  Hello.\n", ""},
		{"admin wall --json --state $STATE", 0, "[{\"line\":2,\"at\":\"20", ""},
		{"admin wall --json --state $STATE", 0,
			"Z\",\"name\":\"Otto\",\"text\":\"Again.\"},{\"line\":1,", ""},
		{"admin remove-words wall 1 Rude --state $STATE", 0, "", ""},
		{"admin remove-words wall 1 --state $STATE", 1, "",
			"trapdoor: cannot remove the words: "},
	};
	static const struct command_case after[] = {
		{"admin wall --json --state $STATE", 0, "[{\"line\":2,", ""},
	};

	(void)state;
	assert_int_equal(keeper_wall_write(otto, "Hello."), KEEPER_OK);
	assert_int_equal(keeper_wall_write(otto, "Again."), KEEPER_OK);
	COMMAND_CASES(before);
	COMMAND_CASES(after);
}

static void reports_are_listed_and_dismissed(void **state)
{
	static const struct command_case cases[] = {
		{"admin reports --state $STATE", 0,
			"report  when                  by   what  number  of    text\n", ""},
		{"admin reports --json --state $STATE", 0, "[{\"report\":1,\"at\":\"20", ""},
		{"admin reports --json --state $STATE", 0,
			"Z\",\"by\":\"Ada\",\"what\":\"wall\",\"number\":1,\"of\":\"Otto\","
			"\"text\":\"Hello.\"}]\n",
			""},
		{"admin dismiss x --state $STATE", 2, "",
			"trapdoor: a report is a number, not \"x\"\n"},
		{"admin dismiss 0 --state $STATE", 2, "",
			"trapdoor: a report is a number, not \"0\"\n"},
		{"admin dismiss 7 --state $STATE", 1, "", "trapdoor: cannot dismiss the report: "},
		{"admin dismiss 1 --state $STATE", 0, "", ""},
		{"admin reports --state $STATE", 0, "There is no report.\n", ""},
	};

	(void)state;
	assert_int_equal(keeper_wall_write(otto, "Hello."), KEEPER_OK);
	assert_int_equal(keeper_words_report(ada, STORE_WALL, 1), KEEPER_OK);
	COMMAND_CASES(cases);
}

static void kinds_of_words_are_told_apart(void **state)
{
	static const struct command_case cases[] = {
		{"admin remove-words poem 1 --state $STATE", 2, "",
			"trapdoor: remove-words removes a line of the wall, a mail or an epitaph: "
			"wall 12, mail 7 or epitaph RUN, not \"poem\"\n"},
		{"admin remove-words mail x --state $STATE", 2, "",
			"trapdoor: the second word is a number, not \"x\"\n"},
		{"admin remove-words wall 1 --state $STATE", 1, "", "trapdoor: cannot remove "},
		{"admin remove-words mail 1 --state $STATE", 0, "", ""},
		{"admin remove-words mail 1 --state $STATE", 1, "", "trapdoor: cannot remove "},
		{"admin mute Otto Rude --until soon --state $STATE", 2, "", "soon"},
		{"admin mutes --state $STATE", 0, "Nobody is muted.\n", ""},
	};
	struct keeper_words_news news;

	(void)state;
	assert_int_equal(keeper_mail_send(otto, "Ada", "So long."), KEEPER_OK);
	COMMAND_CASES(cases);
	assert_int_equal(keeper_words_news(ada, &news), KEEPER_OK);
	assert_int_equal(news.unread, 0);
}

static void mail_reaches_one_player_or_all(void **state)
{
	static const struct command_case cases[] = {
		{"admin mail Ada Welcome --state $STATE", 0, "", ""},
		{"admin mail-all Tonight --state $STATE", 0, "", ""},
		{"admin mail Nobody Welcome --state $STATE", 1, "",
			"trapdoor: cannot send the mail: "},
	};
	struct keeper_words_news of_ada, of_otto;

	(void)state;
	COMMAND_CASES(cases);
	assert_int_equal(keeper_words_news(ada, &of_ada), KEEPER_OK);
	assert_int_equal(keeper_words_news(otto, &of_otto), KEEPER_OK);
	assert_int_equal(of_ada.unread, 2);
	assert_int_equal(of_otto.unread, 1);
}

static void an_epitaph_is_removed_by_its_run(void **state)
{
	static const struct command_case cases[] = {
		{"admin remove-words epitaph $RUN Rude --state $STATE", 0, "", ""},
	};
	struct store_score score;
	struct keeper_run run;
	char number[24];

	(void)state;
	fixture_begin_unproven(otto, &run);
	score = fixture_score(&run, 300, OUTCOME_DIED);
	strcpy(score.epitaph, "Rude words.");
	assert_int_equal(keeper_run_end(otto, run.epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_score_get(otto, run.id, &score), KEEPER_OK);
	assert_string_equal(score.epitaph, "Rude words.");
	snprintf(number, sizeof number, "%" PRId64, run.id);
	command_name("RUN", number);
	COMMAND_CASES(cases);
	assert_int_equal(keeper_score_get(otto, run.id, &score), KEEPER_OK);
	assert_string_equal(score.epitaph, "(removed by the operator)");
}

/* ---- Boards ---- */

static void a_board_is_a_page(void **state)
{
	static const struct command_case cases[] = {
		{"scores --format ascii --state $STATE", 0, "Best runs", ""},
		{"scores --format ascii --state $STATE", 0, "Otto", ""},
		{"scores --format ascii --mode players --state $STATE", 0,
			"Best run of each player", ""},
		{"scores --format ascii --mode latest --width 40 --state $STATE", 0, "Newest runs",
			""},
		{"scores --format ansi --state $STATE", 0, "\033[", ""},
		{"scores --format ascii --mode conducts --state $STATE", 0, "Most conducts kept",
			""},
		{"scores --mode conducts --state $STATE", 0, "  proven          2: kill, lamp\n",
			""},
		{"scores --mode conducts --json --state $STATE", 0,
			"\"kept\": [\n      \"kill\",\n      \"lamp\"\n    ]", ""},
		{"scores --mode conducts --user Mina --state $STATE", 0,
			"Nobody with that name has a run on this board.", ""},
		{"scores --format ascii --json --state $STATE", 2, "",
			"trapdoor: a page for a BBS is a board; it goes with none of --json, "
			"--games, --export and --dump\n"},
		{"scores --format ascii --games --state $STATE", 2, "", "a page for a BBS"},
		{"scores --format ascii --dump 0 --state $STATE", 2, "", "a page for a BBS"},
		{"scores --format ascii --export /nowhere --state $STATE", 2, "",
			"a page for a BBS"},
		{"scores --width 41 --state $STATE", 2, "",
			"trapdoor: --width takes 40 or 80, not 41\n"},
		{"scores --top 0 --state $STATE", 2, "",
			"trapdoor: --top takes 1 or more, not 0\n"},
		{"scores --mode worst --state $STATE", 2, "",
			"trapdoor: --mode takes runs, players, latest or "
			"conducts, not \"worst\"\n"},
		{"scores --format ascii --game other --state $STATE", 0, "Best runs", ""},
	};
	static struct printed wide, narrow, one;
	struct store_score score;
	struct keeper_run run;

	(void)state;
	fixture_begin_unproven(otto, &run);
	score = fixture_score(&run, 200, OUTCOME_DIED);
	score.conducts = 1 << CONDUCT_KILL | 1 << CONDUCT_LAMP;
	assert_int_equal(keeper_run_end(otto, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(fixture, run.id);
	COMMAND_CASES(cases);
	command_run(&wide, "scores --format ascii --state $STATE");
	command_run(&narrow, "scores --format ascii --width 40 --state $STATE");
	command_run(&one, "scores --format ascii --top 1 --state $STATE");
	assert_string_not_equal(wide.out, narrow.out);
	assert_true((strstr(one.out, "Ada") != NULL) != (strstr(one.out, "Otto") != NULL));
	assert_true(strstr(wide.out, "Ada") && strstr(wide.out, "Otto"));
	command_run(&one, "scores --format ascii --user Otto --state $STATE");
	assert_true(!strstr(one.out, "Ada") && strstr(one.out, "Otto"));
}

/* ---- Verification ---- */

static void runs_that_were_set_aside_are_listed(void **state)
{
	static const struct command_case none[] = {
		{"verify --set-aside --state $STATE", 0, "No run is set aside.\n", ""},
		{"verify --set-aside --json --state $STATE", 0, "[]\n", ""},
	};
	static const struct command_case two[] = {
		{"verify --set-aside --state $STATE", 0, "run  score  name\n", ""},
		{"verify --set-aside --state $STATE", 0, "    100  Otto\n", ""},
		{"verify --set-aside --json --state $STATE", 0, "\"score\":100,\"name\":\"Ada\"}",
			""},
	};

	(void)state;
	COMMAND_CASES(none);
	fixture_sql(fixture, "UPDATE scores SET proof = 3");
	COMMAND_CASES(two);
}

static void a_day_is_verified(void **state)
{
	static const struct command_case right[] = {
		{"verify --daily $DATE --state $STATE", 0, "$DATE: hash ", ""},
		{"verify --daily $DATE --state $STATE", 0, ", 0 tries\n$DATE: the seed is right\n",
			""},
		{"verify --daily 2026-W48 --state $STATE", 2, "",
			"trapdoor: verify takes one of --daily with a date, as 2026-11-24, and "
			"--weekly with a week, as 2026-W48\n"},
		{"verify --weekly $DATE --state $STATE", 2, "", "verify takes one of --daily"},
		{"verify --daily $DATE --weekly 2026-W48 --state $STATE", 2, "",
			"verify takes one of --daily"},
		{"verify --daily 1999-01-01 --state $STATE", 1, "", "trapdoor: "},
		{"verify 1 --all --state $STATE", 2, "", "verify needs the number of one run"},
		{"verify x --state $STATE", 2, "",
			"trapdoor: cannot verify \"x\": not a run number"},
	};
	static const struct command_case wrong[] = {
		{"verify --daily $DATE --state $STATE", 1,
			"$DATE: its seed does not have the published hash\n", ""},
	};
	struct keeper_day day;

	(void)state;
	assert_int_equal(keeper_day_show(ada, "", &day), KEEPER_OK);
	command_name("DATE", day.date);
	COMMAND_CASES(right);
	fixture_sql(fixture, "UPDATE days SET hash = zeroblob(32)");
	COMMAND_CASES(wrong);
}

/* Lists a run on its board after the keeper has judged it, so that nobody judges it again. */
static void list_run(int64_t id)
{
	struct store_score score = {.proof = STORE_UNVERIFIED};
	char sql[128];

	for (int tries = 0; tries < 4000 && score.proof == STORE_UNVERIFIED; tries++) {
		usleep(5000);
		assert_int_equal(keeper_score_get(ada, id, &score), KEEPER_OK);
	}
	assert_int_not_equal(score.proof, STORE_UNVERIFIED);
	snprintf(sql, sizeof sql,
		"UPDATE scores SET listed = 1, waiting = 0, proof = 1 WHERE run = %" PRId64, id);
	fixture_sql(fixture, sql);
}

/* A try whose row was changed is no fair try of its day. */
static void tries_are_held_against_their_day(void **state)
{
	static const struct {
		const char *change, *fault;
	} rows[] = {{"UPDATE runs SET mode = 0", ": it is no try\n"},
		{"UPDATE runs SET seed = zeroblob(16)", ": its seed is not that of the day\n"},
		{"UPDATE segments SET rules = 1",
			": its rules or content are not those of the day\n"},
		{"DELETE FROM segments", ": it cannot be read\n"}};
	static struct printed printed;
	struct store_score score;
	struct keeper_run run;
	struct keeper_day day;

	(void)state;
	assert_int_equal(keeper_day_show(ada, "", &day), KEEPER_OK);
	command_name("DATE", day.date);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char name[8], line[128];

		snprintf(name, sizeof name, "Try%zu", i);
		struct store_client *player = fixture_player(fixture, name);
		assert_int_equal(keeper_day_play(player, day.date, &run), KEEPER_OK);
		assert_int_equal(fixture_append(player, &run, 0, "\10"), KEEPER_OK);
		score = fixture_score(&run, 100, OUTCOME_DIED);
		assert_int_equal(keeper_run_end(player, run.epoch, 1, &score), KEEPER_OK);
		store_client_free(player);
		list_run(run.id);
		snprintf(line, sizeof line, "%s WHERE %s = %" PRId64, rows[i].change,
			strstr(rows[i].change, "segments") ? "run" : "id", run.id);
		fixture_sql(fixture, line);
		command_run(&printed, "verify --daily $DATE --state $STATE");
		snprintf(line, sizeof line, "run %" PRId64 "%s", run.id, rows[i].fault);
		if (printed.status != 1 || !strstr(printed.out, line))
			fail_msg("%s not in %s", line, printed.out);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_wall_is_listed_and_cleaned),
		TEST(reports_are_listed_and_dismissed),
		TEST(kinds_of_words_are_told_apart),
		TEST(mail_reaches_one_player_or_all),
		TEST(an_epitaph_is_removed_by_its_run),
		TEST(a_board_is_a_page),
		TEST(runs_that_were_set_aside_are_listed),
		TEST(a_day_is_verified),
		TEST(tries_are_held_against_their_day),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
