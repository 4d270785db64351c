/* Shared by archive_write.c, which writes archives, and archive.c, which reads them. */
#ifndef TRAPDOOR_ARCHIVE_PRIVATE_H
#define TRAPDOOR_ARCHIVE_PRIVATE_H

#include <jansson.h>

#include "door/verify/archive.h"

#define ARCHIVE_PATH_MAX 4096

/* Returns two hexadecimal digits for each byte. The caller frees the text. */
char *archive_hex(const void *bytes, size_t size);
/* Returns the bytes of such a text, which the caller frees. NULL if the text is invalid. */
uint8_t *archive_bytes(const char *hex, size_t *size);

/* Returns a run as the object of its file, which the caller frees. NULL with a sentence. */
json_t *archive_run_json(struct store_client *line, int64_t run, char *sentence, size_t size);
/* Makes an archive of one such object, which it keeps a reference of. It has no content. NULL if
 * the object is malformed. */
struct archive *archive_of_run(json_t *run, int64_t *number);

#endif
