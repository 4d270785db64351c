/* Scenarios: removes a tested rule from a content, and lists the rules that must be tested. */
#include "engine/lab/scenario.h"

#include <stdio.h>
#include <string.h>

typedef bool without_function(struct scenario_play *play, struct scenario_words *words);

static struct terrain_kind *next_terrain(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_TERRAIN);
	return kind == KIND_NONE ? NULL : &play->content->terrains[kind];
}

static struct cloud_kind *next_cloud(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_CLOUD);
	return kind == KIND_NONE ? NULL : &play->content->clouds[kind];
}

/* ---- One function for each row ---- */

static bool without_change(struct scenario_play *play, struct scenario_words *words)
{
	struct terrain_kind *kind = next_terrain(play, words);
	int cause = kind != NULL ? words_cause(play, words) : -1, kept = 0;
	if (cause < 0)
		return false;
	int before = kind->change_count;
	for (int i = 0; i < before; i++)
		if (kind->changes[i].cause != cause)
			kind->changes[kept++] = kind->changes[i];
	kind->change_count = (uint8_t)kept;
	return kept < before || scenario_malformed(play, "it has no such change");
}

static bool without_hazard(struct scenario_play *play, struct scenario_words *words)
{
	struct terrain_kind *kind = next_terrain(play, words);
	if (kind == NULL || kind->hazard_count == 0)
		return kind != NULL && scenario_malformed(play, "it is no hazard");
	kind->hazard_count = 0;
	return true;
}

static bool without_spreads(struct scenario_play *play, struct scenario_words *words)
{
	struct terrain_kind *kind = next_terrain(play, words);
	if (kind == NULL || kind->spread_percent == 0)
		return kind != NULL && scenario_malformed(play, "it spreads nothing");
	kind->spread_percent = 0;
	return true;
}

static bool without_shines(struct scenario_play *play, struct scenario_words *words)
{
	struct terrain_kind *kind = next_terrain(play, words);
	if (kind == NULL || kind->light == 0)
		return kind != NULL && scenario_malformed(play, "it has no light");
	kind->light = 0;
	return true;
}

static bool without_sounds(struct scenario_play *play, struct scenario_words *words)
{
	struct terrain_kind *kind = next_terrain(play, words);
	if (kind == NULL || kind->sound == SOUND_COUNT)
		return kind != NULL && scenario_malformed(play, "it has no sound");
	kind->sound = SOUND_COUNT;
	return true;
}

static bool without_breath(struct scenario_play *play, struct scenario_words *words)
{
	struct cloud_kind *kind = next_cloud(play, words);
	if (kind == NULL || kind->breath_count == 0)
		return kind != NULL && scenario_malformed(play, "nobody minds to breathe it");
	kind->breath_count = 0;
	return true;
}

static bool without_blast(struct scenario_play *play, struct scenario_words *words)
{
	struct cloud_kind *kind = next_cloud(play, words);
	if (kind == NULL || !kind->burns)
		return kind != NULL && scenario_malformed(play, "fire does not set it off");
	kind->burns = false;
	return true;
}

static bool without_hides(struct scenario_play *play, struct scenario_words *words)
{
	struct cloud_kind *kind = next_cloud(play, words);
	if (kind == NULL || (!kind->opaque && !kind->dark))
		return kind != NULL && scenario_malformed(play, "it hides nothing");
	kind->opaque = kind->dark = false;
	return true;
}

static bool without_touches(struct scenario_play *play, struct scenario_words *words)
{
	struct cloud_kind *kind = next_cloud(play, words);
	if (kind == NULL || kind->touch_percent == 0)
		return kind != NULL && scenario_malformed(play, "it does nothing to the ground");
	kind->touch_percent = 0;
	return true;
}

static bool without_instinct(struct scenario_play *play, struct scenario_words *words)
{
	int instinct = words_instinct(play, words);
	for (int i = 0; instinct >= 0 && i < play->content->counts.creatures; i++) {
		struct creature_kind *kind = &play->content->creatures[i];
		int count = kind->instinct_count, kept = 0;
		for (int j = 0; j < count; j++)
			if (kind->instincts[j].row != instinct)
				kind->instincts[kept++] = kind->instincts[j];
		kind->instinct_count = (uint8_t)kept;
	}
	return instinct >= 0;
}

