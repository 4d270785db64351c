/* The question and the answer of a replay job as JSON; replay_job.h describes the format. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/verify/archive_private.h"
#include "door/verify/replay_job.h"

static const char *const answer_words[] = {
	[REPLAY_JOB_PLAYED] = "played",
	[REPLAY_JOB_INVALID] = "false",
	[REPLAY_JOB_OTHER_RULES] = "other",
};

static json_t *hex_json(const void *bytes, size_t size)
{
	char *hex = archive_hex(bytes, size);
	json_t *json = json_string(hex);

	free(hex);
	return json;
}

static uint8_t *bytes_of(json_t *object, const char *member, size_t *size)
{
	return archive_bytes(json_string_value(json_object_get(object, member)), size);
}

static uint32_t number_of(json_t *json)
{
	json_int_t value = json_integer_value(json);

	return value >= 0 && value <= UINT32_MAX ? (uint32_t)value : 0;
}

static bool format_is(json_t *json)
{
	return json_integer_value(json_object_get(json, "format")) == REPLAY_JOB_FORMAT;
}

/* ---- Question ---- */

json_t *replay_job_asked_json(const struct replay_job *job)
{
	uint8_t birth[BIRTH_BYTES_MAX];
	json_t *at = json_array();

	for (size_t i = 0; i < job->at_count; i++)
		json_array_append_new(at, json_integer(job->at[i]));
	return json_pack("{s:i, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "format",
		REPLAY_JOB_FORMAT, "rules", (json_int_t)job->rules, "first", (json_int_t)job->first,
		"content", hex_json(job->bundle, job->bundle_size), "digest",
		hex_json(job->digest, sizeof job->digest), "seed",
		hex_json(job->seed.bytes, sizeof job->seed.bytes), "birth",
		hex_json(birth, birth_encode(&job->birth, birth)), "save",
		job->save ? hex_json(job->save, job->save_size) : json_null(), "commands",
		hex_json(job->commands, job->commands_size), "at", at);
}

/* Reads a member of exactly `wanted` bytes. */
static bool read_exactly(json_t *json, const char *member, uint8_t *into, size_t wanted)
{
	size_t size;
	uint8_t *bytes = bytes_of(json, member, &size);
	bool whole = bytes && size == wanted;

	if (whole)
		memcpy(into, bytes, wanted);
	free(bytes);
	return whole;
}

static bool read_birth(json_t *json, struct replay_job *job)
{
	size_t size;
	uint8_t *birth = bytes_of(json, "birth", &size);
	bool whole = birth && birth_decode(birth, size, &job->birth);

	free(birth);
	return whole;
}

static void read_at(json_t *list, struct replay_job *job)
{
	uint32_t *at = calloc(json_array_size(list) + 1, sizeof *at);

	if (!at)
		abort();
	job->at = at;
	job->at_count = json_array_size(list);
	for (size_t i = 0; i < job->at_count; i++)
		at[i] = number_of(json_array_get(list, i));
}

bool replay_job_asked_read(json_t *json, struct replay_job *job)
{
	memset(job, 0, sizeof *job);
	if (!format_is(json) || !read_birth(json, job) ||
		!read_exactly(json, "seed", job->seed.bytes, sizeof job->seed.bytes) ||
		!read_exactly(json, "digest", job->digest, sizeof job->digest))
		return false;
	job->rules = number_of(json_object_get(json, "rules"));
	job->first = number_of(json_object_get(json, "first"));
	job->bundle = bytes_of(json, "content", &job->bundle_size);
	job->save = bytes_of(json, "save", &job->save_size);
	job->commands = bytes_of(json, "commands", &job->commands_size);
	read_at(json_object_get(json, "at"), job);
	return job->bundle && job->commands &&
	       (job->save || json_is_null(json_object_get(json, "save")));
}

void replay_job_asked_free(struct replay_job *job)
{
	free((void *)(uintptr_t)job->bundle);
	free((void *)(uintptr_t)job->save);
	free((void *)(uintptr_t)job->commands);
	free((void *)(uintptr_t)job->at);
}

/* ---- Answer ---- */

