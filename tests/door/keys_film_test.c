/* The screen on which a player chooses keys: pictures of scripted sessions, compared with films. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define KEYS "type ojjj\\r\n"
#define UP "type \\e[A\n"
#define PAGE_DOWN "type \\e[6~\n"
#define PAGE_UP "type \\e[5~\n"
#define HOME_KEY "\\e[1~"
#define HOME "type " HOME_KEY "\n"
#define END "type \\e[4~\n"
#define PASTED "type like vi\\rbind h wait\\rbin\b\bind\tX wait\\r"

static void the_list_is_turned_and_fits_its_window(void **state)
{
	(void)state;
	script_run_filmed("keys-list",
		"term xterm-256color\ntype guest\\r\n" KEYS "picture list\n" UP
		"picture the last\ntype j\npicture around\ntype k\npicture the last again\n" PAGE_UP
		"picture page up\n" PAGE_UP PAGE_UP PAGE_UP PAGE_UP PAGE_UP
		"picture at the top\n" PAGE_DOWN
		"picture page down\n" PAGE_DOWN PAGE_DOWN PAGE_DOWN PAGE_DOWN PAGE_DOWN
		"picture at the end\n" HOME "picture home\n" END "picture end\n"
		"size 59 24\npicture narrow\nsize 60 20\npicture low\n" HOME
		"type jjjjjjjjjjjj\npicture scrolled\nsize 40 20\npicture small\n"
		"type q\npicture options\nhang up\n");
}

static void a_key_is_bound_after_a_question(void **state)
{
	(void)state;
	script_run_filmed("keys-bound",
		"type guest\\r\n" KEYS "type jj\\r\npicture press\n" ESCAPE
		"picture given up\ntype \\r\ntype ?\npicture not this one\ntype  \ntype ~\n"
		"picture free key\ntype  \ntype ~\npicture its own key\ntype j\\r\ntype ~\n"
		"picture conflict\ntype n\npicture refused\ntype \\r\ntype ~\ntype y\n"
		"picture bound anew\nsize 40 24\ntype \\r\npicture small\n" ESCAPE "size 80 24\n"
		"type d\npicture without keys\ntype q\npicture options\nhang up\n");
}

static void a_preset_replaces_the_keys_of_ones_own(void **state)
{
	(void)state;
	script_run_filmed("keys-presets",
		"type guest\\r\n" KEYS "type l\npicture next\ntype h\npicture back\n"
		"type h\npicture around\ntype \\e[C\npicture right\ntype \\e[D\ntype \\e[C\n"
		"type  \npicture another\ntype j\ntype l\npicture no preset here\ntype d\n"
		"picture removed\ntype r\npicture question\ntype n\npicture kept\ntype r\ntype y\n"
		"picture as the preset\ntype d\ntype k\ntype l\npicture another question\n"
		"type y\npicture another preset\nhang up\n");
}

/* Without a key for the options there would be no way back. */
static void the_way_to_the_options_keeps_a_key(void **state)
{
	(void)state;
	script_run_filmed("keys-missing",
		"type guest\\r\n" KEYS END
		"type d\ntype k\ntype d\ntype k\ntype d\ntype k\ntype d\n"
		"type k\ntype d\ntype k\ntype d\ntype k\ntype d\ntype q\npicture refused\n"
		"type r\ntype y\ntype q\npicture options\nhang up\n");
}

static void a_configuration_is_pasted(void **state)
{
	(void)state;
	script_run_filmed("keys-pasted",
		"type guest\\r\n" KEYS "type p\npicture empty\n" PASTED "\npicture lines\n"
		"type # 1\\r# 2\\r# 3\\r# 4\\r# 5\\r# 6\\r# 7\\r# 8\\r# 9\\r# 10\\r# 11\\r\n"
		"type # 12\\r# 13\\r# 14\\r# 15\\r\npicture many lines\n"
		"size 40 20\ntype # 0123456789012345678901234567890123456789\npicture a long line\n"
		"size 80 24\ntype \\rend\\r\npicture outcome\ntype x\npicture stays\ntype q\n"
		"picture list\ntype p\ntype like nothing\\rend\\r\npicture no such preset\n" ESCAPE
		"type p\ntype like vi\\r  end  \\r\npicture nothing of ones own\n" ESCAPE
		"type p\n" ESCAPE "picture nothing was pasted\ntype q\npicture options\nhang up\n");
}

static void a_configuration_is_shown_as_text(void **state)
{
	(void)state;
	script_run_filmed("keys-text",
		"type guest\\r\n" KEYS "type jd\ntype e\npicture text\n" END "picture its end\n"
		"type q\npicture list\nhang up\n");
}

/* The keys are part of the account. */
static void keys_stay_with_the_account(void **state)
{
	(void)state;
	script_run("type new\\r\ntype olga\\rlong-enough\\rlong-enough\\r\n" KEYS
		   "see saved in your account\ntype jj\\r\ntype ~\ntype q\nhang up\n");
	script_run(
		"type olga\\rlong-enough\\r\n" KEYS "see ~\ntype jjd\nmiss ~\ntype q\nhang up\n");
	script_run("type olga\\rlong-enough\\r\n" KEYS
		   "miss ~\nsee no key\ntype plike vi\\rbind ~ wait\\rend\\r\nsee changed.\ntype "
		   "q\ntype q\nhang up\n");
	script_run("type olga\\rlong-enough\\r\n" KEYS
		   "type kk\ntype k\ntype e\nsee bind ~ wait\ntype q\ntype " HOME_KEY
		   "\ntype l\ntype y\nsee numpad\ntype q\nhang up\n");
	script_run("type olga\\rlong-enough\\r\n" KEYS "see numpad\nmiss ~\nhang up\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_is_turned_and_fits_its_window),
		cmocka_unit_test(a_key_is_bound_after_a_question),
		cmocka_unit_test(a_preset_replaces_the_keys_of_ones_own),
		cmocka_unit_test(the_way_to_the_options_keeps_a_key),
		cmocka_unit_test(a_configuration_is_pasted),
		cmocka_unit_test(a_configuration_is_shown_as_text),
		cmocka_unit_test(keys_stay_with_the_account),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
