/*
 * A replay: a recorded run as a picture that moves, with the keys of whoever watches.
 *
 * It joins a reel, which knows where the run stands, with the painting of play, which knows how
 * that looks.  It has no clock and no terminal: whoever shows it calls replay_tick when
 * replay_tick_ms have passed, and paints.  So a session, a file that is recorded and a test see the
 * same.
 */
#ifndef TRAPDOOR_REPLAY_H
#define TRAPDOOR_REPLAY_H

#include "door/replay/replay_cursor.h"
#include "vt100/vt100.h"

struct replay;

#define REPLAY_SPEED 8 /* commands a second, when nothing else is said */
#define REPLAY_SPEED_MOST 512

enum replay_kind {
	REPLAY_ENDED,
	REPLAY_LIVE /* the run goes on: from its newest command on, and what is new is asked for */
};

/* Takes the reel over, which must be playable and go both ways. */
struct replay *replay_new(struct replay_cursor *cursor, enum replay_kind kind, int speed);
void replay_free(struct replay *replay);

/* Says for a while whose run it is, and which key tells the others: for terminals, not for files.
 */
void replay_introduce(struct replay *replay);

/* A key of the watcher; false when it was the one that leaves. */
bool replay_key(struct replay *replay, int key);

/* When to tick next, 0 for not at all; and the tick itself: time passed, and the run moves on. */
int replay_tick_ms(const struct replay *replay);
void replay_tick(struct replay *replay);

/* A live run about which nothing could be asked: its caller has hung up, or the keeper is new.  It
 * goes on when that passes. */
bool replay_silent(const struct replay *replay);

/* The game as its player saw it, and where in the run that is.  At 24 rows the place is told in a
 * corner of the status, in as many words as that leaves room for; where there is a row to spare it
 * has that, with whose run it is, and the keys beside it. */
void replay_paint(struct replay *replay, struct vt_frame *frame);

/* The next command alone, painted by replay_paint_bare as the player saw it: for files.  False at
 * the end. */
bool replay_step(struct replay *replay);
void replay_paint_bare(struct replay *replay, struct vt_frame *frame);

/* To the first command after which that turn is reached, and there it stops. */
void replay_go_turn(struct replay *replay, uint32_t turn);

const struct replay_cursor *replay_cursor_of(const struct replay *replay);

#endif
