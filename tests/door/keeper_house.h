/* A real keeper over a directory of its own, and a listener small enough for a test: it gives
 * sockets and starts again. */
#ifndef TRAPDOOR_TESTS_KEEPER_HOUSE_H
#define TRAPDOOR_TESTS_KEEPER_HOUSE_H

#include "tests/test.h"

#include <linux/sockios.h>
#include <sqlite3.h>
#include <sys/ioctl.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "door/keeper/keeper_local.h"
#include "door/keeper/keeper_start.h"
#include "door/store/keeper.h"
#include "door/store/keeper_wire.h"
#include "door/os/log.h"
#include "tests/engine/stock.h"

#define HOUSE_SESSIONS_MAX 64
#define PASSWORD "correct horse"

struct fixture {
	char state[64];
	struct content *content;
	pid_t keeper;
	int control;
	struct keeper_policy policy;
	int ends[HOUSE_SESSIONS_MAX];
	size_t count;
};

/* The log of the keepers that are started after fixture_log_begin. */
static FILE *fixture_logged;

static inline void fixture_log_begin(void)
{
	fixture_logged = tmpfile();
	assert_non_null(fixture_logged);
	assert_int_equal(fcntl(fileno(fixture_logged), F_SETFL, O_APPEND), 0);
}

/* Waits until the log has a text so often. Returns all of it. */
static inline const char *fixture_log_await(const char *text, int times)
{
	static char log[65536];

	for (int tries = 0; tries < 2000; tries++) {
		ssize_t size = pread(fileno(fixture_logged), log, sizeof log - 1, 0);
		int found = 0;

		log[size > 0 ? size : 0] = '\0';
		for (const char *at = log; (at = strstr(at, text)) != NULL; at++)
			found++;
		if (found >= times)
			return log;
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	}
	fail_msg("not logged: %s, but %s", text, log);
	return log;
}

static inline void fixture_log_end(void)
{
	fclose(fixture_logged);
	fixture_logged = NULL;
}

static inline void fixture_start(struct fixture *fixture)
{
	char sentence[256] = "";
	int before = dup(STDERR_FILENO);

	if (fixture_logged) {
		log_level_set(LOG_INFO);
		dup2(fileno(fixture_logged), STDERR_FILENO);
	}
	fixture->keeper = keeper_start(fixture->state, fixture->content, &fixture->policy,
		&fixture->control, sentence, sizeof sentence);
	dup2(before, STDERR_FILENO);
	close(before);
	if (fixture_logged)
		log_level_set(LOG_ERROR);
	assert_string_equal(sentence, "");
	assert_true(fixture->keeper > 0);
	for (size_t i = 0; i < fixture->count; i++)
		assert_true(keeper_give(fixture->control, fixture->ends[i], ""));
}

/* As the listener finds it when its keeper was killed. */
static inline void fixture_kill_keeper(struct fixture *fixture)
{
	assert_true(fixture->keeper > 0); /* -1 would be every process there is */
	kill(fixture->keeper, SIGKILL);
	assert_int_equal(waitpid(fixture->keeper, NULL, 0), fixture->keeper);
	close(fixture->control);
}

static inline struct fixture *fixture_new(void)
{
	struct fixture *fixture = calloc(1, sizeof *fixture);

	log_level_set(LOG_ERROR);
	strcpy(fixture->state, "/tmp/trapdoor-keeper-XXXXXX");
	assert_non_null(mkdtemp(fixture->state));
	fixture->content = stock_hardy_content();
	return fixture;
}

static inline int fixture_set_up(void **state)
{
	struct fixture *fixture = fixture_new();

	fixture_start(fixture);
	*state = fixture;
	return 0;
}

static inline int fixture_tear_down(void **state)
{
	struct fixture *fixture = *state;
	char command[128];

	if (fixture->keeper > 0)
		fixture_kill_keeper(fixture);
	for (size_t i = 0; i < fixture->count; i++)
		close(fixture->ends[i]);
	snprintf(command, sizeof command, "rm -rf %s", fixture->state);
	assert_int_equal(system(command), 0);
	content_free(fixture->content);
	free(fixture);
	return 0;
}

