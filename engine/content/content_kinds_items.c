/* The kinds of items, affixes, spells, talents, flavours and flights. */
#include "engine/content/content_fields.h"

/* clang-format off */

/* ---- item ---- */

static const struct choice item_classes[] = {
	{"weapon", ITEM_WEAPON}, {"armour", ITEM_ARMOUR}, {"potion", ITEM_POTION},
	{"scroll", ITEM_SCROLL},
	{"food", ITEM_FOOD}, {"gold", ITEM_GOLD}, {"receiver", ITEM_RECEIVER},
	{"wand", ITEM_WAND}, {"staff", ITEM_STAFF}, {"charm", ITEM_CHARM}, {"book", ITEM_BOOK},
	{"tool", ITEM_TOOL},
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
	{"potion", ITEM_POTION}, {"scroll", ITEM_SCROLL}, {"wand", ITEM_WAND},
	{"staff", ITEM_STAFF}, {"charm", ITEM_CHARM}, {NULL, 0},
};

static const struct choice slots[] = {
#define ROW(id, word, most) {word, SLOT_##id},
	CONTENT_SLOTS(ROW)
#undef ROW
	{NULL, 0},
};

/* The slots as bits, and two for weapons, which have no slot. */
static const struct choice affix_slots[] = {
#define ROW(id, word, most) {word, 1u << SLOT_##id},
	CONTENT_SLOTS(ROW)
#undef ROW
	{"weapon", 1u << SLOT_WEAPON}, {"launcher", 1u << SLOT_LAUNCHER}, {NULL, 0},
};

static const struct choice causes[] = {
#define ROW(id, word, help) {word, TRIGGER_##id},
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

/* The fields of bonuses, for items, affixes and talents. */
#define BONUSES(type) \
	{"bonus", FIELD_BONUS, REPEATED, AT(type, bonus_set), .most = BONUSES_MAX, \
		.help = "while it is in use or known"}, \
	{"when", FIELD_OCCASION, REPEATED, AT(type, bonus_set), .most = OCCASIONS_MAX, \
		.help = "an effect that happens by itself: moment, percent, effect"}, \
	{"grants", FIELD_FLAGS, OPTIONAL, AT(type, bonus_set.grants), .choices = content_traits, \
		.help = "traits of the hero while the item is in use, or the talent known"}

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
	.name = "", .plural = "", .description = "",
	.depth_low = 1, .depth_high = 26, .weight = 10, .weapon.thrown = {1, 2, 0},
	.count = {0, 0, 1}, .shot.flight = KIND_NONE,
	.shot.launches = KIND_NONE, .shot.ammunition = KIND_NONE, .gear.slot = SLOT_BODY,
	.use.range = 7, .path = PATH_COUNT,
	.tool.works = TRIGGER_COUNT, .text = "",
};

