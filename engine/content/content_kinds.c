/*
 * The list of the kinds of records, and the kinds that concern the whole game: game, quest, call,
 * word and pack.
 *
 * To give a kind a new property, add it to its struct and a row to the list of its fields.
 */
#include "engine/content/content_fields.h"

#include "engine/base/limits.h"

/* clang-format off */

/* ---- game ---- */

static const struct game_kind game_defaults = {
	.name = "",
	.terrain = {
#define ROW(name) .name = KIND_NONE,
	CONTENT_TERRAINS(ROW)
#undef ROW
#define ROW(name, otherwise) .name = KIND_NONE,
	CONTENT_SEPARATORS(ROW)
#undef ROW
	},
	.receiver = KIND_NONE, .gold = KIND_NONE, .thrown = KIND_NONE, .mana = 10, .mana_a_level = 3,
};

static const struct field game_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(game_kind, name), .most = 32, .help = "name of the game"},
	{"hero", FIELD_APPEARANCE, REQUIRED, AT(game_kind, hero), .help = "appearance of the hero"},
	{"unseen", FIELD_APPEARANCE, REQUIRED, AT(game_kind, unseen),
		.help = "appearance of a creature that is noticed but not seen"},
	{"goal-depth", FIELD_BYTE, OPTIONAL, AT(game_kind, goal_depth), .least = 1, .most = 26,
		.help = "depth of the goal (default: last-depth)"},
	{"last-depth", FIELD_BYTE, REQUIRED, AT(game_kind, last_depth), .least = 1, .most = 26,
		.help = "depth where the stairs end; at least goal-depth"},
	{"receiver", FIELD_REFERENCE, REQUIRED, AT(game_kind, receiver), .target = RECORD_ITEM,
		.help = "the item to carry home"},
	{"gold", FIELD_REFERENCE, REQUIRED, AT(game_kind, gold), .target = RECORD_ITEM,
		.help = "the item that counts as money"},
	{"thrown", FIELD_REFERENCE, REQUIRED, AT(game_kind, thrown), .target = RECORD_FLIGHT,
		.help = "flight of items without a flight of their own"},
	{"start", FIELD_REFERENCES, OPTIONAL, COUNTED(game_kind, start, start_count),
		.most = START_ITEMS_MAX, .target = RECORD_ITEM,
		.help = "the hero's items at birth; the first weapon and armour are in use"},
	{"health", FIELD_NUMBER, REQUIRED, AT(game_kind, health), .least = 1, .most = 1000,
		.help = "health at level 1"},
	{"health-a-level", FIELD_NUMBER, REQUIRED, AT(game_kind, health_a_level), .least = 0,
		.most = 100,
		.help = "health gained with each later level"},
	{"mana", FIELD_NUMBER, OPTIONAL, AT(game_kind, mana), .least = 0, .most = 1000,
		.help = "mana at level 1 (default 10)"},
	{"mana-a-level", FIELD_NUMBER, OPTIONAL, AT(game_kind, mana_a_level), .least = 0, .most = 100,
		.help = "mana gained with each later level (default 3); a game in which both are 0 "
			"has no mana and shows none"},
	{"might", FIELD_NUMBER, REQUIRED, AT(game_kind, might), .least = 1, .most = 100,
		.help = "the hero's might at birth"},
	{"levels-a-might", FIELD_NUMBER, OPTIONAL, AT(game_kind, levels_a_might), .least = 0,
		.most = 100,
		.help = "levels for each point of might gained (default 0: might never grows)"},
	{"accuracy", FIELD_NUMBER, REQUIRED, AT(game_kind, accuracy), .least = 1, .most = 200,
		.help = "chance to hit in percent, before the target's guard"},
	{"food", FIELD_NUMBER, REQUIRED, AT(game_kind, food), .least = 1, .most = BODY_FOOD_MOST,
		.help = "turns until starving, at birth"},
	{"food-a-depth", FIELD_NUMBER, REQUIRED, AT(game_kind, food_a_depth), .least = 0,
		.most = 30000,
		.help = "turns of food placed on each depth"},
#define TERRAIN(word, member) \
	{word, FIELD_REFERENCE, REQUIRED, AT(game_kind, terrain.member), .target = RECORD_TERRAIN, \
		.help = "the terrain in that role"}
	TERRAIN("rock", rock), TERRAIN("floor", floor), TERRAIN("corridor", corridor),
	TERRAIN("wall-horizontal", wall_horizontal), TERRAIN("wall-vertical", wall_vertical),
	TERRAIN("corner-tl", corner_tl), TERRAIN("corner-tr", corner_tr),
	TERRAIN("corner-bl", corner_bl), TERRAIN("corner-br", corner_br),
	TERRAIN("opening", opening), TERRAIN("door-closed", door_closed),
	TERRAIN("door-open", door_open),
	TERRAIN("door-secret-horizontal", door_secret_horizontal),
	TERRAIN("door-secret-vertical", door_secret_vertical),
	TERRAIN("stairs-up", stairs_up), TERRAIN("stairs-down", stairs_down),
	TERRAIN("grave", grave),
#undef TERRAIN
#define TERRAIN(word, member) \
	{word, FIELD_REFERENCE, OPTIONAL, AT(game_kind, terrain.member), .target = RECORD_TERRAIN, \
		.help = "where walls meet (default: a plain wall)"}
	TERRAIN("tee-l", tee_l), TERRAIN("tee-r", tee_r), TERRAIN("tee-t", tee_t),
	TERRAIN("tee-b", tee_b), TERRAIN("cross", cross),
	TERRAIN("pillar", pillar),
