/*
 * The overview: the hero's memory of the depths that he has visited.
 *
 * It is read from the stored levels, and shows only what the last view of each showed.
 */
#include "engine/rules/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(OVERVIEW_FEELINGS_MAX == 2 * FEELINGS_SHOWN, "all that was told");

/* ---- Marks ---- */

static const uint32_t landmarks =
	TERRAIN_GRAVE | TERRAIN_CRADLE | TERRAIN_HANDLE | TERRAIN_LANDMARK;

/* Adds a mark, or counts it if an equal one exists. */
static void mark(
	struct overview *overview, enum mark_kind kind, const char *name, uint16_t appearance)
{
	struct overview_mark *its = overview->marks;
	size_t i = 0;
	while (i < overview->mark_count && (its[i].kind != kind || strcmp(its[i].name, name) != 0))
		i++;
	if (i == OVERVIEW_MARKS_MAX)
		return;
	if (i == overview->mark_count) {
		its[i] = (struct overview_mark){.kind = (uint8_t)kind, .appearance = appearance};
		size_t length = strlen(name);
		length = length < sizeof its[i].name ? length : sizeof its[i].name - 1;
		memcpy(its[i].name, name, length);
		overview->mark_count++;
	}
	its[i].count++;
}

/* The terrain that the hero knows at a cell, as it is shown; NULL if the cell is unknown. */
static const struct terrain_kind *known_ground(const struct game *there, size_t at)
{
	const struct level *level = there->level;
	return level->flags[at] & LEVEL_KNOWN
		       ? level_shown_as(there->content, level, memory_ground(there, at))
		       : NULL;
}

/* Marks the remembered terrain of each cell. */
static void overview_ground(const struct game *there, struct overview *overview)
{
	const struct level *level = there->level;
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t at = 0; at < cells; at++) {
		const struct terrain_kind *kind = known_ground(there, at);
		if (kind == NULL)
			continue;
		overview->up |= (kind->flags & TERRAIN_UP) != 0;
		overview->down |= (kind->flags & TERRAIN_DOWN) != 0;
		if (kind->flags & landmarks)
			mark(overview, MARK_GROUND, kind->name, kind->appearance);
	}
}

static bool is_source(const struct terrain_kind *kind)
{
	return kind->change_count == 0 || content_transition(kind, TRIGGER_LIFT);
}

/* True if the terrain is a goal to travel to.  Terrain that only carries an item is no goal. */
static bool is_goal(const struct terrain_kind *kind)
{
	const uint32_t others = (landmarks & ~(uint32_t)TERRAIN_LANDMARK) | TERRAIN_UP |
				TERRAIN_DOWN | TERRAIN_ALTAR;
	if (!(kind->flags & TERRAIN_LANDMARK))
		return kind->flags & others;
	return kind->flags & others || !(kind->flags & TERRAIN_OBJECTS) || !is_source(kind);
}

bool game_is_landmark(const struct game *game, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return false;
	const struct terrain_kind *kind = known_ground(game, level_at(game->level, x, y));
	return kind != NULL && is_goal(kind);
}

bool game_knows_stairs(const struct game *game, int x, int y, bool up)
{
	if (!level_inside(game->level, x, y))
		return false;
	const struct terrain_kind *kind = known_ground(game, level_at(game->level, x, y));
	return kind != NULL && (kind->flags & (up ? TERRAIN_UP : TERRAIN_DOWN));
}

bool game_is_door(const struct game *game, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return false;
	const struct terrain_kind *kind = known_ground(game, level_at(game->level, x, y));
	return kind != NULL && !content_is_hidden(kind) &&
	       (content_transition(kind, TRIGGER_OPEN) || content_transition(kind, TRIGGER_CLOSE));
}

static enum mark_kind kind_of_item(const struct item *item)
{
	return item->flags & ITEM_FOR_SALE  ? MARK_FOR_SALE
	       : item->flags & ITEM_OFFERED ? MARK_OFFERED
	       : item->flags & ITEM_LEFT    ? MARK_LEFT
					    : MARK_THING;
}

/* Lists the remembered items of a level that belong to the kind of mark. Their names use the hero's
 * current knowledge. */
static void overview_items(const struct game *game, const struct game *there, enum mark_kind kind,
	struct overview *overview)
{
	for (int i = 0; i < there->recalled.count; i++) {
		const struct item *item = &there->recalled.items[i].item;
		char name[64];
		if (kind_of_item(item) != kind)
			continue;
		item_name(game, item, ARTICLE_A, name, sizeof name);
		mark(overview, kind, name, item_appearance(game, item));
	}
}

