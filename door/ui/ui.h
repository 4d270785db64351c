/*
 * What screens are made of: title lines, hints of keys, inputs, pagers and wrapped words.
 *
 * Every function clips, so a screen of any size can be painted; none keeps anything beyond what it
 * is given.
 */
#ifndef TRAPDOOR_UI_H
#define TRAPDOOR_UI_H

#include "engine/engine.h"
#include "vt100/vt100.h"

#include <ctype.h>

/* Role bytes for texts of our own: bright (keys, names), dim, good, bad, gold, magic; and back. */
#define UI_DIM "\014"
#define UI_BRIGHT "\015"
#define UI_GOOD "\016"
#define UI_BAD "\017"
#define UI_GOLD "\022"
#define UI_LAMP "\031"
#define UI_END "\037"

/* Role bytes of a content's text -> roles of the terminal. */
extern const uint8_t ui_roles[32];

/* Columns that a text takes: its characters without role bytes, to the first newline. */
int ui_width(const char *text);

/* The words of the content, or the fallback when it has none. */
const char *ui_word(const struct content *content, const char *word, const char *fallback);
/* A label in the middle of a sentence, its first letter lowered: for the format UI_INSIDE. */
#define UI_INSIDE "%c%s"
#define ui_inside(label) tolower((unsigned char)*(label)), (label) + 1
/* Word number `number` of the series "prefix-1", "prefix-2" ...; NULL past the last. */
const char *ui_series(const struct content *content, const char *prefix, unsigned number);
/* One of the series, chosen by any number. */
const char *ui_series_pick(const struct content *content, const char *prefix, uint64_t number);

/* A title on row 0, something short at its right, and a rule below. */
void ui_title(struct vt_frame *frame, const char *title, const char *right);
/* The hint of keys on the last row. */
void ui_hint(struct vt_frame *frame, const char *text);
void ui_centre(struct vt_frame *frame, int y, const char *text, enum vt_colour_role role,
	unsigned attributes);
/* Lines divided by newlines, drawn as they are.  Returns their count. */
int ui_art(struct vt_frame *frame, int x, int y, const char *text, enum vt_colour_role role);
int ui_art_width(const char *text);
int ui_art_height(const char *text);
/* Draws wrapped words in an area.  A newline begins a line.  Where a line holds a tab, its rows
 * begin where the tab stands.  A byte from 128 on is the glyph of that number.  Returns the rows
 * that the whole text takes at the area's width.  Rows before `skip` and beyond the area's height
 * are not drawn.  frame NULL: only counts. */
int ui_wrapped(struct vt_frame *frame, struct vt_area area, int skip, const char *text,
	enum vt_colour_role role);
/* A bar of `width` cells, `part` of `whole` full. */
void ui_bar(struct vt_frame *frame, int x, int y, int width, int part, int whole,
	enum vt_colour_role role);
/* "3 min ago" and its like, of seconds. */
void ui_ago(char *text, size_t size, int64_t seconds);
/* A day, as 2026-11-21. */
void ui_day(char *text, size_t size, int64_t time);

/* Takes the blanks before and after away. */
void ui_trim(char *text);

/* ---- Text that grows ---- */

/* A text being made; free text with free.  All zero is an empty one. */
struct ui_text {
	char *text;
	size_t size, capacity;
};
void ui_add(struct ui_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- An input line ---- */

#define UI_INPUT_MAX 1023
struct ui_input {
	char *text; /* ended; made by ui_input_begin */
	uint16_t length, cursor, most;
	bool hidden;
};
void ui_input_begin(struct ui_input *input, unsigned most, bool hidden);
void ui_input_free(struct ui_input *input); /* what was typed is wiped */
void ui_input_set(struct ui_input *input, const char *text);
enum ui_answer { UI_GOING, UI_DONE, UI_CANCELLED };
enum ui_answer ui_input_key(struct ui_input *input, int key);
/* Draws the line, scrolled so that its cursor is within width, and rests the frame's cursor there.
 */
void ui_input_paint(const struct ui_input *input, struct vt_frame *frame, int x, int y, int width);

/* ---- A pager ---- */

struct ui_pager {
	char *title, *text; /* owned; text NULL: closed */
	int top;
	int rows, page; /* of the last painting */
};
/* Takes the text over. */
void ui_pager_open(struct ui_pager *pager, const char *title, char *text);
void ui_pager_close(struct ui_pager *pager);
void ui_pager_paint(struct ui_pager *pager, struct vt_frame *frame);
/* True when the key meant scrolling and was taken. */
bool ui_pager_key(struct ui_pager *pager, int key);
/* Shows the last rows at the next painting. */
void ui_pager_end(struct ui_pager *pager);

#endif
