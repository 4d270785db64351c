#include "replay.h"

#include "play.h"
#include "ui.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_A_SECOND 16
#define MESSAGES_STAY_MS 1500
#define LIVE_ASK_MS 300
#define LEAP_TURNS 100
#define SEARCH_BACK 256 /* commands looked through at once for what came before */
#define ROWS_OF_PLAY 24

struct replay {
	struct reel *reel;
	struct play *play;
	bool live, paused;
	bool silent;           /* live, but nothing of it could be asked */
	bool following;        /* live, and as far as its player is */
	int speed;             /* commands a second */
	struct play_said read; /* what was said up to there is no longer shown */
	int quiet_ms;          /* nothing was said for so long */
	bool asking;           /* a turn is being typed */
	char typed[10];
	struct ui_pager help; /* of the keys, when it is open */
};

/* What is worth stopping at. */
static const bool interesting[EVENT_KIND_COUNT] = {
	[EVENT_SLAIN] = true,
	[EVENT_DIED] = true,
	[EVENT_FIRST_SIGHT] = true,
	[EVENT_LEARNED] = true,
	[EVENT_LEVEL_GAINED] = true,
	[EVENT_ARRIVED] = true,
	[EVENT_HUNGER] = true,
	[EVENT_DANGER] = true,
	[EVENT_RECEIVER] = true,
	[EVENT_ENDED] = true,
};

/* ---- New and free ---- */

static void replay_show(struct replay *replay)
{
	play_watch(
		replay->play, reel_game(replay->reel), reel_content(replay->reel), &replay->read);
}

static bool at_end(const struct replay *replay)
{
	return reel_index(replay->reel) >= reel_length(replay->reel);
}

struct replay *replay_new(struct reel *reel, enum replay_kind kind, int speed)
{
	struct replay *replay = calloc(1, sizeof *replay);

	assert(replay && reel_game(reel));
	replay->reel = reel;
	replay->play = play_watch_new();
	replay->live = kind == REPLAY_LIVE;
	replay->speed = speed < 1 ? 1 : speed > REPLAY_SPEED_MOST ? REPLAY_SPEED_MOST : speed;
	replay->following = replay->live;
	if (replay->live)
		reel_go(reel, reel_length(reel));
	replay_show(replay);
	if (!replay->live)
		play_say(replay->play, UI_DIM "? tells the keys." UI_END);
	return replay;
}

void replay_free(struct replay *replay)
{
	if (!replay)
		return;
	ui_pager_close(&replay->help);
	play_watch_free(replay->play);
	reel_free(replay->reel);
	free(replay);
}

bool replay_silent(const struct replay *replay)
{
	return replay->silent;
}

const struct reel *replay_reel(const struct replay *replay)
{
	return replay->reel;
}

/* ---- Moving ---- */

/* What went wrong is told; the end is told too, unless more may come. */
static void tell_answer(struct replay *replay)
{
	enum reel_answer answer = reel_answer(replay->reel);
	bool fine = answer == REEL_OK || answer == REEL_END;
	char sentence[300];

	if (fine && (replay->live || !at_end(replay)))
		return;
	replay->paused = true;
	if (fine)
		snprintf(sentence, sizeof sentence, UI_DIM "The run ends here." UI_END);
	else
		snprintf(sentence, sizeof sentence, "This run cannot be shown any further: it %s",
			reel_sentence(replay->reel));
	play_say(replay->play, sentence);
}

/* One command; the events of the step in *kinds when it is given.  Messages stay while nothing new
 * is said, for `passed_ms` each call, and then go. */
static bool move_on(struct replay *replay, int passed_ms, bool *event)
{
	struct play_said before = play_said(reel_game(replay->reel)), after;
	struct event happened;

	if (reel_step(replay->reel) != REEL_OK)
		return false;
	after = play_said(reel_game(replay->reel));
	replay->quiet_ms += passed_ms;
	if (after.serial != before.serial || after.repeats != before.repeats) {
		if (replay->quiet_ms)
			replay->read = before;
		replay->quiet_ms = 0;
	} else if (replay->quiet_ms >= MESSAGES_STAY_MS) {
		replay->read = after;
	}
	while (game_next_event(reel_game(replay->reel), &happened))
		if (event)
			*event |= interesting[happened.kind];
	return true;
}

