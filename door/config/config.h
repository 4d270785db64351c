/*
 * Settings: one row each, read from a file by libinih and from the command line.
 *
 * An unknown key, a value out of range or an unreadable file is a complaint with file and line.
 */
#ifndef TRAPDOOR_CONFIG_H
#define TRAPDOOR_CONFIG_H

#include "engine/engine.h"

#include <stdio.h>

/* The rows: section, key, type (text, networks, number), when a change takes effect, default,
 * least, most, help. */
/* clang-format off */
#define SETTINGS(TEXT, NETWORKS, NUMBER) \
	NUMBER(limits, connections, RESTART, 2000, 1, 100000, "most connections at once") \
	NUMBER(limits, before_login, RELOAD, 100, 1, 10000, "most connections without a login, over ssh and over the others") \
	NUMBER(limits, drop_from, RELOAD, 30, 1, 10000, "connections without a login from which on some newcomers are refused at random") \
	NUMBER(limits, drop_percent, RELOAD, 30, 0, 100, "percentage refused from there on; it rises to 100 at before_login") \
	NUMBER(limits, per_address, RELOAD, 10, 1, 100000, "most connections from one address (IPv6: from one /64)") \
	NUMBER(limits, per_network, RELOAD, 40, 1, 100000, "most connections from one IPv4 /24 or IPv6 /48") \
	NUMBER(limits, penalty_start_seconds, RELOAD, 15, 1, 100000, "seconds of penalties from which on an address is refused") \
	NUMBER(limits, penalty_most_seconds, RELOAD, 600, 1, 100000, "longest refusal for penalties, in seconds") \
	NETWORKS(limits, trusted, RELOAD, "addresses and networks exempt from limits and penalties; empty: none") \
	NUMBER(limits, login_seconds, RELOAD, 120, 5, 3600, "seconds to log in before the connection is closed") \
	NUMBER(limits, idle_minutes, RELOAD, 60, 1, 100000, "minutes without a key before a game is saved and closed") \
	NUMBER(limits, idle_lobby_minutes, RELOAD, 30, 1, 100000, "the same on every other screen") \
	NUMBER(limits, idle_warning_seconds, RELOAD, 60, 0, 100000, "seconds from the warning to the end of an idle session; 0: no warning") \
	NUMBER(limits, password_tries, RELOAD, 3, 1, 100, "wrong passwords before the connection is closed") \
	NUMBER(limits, key_offers, RELOAD, 10, 1, 1000, "public keys offered before the connection is closed") \
	NUMBER(limits, auth_requests, RELOAD, 20, 1, 10000, "ssh login requests of any kind before the connection is closed") \
	NUMBER(limits, session_percent, RELOAD, 10, 1, 100, "percentage of a processor that a session may use for long; 100: no limit") \
	NUMBER(limits, free_space_mb, RELOAD, 64, 0, 1000000, "MiB of free disk space that a new run needs") \
	NUMBER(limits, register_hour, RELOAD, 5, 0, 100000, "new names an hour from one address, and with one ssh key; 0: no limit") \
	NUMBER(limits, register_day, RELOAD, 10, 0, 100000, "the same a day") \
	NUMBER(limits, register_network_hour, RELOAD, 10, 0, 100000, "new names an hour from one IPv4 /24 or IPv6 /48; 0: no limit") \
	NUMBER(limits, register_network_day, RELOAD, 40, 0, 100000, "the same a day") \
	NUMBER(limits, unused_days, RELOAD, 30, 0, 10000, "days after which a name without a run and a login expires; 0: never") \
	NUMBER(limits, replay_days, RELOAD, 0, 0, 10000, "days after which a low score's replay is removed; 0: never") \
	NUMBER(limits, audit_days, RELOAD, 0, 0, 10000, "days after which entries of the audit log are removed; 0: never") \
	NUMBER(limits, words_hours, RELOAD, 24, 0, 10000, "hours after its registration that an account may write mail and on the wall") \
	NUMBER(limits, words_day, RELOAD, 20, 0, 10000, "mails a day of one account, and lines on the wall; 0: no limit") \
	NUMBER(limits, runs_hour, RELOAD, 60, 0, 100000, "new runs an hour of one account, after a burst of as many; 0: no limit") \
	NUMBER(limits, board_turns, RELOAD, 20, 0, 100000, "fewest turns of a run on the board, in records and statistics") \
	NUMBER(limits, drain_minutes, RELOAD, 60, 0, 10000, "minutes that sessions of an upgraded server may go on") \
	NUMBER(limits, trial_seconds, RELOAD, 5, 0, 600, "seconds that a new program must live in an upgrade") \
	NUMBER(limits, verify_seconds, RELOAD, 300, 5, 300, "longest verification of a run, in seconds; then it is set aside") \
	TEXT(listen, ssh, RESTART, "[::]:2222", "addresses and ports for ssh, separated by commas; empty: off") \
	TEXT(listen, telnet, RESTART, "[::]:2323", "addresses and ports for telnet; empty: off") \
	TEXT(listen, petscii, RESTART, "", "addresses and ports for Commodores with 40 columns; empty: off") \
	TEXT(listen, petscii80, RESTART, "", "the same for Commodores with 80 columns") \
	TEXT(listen, atascii, RESTART, "", "addresses and ports for 8-bit Ataris; empty: off") \
	NETWORKS(listen, proxies, RELOAD, "addresses of proxies that send a PROXY header; empty: none") \
	TEXT(files, state, RESTART, "var", "state directory: database, host key and socket") \
	TEXT(files, content, RESTART, "", "content directory that extends or replaces the built-in game") \
	TEXT(files, names, RELOAD, "", "list of names that nobody can register; empty: the built-in one") \
	TEXT(files, bulletins, RELOAD, "", "directory of bulletins for players; empty: bulletins beside this file") \
	TEXT(files, daily_secret, RESTART, "", "file with the secret of daily runs; empty: one of this host") \
	TEXT(files, keys, RELOAD, "", "directory of key presets, NAME.txt each; empty: the built-in ones alone") \
	TEXT(files, tournaments, RESTART, "", "directory of tournaments, NAME.txt each; empty: none") \
	TEXT(files, terminfo, RESTART, "/etc/terminfo /lib/terminfo /usr/share/terminfo", "directories of the terminfo database; empty: none") \
	NUMBER(lobby, hints, RELOAD, 1, 0, 1, "1: newcomers see key hints until they turn them off; 0: no hints") \
	NUMBER(lobby, vignettes, RELOAD, 1, 0, 1, "1: a picture for each first arrival and each kind of end; 0: none") \
	NUMBER(lobby, daily, RELOAD, 1, 0, 1, "1: each day has a run on a seed that is the same for all; 0: there is none") \
	NUMBER(lobby, meanwhile, RELOAD, 1, 0, 1, "1: a page after the login says what happened while a player was out; 0: none") \
	NUMBER(lobby, words, RELOAD, 1, 0, 1, "1: players write mail and on the wall; 0: there is none") \
	NUMBER(lobby, weekly, RELOAD, 1, 0, 1, "1: each week has a contract; 0: there is none") \
	TEXT(lobby, host, RESTART, "localhost", "name of this host in the printed instructions for players") \
	TEXT(security, sandbox, RESTART, "enforce", "confine processes: enforce, log (log forbidden calls) or off") \
	TEXT(security, keeper_user, RESTART, "", "keeper's user, if root starts serve; empty: owner of the state") \
	TEXT(security, door_user, RESTART, "", "user of sessions; empty: trapdoor-door, nobody or daemon") \
	TEXT(lobby, banner, RELOAD, "", "sentence shown under the title") \
	TEXT(mssp, name, RELOAD, "", "name in lists of MUD servers; empty: the title of the game") \
	NUMBER(mssp, port, RELOAD, 0, 0, 65535, "port of telnet, as players reach it; 0: not shown") \
	NUMBER(mssp, tls_port, RELOAD, 0, 0, 65535, "port of telnet in TLS, as players reach it; 0: none") \
	TEXT(mssp, contact, RELOAD, "", "mail address for questions about this server; empty: not shown") \
	TEXT(mssp, website, RELOAD, "", "address of a page about this server; empty: not shown") \
	TEXT(mssp, location, RELOAD, "", "country of this server; empty: not shown") \
	TEXT(site, folder, RESTART, "", "folder of web pages that the server writes; empty: none") \
	TEXT(site, address, RESTART, "", "address of these pages on the web, with a / at its end") \
	TEXT(site, xterm, RESTART, "/usr/share/nodejs/xterm/lib", "modules of xterm.js, which plays replays; empty: no player") \
	NUMBER(site, every_seconds, RESTART, 60, 1, 86400, "seconds between two looks for what changed") \
	NUMBER(site, replay_seconds, RESTART, 20, 0, 3600, "most seconds for maps and replays after each look; 0: none") \
	NUMBER(site, megabytes, RESTART, 1000, 0, 1000000, "most MB of maps and replays") \
	TEXT(livelog, file, RESTART, "", "file that gets milestones as JSON lines; empty: none") \
	TEXT(livelog, hook, RESTART, "", "absolute path of a program that gets each line; empty: none") \
	NUMBER(livelog, hook_seconds, RESTART, 5, 1, 60, "seconds after which that program is killed") \
	NUMBER(livelog, per_minute, RESTART, 20, 1, 1000, "most milestones a minute in file and hook; more are dropped") \
	TEXT(monitor, log, RESTART, "logfmt", "form of the log: logfmt or json") \
	TEXT(monitor, log_level, RELOAD, "info", "least level of the log: error, warn, info or debug") \
	TEXT(monitor, log_to, RESTART, "stderr", "where the log goes: stderr, journald or syslog") \
	TEXT(monitor, metrics, RESTART, "off", "off, a file, unix:/PATH or a loopback address: 127.0.0.1:9150") \
	NUMBER(monitor, metrics_seconds, RESTART, 15, 1, 3600, "seconds between two writes of a metrics file")