static bool without_status(struct scenario_play *play, struct scenario_words *words)
{
	int status = words_status(play, words);
	if (status >= 0)
		play->own->muted.statuses |= UINT32_C(1) << status;
	return status >= 0;
}

static bool without_trait(struct scenario_play *play, struct scenario_words *words)
{
	int trait = words_trait(play, words);
	for (int i = 0; trait >= 0 && i < play->content->counts.creatures; i++)
		play->content->creatures[i].traits &= ~(UINT32_C(1) << trait);
	return trait >= 0;
}

static bool without_lantern(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_CREATURE);
	if (kind == KIND_NONE || play->content->creatures[kind].light == 0)
		return kind != KIND_NONE && scenario_malformed(play, "it carries no light");
	play->content->creatures[kind].light = 0;
	return true;
}

static bool without_effect(struct scenario_play *play, struct scenario_words *words)
{
	int effect = words_effect(play, words);
	if (effect >= 0)
		play->own->muted.effects[effect] = true;
	return effect >= 0;
}

static bool without_element(struct scenario_play *play, struct scenario_words *words)
{
	int element = words_element(play, words);
	if (element > 0)
		play->own->muted.elements |= (uint8_t)(1 << element);
	return element > 0;
}

static bool without_aim(struct scenario_play *play, struct scenario_words *words)
{
	int aim = words_aim(play, words);
	if (aim >= 0)
		play->own->muted.aims |= (uint8_t)(1 << aim);
	return aim >= 0;
}

static bool without_spell(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_SPELL);
	if (kind != KIND_NONE)
		play->content->spells[kind].effect_count = 0;
	return kind != KIND_NONE;
}

static bool without_talent(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_TALENT);
	if (kind == KIND_NONE)
		return false;
	play->content->talents[kind].bonus_set = (struct bonuses){0};
	play->content->talents[kind].teaches = KIND_NONE;
	return true;
}

/* Removes a bonus from all items, affixes and talents. */
typedef void take_bonuses(struct bonuses *bonus_set, int what);

static void take_from_all(struct content *content, take_bonuses *take, int what)
{
	for (int i = 0; i < content->counts.items; i++)
		take(&content->items[i].bonus_set, what);
	for (int i = 0; i < content->counts.affixes; i++)
		take(&content->affixes[i].bonus_set, what);
	for (int i = 0; i < content->counts.talents; i++)
		take(&content->talents[i].bonus_set, what);
}

static void take_bonus(struct bonuses *bonus_set, int bonus)
{
	int kept = 0;
	for (int i = 0; i < bonus_set->bonus_count; i++)
		if (bonus_set->bonuses[i].bonus != bonus)
			bonus_set->bonuses[kept++] = bonus_set->bonuses[i];
	bonus_set->bonus_count = (uint8_t)kept;
}

static void take_moment(struct bonuses *bonus_set, int moment)
{
	int kept = 0;
	for (int i = 0; i < bonus_set->occasion_count; i++)
		if (bonus_set->occasions[i].moment != moment)
			bonus_set->occasions[kept++] = bonus_set->occasions[i];
	bonus_set->occasion_count = (uint8_t)kept;
}

static bool without_bonus(struct scenario_play *play, struct scenario_words *words)
{
	int bonus = words_bonus(play, words);
	if (bonus >= 0)
		take_from_all(play->own, take_bonus, bonus);
	return bonus >= 0;
}

static bool without_moment(struct scenario_play *play, struct scenario_words *words)
{
	int moment = words_moment(play, words);
	if (moment >= 0)
		take_from_all(play->own, take_moment, moment);
	return moment >= 0;
}

