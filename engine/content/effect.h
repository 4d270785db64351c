/*
 * Effects of potions, scrolls, thrown items and blows; and the statuses that last.
 *
 * The row of an effect says everything about it.  To add one: a row here, a function
 * effect_FUNCTION in engine/rules/effect_*.c, a scenario in tests/engine/scenarios, and the words
 * WORD-you and WORD-it in the content.  Effects act on any creature, the hero included.
 */
#ifndef TRAPDOOR_ENGINE_EFFECT_H
#define TRAPDOOR_ENGINE_EFFECT_H

#include "engine/content/trait.h"

enum effect_argument {
	ARGUMENT_NOTHING = 0,
	ARGUMENT_DICE = 1, /* clause.dice: amount */
	/* clause.radius: "radius N", or "around N" (without the middle); default 0 */
	ARGUMENT_RADIUS = 2,
	ARGUMENT_DURATION = 4, /* clause.duration: "for N" turns */
	ARGUMENT_CLOUD = 8,    /* clause.kind and amount: kind and concentration of a cloud */
	ARGUMENT_MONSTER = 16, /* clause.kind and dice: kind and number of monsters */
	ARGUMENT_TERRAIN = 32, /* clause.kind: a terrain */
	ARGUMENT_ITEM = 64,    /* clause.kind and dice: kind and number of items */
	ARGUMENT_ELEMENT = 128 /* clause.element: the element of the damage; optional */
};

enum effect_flag {
	EF_GROUND = 1,      /* acts on a cell even without a creature */
	EF_OPEN_GROUND = 2, /* needs a cell that can be entered, so it acts before the obstacle that
			       stops a line */
	EF_HELPS = 4,       /* good for the target */
	EF_SAVES = 8,       /* creatures save it until they are badly hurt */
	EF_REPORTED_FIRST = 16, /* reported before it acts: the target may be gone afterwards */
	EF_KINDLES = 32,        /* ignites gas that burns */
	EF_FIXED = 64,          /* the dice are a distance, which power does not increase */
	EF_NOISE = 128,         /* the radius is the reach of a noise, not an area */
	EF_HARMLESS = 256,      /* takes no health, whatever its dice are */
	EF_WOUNDS = 512         /* the dice are health that the target loses */
};

/* clang-format off */
/* id, function, word, arguments, flags, status that a repetition would only renew (STATUS_COUNT:
 * none), hint for an item with the effect, help.  The function "afflict" serves every row that only
 * gives its status. */
