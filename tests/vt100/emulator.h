/*
 * A strict terminal for tests: what it was not told to know is a failure, and so is what real
 * terminals disagree about.
 *
 * It either holds the wrap at the last column pending (VT100, xterm) or wraps at once (SyncTERM).
 * After a character in the last column only what means the same on both may follow.  A character on
 * the last cell is a failure.  Erasing and scrolling fill with the present pen when that reverses,
 * as the strictest terminals do.  A lone LF away from the first column is a failure unless the
 * terminal grants it.
 */
#ifndef TRAPDOOR_TESTS_EMULATOR_H
#define TRAPDOOR_TESTS_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum emulator_knows {
	KNOWS_DRAWING = 1,
	KNOWS_INDEX = 2,
	KNOWS_SCROLL = 4,
	KNOWS_LINE_FEED = 8,
	KNOWS_CURSOR = 16,
	KNOWS_OFF = 32,
	KNOWS_FAINT = 64,
	KNOWS_ERASE = 128,
	KNOWS_UTF8 = 256,
	KNOWS_8_COLOURS = 512,
	KNOWS_16_COLOURS = 1024,
	KNOWS_256_COLOURS = 2048,
	KNOWS_KEEP = 4096,
	KNOWS_TRUECOLOUR = 8192,
	KNOWS_CLEAR_ALL = 16384, /* ED erases the whole screen alone, and the cursor goes home */
	KNOWS_EDIT_ROWS = 32768  /* IL and DL */
};

#define EMULATOR_RGB 0x1000000u

struct emulator_pen {
	/* 0: its own, else index + 1, or EMULATOR_RGB and 24 bits */
	uint32_t colour, back;
	bool bold, faint, underline, reverse;
};

struct emulator_cell {
	/* Unicode, or the byte of a charset of bytes; 0x100 + byte for DEC graphics. */
	uint32_t character;
	struct emulator_pen pen;
};

struct emulator {
	unsigned knows;
	bool wraps_at_once;
	int width, height, x, y, top, bottom;
	bool pending; /* the last column was written */
	bool shifted, designated, hidden;
	int bells;
	int last;       /* the last cell that was written, row by row */
	bool backwards; /* a cell was written after a later one */
	struct emulator_pen pen;
	struct {
		int x, y;
		bool shifted, is;
		struct emulator_pen pen;
	} kept;
	struct emulator_cell *cells;
	char failure[120];
};

static inline void emulator_fail(struct emulator *emulator, const char *what, int number)
{
	if (emulator->failure[0] == '\0')
		snprintf(emulator->failure, sizeof(emulator->failure), "%s (%d) at %d,%d", what,
			number, emulator->x, emulator->y);
}

static inline struct emulator_cell *emulator_at(const struct emulator *emulator, int x, int y)
{
	return &emulator->cells[y * emulator->width + x];
}

static inline void emulator_begin(
	struct emulator *emulator, int width, int height, unsigned knows, bool wraps_at_once)
{
	*emulator = (struct emulator){.knows = knows,
		.wraps_at_once = wraps_at_once,
		.width = width,
		.height = height,
		.bottom = height - 1};
	emulator->cells = calloc((size_t)width * (size_t)height, sizeof(*emulator->cells));
	/* The result must not depend on earlier contents. */
	for (int i = 0; i < width * height; i++)
		emulator->cells[i].character = '~';
}

static inline void emulator_end(struct emulator *emulator)
{
	free(emulator->cells);
	emulator->cells = NULL;
}

static inline void emulator_erase(struct emulator *emulator, int from, int to)
{
	for (int i = from; i < to; i++)
		emulator->cells[i] = (struct emulator_cell){.character = ' ',
			.pen.reverse = emulator->pen.reverse,
			.pen.back = emulator->pen.back};
}

static inline void emulator_scroll(struct emulator *emulator, int by)
{
	int width = emulator->width, rows = emulator->bottom - emulator->top;
	struct emulator_cell *top = emulator_at(emulator, 0, emulator->top);
	size_t size = sizeof(*top) * (size_t)width * (size_t)rows;
	int row = by > 0 ? emulator->bottom : emulator->top;

	memmove(by > 0 ? top : top + width, by > 0 ? top + width : top, size);
	emulator_erase(emulator, row * width, (row + 1) * width);
}

/* Inserts or deletes rows at the cursor. Terminals disagree about its column, unless that is the
 * first. */
