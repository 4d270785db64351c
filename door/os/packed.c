#include "door/os/packed.h"

#include <string.h>

void packed_put_bytes(struct packing *out, const void *bytes, size_t size)
{
	if (out->full || size > out->capacity - out->size) {
		out->full = true;
		return;
	}
	if (size > 0)
		memcpy(out->bytes + out->size, bytes, size);
	out->size += size;
}

void packed_put_number(struct packing *out, uint64_t value, size_t size)
{
	uint8_t bytes[8];

	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)(value >> (8 * i));
	packed_put_bytes(out, bytes, size);
}

const uint8_t *packed_get_bytes(struct unpacking *in, size_t size)
{
	const uint8_t *bytes = in->bytes + in->at;

	if (in->broken || size > in->size - in->at) {
		in->broken = true;
		return NULL;
	}
	in->at += size;
	return bytes;
}

uint64_t packed_get_number(struct unpacking *in, size_t size)
{
	const uint8_t *bytes = packed_get_bytes(in, size);
	uint64_t value = 0;

	for (size_t i = 0; bytes && i < size; i++)
		value |= (uint64_t)bytes[i] << (8 * i);
	return value;
}

bool packed_whole(const struct unpacking *in)
{
	return !in->broken && in->at == in->size;
}

/* ---- Fields ---- */

/* Reads a number of the record, with its sign. */
static uint64_t load(const uint8_t *at, const struct packed_field *field)
{
	union {
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
	} number;

	memcpy(&number, at, field->size);
	switch (field->size) {
	case 1:
		return field->is_signed ? (uint64_t)(int8_t)number.u8 : number.u8;
	case 2:
		return field->is_signed ? (uint64_t)(int16_t)number.u16 : number.u16;
	case 4:
		return field->is_signed ? (uint64_t)(int32_t)number.u32 : number.u32;
	default:
		return number.u64;
	}
}

static void store(uint8_t *at, uint64_t value, size_t size)
{
	uint8_t u8 = (uint8_t)value;
	uint16_t u16 = (uint16_t)value;
	uint32_t u32 = (uint32_t)value;

	switch (size) {
	case 1:
		memcpy(at, &u8, size);
		break;
	case 2:
		memcpy(at, &u16, size);
		break;
	case 4:
		memcpy(at, &u32, size);
		break;
	default:
		memcpy(at, &value, size);
	}
}

static bool in_bounds(const struct packed_field *field, uint64_t value)
{
	if (field->size == 8 && !field->is_signed)
		return true;
	return (int64_t)value >= field->least && (int64_t)value <= field->most;
}

static void get_numbers(struct unpacking *in, uint8_t *at, const struct packed_field *field)
{
	for (size_t i = 0; i < field->count; i++, at += field->size) {
		uint64_t value = packed_get_number(in, field->size);

		/* The record's own form of the number has its sign. */
		store(at, value, field->size);
		if (in_bounds(field, load(at, field)))
			continue;
		in->broken = true;
		store(at, (uint64_t)field->least, field->size);
	}
}

static bool is_allowed(uint8_t byte, bool marked)
{
	return (byte >= ' ' && byte <= '~') || (marked && byte > 0 && byte < ' ');
}

static void get_text(struct unpacking *in, char *text, const struct packed_field *field)
{
	size_t length = packed_get_number(in, 2);
	const uint8_t *bytes = packed_get_bytes(in, length);

	text[0] = '\0';
	for (size_t i = 0; bytes && i < length; i++)
		in->broken = in->broken || !is_allowed(bytes[i], field->marked);
	in->broken = in->broken || length >= field->count;
	if (in->broken)
		return;
	memcpy(text, bytes, length);
	text[length] = '\0';
}

void packed_put(struct packing *out, const void *record, const struct packed_field *fields,
	size_t field_count)
{
	for (const struct packed_field *field = fields; field < fields + field_count; field++) {
		const uint8_t *at = (const uint8_t *)record + field->offset;

		if (field->size == 0) {
			size_t length = strnlen((const char *)at, field->count);

			packed_put_number(out, length, 2);
			packed_put_bytes(out, at, length);
			continue;
		}
		for (size_t i = 0; i < field->count; i++, at += field->size)
			packed_put_number(out, load(at, field), field->size);
	}
}

void packed_get(
	struct unpacking *in, void *record, const struct packed_field *fields, size_t field_count)
{
	for (const struct packed_field *field = fields; field < fields + field_count; field++) {
		uint8_t *at = (uint8_t *)record + field->offset;

		if (field->size == 0)
			get_text(in, (char *)at, field);
		else
			get_numbers(in, at, field);
	}
}
