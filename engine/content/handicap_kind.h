/*
 * Kinds of handicaps: rules that make a run harder.  A birth names a set of them by their ids
 * (struct birth).
 *
 * A record joins some of: rules, which are flags of this list; a share of food; and a creature that
 * walks with the hero from a depth on.  To add a rule, add a row here and ask game_handicapped
 * where it applies.
 */
#ifndef TRAPDOOR_ENGINE_HANDICAP_KIND_H
#define TRAPDOOR_ENGINE_HANDICAP_KIND_H

#include <stdint.h>

/* Rules of handicaps: id, word in content, help. */
/* clang-format off */
#define CONTENT_HANDICAP_RULES(ROW) \
	ROW(NO_LAMP, "no-lamp", "no lamp can be lit") \
	ROW(NO_HEIRLOOM, "no-heirloom", "no heirloom is offered") \
	ROW(DOORS_STAY_OPEN, "doors-stay-open", "an open door cannot be closed")
/* clang-format on */

enum handicap_rule_bit {
#define ROW(id, word, help) HANDICAP_##id##_BIT,
	CONTENT_HANDICAP_RULES(ROW)
#undef ROW
		HANDICAP_RULE_COUNT
};
enum handicap_rule {
#define ROW(id, word, help) HANDICAP_##id = 1 << HANDICAP_##id##_BIT,
	CONTENT_HANDICAP_RULES(ROW)
#undef ROW
};

#define HANDICAP_KINDS_MAX 16 /* a game has a bit for each */

struct handicap_kind {
	const char *id, *name, *description;
	uint32_t rules;     /* bits of enum handicap_rule */
	uint8_t feeds;      /* percent of its food that a meal gives, and of the food at birth */
	uint16_t walks;     /* creature kind that walks with the hero until beaten, or KIND_NONE */
	uint8_t walks_from; /* the first depth of that */
};

#endif
