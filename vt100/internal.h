/*
 * What the files of this room share, and nobody else sees.
 *
 * A pen is what SGR sets, packed: bits 0 to 8 are 0 for the terminal's own colour, else the palette index plus
 * one; then come the attributes.  A terminal's roles are resolved to pens once, when it is set.
 */
#ifndef TRAPDOOR_VT100_INTERNAL_H
#define TRAPDOOR_VT100_INTERNAL_H

#include "vt100/vt100.h"

#define PEN_COLOUR 0x1ff
#define PEN_BOLD 0x200
#define PEN_UNDERLINE 0x400
#define PEN_REVERSE 0x800
#define PEN_FAINT 0x1000
#define PEN_PLAIN 0
#define PEN_UNKNOWN 0xffff

#define ATTRIBUTE_SETS 16

/* What a row of the table of kinds grants beyond the plain VT100 subset (CUP, CUU to CUB, ED, EL, SGR 0 1 4 7). */
enum vt_grant {
	GRANT_DRAWING = 1,	/* DEC graphics in G1, by SO and SI */
	GRANT_INDEX = 2,	/* IND and RI */
	GRANT_SCROLL = 4,	/* DECSTBM; IND and RI at a margin scroll */
	GRANT_LINE_FEED = 8,	/* a lone LF keeps its column: no tty stands between */
	GRANT_CURSOR = 16,	/* DECTCEM */
	GRANT_SGR_OFF = 32,	/* SGR 22, 24, 27 and 39 */
	GRANT_FAINT = 64,	/* SGR 2 */
	GRANT_ERASE = 128,	/* ECH */
	GRANT_DARK = 256	/* its ground is black and its palette the PC's: bright black is a visible grey */
};

struct vt_kind {
	const char *name;
	uint16_t grants;
	uint8_t charset, colours;
};

/* A character as bytes of one charset. */
struct vt_symbol {
	uint8_t size;
	bool drawing;	/* one of the DEC graphics: to be sent shifted out */
	uint8_t bytes[3];
};
struct vt_symbol vt_symbol(enum vt_charset charset, uint16_t glyph);

/* The pen of a role with attributes. */
uint16_t vt_pen(const struct vt_kind *kind, enum vt_colours colours, enum vt_role role, unsigned attributes);

/* The shortest SGR from one pen to another (from may be PEN_UNKNOWN); returns its size. */
#define PEN_BYTES_MAX 32
size_t vt_pen_change(const struct vt_kind *kind, uint16_t from, uint16_t to, uint8_t bytes[PEN_BYTES_MAX]);

/* The imagined terminal, but for its cells: small enough to be copied to try something. */
struct vt_state {
	int16_t x, y;		/* x is -1 where the cursor's place is not certain */
	uint16_t pen;
	bool shifted;		/* SO was the last */
	bool hidden;
};

struct vt_terminal {
	const struct vt_kind *kind;
	enum vt_charset charset;
	enum vt_colours colours;
	bool known;			/* the belief holds; else everything is painted */
	struct vt_state state;
	struct vt_frame shown;
	uint16_t pens[VT_ROLE_COUNT][ATTRIBUTE_SETS];
};

static inline bool vt_grants(const struct vt_terminal *terminal, enum vt_grant grant)
{
	return (terminal->kind->grants & grant) != 0;
}

#endif
