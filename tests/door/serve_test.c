/* `trapdoor serve` in a process of its own: what it announces, whom it refuses, that it starts its
 * keeper again, and how it ends. */
#include "tests/test.h"

#include "door/command/forker.h"
#include "tests/door/command.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>

static char directory[] = "/tmp/trapdoor-serve-test-XXXXXX";

/* A server that answers telnet. */
struct served {
	pid_t pid;
	FILE *in, *out, *err;
	int port;
};

static void put_settings(const char *name, const char *text)
{
	char path[64];

	snprintf(path, sizeof path, "%s/%s", directory, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* Waits until a stream has the text; the test fails when it does not come. */
static void await(FILE *file, const char *text, char *read, size_t size)
{
	for (int i = 0; i < 400; i++) {
		ssize_t length = pread(fileno(file), read, size - 1, 0);
		read[length > 0 ? length : 0] = '\0';
		if (strstr(read, text))
			return;
		usleep(25000);
	}
	fail_msg("not said: %s, but %.2000s", text, read);
}

static void served_begin(struct served *served, const char *line)
{
	static char text[8192];

	served->in = tmpfile();
	served->out = tmpfile();
	served->err = tmpfile();
	served->pid = command_start(line, served->in, served->out, served->err);
	await(served->out, "  telnet ", text, sizeof text);
	assert_int_equal(strncmp(text, "Trapdoor answers.  To play:\n", 28), 0);
	assert_int_equal(sscanf(strstr(text, "  telnet "), "  telnet %*s %d", &served->port), 1);
	assert_true(served->port > 0);
}

/* Ends it as a service manager does; its status must be 0. */
static void served_end(struct served *served)
{
	int status;

	assert_true(served->pid > 0);
	kill(served->pid, SIGTERM);
	assert_int_equal(waitpid(served->pid, &status, 0), served->pid);
	assert_int_equal(status, 0);
	fclose(served->in);
	fclose(served->out);
	fclose(served->err);
}

static int caller(const struct served *served)
{
	const struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)served->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int descriptor = socket(AF_INET, SOCK_STREAM, 0);

	assert_true(descriptor >= 0);
	assert_int_equal(connect(descriptor, (const struct sockaddr *)&address, sizeof address), 0);
	return descriptor;
}

/* Reads until the text came, or to the end of the line when there is none. */
static void hear(int descriptor, const char *text)
{
	static char heard[65536];
	size_t size = 0;
	struct pollfd ready = {.fd = descriptor, .events = POLLIN};

	while (size < sizeof heard - 1 && poll(&ready, 1, 10000) == 1) {
		ssize_t got = read(descriptor, heard + size, sizeof heard - 1 - size);
		if (got <= 0) {
			if (!text)
				return;
			break;
		}
		/* Zeros of the protocol do not end the text. */
		for (size_t i = size, end = size + (size_t)got; i < end; i++)
			if (heard[i])
				heard[size++] = heard[i];
		heard[size] = '\0';
		if (text && strstr(heard, text))
			return;
	}
	fail_msg("not heard: %s, but %.300s", text ? text : "the end", heard);
}

static void settings_are_printed_and_refused(void **state)
{
	static const struct command_case cases[] = {
		{"serve --settings --state $STATE --telnet 127.0.0.1:4000", 0, "127.0.0.1:4000",
			""},
		{"serve --settings --state $STATE --config $STATE/good.conf", 0, "example.org", ""},
		{"serve --config $STATE/bad.conf", 1, "", "bad.conf:2: "},
		{"serve --config $STATE/none.conf", 1, "", "none.conf"},
		{"serve --init --state $STATE/s --ssh= --telnet=", 1, "",
			"cannot serve: ssh and telnet are both off; give an address with --ssh or "
			"--telnet ADDR:PORT\n"},
		{"serve --init --state $STATE/s --ssh= --telnet nowhere", 1, "", "nowhere"},
		{"serve --init --state /proc/nowhere --ssh= --telnet 127.0.0.1:0", 1, "",
			"/proc/nowhere"},
		{"serve --state $STATE/mistyped --ssh= --telnet 127.0.0.1:0", 1, "",
			"cannot use state directory $STATE/mistyped: it does not exist; name "
			"another with --state, or make it with --init\n"},
		{"serve --content $STATE/none --ssh= --telnet 127.0.0.1:0", 1, "", "$STATE/none"},
		{"serve word", 2, "", "unexpected argument of serve: \"word\""},
	};

	(void)state;
	put_settings("good.conf", "[lobby]\nhost = example.org\n");
	put_settings("bad.conf", "[lobby]\nhots = example.org\n");
	COMMAND_CASES(cases);
}

/* A caller beyond the limit is told why; a place that is free again is given away. */
static void callers_beyond_the_limit_are_refused(void **state)
{
	static char text[16384];
	struct served served;

	(void)state;
	put_settings("one.conf", "[limits]\nbefore_login = 1\n");
	served_begin(&served, "serve --init --state $STATE/s --config $STATE/one.conf --ssh= "
			      "--telnet 127.0.0.1:0");
	int first = caller(&served);
	hear(first, "night desk");
	int second = caller(&served);
	hear(second, "Trapdoor: too many connections are logging in; try again in a minute.\r\n");
	hear(second, NULL);
	close(second);
	close(first);
	await(served.err, "event=session.end", text, sizeof text);
	sleep(1); /* until the server has reaped it */
	int third = caller(&served);
	hear(third, "night desk");
	close(third);
	served_end(&served);
}

/* A keeper that is killed is started again, and gets the sockets of the sessions that go on. */
static void a_dead_keeper_is_replaced(void **state)
{
	static char text[16384];
	struct served served;
	long keeper;

	(void)state;
	served_begin(&served, "serve --init --state $STATE/s --ssh= --telnet 127.0.0.1:0");
	int player = caller(&served);
	hear(player, "night desk");
	await(served.err, "event=server.begin", text, sizeof text);
	assert_int_equal(sscanf(strstr(strstr(text, "event=server.begin"), "keeper="), "keeper=%ld",
				 &keeper),
		1);
	assert_true(keeper > 1);
	kill((pid_t)keeper, SIGKILL);
	await(served.err, "event=keeper.again", text, sizeof text);
	assert_non_null(strstr(text, "event=keeper.end"));
	assert_non_null(strstr(text, "status=-1 signal=9"));
	assert_non_null(strstr(strstr(text, "event=keeper.again"), "sessions=1"));
	assert_int_equal(write(player, "guest\r\n", 7), 7);
	hear(player, "guest-");
	served_end(&served);
	hear(player, NULL);
	close(player);
}

static int set_up(void **state)
{
	(void)state;
	if (!mkdtemp(directory))
		return -1;
	command_name("STATE", directory);
	return 0;
}

static int tear_down(void **state)
{
	char command[80];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", directory);
	return system(command);
}

int main(int argc, char **argv)
{
	/* serve executes its own program, which is this one here. */
	if (argc > 1 && strcmp(argv[1], FORKER_WORD) == 0)
		return forker_main(argc - 1, argv + 1);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_are_printed_and_refused),
		cmocka_unit_test(callers_beyond_the_limit_are_refused),
		cmocka_unit_test(a_dead_keeper_is_replaced),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
