/* Achievements: the reader of needs, checks, and which needs hold. */
#include "engine/content/content_private.h"

#include "engine/engine.h"

#include <string.h>

/* clang-format off */
/* ---- Lists ---- */

static const struct feat_row {
	const char *word;
	uint8_t kind;
} feat_rows[] = {
#define ROW(id, number, word, help) {word, number},
	ENGINE_FEATS(ROW)
#undef ROW
};
#define FEAT_ROWS (sizeof feat_rows / sizeof *feat_rows)

static const char *const measures[MEASURE_COUNT] = {
#define ROW(id, word, help) [MEASURE_##id] = word,
	ENGINE_MEASURES(ROW)
#undef ROW
};

static const struct choice endings[] = {
	{"died", 0}, {"left", 0}, {"quit", 0}, {"won", 0}, {"far-end", 0}, {NULL, 0}};

static const struct choice conducts[] = {
#define ROW(id, word, verbs) {word, 0},
	ENGINE_CONDUCTS(ROW)
#undef ROW
	{NULL, 0},
};
/* clang-format on */

const char *feat_word(unsigned kind)
{
	for (size_t i = 0; i < FEAT_ROWS; i++)
		if (feat_rows[i].kind == kind)
			return feat_rows[i].word;
	return NULL;
}

/* ---- Reading ---- */

/* The kind of record that the ids of a kind of feats name; RECORD_KIND_COUNT: none. */
static enum record_kind record_of(unsigned feat)
{
	switch (feat) {
	case FEAT_MET:
	case FEAT_BEATEN:
	case FEAT_BOSS:
	case FEAT_KILLED_BY:
		return RECORD_MONSTER;
	case FEAT_IDENTIFIED:
	case FEAT_LETTER:
		return RECORD_ITEM;
	case FEAT_QUEST:
		return RECORD_QUEST;
	case FEAT_HANDICAP:
		return RECORD_HANDICAP;
	case FEAT_ACHIEVEMENT:
	case FEAT_COLLECTION:
		return RECORD_ACHIEVEMENT;
	default:
		return RECORD_KIND_COUNT;
	}
}

/* Keeps the id that follows, whose check is its caller's. */
static void keep_id(struct parsing *parsing, struct achievement_need *need)
{
	struct cursor ahead = parsing->cursor, word;
	cursor_next_word(&ahead, &word);
	need->id = content_keep(parsing->content, word.at, (size_t)(word.end - word.at));
}

static bool read_id(struct parsing *parsing, struct achievement_need *need)
{
	enum record_kind target = record_of(need->feat);
	int depth;
	keep_id(parsing, need);
	if (target != RECORD_KIND_COUNT)
		return read_reference(parsing, target, &need->record);
	if (need->feat == FEAT_DEPTH)
		return read_number(parsing, 1, FEAT_DEPTHS, &depth);
	return read_choice_of(parsing, need->feat == FEAT_ENDING ? endings : conducts) != NULL;
}

/* Finds the word of a fact: of a kind of feats, or of a number of the run. */
static bool read_fact(struct parsing *parsing, struct achievement_need *need)
{
	struct cursor word;
	struct nearest nearest;
	cursor_next_word(&parsing->cursor, &word);
	nearest = nearest_to(word);
	for (size_t i = 0; i < FEAT_ROWS; i++) {
		nearest_offer(&nearest, feat_rows[i].word);
		if (cursor_equals(word, feat_rows[i].word)) {
			need->feat = feat_rows[i].kind;
			return true;
		}
	}
	for (unsigned i = 0; i < MEASURE_COUNT; i++) {
		nearest_offer(&nearest, measures[i]);
		if (cursor_equals(word, measures[i])) {
			need->measure = (uint8_t)i;
			return true;
		}
	}
	return value_complain(parsing, "there is no fact %.*s; %s", SHOWN(word),
		nearest_hint(&nearest, "docs/content.md lists the facts of a run"));
}

