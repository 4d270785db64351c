/*
 * A life of a store, as a script of groups, and all that can be seen of a store as one text.
 *
 * A life without faults gives the text after each group. After any other life the text must be that
 * of the last group that store_commit acknowledged, or of the next one if it was tried. Then
 * nothing acknowledged is missing, and no group is half there.
 */
#ifndef TRAPDOOR_TESTS_SQL_LIFE_H
#define TRAPDOOR_TESTS_SQL_LIFE_H

#include "place.h"

#define LIFE_TRIES 3

struct life {
	struct test_store place;
	unsigned acknowledged; /* groups */
	unsigned tried;
	bool dies;   /* at each failure, and is opened anew */
	bool opened; /* at least once, with this secret: */
	uint8_t secret[STORE_SECRET_SIZE];
};

static uint8_t life_save[9000];

/* ---- The groups ---- */

static inline bool life_callers(struct store *store)
{
	int64_t mina;
	int64_t otto;

	return store_bundle_put(store, bundle, "cellar", "text", 4) == STORE_OK &&
	       store_account_new(store, "Mina", "hash", 1000, &mina) == STORE_OK &&
	       store_account_new(store, "Otto", "", 1001, &otto) == STORE_OK &&
	       store_key_add(store, otto, "SHA256:a", "desk", 1002) == STORE_OK;
}

static inline bool life_begins(struct store *store)
{
	struct store_run run;

	return store_run_begin(store,
		       &(struct store_begin){1, STORE_RANKED, seed, "birth", 5, 1, bundle, 2000},
		       &run) == STORE_OK &&
	       store_run_begin(store,
		       &(struct store_begin){2, STORE_RANKED, seed, "other", 5, 1, bundle, 2001},
		       &run) == STORE_OK;
}

/* Commands whose bytes tell where they belong, with a digest behind the last. */
static inline bool life_appends(
	struct store *store, int64_t run, uint32_t epoch, uint32_t index, uint32_t count)
{
	uint8_t bytes[64];
	struct store_append one = {.run = run,
		.epoch = epoch,
		.index = index,
		.count = count,
		.bytes = bytes,
		.size = count,
		.digest_count = 1,
		.digests = {{.index = index + count,
			.digest = UINT64_MAX - index - (uint64_t)run,
			.part_count = 2,
			.parts = {(uint8_t)index, (uint8_t)run}}}};

	for (uint32_t i = 0; i < count; i++)
		bytes[i] = (uint8_t)('a' + (run * 7 + index + i) % 26);
	return store_append(store, &one) == STORE_OK;
}

static inline bool life_first_turns(struct store *store)
{
	return life_appends(store, 1, 1, 0, 3) && life_appends(store, 2, 1, 0, 1) &&
	       life_appends(store, 1, 1, 3, 20);
}

static inline bool life_snapshot(struct store *store)
{
	return store_snapshot_put(store, 1, 1, 23, life_save, sizeof life_save) == STORE_OK &&
	       life_appends(store, 2, 1, 1, 4);
}

static inline bool life_claim(struct store *store)
{
	uint32_t epoch;

	return store_run_claim(store, 1, &epoch) == STORE_OK && epoch == 2;
}

static inline bool life_after_claim(struct store *store)
{
	return life_appends(store, 1, 2, 23, 7) && life_appends(store, 2, 1, 5, 60) &&
	       store_snapshot_put(store, 1, 2, 30, life_save, 100) == STORE_OK &&
	       store_snapshot_put(store, 2, 1, 65, life_save, 200) == STORE_OK;
}

static inline bool life_segment(struct store *store)
{
	return store_segment_add(store, 1, 2, 30, 2, bundle, life_save, 300) == STORE_OK &&
	       life_appends(store, 1, 2, 30, 2) &&
	       store_account_set_options(store, 2, "colours=16") == STORE_OK;
}

static inline bool life_end(struct store *store)
{
	struct store_score score = score_of(1, 77, true);

	score.ended = 3000;
	return life_appends(store, 1, 2, 32, 1) &&
	       store_run_end(store, 2, 33, &score) == STORE_OK && life_appends(store, 2, 1, 65, 1);
}

static inline bool life_board(struct store *store)
{
	struct store_run run;

	return store_score_epitaph(store, 1, 1, "So it goes") == STORE_OK &&
	       store_score_verify(store, 1, STORE_VERIFIED) == STORE_OK &&
	       store_run_begin(store,
		       &(struct store_begin){1, STORE_RANKED, seed, "again", 5, 2, bundle, 4000},
		       &run) == STORE_OK;
}

static const struct {
	bool (*group)(struct store *store);
	bool reopens; /* before it, so that the journal of the database is moved into it */
} life_script[] = {
	{life_callers, false},
	{life_begins, false},
	{life_first_turns, false},
	{life_snapshot, true},
	{life_claim, false},
	{life_after_claim, false},
	{life_segment, false},
	{life_end, true},
	{life_board, false},
};
#define LIFE_GROUPS (sizeof life_script / sizeof *life_script)

/* The text of the store after each number of groups. */
static char *life_tales[LIFE_GROUPS + 1];

/* ---- All that can be seen ---- */

static inline bool life_report_commands(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	fprintf(context, " %u+%u=%.*s", index, count, (int)size, (const char *)bytes);
	return true;
}

static inline bool life_report_digest(void *context, const struct store_digest *digest)
{
	fprintf(context, " %u:%llx", digest->index, (unsigned long long)digest->digest);
	for (size_t i = 0; i < digest->part_count; i++)
		fprintf(context, "-%x", digest->parts[i]);
	return true;
}

