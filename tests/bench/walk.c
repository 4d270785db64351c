/*
 * The bytes of walking:  walk [GAMES [LEAST]] [LOOK...]
 *
 * LOOK is a terminal of the table below (default: xterm with 256 colours), "plain" (plain light),
 * "lamp" (the hero carries a hand lamp, and no room is lit), "ideal", "line" (line mode), or
 * "seed=N" (the game of that number alone).
 *
 * Plays games of fixed seeds (400 when not said) the way the part `bytes` of tests/bench/run does
 * from outside: steps into one direction until there is no way, menus, waits and looks in between.
 * So the figures are of many more steps, and two builds can be compared.  24 rows.  Prints
 * "name value unit" lines, and of each step of LEAST bytes or more what was sent.  "ideal" also
 * compares the keys with the least bytes (ideal.h), which takes a hundred times as long.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door/config/content_load.h"
#include "door/lab/headless.h"
#include "engine/rules/rules.h"
#include "tests/bench/ideal.h"
#include "tests/door/line_talk.h"

#define GAMES 400
#define GAMES_MOST 10000
#define KEYS_A_GAME 110
#define PAGES_MOST 20

static const char distances[] = "lhjkyubn";
static const enum direction walk_ways[] = {
	DIR_E, DIR_W, DIR_S, DIR_N, DIR_NW, DIR_NE, DIR_SW, DIR_SE};

struct figures {
	int *steps;
	int *firsts;
	size_t step_count, game_count, key_count;
	long keys, pens, motions, texts; /* bytes; all but keys of steps alone */
	double seconds;
	size_t least;
	long ideal_sum, ideal_keys; /* least bytes of all steps, and of all keys */
};

struct walker {
	struct headless *headless;
	struct vt_terminal *terminal;
	struct vt_frame frame;
	struct vt_bytes out; /* of the last key */
	struct figures *figures;
	bool compares, rows, repeats;
	int ideal; /* least bytes of the last key */
};

