/* The player's record: totals and the latest runs. */
#include "door/screen/screens.h"

#include "door/text/board_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_RUNS 10

struct record {
	enum keeper_verdict verdict;
	struct store_record sums;
	size_t count;
	unsigned ranks[RECORD_RUNS];
	struct store_score runs[RECORD_RUNS];
};

static void record_enter(struct session *session)
{
	struct record *record = calloc(1, sizeof *record);
	session->state = record;
	if (!record) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	struct store_query query = {.order = STORE_LATEST, .count = RECORD_RUNS};
	snprintf(query.name, sizeof query.name, "%s", session->account.name);
	record->verdict = keeper_record(session->line, &record->sums);
	if (record->verdict == KEEPER_OK)
		record->verdict = keeper_scores(session->line, &query, record->runs, record->ranks,
			RECORD_RUNS, &record->count);
	if (record->verdict != KEEPER_OK)
		record->count = 0;
}

static void record_key(struct session *session, int key)
{
	if (key == VT_KEY_ESCAPE || key == 'q' || key == '\r' || key == ' ')
		session_go(session, SCREEN_lobby, NULL);
}

static void record_paint_sums(
	const struct session *session, const struct record *record, struct vt_frame *frame)
{
	const struct store_record *sums = &record->sums;
	char first[16], won[16], text[80];
	ui_day(first, sizeof first, sums->first);
	snprintf(won, sizeof won, "%u", sums->wins);
	vt_textf(frame, 2, 3, VT_TEXT, 0, "%u %s since %s, %s won.", sums->runs,
		sums->runs == 1 ? ui_word(session->content, "label-run", "run")
				: ui_word(session->content, "label-runs", "runs"),
		first, sums->wins ? won : "none");
	snprintf(text, sizeof text, "Best score %d, deepest %d, %u turns in all.", sums->best_score,
		sums->deepest, sums->turns);
	ui_wrapped(frame, (struct vt_area){2, 4, frame->width - 3, 2}, 0, text, VT_TEXT);
}

static void record_paint_runs(const struct record *record, struct vt_frame *frame)
{
	char day[16], cause[STORE_CAUSE_MAX], whole[STORE_CAUSE_MAX];
	if (record->count)
		vt_text(frame, 2, 6, "day         score  deep  end", VT_DIM, 0, NULL);
	for (size_t i = 0; i < record->count; i++) {
		const struct store_score *run = &record->runs[i];
		int y = 7 + (int)i;
		ui_day(day, sizeof day, run->ended);
		vt_text(frame, 2, y, day, VT_DIM, 0, NULL);
		vt_textf(frame, 13, y, VT_GOLD, 0, "%6d", run->score);
		vt_textf(frame, 22, y, VT_TEXT, 0, "%2d", run->deepest);
		board_cause_short(run->cause, whole, sizeof whole);
		board_cause_fit(whole, frame->width - 28, cause, sizeof cause);
		vt_text(frame, 27, y, cause, VT_TEXT, 0, NULL);
	}
}

static void record_paint(struct session *session, struct vt_frame *frame)
{
	const struct record *record = session->state;
	vt_frame_clear(frame);
	ui_cursor(frame, 2, 3);
	ui_title(frame, "My record", session->account.name);
	if (session->account.guest)
		vt_text(frame, 2, 3, "Guests have no record. Register a name to keep one.", VT_TEXT,
			0, NULL);
	else if (record->verdict != KEEPER_OK)
		vt_text(frame, 2, 3, session_verdict(session, record->verdict), VT_BAD, 0, NULL);
	else if (!record->sums.runs)
		vt_textf(frame, 2, 3, VT_TEXT, 0, "No %s of yours has ended yet.",
			ui_word(session->content, "label-run", "run"));
	else {
		record_paint_sums(session, record, frame);
		record_paint_runs(record, frame);
	}
	ui_hint(frame, UI_BRIGHT "Esc" UI_END " back");
}

const struct screen screen_record = {.name = "record",
	.renews = true,
	.enter = record_enter,
	.key = record_key,
	.paint = record_paint};
