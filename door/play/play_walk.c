/* Steps, runs, doors and talk: actions that need a direction. */
#include "door/play/play_private.h"

#include <ctype.h>
#include <stdio.h>

/* True if the hero stands on harmful ground: he is then asked only about steps that kill. */
static bool play_in_harm(struct play *play)
{
	const struct view *view = play_view(play);
	return view->cells[view->hero_y * view->width + view->hero_x].flags & CELL_HARM;
}

/* Asks before a step that begins a work of several turns with an enemy in view; true if it asked.
 * More of the work, right after the first, is not asked about. */
static bool play_asks_work(struct play *play, enum direction direction)
{
	char name[80], enemy[80], question[240];
	int turns = game_step_work(play->game, direction);
	const struct view *view = play_view(play);
	int x = view->hero_x + direction_dx[direction], y = view->hero_y + direction_dy[direction];
	const struct view_creature *first = view->creature_count ? &view->creatures[0] : NULL;
	if (turns <= 1 || !first || !play_is_enemy(first) ||
		play->acting.works_on == view->status.turn + 1 ||
		!game_name(play->game, x, y, name, sizeof name) ||
		!game_name(play->game, first->x, first->y, enemy, sizeof enemy))
		return false;
	snprintf(question, sizeof question, "%c%s: %d turns of work, and %s is %s. Go on? (y/n)",
		toupper((unsigned char)*name), name + 1, turns, enemy,
		play_distance(view, first->x, first->y) > 1 ? "in view" : "beside you");
	play_prompt_begin(
		play, MODE_CONFIRM, (enum action)((int)ACTION_WALK + (int)direction), question);
	return true;
}

void play_step_asked(struct play *play, enum direction direction)
{
	struct command command = {.verb = VERB_STEP, .direction = (uint8_t)direction};
	bool works = game_step_work(play->game, direction) > 1;
	play_act(play, &command);
	if (works)
		play->acting.works_on = play_view(play)->status.turn + 1;
}

/* ---- Talk ---- */

/* False for a hero whom a fight has cost a third of his health: he wants no talk with an enemy. */
static bool play_is_well(const struct view *view)
{
	return 3 * view->status.health >= 2 * view->status.health_max;
}

/* Returns the enemy in that direction that has not talked yet and could, or NULL. None in the midst
 * of a fight. */
static const struct view_creature *play_stranger(struct play *play, enum direction direction)
{
	const struct view *view = play_view(play);
	const struct command talk = {.verb = VERB_TALK, .direction = (uint8_t)direction};
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->x != view->hero_x + direction_dx[direction] ||
			creature->y != view->hero_y + direction_dy[direction])
			continue;
		bool stranger = creature->talks && !creature->asleep && play_is_enemy(creature) &&
				creature->health_percent == 100 && play_is_well(view);
		return stranger && game_allows(play->game, &talk) ? creature : NULL;
	}
	return NULL;
}

/* True if the player was asked about creatures of that appearance before. Notes the question. */
static bool play_talk_was_asked(struct play *play, uint16_t appearance)
{
	struct play_acting *acting = &play->acting;
	for (int i = 0; i < acting->talk_asked_count; i++)
		if (acting->talk_asked[i] == appearance)
			return true;
	if (acting->talk_asked_count < TALK_ASKED_MOST)
		acting->talk_asked[acting->talk_asked_count++] = appearance;
	return false;
}

bool play_asks_talk(struct play *play, enum direction direction)
{
	char name[80], question[160];
	const struct view_creature *creature = play_stranger(play, direction);
	if (!creature || play_talk_was_asked(play, creature->appearance) ||
		!game_name(play->game, creature->x, creature->y, name, sizeof name))
		return false;
	snprintf(question, sizeof question,
		"Spend a turn to talk to " UI_INSIDE "? (y/n, the direction again attacks)",
		ui_inside(name));
	play->prompt.item = (uint8_t)direction;
	play_prompt_begin(play, MODE_CONFIRM, ACTION_TALK, question);
	return true;
}

