/*
 * Pens: the shortest SGR from one pen to another.
 *
 * There are two ways: reset and set everything (an empty first parameter resets), or change only
 * the differences if the kind can turn off single attributes. Both are written and the shorter is
 * used. SGR makes up most of the bytes that a game sends.
 */
#include "vt100/internal.h"

#include <string.h>

struct sgr {
	uint8_t bytes[PEN_BYTES_MAX];
	size_t size;
};

static void add_parameter(struct sgr *sgr, unsigned number)
{
	if (sgr->size > 2)
		sgr->bytes[sgr->size++] = ';';
	sgr->size += vt_number(sgr->bytes + sgr->size, number);
}

static void add_colour(struct sgr *sgr, uint16_t pen)
{
	unsigned colour = pen & PEN_COLOUR;

	if (colour == 0) {
		add_parameter(sgr, 39);
	} else if (colour <= 8) {
		add_parameter(sgr, 30 + colour - 1);
	} else if (colour <= 16) {
		add_parameter(sgr, 90 + colour - 9);
	} else {
		add_parameter(sgr, 38);
		add_parameter(sgr, 5);
		add_parameter(sgr, colour - 1);
	}
}

static void add_attributes(struct sgr *sgr, uint16_t pen)
{
	if (pen & PEN_BOLD)
		add_parameter(sgr, 1);
	if (pen & PEN_FAINT)
		add_parameter(sgr, 2);
	if (pen & PEN_UNDERLINE)
		add_parameter(sgr, 4);
	if (pen & PEN_REVERSE)
		add_parameter(sgr, 7);
}

static void begin(struct sgr *sgr)
{
	sgr->bytes[0] = '\033';
	sgr->bytes[1] = '[';
	sgr->size = 2;
}

static void write_from_scratch(struct sgr *sgr, uint16_t to)
{
	begin(sgr);
	if (to != PEN_PLAIN) {
		/* The separator alone makes the first parameter empty, which means 0. */
		sgr->bytes[sgr->size++] = ';';
		struct sgr rest;
		begin(&rest);
		add_attributes(&rest, to);
		if (to & PEN_COLOUR)
			add_colour(&rest, to);
		memcpy(sgr->bytes + sgr->size, rest.bytes + 2, rest.size - 2);
		sgr->size += rest.size - 2;
	}
	sgr->bytes[sgr->size++] = 'm';
}

static void write_difference(struct sgr *sgr, uint16_t from, uint16_t to)
{
	uint16_t off = from & (uint16_t)~to, on = to & (uint16_t)~from;

	begin(sgr);
	if (off & (PEN_BOLD | PEN_FAINT))
		add_parameter(sgr, 22);
	if (off & PEN_UNDERLINE)
		add_parameter(sgr, 24);
	if (off & PEN_REVERSE)
		add_parameter(sgr, 27);
	add_attributes(sgr, on);
	if ((from & PEN_COLOUR) != (to & PEN_COLOUR))
		add_colour(sgr, to);
	sgr->bytes[sgr->size++] = 'm';
}

size_t vt_pen_change(
	const struct vt_kind *kind, uint16_t from, uint16_t to, uint8_t bytes[PEN_BYTES_MAX])
{
	if (from == to)
		return 0;
	struct sgr scratch, difference;
	struct sgr *best = &scratch;
	write_from_scratch(&scratch, to);
	if (from != PEN_UNKNOWN) {
		bool loses = (from & ~to & (uint16_t)~PEN_COLOUR) != 0 ||
			     ((from & PEN_COLOUR) != 0 && (to & PEN_COLOUR) == 0);
		if (!loses || kind->grants & GRANT_SGR_OFF) {
			write_difference(&difference, from, to);
			if (difference.size < scratch.size)
				best = &difference;
		}
	}
	memcpy(bytes, best->bytes, best->size);
	return best->size;
}
