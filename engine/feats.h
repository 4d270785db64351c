/*
 * Feats: facts that the end of a run proves, for the ledger of an account and for achievements.
 *
 * A part of engine.h, which includes it.  A feat is a kind and an id: the creature kind that was
 * met, the depth that was visited, the way in which the run ended.  game_feats derives all feats
 * from the state, so whoever replays a run has them, and no session has to be believed.  No rule
 * reads a feat, and no save or digest holds one.
 *
 * An achievement is a record of the content: a name, a sentence, a lamp, and needs.  All needs must
 * hold, either for one run, or for all runs of an account together.  Records of achievements are in
 * a text of their own (CONTENT_ACHIEVEMENTS), which no bundle and no digest of content holds:
 * a new achievement ends no day and no recorded run.
 */
#ifndef TRAPDOOR_ENGINE_FEATS_H
#define TRAPDOOR_ENGINE_FEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct content;
struct game;
struct result;

/* The kinds of feats: id, number (stable, because stores keep it), word in content, and the kind of
 * record that the id names, or what the id is. */
/* clang-format off */
#define ENGINE_FEATS(ROW) \
	ROW(MET, 1, "met", "the monster came into view") \
	ROW(BEATEN, 2, "beaten", "the hero's side slew the monster") \
	ROW(BOSS, 3, "boss", "the same, of a unique monster") \
	ROW(IDENTIFIED, 4, "identified", "the hero learned the item, which is unknown at first") \
	ROW(LETTER, 5, "letter", "the hero read the letter") \
	ROW(QUEST, 6, "quest", "the quest is done") \
	ROW(DEPTH, 7, "depth", "the hero was on that depth") \
	ROW(ENDING, 8, "ending", "the run ended so: died, left, quit, won or far-end") \
	ROW(KILLED_BY, 9, "killed-by", "the monster killed the hero") \
	ROW(CONDUCT, 10, "conduct", "the hero kept the conduct") \
	ROW(HANDICAP, 11, "handicap", "the run had the handicap") \
	ROW(ACHIEVEMENT, 20, "achievement", "one run earned the achievement") \
	ROW(COLLECTION, 21, "collection", "all runs together earned it, this one the last")
/* clang-format on */

enum feat_kind {
#define ROW(id, number, word, help) FEAT_##id = number,
	ENGINE_FEATS(ROW)
#undef ROW
};

#define FEAT_DEPTHS 26  /* ids of depths: "1" to "26" */
#define FEAT_ID_SIZE 33 /* of an id and its NUL */
#define FEATS_MAX 1200  /* of one run, and of one account */

struct feat {
	uint8_t kind; /* enum feat_kind, or one of a later program */
	char id[FEAT_ID_SIZE];
};

/* Returns the word of a kind; NULL: this program does not know it. */
const char *feat_word(unsigned kind);
/* Writes the feats of an ended run, in the order of kinds, and returns their number: at most
 * `capacity`.  A run that goes on, or that used a debugging view, has none. */
size_t game_feats(const struct game *game, struct feat *feats, size_t capacity);
/* Writes the bosses beaten and the quests done so far, also of a run that goes on, and returns
 * their number: at most `capacity`.  A run that used a debugging view has none. */
size_t game_deeds(const struct game *game, struct feat *feats, size_t capacity);

/* The nth thing of the content that may be a feat of a kind, with its name; "" has the id itself as
 * its name.  False past the last. */
struct feat_thing {
	const char *id, *name;
};
bool content_feat(
	const struct content *content, enum feat_kind kind, size_t nth, struct feat_thing *thing);
/* True if it is such a thing. */
bool content_has_feat(const struct content *content, unsigned kind, const char *id);
/* Counts the things of a kind, and those among the feats. */
struct feat_count {
	unsigned known, all;
};
struct feat_count content_feat_count(
	const struct content *content, enum feat_kind kind, const struct feat *feats, size_t count);

/* ---- Achievements ---- */

#define CONTENT_ACHIEVEMENTS "achievements.txt"
#define ACHIEVEMENTS_MAX 200

/* Numbers of one run that an achievement may need: id, word in content, help. */
/* clang-format off */
#define ENGINE_MEASURES(ROW) \
	ROW(SCORE, "score", "the score") \
	ROW(DEEPEST, "deepest", "the deepest depth") \
	ROW(LEVEL, "level", "the hero's level") \
	ROW(GOLD, "gold", "the gold that counts") \
	ROW(TURNS, "turns", "turns passed") \
	ROW(LEVELS, "levels", "levels visited") \
	ROW(AVENGED, "avenged", "players avenged")
/* clang-format on */

enum feat_measure {
#define ROW(id, word, help) MEASURE_##id,
	ENGINE_MEASURES(ROW)
#undef ROW
		MEASURE_COUNT
};

struct achievement {
	const char *id, *name, *text; /* text: what was done, in a sentence */
	char letter;                  /* of the lamp that it lights; ' ': a plain one */
	uint8_t role, rank;           /* rank: the lamp of the highest rank is shown */
	bool together;                /* all runs of an account count together */
};
size_t content_achievement_count(const struct content *content);
struct achievement content_achievement(const struct content *content, size_t nth);
/* Finds an achievement by its id; ACHIEVEMENTS_MAX: there is none. */
size_t content_achievement_find(const struct content *content, const char *id);
/* True if all needs hold.  numbers: of one run, or NULL for all runs together, whose feats these
 * are. */
bool content_achievement_earned(const struct content *content, size_t nth, const struct feat *feats,
	size_t count, const int32_t numbers[MEASURE_COUNT]);

#endif
