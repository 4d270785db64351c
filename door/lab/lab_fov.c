/* lab fov: the field of view on a drawn map, by the game's method or by another. */
#include "engine/lab/lab.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/os/read_file.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define MAP_WIDTH_MAX 200
#define MAP_HEIGHT_MAX 100

struct map {
	int width, height, eye_x, eye_y, eyes;
	char cells[MAP_WIDTH_MAX * MAP_HEIGHT_MAX];
};

/* The longest row is the width; shorter ones are filled with blanks. */
static bool map_measure(const char *text, struct map *map)
{
	for (const char *row = text; *row; map->height++) {
		size_t length = strcspn(row, "\n");
		if (length > MAP_WIDTH_MAX || map->height >= MAP_HEIGHT_MAX) {
			command_complain("-:%d: the map must be at most %d cells wide and %d high",
				map->height + 1, MAP_WIDTH_MAX, MAP_HEIGHT_MAX);
			return false;
		}
		map->width = (int)length > map->width ? (int)length : map->width;
		row += length + (row[length] == '\n');
	}
	return true;
}

static void map_fill(const char *text, struct map *map)
{
	memset(map->cells, ' ', sizeof map->cells);
	for (int y = 0; y < map->height; y++) {
		int length = (int)strcspn(text, "\n");
		for (int x = 0; x < length; x++) {
			map->cells[y * map->width + x] = text[x];
			if (text[x] != '@')
				continue;
			map->eye_x = x;
			map->eye_y = y;
			map->eyes++;
		}
		text += length + 1;
	}
}

static bool map_read(struct map *map)
{
	size_t size;
	char *text = read_file("-", &size);
	if (!text)
		return false;
	bool good = map_measure(text, map);
	if (good)
		map_fill(text, map);
	free(text);
	if (good && map->eyes != 1)
		command_complain("-:1: the map has %d eyes; draw exactly one '@'", map->eyes);
	return good && map->eyes == 1;
}

/* ---- Options ---- */

struct question {
	enum lab_method method;
	enum lab_shape shape;
	int radius;
	bool visits, agree, between;
	int x, y; /* of between */
};

static struct lab_viewer *viewer_new(
	const struct map *map, const struct question *question, enum lab_method method)
{
	struct lab_map drawn = {map->cells, map->width, map->height};
	return lab_viewer_new(&drawn, method, question->radius, question->shape);
}

static void view_print(const struct map *map, const struct question *question)
{
	struct lab_viewer *viewer = viewer_new(map, question, question->method);
	size_t visits = lab_viewer_look(viewer, map->eye_x, map->eye_y);
	for (int y = 0; y < map->height; y++) {
		char row[MAP_WIDTH_MAX];
		int length = 0;
		for (int x = 0; x < map->width; x++) {
			row[x] = lab_viewer_sees(viewer, x, y) ? '*' : ' ';
			if (x == map->eye_x && y == map->eye_y)
				row[x] = '@';
			if (row[x] != ' ')
				length = x + 1;
		}
		printf("%.*s\n", length, row);
	}
	if (question->visits)
		printf("visits %zu\n", visits);
	lab_viewer_free(viewer);
}

/* Prints the line of sight between the eye and one cell, or the cells on which both queries differ.
 */
static void sight_print(const struct map *map, const struct question *question)
{
	struct lab_viewer *rays = viewer_new(map, question, LAB_RAYS);
	struct lab_viewer *trace = viewer_new(map, question, LAB_TRACE);
	for (int y = 0; y < map->height; y++)
		for (int x = 0; x < map->width; x++) {
			if (question->between && (x != question->x || y != question->y))
				continue;
			bool by_rays = lab_viewer_between(rays, map->eye_x, map->eye_y, x, y);
			bool by_trace = lab_viewer_between(trace, map->eye_x, map->eye_y, x, y);
			if (question->between || by_rays != by_trace)
				printf("%d,%d rays %s trace %s\n", x, y, by_rays ? "yes" : "no",
					by_trace ? "yes" : "no");
		}
	lab_viewer_free(rays);
	lab_viewer_free(trace);
}

