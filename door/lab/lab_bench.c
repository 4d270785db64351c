/*
 * lab bench: processor time that this machine needs for each part of the work.  The figures of the
 * journal are delays.
 *
 * A line is `name value unit`, then a '#' and the measured data.  Lines that begin with '#'
 * describe the machine and the build.
 */
#include "engine/auto/auto.h"
#include "engine/lab/lab.h"
#include "door/lab/headless.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/lab/lab_bench.h"
#include "door/config/content_load.h"
#include "door/lab/lab_load.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { BENCH_FOV_LEVELS = 60, BENCH_FOV_ROUNDS = 8, BENCH_TURNS = 1500, BENCH_SAVES = 200 };

static struct seed bench_seed(int number)
{
	return (struct seed){{0x7d, (uint8_t)number, (uint8_t)(number >> 8)}};
}

/* ---- Sight ---- */

/* Time and count of the rounds after the first, which includes making the level. */
static void sights_bench(
	const struct bench *bench, enum lab_work work, const char *name, const char *on)
{
	double spent = 0, done = 0;
	for (int level = 0; level < BENCH_FOV_LEVELS; level++) {
		struct seed seed = bench_seed(level);
		double begin = bench_clock_us();
		size_t few = lab_work(bench->content, &seed, 1 + level % 3, work, 1);
		double middle = bench_clock_us();
		size_t many =
			lab_work(bench->content, &seed, 1 + level % 3, work, 1 + BENCH_FOV_ROUNDS);
		spent += bench_clock_us() - middle - (middle - begin);
		done += (double)(many - few);
	}
	bench_say(bench, name, spent / done, "us", on);
}

bool bench_fov(const struct bench *bench)
{
	sights_bench(bench, LAB_WORK_FOV, "fov",
		"field of view from every floor and corridor cell of 60 levels, mean");
	return bench_fov_methods(bench);
}

bool bench_sight(const struct bench *bench)
{
	sights_bench(bench, LAB_WORK_SIGHT, "sight",
		"the same with light, reflecting walls and the level's flags, mean");
	return true;
}

/* ---- Playing ---- */

/* A simple player: explores, then goes down, and sometimes steps in a random direction. */
struct walker {
	struct game *game;
	struct auto_move automove;
	struct watch watch;
	struct view view;
	bool steering;
	unsigned draw; /* a small generator of its own: nothing here belongs to the rules */
};

static int walker_draw(struct walker *walker, int bound)
{
	walker->draw = walker->draw * 1103515245u + 12345u;
	return (int)(walker->draw >> 16 & 0x7fff) % bound;
}

static struct command walker_choose(struct walker *walker)
{
	struct command command = {.verb = VERB_STEP};
	if (!walker->steering) {
		auto_begin(&walker->automove, AUTO_EXPLORE, 0, 0, 0, walker->game, &walker->watch);
		walker->steering = true;
	}
	if (walker_draw(walker, 10) > 0 &&
		auto_next(&walker->automove, walker->game, &walker->view, &command))
		return command;
	walker->steering = false;
	if (game_legal(walker->game, VERB_DOWN))
		return (struct command){.verb = VERB_DOWN};
	command = (struct command){
		.verb = VERB_STEP, .direction = (uint8_t)walker_draw(walker, DIR_COUNT)};
	return command;
}

/* A game played by the walker for some turns, or until the hero died. */
static struct game *walked_game(const struct bench *bench, int number, int turns)
{
	struct seed seed = bench_seed(number);
	struct birth birth = {.name = "walker"};
	struct walker walker = {
		.game = game_new(bench->content, &seed, &birth), .draw = (unsigned)number};
	struct result result = {.outcome = OUTCOME_GOING};
	for (int i = 0; i < turns && result.outcome == OUTCOME_GOING; i++) {
		struct command command = walker_choose(&walker);
		game_act(walker.game, &command);
		game_result(walker.game, &result);
	}
	return walker.game;
}

/* Measures the parts of a turn separately. */
struct turn_cost {
	double act, frame, render;
	size_t count, bytes;
};

static void turn_measure(struct headless *headless, struct vt_terminal *terminal,
	struct vt_frame *frame, struct vt_bytes *out, const struct command *command,
	struct turn_cost *cost)
{
	double begin = bench_clock_us();
	if (!headless_act(headless, command))
		return;
	headless_settle(headless);
	double acted = bench_clock_us();
	headless_paint(headless, frame);
	double painted = bench_clock_us();
	out->size = 0;
	vt_render(terminal, frame, out);
	cost->act += acted - begin;
	cost->frame += painted - acted;
	cost->render += bench_clock_us() - painted;
	cost->bytes += out->size;
	cost->count++;
}

/* The walker chooses on its own game.  The headless game gets the same commands. */
static void turns_measure(const struct bench *bench, int number, struct turn_cost *cost)
{
	struct seed seed = bench_seed(number);
	struct birth birth = {.name = "walker"};
	struct walker walker = {
		.game = game_new(bench->content, &seed, &birth), .draw = (unsigned)number};
	struct headless *headless = headless_new(bench->content, &seed, &birth, 80, 24);
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name("xterm-256color"), VT_UTF8, VT_COLOURS_256);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct result result = {.outcome = OUTCOME_GOING};
	for (int i = 0; i < BENCH_TURNS / 10 && result.outcome == OUTCOME_GOING; i++) {
		struct command command = walker_choose(&walker);
		if (game_act(walker.game, &command) != VERDICT_REFUSED)
			turn_measure(headless, terminal, &frame, &out, &command, cost);
		game_result(walker.game, &result);
	}
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	headless_free(headless);
	game_free(walker.game);
}

