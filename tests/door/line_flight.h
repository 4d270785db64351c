/*
 * The rules by which the bot of line mode leaves harm and flees, each a function that types a line
 * and returns true if time passed. The first that does so ends the choice.
 */
#ifndef TRAPDOOR_TESTS_LINE_FLIGHT_H
#define TRAPDOOR_TESTS_LINE_FLIGHT_H

#include "tests/door/line_bot.h"

typedef bool line_rule(struct line_bot *bot);

static inline bool follows(struct line_bot *bot, line_rule *const rules[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (rules[i](bot))
			return true;
	return false;
}
#define FOLLOWS(bot, rules) follows(bot, rules, sizeof(rules) / sizeof *(rules))

/* Reads the list of spells: "a, Crossed Wires, 2 mana. Effect: ...". */
static inline void reads_spells(struct line_bot *bot)
{
	char line[600];
	bot->knows_spells = false;
	bot->spells.count = 0;
	bot->spells.level = bot->self.level;
	const char *text = says(bot, "cast");
	while (next_line(&text, line, sizeof line) && bot->spells.count < SPELLS_MOST) {
		struct carried *spell = &bot->spells.each[bot->spells.count];
		const char *mana = strstr(line, " mana. "), *cost = mana;
		if (!mana || line[1] != ',' || !begins(mana + 7, "Effect: "))
			continue;
		while (cost > line && isdigit((unsigned char)cost[-1]))
			cost--;
		*spell =
			(struct carried){.letter = line[0], .verbs = "\"use\"", .mana = atoi(cost)};
		snprintf(spell->effect, sizeof spell->effect, "%.390s", mana + 15);
		bot->spells.count++;
	}
	says(bot, "cancel");
}

/* Casts the first spell of that purpose that it has the mana for. */
static inline bool casts(struct line_bot *bot, enum purpose purpose, const struct foe *foe)
{
	if (bot->knows_spells || bot->spells.level != bot->self.level)
		reads_spells(bot);
	for (int i = 0; i < bot->spells.count && !bot->ended; i++) {
		const struct carried *spell = &bot->spells.each[i];
		bool aimed = is_aimed(spell->effect);
		if (spell->mana > bot->self.mana || purpose_of(spell) != purpose ||
			bot->spells.sulks[i] > bot->turn ||
			(aimed && (!foe || foe->apart > reach_of(spell->effect))))
			continue;
		if (aimed ? acts(bot, true, "cast %c at %c", spell->letter, foe->thing->letter)
			  : acts(bot, true, "cast %c", spell->letter))
			return true;
		bot->spells.sulks[i] = bot->turn + SULKS_FOR;
	}
	return false;
}

/* ---- Harm and flight ---- */

/* Goes to water if it burns. */
static inline bool puts_out(struct line_bot *bot)
{
	for (int i = 0; i < bot->around.count && strstr(bot->self.states, "burning"); i++) {
		const struct heard_thing *thing = &bot->around.things[i];
		if (strstr(thing->name, "shallow water") && thing->letter &&
			apart(thing->dx, thing->dy) <= 6)
			return acts(bot, true, "go %c", thing->letter);
	}
	return false;
}

/* The distance of a neighbouring cell from the nearest harmful neighbour. */
static inline int harm_apart(const struct line_bot *bot, int direction)
{
	int least = 100;
	for (int i = 0; i < DIR_COUNT; i++) {
		int far = apart(direction_dx[direction] - direction_dx[i],
			direction_dy[direction] - direction_dy[i]);
		least = bot->around.harms & 1U << i && far < least ? far : least;
	}
	return least;
}

/* True if harm is beside it that may come nearer, as gas and fire. */
static inline bool is_by_air(const struct line_bot *bot)
{
	static const char *const still[] = {"water", "acid", "molten", "rail", "trap", NULL};
	for (int i = 0; i < bot->around.count; i++) {
		const struct heard_thing *thing = &bot->around.things[i];
		if (bot->around.kinds[i] == 'H' && apart(thing->dx, thing->dy) <= 1 &&
			!is_any(thing->name, still))
			return true;
	}
	return false;
}

/* Steps away from gas or fire that is on several sides. */
static inline bool backs_off(struct line_bot *bot)
{
	int best = -1, most = 1, harms = 0;
	for (unsigned bits = bot->around.harms; bits; bits &= bits - 1)
		harms++;
	for (int i = 0; i < DIR_COUNT && harms >= 3 && is_by_air(bot); i++) {
		bool free = bot->around.exits & ~bot->around.harms & 1U << i;
		if (free && harm_apart(bot, i) > most) {
			most = harm_apart(bot, i);
			best = i;
		}
	}
	return best >= 0 && acts(bot, false, "%s", line_direction_word((enum direction)best));
}

/* Goes on through the harm that it dared to enter, straight or half to a side. */
static inline bool goes_through(struct line_bot *bot)
{
	static const int turns[] = {0, 1, 7, 2, 6};
	int onward = bot->efforts.onward - 1;
	bot->efforts.onward = 0;
	/* Auto-explore would come back for it. */
	if (onward >= 0 && *bot->around.here && acts(bot, true, "take a")) {
		bot->efforts.onward = onward + 1;
		return true;
	}
	for (size_t i = 0; i < 5 && onward >= 0 && bot->around.harm_here; i++) {
		enum direction direction = (enum direction)((onward + turns[i]) % DIR_COUNT);
		if (!(bot->around.exits & 1U << direction) ||
			!acts(bot, true, "%s", line_direction_word(direction)))
			continue;
		bot->efforts.onward = onward + 1;
		return true;
	}
	return false;
}

static inline bool leaves_harm(struct line_bot *bot)
{
	const struct around *around = &bot->around;
	if (puts_out(bot) || goes_through(bot))
		return true;
	if (!around->harm_here || !around->safe)
		return backs_off(bot);
	return acts(bot, true, "%s", line_direction_word(toward(around->safe_dx, around->safe_dy)));
}

static inline bool is_endangered(const struct line_bot *bot)
{
	int courage =
		(bot->turn - bot->arrived) / TURNS_COURAGE + bot->flights[bot->depth % DEPTHS_MOST];
	int too_much = LOSS_TOO_MUCH + LOSS_COURAGE * courage;
	if (bot->awake == 0)
		return bot->self.health < bot->last_health && health_percent(bot) < HEALTH_LOW;
	return bot->loss > too_much ||
	       (health_percent(bot) < HEALTH_LOW && bot->loss > too_much / 2);
}

/* Closes an open door between it and the enemies. */
static inline bool shuts_door(struct line_bot *bot)
{
	int here = foe_apart(bot, 0, 0);
	bool would = here >= 2 && here < 1000 && bot->efforts.shuts < SHUTS_MOST;
	for (int i = 0; i < bot->around.count && would; i++) {
		const struct heard_thing *thing = &bot->around.things[i];
		bool beside = abs(thing->dx) + abs(thing->dy) == 1;
		if (!beside || !strstr(thing->name, "open door") ||
			foe_apart(bot, thing->dx, thing->dy) >= here)
			continue;
		bot->efforts.shuts++;
		return acts(
			bot, true, "close %s", line_direction_word(toward(thing->dx, thing->dy)));
	}
	return false;
}

static inline bool bursts(struct line_bot *bot)
{
	for (int i = 0; i < bot->awake; i++)
		if (turns_to(bot, PURPOSE_BURST, &bot->foes[i]))
			return true;
	return false;
}

static inline bool stands_on(const struct line_bot *bot, const char *name)
{
	return strstr(bot->around.underfoot, name) != NULL;
}

static inline bool takes_stairs(struct line_bot *bot)
{
	if (bot->adjacent >= bot->awake || bot->turn < bot->arrived + 2)
		return false;
	bool up = stands_on(bot, "staircase up") && bot->depth > 1;
	if (!up && (!stands_on(bot, "staircase down") || bot->self.goal))
		return false;
	bot->flights[bot->depth % DEPTHS_MOST]++;
	return acts(bot, false, up ? "up" : "down");
}

static inline bool heals(struct line_bot *bot)
{
	return health_percent(bot) < HEALTH_POOR &&
	       (turns_to(bot, PURPOSE_HEAL, NULL) || casts(bot, PURPOSE_HEAL, NULL));
}

static inline bool repels(struct line_bot *bot)
{
	struct foe *foe = bot->awake ? &bot->foes[0] : NULL;
	bool boosted = strstr(bot->self.states, "fast") || strstr(bot->self.states, "hasted");
	return turns_to(bot, PURPOSE_REPEL, foe) ||
	       (!boosted && turns_to(bot, PURPOSE_BOOST, NULL));
}

static inline bool harms(struct line_bot *bot)
{
	if (!bot->awake)
		return false;
	return turns_to(bot, PURPOSE_HARM, &bot->foes[0]) ||
	       casts(bot, PURPOSE_HARM, &bot->foes[0]);
}

static inline bool escapes(struct line_bot *bot)
{
	return bot->awake > 0 &&
	       (turns_to(bot, PURPOSE_ESCAPE, NULL) || casts(bot, PURPOSE_ESCAPE, NULL));
}

/* Goes to stairs or a door that is nearer than the enemies. */
static inline bool runs(struct line_bot *bot)
{
	for (int i = 0; i < bot->around.count && bot->adjacent == 0; i++) {
		const struct heard_thing *thing = &bot->around.things[i];
		int far = apart(thing->dx, thing->dy);
		if (bot->around.kinds[i] == 'W' && thing->letter && far <= 20 && far > 0 &&
			foe_apart(bot, thing->dx, thing->dy) > far)
			return acts(bot, false, "go %c", thing->letter) ||
			       acts(bot, false, "go %c", thing->letter);
	}
	return false;
}

/* Walks away from enemies that are all slower. */
static inline bool outwalks(struct line_bot *bot)
{
	int best = -1, most = foe_apart(bot, 0, 0);
	for (int i = 0; i < bot->awake; i++)
		if (bot->foes[i].odds.pace >= 10)
			return false;
	for (int i = 0; i < DIR_COUNT && bot->awake > 0; i++) {
		int far = foe_apart(bot, direction_dx[i], direction_dy[i]);
		if ((bot->around.exits & ~bot->around.harms & 1U << i) && far > most) {
			most = far;
			best = i;
		}
	}
	return best >= 0 && acts(bot, false, "%s", line_direction_word((enum direction)best));
}

/* Heals before it bleeds or burns to death. */
static inline bool staunches(struct line_bot *bot)
{
	static const char *const harms[] = {"bleeding", "poisoned", "burning", NULL};
	return is_any(bot->self.states, harms) && bot->self.health < 12 &&
	       (turns_to(bot, PURPOSE_HEAL, NULL) || casts(bot, PURPOSE_HEAL, NULL));
}

static inline bool tries(struct line_bot *bot)
{
	return turns_to(bot, PURPOSE_UNKNOWN, bot->awake ? &bot->foes[0] : NULL);
}

static inline bool gambles(struct line_bot *bot)
{
	return bot->adjacent > 0 && health_percent(bot) < HEALTH_LOW && tries(bot);
}

/* The adjacent enemy that falls in the fewest blows. */
static inline const struct foe *weakest(const struct line_bot *bot)
{
	const struct foe *best = &bot->foes[0];
	for (int i = 1; i < bot->awake; i++)
		if (bot->foes[i].apart == 1 && bot->foes[i].odds.blows < best->odds.blows)
			best = &bot->foes[i];
	return best;
}

/* Strikes an enemy for which one blow will do, if there are no more than two. */
static inline bool finishes(struct line_bot *bot)
{
	const struct foe *foe = weakest(bot);
	return bot->awake > 0 && bot->awake <= 2 && foe->apart == 1 && foe->odds.blows == 1 &&
	       foe->odds.you_hit >= 80 && meets(bot, foe->thing);
}

static inline bool survives(struct line_bot *bot)
{
	static line_rule *const rules[] = {shuts_door, bursts, takes_stairs, heals, repels, harms,
		escapes, runs, outwalks, gambles};
	return is_endangered(bot) && FOLLOWS(bot, rules);
}

#endif
