#include "engine/lab/lab.h"
#include "door/record/game_record.h"
#include "door/record/ablation.h"
#include "door/text/board_words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DEPTHS 64
#define DANGER_WITHIN 5
#define AGAIN_WITHIN 2 /* cells that a target may have moved since the last shot */

struct depth_record {
	uint32_t turns, commands;
	int health, health_max, level, experience, food, least; /* least: lowest health in % */
	bool been;
};

struct creature_record {
	bool met;
	uint32_t beaten;
};

struct item_record {
	bool seen, carried;
	uint32_t used, worn;
};

struct game_record {
	const struct content *content;
	struct ablation *ablation;
	size_t creature_count, item_count;
	struct creature_record *creatures;
	struct item_record *items;
	uint8_t *regards;
	struct depth_record depths[DEPTHS];
	uint32_t verbs[VERB_COUNT], keys;
	int64_t first_danger, first_hurt, first_low;
	/* From the senses shown to the bot last. */
	uint32_t turn;
	int depth, item_kind[CARRIED_MAX];
	bool threatened;
	char place[64], hunger[32], offered[VIEW_CHOICES_MAX][64];
	/* The current stretch of equal commands, for the count of keys. */
	const struct bot *bot;
	enum bot_purpose purpose;
	struct command last;
	unsigned stretch;
	bool interrupted;
	json_t *places, *choices, *talents, *quests;
};

/* ---- New and free ---- */

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);
	assert(memory);
	return memory;
}

struct game_record *game_record_new(const struct content *content)
{
	struct game_record *new = allocate(1, sizeof *new);
	new->content = content;
	new->ablation = ablation_new(content);
	while (lab_creature_kind(content, new->creature_count))
		new->creature_count++;
	while (lab_item_kind(content, new->item_count))
		new->item_count++;
	new->creatures = allocate(new->creature_count, sizeof *new->creatures);
	new->items = allocate(new->item_count, sizeof *new->items);
	new->regards = allocate(new->creature_count + new->item_count, 1);
	new->first_danger = new->first_hurt = new->first_low = -1;
	new->last.verb = VERB_COUNT;
	new->places = json_object();
	new->choices = json_array();
	new->talents = json_array();
	new->quests = json_array();
	return new;
}

void game_record_free(struct game_record *record)
{
	if (!record)
		return;
	ablation_free(record->ablation);
	free(record->creatures);
	free(record->items);
	free(record->regards);
	json_decref(record->places);
	json_decref(record->choices);
	json_decref(record->talents);
	json_decref(record->quests);
	free(record);
}

/* ---- Before each command ---- */

static void note_kinds(struct game_record *record, const struct game *game)
{
	lab_regard_creatures(game, record->regards);
	for (size_t i = 0; i < record->creature_count; i++)
		if (record->regards[i] & (LAB_IN_VIEW | LAB_MET))
			record->creatures[i].met = true;
	lab_regard_items(game, record->regards);
	for (size_t i = 0; i < record->item_count; i++) {
		struct item_record *item = &record->items[i];
		item->seen = item->seen || record->regards[i] & (LAB_IN_VIEW | LAB_CARRIED);
		/* Auto-explore stops at item kinds never held. */
		bool first = !item->carried && record->regards[i] & LAB_CARRIED;
		record->interrupted = record->interrupted || first;
		item->carried = item->carried || first;
		item->worn += (record->regards[i] & LAB_IN_USE) != 0;
	}
	for (unsigned i = 0; i < CARRIED_MAX; i++)
		record->item_kind[i] = lab_kind_carried(game, i);
}

static void note_names(struct game_record *record, const struct view *view)
{
	static const char *const states[] = {
		[QUEST_OPEN] = "open", [QUEST_DONE] = "done", [QUEST_FAILED] = "failed"};
	for (size_t i = 0; i < view->choice_count; i++)
		snprintf(
			record->offered[i], sizeof record->offered[i], "%s", view->choices[i].name);
	json_array_clear(record->talents);
	for (size_t i = 0; i < view->talent_count; i++)
		json_array_append_new(record->talents, json_string(view->talents[i].name));
	json_array_clear(record->quests);
	for (size_t i = 0; i < view->quest_count; i++)
		json_array_append_new(
			record->quests, json_pack("{s:s, s:s}", "name", view->quests[i].name,
						"state", states[view->quests[i].state]));
}

