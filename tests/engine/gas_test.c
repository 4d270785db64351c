/* Gas: it spreads and is lost and never made, chokes and disperses, harms, hides, burns. */
#include "tests/test.h"

#include "engine/rules/instinct_private.h"
#include "tests/engine/arena.h"
#include "tests/engine/gas_room.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/noise.h"

/* Beside the stock content: gases that decay as the tests want, and bodies that resist. */
static const char records[] =
	"cloud measured-gas\n  name measured gas\n  glyph % dim\n  look It is counted.\n  decay 7\n"
	"cloud lasting-gas\n  name lasting gas\n  glyph % dim\n  look It stays.\n  decay 0\n"
#define BODY(id, glyph, traits)                                                                    \
	"monster " id "\n  name " id "\n  glyph " glyph " dim\n  look It stands.\n"                \
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 5d8\n"  \
	"  experience 0\n  instincts ambush 1\n" traits
	BODY("plain-body", "0", "") BODY("proof-body", "1",
		"  traits resists-fire, resists-cold, resists-poison, resists-sleep, "
		"resists-mind\n");

static void pass_turns(struct game *game, int turns)
{
	for (int i = 0; i < turns && game_going(game); i++)
		assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
}

static uint32_t total_of(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < game->level->gas_count; i++)
		if (game->level->gases[i].kind == kind)
			return game->level->gases[i].total;
	return 0;
}

/* ---- Amounts ---- */

/* A map at random, from open to hardly passable, with the hero in rock of his own. */
static struct game *random_cave(struct noise *noise)
{
	static char rows[24][64];
	const char *list[24];
	int width = 8 + (int)noise_below(noise, 50), height = 6 + (int)noise_below(noise, 17);
	unsigned rock = noise_below(noise, 60);
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			rows[y][x] = noise_below(noise, 100) < rock ? '#' : '.';
		rows[y][width] = '\0';
		list[y] = rows[y];
	}
	rows[0][0] = '@';
	return arena_new(stock, list, height, 1);
}

static void release_somewhere(struct noise *noise, struct game *game, uint16_t kind)
{
	/* Compilers differ in the order in which they evaluate arguments, so each is drawn before.
	 */
	for (int i = 0; i < 3; i++) {
		int amount = 1 + (int)noise_below(noise, 2000);
		int y = (int)noise_below(noise, (unsigned)game->level->height);
		int x = (int)noise_below(noise, (unsigned)game->level->width);
		gas_release(game, kind, x, y, amount);
	}
}

static void the_total_never_grows_and_is_kept_where_nothing_decays(void **state)
{
	static const char *const ids[] = {"lasting-gas", "green-gas", "town-gas", "fire-gas"};
	struct noise noise = {4};
	int spread = 0;
	(void)state;
	for (int map = 0; map < 60; map++) {
		struct game *game = random_cave(&noise);
		uint16_t kind = cloud(ids[map % 4]);
		game_hero(game)->health = game_hero(game)->health_max = 20000;
		release_somewhere(&noise, game, kind);
		uint32_t before = total_of(game, kind);
		for (int turn = 0; turn < 200; turn++) {
			game->clock.now += TICKS_A_TURN;
			gas_turn(game);
			uint32_t now = total_of(game, kind);
			assert_true(stock->clouds[kind].decay == 0 ? now == before : now <= before);
			before = now;
			if (turn % 50 == 3) {
				gas_check(game);
				spread += gas_thickest(game, 1, 1) == kind;
			}
		}
		assert_true(stock->clouds[kind].decay < 5 || before == 0);
		game_free(game);
	}
	assert_true(spread > 0);
}

static int thickest_of(const struct game *game, uint16_t kind)
{
	int most = 0;
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++)
			most = gas_at(game, kind, x, y) > most ? gas_at(game, kind, x, y) : most;
	return most;
}

