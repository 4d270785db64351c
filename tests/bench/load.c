/*
 * Many players at once, from one process:
 *
 *     load play telnet|ssh PORT COUNT SECONDS RATE FIRST STEP...   each plays RATE keys a second
 *     load logins PORT CLIENTS SECONDS USER                        ssh key logins, as many as go
 *
 * Each STEP is "WAIT=SEND": once the text WAIT has arrived, SEND goes out; "%d" in SEND is the
 * client's number, counted from FIRST, and "\r" an Enter.  After the steps a client walks to and
 * fro.  An ssh client's user name is the SEND of the first step, and its key is made on the spot.
 * Printed: "name value unit" lines. With SECONDS 0 the clients stay up until standard input closes.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libssh/libssh.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 20000
#define HEARD_MAX 32768

struct client {
	int number, descriptor;
	ssh_session session; /* NULL for telnet */
	ssh_channel channel;
	char heard[HEARD_MAX]; /* since the last step */
	size_t heard_size;
	uint64_t bytes, due, sent; /* nanoseconds; sent is 0 when nothing is awaited */
	unsigned pair, turn;       /* of the walk to and fro */
	bool closed;
};

struct figures {
	double *values;
	size_t count, capacity;
};

static uint64_t now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void give_up(const char *what, const char *detail)
{
	fprintf(stderr, "load: %s: %s\n", what, detail);
	exit(1);
}

static void figures_add(struct figures *figures, double value)
{
	if (figures->count == figures->capacity) {
		figures->capacity = figures->capacity * 2 + 1024;
		figures->values = realloc(figures->values, figures->capacity * sizeof(double));
		assert(figures->values);
	}
	figures->values[figures->count++] = value;
}

static int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static void figures_print(struct figures *figures, const char *name)
{
	if (figures->count == 0)
		return;
	qsort(figures->values, figures->count, sizeof(double), compare_doubles);
	printf("%s_p50 %.3f ms\n", name, figures->values[figures->count / 2]);
	printf("%s_p99 %.3f ms\n", name, figures->values[figures->count * 99 / 100]);
	printf("%s_max %.3f ms\n", name, figures->values[figures->count - 1]);
	printf("%s_count %zu\n", name, figures->count);
}

/* ---- One client ---- */

static int connect_port(int port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof(address)) < 0)
		give_up("connect", strerror(errno));
	setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	return descriptor;
}

static ssh_session ssh_login(int descriptor, const char *user, ssh_key key)
{
	ssh_session session = ssh_new();
	bool no = false;
	ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no);
	ssh_options_set(session, SSH_OPTIONS_HOST, "127.0.0.1");
	ssh_options_set(session, SSH_OPTIONS_USER, user);
	ssh_options_set(session, SSH_OPTIONS_FD, &descriptor);
	if (ssh_connect(session) != SSH_OK)
		give_up("ssh connect", ssh_get_error(session));
	if (ssh_userauth_publickey(session, NULL, key) != SSH_AUTH_SUCCESS)
		give_up("ssh login", ssh_get_error(session));
	return session;
}

static void client_open_ssh(struct client *client, const char *user)
{
	ssh_key key;
	if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
		give_up("ssh", "no key could be made");
	client->session = ssh_login(client->descriptor, user, key);
	ssh_key_free(key);
	client->channel = ssh_channel_new(client->session);
	if (ssh_channel_open_session(client->channel) != SSH_OK ||
		ssh_channel_request_pty_size(client->channel, "xterm-256color", 80, 24) != SSH_OK ||
		ssh_channel_request_shell(client->channel) != SSH_OK)
		give_up("ssh channel", ssh_get_error(client->session));
	ssh_set_blocking(client->session, 0);
}

static void client_write(struct client *client, const char *text, size_t size)
{
	if (client->session) {
		ssh_channel_write(client->channel, text, (uint32_t)size);
		ssh_blocking_flush(client->session, 1000);
	} else if (send(client->descriptor, text, size, MSG_NOSIGNAL) != (ssize_t)size)
		client->closed = true;
}

/* Answers a telnet option: the few that a terminal of 80x24 has. */
static void answer_option(struct client *client, uint8_t verb, uint8_t option)
{
	uint8_t reply[3] = {255, verb == 253 ? 252 : 254, option};
	bool known = option == 0 || option == 3 ||
		     (verb == 253 ? option == 31 || option == 24 : option == 1);
	if (verb != 253 && verb != 251)
		return;
	if (known)
		reply[1] = verb == 253 ? 251 : 253;
	client_write(client, (const char *)reply, 3);
	if (verb == 253 && option == 31)
		client_write(client, "\xff\xfa\x1f\0\x50\0\x18\xff\xf0", 9);
}

