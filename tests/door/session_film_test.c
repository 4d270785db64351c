/* Sessions as films: who is on, watching, pages of the board, time that runs out, signals, facts of
 * a client, and runs that are carried on from other rules. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#include <sys/stat.h>

#define SMALLER "size 60 22\n"
#define SMALLEST "size 40 20\n"
#define USUAL "size 80 24\n"

/* ---- Players online ---- */

#define PLAYERS 26

/* Many are on, at all places: in the lobby, in the lists and by ssh. */
static void players_are_listed_in_any_window(void **state)
{
	struct store_client *lines[PLAYERS];

	(void)state;
	for (int i = 0; i < PLAYERS; i++) {
		struct keeper_run run;
		char name[20];

		snprintf(name, sizeof name, "%c%cplayer%s", 'A' + i, 'a' + i % 7,
			i % 5 ? "" : "-longer");
		lines[i] = fixture_caller(&fixture, name);
		if (i % 3 == 0)
			assert_int_equal(keeper_run_begin(lines[i], false, &run), KEEPER_OK);
		assert_int_equal(keeper_report_position(lines[i],
					 i % 3 == 0   ? WHERE_PLAYING
					 : i % 3 == 1 ? WHERE_LOBBY
						      : WHERE_WATCHING,
					 1 + i % 12, (uint32_t)i * 37),
			KEEPER_OK);
	}
	script_run_filmed("players",
		"term xterm-256color\ntype guest\\r\npicture lobby\nsize 132 44\npicture wide\n"
		"size 100 31\npicture tall\nsize 90 28\npicture not so tall\nsize 80 27\npicture "
		"27 rows\nsize 80 26\npicture 26 rows\nsize 80 25\npicture 25 rows\n" SMALLER
		"picture smaller\n" SMALLEST "picture smallest\nsize 120 20\npicture flat\n" USUAL
		"type w\npicture players\ntype jj\npicture third\n" SMALLEST "picture smallest\n"
		"type jjjjjjjj\npicture last\ntype k\npicture before\n" USUAL
		"answer watch 1 0 1 Not now.\ntype \\r\npicture refused\n" ESCAPE "hang up\n");
	script_facts.admission = ADMIT_BOARD;
	snprintf(script_facts.command, sizeof script_facts.command, "who");
	script_run_filmed("exec-who-players", "");
	for (int i = 0; i < PLAYERS; i++)
		store_client_free(lines[i]);
}

/* A hint that was shown stays given when the session is cut off. */
static void a_hint_is_shown_once_to_an_account(void **state)
{
	struct store_client *line = fixture_caller(&fixture, "Hilda");
	struct keeper_account account;

	(void)state;
	server.config.lobby_hints = 1;
	enter_as("Hilda");
	script_run("type p\nmiss  Hint \ntype aa\nsee  Hint  You are the @.\nhang up\n");
	enter_as("Hilda");
	script_run("type p\nsee Health\nmiss  Hint  You are the @.\nhang up\n");
	server.config.lobby_hints = 0;
	store_client_free(line);
	line = fixture_line(&fixture);
	assert_int_equal(keeper_login_key(line, "Hilda",
				 "SHA256:Hil0123456789012345678901234567890123456789", &account),
		KEEPER_OK);
	assert_non_null(strstr(account.options, "given="));
	store_client_free(line);
}

/* ---- The board ---- */

static void the_board_has_pages(void **state)
{
	static const char *const names[] = {"Amy", "Bob", "Carl", "Dora", "Emil", "Gus"};

	(void)state;
	for (int who = 0; who < 6; who++) {
		struct store_client *line = fixture_caller(&fixture, names[who]);

		for (int i = 0; i < 9; i++)
			add_ended_run(line, 100 + i * 61 + who * 7,
				i % 4 ? OUTCOME_DIED : OUTCOME_LEFT, who && i == 8 ? "Amy" : "");
		store_client_free(line);
	}
	script_run_filmed("board-pages",
		"term xterm-256color\ntype guest\\r\ntype b\ntype \\t\npicture all\ntype  \n"
		"picture second\ntype  \npicture third\ntype  \npicture no fourth\ntype k\npicture "
		"up\n"
		"type -\npicture back\ntype \\e[6~\npicture on\ntype \\e[5~\npicture back again\n"
		"type k\npicture the end of the first\ntype j\npicture the begin of the second\n"
		"type \\r\npicture score\ntype q\npicture the same\ntype d\npicture dump\n" ESCAPE
		"picture the same again\n" SMALLEST
		"picture smallest\ntype jjjjjjjjjjjjjjj\npicture "
		"down\ntype \\r\npicture small score\n" ESCAPE "size 132 44\npicture wide\n" USUAL
		"type \\t\npicture latest\ntype jjj\\r\npicture avenged\ntype q\ntype \\t\\t\n"
		"picture players\ntype \\r\npicture the best\ntype q\ntype q\npicture lobby\n"
		"hang up\n");
	enter_as("Amy");
	script_run_filmed("records",
		"picture lobby\ntype r\npicture record\ntype jj\npicture third\ntype \\r\npicture "
		"score\n" ESCAPE SMALLEST "picture smallest\ntype w\n" ESCAPE "hang up\n");
}

