/* `trapdoor verify --daily` and `--weekly`: the seed of a day or a week, and its board. */
#ifndef TRAPDOOR_VERIFY_DAY_H
#define TRAPDOOR_VERIFY_DAY_H

#include "door/store/keeper.h"

/* Checks that the seed has the published hash and comes from the secret of the day, that it draws
 * the handicaps from the content (unless they are of other rules), and that each run on the day's
 * board has this seed, the birth of the day and one segment of the day's rules and content. date: a
 * day or a week. Calls `verify` for each of these runs. Prints each fault, and returns their
 * number; -1: the day cannot be read. */
int verify_day(struct store_client *line, const char *date,
	void (*verify)(void *context, int64_t run), void *context);

#endif
