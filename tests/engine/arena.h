/*
 * An arena: a game of the stock content on a level that a test draws.
 *
 *     # wall          . lit floor    , dark floor     < > stairs
 *     + closed door   ' open door    S secret door    @ the hero
 *
 * Anything else is rock.  The level is empty of creatures and things until the test puts them
 * there.
 */
#ifndef TRAPDOOR_TESTS_ARENA_H
#define TRAPDOOR_TESTS_ARENA_H

#include "engine/rules/rules.h"
#include "tests/engine/stock.h"

#include <string.h>

/* An array of rows, and how many. */
#define ROWS(rows) (rows), (int)(sizeof(rows) / sizeof((rows)[0]))

struct arena_symbol {
	char symbol;
	size_t terrain; /* its place in struct content_terrains */
	bool lit;
};

static inline uint16_t arena_terrain(const struct content *content, char symbol, bool *lit)
{
#define AT(name) offsetof(struct content_terrains, name)
	static const struct arena_symbol symbols[] = {{'#', AT(wall_horizontal), false},
		{'.', AT(floor), true}, {',', AT(corridor), false}, {'+', AT(door_closed), false},
		{'\'', AT(door_open), false}, {'S', AT(door_secret_horizontal), false},
		{'<', AT(stairs_up), true}, {'>', AT(stairs_down), true}, {'@', AT(floor), true},
		{'a', AT(corridor), false}};
#undef AT
	for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
		if (symbols[i].symbol != symbol)
			continue;
		uint16_t terrain;
		memcpy(&terrain, (const char *)&content->terrain + symbols[i].terrain,
			sizeof terrain);
		*lit = symbols[i].lit;
		return terrain;
	}
	*lit = false;
	return content->terrain.rock;
}

static inline void arena_draw(struct game *game, const char *const *rows, int height)
{
	int width = (int)strlen(rows[0]);
	struct level *level = level_new(width, height);
	level->depth = game->depth;
	level->up_x = level->up_y = level->down_x = level->down_y = -1;
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++) {
			size_t at = level_at(level, x, y);
			bool lit;
			level->terrain[at] = arena_terrain(game->content, rows[y][x], &lit);
			level->flags[at] = lit ? LEVEL_LIT : 0;
			if (rows[y][x] == '@' || rows[y][x] == 'a') {
				game_hero(game)->x = (int16_t)x;
				game_hero(game)->y = (int16_t)y;
			}
			if (rows[y][x] == '<') {
				level->up_x = (int16_t)x;
				level->up_y = (int16_t)y;
			}
			if (rows[y][x] == '>') {
				level->down_x = (int16_t)x;
				level->down_y = (int16_t)y;
			}
		}
	}
	level_free(game->level);
	game->level = level;
}

/* A hero in the arena ('a' puts him on dark ground), and nobody else, who has met nobody and was
 * told nothing; no wanderer comes. */
static inline struct game *arena_new(
	const struct content *content, const char *const *rows, int height, int seed)
{
	struct seed bytes = {{0xa7, (uint8_t)seed, (uint8_t)(seed >> 8)}};
	struct birth birth = {.name = "Tester"};
	struct game *game = game_new(content, &bytes, &birth);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		game->creatures[slot] = (struct creature){0};
	game->creature_top = HERO + 1;
	game->floor.count = 0;
	game->recalled.count = 0;
	game->messages.count = 0;
	memset(game->knowledge.met, 0, content->counts.creatures);
	game->clock.next_wanderer = UINT32_MAX;
	arena_draw(game, rows, height);
	place_work_out(game);
	senses_look(game);
	return game;
}

/* A lit hall between two stairs, whose hero lasts, whatever is done to him. */
static inline struct game *arena_hall(const struct content *content)
{
	static const char *const rows[] = {
		"#####################",
		"#...................#",
		"#.........@.........#",
		"#...................#",
		"#<.................>#",
		"#####################",
	};
	struct game *game = arena_new(content, ROWS(rows), 1);
	game_hero(game)->health = game_hero(game)->health_max = 1000;
	return game;
}

static inline int arena_put(struct game *game, const char *id, int x, int y, uint8_t flags)
{
	uint16_t kind = content_find_creature(game->content, id);
	assert(kind != KIND_NONE);
	int slot = creature_add(game, kind, x, y, 10);
	game->creatures[slot].flags = flags;
	game->creatures[slot].ready = game->clock.now + 50;
	return slot;
}

/* The id of a kind of a class that has an effect; there is one. */
static inline const char *arena_item_doing(
	const struct content *content, enum item_class class, enum effect effect)
{
	uint16_t kind = 0;
	while (kind < content->counts.items &&
		(content->items[kind].class != class ||
			!item_kind_does(&content->items[kind], effect)))
		kind++;
	assert(kind < content->counts.items);
	return content->items[kind].id;
}

/* Puts things into the pack; the slot. */
static inline int arena_give(struct game *game, const char *id, int count)
{
	uint16_t kind = content_find_item(game->content, id);
	assert(kind != KIND_NONE);
	return item_into_pack(game, (struct item){.kind = kind, .count = (uint16_t)count});
}

static inline enum verdict arena_do(struct game *game, enum verb verb, int argument)
{
	struct command command = {.verb = (uint8_t)verb};
	if (verb_row(verb)->wants == WANTS_DIRECTION)
		command.direction = (uint8_t)argument;
	else if (verb_row(verb)->wants == WANTS_NUMBER)
		command.number = (uint8_t)argument;
	else
		command.item = (uint8_t)argument;
	enum verdict verdict = game_act(game, &command);
	game_check(game);
	return verdict;
}

static inline bool arena_told(const struct game *game, const char *part)
{
	for (int i = 0; i < game->messages.count; i++)
		if (strstr(game->messages.list[i].text, part) != NULL)
			return true;
	return false;
}

#endif
