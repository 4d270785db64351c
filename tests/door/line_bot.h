/*
 * A bot that plays by typed lines and reads sentences alone: never the map, the view or the game.
 *
 * It has the judgement of the cautious bot: it estimates a fight before it starts one, throws
 * before it strikes, lets enemies come, rests where nobody is near, and flees by stairs, doors or
 * items when a fight goes badly. It walks by explore and go.
 */
#ifndef TRAPDOOR_TESTS_LINE_BOT_H
#define TRAPDOOR_TESTS_LINE_BOT_H

#include "tests/door/line_around.h"
#include "tests/door/line_talk.h"

enum {
	FOES_MOST = 8,
	HEALTH_FAIR = 80, /* % from which it explores */
	REST_TURNS = 8,   /* after which it looks whether it has rested enough */
	REACH_UNKNOWN = 7,
	SHUTS_MOST = 4,     /* doors that it closes on one level */
	WHERE_EACH = 10,    /* explorations after which it reads the turn again */
	HEALTH_LOW = 40,    /* % under which it gambles */
	HEALTH_POOR = 50,   /* % under which it heals */
	LOSS_TOO_MUCH = 70, /* % of expected loss above which it avoids a fight */
	LOSS_COURAGE = 20,  /* % added for each TURNS_COURAGE on a level, and each flight from it */
	TURNS_COURAGE = 600,
	LOSS_SLEEPER = 35,
	MATTERS_WITHIN = 9,
	AWARE_WITHIN = 2,
	TURNS_A_DEPTH = 440,
	TURNS_MOST = 20000,
	CHOICES_MOST = 60000,
	PATIENCE = 6,
	SULKS_FOR = 60, /* turns for which it leaves an item alone that was refused */
	NAMES_MOST = 400,
	DEPTHS_MOST = 32,
	SPELLS_MOST = 12,
	BRAVE_AFTER =
		8 /* turns of searching until it goes through harm, where nothing else is left */
};

/* The purpose of an item, as its effect tells. */
enum purpose {
	PURPOSE_NONE,
	PURPOSE_UNKNOWN,
	PURPOSE_HEAL,
	PURPOSE_ESCAPE,
	PURPOSE_REPEL,
	PURPOSE_HARM,
	PURPOSE_BURST,
	PURPOSE_BOOST,
	PURPOSE_LASTING,
	PURPOSE_ARRIVAL,
	PURPOSE_MISSILE,
	PURPOSE_FOOD
};

struct foe {
	const struct heard_thing *thing;
	struct odds odds;
	int apart;
};

struct line_bot {
	struct talk talk;
	uint64_t whims;
	struct around around;
	struct self self;
	struct pack pack;
	struct foe foes[FOES_MOST]; /* awake enemies, the nearest first */
	int awake, adjacent, loss;
	struct foe sleeper; /* the nearest that has not noticed the bot; thing NULL: none */
	int depth, turn, arrived, last_health;
	int patience, unasked;     /* unasked: actions since it last read its inventory */
	bool knows_down, explored; /* nothing is left to explore on this level */
	struct efforts {
		int searches, ambushes, fetches, shuts, dared;
		int onward; /* 1 + the direction in which it goes through harm; 0: it does not */
	} efforts;          /* on this level */
	int flights[DEPTHS_MOST]; /* from each depth, by stairs */
	struct spells {
		struct carried each[SPELLS_MOST];
		int sulks[SPELLS_MOST]; /* the turns until which it leaves them alone */
		int count, level;       /* level: at which it read the list */
	} spells;
	char said[2000]; /* the answer to the last action */
	bool asks_pack, knows_spells, ended;
	bool acted; /* since the last look */
	int choices, strange;
	int name_count;
	struct named {
		struct carried item; /* by its name */
		int sulks_until;
		bool dropped, tried;
	} names[NAMES_MOST];
};

/* ---- Typing ---- */

static inline int below(struct line_bot *bot, int bound)
{
	uint64_t mixed = bot->whims += 0x9e3779b97f4a7c15U;
	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9U;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
	mixed ^= mixed >> 31;
	return (int)((mixed >> 32) * (uint64_t)bound >> 32);
}

static inline const char *says(struct line_bot *bot, const char *line)
{
	const char *answer = talk_say(&bot->talk, line);
	bot->ended = play_state(bot->talk.play) != PLAY_GOING;
	return answer;
}

