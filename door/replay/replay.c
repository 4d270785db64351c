#include "door/replay/replay_private.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_A_SECOND 16
#define MESSAGES_STAY_MS 1500
#define LIVE_ASK_MS 300
#define HINT_STAYS_MS 4000
#define LEAP_TURNS 100
#define SEARCH_BACK 256 /* commands replayed at once to find an earlier event */

/* Events to stop at, with the text shown for each. */
static const char *const interesting[EVENT_KIND_COUNT] = {
	[EVENT_SLAIN] = "a kill",
	[EVENT_DIED] = "death",
	[EVENT_FIRST_SIGHT] = "a new creature",
	[EVENT_LEARNED] = "learned",
	[EVENT_LEVEL_GAINED] = "a level gained",
	[EVENT_ARRIVED] = "a new place",
	[EVENT_HUNGER] = "hunger",
	[EVENT_DANGER] = "danger",
	[EVENT_RECEIVER] = "the goal of the game",
	[EVENT_ENDED] = "the end",
};

/* A danger with a subject is an encounter. One without a subject is low health. */
static const char met[] = "an encounter";

/* Returns the text for the events of a command so far. `before`: the text of its earlier events, or
 * NULL. The newest event wins; low health replaces only an encounter, and an encounter replaces
 * nothing. */
static const char *event_shown(const struct event *event, const char *before)
{
	if (event->kind != EVENT_DANGER)
		return interesting[event->kind] ? interesting[event->kind] : before;
	if (*event->subject)
		return before ? before : met;
	return !before || before == met ? interesting[EVENT_DANGER] : before;
}

/* ---- New and free ---- */

static void replay_show(struct replay *replay)
{
	play_watch(replay->play, replay_cursor_game(replay->cursor),
		replay_cursor_content(replay->cursor), &replay->read);
}

bool replay_at_end(const struct replay *replay)
{
	return replay_cursor_index(replay->cursor) >= replay_cursor_length(replay->cursor);
}

/* Goes to a command and shows the messages of its last step. */
static void leap(struct replay *replay, uint32_t index)
{
	if (index > 0)
		replay_cursor_go(replay->cursor, index - 1);
	else
		replay_cursor_go(replay->cursor, 0);
	replay->read = play_newest(replay_cursor_game(replay->cursor));
	replay->quiet_ms = 0;
	if (index > 0 && replay_cursor_answer(replay->cursor) == REPLAY_CURSOR_OK &&
		!replay_at_end(replay))
		replay_cursor_go(replay->cursor, index);
}

/* Goes to a command and shows all messages of its turn, which may have several commands. */
static void leap_turn(struct replay *replay, uint32_t index)
{
	leap(replay, index);
	if (index == 0 || replay_cursor_answer(replay->cursor) != REPLAY_CURSOR_OK)
		return;
	replay_cursor_go(replay->cursor, index - 1);
	replay_cursor_go_turn(replay->cursor, replay_cursor_turn(replay->cursor));
	if (replay_cursor_answer(replay->cursor) == REPLAY_CURSOR_OK && !replay_at_end(replay))
		replay->read = play_newest(replay_cursor_game(replay->cursor));
	replay_cursor_go(replay->cursor, index);
}

struct replay *replay_new(struct replay_cursor *cursor, enum replay_kind kind, int speed)
{
	struct replay *replay = calloc(1, sizeof *replay);

	assert(replay && replay_cursor_game(cursor));
	replay->cursor = cursor;
	replay->play = play_watch_new();
	replay->live = kind == REPLAY_LIVE;
	replay->speed = speed < 1 ? 1 : speed > REPLAY_SPEED_MOST ? REPLAY_SPEED_MOST : speed;
	replay->following = replay->live;
	if (replay->live)
		leap(replay, replay_cursor_length(cursor));
	replay_show(replay);
	return replay;
}

void replay_introduce(struct replay *replay)
{
	char sentence[120];

	snprintf(sentence, sizeof sentence, UI_DIM "This is %s's %.20s.  ? tells the keys." UI_END,
		replay_cursor_run(replay->cursor)->player,
		ui_word(replay_cursor_content(replay->cursor), "label-run", "run"));
	play_say(replay->play, sentence);
	replay->hint_ms = HINT_STAYS_MS;
	/* The introduction is shown alone: of a text too long for the rows only the end would
	 * show. */
	replay->read = play_newest(replay_cursor_game(replay->cursor));
	replay_show(replay);
}

