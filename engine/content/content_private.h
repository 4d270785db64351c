/*
 * Declarations for the files of the content parser alone.
 *
 * Sealing takes several passes.  content_parse reads every text into records: each knows its kind,
 * id, origin and line, and the readers of values (content_types.c) fill its fields from the table
 * of its kind (content_kinds.c).  References are stored by name and resolved when all records
 * exist.  content_check then checks the rules that concern more than one field.  Every pass reports
 * its complaints and continues.
 */
#ifndef TRAPDOOR_ENGINE_CONTENT_PRIVATE_H
#define TRAPDOOR_ENGINE_CONTENT_PRIVATE_H

#include "engine/content/lines.h"

#define ROWS_MOST 3600 /* bytes of all rows of a word together */
#define COMPLAINTS_MAX 200
#define TEXTS_MAX 256
#define TEXT_SIZE_MAX (1 << 20)
#define KINDS_MAX 4096 /* records of one kind */

/* Origin of a record or field: the name of a text and a line of it. */
struct record_origin {
	const char *origin;
	unsigned line;
};

struct content_text {
	char *name, *text;
	size_t length;
	bool stock; /* a text of the stock game, which a pack modifies */
};

/* A block of the string pool; strings live as long as the content. */
struct string_block {
	struct string_block *next;
	size_t used, size;
	char bytes[];
};

/* A word record.  Words of the rules and words for screens are parsed alike, then separated. */
struct word_kind {
	const char *id, *text;
	uint8_t role;
	bool of_rules; /* one of ENGINE_WORDS */
};

/* The record "pack". */
struct pack_kind {
	const char *id;
	uint8_t version; /* content version for which the pack was written */
};

/* The record "game"; copied into struct content when all references are resolved. */
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

/* The kinds of records, in the order of the tables in content_kinds.c. */
/* clang-format off */
enum record_kind {
	RECORD_GAME, RECORD_PACK, RECORD_TERRAIN, RECORD_MONSTER, RECORD_ITEM, RECORD_FLAVOUR, RECORD_LEVEL, RECORD_CLOUD, RECORD_FLIGHT,
	RECORD_AFFIX, RECORD_SPELL, RECORD_TALENT, RECORD_VAULT, RECORD_QUEST, RECORD_CALL,
	RECORD_PLOT, RECORD_TALK, RECORD_RETELLING, RECORD_HANDICAP, RECORD_ACHIEVEMENT, RECORD_WORD,
	RECORD_KIND_COUNT
};
/* clang-format on */

/* A reference by name, to be resolved when all records exist.  The index is stored at an offset,
 * because tables move. */
struct field;

struct reference {
	struct record_origin place;
	const char *id;
	const struct field *field; /* that holds the reference */
	uint8_t target;            /* enum record_kind of the record referred to */
	uint8_t holder;            /* enum record_kind of the record that refers */
	uint16_t index;            /* of the record that refers */
	uint32_t offset;           /* of the uint16_t in that record */
};

/* The records of one kind: a table that grows, the origin of each record, and whether it has a
 * complaint already, to suppress complaints that follow from the first.  slots is a hash table of
 * rows by id with two slots for each row of capacity, KIND_NONE where free (content_records.c). */
struct record_table {
	uint8_t *rows;
	uint16_t *slots;
	struct record_origin *places;
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
	bool words_may_differ;  /* a run's bundle may lack words added since the run began */
	uint8_t version;        /* of content, as the record pack states; 0: no record pack */
	size_t complaints_made; /* including complaints that repeat another */
	const char *lines[LINE_COUNT];
	uint8_t *bundle;
	size_t bundle_size;
};

