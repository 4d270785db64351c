/*
 * Elements of screens: title lines, key hints, input lines, pagers and wrapped text.
 *
 * Every function clips, so a screen of any size can be painted. None keeps state beyond its
 * arguments.
 */
#ifndef TRAPDOOR_UI_H
#define TRAPDOOR_UI_H

#include "engine/engine.h"
#include "vt100/vt100.h"

#include <ctype.h>

/* Role bytes for the program's own texts: bright (keys, names), dim, good, bad, gold, lamp; UI_END
 * ends a role. */
#define UI_DIM "\014"
#define UI_BRIGHT "\015"
#define UI_GOOD "\016"
#define UI_BAD "\017"
#define UI_GOLD "\022"
#define UI_LAMP "\031"
#define UI_END "\037"

/* Maps role bytes of a content's text to roles of the terminal. */
extern const uint8_t ui_roles[32];

/* Returns the columns of a text up to the first newline, without role bytes and tabs. */
int ui_width(const char *text);

/* Shortens a text without role bytes to `room` columns. It then ends in dots after a whole word, or
 * within its first word if that is too long. */
void ui_fit(char *text, int room);

/* Returns the content's text with that id, or the fallback if it has none. */
const char *ui_word(const struct content *content, const char *word, const char *fallback);
/* A label within a sentence, with its first letter in lower case; arguments for the format
 * UI_INSIDE. */
#define UI_INSIDE "%c%s"
#define ui_inside(label) tolower((unsigned char)*(label)), (label) + 1
/* Returns the text "prefix-NUMBER" of the content; NULL past the last of the series. */
const char *ui_series(const struct content *content, const char *prefix, unsigned number);
/* Returns a text of the series; any number selects one, modulo the length of the series. */
const char *ui_series_pick(const struct content *content, const char *prefix, uint64_t number);

/* Paints a title on row 0, a short text at its right, and a rule below. */
void ui_title(struct vt_frame *frame, const char *title, const char *right);
/* Paints a line of items that two spaces separate.  Drops the last items if they do not fit. */
void ui_items(struct vt_frame *frame, int x, int y, const char *text);
/* Paints a key hint on the last row, as items. */
void ui_hint(struct vt_frame *frame, const char *text);
/* Paints the keys of a text in pages on the last row. top: the first row shown; last: that of the
 * last page, 0 for a single page. Space closes the last page. */
void ui_page_hint(struct vt_frame *frame, int top, int last);
/* Rests the cursor on the row that a player reads next: the chosen row of a list, or the first row
 * of a text. Braille displays show the row of the cursor. */
void ui_cursor(struct vt_frame *frame, int x, int y);
/* Returns the width of a bar in a list of short rows that begins in column 1. */
int ui_row_width(const struct vt_frame *frame);
/* Draws a painted row of a list as the chosen one: a bar in the terminal's own colours, reversed,
 * whatever the roles of its cells are. Rests the cursor on it. */
void ui_chosen(struct vt_frame *frame, int x, int y, int width);
void ui_centre(struct vt_frame *frame, int y, const char *text, enum vt_colour_role role,
	unsigned attributes);
/* Draws lines divided by newlines without wrapping. Returns their count. */
int ui_art(struct vt_frame *frame, int x, int y, const char *text, enum vt_colour_role role);
int ui_art_width(const char *text);
int ui_art_height(const char *text);
/* Draws wrapped text in an area. A newline begins a line. If a line holds a tab, its further rows
 * are indented to the tab. A byte from 128 on is the glyph of that number. Rows before `skip` and
 * beyond the area's height are not drawn. Returns the rows of the whole text at the area's width.
 * frame NULL: only counts. */
int ui_wrapped(struct vt_frame *frame, struct vt_area area, int skip, const char *text,
	enum vt_colour_role role);
/* Draws a bar of `width` cells, `part` of `whole` full. */
void ui_bar(struct vt_frame *frame, int x, int y, int width, int part, int whole,
	enum vt_colour_role role);
/* Writes an age in seconds as "3 min ago". */
void ui_ago(char *text, size_t size, int64_t seconds);
/* Writes a day as 2026-11-21, UTC. */
void ui_day(char *text, size_t size, int64_t time);

/* Removes leading and trailing blanks. */
void ui_trim(char *text);

/* ---- Growing text ---- */

/* A growing text; initialise it to zero and free its text with free. */
struct ui_text {
	char *text;
	size_t size, capacity;
};
void ui_add(struct ui_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a text for a guest or for a player with an account. A part "{guest TEXT}" is for guests
 * only, a part "{member TEXT}" for the others only; no brace may be in TEXT. */
void ui_add_for(struct ui_text *text, const char *page, bool guest);

/* ---- An input line ---- */

#define UI_INPUT_MAX 1023
struct ui_input {
	char *text; /* NUL-terminated; allocated by ui_input_begin */
	uint16_t length, cursor, most;
	bool hidden;
};
void ui_input_begin(struct ui_input *input, unsigned most, bool hidden);
void ui_input_free(struct ui_input *input); /* also wipes the typed text */
void ui_input_set(struct ui_input *input, const char *text);
enum ui_answer { UI_GOING, UI_DONE, UI_CANCELLED };
enum ui_answer ui_input_key(struct ui_input *input, int key);
/* Draws the line, scrolled so that its cursor is within width, and puts the frame's cursor
 * there. */
void ui_input_paint(const struct ui_input *input, struct vt_frame *frame, int x, int y, int width);

/* ---- A pager ---- */

struct ui_pager {
	char *title, *text; /* owned; text NULL: the pager is closed */
	int top;
	int rows, page; /* of the last painting */
};
/* Takes ownership of the text. */
void ui_pager_open(struct ui_pager *pager, const char *title, char *text);
void ui_pager_close(struct ui_pager *pager);
/* Returns the rows of a list in a frame that needs `spare` other rows: half of them on a slow
 * line. */
int ui_list_rows(const struct vt_frame *frame, int spare);
void ui_pager_paint(struct ui_pager *pager, struct vt_frame *frame);
/* Scrolls. False if the key is not for scrolling. */
bool ui_pager_key(struct ui_pager *pager, int key);
/* Scrolls to the last rows at the next painting. */
void ui_pager_end(struct ui_pager *pager);

/* Draws the rank of a row of a board, a dash for 0, and the name behind it. */
void ui_rank(struct vt_frame *frame, int y, unsigned rank, const char *name);

#endif
