/*
 * Effects: what drinking, reading, throwing and some blows do; and the statuses that last.
 *
 * A row is id, function, word in content, which arguments it takes, help.  Effects act on whoever
 * they meet, hero or creature.  The parser reads words and arguments from here; the rules have one
 * function per row, effect_ID; what is said of it are the words WORD-you and WORD-it (words.h).
 */
#ifndef TRAPDOOR_ENGINE_EFFECT_H
#define TRAPDOOR_ENGINE_EFFECT_H

enum effect_takes {
	TAKES_NOTHING = 0,
	TAKES_DICE = 1,    /* clause.dice: how much */
	TAKES_RADIUS = 2,  /* clause.radius: "radius N", or "around N" which spares the middle; left
			      out it is 0: the target alone */
	TAKES_DURATION = 4 /* clause.duration: "for N" turns */
};

/* clang-format off */
#define ENGINE_EFFECTS(ROW) \
	ROW(HEAL, heal, "heal", TAKES_DICE, "gives health, and ends poison, blindness and confusion") \
	ROW(HURT, hurt, "hurt", TAKES_DICE | TAKES_RADIUS, "takes health") \
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
	ROW(RAISE, raise, "raise", TAKES_NOTHING, "a level gained")

#define ENGINE_STATUSES(ROW) \
	ROW(CONFUSED, confused, "confused") \
	ROW(BLIND, blind, "blind") \
	ROW(POISONED, poisoned, "poisoned") \
	ROW(HASTED, hasted, "hasted") \
	ROW(SLOWED, slowed, "slowed") \
	ROW(ASLEEP, asleep, "asleep") \
	ROW(AFRAID, afraid, "afraid") \
	ROW(HUSHED, hushed, "hushed") \
	ROW(DETECTING, detecting, "detecting")
enum effect {
#define ROW(id, function, word, takes, help) EFFECT_##id,
	ENGINE_EFFECTS(ROW)
#undef ROW
	EFFECT_COUNT
};

enum status {
#define ROW(id, name, word) STATUS_##id,
	ENGINE_STATUSES(ROW)
#undef ROW
	STATUS_COUNT
};
/* clang-format on */

#endif
