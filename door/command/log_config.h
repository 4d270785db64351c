/* The settings of the log, as `serve`, its forkers and `check` read them. */
#ifndef TRAPDOOR_LOG_CONFIG_H
#define TRAPDOOR_LOG_CONFIG_H

#include "door/config/config.h"
#include "door/os/log.h"

/* False with a sentence if a setting has an unknown word. */
bool log_config(
	const struct config *config, struct log_settings *settings, char *sentence, size_t size);

#endif
