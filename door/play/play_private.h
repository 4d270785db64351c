/* The parts of a game being played, shared by play*.c alone. */
#ifndef TRAPDOOR_PLAY_PRIVATE_H
#define TRAPDOOR_PLAY_PRIVATE_H

#include "door/play/keymap.h"
#include "door/play/play.h"
#include "door/ui/ui.h"
#include "engine/auto/steer.h"

#define BATCH_COMMANDS 512 /* one append; eight digests fall into it at most */
#define BATCH_BYTES 1024
#define DIGEST_EVERY 64
#define SNAPSHOT_EVERY 256
_Static_assert(SNAPSHOT_EVERY - 1 + BATCH_COMMANDS <= PLAY_JOURNAL_MOST,
	"whether a snapshot is due is looked at after each append");
#define FLIGHTS_MAX 16
#define FLIGHT_FRAMES_MAX 8
#define STEER_STEPS_MAX 2000
#define PLAY_HARM_STEP "A step on would harm you."
#define PLAY_HARM_THERE "The only way that you know leads through what would harm you."
#define PLAY_HARM_LEFT "What is left here lies behind what would harm you."
#define PLAY_EXPLORED "Nothing is left here that you could explore."

/* What the next key answers. */
enum play_mode {
	MODE_MAP,
	MODE_DIRECTION, /* for the pending action */
	MODE_ITEM,      /* one of the pack, for the pending action */
	MODE_VERB,      /* what to do with the chosen item */
	MODE_GROUND,    /* one of what lies here */
	MODE_CURSOR,    /* a cell, for the pending action */
	MODE_CONFIRM,   /* yes or no to the pending action */
	MODE_SPELL,     /* one of those that he knows */
	MODE_CHOICE,    /* one of three */
	MODE_PLACES,    /* one of those to travel to */
	MODE_TIMES,     /* how often, then what */
	MODE_SHEET      /* something to read */
};

/* What was done last, for doing it again. */
struct done {
	bool any, steered;
	struct command command;
	uint16_t look; /* of the thing that it was done with */
	uint8_t kind, direction;
	int16_t x, y;
	uint16_t times; /* of a repetition */
};

struct flight {
	uint16_t look;
	int16_t x, y, from_x, from_y;
};

struct play {
	struct game *game;
	const struct content *content;
	struct content *own_content;
	const uint16_t *glyphs;
	struct play_link link;
	uint8_t preset;
	bool bell, debug;
	bool passing;  /* a guest's: nobody keeps it */
	uint8_t state; /* of enum play_state */

	/* Commands applied but not yet durable. */
	uint32_t index; /* commands applied, those included */
	uint32_t batch_count;
	uint16_t batch_size;
	uint8_t batch[BATCH_BYTES];
	uint8_t digest_count;
	struct store_digest digests[STORE_DIGESTS_MAX];
	bool held; /* an append failed; nothing is drawn and keys are dropped */

	uint8_t depth; /* where the last command left the hero */
	uint32_t turns;
	uint32_t snapshot_index;
	int snapshot_depth;

	/* Messages up to `told` have been read; `shown` was the newest at the last painting. */
	uint32_t told, shown;
	uint16_t told_repeats, shown_repeats;
	int read;      /* letters of what is new that were on pages turned, */
	int page;      /* and on those with the present one */
	bool read_all; /* there was no more in the last painting, and no key since */
	bool more;     /* the last painting ended with --more-- */
	bool watched;  /* somebody else plays: no page is ever turned */
	bool returned; /* a run was taken up again, and no key came since */
	bool greeting; /* it has just begun: nothing was done, and no key came on the map */
	uint8_t pages_turned;
	char sentence[320];

	uint8_t mode;
	uint8_t action; /* pending, of enum action */
	uint8_t item;   /* chosen: the number of its letter */
	int list_page;  /* of a list that does not fit */
	int8_t choice;  /* the one of three that is pointed at, -1: none yet */
	int16_t cursor_x, cursor_y;
	uint32_t target; /* id of the creature that was aimed at last, 0: none */
	struct ui_pager sheet;
	bool sheet_runs_keys; /* a key that closes the sheet then acts: the list of commands */
	bool sheet_of_choice; /* a choice waits behind it */
	bool sheet_raw;       /* rows as they are, over the whole screen */