static void a_closed_room_chokes_and_a_hall_disperses(void **state)
{
	static const char *const closet[] = {"#####", "#...#", "#.@.#", "#...#", "#####"};
	static char hall[20][61];
	const char *rows[20];
	uint16_t green = cloud("green-gas");
	(void)state;
	for (int y = 0; y < 20; y++) {
		memset(hall[y], y == 0 || y == 19 ? '#' : '.', 60);
		rows[y] = hall[y];
	}
	hall[2][2] = '@';
	struct game *small = arena_new(stock, ROWS(closet), 1),
		    *large = arena_new(stock, rows, 20, 1);
	gas_release(small, green, 2, 1, 150);
	gas_release(large, green, 30, 10, 150);
	for (int turn = 0; turn < 12; turn++) {
		small->clock.now += TICKS_A_TURN;
		large->clock.now += TICKS_A_TURN;
		gas_turn(small);
		gas_turn(large);
	}
	for (int y = 1; y <= 3; y++)
		for (int x = 1; x <= 3; x++)
			assert_true(gas_at(small, green, x, y) >= GAS_FELT);
	assert_true(thickest_of(large, green) < thickest_of(small, green) / 3);
	game_free(small);
	game_free(large);
}

static void a_door_keeps_it_in_until_it_is_opened(void **state)
{
	uint16_t lasting = cloud("lasting-gas");
	(void)state;
	for (int open = 0; open < 2; open++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		int beyond = 0;
		if (open)
			place_set_terrain(game, 6, 3, stock->terrain.door_open);
		gas_release(game, lasting, 3, 3, 500);
		pass_turns(game, 15);
		for (int y = 1; y <= 4; y++)
			for (int x = 7; x <= 13; x++)
				beyond += gas_at(game, lasting, x, y);
		assert_true(open ? beyond > 20 : beyond == 0);
		game_free(game);
	}
}

/* The very amounts, on every machine. */
static void it_spreads_by_the_same_numbers_everywhere(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t green = cloud("measured-gas");
	uint64_t sum = 0;
	gas_release(game, green, 10, 2, 777);
	for (int turn = 0; turn < 25; turn++) {
		game->clock.now += TICKS_A_TURN;
		gas_turn(game);
		for (int y = 0; y < game->level->height; y++)
			for (int x = 0; x < game->level->width; x++)
				sum = sum * 31 + (uint64_t)gas_at(game, green, x, y);
	}
	assert_int_equal(total_of(game, green), 129);
	assert_true(sum == UINT64_C(0xa6c06b58a3650925));
	game_free(game);
}

/* ---- Effects ---- */

static void it_harms_from_the_turn_of_release(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int near = arena_put(game, "plain-body", 4, 2, CREATURE_ASLEEP);
	int far = arena_put(game, "plain-body", 12, 4, CREATURE_ASLEEP);
	assert_true(gas_release(game, cloud("green-gas"), 4, 2, 90));
	assert_true(creature_has(game, near, STATUS_POISONED));
	pass_turns(game, 3);
	assert_false(creature_has(game, far, STATUS_POISONED));
	assert_false(gas_release(game, cloud("green-gas"), 6, 0, 90));
	game_free(game);
}

/* Poison lasts in a body that leaves the gas. A body that was never in it has none. */
static void poison_lingers_in_whoever_breathed_it(void **state)
{
	(void)state;
	for (int breathed = 0; breathed < 2; breathed++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		int slot = arena_put(game, "plain-body", 4, 2, CREATURE_ASLEEP);
		game->creatures[slot].health = game->creatures[slot].health_max = 50;
		if (breathed)
			gas_release(game, cloud("green-gas"), 4, 2, 200);
		creature_move(game, slot, 12, 2);
		pass_turns(game, 3);
		assert_int_equal(game->creatures[slot].health < 50, breathed);
		game_free(game);
	}
}

