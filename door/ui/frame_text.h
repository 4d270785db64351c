/* Prints frames as text. */
#ifndef TRAPDOOR_FRAME_TEXT_H
#define TRAPDOOR_FRAME_TEXT_H

#include "vt100/vt100.h"

/* Prints a frame on standard output in ASCII, without trailing blanks. */
void frame_print(const struct vt_frame *frame);

#endif
