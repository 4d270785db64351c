/*
 * Effects: what drinking, reading, throwing and some blows do; and the statuses that last.
 *
 * A row is id, function, word in content, which arguments it takes, help.  Effects act on whoever
 * they meet, hero or creature.  The parser reads words and arguments from here; the rules have one
 * function per row, effect_ID; what is said of it are the words WORD-you and WORD-it (words.h).
 */
#ifndef TRAPDOOR_ENGINE_EFFECT_H
#define TRAPDOOR_ENGINE_EFFECT_H

#include "engine/content/trait.h"

enum effect_takes {
	TAKES_NOTHING = 0,
	TAKES_DICE = 1,   /* clause.dice: how much */
	TAKES_RADIUS = 2, /* clause.radius: "radius N", or "around N" which spares the middle; left
			     out it is 0: the target alone */
	TAKES_DURATION = 4, /* clause.duration: "for N" turns */
	TAKES_CLOUD = 8,    /* clause.kind and amount: which cloud, how much */
	TAKES_MONSTER = 16, /* clause.kind and dice: which monster, how many */
	TAKES_TERRAIN = 32, /* clause.kind: which terrain */
	TAKES_ITEM = 64,    /* clause.kind and dice: which thing, how many */
	TAKES_ELEMENT = 128 /* clause.element: what it hurts by; left out it is none of them */
};

/* clang-format off */
#define ENGINE_EFFECTS(ROW) \
	ROW(HEAL, heal, "heal", TAKES_DICE, "gives health, and ends poison, blindness and confusion") \
	ROW(HURT, hurt, "hurt", TAKES_DICE | TAKES_ELEMENT | TAKES_RADIUS, "takes health; by an element, it also does to the ground what that does") \
	ROW(LIGHT, light, "light", TAKES_NOTHING, "lights the room, or the cells around, for good") \
	ROW(TELEPORT, teleport, "teleport", TAKES_NOTHING, "moves elsewhere on the level") \
	ROW(MAP, map, "map", TAKES_NOTHING, "makes the level's walls, doors and stairs known") \
	ROW(DETECT, detect, "detect", TAKES_DURATION, "shows every creature of the level while it lasts") \
	ROW(CONFUSE, confuse, "confuse", TAKES_DURATION | TAKES_RADIUS, "steps go astray") \
	ROW(BLIND, blind, "blind", TAKES_DURATION | TAKES_RADIUS, "sees nothing beyond what is adjacent") \
	ROW(POISON, poison, "poison", TAKES_DURATION | TAKES_RADIUS, "takes one health a turn, and nothing heals meanwhile") \
	ROW(HASTE, haste, "haste", TAKES_DURATION, "acts twice as often") \
	ROW(SLOW, slow, "slow", TAKES_DURATION | TAKES_RADIUS, "acts half as often") \
	ROW(SLEEP, sleep, "sleep", TAKES_DURATION | TAKES_RADIUS, "sleeps; a hurt wakes") \
	ROW(FEAR, fear, "fear", TAKES_DURATION | TAKES_RADIUS, "creatures flee; the hero cannot strike") \
	ROW(HUSH, hush, "hush", TAKES_DURATION, "makes no noise") \
	ROW(ENCHANT_WEAPON, enchant_weapon, "enchant-weapon", TAKES_NOTHING, "a plus on the wielded weapon") \
	ROW(ENCHANT_ARMOUR, enchant_armour, "enchant-armour", TAKES_NOTHING, "a plus on the worn armour") \
	ROW(IDENTIFY, identify, "identify", TAKES_NOTHING, "makes everything carried known") \
	ROW(ALARM, alarm, "alarm", TAKES_RADIUS, "noise that carries radius cells") \
	ROW(RAISE, raise, "raise", TAKES_NOTHING, "a level gained") \
	ROW(BURN, burn, "burn", TAKES_DURATION | TAKES_RADIUS, "fire: bodies burn so long, and ground that burns is lit") \
	ROW(FREEZE, freeze, "freeze", TAKES_DURATION | TAKES_RADIUS, "frost: bodies cannot move, and water sets") \
	ROW(SOAK, soak, "soak", TAKES_RADIUS, "water: fires and carried flames go out") \
	ROW(BLAST, blast, "blast", TAKES_DICE | TAKES_ELEMENT | TAKES_RADIUS, "takes health, breaks what breaks, and is heard far") \
	ROW(DOUSE, douse, "douse", TAKES_RADIUS, "puts lights out, carried flames too") \
	ROW(KINDLE, kindle, "kindle", TAKES_RADIUS, "lights lamps") \
	ROW(DIG, dig, "dig", TAKES_RADIUS, "rock and rubble give way") \
	ROW(SIGNAL, signal, "signal", TAKES_NOTHING, "whatever of this vault, or of the level outside its vaults, waits for a lever moves") \
	ROW(FALL, fall, "fall", TAKES_DICE, "falls to the next depth, which hurts") \
	ROW(DROWN, drown, "drown", TAKES_DICE, "takes health; a carried flame goes out, and the water may take a thing carried") \
	ROW(CORRODE, corrode, "corrode", TAKES_DICE, "takes health, and a plus from what is worn") \
	ROW(CLOUD, cloud, "cloud", TAKES_CLOUD, "lets so much of a cloud go") \
	ROW(SUMMON, summon, "summon", TAKES_MONSTER, "so many of a kind come, out of nowhere") \
	ROW(PUSH, push, "push", TAKES_DICE | TAKES_RADIUS, "throws so many cells away from where it comes from") \
	ROW(DEAFEN, deafen, "deafen", TAKES_DURATION | TAKES_RADIUS, "hears nothing") \
	ROW(HOLD, hold, "hold", TAKES_DURATION | TAKES_RADIUS, "cannot move") \
	ROW(LEVITATE, levitate, "levitate", TAKES_DURATION, "floats over what lies below") \
	ROW(VANISH, vanish, "vanish", TAKES_DURATION, "is seen from beside only") \
	ROW(READ_MINDS, read_minds, "read-minds", TAKES_DURATION, "perceives every mind of the level") \
	ROW(REGENERATE, regenerate, "regenerate", TAKES_DURATION | TAKES_RADIUS, "mends by one a turn") \
	ROW(BLEED, bleed, "bleed", TAKES_DURATION, "loses one a turn, and leaves a trail that is easy to follow") \
	ROW(STICK, stick, "stick", TAKES_DURATION | TAKES_RADIUS, "cannot step until it has torn itself loose; each effort takes four turns off") \
	ROW(DISCORD, discord, "discord", TAKES_DURATION | TAKES_RADIUS, "fights whoever is nearest") \
	ROW(TICKLE, tickle, "tickle", TAKES_DURATION | TAKES_RADIUS, "laughs, and does nothing else") \
	ROW(WEAKEN, weaken, "weaken", TAKES_DURATION | TAKES_RADIUS, "strikes with less might") \
	ROW(GLOW, glow, "glow", TAKES_DURATION | TAKES_RADIUS, "is lit for all to see") \
	ROW(SHIELD, shield, "shield", TAKES_DURATION, "is harder to hit") \
	ROW(BLESS, bless, "bless", TAKES_DURATION | TAKES_RADIUS, "strikes truer, and ills last half as long") \
	ROW(CHARM, charm, "charm", TAKES_DURATION | TAKES_RADIUS, "an enemy fights for the other side so long, or for good when it is down to a third of its health; the hero cannot strike") \
	ROW(CURE, cure, "cure", TAKES_RADIUS, "ends all ills that last") \
	ROW(DISPEL, dispel, "dispel", TAKES_RADIUS, "ends all that lasts, good and bad; who was only called is gone") \
	ROW(DRAIN, drain, "drain", TAKES_DICE | TAKES_RADIUS, "takes health from who has blood, for who does it") \
	ROW(MANA, mana, "mana", TAKES_DICE, "gives mana; a creature may cast again at once") \
	ROW(JAM, jam, "jam", TAKES_DICE | TAKES_RADIUS, "takes mana; a creature cannot cast for so many turns") \
	ROW(POLYMORPH, polymorph, "polymorph", TAKES_RADIUS, "makes another kind of a creature, and of a thing in the hero's pack") \
	ROW(BANISH, banish, "banish", TAKES_DICE | TAKES_RADIUS, "who has at most so much health is gone from the level, others are elsewhere on it") \
	ROW(BLINK, blink, "blink", TAKES_DICE, "moves up to so many cells, to where it sees") \
	ROW(PULL, pull, "pull", TAKES_DICE | TAKES_RADIUS, "draws so many cells towards where it comes from") \
	ROW(SWAP, swap, "swap", TAKES_NOTHING, "changes places with who does it") \
	ROW(WALL, wall, "wall", TAKES_TERRAIN | TAKES_RADIUS, "makes a terrain, where nobody and nothing is walled in") \
	ROW(REVEAL, reveal, "reveal", TAKES_RADIUS, "finds what is hidden, and who poses as something else") \
	ROW(CREATE, create, "create", TAKES_ITEM, "so many of a thing are there, in the hero's pack or on the ground") \
	ROW(RECHARGE, recharge, "recharge", TAKES_DICE, "gives charges to wands and staffs, and ends the rest of charms") \
	ROW(ENCHANT, enchant, "enchant", TAKES_NOTHING, "a plus on something in use, whatever it is") \
	ROW(DETECT_ITEMS, detect_items, "detect-items", TAKES_NOTHING, "shows everything that lies on the level")

