/* `trapdoor replay`: replays a run on this terminal, into a file, or up to a turn. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "door/verify/archive.h"
#include "door/command/commands.h"
#include "door/os/crash.h"
#include "door/command/dump_print.h"
#include "door/text/parse.h"
#include "door/ui/frame_text.h"
#include "door/command/local_session.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/replay/replay.h"
#include "door/replay/replay_old_rules.h"
#include "door/os/scratch.h"
#include "door/replay/cast_writer.h"

#define LINGER_MS 2000 /* duration of the last frame of a recording */
#define WIDTH_LEAST 40 /* the game draws nothing on a smaller screen */
#define HEIGHT_LEAST 20

struct words {
	const char *config, *state, *cast, *ttyrec, *size, *import;
	int until, speed, rules;
	bool dump, force;
	int64_t run;
};

/* ---- Into files ---- */

struct recording {
	struct replay *replay;
	struct vt_frame frame;
	struct cast_writer *cast, *ttyrec;
	uint64_t at_ms;
};

static void recording_frame(struct recording *recording)
{
	replay_paint_bare(recording->replay, &recording->frame);
	if (recording->cast)
		cast_writer_frame(recording->cast, &recording->frame, recording->at_ms);
	if (recording->ttyrec)
		cast_writer_frame(recording->ttyrec, &recording->frame, recording->at_ms);
}

static bool recording_open(struct recording *recording, const struct words *words, int width,
	int height, const char *title)
{
	if (words->cast)
		recording->cast =
			cast_writer_new(words->cast, CAST_FORM_ASCIICAST, width, height, title);
	if (words->cast && !recording->cast)
		command_complain(
			"cannot write %s: %s; name another file", words->cast, strerror(errno));
	if (words->ttyrec)
		recording->ttyrec =
			cast_writer_new(words->ttyrec, CAST_FORM_TTYREC, width, height, title);
	if (words->ttyrec && !recording->ttyrec)
		command_complain(
			"cannot write %s: %s; name another file", words->ttyrec, strerror(errno));
	return (recording->cast || !words->cast) && (recording->ttyrec || !words->ttyrec) &&
	       vt_frame_resize(&recording->frame, width, height);
}

static bool recording_close(struct recording *recording, const struct words *words)
{
	bool cast = cast_writer_end(recording->cast, recording->at_ms + LINGER_MS);
	bool ttyrec = cast_writer_end(recording->ttyrec, recording->at_ms + LINGER_MS);

	if (!cast || !ttyrec)
		command_complain("%s is incomplete: %s; make room on the disk or name another file",
			cast ? words->ttyrec : words->cast, strerror(errno));
	vt_frame_free(&recording->frame);
	return cast && ttyrec;
}

/* True if the replay has not reached --until. Without --until always true. */
static bool goes_on(const struct words *words, struct replay *replay)
{
	return (words->until < 0 ||
		       replay_cursor_turn(replay_cursor_of(replay)) < (uint32_t)words->until) &&
	       replay_step(replay);
}

static int record(const struct words *words, struct replay *replay, int width, int height)
{
	struct recording recording = {.replay = replay};
	char title[64];
	bool whole;

	snprintf(title, sizeof title, "%s, run %" PRId64,
		replay_cursor_run(replay_cursor_of(replay))->player, words->run);
	whole = recording_open(&recording, words, width, height, title);
	if (whole) {
		recording_frame(&recording);
		while (goes_on(words, replay)) {
			recording.at_ms += 1000 / (unsigned)words->speed;
			recording_frame(&recording);
		}
	}
	return recording_close(&recording, words) && whole ? 0 : 1;
}

/* ---- Up to a turn ---- */

static int print_turn(const struct words *words, struct replay *replay, int width, int height)
{
	const struct replay_cursor *cursor = replay_cursor_of(replay);
	struct vt_frame frame = {0};

	while (goes_on(words, replay))
		;
	if (!vt_frame_resize(&frame, width, height))
		return 1;
	replay_paint_bare(replay, &frame);
	frame_print(&frame);
	vt_frame_free(&frame);
	printf("run %" PRId64 ", turn %" PRIu32 ", after %" PRIu32 " of %" PRIu32
	       " commands: %016" PRIx64 "\n",
		words->run, replay_cursor_turn(cursor), replay_cursor_index(cursor),
		replay_cursor_length(cursor), game_digest(replay_cursor_game(cursor)));
	return 0;
}

