/* The view: all that the player may see, and nothing else. */
#include "engine/view/view_parts.h"
#include "engine/rules/combat_private.h"
#include "engine/rules/talk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Speeds beyond fast and slow. */
#define VERY_FAST_FROM 140
#define VERY_SLOW_UNTIL 60

/* ---- Cells ---- */

/* Fills the cell flags of each terrain, for a walker who knows it. */
static void read_terrains(const struct game *game, uint8_t flags[TERRAINS_MAX])
{
	const struct content *content = game->content;
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		const struct terrain_kind *kind = &content->terrains[i];
		bool stops = !(kind->flags & TERRAIN_OBJECTS) && !content_opens(kind);
		flags[i] = (uint8_t)(stops                         ? CELL_STOPS
				     : risk_of_terrain(game, kind) ? CELL_HARM
								   : 0);
	}
}

static struct view_cell cell_of(const struct game *game, const uint8_t *terrains, size_t at)
{
	const struct level *level = game->level;
	struct view_cell cell = {0};
	if (level->flags[at] & LEVEL_KNOWN) {
		cell.appearance = level->memory[at];
		cell.flags = CELL_KNOWN;
		cell.flags |= terrains[level->known[at]];
		if (risk_of_air(game, at))
			cell.flags |= CELL_HARM;
	}
	if (level->flags[at] & LEVEL_SEEN)
		cell.flags |= CELL_VISIBLE;
	return cell;
}

/* True if a debugging view shows every cell and item of the level. */
static bool shows_all(const struct game *game)
{
	return game_debugs(game, DEBUG_LEVEL) || game_debugs(game, DEBUG_OMNISCIENCE);
}

static void paint_debug_cell(
	const struct game *game, size_t at, int x, int y, struct view_cell *cell)
{
	const struct level *level = game->level;
	if (shows_all(game)) {
		cell->appearance = level_shown(game->content, level, at)->appearance;
		cell->flags |= CELL_KNOWN;
	}
	if (game_debugs(game, DEBUG_SIGHT) && (level->flags[at] & LEVEL_REACHABLE))
		cell->flags |= CELL_MARKED | CELL_KNOWN;
	if (game_debugs(game, DEBUG_SMELL)) {
		uint32_t laid = senses_smell_at(game, x, y);
		uint32_t age = game_turn(game) + 1 - laid;
		cell->smell = laid == 0 || age >= SMELL_LASTS ? 0 : (uint8_t)(SMELL_LASTS - age);
	}
}

static void view_cells(const struct game *game, struct view_cell *view)
{
	const struct level *level = game->level;
	size_t cells = (size_t)level->width * (size_t)level->height;
	uint8_t terrains[TERRAINS_MAX];
	read_terrains(game, terrains);
	for (size_t at = 0; at < cells; at++)
		view[at] = cell_of(game, terrains, at);
	view_light(game, view);
	/* The remembered item may be gone, or be a mimic: the hero cannot know. */
	for (int i = 0; i < game->recalled.count; i++)
		view[level_at(level, game->recalled.items[i].x, game->recalled.items[i].y)].flags |=
			CELL_ITEM;
	if (game->debug == 0)
		return;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			paint_debug_cell(
				game, level_at(level, x, y), x, y, &view[level_at(level, x, y)]);
	for (int i = 0; i < game->floor.count && shows_all(game); i++) {
		struct view_cell *cell =
			&view[level_at(level, game->floor.items[i].x, game->floor.items[i].y)];
		cell->appearance = item_appearance(game, &game->floor.items[i].item);
		cell->flags |= CELL_ITEM;
	}
}

/* Colours the background of a cell in gas. */
static void colour_gas(const struct game *game, uint16_t cloud, struct view_cell *cell)
{
	const struct cloud_kind *kind = &game->content->clouds[cloud];
	cell->ground = kind->dark ? GROUND_DARK : GROUND_GAS;
	cell->light = game->content->appearances[kind->appearance].role & 31;
}

