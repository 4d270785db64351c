/*
 * Scenarios: tests of the rules, written as text.
 *
 *     scenario grass-burns
 *         tests   change tall-grass burn
 *         map
 *             |#######
 *             |#@."".#
 *             |#######
 *         legend  " tall-grass
 *         do      cause burn at 3 1, wait 3
 *         expect  terrain 3 1 ash
 *
 * A scenario is played as written, and every expectation must hold.  It is played again for each of
 * its lines "tests", without exactly that rule, and an expectation must fail: a scenario that ends
 * the same either way tests nothing.  A matrix names for each pair of some words the scenarios that
 * show how the two interact, or why they do not.
 *
 * A file is read into lines (scenario_read.c).  A scenario's lines are then executed in order, in
 * three rounds: its subject, its map, its events (scenario_stage.c, scenario_do.c,
 * scenario_expect.c).  scenario_without.c removes a rule, by changing a private copy of the
 * content.  Each kind of line, of expectation and of rule to be removed is a row here, with a
 * function named after it.
 *
 * Invariants: any bytes are accepted as a file, which plays or gives a complaint with a line
 * number.  Nothing outside this copy of the content and this game is changed.
 */
#ifndef TRAPDOOR_ENGINE_SCENARIO_H
#define TRAPDOOR_ENGINE_SCENARIO_H

#include "engine/rules/rules.h"

#define SCENARIO_WORDS_MAX 40
#define SCENARIO_SEEDS_MAX 40

/* clang-format off */
/* id, function, round, help */
#define SCENARIO_LINES(ROW) \
	ROW(TESTS, tests, ABOUT, "tests change TERRAIN TRIGGER: the rule under test, which the second play removes; may be repeated") \
	ROW(OFTEN, often, ABOUT, "often 8 of 10: the expectations hold for at least 8 of 10 seeds, and without the tested rule for fewer (default 1 of 1)") \
	ROW(SEED, seed, ABOUT, "seed 7: the first seed (default 1)") \
	ROW(HANDICAP, handicap, MAP, "handicap no-lamp: the birth has this handicap; above the map, may be repeated") \
	ROW(CONTENT, content, ABOUT, "content: the more indented lines below it are records that are added to the content") \
	ROW(LEGEND, legend, ABOUT, "legend \" tall-grass dark, r monster cable-rat asleep (or aware, hunter, ally, captive, carrying dart), ! item dart 3 (for-sale, offered): terrain, creatures and items of characters on the map") \
	ROW(MAP, map, MAP, "map: the rows below it, which begin with '|'; # wall, . lit floor, comma dark floor, + ' doors, < > stairs, @ the hero, blank rock") \
	ROW(ROOM, room, PLAY, "room 1 1 5 3: marks a lit room with corner 1 1, width 5 and height 3, for creatures that walk from room to room") \
	ROW(STATUS, status, PLAY, "status hero burning 5; status cable-rat stuck 3") \
	ROW(HEALTH, health, PLAY, "health hero 200") \
	ROW(MIGHT, might, PLAY, "might 16: the hero's might") \
	ROW(LEVEL, level, PLAY, "level 5: the hero's level") \
	ROW(MANA, mana, PLAY, "mana 20: the hero's mana; also raises the maximum to it") \
	ROW(SPELL, spell, PLAY, "spell hold-the-line: the hero knows this spell") \
	ROW(TALENT, talent, PLAY, "talent wide-swing: the hero has this talent and knows the spell that it teaches") \
	ROW(GOLD, gold, PLAY, "gold 60: the hero's gold") \
	ROW(VAULT, vault, PLAY, "vault 1 1 5 3: marks a vault with corner 1 1, width 5 and height 3; its wires and offers are separate from the level's") \
	ROW(QUEST, quest, PLAY, "quest lost-doll: this quest is open") \
	ROW(GIVE, give, PLAY, "give dart 3; give truncheon plus 2 affix humming known; give lamp charges 1: adds an item to the pack, which is empty at first; the first item has the letter a") \
	ROW(CLOUD, cloud, PLAY, "cloud green-gas 90 at 3 1") \
	ROW(DO, do, PLAY, "do wait 3, step east 2, throw a at 5 1, cause burn at 3 1, effect push 3 at 3 1 by hero, 9 times effect blast 1 at 3 1, wanderer cable-rat: commands of the hero, triggers, effects and creatures that come by the stairs in order; \"try\" before a command that may be refused") \
	ROW(EXPECT, expect, PLAY, "expect [not] WISH: what must be true after the lines above; wishes are listed below")

