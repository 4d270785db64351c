/* A rehearsal that cannot be played, or whose session does nothing, ends soon. */
#include "tests/test.h"

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "door/command/rehearsal.h"
#include "door/net/transport.h"
#include "door/os/log.h"

static void confine_nothing(void *context)
{
	(void)context;
}

/* Greets the client with nothing, and ends when the client is gone. */
static void read_all(void *context, int client)
{
	struct pollfd ready = {.fd = client, .events = POLLIN};
	char bytes[256];

	(void)context;
	while (poll(&ready, 1, -1) > 0 && read(client, bytes, sizeof bytes) > 0)
		continue;
	_exit(0);
}

static const struct rehearsal silent = {FORKER_PLAIN, confine_nothing, read_all, NULL};

/* Without descriptors no process is begun, and nothing is waited for. */
static void without_descriptors_it_is_over_at_once(void **state)
{
	char sentence[256] = "";
	struct rlimit before;
	long long begun_ms = transport_now_ms();

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){.rlim_cur = 3, .rlim_max = before.rlim_max});
	bool good = rehearse_session(&silent, sentence, sizeof sentence);
	setrlimit(RLIMIT_NOFILE, &before);
	assert_true(good);
	assert_in_range(transport_now_ms() - begun_ms, 0, 1000);
}

/* Its deadline is 8 seconds. The session holds no end of its client. */
static void a_session_hears_that_its_client_is_gone(void **state)
{
	char sentence[256] = "";
	long long begun_ms = transport_now_ms();

	(void)state;
	assert_true(rehearse_session(&silent, sentence, sizeof sentence));
	assert_string_equal(sentence, "");
	assert_in_range(transport_now_ms() - begun_ms, 0, 7500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_descriptors_it_is_over_at_once),
		cmocka_unit_test(a_session_hears_that_its_client_is_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
