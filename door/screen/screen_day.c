/* A day, or the week of a contract: its run, which is the same for all, its board, and the days or
 * weeks before it. */
#include "door/screen/day_block.h"

#include "door/text/board_words.h"
#include "door/text/contest.h"
#include "door/text/day_ranking.h"
#include "door/text/day_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS_MAX 60
#define TEXT_MAX 900
#define TICK_MS 30000
#define LINES_RUNS 15
#define NAME_WIDTH 16 /* of names in a column; those of other hosts may be longer */
#define NAME_WIDTH_MAX 36

struct watched_day {
	enum keeper_verdict verdict;
	struct keeper_day day;
	size_t count, at; /* of the rows */
	unsigned name_width;
	unsigned ranks[RUNS_MAX];
	struct store_score runs[RUNS_MAX];
	struct store_imported imported[RUNS_MAX];
	struct day_row rows[RUNS_MAX];
};

static struct watched_day *day_of(const struct session *session)
{
	return session->state;
}

static char *date_of(struct session *session)
{
	return session_arguments(session, SCREEN_day)->day.date;
}

/* Finds the width of the longest name. */
static void day_measure(struct watched_day *watched)
{
	char name[NAME_WIDTH_MAX + 1];
	watched->name_width = NAME_WIDTH;
	for (size_t i = 0; i < watched->count; i++) {
		day_row_name(&watched->rows[i], NAME_WIDTH_MAX, name, sizeof name);
		if (strlen(name) > watched->name_width)
			watched->name_width = (unsigned)strlen(name);
	}
}

static void day_fetch(struct session *session)
{
	struct watched_day *watched = day_of(session);
	size_t count = 0, imported = 0;
	struct store_query query = {.order = STORE_BEST_RUNS, .count = RUNS_MAX};
	watched->count = 0;
	watched->verdict = keeper_day_show(session->line, date_of(session), &watched->day);
	session->tick_ms = TICK_MS;
	if (watched->verdict != KEEPER_OK)
		return;
	day_board(session, watched->day.date, query.game);
	if (keeper_scores(session->line, &query, watched->runs, watched->ranks, RUNS_MAX, &count) !=
		KEEPER_OK)
		count = 0;
	/* Other hosts' results are there when the seed is shown. */
	if (!watched->day.revealed || keeper_imported(session->line, watched->day.date,
					      watched->imported, RUNS_MAX, &imported) != KEEPER_OK)
		imported = 0;
	watched->count = day_ranking(watched->runs, watched->ranks, count, watched->imported,
		imported, watched->rows, RUNS_MAX);
	day_measure(watched);
	if (watched->at >= watched->count)
		watched->at = watched->count ? watched->count - 1 : 0;
}

static void day_enter(struct session *session)
{
	struct watched_day *watched = session->state = calloc(1, sizeof *watched);
	if (!watched) {
		session_end(session, 1, "Out of memory. Try again.");
		return;
	}
	watched->at = (size_t)*session_position(session);
	day_fetch(session);
}

/* ---- Keys ---- */

static bool can_practise(const struct keeper_day *day)
{
	return day->revealed && day->state != TRY_GOING;
}

static bool can_play(const struct keeper_day *day)
{
	return can_practise(day) || !day->why[0];
}

/* Begins or continues the try, or a run on the seed of a past day. */
static void day_play(struct session *session)
{
	const struct keeper_day *day = &day_of(session)->day;
	union screen_arguments arguments = {0};
	struct keeper_run run;
	if (!can_practise(day)) {
		if (day->why[0]) {
			session_banner(session, day->why);
			return;
		}
		memcpy(arguments.takeover.date, day->date, sizeof arguments.takeover.date);
		session_go(session, SCREEN_takeover, &arguments);
		return;
	}
	if (keeper_run_look(session->line, &run) == KEEPER_OK) {
		session_banner(session, "Practice needs your own run to be over first.");
		return;
	}
	arguments.play.seeded = true;
	arguments.play.seed = day->seed;
	session_go(session, SCREEN_play, &arguments);
}

static void day_turn(struct session *session, const char *date)
{
	struct watched_day *watched = day_of(session);
	if (!date[0])
		return;
	snprintf(date_of(session), STORE_DATE_SIZE, "%s", date);
	watched->at = 0;
	day_fetch(session);
}

static void day_open_score(struct session *session)
{
	const struct watched_day *watched = day_of(session);
	if (!watched->count)
		return;
	if (watched->rows[watched->at].score)
		session_open(session, SCREEN_score,
			&(union screen_arguments){
				.score.score = *watched->rows[watched->at].score});
	else
		session_banner(
			session, "That run was played at another host; its replay is there.");
}

