#include "door/os/json_out.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY_LEAST 4096

static char *room(struct json_out *out, size_t more)
{
	while (out->size + more > out->capacity) {
		out->capacity = out->capacity ? 2 * out->capacity : CAPACITY_LEAST;
		out->bytes = realloc(out->bytes, out->capacity);
		assert(out->bytes);
	}
	return out->bytes + out->size;
}

static void put(struct json_out *out, const char *bytes, size_t size)
{
	memcpy(room(out, size), bytes, size);
	out->size += size;
}

/* Writes a comma, except before the first value of an array or object. */
static void separate(struct json_out *out)
{
	char last = out->size > 0 ? out->bytes[out->size - 1] : '[';
	if (last != '[' && last != '{' && last != ':')
		put(out, ",", 1);
}

void json_out_open(struct json_out *out, char bracket)
{
	separate(out);
	put(out, &bracket, 1);
}

void json_out_close(struct json_out *out, char bracket)
{
	put(out, &bracket, 1);
}

void json_out_key(struct json_out *out, const char *key)
{
	json_out_string(out, key);
	put(out, ":", 1);
}

void json_out_string(struct json_out *out, const char *text)
{
	size_t length = strlen(text);
	separate(out);
	char *to = room(out, 2 * length + 2);
	*to++ = '"';
	for (const char *from = text; *from; from++) {
		if (*from == '"' || *from == '\\')
			*to++ = '\\';
		if (*from == '\n') {
			*to++ = '\\';
			*to++ = 'n';
		} else if ((unsigned char)*from >= ' ') {
			*to++ = *from;
		}
	}
	*to++ = '"';
	out->size = (size_t)(to - out->bytes);
}

void json_out_number(struct json_out *out, long number)
{
	char digits[24];
	separate(out);
	put(out, digits, (size_t)snprintf(digits, sizeof digits, "%ld", number));
}

void json_out_flag(struct json_out *out, bool flag)
{
	separate(out);
	put(out, flag ? "true" : "false", flag ? 4 : 5);
}

void json_out_value(struct json_out *out, const char *json)
{
	separate(out);
	put(out, json, strlen(json));
}

char *json_out_plain(struct json_out *out, size_t length)
{
	separate(out);
	char *to = room(out, length + 2);
	to[0] = to[length + 1] = '"';
	out->size += length + 2;
	return to + 1;
}

void json_out_end(struct json_out *out)
{
	*room(out, 1) = '\0';
}