/* In sight, gas hides plain ground.  Stairs, doors and items show through. */
static void view_gas(const struct game *game, struct box box, struct view_cell *view)
{
	const uint32_t through = TERRAIN_UP | TERRAIN_DOWN | TERRAIN_DOORWAY;
	for (int y = box.top; y < box.bottom; y++) {
		for (int x = box.left; x < box.right; x++) {
			struct view_cell *cell = &view[level_at(game->level, x, y)];
			if (!(cell->flags & CELL_VISIBLE))
				continue;
			uint16_t cloud = gas_thickest(game, x, y);
			if (cloud == KIND_NONE)
				continue;
			colour_gas(game, cloud, cell);
			if (!(cell->flags & CELL_ITEM) &&
				!(game_terrain(game, x, y)->flags & through))
				cell->appearance = game->content->clouds[cloud].appearance;
		}
	}
}

/* Returns the number of missiles in sight that are not the hero's. */
static size_t view_air(const struct game *game, struct view_cell *view)
{
	size_t count = 0;
	for (int i = 0; i < game->level->gas_count; i++)
		view_gas(game, game->level->gases[i].box, view);
	for (int i = 0; i < game->air.count; i++) {
		const struct missile *missile = &game->air.missiles[i];
		if (!senses_hero_sees_cell(game, missile->x, missile->y))
			continue;
		view[level_at(game->level, missile->x, missile->y)].appearance =
			flight_appearance(game, i);
		count += creature_of(game, missile->source) != HERO;
	}
	return count;
}

static void paint_creature(const struct game *game, int slot, struct view_cell *view)
{
	const struct creature *creature = &game->creatures[slot];
	struct view_cell *cell = &view[level_at(game->level, creature->x, creature->y)];
	cell->appearance = slot == HERO ? game->content->hero_appearance
					: creature_kind(game, slot)->appearance;
	cell->flags = (uint8_t)((cell->flags & (CELL_MARKED | CELL_HARM)) | CELL_KNOWN |
				CELL_VISIBLE | (slot == HERO ? CELL_HERO : CELL_CREATURE));
	if (creature_has(game, slot, STATUS_BLEEDING) && cell->ground == GROUND_PLAIN)
		cell->ground = GROUND_BLOOD;
}

/* ---- Creatures ---- */

static void write_pace(const struct game *game, int speed, char *text, size_t size)
{
	static const struct {
		int least;
		enum text_id word;
	} paces[] = {{VERY_FAST_FROM, TEXT_LOOK_VERY_FAST}, {SPEED_NORMAL + 1, TEXT_LOOK_FAST},
		{SPEED_NORMAL, TEXT_COUNT}, {VERY_SLOW_UNTIL + 1, TEXT_LOOK_SLOW},
		{0, TEXT_LOOK_VERY_SLOW}};
	size_t i = 0;
	while (speed < paces[i].least)
		i++;
	text[0] = '\0';
	if (paces[i].word != TEXT_COUNT)
		words_expand(game->content, paces[i].word,
			&(struct word_facts){.number = speed * 10 / SPEED_NORMAL}, text, size);
}

static void view_creature(const struct game *game, int slot, struct view_creature *view)
{
	const struct creature *creature = &game->creatures[slot];
	const struct creature_kind *kind = creature_kind(game, slot);
	*view = (struct view_creature){
		.description = kind->description, .appearance = kind->appearance};
	creature_name(game, slot, view->name, sizeof view->name);
	view->id = (uint32_t)slot | (uint32_t)creature->generation << 16;
	view->x = creature->x;
	view->y = creature->y;
	view->health_percent = (uint8_t)(creature->health * 100 / creature->health_max);
	view->asleep =
		(creature->flags & CREATURE_ASLEEP) || creature_has(game, slot, STATUS_ASLEEP);
	view->ally = creature->flags & CREATURE_ALLY;
	view->captive = creature->flags & CREATURE_CAPTIVE;
	view->unaware = !(creature->flags & CREATURE_AWARE) && !view->captive;
	view->talks = !(creature->flags & CREATURE_TALKED) && talk_may(game, slot);
	view->fleeing = (creature->flags & (CREATURE_FLEEING | CREATURE_LADEN)) ||
			creature_has(game, slot, STATUS_AFRAID);
	view->speed = (uint8_t)creature_speed(game, slot);
	write_pace(game, view->speed, view->pace, sizeof view->pace);
	odds_look(game, slot, view);
	waking_shown(game, slot, view->wakes);
}

