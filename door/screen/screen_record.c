/*
 * The player's record, as three pages that Tab turns: the totals and the best runs, which Enter
 * opens; the ledger of all runs; and the achievements.
 */
#include "door/screen/screens.h"

#include "door/text/board_words.h"
#include "door/text/feat_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEST_RUNS 10
#define LATEST_RUNS 60 /* from which the depths, killers and avenged players are taken */
#define DEPTHS_SHOWN 24
#define TOP 3

enum page { PAGE_RUNS, PAGE_LEDGER, PAGE_ACHIEVEMENTS, PAGE_COUNT };
static const char *const titles[PAGE_COUNT] = {"Runs", "Ledger", "Achievements"};

struct record {
	enum keeper_verdict verdict;
	struct store_record sums;
	struct keeper_ledger ledger;
	uint32_t streak;
	size_t best_count, latest_count;
	unsigned ranks[LATEST_RUNS];
	struct store_score best[BEST_RUNS], latest[LATEST_RUNS];
	int skip, rows, height; /* of the text of the last painting */
};

static struct record *record_of(const struct session *session)
{
	return session->state;
}

/* The position of a session that moves: the page, and the chosen run. */
static enum page page_of(struct session *session)
{
	return (enum page)(*session_position(session) % PAGE_COUNT);
}

static size_t chosen_of(struct session *session)
{
	size_t chosen = (size_t)(*session_position(session) / PAGE_COUNT);
	return chosen < record_of(session)->best_count ? chosen : 0;
}

static void place(struct session *session, enum page page, size_t chosen)
{
	*session_position(session) = chosen * PAGE_COUNT + page;
}

/* ---- Fetching ---- */

/* Fetches all parts of a record; returns the first answer that refuses one. */
static enum keeper_verdict fetch(struct session *session, struct record *record)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = BEST_RUNS};
	snprintf(query.name, sizeof query.name, "%s", session->account.name);
	enum keeper_verdict verdict = keeper_record(session->line, &record->sums);
	if (verdict == KEEPER_OK)
		verdict = keeper_scores(session->line, &query, record->best, record->ranks,
			BEST_RUNS, &record->best_count);
	query.order = STORE_LATEST;
	query.count = LATEST_RUNS;
	if (verdict == KEEPER_OK)
		verdict = keeper_scores(session->line, &query, record->latest, record->ranks,
			LATEST_RUNS, &record->latest_count);
	if (verdict == KEEPER_OK)
		verdict = keeper_ledger(session->line, &record->ledger);
	return verdict;
}

static void record_enter(struct session *session)
{
	struct record *record = calloc(1, sizeof *record);
	struct keeper_day day;
	session->state = record;
	if (!record) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	record->verdict = fetch(session, record);
	if (record->verdict == KEEPER_OK && keeper_day_show(session->line, "", &day) == KEEPER_OK)
		record->streak = day.streak;
}

/* ---- Keys ---- */

/* The sentence in place of a record, or NULL. */
static const char *no_record(struct session *session, char *text, size_t size)
{
	const struct record *record = record_of(session);
	if (session->account.guest)
		return "Guests have no record. Register a name to keep one.";
	if (record->verdict != KEEPER_OK)
		return session_verdict(session, record->verdict);
	snprintf(text, size,
		"No ranked %s of yours has ended yet. Those of a day or a week are on boards of "
		"their own.",
		ui_word(session->content, "label-run", "run"));
	return record->sums.runs ? NULL : text;
}

static void record_open(struct session *session, size_t row)
{
	const struct record *record = record_of(session);
	if (row < record->best_count)
		session_open(session, SCREEN_score,
			&(union screen_arguments){.score.score = record->best[row]});
}

static void record_move(struct session *session, int way)
{
	struct record *record = record_of(session);
	size_t chosen = chosen_of(session);
	if (page_of(session) != PAGE_RUNS) {
		int last = record->rows - record->height;
		record->skip += way;
		record->skip = record->skip > last ? last : record->skip;
		record->skip = record->skip < 0 ? 0 : record->skip;
	} else if (way > 0 ? chosen + 1 < record->best_count : chosen > 0)
		place(session, PAGE_RUNS, way > 0 ? chosen + 1 : chosen - 1);
}

