/*
 * The kinds of records and their fields: one row a field parses it, refuses it and prints its
 * manual.
 *
 * To give a kind a new property, add it to its struct and a row here.
 */
#include "engine/content/content_private.h"
#include "engine/map/level.h"

/* Fields by type: where it goes, and what bounds it. */
#define AT(type, member) .offset = offsetof(struct type, member)
#define COUNTED(type, member, count)                                                               \
	.offset = offsetof(struct type, member), .count_offset = offsetof(struct type, count)
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* clang-format off */

/* ---- game ---- */

static const struct game_kind game_defaults = {
	.name = "",
	.terrain = {
#define ROW(name) .name = KIND_NONE,
	CONTENT_TERRAINS(ROW)
#undef ROW
#define ROW(name, otherwise) .name = KIND_NONE,
	CONTENT_JOINTS(ROW)
#undef ROW
	},
	.receiver = KIND_NONE, .gold = KIND_NONE, .thrown = KIND_NONE,
};

static const struct field game_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(game_kind, name), .most = 32, .help = "of the game"},
	{"hero", FIELD_LOOK, REQUIRED, AT(game_kind, hero), .help = "how the player's hero looks"},
	{"unseen", FIELD_LOOK, REQUIRED, AT(game_kind, unseen), .help = "how something looks that is noticed but not seen"},
	{"goal-depth", FIELD_BYTE, OPTIONAL, AT(game_kind, goal_depth), .least = 1, .most = 26, .help = "where the goal is; where the stairs end unless told"},
	{"last-depth", FIELD_BYTE, REQUIRED, AT(game_kind, last_depth), .least = 1, .most = 26, .help = "where the stairs end, there or further down"},
	{"receiver", FIELD_REFERENCE, REQUIRED, AT(game_kind, receiver), .target = RECORD_ITEM, .help = "the thing to carry home"},
	{"gold", FIELD_REFERENCE, REQUIRED, AT(game_kind, gold), .target = RECORD_ITEM, .help = "the thing that counts as money"},
	{"thrown", FIELD_REFERENCE, REQUIRED, AT(game_kind, thrown), .target = RECORD_FLIGHT, .help = "how things fly that have no flight of their own"},
	{"start", FIELD_REFERENCES, OPTIONAL, COUNTED(game_kind, start, start_count), .most = START_ITEMS_MAX, .target = RECORD_ITEM,
		.help = "what the hero begins with; the first weapon and armour are in use"},
	{"health", FIELD_NUMBER, REQUIRED, AT(game_kind, health), .least = 1, .most = 1000, .help = "at level 1"},
	{"health-a-level", FIELD_NUMBER, REQUIRED, AT(game_kind, health_a_level), .least = 0, .most = 100, .help = "more for each level after"},
	{"might", FIELD_NUMBER, REQUIRED, AT(game_kind, might), .least = 1, .most = 100, .help = "what the hero can carry into a fight"},
	{"levels-a-might", FIELD_NUMBER, OPTIONAL, AT(game_kind, levels_a_might), .least = 0, .most = 100, .help = "levels gained for each point more of it; 0: it stays as it is"},
	{"accuracy", FIELD_NUMBER, REQUIRED, AT(game_kind, accuracy), .least = 1, .most = 200, .help = "in percent, before the other's guard"},
	{"food", FIELD_NUMBER, REQUIRED, AT(game_kind, food), .least = 1, .most = 30000, .help = "turns until starving, at the start"},
	{"food-a-depth", FIELD_NUMBER, REQUIRED, AT(game_kind, food_a_depth), .least = 0, .most = 30000, .help = "turns of food that each depth deals"},
#define TERRAIN(word, member) \
	{word, FIELD_REFERENCE, REQUIRED, AT(game_kind, terrain.member), .target = RECORD_TERRAIN, .help = "the terrain of that role"}
	TERRAIN("rock", rock), TERRAIN("floor", floor), TERRAIN("corridor", corridor),
	TERRAIN("wall-horizontal", wall_horizontal), TERRAIN("wall-vertical", wall_vertical),
	TERRAIN("corner-tl", corner_tl), TERRAIN("corner-tr", corner_tr), TERRAIN("corner-bl", corner_bl), TERRAIN("corner-br", corner_br),
	TERRAIN("opening", opening), TERRAIN("door-closed", door_closed), TERRAIN("door-open", door_open),
	TERRAIN("door-secret-horizontal", door_secret_horizontal), TERRAIN("door-secret-vertical", door_secret_vertical),
	TERRAIN("stairs-up", stairs_up), TERRAIN("stairs-down", stairs_down), TERRAIN("grave", grave),
#undef TERRAIN
#define TERRAIN(word, member) \
	{word, FIELD_REFERENCE, OPTIONAL, AT(game_kind, terrain.member), .target = RECORD_TERRAIN, .help = "where walls meet; a plain wall unless told"}
	TERRAIN("tee-l", tee_l), TERRAIN("tee-r", tee_r), TERRAIN("tee-t", tee_t), TERRAIN("tee-b", tee_b), TERRAIN("cross", cross),
	TERRAIN("pillar", pillar),
