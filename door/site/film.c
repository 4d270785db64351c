#include "door/site/film.h"

#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "door/play/dump.h"
#include "door/replay/cast_writer.h"
#include "door/replay/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define WIDTH 80
#define HEIGHT 24
#define FRAME_MS (1000 / REPLAY_SPEED)
#define LINGER_MS 2000

enum { REPORT, CAST, PIPES };

/* ---- The process ---- */

/* Its buffer is there before the process is confined, so that it asks for nothing. */
static FILE *open_pipe(int pipe, char *buffer, size_t size)
{
	FILE *file = fdopen(pipe, "w");

	if (file)
		setvbuf(file, buffer, _IOFBF, size);
	return file;
}

static void play_frames(struct replay *replay, struct cast_writer *writer)
{
	struct vt_frame frame = {0};
	uint64_t at_ms = 0;

	if (writer && !vt_frame_resize(&frame, WIDTH, HEIGHT))
		_exit(1);
	do {
		if (writer) {
			replay_paint_bare(replay, &frame);
			cast_writer_frame(writer, &frame, at_ms);
			at_ms += FRAME_MS;
		}
	} while (replay_step(replay));
	if (!cast_writer_end(writer, at_ms + LINGER_MS))
		_exit(1);
	vt_frame_free(&frame);
}

static void write_report(const struct replay *replay, int64_t run, int64_t ended, FILE *file)
{
	const struct replay_cursor *cursor = replay_cursor_of(replay);
	const struct dump_head head = {
		.name = replay_cursor_run(cursor)->player, .run = run, .ended = ended};
	char *text = dump_text(replay_cursor_game(cursor), replay_cursor_content(cursor), &head,
		(struct dump_form){.width = DUMP_WIDTH});

	if (!text || fputs(text, file) < 0)
		_exit(1);
	free(text);
}

_Noreturn static void film_run(
	struct run_copy *copy, const struct film_order *order, int report, int cast)
{
	int64_t run = order->run;
	static char buffers[PIPES][65536];
	struct run_source source = run_copy_source(copy);
	struct cast_writer *writer = NULL;
	struct store_score score;
	FILE *file = open_pipe(report, buffers[REPORT], sizeof *buffers);
	FILE *film = cast >= 0 ? open_pipe(cast, buffers[CAST], sizeof *buffers) : NULL;
	char title[64];

	if (!file || (cast >= 0 && !film))
		_exit(1);
	setpriority(PRIO_PROCESS, 0, order->priority);
	setrlimit(RLIMIT_CPU, &(struct rlimit){.rlim_cur = FILM_CPU_SECONDS_MAX,
				      .rlim_max = FILM_CPU_SECONDS_MAX});
	sandbox_hide_files(SANDBOX_VERIFIER);
	process_begin("film", (int[]){report, cast}, 2);
	alarm(FILM_SECONDS_MAX);
	sandbox_enter(SANDBOX_VERIFIER);
	struct replay_cursor *cursor = replay_cursor_new(&source, NULL, run, REPLAY_CURSOR_FORWARD);
	if (replay_cursor_answer(cursor) != REPLAY_CURSOR_OK)
		_exit(1);
	snprintf(title, sizeof title, "%s, run %lld", replay_cursor_run(cursor)->player,
		(long long)run);
	if (film)
		writer = cast_writer_to(film, CAST_FORM_ASCIICAST, WIDTH, HEIGHT, title);
	struct replay *replay = replay_new(cursor, REPLAY_ENDED, REPLAY_SPEED);
	play_frames(replay, writer);
	if (replay_cursor_answer(cursor) != REPLAY_CURSOR_END &&
		replay_cursor_answer(cursor) != REPLAY_CURSOR_OK)
		_exit(1);
	source.score(source.context, run, &score);
	write_report(replay, run, score.ended, file);
	_exit(fclose(file) == 0 ? 0 : 1);
}

/* ---- Its parent ---- */

struct filming {
	int pipes[PIPES];
	struct markup *outputs[PIPES];
	size_t most[PIPES];
	bool too_large[PIPES];
};

/* Reads what there is. False at the end of the pipe. */
static bool read_pipe(struct filming *filming, int which)
{
	char bytes[65536];
	ssize_t got = read(filming->pipes[which], bytes, sizeof bytes);

	if (got < 0 && errno == EINTR)
		return true;
	if (got <= 0)
		return false;
	if (filming->outputs[which]->size + (size_t)got > filming->most[which])
		filming->too_large[which] = true;
	else if (!filming->too_large[which])
		markup_bytes(filming->outputs[which], bytes, (size_t)got);
	return true;
}

/* The process is ended by its alarm at the latest, which closes its pipes. */
static void read_pipes(struct filming *filming)
{
	while (filming->pipes[REPORT] >= 0 || filming->pipes[CAST] >= 0) {
		struct pollfd polled[PIPES] = {{.fd = filming->pipes[REPORT], .events = POLLIN},
			{.fd = filming->pipes[CAST], .events = POLLIN}};

		if (poll(polled, PIPES, -1) < 0)
			continue;
		for (int i = 0; i < PIPES; i++) {
			if (!polled[i].revents || read_pipe(filming, i))
				continue;
			close(filming->pipes[i]);
			filming->pipes[i] = -1;
		}
	}
}

static bool end_well(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool film_start(
	struct filming *filming, struct run_copy *copy, const struct film_order *order, pid_t *pid)
{
	int report[2], cast[2] = {-1, -1};

	if (pipe2(report, O_CLOEXEC) != 0)
		return false;
	if (filming->outputs[CAST] && pipe2(cast, O_CLOEXEC) != 0) {
		close(report[0]);
		close(report[1]);
		return false;
	}
	*pid = fork();
	if (*pid == 0)
		film_run(copy, order, report[1], cast[1]);
	close(report[1]);
	if (cast[1] >= 0)
		close(cast[1]);
	filming->pipes[REPORT] = report[0];
	filming->pipes[CAST] = cast[0];
	return *pid > 0;
}

enum film_end film_make(struct run_copy *copy, const struct film_order *order,
	struct markup *report, struct markup *cast)
{
	struct filming filming = {.pipes = {-1, -1},
		.outputs = {report, cast},
		.most = {2 * DUMP_MAX, order->most < FILM_CAST_MAX ? order->most : FILM_CAST_MAX}};
	bool whole;
	pid_t pid = -1;

	if (run_copy_rules(copy, &whole) != ENGINE_RULES_VERSION)
		return FILM_OTHER_RULES;
	if (!film_start(&filming, copy, order, &pid)) {
		for (int i = 0; i < PIPES; i++)
			if (filming.pipes[i] >= 0)
				close(filming.pipes[i]);
		return FILM_NOT_TRIED;
	}
	read_pipes(&filming);
	if (!end_well(pid) || filming.too_large[REPORT])
		return FILM_FAILED;
	return filming.too_large[CAST] ? FILM_TOO_LARGE : FILM_MADE;
}
