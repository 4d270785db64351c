/* A game from its making to its freeing, and how a command is acted. */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_WANDERER_LEAST 150
#define FIRST_WANDERER_MOST 350

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);
	assert(memory != NULL);
	return memory;
}

struct game *game_blank(const struct content *content)
{
	assert(content->sealed && content->last_depth <= DEPTH_MAX);
	struct game *game = allocate(1, sizeof *game);
	game->content = content;
	game->knowledge.items = allocate(content->counts.items, 1);
	game->pack.last_slots = allocate(content->counts.items, 1);
	game->knowledge.spells = allocate(content->counts.spells, 1);
	game->knowledge.talents = allocate(content->counts.talents, 1);
	game->knowledge.quests = allocate(content->counts.quests, 1);
	game->knowledge.calls = allocate(content->counts.calls, 1);
	game->knowledge.met = allocate(content->counts.creatures, 1);
	game->knowledge.beaten = allocate(content->counts.creatures, 1);
	game->derived.flavours = allocate(content->counts.items, sizeof *game->derived.flavours);
	game->messages.list = game->messages.room;
	game->creature_top = HERO + 1;
	game->clock.next_turn = TICKS_A_TURN;
	game->action.effects_left = EFFECTS_OF_TURN;
	for (int i = 0; i < PAST_MAX; i++)
		game->bones.graves[i] = (struct grave){-1, -1};
	return game;
}

struct game *game_new(
	const struct content *content, const struct seed *seed, const struct birth *birth)
{
	struct game *game = game_blank(content);
	assert(birth->past_count <= PAST_MAX);
	game->seed = *seed;
	game->birth = *birth;
	birth_flavours(game);
	birth_hero(game);
	gifts_settle(game);
	game_hero(game)->health = game_hero(game)->health_max;
	game->hero.mana = game->hero.mana_max;
	message_say(game, WORD_GREETING, &(struct word_facts){.name = game->birth.name});
	place_enter(game, 1, true);
	choice_tell(game);
	message_say(game, WORD_GREETING_KEYS, NULL);
	game->clock.next_wanderer = (uint32_t)draw_between(
		game, PURPOSE_WANDERERS, FIRST_WANDERER_LEAST, FIRST_WANDERER_MOST);
	senses_lay_smell(game);
	senses_look(game);
	return game;
}

void game_free(struct game *game)
{
	if (game == NULL)
		return;
	for (int depth = 0; depth <= DEPTH_MAX; depth++)
		place_clear(&game->places[depth]);
	level_free(game->level);
	ways_free(&game->derived.ways);
	free(game->floor.items);
	free(game->recalled.items);
	free(game->knowledge.items);
	free(game->pack.last_slots);
	free(game->knowledge.spells);
	free(game->knowledge.talents);
	free(game->knowledge.quests);
	free(game->knowledge.calls);
	free(game->knowledge.met);
	free(game->knowledge.beaten);
	free(game->derived.flavours);
	free(game->derived.occupants);
	free(game->cells);
	free(game->derived.active.cells);
	free(game->derived.lights.list);
	free(game->derived.lights.glow);
	free(game->derived.lights.pictures);
	free(game);
}

/* ---- Acting ---- */

typedef enum verdict act_function(struct game *game, const struct command *command);

static act_function *const acts[VERB_COUNT] = {
#define ROW(id, number, word, wants, help) [VERB_##id] = act_##word,
	ENGINE_VERBS(ROW)
#undef ROW
};

enum verdict game_act(struct game *game, const struct command *command)
{
	game->events.count = game->events.next = 0;
	memset(game->report.sounded, 0, sizeof game->report.sounded);
	game->action.refusal[0] = '\0';
	game->report.fight_reported = false;
	game->report.newest_before = game->messages.newest;
	game->report.noticed.count = 0;
	game->action.busy = game->action.spared = game->action.tool = 0;
	game->action.effects_left = EFFECTS_OF_TURN;
	if (!game_going(game))
		return act_refuse(game, WORD_RUN_ENDED, NULL);
	if (command->verb >= VERB_COUNT || command->direction >= DIR_COUNT ||
		game->clock.now >= TICKS_MAX || game->content->muted.verbs >> command->verb & 1)
		return act_refuse(game, WORD_NO_COMMAND, NULL);
	int x = game_hero(game)->x, y = game_hero(game)->y, depth = game->depth;
	enum verdict verdict = acts[command->verb](game, command);
	if (verdict != VERDICT_REFUSED && command->verb != VERB_SEARCH)
		game->hero.searches = 0;
	if (verdict != VERDICT_REFUSED)
		gifts_settle(game);
	if (verdict == VERDICT_SPENT) {
		bool stepped =
			game_hero(game)->x != x || game_hero(game)->y != y || game->depth != depth;
		game->hero.still =
			(uint8_t)(stepped ? 0 : game->hero.still + (game->hero.still < STILL_MOST));
		turn_run(game, TICKS_A_TURN * (1 + game->action.busy) - game->action.spared);
		gifts_settle(game); /* a lamp may have gone out */
	} else if (verdict == VERDICT_FREE)
		senses_look(game);
	return verdict;
}