#define ENGINE_EFFECTS(ROW) \
	ROW(HEAL, heal, "heal", ARGUMENT_DICE, EF_HELPS | EF_SAVES | EF_HARMLESS, STATUS_COUNT, HINT_HEAL, \
		"restores health; ends poison, blindness and confusion") \
	ROW(HURT, hurt, "hurt", ARGUMENT_DICE | ARGUMENT_ELEMENT | ARGUMENT_RADIUS, EF_REPORTED_FIRST | EF_WOUNDS, STATUS_COUNT, HINT_HARM, \
		"takes health; with an element, also applies the element to the ground") \
	ROW(LIGHT, light, "light", ARGUMENT_NOTHING, EF_HELPS | EF_HARMLESS, STATUS_COUNT, HINT_ARRIVAL, \
		"lights the room, or the cells around, permanently") \
	ROW(TELEPORT, teleport, "teleport", ARGUMENT_NOTHING, EF_HELPS | EF_SAVES | EF_REPORTED_FIRST, STATUS_COUNT, HINT_ESCAPE, \
		"moves the target elsewhere on the level") \
	ROW(MAP, map, "map", ARGUMENT_NOTHING, EF_HARMLESS, STATUS_COUNT, HINT_ARRIVAL, \
		"reveals the walls, doors and stairs of the level") \
	ROW(DETECT, detect, "detect", ARGUMENT_DURATION, EF_HARMLESS, STATUS_COUNT, HINT_ARRIVAL, \
		"shows every creature of the level while it lasts") \
	ROW(CONFUSE, afflict, "confuse", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_CONFUSED, HINT_HARM, \
		"the target's steps go astray") \
	ROW(BLIND, afflict, "blind", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_BLIND, HINT_HARM, \
		"the target sees only adjacent cells") \
	ROW(POISON, afflict, "poison", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_POISONED, HINT_HARM, \
		"the target loses one health a turn and does not heal") \
	ROW(HASTE, afflict, "haste", ARGUMENT_DURATION, EF_HELPS | EF_HARMLESS, STATUS_HASTED, HINT_BOOST, \
		"the target acts twice as often") \
	ROW(SLOW, afflict, "slow", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_SLOWED, HINT_HARM, \
		"the target acts half as often") \
	ROW(SLEEP, afflict, "sleep", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_ASLEEP, HINT_HARM, \
		"the target sleeps until it is hurt") \
	ROW(FEAR, afflict, "fear", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_AFRAID, HINT_REPEL, \
		"creatures flee; the hero cannot strike") \
	ROW(HUSH, hush, "hush", ARGUMENT_DURATION, EF_HARMLESS, STATUS_COUNT, HINT_NONE, \
		"the hero makes no noise") \
	ROW(ENCHANT_WEAPON, enchant_weapon, "enchant-weapon", ARGUMENT_NOTHING, 0, STATUS_COUNT, HINT_LASTING, \
		"adds a plus to the wielded weapon") \
	ROW(ENCHANT_ARMOUR, enchant_armour, "enchant-armour", ARGUMENT_NOTHING, 0, STATUS_COUNT, HINT_LASTING, \
		"adds a plus to the worn armour") \
	ROW(IDENTIFY, identify, "identify", ARGUMENT_NOTHING, EF_HARMLESS, STATUS_COUNT, HINT_LASTING, \
		"identifies all carried items") \
	ROW(ALARM, alarm, "alarm", ARGUMENT_RADIUS, EF_HELPS | EF_NOISE, STATUS_COUNT, HINT_NONE, \
		"makes a noise heard within the radius") \
	ROW(RAISE, raise, "raise", ARGUMENT_NOTHING, 0, STATUS_COUNT, HINT_LASTING, \
		"the hero gains a level") \
	ROW(BURN, burn, "burn", ARGUMENT_DURATION | ARGUMENT_RADIUS, EF_GROUND | EF_KINDLES, STATUS_BURNING, HINT_HARM, \
		"fire: bodies burn for the duration, and flammable ground catches fire") \
	ROW(FREEZE, freeze, "freeze", ARGUMENT_DURATION | ARGUMENT_RADIUS, EF_GROUND, STATUS_FROZEN, HINT_HARM, \
		"frost: bodies cannot move, and water freezes") \
	ROW(SOAK, soak, "soak", ARGUMENT_RADIUS, EF_GROUND, STATUS_COUNT, HINT_NONE, \
		"water: puts out fires and carried flames") \
	ROW(BLAST, blast, "blast", ARGUMENT_DICE | ARGUMENT_ELEMENT | ARGUMENT_RADIUS, EF_GROUND | EF_REPORTED_FIRST | EF_KINDLES | EF_WOUNDS, STATUS_COUNT, HINT_HARM, \
		"takes health, breaks breakable terrain, and is heard far") \
	ROW(DOUSE, douse, "douse", ARGUMENT_RADIUS, EF_GROUND | EF_HARMLESS, STATUS_COUNT, HINT_REPEL, \
		"puts out lights and carried flames") \
	ROW(KINDLE, kindle, "kindle", ARGUMENT_RADIUS, EF_GROUND | EF_HARMLESS, STATUS_COUNT, HINT_NONE, \
		"lights lamps") \
	ROW(DIG, dig, "dig", ARGUMENT_RADIUS, EF_GROUND, STATUS_COUNT, HINT_NONE, \
		"digs through rock and rubble") \
	ROW(SIGNAL, signal, "signal", ARGUMENT_NOTHING, 0, STATUS_COUNT, HINT_NONE, \
		"works the mechanisms of its vault, or of the level outside vaults") \
	ROW(FALL, fall, "fall", ARGUMENT_DICE, 0, STATUS_COUNT, HINT_NONE, \
		"the target falls to the next depth and is hurt") \
	ROW(DROWN, drown, "drown", ARGUMENT_DICE, EF_REPORTED_FIRST, STATUS_COUNT, HINT_NONE, \
		"takes health, puts out a carried flame, and may wash a carried item away") \
	ROW(CORRODE, corrode, "corrode", ARGUMENT_DICE, EF_REPORTED_FIRST, STATUS_COUNT, HINT_HARM, \
		"takes health, and a plus from worn gear") \
	ROW(CLOUD, cloud, "cloud", ARGUMENT_CLOUD, EF_GROUND | EF_OPEN_GROUND | EF_REPORTED_FIRST, STATUS_COUNT, HINT_ESCAPE, \
		"releases that much of a cloud") \
	ROW(SUMMON, summon, "summon", ARGUMENT_MONSTER, EF_HELPS | EF_HARMLESS, STATUS_COUNT, HINT_BOOST, \
		"summons that many monsters") \
	ROW(PUSH, push, "push", ARGUMENT_DICE | ARGUMENT_RADIUS, EF_FIXED | EF_HARMLESS, STATUS_COUNT, HINT_REPEL, \
		"pushes the target that many cells away from the source") \
	ROW(DEAFEN, afflict, "deafen", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_DEAF, HINT_NONE, \
		"the target hears nothing") \
	ROW(HOLD, afflict, "hold", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_PARALYSED, HINT_HARM, \
		"the target cannot move") \
	ROW(LEVITATE, afflict, "levitate", ARGUMENT_DURATION, EF_HELPS | EF_HARMLESS, STATUS_LEVITATING, HINT_NONE, \
		"the target floats over the ground") \
	ROW(VANISH, afflict, "vanish", ARGUMENT_DURATION, EF_HELPS, STATUS_INVISIBLE, HINT_BOOST, \
		"only adjacent creatures see the target") \
	ROW(READ_MINDS, read_minds, "read-minds", ARGUMENT_DURATION, EF_HARMLESS, STATUS_COUNT, HINT_ARRIVAL, \
		"the hero perceives every mind of the level") \
	ROW(REGENERATE, afflict, "regenerate", ARGUMENT_DURATION | ARGUMENT_RADIUS, EF_HELPS | EF_SAVES | EF_HARMLESS, STATUS_REGENERATING, HINT_HEAL, \
		"the target regains one health a turn") \
	ROW(BLEED, afflict, "bleed", ARGUMENT_DURATION, 0, STATUS_BLEEDING, HINT_HARM, \
		"the target loses one health a turn and leaves a trail that is easy to follow") \
	ROW(STICK, stick, "stick", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_STUCK, HINT_HARM, \
		"the target cannot step until it has torn itself loose; each attempt takes four turns off") \
	ROW(DISCORD, afflict, "discord", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_DISCORDANT, HINT_HARM, \
		"the target fights the nearest creature") \
	ROW(TICKLE, afflict, "tickle", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_LAUGHING, HINT_HARM, \
		"the target laughs and cannot act") \
	ROW(WEAKEN, afflict, "weaken", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_WEAK, HINT_HARM, \
		"the target hits with less might") \
	ROW(GLOW, afflict, "glow", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_GLOWING, HINT_NONE, \
		"the target is lit and seen by all") \
	ROW(SHIELD, afflict, "shield", ARGUMENT_DURATION, EF_HELPS | EF_HARMLESS, STATUS_SHIELDED, HINT_BOOST, \
		"the target is harder to hit") \
	ROW(BLESS, afflict, "bless", ARGUMENT_DURATION | ARGUMENT_RADIUS, EF_HELPS, STATUS_BLESSED, HINT_BOOST, \
		"the target hits more often, and bad statuses last half as long") \
	ROW(CHARM, charm, "charm", ARGUMENT_DURATION | ARGUMENT_RADIUS, 0, STATUS_COUNT, HINT_HARM, \
		"an enemy changes sides for the duration, or for good when it is down to a third of its health; the hero cannot attack") \
	ROW(CURE, cure, "cure", ARGUMENT_RADIUS, EF_HELPS, STATUS_COUNT, HINT_HEAL, \
		"ends all bad statuses") \
	ROW(DISPEL, dispel, "dispel", ARGUMENT_RADIUS, 0, STATUS_COUNT, HINT_NONE, \
		"ends all statuses, good and bad; summoned creatures disappear") \
	ROW(DRAIN, drain, "drain", ARGUMENT_DICE | ARGUMENT_RADIUS, EF_REPORTED_FIRST | EF_WOUNDS, STATUS_COUNT, HINT_HARM, \
		"takes health from the target and gives it to the user; bloodless targets are immune") \
	ROW(MANA, mana, "mana", ARGUMENT_DICE, EF_HELPS, STATUS_COUNT, HINT_NONE, \
		"gives mana; a creature may cast again at once") \
	ROW(JAM, jam, "jam", ARGUMENT_DICE | ARGUMENT_RADIUS, 0, STATUS_COUNT, HINT_HARM, \
		"takes mana; a creature cannot cast for that many turns") \
	ROW(POLYMORPH, polymorph, "polymorph", ARGUMENT_RADIUS, 0, STATUS_COUNT, HINT_HARM, \
		"turns a creature into another kind, and on the hero an item of the pack") \
	ROW(BANISH, banish, "banish", ARGUMENT_DICE | ARGUMENT_RADIUS, EF_REPORTED_FIRST, STATUS_COUNT, HINT_HARM, \
		"removes creatures with at most that much health from the level; teleports others") \
	ROW(BLINK, blink, "blink", ARGUMENT_DICE, EF_HELPS | EF_SAVES | EF_FIXED, STATUS_COUNT, HINT_ESCAPE, \
		"moves the target up to that many cells, to a cell that it sees") \
	ROW(PULL, pull, "pull", ARGUMENT_DICE | ARGUMENT_RADIUS, EF_FIXED, STATUS_COUNT, HINT_NONE, \
		"pulls the target that many cells towards the source") \
	ROW(SWAP, swap, "swap", ARGUMENT_NOTHING, 0, STATUS_COUNT, HINT_NONE, \
		"the target and the user change places") \
	ROW(WALL, wall, "wall", ARGUMENT_TERRAIN | ARGUMENT_RADIUS, EF_GROUND, STATUS_COUNT, HINT_NONE, \
		"turns open ground into a terrain; one that stops bodies only where no creature or item is") \
	ROW(REVEAL, reveal, "reveal", ARGUMENT_RADIUS, EF_GROUND, STATUS_COUNT, HINT_ARRIVAL, \
		"reveals hidden terrain, and mimics") \
	ROW(CREATE, create, "create", ARGUMENT_ITEM, EF_GROUND | EF_OPEN_GROUND, STATUS_COUNT, HINT_LASTING, \
		"creates that many of an item, in the hero's pack or on the ground") \
	ROW(RECHARGE, recharge, "recharge", ARGUMENT_DICE, 0, STATUS_COUNT, HINT_LASTING, \
		"adds charges to wands and staffs, and makes charms usable again") \
	ROW(ENCHANT, enchant, "enchant", ARGUMENT_NOTHING, 0, STATUS_COUNT, HINT_LASTING, \
		"adds a plus to a random item in use") \
	ROW(DETECT_ITEMS, detect_items, "detect-items", ARGUMENT_NOTHING, 0, STATUS_COUNT, HINT_ARRIVAL, \
		"shows all items that lie on the level")