/* Allies and captives come after all enemies. */
static int order_of(const struct game *game, int slot)
{
	const struct creature *hero = &game->creatures[HERO], *creature = &game->creatures[slot];
	int behind = creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE) ? LEVEL_WIDTH_MAX : 0;
	return behind + distance_between(hero->x, hero->y, creature->x, creature->y);
}

/* Slots in sight, nearest enemies first; equal distances by slot. */
static size_t slots_in_sight(const struct game *game, uint8_t slots[VIEW_CREATURES_MAX])
{
	int distances[VIEW_CREATURES_MAX];
	size_t count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (!creature->alive || count == VIEW_CREATURES_MAX ||
			!senses_hero_sees(game, slot))
			continue;
		int distance = order_of(game, slot);
		size_t at = count++;
		for (; at > 0 && distances[at - 1] > distance; at--) {
			distances[at] = distances[at - 1];
			slots[at] = slots[at - 1];
		}
		distances[at] = distance;
		slots[at] = (uint8_t)slot;
	}
	return count;
}

static size_t view_creatures(const struct game *game, struct view *view)
{
	uint8_t slots[VIEW_CREATURES_MAX];
	size_t count = slots_in_sight(game, slots);
	for (size_t i = 0; i < count; i++)
		view_creature(game, slots[i], &view->creatures[i]);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive && senses_shows(game, slot))
			paint_creature(game, slot, view->cells);
	paint_creature(game, HERO, view->cells);
	return count;
}

/* ---- Status ---- */

static void write_hunger(const struct game *game, char *text, size_t size)
{
	static const enum text_id words[] = {[HUNGER_HUNGRY] = TEXT_STATE_HUNGRY,
		[HUNGER_WEAK] = TEXT_STATE_WEAK,
		[HUNGER_STARVING] = TEXT_STATE_STARVING};
	enum hunger hunger = body_hunger(game);
	if (hunger != HUNGER_FED)
		words_expand(game->content, words[hunger], NULL, text, size);
}

/* In order of urgency: statuses that hold the hero, that cost health, that hinder him. */
static const uint8_t ills[] = {STATUS_PARALYSED, STATUS_FROZEN, STATUS_ASLEEP, STATUS_LAUGHING,
	STATUS_STUCK, STATUS_BURNING, STATUS_BLEEDING, STATUS_POISONED, STATUS_BLIND,
	STATUS_CONFUSED, STATUS_AFRAID, STATUS_DISCORDANT, STATUS_SLOWED, STATUS_WEAK,
	STATUS_GLOWING, STATUS_DEAF, STATUS_CHARMED};
static const uint8_t boons[] = {STATUS_LEVITATING, STATUS_INVISIBLE, STATUS_HASTED, STATUS_SHIELDED,
	STATUS_HUSHED, STATUS_BLESSED, STATUS_REGENERATING, STATUS_TELEPATHIC, STATUS_DETECTING,
	STATUS_FLEETING};
_Static_assert(sizeof ills + sizeof boons == STATUS_COUNT, "every status is one or the other");

enum status view_status_in_order(size_t nth)
{
	return (enum status)(nth < sizeof ills ? ills[nth] : boons[nth - sizeof ills]);
}

/* The words of those of the statuses that the hero has, and the turns that each still lasts. */
static void write_statuses(const struct game *game, const uint8_t *statuses, size_t count,
	char *text, size_t size, uint8_t *turns)
{
	size_t length = 0;
	for (size_t i = 0; i < count; i++) {
		if (!creature_has(game, HERO, (enum status)statuses[i]) || length + 2 >= size)
			continue;
		if (length > 0)
			text[length++] = ' ';
		*turns++ = game->creatures[HERO].status[statuses[i]];
		length += words_expand(game->content, word_status((enum status)statuses[i]), NULL,
			text + length, size - length);
	}
}

