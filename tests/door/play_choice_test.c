/* The choice of an heirloom or a talent says all that is known of each. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

/* A seed with the silver darts among its heirlooms offers all ten, which it then gives. */
static void an_heirloom_of_many_pieces_shows_how_many(void **state)
{
	struct game *game = NULL;
	struct view view;
	size_t at = 0;
	(void)state;
	for (uint8_t seed = 0; !game || at == view.choice_count; seed++) {
		game_free(game);
		game = game_new(stock, &(struct seed){{seed}}, &(struct birth){.name = "anna"});
		game_view(game, &view);
		for (at = 0; at < view.choice_count; at++)
			if (strcmp(view.choices[at].name, "silver dart") == 0)
				break;
		assert_true(seed < UINT8_MAX);
	}
	struct stage stage = {.game = game};
	stage.play = play_new(game, stock, NULL, 0, &(struct play_link){.context = &stage});
	vt_frame_resize(&stage.frame, 80, 24);
	play_greet(stage.play);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, ") 10 silver darts  ") > 0);
	game_act(game, &(struct command){.verb = VERB_CHOOSE, .number = (uint8_t)at});
	int slot = 0;
	uint16_t dart = content_find_item(stock, "silver-dart");
	while (game->pack.items[slot].kind != dart || !game->pack.items[slot].count)
		slot++;
	assert_int_equal(game->pack.items[slot].count, 10);
	stage_end(&stage);
}

/* Each talent that needs something says so until the hero has it. */
static void a_talent_of_no_use_yet_says_what_it_needs(void **state)
{
	static const struct {
		enum talent_need need;
		const char *item, *says;
	} rows[] = {{TALENT_NEEDS_LAUNCHER, "nail-gun", "Of no use until you carry a launcher"},
		{TALENT_NEEDS_MISSILE, "nail", "Of no use until you carry missiles"},
		{TALENT_NEEDS_SCROLL, "lamps", "Of no use until you carry a memo"},
		{TALENT_NEEDS_POTION, "mending", "Of no use until you carry a tonic"},
		{TALENT_NEEDS_MAGIC, "crank-sparks",
			"Of no use until you know a spell or carry a crank"},
		{TALENT_NEEDS_SPELL, NULL, "Of no use until you know a spell"},
		{TALENT_NEEDS_NOTHING, NULL, "Of no use until"}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		memset(stage.game->pack.items, 0, sizeof stage.game->pack.items);
		memset(stage.game->knowledge.spells, 0, stock->counts.spells);
		stage.game->hero.level = 9;
		stage.game->hero.choices_made = 8;
		for (uint16_t t = 0; t < stock->counts.talents; t++)
			stage.game->knowledge.talents[t] = stock->talents[t].needs != rows[i].need;
		stage_type(&stage, "A");
		assert_int_equal(
			stage_says(&stage, rows[i].says), rows[i].need != TALENT_NEEDS_NOTHING);
		if (rows[i].item)
			stage_give(&stage, rows[i].item, 1);
		else
			stage.game->knowledge.spells[0] = 1;
		stage_paint(&stage);
		assert_false(stage_says(&stage, "Of no use"));
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_heirloom_of_many_pieces_shows_how_many),
		cmocka_unit_test(a_talent_of_no_use_yet_says_what_it_needs),
	};
	return stock_run(stock_content(), tests);
}
