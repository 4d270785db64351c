/* A store in a directory of its own, and what the tests of it say often. */
#ifndef TRAPDOOR_TESTS_SQL_PLACE_H
#define TRAPDOOR_TESTS_SQL_PLACE_H

#include "tests/test.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/store.h"

static const uint8_t bundle[16] = "the content";
static const uint8_t seed[16] = "the seed";

struct test_store {
	char directory[64];
	struct store *store;
};

static inline void reopen(struct test_store *place)
{
	char sentence[256] = "";

	store_close(place->store);
	place->store = store_open(place->directory, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	assert_non_null(place->store);
}

static inline int set_up(void **state)
{
	struct test_store *place = calloc(1, sizeof *place);

	strcpy(place->directory, "/tmp/trapdoor-store-XXXXXX");
	assert_non_null(mkdtemp(place->directory));
	reopen(place);
	assert_int_equal(store_bundle_put(place->store, bundle, "cellar", "text", 4), STORE_OK);
	*state = place;
	return 0;
}

static inline int tear_down(void **state)
{
	struct test_store *place = *state;
	char command[128];

	store_close(place->store);
	snprintf(command, sizeof command, "rm -rf %s", place->directory);
	assert_int_equal(system(command), 0);
	free(place);
	return 0;
}

static inline int64_t caller(struct test_store *place, const char *name)
{
	int64_t id = 0;

	assert_int_equal(store_account_new(place->store, name, "", 1000, &id), STORE_OK);
	return id;
}

/* A caller of one game may play another meanwhile. */
static const uint8_t other_bundle[16] = "the other bundle";

static inline struct store_run begin_other(struct test_store *place, int64_t account)
{
	struct store_run run;

	assert_int_equal(
		store_bundle_put(place->store, other_bundle, "attic", "text", 4), STORE_OK);
	assert_int_equal(store_run_begin(place->store,
				 &(struct store_begin){account, STORE_RANKED, seed, "birth", 5, 1,
					 other_bundle, 2000},
				 &run),
		STORE_OK);
	return run;
}

static inline struct store_run begin_at(struct test_store *place, int64_t account, int64_t now)
{
	struct store_run run;

	assert_int_equal(store_run_begin(place->store,
				 &(struct store_begin){
					 account, STORE_RANKED, seed, "birth", 5, 1, bundle, now},
				 &run),
		STORE_OK);
	return run;
}

static inline struct store_run begin(struct test_store *place, int64_t account)
{
	return begin_at(place, account, 2000);
}

static inline enum store_answer append(
	struct test_store *place, int64_t run, uint32_t epoch, uint32_t index, const char *bytes)
{
	struct store_append one = {.run = run,
		.epoch = epoch,
		.index = index,
		.count = (uint32_t)strlen(bytes),
		.bytes = (const uint8_t *)bytes,
		.size = strlen(bytes)};

	return store_append(place->store, &one);
}

static inline struct store_score score_of(int64_t run, int points, bool died)
{
	struct store_score score = {.run = run,
		.scored = true,
		.died = died,
		.score = points,
		.deepest = 2,
		.depth = 2};

	score.outcome = died ? 1 : 2;
	strcpy(score.cause, "killed by a rat");
	strcpy(score.killer, died ? "rat" : "");
	return score;
}

struct shown {
	char bytes[64];
	size_t size;
	uint32_t first, count;
};

static inline bool report(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	struct shown *shown = context;

	if (shown->size == 0)
		shown->first = index;
	memcpy(shown->bytes + shown->size, bytes, size);
	shown->size += size;
	shown->count += count;
	return true;
}

/* A run whose score nobody has verified yet. */
static inline struct store_run finish_unverified(
	struct test_store *place, int64_t account, int points)
{
	struct store_run run = begin_at(place, account, 1);
	struct store_score score = score_of(run.id, points, true);

	score.ended = 2;
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	return run;
}

static inline struct store_run finish(struct test_store *place, int64_t account, int points,
	bool died, int64_t begun, int64_t ended)
{
	struct store_run run = begin_at(place, account, begun);
	struct store_score score = score_of(run.id, points, died);

	score.ended = ended;
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	return run;
}

/* A run that kept the conducts of the bits, and is not verified yet. */
static inline int64_t finish_keeping(
	struct test_store *place, int64_t account, int points, int conducts)
{
	struct store_run run = begin_at(place, account, 1);
	struct store_score score = score_of(run.id, points, true);

	score.ended = 2;
	score.conducts = conducts;
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	return run.id;
}

#endif
