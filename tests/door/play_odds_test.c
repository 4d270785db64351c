/* Odds of a creature in words, as a player reads them before a fight. */
#include "tests/test.h"

#include "door/play/play_private.h"

static void odds_are_told_in_words(void **state)
{
	static const struct {
		struct view_creature creature;
		const char *text;
	} cases[] = {
		{{.hits_you = 60, .blow_percent = 25, .kills_in = 4, .you_hit = 80, .falls_in = 1},
			"It hits you 60%, for about a quarter of your health; kills you in 4 blows "
			"at worst. You hit it 80%, about one blow."},
		{{.hits_you = 5, .blow_percent = 100, .kills_in = 1, .you_hit = 0, .falls_in = 254},
			"It hits you 5%, for all of your health; kills you in one blow at worst. "
			"You hit it 0%, about 254 blows."},
		{{.hits_you = 5, .kills_in = 255, .you_hit = 50, .falls_in = 2},
			"It hits you 5%, for next to nothing; kills you in very many blows at "
			"worst. You hit it 50%, about 2 blows."},
		{{.you_hit = 90, .falls_in = 3},
			"Its blows do you no harm. You hit it 90%, about 3 blows."},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[300];

		play_odds(&cases[i].creature, text, sizeof text);
		assert_string_equal(text, cases[i].text);
	}
}

/* The last percentage of each part, and the first of the next one. */
static void parts_of_the_health_have_words(void **state)
{
	static const struct {
		int most;
		const char *words;
	} parts[] = {{3, "next to nothing"}, {6, "about a twentieth"}, {13, "about a tenth"},
		{17, "about a sixth"}, {22, "about a fifth"}, {29, "about a quarter"},
		{41, "about a third"}, {58, "about half"}, {70, "about two thirds"},
		{87, "most of your health"}, {255, "all of your health"}};

	(void)state;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		for (int edge = 0; edge < 2; edge++) {
			int percent = edge ? parts[i].most : i ? parts[i - 1].most + 1 : 0;
			struct view_creature creature = {
				.kills_in = 3, .blow_percent = (uint8_t)percent, .falls_in = 1};
			char text[300], wanted[60];

			play_odds(&creature, text, sizeof text);
			snprintf(wanted, sizeof wanted, ", for %s", parts[i].words);
			assert_non_null(strstr(text, wanted));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(odds_are_told_in_words),
		cmocka_unit_test(parts_of_the_health_have_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