bool replay_step(struct replay *replay)
{
	bool moved = move_on(replay, 1000 / replay->speed, NULL);

	play_say(replay->play, "");
	replay_show(replay);
	return moved;
}

/* To a command, with what its step said. */
static void leap(struct replay *replay, uint32_t index)
{
	if (index > 0)
		reel_go(replay->reel, index - 1);
	else
		reel_go(replay->reel, 0);
	replay->read = play_said(reel_game(replay->reel));
	replay->quiet_ms = 0;
	if (index > 0 && reel_answer(replay->reel) == REEL_OK && !at_end(replay))
		reel_go(replay->reel, index);
}

void replay_go_turn(struct replay *replay, uint32_t turn)
{
	play_say(replay->play, "");
	replay->paused = true;
	replay->following = false;
	reel_go_turn(replay->reel, turn);
	if (reel_answer(replay->reel) == REEL_OK)
		leap(replay, reel_index(replay->reel));
	tell_answer(replay);
	replay_show(replay);
}

static void turn_forward(struct replay *replay)
{
	uint32_t turn = reel_turn(replay->reel);

	replay->quiet_ms = MESSAGES_STAY_MS;
	replay->read = play_said(reel_game(replay->reel));
	while (move_on(replay, 0, NULL) && reel_turn(replay->reel) == turn)
		;
}

static void turn_back(struct replay *replay)
{
	uint32_t turn = reel_turn(replay->reel);

	if (turn > 0)
		reel_go_turn(replay->reel, turn - 1);
	else
		reel_go(replay->reel, 0);
	leap(replay, reel_index(replay->reel));
}

static void event_forward(struct replay *replay)
{
	struct play_said before;
	bool found = false;

	do
		before = play_said(reel_game(replay->reel));
	while (move_on(replay, 0, &found) && !found);
	replay->read = before;
	replay->quiet_ms = 0;
}

/* The last event before this command, found by playing stretch after stretch, each further back. */
static void event_back(struct replay *replay)
{
	uint32_t end = reel_index(replay->reel), found = 0;

	while (end > 0 && !found) {
		uint32_t begin = end > SEARCH_BACK ? end - SEARCH_BACK : 0;
		bool event = false;

		reel_go(replay->reel, begin);
		while (reel_index(replay->reel) + 1 < end && move_on(replay, 0, &event)) {
			found = event ? reel_index(replay->reel) : found;
			event = false;
		}
		if (reel_answer(replay->reel) != REEL_OK)
			break;
		/* The last command of this stretch is the first of none: it is looked at here. */
		end = begin ? begin + 1 : 0;
	}
	leap(replay, found);
}

/* ---- Time ---- */

static bool run_is_over(const struct replay *replay)
{
	struct result result;

	game_result(reel_game(replay->reel), &result);
	return result.outcome != OUTCOME_GOING;
}

int replay_tick_ms(const struct replay *replay)
{
	if (replay->paused || replay->asking || replay->help.text)
		return 0;
	if (at_end(replay))
		return replay->live ? LIVE_ASK_MS : 1;
	return 1000 / (replay->speed < FRAMES_A_SECOND ? replay->speed : FRAMES_A_SECOND);
}

void replay_tick(struct replay *replay)
{
	int count = replay->speed < FRAMES_A_SECOND ? 1 : replay->speed / FRAMES_A_SECOND;
	int passed_ms = replay_tick_ms(replay);

	if (!passed_ms)
		return;
	if (at_end(replay) && replay->live) {
		replay->following = true;
		replay->silent = !reel_extend(replay->reel);
	}
	/* Who watches a live game, and did not go back in it, sees at once what its player sees. */
	if (replay->following)
		count = (int)(reel_length(replay->reel) - reel_index(replay->reel));
	for (int i = 0; i < count && move_on(replay, i ? 0 : passed_ms, NULL); i++)
		;
	if (run_is_over(replay))
		replay->live = false;
	tell_answer(replay);
	replay_show(replay);
}

/* ---- Keys ---- */

