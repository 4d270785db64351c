/* Paths on the map, compared with films: those of missiles, and that of an aimed shot. */
#include "tests/test.h"

#include "tests/door/scene.h"

static struct stage stage;
static struct film film;

static void shown(const char *title)
{
	stage_paint(&stage);
	film_frame(&film, title, &stage.frame);
}

/* Launches nails from the west to the east, one in each row above the hero. */
static void let_fly(int count)
{
	uint16_t nail = 0, tool = content_find_item(content, "nail");

	while (strcmp(content->flights[nail].id, "nail") != 0)
		nail++;
	for (int i = 0; i < count; i++)
		flight_launch(stage.game, &(struct launch){.kind = nail,
						  .item = {.kind = tool, .count = 1},
						  .source = -1,
						  .from_x = HERO_X - 12,
						  .from_y = HERO_Y - 2 - i,
						  .to_x = HERO_X + 12,
						  .to_y = HERO_Y - 2 - i});
	senses_look(stage.game);
}

static void missiles_have_paths(void **state)
{
	(void)state;
	film_open(&film, "paths-missiles");
	stage_begin(&stage, content, 80, 24);
	shown("no missile");
	let_fly(1);
	shown("a missile");
	let_fly(3);
	shown("missiles");
	put(&stage, "cable-rat@-9,-2 wire-worm@-8,-3");
	senses_look(stage.game);
	shown("creatures on the paths");
	vt_frame_resize(&stage.frame, 40, 20);
	shown("a small window");
	film_close(&film);
	stage_end(&stage);
}

/* Returns the id of an item whose burst reaches so far, or NULL. */
static const char *bursting_item(int radius)
{
	for (uint16_t i = 0; i < content->counts.items; i++) {
		const struct item_kind *kind = &content->items[i];

		for (int k = 0; k < kind->use.effect_count && kind->bursts; k++)
			if (kind->use.effects[k].radius == radius)
				return kind->id;
	}
	return NULL;
}

/* Aims an item at the first target, then at other cells. */
static void aim(const char *id, const char *terrain)
{
	stage_begin(&stage, content, 80, 24);
	learn(stage.game, WISE);
	stage_give(&stage, id, 2);
	lay(&stage, terrain);
	put(&stage, "cable-rat@6,0");
	stage_paint(&stage);
	stage_hush(&stage);
	shown(id);
	filmed(&film, &stage, "tallhhhhhhhyyJ\033\033");
	stage_end(&stage);
}

static void an_aimed_shot_has_a_path(void **state)
{
	(void)state;
	film_open(&film, "paths-aimed");
	aim("dart", "");
	aim("dart", "floor floor pillar");
	assert_non_null(bursting_item(1));
	assert_non_null(bursting_item(2));
	aim(bursting_item(1), "");
	aim(bursting_item(2), "");
	aim(bursting_item(2), "floor floor pillar");
	film_close(&film);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(missiles_have_paths),
		cmocka_unit_test(an_aimed_shot_has_a_path),
	};

	return cmocka_run_group_tests(tests, scene_set_up, scene_tear_down);
}
