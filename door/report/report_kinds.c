/* The report: creatures and things by kind, places, quests and talents. */
#include "engine/lab/lab.h"
#include "door/record/ablation.h"
#include "door/report/report_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What all games tell of one kind. */
struct kind_sum {
	const char *id;                       /* of the content or of a game */
	size_t met, carried, killed, decided; /* games */
	double beaten, used, worn, asked, changed[INFLUENCE_COUNT];
	size_t used_in; /* games */
};

struct kinds {
	struct kind_sum *list;
	size_t count;
};

static struct kind_sum *kind_of(struct kinds *kinds, const char *id)
{
	for (size_t i = 0; i < kinds->count; i++)
		if (strcmp(kinds->list[i].id, id) == 0)
			return &kinds->list[i];
	kinds->list = realloc(kinds->list, (kinds->count + 1) * sizeof *kinds->list);
	assert(kinds->list);
	kinds->list[kinds->count] = (struct kind_sum){.id = id};
	return &kinds->list[kinds->count++];
}

static bool truth(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

static void add(struct kind_sum *kind, const json_t *told)
{
	const json_t *changed = json_object_get(told, "changed");
	bool decided = report_number(told, "used") > 0;
	kind->met += truth(told, "met") || truth(told, "seen");
	kind->carried += truth(told, "carried");
	kind->killed += truth(told, "killer");
	kind->beaten += report_number(told, "beaten");
	kind->used += report_number(told, "used");
	kind->used_in += report_number(told, "used") > 0;
	kind->worn += report_number(told, "worn");
	kind->asked += report_number(told, "asked");
	for (int deed = 0; deed < INFLUENCE_COUNT; deed++) {
		double times = report_number(changed, influence_word((enum influence_deed)deed));
		kind->changed[deed] += times;
		decided = decided || times > 0;
	}
	kind->decided += decided;
}

static int by_met(const void *one, const void *other)
{
	const struct kind_sum *a = one, *b = other;
	if (a->killed != b->killed)
		return a->killed < b->killed ? 1 : -1;
	return a->met != b->met ? (a->met < b->met ? 1 : -1) : strcmp(a->id, b->id);
}

/* All kinds of the content, and what games tell of them. */
static struct kinds gather(const json_t *games, const char *key,
	const char *(*id_of)(const struct content *content, size_t nth),
	const struct content *content)
{
	struct kinds kinds = {0};
	const char *id;
	size_t i;
	json_t *game, *told;
	for (size_t nth = 0; content && (id = id_of(content, nth)); nth++)
		kind_of(&kinds, id);
	json_array_foreach(games, i, game) json_object_foreach(json_object_get(game, key), id, told)
		add(kind_of(&kinds, id), told);
	if (kinds.count > 0)
		qsort(kinds.list, kinds.count, sizeof *kinds.list, by_met);
	return kinds;
}

static double percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

static double changed_all(const struct kind_sum *kind)
{
	double sum = 0;
	for (int deed = 0; deed < INFLUENCE_COUNT; deed++)
		sum += kind->changed[deed];
	return sum;
}

/* Those that something is said of, in one sentence, if there are any. */
static void note_kinds(struct sheet *sheet, const struct kinds *kinds, const char *what,
	bool (*is)(const struct kind_sum *kind))
{
	char *names = NULL;
	size_t size, count = 0;
	FILE *file = open_memstream(&names, &size);
	assert(file);
	for (size_t i = 0; i < kinds->count; i++)
		if (is(&kinds->list[i]))
			fprintf(file, "%s%s", count++ > 0 ? ", " : "", kinds->list[i].id);
	fclose(file);
	if (count > 0)
		sheet_note(sheet, "%s (%zu): %s.", what, count, names);
	free(names);
}

static bool is_unmet(const struct kind_sum *kind)
{
	return kind->met == 0;
}

static bool is_undecided(const struct kind_sum *kind)
{
	return kind->met > 0 && kind->decided == 0;
}

static bool is_unused(const struct kind_sum *kind)
{
	return kind->carried > 0 && kind->used_in == 0;
}

/* ---- Creatures ---- */

void report_creatures(struct sheet *sheet, const json_t *games, const struct content *content)
{
	struct kinds kinds = gather(games, "creatures", lab_creature_kind, content);
	sheet_table(sheet, "Creatures",
		"kind\tmet in\tbeaten\tkilled him\tof meetings\tdecisions\tfight\tuse\tflee\t"
		"route\tstay\tof asked");
	for (size_t i = 0; i < kinds.count; i++) {
		const struct kind_sum *kind = &kinds.list[i];
		if (kind->met == 0 && kind->killed == 0)
			continue;
		sheet_row(sheet, SHEET_NO_BAR,
			"%s\t%zu\t%.0f\t%zu\t%.1f %%\t%zu\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f %%",
			kind->id, kind->met, kind->beaten, kind->killed,
			percent((double)kind->killed, (double)kind->met), kind->decided,
			kind->changed[INFLUENCE_FIGHT], kind->changed[INFLUENCE_USE],
			kind->changed[INFLUENCE_FLEE], kind->changed[INFLUENCE_ROUTE],
			kind->changed[INFLUENCE_STAY], percent(changed_all(kind), kind->asked));
	}
	sheet_note(sheet,
		"Met in so many games. Decisions: games in which it changed one; then how "
		"many it changed, by what was decided, of those that the bot was asked "
		"about (one in %d).",
		INFLUENCE_EVERY);
	note_kinds(sheet, &kinds, "Never met", is_unmet);
	note_kinds(sheet, &kinds, "Met, and changed no decision", is_undecided);
	free(kinds.list);
}

/* ---- Things ---- */

void report_items(struct sheet *sheet, const json_t *games, const struct content *content)
{
	struct kinds kinds = gather(games, "items", lab_item_kind, content);
	sheet_table(sheet, "Things",
		"kind\tseen in\tcarried in\tused in\tuses\tturns in use\tdecisions\tfight\tuse\t"
		"flee\troute\tstay\tof asked");
	for (size_t i = 0; i < kinds.count; i++) {
		const struct kind_sum *kind = &kinds.list[i];
		if (kind->met == 0)
			continue;
		sheet_row(sheet, SHEET_NO_BAR,
			"%s\t%zu\t%zu\t%zu\t%.0f\t%.0f\t%zu\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f %%",
			kind->id, kind->met, kind->carried, kind->used_in, kind->used, kind->worn,
			kind->decided, kind->changed[INFLUENCE_FIGHT], kind->changed[INFLUENCE_USE],
			kind->changed[INFLUENCE_FLEE], kind->changed[INFLUENCE_ROUTE],
			kind->changed[INFLUENCE_STAY], percent(changed_all(kind), kind->asked));
	}
	sheet_note(sheet, "A use is a command that names it, dropping it aside, and counts as a "
			  "decision that it changed.");
	note_kinds(sheet, &kinds, "Never seen", is_unmet);
	note_kinds(sheet, &kinds, "Carried, and never used", is_unused);
	note_kinds(sheet, &kinds, "Seen, and changed no decision", is_undecided);
	free(kinds.list);
}

/* ---- Names ---- */

static void note_unvisited(
	struct sheet *sheet, const struct counts *visited, const struct content *content)
{
	char *names = NULL;
	size_t size, count = 0;
	FILE *file = open_memstream(&names, &size);
	assert(file);
	for (size_t i = 0; lab_level_kind(content, i); i++)
		if (counts_of(visited, lab_level_kind(content, i)) == 0)
			fprintf(file, "%s%s", count++ > 0 ? ", " : "", lab_level_kind(content, i));
	fclose(file);
	if (count > 0)
		sheet_note(sheet, "Nobody came to (%zu): %s.", count, names);
	free(names);
}

static void places(struct sheet *sheet, const json_t *games, const struct content *content)
{
	struct counts counts = {0};
	size_t i, all = json_array_size(games);
	const char *name;
	json_t *game, *turns;
	json_array_foreach(games, i, game) json_object_foreach(
		json_object_get(game, "places"), name, turns) counts_add(&counts, name);
	counts_sort(&counts);
	if (counts.size > 0)
		sheet_table(
			sheet, "Kinds of level that they came to", "kind\tgames\tshare\tinterval");
	for (i = 0; i < counts.size; i++)
		report_share_row(sheet, counts.list[i].text, counts.list[i].count, all);
	if (counts.size > 0 && content)
		note_unvisited(sheet, &counts, content);
	counts_free(&counts);
}

/* What became of one quest. */
static size_t quests_in(const json_t *games, const char *name, const char *state)
{
	size_t count = 0, i, j;
	json_t *game, *quest;
	json_array_foreach(games, i, game) json_array_foreach(json_object_get(game, "quests"), j,
		quest) count += strcmp(report_text(quest, "name"), name) == 0 &&
				strcmp(report_text(quest, "state"), state) == 0;
	return count;
}

static void quests(struct sheet *sheet, const json_t *games)
{
	struct counts counts = {0};
	size_t i, j;
	json_t *game, *quest;
	json_array_foreach(games, i, game) json_array_foreach(json_object_get(game, "quests"), j,
		quest) counts_add(&counts, report_text(quest, "name"));
	counts_sort(&counts);
	if (counts.size > 0)
		sheet_table(sheet, "Quests", "quest\toffered\tdone\tfailed");
	for (i = 0; i < counts.size; i++)
		sheet_row(sheet, SHEET_NO_BAR, "%s\t%zu\t%zu\t%zu", counts.list[i].text,
			counts.list[i].count, quests_in(games, counts.list[i].text, "done"),
			quests_in(games, counts.list[i].text, "failed"));
	counts_free(&counts);
}

static bool chose(const json_t *game, const char *name)
{
	size_t i;
	json_t *choice;
	json_array_foreach(json_object_get(game, "choices"), i,
		choice) if (strcmp(json_string_value(choice), name) == 0) return true;
	return false;
}

/* How those fared who chose it. */
static void choice_row(struct sheet *sheet, const json_t *games, const char *name, size_t count)
{
	struct samples deepest = {0}, turns = {0};
	size_t won = 0, i;
	json_t *game;
	json_array_foreach(games, i, game)
	{
		if (!chose(game, name))
			continue;
		won += report_is(game, "won");
		samples_add(&deepest, report_number(game, "deepest"));
		samples_add(&turns, report_number(game, "turns"));
	}
	sheet_row(sheet, SHEET_NO_BAR, "%s\t%zu\t%.1f %%\t%.1f\t%.0f", name, count,
		percent((double)won, (double)deepest.count), samples_mean(&deepest),
		samples_quantile(&turns, 0.5));
	samples_free(&deepest);
	samples_free(&turns);
}

static void choices(struct sheet *sheet, const json_t *games)
{
	struct counts counts = {0};
	size_t i, j;
	json_t *game, *choice;
	json_array_foreach(games, i, game) json_array_foreach(json_object_get(game, "choices"), j,
		choice) counts_add(&counts, json_string_value(choice));
	counts_sort(&counts);
	if (counts.size > 0)
		sheet_table(sheet, "Heirlooms and talents that they chose",
			"name\tchosen\twon\tdeepest, mean\tturns, median");
	for (i = 0; i < counts.size; i++)
		choice_row(sheet, games, counts.list[i].text, counts.list[i].count);
	counts_free(&counts);
}

void report_names(struct sheet *sheet, const json_t *games, const struct content *content)
{
	places(sheet, games, content);
	quests(sheet, games);
	choices(sheet, games);
}
