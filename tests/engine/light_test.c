/* Light: who sees whom in light and dark, and what shines. */
#include "engine/generate/generate.h"
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char kinds[] =
	"terrain t-lamp\n    name a lamp\n    glyph ; lamp\n    flags objects, projectiles, light\n"
	"    light 4\n    change douse into t-cold\n"
	"terrain t-cold\n    name a cold lamp\n    glyph ; dim\n    flags objects, projectiles, "
	"light\n"
	"    change kindle into t-lamp\n"
	"terrain t-ember\n    name an ember\n    glyph ; fire\n    flags objects, projectiles, "
	"light\n"
	"    light 1\n"
	"monster t-still\n    name t-still\n    glyph 0 text\n    look A thing of tests.\n"
	"    first-sight A thing of tests comes.\n    death tested\n    depth 1-12\n    hits 4d4\n"
	"    blow taps 1d2\n    experience 1\n    instincts guard 40\n    weight 0\n"
	"monster t-bearer\n    name t-bearer\n    glyph 1 text\n    look A thing of tests.\n"
	"    first-sight A thing of tests comes.\n    death tested\n    depth 1-12\n    hits 4d4\n"
	"    blow taps 1d2\n    experience 1\n    instincts guard 40\n    weight 0\n    light 3\n"
	"terrain t-blaze\n    name a blaze\n    glyph ; lamp\n    flags objects, projectiles, "
	"light, fire\n"
	"    light 3\n"
	"item t-torch\n    name t torch\n    glyph ) lamp\n    look A thing of tests.\n    class "
	"weapon\n"
	"    damage 1d3\n    weight 0\n    light 3\n"
	"cloud t-gloom\n    name gloom\n    glyph % dim\n    look Dark.\n    decay 1\n    traits "
	"dark\n"
	"cloud t-smoke\n    name smoke\n    glyph % dim\n    look Thick.\n    decay 1\n    traits "
	"opaque\n"
	"flight t-spark\n    name a spark\n    glyph * lamp\n    speed 1\n    range 4\n    light "
	"2\n    impact vanish\n"
	"    traits projectile\n";

static struct content *content_with_kinds(void)
{
	return stock_content_with(kinds);
}

/* Dark on the left, lit on the right, and one line of sight through both. */
static const char *const gallery[] = {
	"###########################",
	"#,,,,,,,,,,,,,............#",
	"#,,,,,,,,,,,,,............#",
	"#,,,,,a,,,,,,,............#",
	"###########################",
};

static const char *const dark[] = {
	"###########################",
	"#,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#,,,,,,,,,,,,,,,,,,,,,,,,,#",
	"#a,,,,,,,,,,,,,,,,,,,,,,,,#",
	"###########################",
};

static const char *const stairs[] = {
	"###########################",
	"#,,,,,,,,,,,,,............#",
	"#<,,,,,,,,,,,,...........>#",
	"#,,,,,a,,,,,,,............#",
	"###########################",
};

static void set(struct game *game, const char *id, int x, int y)
{
	place_set_terrain(game, x, y, content_find_terrain(stock, id));
}

static void stand(struct game *game, int x, int y)
{
	creature_move(game, HERO, x, y);
	senses_look(game);
}

static uint16_t cloud(const char *name)
{
	uint16_t kind = 0;
	while (strcmp(stock->clouds[kind].name, name) != 0)
		kind++;
	return kind;
}

static uint16_t spark(void)
{
	uint16_t kind = 0;
	while (strcmp(stock->flights[kind].id, "t-spark") != 0)
		kind++;
	return kind;
}

/* Hero and creature, each in dark or light, ten cells apart: who is lit is seen, whoever looks. */
static void seeing_asks_for_light_where_the_other_stands(void **state)
{
	static const struct {
		int hero, other;
		bool sees, seen;
	} cases[] = {
		{3, 12, false, false},
		{3, 16, true, false},
		{16, 3, false, true},
		{16, 25, true, true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = arena_new(stock, ROWS(gallery), 1);
		int slot = arena_put(game, "t-still", cases[i].other, 2, 0);
		stand(game, cases[i].hero, 2);
		assert_int_equal(senses_hero_sees(game, slot), cases[i].sees);
		assert_int_equal(senses_sees_hero(game, slot), cases[i].seen);
		/* Beside each other they always see each other. */
		creature_move(game, slot, cases[i].hero + 1, 2);
		assert_true(senses_hero_sees(game, slot) && senses_sees_hero(game, slot));
		game_free(game);
	}
}

static void no_light_shines_through_a_wall(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(gallery), 1);
	int slot = arena_put(game, "t-still", 16, 2, 0);
	for (int y = 1; y <= 3; y++)
		place_set_terrain(game, 9, y, stock->terrain.wall_vertical);
	stand(game, 3, 2);
	assert_false(senses_hero_sees(game, slot));
	game_free(game);
}

