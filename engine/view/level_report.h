/*
 * A level report: a level as text, with the stages of its generation on request.
 *
 * The debugging views show it (game_level_text), and the lab prints it (lab_level).
 */
#ifndef TRAPDOOR_LEVEL_REPORT_H
#define TRAPDOOR_LEVEL_REPORT_H

#include "engine/generate/generate.h"
#include "engine/map/level.h"

/* Text that grows.  flags are enum level_text_flag; the caller frees the text. */
struct level_report {
	const struct content *content;
	unsigned flags;
	char *text;
	size_t length;
};

void level_report_add(struct level_report *report, const char *text);

/* Adds a stage under a "== stage" line.  level_generate calls it; context is the report. */
void level_report_stage(void *context, const char *stage, const struct level *level);

#endif
