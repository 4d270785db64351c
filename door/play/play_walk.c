/* Steps, runs and doors: actions that need a direction. */
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

/* Asks first about a step with a known harm or price, and about long work near an enemy. */
void play_step(struct play *play, enum direction direction)
{
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

/* Opening and closing ask only if several doors are adjacent. */
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

void play_direction_key(struct play *play, int key)
{
	enum action action = (enum action)play->prompt.action;
	enum direction direction = keymap_direction(play->settings.keys, key);
	play_prompt_end(play);
	if (direction != DIR_COUNT)
		play_go(play, action, direction);
}
