/* The lobby: the title, the menu, a lamp for each player, the best and the latest runs. */
#include "door/screen/day_block.h"
#include "door/screen/lamps_block.h"
#include "door/screen/livelog_block.h"
#include "door/screen/words_block.h"

#include "door/store/scores_text.h"
#include "door/text/board_words.h"
#include "door/text/contest.h"
#include "door/text/times.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WHO_MAX 64
#define LIST_MAX 10
#define TICK_MS 5000
#define HASTE_MS 1000
#define BOARD_TICKS 6 /* the lists are fetched again every so many ticks */
#define WIDE_FROM 72  /* window width from which the lobby has two columns */
#define LEFT_WIDTH 32
#define MENU_WIDTH 28   /* of the bar of the chosen row */
#define EMPTY_ROWS 3    /* of the sentence on an empty board */
#define LIVELOG_FROM 28 /* taller windows make room for milestones */
#define TALL_FROM 30    /* taller windows have blank rows at the top */

struct list {
	size_t count;
	unsigned ranks[LIST_MAX];
	struct store_score scores[LIST_MAX];
};

struct lobby {
	bool has_run, due; /* due: fetch before the next painting */
	bool after_run;    /* the player comes from the end of a run and has pressed no key yet */
	unsigned at, ticks;
	long long since_ms; /* time when the screen was opened */
	uint64_t epigraph;
	size_t who_count;
	struct present who[WHO_MAX];
	struct season_winners winners;
	size_t lamp_count;
	struct keeper_lamp lamps[WHO_MAX];
	struct list best, last;
	struct day_block today;
	struct words_block words;
	struct livelog_block livelog;
	char words_row[40]; /* the row of the menu */
};

static struct lobby *lobby_of(const struct session *session)
{
	return session->state;
}

/* ---- The menu ---- */

static const struct menu_row {
	char key;
	const char *word;
	enum screen_id screen;
	bool members; /* hidden from guests */
	bool news;    /* hidden without bulletins */
	bool week;    /* of SCREEN_day: the contract of this week, not today */
} menu[] = {
	{'p', "", SCREEN_play, false, false, false},
	{'t', "Today's run", SCREEN_day, false, false, false},
	{'e', "This week's contract", SCREEN_day, false, false, true},
	{'s', "Go down on a seed", SCREEN_seed, false, false, false},
	{'b', "The board", SCREEN_board, false, false, false},
	{'w', "Watch", SCREEN_watch, false, false, false},
	{'m', "Mail and wall", SCREEN_words, false, false, false},
	{'r', "My record", SCREEN_record, true, false, false},
	{'o', "Options", SCREEN_options, false, false, false},
	{'a', "Account", SCREEN_account, true, false, false},
	{'n', "News", SCREEN_news, false, true, false},
	{'?', "Help", SCREEN_help, false, false, false},
	{'q', "Leave", SCREEN_bye, false, false, false},
};
#define MENU_ROWS (sizeof menu / sizeof menu[0])

static bool has_news(const struct session *session)
{
	const struct bulletins *bulletins = bulletins_now(session->bulletins);
	return bulletins && bulletins->count > 0;
}

/* True if the server has the contest of a row. */
static bool has_contest(const struct lobby *lobby, const struct menu_row *row)
{
	return row->week ? lobby->today.has_week : lobby->today.is_there;
}

static bool menu_has(const struct session *session, const struct menu_row *row)
{
	const struct lobby *lobby = lobby_of(session);
	bool hidden = (row->screen == SCREEN_seed && lobby->has_run) ||
		      (row->screen == SCREEN_day && !has_contest(lobby, row)) ||
		      (row->screen == SCREEN_words && !lobby->words.is_there);
	return (!row->members || !session->account.guest) && (!row->news || has_news(session)) &&
	       !hidden;
}

/* Rows of the menu with those hidden from guests. */
static int menu_height(const struct session *session)
{
	const struct lobby *lobby = lobby_of(session);
	return (int)MENU_ROWS - !has_news(session) - lobby->has_run - !lobby->today.is_there -
	       !lobby->today.has_week - !lobby->words.is_there;
}

