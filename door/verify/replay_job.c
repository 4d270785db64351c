#include "door/verify/replay_job.h"

#include "door/os/version.h"
#include "door/os/crash.h"
#include "door/os/process_size.h"
#include "door/os/printable.h"
#include "door/store/journal_digest.h"
#include "door/store/keeper.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void end_say(struct replay_job_end *end, enum replay_job_answer answer, const char *format,
	...) __attribute__((format(printf, 3, 4)));
static void end_say(
	struct replay_job_end *end, enum replay_job_answer answer, const char *format, ...)
{
	va_list arguments;

	end->answer = answer;
	va_start(arguments, format);
	vsnprintf(end->sentence, sizeof end->sentence, format, arguments);
	va_end(arguments);
	text_clean(end->sentence);
}

/* ---- Playing ---- */

static uint32_t turn_of(const struct game *game)
{
	struct result result;

	game_result(game, &result);
	return result.turns;
}

static void note_when_due(
	const struct replay_job *job, const struct game *game, struct replay_job_end *end)
{
	struct replay_job_note *note = &end->notes[end->note_count];

	if (end->note_count == job->at_count || job->at[end->note_count] != end->played)
		return;
	note->digest = journal_digest(game, end->played);
	note->turn = turn_of(game);
	end->note_count++;
}

/* Replays the next command. False if there is none or it is invalid. */
static bool play_command(
	const struct replay_job *job, struct game *game, size_t *at, struct replay_job_end *end)
{
	const uint8_t *bytes = job->commands + *at;
	struct command command;
	enum verdict verdict;
	size_t used;

	if (*at == job->commands_size)
		return false;
	used = command_decode(bytes, job->commands_size - *at, &command);
	end->refused = true;
	if (used == 0) {
		end_say(end, REPLAY_JOB_PLAYED, "cannot be read");
		return false;
	}
	crash_applying(end->played, turn_of(game), bytes, used);
	verdict = game_act(game, &command);
	crash_applied();
	if (verdict == VERDICT_REFUSED) {
		end_say(end, REPLAY_JOB_PLAYED, "is refused (%.120s)", game_refusal(game));
		return false;
	}
	end->refused = false;
	end->played++;
	*at += used;
	return true;
}

static void play_all(const struct replay_job *job, struct game *game, struct replay_job_end *end)
{
	size_t at = 0;

	end->played = job->first;
	end->notes = calloc(job->at_count + 1, sizeof *end->notes);
	assert(end->notes);
	do {
		note_when_due(job, game, end);
		process_size_report();
	} while (play_command(job, game, &at, end));
	end->turn = turn_of(game);
	end->save = game_save(game, &end->save_size);
	game_result(game, &end->result);
}

static void play_from_beginning(
	const struct content *content, const struct replay_job *job, struct replay_job_end *end)
{
	struct complaint complaint;
	struct game *game = job->save ? game_load(content, job->save, job->save_size, &complaint)
				      : game_new(content, &job->seed, &job->birth);

	if (game)
		play_all(job, game, end);
	else
		end_say(end, REPLAY_JOB_INVALID, "%s", complaint.sentence);
	game_free(game);
}

void replay_job_play(
	const struct content *content, const struct replay_job *job, struct replay_job_end *end)
{
	struct content *own = NULL;
	struct complaint complaint;
	uint8_t digest[CONTENT_DIGEST_SIZE];

	memset(end, 0, sizeof *end);
	snprintf(end->program, sizeof end->program, "trapdoor %s", TRAPDOOR_VERSION);
	end->rules = ENGINE_RULES_VERSION;
	if (!content)
		content = own = content_from_bundle(job->bundle, job->bundle_size, &complaint);
	if (!content) {
		end_say(end, REPLAY_JOB_OTHER_RULES,
			"needs the program that read its content: %s:%u: %.120s", complaint.origin,
			complaint.line, complaint.sentence);
		return;
	}
	content_digest(content, digest);
	if (memcmp(digest, job->digest, sizeof digest) != 0)
		end_say(end, REPLAY_JOB_INVALID, "its content is not the one that it names");
	else
		play_from_beginning(content, job, end);
	content_free(own);
}

void replay_job_end_free(struct replay_job_end *end)
{
	free(end->notes);
	free(end->save);
	end->notes = NULL;
	end->save = NULL;
}
