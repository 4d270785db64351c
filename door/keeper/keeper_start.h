/* Starting a keeper: for a listener, which has its control socket, or for a command that found
 * none. */
#ifndef TRAPDOOR_KEEPER_START_H
#define TRAPDOOR_KEEPER_START_H

#include "door/keeper/registrations.h"
#include "door/text/addresses.h"
#include "door/text/name_list.h"
#include "engine/engine.h"
#include "sql/store.h"

#include <sys/types.h>

/* The settings that a keeper follows, as in door/config/config.h. All 0: no limits, and the default
 * of verify_seconds. */
struct keeper_policy {
	int free_space_mb;
	int verify_seconds;
	int board_turns;
	int runs_hour; /* 0: no limit */
	struct registration_limits register_limits;
	struct networks trusted;       /* exempt from register_limits */
	const struct name_list *names; /* that are reserved; NULL: the built-in list */
	int unused_days; /* names that nobody used for so long are removed; 0: never */
	int expiry_ms;   /* for which the clocks must agree before names expire; 0: an hour */
	int replay_days; /* the same for replays that no board shows */
	int audit_days;  /* the same for entries of the audit log */
	int daily;       /* 1: there are daily runs */
	int meanwhile;   /* 1: a page after the login says what happened meanwhile */
	int words;       /* 1: players write mail and on the wall */
	int words_hours; /* the age of an account that may write */
	int words_day;   /* mails, and lines of the wall, of an account in a day; 0: no limit */
	int weekly;      /* 1: there are weekly contracts */
	bool day_shared; /* day_secret is a secret of several hosts; else the store's is used */
	uint8_t day_secret[STORE_SECRET_SIZE];
	int log_level; /* enum log_level; a policy that comes later sets it */
	int changes;   /* a socket over which later policies come; 0: none do */
};

/* Reads the secret that hosts with the same daily runs share into the policy; path "": there is
 * none. False with a sentence if the file cannot be read or is too short. */
bool keeper_policy_secret(
	struct keeper_policy *policy, const char *path, char *sentence, size_t size);

/* Sends a policy over the other end of its `changes`.  False with errno. */
bool keeper_policy_send(int socket, const struct keeper_policy *policy);
/* Replaces the policy by the newest that came.  Its list of names is the caller's to free.  False
 * if none came.  Closes `changes` when the other end is gone. */
bool keeper_policy_take(struct keeper_policy *policy);

/* Forks a keeper over the state directory, and returns when it holds the lock and has opened the
 * store.  *control is the listener's end of its control socket; content outlives the call and is
 * stored.  policy NULL: all 0.  -1: sentence.  A keeper without a living listener that holds the
 * lock hands its sockets over to the new one and ends. */
pid_t keeper_start(const char *state, const struct content *content,
	const struct keeper_policy *policy, int *control, char *sentence, size_t size);

/* Starts a keeper without a listener, as a process that outlives this one.  policy NULL: all 0.
 * False with a sentence. */
bool keeper_start_local(const char *state, const struct content *content,
	const struct keeper_policy *policy, char *sentence, size_t size);

/* True if another process holds the state directory. */
bool keeper_locked(const char *state);

#endif
