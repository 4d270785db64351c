#include "door/metrics/exporter.h"

#include "door/metrics/metrics.h"
#include "door/metrics/process_memory.h"
#include "door/os/monotonic.h"
#include "door/os/write_whole.h"
#include "door/os/log.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define REQUEST_MAX 4096
#define BACKLOG 16
#define FAILURES_APART 40 /* rounds between two log lines about a file that cannot be written */

/* ---- The setting ---- */

/* Reads ADDRESS:PORT or [ADDRESS]:PORT. */
static bool parse_address(const char *setting, struct exporter *exporter)
{
	const char *colon = strrchr(setting, ':');
	size_t length = colon ? (size_t)(colon - setting) : 0;
	char *end;
	long port;

	if (length == 0)
		return false;
	if (setting[0] == '[' && length > 2 && colon[-1] == ']') {
		setting++;
		length -= 2;
	}
	port = strtol(colon + 1, &end, 10);
	if (end == colon + 1 || *end || port < 0 || port > 65535 || length >= EXPORTER_PATH_MAX)
		return false;
	snprintf(exporter->path, sizeof exporter->path, "%.*s", (int)length, setting);
	exporter->port = (int)port;
	return true;
}

static bool is_loopback(const char *address)
{
	struct in6_addr six;
	struct in_addr four;

	if (inet_pton(AF_INET, address, &four) == 1)
		return ntohl(four.s_addr) >> 24 == 127;
	return inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

bool exporter_parse(const char *setting, struct exporter *exporter, char *sentence, size_t size)
{
	static const char local[] = "unix:/";

	exporter->kind = EXPORTER_OFF;
	exporter->listening = -1;
	exporter->path[0] = '\0';
	if (strcmp(setting, "off") == 0 || !*setting)
		return true;
	if (setting[0] == '/' && setting[1]) {
		exporter->kind = EXPORTER_FILE;
		snprintf(exporter->path, sizeof exporter->path, "%s", setting);
	} else if (strncmp(setting, local, strlen(local)) == 0 &&
		   strlen(setting) - 5 < sizeof((struct sockaddr_un *)0)->sun_path) {
		exporter->kind = EXPORTER_UNIX;
		snprintf(exporter->path, sizeof exporter->path, "%s", setting + strlen(local) - 1);
	} else if (parse_address(setting, exporter) && is_loopback(exporter->path)) {
		exporter->kind = EXPORTER_TCP;
	}
	if (exporter->kind != EXPORTER_OFF && strlen(setting) < EXPORTER_PATH_MAX - 4)
		return true;
	snprintf(sentence, size,
		"monitor.metrics is \"%.80s\"; it must be off, the absolute path of a file, "
		"unix:/PATH, or a loopback address and port such as 127.0.0.1:9150",
		setting);
	return false;
}

void exporter_directory(const struct exporter *exporter, char directory[EXPORTER_PATH_MAX])
{
	char *slash;

	snprintf(directory, EXPORTER_PATH_MAX, "%s", exporter->path);
	slash = strrchr(directory, '/');
	assert(slash);
	slash[slash == directory] = '\0';
}

/* ---- Opening ---- */

/* Removes the socket of a server that has ended. */
static void remove_stale(const struct sockaddr_un *address)
{
	struct stat facts;
	int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (probe >= 0 && lstat(address->sun_path, &facts) == 0 && S_ISSOCK(facts.st_mode) &&
		connect(probe, (const struct sockaddr *)address, sizeof *address) != 0 &&
		errno == ECONNREFUSED)
		unlink(address->sun_path);
	if (probe >= 0)
		close(probe);
}

static bool bind_unix(struct exporter *exporter)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	memcpy(address.sun_path, exporter->path, strlen(exporter->path) + 1);
	remove_stale(&address);
	return bind(exporter->listening, (const struct sockaddr *)&address, sizeof address) == 0 &&
	       chmod(exporter->path, 0666) == 0;
}

static bool bind_tcp(struct exporter *exporter)
{
	struct sockaddr_in four = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)exporter->port)};
	struct sockaddr_in6 six = {
		.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)exporter->port)};
	int on = 1;

	setsockopt(exporter->listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (inet_pton(AF_INET, exporter->path, &four.sin_addr) == 1)
		return bind(exporter->listening, (const struct sockaddr *)&four, sizeof four) == 0;
	return inet_pton(AF_INET6, exporter->path, &six.sin6_addr) == 1 &&
	       bind(exporter->listening, (const struct sockaddr *)&six, sizeof six) == 0;
}

bool exporter_open(struct exporter *exporter, char *sentence, size_t size)
{
	int family = exporter->kind == EXPORTER_UNIX       ? AF_UNIX
		     : strchr(exporter->path, ':') == NULL ? AF_INET
							   : AF_INET6;

	if (exporter->kind == EXPORTER_OFF || exporter->kind == EXPORTER_FILE)
		return true;
	exporter->listening = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (exporter->listening >= 0 &&
		(family == AF_UNIX ? bind_unix(exporter) : bind_tcp(exporter)) &&
		listen(exporter->listening, BACKLOG) == 0)
		return true;
	snprintf(sentence, size,
		"cannot listen for metrics on %.120s: %s; name another place with "
		"monitor.metrics, or turn it off",
		exporter->path, strerror(errno));
	if (exporter->listening >= 0)
		close(exporter->listening);
	exporter->listening = -1;
	return false;
}

