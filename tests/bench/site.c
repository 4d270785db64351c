/*
 * The site of a store of many runs:  site DIRECTORY [RUNS]
 *
 * Makes a store with RUNS ended runs (default 10000) of a tenth as many players in DIRECTORY, which
 * must be empty.
 * Then writes its pages without replays, again without a change, and again after each of five new
 * runs. Prints "name value unit" lines: the times, the median of those of a new run, and the files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door/site/site.h"
#include "tests/sql/large_store.h"

#define NEW_RUNS 5

static double now_seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* seconds: of the clock, and of the processor. */
static bool measure(const char *state, const struct site_settings *settings, double seconds[2],
	struct site_counts *counts)
{
	double begun = now_seconds(CLOCK_MONOTONIC), used = now_seconds(CLOCK_PROCESS_CPUTIME_ID);
	char sentence[512];
	struct store *store = store_open_to_read(state, sentence, sizeof sentence);
	bool written = store && site_write(store, settings, counts, sentence, sizeof sentence);

	store_close(store);
	seconds[0] = now_seconds(CLOCK_MONOTONIC) - begun;
	seconds[1] = now_seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
	if (!written)
		fprintf(stderr, "site: %s\n", sentence);
	return written;
}

/* A run of an account that has some. */
static bool end_run(struct store *store, int64_t account)
{
	static const uint8_t seed[16] = "the seed", content[16] = "the content";
	struct store_append one = {
		.epoch = 1, .count = 1, .bytes = (const uint8_t *)"Q", .size = 1};
	struct store_score score = {.scored = true, .died = true, .outcome = 1, .score = 2000};
	struct store_run run;
	const struct store_begin begin = {
		account, STORE_RANKED, seed, "birth", 5, 1, content, 2000000};

	if (store_run_begin(store, &begin, &run) != STORE_OK)
		return false;
	one.run = score.run = run.id;
	score.deepest = score.depth = 3;
	score.ended = 2000000 + account;
	snprintf(score.cause, sizeof score.cause, "killed by a rat");
	return store_append(store, &one) == STORE_OK &&
	       store_run_end(store, 1, 1, &score) == STORE_OK;
}

static int by_size(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

int main(int argc, char **argv)
{
	long runs = argc > 2 ? atol(argv[2]) : 10000;
	char folder[4096], sentence[512];
	struct site_settings settings = {.folder = folder,
		.title = "Bench",
		.host = "localhost",
		.address = "",
		.xterm = "",
		.now = 3000000};
	double first[2], same[2], each[NEW_RUNS][2];
	struct site_counts counts, none, few;
	struct store *store;

	if (argc < 2 || runs < 100 || !large_store_write(argv[1], runs / 10, runs, "cellar"))
		return 1;
	snprintf(folder, sizeof folder, "%s/site", argv[1]);
	store = store_open(argv[1], sentence, sizeof sentence);
	if (!store || !measure(argv[1], &settings, first, &counts) ||
		!measure(argv[1], &settings, same, &none) || none.written > 0)
		return 1;
	for (int i = 0; i < NEW_RUNS; i++)
		if (!end_run(store, i + 1) || !measure(argv[1], &settings, each[i], &few) ||
			few.runs != counts.runs + (unsigned)i + 1)
			return 1;
	store_close(store);
	qsort(each, NEW_RUNS, sizeof *each, by_size);
	printf("site_first %.3f s\nsite_first_cpu %.3f s\nsite_unchanged %.2f ms\n"
	       "site_new_run %.2f ms\nsite_new_run_cpu %.2f ms\nsite_files %u files\n"
	       "site_files_of_new_run %u files\n",
		first[0], first[1], same[0] * 1000, each[NEW_RUNS / 2][0] * 1000,
		each[NEW_RUNS / 2][1] * 1000, counts.written, few.written);
	return 0;
}