static void answer_telnet(struct client *client, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + 2 < size; i++) {
		if (data[i] != 255)
			continue;
		if (data[i + 1] >= 251 && data[i + 1] <= 254) {
			answer_option(client, data[i + 1], data[i + 2]);
			i += 2;
		} else if (data[i + 1] == 250 && data[i + 2] == 24) {
			client_write(client, "\xff\xfa\x18\0XTERM-256COLOR\xff\xf0", 20);
			i += 2;
		}
	}
}

/* Takes what has arrived; returns the bytes, 0 when there is nothing. */
static size_t client_read(struct client *client)
{
	char data[16384];
	ssize_t got;
	if (client->session) {
		got = ssh_channel_read_nonblocking(client->channel, data, sizeof(data), 0);
		client->closed |= got < 0 || ssh_channel_is_eof(client->channel);
	} else {
		got = recv(client->descriptor, data, sizeof(data), MSG_DONTWAIT);
		client->closed |= got == 0 || (got < 0 && errno != EAGAIN);
		if (got > 0)
			answer_telnet(client, (const uint8_t *)data, (size_t)got);
	}
	if (got <= 0)
		return 0;
	client->bytes += (uint64_t)got;
	if (client->heard_size + (size_t)got >= HEARD_MAX)
		client->heard_size = 0;
	memcpy(client->heard + client->heard_size, data, (size_t)got);
	client->heard_size += (size_t)got;
	return (size_t)got;
}

/* Waits until the text has come, or (empty text) until something has; false after limit_ms. */
static bool client_await(struct client *client, const char *text, int limit_ms)
{
	uint64_t deadline = now_ns() + (uint64_t)limit_ms * 1000000u;
	while (!client->closed && now_ns() < deadline) {
		client_read(client);
		if (*text ? memmem(client->heard, client->heard_size, text, strlen(text)) != NULL
			  : client->heard_size > 0)
			return true;
		struct pollfd wait = {.fd = client->descriptor, .events = POLLIN};
		poll(&wait, 1, 20);
	}
	return false;
}

/* Writes a number with the digits 2 to 9, because names with 0 and 1 look alike. */
static size_t put_number(char *out, size_t capacity, int number)
{
	size_t size = (size_t)snprintf(out, capacity, "%o", (unsigned)number);
	for (size_t i = 0; i < size; i++)
		out[i] = (char)(out[i] + 2);
	return size;
}

/* "%d" becomes the client's number, and "\r" an Enter. */
static size_t expand(const struct client *client, const char *text, char *out, size_t capacity)
{
	size_t size = 0;
	for (; *text && size + 12 < capacity; text++) {
		if (text[0] == '%' && text[1] == 'd') {
			size += put_number(out + size, capacity - size, client->number);
			text++;
		} else if (text[0] == '\\' && text[1] == 'r') {
			out[size++] = '\r';
			text++;
		} else
			out[size++] = *text;
	}
	out[size] = '\0';
	return size;
}

static void client_step(struct client *client, const char *step)
{
	char wait[128], send_text[256];
	const char *equals = strchr(step, '=');
	assert(equals && (size_t)(equals - step) < sizeof(wait));
	memcpy(wait, step, (size_t)(equals - step));
	wait[equals - step] = '\0';
	size_t size = expand(client, equals + 1, send_text, sizeof(send_text));
	if (!client_await(client, wait, PATIENCE_MS)) {
		fwrite(client->heard, 1, client->heard_size, stderr);
		give_up("a step waited in vain for", wait);
	}
	client->heard_size = 0;
	client_write(client, send_text, size);
}

static void client_open(struct client *client, bool over_ssh, int port, const char *user_template)
{
	char user[64];
	client->descriptor = connect_port(port);
	if (over_ssh) {
		expand(client, user_template, user, sizeof(user));
		client_open_ssh(client, user);
	}
}

/* ---- Walking to and fro ---- */

static const char walk_pairs[4][3] = {"hl", "jk", "yn", "ub"};

static void client_key(struct client *client)
{
	char key = walk_pairs[client->pair % 4][client->turn++ % 2];
	client_write(client, &key, 1);
}

/* Finds a pair of directions that both change the screen. */
static void client_find_pair(struct client *client)
{
	for (int tries = 0; tries < 12; tries++) {
		int moved = 0;
		for (int i = 0; i < 4; i++) {
			client_read(client);
			client->heard_size = 0;
			client_key(client);
			moved += client_await(client, "", 250);
		}
		if (moved == 4)
			return;
		client->pair++;
	}
}

