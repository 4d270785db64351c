/* Keys typed ahead: played, or dropped when something happens or is asked. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

/* On this seed auto-explore meets a rat first. A wait is heard three steps away, a walk seven. */
#define IN_PLAY "type s2\\r\nsee Health\ntype a\\r\nsee Noise 0\n"
#define NO_QUESTION "type n\nmiss End this game\n"

/* A guest whose terminal answers status requests. */
static void play_script(const char *script)
{
	script_facts.admission = ADMIT_GUEST;
	snprintf(script_facts.term, sizeof script_facts.term, "xterm");
	script_run(script);
}

static void keys_are_played_while_nothing_happens(void **state)
{
	(void)state;
	play_script("type s7\\r\nsee Health\ntype a\\r\nsee Noise 0\n"
		    "type .....\nsee Noise 3\nmiss typed ahead\nhang up\n");
}

static void keys_behind_an_event_are_dropped(void **state)
{
	(void)state;
	play_script(IN_PLAY "type X......\nsee A cable rat\n"
			    "see 6 keys typed ahead were dropped.\nsee Noise 7\n"
			    "type .\nmiss typed ahead\nsee Noise 3\nhang up\n");
	play_script(IN_PLAY "type XX\nsee 1 key typed ahead was dropped.\nhang up\n");
}

/* The terminal answers the mark of the frame late: the keys until then came too early. */
static void keys_are_dropped_until_the_frame_is_shown(void **state)
{
	(void)state;
	play_script(IN_PLAY "deaf\ntype X\nsee A cable rat\ntype ..\nwait 30\ntype .\n"
			    "see Noise 7\nmiss typed ahead\nhears\nwait 5\nwait 5\n"
			    "see 3 keys typed ahead were dropped.\nsee Noise 7\n"
			    "type .\nsee Noise 3\nmiss typed ahead\nhang up\n");
	/* In one read the answer parts the keys. */
	play_script(IN_PLAY "deaf\ntype X\ntype ..\\e[0n\nwait 5\nwait 5\n"
			    "see 2 keys typed ahead were dropped.\nsee Noise 7\nhang up\n");
	play_script(IN_PLAY "deaf\ntype X\ntype ..\\e[0n.\nwait 5\nsee Noise 3\nhang up\n");
}

static void a_question_takes_no_key_of_before(void **state)
{
	(void)state;
	play_script(IN_PLAY "type Qy\nsee End this game\nsee 1 key typed ahead was\n"
			    "type y\nmiss End this game\nmiss Health\nhang up\n");
	play_script(IN_PLAY "deaf\ntype Q\nsee End this game\ntype y\nwait 30\n"
			    "see End this game\nhears\nwait 5\nwait 5\n"
			    "see 1 key typed ahead was\n" NO_QUESTION "hang up\n");
	/* The stairs may be asked for twice at once, since that does no harm. */
	play_script(IN_PLAY "type >>\nmiss typed ahead\nhang up\n");
}

/* The option is the last row but one. Questions before harm wait all the same. */
static void an_option_keeps_the_keys(void **state)
{
	(void)state;
	play_script(
		"type okkk\nsee dropped at danger\ntype l\nsee all keys are played\n"
		"type \\e\npause\n" IN_PLAY "type X......\nmiss typed ahead\nsee Noise 3\ntype Qy\n"
		"see 1 key typed ahead was\n" NO_QUESTION "hang up\n");
}

/* On a slow line a picture comes in parts, and the bell with the first of them. */
static void a_slow_line_rings_once(void **state)
{
	static const unsigned bauds[] = {0, 9599};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		script_facts.baud = bauds[i];
		play_script(IN_PLAY "unheard\nnotice 2 hello\nsee hello\nrings 1\nhang up\n");
	}
}

/* The key that begins a game and those behind it come in one packet. */
static void a_game_may_begin_in_the_midst_of_keys(void **state)
{
	static const char *const keys[] = {"p", "pp", "pX", "pXXXX", "pa\\rX......", "pa\\r....",
		"pa\\rS", "pa\\rSp....", "pa\\rQy", "pa\\r=", "pa\\r?q"};

	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		char script[200];

		snprintf(script, sizeof script,
			"type %s\nwait 5\ntype .\nwait 5\ntype \\e\npause\nhang up\n", keys[i]);
		play_script(script);
	}
}

static void a_line_answers_no_question_of_after(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_LINE;
	script_run("type guest\\r\nsee >\ntype 1\\r\nsee >\ntype 1\\r\nwait 5\n"
		   "type quit\\ry\\r\nsee yes or no\nwait 5\nwait 30\n"
		   "see 2 keys typed ahead were dropped.\ntype health\\r\nsee Health\nhang up\n");
}

/* A key that is bound already asks, and so does a preset that drops the player's keys. */
static void other_questions_take_no_key_of_before(void **state)
{
	(void)state;
	play_script("type ojjj\\r\nsee Preset\ntype j\\rXy\nsee (y/n)\n"
		    "see 1 key typed ahead was dropped.\ntype n\nmiss (y/n)\nhang up\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_played_while_nothing_happens),
		cmocka_unit_test(keys_behind_an_event_are_dropped),
		cmocka_unit_test(keys_are_dropped_until_the_frame_is_shown),
		cmocka_unit_test(a_question_takes_no_key_of_before),
		cmocka_unit_test(an_option_keeps_the_keys),
		cmocka_unit_test(a_slow_line_rings_once),
		cmocka_unit_test(a_game_may_begin_in_the_midst_of_keys),
		cmocka_unit_test(a_line_answers_no_question_of_after),
		cmocka_unit_test(other_questions_take_no_key_of_before),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
