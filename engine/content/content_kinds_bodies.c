/* The kinds of creatures. */
#include "engine/content/content_fields.h"

/* clang-format off */

const struct choice content_traits[] = {
#define ROW(id, word, help) {word, TRAIT_##id},
	ENGINE_TRAITS(ROW)
#undef ROW
	{NULL, 0},
};

/* ---- monster ---- */

static const struct choice answers[] = {
#define ROW(id, word) {word, 1u << ANSWER_##id##_BIT},
	CREATURE_ANSWERS(ROW)
#undef ROW
	{NULL, 0},
};

static const struct creature_kind monster_defaults = {
	.name = "", .description = "", .first_sight = "", .death_words = "",
	.weight = 10, .accuracy = 90, .speed = 100, .group_low = 1, .group_high = 1,
	.magic.cooldown = 6, .carries = KIND_NONE, .trap = KIND_NONE, .poses.item = KIND_NONE,
	.poses.terrain = KIND_NONE,
	.says.first = "", .says.hurt = "", .says.slain = "",
};

static const struct field monster_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(creature_kind, name), .most = 24,
		.help = "without an article; unlike any other"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(creature_kind, appearance),
		.help = "how it looks; no two monsters share a symbol"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(creature_kind, description), .most = 160,
		.help = "shown when the player looks at it"},
	{"first-sight", FIELD_SENTENCE, REQUIRED, AT(creature_kind, first_sight), .most = 110,
		.help = "shown when its kind first comes into view"},
	{"death", FIELD_NAME, REQUIRED, AT(creature_kind, death_words), .most = 48,
		.help = "how a tombstone tells it: killed by a cave rat"},
	{"depth", FIELD_DEPTHS, REQUIRED, AT(creature_kind, depth_low), .least = 1, .most = 26,
		.help = "where it lives; it fades within five depths more"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(creature_kind, weight), .least = 0, .most = 1000,
		.help = "how common; 10 unless told, 0 never comes by itself"},
	{"hits", FIELD_DICE, REQUIRED, AT(creature_kind, hits), .help = "its health"},
	{"blow", FIELD_BLOW, REPEATED, COUNTED(creature_kind, blows, blow_count), .most = BLOWS_MAX,
		.help = "one of them each time, drawn evenly; what it does to you, and an effect "
			"on whom it hits"},
	{"accuracy", FIELD_NUMBER, OPTIONAL, AT(creature_kind, accuracy), .least = 10, .most = 200,
		.help = "90 unless told; each guard of the other takes 3"},
	{"guard", FIELD_NUMBER, OPTIONAL, AT(creature_kind, guard), .least = 0, .most = 30,
		.help = "0 unless told"},
	{"speed", FIELD_NUMBER, OPTIONAL, AT(creature_kind, speed), .least = 50, .most = 200,
		.help = "100 unless told; the hero has 100"},
	{"experience", FIELD_NUMBER, REQUIRED, AT(creature_kind, experience), .least = 0,
		.most = 10000,
		.help = "its weight when the natives of a depth share what they are worth"},
	{"group", FIELD_GROUP, OPTIONAL, AT(creature_kind, group_low), .least = 1, .most = 8,
		.help = "how many come together; 1 unless told"},
	{"instincts", FIELD_INSTINCTS, REQUIRED, COUNTED(creature_kind, instincts, instinct_count),
		.most = INSTINCTS_MAX,
		.help = "each turn the first of them that finds something to do acts"},
	{"light", FIELD_BYTE, OPTIONAL, AT(creature_kind, light), .least = 1, .most = 9,
		.help = "cells that it lights about it"},
	{"traits", FIELD_FLAGS, OPTIONAL, AT(creature_kind, traits), .choices = content_traits,
		.help = "its traits"},
	{"answers", FIELD_FLAGS, OPTIONAL, AT(creature_kind, answers), .choices = answers,
		.help = "the answers to it, two at least; without any it is a body, which "
			"asks for health and guard"},
	{"spell", FIELD_EFFECT, REPEATED, COUNTED(creature_kind, magic.spells, magic.spell_count),
		.most = SPELLS_MAX,
		.help = "the effects that it casts, the monsters that it summons (instincts cast, summon)"},
	{"casts", FIELD_REFERENCES, OPTIONAL, COUNTED(creature_kind, magic.casts, magic.cast_count),
		.most = SPELLS_MAX, .target = RECORD_SPELL,
		.help = "spells that it casts besides (instinct cast), aimed as they are"},
	{"cooldown", FIELD_BYTE, OPTIONAL, AT(creature_kind, magic.cooldown), .least = 1,
		.most = 100,
		.help = "turns between two spells or breaths; 6 unless told"},
	{"carries", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, carries), .target = RECORD_ITEM,
		.help = "the item that a native of its kind carries; dropped when it is slain"},
	{"trap", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, trap), .target = RECORD_TERRAIN,
		.help = "the trap that it lays on plain ground (instinct lay-traps)"},
	{"poses-as", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, poses.item),
		.target = RECORD_ITEM,
		.help = "the thing that it is taken for (instinct mimic)"},
	{"poses-as-terrain", FIELD_REFERENCE, OPTIONAL, AT(creature_kind, poses.terrain),
		.target = RECORD_TERRAIN,
		.help = "or the terrain"},
	{"says-first", FIELD_SENTENCE, OPTIONAL, AT(creature_kind, says.first), .most = 110,
		.help = "shown when one in view first notices the hero"},
	{"says-hurt", FIELD_SENTENCE, OPTIONAL, AT(creature_kind, says.hurt), .most = 110,
		.help = "when it has lost half of its health, in view"},
	{"says-slain", FIELD_SENTENCE, OPTIONAL, AT(creature_kind, says.slain), .most = 110,
		.help = "when it is slain, in view"},
};
_Static_assert(COUNT(monster_fields) <= 64,
	"struct parsing marks the fields that it has seen in 64 bits");

const struct record_row content_kind_monster =
	KIND("monster", creature_kind, monster, "a kind of creature", NULL);
