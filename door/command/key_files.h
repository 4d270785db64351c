/* The host's presets of keys: files of the directory that the setting files.keys names. */
#ifndef TRAPDOOR_KEY_FILES_H
#define TRAPDOOR_KEY_FILES_H

#include "door/play/keymap.h"

/* Reads the built-in presets and those of the directory, NAME.txt each; "": the built-in ones
 * alone. False with a complaint. */
bool key_files_read(
	const char *directory, struct key_presets *presets, struct complaint *complaint);

#endif
