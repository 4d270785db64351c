/* Today's run and this week's contract in the lobby: who tried, the player's own try, and
 * yesterday's dead. */
#ifndef TRAPDOOR_DAY_BLOCK_H
#define TRAPDOOR_DAY_BLOCK_H

#include "door/screen/screens.h"

#define DAY_BLOCK_DEAD 8
#define DAY_BLOCK_ROWS 3 /* of a day */
#define DAY_BLOCK_WEEK_ROWS 1

struct day_block {
	bool is_there; /* the server has daily runs */
	bool has_week; /* it has weekly contracts */
	struct keeper_day week;
	bool guest; /* the player is one, and has no try */
	struct keeper_day day;
	size_t dead_count;
	struct store_score dead[DAY_BLOCK_DEAD]; /* of yesterday, best first */
};

/* Writes the id of the board of a date. Runs of that board belong to the game that is served. */
void day_board(const struct session *session, const char *date, char game[STORE_GAME_MAX + 1]);
void day_block_fetch(struct session *session, struct day_block *block);
/* Returns the rows of a block that has room. */
int day_block_rows(const struct day_block *block);
/* Paints at most `rows` rows. Returns their number; 0 without daily runs and contracts. */
int day_block_paint(
	const struct day_block *block, struct vt_frame *frame, int x, int y, int width, int rows);
void day_block_lines(const struct day_block *block, struct lines_page *page);
/* Writes the state of the player's own try, as a sentence without a full stop. */
void day_own_words(const struct keeper_day *day, char *text, size_t size);

#endif