/* The terrain that a key turns a kind into; KIND_NONE if it takes no key. */
static uint16_t opened_by_key(const struct terrain_kind *kind)
{
	for (int i = 0; i < kind->change_count; i++)
		if (kind->changes[i].need == NEED_KEY)
			return kind->changes[i].into;
	return KIND_NONE;
}

/* True if some locked terrain of the content opens into this kind. */
static bool was_locked(const struct content *content, const struct terrain_kind *kind)
{
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		uint16_t into = opened_by_key(&content->terrains[i]);
		if (into != KIND_NONE && &content->terrains[into] == kind)
			return true;
	}
	return false;
}

/* True if the hero saw that the lock of a key has been opened. */
static bool is_done(const struct game *there, const struct laid_vault *vault)
{
	const struct level *level = there->level;
	bool opened = false;
	if (there->content->vaults[vault->kind].sends_count == 0)
		return false;
	for (int y = vault->box.top; y <= vault->box.bottom; y++)
		for (int x = vault->box.left; x <= vault->box.right; x++) {
			if (!level_inside(level, x, y))
				continue;
			const struct terrain_kind *kind =
				known_ground(there, level_at(level, x, y));
			if (kind != NULL && opened_by_key(kind) != KIND_NONE)
				return false;
			opened |= kind != NULL && was_locked(there->content, kind);
		}
	return opened;
}

/* Adds the feelings of the level, then those of its vaults that are not done. */
static void overview_feelings(const struct game *there, struct overview *overview)
{
	for (int i = 0; i < FEELINGS_SHOWN; i++) {
		char *text = overview->feelings[overview->feeling_count];
		overview->feeling_count +=
			feeling_shown(there, i, text, sizeof overview->feelings[0]) > 0;
	}
	for (int i = 0; i < FEELINGS_SHOWN; i++) {
		const struct laid_vault *vault;
		const char *feeling = story_feeling(there, i, &vault);
		if (feeling != NULL && !is_done(there, vault))
			snprintf(overview->feelings[overview->feeling_count++],
				sizeof overview->feelings[0], "%s", feeling);
	}
}

/* ---- Depths ---- */

/* Opens a stored level apart from the game.  The caller frees it. */
static struct game *open_adjacent(const struct game *game, int depth)
{
	const struct stored_level *place = &game->places[depth];
	struct reader reader = {.bytes = place->bytes, .size = place->size};
	struct game *there = place_adjacent(game);
	if (save_level_unpack(there, &reader, depth))
		return there;
	game_free(there);
	return NULL;
}

bool game_overview(const struct game *game, int depth, struct overview *overview)
{
	bool here = depth == game->depth;
	*overview = (struct overview){.here = here, .name = ""};
	if (depth < 1 || depth > DEPTH_MAX || (!here && game->places[depth].bytes == NULL))
		return false;
	struct game *adjacent = here ? NULL : open_adjacent(game, depth);
	const struct game *there = here ? game : adjacent;
	if (there == NULL)
		return false;
	overview->name = game->content->levels[there->level->kind].name;
	overview_feelings(there, overview);
	overview_ground(there, overview);
	for (enum mark_kind kind = MARK_LEFT; kind <= MARK_THING; kind++)
		overview_items(game, there, kind, overview);
	game_free(adjacent);
	return true;
}

/* ---- Cells where the look cursor stops ---- */

/* True if the look cursor stops at a known cell for its terrain or item: a remembered item,
 * stairs, a doorway, a grave, a cradle, a landmark, a danger, or an obstacle other than walls and
 * rock. */
static bool notable_terrain(const struct game *game, int x, int y)
{
	const uint32_t flags = TERRAIN_UP | TERRAIN_DOWN | TERRAIN_DOORWAY | TERRAIN_GRAVE |
			       TERRAIN_CRADLE | TERRAIN_LANDMARK;
	const struct content *content = game->content;
	const struct terrain_kind *kind = known_ground(game, level_at(game->level, x, y));
	if (memory_item(game, x, y) != NULL)
		return true;
	bool stands = !(kind->flags & (TERRAIN_OBJECTS | TERRAIN_WALL)) &&
		      kind != &content->terrains[content->terrain.rock];
	return !content_is_hidden(kind) &&
	       (stands || (kind->flags & flags) || risk_of_terrain(game, kind));
}

bool game_notable(const struct game *game, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return false;
	int slot = creature_at(game, x, y);
	if (slot > HERO && senses_shows(game, slot))
		return true;
	bool known = game->level->flags[level_at(game->level, x, y)] & LEVEL_KNOWN;
	return known && notable_terrain(game, x, y);
}
