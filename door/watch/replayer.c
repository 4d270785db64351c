#include "door/watch/replayer.h"

#include "door/os/monotonic.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/process_size.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/store/keeper_wire.h"
#include "door/verify/resume.h"
#include "door/watch/live_view.h"
#include "door/watch/spectators.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define KEEPER_PATIENCE_MS 10000
#define LAST_VIEW_MS 3000 /* for spectators who are slow to read the end */
#define NICE 5            /* players come first */

struct replayer {
	struct store_client *line;
	int control;
	int64_t run;
	struct resumed resumed;
	uint32_t index; /* commands played */
	char player[STORE_NAME_MAX + 1];
	uint8_t content[CONTENT_DIGEST_SIZE];
	bool due;                    /* the run has grown since it was read */
	bool over;                   /* the run has ended */
	int64_t read_ms, watched_ms; /* of the last reading; when somebody watched last */
	struct spectators spectators;
	struct live_view live;
	uint8_t view[LIVE_VIEW_BYTES_MAX];
	size_t view_size;
};

static bool wait_on(void *context, unsigned waited_ms)
{
	(void)context;
	return waited_ms < KEEPER_PATIENCE_MS;
}

/* ---- The game ---- */

/* Makes the game as it is now. False if it cannot be watched. */
static bool begin(struct replayer *replayer, const struct content *content)
{
	struct keeper_run run;
	enum keeper_verdict verdict = keeper_run_show(replayer->line, replayer->run, &run);
	char sentence[256] = "";

	if (verdict == KEEPER_OK && run.rules == ENGINE_RULES_VERSION &&
		resume_run(replayer->line, content, &run, &replayer->resumed, &verdict, sentence,
			sizeof sentence)) {
		memcpy(replayer->player, run.player, sizeof replayer->player);
		memcpy(replayer->content, run.content, sizeof replayer->content);
		replayer->index = replayer->resumed.index;
		return true;
	}
	log_line(LOG_WARN, "replayer.refused", "run=%" PRId64 " why=%s", replayer->run,
		log_quote(sentence[0] ? sentence : keeper_sentence(replayer->line)));
	return false;
}

/* Plays the commands that were appended since the last call. False if the run cannot be followed
 * any further. */
static bool play_on(struct replayer *replayer)
{
	uint8_t *bytes = NULL;
	size_t size = 0;
	bool plays = keeper_commands_get(replayer->line, replayer->run, replayer->index, &bytes,
			     &size) == KEEPER_OK &&
		     resume_apply(replayer->resumed.game, bytes, size, &replayer->index);

	free(bytes);
	replayer->due = false;
	replayer->read_ms = monotonic_ms();
	return plays;
}

static void make_view(struct replayer *replayer)
{
	live_view_take(
		&replayer->live, replayer->resumed.game, replayer->player, replayer->content);
	replayer->over |= replayer->live.outcome != OUTCOME_GOING;
	replayer->live.over = replayer->over;
	replayer->view_size = live_view_encode(&replayer->live, replayer->view);
}

/* ---- The keeper ---- */

/* Reads the control socket. False at its end. */
static bool take_control(struct replayer *replayer)
{
	struct wire_descriptors handed;
	char mark;
	ssize_t got;

	while ((got = wire_receive(replayer->control, &mark, 1, &handed)) > 0) {
		if (mark == REPLAYER_SPECTATOR && handed.count == 1) {
			spectators_add(&replayer->spectators, handed.each[0], replayer->view,
				replayer->view_size);
			continue;
		}
		wire_close(&handed);
		replayer->due |= mark == REPLAYER_GROWN || mark == REPLAYER_ENDED;
		replayer->over |= mark == REPLAYER_ENDED;
	}
	return got < 0;
}

/* Reads notices. False if the line is closed or the server ends. */
static bool take_notices(struct replayer *replayer)
{
	struct notice notice;

	while (keeper_notice(replayer->line, &notice))
		if (notice.kind == NOTICE_SHUTDOWN || notice.kind == NOTICE_KICKED)
			return false;
	return store_client_descriptor(replayer->line) >= 0;
}

/* ---- The loop ---- */

static int patience_ms(const struct replayer *replayer, int64_t now)
{
	int64_t until = replayer->watched_ms + REPLAYER_LINGER_MS;

	if (replayer->due)
		until = replayer->read_ms + REPLAYER_PACE_MS;
	else if (replayer->spectators.count > 0)
		return 60000;
	return until > now ? (int)(until - now) : 0;
}

/* Waits for the keeper or for spectators. False if the keeper has closed a socket. */
static bool wait_once(struct replayer *replayer, int timeout_ms)
{
	struct pollfd polled[2 + SPECTATORS_MAX] = {
		{.fd = store_client_descriptor(replayer->line), .events = POLLIN},
		{.fd = replayer->control, .events = POLLIN}};
	size_t count = replayer->spectators.count;

	spectators_poll(&replayer->spectators, polled + 2);
	if (poll(polled, 2 + count, timeout_ms) <= 0)
		return true;
	spectators_react(
		&replayer->spectators, polled + 2, count, replayer->view, replayer->view_size);
	return (!polled[0].revents || take_notices(replayer)) &&
	       (!polled[1].revents || take_control(replayer));
}

/* Lets spectators who are slow read the last view. */
static void serve_the_last(struct replayer *replayer)
{
	int64_t until = monotonic_ms() + LAST_VIEW_MS, now;
	struct pollfd polled[SPECTATORS_MAX];

	while (!spectators_served(&replayer->spectators) && (now = monotonic_ms()) < until) {
		size_t count = replayer->spectators.count;

		spectators_poll(&replayer->spectators, polled);
		if (poll(polled, count, (int)(until - now)) > 0)
			spectators_react(&replayer->spectators, polled, count, replayer->view,
				replayer->view_size);
	}
}

static void serve(struct replayer *replayer)
{
	int64_t now = replayer->watched_ms = replayer->read_ms = monotonic_ms();

	make_view(replayer);
	process_size_report();
	while (!replayer->over && wait_once(replayer, patience_ms(replayer, now))) {
		process_size_report();
		now = monotonic_ms();
		if (replayer->spectators.count > 0)
			replayer->watched_ms = now;
		else if (now >= replayer->watched_ms + REPLAYER_LINGER_MS)
			return;
		if (!replayer->over &&
			(!replayer->due || now < replayer->read_ms + REPLAYER_PACE_MS))
			continue;
		if (!play_on(replayer))
			return;
		make_view(replayer);
		spectators_send(&replayer->spectators, replayer->view, replayer->view_size);
	}
	if (replayer->over)
		serve_the_last(replayer);
}

_Noreturn void replayer_run(int line, int control, int64_t run, const struct content *content)
{
	static struct replayer replayer;

	sandbox_hide_files(SANDBOX_REPLAYER);
	process_begin("replayer", (int[]){line, control}, 2);
	setpriority(PRIO_PROCESS, 0, NICE);
	crash_catch();
	crash_run(run);
	sandbox_enter(SANDBOX_REPLAYER);
	replayer.line = store_client_new(line, wait_on, NULL);
	replayer.control = control;
	replayer.run = run;
	if (begin(&replayer, content))
		serve(&replayer);
	_exit(0);
}