#undef TERRAIN
};
_Static_assert(COUNT(game_fields) <= 64, "struct parsing marks the fields that it has seen in 64 bits");

/* ---- terrain ---- */

static const struct choice traits[] = {
#define ROW(id, word, help) {word, TRAIT_##id},
	ENGINE_TRAITS(ROW)
#undef ROW
	{NULL, 0},
};

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

static const struct terrain_kind terrain_defaults = {.name = "", .look_text = "", .worked = "", .offers = "", .sound = SOUND_COUNT};

static const struct field terrain_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(terrain_kind, name), .most = 40, .help = "as in \"a closed door\", article and all"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(terrain_kind, look), .help = "how it looks; a shape is drawn where the charset has it"},
	{"look", FIELD_SENTENCE, OPTIONAL, AT(terrain_kind, look_text), .most = 160, .help = "what is told when it is looked at"},
	{"worked", FIELD_SENTENCE, OPTIONAL, AT(terrain_kind, worked), .most = 110, .help = "what is told when walking into it works it (change pull)"},
	{"offers", FIELD_NAME, OPTIONAL, AT(terrain_kind, offers), .most = 50, .help = "what it does for its gold, as in \"names what you carry\""},
	{"flags", FIELD_FLAGS, OPTIONAL, AT(terrain_kind, flags), .choices = terrain_flags, .help = "what passes, and what it is"},
	{"light", FIELD_BYTE, OPTIONAL, AT(terrain_kind, light), .least = 1, .most = 9, .help = "cells that it lights about it"},
	{"sound", FIELD_CHOICE, OPTIONAL, AT(terrain_kind, sound), .choices = sounds, .help = "heard near by as long as it is there and not in sight"},
	{"change", FIELD_CHANGE, REPEATED, COUNTED(terrain_kind, changes, change_count), .most = CHANGES_MAX, .target = RECORD_TERRAIN,
		.help = "what a cause makes of it; the first that may happen does"},
	{"hazard", FIELD_HAZARD, REPEATED, COUNTED(terrain_kind, hazards, hazard_count), .most = HAZARDS_MAX, .choices = traits,
		.help = "what it does to whoever enters or stays, but to those with a trait"},
	{"spreads", FIELD_SPREADS, OPTIONAL, AT(terrain_kind, spread_cause), .help = "the cause that reaches its four neighbours each turn, and how likely"},
};

/* ---- monster ---- */

