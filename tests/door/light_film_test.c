/* The light of the map: the shade and the colour role of each cell, compared with films. */
#include "tests/test.h"

#include "tests/door/scene.h"

/* Writes a letter for each shade: the light, then its level; . for memory, , for what is unlit. */
static void shade_text(unsigned shade, char text[2])
{
	text[0] = shade == VT_SHADE_MEMORY ? '.' : shade == VT_SHADE_UNLIT ? ',' : ' ';
	text[1] = text[0];
	if (shade == VT_SHADE_NONE || text[0] != ' ')
		return;
	text[0] = (char)('a' + (shade - 1) / VT_SHADE_LEVELS);
	text[1] = (char)('0' + (shade - 1) % VT_SHADE_LEVELS);
}

/* Films the shades of the rows around the hero. */
static void film_light(struct film *film, struct stage *stage, const char *title, int rows)
{
	char line[FILM_LINE_MAX];
	const struct vt_frame *frame = &stage->frame;

	stage_paint(stage);
	snprintf(line, sizeof line, "== %s", title);
	film_title(film, line, frame->width, frame->height);
	for (int y = frame->cursor_y - rows; y <= frame->cursor_y + rows; y++) {
		char text[FILM_LINE_MAX], roles[VT_WIDTH_MAX + 1];

		for (int x = 0; x < frame->width; x++) {
			const struct vt_cell *cell = &frame->cells[y * frame->width + x];

			shade_text(cell->shade, text + 2 * x);
			roles[x] = (char)(cell->role == VT_TEXT ? ' ' : 'a' + cell->role);
		}
		text[2 * frame->width] = roles[frame->width] = '\0';
		film_row(film, y, text, roles, (char[]){""});
	}
}

static void each_gas_has_a_light(void **state)
{
	struct stage stage;
	struct film film;

	(void)state;
	film_open(&film, "light-gases");
	for (uint16_t i = 0; i < content->counts.clouds; i++) {
		stage_begin(&stage, content, 80, 24);
		gas_release(stage.game, i, HERO_X + 6, HERO_Y, 200);
		senses_look(stage.game);
		film_light(&film, &stage, content->clouds[i].id, 2);
		stage.frame.plain_light = true;
		film_light(&film, &stage, "without shades", 2);
		stage_end(&stage);
	}
	film_close(&film);
}

static void each_ground_has_a_light(void **state)
{
	static const char *const grounds[] = {"flame", "lava", "deep-water", "shallow-water",
		"acid", "lamp", "chasm", "tall-grass", "door-closed", "web", "fountain", "altar"};
	struct stage stage;
	struct film film;

	(void)state;
	film_open(&film, "light-grounds");
	for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
		stage_begin(&stage, content, 80, 24);
		stage_lay(&stage, grounds[i], HERO_X + 4, HERO_Y);
		stage_lay(&stage, grounds[i], HERO_X + 5, HERO_Y);
		film_light(&film, &stage, grounds[i], 1);
		stage.frame.plain_light = true;
		film_light(&film, &stage, "without shades", 1);
		stage_end(&stage);
	}
	film_close(&film);
}

/* Takes the light of the hall away, so that there is the hero's own lamp alone. */
static void darken(struct stage *stage)
{
	struct level *level = stage->game->level;

	for (int at = 0; at < level->width * level->height; at++)
		level->flags[at] &= (uint8_t)~LEVEL_LIT;
	senses_look(stage->game);
}

static void a_dark_hall_has_the_light_of_lamps(void **state)
{
	struct stage stage;
	struct film film;

	(void)state;
	stage_begin(&stage, content, 80, 24);
	darken(&stage);
	film_open(&film, "light-dark");
	film_light(&film, &stage, "in the dark", 8);
	stage_give(&stage, "hand-lamp", 1);
	stage_type(&stage, "a\n\033\033");
	film_light(&film, &stage, "with a lamp", 8);
	stage_lay(&stage, "lamp", HERO_X + 9, HERO_Y - 3);
	film_light(&film, &stage, "a lamp on the ground", 8);
	put(&stage, "cable-rat@8,-2 wire-worm@-3,3 lamp-moth@4,4");
	senses_look(stage.game);
	film_light(&film, &stage, "creatures", 8);
	stage_type(&stage, "LLLL\033\033");
	film_light(&film, &stage, "elsewhere", 8);
	stage.frame.clash_charset = 1;
	film_light(&film, &stage, "items that look like ground", 2);
	film_close(&film);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_gas_has_a_light),
		cmocka_unit_test(each_ground_has_a_light),
		cmocka_unit_test(a_dark_hall_has_the_light_of_lamps),
	};

	return cmocka_run_group_tests(tests, scene_set_up, scene_tear_down);
}
