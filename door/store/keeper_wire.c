#include "door/store/keeper_wire.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Writing ---- */

void wire_begin(struct wire_writer *writer, uint8_t *buffer, size_t capacity, enum wire_kind kind,
	unsigned number, uint32_t serial)
{
	*writer = (struct wire_writer){
		.bytes = buffer, .capacity = capacity, .protocol = KEEPER_PROTOCOL};
	wire_put_u8(writer, KEEPER_PROTOCOL);
	wire_put_u8(writer, (uint8_t)kind);
	wire_put_u16(writer, (uint16_t)number);
	wire_put_u32(writer, serial);
}

void wire_speak(struct wire_writer *writer, uint8_t protocol)
{
	writer->protocol = writer->bytes[0] = protocol;
}

bool wire_since(struct wire_writer *writer, unsigned protocol)
{
	writer->varies = true;
	return writer->protocol >= protocol;
}

void wire_put_bytes(struct wire_writer *writer, const void *bytes, size_t size)
{
	if (writer->full || size > writer->capacity - writer->size) {
		writer->full = true;
		return;
	}
	if (size)
		memcpy(writer->bytes + writer->size, bytes, size);
	writer->size += size;
}

static void put_number(struct wire_writer *writer, uint64_t value, size_t size)
{
	uint8_t bytes[8];

	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)(value >> (8 * i));
	wire_put_bytes(writer, bytes, size);
}

void wire_put_u8(struct wire_writer *writer, uint8_t value)
{
	put_number(writer, value, 1);
}

void wire_put_u16(struct wire_writer *writer, uint16_t value)
{
	put_number(writer, value, 2);
}

void wire_put_u32(struct wire_writer *writer, uint32_t value)
{
	put_number(writer, value, 4);
}

void wire_put_u64(struct wire_writer *writer, uint64_t value)
{
	put_number(writer, value, 8);
}

void wire_put_text(struct wire_writer *writer, const char *text)
{
	size_t size = strlen(text);

	if (size > UINT16_MAX) {
		writer->full = true;
		return;
	}
	wire_put_u16(writer, (uint16_t)size);
	wire_put_bytes(writer, text, size);
}

void wire_put_blob(struct wire_writer *writer, const void *bytes, size_t size)
{
	wire_put_u32(writer, (uint32_t)size);
	wire_put_bytes(writer, bytes, size);
}

/* ---- Reading ---- */

bool wire_read(struct wire_reader *reader, const uint8_t *bytes, size_t size)
{
	*reader = (struct wire_reader){.bytes = bytes, .size = size};
	reader->protocol = wire_get_u8(reader);
	if (reader->protocol < KEEPER_PROTOCOL_OLDEST || reader->protocol > KEEPER_PROTOCOL)
		return false;
	reader->kind = wire_get_u8(reader);
	reader->number = wire_get_u16(reader);
	reader->serial = wire_get_u32(reader);
	return !reader->broken;
}

static const uint8_t *take(struct wire_reader *reader, size_t size)
{
	const uint8_t *bytes = reader->bytes + reader->at;

	if (reader->broken || size > reader->size - reader->at) {
		reader->broken = true;
		return NULL;
	}
	reader->at += size;
	return bytes;
}

static uint64_t get_number(struct wire_reader *reader, size_t size)
{
	const uint8_t *bytes = take(reader, size);
	uint64_t value = 0;

	for (size_t i = 0; bytes && i < size; i++)
		value |= (uint64_t)bytes[i] << (8 * i);
	return value;
}

uint8_t wire_get_u8(struct wire_reader *reader)
{
	return (uint8_t)get_number(reader, 1);
}

uint16_t wire_get_u16(struct wire_reader *reader)
{
	return (uint16_t)get_number(reader, 2);
}

uint32_t wire_get_u32(struct wire_reader *reader)
{
	return (uint32_t)get_number(reader, 4);
}

uint64_t wire_get_u64(struct wire_reader *reader)
{
	return get_number(reader, 8);
}

void wire_get_bytes(struct wire_reader *reader, void *bytes, size_t size)
{
	const uint8_t *from = take(reader, size);

	if (from)
		memcpy(bytes, from, size);
	else
		memset(bytes, 0, size);
}

void wire_get_text(struct wire_reader *reader, char *text, size_t size)
{
	size_t length = wire_get_u16(reader);
	const uint8_t *bytes = take(reader, length);

	text[0] = '\0';
	if (!bytes)
		return;
	if (length >= size || memchr(bytes, 0, length)) {
		reader->broken = true;
		return;
	}
	memcpy(text, bytes, length);
	text[length] = '\0';
}

const uint8_t *wire_get_blob(struct wire_reader *reader, size_t *size)
{
	size_t length = wire_get_u32(reader);
	const uint8_t *bytes = take(reader, length);

	*size = bytes ? length : 0;
	return bytes;
}

bool wire_whole(const struct wire_reader *reader)
{
	return !reader->broken && reader->at == reader->size;
}

/* ---- Descriptors ---- */

union control_space {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(WIRE_DESCRIPTORS_MAX * sizeof(int))];
};