/* clang-format on */

/* A change of a setting takes effect at a reload of the running server, or at its next start. */
enum setting_when { SETTING_RELOAD, SETTING_RESTART };

/* A tournament that the lobby names while it is open. */
#define CONFIG_TOURNAMENTS 4
struct config_tournament {
	char name[61]; /* "": none */
	int64_t begin, end;
};

#define CONFIG_TEXT_MAX 256
struct config {
#define TEXT(section, key, when, value, help) char section##_##key[CONFIG_TEXT_MAX];
#define NETWORKS(section, key, when, help) char section##_##key[CONFIG_TEXT_MAX];
#define NUMBER(section, key, when, value, least, most, help) int section##_##key;
	SETTINGS(TEXT, NETWORKS, NUMBER)
#undef TEXT
#undef NETWORKS
#undef NUMBER
	int64_t began; /* when this program began to serve, in seconds of UTC; 0: it does not */
	struct config_tournament tournaments[CONFIG_TOURNAMENTS]; /* of files.tournaments */
	bool init;        /* --init: a missing state directory is made */
	bool debug;       /* --debug: runs may use debug keys; one that did is not scored */
	int64_t replay;   /* `trapdoor replay`: the run that this terminal replays; 0: none */
	int replay_speed; /* its commands per second */
	const char *replay_import; /* the archive with that run; NULL: the store has it */
};

