#include "door/text/day_ranking.h"

#include "door/text/host_names.h"

#include <stdio.h>

int day_row_points(const struct day_row *row)
{
	return row->score ? row->score->score : row->imported->score;
}

int day_row_deepest(const struct day_row *row)
{
	return row->score ? row->score->deepest : row->imported->deepest;
}

const char *day_row_cause(const struct day_row *row)
{
	return row->score ? row->score->cause : row->imported->cause;
}

void day_row_name(const struct day_row *row, unsigned width, char *text, size_t size)
{
	if (row->score)
		snprintf(text, size, "%s", row->score->name);
	else
		host_name_join(row->imported->name, row->imported->host, width, text, size);
}

size_t day_ranking(const struct store_score *scores, const unsigned *ranks, size_t count,
	const struct store_imported *imported, size_t imported_count, struct day_row *rows,
	size_t capacity)
{
	size_t at = 0, at_imported = 0, used = 0;
	unsigned place = 0, rank = 0;
	int points = 0;

	while (used < capacity && (at < count || at_imported < imported_count)) {
		struct day_row *row = &rows[used++];
		bool waits = at < count && ranks[at] == 0;
		bool local = waits || at_imported == imported_count ||
			     (at < count && scores[at].score >= imported[at_imported].score);

		*row = local ? (struct day_row){.score = &scores[at++]}
			     : (struct day_row){.imported = &imported[at_imported++]};
		if (local && waits)
			continue;
		place++;
		if (place == 1 || day_row_points(row) != points)
			rank = place;
		points = day_row_points(row);
		row->rank = rank;
	}
	return used;
}
