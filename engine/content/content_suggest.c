/*
 * Finds the candidate nearest to a misspelled word, for complaints.
 *
 * The distance of two words is the number of letters that are changed, added, left out or swapped
 * with their neighbour (Damerau's, restricted to "optimal string alignment").
 */
#include "engine/content/content_private.h"
#include "engine/content/screen_words.h"

#include <stdio.h>
#include <string.h>

#define TEXT_LENGTH_MAX 40

static int least_of(int a, int b)
{
	return a < b ? a : b;
}

/* Returns the distance; keeps three rows of the usual matrix, the current one and the two before
 * it. */
static int distance(const char *a, int a_length, const char *b, int b_length)
{
	int rows[3][TEXT_LENGTH_MAX + 1];
	for (int j = 0; j <= b_length; j++)
		rows[0][j] = j;
	for (int i = 1; i <= a_length; i++) {
		int *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
		row[0] = i;
		for (int j = 1; j <= b_length; j++) {
			int changed = above[j - 1] + (a[i - 1] != b[j - 1]);
			row[j] = least_of(changed, least_of(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least_of(row[j], two_above[j - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

struct nearest nearest_to(struct cursor word)
{
	int length = (int)(word.end - word.at);
	/* With more than a third of the letters wrong it is another word. */
	int most = length > 9 ? 3 : length / 3 > 0 ? length / 3 : 1;
	return (struct nearest){.word = word, .distance = most + 1};
}

void nearest_offer(struct nearest *nearest, const char *candidate)
{
	size_t length = (size_t)(nearest->word.end - nearest->word.at), other = strlen(candidate);
	if (length > TEXT_LENGTH_MAX || other > TEXT_LENGTH_MAX)
		return;
	int away = distance(nearest->word.at, (int)length, candidate, (int)other);
	if (away >= nearest->distance || away >= (int)other)
		return;
	nearest->distance = away;
	nearest->best = candidate;
}

const char *nearest_hint(struct nearest *nearest, const char *otherwise)
{
	if (!nearest->best)
		return otherwise;
	snprintf(nearest->hint, sizeof nearest->hint, "did you mean %s?", nearest->best);
	return nearest->hint;
}

void nearest_offer_records(
	struct nearest *nearest, const struct content *content, enum record_kind kind)
{
	for (size_t i = 0; i < content->private->tables[kind].count; i++)
		nearest_offer(nearest, content_row_id(content, kind, i));
}

void nearest_offer_words(struct nearest *nearest)
{
	static const char *const screen_words[] = {
#define ROW(word, required) word,
		SCREEN_WORDS(ROW)
#undef ROW
	};
	for (int word = 0; word < TEXT_COUNT; word++)
		nearest_offer(nearest, words_id((enum text_id)word));
	for (size_t i = 0; i < sizeof screen_words / sizeof *screen_words; i++)
		nearest_offer(nearest, screen_words[i]);
}
