/*
 * Declarations for the files of the content parser alone.
 *
 * Sealing goes in passes.  content_parse reads every text into records: each knows its kind, id,
 * origin and line, and is filled field by field from the table of its kind (content_kinds.c) by the
 * readers of values (content_types.c). References are kept by name and resolved when all records
 * are there, and content_check then looks at what no single field can know.  Every pass complains
 * and goes on.
 */
#ifndef TRAPDOOR_ENGINE_CONTENT_PRIVATE_H
#define TRAPDOOR_ENGINE_CONTENT_PRIVATE_H

#include "engine/content/lines.h"

#define COMPLAINTS_MAX 200
#define TEXTS_MAX 256
#define TEXT_SIZE_MAX (1 << 20)
#define KINDS_MAX 4096 /* records of one kind */

/* Where something was written: a text's name and a line of it. */
struct stored_level {
	const char *origin;
	unsigned line;
};

struct content_text {
	char *name, *text;
	size_t length;
	bool stock; /* of the game that a pack varies */
};

/* A block of the string pool; strings live as long as the content. */
struct string_block {
	struct string_block *next;
	size_t used, size;
	char bytes[];
};

/* A word record: for screens, and (before they are sorted out) for the rules. */
struct word_kind {
	const char *id, *text;
	uint8_t role;
	bool of_rules; /* one of ENGINE_WORDS */
};

/* The record "pack". */
struct pack_kind {
	const char *id;
	uint8_t version; /* of content, that the pack was written for */
};

/* The record "game"; moved into struct content when all is resolved. */
struct game_kind {
	const char *id, *name;
	uint16_t hero, unseen;
	struct content_terrains terrain;
	uint16_t receiver, gold, thrown;
	uint8_t goal_depth, last_depth;
	int16_t health, health_a_level, mana, mana_a_level, might, levels_a_might, accuracy, food,
		food_a_depth;
	uint16_t start[START_ITEMS_MAX];
	uint8_t start_count;
};

/* The kinds of records, by the order of the tables in content_kinds.c. */
/* clang-format off */
enum record_kind {
	RECORD_GAME, RECORD_PACK, RECORD_TERRAIN, RECORD_MONSTER, RECORD_ITEM, RECORD_FLAVOUR, RECORD_LEVEL, RECORD_CLOUD, RECORD_FLIGHT,
	RECORD_AFFIX, RECORD_SPELL, RECORD_TALENT, RECORD_VAULT, RECORD_QUEST, RECORD_CALL, RECORD_WORD,
	RECORD_KIND_COUNT
};
/* clang-format on */

/* A reference by name that waits for all records: where the index goes (as an offset, because
 * tables move). */
struct field;

struct reference {
	struct stored_level place;
	const char *id;
	const struct field *field; /* that refers */
	uint8_t target;            /* enum record_kind to look among */
	uint8_t holder;            /* enum record_kind that refers */
	uint16_t index;            /* of the holding record */
	uint32_t offset;           /* of the uint16_t within it */
};

/* The records of one kind: a table that grows, where each came from, and whether it was complained
 * about already, so that what follows from one mistake is not told as others.  Slots find a row by
 * its id: two for each row that there is room for, KIND_NONE where free (content_parse.c). */
struct record_table {
	uint8_t *rows;
	uint16_t *slots;
	struct stored_level *places;
	bool *faulty;
	size_t count, capacity;
};

struct content_private {
	struct content_text *texts;
	size_t text_count;
	struct string_block *strings;
	struct record_table tables[RECORD_KIND_COUNT];
	struct reference *references;
	size_t reference_count, reference_capacity;
	size_t look_capacity;
	const char *words[TEXT_COUNT];
	uint8_t word_roles[TEXT_COUNT];
	bool words_may_differ;  /* a bundle that a run began with is as old as the run */
	uint8_t version;        /* of content, that the record pack states; 0: there is none */
	size_t complaints_made; /* those that repeat another included */
	const char *lines[LINE_COUNT];
	uint8_t *bundle;
	size_t bundle_size;
};

