/*
 * Bulletins: texts of the operator for all players, one file each: motd.txt, news.txt and others.
 *
 * A file is rows of printable ASCII. "[role]text[/]" colours text, as in content,
 * and "[[" is a bracket. A file counts as changed when its inode changes. Sessions get the texts
 * from the process that forks them, and open no file.
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

/* Reads the files *.txt of a directory; "": there are none. False with a complaint. */
bool bulletins_read(
	struct bulletins *bulletins, const char *directory, struct complaint *complaint);
/* Returns a number that differs after files of the directory changed. */
uint64_t bulletins_stamp(const char *directory);
/* Replaces the markup of a text by role bytes. False with a sentence. */
bool bulletin_mark(const char *text, char *marked, size_t size, struct complaint *complaint);

#endif
