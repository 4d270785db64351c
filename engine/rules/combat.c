/*
 * Combat: hit chances, blows, damage and the rewards of a kill.
 *
 * A blow hits with clamp(accuracy - 3 x guard, 10, 95) percent; damage is dice. A plus on a weapon
 * is 3 accuracy and 1 damage, on armour 1 guard. Each missing point of might costs 5 accuracy.
 * Unaware targets take three times the damage. There are no critical hits.
 */
#include "engine/rules/combat_private.h"
#include "engine/rules/talk.h"

#include <assert.h>
#include <stdio.h>

#define GUARD_WEIGHT 3
#define CHANCE_LEAST 10
#define CHANCE_MOST 95
#define STUCK_TIMES 2
#define WEAK_ACCURACY 15
#define NOISE_FIGHT 14
/* Health below 1 / LOW_HEALTH of the maximum warns the player. */
#define LOW_HEALTH 3
#define AT_HIM 2      /* cells */
#define WARNED_FOR 30 /* turns */
/* Experience of a level, as of a depth (place.c). See combat_next_level. */
#define LEVEL_EXPERIENCE 100
#define LEVEL_MOST 30

static const struct dice bare_hands = {1, 3, 0};

static const struct item *in_use(const struct game *game, enum item_flag flag)
{
	int index = item_in_use(game, flag);
	return index < 0 ? NULL : &game->pack.items[index];
}

int combat_missing_might(const struct game *game)
{
	int missing = 0, might = body_might(game);
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item *item = &game->pack.items[i];
		int wanting = item_kind(game, item)->gear.might - might;
		if ((item->flags & (ITEM_WIELDED | ITEM_WORN)) && wanting > missing)
			missing = wanting;
	}
	return missing;
}

static int bonus_as(const struct game *game, enum bonus bonus, enum knowledge knowledge)
{
	return knowledge == AS_IT_IS ? bonus_of(game, bonus) : bonus_shown(game, bonus);
}

/* Returns the guard bonus for standing still and for standing in the dark. */
static int guard_of_place(const struct game *game, enum knowledge knowledge)
{
	const struct creature *hero = &game->creatures[HERO];
	int brace = game->hero.still > 0 ? bonus_as(game, BONUS_BRACE, knowledge) : 0;
	int dark = bonus_as(game, BONUS_DARK_GUARD, knowledge);
	return brace + (dark != 0 && !light_at(game, hero->x, hero->y) ? dark : 0);
}

int combat_guard_as(const struct game *game, int slot, enum knowledge knowledge)
{
	int shield = creature_has(game, slot, STATUS_SHIELDED) ? SHIELD_GUARD : 0;
	if (slot != HERO)
		return creature_kind(game, slot)->guard + shield;
	return shield + gear_guard(game, knowledge == AS_KNOWN) +
	       bonus_as(game, BONUS_GUARD, knowledge) + guard_of_place(game, knowledge);
}

int combat_guard(const struct game *game, int slot)
{
	return combat_guard_as(game, slot, AS_IT_IS);
}

int combat_shown_guard(const struct game *game)
{
	return combat_guard_as(game, HERO, AS_KNOWN);
}

int combat_hero_accuracy(const struct game *game, enum knowledge knowledge)
{
	int accuracy = game->content->birth.accuracy - MIGHT_ACCURACY * combat_missing_might(game) +
		       bonus_as(game, BONUS_ACCURACY, knowledge);
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].flags & ITEM_WORN)
			accuracy += item_kind(game, &game->pack.items[i])->gear.accuracy;
	return accuracy;
}

int combat_armed_accuracy(const struct game *game, enum knowledge knowledge)
{
	const struct item *weapon = in_use(game, ITEM_WIELDED);
	int bare = combat_hero_accuracy(game, knowledge);
	return weapon == NULL ? bare
			      : bare + item_kind(game, weapon)->gear.accuracy +
					PLUS_ACCURACY * combat_plus(weapon, knowledge);
}

int combat_accuracy(const struct game *game)
{
	return combat_armed_accuracy(game, AS_IT_IS);
}

int combat_chance(int accuracy, int guard)
{
	int percent = accuracy - GUARD_WEIGHT * guard;
	return percent < CHANCE_LEAST  ? CHANCE_LEAST
	       : percent > CHANCE_MOST ? CHANCE_MOST
				       : percent;
}