/* id, name, word, how more of it stacks, the most turns, traits that resist it, traits that it
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

/* What a body is hurt by: id, word, the traits that spare it, what it does to the ground (a cause,
 * or CAUSE_COUNT), help.  Who has one of the traits is not hurt at all. */
#define ENGINE_ELEMENTS(ROW) \
	ROW(FIRE, "fire", TRAIT_RESISTS_FIRE, CAUSE_BURN, "lights what burns") \
	ROW(COLD, "cold", TRAIT_RESISTS_COLD, CAUSE_FREEZE, "sets water, and puts out who burns") \
	ROW(SHOCK, "shock", TRAIT_RESISTS_SHOCK, CAUSE_COUNT, "goes through all the water that hangs together") \
	ROW(ACID, "acid", TRAIT_RESISTS_ACID, CAUSE_COUNT, "takes a plus from what is worn now and then") \
	ROW(POISON, "poison", TRAIT_RESISTS_POISON, CAUSE_COUNT, "nothing heals for a few turns") \
	ROW(SOUND, "sound", 0, CAUSE_BREAK, "breaks what breaks, is heard far, and spares the deaf")

/* More of a status: the longer of the two, both together, or nothing new while it lasts. */
enum stacking { STACK_LONGEST, STACK_ADD, STACK_KEEP };

enum effect {
#define ROW(id, function, word, takes, help) EFFECT_##id,
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

#endif