/* Writes the status of a hero who stands in water that harms him. */
static void write_swims(const struct game *game, char *text, size_t size)
{
	const struct creature *hero = &game->creatures[HERO];
	const struct terrain_kind *ground = game_terrain(game, hero->x, hero->y);
	if ((ground->flags & TERRAIN_WATER) && terrain_harms(game, HERO, ground))
		words_expand(game->content, TEXT_STATE_SWIMS, NULL, text, size);
}

static void view_status(const struct game *game, struct view_status *status)
{
	const struct creature *body = &game->creatures[HERO];
	const struct hero *hero = &game->hero;
	*status = (struct view_status){.health = body->health,
		.health_max = body->health_max,
		.mana = hero->mana,
		.mana_max = hero->mana_max,
		.might = body_might(game),
		.guard = combat_shown_guard(game),
		.accuracy = combat_armed_accuracy(game, AS_KNOWN),
		.level = hero->level,
		.experience = hero->experience,
		.experience_next = combat_next_level(hero->level),
		.depth = game->depth,
		.deepest = hero->deepest,
		.goal_depth = game->content->goal_depth,
		.gold = hero->gold,
		.score = result_score(game),
		.conducts = (uint16_t)conducts_shown(game),
		.food = hero->food,
		.noise = hero->noise,
		.turn = game_turn(game),
		.lit = light_at(game, body->x, body->y),
		.debug = game->debug};
	status->place = game->content->levels[game->level->kind].name;
	write_hunger(game, status->hunger, sizeof status->hunger);
	write_swims(game, status->swims, sizeof status->swims);
	write_statuses(game, ills, sizeof ills, status->conditions, sizeof status->conditions,
		status->condition_turns);
	write_statuses(
		game, boons, sizeof boons, status->boons, sizeof status->boons, status->boon_turns);
	status->carries_receiver = item_is_carried(game, game->content->receiver);
}

static void view_prices(const struct game *game, struct view *view)
{
	char question[160];
	for (int direction = 0; direction < DIR_COUNT; direction++)
		view->step_price[direction] = (uint16_t)game_step_price(
			game, (enum direction)direction, question, sizeof question);
}

_Static_assert(VIEW_CELLS_MAX == LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX, "a view holds any level");
_Static_assert((int)VIEW_STATUSES_MAX >= STATUS_COUNT, "a view holds every status");

/* Does not write unused entries: a view is large, and most of it is unused. */
void game_view(const struct game *game, struct view *view)
{
	const struct creature *hero = &game->creatures[HERO];
	view->width = game->level->width;
	view->height = game->level->height;
	view->hero_x = hero->x;
	view->hero_y = hero->y;
	view->messages = game->messages.list;
	view->message_count = game->messages.count;
	view_cells(game, view->cells);
	view->quest_count = story_view(game, view->quests);
	view_prices(game, view);
	view->flight_count = view_air(game, view->cells);
	view->creature_count = view_creatures(game, view);
	view_items(game, view);
	view_magic(game, view);
	view_status(game, &view->status);
}

/* Makes a pointer into the texts of the old view point into the copy. */
static void move_texts(
	struct view *to, const struct view *from, struct view_item *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t text = 0; text < from->text_count; text++)
			if (items[i].description == from->texts[text])
				items[i].description = to->texts[text];
}

void view_copy(struct view *to, const struct view *from)
{
	size_t cells = (size_t)from->width * (size_t)from->height;
	memcpy(to, from, offsetof(struct view, cells) + cells * sizeof *from->cells);
	move_texts(to, from, to->pack, to->pack_count);
	move_texts(to, from, to->pouch, to->pouch_count);
	move_texts(to, from, to->ground, to->ground_count);
}

/* ---- Looking ---- */

/* Writes "You see NAME." and the description of its kind. */
static void report(const struct game *game, enum text_id word, const char *name,
	const char *description, char *text, size_t size)
{
	size_t length =
		words_expand(game->content, word, &(struct word_facts){.text = name}, text, size);
	if (*description)
		snprintf(text + length, size - length, " %s", description);
}

