/* The board: the best run of each player, all runs, the latest runs, or those that kept the most
 * conducts, in pages. Enter opens a run. */
#include "door/screen/screens.h"

#include "door/text/board_words.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOARD_PAGE_MAX 60
/* Rows of the window without runs: title, rule, tabs, heading and hint. */
#define BOARD_TOP 4
#define LINES_RUNS 15 /* of a page in line mode */
#define BOARD_SPARE (BOARD_TOP + 2)

static const struct tab {
	enum store_order order;
	const char *word, *otherwise;
} tabs[] = {
	{STORE_BEST_PLAYERS, "board-players", "Players"},
	{STORE_BEST_RUNS, NULL, "All runs"},
	{STORE_LATEST, "board-latest", "The latest"},
	{STORE_CONDUCTS, NULL, "Conducts"},
};
#define TABS (sizeof tabs / sizeof tabs[0])

struct board {
	size_t count;
	enum keeper_verdict verdict;
	bool fresh; /* fetched, and not yet read out in line mode */
	struct season_winners winners;
	unsigned rows; /* of a page */
	unsigned ranks[BOARD_PAGE_MAX];
	struct store_score scores[BOARD_PAGE_MAX];
};

static unsigned board_rows(const struct session *session)
{
	int rows = session->lines ? LINES_RUNS : ui_list_rows(&session->frame, BOARD_SPARE);
	return rows < 1 ? 1 : rows > BOARD_PAGE_MAX ? BOARD_PAGE_MAX : (unsigned)rows;
}

static void board_fetch(struct session *session)
{
	struct board *board = session->state;
	board->rows = board_rows(session);
	board->fresh = true;
	struct store_query query = {.order = tabs[session->memory.board.order].order,
		.first = session->memory.board.first,
		.count = board->rows};
	board->verdict = keeper_scores(
		session->line, &query, board->scores, board->ranks, board->rows, &board->count);
	if (board->verdict != KEEPER_OK)
		board->count = 0;
	if (session->memory.board.at >= board->count)
		session->memory.board.at = board->count ? (unsigned)board->count - 1 : 0;
}

static void board_enter(struct session *session)
{
	struct board *board = session->state = calloc(1, sizeof *board);
	if (board) {
		keeper_winners(session->line, &board->winners);
		board_fetch(session);
	} else
		session_end(session, 1, "Out of memory for the board. Try again.");
}

/* Turns to the next page (1) or the previous one (-1). Stays if there is none. */
static void board_turn(struct session *session, int way)
{
	struct board *board = session->state;
	unsigned before = session->memory.board.first;
	if (way > 0 && board->count == board->rows)
		session->memory.board.first += board->rows;
	else if (way < 0)
		session->memory.board.first = before > board->rows ? before - board->rows : 0;
	if (session->memory.board.first == before)
		return;
	session->memory.board.at = way > 0 ? 0 : board->rows - 1;
	board_fetch(session);
	if (!board->count && before) {
		session->memory.board.first = before;
		board_fetch(session);
	}
}

static void board_move(struct session *session, int way)
{
	struct board *board = session->state;
	if (way > 0 && session->memory.board.at + 1 < board->count)
		session->memory.board.at++;
	else if (way < 0 && session->memory.board.at)
		session->memory.board.at--;
	else
		board_turn(session, way);
}

static void board_tab(struct session *session)
{
	session->memory.board.order = (uint8_t)((session->memory.board.order + 1) % TABS);
	session->memory.board.first = session->memory.board.at = 0;
	board_fetch(session);
}

/* Opens the details of the run at the cursor. */
static void board_open_score(struct session *session)
{
	const struct board *board = session->state;
	if (board->count)
		session_open(session, SCREEN_score,
			&(union screen_arguments){
				.score.score = board->scores[session->memory.board.at]});
}

/* Opens the dump of the run at the cursor. */
static void board_open_dump(struct session *session)
{
	const struct board *board = session->state;
	if (board->count)
		session_open(session, SCREEN_dump,
			&(union screen_arguments){
				.dump.run = board->scores[session->memory.board.at].run});
}

/* Opens the replay of the run at the cursor. */
static void board_open_replay(struct session *session)
{
	const struct board *board = session->state;
	if (board->count)
		session_open(session, SCREEN_replay,
			&(union screen_arguments){
				.replay.run = board->scores[session->memory.board.at].run});
}

static void board_close(struct session *session)
{
	if (session->logged_in)
		session_go(session, SCREEN_lobby, NULL);
	else
		session_end(session, 0, ui_word(session->content, "goodbye", "Goodbye."));
}