static const struct choice answers[] = {
#define ROW(id, word) {word, 1u << ANSWER_##id##_BIT},
	CREATURE_ANSWERS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct creature_kind monster_defaults = {
	.name = "", .look_text = "", .first_sight = "", .death_words = "",
	.weight = 10, .accuracy = 90, .speed = 100, .group_low = 1, .group_high = 1,
	.magic.cooldown = 6, .carries = KIND_NONE, .trap = KIND_NONE, .poses.item = KIND_NONE, .poses.terrain = KIND_NONE,
	.says.first = "", .says.hurt = "", .says.slain = "",
};

static const struct field monster_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(creature_kind, name), .most = 24, .help = "without an article; unlike any other"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(creature_kind, look), .help = "how it looks; no two monsters share a symbol"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(creature_kind, look_text), .most = 160, .help = "what is told when it is looked at"},
	{"first-sight", FIELD_SENTENCE, REQUIRED, AT(creature_kind, first_sight), .most = 110, .help = "what is told when its kind first comes into view"},
	{"death", FIELD_NAME, REQUIRED, AT(creature_kind, death_words), .most = 48, .help = "how a tombstone tells it: killed by a cave rat"},
	{"depth", FIELD_DEPTHS, REQUIRED, AT(creature_kind, depth_low), .least = 1, .most = 26, .help = "where it lives; it fades within five depths more"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(creature_kind, weight), .least = 0, .most = 1000, .help = "how common; 10 unless told, 0 never comes by itself"},
	{"hits", FIELD_DICE, REQUIRED, AT(creature_kind, hits), .help = "its health"},
	{"blow", FIELD_BLOW, REPEATED, COUNTED(creature_kind, blows, blow_count), .most = BLOWS_MAX,
		.help = "one of them each time, drawn evenly; what it does to you, and an effect on whom it hits"},
	{"accuracy", FIELD_NUMBER, OPTIONAL, AT(creature_kind, accuracy), .least = 10, .most = 200, .help = "90 unless told; each guard of the other takes 3"},
	{"guard", FIELD_NUMBER, OPTIONAL, AT(creature_kind, guard), .least = 0, .most = 30, .help = "0 unless told"},
	{"speed", FIELD_NUMBER, OPTIONAL, AT(creature_kind, speed), .least = 50, .most = 200, .help = "100 unless told; the hero has 100"},
	{"experience", FIELD_NUMBER, REQUIRED, AT(creature_kind, experience), .least = 0, .most = 10000, .help = "its weight when the natives of a depth share what they are worth"},
	{"group", FIELD_GROUP, OPTIONAL, AT(creature_kind, group_low), .least = 1, .most = 8, .help = "how many come together; 1 unless told"},
	{"instincts", FIELD_INSTINCTS, REQUIRED, COUNTED(creature_kind, instincts, instinct_count), .most = INSTINCTS_MAX,
		.help = "each turn the first of them that finds something to do acts"},
	{"light", FIELD_BYTE, OPTIONAL, AT(creature_kind, light), .least = 1, .most = 9, .help = "cells that it lights about it"},
	{"traits", FIELD_FLAGS, OPTIONAL, AT(creature_kind, traits), .choices = traits, .help = "what it is besides"},
	{"answers", FIELD_FLAGS, OPTIONAL, AT(creature_kind, answers), .choices = answers,
		.help = "what can be done about it, two at least; without any it is a body, which asks for health and guard"},
	{"spell", FIELD_EFFECT, REPEATED, COUNTED(creature_kind, magic.spells, magic.spell_count), .most = SPELLS_MAX, .help = "what it casts or summons (instincts cast, summon)"},
	{"casts", FIELD_REFERENCES, OPTIONAL, COUNTED(creature_kind, magic.casts, magic.cast_count), .most = SPELLS_MAX, .target = RECORD_SPELL,
		.help = "spells that it casts besides (instinct cast), aimed as they are"},
	{"cooldown", FIELD_BYTE, OPTIONAL, AT(creature_kind, magic.cooldown), .least = 1, .most = 100, .help = "turns between two spells or breaths; 6 unless told"},
	{"carries", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, carries), .target = RECORD_ITEM, .help = "what a native of its kind has on it; dropped when it is slain"},
	{"trap", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, trap), .target = RECORD_TERRAIN, .help = "what it leaves on plain ground (instinct lay-traps)"},
	{"poses-as", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, poses.item), .target = RECORD_ITEM, .help = "the thing that it is taken for (instinct mimic)"},
	{"poses-as-terrain", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, poses.terrain), .target = RECORD_TERRAIN, .help = "or the terrain"},
	{"says-first", FIELD_SENTENCE, OPTIONAL, AT(creature_kind, says.first), .most = 110, .help = "what is told when one in view first notices you"},
	{"says-hurt", FIELD_SENTENCE, OPTIONAL, AT(creature_kind, says.hurt), .most = 110, .help = "when it has lost half of its health, in view"},
	{"says-slain", FIELD_SENTENCE, OPTIONAL, AT(creature_kind, says.slain), .most = 110, .help = "when it is slain, in view"},
};
_Static_assert(COUNT(monster_fields) <= 64, "struct parsing marks the fields that it has seen in 64 bits");

/* ---- item ---- */

static const struct choice item_classes[] = {
	{"weapon", ITEM_WEAPON}, {"armour", ITEM_ARMOUR}, {"potion", ITEM_POTION}, {"scroll", ITEM_SCROLL},
	{"food", ITEM_FOOD}, {"gold", ITEM_GOLD}, {"receiver", ITEM_RECEIVER},
	{"wand", ITEM_WAND}, {"staff", ITEM_STAFF}, {"charm", ITEM_CHARM}, {"book", ITEM_BOOK}, {"tool", ITEM_TOOL},
	{"lamp", ITEM_LAMP}, {"letter", ITEM_LETTER}, {NULL, 0},
};

const char *content_class_word(unsigned class)
{
	for (const struct choice *choice = item_classes; choice->word != NULL; choice++)
		if ((unsigned)choice->value == class)
			return choice->word;
	return NULL;
}

static const struct choice flavour_classes[] = {
	{"potion", ITEM_POTION}, {"scroll", ITEM_SCROLL}, {"wand", ITEM_WAND}, {"staff", ITEM_STAFF}, {"charm", ITEM_CHARM}, {NULL, 0},
};

static const struct choice slots[] = {
#define ROW(id, word, most) {word, SLOT_##id},
	CONTENT_SLOTS(ROW)
#undef ROW
	{NULL, 0},
};

/* The same as bits, and weapons, which are worn nowhere. */
static const struct choice affix_slots[] = {
#define ROW(id, word, most) {word, 1u << SLOT_##id},
	CONTENT_SLOTS(ROW)
#undef ROW
	{"weapon", 1u << SLOT_WEAPON}, {"launcher", 1u << SLOT_LAUNCHER}, {NULL, 0},
};

static const struct choice causes[] = {
#define ROW(id, word, help) {word, CAUSE_##id},
	ENGINE_CAUSES(ROW)
#undef ROW
	{NULL, 0},
};

