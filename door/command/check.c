/*
 * `trapdoor check`: reports on settings, addresses, content, permissions, disk, host key, database,
 * clock, kept programs and sandbox. It changes nothing, and reads the database beside the keeper
 * that serves it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sodium.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "door/command/check_report.h"
#include "door/command/key_files.h"
#include "door/command/commands.h"
#include "door/command/log_config.h"
#include "door/command/operator.h"
#include "door/config/bulletins.h"
#include "door/config/content_load.h"
#include "door/config/state_files.h"
#include "door/keeper/keeper_start.h"
#include "door/metrics/exporter.h"
#include "door/net/listener.h"
#include "door/net/transport.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/sandbox.h"
#include "door/text/times.h"
#include "door/verify/replay_job.h"
#include "sql/store.h"

#define MEBIBYTE (1024 * 1024)

/* A clock before this program was made is wrong. */
#define MADE_SECONDS 1767225600 /* 2026-01-01 */

struct checking {
	const struct config *config;
	struct check_report report;
};

static void find(void *context, const char *sentence)
{
	check_finding(&((struct checking *)context)->report, "%s", sentence);
}

/* The complaints of content name its files and lines. */
static void check_content(struct checking *checking)
{
	const char *directory = checking->config->files_content;
	struct content *content = content_load(directory);

	check_area(&checking->report, "content");
	if (content)
		check_fine(&checking->report, "%s is valid",
			directory[0] ? directory : "the built-in game");
	else
		check_finding(&checking->report,
			"the content of %.200s has an error; the complaint on standard error "
			"names its file and line",
			directory);
	content_free(content);
}

/* ---- Addresses ---- */

static void check_listening(
	struct checking *checking, const struct transport_row *row, const char *list)
{
	bool served = keeper_locked(checking->config->files_state);
	char sentence[512], where[LISTENER_WHERE_MAX];

	check_area(&checking->report, row->name);
	while (listener_next(&list, where))
		if (!listener_possible(row, where, served, sentence, sizeof sentence))
			check_finding(&checking->report, "%s", sentence);
		else
			check_fine(&checking->report, "%s is possible", where);
}

static void check_bulletins(struct checking *checking)
{
	static struct bulletins bulletins;
	struct complaint complaint;

	check_area(&checking->report, "bulletins");
	if (bulletins_read(&bulletins, checking->config->files_bulletins, &complaint)) {
		if (bulletins.count)
			check_fine(&checking->report, "%zu of %s are valid", bulletins.count,
				checking->config->files_bulletins);
	} else if (complaint.line) {
		check_finding(&checking->report, "%s:%u: %s", complaint.origin, complaint.line,
			complaint.sentence);
	} else {
		check_finding(&checking->report, "%s: %s", complaint.origin, complaint.sentence);
	}
}

static void check_keys(struct checking *checking)
{
	static struct key_presets presets;
	struct complaint complaint;

	check_area(&checking->report, "keys");
	if (key_files_read(checking->config->files_keys, &presets, &complaint))
		check_fine(&checking->report, "%u presets", presets.count);
	else if (complaint.line)
		check_finding(&checking->report, "%s:%u: %s", complaint.origin, complaint.line,
			complaint.sentence);
	else
		check_finding(&checking->report, "%s: %s", complaint.origin, complaint.sentence);
}

static void check_daily_secret(struct checking *checking)
{
	struct keeper_policy policy = {0};
	char sentence[256];

	check_area(&checking->report, "daily runs");
	if (!keeper_policy_secret(
		    &policy, checking->config->files_daily_secret, sentence, sizeof sentence))
		check_finding(&checking->report, "%s", sentence);
	sodium_memzero(&policy, sizeof policy);
}

static void check_monitoring(struct checking *checking)
{
	struct exporter exporter;
	struct log_settings log;
	char sentence[256];

	check_area(&checking->report, "monitor");
	if (!log_config(checking->config, &log, sentence, sizeof sentence))
		check_finding(&checking->report, "%s", sentence);
	if (!exporter_parse(
		    checking->config->monitor_metrics, &exporter, sentence, sizeof sentence))
		check_finding(&checking->report, "%s", sentence);
}

