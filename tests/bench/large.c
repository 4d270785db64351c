/*
 * The keeper on a large store:  large STATE ACCOUNTS RUNS
 *
 * Writes a store of so many accounts and runs into the directory STATE, which must be empty, starts
 * a keeper on it, and has sessions ask for a lobby, a board and a new run.  Prints "name value
 * unit" lines of the keeper's CPU time a request, and how long making the store took.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "door/config/content_load.h"
#include "door/keeper/keeper_start.h"
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
	return true;
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
	pid_t keeper = keeper_start(state, content, 0, &control, sentence, sizeof sentence);
	bool good = keeper > 0;

	for (int i = 0; good && i < SESSIONS; i++) {
		lines[i] = log_in(control, accounts / (SESSIONS + 1) * (i + 1) / 100 * 100 + 7);
		good = lines[i] != NULL;
	}
	good = good && measure(keeper, "lobby", ask_lobby, 20) &&
	       measure(keeper, "board", ask_boards, 20) && measure(keeper, "begin", ask_begin, 1);
	if (!good)
		fprintf(stderr, "large: %s%s\n", sentence,
			lines[0] ? keeper_sentence(lines[0]) : "");
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
	good = good && make_store(argv[1], accounts, runs, content_game(content)) &&
	       measure_all(argv[1], content, accounts);
	content_free(content);
	return !good;
}
