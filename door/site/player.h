/*
 * The player of replays: a script that shows an asciicast in the terminal emulator xterm.js.
 *
 * Debian's package node-xterm has the emulator as modules of CommonJS, and libjs-xterm, on which it
 * depends, its style; the script in libjs-xterm is empty. So the modules are put into one script,
 * which etc/site/replay.js loads.
 */
#ifndef TRAPDOOR_PLAYER_H
#define TRAPDOOR_PLAYER_H

#include "door/site/markup.h"

/* Reads all modules below a folder and the style into one script and one style. False if they are
 * not there. folder "": there is no player. */
bool player_bundle(const char *folder, struct markup *script, struct markup *style);

#endif
