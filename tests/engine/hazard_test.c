/* Hazards: every one of the content harms whoever enters and lacks what it spares, and spares
 * whoever has it. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

#define HEALTH 500

/* True if a rat with only these traits is harmed by entering the terrain. */
static bool is_harmed(const struct terrain_kind *kind, uint32_t traits)
{
	static const uint8_t none[STATUS_COUNT];
	struct game *game = arena_hall(stock);
	stock->creatures[content_find_creature(stock, "cable-rat")].traits = traits;
	int rat = arena_put(game, "cable-rat", 15, 2, 0);
	struct creature *creature = &game->creatures[rat];
	creature->health = creature->health_max = HEALTH;
	place_set_terrain(game, 15, 2, (uint16_t)(kind - stock->terrains));
	terrain_enter(game, rat);
	bool harmed = !creature->alive || creature->health < HEALTH || creature->x != 15 ||
		      memcmp(creature->status, none, sizeof none) != 0;
	game_free(game);
	return harmed;
}

static uint32_t spared_by(const struct terrain_kind *kind)
{
	uint32_t traits = UINT32_MAX;
	for (int i = 0; i < kind->hazard_count; i++)
		traits &= kind->hazards[i].unless;
	return traits;
}

static void each_spares_who_has_one_of_its_traits_and_nobody_else(void **state)
{
	(void)state;
	int hazards = 0;
	for (uint16_t i = 0; i < stock->counts.terrains; i++) {
		const struct terrain_kind *kind = &stock->terrains[i];
		if (kind->hazard_count == 0)
			continue;
		hazards++;
		assert_true(is_harmed(kind, 0));
		for (int trait = 0; trait < TRAIT_COUNT; trait++) {
			bool spared = spared_by(kind) >> trait & 1;
			if (is_harmed(kind, UINT32_C(1) << trait) == spared)
				fail_msg("%s and trait %d", kind->id, trait);
		}
	}
	assert_true(hazards >= 15);
}

/* Hazards as strong as for a body without protection name the right traits. */
static void wings_fins_and_hides_spare_from_hazards(void **state)
{
	(void)state;
	static const struct {
		const char *id;
		uint32_t spared, harmed;
	} rows[] = {{"deep-water", TRAIT_SWIMS | TRAIT_FLIES, TRAIT_RESISTS_COLD},
		{"lava", TRAIT_FLIES | TRAIT_RESISTS_FIRE, TRAIT_SWIMS},
		{"acid", TRAIT_FLIES | TRAIT_RESISTS_ACID, TRAIT_SWIMS},
		{"pit", TRAIT_FLIES, TRAIT_SWIMS | TRAIT_BIG},
		{"chasm", TRAIT_FLIES, TRAIT_SWIMS | TRAIT_BIG},
		{"flame", TRAIT_RESISTS_FIRE, TRAIT_FLIES | TRAIT_SWIMS}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint16_t kind = content_find_terrain(stock, rows[i].id);
		uint32_t spared = spared_by(&stock->terrains[kind]);
		assert_int_equal(spared & rows[i].spared, rows[i].spared);
		assert_int_equal(spared & rows[i].harmed, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_spares_who_has_one_of_its_traits_and_nobody_else),
		cmocka_unit_test(wings_fins_and_hides_spare_from_hazards),
	};
	return stock_run(stock_content(), tests);
}
