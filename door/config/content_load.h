/*
 * Loads content: makes a sealed struct content from texts, built in or from a directory.
 *
 * Prints all complaints about all texts on stderr, with file and line, before it refuses the whole
 * pack.
 */
#ifndef TRAPDOOR_CONTENT_LOAD_H
#define TRAPDOOR_CONTENT_LOAD_H

#include "engine/engine.h"

/* Loads the built-in content and the files *.txt of directory (NULL or "": none). Each replaces the
 * built-in file of its name or is added. If the directory's record "game" has another id than the
 * built-in one, it is a game of its own, and no built-in content is used. NULL after all complaints
 * on stderr. */
struct content *content_load(const char *directory);

#endif
