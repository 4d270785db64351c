/*
 * The engine: the game itself, and nothing else.
 *
 * Content text and commands go in; a view, events and save bytes come out.  The engine has no
 * clock, file, socket, stream, locale or entropy of its own, which a test checks by listing its
 * undefined symbols.  It never asks the player: a command arrives complete, because a screen
 * collected the missing direction or item before.  It knows no keys: a journal holds resolved
 * primitives (step west, drop slot 3), so new key maps and a better auto-explore break no old run.
 *
 * Invariants:
 *   1. Same rules version, content, seed, birth and commands: same state, whatever the compiler
 *      and the machine.
 *   2. A REFUSED command leaves the state as it was, the digest included.
 *   3. game_load(game_save(g)) has the digest of g, and continues exactly as g would.
 *   4. A level depends on (rules version, content, seed, depth) alone, never on what the hero did.
 *   5. The view holds nothing that this hero does not know.
 *
 * Coordinates are cells, x to the right and y down, (0, 0) at the upper left.  Strings are ASCII.
 * A byte from COLOUR_ROLE_BYTE on in a text that came from content switches to the colour role of
 * its distance from there; COLOUR_ROLE_BYTE_END ends the role.  Text from strangers never holds
 * such bytes (it is stripped before).
 */
#ifndef TRAPDOOR_ENGINE_H
#define TRAPDOOR_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/result_fields.h"

/* Raised whenever equal commands may lead to an unequal state.  A run names the version that it
 * began under. */
#define ENGINE_RULES_VERSION 9

/* ---- Complaints ---- */

/* One sentence about what is wrong and what would be right.  line is 0 where the origin has no
 * lines. */
struct complaint {
	char origin[64];
	unsigned line;
	char sentence[224];
};

/* ---- Content ---- */

/* The version of the content format: its records, fields and words.  A pack states the version for
 * which it was written, and every later program loads it: missing words get neutral ones, words
 * that are no longer used are skipped, and a check binds only packs of its own version or later.
 * Raise it with a change that would make a valid pack invalid. */
#define CONTENT_VERSION 2

struct content;

/* The colour roles that content may name.  The list is closed and its order is fixed; a terminal
 * resolves them to colours. */
/* clang-format off */
#define ENGINE_ROLES(ROW) \
	ROW(TEXT, "text") ROW(DIM, "dim") ROW(BRIGHT, "bright") ROW(GOOD, "good") ROW(BAD, "bad") \
	ROW(DANGER, "danger") ROW(MAGIC, "magic") ROW(GOLD, "gold") ROW(STONE, "stone") ROW(WOOD, "wood") \
	ROW(WATER, "water") ROW(FIRE, "fire") ROW(PLANT, "plant") ROW(BLOOD, "blood") ROW(LAMP, "lamp") \
	ROW(PAPER, "paper") ROW(METAL, "metal") ROW(BONE, "bone") ROW(HERO, "hero")
/* clang-format on */

enum colour_role {
#define ROW(id, word) COLOUR_ROLE_##id,
	ENGINE_ROLES(ROW)
#undef ROW
		COLOUR_ROLE_COUNT
};

/* Role bytes lie above the tab and the newline, which texts of several rows hold. */
#define COLOUR_ROLE_BYTE 11
#define COLOUR_ROLE_BYTE_END 31
_Static_assert(
	COLOUR_ROLE_BYTE + COLOUR_ROLE_COUNT <= COLOUR_ROLE_BYTE_END, "every role has its byte");

/* Returns the word of a role, or NULL when out of range. */
const char *colour_role_word(enum colour_role role);

/* The appearance of a kind: an ASCII symbol, a colour role, and optionally the word of a drawn
 * shape (a wall, a door) for charsets that have it.  shape is "" if there is only the symbol. Owned
 * by the content. */
struct appearance {
	char symbol;
	uint8_t role;
	uint16_t unicode; /* shown instead of the symbol where the charset has it; 0: none */
	const char *shape;
};

/* A content is made empty, given texts in any order, then sealed.  A text's name appears in
 * complaints.  Sealing resolves references and returns false if there was any complaint; all
 * complaints are then listed.  A sealed content is read-only, and may be shared by any number of
 * games and forked processes. */
struct content *content_new(void);
void content_add(struct content *content, const char *name, const char *text, size_t length);
/* Adds a text of the stock game.  When a record of a stock text contradicts a record of another
 * text, the complaint names the other text. */
