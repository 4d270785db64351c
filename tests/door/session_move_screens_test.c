/* A session that moves while a page about a run or a day is open. */
#include "tests/test.h"

#include "tests/door/session_move_scene.h"

#include <ctype.h>

#define SEED_DIGITS 32

/* A keeper with daily runs, and a run of somebody on the board. */
static int set_up(void **state)
{
	struct fixture *fixture = fixture_new();

	fixture->policy.daily = 1;
	fixture_start(fixture);
	store_client_free(fixture_player(fixture, "Bert"));
	*state = fixture;
	return 0;
}

/* Types keys that open a page, and moves the session while the page is open. */
static void page_goes_on(struct moving *moving, const char *keys, const char *text)
{
	type(moving, keys);
	hear(moving, text);
	type(moving, REDRAW);
	hear(moving, text);
	move_on(moving);
	heard_nothing_before(moving, text);
}

/* Leaves a page for the one below it. */
static void go_back(struct moving *moving, const char *text)
{
	type(moving, "\033");
	hear(moving, text);
}

static void pages_of_another_players_run_go_on(void **state)
{
	struct moving *moving = player_in_lobby(state);

	page_goes_on(moving, "b", "Bert");
	page_goes_on(moving, "\r", "killed by a cave rat");
	go_back(moving, "Bert");
	go_back(moving, "You are");
	end_session(moving);
}

static void the_page_of_a_day_goes_on(void **state)
{
	struct moving *moving = player_in_lobby(state);

	page_goes_on(moving, "t", "SHA-256");
	go_back(moving, "You are");
	end_session(moving);
}

/* Finds the digits of a seed in what was heard. */
static void find_seed(const struct moving *moving, char seed[SEED_DIGITS + 1])
{
	size_t digits = 0;

	for (size_t i = 0; i < moving->heard_size && digits < SEED_DIGITS; i++) {
		digits = isxdigit((unsigned char)moving->heard[i]) ? digits + 1 : 0;
		if (digits)
			seed[digits - 1] = moving->heard[i];
	}
	assert_int_equal(digits, SEED_DIGITS);
	seed[digits] = '\0';
}

/* The tombstone has the score and the seed of its run, the dump and the replay below it are of the
 * same run. */
static void pages_of_an_ended_run_go_on(void **state)
{
	struct moving *moving = player_on_map(state);
	char seed[SEED_DIGITS + 1];

	type(moving, "Q");
	hear(moving, "(y/n)");
	type(moving, "y");
	hear(moving, "how it went");
	type(moving, REDRAW);
	hear(moving, "how it went");
	find_seed(moving, seed);
	move_on(moving);
	heard_nothing_before(moving, seed);
	page_goes_on(moving, "d", "How it went");
	/* The tombstone below the dump was left, also in the session that goes on. */
	go_back(moving, "You are");
	end_session(moving);
}

/* A page about a run that the keeper does not show is not entered: the session stays. */
static void a_page_of_a_run_that_is_gone_stays(void **state)
{
	struct moving *moving = player_in_lobby(state);
	int channel;

	type(moving, "b");
	hear(moving, "Bert");
	type(moving, "\r");
	hear(moving, "killed by a cave rat");
	ask(moving);
	fixture_sql(*state, "DELETE FROM scores");
	assert_int_equal(offer(moving, moving->state, moving->state_size, &channel), 0);
	answer(moving, MOVE_STAY);
	heard_nothing_before(moving, "killed by a cave rat");
	end_session(moving);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, fixture_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(pages_of_another_players_run_go_on),
		TEST(the_page_of_a_day_goes_on),
		TEST(pages_of_an_ended_run_go_on),
		TEST(a_page_of_a_run_that_is_gone_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
