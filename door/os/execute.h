/* Executing this program anew with chosen descriptors, so that its addresses and its canary differ
 * from those of the process that does it. */
#ifndef TRAPDOOR_EXECUTE_H
#define TRAPDOOR_EXECUTE_H

#include <stddef.h>

/* Returns a file in memory with these bytes, or -1 with errno. It closes on exec. */
int execute_file(const char *name, const void *bytes, size_t size);

/* The number of the first descriptor, after the standard ones. */
#define EXECUTE_FIRST 3
/* Most descriptors. */
#define EXECUTE_MAX 32

/* Executes a program in a child process. descriptors: those that it begins with, from EXECUTE_FIRST
 * on; -1: none of that number. All others are closed. */
_Noreturn void execute_program(
	int program, char *const argv[], const int *descriptors, size_t count);

#endif
