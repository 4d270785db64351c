#include "door/screen/day_block.h"

#include "door/text/contest.h"
#include "door/text/day_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <string.h>

void day_board(const struct session *session, const char *date, char game[STORE_GAME_MAX + 1])
{
	store_day_game(content_game(session->content), date, game);
}

/* Keeps those who died of the best runs of the day before. */
static void fetch_dead(struct session *session, struct day_block *block)
{
	struct store_query query = {.order = STORE_BEST_RUNS, .count = DAY_BLOCK_DEAD};
	struct store_score scores[DAY_BLOCK_DEAD];
	unsigned ranks[DAY_BLOCK_DEAD];
	size_t count = 0;
	block->dead_count = 0;
	day_board(session, block->day.before, query.game);
	if (!block->day.before[0] || keeper_scores(session->line, &query, scores, ranks,
					     DAY_BLOCK_DEAD, &count) != KEEPER_OK)
		return;
	for (size_t i = 0; i < count; i++)
		if (scores[i].outcome == OUTCOME_DIED)
			block->dead[block->dead_count++] = scores[i];
}

void day_block_fetch(struct session *session, struct day_block *block)
{
	block->is_there = keeper_day_show(session->line, "", &block->day) == KEEPER_OK;
	block->guest = session->account.guest;
	if (block->is_there)
		fetch_dead(session, block);
	block->has_week =
		keeper_day_show(session->line, CONTEST_THIS_WEEK, &block->week) == KEEPER_OK;
}

void day_own_words(const struct keeper_day *day, char *text, size_t size)
{
	char left[DAY_LEFT_MAX];
	if (day->state == TRY_OVER)
		snprintf(text, size, "Your try is over");
	else if (day->state == TRY_GOING && day->left_seconds) {
		day_left(day->left_seconds, left);
		snprintf(text, size, "Your try goes on; end it in %s", left);
	} else if (day->state == TRY_GOING)
		snprintf(text, size, "Your try goes on, unranked");
	else if (day->closes_seconds) {
		day_left(day->closes_seconds, left);
		snprintf(text, size, "You have not tried; %s left", left);
	} else
		snprintf(text, size, "You have not tried");
}

static void block_words(const struct day_block *block, char *text, size_t size)
{
	char left[DAY_LEFT_MAX];
	if (!block->guest) {
		day_own_words(&block->day, text, size);
		return;
	}
	day_left(block->day.closes_seconds, left);
	snprintf(text, size, "A name has one try; %s left", left);
}

/* Paints as many names as fit, each with its depth. */
static void paint_dead(
	const struct day_block *block, struct vt_frame *frame, int x, int y, int width)
{
	int end = x + width;
	x = vt_text(frame, x, y, "Yesterday's dead: ", VT_DIM, 0, NULL);
	for (size_t i = 0; i < block->dead_count; i++) {
		const struct store_score *score = &block->dead[i];
		bool last = i + 1 == block->dead_count;
		if (x + (int)strlen(score->name) + 3 + (last ? 0 : 4) > end) {
			vt_textf(frame, x, y, VT_DIM, 0, "+%d", (int)(block->dead_count - i));
			return;
		}
		x = vt_textf(frame, x, y, VT_TEXT, 0, "%s %d", score->name, (int)score->deepest);
		x = vt_text(frame, x, y, last ? "" : ", ", VT_DIM, 0, NULL);
	}
}

int day_block_rows(const struct day_block *block)
{
	return (block->is_there ? DAY_BLOCK_ROWS : 0) + (block->has_week ? DAY_BLOCK_WEEK_ROWS : 0);
}

/* Writes the state of the contract: the own one if there is one, else who tried. */
static void week_words(const struct day_block *block, int room, char *text, size_t size)
{
	const struct keeper_day *week = &block->week;
	char left[DAY_LEFT_MAX];
	day_left(week->closes_seconds, left);
	if (week->state == TRY_OVER)
		day_tried(week->tried, week->deepest, week->deepest_name, room, text, size);
	else if (week->state == TRY_GOING)
		snprintf(text, size, "Your try goes on");
	else
		snprintf(text, size, "%s; %s left", block->guest ? "for names" : "not tried", left);
}

static int paint_week(
	const struct day_block *block, struct vt_frame *frame, int x, int y, int width)
{
	const struct keeper_day *week = &block->week;
	char text[96];
	int at = vt_text(frame, x, y, "Contract: ", VT_TITLE, VT_BOLD, NULL);
	week_words(block, x + width - at, text, sizeof text);
	vt_text(frame, at, y, text, week->state == TRY_NONE ? VT_BRIGHT : VT_DIM, 0, NULL);
	return 1;
}

static int paint_day(
	const struct day_block *block, struct vt_frame *frame, int x, int y, int width, int rows)
{
	const struct keeper_day *day = &block->day;
	char text[96];
	if (!block->is_there || rows < 2)
		return 0;
	int at = vt_text(frame, x, y, "Today: ", VT_TITLE, VT_BOLD, NULL);
	day_tried(day->tried, day->deepest, day->deepest_name, x + width - at, text, sizeof text);
	vt_text(frame, at, y, text, VT_TEXT, 0, NULL);
	block_words(block, text, sizeof text);
	vt_text(frame, x, y + 1, text, day->state == TRY_NONE ? VT_BRIGHT : VT_DIM, 0, NULL);
	if (rows < DAY_BLOCK_ROWS || !block->dead_count)
		return 2;
	paint_dead(block, frame, x, y + 2, width);
	return DAY_BLOCK_ROWS;
}

int day_block_paint(
	const struct day_block *block, struct vt_frame *frame, int x, int y, int width, int rows)
{
	int of_week = block->has_week && rows >= DAY_BLOCK_WEEK_ROWS ? DAY_BLOCK_WEEK_ROWS : 0;
	int painted = paint_day(block, frame, x, y, width, rows - of_week);
	return of_week ? painted + paint_week(block, frame, x, y + painted, width) : painted;
}

static void week_lines(const struct day_block *block, struct lines_page *page)
{
	char text[96];
	if (!block->has_week)
		return;
	week_words(block, (int)sizeof text, text, sizeof text);
	ui_add(&page->text, "Contract: %s.\n", text);
}

void day_block_lines(const struct day_block *block, struct lines_page *page)
{
	const struct keeper_day *day = &block->day;
	char text[96];
	week_lines(block, page);
	if (!block->is_there)
		return;
	day_tried(day->tried, day->deepest, day->deepest_name, (int)sizeof text, text, sizeof text);
	ui_add(&page->text, "Today: %s. ", text);
	block_words(block, text, sizeof text);
	ui_add(&page->text, "%s.\n", text);
	if (block->dead_count)
		ui_add(&page->text, "Yesterday's dead:");
	for (size_t i = 0; i < block->dead_count; i++)
		ui_add(&page->text, "%s %s, depth %d", i ? ";" : "", block->dead[i].name,
			(int)block->dead[i].deepest);
	if (block->dead_count)
		ui_add(&page->text, ".\n");
}