static void record_key(struct session *session, int key)
{
	struct record *record = record_of(session);
	int page = record->height > 1 ? record->height - 1 : 1;
	char none[120];
	/* Without a record, any of the keys that close a page closes this one. */
	if (no_record(session, none, sizeof none))
		key = key == ' ' || key == '\r' || key == 'q' ? VT_KEY_ESCAPE
		      : key == VT_KEY_ESCAPE                  ? key
							      : 0;
	switch (key) {
	case '\t':
	case VT_KEY_RIGHT:
	case 'l':
		place(session, (enum page)((page_of(session) + 1) % PAGE_COUNT), 0);
		record->skip = 0;
		break;
	case VT_KEY_DOWN:
	case 'j':
		record_move(session, 1);
		break;
	case VT_KEY_UP:
	case 'k':
		record_move(session, -1);
		break;
	case ' ':
		if (page_of(session) == PAGE_RUNS)
			session_go(session, SCREEN_lobby, NULL);
		else
			record_move(session, page);
		break;
	case VT_KEY_PAGE_DOWN:
		record_move(session, page_of(session) == PAGE_RUNS ? 1 : page);
		break;
	case '-':
	case VT_KEY_PAGE_UP:
		record_move(session, page_of(session) == PAGE_RUNS ? -1 : -page);
		break;
	case '\r':
		if (page_of(session) == PAGE_RUNS)
			record_open(session, chosen_of(session));
		break;
	case VT_KEY_ESCAPE:
	case 'q':
		session_go(session, SCREEN_lobby, NULL);
		break;
	}
}

/* ---- The page of runs ---- */

/* The name of a thing of the content; its id if the content has it no longer. */
static const char *name_of(const struct content *content, enum feat_kind kind, const char *id)
{
	struct feat_thing thing;
	for (size_t nth = 0; content_feat(content, kind, nth, &thing); nth++)
		if (strcmp(thing.id, id) == 0)
			return thing.name;
	return id;
}

static bool is_killed(const struct store_score *run)
{
	return run->died && run->killer[0] != '\0';
}

/* Finds the killer of most of the latest runs. Returns how many it killed; 0: there is none. */
static unsigned favourite_killer(const struct record *record, const char **killer)
{
	unsigned most = 0;
	for (size_t i = 0; i < record->latest_count; i++) {
		unsigned killed = 0;
		for (size_t k = 0; is_killed(&record->latest[i]) && k < record->latest_count; k++)
			killed += is_killed(&record->latest[k]) &&
				  strcmp(record->latest[k].killer, record->latest[i].killer) == 0;
		if (killed > most) {
			most = killed;
			*killer = record->latest[i].killer;
		}
	}
	return most;
}

static void add_killer(
	struct ui_text *text, const struct session *session, const struct record *record)
{
	const char *killer = "";
	unsigned killed = favourite_killer(record, &killer);
	unsigned avenged = 0, repaid = 0;
	size_t before = text->size;
	if (killed)
		ui_add(text, "Favourite killer: %s, %u of the last %u. ",
			name_of(session->content, FEAT_KILLED_BY, killer), killed,
			(unsigned)record->latest_count);
	for (size_t i = 0; i < record->latest_count; i++) {
		const struct store_score *run = &record->latest[i];
		repaid += run->avenged_by[0] != '\0';
		avenged += board_names_count(run->avenged);
	}
	if (avenged || repaid)
		ui_add(text, "Avenged %u, was avenged by %u. ", avenged, repaid);
	if (record->streak > 0)
		ui_add(text, "%u %s in a row.", (unsigned)record->streak,
			record->streak == 1 ? "day" : "days");
	if (text->size > before)
		ui_add(text, "\n");
}

