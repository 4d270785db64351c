/*
 * Kinds of terminals and the sequences that each may be sent. A name matches the row with the
 * longest prefix of it.
 *
 * A row grants only what its kind is known to do. An unknown name is a plain VT100 without colours,
 * drawn in ASCII. No row grants REP: many terminals that call themselves xterm (mosh, Terminal.app,
 * old PuTTY and VTE) lack it or repeat only ASCII.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define DEC (GRANT_DRAWING | GRANT_INDEX | GRANT_SCROLL | GRANT_KEEP | GRANT_STATUS)
#define DEC_LATER (DEC | GRANT_CURSOR | GRANT_SGR_OFF | GRANT_EDIT_ROWS)
#define MODERN (DEC_LATER | GRANT_LINE_FEED)
#define PASTING (MODERN | GRANT_PASTE)

/* clang-format off */
#define ROW(row_name, row_grants, row_charset, row_colours) \
	{.name = row_name, .grants = row_grants, .charset = row_charset, .colours = row_colours},
static const struct vt_kind kinds[] = {
	ROW("unknown", GRANT_DRAWING, VT_ASCII, VT_MONO)
	ROW("dumb", GRANT_LINES, VT_ASCII, VT_MONO)
	ROW("probed", DEC_LATER, VT_UTF8, VT_COLOURS_16)
	ROW("ansi", GRANT_DARK, VT_CP437, VT_COLOURS_16)
	ROW("ansi.sys", GRANT_DARK | GRANT_CLEAR_ALL, VT_CP437, VT_COLOURS_16)
	ROW("ansisys", GRANT_DARK | GRANT_CLEAR_ALL, VT_CP437, VT_COLOURS_16)
	ROW("nansi", GRANT_DARK | GRANT_CLEAR_ALL, VT_CP437, VT_COLOURS_16)
	ROW("muffinterm", GRANT_DARK, VT_CP437, VT_COLOURS_16)
	ROW("pcansi", GRANT_DARK, VT_CP437, VT_COLOURS_16)
	ROW("syncterm", GRANT_DARK | GRANT_BRIGHTEN | GRANT_CURSOR | GRANT_STATUS, VT_CP437, VT_COLOURS_16)
	ROW("cterm", GRANT_DARK | GRANT_BRIGHTEN | GRANT_CURSOR | GRANT_STATUS, VT_CP437, VT_COLOURS_16)
	ROW("mudclient", GRANT_SGR_OFF, VT_ASCII, VT_COLOURS_8)
	ROW("mudclient-256color", GRANT_SGR_OFF, VT_ASCII, VT_COLOURS_256)
	ROW("petscii", GRANT_PETSCII, VT_PETSCII, VT_COLOURS_16)
	ROW("atascii", GRANT_ATASCII, VT_ATASCII, VT_MONO)
	ROW("vt52", GRANT_VT52, VT_ASCII, VT_MONO)
	ROW("atarist", GRANT_VT52, VT_ASCII, VT_MONO)
	ROW("adm3", GRANT_ADM3A, VT_ASCII, VT_MONO)
	ROW("adm5", GRANT_ADM3A, VT_ASCII, VT_MONO)
	ROW("tvi9", GRANT_TVI, VT_ASCII, VT_MONO)
	ROW("televideo", GRANT_TVI, VT_ASCII, VT_MONO)
	ROW("wy50", GRANT_TVI, VT_ASCII, VT_MONO)
	ROW("wy60", GRANT_TVI, VT_ASCII, VT_MONO)
	ROW("wyse50", GRANT_TVI, VT_ASCII, VT_MONO)
	ROW("wyse60", GRANT_TVI, VT_ASCII, VT_MONO)
	ROW("minitel1", GRANT_MINITEL, VT_ASCII, VT_MONO)
	ROW("minitel1b", GRANT_MINITEL, VT_ASCII, VT_MONO)
	ROW("minitel", GRANT_MINITEL, VT_ASCII, VT_MONO)
	ROW("vt100", DEC, VT_DEC, VT_MONO)
	ROW("vt102", DEC | GRANT_EDIT_ROWS, VT_DEC, VT_MONO)
	ROW("vt220", DEC_LATER | GRANT_8_BIT, VT_DEC, VT_MONO)
	ROW("vt320", DEC_LATER | GRANT_8_BIT, VT_DEC, VT_MONO)
	ROW("vt420", DEC_LATER | GRANT_8_BIT, VT_DEC, VT_MONO)
	ROW("vt510", DEC_LATER | GRANT_8_BIT | GRANT_TONES, VT_DEC, VT_MONO)
	ROW("vt520", DEC_LATER | GRANT_8_BIT | GRANT_TONES, VT_DEC, VT_MONO)
	ROW("vt525", DEC_LATER | GRANT_8_BIT | GRANT_TONES, VT_DEC, VT_COLOURS_8)
	ROW("cygwin", DEC_LATER | GRANT_LINE_FEED | GRANT_DARK, VT_CP437, VT_COLOURS_16)
	ROW("teraterm", PASTING, VT_UTF8, VT_COLOURS_256)
	ROW("mintty", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("contour", PASTING | GRANT_FAINT | GRANT_TONES, VT_UTF8, VT_COLOURS_256)
	ROW("mlterm", PASTING, VT_UTF8, VT_COLOURS_256)
	ROW("ms-terminal", PASTING | GRANT_FAINT | GRANT_TONES, VT_UTF8, VT_COLOURS_256)
	ROW("linux", MODERN | GRANT_DARK | GRANT_GREY, VT_UTF8, VT_COLOURS_16)
	ROW("xterm", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("putty", PASTING, VT_UTF8, VT_COLOURS_256)
	ROW("rxvt-unicode", PASTING, VT_UTF8, VT_COLOURS_256)
	ROW("rxvt", MODERN, VT_UTF8, VT_COLOURS_16)
	ROW("screen-256color", MODERN, VT_UTF8, VT_COLOURS_256)
	ROW("screen", MODERN, VT_UTF8, VT_COLOURS_8)
	ROW("tmux", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("alacritty", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("foot", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("konsole", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("gnome", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("vte", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("kitty", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("wezterm", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("st", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
	ROW("st-256color", PASTING | GRANT_FAINT, VT_UTF8, VT_COLOURS_256)
};
#undef ROW
/* clang-format on */

#define KIND_COUNT (sizeof(kinds) / sizeof(kinds[0]))
_Static_assert(KIND_COUNT <= VT_KINDS_MAX, "kinds have a number below VT_KINDS_MAX");

static char lower(char letter)
{
	return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool begins_with(const char *name, const char *prefix)
{
	for (; *prefix != '\0'; prefix++, name++) {
		if (lower(*name) != *prefix)
			return false;
	}
	return true;
}

static bool is_letter(char c)
{
	return lower(c) >= 'a' && lower(c) <= 'z';
}

/* Two letters are the beginning of too many names, so that no letter may follow. */
static bool is_prefix(const char *name, const char *prefix, size_t length)
{
	return begins_with(name, prefix) && (length > 2 || !is_letter(name[length]));
}

const struct vt_kind *vt_kind_by_name(const char *name)
{
	const struct vt_kind *best = &kinds[0];
	size_t best_length = 0;

	for (size_t i = 0; i < KIND_COUNT; i++) {
		size_t length = strlen(kinds[i].name);

		if (length > best_length && is_prefix(name, kinds[i].name, length)) {
			best = &kinds[i];
			best_length = length;
		}
	}
	return best;
}

bool vt_kind_is_unknown(const struct vt_kind *kind)
{
	return kind == &kinds[0];
}

bool vt_kind_draws(const struct vt_kind *kind)
{
	return !(kind->grants & GRANT_LINES);
}

static bool is_ansi(const struct vt_kind *kind)
{
	return vt_address(kind) == NULL && vt_dialect(kind->grants) == NULL;
}

/* True if the row has the name, or its family has: "xterm-" and "screen." begin such names. A
 * terminal that is drawn in another way only happens to have a name that begins so. */
static bool row_wins(const struct vt_kind *row, const struct vt_kind *described, const char *name)
{
	char next = name[strlen(row->name)];
	bool family = next == '\0' || (!is_letter(next) && !(next >= '0' && next <= '9'));
	bool alike = is_ansi(row) == is_ansi(described) || !vt_kind_draws(described);

	return next == '\0' || (family && alike && vt_kind_draws(row));
}

const struct vt_kind *vt_kind_choose(const struct vt_kinds *table, const char *name)
{
	const struct vt_kind *row = vt_kind_by_name(name);
	const struct vt_kind *described = vt_kinds_find(table, name);

	if (described == NULL || (!vt_kind_is_unknown(row) && row_wins(row, described, name)))
		return row;
	return described;
}

const char *vt_kind_name(const struct vt_kind *kind)
{
	return kind->name;
}

unsigned vt_kind_number(const struct vt_kind *kind)
{
	const struct vt_kind *row = vt_kind_by_name(kind->name);

	return row == kind ? (unsigned)(kind - kinds) : VT_KINDS_MAX;
}

const struct vt_kind *vt_kind_by_number(unsigned number)
{
	return number < KIND_COUNT ? &kinds[number] : NULL;
}

bool vt_kind_answers(const struct vt_kind *kind)
{
	return (kind->grants & GRANT_STATUS) != 0;
}

enum vt_charset vt_kind_charset(const struct vt_kind *kind)
{
	return (enum vt_charset)kind->charset;
}

enum vt_colours vt_kind_colours(const struct vt_kind *kind)
{
	return (enum vt_colours)kind->colours;
}

const char *vt_charset_word(enum vt_charset charset)
{
	static const char *const words[VT_CHARSET_COUNT] = {
		"ascii", "dec", "cp437", "utf8", "petscii", "atascii"};

	assert(charset < VT_CHARSET_COUNT);
	return words[charset];
}

const char *vt_colours_word(enum vt_colours colours)
{
	static const char *const words[VT_COLOURS_COUNT] = {"mono", "8", "16", "256", "truecolour"};

	assert(colours < VT_COLOURS_COUNT);
	return words[colours];
}

struct vt_terminal *vt_terminal_new(
	const struct vt_kind *kind, enum vt_charset charset, enum vt_colours colours)
{
	struct vt_terminal *terminal = calloc(1, sizeof(*terminal));

	if (terminal != NULL)
		vt_terminal_set(terminal, kind, charset, colours);
	return terminal;
}

void vt_terminal_mouse(struct vt_terminal *terminal, bool on)
{
	terminal->mouse = on;
}

void vt_terminal_paste(struct vt_terminal *terminal, bool on)
{
	terminal->paste = on;
}

void vt_terminal_free(struct vt_terminal *terminal)
{
	if (terminal == NULL)
		return;
	vt_frame_free(&terminal->shown);
	free(terminal);
}

static void resolve_pens(struct vt_terminal *terminal)
{
	bool own = terminal->palette != VT_PALETTE_USUAL && vt_is_ansi(terminal);

	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
		for (unsigned set = 0; set < ATTRIBUTE_SETS; set++)
			terminal->pens[role][set] =
				own ? vt_palette_pen(terminal, (enum vt_colour_role)role, set)
				    : vt_pen(terminal->kind, terminal->colours, terminal->ground,
					      (enum vt_colour_role)role, set);
	}
	vt_shades_resolve(&terminal->shades);
	vt_terminal_forget(terminal);
}

void vt_terminal_set(struct vt_terminal *terminal, const struct vt_kind *kind,
	enum vt_charset charset, enum vt_colours colours)
{
	assert(charset < VT_CHARSET_COUNT && colours < VT_COLOURS_COUNT);
	if (vt_dialect(kind->grants) != NULL) {
		charset = (enum vt_charset)kind->charset;
		if (colours > (enum vt_colours)kind->colours)
			colours = (enum vt_colours)kind->colours;
	} else if (vt_address(kind) != NULL) {
		charset = VT_ASCII;
		colours = VT_MONO;
	} else if (charset >= VT_CHARSETS_CHOSEN ||
		   (charset == VT_DEC && !(kind->grants & GRANT_DRAWING))) {
		charset = VT_ASCII;
	}
	if (terminal->kind == kind && terminal->charset == charset && terminal->colours == colours)
		return;
	terminal->kind = kind;
	terminal->charset = charset;
	terminal->colours = colours;
	resolve_pens(terminal);
}

void vt_terminal_ground(struct vt_terminal *terminal, enum vt_ground ground)
{
	if (terminal->ground == ground)
		return;
	terminal->ground = ground;
	resolve_pens(terminal);
}

void vt_terminal_palette(struct vt_terminal *terminal, enum vt_palette palette)
{
	if (terminal->palette == palette)
		return;
	terminal->palette = palette;
	resolve_pens(terminal);
}

enum vt_charset vt_terminal_charset(const struct vt_terminal *terminal)
{
	return terminal->charset;
}

enum vt_colours vt_terminal_colours(const struct vt_terminal *terminal)
{
	return terminal->colours;
}

void vt_terminal_forget(struct vt_terminal *terminal)
{
	terminal->known = false;
}
