/*
 * The power fails at each operation of a store's life: nothing that was acknowledged is missing.
 * The control is the same over a disk that only claims to sync, which the comparison must detect.
 */
#include "faults.h"

static unsigned cut_everywhere(struct life *life, bool never_syncs, const char **wrong)
{
	struct faulty_plan plan = {FAULTY_ANY, FAULTY_POWER, .never_syncs = never_syncs};
	unsigned last = passes(life, FAULTY_ANY);
	unsigned opened = passes_to_open(life, FAULTY_ANY);
	unsigned losses = 0, next;

	for (plan.at = 1; plan.at <= last + 1; plan.at = next) {
		next = never_syncs ? plan.at + CONTROL_STRIDE : next_at(plan.at, opened);
		for (unsigned fate = FAULTY_KEEPS_NONE; fate <= FAULTY_KEEPS_SOME; fate++) {
			const char *found = NULL;

			if (fate != FAULTY_KEEPS_ALL || thorough())
				found = live_with(life, &plan, fate);
			if (!found)
				continue;
			losses++;
			*wrong = found;
		}
	}
	return losses;
}

static void a_power_cut_loses_nothing_that_was_acknowledged(void **state)
{
	const char *wrong = "";

	if (cut_everywhere(*state, false, &wrong) > 0)
		fail_msg("after a power cut: %s", wrong);
}

/* The control: without syncs the same cuts lose turns. */
static void without_syncs_a_power_cut_loses_turns(void **state)
{
	const char *wrong = "";

	assert_true(cut_everywhere(*state, true, &wrong) > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_power_cut_loses_nothing_that_was_acknowledged),
		cmocka_unit_test(without_syncs_a_power_cut_loses_turns),
	};

	return cmocka_run_group_tests(tests, set_up_lives, tear_down_lives);
}
