/*
 * Compression of saves.
 *
 * A binary arithmetic coder (Rissanen and Langdon, 1979).  The chance of each bit is mixed from
 * the predictions of several contexts, each weighted by its past success (logistic mixing:
 * Mahoney, 2005).  The writer says with each bit or byte what it is, and the coder adapts; the
 * reader says the same, and its coder adapts in the same way.  So one description of the data
 * serves both, and nothing learned is stored.  It uses integers only: every machine writes and
 * reads the same.
 *
 * Invariant: a context depends only on data that both sides know, because it was written before.
 * It never depends on content directly, because a save may be read under other content.
 *
 * Damaged or forged bytes read as other values, never beyond their end.  The reader must validate
 * all that it reads, and call compress_is_over.
 *
 * Why not zstd: it was measured (1.5.4, level 19, a dictionary of 64 KB trained on 522 pieces of
 * other games) on the 66 snapshots of `lab bench run`, from the same fields as plain bytes.
 *
 *                                         this coder   zstd by piece   zstd as a whole
 *     largest snapshot with ten levels      6,144 B         7,817 B           7,596 B
 *     CPU of packing a piece / a whole        0.3 ms          1.2 ms            6.0 ms
 *     memory while it packs                    92 KB          2.5 MB            2.5 MB
 *     memory besides, for the dictionary        none          1.6 MB            1.6 MB
 *
 * A snapshot packs two pieces anew: the main part and the open level (0.68 ms here).  As a whole,
 * all ten levels would be packed again.  zstd unpacks a whole snapshot in 0.06 ms, and this coder
 * in 0.74 ms, of the 20 ms that resuming a run takes.  At level 9 zstd packs a piece in 0.12 ms,
 * into 8,578 B in all, with 0.9 MB and 0.8 MB.  A session may have 400 KB in all, and the engine
 * may call nothing but libc's memory and strings (tests/lint symbols), so this coder stays.
 */
#ifndef TRAPDOOR_ENGINE_COMPRESS_H
#define TRAPDOOR_ENGINE_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct compressor;

/* ---- Streams ---- */

/* compress_new returns a compressor to write to; compress_open one to read from, whose bytes must
 * exist until compress_free. */
struct compressor *compress_new(void);
struct compressor *compress_open(const uint8_t *bytes, size_t size);
/* Ends writing and returns the bytes, which the caller frees.  After it only compress_free is
 * allowed. */
uint8_t *compress_close(struct compressor *compressor, size_t *size);
void compress_free(struct compressor *compressor);
/* True if more was read than there is. */
bool compress_is_over(const struct compressor *compressor);

/* ---- Bits and symbols, with the caller's contexts ---- */

#define COMPRESS_QUESTIONS 24
#define COMPRESS_CONTEXTS 6

/* A decision to be coded, and its contexts: `count` numbers that both sides know beforehand. */
struct compress_asks {
	unsigned question; /* below COMPRESS_QUESTIONS; all decisions of one question share what
			      they learn */
	unsigned count;
	uint32_t contexts[COMPRESS_CONTEXTS];
};
/* Codes a bit.  Writing returns the given bit; reading returns the bit read. */
unsigned compress_bit(
	struct compressor *compressor, const struct compress_asks *asks, unsigned bit);
/* Codes a number of at most 8 bits.  If there is a guess, one bit first says whether it is
 * right. */
#define COMPRESS_NO_GUESS 256
unsigned compress_symbol(struct compressor *compressor, const struct compress_asks *asks,
	unsigned bits, unsigned guess, unsigned symbol);

/* ---- Bytes, by kind ---- */

/* Kinds of bytes.  Bytes of records are predicted by their field and its previous value, bytes of
 * rows by the bytes before them, bytes of texts by the text before them. */
enum compress_kind {
	COMPRESS_RECORD, /* a record of any other kind */
	COMPRESS_CREATURE,
	COMPRESS_ITEM,
	COMPRESS_AREA,
	COMPRESS_PLACE,
	COMPRESS_MESSAGE,
	COMPRESS_COUNTERS,
	COMPRESS_ROW,
	COMPRESS_TRAIL,
	COMPRESS_GAS,
	COMPRESS_TEXT,
	COMPRESS_KINDS
};

/* Begins a record, row or text of that kind at its first field. */
void compress_begin(struct compressor *compressor, enum compress_kind kind);
/* Sets a key on which the following fields depend, until the next compress_begin. */
void compress_about(struct compressor *compressor, uint32_t key);
uint8_t compress_byte(struct compressor *compressor, uint8_t byte);

/* ---- Phrases ---- */

/* Phrases that occur in texts and are known to writer and reader. */
struct compress_phrases;

/* Makes phrases from texts, one after the other, each ended by a NUL; takes ownership of text. */
struct compress_phrases *compress_phrases_new(uint8_t *text, size_t size);
void compress_phrases_free(struct compress_phrases *phrases);
const uint8_t *compress_phrases_text(const struct compress_phrases *phrases, size_t *size);
/* Sets the phrases before the first text is coded.  They must exist until compress_free. */
void compress_know(struct compressor *compressor, const struct compress_phrases *phrases);

#endif
