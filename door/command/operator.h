/* The common part of the operator's commands: settings, and a line to the keeper of the state
 * directory. */
#ifndef TRAPDOOR_OPERATOR_H
#define TRAPDOOR_OPERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "door/config/config.h"
#include "door/store/keeper.h"

/* Reads the settings with --config and --state (each may be NULL). False after a complaint on
 * stderr. */
bool operator_config(struct config *config, const char *config_file, const char *state);

/* Gives the keepers that this process starts the policy that `serve` gives its own. False after a
 * complaint on stderr. */
bool operator_policy(const struct config *config);

/* Prepares the confinement of a process that reads what strangers wrote, as the settings say. False
 * after a complaint on stderr. */
bool operator_confine(const struct config *config);

/* Opens a line to the keeper of that state directory, and starts one if there is none. NULL after a
 * complaint on stderr. */
struct store_client *operator_line(const char *config_file, const char *state);
/* The same, for a command about sessions: without a running keeper it complains that no server is
 * running. */
struct store_client *operator_line_served(const char *config_file, const char *state);

/* Returns the exit status of an answer. Prints what the keeper remarks on a success, else complains
 * "cannot WHAT: why". */
int operator_status(struct store_client *line, const char *what, enum keeper_verdict verdict);

/* Reads the number of a run, a report or other row: digits, above 0. False for any other word. */
bool operator_number(const char *word, int64_t *number);

#endif
