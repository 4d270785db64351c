/*
 * Reasons to stop an auto command: events after which a player would want to decide.
 *
 * These are a creature that is news, hunts, or is awake nearby; an important message; lost health;
 * a status that begins or ends; gas or a missile. A run or a travel also stops at an item of a kind
 * never held, and a run or a counted repeat at items underfoot.
 */
#include "engine/view/view_parts.h"
#include "engine/auto/auto_private.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define HUNTED_WITHIN 15 /* cells, for a creature as fast as the hero */
#define STANDS 3         /* turns without moving, after which a hunter counts as not coming */
#define COMPANY_WITHIN 7

static bool colour_role_matters(enum colour_role role)
{
	return role != COLOUR_ROLE_TEXT && role != COLOUR_ROLE_DIM && role != COLOUR_ROLE_GOLD;
}

/* Statuses that cost one health a turn, and their messages.  They do not stop a hero who set out
 * with them. */
static const struct {
	enum status status;
	enum text_id word;
} steady[] = {{STATUS_POISONED, TEXT_POISON_HURTS}, {STATUS_BLEEDING, TEXT_BLEEDING_HURTS}};
#define STEADY_COUNT (sizeof steady / sizeof *steady)

static bool set_out_with(const struct auto_move *automove, const struct game *game, size_t ill)
{
	return (automove->ills & 1u << ill) && creature_has(game, HERO, steady[ill].status);
}

static bool is_known_ill(
	const struct auto_move *automove, const struct game *game, const struct message *message)
{
	char text[sizeof message->text];
	for (size_t i = 0; i < STEADY_COUNT; i++) {
		words_expand(game->content, steady[i].word, NULL, text, sizeof text);
		if ((automove->ills & 1u << i) && strcmp(text, message->text) == 0)
			return true;
	}
	return false;
}

/* Mood messages.  A creature that comes is reported when it is in sight. */
static bool is_mood(const struct game *game, const struct message *message)
{
	static const enum text_id words[] = {TEXT_HEARD_STAIRS, TEXT_HEARD_STAIRS_AGAIN};
	char text[sizeof message->text];
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		words_expand(game->content, words[i], NULL, text, sizeof text);
		if (strcmp(text, message->text) == 0)
			return true;
	}
	return false;
}

/* Messages that report a hidden thing found: a trap, a door. */
static bool is_find(const struct game *game, const struct message *message)
{
	const struct content *content = game->content;
	char text[sizeof message->text];
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		const struct transition *change =
			content_transition(&content->terrains[i], TRIGGER_SEARCH);
		if (change == NULL)
			continue;
		const struct terrain_kind *found = &content->terrains[change->into];
		bool doorway = found->flags & TERRAIN_DOORWAY;
		words_expand(content, doorway ? TEXT_DOOR_FOUND : TEXT_FOUND,
			&(struct word_facts){.text = found->name}, text, sizeof text);
		if (strcmp(text, message->text) == 0)
			return true;
	}
	return false;
}

/* True if the hero lost more health than his statuses cost.  At low health any loss counts. */
static bool was_hurt(
	const struct auto_move *automove, const struct game *game, const struct view *view)
{
	int turns = (int)(view->status.turn - automove->turn), due = 0;
	for (size_t i = 0; i < STEADY_COUNT; i++)
		due += set_out_with(automove, game, i) ? turns : 0;
	if (view->status.health * LOW_HEALTH <= view->status.health_max)
		due = 0;
	return view->status.health + due < automove->health;
}

static bool was_told(
	const struct auto_move *automove, const struct game *game, const struct view *view)
{
	for (size_t i = view->message_count; i-- > 0;) {
		const struct message *message = &view->messages[i];
		if (message->serial <= automove->message_serial)
			return false;
		if (is_find(game, message) ||
			(colour_role_matters((enum colour_role)message->role) &&
				!is_mood(game, message) && !is_known_ill(automove, game, message)))
			return true;
	}
	return false;
}

