/*
 * Reasons to stop: what a steer breaks off for, because a player would want to look up.
 *
 * Somebody that is news, who hunts or is up near by; a message that matters, a hurt, a status that
 * came or went; something in the air; of a run and of a travel, a thing he never had; and, of a run
 * and of steps that are counted, what lies underfoot.
 */
#include "engine/view/view_parts.h"
#include "engine/auto/steer_private.h"

#include <limits.h>
#include <string.h>

#define HUNTED_WITHIN 15 /* cells, of who walks as fast as he does */
#define STANDS 3         /* turns, of who does not come: he cannot, or would not */
#define COMPANY_WITHIN 7

static bool role_matters(enum role role)
{
	return role != ROLE_TEXT && role != ROLE_DIM && role != ROLE_GOLD;
}

/* What takes a point a turn for as long as it lasts, and says so each time: whoever set out with it
 * knows that. */
static const struct {
	enum status status;
	enum word word;
} steady[] = {{STATUS_POISONED, WORD_POISON_HURTS}, {STATUS_BLEEDING, WORD_BLEEDING_HURTS}};
#define STEADY_COUNT (sizeof steady / sizeof *steady)

static bool set_out_with(const struct steer *steer, const struct game *game, size_t ill)
{
	return (steer->ills & 1u << ill) && creature_has(game, HERO, steady[ill].status);
}

static bool is_known_ill(
	const struct steer *steer, const struct game *game, const struct message *message)
{
	char text[sizeof message->text];
	for (size_t i = 0; i < STEADY_COUNT; i++) {
		words_expand(game->content, steady[i].word, NULL, text, sizeof text);
		if ((steer->ills & 1u << i) && strcmp(text, message->text) == 0)
			return true;
	}
	return false;
}

/* Said for the mood of it: somebody may come, and is told of when he does. */
static bool is_mood(const struct game *game, const struct message *message)
{
	static const enum word words[] = {WORD_HEARD_STAIRS, WORD_HEARD_STAIRS_AGAIN};
	char text[sizeof message->text];
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		words_expand(game->content, words[i], NULL, text, sizeof text);
		if (strcmp(text, message->text) == 0)
			return true;
	}
	return false;
}

/* That something came to light which was hidden: a trap, a door. */
static bool is_find(const struct game *game, const struct message *message)
{
	const struct content *content = game->content;
	char text[sizeof message->text];
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		const struct change *change = content_change(&content->terrains[i], CAUSE_SEARCH);
		if (change == NULL)
			continue;
		const struct terrain_kind *found = &content->terrains[change->into];
		bool doorway = found->flags & TERRAIN_DOORWAY;
		words_expand(content, doorway ? WORD_DOOR_FOUND : WORD_FOUND,
			&(struct word_facts){.text = found->name}, text, sizeof text);
		if (strcmp(text, message->text) == 0)
			return true;
	}
	return false;
}

/* Whether he has lost more than he had to; when he is low, every point counts. */
static bool was_hurt(const struct steer *steer, const struct game *game, const struct view *view)
{
	int turns = (int)(view->status.turn - steer->turn), due = 0;
	for (size_t i = 0; i < STEADY_COUNT; i++)
		due += set_out_with(steer, game, i) ? turns : 0;
	if (view->status.health * LOW_HEALTH <= view->status.health_max)
		due = 0;
	return view->status.health + due < steer->health;
}

static bool was_told(const struct steer *steer, const struct game *game, const struct view *view)
{
	for (size_t i = view->message_count; i-- > 0;) {
		const struct message *message = &view->messages[i];
		if (message->serial <= steer->message_serial)
			return false;
		if (is_find(game, message) ||
			(role_matters((enum role)message->role) && !is_mood(game, message) &&
				!is_known_ill(steer, game, message)))
			return true;
	}
	return false;
}

struct word_actor steer_actor(const char *name)
{
	return (struct word_actor){.name = name, .proper = strncmp(name, "the ", 4) == 0};
}

