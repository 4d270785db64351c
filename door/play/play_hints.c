/*
 * Hints: short advice for newcomers, each shown once, when it is needed.
 *
 * A hint is a row here with a condition, and a word of the content, "hint-ROW", with its text. A
 * content without that word never shows that hint. {look} and similar names in the text are
 * replaced by the player's own keys. A hint stays until some keys have taken turns, until its topic
 * was used or its condition ended, or until Esc; a key that takes no turn leaves it. Players can
 * read it again among the messages and below the help, as long as they have an account.
 *
 * Hints use only the view. They are not part of the game: the account stores which were given.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts of keys that took turns. */
#define KEYS_MOST 5  /* a hint is hidden after so many keys, */
#define KEYS_LEAST 2 /* or replaced after so many by an urgent one; */
#define KEYS_APART 7 /* any other hint is shown after so many */
#define FAR_TURNS 5
#define URGENT_FROM 6 /* rank from which a hint is urgent */
#define LOW_PARTS 3
#define REST_PARTS 2
#define NOISE_FROM 12 /* turn */
#define DARK_CELLS 16 /* visible ground cells of a dark room */
#define DOOR_WITHIN 4 /* cells */
#define THROW_FROM 2

/* ---- Conditions ---- */

static const struct view_creature *first_enemy(const struct view *view)
{
	const struct view_creature *first = view->creature_count ? &view->creatures[0] : NULL;
	return first && !first->ally && !first->captive ? first : NULL;
}

static bool due_walk(const struct play *play, const struct view *view)
{
	(void)play;
	return view->status.turn == 0;
}

static bool due_hurt(const struct play *play, const struct view *view)
{
	(void)play;
	return view->status.health * LOW_PARTS <= view->status.health_max;
}

static bool due_fight(const struct play *play, const struct view *view)
{
	const struct view_creature *enemy = first_enemy(view);
	(void)play;
	return enemy && !enemy->asleep && !enemy->unaware;
}

static bool due_sleeper(const struct play *play, const struct view *view)
{
	const struct view_creature *enemy = first_enemy(view);
	(void)play;
	return enemy && (enemy->asleep || enemy->unaware);
}

static bool due_captive(const struct play *play, const struct view *view)
{
	(void)play;
	for (size_t i = 0; i < view->creature_count; i++)
		if (view->creatures[i].captive)
			return true;
	return false;
}

static bool due_choose(const struct play *play, const struct view *view)
{
	(void)play;
	return view->choice == CHOICE_TALENT && view->choice_count > 0;
}

static bool due_harm(const struct play *play, const struct view *view)
{
	(void)play;
	for (int i = 0; i < DIR_COUNT; i++) {
		int x = view->hero_x + direction_dx[i], y = view->hero_y + direction_dy[i];
		if (x >= 0 && y >= 0 && x < view->width && y < view->height &&
			view->cells[y * view->width + x].flags & CELL_HARM)
			return true;
	}
	return false;
}

static bool due_shop(const struct play *play, const struct view *view)
{
	(void)play;
	return view->ground_count && view->ground[0].flags & ITEM_LABELLED;
}

static bool due_item(const struct play *play, const struct view *view)
{
	(void)play;
	return view->ground_count && !(view->ground[0].flags & ITEM_LABELLED);
}

/* True if the cell shows a visible closed door without an item or a creature in it. */
static bool is_door(const struct play *play, const struct view *view, int x, int y)
{
	if (x < 0 || y < 0 || x >= view->width || y >= view->height)
		return false;
	const struct view_cell *cell = &view->cells[y * view->width + x];
	return cell->flags & CELL_VISIBLE &&
	       !(cell->flags & (CELL_ITEM | CELL_CREATURE | CELL_HERO)) &&
	       content_symbol(play->content, cell->appearance) == '+';
}

static bool due_door(const struct play *play, const struct view *view)
{
	if (game_legal(play->game, VERB_OPEN))
		return true;
	for (int y = view->hero_y - DOOR_WITHIN; y <= view->hero_y + DOOR_WITHIN; y++)
		for (int x = view->hero_x - DOOR_WITHIN; x <= view->hero_x + DOOR_WITHIN; x++)
			if (is_door(play, view, x, y))
				return true;
	return false;
}

