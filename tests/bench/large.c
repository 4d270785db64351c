/*
 * The keeper on a large store:  large STATE ACCOUNTS RUNS
 *
 * Writes a store of so many accounts and runs into the directory STATE, which must be empty, starts
 * a keeper on it, and has sessions ask for a lobby, a board and a new run, and an operator for the
 * longest work: lists of accounts and runs, a backup and a vacuum.  Prints "name value unit" lines
 * of the keeper's CPU time a request, of its longest piece of each kind of work (large_piece_*),
 * and how long making the store took.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "door/config/content_load.h"
#include "door/keeper/keeper_local.h"
#include "door/keeper/keeper_start.h"
#include "door/metrics/metrics.h"
#include "door/os/log.h"
#include "door/store/keeper.h"
#include "tests/sql/large_store.h"

#define SESSIONS 50
#define ROWS 60

static struct store_client *lines[SESSIONS];

static double now_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* CPU time of a process, in ns, as the scheduler counts it. */
static double cpu_ns(pid_t process)
{
	char path[64];
	unsigned long long used = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)process);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%llu", &used) != 1)
		fprintf(stderr, "large: %s: %s\n", path, strerror(errno));
	if (file)
		fclose(file);
	return (double)used;
}

static void report(const char *name, double ns, int requests)
{
	printf("large_%s_keeper_cpu %.4f ms\n", name, ns / 1e6 / requests);
	fflush(stdout);
}

/* ---- The longest pieces ---- */

/* Since the last call. Also proves that pieces were measured. */
static bool report_pieces(const char *name)
{
	static const char *const kinds[] = {
#define ROW(id, word) word,
		METRIC_PIECES(ROW)
#undef ROW
	};
	uint64_t longest = 0;
	unsigned kind = 0;

	for (unsigned i = 0; i < PIECE_KINDS; i++) {
		uint64_t used = metric_value(METRIC_KEEPER_LONGEST, i, 0);

		kind = used > longest ? i : kind;
		longest = used > longest ? used : longest;
		metric_set(METRIC_KEEPER_LONGEST, i, 0, 0);
	}
	printf("large_piece_%s %.3f ms (%s)\n", name, (double)longest / 1000, kinds[kind]);
	fflush(stdout);
	return longest > 0;
}

/* ---- Requests of sessions ---- */

static bool ask_board(struct store_client *line, enum store_order order, unsigned count)
{
	static struct store_score scores[ROWS];
	static unsigned ranks[ROWS];
	struct store_query query = {.order = order, .count = count};
	size_t got;

	return keeper_scores(line, &query, scores, ranks, ROWS, &got) == KEEPER_OK && got == count;
}

/* As door/screen/screen_lobby.c. */
static bool ask_lobby(struct store_client *line)
{
	struct keeper_run run;

	keeper_run_look(line, &run);
	return ask_board(line, STORE_BEST_PLAYERS, 12) && ask_board(line, STORE_LATEST, 12);
}

/* As door/screen/screen_board.c and door/screen/screen_record.c. */
static bool ask_boards(struct store_client *line)
{
	struct store_record record;

	return ask_board(line, STORE_BEST_PLAYERS, ROWS) &&
	       ask_board(line, STORE_BEST_RUNS, ROWS) && ask_board(line, STORE_LATEST, ROWS) &&
	       keeper_record(line, &record) == KEEPER_OK;
}

static bool ask_begin(struct store_client *line)
{
	struct keeper_run run;

	return keeper_run_begin(line, false, &run) == KEEPER_OK;
}

static bool measure(
	pid_t keeper, const char *name, bool (*ask)(struct store_client *line), int times)
{
	double before;

	/* Once for pages that no request has read yet. */
	if (times > 1 && !ask(lines[0]))
		return false;
	before = cpu_ns(keeper);
	for (int time = 0; time < times; time++)
		for (int i = 0; i < SESSIONS; i++)
			if (!ask(lines[i]))
				return false;
	report(name, cpu_ns(keeper) - before, times * SESSIONS);
	return report_pieces(name);
}

/* ---- The operator ---- */

static void count_account(void *context, const struct store_account_row *row)
{
	(void)row;
	*(long *)context += 1;
}

static void skip_statistic(void *context, const struct keeper_statistic *statistic)
{
	(void)context;
	(void)statistic;
}

