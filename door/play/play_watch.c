/* Paints a game that somebody else plays as its player saw it. */
#include "door/play/play_private.h"

#include "door/ui/appearances.h"

#include <assert.h>
#include <stdlib.h>

struct play *play_watch_new(void)
{
	struct play *play = calloc(1, sizeof *play);
	assert(play);
	play->view = malloc(sizeof *play->view);
	assert(play->view);
	/* Spectators turn no pages: only the end of a long text is shown. */
	play->watched = true;
	play->settings.keys = keymap_preset(0);
	return play;
}

void play_watch_free(struct play *play)
{
	if (play)
		play->game = NULL;
	play_free(play);
}

static void watch_content(struct play *play, const struct content *content)
{
	play->content = content;
	play->glyphs = appearances_glyphs(content);
	play->clashes = appearances_clashes(content);
}

static void watch_read(struct play *play, const struct play_newest *read)
{
	play->messages.read_serial = read->serial;
	play->messages.read_repeats = read->repeats;
}

struct play_newest play_newest(struct game *game)
{
	struct view view;
	game_view(game, &view);
	if (!view.message_count)
		return (struct play_newest){0, 0};
	const struct message *newest = &view.messages[view.message_count - 1];
	return (struct play_newest){newest->serial, newest->repeats};
}

void play_watch(struct play *play, struct game *game, const struct content *content,
	const struct play_newest *read)
{
	play->game = game;
	watch_content(play, content);
	watch_read(play, read);
}

void play_watch_live(struct play *play, const struct live_view *live, const struct content *content,
	const struct play_newest *read)
{
	play->live = live;
	/* Finding the glyphs costs more than a view. */
	if (play->content != content)
		watch_content(play, content);
	watch_read(play, read);
}

/* After a step back in a replay the messages of the last turn are new. */
static void watch_heard(struct line_heard *heard, const struct view *view)
{
	const struct message *last =
		view->message_count ? &view->messages[view->message_count - 1] : NULL;
	if (!last || (heard->any && last->serial >= heard->serial))
		return;
	heard->serial = 0;
	for (size_t i = 0; i < view->message_count; i++)
		if (view->messages[i].turn != last->turn)
			heard->serial = view->messages[i].serial;
}

void play_watch_lines(struct play *play, struct ui_text *text)
{
	if (!play->lines && !(play->lines = calloc(1, sizeof *play->lines)))
		return;
	const struct view *view = play_view(play);
	struct line_heard *heard = &play->lines->heard;
	watch_heard(heard, view);
	if (!heard->any)
		heard->health = view->status.health;
	line_report(text, play->game, view, heard, LINE_NORMAL);
	if (!play->messages.sentence[0])
		return;
	line_plain(text, play->messages.sentence);
	ui_add(text, "\n");
	play->messages.sentence[0] = 0;
}
