#include "engine/lab/lab.h"
#include "door/record/ablation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ablation {
	size_t creature_count, item_count;
	struct ablation_count *creatures, *items;
	uint8_t *regards; /* as many as the larger number of kinds */
	unsigned commands;
	struct bot_senses without; /* the senses without one kind */
};

const char *ablation_word(enum ablation_deed deed)
{
	static const char *const words[] = {
#define ROW(id, word) word,
		ABLATION_DEEDS(ROW)
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

struct ablation *ablation_new(const struct content *content)
{
	struct ablation *ablation = allocate(1, sizeof *ablation);
	while (lab_creature_kind(content, ablation->creature_count))
		ablation->creature_count++;
	while (lab_item_kind(content, ablation->item_count))
		ablation->item_count++;
	ablation->creatures = allocate(ablation->creature_count, sizeof *ablation->creatures);
	ablation->items = allocate(ablation->item_count, sizeof *ablation->items);
	ablation->regards = allocate(ablation->creature_count + ablation->item_count, 1);
	return ablation;
}

void ablation_free(struct ablation *ablation)
{
	if (!ablation)
		return;
	free(ablation->creatures);
	free(ablation->items);
	free(ablation->regards);
	free(ablation);
}

const struct ablation_count *ablation_of_creature(const struct ablation *ablation, size_t kind)
{
	return &ablation->creatures[kind];
}

const struct ablation_count *ablation_of_item(const struct ablation *ablation, size_t kind)
{
	return &ablation->items[kind];
}

/* ---- Deeds ---- */

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

/* Returns the nearest enemy that is awake and has noticed the hero, or NULL. */
static const struct view_creature *threat(const struct view *view)
{
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (is_enemy(creature) && !creature->asleep && !creature->unaware)
			return creature;
	}
	return NULL;
}

static enum ablation_deed step_deed(const struct view *view, const struct command *command)
{
	int x = view->hero_x + direction_dx[command->direction];
	int y = view->hero_y + direction_dy[command->direction];
	const struct view_creature *from = threat(view);
	if (strikes(view, x, y))
		return ABLATION_FIGHT;
	bool away = from && apart(x, y, from->x, from->y) >
				    apart(view->hero_x, view->hero_y, from->x, from->y);
	return away ? ABLATION_FLEE : ABLATION_ROUTE;
}

enum ablation_deed ablation_deed_of(const struct view *view, const struct command *command)
{
	switch (command->verb) {
	case VERB_STEP:
		return step_deed(view, command);
	case VERB_UP:
	case VERB_DOWN:
	case VERB_CLOSE:
		return threat(view) ? ABLATION_FLEE : ABLATION_ROUTE;
	case VERB_OPEN:
		return ABLATION_ROUTE;
	case VERB_WAIT:
	case VERB_SEARCH:
	case VERB_QUIT:
	case VERB_DEBUG:
		return ABLATION_STAY;
	case VERB_FIRE:
		return ABLATION_FIGHT;
	default:
		return ABLATION_USE;
	}
}

/* ---- Without a kind ---- */

static void senses_copy(struct bot_senses *to, const struct bot_senses *from)
{
	view_copy(&to->view, &from->view);
	to->legal = from->legal;
	to->refused = from->refused;
}

static void without_creature(struct bot_senses *without, const struct game *game,
	const struct bot_senses *senses, int kind)
{
	struct view *view = &without->view;
	size_t count = 0;
	senses_copy(without, senses);
	lab_cells_without_creature(game, kind, view->cells);
	for (size_t i = 0; i < senses->view.creature_count; i++) {
		const struct view_creature *creature = &senses->view.creatures[i];
		if (!is_enemy(creature) || lab_kind_of_creature(game, creature->id) != kind)
			view->creatures[count++] = *creature;
	}
	view->creature_count = count;
}

/* Drops verbs that need an item unless an item of the pack accepts them. */
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

static void without_item(struct bot_senses *without, const struct game *game,
	const struct bot_senses *senses, int kind)
{
	struct view *view = &without->view;
	size_t count = 0, under = 0;
	senses_copy(without, senses);
	lab_cells_without_item(game, kind, view->cells);
	for (size_t i = 0; i < view->pack_count; i++)
		if (lab_kind_carried(game, (unsigned)(view->pack[i].letter - 'a')) != kind)
			view->pack[count++] = view->pack[i];
	for (size_t i = 0; i < view->ground_count; i++)
		if (lab_kind_under(game, (unsigned)i) != kind)
			view->ground[under++] = view->ground[i];
	view->pack_count = count;
	view->ground_count = under;
	without->legal = legal_with(senses->legal, view->pack, count);
	if (under == 0)
		without->legal &= ~(1u << VERB_PICK_UP);
}

/* ---- Choosing again ---- */

static struct command chosen(const struct bot *bot, const struct bot_senses *senses)
{
	struct bot *copy = bot_copy(bot);
	struct command command = bot_choose(copy, senses);
	bot_free(copy);
	return command;
}

/* Counts whether the bot would choose another command without the kind. */
static void count(struct ablation_count *summary, enum ablation_deed deed,
	const struct command *with, const struct command *without)
{
	summary->asked++;
	summary->changed[deed] += memcmp(with, without, sizeof *with) != 0;
}

void ablation_ask(struct ablation *ablation, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct bot_senses *without = &ablation->without;
	if (ablation->commands++ % ABLATION_EVERY != 0)
		return;
	struct command with = chosen(bot, senses);
	enum ablation_deed deed = ablation_deed_of(&senses->view, &with);
	lab_regard_creatures(game, ablation->regards);
	for (size_t kind = 0; kind < ablation->creature_count; kind++) {
		if (!(ablation->regards[kind] & LAB_IN_VIEW))
			continue;
		without_creature(without, game, senses, (int)kind);
		struct command other = chosen(bot, without);
		count(&ablation->creatures[kind], deed, &with, &other);
	}
	lab_regard_items(game, ablation->regards);
	for (size_t kind = 0; kind < ablation->item_count; kind++) {
		if (!(ablation->regards[kind] & (LAB_IN_VIEW | LAB_CARRIED)) ||
			ablation->regards[kind] & LAB_IN_USE)
			continue;
		without_item(without, game, senses, (int)kind);
		struct command other = chosen(bot, without);
		count(&ablation->items[kind], deed, &with, &other);
	}
}
