/* Each operation of the store's header, called on a full store. One that passes rows
 * on leaves while there are still rows. */
#ifndef TRAPDOOR_TESTS_SQL_OPERATIONS_H
#define TRAPDOOR_TESTS_SQL_OPERATIONS_H

#include "full_store.h"

/* ---- Operations that read ---- */

static inline enum store_answer account_by_name(struct test_store *place)
{
	struct store_account account;

	return store_account_by_name(place->store, "Mina", &account);
}

static inline enum store_answer account_by_id(struct test_store *place)
{
	struct store_account account;

	return store_account_by_id(place->store, 1, &account);
}

static inline enum store_answer key_of(struct test_store *place)
{
	return store_key_of(place->store, 1, "SHA256:a");
}

/* Leaves while there are still rows. */
static inline enum store_answer key_list(struct test_store *place)
{
	struct store_key keys[1];
	size_t count;
	enum store_answer answer = store_key_list(place->store, 1, keys, 1, &count);

	assert_int_equal(count, answer == STORE_OK);
	return answer;
}

static inline enum store_answer bundle_get(struct test_store *place)
{
	uint8_t *bytes = NULL;
	size_t size;
	enum store_answer answer = store_bundle_get(place->store, bundle, &bytes, &size);

	free(bytes);
	return answer;
}

static inline enum store_answer bundle_game(struct test_store *place)
{
	char game[STORE_GAME_MAX + 1] = "?";
	enum store_answer answer = store_bundle_game(place->store, bundle, game);

	assert_string_equal(game, answer == STORE_OK ? "cellar" : "");
	return answer;
}

static inline enum store_answer game_last(struct test_store *place)
{
	char game[STORE_GAME_MAX + 1];

	return store_game_last(place->store, game);
}

static inline enum store_answer run_current(struct test_store *place)
{
	struct store_run run;

	return store_run_current(place->store, 1, "cellar", &run);
}

static inline enum store_answer run_by_id(struct test_store *place)
{
	struct store_run run;

	return store_run_by_id(place->store, 1, &run);
}

static inline enum store_answer run_birth(struct test_store *place)
{
	uint8_t *birth = NULL;
	size_t size;
	enum store_answer answer = store_run_birth(place->store, 1, &birth, &size);

	free(birth);
	return answer;
}

static inline bool stop_at_run(void *context, const struct store_run *run)
{
	*(unsigned *)context += 1;
	return run->id > 100;
}

static inline enum store_answer run_each(struct test_store *place)
{
	unsigned count = 0;
	enum store_answer answer = store_run_each(place->store, 0, false, stop_at_run, &count);

	assert_int_equal(count, answer == STORE_OK);
	return answer;
}

static inline enum store_answer segment_at(struct test_store *place)
{
	struct store_segment segment = {.save = NULL};
	enum store_answer answer = store_segment_at(place->store, 1, 0, &segment);

	free(segment.save);
	return answer;
}

static inline bool stop_at_commands(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	(void)index;
	(void)count;
	(void)bytes;
	*(size_t *)context += size;
	return false;
}

static inline enum store_answer commands_each(struct test_store *place)
{
	size_t size = 0;
	enum store_answer answer = store_commands_each(place->store, 1, 3, stop_at_commands, &size);

	assert_int_equal(size, answer == STORE_OK);
	return answer;
}

static inline bool stop_at_digest(void *context, const struct store_digest *digest)
{
	*(uint64_t *)context += digest->digest;
	return false;
}

static inline enum store_answer digests_each(struct test_store *place)
{
	uint64_t sum = 0;
	enum store_answer answer = store_digests_each(place->store, 1, 0, stop_at_digest, &sum);

	assert_int_equal(sum, answer == STORE_OK ? 77 : 0);
	return answer;
}

