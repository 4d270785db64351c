/* Dumps as a whole, compared with films: of moments of recorded games, and of ends on a stage. */
#include "tests/test.h"

#include "tests/door/moments.h"
#include "tests/door/scene.h"

#include "door/play/dump.h"

static int set_up(void **state)
{
	return scene_set_up(state) != 0 || moments_set_up(state) != 0 ? -1 : 0;
}

static int tear_down(void **state)
{
	moments_tear_down(state);
	return scene_tear_down(state);
}

static void film_dump(struct film *film, const char *title, struct game *game,
	const struct content *of, const struct dump_head *head, int width)
{
	char line[160];
	char *text = dump_text(game, of, head, (struct dump_form){.width = width}), *rest = text,
	     *row;

	assert_non_null(text);
	snprintf(line, sizeof line, "== %s", title);
	film_line(film, line);
	while ((row = strsep(&rest, "\n")) != NULL)
		film_line(film, row);
	free(text);
}

static int nearest(const struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			return slot;
	return -1;
}

/* As each hero is, and had somebody killed him there, in one width after the other. */
static void each_moment_is_dumped(void **state)
{
	static const char *const names[] = {
#define ROW(name) #name,
		MOMENTS(ROW)
#undef ROW
	};
	static const int widths[] = {79, 39, 60};
	const struct dump_head alive = {.name = "anna"},
			       dead = {.name = "anna", .run = 17, .ended = FILM_DAY};
	struct film film;

	(void)state;
	film_open(&film, "dumps");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct game *game = game_of_file(names[i]);

		film_dump(&film, names[i], game, own, &alive, widths[i % 3]);
		combat_harm(game, HERO, 1000, i % 2 ? nearest(game) : -1, HARM_BLOW, NULL);
		film_dump(&film, names[i], game, own, &dead, widths[(i + 1) % 3]);
		game_free(game);
	}
	film_close(&film);
}

#define ALL_GIVEN (WISE | TALENTED | ERRANDS | AILING | RICH | STARVING | CASTING)

static const struct staged ends[] = {
	{"bare", 79, 0, "", "cable-rat@1,0", "", "", 0, NULL},
	{"worn gear", 79, 0, "sabre greatcoat tin-hat truncheon padded-jacket cap dustbin-lid",
		"cable-rat@1,0", "", "", 0, "wcWh"},
	{"helps", 79, 0,
		"salts transfer sandwich crank-frost party-register nitroglycerine*2 mending "
		"final-notice lead nerve dart*3 fire-flask swiftness",
		"cable-rat@1,0 wire-worm@0,1 jackdaw@-1,0 hawser@1,1", "", "", WISE, ""},
	{"helps without a fight", 79, 0,
		"salts transfer sandwich crank-frost party-register nitroglycerine*2 mending "
		"final-notice lead nerve dart*3 fire-flask swiftness",
		"", "", "", WISE, ""},
	{"unknown helps", 60, 0, "salts transfer crank-frost stick-mending nitroglycerine mending",
		"cable-rat@1,0", "", "", 0, ""},
	{"all given", 79, 0, "sandwich salts", "cable-rat@2,0", "", "", ALL_GIVEN, ".."},
	{"all given, narrow", 39, 0, "sandwich salts", "cable-rat@2,0", "", "", ALL_GIVEN, ".."},
	{"friends", 79, 0, "", "cable-rat@1,0 wire-worm@3,1 desk-dog@-2,2 bell-beetle@5,-3", "", "",
		AMITY | CASTING, ""},
	{"only friends", 79, 0, "nitroglycerine", "cable-rat@1,0 wire-worm@0,1", "", "",
		AMITY | WISE, ""},
	{"stairs beside", 79, 0, "", "", "stairs-up floor floor stairs-down", "", 0, ""},
	{"warned", 79, 0, "", "cable-rat@3,3", "", "", HURT, ".....L....h....l...."},
	{"choosing", 79, 0, "", "", "", "", WISE | CASTING | TALENTED, ""},
};

static void each_end_is_dumped(void **state)
{
	const struct dump_head head = {.name = "A-name-of-16-lett", .run = 123456};
	struct film film;

	(void)state;
	film_open(&film, "dumped-ends");
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct staged staged = ends[i];
		struct stage stage;

		staged.width = 80;
		staged.height = 24;
		staged_begin(&stage, &staged);
		for (const char *key = staged.keys; key && *key; key++)
			stage_key(&stage, *key);
		if (i % 4 == 1)
			stage.game->hero.level = 9;
		combat_harm(stage.game, HERO, 1000, nearest(stage.game), HARM_BLOW, NULL);
		film_dump(&film, ends[i].name, stage.game, content, &head, ends[i].width);
		stage_end(&stage);
	}
	film_close(&film);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_moment_is_dumped),
		cmocka_unit_test(each_end_is_dumped),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
