/* Levels as text, for the lab and for the debugging views. */
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "stock.h"

static int count(const char *text, const char *what)
{
	int found = 0;
	for (; (text = strstr(text, what)); text += strlen(what))
		found++;
	return found;
}

/* The stages of a game's level are those that the lab prints for its seed and depth, then the
 * level. */
static void a_games_level_tells_its_making(void **state)
{
	(void)state;
	struct content *content = stock_content();
	struct seed seed = {{1, 2, 3}};
	struct birth birth = {.name = "Walker", .debug = true};
	struct complaint complaint;
	struct game *game = game_new(content, &seed, &birth);
	uint64_t before = game_digest(game);
	char *plain = game_level_text(game, 0);
	char *steps = game_level_text(game, LEVEL_TEXT_STAGES);
	char *stages = lab_level(content, &seed,
		&(struct lab_level){.depth = 1, .kind = "", .flags = LEVEL_TEXT_STAGES},
		&complaint);

	assert_true(count(stages, "== ") >= 3);
	assert_int_equal(count(plain, "== "), 0);
	assert_int_equal(count(steps, "== "), count(stages, "== ") + 1);
	assert_memory_equal(steps, stages, strlen(stages));
	assert_string_equal(strstr(steps, "== now\n") + strlen("== now\n"), plain);
	assert_true(game_digest(game) == before);
	free(plain);
	free(steps);
	free(stages);
	game_free(game);
	content_free(content);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_games_level_tells_its_making)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
