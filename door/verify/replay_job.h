/*
 * A trial: one segment of a run, played from its beginning through all of its commands without a
 * screen, in this process or by another program.
 *
 * The other program is the one that `make install` kept of each rules version (an elder), or one
 * that is compared with this one.  `PROGRAM lab trial` reads one JSON object from its standard
 * input and writes one to its standard output; an elder is asked by every later program, so that
 * format stays as it is for ever: members may be added, and whoever does not know one leaves it
 * alone.  Bytes are hexadecimal, and commands are counted through the whole run.
 *
 * The question has the members
 *
 *     format    1
 *     rules     the rules version; 0: that of the program which is asked
 *     content   a bundle of texts, and its digest
 *     seed, birth
 *     save      the bytes that the segment begins with; null at the beginning of a run
 *     first     the number of the segment's first command
 *     commands
 *     at        ascending numbers of commands, after each of which a digest is wanted
 *
 * The answer has the members
 *
 *     format    1
 *     program, rules    of the program that answers
 *     answer    "played", "false" (the segment begins with no game) or "other" (it needs another
 *               program); "false" and "other" have a sentence
 *     played    the number of the command after the last one played
 *     refused   "" or why the next command was refused
 *     notes     [[n, digest, turn, parts], ...] for each n of `at` that was reached
 *     save      the bytes that the segment ended with
 *     result    an object
 *
 * What must stay true:
 *   1. A trial depends on what is asked and on the rules of who answers, and on nothing else.
 *   2. What another program answers is believed no more than a run is: it is compared.
 */
#ifndef TRAPDOOR_REPLAY_JOB_H
#define TRAPDOOR_REPLAY_JOB_H

#include <jansson.h>

#include "engine/engine.h"
#include "sql/store.h"

#define REPLAY_JOB_FORMAT 1
#define REPLAY_JOB_PATH_MAX 4096

struct replay_job {
	uint32_t rules, first;
	const uint8_t *bundle;
	size_t bundle_size;
	uint8_t digest[CONTENT_DIGEST_SIZE]; /* what the content of the bundle should have */
	struct seed seed;
	struct birth birth;
	const uint8_t *save; /* NULL: the beginning of a run */
	size_t save_size;
	const uint8_t *commands;
	size_t commands_size;
	const uint32_t *at;
	size_t at_count;
};

enum replay_job_answer {
	REPLAY_JOB_PLAYED,
	REPLAY_JOB_FALSE, /* it begins with no game, or its content is another than it names */
	REPLAY_JOB_OTHER, /* it needs another program: of other rules, or another reader of content */
	REPLAY_JOB_SILENT /* the other program did not answer as it should */
};

struct replay_job_note {
	struct store_digest digest;
	uint32_t turn;
};

struct replay_job_end {
	enum replay_job_answer answer;
	char sentence[256]; /* why it was not played; or why the command after the last was none */
	char program[32];
	uint32_t rules;
	uint32_t played, turn; /* commands of the run that have been applied, and turns passed */
	bool refused;
	struct replay_job_note *notes;
	size_t note_count;
	uint8_t *save;
	size_t save_size;
	struct result result;
};

/* Plays a trial in this process, whatever rules it names.  content is that of its bundle, or NULL:
 * it is made.  The end is freed by replay_job_end_free, however it went. */
void replay_job_play(
	const struct content *content, const struct replay_job *job, struct replay_job_end *end);
/* Has another program play it. */
void replay_job_by(const char *program, const struct replay_job *job, struct replay_job_end *end);
void replay_job_end_free(struct replay_job_end *end);

/* The elder of a rules version: ../libexec/trapdoor/RULES/trapdoor from where this program lies, or
 * RULES/trapdoor below the folder that the environment names in TRAPDOOR_ELDERS.  False when there
 * is none; path is then where it would be. */
bool old_rules_program(uint32_t rules, char path[REPLAY_JOB_PATH_MAX]);

/* ---- Its two objects ---- */

json_t *replay_job_asked_json(const struct replay_job *job);
/* What was asked, whose bytes are in memory that the caller frees with replay_job_asked_free; false
 * when it cannot be read. */
bool replay_job_asked_read(json_t *json, struct replay_job *job);
void replay_job_asked_free(struct replay_job *job);
json_t *replay_job_answered_json(const struct replay_job_end *end);
bool replay_job_answered_read(json_t *json, struct replay_job_end *end);

/* The command `lab trial`: reads a trial from standard input and prints what it answers.  Every
 * build has it, because a later program asks it. */
int lab_trial_main(int argc, char **argv);

#endif