/* ---- Bulletins ---- */

/* A bulletin is shown once after each change, and can be read again from the lobby. */
static void bulletins_are_shown_once_a_change(void **state)
{
	static struct bulletin_memory memory;
	static struct bulletins bulletins = {.count = 3,
		.each = {{.name = "motd",
				 .changed = 1700000000,
				 .text = "The desk is open all night."},
			{.name = "news",
				.changed = 1700100000,
				.text = "\015Release 0.2\037 is here. It has rooms that nobody has "
					"seen, and more of everything.\n\n  - one\n  - two\n\nThe "
					"board stays."},
			{.name = "tournament",
				.changed = 1690000000,
				.text = "On Friday at noon."}}};

	(void)state;
	bulletins_publish(&memory, &bulletins);
	server.bulletins = &memory;
	store_client_free(fixture_caller(&fixture, "Nora"));
	enter_as("Nora");
	script_run_filmed("news", USUAL
		"picture all after the login\n" SMALLEST "picture smallest\ntype  \npicture "
		"on\n" USUAL "type q\npicture the lobby\n" SMALLEST
		"picture the smallest lobby\n" USUAL "type n\npicture again\ntype q\nhang up\n");
	enter_as("Nora");
	script_run("see The board\nhang up\n");
	bulletins.each[2].changed = 1700200000;
	bulletins_publish(&memory, &bulletins);
	enter_as("Nora");
	script_run_filmed("news-changed",
		USUAL "picture the changed one\n" ESCAPE "picture lobby\nhang up\n");
	script_run_filmed("news-guest",
		"term xterm-256color\ntype guest\\r\npicture the message of the day\ntype "
		"q\n" SMALLEST "picture lobby\nhang up\n");
	server.bulletins = NULL;
}

/* ---- Time and signals ---- */

static void time_runs_out(void **state)
{
	(void)state;
	server.config.limits_login_seconds = 1;
	script_run_filmed(
		"login-time", "type an\nwait 1100\nover The time for the login is over\n");
	/* A guest who has logged in has time. */
	script_run("type guest\\r\nwait 1200\ntype j\nsee guest-\nhang up\n");
	server.config.limits_login_seconds = 120;
	server.config.limits_idle_lobby_minutes = 0;
	script_run_filmed("idle", "over .\n");
	server.config.limits_idle_lobby_minutes = 30;
}

/* The warning has the seconds that are left, and a key puts the end off. */
static void an_inactive_player_is_warned(void **state)
{
	(void)state;
	script_run_filmed("inactive",
		"type guest\\r\nlater 1725\ntype j\nmiss inactive\nlater 1725\nwait 20\n"
		"miss inactive\nlater 17\nwait 20\n"
		"see You are inactive. Press a key, or this session ends in 5\ntype j\nwait 20\n"
		"miss inactive\nlater 1752\nwait 20\nsee this session ends in 4\nlater 30\n"
		"wait 20\nsee inactive\nlater 19\nover .\n");
}

static void a_signal_ends_a_session(void **state)
{
	(void)state;
	script_run_filmed("terminated", "type guest\\r\nsignal 15\nover .\n");
	script_run_filmed("interrupted", "signal 2\nover .\n");
	store_client_free(fixture_caller(&fixture, "Sven"));
	enter_as("Sven");
	script_run_filmed("terminated-in-play", "type p\ntype aa\nsignal 15\nover .\n");
	/* Its terminal is gone: nothing more is written. */
	enter_as("Sven");
	script_run_filmed("hung-up", "type p\nsignal 1\nover .\n");
}

/* ---- Facts of the client ---- */

static void facts_of_the_client_choose_colours(void **state)
{
	(void)state;
	script_facts.truecolour = true;
	script_run_filmed("truecolour", "term xterm-256color\npicture colours\nterm linux\n"
					"picture linux\nterm vt100\npicture vt100\nhang up\n");
	script_facts.truecolour = script_facts.no_colour = true;
	script_run_filmed("no-colour", "term xterm-256color\npicture none\ntype guest\\r\n"
				       "type ojl\npicture chosen all the same\nhang up\n");
	snprintf(script_facts.locale, sizeof script_facts.locale, "C");
	script_run_filmed("plain-locale", "term xterm\ntype guest\\r\npicture plain\nhang up\n");
	snprintf(script_facts.locale, sizeof script_facts.locale, "sv_SE.UTF-8");
	script_run_filmed("utf8-locale", "term xterm\ntype guest\\r\npicture drawn\nhang up\n");
}

