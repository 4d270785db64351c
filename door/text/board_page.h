/*
 * A board of runs as a page that a BBS shows its callers, to be printed into a file.
 *
 * Lines end with a carriage return and a line feed, and leave the last column free. The ASCII form
 * is plain. The ANSI form is in code page 437, with the sixteen colours of ANSI.SYS.
 */
#ifndef TRAPDOOR_BOARD_PAGE_H
#define TRAPDOOR_BOARD_PAGE_H

#include "sql/store.h"

enum board_page_form { BOARD_PAGE_ASCII, BOARD_PAGE_ANSI };
#define BOARD_PAGE_NARROW 40
#define BOARD_PAGE_WIDE 80

/* Finds the form of a word, "ascii" or "ansi". */
bool board_page_by_word(const char *word, enum board_page_form *form);

struct board_page {
	enum board_page_form form;
	int width; /* BOARD_PAGE_NARROW or BOARD_PAGE_WIDE */
	const char *title;
	enum store_order order; /* STORE_CONDUCTS shows the conducts that were kept */
	const char *below;      /* a line at the end, as where to call */
};
/* Makes a page of runs and their ranks (0: none), and cleans the runs' texts. NULL if there is
 * too little memory. The caller frees it. */
char *board_page_text(const struct board_page *wanted, struct store_score *scores,
	const unsigned *ranks, size_t count);

#endif
