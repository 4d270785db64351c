/* Keys of a game being played, in each prompt. */
#include "door/play/play_private.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void play_prompt_begin(
	struct play *play, enum play_mode mode, enum action action, const char *sentence)
{
	play->mode = (uint8_t)mode;
	play->action = (uint8_t)action;
	play->list_page = 0;
	play_say(play, sentence);
}

void play_prompt_end(struct play *play)
{
	play->mode = MODE_MAP;
	play->sentence[0] = 0;
}

static enum verb play_pending_verb(const struct play *play)
{
	const struct action_row *row = action_row(play->action);
	return row ? row->verb : VERB_COUNT;
}

/* ---- Directions ---- */

/* Whether he stands in what harms: then he is asked no more than whether to die. */
static bool play_in_harm(struct play *play)
{
	struct view view;
	game_view(play->game, &view);
	return view.cells[view.hero_y * view.width + view.hero_x].flags & CELL_HARM;
}

/* A step whose harm or price is known is asked about first, and then taken like any other. */
void play_step(struct play *play, enum direction direction)
{
	char question[160];
	struct command command = {.verb = VERB_STEP, .direction = (uint8_t)direction};
	int price = game_step_price(play->game, direction, question, sizeof question);
	enum risk risk = RISK_NONE;
	if (!price)
		risk = game_step_risk(play->game, direction, question, sizeof question);
	if (!price && (risk == RISK_NONE || (risk == RISK_HARM && play_in_harm(play))))
		play_act(play, &command);
	else
		play_prompt_begin(play, MODE_CONFIRM,
			(enum action)((int)ACTION_WALK + (int)direction), question);
}

/* With the chosen thing on the next cell. */
static void play_apply_beside(struct play *play, enum verb verb, enum direction direction)
{
	struct view view;
	game_view(play->game, &view);
	struct command command = {.verb = (uint8_t)verb,
		.item = play->item,
		.x = (int16_t)(view.hero_x + direction_dx[direction]),
		.y = (int16_t)(view.hero_y + direction_dy[direction])};
	play_act(play, &command);
}

void play_go(struct play *play, enum action action, enum direction direction)
{
	const struct action_row *row = action_row(action);
	if (row && play_aims(action)) {
		play_apply_beside(play, row->verb, direction);
		return;
	}
	if (row && row->verb != VERB_COUNT) {
		struct command command = {
			.verb = (uint8_t)row->verb, .direction = (uint8_t)direction};
		play_act(play, &command);
		return;
	}
	/* A run that cannot begin is a step, so that it is refused, or strikes, as a step would. */
	if (!play_steer(play, STEER_RUN, direction, 0, 0))
		play_step(play, direction);
}

static char play_symbol_at(const struct play *play, const struct view *view, int x, int y)
{
	if (x < 0 || y < 0 || x >= view->width || y >= view->height)
		return ' ';
	const struct view_cell *cell = &view->cells[y * view->width + x];
	return cell->flags & CELL_KNOWN ? content_symbol(play->content, cell->look) : ' ';
}

/* How many doors of that symbol are beside the hero, and the direction of the last. */
static int play_doors(struct play *play, char symbol, enum direction *direction)
{
	struct view view;
	int doors = 0;
	game_view(play->game, &view);
	for (int i = 0; i < DIR_COUNT; i++) {
		if (play_symbol_at(play, &view, view.hero_x + direction_dx[i],
			    view.hero_y + direction_dy[i]) != symbol)
			continue;
		*direction = (enum direction)i;
		doors++;
	}
	return doors;
}

/* Opening and closing ask only where there are several doors. */
void play_ask_direction(struct play *play, enum action action)
{
	bool opening = action == ACTION_OPEN;
	enum direction only = DIR_COUNT;
	int doors = action == ACTION_PREFIX ? 2 : play_doors(play, opening ? '+' : '\'', &only);
	if (doors == 1)
		play_go(play, action, only);
	else if (!doors && !game_legal(play->game, opening ? VERB_OPEN : VERB_CLOSE))
		play_say(play, opening ? ui_word(play->content, "no-closed-door",
						 "There is no closed door beside you.")
				       : ui_word(play->content, "no-open-door",
						 "There is no open door beside you."));
	else
		play_prompt_begin(play, MODE_DIRECTION, action,
			action == ACTION_PREFIX ? "Run in which direction?"
			: opening               ? "Open in which direction?"
						: "Close in which direction?");
}