bool bench_turn(const struct bench *bench)
{
	struct turn_cost cost = {0};
	for (int number = 0; number < 10; number++)
		turns_measure(bench, number, &cost);
	double count = cost.count ? (double)cost.count : 1;
	char on[96];
	snprintf(on, sizeof on, "command, creatures, view and frame at 80x24, mean of %zu turns",
		cost.count);
	bench_say(bench, "turn", (cost.act + cost.frame + cost.render) / count, "us", on);
	bench_say(bench, "turn_act", cost.act / count, "us", "of which the rules");
	bench_say(bench, "turn_paint", cost.frame / count, "us", "of which view and painting");
	bench_say(
		bench, "turn_render", cost.render / count, "us", "of which bytes for the terminal");
	return true;
}

bool bench_save(const struct bench *bench)
{
	struct game *game = walked_game(bench, 3, 400);
	struct complaint complaint;
	size_t size = 0;
	double begin = bench_clock_us(), loading = 0;
	uint8_t *bytes = NULL;
	for (int i = 0; i < BENCH_SAVES; i++) {
		free(bytes);
		bytes = game_snapshot(game, &size);
	}
	double saved = bench_clock_us() - begin;
	for (int i = 0; i < BENCH_SAVES; i++) {
		begin = bench_clock_us();
		struct game *again = game_load(bench->content, bytes, size, &complaint);
		loading += bench_clock_us() - begin;
		assert(again);
		game_free(again);
	}
	bench_say(bench, "save", saved / BENCH_SAVES, "us",
		"a snapshot after 400 commands, mean of 200");
	bench_say(bench, "load", loading / BENCH_SAVES, "us", "the same read again");
	bench_say(bench, "save_size", (double)size, "bytes", "the same");
	begin = bench_clock_us();
	for (int i = 0; i < BENCH_SAVES; i++)
		game_digest(game);
	bench_say(bench, "digest", (bench_clock_us() - begin) / BENCH_SAVES, "us",
		"64 bits over the same game");
	free(bytes);
	game_free(game);
	return true;
}

/* ---- The keeper ---- */

static void load_said(
	void *context, const char *name, double value, const char *unit, const char *on)
{
	bench_say(context, name, value, unit, on);
}

bool bench_journal(const struct bench *bench)
{
	struct bench shown = *bench;
	char sentence[256];
	if (load_measure(
		    bench->content, "journal", 0, load_said, &shown, sentence, sizeof sentence))
		return true;
	command_complain("%s", sentence);
	return false;
}

/* ---- The command ---- */

static const struct bench_row {
	const char *name;
	bool (*run)(const struct bench *bench);
} bench_rows[] = {
#define ROW(name, about) {#name, bench_##name},
	BENCHES(ROW)
#undef ROW
};

/* Prints the rows as text. */
#define ROW(name, about) " " #name
static const char bench_names[] = BENCHES(ROW);
#undef ROW
#define ROW(name, about) "\n  " #name ": " about
static const char bench_list[] = "Measures the named parts (default all):" BENCHES(ROW);
#undef ROW

static bool bench_named(int count, char **names, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return count == 0;
}

static bool names_known(int count, char **names)
{
	for (int i = 0; i < count; i++) {
		bool known = false;
		for (size_t row = 0; row < COUNT(bench_rows); row++)
			known = known || strcmp(bench_rows[row].name, names[i]) == 0;
		if (!known) {
			command_complain("unknown measure \"%s\"; the measures are%s", names[i],
				bench_names);
			return false;
		}
	}
	return true;
}

/* The processor's name, or "an unknown processor". */
static void machine_name(char *name, size_t size)
{
	char line[256], *colon;
	FILE *file = fopen("/proc/cpuinfo", "r");
	snprintf(name, size, "an unknown processor");
	while (file && fgets(line, sizeof line, file))
		if (strncmp(line, "model name", 10) == 0 && (colon = strchr(line, ':'))) {
			colon[1 + strcspn(colon + 1, "\n")] = 0;
			snprintf(name, size, "%s", colon + 2);
			break;
		}
	if (file)
		fclose(file);
}

static bool benches_run(struct bench *bench, int count, char **names)
{
	char machine[128], on[256];
	bool good = true;
#ifdef __OPTIMIZE__
	const char *build = "optimised";
#else
	const char *build = "not optimised";
#endif
	machine_name(machine, sizeof machine);
	snprintf(on, sizeof on, "%s, %ld processors, compiler %s, %s, asserts on", machine,
		sysconf(_SC_NPROCESSORS_ONLN), __VERSION__, build);
	if (!bench->lines)
		printf("# %s\n", on);
	for (size_t i = 0; i < COUNT(bench_rows); i++)
		if (bench_named(count, names, bench_rows[i].name))
			good = bench_rows[i].run(bench) && good;
	if (bench->lines) {
		json_t *whole = json_pack("{s:s, s:O}", "machine", on, "figures", bench->lines);
		json_dumpf(whole, stdout, JSON_INDENT(1));
		putchar('\n');
		json_decref(whole);
	}
	return good;
}

int lab_bench_main(int argc, char **argv)
{
	bool json = false;
	int words;
	const struct argument_row rows[] = {{"json", NULL, "print one JSON object", .flag = &json}};
	const struct argument_table table = {
		"lab bench [NAME...] [--json]", bench_list, rows, COUNT(rows)};
	int status = arguments_parse(argc, argv, &table, &words);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (!names_known(words, argv + 1))
		return 2;
	struct content *content = content_load(NULL);
	if (!content)
		return 1;
	struct bench bench = {.content = content, .lines = json ? json_array() : NULL};
	bool good = benches_run(&bench, words, argv + 1);
	json_decref(bench.lines);
	content_free(content);
	return good ? 0 : 1;
}
