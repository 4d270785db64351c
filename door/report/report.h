/*
 * A report: what many games of bots were, and what a change did to them.
 *
 * Games are read from a file that `lab bot --out` wrote, a line of JSON each (chronicle.h).  A
 * report is a sheet (sheet.h): how games ended, with Wilson's intervals at 95 %; deaths by depth
 * and by who did it; who was still alive at which turn; what heroes were like on each depth; and
 * for every kind of creature and of thing how often it was met, used, lethal, and changed a
 * decision.
 *
 * A comparison takes two such files, pairs games by bot and seed, and tells the mean of the
 * differences with its interval at 95 % (1.96 standard errors), so that what the seeds have in
 * common takes itself out.
 */
#ifndef TRAPDOOR_REPORT_H
#define TRAPDOOR_REPORT_H

#include "door/report/sheet.h"

#include "engine/engine.h"

#include <jansson.h>
#include <stdbool.h>

/* The games of a file as an array that the caller releases, or NULL after a complaint. */
json_t *report_read(const char *path);

/* The content names the kinds that were not met at all.  The caller frees the sheet.  A comparison
 * is NULL, after a complaint, when no two games are a pair. */
struct sheet *report_sheet(const json_t *games, const struct content *content);
struct sheet *report_comparison(
	const json_t *one, const json_t *other, const char *one_name, const char *other_name);

/* Prints a sheet on standard output, and writes it as a page when html names a file; frees it.
 * false after a complaint. */
bool report_tell(struct sheet *sheet, const char *html);

/* The whole of it: of one file, or of two compared when other is not NULL.  Returns an exit status.
 */
int report_main(
	const char *path, const char *other, const char *html, const struct content *content);

#endif
