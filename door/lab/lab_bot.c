/*
 * lab bot: many games by a bot, one JSON object each, then a summary.
 *
 * Game number i has the given seed plus i.  Process k of n plays the games k, k + n, k + 2n ...
 * and sends each through its own pipe.  The parent reads the pipes in turn, so the output does not
 * depend on n.  If an assertion ends a process, the game is reported as faulty with its seed and
 * turn, and a new process continues with the next game.
 */
#include "door/bot/bot.h"
#include "door/record/recorded_run.h"
#include "door/record/summary.h"
#include "door/record/game_record.h"
#include "door/config/content_load.h"
#include "door/record/go_home_value.h"
#include "door/lab/lab.h"
#include "engine/engine.h"
#include "door/text/parse.h"
#include "door/os/write_whole.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define JOBS_MOST 64

struct player {
	pid_t process;
	int results; /* reads struct bot_game, one after the other */
	volatile uint32_t *turn;
};

struct bout {
	const struct content *content;
	const char *bot, *directory; /* where games are recorded; NULL: nowhere */
	FILE *out;                   /* gets a line of JSON for each game; NULL: none */
	struct seed seed;
	struct birth birth;
	const char *handicaps; /* ids with commas between */
	int games, jobs, home;
	struct player players[JOBS_MOST];
	volatile uint32_t *turns; /* of the game that each process plays, shared with it */
	struct summary *summary;
	bool json, curve;
};

/* The seed plus a number, big end first. */
static struct seed seed_of(const struct bout *bout, int number)
{
	struct seed seed = bout->seed;
	unsigned carried = (unsigned)number;
	for (size_t i = sizeof seed.bytes; i-- > 0 && carried > 0; carried >>= 8) {
		carried += seed.bytes[i];
		seed.bytes[i] = (uint8_t)carried;
	}
	return seed;
}

/* ---- In the playing processes ---- */

struct playing {
	volatile uint32_t *turn;
	struct recorded_run *run;    /* NULL: none */
	struct game_record *record;  /* NULL: none */
	struct go_home_value *value; /* NULL: none */
};

static void note_command(void *context, struct game *game, const struct command *command)
{
	struct playing *playing = context;
	struct result result;
	game_result(game, &result);
	*playing->turn = result.turns;
	if (playing->run)
		recorded_run_command(playing->run, command);
	if (playing->record)
		game_record_follows(playing->record, game, command);
}

static void note_question(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct playing *playing = context;
	if (playing->record)
		game_record_asks(playing->record, game, bot, senses);
	if (playing->value)
		go_home_value_ask(playing->value, game, bot, senses);
}

/* The game, then the length of its record, and the record. */
static bool game_send(int pipe, const struct bot_game *played, const struct playing *playing)
{
	char *text = NULL;
	uint32_t length = 0;
	if (playing->record) {
		json_t *json = game_record_json(playing->record, played);
		if (playing->value)
			json_object_set_new(json, "homes", go_home_value_json(playing->value));
		text = json_dumps(json, JSON_COMPACT);
		json_decref(json);
		assert(text);
		length = (uint32_t)strlen(text);
	}
	bool sent = write_whole(pipe, played, sizeof *played) &&
		    write_whole(pipe, &length, sizeof length) && write_whole(pipe, text, length);
	free(text);
	return sent;
}

/* Plays one game and sends it.  Returns false if sending or writing fails. */
static bool game_play(const struct bout *bout, int job, int number, int pipe)
{
	struct bot_game played;
	struct seed seed = seed_of(bout, number);
	struct playing playing = {.turn = &bout->turns[job]};
	const struct bot_witness witness = {&playing, note_question, note_command};
	*playing.turn = 0;
	if (bout->directory &&
		!(playing.run = recorded_run_new(bout->directory, bout->bot, &seed, &bout->birth)))
		return false;
	playing.record = bout->out ? game_record_new(bout->content) : NULL;
	playing.value = bout->curve ? go_home_value_new(bout->content) : NULL;
	bot_play_before(
		bout->bot, bout->content, &seed, &bout->birth, bout->home, &witness, &played);
	bool good = recorded_run_free(playing.run);
	good = good && game_send(pipe, &played, &playing);
	game_record_free(playing.record);
	go_home_value_free(playing.value);
	return good;
}

static void games_play(const struct bout *bout, int job, int first, int pipe)
{
	for (int number = first; number < bout->games; number += bout->jobs)
		if (!game_play(bout, job, number, pipe))
			_exit(1);
	_exit(0);
}

/* ---- In the parent ---- */

