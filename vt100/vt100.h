/*
 * The terminal: turns frames of cells into the fewest bytes, and bytes into keys.
 *
 * This folder knows no monsters and no sockets. A frame is the wanted contents of a screen: cells
 * of (glyph, role, attributes). A terminal holds the imagined contents and the capabilities of a
 * real one. Rendering is a pure function of the two that also updates the imagined contents. Glyphs
 * are ids: ASCII is itself, and from 128 on they are rows of a table with a character for each
 * charset. Colours are roles, resolved for each terminal to its own colours. So one frame looks
 * right everywhere, and no viewer's bytes are ever sent to another.
 *
 * Invariants:
 *   1. For any frames a and b, a terminal that shows a and gets the bytes of a -> b shows b.
 *   2. Nothing relies on wrapping, and the last cell of the screen is never written.
 *   3. Only sequences that the terminal's row grants are sent. Unknown kinds are plain VT100s.
 *   4. Decoding keys never blocks, and a key split anywhere is the same key.
 */
#ifndef TRAPDOOR_VT100_H
#define TRAPDOOR_VT100_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VT_WIDTH_MAX 500
#define VT_HEIGHT_MAX 200
#define VT_WIDTH_PLAYABLE 40
#define VT_HEIGHT_PLAYABLE 20

/* ---- Glyphs ---- */

/* Glyphs beyond ASCII: id, word (the name in the content), Unicode, CP437, DEC graphics (0: none,
 * use ASCII), ASCII. CP437 has no control bytes. Floor is a plain dot in UTF-8, since the raised
 * dot would cost one byte more in each cell. */