static inline void emulator_edit_rows(struct emulator *emulator, int count, bool inserts)
{
	int top = emulator->top;

	if (emulator->x > 0 || emulator->pending)
		emulator_fail(emulator, "IL or DL away from the first column", emulator->x);
	if (emulator->y < top || emulator->y > emulator->bottom)
		emulator_fail(emulator, "IL or DL outside of the margins", emulator->y);
	if (count > emulator->bottom - emulator->y + 1)
		emulator_fail(emulator, "IL or DL of more rows than there are", count);
	emulator->top = emulator->y;
	for (int i = 0; i < count && emulator->failure[0] == '\0'; i++)
		emulator_scroll(emulator, inserts ? -1 : 1);
	emulator->top = top;
}

static inline void emulator_index(struct emulator *emulator, int by)
{
	if (emulator->pending)
		emulator_fail(emulator, "index while the wrap is uncertain", by);
	int margin = by > 0 ? emulator->bottom : emulator->top;
	if (emulator->y == margin)
		emulator_scroll(emulator, by);
	else if (emulator->y + by >= 0 && emulator->y + by < emulator->height)
		emulator->y += by;
}

static inline void emulator_print(struct emulator *emulator, uint32_t character)
{
	if (emulator->pending)
		emulator_fail(emulator, "a character relies on wrapping", (int)character);
	if (emulator->x == emulator->width - 1 && emulator->y == emulator->height - 1) {
		emulator_fail(emulator, "a character on the last cell", (int)character);
		return;
	}
	emulator->backwards |= emulator->y * emulator->width + emulator->x < emulator->last;
	emulator->last = emulator->y * emulator->width + emulator->x;
	*emulator_at(emulator, emulator->x, emulator->y) =
		(struct emulator_cell){.character = character, .pen = emulator->pen};
	if (emulator->x < emulator->width - 1) {
		emulator->x++;
		return;
	}
	emulator->pending = true;
	if (emulator->wraps_at_once) {
		emulator->x = 0;
		emulator->y++;
	}
}

static inline uint32_t emulator_colour(struct emulator *emulator, int index)
{
	unsigned need = index < 8    ? KNOWS_8_COLOURS
			: index < 16 ? KNOWS_16_COLOURS
				     : KNOWS_256_COLOURS;

	if (!(emulator->knows & need))
		emulator_fail(emulator, "a colour that it does not have", index);
	return (uint32_t)(index + 1);
}

static inline void emulator_attribute(struct emulator *emulator, int number)
{
	struct emulator_pen *pen = &emulator->pen;
	bool off = number == 22 || number == 24 || number == 27 || number == 39 || number == 49;

	if ((off && !(emulator->knows & KNOWS_OFF)) ||
		(number == 2 && !(emulator->knows & KNOWS_FAINT)))
		emulator_fail(emulator, "an attribute that it does not have", number);
	if (number == 0)
		*pen = (struct emulator_pen){0};
	else if (number == 1)
		pen->bold = true;
	else if (number == 22)
		pen->bold = pen->faint = false;
	else if (number == 2)
		pen->faint = true;
	else if (number == 4 || number == 24)
		pen->underline = number == 4;
	else if (number == 7 || number == 27)
		pen->reverse = number == 7;
	else if (number == 39)
		pen->colour = 0;
	else if (number == 49)
		pen->back = 0;
	else if (number >= 30 && number <= 37)
		pen->colour = emulator_colour(emulator, number - 30);
	else if (number >= 90 && number <= 97)
		pen->colour = emulator_colour(emulator, number - 90 + 8);
	else if (number >= 40 && number <= 47)
		pen->back = emulator_colour(emulator, number - 40);
	else
		emulator_fail(emulator, "an unknown attribute", number);
}

static inline void emulator_sgr(struct emulator *emulator, const int *parameters, int count)
{
	for (int i = 0; i < count; i++) {
		bool back = parameters[i] == 48, any = back || parameters[i] == 38;
		uint32_t *colour = back ? &emulator->pen.back : &emulator->pen.colour;

		if (any && i + 2 < count && parameters[i + 1] == 5) {
			if (!(emulator->knows & KNOWS_256_COLOURS))
				emulator_fail(emulator, "256 colours", parameters[i + 2]);
			*colour = (uint32_t)(parameters[i + 2] + 1);
			i += 2;
		} else if (any && i + 4 < count && parameters[i + 1] == 2) {
			if (!(emulator->knows & KNOWS_TRUECOLOUR))
				emulator_fail(emulator, "truecolour", parameters[i + 2]);
			*colour = EMULATOR_RGB | (uint32_t)parameters[i + 2] << 16 |
				  (uint32_t)parameters[i + 3] << 8 | (uint32_t)parameters[i + 4];
			i += 4;
		} else {
			emulator_attribute(emulator, parameters[i]);
		}
	}
}

