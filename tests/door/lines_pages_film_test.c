/* More pages in line mode, compared with films: the end of a run, keys of an account, refusals. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define KEY "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAA"
#define SAY(line) "type " line "\\r\nheard " line "\n"

/* A verified run is better than all of these: the others need no verification to be ranked. */
static int set_up_board(void **state)
{
	struct store_client *line;

	if (set_up(state) != 0)
		return -1;
	line = fixture_caller(&fixture, "Amy");
	add_ended_run(line, 900, OUTCOME_DIED, "");
	store_client_free(line);
	return 0;
}

/* A run that its player ends has a score and a dump. */
static void an_end_is_read_and_left(void **state)
{
	(void)state;
	store_client_free(fixture_caller(&fixture, "Elsa"));
	enter_as("Elsa");
	script_facts.wants_lines = true;
	script_run_filmed("lines-end",
		"type 1\\r\ntype 1\\r\ntype wait\\r\ntype quit\\r\nunheard\n" SAY("yes") SAY("xyz")
			SAY("look") SAY("1") SAY("back") SAY("2") SAY("enter") "hang up\n");
	enter_as("Elsa");
	script_facts.wants_lines = true;
	script_run_filmed("lines-end-empty",
		"type 1\\r\ntype 1\\r\ntype quit\\r\ntype yes\\r\nunheard\n" SAY("") "hang up\n");
}

static void a_guests_end_is_read(void **state)
{
	(void)state;
	script_facts.wants_lines = true;
	script_run_filmed("lines-end-guest",
		"type \\r\ntype guest\\r\ntype 1\\r\ntype 1\\r\ntype quit\\r\nunheard\n" SAY("yes")
			SAY("enter") SAY("2") SAY("1f") SAY("1") SAY("quit") SAY("yes")
				SAY("enter") "hang up\n");
}

static void keys_of_an_account_are_read(void **state)
{
	(void)state;
	script_facts.wants_lines = true;
	script_run_filmed("lines-keys",
		"type \\r\ntype new\\r\ntype Kora\\r\ntype long-enough\\r\ntype long-enough\\r\n"
		"type account\\r\nunheard\n" SAY("2") SAY("") SAY("2") SAY(KEY "a desk") SAY(
			"long-enough") SAY("2") SAY(KEY "b attic") SAY("wrong-one") SAY("2")
			SAY(KEY "b attic") SAY("long-enough") SAY("down") SAY("3") SAY("no")
				SAY("3") SAY("yes") SAY("delete") SAY(
					"wrong-one") "type delete\\r\ntype long-enough\\r\nover "
						     "Your account is deleted\n");
}

/* The keeper refuses; the page says why and goes on. */
static void refusals_are_read(void **state)
{
	(void)state;
	store_client_free(fixture_caller(&fixture, "Ruth"));
	enter_as("Ruth");
	script_facts.wants_lines = true;
	script_run_filmed("lines-refused",
		"unheard\nanswer scores 1 0 1 No board now.\n" SAY("board") SAY("1") SAY(
			"back") "answer record 1 0 1 No record now.\n" SAY("record")
			SAY("back") "answer key_list 1 0 1 No keys now.\n" SAY("account") SAY(
				"back") "answer who 1 0 1 Nobody says.\n" SAY("watch")
				SAY("back") "answer run_begin 1 0 1 No run now.\n" SAY(
					"play") "answer run_begin 3 0 1 The disk is "
						"full.\n" SAY("play") "answer set_options "
								      "1 0 1 No options "
								      "now.\n" SAY("option"
										   "s") SAY("2")
									      SAY("bac"
										  "k") "hang up\n");
	enter_as("Ruth");
	script_run_filmed("refused",
		"answer scores 1 0 1 No board now.\ntype b\npicture board\ntype q\n"
		"answer record 1 0 1 No record now.\ntype r\npicture record\ntype q\n"
		"answer key_list 1 0 1 No keys now.\ntype a\npicture account\ntype q\n"
		"answer who 1 0 1 Nobody says.\ntype w\npicture watch\ntype q\n"
		"answer run_begin 1 0 1 No run now.\ntype p\npicture play\n"
		"answer set_options 1 0 1 No options now.\ntype o\ntype jl\npicture options\n"
		"type q\npicture lobby\nhang up\n");
}

static void asking_for_words_turns_line_mode_on(void **state)
{
	(void)state;
	script_run_filmed("lines-greeting",
		"unheard\ntype line\\r\nheard line\n" SAY("") SAY("a?b") SAY("line") SAY("new")
			SAY("x") SAY("new") SAY("Lin-Lin") SAY("short") SAY("long-enough")
				SAY("other-one") SAY("long-enough") SAY("long-enough") SAY("help")
					SAY("back") "type quit\\r\nover Good night\n");
}

/* The words that leave a page leave a field, too, and are no text of it. */
static void a_field_is_left_by_a_word(void **state)
{
	(void)state;
	store_client_free(fixture_caller(&fixture, "Ruth"));
	enter_as("Ruth");
	script_facts.wants_lines = true;
	script_run_filmed("lines-field",
		"unheard\n" SAY("seed") SAY("back") SAY("seed") SAY("esc") "hang up\n");
}

