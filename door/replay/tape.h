/*
 * A tape: frames written to a file with the time of each, for those who show it later.
 *
 * Two forms: asciicast version 2 (a line of JSON for each frame) and ttyrec (twelve bytes of time
 * and length before each).  Both hold what an xterm of 256 colours in UTF-8 is sent.  Equal frames
 * and times make equal files: no clock of ours is in them.
 */
#ifndef TRAPDOOR_TAPE_H
#define TRAPDOOR_TAPE_H

#include "vt100/vt100.h"

struct tape;

enum tape_form { TAPE_CAST, TAPE_TTYREC };

/* NULL when the file cannot be written; errno says why. */
struct tape *tape_new(
	const char *path, enum tape_form form, int width, int height, const char *title);
/* What the frame changes, shown so many milliseconds after the beginning.  A frame that changes
 * nothing leaves nothing. */
void tape_frame(struct tape *tape, const struct vt_frame *frame, uint64_t at_ms);
/* Ends the tape; false when not all of it could be written.  Frees it; NULL is written. */
bool tape_end(struct tape *tape, uint64_t at_ms);

#endif
