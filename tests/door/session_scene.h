/* Films of sessions that share a keeper with other players. */
#ifndef TRAPDOOR_TESTS_SESSION_SCENE_H
#define TRAPDOOR_TESTS_SESSION_SCENE_H

#define FILM_SAME_DAY
#include "tests/test.h"

#include "tests/door/golden_content.h"
#include "tests/door/keeper_house.h"
#include "tests/door/session_script.h"

#define ESCAPE "type \\e\nwait 160\n"

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

#endif
