/*
 * Crash lines: a crash writes one line to stderr that names run, turn and command.
 *
 * The command that is being applied is not in the journal yet, so that only this line names the one
 * that crashed the engine. `trapdoor replay RUN --until TURN` reaches the same state.
 */
#ifndef TRAPDOOR_CRASH_H
#define TRAPDOOR_CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes SIGABRT, SIGSEGV and other fatal signals write that line before they end the process. */
void crash_catch(void);

/* True if a process with that wait status died of a fault of its own. */
bool crash_status(int status);

/* Sets the run whose commands are applied from now on; 0: a run without a number. */
void crash_run(int64_t run);

/* Called before and after each command. index counts the commands of the run. */
void crash_applying(uint32_t index, uint32_t turn, const uint8_t *bytes, size_t size);
void crash_applied(void);

#endif