static const struct choice aims[] = {
#define ROW(id, word, help) {word, AIM_##id},
	CONTENT_AIMS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct choice paths[] = {
#define ROW(id, word, help) {word, PATH_##id},
	ENGINE_PATHS(ROW)
#undef ROW
	{NULL, 0},
};

/* The fields of what a thing in use, an affix or a talent gives. */
#define GIFTS(type) \
	{"bonus", FIELD_BONUS, REPEATED, AT(type, gifts), .most = BONUSES_MAX, .help = "while it is in use or known"}, \
	{"when", FIELD_OCCASION, REPEATED, AT(type, gifts), .most = OCCASIONS_MAX, .help = "what happens by itself, and how likely"}, \
	{"grants", FIELD_FLAGS, OPTIONAL, AT(type, gifts.grants), .choices = traits, .help = "what the hero is while it is in use or known"}

static const struct choice item_traits[] = {
	{"stacks", offsetof(struct item_kind, stacks)},
	{"harmful", offsetof(struct item_kind, harmful)},
	{"bursts", offsetof(struct item_kind, bursts)},
	{"digs", offsetof(struct item_kind, tool.digs)},
	{"burns", offsetof(struct item_kind, burns)},
	{"two-handed", offsetof(struct item_kind, weapon.two_handed)},
	{"opens", offsetof(struct item_kind, tool.opens)},
	{"crosses", offsetof(struct item_kind, tool.crosses)},
	{"heirloom", offsetof(struct item_kind, heirloom)},
	{"yours", offsetof(struct item_kind, yours)},
	{"artefact", offsetof(struct item_kind, artefact)},
	{NULL, 0},
};

static const struct item_kind item_defaults = {
	.name = "", .plural = "", .look_text = "",
	.depth_low = 1, .depth_high = 26, .weight = 10, .weapon.thrown = {1, 2, 0}, .count = {0, 0, 1}, .shot.flight = KIND_NONE,
	.shot.launches = KIND_NONE, .shot.ammunition = KIND_NONE, .gear.slot = SLOT_BODY, .use.range = 7, .path = PATH_COUNT,
	.tool.works = CAUSE_COUNT, .text = "",
};

static const struct field item_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(item_kind, name), .most = 32, .help = "of one, without an article; a capital makes it the only one"},
	{"plural", FIELD_NAME, OPTIONAL, AT(item_kind, plural), .most = 32, .help = "of several; needed when it stacks"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(item_kind, look), .help = "how it looks; a class may share its symbol, two classes may not"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(item_kind, look_text), .most = 200, .help = "what is told when it is looked at"},
	{"class", FIELD_CHOICE, REQUIRED, AT(item_kind, class), .choices = item_classes, .help = "what can be done with it"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(item_kind, depth_low), .least = 1, .most = 26, .help = "where it is found; everywhere unless told"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(item_kind, weight), .least = 0, .most = 1000, .help = "how common; 10 unless told, 0 is never found by chance"},
	{"damage", FIELD_DICE, OPTIONAL, AT(item_kind, weapon.damage), .help = "of a blow with it"},
	{"thrown", FIELD_DICE, OPTIONAL, AT(item_kind, weapon.thrown), .help = "damage when thrown; 1d2 unless told"},
	{"flight", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.flight), .target = RECORD_FLIGHT, .help = "how it flies when thrown; as most things do unless told"},
	{"launches", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.launches), .target = RECORD_FLIGHT, .help = "what it is made to shoot: how that flies"},
	{"ammunition", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.ammunition), .target = RECORD_FLIGHT, .help = "it is shot by what launches that"},
	{"fired", FIELD_DICE, OPTIONAL, AT(item_kind, shot.fired), .help = "damage when it is shot"},
	{"guard", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.guard), .least = -10, .most = 20, .help = "while in use"},
	{"might", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.might), .least = 0, .most = 30, .help = "that it takes; each that is missing costs 5 accuracy and 1 noise"},
	{"accuracy", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.accuracy), .least = -50, .most = 50, .help = "while in use"},
	{"food", FIELD_NUMBER, OPTIONAL, AT(item_kind, food), .least = 0, .most = 5000, .help = "turns that it feeds"},
	{"noise", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.noise), .least = -10, .most = 20, .help = "while in use, in cells"},
	{"light", FIELD_BYTE, OPTIONAL, AT(item_kind, light), .least = 1, .most = 9, .help = "cells that it lights about who has it in use"},
	{"count", FIELD_DICE, OPTIONAL, AT(item_kind, count), .help = "how many lie together; 1 unless told"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(item_kind, use.effects, use.effect_count), .most = EFFECTS_MAX, .help = "what it does, in order"},
	{"slot", FIELD_CHOICE, OPTIONAL, AT(item_kind, gear.slot), .choices = slots, .help = "where armour is worn; on the body unless told"},
	{"aim", FIELD_CHOICE, OPTIONAL, AT(item_kind, use.aim), .choices = aims, .help = "where its effects act; at whoever uses it unless told"},
	{"range", FIELD_BYTE, OPTIONAL, AT(item_kind, use.range), .least = 1, .most = 30, .help = "cells that its aim reaches; 7 unless told"},
	{"charges", FIELD_DICE, OPTIONAL, AT(item_kind, use.charges), .help = "that a wand or staff is found with"},
	{"rest", FIELD_NUMBER, OPTIONAL, AT(item_kind, use.rest), .least = 0, .most = 5000, .help = "turns until a charm serves again, or a staff has one charge more"},
	{"price", FIELD_NUMBER, OPTIONAL, AT(item_kind, price), .least = 0, .most = 10000, .help = "gold in a shop; 0 is never for sale"},
	{"works", FIELD_CHOICE, OPTIONAL, AT(item_kind, tool.works), .choices = causes, .help = "the cause that it brings to the next cell, as a tool"},
	{"text", FIELD_SENTENCE, OPTIONAL, AT(item_kind, text), .most = 400, .help = "what a letter says to who reads it"},
	{"path", FIELD_CHOICE, OPTIONAL, AT(item_kind, path), .choices = paths, .help = "whose choice it is"},
	{"teaches", FIELD_REFERENCES, OPTIONAL, COUNTED(item_kind, book.spells, book.count), .most = TEACHES_MAX, .target = RECORD_SPELL,
		.help = "the spells that are learned by reading it"},
	GIFTS(item_kind),
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = item_traits, .help = "bursts: breaks and acts where it lands; heirloom: may be chosen at birth; yours: named as one of your family's"},
};
_Static_assert(COUNT(item_fields) <= 64, "struct parsing marks the fields that it has seen in 64 bits");

