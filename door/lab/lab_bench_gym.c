/*
 * lab bench gym: steps a second for a program that plays.  It measures the game with its view and
 * menu, then the same as lines of JSON, in this process and through a pipe.
 *
 * The commands are those of whole games of the cautious bot.  The bot's own time is not measured.
 */
#include "door/bot/bot.h"
#include "door/gym/gym.h"
#include "door/text/parse.h"
#include "door/lab/lab_bench.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 3, COMMANDS_MOST = 6000 };

struct script {
	struct seed seed;
	size_t count;
	struct command commands[COMMANDS_MOST];
};

static void take_down(void *context, struct game *game, const struct command *command)
{
	struct script *script = context;
	(void)game;
	if (script->count < COMMANDS_MOST)
		script->commands[script->count++] = *command;
}

static void script_make(const struct bench *bench, int number, struct script *script)
{
	struct bot_game played;
	script->seed = (struct seed){{0xb1, (uint8_t)number}};
	script->count = 0;
	bot_play("cautious", bench_content(bench), &script->seed, bot_birth(false), take_down,
		script, &played);
}

/* ---- In this process ---- */

static double script_step(const struct bench *bench, const struct script *script)
{
	struct gym_menu *menu = malloc(sizeof *menu);
	struct view view;
	assert(menu);
	double begin = bench_clock_us();
	struct game *game = game_new(bench_content(bench), &script->seed, bot_birth(false));
	for (size_t i = 0; i < script->count; i++) {
		enum verdict verdict = game_act(game, &script->commands[i]);
		assert(verdict != VERDICT_REFUSED);
		game_view(game, &view);
		gym_menu_fill(menu, game, &view);
	}
	game_free(game);
	free(menu);
	return bench_clock_us() - begin;
}

/* ---- As lines ---- */

static int line_of(const struct command *command, char *line, size_t size)
{
	char words[40];
	enum verb_wants wants = verb_row((enum verb)command->verb)->wants;
	command_text(command, words, sizeof words);
	if (wants == WANTS_PACK_AND_CELL || wants == WANTS_SPELL_AND_CELL)
		return snprintf(line, size, "{\"do\":\"%s %d,%d\"}", words, command->x, command->y);
	return snprintf(line, size, "{\"do\":\"%s\"}", words);
}

static double script_lines(const struct bench *bench, const struct script *script, size_t *bytes)
{
	char line[80];
	double begin = bench_clock_us();
	struct gym *gym = gym_new(bench_content(bench), bot_birth(false), &script->seed);
	free(gym_begin(gym));
	for (size_t i = 0; i < script->count; i++) {
		int length = line_of(&script->commands[i], line, sizeof line);
		char *answer = gym_answer(gym, line, (size_t)length);
		assert(strncmp(answer, "{\"error\"", 8) != 0);
		*bytes += strlen(answer) + 1;
		free(answer);
	}
	gym_free(gym);
	return bench_clock_us() - begin;
}

static double wall_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* A process that serves a gym on two pipes. */
static pid_t gym_fork(
	const struct bench *bench, const struct script *script, FILE **to, FILE **from)
{
	int there[2], back[2];
	if (pipe(there) != 0 || pipe(back) != 0)
		return -1;
	fflush(stdout);
	pid_t process = fork();
	if (process == 0) {
		close(there[1]);
		close(back[0]);
		struct gym *gym = gym_new(bench_content(bench), bot_birth(false), &script->seed);
		gym_serve(gym, fdopen(there[0], "r"), fdopen(back[1], "w"));
		_exit(0);
	}
	close(there[0]);
	close(back[1]);
	*to = fdopen(there[1], "w");
	*from = fdopen(back[0], "r");
	return process;
}

static double script_pipe(const struct bench *bench, const struct script *script)
{
	char line[80], *answer = NULL;
	size_t capacity = 0;
	FILE *to, *from;
	pid_t process = gym_fork(bench, script, &to, &from);
	assert(process > 0);
	double begin = wall_us();
	ssize_t length = getline(&answer, &capacity, from);
	for (size_t i = 0; i < script->count && length > 0; i++) {
		line_of(&script->commands[i], line, sizeof line);
		fprintf(to, "%s\n", line);
		fflush(to);
		length = getline(&answer, &capacity, from);
	}
	double spent = wall_us() - begin;
	assert(length > 0);
	free(answer);
	fclose(to);
	fclose(from);
	waitpid(process, NULL, 0);
	return spent;
}

/* ---- The measure ---- */

bool bench_gym(const struct bench *bench)
{
	struct script *script = malloc(sizeof *script);
	double steps = 0, step_us = 0, line_us = 0, pipe_us = 0;
	size_t bytes = 0;
	char on[120];
	assert(script);
	for (int number = 0; number < GAMES; number++) {
		script_make(bench, number, script);
		steps += (double)script->count;
		step_us += script_step(bench, script);
		line_us += script_lines(bench, script, &bytes);
		pipe_us += script_pipe(bench, script);
	}
	free(script);
	snprintf(on, sizeof on,
		"a command, what is seen and all that may be done, %.0f commands of %d games",
		steps, GAMES);
	bench_say(bench, "gym_step", steps / step_us * 1e6, "steps/s", on);
	bench_say(bench, "gym_line", steps / line_us * 1e6, "steps/s", "the same as lines of JSON");
	bench_say(bench, "gym_pipe", steps / pipe_us * 1e6, "steps/s",
		"the same through a pipe to a process and back");
	bench_say(bench, "gym_bytes", (double)bytes / steps, "bytes", "of an observation, mean");
	return true;
}
