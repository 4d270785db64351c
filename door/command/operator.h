/* What the operator's commands share: their settings, and a line to the keeper of the state
 * directory. */
#ifndef TRAPDOOR_OPERATOR_H
#define TRAPDOOR_OPERATOR_H

#include "door/config/config.h"
#include "door/store/keeper.h"

/* The settings as --config and --state (either may be NULL) make them; false after a complaint on
 * stderr. */
bool operator_config(struct config *config, const char *config_file, const char *state);

/* A line to that state directory's keeper; NULL after a complaint on stderr. */
struct store_client *operator_line(const char *config_file, const char *state);

#endif