static void board_key(struct session *session, int key)
{
	switch (key) {
	case VT_KEY_DOWN:
	case 'j':
		board_move(session, 1);
		break;
	case VT_KEY_UP:
	case 'k':
		board_move(session, -1);
		break;
	case ' ':
	case VT_KEY_PAGE_DOWN:
		board_turn(session, 1);
		break;
	case '-':
	case VT_KEY_PAGE_UP:
		board_turn(session, -1);
		break;
	case '\t':
	case VT_KEY_RIGHT:
	case 'l':
		board_tab(session);
		break;
	case '\r':
		board_open_score(session);
		break;
	case 'w':
		board_open_replay(session);
		break;
	case 'd':
		board_open_dump(session);
		break;
	case VT_KEY_ESCAPE:
	case 'q':
		board_close(session);
		break;
	}
}

static bool board_is_of_conducts(const struct session *session)
{
	return tabs[session->memory.board.order].order == STORE_CONDUCTS;
}

static void board_paint_tabs(struct session *session, struct vt_frame *frame)
{
	/* All tabs fit in 40 columns without blanks at their sides. */
	const char *format = frame->width < 60 ? "%s" : " %s ";
	int x = 1;
	for (size_t i = 0; i < TABS; i++) {
		bool here = i == session->memory.board.order;
		x = vt_textf(frame, x, 2, here ? VT_LAMP : VT_DIM, here ? VT_REVERSE : 0, format,
			    tabs[i].word
				    ? ui_word(session->content, tabs[i].word, tabs[i].otherwise)
				    : tabs[i].otherwise) +
		    1;
	}
}

/* Writes how many conducts a run kept, and their names. */
static void board_conducts_text(
	const struct session *session, const struct store_score *score, char *text, size_t size)
{
	char names[CONDUCTS_TEXT];
	game_conducts_text(session->content, score->conducts > 0 ? (unsigned)score->conducts : 0,
		names, sizeof names);
	snprintf(text, size, "%u: %s", board_conducts_count(score), names);
}

/* Paints the last column: how the run ended, or the conducts that it kept. */
static void board_paint_end(const struct session *session, struct vt_frame *frame, int y,
	const struct store_score *score)
{
	char text[CONDUCTS_TEXT + 8], fitted[CONDUCTS_TEXT + 8];
	if (board_is_of_conducts(session))
		board_conducts_text(session, score, text, sizeof text);
	else
		board_cause_short(score->waiting ? board_verification_word(score) : score->cause,
			text, sizeof text);
	board_cause_fit(text, frame->width - 47, fitted, sizeof fitted);
	vt_text(frame, 46, y, fitted, VT_TEXT, 0, NULL);
}

static void board_paint_row(const struct session *session, struct vt_frame *frame, int y,
	unsigned rank, const struct store_score *score)
{
	char turns[16] = "";
	bool narrow = frame->width < 60;
	ui_rank(frame, y, rank, score->name);
	vt_textf(frame, 22, y, VT_TEXT, 0, "%7d", score->score);
	/* A narrow window has room for the depth, for this word, or for the number of conducts. */
	if (score->waiting && narrow) {
		vt_text(frame, 31, y, "verifying", VT_DIM, 0, NULL);
		return;
	}
	vt_textf(frame, 31, y, VT_TEXT, 0, "%2d",
		narrow && board_is_of_conducts(session) ? (int)board_conducts_count(score)
							: score->deepest);
	vt_put(frame, 35, y, (uint16_t)board_verification_mark(score), VT_GOOD, 0);
	if (narrow)
		return;
	snprintf(turns, sizeof turns, "%6u", score->turns);
	vt_text(frame, 38, y, turns, VT_DIM, 0, NULL);
	board_paint_end(session, frame, y, score);
}

static void board_paint_heading(const struct session *session, struct vt_frame *frame)
{
	const char *player = ui_word(session->content, "label-player", "name");
	const char *depth = ui_word(session->content, "label-depth", "deep");
	bool conducts = board_is_of_conducts(session);
	vt_text(frame, 1, 3, "  #", VT_DIM, 0, NULL);
	vt_textf(frame, 5, 3, VT_DIM, 0, UI_INSIDE, ui_inside(player));
	vt_text(frame, 24, 3, "score", VT_DIM, 0, NULL);
	if (frame->width < 60) {
		if (conducts)
			vt_text(frame, 30, 3, "kept", VT_DIM, 0, NULL);
		else
			vt_textf(frame, 30, 3, VT_DIM, 0, "%c%.3s", ui_inside(depth));
		return;
	}
	vt_textf(frame, 30, 3, VT_DIM, 0, "%c%.3s", ui_inside(depth));
	vt_text(frame, 39, 3, "turns", VT_DIM, 0, NULL);
	vt_text(frame, 46, 3, conducts ? "kept" : "end", VT_DIM, 0, NULL);
}

