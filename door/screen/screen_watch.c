/* The list of players whose games can be watched. Enter watches one. */
#include "door/screen/screens.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHO_MAX 64        /* players in the list */
#define SESSIONS_MAX 4096 /* of which they are chosen */
#define TICK_MS 2000
#define TOP 3

struct players {
	size_t count, at;
	struct present who[WHO_MAX];
};

static struct players *players_of(struct session *session)
{
	return session->state;
}

/* Fetches the players with a stored run. Guests' runs are not stored, so nobody can watch them. */
static void watch_fetch(struct session *session)
{
	struct players *players = players_of(session);
	/* All sessions, or a crowd of guests would push the players out of the list. */
	struct present *who = calloc(SESSIONS_MAX, sizeof *who);
	size_t all = 0, kept = 0;
	if (!who || keeper_watchable(session->line, who, SESSIONS_MAX, &all) != KEEPER_OK)
		all = 0;
	for (size_t i = 0; i < all && kept < WHO_MAX; i++)
		players->who[kept++] = who[i];
	free(who);
	players->count = kept;
	if (players->at >= kept)
		players->at = kept ? kept - 1 : 0;
	session->tick_ms = TICK_MS;
	session->dirty = true;
}

static void watch_enter(struct session *session)
{
	struct players *players = session->state = calloc(1, sizeof *players);
	if (!players) {
		session_end(session, 1, "Out of memory. Try again.");
		return;
	}
	players->at = (size_t)*session_position(session);
	/* A spectator who comes back watches no more. */
	keeper_report_position(session->line, WHERE_LOBBY, 0, 0);
	watch_fetch(session);
}

static void watch_open(struct session *session)
{
	const struct players *players = players_of(session);
	if (!players->count)
		return;
	union screen_arguments arguments = {0};
	snprintf(arguments.spectate.player, sizeof arguments.spectate.player, "%s",
		players->who[players->at].name);
	enum keeper_verdict verdict = keeper_watch(session->line, arguments.spectate.player,
		&arguments.spectate.run, &arguments.spectate.views);
	if (verdict == KEEPER_OK) {
		session_open(session, SCREEN_spectate, &arguments);
		return;
	}
	session_banner(session, session_verdict(session, verdict));
	watch_fetch(session);
}

static void watch_key(struct session *session, int key)
{
	struct players *players = players_of(session);
	if (key == VT_KEY_ESCAPE || key == 'q')
		session_go(session, SCREEN_lobby, NULL);
	else if ((key == VT_KEY_DOWN || key == 'j') && players->at + 1 < players->count)
		players->at++;
	else if ((key == VT_KEY_UP || key == 'k') && players->at > 0)
		players->at--;
	else if (key == '\r' || key == 'w')
		watch_open(session);
}

static void watch_paint_row(const struct session *session, struct vt_frame *frame, int y,
	const struct present *present, bool here)
{
	const char *depth = ui_word(session->content, "label-depth", "depth");
	vt_text(frame, 1, y, present->name, VT_TEXT, 0, NULL);
	vt_textf(frame, 20, y, VT_TEXT, 0, UI_INSIDE " %u", ui_inside(depth), present->depth);
	if (present->idle_seconds >= 60 && frame->width >= 46)
		vt_textf(frame, 31, y, VT_DIM, 0, "quiet %u min", present->idle_seconds / 60);
	if (here)
		ui_chosen(frame, 0, y, frame->width);
}

static void watch_paint(struct session *session, struct vt_frame *frame)
{
	const struct players *players = players_of(session);
	int rows = frame->height - TOP - 2;
	vt_frame_clear(frame);
	ui_cursor(frame, 1, TOP);
	ui_title(frame, "Players online", "");
	/* first player of the page with the chosen one */
	size_t first = rows > 0 ? players->at - players->at % (size_t)rows : 0;
	for (size_t i = first; i < players->count && (int)(i - first) < rows; i++)
		watch_paint_row(
			session, frame, TOP + (int)(i - first), &players->who[i], i == players->at);
	if (!players->count)
		ui_wrapped(frame, (struct vt_area){1, TOP, frame->width - 2, 3}, 0,
			"Nobody who can be watched is playing; guests cannot be watched. You can "
			"also watch runs of the board: b in the lobby, Enter on a run, then w.",
			VT_DIM);
	ui_hint(frame, players->count ? UI_BRIGHT "Enter" UI_END " watch  " UI_BRIGHT "Esc" UI_END
						  " back"
				      : UI_BRIGHT "Esc" UI_END " back");
}

static void watch_tick(struct session *session)
{
	watch_fetch(session);
}

static bool watch_rests(struct session *session)
{
	*session_position(session) = players_of(session)->at;
	return true;
}

static void watch_lines(struct session *session, struct lines_page *page)
{
	const struct players *players = players_of(session);
	ui_add(&page->text, players->count ? "Players online. A number watches one.\n"
					   : "Nobody who can be watched is playing. Type back.\n");
	for (size_t i = 0; i < players->count; i++)
		lines_row(
			page, (int)i, "%s, depth %u", players->who[i].name, players->who[i].depth);
}

static void watch_pick(struct session *session, int row)
{
	players_of(session)->at = (size_t)row;
	watch_open(session);
}

const struct screen screen_watch = {.name = "watch",
	.renews = true,
	.rests = watch_rests,
	.wheel = true,
	.enter = watch_enter,
	.key = watch_key,
	.paint = watch_paint,
	.lines = watch_lines,
	.pick = watch_pick,
	.tick = watch_tick};
