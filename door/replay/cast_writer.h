/*
 * Records frames with their times to a file, as a terminal recording.
 *
 * Two formats: asciicast version 2 (a line of JSON for each frame) and ttyrec (twelve bytes of time
 * and length before each frame). Both hold the output for a terminal with 256 colours and UTF-8. No
 * clock is read: equal frames and times make equal files.
 */
#ifndef TRAPDOOR_CAST_WRITER_H
#define TRAPDOOR_CAST_WRITER_H

#include "vt100/vt100.h"

#include <stdio.h>

struct cast_writer;

enum cast_form { CAST_FORM_ASCIICAST, CAST_FORM_TTYREC };

/* Returns NULL with errno if the file cannot be written. */
struct cast_writer *cast_writer_new(
	const char *path, enum cast_form form, int width, int height, const char *title);
/* The same for an open file, which the writer closes. */
struct cast_writer *cast_writer_to(
	FILE *file, enum cast_form form, int width, int height, const char *title);
/* Writes the differences of a frame, shown at_ms milliseconds after the beginning. Writes nothing
 * if nothing changed. */
void cast_writer_frame(struct cast_writer *writer, const struct vt_frame *frame, uint64_t at_ms);
/* Ends the recording and frees the writer. False if not everything was written. NULL is allowed. */
bool cast_writer_end(struct cast_writer *writer, uint64_t at_ms);

#endif
