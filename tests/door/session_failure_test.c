/* Sessions whose keeper refuses or fails, or tells of something: each screen says so. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

static void member(const char *name)
{
	store_client_free(fixture_caller(&fixture, name));
	enter_as(name);
}

#define RESUMING "type p\ntype \\e\npause\n"
#define PLAYING "type p\ntype aa\n"

static void turns_that_are_not_written(void **state)
{
	(void)state;
	member("Anna");
	script_run_filmed("unwritten",
		PLAYING "picture play\nanswer append 3 0 2 The disk is full.\ntype .\n"
			"picture waits\ntype .\npicture still\nwait 1100\npicture tried again\n"
			"wait 1100\npicture written\ntype .\npicture goes on\nhang up\n");
	enter_as("Anna");
	script_run_filmed("unended",
		"type p\nanswer run_end 3 0 1 No room.\ntype Q\ntype y\npicture waits\nwait 1100\n"
		"picture the end\nhang up\n");
}

static void turns_that_are_refused(void **state)
{
	(void)state;
	member("Arne");
	script_run_filmed("refused-turn",
		PLAYING "answer append 1 0 1 The turns before it are lost.\ntype .\nover .\n");
	enter_as("Arne");
	script_run_filmed("refused-end",
		RESUMING "answer run_end 1 0 1 The turns before it are lost.\ntype Q\ntype y\n"
			 "over .\n");
}

static void a_run_that_was_taken_over(void **state)
{
	(void)state;
	member("Bert");
	script_run_filmed(
		"stale", PLAYING "answer append 2 0 1 It is held elsewhere.\ntype .\nover .\n");
	enter_as("Bert");
	script_run_filmed("stale-snapshot",
		RESUMING "type ..\nanswer snapshot_put 2 0 1 held\ntype S\nover .\n");
	enter_as("Bert");
	script_run_filmed(
		"stale-end", RESUMING "answer run_end 2 0 1 held\ntype Q\ntype y\nover .\n");
}

static void a_keeper_that_is_gone(void **state)
{
	(void)state;
	member("Cleo");
	script_run_filmed("gone", PLAYING "keeper gone\nover .\n");
	enter_as("Cleo");
	script_run_filmed("gone-at-append", RESUMING "answer append 5 0 1\ntype .\nover .\n");
	enter_as("Cleo");
	script_run_filmed("gone-at-lobby",
		"picture lobby\nanswer run_claim 5 0 1\ntype p\n"
		"picture lobby\nanswer scores 5 0 1\ntype b\npicture board\n"
		"hang up\n");
	enter_as("Cleo");
	script_run_filmed("unsnapshot",
		"type p\ntype .\nanswer snapshot_put 3 0 1 No room.\ntype S\n"
		"picture lobby\nhang up\n");
}

static void runs_that_do_not_begin(void **state)
{
	(void)state;
	member("Dora");
	script_run_filmed("unbegun",
		"answer run_begin 1 0 1 The disk is nearly full.\ntype p\npicture lobby\n"
		"type j\npicture read\nanswer run_claim 3 0 1 Not now.\ntype p\npicture lobby\n"
		"answer run_claim 2 0 1\ntype p\npicture lobby\nhang up\n");
	script_run_filmed("unbegun-guest",
		"answer login_guest 1 0 1 There are too many guests.\ntype guest\\r\n"
		"picture greeting\ntype guest\\r\npicture lobby\n"
		"answer run_begin 1 0 1 The disk is nearly full.\ntype p\npicture lobby\nhang "
		"up\n");
	script_facts.admission = ADMIT_GUEST;
	script_run_filmed("no-guest", "picture lobby\nhang up\n");
}

static struct store_client *holder(const char *name, const char *journal)
{
	struct store_client *line = fixture_caller(&fixture, name);
	struct keeper_run run;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	if (*journal)
		assert_int_equal(fixture_append(line, &run, 0, journal), KEEPER_OK);
	return line;
}

static void a_run_that_is_held_elsewhere(void **state)
{
	struct store_client *line = holder("Emil", "");

	(void)state;
	enter_as("Emil");
	script_run_filmed("takeover", "type p\npicture question\nsize 40 20\npicture small\n"
				      "size 80 24\ntype x\npicture still\ntype n\npicture lobby\n"
				      "type p\ntype q\npicture lobby\ntype pN\npicture lobby\n"
				      "type c\npicture question\ntype Y\npicture play\ntype S\n"
				      "picture kept\nhang up\n");
	assert_true(fixture_notice(line, NOTICE_TAKEN_OVER));
	store_client_free(line);
}

static void a_run_that_cannot_be_read(void **state)
{
	struct keeper_run run;
	struct store_client *line;

	(void)state;
	store_client_free(holder("Fred", "\377\377\377"));
	enter_as("Fred");
	script_run_filmed("broken",
		"type p\npicture broken\nsize 40 20\npicture small\nsize 80 24\ntype x\n"
		"picture still\ntype l\npicture lobby\ntype p\npicture broken\n"
		"answer quarantine 3 0 1 No room.\ntype n\npicture refused\ntype L\npicture lobby\n"
		"type p\ntype N\npicture a new run\nhang up\n");
	line = fixture_caller(&fixture, "Gina");
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 0, 1, run.content, "s", 1), KEEPER_OK);
	store_client_free(line);
	enter_as("Gina");
	script_run_filmed(
		"waiting", "type p\npicture lobby\ntype b\ntype q\npicture lobby\nhang up\n");
	store_client_free(holder("Hugo", ""));
	enter_as("Hugo");
	script_run_filmed("unfetched",
		"answer segment_get 3 0 9 Not now.\nanswer snapshot_get 3 0 9 Not now.\n"
		"answer commands_get 3 0 9 Not now.\ntype p\npicture lobby\nhang up\n");
}

static void lists_that_cannot_be_fetched(void **state)
{
	(void)state;
	member("Ida");
	script_run_filmed("unlisted",
		"answer scores 3 0 1 The board cannot be read.\ntype b\npicture board\ntype q\n"
		"answer record 3 0 1 Not now.\ntype r\npicture record\ntype q\n"
		"answer scores 3 0 1 Not this either.\ntype r\npicture record without runs\ntype "
		"q\n"
		"answer key_list 3 0 1 No list.\ntype a\npicture account\n"
		"answer set_password 3 0 1 Not set.\ntype plonger-one\\rlonger-one\\r\n"
		"picture not set\nanswer key_add 3 0 1 Not added.\n"
		"type assh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAa\\r\npicture not added\n"
		"answer key_remove 1 0 1 Not removed.\ntype r\ntype y\npicture not removed\ntype "
		"q\n"
		"answer who 3 0 1 Nobody counts.\ntype w\npicture watch\ntype q\n"
		"answer who 3 0 1 Nobody counts.\ntype ?q\npicture lobby\n"
		"answer set_options 3 0 1 Not kept.\ntype ol\ntype q\npicture lobby\nhang up\n");
	script_run_filmed("unregistered", "type new\\r\nanswer register 3 0 1 Not today.\ntype "
					  "Jon\\rlong-enough\\rlong-enough\\r\n"
					  "picture refused\nhang up\n");
	script_facts.admission = ADMIT_BOARD;
	snprintf(script_facts.command, sizeof script_facts.command, "who");
	script_run_filmed("exec-who", "");
}

static void execs_without_an_answer(void **state)
{
	static const char *const commands[] = {"who", "games", "scores"};

	(void)state;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char film[40];

		script_facts.admission = ADMIT_BOARD;
		snprintf(script_facts.command, sizeof script_facts.command, "%s", commands[i]);
		snprintf(film, sizeof film, "no-%s", commands[i]);
		server.gone = true;
		script_run_filmed(film, "");
	}
}

/* Notices, by the numbers of enum notice_kind. */
static void what_the_operator_tells(void **state)
{
	(void)state;
	member("Karl");
	script_run_filmed("say",
		"picture lobby\nnotice 2 The server closes at nine.\nwait 20\n"
		"picture told\ntype j\npicture read\n" PLAYING
		"notice 2 Soon.\nwait 20\npicture told at play\ntype .\npicture on\n"
		"notice 4\nwait 20\npicture nothing\nnotice 3\nover .\n");
	enter_as("Karl");
	script_run_filmed("kicked", "notice 0 Out, please.\nover Out, please.\n");
	enter_as("Karl");
	script_run_filmed("kicked-silently", "notice 0\nover .\n");
	enter_as("Karl");
	script_run_filmed("told-of-takeover", "notice 1\nover .\n");
	script_run_filmed("closed-guest", "type guest\\r\nnotice 3\nover .\n");
	script_run_filmed("kicked-guest", "type guest\\r\nnotice 0\nover .\n");
}

static void a_key_that_is_not_known(void **state)
{
	(void)state;
	/* The key of another: the name is taken, so that it is asked for. */
	member("Lena");
	script_facts.fingerprint[8] = 'x';
	script_run_filmed("other-key", "picture greeting\nhang up\n");
	/* A free name: it may be registered with the key. */
	enter_as("Mona");
	script_run_filmed("free-name-key", "picture question\nanswer register 1 0 1 Not today.\n"
					   "type y\npicture refused\nhang up\n");
	enter_as("Mona");
	script_run_filmed("free-name-taken", "type \\r\npicture lobby\nhang up\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turns_that_are_not_written),
		cmocka_unit_test(a_run_that_was_taken_over),
		cmocka_unit_test(a_keeper_that_is_gone),
		cmocka_unit_test(runs_that_do_not_begin),
		cmocka_unit_test(a_run_that_is_held_elsewhere),
		cmocka_unit_test(a_run_that_cannot_be_read),
		cmocka_unit_test(lists_that_cannot_be_fetched),
		cmocka_unit_test(execs_without_an_answer),
		cmocka_unit_test(what_the_operator_tells),
		cmocka_unit_test(a_key_that_is_not_known),
		cmocka_unit_test(turns_that_are_refused),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