/* Reads the depth, the turn, and whether stairs down are known. */
static inline void asks_where(struct line_bot *bot)
{
	int depth = 0, turn = 0;
	const char *answer = bot->ended ? "" : says(bot, "where");
	const char *at = strstr(answer, "turn ");
	if (bot->ended)
		return;
	if (sscanf(answer, "Depth %d,", &depth) != 1 || !at || sscanf(at, "turn %d.", &turn) != 1) {
		print_message("not understood: %s\n", answer);
		bot->strange++;
		return;
	}
	if (depth != bot->depth) {
		bot->depth = depth;
		bot->arrived = turn;
		bot->explored = false;
		bot->efforts = (struct efforts){0};
	}
	bot->turn = turn;
	bot->knows_down = strstr(answer, "staircase down") != NULL;
}

/* The answer to a question: it travels, leaves companions, does not talk to enemies, and else
 * answers as it was told. */
static inline bool agrees(const char *question, bool yes)
{
	return strstr(question, "Travel there?") || strstr(question, " without it?") ||
	       (yes && !strstr(question, "to talk to"));
}

/* True for an answer after which the pack may be another. */
static inline bool is_of_items(const char *answer)
{
	static const char *const words[] = {"You pick", "You put", "You throw", "You drink",
		"You read", "You eat", "You take", "You point", "You buy", "You have", "steal",
		"takes your", "burn", "acid", "rust", "water", "You see", "You wield", "You use",
		"breaks", "You finish", NULL};
	for (size_t i = 0; words[i]; i++)
		if (strstr(answer, words[i]))
			return true;
	return false;
}

/* True for an answer that reports a deed. Food alone does not tell of quick ones. */
static inline bool is_deed(const char *answer)
{
	static const char *const words[] = {"You hit ", "You miss ", "You go ", "You throw ",
		"You drink ", "You read ", "You point ", "You put ", "You take off ", "You pick ",
		"falls dead", "Time passes", "You finish ", "You cast ", NULL};
	for (size_t i = 0; words[i]; i++)
		if (strstr(answer, words[i]))
			return true;
	return false;
}

/* Types a line, answers the question that it may lead to, and returns true if time passed: then
 * there is less food, or more of it. The bot asks where it is when it was on stairs, and when food
 * cannot tell. */
