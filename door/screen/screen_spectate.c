/* Shows the run that a player is playing. Its end can be followed by its replay. */
#include "door/screen/screens.h"

#include "door/replay/spectating.h"

static struct spectating *spectating_of(struct session *session)
{
	return session->state;
}

static void spectate_wait(struct session *session)
{
	session->wakes = spectating_descriptor(spectating_of(session));
	session->tick_ms = spectating_tick_ms(spectating_of(session));
	session->clock.tick_at_ms = 0;
	session->dirty = true;
}

static void spectate_enter(struct session *session)
{
	union screen_arguments *arguments = session_arguments(session, SCREEN_spectate);

	session->state = spectating_new(session->content, session->line, arguments->spectate.player,
		arguments->spectate.run, arguments->spectate.views);
	keeper_report_position(session->line, WHERE_WATCHING, 0, 0);
	spectate_wait(session);
}

static void spectate_key(struct session *session, int key)
{
	int64_t ended = spectating_ended(spectating_of(session));

	if (ended && key == '0')
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
}

static void spectate_leave(struct session *session)
{
	spectating_free(spectating_of(session));
	session->state = NULL;
}

/* The other process asks the keeper to watch the run again. */
static bool spectate_rests(struct session *session)
{
	return !spectating_ended(spectating_of(session));
}

static void spectate_lines(struct session *session, struct lines_page *page)
{
	spectating_lines(spectating_of(session), &page->text);
}

const struct screen screen_spectate = {.name = "spectate",
	.renews = true,
	.rests = spectate_rests,
	.enter = spectate_enter,
	.key = spectate_key,
	.paint = spectate_paint,
	.lines = spectate_lines,
	.live = true,
	.tick = spectate_tick,
	.leave = spectate_leave};