void config_defaults(struct config *config);
/* Sets one setting. False with a complaint. */
bool config_set(struct config *config, const char *section, const char *key, const char *value,
	struct complaint *complaint);
bool config_read(struct config *config, const char *path, struct complaint *complaint);
/* Reads TRAPDOOR_SECTION_KEY of each row from the environment.  Another TRAPDOOR_ variable is a
 * complaint. */
bool config_environment(struct config *config, struct complaint *complaint);
/* Sets the defaults, then reads the file, then the environment.  Every command begins with it.
 * Without files.bulletins, a directory "bulletins" beside the file is taken, if there is one.
 * path: the file; "": none; NULL: the installed one, if there is one (config_file_beside). */
bool config_open(struct config *config, const char *path, struct complaint *complaint);
/* Writes the path of the file that config_open reads for `path`; "": none. */
void config_path(const char *path, char *found, size_t size);
/* Copies the settings that a reload can change from `found` to `running`.  Writes the names of the
 * others that differ to `waiting`, separated by blanks.  Returns how many settings it changed. */
size_t config_adopt(struct config *running, const struct config *found, char *waiting, size_t size);
/* The settings file of a program installed in `directory`: PREFIX/etc/trapdoor/trapdoor.conf, and
 * below /etc if PREFIX is /usr.  False if the directory is not called bin. */
bool config_file_beside(const char *directory, char *path, size_t size);
/* Prints a complaint on stderr, with its file and line if it has them. */
void config_complain(const struct complaint *complaint);
/* Prints the settings as a commented file. etc/trapdoor.conf is its output for the defaults. */
void config_print(const struct config *config, FILE *file);

/* Makes the state directory and its parents, for this user only. False with a sentence. */
bool config_make_state(const char *state, char *sentence, size_t size);

#endif
