/*
 * Line mode: handles typed lines, and reports what came of them.
 *
 * A line of one character is a key, and answers an open prompt. A longer line is a command, or an
 * answer in words. A command while a list is open closes the list.
 */
#include "door/play/play_private.h"

#include "door/ui/vignette.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_WIDTH 76
#define LIST_HEIGHT 120

bool play_lines_on(struct play *play, enum line_detail detail)
{
	if (play->lines)
		return true;
	play->lines = calloc(1, sizeof *play->lines);
	if (!play->lines)
		return false;
	play->lines->detail = detail;
	play->lines->typed = true;
	play->lines->heard.serial = play->messages.read_serial;
	play->lines->heard.repeats = play->messages.read_repeats;
	play->lines->heard.skip = ui_word(play->content, "greeting-keys", NULL);
	play->lines->heard.health = play_view(play)->status.health;
	return true;
}

enum line_detail play_lines_detail(const struct play *play)
{
	return play->lines->detail;
}

/* ---- Typed lines ---- */

/* Keys whose action draws a frame or moves a cursor give the answer in words. True if this is one.
 */
static bool typed_own_key(struct play *play, int key)
{
	switch (keymap_action(play->settings.keys, key, false)) {
	case ACTION_LOOK:
	case ACTION_LOOK_HERE:
	case ACTION_REDRAW:
		play_typed_look(play);
		return true;
	case ACTION_TRAVEL:
		play_typed_things(play, false);
		ui_add(&play->lines->answer, "To go there, type go and the letter.\n");
		return true;
	case ACTION_INVENTORY:
		play_typed_pack(play);
		return true;
	case ACTION_HELP:
		play_lines_help(&play->lines->answer);
		return true;
	default:
		return false;
	}
}

/* A choice by its number; a key would have to be typed twice. */
static bool typed_choice(struct play *play, int key)
{
	int number = key >= '1' && key <= '9' ? key - '1' : key - 'a';
	if (play->prompt.mode != MODE_CHOICE || number < 0 ||
		number >= (int)play_view(play)->choice_count)
		return false;
	play_key(play, key);
	if (play->prompt.mode == MODE_CHOICE && play->prompt.choice == number)
		play_key(play, key);
	return true;
}

static void typed_key(struct play *play, int key)
{
	enum play_mode mode = (enum play_mode)play->prompt.mode;
	if (typed_choice(play, key))
		return;
	if (mode == MODE_CHOICE && key >= '0' && key <= '9') {
		ui_add(&play->lines->answer, "There is no such number.\n");
		return;
	}
	if (mode == MODE_CURSOR && key >= 'a' && key <= 'z') {
		struct line_things things;
		line_things(play->game, play_view(play), &play->lines->heard.letters, &things);
		const struct line_thing *thing = line_thing(&things, (char)key);
		if (thing) {
			play_cursor_at(play, (enum action)play->prompt.action, thing->x, thing->y);
			play_key(play, '\r');
			return;
		}
	}
	if (mode == MODE_MAP && typed_own_key(play, key))
		return;
	play_key(play, key);
}

/* The words that answer a prompt, and the keys that they stand for. */
static const struct {
	const char *word;
	int key;
} answers[] = {{"yes", 'y'}, {"no", 'n'}, {"cancel", VT_KEY_ESCAPE}, {"back", VT_KEY_ESCAPE},
	{"escape", VT_KEY_ESCAPE}, {"esc", VT_KEY_ESCAPE}, {"enter", '\r'}, {"all", ','},
	{"pouch", PLAY_POUCH_KEY}};

/* Returns the key of an answer in a word; 0: the word is none. */
static int answer_key(const char *word)
{
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
		if (strcmp(answers[i].word, word) == 0)
			return answers[i].key;
	return 0;
}

/* Answers a prompt in a word. False if the word is no answer. */
static bool typed_answer(struct play *play, const struct line_words *words)
{
	enum play_mode mode = (enum play_mode)play->prompt.mode;
	enum direction direction = line_direction(words->list[0]);
	if (mode == MODE_DIRECTION && direction != DIR_COUNT) {
		enum action action = (enum action)play->prompt.action;
		play_key_begins(play);
		play_prompt_end(play);
		play_go(play, action, direction);
		return true;
	}
	int key = answer_key(words->list[0]);
	if (key)
		play_key(play, key);
	bool left = key == VT_KEY_ESCAPE && mode != MODE_PAGE && play->prompt.mode == MODE_MAP;
	if (left && !play->messages.sentence[0])
		play_say(play, "Cancelled.");
	return key != 0;
}

