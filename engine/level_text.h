/*
 * The game's level as text, for debugging views and for the lab.
 *
 * A part of engine.h, which includes it.  It reveals what the hero does not know, so no screen of a
 * scored run uses it.
 */
#ifndef TRAPDOOR_ENGINE_LEVEL_TEXT_H
#define TRAPDOOR_ENGINE_LEVEL_TEXT_H

struct game;

/* STAGES: prints every stage of the generation first, each under a "== stage" line.  LIGHT: prints
 * a map for `lab fov` without an eye: '#', '.' for the lit floor of rooms, '+' for doorways, ','
 * for the rest. */
enum level_text_flag {
	LEVEL_TEXT_STAGES = 1,
	LEVEL_TEXT_CREATURES = 2,
	LEVEL_TEXT_ITEMS = 4,
	LEVEL_TEXT_LIGHT = 8
};

/* Returns the game's level as text, one character a cell, rows ended by newlines.  The caller frees
 * it. */
char *game_level_text(const struct game *game, unsigned flags);

#endif
