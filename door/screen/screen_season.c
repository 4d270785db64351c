/* A season: the standings of its days and weeks. */
#include "door/screen/screens.h"

#include "door/text/day_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOP 5
#define LINES_ROWS 20

struct shown_season {
	enum keeper_verdict verdict;
	struct keeper_season season;
	struct season_winners winners;
	size_t first; /* row of the frame */
};

static struct shown_season *shown_of(const struct session *session)
{
	return session->state;
}

static char *name_of(struct session *session)
{
	return session_arguments(session, SCREEN_season)->season.name;
}

static void season_turn(struct session *session, const char *name)
{
	struct shown_season *shown = shown_of(session);
	char copy[STORE_DATE_SIZE];
	snprintf(copy, sizeof copy, "%s", name);
	memcpy(name_of(session), copy, sizeof copy);
	shown->first = 0;
	shown->verdict = keeper_season(session->line, copy, &shown->season);
}

static void season_enter(struct session *session)
{
	session->state = calloc(1, sizeof(struct shown_season));
	if (session->state) {
		keeper_winners(session->line, &shown_of(session)->winners);
		season_turn(session, name_of(session));
	} else
		session_end(session, 1, "Out of memory. Try again.");
}

static size_t rows_of(const struct session *session)
{
	int rows = session->frame.height - TOP - 2;
	rows -= shown_of(session)->winners.count > 0 && session->frame.height > 20;
	return rows > 0 ? (size_t)rows : 1;
}

static void season_key(struct session *session, int key)
{
	struct shown_season *shown = shown_of(session);
	const struct keeper_season *season = &shown->season;
	switch (key) {
	case VT_KEY_LEFT:
	case 'h':
		if (season->before[0])
			season_turn(session, season->before);
		break;
	case VT_KEY_RIGHT:
	case 'l':
		if (season->after[0])
			season_turn(session, season->after);
		break;
	case VT_KEY_DOWN:
	case 'j':
		shown->first += shown->first + rows_of(session) < season->count;
		break;
	case VT_KEY_UP:
	case 'k':
		shown->first -= shown->first > 0;
		break;
	case VT_KEY_ESCAPE:
	case 'q':
		session_back(session);
		break;
	}
}

/* ---- Words ---- */

static void left_words(const struct keeper_season *season, char *text, size_t size)
{
	char left[DAY_LEFT_MAX];
	day_left(season->left_seconds, left);
	if (season->left_seconds)
		snprintf(text, size, "It ends in %s.", left);
	else
		snprintf(text, size, "It is over.");
}

static void own_words(const struct session *session, char *text, size_t size)
{
	const struct keeper_season *season = &shown_of(session)->season;
	if (season->own_place)
		snprintf(text, size, "You have place %u, with %u points.",
			(unsigned)season->own_place, (unsigned)season->own.points);
	else
		snprintf(text, size, "%s",
			session->account.guest ? "A guest has no place."
					       : "You have no points in it.");
}

/* ---- Painting ---- */

static void paint_row(struct vt_frame *frame, int y, size_t place,
	const struct season_standing *standing, bool won)
{
	ui_rank(frame, y, (unsigned)place, standing->name);
	if (won)
		vt_put(frame, 5 + (int)strlen(standing->name), y, SEASON_MARK, VT_GOLD, 0);
	vt_textf(frame, 22, y, VT_GOLD, 0, "%6u", (unsigned)standing->points);
	vt_textf(frame, 30, y, VT_DIM, 0, "%4u", (unsigned)standing->days);
	vt_textf(frame, 35, y, VT_DIM, 0, "%5u", (unsigned)standing->weeks);
}