/* Reads a keeper's greetings, one in each protocol that it speaks. Returns its birth number. */
static inline uint64_t fixture_take_greetings(int descriptor)
{
	struct pollfd ready = {.fd = descriptor, .events = POLLIN};
	uint64_t number = 0;

	for (unsigned protocol = KEEPER_PROTOCOL; protocol >= KEEPER_PROTOCOL_OLDEST; protocol--) {
		uint8_t bytes[64];
		struct wire_reader in;

		assert_int_equal(poll(&ready, 1, 10000), 1);
		ssize_t got = recv(descriptor, bytes, sizeof bytes, 0);
		assert_true(got > 0 && wire_read(&in, bytes, (size_t)got));
		assert_int_equal(in.kind, WIRE_GREETING);
		assert_int_equal(in.protocol, protocol);
		number = wire_get_u64(&in);
	}
	return number;
}

/* A session's end whose other end the keeper has. */
static inline int fixture_socket(struct fixture *fixture)
{
	int pair[2];

	assert_true(fixture->count < HOUSE_SESSIONS_MAX);
	assert_true(keeper_pair(pair));
	assert_true(keeper_give(fixture->control, pair[1], ""));
	fixture->ends[fixture->count++] = pair[1];
	return pair[0];
}

static inline bool fixture_wait(void *context, unsigned waited_ms)
{
	(void)context;
	return waited_ms < 20000;
}

static inline struct store_client *fixture_line(struct fixture *fixture)
{
	struct store_client *line = store_client_new(fixture_socket(fixture), fixture_wait, NULL);

	assert_int_equal(keeper_hello(line, "192.0.2.1", "telnet"), KEEPER_OK);
	return line;
}

