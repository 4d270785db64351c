/*
 * Entries of terminfo: any bytes are refused, or give a kind that draws what it is shown and
 * decodes keys, within its bounds.
 *
 *     entry | 0xff 0xfe | keys; without the mark there are none
 */
#include "tests/fuzz/fuzz.h"

#include "door/config/terminfo.h"
#include "vt100/internal.h"

static size_t find_mark(const uint8_t *bytes, size_t size)
{
	for (size_t at = 0; at + 2 <= size; at++)
		if (bytes[at] == 0xff && bytes[at + 1] == 0xfe)
			return at;
	return size;
}

static void draw_on(const struct vt_kind *kind)
{
	struct vt_terminal *terminal = vt_terminal_new(kind, VT_UTF8, VT_TRUECOLOUR);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	int width = VT_WIDTH_MAX, height = VT_HEIGHT_MAX;
	assert(terminal != NULL);
	vt_kind_size(kind, &width, &height);
	vt_kind_fit(kind, &width, &height);
	assert(width <= VT_WIDTH_MAX && (width >= VT_WIDTH_PLAYABLE || vt_is_ansi(terminal)));
	assert(vt_frame_resize(&frame, width, height));
	vt_text(&frame, 3, 3, "Nobody hangs up.", VT_TITLE, VT_REVERSE, NULL);
	vt_render(terminal, &frame, &out);
	vt_text(&frame, 1, 7, "Nobody.", VT_DANGER, VT_BOLD | VT_UNDERLINE, NULL);
	vt_render(terminal, &frame, &out);
	out.size = 0;
	vt_render(terminal, &frame, &out);
	assert(out.size == 0);
	vt_leave(terminal, &out);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
}

static void decode(const struct vt_kind *kind, const uint8_t *bytes, size_t size)
{
	struct vt_keys keys;
	vt_keys_begin(&keys, kind);
	for (size_t at = 0; at < size; at++) {
		vt_keys_feed(&keys, bytes + at, 1);
		while (vt_keys_next(&keys) != VT_KEY_NONE)
			continue;
	}
	vt_keys_timeout(&keys);
	assert(!vt_keys_waiting(&keys));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct vt_bytes table = {0};
	const char *reason = NULL;
	size_t end = find_mark(bytes, size);
	bool added = terminfo_add(&table, "made", bytes, end, &reason);
	assert(added || reason != NULL);
	vt_kinds_order(&table);
	const struct vt_kind *kind = vt_kinds_find(vt_kinds_of(table.data, table.size), "MADE");
	if (kind != NULL && vt_kind_draws(kind)) {
		draw_on(kind);
		decode(kind, bytes + end, size - end);
	}
	vt_bytes_free(&table);
	return 0;
}