/* How the value of a field is written; the list of readers is content_types.c. */
/* clang-format off */
enum field_type {
	FIELD_NAME, FIELD_SENTENCE, FIELD_ROWS, FIELD_NUMBER, FIELD_BYTE, FIELD_DICE, FIELD_DEPTHS, FIELD_GROUP, FIELD_SIZE, FIELD_LOOK,
	FIELD_CHOICE, FIELD_FLAGS, FIELD_SWITCHES, FIELD_BLOW, FIELD_INSTINCTS, FIELD_EFFECT, FIELD_REFERENCE,
	FIELD_REFERENCES, FIELD_CHANGE, FIELD_HAZARD, FIELD_SPREADS, FIELD_FEATURE, FIELD_BONUS, FIELD_OCCASION, FIELD_LEGEND, FIELD_WANTS, FIELD_TYPE_COUNT
};
/* clang-format on */

/* A word of a closed list: for switches value is the offset of a bool, else a number or bit. */
struct choice {
	const char *word;
	uint32_t value;
};

/* How often a field comes in a record. */
enum field_need { OPTIONAL, REQUIRED, REPEATED };

/* One field of a kind of record: enough to parse it, to refuse it and to print its manual. */
struct field {
	const char *name;
	enum field_type type;
	enum field_need need;
	size_t offset, count_offset; /* count_offset: of the uint8_t that counts a repeated value */
	int least, most;             /* of numbers; most of repeated values; longest text */
	const struct choice *choices; /* ended by a NULL word */
	enum record_kind target;      /* of a reference */
	const char *help;
};

/* A kind of record: its word, row size, what a new row holds, and its fields.  Each row begins with
 * its id. */
struct record_row {
	const char *word, *help;
	size_t size;
	const void *defaults;
	const struct field *fields;
	size_t field_count;
	const char *header_field; /* may stand on the record's first line, after the id; or NULL */
};

/* The rest of a line. */
struct cursor {
	const char *at, *end;
};

/* Where the parser is.  skipping: the present record was refused, and its fields are passed over.
 */
struct parsing {
	struct content *content;
	struct stored_level place;
	enum record_kind kind;
	size_t index;
	const struct field *field;
	struct cursor cursor;
	bool in_record, skipping;
	size_t complaints_before; /* the present record */
	uint64_t seen;            /* bit a field of the record */
	struct cursor like;       /* the id of a record that it inherits from; NULL: none */
	struct stored_level like_place;
};

