/* What moves a replay (replay.c) and what paints it (replay_paint.c) both know. */
#ifndef TRAPDOOR_REPLAY_PRIVATE_H
#define TRAPDOOR_REPLAY_PRIVATE_H

#include "door/play/play.h"
#include "door/replay/replay.h"
#include "door/ui/ui.h"

struct replay {
	struct replay_cursor *cursor;
	struct play *play;
	bool live, paused;
	unsigned silent;       /* live, but so often nothing of it could be asked */
	bool following;        /* live, and as far as its player is */
	const char *event;     /* what it stopped at, or NULL */
	bool paced;            /* the speed was changed by the last key */
	int hint_ms;           /* so long the hint of the beginning still stays */
	int speed;             /* commands a second */
	struct play_said read; /* what was said up to there is no longer shown */
	int quiet_ms;          /* nothing was said for so long */
	bool asking;           /* a turn is being typed */
	char typed[10];
	struct ui_pager help; /* of the keys, when it is open */
};

/* All commands that are known of have been played. */
bool replay_at_end(const struct replay *replay);

#endif