/* id, function, help */
#define SCENARIO_WISHES(ROW) \
	ROW(TERRAIN, terrain, "terrain 3 1 ash") \
	ROW(HERO, hero, "hero STATE: any STATE of a monster but count, such as at 3 1 or dead") \
	ROW(MONSTER, monster, "monster ID STATE: one of this kind is in that state: at X Y, in X Y WIDTH HEIGHT, dead (all of this kind), alive, asleep, aware, fleeing, ally, captive, laden, seen, sees hero, status WORD, trait WORD, near N, far N, health above|below|is N, count above|below|is N") \
	ROW(ITEM, item, "item dart at 3 1; item dart carried; item dart gone") \
	ROW(GAS, gas, "gas green-gas at 3 1 [above|below|is N]") \
	ROW(MESSAGE, message, "message \"part of a message\"") \
	ROW(LIT, lit, "lit 3 1: the cell is lit, by itself or by a light") \
	ROW(SEEN, seen, "seen 3 1: the hero sees the cell now") \
	ROW(REMEMBERED, remembered, "remembered 3 1: the cell is on the hero's map") \
	ROW(REACHED, reached, "reached 3 1: the cell is in the hero's line of sight") \
	ROW(SHOWN, shown, "shown 3 1: the screen shows a creature there, however the hero perceives it") \
	ROW(DEPTH, depth, "depth 2") \
	ROW(TURN, turn, "turn above|below|is N") \
	ROW(NOISE, noise, "noise above|below|is N") \
	ROW(MANA, mana, "mana above|below|is N: the hero's mana") \
	ROW(KNOWS, knows, "knows hold-the-line: the hero knows this spell") \
	ROW(FLYING, flying, "flying thrown: a missile with this flight is in the air") \
	ROW(HAS, has, "has guard|damage|accuracy|light|might|food|gold|experience above|below|is N: a number of the hero; damage is twice the average damage of a blow") \
	ROW(CARRIED, carried, "carried dart above|below|is N: the number carried; carried lamp charges is 3; carried lamp plus is 1") \
	ROW(USING, using, "using oilskin: the hero wields or wears it") \
	ROW(QUEST, quest, "quest lost-doll open; quest lost-doll done") \
	ROW(BROKE, broke, "broke kill: the hero has broken this conduct") \
	ROW(OFFERED, offered, "offered heirloom; offered talent: the next choice is one of these") \
	ROW(KNOWN, known, "known mending: the hero knows this kind of item; for gear, the plus of the carried one")

