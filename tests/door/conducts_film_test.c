/* The board of conducts, compared with films: on the screen, in line mode and by ssh. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define SAY(line) "type " line "\\r\nheard " line "\n"
#define TO_CONDUCTS "type b\ntype \\t\ntype \\t\ntype \\t\n"

static void add_run(const char *name, int points, int conducts)
{
	struct store_client *line = fixture_caller(&fixture, name);
	struct keeper_run run;
	struct store_score score;

	fixture_begin_unproven(line, &run);
	score = fixture_score(&run, points, OUTCOME_DIED);
	score.turns = (uint32_t)points;
	score.deepest = 5;
	score.conducts = conducts;
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(&fixture, run.id);
	store_client_free(line);
}

/* The golden content has no words of conducts. */
static int set_up_words(void **state)
{
	log_level_set(LOG_ERROR);
	film_same_chance();
	server.content = content_load(NULL);
	if (!server.content || script_setup(state) != 0)
		return -1;
	fixture = (struct fixture){
		.keeper = server.keeper, .control = server.control, .content = server.content};
	memcpy(fixture.state, server.directory, sizeof fixture.state);
	return 0;
}

/* Before there is a run. */
static void nobody_has_kept_one(void **state)
{
	(void)state;
	script_run_filmed("conducts-none",
		"type guest\\r\n" TO_CONDUCTS "picture none\nsize 40 20\npicture small\nhang up\n");
}

static void the_most_conducts_are_first(void **state)
{
	(void)state;
	add_run("Amy", 900, 0);
	add_run("Bob", 700, 1 << CONDUCT_LAMP | 1 << CONDUCT_EAT);
	add_run("Carl", 500, (1 << CONDUCT_COUNT) - 1);
	add_run("Dora", 800, -1);
	add_run("Emil", 600, 1 << CONDUCT_MAGIC | 1 << CONDUCT_KILL);
	script_run_filmed("conducts",
		"type guest\\r\n" TO_CONDUCTS "picture board\nsize 132 44\npicture wide\n"
		"size 40 20\npicture small\nsize 80 24\ntype \\r\npicture first\n"
		"type q\ntype \\t\npicture round\nhang up\n");
	script_facts.wants_lines = true;
	script_run_filmed("conducts-lines",
		"type guest\\r\ntype board\\r\ntype tab\\r\ntype tab\\r\nunheard\n" SAY(
			"tab") "hang up\n");
}

static void a_stranger_reads_them_by_ssh(void **state)
{
	static const struct {
		const char *film, *command;
	} cases[] = {
		{"conducts-exec", "scores --mode conducts"},
		{"conducts-exec-json", "scores --mode conducts --json"},
		{"conducts-exec-page", "scores --mode conducts --format ascii"},
		{"conducts-exec-narrow", "scores --format ansi --width 40 --mode conducts"},
		{"conducts-exec-players", "scores --mode players"},
		{"conducts-exec-refused", "scores --mode worst"},
		{"conducts-exec-games", "scores --games --mode conducts"},
		{"conducts-exec-today", "today --mode conducts"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		script_facts.admission = ADMIT_BOARD;
		snprintf(script_facts.command, sizeof script_facts.command, "%s", cases[i].command);
		script_run_filmed(cases[i].film, "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_has_kept_one),
		cmocka_unit_test(the_most_conducts_are_first),
		cmocka_unit_test(a_stranger_reads_them_by_ssh),
	};

	return cmocka_run_group_tests(tests, set_up_words, tear_down);
}