static void note_depth(struct game_record *record, const struct view_status *status)
{
	struct depth_record *here = &record->depths[status->depth % DEPTHS];
	int percent = status->health * 100 / (status->health_max > 0 ? status->health_max : 1);
	if (!here->been)
		*here = (struct depth_record){.been = true,
			.health = status->health,
			.health_max = status->health_max,
			.level = status->level,
			.experience = status->experience,
			.food = status->food,
			.least = 100};
	here->commands++;
	here->least = percent < here->least ? percent : here->least;
}

/* Notes the first awake enemy within DANGER_WITHIN, and the first low health. */
static void note_danger(struct game_record *record, const struct view *view)
{
	record->threatened = false;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->ally || creature->captive || creature->asleep || creature->unaware)
			continue;
		int across = abs(creature->x - view->hero_x),
		    down = abs(creature->y - view->hero_y);
		record->threatened = true;
		if (across <= DANGER_WITHIN && down <= DANGER_WITHIN && record->first_danger < 0)
			record->first_danger = view->status.turn;
	}
	if (2 * view->status.health <= view->status.health_max && record->first_low < 0)
		record->first_low = view->status.turn;
}

/* Adds the turns since the last call to the level where they were spent. */
static void note_turns(struct game_record *record, uint32_t turn)
{
	uint32_t passed = turn - record->turn;
	json_int_t before = json_integer_value(json_object_get(record->places, record->place));
	if (record->place[0])
		json_object_set_new(record->places, record->place, json_integer(before + passed));
	record->depths[record->depth % DEPTHS].turns += passed;
	record->turn = turn;
}

void game_record_asks(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct game_record *record = context;
	const struct view_status *status = &senses->view.status;
	record->bot = bot;
	if (senses->refused)
		return;
	note_turns(record, status->turn);
	record->depth = status->depth;
	snprintf(record->place, sizeof record->place, "%s", lab_level_here(game));
	snprintf(record->hunger, sizeof record->hunger, "%s", status->hunger);
	note_depth(record, status);
	note_kinds(record, game);
	note_danger(record, &senses->view);
	if (senses->view.talent_count != json_array_size(record->talents) ||
		senses->view.quest_count > 0 || senses->view.choice_count > 0)
		note_names(record, &senses->view);
	ablation_ask(record->ablation, game, bot, senses);
}

/* ---- After each command ---- */

static size_t creature_of(const struct game_record *record, const char *id)
{
	size_t kind = 0;
	while (kind < record->creature_count &&
		strcmp(lab_creature_kind(record->content, kind), id) != 0)
		kind++;
	return kind;
}

static void note_event(struct game_record *record, const struct event *event)
{
	size_t kind;
	switch (event->kind) {
	case EVENT_SLAIN:
		kind = creature_of(record, event->subject);
		if (kind < record->creature_count)
			record->creatures[kind].beaten++;
		break;
	case EVENT_HURT:
		if (record->first_hurt < 0)
			record->first_hurt = record->turn;
		record->interrupted = true;
		break;
	case EVENT_NOTICED:
	case EVENT_FIRST_SIGHT:
	case EVENT_DANGER:
	case EVENT_FOUND:
	case EVENT_ARRIVED:
	case EVENT_LEVEL_GAINED:
	case EVENT_HUNGER:
		record->interrupted = true;
		break;
	case EVENT_PICKED_UP: /* auto-explore picks up kinds held before without stopping */
		record->interrupted = record->interrupted || record->purpose != BOT_EXPLORES;
		break;
	default:
		break;
	}
}

/* Counts one key for the first step of a stretch, one more for the second step, and none for
 * further steps. */
