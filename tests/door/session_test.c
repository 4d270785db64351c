/* Whole sessions over a scripted transport, with a real keeper: what a person types and sees. */
#include "door/config/content_load.h"
#include "door/session/session.h"

#include <vterm.h>

#include "tests/test.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[] = "/tmp/trapdoor-session-test-XXXXXX";
static struct content *content;
static struct config config;
static pid_t keeper;
/* Shared with the session's process: it came to its end, with every step seen. */
static bool *orderly;
static int control = -1;

/*
 * A script is lines:
 *     type TEXT         keys, with \r, \e and ^X; `up`, `down` come as escape sequences
 *     size W H          the window changes
 *     term NAME         the terminal's kind becomes known
 *     see TEXT          the screen shows it
 *     miss TEXT         the screen does not show it
 *     wait MS           time passes
 *     hang up           the client is gone
 */
struct scripted {
	struct transport transport;
	const char *at;
	VTerm *screen;
	bool begun;
	unsigned writes;
};

static void fail_script(const struct scripted *scripted, const char *what, const char *line)
{
	int rows, columns;
	fprintf(stderr, "%s: %s\n", what, line);
	vterm_get_size(scripted->screen, &rows, &columns);
	for (int y = 0; y < rows && rows < 100; y++) {
		char text[2100];
		VTermRect rect = {y, y + 1, 0, columns};
		size_t size = vterm_screen_get_text(
			vterm_obtain_screen(scripted->screen), text, sizeof text - 1, rect);
		text[size] = 0;
		fprintf(stderr, "|%s\n", text);
	}
	_exit(3);
}

static bool screen_shows(const struct scripted *scripted, const char *wanted)
{
	int rows, columns;
	vterm_get_size(scripted->screen, &rows, &columns);
	for (int y = 0; y < rows; y++) {
		char text[2100];
		VTermRect rect = {y, y + 1, 0, columns};
		size_t size = vterm_screen_get_text(
			vterm_obtain_screen(scripted->screen), text, sizeof text - 1, rect);
		text[size] = 0;
		if (strstr(text, wanted))
			return true;
	}
	return false;
}

static void script_type(struct scripted *scripted, const char *text)
{
	uint8_t bytes[256];
	size_t size = 0;
	for (; *text; text++)
		if (text[0] == '\\' && text[1]) {
			text++;
			bytes[size++] = (uint8_t)(*text == 'r' ? '\r' : *text == 'e' ? 27 : *text);
		} else if (text[0] == '^' && text[1]) {
			bytes[size++] = (uint8_t)(*++text - 64);
		} else {
			bytes[size++] = (uint8_t)*text;
		}
	scripted->transport.handlers.bytes(scripted->transport.handlers.context, bytes, size);
}

static void script_step(struct scripted *scripted, const char *line)
{
	struct client_facts *facts = &scripted->transport.facts;
	void *context = scripted->transport.handlers.context;
	if (strncmp(line, "type ", 5) == 0) {
		script_type(scripted, line + 5);
	} else if (sscanf(line, "size %d %d", &facts->width, &facts->height) == 2) {
		int width = facts->width < 1 ? 1 : facts->width > 500 ? 500 : facts->width;
		int height = facts->height < 1 ? 1 : facts->height > 200 ? 200 : facts->height;
		vterm_set_size(scripted->screen, height, width);
		scripted->transport.handlers.facts(context);
	} else if (strncmp(line, "term ", 5) == 0) {
		snprintf(facts->term, sizeof facts->term, "%.60s", line + 5);
		scripted->transport.handlers.facts(context);
	} else if (strncmp(line, "see ", 4) == 0) {
		if (!screen_shows(scripted, line + 4))
			fail_script(scripted, "not on the screen", line + 4);
	} else if (strncmp(line, "miss ", 5) == 0) {
		if (screen_shows(scripted, line + 5))
			fail_script(scripted, "on the screen", line + 5);
	} else if (strncmp(line, "wait ", 5) == 0) {
		usleep((useconds_t)atoi(line + 5) * 1000);
	} else if (strcmp(line, "hang up") == 0) {
		transport_end(&scripted->transport, "hung up");
	} else if (*line) {
		fail_script(scripted, "no such step", line);
	}
}

static size_t scripted_wants(struct transport *transport, struct pollfd *own, bool *pending)
{
	(void)transport, (void)own;
	*pending = true;
	return 0;
}

