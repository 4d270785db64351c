/*
 * lab bench level: time to generate levels: those of the first depths, and each kind at the common
 * size and at the largest.
 */
#include "engine/lab/lab.h"
#include "door/lab/lab_bench.h"

#include <stdio.h>

enum {
	LEVELS = 2000,
	FIRST_DEPTHS = 3, /* Rogue's rooms */
	OF_A_KIND = 150,
	LARGE_OF_A_KIND = 12,
	WIDTH = 80,
	HEIGHT = 21,
	LARGE_WIDTH = 200,
	LARGE_HEIGHT = 100
};

/* The mean of some levels of a kind, in milliseconds. */
static double kind_measure(
	const struct bench *bench, size_t kind, int width, int height, int levels)
{
	struct seed seed = {{0x7d}};
	double begin = bench_clock_us();
	lab_work_kind(bench_content(bench), &seed, kind, width, height, levels);
	return (bench_clock_us() - begin) / levels / 1000;
}

/* Measures each kind, and reports the slowest. */
static void kinds_bench(
	const struct bench *bench, const char *what, int width, int height, int levels)
{
	double slowest = 0;
	char name[64], on[96];
	const char *id;
	for (size_t kind = 0; (id = lab_level_kind(bench_content(bench), kind)) != NULL; kind++) {
		double value = kind_measure(bench, kind, width, height, levels);
		slowest = value > slowest ? value : slowest;
		snprintf(name, sizeof name, "level_%s%s", what, id);
		snprintf(on, sizeof on, "with its contents, at %dx%d, mean of %d", width, height,
			levels);
		bench_say(bench, name, value, "ms", on);
	}
	snprintf(name, sizeof name, "level_%sslowest", what);
	snprintf(on, sizeof on, "of all kinds at %dx%d", width, height);
	bench_say(bench, name, slowest, "ms", on);
}

bool bench_level(const struct bench *bench)
{
	struct seed seed = {{0x7d}};
	const struct content *content = bench_content(bench);
	lab_work(content, &seed, 1, LAB_WORK_CONTENTS, 50);
	double begin = bench_clock_us();
	size_t count = 0;
	for (int depth = 1; depth <= FIRST_DEPTHS; depth++)
		count += lab_work(content, &seed, depth, LAB_WORK_CONTENTS, LEVELS / FIRST_DEPTHS);
	bench_say(bench, "level", (bench_clock_us() - begin) / (double)count, "us",
		"Rogue's rooms with creatures and things, mean of 2,000 on depths 1 to 3");
	begin = bench_clock_us();
	count = lab_work(content, &seed, 1, LAB_WORK_LEVEL, LEVELS);
	bench_say(bench, "level_bare", (bench_clock_us() - begin) / (double)count, "us",
		"the same without contents, mean of 2,000 on depth 1");
	kinds_bench(bench, "", WIDTH, HEIGHT, OF_A_KIND);
	kinds_bench(bench, "large_", LARGE_WIDTH, LARGE_HEIGHT, LARGE_OF_A_KIND);
	return true;
}