static const struct field item_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(item_kind, name), .most = 32,
		.help = "of one, without an article; a capital makes it the only one"},
	{"plural", FIELD_NAME, OPTIONAL, AT(item_kind, plural), .most = 32,
		.help = "of several; needed when it stacks"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(item_kind, appearance),
		.help = "how it looks; a class may share its symbol, two classes may not"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(item_kind, description), .most = 200,
		.help = "shown when the player looks at it"},
	{"class", FIELD_CHOICE, REQUIRED, AT(item_kind, class), .choices = item_classes,
		.help = "its class, which decides how it is used"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(item_kind, depth_low), .least = 1, .most = 26,
		.help = "where it is found; everywhere unless told"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(item_kind, weight), .least = 0, .most = 1000,
		.help = "how common; 10 unless told, 0 is never found by chance"},
	{"damage", FIELD_DICE, OPTIONAL, AT(item_kind, weapon.damage), .help = "of a blow with it"},
	{"thrown", FIELD_DICE, OPTIONAL, AT(item_kind, weapon.thrown),
		.help = "damage when thrown; 1d2 unless told"},
	{"flight", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.flight), .target = RECORD_FLIGHT,
		.help = "how it flies when thrown; as most things do unless told"},
	{"launches", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.launches),
		.target = RECORD_FLIGHT,
		.help = "the flight of the ammunition that it shoots"},
	{"ammunition", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.ammunition),
		.target = RECORD_FLIGHT,
		.help = "it is shot by what launches that"},
	{"fired", FIELD_DICE, OPTIONAL, AT(item_kind, shot.fired),
		.help = "damage when it is shot"},
	{"guard", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.guard), .least = -10, .most = 20,
		.help = "while in use"},
	{"might", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.might), .least = 0, .most = 30,
		.help = "that it takes; each that is missing costs 5 accuracy and 1 noise"},
	{"accuracy", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.accuracy), .least = -50, .most = 50,
		.help = "while in use"},
	{"food", FIELD_NUMBER, OPTIONAL, AT(item_kind, food), .least = 0, .most = 5000,
		.help = "turns that it feeds"},
	{"noise", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.noise), .least = -10, .most = 20,
		.help = "while in use, in cells"},
	{"light", FIELD_BYTE, OPTIONAL, AT(item_kind, light), .least = 1, .most = 9,
		.help = "cells that it lights about who has it in use"},
	{"count", FIELD_DICE, OPTIONAL, AT(item_kind, count),
		.help = "how many lie together; 1 unless told"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(item_kind, use.effects, use.effect_count),
		.most = EFFECTS_MAX,
		.help = "its effects, in order"},
	{"slot", FIELD_CHOICE, OPTIONAL, AT(item_kind, gear.slot), .choices = slots,
		.help = "where armour is worn; on the body unless told"},
	{"aim", FIELD_CHOICE, OPTIONAL, AT(item_kind, use.aim), .choices = aims,
		.help = "where its effects act; at whoever uses it unless told"},
	{"range", FIELD_BYTE, OPTIONAL, AT(item_kind, use.range), .least = 1, .most = 30,
		.help = "cells that its aim reaches; 7 unless told"},
	{"charges", FIELD_DICE, OPTIONAL, AT(item_kind, use.charges),
		.help = "that a wand or staff is found with"},
	{"rest", FIELD_NUMBER, OPTIONAL, AT(item_kind, use.rest), .least = 0, .most = 5000,
		.help = "turns until a charm serves again, or a staff has one charge more"},
	{"price", FIELD_NUMBER, OPTIONAL, AT(item_kind, price), .least = 0, .most = 10000,
		.help = "gold in a shop; 0 is never for sale"},
	{"works", FIELD_CHOICE, OPTIONAL, AT(item_kind, tool.works), .choices = causes,
		.help = "the cause that it brings to the next cell, as a tool"},
	{"text", FIELD_SENTENCE, OPTIONAL, AT(item_kind, text), .most = 400,
		.help = "the text of a letter"},
	{"path", FIELD_CHOICE, OPTIONAL, AT(item_kind, path), .choices = paths,
		.help = "the path for which it is offered"},
	{"teaches", FIELD_REFERENCES, OPTIONAL, COUNTED(item_kind, book.spells, book.count),
		.most = TEACHES_MAX, .target = RECORD_SPELL,
		.help = "the spells that are learned by reading it"},
	BONUSES(item_kind),
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = item_traits,
		.help = "bursts: breaks and acts where it lands; heirloom: may be chosen at birth; "
			"yours: named as one of your family's"},
};
_Static_assert(COUNT(item_fields) <= 64,
	"struct parsing marks the fields that it has seen in 64 bits");

const struct record_row content_kind_item = KIND("item", item_kind, item, "a kind of thing", NULL);

/* ---- affix ---- */

static const struct choice affix_traits[] = {
	{"before", offsetof(struct affix_kind, before)},
	{"drawback", offsetof(struct affix_kind, drawback)},
	{NULL, 0},
};

static const struct affix_kind affix_defaults = {
	.name = "", .description = "", .depth_low = 1, .depth_high = 26, .weight = 10,
	.base = KIND_NONE,
};

static const struct field affix_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(affix_kind, name), .most = 32,
		.help = "added to the name of the gear; the whole name of an artefact"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(affix_kind, description), .most = 200,
		.help = "shown as well when the player looks at it and knows it"},
	{"slots", FIELD_FLAGS, OPTIONAL, AT(affix_kind, slots), .choices = affix_slots,
		.help = "of which gear it may be"},
	{"of", FIELD_REFERENCE, OPTIONAL, AT(affix_kind, base), .target = RECORD_ITEM,
		.help = "the one kind that it makes an artefact of"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(affix_kind, depth_low), .least = 1, .most = 26,
		.help = "where it is found; everywhere unless told"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(affix_kind, weight), .least = 0, .most = 1000,
		.help = "how common; 10 unless told; of an artefact, in how many of a hundred runs "
			"it is"},
	{"price", FIELD_NUMBER, OPTIONAL, AT(affix_kind, price), .least = -1000, .most = 10000,
		.help = "more gold in a shop"},
	BONUSES(affix_kind),
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = affix_traits,
		.help = "before: its name goes before the gear's; drawback: rather a curse"},
};

const struct record_row content_kind_affix =
	KIND("affix", affix_kind, affix, "a special property of gear", NULL);

/* ---- spell ---- */

static const struct spell_kind spell_defaults = {.name = "", .description = "", .level = 1,
	.range = 7, .path = PATH_WORD, .noise = 7};

