/*
 * The section "Help that was at hand": items, spells, stairs and tactics that the hero had and did
 * not use.
 *
 * It reports only what the player knew. Known items are reported by their use, unknown items as
 * never tried, and stairs by the steps of the known path.
 */
#include "engine/auto/auto.h"
#include "door/play/dump_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAIRS_WITHIN 40 /* steps; stairs farther away are no help */
#define OUTRUN_SPEED 70  /* percent of the hero's; of ten steps, three bring no blow */
#define CROWD 3          /* adjacent enemies */
#define LATE 1           /* turns: a warning so close to the end left no time to act */
#define IN_USE (ITEM_WIELDED | ITEM_WORN | ITEM_LIT)

struct help {
	struct dump *dump;
	int count;
};

#define HELP(help, ...) ((help)->count++, dump_row((help)->dump, "  - ", __VA_ARGS__))

/* ---- Items ---- */

static bool has_verb(const struct view_item *item, enum verb verb)
{
	return item->verbs & 1U << verb;
}

/* Writes the names of all fitting items as "a, b and c". Returns their number. */
static int names_of(
	const struct view *view, bool (*fits)(const struct view_item *), char *names, size_t size)
{
	const char *fitting[PACK_MAX];
	int count = 0;
	size_t used = 0;
	for (size_t i = 0; i < view->pack_count; i++)
		if (!view->pack[i].spent && fits(&view->pack[i]))
			fitting[count++] = view->pack[i].name;
	names[0] = 0;
	for (int i = 0; i < count && used + 90 < size; i++)
		used += (size_t)snprintf(names + used, size - used, "%s%s",
			i == 0           ? ""
			: i == count - 1 ? " and "
					 : ", ",
			fitting[i]);
	return count;
}

static bool heals(const struct view_item *item)
{
	return item->hint == HINT_HEAL;
}

static bool escapes(const struct view_item *item)
{
	return item->hint == HINT_ESCAPE;
}

/* Meals are reported only if they heal; their other effects do not count. */
static bool is_meal(const struct view_item *item)
{
	return has_verb(item, VERB_EAT);
}

static bool repels(const struct view_item *item)
{
	return item->hint == HINT_REPEL && !is_meal(item);
}

static bool bursts(const struct view_item *item)
{
	return item->hint == HINT_BURST;
}

/* Items in use are excluded: the hero already fought with them. */
static bool harms(const struct view_item *item)
{
	return item->hint == HINT_HARM && !(item->flags & IN_USE) && !is_meal(item);
}

static bool boosts(const struct view_item *item)
{
	return item->hint == HINT_BOOST && !(item->flags & IN_USE) && !is_meal(item);
}

static bool untried(const struct view_item *item)
{
	return !(item->flags & ITEM_KNOWN) && (item->verbs & verb_mask(VERB_REVEALS_KIND));
}

/* True if enemies were in view or a creature killed the hero. Items for a fight do not help against
 * hunger or poison. */
static bool was_a_fight(const struct dump *dump)
{
	for (size_t i = 0; i < dump->view->creature_count; i++)
		if (!dump->view->creatures[i].ally && !dump->view->creatures[i].captive)
			return true;
	return dump->result.killer[0] != 0;
}

static void things(struct help *help)
{
	static const struct {
		bool (*fits)(const struct view_item *);
		bool of_fight;
		const char *says;
	} kinds[] = {{heals, false, "You still had %s to heal yourself."},
		{escapes, true, "You still had %s to get away."},
		{repels, true, "You still had %s to keep enemies off."},
		{bursts, true, "You still had %s to throw."},
		{harms, true, "You still had %s to aim at enemies."},
		{boosts, true, "You still had %s, for a fight like this one."},
		{untried, false, "You never tried %s."}};
	char names[500];
	bool fought = was_a_fight(help->dump);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if ((fought || !kinds[i].of_fight) &&
			names_of(help->dump->view, kinds[i].fits, names, sizeof names))
			HELP(help, kinds[i].says, names);
	if (help->dump->view->status.hunger[0] &&
		names_of(help->dump->view, is_meal, names, sizeof names))
		HELP(help, "You were %s, with %s in the bag.", help->dump->view->status.hunger,
			names);
}

/* Reports unused gear that is better than the gear in use. */
static void gear(struct help *help)
{
	const struct content *content = help->dump->content;
	const struct view *view = help->dump->view;
	for (size_t i = 0; i < view->pack_count; i++) {
		const struct view_item *item = &view->pack[i], *worn = NULL;
		bool weapon = has_verb(item, VERB_WIELD);
		if ((item->flags & IN_USE) || (!weapon && !item->slot[0]) || item->worth <= 0)
			continue;
		for (size_t j = 0; j < view->pack_count; j++) {
			const struct view_item *other = &view->pack[j];
			bool same = weapon ? other->flags & ITEM_WIELDED
					   : (other->flags & ITEM_WORN) &&
						     !strcmp(other->slot, item->slot);
			worn = same ? other : worn;
		}
		if (worn ? item->worth > worn->worth : has_verb(item, VERB_WEAR))
			HELP(help, "You carried %s and did not %s it.", item->name,
				weapon ? ui_word(content, "do-wield", "wield")
				       : ui_word(content, "do-wear", "wear"));
	}
}