/* A list of the board is read whole, also where it has the rows of the last one. */
static void each_list_of_the_board_is_read(void **state)
{
	(void)state;
	store_client_free(fixture_caller(&fixture, "Ruth"));
	enter_as("Ruth");
	script_facts.wants_lines = true;
	script_run_filmed("lines-board",
		"unheard\n" SAY("board") SAY("tab") SAY("tab") SAY("nonsense") "hang up\n");
}

/* Blanks at the ends of a password count, also in line mode. */
static void a_hidden_line_is_not_trimmed(void **state)
{
	(void)state;
	script_facts.wants_lines = true;
	script_run("type new\\r\ntype Pia\\r\ntype  two blanks \\r\ntype  two blanks \\r\n"
		   "see You are Pia\nhang up\n");
	script_run("type Pia\\r\ntype  two blanks \\r\nsee You are Pia\nhang up\n");
	script_run("type Pia\\r\ntype two blanks\\r\nsee Wrong name or password\nhang up\n");
}

/* The page of a score with an epitaph of one letter, and one that was avenged. */
static void the_page_of_a_score_has_each_part(void **state)
{
	struct store_client *line = fixture_caller(&fixture, "Eve");
	struct keeper_run run;
	struct store_score score;

	(void)state;
	fixture_begin_unproven(line, &run);
	score = fixture_score(&run, 950, OUTCOME_DIED);
	score.turns = 4000;
	score.level = 7;
	score.gold = 12;
	strcpy(score.epitaph, "E");
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(&fixture, run.id);
	store_client_free(line);
	line = fixture_caller(&fixture, "Olaf");
	add_ended_run(line, 960, OUTCOME_LEFT, "Eve");
	store_client_free(line);
	script_run_filmed("score-parts",
		"term xterm-256color\ntype guest\\r\ntype b\ntype j\\r\npicture avenged\n"
		"size 40 20\npicture avenged small\n" ESCAPE "type k\\r\npicture avenger small\n"
		"size 132 44\npicture avenger wide\nsize 80 24\npicture avenger\ntype q\n"
		"type q\nhang up\n");
	script_facts.wants_lines = true;
	script_run_filmed("score-parts-lines",
		"type \\r\ntype guest\\r\ntype board\\r\nunheard\n" SAY("1") SAY("back") SAY("2")
			SAY("back") "hang up\n");
}

static const char facts[] =
	"MSSP-REPLY-START|NAME    The Far Exchange|PLAYERS 0|UPTIME  1763800000|"
	"CODEBASE        Trapdoor |FAMILY  Custom|LANGUAGE        English|HOSTNAME        "
	"bbs.example|PORT    2323|SSL     2324|CONTACT sysop@bbs.example|WEBSITE "
	"https://bbs.example/|LOCATION        Germany|ANSI    1|GMCP    1|MCCP    1|UTF-8   1|"
	"VT100   1|XTERM 256 COLORS        1|XTERM TRUE COLORS       1|ATCP    0|MCP     0|"
	"MSDP    0|MSP     0|MXP     0|PUEBLO  0|MSSP-REPLY-END";

/* A list of servers types the word in place of a name. */
static void the_facts_of_the_server_are_a_table(void **state)
{
	struct config before = server.config;
	char script[1000];

	(void)state;
	snprintf(server.config.mssp_name, sizeof server.config.mssp_name, "The Far Exchange");
	snprintf(
		server.config.mssp_contact, sizeof server.config.mssp_contact, "sysop@bbs.example");
	snprintf(server.config.mssp_website, sizeof server.config.mssp_website,
		"https://bbs.example/");
	snprintf(server.config.mssp_location, sizeof server.config.mssp_location, "Germany");
	snprintf(server.config.lobby_host, sizeof server.config.lobby_host, "bbs.example");
	server.config.mssp_port = 2323;
	server.config.mssp_tls_port = 2324;
	server.config.began = FILM_DAY;
	snprintf(script, sizeof script, "size 80 60\ntype mssp-request\\r\nover %s\n", facts);
	script_run(script);
	server.config = before;
	/* A fact that nobody set is left out, and so is the host's usual name. */
	snprintf(server.config.lobby_host, sizeof server.config.lobby_host, "localhost");
	script_run("size 80 24\ntype mssp-request\\r\nover MSSP-REPLY-START\n");
	script_run("size 80 60\ntype MSSP-Request\\r\nover NAME    Trapdoor\n");
	server.config = before;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_end_is_read_and_left),
		cmocka_unit_test(a_guests_end_is_read),
		cmocka_unit_test(keys_of_an_account_are_read),
		cmocka_unit_test(refusals_are_read),
		cmocka_unit_test(asking_for_words_turns_line_mode_on),
		cmocka_unit_test(a_field_is_left_by_a_word),
		cmocka_unit_test(each_list_of_the_board_is_read),
		cmocka_unit_test(a_hidden_line_is_not_trimmed),
		cmocka_unit_test(the_page_of_a_score_has_each_part),
		cmocka_unit_test(the_facts_of_the_server_are_a_table),
	};

	return cmocka_run_group_tests(tests, set_up_board, tear_down);
}
