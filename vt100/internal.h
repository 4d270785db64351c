/*
 * What the files of this room share, and nobody else sees.
 *
 * A pen is what SGR sets, packed: bits 0 to 8 are 0 for the terminal's own colour, else the palette
 * index plus one; then come the attributes, of which bold and faint never meet.  A terminal's roles
 * are resolved to pens once, when it is set.
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
#define PEN_FILLS (PEN_REVERSE | PEN_UNDERLINE) /* a blank shows these; others it does not */

#define ATTRIBUTE_SETS 16

/* What a row of the table of kinds grants beyond the plain VT100 subset (CUP, CUU to CUB, ED, EL,
 * SGR 0 1 4 7). */
enum vt_grant {
	GRANT_DRAWING = 1,    /* DEC graphics in G1, by SO and SI */
	GRANT_INDEX = 2,      /* IND and RI */
	GRANT_SCROLL = 4,     /* DECSTBM; IND and RI at a margin scroll */
	GRANT_LINE_FEED = 8,  /* a lone LF keeps its column: no tty stands between */
	GRANT_CURSOR = 16,    /* DECTCEM */
	GRANT_SGR_OFF = 32,   /* SGR 22, 24, 27 and 39 */
	GRANT_FAINT = 64,     /* SGR 2 */
	GRANT_DARK = 128,     /* its ground is black and its palette the PC's */
	GRANT_GREY = 256,     /* SGR 90: bright black, a visible grey */
	GRANT_BRIGHTEN = 512, /* bold brightens: bold black is that grey */
	GRANT_KEEP = 1024     /* DECSC and DECRC */
};

struct vt_kind {
	const char *name;
	uint16_t grants;
	uint8_t charset, colours;
};

/* A character as bytes of one charset. */
struct vt_symbol {
	uint8_t size;
	bool drawing; /* one of the DEC graphics: to be sent shifted out */
	uint8_t bytes[3];
};
struct vt_symbol vt_symbol(enum vt_charset charset, uint16_t glyph);

/* The pen of a role with attributes. */
uint16_t vt_pen(const struct vt_kind *kind, enum vt_colours colours, enum vt_ground ground,
	enum vt_colour_role role, unsigned attributes);

/* The shortest SGR from one pen to another (from may be PEN_UNKNOWN); returns its size. */
#define PEN_BYTES_MAX 32
size_t vt_pen_change(
	const struct vt_kind *kind, uint16_t from, uint16_t to, uint8_t bytes[PEN_BYTES_MAX]);

/* Writes a number below 1,000; returns its digits. */
size_t vt_number(uint8_t *bytes, unsigned number);

/* The imagined terminal, but for its cells: small enough to be copied to try something. */
struct vt_state {
	int16_t x, y; /* x is -1 where the cursor's place is not certain */
	uint16_t pen;
	bool shifted; /* SO was the last */
	bool hidden;
};

/* The shortest motion to a place. */
struct vt_motion {
	uint8_t size;
	uint8_t bytes[40];
};
void vt_motion(
	unsigned grants, const struct vt_state *from, int x, int y, struct vt_motion *motion);
size_t vt_motion_size(unsigned grants, const struct vt_state *from, int x, int y);

struct vt_terminal {
	const struct vt_kind *kind;
	enum vt_charset charset;
	enum vt_colours colours;
	enum vt_ground ground;
	bool known; /* the belief holds; else everything is painted */
	struct vt_state state;
	struct vt_frame shown;
	uint16_t pens[VT_COLOUR_ROLE_COUNT][ATTRIBUTE_SETS];
};

static inline bool vt_grants(const struct vt_terminal *terminal, enum vt_grant grant)
{
	return (terminal->kind->grants & grant) != 0;
}

/* A cell as this terminal can show it.  A blank is a blank in any pen that neither underlines nor
 * reverses. */
