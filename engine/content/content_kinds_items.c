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

static const struct choice needs[] = {
#define ROW(id, word, help) {word, TALENT_NEEDS_##id},
	ENGINE_TALENT_NEEDS(ROW)
#undef ROW
	{NULL, 0},
};

/* The fields of bonuses, for items, affixes and talents. */
#define BONUSES(type) \
	{"bonus", FIELD_BONUS, REPEATED, AT(type, bonus_set), .most = BONUSES_MAX, \
		.help = "a bonus while the item is in use or the talent known"}, \
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
	{"pouched", offsetof(struct item_kind, pouched)},
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
		.help = "singular, without an article; a capital marks the only one of its kind"},
	{"plural", FIELD_NAME, OPTIONAL, AT(item_kind, plural), .most = 32,
		.help = "plural; needed when it stacks"},
	{"glyph", FIELD_APPEARANCE, REQUIRED, AT(item_kind, appearance),
		.help = "its appearance; items of one class may share a symbol, items of two may not"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(item_kind, description), .most = 200,
		.help = "shown when the player looks at it"},
	{"class", FIELD_CHOICE, REQUIRED, AT(item_kind, class), .choices = item_classes,
		.help = "its class, which decides how it is used"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(item_kind, depth_low), .least = 1, .most = 26,
		.help = "depths where it is found (default: everywhere)"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(item_kind, weight), .least = 0, .most = 1000,
		.help = "how common (default 10); 0: never found by chance"},
	{"damage", FIELD_DICE, OPTIONAL, AT(item_kind, weapon.damage), .help = "damage of a blow with it"},
	{"thrown", FIELD_DICE, OPTIONAL, AT(item_kind, weapon.thrown),
		.help = "damage when thrown (default 1d2)"},
	{"flight", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.flight), .target = RECORD_FLIGHT,
		.help = "its flight when thrown (default: the game's thrown)"},
	{"launches", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.launches),
		.target = RECORD_FLIGHT,
		.help = "the flight of the ammunition that it shoots"},
	{"ammunition", FIELD_REFERENCE, OPTIONAL, AT(item_kind, shot.ammunition),
		.target = RECORD_FLIGHT,
		.help = "its flight; launchers of that flight shoot it"},
	{"fired", FIELD_DICE, OPTIONAL, AT(item_kind, shot.fired),
		.help = "damage when a launcher shoots it"},
	{"guard", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.guard), .least = -10, .most = 20,
		.help = "guard while in use"},
	{"might", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.might), .least = 0, .most = 30,
		.help = "might required; each point missing costs 5 accuracy and 1 noise"},
	{"accuracy", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.accuracy), .least = -50, .most = 50,
		.help = "accuracy while in use"},
	{"food", FIELD_NUMBER, OPTIONAL, AT(item_kind, food), .least = 0, .most = 5000,
		.help = "turns of food in it"},
	{"noise", FIELD_NUMBER, OPTIONAL, AT(item_kind, gear.noise), .least = -10, .most = 20,
		.help = "noise in cells while in use"},
	{"light", FIELD_BYTE, OPTIONAL, AT(item_kind, light), .least = 1, .most = 9,
		.help = "radius in cells of its light while in use"},
	{"count", FIELD_DICE, OPTIONAL, AT(item_kind, count),
		.help = "size of a heap (default 1)"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(item_kind, use.effects, use.effect_count),
		.most = EFFECTS_MAX,
		.help = "its effects, in order"},
	{"slot", FIELD_CHOICE, OPTIONAL, AT(item_kind, gear.slot), .choices = slots,
		.help = "where armour is worn (default body)"},
	{"aim", FIELD_CHOICE, OPTIONAL, AT(item_kind, use.aim), .choices = aims,
		.help = "where its effects act (default self)"},
	{"range", FIELD_BYTE, OPTIONAL, AT(item_kind, use.range), .least = 1, .most = 30,
		.help = "range in cells (default 7)"},
	{"charges", FIELD_DICE, OPTIONAL, AT(item_kind, use.charges),
		.help = "charges of a wand or staff when found; oil of a lamp"},
	{"rest", FIELD_NUMBER, OPTIONAL, AT(item_kind, use.rest), .least = 0, .most = 5000,
		.help = "turns until a charm can be used again, or a staff regains a charge"},
	{"price", FIELD_NUMBER, OPTIONAL, AT(item_kind, price), .least = 0, .most = 10000,
		.help = "gold in a shop (default 0: never for sale)"},
	{"works", FIELD_CHOICE, OPTIONAL, AT(item_kind, tool.works), .choices = causes,
		.help = "the cause that a tool applies to an adjacent cell"},
	{"text", FIELD_SENTENCE, OPTIONAL, AT(item_kind, text), .most = 400,
		.help = "the text of a letter"},
	{"path", FIELD_CHOICE, OPTIONAL, AT(item_kind, path), .choices = paths,
		.help = "the path for which it is offered"},
	{"teaches", FIELD_REFERENCES, OPTIONAL, COUNTED(item_kind, book.spells, book.count),
		.most = TEACHES_MAX, .target = RECORD_SPELL,
		.help = "the spells that reading it teaches"},
	BONUSES(item_kind),
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = item_traits,
		.help = "bursts: breaks where it lands and acts there; heirloom: may be offered at "
			"birth; yours: its name begins with a member of your family; pouched: "
			"a letter that is carried in the pouch"},
};
_Static_assert(COUNT(item_fields) <= 64,
	"struct parsing marks the fields that it has seen in 64 bits");

