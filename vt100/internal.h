/*
 * Declarations shared by the files of this folder only.
 *
 * A pen is the packed state of SGR. PEN_COLOUR holds the colour: 0 for the terminal's own, else the
 * palette index plus one; PEN_BACK the background likewise. With PEN_TRUE they hold a role and a
 * shade instead, of which shade.c computes the colours. The other bits are attributes; bold and
 * faint are never set together. A terminal resolves its roles to pens once, when it is set.
 */
#ifndef TRAPDOOR_VT100_INTERNAL_H
#define TRAPDOOR_VT100_INTERNAL_H

#include "vt100/vt100.h"

#define PEN_COLOUR 0x1ff
#define PEN_BOLD 0x200
#define PEN_UNDERLINE 0x400
#define PEN_REVERSE 0x800
#define PEN_FAINT 0x1000
#define PEN_BACK_SHIFT 13
#define PEN_BACK (0x1ffU << PEN_BACK_SHIFT)
#define PEN_TRUE 0x400000U
#define PEN_PLAIN 0
#define PEN_UNKNOWN 0xffffffffU
#define PEN_FILLS (PEN_REVERSE | PEN_UNDERLINE | PEN_BACK) /* visible on a blank cell */

#define ATTRIBUTE_SETS 16

/* Capabilities that a row of the table of kinds grants beyond the plain VT100 subset (CUP, CUU to
 * CUB, ED, EL, SGR 0 1 4 7). */
enum vt_grant {
	GRANT_DRAWING = 1,    /* DEC graphics in G1, by SO and SI */
	GRANT_INDEX = 2,      /* IND and RI */
	GRANT_SCROLL = 4,     /* DECSTBM; IND and RI at a margin scroll */
	GRANT_LINE_FEED = 8,  /* a lone LF keeps its column: no tty translates it */
	GRANT_CURSOR = 16,    /* DECTCEM */
	GRANT_SGR_OFF = 32,   /* SGR 22, 24, 27 and 39 */
	GRANT_FAINT = 64,     /* SGR 2 */
	GRANT_DARK = 128,     /* black background and the PC's palette */
	GRANT_GREY = 256,     /* SGR 90: bright black, a visible grey */
	GRANT_BRIGHTEN = 512, /* bold brightens: bold black is that grey */
	GRANT_KEEP = 1024,    /* DECSC and DECRC */
	GRANT_STATUS = 2048,  /* answers DSR 5 */
	GRANT_PETSCII = 4096, /* nothing of the above, but a dialect (dialect.c) */
	GRANT_ATASCII = 8192, /* likewise */
	GRANT_8_BIT =
		16384, /* sends C1 controls as single bytes, if its charset leaves them free */
	GRANT_PASTE = 32768,       /* bracketed paste (mode 2004) */
	GRANT_VT52 = 65536,        /* none of the above, but cursor addressing (address.c) */
	GRANT_ADM3A = 131072,      /* likewise */
	GRANT_TVI = 262144,        /* likewise */
	GRANT_MINITEL = 524288,    /* likewise */
	GRANT_DESCRIBED = 1048576, /* likewise, as its description says (described.c) */
	GRANT_LINES = 2097152,     /* nothing but lines of text */
	GRANT_CLEAR_ALL = 4194304, /* ED erases the whole screen alone, by its parameter 2 */
	GRANT_TONES = 8388608,     /* DECPS */
	GRANT_EDIT_ROWS = 16777216 /* IL and DL */
};

/* Cursor addressing: three texts around the row and the column, in either order. */
struct vt_place {
	char texts[3][10];
	bool column_first, bytes;     /* a coordinate is a byte, or decimal */
	uint8_t origin[2], digits[2]; /* of row and column: added to each; its least digits */
};

/* Terminals before ANSI, and those that a description describes. A text is "" where the kind lacks
 * it. */
