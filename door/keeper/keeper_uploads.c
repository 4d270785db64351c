/*
 * Blobs in pieces: answers, and uploads that come before their request.
 *
 * An account has one unfinished upload. Its buffer grows with its pieces. All uploads together have
 * at most UPLOADS_BYTES. An upload that takes longer than UPLOAD_MS is dropped when another begins.
 */
#include <stdlib.h>
#include <string.h>

#include "door/keeper/keeper_private.h"

#define UPLOADS_BYTES (64 * 1024 * 1024)
#define UPLOAD_MS 20000

void put_piece(struct wire_writer *out, const uint8_t *bytes, size_t size, uint32_t offset)
{
	size_t left = offset < size ? size - offset : 0;

	wire_put_u32(out, (uint32_t)size);
	wire_put_blob(
		out, left ? bytes + offset : bytes, left < WIRE_PIECE_MAX ? left : WIRE_PIECE_MAX);
}

/* Makes way for an upload of this peer: drops another one of its account, and old ones. */
static void drop_others(struct keeper *keeper, const struct peer *owner)
{
	int64_t now = keeper_now_ms();

	for (struct peer *peer = keeper->peers; peer; peer = peer->next)
		if (peer->upload.bytes && peer != owner &&
			((peer->binding.id == owner->binding.id && !owner->trusted) ||
				now - peer->upload.begun_ms > UPLOAD_MS))
			upload_drop(peer);
}

static bool has_room(const struct keeper *keeper, size_t more)
{
	size_t held = 0;

	for (const struct peer *peer = keeper->peers; peer; peer = peer->next)
		held += peer->upload.capacity;
	return held + more <= UPLOADS_BYTES;
}

/* Makes the buffer large enough; false when all uploads together would be too large. */
static bool upload_grow(struct keeper *keeper, struct upload *upload, size_t size)
{
	size_t capacity = 2 * upload->capacity;
	uint8_t *grown;

	if (size <= upload->capacity)
		return true;
	capacity = capacity < size ? size : capacity;
	capacity = capacity < upload->total ? capacity : upload->total;
	if (!has_room(keeper, capacity - upload->capacity))
		return false;
	grown = realloc(upload->bytes, capacity);
	if (!grown)
		return false;
	upload->bytes = grown;
	upload->capacity = capacity;
	return true;
}

static unsigned take_piece(
	struct asking *asking, uint32_t offset, const uint8_t *bytes, size_t size)
{
	struct upload *upload = &asking->peer->upload;

	if (!upload->bytes || offset != upload->size || size > upload->total - offset)
		return WIRE_AGAIN;
	if (!upload_grow(asking->keeper, upload, upload->size + size)) {
		upload_drop(asking->peer);
		return asking_refuse(asking, "Too much is being saved at once.");
	}
	memcpy(upload->bytes + offset, bytes, size);
	upload->size += size;
	return KEEPER_OK;
}

unsigned request_upload(struct asking *asking)
{
	struct peer *peer = asking->peer;
	uint32_t total = wire_get_u32(asking->in);
	uint32_t offset = wire_get_u32(asking->in);
	size_t size;
	const uint8_t *bytes = wire_get_blob(asking->in, &size);

	if (peer->binding.id <= 0 && !peer->trusted)
		return asking_refuse(asking, "A guest's run is not saved.");
	if (asking->in->broken || total > (peer->trusted ? WIRE_BLOB_MAX : WIRE_SAVE_MAX))
		return asking_refuse(asking, "The request is longer than the keeper accepts.");
	if (offset == 0) {
		upload_drop(peer);
		drop_others(asking->keeper, peer);
		peer->upload.bytes = malloc(1);
		peer->upload.total = total;
		peer->upload.begun_ms = keeper_now_ms();
	}
	return total == peer->upload.total ? take_piece(asking, offset, bytes, size) : WIRE_AGAIN;
}

const uint8_t *asking_blob(struct asking *asking, size_t *size)
{
	struct peer *peer = asking->peer;
	uint32_t total;

	if (!wire_get_u8(asking->in))
		return wire_get_blob(asking->in, size);
	total = wire_get_u32(asking->in);
	*size = 1;
	if (!peer->upload.bytes || peer->upload.total != total || peer->upload.size != total)
		return NULL;
	*size = total;
	return peer->upload.bytes;
}
