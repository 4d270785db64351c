/*
 * A value that the player chose for kinds of terminals, such as CP437 for SyncTERM alone.
 *
 * The text is "xterm:utf8,syncterm:cp437". A word without a kind was written before there were
 * choices for each kind. It holds on all kinds without a choice of their own, until the player
 * changes the value on any terminal. Of kinds without a row, which the terminfo database describes,
 * the latest choice alone is kept.
 */
#ifndef TRAPDOOR_OPTION_KINDS_H
#define TRAPDOOR_OPTION_KINDS_H

#include "vt100/vt100.h"

/* Each is 1 + the value, or 0: as the terminal says. */
struct option_kinds {
	uint8_t any;
	uint8_t of[VT_KINDS_MAX]; /* by vt_kind_number */
	uint8_t of_described;
	char described[VT_KIND_NAME_MAX + 1]; /* its kind, or "" */
};

/* Returns the value for a kind, or -1: as the terminal says. */
int option_kinds_get(const struct option_kinds *kinds, const struct vt_kind *kind);
/* Chooses a value for one kind; -1: as the terminal says. */
void option_kinds_set(struct option_kinds *kinds, const struct vt_kind *kind, int value);

/* The words of the values: word(n) for n below count. */
struct option_words {
	const char *key; /* "charset" */
	const char *(*word)(int value);
	int count;
};

/* Reads a text, which is changed. Unknown kinds and words are ignored. */
void option_kinds_read(struct option_kinds *kinds, const struct option_words *words, char *text);
/* Writes "KEY=TEXT ", or "" without a choice. */
void option_kinds_write(const struct option_kinds *kinds, const struct option_words *words,
	char *text, size_t size);

/* Returns the bit of a kind of terminals; 0: its mouse cannot be used. Returns the word of a bit by
 * number, or NULL past the last. */
uint32_t option_mouse_bit(const struct vt_kind *kind);
const char *option_mouse_word(unsigned number);

#endif
