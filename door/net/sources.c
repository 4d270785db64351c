#include "door/net/sources.h"

#include "door/os/unforked.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(crypto_shorthash_KEYBYTES == SOURCE_KEY_SIZE, "the key of SipHash");

struct source_row {
	struct network network;
	int32_t counts[SOURCE_COUNTS];
	uint32_t next; /* in its bucket, or of the free rows: index + 1; 0: none */
};

struct sources {
	size_t size, bucket_count, row_count;
	uint8_t key[SOURCE_KEY_SIZE];
	uint32_t free_row;
	uint32_t *buckets; /* index + 1 of the first row; 0: none */
	struct source_row *rows;
};

size_t source_networks(const struct address *address, struct network networks[SOURCE_LEVELS_MAX])
{
	static const uint8_t four[] = {128, 120}, six[] = {64, 56, 48};
	bool is_four = address_is_four(address);
	const uint8_t *bits = is_four ? four : six;
	size_t count = is_four ? sizeof four : sizeof six;
	for (size_t i = 0; i < count; i++)
		networks[i] = address_network(address, bits[i]);
	return count;
}

uint64_t source_hash(const uint8_t key[SOURCE_KEY_SIZE], const struct network *network)
{
	uint8_t bytes[17], hash[crypto_shorthash_BYTES];
	uint64_t value;
	memcpy(bytes, network->address.bytes, 16);
	bytes[16] = network->bits;
	crypto_shorthash(hash, bytes, sizeof bytes, key);
	memcpy(&value, hash, sizeof value);
	return value;
}

struct sources *sources_new(const uint8_t key[SOURCE_KEY_SIZE], size_t most)
{
	size_t rows = most * SOURCE_LEVELS_MAX, buckets = 64;
	while (buckets < rows)
		buckets *= 2;
	size_t size = sizeof(struct sources) + rows * sizeof(struct source_row) +
		      buckets * sizeof(uint32_t);
	struct sources *sources = unforked_new(size);
	sources->size = size;
	sources->row_count = rows;
	sources->bucket_count = buckets;
	memcpy(sources->key, key, sizeof sources->key);
	sources->rows = (void *)(sources + 1);
	sources->buckets = (void *)(sources->rows + rows);
	/* Rows that were never used follow the used ones, so their pages stay untouched. */
	sources->free_row = 1;
	return sources;
}

void sources_free(struct sources *sources)
{
	if (sources)
		unforked_free(sources, sources->size);
}

static uint32_t *sources_bucket(const struct sources *sources, const struct network *network)
{
	return &sources->buckets[source_hash(sources->key, network) & (sources->bucket_count - 1)];
}

/* Returns the link to the network's row, or to the end of its bucket. */
static uint32_t *sources_find(const struct sources *sources, const struct network *network)
{
	uint32_t *link = sources_bucket(sources, network);
	while (*link && memcmp(&sources->rows[*link - 1].network, network, sizeof *network) != 0)
		link = &sources->rows[*link - 1].next;
	return link;
}

static void sources_row_new(struct sources *sources, uint32_t *link, const struct network *network)
{
	uint32_t at = sources->free_row;
	assert(at && at <= sources->row_count);
	struct source_row *row = &sources->rows[at - 1];
	/* next of a row that was never used is 0: the row after it is free. */
	sources->free_row = row->next ? row->next : at + 1;
	*row = (struct source_row){.network = *network};
	*link = at;
}

static void sources_row_free(struct sources *sources, uint32_t *link)
{
	uint32_t at = *link;
	struct source_row *row = &sources->rows[at - 1];
	*link = row->next;
	memset(row, 0, sizeof *row);
	row->next = sources->free_row;
	sources->free_row = at;
}

void sources_add(
	struct sources *sources, const struct address *address, enum source_count count, int change)
{
	struct network networks[SOURCE_LEVELS_MAX];
	size_t levels = source_networks(address, networks);
	for (size_t i = 0; i < levels; i++) {
		uint32_t *link = sources_find(sources, &networks[i]);
		if (!*link)
			sources_row_new(sources, link, &networks[i]);
		struct source_row *row = &sources->rows[*link - 1];
		row->counts[count] += change;
		assert(row->counts[count] >= 0);
		bool used = false;
		for (size_t each = 0; each < SOURCE_COUNTS; each++)
			used |= row->counts[each] > 0;
		if (!used)
			sources_row_free(sources, link);
	}
}

int sources_of(
	const struct sources *sources, const struct network *network, enum source_count count)
{
	uint32_t at = *sources_find(sources, network);
	return at ? sources->rows[at - 1].counts[count] : 0;
}

int sources_around(
	const struct sources *sources, const struct address *address, enum source_count count)
{
	struct network networks[SOURCE_LEVELS_MAX];
	size_t levels = source_networks(address, networks);
	return sources_of(sources, &networks[levels - 1], count);
}

size_t sources_size(const struct sources *sources)
{
	return sources->size;
}