/* Appends that an ally or a captive is no enemy, or that an enemy gives no experience. */
static void describe_side(const struct game *game, int slot, char *text, size_t size)
{
	const struct creature *creature = &game->creatures[slot];
	bool worthless = creature->worth == 0 && creature_kind(game, slot)->experience > 0;
	size_t length = strlen(text);
	enum text_id word = creature->flags & CREATURE_ALLY       ? TEXT_LOOK_ALLY
			    : creature->flags & CREATURE_CAPTIVE  ? TEXT_LOOK_CAPTIVE
			    : !worthless                          ? TEXT_COUNT
			    : creature->flags & CREATURE_WANDERER ? TEXT_LOOK_WANDERER
								  : TEXT_LOOK_WORTHLESS;
	if (word == TEXT_COUNT || length + 2 >= size)
		return;
	text[length++] = ' ';
	words_expand(game->content, word, NULL, text + length, size - length);
}

/* The known terrain of a cell, as it is shown. */
static const struct terrain_kind *known_ground(const struct game *game, int x, int y)
{
	return level_shown_as(
		game->content, game->level, memory_ground(game, level_at(game->level, x, y)));
}

/* Describes the hero or a shown creature at a cell.  Returns false if there is none. */
static bool describe_creature(const struct game *game, int x, int y, char *text, size_t size)
{
	int slot = creature_at(game, x, y);
	char name[64], article[80];
	if (slot == HERO) {
		size_t length = words_expand(game->content, TEXT_LOOK_YOU, NULL, text, size);
		const struct terrain_kind *ground =
			level_shown(game->content, game->level, level_at(game->level, x, y));
		snprintf(text + length, size - length, " ");
		report(game, TEXT_LOOK_UNDER, ground->name, ground->description, text + length + 1,
			size - length - 1);
		return true;
	}
	if (slot < 0 || !senses_shows(game, slot))
		return false;
	creature_name(game, slot, name, sizeof name);
	bool proper = game->creatures[slot].past > 0;
	words_name(article, sizeof article, proper ? ARTICLE_NONE : ARTICLE_A, 1, name, NULL);
	report(game, TEXT_LOOK_SEE, article, creature_kind(game, slot)->description, text, size);
	describe_side(game, slot, text, size);
	return true;
}

/* Writes the name of the item or terrain remembered at a cell.  Returns its description. */
static const char *name_known(const struct game *game, int x, int y, char *name, size_t size)
{
	const struct item *thing = memory_item(game, x, y);
	if (thing != NULL) {
		item_name(game, thing, ARTICLE_A, name, size);
		return view_item_text(game, thing);
	}
	const struct terrain_kind *ground = known_ground(game, x, y);
	ground = level_called(game->content, game->level, ground);
	snprintf(name, size, "%s", ground->name);
	return ground->description;
}

/* Writes the name of a missile in flight. */
void view_flight_name(const struct game *game, int index, char *name, size_t size)
{
	const struct missile *missile = &game->air.missiles[index];
	if (missile->item.count > 0)
		item_name(game, &missile->item, ARTICLE_A, name, size);
	else
		snprintf(name, size, "%s", game->content->flights[missile->kind].name);
}

/* Appends the missile and the gas in a cell in sight to its description. */
static void describe_air(const struct game *game, int x, int y, char *text, size_t size)
{
	char name[80];
	size_t length = strlen(text);
	if (!senses_hero_sees_cell(game, x, y))
		return;
	int missile = flight_seen_at(game, x, y);
	uint16_t cloud = gas_thickest(game, x, y);
	if (missile >= 0 && length + 2 < size) {
		view_flight_name(game, missile, name, sizeof name);
		text[length++] = ' ';
		length += words_expand(game->content, TEXT_LOOK_FLIGHT,
			&(struct word_facts){.text = name}, text + length, size - length);
	}
	if (cloud != KIND_NONE && length + 2 < size) {
		text[length++] = ' ';
		report(game, TEXT_LOOK_GAS, game->content->clouds[cloud].name,
			game->content->clouds[cloud].description, text + length, size - length);
	}
}

