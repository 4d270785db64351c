#include "door/keeper/keeper_local.h"
#include "door/command/operator.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
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

/* The operator's user name, for the audit log: behind sudo that of the user who called it. */
static const char *user_name(void)
{
	const char *behind = getuid() == 0 ? getenv("SUDO_USER") : NULL;
	const struct passwd *user = behind && *behind ? NULL : getpwuid(getuid());

	return user ? user->pw_name : behind ? behind : "";
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
	if (line)
		keeper_hello(line, user_name(), "local");
	else
		command_complain("%s", sentence);
	return line;
}

int operator_status(struct store_client *line, const char *what, enum keeper_verdict verdict)
{
	if (verdict == KEEPER_OK) {
		if (*keeper_sentence(line))
			puts(keeper_sentence(line));
		return 0;
	}
	command_complain("cannot %s: %s", what, keeper_sentence(line));
	return 1;
}
