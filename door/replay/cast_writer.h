/*
 * A tape: frames written to a file with the time of each, for those who show it later.
 *
 * Two forms: asciicast version 2 (a line of JSON for each frame) and ttyrec (twelve bytes of time
 * and length before each).  Both hold what an xterm of 256 colours in UTF-8 is sent.  Equal frames
 * and times make equal files: no clock of ours is in them.
 */
#ifndef TRAPDOOR_CAST_WRITER_H
#define TRAPDOOR_CAST_WRITER_H

#include "vt100/vt100.h"

struct cast_writer;

enum cast_form { CAST_FORM_ASCIICAST, CAST_FORM_TTYREC };

/* NULL when the file cannot be written; errno says why. */
struct cast_writer *cast_writer_new(
	const char *path, enum cast_form form, int width, int height, const char *title);
/* What the frame changes, shown so many milliseconds after the beginning.  A frame that changes
 * nothing leaves nothing. */
void cast_writer_frame(struct cast_writer *writer, const struct vt_frame *frame, uint64_t at_ms);
/* Ends the tape; false when not all of it could be written.  Frees it; NULL is written. */
bool cast_writer_end(struct cast_writer *writer, uint64_t at_ms);

#endif
