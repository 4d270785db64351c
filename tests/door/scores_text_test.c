/* Lists in text: the players of sessions. */
#include "tests/test.h"

#include "door/store/scores_text.h"

static void a_player_of_two_sessions_is_listed_once(void **state)
{
	struct present present[] = {
		{.name = "Ada", .where = WHERE_LOBBY},
		{.name = "", .where = WHERE_DOOR},
		{.name = "Otto", .where = WHERE_PLAYING, .depth = 3},
		{.name = "Ada", .where = WHERE_PLAYING, .depth = 7},
		{.name = "", .where = WHERE_DOOR},
		{.name = "Otto", .where = WHERE_LOBBY},
	};

	(void)state;
	assert_int_equal(scores_players(present, 6), 4);
	assert_string_equal(present[0].name, "Ada");
	assert_int_equal(present[0].where, WHERE_PLAYING);
	assert_int_equal(present[0].depth, 7);
	assert_string_equal(present[1].name, "");
	assert_string_equal(present[2].name, "Otto");
	assert_int_equal(present[2].depth, 3);
	assert_string_equal(present[3].name, "");
	assert_int_equal(scores_players(present, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_player_of_two_sessions_is_listed_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