/* The syntax of a field's value; the list of readers is content_types.c. */
/* clang-format off */
enum field_type {
	FIELD_NAME, FIELD_SENTENCE, FIELD_ROWS, FIELD_NUMBER, FIELD_BYTE, FIELD_DICE, FIELD_DEPTHS, FIELD_GROUP, FIELD_SIZE, FIELD_APPEARANCE,
	FIELD_CHOICE, FIELD_FLAGS, FIELD_SWITCHES, FIELD_BLOW, FIELD_INSTINCTS, FIELD_EFFECT, FIELD_REFERENCE,
	FIELD_REFERENCES, FIELD_CHANGE, FIELD_HAZARD, FIELD_SPREADS, FIELD_FEATURE, FIELD_BONUS, FIELD_OCCASION, FIELD_LEGEND, FIELD_WANTS, FIELD_NEEDS, FIELD_TYPE_COUNT
};
/* clang-format on */

/* A word of a closed list.  value is a number or bit, and for switches the offset of a bool. */
struct choice {
	const char *word;
	uint32_t value;
};

/* How often a record may or must have a field. */
enum field_need { OPTIONAL, REQUIRED, REPEATED };

/* One field of a kind of record: all that is needed to parse it, to reject it and to print its
 * manual. */
struct field {
	const char *name;
	enum field_type type;
	enum field_need need;
	size_t offset, count_offset; /* count_offset: of the uint8_t with the number of values */
	int least, most; /* of numbers; most: also number of values, or length of a text */
	const struct choice *choices; /* ended by a NULL word */
	enum record_kind target;      /* of a reference */
	const char *help;
};

/* A kind of record: its word, row size, defaults, and fields.  Each row begins with its id. */
struct record_row {
	const char *word, *help;
	size_t size;
	const void *defaults;
	const struct field *fields;
	size_t field_count;
	const char *
		header_field; /* field that may follow the id on the record's first line; or NULL */
};

/* The unread rest of a line. */
struct cursor {
	const char *at, *end;
};

/* State of the parser.  skipping: the current record was rejected, and its fields are skipped. */
struct parsing {
	struct content *content;
	struct record_origin place;
	enum record_kind kind;
	size_t index;
	const struct field *field;
	struct cursor cursor;
	bool in_record, skipping;
	size_t complaints_before; /* before the current record */
	uint64_t seen;            /* one bit per field of the record */
	struct cursor like;       /* id of the record whose fields it inherits; NULL: none */
	struct record_origin like_place;
};

