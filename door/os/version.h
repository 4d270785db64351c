/* The program's version, as `--version` and the title screen show it. */
#ifndef TRAPDOOR_VERSION_H
#define TRAPDOOR_VERSION_H

#define TRAPDOOR_VERSION "0.1.0"

#endif
