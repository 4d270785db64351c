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
	ROW(SLEEP, sleep, "sleep", "TURNS", 5, 200, OWN, "having perceived nothing for so many turns it falls asleep; to be listed first") \
	ROW(FLEE_BELOW, flee_below, "flee-below", "PERCENT", 1, 99, FIGHT, "under this much of its health it flees from the foe that it perceives") \
	ROW(THIEF, thief, "thief", NULL, 0, 0, OWN, "a hit takes a thing or some gold; then it runs with it, and drops it when it is slain") \
	ROW(SPLIT, split, "split", NULL, 0, 0, FIGHT, "hurt and alive it divides in two, who share its health") \
	ROW(CALL, call, "call", "CELLS", 5, 60, OWN, "when it first sees the foe it calls: all within earshot wake and come") \
	ROW(PICK_UP, pick_up, "pick-up", "CELLS", 1, 9, FIGHT, "goes for things within so many cells, takes one, and uses it: drinks what heals, throws what harms, hits with a weapon") \
	ROW(SHUN_LIGHT, shun_light, "shun-light", NULL, 0, 0, OWN, "standing in the light it makes for the dark; from the dark it does not step into the light") \
	ROW(EXTINGUISH, extinguish, "extinguish", "CELLS", 1, 15, OWN, "goes to the nearest light within so many cells that can be put out, and puts it out") \
	ROW(AMBUSH, ambush, "ambush", "CELLS", 1, 9, OWN, "lies still until it perceives the foe within so many cells; then later instincts act") \
	ROW(MIMIC, mimic, "mimic", "CELLS", 1, 4, OWN, "the same, and until then it is taken for what it poses as (poses-as, poses-as-terrain)") \
	ROW(GUARD, guard, "guard", "CELLS", 1, 40, OWN, "farther than this from where it was made it goes back; later instincts act within") \
	ROW(SWIM, swim, "swim", NULL, 0, 0, FIGHT, "stays within water, and makes for it when it is out; to be listed before what goes anywhere") \
	ROW(KEEP_DISTANCE, keep_distance, "keep-distance", "CELLS", 2, 9, FIGHT, "steps away from a foe in sight who is nearer than this") \
	ROW(SUMMON, summon, "summon", "TURNS", 5, 100, FIGHT, "in sight of the foe, once in so many turns, it uses the first of its spells that summons") \
	ROW(CAST, cast, "cast", "CELLS", 1, 12, FIGHT, "at a foe in sight within so many cells, once in a cooldown, it uses one of its spells: on itself what helps, on the foe what harms") \
	ROW(BREATHE, breathe, "breathe", "CELLS", 2, 10, FIGHT, "at a foe in sight within so many cells, once in a cooldown, its last blow's effect takes all cells of a line that long, which widens") \
	ROW(SHOOT, shoot, "shoot", "CELLS", 2, 10, FIGHT, "at a foe in sight within so many cells it uses its last blow from afar") \
	ROW(THROW, throw, "throw", "CELLS", 2, 10, FIGHT, "at a foe in sight within so many cells it throws what it carries (carries)") \
	ROW(LAY_TRAPS, lay_traps, "lay-traps", "TURNS", 5, 200, OWN, "once in so many turns, out of the foe's sight, it leaves its trap on plain ground (trap)") \
	ROW(PACK, pack, "pack", "CELLS", 2, 9, OWN, "with none of its kind so near, but some on the level, it goes to them instead of attacking") \
	ROW(SURROUND, surround, "surround", NULL, 0, 0, FIGHT, "takes a free side of the foe that its kin have not, and waits two cells off until half of them are there") \
	ROW(BURROW, burrow, "burrow", NULL, 0, 0, FIGHT, "goes straight through rock for the foe that it sees or hears, and leaves the hole (trait burrows)") \
	ROW(SIGHT, sight, "sight", NULL, 0, 0, FIGHT, "goes for the foe that it sees, then for where it last saw him") \
	ROW(SMELL, smell, "smell", NULL, 0, 0, OWN, "follows the hero's trail: to the neighbouring cell that he visited last") \
	ROW(NOISE, noise, "noise", NULL, 0, 0, OWN, "goes roughly towards what it hears, the vaguer the farther") \
	ROW(ROUTE, route, "route", "ROOMS", 2, 9, OWN, "walks a round of so many rooms, always the same, from the one where it was made") \
	ROW(WANDER, wander, "wander", NULL, 0, 0, OWN, "walks from room to room, with somewhere to go") \
	ROW(RANDOM, random, "random", NULL, 0, 0, OWN, "walks at random with inertia, not straight back")
enum instinct {
#define ROW(id, function, word, number, least, most, whose, help) INSTINCT_##id,
	ENGINE_INSTINCTS(ROW)
#undef ROW
	INSTINCT_COUNT
};
/* clang-format on */

#endif
