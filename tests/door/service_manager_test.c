/* Sockets that come from systemd, and what it is told. */
#include "door/net/listener.h"
#include "door/os/service_manager.h"
#include "tests/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_number(const char *variable, long number)
{
	char text[32];
	snprintf(text, sizeof text, "%ld", number);
	setenv(variable, text, 1);
}

static void forget_systemd(void)
{
	static const char *const variables[] = {"LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
		"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"};
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		unsetenv(variables[i]);
}

static void sockets_are_found_by_name(void **state)
{
	int found[4];
	(void)state;
	forget_systemd();
	assert_int_equal(service_sockets("ssh", found, 4), 0);
	set_number("LISTEN_PID", getpid());
	set_number("LISTEN_FDS", 3);
	setenv("LISTEN_FDNAMES", "ssh:telnet:ssh", 1);
	assert_int_equal(service_sockets("ssh", found, 4), 2);
	assert_int_equal(found[0], 3);
	assert_int_equal(found[1], 5);
	assert_int_equal(service_sockets("ssh", found, 1), 1);
	assert_int_equal(service_sockets("telnet", found, 4), 1);
	assert_int_equal(found[0], 4);
	assert_int_equal(service_sockets("tel", found, 4), 0);
	/* Those of the process that started us. */
	set_number("LISTEN_PID", getpid() + 1);
	assert_int_equal(service_sockets("ssh", found, 4), 0);
	forget_systemd();
}

/* The child has the socket at the descriptor that systemd uses, which a test may not take. */
static int child_with_socket(int passed)
{
	struct listeners listeners = {0};
	char sentence[256];
	if (dup2(passed, 3) != 3)
		return 1;
	set_number("LISTEN_PID", getpid());
	set_number("LISTEN_FDS", 1);
	setenv("LISTEN_FDNAMES", "telnet", 1);
	/* The setting, which could not be listened on, does not count. */
	if (!listeners_add(
		    &listeners, &transport_telnet, "203.0.113.1:23", sentence, sizeof sentence))
		return 2;
	if (listeners.count != 1 || listeners.each[0].descriptor != 3 || !listeners.each[0].port)
		return 3;
	return fcntl(3, F_GETFL) & O_NONBLOCK ? 0 : 4;
}

static void the_listener_takes_a_passed_socket(void **state)
{
	struct listeners listeners = {0};
	char sentence[256];
	int status;
	(void)state;
	forget_systemd();
	assert_true(listeners_add(
		&listeners, &transport_telnet, "127.0.0.1:0", sentence, sizeof sentence));
	pid_t pid = fork();
	if (pid == 0)
		_exit(child_with_socket(listeners.each[0].descriptor));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	listeners_close(&listeners);
}

static void systemd_is_told(void **state)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	char name[64], got[64] = "";
	int end = socket(AF_UNIX, SOCK_DGRAM, 0);
	(void)state;
	forget_systemd();
	assert_int_equal(service_line(), -1);
	service_tell(-1, "READY=1");
	snprintf(name, sizeof name, "@trapdoor-test-%ld", (long)getpid());
	memcpy(address.sun_path + 1, name + 1, strlen(name) - 1);
	assert_int_equal(
		bind(end, (struct sockaddr *)&address,
			(socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
		0);
	setenv("NOTIFY_SOCKET", name, 1);
	int line = service_line();
	service_tell(line, "READY=1");
	close(line);
	assert_int_equal(recv(end, got, sizeof got, MSG_DONTWAIT), 7);
	assert_memory_equal(got, "READY=1", 7);
	setenv("NOTIFY_SOCKET", "no path", 1);
	assert_int_equal(service_line(), -1);
	close(end);
	forget_systemd();
}

static void the_watchdog_is_fed_in_half_of_its_time(void **state)
{
	(void)state;
	forget_systemd();
	assert_int_equal(service_watchdog_ms(), 0);
	setenv("WATCHDOG_USEC", "30000000", 1);
	assert_int_equal(service_watchdog_ms(), 15000);
	set_number("WATCHDOG_PID", getpid());
	assert_int_equal(service_watchdog_ms(), 15000);
	set_number("WATCHDOG_PID", getpid() + 1);
	assert_int_equal(service_watchdog_ms(), 0);
	forget_systemd();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sockets_are_found_by_name),
		cmocka_unit_test(the_listener_takes_a_passed_socket),
		cmocka_unit_test(systemd_is_told),
		cmocka_unit_test(the_watchdog_is_fed_in_half_of_its_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
