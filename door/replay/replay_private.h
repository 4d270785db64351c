/* The state of a replay, shared by replay.c, which moves it, and replay_paint.c. */
#ifndef TRAPDOOR_REPLAY_PRIVATE_H
#define TRAPDOOR_REPLAY_PRIVATE_H

#include "door/play/play.h"
#include "door/replay/replay.h"
#include "door/ui/ui.h"

struct replay {
	struct replay_cursor *cursor;
	struct play *play;
	bool live, paused;
	bool branches;           /* b plays the run on: the owner handles that key */
	bool following;          /* live, at the player's newest command */
	const char *event;       /* text of the event it stopped at, or NULL */
	bool paced;              /* the last key changed the speed */
	int hint_ms;             /* time left of the introduction */
	int speed;               /* commands a second */
	struct play_newest read; /* messages up to this one are no longer shown */
	int quiet_ms;            /* time without new messages */
	bool asking;             /* a turn number is being typed */
	char typed[10];
	struct ui_pager help; /* the page of keys, if open */
};

/* True if all known commands have been replayed. */
bool replay_at_end(const struct replay *replay);

#endif
