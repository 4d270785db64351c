/* Films of sessions that share a keeper with other players. */
#ifndef TRAPDOOR_TESTS_SESSION_SCENE_H
#define TRAPDOOR_TESTS_SESSION_SCENE_H

#define FILM_SAME_DAY
#include "tests/test.h"

#include "tests/door/golden_content.h"
#include "tests/door/keeper_house.h"
#include "tests/door/session_script.h"

#define ESCAPE "type \\e\npause\n"

/* The sessions' keeper, as fixture_caller and its like want it. */
static struct fixture fixture;

static inline int set_up(void **state)
{
	log_level_set(LOG_ERROR);
	film_same_chance();
	server.content = golden_content();
	if (!server.content || script_setup(state) != 0)
		return -1;
	fixture = (struct fixture){
		.keeper = server.keeper, .control = server.control, .content = server.content};
	memcpy(fixture.state, server.directory, sizeof fixture.state);
	return 0;
}

/* Starts a keeper of another policy. The last one has ended. */
static inline void scene_keeper(const struct keeper_policy *policy)
{
	char sentence[256] = "";

	server.keeper = keeper_start(server.directory, server.content, policy, &server.control,
		sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	fixture.keeper = server.keeper;
	fixture.control = server.control;
}

static inline int tear_down(void **state)
{
	for (size_t i = 0; i < fixture.count; i++)
		close(fixture.ends[i]);
	return script_teardown(state);
}

/* The client of the next script enters with the key of fixture_caller. */
static inline void enter_as(const char *name)
{
	script_facts.admission = ADMIT_ACCOUNT;
	snprintf(script_facts.user, sizeof script_facts.user, "%s", name);
	snprintf(script_facts.fingerprint, sizeof script_facts.fingerprint,
		"SHA256:%.3s0123456789012345678901234567890123456789", name);
	snprintf(script_facts.term, sizeof script_facts.term, "xterm-256color");
}

/* Ends a run of the account; its rules are none of ours, so that it stays unproven. */
static inline int64_t add_ended_run(
	struct store_client *line, int points, int outcome, const char *avenged)
{
	struct keeper_run run;
	struct store_score score;

	fixture_begin_unproven(line, &run);
	score = fixture_score(&run, points, outcome);
	score.turns = (uint32_t)points * 7;
	score.level = 1 + points % 9;
	score.deepest = 1 + points % 20;
	score.died = outcome == OUTCOME_DIED;
	snprintf(score.avenged, sizeof score.avenged, "%s", avenged);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(&fixture, run.id);
	return run.id;
}

#endif
