/*
 * Instincts: what a creature does when it is its turn.
 *
 * A kind lists its instincts in order; each turn the first one that finds something to do is the
 * one that acts, so a list like "flee-below 25, sight, smell, noise, random" switches senses by
 * what is perceived.  The row is id, word in content, what its number means (or NULL when it takes
 * none) with least and most, help.  The parser reads words and numbers from here; the rules have
 * one function per row, instinct_ID.
 */
#ifndef TRAPDOOR_ENGINE_INSTINCT_H
#define TRAPDOOR_ENGINE_INSTINCT_H

/* clang-format off */
#define ENGINE_INSTINCTS(ROW) \
	ROW(FLEE_BELOW, flee_below, "flee-below", "PERCENT", 1, 99, "under this much of its health it flees from the hero that it perceives") \
	ROW(SHUN_LIGHT, shun_light, "shun-light", NULL, 0, 0, "standing in the light it makes for the dark; from the dark it does not step into the light") \
	ROW(AMBUSH, ambush, "ambush", "CELLS", 1, 9, "lies still until it perceives the hero within so many cells; then later instincts act") \
	ROW(GUARD, guard, "guard", "CELLS", 1, 40, "farther than this from where it was made it goes back; later instincts act within") \
	ROW(KEEP_DISTANCE, keep_distance, "keep-distance", "CELLS", 2, 9, "steps away from a hero in sight who is nearer than this") \
	ROW(SHOOT, shoot, "shoot", "CELLS", 2, 10, "at a hero in line of sight within so many cells it uses its last blow from afar") \
	ROW(PACK, pack, "pack", "CELLS", 2, 9, "with none of its kind so near, but some on the level, it goes to them instead of attacking") \
	ROW(SIGHT, sight, "sight", NULL, 0, 0, "goes for the hero that it sees, then for where it last saw him") \
	ROW(SMELL, smell, "smell", NULL, 0, 0, "follows the hero's trail: to the neighbouring cell that he visited last") \
	ROW(NOISE, noise, "noise", NULL, 0, 0, "goes roughly towards what it hears, the vaguer the farther") \
	ROW(WANDER, wander, "wander", NULL, 0, 0, "walks from room to room, with somewhere to go") \
	ROW(RANDOM, random, "random", NULL, 0, 0, "walks at random with inertia, not straight back")
enum instinct {
#define ROW(id, function, word, number, least, most, help) INSTINCT_##id,
	ENGINE_INSTINCTS(ROW)
#undef ROW
	INSTINCT_COUNT
};
/* clang-format on */

#endif
