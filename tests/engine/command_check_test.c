/* Command checks: a command is accepted if and only if game_allows says so, for any state,
 * knowledge and pack of the hero. */
#include "tests/test.h"

#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define GAMES 26
#define TURNS 900
#define TRIES 12 /* commands a turn that should be refused, before one is taken */

/* A small generator of the test's own. */
static unsigned drawn;
static int below(int bound)
{
	drawn = drawn * 1103515245u + 12345u;
	return (int)(drawn >> 16 & 0x7fff) % bound;
}

/* Wherever a verb may be taken or refused, both come up. */
static struct command any_command(const struct game *game)
{
	const struct creature *hero = &game->creatures[HERO];
	int reach = below(4) ? 2 : 12, kept[] = {VERB_QUIT, VERB_DEBUG};
	struct command command = {.verb = (uint8_t)below(VERB_COUNT),
		.direction = (uint8_t)below(DIR_COUNT),
		.item = (uint8_t)below(below(8) ? PACK_MAX : 256),
		.number = (uint8_t)below(4)};
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		if (command.verb == kept[i])
			command.verb = VERB_STEP;
	if (command.verb == VERB_PICK_UP)
		command.item = (uint8_t)below(3);
	if (command.verb == VERB_CAST)
		command.item = (uint8_t)below(game->content->counts.spells + 2);
	for (int slot = 0; command.verb == VERB_FIRE && slot < PACK_MAX; slot++)
		if (game->pack.items[slot].count > 0 && item_shot_by(game, &game->pack.items[slot]))
			command.item = (uint8_t)slot;
	command.x = (int16_t)(hero->x + below(2 * reach + 1) - reach);
	command.y = (int16_t)(hero->y + below(2 * reach + 1) - reach);
	return command;
}

/* Beside a door now and then. */
static void go_to_a_door(struct game *game)
{
	const struct level *level = game->level;
	for (int tries = 0; tries < 4000; tries++) {
		int x = below(level->width), y = below(level->height), direction = below(DIR_COUNT);
		int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
		if (!level_inside(level, to_x, to_y) || !creature_may_stand(game, to_x, to_y) ||
			(!content_transition(game_terrain(game, x, y), TRIGGER_OPEN) &&
				!content_transition(game_terrain(game, x, y), TRIGGER_CLOSE)))
			continue;
		creature_move(game, HERO, to_x, to_y);
		senses_look(game);
		return;
	}
}

/* A launcher in hand, where there is one. */
static void take_launcher(struct game *game)
{
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (game->pack.items[slot].count > 0 &&
			item_kind(game, &game->pack.items[slot])->shot.launches != KIND_NONE)
			gear_wield(game, slot);
}

/* Another thing, spell, ill or depth now and then, and health enough for it. */
static void fate(struct game *game)
{
	struct stream stream;
	struct creature *hero = game_hero(game);
	stream_begin(&stream, &game->seed, PURPOSE_BIRTH, (uint32_t)drawn, 7);
	uint16_t kind = (uint16_t)below(game->content->counts.items);
	struct item item = populate_item(game->content, &stream, kind, game->depth);
	hero->health = hero->health_max = 900;
	if (below(3) == 0 && kind != game->content->gold && item_fits(game, &item))
		item_into_pack(game, item);
	if (below(20) == 0)
		go_to_a_door(game);
	if (below(8) == 0)
		take_launcher(game);
	if (below(6) == 0)
		game->knowledge.spells[below(game->content->counts.spells)] = 1;
	if (below(12) == 0)
		creature_afflict(game, HERO, (enum status)below(STATUS_COUNT), 4);
	if (below(25) == 0)
		combat_gain(game, 30);
	if (below(6) == 0)
		game->hero.food = 100 + below(2300);
	game->hero.mana = (int16_t)below(40);
	if (below(60) == 0 && game_going(game))
		place_enter(game, 1 + below(game->content->last_depth), below(2));
}

static void check_one(struct game *game, unsigned taken[VERB_COUNT], unsigned refused[VERB_COUNT])
{
	for (int tries = 0; tries < TRIES; tries++) {
		struct command command = any_command(game);
		bool allowed = game_allows(game, &command);
		bool acted = game_act(game, &command) != VERDICT_REFUSED;
		if (allowed != acted)
			fail_msg("%s %d %d %d,%d is %s, and was %s: %s",
				verb_row((enum verb)command.verb)->word, command.direction,
				command.item, command.x, command.y,
				allowed ? "allowed" : "not allowed", acted ? "taken" : "refused",
				game_refusal(game));
		acted ? taken[command.verb]++ : refused[command.verb]++;
		if (acted)
			return;
	}
}

static void only_allowed_commands_are_accepted(void **state)
{
	unsigned taken[VERB_COUNT] = {0}, refused[VERB_COUNT] = {0};
	(void)state;
	for (int number = 0; number < GAMES; number++) {
		struct seed seed = {{0xa1, (uint8_t)number}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "Ada"});
		drawn = (unsigned)number;
		place_enter(game, 1 + number % stock->last_depth, true);
		for (int turn = 0; turn < TURNS && game_going(game); turn++) {
			fate(game);
			check_one(game, taken, refused);
		}
		game_free(game);
	}
	for (int verb = 0; verb < VERB_COUNT; verb++) {
		if (verb == VERB_QUIT || verb == VERB_DEBUG || verb == VERB_UP)
			continue;
		if (!taken[verb] || (!refused[verb] && verb != VERB_WAIT && verb != VERB_SEARCH))
			fail_msg("%s was taken %u times, and refused %u", verb_row(verb)->word,
				taken[verb], refused[verb]);
	}
}

static void nothing_is_allowed_when_it_is_over(void **state)
{
	(void)state;
	struct seed seed = {{0xa2}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Ada"});
	struct command wait = {.verb = VERB_WAIT}, quit = {.verb = VERB_QUIT};
	struct command debug = {.verb = VERB_DEBUG};
	assert_true(game_allows(game, &wait) && game_allows(game, &quit));
	assert_false(game_allows(game, &debug));
	uint64_t before = game_digest(game);
	for (int verb = 0; verb < VERB_COUNT; verb++)
		game_allows(game, &(struct command){.verb = (uint8_t)verb});
	assert_true(game_digest(game) == before);
	game_act(game, &quit);
	for (int verb = 0; verb < VERB_COUNT; verb++)
		assert_false(game_allows(game, &(struct command){.verb = (uint8_t)verb}));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_allowed_commands_are_accepted),
		cmocka_unit_test(nothing_is_allowed_when_it_is_over),
	};
	return stock_run(stock_content(), tests);
}
