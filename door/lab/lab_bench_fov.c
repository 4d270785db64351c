/* lab bench fov: compares the game's field of view with the lab's other methods on the same cells.
 */
#include "engine/lab/lab.h"
#include "door/lab/lab_bench.h"
#include "door/os/complain.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { EYES_MOST = 400, ROUNDS = 4, MAP_WIDTH_MAX = 200, MAP_HEIGHT_MAX = 100 };

#define ROW(id, word, about) word,
static const char *const method_words[] = {LAB_METHODS(ROW)};
#undef ROW

/* The maps that are measured. */
static const struct ground {
	const char *name;
	int maps;    /* levels with seeds of their own; 0: one drawn map */
	int pillars; /* of a drawn map, in percent */
	int width, height;
	const char *about;
} grounds[] = {
	{"rogue", 20, 0, 80, 21, "20 levels of 80x21"},
	{"open", 0, 0, 80, 21, "an open 80x21"},
	{"pillars", 0, 10, 80, 21, "80x21 with 10 % pillars"},
	{"large", 4, 0, 200, 100, "4 levels of 200x100"},
	{"large_open", 0, 0, 200, 100, "an open 200x100"},
	{"large_pillars", 0, 10, 200, 100, "200x100 with 10 % pillars"},
};

struct eye {
	int x, y;
};

struct map {
	char cells[MAP_WIDTH_MAX * MAP_HEIGHT_MAX];
	struct eye eyes[MAP_WIDTH_MAX * MAP_HEIGHT_MAX];
	size_t eye_count;
};

/* The results of a method on a map.  seen, both and either count cells. */
struct summary {
	double us, appearances, visits, seen, both, either;
};

/* Draws pillars on a map of floor. Uses no random numbers of the rules, so that each version of the
 * rules measures the same map. */
static void ground_draw(const struct ground *ground, struct map *map)
{
	unsigned draw = 1;
	for (int i = 0; i < ground->width * ground->height; i++) {
		draw = draw * 1103515245u + 12345u;
		map->cells[i] = (int)(draw >> 16) % 100 < ground->pillars ? '#' : '.';
	}
}

static bool level_draw(
	const struct content *content, const struct ground *ground, int number, struct map *map)
{
	struct seed seed = {{0x66, (uint8_t)number}};
	struct complaint complaint;
	char *text = lab_level(content, &seed,
		&(struct lab_level){.depth = 1 + number % 3,
			.kind = "",
			.width = ground->width,
			.height = ground->height,
			.flags = LEVEL_TEXT_LIGHT},
		&complaint);
	if (!text) {
		command_complain("%s", complaint.sentence);
		return false;
	}
	size_t length = 0;
	for (const char *at = text; *at; at++)
		if (*at != '\n')
			map->cells[length++] = *at;
	assert(length == (size_t)ground->width * (size_t)ground->height);
	free(text);
	return true;
}

/* Chooses evenly some of the cells that can be stood on. */
static void eyes_choose(const struct ground *ground, struct map *map)
{
	size_t count = 0;
	for (int i = 0; i < ground->width * ground->height; i++)
		if (map->cells[i] == '.' || map->cells[i] == ',')
			map->eyes[count++] = (struct eye){i % ground->width, i / ground->width};
	size_t step = 1 + count / EYES_MOST;
	map->eye_count = 0;
	for (size_t i = 0; i < count; i += step)
		map->eyes[map->eye_count++] = map->eyes[i];
}

static void appearances_time(
	struct lab_viewer *viewer, const struct map *map, struct summary *summary)
{
	double begin = bench_clock_us();
	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < map->eye_count; i++)
			lab_viewer_look(viewer, map->eyes[i].x, map->eyes[i].y);
	summary->us += (bench_clock_us() - begin) / ROUNDS;
}

