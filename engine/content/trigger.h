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
	ROW(OPEN, "open", "someone opens it, by a verb or by walking into it") \
	ROW(CLOSE, "close", "someone closes it") \
	ROW(SEARCH, "search", "a search finds it for what it is") \
	ROW(PULL, "pull", "someone walks into it and works it") \
	ROW(DIG, "dig", "someone digs") \
	ROW(SHOVE, "shove", "it rolled away from here") \
	ROW(FILL, "fill", "a boulder rolls in") \
	ROW(TREAD, "tread", "someone who does not fly steps on it") \
	ROW(BURN, "burn", "fire reaches it") \
	ROW(FREEZE, "freeze", "frost reaches it") \
	ROW(FLOOD, "flood", "water reaches it") \
	ROW(BREAK, "break", "a blast, or something heavy, hits it") \
	ROW(TEAR, "tear", "someone who was stuck there tears himself loose") \
	ROW(HIT, "hit", "something flies into it, and no further") \
	ROW(DOUSE, "douse", "its light is put out") \
	ROW(KINDLE, "kindle", "its light is lit") \
	ROW(SIGNAL, "signal", "a lever was pulled somewhere on the level") \
	ROW(WIRE, "wire", "someone takes a lineman's kit to it") \
	ROW(WEDGE, "wedge", "someone drives a wedge under it") \
	ROW(TIME, "time", "a turn goes by") \
	ROW(LIFT, "lift", "someone picks up what lies on it") \
	ROW(LAY, "lay", "the hero lays something down on it")

enum trigger {
#define ROW(id, word, help) TRIGGER_##id,
	ENGINE_CAUSES(ROW)
#undef ROW
	TRIGGER_COUNT
};

/* id, function (need_WORD in terrain.c), word, meaning of its number (NULL: it has none), help */
#define ENGINE_NEEDS(ROW) \
	ROW(NOTHING, nothing, "nothing", NULL, "anybody does it") \
	ROW(PICK, pick, "pick", NULL, "a tool that digs, or a body that burrows") \
	ROW(MIGHT, might, "might", "MIGHT", "so much might; a big creature has enough") \
	ROW(WEIGHT, weight, "weight", NULL, "a big creature") \
	ROW(HANDS, hands, "hands", NULL, "a body that opens doors") \
	ROW(KEY, key, "key", NULL, "the hero with a key, which is used up") \
	ROW(GOLD, gold, "gold", "GOLD", "the hero with so much gold, which is spent") \
	ROW(CLOCK, clock, "clock", "TURNS", "a clockwork that strikes every so many turns")

enum need {
#define ROW(id, function, word, number, help) NEED_##id,
	ENGINE_NEEDS(ROW)
#undef ROW
	NEED_COUNT
};
/* clang-format on */

#endif