/* The item is still there, but has no effect. */
static bool without_item(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t index = words_kind(play, words, IDS_ITEM);
	if (index == KIND_NONE)
		return false;
	struct item_kind *kind = &play->content->items[index];
	kind->weapon.damage = kind->weapon.thrown = kind->shot.fired = (struct dice){0, 0, 1};
	kind->use.charges = (struct dice){0};
	kind->gear.guard = kind->gear.accuracy = kind->food = kind->gear.noise = 0;
	kind->light = kind->use.effect_count = kind->book.count = 0;
	kind->shot.launches = kind->shot.ammunition = kind->shot.flight = KIND_NONE;
	kind->tool.digs = kind->tool.opens = kind->tool.crosses = kind->bursts = false;
	kind->tool.works = TRIGGER_COUNT;
	kind->text = "";
	for (int i = 0; i < play->content->counts.retellings; i++)
		if (play->content->stories.retellings[i].letter == index)
			play->content->stories.retellings[i].text = "";
	kind->bonus_set = (struct bonuses){0};
	return true;
}

static bool without_affix(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_AFFIX);
	if (kind != KIND_NONE)
		play->content->affixes[kind].bonus_set = (struct bonuses){0};
	return kind != KIND_NONE;
}

static bool without_waker(struct scenario_play *play, struct scenario_words *words)
{
	int waker = words_waker(play, words);
	if (waker >= 0)
		play->own->muted.wakers |= (uint8_t)(1 << waker);
	return waker >= 0;
}

static bool without_conduct(struct scenario_play *play, struct scenario_words *words)
{
	int conduct = words_conduct(play, words);
	if (conduct >= 0)
		play->own->muted.conducts |= (uint16_t)(1 << conduct);
	return conduct >= 0;
}

static bool without_handicap(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_handicap(play, words);
	if (kind == KIND_NONE)
		return false;
	struct handicap_kind *row = &play->own->birth.handicaps[kind];
	row->rules = 0;
	row->feeds = 100;
	row->walks = KIND_NONE;
	return true;
}

static bool without_verb(struct scenario_play *play, struct scenario_words *words)
{
	int verb = words_verb(play, words);
	if (verb >= 0)
		play->own->muted.verbs |= UINT32_C(1) << verb;
	return verb >= 0;
}

static bool without_impact(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_FLIGHT);
	if (kind != KIND_NONE)
		play->content->flights[kind].effect_count = 0;
	return kind != KIND_NONE;
}

static bool without_speed(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_FLIGHT);
	if (kind != KIND_NONE)
		play->content->flights[kind].speed = TICKS_A_TURN;
	return kind != KIND_NONE;
}

static bool without_bounces(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t kind = words_kind(play, words, IDS_FLIGHT);
	if (kind != KIND_NONE)
		play->content->flights[kind].bounces = 0;
	return kind != KIND_NONE;
}

/* Removes all changes that have this need. */
static bool without_need(struct scenario_play *play, struct scenario_words *words)
{
	int need = words_need(play, words);
	if (need <= NEED_NOTHING)
		return need >= 0 && scenario_malformed(play, "nothing is needed");
	for (int i = 0; i < play->content->counts.terrains; i++) {
		struct terrain_kind *kind = &play->content->terrains[i];
		int count = kind->change_count, kept = 0;
		for (int j = 0; j < count; j++)
			if (kind->changes[j].need != need)
				kind->changes[kept++] = kind->changes[j];
		kind->change_count = (uint8_t)kept;
	}
	return true;
}

static bool without_quest(struct scenario_play *play, struct scenario_words *words)
{
	uint16_t quest = words_kind(play, words, IDS_QUEST);
	if (quest != KIND_NONE)
		play->content->quests[quest].wants = QUEST_WANTS_COUNT;
	return quest != KIND_NONE;
}

static bool without_flag(struct scenario_play *play, struct scenario_words *words)
{
	struct terrain_kind *kind = next_terrain(play, words);
	int flag = kind != NULL ? words_flag(play, words) : -1;
	if (flag >= 0)
		kind->flags ^= UINT32_C(1) << flag;
	return flag >= 0;
}

static const struct {
	const char *word;
	without_function *function;
} withouts[] = {
#define ROW(id, function, arguments, help) {#function, without_##function},
	SCENARIO_WITHOUTS(ROW)
#undef ROW
};
#define WITHOUT_COUNT (sizeof withouts / sizeof *withouts)

