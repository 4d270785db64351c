/*
 * An archive: a board and its runs as files, which anybody can verify without the server.
 *
 *     DIR/README.txt            this description, for readers without the program
 *     DIR/board.json            the board, as `trapdoor scores --format json` prints it
 *     DIR/runs/NUMBER.json      a run that has ended
 *     DIR/content/DIGEST.bundle the contents that runs were played under, one file each, as the
 *                               engine bundles them; named by their 128-bit digest in hexadecimal
 *
 * A run is an object of
 *
 *     format    1
 *     run, name, mode           its number, its player; mode 0 ranked, 1 with debugging views
 *     seed      32 hexadecimal digits, from which all chance in the run is drawn
 *     birth     hexadecimal: the settings before the first turn (birth_encode of the engine)
 *     length    the number of commands
 *     commands  hexadecimal: all commands in their journal form (command_encode of the engine)
 *     segments  [{first, end, rules, content, save}, ...]: the rules version and the content of the
 *               commands from `first` up to before `end`; save is null for the first segment, else
 *               the hexadecimal bytes of the state at its beginning
 *     digests   [[n, "16 hexadecimal digits", "PARTS"], ...]: the digest of the state after n
 *               commands, and a byte in hexadecimal for each of its parts (ENGINE_PARTS of the
 *               engine; "" if unknown)
 *     score     the run's row of the board; null while the run is in progress
 *
 * `trapdoor verify --import DIR` replays each run from its seed and compares everything. It trusts
 * no value of the files.
 */
#ifndef TRAPDOOR_ARCHIVE_H
#define TRAPDOOR_ARCHIVE_H

#include "door/verify/run_source.h"

#define ARCHIVE_FORMAT 1

/* Writes the board of a game ("": the game served) and all ended runs of every game, over an
 * operator's line. Creates the directory if it is missing and overwrites files of the same names.
 * Returns the number of runs, or -1 with a sentence. */
long archive_write(struct store_client *line, const char *directory, const char *game,
	char *sentence, size_t size);

/* Writes one run with its content, without the board. A run in progress has no score. */
bool archive_write_run(
	struct store_client *line, const char *directory, int64_t run, char *sentence, size_t size);

struct archive;

/* Opens an archive for reading. NULL with a sentence. */
struct archive *archive_open(const char *directory, char *sentence, size_t size);
void archive_close(struct archive *archive);

/* Returns the run numbers, ascending; the archive owns them. */
const int64_t *archive_runs(const struct archive *archive, size_t *count);
/* Returns the archive as a source of runs, valid until it is closed. */
struct run_source archive_source(struct archive *archive);
/* True if each row of board.json agrees with the file of its run; otherwise writes a sentence about
 * the first that does not. */
bool archive_board_holds(struct archive *archive, char *sentence, size_t size);

#endif
