/*
 * Terrain: the graph of its transitions. Tests go through every record of the stock content, so new
 * terrain is tested automatically; special ones are named by id. Effects on creatures are tested in
 * ground_test.c.
 */
#include "tests/test.h"

#include "tests/engine/ground.h"

#define TRIES 600

/* ---- The three questions ---- */

static void each_answers_the_three_questions(void **state)
{
	(void)state;
	static const struct {
		const char *id, *answers;
	} rows[] = {{"floor", "OPL"}, {"door-open", "OPL"}, {"curtain", "OP"}, {"waterfall", "OP"},
		{"fence", "PL"}, {"grate", "PL"}, {"grate-waterfall", "P"}, {"crystal", "L"},
		{"glass", "L"}, {"rock", ""}, {"door-closed", ""}, {"door-secret-horizontal", ""},
		{"boulder", ""}, {"collapse", ""}, {"statue", "L"}, {"tall-grass", "OP"},
		{"trampled-grass", "OPL"}, {"deep-water", "OPL"}, {"lava", "OPL"}, {"acid", "OPL"},
		{"pit", "OPL"}, {"bridge", "OPL"}, {"portcullis", "PL"}, {"lamp", "PL"},
		{"paper-stack", ""}, {"web", "OPL"}, {"ice", "OPL"}, {"altar", "OPL"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint32_t flags = stock->terrains[kind_of(rows[i].id)].flags;
		char answers[4] = "";
		snprintf(answers, sizeof answers, "%s%s%s", flags & TERRAIN_OBJECTS ? "O" : "",
			flags & TERRAIN_PROJECTILES ? "P" : "", flags & TERRAIN_LIGHT ? "L" : "");
		if (strcmp(answers, rows[i].answers) != 0)
			fail_msg("%s answers %s", rows[i].id, answers);
	}
}

/* ---- The graph ---- */

/* Each change of each terrain happens, to a cell where nothing is, when its need is met. */
static void every_change_happens(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	game->pack.items[item_in_use(game, ITEM_WIELDED)].kind =
		content_find_item(stock, "line-spike");
	game->hero.might = 30;
	arena_give(game, "brass-key", 99);
	game->hero.gold = 1000;
	for (uint16_t kind = 0; kind < stock->counts.terrains; kind++) {
		const struct terrain_kind *terrain = &stock->terrains[kind];
		for (int i = 0; i < terrain->change_count; i++) {
			const struct transition *change = &terrain->changes[i];
			int by = change->need == NEED_WEIGHT ? -1 : HERO;
			bool happened = change->need == NEED_WEIGHT;
			for (int n = 0; n < TRIES && !happened; n++) {
				place_set_terrain(game, 2, 2, kind);
				happened = terrain_trigger(
						   game, 2, 2, (enum trigger)change->cause, by) &&
					   game->level->terrain[level_at(game->level, 2, 2)] ==
						   change->into;
				game_hero(game)->health = game_hero(game)->health_max;
				game->hero.gold = 1000;
				memset(game_hero(game)->status, 0, sizeof game_hero(game)->status);
				game->air.count = 0;
			}
			/* Later changes by one cause wait for what the first lacks: see below. */
			if (!happened &&
				content_transition(terrain, (enum trigger)change->cause) == change)
				fail_msg("%s does not become %s", terrain->id,
					stock->terrains[change->into].id);
		}
	}
	game_free(game);
}

static void needs_are_asked(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	assert_false(terrain_trigger(game, 0, 0, TRIGGER_DIG, HERO));
	int spike = arena_give(game, "line-spike", 1);
	assert_false(terrain_trigger(game, 0, 0, TRIGGER_DIG, HERO));
	arena_do(game, VERB_WIELD, spike);
	assert_true(terrain_trigger(game, 0, 0, TRIGGER_DIG, HERO));
	assert_string_equal(at(game, 0, 0), "rubble");
	put(game, "portcullis", 2, 2);
	game->hero.might = 14;
	assert_false(terrain_trigger(game, 2, 2, TRIGGER_PULL, HERO));
	game->hero.might = 15;
	assert_true(terrain_trigger(game, 2, 2, TRIGGER_PULL, HERO));
	/* Thin ice bears the hero, and not what is big. */
	for (int n = 0; n < TRIES; n++) {
		put(game, "ice-thin", 2, 2);
		assert_false(terrain_trigger(game, 2, 2, TRIGGER_TREAD, HERO));
	}
	game_free(game);
}

/* A change that needs hands is one for creatures that open doors. */
static void only_hands_lift_a_latch(void **state)
{
	(void)state;
	struct content *content = stock_content_with(
		"terrain test-latch\n  name a latch\n  glyph ; dim\n"
		"  flags objects, projectiles, light\n  change pull into floor needs hands\n");
	struct game *game = arena_new(content, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 3, 3, CREATURE_ASLEEP);
	int clerk = arena_put(game, "grey-clerk", 5, 3, CREATURE_ASLEEP);
	const int pullers[] = {HERO, clerk, rat};
	for (size_t i = 0; i < sizeof pullers / sizeof *pullers; i++) {
		place_set_terrain(game, 2, 2, content_find_terrain(content, "test-latch"));
		assert_int_equal(
			terrain_trigger(game, 2, 2, TRIGGER_PULL, pullers[i]), pullers[i] != rat);
		assert_int_equal(strcmp(at(game, 2, 2), "floor") == 0, pullers[i] != rat);
	}
	game_free(game);
	content_free(content);
}

static void digging_takes_its_turns_and_stays(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "collapse", 8, 3);
	uint32_t before = game_turn(game);
	int tries = 0;
	while (!strcmp(at(game, 8, 3), "collapse") && tries++ < 40)
		assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_string_equal(at(game, 8, 3), "rubble");
	assert_int_equal(game_turn(game) - before, 3 * tries);
	put(game, "collapse", 8, 3);
	arena_do(game, VERB_WIELD, arena_give(game, "line-spike", 1));
	before = game_turn(game);
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game_turn(game) - before, 5);
	game_free(game);
}