/* clang-format off */
#define VT_GLYPHS(ROW) \
	ROW(WALL_H, "wall-h", 0x2500, 0xc4, 'q', '-') ROW(WALL_V, "wall-v", 0x2502, 0xb3, 'x', '|') \
	ROW(CORNER_TL, "corner-tl", 0x250c, 0xda, 'l', '-') ROW(CORNER_TR, "corner-tr", 0x2510, 0xbf, 'k', '-') \
	ROW(CORNER_BL, "corner-bl", 0x2514, 0xc0, 'm', '-') ROW(CORNER_BR, "corner-br", 0x2518, 0xd9, 'j', '-') \
	ROW(TEE_L, "tee-l", 0x251c, 0xc3, 't', '|') ROW(TEE_R, "tee-r", 0x2524, 0xb4, 'u', '|') \
	ROW(TEE_T, "tee-t", 0x252c, 0xc2, 'w', '-') ROW(TEE_B, "tee-b", 0x2534, 0xc1, 'v', '-') \
	ROW(CROSS, "cross", 0x253c, 0xc5, 'n', '-') ROW(FLOOR, "floor", 0x002e, 0xfa, '~', '.') \
	ROW(CORRIDOR, "corridor", 0x2591, 0xb0, 'a', '#') ROW(DOUBLE_H, "double-h", 0x2550, 0xcd, 'q', '=') \
	ROW(DOUBLE_V, "double-v", 0x2551, 0xba, 'x', '|') ROW(BLOCK, "block", 0x2588, 0xdb, 'a', '#') \
	ROW(HALF_LOW, "half-low", 0x2584, 0xdc, 0, '_') ROW(HALF_HIGH, "half-high", 0x2580, 0xdf, 0, '"') \
	ROW(SHADE_DARK, "shade-dark", 0x2593, 0xb2, 'a', '#') ROW(SHADE, "shade", 0x2592, 0xb1, 'a', '#') \
	ROW(LAMP_ON, "lamp-on", 0x25cf, 0xfe, '`', '*') ROW(LAMP_OFF, "lamp-off", 0x25cb, 0xf8, 0, 'o') \
	ROW(BAR_FULL, "bar-full", 0x2588, 0xdb, 'a', '=') ROW(BAR_EMPTY, "bar-empty", 0x2591, 0xb0, 0, '-') \
	ROW(ARROW_RIGHT, "arrow-right", 0x25ba, 0xaf, 0, '>') ROW(BULLET, "bullet", 0x2022, 0xf9, '`', '*') \
	ROW(DEEP, "deep", 0x2248, 0xf7, 0, '~') ROW(SHALLOW, "shallow", 0x007e, 0x7e, 0, ';') \
	ROW(BUBBLES, "bubbles", 0x00b0, 0xf8, 'f', '~') \
	ROW(GAS, "gas", 0x2592, 0xb1, 'a', '&') ROW(BOULDER, "boulder", 0x25cf, 0xe9, '`', '`') \
	ROW(STATUE, "statue", 0x03a9, 0xea, 0, '\\') ROW(CRYSTAL, "crystal", 0x25ca, 0xfe, '`', '\\') \
	ROW(GLASS, "glass", 0x00a6, 0xde, 'x', '\\') ROW(ICEFALL, "icefall", 0x2593, 0xb2, 'a', '\\') \
	ROW(FALLEN, "fallen", 0x2593, 0xb2, 'a', '\\') ROW(STACK, "stack", 0x2261, 0xf0, 0, '\\') \
	ROW(PROPS, "props", 0x03c0, 0xe3, '{', ';') ROW(FENCE, "fence", 0x256a, 0xd8, 'n', '/') \
	ROW(GRATE, "grate", 0x256c, 0xce, 'n', '/') ROW(PORTCULLIS, "portcullis", 0x256b, 0xd7, 'n', '/') \
	ROW(LAMP_POST, "lamp", 0x263c, 0xeb, 0, '_') ROW(BRAZIER, "brazier", 0x03c4, 0xe7, 0, '_') \
	ROW(LEVER_UP, "lever-up", 0x2310, 0xa9, 'l', '_') ROW(LEVER_DOWN, "lever-down", 0x00ac, 0xaa, 'k', '_') \
	ROW(BOARD, "board", 0x25a0, 0xfe, 'a', '_') ROW(SPOUT, "spout", 0x2320, 0xf4, 0, '_') \
	ROW(TREE, "tree", 0x03a6, 0xe8, 0, '\\') ROW(PILLAR, "pillar", 0x2588, 0xdb, 'a', '\\') \
	ROW(POLE, "pole", 0x2564, 0xd1, 'w', '_') ROW(RAIL, "rail", 0x2550, 0xcd, 'q', '=') \
	ROW(SEATS, "seats", 0x2566, 0xcb, 0, '/') \
	ROW(INK_LIGHT, "ink-light", 0x2591, 0xb0, 0, ':') ROW(INK_HALF, "ink-half", 0x2592, 0xb1, 'a', ';') \
	ROW(INK_DARK, "ink-dark", 0x2593, 0xb2, 'a', '%') ROW(INK_FULL, "ink-full", 0x2588, 0xdb, 'a', '#')
/* clang-format on */

enum vt_glyph {
	VT_GLYPH_FIRST = 127, /* lower ids are ASCII characters */
#define ROW(id, word, unicode, cp437, dec, ascii) VT_##id,
	VT_GLYPHS(ROW)
#undef ROW
		VT_GLYPH_END
};

/* Returns the glyph of a word, or 0. */
uint16_t vt_glyph_by_word(const char *word);
/* Returns the glyph of a Unicode character, drawn as `ascii` in charsets that lack it. The id holds
 * both, so no table is needed. Returns 0 for characters not known to be one cell wide on every
 * terminal. */
uint16_t vt_glyph_by_unicode(unsigned unicode, char ascii);
/* Returns the glyph's character in plain ASCII. */
char vt_glyph_ascii(uint16_t glyph);

enum vt_charset {
	VT_ASCII,
	VT_DEC,
	VT_CP437,
	VT_UTF8,
	VT_CHARSETS_CHOSEN, /* a player may choose those before; the others belong to their kinds */
	VT_PETSCII = VT_CHARSETS_CHOSEN,
	VT_ATASCII,
	VT_CHARSET_COUNT
};
/* True if a charset draws two glyphs alike. */
bool vt_glyphs_alike(enum vt_charset charset, uint16_t one, uint16_t other);