static int hit_percent(
	const struct game *game, int attacker, int defender, enum knowledge knowledge)
{
	int accuracy = attacker == HERO ? combat_armed_accuracy(game, knowledge)
					: creature_kind(game, attacker)->accuracy;
	if (attacker != HERO && creature_has(game, attacker, STATUS_WEAK))
		accuracy -= WEAK_ACCURACY;
	if (creature_has(game, attacker, STATUS_BLESSED))
		accuracy += BLESSED_ACCURACY;
	return combat_chance(accuracy, combat_guard_as(game, defender, knowledge));
}

int combat_hit_percent(const struct game *game, int attacker, int defender)
{
	return hit_percent(game, attacker, defender, AS_IT_IS);
}

int combat_shown_percent(const struct game *game, int attacker, int defender)
{
	return hit_percent(game, attacker, defender, AS_KNOWN);
}

void combat_ambush(struct game *game, int slot)
{
	if (combat_unaware(game, slot) && !(game->creatures[slot].flags & CREATURE_ALLY))
		message_conduct(game, CONDUCT_AMBUSH);
}

bool combat_unaware(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	return slot != HERO &&
	       (!(creature->flags & CREATURE_AWARE) || creature_has(game, slot, STATUS_ASLEEP));
}

int combat_times_as(const struct game *game, int slot, enum knowledge knowledge)
{
	if (combat_unaware(game, slot))
		return UNAWARE_TIMES + bonus_as(game, BONUS_BACKSTAB, knowledge);
	return creature_has(game, slot, STATUS_STUCK) || creature_is_helpless(game, slot)
		       ? STUCK_TIMES
		       : 1;
}

int combat_times(const struct game *game, int slot)
{
	return combat_times_as(game, slot, AS_IT_IS);
}

int combat_next_level(int level)
{
	return LEVEL_EXPERIENCE * level;
}

int combat_health_at(const struct content *content, int level)
{
	return content->birth.health + content->birth.health_a_level * (level - 1);
}

static void gain_might(struct game *game)
{
	int levels = game->content->birth.levels_a_might;
	if (levels == 0 || (game->hero.level - 1) % levels != 0)
		return;
	game->hero.might++;
	message_say(game, TEXT_MIGHT_GAINED, &(struct word_facts){.number = game->hero.might});
}

void combat_gain(struct game *game, int experience)
{
	struct hero *hero = &game->hero;
	hero->experience += experience;
	if (hero->experience > EXPERIENCE_MOST)
		hero->experience = EXPERIENCE_MOST;
	while (hero->level < LEVEL_MOST && hero->experience >= combat_next_level(hero->level)) {
		struct creature *body = game_hero(game);
		int own = body->health_max - game->derived.bonuses.health;
		int more = combat_health_at(game->content, hero->level + 1) - own;
		more = more > 0 ? more : 0;
		hero->level++;
		body->health_max = (int16_t)(body->health_max + more);
		body->health = (int16_t)(body->health + more);
		if (hero->mana_max <= MANA_MOST - game->content->birth.mana_a_level)
			hero->mana_max += game->content->birth.mana_a_level;
		event_add(game, EVENT_LEVEL_GAINED, 0, body->x, body->y, hero->level, "");
		message_say(game, TEXT_LEVEL_GAINED, &(struct word_facts){.number = hero->level});
		gain_might(game);
		choice_report(game);
	}
}

/* Reports that a past hero was avenged by the death of the killer, which drops that hero's item. */
static void avenge(struct game *game, const struct creature *creature)
{
	const struct bones *past = &game->birth.past[creature->past - 1];
	game->bones.avenged |= (uint8_t)(1u << (creature->past - 1));
	message_say(game, TEXT_AVENGED,
		&(struct word_facts){.name = past->name,
			.target = {.name = game->content->creatures[creature->kind].name}});
	uint16_t kind = content_find_item(game->content, past->item);
	if (kind != KIND_NONE && kind != game->content->receiver)
		item_to_floor_near(
			game, (struct item){.kind = kind, .count = 1}, creature->x, creature->y);
}

