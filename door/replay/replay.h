/*
 * A replay: a recorded run shown as moving frames, with the spectator's keys.
 *
 * It joins a replay_cursor, which holds the position in the run, with the painting of play. It has
 * no clock and no terminal: its owner calls replay_tick after replay_tick_ms and paints. So a
 * session, a recording to a file and a test show the same.
 */
#ifndef TRAPDOOR_REPLAY_H
#define TRAPDOOR_REPLAY_H

#include "door/replay/replay_cursor.h"
#include "door/ui/ui.h"
#include "vt100/vt100.h"

struct replay;

#define REPLAY_SPEED 8 /* default speed, commands a second */
#define REPLAY_SPEED_MOST 512

enum replay_kind {
	REPLAY_ENDED,
	REPLAY_LIVE /* the run is in progress: starts at its newest command and asks for new ones.
		     * Only its own player and operators may read it; see spectating.h */
};

/* Takes ownership of the cursor, which must be playable and go both ways. */
struct replay *replay_new(struct replay_cursor *cursor, enum replay_kind kind, int speed);
void replay_free(struct replay *replay);

/* Shows for a while whose run it is and the key for help. For terminals, not for files. */
void replay_introduce(struct replay *replay);

/* Says in the help that b plays the run on, which the owner does. */
void replay_branches(struct replay *replay);

/* Handles a key of the spectator. False if the key leaves. */
bool replay_key(struct replay *replay, int key);

/* replay_tick_ms returns the time until the next tick, 0: none. replay_tick moves the run on by
 * that time. */
int replay_tick_ms(const struct replay *replay);
void replay_tick(struct replay *replay);

/* Paints the game as its player saw it, and the position in the run. Up to 24 rows the position is
 * in a corner of the status, shortened to fit. Taller windows have a row for it, with the player's
 * name and the keys. */
void replay_paint(struct replay *replay, struct vt_frame *frame);

/* Line mode: adds what is new, and the position in the run if anything is. */
void replay_lines(struct replay *replay, struct ui_text *text);

/* Replays the next command, for files; replay_paint_bare then paints the frame that the player saw.
 * False at the end. */
bool replay_step(struct replay *replay);
void replay_paint_bare(struct replay *replay, struct vt_frame *frame);

/* Goes to the first command after which that turn is reached, and pauses. */
void replay_go_turn(struct replay *replay, uint32_t turn);

/* Writes the command, the speed and whether it is paused as a number that is not 0, for another
 * replay of the run. False while the spectator is asked for a turn or reads the help. Any number
 * may be passed to replay_go_position. */
bool replay_position(const struct replay *replay, uint64_t *position);
void replay_go_position(struct replay *replay, uint64_t position);

const struct replay_cursor *replay_cursor_of(const struct replay *replay);

#endif
