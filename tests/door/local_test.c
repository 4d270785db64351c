/* This terminal as a transport, over a pseudo-terminal. */
#include "tests/test.h"

#include "tests/door/heard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
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
	assert_null(strchr(facts->term, '\033'));
	assert_string_equal(facts->locale, "de_DE.UTF-8");
	assert_true(facts->truecolour && facts->no_colour && facts->has_pty && facts->has_size);
	assert_int_equal(facts->width, 132);
	assert_int_equal(facts->height, 50);
	line_end(&line);
	unsetenv("LC_ALL");
	unsetenv("NO_COLOR");
}

static void keys_come_in_and_frames_go_out_as_they_are(void **state)
{
	struct line line;
	char heard[16] = "";
	(void)state;
	line_open(&line, 80, 24);
	assert_int_equal(write(line.master, "h\003\033[A", 5), 5);
	assert_true(transport_wait(line.transport, NULL, 0, 1000));
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
	assert_true(transport_wait(line.transport, NULL, 0, 1000));
	assert_int_equal(line.heard.facts_shown, 1);
	assert_int_equal(transport_facts(line.transport)->width, 100);
	assert_int_equal(transport_facts(line.transport)->height, 30);
	raise(SIGWINCH);
	transport_wait(line.transport, NULL, 0, 20);
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
	for (int i = 0; i < 200 && transport_clogged(line.transport); i++) {
		assert_true(read(line.master, heard, sizeof heard) > 0);
		transport_wait(line.transport, NULL, 0, 100);
	}
	assert_false(transport_clogged(line.transport));
	line_end(&line);
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
		cmocka_unit_test(keys_come_in_and_frames_go_out_as_they_are),
		cmocka_unit_test(a_resized_window_is_told_once),
		cmocka_unit_test(a_terminal_that_takes_nothing_clogs_and_catches_up),
		cmocka_unit_test(a_terminal_that_goes_is_a_hang_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