void steer_say_of(struct steer *steer, const struct game *game, enum word word, const char *name)
{
	char text[64];
	struct word_actor actor = steer_actor(name);
	words_name(text, sizeof text, actor.proper ? ARTICLE_NONE : ARTICLE_A, 1, name, NULL);
	words_expand(game->content, word, &(struct word_facts){.text = text, .target = actor},
		steer->says, sizeof steer->says);
}

/* One by name, and how many came into view with it. */
static void say_who_come(struct steer *steer, const struct game *game, const char *name)
{
	char text[64];
	enum article article = steer_actor(name).proper ? ARTICLE_NONE : ARTICLE_A;
	words_name(text, sizeof text, article, 1, name, NULL);
	words_expand(game->content, WORD_STEER_NEW_MORE,
		&(struct word_facts){.text = text, .number = steer->watch->fresh - 1}, steer->says,
		sizeof steer->says);
}

static struct watched *watched_of(const struct steer *steer, const struct view_creature *creature)
{
	for (int i = 0; i < steer->watch->count; i++)
		if (steer->watch->list[i].id == creature->id)
			return &steer->watch->list[i];
	return NULL;
}

/* Whether one that hunts him would soon be there: it is near enough, and comes.  Who asks again is
 * not told the same, unless it is nearer than it was or beside him. */
static bool presses(const struct steer *steer, const struct view_creature *creature,
	struct watched *watched, int distance)
{
	bool near = distance * SPEED_NORMAL <= HUNTED_WITHIN * creature->speed;
	if (!near || distance <= 1 || watched == NULL)
		return near;
	bool told = watched->warned > 0 && distance >= watched->warned;
	return !told && steer->watch->turn - watched->moved < STANDS;
}

/* Whether one that is up near by disturbs a rest; likewise. */
static bool disturbs(const struct steer *steer, const struct view_creature *creature,
	const struct watched *watched, int distance)
{
	bool told = watched != NULL && watched->warned > 0 && distance >= watched->warned;
	return steer->kind == STEER_REST && distance <= COMPANY_WITHIN && !told &&
	       !watch_is_slight(creature);
}

/* Whether a creature forbids it: one that hunts him, and would be there soon; of a rest, one that
 * is up near by.  Of one that he was warned of, and that stops him on the way, it is told
 * otherwise: that he did go on. */
static bool forbids(const struct steer *steer, const struct view *view,
	const struct view_creature *creature, enum word *word)
{
	int distance = distance_between(view->hero_x, view->hero_y, creature->x, creature->y);
	struct watched *watched = watched_of(steer, creature);
	if (creature->ally || creature->captive || creature->asleep || creature->fleeing ||
		steer->kind == STEER_RUN)
		return false;
	*word = creature->unaware ? WORD_STEER_COMPANY
		: distance > 1    ? WORD_STEER_HUNTED_FAR
				  : WORD_STEER_HUNTED;
	if (creature->unaware ? !disturbs(steer, creature, watched, distance)
			      : !presses(steer, creature, watched, distance))
		return false;
	if (watched != NULL && watched->warned > 0 && steer->steps > 0 && distance > 1)
		*word = WORD_STEER_NEARER;
	if (watched != NULL)
		watched->warned = (uint8_t)distance;
	return true;
}

/* Somebody in sight is a reason to stop, which is said unless a message told it. */
static bool somebody_stops(
	struct steer *steer, const struct game *game, const struct view *view, bool told)
{
	static const enum word words[] = {[NEWS_NEW] = WORD_STEER_NEW,
		[NEWS_NEARER] = WORD_STEER_NEARER,
		[NEWS_AWAKE] = WORD_STEER_AWAKE,
		[NEWS_HUNTS] = WORD_STEER_HUNTED};
	enum watch_news news;
	enum word word;
	int who = watch_look(steer->watch, view, &news);
	steer->alarmed = steer->looked && who >= 0;
	steer->looked = true;
	if (steer->alarmed && !told && news == NEWS_NEW && steer->watch->fresh > 1)
		say_who_come(steer, game, view->creatures[who].name);
	else if (steer->alarmed && !told)
		steer_say_of(steer, game, words[news], view->creatures[who].name);
	for (size_t i = 0; i < view->creature_count && !steer->alarmed; i++) {
		if (!forbids(steer, view, &view->creatures[i], &word))
			continue;
		if (!told)
			steer_say_of(steer, game, word, view->creatures[i].name);
		return true;
	}
	return steer->alarmed;
}

