/*
 * A reel: a recorded run that can be played again, to any command of it and back.
 *
 * A run is a list of segments, each with the content and the rules that it was played under, and
 * the commands of all of them.  The reel walks over them with an engine of its own.  To go back it
 * loads a keyframe (a save that it made on its way) and plays on from there; they are bounded in
 * number, and lie further apart the longer the segment is.
 *
 * A run comes from a shelf (shelf.h).
 *
 * What must stay true:
 *   1. Whatever the way, a reel at command n has the digest that the run had after n commands.
 *   2. A segment is entered from the end of the one before it only when it begins with the very
 *      bytes that that one ended with.
 *   3. A reel asks its shelf for a segment when it enters it, and for nothing between.
 */
#ifndef TRAPDOOR_REPLAY_CURSOR_H
#define TRAPDOOR_REPLAY_CURSOR_H

#include "door/verify/run_source.h"

enum replay_cursor_answer {
	REPLAY_CURSOR_OK,
	REPLAY_CURSOR_END, /* there is no command after this one */
	REPLAY_CURSOR_FALSE, /* the journal cannot be: a command is refused, a segment begins elsewhere */
	REPLAY_CURSOR_OTHER, /* it needs the program of other rules, or of another content's reader */
	REPLAY_CURSOR_SILENT /* the shelf did not answer */
};

enum replay_cursor_keyframes { REPLAY_CURSOR_FORWARD, REPLAY_CURSOR_BOTH_WAYS };

struct replay_cursor;

/* A run at its beginning; when that was played by other rules, at the first segment that this
 * program can play, and what was before is out of its reach (replay_cursor_first).  content, which
 * may be NULL, is lent: a sealed content that the run may have used.  The shelf is copied; its
 * context outlives the reel.  Never NULL: replay_cursor_answer says whether it can be played, and
 * if not there is no game. */
struct replay_cursor *replay_cursor_new(const struct run_source *source,
	const struct content *content, int64_t run, enum replay_cursor_keyframes keyframes);
void replay_cursor_free(struct replay_cursor *cursor);

/* How the last call of new, step or go went, and why, unless it was REPLAY_CURSOR_OK. */
enum replay_cursor_answer replay_cursor_answer(const struct replay_cursor *cursor);
const char *replay_cursor_sentence(const struct replay_cursor *cursor);

/* The next command is played.  After REPLAY_CURSOR_FALSE and its like the reel stands where it
 * stood. */
enum replay_cursor_answer replay_cursor_step(struct replay_cursor *cursor);
/* Plays on, or back, to where `index` commands have been played; no further than the end, which is
 * no fault. */
enum replay_cursor_answer replay_cursor_go(struct replay_cursor *cursor, uint32_t index);
/* The same to the first command after which `turn` turns have passed. */
enum replay_cursor_answer replay_cursor_go_turn(struct replay_cursor *cursor, uint32_t turn);

/* A run that is still being played: asks the shelf how far it is by now.  False when it does not
 * say. */
bool replay_cursor_extend(struct replay_cursor *cursor);

/* Commands played, those that are passed over at the beginning, and how many there are; turns
 * passed. */
uint32_t replay_cursor_index(const struct replay_cursor *cursor);
uint32_t replay_cursor_first(const struct replay_cursor *cursor);
uint32_t replay_cursor_length(const struct replay_cursor *cursor);
uint32_t replay_cursor_turn(const struct replay_cursor *cursor);
const struct keeper_run *replay_cursor_run(const struct replay_cursor *cursor);

/* The game as it is now, and its content; both are the reel's, and good until its next call. */
struct game *replay_cursor_game(const struct replay_cursor *cursor);
const struct content *replay_cursor_content(const struct replay_cursor *cursor);

#endif
