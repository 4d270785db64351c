/* JSON that is written into bytes: commas, escapes and any length. */
#include "tests/test.h"

#include "door/os/json_out.h"

#include <jansson.h>

static void values_are_separated_and_escaped(void **state)
{
	struct json_out out = {0};

	(void)state;
	json_out_open(&out, '{');
	json_out_key(&out, "a");
	json_out_number(&out, -12);
	json_out_key(&out, "b");
	json_out_open(&out, '[');
	json_out_flag(&out, true);
	json_out_flag(&out, false);
	json_out_string(&out, "one \"two\" \\ three\nfour \x03"
			      "five");
	json_out_value(&out, "null");
	memcpy(json_out_plain(&out, 3), "xyz", 3);
	memcpy(json_out_plain(&out, 0), "", 0);
	json_out_open(&out, '[');
	json_out_close(&out, ']');
	json_out_open(&out, '{');
	json_out_close(&out, '}');
	json_out_close(&out, ']');
	json_out_key(&out, "c");
	json_out_string(&out, "");
	json_out_close(&out, '}');
	json_out_end(&out);
	assert_string_equal(out.bytes,
		"{\"a\":-12,\"b\":[true,false,\"one \\\"two\\\" \\\\ three\\nfour five\",null,"
		"\"xyz\",\"\",[],{}],\"c\":\"\"}");
	assert_int_equal(out.size, strlen(out.bytes));
	free(out.bytes);
}

/* The end of the bytes counts for nothing, and more may follow it. */
static void an_end_may_be_set_again(void **state)
{
	struct json_out out = {0};

	(void)state;
	json_out_end(&out);
	assert_string_equal(out.bytes, "");
	json_out_number(&out, 1);
	json_out_end(&out);
	json_out_end(&out);
	assert_string_equal(out.bytes, "1");
	assert_int_equal(out.size, 1);
	free(out.bytes);
}

/* Texts of every length around the first buffer's, all of whose characters need an escape. */
static void texts_of_any_length_are_whole(void **state)
{
	static char text[12000];

	(void)state;
	for (size_t length = 2000; length < sizeof text; length += 997) {
		struct json_out out = {0};
		json_t *read;

		memset(text, '"', length);
		text[length] = '\0';
		json_out_open(&out, '[');
		json_out_string(&out, text);
		memset(json_out_plain(&out, length), 'p', length);
		for (long i = 0; i < 1000; i++)
			json_out_number(&out, i);
		json_out_close(&out, ']');
		json_out_end(&out);
		read = json_loads(out.bytes, 0, NULL);
		assert_non_null(read);
		assert_int_equal(json_array_size(read), 1002);
		assert_string_equal(json_string_value(json_array_get(read, 0)), text);
		assert_int_equal(json_string_length(json_array_get(read, 1)), length);
		assert_int_equal(json_integer_value(json_array_get(read, 1001)), 999);
		json_decref(read);
		free(out.bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_separated_and_escaped),
		cmocka_unit_test(an_end_may_be_set_again),
		cmocka_unit_test(texts_of_any_length_are_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