/* Those that he has, as bits. */
static uint32_t statuses_of(const struct game *game)
{
	uint32_t bits = 0;
	for (int status = 0; status < STATUS_COUNT; status++)
		if (creature_has(game, HERO, (enum status)status))
			bits |= 1u << status;
	return bits;
}
_Static_assert(STATUS_COUNT <= 32, "a bit for each");

/* Those of the things he knows to lie about, or sees, that he would take and never had; one in
 * sight, the nearest, is given. */
static int news_of(const struct steer *steer, const struct game *game, const struct item **nearest)
{
	const struct creature *hero = &game->creatures[HERO];
	int count = 0, least = INT_MAX;
	for (int i = 0; i < game->recalled.count; i++) {
		const struct floor_item *it = &game->recalled.items[i];
		int away = distance_between(hero->x, hero->y, it->x, it->y);
		if (!steer_likes(steer, game, &it->item) || !steer_is_novel(game, &it->item))
			continue;
		count++;
		if (away >= least || !senses_hero_sees_cell(game, it->x, it->y))
			continue;
		least = away;
		*nearest = &it->item;
	}
	return count < UINT8_MAX ? count : UINT8_MAX;
}

void steer_note(struct steer *steer, const struct game *game)
{
	const struct item *nearest;
	steer->news = (uint8_t)news_of(steer, game, &nearest);
	steer->message_serial = game->messages.newest;
	steer->turn = game_turn(game);
	steer->health = game->creatures[HERO].health;
	steer->statuses = statuses_of(game);
}

void steer_note_ills(struct steer *steer, const struct game *game)
{
	/* Who counts turns did not count those of the poison. */
	for (size_t i = 0; i < STEADY_COUNT && steer->kind != STEER_REPEAT; i++)
		if (creature_has(game, HERO, steady[i].status))
			steer->ills |= (uint8_t)(1u << i);
}

/* What somebody let fly, and where from here. */
static void say_what_flies(struct steer *steer, const struct game *game, const struct view *view)
{
	char name[64] = "", where[32] = "";
	for (int i = 0; i < game->air.count && !name[0]; i++) {
		const struct missile *missile = &game->air.missiles[i];
		if (creature_of(game, missile->source) == HERO ||
			!senses_hero_sees_cell(game, missile->x, missile->y))
			continue;
		view_flight_name(game, i, name, sizeof name);
		words_expand(game->content,
			word_towards(missile->x - view->hero_x, missile->y - view->hero_y), NULL,
			where, sizeof where);
	}
	words_expand(game->content, WORD_STEER_FLIGHT,
		&(struct word_facts){.item = name, .text = where}, steer->says, sizeof steer->says);
}

/* Who goes somewhere else, or runs, is told of what he could fetch. */
static bool thing_stops(struct steer *steer, const struct game *game)
{
	const struct item *nearest = NULL;
	char name[64];
	bool goes = steer->kind == STEER_RUN || steer->kind == STEER_TRAVEL;
	if (!goes || steer->steps == 0 || news_of(steer, game, &nearest) <= steer->news ||
		nearest == NULL)
		return false;
	item_name(game, nearest, ARTICLE_A, name, sizeof name);
	words_expand(game->content, WORD_STEER_NEW, &(struct word_facts){.text = name}, steer->says,
		sizeof steer->says);
	return true;
}

bool steer_interrupted(struct steer *steer, const struct game *game, const struct view *view)
{
	bool told = was_told(steer, game, view) || was_hurt(steer, game, view) ||
		    steer->statuses != statuses_of(game);
	bool walks = steer->kind == STEER_RUN ||
		     (steer->kind == STEER_REPEAT && steer->repeated.verb == VERB_STEP);
	bool underfoot = steer->steps > 0 && walks && view->ground_count > 0;
	if (somebody_stops(steer, game, view, told) || told || underfoot ||
		thing_stops(steer, game))
		return true;
	if (view->flight_count > 0)
		say_what_flies(steer, game, view);
	return view->flight_count > 0;
}
