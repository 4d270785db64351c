/* This terminal as a transport, over a pseudo-terminal. */
#include "tests/test.h"

#include "tests/door/heard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

struct line {
	struct transport *transport;
	int master;
	struct heard heard;
};

static void line_open(struct line *line, int width, int height)
{
	struct transport_handlers handlers = heard_handlers(&line->heard);
	struct winsize size = {.ws_col = (unsigned short)width, .ws_row = (unsigned short)height};
	struct termios raw;
	memset(line, 0, sizeof *line);
	line->master = posix_openpt(O_RDWR | O_NOCTTY);
	assert_true(line->master >= 0 && grantpt(line->master) == 0 && unlockpt(line->master) == 0);
	int slave = open(ptsname(line->master), O_RDWR | O_NOCTTY | O_NONBLOCK);
	assert_true(slave >= 0);
	assert_int_equal(tcgetattr(slave, &raw), 0);
	cfmakeraw(&raw);
	tcsetattr(slave, TCSANOW, &raw);
	ioctl(line->master, TIOCSWINSZ, &size);
	line->transport = transport_local.open(slave, "this terminal", &handlers);
	assert_true(transport_wait(line->transport, NULL, 0, 0));
	assert_int_equal(line->heard.readies, 1);
}

static void line_end(struct line *line)
{
	transport_close(line->transport, 0);
	close(line->master);
}

static void its_facts_come_from_the_environment_and_the_window(void **state)
{
	struct line line;
	(void)state;
	setenv("TERM", "xterm\033[2J-256color", 1);
	setenv("LC_ALL", "", 1);
	setenv("LC_CTYPE", "de_DE.UTF-8", 1);
	setenv("LANG", "C", 1);
	setenv("COLORTERM", "truecolor", 1);
	setenv("NO_COLOR", "1", 1);
	line_open(&line, 132, 50);
	struct client_facts *facts = transport_facts(line.transport);
	assert_int_equal(facts->admission, ADMIT_LOCAL);
	assert_string_equal(facts->transport, "local");
	assert_string_equal(facts->term, "xterm[2J-256color");
	assert_string_equal(facts->locale, "de_DE.UTF-8");
	assert_true(facts->truecolour && facts->no_colour && facts->has_pty && facts->has_size);
	assert_int_equal(facts->width, 132);
	assert_int_equal(facts->height, 50);
	line_end(&line);
	unsetenv("LC_ALL");
	unsetenv("NO_COLOR");
}

