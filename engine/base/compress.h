/*
 * Squeezing: what is saved, in fewer bits.
 *
 * A binary arithmetic coder (Rissanen and Langdon, 1979) whose chances are mixed from those that
 * several contexts have seen, each weighed by how well it foretold (logistic mixing: Mahoney,
 * 2005).  Whoever saves tells with each bit or byte what it belongs to, and the coder learns how
 * such ones fall; whoever loads tells the same, and learns the same.  So one description of the
 * data serves both, and nothing of what was learned is written.  Integers alone: every machine
 * writes and reads the same.
 *
 * What must stay true: a context is a function of what both sides know, which is what was written
 * before.  Nothing of the content is in one but by what was written of it, as a save may be read
 * under other content.
 *
 * Bytes that are damaged or forged read as other values, never beyond their end: what is read must
 * be looked at by whoever reads it, and compress_is_over be asked.
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

/* One to be written; one to be read, whose bytes must stay until compress_free. */
struct compressor *compress_new(void);
struct compressor *compress_open(const uint8_t *bytes, size_t size);
/* Ends what was written: its bytes, which the caller frees.  Then it can only be freed itself. */
uint8_t *compress_close(struct compressor *compressor, size_t *size);
void compress_free(struct compressor *compressor);
/* More was read than was there. */
bool compress_is_over(const struct compressor *compressor);

/* ---- Bits and symbols, by contexts of the caller's ---- */

#define COMPRESS_QUESTIONS 24
#define COMPRESS_CONTEXTS 6

/* What is asked, and what is known before it: `count` numbers, each of which is one context. */
struct compress_asks {
	unsigned question; /* below COMPRESS_QUESTIONS; those of one learn together */
	unsigned count;
	uint32_t contexts[COMPRESS_CONTEXTS];
};
/* What is written is given and returned; what is read is returned. */
unsigned compress_bit(
	struct compressor *compressor, const struct compress_asks *asks, unsigned bit);
/* A number of so many bits, 8 at most.  Where there is a guess, it is asked first if it is that. */
#define COMPRESS_NO_GUESS 256
unsigned compress_symbol(struct compressor *compressor, const struct compress_asks *asks,
	unsigned bits, unsigned guess, unsigned symbol);

/* ---- Bytes, by what they are ---- */

/* Those of records are known by their field and what was in it before; those of rows by the bytes
 * before them; those of texts by what was said before. */
enum compress_kind {
	COMPRESS_RECORD, /* of a kind of its own */
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

/* A record, row or text of that kind begins, at its first field. */
void compress_begin(struct compressor *compressor, enum compress_kind kind);
/* What the following fields depend on beside, until the next begins. */
void compress_about(struct compressor *compressor, uint32_t key);
uint8_t compress_byte(struct compressor *compressor, uint8_t byte);

/* ---- Phrases ---- */

/* What texts may be made of: words that whoever writes and whoever reads knows. */
struct compress_phrases;

/* Of texts, one after the other, which it owns from now on. */
struct compress_phrases *compress_phrases_new(uint8_t *text, size_t size);
void compress_phrases_free(struct compress_phrases *phrases);
const uint8_t *compress_phrases_text(const struct compress_phrases *phrases, size_t *size);
/* Before the first text.  They must stay until compress_free. */
void compress_know(struct compressor *compressor, const struct compress_phrases *phrases);

#endif
