/* The keeper's runs: appends that outlive it, takeovers, ends and births. */
#include "tests/test.h"

#include "keeper_house.h"

/* ---- Acknowledged appends are kept ---- */

#define WRITERS 6
#define APPENDS 150

static uint8_t step_at(uint32_t index)
{
	return (uint8_t)((index * 7 + index / 8) % 8);
}

/* Appends one to three commands a time, each known from its index, and never goes back. */
_Noreturn static void write_on(struct store_client *line, const struct keeper_run *run)
{
	uint32_t index = 0;

	for (int i = 0; i < APPENDS; i++) {
		uint8_t bytes[3];
		struct store_append append = {.run = run->id,
			.epoch = run->epoch,
			.index = index,
			.count = 1 + index % 3};

		for (uint32_t j = 0; j < append.count; j++)
			bytes[j] = step_at(index + j);
		append.bytes = bytes;
		append.size = append.count;
		if (keeper_append(line, &append) != KEEPER_OK)
			_exit(1);
		index += append.count;
	}
	_exit(0);
}

static uint32_t written(void)
{
	uint32_t index = 0;

	for (int i = 0; i < APPENDS; i++)
		index += 1 + index % 3;
	return index;
}

static void no_acknowledged_append_is_lost_when_keepers_are_killed(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *lines[WRITERS];
	struct keeper_run runs[WRITERS];
	pid_t writers[WRITERS];

	for (int i = 0; i < WRITERS; i++) {
		char name[32];

		snprintf(name, sizeof name, "w%dr-caller", i);
		lines[i] = fixture_caller(fixture, name);
		assert_int_equal(keeper_run_begin(lines[i], false, &runs[i]), KEEPER_OK);
	}
	for (int i = 0; i < WRITERS; i++) {
		writers[i] = fork();
		if (writers[i] == 0)
			write_on(lines[i], &runs[i]);
	}
	for (int i = 0; i < 8; i++) {
		nanosleep(&(struct timespec){.tv_nsec = 7000000}, NULL);
		fixture_kill_keeper(fixture);
		fixture_start(fixture);
	}
	for (int i = 0; i < WRITERS; i++) {
		uint8_t *bytes;
		size_t size;
		int status;

		assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
		assert_int_equal(status, 0);
		assert_int_equal(
			keeper_commands_get(lines[i], runs[i].id, 0, &bytes, &size), KEEPER_OK);
		assert_int_equal(size, written());
		for (uint32_t j = 0; j < size; j++)
			assert_int_equal(bytes[j], step_at(j));
		free(bytes);
		store_client_free(lines[i]);
	}
}

static void commands_come_from_the_one_that_is_asked_for(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run run;
	uint8_t *bytes;
	size_t size;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	/* Steps are one byte each: 0 to 7. */
	assert_int_equal(fixture_append(line, &run, 0, "\1\2\3"), KEEPER_OK);
	assert_int_equal(fixture_append(line, &run, 3, "\4\5"), KEEPER_OK);
	for (uint32_t from = 0; from <= 5; from++) {
		assert_int_equal(keeper_commands_get(line, run.id, from, &bytes, &size), KEEPER_OK);
		assert_int_equal(size, 5 - from);
		if (size)
			assert_int_equal(bytes[0], from + 1);
		free(bytes);
	}
	store_client_free(line);
}

static void large_things_go_in_pieces(void **state)
{
	static const size_t sizes[] = {0, 1, 61000, 65536, 200000, 1000003};
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run run;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		uint8_t *sent = malloc(sizes[i] + 1);
		uint8_t *got;
		uint32_t index;
		size_t size;

		for (size_t j = 0; j < sizes[i]; j++)
			sent[j] = (uint8_t)(j * 31 + i);
		assert_int_equal(fixture_append(line, &run, (uint32_t)i, "\1"), KEEPER_OK);
		assert_int_equal(keeper_snapshot_put(
					 line, run.id, run.epoch, (uint32_t)i + 1, sent, sizes[i]),
			KEEPER_OK);
		assert_int_equal(
			keeper_snapshot_get(line, run.id, 0, &index, &got, &size), KEEPER_OK);
		assert_int_equal(index, i + 1);
		assert_int_equal(size, sizes[i]);
		assert_memory_equal(sent, got, size);
		free(sent);
		free(got);
	}
	assert_int_equal(keeper_run_look(line, &run), KEEPER_OK);
	assert_int_equal(run.snapshot_index, 6);
	store_client_free(line);
}

