#include "door/keeper/keeper_local.h"
#include "door/command/operator.h"

#include <stdio.h>
#include <unistd.h>

#include "door/os/complain.h"

bool operator_config(struct config *config, const char *config_file, const char *state)
{
	struct complaint complaint;

	if (!config_open(config, config_file, &complaint)) {
		config_complain(&complaint);
		return false;
	}
	snprintf(complaint.origin, sizeof complaint.origin, "--state");
	if (state && !config_set(config, "files", "state", state, &complaint)) {
		config_complain(&complaint);
		return false;
	}
	return true;
}

struct store_client *operator_line(const char *config_file, const char *state)
{
	struct store_client *line;
	struct config config;
	char sentence[256];

	if (!operator_config(&config, config_file, state))
		return NULL;
	/* A query must not make a missing state directory. */
	if (access(config.files_state, F_OK) != 0) {
		command_complain("cannot open state directory %s: it does not exist; name another "
				 "with --state",
			config.files_state);
		return NULL;
	}
	line = store_client_local(config.files_state, NULL, sentence, sizeof sentence);
	if (!line)
		command_complain("%s", sentence);
	return line;
}
