/*
 * Watching a run in progress: a spectator's side.
 *
 * It reads live views (door/watch/live_view.h) from the socket that the keeper handed out, and
 * paints the newest one at its own size. It holds neither the seed nor the journal, so it can stop
 * but not go back. When the socket is closed, since the player left or a process ended, it asks the
 * keeper to watch again.
 *
 * Like a replay it has no clock and no terminal: its owner waits for its descriptor and for
 * spectating_tick_ms, then calls spectating_tick and paints.
 */
#ifndef TRAPDOOR_SPECTATING_H
#define TRAPDOOR_SPECTATING_H

#include "door/store/keeper.h"
#include "door/ui/ui.h"
#include "vt100/vt100.h"

struct spectating;

/* Takes ownership of the socket. content: a sealed content that the run may use; it and the line
 * must outlive the spectating. */
struct spectating *spectating_new(const struct content *content, struct store_client *line,
	const char *player, int64_t run, int views);
void spectating_free(struct spectating *spectating);

/* Handles a key of the spectator. False if the key leaves. */
bool spectating_key(struct spectating *spectating, int key);

/* Return the descriptor whose input is due for a tick, -1: none; and the time until the next tick
 * without input, 0: none. */
int spectating_descriptor(const struct spectating *spectating);
int spectating_tick_ms(const struct spectating *spectating);
/* Reads the newest view, or asks to watch again. */
void spectating_tick(struct spectating *spectating);

void spectating_paint(struct spectating *spectating, struct vt_frame *frame);

/* Line mode: adds what is new. */
void spectating_lines(struct spectating *spectating, struct ui_text *text);

/* Returns the run if it has ended, so that it can be replayed, else 0. */
int64_t spectating_ended(const struct spectating *spectating);

#endif
