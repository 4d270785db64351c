/* The title page with input fields, shared by the screens before the lobby. */
#ifndef TRAPDOOR_ENTRY_H
#define TRAPDOOR_ENTRY_H

#include "door/screen/screens.h"
#include "door/ui/ui.h"

/* Paints the title art and the text under it. Returns the row below. */
int entry_paint_title(const struct session *session, struct vt_frame *frame);
/* Paints a labelled input line and puts the cursor in it. */
void entry_paint_field(
	struct vt_frame *frame, int y, const char *label, const struct ui_input *input);
/* Paints a wrapped answer (refusals in red) under the field. */
void entry_paint_answer(struct vt_frame *frame, int y, const char *answer);
/* Over telnet, paints the notice that the connection is not encrypted, above the row `below`. Paint
 * it before the fields, which matter more in a low window. */
void entry_paint_notice(const struct session *session, struct vt_frame *frame, int below);
/* Adds the title, the host's banner and, over telnet, the notice to a page of line mode. */
void entry_lines(const struct session *session, struct lines_page *page);
/* Returns the left column of the fields. */
int entry_left(const struct vt_frame *frame);

#endif
