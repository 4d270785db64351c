/*
 * lab bench world: single turns in which as much as possible happens.  The figure is the slowest of
 * a hundred turns.  The same turns are played several times, and the fastest time of each counts,
 * so that other processes of the machine do not distort it.
 */
#include "engine/lab/lab.h"
#include "door/lab/lab_bench.h"

#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 2000, WARM = 20, TIMES = 4, DEPTH = 8 };

static int by_size(const void *one, const void *other)
{
	double a = *(const double *)one, b = *(const double *)other;
	return (a > b) - (a < b);
}

/* A paralysed hero lets several turns pass in one command. */
static double turn_measure(struct game *game, const struct command *command)
{
	struct result before, after;
	game_result(game, &before);
	double begin = bench_clock_us();
	game_act(game, command);
	double spent = bench_clock_us() - begin;
	game_result(game, &after);
	return after.turns > before.turns ? spent / (after.turns - before.turns) : spent;
}

/* Plays all turns, and keeps the least time of each so far. */
static void turns_play(const struct bench *bench, const struct lab_crowd *crowd, int width,
	int height, double took[TURNS])
{
	struct seed seed = {{0x7d, 0x77}};
	struct command wait = {.verb = VERB_WAIT};
	struct game *game = lab_crowd(bench_content(bench), &seed, DEPTH, width, height);
	for (int turn = -WARM; turn < TURNS; turn++) {
		lab_crowd_keep(game, crowd);
		double spent = turn_measure(game, &wait);
		if (turn >= 0 && (took[turn] <= 0 || spent < took[turn]))
			took[turn] = spent;
	}
	game_free(game);
}

static void crowd_measure(const struct bench *bench, const char *name,
	const struct lab_crowd *crowd, int width, int height)
{
	double took[TURNS] = {0};
	char label[40], on[160];
	for (int times = 0; times < TIMES; times++)
		turns_play(bench, crowd, width, height, took);
	qsort(took, TURNS, sizeof *took, by_size);
	snprintf(on, sizeof on,
		"a turn with %d monsters, %d cells of gas, %d things in flight, %dx%d, p99 of %d, "
		"each the least of %d",
		crowd->creatures, crowd->gas_cells, crowd->missiles, width, height, TURNS, TIMES);
	snprintf(label, sizeof label, "%s", name);
	bench_say(bench, label, took[TURNS * 99 / 100], "us", on);
	snprintf(label, sizeof label, "%s_median", name);
	bench_say(bench, label, took[TURNS / 2], "us", "the same, median");
}

bool bench_world(const struct bench *bench)
{
	static const struct {
		const char *name;
		struct lab_crowd crowd;
	} rows[] = {
		{"world", {200, 500, 30}},
		{"world_monsters", {200, 0, 0}},
		{"world_gas", {0, 500, 0}},
		{"world_flight", {0, 0, 30}},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		crowd_measure(bench, rows[i].name, &rows[i].crowd, 80, 21);
	return true;
}