/* ---- Colour roles and attributes ---- */

/* Colour roles: meanings that colours.c resolves to a terminal's colours, readable on dark and
 * light backgrounds. TEXT is the terminal's own colour. Truecolour terminals use the palette of
 * 256, whose codes are shorter. */
/* clang-format off */
enum vt_colour_role {
	VT_TEXT, VT_DIM, VT_BRIGHT, VT_GOOD, VT_BAD, VT_DANGER, VT_MAGIC, VT_GOLD, VT_STONE, VT_WOOD, VT_WATER,
	VT_FIRE, VT_PLANT, VT_BLOOD, VT_LAMP, VT_PAPER, VT_METAL, VT_BONE, VT_HERO, VT_TITLE, VT_SHADOW,
	VT_COLOUR_ROLE_COUNT
};
/* clang-format on */

/* Returns the role of a word ("danger"). Unknown words give VT_TEXT and set *known to false. */
enum vt_colour_role vt_role_by_word(const char *word, bool *known);

enum vt_attribute {
	VT_REVERSE = 1,
	VT_UNDERLINE = 2,
	VT_BOLD = 4,
	VT_FADED = 8 /* remembered: a dimmer form of the role */
};

/* ---- Frames ---- */

/* Lights and grounds that colour a cell of the map. Lights colour the surface that they fall on;
 * grounds (VT_ON_, VT_IN_) colour its background whatever light falls on it. */
/* clang-format off */
enum vt_light {
	VT_LIGHT_DAY, VT_LIGHT_LAMP, VT_LIGHT_FIRE, VT_LIGHT_MACHINE, VT_LIGHT_GLOW, VT_LIGHT_MAGIC,
	VT_ON_FIRE, VT_ON_WATER, VT_ON_BLOOD, VT_ON_DARK,
	VT_IN_GREEN_GAS, VT_IN_GREY_GAS, VT_IN_YELLOW_GAS, VT_IN_BLUE_GAS, VT_IN_VIOLET_GAS,
	VT_LIGHT_COUNT
};
/* clang-format on */

/* The shade of a cell: a light and its level, or one of these. Terminals without colours ignore
 * it, and those with few have fewer levels. A lit cell has a dark background of its own, so that
 * the edge of the light is seen, and the colours on it are readable whatever the terminal's own
 * background is. */
#define VT_SHADE_LEVELS 8
#define VT_SHADE_NONE 0
#define VT_SHADE_UNLIT 126  /* in sight, in the dark */
#define VT_SHADE_MEMORY 127 /* out of sight */

static inline unsigned vt_shade_of(enum vt_light light, int level)
{
	return 1 + (unsigned)light * VT_SHADE_LEVELS + (unsigned)level;
}

struct vt_cell {
	uint16_t glyph;
	uint16_t role : 5, attributes : 4, shade : 7;
};

/* Short tones. A kind that has none rings the bell once for all tones of a frame. */
enum vt_tone { VT_TONE_HARM = 1, VT_TONE_ENEMY = 2, VT_TONE_FOUND = 4 };

struct vt_frame {
	int16_t width, height;
	int16_t cursor_x, cursor_y; /* final cursor position; hidden if cursor_x < 0, or home */
	int16_t focus_x, focus_y;   /* the cell that matters most, for slow lines; x is -1: none */
	bool bell;                  /* ring once when rendered */
	uint8_t tones;              /* bits of enum vt_tone: sound each once when rendered */
	bool plain_light;           /* drawn without shades; clearing keeps it */
	uint8_t flicker;            /* the moment of the flames, 0: steady; likewise kept */
	uint8_t clash_charset; /* 1 + the charset in which an item is told apart from ground that
				  looks alike, 0: none; likewise kept */
	bool in_order;         /* painted from top to bottom, as a text is read; likewise kept */
	bool shows_cursor;     /* never hides the cursor, not even while painting; likewise kept */
	bool brief; /* for a slow line: titles are short and lists half as high; likewise kept */
	struct vt_cell *cells; /* width x height, row by row */
};

