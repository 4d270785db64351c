/* Scenarios: the content, the map and the initial state. */
#include "engine/lab/scenario.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MONSTER_HEALTH 10
#define NEVER UINT32_MAX
#define ROWS_BELOW 2 /* the map */
#define MAP_HEIGHT_MAX (LEVEL_HEIGHT_MAX - ROWS_BELOW)

/* ---- Subject ---- */

bool scenario_line_tests(struct scenario_play *play, struct scenario_words *words)
{
	(void)play;
	words->left = 0; /* read when the rule is removed */
	return true;
}

bool scenario_line_often(struct scenario_play *play, struct scenario_words *words)
{
	if (!words_number(play, words, 1, SCENARIO_SEEDS_MAX, &play->least))
		return false;
	if (!words_take(words, "of"))
		return scenario_malformed(play, "it is written \"often 8 of 10\"");
	return words_number(play, words, play->least, SCENARIO_SEEDS_MAX, &play->of);
}

bool scenario_line_seed(struct scenario_play *play, struct scenario_words *words)
{
	return words_number(play, words, 0, 9999, &play->seed);
}

bool scenario_line_handicap(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_handicap(play, words);
	if (kind == KIND_NONE)
		return false;
	if (play->game != NULL)
		return scenario_malformed(play, "a handicap stands above the map");
	return birth_add_handicap(&play->birth, play->content->birth.handicaps[kind].id) ||
	       scenario_malformed(play, "there are too many handicaps");
}

bool scenario_line_content(struct scenario_play *play, struct scenario_words *words)
{
	(void)play, (void)words;
	return true;
}

bool scenario_line_legend(struct scenario_play *play, struct scenario_words *words)
{
	(void)play;
	words->left = 0; /* read with the map */
	return true;
}

/* Returns the text with a newline for each line above it, so that complaints have the right line
 * number. */
static char *own_text(const struct scenario_line *line)
{
	size_t size = line->number + 1, at = line->number - 1;
	for (size_t i = 0; i < line->row_count; i++)
		size += strlen(line->rows[i]) + 1;
	char *text = malloc(size);
	assert(text != NULL);
	memset(text, '\n', at);
	for (size_t i = 0; i < line->row_count; i++)
		at += (size_t)snprintf(text + at, size - at, "%s\n", line->rows[i]);
	text[at] = '\0';
	return text;
}

struct content *scenario_content(struct scenario_play *play, const struct content *stock)
{
	const struct scenario *scenario = play->scenario;
	size_t at = scenario_find_line(scenario, SCENARIO_CONTENT, 0);
	struct content *content = content_again(stock);
	if (at < scenario->line_count) {
		char *text = own_text(&scenario->lines[at]);
		content_add(content, scenario->file, text, strlen(text));
		free(text);
	}
	if (content_seal(content))
		return content;
	const struct complaint *list;
	content_complaints(content, &list);
	scenario_malformed(play, "%s:%u: %.120s", list->origin, list->line, list->sentence);
	content_free(content);
	return NULL;
}

/* ---- The map ---- */

/* The contents of one cell of the map. */
struct cell {
	uint16_t terrain, monster, item;
	bool dark, hero;
	uint16_t flags; /* of the monster */
	uint16_t carries;
	int health, count;
	uint8_t item_flags;
};

static const struct {
	const char *word;
	uint16_t flag;
} monster_flags[] = {
	{"asleep", CREATURE_ASLEEP},
	{"aware", CREATURE_AWARE},
	{"hunter", CREATURE_HUNTER},
	{"ally", CREATURE_ALLY},
	{"captive", CREATURE_CAPTIVE},
};

static bool take_flag(struct scenario_words *words, uint16_t *flags)
{
	for (size_t i = 0; i < sizeof monster_flags / sizeof *monster_flags; i++)
		if (words_take(words, monster_flags[i].word)) {
			*flags |= monster_flags[i].flag;
			return true;
		}
	return false;
}

static bool number_next(const struct scenario_words *words)
{
	return words->left > 0 && **words->at >= '0' && **words->at <= '9';
}

static bool read_monster(
	struct scenario_play *play, struct scenario_words *words, struct cell *cell)
{
	cell->monster = words_kind(play, words, IDS_CREATURE);
	while (take_flag(words, &cell->flags))
		;
	if (words_take(words, "carrying") &&
		(cell->carries = words_kind(play, words, IDS_ITEM)) == KIND_NONE)
		return false;
	return cell->monster != KIND_NONE &&
	       (!words_take(words, "health") || words_number(play, words, 1, 999, &cell->health));
}

