/* Keys. */
#include "vt100/internal.h"

void vt_keys_begin(struct vt_keys *keys, const struct vt_kind *kind)
{
	*keys = (struct vt_keys){0};
	(void)kind;
}

void vt_keys_feed(struct vt_keys *keys, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size && keys->count < VT_KEYS_QUEUED_MAX; i++) {
		uint16_t key = bytes[i] == '\n' ? '\r' : bytes[i] == 127 ? '\b' : bytes[i];

		keys->queue[(keys->head + keys->count++) % VT_KEYS_QUEUED_MAX] = key;
	}
}

bool vt_keys_waiting(const struct vt_keys *keys)
{
	return keys->partial_size > 0;
}

void vt_keys_timeout(struct vt_keys *keys)
{
	keys->partial_size = 0;
}

int vt_keys_next(struct vt_keys *keys)
{
	if (keys->count == 0)
		return VT_KEY_NONE;
	int key = keys->queue[keys->head];

	keys->head = (uint16_t)((keys->head + 1) % VT_KEYS_QUEUED_MAX);
	keys->count--;
	return key;
}