/* A transition that would wall in a creature or item waits. */
static void nobody_is_walled_in(void **state)
{
	(void)state;
	static const enum trigger all[] = {TRIGGER_BREAK, TRIGGER_BURN, TRIGGER_FREEZE,
		TRIGGER_SIGNAL, TRIGGER_CLOSE, TRIGGER_TIME, TRIGGER_FILL};
	for (uint16_t kind = 0; kind < stock->counts.terrains; kind++) {
		if (!(stock->terrains[kind].flags & TERRAIN_OBJECTS))
			continue;
		for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
			struct game *game = arena_new(stock, ROWS(room), 1);
			int x = game_hero(game)->x, y = game_hero(game)->y, depth = game->depth;
			place_set_terrain(game, x, y, kind);
			for (int n = 0; n < 20 && game_going(game); n++)
				terrain_trigger(game, x, y, all[i], -1);
			if (game_going(game) && game->depth == depth)
				assert_true(game_terrain(game, x, y)->flags & TERRAIN_OBJECTS);
			game_free(game);
		}
	}
}

static void a_roof_falls_beside_and_only_hurts_under_it(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "pit-props", 7, 3);
	put(game, "pit-props", 8, 3);
	int health = game_hero(game)->health;
	terrain_trigger(game, 7, 3, TRIGGER_BREAK, -1);
	terrain_trigger(game, 8, 3, TRIGGER_BREAK, -1);
	assert_string_equal(at(game, 7, 3), "rubble");
	assert_string_equal(at(game, 8, 3), "collapse");
	assert_true(game_hero(game)->health < health);
	game_free(game);
}

/* ---- Working terrain ---- */

/* Working terrain reports its new state. */
static void worked_terrain_reports_its_new_state(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "lamp", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_string_equal(at(game, 8, 3), "lamp-dark");
	assert_true(arena_told(game, "the lamp is out."));
	assert_false(arena_told(game, "is lit"));
	arena_do(game, VERB_STEP, DIR_E);
	assert_string_equal(at(game, 8, 3), "lamp");
	assert_true(arena_told(game, "The lamp is lit."));
	for (uint16_t kind = 0; kind < stock->counts.terrains; kind++)
		if (content_transition(&stock->terrains[kind], TRIGGER_PULL) &&
			stock->terrains[kind].worked == NULL)
			fail_msg("%s says nothing when it is worked", stock->terrains[kind].id);
	game_free(game);
}

