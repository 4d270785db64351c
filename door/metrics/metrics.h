/*
 * Metrics: counters, gauges and histograms of a running server, as one table.
 *
 * Each process counts in memory that all processes of the server share. `serve` makes it before
 * its first fork. A command, a test or a session has memory of its own, so that counting needs no
 * condition. The memory has two halves: the keeper side writes one and reads both, the door side
 * has the other alone.
 *
 * A family has at most two labels. The values of each label are words of the lists below, so that
 * no name, address or text of a player becomes a label, and the number of series is fixed.
 *
 * The text format is that of Prometheus, version 0.0.4. The exporter, `admin stats` and the
 * dashboard follow from the table.
 */
#ifndef TRAPDOOR_METRICS_H
#define TRAPDOOR_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values of the labels: id, word. */
/* clang-format off */
#define METRIC_TRANSPORTS(ROW) ROW(SSH, "ssh") ROW(TELNET, "telnet")
#define METRIC_STATES(ROW) ROW(WAITING, "waiting") ROW(LOGGED_IN, "logged_in") ROW(LEAVING, "leaving")
#define METRIC_REFUSALS(ROW) \
	ROW(BANNED, "banned") ROW(PENALTY, "penalty") ROW(CROWDED, "crowded") ROW(DROPPED, "dropped") \
	ROW(FULL, "full") ROW(RESOURCES, "resources") ROW(PROXY, "proxy")
/* As OFFENCES in door/net/penalties.h. */
#define METRIC_PENALTIES(ROW) \
	ROW(NO_LOGIN, "no_login") ROW(LATE, "late") ROW(PASSWORD, "password") ROW(GARBAGE, "garbage") ROW(CRASH, "crash")
#define METRIC_METHODS(ROW) \
	ROW(PASSWORD, "password") ROW(KEY, "key") ROW(GUEST, "guest") ROW(REGISTRATION, "registration")
#define METRIC_RESULTS(ROW) ROW(OK, "ok") ROW(WRONG, "wrong") ROW(REFUSED, "refused") ROW(FAILED, "failed")
#define METRIC_ACCOUNTS(ROW) ROW(NONE, "none") ROW(GUEST, "guest") ROW(PLAYER, "player")
#define METRIC_CAUSES(ROW) \
	ROW(CREATURE, "creature") ROW(OTHER, "other") ROW(LEFT, "left") ROW(WON, "won") ROW(QUIT, "quit") ROW(BROKEN, "broken")
#define METRIC_VERDICTS(ROW) ROW(VERIFIED, "verified") ROW(FAILED, "failed") ROW(SET_ASIDE, "set_aside")
/* Work of the keeper without a pause: a request, a commit, or a step of longer work. */
#define METRIC_PIECES(ROW) \
	ROW(REQUEST, "request") ROW(COMMIT, "commit") ROW(BACKUP, "backup") ROW(VACUUM, "vacuum") \
	ROW(UPKEEP, "upkeep")
#define METRIC_FILES(ROW) ROW(DATABASE, "database") ROW(LOG, "wal")
#define METRIC_PROCESSES(ROW) \
	ROW(SERVE, "serve") ROW(LISTENER, "listener") ROW(FORKER, "forker") ROW(SESSION, "session") \
	ROW(SUPERVISOR, "supervisor") ROW(KEEPER, "keeper") ROW(HASHER, "hasher") ROW(VERIFIER, "verifier") \
	ROW(REPLAYER, "replayer") ROW(EXPORTER, "metrics") ROW(OTHER, "other")

#define METRIC_LABELS(LIST) \
	LIST(NO, "", METRIC_NO_WORDS) \
	LIST(TRANSPORT, "transport", METRIC_TRANSPORTS) LIST(STATE, "state", METRIC_STATES) \
	LIST(REFUSAL, "reason", METRIC_REFUSALS) LIST(PENALTY, "reason", METRIC_PENALTIES) \
	LIST(METHOD, "method", METRIC_METHODS) LIST(RESULT, "result", METRIC_RESULTS) \
	LIST(ACCOUNT, "account", METRIC_ACCOUNTS) LIST(CAUSE, "cause", METRIC_CAUSES) \
	LIST(VERDICT, "verdict", METRIC_VERDICTS) LIST(FILE, "file", METRIC_FILES) LIST(PIECE, "piece", METRIC_PIECES) \
	LIST(PROCESS, "kind", METRIC_PROCESSES)