/* Clamps the size to 1..VT_WIDTH_MAX x 1..VT_HEIGHT_MAX and clears the frame. False without
 * memory. */
bool vt_frame_resize(struct vt_frame *frame, int width, int height);
void vt_frame_free(struct vt_frame *frame);
void vt_frame_clear(struct vt_frame *frame);

/* Role bytes in texts: byte VT_COLOUR_ROLE_BYTE + n switches to entry n of the table of roles;
 * VT_COLOUR_ROLE_BYTE_END switches back. */
#define VT_COLOUR_ROLE_BYTE 11
#define VT_COLOUR_ROLE_BYTE_END 31

/* Draws clipped to the frame. Text is ASCII; a role byte switches to its role in the table `roles`
 * (NULL: role bytes are ignored) or back to `role`. Other control bytes and bytes over 126 are
 * drawn as '?'. Text functions return the column after the last cell. */
void vt_put(struct vt_frame *frame, int x, int y, uint16_t glyph, enum vt_colour_role role,
	unsigned attributes);
int vt_text(struct vt_frame *frame, int x, int y, const char *text, enum vt_colour_role role,
	unsigned attributes, const uint8_t *roles);
int vt_textf(struct vt_frame *frame, int x, int y, enum vt_colour_role role, unsigned attributes,
	const char *format, ...) __attribute__((format(printf, 6, 7)));
/* Sets the shade of a cell that was drawn; nothing in a frame of plain light. */
void vt_shade(struct vt_frame *frame, int x, int y, unsigned shade);
/* A rectangle of cells. Parts outside of a frame are clipped. */
struct vt_area {
	int x, y, width, height;
};
void vt_fill(struct vt_frame *frame, struct vt_area area, uint16_t glyph, enum vt_colour_role role,
	unsigned attributes);
/* Draws the border of an area. */
void vt_box(struct vt_frame *frame, struct vt_area area, enum vt_colour_role role);

/* Wraps text at spaces into lines of at most width columns; longer words are cut. Role bytes have
 * no width, and a role continues on the next line. Calls line(context, text, length) for each line;
 * its text ends with NUL and is valid only during the call. Returns the number of lines, at least
 * 1. */
int vt_wrap(const char *text, int width,
	void (*line)(void *context, const char *text, size_t length), void *context);

/* ---- Terminals ---- */

enum vt_colours {
	VT_MONO,
	VT_COLOURS_8,
	VT_COLOURS_16,
	VT_COLOURS_256,
	VT_TRUECOLOUR,
	VT_COLOURS_COUNT
};
/* The background. ANY may be black or white: with 256 colours all pens are readable on both, with
 * 16 colours some only on black. */
enum vt_ground { VT_GROUND_ANY, VT_GROUND_LIGHT };
/* The colours of the roles: the usual ones, high contrast, or without red against green. */
enum vt_palette { VT_PALETTE_USUAL, VT_PALETTE_CONTRAST, VT_PALETTE_RED_GREEN, VT_PALETTE_COUNT };
/* Returns "usual", "contrast" or "redgreen". */
const char *vt_palette_word(enum vt_palette palette);
const char *vt_charset_word(enum vt_charset charset);
const char *vt_colours_word(enum vt_colours colours);

/* A growing buffer; free it with vt_bytes_free. */
struct vt_bytes {
	uint8_t *data;
	size_t size, capacity;
};
void vt_bytes_add(struct vt_bytes *bytes, const void *data, size_t size);
void vt_bytes_free(struct vt_bytes *bytes);

/* A kind of terminal with its capabilities: a row of the table in terminals.c, found by name
 * prefix, or a described kind. */
#define VT_KIND_NAME_MAX 40
struct vt_kind;

/* Returns the row for a TERM or TTYPE name, in any case. Never NULL: an unknown name gives a plain
 * VT100. */