static unsigned stretch_keys(struct game_record *record, const struct command *command)
{
	bool goes_on = command->verb == record->last.verb && record->purpose == BOT_ACTS &&
		       !record->interrupted && !record->threatened;
	record->stretch = goes_on ? record->stretch + 1 : 1;
	return record->stretch <= 2 ? 1 : 0;
}

/* Counts one key for an automatic move until something interrupts it. */
static unsigned purpose_keys(const struct game_record *record, enum bot_purpose purpose)
{
	bool goes_on = purpose == record->purpose && !record->interrupted && !record->threatened;
	return goes_on ? 0 : 1;
}

static enum bot_purpose purpose_now(const struct game_record *record)
{
	return record->bot ? bot_purpose(record->bot) : BOT_ACTS;
}

/* True if the command repeats the last one at nearly the same cell. */
static bool is_again(const struct command *last, const struct command *command)
{
	return command->verb == last->verb && command->item == last->item &&
	       abs(command->x - last->x) <= AGAIN_WITHIN &&
	       abs(command->y - last->y) <= AGAIN_WITHIN;
}

static unsigned keys_of(struct game_record *record, const struct command *command)
{
	enum bot_purpose purpose = purpose_now(record);
	if (purpose != BOT_ACTS)
		return purpose_keys(record, purpose);
	if (command->verb == VERB_STEP || command->verb == VERB_SEARCH ||
		command->verb == VERB_WAIT)
		return stretch_keys(record, command);
	switch (verb_row((enum verb)command->verb)->wants) {
	case WANTS_DIRECTION:
	case WANTS_PACK:
	case WANTS_NUMBER:
		return 2;
	case WANTS_PACK_AND_CELL:
	case WANTS_SPELL_AND_CELL:
		return is_again(&record->last, command) ? 1 : 3;
	default:
		return 1;
	}
}

static void note_use(struct game_record *record, const struct command *command)
{
	enum verb_wants wants = verb_row((enum verb)command->verb)->wants;
	bool names = wants == WANTS_PACK || wants == WANTS_PACK_AND_CELL;
	if (!names || command->verb == VERB_DROP || command->item >= CARRIED_MAX ||
		record->item_kind[command->item] < 0)
		return;
	record->items[record->item_kind[command->item]].used++;
}

/* Notes the final turns, talents and quests when the game ends. */
static void note_end(struct game_record *record, struct game *game, const struct result *result)
{
	struct view view;
	note_turns(record, result->turns);
	game_view(game, &view);
	note_names(record, &view);
}

void game_record_follows(void *context, struct game *game, const struct command *command)
{
	struct game_record *record = context;
	struct event event;
	struct result result;
	record->verbs[command->verb]++;
	record->keys += keys_of(record, command);
	record->last = *command;
	record->purpose = purpose_now(record);
	note_use(record, command);
	if (command->verb == VERB_CHOOSE && command->number < VIEW_CHOICES_MAX)
		json_array_append_new(
			record->choices, json_string(record->offered[command->number]));
	record->interrupted = false;
	while (game_next_event(game, &event))
		note_event(record, &event);
	game_result(game, &result);
	if (result.outcome != OUTCOME_GOING)
		note_end(record, game, &result);
}

/* ---- JSON ---- */

static json_t *verbs_json(const struct game_record *record)
{
	json_t *verbs = json_object();
	for (int verb = 0; verb < VERB_COUNT; verb++)
		if (record->verbs[verb] > 0)
			json_object_set_new(verbs, verb_row((enum verb)verb)->word,
				json_integer(record->verbs[verb]));
	return verbs;
}

static json_t *depths_json(const struct game_record *record)
{
	json_t *depths = json_array();
	for (int depth = 0; depth < DEPTHS; depth++) {
		const struct depth_record *here = &record->depths[depth];
		if (here->been)
			json_array_append_new(depths,
				json_pack("{s:i, s:I, s:I, s:i, s:i, s:i, s:i, s:i, s:i}", "depth",
					depth, "turns", (json_int_t)here->turns, "commands",
					(json_int_t)here->commands, "health", here->health,
					"health_max", here->health_max, "level", here->level,
					"experience", here->experience, "food", here->food, "least",
					here->least));
	}
	return depths;
}