static void thin_gas_is_air(void **state)
{
	(void)state;
	for (int amount = 1; amount <= GAS_FELT; amount++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		int slot = arena_put(game, "plain-body", 4, 2, CREATURE_ASLEEP);
		gas_release(game, cloud("green-gas"), 4, 2, amount);
		bool felt = amount >= GAS_FELT;
		assert_int_equal(creature_has(game, slot, STATUS_POISONED), felt);
		assert_int_equal(gas_thickest(game, 4, 2) != KIND_NONE, felt);
		assert_int_equal(gas_harms(game, slot, 4, 2), felt);
		game_free(game);
	}
}

static void each_cloud_gives_what_it_is_for_and_spares_who_resists(void **state)
{
	static const struct {
		const char *cloud;
		enum status status;
		bool resisted;
	} rows[] = {
		{"green-gas", STATUS_POISONED, true},
		{"fire-gas", STATUS_BURNING, true},
		{"frost-gas", STATUS_FROZEN, true},
		{"sleep-gas", STATUS_ASLEEP, true},
		{"static-gas", STATUS_CONFUSED, true},
		{"dark-gas", STATUS_BLIND, false},
		{"lead-gas", STATUS_SLOWED, false},
		{"laughing-gas", STATUS_LAUGHING, false},
		{"healing-mist", STATUS_REGENERATING, false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		int plain = arena_put(game, "plain-body", 9, 2, CREATURE_ASLEEP);
		int verification = arena_put(game, "proof-body", 11, 2, CREATURE_ASLEEP);
		gas_release(game, cloud(rows[i].cloud), 9, 2, 60);
		gas_release(game, cloud(rows[i].cloud), 11, 2, 60);
		assert_true(creature_has(game, plain, rows[i].status));
		assert_int_equal(
			creature_has(game, verification, rows[i].status), !rows[i].resisted);
		bool harmful = stock->clouds[cloud(rows[i].cloud)].harmful;
		assert_int_equal(gas_harms(game, plain, 9, 2), harmful);
		assert_int_equal(
			gas_harms(game, verification, 11, 2), harmful && !rows[i].resisted);
		game_free(game);
	}
}

/* A creature that would be harmed stays out of gas in sight. One inside it, or one that resists it,
 * walks freely. */
static void creatures_avoid_harmful_gas(void **state)
{
	static const char *const ids[] = {"plain-body", "proof-body"};
	static const char *const pipe[] = {"#########", "#......@#", "#########"};
	(void)state;
	for (int verification = 0; verification < 2; verification++) {
		for (int within = 0; within < 2; within++) {
			struct game *game = arena_new(stock, ROWS(pipe), 1);
			struct gas *gas = gas_begin(game->level, cloud("green-gas"));
			int slot = arena_put(game, ids[verification], 2, 1, CREATURE_AWARE);
			unsigned gait = go_gait(game, slot);
			gas_add(game->level, gas, 3, 1, 50);
			if (within)
				gas_add(game->level, gas, 2, 1, 50);
			assert_int_equal(go_legal(game, slot, DIR_E, gait), verification || within);
			assert_true(go_legal(game, slot, DIR_E, gait | GAIT_RECKLESS));
			assert_true(go_legal(game, slot, DIR_W, gait));
			game_free(game);
		}
	}
}

static void steam_scalds_and_mist_mends(void **state)
{
	static const char *const ids[] = {"lasting-gas", "healing-mist", "steam"};
	int after[3];
	(void)state;
	for (int i = 0; i < 3; i++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		game_hero(game)->health = 20;
		gas_release(game, cloud(ids[i]), 2, 2, 200);
		pass_turns(game, 6);
		after[i] = game_hero(game)->health;
		game_free(game);
	}
	assert_true(after[1] >= after[0] + 4);
	assert_true(after[2] <= after[0] - 4);
}

/* Nothing, then fire at one end: all of it goes up, and whoever stands in it is hurt. */
static void town_gas_waits_for_a_flame(void **state)
{
	uint16_t gas = cloud("town-gas");
	(void)state;
	for (int lit = 0; lit < 2; lit++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		int slot = arena_put(game, "plain-body", 12, 3, CREATURE_ASLEEP);
		game->creatures[slot].health = game->creatures[slot].health_max = 100;
		gas_release(game, gas, 10, 2, 300);
		pass_turns(game, 6);
		assert_int_equal(game->creatures[slot].health, 100);
		assert_true(gas_at(game, gas, 12, 3) > 0 && gas_at(game, gas, 7, 1) > 0);
		if (lit) {
			struct clause flame = {.row = EFFECT_BURN, .duration = 2};
			effect_apply(game, &flame, 7, 1, -1, "a match");
		}
		assert_int_equal(game->creatures[slot].health < 100, lit);
		assert_int_equal(total_of(game, gas) == 0, lit);
		assert_int_equal(arena_told(game, "A blast, to the east"), lit);
		game_check(game);
		pass_turns(game, 2);
		game_free(game);
	}
}

/* A cloud of fire sets it off by itself, in its own turn. */
static void burning_vapour_is_a_flame(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	gas_release(game, cloud("town-gas"), 10, 2, 300);
	gas_release(game, cloud("fire-gas"), 10, 2, 60);
	pass_turns(game, 2);
	assert_int_equal(total_of(game, cloud("town-gas")), 0);
	game_free(game);
}

/* A burning body ignites gas: the hero in the gas, and any other body in it. */
static void a_burning_body_is_a_flame(void **state)
{
	(void)state;
	for (int hero = 0; hero < 2; hero++)
		for (int lit = 0; lit < 2; lit++) {
			struct game *game = arena_new(stock, ROWS(room), 1);
			int slot =
				hero ? HERO : arena_put(game, "plain-body", 12, 3, CREATURE_ASLEEP);
			uint16_t gas = cloud("town-gas");
			game_hero(game)->health = game_hero(game)->health_max = 500;
			game->creatures[slot].health = game->creatures[slot].health_max = 500;
			gas_release(
				game, gas, game->creatures[slot].x, game->creatures[slot].y, 300);
			game->creatures[slot].status[STATUS_BURNING] = lit ? 9 : 0;
			pass_turns(game, 2);
			assert_int_equal(total_of(game, gas) == 0, lit);
			game_free(game);
		}
}

/* A burning cloud sets off only the gas that it reaches. */
static void burning_vapour_behind_a_door_is_no_flame(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	game_hero(game)->health = game_hero(game)->health_max = 500;
	gas_release(game, cloud("town-gas"), 10, 2, 300);
	gas_release(game, cloud("fire-gas"), 2, 2, 60);
	pass_turns(game, 2);
	assert_true(total_of(game, cloud("fire-gas")) > 0);
	assert_true(total_of(game, cloud("town-gas")) > 0);
	game_free(game);
}

/* A cloud that does not burn the ground is no flame. */
static void other_clouds_are_no_flame(void **state)
{
	static const char *const others[] = {"measured-gas", "lasting-gas", "frost-gas"};
	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		gas_release(game, cloud("town-gas"), 10, 2, 300);
		gas_release(game, cloud(others[i]), 10, 2, 200);
		pass_turns(game, 2);
		assert_true(total_of(game, cloud("town-gas")) > 0);
		game_free(game);
	}
}