static bool read_item(
	struct scenario_play *play, struct scenario_words *words, uint16_t *kind, int *count)
{
	*kind = words_kind(play, words, IDS_ITEM);
	if (*kind == KIND_NONE || !number_next(words))
		return *kind != KIND_NONE;
	if (!words_number(play, words, 1, 99, count))
		return false;
	return *count == 1 || play->content->items[*kind].stacks ||
	       play->content->items[*kind].class == ITEM_GOLD ||
	       scenario_malformed(play, "those do not stack");
}

static bool read_cell(struct scenario_play *play, struct scenario_words *words, struct cell *cell)
{
	bool good = true;
	while (good && words->left > 0) {
		if (words_take(words, "dark"))
			cell->dark = true;
		else if (words_take(words, "hero"))
			cell->hero = true;
		else if (words_take(words, "monster"))
			good = read_monster(play, words, cell);
		else if (words_take(words, "item"))
			good = read_item(play, words, &cell->item, &cell->count);
		else if (words_take(words, "for-sale"))
			cell->item_flags |= ITEM_FOR_SALE;
		else if (words_take(words, "offered"))
			cell->item_flags |= ITEM_OFFERED;
		else
			good = (cell->terrain = words_kind(play, words, IDS_TERRAIN)) != KIND_NONE;
	}
	return good;
}

/* Writes the cell of a character that needs no legend. False if it needs one. */
static bool common_cell(const struct content_terrains *kinds, char symbol, struct cell *cell)
{
	const struct {
		char symbol;
		bool dark;
		uint16_t terrain;
	} common[] = {{'#', true, kinds->wall_horizontal}, {' ', true, kinds->rock},
		{'.', false, kinds->floor}, {'@', false, kinds->floor},
		{',', true, kinds->corridor}, {'+', true, kinds->door_closed},
		{'\'', true, kinds->door_open}, {'<', false, kinds->stairs_up},
		{'>', false, kinds->stairs_down}};
	for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
		if (common[i].symbol != symbol)
			continue;
		cell->terrain = common[i].terrain;
		cell->dark = common[i].dark;
		cell->hero = symbol == '@';
		return true;
	}
	return false;
}

/* Finds the words of a legend after a character, up to the next comma. */
static bool legend_of(const struct scenario_line *line, char symbol, struct scenario_words *words)
{
	for (int at = 0; at < line->count; at++) {
		int end = at + 1;
		while (end < line->count && strcmp(line->words[end], ",") != 0)
			end++;
		if (line->words[at][0] == symbol && line->words[at][1] == '\0') {
			*words = (struct scenario_words){&line->words[at + 1], end - at - 1};
			return true;
		}
		at = end;
	}
	return false;
}

static bool cell_of(struct scenario_play *play, char symbol, struct cell *cell)
{
	const struct scenario *scenario = play->scenario;
	const struct scenario_line *map = play->line;
	struct scenario_words words;
	*cell = (struct cell){.terrain = play->content->terrain.floor,
		.carries = KIND_NONE,
		.monster = KIND_NONE,
		.item = KIND_NONE,
		.health = MONSTER_HEALTH,
		.count = 1};
	for (size_t at = scenario_find_line(scenario, SCENARIO_LEGEND, 0);
		at < scenario->line_count;
		at = scenario_find_line(scenario, SCENARIO_LEGEND, at + 1)) {
		if (!legend_of(&scenario->lines[at], symbol, &words))
			continue;
		play->line = &scenario->lines[at];
		bool good = read_cell(play, &words, cell);
		if (good)
			play->line = map;
		return good;
	}
	return common_cell(&play->content->terrain, symbol, cell) ||
	       scenario_malformed(play, "the legend does not tell what '%c' is", symbol);
}

static void lay_cell(struct game *game, int x, int y, const struct cell *cell)
{
	struct level *level = game->level;
	const struct terrain_kind *kind = &game->content->terrains[cell->terrain];
	level->terrain[level_at(level, x, y)] = cell->terrain;
	level->flags[level_at(level, x, y)] = cell->dark ? 0 : LEVEL_LIT;
	if (kind->flags & TERRAIN_UP) {
		level->up_x = (int16_t)x;
		level->up_y = (int16_t)y;
	}
	if (kind->flags & TERRAIN_DOWN) {
		level->down_x = (int16_t)x;
		level->down_y = (int16_t)y;
	}
	if (cell->hero) {
		game_hero(game)->x = (int16_t)x;
		game_hero(game)->y = (int16_t)y;
	}
}

