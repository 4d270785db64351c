/*
 * The settings of `serve`: from its options, the file and the environment, and again at a reload.
 *
 * At a reload (SIGHUP) the parent of both sides reads file, environment and options again. A
 * complaint changes nothing. Otherwise forkers that start from now on get the new settings, the
 * keeper side gets its policy, and the listener gets the settings and replaces its forkers. So new
 * sessions have the new settings, and running ones keep theirs. Bulletins reach all of them.
 * Neither the listener nor the keeper opens a file for it.
 *
 * The parent reads with the rights of the door side's user.
 */
#ifndef TRAPDOOR_SERVE_SETTINGS_H
#define TRAPDOOR_SERVE_SETTINGS_H

#include "door/command/forker.h"
#include "door/config/config.h"
#include "door/keeper/keeper_start.h"

struct serve_options {
	const char *config, *state, *ssh, *telnet, *petscii, *atascii,
		*content; /* NULL: not given */
	bool debug, init, upgrade;
};

struct serve_settings {
	struct serve_options options;
	struct config running; /* as it was read, with the changes of reloads */
	struct bulletins bulletins;
	struct key_presets keys;
	uint64_t stamp;        /* of the bulletins' files */
	long long look_due_ms; /* at their files */
	int capacity;          /* places of sessions */
	int listener, keeper;  /* sockets for changed settings */
};

/* Parses the options and reads the settings. False if there is nothing to serve, with the exit
 * status in *status. */
bool serve_settings_begin(struct serve_settings *settings, int argc, char **argv, int *status);
/* Reads the settings again, and passes them on. Logs what it did or why it did nothing. */
void serve_settings_reload(struct serve_settings *settings, struct forker_files *files);

/* Reads the bulletins again if their files have changed; looks at most every SERVE_LOOK_MS. */
#define SERVE_LOOK_MS 2000
void serve_settings_look(struct serve_settings *settings, struct forker_files *files);
/* The settings, bulletins, presets of keys and limits that sessions get. */
struct forker_facts serve_facts(const struct serve_settings *settings);

/* The keeper's part of the settings. */
struct keeper_policy serve_policy(const struct config *config, const struct name_list *names);

#endif