static void day_key(struct session *session, int key)
{
	struct watched_day *watched = day_of(session);
	const struct keeper_day day = watched->day;
	switch (key) {
	case 'p':
	case 't':
		if (watched->verdict == KEEPER_OK)
			day_play(session);
		break;
	case VT_KEY_LEFT:
	case 'h':
		day_turn(session, day.before);
		break;
	case VT_KEY_RIGHT:
	case 'l':
		day_turn(session, day.after);
		break;
	case VT_KEY_DOWN:
	case 'j':
		watched->at += watched->at + 1 < watched->count;
		break;
	case VT_KEY_UP:
	case 'k':
		watched->at -= watched->at > 0;
		break;
	case 's':
		session_open(session, SCREEN_season, NULL);
		break;
	case '\r':
		day_open_score(session);
		break;
	case VT_KEY_ESCAPE:
	case 'q':
		session_go(session, SCREEN_lobby, NULL);
		break;
	}
}

static void day_tick(struct session *session)
{
	day_fetch(session);
	session->dirty = true;
}

/* ---- Words ---- */

static void hex_words(const uint8_t *bytes, size_t size, char *text)
{
	/* A blank lets a narrow window break the row. */
	for (size_t i = 0; i < size; i++)
		text += snprintf(text, 4, "%s%02x", i && i % 16 == 0 ? " " : "", bytes[i]);
}

/* Writes the rule of each handicap in a row. Returns the length. */
static size_t handicap_words(
	const struct content *content, const struct keeper_day *day, char text[TEXT_MAX])
{
	struct birth birth;
	size_t used = 0, kinds = content_handicap_count(content);
	contest_birth(day->date, day->handicaps, &birth);
	for (size_t i = 0; i < birth.handicap_count * kinds; i++) {
		struct handicap handicap = content_handicap(content, i % kinds);
		if (strcmp(birth.handicaps[i / kinds], handicap.id) == 0)
			used += (size_t)snprintf(
				text + used, TEXT_MAX - used, "%s\n", handicap.description);
	}
	return used;
}

/* Writes what the player may know and do at this day. mark: of the state of the own try. */
static void day_words(const struct session *session, char text[TEXT_MAX])
{
	const struct keeper_day *day = &day_of(session)->day;
	char own[96], hex[80];
	size_t used = handicap_words(session->content, day, text);
	day_own_words(day, own, sizeof own);
	if (!session->account.guest)
		used += (size_t)snprintf(text + used, TEXT_MAX - used, "%s. ", own);
	if (day->state == TRY_NONE && day->today && !day->why[0])
		used += (size_t)snprintf(
			text + used, TEXT_MAX - used, "Your one try begins when you play. ");
	if (day->state == TRY_NONE && day->today && day->why[0])
		used += (size_t)snprintf(text + used, TEXT_MAX - used, "%s ", day->why);
	if (day->going[0] && strcmp(day->going, day->date) != 0)
		used += (size_t)snprintf(text + used, TEXT_MAX - used,
			"Your try at %s still goes on, on its page. ", day->going);
	if (day->streak > 1)
		used += (size_t)snprintf(text + used, TEXT_MAX - used,
			"You have tried on %u days in a row. ", day->streak);
	while (used > 0 && (text[used - 1] == ' ' || text[used - 1] == '\n'))
		used--;
	hex_words(day->revealed ? day->seed.bytes : day->hash,
		day->revealed ? sizeof day->seed.bytes : sizeof day->hash, hex);
	used += (size_t)snprintf(text + used, TEXT_MAX - used, "%s",
		session->lines ? "" : " " UI_BRIGHT "s" UI_END " shows the season.");
	snprintf(text + used, TEXT_MAX - used, "\n%s %s", day->revealed ? "Seed" : "Seed's SHA-256",
		hex);
}

/* ---- Painting ---- */

/* width: of the column of names. */
static void day_paint_row(struct vt_frame *frame, int y, const struct day_row *row, unsigned width)
{
	char whole[STORE_CAUSE_MAX], cause[STORE_CAUSE_MAX], name[NAME_WIDTH_MAX + 1];
	bool waits = row->score && row->score->waiting;
	int x = frame->width < 60 ? 31 : 34;
	width = frame->width < 60 ? NAME_WIDTH : width;
	x += (int)width - NAME_WIDTH;
	day_row_name(row, width, name, sizeof name);
	ui_rank(frame, y, row->rank, name);
	vt_textf(frame, (int)width + 6, y, VT_GOLD, 0, "%6d", day_row_points(row));
	board_cause_short(waits ? board_verification_word(row->score) : day_row_cause(row), whole,
		sizeof whole);
	board_cause_fit(whole, frame->width - x - 4, cause, sizeof cause);
	vt_textf(frame, x, y, VT_TEXT, 0, "%2d", day_row_deepest(row));
	if (frame->width >= 60)
		vt_text(frame, x + 3, y, cause, VT_DIM, 0, NULL);
}