static bool settle_cell(struct scenario_play *play, int x, int y, const struct cell *cell)
{
	struct game *game = play->game;
	bool room = game_terrain(game, x, y)->flags & TERRAIN_OBJECTS;
	if ((cell->monster != KIND_NONE || cell->item != KIND_NONE) && !room)
		return scenario_malformed(play, "nothing can stand or lie at %d %d", x, y);
	if (cell->item != KIND_NONE && !item_to_floor(game,
					       (struct item){.kind = cell->item,
						       .count = (uint16_t)cell->count,
						       .flags = cell->item_flags},
					       x, y))
		return scenario_malformed(play, "there are too many things");
	if (cell->monster == KIND_NONE)
		return true;
	if (creature_at(game, x, y) >= 0)
		return scenario_malformed(play, "somebody stands at %d %d already", x, y);
	int slot = creature_add(game, cell->monster, x, y, cell->health);
	if (slot < 0)
		return scenario_malformed(play, "there are too many monsters");
	game->creatures[slot].flags |= cell->flags;
	if (cell->carries != KIND_NONE)
		game->creatures[slot].carried = (struct item){.kind = cell->carries,
			.count = 1,
			.charges = (uint8_t)dice_most(
				game->content->items[cell->carries].use.charges)};
	game->creatures[slot].ready = game->clock.now + TICKS_A_TURN / 2;
	return true;
}

/* Lays out each cell of the map: first its terrain and the hero, later (settle) its contents. */
static bool each_cell(struct scenario_play *play, bool settle, int *heroes)
{
	const struct scenario_line *map = play->line;
	const struct level *level = play->game->level;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++) {
			struct cell cell;
			bool within =
				(size_t)y < map->row_count && (size_t)x < strlen(map->rows[y]);
			if (!cell_of(play, within ? map->rows[y][x] : ' ', &cell))
				return false;
			*heroes += cell.hero;
			if (!settle)
				lay_cell(play->game, x, y, &cell);
			else if (!settle_cell(play, x, y, &cell))
				return false;
		}
	return true;
}

/* Removes all creatures but the hero, the hero's items and messages, and wanderers to come. */
static void empty(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		game->creatures[slot] = (struct creature){0};
	game->creature_top = HERO + 1;
	game->floor.count = 0;
	game->recalled.count = 0;
	game->clock.next_wanderer = NEVER;
	memset(game->pack.items, 0, sizeof game->pack.items);
	memset(game->pack.last_slots, 0, game->content->counts.items);
	game->pack.count = 0;
	game->messages.count = 0;
}

/* Puts stairs that the map lacks into the rock below it, since every level has both. */
static void lay_missing_stairs(struct game *game)
{
	struct level *level = game->level;
	const struct content_terrains *kinds = &game->content->terrain;
	struct cell up = {.terrain = kinds->stairs_up, .dark = true};
	struct cell down = {.terrain = kinds->stairs_down, .dark = true};
	if (level->up_x < 0)
		lay_cell(game, 0, level->height - 1, &up);
	if (level->down_x < 0)
		lay_cell(game, 2, level->height - 1, &down);
}

static void begin_game(struct scenario_play *play, int width, int height)
{
	struct seed seed = {{0x5c, (uint8_t)play->seed, (uint8_t)(play->seed >> 8)}};
	memcpy(play->birth.name, "Tester", sizeof "Tester");
	struct game *game = game_new(play->content, &seed, &play->birth);
	struct level *level = level_new(width, height);
	empty(game);
	level->depth = game->depth;
	level->kind = game->level->kind;
	level->up_x = level->up_y = level->down_x = level->down_y = -1;
	level_free(game->level);
	game->level = level;
	play->game = game;
}

bool scenario_line_map(struct scenario_play *play, struct scenario_words *words)
{
	const struct scenario_line *map = play->line;
	size_t width = 0;
	int heroes = 0;
	(void)words;
	for (size_t i = 0; i < map->row_count; i++)
		width = strlen(map->rows[i]) > width ? strlen(map->rows[i]) : width;
	if (play->game != NULL)
		return scenario_malformed(play, "a scenario has one map");
	if (width < 3 || width > LEVEL_WIDTH_MAX || map->row_count > MAP_HEIGHT_MAX)
		return scenario_malformed(play, "a map is 3 to %d cells wide, and up to %d high",
			LEVEL_WIDTH_MAX, MAP_HEIGHT_MAX);
	begin_game(play, (int)width, (int)map->row_count + ROWS_BELOW);
	if (!each_cell(play, false, &heroes))
		return false;
	lay_missing_stairs(play->game);
	const struct creature *hero = game_hero(play->game);
	if (heroes != 1 || !(game_terrain(play->game, hero->x, hero->y)->flags & TERRAIN_OBJECTS))
		return scenario_malformed(play, "a map has one hero, where one can stand");
	place_work_out(play->game);
	if (!each_cell(play, true, &heroes))
		return false;
	senses_lay_smell(play->game);
	senses_look(play->game);
	return true;
}

/* ---- Rooms, creatures and items ---- */

