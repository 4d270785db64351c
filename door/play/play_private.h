/* The parts of a game being played, shared by play*.c only. */
#ifndef TRAPDOOR_PLAY_PRIVATE_H
#define TRAPDOOR_PLAY_PRIVATE_H

#include "engine/auto/auto.h"
#include "door/play/keymap.h"
#include "door/play/play.h"
#include "door/ui/ui.h"

#define BATCH_COMMANDS 512 /* of one append; at most eight digests fall due in them */
#define BATCH_BYTES 1024
#define DIGEST_EVERY 64
#define SNAPSHOT_EVERY 256
_Static_assert(SNAPSHOT_EVERY - 1 + BATCH_COMMANDS <= PLAY_JOURNAL_MOST,
	"whether a snapshot is due is looked at after each append");
#define FLIGHTS_MAX 16
#define SENTENCE_MOST 900 /* prose, a line of plain effect, and a question */
#define FLIGHT_FRAMES_MAX 8
#define AUTO_STEPS_MAX 2000
#define PLAY_HARM_STEP "The next step would harm you"
#define PLAY_HARM_THERE "The only known path leads through harmful ground"
#define PLAY_HARM_LEFT "Everything left to explore is behind harmful ground"
#define PLAY_EXPLORED "Nothing is left to explore on this level."

/* Modes: each says what the next key answers. */
enum play_mode {
	MODE_MAP,
	MODE_DIRECTION, /* the direction of the pending action */
	MODE_ITEM,      /* an item of the pack for the pending action */
	MODE_VERB,      /* the verb for the chosen item */
	MODE_GROUND,    /* an item on the ground */
	MODE_CURSOR,    /* a cell for the pending action */
	MODE_CONFIRM,   /* yes or no to the pending action */
	MODE_SPELL,     /* a known spell */
	MODE_CHOICE,    /* a talent or an heirloom */
	MODE_PLACES,    /* a destination of travel */
	MODE_TIMES,     /* a count, then the command to repeat */
	MODE_PAGE       /* a page of text */
};

/* The last thing that the player did, for the key that repeats it. */
struct done {
	bool any, automatic_move; /* automatic_move: an automatic move instead of one command */
	struct command command;
	uint16_t appearance; /* of the item that the command used */
	uint8_t kind, direction;
	int16_t x, y;
	uint16_t times; /* of a repetition */
};

struct flight {
	uint16_t appearance;
	int16_t x, y, from_x, from_y;
};

/* The player's options. */
struct play_settings {
	play_past *past; /* NULL: there are no earlier runs */
	const struct keymap *keys;
	enum play_sound sound;
	bool debug;
	uint32_t left_classes; /* item classes that auto-pickup leaves behind, as bits */
	bool autopickup;       /* auto-pickup also while walking */
};

/* Commands: those that are not durable yet, and the last snapshot. */
struct play_journal {
	uint32_t index; /* commands applied, the batch included */
	uint32_t batch_count;
	uint16_t batch_size;
	uint8_t batch[BATCH_BYTES];
	uint8_t digest_count;
	struct store_digest digests[STORE_DIGESTS_MAX];
	bool held; /* an append failed: nothing is drawn and keys are dropped */
	uint32_t snapshot_index;
	int snapshot_depth;
};

/* Messages and the pages that the player has turned. */
struct play_messages {
	uint32_t read_serial;  /* the newest message that the player has read */
	uint32_t shown_serial; /* the newest message of the last painting */
	uint16_t read_repeats, shown_repeats;
	int letters_turned; /* letters of the new messages on the pages turned */
	int letters_shown;  /* letters_turned and those of the page on the screen */
	bool read_all;      /* the last painting showed every message, and no key came since */
	bool more;          /* the last painting ended with --more-- */
	bool returned;      /* a run was resumed, and no key came since */
	bool greeting;      /* a run began: no command yet, and no key on the map */
	uint8_t pages_turned;
	char sentence[SENTENCE_MOST]; /* the session's own sentence, or the prompt */
};

