/*
 * Checks of more than one field: whether the records together make a game.
 *
 * Every check skips records with a complaint (a missing name is "", a dangling reference KIND_NONE,
 * a missing appearance 0), so that all errors are listed at once.
 */
#include "engine/content/content_private.h"
#include "engine/base/limits.h"

#include <string.h>

/* ---- The game ---- */

/* The flags that a terrain must and must not have to serve in a role. */
static const struct terrain_role_rule {
	const char *role;
	size_t offset;
	uint32_t must, must_not;
} terrain_role_rules[] = {
#define RULE(word, member, must, must_not)                                                         \
	{                                                                                          \
		word, offsetof(struct content_terrains, member), must, must_not                    \
	}
#define PASSES (TERRAIN_OBJECTS | TERRAIN_PROJECTILES | TERRAIN_LIGHT)
	RULE("rock", rock, 0, PASSES),
	RULE("floor", floor, PASSES | TERRAIN_SHOWS_WALLS, 0),
	RULE("corridor", corridor, PASSES, TERRAIN_SHOWS_WALLS),
	RULE("wall-horizontal", wall_horizontal, TERRAIN_WALL, PASSES),
	RULE("wall-vertical", wall_vertical, TERRAIN_WALL, PASSES),
	RULE("corner-tl", corner_tl, TERRAIN_WALL, PASSES),
	RULE("corner-tr", corner_tr, TERRAIN_WALL, PASSES),
	RULE("corner-bl", corner_bl, TERRAIN_WALL, PASSES),
	RULE("corner-br", corner_br, TERRAIN_WALL, PASSES),
	RULE("tee-l", tee_l, TERRAIN_WALL, PASSES),
	RULE("tee-r", tee_r, TERRAIN_WALL, PASSES),
	RULE("tee-t", tee_t, TERRAIN_WALL, PASSES),
	RULE("tee-b", tee_b, TERRAIN_WALL, PASSES),
	RULE("cross", cross, TERRAIN_WALL, PASSES),
	RULE("pillar", pillar, TERRAIN_WALL, PASSES),
	RULE("opening", opening, PASSES | TERRAIN_DOORWAY, TERRAIN_SHOWS_WALLS),
	RULE("door-closed", door_closed, TERRAIN_DOORWAY, PASSES),
	RULE("door-open", door_open, PASSES | TERRAIN_DOORWAY, TERRAIN_SHOWS_WALLS),
	RULE("door-secret-horizontal", door_secret_horizontal, TERRAIN_REMEMBERED_AS_WALL, PASSES),
	RULE("door-secret-vertical", door_secret_vertical, TERRAIN_REMEMBERED_AS_WALL, PASSES),
	RULE("stairs-up", stairs_up, PASSES | TERRAIN_UP | TERRAIN_SHOWS_WALLS, TERRAIN_DOWN),
	RULE("stairs-down", stairs_down, PASSES | TERRAIN_DOWN | TERRAIN_SHOWS_WALLS, TERRAIN_UP),
	RULE("grave", grave, PASSES | TERRAIN_GRAVE | TERRAIN_SHOWS_WALLS, 0),
#undef RULE
};

/* Writes the words of the flags into text. */
static void name_flags(uint32_t flags, char *text, size_t size)
{
	static const char *const words[] = {
#define ROW(id, word) [TERRAIN_##id##_BIT] = word,
		TERRAIN_FLAGS(ROW)
#undef ROW
	};
	size_t length = 0;
	text[0] = 0;
	for (int bit = 0; bit < TERRAIN_FLAG_COUNT; bit++) {
		if (!(flags & 1u << bit) || length + strlen(words[bit]) + 2 > size)
			continue;
		if (length)
			text[length++] = ' ';
		memcpy(text + length, words[bit], strlen(words[bit]) + 1);
		length += strlen(words[bit]);
	}
}

static void check_terrain_roles(struct content *content)
{
	for (size_t i = 0; i < sizeof terrain_role_rules / sizeof *terrain_role_rules; i++) {
		uint16_t kind;
		char flags[120];
		memcpy(&kind, (const char *)&content->terrain + terrain_role_rules[i].offset,
			sizeof kind);
		if (kind == KIND_NONE)
			continue;
		const struct terrain_kind *terrain = &content->terrains[kind];
		if (terrain_role_rules[i].must & ~terrain->flags) {
			name_flags(
				terrain_role_rules[i].must & ~terrain->flags, flags, sizeof flags);
			content_complain_of(content, RECORD_TERRAIN, kind,
				"terrain %s serves as %s and lacks the flags: %s", terrain->id,
				terrain_role_rules[i].role, flags);
		}
		if (terrain_role_rules[i].must_not & terrain->flags) {
			name_flags(terrain_role_rules[i].must_not & terrain->flags, flags,
				sizeof flags);
			content_complain_of(content, RECORD_TERRAIN, kind,
				"terrain %s serves as %s and must not have the flags: %s",
				terrain->id, terrain_role_rules[i].role, flags);
		}
	}
}

