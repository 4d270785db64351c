#include "door/record/game_record.h"
#include "door/record/ablation.h"
#include "engine/lab/lab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define DEPTHS 64
#define NAMES_MOST 64
#define DANGER_WITHIN 5
#define AGAIN_WITHIN 2 /* cells that somebody may have moved */

struct depth_record {
	uint32_t turns, commands;
	int health, health_max, level, experience, food, least; /* least: in % */
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

struct chronicle {
	const struct content *content;
	struct influence *influence;
	size_t creature_count, item_count;
	struct creature_record *creatures;
	struct item_record *items;
	uint8_t *regards;
	struct depth_record depths[DEPTHS];
	uint32_t verbs[VERB_COUNT], keys;
	int64_t first_danger, first_hurt, first_low;
	/* Of what the bot was last shown. */
	uint32_t turn;
	int depth, item_kind[PACK_MAX];
	bool threatened;
	char place[64], hunger[32], offered[VIEW_CHOICES_MAX][64];
	/* How the stretch of steps or of waiting stands that the last command was of. */
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

struct chronicle *chronicle_new(const struct content *content)
{
	struct chronicle *new = allocate(1, sizeof *new);
	new->content = content;
	new->influence = influence_new(content);
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

void chronicle_free(struct chronicle *chronicle)
{
	if (!chronicle)
		return;
	influence_free(chronicle->influence);
	free(chronicle->creatures);
	free(chronicle->items);
	free(chronicle->regards);
	json_decref(chronicle->places);
	json_decref(chronicle->choices);
	json_decref(chronicle->talents);
	json_decref(chronicle->quests);
	free(chronicle);
}

/* ---- Before each command ---- */

static void note_kinds(struct chronicle *chronicle, const struct game *game)
{
	lab_regard_creatures(game, chronicle->regards);
	for (size_t i = 0; i < chronicle->creature_count; i++)
		if (chronicle->regards[i] & (LAB_IN_VIEW | LAB_MET))
			chronicle->creatures[i].met = true;
	lab_regard_items(game, chronicle->regards);
	for (size_t i = 0; i < chronicle->item_count; i++) {
		struct item_record *item = &chronicle->items[i];
		item->seen = item->seen || chronicle->regards[i] & (LAB_IN_VIEW | LAB_CARRIED);
		/* Exploring stops for what he never had. */
		bool first = !item->carried && chronicle->regards[i] & LAB_CARRIED;
		chronicle->interrupted = chronicle->interrupted || first;
		item->carried = item->carried || first;
		item->worn += (chronicle->regards[i] & LAB_IN_USE) != 0;
	}
	for (unsigned i = 0; i < PACK_MAX; i++)
		chronicle->item_kind[i] = lab_kind_carried(game, i);
}

static void note_names(struct chronicle *chronicle, const struct view *view)
{
	static const char *const states[] = {
		[QUEST_OPEN] = "open", [QUEST_DONE] = "done", [QUEST_FAILED] = "failed"};
	for (size_t i = 0; i < view->choice_count; i++)
		snprintf(chronicle->offered[i], sizeof chronicle->offered[i], "%s",
			view->choices[i].name);
	json_array_clear(chronicle->talents);
	for (size_t i = 0; i < view->talent_count; i++)
		json_array_append_new(chronicle->talents, json_string(view->talents[i].name));
	json_array_clear(chronicle->quests);
	for (size_t i = 0; i < view->quest_count; i++)
		json_array_append_new(
			chronicle->quests, json_pack("{s:s, s:s}", "name", view->quests[i].name,
						   "state", states[view->quests[i].state]));
}

static void note_depth(struct chronicle *chronicle, const struct view_status *status)
{
	struct depth_record *here = &chronicle->depths[status->depth % DEPTHS];
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

/* The nearest comes first; those who are no danger come last. */
static void note_danger(struct chronicle *chronicle, const struct view *view)
{
	chronicle->threatened = false;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (creature->ally || creature->captive || creature->asleep || creature->unaware)
			continue;
		int across = abs(creature->x - view->hero_x),
		    down = abs(creature->y - view->hero_y);
		chronicle->threatened = true;
		if (across <= DANGER_WITHIN && down <= DANGER_WITHIN && chronicle->first_danger < 0)
			chronicle->first_danger = view->status.turn;
	}
	if (2 * view->status.health <= view->status.health_max && chronicle->first_low < 0)
		chronicle->first_low = view->status.turn;
}

/* The turns since the last look were spent where that was. */
static void note_turns(struct chronicle *chronicle, uint32_t turn)
{
	uint32_t passed = turn - chronicle->turn;
	json_int_t before =
		json_integer_value(json_object_get(chronicle->places, chronicle->place));
	if (chronicle->place[0])
		json_object_set_new(
			chronicle->places, chronicle->place, json_integer(before + passed));
	chronicle->depths[chronicle->depth % DEPTHS].turns += passed;
	chronicle->turn = turn;
}

void chronicle_asks(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct chronicle *chronicle = context;
	const struct view_status *status = &senses->view.status;
	chronicle->bot = bot;
	if (senses->refused)
		return;
	note_turns(chronicle, status->turn);
	chronicle->depth = status->depth;
	snprintf(chronicle->place, sizeof chronicle->place, "%s", lab_level_here(game));
	snprintf(chronicle->hunger, sizeof chronicle->hunger, "%s", status->hunger);
	note_depth(chronicle, status);
	note_kinds(chronicle, game);
	note_danger(chronicle, &senses->view);
	if (senses->view.talent_count != json_array_size(chronicle->talents) ||
		senses->view.quest_count > 0 || senses->view.choice_count > 0)
		note_names(chronicle, &senses->view);
	influence_ask(chronicle->influence, game, bot, senses);
}

/* ---- After it ---- */

static size_t creature_of(const struct chronicle *chronicle, const char *id)
{
	size_t kind = 0;
	while (kind < chronicle->creature_count &&
		strcmp(lab_creature_kind(chronicle->content, kind), id) != 0)
		kind++;
	return kind;
}

static void note_event(struct chronicle *chronicle, const struct event *event)
{
	size_t kind;
	switch (event->kind) {
	case EVENT_SLAIN:
		kind = creature_of(chronicle, event->subject);
		if (kind < chronicle->creature_count)
			chronicle->creatures[kind].beaten++;
		break;
	case EVENT_HURT:
		if (chronicle->first_hurt < 0)
			chronicle->first_hurt = chronicle->turn;
		chronicle->interrupted = true;
		break;
	case EVENT_NOTICED:
	case EVENT_FIRST_SIGHT:
	case EVENT_DANGER:
	case EVENT_FOUND:
	case EVENT_ARRIVED:
	case EVENT_LEVEL_GAINED:
	case EVENT_HUNGER:
		chronicle->interrupted = true;
		break;
	case EVENT_PICKED_UP: /* exploring takes along what he had before, and goes on */
		chronicle->interrupted =
			chronicle->interrupted || chronicle->purpose != BOT_EXPLORES;
		break;
	default:
		break;
	}
}

/* Of the first step of a stretch one, of the second, which makes it one, another, then none. */
static unsigned stretch_keys(struct chronicle *chronicle, const struct command *command)
{
	bool goes_on = command->verb == chronicle->last.verb && chronicle->purpose == BOT_ACTS &&
		       !chronicle->interrupted && !chronicle->threatened;
	chronicle->stretch = goes_on ? chronicle->stretch + 1 : 1;
	return chronicle->stretch <= 2 ? 1 : 0;
}

/* What one key does until something interrupts it. */
static unsigned purpose_keys(const struct chronicle *chronicle, enum bot_purpose purpose)
{
	bool goes_on =
		purpose == chronicle->purpose && !chronicle->interrupted && !chronicle->threatened;
	return goes_on ? 0 : 1;
}

static enum bot_purpose purpose_now(const struct chronicle *chronicle)
{
	return chronicle->bot ? bot_purpose(chronicle->bot) : BOT_ACTS;
}

/* The same once more, at whom it was aimed before. */
static bool is_again(const struct command *last, const struct command *command)
{
	return command->verb == last->verb && command->item == last->item &&
	       abs(command->x - last->x) <= AGAIN_WITHIN &&
	       abs(command->y - last->y) <= AGAIN_WITHIN;
}

static unsigned keys_of(struct chronicle *chronicle, const struct command *command)
{
	enum bot_purpose purpose = purpose_now(chronicle);
	if (purpose != BOT_ACTS)
		return purpose_keys(chronicle, purpose);
	if (command->verb == VERB_STEP || command->verb == VERB_SEARCH ||
		command->verb == VERB_WAIT)
		return stretch_keys(chronicle, command);
	switch (verb_row((enum verb)command->verb)->wants) {
	case WANTS_DIRECTION:
	case WANTS_PACK:
	case WANTS_NUMBER:
		return 2;
	case WANTS_PACK_AND_CELL:
	case WANTS_SPELL_AND_CELL:
		return is_again(&chronicle->last, command) ? 1 : 3;
	default:
		return 1;
	}
}

static void note_use(struct chronicle *chronicle, const struct command *command)
{
	enum verb_wants wants = verb_row((enum verb)command->verb)->wants;
	bool names = wants == WANTS_PACK || wants == WANTS_PACK_AND_CELL;
	if (!names || command->verb == VERB_DROP || command->item >= PACK_MAX ||
		chronicle->item_kind[command->item] < 0)
		return;
	chronicle->items[chronicle->item_kind[command->item]].used++;
}

/* What was carried out is done by leaving. */
static void note_end(struct chronicle *chronicle, struct game *game, const struct result *result)
{
	struct view view;
	note_turns(chronicle, result->turns);
	game_view(game, &view);
	note_names(chronicle, &view);
}

void chronicle_follows(void *context, struct game *game, const struct command *command)
{
	struct chronicle *chronicle = context;
	struct event event;
	struct result result;
	chronicle->verbs[command->verb]++;
	chronicle->keys += keys_of(chronicle, command);
	chronicle->last = *command;
	chronicle->purpose = purpose_now(chronicle);
	note_use(chronicle, command);
	if (command->verb == VERB_CHOOSE && command->number < VIEW_CHOICES_MAX)
		json_array_append_new(
			chronicle->choices, json_string(chronicle->offered[command->number]));
	chronicle->interrupted = false;
	while (game_next_event(game, &event))
		note_event(chronicle, &event);
	game_result(game, &result);
	if (result.outcome != OUTCOME_GOING)
		note_end(chronicle, game, &result);
}

/* ---- Told ---- */

static json_t *verbs_json(const struct chronicle *chronicle)
{
	json_t *verbs = json_object();
	for (int verb = 0; verb < VERB_COUNT; verb++)
		if (chronicle->verbs[verb] > 0)
			json_object_set_new(verbs, verb_row((enum verb)verb)->word,
				json_integer(chronicle->verbs[verb]));
	return verbs;
}

static json_t *depths_json(const struct chronicle *chronicle)
{
	json_t *depths = json_array();
	for (int depth = 0; depth < DEPTHS; depth++) {
		const struct depth_record *here = &chronicle->depths[depth];
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

static void add_influence(json_t *object, const struct influence_tally *tally)
{
	json_t *changed = json_object();
	for (int deed = 0; deed < INFLUENCE_COUNT; deed++)
		if (tally->changed[deed] > 0)
			json_object_set_new(changed, influence_word((enum influence_deed)deed),
				json_integer(tally->changed[deed]));
	json_object_set_new(object, "asked", json_integer(tally->asked));
	json_object_set_new(object, "changed", changed);
}

static json_t *creatures_json(const struct chronicle *chronicle, const char *killer)
{
	json_t *creatures = json_object();
	for (size_t kind = 0; kind < chronicle->creature_count; kind++) {
		const struct creature_record *record = &chronicle->creatures[kind];
		const char *id = lab_creature_kind(chronicle->content, kind);
		bool killed = strcmp(id, killer) == 0;
		if (!record->met && !killed && record->beaten == 0)
			continue;
		json_t *creature = json_pack("{s:b, s:I, s:b}", "met", record->met, "beaten",
			(json_int_t)record->beaten, "killer", killed);
		add_influence(creature, influence_of_creature(chronicle->influence, kind));
		json_object_set_new(creatures, id, creature);
	}
	return creatures;
}

static json_t *items_json(const struct chronicle *chronicle)
{
	json_t *items = json_object();
	for (size_t kind = 0; kind < chronicle->item_count; kind++) {
		const struct item_record *record = &chronicle->items[kind];
		if (!record->seen)
			continue;
		json_t *item = json_pack("{s:b, s:b, s:I, s:I}", "seen", record->seen, "carried",
			record->carried, "used", (json_int_t)record->used, "worn",
			(json_int_t)record->worn);
		add_influence(item, influence_of_item(chronicle->influence, kind));
		json_object_set_new(items, lab_item_kind(chronicle->content, kind), item);
	}
	return items;
}

json_t *chronicle_json(const struct chronicle *chronicle, const struct bot_game *game)
{
	bool died = game->result.outcome == OUTCOME_DIED;
	json_t *whole = json_pack(
		"{s:I, s:s, s:b, s:I, s:I, s:I, s:O, s:O, s:O, s:o, s:O, s:o, s:o, s:o}", "keys",
		(json_int_t)chronicle->keys, "hunger", chronicle->hunger, "starved",
		died && game->food == 0 && !game->result.killer[0], "first_danger",
		(json_int_t)chronicle->first_danger, "first_hurt",
		(json_int_t)chronicle->first_hurt, "first_low", (json_int_t)chronicle->first_low,
		"talents", chronicle->talents, "choices", chronicle->choices, "quests",
		chronicle->quests, "verbs", verbs_json(chronicle), "places", chronicle->places,
		"depths", depths_json(chronicle), "creatures",
		creatures_json(chronicle, game->result.killer), "items", items_json(chronicle));
	assert(whole);
	return whole;
}