static inline enum store_answer snapshot_get(struct test_store *place)
{
	uint8_t *bytes = NULL;
	uint32_t index;
	size_t size;
	enum store_answer answer = store_snapshot_get(place->store, 1, 0, &index, &bytes, &size);

	free(bytes);
	return answer;
}

static inline enum store_answer score_of_run(struct test_store *place)
{
	struct store_score score;

	return store_score_of(place->store, 2, &score);
}

static inline enum store_answer score_unproven(struct test_store *place)
{
	int64_t cursor = 0;
	int64_t run = 0;

	return store_score_unproven(place->store, &cursor, &run);
}

static inline enum store_answer account_like(struct test_store *place)
{
	char found[STORE_NAME_MAX + 1];

	return store_account_like(place->store, "M1-na", found);
}

static inline enum store_answer hold_get(struct test_store *place)
{
	char reason[STORE_REASON_MAX];
	enum store_answer answer = store_hold_get(place->store, reason);

	return answer == STORE_NONE ? STORE_OK : answer;
}

static inline enum store_answer accounts_unused(struct test_store *place)
{
	int64_t ids[STORE_UNUSED_AT_ONCE];
	int64_t cursor = 0;
	size_t count;

	return store_accounts_unused(place->store, &cursor, 1, ids, &count);
}

static inline enum store_answer score_set_aside_last(struct test_store *place)
{
	int64_t last;

	return store_score_set_aside_last(place->store, &last);
}

static inline bool stop_at_score(void *context, unsigned rank, const struct store_score *score)
{
	(void)rank;
	*(int *)context += score->score;
	return false;
}

static inline enum store_answer scores_in_order(
	struct test_store *place, enum store_order order, const char *name, int points)
{
	struct store_query query = {.order = order, .game = "cellar", .count = 9};
	int sum = 0;
	enum store_answer answer;

	strcpy(query.name, name);
	answer = store_scores_each(place->store, &query, stop_at_score, &sum);
	assert_int_equal(sum, answer == STORE_OK ? points : 0);
	return answer;
}

static inline enum store_answer scores_each(struct test_store *place)
{
	return scores_in_order(place, STORE_BEST_RUNS, "", 20);
}

/* The first row of a later page has its rank from the counts. */
static inline enum store_answer scores_after_first(struct test_store *place)
{
	struct store_query query = {.game = "cellar", .first = 1, .count = 9};
	int sum = 0;
	enum store_answer answer = store_scores_each(place->store, &query, stop_at_score, &sum);

	assert_int_equal(sum, answer == STORE_OK ? 10 : 0);
	return answer;
}

static inline enum store_answer scores_of(struct test_store *place)
{
	return scores_in_order(place, STORE_LATEST, "Otto", 10);
}

static inline bool stop_at_game(void *context, const char *game, uint32_t runs)
{
	(void)game;
	*(uint32_t *)context += runs;
	return false;
}

static inline enum store_answer games_each(struct test_store *place)
{
	uint32_t runs = 0;
	enum store_answer answer = store_games_each(place->store, stop_at_game, &runs);

	assert_int_equal(runs, answer == STORE_OK ? 2 : 0);
	return answer;
}

static inline enum store_answer record_of(struct test_store *place)
{
	struct store_record record;

	return store_record_of(place->store, 1, "cellar", 2, &record);
}

static inline enum store_answer secret_of(struct test_store *place)
{
	uint8_t secret[STORE_SECRET_SIZE];

	return store_secret(place->store, secret);
}

static inline enum store_answer visited(struct test_store *place)
{
	int64_t last;
	enum store_answer answer = store_visited(place->store, 1, "192.0.2.0/24", &last);

	return answer == STORE_NONE ? STORE_OK : answer;
}

/* ---- Operations that write ---- */

static inline enum store_answer hold_put(struct test_store *place)
{
	return store_hold_put(place->store, "flood", 5);
}

static inline enum store_answer score_set_aside(struct test_store *place)
{
	return store_score_set_aside(place->store, 2);
}