#define METRIC_NO_WORDS(ROW) ROW(WORD, "")

/* Families: id, side that writes, type, name, first label, second label, help.
 * A histogram has as many buckets as its bounds in door/metrics/metrics.c. A family whose name has
 * _seconds is counted in microseconds, but a time of the clock (_time_seconds) in seconds. */
#define METRIC_FAMILIES(ROW) \
	ROW(CONNECTIONS, DOOR, GAUGE, "trapdoor_connections", TRANSPORT, STATE, "Connections, by transport and state.") \
	ROW(ADMITTED, DOOR, COUNTER, "trapdoor_connections_admitted_total", TRANSPORT, NO, "Connections that got a session.") \
	ROW(REFUSED, DOOR, COUNTER, "trapdoor_connections_refused_total", REFUSAL, NO, "Connections refused before a session began.") \
	ROW(PENALTIES, DOOR, COUNTER, "trapdoor_penalties_total", PENALTY, NO, "Penalties of addresses.") \
	ROW(CRASHES, DOOR, COUNTER, "trapdoor_session_crashes_total", NO, NO, "Sessions that a signal ended.") \
	ROW(SESSIONS, KEEPER, GAUGE, "trapdoor_sessions", ACCOUNT, NO, "Sessions, by kind of account.") \
	ROW(LOGINS, KEEPER, COUNTER, "trapdoor_logins_total", METHOD, RESULT, "Login attempts, by method and result.") \
	ROW(COMMANDS, KEEPER, COUNTER, "trapdoor_commands_total", NO, NO, "Commands of games that are on disk.") \
	ROW(COMMITS, KEEPER, HISTOGRAM, "trapdoor_commit_duration_seconds", NO, NO, "Time of one commit to the database.") \
	ROW(BATCHES, KEEPER, HISTOGRAM, "trapdoor_commit_requests", NO, NO, "Requests that one commit made durable.") \
	ROW(COMMITS_FAILED, KEEPER, COUNTER, "trapdoor_commits_failed_total", NO, NO, "Commits that the database refused.") \
	ROW(HASHER_QUEUE, KEEPER, GAUGE, "trapdoor_hasher_queue_jobs", NO, NO, "Passwords that wait for the hasher.") \
	ROW(UNVERIFIED, KEEPER, GAUGE, "trapdoor_verification_queue_runs", NO, NO, "Ended runs that wait for verification.") \
	ROW(VERIFIED, KEEPER, COUNTER, "trapdoor_verifications_total", VERDICT, NO, "Verifications, by verdict.") \
	ROW(BEGUN, KEEPER, COUNTER, "trapdoor_runs_begun_total", NO, NO, "Runs begun.") \
	ROW(ENDED, KEEPER, COUNTER, "trapdoor_runs_ended_total", CAUSE, NO, "Runs ended, by cause.") \
	ROW(STORE_SIZE, KEEPER, GAUGE, "trapdoor_database_size_bytes", FILE, NO, "Size of the database's files.") \
	ROW(DISK_FREE, KEEPER, GAUGE, "trapdoor_disk_free_bytes", NO, NO, "Free space for the state directory.") \
	ROW(DISK_FULL, KEEPER, COUNTER, "trapdoor_disk_full_requests_total", NO, NO, "Requests that were not saved for want of disk space.") \
	ROW(KEEPER_STARTS, KEEPER, COUNTER, "trapdoor_keeper_starts_total", NO, NO, "Starts of the keeper.") \
	ROW(KEEPER_ROUNDS, KEEPER, COUNTER, "trapdoor_keeper_rounds_total", NO, NO, "Rounds of the keeper's loop, at least one in ten seconds.") \
	ROW(KEEPER_LONGEST, KEEPER, GAUGE, "trapdoor_keeper_longest_piece_seconds", PIECE, NO, "Most CPU time that the keeper used without a pause, by kind of work.") \
	ROW(PROCESS_COUNT, DOOR, GAUGE, "trapdoor_processes", PROCESS, NO, "Processes of the server, by kind.") \
	ROW(PROCESS_MEMORY, DOOR, GAUGE, "trapdoor_process_memory_bytes", PROCESS, NO, "Memory of processes, by kind: resident without shared files, or what they allocated if /proc hides them.") \
	ROW(LOG_LOST, DOOR, COUNTER, "trapdoor_log_lines_lost_total", NO, NO, "Lines of the log that were dropped.") \
	ROW(START_TIME, DOOR, GAUGE, "trapdoor_start_time_seconds", NO, NO, "Unix time at which the server started.")
