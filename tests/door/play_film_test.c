/* The play screen as a whole: pictures of a game after each key, compared with films. */
#include "tests/test.h"

#include "tests/door/scene.h"

#define THINGS                                                                                     \
	"sabre greatcoat dart*12 catapult ball-bearing*20 salts*2 transfer sandwich*3 "            \
	"crank-frost "                                                                             \
	"party-register washer stick-light rope letter-wire brass-key tin-hat rubber-boots "       \
	"bayonet "                                                                                 \
	"lead*2 nerve lamps*2 hand-lamp"

static const struct scene scenes[] = {
	{"pack", 80, 24, THINGS, NULL, NULL,
		"ia" ESCAPE "ib" ESCAPE "i" NEXT PREVIOUS DOWN DOWN UP "\n" ESCAPE ESCAPE
		"wWqretzd" ESCAPE "d" ESCAPE "a" ESCAPE "t" ESCAPE "w" ESCAPE "W" ESCAPE "q" ESCAPE
		"r" ESCAPE "e" ESCAPE "z" ESCAPE "f" ESCAPE "iw" ESCAPE "*" ESCAPE "?" ESCAPE,
		0},
	{"pack-small", 40, 20, THINGS, NULL, NULL,
		"i" NEXT NEXT PREVIOUS "a" ESCAPE ESCAPE "d" NEXT LAST FIRST ESCAPE "C" NEXT ESCAPE
		"?" NEXT NEXT LAST FIRST ESCAPE "D" ESCAPE "m" ESCAPE "_" ESCAPE "v\n" ESCAPE
		"x" ESCAPE,
		0},
	{"pack-wide", 132, 44, THINGS, "cable-rat wire-worm@4,2 grey-clerk@-5,-3", NULL,
		"i" NEXT "a" ESCAPE ESCAPE "C" ESCAPE "?" NEXT LAST ESCAPE "D" ESCAPE "x" ESCAPE
		"\n" ESCAPE,
		0},
	{"use", 80, 24, THINGS, "cable-rat@6,0", NULL,
		"wk" ESCAPE "w" ESCAPE "Wa" ESCAPE "q" NEXT "\n" ESCAPE "e\n" ESCAPE "r\n" ESCAPE
		"da\n" ESCAPE ESCAPE "d" DOWN "\n3\n" ESCAPE ",\n" ESCAPE "i\n" ESCAPE ESCAPE
		"`" ESCAPE "a\n" ESCAPE,
		0},
	{"aim", 80, 24, THINGS, "cable-rat@4,0 wire-worm@6,3 grey-clerk@-5,-3", NULL,
		"t" DOWN UP "hjkl\t\t" ESCAPE ESCAPE "f" ESCAPE "td\n" ESCAPE "t\nllll.\n" ESCAPE
		"z\n\t\n" ESCAPE ESCAPE "f\n\n" ESCAPE "``" ESCAPE,
		0},
	{"look", 80, 24, "", "cable-rat@4,0 wire-worm@6,3 second-self@-5,-3 desk-dog@1,1",
		"lava door-closed deep-water chasm pillar tall-grass trap-dart grave fountain",
		"x\t\t\tllhhjjkkLHJKyubn" ESCAPE ":" ESCAPE "x\n" ESCAPE ESCAPE ";?" ESCAPE
		"g" ESCAPE "g<" ESCAPE "g>" ESCAPE "g_" ESCAPE "/l" ESCAPE "G" ESCAPE,
		0},
	{"look-at-40", 40, 24, "", "cable-rat@-10,5", NULL, " x" ESCAPE, 0},
	{"walk", 80, 24, "dart*3", "cable-rat@8,0", NULL,
		"l....sHLJKYUBN" ESCAPE "P" ESCAPE ESCAPE "03l" ESCAPE "X" ESCAPE "X" ESCAPE
		"o" ESCAPE "c" ESCAPE "<>" ESCAPE "``" ESCAPE ",m" NEXT PREVIOUS ESCAPE "Cv" ESCAPE,
		0},
	{"fight", 80, 24, "sabre", "cable-rat@1,0 wire-worm@2,0 bell-beetle@1,1 desk-dog@-1,0",
		NULL,
		"w" ESCAPE "llll" ESCAPE "llll" ESCAPE "nnnn" ESCAPE "hhhh" ESCAPE
		"m" LAST FIRST ESCAPE "x\t\n" ESCAPE ESCAPE "C" ESCAPE,
		HARDY},
	{"harm", 80, 24, "", "", "deep-water flame web lava acid",
		"l" ESCAPE "ln" ESCAPE "ly" ESCAPE "l\n" ESCAPE "ly" ESCAPE "ly"
		"lyly" ESCAPE "L" ESCAPE "Q" ESCAPE "Qn" ESCAPE "S",
		HARDY},
	{"helps", 80, 24, "", "", NULL,
		"?" NEXT NEXT NEXT PREVIOUS DOWN UP LAST FIRST "q?" ESCAPE "C" NEXT PREVIOUS
		"q" ESCAPE "D" NEXT ESCAPE "_" ESCAPE "\n" NEXT NEXT ESCAPE "v" ESCAPE "A" ESCAPE
		"Z" ESCAPE "#" ESCAPE "VOMRT" ESCAPE,
		0},
	{"debugging", 80, 24, "", "cable-rat@5,5", NULL,
		"VVOOMMRRTT?" NEXT NEXT LAST ESCAPE "\n" LAST ESCAPE, DEBUG},
	{"numpad", 80, 24, "dart*3", "", NULL, "6248 hjkl?" NEXT ESCAPE "\n" ESCAPE, NUMPAD},
	{"laptop", 80, 24, "dart*3", "", NULL,
		"uiojklm,.UJL?" NEXT ESCAPE "I" ESCAPE "+\n" ESCAPE "p", LAPTOP},
	{"hinted", 80, 24, THINGS, "cable-rat@3,0 wire-worm@2,2", "door-closed",
		"l" ESCAPE "..." ESCAPE ESCAPE "i" ESCAPE "....." ESCAPE "P" ESCAPE "X" ESCAPE
		"m" ESCAPE,
		HINTS},
	{"books", 80, 24, "party-register line-test-manual emergency-card night-tariff stick-light",
		"cable-rat@4,0", NULL,
		"r\n" ESCAPE ESCAPE "Z" ESCAPE "Z\n" ESCAPE ESCAPE "Z" DOWN DOWN "\n\n" ESCAPE
		"z\n\n" ESCAPE "Z?" ESCAPE ESCAPE "Zb" ESCAPE ESCAPE "`" ESCAPE "A" DOWN "\n" ESCAPE
		"C" NEXT ESCAPE,
		0},
};