/* Changes the database beside the keeper, as to damage it. */
static inline void fixture_sql(struct fixture *fixture, const char *statements)
{
	sqlite3 *database;
	char path[128];

	snprintf(path, sizeof path, "%s/trapdoor.db", fixture->state);
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	sqlite3_busy_timeout(database, 5000);
	assert_int_equal(sqlite3_exec(database, statements, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(database);
}

/* Waits until the keeper, which is stopped, has a request of this line to read. It must have
 * answered an earlier one: else what it has to read may be a hello. */
static inline void fixture_await_request(struct store_client *line)
{
	int unread = 0;

	for (int tries = 0; tries < 3000 && unread == 0; tries++) {
		usleep(10000);
		assert_int_equal(ioctl(store_client_descriptor(line), SIOCOUTQ, &unread), 0);
	}
}

/* A line of a caller, who registers when the name is new; the key spares the hash. */
static inline struct store_client *fixture_caller(struct fixture *fixture, const char *name)
{
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	char key[64];

	snprintf(key, sizeof key, "SHA256:%.3s0123456789012345678901234567890123456789", name);
	if (keeper_login_key(line, name, key, &account) != KEEPER_OK)
		assert_int_equal(keeper_register(line, name, "", key, &account), KEEPER_OK);
	assert_string_equal(account.name, name);
	return line;
}

/* Marks a run as verified, as an operator may. */
static inline void fixture_verify(struct fixture *fixture, int64_t run)
{
	char sentence[256] = "";
	struct store_client *line =
		store_client_local(fixture->state, NULL, sentence, sizeof sentence);

	assert_string_equal(sentence, "");
	assert_int_equal(keeper_admin_verify(line, run, STORE_VERIFIED), KEEPER_OK);
	store_client_free(line);
}

static inline bool fixture_notice(struct store_client *line, enum notice_kind kind)
{
	struct notice notice;
	struct pollfd ready;

	for (int i = 0; i < 20; i++) {
		while (keeper_notice(line, &notice)) {
			if (notice.kind == kind)
				return true;
		}
		ready = (struct pollfd){.fd = store_client_descriptor(line), .events = POLLIN};
		if (ready.fd < 0)
			return false;
		poll(&ready, 1, 100);
	}
	return false;
}

static inline enum keeper_verdict fixture_append(
	struct store_client *line, const struct keeper_run *run, uint32_t index, const char *bytes)
{
	struct store_append append = {.run = run->id,
		.epoch = run->epoch,
		.index = index,
		.count = (uint32_t)strlen(bytes),
		.bytes = (const uint8_t *)bytes,
		.size = strlen(bytes)};

	return keeper_append(line, &append);
}

/* A session whose client has this address, as the listener gives it. */
static inline struct store_client *fixture_line_from(
	struct fixture *fixture, const char *address, const char *transport)
{
	struct store_client *line;
	int pair[2];

	assert_true(keeper_pair(pair));
	assert_true(keeper_give(fixture->control, pair[1], address));
	close(pair[1]);
	line = store_client_new(pair[0], fixture_wait, NULL);
	assert_int_equal(keeper_hello(line, "192.0.2.99", transport), KEEPER_OK);
	return line;
}

/* Begins a run with one command. Its rules are none of ours, so that it stays unproven. */
static inline void fixture_begin_unproven(struct store_client *line, struct keeper_run *run)
{
	assert_int_equal(keeper_run_begin(line, false, run), KEEPER_OK);
	assert_int_equal(keeper_segment_add(line, run->id, run->epoch, 0, 1, run->content, "s", 1),
		KEEPER_OK);
	assert_int_equal(fixture_append(line, run, 0, "\1"), KEEPER_OK);
}

static inline struct store_score fixture_score(
	const struct keeper_run *run, int points, int outcome)
{
	struct store_score score = {
		.run = run->id, .scored = true, .score = points, .depth = 3, .deepest = 3};

	score.outcome = (uint8_t)outcome;
	strcpy(score.cause, "killed by a cave rat");
	strcpy(score.killer, "cave-rat");
	return score;
}

/* A new account with a run on the board. */
static inline struct store_client *fixture_player(struct fixture *fixture, const char *name)
{
	struct store_client *line = fixture_caller(fixture, name);
	struct keeper_run run;
	struct store_score score;

	fixture_begin_unproven(line, &run);
	score = fixture_score(&run, 100, OUTCOME_DIED);
	score.turns = 99;
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(fixture, run.id);
	return line;
}

/* A process by its name, below the keeper; 0 when there is none. */
static inline pid_t fixture_child(struct fixture *fixture, const char *name)
{
	char path[64];
	char comm[64];
	DIR *processes = opendir("/proc");
	struct dirent *entry;
	pid_t found = 0;

	while (processes && !found && (entry = readdir(processes)) != NULL) {
		FILE *file;
		int parent = 0;

		snprintf(path, sizeof path, "/proc/%.20s/stat", entry->d_name);
		file = fopen(path, "r");
		if (!file)
			continue;
		if (fscanf(file, "%*d (%60[^)]) %*c %d", comm, &parent) == 2 &&
			parent == fixture->keeper && strcmp(comm, name) == 0)
			found = atoi(entry->d_name);
		fclose(file);
	}
	closedir(processes);
	return found;
}

/* A line with the rights of an operator. */
static inline struct store_client *fixture_operator(struct fixture *fixture)
{
	char sentence[256] = "";
	struct store_client *line =
		store_client_local(fixture->state, NULL, sentence, sizeof sentence);

	assert_string_equal(sentence, "");
	return line;
}

static inline void fixture_count_entry(void *context, const struct store_audit *entry)
{
	(void)entry;
	++*(unsigned *)context;
}

/* The number of entries of the audit log. */
static inline unsigned fixture_audit_entries(struct store_client *host)
{
	unsigned count = 0;

	assert_int_equal(
		keeper_admin_audit(host, "", 0, INT64_MAX, fixture_count_entry, &count), KEEPER_OK);
	return count;
}

#endif
