/* Hints that are not due: near misses of their occasions; and the keys that a hint names. */
#include "tests/test.h"

#include "tests/door/hint_occasions.h"

static void carry_a_lit_lamp_in_the_dark(struct stage *stage)
{
	carry_a_lamp_in_the_dark(stage);
	for (int i = 0; i < PACK_MAX; i++)
		if (stage->game->pack.items[i].charges == 5)
			stage->game->pack.items[i].flags |= ITEM_LIT;
}

static void carry_an_empty_crank(struct stage *stage)
{
	carry_a_crank(stage);
	for (int i = 0; i < PACK_MAX; i++)
		stage->game->pack.items[i].charges = 0;
	for (uint16_t kind = 0; kind < stock->counts.items; kind++)
		stage->game->knowledge.items[kind] = 1;
}

static void carry_a_dart(struct stage *stage)
{
	stage_give(stage, "dart", 5);
}

/* Near misses: something like the need, but none. */
static void none_is_given_without_its_need(void **state)
{
	static const struct {
		const char *word;
		void (*come)(struct stage *stage);
	} cases[] = {{"hint-lamp", carry_a_lit_lamp_in_the_dark}, {"hint-lamp", stand_in_the_dark},
		{"hint-zap", carry_an_empty_crank}, {"hint-zap", carry_a_dart},
		{"hint-throw", carry_a_dart}, {"hint-throw", meet}, {"hint-fire", meet_with_a_dart},
		{"hint-item", stand_on_wares}, {"hint-shop", stand_on_a_thing}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		empty_pack(&stage);
		only(&stage, cases[i].word);
		cases[i].come(&stage);
		senses_look(stage.game);
		if (given(&stage))
			fail_msg("%s is given in case %zu", cases[i].word, i);
		stage_end(&stage);
	}
}

/* The keys of the directions stand in reading order, with those of the diagonals apart; keys
 * without a character are the keypad's. */
static void the_keys_to_walk_are_named(void **state)
{
	static const char *const keys[] = {
		"hjkl (slantwise yubn)", "the keypad", "yubn (slantwise)"};
	(void)state;
	for (unsigned preset = 0; preset < sizeof keys / sizeof *keys; preset++) {
		struct stage stage;
		char text[500];
		stage_begin(&stage, stock, 80, 24);
		play_prefer(stage.play, keymap_preset(preset), PLAY_SILENT, false);
		play_hint_text(stage.play, hint_of("hint-walk"), text, sizeof text);
		if (!strstr(text, keys[preset]))
			fail_msg("not %s: %s", keys[preset], text);
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none_is_given_without_its_need),
		cmocka_unit_test(the_keys_to_walk_are_named),
	};
	return stock_run(stock_content_with(records), tests);
}
