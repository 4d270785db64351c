/* Previews of flights agree with the flights, as far as the hero knows the level. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char records[] =
	"flight test-arrow\n  name a test arrow\n  speed 10\n  range 9\n  traits projectile\n"
	"flight test-ray\n  name a test ray\n  glyph / dim\n  speed 10\n  range 9\n  traits "
	"projectile, pierces\n"
	"item test-bow\n  name test bow\n  glyph ) dim\n  look A bow.\n  class weapon\n  damage "
	"1d1\n  accuracy -20\n  launches test-arrow\n"
	"item test-gun\n  name test gun\n  glyph ) dim\n  look A gun.\n  class weapon\n  damage "
	"1d1\n  launches test-ray\n"
	"item test-arrow\n  name test arrow\n  plural test arrows\n  glyph ) dim\n  look An "
	"arrow.\n  class weapon\n  damage 1d1\n  fired 2d1\n  ammunition test-arrow\n  traits "
	"stacks\n"
	"item test-ray\n  name test ray\n  plural test rays\n  glyph ) dim\n  look A ray.\n"
	"  class weapon\n  damage 1d1\n  fired 2d1\n  ammunition test-ray\n  traits stacks\n"
	"spell test-bolt\n  name Bolt\n  glyph / dim\n  look A bolt.\n  mana 1\n  aim bolt\n"
	"  range 6\n  effect hurt 1d1\n"
	"spell test-beam\n  name Beam\n  glyph / dim\n  look A beam.\n  mana 1\n  aim beam\n"
	"  range 6\n  effect hurt 1d1\n"
	"spell test-cone\n  name Cone\n  glyph / dim\n  look A cone.\n  mana 1\n  aim cone\n"
	"  range 6\n  effect hurt 1d1\n"
	"spell test-cell\n  name Cell\n  glyph / dim\n  look A cell.\n  mana 1\n  aim cell\n"
	"  range 6\n  effect hurt 1d1 radius 2\n"
	"spell test-self\n  name Self\n  glyph / dim\n  look A self.\n  mana 1\n  aim self\n"
	"  effect heal 1d1\n"
	"item test-book\n  name test book\n  glyph + dim\n  look A book.\n  class book\n"
	"  teaches test-bolt, test-beam, test-cone, test-cell\n"
	"item test-leaf\n  name test leaf\n  glyph + dim\n  look A leaf.\n  class book\n"
	"  teaches test-self\n"
	"talent test-far\n  name Far\n  glyph / dim\n  look Far.\n  path bow\n  bonus far 3\n"
	"monster plain-body\n  name plain body\n  glyph 0 dim\n  look It stands.\n"
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 90d8\n"
	"  guard 5\n  experience 0\n  instincts ambush 1\n";

#define WIDE 31
#define HIGH 21

/* A lit field with the hero in its middle; some of it walls, fences and glass, if wanted. */
static struct game *field(int seed, bool littered)
{
	static const char *const litter[] = {
		"wall-horizontal", "fence", "glass", "shallow-water", "rubble"};
	char text[HIGH][WIDE + 1];
	const char *rows[HIGH];
	for (int y = 0; y < HIGH; y++) {
		memset(text[y], y == 0 || y == HIGH - 1 ? '#' : '.', WIDE);
		text[y][0] = text[y][WIDE - 1] = '#';
		text[y][WIDE] = '\0';
		rows[y] = text[y];
	}
	text[HIGH / 2][WIDE / 2] = '@';
	struct game *game = arena_new(stock, rows, HIGH, seed);
	uint32_t random = (uint32_t)seed * 2654435761u + 1;
	for (int at = 0; littered && at < WIDE * HIGH; at++) {
		random = random * 1664525 + 1013904223;
		int x = at % WIDE, y = at / WIDE, what = (int)(random >> 24) % 40;
		if (what < 5 && x > 0 && y > 0 && x < WIDE - 1 && y < HIGH - 1 &&
			(x != WIDE / 2 || y != HIGH / 2))
			place_set_terrain(game, x, y, content_find_terrain(stock, litter[what]));
	}
	return game;
}

static void know_all(struct game *game)
{
	senses_look(game);
	for (size_t at = 0; at < WIDE * HIGH; at++) {
		memory_put_ground(game, at, &stock->terrains[game->level->terrain[at]]);
	}
}