const struct vt_kind *vt_kind_by_name(const char *name);
const char *vt_kind_name(const struct vt_kind *kind);
/* True for the row of unknown names. */
bool vt_kind_is_unknown(const struct vt_kind *kind);
/* False if the kind cannot address the cursor: then only lines of text suit it. */
bool vt_kind_draws(const struct vt_kind *kind);
/* Rows have numbers from 0 on, which differ between releases. VT_KINDS_MAX: the kind has no row.
 * Returns NULL past the last. */
#define VT_KINDS_MAX 64
unsigned vt_kind_number(const struct vt_kind *kind);
const struct vt_kind *vt_kind_by_number(unsigned number);
/* True if terminals of the kind answer VT_STATUS_REQUEST, once they have shown all that was sent
 * before it. The answer is no key: struct vt_keys counts it. */
bool vt_kind_answers(const struct vt_kind *kind);
#define VT_STATUS_REQUEST "\033[5n"

/* Return the defaults of a kind. */
enum vt_charset vt_kind_charset(const struct vt_kind *kind);
enum vt_colours vt_kind_colours(const struct vt_kind *kind);

/* Changes a size to one that terminals of the kind have. */
void vt_kind_fit(const struct vt_kind *kind, int *width, int *height);
/* Sets the size of a terminal that has not said its own, if the kind's description has one. */
void vt_kind_size(const struct vt_kind *kind, int *width, int *height);

/* ---- Described kinds (described.c) ---- */

/* The texts of a description, by terminfo's short and long names. */
/* clang-format off */
#define VT_DESCRIBED_TEXTS(TEXT) \
	TEXT(cup, cursor_address) TEXT(clear, clear_screen) TEXT(el, clr_eol) TEXT(ed, clr_eos) \
	TEXT(cuf, parm_right_cursor) TEXT(cub1, cursor_left) TEXT(cr, carriage_return) TEXT(cud1, cursor_down) \
	TEXT(smcup, enter_ca_mode) TEXT(rmcup, exit_ca_mode) TEXT(csr, change_scroll_region) \
	TEXT(ind, scroll_forward) TEXT(ri, scroll_reverse) TEXT(sc, save_cursor) TEXT(rc, restore_cursor) \
	TEXT(civis, cursor_invisible) TEXT(u7, user7) TEXT(enacs, ena_acs) TEXT(smacs, enter_alt_charset_mode) \
	TEXT(rmacs, exit_alt_charset_mode) TEXT(sgr0, exit_attribute_mode) TEXT(rev, enter_reverse_mode) \
	TEXT(smul, enter_underline_mode) TEXT(rmul, exit_underline_mode) TEXT(bold, enter_bold_mode) \
	TEXT(dim, enter_dim_mode) TEXT(rmso, exit_standout_mode) TEXT(op, orig_pair) TEXT(setaf, set_a_foreground) \
	TEXT(kcuu1, key_up) TEXT(kcud1, key_down) TEXT(kcub1, key_left) TEXT(kcuf1, key_right) TEXT(khome, key_home) \
	TEXT(kend, key_end) TEXT(kpp, key_ppage) TEXT(knp, key_npage) TEXT(kich1, key_ic) TEXT(kdch1, key_dc) \
	TEXT(kf1, key_f1) TEXT(kf2, key_f2) TEXT(kf3, key_f3) TEXT(kf4, key_f4)
#define VT_DESCRIBED_FLAGS(FLAG) \
	FLAG(msgr, move_standout_mode) FLAG(hc, hard_copy) FLAG(os, over_strike) FLAG(gn, generic_type) \
	FLAG(hz, tilde_glitch) FLAG(xhp, ceol_standout_glitch) FLAG(xt, dest_tabs_magic_smso)
/* clang-format on */

/* The capabilities of a terminal, as a database has them. Texts may be NULL. */
struct vt_description {
#define TEXT(name, long_name) const char *name;
	VT_DESCRIBED_TEXTS(TEXT)
#undef TEXT
#define FLAG(name, long_name) bool name;
	VT_DESCRIBED_FLAGS(FLAG)
#undef FLAG
	int columns, lines, colours, xmc; /* negative: unknown */
	bool pastes, truecolour;          /* bracketed paste, and colours by RGB */
};

