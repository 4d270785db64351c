#include "door/command/serve_settings.h"

#include "door/command/key_files.h"
#include "door/command/log_config.h"
#include "door/net/transport.h"
#include "door/os/arguments.h"
#include "door/os/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* ---- Reading ---- */

static bool options_read(
	const struct serve_options *options, struct config *config, struct complaint *complaint)
{
	const struct {
		const char *section, *key, *value;
	} given[] = {{"files", "state", options->state}, {"listen", "ssh", options->ssh},
		{"listen", "telnet", options->telnet}, {"listen", "petscii", options->petscii},
		{"listen", "atascii", options->atascii}, {"files", "content", options->content}};
	bool good = config_open(config, options->config, complaint);
	for (size_t i = 0; good && i < sizeof given / sizeof *given; i++)
		if (given[i].value) {
			snprintf(complaint->origin, sizeof complaint->origin, "--%s", given[i].key);
			good = config_set(
				config, given[i].section, given[i].key, given[i].value, complaint);
		}
	config->debug = options->debug;
	config->init = options->init;
	return good;
}

/* The stamp comes first: a change while they are read is seen later. */
static bool read_bulletins(
	struct serve_settings *settings, const char *directory, struct complaint *complaint)
{
	static struct bulletins found;
	settings->stamp = bulletins_stamp(directory);
	if (!bulletins_read(&found, directory, complaint))
		return false;
	settings->bulletins = found;
	return true;
}

bool serve_settings_begin(struct serve_settings *settings, int argc, char **argv, int *status)
{
	struct serve_options *options = &settings->options;
	struct complaint complaint;
	bool print = false;
	const struct argument_row rows[] = {
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &options->config},
		{"state", "DIR", "state directory with database and host key (default var)",
			.text = &options->state},
		{"ssh", "ADDR:PORT,...",
			"addresses and ports for ssh; \"\" turns ssh off (default [::]:2222)",
			.text = &options->ssh},
		{"telnet", "ADDR:PORT,...",
			"addresses and ports for telnet; \"\" turns telnet off (default [::]:2323)",
			.text = &options->telnet},
		{"petscii", "ADDR:PORT,...",
			"addresses and ports for Commodores with 40 columns (default: off)",
			.text = &options->petscii},
		{"atascii", "ADDR:PORT,...", "addresses and ports for 8-bit Ataris (default: off)",
			.text = &options->atascii},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &options->content},
		{"debug", NULL, "allow debug keys in new runs; a run that used one is not scored",
			.flag = &options->debug},
		{"init", NULL, "make the state directory if it does not exist",
			.flag = &options->init},
		{"upgrade", NULL, "take over from a running server; \"trapdoor upgrade\" uses it",
			.flag = &options->upgrade},
		{"settings", NULL, "print all settings in effect as a settings file, and exit",
			.flag = &print},
		{"print-config", NULL, "the same as --settings", .flag = &print},
	};
	const struct argument_table table = {"serve [OPTION]...",
		"Serves the game over ssh and telnet until SIGTERM or ^C.  Every turn is on\n"
		"disk at once, so nothing is lost then.",
		rows, sizeof rows / sizeof *rows};
	*status = arguments_parse(argc, argv, &table, NULL);
	if (*status != ARGUMENTS_GO_ON)
		return false;
	*status = 1;
	if (!options_read(options, &settings->running, &complaint) ||
		!read_bulletins(settings, settings->running.files_bulletins, &complaint) ||
		!key_files_read(settings->running.files_keys, &settings->keys, &complaint)) {
		config_complain(&complaint);
		return false;
	}
	*status = 0;
	if (print)
		config_print(&settings->running, stdout);
	return !print;
}

