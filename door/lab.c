#include "lab.h"
#include "commands.h"
#include "content_load.h"
#include "options.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Words that several take ---- */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool lab_seed(const char *text, struct seed *seed)
{
	*seed = (struct seed){{0}};
	size_t length = strlen(text), at = 2 * sizeof seed->bytes;
	bool good = length > 0 && length <= at;
	while (good && length > 0) {
		int digit = hex_digit(text[--length]);
		at--;
		good = digit >= 0;
		if (good)
			seed->bytes[at / 2] |= (uint8_t)(at % 2 ? digit : digit << 4);
	}
	if (!good)
		options_complain("--seed wants 1 to 32 hexadecimal digits, not \"%s\"", text);
	return good;
}

bool lab_size(const char *text, int *width, int *height)
{
	char rest;
	if (!*text)
		return true;
	if (sscanf(text, "%4dx%4d%c", width, height, &rest) == 2 && *width > 0 && *height > 0)
		return true;
	options_complain("--size wants WIDTHxHEIGHT, such as 80x21, not \"%s\"", text);
	return false;
}

char *lab_read(const char *path, size_t *size)
{
	bool standard = strcmp(path, "-") == 0;
	FILE *file = standard ? stdin : fopen(path, "r");
	if (!file) {
		options_complain("%s: %s", path, strerror(errno));
		return NULL;
	}
	char *text = NULL;
	size_t capacity = 0;
	ssize_t length = getdelim(&text, &capacity, EOF, file);
	bool failed = ferror(file);
	if (!standard)
		fclose(file);
	if (failed) {
		options_complain("%s: %s", path, strerror(errno));
		free(text);
		return NULL;
	}
	if (length < 0) {
		free(text);
		text = calloc(1, 1);
		assert(text);
		length = 0;
	}
	*size = (size_t)length;
	return text;
}

/* ---- lab fov ---- */

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
			options_complain("-:%d: a map is at most %d cells wide and %d high",
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
	char *text = lab_read("-", &size);
	if (!text)
		return false;
	bool good = map_measure(text, map);
	if (good)
		map_fill(text, map);
	free(text);
	if (good && map->eyes != 1)
		options_complain("-:1: the map has %d eyes; draw exactly one '@'", map->eyes);
	return good && map->eyes == 1;
}

static void map_print(const struct map *map, const uint8_t *seen)
{
	for (int y = 0; y < map->height; y++) {
		char row[MAP_WIDTH_MAX];
		int length = 0;
		for (int x = 0; x < map->width; x++) {
			row[x] = seen[y * map->width + x] ? '*' : ' ';
			if (x == map->eye_x && y == map->eye_y)
				row[x] = '@';
			if (row[x] != ' ')
				length = x + 1;
		}
		printf("%.*s\n", length, row);
	}
}

int lab_fov_main(int argc, char **argv)
{
	static struct map map;
	static uint8_t seen[MAP_WIDTH_MAX * MAP_HEIGHT_MAX];
	const struct option_table table = {"lab fov < MAP",
		"Reads a map ('#' blocks light, '@' is the eye, the rest lets light by, outside "
		"blocks) and\n"
		"prints it with '@' for the eye, '*' for what is reachable, and ' ' for what is "
		"not.",
		NULL, 0};
	int status = options_parse(argc, argv, &table, NULL);
	if (status != OPTIONS_GO_ON)
		return status;
	if (!map_read(&map))
		return 1;
	lab_fov(map.cells, map.width, map.height, map.eye_x, map.eye_y, seen);
	map_print(&map, seen);
	return 0;
}

/* ---- lab level ---- */

static int level_print(const char *directory, const struct seed *seed, int depth, const char *kind,
	int width, int height, unsigned flags)
{
	struct complaint complaint;
	struct content *content = content_load(directory);
	if (!content)
		return 1;
	char *text = lab_level(content, seed, depth, kind, width, height, flags, &complaint);
	if (text)
		fputs(text, stdout);
	else
		options_complain("%s", complaint.sentence);
	int status = text ? 0 : 1;
	free(text);
	content_free(content);
	return status;
}

