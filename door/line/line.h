/*
 * Line mode: the view as sentences, for screen readers, Braille and paper terminals.
 *
 * The functions here are pure: they read a game and its view and add sentences to a text. They know
 * no session and no terminal. No sentence depends on colour or layout: directions are words, and
 * things that the player can act on have letters. An offset is exact: "3 north", "3 north-east", or
 * "2 north 5 east".
 *
 * A thing keeps its letter as long as it is listed, so that `attack b` means the creature that the
 * player heard of last as b.
 */
#ifndef TRAPDOOR_LINE_H
#define TRAPDOOR_LINE_H

#include "door/ui/ui.h"
#include "engine/engine.h"

/* BRIEF: the two most important messages of a turn. NORMAL: all messages, movement and new things.
 * FULL: also every change of health, and the exits. */
enum line_detail { LINE_NORMAL, LINE_BRIEF, LINE_FULL, LINE_DETAIL_COUNT };
/* Returns "normal", "brief" or "full". */
const char *line_detail_word(enum line_detail detail);

/* ---- Things ---- */

#define LINE_LETTERS 26
#define LINE_THINGS_MAX 512

enum line_kind {
	LINE_CREATURE,
	LINE_ITEM,
	LINE_HARM, /* ground that does harm */
	LINE_WAY,  /* doors and stairs */
	LINE_PLACE /* other notable ground */
};

struct line_thing {
	uint8_t kind; /* enum line_kind */
	char letter;  /* 'a' to 'z'; 0: more than 26 things are listed */
	bool seen;    /* now; else remembered */
	int16_t x, y;
	uint16_t distance;
	uint16_t more; /* further cells of ground with this name; (x, y) is the nearest */
	int price;     /* gold; 0: not for sale */
	const struct view_creature *creature; /* of the view; NULL for other kinds */
	char name[80];
};

struct line_things {
	size_t count;
	struct line_thing
		list[LINE_THINGS_MAX]; /* the nearest first, those in sight before others */
};

/* The letters given so far on one level. All zero at first. */
struct line_letters {
	uint8_t depth;
	struct line_owner {
		uint32_t creature; /* its id; 0: a cell */
		int16_t x, y;
		bool used;
	} owners[LINE_LETTERS];
};

/* Lists the things around the hero, and gives letters. letters NULL: gives none. game NULL, for a
 * live view: creatures alone. Ground of one name
 * is one thing, except doors and stairs. */
void line_things(const struct game *game, const struct view *view, struct line_letters *letters,
	struct line_things *things);
/* Returns the thing with that letter, or NULL. */
const struct line_thing *line_thing(const struct line_things *things, char letter);

/* ---- Answers ---- */

/* Everything around the hero: light and noise, enemies that noticed the hero, creatures, harm,
 * items, doors and stairs, other places, exits. */
void line_look(struct ui_text *text, const struct game *game, const struct view *view,
	const struct line_things *things);
/* The depth, the ground, the exits, known stairs, light and noise. */
void line_where(struct ui_text *text, const struct game *game, const struct view *view,
	const struct line_things *things);
/* The first `most` things, each on a line of its own, by its letter. */
void line_list(struct ui_text *text, const struct line_things *things, const struct view *view,
	size_t most);
/* Health, mana, food and statuses. */
void line_health(struct ui_text *text, const struct game *game, const struct view *view);
/* For each direction the free cells up to the first obstacle, and its name. */
void line_compass(struct ui_text *text, const struct game *game, const struct view *view);
/* The known map within `radius` rows of the hero, one row a line, with symbols. */
void line_map(
	struct ui_text *text, const struct content *content, const struct view *view, int radius);
/* The thing in one line: "b, a rat, asleep, 3 north-east." */
void line_thing_text(struct ui_text *text, const struct line_thing *thing, const struct view *view);

/* Writes an offset: "3 north-east", "2 north 5 east", "here". */
void line_offset(int dx, int dy, char *text, size_t size);
const char *line_direction_word(enum direction direction);
/* Adds a text without role bytes and glyphs; line feeds become spaces. */
void line_plain(struct ui_text *text, const char *from);
/* Adds the lines of a text, broken at blanks so that none has more than `width` - 1 characters.
 * Where there is no blank, a word is broken. */
void line_wrapped(struct ui_text *text, const char *from, int width);

/* Adds the rows of a painted frame as lines, without glyphs. chosen: "Chosen: "
 * precedes the row that the frame marks. */
void line_frame(struct ui_text *text, const struct vt_frame *frame, bool chosen);

/* ---- Turns ---- */

/* The facts that the player has heard. All zero at first: then the first report begins with the
 * messages after `serial`. */
#define LINE_TOLD 4
struct line_heard {
	uint32_t serial;
	uint16_t repeats;
	struct message told[LINE_TOLD]; /* the last messages: one that comes again moves up, and
					   counts on. A session that moves forgets them. */
	const char *skip; /* a message that is not reported, because it speaks of keys; or NULL */
	bool any;
	uint8_t depth;
	int16_t x, y;
	int health;
	bool lit;
	char conditions[192], hunger[24];
	struct line_letters letters;
	uint8_t cells[VIEW_CELLS_MAX / 8]; /* things already reported, by cell */
	uint32_t creatures[VIEW_CREATURES_MAX];
	struct {
		uint32_t id; /* of the nearest enemy */
		int16_t dx, dy;
	} enemy;
};

/* Adds the report of all that happened since the last one: messages by importance, health,
 * movement, and things that are new. Adds nothing if nothing happened. */
void line_report(struct ui_text *text, const struct game *game, const struct view *view,
	struct line_heard *heard, enum line_detail detail);
/* Notes that the player hears of these things now, so that they are not new in the next report. */
void line_note(struct line_heard *heard, const struct view *view, const struct line_things *things);

/* ---- Typed words ---- */

#define LINE_WORDS_MAX 8
#define LINE_WORD_SIZE 24
struct line_words {
	size_t count;
	char list[LINE_WORDS_MAX][LINE_WORD_SIZE]; /* in lower case, clipped */
};
/* Splits a typed line. Drops "the", "to", "at", "a" before a longer word, and commas. */
void line_words(const char *typed, struct line_words *words);
/* Returns the direction of a word: "north", "n", "north-east", "ne"; or DIR_COUNT. */
enum direction line_direction(const char *word);

#endif
