/* Sentences, synopses and lists of options as mdoc(7). */
#ifndef TRAPDOOR_MANUAL_MDOC_H
#define TRAPDOOR_MANUAL_MDOC_H

#include "door/os/arguments.h"

#include <stdio.h>

/* A paragraph: one input line per sentence or 72 columns, `...` as a literal. */
void mdoc_sentences(FILE *out, const char *text);

/* Paragraphs, separated by blank lines; lines that begin with two spaces are shown as they are. */
void mdoc_text(FILE *out, const char *text);

/* The usage of a command, in macros. */
void mdoc_synopsis(FILE *out, const char *synopsis);

/* A list of all options, and nothing if there are none. */
void mdoc_options(FILE *out, const struct argument_table *table);

#endif
