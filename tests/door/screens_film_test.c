/* The screens around the game as a whole: pictures of scripted sessions, compared with films. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

/* A run on the board.  Its rules are none of ours, so that it stays unproven. */
static int64_t end_run(const char *name, int points, int outcome, const char *cause, int turns)
{
	struct store_client *line = fixture_caller(&fixture, name);
	struct keeper_run run;
	struct store_score score;

	fixture_begin_unproven(line, &run);
	score = fixture_score(&run, points, outcome);
	score.turns = (uint32_t)turns;
	score.gold = points / 3;
	score.level = 4 + points % 9;
	score.deepest = 2 + points % 20;
	score.depth = 1 + points % 3;
	snprintf(score.cause, sizeof score.cause, "%s", cause);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	store_client_free(line);
	return run.id;
}

static void add_run(const char *name, int points, int outcome, const char *cause, int turns)
{
	fixture_verify(&fixture, end_run(name, points, outcome, cause, turns));
}

static void greeting_and_registration(void **state)
{
	(void)state;
	script_run_filmed("greeting",
		"picture greeting\ntype ab c\npicture typed\ntype ^U\npicture wiped\n"
		"size 40 20\npicture small\nsize 51 24\npicture narrow\nsize 52 24\npicture wider\n"
		"size 132 44\npicture wide\nterm xterm-256color\npicture colours\nsize 80 24\n"
		"picture colours\ntype \\r\npicture nothing typed\n"
		"type nobody  \\r\npicture a name\ntype wrong-one\npicture hidden\ntype \\r\n"
		"picture wrong\ntype \\r\npicture still wrong\nsize 40 20\npicture small\n"
		"size 80 24\n" ESCAPE "picture greeting again\n"
		"type new\\r\npicture new\nsize 40 20\npicture small\nsize 80 24\n"
		"type x\\r\npicture too short\ntype ^Usysop\\r\npicture reserved\n"
		"type ^UAda Lovelace\\r\npicture no name\ntype ^UAda\npicture Ada\ntype \\r\n"
		"picture password\ntype 1234567\\r\npicture short\ntype longer-one\\r\n"
		"picture again\ntype longer-two\\r\npicture not the same\n" ESCAPE
		"picture name again\ntype \\r\ntype longer-one\\rlonger-one\\r\npicture lobby\n"
		"type q\nover .\n");
	script_run_filmed("greeting-taken",
		"term xterm-256color\ntype new\\r\ntype ada\\r\npicture taken\n" ESCAPE
		"picture greeting\ntype  ada \\r\npicture login\n"
		"type one-wrong\\rtwo-wrong\\r\npicture two\ntype three-wrong\\r\n"
		"over .\n");
	script_run_filmed("leaving", "type BYE\\r\nover .\n");
	script_run_filmed("quitting", "type quit\\r\nover .\n");
	script_run_filmed("ending", "type ^D\nover .\n");
}

static void a_seed_is_chosen(void **state)
{
	(void)state;
	script_run_filmed("seed",
		"term xterm-256color\ntype guest\\r\ntype s\npicture asked\ntype \\r\n"
		"picture nothing typed\ntype 12x\\r\npicture no seed\nsize 40 20\n"
		"picture small\nsize 80 24\n" ESCAPE "picture lobby\ntype s1f\\r\n"
		"picture play\ntype Q\ntype y\npicture end\nsize 40 24\npicture narrow end\n"
		"type \\r\ntype q\nover .\n");
}

