/* The number of spectators on the player's screen, if the player wants it. */
#include "door/screen/playing.h"

#include "door/replay/position.h"

#include <stdio.h>
#include <stdlib.h>

void playing_count_spectators(struct session *session)
{
	struct playing *playing = session->state;
	bool counts = session->options.spectators == OPTION_SPECTATORS_COUNTED &&
		      !session->account.guest && !playing_is_branch(session);
	playing->spectators = 0;
	if (counts)
		keeper_spectators(session->line, true, &playing->spectators);
}

static void words(const struct playing *playing, char *text, size_t size)
{
	snprintf(text, size, playing->spectators == 1 ? "%u watches" : "%u watch",
		(unsigned)playing->spectators);
}

void playing_notice(struct session *session, const struct notice *notice)
{
	struct playing *playing = session->state;
	char text[40];
	if (!playing->play || session->options.spectators != OPTION_SPECTATORS_COUNTED)
		return;
	if (notice->kind == NOTICE_KEEPER_BACK)
		playing_count_spectators(session);
	if (notice->kind != NOTICE_SPECTATORS)
		return;
	playing->spectators = (uint32_t)strtoul(notice->text, NULL, 10);
	words(playing, text, sizeof text);
	/* Frames have the number in a corner. */
	if (session->lines)
		session_banner(session, text);
}

void playing_paint_spectators(struct session *session, struct vt_frame *frame)
{
	const struct playing *playing = session->state;
	char text[40];
	if (!playing->spectators || session->lines)
		return;
	words(playing, text, sizeof text);
	position_paint_corner(frame, text);
}
