/* Keys of the map. */
#include "door/play/play_private.h"

#include "door/os/version.h"

#include <stdio.h>
#include <string.h>

static void play_debug(struct play *play, enum action action)
{
	static const uint8_t numbers[ACTION_COUNT] = {[ACTION_DEBUG_FOV] = 0,
		[ACTION_DEBUG_ALL] = 1,
		[ACTION_DEBUG_LEVEL] = 2,
		[ACTION_DEBUG_SMELL] = 3,
		[ACTION_DEBUG_STEPS] = 4};
	struct command command = {.verb = VERB_DEBUG, .number = numbers[action]};
	if (!play_act(play, &command))
		return;
	if (action == ACTION_DEBUG_LEVEL)
		play_page_level(play, LEVEL_TEXT_CREATURES | LEVEL_TEXT_ITEMS);
	if (action == ACTION_DEBUG_STEPS)
		play_page_level(play, LEVEL_TEXT_STAGES);
}

static void play_version(struct play *play)
{
	char sentence[120];
	uint8_t digest[CONTENT_DIGEST_SIZE];
	const char *title = ui_word(play->content, "title", "Trapdoor");
	bool own = strcmp(title, "Trapdoor") != 0;
	content_digest(play->content, digest);
	snprintf(sentence, sizeof sentence, "%s%sTrapdoor %s, rules %d, content %02x%02x%02x%02x.",
		own ? title : "", own ? ": " : "", TRAPDOOR_VERSION, ENGINE_RULES_VERSION,
		digest[0], digest[1], digest[2], digest[3]);
	play_say(play, sentence);
}

static void play_far(struct play *play, enum auto_kind kind, const char *otherwise)
{
	if (!play_auto(play, kind, 0, 0, 0) && !play->messages.sentence[0])
		play_say(play, otherwise);
}

/* Asks before the first blow at a kind that could talk, as a step against it does. */
static bool play_attack_asks(struct play *play)
{
	struct watch watch = play->watch;
	struct auto_move automove;
	struct command command;
	play_view(play);
	auto_begin(&automove, AUTO_ATTACK, 0, 0, 0, play->game, &watch);
	return auto_next(&automove, play->game, play->view, &command) &&
	       command.verb == VERB_STEP && play_asks_talk(play, (enum direction)command.direction);
}

static void play_attack(struct play *play)
{
	if (play_attack_asks(play))
		return;
	play_far(play, AUTO_ATTACK, "You cannot attack now.");
	play_take_underfoot(play);
}

/* Leaves the game; asks first for a guest's run, which is not kept. */
static void play_leave(struct play *play)
{
	if (play->passing)
		play_confirm(play, ACTION_SAVE, "confirm-leave-guest",
			"This run cannot be saved. Leave and lose it? (y/n)");
	else
		play->state = PLAY_SAVED;
}

/* A guest's run would end with it. */
static void play_options(struct play *play)
{
	if (play->passing) {
		play_say(play, "A guest's run cannot be saved, so a guest sets options in the "
			       "lobby, before the run.");
		return;
	}
	play->wants_options = true;
	play->state = PLAY_SAVED;
}

/* Runs an action that needs more than its verb. False for other actions. */
static bool play_own_action(struct play *play, enum action action)
{
	switch (action) {
	case ACTION_INVENTORY:
	case ACTION_USE:
	case ACTION_WIELD:
	case ACTION_WEAR:
	case ACTION_QUAFF:
	case ACTION_READ:
	case ACTION_EAT:
	case ACTION_THROW:
	case ACTION_FIRE:
	case ACTION_ZAP:
	case ACTION_DROP:
		play_item_begin(play, action);
		return true;
	case ACTION_CAST:
		play_spells_begin(play);
		return true;
	case ACTION_CHOOSE:
		play_choice_begin(play);
		return true;
	case ACTION_OPEN:
	case ACTION_CLOSE:
	case ACTION_TALK:
	case ACTION_PREFIX:
		play_ask_direction(play, action);
		return true;
	case ACTION_PICK_UP:
		play_pick_up(play);
		return true;
	case ACTION_TRAVEL:
	case ACTION_LOOK:
	case ACTION_LOOK_HERE:
		play_cursor_begin(play, action);
		return true;
	case ACTION_EXPLORE:
		play_far(play, AUTO_EXPLORE, play_explored(play));
		return true;
	case ACTION_REST:
		play_far(play, AUTO_REST, "You are fully healed.");
		return true;
	case ACTION_ATTACK:
		play_attack(play);
		return true;
	case ACTION_TIMES:
		play_times_begin(play);
		return true;
	case ACTION_AGAIN:
		play_again(play);
		return true;
	case ACTION_DOWN:
	case ACTION_UP:
		(action == ACTION_DOWN ? play_descend : play_climb)(play);
		return true;
	case ACTION_OPTIONS:
		play_options(play);
		return true;
	case ACTION_SAVE:
		play_leave(play);
		return true;
	case ACTION_QUIT:
		play_confirm(play, ACTION_QUIT,
			play->passing ? "confirm-quit-guest" : "confirm-quit",
			"End this run for good? (y/n)");
		return true;
	default:
		return false;
	}
}