bool scenario_take_away(struct scenario_play *play, const struct scenario_line *tests)
{
	struct scenario_words words = {tests->words, tests->count};
	const char *word = words_next(play, &words, "the tested rule");
	for (size_t i = 0; word != NULL && i < WITHOUT_COUNT; i++)
		if (strcmp(withouts[i].word, word) == 0)
			return withouts[i].function(play, &words) && words_end(play, &words);
	return word != NULL &&
	       scenario_malformed(play, "nothing such as \"%.40s\" can be tested", word);
}

/* ---- Coverage ---- */

struct coverage {
	const struct scenario_book *book;
	scenario_duty *report;
	void *context;
};

static bool line_tests(
	const struct scenario_line *line, const char *row, const char *what, const char *how)
{
	return line->row == SCENARIO_TESTS && line->count >= 2 &&
	       strcmp(line->words[0], row) == 0 && strcmp(line->words[1], what) == 0 &&
	       (*how == '\0' || (line->count >= 3 && strcmp(line->words[2], how) == 0));
}

static void must(
	const struct coverage *coverage, const char *row, const char *what, const char *how)
{
	char text[120];
	bool tested = false;
	for (size_t i = 0; i < coverage->book->scenario_count && !tested; i++) {
		const struct scenario *scenario = &coverage->book->scenarios[i];
		for (size_t j = 0; j < scenario->line_count && !tested; j++)
			tested = line_tests(&scenario->lines[j], row, what, how);
	}
	snprintf(text, sizeof text, "%s %s%s%s", row, what, *how != '\0' ? " " : "", how);
	coverage->report(coverage->context, text, tested);
}

/* Several changes of a terrain by one cause are tested together. */
static void cover_terrain(const struct coverage *coverage, const struct terrain_kind *kind)
{
	static const char *const causes[] = {
#define ROW(id, word, help) word,
		ENGINE_CAUSES(ROW)
#undef ROW
	};
	for (int cause = 0; cause < TRIGGER_COUNT; cause++)
		if (content_transition(kind, (enum trigger)cause) != NULL)
			must(coverage, "change", kind->id, causes[cause]);
	if (kind->hazard_count > 0)
		must(coverage, "hazard", kind->id, "");
	if (kind->spread_percent > 0)
		must(coverage, "spreads", kind->id, "");
	if (kind->light > 0)
		must(coverage, "shines", kind->id, "");
	if (kind->sound != SOUND_COUNT)
		must(coverage, "sounds", kind->id, "");
}

static void cover_cloud(const struct coverage *coverage, const struct cloud_kind *kind)
{
	if (kind->breath_count > 0)
		must(coverage, "breath", kind->id, "");
	if (kind->burns)
		must(coverage, "blast", kind->id, "");
	if (kind->touch_percent > 0)
		must(coverage, "touches", kind->id, "");
	if (kind->opaque || kind->dark)
		must(coverage, "hides", kind->id, "");
}

/* True if the kind is found by chance or is an heirloom.  Items of vaults and quests are tested
 * there. */
static bool is_tried(const struct item_kind *kind)
{
	return kind->class != ITEM_GOLD && kind->class != ITEM_RECEIVER &&
	       (kind->weight > 0 || kind->heirloom);
}

static bool is_needed(const struct content *content, enum need need)
{
	for (int i = 0; i < content->counts.terrains; i++)
		for (int j = 0; j < content->terrains[i].change_count; j++)
			if (content->terrains[i].changes[j].need == need)
				return true;
	return false;
}