static void play_one(struct client *client, uint64_t now, uint64_t period, struct figures *latency,
	unsigned *silent)
{
	if (client_read(client) > 0 && client->sent) {
		figures_add(latency, (double)(now_ns() - client->sent) / 1e6);
		client->sent = 0;
	}
	if (now < client->due || client->closed)
		return;
	if (client->sent) {
		++*silent;
		client->pair++;
	}
	client->due += period;
	client->heard_size = 0;
	client->sent = now_ns();
	client_key(client);
}

static void play_all(struct client *clients, int count, int seconds, double rate)
{
	struct figures latency = {0};
	struct pollfd *polls = calloc((size_t)count, sizeof(*polls));
	unsigned silent = 0;
	uint64_t period = (uint64_t)(1e9 / rate), begin = now_ns(),
		 end = begin + (uint64_t)seconds * 1000000000u;
	for (int i = 0; i < count; i++) {
		clients[i].due = begin + period * (uint64_t)i / (uint64_t)count;
		polls[i] = (struct pollfd){.fd = clients[i].descriptor, .events = POLLIN};
	}
	for (uint64_t now = begin; now < end; now = now_ns()) {
		for (int i = 0; i < count; i++)
			if (polls[i].revents || now >= clients[i].due)
				play_one(&clients[i], now, period, &latency, &silent);
		poll(polls, (nfds_t)count, 1);
	}
	int closed = 0;
	for (int i = 0; i < count; i++)
		closed += clients[i].closed;
	figures_print(&latency, "key_to_frame");
	printf("key_without_frame %u\nsessions_lost %d\n", silent, closed);
	free(latency.values);
	free(polls);
}

static int play(int argc, char **argv)
{
	bool over_ssh = strcmp(argv[2], "ssh") == 0;
	int port = atoi(argv[3]), count = atoi(argv[4]), seconds = atoi(argv[5]),
	    first = atoi(argv[7]);
	double rate = atof(argv[6]);
	struct client *clients = calloc((size_t)count, sizeof(*clients));
	struct figures opening = {0};
	assert(clients);
	for (int i = 0; i < count; i++) {
		clients[i].number = first + i;
		uint64_t begin = now_ns();
		client_open(&clients[i], over_ssh, port, argc > 8 ? strchr(argv[8], '=') + 1 : "");
		const char *first_step = argc > 8 + over_ssh ? argv[8 + over_ssh] : "=";
		char wait[128];
		snprintf(wait, sizeof(wait), "%.*s", (int)strcspn(first_step, "="), first_step);
		if (!client_await(&clients[i], wait, PATIENCE_MS))
			give_up("the first screen never came with", wait);
		figures_add(&opening, (double)(now_ns() - begin) / 1e6);
		for (int step = 8 + over_ssh; step < argc; step++)
			client_step(&clients[i], argv[step]);
		if (rate > 0)
			client_find_pair(&clients[i]);
	}
	figures_print(&opening, "first_screen");
	printf("up %d\n", count);
	fflush(stdout);
	if (seconds == 0 || getenv("LOAD_WAITS"))
		for (int c = getchar(); c != EOF && c != '\n'; c = getchar())
			continue;
	if (seconds > 0)
		play_all(clients, count, seconds, rate);
	return 0;
}

/* ---- Logins ---- */

static void login_forever(int port, const char *user, uint64_t end, unsigned *done)
{
	ssh_key key;
	if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK)
		give_up("ssh", "no key could be made");
	while (now_ns() < end) {
		ssh_session session = ssh_login(connect_port(port), user, key);
		ssh_disconnect(session);
		ssh_free(session);
		++*done;
	}
	_exit(0);
}

static int logins(char **argv)
{
	int port = atoi(argv[2]), clients = atoi(argv[3]), seconds = atoi(argv[4]);
	size_t size = (size_t)clients * sizeof(unsigned);
	unsigned *done =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert(done != MAP_FAILED);
	uint64_t begin = now_ns(), end = begin + (uint64_t)seconds * 1000000000u;
	for (int i = 0; i < clients; i++)
		if (fork() == 0)
			login_forever(port, argv[5], end, &done[i]);
	while (wait(NULL) > 0)
		continue;
	unsigned total = 0;
	for (int i = 0; i < clients; i++)
		total += done[i];
	printf("ssh_logins_per_second %.1f\n", total / ((double)(now_ns() - begin) / 1e9));
	return 0;
}

int main(int argc, char **argv)
{
	ssh_init();
	if (argc >= 9 && strcmp(argv[1], "play") == 0)
		return play(argc, argv);
	if (argc == 6 && strcmp(argv[1], "logins") == 0)
		return logins(argv);
	fprintf(stderr, "usage: load play telnet|ssh PORT COUNT SECONDS RATE FIRST STEP... | load "
			"logins PORT CLIENTS SECONDS USER\n");
	return 2;
}
