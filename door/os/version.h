/* The program's version, as `--version` and the title screen show it, and the date of the manual
 * pages.  Both change with a release. */
#ifndef TRAPDOOR_VERSION_H
#define TRAPDOOR_VERSION_H

#define TRAPDOOR_VERSION "0.1.0"
#define TRAPDOOR_DATE "November 22, 2026"

#endif
