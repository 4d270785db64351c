/* `trapdoor play` on a pseudo-terminal: the terminal is its user's again however the game ends. */
#include "tests/test.h"

#include "tests/door/directory.h"

#include "door/keeper/keeper_start.h"

#include "tests/door/command.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>

struct terminal {
	int master, slave;
	struct termios before;
	FILE *err;
	pid_t player;
	char shown[1 << 18];
	size_t size;
};

static struct terminal terminal;

static void terminal_open(void)
{
	struct winsize size = {.ws_col = 80, .ws_row = 24};

	memset(&terminal, 0, sizeof terminal);
	terminal.master = posix_openpt(O_RDWR | O_NOCTTY);
	assert_true(terminal.master >= 0 && grantpt(terminal.master) == 0 &&
		    unlockpt(terminal.master) == 0);
	terminal.slave = open(ptsname(terminal.master), O_RDWR | O_NOCTTY);
	assert_true(terminal.slave >= 0);
	ioctl(terminal.master, TIOCSWINSZ, &size);
	assert_int_equal(tcgetattr(terminal.slave, &terminal.before), 0);
	terminal.err = tmpfile();
	assert_non_null(terminal.err);
}

static void terminal_start(const char *line)
{
	FILE *stream = fdopen(dup(terminal.slave), "r+");

	assert_non_null(stream);
	terminal.player = command_start(line, stream, stream, terminal.err);
	fclose(stream);
}

/* Reads what the terminal shows until the text is there. */
static void await(const char *text)
{
	struct pollfd ready = {.fd = terminal.master, .events = POLLIN};

	while (!memmem(terminal.shown, terminal.size, text, strlen(text))) {
		ssize_t got;

		if (poll(&ready, 1, 10000) != 1)
			fail_msg("not shown: %s", text);
		got = read(terminal.master, terminal.shown + terminal.size,
			sizeof terminal.shown - terminal.size);
		assert_true(got > 0);
		terminal.size += (size_t)got;
	}
}