static void the_content_of_a_run_is_in_the_store(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run run;
	uint8_t *bytes;
	const uint8_t *bundle;
	size_t size;
	size_t bundle_size;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	bundle = content_bundle(fixture->content, &bundle_size);
	assert_int_equal(keeper_bundle_get(line, run.content, &bytes, &size), KEEPER_OK);
	assert_int_equal(size, bundle_size);
	assert_memory_equal(bytes, bundle, size);
	free(bytes);
	store_client_free(line);
}

/* ---- The holder of a run ---- */

static void a_takeover_ends_the_older_holder(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *first = fixture_caller(fixture, "Mina");
	struct store_client *second = fixture_caller(fixture, "Mina");
	struct keeper_run run;
	struct keeper_run taken;

	assert_int_equal(keeper_run_begin(first, false, &run), KEEPER_OK);
	assert_string_equal(run.elsewhere, "");
	assert_int_equal(fixture_append(first, &run, 0, "\1\2"), KEEPER_OK);
	assert_int_equal(keeper_run_begin(second, false, &taken), KEEPER_NO);
	assert_int_equal(keeper_run_look(second, &taken), KEEPER_OK);
	assert_int_equal(strncmp(taken.elsewhere, "on telnet from 192.0.2.1, idle ", 31), 0);
	assert_int_equal(keeper_run_claim(second, &taken), KEEPER_OK);
	assert_int_equal(taken.id, run.id);
	assert_int_equal(taken.epoch, run.epoch + 1);
	assert_int_equal(taken.next_index, 2);
	assert_memory_equal(&taken.seed, &run.seed, sizeof run.seed);
	assert_true(fixture_notice(first, NOTICE_TAKEN_OVER));
	assert_int_equal(fixture_append(first, &run, 2, "\3"), KEEPER_STALE);
	assert_int_equal(keeper_snapshot_put(first, run.id, run.epoch, 2, "s", 1), KEEPER_STALE);
	assert_int_equal(fixture_append(second, &taken, 2, "\4"), KEEPER_OK);
	store_client_free(first);
	store_client_free(second);
}

static void a_holder_is_known_to_the_next_keeper(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *first = fixture_caller(fixture, "Mina");
	struct store_client *second;
	struct keeper_run run;

	assert_int_equal(keeper_run_begin(first, false, &run), KEEPER_OK);
	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	assert_int_equal(fixture_append(first, &run, 0, "\1"), KEEPER_OK);
	second = fixture_caller(fixture, "Mina");
	assert_int_equal(keeper_run_look(second, &run), KEEPER_OK);
	assert_int_equal(strncmp(run.elsewhere, "on telnet from 192.0.2.1, idle ", 31), 0);
	assert_int_equal(keeper_run_claim(second, &run), KEEPER_OK);
	assert_true(fixture_notice(first, NOTICE_TAKEN_OVER));
	store_client_free(first);
	store_client_free(second);
}

static void another_callers_run_is_out_of_reach(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct keeper_run run;
	struct store_score score;
	uint8_t *bytes;
	uint32_t index;
	size_t size;

	assert_int_equal(keeper_run_begin(mina, false, &run), KEEPER_OK);
	score = fixture_score(&run, 1, OUTCOME_DIED);
	assert_int_equal(fixture_append(otto, &run, 0, "\1"), KEEPER_NO);
	assert_int_equal(keeper_commands_get(otto, run.id, 0, &bytes, &size), KEEPER_NO);
	assert_int_equal(keeper_snapshot_get(otto, run.id, 0, &index, &bytes, &size), KEEPER_NO);
	assert_int_equal(keeper_snapshot_put(otto, run.id, run.epoch, 0, "s", 1), KEEPER_NO);
	assert_int_equal(keeper_run_end(otto, run.epoch, 0, &score), KEEPER_NO);
	assert_int_equal(keeper_quarantine(otto, run.id, "spite"), KEEPER_NO);
	assert_int_equal(fixture_append(mina, &run, 0, "\1"), KEEPER_OK);
	store_client_free(mina);
	store_client_free(otto);
}

