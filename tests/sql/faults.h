/*
 * Lives of a store with one fault each, and what is wrong with what they left.
 *
 * Acknowledged groups survive every disk fault, and no group is half there. The kinds of fault are
 * in three tests, which run beside each other: writes have ten times as many places as all else.
 */
#ifndef TRAPDOOR_TESTS_SQL_FAULTS_H
#define TRAPDOOR_TESTS_SQL_FAULTS_H

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
static inline bool thorough(void)
{
	return getenv("TRAPDOOR_SOAK") != NULL;
}

#define CONTROL_STRIDE 7
#define OPENING_STRIDE 7

static inline void remove_files(const struct life *life)
{
	static const char *const names[] = {"", "-wal", "-shm", "-journal"};
	char path[128];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/trapdoor.db%s", life->place.directory, names[i]);
		unlink(path);
	}
}

static inline void begin_life(struct life *life, const struct faulty_plan *plan, uint32_t dice)
{
	remove_files(life);
	faulty_begin(plan, dice);
	life->acknowledged = life->tried = 0;
	life->opened = false;
}

static inline void note_fault(void *context, const char *sentence)
{
	snprintf(context, 200, "%s", sentence);
}

/* Returns the first fault of the store that a life left, or NULL. The disk works again. */
static inline const char *judge(struct life *life)
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

static inline int set_up_lives(void **state)
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

static inline int tear_down_lives(void **state)
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
static inline unsigned passes(struct life *life, enum faulty_operation operation)
{
	const struct faulty_plan none = {.kind = FAULTY_NOTHING};

	begin_life(life, &none, 0);
	life_live(life);
	assert_int_equal(life->acknowledged, LIFE_GROUPS);
	assert_null(judge(life));
	return faulty.passed[operation];
}

/* How often a new store does this while it is opened for the first time. */
static inline unsigned passes_to_open(struct life *life, enum faulty_operation operation)
{
	const struct faulty_plan none = {.kind = FAULTY_NOTHING};
	unsigned passed;

	begin_life(life, &none, 0);
	assert_true(life_open(life));
	passed = faulty.passed[operation];
	life_close(life);
	return passed;
}

/* The operation after `at` to fault. Nothing is acknowledged before a store was opened, so a sample
 * of those operations is enough. */
static inline unsigned next_at(unsigned at, unsigned opened)
{
	return at + (at <= opened && !thorough() ? OPENING_STRIDE : 1);
}

/* One life with a fault, and what is wrong with what it left.  The power fails when it is over, so
 * that what a failed sync forgot is seen to be missing. */
static inline const char *live_with(
	struct life *life, const struct faulty_plan *plan, enum faulty_fate fate)
{
	begin_life(life, plan, plan->at * 2654435761u + fate);
	life_live(life);
	faulty_power_off();
	remove_files(life);
	faulty_power_on(fate);
	return judge(life);
}

static inline void check_lives(struct life *life, struct faulty_plan plan, const char *what)
{
	unsigned last = passes(life, plan.operation);
	unsigned opened = passes_to_open(life, plan.operation);

	assert_true(last > 0);
	for (plan.at = 1; plan.at <= last; plan.at = next_at(plan.at, opened)) {
		const char *wrong = live_with(life, &plan, FAULTY_KEEPS_NONE);

		if (wrong)
			fail_msg("%s number %u: %s", what, plan.at, wrong);
		if (!plan.for_ever && life->acknowledged != LIFE_GROUPS)
			fail_msg("%s number %u: one fault ended it all at group %u", what, plan.at,
				life->acknowledged);
	}
}

/* A kind of fault. always: also outside of `make soak`; dies_too: then also with a store that ends
 * at each failure. */
struct fault_row {
	const char *what;
	struct faulty_plan plan;
	bool always, dies_too;
};

static inline void check_rows(struct life *life, const struct fault_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		life->dies = false;
		if (rows[i].always || thorough())
			check_lives(life, rows[i].plan, rows[i].what);
		life->dies = true;
		if (rows[i].dies_too || thorough())
			check_lives(life, rows[i].plan, rows[i].what);
		life->dies = false;
	}
}

#endif