/* The prompt that the next key answers. */
struct play_prompt {
	uint8_t mode;   /* of enum play_mode */
	uint8_t action; /* pending, of enum action */
	uint8_t item;   /* chosen: the number of its letter */
	char replacing; /* letter of the gear to put on, while a piece to take off is chosen; or 0 */
	bool pouch;     /* a list of items shows the pouch alone */
	int8_t choice;  /* the row of three that the cursor is on, -1: none yet */
	bool refused;   /* the last key would have left a choice that cannot wait */
	int list_page;  /* of a list longer than the window */
	int16_t cursor_x, cursor_y;
	bool moved;      /* a key was pressed since the cursor appeared */
	uint32_t target; /* id of the creature aimed at last, 0: none */
	bool key_acts;   /* the key that closes the prompt also acts on the map */
	uint16_t times;  /* the count typed so far; of a drop, how many, 0: all */
	bool of_item;    /* the count is typed on the page of an item, and drops so many of it */
	bool harm;       /* the next key may do harm, since it answers a question or a warning */
};

/* A page of text over the map. */
struct play_page {
	struct ui_pager pager;
	bool runs_keys;     /* the key that closes the list of commands also acts */
	bool before_choice; /* a choice is asked when the page closes */
	bool raw;           /* rows unchanged, over the whole screen */
};

/* The part of the map that the screen shows. */
struct play_window {
	int16_t scroll_x, scroll_y; /* upper left cell of the map that is shown */
	int16_t home_x, home_y;     /* the same while the cursor is off */
	int16_t width, height;      /* cells of the map at the last painting */
	uint8_t depth;              /* the level that it was scrolled on */
};

/* Missiles in flight, drawn in frames between two paintings. */
struct play_flights {
	uint8_t count;
	struct flight each[FLIGHTS_MAX];
	uint8_t step, steps; /* of the frame to draw; step 0: none */
};

/* Hints for newcomers. */
struct play_hints {
	bool on;
	bool any;                       /* a hint has been given in this session */
	uint8_t shown;                  /* the hint on the screen, from 1; 0: none */
	int16_t left, top, width, rows; /* its box, while it has room there; rows 0: none yet */
	uint8_t keys;                   /* keys that took turns since the last hint */
	uint32_t turn;                  /* the turn up to which keys are counted */
	uint32_t index; /* the command up to which topics and conditions were looked at */
	uint32_t after
		[32];   /* for each hint 1 + the newest message when it was given; 0: not given */
	uint32_t given; /* as bits */
};

/* The vignette of an arrival. It is due while the messages of the arrival are read; the key that
 * turns their last page shows it, and the next key closes it. */
struct play_vignette {
	bool on;
	uint8_t depth; /* the last depth looked at */
	enum { VIGNETTE_NOT_DUE, VIGNETTE_DUE, VIGNETTE_SHOWN } stage;
	int8_t shown;  /* of enum vignette */
	uint32_t seen; /* as bits */
};

#define TALK_ASKED_MOST 32

/* The action under way and the last one. */
struct play_acting {
	struct done last;
	uint16_t used_appearance; /* of the item that the command is about to use */
	bool automatic;           /* an automatic move acts, not the player */
	bool travel_refused;      /* by the last key: a creature is adjacent */
	uint8_t stairs;           /* of enum action: whose travel is under way, or ACTION_NONE */
	uint8_t again;            /* of enum action: the stairs to go on to when asked again, */
	uint32_t again_turn;      /* in this turn */
	uint32_t works_on; /* the turn after one of work, in which it goes on without a question */
	/* Appearances of the kinds about which the player was asked: talk or strike? */
	uint16_t talk_asked[TALK_ASKED_MOST];
	uint8_t talk_asked_count;
};

/* Keys typed ahead (play_ahead.c). */
struct play_ahead {
	struct auto_move last; /* the last look */
	struct watch watch;    /* creatures seen at the looks */
	uint32_t index;        /* commands up to the last look */
	unsigned asked;        /* questions and warnings before harm so far */
	bool stopped;          /* an automatic move was stopped since the last look */
	uint32_t dropped;      /* keys that the next painting reports as dropped */
};