/* Complains about a run whose first commands this program cannot replay. */
static void report_first(const struct words *words, const struct replay_cursor *cursor)
{
	if (replay_cursor_first(cursor) > 0)
		command_complain("run %" PRId64 ": its first %" PRIu32
				 " commands were played under other rules; --rules shows them",
			words->run, replay_cursor_first(cursor));
}

/* Replays in this process without a session, for files and for debuggers. */
static int replay_here(
	const struct words *words, const struct run_source *source, int width, int height)
{
	struct replay_cursor *cursor =
		replay_cursor_new(source, NULL, words->run, REPLAY_CURSOR_FORWARD);
	struct replay *replay;
	int status = 1;

	crash_catch();
	if (replay_cursor_answer(cursor) != REPLAY_CURSOR_OK) {
		command_complain("run %" PRId64 ": %s", words->run, replay_cursor_sentence(cursor));
		replay_cursor_free(cursor);
		return 1;
	}
	report_first(words, cursor);
	replay = replay_new(cursor, REPLAY_ENDED, words->speed);
	status = words->cast || words->ttyrec ? record(words, replay, width, height)
					      : print_turn(words, replay, width, height);
	/* A kept program of old rules shows the segments of its rules only; that is no failure. */
	if (replay_cursor_answer(cursor) == REPLAY_CURSOR_INVALID ||
		replay_cursor_answer(cursor) == REPLAY_CURSOR_SILENT ||
		(replay_cursor_answer(cursor) == REPLAY_CURSOR_OTHER_RULES && !words->rules)) {
		command_complain("run %" PRId64 ": %s", words->run, replay_cursor_sentence(cursor));
		status = 1;
	}
	replay_free(replay);
	return status;
}

static int watch_here(const struct words *words, const char *state)
{
	static struct config config;

	if (!operator_config(&config, words->config, state))
		return 1;
	config.replay = words->run;
	config.replay_speed = words->speed;
	config.replay_import = words->import;
	return local_session(&config);
}

static int replay_on_terminal(const struct words *words)
{
	char scratch[SCRATCH_PATH_MAX];
	int status;

	if (!words->import)
		return watch_here(words, words->state);
	/* An archive needs no state directory: the session gets an empty one. */
	if (!scratch_new(scratch))
		return 1;
	status = watch_here(words, scratch);
	scratch_remove(scratch);
	return status;
}

/* ---- Choosing the program ---- */

/* Replays with the kept program of these rules and the same options. */
static int replay_by_old_rules(const struct words *words, struct store_client *line, uint32_t rules)
{
	char texts[5][4096];
	const char *options[6] = {NULL};
	size_t count = 0;

	if (words->until >= 0)
		snprintf(texts[count++], sizeof *texts, "--until=%d", words->until);
	if (words->cast)
		snprintf(texts[count++], sizeof *texts, "--cast=%s", words->cast);
	if (words->ttyrec)
		snprintf(texts[count++], sizeof *texts, "--ttyrec=%s", words->ttyrec);
	if (*words->size)
		snprintf(texts[count++], sizeof *texts, "--size=%s", words->size);
	snprintf(texts[count++], sizeof *texts, "--speed=%d", words->speed);
	for (size_t i = 0; i < count; i++)
		options[i] = texts[i];
	return replay_old_rules(line, &(struct old_rules_replay){.run = words->run,
					      .rules = rules,
					      .import = words->import,
					      .options = options,
					      .prints = words->until >= 0});
}

/* Replays with this program, or with the one kept for the run's rules. */
static int replay_from(const struct words *words, const struct run_source *source,
	struct store_client *line, int width, int height)
{
	uint32_t rules = replay_old_rules_version(source, words->run, (uint32_t)words->rules);

