/* Auto commands and harm that something else hides. */
#include "tests/test.h"

#include "tests/engine/follow.h"

static uint16_t cloud_of(const char *id)
{
	uint16_t kind = 0;
	while (kind < stock->counts.clouds && strcmp(stock->clouds[kind].id, id) != 0)
		kind++;
	assert_true(kind < stock->counts.clouds);
	return kind;
}

static const char *const passage[] = {
	"#####      ",
	"#..@',,,,,,",
	"#####      ",
};

/* The hero in smoke beside a doorway in smoke, below which there may be other ground or gas. */
static struct game *in_a_smoky_doorway(const char *ground, const char *gas)
{
	struct game *game = arena(ROWS(passage));
	memory_see_cell(game, 4, 1);
	memory_see_cell(game, 5, 1);
	if (ground != NULL)
		place_set_terrain(game, 4, 1, content_find_terrain(stock, ground));
	if (gas != NULL)
		gas_add(game->level, gas_begin(game->level, cloud_of(gas)), 4, 1, 5);
	gas_add(game->level, gas_begin(game->level, cloud_of("smoke")), 4, 1, 7);
	gas_add(game->level, gas_begin(game->level, cloud_of("smoke")), 3, 1, 9);
	gas_work_out(game);
	senses_look(game);
	return game;
}

/* True if the auto command begins with a step into the doorway. */
static bool enters(struct game *game, enum auto_kind kind)
{
	struct command command = {0};
	auto_begin(&last, kind, 0, 5, 1, game, &watch);
	return auto_step(&last, game, &command) && command.verb == VERB_STEP &&
	       command.direction == DIR_E;
}

/* Smoke hides neither harmful ground nor harmful gas. */
static void harm_below_smoke_is_known(void **state)
{
	static const struct {
		const char *ground, *gas;
		bool harms;
	} rows[] = {{NULL, NULL, false}, {"acid", NULL, true}, {NULL, "green-gas", true}};
	char question[200];
	int stops = 0;
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int kind = AUTO_TRAVEL; kind <= AUTO_EXPLORE; kind++) {
			struct game *game = in_a_smoky_doorway(rows[i].ground, rows[i].gas);
			if (enters(game, (enum auto_kind)kind) == rows[i].harms)
				fail_msg("row %zu, auto command %d", i, kind);
			/* The command shows where harm begins that is in the way. */
			stops += last.harm;
			assert_int_equal(last.ahead.x, last.harm ? 4 : -1);
			assert_int_equal(last.ahead.y, last.harm ? 1 : -1);
			assert_int_equal(
				game_step_risk(game, DIR_E, question, sizeof question) != RISK_NONE,
				rows[i].harms);
			assert_true(rows[i].gas == NULL || strstr(question, "smoke") == NULL);
			game_free(game);
		}
	assert_true(stops > 0);
}

static const char *const yard[] = {
	"###########      #########",
	"#.........#      #.......#",
	"#@........',,,,,,'.......#",
	"#.........#      #.......#",
	"#.........#      #.......#",
	"###########      #########",
};

static void launch(struct game *game, const char *id, int source, int x, int y)
{
	uint16_t kind = 0;
	while (kind < stock->counts.flights && strcmp(stock->flights[kind].id, id) != 0)
		kind++;
	assert_true(kind < stock->counts.flights);
	assert_true(flight_launch(game, &(struct launch){.kind = kind,
						.source = source,
						.from_x = x,
						.from_y = y,
						.to_x = x + 1,
						.to_y = y}));
}

/* A missile that the hero launched or does not see hides none that he sees. */
static void a_missile_of_others_is_named(void **state)
{
	struct auto_move automove;
	struct command command;
	(void)state;
	for (int unseen = 0; unseen < 2; unseen++) {
		struct game *game = arena(ROWS(yard));
		auto_begin(&automove, AUTO_TRAVEL, 0, 1, 3, game, &watch);
		assert_true(auto_step(&automove, game, &command));
		launch(game, "pin", unseen ? -1 : HERO, unseen ? 20 : 5, 4);
		launch(game, "cord", -1, 9, 1);
		assert_false(auto_step(&automove, game, &command));
		assert_non_null(strstr(automove.says, "a cord is in flight"));
		assert_null(strstr(automove.says, "pin"));
		game_free(game);
	}
}

/* One that missed flies on over the hero, and has no direction from there. */
static void a_missile_in_the_heros_cell_is_named(void **state)
{
	struct auto_move automove;
	struct command command;
	(void)state;
	struct game *game = arena(ROWS(yard));
	const struct creature *hero = game_hero(game);
	auto_begin(&automove, AUTO_TRAVEL, 0, 1, 3, game, &watch);
	assert_true(auto_step(&automove, game, &command));
	launch(game, "cord", -1, hero->x - 1, hero->y);
	game->air.missiles[0].x = hero->x;
	assert_false(auto_step(&automove, game, &command));
	assert_non_null(strstr(automove.says, "a cord is in flight, in your cell. It "));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(harm_below_smoke_is_known),
		cmocka_unit_test(a_missile_of_others_is_named),
		cmocka_unit_test(a_missile_in_the_heros_cell_is_named),
	};
	return stock_run(stock_content(), tests);
}
