/*
 * An exchange: the results of a closed day of one host, signed, for the boards of other hosts.
 *
 * It is one file of
 *
 *     trapdoor results 1
 *     the host's public key, 64 hexadecimal digits
 *     the signature (Ed25519, of libsodium) of all that follows, 128 hexadecimal digits
 *     {format, host, game, date, rules, content, seed, exported, rows}
 *
 * where `format` is 1, `rules`, `content` and `seed` are those of the day, `exported` is a time,
 * and each row is a run as in an archive (door/verify/archive.h). A day may be the week of a
 * contract.
 *
 * The importing host trusts the signature for who sent the file, and nothing else in it: the day
 * must be closed here by its own clock, with the same seed, rules and content, and each row's
 * commands are replayed by a confined process. That proves a run possible. It does not prove that
 * it was its player's first try, or that a person played it.
 *
 * A file of known hosts has a line "HOST KEY" for each; # begins a comment.
 */
#ifndef TRAPDOOR_EXCHANGE_H
#define TRAPDOOR_EXCHANGE_H

#include <jansson.h>

#include "door/store/keeper.h"

#define EXCHANGE_FORMAT 1
#define EXCHANGE_PUBLIC_SIZE 32 /* bytes of a public key */
#define EXCHANGE_SECRET_SIZE 64
#define EXCHANGE_FILE_MAX (64u << 20)
#define EXCHANGE_ROWS_MAX 1000
#define EXCHANGE_SENTENCE_MAX 512

struct exchange_key {
	uint8_t public[EXCHANGE_PUBLIC_SIZE], secret[EXCHANGE_SECRET_SIZE];
};

/* Reads a key from its file, or makes both where there is none. Only their owner may read the file.
 * False with a sentence. */
bool exchange_key_open(
	const char *path, struct exchange_key *key, char sentence[EXCHANGE_SENTENCE_MAX]);
/* Writes the public key in hexadecimal. */
void exchange_key_text(
	const uint8_t public[EXCHANGE_PUBLIC_SIZE], char text[2 * EXCHANGE_PUBLIC_SIZE + 1]);
/* Finds the host of a key in a text of known hosts. False: it is not listed, or with a sentence the
 * text is malformed. */
bool exchange_host_of(const char *known, const uint8_t public[EXCHANGE_PUBLIC_SIZE],
	char host[STORE_HOST_MAX + 1], char sentence[EXCHANGE_SENTENCE_MAX]);

/* ---- The file ---- */

/* Returns the bytes of a file with a body, which the caller frees. */
char *exchange_sign(
	const struct exchange_key *key, const char *body, size_t size, size_t *signed_size);

/* A file that was opened. */
struct exchange {
	char host[STORE_HOST_MAX + 1]; /* by the known hosts */
	json_t *json;
};
/* Checks the signature and reads the body. False with a sentence. Free it in any case. */
bool exchange_open(struct exchange *exchange, const char *bytes, size_t size, const char *known,
	char sentence[EXCHANGE_SENTENCE_MAX]);
void exchange_free(struct exchange *exchange);

/* ---- Export and import, over an operator's line ---- */

/* Returns the bytes of a file with all verified results of a closed day, and their number. The
 * caller frees them. NULL with a sentence. */
char *exchange_export(struct store_client *line, const char *date, const char *host,
	const struct exchange_key *key, size_t *size, unsigned *rows,
	char sentence[EXCHANGE_SENTENCE_MAX]);

enum exchange_fate { EXCHANGE_IMPORTED, EXCHANGE_THERE, EXCHANGE_REFUSED };
/* Imports the rows of a file. Calls `report` for each, with a sentence. False with a sentence if
 * the file as a whole is refused; then no row was imported. */
bool exchange_import(struct store_client *line, const struct exchange *exchange,
	void (*report)(void *context, enum exchange_fate fate, const char *sentence), void *context,
	char sentence[EXCHANGE_SENTENCE_MAX]);

#endif
