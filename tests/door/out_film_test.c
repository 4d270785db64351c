/* Films of the page after the login that says what happened meanwhile. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define NARROW "size 40 24\n"

static int set_up_out(void **state)
{
	struct keeper_policy policy = {.words = 1, .meanwhile = 1};
	struct store_client *ada, *otto;
	struct keeper_out page;

	if (set_up(state) != 0)
		return -1;
	fixture_kill_keeper(&fixture);
	scene_keeper(&policy);
	ada = fixture_caller(&fixture, "Ada");
	otto = fixture_caller(&fixture, "Otto");
	add_ended_run(ada, 300, OUTCOME_DIED, "");
	assert_int_equal(keeper_out_show(ada, &page), KEEPER_OK);
	add_ended_run(otto, 400, OUTCOME_DIED, "Ada");
	assert_int_equal(keeper_mail_send(otto, "Ada", "I was there."), KEEPER_OK);
	store_client_free(ada);
	store_client_free(otto);
	return 0;
}

static void any_key_closes_the_page_for_good(void **state)
{
	(void)state;
	/* A page that nobody has closed comes again. */
	enter_as("Ada");
	script_run("see While you were out\nhang up\n");
	enter_as("Ada");
	script_run_filmed(
		"out", "picture page\n" NARROW "picture narrow\ntype x\npicture lobby\nhang up\n");
	enter_as("Ada");
	script_run("see You are Ada\nmiss While you were out\nhang up\n");
	enter_as("Otto");
	script_run("see You are Otto\nmiss While you were out\nhang up\n");
}

static void a_low_window_shows_the_rest_by_a_key(void **state)
{
	static const char *const others[] = {"Bela", "Cyd", "Dora"};

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct store_client *line = fixture_caller(&fixture, others[i]);

		add_ended_run(line, 500, OUTCOME_DIED, "Ada");
		assert_int_equal(keeper_mail_send(line, "Ada", "So was I."), KEEPER_OK);
		store_client_free(line);
	}
	enter_as("Ada");
	script_run("size 40 20\nsee Any key shows more\nmiss Mail\ntype x\nsee Mail\n"
		   "see Any key goes on\ntype x\nsee You are Ada\nhang up\n");
}

static void the_page_is_read_line_by_line(void **state)
{
	(void)state;
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("out-lines", "heard page\ntype go\\r\nheard lobby\nhang up\n");
	enter_as("Ada");
	script_run("see You are Ada\nmiss While you were out\nhang up\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_out, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(any_key_closes_the_page_for_good),
		TEST(a_low_window_shows_the_rest_by_a_key),
		TEST(the_page_is_read_line_by_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
