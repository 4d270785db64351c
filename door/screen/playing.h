/* The state of the play screen, shared by screen_play.c and playing_broken.c. */
#ifndef TRAPDOOR_PLAYING_H
#define TRAPDOOR_PLAYING_H

#include "door/play/play.h"
#include "door/screen/screens.h"
#include "door/verify/resume.h"

struct playing {
	struct play *play; /* NULL: the run cannot be loaded */
	struct keeper_run run;
	struct store_score score; /* of the ended run */
	bool ended;               /* and is on the board; the last frame waits for a key */
	bool broken;              /* the run cannot be loaded; the player chooses what to do */
	struct resumed resumed;   /* with the beginning of a segment that is still to be added */
	char why[200];
	uint32_t spectators; /* shown on the screen; 0: none, or not counted */
	uint8_t shown_depth; /* position last reported to the keeper */
	uint32_t shown_turn;
	/* Hashes of the messages that the MUD client got last; 0: none. */
	uint32_t sent_vitals, sent_status;
#define PLAYING_DEEDS 40
	struct feat deeds[PLAYING_DEEDS]; /* bosses and quests that the keeper need not hear of */
	size_t deed_count;
};

/* playing_report.c: report to the keeper where the player is, with all deeds of the game taken as
 * known; and that with the deeds since. */
void playing_report_first(struct session *session);
void playing_report(struct session *session);

/* Handle a key and paint while the run cannot be loaded: the player keeps it aside or leaves. */
void playing_broken_key(struct session *session, int key);
void playing_broken_paint(struct session *session, struct vt_frame *frame);

/* playing_frame.c: paint the game, and handle a key of the mouse, with or without a narrator. */
void playing_paint_game(struct session *session, struct vt_frame *frame);
/* Goes on to the next moment of the flames, if they flicker. */
void playing_flicker_on(struct session *session);
void playing_mouse(struct session *session, int key, int x, int y);

/* playing_branch.c: true if the game is a branch of an ended run; begins it; and handles its end,
 * and that the player leaves it. */
static inline bool playing_is_branch(struct session *session)
{
	return session_arguments(session, SCREEN_play)->play.branch != 0;
}
void playing_branch(struct session *session);
void playing_branch_ended(struct session *session);
void playing_branch_left(struct session *session);
/* Shows a frame with a missile in flight, as a link does. */
bool playing_between(void *context);

/* playing_spectators.c: ask how many watch, if the player wants that; take notices of it; and paint
 * the number. */
void playing_count_spectators(struct session *session);
void playing_notice(struct session *session, const struct notice *notice);
void playing_paint_spectators(struct session *session, struct vt_frame *frame);

/* playing_end.c: make the score of a game that has ended; and its dump while the game exists, for a
 * guest's run is stored nowhere. */
void playing_score(struct session *session, struct store_score *score);
void playing_dump(struct session *session);

/* playing_data.c: send a MUD client what has changed of the hero. */
void playing_data(struct session *session);

/* playing_ahead.c: the functions of the screen for keys typed ahead (door/session/session.h). */
bool playing_stops(struct session *session);
unsigned playing_asks(struct session *session);
void playing_dropped(struct session *session, uint32_t keys);

#endif
