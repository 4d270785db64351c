/* The parts of a plain effect line, shared by its two files. */
#ifndef TRAPDOOR_ENGINE_LINE_PARTS_H
#define TRAPDOOR_ENGINE_LINE_PARTS_H

#include "engine/content/lines.h"
#include "engine/view/view_parts.h"

/* A line that grows by parts.  A part that does not fit is left out. */
struct parts {
	const struct content *content;
	char *text;
	size_t size;
};

/* Begins an empty line. */
struct parts parts_begin(const struct content *content, char *text, size_t size);
/* Adds a part after a separator. */
void parts_add(struct parts *parts, const char *part);
void parts_line(struct parts *parts, enum line line, const struct word_facts *facts);
/* Adds the bonuses of worn or wielded gear, or of a talent. */
void parts_bonuses(struct parts *parts, const struct bonuses *bonus_set);
/* Adds the effects on the target as one part, which names the aim. */
void parts_effects(
	struct parts *parts, const struct clause *effects, int count, enum aim aim, int range);

/* "2d4+1", or "3". */
void dice_text(struct dice dice, char *text, size_t size);

/* effect_item.c: an item, with all that is known of it when `sure`. */
void line_of_item(
	const struct game *game, const struct item *item, bool sure, char *text, size_t size);
/* A taught spell, with its line. */
void parts_spell(const struct game *game, struct parts *parts, uint16_t spell);

/* effect_line.c */
void line_of_spell(const struct game *game, uint16_t spell, char *text, size_t size);

#endif
