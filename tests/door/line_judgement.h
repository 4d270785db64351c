/*
 * The rules of the bot of line mode: fights, and peace.
 */
#ifndef TRAPDOOR_TESTS_LINE_JUDGEMENT_H
#define TRAPDOOR_TESTS_LINE_JUDGEMENT_H

#include "tests/door/line_flight.h"

/* ---- Fights ---- */

static inline bool shoots(struct line_bot *bot, const struct foe *foe)
{
	for (int i = 0; i < bot->pack.count && foe->apart >= 2 && foe->apart <= 7; i++)
		if (can(&bot->pack.items[i], "fire") &&
			uses(bot, &bot->pack.items[i], "fire", foe->thing->letter))
			return true;
	return turns_to(bot, PURPOSE_MISSILE, foe);
}

/* Wields a launcher that it has shots for, against an enemy that is far enough away. */
static inline bool draws(struct line_bot *bot, const struct foe *foe)
{
	bool shots = false;
	for (int i = 0; i < bot->pack.count; i++)
		shots |= strstr(bot->pack.items[i].effect, "when shot") != NULL;
	for (int i = 0; i < bot->pack.count && shots && foe->apart >= 4; i++) {
		const struct carried *item = &bot->pack.items[i];
		struct named *known = named(bot, item->name);
		if (!item->used && strstr(item->effect, "shoots ") && known &&
			known->sulks_until <= bot->turn && uses(bot, item, "wield", 0)) {
			known->sulks_until = bot->turn + 20;
			return true;
		}
	}
	return false;
}

/* Tries unknown wands on an enemy. */
static inline bool tries_on(struct line_bot *bot, const struct foe *foe)
{
	for (int i = 0; i < bot->pack.count; i++)
		if (can(&bot->pack.items[i], "zap") && foe->thing->letter &&
			purpose_of(&bot->pack.items[i]) == PURPOSE_UNKNOWN &&
			applies(bot, &bot->pack.items[i], foe->thing->letter))
			return true;
	return false;
}

static inline bool strikes(struct line_bot *bot)
{
	if (!bot->awake)
		return false;
	const struct foe *foe = &bot->foes[0];
	if (foe->apart == 1)
		return meets(bot, weakest(bot)->thing);
	if (harms(bot) || tries_on(bot, foe) || shoots(bot, foe) || draws(bot, foe))
		return true;
	/* An enemy that strikes from afar need not come. */
	if (strcmp(foe->thing->state, "unaware of you") != 0 && !strstr(bot->said, "from afar") &&
		bot->patience++ < PATIENCE)
		return acts(bot, false, "search");
	return meets(bot, foe->thing);
}

static inline bool ambushes(struct line_bot *bot)
{
	struct foe *foe = &bot->sleeper;
	/* A quick hero's act, which took no whole turn, may have let the sleeper go. */
	if (bot->acted)
		looks(bot);
	if (!foe->thing || health_percent(bot) < HEALTH_FAIR || bot->efforts.ambushes > 150)
		return false;
	foe->odds = odds_of(bot, foe->thing);
	int loss = (foe->odds.blows - 1) * foe->odds.hits_you * foe->odds.blow / 100;
	if (loss >= LOSS_SLEEPER)
		return false;
	bot->efforts.ambushes++;
	return meets(bot, foe->thing);
}

/* ---- In peace ---- */

/* Takes what lies here, and pays for it. */
static inline bool takes(struct line_bot *bot)
{
	int price = 0;
	const char *dear = strstr(bot->around.here, "for ");
	char first[120];
	snprintf(first, sizeof first, "%.*s", (int)strcspn(bot->around.here, ";."),
		bot->around.here);
	const struct named *known = named(bot, first);
	if (!*bot->around.here || (known && known->dropped))
		return false;
	if (dear && sscanf(dear, "for %d gold", &price) == 1 && price > bot->self.gold)
		return false;
	return acts(bot, true, "take a");
}

/* Twice the damage or guard gained, and accuracy. */
static inline int gain_of(const struct carried *item)
{
	int gain = 0;
	for (const char *at = item->compared; *at; at += strcspn(at, ",") + 2) {
		int number = 0;
		char way[12] = "", what[12] = "";
		if (sscanf(at, "guard %d", &number) == 1)
			gain += 8 * number;
		else if (sscanf(at, "%d %11s %11[a-z]", &number, way, what) == 3)
			gain += (strcmp(way, "less") == 0 ? -1 : 1) * number *
				(strcmp(what, "damage") == 0 ? 8 : 1);
	}
	return gain;
}

