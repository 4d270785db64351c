/* Pasted public keys: what ssh-keygen -l says of them is what we say, and everything else is a
 * sentence. */
#include "tests/test.h"

#include "door/net/public_key.h"

#define ED_BLOB "AAAAC3NzaC1lZDI1NTE5AAAAIMpNAc22SAEEQEQIOFgWCPTjGVLqspAiQ8Gu8F3WPOVp"
#define RSA_BLOB                                                                                   \
	"AAAAB3NzaC1yc2EAAAADAQABAAABAQDDCVq7VVq/"                                                 \
	"cVm9GqElKF4WpQvYbLbVkgWg17PNaUH3AIfLrbaowjkX9tlAtmy9cyzNV6"                               \
	"nFCB3GUY6INgHn3tkPp9Iv2bYYRK47sDV3ccntmD1KKFIj3ZyK3z3rBIClDO1Wi6jmlFPzlGKZ2Fr4RhjGsYWSiB" \
	"pPyoX8hKj8"                                                                               \
	"M7Qy3hLQj1q4kcSiMulqFutc6y5UrUcopUqMTsBoaLW758tj3l0VGrazQnoT4VTAL4eZ3qxglxoj68kXm2cWR37Y" \
	"oVg2bzjo5d"                                                                               \
	"9rHN8PZa1pMKPRMHTBt7r5m+d9TN/oEFk1JthHR7dlZQuhKcEOF2d53PfyE0MH9oim5vgwt6EAZpL5"

static const struct {
	const char *line, *fingerprint, *label; /* fingerprint NULL: refused */
} cases[] = {
	{"ssh-ed25519 " ED_BLOB " night desk", "SHA256:4oeDGa35mTFusNqk/Twl5Wf8t2Z8tFSeovjFlqs8ZbQ",
		"night desk"},
	{"  ssh-ed25519\t" ED_BLOB, "SHA256:4oeDGa35mTFusNqk/Twl5Wf8t2Z8tFSeovjFlqs8ZbQ",
		"ssh-ed25519"},
	{"ssh-rsa " RSA_BLOB, "SHA256:WwLOnUScORupaNmAXDhN9KfKlVMLgupZWZmeqMmOdiE", "ssh-rsa"},
	{"ssh-ed25519 " ED_BLOB " de\033[2Jsk",
		"SHA256:4oeDGa35mTFusNqk/Twl5Wf8t2Z8tFSeovjFlqs8ZbQ", "de[2Jsk"},
	{"", NULL, NULL},
	{"ssh-ed25519", NULL, NULL},
	{"ssh-ed25519 " RSA_BLOB, NULL, NULL},
	{"ssh-dss " ED_BLOB, NULL, NULL},
	{"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI", NULL, NULL},
	{"ssh-ed25519 !!!!", NULL, NULL},
	{"-----BEGIN OPENSSH PRIVATE KEY-----", NULL, NULL},
};

static void test_pasted_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char fingerprint[STORE_KEY_MAX] = "", label[STORE_LABEL_MAX] = "",
		     sentence[160] = "";
		bool read = public_key_read(
			cases[i].line, fingerprint, label, sentence, sizeof sentence);
		assert_int_equal(read, cases[i].fingerprint != NULL);
		if (read) {
			assert_string_equal(fingerprint, cases[i].fingerprint);
			assert_string_equal(label, cases[i].label);
		} else {
			assert_true(strlen(sentence) > 10);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_pasted_lines)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