/* Returns how many times the remaining mana would have paid for the spell, in words. */
static const char *times_of(const struct view_spell *spell, int mana)
{
	int times = spell->mana > 0 ? mana / spell->mana : 1;
	return times <= 1 ? "once" : times == 2 ? "twice" : "several times";
}

static void spells(struct help *help)
{
	const struct view *view = help->dump->view;
	for (size_t i = 0; i < view->spell_count; i++) {
		const struct view_spell *spell = &view->spells[i];
		bool helps = spell->hint == HINT_HEAL || spell->hint == HINT_ESCAPE ||
			     spell->hint == HINT_REPEL || spell->hint == HINT_HARM;
		if (helps && spell->mana <= view->status.mana && spell->level <= view->status.level)
			HELP(help, "You could have used %s %s more.", spell->name,
				times_of(spell, view->status.mana));
	}
	if (view->choice == CHOICE_TALENT)
		HELP(help, "A talent or an heirloom was still offered to you.");
}

/* ---- Stairs, enemies and warnings ---- */

/* Returns the steps to the nearest known stairs with that symbol, or -1. */
static int steps_to(struct dump *dump, char symbol)
{
	const struct view *view = dump->view;
	int least = -1;
	for (int at = 0; at < view->width * view->height; at++) {
		const struct view_cell *cell = &view->cells[at];
		if (!(cell->flags & CELL_KNOWN) || (cell->flags & CELL_CREATURE) ||
			content_symbol(dump->content, cell->appearance) != symbol)
			continue;
		int steps = game_steps_to(dump->game, view, at % view->width, at / view->width);
		if (steps > 0 && (least < 0 || steps < least))
			least = steps;
	}
	return least;
}

static void stairs(struct help *help)
{
	struct dump *dump = help->dump;
	static const struct {
		char symbol;
		enum verb verb;
		const char *way;
	} all[] = {{'<', VERB_UP, "up"}, {'>', VERB_DOWN, "down"}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		int steps = steps_to(dump, all[i].symbol);
		if (steps > 0 && steps <= STAIRS_WITHIN)
			HELP(help, "The %s %s were %d %s away.",
				ui_word(dump->content, "label-stairs", "stairs"), all[i].way, steps,
				steps == 1 ? "step" : "steps");
	}
}

static bool is_adjacent(const struct view *view, const struct view_creature *creature)
{
	return abs(creature->x - view->hero_x) <= 1 && abs(creature->y - view->hero_y) <= 1;
}

/* Reports slow adjacent enemies and a crowd of them. */
static void company(struct help *help)
{
	const struct view *view = help->dump->view;
	int adjacent = 0;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->ally || creature->captive || creature->asleep)
			continue;
		adjacent += is_adjacent(view, creature);
		if (creature->speed <= OUTRUN_SPEED && is_adjacent(view, creature))
			HELP(help, "The %s is slow: you can walk away from it.",
				strncmp(creature->name, "the ", 4) == 0 ? creature->name + 4
									: creature->name);
	}
	if (adjacent >= CROWD)
		HELP(help, "%d enemies stood beside you; in a narrow place it would have been one.",
			adjacent);
}

/* Returns how many turns before the end the message of a word was shown last, or -1 if it is not
 * among the messages that are kept. */
static int since_word(const struct dump *dump, const char *word)
{
	const struct view *view = dump->view;
	const char *text = content_word(dump->content, word);
	for (size_t i = view->message_count; text && i-- > 0;)
		if (strcmp(view->messages[i].text, text) == 0)
			return (int)(view->status.turn - view->messages[i].turn);
	return -1;
}

/* Reports how many turns before the end the low-health warning was shown. */
static void warning(struct help *help)
{
	int since = since_word(help->dump, "low-health");
	if (since > LATE)
		HELP(help, "You were warned %d turns before the end.", since);
}

/* Writes " for the last 30 turns", or that it was longer than the messages reach back. */
static void lasting(const struct dump *dump, const char *word, char text[48])
{
	int since = since_word(dump, word);
	if (since < 0)
		snprintf(text, 48, " for a long time");
	else if (since <= 1)
		snprintf(text, 48, " at the end");
	else
		snprintf(text, 48, " for the last %d turns", since);
}

/* Reports weakness from hunger, which keeps the hero from healing, and since when. */
static void hunger(struct help *help)
{
	const struct dump *dump = help->dump;
	const char *now = dump->view->status.hunger;
	char weak[48], starving[48];
	if (!*now || !strcmp(now, ui_word(dump->content, "state-hungry", "hungry")))
		return;
	lasting(dump, "weak", weak);
	lasting(dump, "starving", starving);
	if (!strcmp(now, ui_word(dump->content, "state-starving", "starving")))
		HELP(help,
			"Hunger took health from you%s, and nothing healed. Eat when you are %s.",
			starving, ui_word(dump->content, "state-hungry", "hungry"));
	else
		HELP(help,
			"You were weak from hunger%s: nothing healed, and you had less %s. "
			"Eat when you are %s.",
			weak, ui_word(dump->content, "label-might", "might"),
			ui_word(dump->content, "state-hungry", "hungry"));
}

void dump_help(struct dump *dump)
{
	struct help help = {.dump = dump};
	dump_title(dump, "Help that was at hand");
	stairs(&help);
	warning(&help);
	hunger(&help);
	things(&help);
	spells(&help);
	gear(&help);
	company(&help);
	if (!help.count)
		dump_row(dump, "  ", "Nothing that you had or knew of.");
}