static struct command at_cell(enum verb verb, int item, int x, int y)
{
	return (struct command){
		.verb = (uint8_t)verb, .item = (uint8_t)item, .x = (int16_t)x, .y = (int16_t)y};
}

/* The shot and its launcher are in hand. */
static int arm(struct game *game, const char *launcher, const char *shot)
{
	for (int slot = 0; slot < PACK_MAX; slot++)
		game->pack.items[slot].flags &= (uint8_t)~ITEM_WIELDED;
	game->pack.items[arena_give(game, launcher, 1)].flags |= ITEM_WIELDED;
	return arena_give(game, shot, 20);
}

/* A cell near the middle, drawn. */
static void draw_cell(uint32_t *random, int *x, int *y)
{
	do {
		*random = *random * 1664525 + 1013904223;
		*x = 1 + (int)(*random >> 8) % (WIDE - 2);
		*y = 1 + (int)(*random >> 20) % (HIGH - 2);
	} while (*x == WIDE / 2 && *y == HIGH / 2);
}

static void a_throw_comes_down_where_it_was_foreseen(void **state)
{
	uint32_t random = 5;
	int flown = 0, stopped = 0;
	(void)state;
	for (int seed = 0; seed < 300; seed++) {
		int x, y;
		struct game *game = field(seed, true);
		struct trajectory foreseen;
		int slot = arena_give(game, "dart", 1);
		uint16_t far = 0;
		while (strcmp(stock->talents[far].id, "test-far") != 0)
			far++;
		game->knowledge.talents[far] = seed % 2;
		know_all(game);
		draw_cell(&random, &x, &y);
		struct command command = at_cell(VERB_THROW, slot, x, y);
		uint64_t before = game_digest(game);
		assert_true(game_trajectory(game, &command, &foreseen));
		assert_int_equal(game_digest(game), before);
		enum verdict verdict = game_act(game, &command);
		assert_int_equal(verdict == VERDICT_REFUSED, foreseen.too_far);
		for (int turns = 0; turns < 3 && game->air.count; turns++)
			arena_do(game, VERB_WAIT, 0);
		if (!foreseen.too_far) {
			int end_x = foreseen.count ? foreseen.cells[foreseen.count - 1].x
						   : WIDE / 2,
			    end_y = foreseen.count ? foreseen.cells[foreseen.count - 1].y
						   : HIGH / 2;
			assert_int_equal(game->floor.count, 1);
			assert_int_equal(game->floor.items[0].x, end_x);
			assert_int_equal(game->floor.items[0].y, end_y);
			assert_int_equal(foreseen.reaches, end_x == x && end_y == y);
			assert_true(foreseen.reaches || foreseen.stopped);
			flown++;
			stopped += foreseen.stopped;
		}
		game_free(game);
	}
	assert_true(flown > 100 && stopped > 20);
}

static void a_shot_meets_whom_it_was_foreseen_to_meet(void **state)
{
	uint32_t random = 9;
	int met = 0, missed = 0;
	(void)state;
	for (int seed = 0; seed < 300; seed++) {
		int x, y, slots[12];
		bool shown[12];
		struct game *game = field(seed, seed % 2);
		struct trajectory foreseen;
		int slot = arm(game, "test-bow", "test-arrow");
		for (int i = 0; i < 12; i++) {
			do
				draw_cell(&random, &x, &y);
			while (creature_at(game, x, y) >= 0 ||
				!(game_terrain(game, x, y)->flags & TERRAIN_OBJECTS));
			slots[i] = arena_put(game, "plain-body", x, y, CREATURE_ASLEEP);
			struct creature *body = &game->creatures[slots[i]];
			body->health = body->health_max = 1000;
		}
		know_all(game);
		/* At a body, at a place, in turn. */
		if (seed % 3) {
			x = game->creatures[slots[seed % 12]].x;
			y = game->creatures[slots[seed % 12]].y;
		}
		struct command command = at_cell(VERB_FIRE, slot, x, y);
		assert_true(game_trajectory(game, &command, &foreseen));
		int named = foreseen.met ? creature_at(game, foreseen.met_x, foreseen.met_y) : -1;
		for (int i = 0; i < 12; i++)
			shown[i] = senses_shows(game, slots[i]);
		/* It surely hits. */
		for (int i = 0; i < PACK_MAX; i++)
			if (game->pack.items[i].flags & ITEM_WIELDED)
				game->pack.items[i].plus = 20;
		if (game_act(game, &command) == VERDICT_REFUSED)
			assert_true(foreseen.too_far);
		else
			arena_do(game, VERB_WAIT, 0);
		for (int i = 0; i < 12; i++) {
			const struct creature *body = &game->creatures[slots[i]];
			bool hurt = body->health < body->health_max;
			assert_true(!hurt || !shown[i] || (slots[i] == named && !foreseen.too_far));
			/* Five in a hundred miss, and are over by that, too. */
			if (slots[i] == named && !foreseen.too_far) {
				met += hurt;
				missed += !hurt;
			}
		}
		game_free(game);
	}
	assert_true(met > 100 && met > 5 * missed);
}