struct word_actor auto_actor(const char *name)
{
	return (struct word_actor){.name = name, .proper = strncmp(name, "the ", 4) == 0};
}

void auto_say_of(
	struct auto_move *automove, const struct game *game, enum text_id word, const char *name)
{
	char text[64];
	struct word_actor actor = auto_actor(name);
	words_name(text, sizeof text, actor.proper ? ARTICLE_NONE : ARTICLE_A, 1, name, NULL);
	words_expand(game->content, word, &(struct word_facts){.text = text, .target = actor},
		automove->says, sizeof automove->says);
}

bool auto_bumps(
	struct auto_move *automove, const struct game *game, const struct view *view, int direction)
{
	int x = view->hero_x + direction_dx[direction], y = view->hero_y + direction_dy[direction];
	const char *name = NULL;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->x != x || creature->y != y)
			continue;
		if (creature->ally)
			return false;
		name = creature->name;
	}
	if (!(view->cells[y * view->width + x].flags & CELL_CREATURE))
		return false;
	automove->blocked = true;
	if (name != NULL)
		auto_say_of(automove, game, TEXT_AUTO_IN_WAY, name);
	else
		words_expand(game->content, TEXT_AUTO_IN_WAY, &(struct word_facts){0},
			automove->says, sizeof automove->says);
	return true;
}

/* Names one creature and the number that came into view with it. */
static void say_who_come(struct auto_move *automove, const struct game *game, const char *name)
{
	char text[64];
	enum article article = auto_actor(name).proper ? ARTICLE_NONE : ARTICLE_A;
	words_name(text, sizeof text, article, 1, name, NULL);
	words_expand(game->content, TEXT_AUTO_NEW_MORE,
		&(struct word_facts){.text = text, .number = automove->watch->fresh - 1},
		automove->says, sizeof automove->says);
}

static struct watched *watched_of(
	const struct auto_move *automove, const struct view_creature *creature)
{
	for (int i = 0; i < automove->watch->count; i++)
		if (automove->watch->list[i].id == creature->id)
			return &automove->watch->list[i];
	return NULL;
}

/* True if a hunter would soon arrive: it is near and approaching.  A repeated command is not
 * stopped by the same hunter again, unless it is nearer than before or adjacent. */
static bool presses(const struct auto_move *automove, const struct view_creature *creature,
	struct watched *watched, int distance)
{
	bool near = distance * SPEED_NORMAL <= HUNTED_WITHIN * creature->speed;
	if (!near || distance <= 1 || watched == NULL)
		return near;
	bool shown = watched->warned > 0 && distance >= watched->warned;
	return !shown && automove->watch->turn - watched->moved < STANDS;
}

/* True if an awake creature nearby disturbs a rest.  A repeated rest is not stopped by the same
 * creature again. */
static bool disturbs(const struct auto_move *automove, const struct view_creature *creature,
	const struct watched *watched, int distance)
{
	bool shown = watched != NULL && watched->warned > 0 && distance >= watched->warned;
	return automove->kind == AUTO_REST && distance <= COMPANY_WITHIN && !shown &&
	       !watch_is_slight(creature);
}

/* True if a creature forbids the command: a hunter that would soon arrive, or for a rest, an awake
 * creature nearby.  A creature that was reported before and stops him on the way gets another
 * message. */
static bool forbids(const struct auto_move *automove, const struct view *view,
	const struct view_creature *creature, enum text_id *word)
{
	int distance = distance_between(view->hero_x, view->hero_y, creature->x, creature->y);
	struct watched *watched = watched_of(automove, creature);
	if (creature->ally || creature->captive || creature->asleep || creature->fleeing ||
		automove->kind == AUTO_RUN || automove->kind == AUTO_ATTACK)
		return false;
	*word = creature->unaware ? TEXT_AUTO_COMPANY
		: distance > 1    ? TEXT_AUTO_HUNTED_FAR
				  : TEXT_AUTO_HUNTED;
	if (creature->unaware ? !disturbs(automove, creature, watched, distance)
			      : !presses(automove, creature, watched, distance))
		return false;
	if (watched != NULL && watched->warned > 0 && automove->steps > 0 && distance > 1)
		*word = TEXT_AUTO_NEARER;
	if (watched != NULL)
		watched->warned = (uint8_t)distance;
	return true;
}

