/*
 * The journal under load on a slow disk:  keeper [MILLISECONDS]
 *
 * Measures the same as `lab bench journal`, with a keeper whose every sync takes MILLISECONDS
 * longer (default 2). Prints "name value unit" lines, names beginning with "journal_slow".
 */
#include <stdio.h>
#include <stdlib.h>

#include "door/config/content_load.h"
#include "door/lab/lab_load.h"
#include "tests/bench/slow_vfs.h"

static void say(void *context, const char *name, double value, const char *unit, const char *on)
{
	(void)context;
	printf("%s %.3f %s # %s\n", name, value, unit, on);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	double slowed_ms = argc > 1 ? atof(argv[1]) : 2;
	struct content *content = content_load("");
	char sentence[256];
	bool good;

	slow_register((long)(slowed_ms * 1000));
	good = content && load_measure(content, "journal_slow", slowed_ms, say, NULL, sentence,
				  sizeof sentence);
	if (!good)
		fprintf(stderr, "keeper bench: %s\n", content ? sentence : "there is no content");
	content_free(content);
	return !good;
}