static bool due_stairs(const struct play *play, const struct view *view)
{
	(void)view;
	return game_legal(play->game, VERB_DOWN);
}

static bool carries(
	const struct view *view, unsigned verbs, unsigned flags_without, unsigned flags_with)
{
	for (size_t i = 0; i < view->pack_count; i++)
		if (view->pack[i].verbs & verbs && !(view->pack[i].flags & flags_without) &&
			(view->pack[i].flags & flags_with) == flags_with)
			return true;
	return false;
}

static bool due_untried(const struct play *play, const struct view *view)
{
	(void)play;
	return !first_enemy(view) &&
	       carries(view, 1U << VERB_QUAFF | 1U << VERB_READ, ITEM_KNOWN, 0);
}

/* True if the hero carries armour that is better than the worn piece of its slot, or whose slot is
 * empty. */
static bool due_gear(const struct play *play, const struct view *view)
{
	(void)play;
	for (size_t i = 0; i < view->pack_count; i++) {
		const struct view_item *item = &view->pack[i];
		bool better = item->worth > 0 && item->verbs & 1U << VERB_WEAR &&
			      !(item->flags & (ITEM_WORN | ITEM_WIELDED));
		for (size_t j = 0; j < view->pack_count && better; j++)
			if (view->pack[j].flags & ITEM_WORN &&
				!strcmp(view->pack[j].slot, item->slot))
				better = item->worth > view->pack[j].worth;
		if (better)
			return true;
	}
	return false;
}

static bool due_rest(const struct play *play, const struct view *view)
{
	(void)play;
	return !first_enemy(view) && view->status.health * REST_PARTS <= view->status.health_max;
}

static bool due_hunger(const struct play *play, const struct view *view)
{
	(void)play;
	return view->status.hunger[0] != 0;
}

/* True if the hero is on open floor but sees only the cells adjacent to him. */
static bool due_dark(const struct play *play, const struct view *view)
{
	int seen = 0;
	for (int y = view->hero_y - 2; y <= view->hero_y + 2; y++)
		for (int x = view->hero_x - 2; x <= view->hero_x + 2; x++) {
			if (x < 0 || y < 0 || x >= view->width || y >= view->height)
				continue;
			const struct view_cell *cell = &view->cells[y * view->width + x];
			bool ground = cell->flags & CELL_VISIBLE && !(cell->flags & CELL_STOPS);
			int dx = abs(x - view->hero_x), dy = abs(y - view->hero_y);
			if (ground && (dx > 1 || dy > 1))
				return false;
			seen += ground;
		}
	return seen > 4 && seen <= DARK_CELLS && view->status.turn > 0 && play->game;
}

static bool due_cast(const struct play *play, const struct view *view)
{
	(void)play;
	for (size_t i = 0; i < view->spell_count; i++)
		if (view->spells[i].able)
			return true;
	return false;
}

/* True if it is dark and the hero carries a lamp but none is lit. */
static bool due_lamp(const struct play *play, const struct view *view)
{
	bool lamp = false;
	for (size_t i = 0; i < view->pack_count; i++) {
		if (view->pack[i].flags & ITEM_LIT)
			return false;
		lamp = lamp || (view->pack[i].hint == HINT_LIGHT && !view->pack[i].spent);
	}
	return lamp && due_dark(play, view);
}

/* True if an enemy is in view but not adjacent. */
static bool comes(const struct view *view)
{
	const struct view_creature *enemy = first_enemy(view);
	return enemy && (abs(enemy->x - view->hero_x) >= THROW_FROM ||
				abs(enemy->y - view->hero_y) >= THROW_FROM);
}

/* True if the hero carries an item that bursts or a throwing weapon, and an enemy approaches. */
static bool due_throw(const struct play *play, const struct view *view)
{
	char thrown[40];
	snprintf(thrown, sizeof thrown, "%s", ui_word(play->content, "figure-thrown", "thrown"));
	thrown[strcspn(thrown, "{")] = 0;
	for (size_t i = 0; i < view->pack_count; i++)
		if (view->pack[i].hint == HINT_BURST || strstr(view->pack[i].figures, thrown))
			return comes(view);
	return false;
}

