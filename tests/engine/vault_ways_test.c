/* Vaults: nobody who takes what lies in one is shut in there for good, and he is told of the way.
 */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/auto_moving.h"

#define LEFT 3
#define TOP 3
#define PATIENCE 100 /* turns, after which there is a way out */
#define LEVEL_SEEDS 40
#define CELLS_MOST (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)

static const char *const field[] = {
	"########################",
	"#@.....................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"#......................#",
	"########################",
};

static const struct legend *legend_of(const struct vault_kind *vault, char symbol)
{
	for (int i = 0; i < vault->legend_count; i++)
		if (vault->legends[i].symbol == symbol)
			return &vault->legends[i];
	return NULL;
}

/* The terrain of a cell of a map; KIND_NONE: what was there. */
static uint16_t terrain_of(const struct vault_kind *vault, char symbol)
{
	const struct legend *legend = legend_of(vault, symbol);
	if (legend != NULL)
		return legend->terrain == KIND_NONE ? stock->terrain.floor : legend->terrain;
	return symbol == '#'    ? stock->terrain.wall_horizontal
	       : symbol == '.'  ? stock->terrain.floor
	       : symbol == '+'  ? stock->terrain.door_closed
	       : symbol == '\'' ? stock->terrain.opening
	       : symbol == '"'  ? stock->terrain.door_open
				: KIND_NONE;
}

/* Returns the terrain of a barrier after someone came through: unlocked, paid or lifted. */
static uint16_t come_through(uint16_t terrain)
{
	static const enum trigger causes[] = {TRIGGER_OPEN, TRIGGER_PULL, TRIGGER_SIGNAL};
	for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
		const struct terrain_kind *kind = &stock->terrains[terrain];
		const struct transition *change = content_transition(kind, causes[i]);
		if (!(kind->flags & TERRAIN_OBJECTS) && change != NULL &&
			stock->terrains[change->into].flags & TERRAIN_OBJECTS)
			return change->into;
	}
	return terrain;
}

/* A vault as it is drawn, in the field. */
static struct game *laid(const struct vault_kind *vault, int seed)
{
	struct game *game = arena_new(stock, ROWS(field), seed);
	const char *at = vault->map;
	for (int y = 0; *at != '\0'; y++, at += *at == '\n')
		for (int x = 0; *at != '\0' && *at != '\n'; x++, at++) {
			uint16_t terrain = terrain_of(vault, *at);
			if (terrain != KIND_NONE)
				place_set_terrain(game, LEFT + x, TOP + y, come_through(terrain));
		}
	return game;
}

/* Whether one walks from the hero's place to that one; a door is opened. */
static bool leads(const struct game *game, int to_x, int to_y)
{
	static uint16_t queue[CELLS_MOST];
	static bool seen[CELLS_MOST];
	int head = 0, tail = 0, width = game->level->width;
	const struct creature *hero = &game->creatures[HERO];
	memset(seen, 0, sizeof seen);
	queue[tail++] = (uint16_t)(hero->y * width + hero->x);
	seen[queue[0]] = true;
	while (head < tail) {
		int x = queue[head] % width, y = queue[head] / width;
		head++;
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int next_x = x + direction_dx[direction];
			int next_y = y + direction_dy[direction];
			if (!level_inside(game->level, next_x, next_y) ||
				seen[next_y * width + next_x])
				continue;
			const struct terrain_kind *kind = game_terrain(game, next_x, next_y);
			if (!(kind->flags & TERRAIN_OBJECTS) && !content_opens(kind))
				continue;
			seen[next_y * width + next_x] = true;
			queue[tail++] = (uint16_t)(next_y * width + next_x);
		}
	}
	return seen[to_y * width + to_x];
}

