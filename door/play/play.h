/*
 * A game being played: takes keys, paints frames, and makes its commands durable through a link.
 *
 * This module knows no transport and no keeper. The play screen of a session links it to the
 * keeper; the lab and the tests pass a link that stores nothing.
 *
 * The order of a turn is act, append, draw. play_key applies commands and collects them in a batch;
 * play_settle appends the batch and returns true when it is durable; only then may play_paint be
 * called. So typed-ahead keys, a run or a travel cost one append and one frame. While an append
 * fails, keys are dropped and the game does not advance.
 */
#ifndef TRAPDOOR_PLAY_H
#define TRAPDOOR_PLAY_H

#include "door/line/line.h"
#include "door/os/packed.h"
#include "door/watch/live_view.h"
#include "engine/engine.h"
#include "sql/store.h"
#include "vt100/vt100.h"

struct play;
struct keymap;
struct json_out;

/* Most commands that a run journals after its last snapshot. Resuming a run replays no more than
 * these. */
#define PLAY_JOURNAL_MOST 767

/* Callbacks to the owner of the run. Any function may be NULL. */
struct play_link {
	void *context;
	/* Makes the commands durable; the link fills in run and epoch. False if it failed: the same
	 * batch is appended again later. */
	bool (*append)(void *context, struct store_append *append);
	/* Stores the state after `index` commands. */
	void (*snapshot)(void *context, uint32_t index, const uint8_t *bytes, size_t size);
	/* Shows a frame with a missile in flight. False if no further frame should be shown. */
	bool (*between)(void *context);
};

enum play_state {
	PLAY_GOING,
	PLAY_SAVED, /* the player left; the run can be resumed */
	PLAY_ENDED  /* the run has ended; game_result gives its outcome */
};

/* Takes ownership of the game and of own_content (NULL if the run uses the program's content).
 * index: the number of commands applied in the game. */
struct play *play_new(struct game *game, const struct content *content, struct content *own_content,
	uint32_t index, const struct play_link *link);
void play_free(struct play *play);

/* Sets the number of commands in the last loadable snapshot of a resumed run; 0 without a snapshot.
 * Default: all. */
void play_kept(struct play *play, uint32_t index);

/* The player hears nothing, the bell in danger, or a short tone for damage, a new enemy and a
 * discovery. */
enum play_sound { PLAY_SILENT, PLAY_BELL, PLAY_TONES, PLAY_SOUND_COUNT };

/* Sets the player's options: the key map, which the caller keeps (NULL: the first preset), sound,
 * debugging keys. */
void play_prefer(struct play *play, const struct keymap *keys, enum play_sound sound, bool debug);

/* Sets who returns the feats of the player's earlier runs, by the context of the link. They stay
 * until the next call. */
typedef const struct feat *play_past(void *context, size_t *count);
void play_remembers(struct play *play, play_past *past);

/* Sets auto-pickup. leaves: item classes to leave behind, as bits by the numbers of
 * auto_class_word. walking: pick up also when walking over items, not only while exploring. */
void play_autopickup(struct play *play, uint32_t left_classes, bool walking);

/* Sets whether hints are shown, and the hints already given, as bits. Default: off. */
void play_hints(struct play *play, bool on, uint32_t given);
uint32_t play_hints_given(const struct play *play);
/* Chooses the next hint; call it before painting when no keys wait. True if a new hint was
 * given. */
bool play_hints_look(struct play *play);

/* Sets whether vignettes are shown, and those already seen, as bits of enum vignette. Default:
 * off. */
void play_vignettes(struct play *play, bool on, uint32_t seen);
uint32_t play_vignettes_seen(const struct play *play);
/* Chooses the vignette of an arrival, unless an enemy is in view; call it before painting when no
 * keys wait. True if one is due, which then counts as seen. */
bool play_vignette_look(struct play *play);

/* Marks the run as a guest's: it is not kept after leaving, so leaving asks first. */
void play_passes(struct play *play);

/* Asks for the choice of the heirloom before the first turn, if there is one. */
void play_greet(struct play *play);

