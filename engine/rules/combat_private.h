/* Shared by the files of combat: chances (combat.c), the hero's blows (blow.c), shots and throws
 * (shot.c). */
#ifndef TRAPDOOR_ENGINE_COMBAT_PRIVATE_H
#define TRAPDOOR_ENGINE_COMBAT_PRIVATE_H

#include "engine/rules/rules.h"

#define PLUS_ACCURACY 3
#define UNAWARE_TIMES 3 /* damage factor against unaware targets */
#define SHIELD_GUARD 4
#define BLESSED_ACCURACY 15
#define MIGHT_ACCURACY 5 /* lost for each missing point of might */

/* Combat uses the true values of gear. The player is shown only the known ones. */
enum knowledge { AS_IT_IS, AS_KNOWN };

static inline int combat_plus(const struct item *item, enum knowledge knowledge)
{
	return knowledge == AS_IT_IS || (item->flags & ITEM_KNOWN) ? item->plus : 0;
}

int combat_guard_as(const struct game *game, int slot, enum knowledge knowledge);
/* Returns the percent chance to hit. */
int combat_chance(int accuracy, int guard);
/* The hero's accuracy with empty hands, and with the wielded weapon. */
int combat_hero_accuracy(const struct game *game, enum knowledge knowledge);
int combat_armed_accuracy(const struct game *game, enum knowledge knowledge);
bool combat_unaware(const struct game *game, int slot);
/* Returns the damage factor: higher against unaware targets, and against stuck or helpless ones. */
int combat_times(const struct game *game, int slot);
int combat_times_as(const struct game *game, int slot, enum knowledge knowledge);
/* Returns the dice of the hero's blow with the wielded weapon. */
struct dice combat_hero_damage(const struct game *game, enum knowledge knowledge);
/* Reports a hit of the hero, by blow or missile, and applies its damage. */
void combat_hero_hits(
	struct game *game, int target, int damage, enum text_id word, const char *item);
void combat_fight_noise(struct game *game);
/* True if the hero blocks a blow or missile. */
bool combat_blocks(struct game *game);
/* A failed attack: a blow that missed the hero, or a blow or missile that he blocked. */
enum miss_of { MISS_OF_BLOW, MISS_OF_BLOCKED_BLOW, MISS_OF_BLOCKED_SHOT };
/* Reports it. slot may be -1 for a missile: its launcher is gone. */
void combat_report_miss(struct game *game, int slot, enum miss_of of);

/* The words of such a report (miss.c). The facts point into the struct. */
#define MISS_TEXT 120 /* characters */
struct miss {
	enum text_id word;
	struct word_facts facts;
	char strikes[MISS_TEXT], meets[MISS_TEXT];
};
/* Writes the words for an attacker, as the hero perceives it. */
void combat_word_miss(const struct game *game, int slot, struct word_actor actor, enum miss_of of,
	struct miss *miss);
/* Reports a blow between creatures. slot may be -1: the attacker is gone. */
void combat_report_between(struct game *game, int slot, int target, const struct word_facts *facts);
/* Applies the effect of a blow that hit to its target. */
void combat_blow_effect(struct game *game, int slot, const struct blow *blow, int target);
/* Applies an effect of the hero's in the target's cell, with `amount` as strength and duration. */
void combat_do_to(struct game *game, struct handle target, enum effect effect, int amount);

#endif