static bool due_fire(const struct play *play, const struct view *view)
{
	(void)play;
	return comes(view) && carries(view, 1U << VERB_FIRE, 0, 0);
}

static bool due_zap(const struct play *play, const struct view *view)
{
	(void)play;
	for (size_t i = 0; i < view->pack_count; i++)
		if (view->pack[i].verbs & 1U << VERB_ZAP && !view->pack[i].spent)
			return true;
	return false;
}

/* Noise matters to the whole game, so only urgent hints come before it. */
static bool due_noise(const struct play *play, const struct view *view)
{
	(void)play;
	return view->status.turn >= NOISE_FROM;
}

static bool due_explore(const struct play *play, const struct view *view)
{
	(void)play;
	return view->status.turn >= 2 * NOISE_FROM && !first_enemy(view);
}

static bool due_ills(const struct play *play, const struct view *view)
{
	static const char *const words[][2] = {
		{"status-poisoned", "poisoned"}, {"status-bleeding", "bleeding"}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(view->status.conditions,
			    ui_word(play->content, words[i][0], words[i][1])))
			return true;
	return false;
}

/* ---- Table ---- */

/* Accounts store the row numbers, so new rows go at the end. Urgent hints have the higher ranks. */
static const struct hint {
	const char *word;
	uint8_t rank;
	bool (*due)(const struct play *play, const struct view *view);
	uint32_t used; /* verbs that show that the player has read it */
} hints[] = {
	{"hint-walk", 10, due_walk, 0},
	{"hint-hurt", 9, due_hurt, 0},
	{"hint-fight", 8, due_fight, 0},
	{"hint-sleeper", 7, due_sleeper, 0},
	{"hint-captive", 6, due_captive, 0},
	{"hint-choose", 5, due_choose, 0},
	{"hint-harm", 6, due_harm, 0},
	{"hint-shop", 4, due_shop, 1U << VERB_PICK_UP},
	{"hint-item", 4, due_item, 1U << VERB_PICK_UP},
	{"hint-door", 4, due_door, 1U << VERB_OPEN | 1U << VERB_CLOSE},
	{"hint-stairs", 4, due_stairs, 1U << VERB_UP | 1U << VERB_DOWN},
	{"hint-untried", 3, due_untried, 1U << VERB_QUAFF | 1U << VERB_READ},
	{"hint-gear", 3, due_gear, 1U << VERB_WEAR},
	{"hint-rest", 5, due_rest, 0},
	{"hint-hunger", 5, due_hunger, 1U << VERB_EAT},
	{"hint-dark", 3, due_dark, 0},
	{"hint-noise", 8, due_noise, 0},
	{"hint-explore", 1, due_explore, 0},
	{"hint-cast", 5, due_cast, 1U << VERB_CAST},
	{"hint-lamp", 4, due_lamp, 1U << VERB_USE},
	{"hint-throw", 7, due_throw, 1U << VERB_THROW},
	{"hint-fire", 7, due_fire, 1U << VERB_FIRE},
	{"hint-zap", 3, due_zap, 1U << VERB_ZAP},
	{"hint-ills", 8, due_ills, 0},
};
#define HINTS (int)(sizeof hints / sizeof hints[0])
_Static_assert(sizeof hints / sizeof hints[0] <= 32, "a bit for each");

void play_hints(struct play *play, bool on, uint32_t given)
{
	play->hints.on = on;
	play->hints.given = given;
	play->hints.shown = 0;
	play->hints.any = false;
	play->hints.turn = play->turns;
	play->hints.index = play->journal.index;
	memset(play->hints.after, 0, sizeof play->hints.after);
}

uint32_t play_hints_given(const struct play *play)
{
	return play->hints.given;
}

/* True if the shown hint is still useful. Hints about walking and exploring stay useful after their
 * condition ends. */
static bool applies(const struct play *play, const struct view *view, int hint)
{
	return hints[hint].due == due_walk || hints[hint].due == due_explore ||
	       hints[hint].due(play, view);
}

/* True if the player's last command used the topic of the shown hint. */
static bool was_used(const struct play *play)
{
	const struct done *last = &play->acting.last;
	return last->any && !last->automatic_move &&
	       hints[play->hints.shown - 1].used & 1U << last->command.verb;
}

