/*
 * The part of a map larger than its window that is shown.
 *
 * The part moves by half windows, never smoothly, and only when the focus comes near its edge. So
 * most steps cost a few bytes, and a step back over the edge does not move it again.
 */
#include "door/play/play_private.h"

/* Scrolls by half a window, or to the edge of the map if that would be almost in sight. */
static int half_on(int scroll, int direction, int most, int window)
{
	int half = window / 2, near = half / 4;
	scroll += direction * (half > 0 ? half : 1);
	return scroll <= near ? 0 : scroll >= most - near ? most : scroll;
}

int16_t play_scroll(int scroll, int focus, int size, int window)
{
	int most = size - window, half = window / 2;
	/* After a scroll the focus is not near the opposite edge. */
	int margin = between(window / 6 + 1, 0, (window - half - half / 4) / 2);
	if (most <= 0)
		return 0;
	scroll = between(scroll, 0, most);
	while (scroll > 0 && focus - scroll < margin)
		scroll = half_on(scroll, -1, most, window);
	while (scroll < most && scroll + window - 1 - focus < margin)
		scroll = half_on(scroll, 1, most, window);
	return (int16_t)scroll;
}
