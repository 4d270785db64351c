/* Whole sessions: a person types, and sees the screens. */
#include "tests/test.h"

#include "tests/door/session_script.h"

static void register_play_leave_and_come_back(void **state)
{
	(void)state;
	script_run("see Who is calling?\n"
		   "type J\xc3\xbcrgen\\r\n"
		   "see A name is made of the letters\n"
		   "type new\\r\n"
		   "see Your name:\n"
		   "type 2x\\r\n"
		   "see Your name:\n"
		   "type ^Uanna\\r\n"
		   "see A password:\n"
		   "type short\\r\n"
		   "see At least eight characters\n"
		   "type ^Ulong-enough\\r\n"
		   "see Once more:\n"
		   "miss long-enough\n"
		   "type other\\r\n"
		   "see The two passwords differ\n"
		   "type long-enough\\r\n"
		   "type long-enough\\r\n"
		   "see You are anna\n"
		   "see Go down\n"
		   "type p\n"
		   "type ....\n"
		   "see Health\n"
		   "type S\n"
		   "see Go on where you were\n"
		   "type q\n"
		   "over Good night\n");
	script_run("type anna\\r\n"
		   "see Password:\n"
		   "type wrong-one\\r\n"
		   "type long-enough\\r\n"
		   "see Go on where you were\n"
		   "type p\n"
		   "see Health\n"
		   "type \\e\n"
		   "pause\n"
		   "type Q\n"
		   "see You lose half\n"
		   "type y\n"
		   "see You hang up\n"
		   "type x\n"
		   "size 120 45\n"
		   "type p\n"
		   "see An heirloom\n"
		   "type aa\n"
		   "see Last time:\n"
		   "hang up\n");
}

static void every_key_of_an_account_is_listed(void **state)
{
	char text[8192];
	int used = snprintf(text, sizeof text, "size 80 40\ntype anna\\rlong-enough\\r\ntype a\n");
	(void)state;
	for (int i = 0; i < KEEPER_KEYS_MAX; i++)
		used += snprintf(text + used, sizeof text - (size_t)used,
			"type assh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAA%c "
			"key-%02d\\rlong-enough\\r\n",
			'a' + i, i);
	for (int i = 0; i < KEEPER_KEYS_MAX; i++)
		used += snprintf(text + used, sizeof text - (size_t)used, "see key-%02d\n", i);
	used += snprintf(text + used, sizeof text - (size_t)used,
		"size 80 24\nsee Public keys: %d\ntype r\nsee Remove this key\ntype n\n",
		KEEPER_KEYS_MAX);
	for (int i = 0; i < KEEPER_KEYS_MAX; i++)
		used += snprintf(text + used, sizeof text - (size_t)used, "type r\ntype y\n");
	snprintf(text + used, sizeof text - (size_t)used, "see none;\nhang up\n");
	script_run(text);
}

static void three_wrong_passwords_end_it(void **state)
{
	(void)state;
	script_run("type anna\\r\n"
		   "see It is not shown\n"
		   "type wrong-one\\r\n"
		   "see New here? Esc, then type new.\n"
		   "type wrong-two\\r\n"
		   "see Password:\n"
		   "type wrong-three\\r\n"
		   "over Too many wrong passwords\n");
}

static void a_guest_dies_by_his_own_hand(void **state)
{
	(void)state;
	script_run("type guest\\r\n"
		   "see guest-\n"
		   "miss My record\n"
		   "type p\n"
		   "type \\e\n"
		   "pause\n"
		   "type Q\ntype y\n"
		   "see hang up\n"
		   "see A guest's call\n"
		   "type x\\r \\r\n"
		   "see On the line\n"
		   "wait 1100\n"
		   "type \\r\n"
		   "miss On the line\n"
		   "type \\e\n"
		   "pause\n"
		   "type Q\ntype y\n"
		   "see You hang up\n"
		   "type x\n"
		   "see On the line\n"
		   "type q\n"
		   "over Good night\n");
}

