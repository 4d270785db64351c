/* The kinds of places: terrain, gas, levels and vaults. */
#include "engine/content/content_fields.h"
#include "engine/base/limits.h"

/* clang-format off */

/* ---- terrain ---- */

static const struct choice terrain_flags[] = {
#define ROW(id, word) {word, TERRAIN_##id},
	TERRAIN_FLAGS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct choice sounds[] = {
#define ROW(id, word, hero, others, every, help) {word, SOUND_##id},
	ENGINE_SOUNDS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct terrain_kind terrain_defaults = {.name = "", .description = "", .worked = "",
	.offers = "", .sound = SOUND_COUNT};

static const struct field terrain_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(terrain_kind, name), .most = 40,
		.help = "as in \"a closed door\", article and all"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(terrain_kind, appearance),
		.help = "how it looks; a shape is drawn where the charset has it"},
	{"look", FIELD_SENTENCE, OPTIONAL, AT(terrain_kind, description), .most = 160,
		.help = "shown when the player looks at it"},
	{"worked", FIELD_SENTENCE, OPTIONAL, AT(terrain_kind, worked), .most = 110,
		.help = "shown when the hero works it by walking into it (change pull)"},
	{"offers", FIELD_NAME, OPTIONAL, AT(terrain_kind, offers), .most = 50,
		.help = "the service that it sells, as in \"names what you carry\""},
	{"flags", FIELD_FLAGS, OPTIONAL, AT(terrain_kind, flags), .choices = terrain_flags,
		.help = "flags: who or what may pass, and its other properties"},
	{"light", FIELD_BYTE, OPTIONAL, AT(terrain_kind, light), .least = 1, .most = 9,
		.help = "cells that it lights about it"},
	{"sound", FIELD_CHOICE, OPTIONAL, AT(terrain_kind, sound), .choices = sounds,
		.help = "heard near by as long as it is there and not in sight"},
	{"change", FIELD_CHANGE, REPEATED, COUNTED(terrain_kind, changes, change_count),
		.most = CHANGES_MAX, .target = RECORD_TERRAIN,
		.help = "the terrain that a cause turns it into; the first possible one applies"},
	{"hazard", FIELD_HAZARD, REPEATED, COUNTED(terrain_kind, hazards, hazard_count),
		.most = HAZARDS_MAX, .choices = content_traits,
		.help = "its effect on everybody who enters or stays, except bodies with a trait"},
	{"spreads", FIELD_SPREADS, OPTIONAL, AT(terrain_kind, spread_trigger),
		.help = "the cause that reaches its four neighbours each turn, and how likely"},
};

const struct record_row content_kind_terrain =
	KIND("terrain", terrain_kind, terrain, "the ground of a cell", NULL);

/* ---- cloud ---- */

static const struct choice cloud_traits[] = {
	{"opaque", offsetof(struct cloud_kind, opaque)},
	{"dark", offsetof(struct cloud_kind, dark)},
	{"burns", offsetof(struct cloud_kind, burns)},
	{"harmful", offsetof(struct cloud_kind, harmful)},
	{NULL, 0},
};

static const struct cloud_kind cloud_defaults = {.name = "", .description = "", .decay = 10};

static const struct field cloud_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(cloud_kind, name), .most = 32,
		.help = "as in \"killed by green gas\", article and all"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(cloud_kind, appearance), .help = "how it looks"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(cloud_kind, description), .most = 160,
		.help = "shown when the player looks at it"},
	{"decay", FIELD_BYTE, OPTIONAL, AT(cloud_kind, decay), .least = 0, .most = 100,
		.help = "percent that is lost each turn; 10 unless told"},
	{"breath", FIELD_EFFECT, REPEATED, COUNTED(cloud_kind, breaths, breath_count),
		.most = BREATHS_MAX,
		.help = "its effect each turn on everybody who stands in it"},
	{"touches", FIELD_SPREADS, OPTIONAL, AT(cloud_kind, touch_trigger),
		.help = "the cause that reaches the ground under it each turn, and how likely"},
	{"blast", FIELD_EFFECT, REPEATED, COUNTED(cloud_kind, blasts, blast_count),
		.most = BREATHS_MAX,
		.help = "its effect in each of its cells when fire sets it off"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = cloud_traits,
		.help = "opaque: not seen through; dark: no light within; burns: fire sets it off; "
			"harmful: to be kept out of"},
};

const struct record_row content_kind_cloud =
	KIND("cloud", cloud_kind, cloud, "a kind of gas", NULL);

/* ---- level ---- */

