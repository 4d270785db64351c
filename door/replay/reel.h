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
#ifndef TRAPDOOR_REEL_H
#define TRAPDOOR_REEL_H

#include "door/proof/shelf.h"

enum reel_answer {
	REEL_OK,
	REEL_END,   /* there is no command after this one */
	REEL_FALSE, /* the journal cannot be: a command is refused, a segment begins elsewhere */
	REEL_OTHER, /* it needs the program of other rules, or of another content's reader */
	REEL_SILENT /* the shelf did not answer */
};

enum reel_keyframes { REEL_FORWARD, REEL_BOTH_WAYS };

struct reel;

/* A run at its beginning; when that was played by other rules, at the first segment that this
 * program can play, and what was before is out of its reach (reel_first).  content, which may be
 * NULL, is lent: a sealed content that the run may have used.  The shelf is copied; its context
 * outlives the reel.  Never NULL: reel_answer says whether it can be played, and if not there is no
 * game. */
struct reel *reel_new(const struct shelf *shelf, const struct content *content, int64_t run,
	enum reel_keyframes keyframes);
void reel_free(struct reel *reel);

/* How the last call of new, step or go went, and why, unless it was REEL_OK. */
enum reel_answer reel_answer(const struct reel *reel);
const char *reel_sentence(const struct reel *reel);

/* The next command is played.  After REEL_FALSE and its like the reel stands where it stood. */
enum reel_answer reel_step(struct reel *reel);
/* Plays on, or back, to where `index` commands have been played; no further than the end, which is
 * no fault. */
enum reel_answer reel_go(struct reel *reel, uint32_t index);
/* The same to the first command after which `turn` turns have passed. */
enum reel_answer reel_go_turn(struct reel *reel, uint32_t turn);

/* A run that is still being played: asks the shelf how far it is by now.  False when it does not
 * say. */
bool reel_extend(struct reel *reel);

/* Commands played, those that are passed over at the beginning, and how many there are; turns
 * passed. */
uint32_t reel_index(const struct reel *reel);
uint32_t reel_first(const struct reel *reel);
uint32_t reel_length(const struct reel *reel);
uint32_t reel_turn(const struct reel *reel);
const struct keeper_run *reel_run(const struct reel *reel);

/* The game as it is now, and its content; both are the reel's, and good until its next call. */
struct game *reel_game(const struct reel *reel);
const struct content *reel_content(const struct reel *reel);

#endif
