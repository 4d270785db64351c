/* Films of mail and the wall: the lobby, the lists, writing, blocking and reporting. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define NARROW "size 40 24\n"
#define SMALLEST "size 40 20\n"
#define USUAL "size 80 24\n"

static void start_keeper(void)
{
	struct keeper_policy policy = {.words = 1, .words_day = 20};

	scene_keeper(&policy);
}

static int set_up_words(void **state)
{
	static const char *const names[] = {"Ada", "Bartholomew-Long", "Cyd"};
	struct store_client *lines[3];

	if (set_up(state) != 0)
		return -1;
	fixture_kill_keeper(&fixture);
	start_keeper();
	for (size_t i = 0; i < 3; i++) {
		lines[i] = fixture_caller(&fixture, names[i]);
		add_ended_run(lines[i], 300 + 10 * (int)i, OUTCOME_DIED, "");
	}
	assert_int_equal(keeper_wall_write(lines[2], "Who locked the cellar?"), KEEPER_OK);
	assert_int_equal(keeper_wall_write(lines[1], "A line as long as a line of the wall can be, "
						     "so that no window has room for it"),
		KEEPER_OK);
	assert_int_equal(
		keeper_mail_send(lines[2], "Ada", "Two days without a lamp. Come and bring one."),
		KEEPER_OK);
	for (size_t i = 0; i < 3; i++)
		store_client_free(lines[i]);
	struct store_client *host = fixture_operator(&fixture);
	assert_int_equal(keeper_admin_mail(host, NULL, "Tomorrow this server moves."), KEEPER_OK);
	store_client_free(host);
	return 0;
}

static void the_wall_is_read_and_written(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("words-wall", USUAL
		"picture lobby\nsize 132 44\npicture wide lobby\n" SMALLEST
		"picture smallest lobby\n" NARROW "picture narrow lobby\n" USUAL
		"type m\npicture wall\n" NARROW "picture narrow wall\n" USUAL
		"type \\r\npicture a line\n" NARROW "picture narrow line\n" USUAL "type b\n"
		"picture block\ntype n\ntype !\npicture report\ntype y\npicture reported\n"
		"type w\npicture writing\ntype  a bad \xe2\x80\xae\xc3\xa4 line \\r\npicture "
		"written\n"
		"type jj\ntype b\ntype y\npicture blocked\ntype \\t\\t\npicture names\n" NARROW
		"picture narrow names\n" USUAL "type b\npicture again\ntype y\n"
		"picture nobody\ntype \\t\npicture wall again\ntype q\nhang up\n");
}

static void mail_is_read_and_answered(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("words-mail",
		"type m\ntype \\t\npicture mail\n" NARROW "picture narrow\n" USUAL
		"type j\\r\npicture one\n" NARROW "picture narrow one\n" USUAL
		"type r\npicture reply\ntype I have two.\\r\npicture sent\ntype w\npicture to\n"
		"type Nobody\\r\npicture nobody\n" ESCAPE
		"type d\npicture remove\ntype y\npicture kept\ntype jd\ntype y\npicture removed\n"
		"type q\npicture lobby\nhang up\n");
	enter_as("Cyd");
	script_run("see Mail and wall, 2 new\ntype m\ntype \\t\nsee I have two.\nhang up\n");
}

/* Nobody types a text for nothing. */
static void who_may_not_write_hears_it_before(void **state)
{
	struct store_client *new = fixture_caller(&fixture, "Newt");

	(void)state;
	store_client_free(new);
	enter_as("Newt");
	script_run("type m\nsee Who locked the cellar?\ntype w\n"
		   "see You can write when a run of yours is on the board.\n"
		   "miss One line for the wall\ntype \\t\ntype w\n"
		   "see You can write when a run of yours is on the board.\nmiss To:\nhang up\n");
	enter_as("Newt");
	script_facts.wants_lines = true;
	script_run("type mail\\r\nsee Write a line\ntype write\\r\n"
		   "see You can write when a run of yours is on the board.\nhang up\n");
}

static void a_guest_reads_the_wall(void **state)
{
	(void)state;
	script_run_filmed("words-guest",
		"term xterm-256color\ntype guest\\r\ntype m\npicture wall\ntype w\npicture "
		"refused\n"
		"type b!d\\t\npicture the same\ntype q\ntype b\ntype \\r\nsee Score\ntype !\n"
		"miss again\nhang up\n");
}

static void an_epitaph_is_reported(void **state)
{
	struct store_client *cyd = fixture_caller(&fixture, "Cyd");
	int64_t run = add_ended_run(cyd, 900, OUTCOME_DIED, "");

	(void)state;
	assert_int_equal(keeper_epitaph(cyd, run, "You all stink"), KEEPER_OK);
	store_client_free(cyd);
	enter_as("Ada");
	script_run("type b\ntype \\r\nsee You all stink\ntype !\nsee again reports\ntype !\n"
		   "see The operator will read it.\ntype !\nsee again reports\nhang up\n");
}

static void line_mode_reads_and_writes(void **state)
{
	(void)state;
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("words-lines",
		"heard lobby\ntype mail\\r\nheard wall\ntype 1\\r\nheard a line\ntype report\\r\n"
		"heard report\ntype y\\r\nheard reported\ntype write\\r\nheard asks\n"
		"type From a line.\\r\nheard written\ntype next\\r\nheard mail\ntype 2\\r\n"
		"heard one\ntype reply\\r\nheard reply\ntype Coming.\\r\nheard sent\n"
		"type next\\r\nheard nobody\ntype back\\r\nhang up\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_words, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_wall_is_read_and_written),
		TEST(mail_is_read_and_answered),
		TEST(who_may_not_write_hears_it_before),
		TEST(a_guest_reads_the_wall),
		TEST(an_epitaph_is_reported),
		TEST(line_mode_reads_and_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