struct keeper_policy serve_policy(const struct config *config, const struct name_list *names)
{
	struct keeper_policy policy = {.free_space_mb = config->limits_free_space_mb,
		.verify_seconds = config->limits_verify_seconds,
		.runs_hour = config->limits_runs_hour,
		.board_turns = config->limits_board_turns,
		.register_limits = {config->limits_register_hour, config->limits_register_day,
			config->limits_register_network_hour, config->limits_register_network_day},
		.names = names,
		.unused_days = config->limits_unused_days,
		.replay_days = config->limits_replay_days,
		.audit_days = config->limits_audit_days,
		.daily = config->lobby_daily,
		.meanwhile = config->lobby_meanwhile,
		.words = config->lobby_words,
		.words_hours = config->limits_words_hours,
		.words_day = config->limits_words_day,
		.weekly = config->lobby_weekly};
	char sentence[160];

	/* The setting was parsed when it was read. */
	networks_parse(config->limits_trusted, &policy.trusted, sentence, sizeof sentence);
	return policy;
}

/* ---- Reading again ---- */

struct forker_facts serve_facts(const struct serve_settings *settings)
{
	return (struct forker_facts){.config = &settings->running,
		.bulletins = &settings->bulletins,
		.keys = &settings->keys,
		.capacity = settings->capacity};
}

/* The listener has forkers started with the files that are renewed before. */
static bool renew_sessions(struct serve_settings *settings, struct forker_files *files)
{
	struct forker_facts facts = serve_facts(settings);
	const struct config *config = &settings->running;
	return forker_files_renew(files, &facts) &&
	       send(settings->listener, config, sizeof *config, MSG_NOSIGNAL | MSG_DONTWAIT) ==
		       (ssize_t)sizeof *config;
}

static void log_refusal(const struct complaint *complaint)
{
	log_line(LOG_ERROR, "settings.refused", "file=%s line=%u why=%s",
		log_quote(complaint->origin), complaint->line, log_quote(complaint->sentence));
}

void serve_settings_look(struct serve_settings *settings, struct forker_files *files)
{
	struct complaint complaint;
	const char *directory = settings->running.files_bulletins;
	long long now_ms = transport_now_ms();
	if (now_ms < settings->look_due_ms)
		return;
	settings->look_due_ms = now_ms + SERVE_LOOK_MS;
	if (bulletins_stamp(directory) == settings->stamp)
		return;
	if (!read_bulletins(settings, directory, &complaint)) {
		log_refusal(&complaint);
		return;
	}
	bulletins_publish(files->published, &settings->bulletins);
	log_line(LOG_INFO, "bulletins", "count=%zu", settings->bulletins.count);
}

void serve_settings_reload(struct serve_settings *settings, struct forker_files *files)
{
	struct config found;
	struct complaint complaint = {.line = 0};
	char sentence[320], waiting[512];
	static struct key_presets keys;

	if (!options_read(&settings->options, &found, &complaint) ||
		!key_files_read(found.files_keys, &keys, &complaint)) {
		log_refusal(&complaint);
		return;
	}
	struct log_settings log;
	struct name_list *names = name_list_read(found.files_names, sentence, sizeof sentence);
	if (!names || !log_config(&found, &log, sentence, sizeof sentence)) {
		name_list_free(names);
		log_line(LOG_ERROR, "settings.refused", "why=%s", log_quote(sentence));
		return;
	}
	struct keeper_policy policy = serve_policy(&found, names);
	policy.log_level = (int)log.level;
	if (!read_bulletins(settings, found.files_bulletins, &complaint)) {
		log_refusal(&complaint);
	} else if (!keeper_policy_send(settings->keeper, &policy)) {
		log_line(LOG_ERROR, "settings.refused", "why=%s", log_quote(strerror(errno)));
	} else {
		settings->keys = keys;
		size_t changed = config_adopt(&settings->running, &found, waiting, sizeof waiting);
		if (!renew_sessions(settings, files))
			log_line(LOG_ERROR, "settings.refused", "why=%s",
				log_quote(strerror(errno)));
		else
			log_line(LOG_INFO, "settings.reloaded", "changed=%zu", changed);
		if (*waiting)
			log_line(LOG_WARN, "settings.waiting", "settings=%s why=%s",
				log_quote(waiting),
				log_quote("these change when the server is restarted"));
		log_level_set(log.level);
	}
	name_list_free(names);
}