/* The destinations of travel by their letters, as listed last. */
struct play_places {
	struct {
		int16_t x, y;
	} letters[26];
	uint8_t depth;
};

/* Line mode. */
struct play_lines {
	struct line_heard heard;
	enum line_detail detail;
	struct ui_text answer; /* to the line typed last */
	bool typed;            /* a line was typed since the last report */
	bool asked;            /* the question that waits was reported */
	uint32_t turn;         /* of the last report */
};

struct play {
	struct game *game;
	const struct content *content;
	struct content *own_content;
	struct view *view;            /* see play_view */
	const struct live_view *live; /* of a spectator of a live run; then there is no game */
	const uint16_t *glyphs;
	const uint8_t *clashes; /* by appearance, of the content, as are the glyphs */
	struct play_link link;
	bool passing;       /* a guest's run, which is not kept */
	bool watched;       /* a spectator's: no page is ever turned */
	uint8_t state;      /* of enum play_state */
	bool wants_options; /* the player left for the options */
	uint8_t depth;      /* after the last command */
	uint32_t turns;
	bool ring;          /* the bell is due with the next painting */
	uint8_t tones;      /* likewise; bits of enum vt_tone */
	struct watch watch; /* creatures already shown to the player */
	struct play_settings settings;
	struct play_journal journal;
	struct play_messages messages;
	struct play_prompt prompt;
	struct play_page page;
	struct play_window window;
	struct play_flights flights;
	struct play_hints hints;
	struct play_vignette vignette;
	struct play_acting acting;
	struct play_ahead ahead;
	struct play_places places;
	struct play_lines *lines; /* NULL: keys and frames */
};

