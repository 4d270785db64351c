/*
 * Recorded runs as text.
 *
 * A file holds one run or many.  Lines are
 *
 *     # a remark
 *     seed HEX      begins a run
 *     birth HEX     birth_encode's bytes, of this run and those after it
 *     HEX           commands in their journal form, none cut between two lines (lab bot --record)
 *     play PACKED   commands to be read by people: k j h l y u b n for the steps, . for a wait, s
 *                   for a search, <HEX> for any other; a number before one repeats it
 *
 * An error in a file ends the program with a sentence.
 */
#ifndef TRAPDOOR_RUNS_H
#define TRAPDOOR_RUNS_H

#include "engine/engine.h"

#include <stdio.h>

struct run {
	const char *name; /* the file's, without its folder and ending */
	struct seed seed;
	struct birth birth;
	const uint8_t *bytes; /* of all commands, in their journal form */
	size_t size;
};

/* Reads a file and gives each of its runs, which lasts as long as the call. */
typedef void run_follows(void *context, const struct run *run);
void runs_read(const char *path, run_follows *each, void *context);

/* Prints a run as a seed line and a play line, the first so many commands of it; 0: all. */
void run_pack(const struct run *run, unsigned most);

/* Ends the program. */
_Noreturn void fail(const char *what, const char *detail);

/* A file's bytes and a NUL, which the caller frees. */
char *file_read(const char *path, size_t *size);

/* Reads hex up to the first other character; returns how many bytes. */
size_t hex_read(const char *text, uint8_t *bytes, size_t capacity);
void hex_print(FILE *file, const uint8_t *bytes, size_t size);

struct seed seed_read(const char *text);

#endif