static void a_password_is_a_proof_too(void **state)
{
	(void)state;
	script_run("type new\\r\ntype Petra\\rlong-enough\\rlong-enough\\r\nhang up\n");
	enter_as("Petra");
	script_password = "long-enough";
	script_run("see You are Petra\nhang up\n");
	enter_as("Petra");
	script_password = "wrong-enough";
	script_run("see Who is calling?\nhang up\n");
}

/* ---- Play ---- */

/* A thrown item is shown on its way, until a key is typed. */
static void flights_are_shown_on_their_way(void **state)
{
	(void)state;
	store_client_free(fixture_caller(&fixture, "Wilma"));
	enter_as("Wilma");
	script_run_filmed("flight", "type p\ntype aa\n" ESCAPE
				    "type t\npicture what\ntype a\npicture where\ntype llllll\n"
				    "type \\r\npicture thrown\n" ESCAPE "type S\nhang up\n");
}

/* A run of rules that are played by an installed program is carried on under the rules of today. */
static void a_run_of_other_rules_is_carried_on(void **state)
{
	char folder[] = "/tmp/trapdoor-elders-XXXXXX", path[256], self[1024];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	struct command wait = {.verb = VERB_WAIT};
	uint8_t bytes[COMMAND_BYTES_MAX];
	struct keeper_run run;
	struct store_segment segment;
	size_t size;

	(void)state;
	assert_true(length > 0);
	self[length] = '\0';
	for (int up = 0; up < 3; up++)
		*strrchr(self, '/') = '\0';
	assert_non_null(mkdtemp(folder));
	struct store_client *line = fixture_caller(&fixture, "Xenia");
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	struct game *game = game_new(server.content, &run.seed, &run.birth);
	uint8_t *save = game_save(game, &size);
	struct store_append append = {.run = run.id,
		.epoch = run.epoch,
		.count = 1,
		.bytes = bytes,
		.size = command_encode(&wait, bytes)};
	assert_int_equal(keeper_append(line, &append), KEEPER_OK);
	game_act(game, &wait);
	free(save);
	save = game_save(game, &size);
	assert_int_equal(keeper_segment_add(line, run.id, run.epoch, 1, 1, run.content, save, size),
		KEEPER_OK);
	append.index = 1;
	assert_int_equal(keeper_append(line, &append), KEEPER_OK);
	free(save);
	game_free(game);
	store_client_free(line);
	enter_as("Xenia");
	script_run_filmed("not-carried", "type p\npicture lobby\nhang up\n");
	setenv("TRAPDOOR_ELDERS", folder, 1);
	snprintf(path, sizeof path, "%s/1", folder);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/1/trapdoor", folder);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\nsed 's/\"rules\":1/\"rules\":0/' | '%s/trapdoor' \"$@\"\n", self);
	fclose(file);
	chmod(path, 0700);
	enter_as("Xenia");
	script_run_filmed("carry-refused", "answer segment_add 3 0 1 No room.\ntype p\n"
					   "picture refused\nhang up\n");
	enter_as("Xenia");
	script_run_filmed(
		"carried", "type p\ntype aa\n" ESCAPE "picture play\ntype .\ntype S\nhang up\n");
	line = fixture_caller(&fixture, "Xenia");
	assert_int_equal(keeper_run_claim(line, &run), KEEPER_OK);
	assert_int_equal(run.rules, ENGINE_RULES_VERSION);
	assert_int_equal(run.next_index, 4);
	assert_int_equal(keeper_segment_get(line, run.id, 2, &segment), KEEPER_OK);
	assert_int_equal(segment.first_index, 2);
	free(segment.save);
	store_client_free(line);
	setenv("TRAPDOOR_ELDERS", "/none", 1);
	snprintf(self, sizeof self, "rm -r %s", folder);
	assert_int_equal(system(self), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(players_are_listed_in_any_window),
		cmocka_unit_test(the_board_has_pages),
		cmocka_unit_test(time_runs_out),
		cmocka_unit_test(a_signal_ends_a_session),
		cmocka_unit_test(facts_of_the_client_choose_colours),
		cmocka_unit_test(a_password_is_a_proof_too),
		cmocka_unit_test(flights_are_shown_on_their_way),
		cmocka_unit_test(a_run_of_other_rules_is_carried_on),
		cmocka_unit_test(bulletins_are_shown_once_a_change),
		cmocka_unit_test(a_hint_is_shown_once_to_an_account),
		cmocka_unit_test(an_inactive_player_is_warned),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
