/*
 * The commands of line mode: a table of words, and the functions that run them.
 *
 * A command runs the same functions as the keys, so that both ask the same questions. A thing is
 * named by the letter of the last list, an item by its letter in the inventory or by a word of its
 * name.
 */
#include "door/play/play_private.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMES_MOST 500
#define MAP_RADIUS 6
#define MESSAGES_SHOWN 10
#define LISTED 12

static void answer(struct play *play, const char *sentence)
{
	ui_add(&play->lines->answer, "%s\n", sentence);
}

static const char *word_of(const struct line_words *words, size_t at)
{
	return at < words->count ? words->list[at] : "";
}

/* Lists the things in a view that it also returns, since each reading of the game takes time. */
static const struct view *read_things(struct play *play, struct line_things *things)
{
	const struct view *view = play_view(play);
	line_things(play->game, view, &play->lines->heard.letters, things);
	return view;
}

/* Reads the thing that a word of one letter means. False with an answer. */
static bool thing_of(struct play *play, const char *word, struct line_thing *found)
{
	struct line_things things;
	char sentence[100];
	read_things(play, &things);
	const struct line_thing *thing = word[0] && !word[1] ? line_thing(&things, word[0]) : NULL;
	if (thing) {
		*found = *thing;
		return true;
	}
	snprintf(sentence, sizeof sentence, "Nothing here has the letter %.20s. Type list.", word);
	answer(play, sentence);
	return false;
}

/* ---- Answers ---- */

void play_typed_look(struct play *play)
{
	struct line_things things;
	const struct view *view = read_things(play, &things);
	line_look(&play->lines->answer, play->game, view, &things);
	line_note(&play->lines->heard, view, &things);
}

void play_typed_things(struct play *play, bool all)
{
	struct line_things things;
	const struct view *view = read_things(play, &things);
	line_list(&play->lines->answer, &things, view, all ? LINE_THINGS_MAX : LISTED);
	line_note(&play->lines->heard, view, &things);
}

static void do_look(struct play *play, const struct line_words *words)
{
	struct line_thing thing;
	struct ui_text *text = &play->lines->answer;
	char sentence[400], effect[EFFECT_LINE_SIZE], stance[600];
	if (words->count < 2) {
		play_typed_look(play);
		return;
	}
	if (!thing_of(play, words->list[1], &thing))
		return;
	line_thing_text(text, &thing, play_view(play));
	ui_add(text, "\n");
	if (game_describe(play->game, thing.x, thing.y, sentence, sizeof sentence)) {
		line_plain(text, sentence);
		ui_add(text, "\n");
	}
	if (thing.creature) {
		play_creature_stance(thing.creature, stance, sizeof stance);
		ui_add(text, "%s\n", stance);
	}
	game_effect_at(play->game, thing.x, thing.y, effect, sizeof effect);
	if (*effect && !thing.creature) {
		line_plain(text, effect);
		ui_add(text, "\n");
	}
}

static void do_where(struct play *play, const struct line_words *words)
{
	struct line_things things;
	(void)words;
	const struct view *view = read_things(play, &things);
	line_where(&play->lines->answer, play->game, view, &things);
}

static void do_list(struct play *play, const struct line_words *words)
{
	play_typed_things(play, strcmp(word_of(words, 1), "all") == 0);
}

static void do_health(struct play *play, const struct line_words *words)
{
	(void)words;
	line_health(&play->lines->answer, play->game, play_view(play));
}

static void do_compass(struct play *play, const struct line_words *words)
{
	(void)words;
	line_compass(&play->lines->answer, play->game, play_view(play));
}

static void do_map(struct play *play, const struct line_words *words)
{
	int radius = atoi(word_of(words, 1));
	line_map(&play->lines->answer, play->content, play_view(play),
		strcmp(word_of(words, 1), "all") == 0 ? 1000
		: radius > 0                          ? radius
						      : MAP_RADIUS);
}

void play_typed_item(struct ui_text *text, char letter, const struct view_item *item)
{
	ui_add(text, "%c, ", letter);
	line_plain(text, item->name);
	if (item->price)
		ui_add(text, ", for %d gold", item->price);
	if (item->flags & (ITEM_WIELDED | ITEM_WORN))
		ui_add(text, item->flags & ITEM_WIELDED ? ", in hand" : ", worn");
	if (item->flags & ITEM_LIT)
		ui_add(text, ", lit");
	if (item->compared[0]) {
		ui_add(text, ", ");
		line_plain(text, item->compared);
	}
	ui_add(text, ".\n");
}

