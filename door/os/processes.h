/* The first steps of a child process. */
#ifndef TRAPDOOR_PROCESSES_H
#define TRAPDOOR_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>

/* Closes all descriptors from 3 up but these. */
void close_all_but(const int *kept, size_t count);

/* In a fresh child: gives every signal its default action, and blocks none. */
void process_reset_signals(void);

/* In a fresh child: the default signals, an end when its parent ends, a name, and no descriptors
 * but 0 to 2 and these. */
void process_begin(const char *name, const int *kept, size_t count);

/* Tells a child to end, by a byte on its pipe, and closes the pipe. *line: the pipe; 0: there is no
 * such child, and so it is afterwards. False with errno if the child cannot be told. */
bool process_tell_end(int *line);

#endif
