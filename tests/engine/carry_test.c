/* Fields that are carried: a value that is written is read again, one out of bounds is refused. */
#include "tests/test.h"

#include "engine/base/carry.h"

static void values_come_back_within_their_bounds(void **state)
{
	static const int64_t values[] = {
		0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, -8192, 1000000, -1000000};
	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		for (int bound = 0; bound < 3; bound++) {
			struct writer writer = {0};
			struct carry out = {.writer = &writer};
			int64_t value = values[i];
			/* Bounds around it, above it, and below it. */
			int64_t least = bound == 1 ? value + 1 : value,
				most = bound == 2   ? value - 1
				       : bound == 1 ? value + 9
						    : value;
			least = bound == 2 ? value - 9 : least;
			/* Writing returns the given value and changes nothing. */
			assert_int_equal(carry_signed(&out, value, least, most), value);
			assert_int_equal(carry_byte(&out, 201), 201);
			struct reader reader = {.bytes = writer.bytes, .size = writer.size};
			struct carry in = {.reader = &reader};
			int64_t read = carry_signed(&in, 77, least, most);
			assert_int_equal(reader.failed, bound != 0);
			if (bound == 0) {
				assert_int_equal(read, value);
				assert_int_equal(carry_byte(&in, 0), 201);
				assert_int_equal(reader.at, reader.size);
			}
			assert_int_equal(carry_goes_on(&in), bound == 0);
			assert_true(carry_goes_on(&out));
			free(writer.bytes);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_come_back_within_their_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
