/*
 * A game being played: keys in, frames out, and a link through which its commands become durable.
 *
 * It knows no transport and no keeper: a session's play screen gives it a link to the keeper, the
 * lab and the tests give it one that keeps nothing.
 *
 * The order of a turn is act, append, draw.  play_key acts and gathers; play_settle appends what
 * was gathered and returns true when it is durable; only then may play_paint be called.  So
 * typed-ahead keys, a run or a travel are one append and one frame.  While an append fails, keys
 * are dropped and the game stands still.
 */
#ifndef TRAPDOOR_PLAY_H
#define TRAPDOOR_PLAY_H

#include "engine/engine.h"
#include "sql/store.h"
#include "vt100/vt100.h"

struct play;

/* How many commands at most a run has journalled since its last snapshot, so that taking it up
 * again costs no more than these. */
#define PLAY_JOURNAL_MOST 767

/* Any function may be NULL. */
struct play_link {
	void *context;
	/* Makes the commands durable; run and epoch are the link's to fill in.  false: not now; the
	 * same is asked again. */
	bool (*append)(void *context, struct store_append *append);
	/* Keeps the state after `index` commands. */
	void (*snapshot)(void *context, uint32_t index, const uint8_t *bytes, size_t size);
	/* Shows a frame painted for a missile in flight; false when there is no time for more. */
	bool (*between)(void *context);
};

enum play_state {
	PLAY_GOING,
	PLAY_SAVED, /* the player left; the run goes on later */
	PLAY_ENDED  /* the run has ended: game_result says how */
};

/* Takes the game over, and own_content (NULL when it is the program's own).  index: commands that
 * it holds. */
struct play *play_new(struct game *game, const struct content *content, struct content *own_content,
	uint32_t index, const struct play_link *link);
void play_free(struct play *play);

/* A run that was taken up again: its last snapshot that loads holds so many commands, 0 when there
 * is none. Unless told, it holds all. */
void play_kept(struct play *play, uint32_t index);

/* How the player wants it: preset of the key map, bell for danger, debugging keys. */
void play_prefer(struct play *play, unsigned preset, bool bell, bool debug);

/* What is not taken along: bits of classes by the numbers of auto_class_word.  walking: what is
 * wanted is taken on walking over it, and not on exploring alone. */
void play_autopickup(struct play *play, uint32_t leaves, bool walking);

/* Whether a newcomer is given hints, and which he was given, as bits; none unless told. */
void play_hints(struct play *play, bool on, uint32_t given);
uint32_t play_hints_given(const struct play *play);
/* When no more keys wait, before painting: true when a hint more has been given. */
bool play_hints_look(struct play *play);

/* The run is kept by nobody once it is left, so leaving asks first. */
void play_passes(struct play *play);

/* Asks for what comes before the first turn, if anything does: an heirloom. */
void play_greet(struct play *play);

void play_key(struct play *play, int key);
/* One command past the keys; false when it was refused. */
bool play_act(struct play *play, const struct command *command);
/* Appends what was gathered; then in-between frames and snapshots that are due.  false: it is not
 * durable, nothing of it may be drawn, and the call must be made again later. */
bool play_settle(struct play *play);
/* Keeps the state now, if there is anything new. */
void play_snapshot(struct play *play);
void play_paint(struct play *play, struct vt_frame *frame);
/* The last painting ended with --more--: a key turns the page. */
bool play_more(const struct play *play);
/* A sentence of ours on the message row until the next key. */
void play_say(struct play *play, const char *sentence);

enum play_state play_state(const struct play *play);
struct game *play_game(struct play *play);
const struct content *play_content(const struct play *play);
uint32_t play_index(const struct play *play);
int play_depth(const struct play *play);
uint32_t play_turns(const struct play *play);

/* A painter of games that somebody else plays: play_paint and play_say are for it, and nothing that
 * acts. */
struct play *play_watch_new(void);
void play_watch_free(struct play *play);
/* How far a game has spoken. */
struct play_said {
	uint32_t serial;
	uint16_t repeats;
};
struct play_said play_said(struct game *game);
/* From now on it paints this game, which stays the caller's, with what was said after `read`. */
void play_watch(struct play *play, struct game *game, const struct content *content,
	const struct play_said *read);

#endif