static const char *menu_word(struct session *session, const struct menu_row *row)
{
	struct lobby *lobby = lobby_of(session);
	if (row->screen == SCREEN_words) {
		words_block_menu(
			&lobby->words, row->word, lobby->words_row, sizeof lobby->words_row);
		return lobby->words_row;
	}
	if (row->screen != SCREEN_play)
		return row->word;
	return lobby->has_run ? ui_word(session->content, "menu-continue", "Go on")
			      : ui_word(session->content, "menu-new", "Play");
}

/* Opens today or this week, or the one before while the player's try at it goes on. */
static void lobby_open_day(struct session *session, bool of_week)
{
	const struct day_block *block = &lobby_of(session)->today;
	const struct keeper_day *day = of_week ? &block->week : &block->day;
	union screen_arguments arguments = {0};
	snprintf(arguments.day.date, sizeof arguments.day.date, "%s",
		contest_row(of_week ? CONTEST_WEEK : CONTEST_DAY)->now);
	if (day->state == TRY_NONE && day->going[0])
		memcpy(arguments.day.date, day->going, sizeof arguments.day.date);
	session_go(session, SCREEN_day, &arguments);
}

static void menu_choose(struct session *session, const struct menu_row *row)
{
	if (row->screen == SCREEN_news) {
		session_open(session, SCREEN_news, NULL);
		return;
	}
	if (row->screen == SCREEN_day) {
		lobby_open_day(session, row->week);
		return;
	}
	/* Another session may have claimed the run since the last fetch. SCREEN_takeover checks
	 * again, and asks if so. */
	session_go(session, row->screen == SCREEN_play ? SCREEN_takeover : row->screen, NULL);
}

static void menu_move(struct session *session, int way)
{
	struct lobby *lobby = lobby_of(session);
	do
		lobby->at = (unsigned)(((int)lobby->at + (int)MENU_ROWS + way) % (int)MENU_ROWS);
	while (!menu_has(session, &menu[lobby->at]));
}

/* True if Enter or Space comes right after the end of a run: a key pressed twice must not begin a
 * new run. */
static bool in_haste(struct session *session, int key)
{
	struct lobby *lobby = lobby_of(session);
	long long here = transport_now_ms() - lobby->since_ms;
	lobby->after_run = lobby->after_run && here < HASTE_MS && (key == ' ' || key == '\r');
	return lobby->after_run;
}

static void lobby_key(struct session *session, int key)
{
	if (in_haste(session, key))
		return;
	for (size_t i = 0; i < MENU_ROWS; i++)
		if (key == menu[i].key && menu_has(session, &menu[i])) {
			menu_choose(session, &menu[i]);
			return;
		}
	if (key == VT_KEY_DOWN || key == 'j' || key == '\t')
		menu_move(session, 1);
	else if (key == VT_KEY_UP || key == 'k')
		menu_move(session, -1);
	else if (key == '\r') /* not Space, which also closes the pages before the lobby */
		menu_choose(session, &menu[lobby_of(session)->at]);
	else if (key == 'c')
		menu_choose(session, &menu[0]);
	else if (key == 'h')
		session_go(session, SCREEN_help, NULL);
}

/* ---- Fetching ---- */

static void lobby_fetch_list(struct session *session, enum store_order order, struct list *list)
{
	struct store_query query = {.order = order, .count = LIST_MAX};
	if (keeper_scores(session->line, &query, list->scores, list->ranks, LIST_MAX,
		    &list->count) != KEEPER_OK)
		list->count = 0;
}

static void lobby_fetch(struct session *session)
{
	struct lobby *lobby = lobby_of(session);
	struct keeper_run run;
	if (keeper_who(session->line, lobby->who, WHO_MAX, &lobby->who_count) != KEEPER_OK)
		lobby->who_count = 0;
	lobby->who_count = scores_players(lobby->who, lobby->who_count);
	if (lobby->ticks++ % BOARD_TICKS)
		return;
	lobby->has_run = keeper_run_look(session->line, &run) == KEEPER_OK;
	keeper_winners(session->line, &lobby->winners);
	if (keeper_lamps(session->line, lobby->lamps, WHO_MAX, &lobby->lamp_count) != KEEPER_OK)
		lobby->lamp_count = 0;
	day_block_fetch(session, &lobby->today);
	words_block_fetch(session, &lobby->words);
	livelog_block_fetch(session, &lobby->livelog);
	lobby_fetch_list(session, STORE_BEST_PLAYERS, &lobby->best);
	lobby_fetch_list(session, STORE_LATEST, &lobby->last);
}

