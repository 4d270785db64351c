/*
 * The ledger of a site: a row for each file that was written, with the signature of all that it
 * was made from. A file whose signature is the same is not made again; one that nobody keeps is
 * removed.
 *
 * As text it has a line for each row: the signature in 16 hexadecimal digits, a number, and the
 * path. Lines of another form are skipped: then their files are written again.
 */
#ifndef TRAPDOOR_LEDGER_H
#define TRAPDOOR_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LEDGER_PATH_MAX 128

struct ledger_row {
	char path[LEDGER_PATH_MAX];
	uint64_t signature;
	int64_t number; /* of the user's choice: bytes of a replay, lines of a list */
	bool kept;
};
struct ledger;

struct ledger *ledger_new(void);
void ledger_free(struct ledger *ledger);
void ledger_read(struct ledger *ledger, const char *text);
/* Returns the ledger as text, which the caller frees. */
char *ledger_text(const struct ledger *ledger, size_t *size);

/* Finds the row of a path: NULL if there is none. It is valid until the next ledger_put. */
struct ledger_row *ledger_find(struct ledger *ledger, const char *path);
/* Adds or changes a row, which is kept then, and returns it. */
struct ledger_row *ledger_put(
	struct ledger *ledger, const char *path, uint64_t signature, int64_t number);
/* Keeps no row from now on but those that are kept again. */
void ledger_release(struct ledger *ledger);
/* Removes the rows that are not kept, and calls `gone` for the path of each. */
void ledger_remove_others(
	struct ledger *ledger, void (*gone)(void *context, const char *path), void *context);
/* Calls `each` for all rows, in the order in which they came. It may not add rows. */
void ledger_each(const struct ledger *ledger,
	void (*each)(void *context, const struct ledger_row *row), void *context);

/* Goes on with a signature over more bytes. */
uint64_t signature_of(uint64_t before, const void *bytes, size_t size);

#endif