static void smoke_is_not_seen_through_and_darkness_not_into(void **state)
{
	static const char *const ids[] = {"lasting-gas", "smoke", "dark-gas"};
	static const char *const line[] = {"############", "#@.........#", "############"};
	(void)state;
	for (int i = 0; i < 3; i++) {
		struct game *game = arena_new(stock, ROWS(line), 1);
		int behind = arena_put(game, "plain-body", 10, 1, CREATURE_ASLEEP);
		int within = arena_put(game, "plain-body", 5, 1, CREATURE_ASLEEP);
		gas_release(game, cloud(ids[i]), 5, 1, 100);
		senses_look(game);
		assert_int_equal(senses_hero_sees(game, behind), i != 1);
		assert_int_equal(senses_hero_sees(game, within), i != 2);
		game_free(game);
	}
}

/* ---- Seen ---- */

static void it_is_shown_where_it_is_seen_and_told_of(void **state)
{
	struct view view;
	char text[320];
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t green = cloud("green-gas");
	item_to_floor(
		game, (struct item){.kind = content_find_item(stock, "dart"), .count = 1}, 4, 3);
	place_set_terrain(game, 4, 1, stock->terrain.stairs_down);
	struct gas *gas = gas_begin(game->level, green);
	for (int y = 1; y <= 4; y++)
		for (int x = 3; x <= 4; x++)
			gas_add(game->level, gas, x, y, 20);
	gas_add(game->level, gas, 10, 2, 20);
	senses_look(game);
	game_view(game, &view);
	const struct view_cell *cells = view.cells;
	assert_int_equal(cells[2 * 15 + 4].appearance, stock->clouds[green].appearance);
	assert_true(cells[2 * 15 + 4].flags & CELL_HARM);
	assert_int_not_equal(cells[3 * 15 + 4].appearance, stock->clouds[green].appearance);
	assert_int_not_equal(cells[1 * 15 + 4].appearance, stock->clouds[green].appearance);
	assert_int_not_equal(cells[2 * 15 + 10].appearance, stock->clouds[green].appearance);
	assert_true(game_describe(game, 4, 2, text, sizeof text));
	assert_non_null(strstr(text, "Gas here: green gas. It is heavier than air"));
	assert_true(game_describe(game, 1, 1, text, sizeof text));
	assert_null(strstr(text, "gas"));
	game_free(game);
}