/* Takes what lies there, and waits; whether there is a way out then. */
static bool gets_out(
	const struct vault_kind *vault, const struct legend *legend, int x, int y, int seed)
{
	struct game *game = laid(vault, seed);
	uint16_t kind =
		legend->what == LEGEND_ITEM ? legend->item : content_find_item(stock, "mending");
	if (!leads(game, x, y)) {
		game_free(game);
		return true;
	}
	item_to_floor(game, (struct item){.kind = kind, .count = 1}, x, y);
	creature_move(game, HERO, x, y);
	senses_look(game);
	arena_do(game, VERB_PICK_UP, 0);
	for (int turn = 0; turn < PATIENCE && game->depth == 1; turn++) {
		game_hero(game)->health = game_hero(game)->health_max = 900;
		arena_do(game, VERB_WAIT, 0);
		assert_true(game_going(game));
	}
	bool out = game->depth != 1 || leads(game, 1, 1);
	game_free(game);
	return out;
}

static void a_prize_shuts_nobody_in(void **state)
{
	int autopickup = 0;
	(void)state;
	for (uint16_t index = 0; index < stock->counts.vaults; index++) {
		const struct vault_kind *vault = &stock->vaults[index];
		const char *at = vault->map;
		for (int y = 0; *at != '\0'; y++, at += *at == '\n')
			for (int x = 0; *at != '\0' && *at != '\n'; x++, at++) {
				const struct legend *legend = legend_of(vault, *at);
				if (legend == NULL || legend->what == LEGEND_NOTHING)
					continue;
				for (int seed = 0; seed < 3; seed++, autopickup++)
					if (!gets_out(vault, legend, LEFT + x, TOP + y, seed))
						fail_msg("%s: %c shuts him in for good", vault->id,
							*at);
			}
	}
	assert_true(autopickup > 300);
}

/* ---- As they are laid ---- */

static void send_all_away(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			creature_remove(game, slot);
	game->clock.next_wanderer = UINT32_MAX;
}

/* The first thing there that something minds the taking of; -1 for none. */
static int minded(const struct game *game)
{
	for (int i = 0; i < game->floor.count; i++)
		if (content_transition(
			    game_terrain(game, game->floor.items[i].x, game->floor.items[i].y),
			    TRIGGER_LIFT) != NULL &&
			!(game->floor.items[i].item.flags & ITEM_LABELLED))
			return i;
	return -1;
}

/* Waits there, come what may, and whether there is a way from there to where he came from. */
static bool comes_back(struct game *game, int i, int depth)
{
	int x = game_hero(game)->x, y = game_hero(game)->y;
	creature_move(game, HERO, game->floor.items[i].x, game->floor.items[i].y);
	senses_look(game);
	arena_do(game, VERB_PICK_UP, 0);
	for (int turn = 0; turn < PATIENCE && game->depth == depth; turn++) {
		game_hero(game)->health = game_hero(game)->health_max = 900;
		game->hero.food = 900;
		send_all_away(game);
		arena_do(game, VERB_WAIT, 0);
	}
	return game->depth != depth || leads(game, x, y);
}

