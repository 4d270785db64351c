/*
 * The hasher: a process that does nothing but Argon2id, so that a login's 28 ms stop neither keeper
 * nor session.
 *
 * It has one job at a time; at most HASHER_QUEUE_MAX wait in the keeper, more are refused.  It
 * holds no descriptor but its socket.  When it dies it is made again and its job is given once
 * more; a job that ends a second hasher fails, and so do all that wait when no process can be made.
 */
#ifndef TRAPDOOR_HASHER_H
#define TRAPDOOR_HASHER_H

#include <stdbool.h>
#include <stdint.h>

#include "sql/store.h"

#define HASHER_QUEUE_MAX 32
#define HASHER_PASSWORD_MAX 128

/* Verify password against hash ("": a hash that no password has, in the same time), then, when
 * new_password is not "", hash that.  A job with only a new password verifies nothing. */
struct hasher_job {
	uint64_t peer; /* whose it is, and which of his requests */
	uint32_t serial;
	uint16_t request;
	bool verify, known; /* known: the hash is somebody's */
	char hash[STORE_HASH_MAX];
	char password[HASHER_PASSWORD_MAX + 1];
	char new_password[HASHER_PASSWORD_MAX + 1];
	/* Carried for the asker. */
	int64_t account;
	char name[STORE_NAME_MAX + 1];
	char fingerprint[STORE_KEY_MAX];
};

struct hasher_result {
	struct hasher_job job; /* its passwords wiped */
	bool failed;           /* the hasher could not */
	bool right;
	char hash[STORE_HASH_MAX]; /* of the new password */
};

struct hasher;

/* Each process's socket is put into the epoll with the tag; when it is readable, hasher_take is to
 * be called. */
struct hasher *hasher_new(int epoll, uint64_t tag);
void hasher_free(struct hasher *hasher);

/* False when the queue is full. */
bool hasher_give(struct hasher *hasher, const struct hasher_job *job);

/* Takes a finished job; false when there is none. Makes a dead process again. */
bool hasher_take(struct hasher *hasher, struct hasher_result *result);

#endif
