#include "door/command/serve_tournaments.h"

#include <string.h>

#include "door/os/log.h"

static struct tournament_list list;

static void report_refused(const struct complaint *complaint)
{
	log_line(LOG_WARN, "tournament.refused", "file=%s line=%u error=%s",
		log_quote(complaint->origin), complaint->line, log_quote(complaint->sentence));
}

void serve_tournaments_read(struct config *config, int64_t now)
{
	struct config_tournament *next = config->tournaments;

	_Static_assert(sizeof next->name == TOURNAMENT_NAME_SIZE, "each name fits");
	memset(config->tournaments, 0, sizeof config->tournaments);
	tournament_files_read(config->files_tournaments, &list, report_refused);
	for (size_t i = 0; i < list.count && next < config->tournaments + CONFIG_TOURNAMENTS; i++) {
		const struct tournament *tournament = &list.each[i];

		if (tournament->end <= now)
			continue;
		memcpy(next->name, tournament->name, sizeof next->name);
		next->begin = tournament->begin;
		next->end = tournament->end;
		next++;
	}
}

const struct tournament_list *serve_tournaments(void)
{
	return &list;
}