/* A door that is walked into is seen to open; one that is opened on purpose, or blindly, is told
 * of.
 */
static void a_door_that_opens_is_not_worth_a_word(void **state)
{
	(void)state;
	for (int blind = 0; blind < 2; blind++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		if (blind)
			game_hero(game)->status[STATUS_BLIND] = 50;
		put(game, "door-closed", 8, 3);
		assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
		assert_string_equal(at(game, 8, 3), "door-open");
		assert_int_equal(arena_told(game, "You open the door."), blind);
		assert_int_equal(arena_do(game, VERB_CLOSE, DIR_E), VERDICT_SPENT);
		assert_int_equal(arena_do(game, VERB_OPEN, DIR_E), VERDICT_SPENT);
		assert_true(arena_told(game, "You open the door."));
		game_free(game);
	}
}

static void a_lever_lifts_every_portcullis(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "lever", 8, 3);
	put(game, "portcullis", 1, 1);
	put(game, "portcullis", 13, 5);
	put(game, "fence", 3, 3);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_string_equal(at(game, 8, 3), "lever-pulled");
	assert_string_equal(at(game, 1, 1), "portcullis-open");
	assert_string_equal(at(game, 13, 5), "portcullis-open");
	assert_string_equal(at(game, 3, 3), "fence");
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_REFUSED);
	game_free(game);
}

static void lamps_are_put_out_and_lit(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "lamp", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_string_equal(at(game, 8, 3), "lamp-dark");
	arena_do(game, VERB_STEP, DIR_E);
	assert_string_equal(at(game, 8, 3), "lamp");
	terrain_trigger(game, 8, 3, TRIGGER_DOUSE, -1);
	assert_string_equal(at(game, 8, 3), "lamp-dark");
	terrain_trigger(game, 8, 3, TRIGGER_KINDLE, -1);
	assert_string_equal(at(game, 8, 3), "lamp");
	game_free(game);
}

static void a_fountain_mends_whoever_drinks(void **state)
{
	(void)state;
	int mended = 0, sickened = 0;
	for (int seed = 0; seed < 40; seed++) {
		struct game *game = arena_new(stock, ROWS(room), seed);
		put(game, "fountain", 8, 3);
		game_hero(game)->health = 10;
		arena_do(game, VERB_STEP, DIR_E);
		assert_string_equal(at(game, 8, 3), "fountain-dry");
		mended += game_hero(game)->health > 10;
		sickened += creature_has(game, HERO, STATUS_POISONED);
		game_free(game);
	}
	assert_true(mended > 20 && sickened > 2);
}

/* A service that would not help the hero is refused for free, without a question. Otherwise the
 * question says what it does. */
static void nothing_is_paid_for_nothing(void **state)
{
	(void)state;
	static const char *const ids[] = {"fountain", "tonic-machine", "enquiry-desk"};
	char question[200];
	for (size_t i = 0; i < 3; i++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		struct command step = {.verb = VERB_STEP, .direction = DIR_E};
		put(game, ids[i], 8, 3);
		senses_look(game);
		game->hero.gold = 100;
		for (int slot = 0; slot < PACK_MAX; slot++) {
			game->pack.items[slot].flags |= ITEM_KNOWN;
			game->knowledge.items[game->pack.items[slot].kind] = 1;
		}
		assert_int_equal(game_step_price(game, DIR_E, question, sizeof question), 0);
		assert_false(game_allows(game, &step));
		assert_int_equal(game_act(game, &step), VERDICT_REFUSED);
		assert_non_null(strstr(game_refusal(game), "You need nothing from "));
		assert_int_equal(game->hero.gold, 100);
		assert_string_equal(at(game, 8, 3), ids[i]);
		game_hero(game)->health = 10;
		arena_give(game, "mending", 1);
		memset(game->knowledge.items, 0, game->content->counts.items);
		int price = game_step_price(game, DIR_E, question, sizeof question);
		assert_int_equal(price > 0, i > 0);
		if (i == 2)
			assert_string_equal(question,
				"An enquiry desk names all that you carry, for 20 gold. "
				"Pay? (y/n)");
		assert_true(game_allows(game, &step));
		assert_int_equal(game_act(game, &step), VERDICT_SPENT);
		assert_int_equal(game->hero.gold, 100 - price);
		game_free(game);
	}
}