/* ---- The command ---- */

#define ROW(id, word, about) word,
static const char *const method_words[] = {LAB_METHODS(ROW)};
static const char *const shape_words[] = {LAB_SHAPES(ROW)};
#undef ROW

/* The index of a word in a list, or -1 after a complaint. */
static int word_find(const char *option, const char *word, const char *const *words, size_t count)
{
	char list[128];
	int length = 0;
	for (size_t i = 0; i < count; i++) {
		if (strcmp(words[i], word) == 0)
			return (int)i;
		length += snprintf(list + length, sizeof list - (size_t)length, "%s%s",
			i ? ", " : "", words[i]);
	}
	command_complain("--%s takes one of %s, not \"%s\"", option, list, word);
	return -1;
}

static bool cell_find(const char *text, const struct map *map, int *x, int *y)
{
	char rest;
	if (sscanf(text, "%4d,%4d%c", x, y, &rest) == 2 && *x >= 0 && *x < map->width && *y >= 0 &&
		*y < map->height)
		return true;
	command_complain("--between takes a cell of the map as X,Y, from 0,0 to %d,%d, not \"%s\"",
		map->width - 1, map->height - 1, text);
	return false;
}

static int answer(struct question *question, const char *cell)
{
	static struct map map;
	if (!map_read(&map))
		return 1;
	if (question->between && !cell_find(cell, &map, &question->x, &question->y))
		return 2;
	if (question->between || question->agree)
		sight_print(&map, question);
	else
		view_print(&map, question);
	return 0;
}

/* The words of a list, separated by bars, as the help of an option. */
#define VALUE(id, word, about) "|" word
#define ROW(id, word, about) "\n  " word ": " about
static const char about_fov[] =
	"Reads a map from standard input and prints the field of view: '@' is the\n"
	"eye, '*' a visible cell, ' ' a hidden one.  On the map '#' blocks light,\n"
	"'@' is the eye, and all other cells let light pass.  Only the method moria\n"
	"knows '.' as the floor of a lit room, which an eye in it or in its doorway\n"
	"sees whole, and letters as monsters.  To see a map of `lab level --light`,\n"
	"draw an '@' into it.\n"
	"\n"
	"Algorithms:" LAB_METHODS(ROW) "\nShapes:" LAB_SHAPES(ROW);
#undef ROW

int lab_fov_main(int argc, char **argv)
{
	const char *method = method_words[LAB_PERMISSIVE], *shape = shape_words[LAB_SQUARE];
	const char *cell = "";
	struct question question = {.radius = 0};
	const struct argument_row rows[] = {
		{"algorithm", &LAB_METHODS(VALUE)[1], "method (default permissive)",
			.text = &method},
		{"radius", "N", "sight radius (default 0: unlimited)", .number = &question.radius},
		{"shape", &LAB_SHAPES(VALUE)[1], "shape of the radius (default square)",
			.text = &shape},
		{"visits", NULL,
			"print the number of visited cells; permissive does not count them",
			.flag = &question.visits},
		{"between", "X,Y",
			"print whether a cell is visible by rays and by a line, without the map",
			.text = &cell},
		{"agree", NULL, "print the cells where rays and line disagree, without the map",
			.flag = &question.agree},
	};
	const struct argument_table table = {
		"lab fov [OPTION]... < MAP", about_fov, rows, COUNT(rows)};
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	int chosen = word_find("algorithm", method, method_words, COUNT(method_words));
	int drawn = word_find("shape", shape, shape_words, COUNT(shape_words));
	if (chosen < 0 || drawn < 0)
		return 2;
	question.method = (enum lab_method)chosen;
	question.shape = (enum lab_shape)drawn;
	question.between = *cell != 0;
	return answer(&question, cell);
}