static bool scripted_react(struct transport *transport, const struct pollfd *own)
{
	struct scripted *scripted = (struct scripted *)transport;
	char line[200];
	(void)own;
	if (!scripted->begun) {
		scripted->begun = true;
		transport->handlers.ready(transport->handlers.context);
		return true;
	}
	if (!*scripted->at) {
		transport_end(transport, "the script is over");
		return true;
	}
	size_t length = strcspn(scripted->at, "\n");
	snprintf(line, sizeof line, "%.*s", (int)length, scripted->at);
	scripted->at += length + (scripted->at[length] == '\n');
	script_step(scripted, line);
	return true;
}

static void scripted_write(struct transport *transport, const void *bytes, size_t size)
{
	struct scripted *scripted = (struct scripted *)transport;
	scripted->writes++;
	vterm_input_write(scripted->screen, bytes, size);
}

static bool scripted_clogged(const struct transport *transport)
{
	(void)transport;
	return false;
}

/* A script that was not followed to its end ended too early, unless it is meant to: it says so by
 * "over". */
static void scripted_close(struct transport *transport, int exit_status)
{
	struct scripted *scripted = (struct scripted *)transport;
	(void)exit_status;
	if (strncmp(scripted->at, "over ", 5) == 0) {
		char words[100];
		snprintf(words, sizeof words, "%.*s", (int)strcspn(scripted->at + 5, "\n"),
			scripted->at + 5);
		if (!screen_shows(scripted, words))
			fail_script(scripted, "not the last words", words);
	} else if (*scripted->at) {
		fail_script(scripted, "the session ended before", scripted->at);
	}
	*orderly = true;
	vterm_free(scripted->screen);
	free(scripted);
}

static const char *script;
static struct client_facts script_facts;

static struct transport *scripted_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	static const struct transport_methods methods = {.wants = scripted_wants,
		.react = scripted_react,
		.write = scripted_write,
		.clogged = scripted_clogged,
		.close = scripted_close};
	struct scripted *scripted = calloc(1, sizeof *scripted);
	(void)descriptor;
	transport_begin(&scripted->transport, &methods, handlers, "telnet", peer);
	script_facts.width = 80;
	script_facts.height = 24;
	if (!script_facts.transport)
		script_facts.transport = "telnet";
	scripted->transport.facts = script_facts;
	scripted->screen = vterm_new(24, 80);
	vterm_set_utf8(scripted->screen, 1);
	vterm_screen_reset(vterm_obtain_screen(scripted->screen), 1);
	scripted->at = script;
	return &scripted->transport;
}

static const struct transport_row transport_scripted = {"telnet", scripted_open};