/* A table of described kinds: a block of bytes, for memory that processes share. */
struct vt_kinds;
#define VT_DESCRIBED_MAX 16384
/* Adds a kind to a table that grows; the name has at most VT_KIND_NAME_MAX of [A-Za-z0-9+._-].
 * False, with a reason, if it cannot. A terminal that cannot address the cursor gives a kind that
 * does not draw. A description of no certain terminal adds nothing. */
bool vt_kinds_add(struct vt_bytes *table, const char *name,
	const struct vt_description *description, const char **reason);
/* Orders the table for vt_kinds_find. Of kinds with one name that stays which was added first. */
void vt_kinds_order(struct vt_bytes *table);
/* Returns the table in these bytes of this program, which stay the caller's; NULL: malformed. */
const struct vt_kinds *vt_kinds_of(const uint8_t *bytes, size_t size);
/* Returns the kind of a name, or NULL. The table may be NULL. */
const struct vt_kind *vt_kinds_find(const struct vt_kinds *table, const char *name);
/* Returns the kind of a TERM or TTYPE name: the row that has the name or its family, else the
 * described kind, else the row that begins the name. Never NULL. */
const struct vt_kind *vt_kind_choose(const struct vt_kinds *table, const char *name);

/* A terminal and its imagined contents: one frame of cells and little else. A charset that the kind
 * cannot draw becomes another one. vt_terminal_set also forgets the contents, if it changes
 * anything. vt_terminal_new returns NULL without memory. */
struct vt_terminal;
struct vt_terminal *vt_terminal_new(
	const struct vt_kind *kind, enum vt_charset charset, enum vt_colours colours);
void vt_terminal_free(struct vt_terminal *terminal);
void vt_terminal_set(struct vt_terminal *terminal, const struct vt_kind *kind,
	enum vt_charset charset, enum vt_colours colours);
/* Sets the background (default: any); vt_terminal_set keeps it. A change forgets the contents. */
void vt_terminal_ground(struct vt_terminal *terminal, enum vt_ground ground);
/* Sets the palette (default: the usual one) likewise. Terminals that draw by other codes than
 * ANSI's keep theirs. Palettes other than the usual one are for frames of plain light. */
void vt_terminal_palette(struct vt_terminal *terminal, enum vt_palette palette);
enum vt_charset vt_terminal_charset(const struct vt_terminal *terminal);
enum vt_colours vt_terminal_colours(const struct vt_terminal *terminal);

/* Has the mouse reported, or not (the default), from the next rendering on: clicks and the wheel
 * alone, as SGR reports (modes 1000 and 1006). vt_leave switches it off. */
void vt_terminal_mouse(struct vt_terminal *terminal, bool on);

/* Has pastes marked (mode 2004), or not (the default), by kinds that can. The rest is as with the
 * mouse. */
void vt_terminal_paste(struct vt_terminal *terminal, bool on);

/* Forgets the imagined contents: the next rendering clears and paints the whole screen. */
void vt_terminal_forget(struct vt_terminal *terminal);

/* Appends a text, whose lines end with LF, as a terminal of the kind shows it. Keeps printable
 * ASCII, the bell and backspace, sounds bytes of enum vt_tone, and drops the rest. */
void vt_say(const struct vt_kind *kind, const char *text, struct vt_bytes *out);

/* Appends to out the bytes that make the terminal show the frame; none if it already does. A frame
 * of another size is painted in full. */
void vt_render(struct vt_terminal *terminal, const struct vt_frame *frame, struct vt_bytes *out);

/* ---- Parts of frames, for slow lines (part.c) ---- */

/* Appends the bytes that make the terminal show the cells of an area of the frame. The other cells
 * stay as they are, or become blank if `clears` is set or nothing is known of them. The cursor is
 * left behind the last cell, so that vt_render follows the last part. */
