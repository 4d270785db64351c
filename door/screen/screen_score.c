/* A run of the board: its result, its end, and whether it is verified. */
#include "door/screen/screens.h"

#include "door/text/board_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static const struct store_score *score_of(struct session *session)
{
	return &session_arguments(session, SCREEN_score)->score.score;
}

/* Reports the epitaph to the operator when the key is pressed again. The position is 1
 * meanwhile. */
static void score_report(struct session *session)
{
	bool again = *session_position(session) != 0;
	enum keeper_verdict verdict = KEEPER_OK;
	*session_position(session) = !again;
	if (again)
		verdict = keeper_words_report(session->line, STORE_EPITAPH, score_of(session)->run);
	session_banner(session, verdict != KEEPER_OK ? session_verdict(session, verdict)
				: again              ? "The operator will read it."
					: "! again reports this epitaph to the operator.");
}

static void score_key(struct session *session, int key)
{
	int64_t run = score_of(session)->run;
	if (key == '!' && score_of(session)->epitaph[0] && session->account.id > 0) {
		score_report(session);
		return;
	}
	*session_position(session) = 0;
	if (key == 'w')
		session_open(session, SCREEN_replay, &(union screen_arguments){.replay.run = run});
	else if (key == 'd')
		session_open(session, SCREEN_dump, &(union screen_arguments){.dump.run = run});
	else if (key == VT_KEY_ESCAPE || key == 'q' || key == '\r' || key == ' ')
		session_back(session);
}

static int score_line(struct vt_frame *frame, int y, const char *label, const char *value,
	enum vt_colour_role role)
{
	if (!value[0])
		return y;
	vt_text(frame, 2, y, label, VT_DIM, 0, NULL);
	int rows = ui_wrapped(frame,
		(struct vt_area){14, y, frame->width - 15, frame->height - 2 - y}, 0, value, role);
	return y + (rows > 1 ? rows : 1);
}

static int score_paint_fate(struct session *session, struct vt_frame *frame, int y)
{
	const struct store_score *score = score_of(session);
	const char *avenged = ui_word(session->content, "label-avenged", "Avenged");
	char text[256];
	y = score_line(frame, y, "End", score->cause, VT_TEXT);
	snprintf(text, sizeof text, "%s%s%s", score->epitaph[0] ? "\"" : "", score->epitaph,
		score->epitaph[0] ? "\"" : "");
	y = score_line(frame, y, "Epitaph", text, VT_PAPER);
	y = score_line(frame, y, avenged, score->avenged, VT_GOOD);
	if (!score->avenged_by[0])
		return y;
	snprintf(text, sizeof text, "%.80s by", avenged);
	return score_line(frame, y, text, score->avenged_by, VT_GOOD);
}

static int score_paint_numbers(struct session *session, struct vt_frame *frame, int y)
{
	const struct content *content = session->content;
	const struct store_score *score = score_of(session);
	char text[64];
	snprintf(text, sizeof text, "%d", score->score);
	y = score_line(frame, y, "Score", text, VT_GOLD);
	snprintf(text, sizeof text, "%d, deepest %d", score->depth, score->deepest);
	y = score_line(frame, y, ui_word(content, "label-depth", "Depth"), text, VT_TEXT);
	snprintf(text, sizeof text, "%d", score->level);
	y = score_line(frame, y, ui_word(content, "label-level", "Level"), text, VT_TEXT);
	snprintf(text, sizeof text, "%d", score->gold);
	y = score_line(frame, y, ui_word(content, "label-gold", "Gold"), text, VT_TEXT);
	snprintf(text, sizeof text, "%u", score->turns);
	return score_line(frame, y, "Turns", text, VT_TEXT);
}

static void score_paint(struct session *session, struct vt_frame *frame)
{
	const struct store_score *score = score_of(session);
	char text[64], day[16], ago[24], hint[200];
	vt_frame_clear(frame);
	ui_cursor(frame, 2, 3);
	ui_title(frame, score->name, board_outcome_word(score->outcome));
	int y = score_paint_fate(session, frame, 3);
	y = score_paint_numbers(session, frame, y + 1);
	ui_day(day, sizeof day, score->ended);
	ui_ago(ago, sizeof ago, (int64_t)time(NULL) - score->ended);
	snprintf(text, sizeof text, "%s, %s", day, ago);
	y = score_line(frame, y + 1, "Ended", text, VT_TEXT);
	snprintf(text, sizeof text, "%lld, %s", (long long)score->run,
		board_verification_word(score));
	score_line(frame, y, "Run", text, score->proof == STORE_REFUTED ? VT_BAD : VT_TEXT);
	bool theirs = score->epitaph[0] && !session->account.guest &&
		      strcmp(score->name, session->account.name) != 0;
	snprintf(hint, sizeof hint,
		UI_BRIGHT "w" UI_END " %s  " UI_BRIGHT "d" UI_END " how it went  %s" UI_BRIGHT
			  "Esc" UI_END " back",
		frame->width < 60 ? "watch" : "watch this run",
		!theirs             ? ""
		: frame->width < 60 ? UI_BRIGHT "!" UI_END " report  "
				    : UI_BRIGHT "!" UI_END " report the epitaph  ");
	ui_hint(frame, hint);
}

const struct screen screen_score = {
	.name = "score", .renews = true, .key = score_key, .paint = score_paint};