/* Gives the help while a choice waits, or leaves the choice of the heirloom: the player saves, goes
 * back to the lobby, or ends the run. False if the word is another. */
static bool typed_at_choice(struct play *play, const struct line_words *words)
{
	const char *word = words->list[0];
	bool quits = strcmp(word, "quit") == 0, back = strcmp(word, "back") == 0;
	if (play->prompt.mode != MODE_CHOICE)
		return false;
	if (strcmp(word, "help") == 0) {
		play_lines_help(&play->lines->answer);
		return true;
	}
	if (strcmp(word, "choose") == 0) {
		if (words->count > 1)
			typed_key(play, words->list[1][0]);
		return true;
	}
	if (back && play_view(play)->choice != CHOICE_HEIRLOOM)
		return false;
	if (!quits && !back && strcmp(word, "save") != 0)
		return false;
	play->prompt.mode = MODE_MAP;
	play->page.before_choice = quits;
	play_key_begins(play);
	play_action(play, quits ? ACTION_QUIT : ACTION_SAVE);
	return true;
}

static void typed_unknown(struct play *play, const struct line_words *words)
{
	ui_add(&play->lines->answer,
		answer_key(words->list[0]) ? "No question waits.\n"
					   : "%s is no command. Type help.\n",
		words->list[0]);
}

/* Begins a command, as play_key does. False while nothing can be done. */
static bool typed_begins(struct play *play)
{
	if (play->journal.held || play->state != PLAY_GOING)
		return false;
	/* Esc closes a list; a choice of the heirloom stays. */
	if (play->prompt.mode != MODE_MAP && play->prompt.mode != MODE_CHOICE)
		play_key(play, VT_KEY_ESCAPE);
	play_key_begins(play);
	return play->prompt.mode == MODE_MAP;
}

void play_typed(struct play *play, const char *typed)
{
	struct line_words words;
	line_words(typed, &words);
	play->lines->typed = true;
	play->lines->asked = false;
	if (!words.count) {
		if (play->prompt.mode != MODE_MAP)
			play_key(play, VT_KEY_ESCAPE);
		else
			play_typed_look(play);
		return;
	}
	const char *key = typed + strspn(typed, " \t");
	if (words.count == 1 && !words.list[0][1]) {
		typed_key(play, *key);
		return;
	}
	if (typed_at_choice(play, &words) ||
		(play->prompt.mode != MODE_MAP && typed_answer(play, &words)))
		return;
	if (!typed_begins(play)) {
		if (play->prompt.mode == MODE_CHOICE)
			ui_add(&play->lines->answer,
				"First choose: type a number. help, save and quit work, too.\n");
		return;
	}
	if (!play_typed_words(play, &words))
		typed_unknown(play, &words);
}

/* ---- Reports ---- */

static void add_choice(struct play *play, struct ui_text *text)
{
	const struct view *view = play_view(play);
	char line[EFFECT_LINE_SIZE], name[CHOICE_NAME_SIZE];
	ui_add(text, view->choice == CHOICE_HEIRLOOM ? "Choose one heirloom, by its number:\n"
						     : "Choose one talent, by its number:\n");
	for (size_t i = 0; i < view->choice_count; i++) {
		ui_add(text, "%zu, ", i + 1);
		play_choice_name(&view->choices[i], name, sizeof name);
		line_plain(text, name);
		ui_add(text, ". ");
		line_plain(text, view->choices[i].text);
		game_effect_line(play->game, EFFECT_OF_CHOICE, i, line, sizeof line);
		ui_add(text, *line ? " Effect: " : "");
		line_plain(text, line);
		ui_add(text, *line ? "." : "");
		game_effect_line(play->game, EFFECT_OF_LACK, i, line, sizeof line);
		*line = (char)toupper((unsigned char)*line);
		ui_add(text, *line ? " " : "");
		line_plain(text, line);
		ui_add(text, *line ? ".\n" : "\n");
	}
}