static void a_run_of_the_board_leads_back_to_the_board(void **state)
{
	(void)state;
	script_run("type anna\\r\n"
		   "type long-enough\\r\n"
		   "type b\n"
		   "see Enter more\n"
		   "type \\r\n"
		   "see watch this run\n"
		   "type d\n"
		   "see How it went\n"
		   "type \\e\n"
		   "pause\n"
		   "see watch this run\n"
		   "type w\n"
		   "miss watch this run\n"
		   "type \\e\n"
		   "pause\n"
		   "see watch this run\n"
		   "type \\e\n"
		   "pause\n"
		   "see Enter more\n"
		   "type d\n"
		   "see How it went\n"
		   "type \\e\n"
		   "pause\n"
		   "see Enter more\n"
		   "type \\e\n"
		   "pause\n"
		   "see You are anna\n");
}

/* The dump leads from the end of a run to the lobby, where keys in haste begin no other run. */
static void the_end_of_a_run_leads_to_its_dump_and_the_lobby(void **state)
{
	(void)state;
	script_run("type guest\\r\n"
		   "type p\n"
		   "type \\e\n"
		   "pause\n"
		   "type Q\ntype y\n"
		   "see hang up\n"
		   "type d\n"
		   "see How it went\n"
		   "type \\e\n"
		   "pause\n"
		   "see On the line\n"
		   "type \\r \n"
		   "see On the line\n"
		   "type q\n"
		   "over Good night\n");
}

/* Space closes the last page of the help, as its foot says, and a Space too many begins no run. */
static void space_ends_in_the_lobby(void **state)
{
	(void)state;
	script_run("type guest\r\n"
		   "type ?\n"
		   "see Space on\n"
		   "type \\e[F\n"
		   "see Space close\n"
		   "miss Space on\n"
		   "type  \n"
		   "see On the line\n"
		   "type  \n"
		   "type  \n"
		   "see On the line\n"
		   "type \\r\n"
		   "see An heirloom\n"
		   "hang up\n");
}

/* A detected value and the same value chosen are two stops with different texts. Each row names its
 * option. */
static void options_say_what_they_are(void **state)
{
	(void)state;
	script_run("type guest\r\n"
		   "see one per player\n"
		   "type o\n"
		   "see as your terminal says\n"
		   "miss , always\n"
		   "see The characters that draw the map\n"
		   "type l\n"
		   "see plain ASCII, always\n"
		   "type jj\n"
		   "see dark, or any\n"
		   "type l\n"
		   "see Ground      light\n"
		   "type jjj\n"
		   "see Each hint is shown once\n"
		   "type q\n"
		   "see On the line\n"
		   "type q\n"
		   "over Good night\n");
}

/* To the last key of the last group, whatever the window, with every preset of keys. */
static void the_help_is_whole(void **state)
{
	static const int sizes[][2] = {{40, 20}, {80, 24}, {132, 50}, {200, 60}};
	(void)state;
	for (int preset = 0; preset < 5; preset++)
		for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
			char text[400];
			snprintf(text, sizeof text,
				"type guest\\r\nsize %d %d\ntype o\ntype jjj\\r%.*s\ntype qq\n"
				"type ?\ntype \\e[F\nsee Leaving\nsee end the run for good\n",
				sizes[i][0], sizes[i][1], preset, "llll");
			script_run(text);
		}
}

/* Between a word and the next key there is more room than between a key and its word. */
static void keys_are_told_from_words_in_a_small_window(void **state)
{
	(void)state;
	script_run("type guest\\r\nsize 40 20\ntype b\nsee Enter more  w see  d how  Tab  Esc\n");
}

