#include "door/verify/run_copy.h"

#include "door/os/printable.h"
#include "door/store/journal_digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct copied_bundle {
	uint8_t *bytes;
	size_t size;
};

struct run_copy {
	struct keeper_run run;
	struct store_score score;
	struct store_segment *segments;
	struct copied_bundle *bundles; /* of the segments */
	size_t segment_count;
	uint8_t *commands;
	size_t commands_size, commands_room;
	const char *sentence;
};

/* ---- Reading ---- */

static bool copy_header(struct run_copy *copy, struct store *store, int64_t id)
{
	struct store_run run;
	uint8_t *birth = NULL;
	size_t size = 0;

	if (store_run_by_id(store, id, &run) != STORE_OK || !run.ended ||
		store_score_of(store, id, &copy->score) != STORE_OK ||
		store_run_birth(store, id, &birth, &size) != STORE_OK)
		return false;
	copy->run.id = id;
	copy->run.next_index = run.next_index;
	copy->run.rules = run.rules;
	copy->run.mode = run.mode;
	memcpy(copy->run.seed.bytes, run.seed, sizeof run.seed);
	memcpy(copy->run.content, run.content, sizeof run.content);
	snprintf(copy->run.player, sizeof copy->run.player, "%s", run.name);
	text_clean(copy->run.player);
	bool whole = birth_decode(birth, size, &copy->run.birth);
	free(birth);
	return whole;
}

static bool copy_segments(struct run_copy *copy, struct store *store)
{
	unsigned count = store_segment_count(store, copy->run.id);
	uint32_t index = 0;

	copy->segments = calloc(count + 1, sizeof *copy->segments);
	copy->bundles = calloc(count + 1, sizeof *copy->bundles);
	if (!copy->segments || !copy->bundles)
		return false;
	while (copy->segment_count < count) {
		struct store_segment *segment = &copy->segments[copy->segment_count];
		struct copied_bundle *bundle = &copy->bundles[copy->segment_count];

		if (store_segment_at(store, copy->run.id, index, segment) != STORE_OK)
			return false;
		copy->segment_count++;
		if (store_bundle_get(store, segment->content, &bundle->bytes, &bundle->size) !=
			STORE_OK)
			return false;
		if (segment->end_index <= index)
			break;
		index = segment->end_index;
	}
	return copy->segment_count > 0;
}

static bool add_commands(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	struct run_copy *copy = context;

	(void)index;
	(void)count;
	if (copy->commands_size + size > copy->commands_room) {
		size_t room = 2 * (copy->commands_size + size);
		uint8_t *larger = realloc(copy->commands, room);

		if (!larger)
			return false;
		copy->commands = larger;
		copy->commands_room = room;
	}
	memcpy(copy->commands + copy->commands_size, bytes, size);
	copy->commands_size += size;
	return true;
}

struct run_copy *run_copy_new(struct store *store, int64_t run, char *sentence, size_t size)
{
	struct run_copy *copy = calloc(1, sizeof *copy);

	if (copy && copy_header(copy, store, run) && copy_segments(copy, store) &&
		store_commands_each(store, run, 0, add_commands, copy) == STORE_OK)
		return copy;
	snprintf(sentence, size, "cannot read run %lld: it has not ended, or its replay is gone",
		(long long)run);
	run_copy_free(copy);
	return NULL;
}

void run_copy_free(struct run_copy *copy)
{
	if (!copy)
		return;
	for (size_t i = 0; i < copy->segment_count; i++) {
		free(copy->segments[i].save);
		free(copy->bundles[i].bytes);
	}
	free(copy->segments);
	free(copy->bundles);
	free(copy->commands);
	free(copy);
}

uint32_t run_copy_rules(const struct run_copy *copy, bool *whole)
{
	size_t first = copy->segment_count - 1;
	uint32_t rules = copy->segments[first].rules;

	while (first > 0 && copy->segments[first - 1].rules == rules)
		first--;
	*whole = first == 0;
	return rules;
}

/* ---- The source ---- */

static enum keeper_verdict refuse(struct run_copy *copy, const char *sentence)
{
	copy->sentence = sentence;
	return KEEPER_NO;
}

/* Copies bytes that the caller of a source frees. */
static bool lend(const uint8_t *from, size_t size, uint8_t **bytes, size_t *copied)
{
	*bytes = malloc(size + 1);
	if (!*bytes)
		return false;
	if (size)
		memcpy(*bytes, from, size);
	*copied = size;
	return true;
}

static enum keeper_verdict source_run(void *context, int64_t id, struct keeper_run *run)
{
	struct run_copy *copy = context;

	if (id != copy->run.id)
		return refuse(copy, "that is another run");
	*run = copy->run;
	return KEEPER_OK;
}

static enum keeper_verdict source_segment(
	void *context, int64_t run, uint32_t index, struct store_segment *segment)
{
	struct run_copy *copy = context;
	const struct store_segment *found = NULL;

	(void)run;
	for (size_t i = 0; i < copy->segment_count; i++)
		if (copy->segments[i].first_index <= index)
			found = &copy->segments[i];
	if (!found || index > copy->run.next_index)
		return refuse(copy, "one of its segments is missing");
	*segment = *found;
	segment->save = NULL;
	if (found->save &&
		!lend(found->save, found->save_size, &segment->save, &segment->save_size))
		return refuse(copy, "there is too little memory");
	return KEEPER_OK;
}

static enum keeper_verdict source_commands(
	void *context, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	struct run_copy *copy = context;
	size_t skipped = journal_commands_size(copy->commands, copy->commands_size, from);

	(void)run;
	if (lend(copy->commands + skipped, copy->commands_size - skipped, bytes, size))
		return KEEPER_OK;
	return refuse(copy, "there is too little memory");
}

static enum keeper_verdict source_bundle(
	void *context, const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size)
{
	struct run_copy *copy = context;

	for (size_t i = 0; i < copy->segment_count; i++)
		if (memcmp(copy->segments[i].content, digest, CONTENT_DIGEST_SIZE) == 0 &&
			copy->bundles[i].bytes &&
			lend(copy->bundles[i].bytes, copy->bundles[i].size, bytes, size))
			return KEEPER_OK;
	return refuse(copy, "its content is missing");
}

static enum keeper_verdict source_digests(
	void *context, int64_t run, struct store_digest **digests, size_t *count)
{
	(void)context;
	(void)run;
	*digests = NULL;
	*count = 0;
	return KEEPER_OK;
}

static enum keeper_verdict source_score(void *context, int64_t run, struct store_score *score)
{
	const struct run_copy *copy = context;

	(void)run;
	*score = copy->score;
	return KEEPER_OK;
}

static const char *source_sentence(void *context)
{
	const struct run_copy *copy = context;

	return copy->sentence ? copy->sentence : "";
}

struct run_source run_copy_source(struct run_copy *copy)
{
	return (struct run_source){.context = copy,
		.run = source_run,
		.segment = source_segment,
		.commands = source_commands,
		.bundle = source_bundle,
		.digests = source_digests,
		.score = source_score,
		.sentence = source_sentence};
}
