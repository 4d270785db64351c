/*
 * The imagined contents of a terminal as bytes.
 *
 *     u8 version | u32 stamp | i16 width, height | i16 x, y | u32 pen | u8 flags | runs of cells
 *
 * Numbers are little-endian. A run is u8 length, u16 glyph, u8 role, u8 attributes, u8 shade. The
 * stamp is a number of all that turns cells into bytes: kind, charset, colours, background, pens,
 * shades and glyphs. A reader with another stamp would draw the same cells in other bytes, so to it
 * the contents are unknown.
 */
#include "vt100/internal.h"

#include <string.h>

#define PACK_VERSION 2
#define HEAD_SIZE 18
#define RUN_SIZE 6
#define RUN_MOST 255

enum { PACK_KNOWN = 1, PACK_SHIFTED = 2, PACK_HIDDEN = 4 };

static uint32_t stamp_add(uint32_t stamp, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		stamp = (stamp ^ ((const uint8_t *)bytes)[i]) * 16777619u; /* FNV-1a */
	return stamp;
}

static uint32_t stamp_of(const struct vt_terminal *terminal)
{
	const uint8_t settings[] = {(uint8_t)terminal->charset, (uint8_t)terminal->colours,
		(uint8_t)terminal->ground, (uint8_t)terminal->palette};
	uint32_t stamp = 2166136261u;

	stamp = stamp_add(stamp, terminal->kind->name, strlen(terminal->kind->name));
	stamp = stamp_add(stamp, &terminal->kind->grants, sizeof terminal->kind->grants);
	if (vt_grants(terminal, GRANT_DESCRIBED))
		stamp = stamp_add(stamp, &terminal->kind->address, sizeof terminal->kind->address);
	stamp = stamp_add(stamp, settings, sizeof settings);
	stamp = stamp_add(stamp, terminal->pens, sizeof terminal->pens);
	stamp = stamp_add(stamp, &terminal->shades, sizeof terminal->shades);
	for (unsigned glyph = ' '; glyph < VT_GLYPH_END; glyph++) {
		struct vt_symbol symbol = vt_symbol(terminal->charset, (uint16_t)glyph);

		stamp = stamp_add(stamp, symbol.bytes, symbol.size);
		stamp = stamp_add(stamp, &symbol.drawing, 1);
	}
	return stamp;
}

static void put(uint8_t **at, unsigned value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		*(*at)++ = (uint8_t)(value >> (8 * i));
}

static unsigned get(const uint8_t **at, size_t size)
{
	unsigned value = 0;

	for (size_t i = 0; i < size; i++)
		value |= (unsigned)*(*at)++ << (8 * i);
	return value;
}

/* ---- Packing ---- */

static bool same_cell(const struct vt_cell *a, const struct vt_cell *b)
{
	return a->glyph == b->glyph && a->role == b->role && a->attributes == b->attributes &&
	       a->shade == b->shade;
}

static void pack_cells(const struct vt_frame *shown, struct vt_bytes *out)
{
	size_t count = (size_t)shown->width * (size_t)shown->height;

	for (size_t i = 0; i < count;) {
		const struct vt_cell *cell = &shown->cells[i];
		uint8_t run[RUN_SIZE], *at = run;
		size_t length = 1;

		while (length < RUN_MOST && i + length < count && same_cell(cell, cell + length))
			length++;
		put(&at, (unsigned)length, 1);
		put(&at, cell->glyph, 2);
		put(&at, cell->role, 1);
		put(&at, cell->attributes, 1);
		put(&at, cell->shade, 1);
		vt_bytes_add(out, run, sizeof run);
		i += length;
	}
}

void vt_terminal_pack(const struct vt_terminal *terminal, struct vt_bytes *out)
{
	const struct vt_state *state = &terminal->state;
	uint8_t head[HEAD_SIZE], *at = head;
	unsigned flags = terminal->known ? PACK_KNOWN : 0;

	flags |= state->shifted ? PACK_SHIFTED : 0;
	flags |= state->hidden ? PACK_HIDDEN : 0;
	put(&at, PACK_VERSION, 1);
	put(&at, stamp_of(terminal), 4);
	put(&at, (uint16_t)terminal->shown.width, 2);
	put(&at, (uint16_t)terminal->shown.height, 2);
	put(&at, (uint16_t)state->x, 2);
	put(&at, (uint16_t)state->y, 2);
	put(&at, state->pen, 4);
	put(&at, flags, 1);
	vt_bytes_add(out, head, sizeof head);
	if (terminal->known)
		pack_cells(&terminal->shown, out);
}

/* ---- Unpacking ---- */

static bool unpack_cells(struct vt_frame *shown, const uint8_t *at, size_t size)
{
	size_t count = (size_t)shown->width * (size_t)shown->height, filled = 0;

	for (const uint8_t *end = at + size; filled < count && end - at >= RUN_SIZE;) {
		size_t length = get(&at, 1);
		struct vt_cell cell = {.glyph = (uint16_t)get(&at, 2)};
		unsigned role = get(&at, 1), attributes = get(&at, 1), shade = get(&at, 1);

		if (length == 0 || length > count - filled || role >= VT_COLOUR_ROLE_COUNT ||
			attributes >= ATTRIBUTE_SETS || shade > VT_SHADE_MEMORY)
			return false;
		cell.role = role & 31;
		cell.attributes = attributes & 15;
		cell.shade = shade & 127;
		while (length-- > 0)
			shown->cells[filled++] = cell;
		size -= RUN_SIZE;
	}
	return filled == count && size == 0;
}

static bool unpack_state(struct vt_terminal *terminal, const uint8_t *at)
{
	int width = (int16_t)get(&at, 2), height = (int16_t)get(&at, 2);
	struct vt_state state = {.x = (int16_t)get(&at, 2)};
	unsigned flags;

	state.y = (int16_t)get(&at, 2);
	state.pen = get(&at, 4);
	flags = get(&at, 1);
	state.shifted = (flags & PACK_SHIFTED) != 0;
	state.hidden = (flags & PACK_HIDDEN) != 0;
	if (!(flags & PACK_KNOWN) || width < 1 || width > VT_WIDTH_MAX || height < 1 ||
		height > VT_HEIGHT_MAX || state.x < -1 || state.x >= width || state.y < 0 ||
		state.y >= height || !vt_pen_valid(state.pen))
		return false;
	terminal->state = state;
	return vt_frame_resize(&terminal->shown, width, height);
}

bool vt_terminal_unpack(struct vt_terminal *terminal, const uint8_t *bytes, size_t size)
{
	const uint8_t *at = bytes;

	vt_terminal_forget(terminal);
	if (size < HEAD_SIZE || get(&at, 1) != PACK_VERSION || get(&at, 4) != stamp_of(terminal) ||
		!unpack_state(terminal, at) ||
		!unpack_cells(&terminal->shown, bytes + HEAD_SIZE, size - HEAD_SIZE))
		return false;
	terminal->known = true;
	/* The other process has asked for the marks of pastes. */
	terminal->paste_sent = terminal->paste && vt_grants(terminal, GRANT_PASTE);
	return true;
}
