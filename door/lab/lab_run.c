/*
 * lab run: plays a game headlessly and prints its end.
 *
 * Keys go through the play screen; commands bypass it.  Both make a journal.  Everything except the
 * screen is printed from a second game that plays that journal, which also checks that the journal
 * is complete.
 */
#include "door/play/dump.h"
#include "door/text/board_words.h"
#include "door/lab/headless.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/text/parse.h"
#include "door/os/read_file.h"
#include "door/ui/frame_text.h"
#include "door/config/content_load.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/gym/view_json.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define KEYS_MAX 100000

struct run {
	const struct content *content;
	struct seed seed;
	struct birth birth;
	const char *handicaps;
	const char *keys, *commands;
	int width, height;
	struct headless *headless;
};

/* ---- Playing ---- */

static void keys_play(struct run *run)
{
	int *keys = malloc(KEYS_MAX * sizeof *keys);
	assert(keys);
	size_t count = parse_keys(run->keys, keys, KEYS_MAX);
	for (size_t i = 0; i < count; i++)
		headless_key(run->headless, keys[i]);
	free(keys);
}

/* Plays one line of a file of commands.  A refused command is skipped and reported. */
static bool line_play(struct run *run, const char *line, unsigned number)
{
	struct command command;
	char sentence[200];
	bool none;
	if (!parse_command(line, &command, &none, sentence, sizeof sentence)) {
		command_complain("%s:%u: %s", run->commands, number, sentence);
		return false;
	}
	if (!none && !headless_act(run->headless, &command))
		command_complain("%s:%u: the rules refused this command", run->commands, number);
	return true;
}

static bool commands_play(struct run *run)
{
	size_t size;
	unsigned number = 0;
	bool good = true;
	char *text = read_file(run->commands, &size), *rest = text, *line;
	while (rest && good && (line = strsep(&rest, "\n")))
		good = line_play(run, line, ++number);
	free(text);
	return text && good;
}

/* ---- Printing ---- */

/* After each command of the journal, and once before the first. */
typedef void step_shown(struct game *game, size_t index);

/* Returns a game that has played the journal. */
static struct game *journal_play(const struct run *run, step_shown *shown)
{
	headless_settle(run->headless);
	size_t size, index = 0;
	const uint8_t *journal = headless_journal(run->headless, &size);
	struct game *game = game_new(run->content, &run->seed, &run->birth);
	assert(game);
	if (shown)
		shown(game, 0);
	for (size_t at = 0; at < size;) {
		struct command command;
		size_t length = command_decode(journal + at, size - at, &command);
		assert(length > 0);
		at += length;
		enum verdict verdict = game_act(game, &command);
		assert(verdict != VERDICT_REFUSED);
		if (shown)
			shown(game, ++index);
	}
	return game;
}

static int digest_print(struct run *run)
{
	struct game *game = journal_play(run, NULL);
	printf("%016" PRIx64 "\n", game_digest(game));
	game_free(game);
	return 0;
}

static void events_shown(struct game *game, size_t index)
{
	struct event event;
	while (game_next_event(game, &event)) {
		json_t *line = json_pack("{s:I, s:s, s:s, s:i, s:i, s:i, s:i, s:i}", "command",
			(json_int_t)index, "event", event_word((enum event_kind)event.kind),
			"subject", event.subject ? event.subject : "", "x", event.x, "y", event.y,
			"from_x", event.from_x, "from_y", event.from_y, "amount", event.amount);
		assert(line);
		json_dumpf(line, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
		putchar('\n');
		json_decref(line);
	}
}

static int events_print(struct run *run)
{
	game_free(journal_play(run, events_shown));
	return 0;
}

static json_t *json_messages(const struct view *view)
{
	json_t *messages = json_array();
	for (size_t i = 0; i < view->message_count; i++)
		json_array_append_new(messages, view_json_text(view->messages[i].text));
	return messages;
}

static json_t *json_items(const struct view_item *items, size_t count)
{
	json_t *things = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(things,
			items[i].letter ? json_sprintf("%c %s", items[i].letter, items[i].name)
					: json_string(items[i].name));
	return things;
}

static json_t *json_creatures(const struct view *view)
{
	json_t *creatures = json_array();
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		json_array_append_new(
			creatures, json_pack("{s:s, s:i, s:i, s:i, s:b}", "name", creature->name,
					   "x", creature->x, "y", creature->y, "health_percent",
					   creature->health_percent, "asleep", creature->asleep));
	}
	return creatures;
}

static json_t *json_result(const struct game *game)
{
	struct result result;
	game_result(game, &result);
	return json_pack("{s:s, s:b, s:i, s:s, s:s}", "outcome", board_outcome_word(result.outcome),
		"scored", result.scored, "score", result.score, "killer", result.killer, "cause",
		result.cause);
}