static void piercing_flights_go_on_through_bodies(void **state)
{
	(void)state;
	struct game *game = field(1, false);
	struct trajectory foreseen;
	int slot = arm(game, "test-gun", "test-ray");
	arena_put(game, "plain-body", WIDE / 2 + 3, HIGH / 2, CREATURE_ASLEEP);
	arena_put(game, "plain-body", WIDE / 2 + 5, HIGH / 2, CREATURE_ASLEEP);
	know_all(game);
	struct command command = at_cell(VERB_FIRE, slot, WIDE / 2 + 6, HIGH / 2);
	assert_true(game_trajectory(game, &command, &foreseen));
	assert_true(foreseen.met && foreseen.reaches);
	assert_int_equal(foreseen.met_x, WIDE / 2 + 3);
	assert_int_equal(foreseen.count, 9);
	game_free(game);
}

static void unknown_obstacles_stop_no_preview(void **state)
{
	(void)state;
	for (int known = 0; known < 2; known++) {
		struct game *game = field(1, false);
		struct trajectory foreseen;
		int slot = arena_give(game, "dart", 1), x = WIDE / 2 + 4, y = HIGH / 2;
		senses_look(game);
		place_set_terrain(game, x, y, content_find_terrain(stock, "glass"));
		if (known)
			senses_look(game);
		struct command command = at_cell(VERB_THROW, slot, x + 2, y);
		assert_true(game_trajectory(game, &command, &foreseen));
		assert_int_equal(foreseen.stopped, known);
		assert_int_equal(foreseen.reaches, !known);
		assert_int_equal(foreseen.count, known ? 3 : 6);
		if (known)
			assert_int_equal(foreseen.stop_x, x);
		game_free(game);
	}
}

static void unseen_bodies_and_allies_stop_no_preview(void **state)
{
	(void)state;
	struct game *game = field(1, false);
	struct trajectory foreseen;
	int slot = arena_give(game, "dart", 1), x = WIDE / 2 + 4, y = HIGH / 2;
	int body = arena_put(game, "plain-body", x, y, CREATURE_ASLEEP);
	struct command command = at_cell(VERB_THROW, slot, x + 2, y);
	senses_look(game);
	assert_true(game_trajectory(game, &command, &foreseen));
	assert_true(foreseen.met);
	assert_int_equal(foreseen.count, 4);
	game->creatures[body].flags = CREATURE_ALLY;
	assert_true(game_trajectory(game, &command, &foreseen));
	assert_false(foreseen.met);
	game->creatures[body].flags = CREATURE_ASLEEP;
	game_hero(game)->status[STATUS_BLIND] = 9;
	senses_look(game);
	assert_true(game_trajectory(game, &command, &foreseen));
	assert_false(foreseen.met);
	assert_true(foreseen.reaches);
	game_free(game);
}

/* The chance is that of the thing in the air, not of the weapon in hand, and no more is told of it
 * than he knows. */