static void a_quarantined_run_makes_room_for_a_new_one(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run run;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(keeper_quarantine(line, run.id, "no snapshot loads"), KEEPER_OK);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_STALE);
	assert_int_equal(keeper_run_look(line, &run), KEEPER_NO);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	store_client_free(line);
}

/* ---- Ends and births ---- */

static void end_run(struct fixture *fixture, struct store_client *line, struct keeper_run *run,
	int points, const char *avenged)
{
	struct store_score score;

	assert_int_equal(keeper_run_begin(line, false, run), KEEPER_OK);
	/* Rules of which no program is kept: the verifier leaves the row as it is. */
	assert_int_equal(keeper_segment_add(line, run->id, run->epoch, 0, 1, run->content, "s", 1),
		KEEPER_OK);
	assert_int_equal(fixture_append(line, run, 0, "\1"), KEEPER_OK);
	score = fixture_score(run, points, OUTCOME_DIED);
	snprintf(score.avenged, sizeof score.avenged, "%s", avenged);
	assert_int_equal(keeper_run_end(line, run->epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_run_end(line, run->epoch, 1, &score), KEEPER_OK);
	fixture_verify(fixture, run->id);
}

static void the_dead_come_back_in_births_and_are_avenged(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct keeper_run mina_run;
	struct keeper_run run;
	struct store_score score;

	end_run(fixture, mina, &mina_run, 100, "Nobody");
	assert_int_equal(keeper_epitaph(mina, mina_run.id, "gone \233 fishing"), KEEPER_OK);
	assert_int_equal(keeper_epitaph(mina, mina_run.id, "again"), KEEPER_NO);
	end_run(fixture, otto, &run, 200, "Mina Nobody");
	assert_int_equal(run.birth.bones_count, 1);
	assert_string_equal(run.birth.name, "Otto");
	assert_string_equal(run.birth.past[0].name, "Mina");
	assert_string_equal(run.birth.past[0].killer, "cave-rat");
	assert_string_equal(run.birth.past[0].epitaph, "gone ? fishing");
	assert_int_equal(run.birth.past[0].depth, 3);
	assert_int_equal(keeper_score_get(otto, run.id, &score), KEEPER_OK);
	assert_string_equal(score.avenged, "Mina");
	assert_int_equal(keeper_score_get(otto, mina_run.id, &score), KEEPER_OK);
	assert_string_equal(score.avenged, "");
	assert_string_equal(score.avenged_by, "Otto");
	assert_int_equal(keeper_run_begin(mina, false, &run), KEEPER_OK);
	assert_int_equal(run.birth.bones_count, 2);
	for (int i = 0; i < 2; i++)
		assert_string_equal(run.birth.past[i].killer,
			strcmp(run.birth.past[i].name, "Otto") ? "" : "cave-rat");
	store_client_free(mina);
	store_client_free(otto);
}

/* Plays a run with such an end. Returns the facts of the next run's birth. */
static unsigned facts_after(struct fixture *fixture, struct store_client *line, int outcome,
	const struct store_score *end)
{
	struct keeper_run run;
	struct store_score score;

	fixture_begin_unproven(line, &run);
	score = fixture_score(&run, 100, outcome);
	score.depth = end->depth;
	score.deepest = end->deepest;
	score.gold = end->gold;
	snprintf(score.killer, sizeof score.killer, "%s", end->killer);
	snprintf(score.avenged, sizeof score.avenged, "%s", end->avenged);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(fixture, run.id);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(keeper_quarantine(line, run.id, "only its birth is wanted"), KEEPER_OK);
	return run.birth.facts;
}

static void facts_of_earlier_runs_are_in_births(void **state)
{
	const struct store_score early = {.depth = 3, .deepest = 3, .killer = "cave-rat"},
				 hunger = {.depth = 11, .deepest = 12, .avenged = "Otto"},
				 poor = {.depth = 1, .deepest = 13, .gold = 499},
				 rich = {.depth = 1, .deepest = 2, .gold = 500},
				 far = {.depth = 26, .deepest = 26}, home = {.depth = 1};
	unsigned facts = FACT_CALLED | FACT_DIED | FACT_DIED_EARLY;
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct keeper_run run;

	assert_int_equal(facts_after(fixture, otto, OUTCOME_DIED, &early), facts | FACT_DIED_LAST);
	assert_int_equal(facts_after(fixture, mina, OUTCOME_DIED, &early), facts | FACT_DIED_LAST);
	facts |= FACT_DEEP | FACT_DIED_ALONE | FACT_AVENGED;
	assert_int_equal(facts_after(fixture, mina, OUTCOME_DIED, &hunger), facts | FACT_DIED_LAST);
	facts |= FACT_LEFT | FACT_PASSED;
	assert_int_equal(facts_after(fixture, mina, OUTCOME_LEFT, &poor), facts);
	assert_int_equal(facts_after(fixture, mina, OUTCOME_LEFT, &rich), facts |= FACT_RICH);
	assert_int_equal(facts_after(fixture, mina, OUTCOME_QUIT, &early), facts |= FACT_QUIT);
	assert_int_equal(facts_after(fixture, mina, OUTCOME_WON, &home), facts |= FACT_WON);
	assert_int_equal(facts_after(fixture, mina, OUTCOME_WON, &far), facts |= FACT_WON_FAR);
	for (int runs = 8; runs <= 9; runs++)
		assert_int_equal(facts_after(fixture, mina, OUTCOME_WON, &home), facts);
	assert_int_equal(facts_after(fixture, mina, OUTCOME_WON, &home), facts |= FACT_OFTEN);
	/* Mina avenged Otto's first death. */
	assert_int_equal(facts_after(fixture, otto, OUTCOME_QUIT, &early),
		FACT_CALLED | FACT_DIED | FACT_DIED_EARLY | FACT_REPAID | FACT_QUIT);
	assert_int_equal(
		keeper_run_begin_seeded(mina, false, &(struct seed){{7}}, &run), KEEPER_OK);
	assert_int_equal(run.birth.facts, 0);
	store_client_free(mina);
	store_client_free(otto);
}

/* The keeper trusts a session with how a run ended, and sets the rest itself. */
static void the_keeper_completes_a_score(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct store_score score, kept;
	struct keeper_run run;
	int64_t before = time(NULL);

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	/* No program of these rules is kept, so that nothing proves the run meanwhile. */
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 0, 1, run.content, "s", 1), KEEPER_OK);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	score = fixture_score(&run, 700, OUTCOME_DIED);
	score.mode = STORE_DEBUG;
	score.proof = STORE_VERIFIED;
	score.ended = 1;
	score.died = false;
	strcpy(score.cause, "a \033[2J cause");
	strcpy(score.killer, "a\tkiller");
	strcpy(score.item, "an\nitem");
	strcpy(score.epitaph, "an \177 epitaph");
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_score_get(line, run.id, &kept), KEEPER_OK);
	assert_int_equal(kept.mode, STORE_RANKED);
	assert_true(kept.scored);
	assert_true(kept.died);
	assert_true(kept.proof == STORE_UNVERIFIED || kept.proof == STORE_SET_ASIDE);
	assert_true(kept.ended >= before && kept.ended <= time(NULL));
	assert_string_equal(kept.cause, "a ?[2J cause");
	assert_string_equal(kept.killer, "a?killer");
	assert_string_equal(kept.item, "an?item");
	assert_string_equal(kept.epitaph, "an ? epitaph");
	store_client_free(line);
}

