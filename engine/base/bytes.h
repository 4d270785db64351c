/*
 * A game as bytes, as the files of saving ask it of each other: writers and readers, kinds by their
 * ids, bodies and things, levels; what is written may be squeezed as it goes (squeeze.h).
 *
 * Part of rules.h, which includes it.
 */
#ifndef TRAPDOOR_ENGINE_BYTES_H
#define TRAPDOOR_ENGINE_BYTES_H

#include "engine/state/game.h"
#include "engine/base/squeeze.h"

/* ---- save_level.c, save.c ---- */

/* Where the parts of a state end in its bytes, in order; a part may have several pieces. */
#define MARKS_MAX 20
struct marks {
	size_t count;
	size_t ends[MARKS_MAX];
	enum part parts[MARKS_MAX];
};
struct writer {
	uint8_t *bytes;
	size_t size, capacity;
	bool fixed;              /* the bytes are the caller's, and enough */
	struct marks *marks;     /* or NULL: nobody asks */
	struct squeeze *squeeze; /* or NULL; else what is written goes there alone */
};
/* What the numbers of kinds in a save mean in this content; KIND_NONE where it has no such id. */
enum id_list {
	IDS_TERRAIN,
	IDS_CREATURE,
	IDS_ITEM,
	IDS_FLAVOUR,
	IDS_LEVEL,
	IDS_CLOUD,
	IDS_FLIGHT,
	IDS_AFFIX,
	IDS_SPELL,
	IDS_TALENT,
	IDS_QUEST,
	IDS_CALL,
	IDS_VAULT,
	ID_LISTS
};
struct id_maps {
	uint16_t *of[ID_LISTS];
	uint16_t counts[ID_LISTS];
	bool identity;  /* the same ids at the same places */
	bool other;     /* the save knows its content by digest, and it is another */
	bool snapshot;  /* it does */
	uint8_t format; /* of the save */
	char unknown[ID_MAX_LENGTH + 1]; /* the first id that this content has not, or "" */
};
struct reader {
	const uint8_t *bytes;
	size_t size, at;
	bool failed;
	const struct id_maps *maps; /* NULL: kinds are this content's, and the format SAVE_FORMAT */
	struct squeeze *squeeze;    /* or NULL; else all comes from there, size bytes at most */
	uint8_t held[256];          /* the last that came */
};
/* Saves are written in this format; those of SAVE_FORMAT_FIRST and since are read. */
#define SAVE_FORMAT 4
#define SAVE_FORMAT_FIRST 2
/* Of what is read: a field that came with a later format is not there, and has its default. */
unsigned save_format(const struct reader *reader);
void bytes_write_byte(struct writer *writer, unsigned value);
void bytes_write_number(struct writer *writer, uint64_t value); /* 7 bits a byte, least first */
void bytes_write_signed(struct writer *writer, int64_t value);
void bytes_write(struct writer *writer, const void *bytes, size_t size);
/* What was written since the last mark is of that part of the state. */
void bytes_mark(struct writer *writer, enum part part);
/* What the bytes from here on are, for their squeezing: whoever reads them must tell the same at
 * the same places. */
void bytes_begin(struct writer *writer, enum squeeze_kind kind);
void bytes_about(struct writer *writer, uint32_t key);
void bytes_read_begin(struct reader *reader, enum squeeze_kind kind);
void bytes_read_about(struct reader *reader, uint32_t key);
unsigned bytes_read_byte(struct reader *reader);
uint64_t bytes_read_number(struct reader *reader, uint64_t most); /* above most: failed, and 0 */
int64_t bytes_read_signed(struct reader *reader, int64_t least, int64_t most);
const uint8_t *bytes_read(struct reader *reader, size_t size);

void save_ids_write(struct writer *writer, const struct content *content, bool by_name);
void save_ids_read(struct reader *reader, const struct content *content, struct id_maps *maps);
void save_ids_free(struct id_maps *maps);
/* A kind's number as a save has it, in this content; failed when there is none such. */
uint16_t save_map_kind(
	struct reader *reader, const struct content *content, enum id_list list, uint64_t index);
uint16_t save_read_kind(struct reader *reader, const struct content *content, enum id_list list);
/* The most that a hero comes to, and a save may say. */
#define MANA_MOST 10000
#define EXPERIENCE_MOST 1000000
#define REST_MOST 5000 /* turns */
#define GOLD_HELD_MOST 100000000
#define SERIAL_MOST TICKS_MAX /* of messages; more have the same */
#define DELAY_MOST 100000     /* ticks until somebody acts, or something flies on */
/* ---- save_bodies.c ---- */
void save_cell(struct writer *writer, int x, int y);
void save_load_cell(struct reader *reader, const struct level *level, int16_t *x, int16_t *y);
void save_creature(struct writer *writer, const struct game *game, const struct creature *creature);
bool save_load_creature(
	struct reader *reader, const struct game *game, struct creature *creature, bool hero);
/* Whether who holds a body, if anybody does, is one of those who were read. */
bool save_holder_is_there(const struct game *game, int slot);
void save_item(struct writer *writer, const struct item *item);
struct item save_load_item(struct reader *reader, const struct content *content);

/* ---- save_level.c ---- */

/* The open level with its creatures (not the hero) and things as bytes: plain, or packed, from
 * which it comes back into an empty game (place_beside).  The trail of smell is not in it. */
void save_level_flat(const struct game *game, struct writer *writer);
void save_level_pack(const struct game *game, struct writer *writer);
bool save_level_unpack(struct game *game, struct reader *reader, int depth);

/* ---- save_trail.c ---- */

/* Where it smells of the hero, the newest first; the caller frees the whiffs. */
struct trail trail_of(const struct game *game);
void trail_lay(const struct trail *trail, struct game *game);

/* ---- squeeze_2.c: what saves of format 2 were squeezed by ---- */

/* The bytes, which the caller frees; NULL and a failed reader when there are more than most, or too
 * few. */
uint8_t *squeeze_2_unpack(struct reader *reader, size_t most, size_t stride, size_t *size);

#endif
