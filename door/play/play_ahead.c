/*
 * Keys typed ahead: what the player must see before another key.
 *
 * The session drops keys that come too early; this file tells it when. A look compares the game
 * with the last look, as auto-explore does before each of its steps. The look has a watch of its
 * own, so that it changes no report of an automatic move.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

bool play_stops(struct play *play)
{
	struct play_ahead *ahead = &play->ahead;
	bool stopped = ahead->stopped, first = !ahead->last.looked;
	ahead->stopped = false;
	if (!first && ahead->index == play->journal.index)
		return stopped;
	ahead->index = play->journal.index;
	stopped |= auto_happened(&ahead->last, play->game, play->view, &ahead->watch);
	return !first && (stopped || play->state == PLAY_ENDED);
}

unsigned play_asks(const struct play *play)
{
	return play->prompt.harm ? play->ahead.asked : 0;
}

void play_ahead_asks(struct play *play)
{
	play->prompt.harm = true;
	play->ahead.asked++;
	if (!play->ahead.asked)
		play->ahead.asked++;
}

/* An exploration or an attack that refuses goes on when it is asked for again. */
void play_ahead_note(struct play *play, const struct auto_move *automove)
{
	bool explores = automove->kind == AUTO_EXPLORE, fights = automove->kind == AUTO_ATTACK;
	if (!automove->finished && (explores || automove->says[0]))
		play->ahead.stopped = true;
	if ((explores || fights) && automove->blocked && automove->says[0])
		play_ahead_asks(play);
}

void play_dropped(struct play *play, uint32_t keys)
{
	play->ahead.dropped += keys;
}

void play_sentence(const struct play *play, char *text, size_t size)
{
	unsigned keys = play->ahead.dropped;
	size_t used = (size_t)snprintf(text, size, "%s", play->messages.sentence);
	if (keys && used + 60 < size)
		snprintf(text + used, size - used,
			"%s" UI_DIM "%u key%s typed ahead %s dropped." UI_END, used ? "  " : "",
			keys, keys == 1 ? "" : "s", keys == 1 ? "was" : "were");
}
