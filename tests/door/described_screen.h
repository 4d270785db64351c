/*
 * The screen of a terminal that an entry of terminfo describes, for tests.
 *
 * It knows the texts of the entry as they are, and the motions that unibilium computes for every
 * cell. Any other control is a failure. So are a relative motion behind the last column, a motion
 * beyond the screen, erasing in reverse, and the last cell.
 */
#ifndef TRAPDOOR_TESTS_DESCRIBED_SCREEN_H
#define TRAPDOOR_TESTS_DESCRIBED_SCREEN_H

#include <stdio.h>
#include <string.h>
#include <unibilium.h>

#include "vt100/vt100.h"

#define DESCRIBED_WIDTH 80
#define DESCRIBED_HEIGHT 24
#define DESCRIBED_PLACES (DESCRIBED_WIDTH * DESCRIBED_HEIGHT)

enum described_fixed {
	FIXED_clear,
	FIXED_el,
	FIXED_ed,
	FIXED_sgr0,
	FIXED_rev,
	FIXED_smul,
	FIXED_bold,
	FIXED_smcup,
	FIXED_rmcup,
	FIXED_COUNT
};

struct described_screen {
	int width, height, x, y;
	bool wraps, behind;
	unsigned pen; /* of enum vt_attribute */
	char fixed[FIXED_COUNT][64];
	char places[DESCRIBED_PLACES][48];
	char cells[DESCRIBED_PLACES];
	unsigned pens[DESCRIBED_PLACES];
	char failure[100];
};

static inline void described_strip(char *to, size_t size, const char *text)
{
	const char *pad;

	snprintf(to, size, "%.*s", (int)size - 1, text == NULL ? "" : text);
	while ((pad = strstr(to, "$<")) != NULL && strchr(pad, '>') != NULL)
		memmove(to + (pad - to), strchr(pad, '>') + 1, strlen(strchr(pad, '>')));
}

/* Writes the motion of the entry to a cell. */
static inline void described_place(char *to, size_t size, const unibi_term *entry, int x, int y)
{
	unibi_var_t values[9] = {unibi_var_from_num(y), unibi_var_from_num(x)};
	char text[64] = "";
	size_t length =
		unibi_run(unibi_get_str(entry, unibi_cursor_address), values, text, sizeof text);

	text[length < sizeof text ? length : 0] = '\0';
	described_strip(to, size, text);
}

static inline void described_begin(
	struct described_screen *screen, const unibi_term *entry, int width, int height)
{
	static const enum unibi_string names[FIXED_COUNT] = {unibi_clear_screen, unibi_clr_eol,
		unibi_clr_eos, unibi_exit_attribute_mode, unibi_enter_reverse_mode,
		unibi_enter_underline_mode, unibi_enter_bold_mode, unibi_enter_ca_mode,
		unibi_exit_ca_mode};

	memset(screen, 0, sizeof *screen);
	screen->width = width;
	screen->height = height;
	screen->wraps = unibi_get_bool(entry, unibi_auto_right_margin);
	for (int i = 0; i < FIXED_COUNT; i++)
		described_strip(
			screen->fixed[i], sizeof screen->fixed[i], unibi_get_str(entry, names[i]));
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			described_place(screen->places[y * width + x], sizeof screen->places[0],
				entry, x, y);
	memset(screen->cells, '!', sizeof screen->cells);
}

static inline void described_fail(struct described_screen *screen, const char *what, int number)
{
	if (screen->failure[0] == '\0')
		snprintf(screen->failure, sizeof screen->failure, "%s (%02x) at %d,%d", what,
			number, screen->x, screen->y);
}

static inline void described_erase(struct described_screen *screen, int from, int end)
{
	if (screen->pen & VT_REVERSE)
		described_fail(screen, "erasing in reverse", from);
	if (screen->behind)
		described_fail(screen, "erasing behind the last column", from);
	for (int at = from; at < end; at++) {
		screen->cells[at] = ' ';
		screen->pens[at] = 0;
	}
}

static inline void described_do(struct described_screen *screen, enum described_fixed fixed)
{
	int at = screen->y * screen->width + screen->x;

	switch (fixed) {
	case FIXED_clear:
		screen->behind = false;
		described_erase(screen, 0, screen->width * screen->height);
		screen->x = screen->y = 0;
		break;
	case FIXED_el:
		described_erase(screen, at, (screen->y + 1) * screen->width);
		break;
	case FIXED_ed:
		described_erase(screen, at, screen->width * screen->height);
		break;
	case FIXED_sgr0:
		screen->pen = 0;
		break;
	case FIXED_rev:
		screen->pen |= VT_REVERSE;
		break;
	case FIXED_smul:
		screen->pen |= VT_UNDERLINE;
		break;
	case FIXED_bold:
		screen->pen |= VT_BOLD;
		break;
	default:
		break;
	}
}

/* Does what the longest text of the entry says that begins here. Returns its bytes; 0: none. */
static inline size_t described_text(struct described_screen *screen, const char *bytes, size_t left)
{
	size_t best = 0, length;
	int fixed = -1, place = -1;

	for (int i = 0; i < FIXED_COUNT; i++) {
		length = strlen(screen->fixed[i]);
		if (length > best && length <= left &&
			memcmp(screen->fixed[i], bytes, length) == 0) {
			best = length;
			fixed = i;
		}
	}
	for (int i = 0; i < screen->width * screen->height; i++) {
		length = strlen(screen->places[i]);
		if (length > best && length <= left &&
			memcmp(screen->places[i], bytes, length) == 0) {
			best = length;
			place = i;
		}
	}
	if (place >= 0) {
		screen->x = place % screen->width;
		screen->y = place / screen->width;
		screen->behind = false;
	} else if (fixed >= 0) {
		described_do(screen, (enum described_fixed)fixed);
	}
	return best;
}

static inline void described_print(struct described_screen *screen, char byte)
{
	int at = screen->y * screen->width + screen->x;

	if (screen->behind)
		described_fail(screen, "printing behind the last column", byte);
	if (at == screen->width * screen->height - 1)
		described_fail(screen, "the last cell", byte);
	screen->cells[at] = byte;
	screen->pens[at] = screen->pen;
	if (screen->x < screen->width - 1)
		screen->x++;
	else
		screen->behind = true;
}

static inline void described_step(struct described_screen *screen, char byte)
{
	if (screen->behind)
		described_fail(screen, "a relative motion behind the last column", byte);
	if (byte == '\r')
		screen->x = 0;
	else if (byte == '\b' && screen->x > 0)
		screen->x--;
	else if (byte == '\n' && screen->y < screen->height - 1)
		screen->y++;
	else
		described_fail(screen, "an unknown control", byte);
}

static inline void described_write(
	struct described_screen *screen, const uint8_t *bytes, size_t size)
{
	for (size_t at = 0; at < size;) {
		/* The motions of some kinds begin with a printable character. */
		bool lead = screen->places[0][0] == (char)bytes[at];
		size_t text = bytes[at] < ' ' || lead
				      ? described_text(screen, (const char *)bytes + at, size - at)
				      : 0;

		if (text == 0 && bytes[at] >= ' ')
			described_print(screen, (char)bytes[at]);
		else if (text == 0 && bytes[at] != 7)
			described_step(screen, (char)bytes[at]);
		at += text == 0 ? 1 : text;
	}
}

#endif
