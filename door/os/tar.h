/*
 * Headers of tar files (ustar), of plain files alone.
 *
 * A file is a header of one block, then its bytes, padded to a block. Two blocks of zeros end the
 * archive.
 */
#ifndef TRAPDOOR_TAR_H
#define TRAPDOOR_TAR_H

#include <stdbool.h>
#include <stdint.h>

#define TAR_BLOCK 512
#define TAR_NAME_MAX 100
#define TAR_SIZE_MAX ((UINT64_C(1) << 33) - 1) /* 8 GiB */

struct tar_entry {
	char name[TAR_NAME_MAX];
	uint64_t size;
	int64_t time; /* seconds of UTC */
};

/* Writes the header of an entry, which only its owner may read. */
void tar_write(const struct tar_entry *entry, uint8_t block[TAR_BLOCK]);
/* Reads a header. False if it is none of a plain file, or its name leads out of the archive. */
bool tar_read(const uint8_t block[TAR_BLOCK], struct tar_entry *entry);
/* True if the block is one of zeros. */
bool tar_is_end(const uint8_t block[TAR_BLOCK]);
/* Returns the bytes that pad a file of that size. */
uint64_t tar_padding(uint64_t size);

#endif