/* A square, cut by what stands in line. */
static void a_lamp_lights_what_is_in_line_within_its_radius(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	set(game, "t-lamp", 12, 2);
	place_set_terrain(game, 10, 2, stock->terrain.wall_vertical);
	senses_look(game);
	for (int x = 1; x < 26; x++)
		assert_int_equal(light_at(game, x, 2), x >= 10 && x <= 16);
	assert_true(senses_hero_sees_cell(game, 16, 3) && !senses_hero_sees_cell(game, 17, 3));
	/* The cell behind the wall was lit before, and is again without the wall. */
	place_set_terrain(game, 10, 2, stock->terrain.corridor);
	senses_look(game);
	assert_true(light_at(game, 8, 2) && !light_at(game, 7, 2));
	game_free(game);
}

static void a_lamp_can_be_put_out_and_lit(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	int slot = arena_put(game, "t-still", 14, 2, 0);
	set(game, "t-lamp", 12, 2);
	senses_look(game);
	assert_true(senses_hero_sees(game, slot));
	assert_true(terrain_trigger(game, 12, 2, TRIGGER_DOUSE, -1));
	senses_look(game);
	assert_false(senses_hero_sees(game, slot) || light_at(game, 12, 2));
	assert_true(terrain_trigger(game, 12, 2, TRIGGER_KINDLE, -1));
	senses_look(game);
	assert_true(senses_hero_sees(game, slot));
	game_free(game);
}

static void a_light_bearer_is_seen_and_lights_others(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	int still = arena_put(game, "t-still", 20, 2, 0);
	int bearer = arena_put(game, "t-bearer", 18, 2, 0);
	senses_look(game);
	assert_true(senses_hero_sees(game, bearer) && senses_hero_sees(game, still));
	creature_move(game, bearer, 10, 2);
	assert_true(game->derived.lights.moved);
	senses_look(game);
	assert_true(senses_hero_sees(game, bearer) && !senses_hero_sees(game, still));
	assert_false(senses_sees_hero(game, bearer));
	creature_remove(game, bearer);
	assert_true(game->derived.lights.moved);
	senses_look(game);
	assert_false(light_at(game, 10, 2));
	game_free(game);
}

static void the_hero_shines_with_what_he_has_in_use(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	int far = arena_put(game, "t-still", 20, 2, 0);
	int near = arena_put(game, "t-still", 4, 2, 0);
	int torch = arena_give(game, "t-torch", 1);
	senses_look(game);
	assert_false(senses_hero_sees(game, near) || senses_sees_hero(game, far));
	for (int i = 0; i < PACK_MAX; i++)
		game->pack.items[i].flags &= (uint8_t)~ITEM_WIELDED;
	game->pack.items[torch].flags |= ITEM_WIELDED;
	senses_look(game);
	assert_true(senses_hero_sees(game, near) && senses_sees_hero(game, far));
	assert_false(senses_hero_sees(game, far));
	game_free(game);
}

static void burning_or_glowing_bodies_are_seen_from_afar(void **state)
{
	static const enum status shining[] = {STATUS_BURNING, STATUS_GLOWING};
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct game *game = arena_new(stock, ROWS(dark), 1);
		int slot = arena_put(game, "t-still", 20, 2, 0);
		senses_look(game);
		assert_false(senses_hero_sees(game, slot) || senses_sees_hero(game, slot));
		creature_afflict(game, slot, shining[i], 5);
		assert_true(game->derived.sight_stale || game->derived.lights.moved);
		senses_look(game);
		assert_true(senses_hero_sees(game, slot) && light_at(game, 21, 3));
		assert_false(senses_sees_hero(game, slot));
		creature_afflict(game, HERO, shining[i], 5);
		senses_look(game);
		assert_true(senses_sees_hero(game, slot));
		creature_cure(game, slot, shining[i]);
		senses_look(game);
		assert_false(senses_hero_sees(game, slot));
		game_free(game);
	}
}

static void flights_may_shine(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(dark), 1);
	assert_true(flight_launch(game, &(struct launch){.kind = spark(),
						.from_x = 8,
						.from_y = 2,
						.to_x = 20,
						.to_y = 2,
						.damage = {0, 0, 0}}));
	/* The next actor sees by its light. */
	assert_true(game->derived.lights.moved);
	senses_look(game);
	assert_true(light_at(game, 6, 2) && light_at(game, 10, 2) && !light_at(game, 11, 2));
	arena_do(game, VERB_WAIT, 0);
	arena_do(game, VERB_WAIT, 0);
	assert_true(light_at(game, 11, 2) && !light_at(game, 6, 2));
	for (int i = 0; i < 5; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game->air.count, 0);
	assert_false(light_at(game, 9, 2) || light_at(game, 12, 2));
	game_free(game);
}

