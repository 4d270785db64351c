/* The options of a player, and the mouse. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define WHEEL_DOWN "type \\e[<65;5;5M\n"
#define WHEEL_UP "type \\e[<64;5;5M\n"

static void each_option_is_stepped_both_ways(void **state)
{
	(void)state;
	server.config.lobby_hints = 1;
	server.config.lobby_vignettes = 1;
	script_run_filmed("options-stepped",
		"term xterm-256color\ntype guest\\r\ntype o\npicture options\n"
		"type \\e[A\npicture the last\ntype l\npicture screen size\ntype h\n"
		"type k\ntype l\npicture narrator\ntype h\n"
		"type k\ntype l\npicture keys kept\ntype h\n"
		"type k\ntype l\npicture no motion\ntype h\ntype k\ntype l\n"
		"picture high contrast\ntype l\npicture no red against green\ntype l\n"
		"type k\ntype l\npicture slow line\ntype h\n"
		"type k\ntype l\npicture spectators\ntype h\n"
		"type k\ntype l\npicture line mode\ntype l\ntype k\ntype l\n"
		"picture cursor shown\ntype k\ntype l\n"
		"picture no pictures\ntype l\npicture pictures again\ntype k\ntype l\n"
		"picture mouse on\ntype h\npicture mouse off\ntype k\ntype l\npicture rich\n"
		"type l\npicture plain\ntype l\npicture fast line\ntype h\ntype h\npicture rich\n"
		"type kk\ntype l\npicture no hints\ntype h\npicture hints\ntype k\ntype l\n"
		"picture bell\ntype k\ntype k\ntype l\npicture light ground\n"
		"type jjjjjjjjjjjjjjjj\n"
		"picture around\nhang up\n");
	server.config.lobby_hints = 0;
	server.config.lobby_vignettes = 0;
}

/* On a light ground the colours are others: what is shown is painted again. */
static void the_ground_changes_what_is_shown(void **state)
{
	(void)state;
	script_run_filmed("options-ground",
		"term xterm-256color\ntype guest\\r\ntype o\ntype jj\nunheard\ntype l\n"
		"heard light ground\ntype h\nheard any ground\nhang up\n");
}

/* The narrator has the last row, and the game those above it; also in a small window. */
static void the_narrator_repeats_the_newest_message(void **state)
{
	(void)state;
	script_run_filmed("options-narrator",
		"term xterm-256color\ntype guest\\r\ntype o\ntype \\e[A\ntype k\ntype l\ntype "
		"q\ntype p\n"
		"type a\ntype a\npicture first message\ntype .\npicture message stays\n"
		"type Q\npicture question\ntype n\nhang up\n");
}

/* Also the kinds of terminals with which the mouse is on. */
static void options_stay_with_the_account(void **state)
{
	(void)state;
	script_run("term xterm-256color\ntype new\\r\ntype rita\\rlong-enough\\rlong-enough\\r\n"
		   "type o\ntype jjjjjjjj\ntype l\nsee on, with xterm\ntype k\ntype l\n"
		   "see rich, always\ntype q\nhang up\n");
	script_run("term xterm-256color\ntype rita\\rlong-enough\\r\ntype o\n"
		   "see on, with xterm\nsee rich, always\ntype q\nhang up\n");
	script_run("term tmux\ntype rita\\rlong-enough\\r\ntype o\nmiss on, with\n"
		   "see rich, always\ntype jjjjjjjj\ntype l\nsee on, with tmux\ntype q\n"
		   "hang up\n");
	script_run("term xterm-256color\ntype rita\\rlong-enough\\r\ntype o\n"
		   "see on, with xterm\ntype jjjjjjjj\ntype l\nmiss on, with\ntype q\n"
		   "hang up\n");
	script_run("term tmux\ntype rita\\rlong-enough\\r\ntype o\nsee on, with tmux\nhang "
		   "up\n");
}

/* Characters and colours that one kind of terminal shows would be garbage on the next. */
static void characters_stay_with_a_kind_of_terminal(void **state)
{
	(void)state;
	script_run("term xterm-256color\ntype new\\r\ntype olga\\rlong-enough\\rlong-enough\\r\n"
		   "type o\nsee UTF-8, as your terminal says\ntype h\ntype h\nsee CP437, always\n"
		   "type jl\nsee mono, always\ntype q\nhang up\n");
	script_run("term tmux\ntype olga\\rlong-enough\\r\ntype o\n"
		   "see UTF-8, as your terminal says\nsee 256 colours, as your terminal says\n"
		   "type jl\nsee mono, always\ntype h\nhang up\n");
	script_run("term xterm-256color\ntype olga\\rlong-enough\\r\ntype o\n"
		   "see CP437, always\nsee mono, always\nhang up\n");
}

#define MOUSE "term xterm-256color\ntype guest\\r\ntype o\ntype jjjjjjjj\ntype l\n"

static void the_wheel_scrolls_lists_and_pages(void **state)
{
	(void)state;
	script_run_filmed("options-wheel",
		MOUSE "type kkkkk\ntype \\r\n" WHEEL_DOWN WHEEL_DOWN "picture third row\n" WHEEL_UP
		      "picture second row\ntype \\r\n" WHEEL_UP "picture asks still\n" ESCAPE
		      "type e\n" WHEEL_DOWN "picture text\ntype q\ntype q\ntype q\n"
		      "type ?\npicture help\n" WHEEL_DOWN WHEEL_DOWN "picture scrolled\n" WHEEL_UP
		      "picture scrolled back\nhang up\n");
}

/* Each picture of a flight takes a step of the script. */
#define FLIES "wait 30\nwait 30\nwait 30\nwait 30\nwait 30\nwait 30\n"

/* A tonic flies over the map, and without motion it is shown where it lands alone. */
static void nothing_flies_without_motion(void **state)
{
	(void)state;
	script_run_filmed("options-motion",
		"term xterm-256color\ntype guest\\r\ntype s\ntype 7\\r\n"
		"type aa\ntype td\ntype hhhhhh\nunheard\ntype \\r\nwait 500\n"
		"heard a tonic flies\n" FLIES "type S\nsee Leave, and lose it\ntype y\ntype o\n"
		"type \\e[A\ntype kkk\ntype l\nsee Motion      none\ntype q\n"
		"type s\ntype 7\\r\ntype aa\ntype td\nsee Throw where\ntype hhhhhh\n"
		"unheard\ntype \\r\nwait 500\nheard a tonic lands\nhang up\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_option_is_stepped_both_ways),
		cmocka_unit_test(the_narrator_repeats_the_newest_message),
		cmocka_unit_test(options_stay_with_the_account),
		cmocka_unit_test(characters_stay_with_a_kind_of_terminal),
		cmocka_unit_test(the_wheel_scrolls_lists_and_pages),
		cmocka_unit_test(the_ground_changes_what_is_shown),
		cmocka_unit_test(nothing_flies_without_motion),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