void content_add_stock(struct content *content, const char *name, const char *text, size_t length);
bool content_seal(struct content *content);
/* True if every kind of a sealed content can occur in some game.  Complains about the kinds that no
 * level, deck, talent or creature can bring.  Not called for a run's own content, which is as old
 * as the run, or for a scenario's. */
bool content_reaches(struct content *content);
void content_free(struct content *content);

size_t content_complaints(const struct content *content, const struct complaint **list);
/* True if the text of that name was added by content_add_stock. */
bool content_is_stock_text(const struct content *content, const char *name);

/* Writes 128 bits over the texts in order of name.  A run belongs to one digest. */
#define CONTENT_DIGEST_SIZE 16
void content_digest(const struct content *content, uint8_t digest[CONTENT_DIGEST_SIZE]);

/* Returns the id of the record "game".  It separates the runs of this game from those of others. */
const char *content_game(const struct content *content);

/* content_bundle returns the texts that runs depend on as one block of bytes for a store, owned by
 * the content.  content_pack returns all texts for another process, to be freed by the caller.
 * content_from_bundle returns a sealed content made from such bytes, or NULL with a complaint. */
const uint8_t *content_bundle(const struct content *content, size_t *size);
uint8_t *content_pack(const struct content *content, size_t *size);
struct content *content_from_bundle(const uint8_t *bytes, size_t size, struct complaint *complaint);

size_t content_appearance_count(const struct content *content);
const struct appearance *content_appearance(const struct content *content, uint16_t appearance);
/* True if a kind of ground has the appearance. */
bool content_is_of_ground(const struct content *content, uint16_t appearance);
/* True if a character beyond ASCII may be the symbol of an appearance. */
bool content_is_glyph(unsigned unicode);

/* Returns the records of all neutral words that this content lacks, in *size bytes; the caller
 * frees them.  An empty content lacks all. */
char *content_neutral_words(const struct content *content, size_t *size);

/* Returns the manual of all record kinds and their fields, made from the tables that parse them;
 * the caller frees it. */
char *content_manual(void);

/* Returns a word for the screens (title, tagline, epigraphs, help lines), or NULL when the content
 * has none of that id. */
const char *content_word(const struct content *content, const char *word);

/* ---- Commands ---- */

enum direction { DIR_N, DIR_NE, DIR_E, DIR_SE, DIR_S, DIR_SW, DIR_W, DIR_NW, DIR_COUNT };

/* The step of a direction, in cells. */
extern const int8_t direction_dx[DIR_COUNT], direction_dy[DIR_COUNT];

/* The arguments that a verb takes. */
enum verb_wants {
	WANTS_NOTHING,
	WANTS_DIRECTION,
	WANTS_PACK,
	WANTS_GROUND,
	WANTS_PACK_AND_CELL,
	WANTS_NUMBER,
	WANTS_SPELL_AND_CELL /* item is the view's number of the spell */
};

enum verb_flag {
	VERB_IS_NOT_REPEATED = 1, /* the command "again" skips it */
	VERB_IS_A_USE = 2,        /* one of the ways to use an item, for menus of uses */
	VERB_REVEALS_KIND = 4,    /* tries an unknown item, which may reveal its kind */
	VERB_LETS_FLY = 8         /* sends an item flying to the cell */
};

/*
 * The table of verbs: id, number in the journal (stable for ever), word, arguments, flags, help.
 * The enum, names, help screen, journal and dispatch (a function act_WORD in the rules) follow from
 * it.  The numbers 0 to 7 belong to the eight steps, by direction; "step" itself is row 0.
 */