static void the_window_may_be_any_size(void **state)
{
	static const char *const paths[] = {"", "type guest\\r\n",
		"type anna\\r\ntype long-enough\\r\n", "type new\\r\n", "type guest\\r\ntype b\n",
		"type guest\\r\ntype o\n", "type guest\\r\ntype ?\n", "type guest\\r\ntype p\n",
		"type guest\\r\ntype p\ntype \\e\npause\ntype i\n",
		"type guest\\r\ntype p\ntype \\e\npause\ntype x\n",
		"type guest\\r\ntype p\ntype \\e\npause\ntype Q\ntype y\n",
		"type anna\\r\ntype long-enough\\r\ntype a\n",
		"type anna\\r\ntype long-enough\\r\ntype r\n"};
	static const int sizes[][2] = {{1, 1}, {0, 0}, {10, 4}, {39, 20}, {40, 19}, {40, 20},
		{41, 21}, {71, 22}, {72, 23}, {99, 30}, {100, 31}, {132, 50}, {500, 200},
		{65535, 65535}, {500, 1}, {1, 200}, {40, 200}, {500, 20}};
	(void)state;
	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
		char text[4096];
		int used = snprintf(text, sizeof text, "%s", paths[i]);
		for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++)
			used += snprintf(text + used, sizeof text - (size_t)used,
				"size %d %d\ntype ^R\n", sizes[j][0], sizes[j][1]);
		script_run(text);
	}
}

/* The owner of an account reads at the next login whether somebody guessed at its password. */
static void wrong_passwords_are_reported_at_the_next_login(void **state)
{
	(void)state;
	script_run("type new\\r\n"
		   "type Gwen\\rlong-enough\\rlong-enough\\r\n"
		   "miss since your last login\n"
		   "hang up\n");
	script_run("type Gwen\\rguess-one\\r\n"
		   "see Wrong name or password\n"
		   "hang up\n");
	script_run("type Gwen\\rlong-enough\\r\n"
		   "see 1 wrong password was tried for Gwen since your last login.\n"
		   "hang up\n");
	script_run("type Gwen\\rguess-one\\r\n"
		   "see Wrong name or password\n"
		   "type guess-two\\r\n"
		   "wait 300\n"
		   "hang up\n");
	script_run("type Gwen\\rlong-enough\\r\n"
		   "see 2 wrong passwords were tried for Gwen since your last login.\n"
		   "hang up\n");
	script_run("type Gwen\\rguess-one\\r\n"
		   "see Wrong name or password\n"
		   "hang up\n");
	script_run("size 40 20\ntype Gwen\\rlong-enough\\r\n"
		   "see 1 wrong password was tried for Gwen\n"
		   "see since your last login.\n"
		   "hang up\n");
	script_run("type Gwen\\rlong-enough\\r\n"
		   "see Gwen\n"
		   "miss since your last login\n"
		   "hang up\n");
}

/* The longest message of an operator, in the smallest window. */
static void a_message_of_the_operator_is_shown_whole(void **state)
{
	(void)state;
	script_run("size 40 20\ntype guest\\r\nsee guest-\n"
		   "notice 2 The server closes at nine tonight for about one hour, because its "
		   "disk is changed; all games are saved, and go on "
		   "where they were left, tomorrow at the latest.\nwait 20\n"
		   "see The server closes\nsee tomorrow at the latest.\ntype j\n"
		   "miss at the latest.\nhang up\n");
}

static void small_windows_are_asked_to_grow(void **state)
{
	(void)state;
	script_run("size 30 10\n"
		   "type ^R\n"
		   "see 40\n"
		   "miss Who is calling?\n"
		   "size 10 4\n"
		   "see 40\n"
		   "size 80 24\n"
		   "see Who is calling?\n");
}

/* A sample of what the map is drawn with, and the key that changes it, until that was chosen. */
static void lines_and_blocks_are_shown_and_may_be_changed(void **state)
{
	(void)state;
	script_run("type new\\r\n"
		   "type carla\\rlong-enough\\rlong-enough\\r\n"
		   "see You are carla\n"
		   "miss no lines and blocks\n"
		   "term xterm-256color\n"
		   "see no lines and blocks: \xe2\x94\x8c\xe2\x94\x80\xe2\x94\x90\n"
		   "type ol\n"
		   "type q\n"
		   "see You are carla\n"
		   "miss no lines and blocks\n");
}

static void the_terminal_s_name_brings_colours_and_characters(void **state)
{
	(void)state;
	script_run("type guest\\r\n"
		   "see *\n"
		   "term xterm-256color\n"
		   "see \xe2\x97\x8f\n"
		   "term vt100\n"
		   "miss \xe2\x97\x8f\n");
}