/* id, function, what follows the word, help */
#define SCENARIO_WITHOUTS(ROW) \
	ROW(CHANGE, change, "TERRAIN TRIGGER", "the change of that terrain by that trigger") \
	ROW(HAZARD, hazard, "TERRAIN", "the terrain's effect on bodies that stand on it") \
	ROW(SPREADS, spreads, "TERRAIN", "the terrain's spread to its neighbours") \
	ROW(SHINES, shines, "TERRAIN", "the terrain's light") \
	ROW(SOUNDS, sounds, "TERRAIN", "the terrain's ambient sound") \
	ROW(BREATH, breath, "CLOUD", "the cloud's effect on bodies that breathe it") \
	ROW(BLAST, blast, "CLOUD", "the cloud's effect when fire sets it off") \
	ROW(HIDES, hides, "CLOUD", "the cloud's opacity and darkness") \
	ROW(TOUCHES, touches, "CLOUD", "the cloud's effect on the ground") \
	ROW(INSTINCT, instinct, "INSTINCT", "this instinct of all monsters") \
	ROW(STATUS, status, "STATUS", "the status: no creature gets it") \
	ROW(TRAIT, trait, "TRAIT", "this trait of all monsters") \
	ROW(LANTERN, lantern, "MONSTER", "the light that the monster carries") \
	ROW(EFFECT, effect, "EFFECT", "all that the effect does") \
	ROW(ELEMENT, element, "ELEMENT", "all that the element does to creatures and ground") \
	ROW(AIM, aim, "AIM", "all that effects with this aim do") \
	ROW(SPELL, spell, "SPELL", "the spell's effects") \
	ROW(TALENT, talent, "TALENT", "the talent's bonuses") \
	ROW(BONUS, bonus, "BONUS", "this bonus, wherever it comes from") \
	ROW(MOMENT, moment, "MOMENT", "all effects that happen by themselves at this moment") \
	ROW(ITEM, item, "ITEM", "the item's effects") \
	ROW(AFFIX, affix, "AFFIX", "the affix's bonuses") \
	ROW(NEED, need, "NEED", "all changes of terrain that have this need") \
	ROW(QUEST, quest, "QUEST", "the quest's goal: it cannot be completed") \
	ROW(VERB, verb, "VERB", "this verb of the hero") \
	ROW(WAKER, waker, "WAKER", "noise, sight or smell: sleepers do not wake by it, as far as it is the hero's") \
	ROW(CONDUCT, conduct, "CONDUCT", "the record of this conduct: nothing breaks it") \
	ROW(HANDICAP, handicap, "HANDICAP", "all that the handicap does") \
	ROW(IMPACT, impact, "FLIGHT", "the effects where the flight ends") \
	ROW(SPEED, speed, "FLIGHT", "the time that the flight takes") \
	ROW(BOUNCES, bounces, "FLIGHT", "the bounces where the flight ends") \
	ROW(FLAG, flag, "TERRAIN FLAG", "the flag, or its absence: a missing flag is set")
/* clang-format on */

/* All lines of a round are executed before those of the next. */
enum scenario_round { ROUND_ABOUT, ROUND_MAP, ROUND_PLAY, ROUND_COUNT };

enum scenario_row {
#define ROW(id, function, round, help) SCENARIO_##id,
	SCENARIO_LINES(ROW)
#undef ROW
		SCENARIO_ROWS
};

/* One line, split into words. A comma is a word of its own, and so is a quotation. */
struct scenario_line {
	unsigned number;
	uint8_t row; /* of SCENARIO_LINES */
	uint8_t count;
	const char *words[SCENARIO_WORDS_MAX]; /* after the first */
	const char **rows;                     /* the rows of a map, or the one text of a content */
	size_t row_count;
};

/* The unread words of a line. */
struct scenario_words {
	const char *const *at;
	int left;
};

struct scenario {
	const char *file, *name;
	unsigned line;
	size_t line_count;
	struct scenario_line *lines;
	bool held; /* it was played and held */
};

struct matrix_pair {
	unsigned line;
	const char *one, *other;
	size_t by_count;
	const char *by
		[SCENARIO_WORDS_MAX]; /* the scenarios that show it; none: the two do not interact */
};

struct matrix {
	const char *file, *name;
	unsigned line;
	size_t word_count, pair_count;
	const char *words[SCENARIO_WORDS_MAX];
	struct matrix_pair *pairs;
};

/* All scenarios read. The texts of the words are separate blocks. */
struct scenario_book {
	size_t scenario_count, matrix_count, block_count;
	struct scenario *scenarios;
	struct matrix *matrices;
	void **blocks;
};

/* The state of one playing of a scenario. Its content is the stock's, or its own if it has records
 * or a rule is removed. */
struct scenario_play {
	const struct scenario *scenario;
	const struct scenario_line *line;
	const struct content *content;
	struct content *own; /* the same, or NULL if it is the stock's */
	struct game *game;   /* NULL until the map is laid out */
	struct birth birth;  /* of the game */
	int seed, least, of; /* the first seed; it holds for least of so many */
	bool malformed;      /* the text is wrong, not the rules */
	char sentence[200];
};