void play_typed_pack(struct play *play)
{
	struct ui_text *text = &play->lines->answer;
	const struct view *view = play_view(play);
	bool any = view->pack_count + view->pouch_count > 0;
	ui_add(text, any ? "You carry:\n" : "You carry nothing.\n");
	for (size_t i = 0; i < view->pack_count; i++)
		play_typed_item(text, view->pack[i].letter, &view->pack[i]);
	if (!view->pouch_count)
		return;
	char name[64];
	play_pouch_name(play, view->pouch_count, name, sizeof name);
	ui_add(text, "pouch, %s.\n", name);
}

static void do_pack(struct play *play, const struct line_words *words)
{
	(void)words;
	play_typed_pack(play);
}

static void do_messages(struct play *play, const struct line_words *words)
{
	const struct view *view = play_view(play);
	size_t first =
		view->message_count > MESSAGES_SHOWN ? view->message_count - MESSAGES_SHOWN : 0;
	(void)words;
	for (size_t i = first; i < view->message_count; i++) {
		line_plain(&play->lines->answer, view->messages[i].text);
		ui_add(&play->lines->answer, "\n");
	}
}

static void do_help(struct play *play, const struct line_words *words)
{
	if (strcmp(word_of(words, 1), "all") == 0)
		play_action(play, ACTION_HELP);
	else
		play_lines_help(&play->lines->answer);
}

static void do_detail(struct play *play, const struct line_words *words)
{
	const char *word = word_of(words, words->count > 1 ? 1 : 0);
	char sentence[100];
	for (int i = 0; i < LINE_DETAIL_COUNT; i++)
		if (strcmp(word, line_detail_word((enum line_detail)i)) == 0)
			play->lines->detail = (enum line_detail)i;
	snprintf(sentence, sizeof sentence, "Detail: %s. Say brief, normal or full.",
		line_detail_word(play->lines->detail));
	answer(play, sentence);
}

/* ---- Moving ---- */

static void repeat_step(struct play *play, enum direction direction, int times)
{
	struct command command = {.verb = VERB_STEP, .direction = (uint8_t)direction};
	if (times > 1)
		play_repeat(play, &command, times < TIMES_MOST ? times : TIMES_MOST);
	else
		play_step(play, direction);
	play_take_underfoot(play);
}

static void go_to(struct play *play, const char *word)
{
	struct line_thing thing;
	if (thing_of(play, word, &thing))
		play_travel(play, thing.x, thing.y);
}

/* "go d", "go north", "go north 3", "go up", "go harm". A run stops at anything notable. */
static void do_go(struct play *play, const struct line_words *words)
{
	const char *word = word_of(words, 1);
	bool letter = word[0] && !word[1] && words->count == 2;
	enum direction direction = line_direction(word);
	struct line_things things;
	if (letter)
		read_things(play, &things);
	if (words->count < 2)
		answer(play, "Go where? Type go and a letter of the list, or go and a direction.");
	else if (letter && line_thing(&things, word[0]))
		go_to(play, word);
	else if (direction != DIR_COUNT && atoi(word_of(words, 2)) > 0)
		repeat_step(play, direction, atoi(word_of(words, 2)));
	else if (direction != DIR_COUNT)
		play_action(play, (enum action)((int)ACTION_RUN + (int)direction));
	else if (strcmp(word, "up") == 0)
		play_action(play, ACTION_UP);
	else if (strcmp(word, "down") == 0)
		play_action(play, ACTION_DOWN);
	else if (strcmp(word, "harm") == 0)
		play_travel_to_harm(play);
	else
		go_to(play, word);
}

/* A direction alone is one step. */
static void do_step(struct play *play, const struct line_words *words)
{
	repeat_step(play, line_direction(words->list[0]), atoi(word_of(words, 1)));
}

/* The direction of the first step to a thing that is not under the hero. */
static enum direction direction_to(const struct view *view, const struct line_thing *thing)
{
	int dx = (thing->x > view->hero_x) - (thing->x < view->hero_x),
	    dy = (thing->y > view->hero_y) - (thing->y < view->hero_y);
	int direction = 0;
	while (direction < DIR_COUNT - 1 &&
		(direction_dx[direction] != dx || direction_dy[direction] != dy))
		direction++;
	return (enum direction)direction;
}