static void type(const char *keys)
{
	terminal.size = 0;
	assert_int_equal(write(terminal.master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Its status; the terminal must be as it was. */
static int terminal_end(char *err, size_t size)
{
	struct termios after;
	int status;

	assert_int_equal(waitpid(terminal.player, &status, 0), terminal.player);
	assert_true(WIFEXITED(status));
	assert_int_equal(tcgetattr(terminal.slave, &after), 0);
	assert_int_equal(after.c_lflag, terminal.before.c_lflag);
	assert_int_equal(after.c_iflag, terminal.before.c_iflag);
	assert_int_equal(after.c_oflag, terminal.before.c_oflag);
	command_read(terminal.err, err, size);
	fclose(terminal.err);
	close(terminal.slave);
	close(terminal.master);
	return WEXITSTATUS(status);
}

/* The process that plays, below the one that waits for it. */
static pid_t session_process(void)
{
	DIR *processes = opendir("/proc");
	struct dirent *entry;
	pid_t found = 0;

	while (processes && (entry = readdir(processes)) != NULL) {
		char path[64], comm[64];
		int parent = 0;
		FILE *file;

		snprintf(path, sizeof path, "/proc/%.20s/stat", entry->d_name);
		file = fopen(path, "re");
		if (!file)
			continue;
		if (fscanf(file, "%*d (%60[^)]) %*c %d", comm, &parent) == 2 &&
			parent == terminal.player && strcmp(comm, "session") == 0)
			found = atoi(entry->d_name);
		fclose(file);
	}
	closedir(processes);
	assert_true(found > 1);
	return found;
}

static void a_game_is_played_and_left(void **state)
{
	struct termios raw;
	struct stat log;
	char err[8192];

	(void)state;
	terminal_open();
	terminal_start("play --init --state $STATE/s");
	await("Who is calling?");
	assert_int_equal(tcgetattr(terminal.slave, &raw), 0);
	assert_int_equal(raw.c_lflag & (ECHO | ICANON | ISIG | IEXTEN), 0);
	assert_int_equal(raw.c_oflag & OPOST, 0);
	type("guest\r");
	await("guest-");
	type("p");
	await("one of three");
	type("S");
	await("(y/n)");
	type("y");
	await("On the line");
	type("q");
	await("Good night");
	assert_int_equal(terminal_end(err, sizeof err), 0);
	assert_string_equal(err, "");
	char path[80];
	snprintf(path, sizeof path, "%s/s/play.log", directory);
	assert_int_equal(stat(path, &log), 0);
	assert_int_equal(log.st_mode & 0777, 0600);
	assert_true(log.st_size > 0);
}

/* Begins a run by the keys, and ends it at once. */
static void play_in_vain(const char *command, const char *keys)
{
	char err[8192];

	terminal_open();
	terminal_start(command);
	await("Who is calling?");
	type(keys);
	await("On the line");
	type("p");
	await("one of three");
	type("aQ");
	await("(y/n)");
	type("y");
	await("You hang up");
	type("x");
	await("On the line");
	type("q");
	await("Good night");
	assert_int_equal(terminal_end(err, sizeof err), 0);
	assert_string_equal(err, "");
}

/* A keeper that still ends would take the next session under the settings that it has. */
static void await_no_keeper(void)
{
	char state[80];

	snprintf(state, sizeof state, "%s/b", directory);
	for (int tries = 0; tries < 1000 && keeper_locked(state); tries++)
		usleep(10000);
	assert_false(keeper_locked(state));
}

/* As on a server. */
static void a_short_run_is_on_no_board(void **state)
{
	struct printed printed;
	char path[80];
	FILE *file;

	(void)state;
	play_in_vain("play --init --state $STATE/b", "new\rVera\rlong-enough\rlong-enough\r");
	command_run(&printed, "scores --format json --state $STATE/b");
	assert_string_equal(printed.out, "[]\n");
	snprintf(path, sizeof path, "%s/all.conf", directory);
	file = fopen(path, "we");
	assert_non_null(file);
	fprintf(file, "[limits]\nboard_turns = 0\n");
	fclose(file);
	await_no_keeper();
	play_in_vain("play --config $STATE/all.conf --state $STATE/b", "Vera\rlong-enough\r");
	await_no_keeper();
	command_run(&printed, "scores --format json --state $STATE/b");
	assert_non_null(strstr(printed.out, "\"Vera\""));
}

static void a_session_that_dies_leaves_the_terminal_in_order(void **state)
{
	char err[8192];

	(void)state;
	terminal_open();
	terminal_start("play --init --state $STATE/s");
	await("Who is calling?");
	terminal.size = 0;
	kill(session_process(), SIGKILL);
	await("\017\033[0m\033>\033[?25h\033[?1006l\033[?1000l\033[99;1H\r\n");
	assert_int_equal(terminal_end(err, sizeof err), 1);
	assert_int_equal(strncmp(err, "trapdoor: the session ", 22), 0);
	assert_non_null(strstr(err, "all turns are saved"));
}

static void a_signal_ends_the_session(void **state)
{
	static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
	char err[8192];

	(void)state;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		terminal_open();
		terminal_start("play --init --state $STATE/s");
		await("Who is calling?");
		kill(terminal.player, signals[i]);
		assert_int_equal(terminal_end(err, sizeof err), 0);
		assert_string_equal(err, "");
	}
}

static void what_cannot_be_played_is_said(void **state)
{
	static const struct {
		const char *line, *err;
	} cases[] = {
		{"play --init --state /proc/nowhere/s", "/proc/nowhere"},
		{"play --init --state $STATE/s --content $STATE/none", "/none"},
		{"play --state $STATE/mistyped", "does not exist; name another with --state"},
		{"play --config $STATE/none.conf", "none.conf"},
	};
	char err[8192];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		terminal_open();
		terminal_start(cases[i].line);
		assert_int_equal(terminal_end(err, sizeof err), 1);
		if (!strstr(err, cases[i].err))
			fail_msg("%s: %s", cases[i].line, err);
	}
	/* The output goes into a file. */
	FILE *out = tmpfile();
	terminal_open();
	FILE *in = fdopen(dup(terminal.slave), "r+");
	assert_true(in && out);
	terminal.player = command_start("play --init --state $STATE/s", in, out, terminal.err);
	fclose(in);
	fclose(out);
	assert_int_equal(terminal_end(err, sizeof err), 1);
	assert_non_null(strstr(err, "standard input and output are not a terminal"));
	struct printed printed;
	command_run(&printed, "play --init --state $STATE/s < x");
	assert_int_equal(printed.status, 1);
	assert_non_null(strstr(printed.err, " terminal"));
}

static void put_text(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	file = fopen(path, "we");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* Wrong bulletins and keys are reported in the log, and are no reason not to play. */
static void wrong_files_beside_the_game_stop_no_game(void **state)
{
	static char log[16384];
	char err[8192], text[512], path[128];
	FILE *file;

	(void)state;
	snprintf(text, sizeof text, "[files]\nbulletins = %s/news\nkeys = %s/keys\n", directory,
		directory);
	put_text("odd.conf", text);
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", directory, i ? "keys" : "news");
		assert_int_equal(mkdir(path, 0700), 0);
	}
	put_text("news/motd.txt", "[nocolour]x[/]\n");
	put_text("keys/mine.txt", "bind h fly\n");
	terminal_open();
	terminal_start("play --init --config $STATE/odd.conf --state $STATE/o");
	await("Who is calling?");
	type("guest\r");
	await("On the line");
	type("q");
	await("Good night");
	assert_int_equal(terminal_end(err, sizeof err), 0);
	assert_string_equal(err, "");
	snprintf(path, sizeof path, "%s/o/play.log", directory);
	file = fopen(path, "re");
	assert_non_null(file);
	log[fread(log, 1, sizeof log - 1, file)] = '\0';
	fclose(file);
	assert_non_null(strstr(log, "motd.txt:1: "));
	assert_non_null(strstr(log, "mine.txt:1: "));
}

/* The run of a player, from the store and from an archive. */
static void a_run_is_replayed_on_the_terminal(void **state)
{
	static const char *const commands[] = {"replay 1 --state $STATE/b",
		"replay 1 --import $STATE/archive", "replay 1 --state $STATE/b --speed 3"};
	struct printed printed;
	char err[8192];

	(void)state;
	await_no_keeper();
	command_run(&printed, "scores --state $STATE/b --export $STATE/archive");
	assert_int_equal(printed.status, 0);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		await_no_keeper();
		terminal_open();
		terminal_start(commands[i]);
		await("Vera");
		await(i == 2 ? "3/s" : "The run ends here");
		type("q");
		assert_int_equal(terminal_end(err, sizeof err), 0);
		assert_string_equal(err, "");
	}
	await_no_keeper();
	terminal_open();
	terminal_start("replay 1 --import $STATE/archive --config $STATE/none.conf");
	assert_int_equal(terminal_end(err, sizeof err), 1);
	assert_non_null(strstr(err, "none.conf"));
}

static int set_up(void **state)
{
	setenv("TERM", "xterm", 1);
	setenv("TRAPDOOR_LOBBY_VIGNETTES", "0", 1);
	if (directory_set_up(state) != 0)
		return -1;
	command_name("STATE", directory);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_is_played_and_left),
		cmocka_unit_test(a_short_run_is_on_no_board),
		cmocka_unit_test(a_session_that_dies_leaves_the_terminal_in_order),
		cmocka_unit_test(a_signal_ends_the_session),
		cmocka_unit_test(what_cannot_be_played_is_said),
		cmocka_unit_test(wrong_files_beside_the_game_stop_no_game),
		cmocka_unit_test(a_run_is_replayed_on_the_terminal),
	};

	return cmocka_run_group_tests(tests, set_up, directory_tear_down);
}