/* ---- affix ---- */

static const struct choice affix_traits[] = {
	{"before", offsetof(struct affix_kind, before)},
	{"drawback", offsetof(struct affix_kind, drawback)},
	{NULL, 0},
};

static const struct affix_kind affix_defaults = {
	.name = "", .look_text = "", .depth_low = 1, .depth_high = 26, .weight = 10, .base = KIND_NONE,
};

static const struct field affix_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(affix_kind, name), .most = 32, .help = "what is added to the name of the gear, or the whole name of an artefact"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(affix_kind, look_text), .most = 200, .help = "what is told besides when it is looked at and known"},
	{"slots", FIELD_FLAGS, OPTIONAL, AT(affix_kind, slots), .choices = affix_slots, .help = "of which gear it may be"},
	{"of", FIELD_REFERENCE, OPTIONAL, AT(affix_kind, base), .target = RECORD_ITEM, .help = "the one kind that it makes an artefact of"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(affix_kind, depth_low), .least = 1, .most = 26, .help = "where it is found; everywhere unless told"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(affix_kind, weight), .least = 0, .most = 1000, .help = "how common; 10 unless told; of an artefact, in how many of a hundred runs it is"},
	{"price", FIELD_NUMBER, OPTIONAL, AT(affix_kind, price), .least = -1000, .most = 10000, .help = "more gold in a shop"},
	GIFTS(affix_kind),
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = affix_traits, .help = "before: its name goes before the gear's; drawback: rather a curse"},
};

/* ---- spell ---- */

static const struct spell_kind spell_defaults = {.name = "", .look_text = "", .level = 1, .range = 7, .path = PATH_WORD, .noise = 7};

static const struct field spell_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(spell_kind, name), .most = 24, .help = "as in \"you say Hold the Line\""},
	{"glyph", FIELD_LOOK, REQUIRED, AT(spell_kind, look), .help = "how it looks as it flies"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(spell_kind, look_text), .most = 160, .help = "what it does, in words"},
	{"level", FIELD_BYTE, OPTIONAL, AT(spell_kind, level), .least = 1, .most = 30, .help = "of the hero, from which he can cast it; 1 unless told"},
	{"mana", FIELD_BYTE, REQUIRED, AT(spell_kind, mana), .least = 0, .most = 200, .help = "that it costs"},
	{"path", FIELD_CHOICE, OPTIONAL, AT(spell_kind, path), .choices = paths, .help = "whose choice it is; word unless told"},
	{"aim", FIELD_CHOICE, OPTIONAL, AT(spell_kind, aim), .choices = aims, .help = "where its effects act; at who casts it unless told"},
	{"range", FIELD_BYTE, OPTIONAL, AT(spell_kind, range), .least = 1, .most = 30, .help = "cells that its aim reaches; 7 unless told"},
	{"noise", FIELD_BYTE, OPTIONAL, AT(spell_kind, noise), .least = 0, .most = 40, .help = "cells that it is heard; 7 unless told"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(spell_kind, effects, effect_count), .most = EFFECTS_MAX, .help = "what it does, in order"},
};

/* ---- talent ---- */

static const struct talent_kind talent_defaults = {.name = "", .look_text = "", .level = 2, .teaches = KIND_NONE};

