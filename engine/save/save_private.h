/* Declarations shared by the files of saves. */
#ifndef TRAPDOOR_ENGINE_SAVE_PRIVATE_H
#define TRAPDOOR_ENGINE_SAVE_PRIVATE_H

#include "engine/base/carry.h"
#include "engine/map/level_gas.h"
#include "engine/save/save.h"
#include "engine/state/birth.h"
#include "engine/state/creature.h"
#include "engine/state/memory.h"
#include "engine/state/things.h"

/* ---- save_bodies.c ---- */

/* Returns the format being read, or the current one when writing. */
unsigned carry_format(const struct carry *carry);
void carry_cell(struct carry *carry, const struct level *level, int16_t *x, int16_t *y);
void carry_item(struct carry *carry, const struct content *content, struct item *item);

/* ---- save_planes.c, save_cells.c ---- */

/* A level's cells as numbers: terrain kind; flags LIT, KNOWN and HALL; memory: 0 if it is the
 * terrain, otherwise 1 more than the remembered terrain (before format 4, its appearance).
 * open: by terrain kind, whether creatures or light pass. */
struct planes {
	size_t cells;
	uint8_t *terrain, *flags, *open;
	uint16_t *memory;
};
struct planes planes_new(int width, int height);
void planes_free(struct planes *planes);
struct planes planes_of(const struct game *game);
void planes_write(struct writer *writer, const struct planes *planes);
void planes_read(struct reader *reader, struct planes *planes);
void planes_lay(struct reader *reader, struct game *game, const struct planes *planes);
/* The decisions of the compression of cells; each learns on its own. */
enum save_question {
	QUESTION_KIND_COUNT,
	QUESTION_KIND,
	QUESTION_KIND_OPEN,
	QUESTION_OPEN,
	QUESTION_TOGETHER,
	QUESTION_FAR,
	QUESTION_FAR_KIND,
	QUESTION_TERRAIN,
	QUESTION_FLAGS,
	QUESTION_KNOWN,
	QUESTION_ROW,
	QUESTION_SAME,
	QUESTION_LOW,
	QUESTION_HIGH,
	QUESTION_HALL,
	QUESTION_HALL_WHICH,
	QUESTION_HALL_BOX,
	QUESTIONS
};
_Static_assert(QUESTIONS <= COMPRESS_QUESTIONS, "each has its learner");

/* Codes the planes of a level, whose size, areas and stairs are known except for the boxes of its
 * halls, which are coded with them. */
void save_cells(struct compressor *compressor, struct level *level, struct planes *planes);
void save_halls(struct compressor *compressor, struct level *level, const struct planes *planes);

/* ---- save_air.c ---- */

void save_gases(struct writer *writer, const struct level *level);
void save_load_gases(struct reader *reader, struct game *game);
void save_missiles(struct writer *writer, const struct game *game);
void save_load_missiles(struct reader *reader, struct game *game);

/* ---- save_trail.c ---- */

bool trail_smells(const struct trail *trail, uint32_t turn);
/* Writes the whiffs that still smell in that turn. */
void trail_write(struct writer *writer, const struct trail *trail, uint32_t turn);
struct trail trail_read(struct reader *reader, uint32_t turn);
void trail_read_2(struct reader *reader, struct game *game);

/* ---- save_main.c ---- */

/* The whole game except its levels.  Loading takes two steps, because the hero's creature and the
 * trails need a level. */
void save_main(struct writer *writer, const struct game *game);
bool save_load_main(struct reader *reader, struct game *game);
bool save_load_main_end(struct reader *reader, struct game *game);

/* ---- save_level.c ---- */

bool save_level_unpack_2(struct game *game, struct reader *reader, int depth);

#endif