/* Adds a page of text and closes it: there is nothing to scroll. */
static void add_page(struct play *play, struct ui_text *text)
{
	const char *at = play->page.pager.text ? play->page.pager.text : "";
	ui_add(text, "%s.\n", play->page.pager.title);
	while (*at) {
		size_t length = strcspn(at, "\n");
		char row[600];
		snprintf(row, sizeof row, "%.*s", (int)(length < 599 ? length : 599), at);
		if (row[strspn(row, " \t")]) {
			line_plain(text, row + strspn(row, " \t"));
			ui_add(text, "\n");
		}
		at += length + (at[length] == '\n');
	}
	play_prompt_key(play, VT_KEY_ESCAPE);
}

/* Adds the items of the pouch that fit the question one by one, or a line for all. */
static void add_pouch(struct play *play, struct ui_text *text)
{
	char name[64];
	const struct view *view = play_view(play);
	bool asks = play->prompt.mode == MODE_ITEM && play_pouch_fitting(play, view) > 0;
	play_pouch_name(play, view->pouch_count, name, sizeof name);
	if (asks && !play_pouch_open(play))
		ui_add(text, "pouch, %s.\n", name);
	for (size_t i = 0; i < view->pouch_count && asks && play_pouch_open(play); i++)
		if (play_item_fits(play, view, &view->pouch[i]))
			play_typed_item(text, view->pouch[i].letter, &view->pouch[i]);
}

static void add_spell(
	struct play *play, struct ui_text *text, char letter, const struct view_spell *spell)
{
	char effect[EFFECT_LINE_SIZE];
	game_effect_line(play->game, EFFECT_OF_SPELL, spell->number, effect, sizeof effect);
	ui_add(text, "%c, %s, %d mana. ", letter, spell->name, spell->mana);
	if (!spell->able)
		ui_add(text, "%s ", spell->why);
	ui_add(text, *effect ? "Effect: " : "");
	line_plain(text, effect);
	ui_add(text, *effect ? ".\n" : "\n");
}

/* Adds the items of the pack that fit the question, the items here, or the spells. */
static void add_items(struct play *play, struct ui_text *text)
{
	const struct view *view = play_view(play);
	enum play_mode mode = (enum play_mode)play->prompt.mode;
	line_plain(text, mode == MODE_SPELL ? "Cast which spell?" : play->messages.sentence);
	ui_add(text, "\n");
	for (size_t i = 0; i < view->pack_count && mode == MODE_ITEM; i++)
		if (play_item_fits(play, view, &view->pack[i]))
			play_typed_item(text, view->pack[i].letter, &view->pack[i]);
	add_pouch(play, text);
	for (size_t i = 0; i < view->ground_count && mode == MODE_GROUND; i++)
		play_typed_item(text, (char)('a' + i), &view->ground[i]);
	for (size_t i = 0; i < view->spell_count && mode == MODE_SPELL && i < 26; i++)
		add_spell(play, text, (char)('a' + i), &view->spells[i]);
	ui_add(text, mode == MODE_GROUND ? "Type a letter, all, or an empty line.\n"
					 : "Type a letter, or an empty line.\n");
}

/* Adds all that is known of the chosen item and the words that use it, and closes the question. */
static void add_verbs(struct play *play, struct ui_text *text)
{
	const struct view_item *item = play_carried(play_view(play), play->prompt.item);
	char line[EFFECT_LINE_SIZE], word[32];
	const char *before = "You can: ";
	if (item) {
		play_typed_item(text, item->letter, item);
		line_plain(text, item->description ? item->description : "");
		game_effect_line(play->game, EFFECT_OF_PACK, play->prompt.item, line, sizeof line);
		ui_add(text, *line ? " Effect: " : "");
		line_plain(text, line);
		ui_add(text, *line ? ".\n" : "\n");
	}
	for (int action = ACTION_ROWS; item && action < ACTION_COUNT; action++) {
		const struct action_row *row = action_row((enum action)action);
		if (row->verb >= VERB_COUNT || row->group != GROUP_THINGS ||
			!(item->verbs & 1U << row->verb))
			continue;
		play_action_text(play, (enum action)action, word, sizeof word);
		ui_add(text, "%s%s", before, word);
		before = ", ";
	}
	ui_add(text, *before == ',' ? ".\n" : "You can only carry it.\n");
	play_prompt_end(play);
}

void play_typed_list(struct play *play, struct ui_text *text)
{
	struct vt_frame frame = {0};
	if (vt_frame_resize(&frame, LIST_WIDTH, LIST_HEIGHT)) {
		frame.cursor_x = -1;
		play_page_paint(play, &frame, play_view(play));
		line_frame(text, &frame, false);
	}
	vt_frame_free(&frame);
}

