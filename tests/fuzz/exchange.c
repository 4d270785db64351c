/*
 * Exchanges of strangers: any file is opened or refused with a sentence, and a signed one is
 * refused when any bit of it is flipped.
 *
 *     two bytes: the bit to flip; the text of known hosts; after a byte 0 the file, or its body
 *
 * The line KNOWN in the known hosts stands for the key that signs the body.
 */
#include "tests/fuzz/fuzz.h"

#include "door/verify/exchange.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#define MARK "KNOWN\n"

static struct exchange_key key;

static void make_key(void)
{
	static const uint8_t seed[crypto_sign_SEEDBYTES] = "a key of tests";
	int ready = sodium_init();
	assert(ready >= 0);
	crypto_sign_seed_keypair(key.public, key.secret, seed);
}

/* Returns the text with its first mark replaced by a line of the key. */
static char *known_of(const uint8_t *bytes, size_t size)
{
	char line[STORE_HOST_MAX + 2 * EXCHANGE_PUBLIC_SIZE + 3] = "tower ";
	char *text = malloc(size + 1), *known = malloc(size + sizeof line), *mark;
	assert(text != NULL && known != NULL);
	memcpy(text, bytes, size);
	text[size] = '\0';
	exchange_key_text(key.public, line + strlen(line));
	strcat(line, "\n");
	mark = strstr(text, MARK);
	if (mark != NULL)
		sprintf(known, "%.*s%s%s", (int)(mark - text), text, line, mark + sizeof MARK - 1);
	else
		strcpy(known, text);
	free(text);
	return known;
}

static bool opens(const char *bytes, size_t size, const char *known)
{
	char sentence[EXCHANGE_SENTENCE_MAX] = "";
	struct exchange exchange;
	bool opened = exchange_open(&exchange, bytes, size, known, sentence);
	assert(opened == (exchange.json != NULL));
	assert(opened || sentence[0] != '\0');
	exchange_free(&exchange);
	return opened;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	if (key.public[0] == 0)
		make_key();
	size_t flipped = fuzz_word(&input);
	size_t length = input.left > 0 ? strnlen((const char *)input.at, input.left) : 0;
	char *known = known_of(fuzz_take(&input, &length), length), *file;
	size_t file_size, body_size;
	fuzz_byte(&input);
	body_size = input.left;
	const char *body = (const char *)fuzz_take(&input, &body_size);
	/* The key of a stranger's file may be listed, but nobody here has its other half. */
	opens(body_size > 0 ? body : "", body_size, known);
	file = exchange_sign(&key, body_size > 0 ? body : "", body_size, &file_size);
	opens(file, file_size, known);
	flipped %= 8 * file_size;
	file[flipped / 8] = (char)(file[flipped / 8] ^ 1 << flipped % 8);
	bool opened = opens(file, file_size, known);
	assert(!opened);
	free(file);
	free(known);
	return 0;
}