bool wire_send(
	int socket, const void *bytes, size_t size, const struct wire_descriptors *descriptors)
{
	size_t length = descriptors->count * sizeof *descriptors->each;
	union control_space space;
	struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = size};
	struct msghdr message = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = space.bytes,
		.msg_controllen = CMSG_SPACE(length)};
	struct cmsghdr *header;
	ssize_t sent;

	memset(&space, 0, sizeof space);
	assert(descriptors->count <= WIRE_DESCRIPTORS_MAX);
	if (length == 0) {
		message.msg_control = NULL;
		message.msg_controllen = 0;
	} else {
		header = CMSG_FIRSTHDR(&message);
		assert(header);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(length);
		memcpy(CMSG_DATA(header), descriptors->each, length);
	}
	do
		sent = sendmsg(socket, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)size;
}

static ssize_t receive(
	int socket, void *bytes, size_t size, struct wire_descriptors *descriptors, int flags)
{
	union control_space space;
	struct iovec part = {.iov_base = bytes, .iov_len = size};
	struct msghdr message = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = space.bytes,
		.msg_controllen = sizeof space.bytes};
	ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags);
	struct cmsghdr *header;

	/* The other end was closed with messages that it had not read. Its own still wait here. */
	if (got < 0 && errno == ECONNRESET)
		got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags);
	header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;

	descriptors->count = 0;
	if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
		descriptors->count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		memcpy(descriptors->each, CMSG_DATA(header), descriptors->count * sizeof(int));
	}
	return got;
}

ssize_t wire_receive(int socket, void *bytes, size_t size, struct wire_descriptors *descriptors)
{
	return receive(socket, bytes, size, descriptors, MSG_DONTWAIT);
}

void wire_close(struct wire_descriptors *descriptors)
{
	for (size_t i = 0; i < descriptors->count; i++)
		close(descriptors->each[i]);
	descriptors->count = 0;
}

bool wire_pass_line(int socket, char mark, int line, int log, const char *from)
{
	char text[WIRE_PASSED_MAX];
	int length = snprintf(text, sizeof text, "%c%.60s", mark, from);

	return wire_send(socket, text, (size_t)length,
		&(struct wire_descriptors){log >= 0 ? 2 : 1, {line, log}});
}

bool wire_pass_descriptor(int socket, char mark, int descriptor, const char *from)
{
	return wire_pass_line(socket, mark, descriptor, -1, from);
}

int wire_take_line(int socket, char text[WIRE_PASSED_MAX], int *log)
{
	struct wire_descriptors found;
	ssize_t got = receive(socket, text, WIRE_PASSED_MAX - 1, &found, 0);

	*log = -1;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return -2;
	if (got <= 0)
		return -1;
	text[got] = '\0';
	if (found.count == 2)
		*log = found.each[1];
	if (found.count == 1 || found.count == 2)
		return found.each[0];
	wire_close(&found);
	return -2;
}

int wire_take_descriptor(int socket, char text[WIRE_PASSED_MAX])
{
	int log;
	int descriptor = wire_take_line(socket, text, &log);

	if (log >= 0)
		close(log);
	return descriptor;
}

/* ---- Orders ---- */

#define ORDER_SIZE 13

bool wire_send_order(
	int socket, const struct wire_order *order, const struct wire_descriptors *descriptors)
{
	uint8_t bytes[ORDER_SIZE];
	struct wire_writer out = {.bytes = bytes, .capacity = sizeof bytes};

	wire_put_u8(&out, order->kind);
	wire_put_u32(&out, order->rules);
	wire_put_u64(&out, order->subject);
	return wire_send(socket, bytes, out.size, descriptors);
}

bool wire_send_bans(int socket, bool first, bool last, const void *bans, size_t size)
{
	uint8_t bytes[ORDER_BANS_MAX + ORDER_SIZE];
	struct wire_writer out = {.bytes = bytes, .capacity = sizeof bytes};

	wire_put_u8(&out, ORDER_BANS);
	wire_put_u8(&out, first);
	wire_put_u8(&out, last);
	wire_put_bytes(&out, bans, size);
	return !out.full &&
	       send(socket, bytes, out.size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)out.size;
}

bool wire_send_line(int socket, const char *from, int line, int log)
{
	uint8_t bytes[WIRE_PASSED_MAX + ORDER_SIZE];
	struct wire_writer out = {.bytes = bytes, .capacity = sizeof bytes};

	wire_put_u8(&out, ORDER_LINE);
	wire_put_text(&out, from);
	return !out.full && wire_send(socket, bytes, out.size,
				    &(struct wire_descriptors){log >= 0 ? 2 : 1, {line, log}});
}

static void get_bans(struct wire_reader *in, struct wire_order *order)
{
	order->bans_first = wire_get_u8(in);
	order->bans_last = wire_get_u8(in);
	order->bans_size = in->size - in->at;
	if (order->bans_size > sizeof order->bans)
		in->broken = true;
	else
		wire_get_bytes(in, order->bans, order->bans_size);
}

bool wire_take_order(int socket, struct wire_order *order, struct wire_descriptors *descriptors)
{
	uint8_t bytes[ORDER_BANS_MAX + ORDER_SIZE];
	ssize_t got = wire_receive(socket, bytes, sizeof bytes, descriptors);
	struct wire_reader in = {.bytes = bytes, .size = got > 0 ? (size_t)got : 0};

	if (got <= 0)
		return false;
	order->kind = wire_get_u8(&in);
	if (order->kind == ORDER_BANS) {
		get_bans(&in, order);
	} else if (order->kind == ORDER_LINE) {
		wire_get_text(&in, order->from, sizeof order->from);
	} else {
		order->rules = wire_get_u32(&in);
		order->subject = wire_get_u64(&in);
	}
	if (wire_whole(&in))
		return true;
	wire_close(descriptors);
	return false;
}
