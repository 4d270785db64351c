/* Shows the replay of the run in the screen's arguments. An operator follows a run in progress. */
#include "door/screen/screens.h"

#include "door/verify/archive.h"
#include "door/replay/replay.h"
#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct watching {
	struct replay *replay;   /* NULL: the run cannot be shown */
	bool branches;           /* b plays the run on */
	struct archive *archive; /* the archive that holds the run, or NULL */
	char why[300];
};

static struct watching *watching_of(struct session *session)
{
	return session->state;
}

static void watch_leave_for(struct session *session)
{
	if (session->config->replay)
		session_end(session, 0, ui_word(session->content, "goodbye", "Goodbye."));
	else
		session_back(session);
}

static void watch_tick_on(struct session *session)
{
	struct watching *watching = watching_of(session);
	session->tick_ms = watching->replay ? replay_tick_ms(watching->replay) : 0;
	session->dirty = true;
}

static struct run_source watch_source(struct session *session, struct watching *watching)
{
	const char *import = session->config->replay_import;
	if (import)
		watching->archive = archive_open(import, watching->why, sizeof watching->why);
	return watching->archive ? archive_source(watching->archive)
				 : run_source_of_line(session->line);
}

/* True if the run is an ended one of the player, which b plays on. */
static bool own_ended(const struct session *session, const struct watching *watching, bool ended)
{
	const struct replay_cursor *cursor = replay_cursor_of(watching->replay);
	return ended && !watching->archive && session->account.id > 0 &&
	       strcmp(replay_cursor_run(cursor)->player, session->account.name) == 0;
}

/* Plays the run on from the command that is shown. The position leads back to it. */
static void watch_branch(struct session *session)
{
	struct watching *watching = watching_of(session);
	const struct replay_cursor *cursor = replay_cursor_of(watching->replay);
	if (!replay_position(watching->replay, session_position(session)))
		return;
	session_open(session, SCREEN_play,
		&(union screen_arguments){.play = {
						  .branch = replay_cursor_run(cursor)->id,
						  .index = replay_cursor_index(cursor),
					  }});
}

static void watch_enter(struct session *session)
{
	struct watching *watching = session->state = calloc(1, sizeof *watching);
	int64_t run = session_arguments(session, SCREEN_replay)->replay.run;
	struct store_score score;
	if (!watching) {
		session_end(session, 1, "Out of memory for the replay. Try again.");
		return;
	}
	const struct run_source source = watch_source(session, watching);
	bool ended = watching->archive || keeper_score_get(session->line, run, &score) == KEEPER_OK;
	struct replay_cursor *cursor =
		replay_cursor_new(&source, session->content, run, REPLAY_CURSOR_BOTH_WAYS);
	if (replay_cursor_answer(cursor) != REPLAY_CURSOR_OK) {
		snprintf(watching->why, sizeof watching->why, "%s", replay_cursor_sentence(cursor));
		replay_cursor_free(cursor);
		return;
	}
	watching->replay = replay_new(cursor, ended ? REPLAY_ENDED : REPLAY_LIVE,
		session->config->replay ? session->config->replay_speed : REPLAY_SPEED);
	if (*session_position(session))
		replay_go_position(watching->replay, *session_position(session));
	else
		replay_introduce(watching->replay);
	watching->branches = own_ended(session, watching, ended);
	if (watching->branches)
		replay_branches(watching->replay);
	if (session->logged_in)
		keeper_report_position(session->line, WHERE_WATCHING, 0, 0);
	/* Too fast to hear: each typed line goes on to the next event. */
	if (session->lines) {
		replay_key(watching->replay, ' ');
		replay_key(watching->replay, '?');
	}
	watch_tick_on(session);
}

static void watch_key(struct session *session, int key)
{
	struct watching *watching = watching_of(session);
	if (watching->branches && key == 'b')
		watch_branch(session);
	else if (!watching->replay || !replay_key(watching->replay, key))
		watch_leave_for(session);
	else
		watch_tick_on(session);
}

static void watch_tick(struct session *session)
{
	struct replay *replay = watching_of(session)->replay;
	replay_tick(replay);
	watch_tick_on(session);
}

static void watch_paint(struct session *session, struct vt_frame *frame)
{
	const struct watching *watching = watching_of(session);
	if (watching->replay) {
		replay_paint(watching->replay, frame);
		return;
	}
	vt_frame_clear(frame);
	ui_cursor(frame, 2, 3);
	ui_title(frame, "A run that cannot be shown", "");
	ui_wrapped(frame, (struct vt_area){2, 3, frame->width - 4, frame->height - 5}, 0,
		watching->why, VT_TEXT);
	ui_hint(frame, UI_BRIGHT "Esc" UI_END " back");
}

static void watch_leave(struct session *session)
{
	replay_free(watching_of(session)->replay);
	archive_close(watching_of(session)->archive);
}

static bool watch_rests(struct session *session)
{
	const struct replay *replay = watching_of(session)->replay;
	return !replay || replay_position(replay, session_position(session));
}

static void watch_lines(struct session *session, struct lines_page *page)
{
	struct watching *watching = watching_of(session);
	if (watching->replay)
		replay_lines(watching->replay, &page->text);
	else
		ui_add(&page->text, "%s Type back.\n", watching->why);
	page->whole = watching->replay != NULL;
}

/* An empty line goes on to the next event, a number to that turn. */
static bool watch_typed(struct session *session, const char *line)
{
	struct replay *replay = watching_of(session)->replay;
	bool number = *line && line[strspn(line, "0123456789")] == 0;
	if (!replay || (*line && !number))
		return false;
	if (number)
		replay_key(replay, 'g');
	for (; number && *line; line++)
		replay_key(replay, *line);
	replay_key(replay, number ? '\r' : 'n');
	watch_tick_on(session);
	return true;
}

const struct screen screen_replay = {.name = "replay",
	.renews = true,
	.rests = watch_rests,
	.enter = watch_enter,
	.key = watch_key,
	.paint = watch_paint,
	.lines = watch_lines,
	.typed = watch_typed,
	.tick = watch_tick,
	.leave = watch_leave};
