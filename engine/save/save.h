/*
 * A game as bytes, as the rules ask it of the files of saving: the levels that wait and the trails
 * on them, and reading a whole save.
 */
#ifndef TRAPDOOR_ENGINE_SAVE_H
#define TRAPDOOR_ENGINE_SAVE_H

#include "engine/base/bytes.h"
#include "engine/content/content_ids.h"
#include "engine/state/game.h"

/* Saves are written in this format; those of SAVE_FORMAT_FIRST and since are read. */
#define SAVE_FORMAT 4
#define SAVE_FORMAT_FIRST 2
/* Of what is read: a field that came with a later format is not there, and has its default. */
unsigned save_format(const struct reader *reader);

/* What the numbers of kinds in a save mean in this content; KIND_NONE where it has no such id. */
struct id_maps {
	uint16_t *of[ID_LISTS];
	uint16_t counts[ID_LISTS];
	bool identity;  /* the same ids at the same places */
	bool other;     /* the save knows its content by digest, and it is another */
	bool snapshot;  /* it does */
	uint8_t format; /* of the save */
	char unknown[ID_MAX_LENGTH + 1]; /* the first id that this content has not, or "" */
};

void save_ids_write(struct writer *writer, const struct content *content, bool by_name);
void save_ids_read(struct reader *reader, const struct content *content, struct id_maps *maps);
void save_ids_free(struct id_maps *maps);
/* A kind's number as a save has it, in this content; failed when there is none such. */
uint16_t save_map_kind(
	struct reader *reader, const struct content *content, enum id_list list, uint64_t index);
uint16_t save_read_kind(struct reader *reader, const struct content *content, enum id_list list);

/* ---- save_bodies.c ---- */
void save_cell(struct writer *writer, int x, int y);
void save_load_cell(struct reader *reader, const struct level *level, int16_t *x, int16_t *y);
void save_creature(struct writer *writer, const struct game *game, const struct creature *creature);
bool save_load_creature(
	struct reader *reader, const struct game *game, struct creature *creature, bool hero);
void save_item(struct writer *writer, const struct content *content, const struct item *item);
struct item save_load_item(struct reader *reader, const struct content *content);

/* ---- save.c ---- */

/* The state of a save's game, from which nothing is worked out yet (game_load.c); NULL with a
 * complaint when the bytes are not a whole save of this content. */
struct game *save_load(const struct content *content, const uint8_t *bytes, size_t size,
	struct complaint *complaint);

/* ---- save_level.c ---- */

/* The open level with its creatures (not the hero) and things as bytes: plain, or packed, from
 * which it comes back into an empty game (place_adjacent).  The trail of smell is not in it. */
void save_level_flat(const struct game *game, struct writer *writer);
void save_level_pack(const struct game *game, struct writer *writer);
bool save_level_unpack(struct game *game, struct reader *reader, int depth);

/* ---- save_trail.c ---- */

/* Where it smells of the hero, the newest first; the caller frees the whiffs. */
struct trail trail_of(const struct game *game);
void trail_lay(const struct trail *trail, struct game *game);

#endif
