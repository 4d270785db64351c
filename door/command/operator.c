#include "door/command/operator.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "door/command/serve_settings.h"
#include "door/keeper/keeper_local.h"
#include "door/os/complain.h"
#include "door/os/sandbox.h"

#define SERVED_PATIENCE_MS 500

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

bool operator_policy(const struct config *config)
{
	static struct name_list *kept; /* of the policy that the process has */
	char sentence[320];
	struct name_list *names = name_list_read(config->files_names, sentence, sizeof sentence);
	struct keeper_policy policy = serve_policy(config, names);

	if (!names) {
		command_complain("%s", sentence);
		return false;
	}
	/* Without the secret there would be other seeds. */
	if (!keeper_policy_secret(&policy, config->files_daily_secret, sentence, sizeof sentence))
		policy.daily = policy.weekly = 0;
	keeper_local_policy(&policy);
	name_list_free(kept);
	kept = names;
	return true;
}

/* The operator's user name, for the audit log: behind sudo that of the user who called it. */
static const char *user_name(void)
{
	const char *behind = getuid() == 0 ? getenv("SUDO_USER") : NULL;
	const struct passwd *user = behind && *behind ? NULL : getpwuid(getuid());

	return user ? user->pw_name : behind ? behind : "";
}

/* True if a keeper serves the directory: that of a server, or of a player at a terminal. Waits for
 * a server that is replacing its keeper. */
static bool is_served(const char *state)
{
	bool served = keeper_locked(state);

	for (int waited = 0; !served && waited < SERVED_PATIENCE_MS; waited += 20) {
		nanosleep(&(struct timespec){.tv_nsec = 20 * 1000000}, NULL);
		served = keeper_locked(state);
	}
	return served;
}

static struct store_client *line_of(const char *config_file, const char *state, bool served)
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
	/* store_client_local complains of a directory of another user. */
	if (served && access(config.files_state, R_OK | W_OK | X_OK) == 0 &&
		!is_served(config.files_state)) {
		command_complain("no server is running in state directory %s; name another with "
				 "--state",
			config.files_state);
		return NULL;
	}
	if (!operator_policy(&config))
		return NULL;
	line = store_client_local(config.files_state, NULL, sentence, sizeof sentence);
	if (line)
		keeper_hello(line, user_name(), "local");
	else
		command_complain("%s", sentence);
	return line;
}

struct store_client *operator_line(const char *config_file, const char *state)
{
	return line_of(config_file, state, false);
}

struct store_client *operator_line_served(const char *config_file, const char *state)
{
	return line_of(config_file, state, true);
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

bool operator_number(const char *word, int64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoll(word, &end, 10);
	return errno == 0 && *end == '\0' && end != word && *number > 0;
}

bool operator_confine(const struct config *config)
{
	enum sandbox_mode mode;
	char sentence[256];

	if (!sandbox_mode_by_word(config->security_sandbox, &mode)) {
		command_complain("security.sandbox is \"%.40s\"; it must be enforce, log or off",
			config->security_sandbox);
		return false;
	}
	if (sandbox_prepare(mode, config->files_state, sentence, sizeof sentence))
		return true;
	command_complain("%s", sentence);
	return false;
}
