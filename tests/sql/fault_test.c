/* Faults of syncs, truncations and openings: what fails is not acknowledged, and what was stays. */
#include "faults.h"

static void what_fails_is_not_acknowledged_and_what_was_stays(void **state)
{
	static const struct fault_row rows[] = {
		{"a sync fails,", {FAULTY_SYNC, FAULTY_FAILS, .for_ever = false}, true, true},
		{"syncs fail from", {FAULTY_SYNC, FAULTY_FAILS, .for_ever = true}, true, true},
		{"a sync is half done,", {FAULTY_SYNC, FAULTY_TEARS, .for_ever = false}, true,
			true},
		{"a sync is late,", {FAULTY_SYNC, FAULTY_LATE, .for_ever = false}, true, false},
		{"a truncation fails,", {FAULTY_TRUNCATE, FAULTY_FAILS, .for_ever = false}, true,
			true},
		{"truncations fail from", {FAULTY_TRUNCATE, FAULTY_FAILS, .for_ever = true}, true,
			true},
		{"an opening fails,", {FAULTY_OPEN, FAULTY_FAILS, .for_ever = false}, true, true},
		{"openings fail from", {FAULTY_OPEN, FAULTY_FAILS, .for_ever = true}, true, true},
	};

	check_rows(*state, rows, sizeof rows / sizeof *rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fails_is_not_acknowledged_and_what_was_stays),
	};

	return cmocka_run_group_tests(tests, set_up_lives, tear_down_lives);
}
