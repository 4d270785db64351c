/*
 * Who and what are in the vaults of a new level: by the legends of their maps; and their keys, that
 * lie elsewhere.
 */
#include "rules.h"

static void lay_item(struct game *game, struct stream *stream, const struct legend *legend,
	const struct vault_spot *spot)
{
	int depth = game->depth + legend->item_below;
	enum item_class class =
		legend->what == LEGEND_CLASS ? (enum item_class)legend->class : ITEM_CLASS_COUNT;
	uint16_t kind = legend->what == LEGEND_ITEM
				? legend->item
				: populate_choose(game->content, stream, class, depth);
	if (kind == KIND_NONE)
		return;
	struct item item = populate_item(game->content, stream, kind, depth);
	item.flags |= legend->item_flags;
	item_to_floor(game, item, spot->x, spot->y);
}

static void add_body(struct game *game, struct stream *stream, const struct legend *legend,
	const struct vault_spot *spot)
{
	uint16_t kind = legend->who == LEGEND_KIND ? legend->monster
			: legend->who == LEGEND_CAPTIVE
				? populate_captive_kind(game, stream)
				: populate_kind_below(game, stream, legend->monster_below);
	int slot = kind == KIND_NONE ? -1 : populate_body(game, stream, kind, spot->x, spot->y);
	if (slot < 0)
		return;
	struct creature *creature = &game->creatures[slot];
	if (legend->who == LEGEND_CAPTIVE)
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
