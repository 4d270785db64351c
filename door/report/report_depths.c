/* The report: what heroes were like on each depth, and how long they stayed. */
#include "door/report/report_private.h"

#include <assert.h>
#include <stdlib.h>

#define DEPTHS 64

/* What is told of a depth, by key. */
enum figure { TURNS, COMMANDS, LEVEL, EXPERIENCE, HEALTH, HEALTH_MAX, LEAST, FOOD, FIGURES };
static const char *const keys[FIGURES] = {
	"turns", "commands", "level", "experience", "health", "health_max", "least", "food"};

struct depths {
	struct samples samples[DEPTHS][FIGURES];
};

static void gather(struct depths *depths, const json_t *games)
{
	size_t i, j;
	json_t *game, *here;
	json_array_foreach(games, i, game)
	{
		json_array_foreach(json_object_get(game, "depths"), j, here)
		{
			int depth = (int)report_number(here, "depth");
			for (int figure = 0; figure < FIGURES && depth > 0 && depth < DEPTHS;
				figure++)
				samples_add(&depths->samples[depth][figure],
					report_number(here, keys[figure]));
		}
	}
}

static double middle(struct depths *depths, int depth, enum figure figure)
{
	return samples_quantile(&depths->samples[depth][figure], 0.5);
}

static void depth_row(struct sheet *sheet, struct depths *depths, int depth)
{
	struct samples *turns = &depths->samples[depth][TURNS];
	sheet_row(sheet, SHEET_NO_BAR,
		"%d\t%zu\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f %%\t%.0f", depth,
		turns->count, samples_quantile(turns, 0.25), samples_quantile(turns, 0.5),
		samples_quantile(turns, 0.75), middle(depths, depth, COMMANDS),
		middle(depths, depth, LEVEL), middle(depths, depth, EXPERIENCE),
		middle(depths, depth, HEALTH), middle(depths, depth, HEALTH_MAX),
		middle(depths, depth, LEAST), middle(depths, depth, FOOD));
}

/* Medians with the middle half as a band. */
static void plot_line(
	struct sheet *sheet, struct depths *depths, enum figure figure, const char *name)
{
	sheet_line(sheet, name);
	for (int depth = 1; depth < DEPTHS; depth++) {
		struct samples *samples = &depths->samples[depth][figure];
		if (samples->count > 0)
			sheet_point(sheet, depth, samples_quantile(samples, 0.5),
				samples_quantile(samples, 0.25), samples_quantile(samples, 0.75));
	}
}

static void plots(struct sheet *sheet, struct depths *depths)
{
	sheet_plot(sheet, "Turns on each depth", "depth", "turns");
	plot_line(sheet, depths, TURNS, "turns, median and middle half");
	sheet_plot(sheet, "Health on coming to each depth", "depth", "health");
	plot_line(sheet, depths, HEALTH, "health");
	plot_line(sheet, depths, HEALTH_MAX, "the most it can be");
	sheet_plot(sheet, "Experience on coming to each depth", "depth", "experience");
	plot_line(sheet, depths, EXPERIENCE, "experience");
	sheet_plot(sheet, "Food on coming to each depth", "depth", "turns of food");
	plot_line(sheet, depths, FOOD, "food");
}

void report_depths(struct sheet *sheet, const json_t *games)
{
	struct depths *depths = calloc(1, sizeof *depths);
	bool any = false;
	assert(depths);
	gather(depths, games);
	for (int depth = 1; depth < DEPTHS; depth++)
		any = any || depths->samples[depth][TURNS].count > 0;
	if (any) {
		sheet_table(sheet, "By depth: turns there, and what they were like on coming there",
			"depth\tgames\tturns 25 %\tmedian\t75 %\tcommands\tlevel\texperience\t"
			"health\tof\tleast there\tfood");
		for (int depth = 1; depth < DEPTHS; depth++)
			if (depths->samples[depth][TURNS].count > 0)
				depth_row(sheet, depths, depth);
		sheet_note(sheet, "Medians. The way home counts for the depth that it leads "
				  "through.");
		plots(sheet, depths);
	}
	for (int depth = 0; depth < DEPTHS; depth++)
		for (int figure = 0; figure < FIGURES; figure++)
			samples_free(&depths->samples[depth][figure]);
	free(depths);
}