/* A terrain in a role must have the change that the role requires. */
static void check_change(struct content *content, uint16_t kind, enum trigger cause,
	const char *word, const char *what)
{
	if (kind != KIND_NONE && !content_transition(&content->terrains[kind], cause))
		content_complain_of(content, RECORD_TERRAIN, kind,
			"terrain %s %s and has no change %s", content->terrains[kind].id, what,
			word);
}

/* Stairs must stay stairs: a level without its stairs cannot be loaded. */
static void check_stairs_stay(struct content *content, uint16_t at)
{
	const uint32_t stairs = TERRAIN_UP | TERRAIN_DOWN;
	const struct terrain_kind *kind = &content->terrains[at];
	for (int i = 0; (kind->flags & stairs) && i < kind->change_count; i++) {
		uint16_t into = kind->changes[i].into;
		if (into != KIND_NONE &&
			(kind->flags & (stairs | TERRAIN_OBJECTS) & ~content->terrains[into].flags))
			content_complain_of(content, RECORD_TERRAIN, at,
				"terrain %s is stairs and would become %s, which is none", kind->id,
				content->terrains[into].id);
	}
}

static void check_terrains(struct content *content)
{
	check_change(content, content->terrain.door_closed, TRIGGER_OPEN, "open",
		"serves as door-closed");
	check_change(
		content, content->terrain.door_open, TRIGGER_CLOSE, "close", "serves as door-open");
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		const struct terrain_kind *kind = &content->terrains[i];
		if (kind->flags & TERRAIN_REMEMBERED_AS_WALL)
			check_change(content, i, TRIGGER_SEARCH, "search", "poses as a wall");
		if (kind->flags & TERRAIN_OBJECTS && !(kind->flags & TERRAIN_PROJECTILES))
			content_complain_of(content, RECORD_TERRAIN, i,
				"terrain %s lets objects pass and stops missiles; what a body "
				"passes, "
				"they do too",
				kind->id);
		if (kind->flags & TERRAIN_ROLLS)
			check_change(content, i, TRIGGER_SHOVE, "shove", "rolls");
		content_check_terrain_glyph(content, i);
		check_stairs_stay(content, i);
	}
}

static void check_item_class(
	struct content *content, uint16_t kind, enum item_class class, const char *role)
{
	if (kind != KIND_NONE && content->items[kind].class != class)
		content_complain_of(content, RECORD_ITEM, kind,
			"item %s serves as %s and is of another class", content->items[kind].id,
			role);
}

/* Copies the record "game" to its public members, and checks it. */
static bool check_game(struct content *content)
{
	const struct record_table *table = &content->private->tables[RECORD_GAME];
	if (table->count != 1) {
		struct record_origin place =
			table->count ? table->places[1] : content_last_origin(content, RECORD_GAME);
		content_complain(content, place,
			table->count
				? "there is a second record game; one of them must go"
				: "there is no record game, which says what the others are for");
		return false;
	}
	const struct game_kind *game = content_row(content, RECORD_GAME, 0);
	content->hero_appearance = game->hero;
	content->unseen_appearance = game->unseen;
	content->terrain = game->terrain;
#define ROW(name, otherwise)                                                                       \
	if (content->terrain.name == KIND_NONE)                                                    \
		content->terrain.name = content->terrain.otherwise;
	CONTENT_SEPARATORS(ROW)
#undef ROW
	content->receiver = game->receiver;
	content->gold = game->gold;
	content->thrown = game->thrown;
	content->goal_depth = game->goal_depth > 0 ? game->goal_depth : game->last_depth;
	content->last_depth = game->last_depth;
	content->birth.health = game->health;
	content->birth.health_a_level = game->health_a_level;
	content->birth.mana = game->mana;
	content->birth.mana_a_level = game->mana_a_level;
	content->birth.might = game->might;
	content->birth.levels_a_might = game->levels_a_might;
	content->birth.accuracy = game->accuracy;
	content->birth.food = game->food;
	content->birth.food_a_depth = game->food_a_depth;
	content->birth.start_count = game->start_count;
	memcpy(content->birth.start, game->start, sizeof content->birth.start);
	check_terrain_roles(content);
	check_terrains(content);
	check_item_class(content, game->receiver, ITEM_RECEIVER, "the receiver");
	check_item_class(content, game->gold, ITEM_GOLD, "gold");
	return true;
}

/* ---- Monsters ---- */

static void check_monster_blows(struct content *content, uint16_t at)
{
	const struct creature_kind *kind = &content->creatures[at];
	int third = content_expected_health(content, kind->depth_low) / 3;
	for (int i = 0; i < kind->blow_count; i++) {
		struct dice dice = kind->blows[i].dice;
		int most = dice.number * dice.sides + dice.modifier;
		if (kind->depth_low && content->birth.health && most > third)
			content_complain_of(content, RECORD_MONSTER, at,
				"monster %s %s for up to %d; at depth %d a third of the expected "
				"health is %d",
				kind->id, kind->blows[i].verb, most, kind->depth_low, third);
	}
	for (int i = 0; i < kind->instinct_count; i++)
		if (kind->instincts[i].row == INSTINCT_SHOOT && !kind->blow_count)
			content_complain_of(content, RECORD_MONSTER, at,
				"monster %s shoots and has no blow", kind->id);
	struct dice hits = kind->hits;
	if (hits.number + hits.modifier < 1)
		content_complain_of(content, RECORD_MONSTER, at,
			"monster %s may begin with no health", kind->id);
}

