/*
 * A replay job: replays one segment of a run through all of its commands without a screen, in this
 * process or by another program.
 *
 * The other program is the one that `make install` kept for each rules version (an old program), or
 * one to compare with this program. `PROGRAM lab trial` reads one JSON object from its standard
 * input and writes one to its standard output. Every later program uses it, so that format must
 * never change: members may be added, and unknown members are ignored. Bytes are hexadecimal, and
 * commands are numbered through the whole run.
 *
 * The question has the members
 *
 *     format    1
 *     rules     the rules version; 0: that of the program asked
 *     content, digest   a bundle of texts, and the digest of its content
 *     seed, birth
 *     save      the bytes of the state at the segment's beginning; null at the beginning of a run
 *     first     the number of the segment's first command
 *     commands
 *     at        ascending numbers of commands; the answer has a digest after each of them
 *
 * The answer has the members
 *
 *     format    1
 *     program, rules    of the answering program
 *     answer    "played", "false" (the segment begins with an invalid state) or "other" (it needs
 *               another program)
 *     sentence  the reason of "false" and "other", and of a refused command
 *     played, turn      the number of the command after the last one replayed; turns passed
 *     refused   true if that command is invalid or was refused
 *     notes     [[n, digest, turn, parts], ...] for each n of `at` that was reached
 *     save      the bytes of the state at the end
 *     result    an object
 *
 * Invariants:
 *   1. The answer depends only on the question and on the rules of the answering program.
 *   2. The answer of another program is trusted no more than a run: it is compared.
 */
#ifndef TRAPDOOR_REPLAY_JOB_H
#define TRAPDOOR_REPLAY_JOB_H

#include <jansson.h>

#include "engine/engine.h"
#include "door/store/keeper.h"

#define REPLAY_JOB_FORMAT 1
#define REPLAY_JOB_PATH_MAX 4096

struct replay_job {
	uint32_t rules, first;
	const uint8_t *bundle;
	size_t bundle_size;
	uint8_t digest[CONTENT_DIGEST_SIZE]; /* expected digest of the bundle's content */
	struct seed seed;
	struct birth birth;
	const uint8_t *save; /* NULL: the job begins with a new run */
	size_t save_size;
	const uint8_t *commands;
	size_t commands_size;
	const uint32_t *at;
	size_t at_count;
};

enum replay_job_answer {
	REPLAY_JOB_PLAYED,
	REPLAY_JOB_INVALID, /* the save is invalid, or the content has another digest */
	REPLAY_JOB_OTHER_RULES, /* it needs another program: of other rules, or of another content format
			   */
	REPLAY_JOB_SILENT       /* the other program gave no valid answer */
};

struct replay_job_note {
	struct store_digest digest;
	uint32_t turn;
};

struct replay_job_end {
	enum replay_job_answer answer;
	char sentence[256]; /* why it was not replayed, or why the next command was refused */
	char program[32];
	uint32_t rules;
	uint32_t played, turn; /* commands of the run applied so far, and turns passed */
	bool refused;
	struct replay_job_note *notes;
	size_t note_count;
	uint8_t *save;
	size_t save_size;
	struct result result;
};

/* Replays a job in this process, whatever rules it names. content: that of the bundle, or NULL to
 * make it from the bundle. Free the end with replay_job_end_free in any case. */
void replay_job_play(
	const struct content *content, const struct replay_job *job, struct replay_job_end *end);
/* Replays a job by another program. */
void replay_job_by(const char *program, const struct replay_job *job, struct replay_job_end *end);
/* Replays a job by the old program of its rules.  A process in a sandbox asks the keeper on the
 * line to have it started.  REPLAY_JOB_OTHER_RULES, and no name of a program, if there is none. */
void replay_job_by_rules(
	struct store_client *line, const struct replay_job *job, struct replay_job_end *end);
void replay_job_end_free(struct replay_job_end *end);

/* Finds the old program of a rules version: ../libexec/trapdoor/RULES/trapdoor, relative to this
 * program's directory, or RULES/trapdoor below the directory in the environment variable
 * TRAPDOOR_ELDERS. False if it does not exist; path then holds the expected path. */
bool old_rules_program(uint32_t rules, char path[REPLAY_JOB_PATH_MAX]);

/* ---- The question and the answer as JSON ---- */

json_t *replay_job_asked_json(const struct replay_job *job);
/* Reads a question. Free its memory with replay_job_asked_free, even on failure. False if it is
 * invalid. */
bool replay_job_asked_read(json_t *json, struct replay_job *job);
void replay_job_asked_free(struct replay_job *job);
json_t *replay_job_answered_json(const struct replay_job_end *end);
bool replay_job_answered_read(json_t *json, struct replay_job_end *end);

/* The command `lab trial`: reads a replay job from standard input and prints the answer. Every
 * build has it, because later programs use it. */
int lab_trial_main(int argc, char **argv);

#endif
