/* Printing of figures, and the clock of the measures. */
#include "door/lab/lab_bench.h"

#include <jansson.h>
#include <stdio.h>
#include <time.h>

const struct content *bench_content(const struct bench *bench)
{
	return bench->content;
}

void bench_say(
	const struct bench *bench, const char *name, double value, const char *unit, const char *on)
{
	if (bench->lines)
		json_array_append_new(
			bench->lines, json_pack("{s:s, s:f, s:s, s:s}", "name", name, "value",
					      value, "unit", unit, "on", on));
	else
		printf("%s %.3f %s # %s\n", name, value, unit, on);
	fflush(stdout);
}

double bench_clock_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}