	int16_t scroll_x, scroll_y;          /* upper left of the map that is shown */
	int16_t home_x, home_y;              /* the same while nobody points elsewhere */
	int16_t window_width, window_height; /* cells of the map at the last painting */
	uint8_t scroll_depth;
	uint8_t flight_count;
	struct flight flights[FLIGHTS_MAX];
	uint8_t flight_step, flight_steps; /* how far they are in the frame to draw; 0: none */
	bool ring;
	struct watch watch; /* who has been shown */
	bool hints;
	uint8_t hint;            /* the one that stands there, from 1; 0: none */
	uint8_t hint_keys;       /* that took turns since the last one came */
	bool hinted;             /* one has come */
	uint32_t hint_turn;      /* up to which those are counted */
	uint32_t hint_after[32]; /* for each, 1 + the newest message when it came; 0: it did not */
	uint32_t hints_given;
	struct done done;
	uint16_t about;      /* look of the thing that a command is about to use */
	bool steering;       /* a steer acts, not the player */
	bool travel_refused; /* by the last key: someone is beside him */
	uint16_t times;      /* so far typed; of a drop, how many, 0: all */
	uint32_t leaves;     /* classes that are not taken along, as bits */
	bool takes;          /* what is wanted is taken on walking over it */
	/* By letters, the places that one may travel to, as they were listed last. */
	struct {
		int16_t x, y;
	} lettered[26];
	uint8_t lettered_depth;
};

