/* Checks of kinds of levels beyond single fields: whether the generator can make the level, whether
 * its materials fit their roles, and whether every depth has a level. */
#include "engine/content/content_private.h"
#include "engine/base/limits.h"

#include <string.h>

#define PASSES (TERRAIN_OBJECTS | TERRAIN_PROJECTILES | TERRAIN_LIGHT)

/* ---- Materials ---- */

/* safe: the terrain must harm nobody. */
static const struct material_rule {
	const char *role;
	size_t offset;
	uint32_t must, must_not;
	bool safe;
} material_rules[] = {
#define RULE(name, must, must_not, safe)                                                           \
	{                                                                                          \
#name, offsetof(struct level_kind, name), must, must_not, safe                     \
	}
	RULE(ground, PASSES | TERRAIN_SHOWS_WALLS, TERRAIN_WALL | TERRAIN_DOORWAY, true),
	RULE(walls, TERRAIN_WALL, PASSES, true),
	RULE(inside, PASSES | TERRAIN_SHOWS_WALLS, TERRAIN_WALL | TERRAIN_DOORWAY, true),
	RULE(block, 0, TERRAIN_OBJECTS | TERRAIN_DOORWAY, true),
	RULE(pane, TERRAIN_LIGHT, TERRAIN_OBJECTS | TERRAIN_DOORWAY, true),
	RULE(post, 0, TERRAIN_OBJECTS | TERRAIN_DOORWAY, true),
	RULE(growth, TERRAIN_OBJECTS | TERRAIN_SHOWS_WALLS, TERRAIN_DOORWAY, true),
	RULE(pool, TERRAIN_SHOWS_WALLS, TERRAIN_DOORWAY, false),
	RULE(shore, TERRAIN_OBJECTS | TERRAIN_SHOWS_WALLS, TERRAIN_DOORWAY, true),
	RULE(line, TERRAIN_OBJECTS | TERRAIN_SHOWS_WALLS, TERRAIN_DOORWAY, true),
	RULE(pole, 0, TERRAIN_OBJECTS | TERRAIN_DOORWAY, true),
#undef RULE
};

static void check_materials(struct content *content, uint16_t at)
{
	const uint32_t never = TERRAIN_UP | TERRAIN_DOWN | TERRAIN_GRAVE;
	const struct level_kind *level = &content->levels[at];
	for (size_t i = 0; i < sizeof material_rules / sizeof *material_rules; i++) {
		const struct material_rule *rule = &material_rules[i];
		uint16_t kind;
		memcpy(&kind, (const char *)level + rule->offset, sizeof kind);
		if (kind == KIND_NONE)
			continue;
		const struct terrain_kind *terrain = &content->terrains[kind];
		if ((rule->must & ~terrain->flags) || ((rule->must_not | never) & terrain->flags) ||
			(rule->safe && !content_is_safe(terrain)))
			content_complain_of(content, RECORD_LEVEL, at,
				"level %s: terrain %s does not do as its %s; what passes it, or "
				"the harm that it does, forbids it",
				level->id, terrain->id, rule->role);
	}
}

/* ---- Its size ---- */

static void check_grid(struct content *content, uint16_t at)
{
	const struct level_kind *kind = &content->levels[at];
	if (kind->width / kind->grid_width < 7 || kind->height / kind->grid_height < 7)
		content_complain_of(content, RECORD_LEVEL, at,
			"level %s has cells under 7x7, too small for a room, its walls and a way "
			"by",
			kind->id);
	if (kind->grid_width * kind->grid_height < 2)
		content_complain_of(content, RECORD_LEVEL, at,
			"level %s has one room, and its two stairs want two", kind->id);
}

static void check_size(struct content *content, uint16_t at)
{
	static const int16_t least[GENERATOR_COUNT][2] = {
#define ROW(id, function, word, width, height) {width, height},
		CONTENT_GENERATORS(ROW)
#undef ROW
	};
	const struct level_kind *kind = &content->levels[at];
	const int16_t *size = least[kind->generator];
	if (kind->height > LEVEL_HEIGHT_MAX)
		content_complain_of(content, RECORD_LEVEL, at,
			"level %s is %d high; %d is the most", kind->id, kind->height,
			LEVEL_HEIGHT_MAX);
	if (kind->width < size[0] || kind->height < size[1])
		content_complain_of(content, RECORD_LEVEL, at,
			"level %s is too small; its generator makes levels from %dx%d on", kind->id,
			size[0], size[1]);
	if (kind->generator == GENERATOR_ROGUE_ROOMS)
		check_grid(content, at);
}

/* ---- All ---- */

/* Marks the plain floor, and hidden terrain that looks like it. */
static void find_plain(struct content *content)
{
	uint16_t floor = content->terrain.floor;
	for (uint16_t i = 0; floor != KIND_NONE && i < content->counts.terrains; i++) {
		struct terrain_kind *kind = &content->terrains[i];
		kind->plain = i == floor ||
			      (content_is_hidden(kind) && (kind->flags & TERRAIN_OBJECTS) &&
				      kind->appearance == content->terrains[floor].appearance);
	}
}

void content_check_levels(struct content *content)
{
	find_plain(content);
	for (uint16_t i = 0; i < content->counts.levels; i++) {
		check_size(content, i);
		check_materials(content, i);
	}
	for (int depth = 1; depth <= content->last_depth; depth++) {
		int weight = 0;
		for (uint16_t i = 0; i < content->counts.levels; i++)
			if (depth >= content->levels[i].depth_low &&
				depth <= content->levels[i].depth_high)
				weight += content->levels[i].weight;
		if (weight == 0)
			content_complain_of(
				content, RECORD_GAME, 0, "no level is at depth %d", depth);
	}
}