/* clang-format on */

#define LIST(id, key, words) METRIC_LABEL_##id,
enum metric_label { METRIC_LABELS(LIST) METRIC_LABEL_COUNT };
#undef LIST

#define ROW(id, word) TRANSPORT_##id,
enum metric_transport { METRIC_TRANSPORTS(ROW) };
#undef ROW
#define ROW(id, word) STATE_##id,
enum metric_state { METRIC_STATES(ROW) };
#undef ROW
#define ROW(id, word) REFUSAL_##id,
enum metric_refusal { METRIC_REFUSALS(ROW) };
#undef ROW
#define ROW(id, word) METHOD_##id,
enum metric_method { METRIC_METHODS(ROW) };
#undef ROW
#define ROW(id, word) RESULT_##id,
enum metric_result { METRIC_RESULTS(ROW) };
#undef ROW
#define ROW(id, word) ACCOUNT_##id,
enum metric_account { METRIC_ACCOUNTS(ROW) };
#undef ROW
#define ROW(id, word) ENDED_##id,
enum metric_cause { METRIC_CAUSES(ROW) };
#undef ROW
#define ROW(id, word) VERDICT_##id,
enum metric_verdict { METRIC_VERDICTS(ROW) };
#undef ROW
#define ROW(id, word) PIECE_##id,
enum metric_piece { METRIC_PIECES(ROW) PIECE_KINDS };
#undef ROW
#define ROW(id, word) FILE_##id,
enum metric_file { METRIC_FILES(ROW) };
#undef ROW
#define ROW(id, word) PROCESS_##id,
enum metric_process { METRIC_PROCESSES(ROW) PROCESS_KINDS };
#undef ROW

enum metric {
#define ROW(id, side, type, name, first, second, help) METRIC_##id,
	METRIC_FAMILIES(ROW)
#undef ROW
		METRIC_COUNT
};

enum metric_side { METRIC_DOOR, METRIC_KEEPER, METRIC_SIDES };
enum metric_type { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

/* ---- Counting ---- */

/* Makes the shared memory. Called once, before the first fork. False with errno. */
bool metrics_share(void);
/* Returns the file of the door side's memory, which closes on exec. */
int metrics_file(void);
/* Has this process, which was executed anew, count for the door side in that file. False with
 * errno. */
bool metrics_join(int door);
/* Gives the memory of a side up; from now on this process counts for it in memory of its own. */
void metrics_leave(enum metric_side side);

/* first, second: words of the family's labels; 0 where it has none. */
void metric_add(enum metric metric, unsigned first, unsigned second, uint64_t amount);
void metric_set(enum metric metric, unsigned first, unsigned second, uint64_t value);
/* Sets a gauge that is lower than the value. One process alone raises a gauge. */
void metric_raise(enum metric metric, unsigned first, unsigned second, uint64_t value);
/* Adds a value to a histogram. Microseconds for a family with _seconds. */
void metric_observe(enum metric metric, uint64_t value);
uint64_t metric_value(enum metric metric, unsigned first, unsigned second);

/* ---- Accounts of processes ---- */

/* How many processes of a kind there are and their bytes together, by their own account
 * (door/os/process_size.h). Each kind is set by one process: sessions, workers and forkers by the
 * listener, the hasher by the keeper, and the others by themselves. The exporter shows these where
 * /proc hides the processes. */
void metric_account_set(enum metric_process kind, uint64_t count, uint64_t bytes);
void metric_account_read(enum metric_process kind, uint64_t *count, uint64_t *bytes);

/* ---- Reading ---- */

/* One line of the text format. */
struct metric_sample {
	enum metric metric;
	const char *family, *suffix; /* suffix: "", "_bucket", "_sum" or "_count" */
	char labels[96];             /* {key="word"}, or "" */
	uint64_t value;
	bool micro; /* the value is in millionths */
};
void metrics_each(void (*each)(void *context, const struct metric_sample *sample), void *context);
#define METRIC_VALUE_MAX 32
void metric_value_text(const struct metric_sample *sample, char text[METRIC_VALUE_MAX]);
const char *metric_name(enum metric metric);
const char *metric_help(enum metric metric);
/* "counter", "gauge" or "histogram". */
const char *metric_type_word(enum metric metric);
/* All metrics in the text format. The caller frees it. Never NULL. version: of the program. */
char *metrics_text(const char *version, size_t *size);

#endif
