/* The play screen at moments of whole games, as the saves of the recorded games have them: what the
 * keys of knowledge show there, and some turns, in windows of many sizes. */
#include "tests/test.h"

#include "tests/door/moments.h"
#include "tests/door/scene.h"

/* Types keys with a picture after each but those that close a page. */
static void filmed_open(struct film *film, struct stage *stage, const char *keys)
{
	for (; *keys; keys++)
		if (*keys == *ESCAPE)
			stage_key(stage, VT_KEY_ESCAPE);
		else
			filmed(film, stage, (const char[]){*keys, '\0'});
}

static void play_moment(const char *name, int width, int height, const char *keys)
{
	struct stage stage = {.frames_max = 100, .game = game_of_file(name)};
	const struct play_link link = {.context = &stage, .between = stage_between};
	struct film film;
	char path[64];

	stage.play = play_new(stage.game, own, NULL, 0, &link);
	vt_frame_resize(&stage.frame, width, height);
	stage_paint(&stage);
	snprintf(path, sizeof path, "moment-%s", name);
	film_open(&film, path);
	film_frame(&film, "the beginning", &stage.frame);
	stage_hush(&stage);
	filmed_open(&film, &stage, keys);
	film_close(&film);
	stage_end(&stage);
}

/* Keys that cost no turn. */
#define LOOK "x\t\t--\n" ESCAPE ESCAPE ":" ESCAPE
#define KNOW "C" NEXT ESCAPE "D" NEXT ESCAPE "_" ESCAPE "m" FIRST ESCAPE
#define PACK "i" NEXT "\n" ESCAPE ESCAPE "ib" ESCAPE ESCAPE "w" ESCAPE "W" ESCAPE "d" ESCAPE
#define AIM "t\n\t" ESCAPE ESCAPE "f" ESCAPE "z\n" ESCAPE ESCAPE
#define GO "g\tg_" ESCAPE ESCAPE "g>" ESCAPE "\n" ESCAPE
#define ASK "A" ESCAPE "Z" ESCAPE "Q" ESCAPE

static void each_moment_is_as_filmed(void **state)
{
	static const struct {
		const char *name;
		int width, height;
		const char *keys;
	} moments[] = {
		{"fresh", 72, 22, KNOW LOOK PACK GO ASK "X" ESCAPE "P" ESCAPE "`"},
		{"hurt", 80, 24, LOOK KNOW AIM ASK "X" ESCAPE "P" ESCAPE "s" ESCAPE "..."},
		{"conditions", 56, 20, KNOW LOOK GO "X" ESCAPE "P" ESCAPE "X" ESCAPE},
		{"hungry", 64, 21, KNOW PACK "e\n" ESCAPE "X" ESCAPE},
		{"crowded", 132, 40, LOOK AIM GO "hjkl" ESCAPE "..." ESCAPE},
		{"laden", 80, 24, PACK LOOK "," ESCAPE ",a" ESCAPE "g" ESCAPE "D" ESCAPE "``"},
		{"middle", 100, 30, LOOK KNOW PACK AIM GO ASK "X" ESCAPE "X" ESCAPE},
		{"graves", 40, 20, LOOK KNOW GO "X" ESCAPE "X" ESCAPE},
		{"deep", 80, 50, LOOK KNOW PACK AIM GO ASK "X" ESCAPE},
		{"receiver", 90, 25, LOOK KNOW GO ASK "X" ESCAPE "g<\n" ESCAPE},
		{"ended", 80, 24, "C" ESCAPE "m" ESCAPE "."},
	};

	(void)state;
	for (size_t i = 0; i < sizeof moments / sizeof *moments; i++)
		play_moment(moments[i].name, moments[i].width, moments[i].height, moments[i].keys);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_moment_is_as_filmed),
	};

	return cmocka_run_group_tests(tests, moments_set_up, moments_tear_down);
}
