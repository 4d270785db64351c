/*
 * Complaints of a command: one sentence on standard error. It names the failed action, its object,
 * the cause and a remedy.
 */
#ifndef TRAPDOOR_COMPLAIN_H
#define TRAPDOOR_COMPLAIN_H

/* Prints "trapdoor: " and the sentence on standard error, as one line of
 * printable ASCII: other bytes become '?'. */
void command_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes each later sentence to this descriptor, too; -1: no longer. */
void command_complain_also(int descriptor);

#endif
