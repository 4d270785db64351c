/*
 * Refusals reveal nothing: two games that differ only in facts unknown to the hero (hidden traps,
 * unseen creatures, contents of unvisited places, kinds of unknown items) allow and refuse the same
 * commands.
 */
#include "tests/test.h"

#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define GAMES 12
#define TURNS 40
#define TRIES 60

static unsigned drawn;
static int below(int bound)
{
	drawn = drawn * 1103515245u + 12345u;
	return (int)(drawn >> 16 & 0x7fff) % bound;
}

/* A trap under the floor, a rat in the dark, rubble where he has never been. */
static void hide(struct game *game)
{
	struct level *level = game->level;
	uint16_t dart = content_find_terrain(stock, "hidden-dart");
	uint16_t rubble = content_find_terrain(stock, "rubble");
	for (int tries = 0; tries < 900; tries++) {
		int x = below(level->width), y = below(level->height);
		size_t at = level_at(level, x, y);
		if (level->terrain[at] != stock->terrain.floor || creature_at(game, x, y) >= 0 ||
			item_on_floor(game, x, y, 0) >= 0 ||
			stock->levels[level->kind].ground != KIND_NONE)
			continue;
		if (!(level->flags[at] & LEVEL_KNOWN))
			place_set_terrain(game, x, y, rubble);
		else if (below(2))
			place_set_terrain(game, x, y, dart);
	}
}

static void somebody(struct game *game)
{
	uint16_t rat = content_find_creature(stock, "cable-rat");
	for (int tries = 0; tries < 60; tries++) {
		int x = below(game->level->width), y = below(game->level->height);
		if (!creature_may_stand(game, x, y) || senses_hero_sees_cell(game, x, y) ||
			distance_between(game_hero(game)->x, game_hero(game)->y, x, y) < 2)
			continue;
		int slot = creature_add(game, rat, x, y, 5);
		if (slot >= 0 && senses_shows(game, slot))
			creature_remove(game, slot);
	}
}

static uint16_t of_class(uint8_t class)
{
	uint16_t kind;
	do
		kind = (uint16_t)below(stock->counts.items);
	while (stock->items[kind].class != class);
	return kind;
}

/* Of two unknown kinds of a class each is the other. */
static void exchange(struct game *game)
{
	for (int slot = 0; slot < PACK_MAX; slot++) {
		struct item *item = &game->pack.items[slot];
		if (item->count == 0 || item_is_known(game, item))
			continue;
		uint16_t kind = item->kind, other = of_class(stock->items[kind].class);
		if (stock->items[other].class != stock->items[kind].class ||
			game->derived.flavours[other] == KIND_NONE ||
			game->knowledge.items[other] ||
			stock->items[other].stacks != stock->items[kind].stacks)
			continue;
		uint16_t flavour = game->derived.flavours[kind];
		game->derived.flavours[kind] = game->derived.flavours[other];
		game->derived.flavours[other] = flavour;
		for (int i = 0; i < PACK_MAX; i++)
			if (game->pack.items[i].count > 0 &&
				(game->pack.items[i].kind == kind ||
					game->pack.items[i].kind == other))
				game->pack.items[i].kind =
					game->pack.items[i].kind == kind ? other : kind;
	}
}

static struct command any_command(const struct game *game)
{
	static const uint8_t verbs[] = {VERB_STEP, VERB_OPEN, VERB_CLOSE, VERB_USE, VERB_USE,
		VERB_ZAP, VERB_ZAP, VERB_THROW, VERB_FIRE, VERB_CAST, VERB_READ, VERB_QUAFF,
		VERB_WEAR, VERB_DROP, VERB_EAT};
	const struct creature *hero = &game->creatures[HERO];
	int reach = below(4) ? 4 : 12;
	return (struct command){.verb = verbs[below((int)sizeof verbs)],
		.direction = (uint8_t)below(DIR_COUNT),
		.item = (uint8_t)below(PACK_MAX),
		.x = (int16_t)(hero->x + below(2 * reach + 1) - reach),
		.y = (int16_t)(hero->y + below(2 * reach + 1) - reach)};
}

static void furnish(struct game *game)
{
	static const char *const tools[] = {"rope", "kit", "pick"};
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_BIRTH, (uint32_t)drawn, 7);
	for (int i = 0; i < 10; i++) {
		uint16_t kind = i < 3 ? content_find_item(stock, tools[i]) : KIND_NONE;
		if (kind == KIND_NONE)
			kind = i % 2   ? (uint16_t)below(stock->counts.items)
			       : i % 4 ? of_class(ITEM_WAND)
				       : of_class(ITEM_STAFF);
		struct item item = populate_item(stock, &stream, kind, game->depth);
		if (kind != stock->gold && kind != stock->receiver && item_fits(game, &item))
			item_into_pack(game, item);
	}
}

static void wander(struct game *game)
{
	for (int i = 0; i < 30 && game_going(game); i++) {
		game_hero(game)->health = game_hero(game)->health_max = 900;
		game_act(game, &(struct command){
				       .verb = VERB_STEP, .direction = (uint8_t)below(DIR_COUNT)});
	}
}

static void compare(struct game *game, struct game *other)
{
	for (int tries = 0; tries < TRIES; tries++) {
		struct command command = any_command(game);
		bool one = game_allows(game, &command), two = game_allows(other, &command);
		if (one != two)
			fail_msg("%s %d %d to %d,%d from %d,%d is %s, and where more is hidden %s",
				verb_row((enum verb)command.verb)->word, command.direction,
				command.item, command.x, command.y, game_hero(game)->x,
				game_hero(game)->y, one ? "allowed" : "refused",
				two ? "allowed" : "refused");
		if (one)
			continue;
		game_act(game, &command);
		game_act(other, &command);
		assert_string_equal(game_refusal(game), game_refusal(other));
	}
}

static void hidden_facts_decide_no_refusal(void **state)
{
	(void)state;
	for (int number = 0; number < GAMES; number++) {
		struct seed seed = {{0xb1, (uint8_t)number}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "Ada"});
		drawn = (unsigned)number;
		place_enter(game, 1 + number % stock->last_depth, true);
		furnish(game);
		for (int turn = 0; turn < TURNS && game_going(game); turn++) {
			wander(game);
			if (!game_going(game))
				break;
			size_t size;
			struct complaint complaint;
			uint8_t *bytes = game_save(game, &size);
			struct game *other = game_load(stock, bytes, size, &complaint);
			assert_non_null(other);
			hide(other);
			somebody(other);
			exchange(other);
			compare(game, other);
			game_free(other);
			free(bytes);
		}
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(hidden_facts_decide_no_refusal)};
	return stock_run(stock_content(), tests);
}