/* content_records.c */
void content_complain(struct content *content, struct record_origin place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Returns the origin of the last record of a kind, for a complaint that concerns no single record.
 * If there is none of that kind, the last record of any kind. */
struct record_origin content_last_origin(const struct content *content, enum record_kind kind);
/* Complains about a whole record, unless it has a complaint already. */
void content_complain_of(struct content *content, enum record_kind kind, size_t index,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
char *content_keep(struct content *content, const char *text, size_t length);
void *content_allocate(size_t count, size_t size);
void *content_grow(void *block, size_t count, size_t size);
uint16_t content_intern_appearance(struct content *content, const struct appearance *appearance);

uint16_t content_find(const struct content *content, enum record_kind kind, const char *id);
void *content_row(const struct content *content, enum record_kind kind, size_t index);
const char *content_row_id(const struct content *content, enum record_kind kind, size_t index);
/* Adds a row with the kind's defaults and the given id, which must be new; returns its index. */
size_t content_row_add(
	struct content *content, enum record_kind kind, const char *id, struct record_origin place);

/* content_parse.c: reads all texts, or one that was added later; then resolves references. */
void content_parse(struct content *content);
void content_parse_text(struct content *content, const char *name);
void content_resolve(struct content *content);

/* ---- content_lines.c ---- */

/* Reads the value of the field with that name. */
void content_read_field(struct parsing *parsing, struct cursor name);
/* Returns false, with a complaint, for a line that is too long or holds control characters. */
bool content_line_is_good(const struct parsing *parsing);
bool content_may_inherit(const struct record_row *record);

/* content_like.c: reads the inherited fields at the end of the current record. */
void content_inherit(struct parsing *parsing);

/* content_version.c: checks the content version of the pack.  Returns false, with one complaint, if
 * it was written for a later program. */
bool content_check_version(struct content *content);
/* True if a check introduced in that version of content applies to this pack. */
bool content_is_bound_by(const struct content *content, int version);
/* True if the pack states a version before the program's. */
bool content_is_of_older_version(const struct content *content);

/* content_cursor.c: readers return false after a complaint. */
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
/* Reads the next word, which must be of a closed list; returns NULL after a complaint. */
const struct choice *read_choice_of(struct parsing *parsing, const struct choice *choices);

/* A word for "%.*s", cut so that a complaint stays one line. */
#define SHOWN(word) (int)((word).end - (word).at > 40 ? 40 : (word).end - (word).at), (word).at

/* ---- content_suggest.c ---- */

/* The candidate nearest to a misspelled word. */
struct nearest {
	struct cursor word;
	const char *best; /* NULL: no candidate is near */
	int distance;
	char hint[64];
};

struct nearest nearest_to(struct cursor word);
void nearest_offer(struct nearest *nearest, const char *candidate);
void nearest_offer_records(
	struct nearest *nearest, const struct content *content, enum record_kind kind);
/* Offers the ids of all words of rules and screens as candidates. */
void nearest_offer_words(struct nearest *nearest);
/* Returns "did you mean WORD?", or `otherwise` when no candidate is near. */
const char *nearest_hint(struct nearest *nearest, const char *otherwise);

/* content_clauses.c */
bool value_instincts(struct parsing *parsing);
bool value_effect(struct parsing *parsing);
bool read_effect(struct parsing *parsing, struct clause *clause);
/* Reads an id of a record.  It is resolved later into the number at place, which is in the current
 * row. */
bool read_reference(struct parsing *parsing, enum record_kind target, uint16_t *place);
bool value_blow(struct parsing *parsing);
bool value_reference(struct parsing *parsing);
bool value_references(struct parsing *parsing);

/* content_changes.c */
bool value_change(struct parsing *parsing);
bool value_hazard(struct parsing *parsing);
bool value_spreads(struct parsing *parsing);
bool value_feature(struct parsing *parsing);

/* content_vaults.c: legends, and checks of whole vaults */
bool value_legend(struct parsing *parsing);
void content_check_vaults(struct content *content);

/* content_story.c */
bool value_wants(struct parsing *parsing);

/* content_achievements.c */
bool value_needs(struct parsing *parsing);
void content_check_achievements(struct content *content);

/* content_bonuses.c */
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

/* Complains about a word that is no colour role, in brackets or not. */
bool value_complain_of_role(struct parsing *parsing, struct cursor word, bool bracketed);

/* content_appearance.c: "r wood", "- stone wall-h", "blank text", "U+00E9 e wood". */
bool value_look(struct parsing *parsing);

/* content_types.c: reads the cursor's text into the present record's field. */
void content_read_value(struct parsing *parsing);
const char *content_type_syntax(enum field_type type);

/* content_kinds.c */
extern const struct record_row *const content_records[RECORD_KIND_COUNT];

/* content_glyphs.c: checks that a record can be distinguished from others. */
void content_check_monster_glyph(struct content *content, uint16_t at);
void content_check_terrain_glyph(struct content *content, uint16_t at);
void content_check_item_glyph(struct content *content, uint16_t at);
void content_check_flavour_glyph(struct content *content, uint16_t at);

/* content_check.c, content_levels.c */
void content_check(struct content *content);
void content_check_levels(struct content *content);

/* content_magic.c */
void content_check_magic(struct content *content);

/* content_words.c: also separates the words of the rules from those of the screens. */
void content_check_words(struct content *content);
void content_check_items(struct content *content);

/* ---- content_phrases.c ---- */

/* Returns the parts of messages: names, verbs, sentences. */
struct compress_phrases *content_phrases(const struct content *content);

#endif