/* A run has the seed that its player chose, and is on no board. */
static void a_run_on_a_chosen_seed_is_on_no_board(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	const struct seed seed = {{0x1f, 2, 3, [15] = 0xab}};
	struct store_score score, kept;
	struct keeper_run run;

	assert_int_equal(keeper_run_begin_seeded(line, true, &seed, &run), KEEPER_OK);
	assert_memory_equal(run.seed.bytes, seed.bytes, sizeof seed.bytes);
	assert_int_equal(run.mode, STORE_CHOSEN);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	score = fixture_score(&run, 900, OUTCOME_WON);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_score_get(line, run.id, &kept), KEEPER_OK);
	assert_false(kept.scored);
	/* A random seed differs from the last one. */
	assert_int_equal(keeper_run_begin_seeded(line, false, NULL, &run), KEEPER_OK);
	assert_int_equal(run.mode, STORE_RANKED);
	assert_memory_not_equal(run.seed.bytes, seed.bytes, sizeof seed.bytes);
	store_client_free(line);
}

/* A run that may use debug keys is on the board unless it used one. */
static void a_run_with_a_debug_key_is_on_no_board(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct store_query query = {.order = STORE_BEST_RUNS, .count = 4};
	struct store_score scores[4];
	struct store_score score;
	struct store_record record;
	struct keeper_run run;
	unsigned ranks[4];
	size_t count;

	assert_int_equal(keeper_run_begin(line, true, &run), KEEPER_OK);
	assert_true(run.birth.debug);
	assert_int_equal(run.mode, STORE_DEBUG);
	score = fixture_score(&run, 900, OUTCOME_WON);
	score.scored = false;
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_run_begin(line, true, &run), KEEPER_OK);
	/* No program of these rules is kept, so that the verifier leaves the row as it is. */
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 0, 1, run.content, "s", 1), KEEPER_OK);
	score = fixture_score(&run, 50, OUTCOME_LEFT);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(fixture, run.id);
	assert_int_equal(keeper_scores(line, &query, scores, ranks, 4, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(ranks[0], 1);
	assert_int_equal(scores[0].score, 50);
	assert_string_equal(scores[0].name, "Mina");
	assert_int_equal(keeper_record(line, &record), KEEPER_OK);
	assert_int_equal(record.runs, 1);
	assert_int_equal(record.best_score, 50);
	store_client_free(line);
}

static void long_boards_come_whole(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct store_client *other = fixture_caller(fixture, "Otto");
	struct store_query query = {.order = STORE_LATEST, .count = 200};
	struct store_score *scores = calloc(200, sizeof *scores);
	struct keeper_run run;
	unsigned ranks[200];
	size_t count;

	for (int i = 0; i < 120; i++)
		end_run(fixture, i % 2 ? other : line, &run, i, "");
	assert_int_equal(keeper_scores(line, &query, scores, ranks, 200, &count), KEEPER_OK);
	assert_int_equal(count, 120);
	for (int i = 0; i < 120; i++) {
		assert_int_equal(scores[i].score, 119 - i);
		assert_int_equal(ranks[i], i + 1);
	}
	free(scores);
	store_client_free(line);
	store_client_free(other);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(no_acknowledged_append_is_lost_when_keepers_are_killed),
		TITLE(commands_come_from_the_one_that_is_asked_for),
		TITLE(large_things_go_in_pieces),
		TITLE(the_content_of_a_run_is_in_the_store),
		TITLE(a_takeover_ends_the_older_holder),
		TITLE(a_holder_is_known_to_the_next_keeper),
		TITLE(another_callers_run_is_out_of_reach),
		TITLE(a_quarantined_run_makes_room_for_a_new_one),
		TITLE(the_dead_come_back_in_births_and_are_avenged),
		TITLE(facts_of_earlier_runs_are_in_births),
		TITLE(the_keeper_completes_a_score),
		TITLE(a_run_on_a_chosen_seed_is_on_no_board),
		TITLE(a_run_with_a_debug_key_is_on_no_board),
		TITLE(long_boards_come_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
