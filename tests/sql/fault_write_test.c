/* Faults of writes, as the control also writes that were claimed and not done. */
#include "faults.h"

static void what_is_not_written_is_not_acknowledged(void **state)
{
	static const struct fault_row rows[] = {
		{"a write fails,", {FAULTY_WRITE, FAULTY_FAILS, .for_ever = false}, true, false},
		{"writes fail from", {FAULTY_WRITE, FAULTY_FAILS, .for_ever = true}, false, false},
		{"the disk is full for write", {FAULTY_WRITE, FAULTY_FULL, .for_ever = false},
			false, false},
		{"the disk is full from write", {FAULTY_WRITE, FAULTY_FULL, .for_ever = true}, true,
			false},
		{"a write is torn,", {FAULTY_WRITE, FAULTY_TEARS, .for_ever = false}, true, false},
		{"writes are torn from", {FAULTY_WRITE, FAULTY_TEARS, .for_ever = true}, false,
			false},
		{"a write is late,", {FAULTY_WRITE, FAULTY_LATE, .for_ever = false}, false, false},
	};

	check_rows(*state, rows, sizeof rows / sizeof *rows);
}

/* The control: a write that was claimed and not done is missed. */
static void a_disk_that_lies_is_noticed(void **state)
{
	struct faulty_plan plan = {.operation = FAULTY_WRITE, .kind = FAULTY_LIES};
	unsigned last = passes(*state, FAULTY_WRITE);
	unsigned noticed = 0;

	for (plan.at = 1; plan.at <= last; plan.at += CONTROL_STRIDE)
		noticed += live_with(*state, &plan, FAULTY_KEEPS_ALL) != NULL;
	assert_true(noticed > last / CONTROL_STRIDE / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_written_is_not_acknowledged),
		cmocka_unit_test(a_disk_that_lies_is_noticed),
	};

	return cmocka_run_group_tests(tests, set_up_lives, tear_down_lives);
}