#undef TERRAIN
};
_Static_assert(COUNT(game_fields) <= 64,
	"struct parsing marks the fields that it has seen in 64 bits");

const struct record_row content_kind_game =
	KIND("game", game_kind, game, "the record that joins all the others; a pack has one", NULL);

/* ---- quest, call ---- */

static const struct quest_kind quest_defaults = {
	.name = "", .text = "", .call = "", .done = "", .depth_low = 1, .depth_high = 12,
	.weight = 10, .thing = KIND_NONE, .body = KIND_NONE, .reward = KIND_NONE, .rewards = 1,
};

static const struct field quest_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(quest_kind, name), .most = 40,
		.help = "its name in the list of quests"},
	{"text", FIELD_SENTENCE, REQUIRED, AT(quest_kind, text), .most = 160,
		.help = "the task, as a sentence"},
	{"call", FIELD_SENTENCE, REQUIRED, AT(quest_kind, call), .most = 110,
		.help = "shown on arrival on its level"},
	{"done", FIELD_SENTENCE, REQUIRED, AT(quest_kind, done), .most = 110,
		.help = "shown when it is done"},
	{"depth", FIELD_DEPTHS, REQUIRED, AT(quest_kind, depth_low), .least = 1, .most = 26,
		.help = "depths of its room; each run uses one of them"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(quest_kind, weight), .least = 0, .most = 1000,
		.help = "how common (default 10)"},
	{"vaults", FIELD_REFERENCES, REQUIRED, COUNTED(quest_kind, vaults, vault_count),
		.most = QUEST_VAULTS_MAX, .target = RECORD_VAULT,
		.help = "its room; the first that can be placed is used"},
	{"wants", FIELD_WANTS, REQUIRED, AT(quest_kind, wants), .help = "the deed that completes it"},
	{"reward", FIELD_REFERENCE, OPTIONAL, AT(quest_kind, reward), .target = RECORD_ITEM,
		.help = "the item that the hero gets for it (default: none)"},
	{"rewards", FIELD_BYTE, OPTIONAL, AT(quest_kind, rewards), .least = 1, .most = 9,
		.help = "number of reward items, if they stack (default 1)"},
};

static const struct call_kind call_defaults = {.text = "", .depth_low = 1, .depth_high = 26};

static const struct field call_fields[] = {
	{"says", FIELD_SENTENCE, REQUIRED, AT(call_kind, text), .most = 320, .help = "the words"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(call_kind, depth_low), .least = 1, .most = 26,
		.help = "depths where it is heard (default: everywhere)"},
};

const struct record_row content_kind_quest =
	KIND("quest", quest_kind, quest, "a side quest", NULL);
const struct record_row content_kind_call =
	KIND("call", call_kind, call, "a text that terrain with the flag calls says", NULL);

/* ---- word ---- */

static const struct choice roles[] = {
#define ROW(id, word) {word, COLOUR_ROLE_##id},
	ENGINE_ROLES(ROW)
#undef ROW
	{NULL, 0},
};

static const struct word_kind word_defaults = {.text = "", .role = COLOUR_ROLE_TEXT};

static const struct field word_fields[] = {
	{"text", FIELD_SENTENCE, OPTIONAL, AT(word_kind, text), .most = 400,
		.help = "the sentence; usually on the record's first line"},
	{"|", FIELD_ROWS, REPEATED, AT(word_kind, text), .most = ROWS_MOST,
		.help = "the text in rows, for drawings and pages"},
	{"role", FIELD_CHOICE, OPTIONAL, AT(word_kind, role), .choices = roles,
		.help = "colour of the whole text (default text)"},
};

const struct record_row content_kind_word = KIND("word", word_kind, word,
	"a sentence of the game; the manual of words lists the ids", "text");

/* ---- pack ---- */

static const struct pack_kind pack_defaults = {.version = 0};

static const struct field pack_fields[] = {
	{"content-version", FIELD_BYTE, REQUIRED, AT(pack_kind, version), .least = 1, .most = 255,
		.help = "the content version for which the pack was written"},
};

const struct record_row content_kind_pack = KIND("pack", pack_kind, pack,
	"facts about the whole directory; at most one", NULL);

/* ---- The kinds ---- */

const struct record_row *const content_records[RECORD_KIND_COUNT] = {
	[RECORD_GAME] = &content_kind_game,
	[RECORD_PACK] = &content_kind_pack,
	[RECORD_TERRAIN] = &content_kind_terrain,
	[RECORD_MONSTER] = &content_kind_monster,
	[RECORD_ITEM] = &content_kind_item,
	[RECORD_FLAVOUR] = &content_kind_flavour,
	[RECORD_LEVEL] = &content_kind_level,
	[RECORD_CLOUD] = &content_kind_cloud,
	[RECORD_FLIGHT] = &content_kind_flight,
	[RECORD_AFFIX] = &content_kind_affix,
	[RECORD_SPELL] = &content_kind_spell,
	[RECORD_TALENT] = &content_kind_talent,
	[RECORD_VAULT] = &content_kind_vault,
	[RECORD_QUEST] = &content_kind_quest,
	[RECORD_CALL] = &content_kind_call,
	[RECORD_PLOT] = &content_kind_plot,
	[RECORD_TALK] = &content_kind_talk,
	[RECORD_RETELLING] = &content_kind_retelling,
	[RECORD_HANDICAP] = &content_kind_handicap,
	[RECORD_ACHIEVEMENT] = &content_kind_achievement,
	[RECORD_WORD] = &content_kind_word,
};
