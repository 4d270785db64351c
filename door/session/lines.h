/*
 * Line mode of a session: screens as sentences and numbered choices, keys as typed lines.
 *
 * Nothing is redrawn. A screen is reported when it opens and after each typed line; lines that the
 * player has heard on this screen are left out, unless an empty line asks for all. A screen either
 * has words of its own (`lines` of struct screen), or its painted rows are read. Over telnet the
 * client edits the line; over ssh and on this terminal the session echoes and edits.
 *
 * A typed line is a number or the beginning of a choice, a key of one character, or the name of a
 * key: back, enter, up, down, left, right, tab, space. A field takes the line as its text.
 */
#ifndef TRAPDOOR_LINES_H
#define TRAPDOOR_LINES_H

#include "door/ui/ui.h"

struct session;

#define LINES_CHOICES_MAX 48
#define LINES_TYPED_MAX 1023
#define LINES_HEARD_MAX 256
#define LINES_WIDTH 96
#define LINES_HEIGHT 200

/* The words of a screen. */
struct lines_page {
	struct ui_text text;
	size_t count;
	struct lines_choice {
		int key; /* for the screen's `key`; 0: `row` goes to its `pick` */
		int row;
		char label[40];
	} choices[LINES_CHOICES_MAX];
	bool field;  /* the next typed line is text for the screen's input field */
	bool hidden; /* a password: nothing is echoed */
	bool whole;  /* no line is left out */
};

/* Adds a numbered choice: the key is what a typed number or word gives to the screen. */
void lines_choice(struct lines_page *page, int key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Adds a numbered choice that calls the screen's `pick`. */
void lines_row(struct lines_page *page, int row, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Ends the page with a question whose answer is text. An empty answer is Esc. */
void lines_field(struct lines_page *page, const char *label, bool hidden);
/* Adds the rows that the screen paints. */
void lines_painted(struct session *session, struct lines_page *page);

/* Returns a hash of a text; never 0. */
uint32_t lines_hash(const char *text, size_t length);

/* Turns line mode on or off, for good or until the session ends. */
void session_lines_set(struct session *session, bool on);

#endif