static const struct kind {
	const char *word, *name;
	enum vt_charset charset;
	enum vt_colours colours;
	int width;
	bool repeats; /* it knows ECH and REP */
} kinds[] = {
	{"256", "xterm-256color", VT_UTF8, VT_COLOURS_256, 80, true},
	{"truecolour", "xterm-256color", VT_UTF8, VT_TRUECOLOUR, 80, true},
	{"vt100", "vt100", VT_DEC, VT_MONO, 80, false},
	{"vt52", "vt52", VT_ASCII, VT_MONO, 80, false},
	{"cp437", "syncterm", VT_CP437, VT_COLOURS_16, 80, true},
	{"petscii", "petscii", VT_PETSCII, VT_COLOURS_16, 40, false},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

struct look {
	const struct kind *kind;
	bool plain, lamp, ideal, rows, line;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- Playing ---- */

static void show(struct walker *walker)
{
	headless_settle(walker->headless);
	headless_paint(walker->headless, &walker->frame);
	if (walker->rows)
		walker->frame.in_order = true;
	walker->out.size = 0;
	if (walker->compares)
		walker->ideal = ideal_bytes(walker->terminal, &walker->frame, walker->repeats);
	double begin = now();
	vt_render(walker->terminal, &walker->frame, &walker->out);
	walker->figures->seconds += now() - begin;
}

static void press(struct walker *walker, int key)
{
	headless_key(walker->headless, key);
	show(walker);
}

/* The cell of the first '@', or -1. */
static int find_hero(const struct walker *walker)
{
	int cells = walker->frame.width * walker->frame.height, at = 0;

	while (at < cells && walker->frame.cells[at].glyph != '@')
		at++;
	return at < cells ? at : -1;
}

static bool asks_for_more(const struct walker *walker)
{
	static const char more[] = "--more--";
	size_t cells = (size_t)(walker->frame.width * walker->frame.height), same = 0;

	for (size_t at = 0; at < cells && same < sizeof(more) - 1; at++)
		same = walker->frame.cells[at].glyph == (unsigned char)more[same] ? same + 1 : 0;
	return same == sizeof(more) - 1;
}

static void turn_pages(struct walker *walker)
{
	for (int page = 0; page < PAGES_MOST && asks_for_more(walker); page++)
		press(walker, ' ');
}

/* ---- Figures ---- */

static void print_bytes(const struct vt_bytes *bytes)
{
	for (size_t i = 0; i < bytes->size; i++) {
		uint8_t byte = bytes->data[i];

		if (byte == '\033')
			fputs("\\e", stdout);
		else if (byte < ' ')
			printf("\\x%02x", byte);
		else
			putchar(byte);
	}
	putchar('\n');
}

/* Counts the bytes that set pens, and those that move the cursor or erase. */
static void report_apart(const struct vt_bytes *bytes, long *pens, long *motions)
{
	*pens = *motions = 0;
	for (size_t at = 0; at < bytes->size;) {
		const uint8_t *byte = bytes->data + at;
		size_t size = 1;

		if (*byte == '\033') {
			size = 2;
			while (byte[1] == '[' && !isalpha(byte[size]))
				size++;
			size += byte[1] == '[';
		}
		if (byte[size - 1] == 'm' && size > 1)
			*pens += (long)size;
		else if (*byte < ' ')
			*motions += (long)size;
		at += size;
	}
}

static void count_step(struct walker *walker)
{
	struct figures *figures = walker->figures;
	long size = (long)walker->out.size, pens, motions;

	report_apart(&walker->out, &pens, &motions);
	figures->steps[figures->step_count++] = (int)size;
	figures->ideal_sum += walker->ideal;
	figures->pens += pens;
	figures->motions += motions;
	figures->texts += size - pens - motions;
	if (walker->out.size < figures->least)
		return;
	printf("game %zu: %ld bytes, pens %ld, motions %ld: ", figures->game_count, size, pens,
		motions);
	print_bytes(&walker->out);
}

/* ---- Games ---- */

/* Returns the walker's next keys: a menu and its exit, an action that takes a turn, or a step. */
static const char *choose_keys(int turn, unsigned way, char *one)
{
	static const char *const menus[] = {"i\033", "C\033", "m\033", "?\033", "D\033", "x\033"};

	if (turn % 10 == 9)
		return menus[turn / 10 % 6];
	*one = turn % 25 == 7 ? ".s,:"[turn / 25 % 4] : distances[way % 8];
	return one;
}

static void walk(struct walker *walker, unsigned way)
{
	char one[2] = "";

	for (int turn = 0; turn < KEYS_A_GAME && find_hero(walker) >= 0; turn++) {
		const char *keys = choose_keys(turn, way, one);

		for (const char *key = keys; *key != '\0'; key++) {
			int before = find_hero(walker);
			bool steps = keys[1] == '\0' && strchr(distances, *key) != NULL;

			press(walker, *key);
			walker->figures->keys += (long)walker->out.size;
			walker->figures->ideal_keys += walker->ideal;
			walker->figures->key_count++;
			bool moved = find_hero(walker) != before;
			if (steps && moved)
				count_step(walker);
			else if (steps)
				way = way * 5 + 3;
		}
		turn_pages(walker);
	}
}

/* Gives the hero a lamp, and puts out the light of the rooms. */
static void carry_lamp(struct game *game)
{
	struct item lamp = {.kind = content_find_item(game->content, "hand-lamp"), .count = 1};
	size_t cells = (size_t)game->level->width * (size_t)game->level->height;

	lamp.charges = 8;
	lamp_use(game, item_into_pack(game, lamp));
	for (size_t at = 0; at < cells; at++)
		game->level->flags[at] &= (uint8_t)~LEVEL_LIT;
	light_forget(game);
	senses_look(game);
}

static void play(const struct content *content, unsigned number, const struct look *look,
	struct figures *figures)
{
	const struct kind *kind = look->kind;
	struct seed seed = {{(uint8_t)number, (uint8_t)(number >> 8), 0x3a}};
	const struct birth birth = {.name = "Walker"};
	struct walker walker = {
		.headless = headless_new(content, &seed, &birth, kind->width, 24),
		.terminal =
			vt_terminal_new(vt_kind_by_name(kind->name), kind->charset, kind->colours),
		.figures = figures,
		.rows = look->rows,
		.repeats = kind->repeats,
	};

	walker.frame.plain_light = look->plain;
	if (look->lamp)
		carry_lamp(headless_game(walker.headless));
	show(&walker);
	walker.compares = look->ideal;
	figures->firsts[figures->game_count++] = (int)walker.out.size;
	turn_pages(&walker);
	for (const char *key = "Aa\r"; *key != '\0'; key++)
		press(&walker, *key);
	turn_pages(&walker);
	walk(&walker, number);
	vt_terminal_free(walker.terminal);
	vt_frame_free(&walker.frame);
	vt_bytes_free(&walker.out);
	headless_free(walker.headless);
}

/* ---- Line mode ---- */

/* Adds one answer: its bytes with a carriage return before each line feed, and the prompt. */
static size_t count_answer(struct figures *figures, const char *answer)
{
	size_t size = strlen(answer) + strlen("> ");

	for (const char *at = answer; *at != '\0'; at++)
		size += *at == '\n';
	figures->keys += (long)size;
	figures->key_count++;
	return size;
}

/* Types what the walker would press: a direction is one step, and lists come in between. */
static void play_lines(
	const struct content *content, unsigned number, unsigned way, struct figures *figures)
{
	static const char *const lists[] = {
		"inventory", "look", "health", "list", "where", "messages"};
	static const char *const waits[] = {"wait", "search", "pick up", "look"};
	struct seed seed = {{(uint8_t)number, (uint8_t)(number >> 8), 0x3a}};
	const struct birth birth = {.name = "Walker"};
	struct talk talk;

	talk_begin(&talk, content, &seed, &birth, NULL);
	figures->firsts[figures->game_count++] = (int)talk.heard.size;
	talk_say(&talk, "1");
	for (int turn = 0; turn < KEYS_A_GAME && play_state(talk.play) == PLAY_GOING; turn++) {
		bool lists_now = turn % 10 == 9, waits_now = turn % 25 == 7;
		const char *line = lists_now   ? lists[turn / 10 % 6]
				   : waits_now ? waits[turn / 25 % 4]
					       : line_direction_word(walk_ways[way % 8]);
		const char *answer = talk_say(&talk, line);
		size_t size = count_answer(figures, answer);
		bool moved = strstr(answer, "You go ") != NULL;

		if (lists_now || waits_now)
			continue;
		if (moved) {
			figures->steps[figures->step_count++] = (int)size;
			figures->texts += (long)size;
		} else {
			way = way * 5 + 3;
		}
	}
	talk_end(&talk);
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void say(const char *name, double value, const char *unit)
{
	printf("walk_fixed_%s %.1f %s\n", name, value, unit);
}

static void say_all(struct figures *figures)
{
	size_t steps = figures->step_count, games = figures->game_count;
	double sum = (double)(figures->pens + figures->motions + figures->texts);

	qsort(figures->steps, steps, sizeof(*figures->steps), compare);
	qsort(figures->firsts, games, sizeof(*figures->firsts), compare);
	say("steps", (double)steps, "steps");
	say("median", figures->steps[steps / 2], "bytes");
	say("mean", sum / (double)steps, "bytes");
	say("p95", figures->steps[steps * 95 / 100], "bytes");
	say("pens", (double)figures->pens / (double)steps, "bytes");
	say("motions", (double)figures->motions / (double)steps, "bytes");
	say("texts", (double)figures->texts / (double)steps, "bytes");
	if (figures->ideal_sum > 0)
		say("of_ideal", sum * 100 / (double)figures->ideal_sum, "%");
	if (figures->ideal_keys > 0)
		say("keys_of_ideal", (double)figures->keys * 100 / (double)figures->ideal_keys,
			"%");
	say("keys_mean", (double)figures->keys / (double)figures->key_count, "bytes");
	say("first_map_median", figures->firsts[games / 2], "bytes");
	say("first_map_p95", figures->firsts[games * 95 / 100], "bytes");
	say("render", figures->seconds / (double)figures->key_count * 1e6, "us");
}

/* Reads a word of the look or a game's number. False for a number of games or bytes. */
static bool read_look(const char *word, struct look *look, unsigned *first)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (strcmp(word, kinds[i].word) == 0) {
			look->kind = &kinds[i];
			return true;
		}
	}
	if (strcmp(word, "plain") == 0)
		look->plain = true;
	else if (strcmp(word, "lamp") == 0)
		look->lamp = true;
	else if (strcmp(word, "ideal") == 0)
		look->ideal = true;
	else if (strcmp(word, "rows") == 0)
		look->rows = true;
	else if (strcmp(word, "line") == 0)
		look->line = true;
	else if (strncmp(word, "seed=", 5) == 0)
		*first = (unsigned)strtoul(word + 5, NULL, 10);
	else
		return false;
	return true;
}

int main(int argc, char **argv)
{
	unsigned games = GAMES, first = UINT_MAX;
	struct content *content = content_load("");
	struct look look = {.kind = &kinds[0]};
	struct figures figures = {.least = SIZE_MAX};
	int numbers = 0;

	for (int i = 1; i < argc; i++) {
		if (read_look(argv[i], &look, &first))
			continue;
		if (numbers++ == 0)
			games = (unsigned)strtoul(argv[i], NULL, 10);
		else
			figures.least = strtoul(argv[i], NULL, 10);
	}

	games = games < 1 ? 1 : games > GAMES_MOST ? GAMES_MOST : games;
	figures.steps = calloc((size_t)games * KEYS_A_GAME, sizeof(*figures.steps));
	figures.firsts = calloc(games, sizeof(*figures.firsts));
	if (content == NULL || figures.steps == NULL || figures.firsts == NULL)
		return 1;
	if (first != UINT_MAX)
		games = 1;
	for (unsigned i = 0; i < games; i++) {
		unsigned number = first == UINT_MAX ? i : first;

		if (look.line)
			play_lines(content, number, number, &figures);
		else
			play(content, number, &look, &figures);
	}
	if (figures.step_count > 0)
		say_all(&figures);
	free(figures.steps);
	free(figures.firsts);
	content_free(content);
	return 0;
}
