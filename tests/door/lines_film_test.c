/* Sessions in line mode: each screen in words, compared with films. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define SCRIPT_MAX 8192

/* Adds steps that type each line, divided by "|", and film what came. */
static void say(char *script, const char *lines)
{
	char copy[2048];
	char *rest = copy, *line;

	snprintf(copy, sizeof copy, "%s", lines);
	while ((line = strsep(&rest, "|")) != NULL) {
		size_t used = strlen(script);

		snprintf(script + used, SCRIPT_MAX - used, "type %s\\r\nheard %s\n", line, line);
	}
}

/* A caller who goes to line mode says the lines; then come the steps. */
static void converse(const char *film, const char *lines, const char *steps)
{
	static char script[SCRIPT_MAX];

	strcpy(script, "unheard\n");
	say(script, lines);
	assert_true(strlen(script) + strlen(steps) < sizeof script);
	strcat(script, steps);
	script_run_filmed(film, script);
}

static void a_guest_reads_every_screen(void **state)
{
	(void)state;
	struct store_client *amy = fixture_caller(&fixture, "Amy");
	for (int i = 0; i < 3; i++)
		add_ended_run(amy, 100 + i * 61, i % 2 ? OUTCOME_DIED : OUTCOME_LEFT, "");
	struct keeper_run run;
	assert_int_equal(keeper_run_begin(amy, false, &run), KEEPER_OK);
	assert_int_equal(keeper_report_position(amy, WHERE_PLAYING, 4, 37), KEEPER_OK);
	server.config.lobby_hints = 1;
	converse("lines-guest",
		"line|nobody||x|wrong||guest||99|0|nothing like it|z|board|1|back|tab|2|back|tab|1|"
		"back|tab|tab|space|-|back|watch|back|options|1|2|2|3|5|hints|7|1|2|3|9|99|back|8|"
		"9|"
		"10|11|13|15|back|help|space|back|2|12x|12|1|look|quit|yes|enter",
		"type watch\\r\nanswer watch 1 0 1 Not now.\nunheard\ntype 1\\r\nheard "
		"refused\nhang up\n");
	server.config.lobby_hints = 0;
	store_client_free(amy);
}

static void a_player_registers_and_plays(void **state)
{
	(void)state;
	server.config.lobby_hints = 1;
	converse("lines-player",
		"line|new|x|Lena|short|long-enough|other|long-enough|long-enough|play|1|look|7|"
		"choose|help|"
		"quit|no|back|1|choose 1|"
		"look|wait|inventory|item a|dance|explore|options|back|messages|2|save|yes|account|"
		"password|long-enough|no|password|long-enough|longer-one|longer-one|2|not a key||"
		"back|record|back",
		"hang up\n");
	server.config.lobby_hints = 0;
	converse("lines-resumed",
		"line|Lena|wrong-one|longer-one|1|where|quit|no|save|3|back|2|tab|back|account|"
		"delete|wrong-one|delete|",
		"hang up\n");
}

/* A client of ssh, whose line the server edits and echoes. */
static void the_server_edits_the_line_of_ssh(void **state)
{
	(void)state;
	script_facts.transport = "ssh";
	script_facts.has_pty = true;
	converse("lines-ssh", "line",
		"type guesx\bt\nheard guest\ntype ^Uguest\x7ft\nheard again\ntype \\r\n"
		"heard entered\ntype options\\r\nunheard\ntype abc\nheard abc\n"
		"type \b\b\b\b\nheard removed\ntype \\r\nheard empty\ntype back\\r\nhang up\n");
}

/* Line mode is an option, and the screen comes back without it. */
static void line_mode_is_switched_on_and_off(void **state)
{
	(void)state;
	converse("lines-off", "line|guest|options|line",
		"picture frames again\ntype q\npicture lobby\ntype o\ntype jjjjjjjjjjj\\r\n"
		"heard words again\nhang up\n");
	script_facts.wants_lines = true;
	converse("lines-wanted", "|guest|1|2|look|save|yes", "hang up\n");
	script_facts.admission = ADMIT_LINE;
	converse("lines-admitted", "|guest", "hang up\n");
}

/* The newest run that has ended. */
static int64_t newest_run(struct store_client *line)
{
	const struct store_query query = {.order = STORE_LATEST, .count = 1};
	struct store_score score;
	unsigned rank;
	size_t count = 0;

	assert_int_equal(keeper_scores(line, &query, &score, &rank, 1, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	return score.run;
}

/* A replay is read event by event, and by the number of a turn. */
static void a_run_is_replayed_in_words(void **state)
{
	(void)state;
	store_client_free(fixture_caller(&fixture, "Orla"));
	enter_as("Orla");
	script_facts.wants_lines = true;
	script_run("type 1\\r\ntype 1\\r\ntype explore\\r\ntype explore\\r\ntype rest\\r\n"
		   "type wait\\r\ntype quit\\r\ntype yes\\r\nhang up\n");
	struct store_client *line = fixture_caller(&fixture, "Orla");
	fixture_verify(&fixture, newest_run(line));
	store_client_free(line);
	enter_as("Orla");
	script_facts.wants_lines = true;
	converse("lines-replay",
		"record|back|board|2|w|||3|99999|.|,|,|N|n|0|back|d|space|back|back|back|watch|"
		"back",
		"hang up\n");
}

static void notices_are_read(void **state)
{
	(void)state;
	converse("lines-notices", "line|guest",
		"notice 2 Nine o'clock.\nheard a notice\ntype wat\nnotice 2 Ten.\nheard another\n"
		"keeper gone\nover .\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guest_reads_every_screen),
		cmocka_unit_test(a_player_registers_and_plays),
		cmocka_unit_test(the_server_edits_the_line_of_ssh),
		cmocka_unit_test(line_mode_is_switched_on_and_off),
		cmocka_unit_test(a_run_is_replayed_in_words),
		cmocka_unit_test(notices_are_read),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
