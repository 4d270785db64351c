/* The requests of a keeper about words, for the costs of statements. */
#ifndef TRAPDOOR_TESTS_SQL_COSTS_WORDS_H
#define TRAPDOOR_TESTS_SQL_COSTS_WORDS_H

#include "place.h"
#include "sql/store_imported.h"

static inline bool read_words(void *context, const struct store_words *words)
{
	*(struct store_words *)context = *words;
	return true;
}

static inline bool read_name(void *context, const char *name)
{
	(void)context;
	return name[0] != '\0';
}

static inline bool read_report(void *context, const struct store_report *report)
{
	(void)context;
	return report->id > 0;
}

static inline bool read_mute(void *context, const struct store_mute *mute)
{
	(void)context;
	return mute->name[0] == '\0';
}

static inline bool read_since(void *context, const struct store_score *score)
{
	(void)context;
	return score->run == 0;
}

static inline void come_back(struct test_store *place, int64_t account, const char *name)
{
	struct store_mark mark;
	struct store_try last;
	int64_t score;

	assert_int_equal(store_mark_now(place->store, 9, &mark), STORE_OK);
	assert_int_equal(store_mark_put(place->store, account, &mark), STORE_OK);
	assert_int_equal(store_mark_get(place->store, account, &mark), STORE_OK);
	assert_int_equal(store_scores_since(place->store, "cellar", 5, read_since, NULL), STORE_OK);
	assert_int_equal(store_best_until(place->store, "cellar", name, 1 << 20, &score), STORE_OK);
	store_try_last(place->store, account, "cellar", "2030-01-01", &last);
}

static inline bool read_feat(void *context, const struct store_feat *feat)
{
	(void)context;
	return feat->run > 0;
}

/* The ledger of an account with one run. */
static inline void prove_feats(struct test_store *place, int64_t account)
{
	int64_t run = finish(place, account, 5, true, 1, 2).id, owner;
	char game[STORE_GAME_MAX + 1];

	assert_int_equal(store_feats_owner(place->store, run, &owner, game), STORE_OK);
	assert_int_equal(store_feat_add(place->store, run, 1, "rat"), STORE_OK);
	assert_int_equal(store_feats_each(place->store, account, game, read_feat, NULL), STORE_OK);
	assert_int_equal(store_feats_of_run(place->store, run, read_feat, NULL), STORE_OK);
	assert_int_equal(store_feats_clear(place->store, run), STORE_OK);
}

static inline bool read_milestone(void *context, const struct store_milestone *milestone)
{
	(void)context;
	return milestone->id == 0;
}

static inline void reach_milestones(struct test_store *place, int64_t account)
{
	struct store_milestone milestone = {.kind = LIVELOG_DEPTH, .depth = 3};
	int64_t number;

	milestone.run = begin(place, account).id;
	assert_int_equal(
		store_livelog_is_deeper(place->store, account, milestone.run, 3), STORE_OK);
	assert_int_equal(store_livelog_deepen(place->store, milestone.run, 3), STORE_OK);
	assert_int_equal(store_livelog_add(place->store, &milestone), STORE_OK);
	store_livelog_best_other(place->store, milestone.run, &number);
	assert_int_equal(store_livelog_top_other(place->store, milestone.run, &number), STORE_OK);
	assert_int_equal(store_livelog_after(place->store, 0, read_milestone, NULL), STORE_OK);
	assert_int_equal(
		store_livelog_newest(place->store, "cellar", read_milestone, NULL), STORE_OK);
	assert_int_equal(store_livelog_last(place->store, &number), STORE_OK);
	assert_int_equal(store_livelog_forget(place->store, account), STORE_OK);
}

static inline bool read_imported(void *context, const struct store_imported *result)
{
	(void)context;
	return result->score > 0;
}

/* The results of another host. */
static inline void import_results(struct test_store *place)
{
	static const char day[] = "cellar/2026-11-22";
	struct store_imported result = {.host = "tower", .name = "Ada", .score = 7};

	assert_int_equal(store_imported_add(place->store, day, &result), STORE_OK);
	assert_int_equal(store_imported_of(place->store, day, "tower", "Ada", &result), STORE_OK);
	assert_int_equal(store_imported_each(place->store, day, 0, read_imported, NULL), STORE_OK);
	assert_int_equal(store_imported_remove(place->store, "tower", ""), STORE_OK);
}

static inline void write_words(struct test_store *place, int64_t account)
{
	int64_t other = account + 5;
	struct store_words words, mail;
	struct store_mute mute;
	struct store_report report = {.at = 9, .reporter = other, .author = account};

	assert_int_equal(store_wall_add(place->store, account, "line", 5), STORE_OK);
	assert_int_equal(store_wall_each(place->store, other, read_words, &words), STORE_OK);
	assert_int_equal(store_mail_to_all(place->store, "to all", 5000), STORE_OK);
	assert_int_equal(store_mail_each(place->store, other, read_words, &mail), STORE_OK);
	assert_int_equal(store_mail_seen(place->store, other, mail.id), STORE_OK);
	assert_int_equal(store_mail_send(place->store, account, other, "mail", 6), STORE_OK);
	assert_int_equal(store_mail_each(place->store, other, read_words, &mail), STORE_OK);
	report.kind = STORE_WALL;
	report.subject = words.id;
	assert_int_equal(store_report_add(place->store, &report), STORE_OK);
	assert_int_equal(store_reports_after(place->store, 0, read_report, NULL), STORE_OK);
	assert_int_equal(store_report_close(place->store, 1), STORE_OK);
	for (enum store_kind kind = STORE_WALL; kind <= STORE_MAIL; kind++) {
		int64_t id = kind == STORE_WALL ? words.id : mail.id + 1;
		store_words_of(place->store, 0, kind, id, &words);
		store_words_remove(place->store, kind, id);
	}
	store_words_of(place->store, 0, STORE_EPITAPH, 5, &words);
	store_words_remove(place->store, STORE_EPITAPH, 5);
	store_mail_remove(place->store, other, mail.id);
	assert_int_equal(store_block(place->store, account, other), STORE_OK);
	assert_int_equal(store_blocks(place->store, account, other), STORE_OK);
	assert_int_equal(store_blocks_each(place->store, account, read_name, NULL), STORE_OK);
	assert_int_equal(store_unblock(place->store, account, other), STORE_OK);
	assert_int_equal(store_mute(place->store, other, "why", 0), STORE_OK);
	assert_int_equal(store_mute_of(place->store, other, 5, &mute), STORE_OK);
	assert_int_equal(store_mutes_after(place->store, 0, 5, read_mute, NULL), STORE_OK);
	assert_int_equal(store_unmute(place->store, other), STORE_OK);
	assert_int_equal(store_has_listed(place->store, account), STORE_OK);
}

#endif
