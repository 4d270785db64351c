/* Reports to the keeper where the player is, for the list of who is on; and bosses beaten and
 * quests done, for the livelog. */
#include "door/screen/playing.h"
#include "door/screen/screens.h"

#include <string.h>

#define TELL_TURNS 25 /* turns after which the keeper gets the position again */

static void report_where(struct session *session)
{
	struct playing *playing = session->state;
	int depth = play_depth(playing->play);
	uint32_t turn = play_turns(playing->play);
	if (playing->shown_depth == depth && turn < playing->shown_turn + TELL_TURNS)
		return;
	playing->shown_turn = turn;
	playing->shown_depth = (uint8_t)depth;
	if (!playing_is_branch(session))
		keeper_report_position(session->line, WHERE_PLAYING, depth, turn);
}

static bool has_deed(const struct playing *playing, const struct feat *deed)
{
	for (size_t i = 0; i < playing->deed_count; i++)
		if (playing->deeds[i].kind == deed->kind &&
			strcmp(playing->deeds[i].id, deed->id) == 0)
			return true;
	return false;
}

static void know_deeds(struct playing *playing)
{
	playing->deed_count = game_deeds(play_game(playing->play), playing->deeds, PLAYING_DEEDS);
}

static void report_deeds(struct session *session)
{
	struct playing *playing = session->state;
	struct feat deeds[PLAYING_DEEDS];
	size_t count = game_deeds(play_game(playing->play), deeds, PLAYING_DEEDS);
	/* A deed stays done. */
	if (count == playing->deed_count)
		return;
	for (size_t i = 0; i < count && !playing_is_branch(session) && !session->account.guest; i++)
		if (!has_deed(playing, &deeds[i]))
			keeper_report_deed(session->line, &deeds[i]);
	know_deeds(playing);
}

void playing_report_first(struct session *session)
{
	report_where(session);
	know_deeds(session->state);
}

void playing_report(struct session *session)
{
	report_where(session);
	report_deeds(session);
}