static void each_scene_is_as_filmed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
		play_scene(&scenes[i]);
}

/* A hero who is asked for an heirloom, and then explores the first levels. */
static void a_game_is_as_filmed(void **state)
{
	struct seed seed = {{0x51, 7}};
	struct stage stage = {.frames_max = 100};
	const struct play_link link = {.context = &stage, .between = stage_between};
	struct film film;

	(void)state;
	stage.game = game_new(content, &seed, &(struct birth){.name = "anna"});
	stage.play = play_new(stage.game, content, NULL, 0, &link);
	play_prefer(stage.play, NULL, PLAY_BELL, false);
	play_hints(stage.play, true, 0);
	play_greet(stage.play);
	vt_frame_resize(&stage.frame, 100, 30);
	stage_paint(&stage);
	film_open(&film, "game");
	film_frame(&film, "the beginning", &stage.frame);
	filmed(&film, &stage, "b" DOWN "?\n" ESCAPE "aa" ESCAPE);
	for (int i = 0; i < 10 && play_state(stage.play) == PLAY_GOING; i++)
		filmed(&film, &stage, "X\t\t" ESCAPE);
	filmed(&film, &stage,
		"g>\n" ESCAPE ">" ESCAPE "XXXX" ESCAPE "_" ESCAPE "C" ESCAPE "D" ESCAPE "m" ESCAPE
		"x\t\t" ESCAPE "g<\n" ESCAPE "<" ESCAPE "_\n" ESCAPE);
	film_close(&film);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_scene_is_as_filmed),
		cmocka_unit_test(a_game_is_as_filmed),
	};
	return cmocka_run_group_tests(tests, scene_set_up, scene_tear_down);
}
