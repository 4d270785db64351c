/* The ranks of a day with the results of other hosts. */
#ifndef TRAPDOOR_DAY_RANKING_H
#define TRAPDOOR_DAY_RANKING_H

#include "sql/store_imported.h"

/* A row: a score of this host, or the result of another. */
struct day_row {
	unsigned rank; /* 0: it waits for a verification */
	const struct store_score *score;
	const struct store_imported *imported;
};

/* Joins the first scores of a day's board, with their ranks, and the first imported results, each
 * the best first. Equal scores share a rank, and those of this host come first. Writes at most
 * `capacity` rows, and returns their number. */
size_t day_ranking(const struct store_score *scores, const unsigned *ranks, size_t count,
	const struct store_imported *imported, size_t imported_count, struct day_row *rows,
	size_t capacity);
/* Writes NAME, or NAME@HOST cut to a width. */
void day_row_name(const struct day_row *row, unsigned width, char *text, size_t size);
int day_row_points(const struct day_row *row);
int day_row_deepest(const struct day_row *row);
const char *day_row_cause(const struct day_row *row);

#endif