/* clang-format off */
#define ENGINE_VERBS(ROW) \
	ROW(STEP, 0, step, WANTS_DIRECTION, 0, "walk, or attack the creature there") \
	ROW(WAIT, 8, wait, WANTS_NOTHING, 0, "wait a turn") \
	ROW(SEARCH, 9, search, WANTS_NOTHING, 0, "search what is near; five in a row miss nothing within 2") \
	ROW(OPEN, 10, open, WANTS_DIRECTION, 0, "open a door") \
	ROW(CLOSE, 11, close, WANTS_DIRECTION, 0, "close a door; it keeps noise in and eyes out") \
	ROW(UP, 12, up, WANTS_NOTHING, 0, "climb stairs; on depth 1, leave with your gold") \
	ROW(DOWN, 13, down, WANTS_NOTHING, 0, "go down stairs") \
	ROW(PICK_UP, 14, pick_up, WANTS_GROUND, 0, "pick up what lies here") \
	ROW(DROP, 15, drop, WANTS_PACK, 0, "drop a thing") \
	ROW(WIELD, 16, wield, WANTS_PACK, VERB_IS_A_USE, "wield a weapon, or put it away") \
	ROW(WEAR, 17, wear, WANTS_PACK, VERB_IS_A_USE, "put on armour, or take it off") \
	ROW(QUAFF, 18, quaff, WANTS_PACK, VERB_IS_A_USE | VERB_REVEALS_KIND, "drink something") \
	ROW(READ, 19, read, WANTS_PACK, VERB_IS_A_USE | VERB_REVEALS_KIND, "read something aloud") \
	ROW(EAT, 20, eat, WANTS_PACK, VERB_IS_A_USE, "eat") \
	ROW(THROW, 21, throw, WANTS_PACK_AND_CELL, VERB_LETS_FLY, "throw a thing at a place") \
	ROW(QUIT, 22, quit, WANTS_NOTHING, VERB_IS_NOT_REPEATED, "end the run here") \
	ROW(DEBUG, 23, debug, WANTS_NUMBER, VERB_IS_NOT_REPEATED, "turn a debugging view on or off; the run is then never scored") \
	ROW(FIRE, 24, fire, WANTS_PACK_AND_CELL, VERB_LETS_FLY, "shoot with the wielded launcher") \
	ROW(USE, 25, use, WANTS_PACK_AND_CELL, VERB_IS_A_USE, "use a charm, a tool or a lamp") \
	ROW(ZAP, 26, zap, WANTS_PACK_AND_CELL, VERB_IS_A_USE | VERB_REVEALS_KIND, "zap a wand or a staff") \
	ROW(CAST, 27, cast, WANTS_SPELL_AND_CELL, 0, "cast a spell that you know") \
	ROW(CHOOSE, 28, choose, WANTS_NUMBER, VERB_IS_NOT_REPEATED, "choose one of three: an heirloom, a talent") \
	ROW(DROP_ONE, 29, drop_one, WANTS_PACK, 0, "drop one of a pile") \
	ROW(TALK, 30, talk, WANTS_DIRECTION, 0, "talk to the creature there")
/* clang-format on */

/* The debugging views that VERB_DEBUG turns on and off; the command's number is the enum's. */
#define ENGINE_DEBUG_VIEWS(ROW)                                                                    \
	ROW(SIGHT, "field of view")                                                                \
	ROW(OMNISCIENCE, "omniscience")                                                            \
	ROW(LEVEL, "level data") ROW(SMELL, "smell") ROW(STEPS, "generation steps")

enum debug_view {
#define ROW(id, word) DEBUG_##id,
	ENGINE_DEBUG_VIEWS(ROW)
#undef ROW
		DEBUG_VIEW_COUNT
};

enum verb {
#define ROW(id, number, word, ...) VERB_##id,
	ENGINE_VERBS(ROW)
#undef ROW
		VERB_COUNT
};

struct verb_row {
	uint8_t number;
	const char *word;
	enum verb_wants wants;
	uint8_t flags; /* of enum verb_flag */
	const char *help;
};
const struct verb_row *verb_row(enum verb verb);
/* Returns the verbs that have one of the flags, as bits 1 << verb. */
uint32_t verb_mask(unsigned flags);

/* A complete command.  Only the fields that the verb takes count; the others are 0.  item is the
 * letter of a carried item as a number, 0 for a, 26 for A in the pouch (WANTS_PACK...), or an index
 * into the view's ground (WANTS_GROUND). */
struct command {
	uint8_t verb;
	uint8_t direction;
	uint8_t item;
	uint8_t number;
	int16_t x, y;
};

/* The journal's form of a command: one byte for a step, else the verb's number and 0 to 5 bytes of
 * arguments.  Encoding returns the number of bytes written.  Decoding returns the number of bytes
 * read, or 0 when they are no valid command. */
#define COMMAND_BYTES_MAX 6
size_t command_encode(const struct command *command, uint8_t bytes[COMMAND_BYTES_MAX]);
size_t command_decode(const uint8_t *bytes, size_t size, struct command *command);