/* "beaten foreman", "beaten at-least 20", "turns at-most 3000". */
bool value_needs(struct parsing *parsing)
{
	struct achievement_need *need = value_place_next(parsing, sizeof *need);
	int number;
	if (!need)
		return false;
	*need = (struct achievement_need){.record = KIND_NONE};
	if (!read_fact(parsing, need))
		return false;
	if (need->feat == 0 && cursor_take_word(&parsing->cursor, "at-most"))
		need->most = true;
	else if (!cursor_take_word(&parsing->cursor, "at-least"))
		return need->feat != 0
			       ? read_id(parsing, need)
			       : value_complain(parsing, "at-least or at-most is wanted after %s",
					 measures[need->measure]);
	if (!read_number(parsing, need->most ? 0 : 1, 1000000, &number))
		return false;
	need->number = number;
	return true;
}

/* ---- Checks ---- */

static void check_need(struct content *content, uint16_t at, const struct achievement_need *need)
{
	const struct achievement_kind *kind = &content->stories.achievements[at];
	bool of_own_kind = need->feat == FEAT_ACHIEVEMENT || need->feat == FEAT_COLLECTION;
	if (need->feat == 0 && kind->together)
		content_complain_of(content, RECORD_ACHIEVEMENT, at,
			"achievement %s: %s is a number of one call; scope all-calls has none",
			kind->id, measures[need->measure]);
	else if (of_own_kind && !kind->together)
		content_complain_of(content, RECORD_ACHIEVEMENT, at,
			"achievement %s: only scope all-calls may need achievements", kind->id);
	else if (need->feat == FEAT_BOSS && need->record != KIND_NONE &&
		 !(content->creatures[need->record].traits & TRAIT_UNIQUE))
		content_complain_of(content, RECORD_ACHIEVEMENT, at,
			"achievement %s: monster %s is not unique, so it is no boss", kind->id,
			content->creatures[need->record].id);
}

/* No bundle holds the text of achievements, so it must not hold what a run needs. */
static void check_texts(struct content *content)
{
	const struct record_table *tables = content->private->tables;
	for (int kind = 0; kind < RECORD_KIND_COUNT; kind++)
		for (size_t i = 0; i < tables[kind].count; i++) {
			bool there =
				strcmp(tables[kind].places[i].origin, CONTENT_ACHIEVEMENTS) == 0;
			if (there != (kind == RECORD_ACHIEVEMENT))
				content_complain_of(content, (enum record_kind)kind, i,
					there ? "%s %s does not belong into " CONTENT_ACHIEVEMENTS
						", which no run keeps; move it to another text"
					      : "%s %s belongs into " CONTENT_ACHIEVEMENTS,
					content_records[kind]->word,
					content_row_id(content, (enum record_kind)kind, i));
		}
}

void content_check_achievements(struct content *content)
{
	check_texts(content);
	for (uint16_t i = 0; i < content->counts.achievements; i++) {
		const struct achievement_kind *kind = &content->stories.achievements[i];
		if (kind->need_count == 0)
			content_complain_of(content, RECORD_ACHIEVEMENT, i,
				"achievement %s has no needs, so every call would earn it",
				kind->id);
		for (int n = 0; n < kind->need_count; n++)
			check_need(content, i, &kind->needs[n]);
	}
}

/* ---- Asking ---- */

size_t content_achievement_count(const struct content *content)
{
	return content->counts.achievements;
}

struct achievement content_achievement(const struct content *content, size_t nth)
{
	const struct achievement_kind *kind = &content->stories.achievements[nth];
	return (struct achievement){.id = kind->id,
		.name = kind->name,
		.text = kind->description,
		.letter = kind->letter[0] ? kind->letter[0] : ' ',
		.role = kind->role,
		.rank = kind->rank,
		.together = kind->together};
}

size_t content_achievement_find(const struct content *content, const char *id)
{
	uint16_t at = content_find(content, RECORD_ACHIEVEMENT, id);
	return at == KIND_NONE ? ACHIEVEMENTS_MAX : at;
}

static bool has(const struct feat *feats, size_t count, unsigned kind, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (feats[i].kind == kind && strcmp(feats[i].id, id) == 0)
			return true;
	return false;
}

static int32_t number_of(const struct feat *feats, size_t count, unsigned kind)
{
	int32_t number = 0;
	for (size_t i = 0; i < count; i++)
		number += feats[i].kind == kind;
	return number;
}

static bool holds(const struct achievement_need *need, const struct feat *feats, size_t count,
	const int32_t numbers[MEASURE_COUNT])
{
	if (need->id)
		return has(feats, count, need->feat, need->id);
	int32_t number =
		need->feat != 0 ? number_of(feats, count, need->feat) : numbers[need->measure];
	return need->most ? number <= need->number : number >= need->number;
}