/* Counts the keys that took turns since the last call; a key of FAR_TURNS or more counts as two.
 * Hides a hint shown long enough, whose topic was used, or whose condition ended. */
static void count_keys(struct play *play, const struct view *view)
{
	uint32_t turns = play->turns - play->hints.turn;
	bool acted = play->journal.index != play->hints.index;
	int keys = play->hints.keys + (turns > 0) + (turns >= FAR_TURNS);
	play->hints.keys = (uint8_t)between(keys, 0, UINT8_MAX);
	play->hints.turn = play->turns;
	play->hints.index = play->journal.index;
	if (play->hints.shown &&
		(play->hints.keys >= KEYS_MOST ||
			(acted && (was_used(play) || !applies(play, view, play->hints.shown - 1)))))
		play->hints.shown = 0;
}

static uint32_t newest_message(const struct view *view)
{
	return view->message_count ? view->messages[view->message_count - 1].serial : 0;
}

bool play_hints_look(struct play *play)
{
	int best = -1;
	if (!play->hints.on || play->state != PLAY_GOING || play->prompt.mode != MODE_MAP)
		return false;
	const struct view *view = play_view(play);
	count_keys(play, view);
	bool calm = !play->hints.any || play->hints.keys >= KEYS_APART;
	if (play->hints.any && play->hints.keys < KEYS_LEAST)
		return false;
	for (int i = 0; i < HINTS; i++)
		if (!(play->hints.given & 1U << i) && (calm || hints[i].rank >= URGENT_FROM) &&
			hints[i].due(play, view) && ui_word(play->content, hints[i].word, NULL) &&
			(best < 0 || hints[i].rank > hints[best].rank))
			best = i;
	if (best < 0)
		return false;
	play->hints.given |= 1U << best;
	play->hints.shown = (uint8_t)(best + 1);
	play->hints.rows = 0;
	play->hints.keys = 0;
	play->hints.any = true;
	play->hints.after[best] = 1 + newest_message(view);
	return true;
}

void play_hints_key(struct play *play, int key)
{
	if (key == VT_KEY_ESCAPE)
		play->hints.shown = 0;
}

/* ---- Texts ---- */

void play_hint_text(const struct play *play, int hint, char *text, size_t size)
{
	struct ui_text own = {0};
	size_t used = 0;
	ui_add_for(&own, ui_word(play->content, hints[hint].word, ""), play->passing);
	for (const char *at = own.text ? own.text : ""; *at && used + 40 < size; at++) {
		const char *end = *at == '{' ? strchr(at, '}') : NULL;
		char keys[32];
		if (end &&
			play_named_keys(play, at + 1, (size_t)(end - at - 1), keys, sizeof keys)) {
			used += (size_t)snprintf(
				text + used, size - used, UI_BRIGHT "%s" UI_END, keys);
			at = end;
		} else {
			text[used++] = *at == '\n' ? ' ' : *at;
		}
	}
	text[used] = 0;
	free(own.text);
}

/* Adds a hint for rereading: dim except for its keys. */
static void add_again(const struct play *play, struct ui_text *text, int hint, const char *before)
{
	char line[500];
	play_hint_text(play, hint, line, sizeof line);
	for (char *at = line; *at; at++)
		if (*at == COLOUR_ROLE_BYTE_END)
			*at = UI_DIM[0];
	ui_add(text, UI_DIM "%s%s" UI_END "\n", before, line);
}

void play_hints_between(
	const struct play *play, struct ui_text *text, uint32_t after, uint32_t before)
{
	for (int i = 0; i < HINTS; i++)
		if (play->hints.after[i] > after && play->hints.after[i] <= before)
			add_again(play, text, i, "Hint: ");
}

void play_hints_again(const struct play *play, struct ui_text *text)
{
	if (!play->hints.on || !play->hints.given)
		return;
	ui_add(text, "\n" UI_LAMP "Hints that you were given" UI_END "\n");
	for (int i = 0; i < HINTS; i++)
		if (play->hints.given & 1U << i && ui_word(play->content, hints[i].word, NULL))
			add_again(play, text, i, "");
}

int play_hint_count(void)
{
	return HINTS;
}

const char *play_hint_word(int hint)
{
	return hints[hint].word;
}
