/* The features that the strict emulator accepts, for each kind of terminal and number of colours.
 * */
#ifndef TRAPDOOR_TESTS_KINDS_H
#define TRAPDOOR_TESTS_KINDS_H

#include "emulator.h"
#include "vt100/vt100.h"

#define COMMON (KNOWS_DRAWING | KNOWS_INDEX | KNOWS_SCROLL | KNOWS_KEEP)
#define LATER (COMMON | KNOWS_CURSOR | KNOWS_OFF | KNOWS_EDIT_ROWS)
#define MODERN (LATER | KNOWS_LINE_FEED | KNOWS_ERASE)

static const struct kind_case {
	const char *name;
	unsigned knows;
} kind_cases[] = {
	{"", KNOWS_DRAWING},
	{"dumb", 0},
	{"VT100", COMMON},
	{"vt102", COMMON | KNOWS_EDIT_ROWS},
	{"vt220", LATER | KNOWS_ERASE},
	{"ansi", 0},
	{"syncterm", KNOWS_CURSOR},
	{"XTERM-256COLOR", MODERN | KNOWS_FAINT},
	{"linux", MODERN},
	{"screen", LATER | KNOWS_LINE_FEED},
	{"tmux-256color", MODERN | KNOWS_FAINT},
	{"putty", MODERN},
	{"rxvt", MODERN},
	{"ansi.sys", KNOWS_CLEAR_ALL},
	/* From here on the random frames are fewer: other rows have the same features. */
	{"ansisys", KNOWS_CLEAR_ALL},
	{"nansi", KNOWS_CLEAR_ALL},
	{"pcansi", 0},
	{"cterm", KNOWS_CURSOR},
	{"MuffinTerm", 0},
	{"vt320", LATER | KNOWS_ERASE},
	{"vt420", LATER | KNOWS_ERASE},
	{"mudclient", KNOWS_OFF},
	{"mudclient-256color", KNOWS_OFF},
	{"vt510", LATER | KNOWS_ERASE},
	{"vt520", LATER | KNOWS_ERASE},
	{"vt525", LATER | KNOWS_ERASE},
	{"cygwin", LATER | KNOWS_LINE_FEED},
	{"teraterm", MODERN},
	{"mlterm", MODERN},
	{"rxvt-unicode", MODERN},
	{"screen-256color", LATER | KNOWS_LINE_FEED},
	{"alacritty", MODERN | KNOWS_FAINT},
	{"konsole", MODERN | KNOWS_FAINT},
	{"gnome-256color", MODERN | KNOWS_FAINT},
	{"vte-256color", MODERN | KNOWS_FAINT},
	{"contour", MODERN | KNOWS_FAINT},
	{"foot", MODERN | KNOWS_FAINT},
	{"xterm-kitty", MODERN | KNOWS_FAINT},
	{"kitty", MODERN | KNOWS_FAINT},
	{"wezterm", MODERN | KNOWS_FAINT},
	{"st", MODERN | KNOWS_FAINT},
	{"st-256color", MODERN | KNOWS_FAINT},
	{"mintty", MODERN | KNOWS_FAINT},
	{"ms-terminal", MODERN | KNOWS_FAINT},
	{"probed", LATER | KNOWS_ERASE},
};
#define KIND_CASES_MANY 14 /* of them: those that random frames are tried on in all charsets */
#define KIND_CASES (sizeof(kind_cases) / sizeof(kind_cases[0]))

static const unsigned colours_known[VT_COLOURS_COUNT] = {
	[VT_MONO] = 0,
	[VT_COLOURS_8] = KNOWS_8_COLOURS,
	[VT_COLOURS_16] = KNOWS_8_COLOURS | KNOWS_16_COLOURS,
	[VT_COLOURS_256] = KNOWS_8_COLOURS | KNOWS_16_COLOURS | KNOWS_256_COLOURS,
	[VT_TRUECOLOUR] = KNOWS_8_COLOURS | KNOWS_16_COLOURS | KNOWS_256_COLOURS | KNOWS_TRUECOLOUR,
};

/* Returns the features that the strict emulator accepts for one row. *charset becomes one that the
 * kind can draw. */
static inline unsigned kind_knows(
	const struct kind_case *row, enum vt_charset *charset, enum vt_colours colours)
{
	/* A kind without line drawing gets ASCII. */
	if (*charset == VT_DEC && !(row->knows & KNOWS_DRAWING))
		*charset = VT_ASCII;
	return row->knows | colours_known[colours] | (*charset == VT_UTF8 ? KNOWS_UTF8 : 0);
}

#endif
