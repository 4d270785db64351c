/*
 * A live view: the screen of a run in progress, for its spectators.
 *
 * The replayer of the run (replayer.h) fills it from its game and sends it as one message. The
 * session of a spectator reads it as untrusted input and paints it at its own size and charset.
 *
 * A live view holds what the player's screen shows without a prompt: the known cells, the creatures
 * in sight, the status and the newest messages. It never holds the seed, the state of the
 * generator, the pack, or anything that the hero does not know.
 *
 * A message is a whole view of at most LIVE_VIEW_BYTES_MAX bytes, so that a spectator who missed
 * some needs no more than the newest. Its fields are written as in keeper_wire.h:
 *
 *     u8 LIVE_VIEW_VERSION | u8 1 if the run is over | text player | bytes digest of the content
 *     u8 outcome | u32 score | text cause
 *     figures, texts and states of the status
 *     u8 count of creatures, each of them | u8 count of messages, each of them, the oldest first
 *     u16 width, height, hero_x, hero_y | runs of equal cells, row by row:
 *         u8 cells in the run | u8 flags | if CELL_KNOWN: u16 appearance,
 *         u16 light if LIVE_CELL_LIGHT, u8 smell if LIVE_CELL_SMELL
 */
#ifndef TRAPDOOR_LIVE_VIEW_H
#define TRAPDOOR_LIVE_VIEW_H

#include "engine/engine.h"
#include "sql/store.h"

#define LIVE_VIEW_VERSION 2
#define LIVE_VIEW_BYTES_MAX (160 * 1024)
#define LIVE_STATES_MAX 40
#define LIVE_MESSAGES_MAX 24
#define LIVE_FIGURE_MAX 9999999 /* greater figures are cut to this one */

struct live_view {
	char player[STORE_NAME_MAX + 1];
	uint8_t content[CONTENT_DIGEST_SIZE]; /* its digest: appearances are numbers in it */
	bool over;                            /* the run has ended, and no view follows */
	uint8_t outcome;                      /* enum outcome */
	int score;
	char cause[sizeof((struct result *)0)->cause];
	size_t state_count;
	struct state_line states[LIVE_STATES_MAX]; /* without their text */
	char place[64];
	struct message messages[LIVE_MESSAGES_MAX];
	/* Its status, cells, creatures and messages; all other counts are 0. */
	struct view view;
};

/* Fills the view from a game, which must outlive the view or not act before it is encoded. */
void live_view_take(struct live_view *live, const struct game *game, const char *player,
	const uint8_t content[CONTENT_DIGEST_SIZE]);

/* Writes the message into a buffer of LIVE_VIEW_BYTES_MAX bytes and returns its size. */
size_t live_view_encode(const struct live_view *live, uint8_t *bytes);

/* Reads a message. Returns false for anything that live_view_encode never writes; the view is then
 * undefined. */
bool live_view_decode(struct live_view *live, const uint8_t *bytes, size_t size);

/* True if every appearance of the view exists in the content. Painting needs that. */
bool live_view_fits(const struct live_view *live, const struct content *content);

#endif
