/*
 * A scene of light for the documents:  scene NAME | --list
 * A vignette of the content:  scene --vignette NUMBER WIDTH HEIGHT CHARSET COLOURS
 * The choice of an heirloom, with the first row chosen:  scene --heirloom COLOURS HEALTH
 *
 * Makes the level of the scene's row, walks the hero from its stairs to the best place for the
 * scene, and writes the bytes of the rendered screen (80x24, UTF-8, truecolour). View, play screen
 * and renderer are the game's own. The same program always writes the same bytes.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/config/content_load.h"
#include "door/lab/headless.h"
#include "door/ui/vignette.h"
#include "engine/rules/rules.h"

#define WIDTH 80
#define HEIGHT 24
#define SEEDS_MOST 400
#define PAGES_MOST 8

/* The cells that make a place good. */
enum wish { WISH_LIT, WISH_HUES, WISH_WATER, WISH_PAPER, WISH_GROUND };

struct scene {
	const char *name, *level;
	uint8_t depth, skipped; /* skipped: levels of the kind */
	uint8_t wish;
	bool lamp, lit;     /* the hero carries a lamp; the hero stands in the light */
	const char *ground; /* terrain that the hero stands on; NULL: any safe one */
	const char *cloud;  /* gas released beside the hero */
	uint16_t amount;    /* of gas */
	uint8_t turns;      /* that pass at the end */
};

static const struct scene scenes[] = {
	{"switchroom", "exchange-halls", 2, 0, WISH_HUES, .lit = true},
	{"cable-way", "conduits", 7, 1, WISH_GROUND, .lamp = true, .ground = "corridor"},
	{"fire", "stacks", 5, 5, WISH_PAPER, .turns = 5},
	{"flood", "conduits-caverns", 8, 3, WISH_WATER, .lamp = true},
	{"gas", "conduits", 9, 0, WISH_LIT, .lit = true, .cloud = "green-gas", 900, .turns = 4},
	{"undertown", "undertown", 11, 0, WISH_HUES, .lamp = false},
	{"heath", "heath", 14, 0, WISH_HUES, .lamp = false},
	{"glass-hall", "glass-hall", 22, 0, WISH_HUES, .lamp = false},
};
#define SCENES (sizeof(scenes) / sizeof(scenes[0]))

/* ---- The place ---- */

static int worth_of(const struct game *game, size_t at, const struct scene *scene)
{
	const struct level *level = game->level;
	uint8_t flags = level->flags[at];
	const struct terrain_kind *kind = level_shown(game->content, level, at);

	if (!(flags & LEVEL_SEEN))
		return 0;
	switch ((enum wish)scene->wish) {
	case WISH_WATER:
		return kind->flags & TERRAIN_WATER ? 4 : 1;
	case WISH_PAPER:
		return strncmp(kind->id, "paper", 5) == 0 ? 9 : 1;
	case WISH_GROUND:
		return strcmp(kind->id, scene->ground) == 0 ? 1 : 0;
	case WISH_HUES:
		return flags & LEVEL_GLOW ? 4 : 1;
	default:
		return flags & (LEVEL_LIT | LEVEL_GLOW) ? 3 : 1;
	}
}

static void move_hero(struct game *game, int x, int y)
{
	creature_move(game, HERO, x, y);
	light_moved(game, HERO);
	light_update(game);
	senses_refresh(game);
}

static long worth_of_place(struct game *game, int x, int y, const struct scene *scene)
{
	size_t cells = (size_t)game->level->width * (size_t)game->level->height;
	long worth = 0;

	move_hero(game, x, y);
	for (size_t at = 0; at < cells; at++)
		worth += worth_of(game, at, scene);
	return worth;
}

/* Turns the pages of messages. */
static void turn_pages(struct headless *headless)
{
	struct vt_frame frame = {0};

	for (int page = 0; page < PAGES_MOST; page++) {
		headless_settle(headless);
		headless_paint(headless, &frame);
		headless_key(headless, ' ');
	}
	vt_frame_free(&frame);
}

static bool may_stand(const struct game *game, const struct scene *scene, int x, int y)
{
	const struct terrain_kind *kind = game_terrain(game, x, y);

	return creature_may_stand(game, x, y) && content_is_safe(kind) &&
	       (scene->ground == NULL || strcmp(kind->id, scene->ground) == 0) &&
	       (!scene->lit || light_at(game, x, y));
}