/* On levels of the game: what is taken there, by whoever could come to it. */
static void on_no_level_is_he_shut_in(void **state)
{
	int autopickup = 0;
	(void)state;
	for (int number = 0; number < LEVEL_SEEDS; number++) {
		struct seed seed = {{0x33, (uint8_t)number}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		for (int depth = 2; depth <= 12; depth++) {
			place_enter(game, depth, true);
			send_all_away(game);
			int i = minded(game);
			if (i < 0 || !leads(game, game->floor.items[i].x, game->floor.items[i].y))
				continue;
			const char *on =
				game_terrain(game, game->floor.items[i].x, game->floor.items[i].y)
					->id;
			autopickup++;
			if (!comes_back(game, i, depth))
				fail_msg("seed %d, depth %d: what is on %s shuts him in", number,
					depth, on);
		}
		game_free(game);
	}
	assert_true(autopickup > 20);
}

/* ---- The hero's knowledge ---- */

static const char *const cell[] = {
	"###################",
	"#,,,,,,,,#........#",
	"#a,,,,,,,#........#",
	"#,,,,,,,,#........#",
	"###################",
};

/* Out of sight, in the dark: it is heard to move, and X goes and looks; the deaf know nothing. */
static void a_gate_heard_to_open_is_known_to_be_open(void **state)
{
	static const char *const shut[] = {"shutter", "gate-down"};
	(void)state;
	for (size_t i = 0; i < 2; i++)
		for (int deaf = 0; deaf < 2; deaf++) {
			struct game *game = arena_new(stock, ROWS(cell), 1);
			size_t at = level_at(game->level, 9, 2);
			uint16_t kind = content_find_terrain(stock, shut[i]);
			place_set_terrain(game, 9, 2, kind);
			creature_move(game, HERO, 8, 2);
			senses_look(game);
			assert_int_equal(game->level->memory[at], stock->terrains[kind].appearance);
			creature_move(game, HERO, 2, 2);
			senses_look(game);
			game->creatures[HERO].status[STATUS_DEAF] = (uint8_t)(deaf * 200);
			for (int turn = 0; turn < PATIENCE &&
					   game_terrain(game, 9, 2) == &stock->terrains[kind];
				turn++)
				terrain_trigger(game, 9, 2, i ? TRIGGER_TIME : TRIGGER_SIGNAL, -1);
			assert_int_equal(
				game->level->memory[at] == stock->terrains[kind].appearance, deaf);
			struct watch watch = {0};
			struct auto_move automove;
			struct command command;
			for (int times = 0; times < 5; times++) {
				auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, &watch);
				while (auto_step(&automove, game, &command))
					game_act(game, &command);
			}
			assert_true(deaf ||
				    game->level->flags[level_at(game->level, 12, 2)] & LEVEL_KNOWN);
			game_free(game);
		}
}

/* A rest waits for what goes by itself, and is over then. */
static void a_rest_waits_for_a_gate(void **state)
{
	(void)state;
	for (int seed = 0; seed < 20; seed++) {
		struct game *game = arena_new(stock, ROWS(cell), seed);
		struct watch watch = {0};
		struct auto_move automove;
		struct command command;
		int turns = 0;
		place_set_terrain(game, 9, 2, content_find_terrain(stock, "gate-down"));
		creature_move(game, HERO, 8, 2);
		senses_look(game);
		assert_true(gate_shuts(game));
		auto_begin(&automove, AUTO_REST, 0, 0, 0, game, &watch);
		for (; auto_step(&automove, game, &command); turns++)
			game_act(game, &command);
		assert_true(turns > 0 && turns < PATIENCE && automove.finished);
		assert_false(gate_shuts(game));
		assert_true(leads(game, 15, 2));
		game_free(game);
	}
}

/* As its look tells: in a dozen turns at most. */
static void a_gate_goes_up_within_a_dozen_turns(void **state)
{
	(void)state;
	for (int after = 0; after < 30; after++) {
		struct game *game = arena_new(stock, ROWS(cell), after);
		const struct terrain_kind *gate =
			&stock->terrains[content_find_terrain(stock, "gate-down")];
		int turns = 0;
		for (int i = 0; i < after; i++)
			arena_do(game, VERB_WAIT, 0);
		place_set_terrain(game, 9, 2, (uint16_t)(gate - stock->terrains));
		for (; game_terrain(game, 9, 2) == gate; turns++)
			arena_do(game, VERB_WAIT, 0);
		assert_true(turns <= 12);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gate_heard_to_open_is_known_to_be_open),
		cmocka_unit_test(a_rest_waits_for_a_gate),
		cmocka_unit_test(a_gate_goes_up_within_a_dozen_turns),
		cmocka_unit_test(on_no_level_is_he_shut_in),
		cmocka_unit_test(a_prize_shuts_nobody_in),
	};
	return stock_run(stock_content(), tests);
}
