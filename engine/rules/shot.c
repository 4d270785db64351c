/* Shots and throws: launching them, and their hits (flight.c moves them). */
#include "engine/rules/combat_private.h"

#include <assert.h>

void combat_creature_shoots(struct game *game, int slot, int target)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	const struct creature *creature = &game->creatures[slot];
	const struct creature *aimed = &game->creatures[target];
	int last = kind->blow_count - 1;
	assert(last >= 0);
	uint16_t flight = kind->blows[last].flight;
	flight_launch(
		game, &(struct launch){.kind = flight != KIND_NONE ? flight : game->content->thrown,
			      .source = slot,
			      .accuracy = kind->accuracy,
			      .damage = kind->blows[last].dice,
			      .from_x = creature->x,
			      .from_y = creature->y,
			      .to_x = aimed->x,
			      .to_y = aimed->y,
			      .blow = (uint8_t)(last + 1),
			      .blow_of = creature->kind});
}

void combat_creature_throws(struct game *game, int slot, struct item item, int target)
{
	const struct item_kind *kind = item_kind(game, &item);
	const struct creature *creature = &game->creatures[slot];
	flight_launch(game,
		&(struct launch){.kind = kind->shot.flight != KIND_NONE ? kind->shot.flight
									: game->content->thrown,
			.item = item,
			.source = slot,
			.accuracy = creature_kind(game, slot)->accuracy,
			.damage = kind->weapon.thrown.number > 0 ? kind->weapon.thrown
								 : (struct dice){1, 2, 0},
			.from_x = creature->x,
			.from_y = creature->y,
			.to_x = game->creatures[target].x,
			.to_y = game->creatures[target].y});
}

static int thrown_accuracy(
	const struct game *game, const struct item *item, enum knowledge knowledge)
{
	return combat_hero_accuracy(game, knowledge) + item_kind(game, item)->gear.accuracy +
	       PLUS_ACCURACY * combat_plus(item, knowledge);
}

static int fired_accuracy(
	const struct game *game, const struct item *item, enum knowledge knowledge)
{
	return combat_armed_accuracy(game, knowledge) + item_kind(game, item)->gear.accuracy +
	       PLUS_ACCURACY * combat_plus(item, knowledge);
}

int combat_shown_shot(const struct game *game, const struct item *item, bool fired, int target)
{
	int accuracy = fired ? fired_accuracy(game, item, AS_KNOWN)
			     : thrown_accuracy(game, item, AS_KNOWN);
	return combat_chance(accuracy, combat_guard_as(game, target, AS_KNOWN));
}

/* Resolves a creature's shot at its target. The shooter may be gone by now. */
static void shot_meets(struct game *game, const struct missile *missile, int target, bool hits)
{
	const struct blow *blow =
		&game->content->creatures[missile->blow_of].blows[missile->blow - 1];
	int source = creature_of(game, missile->source);
	struct word_facts facts = {.verb = blow->verb, .target = message_actor(game, target)};
	char where[32] = "";
	if (source >= 0)
		facts.actor = message_actor(game, source);
	if (missile->from_x != game->creatures[target].x ||
		missile->from_y != game->creatures[target].y)
		words_expand(game->content,
			word_towards(missile->from_x - game->creatures[target].x,
				missile->from_y - game->creatures[target].y),
			NULL, where, sizeof where);
	facts.text = where;
	const struct flight_kind *flight = &game->content->flights[missile->kind];
	facts.item = flight->name;
	if (target == HERO)
		message_say(game,
			hits                       ? TEXT_IT_SHOOTS_YOU
			: flight->effect_count > 0 ? TEXT_IT_SHOOTS_NEAR
						   : TEXT_IT_SHOOTS_PAST,
			&facts);
	else if (hits && senses_hero_sees(game, target))
		combat_report_between(game, source, target, &facts);
	if (!hits && target != HERO && senses_hero_sees(game, target))
		message_say(game, TEXT_THROWN_PAST, &facts);
	if (!hits)
		return;
	struct handle struck = creature_handle(game, target);
	int damage = draw_roll(game, PURPOSE_COMBAT, missile->damage);
	combat_harm(game, target, damage < 0 ? 0 : damage, source,
		source >= 0 ? HARM_BLOW : HARM_ITEM, flight->name);
	if (creature_of(game, struck) >= 0)
		combat_blow_effect(game, source, blow, target);
}

