#include "door/verify/resume.h"

#include "door/os/log.h"
#include "door/verify/replay_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The store keeps two snapshots. The last fallback is the beginning of the last segment. */
#define SNAPSHOTS 2

/* The state of resuming a run. */
struct resuming {
	struct store_client *line;
	const struct content *content;
	const struct keeper_run *run;
	struct store_segment segment; /* the last segment */
	struct resumed *resumed;
	enum keeper_verdict *verdict;
	char *sentence;
	size_t size;
};

/* A state to replay from: a save, or the birth of the run without bytes. */
struct start {
	uint32_t index;
	uint8_t *bytes;
	size_t size;
};

/* ---- Starting states ---- */

/* Fetches the nth snapshot, or after the snapshots the beginning of the last segment. Snapshots
 * before that segment are skipped, since they have other rules. */
static bool start_fetch(struct resuming *resuming, unsigned nth, struct start *start)
{
	const struct store_segment *segment = &resuming->segment;

	if (nth < SNAPSHOTS) {
		*resuming->verdict = keeper_snapshot_get(resuming->line, resuming->run->id, nth,
			&start->index, &start->bytes, &start->size);
		if (*resuming->verdict != KEEPER_OK)
			return false;
		if (start->index >= segment->first_index)
			return true;
		free(start->bytes);
		start->bytes = NULL;
		return false;
	}
	start->index = segment->first_index;
	if (!segment->save)
		return true;
	start->bytes = malloc(segment->save_size);
	start->size = segment->save_size;
	if (!start->bytes)
		abort();
	memcpy(start->bytes, segment->save, segment->save_size);
	return true;
}

/* ---- Current rules ---- */

bool resume_apply(struct game *game, const uint8_t *bytes, size_t size, uint32_t *count)
{
	struct command command;
	for (size_t at = 0; at < size; (*count)++) {
		size_t read = command_decode(bytes + at, size - at, &command);
		if (!read || game_act(game, &command) == VERDICT_REFUSED)
			return false;
		at += read;
	}
	return true;
}

static struct game *load(struct resuming *resuming, const uint8_t *bytes, size_t size)
{
	struct complaint complaint = {0};
	struct game *game = game_load(resuming->content, bytes, size, &complaint);

	if (!game)
		snprintf(resuming->sentence, resuming->size, "%s", complaint.sentence);
	return game;
}

static struct game *play_on(
	struct resuming *resuming, const struct start *start, const uint8_t *commands, size_t size)
{
	const struct keeper_run *run = resuming->run;
	uint32_t index = start->index;
	struct game *game = start->bytes ? load(resuming, start->bytes, start->size)
					 : game_new(resuming->content, &run->seed, &run->birth);

	/* The player of a run that is watched may have appended more since its header was read. */
	if (!game || (resume_apply(game, commands, size, &index) && index >= run->next_index)) {
		resuming->resumed->index = index;
		return game;
	}
	snprintf(resuming->sentence, resuming->size,
		"its journal does not play on from there (command %u of %u)", (unsigned)index,
		(unsigned)run->next_index);
	game_free(game);
	return NULL;
}

/* ---- Other rules ---- */

static struct game *waits(struct resuming *resuming, const char *why)
{
	resuming->resumed->waits = true;
	snprintf(resuming->sentence, resuming->size,
		"Your run needs rules version %" PRIu32
		" and waits until that program is installed again: %s",
		resuming->run->rules, why);
	return NULL;
}

/* Replays the commands by the old program of the run's rules. `end` receives its final state. */
static bool carried_by_old_rules(struct resuming *resuming, const struct start *start,
	const uint8_t *commands, size_t size, struct replay_job_end *end)
{
	const struct keeper_run *run = resuming->run;
	struct replay_job job = {.rules = run->rules,
		.first = start->index,
		.seed = run->seed,
		.birth = run->birth,
		.save = start->bytes,
		.save_size = start->size,
		.commands = commands,
		.commands_size = size};

	job.bundle = content_bundle(resuming->content, &job.bundle_size);
	memcpy(job.digest, run->content, sizeof job.digest);
	replay_job_by_rules(resuming->line, &job, end);
	if (end->answer == REPLAY_JOB_PLAYED && !end->refused && end->played == run->next_index)
		return true;
	if (end->answer == REPLAY_JOB_SILENT || end->answer == REPLAY_JOB_OTHER_RULES)
		waits(resuming, end->sentence);
	else
		snprintf(resuming->sentence, resuming->size,
			"its journal does not play on from there by rules version %" PRIu32 ": %s",
			run->rules, end->sentence);
	return false;
}

/* Continues from the last bytes of the run's last segment, with which the next segment begins. */
static struct game *carry(struct resuming *resuming, const uint8_t *bytes, size_t size)
{
	struct game *game = load(resuming, bytes, size);

