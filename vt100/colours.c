/*
 * Colours are roles: what a thing means, resolved to what a terminal has.
 *
 * The ground may be black or white, and nobody says which.  So text, stone and the hero have the
 * terminal's own colour; with 256 colours the others are of middling lightness (contrast 3 or more
 * on both).  Of the sixteen that each user sets only red and magenta are among them: those show on
 * either ground, and are six bytes shorter to say.  Everybody but the hero has a colour, and the
 * cursor stands on him; without colours he is bold.  What is remembered is one grey, whatever it
 * is, and DIM is that same grey: every change of pen costs ten bytes.  With 16 colours blue and
 * bright black are left out, because each is invisible somewhere; only a kind that is known to show
 * bright black gets it.  Green, yellow and cyan show on black alone: a user whose ground is light
 * and who has no more than the sixteen says so, and has red, blue and magenta, and bright black for
 * what is remembered.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <string.h>

#define OWN (-1)   /* the terminal's own colour */
#define STRONG 8   /* among the 16: bold on top of the colour less 8 */
#define MEMORY 243 /* the grey that is equally far from black and white */

struct colour_role_row {
	const char *word;
	int16_t full;       /* of 256 colours */
	int8_t few;         /* of 16 colours, or OWN */
	int8_t light;       /* the same on a light ground */
	uint8_t attributes; /* with any colours */
	uint8_t mono;       /* without */
};

/* clang-format off */
static const struct colour_role_row colour_role_rows[] = {
	[VT_TEXT]   = {"text", OWN, OWN, OWN, 0, 0},
	[VT_DIM]    = {"dim", MEMORY, OWN, OWN, VT_FADED, VT_FADED},
	[VT_BRIGHT] = {"bright", OWN, OWN, OWN, VT_BOLD, VT_BOLD},
	[VT_GOOD]   = {"good", 28, STRONG | 2, 4, 0, VT_BOLD},
	[VT_BAD]    = {"bad", 1, 1, 1, 0, VT_BOLD},
	[VT_DANGER] = {"danger", 1, STRONG | 1, 1, VT_BOLD, VT_BOLD},
	[VT_MAGIC]  = {"magic", 5, STRONG | 5, 5, 0, VT_BOLD},
	[VT_GOLD]   = {"gold", 136, STRONG | 3, 5, 0, VT_BOLD},
	[VT_STONE]  = {"stone", OWN, OWN, OWN, 0, 0},
	[VT_WOOD]   = {"wood", 94, 3, OWN, 0, 0},
	[VT_WATER]  = {"water", 33, 6, 4, 0, 0},
	[VT_FIRE]   = {"fire", 166, STRONG | 1, 1, 0, VT_BOLD},
	[VT_PLANT]  = {"plant", 64, 2, OWN, 0, 0},
	[VT_BLOOD]  = {"blood", 161, 1, 1, 0, VT_BOLD},
	[VT_LAMP]   = {"lamp", 136, STRONG | 3, 5, 0, VT_BOLD},
	[VT_PAPER]  = {"paper", 137, OWN, OWN, 0, VT_BOLD},
	[VT_METAL]  = {"metal", 67, 6, 4, 0, VT_BOLD},
	[VT_BONE]   = {"bone", 138, OWN, OWN, 0, VT_BOLD},
	[VT_HERO]   = {"hero", OWN, OWN, OWN, 0, VT_BOLD},
	[VT_TITLE]  = {"title", 136, STRONG | 3, OWN, VT_BOLD, VT_BOLD},
	[VT_SHADOW] = {"shadow", 97, 5, 5, 0, 0},
};
/* clang-format on */
_Static_assert(sizeof(colour_role_rows) / sizeof(colour_role_rows[0]) == VT_COLOUR_ROLE_COUNT,
	"a row for each role");

enum vt_colour_role vt_role_by_word(const char *word, bool *known)
{
	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
		if (strcmp(colour_role_rows[role].word, word) == 0) {
			*known = true;
			return (enum vt_colour_role)role;
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

/* What is remembered is grey where grey is known to show, as on any light ground, cyan on the black
 * ground of those of whom it is not (bold black is black on many that call themselves ansi), else
 * faint where it can be, else plain. */
static uint16_t memory_pen(
	const struct vt_kind *kind, enum vt_colours colours, enum vt_ground ground)
{
	if (colours == VT_COLOURS_256 || colours == VT_TRUECOLOUR)
		return colour_pen(MEMORY);
	if (colours == VT_COLOURS_16 && kind->grants & GRANT_BRIGHTEN)
		return (uint16_t)(colour_pen(0) | PEN_BOLD);
	if (colours == VT_COLOURS_16 && (kind->grants & GRANT_GREY || ground == VT_GROUND_LIGHT))
		return colour_pen(8);
	if (colours == VT_COLOURS_16 && kind->grants & GRANT_DARK)
		return colour_pen(6);
	return kind->grants & GRANT_FAINT ? PEN_FAINT : PEN_PLAIN;
}

static uint16_t colour_role_pen(
	const struct colour_role_row *row, enum vt_colours colours, enum vt_ground ground)
{
	if (colours == VT_MONO)
		return PEN_PLAIN;
	if (colours == VT_COLOURS_256 || colours == VT_TRUECOLOUR)
		return colour_pen(row->full);
	if (ground == VT_GROUND_LIGHT)
		return colour_pen(row->light);
	if (row->few >= STRONG)
		return (uint16_t)(colour_pen(row->few - STRONG) | PEN_BOLD);
	return colour_pen(row->few);
}

uint16_t vt_pen(const struct vt_kind *kind, enum vt_colours colours, enum vt_ground ground,
	enum vt_colour_role role, unsigned attributes)
{
	const struct colour_role_row *row = &colour_role_rows[role];
	unsigned lasting = attributes & (VT_REVERSE | VT_UNDERLINE);

	attributes |= colours == VT_MONO ? row->mono : row->attributes;
	if (attributes & VT_FADED)
		return (uint16_t)(attribute_pen(lasting) | memory_pen(kind, colours, ground));
	return (uint16_t)(attribute_pen(attributes) | colour_role_pen(row, colours, ground));
}