/* Runs a script in a process of its own, as a session is. */
static void run(const char *text)
{
	int pair[2], status;
	script = text;
	assert_true(keeper_pair(pair));
	assert_true(keeper_give(control, pair[1]));
	*orderly = false;
	pid_t child = fork();
	if (!child)
		session_run(&config, content, &transport_scripted, -1, "127.0.0.1",
			keeper_line_new(pair[0], NULL, NULL));
	close(pair[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	close(pair[1]);
	memset(&script_facts, 0, sizeof script_facts);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1 || !*orderly)
		fail_msg("the session ended with status %x", status);
}

static void register_play_leave_and_come_back(void **state)
{
	(void)state;
	run("see Who is calling?\n"
	    "type new\\r\n"
	    "see Your name:\n"
	    "type 2x\\r\n"
	    "see Your name:\n"
	    "type ^Uanna\\r\n"
	    "see A password:\n"
	    "type short\\r\n"
	    "see Eight characters\n"
	    "type ^Ulong-enough\\r\n"
	    "see Once more:\n"
	    "miss long-enough\n"
	    "type other\\r\n"
	    "see not the same\n"
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
	run("type anna\\r\n"
	    "see Password:\n"
	    "type wrong-one\\r\n"
	    "type long-enough\\r\n"
	    "see Go on where you were\n"
	    "type p\n"
	    "see Health\n"
	    "type \\e\n"
	    "wait 80\n"
	    "type Q\n"
	    "see Half your gold\n"
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
			"type assh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAA%c key-%02d\\r\n", 'a' + i,
			i);
	for (int i = 0; i < KEEPER_KEYS_MAX; i++)
		used += snprintf(text + used, sizeof text - (size_t)used, "see key-%02d\n", i);
	used += snprintf(text + used, sizeof text - (size_t)used,
		"size 80 24\nsee Public keys: %d\ntype r\nsee Remove this key\ntype n\n",
		KEEPER_KEYS_MAX);
	for (int i = 0; i < KEEPER_KEYS_MAX; i++)
		used += snprintf(text + used, sizeof text - (size_t)used, "type ry\n");
	snprintf(text + used, sizeof text - (size_t)used, "see none yet\nhang up\n");
	run(text);
}

static void three_wrong_passwords_end_it(void **state)
{
	(void)state;
	run("type anna\\r\n"
	    "see It does not show\n"
	    "type wrong-one\\r\n"
	    "see New here? Esc, then type new.\n"
	    "type wrong-two\\r\n"
	    "see Password:\n"
	    "type wrong-three\\r\n"
	    "over last try\n");
}

static void a_guest_dies_by_his_own_hand(void **state)
{
	(void)state;
	run("type guest\\r\n"
	    "see guest-\n"
	    "miss My record\n"
	    "type p\n"
	    "type \\e\n"
	    "wait 80\n"
	    "type Qy\n"
	    "see hang up\n"
	    "see A guest's call\n"
	    "type x\\r \\r\n"
	    "see On the line\n"
	    "wait 1100\n"
	    "type \\r\n"
	    "miss On the line\n"
	    "type \\e\n"
	    "wait 80\n"
	    "type Qy\n"
	    "see You hang up\n"
	    "type x\n"
	    "see On the line\n"
	    "type q\n"
	    "over Good night\n");
}

/* What the terminal says and the same, chosen, are two stops that read differently; and each row
 * says what it is. */
static void options_say_what_they_are(void **state)
{
	(void)state;
	run("type guest\r\n"
	    "see a lamp for each\n"
	    "type o\n"
	    "see as your terminal says\n"
	    "miss , always\n"
	    "see What the map is drawn with\n"
	    "type l\n"
	    "see plain ASCII, always\n"
	    "type jj\n"
	    "see dark, or any\n"
	    "type l\n"
	    "see Ground      light\n"
	    "type jjj\n"
	    "see Each is given once\n"
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
	for (int preset = 0; preset < 3; preset++)
		for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
			char text[400];
			snprintf(text, sizeof text,
				"type guest\\r\nsize %d %d\ntype o\ntype jj%.*s\ntype q\n"
				"type ?\ntype \\e[F\nsee Leaving\nsee end the run for good\n",
				sizes[i][0], sizes[i][1], preset, "lll");
			run(text);
		}
}

/* Between a word and the next key there is more room than between a key and its word. */
static void keys_are_told_from_words_in_a_small_window(void **state)
{
	(void)state;
	run("type guest\\r\nsize 40 20\ntype b\nsee Enter more  d how  Tab turn  Esc back\n");
}

static void the_window_may_be_any_size(void **state)
{
	static const char *const screens[] = {"", "type guest\\r\n",
		"type anna\\r\ntype long-enough\\r\n", "type new\\r\n", "type guest\\r\ntype b\n",
		"type guest\\r\ntype o\n", "type guest\\r\ntype ?\n", "type guest\\r\ntype p\n",
		"type guest\\r\ntype p\ntype \\e\nwait 80\ntype i\n",
		"type guest\\r\ntype p\ntype \\e\nwait 80\ntype x\n",
		"type guest\\r\ntype p\ntype \\e\nwait 80\ntype Qy\n",
		"type anna\\r\ntype long-enough\\r\ntype a\n",
		"type anna\\r\ntype long-enough\\r\ntype r\n"};
	static const int sizes[][2] = {{1, 1}, {0, 0}, {10, 4}, {39, 20}, {40, 19}, {40, 20},
		{41, 21}, {71, 22}, {72, 23}, {99, 30}, {100, 31}, {132, 50}, {500, 200},
		{65535, 65535}, {500, 1}, {1, 200}, {40, 200}, {500, 20}};
	(void)state;
	for (size_t i = 0; i < sizeof screens / sizeof screens[0]; i++) {
		char text[4096];
		int used = snprintf(text, sizeof text, "%s", screens[i]);
		for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++)
			used += snprintf(text + used, sizeof text - (size_t)used,
				"size %d %d\ntype ^R\n", sizes[j][0], sizes[j][1]);
		run(text);
	}
}

static void small_windows_are_asked_to_grow(void **state)
{
	(void)state;
	run("size 30 10\n"
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
	run("type new\\r\n"
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
	run("type guest\\r\n"
	    "see *\n"
	    "term xterm-256color\n"
	    "see \xe2\x97\x8f\n"
	    "term vt100\n"
	    "miss \xe2\x97\x8f\n");
}

static void every_lobby_screen_opens_and_closes(void **state)
{
	(void)state;
	run("type anna\\r\n"
	    "type long-enough\\r\n"
	    "type b\n"
	    "see The board\n"
	    "type \\e\n"
	    "wait 80\n"
	    "see You are anna\n"
	    "type o\n"
	    "see Options\n"
	    "type \\e\n"
	    "wait 80\n"
	    "type a\n"
	    "miss You are anna\n"
	    "type \\e\n"
	    "wait 80\n"
	    "type r\n"
	    "miss You are anna\n"
	    "type \\e\n"
	    "wait 80\n"
	    "type ?\n"
	    "see Help\n"
	    "type \\e\n"
	    "wait 80\n"
	    "see You are anna\n");
}

static void an_exec_is_answered_without_a_terminal(void **state)
{
	static const struct {
		const char *command, *script;
	} cases[] = {{"help", "over scores --json\n"}, {"who", "over Nobody\n"},
		{"  who ", "over Nobody\n"}, {"sh -c id", "over Only scores\n"}, {"scores", ""},
		{"scores --json", "over [\n"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		script_facts.admission = ADMIT_BOARD;
		snprintf(script_facts.command, sizeof script_facts.command, "%s", cases[i].command);
		run(cases[i].script);
	}
}

static void ssh_without_a_terminal_is_told_so(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_GUEST;
	script_facts.transport = "ssh";
	run("over ssh -t\n");
}

static void the_board_needs_nobody(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_BOARD;
	run("see The board\n"
	    "type \\e\n"
	    "wait 80\n"
	    "over Good night\n");
}

static void a_proven_key_on_a_free_name_may_register(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_FREE_NAME;
	snprintf(script_facts.user, sizeof script_facts.user, "berta");
	snprintf(script_facts.fingerprint, sizeof script_facts.fingerprint,
		"SHA256:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ");
	run("see Register berta?\n"
	    "type y\n"
	    "see You are berta\n");
}

static int setup(void **state)
{
	char sentence[256];
	(void)state;
	config_defaults(&config);
	config.lobby_hints = 0;
	orderly = mmap(
		NULL, sizeof *orderly, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (orderly == MAP_FAILED || !mkdtemp(directory) || !(content = content_load(NULL)))
		return -1;
	keeper = keeper_start(directory, content, 0, &control, sentence, sizeof sentence);
	if (keeper < 0)
		fprintf(stderr, "%s\n", sentence);
	return keeper < 0 ? -1 : 0;
}

static int teardown(void **state)
{
	char command[80];
	(void)state;
	/* One that could not be started is no process, and -1 would be every process. */
	if (keeper > 0 && kill(keeper, SIGTERM) == 0)
		waitpid(keeper, NULL, 0);
	content_free(content);
	snprintf(command, sizeof command, "rm -rf %s", directory);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(register_play_leave_and_come_back),
		cmocka_unit_test(every_key_of_an_account_is_listed),
		cmocka_unit_test(three_wrong_passwords_end_it),
		cmocka_unit_test(a_guest_dies_by_his_own_hand),
		cmocka_unit_test(options_say_what_they_are),
		cmocka_unit_test(the_help_is_whole),
		cmocka_unit_test(keys_are_told_from_words_in_a_small_window),
		cmocka_unit_test(the_window_may_be_any_size),
		cmocka_unit_test(small_windows_are_asked_to_grow),
		cmocka_unit_test(lines_and_blocks_are_shown_and_may_be_changed),
		cmocka_unit_test(the_terminal_s_name_brings_colours_and_characters),
		cmocka_unit_test(every_lobby_screen_opens_and_closes),
		cmocka_unit_test(an_exec_is_answered_without_a_terminal),
		cmocka_unit_test(ssh_without_a_terminal_is_told_so),
		cmocka_unit_test(the_board_needs_nobody),
		cmocka_unit_test(a_proven_key_on_a_free_name_may_register),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