static void dark_gas_puts_out_all_light(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(gallery), 1);
	int slot = arena_put(game, "t-bearer", 20, 2, 0);
	set(game, "t-lamp", 20, 1);
	stand(game, 3, 2);
	assert_true(senses_hero_sees(game, slot));
	gas_release(game, cloud("gloom"), 20, 2, 200);
	senses_look(game);
	assert_false(light_at(game, 20, 2) || senses_hero_sees(game, slot));
	assert_true(light_at(game, 22, 2) && senses_hero_sees_cell(game, 22, 2));
	creature_move(game, HERO, 20, 3);
	assert_true(senses_hero_sees(game, slot));
	game_free(game);
}

static void smoke_hides_what_is_behind(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(gallery), 1);
	int slot = arena_put(game, "t-bearer", 20, 2, 0);
	stand(game, 3, 2);
	assert_true(senses_hero_sees(game, slot));
	for (int y = 1; y <= 3; y++)
		gas_release(game, cloud("smoke"), 10, y, 100);
	senses_look(game);
	assert_false(senses_hero_sees(game, slot));
	/* It also stops the light of a lamp. */
	set(game, "t-lamp", 8, 2);
	senses_look(game);
	assert_true(light_at(game, 10, 2) && !light_at(game, 11, 2) && light_at(game, 4, 2));
	game_free(game);
}

/* Of the rooms, the lamps, and of whatever can be put out. */
static void lights_fail_once_the_receiver_is_lifted(void **state)
{
	(void)state;
	for (int lifted = 0; lifted < 2; lifted++) {
		struct game *game = arena_new(stock, ROWS(stairs), 1);
		set(game, "t-lamp", 5, 2);
		place_enter(game, 2, true);
		game->hero.lifted = lifted;
		place_enter(game, 1, false);
		senses_look(game);
		assert_int_equal(light_at(game, 20, 2), !lifted);
		assert_int_equal(light_at(game, 5, 2), !lifted);
		assert_string_equal(game_terrain(game, 5, 2)->id, lifted ? "t-cold" : "t-lamp");
		game_free(game);
	}
}

static void a_dark_kind_of_level_has_no_light_of_its_own(void **state)
{
	(void)state;
	struct content *content = content_with_kinds();
	for (int dark_percent = 0; dark_percent <= 100; dark_percent += 100) {
		size_t lit = 0;
		for (uint16_t kind = 0; kind < content->counts.levels; kind++)
			content->levels[kind].dark_percent = (uint8_t)dark_percent;
		for (int number = 0; number < 20; number++) {
			struct seed seed = {{0x31, (uint8_t)number}};
			struct level *level = level_generate(content, &seed,
				&(struct level_order){.depth = 1, .kind = KIND_NONE});
			for (int at = 0; at < level->width * level->height; at++)
				lit += level->flags[at] & LEVEL_LIT;
			level_free(level);
		}
		assert_int_equal(lit > 0, dark_percent == 0);
	}
	content_free(content);
}

static uint16_t light_shown(struct game *game, int x, int y)
{
	struct view view;
	game_view(game, &view);
	return view.cells[level_at(game->level, x, y)].light;
}

/* Where it makes the difference: on ground in sight that is dark by itself. */
static void the_view_shows_the_colour_of_a_light(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(gallery), 1);
	set(game, "t-lamp", 10, 2);
	senses_look(game);
	assert_int_equal(light_shown(game, 8, 2), COLOUR_ROLE_LAMP);
	assert_int_equal(light_shown(game, 3, 2), COLOUR_ROLE_TEXT);
	assert_int_equal(light_shown(game, 14, 2), COLOUR_ROLE_TEXT);
	item_to_floor(
		game, (struct item){.kind = content_find_item(stock, "t-torch"), .count = 1}, 8, 2);
	senses_look(game);
	assert_int_equal(light_shown(game, 8, 2), COLOUR_ROLE_TEXT);
	creature_afflict(game, HERO, STATUS_BLIND, 5);
	senses_look(game);
	assert_int_equal(light_shown(game, 9, 1), COLOUR_ROLE_TEXT);
	creature_cure(game, HERO, STATUS_BLIND);
	creature_afflict(game, arena_put(game, "t-still", 4, 1, 0), STATUS_BURNING, 5);
	senses_look(game);
	assert_int_equal(light_shown(game, 3, 2), COLOUR_ROLE_FIRE);
	game_free(game);
}

/* ---- The lights that are kept against all of them worked out anew ---- */

static void forget_all(struct game *game, uint8_t *flags)
{
	size_t cells = (size_t)game->level->width * (size_t)game->level->height;
	memcpy(flags, game->level->flags, cells);
	light_forget(game);
	light_update(game);
}

