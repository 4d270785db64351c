/*
 * Commands into the engine: the rules' invariants each turn, and at any moment a save that loads
 * and goes on alike.
 *
 *     u16 of the seed | how | commands as a journal has them, and bytes from 0x80 on:
 *         0x80         the game is saved and loaded
 *         0x90 + kind  an auto command of that kind
 *         0xa0         the hero is taken down the stairs
 *         else         the game is looked at
 *
 * how is a sum of: 1 debugging views are allowed, 2 refused commands must change nothing, 4 the
 * game is played twice alike, 8 it is saved and loaded at the end. The last two take longer than
 * most games: they are done when the sum of all bytes is a multiple of 5, which 16, 32 or 64 more
 * in `how` can make it.
 *
 * The second game is played without saves, looks and checks: they must make no difference.
 */
#include "engine/auto/auto.h"
#include "tests/fuzz/played.h"

#define COMMANDS_MOST 60
#define STEPS_MOST 8
#define DEAR_MOST 1 /* saves and new levels, which take longer than all commands together */

enum { OTHER = 0x80, AUTO = 0x90, LIFT = 0xa0 };
/* Bits of how. */
enum { DEBUGGED = 1, STRICT = 2, TWICE = 4, AGAIN = 8 };

struct course {
	struct game *game;
	int left, dear_left;
	bool strict, second;
};

/* A command of the second game. */
static enum verdict act_unseen(struct game *game, const struct command *command)
{
	enum verdict verdict = game_act(game, command);
	struct event event;
	while (game_next_event(game, &event))
		;
	return verdict;
}

static enum verdict act(struct course *course, const struct command *command)
{
	enum verdict verdict = VERDICT_REFUSED;
	if (course->left > 0 && game_going(course->game))
		verdict = course->second ? act_unseen(course->game, command)
					 : played_act(course->game, command,
						   course->strict && course->left % 16 == 0);
	course->left--;
	return verdict;
}

static void automove(struct course *course, unsigned kind, unsigned where)
{
	struct watch watch = {0};
	struct auto_move automove;
	struct command command;
	struct view view;
	auto_begin(&automove, (enum auto_kind)kind, (int)(where % DIR_COUNT), (int)where % 100,
		(int)where / 12, course->game, &watch);
	for (int i = 0; i < STEPS_MOST && course->left > 0; i++) {
		if (!game_going(course->game) ||
			!auto_next(&automove, course->game, &view, &command))
			break;
		assert(act(course, &command) != VERDICT_REFUSED || kind != AUTO_REST);
	}
}

/* Part of the state, so that saves see it. */
static void lift(struct course *course)
{
	struct game *game = course->game;
	struct creature *hero = game_hero(game);
	int x = game->level->down_x, y = game->level->down_y;
	if (!game_going(game))
		return;
	hero->health = hero->health_max;
	game->hero.food = 900;
	if (x >= 0 && creature_at(game, x, y) < 0) {
		creature_move(game, HERO, x, y);
		senses_look(game);
		act(course, &(struct command){.verb = VERB_DOWN});
	}
}

static void do_other(struct course *course, struct fuzz_input *input)
{
	unsigned what = fuzz_byte(input);
	if (what == OTHER && course->dear_left-- > 0)
		course->game = course->second ? course->game : played_again(course->game);
	else if (what >= AUTO && what < LIFT)
		automove(course, what % 4, fuzz_byte(input));
	else if (what == LIFT && course->dear_left-- > 0)
		lift(course);
	else if (!course->second)
		played_look(course->game, (int)(what & 0x3f), (int)(what & 0x1f));
	course->left--;
}

static struct game *play(struct fuzz_input input, bool second)
{
	struct birth birth = {.name = "Fuzzer", .bones_count = 1};
	birth.past[0] = (struct bones){
		.name = "Ada", .depth = 2, .killer = "cable-rat", .epitaph = "Hello?"};
	struct seed seed = {{(uint8_t)fuzz_byte(&input), (uint8_t)fuzz_byte(&input)}};
	unsigned how = fuzz_byte(&input);
	birth.debug = how & DEBUGGED;
	birth.facts = how & DEBUGGED ? FACTS_ALL : 0;
	struct course course = {.game = game_new(played_stock(), &seed, &birth),
		.left = COMMANDS_MOST,
		.dear_left = DEAR_MOST,
		.strict = how & STRICT,
		.second = second};
	while (input.left > 0 && course.left > 0) {
		struct command command;
		size_t used = command_decode(input.at, input.left, &command);
		if (used == 0) {
			do_other(&course, &input);
			continue;
		}
		fuzz_take(&input, &used);
		act(&course, &command);
	}
	return course.game;
}

/* The bits of how that count. */
static unsigned how_of(const uint8_t *bytes, size_t size)
{
	unsigned sum = 0;
	for (size_t i = 0; i < size; i++)
		sum += bytes[i];
	return size < 3 ? 0 : sum % 5 == 0 ? bytes[2] : bytes[2] & ~(TWICE | AGAIN);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	unsigned how = how_of(bytes, size);
	struct game *game = play(input, false);
	game_check(game);
	if (how & TWICE) {
		struct game *again = play(input, true);
		assert(game_digest(again) == game_digest(game));
		game_free(again);
	}
	game_free(how & AGAIN ? played_again(game) : game);
	return 0;
}