static inline void emulator_place(struct emulator *emulator, int x, int y)
{
	if (x < 0 || y < 0 || x >= emulator->width || y >= emulator->height) {
		emulator_fail(emulator, "motion beyond the screen", y * 1000 + x);
		return;
	}
	emulator->x = x;
	emulator->y = y;
}

static inline void emulator_relative(struct emulator *emulator, int dx, int dy)
{
	if (emulator->pending)
		emulator_fail(emulator, "relative motion while the wrap is uncertain", dx);
	emulator_place(emulator, emulator->x + dx, emulator->y + dy);
}

static inline void emulator_control(
	struct emulator *emulator, const int *given, int count, char final)
{
	int one = given[0] > 0 ? given[0] : 1, at = emulator->y * emulator->width + emulator->x;
	bool simple = count == 1 && given[0] == 0;

	if (final == 'm') {
		emulator_sgr(emulator, given, count);
	} else if (final == 'H') {
		emulator->pending = false;
		emulator_place(emulator, (count > 1 && given[1] > 0 ? given[1] : 1) - 1, one - 1);
	} else if (strchr("ABCD", final) != NULL) {
		emulator_relative(emulator,
			final == 'C'   ? one
			: final == 'D' ? -one
				       : 0,
			final == 'B'   ? one
			: final == 'A' ? -one
				       : 0);
	} else if (final == 'K' && simple && !emulator->pending) {
		emulator_erase(emulator, at, (emulator->y + 1) * emulator->width);
	} else if (final == 'J' && given[0] == 2 && emulator->knows & KNOWS_CLEAR_ALL) {
		emulator_erase(emulator, 0, emulator->width * emulator->height);
		emulator_place(emulator, 0, 0);
	} else if (final == 'J' && simple && !emulator->pending &&
		   !(emulator->knows & KNOWS_CLEAR_ALL)) {
		emulator_erase(emulator, at, emulator->width * emulator->height);
	} else if (final == 'X' && emulator->knows & KNOWS_ERASE && !emulator->pending) {
		emulator_erase(emulator, at, at + one);
	} else if ((final == 'L' || final == 'M') && emulator->knows & KNOWS_EDIT_ROWS) {
		emulator_edit_rows(emulator, one, final == 'L');
	} else if (final == 'r' && emulator->knows & KNOWS_SCROLL) {
		emulator->top = one - 1;
		emulator->bottom = (count > 1 && given[1] > 0 ? given[1] : emulator->height) - 1;
		emulator->x = emulator->y = 0;
		emulator->pending = false;
	} else {
		emulator_fail(emulator, "an unknown control sequence", final);
	}
}

static inline void emulator_keep(struct emulator *emulator)
{
	if (!(emulator->knows & KNOWS_KEEP))
		emulator_fail(emulator, "DECSC", 7);
	if (emulator->pending)
		emulator_fail(emulator, "kept while the wrap is uncertain", 7);
	emulator->kept.x = emulator->x;
	emulator->kept.y = emulator->y;
	emulator->kept.pen = emulator->pen;
	emulator->kept.shifted = emulator->shifted;
	emulator->kept.is = true;
}

/* Some restore the shift, and end a wrap that hangs; others do not. */
static inline void emulator_come_back(struct emulator *emulator)
{
	if (!emulator->kept.is)
		emulator_fail(emulator, "nothing was kept", 8);
	if (emulator->kept.shifted != emulator->shifted)
		emulator_fail(emulator, "the shift is uncertain", 8);
	if (emulator->pending)
		emulator_fail(emulator, "come back while the wrap is uncertain", 8);
	emulator->x = emulator->kept.x;
	emulator->y = emulator->kept.y;
	emulator->pen = emulator->kept.pen;
}

