/* Names, passwords and fingerprints that an account may have. */
#include "tests/test.h"

#include "door/text/names.h"

#define EIGHT "12345678"

static void a_name_is_allowed_or_told_why_not(void **state)
{
	static const struct {
		const char *name, *sentence; /* "" when it is allowed */
	} cases[] = {
		{"Ann", ""},
		{"A1-z", ""},
		{"Abcdefghijklmnop", ""},
		{"guests", ""},
		{"boarder", ""},
		{"Deleted-5", "That name is reserved; choose another."},
		{"Al", "A name has 3 to 16 characters."},
		{"", "A name has 3 to 16 characters."},
		{"Abcdefghijklmnopq", "A name has 3 to 16 characters."},
		{"1abc", "A name begins with a letter, A to Z."},
		{"_abc", "A name begins with a letter, A to Z."},
		{"ab c", "A name is made of letters, digits and single hyphens."},
		{"ab_c", "A name is made of letters, digits and single hyphens."},
		{"abc\xc3\xa4", "A name is made of letters, digits and single hyphens."},
		{"ab--c", "A hyphen stands between letters or digits."},
		{"abc-", "A hyphen stands between letters or digits."},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char sentence[100] = "";

		assert_true(name_allowed(cases[i].name, sentence, sizeof sentence) ==
			    !*cases[i].sentence);
		assert_string_equal(sentence, cases[i].sentence);
	}
}

static void a_password_is_allowed_or_told_why_not(void **state)
{
	static char long_one[PASSWORD_LENGTH_MAX + 2];
	char sentence[100] = "";

	(void)state;
	assert_int_equal(PASSWORD_LENGTH_MIN, 8);
	assert_true(password_allowed(EIGHT, "anna", sentence, sizeof sentence));
	assert_string_equal(sentence, "");
	assert_false(password_allowed("1234567", "anna", sentence, sizeof sentence));
	assert_string_equal(sentence, "A password has at least 8 characters.");
	assert_false(password_allowed("Anna-Maria", "anna-maria", sentence, sizeof sentence));
	assert_string_equal(sentence, "The password must differ from the name.");
	memset(long_one, 'x', PASSWORD_LENGTH_MAX);
	assert_true(password_allowed(long_one, "anna", sentence, sizeof sentence));
	long_one[PASSWORD_LENGTH_MAX] = 'x';
	assert_false(password_allowed(long_one, "anna", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "A password has at most "));
}

static void a_fingerprint_is_one_of_sha256(void **state)
{
#define FORTY "abcdefghijklmnopqrstABCDEFGHIJKLMNOPQRST"
	static const struct {
		const char *text;
		bool allowed;
	} cases[] = {
		{"SHA256:" FORTY "0+/", true},
		{"SHA256:" FORTY "0+", false},
		{"SHA256:" FORTY "0+/9", false},
		{"SHA256:" FORTY "0+=", false},
		{"sha256:" FORTY "0+/", false},
		{"MD5:" FORTY "0+/012", false},
		{"SHA256:", false},
		{"", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(fingerprint_allowed(cases[i].text), cases[i].allowed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_allowed_or_told_why_not),
		cmocka_unit_test(a_password_is_allowed_or_told_why_not),
		cmocka_unit_test(a_fingerprint_is_one_of_sha256),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