void vt_render_part(struct vt_terminal *terminal, const struct vt_frame *frame, struct vt_area area,
	bool clears, struct vt_bytes *out);
/* True if the terminal shows the cells of the frame. */
bool vt_shows(const struct vt_terminal *terminal, const struct vt_frame *frame);
/* True if most of what the terminal shows is elsewhere or gone in the frame. */
bool vt_mostly_differs(const struct vt_terminal *terminal, const struct vt_frame *frame);

/* Appends the imagined contents as bytes, for another process that goes on with the terminal. */
void vt_terminal_pack(const struct vt_terminal *terminal, struct vt_bytes *out);
/* Replaces the imagined contents by packed ones, which may come from a stranger. False if the bytes
 * are malformed, or of a release that draws the same cells in other bytes: then the contents are
 * forgotten. The terminal must have the kind, charset, colours and background of the packed one. */
bool vt_terminal_unpack(struct vt_terminal *terminal, const uint8_t *bytes, size_t size);

/* Appends the bytes that restore pen, charset, cursor and modes, and puts the cursor on a fresh
 * bottom line. */
void vt_leave(struct vt_terminal *terminal, struct vt_bytes *out);

/* ---- Keys ---- */

/* Keys without a character: name, word on a command line, label on a help screen. */
#define VT_NAMED_KEYS(ROW)                                                                         \
	ROW(UP, "up", "Up")                                                                        \
	ROW(DOWN, "down", "Down")                                                                  \
	ROW(LEFT, "left", "Left")                                                                  \
	ROW(RIGHT, "right", "Right")                                                               \
	ROW(HOME, "home", "Home")                                                                  \
	ROW(END, "end", "End")                                                                     \
	ROW(PAGE_UP, "page-up", "PgUp")                                                            \
	ROW(PAGE_DOWN, "page-down", "PgDn")                                                        \
	ROW(INSERT, "insert", "Ins")                                                               \
	ROW(DELETE, "delete", "Del")                                                               \
	ROW(CENTRE, "centre", "Keypad5")                                                           \
	ROW(F1, "f1", "F1")                                                                        \
	ROW(F2, "f2", "F2")                                                                        \
	ROW(F3, "f3", "F3")                                                                        \
	ROW(F4, "f4", "F4")

/* Below 256 a key is its character, control keys included. Enter is '\r'; Backspace is '\b', also
 * for DEL. In application mode the keypad's digits are the arrows, Home, End and their like, and
 * its 5 is CENTRE. */
enum vt_key {
	VT_KEY_NONE = 0,
	VT_KEY_ESCAPE = 27,
	VT_KEY_FOREIGN = 254, /* a letter beyond ASCII */
	VT_KEY_SHIFT = 512,   /* added to named keys */
	VT_KEYS_NAMED = 255,  /* the named keys follow */
#define ROW(id, word, label) VT_KEY_##id,
	VT_NAMED_KEYS(ROW)
#undef ROW
		VT_KEY_MOUSE = 1024, /* the mouse; its cell is in struct vt_keys */
	VT_KEY_CLICK = VT_KEY_MOUSE,
	VT_KEY_CLICK_RIGHT,
	VT_KEY_WHEEL_UP,
	VT_KEY_WHEEL_DOWN
};

/* ---- Asking a terminal what it is (probe.c) ---- */

/* The questions: device attributes, the cursor in the last cell, and behind one letter of UTF-8.
 * ESC \ leaves the hold-screen mode of a VT52. The blanks hide what a terminal without such
 * sequences has printed. */
#define VT_PROBE_QUESTIONS "\033[c\033[999;999H\033[6n\r\303\244\033[6n\033\\\r              \r"
#define VT_PROBE_DEVICE_MAX 60
/* The answers so far. */
struct vt_probe {
	bool asked; /* set by the owner: answers are expected */
	uint8_t reports;
	uint16_t row[2], column[2];           /* of the reports, from 1 on */
	char device[VT_PROBE_DEVICE_MAX + 1]; /* device attributes, as "?62;22", or "" */
};
/* Takes an answer: the bytes of a control sequence behind its introducer. False if it is none that
 * is expected. */