/* id, name, word, how repetitions stack, the most turns, traits that resist it, traits that it
 * gives */
#define ENGINE_STATUSES(ROW) \
	ROW(CONFUSED, confused, "confused", LONGEST, 50, TRAIT_RESISTS_MIND, 0) \
	ROW(BLIND, blind, "blind", LONGEST, 100, 0, 0) \
	ROW(POISONED, poisoned, "poisoned", ADD, 100, TRAIT_RESISTS_POISON, 0) \
	ROW(HASTED, hasted, "hasted", LONGEST, 100, 0, 0) \
	ROW(SLOWED, slowed, "slowed", LONGEST, 50, 0, 0) \
	ROW(ASLEEP, asleep, "asleep", LONGEST, 50, TRAIT_RESISTS_SLEEP, 0) \
	ROW(AFRAID, afraid, "afraid", LONGEST, 50, TRAIT_RESISTS_MIND | TRAIT_MINDLESS, 0) \
	ROW(HUSHED, hushed, "hushed", LONGEST, 250, 0, 0) \
	ROW(DETECTING, detecting, "detecting", LONGEST, 250, 0, 0) \
	ROW(BURNING, burning, "burning", ADD, 12, TRAIT_RESISTS_FIRE, 0) \
	ROW(FROZEN, frozen, "frozen", KEEP, 6, TRAIT_RESISTS_COLD, 0) \
	ROW(DEAF, deaf, "deaf", LONGEST, 100, 0, 0) \
	ROW(PARALYSED, paralysed, "paralysed", KEEP, 6, TRAIT_RESISTS_SLEEP, 0) \
	ROW(LEVITATING, levitating, "levitating", LONGEST, 100, 0, TRAIT_FLIES) \
	ROW(INVISIBLE, invisible, "invisible", LONGEST, 100, 0, TRAIT_UNSEEN) \
	ROW(TELEPATHIC, telepathic, "telepathic", LONGEST, 250, 0, 0) \
	ROW(REGENERATING, regenerating, "regenerating", ADD, 100, 0, 0) \
	ROW(BLEEDING, bleeding, "bleeding", ADD, 20, TRAIT_BLOODLESS, 0) \
	ROW(STUCK, stuck, "stuck", KEEP, 20, TRAIT_PHASES, 0) \
	ROW(DISCORDANT, discordant, "discordant", LONGEST, 30, TRAIT_RESISTS_MIND, 0) \
	ROW(LAUGHING, laughing, "laughing", KEEP, 3, TRAIT_MINDLESS, 0) \
	ROW(WEAK, weak, "weak", ADD, 100, 0, 0) \
	ROW(GLOWING, glowing, "glowing", LONGEST, 100, 0, 0) \
	ROW(SHIELDED, shielded, "shielded", LONGEST, 100, 0, 0) \
	ROW(BLESSED, blessed, "blessed", LONGEST, 100, 0, 0) \
	ROW(CHARMED, charmed, "charmed", LONGEST, 100, TRAIT_RESISTS_MIND | TRAIT_MINDLESS, 0) \
	ROW(FLEETING, fleeting, "fleeting", KEEP, 250, 0, 0)