static inline bool arms(struct line_bot *bot)
{
	for (int i = 0; i < bot->pack.count && bot->awake == 0; i++) {
		const struct carried *item = &bot->pack.items[i];
		const char *verb = can(item, "wear") ? "wear" : can(item, "wield") ? "wield" : NULL;
		bool missile = purpose_of(item) == PURPOSE_MISSILE;
		if (!verb || item->used || missile || purpose_of(item) == PURPOSE_BURST)
			continue;
		/* Gear that is compared with nothing is tried once. */
		struct named *known = named(bot, item->name);
		bool bare = !*item->compared && strcmp(verb, "wear") == 0 && !known->tried;
		known->tried |= bare;
		if ((bare || gain_of(item) > 0) && uses(bot, item, verb, 0))
			return true;
	}
	return false;
}

/* Drops useless gear and spent wands when the pack is nearly full, and other things when it is. */
static inline bool sheds(struct line_bot *bot)
{
	if (bot->awake || bot->pack.count + 3 <= 26 || *bot->around.here)
		return false;
	for (int i = bot->pack.count; i-- > 0;) {
		const struct carried *item = &bot->pack.items[i];
		enum purpose purpose = purpose_of(item);
		bool clutter = can(item, "wield") || can(item, "wear") || is_spent(item) ||
			       bot->pack.count == 26;
		if (!item->used && clutter && can(item, "drop") && purpose == PURPOSE_NONE &&
			uses(bot, item, "drop", 0)) {
			if (named(bot, item->name))
				named(bot, item->name)->dropped = true;
			return true;
		}
	}
	return false;
}

static inline bool lights(struct line_bot *bot)
{
	for (int i = 0; i < bot->pack.count && bot->awake == 0 && !bot->around.lit; i++) {
		const struct carried *item = &bot->pack.items[i];
		if (item->used && strstr(item->name, "oil") && can(item, "use") &&
			uses(bot, item, "use", 0))
			return true;
	}
	return false;
}

static inline bool eats(struct line_bot *bot)
{
	for (int i = 0; i < bot->pack.count && bot->self.food < 300; i++)
		if (can(&bot->pack.items[i], "eat") && uses(bot, &bot->pack.items[i], "eat", 0))
			return true;
	return false;
}

static inline bool improves(struct line_bot *bot)
{
	if (bot->awake > 0)
		return false;
	if (turns_to(bot, PURPOSE_LASTING, NULL))
		return bot->knows_spells = true;
	return (bot->turn < bot->arrived + 5 && turns_to(bot, PURPOSE_ARRIVAL, NULL)) || tries(bot);
}

static inline bool rests(struct line_bot *bot)
{
	static const char *const ills[] = {"poison", "bleed", "confus", "blind", "slow", "weak",
		"afraid", "stuck", "deaf", NULL};
	bool hurt = health_percent(bot) < HEALTH_FAIR || is_any(bot->self.states, ills);
	if (!hurt || bot->awake > 0 || bot->self.food <= 150)
		return false;
	return acts(bot, false, "search %d", REST_TURNS) || acts(bot, false, "search");
}

static inline bool goes_home(struct line_bot *bot)
{
	return bot->self.goal && (acts(bot, true, "up") || acts(bot, true, "up"));
}

static inline bool frees(struct line_bot *bot)
{
	for (int i = 0; i < bot->around.count && bot->awake == 0 && bot->efforts.fetches < 200;
		i++) {
		const struct heard_thing *thing = &bot->around.things[i];
		if (strcmp(thing->state, "captive") != 0)
			continue;
		bot->efforts.fetches++;
		return meets(bot, thing);
	}
	return false;
}

static inline bool explores(struct line_bot *bot)
{
	bool long_here = bot->turn > bot->arrived + TURNS_A_DEPTH || bot->self.food < 300;
	if (long_here || bot->choices % WHERE_EACH == 0)
		asks_where(bot);
	if (bot->explored || (long_here && bot->knows_down && !bot->self.goal))
		return false;
	for (int i = 0; i < 2 && !bot->explored; i++) {
		static const char *const ends[] = {"stairs down", "Everything left to explore",
			"searches for what is hidden", "Not done by", NULL};
		if (acts(bot, false, "explore"))
			return true;
		bot->explored = is_any(bot->said, ends) && !strstr(bot->said, "again goes on");
	}
	return !bot->explored && acts(bot, false, "search");
}

/* Goes for items that auto-explore leaves: goods, gifts, and the goal. */
static inline bool fetches(struct line_bot *bot)
{
	static struct around list;
	if (bot->efforts.fetches > 40)
		return false;
	hear_list(says(bot, "list all"), &list);
	for (int i = 0; i < list.count; i++) {
		const struct heard_thing *thing = &list.things[i];
		bool goods = thing->price > 0 && thing->price <= bot->self.gold;
		if (!thing->letter || !(goods || strstr(thing->name, "Receiver")))
			continue;
		bot->efforts.fetches++;
		if (acts(bot, true, "go %c", thing->letter))
			return true;
	}
	bot->efforts.fetches += 5;
	return false;
}

static inline bool descends(struct line_bot *bot)
{
	return !bot->self.goal && bot->depth < 12 &&
	       (acts(bot, false, "down") || acts(bot, false, "down"));
}