static inline unsigned life_sum(const uint8_t *bytes, size_t size)
{
	unsigned sum = 1;

	for (size_t i = 0; i < size; i++)
		sum = sum * 31 + bytes[i];
	return sum;
}

static inline void life_report_saves(FILE *out, struct store *store, int64_t run)
{
	struct store_segment segment;
	uint32_t index;
	uint8_t *bytes;
	size_t size;

	for (unsigned nth = 0;
		store_snapshot_get(store, run, nth, &index, &bytes, &size) == STORE_OK; nth++) {
		fprintf(out, " snapshot %u %zu %x", index, size, life_sum(bytes, size));
		free(bytes);
	}
	for (index = 0; store_segment_at(store, run, index, &segment) == STORE_OK;
		index = segment.end_index) {
		fprintf(out, " segment %u-%u %u %zu %x", segment.first_index, segment.end_index,
			segment.rules, segment.save_size,
			life_sum(segment.save, segment.save_size));
		free(segment.save);
		if (segment.end_index <= index)
			break;
	}
}

static inline bool life_report_run(void *context, const struct store_run *run)
{
	struct {
		FILE *out;
		struct store *store;
	} *tale = context;
	uint8_t *birth = NULL;
	size_t size = 0;

	if (store_run_birth(tale->store, run->id, &birth, &size) != STORE_OK)
		fputs("without birth ", tale->out);
	fprintf(tale->out,
		"run %d of %s epoch %u next %u snapshot %u ended %d birth %.*s:", (int)run->id,
		run->name, run->epoch, run->next_index, run->snapshot_index, run->ended, (int)size,
		birth ? (char *)birth : "");
	free(birth);
	store_commands_each(tale->store, run->id, 0, life_report_commands, tale->out);
	store_digests_each(tale->store, run->id, 0, life_report_digest, tale->out);
	life_report_saves(tale->out, tale->store, run->id);
	fputc('\n', tale->out);
	return true;
}

static inline bool life_report_score(void *context, unsigned rank, const struct store_score *score)
{
	fprintf(context, "score %u %s %d %d %s %s %d\n", rank, score->name, score->score,
		score->proof, score->epitaph, score->cause, (int)score->ended);
	return true;
}

static inline void life_report_account(FILE *out, struct store *store, const char *name)
{
	struct store_account account;
	struct store_key keys[4];
	size_t count = 0;

	if (store_account_by_name(store, name, &account) != STORE_OK)
		return;
	fprintf(out, "account %d %s %s %d %s", (int)account.id, account.name, account.hash,
		(int)account.created, account.options);
	store_key_list(store, account.id, keys, 4, &count);
	for (size_t i = 0; i < count; i++)
		fprintf(out, " key %s %s", keys[i].fingerprint, keys[i].label);
	fputc('\n', out);
}

/* All that can be seen of a store; the caller frees it. */
static inline char *life_report(struct store *store)
{
	struct store_query query = {.order = STORE_LATEST, .game = "cellar", .count = 9};
	struct {
		FILE *out;
		struct store *store;
	} tale = {.store = store};
	char *text = NULL;
	size_t size;

	tale.out = open_memstream(&text, &size);
	life_report_account(tale.out, store, "Mina");
	life_report_account(tale.out, store, "Otto");
	if (store_run_each(store, 0, false, life_report_run, &tale) != STORE_OK ||
		store_scores_each(store, &query, life_report_score, tale.out) != STORE_OK)
		fputs("cannot be read\n", tale.out);
	fclose(tale.out);
	return text;
}

/* ---- Living ---- */

static inline bool life_open(struct life *life)
{
	char sentence[256] = "";

	if (life->place.store)
		return true;
	life->place.store = store_open(life->place.directory, sentence, sizeof sentence);
	if (!life->place.store) {
		assert_string_not_equal(sentence, "");
		return false;
	}
	if (!life->opened)
		life->opened = store_secret(life->place.store, life->secret) == STORE_OK;
	return life->opened;
}

static inline void life_close(struct life *life)
{
	store_close(life->place.store);
	life->place.store = NULL;
}

/* Whether a store that was opened anew holds the group: whoever sees that takes it for saved. */
static inline bool life_sees(struct life *life, unsigned step)
{
	char *tale = life_report(life->place.store);
	bool there = strcmp(tale, life_tales[step + 1]) == 0;

	free(tale);
	return there;
}

static inline bool life_try(struct life *life, unsigned step)
{
	struct store *store;

	if (!life_open(life))
		return false;
	store = life->place.store;
	if (life->dies && life->tried > step && life_sees(life, step))
		return true;
	if (!store_begin(store))
		return false;
	life->tried = step + 1;
	if (life_script[step].group(store))
		return store_commit(store);
	store_undo(store);
	return false;
}

/* Each group is tried again when it failed, as a keeper does; a life ends at its end, or when
 * nothing helps. */
static inline void life_live(struct life *life)
{
	for (unsigned step = 0; step < LIFE_GROUPS; step++) {
		unsigned tries = 0;

		if (life_script[step].reopens)
			life_close(life);
		while (tries < LIFE_TRIES && !life_try(life, step)) {
			tries++;
			if (life->dies)
				life_close(life);
		}
		if (tries == LIFE_TRIES)
			break;
		life->acknowledged = step + 1;
	}
	life_close(life);
}

#endif
