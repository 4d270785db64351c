/* Parts of frames: a slow line gets the important cells first, and a key may come in between. */
#include "vt100/internal.h"

#include <stdlib.h>
#include <string.h>

static bool same_size(const struct vt_terminal *terminal, const struct vt_frame *frame)
{
	return terminal->known && terminal->shown.width == frame->width &&
	       terminal->shown.height == frame->height;
}

static bool inside(struct vt_area area, int x, int y)
{
	return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

void vt_render_part(struct vt_terminal *terminal, const struct vt_frame *frame, struct vt_area area,
	bool clears, struct vt_bytes *out)
{
	size_t count = (size_t)frame->width * (size_t)frame->height;
	struct vt_frame part = *frame;

	part.cells = calloc(count, sizeof(*part.cells));
	if (part.cells == NULL)
		return;
	clears |= !same_size(terminal, frame);
	for (size_t i = 0; i < count; i++) {
		bool wanted = inside(area, (int)i % frame->width, (int)i / frame->width);

		part.cells[i] = wanted   ? frame->cells[i]
				: clears ? (struct vt_cell){.glyph = ' '}
					 : terminal->shown.cells[i];
	}
	vt_render_frame(terminal, &part, true, out);
	free(part.cells);
}

bool vt_shows(const struct vt_terminal *terminal, const struct vt_frame *frame)
{
	size_t count = (size_t)frame->width * (size_t)frame->height;

	if (!same_size(terminal, frame))
		return false;
	/* The last cell is never written. */
	for (size_t i = 0; i + 1 < count; i++) {
		if (!vt_ink_equal(vt_resolve(terminal, terminal->shown.cells[i]),
			    vt_resolve(terminal, frame->cells[i])))
			return false;
	}
	return true;
}

bool vt_mostly_differs(const struct vt_terminal *terminal, const struct vt_frame *frame)
{
	int ink = 0, kept = 0;

	if (!same_size(terminal, frame))
		return true;
	for (int i = 0; i < frame->width * frame->height - 1; i++) {
		if (terminal->shown.cells[i].glyph <= ' ')
			continue;
		ink++;
		kept += terminal->shown.cells[i].glyph == frame->cells[i].glyph;
	}
	return kept * 2 < ink;
}
