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

/* Adds a colour of the text (base 30) or of the background (base 40). */
static void add_colour(struct sgr *sgr, unsigned base, uint32_t colour)
{
	if (colour == 0) {
		add_parameter(sgr, base + 9);
	} else if (colour & COLOUR_TRUE) {
		add_parameter(sgr, base + 8);
		add_parameter(sgr, 2);
		add_parameter(sgr, colour >> 16 & 0xff);
		add_parameter(sgr, colour >> 8 & 0xff);
		add_parameter(sgr, colour & 0xff);
	} else if (colour <= 8) {
		add_parameter(sgr, base + colour - 1);
	} else if (colour <= 16) {
		add_parameter(sgr, base + 60 + colour - 9);
	} else {
		add_parameter(sgr, base + 8);
		add_parameter(sgr, 5);
		add_parameter(sgr, colour - 1);
	}
}

static void add_attributes(struct sgr *sgr, uint32_t pen)
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

static void write_from_scratch(struct sgr *sgr, uint32_t to)
{
	begin(sgr);
	if (to != PEN_PLAIN) {
		/* The separator alone makes the first parameter empty, which means 0. */
		sgr->bytes[sgr->size++] = ';';
		struct sgr rest;
		uint32_t front, back;
		begin(&rest);
		add_attributes(&rest, to);
		vt_pen_colours(to, &front, &back);
		if (front != 0)
			add_colour(&rest, 30, front);
		if (back != 0)
			add_colour(&rest, 40, back);
		memcpy(sgr->bytes + sgr->size, rest.bytes + 2, rest.size - 2);
		sgr->size += rest.size - 2;
	}
	sgr->bytes[sgr->size++] = 'm';
}

/* Writes the changes alone; none if both pens look the same. False if the kind cannot turn off
 * what must end. */
static bool write_difference(
	const struct vt_kind *kind, struct sgr *sgr, uint32_t from, uint32_t to)
{
	const uint32_t attributes = PEN_BOLD | PEN_FAINT | PEN_UNDERLINE | PEN_REVERSE;
	uint32_t off = from & ~to & attributes, on = to & ~from & attributes;
	uint32_t front, back, old_front, old_back;

	vt_pen_colours(from, &old_front, &old_back);
	vt_pen_colours(to, &front, &back);
	bool loses = off != 0 || (old_front != 0 && front == 0) || (old_back != 0 && back == 0);
	if (loses && !(kind->grants & GRANT_SGR_OFF))
		return false;
	begin(sgr);
	if (off & (PEN_BOLD | PEN_FAINT))
		add_parameter(sgr, 22);
	if (off & PEN_UNDERLINE)
		add_parameter(sgr, 24);
	if (off & PEN_REVERSE)
		add_parameter(sgr, 27);
	add_attributes(sgr, on);
	if (front != old_front)
		add_colour(sgr, 30, front);
	if (back != old_back)
		add_colour(sgr, 40, back);
	if (sgr->size == 2)
		sgr->size = 0;
	else
		sgr->bytes[sgr->size++] = 'm';
	return true;
}

size_t vt_pen_change(
	const struct vt_kind *kind, uint32_t from, uint32_t to, uint8_t bytes[PEN_BYTES_MAX])
{
	if (from == to)
		return 0;
	if (vt_address(kind) != NULL)
		return vt_address_pen_change(vt_address(kind), from, to, bytes);
	const struct vt_dialect *dialect = vt_dialect(kind->grants);
	if (dialect != NULL)
		return vt_dialect_pen_change(dialect, from, to, bytes);
	struct sgr scratch, difference;
	struct sgr *best = &scratch;
	write_from_scratch(&scratch, to);
	if (from != PEN_UNKNOWN && write_difference(kind, &difference, from, to) &&
		difference.size < scratch.size)
		best = &difference;
	memcpy(bytes, best->bytes, best->size);
	return best->size;
}