static void the_chance_is_of_what_flies(void **state)
{
	(void)state;
	struct game *game = field(1, false);
	struct trajectory foreseen;
	int x = WIDE / 2 + 4, y = HIGH / 2;
	int dart = arena_give(game, "dart", 1), flask = arena_give(game, "solvent", 1);
	int arrow = arm(game, "test-bow", "test-arrow");
	arena_put(game, "plain-body", x, y, CREATURE_ASLEEP);
	senses_look(game);
	int guard = 3 * 5, sure = stock->birth.accuracy;
	struct command command = at_cell(VERB_FIRE, arrow, x, y);
	game_trajectory(game, &command, &foreseen);
	assert_int_equal(foreseen.hits, sure - 20 - guard);
	command = at_cell(VERB_THROW, dart, x, y);
	game_trajectory(game, &command, &foreseen);
	int accuracy = stock->items[game->pack.items[dart].kind].gear.accuracy;
	assert_int_equal(foreseen.hits, sure + accuracy - guard);
	game->pack.items[dart].plus = -4;
	game->pack.items[dart].flags &= (uint8_t)~ITEM_KNOWN;
	game_trajectory(game, &command, &foreseen);
	assert_int_equal(foreseen.hits, sure + accuracy - guard);
	game->pack.items[dart].flags |= ITEM_KNOWN;
	game_trajectory(game, &command, &foreseen);
	assert_int_equal(foreseen.hits, sure + accuracy - 3 * 4 - guard);
	/* A flask bursts whatever it meets; that is told once he knows that it bursts. */
	command = at_cell(VERB_THROW, flask, x, y);
	game_trajectory(game, &command, &foreseen);
	assert_true(foreseen.met && foreseen.hits > 0);
	game->knowledge.items[game->pack.items[flask].kind] = 1;
	game_trajectory(game, &command, &foreseen);
	assert_true(foreseen.met && foreseen.hits == 0);
	game_free(game);
}

static int spell(const char *id)
{
	int number = 0;
	while (strcmp(stock->spells[number].id, id) != 0)
		number++;
	return number;
}

/* With all known, the cells are those in which the spell will act; a bolt's are those on its way.
 */
static void of_spells_the_cells_are_foreseen(void **state)
{
	static const char *const ids[] = {"test-bolt", "test-beam", "test-cone", "test-cell"};
	uint32_t random = 21;
	(void)state;
	for (int seed = 0; seed < 200; seed++) {
		int x, y, number = spell(ids[seed % 4]);
		const struct spell_kind *kind = &stock->spells[number];
		struct game *game = field(seed, seed % 3);
		for (int i = 0; i < 8; i++) {
			draw_cell(&random, &x, &y);
			if (creature_may_stand(game, x, y))
				arena_put(game, "plain-body", x, y, CREATURE_AWARE);
		}
		know_all(game);
		/* All are shown to him. */
		game_hero(game)->status[STATUS_DETECTING] = 9;
		draw_cell(&random, &x, &y);
		struct command command = at_cell(VERB_CAST, number, x, y);
		struct trajectory foreseen;
		struct aim_cells cells;
		assert_true(game_trajectory(game, &command, &foreseen));
		aim_cells(game,
			&(struct aiming){.aim = (enum aim)kind->aim,
				.range = kind->range,
				.effects = kind->effects,
				.count = kind->effect_count,
				.source = HERO,
				.x = x,
				.y = y},
			&cells);
		if (kind->aim == AIM_BOLT) {
			assert_int_equal(cells.count, foreseen.count > 0);
			assert_int_equal(cells.stopped, foreseen.stopped);
			if (cells.count > 0) {
				int last = foreseen.count - 1;
				assert_int_equal(foreseen.cells[last].x, cells.at[0][0]);
				assert_int_equal(foreseen.cells[last].y, cells.at[0][1]);
			}
		} else {
			assert_int_equal(cells.count, foreseen.count);
			for (size_t i = 0; i < cells.count; i++) {
				assert_int_equal(foreseen.cells[i].x, cells.at[i][0]);
				assert_int_equal(foreseen.cells[i].y, cells.at[i][1]);
			}
		}
		assert_int_equal(foreseen.hits, 0);
		assert_int_equal(foreseen.radius, kind->aim == AIM_CELL ? 2 : 0);
		game_free(game);
	}
}

