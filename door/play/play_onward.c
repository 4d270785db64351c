/*
 * Tells the player how to go on after an automatic move has ended or was refused: by the same key
 * again, or by the stairs.
 *
 * add_again tries the move on a copy of the watch, since auto_next does not change the game.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

/* True if the same automatic move, begun once more, would take a step. */
static bool play_goes_on(struct play *play, const struct auto_move *ended)
{
	struct watch watch = play->watch;
	struct auto_move automove;
	struct command command;
	auto_begin(&automove, (enum auto_kind)ended->kind, ended->direction, ended->x, ended->y,
		play->game, &watch);
	automove.left_classes = play->settings.left_classes;
	automove.repeated = ended->repeated;
	automove.times = ended->times;
	return auto_next(&automove, play->game, play->view, &command);
}

static void play_add(struct play *play, const char *sentence)
{
	size_t length = strlen(play->messages.sentence);
	snprintf(play->messages.sentence + length, sizeof play->messages.sentence - length, "%s%s",
		length > 0 ? " " : "", sentence);
}

static void play_key_of(const struct play *play, enum action action, char *name, size_t size)
{
	play_action_text(play, action, name, size);
}

/* Adds the key that attacks if an enemy is in view: it stands in the way. */
static void add_attack(struct play *play)
{
	char key[16], sentence[60];
	const struct view *view = play_view(play);
	if (!view->creature_count || !play_is_enemy(&view->creatures[0]) ||
		keymap_key(play->settings.keys, ACTION_ATTACK) == VT_KEY_NONE)
		return;
	play_key_of(play, ACTION_ATTACK, key, sizeof key);
	snprintf(sentence, sizeof sentence, UI_BRIGHT "%s" UI_END " attacks.", key);
	play_add(play, sentence);
}

/* Adds how to go on anyway, if the same move begun again would take a step: by the key of
 * auto-explore, rest and stairs, by asking again for other moves. */
static void add_again(struct play *play, const struct auto_move *ended)
{
	char key[16], sentence[60] = "Ask again to go on anyway.";
	enum auto_kind kind = (enum auto_kind)ended->kind;
	if (!play_goes_on(play, ended)) {
		if (ended->blocked && kind == AUTO_EXPLORE)
			add_attack(play);
		return;
	}
	enum action action = kind == AUTO_REST      ? ACTION_REST
			     : kind == AUTO_EXPLORE ? ACTION_EXPLORE
						    : (enum action)play->acting.stairs;
	play_key_of(play, action, key, sizeof key);
	play->acting.again = play->acting.stairs;
	play->acting.again_turn = play_view(play)->status.turn;
	if (action != ACTION_NONE)
		snprintf(sentence, sizeof sentence, UI_BRIGHT "%s" UI_END " again goes on.", key);
	play_add(play, sentence);
}

void play_offer_room(struct play *play)
{
	char worst[240];
	play_worst(play, worst, sizeof worst);
	if (*worst)
		play_add(play, worst);
}

/* Adds what can be done while a missile is in the air. */
static void add_wait(struct play *play)
{
	char key[16], sentence[100];
	play_key_of(play, ACTION_WAIT, key, sizeof key);
	snprintf(sentence, sizeof sentence,
		"Step aside or strike by a direction key (" UI_BRIGHT "%s" UI_END " waits).", key);
	play_add(play, sentence);
}

bool play_stairs(struct play *play, bool up, struct spot *spot, int *steps)
{
	const struct view *view = play_view(play);
	*steps = -1;
	bool known = false;
	for (int at = 0; at < view->width * view->height; at++) {
		int x = at % view->width, y = at / view->width;
		if (!game_knows_stairs(play->game, x, y, up))
			continue;
		known = true;
		int way = game_steps_to(play->game, view, x, y);
		if (way < 0 || (*steps >= 0 && way >= *steps))
			continue;
		*steps = way;
		*spot = (struct spot){.x = (int16_t)x, .y = (int16_t)y};
	}
	return known;
}

/* Adds what to do after everything is explored: take the stairs, travel to them, or search. */
static void add_way(struct play *play)
{
	char key[16], search[16], sentence[160];
	struct spot spot;
	int steps;
	bool up = play_view(play)->status.carries_receiver;
	const char *stairs = ui_word(play->content, "label-stairs", "stairs");
	const char *way = up ? "up" : "down";
	play_key_of(play, up ? ACTION_UP : ACTION_DOWN, key, sizeof key);
	play_key_of(play, ACTION_SEARCH, search, sizeof search);
	bool here = game_legal(play->game, up ? VERB_UP : VERB_DOWN);
	bool known = play_stairs(play, up, &spot, &steps);
	if (here)
		snprintf(sentence, sizeof sentence,
			"You stand on the " UI_INSIDE " %s: " UI_BRIGHT "%s" UI_END " takes them.",
			ui_inside(stairs), way, key);
	else if (known && steps >= 0)
		snprintf(sentence, sizeof sentence,
			UI_BRIGHT "%s" UI_END " travels to the " UI_INSIDE " %s.", key,
			ui_inside(stairs), way);
	else
		snprintf(sentence, sizeof sentence,
			"No way to any " UI_INSIDE " %s is known: " UI_BRIGHT "%s" UI_END
			" searches for what is hidden.",
			ui_inside(stairs), way, search);
	play_add(play, sentence);
}

void play_onward(struct play *play, const struct auto_move *automove, bool moved)
{
	enum auto_kind kind = (enum auto_kind)automove->kind;
	if (play->state != PLAY_GOING || !play->messages.sentence[0])
		return;
	if (kind == AUTO_EXPLORE && automove->finished &&
		!game_gate_shuts(play->game, play_view(play)))
		add_way(play);
	else if (!automove->finished && play_view(play)->flight_count > 0)
		add_wait(play);
	else if (!moved && !automove->finished)
		add_again(play, automove);
}
