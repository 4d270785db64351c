/* `trapdoor serve` in a process of its own, and players over telnet.
 *
 * The server executes its own program, which is the test: main begins with server_word. */
#ifndef TRAPDOOR_TESTS_SERVER_H
#define TRAPDOOR_TESTS_SERVER_H

#include "door/command/forker.h"
#include "door/command/listener_again.h"
#include "tests/door/command.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>

#define SERVER_WAIT_MS 20000 /* the longest wait, of a busy machine */

static char server_directory[] = "/tmp/trapdoor-serve-test-XXXXXX";

/* A server that answers telnet. */
struct served {
	pid_t pid;
	FILE *in, *out, *err;
	int port;
};

/* Runs the part of the program that a server executes. False if this is the test itself. */
static inline bool server_word(int argc, char **argv, int *status)
{
	if (argc > 1 && strcmp(argv[1], FORKER_WORD) == 0)
		*status = forker_main(argc - 1, argv + 1);
	else if (argc > 1 && strcmp(argv[1], LISTENER_WORD) == 0)
		*status = listener_again_main(argc - 1, argv + 1);
	else if (argc > 1 && strcmp(argv[1], "serve") == 0)
		*status = serve_main(argc - 1, argv + 1);
	else
		return false;
	return true;
}

static inline void server_file(const char *name, const char *text)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", server_directory, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static inline size_t server_count(const char *text, const char *wanted)
{
	size_t count = 0;

	for (; (text = strstr(text, wanted)) != NULL; text++)
		count++;
	return count;
}

/* Waits until a stream has the text so many times, and returns all of the stream. The test fails
 * when the text does not come. */
static inline const char *server_await_times(FILE *file, const char *text, size_t times)
{
	static char read[262144];

	for (int waited_ms = 0; waited_ms < SERVER_WAIT_MS; waited_ms += 10) {
		ssize_t length = pread(fileno(file), read, sizeof read - 1, 0);
		read[length > 0 ? length : 0] = '\0';
		if (server_count(read, text) >= times)
			return read;
		usleep(10000);
	}
	size_t all = strlen(read);
	fail_msg("not printed: %s, but %s", text, read + (all > 900 ? all - 900 : 0));
	return read;
}

static inline const char *server_await(FILE *file, const char *text)
{
	return server_await_times(file, text, 1);
}

static inline void server_begin(struct served *served, const char *line)
{
	served->in = tmpfile();
	served->out = tmpfile();
	served->err = tmpfile();
	served->pid = command_start(line, served->in, served->out, served->err);
	const char *text = server_await(served->out, "  telnet ");
	assert_int_equal(strncmp(text, "Trapdoor answers.  To play:\n", 28), 0);
	assert_int_equal(sscanf(strstr(text, "  telnet "), "  telnet %*s %d", &served->port), 1);
	assert_true(served->port > 0);
}

/* The end of the log. */
static inline const char *server_tail(FILE *file)
{
	const char *text = server_await(file, "ts=");
	size_t length = strlen(text);

	return text + (length > 3000 ? length - 3000 : 0);
}

static inline void server_close(struct served *served)
{
	fclose(served->in);
	fclose(served->out);
	fclose(served->err);
}

/* Ends it as a service manager does; its status must be 0. */
static inline void server_end(struct served *served)
{
	int status;

	assert_true(served->pid > 0);
	kill(served->pid, SIGTERM);
	assert_int_equal(waitpid(served->pid, &status, 0), served->pid);
	if (status != 0)
		fail_msg("status %x: %s", (unsigned)status, server_tail(served->err));
	server_close(served);
}

static inline int server_caller(const struct served *served)
{
	const struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)served->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(descriptor >= 0);
	assert_int_equal(connect(descriptor, (const struct sockaddr *)&address, sizeof address), 0);
	return descriptor;
}

/* Reads until the text came, or to the end of the line when there is none. Returns what came. */
static inline const char *server_hear(int descriptor, const char *text)
{
	static char heard[65536];
	size_t size = 0;
	struct pollfd ready = {.fd = descriptor, .events = POLLIN};

	heard[0] = '\0';
	while (size < sizeof heard - 1 && poll(&ready, 1, SERVER_WAIT_MS) == 1) {
		ssize_t got = read(descriptor, heard + size, sizeof heard - 1 - size);
		if (got <= 0) {
			if (!text)
				return heard;
			break;
		}
		/* Zeros of the protocol do not end the text. */
		for (size_t i = size, end = size + (size_t)got; i < end; i++)
			if (heard[i])
				heard[size++] = heard[i];
		heard[size] = '\0';
		if (text && strstr(heard, text))
			return heard;
	}
	fail_msg("not heard: %s, but %.3000s", text ? text : "the end", heard);
	return heard;
}

static inline void server_type(int descriptor, const char *keys)
{
	size_t size = strlen(keys);

	assert_int_equal(write(descriptor, keys, size), (ssize_t)size);
}

/* Answers --more-- until a whole screen twice has none, so that the session rests. */
static inline void server_hush(int player)
{
	for (int clean = 0, tries = 0; clean < 2; clean++) {
		assert_true(tries++ < 40);
		server_type(player, "\033\022");
		if (strstr(server_hear(player, "Health"), "--more--"))
			clean = -1;
	}
}

/* A client that says its terminal. Only one that speaks telnet moves. */
static inline int server_telnet(const struct served *served)
{
	static const char terminal[] = "\377\373\030\377\372\030\0XTERM\377\360";
	int client = server_caller(served);

	/* The greeting of a client that says nothing would wait for answers of its terminal. */
	assert_int_equal(write(client, terminal, sizeof terminal - 1), sizeof terminal - 1);
	server_hear(client, "night desk");
	return client;
}

/* A new player on the map. */
static inline int server_player(const struct served *served, const char *name)
{
	char typed[64];
	int player = server_telnet(served);

	server_type(player, "new\r");
	server_hear(player, "Your name:");
	snprintf(typed, sizeof typed, "%s\r", name);
	server_type(player, typed);
	server_hear(player, "A password:");
	server_type(player, "correct horse 7\r");
	server_hear(player, "Once more:");
	server_type(player, "correct horse 7\r");
	server_hear(player, "Leave");
	server_type(player, "p");
	server_hear(player, "Health");
	server_type(player, "a\r");
	server_hush(player);
	return player;
}

static inline int server_set_up(void **state)
{
	(void)state;
	/* A server that takes over is a grandchild, whose parent ends at once. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	setenv("TRAPDOOR_LOBBY_VIGNETTES", "0", 1);
	if (!mkdtemp(server_directory))
		return -1;
	command_name("STATE", server_directory);
	return 0;
}

/* Ends all that a failed test left. */
static inline int server_tear_down(void **state)
{
	char command[80], path[64];
	int child;

	(void)state;
	snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
	FILE *children = fopen(path, "r");
	while (children && fscanf(children, "%d", &child) == 1)
		kill(child, SIGKILL);
	if (children)
		fclose(children);
	snprintf(command, sizeof command, "rm -rf %s", server_directory);
	return system(command);
}

#endif
