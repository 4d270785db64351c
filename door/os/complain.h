/*
 * Complaints of a command: one sentence on standard error, `trapdoor: what is wrong and what would
 * be right`.
 */
#ifndef TRAPDOOR_COMPLAIN_H
#define TRAPDOOR_COMPLAIN_H

/* Prints "trapdoor: " and the sentence on standard error, as one line.  Control bytes become '?'.
 */
void command_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