void replay_branches(struct replay *replay)
{
	replay->branches = true;
}

void replay_free(struct replay *replay)
{
	if (!replay)
		return;
	ui_pager_close(&replay->help);
	play_watch_free(replay->play);
	replay_cursor_free(replay->cursor);
	free(replay);
}

const struct replay_cursor *replay_cursor_of(const struct replay *replay)
{
	return replay->cursor;
}

/* ---- Moving ---- */

/* Shows an error, or that the run has ended. The end of a live run is not reported, since more may
 * come. */
static void report_answer(struct replay *replay)
{
	enum replay_cursor_answer answer = replay_cursor_answer(replay->cursor);
	bool fine = answer == REPLAY_CURSOR_OK || answer == REPLAY_CURSOR_END;
	struct result result;
	char sentence[400];

	if (fine && (replay->live || !replay_at_end(replay)))
		return;
	replay->paused = true;
	game_result(replay_cursor_game(replay->cursor), &result);
	if (fine && result.outcome == OUTCOME_GOING)
		snprintf(sentence, sizeof sentence, UI_DIM "The run ends here." UI_END);
	else if (fine)
		snprintf(sentence, sizeof sentence,
			UI_DIM "The run ends here: %s, score %d." UI_END, result.cause,
			result.score);
	else
		snprintf(sentence, sizeof sentence, "This run cannot be shown any further: it %s",
			replay_cursor_sentence(replay->cursor));
	play_say(replay->play, sentence);
}

/* Replays one command. *event, if given, receives the text of its events. Messages stay until the
 * calls without new ones add up to MESSAGES_STAY_MS of passed_ms. */
static bool move_on(struct replay *replay, int passed_ms, const char **event)
{
	struct play_newest before = play_newest(replay_cursor_game(replay->cursor)), after;
	struct event happened;

	if (replay_cursor_step(replay->cursor) != REPLAY_CURSOR_OK)
		return false;
	after = play_newest(replay_cursor_game(replay->cursor));
	replay->quiet_ms += passed_ms;
	if (after.serial != before.serial || after.repeats != before.repeats) {
		if (replay->quiet_ms)
			replay->read = before;
		replay->quiet_ms = 0;
	} else if (replay->quiet_ms >= MESSAGES_STAY_MS) {
		replay->read = after;
	}
	while (game_next_event(replay_cursor_game(replay->cursor), &happened))
		if (event)
			*event = event_shown(&happened, *event);
	return true;
}

bool replay_step(struct replay *replay)
{
	bool moved = move_on(replay, 1000 / replay->speed, NULL);

	play_say(replay->play, "");
	replay_show(replay);
	return moved;
}

void replay_go_turn(struct replay *replay, uint32_t turn)
{
	play_say(replay->play, "");
	replay->paused = true;
	replay->following = false;
	replay_cursor_go_turn(replay->cursor, turn);
	if (replay_cursor_answer(replay->cursor) == REPLAY_CURSOR_OK)
		leap_turn(replay, replay_cursor_index(replay->cursor));
	report_answer(replay);
	replay_show(replay);
}

/* 1 | whether it is paused << 1 | speed << 2 | command << 16; a live run is followed from its
 * end. */
bool replay_position(const struct replay *replay, uint64_t *position)
{
	uint32_t index = replay->following ? UINT32_MAX : replay_cursor_index(replay->cursor);

	*position = 1U | (unsigned)replay->paused << 1 | (unsigned)replay->speed << 2 |
		    (uint64_t)index << 16;
	return !replay->asking && !replay->help.text;
}

void replay_go_position(struct replay *replay, uint64_t position)
{
	uint32_t length = replay_cursor_length(replay->cursor), index = (uint32_t)(position >> 16);
	int speed = position >> 2 & 1023;

	replay->speed = speed < 1 ? 1 : speed > REPLAY_SPEED_MOST ? REPLAY_SPEED_MOST : speed;
	replay->paused = position & 2;
	leap(replay, index < length ? index : length);
	replay->following = replay->live && replay_at_end(replay);
	replay_show(replay);
}

static void turn_forward(struct replay *replay)
{
	uint32_t turn = replay_cursor_turn(replay->cursor);

	replay->quiet_ms = MESSAGES_STAY_MS;
	replay->read = play_newest(replay_cursor_game(replay->cursor));
	while (move_on(replay, 0, NULL) && replay_cursor_turn(replay->cursor) == turn)
		;
}

