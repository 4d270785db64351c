/*
 * Resolves colour roles to the pens that a terminal has.
 *
 * The background may be black or white, and terminals do not report which. So text, stone and the
 * hero keep the terminal's own colour. With 256 colours the other roles have middling lightness
 * (contrast 3 or more on both backgrounds). Of the sixteen colours that users configure only red
 * and magenta are used there: both are readable on either background, and their codes are six bytes
 * shorter. The hero is the only creature without a colour, and the cursor marks him; on monochrome
 * terminals he is bold.
 *
 * Remembered cells have one grey, and DIM is the same grey, since every pen change costs ten bytes.
 * With 16 colours blue and bright black are not used, because each is invisible on some terminals;
 * kinds known to show bright black get it. Green, yellow and cyan are readable only on black. A
 * user with a light background and 16 colours sets that option and gets red, blue and magenta, and
 * bright black for remembered cells.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <string.h>

#define OWN (-1)   /* the terminal's own colour */
#define STRONG 8   /* of the 16 colours: bold added to colour - 8 */
#define MEMORY 243 /* the grey with equal contrast to black and white */

struct colour_role_row {
	const char *word;
	int16_t full;       /* of 256 colours, or OWN */
	int8_t few;         /* of 16 colours, or OWN */
	int8_t light;       /* of 16 colours on a light background, or OWN */
	uint8_t attributes; /* with colours */
	uint8_t mono;       /* without colours */
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

static uint32_t colour_pen(int index)
{
	return (uint32_t)(index + 1);
}

static uint32_t attribute_pen(unsigned attributes)
{
	return (attributes & VT_REVERSE ? (uint32_t)PEN_REVERSE : 0) |
	       (attributes & VT_UNDERLINE ? (uint32_t)PEN_UNDERLINE : 0) |
	       (attributes & VT_BOLD ? (uint32_t)PEN_BOLD : 0);
}

/* Returns the pen of remembered cells: grey if the terminal is known to show it or has a light
 * background; cyan on kinds with a black background (bold black is invisible on many terminals that
 * call themselves ansi); else faint if available, else plain. */
static uint32_t memory_pen(
	const struct vt_kind *kind, enum vt_colours colours, enum vt_ground ground)
{
	if (colours == VT_COLOURS_256 || colours == VT_TRUECOLOUR)
		return colour_pen(MEMORY);
	if (colours == VT_COLOURS_16 && kind->grants & GRANT_BRIGHTEN)
		return colour_pen(0) | PEN_BOLD;
	if (colours == VT_COLOURS_16 && (kind->grants & GRANT_GREY || ground == VT_GROUND_LIGHT))
		return colour_pen(8);
	if (colours == VT_COLOURS_16 && kind->grants & GRANT_DARK)
		return colour_pen(6);
	return kind->grants & GRANT_FAINT ? PEN_FAINT : PEN_PLAIN;
}

static uint32_t colour_role_pen(
	const struct colour_role_row *row, enum vt_colours colours, enum vt_ground ground)
{
	if (colours == VT_MONO)
		return PEN_PLAIN;
	if (colours == VT_COLOURS_256 || colours == VT_TRUECOLOUR)
		return colour_pen(row->full);
	if (ground == VT_GROUND_LIGHT)
		return colour_pen(row->light);
	if (row->few >= STRONG)
		return colour_pen(row->few - STRONG) | PEN_BOLD;
	return colour_pen(row->few);
}

/* Returns the pen of the attributes that a kind with addressing has. */
static uint32_t address_pen(const struct vt_address *address, unsigned attributes)
{
	unsigned known = (address->reverse[0] ? VT_REVERSE : 0U) |
			 (address->underline[0] ? VT_UNDERLINE : 0U) |
			 (address->bold[0] ? VT_BOLD : 0U);

	return attribute_pen(attributes & known);
}

uint32_t vt_pen(const struct vt_kind *kind, enum vt_colours colours, enum vt_ground ground,
	enum vt_colour_role role, unsigned attributes)
{
	const struct colour_role_row *row = &colour_role_rows[role];
	const struct vt_dialect *dialect = vt_dialect(kind->grants);
	const struct vt_address *address = vt_address(kind);
	unsigned lasting = attributes & (VT_REVERSE | VT_UNDERLINE);

	if (address != NULL && address->plain[0] == '\0')
		return PEN_PLAIN;
	if (address != NULL)
		return address_pen(
			address, attributes & VT_FADED ? lasting : attributes | row->mono);
	if (dialect != NULL)
		return vt_dialect_pen(dialect, colours, role, attributes);
	attributes |= colours == VT_MONO ? row->mono : row->attributes;
	if (attributes & VT_FADED)
		return attribute_pen(lasting) | memory_pen(kind, colours, ground);
	return attribute_pen(attributes) | colour_role_pen(row, colours, ground);
}
