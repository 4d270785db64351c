#include "door/store/journal_digest.h"
#include "door/replay/reel.h"

#include "door/os/crash.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYFRAMES_MAX 64
#define KEYFRAMES_EVERY 256 /* commands apart at first; twice that whenever all are taken */
#define SENTENCE_MAX 256

struct keyframe {
	uint32_t index, turn;
	size_t at;
	uint8_t *save;
	size_t size;
};

struct reel {
	struct shelf shelf;
	const struct content *shared; /* lent by the caller, or NULL */
	struct content *fetched;      /* of the present segment, or NULL */
	const struct content *content;
	struct keeper_run run;
	struct game *game;
	uint32_t index, first; /* first: where what can be played begins */

	/* The present segment, and the commands from its first on. */
	struct store_segment segment;
	uint8_t *bytes;
	size_t size, at;

	bool both_ways;
	uint32_t every;
	size_t keyframe_count;
	struct keyframe keyframes[KEYFRAMES_MAX]; /* of the present segment, ascending */

	enum reel_answer answer;
	char sentence[SENTENCE_MAX];
};

static enum reel_answer reel_say(struct reel *reel, enum reel_answer answer, const char *format,
	...) __attribute__((format(printf, 3, 4)));
static enum reel_answer reel_say(
	struct reel *reel, enum reel_answer answer, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reel->sentence, sizeof reel->sentence, format, arguments);
	va_end(arguments);
	return answer;
}

static enum reel_answer reel_silent(struct reel *reel)
{
	const char *sentence = reel->shelf.sentence(reel->shelf.context);

	return reel_say(reel, REEL_SILENT, "%s",
		sentence && *sentence ? sentence : "The run is out of reach.");
}

/* ---- Keyframes ---- */

static void keyframes_clear(struct reel *reel)
{
	for (size_t i = 0; i < reel->keyframe_count; i++)
		free(reel->keyframes[i].save);
	reel->keyframe_count = 0;
	reel->every = KEYFRAMES_EVERY;
}

/* Every other one goes; the first, where the segment begins, stays. */
static void keyframes_thin(struct reel *reel)
{
	size_t kept = 0;

	reel->every *= 2;
	for (size_t i = 0; i < reel->keyframe_count; i++) {
		if (i % 2 == 0)
			reel->keyframes[kept++] = reel->keyframes[i];
		else
			free(reel->keyframes[i].save);
	}
	reel->keyframe_count = kept;
}

static void keyframe_add(struct reel *reel)
{
	struct keyframe *keyframe;

	if (reel->keyframe_count == KEYFRAMES_MAX)
		keyframes_thin(reel);
	keyframe = &reel->keyframes[reel->keyframe_count];
	keyframe->index = reel->index;
	keyframe->turn = reel_turn(reel);
	keyframe->at = reel->at;
	keyframe->save = game_snapshot(reel->game, &keyframe->size);
	if (keyframe->save)
		reel->keyframe_count++;
}

static void keyframe_when_due(struct reel *reel)
{
	const struct keyframe *last;

	if (!reel->both_ways || reel->keyframe_count == 0)
		return;
	last = &reel->keyframes[reel->keyframe_count - 1];
	if (reel->index >= last->index + reel->every)
		keyframe_add(reel);
}

static enum reel_answer keyframe_load(struct reel *reel, const struct keyframe *keyframe)
{
	struct complaint complaint;
	struct game *game = game_load(reel->content, keyframe->save, keyframe->size, &complaint);

	if (!game)
		return reel_say(reel, REEL_FALSE, "%s", complaint.sentence);
	game_free(reel->game);
	reel->game = game;
	reel->index = keyframe->index;
	reel->at = keyframe->at;
	return REEL_OK;
}

/* ---- Segments ---- */

/* The content of a segment: what was lent when it is the same, else from the shelf. */
static enum reel_answer segment_content(struct reel *reel, const struct store_segment *segment,
	struct content **fetched, const struct content **content)
{
	uint8_t lent[CONTENT_DIGEST_SIZE];
	struct complaint complaint;
	uint8_t *bytes;
	size_t size;

