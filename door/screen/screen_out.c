/* While you were out: what happened since the player's last visit, on a page after the login. Any
 * key closes it, or shows the rows that did not fit. */
#include "door/screen/screens.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOP 3

struct out {
	struct keeper_out page;
	size_t first, next; /* rows of the page: of the frame, and behind it */
	bool shown; /* painted at least once; a key typed before does not mark the page as seen */
};

static void out_row_words(const struct keeper_out_row *row, char *text, size_t size)
{
	switch (row->kind) {
	case OUT_GRAVE:
		snprintf(text, size, "%s died on the level of your grave, depth %d.", row->name,
			row->number);
		break;
	case OUT_AVENGED:
		snprintf(text, size, "%s avenged you.", row->name);
		break;
	case OUT_PASSED:
		snprintf(text, size, "%s passed you on the board, with %d points.", row->name,
			row->number);
		break;
	case OUT_DAY:
		snprintf(text, size, "The run of %s is closed: you are number %d of %d.", row->name,
			row->number, row->of);
		break;
	default:
		snprintf(text, size, "Mail from %s.", row->name[0] ? row->name : "the operator");
	}
}

void out_show_once(struct session *session)
{
	if (session->account.guest || session->memory.was_out || session->route.step != ROUTE_STAY)
		return;
	session->memory.was_out = true;
	session_open(session, SCREEN_out, NULL);
}

static void out_enter(struct session *session)
{
	struct out *out = session->state = calloc(1, sizeof *out);
	if (!out || keeper_out_show(session->line, &out->page) != KEEPER_OK || !out->page.count)
		session_back(session);
}

static void out_key(struct session *session, int key)
{
	struct out *out = session->state;
	(void)key;
	if (out->shown && out->next < out->page.count) {
		out->first = out->next;
		return;
	}
	if (out->shown)
		keeper_out_seen(session->line, &out->page.mark);
	session_back(session);
}

static void out_paint(struct session *session, struct vt_frame *frame)
{
	struct out *out = session->state;
	char text[120];
	int y = TOP;
	vt_frame_clear(frame);
	ui_cursor(frame, 2, TOP);
	ui_title(frame, "While you were out", session->account.name);
	out->next = out->first;
	for (size_t i = out->first; i < out->page.count; i++) {
		struct vt_area area = {2, y, frame->width - 4, frame->height - 2 - y};
		out_row_words(&out->page.rows[i], text, sizeof text);
		/* A frame has one row at least, so that each key leads on. */
		if (i > out->first && ui_wrapped(NULL, area, 0, text, VT_TEXT) > area.height)
			break;
		y += ui_wrapped(frame, area, 0, text, VT_TEXT);
		out->next = i + 1;
	}
	ui_hint(frame, out->next < out->page.count ? "Any key shows more." : "Any key goes on.");
	out->shown = true;
}

static void out_lines(struct session *session, struct lines_page *page)
{
	struct out *out = session->state;
	char text[120];
	ui_add(&page->text, "While you were out:\n");
	for (size_t i = 0; i < out->page.count; i++) {
		out_row_words(&out->page.rows[i], text, sizeof text);
		ui_add(&page->text, "%s\n", text);
	}
	lines_choice(page, VT_KEY_ESCAPE, "Go on");
	out->next = out->page.count;
	out->shown = true;
}

/* The other process asks again. */
static bool out_rests(struct session *session)
{
	(void)session;
	return true;
}

const struct screen screen_out = {.name = "out",
	.renews = true,
	.rests = out_rests,
	.enter = out_enter,
	.key = out_key,
	.paint = out_paint,
	.lines = out_lines};
