/*
 * Key configurations: the text form of a key map, of presets and of players.
 *
 *     # a comment
 *     like vi            begin with the keys of a preset; without it no key does anything
 *     help TEXT          of a preset: one line for the options and the help
 *     bind h walk-west   a key and the name of a command; "none": the key does nothing
 *
 * Players paste such texts, so any bytes may come. A key that is bound twice in one text is a
 * complaint, as is all that is not understood. Blanks around words are skipped.
 */
#ifndef TRAPDOOR_KEY_CONFIG_H
#define TRAPDOOR_KEY_CONFIG_H

#include "door/play/keymap.h"

#define KEY_CONFIG_MAX 6000 /* bytes of a text */

/* Returns the map of a preset, or NULL if there is none of that name. */
typedef const struct keymap *key_config_like(void *context, const char *word);

/* Reads a text into a map. help: of the preset; NULL: not wanted. False with a complaint. */
bool key_config_read(struct keymap *map, char help[KEY_HELP_MAX], const char *origin,
	const char *text, key_config_like *like, void *context, struct complaint *complaint);
/* Writes the preset after "like"; "" without. */
void key_config_base(const char *text, char word[16]);

/* ---- key_paste.c ---- */

/* The same for a player's text: with the presets of this process, and every action that a player
 * needs must have a key. */
bool key_config_paste(struct keymap *map, const char *text, struct complaint *complaint);
/* Returns the text of a map: "like", and its changes. The caller frees it. */
char *key_config_text(const struct keymap *map);

#endif