/* Sets what this process measures. */
static void measure(pid_t root)
{
	process_memory_account(PROCESS_EXPORTER);
	process_memory_measure(root);
	metric_set(METRIC_LOG_LOST, 0, 0, log_lost_total());
}

/* ---- Answering ---- */

/* Waits for the client until the deadline. */
static bool client_ready(int client, short events, long long deadline_ms)
{
	struct pollfd ready = {.fd = client, .events = events};
	long long left_ms = deadline_ms - monotonic_ms();

	return left_ms > 0 && poll(&ready, 1, (int)left_ms) == 1;
}

/* Reads the request up to its empty line. */
static bool read_request(int client, char request[REQUEST_MAX + 1], long long deadline_ms)
{
	size_t used = 0;

	request[0] = '\0';
	while (!strstr(request, "\r\n\r\n") && used < REQUEST_MAX) {
		ssize_t got;

		if (!client_ready(client, POLLIN, deadline_ms))
			return false;
		got = recv(client, request + used, REQUEST_MAX - used, MSG_DONTWAIT);
		if (got <= 0)
			return false;
		used += (size_t)got;
		request[used] = '\0';
	}
	return strstr(request, "\r\n\r\n") != NULL;
}

static bool send_all(int client, const char *bytes, size_t size, long long deadline_ms)
{
	while (size > 0) {
		ssize_t sent;

		if (!client_ready(client, POLLOUT, deadline_ms))
			return false;
		sent = send(client, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
		if (sent <= 0)
			return false;
		bytes += sent;
		size -= (size_t)sent;
	}
	return true;
}

static void send_page(int client, const char *status, const char *body, size_t size)
{
	long long deadline_ms = monotonic_ms() + EXPORTER_PATIENCE_MS;
	char header[256];
	int length = snprintf(header, sizeof header,
		"HTTP/1.1 %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
		"Content-Length: %zu\r\nConnection: close\r\n\r\n",
		status, size);

	if (send_all(client, header, (size_t)length, deadline_ms))
		send_all(client, body, size, deadline_ms);
}

static bool asks_for_metrics(const char *request)
{
	static const char wanted[] = "GET /metrics";
	size_t length = strlen(wanted);

	return strncmp(request, wanted, length) == 0 &&
	       (request[length] == ' ' || request[length] == '?');
}

void exporter_answer(const struct exporter *exporter, int client, pid_t root)
{
	static const char none[] = "There is only /metrics.\n";
	char request[REQUEST_MAX + 1], *text;
	size_t size;

	if (!read_request(client, request, monotonic_ms() + EXPORTER_PATIENCE_MS)) {
		close(client);
		return;
	}
	if (asks_for_metrics(request)) {
		measure(root);
		text = metrics_text(exporter->version, &size);
		send_page(client, "200 OK", text, size);
		free(text);
	} else {
		send_page(client, "404 Not Found", none, strlen(none));
	}
	shutdown(client, SHUT_WR);
	close(client);
}

/* ---- The file ---- */

bool exporter_write(const struct exporter *exporter, pid_t root)
{
	char beside[EXPORTER_PATH_MAX + 8], *text;
	size_t size;
	bool written;
	int file;

	measure(root);
	text = metrics_text(exporter->version, &size);
	snprintf(beside, sizeof beside, "%s.tmp", exporter->path);
	file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
	/* The collector is another user, whatever the umask of the service. */
	written = file >= 0 && fchmod(file, 0644) == 0 && write_whole(file, text, size);
	if (file >= 0)
		written = close(file) == 0 && written;
	written = written && rename(beside, exporter->path) == 0;
	if (!written && file >= 0)
		unlink(beside);
	free(text);
	return written;
}

/* ---- The process ---- */

_Noreturn static void write_for_ever(const struct exporter *exporter, pid_t root)
{
	for (unsigned failures = 0;; poll(NULL, 0, exporter->seconds * 1000)) {
		if (exporter_write(exporter, root))
			failures = 0;
		else if (failures++ % FAILURES_APART == 0)
			log_line(LOG_ERROR, "metrics.failed", "file=%s error=%s",
				log_quote(exporter->path), log_quote(strerror(errno)));
	}
}

_Noreturn void exporter_run(const struct exporter *exporter, pid_t root)
{
	assert(exporter->kind != EXPORTER_OFF);
	if (exporter->kind == EXPORTER_FILE)
		write_for_ever(exporter, root);
	for (;;) {
		int client = accept4(exporter->listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

		if (client >= 0)
			exporter_answer(exporter, client, root);
		else if (errno != EINTR && errno != ECONNABORTED)
			poll(NULL, 0, 100);
	}
}