	if (!game)
		return NULL;
	resuming->resumed->carried = malloc(size);
	if (!resuming->resumed->carried)
		abort();
	memcpy(resuming->resumed->carried, bytes, size);
	resuming->resumed->carried_size = size;
	return game;
}

static struct game *carry_over(
	struct resuming *resuming, const struct start *start, const uint8_t *commands, size_t size)
{
	const struct store_segment *segment = &resuming->segment;
	struct replay_job_end end;
	struct game *game = NULL;

	/* Without commands after the segment's beginning or the snapshot, its bytes are the end of
	 * the segment, and nothing needs a replay. */
	if (segment->save && segment->first_index == resuming->run->next_index)
		return carry(resuming, segment->save, segment->save_size);
	if (start->bytes && start->index == resuming->run->next_index)
		return carry(resuming, start->bytes, start->size);
	if (carried_by_old_rules(resuming, start, commands, size, &end))
		game = carry(resuming, end.save, end.save_size);
	replay_job_end_free(&end);
	return game;
}

/* ---- Resuming ---- */

static struct game *resume_from(struct resuming *resuming, unsigned nth)
{
	struct start start = {0};
	uint8_t *commands = NULL;
	struct game *game = NULL;
	size_t size = 0;

	if (!start_fetch(resuming, nth, &start))
		return NULL;
	*resuming->verdict = keeper_commands_get(
		resuming->line, resuming->run->id, start.index, &commands, &size);
	if (*resuming->verdict == KEEPER_OK)
		game = resuming->run->rules == ENGINE_RULES_VERSION
			       ? play_on(resuming, &start, commands, size)
			       : carry_over(resuming, &start, commands, size);
	resuming->resumed->kept =
		resuming->resumed->carried ? resuming->run->next_index : start.index;
	free(commands);
	free(start.bytes);
	return game;
}

/* Finds the content of the run: the program's own, or the bundle in the store. */
static bool resume_content(struct resuming *resuming)
{
	uint8_t digest[CONTENT_DIGEST_SIZE], *bytes = NULL;
	size_t bytes_size = 0;
	struct complaint complaint = {0};
	content_digest(resuming->content, digest);
	if (memcmp(digest, resuming->run->content, sizeof digest) == 0)
		return true;
	*resuming->verdict =
		keeper_bundle_get(resuming->line, resuming->run->content, &bytes, &bytes_size);
	if (*resuming->verdict != KEEPER_OK) {
		snprintf(resuming->sentence, resuming->size, "%s", keeper_sentence(resuming->line));
		return false;
	}
	resuming->content = resuming->resumed->own_content =
		content_from_bundle(bytes, bytes_size, &complaint);
	free(bytes);
	if (!resuming->content)
		snprintf(resuming->sentence, resuming->size, "its content does not load: %s",
			complaint.sentence);
	return resuming->content != NULL;
}

/* A missing snapshot is no error: the journal may be younger than the first snapshot. */
static bool resume_may_go_on(enum keeper_verdict verdict)
{
	return verdict == KEEPER_OK || verdict == KEEPER_NO;
}

static bool resume_from_any(struct resuming *resuming)
{
	for (unsigned nth = 0; nth <= SNAPSHOTS; nth++) {
		*resuming->verdict = KEEPER_OK;
		resuming->sentence[0] = 0;
		resuming->resumed->game = resume_from(resuming, nth);
		if (resuming->resumed->game)
			return true;
		if (resuming->resumed->waits || !resume_may_go_on(*resuming->verdict))
			return false;
		*resuming->verdict = KEEPER_OK;
		if (!resuming->sentence[0])
			continue;
		log_line(LOG_WARN, "run.load", "run=%lld nth=%u why=%s",
			(long long)resuming->run->id, nth, log_quote(resuming->sentence));
		snprintf(resuming->resumed->remark, sizeof resuming->resumed->remark,
			"Your newest save did not load and is kept aside; an older one and the "
			"journal brought you here.");
	}
	return false;
}

bool resume_run(struct store_client *line, const struct content *content,
	const struct keeper_run *run, struct resumed *resumed, enum keeper_verdict *verdict,
	char *sentence, size_t size)
{
	struct resuming resuming = {.line = line,
		.content = content,
		.run = run,
		.resumed = resumed,
		.verdict = verdict,
		.sentence = sentence,
		.size = size};
	bool resumes = false;

	memset(resumed, 0, sizeof *resumed);
	*verdict = keeper_segment_get(line, run->id, run->next_index, &resuming.segment);
	if (*verdict != KEEPER_OK)
		snprintf(sentence, size, "%s", keeper_sentence(line));
	else
		resumes = resume_content(&resuming) && resume_from_any(&resuming);
	free(resuming.segment.save);
	if (resumes)
		return true;
	content_free(resumed->own_content);
	resumed->own_content = NULL;
	return false;
}