static const struct field talent_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(talent_kind, name), .most = 24, .help = "of what is learned"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(talent_kind, look), .help = "how it looks in the list"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(talent_kind, look_text), .most = 160, .help = "what it does, in words"},
	{"path", FIELD_CHOICE, REQUIRED, AT(talent_kind, path), .choices = paths, .help = "of the six paths"},
	{"level", FIELD_BYTE, OPTIONAL, AT(talent_kind, level), .least = 2, .most = 9, .help = "of the hero, from which it is offered; 2 unless told"},
	{"teaches", FIELD_REFERENCE, OPTIONAL, AT(talent_kind, teaches), .target = RECORD_SPELL, .help = "a spell that comes with it"},
	GIFTS(talent_kind),
};

/* ---- flavour ---- */

static const struct flavour_kind flavour_defaults = {.name = "", .plural = "", .class = ITEM_POTION};

static const struct field flavour_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(flavour_kind, name), .most = 32, .help = "what an unknown one is called, without an article"},
	{"plural", FIELD_NAME, REQUIRED, AT(flavour_kind, plural), .most = 32, .help = "of several"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(flavour_kind, look), .help = "how it looks"},
	{"class", FIELD_CHOICE, REQUIRED, AT(flavour_kind, class), .choices = flavour_classes, .help = "which items look so"},
};

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
	.name = "", .arrival = "", .weight = 10, .width = 80, .height = 21, .grid_width = 3, .grid_height = 3, .dark_percent = 10, .secret_percent = 5, .door_percent = 60,
	.monsters = {2, 3, 1}, .items = {1, 3, 2}, .gold = {1, 3, 0}, .vaults = {1, 2, 0},
};

static const struct field level_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(level_kind, name), .most = 24, .help = "of the place, for the status line"},
	{"arrival", FIELD_SENTENCE, REQUIRED, AT(level_kind, arrival), .most = 110, .help = "what is told when its first depth is first entered"},
	{"depth", FIELD_DEPTHS, REQUIRED, AT(level_kind, depth_low), .least = 1, .most = 26, .help = "where it is"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(level_kind, weight), .least = 0, .most = 1000, .help = "among the kinds of a depth; 10 unless told"},
	{"generator", FIELD_CHOICE, REQUIRED, AT(level_kind, generator), .choices = generators, .help = "how it is made"},
	{"size", FIELD_SIZE, OPTIONAL, AT(level_kind, width), .least = 10, .most = LEVEL_WIDTH_MAX, .help = "80x21 unless told"},
	{"grid", FIELD_SIZE, OPTIONAL, AT(level_kind, grid_width), .least = 1, .most = 12, .help = "rooms across and down; 3x3 unless told"},
	{"caves", FIELD_BYTE, OPTIONAL, AT(level_kind, cave_percent), .least = 0, .most = 100, .help = "percent of rooms of a grid that are caves; 0 unless told"},
	{"shapes", FIELD_BYTE, OPTIONAL, AT(level_kind, shape_percent), .least = 0, .most = 100, .help = "percent of rooms of a grid that are no rectangles; 0 unless told"},
	{"dark", FIELD_BYTE, OPTIONAL, AT(level_kind, dark_percent), .least = 0, .most = 100, .help = "percent of rooms without light; 10 unless told"},
	{"secret", FIELD_BYTE, OPTIONAL, AT(level_kind, secret_percent), .least = 0, .most = 100, .help = "percent of extra doors that are hidden; 5 unless told"},
	{"doors", FIELD_BYTE, OPTIONAL, AT(level_kind, door_percent), .least = 0, .most = 100, .help = "percent of openings with a door; 60 unless told"},
	{"monsters", FIELD_DICE, OPTIONAL, AT(level_kind, monsters), .help = "groups that live there; 2d3+1 unless told"},
	{"items", FIELD_DICE, OPTIONAL, AT(level_kind, items), .help = "things that lie there by chance; 1d3+2 unless told"},
	{"coins", FIELD_DICE, OPTIONAL, AT(level_kind, gold), .help = "heaps of gold; 1d3 unless told"},
	{"vaults", FIELD_DICE, OPTIONAL, AT(level_kind, vaults), .help = "vaults that it has by chance; 1d2 unless told"},
	{"feature", FIELD_FEATURE, REPEATED, COUNTED(level_kind, features, feature_count), .most = FEATURES_MAX,
		.help = "patches of a terrain in its rooms: how many, and how many cells each has; 1 unless told"},
#define ROW(name, help_text) {#name, FIELD_REFERENCE, OPTIONAL, AT(level_kind, name), .target = RECORD_TERRAIN, .help = help_text},
	LEVEL_MATERIALS(ROW)
