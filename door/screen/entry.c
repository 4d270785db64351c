#include "door/screen/entry.h"

#include <string.h>

#define ENTRY_WIDTH 60

int entry_left(const struct vt_frame *frame)
{
	if (frame->brief)
		return 0;
	return frame->width > ENTRY_WIDTH + 4 ? (frame->width - ENTRY_WIDTH) / 2 : 2;
}

static int entry_width(const struct vt_frame *frame)
{
	int width = frame->width - 2 * entry_left(frame);
	return width < ENTRY_WIDTH ? width : ENTRY_WIDTH;
}

int entry_paint_title(const struct session *session, struct vt_frame *frame)
{
	const char *title = ui_word(session->content, "title", "");
	const char *art = ui_word(session->content, "title-art", title);
	vt_frame_clear(frame);
	frame->cursor_x = -1;
	if (frame->brief) {
		vt_text(frame, entry_left(frame), 0, title, VT_TITLE, 0, NULL);
		return 1;
	}
	if (ui_art_width(art) > frame->width - 2 || frame->height < 23)
		art = ui_word(session->content, "title-art-small", title);
	int y = frame->height >= 30 ? 3 : 1;
	y += ui_art(frame, (frame->width - ui_art_width(art)) / 2, y, art, VT_TITLE);
	ui_centre(frame, ++y, ui_word(session->content, "tagline", ""), VT_DIM, 0);
	if (session->config->lobby_banner[0])
		ui_centre(frame, ++y, session->config->lobby_banner, VT_LAMP, 0);
	return y + 2;
}

void entry_lines(const struct session *session, struct lines_page *page)
{
	ui_add(&page->text, "%s. ", ui_word(session->content, "title", "Trapdoor"));
	line_plain(&page->text, ui_word(session->content, "tagline", ""));
	ui_add(&page->text, "\n");
	if (session->config->lobby_banner[0])
		ui_add(&page->text, "%s\n", session->config->lobby_banner);
	if (transport_is_plaintext(session->transport)) {
		line_plain(&page->text, ui_word(session->content, "welcome-telnet", ""));
		ui_add(&page->text, "\n");
	}
}

void entry_paint_notice(const struct session *session, struct vt_frame *frame, int below)
{
	const char *text = ui_word(session->content, "welcome-telnet", "");
	int x = entry_left(frame), width = frame->width - 2 * x;
	if (!transport_is_plaintext(session->transport))
		return;
	int rows = ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, text, VT_DIM);
	ui_wrapped(frame, (struct vt_area){x, below - rows, width, rows}, 0, text, VT_DIM);
}

void entry_paint_field(
	struct vt_frame *frame, int y, const char *label, const struct ui_input *input)
{
	int x = vt_text(frame, entry_left(frame), y, label, VT_LAMP, 0, NULL) + 1;
	ui_input_paint(input, frame, x, y, frame->width - x - 2);
}

void entry_paint_answer(struct vt_frame *frame, int y, const char *answer)
{
	ui_wrapped(frame, (struct vt_area){entry_left(frame), y, entry_width(frame), 3}, 0, answer,
		VT_BAD);
}