/* Bulletins may change while the player is here. */
static void lobby_show_news(struct session *session)
{
	if (news_unread(session))
		session_open(
			session, SCREEN_news, &(union screen_arguments){.news = {.unread = true}});
}

static void lobby_enter(struct session *session)
{
	struct lobby *lobby = session->state = calloc(1, sizeof *lobby);
	if (!lobby) {
		session_end(session, 1, "Out of memory. Try again.");
		return;
	}
	lobby->after_run = session_arguments(session, SCREEN_lobby)->lobby.after_run;
	lobby->since_ms = transport_now_ms();
	lobby->epigraph = (uint64_t)time(NULL) / 7;
	keeper_report_position(session->line, WHERE_LOBBY, 0, 0);
	lobby_show_news(session);
	out_show_once(session);
	lobby->due = true;
	session->tick_ms = TICK_MS;
}

/* Fetches just before painting, so lobbies passed through by typed-ahead keys fetch nothing. */
static bool lobby_settle(struct session *session)
{
	struct lobby *lobby = lobby_of(session);
	if (lobby->due)
		lobby_fetch(session);
	lobby->due = false;
	return true;
}

static void lobby_tick(struct session *session)
{
	lobby_of(session)->due = true;
	session->tick_ms = TICK_MS;
	session->dirty = true;
	lobby_show_news(session);
}

/* ---- Painting ---- */

static void paint_menu(struct session *session, struct vt_frame *frame, int x, int y)
{
	const struct lobby *lobby = lobby_of(session);
	for (size_t i = 0; i < MENU_ROWS; i++) {
		bool here = i == lobby->at;
		if (!menu_has(session, &menu[i]))
			continue;
		vt_put(frame, x, y, here ? VT_ARROW_RIGHT : ' ', VT_LAMP, 0);
		vt_put(frame, x + 2, y, (uint16_t)menu[i].key, VT_LAMP, VT_BOLD);
		vt_text(frame, x + 5, y, menu_word(session, &menu[i]), VT_TEXT, 0, ui_roles);
		if (here)
			ui_chosen(frame, x, y, MENU_WIDTH);
		y++;
	}
}

static struct lamps_block lamps_of(const struct session *session)
{
	const struct lobby *lobby = lobby_of(session);
	return (struct lamps_block){
		session->content, lobby->who, lobby->who_count, lobby->lamps, lobby->lamp_count};
}

static void paint_lamps(
	struct session *session, struct vt_frame *frame, int x, int y, int width, int rows)
{
	struct lamps_block block = lamps_of(session);
	lamps_block_paint(&block, frame, x, y, width, rows);
}

static int paint_heading(struct vt_frame *frame, int x, int y, const char *title)
{
	vt_text(frame, x, y, title, VT_TITLE, VT_BOLD, ui_roles);
	return y + 1;
}

static void paint_best(
	struct session *session, struct vt_frame *frame, int x, int y, int width, int rows)
{
	const struct list *list = &lobby_of(session)->best;
	const char *depth = ui_word(session->content, "label-depth", "depth");
	y = paint_heading(frame, x, y, ui_word(session->content, "board-title", "The board"));
	if (!list->count)
		ui_wrapped(frame, (struct vt_area){x, y, width, rows - 1}, 0,
			ui_word(session->content, "board-empty", ""), VT_DIM);
	for (int i = 0; i < (int)list->count && i < rows - 1; i++, y++) {
		const struct store_score *score = &list->scores[i];
		bool mine = strcmp(score->name, session->account.name) == 0;
		if (list->ranks[i])
			vt_textf(frame, x, y, i ? VT_DIM : VT_GOLD, 0, "%2u", list->ranks[i]);
		else
			vt_put(frame, x + 1, y, '-', VT_DIM, 0);
		vt_text(frame, x + 3, y, score->name, mine ? VT_BRIGHT : VT_TEXT, 0, NULL);
		if (season_won(&lobby_of(session)->winners, score->name))
			vt_put(frame, x + 3 + (int)strlen(score->name), y, SEASON_MARK, VT_GOLD, 0);
		vt_textf(frame, x + 20, y, VT_GOLD, 0, "%6d", score->score);
		if (score->waiting)
			vt_text(frame, x + 28, y, width < 42 ? "verifying" : "being verified",
				VT_DIM, 0, NULL);
		else
			vt_textf(frame, x + 28, y, VT_DIM, 0, UI_INSIDE " %d", ui_inside(depth),
				score->deepest);
	}
}