static void play_direction_key(struct play *play, int key)
{
	enum action action = (enum action)play->action;
	enum direction direction = keymap_direction(play->preset, key);
	play_prompt_end(play);
	if (direction != DIR_COUNT)
		play_go(play, action, direction);
}

/* ---- Things ---- */

/* The verbs of which the chosen thing must accept one. */
uint32_t play_item_mask(const struct play *play)
{
	if (play->action == ACTION_INVENTORY)
		return UINT32_MAX;
	if (play->action == ACTION_USE)
		return 1U << VERB_USE | 1U << VERB_ZAP | 1U << VERB_QUAFF | 1U << VERB_READ |
		       1U << VERB_EAT | 1U << VERB_WIELD | 1U << VERB_WEAR;
	enum verb verb = play_pending_verb(play);
	return verb < VERB_COUNT ? 1U << verb : 0;
}

/* How the pending action reads in "What will you ...?" and "You cannot ... that." */
const char *play_item_word(const struct play *play)
{
	static const struct {
		const char *word, *otherwise;
	} words[ACTION_COUNT] = {[ACTION_WIELD] = {"do-wield", "wield"},
		[ACTION_WEAR] = {"do-wear", "wear"},
		[ACTION_QUAFF] = {"do-quaff", "drink"},
		[ACTION_READ] = {"do-read", "read"},
		[ACTION_EAT] = {"do-eat", "eat"},
		[ACTION_THROW] = {"do-throw", "throw"},
		[ACTION_FIRE] = {"do-fire", "shoot"},
		[ACTION_DROP] = {"do-drop", "drop"},
		[ACTION_ZAP] = {"do-zap", "zap"},
		[ACTION_USE] = {"do-use", "use"},
		[ACTION_CAST] = {"do-cast", "cast"}};
	if (!words[play->action].word)
		return "carry";
	return ui_word(play->content, words[play->action].word, words[play->action].otherwise);
}

static size_t play_items_fitting(struct play *play)
{
	struct view view;
	uint32_t mask = play_item_mask(play);
	size_t fitting = 0;
	game_view(play->game, &view);
	for (size_t i = 0; i < view.pack_count; i++)
		fitting += mask == UINT32_MAX || (view.pack[i].verbs & mask) != 0;
	return fitting;
}

/* The carried thing of a letter's number; NULL when there is none. */
const struct view_item *play_carried(const struct view *view, int item)
{
	for (size_t i = 0; i < view->pack_count; i++)
		if (view->pack[i].letter == 'a' + item)
			return &view->pack[i];
	return NULL;
}

/* What a thing is made for. */
static enum action play_natural_action(const struct view_item *item)
{
	static const enum action order[] = {ACTION_USE, ACTION_ZAP, ACTION_QUAFF, ACTION_READ,
		ACTION_EAT, ACTION_WIELD, ACTION_WEAR};
	for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
		if (item->verbs & 1U << action_row(order[i])->verb)
			return order[i];
	return ACTION_NONE;
}

/* A place is asked for where there is a choice of one. */
void play_apply(struct play *play, enum action action, unsigned item, unsigned aim, unsigned range)
{
	bool anywhere = action == ACTION_THROW || action == ACTION_FIRE;
	bool wants = anywhere || (aim >= VIEW_AIM_CELL && aim <= VIEW_AIM_CONE);
	struct view view;
	game_view(play->game, &view);
	struct command here = {.verb = (uint8_t)action_row(action)->verb,
		.item = (uint8_t)item,
		.x = view.hero_x,
		.y = view.hero_y};
	play->item = (uint8_t)item;
	if (action == ACTION_DROP && play->times)
		play_drop_some(play, item, play->times);
	else if (!play_aims(action))
		play_verb_item(play, action_row(action)->verb, item);
	else if (!wants)
		play_act(play, &here);
	else if (range == 1 && !anywhere)
		play_prompt_begin(play, MODE_DIRECTION, action, "In which direction?");
	else
		play_cursor_begin(play, action);
}

static void play_item_chosen(struct play *play, const struct view_item *item)
{
	enum action action = (enum action)play->action;
	play->item = (uint8_t)(item->letter - 'a');
	play_prompt_end(play);
	if (action == ACTION_INVENTORY) {
		play_prompt_begin(play, MODE_VERB, action, item->name);
		return;
	}
	if (action == ACTION_USE)
		action = play_natural_action(item);
	if (action != ACTION_NONE)
		play_apply(play, action, play->item, item->aim, item->range);
}