static bool player_begin(struct bout *bout, int job, int first)
{
	int ends[2];
	if (pipe(ends) != 0) {
		command_complain("cannot create a pipe: %s", strerror(errno));
		return false;
	}
	fflush(stdout);
	pid_t parent = getpid();
	pid_t process = fork();
	if (process == 0) {
		close(ends[0]);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		games_play(bout, job, first, ends[1]);
	}
	close(ends[1]);
	bout->players[job] = (struct player){.process = process, .results = ends[0]};
	if (process < 0)
		command_complain("cannot start a process: %s", strerror(errno));
	return process > 0;
}

static void player_end(struct player *player)
{
	close(player->results);
	if (player->process > 0)
		waitpid(player->process, NULL, 0);
	player->process = 0;
}

/* Reads so many bytes.  Returns false at the end of the pipe. */
static bool receive_bytes(int pipe, void *bytes, size_t size)
{
	size_t have = 0;
	while (have < size) {
		ssize_t got = read(pipe, (char *)bytes + have, size - have);
		if (got <= 0 && !(got < 0 && errno == EINTR))
			return false;
		have += got > 0 ? (size_t)got : 0;
	}
	return true;
}

/* Reads a whole game and its record, if there is one.  The caller releases the record. */
static bool game_receive(int pipe, struct bot_game *played, json_t **record)
{
	uint32_t length;
	*record = NULL;
	if (!receive_bytes(pipe, played, sizeof *played) ||
		!receive_bytes(pipe, &length, sizeof length))
		return false;
	char *text = malloc(length + 1);
	assert(text);
	bool whole = receive_bytes(pipe, text, length);
	if (whole && length > 0)
		*record = json_loadb(text, length, 0, NULL);
	free(text);
	return whole;
}

static void line_write(const json_t *line, FILE *file)
{
	json_dumpf(line, file, JSON_COMPACT | JSON_ENSURE_ASCII);
	fputc('\n', file);
}

/* Prints a game on standard output, or its full record to the file. */
static void game_say(const struct bout *bout, int number, const struct bot_game *played,
	enum bot_fault fault, json_t *record)
{
	json_t *line = game_record_result(bout->bot, played, fault);
	if (bout->out && record)
		json_object_update(line, record);
	line_write(line, bout->out ? bout->out : stdout);
	if (fault != BOT_SOUND)
		command_complain("game %d of %s, seed %s, %s on turn %lu", number, bout->bot,
			json_string_value(json_object_get(line, "seed")),
			game_record_outcome(played, fault), (unsigned long)played->result.turns);
	json_decref(line);
}

/* Prints and counts the game.  After a crash starts another process for the games that follow.
 * Returns false if the game crashed or stalled. */
static bool game_finish(struct bout *bout, int number)
{
	int job = number % bout->jobs;
	struct bot_game played = {0};
	enum bot_fault fault = BOT_SOUND;
	json_t *record;
	bool goes_on = true;
	if (!game_receive(bout->players[job].results, &played, &record)) {
		fault = BOT_CRASHED;
		played = (struct bot_game){.seed = seed_of(bout, number)};
		player_end(&bout->players[job]);
		played.result.turns = bout->turns[job];
		goes_on = player_begin(bout, job, number + bout->jobs);
	} else if (played.result.outcome == OUTCOME_GOING) {
		fault = BOT_STALLED;
	}
	game_say(bout, number, &played, fault, record);
	json_decref(record);
	summary_add(bout->summary, &played, fault);
	return goes_on && fault == BOT_SOUND;
}

/* Plays and counts all games.  Returns the number of faulty games, or -1. */
static int games_count(struct bout *bout)
{
	int faults = 0;
	for (int job = 0; job < bout->jobs; job++)
		if (!player_begin(bout, job, job))
			return -1;
	for (int number = 0; number < bout->games; number++) {
		faults += !game_finish(bout, number);
		if (bout->players[number % bout->jobs].process <= 0)
			return -1;
	}
	return faults;
}

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void summary_say(const struct bout *bout, double seconds)
{
	if (bout->json) {
		json_t *line = summary_json(bout->summary, bout->bot);
		json_dumpf(line, stdout, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
		putchar('\n');
		json_decref(line);
	} else {
		summary_print(bout->summary, bout->bot, stdout);
	}
	/* Speed is no property of the games, so it is kept out of their summary. */
	fprintf(stderr, "%d games in %.1f s, %.1f a second with %d job%s\n", bout->games, seconds,
		(double)bout->games / (seconds > 0 ? seconds : 1), bout->jobs,
		bout->jobs == 1 ? "" : "s");
}

static int bout_run(struct bout *bout)
{
	size_t size = JOBS_MOST * sizeof *bout->turns;
	void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		command_complain("cannot allocate memory: %s", strerror(errno));
		return 1;
	}
	bout->turns = shared;
	bout->summary = summary_new();
	double begin = now();
	int faults = games_count(bout);
	if (faults >= 0)
		summary_say(bout, now() - begin);
	for (int job = 0; job < bout->jobs; job++)
		if (bout->players[job].process > 0)
			player_end(&bout->players[job]);
	summary_free(bout->summary);
	munmap(shared, size);
	return faults == 0 ? 0 : 1;
}

