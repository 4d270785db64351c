/*
 * Bulletins: a board of runs as a page that a bulletin board system shows its callers.
 *
 * Lines end with a carriage return and a line feed, and leave the last column free. The ASCII form
 * is plain. The ANSI form is in code page 437, with the sixteen colours of ANSI.SYS.
 */
#ifndef TRAPDOOR_BULLETIN_H
#define TRAPDOOR_BULLETIN_H

#include "sql/store.h"

enum bulletin_form { BULLETIN_ASCII, BULLETIN_ANSI };
#define BULLETIN_NARROW 40
#define BULLETIN_WIDE 80

struct bulletin {
	enum bulletin_form form;
	int width; /* BULLETIN_NARROW or BULLETIN_WIDE */
	const char *title;
	const char *below; /* a line at the end, as where to call */
};
/* Makes a bulletin of runs and their ranks (0: none), and cleans the runs' texts. NULL if there is
 * too little memory. The caller frees it. */
char *bulletin_text(const struct bulletin *bulletin, struct store_score *scores,
	const unsigned *ranks, size_t count);

#endif
