/*
 * The exporter: a process of the server that shows the metrics to one monitoring program of this
 * host.
 *
 * It answers "GET /metrics" on a loopback address or a Unix socket, one client at a time, each for
 * at most EXPORTER_PATIENCE_MS. Or it writes a file every few seconds for the textfile collector
 * of node_exporter: beside the file first, then by a rename, so that nobody reads half a file.
 *
 * The socket is opened before rights are dropped. The process may then read /proc and write into
 * the directory of its file, and nothing else.
 */
#ifndef TRAPDOOR_EXPORTER_H
#define TRAPDOOR_EXPORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define EXPORTER_PATIENCE_MS 2000
#define EXPORTER_PATH_MAX 256

enum exporter_kind { EXPORTER_OFF, EXPORTER_FILE, EXPORTER_UNIX, EXPORTER_TCP };

struct exporter {
	enum exporter_kind kind;
	char path[EXPORTER_PATH_MAX]; /* of the file or socket; the address of TCP */
	int port;
	int listening; /* -1: none */
	int seconds;   /* between two writes of the file */
	const char *version;
};

/* Reads the setting: "off", a path, unix:PATH, or a loopback address with its port. False with a
 * sentence. */
bool exporter_parse(const char *setting, struct exporter *exporter, char *sentence, size_t size);
/* Opens the socket. False with a sentence. */
bool exporter_open(struct exporter *exporter, char *sentence, size_t size);
/* The directory of the file. */
void exporter_directory(const struct exporter *exporter, char directory[EXPORTER_PATH_MAX]);

/* Serves until it is killed. root: the process whose tree it measures. */
_Noreturn void exporter_run(const struct exporter *exporter, pid_t root);

/* ---- The steps, for tests ---- */

/* Answers one client, and closes the descriptor. */
void exporter_answer(const struct exporter *exporter, int client, pid_t root);
/* Writes the file once. False with errno. */
bool exporter_write(const struct exporter *exporter, pid_t root);

#endif