/* ---- A game ---- */

struct game;

struct seed {
	uint8_t bytes[16];
};

#define NAME_MAX_LENGTH 16
#define BONES_MAX 8

/* A past death, placed on the finished level at its depth: a grave, and sometimes the named
 * killer. */
struct bones {
	char name[NAME_MAX_LENGTH + 1];
	uint8_t depth;
	char killer[33];  /* id of the creature kind, or "" */
	char epitaph[65]; /* stripped; may be "" */
	char item[33];    /* id of an item kind, or "" */
};

/* Facts about the player's earlier runs: id, word in content, help.  A birth carries them as bits
 * in this order, so that a new row goes to the end.  They choose lines of talk, and nothing
 * else. */
/* clang-format off */
#define ENGINE_FACTS(ROW) \
	ROW(CALLED, "called", "an earlier run has ended") \
	ROW(OFTEN, "often", "ten earlier runs have ended") \
	ROW(DIED, "died", "the player died in an earlier run") \
	ROW(DIED_LAST, "died-last", "the player died in the run before this one") \
	ROW(DIED_EARLY, "died-early", "the player died on one of the depths 1 to 3") \
	ROW(DIED_ALONE, "died-alone", "the player died without a killer: of hunger, poison or a fall") \
	ROW(LEFT, "came-home", "the player climbed out alive") \
	ROW(RICH, "rich", "the player climbed out with 500 gold") \
	ROW(QUIT, "hung-up", "the player ended a run by quitting") \
	ROW(DEEP, "deep", "the player reached depth 12") \
	ROW(PASSED, "passed", "the player went below depth 12") \
	ROW(WON, "won", "the player brought the goal home") \
	ROW(WON_FAR, "won-far", "the player brought the goal to the far end") \
	ROW(AVENGED, "avenged", "the player avenged another player") \
	ROW(REPAID, "repaid", "another player avenged this one")
/* clang-format on */

enum fact_bit {
#define ROW(id, word, help) FACT_##id##_BIT,
	ENGINE_FACTS(ROW)
#undef ROW
		FACT_COUNT
};
enum fact {
#define ROW(id, word, help) FACT_##id = 1 << FACT_##id##_BIT,
	ENGINE_FACTS(ROW)
#undef ROW
		FACTS_ALL = (1 << FACT_COUNT) - 1
};
_Static_assert(FACT_COUNT <= 16, "a birth has 16 bits for facts");

#define HANDICAPS_MAX 10    /* in one birth */
#define HANDICAP_ID_SIZE 33 /* of an id and its NUL */

/* Everything but the seed that is settled before the first turn.  Kept in the run's header. */
struct birth {
	char name[NAME_MAX_LENGTH + 1];
	bool debug; /* VERB_DEBUG is allowed */
	uint8_t bones_count;
	uint16_t facts; /* bits of enum fact; 0 for guests, chosen seeds, bots and the lab */
	struct bones past[BONES_MAX];
	/* Ids of the content's records "handicap", in ascending order, so that equal sets have
	 * equal bytes. */
	uint8_t handicap_count;
	char handicaps[HANDICAPS_MAX][HANDICAP_ID_SIZE];
};

/* Adds a handicap to the set of a birth, unless the set has it.  False if the set is full, or the
 * id is empty or too long. */
bool birth_add_handicap(struct birth *birth, const char *id);

#define BIRTH_BYTES_MAX 2048
size_t birth_encode(const struct birth *birth, uint8_t bytes[BIRTH_BYTES_MAX]);
bool birth_decode(const uint8_t *bytes, size_t size, struct birth *birth);

/* A new game on depth 1.  The content must be sealed and outlive the game. */
struct game *game_new(
	const struct content *content, const struct seed *seed, const struct birth *birth);
void game_free(struct game *game);

enum verdict {
	VERDICT_REFUSED, /* nothing changed; game_refusal says why */
	VERDICT_FREE,    /* something changed, no time passed */
	VERDICT_SPENT    /* time passed, and it is the hero's turn again (or the run has ended) */
};
enum verdict game_act(struct game *game, const struct command *command);

/* Returns why the last command was refused, as a sentence for the player.  Not part of the
 * state. */
const char *game_refusal(const struct game *game);

/* Returns the number of the carried item into which the last command turned another one, and writes
 * the former name of that one; -1 if there is none.  Not part of the state. */
