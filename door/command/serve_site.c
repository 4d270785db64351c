#include "door/command/serve_site.h"

#include "door/command/serve_tournaments.h"
#include "door/os/monotonic.h"
#include "door/os/crash.h"
#include "door/os/expiry_clock.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/site/film.h"
#include "door/site/site.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_MS 1000          /* between two looks at the clocks */
#define PAGES_SECONDS_MAX 300 /* of a round, beside those for maps and replays */

bool serve_site_open(
	const struct config *config, const struct user *user, char *sentence, size_t size)
{
	char style[CONFIG_TEXT_MAX + 16];

	if (!*config->site_folder)
		return true;
	if (!user_reaches(user, config->site_folder, R_OK | W_OK | X_OK)) {
		snprintf(sentence, size,
			"cannot write web pages to %.150s: user %.40s may not write there; make "
			"the folder and give it to that user, or name another with site.folder",
			config->site_folder, user->name);
		return false;
	}
	sandbox_allow_directory(SANDBOX_SITE, config->files_state, true);
	sandbox_allow_directory(SANDBOX_SITE, config->site_folder, true);
	if (*config->site_xterm) {
		snprintf(style, sizeof style, "%s/addons/..", config->site_xterm);
		sandbox_allow_directory(SANDBOX_SITE, config->site_xterm, false);
		sandbox_allow_directory(SANDBOX_SITE, style, false);
	}
	return true;
}

/* ---- One round ---- */

_Noreturn static void write_round(
	const struct config *config, const struct content *content, int64_t now)
{
	const struct site_settings settings = {.folder = config->site_folder,
		.content = content,
		.title = *config->mssp_name ? config->mssp_name : SITE_TITLE,
		.host = config->lobby_host,
		.address = config->site_address,
		.xterm = config->site_xterm,
		.now = now,
		.seconds = config->site_replay_seconds,
		.priority = SITE_PRIORITY,
		.bytes = config->site_megabytes * SITE_MEGABYTE,
		.tournaments = serve_tournaments()->each,
		.tournament_count = serve_tournaments()->count};
	struct site_counts counts;
	char sentence[512];
	struct store *store;

	/* The last film begins within `seconds`, and takes its own time. */
	alarm((unsigned)(PAGES_SECONDS_MAX + settings.seconds + FILM_SECONDS_MAX));
	store = store_open_to_read(config->files_state, sentence, sizeof sentence);
	if (store && site_write(store, &settings, &counts, sentence, sizeof sentence)) {
		log_line(LOG_DEBUG, "site.written", "runs=%u files=%u removed=%u replayed=%u",
			counts.runs, counts.written, counts.removed, counts.films);
		_exit(0);
	}
	log_line(LOG_WARN, "site.failed", "error=%s", log_quote(sentence));
	_exit(0);
}

/* Waits until the round's end of the pipe is closed. Ends, and the round with it, when it is told
 * to: another server is about to write. */
static void wait_for_round(int round, int line)
{
	struct pollfd polled[] = {{.fd = round, .events = POLLIN}, {.fd = line, .events = POLLIN}};

	while (poll(polled, 2, -1) < 0 || !polled[0].revents)
		if (polled[1].revents)
			_exit(0);
}

static void play_round(
	const struct config *config, const struct content *content, int64_t now, int line)
{
	int status = 0, round[2];
	pid_t pid;

	if (pipe2(round, O_CLOEXEC) != 0)
		return;
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		write_round(config, content, now);
	}
	close(round[1]);
	if (pid > 0)
		wait_for_round(round[0], line);
	close(round[0]);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid < 0 || WIFSIGNALED(status))
		log_line(LOG_ERROR, "site.died", "signal=%d", pid > 0 ? WTERMSIG(status) : 0);
}

/* ---- The process ---- */

/* Days are shown by the clock that no jump of the wall clock moves, as those of the keeper. */
_Noreturn static void run(const struct config *config, const struct content *content, int line)
{
	struct expiry_clock clock = {0};
	int64_t due_ms = monotonic_ms();

	for (;;) {
		struct pollfd polled = {.fd = line, .events = POLLIN};
		int64_t now = expiry_clock_read(&clock, time(NULL), monotonic_ms());

		if (monotonic_ms() >= due_ms) {
			play_round(config, content, now, line);
			due_ms = monotonic_ms() + config->site_every_seconds * 1000LL;
		}
		if (poll(&polled, 1, LOOK_MS) > 0)
			_exit(0);
	}
}

bool serve_site_start(struct serve_site *site, const struct config *config,
	const struct content *content, const struct user *user)
{
	int ends[2];
	pid_t pid;

	site->line = 0;
	if (!*config->site_folder)
		return true;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	pid = fork();
	if (pid == 0) {
		const int kept[] = {
			ends[0], sandbox_files(SANDBOX_SITE), sandbox_files(SANDBOX_VERIFIER)};

		setsid();
		user_become(user);
		/* Subfolders, which the process may not make. */
		site_prepare(config->site_folder);
		process_begin("site", kept, sizeof kept / sizeof *kept);
		setpriority(PRIO_PROCESS, 0, SITE_PRIORITY);
		sandbox_hide_files(SANDBOX_SITE);
		crash_catch();
		sandbox_enter(SANDBOX_SITE);
		run(config, content, ends[0]);
	}
	close(ends[0]);
	site->line = ends[1];
	return pid > 0;
}

void serve_site_end(struct serve_site *site)
{
	if (!process_tell_end(&site->line))
		log_line(LOG_WARN, "site.unreachable", "error=%s", log_quote(strerror(errno)));
}
