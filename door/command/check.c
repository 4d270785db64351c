/* `trapdoor check`: reports on settings, content, host key and database, a sentence each. Exit 1 if
 * any is invalid. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "door/keeper/keeper_local.h"
#include "door/command/commands.h"
#include "door/config/content_load.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/sandbox.h"
#include "door/net/transport.h"

static bool check_content(const struct config *config)
{
	struct content *content = content_load(config->files_content);

	if (content)
		printf("content: %s is valid\n",
			config->files_content[0] ? config->files_content : "the built-in game");
	content_free(content);
	return content != NULL;
}

/* Reads the host key. Never makes one; the server does. */
static bool check_host_key(const struct config *config)
{
	char path[sizeof config->files_state + 32];
	char sentence[256];
	struct stat facts;

	snprintf(path, sizeof path, "%s/host_key", config->files_state);
	if (stat(path, &facts) != 0) {
		printf("host key: none yet; the server makes one when it first starts\n");
		return true;
	}
	if (facts.st_mode & 077) {
		command_complain(
			"host key %s can be read by other users; run \"chmod 600\" on it", path);
		return false;
	}
	if (!ssh_prepare(path, sentence, sizeof sentence)) {
		command_complain("%s", sentence);
		return false;
	}
	printf("host key: %s is valid\n", path);
	return true;
}

static void report_fault(void *context, const char *sentence)
{
	(void)context;
	command_complain("%s", sentence);
}

static bool check_database(const struct config *config)
{
	struct store_client *line;
	enum keeper_verdict verdict;
	char sentence[256];
	size_t faults = 0;

	if (access(config->files_state, F_OK) != 0) {
		printf("database: none yet; the server makes one when it first starts\n");
		return true;
	}
	line = store_client_local(config->files_state, NULL, sentence, sizeof sentence);
	if (!line) {
		command_complain("%s", sentence);
		return false;
	}
	verdict = keeper_admin_check(line, report_fault, NULL, &faults);
	if (verdict != KEEPER_OK)
		command_complain("%s", keeper_sentence(line));
	else if (faults == 0)
		printf("database: %s/trapdoor.db is valid\n", config->files_state);
	store_client_free(line);
	return verdict == KEEPER_OK && faults == 0;
}

/* Prints the layers of this kernel, and the system calls that each role may make.  A missing layer
 * is a warning: the others hold. */
static void check_sandbox(void)
{
	char layers[160];
	const int *calls;
	int missing = sandbox_layers(layers, sizeof layers);

	printf("sandbox: %s\n", layers);
	if (missing)
		command_complain(
			"this kernel lacks %d of the sandbox's layers; a newer kernel, or one "
			"that is built with seccomp and Landlock, has them",
			missing);
	for (int role = 0; role < SANDBOX_ROLE_COUNT; role++) {
		size_t count = sandbox_calls((enum sandbox_role)role, &calls);

		printf("%s: %zu system calls:", sandbox_role_name((enum sandbox_role)role), count);
		for (size_t i = 0; i < count; i++)
			printf(" %s", sandbox_call_name(calls[i]));
		printf("\n");
	}
}

int check_main(int argc, char **argv)
{
	const char *config_file = NULL;
	const char *state = NULL;
	bool sandbox = false;
	const struct argument_row rows[] = {
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &config_file},
		{"sandbox", NULL,
			"show what confines the server's processes, and check nothing else",
			.flag = &sandbox},
		{"state", "DIR", "state directory of the server (default var)", .text = &state},
	};
	const struct argument_table table = {"check [OPTION]...",
		"Checks the settings, content, host key and database.  Exit status 1 if any is "
		"wrong.",
		rows, sizeof rows / sizeof *rows};
	struct config config;
	bool whole;
	int status = arguments_parse(argc, argv, &table, NULL);

	if (status != ARGUMENTS_GO_ON)
		return status;
	if (sandbox) {
		check_sandbox();
		return 0;
	}
	if (!operator_config(&config, config_file, state))
		return 1;
	printf("settings: %s read\n", config_file ? config_file : "built-in defaults");
	whole = check_content(&config);
	whole = check_host_key(&config) && whole;
	whole = check_database(&config) && whole;
	return whole ? 0 : 1;
}