static void appearances_compare(struct lab_viewer *viewer, struct lab_viewer *own,
	const struct ground *ground, const struct eye *eye, struct summary *summary)
{
	summary->visits += (double)lab_viewer_look(viewer, eye->x, eye->y);
	lab_viewer_look(own, eye->x, eye->y);
	summary->appearances++;
	for (int y = 0; y < ground->height; y++)
		for (int x = 0; x < ground->width; x++) {
			bool it = lab_viewer_sees(viewer, x, y), game = lab_viewer_sees(own, x, y);
			summary->seen += it;
			summary->both += it && game;
			summary->either += it || game;
		}
}

static void map_tally(const struct ground *ground, const struct map *map, enum lab_method method,
	struct summary *summary)
{
	struct lab_map drawn = {map->cells, ground->width, ground->height};
	struct lab_viewer *viewer = lab_viewer_new(&drawn, method, 0, LAB_SQUARE);
	struct lab_viewer *own = lab_viewer_new(&drawn, LAB_PERMISSIVE, 0, LAB_SQUARE);
	appearances_time(viewer, map, summary);
	for (size_t i = 0; i < map->eye_count; i++)
		appearances_compare(viewer, own, ground, &map->eyes[i], summary);
	lab_viewer_free(viewer);
	lab_viewer_free(own);
}

static void summary_say(const struct bench *bench, const struct ground *ground, const char *method,
	const struct summary *summary)
{
	char name[64], on[160];
	snprintf(name, sizeof name, "fov_%s_%s", ground->name, method);
	snprintf(on, sizeof on, "a look by %s, mean from %.0f cells of %s", method,
		summary->appearances, ground->about);
	bench_say(bench, name, summary->us / summary->appearances, "us", on);
	if (ground->maps == 0 && ground->pillars == 0)
		return; /* every cell sees every cell there */
	snprintf(name, sizeof name, "fov_%s_%s_seen", ground->name, method);
	snprintf(on, sizeof on, "seen by that look, mean; %.0f were asked about",
		summary->visits / summary->appearances);
	bench_say(bench, name, summary->seen / summary->appearances, "cells",
		summary->visits > 0 ? on : "seen by that look, mean");
	if (strcmp(method, method_words[LAB_PERMISSIVE]) == 0)
		return;
	snprintf(name, sizeof name, "fov_%s_%s_agrees", ground->name, method);
	bench_say(bench, name, 100 * summary->both / summary->either, "percent",
		"of the cells seen by it or by the game's own method, those seen by both");
}

static bool ground_measure(const struct bench *bench, const struct ground *ground)
{
	static struct map map;
	struct summary tallies[COUNT(method_words)] = {{0}};
	int number = 0;
	do {
		if (ground->maps == 0)
			ground_draw(ground, &map);
		else if (!level_draw(bench_content(bench), ground, number, &map))
			return false;
		eyes_choose(ground, &map);
		for (size_t method = 0; method < COUNT(method_words); method++)
			map_tally(ground, &map, (enum lab_method)method, &tallies[method]);
	} while (++number < ground->maps);
	for (size_t method = 0; method < COUNT(method_words); method++)
		summary_say(bench, ground, method_words[method], &tallies[method]);
	return true;
}

/* The ray tables are made once for a map size and a limit, outside the measured time. */
static void tables_measure(const struct bench *bench)
{
	static char cells[MAP_WIDTH_MAX * MAP_HEIGHT_MAX];
	struct lab_map map = {cells, MAP_WIDTH_MAX, MAP_HEIGHT_MAX};
	double begin = bench_clock_us();
	for (int round = 0; round < ROUNDS; round++)
		lab_viewer_free(lab_viewer_new(&map, LAB_RAYS, 0, LAB_SQUARE));
	bench_say(bench, "fov_rays_tables", (bench_clock_us() - begin) / ROUNDS, "us",
		"the rays of a 200x100 map made, before the first look");
}

bool bench_fov_methods(const struct bench *bench)
{
	bool good = true;
	tables_measure(bench);
	for (size_t i = 0; i < COUNT(grounds); i++)
		good = ground_measure(bench, &grounds[i]) && good;
	return good;
}