/* Both write a sentence and return false: about the text, or about the outcome. */
bool scenario_malformed(struct scenario_play *play, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool scenario_fails(struct scenario_play *play, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- scenario_read.c ---- */

/* Adds the scenarios of a text. False with a complaint at its first fault. */
bool scenario_read(struct scenario_book *book, const char *name, const char *text, size_t length,
	struct complaint *complaint);
void scenario_book_free(struct scenario_book *book);
/* Returns the index of the first line of a kind from `from` on, or the number of lines. */
size_t scenario_find_line(const struct scenario *scenario, enum scenario_row row, size_t from);

/* ---- scenario_words.c: readers that return false after a complaint ---- */

/* Reads the next word if it is this one. */
bool words_take(struct scenario_words *words, const char *word);
/* Reads the next word, or returns NULL after a complaint that it is missing. */
const char *words_next(
	struct scenario_play *play, struct scenario_words *words, const char *wanted);
/* Reads a width and a height. */
bool words_size(struct scenario_play *play, struct scenario_words *words, int *width, int *height);
bool words_number(
	struct scenario_play *play, struct scenario_words *words, int least, int most, int *number);
/* Reads a cell of the level. */
bool words_cell(struct scenario_play *play, struct scenario_words *words, int *x, int *y);
/* Reads "above 3", "below 3" or "is 3", and compares number with it. */
bool words_compare(
	struct scenario_play *play, struct scenario_words *words, int number, bool *holds);
/* Reads a word of a list and returns its index, or -1 after a complaint; or an id, and returns its
 * kind or KIND_NONE. */
int words_among(struct scenario_play *play, struct scenario_words *words, const char *what,
	const char *const *list, int count);
uint16_t words_kind(struct scenario_play *play, struct scenario_words *words, enum id_list list);
int words_aim(struct scenario_play *play, struct scenario_words *words);
int words_status(struct scenario_play *play, struct scenario_words *words);
int words_trait(struct scenario_play *play, struct scenario_words *words);
int words_effect(struct scenario_play *play, struct scenario_words *words);
int words_cause(struct scenario_play *play, struct scenario_words *words);
int words_instinct(struct scenario_play *play, struct scenario_words *words);
int words_element(struct scenario_play *play, struct scenario_words *words);
/* Reads the next word if it is an element, else returns ELEMENT_NONE. */
uint8_t words_take_element(struct scenario_words *words);
int words_bonus(struct scenario_play *play, struct scenario_words *words);
int words_moment(struct scenario_play *play, struct scenario_words *words);
int words_need(struct scenario_play *play, struct scenario_words *words);
int words_verb(struct scenario_play *play, struct scenario_words *words);
int words_waker(struct scenario_play *play, struct scenario_words *words);
int words_conduct(struct scenario_play *play, struct scenario_words *words);
int words_flag(struct scenario_play *play, struct scenario_words *words);
/* Reads the id of a handicap, and returns its kind or KIND_NONE after a complaint. */
uint16_t words_handicap(struct scenario_play *play, struct scenario_words *words);
/* Reads "hero" or the id of a kind. Returns the slot of the first living one, or -1 after a
 * complaint. */
int words_who(struct scenario_play *play, struct scenario_words *words);
/* False with a complaint if a word is left. */
bool words_end(struct scenario_play *play, const struct scenario_words *words);

/* ---- One function for each row ---- */

#define ROW(id, function, round, help)                                                             \
	bool scenario_line_##function(struct scenario_play *play, struct scenario_words *words);
SCENARIO_LINES(ROW)
#undef ROW

/* ---- scenario_stage.c ---- */

/* Makes content from the stock's texts and the scenario's own. NULL with play's sentence. */
struct content *scenario_content(struct scenario_play *play, const struct content *stock);

/* ---- scenario_without.c ---- */

/* Removes the rule that a line "tests" names from the play's content. */
bool scenario_take_away(struct scenario_play *play, const struct scenario_line *tests);
/* Calls report for each rule that a scenario must test, with whether one does: transitions,
 * hazards, spreading and light of terrain, effects of clouds, instincts, statuses, effects,
 * elements, aims, spells and talents. */
typedef void scenario_duty(void *context, const char *what, bool tested);
void scenario_coverage(const struct scenario_book *book, const struct content *content,
	scenario_duty *report, void *context);

#endif
