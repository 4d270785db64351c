/* `trapdoor verify --daily`: the seed of a day, and the runs on its board. */
#ifndef TRAPDOOR_VERIFY_DAY_H
#define TRAPDOOR_VERIFY_DAY_H

#include "door/store/keeper.h"

/* Checks that the seed has the published hash and comes from the secret of the day, and that each
 * run on the day's board has this seed, the birth of daily runs and one segment of the day's rules
 * and content. Calls `verify` for each of these runs. Prints each fault, and returns their number;
 * -1: the day cannot be read. */
int verify_day(struct store_client *line, const char *date,
	void (*verify)(void *context, int64_t run), void *context);

#endif