static void an_empty_board(void **state)
{
	(void)state;
	script_run_filmed("empty",
		"term xterm-256color\ntype guest\\r\npicture lobby\nsize 40 20\npicture small\n"
		"size 71 22\npicture narrow\nsize 72 23\npicture two columns\nsize 132 44\n"
		"picture wide\nsize 80 24\n"
		"type jjj\npicture down\ntype kk\npicture up\ntype kkk\npicture round\ntype "
		"\\e[B\npicture arrow down\ntype \\e[A\npicture arrow up\n"
		"type c\npicture play\ntype S\ntype y\ntype h\npicture help\ntype q\n"
		"type b\npicture board\ntype \\t\npicture all\ntype \\t\npicture latest\ntype jk "
		"-dq\n"
		"picture lobby\ntype \\t\npicture tab\ntype w\npicture nobody\ntype q\n"
		"type a\npicture lobby\ntype ?\npicture help\ntype  \npicture page\ntype q\n"
		"type h\npicture help again\ntype q\n"
		"type o\npicture options\ntype h\npicture back from the first\ntype l\ntype "
		"l\npicture on\n"
		"type l\ntype l\ntype l\npicture CP437\ntype j\npicture colours\ntype l\npicture "
		"mono\n"
		"type l\npicture 8\ntype l\npicture 16\ntype l\npicture 256\ntype l\npicture true\n"
		"type l\npicture as said\ntype jl\npicture light\ntype jl\npicture keys\ntype l\n"
		"picture keypad\ntype j\\rI\npicture conflict\ntype y\npicture bound\ntype e\n"
		"picture as text\ntype q\ntype pbind h\npicture pasting\ntype \\e\npause\n"
		"type q\npicture keys of my own\ntype jl\npicture bell\ntype jl\npicture "
		"hints\n"
		"type jl\npicture takes\ntype j\npicture the first kind\ntype l\npicture "
		"left\ntype G\n"
		"type kk\npicture top\ntype q\npicture options with takes\nsize 40 20\npicture "
		"small\n"
		"type q\npicture lobby\nsize 80 24\ntype q\nover .\n");
}

static void an_account(void **state)
{
#define KEY "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAA"
	(void)state;
	script_run_filmed("account",
		"term xterm-256color\ntype new\\r\ntype berta\\rlong-enough\\rlong-enough\\r\n"
		"type r\npicture record\ntype  \ntype a\npicture account\nsize 40 20\npicture "
		"small\n"
		"size 80 24\ntype p\npicture old\ntype wrong-one\npicture hidden\ntype \\r\n"
		"picture new\ntype short\\r\npicture too short\ntype "
		"plong-enough\\rberta-berta\\r\n"
		"picture again\ntype berta-bert\\r\npicture not the same\n"
		"type plong-enough\\rlonger-one\\rlonger-one\\r\npicture set\n"
		"type pwrong-one\\rlonger-two\\rlonger-two\\r\npicture wrong\n"
		"type p"
		"\\e\npause\npicture never mind\n"
		"type r\npicture nothing to remove\ntype a\npicture paste\ntype nonsense\\r\n"
		"picture no key\ntype a" KEY
		"a desk\\r\npicture its password\nsize 40 20\npicture its password small\n"
		"size 80 24\ntype wrong-one\\r\npicture not added\n"
		"type a" KEY "a desk\\rlonger-one\\r\npicture one\n"
		"type a" KEY "b attic\\rlonger-one\\r\n"
		"type a" KEY "c\\rlonger-one\\r\npicture three\n"
		"type a" KEY "c\\rlonger-one\\r\npicture doubled\n"
		"type plonger-one\\rlonger-one\\rlonger-one\\r\npicture remove all\n"
		"size 40 20\npicture remove all small\nsize 80 24\ntype n\n"
		"type k\npicture up\ntype kkj\npicture down\ntype jj\npicture last\ntype kr\n"
		"picture remove\ntype n\npicture kept\ntype r\ntype y\npicture removed\ntype "
		"jr\ntype y\n"
		"picture one left\ntype r\ntype y\npicture none\nsize 40 20\npicture none "
		"small\nsize 80 "
		"24\n"
		"type d\npicture delete\nsize 40 20\npicture delete small\nsize 80 24\n"
		"type wrong-one\\r\npicture not deleted\n"
		"type x\npicture nothing\ntype q\npicture lobby\ntype a\npicture account\n" ESCAPE
		"type q\nover .\n");
	/* The new password is good from now on, and the old one is not. */
	script_run("type berta\\r\ntype long-enough\\r\nsee Password:\ntype longer-one\\r\n"
		   "see You are berta\nhang up\n");
}

