#include "door/config/config.h"

#include "door/config/complaint.h"
#include "door/config/ini_file.h"
#include "door/os/complain.h"
#include "door/os/program_path.h"
#include "door/text/addresses.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum setting_type { SETTING_TEXT, SETTING_NETWORKS, SETTING_NUMBER };

struct setting_row {
	const char *section, *key;
	enum setting_type type;
	enum setting_when when;
	size_t offset;
	const char *text; /* the default of a text */
	int value, least, most;
	const char *help;
};

static const struct setting_row settings[] = {
#define ROW(section, key, type, when, ...)                                                         \
	{#section, #key, type, SETTING_##when, offsetof(struct config, section##_##key),           \
		__VA_ARGS__},
#define TEXT(section, key, when, value, help)                                                      \
	ROW(section, key, SETTING_TEXT, when, value, 0, 0, 0, help)
#define NETWORKS(section, key, when, help)                                                         \
	ROW(section, key, SETTING_NETWORKS, when, "", 0, 0, 0, help)
#define NUMBER(section, key, when, value, least, most, help)                                       \
	ROW(section, key, SETTING_NUMBER, when, NULL, value, least, most, help)
	SETTINGS(TEXT, NETWORKS, NUMBER)
#undef TEXT
#undef NETWORKS
#undef NUMBER
#undef ROW
};
#define SETTING_COUNT (sizeof settings / sizeof *settings)
#define SETTING_TEXT_MAX 256
#define ENVIRONMENT_PREFIX "TRAPDOOR_"
/* Where the programs of older rules lie: see door/verify/replay_job.h. */
#define OLD_PROGRAMS_VARIABLE "TRAPDOOR_ELDERS"

static char *setting_text(struct config *config, const struct setting_row *row)
{
	return (char *)config + row->offset;
}

static int *setting_number(struct config *config, const struct setting_row *row)
{
	return (int *)(void *)((char *)config + row->offset);
}

void config_defaults(struct config *config)
{
	memset(config, 0, sizeof *config);
	for (size_t i = 0; i < SETTING_COUNT; i++) {
		const struct setting_row *row = &settings[i];
		if (row->type == SETTING_NUMBER)
			*setting_number(config, row) = row->value;
		else
			snprintf(setting_text(config, row), SETTING_TEXT_MAX, "%s", row->text);
	}
}

/* True if a settings file can hold the text: what is printed must be read again. */
static bool text_is_plain(const char *value)
{
	size_t length = strlen(value);
	if (length &&
		(isspace((unsigned char)value[0]) || isspace((unsigned char)value[length - 1])))
		return false;
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)value[i] < ' ' || value[i] == 127 ||
			(value[i] == ';' && (i == 0 || value[i - 1] == ' ')))
			return false;
	return true;
}

static bool setting_store(struct config *config, const struct setting_row *row, const char *value,
	struct complaint *complaint)
{
	struct networks networks;
	char sentence[160];
	if (row->type == SETTING_NETWORKS &&
		!networks_parse(value, &networks, sentence, sizeof sentence))
		return complaint_say(complaint, "%s.%s: %s", row->section, row->key, sentence);
	if (row->type != SETTING_NUMBER) {
		if (!text_is_plain(value))
			return complaint_say(complaint,
				"%s.%s must have no control character, no \";\" that begins a "
				"comment, and no blank at its ends",
				row->section, row->key);
		if (strlen(value) >= SETTING_TEXT_MAX)
			return complaint_say(complaint, "%s.%s must be at most %d bytes long",
				row->section, row->key, SETTING_TEXT_MAX - 1);
		snprintf(setting_text(config, row), SETTING_TEXT_MAX, "%s", value);
		return true;
	}
	char *end;
	errno = 0;
	long number = strtol(value, &end, 10);
	if (errno || end == value || *end || number < row->least || number > row->most)
		return complaint_say(complaint,
			"%s.%s must be a whole number from %d to %d, not \"%.40s\"", row->section,
			row->key, row->least, row->most, value);
	*setting_number(config, row) = (int)number;
	return true;
}

