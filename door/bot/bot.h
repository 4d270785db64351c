/*
 * Bots: programs that play, to measure and stress-test the game.
 *
 * A bot does not cheat.  It never gets the game, only its senses: the results of game_view and
 * game_legal, as a player sees them.  It answers with one command.  So hidden state cannot change
 * its choice; a test plays two games that differ only in hidden state.  It knows items and map
 * symbols as an experienced player does (bot_pack.c, bot_ways.c).  Its random choices come from its
 * own seed, `whims`, never from the seed of the levels.
 *
 * A bot may change at any time.  A run stores its commands, so changing a bot breaks no old run.
 */
#ifndef TRAPDOOR_BOT_H
#define TRAPDOOR_BOT_H

#include "engine/engine.h"

/* Each row: name, description.  The function bot_NAME_chooses makes its choice. */
/* clang-format off */
#define BOTS(ROW) \
	ROW(random, "random legal commands, mostly steps") \
	ROW(reckless, "fights everything it sees, and descends at once") \
	ROW(dancer, "reckless, but changes levels under the blows of its enemies") \
	ROW(cautious, "explores, rests, retreats, uses its items, and brings the goal home")
/* clang-format on */

/* The name of the nth bot and its description; NULL past the last. */
const char *bot_name(size_t nth);
const char *bot_about(size_t nth);

struct bot_senses {
	struct view view;
	uint32_t legal; /* bit 1 << verb for each verb that has a meaning here and now */
	bool refused;   /* the last command was refused; nothing has changed */
};

/* Fills the senses from the game.  They are valid until the game's next call. */
void bot_sense(struct game *game, bool refused, struct bot_senses *senses);

/* Makes a bot by its name; NULL if there is none.  whims seeds its random choices.  The content
 * explains the map's symbols, and must outlive the bot. */
struct bot;
struct bot *bot_new(const char *name, const struct content *content, uint64_t whims);
void bot_free(struct bot *bot);

/* Sets the depth at which the bot turns back, instead of the goal's depth.  At a smaller depth it
 * returns without the goal.  At a greater depth it carries the goal on, to the far end of the line
 * if there is one.  0: the goal's depth.  The random bot ignores it. */
void bot_set_home(struct bot *bot, int depth);

struct command bot_choose(struct bot *bot, const struct bot_senses *senses);

/* The convenience command that the last choice was part of, if any. */
enum bot_purpose { BOT_ACTS, BOT_EXPLORES, BOT_RESTS };
enum bot_purpose bot_purpose(const struct bot *bot);

/* Returns a copy with the same memory, which makes the same choices from the same senses. */
struct bot *bot_copy(const struct bot *bot);

/* ---- Whole games ---- */

/* How a bot is born: the first to call, or after others who died here, some with their killer. */
const struct birth *bot_birth(bool after_others);

/* Limits of a game.  Hunger ends every sensible run long before. */
#define BOT_TURNS_MOST 20000
#define BOT_COMMANDS_MOST 60000

/* The end of a game.  A stalled game has result.outcome OUTCOME_GOING. */
struct bot_game {
	struct seed seed;
	struct result result;
	uint32_t commands; /* accepted commands */
	int food;
	uint64_t digest;
};

/* Called after each command that the game accepted. */
typedef void bot_follows(void *context, struct game *game, const struct command *command);

/* Called before the bot chooses, with the senses that it will get. */
typedef void bot_asks(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses);

/* Callbacks of an observer; either may be NULL. */
struct bot_witness {
	void *context;
	bot_asks *asks;
	bot_follows *follows;
};
/* home: as in bot_set_home. */
void bot_play_before(const char *name, const struct content *content, const struct seed *seed,
	const struct birth *birth, int home, const struct bot_witness *witness,
	struct bot_game *played);

/* Plays on a game that has begun.  The counters in `played` continue. */
void bot_plays_on(struct bot *bot, struct game *game, const struct bot_witness *witness,
	struct bot_game *played);

/* Plays a game to its end, or until the limits above. follows may be NULL. */
void bot_play(const char *name, const struct content *content, const struct seed *seed,
	const struct birth *birth, bot_follows *follows, void *context, struct bot_game *played);

#endif