struct vt_ink {
	uint16_t glyph, pen;
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

static inline struct vt_ink vt_resolve(const struct vt_terminal *terminal, struct vt_cell cell)
{
	enum vt_colour_role role =
		cell.role < VT_COLOUR_ROLE_COUNT ? (enum vt_colour_role)cell.role : VT_TEXT;
	struct vt_ink ink = {cell.glyph, terminal->pens[role][cell.attributes % ATTRIBUTE_SETS]};

	if (ink.glyph < ' ')
		ink.glyph = ' ';
	if (ink.glyph == ' ' && !(ink.pen & PEN_FILLS))
		ink.pen = PEN_PLAIN;
	return ink;
}

/* Rows top to bottom of the terminal move up by `by` (down when negative); by is 0 for no scroll.
 */
struct vt_scroll {
	int16_t top, bottom, by;
};

/* One attempt at bringing the terminal from what it shows to a frame.  Nothing but out and state
 * changes. */
struct vt_painter {
	const struct vt_terminal *terminal;
	const struct vt_frame *frame;
	struct vt_bytes *out;
	struct vt_state state;
	bool cleared;            /* the attempt began by erasing all */
	struct vt_scroll scroll; /* or by this scroll */
	int last_inked;          /* the last row of the frame that is not blank, or -1 */
	int16_t rest_x,
		rest_y; /* where the cursor is to be in the end; x is -1 when it is hidden */
};

/* A row, resolved. */
struct vt_row {
	int y, width;
	int end;         /* all wanted from here on is blank */
	int first, last; /* of the cells that differ */
	struct vt_ink want[VT_WIDTH_MAX], have[VT_WIDTH_MAX];
};

/* brush.c: what is done at one place.  Reaching a cell moves there, or writes again what stands
 * between; the cost of it is counted with that of the pen for the ink. */
struct vt_ink vt_wanted(const struct vt_painter *painter, int x, int y);
void vt_brush_pen(struct vt_painter *painter, uint16_t pen);
void vt_brush_move(struct vt_painter *painter, int x, int y);
void vt_brush_reach(struct vt_painter *painter, int x, int y);
void vt_brush_put(struct vt_painter *painter, struct vt_ink ink);
void vt_brush_erase(struct vt_painter *painter, char final);
size_t vt_brush_pen_cost(const struct vt_painter *painter, struct vt_ink ink);

/* rows.c: the rows that differ, top to bottom. */
bool vt_row_load(const struct vt_painter *painter, int y, struct vt_row *row);
bool vt_row_blank(const struct vt_painter *painter, int x, int y);
void vt_rows_paint(struct vt_painter *painter);

/* runs.c: what differs, in the order that costs least; false when there is too much of it.  A run
 * is a stretch of cells on one row that need one pen, or the erasing of a row's tail. */
#define VT_RUNS_MAX 96
#define VT_KEEPING 4 /* bytes of keeping a place and of coming back to it */
struct vt_run {
	int16_t x, y, length;
	int16_t from; /* an erasing may be done from here on */
	bool erases;
	struct vt_ink first; /* the first that is not blank */
};
bool vt_runs_paint(struct vt_painter *painter);

/* Whether the cursor is where a run begins. */
static inline bool vt_run_begins(const struct vt_run *run, const struct vt_state *state)
{
	if (state->y != run->y)
		return false;
	return run->erases ? state->x >= run->from && state->x <= run->x : state->x == run->x;
}

/* Where the cursor is behind a run; the pen is not told. */
static inline struct vt_state vt_run_leave(
	const struct vt_painter *painter, const struct vt_run *run)
{
	int x = run->erases ? run->x : run->x + run->length;

	return (struct vt_state){.x = (int16_t)(x < painter->frame->width ? x : -1), .y = run->y};
}

/* route.c: the order for runs, as indices; false when they have too many pens.  keeps: the place
 * where the cursor rests is passed, and may be kept to come back to. */
bool vt_route_find(const struct vt_painter *painter, const struct vt_run *runs, int count,
	bool keeps, uint8_t *order);

/* scroll.c: the scroll that saves most, or one by 0; and doing it. */
struct vt_scroll vt_scroll_find(const struct vt_frame *shown, const struct vt_frame *frame);
void vt_scroll_do(struct vt_painter *painter);

#endif