static inline enum store_answer account_wrong(struct test_store *place)
{
	return store_account_wrong(place->store, 1);
}

static inline enum store_answer account_clear_news(struct test_store *place)
{
	return store_account_clear_news(place->store, 1);
}

static inline enum store_answer account_new_key(struct test_store *place)
{
	return store_account_new_key(place->store, 1);
}

static inline enum store_answer account_lock(struct test_store *place)
{
	return store_account_lock(place->store, 1, "why");
}

static inline enum store_answer score_remove(struct test_store *place)
{
	return store_score_remove(place->store, 2);
}

static inline enum store_answer account_rename(struct test_store *place)
{
	return store_account_rename(place->store, 1, "Ilse");
}

static inline enum store_answer account_delete(struct test_store *place)
{
	char name[STORE_NAME_MAX + 1];

	return store_account_delete(place->store, 1, 9, name);
}

static inline enum store_answer ban_put(struct test_store *place)
{
	return store_ban_put(place->store, &(struct store_ban){.subject = "Otto", .begun = 9}, 9);
}

static inline enum store_answer audit_add(struct test_store *place)
{
	return store_audit_add(place->store, &(struct store_audit){.action = "lock"});
}

static inline enum store_answer visit(struct test_store *place)
{
	return store_visit(place->store, 1, "192.0.2.0/24", 9);
}

static inline enum store_answer account_new(struct test_store *place)
{
	int64_t id;

	return store_account_new(place->store, "Ida", "hash", 9, &id);
}

static inline enum store_answer set_hash(struct test_store *place)
{
	return store_account_set_hash(place->store, 1, "changed");
}

static inline enum store_answer set_options(struct test_store *place)
{
	return store_account_set_options(place->store, 1, "changed");
}

static inline enum store_answer key_add(struct test_store *place)
{
	return store_key_add(place->store, 1, "SHA256:c", "", 7);
}

static inline enum store_answer key_remove(struct test_store *place)
{
	return store_key_remove(place->store, 1, "SHA256:a");
}

static inline enum store_answer bundle_put(struct test_store *place)
{
	return store_bundle_put(place->store, other_bundle, "attic", "text", 4);
}

static inline enum store_answer run_begin(struct test_store *place)
{
	struct store_run run;

	return store_run_begin(place->store,
		&(struct store_begin){2, STORE_RANKED, seed, "birth", 5, 1, bundle, 9}, &run);
}

static inline enum store_answer run_claim(struct test_store *place)
{
	uint32_t epoch;

	return store_run_claim(place->store, 1, &epoch);
}

static inline enum store_answer run_quarantine(struct test_store *place)
{
	return store_run_quarantine(place->store, 1, "broken");
}

static inline enum store_answer segment_add(struct test_store *place)
{
	return store_segment_add(place->store, 1, 1, 5, 2, bundle, "save", 4);
}

static inline enum store_answer append_digested(struct test_store *place)
{
	struct store_append one = {.run = 1,
		.epoch = 1,
		.index = 5,
		.count = 2,
		.bytes = (const uint8_t *)"fg",
		.size = 2,
		.digest_count = 2,
		.digests = {{.index = 6, .digest = 66}, {.index = 7, .digest = 67}}};

	return store_append(place->store, &one);
}

static inline enum store_answer snapshot_put(struct test_store *place)
{
	return store_snapshot_put(place->store, 1, 1, 5, "three", 5);
}

static inline enum store_answer run_end(struct test_store *place)
{
	struct store_score score = score_of(4, 30, false);

	strcpy(score.avenged, "Otto Vera");
	return store_run_end(place->store, 1, 4, &score);
}

static inline enum store_answer score_verify(struct test_store *place)
{
	return store_score_verify(place->store, 2, STORE_VERIFIED);
}

static inline enum store_answer score_epitaph(struct test_store *place)
{
	return store_score_epitaph(place->store, 2, 2, "Here");
}

#endif