/* Adds the targets of an open question. */
static void add_targets(struct play *play, struct ui_text *text)
{
	struct line_things things;
	const struct view *view = play_view(play);
	line_things(play->game, view, &play->lines->heard.letters, &things);
	for (size_t i = 0; i < things.count; i++)
		if (things.list[i].creature) {
			line_thing_text(text, &things.list[i], view);
			ui_add(text, "\n");
		}
	ui_add(text, "Aim at which letter? Enter alone cancels.\n");
}

static void add_prompt(struct play *play, struct ui_text *text)
{
	if (play->prompt.mode == MODE_PAGE)
		add_page(play, text);
	switch ((enum play_mode)play->prompt.mode) {
	case MODE_CHOICE:
		add_choice(play, text);
		break;
	case MODE_ITEM:
	case MODE_GROUND:
	case MODE_SPELL:
		add_items(play, text);
		break;
	case MODE_VERB:
		add_verbs(play, text);
		break;
	case MODE_PLACES:
		play_typed_list(play, text);
		break;
	case MODE_CURSOR:
		add_targets(play, text);
		break;
	default:
		break;
	}
}

/* Adds the sentence of the session or of a prompt, once. Lists show it as their title, and the
 * cursor's sentence names keys. */
static void add_sentence(struct play *play, struct ui_text *text)
{
	enum play_mode mode = (enum play_mode)play->prompt.mode;
	bool says = mode == MODE_MAP || mode == MODE_CONFIRM || mode == MODE_DIRECTION ||
		    mode == MODE_TIMES;
	if (!says || !play->messages.sentence[0])
		return;
	char *keys = mode == MODE_CONFIRM ? strstr(play->messages.sentence, "(y/n") : NULL;
	if (keys)
		snprintf(keys, sizeof "(y/n", "%s", "");
	line_plain(text, play->messages.sentence);
	ui_add(text, keys ? "Type yes or no.\n" : "\n");
	if (mode == MODE_MAP)
		play->messages.sentence[0] = 0;
}

/* True for hints about keys that line mode does not need. */
static bool is_of_keys(const char *hint)
{
	return strcmp(hint, "hint-walk") == 0 || strcmp(hint, "hint-throw") == 0 ||
	       strcmp(hint, "hint-fire") == 0;
}

/* Adds the hint and the sentence of the vignette that are due. */
static void add_asides(struct play *play, struct ui_text *text)
{
	char hint[500];
	if (play->vignette.stage != VIGNETTE_NOT_DUE) {
		line_plain(text,
			vignette_sentence(play->content, (enum vignette)play->vignette.shown));
		ui_add(text, "\n");
		play->vignette.stage = VIGNETTE_NOT_DUE;
	}
	int shown = play->hints.shown - 1;
	play->hints.shown = 0;
	if (shown < 0 || is_of_keys(play_hint_word(shown)))
		return;
	play_hint_text(play, shown, hint, sizeof hint);
	ui_add(text, "Hint: ");
	line_plain(text, hint);
	ui_add(text, "\n");
}

void play_lines_report(struct play *play, struct ui_text *text)
{
	struct play_lines *lines = play->lines;
	const struct view *view = play_view(play);
	bool first = !lines->heard.any;
	play_sound_look(play, view);
	play_sound_say(play, text);
	size_t before = text->size;
	if (lines->answer.size)
		ui_add(text, "%s", lines->answer.text);
	lines->answer.size = 0;
	/* The heirloom is chosen before the first turn, so the place comes after it. */
	bool born = view->choice == CHOICE_HEIRLOOM && play->prompt.mode == MODE_CHOICE;
	if (!born)
		line_report(text, play->game, view, &lines->heard, lines->detail);
	if (view->message_count) {
		play->messages.shown_serial = view->messages[view->message_count - 1].serial;
		play->messages.shown_repeats = view->messages[view->message_count - 1].repeats;
	}
	add_sentence(play, text);
	if (!lines->asked)
		add_prompt(play, text);
	lines->asked = play->prompt.mode != MODE_MAP;
	add_asides(play, text);
	if (first && !born && play->prompt.mode == MODE_MAP)
		ui_add(text, "Type look, explore or help.\n");
	if (text->size == before && lines->typed)
		ui_add(text,
			view->status.turn != lines->turn ? "Time passes.\n" : "Nothing happens.\n");
	lines->turn = view->status.turn;
	lines->typed = false;
}