/* Applies the extra effects of a hit by the hero's missile: pinning and shot bonuses. */
static void after_shot(struct game *game, struct handle struck)
{
	combat_do_to(game, struck, EFFECT_STICK, bonus_of(game, BONUS_PIN));
	if (creature_of(game, struck) >= 0 && game_going(game))
		bonuses_moment(game, MOMENT_SHOT, struck.slot);
}

/* Resolves a thrown item at its target. A missed item is reported when it falls (flight.c). */
static void item_meets(struct game *game, const struct missile *missile, int target, bool hits)
{
	char name[64];
	if (item_kind(game, &missile->item)->bursts)
		return;
	item_name(game, &missile->item, ARTICLE_THE, name, sizeof name);
	int source = creature_of(game, missile->source);
	if (source == HERO)
		combat_ambush(game, target);
	if (!hits) {
		if (source == HERO)
			event_creature(game, EVENT_MISS, target, 0);
		if (target != HERO)
			creature_notice(game, target);
		return;
	}
	int damage = draw_roll(game, PURPOSE_COMBAT, missile->damage) + missile->item.plus;
	if (source == HERO) {
		struct handle struck = creature_handle(game, target);
		combat_hero_hits(
			game, target, combat_times(game, target) * damage, TEXT_THROWN_HITS, name);
		after_shot(game, struck);
		return;
	}
	message_say(game, TEXT_THROWN_HITS,
		&(struct word_facts){.item = name, .target = message_actor(game, target)});
	combat_harm(game, target, damage < 1 ? 1 : damage, source, HARM_ITEM, name);
}

bool combat_missile_meets(struct game *game, const struct missile *missile, int target)
{
	bool comes = missile->blow > 0 || missile->item.count > 0;
	int source = creature_of(game, missile->source);
	if (comes && target == HERO && combat_blocks(game)) {
		combat_report_miss(game, source, MISS_OF_BLOCKED_SHOT);
		return true;
	}
	bool hits = draw_percent(
		game, PURPOSE_COMBAT, combat_chance(missile->accuracy, combat_guard(game, target)));
	if (missile->blow > 0)
		shot_meets(game, missile, target, hits);
	else if (missile->item.count > 0)
		item_meets(game, missile, target, hits);
	return hits;
}

int combat_farther(const struct game *game)
{
	int far = bonus_of(game, BONUS_FAR);
	return far < 0 ? 0 : far < FARTHER_MOST ? far : FARTHER_MOST;
}

/* Launches a missile of the hero towards a cell. */
static void let_fly(struct game *game, struct launch launch, int x, int y)
{
	const struct creature *hero = game_hero(game);
	combat_fight_noise(game);
	launch.source = HERO;
	launch.damage.modifier = (int16_t)(launch.damage.modifier + bonus_of(game, BONUS_DAMAGE));
	launch.farther = (uint8_t)combat_farther(game);
	launch.from_x = hero->x;
	launch.from_y = hero->y;
	launch.to_x = x;
	launch.to_y = y;
	flight_launch(game, &launch);
}

void combat_throw(struct game *game, struct item item, int x, int y)
{
	const struct item_kind *kind = item_kind(game, &item);
	let_fly(game,
		(struct launch){.kind = kind->shot.flight != KIND_NONE ? kind->shot.flight
								       : game->content->thrown,
			.item = item,
			.accuracy = thrown_accuracy(game, &item, AS_IT_IS),
			.damage = kind->weapon.thrown.number > 0 ? kind->weapon.thrown
								 : (struct dice){1, 2, 0}},
		x, y);
}

void combat_fire(struct game *game, struct item item, int x, int y)
{
	const struct item_kind *kind = item_kind(game, &item);
	const struct item *launcher = item_shot_by(game, &item);
	assert(launcher != NULL);
	struct dice damage = kind->shot.fired.number > 0 ? kind->shot.fired : kind->weapon.thrown;
	damage.modifier = (int16_t)(damage.modifier + launcher->plus);
	let_fly(game,
		(struct launch){.kind = kind->shot.ammunition,
			.item = item,
			.accuracy = fired_accuracy(game, &item, AS_IT_IS),
			.damage = damage},
		x, y);
	item_practise(game, ITEM_WIELDED);
}
