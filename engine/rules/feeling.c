/*
 * Level feelings: messages when the hero enters a new level.
 *
 * They are computed from the initial level: the danger of its natives compared with the mean of its
 * kind and depth, a native from deeper levels, valuable items. They never say where. The level
 * stores the feelings shown, so that the player can read them again.
 */
#include "engine/rules/rules.h"

#include <assert.h>

enum {
	FROM_DEPTH = 2,     /* first depth with feelings */
	QUIET_PERCENT = 65, /* of the mean danger, at most */
	DANGER_PERCENT = 155,
	DEADLY_PERCENT = 215,
	TREASURE_AT_LEAST = 3200, /* sum of prices; TREASURE_A_DEPTH more for each depth */
	TREASURE_A_DEPTH = 240
};

/* A saved level stores these by number, from 1 on: add new ones at the end. */
static const enum text_id moods[] = {TEXT_FEELING_DEEPER, TEXT_FEELING_DEADLY, TEXT_FEELING_DANGER,
	TEXT_FEELING_QUIET, TEXT_FEELING_NAMED, TEXT_FEELING_TREASURE};
_Static_assert(sizeof moods / sizeof *moods == LEVEL_MOODS, "a number for each");

/* True if the creature belongs to this level and did not come along with the hero. */
static bool is_native(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	return slot != HERO && creature->alive && creature->past == 0 &&
	       !(creature->flags & (CREATURE_CAPTIVE | CREATURE_ALLY));
}

/* Returns the mean danger (sum of experience) of the natives of such a level. */
static int mean_danger(const struct game *game)
{
	const struct content *content = game->content;
	struct dice groups = content->levels[game->level->kind].monsters;
	int weights = 0, weighed = 0;
	for (uint16_t i = 0; i < content->counts.creatures; i++) {
		const struct creature_kind *kind = &content->creatures[i];
		int weight = kind->traits & TRAIT_UNIQUE
				     ? 0
				     : content_fading_weight(kind->weight, kind->depth_low,
					       kind->depth_high, game->depth);
		weights += weight;
		weighed += weight * kind->experience * (kind->group_low + kind->group_high) / 2;
	}
	int twice = groups.number * (groups.sides + 1) + 2 * groups.modifier;
	return weights > 0 ? weighed / weights * twice / 2 : 0;
}

static enum text_id feeling_of_natives(const struct game *game)
{
	int danger = 0, mean = mean_danger(game);
	bool deeper = false;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		if (!is_native(game, slot))
			continue;
		danger += creature_kind(game, slot)->experience;
		deeper = deeper || creature_kind(game, slot)->depth_low > game->depth;
	}
	if (deeper)
		return TEXT_FEELING_DEEPER;
	if (danger * 100 >= mean * DEADLY_PERCENT)
		return TEXT_FEELING_DEADLY;
	if (danger * 100 >= mean * DANGER_PERCENT)
		return TEXT_FEELING_DANGER;
	return danger * 100 <= mean * QUIET_PERCENT ? TEXT_FEELING_QUIET : TEXT_COUNT;
}

static enum text_id feeling_of_items(const struct game *game)
{
	int price = 0;
	for (int i = 0; i < game->floor.count; i++) {
		const struct item *item = &game->floor.items[i].item;
		if (item->flags & (ITEM_FOR_SALE | ITEM_OFFERED))
			continue;
		if (item->affix > 0 && game->content->affixes[item->affix - 1].base != KIND_NONE)
			return TEXT_FEELING_NAMED;
		price += item_price(game, item);
	}
	return price >= TREASURE_AT_LEAST + TREASURE_A_DEPTH * game->depth ? TEXT_FEELING_TREASURE
									   : TEXT_COUNT;
}

void feeling_work_out(const struct game *game, struct feeling *feeling)
{
	*feeling = (struct feeling){TEXT_COUNT, TEXT_COUNT};
	if (game->depth < FROM_DEPTH)
		return;
	feeling->natives = feeling_of_natives(game);
	feeling->things = feeling_of_items(game);
}

/* Stores a feeling as the level's nth and reports it if there is room. True if reported. */
static bool report(struct game *game, enum text_id word, int nth, bool room)
{
	uint8_t mood = 0;
	if (word == TEXT_COUNT)
		return false;
	while (mood < LEVEL_MOODS && moods[mood] != word)
		mood++;
	assert(mood < LEVEL_MOODS);
	game->level->moods[nth] = (uint8_t)(mood + 1);
	if (room)
		message_say(game, word, NULL);
	return room;
}

int feeling_report(struct game *game, const struct feeling *feeling, int room)
{
	int shown = report(game, feeling->natives, 0, room > 0);
	return shown + report(game, feeling->things, 1, room > shown);
}

size_t feeling_shown(const struct game *game, int nth, char *text, size_t size)
{
	uint8_t mood = game->level->moods[nth];
	return mood == 0 ? 0 : words_expand(game->content, moods[mood - 1], NULL, text, size);
}
