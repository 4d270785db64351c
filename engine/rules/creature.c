/* Creatures: slots, positions, speeds, waking and noticing. */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Returns an empty slot, or -1 if all are in use. */
static int free_slot(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (!game->creatures[slot].alive)
			return slot;
	return game->creature_top < CREATURES_MAX ? game->creature_top++ : -1;
}

int creature_add(struct game *game, uint16_t kind, int x, int y, int health)
{
	assert(kind < game->content->counts.creatures && creature_may_stand(game, x, y));
	int slot = free_slot(game);
	if (slot < 0)
		return -1;
	struct creature *creature = &game->creatures[slot];
	uint16_t generation = (uint16_t)(creature->generation + 1);
	*creature = (struct creature){.alive = true, .generation = generation, .kind = kind};
	creature->x = creature->home_x = creature->goal_x = (int16_t)x;
	creature->y = creature->home_y = creature->goal_y = (int16_t)y;
	creature->heading = DIR_COUNT;
	creature->health = creature->health_max = (int16_t)(health > 0 ? health : 1);
	creature->ready = game->clock.now;
	game->derived.queue.stale = true;
	game->derived.occupants[level_at(game->level, x, y)] = (uint8_t)(slot + 1);
	light_moved(game, slot);
	return slot;
}

/* An empty slot keeps only its generation, so that the state holds no trace of the dead
 * creature. */
void creature_remove(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	assert(slot != HERO && creature->alive);
	creature_lets_go(game, slot);
	game->derived.queue.stale = true;
	light_moved(game, slot);
	game->derived.occupants[level_at(game->level, creature->x, creature->y)] = 0;
	*creature = (struct creature){.generation = creature->generation};
}

void creature_move(struct game *game, int slot, int x, int y)
{
	struct creature *creature = &game->creatures[slot];
	assert(creature_may_be(game, slot, x, y));
	game->derived.occupants[level_at(game->level, creature->x, creature->y)] = 0;
	game->derived.occupants[level_at(game->level, x, y)] = (uint8_t)(slot + 1);
	creature->x = (int16_t)x;
	creature->y = (int16_t)y;
	creature_comes_free(game, slot);
	light_moved(game, slot);
}

/* True if the terrain allows the creature to be there, ignoring other creatures. */
static bool ground_takes(const struct game *game, int slot, int x, int y)
{
	return (game_terrain(game, x, y)->flags & TERRAIN_OBJECTS) ||
	       (slot != HERO && (creature_kind(game, slot)->traits & TRAIT_PHASES));
}

static void settle(struct game *game, int slot, int x, int y)
{
	game->creatures[slot].x = (int16_t)x;
	game->creatures[slot].y = (int16_t)y;
	game->derived.occupants[level_at(game->level, x, y)] = (uint8_t)(slot + 1);
	light_moved(game, slot);
}

bool creature_swap(struct game *game, int slot, int other)
{
	struct creature one = game->creatures[slot], two = game->creatures[other];
	if (!ground_takes(game, slot, two.x, two.y) || !ground_takes(game, other, one.x, one.y))
		return false;
	settle(game, slot, two.x, two.y);
	settle(game, other, one.x, one.y);
	game->derived.sight_stale = true;
	return true;
}

/* Speeds stay within 50 to 200 percent. */
int creature_speed(const struct game *game, int slot)
{
	int speed = slot == HERO ? SPEED_NORMAL : creature_kind(game, slot)->speed;
	if (creature_has(game, slot, STATUS_HASTED))
		speed *= 2;
	if (creature_has(game, slot, STATUS_SLOWED))
		speed /= 2;
	return speed < 50 ? 50 : speed > 200 ? 200 : speed;
}

int creature_delay(const struct game *game, int slot, int ticks)
{
	return ticks * SPEED_NORMAL / creature_speed(game, slot);
}

