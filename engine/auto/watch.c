/*
 * The watch: the creatures seen on a level, as a player remembers them.
 *
 * Only views update it. A creature out of sight is assumed at its last position until that is seen
 * empty. One that comes back is news if it is nearer or more awake than at its last report, or was
 * out of sight for GOOD_WHILE turns.
 */
#include "engine/auto/auto.h"
#include "engine/rules/rules.h"

#include <stdio.h>

#define GOOD_WHILE 50  /* turns */
#define SLIGHT_FROM 10 /* blows that would kill the hero */
#define NEAR_WITHIN 4  /* cells */
#define MIDDLE_WITHIN 10

static struct watched *find(struct watch *watch, uint32_t id)
{
	for (int i = 0; i < watch->count; i++)
		if (watch->list[i].id == id)
			return &watch->list[i];
	return NULL;
}

/* Returns a free entry.  A full list drops the creature seen longest ago. */
static struct watched *add(struct watch *watch)
{
	struct watched *oldest = &watch->list[0];
	if (watch->count < WATCHED_MOST)
		return &watch->list[watch->count++];
	for (int i = 1; i < watch->count; i++)
		if (watch->list[i].turn < oldest->turn)
			oldest = &watch->list[i];
	return oldest;
}

static enum watched_state state_of(const struct view_creature *creature)
{
	if (creature->asleep)
		return WATCHED_ASLEEP;
	return creature->unaware || creature->fleeing ? WATCHED_UP : WATCHED_HUNTING;
}

static enum watched_nearness nearness_of(
	const struct view *view, const struct view_creature *creature)
{
	int distance = distance_between(view->hero_x, view->hero_y, creature->x, creature->y);
	return distance <= NEAR_WITHIN     ? WATCHED_NEAR
	       : distance <= MIDDLE_WITHIN ? WATCHED_MIDDLE
					   : WATCHED_FAR;
}

static enum watch_news news_of(
	const struct watched *watched, enum watched_state state, enum watched_nearness nearness)
{
	if (state > watched->state)
		return state == WATCHED_HUNTING ? NEWS_HUNTS : NEWS_AWAKE;
	return state != WATCHED_ASLEEP && nearness > watched->nearness ? NEWS_NEARER : NEWS_NONE;
}

bool watch_is_slight(const struct view_creature *creature)
{
	return creature->unaware && (creature->kills_in == 0 || creature->kills_in >= SLIGHT_FROM);
}

/* Updates the watch with one creature.  Returns why it is news. */
static enum watch_news look_at(
	struct watch *watch, const struct view *view, const struct view_creature *creature)
{
	struct watched *watched = find(watch, creature->id);
	enum watched_state state = state_of(creature);
	/* A fleeing creature counts as far: only the hero can close the distance. */
	enum watched_nearness nearness =
		creature->fleeing ? WATCHED_FAR : nearness_of(view, creature);
	enum watch_news news = NEWS_NEW;
	if (watched != NULL && view->status.turn - watched->turn <= GOOD_WHILE) {
		news = news_of(watched, state, nearness);
		state = state > watched->state ? state : watched->state;
		nearness = nearness > watched->nearness ? nearness : watched->nearness;
	}
	const struct watched before = watched != NULL && news != NEWS_NEW
					      ? *watched
					      : (struct watched){.moved = UINT32_MAX};
	bool still =
		before.moved != UINT32_MAX && before.x == creature->x && before.y == creature->y;
	bool hunts = state_of(creature) == WATCHED_HUNTING;
	if (watched == NULL)
		watched = add(watch);
	*watched = (struct watched){.id = creature->id,
		.turn = view->status.turn,
		.x = creature->x,
		.y = creature->y,
		.state = (uint8_t)state,
		.nearness = (uint8_t)nearness,
		.seen = true,
		.there = true,
		.asleep = creature->asleep,
		.fleeing = creature->fleeing,
		.captive = creature->captive,
		.in_way = still && before.in_way,
		.past = still && creature->asleep && before.past,
		.waits = still && creature->asleep && before.waits,
		.warned = hunts == (before.state == WATCHED_HUNTING) ? before.warned : 0,
		.moved = still ? before.moved : view->status.turn};
	snprintf(watched->name, sizeof watched->name, "%s", creature->name);
	if (news == NEWS_NEARER && watch_is_slight(creature))
		return NEWS_NONE;
	return creature->captive ? NEWS_NONE : news;
}

/* Clears `there` of every unseen creature whose last position is in sight. */
static void forget_the_gone(struct watch *watch, const struct view *view)
{
	for (int i = 0; i < watch->count; i++) {
		struct watched *watched = &watch->list[i];
		const struct view_cell *cell = &view->cells[watched->y * view->width + watched->x];
		if (!watched->seen && (cell->flags & CELL_VISIBLE))
			watched->there = false;
	}
}

int watch_look(struct watch *watch, const struct view *view, enum watch_news *news)
{
	enum watch_news why = NEWS_NONE;
	int first = -1;
	if (watch->depth != view->status.depth || watch->turn > view->status.turn ||
		watch->width != view->width || watch->height != view->height)
		*watch = (struct watch){.depth = (uint8_t)view->status.depth,
			.width = view->width,
			.height = view->height};
	watch->turn = view->status.turn;
	watch->fresh = 0;
	for (int i = 0; i < watch->count; i++)
		watch->list[i].seen = false;
	for (size_t i = 0; i < view->creature_count; i++) {
		if (view->creatures[i].ally)
			continue;
		enum watch_news its = look_at(watch, view, &view->creatures[i]);
		watch->fresh += its == NEWS_NEW;
		if (first >= 0 || its == NEWS_NONE)
			continue;
		first = (int)i;
		why = its;
	}
	forget_the_gone(watch, view);
	if (news != NULL)
		*news = why;
	return first;
}