bool vt_probe_take(struct vt_probe *probe, const uint8_t *bytes, size_t size);
/* Returns the name of the row for the answers, or NULL. */
const char *vt_probe_kind(const struct vt_probe *probe);
bool vt_probe_utf8(const struct vt_probe *probe);
/* False if the answers have no size. */
bool vt_probe_size(const struct vt_probe *probe, int *width, int *height);

/* A decoder of keys with the unfinished sequence. Feed bytes and take keys. A lone ESC becomes a
 * key when vt_keys_timeout is called (by the owner's timer, while vt_keys_waiting). CR NUL, CR LF,
 * lone CR and lone LF are each one Enter. Each letter beyond ASCII is VT_KEY_FOREIGN. Unknown
 * sequences are dropped, and so are the strings DCS, OSC, SOS, PM and APC, whole, and marked pastes
 * unless `pastes` is set. Keys beyond the queue are dropped. vt_keys_next returns VT_KEY_NONE if
 * there is none. A key of the mouse is counted thrice in the queue. */
#define VT_KEYS_STRING_MAX 4096 /* bytes of a string; those behind them are keys again */
#define VT_KEYS_QUEUED_MAX 256
struct vt_dialect;
struct vt_address;
struct vt_own_keys;
struct vt_keys {
	uint16_t queue[VT_KEYS_QUEUED_MAX];
	uint16_t head, count;
	uint8_t partial[64];
	uint8_t partial_size;
	uint8_t swallowing;
	bool after_return, string_escape, syncterm, vt52, eight_bit;
	bool utf8;    /* set by the owner: no byte of the terminal is a C1 control */
	bool pasting; /* inside of a marked paste */
	bool pastes;  /* set by the owner: a paste is typed text */
	bool paused;  /* by ^S, until ^Q or any key: the terminal takes no more output for now */
	char string;  /* the byte behind the ESC of the string being skipped */
	uint16_t skipped_string;          /* its bytes so far */
	const struct vt_dialect *dialect; /* NULL: keys are characters and sequences */
	const struct vt_address *address; /* NULL: the controls are those of ASCII */
	const struct vt_own_keys *own;    /* NULL: none */
	uint8_t own_partial[8], own_size; /* the beginning of a key of `own` */
	bool in_function;                 /* of a Minitel: the letter of a function key follows */
	bool mouse;                       /* set by the owner: reports of the mouse become keys */
	uint8_t skipped;                  /* bytes of an old report that are still to be skipped */
	uint8_t answers;                  /* to VT_STATUS_REQUEST, until the owner resets it */
	struct vt_probe probe;
	uint32_t typed;            /* keys so far, with those that were dropped */
	uint16_t mouse_x, mouse_y; /* the cell of the key that vt_keys_next returned, from 0 */
};
void vt_keys_begin(struct vt_keys *keys, const struct vt_kind *kind);
/* Sets the kind once it is known. Queued keys and unfinished sequences are kept. */
void vt_keys_set(struct vt_keys *keys, const struct vt_kind *kind);
void vt_keys_feed(struct vt_keys *keys, const uint8_t *bytes, size_t size);
bool vt_keys_waiting(const struct vt_keys *keys);
/* Returns the milliseconds after the last byte at which to call vt_keys_timeout, on a line with
 * this round trip (0: unknown). The bytes of one key may come that far apart. */
int vt_keys_patience(const struct vt_keys *keys, int round_trip_ms);
void vt_keys_timeout(struct vt_keys *keys);
int vt_keys_next(struct vt_keys *keys);

/* Writes a harmless form of a stranger's text: strips C0, DEL, C1, bidi and zero-width characters
 * after decoding UTF-8, and replaces other characters beyond printable ASCII by '?'. Always ends
 * the text; returns its length. */
size_t vt_clean(char *clean, size_t clean_size, const char *text, size_t size);

#endif
