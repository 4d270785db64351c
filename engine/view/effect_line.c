/*
 * Lines of plain effect of an item, a talent or a choice, as far as the hero knows it.
 * line_parts.c makes their parts.
 */
#include "engine/view/line_parts.h"
#include "engine/rules/combat_private.h"

#include <stdio.h>
#include <string.h>

static void line_of_talent(const struct game *game, uint16_t talent, char *text, size_t size)
{
	const struct talent_kind *kind = &game->content->talents[talent];
	struct parts parts = parts_begin(game->content, text, size);
	parts_bonuses(&parts, &kind->bonus_set);
	if (kind->teaches != KIND_NONE)
		parts_spell(game, &parts, kind->teaches);
}

static void line_of_choice(const struct game *game, size_t number, char *text, size_t size)
{
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count = 0;
	enum choice_kind choice = choice_now(game, options, &count);
	if (number >= count)
		return;
	if (choice == CHOICE_TALENT)
		line_of_talent(game, options[number], text, size);
	else
		line_of_item(game,
			&(struct item){.kind = options[number], .count = 1, .flags = ITEM_KNOWN},
			true, text, size);
}

/* ---- Talents of no use yet ---- */

/* True if a carried item satisfies the need. */
static bool item_meets(const struct item_kind *kind, enum talent_need need)
{
	bool thrown = kind->class == ITEM_WEAPON && kind->stacks;
	bool device =
		kind->class == ITEM_WAND || kind->class == ITEM_STAFF || kind->class == ITEM_CHARM;
	return need == TALENT_NEEDS_LAUNCHER  ? kind->shot.launches != KIND_NONE
	       : need == TALENT_NEEDS_MISSILE ? thrown || kind->shot.ammunition != KIND_NONE
	       : need == TALENT_NEEDS_MAGIC   ? device
	       : need == TALENT_NEEDS_SCROLL  ? kind->class == ITEM_SCROLL
	       : need == TALENT_NEEDS_POTION  ? kind->class == ITEM_POTION
					      : false;
}

static bool has_need(const struct game *game, enum talent_need need)
{
	bool by_spell = need == TALENT_NEEDS_SPELL || need == TALENT_NEEDS_MAGIC;
	for (uint16_t i = 0; by_spell && i < game->content->counts.spells; i++)
		if (game->knowledge.spells[i])
			return true;
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].count > 0 &&
			item_meets(item_kind(game, &game->pack.items[i]), need))
			return true;
	return need == TALENT_NEEDS_NOTHING;
}

static void line_of_lack(const struct game *game, size_t number, char *text, size_t size)
{
	static const enum line lines[TALENT_NEED_COUNT] = {
		[TALENT_NEEDS_LAUNCHER] = LINE_NEEDS_LAUNCHER,
		[TALENT_NEEDS_MISSILE] = LINE_NEEDS_MISSILE,
		[TALENT_NEEDS_SPELL] = LINE_NEEDS_SPELL,
		[TALENT_NEEDS_MAGIC] = LINE_NEEDS_MAGIC,
		[TALENT_NEEDS_SCROLL] = LINE_NEEDS_SCROLL,
		[TALENT_NEEDS_POTION] = LINE_NEEDS_POTION};
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count = 0;
	if (choice_now(game, options, &count) != CHOICE_TALENT || number >= count)
		return;
	enum talent_need need = (enum talent_need)game->content->talents[options[number]].needs;
	if (!has_need(game, need))
		lines_expand(game->content, lines[need], NULL, text, size);
}

/* The talents that the hero has, in the view's order. */
static uint16_t nth_talent(const struct game *game, size_t nth)
{
	for (uint16_t i = 0; i < game->content->counts.talents; i++)
		if (game->knowledge.talents[i] && nth-- == 0)
			return i;
	return KIND_NONE;
}

/* ---- The public functions ---- */

static const struct item *nth_on_ground(const struct game *game, size_t nth)
{
	const struct creature *hero = &game->creatures[HERO];
	for (int i = game->floor.count - 1; i >= 0; i--)
		if (game->floor.items[i].x == hero->x && game->floor.items[i].y == hero->y &&
			nth-- == 0)
			return &game->floor.items[i].item;
	return NULL;
}

void game_effect_line(
	const struct game *game, enum effect_of of, size_t number, char *text, size_t size)
{
	const struct item *item = NULL;
	uint16_t talent = of == EFFECT_OF_TALENT ? nth_talent(game, number) : KIND_NONE;
	text[0] = '\0';
	if (of == EFFECT_OF_PACK && number < CARRIED_MAX && game->pack.items[number].count > 0)
		item = &game->pack.items[number];
	if (of == EFFECT_OF_GROUND)
		item = nth_on_ground(game, number);
	if (item != NULL)
		line_of_item(game, item, false, text, size);
	if (of == EFFECT_OF_SPELL && number < game->content->counts.spells)
		line_of_spell(game, (uint16_t)number, text, size);
	if (talent != KIND_NONE)
		line_of_talent(game, talent, text, size);
	if (of == EFFECT_OF_CHOICE)
		line_of_choice(game, number, text, size);
	if (of == EFFECT_OF_LACK)
		line_of_lack(game, number, text, size);
}

void game_effect_at(const struct game *game, int x, int y, char *text, size_t size)
{
	const struct item *item = level_inside(game->level, x, y) ? memory_item(game, x, y) : NULL;
	text[0] = '\0';
	if (item != NULL)
		line_of_item(game, item, false, text, size);
}