static int json_print(struct run *run)
{
	struct game *game = journal_play(run, NULL);
	struct view view;
	char digest[17];
	snprintf(digest, sizeof digest, "%016" PRIx64, game_digest(game));
	game_view(game, &view);
	json_t *whole = json_pack("{s:s, s:o, s:o, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o}",
		"digest", digest, "status", view_json_status(&view), "result", json_result(game),
		"hero_x", view.hero_x, "hero_y", view.hero_y, "map",
		view_json_map(run->content, &view), "messages", json_messages(&view), "pack",
		json_items(view.pack, view.pack_count), "pouch",
		json_items(view.pouch, view.pouch_count), "ground",
		json_items(view.ground, view.ground_count), "creatures", json_creatures(&view));
	assert(whole);
	json_dumpf(whole, stdout, JSON_INDENT(1) | JSON_ENSURE_ASCII);
	putchar('\n');
	json_decref(whole);
	game_free(game);
	return 0;
}

static int screen_print(struct run *run)
{
	struct vt_frame frame = {0};
	headless_settle(run->headless);
	headless_paint(run->headless, &frame);
	frame_print(&frame);
	vt_frame_free(&frame);
	return 0;
}

static int recap_print(struct run *run)
{
	struct game *game = journal_play(run, NULL);
	const struct dump_head head = {.name = run->birth.name};
	char *text =
		dump_text(game, run->content, &head, (struct dump_form){.width = run->width - 1});
	if (text)
		print_lines(text);
	free(text);
	game_free(game);
	return 0;
}

/* ---- The command ---- */

static const struct print_row {
	const char *word;
	int (*print)(struct run *run);
} print_rows[] = {{"screen", screen_print}, {"digest", digest_print}, {"json", json_print},
	{"events", events_print}, {"dump", recap_print}};

static const struct print_row *print_find(const char *word)
{
	for (size_t i = 0; i < COUNT(print_rows); i++)
		if (strcmp(print_rows[i].word, word) == 0)
			return &print_rows[i];
	command_complain("--print takes screen, digest, json, events or dump, not \"%s\"", word);
	return NULL;
}

static int run_and_print(struct run *run, const struct print_row *row)
{
	run->headless =
		headless_new(run->content, &run->seed, &run->birth, run->width, run->height);
	assert(run->headless);
	if (run->keys)
		keys_play(run);
	bool good = !run->commands || commands_play(run);
	int status = good ? row->print(run) : 1;
	headless_free(run->headless);
	return status;
}

static int run_checked(struct run *run, const char *seed, const char *name, const char *size,
	const char *print, const char *directory)
{
	const struct print_row *row = print_find(print);
	if (!row || !parse_seed(seed, &run->seed) || !parse_size(size, &run->width, &run->height))
		return 2;
	if (run->keys && run->commands) {
		command_complain("lab run takes --keys or --commands, not both");
		return 2;
	}
	if (!*name || strlen(name) > NAME_MAX_LENGTH) {
		command_complain("--name takes 1 to %d characters", NAME_MAX_LENGTH);
		return 2;
	}
	snprintf(run->birth.name, sizeof run->birth.name, "%s", name);
	struct content *content = content_load(directory);
	if (!content)
		return 1;
	run->content = content;
	bool good = parse_handicaps(content, run->handicaps, &run->birth);
	int status = good ? run_and_print(run, row) : 2;
	content_free(content);
	return status;
}

int lab_run_main(int argc, char **argv)
{
	const char *seed = "0", *name = "caller", *size = "", *print = "screen", *directory = NULL;
	struct run run = {.width = 80, .height = 24, .handicaps = ""};
	const struct argument_row rows[] = {
		{"seed", "HEX", "seed of 1 to 32 hexadecimal digits (default 0)", .text = &seed},
		{"name", "NAME", "name of the hero (default caller)", .text = &name},
		{"keys", "KEYS", "keys to press: characters, \\e \\r ^X, <up> <shift-up> and so on",
			.text = &run.keys},
		{"commands", "FILE",
			"file of commands, one per line, such as \"step e\"; - is standard input",
			.text = &run.commands},
		{"size", "WxH", "size of the screen (default 80x24)", .text = &size},
		{"print", "screen|digest|json|events|dump",
			"result to print at the end (default screen)", .text = &print},
		{"handicaps", "IDS", "handicaps of the game, with commas between",
			.text = &run.handicaps},
		{"debug", NULL, "allow the debugging views", .flag = &run.birth.debug},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &directory},
	};
	const struct argument_table table = {"lab run [--keys KEYS | --commands FILE] [OPTION]...",
		"Plays a game without a terminal and prints the result.  A line of a file\n"
		"of commands is a command such as \"step e\" or \"drop 3\", or the bytes of\n"
		"a journal in hexadecimal.",
		rows, COUNT(rows)};
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	return run_checked(&run, seed, name, size, print, directory);
}
