/*
 * Countdown: when sessions read how much time is left, and the sentence.
 *
 * Notices are due 10 minutes, 5 minutes, 1 minute and 10 seconds before the end. Of several that
 * are due, as after a pause of the process, only the last is given. Those that would come before
 * the beginning are left out.
 */
#ifndef TRAPDOOR_COUNTDOWN_H
#define TRAPDOOR_COUNTDOWN_H

#include <stddef.h>

/* All 0: nothing is announced yet. */
struct countdown {
	size_t announced; /* notices that are done */
};

/* Returns the seconds that are to be announced now; 0: nothing. whole_ms: from the beginning to the
 * end. left_ms: from now to the end. */
int countdown_due(struct countdown *countdown, long long whole_ms, long long left_ms);
/* Returns how many milliseconds before the end the next notice is due; 0: none but the end. */
long long countdown_next_ms(const struct countdown *countdown);
/* Writes "10 minutes" or "1 minute" or "10 seconds". */
void countdown_words(int seconds, char *text, size_t size);

#endif
