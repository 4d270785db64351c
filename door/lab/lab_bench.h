/*
 * Shared by the measures of `lab bench`: their table, and the printing of a figure.
 *
 * A measure is a row here and a function bench_NAME in lab_bench.c or lab_bench_*.c.
 */
#ifndef TRAPDOOR_LAB_BENCH_H
#define TRAPDOOR_LAB_BENCH_H

#include "engine/engine.h"

/* Each row: its name on the command line, and what it measures. */
/* clang-format off */
#define BENCHES(ROW) \
	ROW(fov, "field of view") \
	ROW(sight, "field of view with light and reflecting walls") \
	ROW(level, "level generation") \
	ROW(turn, "a whole turn: rules, view, painting and output bytes") \
	ROW(world, "turns with as many active creatures and effects as possible") \
	ROW(save, "saving and loading snapshots") \
	ROW(gym, "steps of the gym, in this process and through a pipe") \
	ROW(run, "whole runs: writing the journal, resuming, and verifying") \
	ROW(journal, "a keeper under load, on the disk of $TMPDIR")
/* clang-format on */

/* json_t of libjansson. */
struct json_t;

struct bench {
	const struct content *content;
	struct json_t *lines; /* NULL: as text */
};

#define ROW(name, about) bool bench_##name(const struct bench *bench);
/* False after a complaint. */
BENCHES(ROW)
#undef ROW

/* Measures the lab's methods of field of view, for the row fov (lab_bench_fov.c). */
bool bench_fov_methods(const struct bench *bench);

const struct content *bench_content(const struct bench *bench);

/* Prints one figure: name, value, unit and the measured data. */
void bench_say(const struct bench *bench, const char *name, double value, const char *unit,
	const char *on);

/* Processor time used by this process, in microseconds. */
double bench_clock_us(void);

#endif
