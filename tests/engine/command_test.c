/* The journal's form of commands and births: what is written is read again, and no bytes are too
 * strange. */
#include "tests/test.h"

#include "engine/engine.h"

static void round_trip(struct command command)
{
	uint8_t bytes[COMMAND_BYTES_MAX], again[COMMAND_BYTES_MAX];
	struct command decoded;
	size_t size = command_encode(&command, bytes);
	assert_in_range(size, 1, COMMAND_BYTES_MAX);
	assert_int_equal(command_decode(bytes, size, &decoded), size);
	assert_memory_equal(&command, &decoded, sizeof command);
	assert_int_equal(command_encode(&decoded, again), size);
	assert_memory_equal(bytes, again, size);
	for (size_t less = 0; less < size; less++)
		assert_int_equal(command_decode(bytes, less, &decoded), 0);
}

static struct command with_arguments(enum verb verb, uint8_t number, int16_t x, int16_t y)
{
	struct command command = {.verb = (uint8_t)verb};
	switch (verb_row(verb)->wants) {
	case WANTS_NOTHING:
		break;
	case WANTS_DIRECTION:
		command.direction = number % DIR_COUNT;
		break;
	case WANTS_NUMBER:
		command.number = number;
		break;
	case WANTS_PACK_AND_CELL:
	case WANTS_SPELL_AND_CELL:
		command.x = x;
		command.y = y;
		command.item = number;
		break;
	case WANTS_PACK:
	case WANTS_GROUND:
		command.item = number;
		break;
	}
	return command;
}

static void every_verb_comes_back(void **state)
{
	static const int16_t places[] = {0, 1, 79, 199, -1, INT16_MIN, INT16_MAX};
	(void)state;
	for (int verb = 0; verb < VERB_COUNT; verb++)
		for (int number = 0; number < 256; number++)
			for (size_t place = 0; place < sizeof places / sizeof places[0]; place++)
				round_trip(with_arguments((enum verb)verb, (uint8_t)number,
					places[place],
					(int16_t)-places[place] < 0 ? 0 : places[place]));
}

static void steps_are_one_byte(void **state)
{
	(void)state;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		struct command command = {.verb = VERB_STEP, .direction = (uint8_t)direction};
		uint8_t bytes[COMMAND_BYTES_MAX];
		assert_int_equal(command_encode(&command, bytes), 1);
		assert_int_equal(bytes[0], direction);
	}
}

static void any_bytes_are_a_command_or_none(void **state)
{
	uint64_t noise = 1;
	(void)state;
	for (int i = 0; i < 200000; i++) {
		uint8_t bytes[COMMAND_BYTES_MAX + 2], again[COMMAND_BYTES_MAX];
		struct command command;
		for (size_t at = 0; at < sizeof bytes; at++) {
			noise = noise * 6364136223846793005u + 1442695040888963407u;
			bytes[at] = (uint8_t)(noise >> 40);
		}
		bytes[0] %= 32;
		size_t size = command_decode(bytes, (size_t)(noise >> 60) % sizeof bytes, &command);
		if (size == 0)
			continue;
		assert_true(command.verb < VERB_COUNT && command.direction < DIR_COUNT);
		assert_int_equal(command_encode(&command, again), size);
		assert_memory_equal(bytes, again, size);
	}
}

static const struct birth full = {.name = "Sixteen-Letters-",
	.debug = true,
	.facts = FACT_CALLED | FACT_REPAID,
	.bones_count = 2,
	.past = {{.name = "Ada",
			 .depth = 3,
			 .killer = "cable-rat",
			 .epitaph = "It rang.",
			 .item = "torch"},
		{.name = "B", .depth = 12}}};

static void births_come_back(void **state)
{
	uint8_t bytes[BIRTH_BYTES_MAX];
	struct birth decoded;
	(void)state;
	size_t size = birth_encode(&full, bytes);
	assert_true(birth_decode(bytes, size, &decoded));
	assert_memory_equal(&full, &decoded, sizeof full);
	for (size_t less = 0; less < size; less++)
		assert_false(birth_decode(bytes, less, &decoded));
	assert_false(birth_decode(bytes, size + 1, &decoded));
}

/* Runs of rules 1 to 7 have such births, and so has every run without facts. */
static void births_of_earlier_releases_are_read(void **state)
{
	static const uint8_t old[] = {
		1, 0, 3, 'A', 'd', 'a', 1, 1, 'B', 12, 3, 'r', 'a', 't', 0, 0};
	uint8_t bytes[BIRTH_BYTES_MAX];
	struct birth decoded;
	(void)state;
	assert_true(birth_decode(old, sizeof old, &decoded));
	assert_string_equal(decoded.name, "Ada");
	assert_string_equal(decoded.past[0].killer, "rat");
	assert_int_equal(decoded.facts, 0);
	assert_int_equal(birth_encode(&decoded, bytes), sizeof old);
	assert_memory_equal(bytes, old, sizeof old);
}

static void births_refuse_facts_that_do_not_exist(void **state)
{
	static const uint8_t some[] = {2, 5, 0, 1, 'A', 0}, none[] = {2, 0, 0, 1, 'A', 0},
			     unknown[] = {2, 0x80, 0x80, 2, 0, 1, 'A', 0},
			     later[] = {3, 5, 0, 1, 'A', 0};
	struct birth decoded;
	(void)state;
	assert_true(birth_decode(some, sizeof some, &decoded));
	assert_int_equal(decoded.facts, FACT_CALLED | FACT_DIED);
	assert_false(birth_decode(none, sizeof none, &decoded));
	assert_false(birth_decode(unknown, sizeof unknown, &decoded));
	assert_false(birth_decode(later, sizeof later, &decoded));
}

static void births_refuse_control_bytes(void **state)
{
	uint8_t bytes[BIRTH_BYTES_MAX];
	struct birth decoded;
	(void)state;
	size_t size = birth_encode(&full, bytes);
	for (size_t at = 0; at < size; at++) {
		uint8_t kept = bytes[at];
		bytes[at] = 0x1b;
		if (birth_decode(bytes, size, &decoded))
			assert_null(strchr(decoded.name, 0x1b));
		bytes[at] = kept;
	}
	bytes[8] = '\n';
	assert_false(birth_decode(bytes, size, &decoded));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verb_comes_back),
		cmocka_unit_test(steps_are_one_byte),
		cmocka_unit_test(any_bytes_are_a_command_or_none),
		cmocka_unit_test(births_come_back),
		cmocka_unit_test(births_of_earlier_releases_are_read),
		cmocka_unit_test(births_refuse_facts_that_do_not_exist),
		cmocka_unit_test(births_refuse_control_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
