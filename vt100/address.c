/*
 * Terminals before ANSI X3.64: cursor addressing, erasing, and nothing else that they agree about.
 *
 * Attributes take a cell of their own on many of them, so the kinds of the table are drawn plain.
 * Of described kinds the attributes count that take no cell. Some terminals wrap at once in the
 * last column and others stay there, so the next motion is absolute.
 */
#include "vt100/internal.h"

#include <string.h>

static const struct vt_address vt52 = {.columns = 80,
	.rows = 24,
	.place = {.texts = {"\033Y"}, .bytes = true, .origin = {' ', ' '}},
	.clear = "\033H\033J",
	.erase_row = "\033K",
	.erase_below = "\033J",
	.steps = true};

static const struct vt_address adm3a = {.columns = 80,
	.rows = 24,
	.place = {.texts = {"\033="}, .bytes = true, .origin = {' ', ' '}},
	.clear = "\032",
	.steps = true,
	.control_arrows = true};

/* Televideo and Wyse. */
static const struct vt_address televideo = {.columns = 80,
	.rows = 24,
	.place = {.texts = {"\033="}, .bytes = true, .origin = {' ', ' '}},
	.clear = "\032",
	.erase_row = "\033T",
	.erase_below = "\033Y",
	.steps = true,
	.control_arrows = true};

/* Rows and columns count from 1 behind US. There is no erasing to the end of the screen: CAN
 * erases a row. */
static const struct vt_address minitel = {.columns = 40,
	.rows = 24,
	.place = {.texts = {"\037"}, .bytes = true, .origin = {'A', 'A'}},
	.clear = "\014",
	.steps = true,
	.function = 0x13};

const struct vt_address *vt_address(const struct vt_kind *kind)
{
	return kind->grants & GRANT_DESCRIBED ? &kind->address
	       : kind->grants & GRANT_VT52    ? &vt52
	       : kind->grants & GRANT_ADM3A   ? &adm3a
	       : kind->grants & GRANT_TVI     ? &televideo
	       : kind->grants & GRANT_MINITEL ? &minitel
					      : NULL;
}

/* ---- Motion ---- */

static void add_text(struct vt_motion *motion, const char *text)
{
	for (; *text != '\0'; text++)
		motion->bytes[motion->size++] = (uint8_t)*text;
}

static void add_coordinate(
	struct vt_motion *motion, const struct vt_place *place, bool column, unsigned number)
{
	uint8_t digits[3];

	number += place->origin[column];
	if (place->bytes) {
		motion->bytes[motion->size++] = (uint8_t)number;
		return;
	}
	size_t size = vt_number(digits, number);
	for (size_t i = size; i < place->digits[column]; i++)
		motion->bytes[motion->size++] = '0';
	memcpy(motion->bytes + motion->size, digits, size);
	motion->size = (uint8_t)(motion->size + size);
}

static void add_absolute(
	struct vt_motion *motion, const struct vt_place *place, unsigned x, unsigned y)
{
	bool column = place->column_first;

	add_text(motion, place->texts[0]);
	add_coordinate(motion, place, column, column ? x : y);
	add_text(motion, place->texts[1]);
	add_coordinate(motion, place, !column, column ? y : x);
	add_text(motion, place->texts[2]);
}

/* Writes the motion by steps. False if they are no shorter than so many bytes, or if there are
 * none: a few backspaces never wrap there. */
static bool add_few_steps(const struct vt_address *address, const struct vt_state *from, int x,
	int y, struct vt_motion *motion, int less)
{
	if (!address->steps || from->x < 0)
		return false;
	if (from->x >= x && from->y == y && from->x - x <= less) {
		while (motion->size < from->x - x)
			motion->bytes[motion->size++] = '\b';
		return true;
	}
	if (x != 0 || y < from->y || y - from->y >= less - 1)
		return false;
	add_text(motion, "\r");
	for (int row = from->y; row < y; row++)
		add_text(motion, "\n");
	return true;
}

void vt_address_motion(const struct vt_address *address, const struct vt_state *from, int x, int y,
	struct vt_motion *motion)
{
	struct vt_motion steps = {0};

	motion->size = 0;
	add_absolute(motion, &address->place, (unsigned)x, (unsigned)y);
	if (from->x == x && from->y == y)
		motion->size = 0;
	else if (add_few_steps(address, from, x, y, &steps, motion->size))
		*motion = steps;
}

/* ---- Attributes ---- */

static size_t add_attribute(uint8_t *bytes, uint32_t added, uint32_t pen, const char *text)
{
	size_t size = added & pen ? strlen(text) : 0;

	memcpy(bytes, text, size);
	return size;
}

size_t vt_address_pen_change(
	const struct vt_address *address, uint32_t from, uint32_t to, uint8_t bytes[PEN_BYTES_MAX])
{
	bool anew = from == PEN_UNKNOWN || (from & ~to) != 0;
	uint32_t added = anew ? to : to & ~from;
	size_t size = anew ? strlen(address->plain) : 0;

	_Static_assert(sizeof address->plain + 3 * sizeof address->reverse <= PEN_BYTES_MAX,
		"all attributes fit");
	if (address->plain[0] == '\0')
		return 0;
	memcpy(bytes, address->plain, size);
	size += add_attribute(bytes + size, added, PEN_REVERSE, address->reverse);
	size += add_attribute(bytes + size, added, PEN_UNDERLINE, address->underline);
	return size + add_attribute(bytes + size, added, PEN_BOLD, address->bold);
}

/* ---- Keys ---- */

uint16_t vt_address_key(const struct vt_address *address, uint8_t byte)
{
	static const uint16_t arrows[] = {
		VT_KEY_LEFT, VT_KEY_NONE, VT_KEY_DOWN, VT_KEY_UP, VT_KEY_RIGHT};

	if (!address->control_arrows || byte < '\b' || byte > '\f')
		return VT_KEY_NONE;
	return arrows[byte - '\b'];
}

/* The keys of a Minitel by the letter behind SEP: Envoi, Retour, Repetition, Guide, Annulation,
 * Sommaire, Correction, Suite. */
uint16_t vt_address_function(uint8_t byte)
{
	static const uint16_t keys[] = {'\r', VT_KEY_PAGE_UP, 'R' - 64, '?', VT_KEY_ESCAPE,
		VT_KEY_HOME, '\b', VT_KEY_PAGE_DOWN};

	return byte >= 'A' && byte <= 'H' ? keys[byte - 'A'] : VT_KEY_NONE;
}
