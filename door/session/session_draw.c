/* The output of a session: sends frames as differences. */
#include "door/session/session_private.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <string.h>

bool session_too_small(const struct session *session)
{
	return session->frame.width < VT_WIDTH_PLAYABLE ||
	       session->frame.height < VT_HEIGHT_PLAYABLE;
}

bool session_can_draw(const struct session *session)
{
	return !transport_clogged(session->transport) && !session->keys.paused &&
	       (session->lines || flow_open(&session->flow, transport_unsent(session->transport),
					  transport_now_ms()));
}

/* A local terminal has no line that could hold bytes back. */
static bool session_asks_status(const struct session *session)
{
	const struct client_facts *facts = transport_facts(session->transport);
	bool possible =
		strcmp(facts->transport, "local") != 0 && vt_kind_answers(session_kind(session));
	return flow_wants(&session->flow, FLOW_STATUS, possible);
}

/* Sends the rendered bytes, with marks behind them where they are due. */
static void session_send(struct session *session)
{
	struct flow *flow = &session->flow;
	int64_t now = transport_now_ms();
	flow->due |= session->ahead.waits && !session->ahead.sent;
	flow_sent(flow, session->out.size, now);
	if (session_asks_status(session)) {
		vt_bytes_add(&session->out, VT_STATUS_REQUEST, strlen(VT_STATUS_REQUEST));
		flow_sent(flow, strlen(VT_STATUS_REQUEST), now);
		flow_marked(flow, FLOW_STATUS, now);
	}
	transport_write(session->transport, session->out.data, session->out.size);
	if (flow_wants(flow, FLOW_TIMING, true) && transport_mark(session->transport))
		flow_marked(flow, FLOW_TIMING, now);
}

void session_data(struct session *session, const char *package, const char *json)
{
	size_t size = transport_data(session->transport, package, json);
	if (size)
		flow_sent(&session->flow, size, transport_now_ms());
}

static void session_render(struct session *session)
{
	session->memory.drawn = true;
	session->out.size = 0;
	session->memory.partly = session_is_slow(session) && !session_render_part(session);
	if (!session_is_slow(session))
		vt_render(session->terminal, &session->frame, &session->out);
	session->dirty |= session->memory.partly;
	if (session->out.size)
		session_send(session);
	session->frame.bell = false;
	session->frame.tones = 0;
	/* The buffer of a full redraw of a large window is not kept, since it is rare. */
	if (session->out.capacity > 16384)
		vt_bytes_free(&session->out);
}

static void session_paint_too_small(struct session *session)
{
	struct vt_frame *frame = &session->frame;
	char size[64];
	snprintf(size, sizeof size, "%dx%d", VT_WIDTH_PLAYABLE, VT_HEIGHT_PLAYABLE);
	vt_frame_clear(frame);
	frame->cursor_x = -1;
	const char *sentence =
		ui_word(session->content, "too-small", "Please enlarge this window to 40x20.");
	if (ui_wrapped(NULL, (struct vt_area){0, 0, frame->width, 0}, 0, sentence, VT_TEXT) >
		frame->height)
		sentence = frame->height > 1 ? "Too small: enlarge to 40x20." : size;
	ui_wrapped(
		frame, (struct vt_area){0, 0, frame->width, frame->height}, 0, sentence, VT_TEXT);
}

/* A sentence that covers the first rows of a frame. */
struct sentence_rows {
	struct vt_frame *frame;
	int x, y;
	enum vt_colour_role role;
	unsigned attributes, behind; /* of the text, and of the row behind it */
};

static void paint_sentence_row(void *context, const char *text, size_t length)
{
	struct sentence_rows *rows = context;
	int y = rows->y++;
	(void)length;
	vt_fill(rows->frame, (struct vt_area){0, y, rows->frame->width, 1}, ' ', rows->role,
		rows->behind);
	vt_text(rows->frame, rows->x, y, text, rows->role, rows->attributes, NULL);
}

static bool is_blank(const struct vt_frame *frame, int y)
{
	const struct vt_cell *row = &frame->cells[y * frame->width];
	for (int x = 0; x < frame->width; x++)
		if (row[x].glyph != ' ')
			return false;
	return true;
}

/* The first of the uppermost blank rows that hold so many; 0 if there are none. */
static int blank_rows(const struct vt_frame *frame, int count)
{
	int blank = 0;
	for (int y = 0; y < frame->height; y++) {
		blank = is_blank(frame, y) ? blank + 1 : 0;
		if (blank == count)
			return y - count + 1;
	}
	return 0;
}

static void count_row(void *context, const char *text, size_t length)
{
	(void)text, (void)length;
	++*(int *)context;
}

/* The banner is shown where it hides nothing, or at the top. */
static void session_paint_banner(struct session *session)
{
	struct sentence_rows rows = {
		&session->frame, 1, 0, VT_LAMP, .attributes = VT_REVERSE, .behind = VT_REVERSE};
	int count = 0;
	if (!session->banner[0])
		return;
	vt_wrap(session->banner, session->frame.width - 1, count_row, &count);
	rows.y = blank_rows(&session->frame, count);
	vt_wrap(session->banner, session->frame.width - 1, paint_sentence_row, &rows);
}

void session_flush(struct session *session)
{
	if (session->ready && !session->quiet && !session->closed && !session->lines &&
		session_can_draw(session))
		session_render(session);
}

void session_sentence(struct session *session, const char *sentence)
{
	if (!session->ready || session->quiet || !session->frame.cells)
		return;
	if (session->lines) {
		session_lines_sentence(session, sentence);
		return;
	}
	struct sentence_rows rows = {&session->frame, 0, 0, VT_BAD, .attributes = VT_BOLD};
	if (session->frame.width > 0)
		vt_wrap(sentence, session->frame.width, paint_sentence_row, &rows);
	session_flush(session);
}

bool session_pause(struct session *session, int ms)
{
	session->ahead.gathering = true;
	if (!transport_wait(session->transport, NULL, 0, ms))
		session->closed = true;
	session->ahead.gathering = false;
	return !session->closed && !session->keys.count;
}

/* The first picture waits until the kind of the terminal is known, or a key is pressed: else it
 * would be sent once for each answer. */
static bool session_holds(struct session *session)
{
	if (session->clock.hold_until_ms && !session->keys.typed && !session->keys.probe.asked &&
		transport_now_ms() < session->clock.hold_until_ms &&
		!transport_settled(session->transport))
		return true;
	if (session_probes(session))
		return true;
	session->clock.hold_until_ms = 0;
	return false;
}

void session_paint(struct session *session)
{
	if (!session->dirty || !session->ready || session->quiet || session->ending.decided)
		return;
	if (session_holds(session))
		return;
	const struct screen *screen = session_screen(session);
	if (screen->settle && !screen->settle(session))
		return;
	if (session->route.step != ROUTE_STAY || session->ending.decided || session->closed)
		return;
	if (!session_can_draw(session))
		return;
	session_drop_arrived(session);
	if (session->closed)
		return;
	session->dirty = false;
	session_report_dropped(session);
	if (session->lines) {
		session_lines_report(session);
		session_ahead_sent(session);
		return;
	}
	session->frame.in_order = true;
	/* A notice has rung; painting clears the frame. */
	bool rings = session->frame.bell;
	if (session_too_small(session)) {
		session_paint_too_small(session);
	} else if (screen->paint) {
		screen->paint(session, &session->frame);
		session_paint_banner(session);
	}
	session->frame.bell |= rings;
	session_render(session);
	session_ahead_sent(session);
}