static void paint_last(
	struct session *session, struct vt_frame *frame, int x, int y, int width, int rows)
{
	const struct list *list = &lobby_of(session)->last;
	char line[160];
	y = paint_heading(frame, x, y, ui_word(session->content, "graveyard-title", "The latest"));
	if (!list->count)
		ui_wrapped(frame, (struct vt_area){x, y, width, rows - 1}, 0,
			ui_word(session->content, "nobody-dead", ""), VT_DIM);
	int shown = (int)list->count < rows - 1 ? (int)list->count : rows - 1, names = 0;
	for (int i = 0; i < shown; i++) {
		int length = (int)strlen(list->scores[i].name);
		names = length > names ? length : names;
	}
	for (int i = 0; i < shown; i++, y++) {
		const struct store_score *score = &list->scores[i];
		vt_text(frame, x, y, score->name, VT_TEXT, 0, NULL);
		board_cause_fit(score->cause, width - names - 2, line, sizeof line);
		bool lived = score->outcome == OUTCOME_LEFT || score->outcome == OUTCOME_WON;
		vt_text(frame, x + names + 2, y, line, lived ? VT_GOOD : VT_DIM, 0, NULL);
	}
}

/* Writes which tournament is open, and until when. False: none. */
#define LOBBY_TOURNAMENT_TEXT 100
static bool lobby_tournament(const struct session *session, char text[LOBBY_TOURNAMENT_TEXT])
{
	int64_t now = time(NULL);
	for (size_t i = 0; i < CONFIG_TOURNAMENTS; i++) {
		const struct config_tournament *one = &session->config->tournaments[i];
		char until[TIME_TEXT_MAX];
		if (!*one->name || now < one->begin || now >= one->end)
			continue;
		time_text(one->end, until);
		snprintf(text, LOBBY_TOURNAMENT_TEXT, "%s is open until %s.", one->name, until);
		return true;
	}
	return false;
}

static int paint_title(struct session *session, struct vt_frame *frame)
{
	const char *title = ui_word(session->content, "title", "");
	const char *art = ui_word(session->content, "title-art", title);
	const char *epigraph =
		ui_series_pick(session->content, "lobby", lobby_of(session)->epigraph);
	char open[LOBBY_TOURNAMENT_TEXT];
	bool small = ui_art_width(art) > frame->width - 1 || frame->height < 23;
	if (small)
		art = ui_word(session->content, "title-art-small", title);
	/* In a tall window the lobby begins above the middle. */
	int y = frame->height > TALL_FROM ? (frame->height - TALL_FROM) / 3 : 0;
	y += ui_art(frame, (frame->width - ui_art_width(art)) / 2, y, art, VT_TITLE);
	/* Small windows need these rows for the rest. */
	if (frame->width < WIDE_FROM)
		return y + 1;
	if (lobby_tournament(session, open) && ui_width(open) < frame->width)
		ui_centre(frame, y, open, VT_LAMP, 0);
	else if (ui_width(epigraph) < frame->width)
		ui_centre(frame, y, epigraph, VT_DIM, 0);
	/* A long menu needs the row that would be blank. */
	return y + (frame->height >= 30                                      ? 3
			   : frame->height < 26 && menu_height(session) > 10 ? 1
									     : 2);
}

static int rows_of_way_out(const struct session *session)
{
	return session->account.guest &&
	       option_kinds_get(&session->options.charset, session_kind(session)) < 0;
}