/* Reports a creature's death. */
static void report_death(struct game *game, int slot, int by)
{
	const struct creature *creature = &game->creatures[slot];
	const struct creature_kind *kind = creature_kind(game, slot);
	bool seen = senses_hero_sees(game, slot);
	if (seen)
		creature_forget_noticed(game, slot);
	if (seen)
		event_add(
			game, EVENT_SLAIN, kind->appearance, creature->x, creature->y, 0, kind->id);
	if (seen && kind->says.slain[0] != '\0')
		message_say_text(game, kind->says.slain, COLOUR_ROLE_BRIGHT);
	else if (by == HERO && seen)
		message_say(game,
			game->knowledge.beaten[creature->kind] ? TEXT_YOU_SLAY
							       : TEXT_YOU_SLAY_FIRST,
			&(struct word_facts){.target = message_actor(game, slot)});
	else if (by == HERO)
		message_say(game, TEXT_YOU_SLAY_UNSEEN, NULL);
	else if (seen)
		message_say(game, creature->flags & CREATURE_ALLY ? TEXT_ALLY_DIES : TEXT_IT_DIES,
			&(struct word_facts){.target = message_actor(game, slot)});
	else if (creature->flags & CREATURE_ALLY)
		message_say(
			game, TEXT_ALLY_LOST, &(struct word_facts){.actor = {.name = kind->name}});
}

/* True if the hero gets the experience: he or an ally killed the creature, or terrain or gas did
 * while it was aware of him. Luring creatures into hazards is a way to fight. */
static bool is_of_hero(const struct game *game, const struct creature *creature, int by)
{
	if (by < 0)
		return creature->flags & CREATURE_AWARE;
	return by == HERO || (game->creatures[by].flags & CREATURE_ALLY);
}

static void creature_dies(struct game *game, int slot, int by)
{
	struct creature creature = game->creatures[slot];
	bool hero_side = is_of_hero(game, &creature, by), seen = senses_hero_sees(game, slot);
	report_death(game, slot, by);
	creature_remove(game, slot);
	if (by == HERO)
		message_conduct(game, CONDUCT_KILL);
	if (creature.carried.count > 0)
		item_to_floor_near(game, creature.carried, creature.x, creature.y);
	if (!hero_side || (creature.flags & (CREATURE_ALLY | CREATURE_CAPTIVE)))
		return;
	game->knowledge.beaten[creature.kind] = 1;
	story_happens(game, WANTS_SLAY, creature.kind);
	combat_gain(game, creature.worth);
	if (seen && creature.worth == 0 && game->content->creatures[creature.kind].experience > 0)
		message_say(game,
			creature.flags & CREATURE_WANDERER ? TEXT_LOOK_WANDERER
							   : TEXT_LOOK_WORTHLESS,
			NULL);
	if (by == HERO)
		spell_gain_mana(game, bonus_of(game, BONUS_MANA_ON_KILL));
	if (creature.past > 0)
		avenge(game, &creature);
	if (by == HERO && game_going(game))
		bonuses_moment(game, MOMENT_KILL, HERO);
}

/* Ends the run. The cause of death comes from the killer's kind, the item or the harm. */
static void hero_dies(struct game *game, int by, enum harm harm, const char *item)
{
	char cause[sizeof game->ending.cause];
	char nothing[40];
	words_expand(game->content, TEXT_SOMETHING, NULL, nothing, sizeof nothing);
	struct word_facts facts = {.number = game->depth, .item = item != NULL ? item : nothing};
	enum text_id word = harm == HARM_HUNGER ? TEXT_CAUSE_HUNGER
			    : harm == HARM_ITEM ? TEXT_CAUSE_ITEM
						: TEXT_CAUSE_POISON;
	if (by > HERO) {
		const struct creature_kind *kind = creature_kind(game, by);
		int past = game->creatures[by].past;
		facts.text = past > 0 ? kind->name : kind->death_words;
		facts.name = past > 0 ? game->birth.past[past - 1].name : NULL;
		word = past > 0 ? TEXT_CAUSE_KILLER : TEXT_CAUSE_KILLED;
	}
	words_expand(game->content, word, &facts, cause, sizeof cause);
	event_add(game, EVENT_DIED, 0, game_hero(game)->x, game_hero(game)->y, 0, "");
	story_ending(game, ENDING_DEATH);
	result_end(game, OUTCOME_DIED, by > HERO ? creature_kind(game, by)->id : "", cause);
}

/* Returns the most damage that visible foes near the hero can do in so many turns, as far as he
 * knows. */