int game_reshaped(const struct game *game, char *was, size_t size);

/* True if the command would not be refused.  The command is not tried. */
bool game_allows(struct game *game, const struct command *command);

/* True if the verb is of any use here and now; for the list of legal verbs. */
bool game_legal(const struct game *game, enum verb verb);
/* An ally within so many cells comes along on stairs. */
#define ENGINE_ALLY_WITHIN 3

/* True if an ally would stay behind if the hero took stairs now.  Writes the ally's name. */
bool game_would_leave(const struct game *game, char *name, size_t size);

/* The risk of a step as far as the hero knows it.  A risky step is not forbidden: text is the
 * question to ask first, "" for RISK_NONE. */
enum risk { RISK_NONE, RISK_HARM, RISK_DEADLY };
enum risk game_step_risk(
	const struct game *game, enum direction direction, char *text, size_t size);

/* Returns the gold that a step would pay, as far as the hero knows, because it works a terrain that
 * costs gold; 0: none.  text is the question to ask first, "" for 0. */
int game_step_price(const struct game *game, enum direction direction, char *text, size_t size);

/* True if the ground of the hero's cell reacts when an item is lifted from it, as far as the hero
 * knows.  text is the question to ask before item number `item` of the cell is picked up, with the
 * health that it may cost; "" if there is nothing to ask. */
bool game_lift_asks(const struct game *game, unsigned item, char *text, size_t size);

/* Returns the turns of the work that a step would begin, as far as the hero knows, by digging or by
 * moving something heavy.  0: the step works nothing. */
int game_step_work(const struct game *game, enum direction direction);

/* ---- Events ---- */

/* Events are facts that this hero perceived, in order.  game_act drops those that were not fetched.
 * They serve in-between frames, the bell, boards and the lab; the player reads the view's
 * messages. */
/* clang-format off */
#define ENGINE_EVENTS(ROW) \
	ROW(HIT, "hit") ROW(MISS, "miss") ROW(HURT, "hurt") ROW(SLAIN, "slain") ROW(DIED, "died") \
	ROW(FLIGHT, "flight") ROW(BURST, "burst") ROW(NOTICED, "noticed") ROW(FIRST_SIGHT, "first-sight") \
	ROW(HEARD, "heard") ROW(DOOR, "door") ROW(FOUND, "found") ROW(PICKED_UP, "picked-up") \
	ROW(LEARNED, "learned") ROW(LEVEL_GAINED, "level-gained") ROW(ARRIVED, "arrived") ROW(HUNGER, "hunger") \
	ROW(DANGER, "danger") ROW(RECEIVER, "receiver") ROW(ENDED, "ended") \
	ROW(QUEST, "quest")
/* clang-format on */

enum event_kind {
#define ROW(id, word) EVENT_##id,
	ENGINE_EVENTS(ROW)
#undef ROW
		EVENT_KIND_COUNT
};

struct event {
	uint8_t kind;
	uint16_t
		appearance; /* of the creature or item that flew, hit or was seen; 0 is "nothing" */
	int16_t x, y;       /* where the event ended */
	int16_t from_x, from_y; /* where it began */
	int32_t amount;
	const char *subject; /* id of a kind, or "" */
};
bool game_next_event(struct game *game, struct event *event);
const char *event_word(enum event_kind kind);

/* ---- Conducts ---- */

/* Conducts: voluntary restraints that the state records.  A hero keeps all of them until an action
 * breaks one for good.  They change nothing else.  A row is id, word, and the verbs that break the
 * conduct when they succeed; the rules break the others (engine/rules/conduct.c).  The content's
 * word "conduct-WORD" names it, as "killed nobody".  A new row is added at the end: saves and
 * results hold bits. */
/* clang-format off */
#define ENGINE_CONDUCTS(ROW) \
	ROW(KILL, "kill", 0) \
	ROW(BLOW, "blow", 0) \
	ROW(AMBUSH, "ambush", 0) \
	ROW(LAMP, "lamp", 0) \
	ROW(BUY, "buy", 0) \
	ROW(READ, "read", 1u << VERB_READ) \
	ROW(DRINK, "drink", 1u << VERB_QUAFF) \
	ROW(EAT, "eat", 1u << VERB_EAT) \
	ROW(THROW, "throw", 1u << VERB_THROW | 1u << VERB_FIRE) \
	ROW(MAGIC, "magic", 1u << VERB_CAST | 1u << VERB_ZAP)