static void day_paint_runs(struct session *session, struct vt_frame *frame, int y)
{
	const struct watched_day *watched = day_of(session);
	int rows = frame->height - 1 - y;
	size_t first = rows > 0 ? watched->at - watched->at % (size_t)rows : 0;
	if (!watched->count)
		vt_text(frame, 1, y, "No try is on its board yet.", VT_DIM, 0, NULL);
	for (size_t i = first; i < watched->count && (int)(i - first) < rows; i++) {
		int row = y + (int)(i - first);
		day_paint_row(frame, row, &watched->rows[i], watched->name_width);
		if (i == watched->at)
			ui_chosen(frame, 0, row, frame->width);
	}
}

static const char *play_word(const struct keeper_day *day)
{
	return can_practise(day) ? "practise" : day->state == TRY_GOING ? "go on" : "play";
}

static void day_paint_hint(struct vt_frame *frame, const struct watched_day *watched)
{
	const struct keeper_day *day = &watched->day;
	bool narrow = frame->width < 60;
	char text[160], play[40] = "", before[40] = "";
	if (can_play(day))
		snprintf(play, sizeof play, UI_BRIGHT "p" UI_END " %s  ", play_word(day));
	if (day->before[0])
		snprintf(before, sizeof before, UI_BRIGHT "h" UI_END " %s  ",
			narrow ? "before" : contest_of(day->date)->before);
	snprintf(text, sizeof text, "%s%s%s%s" UI_BRIGHT "Esc" UI_END " back", play,
		watched->count ? UI_BRIGHT "Enter" UI_END " more  " : "", before,
		day->after[0] ? UI_BRIGHT "l" UI_END " next  " : "");
	ui_hint(frame, text);
}

static void day_paint(struct session *session, struct vt_frame *frame)
{
	const struct watched_day *watched = day_of(session);
	const struct keeper_day *day = &watched->day;
	char text[TEXT_MAX], title[40];
	vt_frame_clear(frame);
	ui_cursor(frame, 1, 2);
	if (watched->verdict != KEEPER_OK) {
		ui_title(frame, contest_of(date_of(session))->title_now, "");
		ui_wrapped(frame, (struct vt_area){1, 2, frame->width - 2, 3}, 0,
			session_verdict(session, watched->verdict), VT_BAD);
		ui_hint(frame, UI_BRIGHT "Esc" UI_END " back");
		return;
	}
	snprintf(title, sizeof title, "%s %s",
		day->today ? contest_of(day->date)->title_now : contest_of(day->date)->title,
		day->date);
	day_tried(day->tried, day->deepest, day->deepest_name,
		frame->width - (int)strlen(title) - 4, text, sizeof text);
	ui_title(frame, title, text);
	day_words(session, text);
	int y = 2 +
		ui_wrapped(frame, (struct vt_area){1, 2, frame->width - 2, 12}, 0, text, VT_TEXT);
	day_paint_runs(session, frame, y + 1);
	day_paint_hint(frame, watched);
}

/* ---- Line mode ---- */

static void day_lines(struct session *session, struct lines_page *page)
{
	const struct watched_day *watched = day_of(session);
	const struct keeper_day *day = &watched->day;
	char text[TEXT_MAX];
	if (watched->verdict != KEEPER_OK) {
		ui_add(&page->text, "%s Type back.\n", session_verdict(session, watched->verdict));
		return;
	}
	day_tried(day->tried, day->deepest, day->deepest_name, (int)sizeof text, text, sizeof text);
	ui_add(&page->text, "%s %s, the same for all: %s. ", contest_of(day->date)->title,
		day->date, text);
	day_words(session, text);
	ui_add(&page->text, "%s\n", text);
	if (can_play(day))
		lines_choice(page, 'p', "%s",
			can_practise(day)         ? "Practise on its seed"
			: day->state == TRY_GOING ? "Go on with your try"
						  : "Begin your one try");
	if (day->before[0])
		lines_choice(page, 'h', "The %s", contest_of(day->date)->before);
	if (day->after[0])
		lines_choice(page, 'l', "The %s", contest_of(day->date)->after);
	lines_choice(page, 's', "The season");
	for (size_t i = 0; i < watched->count && i < LINES_RUNS; i++) {
		const struct day_row *row = &watched->rows[i];
		char name[STORE_NAME_MAX + STORE_HOST_MAX + 2];
		day_row_name(row, sizeof name - 1, name, sizeof name);
		lines_row(page, (int)i, "%s, %d points, depth %d, %s", name, day_row_points(row),
			day_row_deepest(row), day_row_cause(row));
	}
	ui_add(&page->text, "Type back for the lobby.\n");
}

static void day_pick(struct session *session, int row)
{
	day_of(session)->at = (size_t)row;
	day_open_score(session);
}

static bool day_rests(struct session *session)
{
	*session_position(session) = day_of(session)->at;
	return true;
}

const struct screen screen_day = {.name = "day",
	.renews = true,
	.rests = day_rests,
	.wheel = true,
	.enter = day_enter,
	.key = day_key,
	.paint = day_paint,
	.lines = day_lines,
	.pick = day_pick,
	.tick = day_tick};
