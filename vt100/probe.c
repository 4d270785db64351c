/*
 * Asking a terminal what it is, for clients that say nothing about theirs.
 *
 * The questions are sent as one burst: the device attributes, the cursor in the last cell, which is
 * the size, and the cursor behind one letter of UTF-8, which is one cell or two. Answers come from
 * strangers, so that each is bounded and may be nonsense.
 */
#include "vt100/internal.h"

#include <stdlib.h>
#include <string.h>

#define DEVICE_CTERM "=67;84;101;114;109" /* "CTerm" */

/* Returns the row for the first number of device attributes that begin with '?'. A terminal of
 * another maker is at least a VT100. */
static const char *device_row(unsigned long number)
{
	static const struct {
		unsigned long number;
		const char *row;
	} rows[] = {{6, "vt102"}, {62, "vt220"}, {63, "vt320"}, {64, "vt420"}, {65, "vt520"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].number == number)
			return rows[i].row;
	}
	return "vt100";
}

bool vt_probe_utf8(const struct vt_probe *probe)
{
	return probe->reports == 2 && probe->column[1] == 2;
}

const char *vt_probe_kind(const struct vt_probe *probe)
{
	if (strncmp(probe->device, DEVICE_CTERM, strlen(DEVICE_CTERM)) == 0)
		return "cterm";
	if (vt_probe_utf8(probe))
		return "probed";
	if (probe->device[0] == '?')
		return device_row(strtoul(probe->device + 1, NULL, 10));
	/* Programs for bulletin boards report the cursor and no attributes. */
	return probe->reports > 0 ? "ansi" : NULL;
}

bool vt_probe_size(const struct vt_probe *probe, int *width, int *height)
{
	if (probe->reports == 0 || probe->row[0] < 2 || probe->column[0] < 2)
		return false;
	*width = probe->column[0];
	*height = probe->row[0];
	return true;
}

bool vt_probe_take(struct vt_probe *probe, const uint8_t *bytes, size_t size)
{
	unsigned long row, column;
	char text[VT_PROBE_DEVICE_MAX + 1], *end;
	char final = (char)bytes[size - 1];

	if (!probe->asked || size > VT_PROBE_DEVICE_MAX)
		return false;
	memcpy(text, bytes, size - 1);
	text[size - 1] = '\0';
	if (final == 'c' && (text[0] == '?' || text[0] == '=') && probe->device[0] == '\0') {
		memcpy(probe->device, text, size);
		return true;
	}
	row = strtoul(text, &end, 10);
	if (final != 'R' || probe->reports == 2 || end == text || *end++ != ';')
		return false;
	column = strtoul(end, &end, 10);
	if (*end != '\0' || row > UINT16_MAX || column > UINT16_MAX)
		return false;
	probe->row[probe->reports] = (uint16_t)row;
	probe->column[probe->reports++] = (uint16_t)column;
	return true;
}