static void an_account_ends(void **state)
{
	(void)state;
	script_run("type new\\r\ntype doris\\rlong-enough\\rlong-enough\\r\ntype ad\n"
		   "see Your password, to delete the account:\ntype long-enough\\r\n"
		   "over Your account is deleted. Goodbye.\n");
	script_run("type doris\\r\ntype long-enough\\r\nsee Wrong name or password.\nhang up\n");
}

static void a_guest_has_no_account(void **state)
{
	(void)state;
	script_run_filmed("guest",
		"type guest\\r\ntype ar\npicture no account and no record\ntype p\npicture play\n"
		"type S\npicture really\ntype n\ntype S\ntype y\npicture lobby again\n"
		"type q\nover .\n");
}

static void a_board_with_runs(void **state)
{
	static const char *const names[] = {
		"Amy", "Bob", "Carl", "Dora", "Emil", "Franzi-Josefine", "Gus", "Hilde"};

	(void)state;
	for (int i = 0; i < 30; i++) {
		char cause[STORE_CAUSE_MAX];

		snprintf(cause, sizeof cause,
			i % 3 ? "killed by a wire worm on depth %d"
			      : "drowned in the long night of the "
				"far exchange, on depth %d",
			i % 7 + 1);
		add_run(names[i % 8], 100 + i * 37 % 900, i % 10 == 9 ? OUTCOME_LEFT : OUTCOME_DIED,
			i % 10 == 9 ? "came home" : cause, 200 + i * 11);
	}
	script_run_filmed("board",
		"term xterm-256color\ntype guest\\r\npicture lobby\nsize 132 44\npicture wide\n"
		"size 100 31\npicture tall\nsize 40 20\npicture small\nsize 40 30\npicture high\n"
		"size 80 24\ntype b\npicture players\ntype j\npicture second\ntype kk\npicture "
		"first\n"
		"type \\t\npicture all\ntype  \npicture page\ntype  \npicture no third\ntype -\n"
		"picture first page\ntype -\npicture still\ntype jjjjjjjjjjjjjjjjjj\npicture by "
		"rows\n"
		"type jjjjjjjjjjjjjjjjjj\npicture the end\ntype \\e[A\npicture up\ntype \\e[5~\n"
		"picture page up\ntype \\e[6~\npicture page down\n"
		"size 80 30\npicture a higher window\nsize 59 24\npicture narrow\nsize 60 24\n"
		"picture wider\nsize 80 24\ntype l\npicture latest\ntype \\e[B\npicture down\n"
		"type \\r\npicture score\nsize 40 20\npicture small score\nsize 80 24\ntype q\n"
		"picture back\ntype \\e[C\\e[C\npicture players again\ntype q\npicture lobby\n"
		"type b\npicture board\nhang up\n");
}

/* When the run is set aside, no verifier changes its row again. */
static void a_score_that_is_being_verified(void **state)
{
	struct store_client *line = fixture_caller(&fixture, "Forger");
	struct store_score score = {0};
	char command[256];
	int64_t run =
		end_run("Forger", 1999999, OUTCOME_DIED, "killed by a wire worm on depth 3", 900);

	(void)state;
	for (int tries = 0; tries < 200 && score.proof != STORE_SET_ASIDE; tries++) {
		nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
		assert_int_equal(keeper_score_get(line, run, &score), KEEPER_OK);
	}
	assert_int_equal(score.proof, STORE_SET_ASIDE);
	store_client_free(line);
	snprintf(command, sizeof command,
		"sqlite3 %s/trapdoor.db \"PRAGMA busy_timeout = 2000; UPDATE scores SET listed = 0,"
		" waiting = 1, proof = 0 WHERE score = 1999999\" > /dev/null",
		server.directory);
	assert_int_equal(system(command), 0);
	script_run_filmed("verifying",
		"term xterm-256color\ntype guest\\r\npicture lobby\nsize 40 24\npicture small "
		"lobby\nsize 80 24\ntype b\ntype j\npicture players\nsize 40 24\npicture small "
		"players\ntype \\r\npicture small score\nsize 80 24\npicture score\nhang up\n");
	snprintf(command, sizeof command,
		"sqlite3 %s/trapdoor.db \"PRAGMA busy_timeout = 2000; UPDATE scores SET waiting = "
		"0, proof = 2 WHERE score = 1999999\" > /dev/null",
		server.directory);
	assert_int_equal(system(command), 0);
}

