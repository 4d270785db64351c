/* A minimal game, embedded by etc/embed from etc/new-game: `lab content --new` writes it. */
#ifndef TRAPDOOR_NEW_GAME_H
#define TRAPDOOR_NEW_GAME_H

#include <stdbool.h>
#include <stddef.h>

struct new_game_file {
	const char *name;
	const char *text;
	size_t size;
};
extern const struct new_game_file new_game_files[];
extern const size_t new_game_file_count;

/* Writes the files into a directory, which is made unless it is there and empty.  The game's id is
 * the last part of its path.  Returns false with a complaint on stderr. */
bool new_game_write(const char *directory);

#endif
