/*
 * Keys from any bytes: a stream split anywhere is the same stream, a key is one that exists, and
 * nothing waits for ever.
 *
 *     the kind of terminal | where it is split | bytes
 *
 * The kind has the mouse from 128 on. With the bit 64 pastes are keys, in UTF-8. With the bit 32
 * the terminal was asked what it is, and its answers are no keys.
 */
#include "tests/fuzz/fuzz.h"

#include "vt100/vt100.h"

#define BYTES_MOST (VT_KEYS_QUEUED_MAX / 2)

static void begin(struct vt_keys *keys, unsigned kind)
{
	static const char *const kinds[] = {
		"", "xterm", "syncterm", "vt100", "linux", "vt220", "petscii", "atascii"};
	vt_keys_begin(keys, vt_kind_by_name(kinds[kind % (sizeof kinds / sizeof *kinds)]));
	keys->mouse = kind >= 128;
	keys->pastes = keys->utf8 = kind & 64;
	keys->probe.asked = kind & 32;
}

static void check_key(int key)
{
	if (key >= VT_KEY_MOUSE) {
		assert(key <= VT_KEY_WHEEL_DOWN);
		return;
	}
	assert(key > 0 && (key < 127 || key == VT_KEY_FOREIGN || key >= VT_KEY_UP));
	assert((key & ~VT_KEY_SHIFT) <= VT_KEY_F4);
}

/* Answers give the same in any pieces: a kind that has a row, and a size that is one. */
static void check_probe(const struct vt_probe *whole, const struct vt_probe *pieces)
{
	const char *kind = vt_probe_kind(whole);
	int width = 0, height = 0;
	assert(kind == vt_probe_kind(pieces));
	assert(!kind || !vt_kind_is_unknown(vt_kind_by_name(kind)));
	assert(whole->asked || (!kind && !vt_probe_utf8(whole)));
	assert(vt_probe_utf8(whole) == vt_probe_utf8(pieces));
	assert(!vt_probe_size(whole, &width, &height) || (width > 1 && height > 0));
	assert(memchr(whole->device, 0, sizeof whole->device));
	assert(strcmp(whole->device, pieces->device) == 0);
}

/* Pieces of 1 to 4 bytes, by the bits of `split`. */
static void feed_split(struct vt_keys *keys, const uint8_t *bytes, size_t size, unsigned split)
{
	for (size_t at = 0, turn = 0; at < size; turn++) {
		size_t piece = 1 + (split >> (turn % 4 * 2) & 3);
		piece = piece > size - at ? size - at : piece;
		vt_keys_feed(keys, bytes + at, piece);
		at += piece;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	unsigned kind = fuzz_byte(&input), split = fuzz_byte(&input);
	struct vt_keys whole, pieces;
	begin(&whole, kind);
	begin(&pieces, kind);
	while (input.left > 0) {
		size_t most = BYTES_MOST;
		const uint8_t *part = fuzz_take(&input, &most);
		vt_keys_feed(&whole, part, most);
		feed_split(&pieces, part, most, split);
		for (int key; (key = vt_keys_next(&whole)) != VT_KEY_NONE;) {
			check_key(key);
			assert(vt_keys_next(&pieces) == key);
			assert(key < VT_KEY_MOUSE || (whole.mouse_x < 999 && whole.mouse_y < 999 &&
							     whole.mouse_x == pieces.mouse_x &&
							     whole.mouse_y == pieces.mouse_y));
		}
		assert(vt_keys_next(&pieces) == VT_KEY_NONE);
		assert(whole.partial_size == pieces.partial_size);
		assert(memcmp(whole.partial, pieces.partial, whole.partial_size) == 0);
		assert(whole.swallowing == pieces.swallowing);
		assert(whole.pasting == pieces.pasting && whole.paused == pieces.paused);
		assert(vt_keys_waiting(&whole) == vt_keys_waiting(&pieces));
		check_probe(&whole.probe, &pieces.probe);
	}
	vt_keys_timeout(&whole);
	assert(!vt_keys_waiting(&whole));
	for (int key; (key = vt_keys_next(&whole)) != VT_KEY_NONE;)
		check_key(key);
	return 0;
}
