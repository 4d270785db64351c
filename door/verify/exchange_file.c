/* The key, the signature and the known hosts of exchanges. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "door/os/write_whole.h"
#include "door/text/host_names.h"
#include "door/verify/exchange_private.h"

_Static_assert(EXCHANGE_PUBLIC_SIZE == crypto_sign_PUBLICKEYBYTES, "of libsodium");
_Static_assert(EXCHANGE_SECRET_SIZE == crypto_sign_SECRETKEYBYTES, "of libsodium");

#define MAGIC "trapdoor results 1\n"
#define MAGIC_SIZE (sizeof MAGIC - 1)
#define KEY_DIGITS (2 * (size_t)crypto_sign_PUBLICKEYBYTES)
#define SIGNATURE_DIGITS (2 * (size_t)crypto_sign_BYTES)
#define HEAD_SIZE (MAGIC_SIZE + KEY_DIGITS + 1 + SIGNATURE_DIGITS + 1)
#define SEED_DIGITS (2 * (size_t)crypto_sign_SEEDBYTES)

bool exchange_refuse(char sentence[EXCHANGE_SENTENCE_MAX], const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence, EXCHANGE_SENTENCE_MAX, format, arguments);
	va_end(arguments);
	return false;
}

/* Reads exactly so many digits, lower case. */
static bool hex_bytes(const char *text, size_t digits, uint8_t *bytes)
{
	if (strspn(text, "0123456789abcdef") < digits)
		return false;
	return sodium_hex2bin(bytes, digits / 2, text, digits, NULL, NULL, NULL) == 0;
}

/* ---- The key ---- */

void exchange_key_text(
	const uint8_t public[EXCHANGE_PUBLIC_SIZE], char text[2 * EXCHANGE_PUBLIC_SIZE + 1])
{
	sodium_bin2hex(text, KEY_DIGITS + 1, public, EXCHANGE_PUBLIC_SIZE);
}

/* Gives a file that root makes to the owner of its folder, who serves. */
static bool give_to_owner(int file, const char *path)
{
	char folder[4200];
	struct stat owner;
	char *slash;

	if (geteuid() != 0)
		return true;
	snprintf(folder, sizeof folder, "%s", path);
	slash = strrchr(folder, '/');
	if (slash)
		slash[slash == folder] = '\0';
	return stat(slash ? folder : ".", &owner) == 0 &&
	       fchown(file, owner.st_uid, owner.st_gid) == 0;
}

static bool key_make(const char *path, char sentence[EXCHANGE_SENTENCE_MAX])
{
	uint8_t seed[crypto_sign_SEEDBYTES];
	char text[SEED_DIGITS + 2];
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool written;

	if (file < 0)
		return errno == EEXIST ||
		       exchange_refuse(
			       sentence, "cannot make the key %.300s: %s", path, strerror(errno));
	randombytes_buf(seed, sizeof seed);
	sodium_bin2hex(text, sizeof text, seed, sizeof seed);
	text[SEED_DIGITS] = '\n';
	written = write_whole(file, text, SEED_DIGITS + 1) && give_to_owner(file, path) &&
		  fsync(file) == 0;
	written = close(file) == 0 && written;
	sodium_memzero(seed, sizeof seed);
	sodium_memzero(text, sizeof text);
	if (written)
		return true;
	exchange_refuse(sentence, "cannot write the key %.300s: %s", path, strerror(errno));
	unlink(path);
	return false;
}

bool exchange_key_open(
	const char *path, struct exchange_key *key, char sentence[EXCHANGE_SENTENCE_MAX])
{
	uint8_t seed[crypto_sign_SEEDBYTES];
	char text[SEED_DIGITS + 2] = "";
	struct stat status;
	FILE *file;
	bool whole;

	if (sodium_init() < 0)
		return exchange_refuse(sentence, "cannot prepare libsodium");
	if (access(path, F_OK) != 0 && !key_make(path, sentence))
		return false;
	file = fopen(path, "re");
	if (!file || fstat(fileno(file), &status) != 0) {
		exchange_refuse(sentence, "cannot read the key %.300s: %s", path, strerror(errno));
		if (file)
			fclose(file);
		return false;
	}
	whole = fread(text, 1, SEED_DIGITS + 1, file) == SEED_DIGITS + 1 && getc(file) == EOF &&
		text[SEED_DIGITS] == '\n' && hex_bytes(text, SEED_DIGITS, seed);
	fclose(file);
	sodium_memzero(text, sizeof text);
	if (status.st_mode & 077)
		return exchange_refuse(sentence,
			"the key %.300s can be read by others; run `chmod 600` on it", path);
	if (!whole)
		return exchange_refuse(sentence, "%.300s is no key of `trapdoor results`", path);
	crypto_sign_seed_keypair(key->public, key->secret, seed);
	sodium_memzero(seed, sizeof seed);
	return true;
}

/* ---- Known hosts ---- */