/* The totals in sentences, and the depths of the latest runs. */
static char *sums_text(const struct session *session, const struct record *record)
{
	const struct store_record *sums = &record->sums;
	struct ui_text text = {0};
	char first[16], won[16];
	size_t shown = record->latest_count < DEPTHS_SHOWN ? record->latest_count : DEPTHS_SHOWN;
	ui_day(first, sizeof first, sums->first);
	snprintf(won, sizeof won, "%u", sums->wins);
	ui_add(&text, "%u %s since %s, %s won. ", sums->runs,
		sums->runs == 1 ? ui_word(session->content, "label-run", "run")
				: ui_word(session->content, "label-runs", "runs"),
		first, sums->wins ? won : "none");
	ui_add(&text, "Best score %d, deepest %d, %u turns in all.\n", sums->best_score,
		sums->deepest, sums->turns);
	add_killer(&text, session, record);
	ui_add(&text, "Depths of late:");
	for (size_t i = shown; i > 0; i--)
		ui_add(&text, " %d", record->latest[i - 1].deepest);
	ui_add(&text, "\n");
	return text.text;
}

static void paint_run(struct vt_frame *frame, int y, const struct store_score *run)
{
	char day[16], cause[STORE_CAUSE_MAX], whole[STORE_CAUSE_MAX];
	ui_day(day, sizeof day, run->ended);
	vt_text(frame, 2, y, day, VT_DIM, 0, NULL);
	vt_textf(frame, 13, y, VT_GOLD, 0, "%6d", run->score);
	vt_textf(frame, 22, y, VT_TEXT, 0, "%2d", run->deepest);
	board_cause_short(run->cause, whole, sizeof whole);
	board_cause_fit(whole, frame->width - 28, cause, sizeof cause);
	vt_text(frame, 27, y, cause, VT_TEXT, 0, NULL);
}

/* The list scrolls where the window is too low for all runs. */
static void paint_runs(struct session *session, struct vt_frame *frame)
{
	const struct record *record = record_of(session);
	char *text = sums_text(session, record);
	struct vt_area area = {2, TOP, frame->width - 3, frame->height - TOP - 2};
	int y = TOP + ui_wrapped(frame, area, 0, text ? text : "", VT_TEXT) + 1;
	size_t rows = frame->height - 2 > y ? (size_t)(frame->height - 2 - y) : 1;
	size_t chosen = chosen_of(session), first = chosen < rows ? 0 : chosen - rows + 1;
	free(text);
	if (!record->best_count)
		return;
	vt_text(frame, 2, y++, "day         score  deep  end", VT_DIM, 0, NULL);
	for (size_t i = 0; i < rows && first + i < record->best_count; i++)
		paint_run(frame, y + (int)i, &record->best[first + i]);
	ui_chosen(frame, 0, y + (int)(chosen - first), frame->width);
}

/* ---- The ledger and the achievements ---- */

static char *ledger_text(const struct session *session, const struct record *record)
{
	struct ui_text text = {0};
	for (size_t i = 0; i < feat_row_count; i++) {
		struct feat_count counted = content_feat_count(session->content, feat_rows[i].kind,
			record->ledger.feats, record->ledger.count);
		if (counted.all)
			ui_add(&text, "%s: " UI_BRIGHT "%u" UI_END " of %u\n", feat_rows[i].label,
				counted.known, counted.all);
	}
	ui_add(&text, "\nThe ledger counts all ranked runs whose replay was verified, and changes "
		      "no rule.\n");
	return text.text;
}

static char *achievements_text(const struct session *session, const struct record *record)
{
	const struct keeper_ledger *ledger = &record->ledger;
	size_t all = content_achievement_count(session->content);
	struct ui_text text = {0};
	unsigned earned = 0;
	for (size_t i = 0; i < ledger->count; i++) {
		struct achievement one;
		if (!feat_achievement(session->content, &ledger->feats[i], &one))
			continue;
		earned++;
		ui_add(&text, UI_BRIGHT "%s" UI_END "%s%c\n  \t%s\n", one.name,
			one.letter == ' ' ? "" : "  lamp ", one.letter, one.text);
	}
	ui_add(&text, "%s%u of %u earned.\n", earned ? "\n" : "", earned, (unsigned)all);
	return text.text;
}