bool game_air(const struct game *game, int x, int y, char *name, size_t size)
{
	bool seen = level_inside(game->level, x, y) && senses_hero_sees_cell(game, x, y);
	uint16_t cloud = seen ? gas_thickest(game, x, y) : KIND_NONE;
	if (cloud == KIND_NONE)
		return false;
	snprintf(name, size, "%s", game->content->clouds[cloud].name);
	return true;
}

/* Appends a sentence. */
static void add_word(const struct game *game, enum text_id word, const struct word_facts *facts,
	char *text, size_t size)
{
	size_t length = strlen(text);
	if (length + 2 >= size)
		return;
	text[length++] = ' ';
	words_expand(game->content, word, facts, text + length, size - length);
}

int game_price(const struct game *game, int x, int y)
{
	const struct item *item = level_inside(game->level, x, y) ? memory_item(game, x, y) : NULL;
	return item != NULL && item->flags & ITEM_FOR_SALE ? item_price(game, item) : 0;
}

/* Appends the price of an item, and the terrain below it if that is worth going to. */
static void describe_item(const struct game *game, int x, int y, char *text, size_t size)
{
	const struct item *item = memory_item(game, x, y);
	if (item == NULL)
		return;
	if (item->flags & ITEM_FOR_SALE)
		add_word(game, TEXT_LOOK_FOR_SALE,
			&(struct word_facts){.number = item_price(game, item)}, text, size);
	else if (item->flags & ITEM_OFFERED)
		add_word(game, TEXT_LOOK_OFFERED, NULL, text, size);
	const struct terrain_kind *ground = known_ground(game, x, y);
	const struct transition *lift = content_transition(ground, TRIGGER_LIFT);
	bool minds = lift != NULL && lift->has_effect && !content_is_hidden(ground);
	if (minds || game_is_landmark(game, x, y))
		add_word(game, TEXT_LOOK_LIES_ON, &(struct word_facts){.text = ground->name}, text,
			size);
	size_t length = strlen(text);
	if (minds && length + 2 < size)
		snprintf(text + length, size - length, " %s", ground->description);
}

/* Appends the gold that working the terrain costs. */
static void describe_price(const struct game *game, int x, int y, char *text, size_t size)
{
	const struct terrain_kind *kind = memory_ground(game, level_at(game->level, x, y));
	const struct transition *pull = content_transition(kind, TRIGGER_PULL);
	if (pull != NULL && pull->need == NEED_GOLD)
		add_word(game, TEXT_LOOK_PRICE, &(struct word_facts){.number = pull->amount}, text,
			size);
}

bool game_describe(const struct game *game, int x, int y, char *text, size_t size)
{
	char name[80];
	if (!level_inside(game->level, x, y))
		return false;
	if (describe_creature(game, x, y, text, size)) {
		describe_air(game, x, y, text, size);
		return true;
	}
	uint8_t flags = game->level->flags[level_at(game->level, x, y)];
	if (!(flags & LEVEL_KNOWN))
		return false;
	const char *description = name_known(game, x, y, name, sizeof name);
	report(game, flags & LEVEL_SEEN ? TEXT_LOOK_SEE : TEXT_LOOK_REMEMBER, name, description,
		text, size);
	describe_item(game, x, y, text, size);
	describe_price(game, x, y, text, size);
	describe_air(game, x, y, text, size);
	return true;
}

bool game_name(const struct game *game, int x, int y, char *name, size_t size)
{
	char own[64];
	*name = '\0';
	if (!level_inside(game->level, x, y))
		return false;
	int slot = creature_at(game, x, y);
	if (slot > HERO && senses_shows(game, slot)) {
		creature_name(game, slot, own, sizeof own);
		words_name(name, size, game->creatures[slot].past > 0 ? ARTICLE_NONE : ARTICLE_THE,
			1, own, NULL);
	} else if (game->level->flags[level_at(game->level, x, y)] & LEVEL_KNOWN) {
		name_known(game, x, y, name, size);
	}
	return *name != '\0';
}