	*fetched = NULL;
	*content = reel->shared;
	if (reel->shared) {
		content_digest(reel->shared, lent);
		if (memcmp(lent, segment->content, sizeof lent) == 0)
			return REEL_OK;
	}
	if (reel->shelf.bundle(reel->shelf.context, segment->content, &bytes, &size) != KEEPER_OK)
		return reel_silent(reel);
	*content = *fetched = content_from_bundle(bytes, size, &complaint);
	free(bytes);
	if (*content) {
		content_digest(*content, lent);
		if (memcmp(lent, segment->content, sizeof lent) == 0)
			return REEL_OK;
		return reel_say(reel, REEL_FALSE, "its content is not the one that it names");
	}
	return reel_say(reel, REEL_OTHER, "needs the program that read its content: %s:%u: %.120s",
		complaint.origin, complaint.line, complaint.sentence);
}

/* Whether the game's bytes are those that the segment begins with. */
static bool segment_follows(const struct game *game, const struct store_segment *segment)
{
	size_t size;
	uint8_t *save = game_save(game, &size);
	bool same = save && segment->save && size == segment->save_size &&
		    memcmp(save, segment->save, size) == 0;

	free(save);
	return same;
}

/* The game that a segment begins with, when the one before it, which may be NULL (the reel did not
 * come from there), leads to it. */
static enum reel_answer segment_game(struct reel *reel, const struct store_segment *segment,
	const struct content *content, struct game *before, struct game **game)
{
	struct complaint complaint;

	*game = NULL;
	if (!segment->save && segment->first_index == 0 && !before) {
		*game = game_new(content, &reel->run.seed, &reel->run.birth);
		return REEL_OK;
	}
	if (!segment->save)
		return reel_say(reel, REEL_FALSE, "a segment begins from nothing");
	if (before && !segment_follows(before, segment))
		return reel_say(reel, REEL_FALSE,
			"the segment at command %" PRIu32
			" does not begin as the one before it ended",
			segment->first_index);
	*game = game_load(content, segment->save, segment->save_size, &complaint);
	return *game ? REEL_OK : reel_say(reel, REEL_FALSE, "%s", complaint.sentence);
}

/* What the reel has of its present segment is given up for another. */
static void segment_take(struct reel *reel, const struct store_segment *segment,
	struct content *fetched, const struct content *content, struct game *game)
{
	game_free(reel->game);
	content_free(reel->fetched);
	free(reel->segment.save);
	keyframes_clear(reel);
	reel->segment = *segment;
	reel->segment.save = NULL;
	reel->fetched = fetched;
	reel->content = content;
	reel->game = game;
	reel->index = segment->first_index;
	reel->at = 0;
	if (reel->both_ways)
		keyframe_add(reel);
}

static enum reel_answer segment_fetch(
	struct reel *reel, uint32_t index, struct store_segment *segment)
{
	if (reel->shelf.segment(reel->shelf.context, reel->run.id, index, segment) != KEEPER_OK)
		return reel_silent(reel);
	/* A run that is being played may have grown since its length was asked for. */
	if (segment->end_index > reel->run.next_index)
		segment->end_index = reel->run.next_index;
	if (segment->first_index > index ||
		(segment->end_index <= index && index < reel->run.next_index))
		return reel_say(
			reel, REEL_FALSE, "the journal has a gap at command %" PRIu32, index);
	if (segment->rules == ENGINE_RULES_VERSION)
		return REEL_OK;
	return reel_say(reel, REEL_OTHER,
		"was played under rules version %" PRIu32 ", and this program has %d",
		segment->rules, ENGINE_RULES_VERSION);
}

/* The commands from one to another; the shelf may tell of more. */
static enum reel_answer commands_fetch(
	struct reel *reel, uint32_t from, uint32_t to, uint8_t **bytes, size_t *size)
{
	if (reel->shelf.commands(reel->shelf.context, reel->run.id, from, bytes, size) != KEEPER_OK)
		return reel_silent(reel);
	*size = journal_commands_size(*bytes, *size, to - from);
	return REEL_OK;
}

