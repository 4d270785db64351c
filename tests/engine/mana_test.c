/* How much mana a game gives the hero, and that it may give none. */
#include "tests/test.h"

#include "door/lab/new_game.h"
#include "engine/rules/rules.h"

#include <stdlib.h>

#define NO_MANA "    mana            0\n    mana-a-level    0\n"

/* The minimal game, with other lines for mana. */
static struct content *content_with(const char *lines)
{
	struct content *content = content_new();
	for (size_t i = 0; i < new_game_file_count; i++) {
		const struct new_game_file *file = &new_game_files[i];
		const char *at = strstr(file->text, NO_MANA);
		size_t before = at ? (size_t)(at - file->text) : file->size;
		size_t size = file->size + strlen(lines) + 1;
		char *text = malloc(size);
		snprintf(text, size, "%.*s%s%s", (int)before, file->text, at ? lines : "",
			at ? at + strlen(NO_MANA) : "");
		content_add(content, file->name, text, strlen(text));
		free(text);
	}
	assert_true(content_seal(content));
	return content;
}

static void assert_mana(const char *lines, int most, int a_level)
{
	static const struct seed seed;
	struct content *content = content_with(lines);
	struct game *game = game_new(content, &seed, &(struct birth){.name = "Ada"});
	assert_non_null(game);
	assert_int_equal(game->hero.mana, most);
	assert_int_equal(game->hero.mana_max, most);
	combat_gain(game, 1000);
	assert_true(game->hero.level > 1);
	assert_int_equal(game->hero.mana_max, most + (game->hero.level - 1) * a_level);
	game_free(game);
	content_free(content);
}

static void a_game_says_how_much_mana_there_is(void **state)
{
	(void)state;
	assert_mana(NO_MANA, 0, 0);
	assert_mana("    mana 7\n    mana-a-level 2\n", 7, 2);
	assert_mana("", 10, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_says_how_much_mana_there_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