/* Says that no run is listed, and which runs never are. */
static void board_paint_empty(const struct session *session, struct vt_frame *frame)
{
	char text[400], few[64] = "";
	int turns = session->config->limits_board_turns;
	if (board_is_of_conducts(session)) {
		ui_wrapped(frame, (struct vt_area){1, BOARD_TOP + 1, frame->width - 2, 6}, 0,
			BOARD_NONE_KEPT UI_DIM "\nA run is listed with its conducts if it reached "
					       "depth 5 or came home." UI_END,
			VT_TEXT);
		return;
	}
	if (turns > 1)
		snprintf(few, sizeof few, "Runs of fewer than %d turns and r", turns);
	snprintf(text, sizeof text,
		"%s" UI_DIM "\nA run is listed when it has ended. %suns with a debug key are not. "
		"Daily runs and "
		"contracts have boards of their own." UI_END,
		ui_word(session->content, "board-empty", "Nobody yet."), *few ? few : "R");
	ui_wrapped(
		frame, (struct vt_area){1, BOARD_TOP + 1, frame->width - 2, 6}, 0, text, VT_TEXT);
}

/* Offers the keys for a run only if there is one. */
static void board_paint_hint(struct vt_frame *frame, bool any)
{
	bool narrow = frame->width < 60, tight = narrow && any;
	const char *run = narrow ? UI_BRIGHT "Enter" UI_END " more  " UI_BRIGHT "w" UI_END
					     " see  " UI_BRIGHT "d" UI_END " how  "
				 : UI_BRIGHT "Enter" UI_END " more  " UI_BRIGHT "w" UI_END
					     " watch  " UI_BRIGHT "d" UI_END " how it went  ";
	const char *pages = UI_BRIGHT "Space -" UI_END " pages  ";
	char text[160];
	snprintf(text, sizeof text,
		"%s" UI_BRIGHT "Tab" UI_END "%s  %s" UI_BRIGHT "Esc" UI_END "%s", any ? run : "",
		tight    ? ""
		: narrow ? " turn"
			 : " other list",
		any && !narrow ? pages : "", tight ? "" : " back");
	ui_hint(frame, text);
}

static void board_paint(struct session *session, struct vt_frame *frame)
{
	struct board *board = session->state;
	if (board->rows != board_rows(session))
		board_fetch(session);
	vt_frame_clear(frame);
	ui_cursor(frame, 1, BOARD_TOP);
	ui_title(frame, ui_word(session->content, "board-title", "The board"),
		frame->width < 60 ? "+ proven  - refuted"
				  : "+ proven by replay  - refuted  ~ being verified");
	board_paint_tabs(session, frame);
	board_paint_heading(session, frame);
	for (size_t i = 0; i < board->count; i++) {
		board_paint_row(
			session, frame, BOARD_TOP + (int)i, board->ranks[i], &board->scores[i]);
		if (season_won(&board->winners, board->scores[i].name))
			vt_put(frame, 5 + (int)strlen(board->scores[i].name), BOARD_TOP + (int)i,
				SEASON_MARK, VT_GOLD, 0);
	}
	if (board->count)
		ui_chosen(frame, 0, BOARD_TOP + (int)session->memory.board.at, frame->width);
	if (board->verdict != KEEPER_OK)
		vt_text(frame, 1, BOARD_TOP + 1, session_verdict(session, board->verdict), VT_BAD,
			0, NULL);
	else if (!board->count)
		board_paint_empty(session, frame);
	board_paint_hint(frame, board->count > 0);
}

static void board_lines(struct session *session, struct lines_page *page)
{
	struct board *board = session->state;
	const struct tab *tab = &tabs[session->memory.board.order];
	ui_add(&page->text,
		"The board: %s. A number opens a run, tab goes to another list, space goes on, "
		"- goes back a page, back leaves.\n",
		tab->word ? ui_word(session->content, tab->word, tab->otherwise) : tab->otherwise);
	/* Another list may have the same rows. */
	page->whole = board->fresh;
	board->fresh = false;
	if (!board->count)
		ui_add(&page->text, "%s\n",
			board_is_of_conducts(session) ? BOARD_NONE_KEPT : "Nobody is here yet.");
	for (size_t i = 0; i < board->count; i++) {
		const struct store_score *score = &board->scores[i];
		char rank[24] = "", kept[CONDUCTS_TEXT + 8] = "";
		if (board->ranks[i] && tab->order != STORE_LATEST)
			snprintf(rank, sizeof rank, "rank %u, ", board->ranks[i]);
		if (board_is_of_conducts(session))
			board_conducts_text(session, score, kept, sizeof kept);
		lines_row(page, (int)i, "%s%s, %s%d points, depth %d, %s%s%s", score->name,
			season_won(&board->winners, score->name) ? ", winner of the last season"
								 : "",
			rank, score->score, score->deepest, *kept ? "kept " : "",
			*kept ? kept : score->cause, score->waiting ? ", being verified" : "");
	}
}

static void board_pick(struct session *session, int row)
{
	session->memory.board.at = (unsigned)row;
	board_open_score(session);
}

const struct screen screen_board = {.name = "board",
	.renews = true,
	.wheel = true,
	.enter = board_enter,
	.key = board_key,
	.paint = board_paint,
	.lines = board_lines,
	.pick = board_pick};