/* A command may take several turns. Goes back to before the command that led to this turn. */
static void turn_back(struct replay *replay)
{
	replay_cursor_go_turn(replay->cursor, replay_cursor_turn(replay->cursor));
	if (replay_cursor_index(replay->cursor) > 0)
		replay_cursor_go(replay->cursor, replay_cursor_index(replay->cursor) - 1);
	replay_cursor_go_turn(replay->cursor, replay_cursor_turn(replay->cursor));
	leap_turn(replay, replay_cursor_index(replay->cursor));
}

static void event_forward(struct replay *replay)
{
	struct play_newest before;

	do
		before = play_newest(replay_cursor_game(replay->cursor));
	while (move_on(replay, 0, &replay->event) && !replay->event);
	replay->read = before;
	replay->quiet_ms = 0;
}

/* Finds the last event before this command by replaying stretches, each further back. */
static void event_back(struct replay *replay)
{
	uint32_t end = replay_cursor_index(replay->cursor), found = 0;

	while (end > 0 && !found) {
		uint32_t begin = end > SEARCH_BACK ? end - SEARCH_BACK : 0;
		const char *event = NULL;

		replay_cursor_go(replay->cursor, begin);
		while (replay_cursor_index(replay->cursor) + 1 < end &&
			move_on(replay, 0, &event)) {
			found = event ? replay_cursor_index(replay->cursor) : found;
			replay->event = event ? event : replay->event;
			event = NULL;
		}
		if (replay_cursor_answer(replay->cursor) != REPLAY_CURSOR_OK)
			break;
		/* The last command of a stretch is not the first of the next searched one, so it is
		 * searched here. */
		end = begin ? begin + 1 : 0;
	}
	leap(replay, found);
}

/* ---- Time ---- */

static bool run_is_over(const struct replay *replay)
{
	struct result result;

	game_result(replay_cursor_game(replay->cursor), &result);
	return result.outcome != OUTCOME_GOING;
}

int replay_tick_ms(const struct replay *replay)
{
	if (replay->paused || replay->asking || replay->help.text)
		return 0;
	if (replay_at_end(replay))
		return replay->live ? LIVE_ASK_MS : 1;
	return 1000 / (replay->speed < FRAMES_A_SECOND ? replay->speed : FRAMES_A_SECOND);
}

/* Asks for new commands at the end of a live run. A spectator who stopped or went back replays the
 * missed part and follows live again from its end. */
static void ask_for_more(struct replay *replay)
{
	replay_cursor_extend(replay->cursor);
	replay->following |= replay_at_end(replay);
}

static void hint_passes(struct replay *replay, int passed_ms)
{
	if (replay->hint_ms > 0 && (replay->hint_ms -= passed_ms) <= 0)
		play_say(replay->play, "");
}

void replay_tick(struct replay *replay)
{
	int count = replay->speed < FRAMES_A_SECOND ? 1 : replay->speed / FRAMES_A_SECOND;
	int passed_ms = replay_tick_ms(replay);

	if (!passed_ms)
		return;
	hint_passes(replay, passed_ms);
	if (replay_at_end(replay) && replay->live)
		ask_for_more(replay);
	/* A spectator who follows a live game skips to its newest command at once and sees the
	 * messages that are new to the player. */
	if (replay->following) {
		count = (int)(replay_cursor_length(replay->cursor) -
			      replay_cursor_index(replay->cursor));
		replay->quiet_ms = MESSAGES_STAY_MS;
	}
	for (int i = 0; i < count && move_on(replay, i ? 0 : passed_ms, NULL); i++)
		;
	if (run_is_over(replay))
		replay->live = false;
	report_answer(replay);
	replay_show(replay);
}

/* ---- Keys ---- */

static const struct {
	const char *keys, *what;
} helps[] = {
	{"Space", "stops, and goes on"},
	{".  ,", "a turn on, a turn back; so do the arrows"},
	{"+  -", "faster, slower"},
	{"n  N", "to the next event, to the one before"},
	{"PgDn PgUp", "a hundred turns on, or back"},
	{"g", "to a turn by its number"},
	{"0  $", "to the beginning, to the end"},
	{"q", "leaves"},
};