/* The last test: its run is proven at some time, which other films would show. */
static void a_run_from_its_beginning_to_its_record(void **state)
{
	(void)state;
	script_run_filmed("record",
		"term xterm-256color\ntype new\\r\ntype Gus2\\rlong-enough\\rlong-enough\\r\n"
		"type r\npicture none\ntype x\npicture still\ntype q\ntype p\npicture heirloom\n"
		"type aa\npicture play\ntype Q\npicture quit\ntype y\npicture quitted\n"
		"size 40 20\npicture small\nsize 80 24\ntype d\npicture dump\ntype  \n"
		"picture on\ntype q\npicture lobby\ntype \\r\npicture in haste\ntype r\npicture "
		"record\nsize 40 20\npicture small\n"
		"size 80 24\ntype q\ntype p\ntype aa\npicture last time\ntype ....\npicture "
		"waits\n"
		"type \\e\n"
		"pause\ntype S\npicture kept\ntype p\npicture resumed\ntype \\e\n"
		"pause\ntype S\ntype q\n"
		"over .\n");
}

static void a_stranger_who_asks_by_ssh(void **state)
{
	static const struct {
		const char *film, *command;
	} cases[] = {{"exec-help", "help"}, {"exec-scores", "scores"}, {"exec-games", "games"},
		{"exec-other", "scores --game other"}, {"exec-json", "scores --game other --json"},
		{"exec-refused", "scores --game"}, {"exec-longer", "helpful"},
		{"exec-page", "scores --format ascii --width 40"},
		{"exec-ansi", "scores --format ansi"}, {"exec-width", "scores --width 40"},
		{"exec-page-json", "scores --format ascii --json"},
		{"exec-page-today", "today --format ascii"},
		{"exec-page-width", "scores --format ascii --width 60"},
		{"exec-blanks", "  scores   --game   trapdoor  "}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		script_facts.admission = ADMIT_BOARD;
		snprintf(script_facts.command, sizeof script_facts.command, "%s", cases[i].command);
		script_run_filmed(cases[i].film, "");
	}
	script_facts.admission = ADMIT_BOARD;
	script_run_filmed("board-only", "picture board\ntype q\nover .\n");
	script_facts.admission = ADMIT_NEW;
	script_run_filmed("new-only", "picture new\n" ESCAPE "over .\n");
	script_facts.admission = ADMIT_GUEST;
	script_run_filmed("guest-only", "picture lobby\nhang up\n");
	script_facts.admission = ADMIT_FREE_NAME;
	snprintf(script_facts.user, sizeof script_facts.user, "zoe");
	snprintf(script_facts.fingerprint, sizeof script_facts.fingerprint,
		"SHA256:zbcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ");
	script_run_filmed("free-name", "picture question\ntype x\npicture still\ntype n\nover .\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(greeting_and_registration),
		cmocka_unit_test(a_seed_is_chosen),
		cmocka_unit_test(an_empty_board),
		cmocka_unit_test(an_account),
		cmocka_unit_test(an_account_ends),
		cmocka_unit_test(a_guest_has_no_account),
		cmocka_unit_test(a_board_with_runs),
		cmocka_unit_test(a_stranger_who_asks_by_ssh),
		cmocka_unit_test(a_score_that_is_being_verified),
		cmocka_unit_test(a_run_from_its_beginning_to_its_record),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