/* Reads a line "HOST KEY". */
static bool known_line(char *line, char **host, uint8_t public[EXCHANGE_PUBLIC_SIZE])
{
	char *rest = line, *key;

	*host = strtok_r(rest, " \t\r", &rest);
	key = strtok_r(rest, " \t\r", &rest);
	return key && host_name_allowed(*host) && strlen(key) == KEY_DIGITS &&
	       hex_bytes(key, KEY_DIGITS, public) && !strtok_r(rest, " \t\r", &rest);
}

bool exchange_host_of(const char *known, const uint8_t public[EXCHANGE_PUBLIC_SIZE],
	char host[STORE_HOST_MAX + 1], char sentence[EXCHANGE_SENTENCE_MAX])
{
	char *text = strdup(known), *rest = text, *end;
	bool found = false, good = true;
	unsigned number = 0;

	if (!text)
		abort();
	sentence[0] = '\0';
	for (; rest && good && !found; rest = end ? end + 1 : NULL) {
		uint8_t listed[EXCHANGE_PUBLIC_SIZE];
		char *name;

		number++;
		end = strchr(rest, '\n');
		if (end)
			*end = '\0';
		rest[strcspn(rest, "#")] = '\0';
		if (rest[strspn(rest, " \t\r")] == '\0')
			continue;
		good = known_line(rest, &name, listed);
		found = good && memcmp(listed, public, sizeof listed) == 0;
		if (found)
			snprintf(host, STORE_HOST_MAX + 1, "%s", name);
	}
	free(text);
	if (!good)
		exchange_refuse(sentence,
			"line %u of the known hosts is malformed; it takes a host and its key",
			number);
	return found;
}

/* ---- The file ---- */

char *exchange_sign(
	const struct exchange_key *key, const char *body, size_t size, size_t *signed_size)
{
	uint8_t signature[crypto_sign_BYTES];
	char *bytes = malloc(HEAD_SIZE + size + 1), *at = bytes;

	if (!bytes)
		abort();
	crypto_sign_detached(signature, NULL, (const uint8_t *)body, size, key->secret);
	memcpy(at, MAGIC, MAGIC_SIZE);
	at += MAGIC_SIZE;
	sodium_bin2hex(at, KEY_DIGITS + 1, key->public, sizeof key->public);
	at += KEY_DIGITS;
	*at++ = '\n';
	sodium_bin2hex(at, SIGNATURE_DIGITS + 1, signature, sizeof signature);
	at += SIGNATURE_DIGITS;
	*at++ = '\n';
	memcpy(at, body, size);
	*signed_size = HEAD_SIZE + size;
	return bytes;
}

/* Reads the head. False if there is none. */
static bool head_read(const char *bytes, size_t size, uint8_t public[EXCHANGE_PUBLIC_SIZE],
	uint8_t signature[crypto_sign_BYTES])
{
	char head[HEAD_SIZE + 1];

	if (size < HEAD_SIZE)
		return false;
	memcpy(head, bytes, HEAD_SIZE);
	head[HEAD_SIZE] = '\0';
	return memcmp(head, MAGIC, MAGIC_SIZE) == 0 && head[MAGIC_SIZE + KEY_DIGITS] == '\n' &&
	       head[HEAD_SIZE - 1] == '\n' && hex_bytes(head + MAGIC_SIZE, KEY_DIGITS, public) &&
	       hex_bytes(head + MAGIC_SIZE + KEY_DIGITS + 1, SIGNATURE_DIGITS, signature);
}

bool exchange_open(struct exchange *exchange, const char *bytes, size_t size, const char *known,
	char sentence[EXCHANGE_SENTENCE_MAX])
{
	uint8_t public[EXCHANGE_PUBLIC_SIZE], signature[crypto_sign_BYTES];
	char text[2 * EXCHANGE_PUBLIC_SIZE + 1];
	json_error_t error;

	*exchange = (struct exchange){.json = NULL};
	if (sodium_init() < 0)
		return exchange_refuse(sentence, "cannot prepare libsodium");
	if (size > EXCHANGE_FILE_MAX)
		return exchange_refuse(
			sentence, "the file has more than %u MiB", EXCHANGE_FILE_MAX >> 20);
	if (!head_read(bytes, size, public, signature))
		return exchange_refuse(sentence, "the file is not signed: it has no head of "
						 "`trapdoor results export`");
	if (!exchange_host_of(known, public, exchange->host, sentence)) {
		exchange_key_text(public, text);
		return *sentence ? false
				 : exchange_refuse(sentence,
					   "the file is signed by key %s, which no line of the "
					   "known hosts has",
					   text);
	}
	if (crypto_sign_verify_detached(
		    signature, (const uint8_t *)bytes + HEAD_SIZE, size - HEAD_SIZE, public) != 0)
		return exchange_refuse(sentence,
			"the file was changed after %s signed it: the signature does not fit",
			exchange->host);
	exchange->json =
		json_loadb(bytes + HEAD_SIZE, size - HEAD_SIZE, JSON_REJECT_DUPLICATES, &error);
	if (exchange->json)
		return true;
	return exchange_refuse(
		sentence, "the file cannot be read: line %d: %.200s", error.line, error.text);
}

void exchange_free(struct exchange *exchange)
{
	json_decref(exchange->json);
	exchange->json = NULL;
}
