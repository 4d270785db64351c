/* More scenes of play, with what a stage may be given: things on the ground, spells, talents,
 * quests, states, prices, friends; and windows that change while lists are open. */
#include "tests/test.h"

#include "tests/door/scene.h"

static void play_staged(const struct staged *staged)
{
	struct stage stage;
	struct film film;

	staged_begin(&stage, staged);
	film_open(&film, staged->name);
	film_frame(&film, "the beginning", &stage.frame);
	filmed(&film, &stage, staged->keys);
	film_close(&film);
	stage_end(&stage);
}

#define SIZES SMALL NARROW USUAL WIDE
#define WORN "greatcoat tin-hat rubber-boots washer"

static const struct staged scenes[] = {
	{"friends", 80, 24, "sabre dart",
		"cable-rat@1,0 wire-worm@3,1 desk-dog@-2,2 bell-beetle@5,-3", "", "", AMITY,
		"x" SIZES "\t\t\t\t" ESCAPE "l" ESCAPE "ly" ESCAPE "kl" ESCAPE
		"t\n\t\t" ESCAPE ESCAPE "C" ESCAPE ".." ESCAPE "g" ESCAPE "X" ESCAPE "P" ESCAPE},
	{"again", 80, 24, "dart*3 sandwich*2 transfer salts rope brass-key", "", "", "dart*2", 0,
		"`l``" ESCAPE "h``" ESCAPE "s`" ESCAPE ".`" ESCAPE "e\n`" ESCAPE "`" ESCAPE
		"q\n`" ESCAPE "`" ESCAPE "r\n" ESCAPE "`" ESCAPE ",`" ESCAPE "hl,a" ESCAPE "`"
		"<`" ESCAPE ">`" ESCAPE "d\n\n`" ESCAPE "X" ESCAPE "`" ESCAPE "P`" ESCAPE
		"3s`" ESCAPE "05l`" ESCAPE "0\b\b4.`" ESCAPE "09999s" ESCAPE "02x" ESCAPE
		"03d\n" ESCAPE "`" ESCAPE},
	{"again-at", 80, 24, "dart*6 sabre", "cable-rat@5,0 wire-worm@6,4", "", "", CASTING | WISE,
		"t\n\n`" ESCAPE "`" ESCAPE "f`" ESCAPE "Z\n\n" ESCAPE "`" ESCAPE "Zc\n" ESCAPE
		"`" ESCAPE "Zd\n" ESCAPE "`" ESCAPE "wb`" ESCAPE},
	{"spells", 80, 24, "", "cable-rat@4,0 grey-clerk@6,2", "", "", WISE | CASTING,
		"Z" SIZES NEXT NEXT PREVIOUS DOWN UP LAST FIRST ESCAPE "Za" ESCAPE
		"Zb\n" ESCAPE ESCAPE "Ze\t\n" ESCAPE "Zf" ESCAPE ESCAPE "Z?" ESCAPE ESCAPE
		"Zg" SMALL USUAL "\n" ESCAPE "C" NEXT NEXT ESCAPE},
	{"spells-at-60", 60, 22, "", "", "", "", WISE, "Z\n" ESCAPE "Zb" ESCAPE "`" ESCAPE},
	{"ground", 80, 24, "", "", "",
		"dart*12 sandwich salts rope lead nerve lamps catapult sabre greatcoat washer "
		"tin-hat transfer needle*30 nail*5 pick kit wedge",
		0,
		"," SMALL NEXT " " NARROW " " USUAL " " WIDE " " USUAL "b" ESCAPE ",a" ESCAPE
		"," ESCAPE ":" ESCAPE SMALL ":" ESCAPE USUAL ",," ESCAPE "m" ESCAPE
		"i" SMALL NEXT NEXT USUAL ESCAPE},
	{"prices", 80, 24, "dart", "", "", "$sandwich $salts*2 %rope %sabre transfer", RICH,
		"," ESCAPE ",a" ESCAPE ",an" ESCAPE ",ay" ESCAPE ",b" SMALL USUAL "n" ESCAPE
		",cy" ESCAPE ",,y" ESCAPE ":" ESCAPE "x" ESCAPE "C" ESCAPE ",a\n" ESCAPE},
	{"poor", 56, 20, "", "", "", "$sabre $greatcoat", 0,
		"," ESCAPE ",a" ESCAPE ",b" ESCAPE ",," ESCAPE},
	{"one-offered", 80, 24, "", "", "", "%sabre", 0, ",n" ESCAPE "," SMALL ESCAPE ",y" ESCAPE},
	{"character", 80, 24, "sabre dart " WORN, "", "", "",
		TALENTED | ERRANDS | RICH | CASTING | WISE,
		"C" SIZES NEXT NEXT NEXT PREVIOUS LAST FIRST ESCAPE "D" SIZES NEXT NEXT ESCAPE
		"A" ESCAPE "w\n" ESCAPE "W" DOWN "\n" ESCAPE "C" ESCAPE
		"i\n" SMALL USUAL ESCAPE ESCAPE "_" SIZES ESCAPE "v" ESCAPE},
	{"ailing", 80, 24, "salts sandwich", "cable-rat@3,0", "", "", AILING | STARVING | HURT,
		SIZES "C" SIZES ESCAPE ".." ESCAPE "l" ESCAPE "e\n" ESCAPE "q\n" ESCAPE
		      "...." ESCAPE "X" ESCAPE "P" ESCAPE "x\t" ESCAPE},
	{"ailing-at-40", 40, 20, "", "", "", "", AILING | RICH | CASTING,
		"l.l" ESCAPE "C" NEXT NEXT ESCAPE},
	{"ailing-at-132", 132, 30, "", "wire-worm", "", "", AILING | RICH | CASTING | HURT,
		"l.l" ESCAPE "C" NEXT ESCAPE},
	{"aimed", 80, 24, "dart*9 fire-flask*3 frost-flask smoke-flask crank-sparks crank-frost",
		"cable-rat@4,0 wire-worm@2,1 grey-clerk@7,0", "", "", WISE,
		"t" SIZES "hh" ESCAPE "tb"
		"hhh" ESCAPE ESCAPE "tb\t\t-\n" ESCAPE "tc..\n" ESCAPE "td\n" ESCAPE
		"z\n" SMALL USUAL "\t\n" ESCAPE "zb"
		"LLLLLL"
		"\n" ESCAPE ESCAPE "t\nHHHH"
		"\n" ESCAPE ESCAPE "t\nKKKK" ESCAPE},
	{"hidden-target", 80, 24, "dart*9 sabre", "cable-rat@6,0", "floor floor pillar", "", 0,
		"t\n\t"
		"llllll" ESCAPE "\n" ESCAPE "x"
		"llllll" ESCAPE},
	{"around", 80, 24, "sabre",
		"cable-rat@1,0 wire-worm@1,1 cable-rat@0,1 grey-clerk@2,2 jackdaw@-1,0 "
		"bell-beetle@3,3 desk-dog@4,4 lamp-moth@5,5 coin-box@6,6",
		"", "", 0,
		"x" SIZES "\t\t\t\n" ESCAPE ESCAPE "g" ESCAPE "X" ESCAPE "P" ESCAPE ">" ESCAPE
		"wa" ESCAPE "hh" ESCAPE "." ESCAPE WIDE "x\t" ESCAPE SMALL "x\t\t" ESCAPE},
	{"places", 80, 24, "", "",
		"stairs-down fountain altar grave tonic-machine stairs-up lamp enquiry-desk "
		"door-closed "
		"mending-desk grinding-wheel repeater plinth switchboard",
		"", 0,
		"g_" SIZES " a" ESCAPE "g_b" ESCAPE "`" ESCAPE "G" ESCAPE "_" ESCAPE "g<\n" ESCAPE
		"g>\n" ESCAPE "g<<" ESCAPE "g>>" ESCAPE "gllll\n" ESCAPE "/h" ESCAPE
		"gHHHH\n" ESCAPE "\n" SIZES NEXT "\n" ESCAPE "g_" SMALL "  z" ESCAPE},
	{"doors", 80, 24, "wedge brass-key rope pick", "", "door-closed door-open", "", 0,
		"ol" ESCAPE "cl" ESCAPE "o" ESCAPE "c" ESCAPE "oh" ESCAPE "ch" ESCAPE "o." ESCAPE
		"a\nl" ESCAPE "ab" ESCAPE "ac\nl" ESCAPE "ad\nl" ESCAPE "a?" ESCAPE "lll" ESCAPE
		"ll" ESCAPE "oh" ESCAPE},
	{"waters", 80, 24, "rope", "", "shallow-water deep-water chasm-edge chasm", "", 0,
		"llyyy" ESCAPE "ln" ESCAPE "ly" ESCAPE "ly" ESCAPE "ly" ESCAPE "." ESCAPE
		"<" ESCAPE},
	{"messages", 80, 24, "sabre", "cable-rat@1,0 cable-rat@0,1 cable-rat@-1,0 cable-rat@0,-1",
		"", "", 0,
		"........" SIZES "m" SIZES LAST FIRST NEXT PREVIOUS ESCAPE SMALL
		".\n.\n.\n.\n" ESCAPE USUAL "l\nl\nl\nl\n" ESCAPE "m" ESCAPE},
	{"quits", 80, 24, "", "", "", "", 0,
		"Qn" ESCAPE "Q" SMALL USUAL ESCAPE "Q\n" ESCAPE "#" ESCAPE "E" ESCAPE "Qy."},
	{"saves", 80, 24, "", "", "", "", 0,
		"Sn" ESCAPE "l"
		"S"},
};

static void each_scene_is_as_filmed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
		play_staged(&scenes[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_scene_is_as_filmed),
	};

	return cmocka_run_group_tests(tests, scene_set_up, scene_tear_down);
}
