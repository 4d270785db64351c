/*
 * Vignettes: pictures of the content for the first arrival at a band of depths, and for each end of
 * a run.
 *
 * A vignette is three words of the content: a drawing for 80 columns, one for 40, and a sentence
 * that stands below, or alone where no drawing fits. A drawing is ASCII with colour roles. A table
 * gives each of its characters a glyph, which the charset of the terminal draws: so one source
 * serves UTF-8, CP437, DEC line drawing and ASCII. Lamps and fire in a drawing light the cells
 * around them.
 */
#ifndef TRAPDOOR_VIGNETTE_H
#define TRAPDOOR_VIGNETTE_H

#include "engine/engine.h"
#include "vt100/vt100.h"

/* Moments that may have a vignette, in the order of their bits: depths from 1, then ends. */
#define VIGNETTE_DEPTHS 26
enum vignette {
	VIGNETTE_NONE = -1,
	VIGNETTE_DIED = VIGNETTE_DEPTHS,
	VIGNETTE_LEFT,
	VIGNETTE_WON,
	VIGNETTE_FAR,
	VIGNETTE_QUIT,
	VIGNETTE_COUNT
};

/* Returns the vignette of the band that a depth belongs to, or VIGNETTE_NONE. */
enum vignette vignette_of_depth(const struct content *content, int depth);
/* Returns `end` if the content has a vignette of it, else VIGNETTE_NONE. */
enum vignette vignette_of_end(const struct content *content, enum vignette end);
/* Returns the sentence of a vignette, "" if the content has none. */
const char *vignette_sentence(const struct content *content, enum vignette vignette);
/* Clears the frame and paints the vignette as large as it fits. */
void vignette_paint(struct vt_frame *frame, const struct content *content, enum vignette vignette);
/* Paints a drawing with its light. */
void vignette_draw(struct vt_frame *frame, int x, int y, const char *drawing);
/* Returns the glyph of a character of a drawing that has no neighbours. */
uint16_t vignette_glyph(char drawn);

#endif
