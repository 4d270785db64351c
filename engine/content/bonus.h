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
	ROW(ACCURACY, "accuracy", "percent more that a blow or shot hits") \
	ROW(DAMAGE, "damage", "more damage of a blow or shot") \
	ROW(GUARD, "guard", "more guard") \
	ROW(MIGHT, "might", "more might") \
	ROW(HEALTH, "health", "more health") \
	ROW(MANA, "mana", "more mana") \
	ROW(NOISE, "noise", "cells more that everything is heard; less than 0 is quieter") \
	ROW(LIGHT, "light", "cells that it lights about") \
	ROW(HEALING, "healing", "percent that health comes back faster") \
	ROW(MANA_RETURN, "mana-return", "percent that mana comes back faster") \
	ROW(APPETITE, "appetite", "percent more that is eaten; less than 0 is less") \
	ROW(SWEEP, "sweep", "a blow also hits as many who stand beside the hero") \
	ROW(PIERCE, "pierce", "cells behind the target that a blow also hits") \
	ROW(REACH, "reach", "strikes across as many empty cells") \
	ROW(QUICK, "quick", "percent of its time that a blow saves") \
	ROW(BLEED, "bleed", "a blow that hits makes bleed for so many turns") \
	ROW(FOLLOW, "follow", "percent that a kill is followed by a strike at another adjacent enemy") \
	ROW(LUNGE, "lunge", "damage more on who is stepped up to in a line") \
	ROW(BLOCK, "block", "percent of blows and missiles that are caught") \
	ROW(RIPOSTE, "riposte", "percent that a blow which missed the hero is answered") \
	ROW(BASH, "bash", "percent that a blow pushes back a cell") \
	ROW(STEADFAST, "steadfast", "is neither pushed nor held: percent") \
	ROW(BRACE, "brace", "guard more after a turn without a step") \
	ROW(DOUBLE_SHOT, "double-shot", "percent that a second missile follows") \
	ROW(PIN, "pin", "a shot that hits holds for so many turns, of which each effort to get loose takes four") \
	ROW(FAR, "far", "cells more that missiles and thrown things fly") \
	ROW(CATCH, "catch", "percent more of missiles that are found again") \
	ROW(BACKSTAB, "backstab", "times more damage on the unaware") \
	ROW(SOFT_STEP, "soft-step", "cells less that walking is heard") \
	ROW(DARK_GUARD, "dark-guard", "guard more while in the dark") \
	ROW(DARK_SIGHT, "dark-sight", "cells about him that the hero sees in the dark") \
	ROW(SLIP, "slip", "percent that a kill goes unnoticed by the others") \
	ROW(POWER, "power", "percent more that spells, wands and charms do") \
	ROW(THRIFT, "thrift", "percent less mana") \
	ROW(MANA_ON_KILL, "mana-on-kill", "mana that a kill gives") \
	ROW(RECALL, "recall", "percent that a scroll read is not used up") \
	ROW(WARD, "ward", "turns of shelter after each spell") \
	ROW(WIDE, "wide", "percent more of the cloud that a thrown flask lets go") \
	ROW(DRAUGHT, "draught", "percent more that a potion heals and lasts") \
	ROW(TASTE, "taste", "percent that a potion is known when it is picked up") \
	ROW(SALVAGE, "salvage", "percent that a flask thrown is not the last of it")

enum bonus {
#define ROW(id, word, help) BONUS_##id,
	ENGINE_BONUSES(ROW)
#undef ROW
	BONUS_COUNT
};

/* The six paths of talents and of the gear that suits each: id, word, style of play. */
#define ENGINE_PATHS(ROW) \
	ROW(BLADE, "blade", "to fight many at once") \
	ROW(SHIELD, "shield", "to be hit, and stand") \
	ROW(BOW, "bow", "to strike from afar") \
	ROW(SHADOW, "shadow", "to strike unseen, or never") \
	ROW(WORD, "word", "to say the right thing") \
	ROW(FLASK, "flask", "to drink, and to throw")

enum path {
#define ROW(id, word, help) PATH_##id,
	ENGINE_PATHS(ROW)
#undef ROW
	PATH_COUNT
};

/* The moments at which a talent or an affix causes an effect by itself, and its target: id, word,
 * help. */
#define ENGINE_MOMENTS(ROW) \
	ROW(HIT, "hit", "a blow of the hero hits: to who is hit") \
	ROW(SHOT, "shot", "a missile of the hero hits: to who is hit") \
	ROW(BACKSTAB, "backstab", "a blow falls on the unaware: to who is hit") \
	ROW(KILL, "kill", "the hero slays: to the hero") \
	ROW(STRUCK, "struck", "a blow hits the hero: to who struck") \
	ROW(HURT, "hurt", "the hero is down to a third of his health: to the hero") \
	ROW(CAST, "cast", "a spell was cast: to the hero") \
	ROW(DRINK, "drink", "a potion was drunk: to the hero") \
	ROW(ARRIVE, "arrive", "a level is entered for the first time: to the hero")

enum moment {
#define ROW(id, word, help) MOMENT_##id,
	ENGINE_MOMENTS(ROW)
#undef ROW
	MOMENT_COUNT
};
/* clang-format on */

#endif
