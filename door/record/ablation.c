#include "door/record/ablation.h"
#include "engine/lab/lab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Senses without a kind, with room for all that is changed in them. */
struct without {
	struct bot_senses senses;
	struct view_cell *cells;
	size_t cell_count;
	struct view_creature creatures[VIEW_CREATURES_MAX];
	struct view_item pack[PACK_MAX], ground[GROUND_MAX];
};

struct influence {
	size_t creature_count, item_count;
	struct influence_tally *creatures, *items;
	uint8_t *regards; /* as many as there are of either */
	unsigned commands;
	struct without without;
};

const char *influence_word(enum influence_deed deed)
{
	static const char *const words[] = {
#define ROW(id, word) word,
		INFLUENCE_DEEDS(ROW)
#undef ROW
	};
	return words[deed];
}

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);
	assert(memory);
	return memory;
}

struct influence *influence_new(const struct content *content)
{
	struct influence *influence = allocate(1, sizeof *influence);
	while (lab_creature_kind(content, influence->creature_count))
		influence->creature_count++;
	while (lab_item_kind(content, influence->item_count))
		influence->item_count++;
	influence->creatures = allocate(influence->creature_count, sizeof *influence->creatures);
	influence->items = allocate(influence->item_count, sizeof *influence->items);
	influence->regards = allocate(influence->creature_count + influence->item_count, 1);
	return influence;
}

void influence_free(struct influence *influence)
{
	if (!influence)
		return;
	free(influence->creatures);
	free(influence->items);
	free(influence->regards);
	free(influence->without.cells);
	free(influence);
}

const struct influence_tally *influence_of_creature(const struct influence *influence, size_t kind)
{
	return &influence->creatures[kind];
}

const struct influence_tally *influence_of_item(const struct influence *influence, size_t kind)
{
	return &influence->items[kind];
}

/* ---- What a command is ---- */

static int apart(int x, int y, int to_x, int to_y)
{
	int across = abs(x - to_x), down = abs(y - to_y);
	return across > down ? across : down;
}

static bool is_enemy(const struct view_creature *creature)
{
	return !creature->ally && !creature->captive;
}

static bool strikes(const struct view *view, int x, int y)
{
	for (size_t i = 0; i < view->creature_count; i++)
		if (is_enemy(&view->creatures[i]) && view->creatures[i].x == x &&
			view->creatures[i].y == y)
			return true;
	return false;
}

/* The nearest enemy that is awake and knows of him; NULL for none. */
static const struct view_creature *threat(const struct view *view)
{
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (is_enemy(creature) && !creature->asleep && !creature->unaware)
			return creature;
	}
	return NULL;
}

static enum influence_deed step_deed(const struct view *view, const struct command *command)
{
	int x = view->hero_x + direction_dx[command->direction];
	int y = view->hero_y + direction_dy[command->direction];
	const struct view_creature *from = threat(view);
	if (strikes(view, x, y))
		return INFLUENCE_FIGHT;
	bool away = from && apart(x, y, from->x, from->y) >
				    apart(view->hero_x, view->hero_y, from->x, from->y);
	return away ? INFLUENCE_FLEE : INFLUENCE_ROUTE;
}

enum influence_deed influence_deed_of(const struct view *view, const struct command *command)
{
	switch (command->verb) {
	case VERB_STEP:
		return step_deed(view, command);
	case VERB_UP:
	case VERB_DOWN:
	case VERB_CLOSE:
		return threat(view) ? INFLUENCE_FLEE : INFLUENCE_ROUTE;
	case VERB_OPEN:
		return INFLUENCE_ROUTE;
	case VERB_WAIT:
	case VERB_SEARCH:
	case VERB_QUIT:
	case VERB_DEBUG:
		return INFLUENCE_STAY;
	case VERB_FIRE:
		return INFLUENCE_FIGHT;
	default:
		return INFLUENCE_USE;
	}
}

/* ---- Without a kind ---- */

/* A copy of the senses whose cells may be changed. */
static struct view *senses_copy(struct without *without, const struct bot_senses *senses)
{
	without->senses = *senses;
	return &without->senses.view;
}

static const struct bot_senses *without_creature(
	struct without *without, const struct game *game, const struct bot_senses *senses, int kind)
{
	struct view *view = senses_copy(without, senses);
	size_t count = 0;
	lab_cells_without_creature(game, kind, view->cells);
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (!is_enemy(creature) || lab_kind_of_creature(game, creature->id) != kind)
			view->creatures[count++] = *creature;
	}
	view->creature_count = count;
	return &without->senses;
}

/* A verb that wants a thing is there as long as one accepts it. */
static uint32_t legal_with(uint32_t legal, const struct view_item *pack, size_t count)
{
	uint32_t verbs = 0;
	for (size_t i = 0; i < count; i++)
		verbs |= pack[i].verbs;
	for (int verb = 0; verb < VERB_COUNT; verb++) {
		enum verb_wants wants = verb_row((enum verb)verb)->wants;
		if ((wants == WANTS_PACK || wants == WANTS_PACK_AND_CELL) && !(verbs & 1u << verb))
			legal &= ~(1u << verb);
	}
	return legal;
}

static const struct bot_senses *without_item(
	struct without *without, const struct game *game, const struct bot_senses *senses, int kind)
{
	struct view *view = senses_copy(without, senses);
	size_t count = 0, under = 0;
	lab_cells_without_item(game, kind, view->cells);
	for (size_t i = 0; i < view->pack_count; i++)
		if (lab_kind_carried(game, (unsigned)(view->pack[i].letter - 'a')) != kind)
			view->pack[count++] = view->pack[i];
	for (size_t i = 0; i < view->ground_count; i++)
		if (lab_kind_under(game, (unsigned)i) != kind)
			view->ground[under++] = view->ground[i];
	view->pack_count = count;
	view->ground_count = under;
	without->senses.legal = legal_with(senses->legal, view->pack, count);
	if (under == 0)
		without->senses.legal &= ~(1u << VERB_PICK_UP);
	return &without->senses;
}

/* ---- Asking ---- */

static struct command chosen(const struct bot *bot, const struct bot_senses *senses)
{
	struct bot *copy = bot_copy(bot);
	struct command command = bot_choose(copy, senses);
	bot_free(copy);
	return command;
}

/* What it would do otherwise counts for the kind. */
static void count(struct influence_tally *tally, enum influence_deed deed,
	const struct command *with, const struct command *without)
{
	tally->asked++;
	tally->changed[deed] += memcmp(with, without, sizeof *with) != 0;
}

void influence_ask(struct influence *influence, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct without *without = &influence->without;
	if (influence->commands++ % INFLUENCE_EVERY != 0)
		return;
	struct command with = chosen(bot, senses);
	enum influence_deed deed = influence_deed_of(&senses->view, &with);
	lab_regard_creatures(game, influence->regards);
	for (size_t kind = 0; kind < influence->creature_count; kind++) {
		if (!(influence->regards[kind] & LAB_IN_VIEW))
			continue;
		struct command other =
			chosen(bot, without_creature(without, game, senses, (int)kind));
		count(&influence->creatures[kind], deed, &with, &other);
	}
	lab_regard_items(game, influence->regards);
	for (size_t kind = 0; kind < influence->item_count; kind++) {
		if (!(influence->regards[kind] & (LAB_IN_VIEW | LAB_CARRIED)) ||
			influence->regards[kind] & LAB_IN_USE)
			continue;
		struct command other = chosen(bot, without_item(without, game, senses, (int)kind));
		count(&influence->items[kind], deed, &with, &other);
	}
}
