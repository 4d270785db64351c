/*
 * The hasher: a process that computes Argon2id and nothing else, so that the 28 ms of a login block
 * neither keeper nor sessions.
 *
 * It runs one job at a time. At most HASHER_QUEUE_MAX jobs wait in the keeper. The queue takes
 * turns by source and by subject: a job waits behind the other jobs of its source, or of its
 * subject. If the queue is full, the job with the latest turn fails, which may be the new one. The
 * only descriptor of the process is its socket. After its death a new process starts and repeats
 * the job once; a job that kills a second process fails. Processes that die one after the other are
 * replaced after a pause. The jobs wait for the end of a pause of at most two seconds. In a longer
 * one, and if no process can be started, all waiting jobs fail.
 */
#ifndef TRAPDOOR_HASHER_H
#define TRAPDOOR_HASHER_H

#include <stdbool.h>
#include <stdint.h>

#include "sql/store.h"

#define HASHER_QUEUE_MAX 128
#define HASHER_DROPPED_MAX 32
#define HASHER_PASSWORD_MAX 128

/* A job: verify password against hash, if verify is set, then hash new_password unless it is "".
 * For hash "" the verification takes as long and fails. */
struct hasher_job {
	uint64_t peer; /* the asking peer, and its request */
	uint32_t serial;
	uint16_t request;
	bool verify, known; /* known: hash belongs to an account */
	char hash[STORE_HASH_MAX];
	char password[HASHER_PASSWORD_MAX + 1];
	char new_password[HASHER_PASSWORD_MAX + 1];
	/* For turns: a key of the client's network and one of the account. 0: a key of its own. */
	uint64_t source, subject;
	/* Not used by the hasher; returned in the result. */
	int64_t account;
	char name[STORE_NAME_MAX + 1];
	char fingerprint[STORE_KEY_MAX], label[STORE_LABEL_MAX];
};

struct hasher_result {
	struct hasher_job job; /* its passwords wiped */
	bool failed;           /* the hasher failed; nothing was verified */
	bool right;
	char hash[STORE_HASH_MAX]; /* of the new password */
};

struct hasher;

/* Adds the process's socket to the epoll under the tag. The caller calls hasher_take when it is
 * readable. log: the process's standard error; -1: that of the caller. */
struct hasher *hasher_new(int epoll, uint64_t tag, int log);
void hasher_free(struct hasher *hasher);

/* How many jobs wait, with the one that is being done. */
unsigned hasher_jobs(const struct hasher *hasher);

/* Queues a job. False if the queue is full of jobs with earlier turns. */
bool hasher_give(struct hasher *hasher, const struct hasher_job *job);

/* Returns a finished job in *result; false if there is none. Replaces a dead process. */
bool hasher_take(struct hasher *hasher, struct hasher_result *result);

/* Whether jobs wait for a process that may be started in *left_ms milliseconds. hasher_take starts
 * it, and nothing is readable then. */
bool hasher_pauses(const struct hasher *hasher, int *left_ms);

/* True if there is a process; then bytes is its size by its own account, at most PROCESS_SIZE_MAX.
 */
bool hasher_measure(const struct hasher *hasher, uint64_t *bytes);

#endif