static void change_something(struct game *game, struct stream *stream, int slots[2])
{
	static const char *const terrains[] = {
		"t-lamp", "t-cold", "t-ember", "corridor", "wall-vertical"};
	int x = 1 + stream_below(stream, 25), y = 1 + stream_below(stream, 3);
	int what = stream_below(stream, 8);
	if (creature_at(game, x, y) >= 0)
		return;
	if (what < 5)
		set(game, terrains[what], x, y);
	else if (what < 7 && creature_may_stand(game, x, y))
		creature_move(game, slots[what - 5], x, y);
	else if (what == 7)
		gas_release(game, cloud(stream_below(stream, 2) ? "gloom" : "smoke"), x, y, 30);
	if (stream_below(stream, 10) == 0)
		gas_turn(game);
}

static void cached_light_equals_computed_light(void **state)
{
	static uint8_t flags[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
	size_t glowing = 0;
	(void)state;
	for (int number = 0; number < 20; number++) {
		struct game *game = arena_new(stock, ROWS(dark), number);
		int slots[2] = {arena_put(game, "t-bearer", 5, 1, 0), HERO};
		struct stream stream;
		struct seed seed = {{0x55, (uint8_t)number}};
		stream_begin(&stream, &seed, PURPOSE_THINGS, 0, 0);
		creature_afflict(game, HERO, STATUS_GLOWING, 100);
		for (int step = 0; step < 60; step++) {
			change_something(game, &stream, slots);
			light_update(game);
			forget_all(game, flags);
			for (int at = 0; at < game->level->width * game->level->height; at++) {
				assert_int_equal(flags[at], game->level->flags[at]);
				glowing += (flags[at] & LEVEL_GLOW) != 0;
			}
		}
		game_free(game);
	}
	assert_true(glowing > 1000);
}

/* Light is worked out, so neither the save nor the digest knows of it; what is seen comes back. */
static void a_save_has_no_light_and_needs_none(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(stairs), 1);
	arena_put(game, "t-bearer", 18, 2, 0);
	set(game, "t-lamp", 12, 2);
	gas_release(game, cloud("gloom"), 14, 2, 40);
	arena_do(game, VERB_WAIT, 0);
	uint64_t digest = game_digest(game);
	for (int at = 0; at < game->level->width * game->level->height; at++)
		game->level->flags[at] ^= LEVEL_GLOW;
	assert_true(game_digest(game) == digest);
	light_forget(game);
	senses_refresh(game);
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	struct complaint complaint;
	struct game *loaded = game_load(stock, bytes, size, &complaint);
	assert_non_null(loaded);
	assert_true(game_digest(loaded) == digest);
	assert_memory_equal(loaded->level->flags, game->level->flags,
		(size_t)(game->level->width * game->level->height));
	free(bytes);
	game_free(loaded);
	game_free(game);
}

/* Fire shines as fire does, whatever colour it is drawn in. */
static void the_view_shows_the_hue_of_a_fire(void **state)
{
	static struct view view;
	static const struct {
		const char *terrain;
		enum light_hue hue;
	} cases[] = {{"t-lamp", HUE_LAMP}, {"t-blaze", HUE_FIRE}, {"t-ember", HUE_FIRE}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = arena_new(stock, ROWS(dark), 1);
		set(game, cases[i].terrain, 12, 2);
		senses_look(game);
		game_view(game, &view);
		const struct view_cell *beside = &view.cells[2 * view.width + 11];
		assert_true(beside->strength > 0);
		assert_int_equal(beside->hue, cases[i].hue);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seeing_asks_for_light_where_the_other_stands),
		cmocka_unit_test(no_light_shines_through_a_wall),
		cmocka_unit_test(a_lamp_lights_what_is_in_line_within_its_radius),
		cmocka_unit_test(a_lamp_can_be_put_out_and_lit),
		cmocka_unit_test(a_light_bearer_is_seen_and_lights_others),
		cmocka_unit_test(the_hero_shines_with_what_he_has_in_use),
		cmocka_unit_test(burning_or_glowing_bodies_are_seen_from_afar),
		cmocka_unit_test(flights_may_shine),
		cmocka_unit_test(dark_gas_puts_out_all_light),
		cmocka_unit_test(smoke_hides_what_is_behind),
		cmocka_unit_test(lights_fail_once_the_receiver_is_lifted),
		cmocka_unit_test(a_dark_kind_of_level_has_no_light_of_its_own),
		cmocka_unit_test(the_view_shows_the_colour_of_a_light),
		cmocka_unit_test(the_view_shows_the_hue_of_a_fire),
		cmocka_unit_test(cached_light_equals_computed_light),
		cmocka_unit_test(a_save_has_no_light_and_needs_none),
	};
	return stock_run(content_with_kinds(), tests);
}
