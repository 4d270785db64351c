/* The kind of the client's terminal, and the size of its frame. */
#include "door/session/session_private.h"

const struct vt_kind *session_kind(const struct session *session)
{
	return vt_kind_choose(session->kind.described, transport_facts(session->transport)->term);
}

static int limited(int size, int most)
{
	return size < 1 ? 1 : size > most ? most : size;
}

/* A frame that has the size keeps its cells. */
void session_fit(struct session *session)
{
	const struct client_facts *facts = transport_facts(session->transport);
	int width = facts->width, height = facts->height;
	if (!facts->has_size)
		vt_kind_size(session_kind(session), &width, &height);
	if (!facts->has_size && session->options.size.width) {
		width = session->options.size.width;
		height = session->options.size.height;
	}
	vt_kind_fit(session_kind(session), &width, &height);
	width = limited(width, VT_WIDTH_MAX);
	height = limited(height, VT_HEIGHT_MAX);
	if (!session->frame.cells || width != session->frame.width ||
		height != session->frame.height)
		vt_frame_resize(&session->frame, width, height);
}