/* "talk b" or "talk north"; "talk" alone is to the only creature that may talk. */
static void do_talk(struct play *play, const struct line_words *words)
{
	struct line_thing thing;
	const struct view *view = play_view(play);
	const char *word = word_of(words, 1);
	bool letter = word[0] && !word[1];
	if (words->count < 2)
		play_action(play, ACTION_TALK);
	else if (!letter && line_direction(word) != DIR_COUNT)
		play_go(play, ACTION_TALK, line_direction(word));
	else if (!thing_of(play, word, &thing))
		return;
	else if (!thing.creature || abs(thing.x - view->hero_x) > 1 ||
		 abs(thing.y - view->hero_y) > 1)
		answer(play, "That is no creature beside you.");
	else
		play_go(play, ACTION_TALK, direction_to(view, &thing));
}

/* The direction of the first step on the known path to a thing; without one, straight to it. */
static enum direction way_to(struct play *play, const struct line_thing *thing)
{
	const struct view *view = play_view(play);
	struct watch watch = play->watch;
	struct auto_move automove;
	struct command command;
	bool adjacent = abs(thing->x - view->hero_x) <= 1 && abs(thing->y - view->hero_y) <= 1;
	auto_begin(&automove, AUTO_TRAVEL, 0, thing->x, thing->y, play->game, &watch);
	if (!adjacent && auto_next(&automove, play->game, play->view, &command) &&
		command.verb == VERB_STEP)
		return (enum direction)command.direction;
	return direction_to(view, thing);
}

/* "attack b" strikes an adjacent creature, or takes one step towards it. */
static void do_attack(struct play *play, const struct line_words *words)
{
	struct line_thing thing;
	if (words->count < 2) {
		play_action(play, ACTION_ATTACK);
		return;
	}
	enum direction direction = line_direction(words->list[1]);
	bool letter = !words->list[1][1];
	if (!letter && direction != DIR_COUNT) {
		play_step(play, direction);
		return;
	}
	if (!thing_of(play, words->list[1], &thing))
		return;
	if (!thing.creature) {
		answer(play, "That is no creature.");
		return;
	}
	play_step(play, way_to(play, &thing));
}

/* ---- Items ---- */

static bool name_has(const char *name, const char *word)
{
	size_t length = strlen(word);
	for (; *name; name++)
		if (strncasecmp(name, word, length) == 0)
			return true;
	return false;
}

/* Returns the key of a letter. Words are in lower case, so a letter that no item of the pack has
 * may be one of the pouch. */
static int letter_key(const struct play *play, const struct view *view, char letter)
{
	char capital = (char)toupper((unsigned char)letter);
	const struct view_item *item = play_carried(view, carried_number(letter));
	const struct view_item *other = play_carried(view, carried_number(capital));
	bool fits = item && play_item_fits(play, view, item);
	bool pouched = play->prompt.mode == MODE_ITEM && other && play_item_fits(play, view, other);
	return !fits && pouched ? capital : letter;
}

/* Returns the key of the item or spell that a word means in the open prompt; 0: none. */
static int choice_key(struct play *play, const char *word)
{
	const struct view *view = play_view(play);
	if (word[0] && !word[1])
		return letter_key(play, view, word[0]);
	if (strcmp(word, "pouch") == 0 && play->prompt.mode == MODE_ITEM)
		return PLAY_POUCH_KEY;
	for (size_t i = 0; i < view->pack_count && play->prompt.mode == MODE_ITEM; i++)
		if (play_item_fits(play, view, &view->pack[i]) &&
			name_has(view->pack[i].name, word))
			return view->pack[i].letter;
	for (size_t i = 0; i < view->pouch_count && play->prompt.mode == MODE_ITEM; i++)
		if (play_item_fits(play, view, &view->pouch[i]) &&
			name_has(view->pouch[i].name, word))
			return view->pouch[i].letter;
	for (size_t i = 0; i < view->spell_count && play->prompt.mode == MODE_SPELL && i < 26; i++)
		if (name_has(view->spells[i].name, word))
			return 'a' + (int)i;
	for (size_t i = 0; i < view->ground_count && play->prompt.mode == MODE_GROUND; i++)
		if (name_has(view->ground[i].name, word))
			return 'a' + (int)i;
	return 0;
}