/* True if a creature in sight is a reason to stop.  Reports it unless a message did. */
static bool somebody_stops(
	struct auto_move *automove, const struct game *game, const struct view *view, bool shown)
{
	static const enum text_id words[] = {[NEWS_NEW] = TEXT_AUTO_NEW,
		[NEWS_NEARER] = TEXT_AUTO_NEARER,
		[NEWS_AWAKE] = TEXT_AUTO_AWAKE,
		[NEWS_HUNTS] = TEXT_AUTO_HUNTED};
	enum watch_news news;
	enum text_id word;
	int who = watch_look(automove->watch, view, &news);
	/* The player was shown all that was looked at before.  In a fight, a creature that comes
	 * nearer is no reason to stop. */
	automove->alarmed =
		who >= 0 &&
		(automove->kind == AUTO_ATTACK ? news != NEWS_NEARER || automove->watch->fresh > 0
					       : automove->looked);
	automove->looked = true;
	if (automove->alarmed && !shown && news == NEWS_NEW && automove->watch->fresh > 1)
		say_who_come(automove, game, view->creatures[who].name);
	else if (automove->alarmed && !shown)
		auto_say_of(automove, game, words[news], view->creatures[who].name);
	for (size_t i = 0; i < view->creature_count && !automove->alarmed; i++) {
		if (!forbids(automove, view, &view->creatures[i], &word))
			continue;
		if (!shown)
			auto_say_of(automove, game, word, view->creatures[i].name);
		return true;
	}
	return automove->alarmed;
}

/* The hero's statuses, as bits. */
static uint32_t statuses_of(const struct game *game)
{
	uint32_t bits = 0;
	for (int status = 0; status < STATUS_COUNT; status++)
		if (creature_has(game, HERO, (enum status)status))
			bits |= 1u << status;
	return bits;
}
_Static_assert(STATUS_COUNT <= 32, "a bit for each");

/* True if a status began or ended. A shield lasts a few turns and only helps, so that its end stops
 * nobody. */
static bool status_stops(const struct auto_move *automove, const struct game *game)
{
	const uint32_t shield = UINT32_C(1) << STATUS_SHIELDED;
	uint32_t now = statuses_of(game), before = automove->statuses;
	if (!(now & shield))
		before &= ~shield;
	return before != now;
}

/* Returns the number of known wanted items of kinds never held.  *nearest becomes the nearest one
 * in sight. */
static int news_of(
	const struct auto_move *automove, const struct game *game, const struct item **nearest)
{
	const struct creature *hero = &game->creatures[HERO];
	int count = 0, least = INT_MAX;
	for (int i = 0; i < game->recalled.count; i++) {
		const struct floor_item *it = &game->recalled.items[i];
		int away = distance_between(hero->x, hero->y, it->x, it->y);
		if (!auto_likes(automove, game, &it->item) || !auto_is_novel(game, &it->item))
			continue;
		count++;
		if (away >= least || !senses_hero_sees_cell(game, it->x, it->y))
			continue;
		least = away;
		*nearest = &it->item;
	}
	return count < UINT8_MAX ? count : UINT8_MAX;
}

void auto_note(struct auto_move *automove, const struct game *game)
{
	const struct item *nearest;
	automove->news = (uint8_t)news_of(automove, game, &nearest);
	automove->message_serial = game->messages.newest;
	automove->turn = game_turn(game);
	automove->health = game->creatures[HERO].health;
	automove->statuses = statuses_of(game);
}