static inline int between(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

/* play.c */
/* Why an exploration has come to its end: there is no more, or a gate is to be waited for. */
const char *play_explored(const struct play *play);
bool play_steer(struct play *play, enum steer_kind kind, int direction, int x, int y);
/* The same command so many times, as a steer. */
bool play_repeat(struct play *play, const struct command *command, int times);
/* What lies underfoot, when that is to be taken without asking. */
void play_take_underfoot(struct play *play);
bool play_verb(struct play *play, enum verb verb);
bool play_verb_item(struct play *play, enum verb verb, unsigned item);

/* play_prompt.c: modes */
void play_prompt_begin(
	struct play *play, enum play_mode mode, enum action action, const char *sentence);
void play_prompt_end(struct play *play);
bool play_prompt_key(struct play *play, int key);
const struct view_item *play_carried(const struct view *view, int item);
void play_item_begin(struct play *play, enum action action);
/* The pending action with a chosen thing or spell, whose place is asked for if it wants one. */
void play_apply(struct play *play, enum action action, unsigned item, unsigned aim, unsigned range);
uint32_t play_item_mask(const struct play *play);
void play_step(struct play *play, enum direction direction);
void play_go(struct play *play, enum action action, enum direction direction);
void play_ask_direction(struct play *play, enum action action);
void play_pick_up(struct play *play);
void play_climb(struct play *play);
void play_descend(struct play *play);
void play_confirm(struct play *play, enum action action, const char *word, const char *fallback);

/* play_spots.c */
#define SPOTS_MAX 96
struct spot {
	int16_t x, y;
	uint32_t creature; /* its id, 0: none */
};
struct spots {
	struct spot list[SPOTS_MAX];
	int count;
};
/* Steps from the hero as the crow flies. */
int play_distance(const struct view *view, int x, int y);
/* What the pending action may point at, in order. */
void play_spots(struct play *play, const struct view *view, struct spots *spots);

/* play_places.c: what one may travel to, as a list */
#define PLACES_MOST 26
void play_places_begin(struct play *play);
void play_places_key(struct play *play, int key);
void play_places_paint(struct play *play, struct vt_frame *frame);

/* play_again.c: so many times, and the same again */
void play_times_begin(struct play *play);
void play_times_key(struct play *play, int key);
void play_again(struct play *play);
/* So many of a pile, a command for each. */
void play_drop_some(struct play *play, unsigned item, int times);
/* A command or a steer of the player's has been taken: it is what "again" does. */
void play_note_thing(struct play *play, const struct command *command); /* before it is taken */
void play_note_command(struct play *play, const struct command *command);
void play_note_steer(struct play *play, enum steer_kind kind, int direction, int x, int y);

/* play_cursor.c */
/* Whether what the pending action aims at a creature would come to it. */
bool play_would_meet(struct play *play, const struct view_creature *creature);
void play_travel(struct play *play, int x, int y);
/* Whether an action asks for a place to let a thing fly to. */
bool play_aims(enum action action);
/* The way of what is aimed with; false when nothing is. */
bool play_trajectory(struct play *play, struct trajectory *trajectory);
void play_cursor_begin(struct play *play, enum action action);
void play_cursor_tell(struct play *play);
void play_cursor_key(struct play *play, int key);

/* play_scroll.c */
/* Where a window of so many cells begins on a map of `size`, after `scroll`, to show `focus`. */
int16_t play_scroll(int scroll, int focus, int size, int window);

/* play_keys.c */
void play_map_key(struct play *play, int key);

/* play_spells.c */
void play_spells_begin(struct play *play);
void play_spells_key(struct play *play, int key);
void play_spells_paint(struct play *play, struct vt_frame *frame, const struct view *view);

/* play_choose.c */
bool play_choice_waits(struct play *play);
void play_choice_begin(struct play *play);
void play_choice_key(struct play *play, int key);
void play_choice_paint(const struct play *play, struct vt_frame *frame, const struct view *view);

/* play_list.c: things to choose from, and what can be done with one */
/* "12 gold", as the content calls it; "" of what has no price.  Returns text. */
const char *play_price(const struct play *play, int amount, char *text, size_t size);
void play_list_paint(struct play *play, struct vt_frame *frame, const struct view *view);
void play_verbs_paint(const struct play *play, struct vt_frame *frame, const struct view *view);

/* play_creature.c: who is looked at */
/* The creature of the view that is there, or NULL. */
const struct view_creature *play_creature_at(const struct view *view, int x, int y);
/* "It hits you 62%, for about a fifth of your health; ...": what a fight with it would be. */
void play_odds(const struct view_creature *creature, char *text, size_t size);
void play_creature_paint(const struct play *play, struct vt_frame *frame, const struct view *view);

/* What a path of talents and spells is called. */
const char *play_path(const struct play *play, const char *path);
/* The verb of the pending action, as it reads in "What will you ...?" */
const char *play_item_word(const struct play *play);

/* play_hints.c */
void play_hints_key(struct play *play, int key);
/* Adds those that came after a message and before another, by their serials; */
void play_hints_between(
	const struct play *play, struct ui_text *text, uint32_t after, uint32_t before);
/* and all that were ever given. */
void play_hints_again(const struct play *play, struct ui_text *text);
int play_hint_count(void);
const char *play_hint_word(int hint);
/* With the keys of the player's map. */
void play_hint_text(const struct play *play, int hint, char *text, size_t size);

/* play_levels.c */
void play_sheet_levels(struct play *play);

/* play_sheet.c: what can be read and chosen from */
/* A text to be read, which is taken over. */
/* Turns of food, as they are told: in fifties, everywhere. */
int play_food_shown(const struct view_status *status);
void play_sheet_open(struct play *play, const char *title, struct ui_text *text);
void play_sheet_inventory(struct play *play);
void play_sheet_character(struct play *play);
void play_sheet_messages(struct play *play);
void play_sheet_lore(struct play *play);
void play_sheet_legal(struct play *play);
void play_sheet_help(struct play *play);
void play_sheet_level(struct play *play, unsigned flags);
/* play_around.c */
void play_sheet_here(struct play *play);
/* play_sheet.c again */
/* A box at the right edge below the message row, with `width` x `height` inside; where the inside
 * begins comes back. */
void play_box(struct vt_frame *frame, int width, int height, const char *title, const char *hint,
	int *x, int *y);
void play_sheet_paint(struct play *play, struct vt_frame *frame, const struct view *view);

/* play_paint.c */
struct play_layout {
	int message_rows;
	int map_x, map_y, map_width, map_height;
	int panel_x; /* 0: none */
};
void play_hint_paint(const struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout, int messages);
void play_layout(const struct vt_frame *frame, const struct view *view, struct play_layout *layout);
/* The colour of what is left of somebody. */
enum vt_role play_health_role(int percent);
void play_paint_panel(const struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout);

/* play_messages.c */
/* What is to be told, in so many rows of its own, and in `most` with those over the map that it may
 * take when it needs them; or the prompt. */
void play_paint_messages(
	struct play *play, struct vt_frame *frame, const struct view *view, int rows, int most);

/* play_status.c */
void play_paint_status(const struct play *play, struct vt_frame *frame, const struct view *view);

#endif
