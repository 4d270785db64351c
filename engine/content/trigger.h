/*
 * Triggers of terrain transitions, and what a creature needs to cause one on purpose.
 *
 * Terrain is a graph of data: nodes are terrain kinds, and each "change" of a record is an edge
 * with a trigger, a need and the turns that it takes.  A door that opens, grass that burns, ice
 * that melts, a wall that is dug and a trap that is sprung are all edges; none of them is code. A
 * row is id, word in content, help.
 */
#ifndef TRAPDOOR_ENGINE_TRIGGER_H
#define TRAPDOOR_ENGINE_TRIGGER_H

/* clang-format off */
#define ENGINE_CAUSES(ROW) \
	ROW(OPEN, "open", "a creature opens it, by a verb or by walking into it") \
	ROW(CLOSE, "close", "a creature closes it") \
	ROW(SEARCH, "search", "a search reveals it") \
	ROW(PULL, "pull", "a creature works it by walking into it") \
	ROW(DIG, "dig", "a creature digs") \
	ROW(SHOVE, "shove", "a boulder rolled away from here") \
	ROW(FILL, "fill", "a boulder rolls in") \
	ROW(TREAD, "tread", "a creature that does not fly steps on it") \
	ROW(BURN, "burn", "fire reaches it") \
	ROW(FREEZE, "freeze", "frost reaches it") \
	ROW(FLOOD, "flood", "water reaches it") \
	ROW(BREAK, "break", "an explosion or a heavy object hits it") \
	ROW(TEAR, "tear", "a stuck creature tears itself loose") \
	ROW(HIT, "hit", "a missile hits it and stops") \
	ROW(DOUSE, "douse", "its light is put out") \
	ROW(KINDLE, "kindle", "its light is lit") \
	ROW(SIGNAL, "signal", "a lever was pulled somewhere on the level") \
	ROW(WIRE, "wire", "the hero uses a lineman's kit on it") \
	ROW(WEDGE, "wedge", "the hero drives a wedge under it") \
	ROW(TIME, "time", "a turn passes") \
	ROW(LIFT, "lift", "a creature picks up an item on it") \
	ROW(LAY, "lay", "the hero drops an item on it")

enum trigger {
#define ROW(id, word, help) TRIGGER_##id,
	ENGINE_CAUSES(ROW)
#undef ROW
	TRIGGER_COUNT
};

/* id, function (need_WORD in terrain.c), word, meaning of its number (NULL: it has none), help */
#define ENGINE_NEEDS(ROW) \
	ROW(NOTHING, nothing, "nothing", NULL, "any creature") \
	ROW(PICK, pick, "pick", NULL, "a tool that digs, or a body that burrows") \
	ROW(MIGHT, might, "might", "MIGHT", "that much might; a big creature has enough") \
	ROW(WEIGHT, weight, "weight", NULL, "a big creature") \
	ROW(HANDS, hands, "hands", NULL, "a body that opens doors") \
	ROW(KEY, key, "key", NULL, "the hero with a key, which is used up") \
	ROW(GOLD, gold, "gold", "GOLD", "the hero with that much gold, which is spent") \
	ROW(CLOCK, clock, "clock", "TURNS", "a clock that strikes every so many turns")

enum need {
#define ROW(id, function, word, number, help) NEED_##id,
	ENGINE_NEEDS(ROW)
#undef ROW
	NEED_COUNT
};
/* clang-format on */

#endif
