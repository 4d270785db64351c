#include "door/bot/bot_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
/* Refused commands in a row, after which the game counts as stalled. */
#define REFUSALS_MOST 200
#define PATIENCE 4 /* refusals in a row, after which it waits */

struct bot_row {
	const char *name, *about;
	bot_rule *chooses;
};

static const struct bot_row rows[] = {
#define ROW(name, about) {#name, about, bot_##name##_chooses},
	BOTS(ROW)
#undef ROW
};

const char *bot_name(size_t nth)
{
	return nth < COUNT(rows) ? rows[nth].name : NULL;
}

const char *bot_about(size_t nth)
{
	return nth < COUNT(rows) ? rows[nth].about : NULL;
}

void bot_sense(struct game *game, bool refused, struct bot_senses *senses)
{
	senses->refused = refused;
	senses->legal = 0;
	for (int verb = 0; verb < VERB_COUNT; verb++)
		if (game_legal(game, (enum verb)verb))
			senses->legal |= 1u << verb;
	game_view(game, &senses->view);
}

struct bot *bot_new(const char *name, const struct content *content, uint64_t whims)
{
	size_t row = 0;
	while (row < COUNT(rows) && strcmp(rows[row].name, name) != 0)
		row++;
	if (row == COUNT(rows))
		return NULL;
	struct bot *bot = calloc(1, sizeof *bot);
	assert(bot);
	bot->row = &rows[row];
	bot->whims = whims;
	bot->content = content;
	bot->appearances.count = content_appearance_count(content);
	bot->appearances.symbols = malloc(bot->appearances.count + 1);
	bot->appearances.grounds = malloc(bot->appearances.count + 1);
	bot->appearances.matters = malloc(bot->appearances.count + 1);
	bot->appearances.blow_share = calloc(bot->appearances.count + 1, 1);
	assert(bot->appearances.symbols && bot->appearances.grounds && bot->appearances.matters &&
		bot->appearances.blow_share);
	for (size_t appearance = 0; appearance < bot->appearances.count; appearance++) {
		bot->appearances.symbols[appearance] =
			content_symbol(content, (uint16_t)appearance);
		bot->appearances.grounds[appearance] =
			(uint8_t)bot_ground_of(bot->appearances.symbols[appearance]);
		bot->appearances.matters[appearance] =
			(uint8_t)bot_matter_of(content_appearance(content, (uint16_t)appearance));
	}
	return bot;
}

void bot_free(struct bot *bot)
{
	if (!bot)
		return;
	free(bot->appearances.symbols);
	free(bot->appearances.grounds);
	free(bot->appearances.matters);
	free(bot->appearances.blow_share);
	free(bot->cells);
	free(bot->reached);
	free(bot);
}

static void *copy_of(const void *bytes, size_t size)
{
	void *copy = malloc(size + 1);
	assert(copy);
	if (size > 0)
		memcpy(copy, bytes, size);
	return copy;
}

struct bot *bot_copy(const struct bot *bot)
{
	struct bot *copy = copy_of(bot, sizeof *bot);
	copy->appearances.symbols = copy_of(bot->appearances.symbols, bot->appearances.count);
	copy->appearances.grounds = copy_of(bot->appearances.grounds, bot->appearances.count);
	copy->appearances.matters = copy_of(bot->appearances.matters, bot->appearances.count);
	copy->appearances.blow_share = copy_of(bot->appearances.blow_share, bot->appearances.count);
	copy->cells = copy_of(bot->cells, bot->cell_count * sizeof *bot->cells);
	copy->reached = copy_of(bot->reached, bot->cell_count * sizeof *bot->reached);
	return copy;
}

/* ---- Choosing ---- */

enum bot_purpose bot_purpose(const struct bot *bot)
{
	return bot->purpose;
}

struct command bot_choose(struct bot *bot, const struct bot_senses *senses)
{
	bot->senses = senses;
	bot->view = &senses->view;
	bot->purpose = BOT_ACTS;
	bot_ways_look(bot);
	bot_danger_look(bot);
	/* Repeating a refused command would fail again, so the bot wanders.  A refused step is
	 * marked in the map, so the bot may choose again. */
	bool baulked = senses->refused && bot->command.verb != VERB_STEP;
	bot->refusals = senses->refused ? bot->refusals + 1 : 0;
	if (baulked)
		bot_is_stuck(bot);
	bool strays = bot->restless > 0 && !bot->danger.nearest && bot_below(bot, 3) == 0;
	if (bot->refusals >= PATIENCE)
		bot_does(bot, VERB_SEARCH);
	else if (baulked || strays || !bot->row->chooses(bot))
		bot_wanders(bot);
	bot->last.health = senses->view.status.health;
	return bot->command;
}

/* ---- Whole games ---- */

const struct birth *bot_birth(bool after_others)
{
	static const struct birth first = {.name = "Bot"};
	/* The rules skip killers and items that a content does not have. */
	static const struct birth later = {.name = "Bot",
		.bones_count = 5,
		.past = {{"Ada", 1, "cable-rat", "Hold the line", "screwdriver"},
			{"Brutus", 2, "grey-clerk", "", "apple"}, {"Cleo", 3, "", "", ""},
			{"Dorothea", 4, "old-operator", "Nobody answers", "mending"},
			{"Elsie", 6, "lamplighter", "", "oilskin"}}};
	return after_others ? &later : &first;
}

static uint64_t whims_of(const struct seed *seed)
{
	uint64_t whims = 0xcbf29ce484222325u;
	for (size_t i = 0; i < sizeof seed->bytes; i++)
		whims = (whims ^ seed->bytes[i]) * 0x100000001b3u;
	return whims;
}

static bool going(const struct game *game, struct bot_game *played)
{
	game_result(game, &played->result);
	return played->result.outcome == OUTCOME_GOING && played->result.turns < BOT_TURNS_MOST &&
	       played->commands < BOT_COMMANDS_MOST;
}

void bot_plays_on(struct bot *bot, struct game *game, const struct bot_witness *witness,
	struct bot_game *played)
{
	struct bot_senses senses;
	int refusals = 0;
	while (refusals < REFUSALS_MOST && going(game, played)) {
		bot_sense(game, refusals > 0, &senses);
		played->food = senses.view.status.food;
		if (witness->asks)
			witness->asks(witness->context, game, bot, &senses);
		struct command command = bot_choose(bot, &senses);
		if (game_act(game, &command) == VERDICT_REFUSED) {
			refusals++;
			continue;
		}
		refusals = 0;
		played->commands++;
		if (witness->follows)
			witness->follows(witness->context, game, &command);
	}
	game_result(game, &played->result);
}

void bot_play_before(const char *name, const struct content *content, const struct seed *seed,
	const struct birth *birth, int home, const struct bot_witness *witness,
	struct bot_game *played)
{
	struct bot *bot = bot_new(name, content, whims_of(seed));
	struct game *game = game_new(content, seed, birth);
	assert(bot && game);
	*played = (struct bot_game){.seed = *seed};
	bot_set_home(bot, home);
	bot_plays_on(bot, game, witness, played);
	played->digest = game_digest(game);
	game_free(game);
	bot_free(bot);
}

void bot_play(const char *name, const struct content *content, const struct seed *seed,
	const struct birth *birth, bot_follows *follows, void *context, struct bot_game *played)
{
	const struct bot_witness witness = {.context = context, .follows = follows};
	bot_play_before(name, content, seed, birth, 0, &witness, played);
}