static void paint_standings(const struct session *session, struct vt_frame *frame)
{
	const struct shown_season *shown = shown_of(session);
	const struct keeper_season *season = &shown->season;
	size_t rows = rows_of(session);
	if (!season->count) {
		vt_text(frame, 1, TOP + 1, SEASON_NOBODY, VT_DIM, 0, NULL);
		return;
	}
	vt_text(frame, 5, TOP, "name", VT_DIM, 0, NULL);
	vt_text(frame, 22, TOP, "points", VT_DIM, 0, NULL);
	vt_text(frame, 30, TOP, "days", VT_DIM, 0, NULL);
	vt_text(frame, 35, TOP, "weeks", VT_DIM, 0, NULL);
	for (size_t i = 0; i < rows && shown->first + i < season->count; i++)
		paint_row(frame, TOP + 1 + (int)i, shown->first + i + 1,
			&season->each[shown->first + i],
			season_won(&shown->winners, season->each[shown->first + i].name));
}

static void season_paint(struct session *session, struct vt_frame *frame)
{
	const struct shown_season *shown = shown_of(session);
	char title[40], left[60], own[60], hint[160], won[SEASON_WINNERS_TEXT];
	vt_frame_clear(frame);
	ui_cursor(frame, 1, TOP + 1);
	if (shown->verdict != KEEPER_OK) {
		ui_title(frame, "Season", "");
		ui_wrapped(frame, (struct vt_area){1, 2, frame->width - 2, 3}, 0,
			session_verdict(session, shown->verdict), VT_BAD);
		ui_hint(frame, UI_BRIGHT "Esc" UI_END " back");
		return;
	}
	snprintf(title, sizeof title, "Season %s", shown->season.name);
	left_words(&shown->season, left, sizeof left);
	own_words(session, own, sizeof own);
	ui_title(frame, title, left);
	ui_wrapped(frame, (struct vt_area){1, 2, frame->width - 2, 2}, 0, SEASON_RULE, VT_TEXT);
	vt_text(frame, 1, frame->width < 60 ? TOP - 1 : TOP - 2, own, VT_TEXT, 0, NULL);
	season_winners_text(&shown->winners, won);
	if (*won && frame->height > 20)
		vt_textf(frame, 1, frame->height - 2, VT_GOLD, 0, "%c %s", SEASON_MARK, won);
	paint_standings(session, frame);
	snprintf(hint, sizeof hint, "%s%s" UI_BRIGHT "Esc" UI_END " back",
		shown->season.before[0] ? UI_BRIGHT "h" UI_END " earlier  " : "",
		shown->season.after[0] ? UI_BRIGHT "l" UI_END " later  " : "");
	ui_hint(frame, hint);
}

static void season_lines(struct session *session, struct lines_page *page)
{
	const struct shown_season *shown = shown_of(session);
	const struct keeper_season *season = &shown->season;
	char left[60], own[60], won[SEASON_WINNERS_TEXT];
	if (shown->verdict != KEEPER_OK) {
		ui_add(&page->text, "%s\n", session_verdict(session, shown->verdict));
		lines_choice(page, VT_KEY_ESCAPE, "Back");
		return;
	}
	left_words(season, left, sizeof left);
	own_words(session, own, sizeof own);
	season_winners_text(&shown->winners, won);
	ui_add(&page->text, "Season %s. %s " SEASON_RULE " %s\n", season->name, left, own);
	if (*won)
		ui_add(&page->text, "%s\n", won);
	for (size_t i = 0; i < season->count && i < LINES_ROWS; i++)
		ui_add(&page->text, "%u. %s, %u points, days %u, weeks %u.\n", (unsigned)(i + 1),
			season->each[i].name, (unsigned)season->each[i].points,
			(unsigned)season->each[i].days, (unsigned)season->each[i].weeks);
	if (!season->count)
		ui_add(&page->text, SEASON_NOBODY "\n");
	if (season->before[0])
		lines_choice(page, 'h', "The season before");
	if (season->after[0])
		lines_choice(page, 'l', "The next season");
	lines_choice(page, VT_KEY_ESCAPE, "Back");
}

const struct screen screen_season = {.name = "season",
	.wheel = true,
	.enter = season_enter,
	.key = season_key,
	.paint = season_paint,
	.lines = season_lines};