/* Answers the open question for a target: a letter of the list, or a direction. */
static void aim_at(struct play *play, const char *word)
{
	struct line_thing thing;
	enum action action = (enum action)play->prompt.action;
	enum direction direction = line_direction(word);
	const struct view *view = play_view(play);
	int x, y;
	if (play->prompt.mode == MODE_DIRECTION && word[1] && direction != DIR_COUNT) {
		play_prompt_end(play);
		play_go(play, action, direction);
		return;
	}
	if (word[1] && direction != DIR_COUNT) {
		x = view->hero_x + direction_dx[direction];
		y = view->hero_y + direction_dy[direction];
	} else if (thing_of(play, word, &thing)) {
		x = thing.x;
		y = thing.y;
	} else {
		play_prompt_end(play);
		return;
	}
	if (play->prompt.mode == MODE_CURSOR) {
		play_cursor_at(play, action, x, y);
		play_key(play, '\r');
		return;
	}
	for (int i = 0; i < DIR_COUNT; i++)
		if (view->hero_x + direction_dx[i] == x && view->hero_y + direction_dy[i] == y) {
			play_prompt_end(play);
			play_go(play, action, (enum direction)i);
			return;
		}
	play_prompt_end(play);
	answer(play, "That is not beside you.");
}

/* Runs an action of items: the words after it choose the item, then the target. */
static void use_item(struct play *play, enum action action, const struct line_words *words)
{
	size_t at = 1;
	int key;
	play_action(play, action);
	bool asks = play->prompt.mode == MODE_ITEM || play->prompt.mode == MODE_SPELL;
	if (asks && at < words->count) {
		key = choice_key(play, words->list[at]);
		if (!key) {
			play_prompt_end(play);
			answer(play, "You have nothing of that name.");
			return;
		}
		play_prompt_key(play, key);
		at++;
	}
	if (at < words->count &&
		(play->prompt.mode == MODE_CURSOR || play->prompt.mode == MODE_DIRECTION))
		aim_at(play, words->list[at]);
}

/* "take", "take all", "take b" of the list of items here. */
static void do_take(struct play *play, const struct line_words *words)
{
	play_action(play, ACTION_PICK_UP);
	if (play->prompt.mode != MODE_GROUND || words->count < 2)
		return;
	int key = strcmp(words->list[1], "all") == 0 ? ',' : choice_key(play, words->list[1]);
	if (key)
		play_prompt_key(play, key);
}

/* "drop c", and "drop 3 c" of a pile. */
static void do_drop(struct play *play, const struct line_words *words)
{
	int times = atoi(word_of(words, 1));
	const char *word = word_of(words, 2);
	if (times > 0 && word[0] && !word[1])
		play_drop_some(play, (unsigned)(word[0] - 'a'), times);
	else
		use_item(play, ACTION_DROP, words);
}

static void do_open(struct play *play, enum action action, const struct line_words *words)
{
	enum direction direction = line_direction(word_of(words, 1));
	if (direction != DIR_COUNT)
		play_go(play, action, direction);
	else
		play_action(play, action);
}

static void do_times(struct play *play, enum action action, const struct line_words *words)
{
	struct command command = {.verb = (uint8_t)action_row(action)->verb};
	int times = atoi(word_of(words, 1));
	if (times > 1)
		play_repeat(play, &command, times < TIMES_MOST ? times : TIMES_MOST);
	else
		play_action(play, action);
}

/* ---- The table ---- */