/* Commands of an operator that read all of the store. */
static bool operate(struct store_client *line, const char *state, long accounts)
{
	int64_t ids[512];
	size_t count;
	char whole[PATH_MAX], path[PATH_MAX + 16];
	uint64_t returned;
	long rows = 0;

	if (!realpath(state, whole))
		return false;
	snprintf(path, sizeof path, "%s/copy.db", whole);
	report_pieces("logins");
	return keeper_admin_accounts(line, "", count_account, &rows) == KEEPER_OK &&
	       rows == accounts && report_pieces("accounts") &&
	       keeper_admin_accounts(line, "none", count_account, &rows) == KEEPER_OK &&
	       rows == accounts && report_pieces("search") &&
	       keeper_admin_runs(line, 0, ids, 512, &count) == KEEPER_OK && count > 0 &&
	       report_pieces("runs") &&
	       keeper_admin_stats(line, skip_statistic, NULL) == KEEPER_OK &&
	       report_pieces("stats") && keeper_admin_backup(line, path, "copy.db") == KEEPER_OK &&
	       report_pieces("backup") && keeper_admin_vacuum(line, &returned) == KEEPER_OK &&
	       report_pieces("vacuum");
}

/* ---- The keeper ---- */

/* A session of an account that has no run; each hundredth has one. */
static struct store_client *log_in(int control, long number)
{
	struct keeper_account account;
	struct store_client *line;
	char name[32], key[32];
	int pair[2];

	snprintf(name, sizeof name, "Player%ld", number);
	snprintf(key, sizeof key, "SHA256:%ld", number);
	if (!keeper_pair(pair) || !keeper_give(control, pair[1], "192.0.2.1"))
		return NULL;
	close(pair[1]);
	line = store_client_new(pair[0], NULL, NULL);
	if (!line || keeper_hello(line, "192.0.2.1", "ssh") != KEEPER_OK ||
		keeper_login_key(line, name, key, &account) != KEEPER_OK)
		return NULL;
	return line;
}

static bool measure_all(const char *state, const struct content *content, long accounts)
{
	char sentence[256] = "";
	int control;
	struct store_client *operator= NULL;
	pid_t keeper = keeper_start(state, content, 0, &control, sentence, sizeof sentence);
	bool good = keeper > 0;

	for (int i = 0; good && i < SESSIONS; i++) {
		lines[i] = log_in(control, accounts / (SESSIONS + 1) * (i + 1) / 100 * 100 + 7);
		good = lines[i] != NULL;
	}
	operator= good ? store_client_local(state, NULL, sentence, sizeof sentence) : NULL;
	good = operator&& operate(operator, state, accounts) &&
	       measure(keeper, "lobby", ask_lobby, 20) &&
	       measure(keeper, "board", ask_boards, 20) && measure(keeper, "begin", ask_begin, 1);
	if (!good)
		fprintf(stderr, "large: %s%s\n",
			sentence, operator? keeper_sentence(operator) : "");
	store_client_free(operator);
	if (keeper > 0) {
		kill(keeper, SIGTERM);
		waitpid(keeper, NULL, 0);
	}
	return good;
}

static bool make_store(const char *state, long accounts, long runs, const char *game)
{
	double begun = now_seconds();
	char sentence[256];
	struct store *store;

	if (mkdir(state, 0700) != 0 && errno != EEXIST) {
		fprintf(stderr, "large: %s: %s\n", state, strerror(errno));
		return false;
	}
	if (!large_store_write(state, accounts, runs, game))
		return false;
	printf("large_written %.1f s\n", now_seconds() - begun);
	begun = now_seconds();
	store = store_open(state, sentence, sizeof sentence);
	if (!store)
		fprintf(stderr, "large: %s\n", sentence);
	else
		printf("large_opened %.1f s\n", now_seconds() - begun);
	fflush(stdout);
	store_close(store);
	return store != NULL;
}

int main(int argc, char **argv)
{
	long accounts = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
	long runs = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
	struct content *content = content_load("");
	bool good = content && accounts >= 100 * (SESSIONS + 1) && runs >= accounts;

	log_level_set(LOG_ERROR);
	if (!good)
		fprintf(stderr, "usage: large STATE ACCOUNTS RUNS (at least %d accounts)\n",
			100 * (SESSIONS + 1));
	good = good && metrics_share() &&
	       make_store(argv[1], accounts, runs, content_game(content)) &&
	       measure_all(argv[1], content, accounts);
	content_free(content);
	return !good;
}