static const struct choice generators[] = {
#define ROW(id, function, word, width, height) {word, GENERATOR_##id},
	CONTENT_GENERATORS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct level_kind level_defaults = {
#define ROW(name, help) .name = KIND_NONE,
	LEVEL_MATERIALS(ROW)
#undef ROW
	.name = "", .arrival = "", .weight = 10, .width = 80, .height = 21, .grid_width = 3,
	.grid_height = 3, .dark_percent = 10, .secret_percent = 5, .door_percent = 60,
	.monsters = {2, 3, 1}, .items = {1, 3, 2}, .gold = {1, 3, 0}, .vaults = {1, 2, 0},
};

static const struct field level_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(level_kind, name), .most = 24,
		.help = "of the place, for the status line"},
	{"arrival", FIELD_SENTENCE, REQUIRED, AT(level_kind, arrival), .most = 110,
		.help = "shown when its first depth is first entered"},
	{"depth", FIELD_DEPTHS, REQUIRED, AT(level_kind, depth_low), .least = 1, .most = 26,
		.help = "where it is"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(level_kind, weight), .least = 0, .most = 1000,
		.help = "among the kinds of a depth; 10 unless told"},
	{"generator", FIELD_CHOICE, REQUIRED, AT(level_kind, generator), .choices = generators,
		.help = "how it is made"},
	{"size", FIELD_SIZE, OPTIONAL, AT(level_kind, width), .least = 10, .most = LEVEL_WIDTH_MAX,
		.help = "80x21 unless told"},
	{"grid", FIELD_SIZE, OPTIONAL, AT(level_kind, grid_width), .least = 1, .most = 12,
		.help = "rooms across and down; 3x3 unless told"},
	{"caves", FIELD_BYTE, OPTIONAL, AT(level_kind, cave_percent), .least = 0, .most = 100,
		.help = "percent of rooms of a grid that are caves; 0 unless told"},
	{"shapes", FIELD_BYTE, OPTIONAL, AT(level_kind, shape_percent), .least = 0, .most = 100,
		.help = "percent of rooms of a grid that are no rectangles; 0 unless told"},
	{"dark", FIELD_BYTE, OPTIONAL, AT(level_kind, dark_percent), .least = 0, .most = 100,
		.help = "percent of rooms without light; 10 unless told"},
	{"secret", FIELD_BYTE, OPTIONAL, AT(level_kind, secret_percent), .least = 0, .most = 100,
		.help = "percent of extra doors that are hidden; 5 unless told"},
	{"doors", FIELD_BYTE, OPTIONAL, AT(level_kind, door_percent), .least = 0, .most = 100,
		.help = "percent of openings with a door; 60 unless told"},
	{"monsters", FIELD_DICE, OPTIONAL, AT(level_kind, monsters),
		.help = "groups that live there; 2d3+1 unless told"},
	{"items", FIELD_DICE, OPTIONAL, AT(level_kind, items),
		.help = "things that lie there by chance; 1d3+2 unless told"},
	{"coins", FIELD_DICE, OPTIONAL, AT(level_kind, gold),
		.help = "heaps of gold; 1d3 unless told"},
	{"vaults", FIELD_DICE, OPTIONAL, AT(level_kind, vaults),
		.help = "vaults that it has by chance; 1d2 unless told"},
	{"feature", FIELD_FEATURE, REPEATED, COUNTED(level_kind, features, feature_count),
		.most = FEATURES_MAX,
		.help = "patches of a terrain in its rooms: how many, and how many cells each has; "
			"1 unless told"},
#define ROW(name, help_text) {#name, FIELD_REFERENCE, OPTIONAL, AT(level_kind, name), \
	.target = RECORD_TERRAIN, .help = help_text},
	LEVEL_MATERIALS(ROW)
#undef ROW
};

const struct record_row content_kind_level =
	KIND("level", level_kind, level, "a kind of level", NULL);

/* ---- vault ---- */

static const struct choice vault_uses[] = {
#define ROW(id, word) {word, VAULT_##id},
	CONTENT_VAULT_USES(ROW)
#undef ROW
	{NULL, 0},
};

static const struct choice vault_traits[] = {
	{"lit", offsetof(struct vault_kind, lit)},
	{"upright", offsetof(struct vault_kind, upright)},
	{NULL, 0},
};

static const struct vault_kind vault_defaults = {
	.name = "", .map = "", .feeling = "", .depth_low = 1, .depth_high = 26, .weight = 10,
};

static const struct field vault_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(vault_kind, name), .most = 40,
		.help = "for those who write levels; no player sees it"},
	{"feeling", FIELD_SENTENCE, OPTIONAL, AT(vault_kind, feeling), .most = 110,
		.help = "shown on arrival on a level that has it"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(vault_kind, depth_low), .least = 1, .most = 26,
		.help = "where it is; everywhere unless told"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(vault_kind, weight), .least = 0, .most = 1000,
		.help = "how common among those of its use; 10 unless told"},
	{"use", FIELD_CHOICE, OPTIONAL, AT(vault_kind, use), .choices = vault_uses,
		.help = "why it is laid; by chance unless told"},
	{"levels", FIELD_REFERENCES, OPTIONAL, COUNTED(vault_kind, levels, level_count),
		.most = VAULT_LEVELS_MAX, .target = RECORD_LEVEL,
		.help = "the kinds of level that may have it; all unless told"},
	{"legend", FIELD_LEGEND, REPEATED, COUNTED(vault_kind, legends, legend_count),
		.most = LEGENDS_MAX, .target = RECORD_TERRAIN,
		.help = "the meaning of a symbol of its map"},
	{"sends", FIELD_REFERENCES, OPTIONAL, COUNTED(vault_kind, sends, sends_count),
		.most = SENDS_MAX, .target = RECORD_ITEM,
		.help = "things that lie elsewhere on the level, as its keys"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = vault_traits,
		.help = "lit: there is light; upright: is never turned or mirrored"},
	{"|", FIELD_ROWS, REPEATED, AT(vault_kind, map), .most = 1900,
		.help = "its map: # wall, . floor, + door, ' opening, \" secret door, blank as it "
			"is, others by the legend; one + ' or \" on its edge is the way in"},
};
_Static_assert(COUNT(vault_fields) <= 64,
	"struct parsing marks the fields that it has seen in 64 bits");

const struct record_row content_kind_vault =
	KIND("vault", vault_kind, vault, "a piece of a level that was drawn by hand", NULL);
