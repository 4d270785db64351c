/*
 * The beginning and the safety of the state directory.
 *
 * A missing directory is an error, because a mistyped --state would begin an empty server. An empty
 * one is fine: a service manager or a package makes it. Other users of the host must not be able to
 * change it.
 *
 * A user who can write to the directory, or to a file in it, can replace the database or the host
 * key. A symbolic link among its files makes the server write elsewhere. `serve` refuses both, and
 * `check` reports them. The directory itself may be reached through a link.
 */
#ifndef TRAPDOOR_STATE_FILES_H
#define TRAPDOOR_STATE_FILES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Writes the path of the host key: the credential "host_key" of a service manager (LoadCredential=
 * in systemd.exec(5)), or the file of that name in the state directory. */
#define HOST_KEY_PATH_MAX PATH_MAX
void host_key_path(const char *state, char path[HOST_KEY_PATH_MAX]);

/* Makes the state directory if it is missing, and `init` is set or the user at the terminal says
 * yes. False with a sentence if it is missing or cannot be used. */
bool state_begin(const char *state, bool init, char *sentence, size_t size);

/* Reports each fault of the state directory and of the files in it that the server opens, as a
 * sentence that says what to do. Missing files are no fault. Returns the number of faults. For root
 * files that the owner of the directory does not own are faults. */
size_t state_faults(
	const char *state, void (*report)(void *context, const char *sentence), void *context);
/* True if this user can serve it safely; otherwise writes the sentence of the first fault. */
bool state_safe(const char *state, char *sentence, size_t size);

#endif
