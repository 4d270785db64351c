/*
 * Colours are roles: what a thing means, resolved to what a terminal has.
 *
 * The ground may be black or white, and nobody says which.  So text, stone and the hero have the
 * terminal's own colour; with 256 colours the others are of middling lightness (contrast about 3 or
 * more on both), and the remembered form is one grey for nearly all, because every change of pen
 * costs ten bytes.  With 16 colours blue and bright black are left out: each is invisible
 * somewhere.  Only a kind of terminal whose ground is known to be black gets bright black.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <string.h>

#define OWN (-1)   /* the terminal's own colour */
#define STRONG 8   /* among the 16: bold on top of the colour less 8 */
#define MEMORY 243 /* the grey that is equally far from black and white */

struct role_row {
	const char *word;
	int16_t full; /* of 256 colours */
	int16_t faded;
	int8_t few;         /* of 16 colours, or OWN */
	uint8_t attributes; /* with any colours */
	uint8_t mono;       /* without */
};

/* clang-format off */
static const struct role_row role_rows[] = {
	[VT_TEXT]   = {"text", OWN, MEMORY, OWN, 0, 0},
	[VT_DIM]    = {"dim", MEMORY, MEMORY, OWN, VT_FADED, 0},
	[VT_BRIGHT] = {"bright", OWN, MEMORY, OWN, VT_BOLD, VT_BOLD},
	[VT_GOOD]   = {"good", 34, 65, STRONG | 2, 0, 0},
	[VT_BAD]    = {"bad", 1, 95, 1, 0, 0},
	[VT_DANGER] = {"danger", 1, 95, STRONG | 1, VT_BOLD, VT_BOLD},
	[VT_MAGIC]  = {"magic", 5, 96, STRONG | 5, 0, 0},
	[VT_GOLD]   = {"gold", 136, 101, STRONG | 3, 0, 0},
	[VT_STONE]  = {"stone", OWN, MEMORY, OWN, 0, 0},
	[VT_WOOD]   = {"wood", 130, 95, 3, 0, 0},
	[VT_WATER]  = {"water", 33, 66, 6, 0, 0},
	[VT_FIRE]   = {"fire", 166, 95, STRONG | 1, 0, 0},
	[VT_PLANT]  = {"plant", 64, 65, 2, 0, 0},
	[VT_BLOOD]  = {"blood", 161, 95, 1, 0, 0},
	[VT_LAMP]   = {"lamp", 172, 101, STRONG | 3, 0, VT_BOLD},
	[VT_PAPER]  = {"paper", 137, 101, OWN, 0, 0},
	[VT_METAL]  = {"metal", 67, 66, 6, 0, 0},
	[VT_BONE]   = {"bone", 138, MEMORY, OWN, 0, 0},
	[VT_HERO]   = {"hero", OWN, MEMORY, OWN, VT_BOLD, VT_BOLD},
	[VT_TITLE]  = {"title", 172, MEMORY, STRONG | 3, VT_BOLD, VT_BOLD},
	[VT_SHADOW] = {"shadow", 97, MEMORY, 5, 0, 0},
};
/* clang-format on */
_Static_assert(sizeof(role_rows) / sizeof(role_rows[0]) == VT_ROLE_COUNT, "a row for each role");

enum vt_role vt_role_by_word(const char *word, bool *known)
{
	for (int role = 0; role < VT_ROLE_COUNT; role++) {
		if (strcmp(role_rows[role].word, word) == 0) {
			*known = true;
			return (enum vt_role)role;
		}
	}
	*known = false;
	return VT_TEXT;
}

static uint16_t colour_pen(int index)
{
	return (uint16_t)(index + 1);
}

static uint16_t attribute_pen(unsigned attributes)
{
	return (uint16_t)((attributes & VT_REVERSE ? PEN_REVERSE : 0) |
			  (attributes & VT_UNDERLINE ? PEN_UNDERLINE : 0) |
			  (attributes & VT_BOLD ? PEN_BOLD : 0));
}

/* With few colours, what is faded is grey where that is known to show, else faint where it can be,
 * else as it was. */
static uint16_t few_pen(const struct vt_kind *kind, enum vt_colours colours, int few, bool faded)
{
	if (!faded && few >= STRONG)
		return (uint16_t)(colour_pen(few - STRONG) | PEN_BOLD);
	if (!faded || kind->grants & GRANT_FAINT)
		return (uint16_t)(colour_pen(few % STRONG) | (faded ? PEN_FAINT : 0));
	if (kind->grants & GRANT_DARK && colours == VT_COLOURS_16)
		return (uint16_t)(colour_pen(0) | PEN_BOLD);
	return colour_pen(few % STRONG);
}

uint16_t vt_pen(
	const struct vt_kind *kind, enum vt_colours colours, enum vt_role role, unsigned attributes)
{
	const struct role_row *row = &role_rows[role];
	unsigned lasting = attributes & (VT_REVERSE | VT_UNDERLINE);

	attributes |= colours == VT_MONO ? row->mono : row->attributes;
	bool faded = (attributes & VT_FADED) != 0;
	if (faded)
		attributes = lasting;
	uint16_t pen = attribute_pen(attributes);
	if (colours == VT_MONO)
		return (uint16_t)(pen | (faded && kind->grants & GRANT_FAINT ? PEN_FAINT : 0));
	if (colours == VT_COLOURS_8 || colours == VT_COLOURS_16)
		return (uint16_t)(pen | few_pen(kind, colours, row->few, faded));
	return (uint16_t)(pen | colour_pen(faded ? row->faded : row->full));
}
