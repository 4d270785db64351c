/* The exporter as a process: where it listens, and that no client stops it. */
#include "tests/test.h"

#include "tests/door/directory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "door/metrics/exporter.h"
#include "door/metrics/metrics.h"

#define WAIT_MS 20000

static struct sockaddr_un unix_address(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	snprintf(address.sun_path, sizeof address.sun_path, "%s/metrics", directory);
	return address;
}

static void parse(struct exporter *exporter, const char *setting)
{
	char sentence[256] = "";

	memset(exporter, 0, sizeof *exporter);
	assert_true(exporter_parse(setting, exporter, sentence, sizeof sentence));
	assert_string_equal(sentence, "");
	exporter->seconds = 1;
	exporter->version = "9.8.7";
}

static pid_t start(const struct exporter *exporter)
{
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		exporter_run(exporter, getpid());
	}
	assert_true(pid > 0);
	return pid;
}

static void end(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, WNOHANG), 0);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
}

/* Asks for the metrics, and reads to the end. */
static void expect_answer(const struct sockaddr *address, socklen_t size)
{
	static const char request[] = "GET /metrics HTTP/1.1\r\n\r\n";
	static char answer[262144];
	size_t used = 0;
	int client = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(client >= 0);
	assert_int_equal(connect(client, address, size), 0);
	assert_int_equal(write(client, request, sizeof request - 1), sizeof request - 1);
	for (ssize_t got; (got = read(client, answer + used, sizeof answer - 1 - used)) > 0;)
		used += (size_t)got;
	answer[used] = '\0';
	close(client);
	assert_int_equal(strncmp(answer, "HTTP/1.1 200 OK\r\n", 17), 0);
	assert_non_null(strstr(answer, "version=\"9.8.7\""));
	assert_int_equal(strcmp(answer + used - 1, "\n"), 0);
}

static void a_socket_serves_one_client_after_the_other(void **state)
{
	const struct sockaddr_un address = unix_address();
	struct exporter exporter;
	char setting[128], sentence[256] = "";
	struct stat facts;

	(void)state;
	snprintf(setting, sizeof setting, "unix:%s", address.sun_path);
	parse(&exporter, setting);
	umask(077);
	assert_true(exporter_open(&exporter, sentence, sizeof sentence));
	assert_true(exporter.listening >= 0);
	/* A collector of another user may connect. */
	assert_int_equal(stat(address.sun_path, &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0666);
	pid_t pid = start(&exporter);
	/* A client that says nothing holds the others up for a while only. */
	int silent = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(silent, (const struct sockaddr *)&address, sizeof address), 0);
	for (int i = 0; i < 3; i++)
		expect_answer((const struct sockaddr *)&address, sizeof address);
	assert_int_equal(read(silent, sentence, 1), 0);
	close(silent);
	end(pid);
	close(exporter.listening);
	/* The socket of a process that has ended is replaced. */
	parse(&exporter, setting);
	assert_true(exporter_open(&exporter, sentence, sizeof sentence));
	pid = start(&exporter);
	expect_answer((const struct sockaddr *)&address, sizeof address);
	struct exporter second;
	parse(&second, setting);
	assert_false(exporter_open(&second, sentence, sizeof sentence));
	assert_int_equal(second.listening, -1);
	assert_int_equal(strncmp(sentence, "cannot listen for metrics on ", 29), 0);
	assert_non_null(strstr(sentence, "Address already in use"));
	expect_answer((const struct sockaddr *)&address, sizeof address);
	end(pid);
	close(exporter.listening);
	unlink(address.sun_path);
}

static void a_file_in_the_way_of_the_socket_stays(void **state)
{
	const struct sockaddr_un address = unix_address();
	struct exporter exporter;
	char setting[128], sentence[256] = "";

	(void)state;
	fclose(fopen(address.sun_path, "w"));
	snprintf(setting, sizeof setting, "unix:%s", address.sun_path);
	parse(&exporter, setting);
	assert_false(exporter_open(&exporter, sentence, sizeof sentence));
	assert_int_equal(access(address.sun_path, F_OK), 0);
	unlink(address.sun_path);
}