static void check_any_address(struct checking *checking)
{
	check_area(&checking->report, "listen");
	for (size_t i = 0; i < TRANSPORTS_SERVED; i++)
		if (*transport_addresses(checking->config, i))
			return;
	check_finding(&checking->report,
		"no address is set for ssh, telnet, Commodores or Ataris, so that nobody can "
		"call; set listen.ssh or listen.telnet, as to [::]:2222 or [::]:2323");
}

static void check_settings(struct checking *checking)
{
	const struct config *config = checking->config;

	check_bulletins(checking);
	check_keys(checking);
	check_daily_secret(checking);
	for (size_t i = 0; i < TRANSPORTS_SERVED; i++)
		check_listening(checking, transports_served[i], transport_addresses(config, i));
	check_any_address(checking);
	check_monitoring(checking);
}

/* ---- The state directory ---- */

static void check_space(struct checking *checking)
{
	const struct config *config = checking->config;
	struct statvfs space;
	unsigned long long free_mb;

	check_area(&checking->report, "disk");
	if (statvfs(config->files_state, &space) != 0)
		return;
	free_mb = (unsigned long long)space.f_bavail * space.f_frsize / MEBIBYTE;
	if (free_mb < (unsigned long long)config->limits_free_space_mb)
		check_finding(&checking->report,
			"the disk of %.200s has %llu MiB free, and no run begins below %d; make "
			"room, or lower limits.free_space_mb",
			config->files_state, free_mb, config->limits_free_space_mb);
	else
		check_fine(&checking->report, "%llu MiB are free", free_mb);
}

/* Reads the host key. Never makes one; the server does. */
static void check_host_key(struct checking *checking)
{
	char path[HOST_KEY_PATH_MAX];
	char sentence[256];
	struct stat facts;

	host_key_path(checking->config->files_state, path);
	check_area(&checking->report, "host key");
	if (stat(path, &facts) != 0)
		check_fine(
			&checking->report, "none yet; the server makes one when it first starts");
	else if (facts.st_mode & 044)
		check_finding(&checking->report,
			"host key %s can be read by other users; run \"chmod 600\" on it", path);
	else if (!ssh_prepare(path, sentence, sizeof sentence))
		check_finding(&checking->report, "%s", sentence);
	else
		check_fine(&checking->report, "%s is valid", path);
}

/* A run that goes on, or waits for verification, needs the program of its rules. */
static bool check_program(void *context, uint32_t rules)
{
	struct checking *checking = context;
	char path[REPLAY_JOB_PATH_MAX];
	struct stat facts;

	/* Root may execute a program that the users of the server may not. */
	if (old_rules_program(rules, path) && stat(path, &facts) == 0 && !(facts.st_mode & S_IXOTH))
		check_finding(&checking->report,
			"%.300s cannot be executed by all users; run \"chmod 755\" on it", path);
	else if (old_rules_program(rules, path))
		check_fine(&checking->report, "%s is kept for rules version %u", path, rules);
	else
		check_finding(&checking->report,
			"runs under rules version %u wait for their program %.300s, which is "
			"missing; install trapdoor-rules-%u, or put the program back",
			rules, path, rules);
	return true;
}

static void check_programs(struct checking *checking, struct store *store)
{
	check_area(&checking->report, "programs");
	if (store_rules_needed(store, ENGINE_RULES_VERSION, check_program, checking) != STORE_OK)
		check_finding(&checking->report, "cannot read which rules are needed: %.300s",
			store_sentence(store));
}

static void check_database(struct checking *checking)
{
	const char *state = checking->config->files_state;
	char path[sizeof checking->config->files_state + 32];
	char sentence[256];
	struct stat facts;
	struct store *store;

	check_area(&checking->report, "database");
	snprintf(path, sizeof path, "%s/trapdoor.db", state);
	if (access(path, F_OK) != 0 && errno == ENOENT) {
		check_fine(
			&checking->report, "none yet; the server makes one when it first starts");
		return;
	}
	if (stat(path, &facts) == 0 && facts.st_size == 0) {
		check_finding(&checking->report,
			"%.300s has zero bytes; restore a backup, or remove it if this server has "
			"never served",
			path);
		return;
	}
	store = store_open_to_read(state, sentence, sizeof sentence);
	if (!store)
		check_finding(&checking->report, "%s", sentence);
	else if (store_check(store, find, checking) == 0)
		check_fine(&checking->report, "%s is valid", path);
	if (store)
		check_programs(checking, store);
	store_close(store);
}

