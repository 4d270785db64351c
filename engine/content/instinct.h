/*
 * Instincts: how a creature chooses its action.
 *
 * A kind lists its instincts in order.  Each turn the first one that finds something to do acts, so
 * a list like "flee-below 25, sight, smell, noise, random" switches senses by what is perceived.
 * Each creature has one foe (foe.c): the hero for most; for an ally or a creature in discord, the
 * creature it fights.  The row is id, word in content, meaning of its number (or NULL when it takes
 * none) with least and most, whose it is, help.  The parser reads words and numbers from here; the
 * rules have one function per row, instinct_ID.
 */
#ifndef TRAPDOOR_ENGINE_INSTINCT_H
#define TRAPDOOR_ENGINE_INSTINCT_H

/* FIGHT: allies of the hero have it, too.  OWN: only creatures that are no allies; an ally without
 * an enemy follows the hero instead. */
enum instinct_whose { WHOSE_FIGHT, WHOSE_OWN };

/* clang-format off */
#define ENGINE_INSTINCTS(ROW) \
	ROW(SLEEP, sleep, "sleep", "TURNS", 5, 200, OWN, "falls asleep after that many turns without perceiving anything; list it first") \
	ROW(FLEE_BELOW, flee_below, "flee-below", "PERCENT", 1, 99, FIGHT, "flees from a perceived foe when its health is below this percentage") \
	ROW(THIEF, thief, "thief", NULL, 0, 0, OWN, "steals an item or gold with a hit, then runs away with it; drops it when slain") \
	ROW(SPLIT, split, "split", NULL, 0, 0, FIGHT, "divides in two when hurt; both share its health") \
	ROW(CALL, call, "call", "CELLS", 5, 60, OWN, "calls when it first sees the foe: creatures within earshot wake and come") \
	ROW(PICK_UP, pick_up, "pick-up", "CELLS", 1, 9, FIGHT, "fetches items within that many cells and uses them: drinks healing potions, throws harmful ones, hits with weapons") \
	ROW(SHUN_LIGHT, shun_light, "shun-light", NULL, 0, 0, OWN, "leaves lit cells for dark ones, and does not step from a dark cell into the light") \
	ROW(EXTINGUISH, extinguish, "extinguish", "CELLS", 1, 15, OWN, "goes to the nearest light within that many cells and puts it out, if that is possible") \
	ROW(AMBUSH, ambush, "ambush", "CELLS", 1, 9, OWN, "keeps still until it perceives the foe within that many cells; then later instincts act") \
	ROW(MIMIC, mimic, "mimic", "CELLS", 1, 4, OWN, "like ambush, and until then it looks like an item or terrain (poses-as, poses-as-terrain)") \
	ROW(GUARD, guard, "guard", "CELLS", 1, 40, OWN, "returns when it is farther than this from its first cell; within, later instincts act") \
	ROW(SWIM, swim, "swim", NULL, 0, 0, FIGHT, "stays within water, and returns to it from land; list it before instincts that move") \
	ROW(KEEP_DISTANCE, keep_distance, "keep-distance", "CELLS", 2, 9, FIGHT, "steps away from a foe in sight that is nearer than this") \
	ROW(SUMMON, summon, "summon", "TURNS", 5, 100, FIGHT, "in sight of the foe, once in that many turns, casts the first of its spells that summons") \
	ROW(CAST, cast, "cast", "CELLS", 1, 12, FIGHT, "once in a cooldown, with the foe in sight within that many cells, casts one of its spells: helpful ones on itself, harmful ones on the foe") \
	ROW(BREATHE, breathe, "breathe", "CELLS", 2, 10, FIGHT, "once in a cooldown, breathes at a foe in sight within that many cells: the effect of its last blow fills a widening line of that length") \
	ROW(SHOOT, shoot, "shoot", "CELLS", 2, 10, FIGHT, "uses its last blow from afar at a foe in sight within that many cells") \
	ROW(THROW, throw, "throw", "CELLS", 2, 10, FIGHT, "throws the item that it carries at a foe in sight within that many cells (carries)") \
	ROW(LAY_TRAPS, lay_traps, "lay-traps", "TURNS", 5, 200, OWN, "once in that many turns, out of the foe's sight, lays its trap on plain ground (trap)") \
	ROW(PACK, pack, "pack", "CELLS", 2, 9, OWN, "with none of its kind that near, but some on the level, goes to them instead of attacking") \
	ROW(SURROUND, surround, "surround", NULL, 0, 0, FIGHT, "goes to a side of the foe that none of its kind has, and waits two cells off until half of them are there") \
	ROW(BURROW, burrow, "burrow", NULL, 0, 0, FIGHT, "digs straight through rock towards the foe that it sees or hears, and leaves a tunnel (trait burrows)") \
	ROW(SIGHT, sight, "sight", NULL, 0, 0, FIGHT, "goes to the foe that it sees, then to the cell where it last saw him") \
	ROW(SMELL, smell, "smell", NULL, 0, 0, OWN, "follows the hero's trail: to the neighbouring cell that he visited last") \
	ROW(NOISE, noise, "noise", NULL, 0, 0, OWN, "goes roughly towards a noise, less exactly the farther it is") \
	ROW(ROUTE, route, "route", "ROOMS", 2, 9, OWN, "patrols that many rooms, always the same, beginning with its first room") \
	ROW(WANDER, wander, "wander", NULL, 0, 0, OWN, "walks from room to room, each time to a chosen goal") \
	ROW(RANDOM, random, "random", NULL, 0, 0, OWN, "walks at random with inertia, not straight back")
enum instinct {
#define ROW(id, function, word, number, least, most, whose, help) INSTINCT_##id,
	ENGINE_INSTINCTS(ROW)
#undef ROW
	INSTINCT_COUNT
};
/* clang-format on */

#endif