const struct record_row content_kind_item = KIND("item", item_kind, item, "a kind of item", NULL);

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
		.help = "added to the gear's look once the affix is known"},
	{"slots", FIELD_FLAGS, OPTIONAL, AT(affix_kind, slots), .choices = affix_slots,
		.help = "kinds of gear that may have it"},
	{"of", FIELD_REFERENCE, OPTIONAL, AT(affix_kind, base), .target = RECORD_ITEM,
		.help = "the one item of which it makes an artefact"},
	{"depth", FIELD_DEPTHS, OPTIONAL, AT(affix_kind, depth_low), .least = 1, .most = 26,
		.help = "depths where it is found (default: everywhere)"},
	{"weight", FIELD_NUMBER, OPTIONAL, AT(affix_kind, weight), .least = 0, .most = 1000,
		.help = "how common (default 10); for an artefact, the percentage of runs that "
			"have it"},
	{"price", FIELD_NUMBER, OPTIONAL, AT(affix_kind, price), .least = -1000, .most = 10000,
		.help = "gold added to the price in a shop"},
	BONUSES(affix_kind),
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = affix_traits,
		.help = "before: its name precedes the gear's; drawback: a curse"},
};

const struct record_row content_kind_affix =
	KIND("affix", affix_kind, affix, "a special property of gear", NULL);

/* ---- spell ---- */

static const struct spell_kind spell_defaults = {.name = "", .description = "", .level = 1,
	.range = 7, .path = PATH_WORD, .noise = 7};

