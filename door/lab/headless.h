/*
 * A game played without a client, a keeper or a clock: keys in, frames and a journal out.
 *
 * It runs the real play screen with a store in memory, so the lab and the tests see what a player
 * sees.
 */
#ifndef TRAPDOOR_HEADLESS_H
#define TRAPDOOR_HEADLESS_H

#include "engine/engine.h"
#include "vt100/vt100.h"

struct headless;

/* The content must be sealed and outlive it. */
struct headless *headless_new(const struct content *content, const struct seed *seed,
	const struct birth *birth, int width, int height);
void headless_free(struct headless *headless);

/* The game that is played.  The headless owns it. */
struct game *headless_game(struct headless *headless);

/* One key as vt_keys_next gives it, through the default key map and the play screen's prompts. */
void headless_key(struct headless *headless, int key);
/* One command, past the keys; false when it was refused. */
bool headless_act(struct headless *headless, const struct command *command);
/* Applies the typed keys, as when no more keys wait.  The next paint shows the result. */
void headless_settle(struct headless *headless);
/* Clears the frame to the size given at birth and paints what the player sees. */
void headless_paint(struct headless *headless, struct vt_frame *frame);
/* All accepted commands so far in their journal form; owned by the headless. */
const uint8_t *headless_journal(const struct headless *headless, size_t *size);

#endif