const char *game_refusal(const struct game *game)
{
	return game->action.refusal;
}

/* ---- What is legal ---- */

static bool any_pack_verb(const struct game *game, enum verb verb)
{
	for (int i = 0; i < PACK_MAX; i++)
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
		if ((closed ? content_opens(kind) : content_change(kind, CAUSE_CLOSE) != NULL))
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
		return any_door(game, false);
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

/* Nobody is free and in shackles; the hero is neither, and carries in his pack. */
static void check_allegiance(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	const uint16_t both = CREATURE_ALLY | CREATURE_CAPTIVE;
	assert((creature->flags & both) != both && creature->flags <= CREATURE_FLAGS_ALL);
	assert(slot != HERO || (!(creature->flags & both) && creature->carried.count == 0));
	assert(creature->carried.count == 0 ||
		(creature->carried.kind < game->content->counts.items &&
			creature->carried.kind != game->content->receiver));
	assert(!(creature->flags & CREATURE_LADEN) || creature->carried.count > 0);
	assert(creature->held_by == 0 ||
		(creature->status[STATUS_STUCK] > 0 && save_holder_is_there(game, slot)));
}

static void check_creatures(const struct game *game)
{
	size_t cells = (size_t)game->level->width * (size_t)game->level->height, bodies = 0,
	       occupied = 0;
	for (int slot = 0; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (!creature->alive)
			continue;
		bodies++;
		assert(level_inside(game->level, creature->x, creature->y));
		assert((game_terrain(game, creature->x, creature->y)->flags & TERRAIN_OBJECTS) ||
			(slot != HERO && (creature_kind(game, slot)->traits & TRAIT_PHASES)));
		assert(creature_at(game, creature->x, creature->y) == slot);
		assert(creature->health > 0 || !game_going(game));
		assert(creature->health <= creature->health_max && creature->goal < GOAL_COUNT);
		check_allegiance(game, slot);
		assert((slot == HERO) == (creature->kind == KIND_NONE));
	}
	for (size_t at = 0; at < cells; at++)
		occupied += game->derived.occupants[at] != 0;
	assert(bodies == occupied);
}

static void check_things(const struct game *game)
{
	int held = 0;
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item *item = &game->pack.items[i];
		if (item->count == 0)
			continue;
		held++;
		assert(item->kind < game->content->counts.items);
		assert(item_kind(game, item)->stacks || item->count == 1 ||
			item_kind(game, item)->class == ITEM_GOLD);
	}
	assert(gear_is_sound(game) && game->pack.count == held);
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		assert(level_inside(game->level, lying->x, lying->y) && lying->item.count > 0);
		assert(game_terrain(game, lying->x, lying->y)->flags & TERRAIN_OBJECTS);
	}
}

/* Every cell is shown as what he remembers there. */
static void check_memory(const struct game *game)
{
	const struct level *level = game->level;
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t at = 0, next = 0; at < cells; at++) {
		const struct floor_item *it = &game->recalled.items[next];
		bool thing = next < game->recalled.count && at == level_at(level, it->x, it->y);
		next += thing;
		assert(!thing || (level->flags[at] & LEVEL_KNOWN));
		assert(!(level->flags[at] & LEVEL_KNOWN) ||
			level->memory[at] == (thing ? item_look(game, &it->item)
						    : level_shown_as(game->content, level,
							      memory_ground(game, at))
								     ->look));
		assert(at + 1 < cells || next == game->recalled.count);
	}
}

void game_check(const struct game *game)
{
	assert(game->depth >= 1 && game->depth <= game->content->last_depth);
	assert(game->level != NULL && game->places[game->depth].bytes == NULL);
	assert(game->creatures[HERO].alive && game->creature_top <= CREATURES_MAX);
	assert(game->hero.food >= 0 && game->hero.gold >= 0);
	assert(!game_going(game) ||
		game->clock.now == game_hero((struct game *)(uintptr_t)game)->ready ||
		game->clock.now == 0);
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		assert(game->clock.next_heard[sound] <= game_turn(game) + SOUND_EVERY_MOST);
	check_creatures(game);
	check_things(game);
	check_memory(game);
	flight_check(game);
	gas_check(game);
	choice_check(game);
}
