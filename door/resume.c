#include "resume.h"

#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The store keeps two snapshots; behind them stands the seed. */
#define SNAPSHOTS 2

/* Applies journalled commands; false when one is no command or is refused, which a whole journal
 * never has. */
static bool resume_apply(struct game *game, const uint8_t *bytes, size_t size, uint32_t *count)
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

/* The state of the nth snapshot, or of the birth behind the last; NULL with a sentence. */
static struct game *resume_start(struct keeper_line *line, const struct content *content,
	const struct keeper_run *run, unsigned nth, uint32_t *index, enum keeper_verdict *verdict,
	char *sentence, size_t size)
{
	uint8_t *bytes = NULL;
	size_t bytes_size = 0;
	struct complaint complaint = {0};
	if (nth == SNAPSHOTS) {
		*index = 0;
		return game_new(content, &run->seed, &run->birth);
	}
	*verdict = keeper_snapshot_get(line, run->id, nth, index, &bytes, &bytes_size);
	if (*verdict != KEEPER_OK) {
		sentence[0] = 0;
		return NULL;
	}
	struct game *game = game_load(content, bytes, bytes_size, &complaint);
	free(bytes);
	if (!game)
		snprintf(sentence, size, "%s", complaint.sentence);
	return game;
}

static struct game *resume_from(struct keeper_line *line, const struct content *content,
	const struct keeper_run *run, unsigned nth, uint32_t *kept, enum keeper_verdict *verdict,
	char *sentence, size_t size)
{
	uint32_t index = 0;
	uint8_t *bytes = NULL;
	size_t bytes_size = 0;
	struct game *game = resume_start(line, content, run, nth, &index, verdict, sentence, size);
	if (!game)
		return NULL;
	*kept = index;
	*verdict = keeper_commands_get(line, run->id, index, &bytes, &bytes_size);
	if (*verdict == KEEPER_OK && resume_apply(game, bytes, bytes_size, &index) &&
		index == run->next_index) {
		free(bytes);
		return game;
	}
	snprintf(sentence, size, "its journal does not play on from there (command %u of %u)",
		(unsigned)index, (unsigned)run->next_index);
	free(bytes);
	game_free(game);
	return NULL;
}

/* The content that the run is played with: the program's own, or the bundle that the store kept. */
static bool resume_content(struct keeper_line *line, const struct content *content,
	const struct keeper_run *run, struct resumed *resumed, enum keeper_verdict *verdict,
	char *sentence, size_t size)
{
	uint8_t digest[CONTENT_DIGEST_SIZE], *bytes = NULL;
	size_t bytes_size = 0;
	struct complaint complaint = {0};
	content_digest(content, digest);
	if (memcmp(digest, run->content, sizeof digest) == 0)
		return true;
	*verdict = keeper_bundle_get(line, run->content, &bytes, &bytes_size);
	if (*verdict != KEEPER_OK) {
		snprintf(sentence, size, "%s", keeper_sentence(line));
		return false;
	}
	resumed->own_content = content_from_bundle(bytes, bytes_size, &complaint);
	free(bytes);
	if (!resumed->own_content)
		snprintf(sentence, size, "its content does not load: %s", complaint.sentence);
	return resumed->own_content != NULL;
}

/* Nothing there is no fault: the journal may be younger than its first snapshot. */
static bool resume_may_go_on(enum keeper_verdict verdict)
{
	return verdict == KEEPER_OK || verdict == KEEPER_NO;
}

bool resume_run(struct keeper_line *line, const struct content *content,
	const struct keeper_run *run, struct resumed *resumed, enum keeper_verdict *verdict,
	char *sentence, size_t size)
{
	memset(resumed, 0, sizeof *resumed);
	*verdict = KEEPER_OK;
	if (!resume_content(line, content, run, resumed, verdict, sentence, size))
		return false;
	const struct content *played = resumed->own_content ? resumed->own_content : content;
	for (unsigned nth = 0; nth <= SNAPSHOTS; nth++) {
		*verdict = KEEPER_OK;
		sentence[0] = 0;
		resumed->game = resume_from(
			line, played, run, nth, &resumed->kept, verdict, sentence, size);
		if (resumed->game)
			return true;
		if (!resume_may_go_on(*verdict))
			break;
		*verdict = KEEPER_OK;
		if (!sentence[0])
			continue;
		log_line(LOG_WARN, "run.load", "run=%lld nth=%u why=%s", (long long)run->id, nth,
			log_quote(sentence));
		snprintf(resumed->remark, sizeof resumed->remark,
			"Your newest save did not load and is kept aside; an older one and the "
			"journal brought you here.");
	}
	content_free(resumed->own_content);
	resumed->own_content = NULL;
	return false;
}
