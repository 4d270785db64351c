/*
 * Live views: a spectator's session reads any bytes. A view that it accepts can be painted in any
 * window, and written and read again without a change.
 */
#include "tests/fuzz/fuzz.h"

#include "door/play/play.h"
#include "door/watch/live_view.h"
#include "tests/engine/stock.h"

static void paint(const struct live_view *live, const struct content *content)
{
	static const int windows[][2] = {{80, 24}, {40, 20}, {132, 44}};
	const struct play_newest read = {live->view.status.turn, 1};
	for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
		struct play *play = play_watch_new();
		struct vt_frame frame = {0};
		assert(vt_frame_resize(&frame, windows[i][0], windows[i][1]));
		play_watch_live(play, live, content, &read);
		play_paint(play, &frame);
		vt_frame_free(&frame);
		play_watch_free(play);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct content *content;
	static struct live_view live, again;
	static uint8_t first[LIVE_VIEW_BYTES_MAX], second[LIVE_VIEW_BYTES_MAX];
	size_t length;
	if (content == NULL)
		content = stock_hardy_content();
	if (!live_view_decode(&live, bytes, size))
		return 0;
	length = live_view_encode(&live, first);
	assert(live_view_decode(&again, first, length));
	assert(live_view_encode(&again, second) == length);
	assert(memcmp(first, second, length) == 0);
	if (live_view_fits(&live, content))
		paint(&live, content);
	return 0;
}
