/*
 * An archive: a board and its runs as files, which anybody can verify without the server.
 *
 *     DIR/README.txt            what follows here, for who has the directory alone
 *     DIR/board.json            the board, as `trapdoor scores --format json` prints it
 *     DIR/runs/NUMBER.json      a run that has ended
 *     DIR/content/DIGEST.bundle the texts that runs were played under, one file each, as the engine
 *                               bundles them; named by their 128-bit digest in hexadecimal
 *
 * A run is an object of
 *
 *     format    1
 *     run, name, mode           its number, its caller; mode 0 ranked, 1 with debugging views
 *     seed      32 hexadecimal digits, from which all chance in the run is drawn
 *     birth     hexadecimal: what was settled before the first turn (birth_encode of the engine)
 *     length    how many commands there are
 *     commands  hexadecimal: all commands in their journal form (command_encode of the engine)
 *     segments  [{first, end, rules, content, save}, ...]: under which rules version and which
 *               content the commands from `first` up to before `end` were played; save is null for
 *               the first, else the hexadecimal bytes of the state it began with
 *     digests   [[n, "16 hexadecimal digits", "PARTS"], ...]: the digest of the state after n
 *               commands, and a byte in hexadecimal for each of its parts (ENGINE_PARTS of the
 *               engine; "" when not known)
 *     score     what the board says of the run; null while it goes on
 *
 * `trapdoor verify --import DIR` plays each run from its seed and compares everything; it believes
 * nothing that a file says.
 */
#ifndef TRAPDOOR_ARCHIVE_H
#define TRAPDOOR_ARCHIVE_H

#include "door/verify/run_source.h"

#define ARCHIVE_FORMAT 1

/* Writes the board of a game ("": the one that is served) and all runs that have ended, of whatever
 * game, over an operator's line; the directory is made when missing, and what is in it of the same
 * names is written anew.  Returns how many runs, or -1 with a sentence. */
long archive_write(struct store_client *line, const char *directory, const char *game,
	char *sentence, size_t size);

/* One run with its content, and no board; one that goes on has no score. */
bool archive_write_run(
	struct store_client *line, const char *directory, int64_t run, char *sentence, size_t size);

struct archive;

/* An archive to read; NULL with a sentence. */
struct archive *archive_open(const char *directory, char *sentence, size_t size);
void archive_close(struct archive *archive);

/* The runs, ascending; the numbers are the archive's. */
const int64_t *archive_runs(const struct archive *archive, size_t *count);
/* The archive as a shelf, good until it is closed. */
struct run_source archive_source(struct archive *archive);
/* Whether each row of board.json tells of its run what that run's own file tells; else a sentence
 * on the first that does not. */
bool archive_board_holds(struct archive *archive, char *sentence, size_t size);

#endif