/* What is shot needs no asking while there is one kind of it. */
static bool play_one_shot(struct play *play, enum action action)
{
	struct view view;
	if (action != ACTION_FIRE || play_items_fitting(play) != 1)
		return false;
	game_view(play->game, &view);
	for (size_t i = 0; i < view.pack_count; i++)
		if (view.pack[i].verbs & play_item_mask(play)) {
			play_item_chosen(play, &view.pack[i]);
			return true;
		}
	return false;
}

void play_item_begin(struct play *play, enum action action)
{
	char sentence[80];
	play->action = (uint8_t)action;
	play->times = 0;
	const char *word = play_item_word(play);
	if (play_one_shot(play, action))
		return;
	if (action == ACTION_INVENTORY)
		snprintf(sentence, sizeof sentence, "You carry:");
	else
		snprintf(sentence, sizeof sentence, "What will you %s?", word);
	if (play_items_fitting(play)) {
		play_prompt_begin(play, MODE_ITEM, action, sentence);
		return;
	}
	snprintf(sentence, sizeof sentence,
		action == ACTION_INVENTORY ? "You carry nothing." : "You carry nothing to %s.",
		word);
	play_say(play, sentence);
}

static void play_item_key(struct play *play, int key)
{
	struct view view;
	char sentence[80];
	game_view(play->game, &view);
	if (key == ' ') {
		play->list_page++;
		return;
	}
	const struct view_item *own = play_carried(&view, key - 'a');
	if (own && (play->action == ACTION_INVENTORY || own->verbs & play_item_mask(play))) {
		play_item_chosen(play, own);
		return;
	}
	snprintf(sentence, sizeof sentence, "You cannot %s that.", play_item_word(play));
	play_prompt_end(play);
	if (own)
		play_say(play, sentence);
	else if (key >= 'a' && key <= 'z')
		play_say(play, "You carry nothing of that letter.");
}

/* The keys of the verbs are those of the map. */
static void play_verb_key(struct play *play, int key)
{
	struct view view;
	enum action action = keymap_action(play->preset, key, false);
	const struct action_row *row = action_row(action);
	play_prompt_end(play);
	game_view(play->game, &view);
	const struct view_item *item = play_carried(&view, play->item);
	if (!row || row->verb == VERB_COUNT || !item || !(item->verbs & 1U << row->verb))
		return;
	play->action = (uint8_t)action;
	play_item_chosen(play, item);
}

/* What is not simply there for the taking. */
static bool play_has_terms(const struct view_item *item)
{
	return item->price > 0 || item->flags & (ITEM_FOR_SALE | ITEM_OFFERED);
}

/* What is paid for, or costs the others beside it, is asked about first. */
static void play_take(struct play *play, const struct view *view, unsigned index)
{
	const struct view_item *item = &view->ground[index];
	const char *gold = ui_word(play->content, "label-gold", "gold");
	char question[160];
	struct command command = {.verb = VERB_PICK_UP, .item = (uint8_t)index};
	play->item = (uint8_t)index;
	/* What would be refused is, before any question. */
	if (!play_has_terms(item) || !game_allows(play->game, &command)) {
		play_verb_item(play, VERB_PICK_UP, index);
		return;
	}
	if (item->price > 0)
		snprintf(question, sizeof question, "Buy %s for %d " UI_INSIDE "? (y/n)",
			item->name, item->price, ui_inside(gold));
	else
		snprintf(question, sizeof question,
			item->flags & ITEM_OFFERED ? "Take %s, and leave the others? (y/n)"
						   : "Take %s? (y/n)",
			item->name);
	play_prompt_begin(play, MODE_CONFIRM, ACTION_PICK_UP, question);
}

void play_pick_up(struct play *play)
{
	struct view view;
	game_view(play->game, &view);
	if (view.ground_count > 1)
		play_prompt_begin(play, MODE_GROUND, ACTION_PICK_UP, "Pick up what?");
	else if (view.ground_count == 1)
		play_take(play, &view, 0);
	else
		play_verb_item(play, VERB_PICK_UP, 0);
}

