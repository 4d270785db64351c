/* What the files of combat share: chances (combat.c), the hero's blows (blow.c), what is shot and
 * thrown (shot.c). */
#ifndef TRAPDOOR_ENGINE_COMBAT_PRIVATE_H
#define TRAPDOOR_ENGINE_COMBAT_PRIVATE_H

#include "engine/rules/rules.h"

#define PLUS_ACCURACY 3
#define UNAWARE_TIMES 3 /* as much is done to who expects no blow */
#define SHIELD_GUARD 4
#define BLESSED_ACCURACY 15
#define MIGHT_ACCURACY 5 /* that each point of might that is wanting costs */

/* A fight is fought with things as they are; the player is shown them as far as they are known. */
enum knowledge { AS_IT_IS, AS_KNOWN };

static inline int combat_plus(const struct item *item, enum knowledge knowledge)
{
	return knowledge == AS_IT_IS || (item->flags & ITEM_KNOWN) ? item->plus : 0;
}

int combat_guard_as(const struct game *game, int slot, enum knowledge knowledge);
/* Percent, from an accuracy and the guard of whom it meets. */
int combat_chance(int accuracy, int guard);
/* The hero's accuracy with empty hands, and with what he wields. */
int combat_hero_accuracy(const struct game *game, enum knowledge knowledge);
int combat_armed_accuracy(const struct game *game, enum knowledge knowledge);
bool combat_unaware(const struct game *game, int slot);
/* How many times over a blow counts: on the unaware, or on those who cannot get out of its way. */
int combat_times(const struct game *game, int slot);
int combat_times_as(const struct game *game, int slot, enum knowledge knowledge);
/* What a blow of his takes, with what is in his hand. */
struct dice combat_hero_damage(const struct game *game, enum knowledge knowledge);
/* What a hit of the hero does to a creature, whatever hit it. */
void combat_hero_hits(
	struct game *game, int target, int damage, enum text_id word, const char *item);
void combat_fight_noise(struct game *game);
/* Whether the hero's shield catches it; then it is told. */
bool combat_blocks(struct game *game, struct word_actor by);
/* Of a blow between others; slot may be -1, of one who is gone. */
void combat_report_between(struct game *game, int slot, int target, const struct word_facts *facts);
/* The effect of a blow that has hit, on whom it hit. */
void combat_blow_effect(struct game *game, int slot, const struct blow *blow, int target);
/* An effect of so much and so long on whoever stands where a creature is, brought by the hero. */
void combat_do_to(struct game *game, struct handle target, enum effect effect, int amount);

#endif