static inline int between(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

/* The files of this folder, the lowest first: each uses only those above it. */

/* play_view.c */
/* Returns the view of the game as it is now.  A view is large, so a session has one: the next call
 * overwrites it. */
const struct view *play_view(const struct play *play);
/* Reads the nth state of the hero, as game_state_line does. */
bool play_state_line(const struct play *play, size_t nth, struct state_line *state);

/* play_sound.c */
/* Has a tone sound with the next painting, if the player has tones. In danger the bell rings, if
 * the player has that. */
void play_sound_tone(struct play *play, enum vt_tone tone, bool danger);
void play_sound_event(struct play *play, const struct event *event);
/* Sounds for creatures that come into view. */
void play_sound_look(struct play *play, const struct view *view);
/* Adds the bell or the bytes of the tones that are due. */
void play_sound_say(struct play *play, struct ui_text *text);

/* play_ahead.c */
/* Notes a question or a warning before harm. */
void play_ahead_asks(struct play *play);
/* Notes how an automatic move ended. */
void play_ahead_note(struct play *play, const struct auto_move *automove);
/* Writes the session's sentence, or the prompt, with the number of dropped keys. */
void play_sentence(const struct play *play, char *text, size_t size);

/* play_words.c */
/* Writes the key of an action; in line mode its word. */
void play_action_text(const struct play *play, enum action action, char *text, size_t size);
/* The same for an action's name in a hint, as keymap_named_keys reads it. */
bool play_named_keys(
	const struct play *play, const char *name, size_t length, char *text, size_t size);

/* play_scroll.c */
/* Returns the first cell that a window of `window` cells shows on a map of `size`. It was `scroll`
 * before and must show `focus`. */
int16_t play_scroll(int scroll, int focus, int size, int window);

/* play_box.c */
/* Paints a box at the right edge below the message row, with `width` x `height` cells inside. (x,
 * y) receive the upper left inside cell. */
void play_box(struct vt_frame *frame, int width, int height, const char *title, const char *hint,
	int *x, int *y);
/* Returns the colour of a health bar. */
enum vt_colour_role play_health_role(int percent);
/* Returns the turns of food, rounded up to fifties. */
int play_food_shown(const struct view_status *status);
/* Returns the content's name of a path of talents or spells, or the path's id without one. */
const char *play_path(const struct play *play, const char *path);
/* Writes "12 gold" with the content's word; "" for no price. Returns text. */
const char *play_price(const struct play *play, int amount, char *text, size_t size);

/* play_creature.c */
/* Returns the creature of the view at (x, y), or NULL. */
const struct view_creature *play_creature_at(const struct view *view, int x, int y);
/* Writes the odds of a fight: "It hits you 62%, for about a fifth of your health; ...". */
void play_odds(const struct view_creature *creature, char *text, size_t size);
/* Writes its pace, the odds of a fight, and what may wake it; of an ally or a captive how to deal
 * with it. */
void play_creature_stance(const struct view_creature *creature, char *text, size_t size);
void play_creature_paint(const struct play *play, struct vt_frame *frame, const struct view *view);

/* play_pack.c */
enum verb play_pending_verb(const struct play *play);
/* Returns the carried item of that number (carried_number), or NULL. */
const struct view_item *play_carried(const struct view *view, int item);
/* Returns the verbs that the pending action accepts, as bits. An item must accept one of them. */
uint32_t play_item_mask(const struct play *play);
/* True if the pending action accepts the item. */
bool play_item_fits(const struct play *play, const struct view *view, const struct view_item *item);
/* Returns the verb of an action on an item, as it reads in "What will you ...?". */
const char *play_verb_word(const struct play *play, enum action action);
/* The same of the pending action. */
const char *play_item_word(const struct play *play);
size_t play_items_fitting(struct play *play);
#define PLAY_POUCH_KEY '"' /* opens the pouch in a list of items */
/* The number of items of the pouch that the pending action accepts. */
size_t play_pouch_fitting(const struct play *play, const struct view *view);
/* True if the list shows the items of the pouch one by one, else the pouch has one row. */
bool play_pouch_open(const struct play *play);
/* Writes "a pouch with 3 letters". */
void play_pouch_name(const struct play *play, size_t count, char *text, size_t size);

/* play_aim.c */
/* True if an action asks for a cell to throw, shoot or cast at. */
bool play_aims(enum action action);
/* Returns the pending action as a command aimed at (x, y). */
struct command play_aimed(const struct play *play, int x, int y);
/* Computes the path of the shot at the cursor. False if nothing is aimed. */
bool play_trajectory(struct play *play, struct trajectory *trajectory);
/* True for a creature that is no ally and no captive.  The view lists enemies first. */
bool play_is_enemy(const struct view_creature *creature);
/* True if the pending action aimed at a creature would reach it. */
bool play_would_meet(struct play *play, const struct view_creature *creature);
/* True for the creature aimed at last if it is an enemy and the pending action would reach it. */
bool play_is_last_target(struct play *play, const struct view_creature *creature);

/* play_spots.c */
#define SPOTS_MAX 96
struct spot {
	int16_t x, y;
	uint32_t creature; /* its id; 0: no creature */
};
struct spots {
	struct spot list[SPOTS_MAX];
	int count;
};
/* Returns the steps from the hero if nothing were in the way. */
int play_distance(const struct view *view, int x, int y);
/* Lists the cells that Tab goes through for the pending action, in order. */
void play_spots(struct play *play, const struct view *view, struct spots *spots);

/* play_last.c */
/* True if a verb needs an item of the pack. */
bool play_of_pack(enum verb verb);
/* Returns the appearance of the carried item with that letter, or 0. */
uint16_t play_appearance_of(struct play *play, int item);
/* Notes the item of a command before it is applied. */
void play_note_item(struct play *play, const struct command *command);
/* Note the command or automatic move that the player has given. */
void play_note_command(struct play *play, const struct command *command);
void play_note_auto(struct play *play, enum auto_kind kind, int direction, int x, int y);

/* play_worst.c */
/* Names up to three items that the hero can best do without, and the key that drops. */
void play_worst(const struct play *play, char *text, size_t size);

/* play_onward.c */
/* Finds the nearest stairs with a known path and the steps to them. steps is -1 without a known
 * path. False if no stairs are known. */
bool play_stairs(struct play *play, bool up, struct spot *spot, int *steps);
/* Adds how to go on to the sentence about the end of an automatic move. */
void play_onward(struct play *play, const struct auto_move *automove, bool moved);
/* Adds the items that the hero can best do without. */
void play_offer_room(struct play *play);

/* play.c */
/* Returns the reason why exploring ended: nothing is left, or a gate is shut for a while. */
const char *play_explored(const struct play *play);
bool play_auto(struct play *play, enum auto_kind kind, int direction, int x, int y);
/* Repeats a command, as an automatic move. */
bool play_repeat(struct play *play, const struct command *command, int times);
/* Runs auto-pickup on the hero's cell if it is on while walking. */
void play_take_underfoot(struct play *play);
bool play_verb(struct play *play, enum verb verb);
bool play_verb_item(struct play *play, enum verb verb, unsigned item);

/* play_ask.c */
void play_prompt_begin(
	struct play *play, enum play_mode mode, enum action action, const char *sentence);
void play_prompt_end(struct play *play);
/* Asks a yes-or-no question with the content's word. */
void play_confirm(struct play *play, enum action action, const char *word, const char *fallback);
/* Opens a page of text and takes ownership of it. */
void play_page_open(struct play *play, const char *title, struct ui_text *text);

/* play_walk.c */
/* Asks once for each kind whether to talk to an enemy or to strike it; true if it asked. */
bool play_asks_talk(struct play *play, enum direction direction);
void play_step(struct play *play, enum direction direction);
/* Steps without a question. */
void play_step_asked(struct play *play, enum direction direction);
void play_go(struct play *play, enum action action, enum direction direction);
void play_ask_direction(struct play *play, enum action action);
void play_direction_key(struct play *play, int key);

/* play_confirm.c */
void play_confirm_key(struct play *play, int key);
void play_climb(struct play *play);
void play_descend(struct play *play);

/* play_ground.c */
void play_pick_up(struct play *play);
void play_ground_key(struct play *play, int key);

/* play_travel.c */
void play_travel(struct play *play, int x, int y);
/* Walks up to the harm beyond which more is left to explore. */
void play_travel_to_harm(struct play *play);

/* play_places.c: the list of destinations */
#define PLACES_MOST 26
void play_places_begin(struct play *play);
void play_places_key(struct play *play, int key);
void play_places_paint(struct play *play, struct vt_frame *frame);

/* play_hints.c */
void play_hints_key(struct play *play, int key);
/* Adds the hints given after one message and before another, by their serials. */
void play_hints_between(
	const struct play *play, struct ui_text *text, uint32_t after, uint32_t before);
/* Adds all hints that were ever given. */
void play_hints_again(const struct play *play, struct ui_text *text);
int play_hint_count(void);
const char *play_hint_word(int hint);
/* Writes the text of a hint with the keys of the player's map. */
void play_hint_text(const struct play *play, int hint, char *text, size_t size);

/* play_page.c, play_around.c, play_levels.c, play_lore.c: pages to read */
void play_page_character(struct play *play);
void play_page_messages(struct play *play);
void play_page_legal(struct play *play);
void play_page_help(struct play *play);
void play_page_level(struct play *play, unsigned flags);
void play_page_here(struct play *play);
void play_page_levels(struct play *play);
void play_page_lore(struct play *play);

/* play_keys.c */
/* Notes that the player has read the messages, because a key or a click comes. */
void play_key_begins(struct play *play);
/* Runs an action on the map, as its key does. It is not ACTION_NONE. */
void play_action(struct play *play, enum action action);

/* play_cursor.c */
/* True if an awake enemy is adjacent and travel would refuse to start. The refusal is then shown,
 * before the player chooses a destination. */
bool play_travel_refused(struct play *play);
void play_cursor_begin(struct play *play, enum action action);
/* Puts the cursor on a cell, for the pending action or for a new one, and describes the cell. */
void play_cursor_at(struct play *play, enum action action, int x, int y);
void play_cursor_report(struct play *play);
void play_cursor_key(struct play *play, int key);

/* play_item.c */
/* Drops so many of a pile, with a command for each. */
void play_drop_some(struct play *play, unsigned item, int times);
/* Applies the pending action to a chosen item or spell. Asks for a cell if it needs one. */
void play_apply(struct play *play, enum action action, unsigned item, unsigned aim, unsigned range);
void play_item_begin(struct play *play, enum action action);
void play_item_key(struct play *play, int key);
void play_verb_key(struct play *play, int key);

/* play_times.c: the question for a count */
void play_times_begin(struct play *play);
/* Asks how many of the pile that play->prompt.item names to drop. */
void play_times_of_item(struct play *play);
void play_times_report(struct play *play);

/* play_again.c: counts, and repeating the last command */
void play_times_key(struct play *play, int key);
void play_again(struct play *play);

/* play_spells.c */
void play_spells_begin(struct play *play);
void play_spells_key(struct play *play, int key);
void play_spells_paint(struct play *play, struct vt_frame *frame, const struct view *view);

/* play_choose.c */
bool play_choice_waits(struct play *play);
void play_choice_begin(struct play *play);
#define CHOICE_NAME_SIZE 80
/* Writes the name of one of three, with the number of its pieces. */
void play_choice_name(const struct view_choice *choice, char *text, size_t size);
/* Returns to a choice that waits, with the cursor on the row where it was. */
void play_choice_resume(struct play *play);
void play_choice_key(struct play *play, int key);
void play_choice_paint(const struct play *play, struct vt_frame *frame, const struct view *view);

/* play_list.c: lists of items, and of the verbs of one */
void play_list_paint(struct play *play, struct vt_frame *frame, const struct view *view);
void play_verbs_paint(const struct play *play, struct vt_frame *frame, const struct view *view);

/* play_overlay.c */
/* Handles a key on a page of text. */
void play_page_key(struct play *play, int key);
/* Paints the page, list or box over the map. */
void play_page_paint(struct play *play, struct vt_frame *frame, const struct view *view);

/* play_vignette.c */
/* Takes a key if a vignette is due or shown. */
bool play_vignette_key(struct play *play);
/* Paints the vignette over the whole screen. False if none is shown. */
bool play_vignette_paint(const struct play *play, struct vt_frame *frame);

/* play_prompt.c */
/* Gives a key to the prompt; one must be open. */
void play_prompt_key(struct play *play, int key);

/* play_typed_words.c, play_typed.c: line mode */
/* Runs a command of several letters. False if the first word is no command. */
bool play_typed_words(struct play *play, const struct line_words *words);
/* Adds the box of the open prompt, as painted. */
void play_typed_list(struct play *play, struct ui_text *text);
/* Keep the answers to look, list and inventory. */
void play_typed_look(struct play *play);
void play_typed_things(struct play *play, bool all);
void play_typed_pack(struct play *play);
/* Adds an item as one sentence: its letter, name, price, use and comparison. */
void play_typed_item(struct ui_text *text, char letter, const struct view_item *item);

/* play_status.c */
void play_paint_status(const struct play *play, struct vt_frame *frame, const struct view *view);

/* play_messages.c */
/* Returns the number of rows that the prompt takes at the top of the window, at least 1. */
int play_prompt_rows(const struct play *play, const struct vt_frame *frame);
/* Paints the prompt, or the new messages in `rows` rows. If they need more they cover the map down
 * to row `most`. Returns the first row below the new messages. */
int play_paint_messages(
	struct play *play, struct vt_frame *frame, const struct view *view, int rows, int most);

/* play_paint.c */
struct play_layout {
	int message_rows;
	int map_x, map_y, map_width, map_height;
	int panel_x; /* 0: none */
};
/* play_missiles.c: colours the known cells that missiles in flight will cross. */
void play_paint_missile_paths(const struct play *play, struct vt_frame *frame,
	const struct view *view, const struct play_layout *layout);
/* play_hint_box.c: paints the hint over the painted map, from row `first` on. */
void play_hint_paint(struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout, int first);
void play_layout(const struct vt_frame *frame, const struct view *view, struct play_layout *layout);
void play_paint_panel(const struct play *play, struct vt_frame *frame, const struct view *view,
	const struct play_layout *layout);

#endif