/* Asks first about a step with a known harm or price, about long work near an enemy, and whether to
 * talk. */
void play_step(struct play *play, enum direction direction)
{
	if (play_asks_talk(play, direction))
		return;
	char question[160];
	int price = game_step_price(play->game, direction, question, sizeof question);
	enum risk risk = RISK_NONE;
	if (!price)
		risk = game_step_risk(play->game, direction, question, sizeof question);
	if (price || risk == RISK_DEADLY || (risk == RISK_HARM && !play_in_harm(play)))
		play_prompt_begin(play, MODE_CONFIRM,
			(enum action)((int)ACTION_WALK + (int)direction), question);
	else if (!play_asks_work(play, direction))
		play_step_asked(play, direction);
}

/* Applies the chosen item to the adjacent cell. */
static void play_apply_adjacent(struct play *play, enum verb verb, enum direction direction)
{
	const struct view *view = play_view(play);
	struct command command = {.verb = (uint8_t)verb,
		.item = play->prompt.item,
		.x = (int16_t)(view->hero_x + direction_dx[direction]),
		.y = (int16_t)(view->hero_y + direction_dy[direction])};
	play_act(play, &command);
}

void play_go(struct play *play, enum action action, enum direction direction)
{
	const struct action_row *row = action_row(action);
	if (row && play_aims(action)) {
		play_apply_adjacent(play, row->verb, direction);
		return;
	}
	if (row && row->verb != VERB_COUNT) {
		struct command command = {
			.verb = (uint8_t)row->verb, .direction = (uint8_t)direction};
		play_act(play, &command);
		return;
	}
	/* A run that cannot begin becomes a step: the game refuses it, or the hero attacks. */
	if (!play_auto(play, AUTO_RUN, direction, 0, 0))
		play_step(play, direction);
}

static char play_symbol_at(const struct play *play, const struct view *view, int x, int y)
{
	if (x < 0 || y < 0 || x >= view->width || y >= view->height)
		return ' ';
	const struct view_cell *cell = &view->cells[y * view->width + x];
	return cell->flags & CELL_KNOWN ? content_symbol(play->content, cell->appearance) : ' ';
}

/* Returns the number of adjacent doors with that symbol; direction receives that of the last. */
static int play_doors(struct play *play, char symbol, enum direction *direction)
{
	int doors = 0;
	const struct view *view = play_view(play);
	for (int i = 0; i < DIR_COUNT; i++) {
		if (play_symbol_at(play, view, view->hero_x + direction_dx[i],
			    view->hero_y + direction_dy[i]) != symbol)
			continue;
		*direction = (enum direction)i;
		doors++;
	}
	return doors;
}

/* Talks to the only creature that may talk, or asks for a direction. */
static void play_ask_partner(struct play *play)
{
	struct command talk = {.verb = VERB_TALK}, only = talk;
	int partners = 0;
	for (; talk.direction < DIR_COUNT; talk.direction++)
		if (game_allows(play->game, &talk)) {
			only = talk;
			partners++;
		}
	if (partners == 1)
		play_act(play, &only);
	else if (partners > 1)
		play_prompt_begin(play, MODE_DIRECTION, ACTION_TALK, "Talk in which direction?");
	else
		play_say(play, ui_word(play->content, "no-talk-here",
				       "There is nobody beside you who talks."));
}

/* Opening and closing ask only if several doors are adjacent. */
void play_ask_direction(struct play *play, enum action action)
{
	if (action == ACTION_TALK) {
		play_ask_partner(play);
		return;
	}
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

void play_direction_key(struct play *play, int key)
{
	enum action action = (enum action)play->prompt.action;
	enum direction direction = keymap_direction(play->settings.keys, key);
	play_prompt_end(play);
	if (direction != DIR_COUNT)
		play_go(play, action, direction);
}