static int threat_of(const struct game *game, int turns)
{
	const struct creature *hero = &game->creatures[HERO];
	int most = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->alive && !(creature->flags & CREATURE_ASLEEP) &&
			distance_between(hero->x, hero->y, creature->x, creature->y) <= AT_HIM &&
			foe_opposes(game, slot, HERO) && senses_shows(game, slot))
			most += risk_worst_blow(game, slot) * creature_kind(game, slot)->speed *
				turns / 100;
	}
	return most;
}

/* Warns that the hero could die within two turns although his health is not low yet, at most once
 * in WARNED_FOR turns. */
static void warn(struct game *game)
{
	const struct creature *hero = game_hero(game);
	if (hero->health * 4 > hero->health_max * 3 || threat_of(game, 2) < hero->health ||
		message_said(game, TEXT_LOW_SOON, WARNED_FOR) ||
		message_said(game, TEXT_LOW_HEALTH, WARNED_FOR))
		return;
	event_add(game, EVENT_DANGER, 0, hero->x, hero->y, hero->health, "");
	message_say(game, TEXT_LOW_SOON, NULL);
}

static void hero_hurt(struct game *game, int amount, int before, enum harm harm)
{
	const struct creature *hero = game_hero(game);
	int low = hero->health_max / LOW_HEALTH;
	event_add(game, EVENT_HURT, 0, hero->x, hero->y, amount, "");
	if (before > low && hero->health <= low && hero->health > 0) {
		event_add(game, EVENT_DANGER, 0, hero->x, hero->y, hero->health, "");
		message_say(game, TEXT_LOW_HEALTH, NULL);
		if (harm != HARM_HUNGER)
			bonuses_moment(game, MOMENT_HURT, HERO);
	} else if (hero->health > low) {
		warn(game);
	}
}

/* A hurt creature wakes, stops posing and may speak. */
static void feel(struct game *game, int slot, int by)
{
	struct creature *creature = &game->creatures[slot];
	creature_reveal(game, slot);
	if (by == HERO)
		creature_notice(game, slot);
	else if (by > HERO)
		creature_wake(game, slot);
	else if (!(creature_traits(game, slot) & TRAIT_MINDLESS))
		hearing_sound(game, SOUND_CRY, creature->x, creature->y);
	if (creature->health * 2 > creature->health_max || (creature->flags & CREATURE_MOANED) ||
		!senses_hero_sees(game, slot))
		return;
	creature->flags |= CREATURE_MOANED;
	message_say_text(game, creature_kind(game, slot)->says.hurt, COLOUR_ROLE_BRIGHT);
}

bool combat_harm(struct game *game, int slot, int amount, int by, enum harm harm, const char *item)
{
	struct creature *creature = &game->creatures[slot];
	int before = creature->health;
	if (!game_going(game) || amount <= 0)
		return false;
	if (by == HERO)
		combat_ambush(game, slot);
	creature->health = (int16_t)(amount < before ? before - amount : 0);
	creature->status[STATUS_ASLEEP] = 0;
	if (slot == HERO) {
		hero_hurt(game, amount, before, harm);
		if (creature->health == 0)
			hero_dies(game, by, harm, item);
		return creature->health == 0;
	}
	if (creature->health > 0) {
		feel(game, slot, by);
		return false;
	}
	creature_dies(game, slot, by);
	return true;
}

struct dice combat_hero_damage(const struct game *game, enum knowledge knowledge)
{
	const struct item *weapon = in_use(game, ITEM_WIELDED);
	struct dice dice = weapon == NULL ? bare_hands : item_kind(game, weapon)->weapon.damage;
	int more = (weapon != NULL ? combat_plus(weapon, knowledge) : 0) +
		   bonus_as(game, BONUS_DAMAGE, knowledge);
	dice.modifier = (int16_t)(dice.modifier + more);
	return dice;
}

struct blow_chance combat_hero_chance(const struct game *game, int target)
{
	return (struct blow_chance){
		combat_hit_percent(game, HERO, target), combat_hero_damage(game, AS_IT_IS)};
}

void combat_fight_noise(struct game *game)
{
	act_spend(game, NOISE_FIGHT);
	game->hero.loud = 1;
}

void combat_hero_hits(
	struct game *game, int target, int damage, enum text_id word, const char *item)
{
	const struct creature *creature = &game->creatures[target];
	damage = damage < 1 ? 1 : damage;
	event_creature(game, EVENT_HIT, target, damage);
	if (damage < creature->health)
		message_say(game, word,
			&(struct word_facts){.item = item, .target = message_actor(game, target)});
	combat_harm(game, target, damage, HERO, HARM_BLOW, NULL);
}