/* Returns the bytes of the sequence after ESC. */
static inline size_t emulator_escape(struct emulator *emulator, const uint8_t *bytes, size_t size)
{
	int given[16] = {0}, count = 1;
	size_t at = 1;

	if (size == 0)
		return 0;
	if (bytes[0] == 'D' || bytes[0] == 'M') {
		if (!(emulator->knows & KNOWS_INDEX))
			emulator_fail(emulator, "IND or RI", bytes[0]);
		emulator_index(emulator, bytes[0] == 'D' ? 1 : -1);
		return 1;
	}
	if (bytes[0] == '7' || bytes[0] == '8') {
		if (bytes[0] == '7')
			emulator_keep(emulator);
		else
			emulator_come_back(emulator);
		return 1;
	}
	if (size >= 2 && (memcmp(bytes, ")0", 2) == 0 || memcmp(bytes, "(B", 2) == 0)) {
		if (!(emulator->knows & KNOWS_DRAWING))
			emulator_fail(emulator, "a designation", bytes[0]);
		emulator->designated |= bytes[0] == ')';
		return 2;
	}
	if (size >= 5 && memcmp(bytes, "[?25", 4) == 0) {
		if (!(emulator->knows & KNOWS_CURSOR))
			emulator_fail(emulator, "DECTCEM", 25);
		emulator->hidden = bytes[4] == 'l';
		return 5;
	}
	if (bytes[0] != '[')
		emulator_fail(emulator, "an unknown escape", bytes[0]);
	for (; at < size && (bytes[at] == ';' || (bytes[at] >= '0' && bytes[at] <= '9')); at++) {
		if (bytes[at] == ';' && count < 16)
			count++;
		else
			given[count - 1] = given[count - 1] * 10 + bytes[at] - '0';
	}
	emulator_control(emulator, given, count, at < size ? (char)bytes[at] : '\0');
	return at + 1;
}

/* Returns the bytes taken. */
static inline size_t emulator_character(
	struct emulator *emulator, const uint8_t *bytes, size_t size)
{
	uint8_t byte = bytes[0];

	if (byte < 0x20 || byte == 0x7f) {
		emulator_fail(emulator, "a control byte", byte);
		return 1;
	}
	if (byte >= 0x80 && emulator->knows & KNOWS_UTF8) {
		if (byte >= 0xe0 && size >= 3) {
			emulator_print(
				emulator, (uint32_t)((byte & 0x0f) << 12 | (bytes[1] & 0x3f) << 6 |
						     (bytes[2] & 0x3f)));
			return 3;
		}
		emulator_print(emulator, (uint32_t)((byte & 0x1f) << 6 | (bytes[1] & 0x3f)));
		return 2;
	}
	bool drawn = emulator->shifted && emulator->designated && byte >= 0x5f;
	/* Linux consoles and tmux have arrows and a block there. */
	if (emulator->shifted && byte != 0 && strchr("+,-.0", byte) != NULL)
		emulator_fail(emulator, "a character that some draw while shifted", byte);
	emulator_print(emulator, drawn ? 0x100u + byte : byte);
	return 1;
}

static inline void emulator_write(struct emulator *emulator, const uint8_t *bytes, size_t size)
{
	for (size_t at = 0; at < size;) {
		uint8_t byte = bytes[at];

		if (byte == '\033') {
			at += 1 + emulator_escape(emulator, bytes + at + 1, size - at - 1);
			continue;
		}
		if (byte == '\007') {
			emulator->bells++;
		} else if (byte == '\b') {
			emulator_relative(emulator, -1, 0);
		} else if (byte == '\r') {
			emulator_relative(emulator, -emulator->x, 0);
		} else if (byte == '\n') {
			if (emulator->x > 0 && !(emulator->knows & KNOWS_LINE_FEED))
				emulator_fail(emulator, "a lone line feed", emulator->x);
			emulator_index(emulator, 1);
		} else if (byte == 0x0e || byte == 0x0f) {
			if (!(emulator->knows & KNOWS_DRAWING))
				emulator_fail(emulator, "a shift", byte);
			emulator->shifted = byte == 0x0e;
		} else {
			at += emulator_character(emulator, bytes + at, size - at);
			continue;
		}
		at++;
	}
}

/* Whether two cells look alike; plain blanks do in any pen. */
static inline bool emulator_looks_same(const struct emulator_cell *a, const struct emulator_cell *b)
{
	if (a->character != b->character || a->pen.back != b->pen.back ||
		a->pen.underline != b->pen.underline || a->pen.reverse != b->pen.reverse)
		return false;
	if (a->character == ' ' && !a->pen.underline && !a->pen.reverse)
		return true;
	return a->pen.colour == b->pen.colour && a->pen.bold == b->pen.bold &&
	       a->pen.faint == b->pen.faint;
}

#endif