/* Paints where to change a wrong charset or wrong colours, for guests who have not chosen one:
 * nothing else tells them. */
static void paint_way_out(struct session *session, struct vt_frame *frame)
{
	static const char wide[] =
		UI_BRIGHT "o" UI_END " changes characters and colours, if the map looks garbled.";
	static const char narrow[] = UI_BRIGHT "o" UI_END " if garbled: characters, colours.";
	if (rows_of_way_out(session))
		vt_text(frame, 1, frame->height - 2, frame->width >= WIDE_FROM ? wide : narrow,
			VT_DIM, 0, ui_roles);
}

/* Paints two columns in a block of 80: the menu above the lamps, and the best runs above the
 * latest. */
static void paint_wide(struct session *session, struct vt_frame *frame, int y)
{
	int indent = frame->width > 80 ? (frame->width - 76) / 2 : 2;
	int right = indent + LEFT_WIDTH + 2, width = frame->width - right - indent;
	int rows = frame->height - 1 - rows_of_way_out(session) - y -
		   words_block_rows(&lobby_of(session)->words, frame);
	int upper = rows / 2, block = day_block_rows(&lobby_of(session)->today);
	int best = (int)lobby_of(session)->best.count;
	int beside = 1 + block + (block > 0) + (best ? best : EMPTY_ROWS);
	int wanted =
		beside + (frame->height >= LIVELOG_FROM
					 ? livelog_block_rows(&lobby_of(session)->livelog, rows)
					 : 0);
	upper = upper > wanted ? wanted : upper;
	upper = upper < menu_height(session) ? menu_height(session) : upper;
	int lower = rows - upper - 1 > LIST_MAX + 1 ? LIST_MAX + 1 : rows - upper - 1;
	paint_menu(session, frame, indent, y);
	int today = day_block_paint(&lobby_of(session)->today, frame, right, y, width, block);
	today += today > 0;
	int lately = livelog_block_rows(&lobby_of(session)->livelog, upper - beside);
	paint_best(session, frame, right, y + today, width, upper - today - lately);
	livelog_block_paint(&lobby_of(session)->livelog, frame, right, y + upper - lately + 1,
		frame->width - right - 1, lately);
	y += upper + 1;
	paint_lamps(session, frame, indent + 2, y, LEFT_WIDTH - 4, lower);
	paint_last(session, frame, right, y, width, lower);
	words_block_paint(&lobby_of(session)->words, frame, indent,
		frame->height - 2 - rows_of_way_out(session), frame->width - 2 * indent);
}

static void paint_narrow(struct session *session, struct vt_frame *frame, int y)
{
	int width = frame->width - 4;
	paint_menu(session, frame, 1, y);
	y += menu_height(session) - 2 * session->account.guest +
	     (frame->height > VT_HEIGHT_PLAYABLE);
	int today =
		day_block_rows(&lobby_of(session)->today) - (frame->height <= VT_HEIGHT_PLAYABLE);
	today = today < frame->height - 1 - y ? today : frame->height - 1 - y;
	y += day_block_paint(&lobby_of(session)->today, frame, 2, y, width + 1, today);
	y += lobby_of(session)->today.is_there && frame->height > VT_HEIGHT_PLAYABLE + 3;
	int lamps = frame->height - 1 - y < 3 ? frame->height - 1 - y : 3;
	if (lamps > 1)
		paint_lamps(session, frame, 2, y, width, lamps);
	y += 4;
	int rows = frame->height - 1 - rows_of_way_out(session) - y,
	    best = rows > 8 ? rows / 2 : rows;
	if (best > 1)
		paint_best(session, frame, 2, y, width, best);
	if (rows - best > 2)
		paint_last(session, frame, 2, y + best + 1, width, rows - best - 1);
}

/* Shows how lines and blocks look on this terminal. Only for telnet players without a run who have
 * not chosen a charset: the name of their terminal may be wrong. */
