/* `trapdoor replay`: a run of the store, on this terminal, into a file, or up to a turn. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "commands.h"
#include "crash.h"
#include "lab.h"
#include "local.h"
#include "operator.h"
#include "options.h"
#include "replay.h"
#include "tape.h"

#define LINGER_MS 2000 /* the last frame of a tape stays so long */
#define WIDTH_LEAST 40 /* a smaller screen shows nothing of the game */
#define HEIGHT_LEAST 20

struct words {
	const char *config, *state, *cast, *ttyrec, *size;
	int until, speed;
	int64_t run;
};

/* ---- Into files ---- */

struct recording {
	struct replay *replay;
	struct vt_frame frame;
	struct tape *cast, *ttyrec;
	uint64_t at_ms;
};

static void recording_frame(struct recording *recording)
{
	replay_paint_bare(recording->replay, &recording->frame);
	if (recording->cast)
		tape_frame(recording->cast, &recording->frame, recording->at_ms);
	if (recording->ttyrec)
		tape_frame(recording->ttyrec, &recording->frame, recording->at_ms);
}

static bool recording_open(struct recording *recording, const struct words *words, int width,
	int height, const char *title)
{
	if (words->cast)
		recording->cast = tape_new(words->cast, TAPE_CAST, width, height, title);
	if (words->cast && !recording->cast)
		options_complain("%s: cannot be written: %s", words->cast, strerror(errno));
	if (words->ttyrec)
		recording->ttyrec = tape_new(words->ttyrec, TAPE_TTYREC, width, height, title);
	if (words->ttyrec && !recording->ttyrec)
		options_complain("%s: cannot be written: %s", words->ttyrec, strerror(errno));
	return (recording->cast || !words->cast) && (recording->ttyrec || !words->ttyrec) &&
	       vt_frame_resize(&recording->frame, width, height);
}

static bool recording_close(struct recording *recording, const struct words *words)
{
	bool cast = tape_end(recording->cast, recording->at_ms + LINGER_MS);
	bool ttyrec = tape_end(recording->ttyrec, recording->at_ms + LINGER_MS);

	if (!cast || !ttyrec)
		options_complain("%s: was not written whole: %s",
			cast ? words->ttyrec : words->cast, strerror(errno));
	vt_frame_free(&recording->frame);
	return cast && ttyrec;
}

/* Not beyond --until; without it to the end. */
static bool goes_on(const struct words *words, struct replay *replay)
{
	return (words->until < 0 || reel_turn(replay_reel(replay)) < (uint32_t)words->until) &&
	       replay_step(replay);
}

static int record(const struct words *words, struct replay *replay, int width, int height)
{
	struct recording recording = {.replay = replay};
	char title[64];
	bool whole;

	snprintf(title, sizeof title, "%s, run %" PRId64, reel_run(replay_reel(replay))->birth.name,
		words->run);
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
	const struct reel *reel = replay_reel(replay);
	struct vt_frame frame = {0};

	while (goes_on(words, replay))
		;
	if (!vt_frame_resize(&frame, width, height))
		return 1;
	replay_paint_bare(replay, &frame);
	lab_print_frame(&frame);
	vt_frame_free(&frame);
	printf("run %" PRId64 ", turn %" PRIu32 ", after %" PRIu32 " of %" PRIu32
	       " commands: %016" PRIx64 "\n",
		words->run, reel_turn(reel), reel_index(reel), reel_length(reel),
		game_digest(reel_game(reel)));
	return 0;
}

/* ---- The command ---- */

/* Without a terminal of the session's: in this process, for files and for debuggers. */
static int replay_here(const struct words *words, int width, int height)
{
	struct keeper_line *line = operator_line(words->config, words->state);
	struct replay *replay;
	struct shelf shelf;
	struct reel *reel;
	int status = 1;

	if (!line)
		return 1;
	crash_catch();
	shelf = shelf_of_line(line);
	reel = reel_new(&shelf, NULL, words->run, REEL_FORWARD);
	if (reel_answer(reel) != REEL_OK) {
		options_complain("run %" PRId64 ": %s", words->run, reel_sentence(reel));
		reel_free(reel);
	} else {
		replay = replay_new(reel, REPLAY_ENDED, words->speed);
		status = words->cast || words->ttyrec ? record(words, replay, width, height)
						      : print_turn(words, replay, width, height);
		if (reel_answer(reel) != REEL_OK && reel_answer(reel) != REEL_END) {
			options_complain("run %" PRId64 ": %s", words->run, reel_sentence(reel));
			status = 1;
		}
		replay_free(replay);
	}
	keeper_line_free(line);
	return status;
}

static int replay_on_terminal(const struct words *words)
{
	static struct config config;

	if (!operator_config(&config, words->config, words->state))
		return 1;
	if (access(config.files_state, F_OK) != 0) {
		options_complain("%s: there is no such state directory; name it with --state",
			config.files_state);
		return 1;
	}
	config.replay = words->run;
	config.replay_speed = words->speed;
	return local_session(&config);
}

static bool words_checked(const struct words *words, const char *run, int64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoll(run, &end, 10);
	if (errno != 0 || *end != '\0' || end == run || *number <= 0) {
		options_complain("replay: \"%s\" is no run; a run is a number, as `trapdoor scores "
				 "--format json` tells",
			run);
		return false;
	}
	if (words->speed >= 1 && words->speed <= REPLAY_SPEED_MOST)
		return true;
	options_complain("--speed wants commands a second, 1 to %d", REPLAY_SPEED_MOST);
	return false;
}

int replay_main(int argc, char **argv)
{
	struct words words = {.size = "", .until = -1, .speed = REPLAY_SPEED};
	const struct option_row rows[] = {
		{"until", "TURN",
			"go to that turn without a terminal, print the screen and the digest, and "
			"end; or end a file there",
			.number = &words.until},
		{"speed", "N", "commands a second, 8 when not said", .number = &words.speed},
		{"cast", "FILE", "write an asciicast (version 2)", .text = &words.cast},
		{"ttyrec", "FILE", "write a ttyrec", .text = &words.ttyrec},
		{"size", "WxH", "of a file or a print; 80x24 when not said", .text = &words.size},
		{"config", "FILE", "settings to read", .text = &words.config},
		{"state", "DIR", "the state directory", .text = &words.state},
	};
	const struct option_table table = {"replay RUN [OPTION]...",
		"Plays a run of the store again, on this terminal (? tells the keys) or into a "
		"file.",
		rows, sizeof rows / sizeof *rows};
	int width = 80, height = 24, count;
	int status = options_parse(argc, argv, &table, &count);

	if (status != OPTIONS_GO_ON)
		return status;
	if (count != 1) {
		options_complain("replay wants the number of one run");
		return 2;
	}
	if (!words_checked(&words, argv[1], &words.run) || !lab_size(words.size, &width, &height))
		return 2;
	if (width < WIDTH_LEAST || height < HEIGHT_LEAST) {
		options_complain("--size wants at least %dx%d, what the game needs", WIDTH_LEAST,
			HEIGHT_LEAST);
		return 2;
	}
	if (words.cast || words.ttyrec || words.until >= 0)
		return replay_here(&words, width, height);
	return replay_on_terminal(&words);
}
