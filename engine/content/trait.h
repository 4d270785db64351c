/*
 * Traits: fixed properties of a creature kind, as bits.  Hazards exempt by trait, statuses are
 * resisted by trait, and the rules test no other property of a kind.  A row is id, word in content,
 * help.
 */
#ifndef TRAPDOOR_ENGINE_TRAIT_H
#define TRAPDOOR_ENGINE_TRAIT_H

/* clang-format off */
#define ENGINE_TRAITS(ROW) \
	ROW(UNIQUE, "unique", "there is one at a time") \
	ROW(ASLEEP, "asleep", "is asleep more often than not when it is found") \
	ROW(OPENS_DOORS, "opens-doors", "has hands") \
	ROW(FLIES, "flies", "is not on the ground") \
	ROW(SWIMS, "swims", "is at home in deep water") \
	ROW(BURROWS, "burrows", "digs its way through rock") \
	ROW(PHASES, "phases", "walks through rock and walls as if they were air") \
	ROW(BIG, "big", "weighs on what it treads on, and shoves") \
	ROW(MINDLESS, "mindless", "does not weigh what it steps into, and knows no fear") \
	ROW(BLOODLESS, "bloodless", "does not bleed") \
	ROW(UNSEEN, "unseen", "cannot be seen but from beside it") \
	ROW(PICKS_UP, "picks-up", "takes what it steps on, and uses it") \
	ROW(JOINS, "joins", "may be found as a captive, and joins who frees it") \
	ROW(RESISTS_FIRE, "resists-fire", "does not burn") \
	ROW(RESISTS_COLD, "resists-cold", "does not freeze") \
	ROW(RESISTS_ACID, "resists-acid", "acid runs off") \
	ROW(RESISTS_POISON, "resists-poison", "cannot be poisoned") \
	ROW(RESISTS_SLEEP, "resists-sleep", "cannot be put to sleep or held") \
	ROW(RESISTS_MIND, "resists-mind", "cannot be confused, made afraid or set against its own") \
	ROW(RESISTS_SHOCK, "resists-shock", "current does not pass through it")

enum trait_bit {
#define ROW(id, word, help) TRAIT_##id##_BIT,
	ENGINE_TRAITS(ROW)
#undef ROW
	TRAIT_COUNT
};
enum trait {
#define ROW(id, word, help) TRAIT_##id = 1 << TRAIT_##id##_BIT,
	ENGINE_TRAITS(ROW)
#undef ROW
	TRAITS_END
};
/* clang-format on */

#endif