#undef ROW
};

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
	{"name", FIELD_NAME, REQUIRED, AT(vault_kind, name), .most = 40, .help = "for those who write levels; no player sees it"},
	{"feeling", FIELD_SENTENCE, OPTIONAL, AT(vault_kind, feeling), .most = 110, .help = "what is told on coming to a level that has it"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(vault_kind, depth_low), .least = 1, .most = 26, .help = "where it is; everywhere unless told"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(vault_kind, weight), .least = 0, .most = 1000, .help = "how common among those of its use; 10 unless told"},
	{"use", FIELD_CHOICE, OPTIONAL, AT(vault_kind, use), .choices = vault_uses, .help = "why it is laid; by chance unless told"},
	{"levels", FIELD_REFERENCES, OPTIONAL, COUNTED(vault_kind, levels, level_count), .most = VAULT_LEVELS_MAX, .target = RECORD_LEVEL,
		.help = "the kinds of level that may have it; all unless told"},
	{"legend", FIELD_LEGEND, REPEATED, COUNTED(vault_kind, legends, legend_count), .most = LEGENDS_MAX, .target = RECORD_TERRAIN,
		.help = "what a symbol of its map stands for"},
	{"sends", FIELD_REFERENCES, OPTIONAL, COUNTED(vault_kind, sends, sends_count), .most = SENDS_MAX, .target = RECORD_ITEM,
		.help = "things that lie elsewhere on the level, as its keys"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = vault_traits, .help = "lit: there is light; upright: is never turned or mirrored"},
	{"|", FIELD_ROWS, REPEATED, AT(vault_kind, map), .most = 1900,
		.help = "its map: # wall, . floor, + door, ' opening, \" secret door, blank as it is, others by the legend; one + ' or \" on its edge is the way in"},
};
_Static_assert(COUNT(vault_fields) <= 64, "struct parsing marks the fields that it has seen in 64 bits");

/* ---- quest, call ---- */

static const struct quest_kind quest_defaults = {
	.name = "", .text = "", .call = "", .done = "", .depth_low = 1, .depth_high = 12, .weight = 10, .thing = KIND_NONE, .body = KIND_NONE, .reward = KIND_NONE, .rewards = 1,
};

static const struct field quest_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(quest_kind, name), .most = 40, .help = "as it stands in the list"},
	{"text", FIELD_SENTENCE, REQUIRED, AT(quest_kind, text), .most = 160, .help = "what is to be done"},
	{"call", FIELD_SENTENCE, REQUIRED, AT(quest_kind, call), .most = 110, .help = "what is told on coming to its level"},
	{"done", FIELD_SENTENCE, REQUIRED, AT(quest_kind, done), .most = 110, .help = "what is told when it is done"},
	{"depth", FIELD_DEPTHS, REQUIRED, AT(quest_kind, depth_low), .least = 1, .most = 26, .help = "where its room is; one of these depths in a run"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(quest_kind, weight), .least = 0, .most = 1000, .help = "how common; 10 unless told"},
	{"vaults", FIELD_REFERENCES, REQUIRED, COUNTED(quest_kind, vaults, vault_count), .most = QUEST_VAULTS_MAX, .target = RECORD_VAULT,
		.help = "its room: the first of them that finds a place"},
	{"wants", FIELD_WANTS, REQUIRED, AT(quest_kind, wants), .help = "what completes it"},
	{"reward", FIELD_REFERENCE, OPTIONAL, AT(quest_kind, reward), .target = RECORD_ITEM, .help = "what the hero is given then"},
	{"rewards", FIELD_BYTE, OPTIONAL, AT(quest_kind, rewards), .least = 1, .most = 9, .help = "how many of it, where they stack; 1 unless told"},
};

static const struct call_kind call_defaults = {.text = "", .depth_low = 1, .depth_high = 26};

static const struct field call_fields[] = {
	{"says", FIELD_SENTENCE, REQUIRED, AT(call_kind, text), .most = 320, .help = "the words"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(call_kind, depth_low), .least = 1, .most = 26, .help = "where it is heard"},
};

/* ---- cloud ---- */

static const struct choice cloud_traits[] = {
	{"opaque", offsetof(struct cloud_kind, opaque)},
	{"dark", offsetof(struct cloud_kind, dark)},
	{"burns", offsetof(struct cloud_kind, burns)},
	{"harmful", offsetof(struct cloud_kind, harmful)},
	{NULL, 0},
};

static const struct cloud_kind cloud_defaults = {.name = "", .look_text = "", .decay = 10};

static const struct field cloud_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(cloud_kind, name), .most = 32, .help = "as in \"killed by green gas\", article and all"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(cloud_kind, look), .help = "how it looks"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(cloud_kind, look_text), .most = 160, .help = "what is told when it is looked at"},
	{"decay", FIELD_BYTE, OPTIONAL, AT(cloud_kind, decay), .least = 0, .most = 100, .help = "percent that is lost each turn; 10 unless told"},
	{"breath", FIELD_EFFECT, REPEATED, COUNTED(cloud_kind, breaths, breath_count), .most = BREATHS_MAX, .help = "what it does each turn to whoever stands in it"},
	{"touches", FIELD_SPREADS, OPTIONAL, AT(cloud_kind, touch_cause), .help = "the cause that reaches the ground under it each turn, and how likely"},
	{"blast", FIELD_EFFECT, REPEATED, COUNTED(cloud_kind, blasts, blast_count), .most = BREATHS_MAX, .help = "what happens in each of its cells when fire sets it off"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = cloud_traits, .help = "opaque: not seen through; dark: no light within; burns: fire sets it off; harmful: to be kept out of"},
};