bool content_achievement_earned(const struct content *content, size_t nth, const struct feat *feats,
	size_t count, const int32_t numbers[MEASURE_COUNT])
{
	const struct achievement_kind *kind = &content->stories.achievements[nth];
	bool earned = kind->together == (numbers == NULL);
	for (int i = 0; i < kind->need_count && earned; i++)
		earned = holds(&kind->needs[i], feats, count, numbers);
	return earned;
}

/* ---- All things that may be feats ---- */

/* A class of items whose kinds look alike until they are known has flavours. */
static bool has_flavours(const struct content *content, unsigned class)
{
	for (uint16_t i = 0; i < content->counts.flavours; i++)
		if (content->flavours[i].class == class)
			return true;
	return false;
}

/* True if a row of its record belongs to a kind of feats. */
static bool belongs(const struct content *content, enum feat_kind kind, uint16_t row)
{
	switch (kind) {
	case FEAT_BOSS:
		return content->creatures[row].traits & TRAIT_UNIQUE;
	case FEAT_IDENTIFIED:
		return content->items[row].class != ITEM_LETTER &&
		       has_flavours(content, content->items[row].class);
	case FEAT_LETTER:
		return content->items[row].class == ITEM_LETTER;
	case FEAT_ACHIEVEMENT:
	case FEAT_COLLECTION:
		return content->stories.achievements[row].together == (kind == FEAT_COLLECTION);
	default:
		return true;
	}
}

static const char *name_of(const struct content *content, enum record_kind record, uint16_t row)
{
	switch (record) {
	case RECORD_MONSTER:
		return content->creatures[row].name;
	case RECORD_ITEM:
		return content->items[row].name;
	case RECORD_QUEST:
		return content->quests[row].name;
	case RECORD_HANDICAP:
		return content->birth.handicaps[row].name;
	default:
		return content->stories.achievements[row].name;
	}
}

/* Ids that no record has. */
static bool plain_thing(
	const struct content *content, enum feat_kind kind, size_t nth, struct feat_thing *thing)
{
	static const char *const depths[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10",
		"11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24",
		"25", "26"};
	_Static_assert(sizeof depths / sizeof *depths == FEAT_DEPTHS, "each depth has an id");
	const char *id = NULL;
	if (kind == FEAT_DEPTH && nth < content->last_depth)
		id = depths[nth];
	if (kind == FEAT_ENDING && nth < sizeof endings / sizeof *endings)
		id = endings[nth].word;
	if (kind == FEAT_CONDUCT && nth < CONDUCT_COUNT)
		id = conducts[nth].word;
	*thing = (struct feat_thing){.id = id, .name = ""};
	return id != NULL;
}

bool content_feat(
	const struct content *content, enum feat_kind kind, size_t nth, struct feat_thing *thing)
{
	enum record_kind record = record_of(kind);
	if (record == RECORD_KIND_COUNT)
		return plain_thing(content, kind, nth, thing);
	for (size_t row = 0; row < content->private->tables[record].count; row++) {
		if (!belongs(content, kind, (uint16_t)row) || nth-- > 0)
			continue;
		*thing = (struct feat_thing){.id = content_row_id(content, record, row),
			.name = name_of(content, record, (uint16_t)row)};
		return true;
	}
	return false;
}

bool content_has_feat(const struct content *content, unsigned kind, const char *id)
{
	enum record_kind record = record_of(kind);
	struct feat_thing thing;
	if (record != RECORD_KIND_COUNT) {
		uint16_t row = content_find(content, record, id);
		return row != KIND_NONE && belongs(content, (enum feat_kind)kind, row);
	}
	for (size_t nth = 0; plain_thing(content, (enum feat_kind)kind, nth, &thing); nth++)
		if (strcmp(thing.id, id) == 0)
			return true;
	return false;
}

struct feat_count content_feat_count(
	const struct content *content, enum feat_kind kind, const struct feat *feats, size_t count)
{
	struct feat_count counted = {0};
	struct feat_thing thing;
	for (size_t nth = 0; content_feat(content, kind, nth, &thing); nth++) {
		counted.all++;
		counted.known += has(feats, count, kind, thing.id);
	}
	return counted;
}
