#include "door/net/public_key.h"

#include "vt100/vt100.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* An RSA key of 16,384 bits takes 2 kB; no real key is larger. */
#define BLOB_MAX 2600

static const char *const kinds[] = {"ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384",
	"ecdsa-sha2-nistp521", "ssh-rsa", "sk-ssh-ed25519@openssh.com",
	"sk-ecdsa-sha2-nistp256@openssh.com"};

static const char *kind_at(const char *line, size_t length)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strlen(kinds[i]) == length && memcmp(kinds[i], line, length) == 0)
			return kinds[i];
	return NULL;
}

/* True if the blob begins with its kind, a string after its 32-bit length (RFC 4253, 6.6). */
static bool blob_is(const unsigned char *blob, size_t size, const char *kind)
{
	size_t length = strlen(kind);
	if (size < 4 + length + 4)
		return false;
	size_t shown =
		(size_t)blob[0] << 24 | (size_t)blob[1] << 16 | (size_t)blob[2] << 8 | blob[3];
	return shown == length && memcmp(blob + 4, kind, length) == 0;
}

static void fingerprint_of(const unsigned char *blob, size_t size, char fingerprint[STORE_KEY_MAX])
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(hash, blob, size);
	memcpy(fingerprint, "SHA256:", 7);
	sodium_bin2base64(fingerprint + 7, STORE_KEY_MAX - 7, hash, sizeof hash,
		sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
}

bool public_key_read(const char *line, char fingerprint[STORE_KEY_MAX], char label[STORE_LABEL_MAX],
	char *sentence, size_t size)
{
	unsigned char blob[BLOB_MAX];
	size_t blob_size = 0;
	const char *end = NULL;
	line += strspn(line, " \t");
	size_t length = strcspn(line, " \t");
	const char *kind = kind_at(line, length);
	if (!kind) {
		snprintf(sentence, size,
			"This is not a public key. Paste the one line of a .pub file, "
			"\"ssh-ed25519 AAAA...\".");
		return false;
	}
	line += length + strspn(line + length, " \t");
	if (sodium_base642bin(blob, sizeof blob, line, strcspn(line, " \t"), NULL, &blob_size, &end,
		    sodium_base64_VARIANT_ORIGINAL) != 0 ||
		!blob_is(blob, blob_size, kind)) {
		snprintf(sentence, size,
			"This key is incomplete or mistyped. Paste the whole line of the .pub "
			"file.");
		return false;
	}
	fingerprint_of(blob, blob_size, fingerprint);
	line += strcspn(line, " \t");
	line += strspn(line, " \t");
	if (!vt_clean(label, STORE_LABEL_MAX, line, strlen(line)))
		snprintf(label, STORE_LABEL_MAX, "%s", kind);
	return true;
}