static char *text_of(struct session *session, const struct record *record)
{
	return page_of(session) == PAGE_LEDGER ? ledger_text(session, record)
					       : achievements_text(session, record);
}

static void paint_text(struct session *session, struct vt_frame *frame)
{
	struct record *record = record_of(session);
	char *text = text_of(session, record);
	record->height = frame->height - TOP - 1;
	record->rows = ui_wrapped(frame, (struct vt_area){2, TOP, frame->width - 3, record->height},
		record->skip, text ? text : "", VT_TEXT);
	free(text);
}

/* ---- All pages ---- */

static void paint_tabs(struct session *session, struct vt_frame *frame)
{
	int x = 1;
	for (int page = 0; page < PAGE_COUNT; page++) {
		bool here = page == (int)page_of(session);
		x = vt_textf(frame, x, 2, here ? VT_LAMP : VT_DIM, here ? VT_REVERSE : 0, " %s ",
			    titles[page]) +
		    1;
	}
}

static void record_paint(struct session *session, struct vt_frame *frame)
{
	char none[120], hint[160];
	const char *instead = no_record(session, none, sizeof none);
	bool runs = page_of(session) == PAGE_RUNS && record_of(session)->best_count > 0;
	vt_frame_clear(frame);
	ui_cursor(frame, 2, TOP);
	ui_title(frame, "My record", session->account.name);
	if (instead) {
		bool refused = !session->account.guest && record_of(session)->verdict != KEEPER_OK;
		ui_wrapped(frame, (struct vt_area){2, TOP, frame->width - 3, 3}, 0, instead,
			refused ? VT_BAD : VT_TEXT);
		ui_hint(frame, UI_BRIGHT "Esc" UI_END " back");
		return;
	}
	paint_tabs(session, frame);
	if (page_of(session) == PAGE_RUNS)
		paint_runs(session, frame);
	else
		paint_text(session, frame);
	snprintf(hint, sizeof hint,
		"%s" UI_BRIGHT "Tab" UI_END " other page  " UI_BRIGHT "Esc" UI_END " back",
		runs ? UI_BRIGHT "Enter" UI_END " open  " : "");
	ui_hint(frame, hint);
}

/* Adds a text of several lines without roles and tabs. */
static void add_lines(struct ui_text *to, char *text)
{
	char *rest = text, *line;
	while (rest && (line = strsep(&rest, "\n")) != NULL) {
		for (char *at = line; *at; at++)
			*at = *at == '\t' ? ' ' : *at;
		if (*line) {
			line_plain(to, line);
			ui_add(to, "\n");
		}
	}
}

static void record_lines(struct session *session, struct lines_page *page)
{
	const struct record *record = record_of(session);
	char none[120];
	const char *instead = no_record(session, none, sizeof none);
	char *text = NULL;
	if (instead) {
		ui_add(&page->text, "%s\n", instead);
		lines_choice(page, VT_KEY_ESCAPE, "Back");
		return;
	}
	text = page_of(session) == PAGE_RUNS ? sums_text(session, record)
					     : text_of(session, record);
	ui_add(&page->text, "My record: %s.\n", titles[page_of(session)]);
	add_lines(&page->text, text);
	free(text);
	for (size_t i = 0; page_of(session) == PAGE_RUNS && i < record->best_count; i++)
		lines_row(page, (int)i, "%d points, depth %d, %s", record->best[i].score,
			record->best[i].deepest, record->best[i].cause);
	lines_choice(page, '\t', "%s", titles[(page_of(session) + 1) % PAGE_COUNT]);
	lines_choice(page, VT_KEY_ESCAPE, "Back");
}

static void record_pick(struct session *session, int row)
{
	place(session, PAGE_RUNS, (size_t)row);
	record_open(session, (size_t)row);
}

const struct screen screen_record = {.name = "record",
	.renews = true,
	.wheel = true,
	.enter = record_enter,
	.key = record_key,
	.paint = record_paint,
	.lines = record_lines,
	.pick = record_pick};