/* All that is there for the taking. */
static void play_pick_up_all(struct play *play)
{
	bool going = true;
	for (unsigned times = 0; times < GROUND_MAX && going; times++) {
		struct view view;
		unsigned index = 0;
		game_view(play->game, &view);
		while (index < view.ground_count && play_has_terms(&view.ground[index]))
			index++;
		if (index == view.ground_count && !times)
			play_say(
				play, "Nothing of that is simply to be taken: name what you want.");
		going = index < view.ground_count && play_verb_item(play, VERB_PICK_UP, index);
	}
}

static void play_ground_key(struct play *play, int key)
{
	struct view view;
	bool all = keymap_action(play->preset, key, false) == ACTION_PICK_UP || key == ',';
	if (key == ' ') {
		play->list_page++;
		return;
	}
	play_prompt_end(play);
	game_view(play->game, &view);
	if (key >= 'a' && (size_t)(key - 'a') < view.ground_count && key != 'p')
		play_take(play, &view, (unsigned)(key - 'a'));
	else if (all)
		play_pick_up_all(play);
}

/* ---- Yes or no ---- */

static void play_confirm_key(struct play *play, int key)
{
	enum verb verb = play_pending_verb(play);
	int step = (int)play->action - (int)ACTION_WALK;
	bool yes = key == 'y' || key == 'Y', steps = step >= 0 && step < DIR_COUNT;
	struct command command = {.verb = VERB_STEP, .direction = (uint8_t)step};
	play_prompt_end(play);
	if (!yes)
		play_say(play, verb == VERB_PICK_UP ? "You leave it." : "You stay.");
	else if (steps)
		play_act(play, &command);
	else if (verb == VERB_COUNT)
		play->state = PLAY_SAVED;
	else if (verb == VERB_PICK_UP)
		play_verb_item(play, verb, play->item);
	else
		play_verb(play, verb);
}

void play_confirm(struct play *play, enum action action, const char *word, const char *fallback)
{
	play_prompt_begin(play, MODE_CONFIRM, action, ui_word(play->content, word, fallback));
}

/* Whoever is on his side and would stay behind is asked about once; true when he is asked. */
static bool play_leaves_somebody(struct play *play, enum action action)
{
	char name[64], question[160];
	enum verb verb = action_row(action)->verb;
	if (!game_legal(play->game, verb) || !game_would_leave(play->game, name, sizeof name))
		return false;
	snprintf(question, sizeof question, "%c%s is not beside you. Go without it? (y/n)",
		toupper((unsigned char)name[0]), name + 1);
	play_prompt_begin(play, MODE_CONFIRM, action, question);
	return true;
}

void play_descend(struct play *play)
{
	if (!play_leaves_somebody(play, ACTION_DOWN))
		play_verb(play, VERB_DOWN);
}

void play_climb(struct play *play)
{
	struct view view;
	game_view(play->game, &view);
	bool leaving = view.status.depth == 1 && game_legal(play->game, VERB_UP);
	if (leaving)
		play_confirm(play, ACTION_UP, "confirm-leave", "Leave for good? (y/n)");
	else if (!play_leaves_somebody(play, ACTION_UP))
		play_verb(play, VERB_UP);
}

static void play_sheet_key(struct play *play, int key)
{
	if (ui_pager_key(&play->sheet, key))
		return;
	bool acts = play->sheet_runs_keys && key != VT_KEY_ESCAPE && key != ' ' && key != '\r';
	ui_pager_close(&play->sheet);
	play_prompt_end(play);
	if (play->sheet_of_choice)
		play_greet(play);
	play->sheet_of_choice = false;
	if (acts)
		play_map_key(play, key);
}

bool play_prompt_key(struct play *play, int key)
{
	static void (*const handlers[])(struct play *, int) = {
		[MODE_DIRECTION] = play_direction_key,
		[MODE_ITEM] = play_item_key,
		[MODE_VERB] = play_verb_key,
		[MODE_GROUND] = play_ground_key,
		[MODE_CURSOR] = play_cursor_key,
		[MODE_CONFIRM] = play_confirm_key,
		[MODE_SPELL] = play_spells_key,
		[MODE_CHOICE] = play_choice_key,
		[MODE_PLACES] = play_places_key,
		[MODE_TIMES] = play_times_key,
		[MODE_SHEET] = play_sheet_key};
	if (play->mode == MODE_MAP)
		return false;
	handlers[play->mode](play, key);
	return true;
}