/* A monster with answers must have two or more, so that no single tactic is required. */
static void check_monster_answers(struct content *content, uint16_t at)
{
	const struct creature_kind *kind = &content->creatures[at];
	if (kind->answers && !(kind->answers & (kind->answers - 1)))
		content_complain_of(content, RECORD_MONSTER, at,
			"monster %s has one answer; a question has two or more, a body none",
			kind->id);
}

/* Each depth must have a monster that lives there. */
static void check_monsters(struct content *content)
{
	for (uint16_t i = 0; i < content->counts.creatures; i++) {
		content_check_monster_glyph(content, i);
		check_monster_blows(content, i);
		check_monster_answers(content, i);
	}
	for (int depth = 1; depth <= content->last_depth; depth++) {
		int weight = 0;
		for (uint16_t i = 0; i < content->counts.creatures; i++) {
			const struct creature_kind *kind = &content->creatures[i];
			weight += content_fading_weight(
				kind->weight, kind->depth_low, kind->depth_high, depth);
		}
		if (!weight)
			content_complain_of(
				content, RECORD_GAME, 0, "no monster lives at depth %d", depth);
	}
}

/* ---- Retellings ---- */

static void check_retelling(struct content *content, uint16_t at)
{
	const struct retelling_kind *kind = &content->stories.retellings[at];
	bool letter = kind->letter != KIND_NONE, quest = kind->quest != KIND_NONE;
	bool ending = kind->ending != ENDING_COUNT;
	if (letter + quest + ending != 1)
		content_complain_of(content, RECORD_RETELLING, at,
			"retelling %s names %d of letter, quest and ending; one is wanted",
			kind->id, letter + quest + ending);
	else if (letter && content->items[kind->letter].class != ITEM_LETTER)
		content_complain_of(content, RECORD_RETELLING, at,
			"retelling %s: item %s is no letter", kind->id,
			content->items[kind->letter].id);
	else if (!quest &&
		 (kind->text[0] == '\0' || kind->call[0] != '\0' || kind->done[0] != '\0'))
		content_complain_of(content, RECORD_RETELLING, at,
			"retelling %s: a letter or an ending has a text, and neither call nor done",
			kind->id);
	else if (ending && strlen(kind->text) >= sizeof((struct message *)0)->text)
		content_complain_of(content, RECORD_RETELLING, at,
			"retelling %s: the sentence of an ending has at most %d characters",
			kind->id, (int)sizeof((struct message *)0)->text - 1);
}

static void check_retellings(struct content *content)
{
	for (uint16_t i = 0; i < content->counts.retellings; i++)
		check_retelling(content, i);
}

/* ---- Handicaps ---- */

/* The rules know a creature that walks with the hero by its kind. */
static void check_handicap(struct content *content, uint16_t at)
{
	const struct handicap_kind *kind = &content->birth.handicaps[at];
	bool walks = kind->walks != KIND_NONE;
	if (kind->rules == 0 && kind->feeds == 100 && !walks)
		content_complain_of(content, RECORD_HANDICAP, at,
			"handicap %s has none of rules, feeds and walks, so it does nothing",
			kind->id);
	else if (walks && !(content->creatures[kind->walks].traits & TRAIT_UNIQUE))
		content_complain_of(content, RECORD_HANDICAP, at,
			"handicap %s: monster %s is not unique", kind->id,
			content->creatures[kind->walks].id);
}

static void check_handicaps(struct content *content)
{
	for (uint16_t i = 0; i < content->counts.handicaps; i++)
		check_handicap(content, i);
}

/* ---- All of them ---- */

/* For some kinds the rules allow fewer records than the parser. */
static void check_count(struct content *content, enum record_kind kind, size_t most)
{
	if (content->private->tables[kind].count > most)
		content_complain_of(content, kind, most, "there are more than %zu records %s", most,
			content_records[kind]->word);
}

void content_check(struct content *content)
{
	if (!content_check_version(content))
		return;
	content_check_vaults(content);
	if (check_game(content)) {
		check_monsters(content);
		content_check_levels(content);
	}
	check_count(content, RECORD_TERRAIN, TERRAINS_MAX);
	check_count(content, RECORD_FLAVOUR, FLAVOURS_MAX);
	content_check_items(content);
	check_retellings(content);
	check_count(content, RECORD_HANDICAP, HANDICAP_KINDS_MAX);
	check_handicaps(content);
	check_count(content, RECORD_ACHIEVEMENT, ACHIEVEMENTS_MAX);
	content_check_achievements(content);
	check_count(content, RECORD_SPELL, SPELLS_KNOWN_MAX);
	check_count(content, RECORD_TALENT, TALENTS_KNOWN_MAX);
	content_check_magic(content);
	content_check_words(content);
}