static void every_lobby_screen_opens_and_closes(void **state)
{
	(void)state;
	script_run("type anna\\r\n"
		   "type long-enough\\r\n"
		   "type b\n"
		   "see The board\n"
		   "type \\e\n"
		   "pause\n"
		   "see You are anna\n"
		   "type o\n"
		   "see Options\n"
		   "type \\e\n"
		   "pause\n"
		   "type a\n"
		   "miss You are anna\n"
		   "type \\e\n"
		   "pause\n"
		   "type r\n"
		   "miss You are anna\n"
		   "type \\e\n"
		   "pause\n"
		   "type ?\n"
		   "see Help\n"
		   "type \\e\n"
		   "pause\n"
		   "see You are anna\n");
}

static void an_exec_is_answered_without_a_terminal(void **state)
{
	static const struct {
		const char *command, *script;
	} cases[] = {{"help", "over with --json\n"}, {"who", "over Nobody\n"},
		{"  who ", "over Nobody\n"}, {"sh -c id", "over This server answers only scores\n"},
		{"scores", ""}, {"scores --json", "over \"conducts\": 0\n"},
		{"scores --format json", "over \"conducts\": 0\n"}, {"who --json", "over []\n"},
		{"games --json", "over \"served\": true\n"},
		{"scores --games --format json", "over \"served\": true\n"},
		{"scores --format text", "over rank\n"},
		{"scores --format xml", "over This server answers only scores\n"},
		{"scores --format", "over This server answers only scores\n"},
		{"who --games", "over This server answers only scores\n"},
		{"help --json", "over This server answers only scores\n"},
		{"scores --games --game x", "over This server answers only scores\n"},
		/* A server without daily runs has no season. */
		{"season", "over There is no daily run of that date on this server.\n"},
		{"season --json", "over There is no daily run of that date on this server.\n"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		script_facts.admission = ADMIT_BOARD;
		snprintf(script_facts.command, sizeof script_facts.command, "%s", cases[i].command);
		script_run(cases[i].script);
	}
}

static void ssh_without_a_terminal_is_told_so(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_GUEST;
	script_facts.transport = "ssh";
	script_run("over ssh -t\n");
}

static void the_board_needs_nobody(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_BOARD;
	script_run("see The board\n"
		   "type \\e\n"
		   "pause\n"
		   "over Good night\n");
}

static void a_proven_key_on_a_free_name_may_register(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_FREE_NAME;
	snprintf(script_facts.user, sizeof script_facts.user, "berta");
	snprintf(script_facts.fingerprint, sizeof script_facts.fingerprint,
		"SHA256:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ");
	script_run("see Register berta?\n"
		   "type y\n"
		   "see You are berta\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(register_play_leave_and_come_back),
		cmocka_unit_test(every_key_of_an_account_is_listed),
		cmocka_unit_test(three_wrong_passwords_end_it),
		cmocka_unit_test(a_guest_dies_by_his_own_hand),
		cmocka_unit_test(a_run_of_the_board_leads_back_to_the_board),
		cmocka_unit_test(the_end_of_a_run_leads_to_its_dump_and_the_lobby),
		cmocka_unit_test(space_ends_in_the_lobby),
		cmocka_unit_test(options_say_what_they_are),
		cmocka_unit_test(the_help_is_whole),
		cmocka_unit_test(keys_are_told_from_words_in_a_small_window),
		cmocka_unit_test(the_window_may_be_any_size),
		cmocka_unit_test(wrong_passwords_are_reported_at_the_next_login),
		cmocka_unit_test(a_message_of_the_operator_is_shown_whole),
		cmocka_unit_test(small_windows_are_asked_to_grow),
		cmocka_unit_test(lines_and_blocks_are_shown_and_may_be_changed),
		cmocka_unit_test(the_terminal_s_name_brings_colours_and_characters),
		cmocka_unit_test(every_lobby_screen_opens_and_closes),
		cmocka_unit_test(an_exec_is_answered_without_a_terminal),
		cmocka_unit_test(ssh_without_a_terminal_is_told_so),
		cmocka_unit_test(the_board_needs_nobody),
		cmocka_unit_test(a_proven_key_on_a_free_name_may_register),
	};
	return cmocka_run_group_tests(tests, script_setup, script_teardown);
}