struct vt_address {
	uint8_t columns, rows; /* at most */
	struct vt_place place;
	char begin[32], end[32]; /* before the first picture, and after the last */
	char clear[24];          /* erases the screen; the cursor goes to the first cell */
	char erase_row[12], erase_below[12];                  /* from the cursor on */
	char plain[16], reverse[10], underline[10], bold[10]; /* attributes that take no cell */
	bool steps;                                           /* BS, CR and LF move the cursor */
	bool control_arrows;                                  /* the arrows are ^H ^J ^K ^L */
	uint8_t function; /* begins the name of a function key; 0: none */
};

/* Keys that a kind sends in a way of its own. */
#define OWN_KEYS_MAX 14
#define OWN_KEY_BYTES 7
struct vt_own_keys {
	uint8_t count;
	struct {
		uint16_t key;
		char text[OWN_KEY_BYTES + 1];
	} each[OWN_KEYS_MAX];
};

/* It has no pointers, so that processes share tables of kinds. */
struct vt_kind {
	char name[VT_KIND_NAME_MAX + 1];
	uint32_t grants;
	uint8_t charset, colours;
	uint8_t columns, rows;     /* of terminals that do not say their size; 0: unknown */
	uint16_t added;            /* its number in a table before that was ordered */
	struct vt_address address; /* of GRANT_DESCRIBED */
	struct vt_own_keys keys;
};

/* A character as bytes of one charset. */
struct vt_symbol {
	uint8_t size;
	bool drawing; /* a DEC graphic, to be sent shifted out */
	bool inverse; /* drawn with the reversal of its pen turned around */
	uint8_t bytes[3];
};
struct vt_symbol vt_symbol(enum vt_charset charset, uint16_t glyph);
/* True if the character looks the same while DEC graphics are shifted in. Below '_' the sets agree
 * on a VT100, but Linux consoles and tmux draw arrows and a block for "+,-.0". */
bool vt_in_both_sets(struct vt_symbol symbol);

/* Returns the pen of a role with attributes. */
uint32_t vt_pen(const struct vt_kind *kind, enum vt_colours colours, enum vt_ground ground,
	enum vt_colour_role role, unsigned attributes);

/* palettes.c: the pen of a role in the terminal's palette, if that is not the usual one. */
uint32_t vt_palette_pen(
	const struct vt_terminal *terminal, enum vt_colour_role role, unsigned attributes);

/* shade.c: colours of shaded cells. A colour is 0 for the terminal's own, a palette index plus one,
 * or COLOUR_TRUE with 24 bits of red, green and blue. */
#define COLOUR_TRUE 0x1000000U
#define SHADE_STEPS 4 /* levels of light with 256 colours */
struct vt_shades {
	uint8_t fronts[VT_COLOUR_ROLE_COUNT][VT_LIGHT_COUNT][SHADE_STEPS];
};
/* Computes the nearest colours of the palette of 256. */
void vt_shades_resolve(struct vt_shades *shades);
/* Splits a pen into the colours of text and background. */
void vt_pen_colours(uint32_t pen, uint32_t *front, uint32_t *back);
/* True for PEN_UNKNOWN and every pen that can be resolved. */
bool vt_pen_valid(uint32_t pen);

/* Writes the shortest SGR from one pen to another; from may be PEN_UNKNOWN. Returns its size. */
#define PEN_BYTES_MAX 56
size_t vt_pen_change(
	const struct vt_kind *kind, uint32_t from, uint32_t to, uint8_t bytes[PEN_BYTES_MAX]);

/* Writes a number below 1,000. Returns the count of its digits. */
size_t vt_number(uint8_t *bytes, unsigned number);
/* Returns the number of its bytes. */
size_t vt_digits(unsigned number);

/* The imagined terminal without its cells. It is small, so that an attempt can copy it. */
struct vt_state {
	int16_t x, y; /* x is -1 if the cursor's position is uncertain */
	uint32_t pen;
	bool shifted; /* SO was sent after the last SI */
	bool hidden;
};

/* The shortest cursor motion to a position. */
struct vt_motion {
	uint8_t size;
	uint8_t bytes[128];
};
void vt_motion(const struct vt_kind *kind, const struct vt_state *from, int x, int y,
	struct vt_motion *motion);
