/*
 * Bots: players made of code, that measure the game and wear it down.
 *
 * A bot is honest.  It is never given a game: a turn hands it its senses, which hold what game_view
 * and game_legal show a player, and it answers with one command.  So what it cannot see cannot
 * change what it does; a test plays two games that differ only there.  What it knows of things and
 * of the symbols of a map is what someone knows who has played before (bot_pack.c, bot_ways.c). Its
 * whims come from a number that it was made with, never from the seed that made the levels.
 *
 * A bot stands under no promise to be the same tomorrow: a run is its commands, so that a better
 * bot breaks no old run.
 */
#ifndef TRAPDOOR_BOT_H
#define TRAPDOOR_BOT_H

#include "engine/engine.h"

/* Each row: name, what it plays like.  Its choice is a function bot_NAME_chooses. */
/* clang-format off */
#define BOTS(ROW) \
	ROW(random, "random legal commands, mostly steps") \
	ROW(reckless, "fights everything it sees, and descends at once") \
	ROW(cautious, "explores, rests, retreats, uses its items, and brings the goal home")
/* clang-format on */

/* The name of the nth bot, and what it plays like; NULL past the last. */
const char *bot_name(size_t nth);
const char *bot_about(size_t nth);

struct bot_senses {
	struct view view;
	uint32_t legal; /* bit 1 << verb for each verb that has a meaning here and now */
	bool refused;   /* the last command was: nothing has changed */
};

/* What the game shows now; it lasts until the game's next call. */
void bot_sense(struct game *game, bool refused, struct bot_senses *senses);

/* A bot by its name, NULL when there is none.  whims is all that sets it apart from another of its
 * name.  The content serves as the key to the map's symbols, and must outlive the bot. */
struct bot;
struct bot *bot_new(const char *name, const struct content *content, uint64_t whims);
void bot_free(struct bot *bot);

/* The depth from which it goes home, instead of that of the goal: earlier, without it; or deeper,
 * with it, to the far end of the line if there is one.  0: as ever.  The random bot does not care.
 */
void bot_set_home(struct bot *bot, int depth);

struct command bot_choose(struct bot *bot, const struct bot_senses *senses);

/* What the last choice was a part of, that a player has a key for. */
enum bot_purpose { BOT_ACTS, BOT_EXPLORES, BOT_RESTS };
enum bot_purpose bot_purpose(const struct bot *bot);

/* One that remembers the same, and will choose the same when it is shown the same. */
struct bot *bot_copy(const struct bot *bot);

/* ---- Whole games ---- */

/* How a bot is born: the first to call, or after others who died here, some with their killer. */
const struct birth *bot_birth(bool after_others);

/* No run of sense comes near these: hunger ends it before. */
#define BOT_TURNS_MOST 20000
#define BOT_COMMANDS_MOST 60000

/* What became of a game.  A stalled one has result.outcome OUTCOME_GOING. */
struct bot_game {
	struct seed seed;
	struct result result;
	uint32_t commands; /* that the game accepted */
	int food;
	uint64_t digest;
};

/* Called after each command that the game accepted. */
typedef void bot_follows(void *context, struct game *game, const struct command *command);

/* Called before the bot chooses, with what it is going to be shown. */
typedef void bot_asks(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses);

/* Who looks on; either call may be NULL. */
struct bot_witness {
	void *context;
	bot_asks *asks;
	bot_follows *follows;
};
/* home as of bot_set_home. */
void bot_play_before(const char *name, const struct content *content, const struct seed *seed,
	const struct birth *birth, int home, const struct bot_witness *witness,
	struct bot_game *played);

/* Plays a game that has begun; what is in played but its result goes on counting. */
void bot_plays_on(struct bot *bot, struct game *game, const struct bot_witness *witness,
	struct bot_game *played);

/* Plays a game to its end, or until the limits above. follows may be NULL. */
void bot_play(const char *name, const struct content *content, const struct seed *seed,
	const struct birth *birth, bot_follows *follows, void *context, struct bot_game *played);

#endif