static void report_keys(struct replay *replay)
{
	struct ui_text text = {0};

	for (size_t i = 0; i < sizeof helps / sizeof *helps; i++)
		ui_add(&text, UI_BRIGHT "%-10s" UI_END " %s\n", helps[i].keys, helps[i].what);
	if (replay->branches)
		ui_add(&text, UI_BRIGHT "%-10s" UI_END " %s\n", "b",
			"plays your run on from here; that counts nowhere");
	if (replay->live)
		ui_add(&text, "\nThis run is being played. At its end you see each turn soon after "
			      "its player; go back in it as you like, and $ leads "
			      "there again.\n");
	ui_pager_open(&replay->help, "Watching a run", text.text);
}

static void ask_turn(struct replay *replay)
{
	char sentence[40];

	snprintf(sentence, sizeof sentence, "Go to turn: %s_", replay->typed);
	play_say(replay->play, sentence);
}

static void ask_key(struct replay *replay, int key)
{
	size_t length = strlen(replay->typed);

	if (key >= '0' && key <= '9' && length + 1 < sizeof replay->typed) {
		replay->typed[length] = (char)key;
		replay->typed[length + 1] = '\0';
	} else if (key == '\b' && length > 0) {
		replay->typed[length - 1] = '\0';
	} else if (key == '\r' || key == VT_KEY_ESCAPE) {
		replay->asking = false;
		play_say(replay->play, "");
		if (key == '\r' && length > 0)
			replay_go_turn(replay, (uint32_t)strtoul(replay->typed, NULL, 10));
		return;
	}
	ask_turn(replay);
}

static void faster(struct replay *replay, bool up)
{
	if (up && replay->speed * 2 <= REPLAY_SPEED_MOST)
		replay->speed *= 2;
	else if (!up && replay->speed > 1)
		replay->speed /= 2;
}

static void leap_turns(struct replay *replay, bool up)
{
	uint32_t turn = replay_cursor_turn(replay->cursor);

	if (up)
		replay_cursor_go_turn(replay->cursor, turn + LEAP_TURNS);
	else
		replay_cursor_go_turn(replay->cursor, turn > LEAP_TURNS ? turn - LEAP_TURNS : 0);
	leap(replay, replay_cursor_index(replay->cursor));
}

/* Handles the keys that move in the run. False for other keys. */
static bool move_key(struct replay *replay, int key)
{
	switch (key) {
	case '.':
	case 'l':
	case VT_KEY_RIGHT:
		turn_forward(replay);
		break;
	case ',':
	case 'h':
	case VT_KEY_LEFT:
		turn_back(replay);
		break;
	case VT_KEY_PAGE_DOWN:
	case VT_KEY_PAGE_UP:
		leap_turns(replay, key == VT_KEY_PAGE_DOWN);
		break;
	case 'n':
		event_forward(replay);
		break;
	case 'N':
		event_back(replay);
		break;
	case '0':
	case VT_KEY_HOME:
		leap(replay, 0);
		break;
	case '$':
	case VT_KEY_END:
		leap(replay, replay_cursor_length(replay->cursor));
		break;
	default:
		return false;
	}
	return true;
}

static void other_key(struct replay *replay, int key)
{
	switch (key) {
	case ' ':
	case 'p':
		replay->paused = !replay->paused && (replay->live || !replay_at_end(replay));
		replay->following &= !replay->paused;
		break;
	case '+':
	case '=':
	case '-':
		faster(replay, key != '-');
		replay->paced = true;
		break;
	case 'g':
		replay->asking = true;
		replay->typed[0] = '\0';
		ask_turn(replay);
		break;
	case '?':
		report_keys(replay);
		break;
	}
}

bool replay_key(struct replay *replay, int key)
{
	if (replay->help.text) {
		if (!ui_pager_key(&replay->help, key))
			ui_pager_close(&replay->help);
		return true;
	}
	if (replay->asking) {
		ask_key(replay, key);
		return true;
	}
	if (key == 'q' || key == VT_KEY_ESCAPE)
		return false;
	play_say(replay->play, "");
	replay->event = NULL;
	replay->paced = false;
	if (move_key(replay, key)) {
		/* At the end of a live run the replay follows it. */
		replay->following = replay->live && replay_at_end(replay);
		replay->paused = !replay->following;
		report_answer(replay);
		replay_show(replay);
	} else {
		other_key(replay, key);
	}
	return true;
}