size_t vt_motion_size(const struct vt_kind *kind, const struct vt_state *from, int x, int y);

/* say.c: appends the bell, and the tones of a set of bits of enum vt_tone. Kinds without tones
 * ring the bell once for them. */
void vt_sound(const struct vt_kind *kind, bool bell, unsigned heard, struct vt_bytes *out);

/* dialect.c: terminals without escape sequences. A byte is 0 where the dialect has none. */
struct vt_dialect {
	enum vt_charset charset;
	uint8_t columns, rows;               /* at most */
	bool wraps;                          /* a step over an edge goes on at the other one */
	uint8_t up, down, left, right, home; /* steps by one cell, and to the first cell */
	uint8_t next_row;                    /* to the first column of the next row */
	uint8_t clear, bell;
	uint8_t reverse_on, reverse_off; /* 0: bit 7 of a character */
	const uint8_t *colours;          /* 16 codes; NULL: none */
	uint8_t own_colour;              /* of the 16, for text */
	const char *begin;               /* sent to an unknown screen */
	const char *pull; /* in the last column: goes one to the left and blanks the last cell */
	const char *push; /* moves the cell under the cursor one to the right */
};
/* Returns the dialect that a kind is granted, or NULL. */
const struct vt_dialect *vt_dialect(unsigned grants);
/* ascii: of the glyph. */
struct vt_symbol vt_dialect_symbol(enum vt_charset charset, uint16_t glyph, char ascii);
void vt_dialect_motion(const struct vt_dialect *dialect, const struct vt_state *from, int x, int y,
	struct vt_motion *motion);
size_t vt_dialect_motion_size(
	const struct vt_dialect *dialect, const struct vt_state *from, int x, int y);
uint32_t vt_dialect_pen(const struct vt_dialect *dialect, enum vt_colours colours,
	enum vt_colour_role role, unsigned attributes);
/* Returns the pen of a surface in a light, on a terminal with colours. */
uint32_t vt_dialect_shade_pen(uint32_t pen, enum vt_light light);
size_t vt_dialect_pen_change(
	const struct vt_dialect *dialect, uint32_t from, uint32_t to, uint8_t bytes[PEN_BYTES_MAX]);
uint16_t vt_dialect_key(const struct vt_dialect *dialect, uint8_t byte);

/* address.c */
/* Returns the addressing that a kind is granted, or NULL. */
const struct vt_address *vt_address(const struct vt_kind *kind);
/* Writes the motion to a cell of a kind with addressing. */
void vt_address_motion(const struct vt_address *address, const struct vt_state *from, int x, int y,
	struct vt_motion *motion);
/* Returns the key of a byte, or VT_KEY_NONE: then it is as on other kinds. */
uint16_t vt_address_key(const struct vt_address *address, uint8_t byte);
/* Returns the key of the byte behind `function`. */
uint16_t vt_address_function(uint8_t byte);
/* Writes the change of attributes. */
size_t vt_address_pen_change(
	const struct vt_address *address, uint32_t from, uint32_t to, uint8_t bytes[PEN_BYTES_MAX]);

struct vt_terminal {
	const struct vt_kind *kind;
	enum vt_charset charset;
	enum vt_colours colours;
	enum vt_ground ground;
	enum vt_palette palette;
	bool known; /* the imagined contents are valid; otherwise everything is painted */
	bool mouse, mouse_sent; /* wanted, and as the terminal was told */
	bool paste, paste_sent; /* likewise */
	struct vt_state state;
	struct vt_frame shown;
	uint32_t pens[VT_COLOUR_ROLE_COUNT][ATTRIBUTE_SETS];
	struct vt_shades shades;
};

static inline bool vt_grants(const struct vt_terminal *terminal, enum vt_grant grant)
{
	return (terminal->kind->grants & grant) != 0;
}

/* True if the terminal knows sequences of ANSI X3.64. */
static inline bool vt_is_ansi(const struct vt_terminal *terminal)
{
	return vt_dialect(terminal->kind->grants) == NULL && vt_address(terminal->kind) == NULL;
}

