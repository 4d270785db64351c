/* The standings of a tournament as one page of HTML, which needs no other file. */
#ifndef TRAPDOOR_TOURNAMENT_PAGE_H
#define TRAPDOOR_TOURNAMENT_PAGE_H

#include "door/text/tournament.h"

/* Returns the page. The caller frees it. */
char *tournament_page(const struct tournament *tournament,
	const struct tournament_standings *standings, int64_t now);

#endif
