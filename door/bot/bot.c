#include "door/bot/bot_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
/* Commands refused in a row, after which the game is stalled. */
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
	bot->look_count = content_look_count(content);
	bot->symbols = malloc(bot->look_count + 1);
	bot->grounds = malloc(bot->look_count + 1);
	bot->matters = malloc(bot->look_count + 1);
	bot->blow_share = calloc(bot->look_count + 1, 1);
	assert(bot->symbols && bot->grounds && bot->matters && bot->blow_share);
	for (size_t look = 0; look < bot->look_count; look++) {
		bot->symbols[look] = content_symbol(content, (uint16_t)look);
		bot->grounds[look] = (uint8_t)bot_ground_of(bot->symbols[look]);
		bot->matters[look] = (uint8_t)bot_matter_of(content_look(content, (uint16_t)look));
	}
	return bot;
}

void bot_free(struct bot *bot)
{
	if (!bot)
		return;
	free(bot->symbols);
	free(bot->grounds);
	free(bot->matters);
	free(bot->blow_share);
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
	copy->symbols = copy_of(bot->symbols, bot->look_count);
	copy->grounds = copy_of(bot->grounds, bot->look_count);
	copy->matters = copy_of(bot->matters, bot->look_count);
	copy->blow_share = copy_of(bot->blow_share, bot->look_count);
	copy->cells = copy_of(bot->cells, bot->cell_count * sizeof *bot->cells);
	copy->reached = copy_of(bot->reached, bot->cell_count * sizeof *bot->reached);
	return copy;
}

/* ---- Choosing ---- */

/* Vigna's splitmix64. */
int bot_below(struct bot *bot, int bound)
{
	uint64_t mixed = bot->whims += 0x9e3779b97f4a7c15u;
	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
	mixed ^= mixed >> 31;
	return (int)((mixed >> 32) * (uint64_t)bound >> 32);
}

bool bot_is_told(const struct bot *bot, const char *text, const char *word)
{
	const char *sentence = content_word(bot->content, word);
	char plain[64] = "";
	if (sentence && *sentence == '{')
		sentence = strchr(sentence, '}') ? strchr(sentence, '}') + 1 : "";
	snprintf(plain, sizeof plain, "%.*s", sentence ? (int)strcspn(sentence, "{") : 0,
		sentence ? sentence + strspn(sentence, " ") : "");
	for (size_t length = strlen(plain); length > 0 && plain[length - 1] == ' ';)
		plain[--length] = '\0';
	return *plain && strstr(text, plain) != NULL;
}

bool bot_does(struct bot *bot, enum verb verb)
{
	return bot_uses(bot, verb, 0);
}

bool bot_uses(struct bot *bot, enum verb verb, int item)
{
	if (verb_row(verb)->wants == WANTS_PACK)
		item = bot->view->pack[item].letter - 'a';
	bot->command = (struct command){.verb = (uint8_t)verb, .item = (uint8_t)item};
	return true;
}

/* Whether a step leads into harm from where there was none. */
static bool is_folly(const struct bot *bot, int direction)
{
	const struct view *view = bot->view;
	int x = view->hero_x + direction_dx[direction], y = view->hero_y + direction_dy[direction];
	if (x < 0 || y < 0 || x >= view->width || y >= view->height)
		return false;
	unsigned to = view->cells[y * view->width + x].flags;
	unsigned here = view->cells[view->hero_y * view->width + view->hero_x].flags;
	return (to & CELL_HARM) && !(to & CELL_CREATURE) && !(here & CELL_HARM) &&
	       (!bot->braves || bot_is_deadly(bot, x, y));
}

bool bot_steps(struct bot *bot, int direction)
{
	if (is_folly(bot, direction))
		return bot_does(bot, VERB_WAIT);
	bot->command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	return true;
}

bool bot_lets_fly(struct bot *bot, enum verb verb, int item, int x, int y)
{
	bot->command = (struct command){.verb = (uint8_t)verb,
		.item = (uint8_t)(bot->view->pack[item].letter - 'a'),
		.x = (int16_t)x,
		.y = (int16_t)y};
	return true;
}

bool bot_means(struct bot *bot, enum bot_purpose purpose, bool chosen)
{
	bot->purpose = chosen ? purpose : bot->purpose;
	return chosen;
}

enum bot_purpose bot_purpose(const struct bot *bot)
{
	return bot->purpose;
}

int bot_health_percent(const struct bot *bot)
{
	const struct view_status *status = &bot->view->status;
	return status->health * 100 / (status->health_max > 0 ? status->health_max : 1);
}

bool bot_follow_rules(struct bot *bot, bot_rule *const rules[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (rules[i](bot))
			return true;
	return false;
}

struct command bot_choose(struct bot *bot, const struct bot_senses *senses)
{
	bot->senses = senses;
	bot->view = &senses->view;
	bot->purpose = BOT_ACTS;
	bot_ways_look(bot);
	bot_danger_look(bot);
	/* What was refused would be again; a step elsewhere is a new sight of things. */
	bool baulked = senses->refused && bot->command.verb != VERB_STEP;
	bot->refusals = senses->refused ? bot->refusals + 1 : 0;
	if (baulked)
		bot_sulks(bot);
	bool strays = bot->restless > 0 && !bot->danger.nearest && bot_below(bot, 3) == 0;
	if (bot->refusals >= PATIENCE)
		bot_does(bot, VERB_SEARCH);
	else if (baulked || strays || !bot->row->chooses(bot))
		bot_wanders(bot);
	bot->health = senses->view.status.health;
	return bot->command;
}

/* ---- Rules that several share ---- */

bool bot_wanders(struct bot *bot)
{
	int ways = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		ways += !(bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->refused &
			  1 << direction);
	if (ways == 0)
		return bot_does(bot, VERB_SEARCH);
	int direction;
	do
		direction = bot_below(bot, DIR_COUNT);
	while (bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->refused & 1 << direction);
	return bot_steps(bot, direction);
}

/* Picks up what it stands on, but for what it has once left and what it cannot pay for. */
bool bot_takes(struct bot *bot)
{
	struct bot_cell *here = bot_cell(bot, bot->view->hero_x, bot->view->hero_y);
	if (bot->view->ground_count == 0 || here->left)
		return false;
	bool dear = bot->view->ground[0].price > bot->view->status.gold;
	if (bot->view->pack_count < PACK_MAX && !dear)
		return bot_means(bot, bot->view->ground[0].price > 0 ? BOT_ACTS : BOT_EXPLORES,
			bot_does(bot, VERB_PICK_UP));
	here->left = true;
	return false;
}

/* ---- Whole games ---- */

const struct birth *bot_birth(bool after_others)
{
	static const struct birth first = {.name = "Bot"};
	/* Killers and things that a content does not have are left out by the rules. */
	static const struct birth later = {.name = "Bot",
		.past_count = 5,
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