/* Enters the segment that holds command `index`, from its beginning; `before` as above. */
static enum reel_answer segment_enter(struct reel *reel, uint32_t index, struct game *before)
{
	const struct content *content = NULL;
	struct content *fetched = NULL;
	struct store_segment segment = {0};
	struct game *game = NULL;
	uint8_t *bytes = NULL;
	size_t size;
	enum reel_answer answer = segment_fetch(reel, index, &segment);

	if (answer == REEL_OK && before && segment.first_index != index)
		answer = reel_say(
			reel, REEL_FALSE, "the journal has a gap at command %" PRIu32, index);
	if (answer == REEL_OK)
		answer = segment_content(reel, &segment, &fetched, &content);
	if (answer == REEL_OK)
		answer = segment_game(reel, &segment, content, before, &game);
	if (answer == REEL_OK)
		answer =
			commands_fetch(reel, segment.first_index, segment.end_index, &bytes, &size);
	free(segment.save);
	if (answer == REEL_OK) {
		segment_take(reel, &segment, fetched, content, game);
		free(reel->bytes);
		reel->bytes = bytes;
		reel->size = size;
	} else {
		game_free(game);
		content_free(fetched);
	}
	return answer;
}

/* ---- New and free ---- */

/* The first segment, or the first that this program can play. */
static enum reel_answer enter_first(struct reel *reel)
{
	enum reel_answer answer = segment_enter(reel, 0, NULL);

	while (answer == REEL_OTHER && reel->first < reel->run.next_index) {
		struct store_segment segment;

		if (reel->shelf.segment(reel->shelf.context, reel->run.id, reel->first, &segment) !=
			KEEPER_OK)
			return reel_silent(reel);
		free(segment.save);
		if (segment.end_index <= reel->first)
			return answer;
		reel->first = segment.end_index;
		answer = segment_enter(reel, reel->first, NULL);
	}
	return answer;
}

struct reel *reel_new(const struct shelf *shelf, const struct content *content, int64_t run,
	enum reel_keyframes keyframes)
{
	struct reel *reel = calloc(1, sizeof *reel);

	assert(reel);
	reel->shelf = *shelf;
	reel->shared = content;
	reel->both_ways = keyframes == REEL_BOTH_WAYS;
	reel->every = KEYFRAMES_EVERY;
	crash_run(run);
	if (shelf->run(shelf->context, run, &reel->run) != KEEPER_OK)
		reel->answer = reel_silent(reel);
	else
		reel->answer = enter_first(reel);
	return reel;
}

void reel_free(struct reel *reel)
{
	if (!reel)
		return;
	keyframes_clear(reel);
	game_free(reel->game);
	content_free(reel->fetched);
	free(reel->bytes);
	free(reel);
}

/* ---- Walking ---- */

static enum reel_answer play_command(struct reel *reel)
{
	struct command command;
	enum verdict verdict;
	size_t used = reel->at < reel->size ? command_decode(reel->bytes + reel->at,
						      reel->size - reel->at, &command)
					    : 0;

	if (used == 0)
		return reel_say(
			reel, REEL_FALSE, "command %" PRIu32 " cannot be read", reel->index);
	crash_applying(reel->index, reel_turn(reel), reel->bytes + reel->at, used);
	verdict = game_act(reel->game, &command);
	crash_applied();
	if (verdict == VERDICT_REFUSED)
		return reel_say(reel, REEL_FALSE, "command %" PRIu32 " is refused", reel->index);
	reel->at += used;
	reel->index++;
	keyframe_when_due(reel);
	return REEL_OK;
}

enum reel_answer reel_step(struct reel *reel)
{
	reel->answer = REEL_OK;
	if (!reel->game)
		reel->answer = reel_say(reel, REEL_FALSE, "there is no run");
	else if (reel->index >= reel->run.next_index)
		reel->answer = reel_say(reel, REEL_END, "the run ends here");
	else if (reel->index >= reel->segment.end_index)
		reel->answer = segment_enter(reel, reel->index, reel->game);
	if (reel->answer == REEL_OK)
		reel->answer = play_command(reel);
	return reel->answer;
}

