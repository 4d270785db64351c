/*
 * Traits: fixed properties of a creature kind, as bits.  Hazards exempt by trait, statuses are
 * resisted by trait, and the rules test no other property of a kind.  A row is id, word in content,
 * help.
 */
#ifndef TRAPDOOR_ENGINE_TRAIT_H
#define TRAPDOOR_ENGINE_TRAIT_H

/* clang-format off */
#define ENGINE_TRAITS(ROW) \
	ROW(UNIQUE, "unique", "at most one at a time") \
	ROW(ASLEEP, "asleep", "is usually asleep when generated") \
	ROW(OPENS_DOORS, "opens-doors", "has hands: opens doors") \
	ROW(FLIES, "flies", "does not touch the ground") \
	ROW(SWIMS, "swims", "can cross deep water") \
	ROW(BURROWS, "burrows", "digs through rock") \
	ROW(PHASES, "phases", "walks through rock and walls") \
	ROW(BIG, "big", "is heavy, and strong enough for every need of might") \
	ROW(MINDLESS, "mindless", "ignores hazards, and is immune to fear") \
	ROW(BLOODLESS, "bloodless", "does not bleed") \
	ROW(UNSEEN, "unseen", "is seen only by adjacent creatures") \
	ROW(PICKS_UP, "picks-up", "picks up items that it steps on, and uses them") \
	ROW(JOINS, "joins", "may be found as a captive, and joins the creature that frees it") \
	ROW(RESISTS_FIRE, "resists-fire", "is immune to fire") \
	ROW(RESISTS_COLD, "resists-cold", "is immune to cold") \
	ROW(RESISTS_ACID, "resists-acid", "is immune to acid") \
	ROW(RESISTS_POISON, "resists-poison", "cannot be poisoned") \
	ROW(RESISTS_SLEEP, "resists-sleep", "cannot be put to sleep or held") \
	ROW(RESISTS_MIND, "resists-mind", "cannot be confused, frightened or turned against its own side") \
	ROW(RESISTS_SHOCK, "resists-shock", "is immune to shock")

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