/* Elements of damage: id, word, traits that make a creature immune, effect on the ground (a
 * trigger, or TRIGGER_COUNT), help. */
#define ENGINE_ELEMENTS(ROW) \
	ROW(FIRE, "fire", TRAIT_RESISTS_FIRE, TRIGGER_BURN, "sets flammable ground on fire") \
	ROW(COLD, "cold", TRAIT_RESISTS_COLD, TRIGGER_FREEZE, "freezes water, and puts out burning targets") \
	ROW(SHOCK, "shock", TRAIT_RESISTS_SHOCK, TRIGGER_COUNT, "spreads through all connected water") \
	ROW(ACID, "acid", TRAIT_RESISTS_ACID, TRIGGER_COUNT, "sometimes takes a plus from worn gear") \
	ROW(POISON, "poison", TRAIT_RESISTS_POISON, TRIGGER_COUNT, "prevents healing for a few turns") \
	ROW(SOUND, "sound", 0, TRIGGER_BREAK, "breaks breakable terrain, is heard far, and does not hurt the deaf")

/* How a status stacks with itself: the longer of the two, both added, or nothing new while it
 * lasts. */
enum stacking { STACK_LONGEST, STACK_ADD, STACK_KEEP };

enum effect {
#define ROW(id, function, word, ...) EFFECT_##id,
	ENGINE_EFFECTS(ROW)
#undef ROW
	EFFECT_COUNT
};

enum element {
	ELEMENT_NONE,
#define ROW(id, word, spares, cause, help) ELEMENT_##id,
	ENGINE_ELEMENTS(ROW)
#undef ROW
	ELEMENT_COUNT
};

enum status {
#define ROW(id, name, word, stack, most, resist, gives) STATUS_##id,
	ENGINE_STATUSES(ROW)
#undef ROW
	STATUS_COUNT
};
/* clang-format on */

struct effect_row {
	const char *word;
	uint8_t arguments; /* of enum effect_argument */
	uint16_t flags;    /* of enum effect_flag */
	uint8_t status;    /* enum status, or STATUS_COUNT */
	uint8_t hint;      /* enum view_hint */
	const char *help;
};
extern const struct effect_row effect_rows[EFFECT_COUNT];

#endif
