#include "door/store/journal_digest.h"
#include "door/replay/replay_cursor.h"

#include "door/os/crash.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYFRAMES_MAX 64
#define KEYFRAMES_EVERY 256 /* commands apart at first; doubled whenever all keyframes are used */
#define SENTENCE_MAX 256

struct keyframe {
	uint32_t index, turn;
	size_t at;
	uint8_t *save;
	size_t size;
};

struct replay_cursor {
	struct run_source source;
	const struct content *shared; /* lent by the caller, or NULL */
	struct content *fetched;      /* of the current segment, or NULL */
	const struct content *content;
	struct keeper_run run;
	struct game *game;
	uint32_t index, first; /* first: the first command that can be replayed */

	/* The current segment and its commands. */
	struct store_segment segment;
	uint8_t *bytes;
	size_t size, at;

	bool both_ways;
	uint32_t every;
	size_t keyframe_count;
	struct keyframe keyframes[KEYFRAMES_MAX]; /* of the current segment, ascending */

	enum replay_cursor_answer answer;
	char sentence[SENTENCE_MAX];
};

static enum replay_cursor_answer replay_cursor_say(
	struct replay_cursor *cursor, enum replay_cursor_answer answer, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static enum replay_cursor_answer replay_cursor_say(
	struct replay_cursor *cursor, enum replay_cursor_answer answer, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(cursor->sentence, sizeof cursor->sentence, format, arguments);
	va_end(arguments);
	return answer;
}

static enum replay_cursor_answer replay_cursor_silent(struct replay_cursor *cursor)
{
	const char *sentence = cursor->source.sentence(cursor->source.context);

	return replay_cursor_say(cursor, REPLAY_CURSOR_SILENT, "%s",
		sentence && *sentence ? sentence : "The run is out of reach.");
}

/* ---- Keyframes ---- */

static void keyframes_clear(struct replay_cursor *cursor)
{
	for (size_t i = 0; i < cursor->keyframe_count; i++)
		free(cursor->keyframes[i].save);
	cursor->keyframe_count = 0;
	cursor->every = KEYFRAMES_EVERY;
}

/* Drops every other keyframe and doubles their distance. The first one, at the beginning of the
 * segment, stays. */
static void keyframes_thin(struct replay_cursor *cursor)
{
	size_t kept = 0;

	cursor->every *= 2;
	for (size_t i = 0; i < cursor->keyframe_count; i++) {
		if (i % 2 == 0)
			cursor->keyframes[kept++] = cursor->keyframes[i];
		else
			free(cursor->keyframes[i].save);
	}
	cursor->keyframe_count = kept;
}

static void keyframe_add(struct replay_cursor *cursor)
{
	struct keyframe *keyframe;

	if (cursor->keyframe_count == KEYFRAMES_MAX)
		keyframes_thin(cursor);
	keyframe = &cursor->keyframes[cursor->keyframe_count];
	keyframe->index = cursor->index;
	keyframe->turn = replay_cursor_turn(cursor);
	keyframe->at = cursor->at;
	keyframe->save = game_snapshot(cursor->game, &keyframe->size);
	if (keyframe->save)
		cursor->keyframe_count++;
}

static void keyframe_when_due(struct replay_cursor *cursor)
{
	const struct keyframe *last;

	if (!cursor->both_ways || cursor->keyframe_count == 0)
		return;
	last = &cursor->keyframes[cursor->keyframe_count - 1];
	if (cursor->index >= last->index + cursor->every)
		keyframe_add(cursor);
}

static enum replay_cursor_answer keyframe_load(
	struct replay_cursor *cursor, const struct keyframe *keyframe)
{
	struct complaint complaint;
	struct game *game = game_load(cursor->content, keyframe->save, keyframe->size, &complaint);

	if (!game)
		return replay_cursor_say(cursor, REPLAY_CURSOR_INVALID, "%s", complaint.sentence);
	game_free(cursor->game);
	cursor->game = game;
	cursor->index = keyframe->index;
	cursor->at = keyframe->at;
	return REPLAY_CURSOR_OK;
}

/* ---- Segments ---- */

/* Finds the content of a segment: the shared one if the digests are equal, else the source's
 * bundle. */
static enum replay_cursor_answer segment_content(struct replay_cursor *cursor,
	const struct store_segment *segment, struct content **fetched,
	const struct content **content)
{
	uint8_t lent[CONTENT_DIGEST_SIZE];
	struct complaint complaint;
	uint8_t *bytes;
	size_t size;

	*fetched = NULL;
	*content = cursor->shared;
	if (cursor->shared) {
		content_digest(cursor->shared, lent);
		if (memcmp(lent, segment->content, sizeof lent) == 0)
			return REPLAY_CURSOR_OK;
	}
	if (cursor->source.bundle(cursor->source.context, segment->content, &bytes, &size) !=
		KEEPER_OK)
		return replay_cursor_silent(cursor);
	*content = *fetched = content_from_bundle(bytes, size, &complaint);
	free(bytes);
	if (*content) {
		content_digest(*content, lent);
		if (memcmp(lent, segment->content, sizeof lent) == 0)
			return REPLAY_CURSOR_OK;
		return replay_cursor_say(
			cursor, REPLAY_CURSOR_INVALID, "its content is not the one that it names");
	}
	return replay_cursor_say(cursor, REPLAY_CURSOR_OTHER_RULES,
		"needs the program that read its content: %s:%u: %.120s", complaint.origin,
		complaint.line, complaint.sentence);
}

/* True if the game's save equals the bytes that the segment begins with. */
static bool segment_follows(const struct game *game, const struct store_segment *segment)
{
	size_t size;
	uint8_t *save = game_save(game, &size);
	bool same = save && segment->save && size == segment->save_size &&
		    memcmp(save, segment->save, size) == 0;

	free(save);
	return same;
}

/* Makes the game at the beginning of a segment. `before`, if not NULL, is the game at the end of
 * the one before; it must lead to the segment. */
static enum replay_cursor_answer segment_game(struct replay_cursor *cursor,
	const struct store_segment *segment, const struct content *content, struct game *before,
	struct game **game)
{
	struct complaint complaint;

	*game = NULL;
	if (!segment->save && segment->first_index == 0 && !before) {
		*game = game_new(content, &cursor->run.seed, &cursor->run.birth);
		return REPLAY_CURSOR_OK;
	}
	if (!segment->save)
		return replay_cursor_say(
			cursor, REPLAY_CURSOR_INVALID, "a segment begins from nothing");
	if (before && !segment_follows(before, segment))
		return replay_cursor_say(cursor, REPLAY_CURSOR_INVALID,
			"the segment at command %" PRIu32
			" does not begin as the one before it ended",
			segment->first_index);
	*game = game_load(content, segment->save, segment->save_size, &complaint);
	return *game ? REPLAY_CURSOR_OK
		     : replay_cursor_say(cursor, REPLAY_CURSOR_INVALID, "%s", complaint.sentence);
}

/* Replaces the cursor's current segment by another. */
static void segment_take(struct replay_cursor *cursor, const struct store_segment *segment,
	struct content *fetched, const struct content *content, struct game *game)
{
	game_free(cursor->game);
	content_free(cursor->fetched);
	free(cursor->segment.save);
	keyframes_clear(cursor);
	cursor->segment = *segment;
	cursor->segment.save = NULL;
	cursor->fetched = fetched;
	cursor->content = content;
	cursor->game = game;
	cursor->index = segment->first_index;
	cursor->at = 0;
	if (cursor->both_ways)
		keyframe_add(cursor);
}

static enum replay_cursor_answer segment_fetch(
	struct replay_cursor *cursor, uint32_t index, struct store_segment *segment)
{
	if (cursor->source.segment(cursor->source.context, cursor->run.id, index, segment) !=
		KEEPER_OK)
		return replay_cursor_silent(cursor);
	/* A run in progress may have grown since its length was fetched. */
	if (segment->end_index > cursor->run.next_index)
		segment->end_index = cursor->run.next_index;
	if (segment->first_index > index ||
		(segment->end_index <= index && index < cursor->run.next_index))
		return replay_cursor_say(cursor, REPLAY_CURSOR_INVALID,
			"the journal has a gap at command %" PRIu32, index);
	if (segment->rules == ENGINE_RULES_VERSION)
		return REPLAY_CURSOR_OK;
	return replay_cursor_say(cursor, REPLAY_CURSOR_OTHER_RULES,
		"was played under rules version %" PRIu32 ", and this program has %d",
		segment->rules, ENGINE_RULES_VERSION);
}

/* Fetches the commands of a range; further commands from the source are cut off. */
static enum replay_cursor_answer commands_fetch(
	struct replay_cursor *cursor, uint32_t from, uint32_t to, uint8_t **bytes, size_t *size)
{
	if (cursor->source.commands(cursor->source.context, cursor->run.id, from, bytes, size) !=
		KEEPER_OK)
		return replay_cursor_silent(cursor);
	*size = journal_commands_size(*bytes, *size, to - from);
	return REPLAY_CURSOR_OK;
}

/* Enters the segment that holds command `index`, at its beginning. before: as above. */
static enum replay_cursor_answer segment_enter(
	struct replay_cursor *cursor, uint32_t index, struct game *before)
{
	const struct content *content = NULL;
	struct content *fetched = NULL;
	struct store_segment segment = {0};
	struct game *game = NULL;
	uint8_t *bytes = NULL;
	size_t size;
	enum replay_cursor_answer answer = segment_fetch(cursor, index, &segment);

	if (answer == REPLAY_CURSOR_OK && before && segment.first_index != index)
		answer = replay_cursor_say(cursor, REPLAY_CURSOR_INVALID,
			"the journal has a gap at command %" PRIu32, index);
	if (answer == REPLAY_CURSOR_OK)
		answer = segment_content(cursor, &segment, &fetched, &content);
	if (answer == REPLAY_CURSOR_OK)
		answer = segment_game(cursor, &segment, content, before, &game);
	if (answer == REPLAY_CURSOR_OK)
		answer = commands_fetch(
			cursor, segment.first_index, segment.end_index, &bytes, &size);
	free(segment.save);
	if (answer == REPLAY_CURSOR_OK) {
		segment_take(cursor, &segment, fetched, content, game);
		free(cursor->bytes);
		cursor->bytes = bytes;
		cursor->size = size;
	} else {
		game_free(game);
		content_free(fetched);
	}
	return answer;
}

/* ---- New and free ---- */

/* Enters the first segment that this program can replay. */
static enum replay_cursor_answer enter_first(struct replay_cursor *cursor)
{
	enum replay_cursor_answer answer = segment_enter(cursor, 0, NULL);

	while (answer == REPLAY_CURSOR_OTHER_RULES && cursor->first < cursor->run.next_index) {
		struct store_segment segment;

		if (cursor->source.segment(cursor->source.context, cursor->run.id, cursor->first,
			    &segment) != KEEPER_OK)
			return replay_cursor_silent(cursor);
		free(segment.save);
		if (segment.end_index <= cursor->first)
			return answer;
		cursor->first = segment.end_index;
		answer = segment_enter(cursor, cursor->first, NULL);
	}
	return answer;
}

struct replay_cursor *replay_cursor_new(const struct run_source *source,
	const struct content *content, int64_t run, enum replay_cursor_keyframes keyframes)
{
	struct replay_cursor *cursor = calloc(1, sizeof *cursor);

	assert(cursor);
	cursor->source = *source;
	cursor->shared = content;
	cursor->both_ways = keyframes == REPLAY_CURSOR_BOTH_WAYS;
	cursor->every = KEYFRAMES_EVERY;
	crash_run(run);
	if (source->run(source->context, run, &cursor->run) != KEEPER_OK)
		cursor->answer = replay_cursor_silent(cursor);
	else
		cursor->answer = enter_first(cursor);
	/* A source that names no player has the name of the birth. */
	if (!cursor->run.player[0])
		memcpy(cursor->run.player, cursor->run.birth.name, sizeof cursor->run.player);
	return cursor;
}

void replay_cursor_free(struct replay_cursor *cursor)
{
	if (!cursor)
		return;
	keyframes_clear(cursor);
	game_free(cursor->game);
	content_free(cursor->fetched);
	free(cursor->bytes);
	free(cursor);
}

/* ---- Moving ---- */

static enum replay_cursor_answer play_command(struct replay_cursor *cursor)
{
	struct command command;
	enum verdict verdict;
	size_t used = cursor->at < cursor->size ? command_decode(cursor->bytes + cursor->at,
							  cursor->size - cursor->at, &command)
						: 0;

	if (used == 0)
		return replay_cursor_say(cursor, REPLAY_CURSOR_INVALID,
			"command %" PRIu32 " cannot be read", cursor->index);
	crash_applying(cursor->index, replay_cursor_turn(cursor), cursor->bytes + cursor->at, used);
	verdict = game_act(cursor->game, &command);
	crash_applied();
	if (verdict == VERDICT_REFUSED)
		return replay_cursor_say(cursor, REPLAY_CURSOR_INVALID,
			"command %" PRIu32 " is refused", cursor->index);
	cursor->at += used;
	cursor->index++;
	keyframe_when_due(cursor);
	return REPLAY_CURSOR_OK;
}

enum replay_cursor_answer replay_cursor_step(struct replay_cursor *cursor)
{
	cursor->answer = REPLAY_CURSOR_OK;
	if (!cursor->game)
		cursor->answer =
			replay_cursor_say(cursor, REPLAY_CURSOR_INVALID, "there is no run");
	else if (cursor->index >= cursor->run.next_index)
		cursor->answer = replay_cursor_say(cursor, REPLAY_CURSOR_END, "the run ends here");
	else if (cursor->index >= cursor->segment.end_index)
		cursor->answer = segment_enter(cursor, cursor->index, cursor->game);
	if (cursor->answer == REPLAY_CURSOR_OK)
		cursor->answer = play_command(cursor);
	return cursor->answer;
}

/* Returns the last keyframe of the current segment at or before a command. */
static const struct keyframe *keyframe_before(const struct replay_cursor *cursor, uint32_t index)
{
	size_t i = cursor->keyframe_count;

	while (i > 1 && cursor->keyframes[i - 1].index > index)
		i--;
	return &cursor->keyframes[i - 1];
}

/* Goes back to a replayed command or an earlier one. */
static enum replay_cursor_answer rewind_to(struct replay_cursor *cursor, uint32_t index)
{
	if (index < cursor->segment.first_index || cursor->keyframe_count == 0)
		return segment_enter(cursor, index, NULL);
	return keyframe_load(cursor, keyframe_before(cursor, index));
}

enum replay_cursor_answer replay_cursor_go(struct replay_cursor *cursor, uint32_t index)
{
	if (!cursor->game)
		return replay_cursor_step(cursor);
	if (index < cursor->first)
		index = cursor->first;
	cursor->answer = index < cursor->index ? rewind_to(cursor, index) : REPLAY_CURSOR_OK;
	while (cursor->answer == REPLAY_CURSOR_OK && cursor->index < index)
		replay_cursor_step(cursor);
	if (cursor->answer == REPLAY_CURSOR_END)
		cursor->answer = REPLAY_CURSOR_OK;
	return cursor->answer;
}

/* Returns a command of the current segment with fewer turns passed, or 0. */
static uint32_t index_before_turn(const struct replay_cursor *cursor, uint32_t turn)
{
	for (size_t i = cursor->keyframe_count; i > 0; i--)
		if (cursor->keyframes[i - 1].turn < turn)
			return cursor->keyframes[i - 1].index;
	return 0;
}

enum replay_cursor_answer replay_cursor_go_turn(struct replay_cursor *cursor, uint32_t turn)
{
	if (!cursor->game)
		return replay_cursor_step(cursor);
	cursor->answer = REPLAY_CURSOR_OK;
	if (turn <= replay_cursor_turn(cursor))
		replay_cursor_go(cursor, index_before_turn(cursor, turn));
	while (cursor->answer == REPLAY_CURSOR_OK && replay_cursor_turn(cursor) < turn)
		replay_cursor_step(cursor);
	if (cursor->answer == REPLAY_CURSOR_END)
		cursor->answer = REPLAY_CURSOR_OK;
	return cursor->answer;
}

/* Fetches new commands of the current segment, the last of a growing run. Commands of a following
 * segment are fetched when it is entered. */
static bool segment_extend(struct replay_cursor *cursor)
{
	uint32_t end = cursor->segment.end_index;
	struct store_segment segment = {0};
	uint8_t *bytes = NULL, *grown;
	size_t size = 0;
	bool same = segment_fetch(cursor, end, &segment) == REPLAY_CURSOR_OK;

	free(segment.save);
	if (!same || segment.first_index != cursor->segment.first_index)
		return same;
	if (commands_fetch(cursor, end, segment.end_index, &bytes, &size) != REPLAY_CURSOR_OK)
		return false;
	grown = realloc(cursor->bytes, cursor->size + size + 1);
	assert(grown);
	memcpy(grown + cursor->size, bytes, size);
	free(bytes);
	cursor->bytes = grown;
	cursor->size += size;
	cursor->segment.end_index = segment.end_index;
	return true;
}

bool replay_cursor_extend(struct replay_cursor *cursor)
{
	uint32_t length = cursor->run.next_index;
	struct keeper_run run;

	if (!cursor->game ||
		cursor->source.run(cursor->source.context, cursor->run.id, &run) != KEEPER_OK)
		return false;
	if (run.next_index <= length)
		return true;
	cursor->run.next_index = run.next_index;
	if (cursor->segment.end_index == length && !segment_extend(cursor)) {
		cursor->run.next_index = length;
		return false;
	}
	return true;
}

/* ---- Position ---- */

enum replay_cursor_answer replay_cursor_answer(const struct replay_cursor *cursor)
{
	return cursor->answer;
}

const char *replay_cursor_sentence(const struct replay_cursor *cursor)
{
	return cursor->sentence;
}

uint32_t replay_cursor_index(const struct replay_cursor *cursor)
{
	return cursor->index;
}

uint32_t replay_cursor_first(const struct replay_cursor *cursor)
{
	return cursor->first;
}

uint32_t replay_cursor_length(const struct replay_cursor *cursor)
{
	return cursor->run.next_index;
}

uint32_t replay_cursor_turn(const struct replay_cursor *cursor)
{
	struct result result;

	if (!cursor->game)
		return 0;
	game_result(cursor->game, &result);
	return result.turns;
}

const struct keeper_run *replay_cursor_run(const struct replay_cursor *cursor)
{
	return &cursor->run;
}

struct game *replay_cursor_game(const struct replay_cursor *cursor)
{
	return cursor->game;
}

const struct content *replay_cursor_content(const struct replay_cursor *cursor)
{
	return cursor->content;
}
