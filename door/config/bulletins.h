/*
 * Bulletins: texts of the operator for all players, one file each: motd.txt, news.txt and others.
 *
 * A file is rows of printable ASCII. "[role]text[/]" colours text, as in content,
 * and "[[" is a bracket. A file counts as changed when its inode changes.
 *
 * Sessions open no file. `serve` publishes the texts in memory that all sessions map and cannot
 * write, so that a change also reaches the sessions in progress. The memory has two sides: `serve`
 * fills the one that is not current, and then makes it current. A session may read the other side
 * until the next change, which comes SERVE_LOOK_MS later at the earliest. A session that was
 * stopped for longer may read a mixture of two texts, and never more than a text's size.
 */
#ifndef TRAPDOOR_BULLETINS_H
#define TRAPDOOR_BULLETINS_H

#include "engine/engine.h"

#define BULLETINS_MAX 8
#define BULLETIN_TEXT_MAX 8192
#define BULLETIN_NAME_MAX 32

/* In the order of their names, but motd and news come first. */
struct bulletins {
	size_t count;
	struct bulletin {
		char name[BULLETIN_NAME_MAX];
		int64_t changed;              /* seconds of UTC */
		char text[BULLETIN_TEXT_MAX]; /* with role bytes for markup */
	} each[BULLETINS_MAX];
};

struct bulletin_memory {
	_Atomic unsigned current;
	struct bulletins sides[2];
};

/* Reads the files *.txt of a directory; "": there are none. False with a complaint. */
bool bulletins_read(
	struct bulletins *bulletins, const char *directory, struct complaint *complaint);
/* Returns a number that differs after files of the directory changed. */
uint64_t bulletins_stamp(const char *directory);
/* Makes the memory. Returns its descriptor, through which nobody can write, or -1 with errno. The
 * caller alone writes by *memory: its children do not get it. */
int bulletins_share(struct bulletin_memory **memory);
void bulletins_publish(struct bulletin_memory *memory, const struct bulletins *bulletins);
/* Maps the memory to read it. NULL with errno. */
const struct bulletin_memory *bulletins_map(int descriptor);
/* Returns the texts of now; NULL for NULL. */
const struct bulletins *bulletins_now(const struct bulletin_memory *memory);
/* Replaces the markup of a text by role bytes. False with a sentence. */
bool bulletin_mark(const char *text, char *marked, size_t size, struct complaint *complaint);

#endif
