/* Starts a game, acts commands, and answers which verbs are legal. */
#include "engine/rules/rules.h"
#include "engine/rules/talk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_WANDERER_LEAST 150
#define FIRST_WANDERER_MOST 350

struct game *game_new(
	const struct content *content, const struct seed *seed, const struct birth *birth)
{
	struct game *game = game_blank(content);
	assert(birth->bones_count <= BONES_MAX);
	game->seed = *seed;
	game->birth = *birth;
	birth_flavours(game);
	birth_hero(game);
	bonuses_settle(game);
	game_hero(game)->health = game_hero(game)->health_max;
	game->hero.mana = game->hero.mana_max;
	message_say(game, TEXT_GREETING, &(struct word_facts){.name = game->birth.name});
	place_enter(game, 1, true);
	handicap_report(game);
	choice_report(game);
	message_say(game, TEXT_GREETING_KEYS, NULL);
	game->clock.next_wanderer = (uint32_t)draw_between(
		game, PURPOSE_WANDERERS, FIRST_WANDERER_LEAST, FIRST_WANDERER_MOST);
	senses_lay_smell(game);
	senses_look(game);
	return game;
}

/* ---- Acting ---- */

typedef enum verdict act_function(struct game *game, const struct command *command);

static act_function *const acts[VERB_COUNT] = {
#define ROW(id, number, word, ...) [VERB_##id] = act_##word,
	ENGINE_VERBS(ROW)
#undef ROW
};

static void break_conducts(struct game *game, unsigned conducts)
{
	for (int conduct = 0; conduct < CONDUCT_COUNT; conduct++)
		if (conducts >> conduct & 1)
			message_conduct(game, (enum conduct)conduct);
}

enum verdict game_act(struct game *game, const struct command *command)
{
	game->events.count = game->events.next = 0;
	memset(game->report.sounded, 0, sizeof game->report.sounded);
	game->action.refusal[0] = '\0';
	game->report.fight_reported = false;
	game->report.newest_before = game->messages.newest;
	game->report.noticed.count = 0;
	game->report.reshaped = 0;
	game->action.busy = game->action.spared = game->action.tool = 0;
	game->action.effects_left = EFFECTS_OF_TURN;
	if (!game_going(game))
		return act_refuse(game, TEXT_RUN_ENDED, NULL);
	if (command->verb >= VERB_COUNT || command->direction >= DIR_COUNT ||
		game->clock.now >= TICKS_MAX || game->content->muted.verbs >> command->verb & 1)
		return act_refuse(game, TEXT_NO_COMMAND, NULL);
	int x = game_hero(game)->x, y = game_hero(game)->y, depth = game->depth;
	enum verdict verdict = acts[command->verb](game, command);
	if (verdict != VERDICT_REFUSED && command->verb != VERB_SEARCH)
		game->hero.searches = 0;
	if (verdict != VERDICT_REFUSED) {
		break_conducts(game, conducts_of_verb(command->verb));
		bonuses_settle(game);
	}
	if (verdict == VERDICT_SPENT) {
		bool stepped =
			game_hero(game)->x != x || game_hero(game)->y != y || game->depth != depth;
		game->hero.still =
			(uint8_t)(stepped ? 0 : game->hero.still + (game->hero.still < STILL_MOST));
		turn_run(game, TICKS_A_TURN * (1 + game->action.busy) - game->action.spared);
		bonuses_settle(game); /* a lamp may have gone out */
	} else if (verdict == VERDICT_FREE)
		senses_look(game);
	/* Questions about the next command must not find the tool of this one. */
	game->action.tool = 0;
	return verdict;
}

const char *game_refusal(const struct game *game)
{
	return game->action.refusal;
}

/* ---- Legal verbs ---- */

static bool any_pack_verb(const struct game *game, enum verb verb)
{
	for (int i = 0; i < CARRIED_MAX; i++)
		if (game->pack.items[i].count > 0 &&
			item_verbs(game, &game->pack.items[i]) & 1u << verb)
			return true;
	return false;
}

static bool any_door(const struct game *game, bool closed)
{
	const struct creature *hero = &game->creatures[HERO];
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = hero->x + direction_dx[direction], y = hero->y + direction_dy[direction];
		if (!level_inside(game->level, x, y))
			continue;
		const struct terrain_kind *kind = game_terrain(game, x, y);
		if ((closed ? content_opens(kind)
			    : content_transition(kind, TRIGGER_CLOSE) != NULL))
			return true;
	}
	return false;
}

static bool knows_a_spell(const struct game *game)
{
	for (uint16_t i = 0; i < game->content->counts.spells; i++)
		if (game->knowledge.spells[i])
			return true;
	return false;
}

bool game_legal(const struct game *game, enum verb verb)
{
	const struct creature *hero = &game->creatures[HERO];
	uint32_t terrain = game_terrain(game, hero->x, hero->y)->flags;
	uint16_t options[VIEW_CHOICES_MAX];
	size_t count;
	assert((unsigned)verb < VERB_COUNT);
	if (!game_going(game))
		return false;
	switch (verb) {
	case VERB_OPEN:
		return any_door(game, true);
	case VERB_CLOSE:
		return !game_handicapped(game, HANDICAP_DOORS_STAY_OPEN) && any_door(game, false);
	case VERB_TALK:
		return talk_any(game);
	case VERB_UP:
		return terrain & TERRAIN_UP;
	case VERB_DOWN:
		return (terrain & TERRAIN_DOWN) && game->depth < game->content->last_depth;
	case VERB_PICK_UP:
		return item_on_floor(game, hero->x, hero->y, 0) >= 0;
	case VERB_DEBUG:
		return game->birth.debug;
	case VERB_CAST:
		return knows_a_spell(game);
	case VERB_CHOOSE:
		return choice_now(game, options, &count) != CHOICE_NONE;
	default:
		break;
	}
	enum verb_wants wants = verb_row(verb)->wants;
	return wants != WANTS_PACK && wants != WANTS_PACK_AND_CELL ? true
								   : any_pack_verb(game, verb);
}

/* ---- Checking ---- */