/* True if the terminal erases the rest of a row. */
static inline bool vt_erases(const struct vt_terminal *terminal)
{
	const struct vt_address *address = vt_address(terminal->kind);

	return address != NULL ? address->erase_row[0] != '\0'
			       : vt_dialect(terminal->kind->grants) == NULL;
}

/* True if it also erases the rest of the screen. */
static inline bool vt_erases_below(const struct vt_terminal *terminal)
{
	const struct vt_address *address = vt_address(terminal->kind);

	return vt_erases(terminal) && !vt_grants(terminal, GRANT_CLEAR_ALL) &&
	       (address == NULL || address->erase_below[0] != '\0');
}

/* A cell as this terminal can show it. A blank is INK_BLANK unless its pen underlines or
 * reverses. */
struct vt_ink {
	uint16_t glyph;
	uint32_t pen;
};
#define INK_BLANK ((struct vt_ink){' ', PEN_PLAIN})

static inline bool vt_ink_equal(struct vt_ink a, struct vt_ink b)
{
	return a.glyph == b.glyph && a.pen == b.pen;
}

static inline bool vt_ink_blank(struct vt_ink ink)
{
	return vt_ink_equal(ink, INK_BLANK);
}

/* Returns the pen of a cell with a shade. */
uint32_t vt_shade_pen(const struct vt_terminal *terminal, struct vt_cell cell);

static inline struct vt_ink vt_resolve(const struct vt_terminal *terminal, struct vt_cell cell)
{
	enum vt_colour_role role =
		cell.role < VT_COLOUR_ROLE_COUNT ? (enum vt_colour_role)cell.role : VT_TEXT;
	struct vt_ink ink = {cell.glyph, terminal->pens[role][cell.attributes % ATTRIBUTE_SETS]};

	if (cell.shade != VT_SHADE_NONE)
		ink.pen = vt_shade_pen(terminal, cell);
	if (ink.glyph < ' ')
		ink.glyph = ' ';
	if (ink.glyph == ' ' && !(ink.pen & PEN_FILLS))
		ink.pen = PEN_PLAIN;
	if (terminal->charset >= VT_CHARSETS_CHOSEN &&
		vt_symbol(terminal->charset, cell.glyph).inverse)
		ink.pen ^= PEN_REVERSE;
	return ink;
}

/* Rows top to bottom of the terminal move up by `by`, or down if it is negative. 0: no scroll. */
struct vt_scroll {
	int16_t top, bottom, by;
};

/* The rows top to bottom are blank from the column `left` on. bottom is less than top: none. */
struct vt_erasure {
	int16_t left, top, bottom;
};
#define NO_ERASURE ((struct vt_erasure){.bottom = -1})

/* One attempt to turn the shown contents into a frame. It changes only out and state. */
struct vt_painter {
	const struct vt_terminal *terminal;
	const struct vt_frame *frame;
	struct vt_bytes *out;
	struct vt_state state;
	bool leaves_cursor;        /* it need not go to its place at the end */
	bool anew;                 /* nothing is known: the whole screen is painted in order */
	bool cleared;              /* the attempt begins by erasing the screen */
	struct vt_scroll scroll;   /* or by this scroll */
	struct vt_erasure erasure; /* or by this erasure */
	bool keeps;                /* saves the cursor at the beginning of rows */
	struct vt_state kept;      /* the saved cursor and its pen; x is -1 if there is none */
	int last_inked;            /* the last row of the frame with a nonblank cell, or -1 */
	int16_t rest_x, rest_y;    /* final cursor position; x is -1 if the cursor is hidden */
	uint32_t next_pen;         /* that the next frame probably begins with, or PEN_UNKNOWN */
};

/* Returns the bytes to the next pen from the painter's one, which the next frame will spend. */
size_t vt_brush_next_cost(const struct vt_painter *painter);

/* True if the cursor can be saved and restored (DECSC, DECRC). Terminals disagree whether that
 * includes character set shifts. */
