/* Days and weeks with tries, written into the store of a server (tests/door/session_scene.h)
 * while no keeper runs. */
#ifndef TRAPDOOR_TESTS_CONTEST_STORE_H
#define TRAPDOOR_TESTS_CONTEST_STORE_H

#include "tests/test.h"

#include "door/text/contest.h"
#include "engine/content/content.h"
#include "tests/door/session_scene.h"

static const struct seed past_seed = {{7}};

static inline void must(enum store_answer answer)
{
	assert_int_equal(answer, STORE_OK);
}

/* Adds an ended and verified try to the store. */
static inline void add_try(
	struct store *store, const char *name, const char *date, int points, int outcome)
{
	uint8_t content[CONTENT_DIGEST_SIZE];
	struct birth birth;
	uint8_t bytes[BIRTH_BYTES_MAX];
	contest_birth(date, "", &birth);
	size_t size = birth_encode(&birth, bytes);
	struct store_account account;
	struct store_run run;

	content_digest(server.content, content);
	must(store_account_by_name(store, name, &account));
	must(store_try_begin(store, content_game(server.content), date,
		&(struct store_begin){account.id, STORE_DAILY, past_seed.bytes, bytes, size, 1,
			content, FILM_DAY - 50000},
		&run));
	struct store_append append = {
		.run = run.id, .epoch = 1, .count = 1, .bytes = (const uint8_t *)"\1", .size = 1};
	must(store_append(store, &append));
	struct store_score score =
		fixture_score(&(struct keeper_run){.id = run.id}, points, outcome);
	score.deepest = points / 100;
	score.turns = 9;
	score.ended = FILM_DAY - 40000;
	must(store_run_end(store, 1, 1, &score));
	must(store_score_verify(store, run.id, STORE_VERIFIED));
}

static inline void add_day(struct store *store, const char *date, const struct seed *seed)
{
	struct store_day day = {.hash = {9}, .published = FILM_DAY - 172800};
	uint8_t content[CONTENT_DIGEST_SIZE];

	content_digest(server.content, content);
	snprintf(day.date, sizeof day.date, "%s", date);
	memcpy(day.seed, seed->bytes, sizeof day.seed);
	must(store_day_publish(store, content_game(server.content), &day));
	day.rules = 1;
	memcpy(day.content, content, sizeof day.content);
	if (contest_of(date)->handicapped)
		strcpy(day.handicaps, "half-food,no-lamp");
	must(store_day_open(store, content_game(server.content), &day));
}

#endif