/* Without variables the client is plain, whatever the process had before. */
static void an_empty_environment_has_no_facts(void **state)
{
	static const char *const names[] = {
		"TERM", "LC_ALL", "LC_CTYPE", "LANG", "COLORTERM", "NO_COLOR"};
	struct line line;
	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
	line_open(&line, 0, 0);
	struct client_facts *facts = transport_facts(line.transport);
	assert_string_equal(facts->term, "");
	assert_string_equal(facts->locale, "");
	assert_string_equal(facts->peer, "this terminal");
	assert_false(facts->truecolour || facts->no_colour || facts->has_size);
	assert_int_equal(facts->width, 80);
	assert_int_equal(facts->height, 24);
	line_end(&line);
	setenv("TERM", "xterm", 1);
	setenv("LANG", "en_GB", 1);
	setenv("COLORTERM", "24bit", 1);
	setenv("NO_COLOR", "", 1);
	line_open(&line, 80, 24);
	facts = transport_facts(line.transport);
	assert_string_equal(facts->term, "xterm");
	assert_string_equal(facts->locale, "en_GB");
	assert_true(facts->truecolour);
	assert_false(facts->no_colour);
	line_end(&line);
	setenv("LC_CTYPE", "de_DE", 1);
	setenv("LC_ALL", "fr_FR", 1);
	setenv("COLORTERM", "yes", 1);
	line_open(&line, 80, 24);
	facts = transport_facts(line.transport);
	assert_string_equal(facts->locale, "fr_FR");
	assert_false(facts->truecolour);
	line_end(&line);
	for (size_t i = 1; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
}

/* A replay has no account. */
static void a_replay_only_watches(void **state)
{
	static struct config config;
	struct heard heard = {0};
	struct transport_handlers handlers = heard_handlers(&heard);
	(void)state;
	handlers.config = &config;
	for (int64_t run = 0; run < 2; run++) {
		config.replay = run;
		struct transport *transport = transport_local.open(dup(0), "here", &handlers);
		assert_int_equal(
			transport_facts(transport)->admission, run ? ADMIT_WATCH : ADMIT_LOCAL);
		transport_close(transport, 0);
	}
}

static void keys_come_in_and_frames_go_out_as_they_are(void **state)
{
	struct line line;
	char heard[16] = "";
	(void)state;
	line_open(&line, 80, 24);
	long long before_ms = transport_now_ms();
	assert_true(transport_wait(line.transport, NULL, 0, 50));
	assert_in_range(transport_now_ms() - before_ms, 50, 9000);
	assert_int_equal(write(line.master, "h\003\033[A", 5), 5);
	before_ms = transport_now_ms();
	assert_true(transport_wait(line.transport, NULL, 0, 9000));
	assert_in_range(transport_now_ms() - before_ms, 0, 8000);
	assert_int_equal(line.heard.typed_size, 5);
	assert_memory_equal(line.heard.typed, "h\003\033[A", 5);
	transport_write(line.transport, "a\nb", 3);
	assert_int_equal(read(line.master, heard, sizeof heard), 3);
	assert_memory_equal(heard, "a\nb", 3);
	line_end(&line);
}

static void a_resized_window_is_told_once(void **state)
{
	struct line line;
	struct winsize size = {.ws_col = 100, .ws_row = 30};
	(void)state;
	line_open(&line, 80, 24);
	ioctl(line.master, TIOCSWINSZ, &size);
	raise(SIGWINCH);
	long long before_ms = transport_now_ms();
	assert_true(transport_wait(line.transport, NULL, 0, 9000));
	assert_in_range(transport_now_ms() - before_ms, 0, 8000);
	assert_int_equal(line.heard.facts_shown, 1);
	assert_int_equal(transport_facts(line.transport)->width, 100);
	assert_int_equal(transport_facts(line.transport)->height, 30);
	/* A signal without a change does not end the wait. */
	raise(SIGWINCH);
	before_ms = transport_now_ms();
	assert_true(transport_wait(line.transport, NULL, 0, 50));
	assert_in_range(transport_now_ms() - before_ms, 50, 9000);
	assert_int_equal(line.heard.facts_shown, 1);
	line_end(&line);
}

static void a_terminal_that_takes_nothing_clogs_and_catches_up(void **state)
{
	static char frame[8192], heard[65536];
	struct line line;
	(void)state;
	memset(frame, '.', sizeof frame);
	line_open(&line, 80, 24);
	for (int i = 0; i < 100 && !transport_clogged(line.transport); i++)
		transport_write(line.transport, frame, sizeof frame);
	assert_true(transport_clogged(line.transport));
	/* A reader of another process: the wait ends as soon as nothing is queued. */
	pid_t reader = fork();
	if (reader == 0) {
		while (read(line.master, heard, sizeof heard) > 0)
			;
		_exit(0);
	}
	long long before_ms = transport_now_ms();
	while (transport_clogged(line.transport))
		assert_true(transport_wait(line.transport, NULL, 0, 9000));
	assert_in_range(transport_now_ms() - before_ms, 0, 8000);
	kill(reader, SIGKILL);
	assert_int_equal(waitpid(reader, NULL, 0), reader);
	line_end(&line);
}

/* A window that has not changed wakes nobody: each of both sides counts. */
static void each_side_of_the_window_counts(void **state)
{
	static const struct winsize sizes[] = {
		{.ws_col = 81, .ws_row = 24}, {.ws_col = 81, .ws_row = 25}};
	struct line line;
	(void)state;
	line_open(&line, 80, 24);
	for (int i = 0; i < 2; i++) {
		ioctl(line.master, TIOCSWINSZ, &sizes[i]);
		raise(SIGWINCH);
		assert_true(transport_wait(line.transport, NULL, 0, 1000));
		assert_int_equal(line.heard.facts_shown, i + 1);
		assert_int_equal(transport_facts(line.transport)->height, 24 + i);
	}
	for (int side = 0; side < 2; side++) {
		struct winsize none = {.ws_col = side ? 90 : 0, .ws_row = side ? 0 : 30};
		ioctl(line.master, TIOCSWINSZ, &none);
		raise(SIGWINCH);
		transport_wait(line.transport, NULL, 0, 20);
		assert_int_equal(line.heard.facts_shown, 2);
		assert_int_equal(transport_facts(line.transport)->width, 81);
	}
	line_end(&line);
}

/* Fills the terminal until it takes nothing more; returns the bytes. */
static size_t fill(struct line *line)
{
	static char frame[8192];
	size_t written = 0;
	memset(frame, '.', sizeof frame);
	while (!transport_clogged(line->transport)) {
		transport_write(line->transport, frame, sizeof frame);
		written += sizeof frame;
	}
	return written;
}

/* The queue goes out before the line ends. */
static void the_end_waits_for_the_queue(void **state)
{
	struct line line;
	int status;
	(void)state;
	line_open(&line, 80, 24);
	size_t written = fill(&line);
	assert_in_range(transport_unsent(line.transport), 1, written);
	/* The reader is late, and counts. */
	int hold = open(ptsname(line.master), O_RDWR | O_NOCTTY);
	pid_t reader = fork();
	if (reader == 0) {
		static char heard[65536];
		size_t got = 0;
		usleep(200000);
		while (got < written) {
			ssize_t some = read(line.master, heard, sizeof heard);
			if (some <= 0)
				_exit(1);
			got += (size_t)some;
		}
		_exit(0);
	}
	transport_close(line.transport, 0);
	assert_int_equal(waitpid(reader, &status, 0), reader);
	assert_int_equal(status, 0);
	close(hold);
	close(line.master);
}

static void the_end_does_not_wait_for_ever(void **state)
{
	struct line line;
	(void)state;
	line_open(&line, 80, 24);
	fill(&line);
	long long before_ms = transport_now_ms();
	transport_close(line.transport, 0);
	assert_in_range(transport_now_ms() - before_ms, 900, 9000);
	close(line.master);
}

static void a_terminal_that_goes_is_a_hang_up(void **state)
{
	struct line line;
	(void)state;
	line_open(&line, 80, 24);
	close(line.master);
	assert_false(transport_wait(line.transport, NULL, 0, 1000));
	assert_string_equal(line.heard.closed, "the terminal was closed");
	transport_close(line.transport, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_facts_come_from_the_environment_and_the_window),
		cmocka_unit_test(an_empty_environment_has_no_facts),
		cmocka_unit_test(a_replay_only_watches),
		cmocka_unit_test(keys_come_in_and_frames_go_out_as_they_are),
		cmocka_unit_test(a_resized_window_is_told_once),
		cmocka_unit_test(a_terminal_that_takes_nothing_clogs_and_catches_up),
		cmocka_unit_test(each_side_of_the_window_counts),
		cmocka_unit_test(the_end_waits_for_the_queue),
		cmocka_unit_test(the_end_does_not_wait_for_ever),
		cmocka_unit_test(a_terminal_that_goes_is_a_hang_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
