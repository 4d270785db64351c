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
	{"glyph", FIELD_APPEARANCE, REQUIRED, AT(terrain_kind, appearance),
		.help = "its appearance; a shape is drawn where the charset has it"},
	{"look", FIELD_SENTENCE, OPTIONAL, AT(terrain_kind, description), .most = 160,
		.help = "shown when the player looks at it"},
	{"worked", FIELD_SENTENCE, OPTIONAL, AT(terrain_kind, worked), .most = 110,
		.help = "shown when the hero works it by walking into it (change pull)"},
	{"offers", FIELD_NAME, OPTIONAL, AT(terrain_kind, offers), .most = 50,
		.help = "the service that it sells, as in \"names what you carry\""},
	{"flags", FIELD_FLAGS, OPTIONAL, AT(terrain_kind, flags), .choices = terrain_flags,
		.help = "its flags: what may pass, and other properties"},
	{"light", FIELD_BYTE, OPTIONAL, AT(terrain_kind, light), .least = 1, .most = 9,
		.help = "radius in cells of its light (default 0)"},
	{"sound", FIELD_CHOICE, OPTIONAL, AT(terrain_kind, sound), .choices = sounds,
		.help = "a sound heard near it while it is out of sight (default: none)"},
	{"change", FIELD_CHANGE, REPEATED, COUNTED(terrain_kind, changes, change_count),
		.most = CHANGES_MAX, .target = RECORD_TERRAIN,
		.help = "the terrain into which a cause turns it; the first change that is possible applies"},
	{"hazard", FIELD_HAZARD, REPEATED, COUNTED(terrain_kind, hazards, hazard_count),
		.most = HAZARDS_MAX, .choices = content_traits,
		.help = "its effect on creatures that enter or stay; those with one of the traits are exempt"},
	{"spreads", FIELD_SPREADS, OPTIONAL, AT(terrain_kind, spread_trigger),
		.help = "the cause that it applies to its four neighbours each turn, and how likely"},
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
	{"glyph", FIELD_APPEARANCE, REQUIRED, AT(cloud_kind, appearance), .help = "its appearance"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(cloud_kind, description), .most = 160,
		.help = "shown when the player looks at it"},
	{"decay", FIELD_BYTE, OPTIONAL, AT(cloud_kind, decay), .least = 0, .most = 100,
		.help = "percent lost each turn (default 10); with 100 it acts in one turn only"},
	{"breath", FIELD_EFFECT, REPEATED, COUNTED(cloud_kind, breaths, breath_count),
		.most = BREATHS_MAX,
		.help = "its effect each turn on creatures in it"},
	{"touches", FIELD_SPREADS, OPTIONAL, AT(cloud_kind, touch_trigger),
		.help = "the cause that it applies to the ground under it each turn, and how likely"},
	{"blast", FIELD_EFFECT, REPEATED, COUNTED(cloud_kind, blasts, blast_count),
		.most = BREATHS_MAX,
		.help = "its effect in each of its cells when fire sets it off"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = cloud_traits,
		.help = "opaque: blocks sight; dark: absorbs light; burns: fire sets it off; "
			"harmful: creatures avoid it"},
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
		.help = "its name in the status line"},
	{"arrival", FIELD_SENTENCE, REQUIRED, AT(level_kind, arrival), .most = 110,
		.help = "shown on first arrival at its first depth"},
	{"depth", FIELD_DEPTHS, REQUIRED, AT(level_kind, depth_low), .least = 1, .most = 26,
		.help = "depths where it is used"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(level_kind, weight), .least = 0, .most = 1000,
		.help = "how common among the kinds of a depth (default 10)"},
	{"generator", FIELD_CHOICE, REQUIRED, AT(level_kind, generator), .choices = generators,
		.help = "the generator that makes it"},
	{"size", FIELD_SIZE, OPTIONAL, AT(level_kind, width), .least = 10, .most = LEVEL_WIDTH_MAX,
		.help = "width and height in cells (default 80x21)"},
	{"grid", FIELD_SIZE, OPTIONAL, AT(level_kind, grid_width), .least = 1, .most = 12,
		.help = "rooms across and down (default 3x3)"},
	{"caves", FIELD_BYTE, OPTIONAL, AT(level_kind, cave_percent), .least = 0, .most = 100,
		.help = "percent of rooms of a grid that are caves (default 0)"},
	{"shapes", FIELD_BYTE, OPTIONAL, AT(level_kind, shape_percent), .least = 0, .most = 100,
		.help = "percent of rooms of a grid that are not rectangular (default 0)"},
	{"dark", FIELD_BYTE, OPTIONAL, AT(level_kind, dark_percent), .least = 0, .most = 100,
		.help = "percent of rooms without light (default 10)"},
	{"secret", FIELD_BYTE, OPTIONAL, AT(level_kind, secret_percent), .least = 0, .most = 100,
		.help = "percent of extra doors that are hidden (default 5)"},
	{"doors", FIELD_BYTE, OPTIONAL, AT(level_kind, door_percent), .least = 0, .most = 100,
		.help = "percent of openings with a door (default 60)"},
	{"monsters", FIELD_DICE, OPTIONAL, AT(level_kind, monsters),
		.help = "groups of monsters (default 2d3+1)"},
	{"items", FIELD_DICE, OPTIONAL, AT(level_kind, items),
		.help = "items placed by chance (default 1d3+2)"},
	{"coins", FIELD_DICE, OPTIONAL, AT(level_kind, gold),
		.help = "heaps of gold (default 1d3)"},
	{"vaults", FIELD_DICE, OPTIONAL, AT(level_kind, vaults),
		.help = "vaults placed by chance (default 1d2)"},
	{"feature", FIELD_FEATURE, REPEATED, COUNTED(level_kind, features, feature_count),
		.most = FEATURES_MAX,
		.help = "patches of a terrain in its rooms: how many, and how many cells each has "
			"(default 1)"},
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
		.help = "its name for authors; players never see it"},
	{"feeling", FIELD_SENTENCE, OPTIONAL, AT(vault_kind, feeling), .most = 110,
		.help = "shown on arrival on a level that has it"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(vault_kind, depth_low), .least = 1, .most = 26,
		.help = "depths where it is used (default: everywhere)"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(vault_kind, weight), .least = 0, .most = 1000,
		.help = "how common among vaults of the same use (default 10)"},
	{"use", FIELD_CHOICE, OPTIONAL, AT(vault_kind, use), .choices = vault_uses,
		.help = "why it is placed (default chance)"},
	{"levels", FIELD_REFERENCES, OPTIONAL, COUNTED(vault_kind, levels, level_count),
		.most = VAULT_LEVELS_MAX, .target = RECORD_LEVEL,
		.help = "kinds of level that may have it (default: all)"},
	{"legend", FIELD_LEGEND, REPEATED, COUNTED(vault_kind, legends, legend_count),
		.most = LEGENDS_MAX, .target = RECORD_TERRAIN,
		.help = "the meaning of a symbol of its map"},
	{"sends", FIELD_REFERENCES, OPTIONAL, COUNTED(vault_kind, sends, sends_count),
		.most = SENDS_MAX, .target = RECORD_ITEM,
		.help = "items placed elsewhere on the level, such as its keys"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = vault_traits,
		.help = "lit: it is lit; upright: it is never turned or mirrored"},
	{"|", FIELD_ROWS, REPEATED, AT(vault_kind, map), .most = 1900,
		.help = "its map: # wall, . floor, + door, ' opening, \" secret door, blank unchanged, "
			"others by the legend; one + ' or \" on its edge is the entrance"},
};
_Static_assert(COUNT(vault_fields) <= 64,
	"struct parsing marks the fields that it has seen in 64 bits");

const struct record_row content_kind_vault =
	KIND("vault", vault_kind, vault, "a piece of a level that was drawn by hand", NULL);
