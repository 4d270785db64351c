/* What the two sides of an archive share: archive_write.c makes the files that archive.c reads. */
#ifndef TRAPDOOR_ARCHIVE_PRIVATE_H
#define TRAPDOOR_ARCHIVE_PRIVATE_H

#include <jansson.h>

#include "door/verify/archive.h"

#define ARCHIVE_PATH_MAX 4096

/* Two hexadecimal digits a byte; the caller frees it. */
char *archive_hex(const void *bytes, size_t size);
/* The bytes again, which the caller frees; NULL when the text is not that. */
uint8_t *archive_bytes(const char *hex, size_t *size);

#endif