/* Opens any free port of an address. */
static void expect_port(const char *setting, bool six)
{
	struct sockaddr_in6 address;
	socklen_t size = sizeof address;
	struct exporter exporter;
	char sentence[256] = "";

	parse(&exporter, setting);
	if (!exporter_open(&exporter, sentence, sizeof sentence)) {
		/* A host without IPv6 has no such address. */
		assert_true(six);
		return;
	}
	assert_int_equal(getsockname(exporter.listening, (struct sockaddr *)&address, &size), 0);
	assert_int_equal(address.sin6_family, six ? AF_INET6 : AF_INET);
	pid_t pid = start(&exporter);
	expect_answer((const struct sockaddr *)&address, size);
	expect_answer((const struct sockaddr *)&address, size);
	/* A taken port is refused. */
	struct exporter second = exporter;
	second.port = ntohs(address.sin6_port);
	assert_false(exporter_open(&second, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "Address already in use"));
	end(pid);
	close(exporter.listening);
	/* The port is the one that the setting names. */
	exporter.port = ntohs(address.sin6_port);
	assert_true(exporter_open(&exporter, sentence, sizeof sentence));
	pid = start(&exporter);
	expect_answer((const struct sockaddr *)&address, size);
	end(pid);
	close(exporter.listening);
}

static void a_port_of_this_host_serves(void **state)
{
	(void)state;
	expect_port("127.0.0.1:0", false);
	expect_port("[::1]:0", true);
}

/* A server may be started with its standard input closed. */
static void the_lowest_descriptor_serves(void **state)
{
	struct exporter exporter;
	char sentence[256] = "";
	int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);

	(void)state;
	assert_true(kept >= 0);
	parse(&exporter, "127.0.0.1:0");
	close(STDIN_FILENO);
	bool opened = exporter_open(&exporter, sentence, sizeof sentence);
	assert_int_equal(dup2(kept, STDIN_FILENO), STDIN_FILENO);
	close(kept);
	assert_true(opened);
	assert_int_equal(exporter.listening, STDIN_FILENO);
}

static void nothing_is_opened_for_a_file(void **state)
{
	struct exporter exporter;
	char sentence[256] = "";

	(void)state;
	parse(&exporter, "off");
	assert_true(exporter_open(&exporter, sentence, sizeof sentence));
	assert_int_equal(exporter.listening, -1);
	parse(&exporter, "/tmp/some.prom");
	assert_true(exporter_open(&exporter, sentence, sizeof sentence));
	assert_int_equal(exporter.listening, -1);
}

/* Waits until the file is another one than `before`. */
static ino_t await_file(const char *path, ino_t before)
{
	struct stat facts;

	for (int waited_ms = 0; waited_ms < WAIT_MS; waited_ms += 20) {
		if (stat(path, &facts) == 0 && facts.st_ino != before)
			return facts.st_ino;
		usleep(20000);
	}
	fail_msg("%s is not written", path);
	return 0;
}

/* Written each second; while that is impossible, one line of the log says so. */
static void a_file_is_written_again_and_again(void **state)
{
	char path[128], aside[128], log[4096] = "";
	struct exporter exporter;
	FILE *err = tmpfile();

	(void)state;
	snprintf(path, sizeof path, "%s/all/t.prom", directory);
	snprintf(aside, sizeof aside, "%s/all", directory);
	parse(&exporter, path);
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(fileno(err), STDERR_FILENO);
		exporter_run(&exporter, getpid());
	}
	for (int waited_ms = 0; !strstr(log, "event=metrics.failed"); waited_ms += 20) {
		assert_true(waited_ms < WAIT_MS);
		usleep(20000);
		ssize_t got = pread(fileno(err), log, sizeof log - 1, 0);
		log[got > 0 ? got : 0] = '\0';
	}
	assert_non_null(strstr(log, "No such file or directory"));
	assert_int_equal(mkdir(aside, 0700), 0);
	ino_t first = await_file(path, 0);
	await_file(path, first);
	end(pid);
	assert_int_equal(pread(fileno(err), log, sizeof log - 1, 0), strlen(log));
	fclose(err);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(log, sizeof log, file));
	assert_int_equal(strncmp(log, "# ", 2), 0);
	fclose(file);
}

static int set_up(void **state)
{
	return metrics_share() ? directory_set_up(state) : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_socket_serves_one_client_after_the_other),
		cmocka_unit_test(a_file_in_the_way_of_the_socket_stays),
		cmocka_unit_test(a_port_of_this_host_serves),
		cmocka_unit_test(the_lowest_descriptor_serves),
		cmocka_unit_test(nothing_is_opened_for_a_file),
		cmocka_unit_test(a_file_is_written_again_and_again),
	};

	return cmocka_run_group_tests(tests, set_up, directory_tear_down);
}
