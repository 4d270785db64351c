/* The tournaments of files.tournaments, as `serve` read them when it started. */
#ifndef TRAPDOOR_SERVE_TOURNAMENTS_H
#define TRAPDOOR_SERVE_TOURNAMENTS_H

#include "door/config/config.h"
#include "door/config/tournament_file.h"

/* Reads them, and logs each file with an error. The settings get those that are not over. */
void serve_tournaments_read(struct config *config, int64_t now);
/* All of them, for the web pages. */
const struct tournament_list *serve_tournaments(void);

#endif
