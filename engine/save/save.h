/* Saving, as the rules use it: stored levels and their trails, and loading a whole save. */
#ifndef TRAPDOOR_ENGINE_SAVE_H
#define TRAPDOOR_ENGINE_SAVE_H

#include "engine/base/bytes.h"
#include "engine/content/content_ids.h"
#include "engine/state/game.h"

/* New saves have SAVE_FORMAT; saves since SAVE_FORMAT_FIRST are read. */
#define SAVE_FORMAT 5
#define SAVE_FORMAT_FIRST 2
/* Returns the format of the save being read.  A field of a later format is missing in it and keeps
 * its default. */
unsigned save_format(const struct reader *reader);

/* Maps the numbers of kinds in a save to those of this content; KIND_NONE where it lacks the id. */
struct id_maps {
	uint16_t *of[ID_LISTS];
	uint16_t counts[ID_LISTS];
	bool identity;  /* all ids have the same numbers */
	bool other;     /* the save names its content by digest, and this is another content */
	bool snapshot;  /* the save names its content by digest */
	uint8_t format; /* of the save */
	char unknown[ID_MAX_LENGTH + 1]; /* the first id that this content lacks, or "" */
};

void save_ids_write(struct writer *writer, const struct content *content, bool by_name);
void save_ids_read(struct reader *reader, const struct content *content, struct id_maps *maps);
void save_ids_free(struct id_maps *maps);
/* Returns the kind in this content for a number of a save; fails the reader when there is none. */
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

/* Returns the state of a saved game without its derived part (see game_load.c), or NULL with a
 * complaint when the bytes are no whole save of this content. */
struct game *save_load(const struct content *content, const uint8_t *bytes, size_t size,
	struct complaint *complaint);

/* ---- save_level.c ---- */

/* The open level with its creatures (except the hero) and items as bytes: save_level_flat writes
 * them uncompressed, save_level_pack compressed.  save_level_unpack reads them into an empty game
 * (place_adjacent).  The trail of smell is not included. */
void save_level_flat(const struct game *game, struct writer *writer);
void save_level_pack(const struct game *game, struct writer *writer);
bool save_level_unpack(struct game *game, struct reader *reader, int depth);

/* ---- save_trail.c ---- */

/* trail_of returns the cells that smell of the hero, newest first; the caller frees the whiffs.
 * trail_lay writes them into the level. */
struct trail trail_of(const struct game *game);
void trail_lay(const struct trail *trail, struct game *game);

#endif