/* Steps towards the stairs down through harm, after it has waited for long. */
static inline bool braves(struct line_bot *bot)
{
	static const char *const blocked[] = {"no safe path", "behind harmful ground", NULL};
	char line[400];
	int dx = 0, dy = 0;
	if (bot->efforts.searches < 40 || !is_any(bot->said, blocked))
		return false;
	for (const char *text = says(bot, "where"); next_line(&text, line, sizeof line);) {
		char *name = strstr(line, "staircase down"), *at = name;
		if (!name || !begins(line + 1, ", "))
			continue;
		while (at > line && !isdigit((unsigned char)at[0]))
			at--;
		if (at == line)
			at = name + strcspn(name, "0123456789");
		hear_offset(at, &dx, &dy);
	}
	if (!dx && !dy)
		return false;
	return acts(bot, true, "%s", line_direction_word(toward(dx, dy)));
}

/* Goes to harm that hides the rest of the level, and through it. Deep water and molten ground are
 * left alone. */
static inline bool dares(struct line_bot *bot)
{
	static const char *const deadly[] = {"deep water", "molten", "acid", NULL};
	const char *harm = strstr(bot->said, "behind harmful ground: ");
	int dx = 0, dy = 0;
	if (bot->efforts.searches < BRAVE_AFTER || bot->efforts.dared > 12)
		return false;
	if (!harm && !acts(bot, false, "explore"))
		harm = strstr(bot->said, "behind harmful ground: ");
	if (!harm || is_any(harm, deadly))
		return false;
	bot->efforts.dared++;
	const char *name_end = strchr(harm, ',');
	harm += strlen("behind harmful ground: ");
	hear_offset(name_end && name_end < strchr(harm, '.') ? name_end + 2 : harm, &dx, &dy);
	if (!dx && !dy)
		return false;
	if (apart(dx, dy) > 1)
		return acts(bot, false, "go harm");
	bot->efforts.onward = 1 + (int)toward(dx, dy);
	return acts(bot, true, "%s", line_direction_word(toward(dx, dy)));
}

/* Explores on although it was long here, searches, or walks to any place. */
static inline bool gets_on(struct line_bot *bot)
{
	if (braves(bot) || dares(bot))
		return true;
	bot->efforts.searches++;
	if (bot->efforts.searches % 4 == 1 &&
		(acts(bot, false, "explore") || acts(bot, false, "explore")))
		return true;
	if (bot->efforts.searches % 4 == 2) {
		static struct around list;
		hear_list(says(bot, "list all"), &list);
		const struct heard_thing *thing =
			&list.things[list.count ? below(bot, list.count) : 0];
		if (list.count && thing->letter &&
			acts(bot, bot->efforts.searches > 60, "go %c", thing->letter))
			return true;
	}
	if (bot->efforts.searches % 4 == 3)
		return acts(bot, bot->efforts.searches > 60, "go %s",
			line_direction_word((enum direction)below(bot, DIR_COUNT)));
	return acts(bot, false, "search 5");
}

static inline bool chooses(struct line_bot *bot)
{
	char number[8];
	if (!bot->self.choice)
		return false;
	says(bot, "choose");
	snprintf(number, sizeof number, "%d", 1 + below(bot, 3));
	return bot->knows_spells =
		       acts(bot, true, "%s", number) || true; /* a talent may teach one */
}

static inline void line_bot_choose(struct line_bot *bot)
{
	static line_rule *const rules[] = {chooses, leaves_harm, staunches, survives, strikes, eats,
		takes, arms, sheds, lights, goes_home, improves, rests, frees, ambushes, explores,
		fetches, descends, gets_on};
	looks(bot);
	if (bot->ended)
		return;
	if (bot->awake == 0 || bot->adjacent > 0)
		bot->patience = 0;
	bot->choices++;
	int before = bot->self.health;
	if (!FOLLOWS(bot, rules) && !bot->ended && !acts(bot, true, "search"))
		acts(bot, true, "%s", line_direction_word((enum direction)below(bot, DIR_COUNT)));
	bot->last_health = before;
}

/* Plays a game to its end, or to a turn. Returns its result. */
static inline struct result line_bot_play(const struct content *content, const struct seed *seed,
	const struct birth *birth, int turns_most, FILE *transcript, struct line_bot *bot)
{
	struct result result;
	char number[8];
	memset(bot, 0, sizeof *bot);
	for (size_t i = 0; i < sizeof seed->bytes; i++)
		bot->whims = (bot->whims ^ seed->bytes[i]) * 0x100000001b3U;
	talk_begin(&bot->talk, content, seed, birth, transcript);
	snprintf(number, sizeof number, "%d", 1 + below(bot, 3));
	bot->asks_pack = bot->knows_spells = true;
	acts(bot, true, "%s", number);
	while (!bot->ended && bot->turn < turns_most && bot->choices < CHOICES_MOST)
		line_bot_choose(bot);
	game_result(play_game(bot->talk.play), &result);
	talk_end(&bot->talk);
	return result;
}

#endif
