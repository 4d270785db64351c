/*
 * `trapdoor check`: reports on settings, content, addresses, state directory, host key and
 * database. Each finding is one sentence on standard error that says what to do; all else goes to
 * standard output. It changes nothing, and reads the database beside the keeper that serves it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "door/command/commands.h"
#include "door/command/operator.h"
#include "door/config/bulletins.h"
#include "door/config/content_load.h"
#include "door/config/state_files.h"
#include "door/keeper/keeper_start.h"
#include "door/net/listener.h"
#include "door/net/transport.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/sandbox.h"
#include "sql/store.h"

#define MEBIBYTE (1024 * 1024)

struct checking {
	const struct config *config;
	unsigned findings;
};

static void finding(struct checking *checking, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void finding(struct checking *checking, const char *format, ...)
{
	char sentence[1024];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	command_complain("%s", sentence);
	checking->findings++;
}

static void find(void *context, const char *sentence)
{
	finding(context, "%s", sentence);
}

/* The complaints of content name its files and lines. */
static void check_content(struct checking *checking)
{
	const char *directory = checking->config->files_content;
	struct content *content = content_load(directory);

	if (content)
		printf("content: %s is valid\n", directory[0] ? directory : "the built-in game");
	else
		checking->findings++;
	content_free(content);
}

/* ---- Addresses ---- */

static void check_listening(
	struct checking *checking, const struct transport_row *row, const char *list)
{
	bool served = keeper_locked(checking->config->files_state);
	char sentence[512], where[LISTENER_WHERE_MAX];

	while (listener_next(&list, where))
		if (!listener_possible(row, where, served, sentence, sizeof sentence))
			finding(checking, "%s", sentence);
		else
			printf("%s: %s is possible\n", row->name, where);
}

static void check_bulletins(struct checking *checking)
{
	static struct bulletins bulletins;
	struct complaint complaint;

	if (!bulletins_read(&bulletins, checking->config->files_bulletins, &complaint)) {
		config_complain(&complaint);
		checking->findings++;
	} else if (bulletins.count)
		printf("bulletins: %zu of %s are valid\n", bulletins.count,
			checking->config->files_bulletins);
}

static void check_settings(struct checking *checking)
{
	const struct config *config = checking->config;
	enum sandbox_mode mode;

	check_bulletins(checking);

	check_listening(checking, &transport_ssh, config->listen_ssh);
	check_listening(checking, &transport_telnet, config->listen_telnet);
	if (!*config->listen_ssh && !*config->listen_telnet)
		finding(checking, "ssh and telnet are both off; set listen.ssh or listen.telnet");
	if (!sandbox_mode_by_word(config->security_sandbox, &mode))
		finding(checking, "security.sandbox is \"%.40s\"; it must be enforce, log or off",
			config->security_sandbox);
}

/* ---- The state directory ---- */

static void check_space(struct checking *checking)
{
	const struct config *config = checking->config;
	struct statvfs space;
	unsigned long long free_mb;

	if (statvfs(config->files_state, &space) != 0)
		return;
	free_mb = (unsigned long long)space.f_bavail * space.f_frsize / MEBIBYTE;
	if (free_mb < (unsigned long long)config->limits_free_space_mb)
		finding(checking,
			"the disk of %.200s has %llu MiB free, and no run begins below %d; make "
			"room, or lower limits.free_space_mb",
			config->files_state, free_mb, config->limits_free_space_mb);
}

/* Reads the host key. Never makes one; the server does. */
static void check_host_key(struct checking *checking)
{
	char path[sizeof checking->config->files_state + 32];
	char sentence[256];
	struct stat facts;

	snprintf(path, sizeof path, "%s/host_key", checking->config->files_state);
	if (stat(path, &facts) != 0)
		printf("host key: none yet; the server makes one when it first starts\n");
	else if (facts.st_mode & 044)
		finding(checking, "host key %s can be read by other users; run \"chmod 600\" on it",
			path);
	else if (!ssh_prepare(path, sentence, sizeof sentence))
		finding(checking, "%s", sentence);
	else
		printf("host key: %s is valid\n", path);
}

static void check_database(struct checking *checking)
{
	const char *state = checking->config->files_state;
	char path[sizeof checking->config->files_state + 32];
	char sentence[256];
	struct store *store;

	snprintf(path, sizeof path, "%s/trapdoor.db", state);
	if (access(path, F_OK) != 0 && errno == ENOENT) {
		printf("database: none yet; the server makes one when it first starts\n");
		return;
	}
	store = store_open_to_read(state, sentence, sizeof sentence);
	if (!store)
		finding(checking, "%s", sentence);
	else if (store_check(store, find, checking) == 0)
		printf("database: %s is valid\n", path);
	store_close(store);
}

static void check_state(struct checking *checking)
{
	const char *state = checking->config->files_state;
	struct stat facts;

	if (stat(state, &facts) != 0) {
		finding(checking,
			"cannot open state directory %.200s: %s; serve --init makes it, or name "
			"another with --state",
			state, strerror(errno));
		return;
	}
	if (!S_ISDIR(facts.st_mode)) {
		finding(checking,
			"cannot use state directory %.200s: it is a file; name another with "
			"--state",
			state);
		return;
	}
	if (access(state, R_OK | W_OK | X_OK) != 0)
		finding(checking,
			"cannot write to state directory %.200s: %s; run check as the user who "
			"serves, or make that user its owner",
			state, strerror(errno));
	if (facts.st_uid == 0 && !*checking->config->security_keeper_user)
		printf("users: root owns %s, so the keeper would stay root; set "
		       "security.keeper_user\n",
			state);
	state_faults(state, find, checking);
	check_space(checking);
	check_host_key(checking);
	check_database(checking);
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
		"Checks settings, addresses, content, state directory, host key and database.\n"
		"Each finding is a sentence that says what to do.  Exit status 0: all is fine.\n"
		"1: there are findings.  2: wrong arguments.",
		rows, sizeof rows / sizeof *rows};
	static struct config config;
	struct checking checking = {.config = &config};
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
	check_settings(&checking);
	check_content(&checking);
	check_state(&checking);
	return checking.findings ? 1 : 0;
}