/* ---- flight ---- */

static const struct choice impacts[] = {
	{"drop", IMPACT_DROP}, {"burst", IMPACT_BURST}, {"bounce", IMPACT_BOUNCE}, {"vanish", IMPACT_VANISH}, {NULL, 0},
};

static const struct choice flight_traits[] = {
	{"projectile", offsetof(struct flight_kind, asks_projectiles)},
	{"pierces", offsetof(struct flight_kind, pierces)},
	{NULL, 0},
};

static const struct flight_kind flight_defaults = {.name = "", .speed = 5, .range = 10, .bounces = 3};

static const struct field flight_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(flight_kind, name), .most = 32, .help = "as in \"a dart flies past\", article and all"},
	{"glyph", FIELD_LOOK, OPTIONAL, AT(flight_kind, look), .help = "how it looks; as the thing that flies unless told"},
	{"speed", FIELD_BYTE, OPTIONAL, AT(flight_kind, speed), .least = 1, .most = 20, .help = "cells a turn; 5 unless told"},
	{"range", FIELD_BYTE, OPTIONAL, AT(flight_kind, range), .least = 1, .most = 30, .help = "cells in all; 10 unless told"},
	{"impact", FIELD_CHOICE, OPTIONAL, AT(flight_kind, impact), .choices = impacts, .help = "what becomes of it; it drops unless told"},
	{"bounces", FIELD_BYTE, OPTIONAL, AT(flight_kind, bounces), .least = 1, .most = 9, .help = "before it lies still; 3 unless told"},
	{"light", FIELD_BYTE, OPTIONAL, AT(flight_kind, light), .least = 1, .most = 9, .help = "cells that it lights about it"},
	{"lost", FIELD_BYTE, OPTIONAL, AT(flight_kind, lost), .least = 1, .most = 100, .help = "percent of what drops that is not found again; 0 unless told"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(flight_kind, effects, effect_count), .most = BREATHS_MAX, .help = "what happens where it hits or ends"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = flight_traits, .help = "projectile: passes what missiles pass, not what things pass; pierces: bodies do not stop it"},
};

/* ---- word ---- */

static const struct choice roles[] = {
#define ROW(id, word) {word, ROLE_##id},
	ENGINE_ROLES(ROW)
#undef ROW
	{NULL, 0},
};

static const struct word_kind word_defaults = {.text = "", .role = ROLE_TEXT};

static const struct field word_fields[] = {
	{"text", FIELD_SENTENCE, OPTIONAL, AT(word_kind, text), .most = 400, .help = "the sentence; usually on the record's first line"},
	{"|", FIELD_ROWS, REPEATED, AT(word_kind, text), .most = 1900, .help = "or the sentence in rows, for drawings and pages"},
	{"role", FIELD_CHOICE, OPTIONAL, AT(word_kind, role), .choices = roles, .help = "colour of the whole"},
};

/* ---- The kinds ---- */

#define KIND(row, type, prefix, record_help, header) \
	{.word = row, .help = record_help, .size = sizeof(struct type), .defaults = &prefix##_defaults, .fields = prefix##_fields, \
		.field_count = COUNT(prefix##_fields), .header_field = header}

const struct record_row content_records[RECORD_KIND_COUNT] = {
	[RECORD_GAME] = KIND("game", game_kind, game, "what holds it all together; there is one", NULL),
	[RECORD_TERRAIN] = KIND("terrain", terrain_kind, terrain, "what a cell of a level is made of", NULL),
	[RECORD_MONSTER] = KIND("monster", creature_kind, monster, "a kind of creature", NULL),
	[RECORD_ITEM] = KIND("item", item_kind, item, "a kind of thing", NULL),
	[RECORD_FLAVOUR] = KIND("flavour", flavour_kind, flavour, "what a potion or scroll looks like until it is known", NULL),
	[RECORD_LEVEL] = KIND("level", level_kind, level, "a kind of level", NULL),
	[RECORD_CLOUD] = KIND("cloud", cloud_kind, cloud, "a kind of gas", NULL),
	[RECORD_FLIGHT] = KIND("flight", flight_kind, flight, "a way of flying through the air", NULL),
	[RECORD_AFFIX] = KIND("affix", affix_kind, affix, "what may be special about gear", NULL),
	[RECORD_SPELL] = KIND("spell", spell_kind, spell, "what can be cast", NULL),
	[RECORD_TALENT] = KIND("talent", talent_kind, talent, "what is chosen at a level gained", NULL),
	[RECORD_VAULT] = KIND("vault", vault_kind, vault, "a piece of a level that was drawn by hand", NULL),
	[RECORD_QUEST] = KIND("quest", quest_kind, quest, "something to do besides", NULL),
	[RECORD_CALL] = KIND("call", call_kind, call, "what is said by terrain that calls (flag calls)", NULL),
	[RECORD_WORD] = KIND("word", word_kind, word, "a sentence of the game; the manual of words lists the ids", "text"),
};