static void check_state(struct checking *checking)
{
	const char *state = checking->config->files_state;
	struct stat facts;

	check_area(&checking->report, "state");
	if (stat(state, &facts) != 0) {
		check_finding(&checking->report,
			"cannot open state directory %.200s: %s; serve --init makes it, or name "
			"another with --state",
			state, strerror(errno));
		return;
	}
	if (!S_ISDIR(facts.st_mode)) {
		check_finding(&checking->report,
			"cannot use state directory %.200s: it is a file; name another with "
			"--state",
			state);
		return;
	}
	if (access(state, R_OK | W_OK | X_OK) != 0)
		check_finding(&checking->report,
			"cannot write to state directory %.200s: %s; run check as the user who "
			"serves, or make that user its owner",
			state, strerror(errno));
	if (facts.st_uid == 0)
		check_fine(&checking->report,
			"root owns %s; serve, started as root, gives it to the keeper's user",
			state);
	state_faults(state, find, checking);
	check_space(checking);
	check_host_key(checking);
	check_database(checking);
}

/* ---- The machine ---- */

static void check_clock(struct checking *checking)
{
	char text[TIME_TEXT_MAX];
	int64_t now = (int64_t)time(NULL);

	check_area(&checking->report, "clock");
	time_text(now, text);
	if (now < MADE_SECONDS)
		check_finding(&checking->report,
			"the clock says %s, which is before this program was made; set it, as "
			"with \"timedatectl set-ntp true\"",
			text);
	else
		check_fine(&checking->report, "%s", text);
}

static void check_layers(struct checking *checking)
{
	const char *word = checking->config->security_sandbox;
	enum sandbox_mode mode;
	char layers[160];
	int missing = sandbox_layers(layers, sizeof layers);

	check_area(&checking->report, "sandbox");
	if (!sandbox_mode_by_word(word, &mode))
		check_finding(&checking->report,
			"security.sandbox is \"%.40s\"; it must be enforce, log or off", word);
	else if (mode != SANDBOX_ENFORCE)
		check_fine(&checking->report,
			"%s, so that nothing is confined; set security.sandbox = enforce", word);
	else if (missing)
		check_fine(&checking->report,
			"%s; a newer kernel with seccomp and Landlock has the missing layers",
			layers);
	else
		check_fine(&checking->report, "%s", layers);
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
	bool sandbox = false, json = false;
	const struct argument_row rows[] = {
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &config_file},
		{"json", NULL, "print findings, and what is in order, as JSON", .flag = &json},
		{"sandbox", NULL,
			"show what confines the server's processes, and check nothing else",
			.flag = &sandbox},
		{"state", "DIR", "state directory of the server (default var)", .text = &state},
	};
	const struct argument_table table = {"check [OPTION]...",
		"Checks settings, addresses, content, permissions, disk, host key, database,\n"
		"kept programs, clock and sandbox.  Each finding is a sentence that says what\n"
		"to do.  Exit status 0: all is fine.  1: there are findings.  2: wrong arguments.",
		rows, sizeof rows / sizeof *rows};
	static struct config config;
	struct checking checking = {.config = &config};
	char read[4000];
	int status = arguments_parse(argc, argv, &table, NULL);

	if (status != ARGUMENTS_GO_ON)
		return status;
	if (sandbox) {
		check_sandbox();
		return 0;
	}
	check_begin(&checking.report, json);
	if (!operator_config(&config, config_file, state)) {
		if (json)
			check_finding(&checking.report,
				"the settings have an error; the complaint on standard error "
				"names its file and line");
		check_end(&checking.report);
		return 1;
	}
	config_path(config_file, read, sizeof read);
	check_fine(&checking.report, "%s read", *read ? read : "built-in defaults");
	check_settings(&checking);
	check_content(&checking);
	check_state(&checking);
	check_clock(&checking);
	check_layers(&checking);
	return check_end(&checking.report);
}
