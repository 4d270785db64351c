/* Records go through bytes unchanged, and bytes that no writer wrote break the reader. */
#include "tests/test.h"

#include "door/os/packed.h"

struct record {
	int8_t tiny;
	int16_t small;
	int32_t middle;
	int64_t large;
	uint8_t byte;
	uint16_t word;
	uint64_t number;
	bool yes;
	uint32_t row[3];
	char text[8], marked[8];
};

static const struct packed_field fields[] = {
	PACKED_NUMBER(struct record, tiny, -5, 5),
	PACKED_NUMBER(struct record, small, -300, 300),
	PACKED_NUMBER(struct record, middle, -70000, 70000),
	PACKED_NUMBER(struct record, large, INT64_MIN, INT64_MAX),
	PACKED_NUMBER(struct record, byte, 0, 200),
	PACKED_NUMBER(struct record, word, 1, 60000),
	PACKED_NUMBER(struct record, number, 0, 0),
	PACKED_NUMBER(struct record, yes, 0, 1),
	PACKED_ARRAY(struct record, row, 0, 9),
	PACKED_TEXT(struct record, text),
	PACKED_MARKED(struct record, marked),
};
#define FIELDS (sizeof fields / sizeof *fields)
#define SIZE (1 + 2 + 4 + 8 + 1 + 2 + 8 + 1 + 12 + 2 + 3 + 2 + 2)

static const struct record sample = {
	-5, -300, 70000, INT64_MIN, 200, 60000, UINT64_MAX, true, {0, 9, 3}, "abc", "\013x"};

static struct packing packed(const struct record *record, uint8_t bytes[128])
{
	struct packing out = {.bytes = bytes, .capacity = 128};

	packed_put(&out, record, fields, FIELDS);
	return out;
}

static void each_member_comes_back(void **state)
{
	struct record read = {0};
	uint8_t bytes[128];

	(void)state;
	struct packing out = packed(&sample, bytes);
	struct unpacking in = {.bytes = bytes, .size = out.size};
	assert_int_equal(out.size, SIZE);
	packed_get(&in, &read, fields, FIELDS);
	assert_true(packed_whole(&in));
	assert_int_equal(read.tiny, -5);
	assert_int_equal(read.small, -300);
	assert_int_equal(read.middle, 70000);
	assert_true(read.large == INT64_MIN && read.number == UINT64_MAX);
	assert_int_equal(read.byte, 200);
	assert_int_equal(read.word, 60000);
	assert_true(read.yes);
	assert_memory_equal(read.row, sample.row, sizeof read.row);
	assert_string_equal(read.text, "abc");
	assert_string_equal(read.marked, "\013x");
}

/* The control: a table without one of the rows does not bring that member back. */
static void a_member_without_a_row_is_missing(void **state)
{
	(void)state;
	for (size_t left_out = 0; left_out < FIELDS; left_out++) {
		struct record read = {0};
		struct packed_field some[FIELDS];
		uint8_t bytes[128], again[128];
		size_t count = 0;

		for (size_t i = 0; i < FIELDS; i++)
			if (i != left_out)
				some[count++] = fields[i];
		struct packing out = {.bytes = bytes, .capacity = sizeof bytes};
		packed_put(&out, &sample, some, count);
		struct unpacking in = {.bytes = bytes, .size = out.size};
		packed_get(&in, &read, some, count);
		assert_true(packed_whole(&in));
		struct packing whole = packed(&sample, bytes), other = packed(&read, again);
		assert_true(whole.size != other.size || memcmp(bytes, again, whole.size) != 0);
	}
}

static void missing_bytes_break_the_reader(void **state)
{
	uint8_t bytes[128];

	(void)state;
	struct packing out = packed(&sample, bytes);
	for (size_t size = 0; size < out.size; size++) {
		struct record read;
		struct unpacking in = {.bytes = bytes, .size = size};

		memset(&read, 0xff, sizeof read);
		packed_get(&in, &read, fields, FIELDS);
		assert_true(in.broken && !packed_whole(&in));
	}
	struct record read;
	struct unpacking in = {.bytes = bytes, .size = out.size + 1};
	packed_get(&in, &read, fields, FIELDS);
	assert_true(!in.broken && !packed_whole(&in));
}

static void numbers_out_of_bounds_break_the_reader(void **state)
{
	static const struct {
		uint8_t at, byte;
	} cases[] = {{0, 0xfa}, {0, 6}, {1, 0xd3}, {5, 2}, {15, 201}, {16, 0x61}, {26, 2}, {27, 10},
		{38, 1}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct record read;
		uint8_t bytes[128];
		struct packing out = packed(&sample, bytes);
		struct unpacking in = {.bytes = bytes, .size = out.size};

		bytes[cases[i].at] = cases[i].byte;
		packed_get(&in, &read, fields, FIELDS);
		assert_true(in.broken);
		assert_in_range(read.byte, 0, 200);
		assert_in_range(read.row[0], 0, 9);
		assert_true(read.tiny >= -5 && read.tiny <= 5);
	}
}

static void texts_fit_their_arrays_and_have_no_controls(void **state)
{
	static const struct {
		const char *text, *marked;
		bool whole;
	} cases[] = {{"1234567", "1234567", true}, {"", "", true}, {"a\033b", "", false},
		{"\013", "", false}, {"", "\033", true}, {"", "\377", false}, {"\177", "", false}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct record record = sample, read;
		uint8_t bytes[128];

		strcpy(record.text, cases[i].text);
		strcpy(record.marked, cases[i].marked);
		struct packing out = packed(&record, bytes);
		struct unpacking in = {.bytes = bytes, .size = out.size};
		packed_get(&in, &read, fields, FIELDS);
		assert_int_equal(packed_whole(&in), cases[i].whole);
	}
	/* A length of 8 does not leave room for the end. */
	const uint8_t long_text[] = {8, 0, 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'};
	struct unpacking in = {.bytes = long_text, .size = sizeof long_text};
	struct record read;
	packed_get(&in, &read, &fields[FIELDS - 2], 1);
	assert_true(in.broken);
	assert_string_equal(read.text, "");
}

static void a_full_writer_says_so(void **state)
{
	(void)state;
	for (size_t capacity = 0; capacity <= SIZE; capacity++) {
		uint8_t bytes[SIZE];
		struct packing out = {.bytes = bytes, .capacity = capacity};

		packed_put(&out, &sample, fields, FIELDS);
		assert_int_equal(out.full, capacity < SIZE);
		assert_true(out.size <= capacity);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_member_comes_back),
		cmocka_unit_test(a_member_without_a_row_is_missing),
		cmocka_unit_test(missing_bytes_break_the_reader),
		cmocka_unit_test(numbers_out_of_bounds_break_the_reader),
		cmocka_unit_test(texts_fit_their_arrays_and_have_no_controls),
		cmocka_unit_test(a_full_writer_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
