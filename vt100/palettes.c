/*
 * Palettes for eyes that need them: high contrast, and one without red against green.
 *
 * Both have seven hues for all roles. With 256 colours only the fixed ones (16 to 255) are used,
 * because users configure the first sixteen. HIGH CONTRAST has a contrast of at least 7 to the
 * background, RED-GREEN of at least 4.5, and its hues are apart for eyes without the red or the
 * green receptor, too. Both take the background for black unless the user says that it is light.
 * BAD and DANGER are underlined, so that no meaning is in the colour alone.
 *
 * Of sixteen colours HIGH CONTRAST uses those that PCs, Linux consoles and xterm show with a
 * contrast of at least 7: on black cyan, and bold green, yellow and cyan; on white blue, which is
 * not bold, because bold makes it lighter on many terminals.
 */
#include "vt100/internal.h"

#include <string.h>

#define OWN (-1) /* the terminal's own colour */

enum hue { HUE_TEXT, HUE_DIM, HUE_GOOD, HUE_BAD, HUE_MAGIC, HUE_GOLD, HUE_WATER, HUE_COUNT };

static const char *const words[VT_PALETTE_COUNT] = {[VT_PALETTE_USUAL] = "usual",
	[VT_PALETTE_CONTRAST] = "contrast",
	[VT_PALETTE_RED_GREEN] = "redgreen"};

/* clang-format off */
static const struct { uint8_t hue, attributes; } roles[VT_COLOUR_ROLE_COUNT] = {
	[VT_DIM] = {HUE_DIM, 0}, [VT_BRIGHT] = {HUE_TEXT, VT_BOLD}, [VT_GOOD] = {HUE_GOOD, VT_BOLD},
	[VT_BAD] = {HUE_BAD, VT_UNDERLINE}, [VT_DANGER] = {HUE_BAD, VT_BOLD | VT_UNDERLINE},
	[VT_MAGIC] = {HUE_MAGIC, VT_BOLD}, [VT_GOLD] = {HUE_GOLD, VT_BOLD}, [VT_WOOD] = {HUE_GOLD, 0},
	[VT_WATER] = {HUE_WATER, 0}, [VT_FIRE] = {HUE_BAD, VT_BOLD}, [VT_PLANT] = {HUE_GOOD, 0},
	[VT_BLOOD] = {HUE_BAD, 0}, [VT_LAMP] = {HUE_GOLD, VT_BOLD}, [VT_PAPER] = {HUE_GOLD, 0},
	[VT_METAL] = {HUE_WATER, 0}, [VT_HERO] = {HUE_TEXT, VT_BOLD}, [VT_TITLE] = {HUE_GOLD, VT_BOLD},
	[VT_SHADOW] = {HUE_MAGIC, 0},
};

/* Of 256 colours on a dark and on a light background, and of 16. */
static const struct { int16_t dark, light; int8_t few, few_light; } hues[VT_PALETTE_COUNT][HUE_COUNT] = {
	[VT_PALETTE_CONTRAST] = {
		[HUE_TEXT] = {231, 16, OWN, OWN}, [HUE_DIM] = {250, 240, 6, 8},
		[HUE_GOOD] = {82, 22, 2, 4}, [HUE_BAD] = {216, 88, 3, OWN},
		[HUE_MAGIC] = {183, 54, 6, 4}, [HUE_GOLD] = {226, 52, 3, OWN},
		[HUE_WATER] = {117, 18, 6, 4},
	},
	[VT_PALETTE_RED_GREEN] = {
		[HUE_TEXT] = {231, 16, OWN, OWN}, [HUE_DIM] = {243, 59, OWN, OWN},
		[HUE_GOOD] = {48, 18, 6, 4}, [HUE_BAD] = {166, 163, 3, 1},
		[HUE_MAGIC] = {183, 53, 5, 5}, [HUE_GOLD] = {190, 58, 3, OWN},
		[HUE_WATER] = {99, 20, 6, 4},
	},
};
/* clang-format on */

const char *vt_palette_word(enum vt_palette palette)
{
	return words[palette];
}

/* Returns the attributes of a hue of sixteen: bold colours are the bright ones. */
static unsigned weight(const struct vt_terminal *terminal, enum hue hue, unsigned attributes)
{
	if (terminal->palette != VT_PALETTE_CONTRAST || hue == HUE_TEXT || hue == HUE_DIM)
		return attributes;
	if (terminal->ground != VT_GROUND_LIGHT)
		return attributes | VT_BOLD;
	return hues[terminal->palette][hue].few_light == OWN ? attributes
							     : attributes & ~(unsigned)VT_BOLD;
}

uint32_t vt_palette_pen(
	const struct vt_terminal *terminal, enum vt_colour_role role, unsigned attributes)
{
	bool faded = attributes & VT_FADED;
	unsigned set = attributes | (faded ? 0U : roles[role].attributes);
	enum hue hue = faded ? HUE_DIM : (enum hue)roles[role].hue;
	bool light = terminal->ground == VT_GROUND_LIGHT;
	bool few = terminal->colours != VT_MONO && terminal->colours < VT_COLOURS_256;
	int colour = OWN;
	set = few ? weight(terminal, hue, set) : set;
	uint32_t pen = (set & VT_REVERSE ? (uint32_t)PEN_REVERSE : 0) |
		       (set & VT_UNDERLINE ? (uint32_t)PEN_UNDERLINE : 0) |
		       (set & VT_BOLD ? (uint32_t)PEN_BOLD : 0);

	if (terminal->colours >= VT_COLOURS_256)
		colour = light ? hues[terminal->palette][hue].light
			       : hues[terminal->palette][hue].dark;
	else if (few)
		colour = light ? hues[terminal->palette][hue].few_light
			       : hues[terminal->palette][hue].few;
	return pen | (uint32_t)(colour + 1);
}
