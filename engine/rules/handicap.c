/*
 * Handicaps: the names of a run's, and the creatures that walk with the hero.
 *
 * A creature that walks is on the hero's level from a depth on, until it is beaten.  It leaves each
 * level with him, and comes to the next one at stairs out of his sight.  So there is never more
 * than one of it.  The other rules of handicaps are asked where they apply (game_handicapped).
 */
#include "engine/rules/rules.h"

#include <stdio.h>
#include <string.h>

const struct birth *game_birth(const struct game *game)
{
	return &game->birth;
}

static void add_name(char *text, size_t size, const char *name)
{
	size_t length = strlen(text);
	snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", name);
}

void game_handicaps_text(
	const struct content *content, const struct birth *birth, char *text, size_t size)
{
	text[0] = '\0';
	for (int i = 0; i < birth->handicap_count; i++) {
		uint16_t kind = content_find_handicap(content, birth->handicaps[i]);
		add_name(text, size,
			kind == KIND_NONE ? birth->handicaps[i]
					  : content->birth.handicaps[kind].name);
	}
}

void handicap_report(struct game *game)
{
	char names[HANDICAPS_TEXT];
	if (game->birth.handicap_count == 0)
		return;
	game_handicaps_text(game->content, &game->birth, names, sizeof names);
	message_say(game, TEXT_HANDICAPS, &(struct word_facts){.text = names});
}

/* ---- Creatures that walk with the hero ---- */

/* Returns the creature kind that the handicap has walk at this depth, or KIND_NONE. */
static uint16_t walks_here(const struct game *game, uint16_t handicap)
{
	const struct handicap_kind *kind = &game->content->birth.handicaps[handicap];
	bool here =
		(game->derived.handicaps.kinds >> handicap & 1) && game->depth >= kind->walks_from;
	return here ? kind->walks : KIND_NONE;
}

static bool walks(const struct game *game, int slot, uint16_t kind)
{
	const struct creature *creature = &game->creatures[slot];
	return creature->alive && creature->kind == kind &&
	       !(creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE));
}

/* Removes those of a kind from the level; what they carry stays. */
static void remove_all(struct game *game, uint16_t kind)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		if (!walks(game, slot, kind))
			continue;
		struct creature creature = game->creatures[slot];
		creature_remove(game, slot);
		if (creature.carried.count > 0)
			item_to_floor_near(game, creature.carried, creature.x, creature.y);
	}
}

void handicap_leave(struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.handicaps; i++)
		if (walks_here(game, i) != KIND_NONE)
			remove_all(game, walks_here(game, i));
}

void handicap_arrive(struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.handicaps; i++) {
		uint16_t kind = walks_here(game, i);
		if (kind == KIND_NONE)
			continue;
		if (game->knowledge.beaten[kind])
			remove_all(game, kind);
		else
			populate_walker(game, kind);
	}
}