/* clang-format on */

enum conduct {
#define ROW(id, word, verbs) CONDUCT_##id,
	ENGINE_CONDUCTS(ROW)
#undef ROW
		CONDUCT_COUNT
};
#define CONDUCTS_FROM 5 /* depth from which on kept conducts are shown */

/* Writes what the conducts of the bits (1 << enum conduct) are called, with commas between. */
#define CONDUCTS_TEXT 400
struct content;
void game_conducts_text(const struct content *content, unsigned conducts, char *text, size_t size);

/* ---- Handicaps ---- */

/* Handicaps: rules that make a run harder from its birth on, as records of the content.  A birth
 * names a set of them; the empty set changes nothing.  A handicap that the content lacks does
 * nothing. */
struct handicap {
	const char *id, *name, *description;
};
size_t content_handicap_count(const struct content *content);
struct handicap content_handicap(const struct content *content, size_t index);
/* Writes the names of a birth's handicaps with commas between; the id of one that the content
 * lacks. */
#define HANDICAPS_TEXT 440
void game_handicaps_text(
	const struct content *content, const struct birth *birth, char *text, size_t size);
/* Adds the handicaps that a seed draws from the content to a birth: two or three, or all if there
 * are fewer. */
void birth_draw_handicaps(
	const struct content *content, const struct seed *seed, struct birth *birth);
/* Returns the birth of a game; owned by the game. */
const struct birth *game_birth(const struct game *game);

/* ---- The end ---- */

enum outcome { OUTCOME_GOING, OUTCOME_DIED, OUTCOME_LEFT, OUTCOME_WON, OUTCOME_QUIT };

struct result {
	enum outcome outcome;
	bool scored; /* false when a debugging view was used */
#define ROW(type, field, missing) type field;
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) char field[size];
	RESULT_TEXTS(ROW)
#undef ROW
	uint8_t avenged_count;
	char avenged[BONES_MAX][NAME_MAX_LENGTH + 1];
};
void game_result(const struct game *game, struct result *result);

/* The parts of a score: depths, gold kept, the goal brought home, and feats, which are kinds beaten
 * for the first time and quests. */
struct score_parts {
	int depths, gold, goal, feats;
};
void game_score_parts(int score, int deepest, int gold, bool won, struct score_parts *parts);

/* ---- Saving and verifying ---- */

/* game_save returns the whole state as bytes that the caller frees: little-endian, versioned,
 * checksummed, with a table of the content ids that it uses.  game_load returns NULL and a
 * complaint for anything else.  It also loads saves of earlier rules versions; they continue by the
 * rules of this program. */
uint8_t *game_save(const struct game *game, size_t *size);
/* Like game_save but without the table of ids, so a tenth or more smaller.  It loads only with the
 * same content. */
uint8_t *game_snapshot(const struct game *game, size_t *size);
struct game *game_load(const struct content *content, const uint8_t *bytes, size_t size,
	struct complaint *complaint);

/* Returns 64 bits over the whole state. */
uint64_t game_digest(const struct game *game);

/* The parts of a state, to report where two states that should be equal differ.  Journals hold a
 * byte for each in this order: a new part goes to the end. */
/* clang-format off */
#define ENGINE_PARTS(ROW) \
	ROW(RUN, "clock and outcome") ROW(HERO, "hero") ROW(PACK, "pack") ROW(KNOWLEDGE, "knowledge") \
	ROW(CHANCE, "chance") ROW(MESSAGES, "messages") ROW(LEVEL, "level") ROW(CREATURES, "creatures") \
	ROW(THINGS, "things on the floor") ROW(TRAIL, "trail") ROW(MEMORY, "light and memory") \
	ROW(ELSEWHERE, "other levels")
/* clang-format on */

enum part {
#define ROW(id, word) PART_##id,
	ENGINE_PARTS(ROW)
#undef ROW
		PART_COUNT
};
const char *part_word(enum part part);

/* Returns game_digest, and writes the digest of each part.  The parts cover the whole state. */
uint64_t game_digest_parts(const struct game *game, uint64_t parts[PART_COUNT]);

#include "engine/view.h"
#include "engine/knowledge.h"
#include "engine/feats.h"
#include "engine/level_text.h"

#endif