void play_key(struct play *play, int key);
/* Handles a key of the mouse, at a cell of the frame that play_paint painted last. */
void play_mouse(struct play *play, const struct vt_frame *frame, int key, int x, int y);
/* Applies a command without a key. False if it was refused. */
bool play_act(struct play *play, const struct command *command);
/* Appends the batch, shows in-between frames and takes snapshots that are due. False if the batch
 * is not durable: then draw nothing and call this again later. */
bool play_settle(struct play *play);
/* Stores a snapshot now if commands were applied since the last one. */
void play_snapshot(struct play *play);
void play_paint(struct play *play, struct vt_frame *frame);
/* The same with a narrator: the last row has the newest message, or the question that waits. Frames
 * of 20 rows or less have no room for it. */
void play_paint_narrated(struct play *play, struct vt_frame *frame);
/* Takes the row of the narrator off the height of a frame. */
void play_narrator_leaves(struct vt_frame *frame);
/* True if the last painting ended with --more--: the next key turns the page. */
bool play_more(const struct play *play);
/* Shows a sentence of the session on the message row until the next key. */
void play_say(struct play *play, const char *sentence);

/* ---- Keys typed ahead ---- */

/* True if something has happened since the last call that the player must see before another key:
 * auto-explore would stop, an automatic move was stopped, or the run has ended. The first call
 * returns false. */
bool play_stops(struct play *play);
/* Returns the number of the question or the warning before harm that the next key may answer; 0:
 * none. Each has another number than the one before. */
unsigned play_asks(const struct play *play);
/* Adds to the number of keys that the message row reports as dropped, until the next key. */
void play_dropped(struct play *play, uint32_t keys);

enum play_state play_state(const struct play *play);
/* True if the player left for the options. */
bool play_wants_options(const struct play *play);
struct game *play_game(struct play *play);
const struct content *play_content(const struct play *play);
uint32_t play_index(const struct play *play);
int play_depth(const struct play *play);
uint32_t play_turns(const struct play *play);

/* ---- Line mode: words instead of keys and frames (door/line/line.h) ---- */

/* Turns line mode on, if it is not yet. False if there is no memory. The other functions here need
 * it. */
bool play_lines_on(struct play *play, enum line_detail detail);
/* Adds the help of all commands. */
void play_lines_help(struct ui_text *text);
/* The detail, which the player changes by a command. */
enum line_detail play_lines_detail(const struct play *play);
/* Handles a typed line, and keeps the answer for play_lines_report. */
void play_typed(struct play *play, const char *typed);
/* Adds the answer, all that happened since the last report, and the question that waits. Call it
 * after play_settle. */
void play_lines_report(struct play *play, struct ui_text *text);

/* Write the state of the hero as a JSON object with a final 0: what the packages Char.Vitals and
 * Char.Status of GMCP have. name: of the player. */
void play_data_vitals(const struct play *play, struct json_out *out);
void play_data_status(const struct play *play, const char *name, struct json_out *out);

/* True if the game can go on in another process without its player noticing: it waits for a key on
 * the map, everything is durable, and no question and no page is open. */
bool play_may_move(const struct play *play);
/* Closes questions, pages and pictures without an answer, so that the game may move. */
void play_yield(struct play *play);
/* Writes what the keeper does not have: what the player has read, and the action to repeat. */
void play_pack(const struct play *play, struct packing *out);
/* Reads it into a resumed game whose options are set. The bytes may come from a stranger. False if
 * they are malformed: then the game must be freed. */
bool play_unpack(struct play *play, struct unpacking *in);

/* Returns a painter for a game that somebody else plays. Only play_paint, play_say, play_watch,
 * play_watch_live and play_watch_free may be used on it. */
struct play *play_watch_new(void);
void play_watch_free(struct play *play);
/* The newest message of a game and its repeats. */
struct play_newest {
	uint32_t serial;
	uint16_t repeats;
};
struct play_newest play_newest(struct game *game);
/* Makes the painter show this game, which the caller still owns. Messages after `read` are new. */
void play_watch(struct play *play, struct game *game, const struct content *content,
	const struct play_newest *read);
/* Makes the painter show a live view, which the caller still owns and which fits the content. The
 * contents of a painter must not be freed before it. */
void play_watch_live(struct play *play, const struct live_view *live, const struct content *content,
	const struct play_newest *read);
/* Line mode: adds all that is new in the game or live view since the last call. */
void play_watch_lines(struct play *play, struct ui_text *text);

#endif
