/*
 * What a crash leaves: one line on stderr that names run, turn and command.
 *
 * The command that is being applied is in no journal yet, so without this the one that kills the
 * engine would be unknown.  `trapdoor replay RUN --until TURN` leads there again.
 */
#ifndef TRAPDOOR_CRASH_H
#define TRAPDOOR_CRASH_H

#include <stddef.h>
#include <stdint.h>

/* From now on SIGABRT, SIGSEGV and their like leave that line, and then do what they do. */
void crash_catch(void);

/* The run whose commands are applied from now on; 0: one that has no number. */
void crash_run(int64_t run);

/* A command is being applied, as the index'th of its run, in that turn; and it was. */
void crash_applying(uint32_t index, uint32_t turn, const uint8_t *bytes, size_t size);
void crash_applied(void);

#endif