bool combat_blocks(struct game *game)
{
	int percent = bonus_of(game, BONUS_BLOCK);
	return percent > 0 && !creature_is_helpless(game, HERO) &&
	       draw_percent(game, PURPOSE_COMBAT, percent);
}

void combat_blow_effect(struct game *game, int slot, const struct blow *blow, int target)
{
	const struct creature *creature = &game->creatures[target];
	if (blow->has_effect && creature->alive && game_going(game))
		effect_apply(game, &blow->effect, creature->x, creature->y, slot, NULL);
}

/* Returns half the damage of a weapon that the creature carries, plus its enchantment. */
static int armed_bonus(struct game *game, int slot)
{
	const struct item *carried = &game->creatures[slot].carried;
	if (carried->count == 0 || item_kind(game, carried)->class != ITEM_WEAPON ||
		!creature_uses_items(game, slot))
		return 0;
	int bonus = draw_roll(game, PURPOSE_COMBAT, item_kind(game, carried)->weapon.damage) / 2;
	return bonus + carried->plus > 0 ? bonus + carried->plus : 0;
}

/* Reports a blow between two creatures. Only the first one of an action is reported; deaths always
 * are. */
void combat_report_between(struct game *game, int slot, int target, const struct word_facts *facts)
{
	bool seen = senses_hero_sees(game, target) || (slot >= 0 && senses_hero_sees(game, slot));
	if (game->report.fight_reported || !seen)
		return;
	game->report.fight_reported = true;
	message_say(game, TEXT_IT_HITS_IT, facts);
}

void combat_report_miss(struct game *game, int slot, enum miss_of of)
{
	struct miss miss;
	combat_word_miss(game, slot, message_actor(game, slot), of, &miss);
	message_say(game, miss.word, &miss.facts);
}

static void creature_blow(struct game *game, int slot, const struct blow *blow, int target)
{
	struct word_facts facts = {.actor = message_actor(game, slot),
		.verb = blow->verb,
		.target = message_actor(game, target)};
	const struct creature *creature = &game->creatures[slot];
	char where[32];
	words_expand(game->content,
		word_towards(creature->x - game->creatures[target].x,
			creature->y - game->creatures[target].y),
		NULL, where, sizeof where);
	facts.text = where;
	if (target == HERO && combat_blocks(game)) {
		event_creature(game, EVENT_MISS, slot, 0);
		combat_report_miss(game, slot, MISS_OF_BLOCKED_BLOW);
		return;
	}
	if (!draw_percent(game, PURPOSE_COMBAT, combat_hit_percent(game, slot, target))) {
		if (target == HERO) {
			event_creature(game, EVENT_MISS, slot, 0);
			combat_report_miss(game, slot, MISS_OF_BLOW);
			combat_riposte(game, slot);
		}
		return;
	}
	int damage = draw_roll(game, PURPOSE_COMBAT, blow->dice) + armed_bonus(game, slot);
	damage = damage < 0 ? 0 : damage * (target == HERO ? combat_times(game, target) : 1);
	if (target == HERO) {
		item_practise(game, ITEM_WORN);
		message_say(game, TEXT_IT_HITS_YOU, &facts);
	} else {
		combat_report_between(game, slot, target, &facts);
		hearing_sound(
			game, SOUND_FIGHT, game->creatures[target].x, game->creatures[target].y);
	}
	struct handle struck = creature_handle(game, target);
	struct handle striker = creature_handle(game, slot);
	combat_harm(game, target, damage, slot, HARM_BLOW, NULL);
	if (creature_of(game, struck) >= 0 && game_going(game))
		combat_steal(game, slot, target);
	if (creature_of(game, struck) >= 0)
		combat_blow_effect(game, slot, blow, target);
	if (target == HERO && game_going(game) && creature_of(game, striker) >= 0)
		bonuses_moment(game, MOMENT_STRUCK, slot);
}

/* Strikes with a random blow of the creature's kind. */
void combat_creature_strikes(struct game *game, int slot, int target)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	if (kind->blow_count == 0)
		return;
	int which = kind->blow_count == 1 ? 0 : draw_below(game, PURPOSE_COMBAT, kind->blow_count);
	creature_blow(game, slot, &kind->blows[which], target);
}