static const struct field spell_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(spell_kind, name), .most = 24,
		.help = "as in \"you say Hold the Line\""},
	{"glyph", FIELD_LOOK, REQUIRED, AT(spell_kind, appearance), .help = "how it looks as it flies"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(spell_kind, description), .most = 160,
		.help = "its effect as a sentence"},
	{"level", FIELD_BYTE, OPTIONAL, AT(spell_kind, level), .least = 1, .most = 30,
		.help = "of the hero, from which he can cast it; 1 unless told"},
	{"mana", FIELD_BYTE, REQUIRED, AT(spell_kind, mana), .least = 0, .most = 200,
		.help = "that it costs"},
	{"path", FIELD_CHOICE, OPTIONAL, AT(spell_kind, path), .choices = paths,
		.help = "the path for which it is offered (default word)"},
	{"aim", FIELD_CHOICE, OPTIONAL, AT(spell_kind, aim), .choices = aims,
		.help = "where its effects act; at who casts it unless told"},
	{"range", FIELD_BYTE, OPTIONAL, AT(spell_kind, range), .least = 1, .most = 30,
		.help = "cells that its aim reaches; 7 unless told"},
	{"noise", FIELD_BYTE, OPTIONAL, AT(spell_kind, noise), .least = 0, .most = 40,
		.help = "cells that it is heard; 7 unless told"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(spell_kind, effects, effect_count),
		.most = EFFECTS_MAX,
		.help = "its effects, in order"},
};

const struct record_row content_kind_spell =
	KIND("spell", spell_kind, spell, "a spell", NULL);

/* ---- talent ---- */

static const struct talent_kind talent_defaults = {.name = "", .description = "", .level = 2,
	.teaches = KIND_NONE};

static const struct field talent_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(talent_kind, name), .most = 24,
		.help = "the talent's name"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(talent_kind, appearance), .help = "how it looks in the list"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(talent_kind, description), .most = 160,
		.help = "its effect as a sentence"},
	{"path", FIELD_CHOICE, REQUIRED, AT(talent_kind, path), .choices = paths,
		.help = "of the six paths"},
	{"level", FIELD_BYTE, OPTIONAL, AT(talent_kind, level), .least = 2, .most = 9,
		.help = "of the hero, from which it is offered; 2 unless told"},
	{"teaches", FIELD_REFERENCE, OPTIONAL, AT(talent_kind, teaches), .target = RECORD_SPELL,
		.help = "a spell that comes with it"},
	BONUSES(talent_kind),
};

const struct record_row content_kind_talent =
	KIND("talent", talent_kind, talent, "a talent, offered when a level is gained", NULL);

/* ---- flavour ---- */

static const struct flavour_kind flavour_defaults = {.name = "", .plural = "",
	.class = ITEM_POTION};

static const struct field flavour_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(flavour_kind, name), .most = 32,
		.help = "the name of an unknown one, without an article"},
	{"plural", FIELD_NAME, REQUIRED, AT(flavour_kind, plural), .most = 32,
		.help = "of several"},
	{"glyph", FIELD_LOOK, REQUIRED, AT(flavour_kind, appearance), .help = "how it looks"},
	{"class", FIELD_CHOICE, REQUIRED, AT(flavour_kind, class), .choices = flavour_classes,
		.help = "which items look so"},
};

const struct record_row content_kind_flavour = KIND("flavour", flavour_kind, flavour,
	"the appearance of a potion or scroll until its kind is known", NULL);

/* ---- flight ---- */

static const struct choice impacts[] = {
	{"drop", IMPACT_DROP}, {"burst", IMPACT_BURST}, {"bounce", IMPACT_BOUNCE},
	{"vanish", IMPACT_VANISH}, {NULL, 0},
};

static const struct choice flight_traits[] = {
	{"projectile", offsetof(struct flight_kind, asks_projectiles)},
	{"pierces", offsetof(struct flight_kind, pierces)},
	{NULL, 0},
};

static const struct flight_kind flight_defaults = {.name = "", .speed = 5, .range = 10,
	.bounces = 3};

static const struct field flight_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(flight_kind, name), .most = 32,
		.help = "as in \"a dart flies past\", article and all"},
	{"glyph", FIELD_LOOK, OPTIONAL, AT(flight_kind, appearance),
		.help = "how it looks; as the thing that flies unless told"},
	{"speed", FIELD_BYTE, OPTIONAL, AT(flight_kind, speed), .least = 1, .most = 20,
		.help = "cells a turn; 5 unless told"},
	{"range", FIELD_BYTE, OPTIONAL, AT(flight_kind, range), .least = 1, .most = 30,
		.help = "cells in all; 10 unless told"},
	{"impact", FIELD_CHOICE, OPTIONAL, AT(flight_kind, impact), .choices = impacts,
		.help = "the end of its flight (default: it drops)"},
	{"bounces", FIELD_BYTE, OPTIONAL, AT(flight_kind, bounces), .least = 1, .most = 9,
		.help = "before it lies still; 3 unless told"},
	{"light", FIELD_BYTE, OPTIONAL, AT(flight_kind, light), .least = 1, .most = 9,
		.help = "cells that it lights about it"},
	{"lost", FIELD_BYTE, OPTIONAL, AT(flight_kind, lost), .least = 1, .most = 100,
		.help = "percent of what drops that is not found again; 0 unless told"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(flight_kind, effects, effect_count),
		.most = BREATHS_MAX,
		.help = "the effects where it hits or ends"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = flight_traits,
		.help = "projectile: passes what missiles pass, not what things pass; pierces: "
			"bodies do not stop it"},
};

const struct record_row content_kind_flight =
	KIND("flight", flight_kind, flight, "a way of flying through the air", NULL);
