/* Creatures and items in the vaults of a new level, by the legends of their maps; and their keys
 * elsewhere on the level. */
#include "engine/generate/generate.h"
#include "engine/rules/rules.h"

#define TRIES_SOUND 24

/* True if the vault already offers an item of that kind. */
static bool is_offered(const struct game *game, uint16_t kind, int vault)
{
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		if (lying->item.kind == kind && (lying->item.flags & ITEM_OFFERED) &&
			level_vault_at(game->level, lying->x, lying->y) == vault)
			return true;
	}
	return false;
}

/* True if the item may be displayed: no curse, no negative bonus, no artefact. A choice must be
 * useful and unique. Goods need a price. */
static bool is_usable_gear(
	const struct game *game, const struct item *item, unsigned flags, int vault)
{
	const struct item_kind *kind = item_kind(game, item);
	bool drawback = item->affix > 0 && game->content->affixes[item->affix - 1].drawback;
	if (drawback || item->plus < 0 || kind->artefact)
		return false;
	if ((flags & ITEM_FOR_SALE) && kind->price == 0)
		return false;
	return !(flags & ITEM_OFFERED) ||
	       (!kind->harmful && !kind->stacks && !is_offered(game, item->kind, vault));
}

/* Returns an item that fits the legend; its kind is KIND_NONE if there is none. */
static struct item draw_item(struct game *game, struct stream *stream, const struct legend *legend)
{
	int depth = game->depth + legend->item_below;
	enum item_class class =
		legend->what == LEGEND_CLASS ? (enum item_class)legend->class : ITEM_CLASS_COUNT;
	uint16_t kind = legend->what == LEGEND_ITEM
				? legend->item
				: populate_choose(game->content, stream, class, depth);
	if (kind == KIND_NONE)
		return (struct item){.kind = KIND_NONE};
	return populate_item(game->content, stream, kind, depth);
}

static void lay_item(struct game *game, struct stream *stream, const struct legend *legend,
	const struct vault_spot *spot)
{
	unsigned flags = legend->item_flags;
	int vault = level_vault_at(game->level, spot->x, spot->y);
	struct item item = draw_item(game, stream, legend);
	for (int tries = 0; flags != 0 && item.kind != KIND_NONE &&
			    !is_usable_gear(game, &item, flags, vault) && tries < TRIES_SOUND;
		tries++)
		item = draw_item(game, stream, legend);
	if (item.kind == KIND_NONE || (flags != 0 && !is_usable_gear(game, &item, flags, vault)))
		return;
	item.flags |= (uint8_t)(flags != 0 ? flags | ITEM_KNOWN : 0);
	if (!item_is_gear(item_kind(game, &item)))
		item.flags &= (uint8_t)~ITEM_KNOWN;
	item_to_floor(game, item, spot->x, spot->y);
}

static void add_body(struct game *game, struct stream *stream, const struct legend *legend,
	const struct vault_spot *spot)
{
	uint16_t kind = legend->who == LEGEND_KIND ? legend->monster
			: legend->who == LEGEND_CAPTIVE
				? populate_captive_kind(game, stream)
				: populate_kind_below(game, stream, legend->monster_below);
	bool may = kind != KIND_NONE && (legend->captive || legend->who == LEGEND_CAPTIVE ||
						populate_may_pose(game, kind, false));
	int slot = may ? populate_body(game, stream, kind, spot->x, spot->y) : -1;
	if (slot < 0)
		return;
	struct creature *creature = &game->creatures[slot];
	if (legend->who == LEGEND_CAPTIVE || legend->captive)
		creature->flags |= CREATURE_CAPTIVE;
	else if (legend->asleep)
		creature->flags |= CREATURE_ASLEEP;
	if (legend->carries != KIND_NONE)
		creature->carried =
			populate_item(game->content, stream, legend->carries, game->depth);
}

static void fill(struct game *game, const struct vault_spot *spot, uint32_t subject)
{
	const struct legend *legend = &game->content->vaults[spot->vault].legends[spot->legend];
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_VAULTS, game->depth, subject);
	if (!stream_percent(&stream, legend->percent))
		return;
	if (legend->what != LEGEND_NOTHING)
		lay_item(game, &stream, legend, spot);
	if (legend->who != LEGEND_NOBODY)
		add_body(game, &stream, legend, spot);
}

static void send(struct game *game, const struct vault_kind *vault, uint32_t subject)
{
	struct stream stream;
	int x, y;
	stream_begin(&stream, &game->seed, PURPOSE_VAULTS, game->depth, subject);
	for (int i = 0; i < vault->sends_count; i++)
		if (level_place(game->content, game->level, &stream, NULL, NULL, &x, &y))
			item_to_floor(game,
				populate_item(game->content, &stream, vault->sends[i], game->depth),
				x, y);
}

#define SUBJECT_SPOTS 0x100u
#define SUBJECT_SENDS 0x10u

void populate_vaults(struct game *game)
{
	const struct level *level = game->level;
	for (size_t i = 0; i < level->spot_count; i++)
		fill(game, &level->spots[i], SUBJECT_SPOTS + (uint32_t)i);
	for (int i = 0; i < level->vault_count; i++)
		send(game, &game->content->vaults[level->vaults[i].kind],
			SUBJECT_SENDS + (uint32_t)i);
}
