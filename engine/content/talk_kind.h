/* Kinds of talk, plots, and the texts that a plot replaces. */
#ifndef TRAPDOOR_ENGINE_TALK_KIND_H
#define TRAPDOOR_ENGINE_TALK_KIND_H

#include <stdint.h>

/* Moments of talk: id, word in content, help. A line may name several, and all must hold. */
/* clang-format off */
#define CONTENT_MOMENTS_OF_TALK(ROW) \
	ROW(FIRST, "first", "it has not talked with the hero yet") \
	ROW(AGAIN, "again", "it has talked with the hero before") \
	ROW(ASLEEP, "asleep", "it sleeps; a sleeper says only lines with this word") \
	ROW(CAPTIVE, "captive", "it is a captive; a captive says only lines with this word") \
	ROW(FRIEND, "friend", "it is an ally; an ally says only lines with this word") \
	ROW(UNAWARE, "unaware", "it has not noticed the hero") \
	ROW(HURT, "hurt", "it has less than half of its health") \
	ROW(HERO_HURT, "hero-hurt", "the hero has less than half of the health") \
	ROW(LIT, "lit", "the hero stands in light") \
	ROW(DARK, "dark", "the hero stands in the dark") \
	ROW(GOAL, "goal", "the hero carries the goal of the game")
/* clang-format on */

enum talk_moment_bit {
#define ROW(id, word, help) TALK_##id##_BIT,
	CONTENT_MOMENTS_OF_TALK(ROW)
#undef ROW
};
enum talk_moment {
#define ROW(id, word, help) TALK_##id = 1 << TALK_##id##_BIT,
	CONTENT_MOMENTS_OF_TALK(ROW)
#undef ROW
};

#define TALK_BODIES_MAX 4

/* One line of speech, and the conditions under which it is said. */
struct talk_kind {
	const char *id, *text;
	uint8_t body_count;
	uint16_t bodies[TALK_BODIES_MAX]; /* creature kinds that say it */
	uint32_t moments, facts;          /* bits that must all hold */
	uint8_t depth_low, depth_high;
	uint16_t plot; /* or KIND_NONE: any */
};

/* One of several stories behind a run. The seed draws it. */
struct plot_kind {
	const char *id, *name;
	uint16_t weight;
};

/* Ends of a run: id, word in content, id of the text that it replaces. */
#define CONTENT_ENDINGS(ROW)                                                                       \
	ROW(HOME, "home", YOU_WIN)                                                                 \
	ROW(FAR, "far-end", YOU_WIN_FAR)                                                           \
	ROW(DEATH, "death", YOU_DIE)

enum talk_ending {
#define ROW(id, word, text) ENDING_##id,
	CONTENT_ENDINGS(ROW)
#undef ROW
		ENDING_COUNT
};

/* Texts of a letter, a quest or an ending in runs of a plot. */
struct retelling_kind {
	const char *id;
	uint16_t plot;
	uint16_t letter, quest;  /* or KIND_NONE */
	uint8_t ending;          /* or ENDING_COUNT */
	const char *text;        /* of the letter, of the ending, or the task of the quest; or "" */
	const char *call, *done; /* of the quest; "" leaves the quest's own */
};

#endif