/* Sentences about a cloud are correct for any name: names have no article, and may be plural. */
static void each_cloud_is_asked_about_by_name(void **state)
{
	(void)state;
	for (uint16_t kind = 0; kind < stock->counts.clouds; kind++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		char text[320], wanted[120];
		gas_add(game->level, gas_begin(game->level, kind), 3, 2, 30);
		gas_work_out(game);
		senses_look(game);
		snprintf(wanted, sizeof wanted, "Gas here: %s.", stock->clouds[kind].name);
		assert_true(game_describe(game, 3, 2, text, sizeof text));
		if (!stock->clouds[kind].opaque)
			assert_non_null(strstr(text, wanted));
		snprintf(wanted, sizeof wanted, "You would breathe %s there. Go on? (y/n)",
			stock->clouds[kind].name);
		enum risk risk = game_step_risk(game, DIR_E, text, sizeof text);
		assert_string_equal(text, risk == RISK_HARM ? wanted : "");
		game_free(game);
	}
}

/* From clean air and within it alike; out of it, or to where there is less, nobody is asked. */
static void each_step_farther_into_gas_is_asked_about(void **state)
{
	static const struct {
		int here, there;
		enum risk risk;
	} cases[] = {{0, 30, RISK_HARM}, {20, 30, RISK_HARM}, {30, 30, RISK_HARM},
		{40, 30, RISK_NONE}, {30, 0, RISK_NONE}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		char text[120];
		uint16_t kind = cloud("green-gas");
		gas_add(game->level, gas_begin(game->level, kind), 2, 2, cases[i].here);
		gas_add(game->level, gas_begin(game->level, kind), 3, 2, cases[i].there);
		gas_work_out(game);
		senses_look(game);
		assert_int_equal(game_step_risk(game, DIR_E, text, sizeof text), cases[i].risk);
		game_free(game);
	}
}