void auto_note_ills(struct auto_move *automove, const struct game *game)
{
	/* A counted repeat still stops at poison. */
	for (size_t i = 0; i < STEADY_COUNT && automove->kind != AUTO_REPEAT; i++)
		if (creature_has(game, HERO, steady[i].status))
			automove->ills |= (uint8_t)(1u << i);
}

/* Adds the cell to which the first missile in sight flies. */
static void say_where_it_flies(struct auto_move *automove, const struct game *game)
{
	struct trajectory path;
	const struct creature *hero = &game->creatures[HERO];
	size_t length = strlen(automove->says);
	char where[32] = "", cell[120];
	if (!game_missile_path(game, 0, &path) || path.count == 0 || length == 0)
		return;
	int x = path.cells[path.count - 1].x, y = path.cells[path.count - 1].y;
	path.met |= x == hero->x && y == hero->y;
	if (!path.met)
		words_expand(game->content, word_towards(x - hero->x, y - hero->y), NULL, where,
			sizeof where);
	words_expand(game->content, path.met ? TEXT_FLIES_AT_YOU : TEXT_FLIES_THERE,
		&(struct word_facts){
			.text = where, .number = distance_between(hero->x, hero->y, x, y)},
		cell, sizeof cell);
	snprintf(automove->says + length, sizeof automove->says - length, " %s", cell);
}

/* Reports a missile in flight that the hero sees, its direction from him, and where it flies. */
static void say_what_flies(
	struct auto_move *automove, const struct game *game, const struct view *view)
{
	char name[64] = "", where[32] = "";
	bool here = false;
	for (int i = 0; i < game->air.count && !name[0]; i++) {
		const struct missile *missile = &game->air.missiles[i];
		if (creature_of(game, missile->source) == HERO ||
			!senses_hero_sees_cell(game, missile->x, missile->y))
			continue;
		view_flight_name(game, i, name, sizeof name);
		/* One that missed flies on over the hero. */
		here = missile->x == view->hero_x && missile->y == view->hero_y;
		if (!here)
			words_expand(game->content,
				word_towards(missile->x - view->hero_x, missile->y - view->hero_y),
				NULL, where, sizeof where);
	}
	words_expand(game->content, here ? TEXT_AUTO_FLIGHT_HERE : TEXT_AUTO_FLIGHT,
		&(struct word_facts){.item = name, .text = where}, automove->says,
		sizeof automove->says);
	say_where_it_flies(automove, game);
}

/* True if a run or a travel stops because an item of a kind never held came into view. */
static bool item_stops(struct auto_move *automove, const struct game *game)
{
	const struct item *nearest = NULL;
	char name[64];
	bool goes = automove->kind == AUTO_RUN || automove->kind == AUTO_TRAVEL;
	if (!goes || automove->steps == 0 || news_of(automove, game, &nearest) <= automove->news ||
		nearest == NULL)
		return false;
	item_name(game, nearest, ARTICLE_A, name, sizeof name);
	words_expand(game->content, TEXT_AUTO_NEW, &(struct word_facts){.text = name},
		automove->says, sizeof automove->says);
	return true;
}

bool auto_interrupted(struct auto_move *automove, const struct game *game, const struct view *view)
{
	bool shown = was_told(automove, game, view) || was_hurt(automove, game, view) ||
		     status_stops(automove, game);
	bool walks = automove->kind == AUTO_RUN ||
		     (automove->kind == AUTO_REPEAT && automove->repeated.verb == VERB_STEP);
	bool underfoot = automove->steps > 0 && walks && view->ground_count > 0;
	if (somebody_stops(automove, game, view, shown) || shown || underfoot ||
		item_stops(automove, game))
		return true;
	if (view->flight_count > 0)
		say_what_flies(automove, game, view);
	return view->flight_count > 0;
}
