/* `trapdoor admin backup`. */
#ifndef TRAPDOOR_BACKUP_H
#define TRAPDOOR_BACKUP_H

#include "door/store/keeper.h"

/* Writes a backup (door/command/backup_archive.h) to a new file, or to standard output if it is
 * "-", and complains if that fails. config_file: the settings file, as for config_open. Returns the
 * exit status. */
int backup_make(struct store_client *line, const char *file, const char *config_file);

#endif