static inline bool acts(struct line_bot *bot, bool yes, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static inline bool acts(struct line_bot *bot, bool yes, const char *format, ...)
{
	char line[80];
	int turn = bot->turn, depth = bot->depth, food = bot->self.food;
	va_list list;
	va_start(list, format);
	vsnprintf(line, sizeof line, format, list);
	va_end(list);
	const char *answer = says(bot, line);
	bot->acted = true;
	if (strstr(answer, "Type yes or no.") && !bot->ended)
		answer = says(bot, agrees(answer, yes) ? "yes" : "no");
	snprintf(bot->said, sizeof bot->said, "%.1990s", answer);
	bot->asks_pack |= is_of_items(bot->said) || ++bot->unasked > 8;
	if (strstr(answer, "Type a letter") && !bot->ended)
		says(bot, "cancel");
	if (bot->ended)
		return true;
	bot->strange += hear_self(says(bot, "health"), &bot->self);
	bot->turn += bot->self.food < food ? food - bot->self.food : bot->self.food > food;
	if (bot->self.food == 0 || strstr(bot->said, "Depth ") || !bot->depth)
		asks_where(bot);
	return bot->turn != turn || bot->depth != depth || is_deed(bot->said);
}

/* ---- Items ---- */

/* The length of a name without its count of charges or turns. */
static inline size_t bare_length(const char *name)
{
	const char *detail = strstr(name, " (");
	return detail ? (size_t)(detail - name) : strlen(name);
}

static inline struct named *named(struct line_bot *bot, const char *name)
{
	size_t length = bare_length(name);
	for (int i = 0; i < bot->name_count; i++)
		if (bare_length(bot->names[i].item.name) == length &&
			strncmp(bot->names[i].item.name, name, length) == 0)
			return &bot->names[i];
	return NULL;
}

/* Fills in the effect and the verbs of an item, and asks for them once for each name. */
static inline void knows(struct line_bot *bot, struct carried *item)
{
	struct named *known = named(bot, item->name);
	char line[16];
	if (!known) {
		known = &bot->names[bot->name_count < NAMES_MOST ? bot->name_count++
								 : below(bot, NAMES_MOST)];
		snprintf(line, sizeof line, "item %c", item->letter);
		bot->strange += hear_item(says(bot, line), item);
		*known = (struct named){.item = *item};
	}
	memcpy(item->effect, known->item.effect, sizeof item->effect);
	memcpy(item->verbs, known->item.verbs, sizeof item->verbs);
}

static inline bool can(const struct carried *item, const char *verb)
{
	char quoted[24];
	snprintf(quoted, sizeof quoted, "\"%s\"", verb);
	return strstr(item->verbs, quoted) != NULL;
}

static inline bool is_any(const char *effect, const char *const words[])
{
	for (; *words; words++)
		if (strstr(effect, *words))
			return true;
	return false;
}

static inline enum purpose purpose_of(const struct carried *item)
{
	static const char *const heals[] = {"heals ", "health back", NULL},
				 *const lasts[] = {"teaches ", "+1 on", "more charges",
					 "carried known", "one level more", "keep what it says",
					 NULL},
				 *const shows[] = {"shows ", "finds what", "lights the room", NULL},
				 *const boosts[] = {"doubles speed", "guard more", "accuracy more",
					 "unseen but", "calls ", NULL},
				 *const aims[] = {"in line", "quarter circle", "all others within",
					 "everybody else", NULL};
	const char *effect = item->effect;
	bool devices =
		can(item, "drink") || can(item, "read") || can(item, "use") || can(item, "zap");
	if (can(item, "eat"))
		return PURPOSE_FOOD;
	if (strstr(effect, "Unknown."))
		return devices ? PURPOSE_UNKNOWN : PURPOSE_NONE;
	if (strstr(effect, "when shot") || (strstr(effect, "thrown ") && can(item, "wield")))
		return PURPOSE_MISSILE;
	if (begins(effect, "releases smoke") && can(item, "drink"))
		return PURPOSE_ESCAPE;
	if (strstr(effect, "bursts when thrown") && !is_any(effect, heals))
		return PURPOSE_BURST;
	if (!devices)
		return PURPOSE_NONE;
	if (is_any(effect, lasts))
		return PURPOSE_LASTING;
	if (is_any(effect, heals))
		return PURPOSE_HEAL;
	if (begins(effect, "frightens"))
		return PURPOSE_REPEL;
	if (is_any(effect, aims) && !is_any(effect, shows))
		return PURPOSE_HARM;
	if (begins(effect, "moves to") || begins(effect, "releases smoke"))
		return PURPOSE_ESCAPE;
	if (is_any(effect, boosts))
		return PURPOSE_BOOST;
	return is_any(effect, shows) ? PURPOSE_ARRIVAL : PURPOSE_NONE;
}

static inline bool is_spent(const struct carried *item)
{
	return strstr(item->name, "(0 ") || strstr(item->name, "(rests");
}

/* True if the effect has to be aimed. */
static inline bool is_aimed(const char *effect)
{
	return strstr(effect, "in line") || strstr(effect, "quarter circle");
}

/* Returns how far an aimed effect reaches, as its line tells: "first in line within 7 cells". */
static inline int reach_of(const char *effect)
{
	const char *line = strstr(effect, "in line within "),
		   *cone = strstr(effect, "quarter circle of ");
	int reach = REACH_UNKNOWN;
	bool told = (line && sscanf(line, "in line within %d", &reach) == 1) ||
		    (cone && sscanf(cone, "quarter circle of %d", &reach) == 1);
	return told ? reach : REACH_UNKNOWN;
}

/* Uses one item; at: the letter of a creature to aim at, or 0. True if time passed. */
static inline bool uses(struct line_bot *bot, const struct carried *item, const char *verb, char at)
{
	struct named *known = named(bot, item->name);
	if (known && known->sulks_until > bot->turn)
		return false;
	bool done = at ? acts(bot, true, "%s %c at %c", verb, item->letter, at)
		       : acts(bot, true, "%s %c", verb, item->letter);
	if (known && (!done || strstr(bot->said, "has no effect on")))
		known->sulks_until = bot->turn + SULKS_FOR;
	return done;
}

/* Drinks, reads, uses or zaps it; what is aimed needs a target. */
static inline bool applies(struct line_bot *bot, const struct carried *item, char at)
{
	bool aimed = is_aimed(item->effect) || can(item, "zap");
	const char *verb = can(item, "drink")  ? "drink"
			   : can(item, "read") ? "read"
			   : can(item, "use")  ? "use"
			   : can(item, "zap")  ? "zap"
					       : NULL;
	if (!verb || is_spent(item) || (aimed && !at))
		return false;
	return uses(bot, item, verb, aimed ? at : 0);
}

static inline bool turns_to(struct line_bot *bot, enum purpose purpose, const struct foe *foe)
{
	char at = foe && foe->thing ? foe->thing->letter : 0;
	for (int i = 0; i < bot->pack.count; i++) {
		const struct carried *item = &bot->pack.items[i];
		if (purpose_of(item) != purpose)
			continue;
		bool throws = purpose == PURPOSE_BURST || purpose == PURPOSE_MISSILE;
		int least = strstr(item->effect, "releases ") ? 4 : 2;
		if (throws && (!at || foe->apart < least || foe->apart > 7 || item->used))
			continue;
		bool far = is_aimed(item->effect) && foe && foe->apart > reach_of(item->effect);
		if (far && !throws)
			continue;
		if (throws ? uses(bot, item, "throw", at) : applies(bot, item, at))
			return true;
	}
	return false;
}

/* ---- Looking ---- */

static inline bool stranger(const struct heard_thing *thing)
{
	return strcmp(thing->state, "captive") != 0 && strcmp(thing->state, "with you") != 0;
}

static inline bool wakes(const struct heard_thing *thing, int apart)
{
	return strcmp(thing->state, "asleep") != 0 &&
	       (strcmp(thing->state, "unaware of you") != 0 || apart <= AWARE_WITHIN);
}

static inline int apart(int dx, int dy)
{
	return abs(dx) > abs(dy) ? abs(dx) : abs(dy);
}

static inline struct odds odds_of(struct line_bot *bot, const struct heard_thing *thing)
{
	char line[16];
	struct odds odds = {60, 15, 80, 3, 10};
	if (!thing->letter)
		return odds;
	snprintf(line, sizeof line, "look %c", thing->letter);
	bot->strange += hear_odds(says(bot, line), &odds);
	return odds;
}

static inline void looks(struct line_bot *bot)
{
	int turns = 0;
	bot->strange += hear_look(says(bot, "look"), &bot->around);
	bot->acted = false;
	bot->awake = bot->adjacent = bot->loss = 0;
	bot->sleeper = (struct foe){0};
	for (int i = 0; i < bot->around.count; i++) {
		const struct heard_thing *thing = &bot->around.things[i];
		struct foe foe = {.thing = thing, .apart = apart(thing->dx, thing->dy)};
		if (bot->around.kinds[i] != 'C' || !stranger(thing))
			continue;
		bool awake = wakes(thing, foe.apart);
		if (awake && foe.apart <= MATTERS_WITHIN && bot->awake < FOES_MOST) {
			foe.odds = odds_of(bot, thing);
			bot->foes[bot->awake++] = foe;
			bot->adjacent += foe.apart <= 1;
			turns += foe.odds.blows * 100 /
				 (foe.odds.you_hit > 5 ? foe.odds.you_hit : 5);
			bot->loss += turns * foe.odds.hits_you * foe.odds.blow / 100;
		} else if (!awake && !bot->sleeper.thing)
			bot->sleeper = foe;
	}
	if (!bot->asks_pack)
		return;
	bot->asks_pack = false;
	bot->unasked = 0;
	bot->strange += hear_pack(says(bot, "inventory"), &bot->pack);
	for (int i = 0; i < bot->pack.count; i++)
		knows(bot, &bot->pack.items[i]);
}

static inline int health_percent(const struct line_bot *bot)
{
	return bot->self.health * 100 / (bot->self.most ? bot->self.most : 1);
}

/* The distance from a place to the nearest awake enemy. */
static inline int foe_apart(const struct line_bot *bot, int dx, int dy)
{
	int least = 1000;
	for (int i = 0; i < bot->awake; i++) {
		const struct heard_thing *thing = bot->foes[i].thing;
		int far = apart(thing->dx - dx, thing->dy - dy);
		least = far < least ? far : least;
	}
	return least;
}

static inline enum direction toward(int dx, int dy)
{
	int x = (dx > 0) - (dx < 0), y = (dy > 0) - (dy < 0), direction = 0;
	while (direction < DIR_COUNT - 1 &&
		(direction_dx[direction] != x || direction_dy[direction] != y))
		direction++;
	return (enum direction)direction;
}

/* Strikes an adjacent creature, or walks on to it. */
static inline bool meets(struct line_bot *bot, const struct heard_thing *thing)
{
	const char *way = line_direction_word(toward(thing->dx, thing->dy));
	if (apart(thing->dx, thing->dy) == 1)
		return acts(bot, false, "attack %s", way);
	if (!thing->letter)
		return acts(bot, false, "%s", way);
	return acts(bot, false, "attack %c", thing->letter) ||
	       acts(bot, false, "go %c", thing->letter);
}

#endif
