/* Paints a replay: the game as its player saw it, and the position in the run. */
#include "door/replay/position.h"
#include "door/replay/replay_private.h"

#include <stdio.h>

/* Writes the state of the replay in a few letters: the end, stopped, an event, or the speed. A
 * changed speed is shown even while stopped. */
static void state_text(const struct replay *replay, char *text, size_t size)
{
	const char *state = replay_at_end(replay) && !replay->live ? "the end"
			    : replay->event                        ? replay->event
			    : replay->paused                       ? "stopped"
			    : !replay_at_end(replay)               ? ""
								   : "live";

	if (*state && replay->paced && replay->paused)
		snprintf(text, size, "%s %d/s", state, replay->speed);
	else if (*state)
		snprintf(text, size, "%s", state);
	else
		snprintf(text, size, "%d/s", replay->speed);
}

static unsigned percent_of(const struct replay *replay)
{
	uint32_t length = replay_cursor_length(replay->cursor);

	return length ? (unsigned)((uint64_t)replay_cursor_index(replay->cursor) * 100 / length)
		      : 100;
}

void replay_paint_bare(struct replay *replay, struct vt_frame *frame)
{
	play_paint(replay->play, frame);
}

static void paint_play(void *context, struct vt_frame *frame)
{
	replay_paint_bare(context, frame);
}

void replay_paint(struct replay *replay, struct vt_frame *frame)
{
	bool followed = replay->live && replay_at_end(replay);
	char state[32];

	if (replay->help.text) {
		ui_pager_paint(&replay->help, frame);
		return;
	}
	state_text(replay, state, sizeof state);
	position_paint(&(struct position){.player = replay_cursor_run(replay->cursor)->player,
			       .turn = replay_cursor_turn(replay->cursor),
			       .percent = followed ? -1 : (int)percent_of(replay),
			       .state = state,
			       .keys = UI_BRIGHT
			       "?" UI_END " keys  " UI_BRIGHT "Space" UI_END " stop  " UI_BRIGHT
			       ". ," UI_END " turn  " UI_BRIGHT "n N" UI_END " event  " UI_BRIGHT
			       "g" UI_END " go to  " UI_BRIGHT "q" UI_END " leave"},
		frame, paint_play, replay);
}

void replay_lines(struct replay *replay, struct ui_text *text)
{
	char state[32];
	size_t before = text->size;
	if (replay->help.text) {
		ui_add(text,
			"An empty line goes on to the next event. A full stop is a turn on, a "
			"comma a turn back, a number goes to that turn, N to the event before, "
			"dollar to the end, back leaves.\n");
		ui_pager_close(&replay->help);
		return;
	}
	play_watch_lines(replay->play, text);
	state_text(replay, state, sizeof state);
	if (text->size > before)
		ui_add(text, "Turn %u, %u%%, %s.\n", (unsigned)replay_cursor_turn(replay->cursor),
			percent_of(replay), state);
}
