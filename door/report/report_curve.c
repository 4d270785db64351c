/* The report: what one depth further pays, and what going home pays instead (curve.h). */
#include "door/record/go_home_value.h"
#include "door/report/report_private.h"

#include <assert.h>
#include <stdlib.h>

#define DEPTHS 64

enum { WEAK, STRONG, CLASSES };
static const char *const classes[CLASSES] = {"weakened", "as he came"};

/* Of those who set out from a depth in such a state. */
struct step {
	struct samples gains, home;
	size_t died_home, died_on;
};

struct steps {
	struct step of[DEPTHS][CLASSES];
};

static void step_add(struct step *step, const json_t *home, double further, bool died_on)
{
	samples_add(&step->gains, further - report_number(home, "score"));
	samples_add(&step->home, report_number(home, "score"));
	step->died_home += json_is_true(json_object_get(home, "died"));
	step->died_on += died_on;
}

static void gather(struct steps *steps, const json_t *game)
{
	const json_t *homes = json_object_get(game, "homes");
	for (size_t i = 0; i < json_array_size(homes); i++) {
		const json_t *home = json_array_get(homes, i), *next = json_array_get(homes, i + 1);
		const json_t *weak = json_object_get(home, "weak");
		int depth = (int)report_number(home, "depth");
		if (depth <= 0 || depth >= DEPTHS)
			continue;
		/* From the goal's depth home is what the game itself did, or it never came there.
		 */
		step_add(&steps->of[depth][STRONG], home,
			report_number(next ? next : game, "score"),
			report_number(game, "deepest") <= depth);
		step_add(&steps->of[depth][WEAK], weak, report_number(weak, "further"),
			json_is_true(json_object_get(weak, "lost")));
	}
}

static double share(size_t count, size_t all)
{
	return all > 0 ? 100 * (double)count / (double)all : 0;
}

static void step_row(struct sheet *sheet, int depth, int class, struct step *step)
{
	size_t games = step->gains.count;
	double gain = samples_mean(&step->gains), half = samples_half(&step->gains);
	if (games > 0)
		sheet_row(sheet, SHEET_NO_BAR,
			"%d\t%s\t%zu\t%.0f\t%+.0f\t%+.0f to %+.0f\t%.0f %%\t%.0f %%", depth,
			classes[class], games, samples_mean(&step->home), gain, gain - half,
			gain + half, share(step->died_home, games), share(step->died_on, games));
}

static void plot(struct sheet *sheet, struct steps *steps)
{
	sheet_plot(sheet, "What one depth further pays", "depth", "score");
	for (int class = 0; class < CLASSES; class ++) {
		sheet_line(sheet, classes[class]);
		for (int depth = 1; depth < DEPTHS; depth++) {
			struct samples *gains = &steps->of[depth][class].gains;
			double gain = samples_mean(gains), half = samples_half(gains);
			if (gains->count > 1)
				sheet_point(sheet, depth, gain, gain - half, gain + half);
		}
	}
}

void report_curve(struct sheet *sheet, const json_t *games)
{
	size_t i, told = 0;
	json_t *game;
	struct steps *steps = calloc(1, sizeof *steps);
	assert(steps);
	json_array_foreach(games, i, game)
	{
		told += json_array_size(json_object_get(game, "homes"));
		gather(steps, game);
	}
	if (told > 0) {
		sheet_table(sheet, "Going home on coming to a depth, or one depth further",
			"depth\thero\tgames\thome scores\tfurther pays\tinterval\tdied going home\t"
			"died on it");
		for (int depth = 1; depth < DEPTHS; depth++)
			for (int class = 0; class < CLASSES; class ++)
				step_row(sheet, depth, class, &steps->of[depth][class]);
		sheet_note(sheet,
			"Further: from the next depth home. Weakened: the same hero, half as hardy "
			"and badly hurt, and without mana and what he had to heal himself or get "
			"away. The last depth pays the goal, too.");
		plot(sheet, steps);
	}
	for (int depth = 0; depth < DEPTHS; depth++)
		for (int class = 0; class < CLASSES; class ++) {
			samples_free(&steps->of[depth][class].gains);
			samples_free(&steps->of[depth][class].home);
		}
	free(steps);
}