static json_t *result_json(const struct result *result)
{
	json_t *json = json_object(), *avenged = json_array();

	json_object_set_new(json, "outcome", json_integer((json_int_t)result->outcome));
	json_object_set_new(json, "scored", json_integer((json_int_t)result->scored));
#define ROW(field, size) json_object_set_new(json, #field, json_string(result->field));
	RESULT_TEXTS(ROW)
#undef ROW
#define ROW(type, field, missing)                                                                  \
	json_object_set_new(json, #field, json_integer((json_int_t)result->field));
	RESULT_NUMBERS(ROW)
#undef ROW
	for (size_t i = 0; i < result->avenged_count; i++)
		json_array_append_new(avenged, json_string(result->avenged[i]));
	json_object_set_new(json, "avenged", avenged);
	return json;
}

static void text_of(json_t *json, char *text, size_t size)
{
	const char *value = json_string_value(json);

	snprintf(text, size, "%s", value ? value : "");
}

static void read_result(json_t *json, struct result *result)
{
	json_t *avenged = json_object_get(json, "avenged");

	result->outcome = (enum outcome)json_integer_value(json_object_get(json, "outcome"));
	result->scored = json_integer_value(json_object_get(json, "scored")) != 0;
#define ROW(field, size) text_of(json_object_get(json, #field), result->field, size);
	RESULT_TEXTS(ROW)
#undef ROW
#define ROW(type, field, missing)                                                                  \
	result->field = (type)(json_object_get(json, #field)                                       \
				       ? json_integer_value(json_object_get(json, #field))         \
				       : (missing));
	RESULT_NUMBERS(ROW)
#undef ROW
	for (size_t i = 0; i < json_array_size(avenged) && i < BONES_MAX; i++)
		text_of(json_array_get(avenged, i), result->avenged[result->avenged_count++],
			sizeof result->avenged[0]);
}

json_t *replay_job_answered_json(const struct replay_job_end *end)
{
	json_t *notes = json_array();

	for (size_t i = 0; i < end->note_count; i++) {
		const struct replay_job_note *note = &end->notes[i];
		char digest[17];

		snprintf(digest, sizeof digest, "%016" PRIx64, note->digest.digest);
		json_array_append_new(
			notes, json_pack("[I, s, I, o]", (json_int_t)note->digest.index, digest,
				       (json_int_t)note->turn,
				       hex_json(note->digest.parts, note->digest.part_count)));
	}
	return json_pack("{s:i, s:s, s:I, s:s, s:s, s:b, s:I, s:I, s:o, s:o, s:o}", "format",
		REPLAY_JOB_FORMAT, "program", end->program, "rules", (json_int_t)end->rules,
		"answer", answer_words[end->answer], "sentence", end->sentence, "refused",
		end->refused, "played", (json_int_t)end->played, "turn", (json_int_t)end->turn,
		"notes", notes, "save",
		end->save ? hex_json(end->save, end->save_size) : json_null(), "result",
		result_json(&end->result));
}

static bool read_note(json_t *json, struct replay_job_note *note)
{
	const char *hex = json_string_value(json_array_get(json, 1));
	char *stop = NULL;
	size_t size;
	uint8_t *parts = archive_bytes(json_string_value(json_array_get(json, 3)), &size);

	memset(note, 0, sizeof *note);
	note->digest.index = number_of(json_array_get(json, 0));
	note->turn = number_of(json_array_get(json, 2));
	note->digest.digest = hex ? strtoull(hex, &stop, 16) : 0;
	if (parts && size <= STORE_PARTS_MAX) {
		note->digest.part_count = (uint8_t)size;
		memcpy(note->digest.parts, parts, size);
	}
	free(parts);
	return hex && stop == hex + 16 && !*stop;
}

static bool read_notes(json_t *list, struct replay_job_end *end)
{
	end->note_count = json_array_size(list);
	end->notes = calloc(end->note_count + 1, sizeof *end->notes);
	if (!end->notes)
		abort();
	for (size_t i = 0; i < end->note_count; i++)
		if (!read_note(json_array_get(list, i), &end->notes[i]))
			return false;
	return true;
}

bool replay_job_answered_read(json_t *json, struct replay_job_end *end)
{
	char word[8];

	memset(end, 0, sizeof *end);
	text_of(json_object_get(json, "answer"), word, sizeof word);
	while (end->answer < REPLAY_JOB_SILENT && strcmp(word, answer_words[end->answer]) != 0)
		end->answer++;
	text_of(json_object_get(json, "program"), end->program, sizeof end->program);
	text_of(json_object_get(json, "sentence"), end->sentence, sizeof end->sentence);
	end->rules = number_of(json_object_get(json, "rules"));
	if (!format_is(json) || end->answer == REPLAY_JOB_SILENT)
		return false;
	if (end->answer != REPLAY_JOB_PLAYED)
		return true;
	end->refused = json_is_true(json_object_get(json, "refused"));
	end->played = number_of(json_object_get(json, "played"));
	end->turn = number_of(json_object_get(json, "turn"));
	end->save = bytes_of(json, "save", &end->save_size);
	read_result(json_object_get(json, "result"), &end->result);
	return read_notes(json_object_get(json, "notes"), end) && end->save;
}
