/*
 * Bonuses of the hero from gear in use, talents and heirlooms.
 *
 * A record says "bonus WORD N", as often as needed; the rules use the sum (bonus_of).  The first
 * rows are plain numbers.  The rest are ways of fighting, in the order of the six paths (blade,
 * shield, bow, shadow, word, flask), and the rules use each of them in one place.  A row is id,
 * word in content, meaning of its number.
 */
#ifndef TRAPDOOR_ENGINE_BONUS_H
#define TRAPDOOR_ENGINE_BONUS_H

/* clang-format off */
#define ENGINE_BONUSES(ROW) \
	ROW(ACCURACY, "accuracy", "added chance to hit, in percent") \
	ROW(DAMAGE, "damage", "added damage of blows and shots") \
	ROW(GUARD, "guard", "added guard") \
	ROW(MIGHT, "might", "added might") \
	ROW(HEALTH, "health", "added health") \
	ROW(MANA, "mana", "added mana") \
	ROW(NOISE, "noise", "added noise in cells; negative: quieter") \
	ROW(LIGHT, "light", "radius in cells of its light") \
	ROW(HEALING, "healing", "faster return of health, in percent") \
	ROW(MANA_RETURN, "mana-return", "faster return of mana, in percent") \
	ROW(APPETITE, "appetite", "added consumption of food, in percent; negative: less") \
	ROW(SWEEP, "sweep", "number of other adjacent enemies that a blow also hits") \
	ROW(PIERCE, "pierce", "cells behind the target that a blow also hits") \
	ROW(REACH, "reach", "number of empty cells across which a blow hits") \
	ROW(QUICK, "quick", "time saved by each blow, in percent") \
	ROW(BLEED, "bleed", "turns that a target bleeds after a hit") \
	ROW(FOLLOW, "follow", "chance in percent of a free blow at another adjacent enemy after a kill") \
	ROW(LUNGE, "lunge", "added damage after a step straight towards the target") \
	ROW(BLOCK, "block", "chance in percent to block a blow or missile") \
	ROW(RIPOSTE, "riposte", "chance in percent of a free blow after an enemy's miss") \
	ROW(BASH, "bash", "chance in percent that a blow pushes its target back a cell") \
	ROW(STEADFAST, "steadfast", "chance in percent to resist being pushed or held") \
	ROW(BRACE, "brace", "added guard after a turn without a step") \
	ROW(DOUBLE_SHOT, "double-shot", "chance in percent of a second missile") \
	ROW(PIN, "pin", "turns that a shot that hits holds its target; each attempt to get loose takes off four") \
	ROW(FAR, "far", "added range in cells of missiles and thrown items") \
	ROW(CATCH, "catch", "added chance in percent that a missile is not lost") \
	ROW(BACKSTAB, "backstab", "added to the factor of damage on unaware targets") \
	ROW(SOFT_STEP, "soft-step", "quieter walking, in cells") \
	ROW(DARK_GUARD, "dark-guard", "added guard in the dark") \
	ROW(DARK_SIGHT, "dark-sight", "radius in cells of sight in the dark") \
	ROW(SLIP, "slip", "chance in percent that other creatures do not notice a kill") \
	ROW(POWER, "power", "added power of spells, wands and charms, in percent") \
	ROW(THRIFT, "thrift", "reduced cost of spells, in percent") \
	ROW(MANA_ON_KILL, "mana-on-kill", "mana gained by a kill") \
	ROW(RECALL, "recall", "chance in percent that reading does not use up a scroll") \
	ROW(WARD, "ward", "turns of the status shielded after each spell") \
	ROW(WIDE, "wide", "added size of the cloud of a thrown flask, in percent") \
	ROW(DRAUGHT, "draught", "added healing and duration of potions, in percent") \
	ROW(TASTE, "taste", "chance in percent to identify a potion by picking it up") \
	ROW(SALVAGE, "salvage", "chance in percent that throwing does not use up a flask")

enum bonus {
#define ROW(id, word, help) BONUS_##id,
	ENGINE_BONUSES(ROW)
#undef ROW
	BONUS_COUNT
};

/* The six paths of talents and of the gear that suits each: id, word, style of play. */
#define ENGINE_PATHS(ROW) \
	ROW(BLADE, "blade", "fighting many enemies at once") \
	ROW(SHIELD, "shield", "withstanding blows") \
	ROW(BOW, "bow", "fighting from afar") \
	ROW(SHADOW, "shadow", "stealth") \
	ROW(WORD, "word", "casting spells") \
	ROW(FLASK, "flask", "potions and thrown flasks")

enum path {
#define ROW(id, word, help) PATH_##id,
	ENGINE_PATHS(ROW)
#undef ROW
	PATH_COUNT
};

/* Things without which a talent is of no use: id, word in content, help. */
#define ENGINE_TALENT_NEEDS(ROW) \
	ROW(NOTHING, "nothing", "it is of use at once") \
	ROW(LAUNCHER, "launcher", "a launcher") \
	ROW(MISSILE, "missile", "ammunition, or weapons made to be thrown") \
	ROW(SPELL, "spell", "a known spell") \
	ROW(MAGIC, "magic", "a known spell, a wand, a staff or a charm") \
	ROW(SCROLL, "scroll", "a scroll") \
	ROW(POTION, "potion", "a potion")

enum talent_need {
#define ROW(id, word, help) TALENT_NEEDS_##id,
	ENGINE_TALENT_NEEDS(ROW)
#undef ROW
	TALENT_NEED_COUNT
};

/* The moments at which a talent or an affix causes an effect by itself, and its target: id, word,
 * help. */
#define ENGINE_MOMENTS(ROW) \
	ROW(HIT, "hit", "the hero's blow hits; acts on the target") \
	ROW(SHOT, "shot", "the hero's missile hits; acts on the target") \
	ROW(BACKSTAB, "backstab", "the hero's blow hits an unaware target; acts on the target") \
	ROW(KILL, "kill", "the hero slays a creature; acts on the hero") \
	ROW(STRUCK, "struck", "a blow hits the hero; acts on the attacker") \
	ROW(HURT, "hurt", "the hero is down to a third of his health; acts on the hero") \
	ROW(CAST, "cast", "the hero casts a spell; acts on the hero") \
	ROW(DRINK, "drink", "the hero drinks a potion; acts on the hero") \
	ROW(ARRIVE, "arrive", "the hero enters a level for the first time; acts on the hero")

enum moment {
#define ROW(id, word, help) MOMENT_##id,
	ENGINE_MOMENTS(ROW)
#undef ROW
	MOMENT_COUNT
};
/* clang-format on */

#endif
