/*
 * Terminals before ANSI X3.64: cursor addressing, erasing, and nothing else that they agree about.
 *
 * Attributes take a cell of their own on many of them, so everything is drawn plain. Some wrap at
 * once in the last column and others stay there, so the next motion is absolute.
 */
#include "vt100/internal.h"

#include <string.h>

static const struct vt_address vt52 = {.columns = 80,
	.rows = 24,
	.place = "\033Y",
	.origin = ' ',
	.clear = "\033H\033J",
	.erase_row = "\033K",
	.erase_below = "\033J"};

static const struct vt_address adm3a = {.columns = 80,
	.rows = 24,
	.place = "\033=",
	.origin = ' ',
	.clear = "\032",
	.control_arrows = true};

/* Televideo and Wyse. */
static const struct vt_address televideo = {.columns = 80,
	.rows = 24,
	.place = "\033=",
	.origin = ' ',
	.clear = "\032",
	.erase_row = "\033T",
	.erase_below = "\033Y",
	.control_arrows = true};

/* Rows and columns count from 1 behind US. There is no erasing to the end of the screen: CAN
 * erases a row. */
static const struct vt_address minitel = {.columns = 40,
	.rows = 24,
	.place = "\037",
	.origin = 'A',
	.clear = "\014",
	.function = 0x13};

const struct vt_address *vt_address(unsigned grants)
{
	return grants & GRANT_VT52      ? &vt52
	       : grants & GRANT_ADM3A   ? &adm3a
	       : grants & GRANT_TVI     ? &televideo
	       : grants & GRANT_MINITEL ? &minitel
					: NULL;
}

static void add_text(struct vt_motion *motion, const char *text)
{
	for (; *text != '\0'; text++)
		motion->bytes[motion->size++] = (uint8_t)*text;
}

/* True if the column is reached by a few backspaces, which never wrap there. */
static bool steps_back(const struct vt_state *from, int x, int y, size_t absolute)
{
	return from->x >= x && from->y == y && (size_t)(from->x - x) <= absolute;
}

void vt_address_motion(const struct vt_address *address, const struct vt_state *from, int x, int y,
	struct vt_motion *motion)
{
	size_t absolute = strlen(address->place) + 2;

	motion->size = 0;
	if (from->x >= 0 && steps_back(from, x, y, absolute)) {
		while (motion->size < from->x - x)
			motion->bytes[motion->size++] = '\b';
	} else if (from->x >= 0 && x == 0 && y >= from->y && (size_t)(y - from->y) < absolute - 1) {
		add_text(motion, "\r");
		for (int row = from->y; row < y; row++)
			add_text(motion, "\n");
	} else {
		add_text(motion, address->place);
		motion->bytes[motion->size++] = (uint8_t)(address->origin + y);
		motion->bytes[motion->size++] = (uint8_t)(address->origin + x);
	}
}

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