/* content_records.c */
void content_complain(struct content *content, struct stored_level place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Where the last record of a kind begins, for what no record says; of none, where all of them end.
 */
struct stored_level content_last_place(const struct content *content, enum record_kind kind);
/* Of a whole record, unless it was complained about before. */
void content_complain_of(struct content *content, enum record_kind kind, size_t index,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
char *content_keep(struct content *content, const char *text, size_t length);
void *content_allocate(size_t count, size_t size);
void *content_grow(void *block, size_t count, size_t size);
uint16_t content_intern_appearance(struct content *content, const struct appearance *appearance);

uint16_t content_find(const struct content *content, enum record_kind kind, const char *id);
void *content_row(const struct content *content, enum record_kind kind, size_t index);
const char *content_row_id(const struct content *content, enum record_kind kind, size_t index);
/* Adds a row with the kind's defaults and the id, which no row has; returns its index. */
size_t content_row_add(
	struct content *content, enum record_kind kind, const char *id, struct stored_level place);

/* content_parse.c: reads all texts, or one that was added later; then what refers across them. */
void content_parse(struct content *content);
void content_parse_text(struct content *content, const char *name);
void content_resolve(struct content *content);

/* ---- content_lines.c ---- */

/* Reads the value of the field that is named. */
void content_read_field(struct parsing *parsing, struct cursor name);
/* Complains of a line that is too long or holds control characters. */
bool content_line_is_good(const struct parsing *parsing);
bool content_may_inherit(const struct record_row *record);

/* content_like.c: reads what the present record inherits, at its end. */
void content_inherit(struct parsing *parsing);

/* content_version.c: of the content that the pack was written for.  Returns false, with one
 * complaint, when it was written for a later program. */
bool content_check_version(struct content *content);
/* Whether a check that came with a version of content applies to this pack. */
bool content_is_bound_by(const struct content *content, int version);
/* Whether the pack states a version before the program's. */
bool content_is_of_older_version(const struct content *content);

/* content_cursor.c: readers return false when they have complained. */
bool cursor_is_blank(char c);
bool cursor_is_digit(char c);
void cursor_skip_blanks(struct cursor *cursor);
bool cursor_next_word(struct cursor *cursor, struct cursor *word);
bool cursor_equals(struct cursor word, const char *text);
bool cursor_take(struct cursor *cursor, char c);
bool cursor_take_word(struct cursor *cursor, const char *text);
struct cursor cursor_without_comment(struct cursor cursor);
bool value_complain(struct parsing *parsing, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void *value_place(const struct parsing *parsing);
void *value_place_next(struct parsing *parsing, size_t size);
bool read_digits(struct parsing *parsing, struct cursor *cursor, int least, int most, int *number);
bool read_number(struct parsing *parsing, int least, int most, int *number);
bool read_dice(struct parsing *parsing, struct dice *dice);
bool read_more(struct parsing *parsing);
/* Finds the next word in a closed list; NULL when it has complained. */
const struct choice *read_choice_of(struct parsing *parsing, const struct choice *choices);

/* A word for "%.*s", cut so that a complaint stays one line. */
#define SHOWN(word) (int)((word).end - (word).at > 40 ? 40 : (word).end - (word).at), (word).at

/* ---- content_suggest.c ---- */

/* The right word that is nearest to a wrong one, among those that were offered. */
struct nearest {
	struct cursor word;
	const char *best; /* NULL: none is near */
	int distance;
	char hint[64];
};

struct nearest nearest_to(struct cursor word);
void nearest_offer(struct nearest *nearest, const char *candidate);
void nearest_offer_records(
	struct nearest *nearest, const struct content *content, enum record_kind kind);
/* Offers the ids of all words of rules and screens. */
void nearest_offer_words(struct nearest *nearest);
/* Returns "did you mean WORD?", or the other hint when no word is near. */
const char *nearest_hint(struct nearest *nearest, const char *otherwise);

/* content_clauses.c */
bool value_instincts(struct parsing *parsing);
bool value_effect(struct parsing *parsing);
bool read_effect(struct parsing *parsing, struct clause *clause);
/* An id of a record, resolved later into the number at place, which lies in the present row. */
bool read_reference(struct parsing *parsing, enum record_kind target, uint16_t *place);
bool value_blow(struct parsing *parsing);
bool value_reference(struct parsing *parsing);
bool value_references(struct parsing *parsing);

/* content_changes.c */
bool value_change(struct parsing *parsing);
bool value_hazard(struct parsing *parsing);
bool value_spreads(struct parsing *parsing);
bool value_feature(struct parsing *parsing);

/* content_vaults.c: legends, and what no single field of a vault can know */
bool value_legend(struct parsing *parsing);
void content_check_vaults(struct content *content);

/* content_story.c */
bool value_wants(struct parsing *parsing);

/* content_gifts.c */
bool value_bonus(struct parsing *parsing);
bool value_occasion(struct parsing *parsing);

/* content_values.c */
bool value_byte(struct parsing *parsing);
bool value_choice(struct parsing *parsing);
bool value_dice(struct parsing *parsing);
bool value_flags(struct parsing *parsing);
bool value_name(struct parsing *parsing);
bool value_number(struct parsing *parsing);
bool value_range(struct parsing *parsing);
bool value_row(struct parsing *parsing);
bool value_sentence(struct parsing *parsing);
bool value_size(struct parsing *parsing);
bool value_switches(struct parsing *parsing);

/* Complains of a word that is no colour role, in brackets or not. */
bool value_complain_of_role(struct parsing *parsing, struct cursor word, bool bracketed);

/* content_appearance.c: "r wood", "- stone wall-h", "blank text", "U+00E9 e wood". */
bool value_look(struct parsing *parsing);

/* content_types.c: reads the cursor's text into the present record's field. */
void content_read_value(struct parsing *parsing);
const char *content_type_syntax(enum field_type type);

/* content_kinds.c */
extern const struct record_row *const content_records[RECORD_KIND_COUNT];

/* content_glyphs.c: whether a record can be told from others. */
void content_check_monster_glyph(struct content *content, uint16_t at);
void content_check_terrain_glyph(struct content *content, uint16_t at);
void content_check_item_glyph(struct content *content, uint16_t at);
void content_check_flavour_glyph(struct content *content, uint16_t at);

/* content_check.c, content_levels.c */
void content_check(struct content *content);
void content_check_levels(struct content *content);

/* content_magic.c */
void content_check_magic(struct content *content);

/* content_words.c: also sorts the words of the rules out. */
void content_check_words(struct content *content);
void content_check_items(struct content *content);

/* ---- content_phrases.c ---- */

/* The parts of messages: names, verbs, sentences. */
struct compress_phrases *content_phrases(const struct content *content);

#endif