/* A row has a function, or an action. */
static const struct typed {
	const char *word, *also;
	void (*run)(struct play *play, const struct line_words *words);
	enum action action;
	const char *help; /* NULL: a short form of another row */
} rows[] = {
	{"look", "l", do_look, 0, "all around you; look b describes one thing"},
	{"list", "things", do_list, 0,
		"each known thing with its letter, the nearest first; list all"},
	{"where", "", do_where, 0, "depth, exits, stairs, light"},
	{"health", "hp", do_health, 0, "health, mana, food, statuses"},
	{"compass", "", do_compass, 0, "the end of each direction, and its distance"},
	{"map", "", do_map, 0, "rows of the map, with symbols; map all"},
	{"go", "travel", do_go, 0,
		"go b to a thing, go north until something happens, go north 3, go harm"},
	{"attack", "hit", do_attack, 0, "attack b, or the nearest enemy"},
	{"talk", "speak", do_talk, 0, "talk b, talk north, or to the creature beside you"},
	{"explore", "", NULL, ACTION_EXPLORE, "walk on until something happens"},
	{"rest", "sleep", NULL, ACTION_REST, "until well or disturbed"},
	{"wait", "", NULL, ACTION_WAIT, "a turn; wait 5"},
	{"search", "", NULL, ACTION_SEARCH, "for hidden things; search 5"},
	{"open", "", NULL, ACTION_OPEN, "a door; open north"},
	{"close", "shut", NULL, ACTION_CLOSE, "a door; close north"},
	{"up", "", NULL, ACTION_UP, "climb stairs, or go to them"},
	{"down", "", NULL, ACTION_DOWN, "go down stairs, or go to them"},
	{"take", "get", do_take, 0, "pick up what lies here; take all"},
	{"inventory", "items", do_pack, 0, "your items, by letters"},
	{"item", "", NULL, ACTION_INVENTORY, "item c tells all of one item"},
	{"use", "", NULL, ACTION_USE, "use c, or use c at b"},
	{"wield", "", NULL, ACTION_WIELD, "wield c"},
	{"wear", "remove", NULL, ACTION_WEAR, "put on or take off: wear c"},
	{"drink", "quaff", NULL, ACTION_QUAFF, "drink c"},
	{"read", "", NULL, ACTION_READ, "read c aloud"},
	{"eat", "", NULL, ACTION_EAT, "eat c"},
	{"throw", "", NULL, ACTION_THROW, "throw c at b"},
	{"fire", "shoot", NULL, ACTION_FIRE, "fire at b"},
	{"zap", "", NULL, ACTION_ZAP, "zap c at b"},
	{"cast", "", NULL, ACTION_CAST, "cast a at b"},
	{"drop", "", do_drop, 0, "drop c; drop 3 c"},
	{"choose", "", NULL, ACTION_CHOOSE, "one of three, when a choice waits"},
	{"again", "", NULL, ACTION_AGAIN, "the last command once more"},
	{"messages", "", do_messages, 0, "the last ten messages"},
	{"character", "score", NULL, ACTION_CHARACTER, "your skills, quests and score"},
	{"discoveries", "", NULL, ACTION_DISCOVERIES, "the kinds that you know"},
	{"levels", "", NULL, ACTION_LEVELS, "visited levels and the items there"},
	{"commands", "", NULL, ACTION_LEGAL, "every command that works here, with its key"},
	{"detail", "verbosity", do_detail, 0, "brief, normal or full"},
	{"brief", "", do_detail, 0, NULL},
	{"normal", "", do_detail, 0, NULL},
	{"full", "", do_detail, 0, NULL},
	{"help", "", do_help, 0, "this; help all for the whole manual"},
	{"options", "", NULL, ACTION_OPTIONS, "options; line mode is one of them"},
	{"save", "leave", NULL, ACTION_SAVE, "save and leave"},
	{"quit", "", NULL, ACTION_QUIT, "end this run for good"},
	{"version", "", NULL, ACTION_VERSION, NULL},
};

void play_lines_help(struct ui_text *text)
{
	ui_add(text, "Type a word, then Enter. Letters of things come from look and list, letters "
		     "of items from inventory. A direction alone is one step: north, ne, east 3. "
		     "A single key acts as in the key map.\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].help)
			ui_add(text, "%s: %s.\n", rows[i].word, rows[i].help);
}

/* Returns the row of a word, or of its beginning of three letters or more. */
static const struct typed *row_of(const char *word)
{
	size_t length = strlen(word);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].word, word) == 0 || strcmp(rows[i].also, word) == 0)
			return &rows[i];
	for (size_t i = 0; i < sizeof rows / sizeof *rows && length >= 3; i++)
		if (strncmp(rows[i].word, word, length) == 0)
			return &rows[i];
	return NULL;
}

bool play_typed_words(struct play *play, const struct line_words *words)
{
	const struct typed *row = row_of(words->list[0]);
	if (line_direction(words->list[0]) != DIR_COUNT) {
		do_step(play, words);
		return true;
	}
	if (!row)
		return false;
	if (row->run)
		row->run(play, words);
	else if (row->action == ACTION_OPEN || row->action == ACTION_CLOSE)
		do_open(play, row->action, words);
	else if (row->action == ACTION_WAIT || row->action == ACTION_SEARCH)
		do_times(play, row->action, words);
	else if (action_row(row->action)->group == GROUP_THINGS)
		use_item(play, row->action, words);
	else
		play_action(play, row->action);
	return true;
}