static void add_ablation(json_t *object, const struct ablation_count *summary)
{
	json_t *changed = json_object();
	for (int deed = 0; deed < ABLATION_COUNT; deed++)
		if (summary->changed[deed] > 0)
			json_object_set_new(changed, ablation_word((enum ablation_deed)deed),
				json_integer(summary->changed[deed]));
	json_object_set_new(object, "asked", json_integer(summary->asked));
	json_object_set_new(object, "changed", changed);
}

static json_t *creatures_json(const struct game_record *record, const char *killer)
{
	json_t *creatures = json_object();
	for (size_t kind = 0; kind < record->creature_count; kind++) {
		const struct creature_record *kind_record = &record->creatures[kind];
		const char *id = lab_creature_kind(record->content, kind);
		bool killed = strcmp(id, killer) == 0;
		if (!kind_record->met && !killed && kind_record->beaten == 0)
			continue;
		json_t *creature = json_pack("{s:b, s:I, s:b}", "met", kind_record->met, "beaten",
			(json_int_t)kind_record->beaten, "killer", killed);
		add_ablation(creature, ablation_of_creature(record->ablation, kind));
		json_object_set_new(creatures, id, creature);
	}
	return creatures;
}

static json_t *items_json(const struct game_record *record)
{
	json_t *items = json_object();
	for (size_t kind = 0; kind < record->item_count; kind++) {
		const struct item_record *kind_record = &record->items[kind];
		if (!kind_record->seen)
			continue;
		json_t *item = json_pack("{s:b, s:b, s:I, s:I}", "seen", kind_record->seen,
			"carried", kind_record->carried, "used", (json_int_t)kind_record->used,
			"worn", (json_int_t)kind_record->worn);
		add_ablation(item, ablation_of_item(record->ablation, kind));
		json_object_set_new(items, lab_item_kind(record->content, kind), item);
	}
	return items;
}

json_t *game_record_json(const struct game_record *record, const struct bot_game *game)
{
	bool died = game->result.outcome == OUTCOME_DIED;
	json_t *whole = json_pack(
		"{s:I, s:s, s:b, s:I, s:I, s:I, s:O, s:O, s:O, s:o, s:O, s:o, s:o, s:o}", "keys",
		(json_int_t)record->keys, "hunger", record->hunger, "starved",
		died && game->food == 0 && !game->result.killer[0], "first_danger",
		(json_int_t)record->first_danger, "first_hurt", (json_int_t)record->first_hurt,
		"first_low", (json_int_t)record->first_low, "talents", record->talents, "choices",
		record->choices, "quests", record->quests, "verbs", verbs_json(record), "places",
		record->places, "depths", depths_json(record), "creatures",
		creatures_json(record, game->result.killer), "items", items_json(record));
	assert(whole);
	return whole;
}

/* ---- The result alone ---- */

const char *game_record_outcome(const struct bot_game *game, enum bot_fault fault)
{
	if (fault != BOT_SOUND)
		return fault == BOT_STALLED ? "stalled" : "crashed";
	return board_outcome_word(game->result.outcome);
}

json_t *game_record_result(const char *bot, const struct bot_game *game, enum bot_fault fault)
{
	char seed[2 * sizeof game->seed.bytes + 1], digest[17];
	const struct result *result = &game->result;
	for (size_t i = 0; i < sizeof game->seed.bytes; i++)
		snprintf(seed + 2 * i, 3, "%02x", game->seed.bytes[i]);
	snprintf(digest, sizeof digest, "%016" PRIx64, game->digest);
	json_t *line =
		json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:I, s:I, s:i, s:i, s:i, s:s, s:s, s:s}",
			"seed", seed, "bot", bot, "outcome", game_record_outcome(game, fault),
			"score", result->score, "depth", result->depth, "deepest", result->deepest,
			"turns", (json_int_t)result->turns, "commands", (json_int_t)game->commands,
			"level", result->level, "gold", result->gold, "food", game->food, "cause",
			result->cause, "killer", result->killer, "digest", digest);
	assert(line);
	return line;
}