bool config_set(struct config *config, const char *section, const char *key, const char *value,
	struct complaint *complaint)
{
	for (size_t i = 0; i < SETTING_COUNT; i++)
		if (strcmp(settings[i].section, section) == 0 && strcmp(settings[i].key, key) == 0)
			return setting_store(config, &settings[i], value, complaint);
	if (!*section)
		return complaint_say(complaint,
			"setting \"%.40s\" is in no [section]; \"trapdoor serve --settings\" shows "
			"its section",
			key);
	return complaint_say(complaint,
		"unknown setting \"%.40s.%.40s\"; \"trapdoor serve --settings\" lists all settings",
		section, key);
}

static bool take_setting(void *context, const char *section, const char *key, const char *value,
	struct complaint *complaint)
{
	return config_set(context, section, key, value, complaint);
}

bool config_read(struct config *config, const char *path, struct complaint *complaint)
{
	const struct ini_file file = {.what = "settings file",
		.advice = "; \"trapdoor serve --settings\" prints one",
		.take = take_setting,
		.context = config};
	return ini_file_read(&file, path, complaint);
}

static void setting_variable(const struct setting_row *row, char *name, size_t size)
{
	snprintf(name, size, ENVIRONMENT_PREFIX "%s_%s", row->section, row->key);
	for (char *c = name; *c; c++)
		*c = (char)toupper((unsigned char)*c);
}

/* True if a variable "NAME=value" sets a setting, is another one of ours, or does not concern us.
 */
static bool variable_is_known(const char *variable)
{
	char name[64];
	if (strncmp(variable, ENVIRONMENT_PREFIX, strlen(ENVIRONMENT_PREFIX)) != 0)
		return true;
	size_t length = strcspn(variable, "=");
	for (size_t i = 0; i < SETTING_COUNT; i++) {
		setting_variable(&settings[i], name, sizeof name);
		if (strlen(name) == length && strncmp(variable, name, length) == 0)
			return true;
	}
	return strncmp(variable, OLD_PROGRAMS_VARIABLE "=", strlen(OLD_PROGRAMS_VARIABLE "=")) == 0;
}

bool config_environment(struct config *config, struct complaint *complaint)
{
	memset(complaint, 0, sizeof *complaint);
	for (size_t i = 0; i < SETTING_COUNT; i++) {
		char name[64];
		setting_variable(&settings[i], name, sizeof name);
		const char *value = getenv(name);
		snprintf(complaint->origin, sizeof complaint->origin, "%s", name);
		if (value && !setting_store(config, &settings[i], value, complaint))
			return false;
	}
	for (char **variable = environ; variable && *variable; variable++) {
		if (variable_is_known(*variable))
			continue;
		snprintf(complaint->origin, sizeof complaint->origin, "%.*s",
			(int)strcspn(*variable, "="), *variable);
		return complaint_say(complaint,
			"unknown setting in the environment; \"trapdoor serve --settings\" lists "
			"all settings");
	}
	return true;
}

bool config_file_beside(const char *directory, char *path, size_t size)
{
	const char *bin = strrchr(directory, '/');
	if (!bin || strcmp(bin, "/bin") != 0)
		return false;
	size_t prefix = (size_t)(bin - directory);
	/* Programs that a distribution installs below /usr have their settings in /etc. */
	if (prefix == 4 && strncmp(directory, "/usr", prefix) == 0)
		prefix = 0;
	snprintf(path, size, "%.*s/etc/trapdoor/trapdoor.conf", (int)prefix, directory);
	return true;
}

void config_path(const char *path, char *found, size_t size)
{
	char own[4000];
	if (path)
		snprintf(found, size, "%s", path);
	else if (!program_directory(own, sizeof own) || !config_file_beside(own, found, size) ||
		 access(found, F_OK) != 0)
		*found = '\0';
}

/* The directory of bulletins beside the settings file, if there is one. */
static void bulletins_beside(struct config *config, const char *path)
{
	const char *slash = strrchr(path, '/');
	char found[sizeof config->files_bulletins];
	int length = snprintf(
		found, sizeof found, "%.*sbulletins", slash ? (int)(slash + 1 - path) : 0, path);
	if (!*config->files_bulletins && *path && length < (int)sizeof found &&
		access(found, F_OK) == 0)
		snprintf(config->files_bulletins, sizeof config->files_bulletins, "%s", found);
}

