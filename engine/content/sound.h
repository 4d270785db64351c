/*
 * Sounds: the noises of unseen events, and how far they reach sleeping creatures.
 *
 * A row is id, word in content, reach to the hero and reach to creatures in cells along the
 * distance map (0: they ignore it), turns until the next report to the hero, help.  Each has two
 * words: sound-WORD, near enough to give the direction, and sound-WORD-far.  A terrain with the
 * field "sound" is heard as long as it exists.
 */
#ifndef TRAPDOOR_ENGINE_SOUND_H
#define TRAPDOOR_ENGINE_SOUND_H

/* clang-format off */
#define ENGINE_SOUNDS(ROW) \
	ROW(STEPS, "steps", 14, 0, 30, "a creature walks") \
	ROW(FIGHT, "fight", 14, 14, 8, "two creatures fight, neither of them the hero") \
	ROW(CRY, "cry", 14, 0, 8, "a creature is hurt") \
	ROW(DOOR, "door", 14, 0, 2, "a door is opened") \
	ROW(DIGGING, "digging", 14, 0, 15, "a creature digs") \
	ROW(CALL, "call", 21, 0, 3, "a creature calls others") \
	ROW(GATE, "gate", 21, 14, 2, "a lever has moved something") \
	ROW(BOULDER, "boulder", 21, 14, 2, "something heavy rolls") \
	ROW(BREAKING, "breaking", 14, 14, 2, "something breaks") \
	ROW(GLASS, "glass", 14, 7, 0, "glass breaks") \
	ROW(BLAST, "blast", 30, 21, 0, "an explosion") \
	ROW(BELL, "bell", 30, 0, 2, "a bell; its effect sets how far it reaches creatures") \
	ROW(WATER, "water", 14, 0, 200, "water falls or rises") \
	ROW(FIRE, "fire", 14, 0, 60, "something burns") \
	ROW(HUM, "hum", 10, 0, 250, "a line is open")

enum sound {
#define ROW(id, word, hero, others, every, help) SOUND_##id,
	ENGINE_SOUNDS(ROW)
#undef ROW
	SOUND_COUNT
};
/* clang-format on */

#define SOUND_EVERY_MOST 250

#endif