	if (words->dump)
		return dump_print(source, line, words->import, words->run);
	if (rules != ENGINE_RULES_VERSION)
		return replay_by_old_rules(words, line, rules);
	if (words->cast || words->ttyrec || words->until >= 0)
		return replay_here(words, source, width, height);
	return replay_on_terminal(words);
}

static int replay_archive(const struct words *words, int width, int height)
{
	char sentence[512];
	struct archive *archive = archive_open(words->import, sentence, sizeof sentence);
	struct run_source source;
	int status;

	if (!archive) {
		command_complain("%s", sentence);
		return 1;
	}
	source = archive_source(archive);
	status = replay_from(words, &source, NULL, width, height);
	archive_close(archive);
	return status;
}

static int replay_store(const struct words *words, int width, int height)
{
	struct store_client *line = operator_line(words->config, words->state);
	struct run_source source;
	int status;

	if (!line)
		return 1;
	source = run_source_of_line(line);
	status = replay_from(words, &source, line, width, height);
	store_client_free(line);
	return status;
}

/* ---- The command ---- */

static bool words_checked(const struct words *words, const char *run, int64_t *number)
{
	if (!operator_number(run, number)) {
		command_complain("cannot replay \"%s\": not a run number; `trapdoor scores "
				 "--format json` shows run numbers",
			run);
		return false;
	}
	if (words->speed >= 1 && words->speed <= REPLAY_SPEED_MOST)
		return true;
	command_complain("--speed takes 1 to %d commands per second", REPLAY_SPEED_MOST);
	return false;
}

/* True if a recording may be written there: a file that exists is overwritten only with --force. */
static bool may_write(const struct words *words, const char *path)
{
	struct stat found;

	if (!path || words->force || stat(path, &found) != 0 || !S_ISREG(found.st_mode))
		return true;
	command_complain(
		"cannot write %s: it exists; name another file, or overwrite it with --force",
		path);
	return false;
}

int replay_main(int argc, char **argv)
{
	struct words words = {.size = "", .until = -1, .speed = REPLAY_SPEED};
	const struct argument_row rows[] = {
		{"until", "TURN",
			"print screen and digest of this turn and exit, or end the file there",
			.number = &words.until},
		{"speed", "N", "commands per second (default 8)", .number = &words.speed},
		{"dump", NULL, "print how the run went, as `scores --dump` does",
			.flag = &words.dump},
		{"cast", "FILE", "write an asciicast file (version 2)", .text = &words.cast},
		{"ttyrec", "FILE", "write a ttyrec file", .text = &words.ttyrec},
		{"force", NULL, "overwrite a file that exists", .flag = &words.force},
		{"size", "WxH", "screen size of the file or print (default 80x24)",
			.text = &words.size},
		{"import", "DIR", "read the run from a directory that `scores --export` wrote",
			.text = &words.import},
		{"rules", "N",
			"show the part played under rules version N, by the program kept for it",
			.number = &words.rules},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &words.config},
		{"state", "DIR", "state directory of the server (default var)",
			.text = &words.state},
	};
	const struct argument_table table = {"replay RUN [OPTION]...",
		"Replays a run on this terminal (press ? for the keys) or into a file.", rows,
		sizeof rows / sizeof *rows};
	int width = 80, height = 24, count;
	int status = arguments_parse(argc, argv, &table, &count);

	if (status != ARGUMENTS_GO_ON)
		return status;
	if (count != 1) {
		command_complain("replay needs the number of one run; `trapdoor scores --format "
				 "json` shows run numbers");
		return 2;
	}
	if (!words_checked(&words, argv[1], &words.run) || !parse_size(words.size, &width, &height))
		return 2;
	if (width < WIDTH_LEAST || height < HEIGHT_LEAST) {
		command_complain("--size is too small; the game needs at least %dx%d", WIDTH_LEAST,
			HEIGHT_LEAST);
		return 2;
	}
	if (!may_write(&words, words.cast) || !may_write(&words, words.ttyrec))
		return 1;
	return words.import ? replay_archive(&words, width, height)
			    : replay_store(&words, width, height);
}