static bool bot_known(const char *name)
{
	char names[200] = "";
	for (size_t i = 0; bot_name(i); i++) {
		if (strcmp(bot_name(i), name) == 0)
			return true;
		size_t length = strlen(names);
		snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "", bot_name(i));
	}
	command_complain("unknown bot \"%s\"; the bots are %s", name, names);
	return false;
}

static bool directory_good(const char *directory)
{
	if (!directory || access(directory, W_OK | X_OK) == 0)
		return true;
	command_complain(
		"cannot write to directory %s of --record: %s", directory, strerror(errno));
	return false;
}

/* Plays the games and writes them to a file. */
static int bout_run_into(struct bout *bout, const char *path)
{
	bout->out = fopen(path, "w");
	if (!bout->out) {
		command_complain("cannot write %s: %s", path, strerror(errno));
		return 1;
	}
	int status = bout_run(bout);
	bool written = !ferror(bout->out);
	written = fclose(bout->out) == 0 && written;
	if (!written)
		command_complain("cannot write %s: %s", path, strerror(errno));
	return written ? status : 1;
}

static int bout_play(struct bout *bout, const char *directory, const char *out, bool after_others)
{
	struct content *content = content_load(directory);
	if (!content)
		return 1;
	bout->content = content;
	bout->birth = *bot_birth(after_others);
	bool good = parse_handicaps(content, bout->handicaps, &bout->birth);
	int status = !good ? 2 : out ? bout_run_into(bout, out) : bout_run(bout);
	content_free(content);
	return status;
}

/* Returns false after printing a complaint. */
static bool bout_good(const struct bout *bout, const char *out)
{
	if (bout->curve && !out)
		command_complain("--curve needs --out FILE");
	else if (bout->games < 1)
		command_complain("--games takes 1 or more, not %d", bout->games);
	else if (bout->jobs < 1 || bout->jobs > JOBS_MOST)
		command_complain("--jobs takes 1 to %d, not %d", JOBS_MOST, bout->jobs);
	else
		return bot_known(bout->bot);
	return false;
}

#define BOT_VALUE(name, about) "|" #name

int lab_bot_main(int argc, char **argv)
{
	struct bout bout = {.bot = "cautious", .games = 100, .jobs = 1, .handicaps = ""};
	const char *seed_text = "0", *directory = NULL, *out = NULL;
	bool after_others = false;
	const struct argument_row rows[] = {
		{"games", "N", "number of games (default 100)", .number = &bout.games},
		{"bot", &BOTS(BOT_VALUE)[1], "player of the games (default cautious)",
			.text = &bout.bot},
		{"seed", "HEX", "seed of the first game (default 0); each next game adds 1",
			.text = &seed_text},
		{"home", "DEPTH", "depth at which to turn back (default: that of the goal)",
			.number = &bout.home},
		{"curve", NULL,
			"send a copy home from each depth to measure its score; needs --out",
			.flag = &bout.curve},
		{"jobs", "N", "number of processes (default 1); results do not depend on it",
			.number = &bout.jobs},
		{"graves", NULL, "begin with graves of earlier heroes, some with their killer",
			.flag = &after_others},
		{"handicaps", "IDS", "handicaps of each game, with commas between",
			.text = &bout.handicaps},
		{"record", "DIR", "write each game to this directory, as BOT-SEED.run",
			.text = &bout.directory},
		{"json", NULL, "print the summary as a JSON object, too", .flag = &bout.json},
		{"out", "FILE", "write the games to this file, with the full record of each",
			.text = &out},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &directory},
	};
	const struct argument_table table = {"lab bot [OPTION]...",
		"Lets a bot play whole games.  Prints one JSON object per game, then a\n"
		"summary.  Exit status 1 if a game stalled or crashed; the message names\n"
		"its seed and turn.",
		rows, COUNT(rows)};
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (!bout_good(&bout, out) || !parse_seed(seed_text, &bout.seed))
		return 2;
	if (!directory_good(bout.directory))
		return 1;
	return bout_play(&bout, directory, out, after_others);
}
