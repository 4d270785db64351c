/*
 * Names, passwords and public keys as clients send them: each is allowed by the rules or has a
 * sentence, and what the log and the screens get is printable.
 */
#include "tests/fuzz/fuzz.h"

#include "door/net/public_key.h"
#include "door/os/log.h"
#include "door/os/printable.h"
#include "door/text/names.h"
#include "vt100/vt100.h"

#include <stdbool.h>
#include <stdlib.h>

static void check_printable(const char *text)
{
	for (; *text != '\0'; text++)
		assert(*text >= ' ' && *text <= '~');
}

static void check_verdict(bool allowed, const char *sentence)
{
	assert(allowed == (sentence[0] == '\0'));
	check_printable(sentence);
}

/* As the ssh transport takes a user's name. */
static void check_name(const char *text)
{
	char name[64], sentence[160] = "";
	vt_clean(name, sizeof name, text, strnlen(text, 256));
	assert(strlen(name) < sizeof name);
	check_printable(name);
	bool allowed = name_allowed(name, sentence, sizeof sentence);
	check_verdict(allowed, sentence);
	assert(!allowed || (strlen(name) >= 3 && strlen(name) <= STORE_NAME_MAX));
	sentence[0] = '\0';
	allowed = password_allowed(text, name, sentence, sizeof sentence);
	check_verdict(allowed, sentence);
}

static void check_key(const char *text)
{
	char fingerprint[STORE_KEY_MAX], label[STORE_LABEL_MAX], sentence[160] = "";
	bool read = public_key_read(text, fingerprint, label, sentence, sizeof sentence);
	check_verdict(read, sentence);
	if (!read)
		return;
	assert(fingerprint_allowed(fingerprint));
	check_printable(label);
	assert(label[0] != '\0');
}

/* One value of a log line: no end of it, no other field and no other line can be forged. */
static void check_quoted(const char *text)
{
	const char *quoted = log_quote(text);
	size_t length = strlen(quoted);
	check_printable(quoted);
	assert(length >= 2 && quoted[0] == '"' && quoted[length - 1] == '"');
	for (size_t i = 1; i < length - 1; i++) {
		assert(quoted[i] != '"');
		i += quoted[i] == '\\';
		assert(i < length - 1);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *text = malloc(size + 1);
	assert(text != NULL);
	if (size > 0)
		memcpy(text, bytes, size);
	text[size] = '\0';
	check_name(text);
	check_key(text);
	check_quoted(text);
	text_clean(text);
	check_printable(text);
	free(text);
	return 0;
}
