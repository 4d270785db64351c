/*
 * JSON written straight into bytes, for what is written thousands of times a second.
 *
 * Commas come by themselves: before a key or a value that follows another one.  All text must be
 * UTF-8; what the engine says is ASCII, and bytes below the blank are left out (they are colours).
 */
#ifndef TRAPDOOR_JSON_OUT_H
#define TRAPDOOR_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero at first; the bytes are the caller's to free. */
struct json_out {
	char *bytes;
	size_t size, capacity;
};

void json_out_open(struct json_out *out, char bracket); /* '{' or '[' */
void json_out_close(struct json_out *out, char bracket);
void json_out_key(struct json_out *out, const char *key);
void json_out_string(struct json_out *out, const char *text);
void json_out_number(struct json_out *out, long number);
void json_out_flag(struct json_out *out, bool flag);
/* A value that is JSON already. */
void json_out_value(struct json_out *out, const char *json);
/* A string of so many characters that want no escape: it is the caller's to fill. */
char *json_out_plain(struct json_out *out, size_t length);
/* A 0 after all of it, which does not count. */
void json_out_end(struct json_out *out);

#endif
