/* What the screens before the lobby share: the title page with a field or two on it. */
#ifndef TRAPDOOR_ENTRY_H
#define TRAPDOOR_ENTRY_H

#include "door/screen/screens.h"
#include "door/ui/ui.h"

/* The title art and the words under it; returns the row below. */
int entry_paint_title(const struct session *session, struct vt_frame *frame);
/* A labelled input, with the cursor in it. */
void entry_paint_field(
	struct vt_frame *frame, int y, const char *label, const struct ui_input *input);
/* An answer (refusals in red) under the field, wrapped. */
void entry_paint_answer(struct vt_frame *frame, int y, const char *answer);
/* The column where entries begin. */
int entry_left(const struct vt_frame *frame);

#endif