static const struct field spell_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(spell_kind, name), .most = 24,
		.help = "as in \"you say Hold the Line\""},
	{"glyph", FIELD_APPEARANCE, REQUIRED, AT(spell_kind, appearance), .help = "its appearance in flight"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(spell_kind, description), .most = 160,
		.help = "its effect as a sentence"},
	{"level", FIELD_BYTE, OPTIONAL, AT(spell_kind, level), .least = 1, .most = 30,
		.help = "level of the hero that it requires (default 1)"},
	{"mana", FIELD_BYTE, REQUIRED, AT(spell_kind, mana), .least = 0, .most = 200,
		.help = "mana that it costs"},
	{"path", FIELD_CHOICE, OPTIONAL, AT(spell_kind, path), .choices = paths,
		.help = "the path for which it is offered (default word)"},
	{"aim", FIELD_CHOICE, OPTIONAL, AT(spell_kind, aim), .choices = aims,
		.help = "where its effects act (default self)"},
	{"range", FIELD_BYTE, OPTIONAL, AT(spell_kind, range), .least = 1, .most = 30,
		.help = "range in cells (default 7)"},
	{"noise", FIELD_BYTE, OPTIONAL, AT(spell_kind, noise), .least = 0, .most = 40,
		.help = "noise in cells (default 7)"},
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
	{"glyph", FIELD_APPEARANCE, REQUIRED, AT(talent_kind, appearance), .help = "its appearance in the list"},
	{"look", FIELD_SENTENCE, REQUIRED, AT(talent_kind, description), .most = 160,
		.help = "its effect as a sentence"},
	{"path", FIELD_CHOICE, REQUIRED, AT(talent_kind, path), .choices = paths,
		.help = "its path"},
	{"level", FIELD_BYTE, OPTIONAL, AT(talent_kind, level), .least = 2, .most = 9,
		.help = "level of the hero from which it is offered (default 2)"},
	{"teaches", FIELD_REFERENCE, OPTIONAL, AT(talent_kind, teaches), .target = RECORD_SPELL,
		.help = "a spell that it teaches"},
	{"needs", FIELD_CHOICE, OPTIONAL, AT(talent_kind, needs), .choices = needs,
		.help = "without which it is of no use, as the choice then says (default nothing)"},
	BONUSES(talent_kind),
};

const struct record_row content_kind_talent =
	KIND("talent", talent_kind, talent, "a talent, offered when a level is gained", NULL);

/* ---- flavour ---- */

static const struct flavour_kind flavour_defaults = {.name = "", .plural = "",
	.class = ITEM_POTION};

static const struct field flavour_fields[] = {
	{"name", FIELD_NAME, REQUIRED, AT(flavour_kind, name), .most = 32,
		.help = "name of an unknown item, without an article"},
	{"plural", FIELD_NAME, REQUIRED, AT(flavour_kind, plural), .most = 32,
		.help = "the name in the plural"},
	{"glyph", FIELD_APPEARANCE, REQUIRED, AT(flavour_kind, appearance), .help = "its appearance"},
	{"class", FIELD_CHOICE, REQUIRED, AT(flavour_kind, class), .choices = flavour_classes,
		.help = "class of the items that get it while unknown"},
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
	{"glyph", FIELD_APPEARANCE, OPTIONAL, AT(flight_kind, appearance),
		.help = "its appearance (default: that of the flying item)"},
	{"speed", FIELD_BYTE, OPTIONAL, AT(flight_kind, speed), .least = 1, .most = 20,
		.help = "cells a turn (default 5)"},
	{"range", FIELD_BYTE, OPTIONAL, AT(flight_kind, range), .least = 1, .most = 30,
		.help = "range in cells (default 10)"},
	{"impact", FIELD_CHOICE, OPTIONAL, AT(flight_kind, impact), .choices = impacts,
		.help = "the end of its flight (default drop)"},
	{"bounces", FIELD_BYTE, OPTIONAL, AT(flight_kind, bounces), .least = 1, .most = 9,
		.help = "bounces before it comes to rest (default 3)"},
	{"light", FIELD_BYTE, OPTIONAL, AT(flight_kind, light), .least = 1, .most = 9,
		.help = "radius in cells of its light (default 0)"},
	{"lost", FIELD_BYTE, OPTIONAL, AT(flight_kind, lost), .least = 1, .most = 100,
		.help = "percent of dropped missiles that are lost (default 0)"},
	{"effect", FIELD_EFFECT, REPEATED, COUNTED(flight_kind, effects, effect_count),
		.most = BREATHS_MAX,
		.help = "the effects where it hits or ends"},
	{"traits", FIELD_SWITCHES, OPTIONAL, 0, .choices = flight_traits,
		.help = "projectile: passes terrain that missiles pass (default: that objects pass); "
			"pierces: bodies do not stop it"},
};

const struct record_row content_kind_flight =
	KIND("flight", flight_kind, flight, "a way of flying through the air", NULL);