bool config_open(struct config *config, const char *path, struct complaint *complaint)
{
	char found[4096];
	config_defaults(config);
	config_path(path, found, sizeof found);
	if (*found && !config_read(config, found, complaint))
		return false;
	if (!config_environment(config, complaint))
		return false;
	bulletins_beside(config, found);
	return true;
}

/* True if both have the same value. */
static bool setting_equal(struct config *one, struct config *other, const struct setting_row *row)
{
	if (row->type == SETTING_NUMBER)
		return *setting_number(one, row) == *setting_number(other, row);
	return strcmp(setting_text(one, row), setting_text(other, row)) == 0;
}

size_t config_adopt(struct config *running, const struct config *found, char *waiting, size_t size)
{
	struct config copy = *found;
	size_t changed = 0, length = 0;
	*waiting = '\0';
	for (size_t i = 0; i < SETTING_COUNT; i++) {
		const struct setting_row *row = &settings[i];
		if (setting_equal(running, &copy, row))
			continue;
		if (row->when == SETTING_RESTART) {
			if (length < size)
				length += (size_t)snprintf(waiting + length, size - length,
					"%s%s.%s", length ? " " : "", row->section, row->key);
			continue;
		}
		changed++;
		if (row->type == SETTING_NUMBER)
			*setting_number(running, row) = *setting_number(&copy, row);
		else
			snprintf(setting_text(running, row), SETTING_TEXT_MAX, "%s",
				setting_text(&copy, row));
	}
	return changed;
}

void config_complain(const struct complaint *complaint)
{
	if (complaint->line)
		command_complain(
			"%s:%u: %s", complaint->origin, complaint->line, complaint->sentence);
	else
		command_complain("%s: %s", complaint->origin, complaint->sentence);
}

void config_print(const struct config *config, FILE *file)
{
	struct config copy = *config;
	const char *section = "";
	fprintf(file, "; Settings of Trapdoor, see trapdoor.conf(5).  A missing key has its "
		      "default; an unknown key is an error.\n; Each may also be given in the "
		      "environment, as TRAPDOOR_SECTION_KEY.  A reload of the server changes "
		      "them,\n; but those marked (restart).\n");
	for (size_t i = 0; i < SETTING_COUNT; i++) {
		const struct setting_row *row = &settings[i];
		if (strcmp(section, row->section) != 0)
			fprintf(file, "\n[%s]\n", section = row->section);
		fprintf(file, "; %s%s", row->help,
			row->when == SETTING_RESTART ? " (restart)" : "");
		if (row->type == SETTING_NUMBER)
			fprintf(file, " (%d to %d, default %d)\n%s = %d\n", row->least, row->most,
				row->value, row->key, *setting_number(&copy, row));
		else
			fprintf(file, "\n%s =%s%s\n", row->key,
				*setting_text(&copy, row) ? " " : "", setting_text(&copy, row));
	}
}

bool config_make_state(const char *state, char *sentence, size_t size)
{
	char path[sizeof(((struct config *)0)->files_state)];
	snprintf(path, sizeof path, "%s", state);
	for (char *slash = path + 1;; slash++) {
		slash += strcspn(slash, "/");
		bool last = !*slash;
		*slash = '\0';
		if (mkdir(path, 0700) != 0 && errno != EEXIST && errno != EISDIR) {
			snprintf(sentence, size,
				"cannot create state directory %s: %s; name another with --state",
				path, strerror(errno));
			return false;
		}
		if (last)
			break;
		*slash = '/';
	}
	struct stat found;
	if (stat(state, &found) == 0 && !S_ISDIR(found.st_mode)) {
		snprintf(sentence, size,
			"cannot use state directory %s: it is a file; name another with --state",
			state);
		return false;
	}
	if (access(state, R_OK | W_OK | X_OK) == 0)
		return true;
	snprintf(sentence, size,
		"cannot write to state directory %s: %s; name another with --state", state,
		strerror(errno));
	return false;
}