int lab_level_main(int argc, char **argv)
{
	const char *seed_text = "0", *kind = "", *size = "", *directory = NULL;
	int depth = 1, width = 0, height = 0;
	bool steps = false, monsters = false, items = false;
	const struct option_row rows[] = {
		{"seed", "HEX", "up to 32 digits; 0 unless told", .text = &seed_text},
		{"depth", "N", "1 unless told", .number = &depth},
		{"kind", "ID", "a kind of level that the depth does not have by itself",
			.text = &kind},
		{"size", "WxH", "another size than the kind's own, up to 200x100", .text = &size},
		{"steps", NULL, "each stage of the making, under a \"== stage\" line",
			.flag = &steps},
		{"monsters", NULL, "with the creatures that wait there", .flag = &monsters},
		{"items", NULL, "with the things that lie there", .flag = &items},
		{"content", "DIR", "content that adds to the built-in, or replaces it",
			.text = &directory},
	};
	const struct option_table table = {"lab level --seed HEX --depth N [OPTION]...",
		"Prints the whole of a level, one character a cell, symbols as in the game.", rows,
		COUNT(rows)};
	struct seed seed;
	int status = options_parse(argc, argv, &table, NULL);
	if (status != OPTIONS_GO_ON)
		return status;
	if (!lab_seed(seed_text, &seed) || !lab_size(size, &width, &height))
		return 2;
	unsigned flags =
		(steps ? LAB_STEPS : 0) | (monsters ? LAB_MONSTERS : 0) | (items ? LAB_ITEMS : 0);
	return level_print(directory, &seed, depth, kind, width, height, flags);
}

/* ---- lab content ---- */

static int manual_print(void)
{
	char *manual = content_manual();
	fputs(manual, stdout);
	free(manual);
	return 0;
}

int lab_content_main(int argc, char **argv)
{
	const char *directory = NULL;
	bool fields = false;
	const struct option_row rows[] = {
		{"content", "DIR", "content that adds to the built-in, or replaces it",
			.text = &directory},
		{"fields", NULL, "print the manual of all kinds of records and their fields",
			.flag = &fields},
	};
	const struct option_table table = {"lab content [--content DIR] [--fields]",
		"Reads content, lists all that is wrong with it, and prints its digest when "
		"nothing is.",
		rows, COUNT(rows)};
	uint8_t digest[CONTENT_DIGEST_SIZE];
	int status = options_parse(argc, argv, &table, NULL);
	if (status != OPTIONS_GO_ON)
		return status;
	if (fields)
		return manual_print();
	struct content *content = content_load(directory);
	if (!content)
		return 1;
	content_digest(content, digest);
	for (size_t i = 0; i < sizeof digest; i++)
		printf("%02x", digest[i]);
	printf("\n");
	content_free(content);
	return 0;
}

/* ---- The table ---- */

struct lab_row {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *about;
};

static const struct lab_row lab_rows[] = {
#define ROW(name, about) {#name, lab_##name##_main, about},
	LAB_COMMANDS(ROW)
#undef ROW
};

static void lab_list(FILE *file)
{
	fprintf(file, "usage: trapdoor lab COMMAND [OPTION]...\n\nThe debugging and measuring "
		      "bench.\n\n");
	for (size_t i = 0; i < COUNT(lab_rows); i++)
		fprintf(file, "  %-8s %s\n", lab_rows[i].name, lab_rows[i].about);
	fprintf(file, "\n\"trapdoor lab COMMAND --help\" tells more.\n");
}

int lab_main(int argc, char **argv)
{
	if (argc < 2) {
		lab_list(stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		lab_list(stdout);
		return 0;
	}
	for (size_t i = 0; i < COUNT(lab_rows); i++) {
		if (strcmp(lab_rows[i].name, argv[1]) != 0)
			continue;
		char name[32]; /* as complaints call it */
		snprintf(name, sizeof name, "lab %s", lab_rows[i].name);
		argv[1] = name;
		return lab_rows[i].run(argc - 1, argv + 1);
	}
	options_complain(
		"the lab has no \"%s\"; \"trapdoor lab --help\" lists what it has", argv[1]);
	return 2;
}