bool creature_uses_items(const struct game *game, int slot)
{
	return (creature_traits(game, slot) & TRAIT_PICKS_UP) ||
	       creature_has_instinct(game, slot, INSTINCT_PICK_UP);
}

void creature_wake(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	if (!(creature->flags & CREATURE_ASLEEP))
		return;
	creature->flags &= (uint16_t)~CREATURE_ASLEEP;
	if (senses_hero_sees(game, slot))
		message_say(game, TEXT_IT_WAKES,
			&(struct word_facts){.actor = message_actor(game, slot)});
}

/* Returns the creature's name for a message. A proper name is copied, so that it lasts until the
 * message. */
static struct word_actor kept_actor(struct game *game, int slot, char name[64])
{
	struct word_actor actor = message_actor(game, slot);
	if (actor.proper) {
		snprintf(name, 64, "%s", actor.name);
		actor.name = name;
	}
	return actor;
}

static bool is_called(const struct word_actor *actor, const struct word_actor *other)
{
	return actor->name != NULL && other->name != NULL && !strcmp(actor->name, other->name);
}

void creature_forget_noticed(struct game *game, int slot)
{
	char name[64];
	struct word_actor actor = kept_actor(game, slot, name);
	struct word_facts facts = {.actor = actor};
	if (game->report.noticed.count == 1 && is_called(&game->report.noticed.first, &actor))
		message_unsay(game, TEXT_IT_NOTICES, &facts);
}

/* Reports creatures that notice the hero, in one sentence an action. The sentence is replaced as
 * more notice him. */
static void report_noticed(struct game *game, int slot)
{
	struct noticed *noticed = &game->report.noticed;
	if (noticed->count == 0) {
		*noticed = (struct noticed){.count = 1};
		noticed->first = kept_actor(game, slot, noticed->names[0]);
		struct word_facts facts = {.actor = noticed->first};
		message_unsay(game, TEXT_IT_WAKES, &facts);
		message_say(game, TEXT_IT_NOTICES, &facts);
		noticed->serial = game->messages.newest;
		return;
	}
	if (noticed->other.name == NULL) {
		noticed->other = kept_actor(game, slot, noticed->names[1]);
		if (is_called(&noticed->first, &noticed->other))
			noticed->other.name = NULL;
	}
	noticed->count++;
	bool two = noticed->other.name != NULL;
	struct word_facts facts = {.actor = noticed->first,
		.target = noticed->other,
		.number = noticed->count - 1 - two};
	message_change(game, noticed->serial,
		!two                ? TEXT_PACK_NOTICES
		: facts.number == 0 ? TEXT_TWO_NOTICE
				    : TEXT_MANY_NOTICE,
		&facts);
}

void creature_notice(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	bool asleep = creature->flags & CREATURE_ASLEEP;
	creature_wake(game, slot);
	if (creature->flags & (CREATURE_AWARE | CREATURE_ALLY | CREATURE_CAPTIVE))
		return;
	creature->flags |= CREATURE_AWARE;
	if (!senses_hero_sees(game, slot))
		return;
	const struct creature_kind *kind = creature_kind(game, slot);
	event_add(game, EVENT_NOTICED, kind->appearance, creature->x, creature->y, 0, kind->id);
	if (!asleep)
		report_noticed(game, slot);
	if (!(creature->flags & CREATURE_SPOKE))
		message_say_text(game, kind->says.first, COLOUR_ROLE_BRIGHT);
	creature->flags |= CREATURE_SPOKE;
}

void creature_name(const struct game *game, int slot, char *name, size_t size)
{
	const struct creature *creature = &game->creatures[slot];
	const struct creature_kind *kind = creature_kind(game, slot);
	if (creature->past > 0)
		words_expand(game->content, TEXT_KILLER_NAME,
			&(struct word_facts){.text = kind->name,
				.name = game->birth.past[creature->past - 1].name},
			name, size);
	else
		snprintf(name, size, "%s", kind->name);
}
