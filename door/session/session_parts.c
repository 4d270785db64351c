/*
 * Pictures in parts, for lines below 9600 baud.
 *
 * The surroundings of the hero come first, then the rows from top to bottom. A part is what the
 * line carries in a fraction of a second. Between two parts keys are taken, and then the newest
 * picture goes on.
 */
#include "door/session/session_private.h"

#define NEAR 5       /* the hero's surroundings: so many cells to each side */
#define PART_LEAST 8 /* bytes */
#define PARTS_A_SECOND 4

static bool part_is_full(const struct session *session)
{
	size_t size = session_baud(session) / 10 / PARTS_A_SECOND;
	return session->out.size >= (size > PART_LEAST ? size : PART_LEAST);
}

/* Sounds come with the first part. */
static void render_part(struct session *session, struct vt_area area, bool clears)
{
	vt_render_part(session->terminal, &session->frame, area, clears, &session->out);
	session->frame.bell = false;
	session->frame.tones = 0;
}

static void render_rows(struct session *session, struct vt_area area)
{
	for (int end = area.y + area.height; area.y < end && !part_is_full(session); area.y++) {
		area.height = 1;
		render_part(session, area, false);
	}
}

bool session_render_part(struct session *session)
{
	struct vt_frame *frame = &session->frame;
	const struct vt_area near = {
		frame->focus_x - NEAR, frame->focus_y - NEAR, 2 * NEAR + 1, 2 * NEAR + 1};
	if (vt_mostly_differs(session->terminal, frame))
		render_part(session, (struct vt_area){0}, true);
	if (frame->focus_x >= 0)
		render_rows(session, near);
	render_rows(session, (struct vt_area){0, 0, frame->width, frame->height});
	if (!vt_shows(session->terminal, frame))
		return false;
	vt_render(session->terminal, frame, &session->out);
	return true;
}