bool scenario_line_room(struct scenario_play *play, struct scenario_words *words)
{
	int x, y, width, height;
	const struct level *level = play->game->level;
	if (!words_cell(play, words, &x, &y) || !words_size(play, words, &width, &height))
		return false;
	if (width > level->width - x || height > level->height - y)
		return scenario_malformed(play, "the room is larger than the map");
	level_add_area(play->game->level, (struct area){.x = (int16_t)x,
						  .y = (int16_t)y,
						  .width = (int16_t)width,
						  .height = (int16_t)height,
						  .lit = true});
	return true;
}

bool scenario_line_status(struct scenario_play *play, struct scenario_words *words)
{
	int turns, slot = words_who(play, words);
	int status = slot >= 0 ? words_status(play, words) : -1;
	if (status < 0 || !words_number(play, words, 1, STATUS_TURNS_MAX, &turns))
		return false;
	creature_afflict(play->game, slot, (enum status)status, turns);
	senses_look(play->game);
	return true;
}

bool scenario_line_health(struct scenario_play *play, struct scenario_words *words)
{
	int health, slot = words_who(play, words);
	if (slot < 0 || !words_number(play, words, 1, 999, &health))
		return false;
	struct creature *creature = &play->game->creatures[slot];
	creature->health = (int16_t)health;
	if (creature->health_max < health)
		creature->health_max = (int16_t)health;
	return true;
}

bool scenario_line_might(struct scenario_play *play, struct scenario_words *words)
{
	int might;
	if (!words_number(play, words, 1, 99, &might))
		return false;
	play->game->hero.might = (int16_t)might;
	return true;
}

bool scenario_line_level(struct scenario_play *play, struct scenario_words *words)
{
	int level;
	if (!words_number(play, words, 1, 30, &level))
		return false;
	play->game->hero.level = (int16_t)level;
	return true;
}

bool scenario_line_mana(struct scenario_play *play, struct scenario_words *words)
{
	int mana;
	struct hero *hero = &play->game->hero;
	if (!words_number(play, words, 0, 999, &mana))
		return false;
	hero->mana = (int16_t)mana;
	if (hero->mana_max < mana)
		hero->mana_max = hero->mana;
	return true;
}

bool scenario_line_spell(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t spell = words_kind(play, words, IDS_SPELL);
	if (spell != KIND_NONE)
		play->game->knowledge.spells[spell] = 1;
	return spell != KIND_NONE;
}

bool scenario_line_talent(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t talent = words_kind(play, words, IDS_TALENT);
	if (talent == KIND_NONE)
		return false;
	uint16_t teaches = play->content->talents[talent].teaches;
	play->game->knowledge.talents[talent] = 1;
	if (teaches != KIND_NONE)
		play->game->knowledge.spells[teaches] = 1;
	senses_look(play->game);
	return true;
}

/* Reads "plus 2", "affix humming", "charges 3" or "known". */
static bool read_quality(
	struct scenario_play *play, struct scenario_words *words, struct item *item)
{
	int number;
	if (words_take(words, "known")) {
		item->flags |= ITEM_KNOWN;
		return true;
	}
	if (words_take(words, "plus")) {
		bool good = words_number(play, words, 0, 9, &number);
		item->plus = (int8_t)number;
		return good;
	}
	if (words_take(words, "charges")) {
		bool good = words_number(play, words, 0, UINT8_MAX, &number);
		item->charges = (uint8_t)number;
		return good;
	}
	if (!words_take(words, "affix"))
		return scenario_malformed(play, "\"%.40s\" is nothing about a thing", *words->at);
	uint16_t affix = words_kind(play, words, IDS_AFFIX);
	item->affix = (uint16_t)(affix + 1);
	return affix != KIND_NONE;
}

bool scenario_line_give(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind;
	int count = 1;
	if (!read_item(play, words, &kind, &count))
		return false;
	int charges = dice_most(play->content->items[kind].use.charges);
	struct item item = {.kind = kind,
		.count = (uint16_t)count,
		.charges = (uint8_t)(charges < 0           ? 0
				     : charges < UINT8_MAX ? charges
							   : UINT8_MAX)};
	while (words->left > 0)
		if (!read_quality(play, words, &item))
			return false;
	if (play->content->items[kind].class == ITEM_GOLD || !item_fits(play->game, &item))
		return scenario_malformed(play, "that does not go into the pack");
	item_into_pack(play->game, item);
	return true;
}

bool scenario_line_cloud(struct scenario_play *play, struct scenario_words *words)
{
	int amount, x, y;
	uint16_t cloud = words_kind(play, words, IDS_CLOUD);
	if (cloud == KIND_NONE || !words_number(play, words, 1, 4000, &amount))
		return false;
	if (!words_take(words, "at"))
		return scenario_malformed(play, "where it is, is wanted: at X Y");
	if (!words_cell(play, words, &x, &y))
		return false;
	gas_release(play->game, cloud, x, y, amount);
	senses_look(play->game);
	return true;
}
