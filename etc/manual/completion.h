/* Completion of the command line for shells, from the tables. */
#ifndef TRAPDOOR_MANUAL_COMPLETION_H
#define TRAPDOOR_MANUAL_COMPLETION_H

#include <stdio.h>

void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

#endif
