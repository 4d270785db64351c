/*
 * A replay cursor: a position in a recorded run, which can move forward and back to any command.
 *
 * A run is a list of segments, each with its content, its rules version and its commands. The
 * cursor replays them in a game of its own. To go back it loads a keyframe (a save that it made on
 * its way) and replays from there. The number of keyframes is bounded: their distance grows with
 * the segment.
 *
 * Runs come from a source (run_source.h).
 *
 * Invariants:
 *   1. A cursor at command n has the digest that the run had after n commands, by whatever moves it
 *      got there.
 *   2. A segment is entered from the end of the one before it only if it begins with exactly the
 *      bytes that the one before ended with.
 *   3. The source is asked for a segment only when the cursor enters it.
 */
#ifndef TRAPDOOR_REPLAY_CURSOR_H
#define TRAPDOOR_REPLAY_CURSOR_H

#include "door/verify/run_source.h"

enum replay_cursor_answer {
	REPLAY_CURSOR_OK,
	REPLAY_CURSOR_END,         /* no command follows */
	REPLAY_CURSOR_INVALID,     /* the journal is invalid: a command is refused, or a segment has
				another beginning */
	REPLAY_CURSOR_OTHER_RULES, /* it needs a program of other rules, or of another content format */
	REPLAY_CURSOR_SILENT       /* the source did not answer */
};

enum replay_cursor_keyframes { REPLAY_CURSOR_FORWARD, REPLAY_CURSOR_BOTH_WAYS };

struct replay_cursor;

/* Returns a cursor at the beginning of a run. If its first segments have other rules, the cursor
 * begins at the first segment that this program can replay (replay_cursor_first). content: a sealed
 * content that the run may have used, lent, or NULL. The source is copied; its context must outlive
 * the cursor. Never NULL: replay_cursor_answer says whether the run can be replayed; if not, there
 * is no game. */
struct replay_cursor *replay_cursor_new(const struct run_source *source,
	const struct content *content, int64_t run, enum replay_cursor_keyframes keyframes);
void replay_cursor_free(struct replay_cursor *cursor);

/* Return the result of the last new, step or go, and its reason unless it was REPLAY_CURSOR_OK. */
enum replay_cursor_answer replay_cursor_answer(const struct replay_cursor *cursor);
const char *replay_cursor_sentence(const struct replay_cursor *cursor);

/* Replays the next command. If that fails the cursor does not move. */
enum replay_cursor_answer replay_cursor_step(struct replay_cursor *cursor);
/* Replays forward or goes back until `index` commands have been replayed. Stops at the end of the
 * run, which is no error. */
enum replay_cursor_answer replay_cursor_go(struct replay_cursor *cursor, uint32_t index);
/* Goes to the first command after which `turn` turns have passed. */
enum replay_cursor_answer replay_cursor_go_turn(struct replay_cursor *cursor, uint32_t turn);

/* Asks the source for the current length of a run in progress. False if it does not answer. */
bool replay_cursor_extend(struct replay_cursor *cursor);

/* Return the commands replayed, the commands skipped at the beginning, the commands of the run, and
 * the turns passed. */
uint32_t replay_cursor_index(const struct replay_cursor *cursor);
uint32_t replay_cursor_first(const struct replay_cursor *cursor);
uint32_t replay_cursor_length(const struct replay_cursor *cursor);
uint32_t replay_cursor_turn(const struct replay_cursor *cursor);
const struct keeper_run *replay_cursor_run(const struct replay_cursor *cursor);

/* Return the current game and its content. The cursor owns both; they are valid until its next
 * call. */
struct game *replay_cursor_game(const struct replay_cursor *cursor);
const struct content *replay_cursor_content(const struct replay_cursor *cursor);

#endif