/* A status is reported when it starts, not again each turn. */
static void breathing_on_is_not_told_again(void **state)
{
	int shown = 0;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	game_hero(game)->health = game_hero(game)->health_max = 200;
	gas_release(game, cloud("green-gas"), 2, 2, 300);
	pass_turns(game, 5);
	for (int i = 0; i < game->messages.count; i++)
		if (strstr(game->messages.list[i].text, "You are poisoned"))
			shown += game->messages.list[i].repeats;
	assert_int_equal(shown, 1);
	game_free(game);
}

/* ---- Saved ---- */

static void a_save_holds_it_whole(void **state)
{
	struct complaint complaint;
	size_t size;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	place_set_terrain(game, 1, 1, stock->terrain.stairs_up);
	place_set_terrain(game, 1, 4, stock->terrain.stairs_down);
	game->level->up_x = game->level->up_y = game->level->down_x = 1;
	game->level->down_y = 4;
	gas_release(game, cloud("smoke"), 10, 2, 500);
	gas_release(game, cloud("town-gas"), 9, 2, 300);
	pass_turns(game, 3);
	uint64_t before = game_digest(game);
	uint8_t *bytes = game_save(game, &size);
	struct game *again = game_load(stock, bytes, size, &complaint);
	assert_non_null(again);
	assert_true(game_digest(again) == before);
	pass_turns(game, 20);
	pass_turns(again, 20);
	assert_true(game_digest(again) == game_digest(game) && game_digest(game) != before);
	gas_add(again->level, &again->level->gases[0], 10, 2, 1);
	assert_true(game_digest(again) != game_digest(game));
	free(bytes);
	game_free(game);
	game_free(again);
}

static void no_cell_overflows_and_a_seventh_kind_waits(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t lasting = cloud("lasting-gas");
	for (int i = 0; i < 40; i++)
		gas_release(game, lasting, 3, 3, 2000);
	assert_int_equal(total_of(game, lasting), GAS_MOST);
	assert_false(gas_release(game, lasting, 3, 3, 1));
	for (int i = 0; i < 10; i++) {
		game->clock.now += TICKS_A_TURN;
		gas_turn(game);
		gas_check(game);
	}
	int taken = 0;
	for (uint16_t kind = 0; kind < stock->counts.clouds; kind++)
		taken += gas_release(game, kind, 10, 2, 1);
	assert_int_equal(taken, GASES_MAX - 1);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_total_never_grows_and_is_kept_where_nothing_decays),
		cmocka_unit_test(a_closed_room_chokes_and_a_hall_disperses),
		cmocka_unit_test(a_door_keeps_it_in_until_it_is_opened),
		cmocka_unit_test(it_spreads_by_the_same_numbers_everywhere),
		cmocka_unit_test(it_harms_from_the_turn_of_release),
		cmocka_unit_test(poison_lingers_in_whoever_breathed_it),
		cmocka_unit_test(thin_gas_is_air),
		cmocka_unit_test(each_cloud_gives_what_it_is_for_and_spares_who_resists),
		cmocka_unit_test(creatures_avoid_harmful_gas),
		cmocka_unit_test(steam_scalds_and_mist_mends),
		cmocka_unit_test(town_gas_waits_for_a_flame),
		cmocka_unit_test(burning_vapour_is_a_flame),
		cmocka_unit_test(burning_vapour_behind_a_door_is_no_flame),
		cmocka_unit_test(a_burning_body_is_a_flame),
		cmocka_unit_test(other_clouds_are_no_flame),
		cmocka_unit_test(smoke_is_not_seen_through_and_darkness_not_into),
		cmocka_unit_test(it_is_shown_where_it_is_seen_and_told_of),
		cmocka_unit_test(each_cloud_is_asked_about_by_name),
		cmocka_unit_test(each_step_farther_into_gas_is_asked_about),
		cmocka_unit_test(breathing_on_is_not_told_again),
		cmocka_unit_test(a_save_holds_it_whole),
		cmocka_unit_test(no_cell_overflows_and_a_seventh_kind_waits),
	};
	return stock_run(stock_content_with(records), tests);
}