static void find_place(struct game *game, const struct scene *scene, int *x, int *y)
{
	long best = -1;
	int from_x = game_hero(game)->x, from_y = game_hero(game)->y;

	for (int row = 0; row < game->level->height; row++) {
		for (int column = 0; column < game->level->width; column++) {
			if (!may_stand(game, scene, column, row))
				continue;
			long worth = worth_of_place(game, column, row, scene);
			if (worth <= best)
				continue;
			best = worth;
			*x = column;
			*y = row;
		}
	}
	move_hero(game, from_x, from_y);
}

/* ---- The way there ---- */

static bool may_pass(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) &&
	       (game_terrain(game, x, y)->flags & TERRAIN_OBJECTS ||
		       terrain_transition(game, x, y, TRIGGER_OPEN, -1) != NULL);
}

/* Writes the distance in steps to (x, y) for each cell; -1: no way. */
static void spread(const struct game *game, int x, int y, int *steps)
{
	static int queue[VIEW_CELLS_MAX];
	int width = game->level->width, head = 0, tail = 0;

	for (int at = 0; at < width * game->level->height; at++)
		steps[at] = -1;
	steps[y * width + x] = 0;
	queue[tail++] = y * width + x;
	while (head < tail) {
		int at = queue[head++];

		for (int way = 0; way < 9; way++) {
			int to_x = at % width + way % 3 - 1, to_y = at / width + way / 3 - 1;
			int to = to_y * width + to_x;

			if (!may_pass(game, to_x, to_y) || steps[to] >= 0)
				continue;
			steps[to] = steps[at] + 1;
			queue[tail++] = to;
		}
	}
}

/* Walks to a place by a shortest way, opens the doors, and looks around at each step. */
static void walk_to(struct game *game, int x, int y)
{
	static int steps[VIEW_CELLS_MAX];
	int width = game->level->width;

	spread(game, x, y, steps);
	for (int way = 0; way < 9; way++) {
		int at_x = game_hero(game)->x, at_y = game_hero(game)->y;
		int to_x = at_x + way % 3 - 1, to_y = at_y + way / 3 - 1;

		if (!may_pass(game, to_x, to_y) ||
			steps[to_y * width + to_x] != steps[at_y * width + at_x] - 1)
			continue;
		terrain_trigger(game, to_x, to_y, TRIGGER_OPEN, -1);
		if (creature_at(game, to_x, to_y) > HERO)
			creature_remove(game, creature_at(game, to_x, to_y));
		move_hero(game, to_x, to_y);
		senses_look(game);
		way = -1;
	}
}

/* ---- The staging ---- */

static void give_lamp(struct game *game)
{
	struct item lamp = {.kind = content_find_item(game->content, "hand-lamp"), .count = 1};

	lamp.charges = 8;
	lamp_use(game, item_into_pack(game, lamp));
}

/* Sets the paper in sight on fire that is nearest to the hero, but not beside him. */
static void set_fire(struct game *game)
{
	const struct level *level = game->level;
	const struct creature *hero = game_hero(game);
	int best = INT_MAX, best_x = -1, best_y = -1;

	for (int y = 0; y < level->height; y++) {
		for (int x = 0; x < level->width; x++) {
			int away = distance_between(hero->x, hero->y, x, y);

			if (away < 3 || away >= best ||
				!(level->flags[level_at(level, x, y)] & LEVEL_SEEN) ||
				strcmp(game_terrain(game, x, y)->id, "paper-stack") != 0)
				continue;
			best = away;
			best_x = x;
			best_y = y;
		}
	}
	if (best_x >= 0)
		terrain_trigger(game, best_x, best_y, TRIGGER_BURN, -1);
}

static void release_gas(struct game *game, const struct scene *scene)
{
	const struct content *content = game->content;
	int x = game_hero(game)->x, y = game_hero(game)->y;

	for (uint16_t i = 0; i < content->counts.clouds; i++)
		if (strcmp(content->clouds[i].id, scene->cloud) == 0)
			gas_release(game, i, x - 4, y, scene->amount);
}

/* Returns the game of the first seed whose level at the scene's depth is of the scene's kind, past
 * as many as the row says. */
static struct headless *find_level(const struct content *content, const struct scene *scene)
{
	const struct birth birth = {.name = "Dorothea"};
	uint16_t kind = content_find_level(content, scene->level);
	int left = scene->skipped;