/* A cell out of sight or out of range is refused, and the preview says so. */
static void a_place_must_be_in_sight_and_in_reach(void **state)
{
	uint32_t random = 33;
	int refused = 0, cast = 0;
	(void)state;
	for (int seed = 0; seed < 100; seed++) {
		int x, y, number = spell(seed % 2 ? "test-cell" : "test-bolt");
		struct game *game = field(seed, true);
		struct trajectory foreseen;
		spell_learn(game, &(uint16_t){(uint16_t)number}, 1);
		senses_look(game);
		draw_cell(&random, &x, &y);
		struct command command = at_cell(VERB_CAST, number, x, y);
		assert_true(game_trajectory(game, &command, &foreseen));
		bool no = game_act(game, &command) == VERDICT_REFUSED;
		assert_int_equal(no, foreseen.too_far || foreseen.unseen);
		refused += no;
		cast += !no;
		game_free(game);
	}
	assert_true(refused > 10 && cast > 40);
}

static void nothing_is_foreseen_of_what_does_not_fly(void **state)
{
	(void)state;
	struct game *game = field(1, false);
	struct trajectory foreseen;
	int dart = arena_give(game, "dart", 1);
	struct command commands[] = {at_cell(VERB_WAIT, 0, 3, 3), at_cell(VERB_THROW, 25, 3, 3),
		at_cell(VERB_THROW, 200, 3, 3), at_cell(VERB_FIRE, dart, 3, 3),
		at_cell(VERB_CAST, 250, 3, 3), at_cell(VERB_CAST, spell("test-self"), 3, 3)};
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		assert_false(game_trajectory(game, &commands[i], &foreseen));
	/* Nor is anything written outside, wherever one aims. */
	for (int far = -20000; far <= 20000; far += 997) {
		struct command command = at_cell(VERB_THROW, dart, far, -far / 2);
		assert_true(game_trajectory(game, &command, &foreseen));
		assert_true(foreseen.count <= TRAJECTORY_MAX);
	}
	game_free(game);
}

/* Each kind that is not known is shown, foreseen and taken as every other, wherever it is aimed. */
static void unknown_wands_are_all_aimed_alike(void **state)
{
	int kinds = 0;
	(void)state;
	for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
		if (stock->items[kind].class != ITEM_WAND && stock->items[kind].class != ITEM_STAFF)
			continue;
		struct game *game = field(1, false);
		struct item item = {.kind = kind, .count = 1, .charges = 3};
		int slot = item_into_pack(game, item);
		struct command far = at_cell(VERB_ZAP, slot, WIDE - 1, 10);
		struct trajectory foreseen;
		struct view view;
		assert_false(item_is_known(game, &item));
		for (size_t at = 0; at < WIDE * HIGH; at++)
			game->level->flags[at] &= (uint8_t)~LEVEL_KNOWN;
		game_view(game, &view);
		assert_int_equal(view.pack[view.pack_count - 1].aim, VIEW_AIM_BOLT);
		assert_int_equal(view.pack[view.pack_count - 1].range, RANGE_UNKNOWN);
		assert_true(game_trajectory(game, &far, &foreseen));
		assert_int_equal(foreseen.count, RANGE_UNKNOWN);
		struct command self =
			at_cell(VERB_ZAP, slot, game_hero(game)->x, game_hero(game)->y);
		assert_true(game_allows(game, &far) && game_allows(game, &self));
		assert_int_equal(game_act(game, &far), VERDICT_SPENT);
		game_free(game);
		kinds++;
	}
	assert_true(kinds > 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_throw_comes_down_where_it_was_foreseen),
		cmocka_unit_test(a_shot_meets_whom_it_was_foreseen_to_meet),
		cmocka_unit_test(piercing_flights_go_on_through_bodies),
		cmocka_unit_test(unknown_obstacles_stop_no_preview),
		cmocka_unit_test(unseen_bodies_and_allies_stop_no_preview),
		cmocka_unit_test(the_chance_is_of_what_flies),
		cmocka_unit_test(of_spells_the_cells_are_foreseen),
		cmocka_unit_test(a_place_must_be_in_sight_and_in_reach),
		cmocka_unit_test(unknown_wands_are_all_aimed_alike),
		cmocka_unit_test(nothing_is_foreseen_of_what_does_not_fly),
	};
	return stock_run(stock_content_with(records), tests);
}
