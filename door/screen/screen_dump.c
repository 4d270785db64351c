/* Shows the dump of a run: of the one that has just ended, or of a run of the board, which is
 * replayed for it. */
#include "door/screen/screens.h"

#include "door/play/dump.h"
#include "door/replay/dump_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dumping {
	char *text; /* NULL: `why` says the reason */
	char why[300];
	int rows, top, page, wide; /* wide: the width that the text was made for */
};

static struct dumping *dumping_of(struct session *session)
{
	return session->state;
}

/* True if no line of the text is wider than the window. */
static bool dump_fits(const char *text, int width)
{
	for (; *text; text += strspn(text, "\n")) {
		size_t length = strcspn(text, "\n");
		if (length > (size_t)width)
			return false;
		text += length;
	}
	return true;
}

/* Makes the text for a window of that width. The dump made at the end of the session's own run is
 * used if it fits, or if the run cannot be replayed, such as a guest's. */
static void dump_read(struct session *session, struct dumping *dumping, int width)
{
	int64_t run = session_arguments(session, SCREEN_dump)->dump.run;
	bool own = session->memory.dump && session->memory.dump_run == run;
	const struct run_source source = run_source_of_line(session->line);
	char *text = NULL;
	dumping->wide = width;
	if (!own || !dump_fits(session->memory.dump, width))
		text = dump_of_run(&source, session->content, run,
			(struct dump_form){.width = width, .drawn = !session->lines}, dumping->why,
			sizeof dumping->why);
	if (!text && own)
		text = strdup(session->memory.dump);
	free(dumping->text);
	dumping->text = text;
	dumping->rows = text ? ui_art_height(text) - 1 : 0;
}

static void dump_enter(struct session *session)
{
	struct dumping *dumping = session->state = calloc(1, sizeof *dumping);
	if (!dumping) {
		session_back(session);
		return;
	}
	dump_read(session, dumping, session->frame.width - 1);
	dumping->top = (int)*session_position(session);
}

static int dump_last(const struct dumping *dumping)
{
	return dumping->rows > dumping->page ? dumping->rows - dumping->page : 0;
}

static void dump_turn(struct dumping *dumping, int rows)
{
	int last = dump_last(dumping);
	dumping->top += rows;
	dumping->top = dumping->top > last ? last : dumping->top < 0 ? 0 : dumping->top;
}

static void dump_key(struct session *session, int key)
{
	struct dumping *dumping = dumping_of(session);
	bool on = key == ' ' || key == VT_KEY_PAGE_DOWN;
	if (on && dumping->top < dump_last(dumping))
		dump_turn(dumping, dumping->page);
	else if (key == '-' || key == '\b' || key == VT_KEY_PAGE_UP)
		dump_turn(dumping, -dumping->page);
	else if (key == 'j' || key == VT_KEY_DOWN)
		dump_turn(dumping, 1);
	else if (key == 'k' || key == VT_KEY_UP)
		dump_turn(dumping, -1);
	else if (key == VT_KEY_HOME)
		dump_turn(dumping, -dumping->rows);
	else if (key == VT_KEY_END)
		dump_turn(dumping, dumping->rows);
	else if (key != VT_KEY_PAGE_DOWN)
		session_back(session);
}

/* Paints a row. The first row and the titles, which follow an empty row, have their own colours. */
static void dump_paint_row(
	struct vt_frame *frame, int y, const char *row, int length, bool first, bool title)
{
	char text[DUMP_WIDTH + 1];
	snprintf(text, sizeof text, "%.*s", length, row);
	vt_text(frame, 0, y, text,
		first   ? VT_BRIGHT
		: title ? VT_LAMP
			: VT_TEXT,
		first ? VT_BOLD : 0, NULL);
	for (int x = 0; text[x]; x++)
		if ((uint8_t)text[x] >= DUMP_GLYPH)
			vt_put(frame, x, y, (uint8_t)text[x], VT_TEXT, 0);
}

static void dump_paint_text(struct dumping *dumping, struct vt_frame *frame)
{
	const char *row = dumping->text;
	bool empty = false;
	for (int i = 0; *row && i < dumping->top + dumping->page; i++) {
		int length = (int)strcspn(row, "\n");
		if (i >= dumping->top)
			dump_paint_row(frame, 2 + i - dumping->top, row, length, i == 0, empty);
		empty = length == 0;
		row += length + (row[length] == '\n');
	}
}

static void dump_paint(struct session *session, struct vt_frame *frame)
{
	struct dumping *dumping = dumping_of(session);
	char where[16] = "";
	vt_frame_clear(frame);
	ui_cursor(frame, 2, 2);
	dumping->page = frame->height > 4 ? frame->height - 4 : 1;
	/* In a smaller window the text is made again; a larger window keeps it. */
	if (dumping->text && dumping->wide > frame->width - 1)
		dump_read(session, dumping, frame->width - 1);
	dump_turn(dumping, 0);
	int last = dump_last(dumping);
	if (last)
		snprintf(where, sizeof where, "%d%%", dumping->top * 100 / last);
	ui_title(frame, "How it went", where);
	if (dumping->text)
		dump_paint_text(dumping, frame);
	else
		ui_wrapped(frame, (struct vt_area){2, 3, frame->width - 4, frame->height - 5}, 0,
			dumping->why, VT_TEXT);
	ui_page_hint(frame, dumping->top, last);
}

static void dump_leave(struct session *session)
{
	free(dumping_of(session)->text);
}

/* The dump of a guest's run is in this process alone. */
static bool dump_rests(struct session *session)
{
	*session_position(session) = (uint64_t)dumping_of(session)->top;
	return !session->account.guest || !session->memory.dump;
}

const struct screen screen_dump = {.name = "dump",
	.wheel = true,
	.renews = true,
	.rests = dump_rests,
	.enter = dump_enter,
	.key = dump_key,
	.paint = dump_paint,
	.leave = dump_leave};