/* The last keyframe of the present segment at or before a command. */
static const struct keyframe *keyframe_before(const struct reel *reel, uint32_t index)
{
	size_t i = reel->keyframe_count;

	while (i > 1 && reel->keyframes[i - 1].index > index)
		i--;
	return &reel->keyframes[i - 1];
}

/* Back to somewhere at or before a command that was played. */
static enum reel_answer rewind_to(struct reel *reel, uint32_t index)
{
	if (index < reel->segment.first_index || reel->keyframe_count == 0)
		return segment_enter(reel, index, NULL);
	return keyframe_load(reel, keyframe_before(reel, index));
}

enum reel_answer reel_go(struct reel *reel, uint32_t index)
{
	if (!reel->game)
		return reel_step(reel);
	if (index < reel->first)
		index = reel->first;
	reel->answer = index < reel->index ? rewind_to(reel, index) : REEL_OK;
	while (reel->answer == REEL_OK && reel->index < index)
		reel_step(reel);
	if (reel->answer == REEL_END)
		reel->answer = REEL_OK;
	return reel->answer;
}

/* A command of the present segment before which fewer turns had passed, or the run's first. */
static uint32_t index_before_turn(const struct reel *reel, uint32_t turn)
{
	for (size_t i = reel->keyframe_count; i > 0; i--)
		if (reel->keyframes[i - 1].turn < turn)
			return reel->keyframes[i - 1].index;
	return 0;
}

enum reel_answer reel_go_turn(struct reel *reel, uint32_t turn)
{
	if (!reel->game)
		return reel_step(reel);
	reel->answer = REEL_OK;
	if (turn <= reel_turn(reel))
		reel_go(reel, index_before_turn(reel, turn));
	while (reel->answer == REEL_OK && reel_turn(reel) < turn)
		reel_step(reel);
	if (reel->answer == REEL_END)
		reel->answer = REEL_OK;
	return reel->answer;
}

/* The present segment was the last of a run that has grown: its new commands.  Those of a segment
 * that follows are fetched when it is entered. */
static bool segment_extend(struct reel *reel)
{
	uint32_t end = reel->segment.end_index;
	struct store_segment segment = {0};
	uint8_t *bytes = NULL, *grown;
	size_t size = 0;
	bool same = segment_fetch(reel, end, &segment) == REEL_OK;

	free(segment.save);
	if (!same || segment.first_index != reel->segment.first_index)
		return same;
	if (commands_fetch(reel, end, segment.end_index, &bytes, &size) != REEL_OK)
		return false;
	grown = realloc(reel->bytes, reel->size + size + 1);
	assert(grown);
	memcpy(grown + reel->size, bytes, size);
	free(bytes);
	reel->bytes = grown;
	reel->size += size;
	reel->segment.end_index = segment.end_index;
	return true;
}

bool reel_extend(struct reel *reel)
{
	uint32_t length = reel->run.next_index;
	struct keeper_run run;

	if (!reel->game || reel->shelf.run(reel->shelf.context, reel->run.id, &run) != KEEPER_OK)
		return false;
	if (run.next_index <= length)
		return true;
	reel->run.next_index = run.next_index;
	if (reel->segment.end_index == length && !segment_extend(reel)) {
		reel->run.next_index = length;
		return false;
	}
	return true;
}

/* ---- Where it stands ---- */

enum reel_answer reel_answer(const struct reel *reel)
{
	return reel->answer;
}

const char *reel_sentence(const struct reel *reel)
{
	return reel->sentence;
}

uint32_t reel_index(const struct reel *reel)
{
	return reel->index;
}

uint32_t reel_first(const struct reel *reel)
{
	return reel->first;
}

uint32_t reel_length(const struct reel *reel)
{
	return reel->run.next_index;
}

uint32_t reel_turn(const struct reel *reel)
{
	struct result result;

	if (!reel->game)
		return 0;
	game_result(reel->game, &result);
	return result.turns;
}

const struct keeper_run *reel_run(const struct reel *reel)
{
	return &reel->run;
}

struct game *reel_game(const struct reel *reel)
{
	return reel->game;
}

const struct content *reel_content(const struct reel *reel)
{
	return reel->content;
}