static inline bool vt_can_keep(const struct vt_painter *painter)
{
	return vt_grants(painter->terminal, GRANT_KEEP) && painter->terminal->charset != VT_DEC;
}

/* A row resolved to ink. */
struct vt_row {
	int y, width;
	int end;         /* all wanted cells from this column on are blank */
	int first, last; /* first and last differing cell */
	struct vt_ink want[VT_WIDTH_MAX], have[VT_WIDTH_MAX];
};

/* render.c: as vt_render; with `leaves_cursor` the cursor stays behind the last cell. */
void vt_render_frame(struct vt_terminal *terminal, const struct vt_frame *frame, bool leaves_cursor,
	struct vt_bytes *out);

/* brush.c: operations at one position. vt_brush_reach moves to a cell, or rewrites the cells in
 * between if that is cheaper, counting the pen changes. */
struct vt_ink vt_wanted(const struct vt_painter *painter, int x, int y);
void vt_brush_pen(struct vt_painter *painter, uint32_t pen);
void vt_brush_pen_for(struct vt_painter *painter, struct vt_ink ink);
void vt_brush_move(struct vt_painter *painter, int x, int y);
void vt_brush_reach(struct vt_painter *painter, int x, int y);
void vt_brush_keep(struct vt_painter *painter);
void vt_brush_put(struct vt_painter *painter, struct vt_ink ink);
void vt_brush_pen_unfilled(struct vt_painter *painter);
void vt_brush_erase(struct vt_painter *painter, char final);
size_t vt_brush_pen_cost(const struct vt_painter *painter, struct vt_ink ink);

/* rows.c: paints the differing rows from top to bottom. */
bool vt_row_load(const struct vt_painter *painter, int y, struct vt_row *row);
bool vt_row_blank(const struct vt_painter *painter, int x, int y);
void vt_rows_paint(struct vt_painter *painter);

/* runs.c: paints the differences in the cheapest order. False if there are too many. A run is a
 * stretch of cells of one row in one pen, or the erasing of the end of a row. */
#define VT_RUNS_MAX 96
#define VT_KEEPING 4 /* bytes to save the cursor position and to restore it */
struct vt_run {
	int16_t x, y, length;
	int16_t from; /* erasing may begin at any column from here to x */
	bool erases;
	struct vt_ink first; /* the first nonblank cell */
};
bool vt_runs_paint(struct vt_painter *painter);

/* True if the cursor is at the beginning of the run. */
static inline bool vt_run_begins(const struct vt_run *run, const struct vt_state *state)
{
	if (state->y != run->y)
		return false;
	return run->erases ? state->x >= run->from && state->x <= run->x : state->x == run->x;
}

/* Returns the cursor position after a run; its pen is not set. */
static inline struct vt_state vt_run_leave(
	const struct vt_painter *painter, const struct vt_run *run)
{
	int x = run->erases ? run->x : run->x + run->length;

	if (x == painter->frame->width)
		x = vt_dialect(painter->terminal->kind->grants) == NULL ? -1 : x - 1;
	return (struct vt_state){.x = (int16_t)x, .y = run->y};
}

/* route.c: finds the order of the runs, as indices. False if they have too many pens. *keeps: the
 * resting position is passed, so it may be saved and restored; becomes whether that is cheaper. */
bool vt_route_find(const struct vt_painter *painter, const struct vt_run *runs, int count,
	bool *keeps, uint8_t *order);

/* scroll.c: vt_scroll_find returns the scroll that saves most, or one with by 0; vt_scroll_do sends
 * it. */
struct vt_scroll vt_scroll_find(const struct vt_frame *shown, const struct vt_frame *frame);
void vt_scroll_do(struct vt_painter *painter);

/* erase.c: vt_erasure_find returns the erasure that seems to save most, or one without rows;
 * vt_erasure_do sends it. */
struct vt_erasure vt_erasure_find(const struct vt_painter *painter);
void vt_erasure_do(struct vt_painter *painter);

#endif