/* Opens the page of an action that has one. False for other actions. */
static bool play_reading(struct play *play, enum action action)
{
	switch (action) {
	case ACTION_MESSAGES:
		play_page_messages(play);
		return true;
	case ACTION_CHARACTER:
		play_page_character(play);
		return true;
	case ACTION_DISCOVERIES:
		play_page_lore(play);
		return true;
	case ACTION_LEVELS:
		play_page_levels(play);
		return true;
	case ACTION_LEGAL:
		play_page_legal(play);
		return true;
	case ACTION_HELP:
		play_page_help(play);
		return true;
	case ACTION_VERSION:
		play_version(play);
		return true;
	default:
		return false;
	}
}

static void play_unknown(struct play *play, int key)
{
	char name[KEY_NAME_MAX], list[KEY_NAME_MAX], sentence[120];
	if (key == VT_KEY_ESCAPE || key == ' ')
		return;
	keymap_key_name(key, name, sizeof name);
	if (keymap_key(play->settings.keys, ACTION_LEGAL) == VT_KEY_NONE) {
		snprintf(sentence, sizeof sentence, "%s does nothing here. ? shows help.", name);
	} else {
		play_action_text(play, ACTION_LEGAL, list, sizeof list);
		snprintf(sentence, sizeof sentence,
			"%s does nothing here. ? shows help, %s lists every command that works "
			"here.",
			name, list);
	}
	play_say(play, sentence);
}

/* Refuses again the destination typed ahead behind a refused travel: Enter, or stairs that are not
 * here. True if the key was such a destination. */
static bool play_place_too_late(struct play *play, int key, enum action action)
{
	bool late = play->acting.travel_refused &&
		    (key == '\r' || (action == ACTION_UP && !game_legal(play->game, VERB_UP)) ||
			    (action == ACTION_DOWN && !game_legal(play->game, VERB_DOWN)));
	play->acting.travel_refused = false;
	if (late)
		play_cursor_begin(play, ACTION_TRAVEL);
	return late;
}

void play_action(struct play *play, enum action action)
{
	const struct action_row *row = action_row(action);
	if (action >= ACTION_WALK && action < ACTION_RUN) {
		play_step(play, (enum direction)(action - ACTION_WALK));
		play_take_underfoot(play);
	} else if (action >= ACTION_RUN && action < ACTION_ROWS) {
		play_go(play, action, (enum direction)(action - ACTION_RUN));
		play_take_underfoot(play);
	} else if (row->group == GROUP_DEBUG) {
		play_debug(play, action);
	} else if (!play_own_action(play, action) && !play_reading(play, action) &&
		   row->verb != VERB_COUNT) {
		play_verb(play, row->verb);
	}
}

static void play_map_key(struct play *play, int key)
{
	enum action action = keymap_action(play->settings.keys, key, play->settings.debug);
	if (play_place_too_late(play, key, action))
		return;
	if (action == ACTION_NONE)
		play_unknown(play, key);
	else
		play_action(play, action);
}

/* Turns the page at --more--; Esc skips all pages. False if no page waits. */
static bool play_more_key(struct play *play, int key)
{
	if (!play->messages.more)
		return false;
	play->messages.more = false;
	play->messages.pages_turned += play->messages.pages_turned < UINT8_MAX;
	if (key != VT_KEY_ESCAPE) {
		play->messages.letters_turned = play->messages.letters_shown;
		return true;
	}
	play->messages.read_serial = play->messages.shown_serial;
	play->messages.read_repeats = play->messages.shown_repeats;
	play->messages.letters_turned = 0;
	return true;
}

/* Gives a key to the prompt, then to the map if it closed the prompt and also acts. */
static void play_answer(struct play *play, int key)
{
	play->prompt.key_acts = false;
	play_prompt_key(play, key);
	if (play->prompt.key_acts)
		play_map_key(play, key);
}

void play_key_begins(struct play *play)
{
	play->messages.returned = false;
	play->messages.read_serial = play->messages.shown_serial;
	play->messages.read_repeats = play->messages.shown_repeats;
	play->messages.letters_turned = 0;
	play->messages.read_all = false;
	play->ahead.dropped = 0;
	play->prompt.harm = false;
	if (play->prompt.mode != MODE_MAP)
		return;
	play->messages.greeting = false;
	play->messages.sentence[0] = 0;
}

void play_key(struct play *play, int key)
{
	if (play->journal.held || play_more_key(play, key) || play->state != PLAY_GOING ||
		play_vignette_key(play))
		return;
	play_hints_key(play, key);
	play_key_begins(play);
	if (play->prompt.mode != MODE_MAP)
		play_answer(play, key);
	else
		play_map_key(play, key);
}
