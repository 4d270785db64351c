/* The stock content as a whole: how much of it there is, and that all of it is described. */
#include "tests/test.h"

#include "engine/map/level.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

/* ---- Words ---- */

static void described(const char *record, const char *id, const char *text)
{
	if (text == NULL || strlen(text) < 8)
		fail_msg("%s %s is described by nothing", record, id);
}

static void things_and_creatures_are_described(void **state)
{
	(void)state;
	for (uint16_t i = 0; i < stock->counts.creatures; i++) {
		described("monster", stock->creatures[i].id, stock->creatures[i].description);
		described("monster", stock->creatures[i].id, stock->creatures[i].first_sight);
		described("monster", stock->creatures[i].id, stock->creatures[i].death_words);
	}
	for (uint16_t i = 0; i < stock->counts.items; i++) {
		described("item", stock->items[i].id, stock->items[i].description);
		if (stock->items[i].class == ITEM_LETTER)
			described("letter", stock->items[i].id, stock->items[i].text);
	}
	for (uint16_t i = 0; i < stock->counts.affixes; i++)
		described("affix", stock->affixes[i].id, stock->affixes[i].description);
	for (uint16_t i = 0; i < stock->counts.spells; i++)
		described("spell", stock->spells[i].id, stock->spells[i].description);
	for (uint16_t i = 0; i < stock->counts.talents; i++)
		described("talent", stock->talents[i].id, stock->talents[i].description);
}

/* The generated line below a description has the numbers. */
static void descriptions_of_talents_have_no_numbers(void **state)
{
	(void)state;
	for (uint16_t i = 0; i < stock->counts.talents; i++) {
		const struct talent_kind *talent = &stock->talents[i];
		if (strpbrk(talent->description, "0123456789") != NULL)
			fail_msg("%s: %s", talent->id, talent->description);
	}
}

static void places_and_stories_are_described(void **state)
{
	(void)state;
	for (uint16_t i = 0; i < stock->counts.terrains; i++)
		described("terrain", stock->terrains[i].id, stock->terrains[i].description);
	for (uint16_t i = 0; i < stock->counts.clouds; i++)
		described("cloud", stock->clouds[i].id, stock->clouds[i].description);
	for (uint16_t i = 0; i < stock->counts.levels; i++)
		described("level", stock->levels[i].id, stock->levels[i].arrival);
	for (uint16_t i = 0; i < stock->counts.quests; i++) {
		described("quest", stock->quests[i].id, stock->quests[i].text);
		described("quest", stock->quests[i].id, stock->quests[i].call);
		described("quest", stock->quests[i].id, stock->quests[i].done);
	}
	for (uint16_t i = 0; i < stock->counts.calls; i++)
		described("call", stock->stories.calls[i].id, stock->stories.calls[i].text);
}

/* ---- Numbers ---- */

static void there_is_enough_of_everything(void **state)
{
	int artefacts = 0, drawbacks = 0, heirlooms = 0;
	(void)state;
	assert_true(stock->counts.items >= 110);
	assert_true(stock->counts.spells >= 20);
	assert_true(stock->counts.vaults >= 50);
	assert_true(stock->counts.quests >= 6);
	assert_true(EFFECT_COUNT >= 40);
	for (uint16_t i = 0; i < stock->counts.affixes; i++) {
		artefacts += stock->affixes[i].base != KIND_NONE;
		drawbacks += stock->affixes[i].drawback;
	}
	for (uint16_t i = 0; i < stock->counts.items; i++)
		heirlooms += stock->items[i].heirloom;
	assert_true(artefacts >= 6 && drawbacks >= 6);
	assert_true(heirlooms >= 6);
}

static void every_class_and_slot_has_several_kinds(void **state)
{
	int classes[ITEM_CLASS_COUNT] = {0}, slots[SLOT_COUNT] = {0};
	(void)state;
	for (uint16_t i = 0; i < stock->counts.items; i++) {
		const struct item_kind *kind = &stock->items[i];
		classes[kind->class]++;
		if (kind->class == ITEM_ARMOUR || (kind->class == ITEM_LAMP && kind->light > 0))
			slots[kind->gear.slot]++;
	}
	for (int class = 0; class < ITEM_CLASS_COUNT; class ++)
		if (classes[class] < (class == ITEM_GOLD || class == ITEM_RECEIVER ? 1 : 5))
			fail_msg("of class %d there are %d kinds", class, classes[class]);
	for (int slot = 0; slot < SLOT_COUNT; slot++)
		if (slots[slot] < 4)
			fail_msg("for slot %d there are %d kinds", slot, slots[slot]);
}

/* Ten things and four talents each, and not by numbers alone: that is content_check's to see. */
static void every_path_has_its_things_and_talents(void **state)
{
	int things[PATH_COUNT + 1] = {0}, talents[PATH_COUNT + 1] = {0};
	(void)state;
	for (uint16_t i = 0; i < stock->counts.items; i++)
		things[stock->items[i].path]++;
	for (uint16_t i = 0; i < stock->counts.talents; i++)
		talents[stock->talents[i].path]++;
	for (int path = 0; path < PATH_COUNT; path++)
		if (things[path] < 10 || talents[path] < 4)
			fail_msg("path %d has %d things and %d talents", path, things[path],
				talents[path]);
}

/* Of some a kind is larger than a window of 80x24. */
static void every_generator_has_a_kind_of_level(void **state)
{
	int kinds[GENERATOR_COUNT] = {0}, large = 0;
	(void)state;
	for (uint16_t i = 0; i < stock->counts.levels; i++) {
		const struct level_kind *kind = &stock->levels[i];
		kinds[kind->generator] += kind->weight > 0;
		large += kind->width == LEVEL_WIDTH_MAX && kind->height == LEVEL_HEIGHT_MAX;
	}
	for (int generator = 0; generator < GENERATOR_COUNT; generator++)
		if (kinds[generator] == 0)
			fail_msg("generator %d makes no kind of level", generator);
	assert_true(large > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(things_and_creatures_are_described),
		cmocka_unit_test(descriptions_of_talents_have_no_numbers),
		cmocka_unit_test(places_and_stories_are_described),
		cmocka_unit_test(there_is_enough_of_everything),
		cmocka_unit_test(every_class_and_slot_has_several_kinds),
		cmocka_unit_test(every_path_has_its_things_and_talents),
		cmocka_unit_test(every_generator_has_a_kind_of_level),
	};
	return stock_run(stock_content(), tests);
}