static void a_switchboard_tells_who_is_there(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "switchboard", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(creature_has(game, HERO, STATUS_DETECTING));
	assert_string_equal(at(game, 8, 3), "switchboard-dead");
	game_free(game);
}

static void a_boulder_rolls_fills_and_stops(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "boulder", 8, 3);
	put(game, "pit", 10, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_string_equal(at(game, 8, 3), "floor");
	assert_string_equal(at(game, 9, 3), "boulder");
	assert_int_equal(game_hero(game)->x, 7);
	arena_do(game, VERB_STEP, DIR_E);
	arena_do(game, VERB_STEP, DIR_E);
	assert_string_equal(at(game, 9, 3), "floor");
	assert_string_equal(at(game, 10, 3), "rubble");
	/* Not onto anybody, and not into a wall. */
	put(game, "boulder", 9, 3);
	int rat = arena_put(game, "cable-rat", 10, 3, CREATURE_ASLEEP);
	game->creatures[rat].ready = UINT32_MAX;
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_string_equal(at(game, 10, 3), "rubble");
	game_free(game);
	game = arena_new(stock, ROWS(room), 1);
	put(game, "boulder", 7, 2);
	put(game, "deep-water", 7, 1);
	arena_do(game, VERB_STEP, DIR_N);
	assert_string_equal(at(game, 7, 1), "shallow-water");
	game_free(game);
}

/* Rolled into the only way out it shuts nobody in: it is chipped away by hand. */
static void a_jammed_boulder_gives_way(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 2);
	put(game, "boulder", 8, 3);
	put(game, "wall-vertical", 9, 3);
	int blows = 0;
	while (!strcmp(at(game, 8, 3), "boulder") && blows++ < 60)
		assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_string_equal(at(game, 8, 3), "rubble");
	game_free(game);
}

static void grass_hides_until_it_is_trampled(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "tall-grass", 8, 3);
	senses_look(game);
	assert_false(senses_in_line(game, 10, 3));
	arena_do(game, VERB_STEP, DIR_E);
	assert_string_equal(at(game, 8, 3), "trampled-grass");
	arena_do(game, VERB_STEP, DIR_W);
	assert_true(senses_in_line(game, 10, 3));
	game_free(game);
}

static void thrown_items_break_glass_and_work_levers(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "glass", 10, 3);
	int knife = arena_give(game, "penknife", 1);
	struct command command = {.verb = VERB_THROW, .item = (uint8_t)knife, .x = 12, .y = 3};
	game_act(game, &command);
	arena_do(game, VERB_WAIT, 0);
	assert_string_equal(at(game, 10, 3), "shards");
	bool pulled = false;
	for (int n = 0; n < 20 && !pulled; n++) {
		put(game, "lever", 10, 3);
		knife = arena_give(game, "penknife", 1);
		command.item = (uint8_t)knife;
		game_act(game, &command);
		arena_do(game, VERB_WAIT, 0);
		pulled = !strcmp(at(game, 10, 3), "lever-pulled");
	}
	assert_true(pulled);
	game_free(game);
}

/* ---- Fire and flood come to an end ---- */

/* A field of everything that burns, drawn. */
static void sow(struct game *game, int seed)
{
	static const char *const fuel[] = {"tall-grass", "trampled-grass", "paper-stack",
		"paper-litter", "web", "curtain", "bridge", "footbridge", "floor", "door-closed"};
	struct stream stream;
	struct seed bytes = {{9, (uint8_t)seed}};
	stream_begin(&stream, &bytes, PURPOSE_LEVEL, 0, (uint32_t)seed);
	for (int y = 1; y < game->level->height - 1; y++)
		for (int x = 1; x < game->level->width - 1; x++)
			if (creature_at(game, x, y) < 0)
				put(game, fuel[stream_below(&stream, 10)], x, y);
}