	for (unsigned number = 0; number < SEEDS_MOST; number++) {
		struct seed seed = {{(uint8_t)number, (uint8_t)(number >> 8), 0x5c}};
		struct headless *headless = headless_new(content, &seed, &birth, WIDTH, HEIGHT);
		struct game *game = headless_game(headless);

		headless_act(headless, &(struct command){.verb = VERB_CHOOSE});
		turn_pages(headless);
		place_enter(game, scene->depth, false);
		if (game->level->kind == kind && left-- == 0)
			return headless;
		headless_free(headless);
	}
	return NULL;
}

static void stage(struct headless *headless, const struct scene *scene)
{
	struct game *game = headless_game(headless);
	int x = game_hero(game)->x, y = game_hero(game)->y;

	if (scene->lamp)
		give_lamp(game);
	find_place(game, scene, &x, &y);
	walk_to(game, x, y);
	if (scene->wish == WISH_PAPER)
		set_fire(game);
	if (scene->cloud != NULL)
		release_gas(game, scene);
	for (int turn = 0; turn <= scene->turns; turn++) {
		game_hero(game)->health = game_hero(game)->health_max;
		turn_pages(headless);
		headless_act(headless, &(struct command){.verb = VERB_WAIT});
	}
	turn_pages(headless);
}

static void send(struct vt_frame *frame, enum vt_charset charset, enum vt_colours colours)
{
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name("xterm-256color"), charset, colours);
	struct vt_bytes out = {0};

	vt_render(terminal, frame, &out);
	fwrite(out.data, 1, out.size, stdout);
	vt_bytes_free(&out);
	vt_frame_free(frame);
	vt_terminal_free(terminal);
}

static int show(const struct content *content, const struct scene *scene)
{
	struct headless *headless = find_level(content, scene);
	struct vt_frame frame = {0};

	if (headless == NULL)
		return 1;
	stage(headless, scene);
	headless_settle(headless);
	headless_paint(headless, &frame);
	send(&frame, VT_UTF8, VT_TRUECOLOUR);
	headless_free(headless);
	return 0;
}

/* Charset and colours are numbers of their enums. */
static int show_vignette(const struct content *content, char **numbers)
{
	struct vt_frame frame = {0};

	vt_frame_resize(&frame, atoi(numbers[1]), atoi(numbers[2]));
	vignette_paint(&frame, content, (enum vignette)atoi(numbers[0]));
	send(&frame, (enum vt_charset)atoi(numbers[3]), (enum vt_colours)atoi(numbers[4]));
	return 0;
}

/* Colours are a number of their enum. The health is one of 100. */
static int show_heirlooms(const struct content *content, char **numbers)
{
	const struct birth birth = {.name = "Dorothea"};
	struct headless *headless =
		headless_new(content, &(struct seed){{1}}, &birth, WIDTH, HEIGHT);
	struct creature *hero = game_hero(headless_game(headless));
	struct vt_frame frame = {0};

	headless_key(headless, 'A');
	headless_key(headless, VT_KEY_DOWN);
	hero->health = (int16_t)(hero->health_max * atoi(numbers[1]) / 100);
	headless_settle(headless);
	headless_paint(headless, &frame);
	send(&frame, VT_UTF8, (enum vt_colours)atoi(numbers[0]));
	headless_free(headless);
	return 0;
}

/* Finds the scene by its name. */
static int show_named(const struct content *content, const char *name)
{
	for (size_t i = 0; i < SCENES; i++)
		if (strcmp(scenes[i].name, name) == 0)
			return show(content, &scenes[i]);
	return 2;
}

int main(int argc, char **argv)
{
	bool vignette = argc == 7 && strcmp(argv[1], "--vignette") == 0;
	bool heirlooms = argc == 4 && strcmp(argv[1], "--heirloom") == 0;
	struct content *content = content_load("");
	int status = 1;

	if (argc == 2 && strcmp(argv[1], "--list") == 0) {
		for (size_t i = 0; i < SCENES; i++)
			puts(scenes[i].name);
		status = 0;
	} else if (content != NULL && vignette) {
		status = show_vignette(content, argv + 2);
	} else if (content != NULL && heirlooms) {
		status = show_heirlooms(content, argv + 2);
	} else if (content != NULL) {
		status = show_named(content, argc == 2 ? argv[1] : "");
	}
	content_free(content);
	return status;
}
