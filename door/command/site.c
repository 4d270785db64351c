/* `trapdoor site`: writes static pages of the boards, players and runs. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "door/command/commands.h"
#include "door/command/operator.h"
#include "door/config/content_load.h"
#include "door/config/tournament_file.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/printable.h"
#include "door/site/site.h"

#define SECONDS_USUAL 60
#define MEGABYTES_USUAL 1000

struct words {
	const char *config, *state, *out, *address, *xterm;
	int seconds, megabytes, replay;
};

static struct tournament_list tournaments;

static int write_site(
	const struct config *config, const struct words *words, const struct content *content)
{
	struct site_settings settings = {.folder = words->out,
		.content = content,
		.title = *config->mssp_name ? config->mssp_name : SITE_TITLE,
		.host = config->lobby_host,
		.address = words->address ? words->address : config->site_address,
		.xterm = words->xterm ? words->xterm : config->site_xterm,
		.now = time(NULL),
		.seconds = words->seconds,
		.priority = SITE_PRIORITY,
		.bytes = words->megabytes * SITE_MEGABYTE,
		.asked = {words->replay},
		.asked_count = words->replay >= 0,
		.tournaments = tournaments.each};
	struct site_counts counts;
	char sentence[512];

	tournament_files_read(config->files_tournaments, &tournaments, config_complain);
	settings.tournament_count = tournaments.count;
	struct store *store = store_open_to_read(config->files_state, sentence, sizeof sentence);
	bool written = store && site_write(store, &settings, &counts, sentence, sizeof sentence);

	store_close(store);
	if (!written) {
		command_complain("%s", sentence);
		return 1;
	}
	print_line("%u runs, %u files written, %u removed, %u replayed, %u not replayable",
		counts.runs, counts.written, counts.removed, counts.films, counts.failed_films);
	return 0;
}

int site_main(int argc, char **argv)
{
	struct words words = {.seconds = SECONDS_USUAL, .megabytes = MEGABYTES_USUAL, .replay = -1};
	const struct argument_row rows[] = {
		{"out", "DIR", "folder of the pages (default: `folder` of the settings)",
			.text = &words.out},
		{"address", "URL", "address of the pages on the web (default: of the settings)",
			.text = &words.address},
		{"seconds", "N", "most time for maps and replays; 0: none (default 60)",
			.number = &words.seconds},
		{"megabytes", "N", "most MB of maps and replays (default 1000)",
			.number = &words.megabytes},
		{"replay", "RUN", "make the replay of this run first, whatever its rank",
			.number = &words.replay},
		{"xterm", "DIR", "modules of xterm.js; \"\": no player (default: of the settings)",
			.text = &words.xterm},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &words.config},
		{"state", "DIR", "state directory of the server (default var)",
			.text = &words.state},
	};
	const struct argument_table table = {"site --out DIR [OPTION]...",
		"Writes static pages of the boards, players and runs, and then what changed.", rows,
		sizeof rows / sizeof *rows};
	static struct config config;
	struct content *content;
	int status = arguments_parse(argc, argv, &table, NULL);

	if (status != ARGUMENTS_GO_ON)
		return status;
	if (!operator_config(&config, words.config, words.state))
		return 1;
	if (!words.out)
		words.out = config.site_folder;
	if (!*words.out) {
		command_complain("site needs a folder for the pages; name one with --out");
		return 2;
	}
	content = content_load(config.files_content);
	if (content && operator_confine(&config))
		status = write_site(&config, &words, content);
	else
		status = 1;
	content_free(content);
	return status;
}
