/*
 * Acknowledged groups survive every disk fault, and no group is half there: for a failure of every
 * write, sync, truncation and opening in a store's life, and for a power cut at each.
 *
 * Each check has a control: the same lives over a disk that only claims to sync, which the
 * comparison must detect.
 */
#include "tests/test.h"

#include "faulty_vfs.h"
#include "life.h"

/* Thousands of stores come and go; what was freed need not be kept for long to be caught in use. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=4";
}

/* All of it, in `make soak`; else what differs least from the rest is left out. */
static bool thorough(void)
{
	return getenv("TRAPDOOR_SOAK") != NULL;
}

/* Each kind of fault is tried at every sync, truncation and opening, but at every third write only;
 * the three kinds that are always tried at writes begin at other thirds. */
#define WRITE_STRIDE 3

#define CONTROL_STRIDE 7

static void remove_files(const struct life *life)
{
	static const char *const names[] = {"", "-wal", "-shm", "-journal"};
	char path[128];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/trapdoor.db%s", life->place.directory, names[i]);
		unlink(path);
	}
}

static void begin_life(struct life *life, const struct faulty_plan *plan, uint32_t dice)
{
	remove_files(life);
	faulty_begin(plan, dice);
	life->acknowledged = life->tried = 0;
	life->opened = false;
}

static void note_fault(void *context, const char *sentence)
{
	snprintf(context, 200, "%s", sentence);
}

/* Returns the first fault of the store that a life left, or NULL. The disk works again. */
static const char *judge(struct life *life)
{
	static char why[4096];
	char sentence[256] = "";
	uint8_t secret[STORE_SECRET_SIZE];
	struct store *store = store_open(life->place.directory, sentence, sizeof sentence);
	const char *wrong = NULL;
	unsigned groups = life->acknowledged;
	char *tale;

	if (!store) {
		snprintf(why, sizeof why, "it does not open: %s", sentence);
		return why;
	}
	if (store_check(store, note_fault, why) > 0) {
		store_close(store);
		return why;
	}
	if (store_secret(store, secret) != STORE_OK ||
		(life->opened && memcmp(secret, life->secret, sizeof secret) != 0))
		wrong = "its secret is another";
	tale = life_report(store);
	if (strcmp(tale, life_tales[groups]) != 0 && life->tried > groups)
		groups++;
	if (!wrong && strcmp(tale, life_tales[groups]) != 0) {
		snprintf(why, sizeof why, "after %u groups, %u tried, there is:\n%s",
			life->acknowledged, life->tried, tale);
		wrong = why;
	}
	free(tale);
	store_close(store);
	return wrong;
}

/* ---- Lives ---- */

static int set_up_lives(void **state)
{
	const struct faulty_plan none = {.kind = FAULTY_NOTHING};
	struct life *life = calloc(1, sizeof *life);

	for (size_t i = 0; i < sizeof life_save; i++)
		life_save[i] = (uint8_t)(i * i >> 3);
	strcpy(life->place.directory, "/tmp/trapdoor-fault-XXXXXX");
	assert_non_null(mkdtemp(life->place.directory));
	faulty_register();
	begin_life(life, &none, 0);
	for (unsigned step = 0; step <= LIFE_GROUPS; step++) {
		assert_true(life_open(life));
		life_tales[step] = life_report(life->place.store);
		assert_true(step == LIFE_GROUPS || life_try(life, step));
	}
	life_close(life);
	*state = life;
	return 0;
}

static int tear_down_lives(void **state)
{
	struct life *life = *state;

	char command[128];

	snprintf(command, sizeof command, "rm -rf %s", life->place.directory);
	assert_int_equal(system(command), 0);
	faulty_forget_all();
	for (unsigned step = 0; step <= LIFE_GROUPS; step++)
		free(life_tales[step]);
	free(life);
	return 0;
}

/* How often a life does this when nothing goes wrong. */
static unsigned passes(struct life *life, enum faulty_operation operation)
{
	const struct faulty_plan none = {.kind = FAULTY_NOTHING};

	begin_life(life, &none, 0);
	life_live(life);
	assert_int_equal(life->acknowledged, LIFE_GROUPS);
	assert_null(judge(life));
	return faulty.passed[operation];
}

/* One life with a fault, and what is wrong with what it left.  The power fails when it is over, so
 * that what a failed sync forgot is seen to be missing. */
static const char *live_with(
	struct life *life, const struct faulty_plan *plan, enum faulty_fate fate)
{
	begin_life(life, plan, plan->at * 2654435761u + fate);
	life_live(life);
	faulty_power_off();
	remove_files(life);
	faulty_power_on(fate);
	return judge(life);
}

static void check_lives(struct life *life, struct faulty_plan plan, const char *what, unsigned turn)
{
	unsigned last = passes(life, plan.operation);
	unsigned stride = plan.operation == FAULTY_WRITE && !thorough() ? WRITE_STRIDE : 1;

	assert_true(last >= stride);
	for (plan.at = 1 + turn % stride; plan.at <= last; plan.at += stride) {
		const char *wrong = live_with(life, &plan, FAULTY_KEEPS_NONE);

		if (wrong)
			fail_msg("%s number %u: %s", what, plan.at, wrong);
		if (!plan.for_ever && life->acknowledged != LIFE_GROUPS)
			fail_msg("%s number %u: one fault ended it all at group %u", what, plan.at,
				life->acknowledged);
	}
}

/* ---- Faults that are told ---- */

static void what_fails_is_not_acknowledged_and_what_was_stays(void **state)
{
	static const struct {
		const char *what;
		struct faulty_plan plan;
		bool always, dies_too;
	} rows[] = {
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

	struct life *life = *state;
	unsigned turn = 0;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		life->dies = false;
		if (rows[i].always || thorough())
			check_lives(life, rows[i].plan, rows[i].what, turn++);
		life->dies = true;
		if (rows[i].dies_too || thorough())
			check_lives(life, rows[i].plan, rows[i].what, turn++);
		life->dies = false;
	}
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

/* ---- The power ---- */

static unsigned cut_everywhere(struct life *life, bool never_syncs, const char **wrong)
{
	struct faulty_plan plan = {FAULTY_ANY, FAULTY_POWER, .never_syncs = never_syncs};
	unsigned last = passes(life, FAULTY_ANY);
	unsigned losses = 0;

	for (plan.at = 1; plan.at <= last + 1; plan.at += never_syncs ? CONTROL_STRIDE : 1) {
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
		cmocka_unit_test(what_fails_is_not_acknowledged_and_what_was_stays),
		cmocka_unit_test(a_disk_that_lies_is_noticed),
		cmocka_unit_test(a_power_cut_loses_nothing_that_was_acknowledged),
		cmocka_unit_test(without_syncs_a_power_cut_loses_turns),
	};

	return cmocka_run_group_tests(tests, set_up_lives, tear_down_lives);
}
