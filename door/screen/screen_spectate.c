/* Shows the run that a player is playing. Its end can be followed by its replay. Spectators chat;
 * the player never reads it. */
#include "door/screen/screens.h"

#include "door/replay/spectating.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHAT_LINES 8
#define CHAT_SHOWN 2 /* of them beside the game */
#define CHAT_STAYS_MS 12000

struct spectate {
	struct spectating *spectating;
	size_t count;    /* of lines, ever */
	size_t reported; /* of them in line mode */
	char lines[CHAT_LINES][200];
	long long until_ms; /* the newest lines are shown beside the game */
	bool typing;
	struct ui_input input;
};

static struct spectate *spectate_of(struct session *session)
{
	return session->state;
}

static struct spectating *spectating_of(struct session *session)
{
	return spectate_of(session)->spectating;
}

static int chat_left_ms(const struct spectate *spectate)
{
	long long left = spectate->until_ms - transport_now_ms();
	return left > 0 ? (int)left : 0;
}

static void spectate_wait(struct session *session)
{
	int chat_ms = chat_left_ms(spectate_of(session));
	session->wakes = spectating_descriptor(spectating_of(session));
	session->tick_ms = spectating_tick_ms(spectating_of(session));
	if (chat_ms && (!session->tick_ms || chat_ms < session->tick_ms))
		session->tick_ms = chat_ms;
	session->clock.tick_at_ms = 0;
	session->dirty = true;
}

static void spectate_enter(struct session *session)
{
	union screen_arguments *arguments = session_arguments(session, SCREEN_spectate);
	struct spectate *spectate = session->state = calloc(1, sizeof *spectate);

	if (!spectate) {
		session_end(session, 1, "Out of memory. Try again.");
		return;
	}
	spectate->spectating = spectating_new(session->content, session->line,
		arguments->spectate.player, arguments->spectate.run, arguments->spectate.views);
	keeper_report_position(session->line, WHERE_WATCHING, 0, 0);
	spectate_wait(session);
}

/* ---- Chat ---- */

static void chat_add(struct spectate *spectate, const char *line)
{
	snprintf(spectate->lines[spectate->count++ % CHAT_LINES], sizeof spectate->lines[0], "%s",
		line);
	spectate->until_ms = transport_now_ms() + CHAT_STAYS_MS;
}

static void spectate_notice(struct session *session, const struct notice *notice)
{
	if (notice->kind != NOTICE_CHAT)
		return;
	chat_add(spectate_of(session), notice->text);
	spectate_wait(session);
}

static void chat_begin(struct session *session)
{
	struct spectate *spectate = spectate_of(session);
	if (session->account.guest) {
		session_banner(session, "A guest reads. Register a name to talk.");
		return;
	}
	spectate->typing = true;
	ui_input_begin(&spectate->input, KEEPER_CHAT_MAX - 1, false);
}

static void chat_end(struct spectate *spectate)
{
	spectate->typing = false;
	ui_input_free(&spectate->input);
}

static void chat_key(struct session *session, int key)
{
	struct spectate *spectate = spectate_of(session);
	char clean[KEEPER_CHAT_MAX];
	enum ui_answer answer = ui_input_key(&spectate->input, key);
	if (answer == UI_GOING)
		return;
	vt_clean(clean, sizeof clean, spectate->input.text, spectate->input.length);
	ui_trim(clean);
	chat_end(spectate);
	if (answer == UI_DONE && clean[0]) {
		enum keeper_verdict verdict = keeper_chat(session->line, clean);
		if (verdict != KEEPER_OK)
			session_banner(session, session_verdict(session, verdict));
	}
	spectate_wait(session);
}

/* Paints a line from row y, above the last row. Returns the row below it. */
static int paint_line(struct vt_frame *frame, int y, const char *line)
{
	struct vt_area area = {1, y, frame->width - 2, frame->height - 1 - y};
	int rows = ui_wrapped(NULL, area, 0, line, VT_PAPER);
	rows = rows < area.height ? rows : area.height;
	vt_fill(frame, (struct vt_area){0, y, frame->width, rows}, ' ', VT_PAPER, VT_REVERSE);
	ui_wrapped(frame, area, 0, line, VT_PAPER);
	for (int i = 0; i < rows * frame->width; i++)
		frame->cells[y * frame->width + i].attributes |= VT_REVERSE;
	return y + rows;
}

/* Paints the newest lines over the rows below the messages, and the field over the last row. */
static void chat_paint(const struct spectate *spectate, struct vt_frame *frame)
{
	size_t shown = spectate->typing ? CHAT_LINES : chat_left_ms(spectate) ? CHAT_SHOWN : 0;
	size_t there = spectate->count < CHAT_LINES ? spectate->count : CHAT_LINES;
	int y = 1;
	shown = shown > there ? there : shown;
	for (size_t i = spectate->count - shown; i < spectate->count && y < frame->height - 1; i++)
		y = paint_line(frame, y, spectate->lines[i % CHAT_LINES]);
	if (!spectate->typing)
		return;
	vt_fill(frame, (struct vt_area){0, frame->height - 1, frame->width, 1}, ' ', VT_TEXT, 0);
	int x = vt_text(frame, 0, frame->height - 1, "To the spectators: ", VT_LAMP, 0, NULL);
	ui_input_paint(&spectate->input, frame, x, frame->height - 1, frame->width - x);
}

/* ---- The screen ---- */

static void spectate_key(struct session *session, int key)
{
	int64_t ended = spectating_ended(spectating_of(session));

	if (spectate_of(session)->typing)
		chat_key(session, key);
	else if (key == 'c')
		chat_begin(session);
	else if (ended && key == '0')
		session_go(session, SCREEN_replay, &(union screen_arguments){.replay.run = ended});
	else if (!spectating_key(spectating_of(session), key))
		session_back(session);
	else
		spectate_wait(session);
}

static void spectate_tick(struct session *session)
{
	spectating_tick(spectating_of(session));
	spectate_wait(session);
}

static void spectate_paint(struct session *session, struct vt_frame *frame)
{
	spectating_paint(spectating_of(session), frame);
	chat_paint(spectate_of(session), frame);
}

static void spectate_leave(struct session *session)
{
	struct spectate *spectate = spectate_of(session);
	if (!spectate)
		return;
	chat_end(spectate);
	spectating_free(spectate->spectating);
}

/* The other process asks the keeper to watch the run again. */
static bool spectate_rests(struct session *session)
{
	return !spectating_ended(spectating_of(session)) && !spectate_of(session)->typing;
}

static void spectate_lines(struct session *session, struct lines_page *page)
{
	struct spectate *spectate = spectate_of(session);
	size_t first = spectate->count > CHAT_LINES ? spectate->count - CHAT_LINES : 0;
	if (spectate->typing) {
		lines_field(page, "To the spectators, or an empty line?", false);
		return;
	}
	spectating_lines(spectate->spectating, &page->text);
	first = first > spectate->reported ? first : spectate->reported;
	for (size_t i = first; i < spectate->count; i++)
		ui_add(&page->text, "%s\n", spectate->lines[i % CHAT_LINES]);
	spectate->reported = spectate->count;
}

const struct screen screen_spectate = {.name = "spectate",
	.pastes = true,
	.renews = true,
	.rests = spectate_rests,
	.enter = spectate_enter,
	.key = spectate_key,
	.paint = spectate_paint,
	.lines = spectate_lines,
	.live = true,
	.notice = spectate_notice,
	.tick = spectate_tick,
	.leave = spectate_leave};