static void paint_sample(struct session *session, struct vt_frame *frame)
{
	static const uint16_t sample[] = {
		VT_CORNER_TL, VT_WALL_H, VT_CORNER_TR, ' ', VT_CORRIDOR, ' ', VT_BLOCK};
	static const char note[] = UI_BRIGHT "o" UI_END " if these are no lines and blocks: ";
	const int count = sizeof sample / sizeof sample[0];
	int x = frame->width - ui_width(note) - count - 2, y = frame->height - 1;
	if (option_kinds_get(&session->options.charset, session_kind(session)) >= 0 ||
		frame->width < WIDE_FROM || vt_terminal_charset(session->terminal) == VT_ASCII ||
		strcmp(transport_facts(session->transport)->transport, "telnet") != 0 ||
		session->account.guest || lobby_of(session)->has_run)
		return;
	x = vt_text(frame, x, y, note, VT_DIM, 0, ui_roles);
	for (int i = 0; i < count; i++)
		vt_put(frame, x + i, y, sample[i], VT_TEXT, 0);
}

static void lobby_paint(struct session *session, struct vt_frame *frame)
{
	vt_frame_clear(frame);
	int y = frame->brief ? 0 : paint_title(session, frame);
	if (frame->width >= WIDE_FROM && !frame->brief)
		paint_wide(session, frame, y);
	else
		paint_narrow(session, frame, y);
	char hint[160];
	const char *note = session->account.guest ? ui_word(session->content, "guest-note", "")
			   : lobby_of(session)->has_run ? ui_word(session->content, "returning", "")
							: "";
	snprintf(hint, sizeof hint, "You are " UI_BRIGHT "%s" UI_END ".  %s", session->account.name,
		note);
	/* A note that does not fit is left out. */
	if (ui_width(hint) > frame->width - 2)
		snprintf(hint, sizeof hint, "You are " UI_BRIGHT "%s" UI_END ".",
			session->account.name);
	ui_hint(frame, hint);
	paint_sample(session, frame);
	paint_way_out(session, frame);
}

/* ---- Line mode ---- */

static void lobby_lines(struct session *session, struct lines_page *page)
{
	const struct lobby *lobby = lobby_of(session);
	char open[LOBBY_TOURNAMENT_TEXT];
	ui_add(&page->text, "You are %s, in the lobby.\n", session->account.name);
	if (lobby_tournament(session, open))
		ui_add(&page->text, "%s\n", open);
	for (size_t i = 0; i < MENU_ROWS; i++)
		if (menu_has(session, &menu[i]))
			lines_choice(page, menu[i].key, "%s", menu_word(session, &menu[i]));
	day_block_lines(&lobby->today, page);
	words_block_lines(&lobby->words, page);
	livelog_block_lines(&lobby->livelog, page);
	struct lamps_block lamps = lamps_of(session);
	lamps_block_lines(&lamps, page);
}

/* ---- Moving to another process ---- */

static const struct packed_field lobby_fields[] = {
	PACKED_NUMBER(struct lobby, at, 0, MENU_ROWS - 1),
	PACKED_NUMBER(struct lobby, epigraph, 0, 0),
};
#define LOBBY_FIELDS (sizeof lobby_fields / sizeof *lobby_fields)

static bool lobby_rests(struct session *session)
{
	const struct lobby *lobby = lobby_of(session);
	return !lobby->due &&
	       (!lobby->after_run || transport_now_ms() - lobby->since_ms >= HASTE_MS);
}

static void lobby_pack(struct session *session, struct packing *out)
{
	packed_put(out, lobby_of(session), lobby_fields, LOBBY_FIELDS);
}

/* New bulletins open when the player comes to the lobby again. */
static bool lobby_unpack(struct session *session, struct unpacking *in)
{
	struct lobby *lobby = session->state = calloc(1, sizeof *lobby);
	if (!lobby)
		return false;
	packed_get(in, lobby, lobby_fields, LOBBY_FIELDS);
	lobby->due = true;
	session->tick_ms = TICK_MS;
	return !in->broken;
}

const struct screen screen_lobby = {.name = "lobby",
	.enter = lobby_enter,
	.key = lobby_key,
	.settle = lobby_settle,
	.paint = lobby_paint,
	.lines = lobby_lines,
	.tick = lobby_tick,
	.rests = lobby_rests,
	.pack = lobby_pack,
	.unpack = lobby_unpack};
