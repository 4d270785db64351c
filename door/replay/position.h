/* The position of a replay or of a live run, painted into the status of play or into a row of its
 * own. */
#ifndef TRAPDOOR_POSITION_H
#define TRAPDOOR_POSITION_H

#include "vt100/vt100.h"

#include <stdint.h>

struct position {
	const char *player;
	uint32_t turn;
	int percent;       /* of the run; -1: not shown */
	const char *state; /* "stopped", "live", ... */
	const char *keys;  /* shown in a row of its own, as ui_items paints it */
};

/* Paints `play` with the position: up to 24 rows in a corner of the status, shortened to fit, else
 * in the last row, which play then does not have. */
void position_paint(const struct position *position, struct vt_frame *frame,
	void (*play)(void *context, struct vt_frame *frame), void *context);

/* Paints a text at the right end of one of the status rows, if both its ends are blank there. */
void position_paint_corner(struct vt_frame *frame, const char *text);

#endif