static const struct {
	const char *keys, *what;
} helps[] = {
	{"Space", "stops, and goes on"},
	{".  ,", "a turn on, a turn back; so do the arrows"},
	{"+  -", "faster, slower"},
	{"n  N", "to the next event, to the last one"},
	{"PgDn PgUp", "a hundred turns on, or back"},
	{"g", "to a turn by its number"},
	{"0  $", "to the beginning, to the end"},
	{"q", "leaves"},
};

static void tell_keys(struct replay *replay)
{
	struct ui_text text = {0};

	for (size_t i = 0; i < sizeof helps / sizeof *helps; i++)
		ui_add(&text, UI_BRIGHT "%-10s" UI_END " %s\n", helps[i].keys, helps[i].what);
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
	uint32_t turn = reel_turn(replay->reel);

	if (up)
		reel_go_turn(replay->reel, turn + LEAP_TURNS);
	else
		reel_go_turn(replay->reel, turn > LEAP_TURNS ? turn - LEAP_TURNS : 0);
	leap(replay, reel_index(replay->reel));
}

/* The keys that move; false for any other. */
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
		leap(replay, reel_length(replay->reel));
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
		replay->paused = !replay->paused && (replay->live || !at_end(replay));
		break;
	case '+':
	case '=':
	case '-':
		faster(replay, key != '-');
		break;
	case 'g':
		replay->asking = true;
		replay->typed[0] = '\0';
		ask_turn(replay);
		break;
	case '?':
		tell_keys(replay);
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
	if (move_key(replay, key)) {
		/* At the end of a live run there is more to come: one follows. */
		replay->following = replay->live && at_end(replay);
		replay->paused = !replay->following;
		tell_answer(replay);
		replay_show(replay);
	} else {
		other_key(replay, key);
	}
	return true;
}

/* ---- Painting ---- */

static void place_text(const struct replay *replay, char *text, size_t size)
{
	uint32_t index = reel_index(replay->reel), length = reel_length(replay->reel);
	const char *state = at_end(replay) && !replay->live ? "the end"
			    : replay->paused                ? "stopped"
			    : !at_end(replay)               ? ""
			    : replay->silent                ? "silent"
							    : "live";
	unsigned percent = length ? (unsigned)((uint64_t)index * 100 / length) : 100;

	if (*state)
		snprintf(text, size, " turn %" PRIu32 "  %u%%  %s ", reel_turn(replay->reel),
			percent, state);
	else
		snprintf(text, size, " turn %" PRIu32 "  %u%%  x%d ", reel_turn(replay->reel),
			percent, replay->speed);
}

void replay_paint_bare(struct replay *replay, struct vt_frame *frame)
{
	play_paint(replay->play, frame);
}

void replay_paint(struct replay *replay, struct vt_frame *frame)
{
	struct vt_frame above = *frame;
	int y = frame->height - 1;
	char text[64];

	if (replay->help.text) {
		ui_pager_paint(&replay->help, frame);
		return;
	}
	place_text(replay, text, sizeof text);
	if (frame->height <= ROWS_OF_PLAY) {
		strncat(text, " ? keys ", sizeof text - strlen(text) - 1);
		replay_paint_bare(replay, frame);
		vt_text(frame, frame->width - (int)strlen(text) - 1, y, text, VT_LAMP, VT_REVERSE,
			NULL);
		return;
	}
	above.height--;
	replay_paint_bare(replay, &above);
	frame->bell = above.bell;
	frame->cursor_x = above.cursor_x;
	frame->cursor_y = above.cursor_y;
	vt_fill(frame, 0, y, frame->width, 1, ' ', VT_TEXT, 0);
	vt_text(frame, 0, y, text, VT_LAMP, VT_REVERSE, NULL);
	vt_text(frame, (int)strlen(text) + 2, y,
		UI_BRIGHT "Space" UI_END " stop  " UI_BRIGHT ". ," UI_END " turn  " UI_BRIGHT
			  "n N" UI_END " event  " UI_BRIGHT "g" UI_END " go to  " UI_BRIGHT
			  "?" UI_END " keys  " UI_BRIGHT "q" UI_END " leave",
		VT_DIM, 0, ui_roles);
}
