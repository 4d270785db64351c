/* Feats at the store's header: which runs have them, what a ledger is, and when they go. */
#include "tests/test.h"

#include "place.h"

struct seen {
	unsigned count;
	struct store_feat each[50];
};

static bool keep(void *context, const struct store_feat *feat)
{
	struct seen *seen = context;

	seen->each[seen->count++] = *feat;
	return true;
}

static const struct seen *ledger(struct test_store *place, int64_t account)
{
	static struct seen seen;

	seen.count = 0;
	assert_int_equal(store_feats_each(place->store, account, "cellar", keep, &seen), STORE_OK);
	return &seen;
}

static unsigned of_run(struct test_store *place, int64_t run)
{
	static struct seen seen;

	seen.count = 0;
	assert_int_equal(store_feats_of_run(place->store, run, keep, &seen), STORE_OK);
	return seen.count;
}

static enum store_answer add(struct test_store *place, int64_t run, unsigned kind, const char *id)
{
	return store_feat_add(place->store, run, kind, id);
}

static int64_t verified(struct test_store *place, int64_t account)
{
	return finish(place, account, 10, true, 1, 2).id;
}

static unsigned faults;

static void count_fault(void *context, const char *sentence)
{
	(void)context;
	(void)sentence;
	faults++;
}

static void a_ledger_is_the_union_with_the_first_run_of_each(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	int64_t first = verified(place, ada), second = verified(place, ada);
	const struct seen *seen;

	assert_int_equal(add(place, second, 1, "rat"), STORE_OK);
	assert_int_equal(add(place, second, 1, "rat"), STORE_NONE);
	assert_int_equal(add(place, first, 1, "rat"), STORE_OK);
	assert_int_equal(add(place, second, 2, "rat"), STORE_OK);
	assert_int_equal(add(place, second, 1, "moth"), STORE_OK);
	seen = ledger(place, ada);
	assert_int_equal(seen->count, 3);
	assert_string_equal(seen->each[0].id, "moth");
	assert_string_equal(seen->each[1].id, "rat");
	assert_int_equal(seen->each[1].run, first);
	assert_int_equal(seen->each[2].kind, 2);
	assert_int_equal(seen->each[2].run, second);
	assert_int_equal(of_run(place, first), 1);
	assert_int_equal(of_run(place, second), 3);
	assert_int_equal(ledger(place, otto)->count, 0);
	assert_int_equal(store_feats_clear(place->store, second), STORE_OK);
	assert_int_equal(ledger(place, ada)->count, 1);
}

/* A run that is unverified, unscored, a debugger's or on a chosen seed. */
static void only_verified_ranked_runs_have_feats(void **state)
{
	static const enum store_mode modes[] = {STORE_DEBUG, STORE_CHOSEN};
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), account;
	struct store_run run = finish_unverified(place, ada, 10);
	struct store_score score;
	char game[STORE_GAME_MAX + 1];

	assert_int_equal(add(place, run.id, 1, "rat"), STORE_NONE);
	assert_int_equal(store_feats_owner(place->store, run.id, &account, game), STORE_NONE);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(store_run_begin(place->store,
					 &(struct store_begin){ada, i < 2 ? modes[i] : STORE_RANKED,
						 seed, "birth", 5, 1, bundle, 2000},
					 &run),
			STORE_OK);
		score = score_of(run.id, 10, true);
		score.scored = i < 2;
		assert_int_equal(store_run_end(place->store, 1, 0, &score), STORE_OK);
		assert_int_equal(
			store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
		assert_int_equal(add(place, run.id, 1, "rat"), STORE_NONE);
	}
	assert_int_equal(ledger(place, ada)->count, 0);
	assert_int_equal(
		store_feats_owner(place->store, verified(place, ada), &account, game), STORE_OK);
	assert_int_equal(account, ada);
	assert_string_equal(game, "cellar");
}

static void a_try_at_a_day_feeds_the_ledger_of_its_game(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada");
	struct store_day day = {.date = "2026-11-22", .published = 1, .rules = 1};
	struct store_begin begin = {ada, STORE_DAILY, day.seed, "birth", 5, 1, bundle, 2000};
	struct store_score score;
	struct store_run run;

	assert_int_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
	assert_int_equal(store_try_begin(place->store, "cellar", day.date, &begin, &run), STORE_OK);
	score = score_of(run.id, 10, true);
	assert_int_equal(store_run_end(place->store, 1, 0, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	assert_int_equal(add(place, run.id, 1, "rat"), STORE_OK);
	assert_int_equal(ledger(place, ada)->count, 1);
}

static void feats_go_with_their_run_and_account(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	int64_t removed = verified(place, ada), refuted = verified(place, ada),
		stays = verified(place, ada), other = verified(place, otto);
	char name[STORE_NAME_MAX + 1];

	add(place, removed, 1, "rat");
	add(place, refuted, 1, "moth");
	add(place, stays, 1, "worm");
	/* It follows from all of them. */
	add(place, stays, STORE_FEAT_COLLECTION, "directory");
	add(place, other, STORE_FEAT_COLLECTION, "directory");
	assert_int_equal(ledger(place, ada)->count, 4);
	assert_int_equal(store_score_remove(place->store, removed), STORE_OK);
	assert_int_equal(ledger(place, ada)->count, 2);
	add(place, stays, STORE_FEAT_COLLECTION, "directory");
	assert_int_equal(store_score_verify(place->store, refuted, STORE_REFUTED), STORE_OK);
	assert_int_equal(ledger(place, ada)->count, 1);
	assert_string_equal(ledger(place, ada)->each[0].id, "worm");
	/* A second verification changes nothing. */
	assert_int_equal(store_score_verify(place->store, stays, STORE_VERIFIED), STORE_OK);
	assert_int_equal(ledger(place, ada)->count, 1);
	assert_int_equal(ledger(place, otto)->count, 1);
	assert_int_equal(store_check(place->store, count_fault, NULL), 0);
	assert_int_equal(store_account_delete(place->store, ada, 9000, name), STORE_OK);
	assert_int_equal(ledger(place, ada)->count, 0);
	assert_int_equal(ledger(place, otto)->count, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_ledger_is_the_union_with_the_first_run_of_each),
		TEST(only_verified_ranked_runs_have_feats),
		TEST(a_try_at_a_day_feeds_the_ledger_of_its_game),
		TEST(feats_go_with_their_run_and_account),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
