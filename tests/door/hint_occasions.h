/* Occasions of hints: what a newcomer meets or carries when one of them is due. */
#ifndef TRAPDOOR_TESTS_HINT_OCCASIONS_H
#define TRAPDOOR_TESTS_HINT_OCCASIONS_H

#include "tests/test.h"

#include "door/play/play_private.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static const char records[] =
	"item test-hat\n  name hat\n  glyph [ wood\n  look A hat.\n  class armour\n"
	"  slot head\n  guard 1\n  weight 0\n"
	"monster test-still\n  name still\n  glyph 0 dim\n  look It stands.\n"
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 90d8\n"
	"  experience 0\n  blow leans 1d2\n  instincts ambush 1\n";

static inline int hint_of(const char *word)
{
	for (int i = 0; i < play_hint_count(); i++)
		if (strcmp(play_hint_word(i), word) == 0)
			return i;
	fail_msg("there is no %s", word);
	return -1;
}

/* A stage whose newcomer has been given all but one. */
static inline void only(struct stage *stage, const char *word)
{
	play_hints(stage->play, true, ~(1U << hint_of(word)));
}

static inline bool given(struct stage *stage)
{
	bool more = play_hints_look(stage->play);
	stage_paint(stage);
	assert_int_equal(more, stage_finds(stage, " Hint ") >= 0);
	return more;
}

static inline void pass_turns(struct stage *stage, int turns)
{
	while (turns-- > 0)
		stage_key(stage, '.');
	stage_hush(stage);
}

static inline void empty_pack(struct stage *stage)
{
	memset(stage->game->pack.items, 0, sizeof stage->game->pack.items);
	stage->game->pack.count = 0;
}

static inline void lay(struct stage *stage, const char *id, unsigned flags)
{
	item_to_floor(stage->game,
		(struct item){
			.kind = content_find_item(stock, id), .count = 1, .flags = (uint8_t)flags},
		HERO_X, HERO_Y);
}

/* ---- The occasion of each hint ---- */

static inline void nothing(struct stage *stage)
{
	(void)stage;
}

static inline void wait_long(struct stage *stage)
{
	pass_turns(stage, 30);
}

static inline void be_hurt(struct stage *stage)
{
	game_hero(stage->game)->health = 5;
}

static inline void meet(struct stage *stage)
{
	int slot = stage_put(stage, "test-still", HERO_X + 4, HERO_Y);
	stage->game->creatures[slot].flags = CREATURE_AWARE | CREATURE_ROUSED;
}

static inline void meet_a_sleeper(struct stage *stage)
{
	int slot = stage_put(stage, "test-still", HERO_X + 4, HERO_Y);
	stage->game->creatures[slot].flags = CREATURE_ASLEEP;
}

static inline void meet_a_captive(struct stage *stage)
{
	int slot = stage_put(stage, "test-still", HERO_X + 4, HERO_Y);
	stage->game->creatures[slot].flags = CREATURE_CAPTIVE;
}

static inline void learn(struct stage *stage)
{
	combat_gain(stage->game, 5000);
}

static inline void stand_beside_acid(struct stage *stage)
{
	place_set_terrain(stage->game, HERO_X + 1, HERO_Y, content_find_terrain(stock, "acid"));
}

static inline void stand_on_a_thing(struct stage *stage)
{
	lay(stage, "test-hat", 0);
}

static inline void stand_on_wares(struct stage *stage)
{
	lay(stage, "test-hat", ITEM_FOR_SALE);
}

static inline void stand_beside_a_door(struct stage *stage)
{
	place_set_terrain(stage->game, HERO_X + 1, HERO_Y, stock->terrain.door_closed);
}

static inline void stand_on_stairs(struct stage *stage)
{
	place_set_terrain(stage->game, HERO_X, HERO_Y, stock->terrain.stairs_down);
}

static inline void carry_the_unknown(struct stage *stage)
{
	empty_pack(stage);
	for (uint16_t kind = 0; kind < stock->counts.items; kind++) {
		struct item item = {.kind = kind, .count = 1};
		if (stock->items[kind].class != ITEM_POTION || item_is_known(stage->game, &item))
			continue;
		item_into_pack(stage->game, item);
		return;
	}
}

static inline void carry_a_hat(struct stage *stage)
{
	empty_pack(stage);
	stage_give(stage, "test-hat", 1);
}

static inline void be_hungry(struct stage *stage)
{
	stage->game->hero.food = 200;
}

static inline void stand_in_the_dark(struct stage *stage)
{
	struct level *level = stage->game->level;
	pass_turns(stage, 1);
	for (int at = 0; at < level->width * level->height; at++)
		level->flags[at] &= (uint8_t)~LEVEL_LIT;
	empty_pack(stage);
}

static inline void see_a_door(struct stage *stage)
{
	place_set_terrain(stage->game, HERO_X + 3, HERO_Y, stock->terrain.door_closed);
}

static inline void know_a_spell(struct stage *stage)
{
	stage->game->hero.mana = stage->game->hero.mana_max = 90;
	stage->game->hero.level = 9;
	for (uint16_t spell = 0; spell < stock->counts.spells; spell++)
		stage->game->knowledge.spells[spell] = 1;
}

static inline void carry_a_lamp_in_the_dark(struct stage *stage)
{
	stand_in_the_dark(stage);
	int slot = stage_give(stage, "hand-lamp", 1);
	stage->game->pack.items[slot].charges = 5;
}

static inline void meet_with_a_dart(struct stage *stage)
{
	stage_give(stage, "dart", 5);
	meet(stage);
}

static inline void meet_with_a_flask(struct stage *stage)
{
	uint16_t kind = 0;
	while (kind + 1 < stock->counts.items &&
		!(stock->items[kind].class == ITEM_POTION && stock->items[kind].harmful))
		kind++;
	stage->game->knowledge.items[kind] = 1;
	item_into_pack(stage->game, (struct item){.kind = kind, .count = 1});
	meet(stage);
}

static inline void meet_with_a_bow(struct stage *stage)
{
	uint16_t bow = 0;
	while (bow + 1 < stock->counts.items && stock->items[bow].shot.launches == KIND_NONE)
		bow++;
	uint16_t shot = 0;
	while (shot + 1 < stock->counts.items &&
		(stock->items[shot].shot.ammunition != stock->items[bow].shot.launches))
		shot++;
	int slot = item_into_pack(stage->game, (struct item){.kind = bow, .count = 1});
	for (int i = 0; i < PACK_MAX; i++)
		stage->game->pack.items[i].flags &= (uint8_t)~ITEM_WIELDED;
	stage->game->pack.items[slot].flags |= ITEM_WIELDED;
	item_into_pack(stage->game, (struct item){.kind = shot, .count = 9});
	meet(stage);
}

static inline void carry_a_crank(struct stage *stage)
{
	uint16_t kind = 0;
	while (kind + 1 < stock->counts.items && stock->items[kind].class != ITEM_WAND)
		kind++;
	item_into_pack(stage->game, (struct item){.kind = kind, .count = 1, .charges = 3});
}

static inline void be_poisoned(struct stage *stage)
{
	creature_afflict(stage->game, HERO, STATUS_POISONED, 20);
}

static inline void bleed(struct stage *stage)
{
	creature_afflict(stage->game, HERO, STATUS_BLEEDING, 20);
}

#endif