static void cover_items(const struct coverage *coverage, const struct content *content)
{
	static const char *const bonuses[] = {
#define ROW(id, word, help) word,
		ENGINE_BONUSES(ROW)
#undef ROW
	};
	static const char *const needs[NEED_COUNT] = {
#define ROW(id, function, word, number, help) [NEED_##id] = word,
		ENGINE_NEEDS(ROW)
#undef ROW
	};
	static const char *const moments[] = {
#define ROW(id, word, help) word,
		ENGINE_MOMENTS(ROW)
#undef ROW
	};
	static const char *const wakers[] = {
#define ROW(id, word, trace) word,
		ENGINE_WAKERS(ROW)
#undef ROW
	};
	for (int i = 0; i < content->counts.items; i++)
		if (is_tried(&content->items[i]))
			must(coverage, "item", content->items[i].id, "");
	for (int i = 0; i < content->counts.affixes; i++)
		must(coverage, "affix", content->affixes[i].id, "");
	for (int i = 0; i < BONUS_COUNT; i++)
		must(coverage, "bonus", bonuses[i], "");
	for (int i = 0; i < MOMENT_COUNT; i++)
		must(coverage, "moment", moments[i], "");
	for (int i = 0; i < content->counts.quests; i++)
		must(coverage, "quest", content->quests[i].id, "");
	for (int i = NEED_NOTHING + 1; i < NEED_COUNT; i++)
		if (is_needed(content, (enum need)i))
			must(coverage, "need", needs[i], "");
	for (int i = 0; i < WAKER_COUNT; i++)
		must(coverage, "waker", wakers[i], "");
	must(coverage, "verb", verb_row(VERB_USE)->word, "");
	must(coverage, "verb", verb_row(VERB_ZAP)->word, "");
	must(coverage, "verb", verb_row(VERB_CAST)->word, "");
	must(coverage, "verb", verb_row(VERB_CHOOSE)->word, "");
}

/* ---- Rows of tables, by their words ---- */

static const char *const instinct_rows[] = {
#define ROW(id, function, word, ...) word,
	ENGINE_INSTINCTS(ROW)
#undef ROW
};
static const char *const status_rows[] = {
#define ROW(id, name, word, ...) word,
	ENGINE_STATUSES(ROW)
#undef ROW
};
static const char *const effect_names[] = {
#define ROW(id, function, word, ...) word,
	ENGINE_EFFECTS(ROW)
#undef ROW
};
static const char *const element_rows[] = {
#define ROW(id, word, ...) word,
	ENGINE_ELEMENTS(ROW)
#undef ROW
};
static const char *const aim_rows[] = {
#define ROW(id, word, ...) word,
	CONTENT_AIMS(ROW)
#undef ROW
};
static const char *const conduct_rows[] = {
#define ROW(id, word, verbs) word,
	ENGINE_CONDUCTS(ROW)
#undef ROW
};
static const char *const trait_rows[] = {
#define ROW(id, word, ...) [TRAIT_##id##_BIT] = word,
	ENGINE_TRAITS(ROW)
#undef ROW
};

#define COVER(coverage, word, rows) must_all(coverage, word, rows, sizeof(rows) / sizeof *(rows))

static void must_all(
	const struct coverage *coverage, const char *row, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		must(coverage, row, words[i], "");
}

/* Covers all traits except those that only level generation uses. */
static void cover_traits(const struct coverage *coverage)
{
	const uint32_t elsewhere = TRAIT_ASLEEP | TRAIT_JOINS;
	for (int i = 0; i < TRAIT_COUNT; i++)
		if (!(elsewhere >> i & 1))
			must(coverage, "trait", trait_rows[i], "");
}

void scenario_coverage(const struct scenario_book *book, const struct content *content,
	scenario_duty *report, void *context)
{
	const struct coverage coverage = {book, report, context};
	for (int i = 0; i < content->counts.terrains; i++)
		cover_terrain(&coverage, &content->terrains[i]);
	for (int i = 0; i < content->counts.clouds; i++)
		cover_cloud(&coverage, &content->clouds[i]);
	COVER(&coverage, "instinct", instinct_rows);
	COVER(&coverage, "status", status_rows);
	COVER(&coverage, "effect", effect_names);
	COVER(&coverage, "element", element_rows);
	COVER(&coverage, "aim", aim_rows);
	COVER(&coverage, "conduct", conduct_rows);
	cover_traits(&coverage);
	cover_items(&coverage, content);
	for (int i = 0; i < content->counts.spells; i++)
		must(&coverage, "spell", content->spells[i].id, "");
	for (int i = 0; i < content->counts.talents; i++)
		must(&coverage, "talent", content->talents[i].id, "");
	for (int i = 0; i < content->counts.handicaps; i++)
		must(&coverage, "handicap", content->birth.handicaps[i].id, "");
}
