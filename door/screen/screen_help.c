/* Help in the lobby: the pages of the content, then every key of the chosen preset. */
#include "door/screen/screens.h"

#include "door/play/keymap.h"
#include "door/play/play.h"
#include "door/ui/appearances.h"
#include "door/ui/ui.h"

#include <stdlib.h>

static void help_enter(struct session *session)
{
	struct ui_pager *pager = calloc(1, sizeof *pager);
	struct ui_text text = {0}, pages = {0};
	const char *words;
	session->state = pager;
	if (!pager) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	ui_add(&pages,
		"Garbled? " UI_BRIGHT "o" UI_END " in the lobby sets characters, colours.\n\n");
	for (unsigned i = 1; (words = ui_series(session->content, "help", i)); i++) {
		struct ui_text own = {0};
		ui_add_for(&own, words, session->account.guest);
		appearances_add_page(&pages, session->content, own.text ? own.text : "");
		free(own.text);
		ui_add(&pages, "\n\n");
	}
	appearances_in_text(session->content, pages.text);
	if (pages.text)
		keymap_add_page(&text, &session->options.keys, pages.text);
	free(pages.text);
	char *keys = keymap_help(session->content, &session->options.keys, session->config->debug);
	if (keys)
		ui_add(&text, "%s", keys);
	free(keys);
	ui_pager_open(pager, "Help", text.text);
	pager->top = (int)*session_position(session);
}

static void help_key(struct session *session, int key)
{
	if (!ui_pager_key(session->state, key))
		session_go(session, SCREEN_lobby, NULL);
}

static void help_paint(struct session *session, struct vt_frame *frame)
{
	ui_pager_paint(session->state, frame);
}

static void help_leave(struct session *session)
{
	if (session->state)
		ui_pager_close(session->state);
}

static bool help_rests(struct session *session)
{
	const struct ui_pager *pager = session->state;
	*session_position(session) = (uint64_t)pager->top;
	return true;
}

static void help_lines(struct session *session, struct lines_page *page)
{
	(void)session;
	ui_add(&page->text, "The commands of a game:\n");
	play_lines_help(&page->text);
	ui_add(&page->text, "Back returns to the lobby.\n");
}

const struct screen screen_help = {.name = "help",
	.wheel = true,
	.renews = true,
	.rests = help_rests,
	.enter = help_enter,
	.key = help_key,
	.paint = help_paint,
	.lines = help_lines,
	.leave = help_leave};
