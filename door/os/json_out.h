/*
 * JSON written straight into bytes, for records written thousands of times a second.
 *
 * Commas are written as needed. All text must be UTF-8; the engine's texts are ASCII. Bytes below
 * the blank, which are colours, are left out.
 */
#ifndef TRAPDOOR_JSON_OUT_H
#define TRAPDOOR_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero at first. The caller frees bytes. */
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
/* Adds a string of length characters and returns it for the caller to fill, with characters that
 * need no escape. */
char *json_out_plain(struct json_out *out, size_t length);
/* Adds a final 0 that size does not count. */
void json_out_end(struct json_out *out);

#endif