static void a_burning_field_dies_out(void **state)
{
	(void)state;
	for (int seed = 0; seed < 40; seed++) {
		struct game *game = arena_new(stock, ROWS(room), seed);
		sow(game, seed);
		int most = 0;
		for (int x = 1; x < 14; x++)
			terrain_trigger(game, x, 1, TRIGGER_BURN, -1);
		for (int n = 0; n < 400 && count_flag(game, TERRAIN_FIRE) > 0; n++) {
			terrain_turn(game);
			int burning = count_flag(game, TERRAIN_FIRE);
			most = burning > most ? burning : most;
			game_check(game);
		}
		assert_int_equal(count_flag(game, TERRAIN_FIRE), 0);
		assert_true(most > 5);
		game_free(game);
	}
}

static void a_flood_spreads_and_recedes(void **state)
{
	(void)state;
	for (int seed = 0; seed < 40; seed++) {
		struct game *game = arena_new(stock, ROWS(room), seed);
		put(game, "flood-spring", 3, 3);
		int most = 0;
		for (int n = 0; n < 600; n++) {
			terrain_turn(game);
			int wet = count_id(game, "flood-water");
			most = wet > most ? wet : most;
		}
		assert_true(most >= 2);
		assert_int_equal(count_id(game, "flood-water") + count_id(game, "flood-spring"), 0);
		assert_true(count_id(game, "floor") + count_id(game, "wet-floor") > 0);
		game_free(game);
	}
}

static void a_state_amid_fire_and_flood_is_kept(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 5);
	sow(game, 5);
	/* A saved level has its stairs. */
	game->level->up_x = game->level->down_x = 1;
	game->level->up_y = 4;
	game->level->down_y = 5;
	place_set_terrain(game, 1, 4, stock->terrain.stairs_up);
	place_set_terrain(game, 1, 5, stock->terrain.stairs_down);
	put(game, "flood-spring", 12, 5);
	put(game, "pit", 8, 3);
	item_to_floor(game, thing("penknife"), 8, 3);
	assert_int_equal(game->fallen.count, 1);
	for (int x = 1; x < 14; x++)
		terrain_trigger(game, x, 1, TRIGGER_BURN, -1);
	game_hero(game)->health = game_hero(game)->health_max = 500;
	arena_do(game, VERB_WAIT, 0);
	size_t size;
	uint8_t *bytes = game_save(game, &size);
	struct complaint complaint = {0};
	struct game *again = game_load(stock, bytes, size, &complaint);
	if (again == NULL)
		fail_msg("%s", complaint.sentence);
	for (int n = 0; n < 40 && game_going(game); n++) {
		assert_true(game_digest(game) == game_digest(again));
		arena_do(game, VERB_WAIT, 0);
		arena_do(again, VERB_WAIT, 0);
	}
	assert_int_equal(again->fallen.count, 1);
	free(bytes);
	game_free(again);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_answers_the_three_questions),
		cmocka_unit_test(every_change_happens),
		cmocka_unit_test(needs_are_asked),
		cmocka_unit_test(only_hands_lift_a_latch),
		cmocka_unit_test(digging_takes_its_turns_and_stays),
		cmocka_unit_test(nobody_is_walled_in),
		cmocka_unit_test(a_roof_falls_beside_and_only_hurts_under_it),
		cmocka_unit_test(worked_terrain_reports_its_new_state),
		cmocka_unit_test(a_door_that_opens_is_not_worth_a_word),
		cmocka_unit_test(a_lever_lifts_every_portcullis),
		cmocka_unit_test(lamps_are_put_out_and_lit),
		cmocka_unit_test(a_fountain_mends_whoever_drinks),
		cmocka_unit_test(nothing_is_paid_for_nothing),
		cmocka_unit_test(a_switchboard_tells_who_is_there),
		cmocka_unit_test(a_boulder_rolls_fills_and_stops),
		cmocka_unit_test(a_jammed_boulder_gives_way),
		cmocka_unit_test(grass_hides_until_it_is_trampled),
		cmocka_unit_test(thrown_items_break_glass_and_work_levers),
		cmocka_unit_test(a_burning_field_dies_out),
		cmocka_unit_test(a_flood_spreads_and_recedes),
		cmocka_unit_test(a_state_amid_fire_and_flood_is_kept),
	};
	return stock_run(stock_content(), tests);
}
