/*
 * Loading content: texts, built in or from a directory, become a sealed struct content.
 *
 * All complaints of all texts are told on stderr, with file and line, before a pack is refused
 * whole.
 */
#ifndef TRAPDOOR_CONTENT_LOAD_H
#define TRAPDOOR_CONTENT_LOAD_H

#include "engine/engine.h"

/* The built-in content; a file *.txt of directory (NULL or "": none) replaces the built-in one of
 * its name, or is added.  A directory whose record "game" has another id than the built-in one is a
 * game of its own: then nothing of the built-in content is taken.  NULL after all complaints were
 * written to stderr. */
struct content *content_load(const char *directory);

#endif
