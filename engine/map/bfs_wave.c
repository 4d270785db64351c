/* A round of a breadth-first wave, two words at a time; see bfs_wave.h. */
#include "engine/map/bfs_wave.h"

#include <string.h>

/* Two words, one below the other; machines handle them in an instruction or two. */
typedef uint64_t two_words __attribute__((vector_size(16)));

static inline two_words two_at(const uint64_t *words)
{
	two_words two;
	memcpy(&two, words, sizeof two);
	return two;
}

static inline void two_put(uint64_t *words, two_words two)
{
	memcpy(words, &two, sizeof two);
}

void bfs_wave_put(const struct distance_map *distances, struct bfs_wave *wave, int x, int y)
{
	int bit = (x + 1) % WORD_BITS, column = (x + 1) / WORD_BITS;
	int left = column - (bit == 0), right = column + (bit == WORD_BITS - 1);
	bool first = !bfs_wave_has_edge(wave);
	wave->edge[plane_word(distances, x, y)] |= plane_bit(x);
	wave->top = first || y < wave->top ? y : wave->top;
	wave->bottom = first || y > wave->bottom ? y : wave->bottom;
	wave->left = first || left < wave->left ? left : wave->left;
	wave->right = first || right > wave->right ? right : wave->right;
	wave->over = BFS_WAVE_OVER_ANY;
}

/* Returns the cells of an edge that can be left diagonally: those that are no doorway. */
static inline two_words slanting(const uint64_t *edge, const uint64_t *doors)
{
	return two_at(edge) & ~two_at(doors);
}

/* Bits carried over to the right from the column before, a word a row. */
struct carried {
	uint64_t straight[LEVEL_HEIGHT_MAX + 2 + TWO], aslant[LEVEL_HEIGHT_MAX + 2 + TWO];
};

/* Advances rows first to last of a column: adds the cells reached to `reached` and makes them the
 * edge.  Returns the union of the rows' new edges.  The old rows above are kept in variables,
 * because the edge is overwritten.  For an odd number of rows it computes one more, which nothing
 * reaches.  `carried` (NULL for a single column) brings bits from the column on the left and takes
 * those for the column on the right. */
static inline __attribute__((always_inline)) uint64_t column_round(
	const struct bfs_wave *wave, int column, int first, int last, struct carried *carried)
{
	const ptrdiff_t rows = wave->height + 2, begin = column * rows;
	const uint64_t *enters = wave->enters + begin, *doors = wave->doors + begin;
	uint64_t *edge = wave->edge + begin, *reached = wave->reached + begin;
	const unsigned over = carried != NULL ? wave->over << 1 >> column : 0;
	const bool from_left = (over & 1) && column > wave->left;
	const bool to_right = (over & 2) && column < wave->right;
	const bool from_right = (over & 4) && column < wave->right;
	two_words above = two_at(&edge[first - 1]), any = {0};
	two_words above_aslant = slanting(&edge[first - 1], &doors[first - 1]);
	for (ptrdiff_t at = first; at <= last; at += TWO) {
		two_words row = two_at(&edge[at]), below = two_at(&edge[at + 1]);
		two_words below_aslant = slanting(&edge[at + 1], &doors[at + 1]);
		two_words aslant = above_aslant | below_aslant;
		two_words adjacent = row << 1 | row >> 1, corners = aslant << 1 | aslant >> 1;
		if (from_left) {
			adjacent |= two_at(&carried->straight[at]);
			corners |= two_at(&carried->aslant[at]);
		}
		if (from_right) {
			const uint64_t *next = edge + rows + at, *next_doors = doors + rows + at;
			adjacent |= two_at(next) << (WORD_BITS - 1);
			corners |= (slanting(next - 1, next_doors - 1) |
					   slanting(next + 1, next_doors + 1))
				   << (WORD_BITS - 1);
		}
		if (to_right) {
			two_put(&carried->straight[at], row >> (WORD_BITS - 1));
			two_put(&carried->aslant[at], aslant >> (WORD_BITS - 1));
		}
		two_words before = two_at(&reached[at]);
		two_words now = (adjacent | above | below | (corners & ~two_at(&doors[at]))) &
				two_at(&enters[at]) & ~before;
		two_put(&edge[at], now);
		two_put(&reached[at], before | now);
		any |= now;
		above = below;
		above_aslant = below_aslant;
	}
	return any[0] | any[1];
}

/* True if row y of the edge has a cell in any of the given number of columns. */
static inline bool edge_is_in(const uint64_t *edge, int columns, ptrdiff_t rows, int y)
{
	uint64_t any = edge[y + 1];
	for (int column = 1; column < columns; column++)
		any |= edge[column * rows + y + 1];
	return any != 0;
}

static void rows_trim(struct bfs_wave *wave)
{
	const ptrdiff_t rows = wave->height + 2;
	const uint64_t *edge = wave->edge + wave->left * rows;
	int top = wave->top, bottom = wave->bottom, columns = wave->right - wave->left + 1;
	while (top <= bottom && !edge_is_in(edge, columns, rows, top))
		top++;
	while (bottom > top && !edge_is_in(edge, columns, rows, bottom))
		bottom--;
	wave->top = top;
	wave->bottom = bottom;
}

/* Advances all columns of a wave with several.  Columns without bits from their neighbours are
 * handled like a single one. */
static void columns_round(struct bfs_wave *wave, int first, int last)
{
	struct carried carried;
	int left = wave->right + 1, right = wave->left - 1;
	unsigned over = 0;
	for (int column = wave->left; column <= wave->right; column++) {
		bool joined = wave->over << 1 >> column & 7;
		uint64_t any = joined ? column_round(wave, column, first, last, &carried)
				      : column_round(wave, column, first, last, NULL);
		int from = column - (int)(any & 1), to = column + (int)(any >> (WORD_BITS - 1));
		left = any != 0 && from < left ? from : left;
		right = any != 0 ? to : right;
		over |= (unsigned)(from < to) << column;
	}
	wave->over = over;
	if (left > right) /* the edge is empty */
		return;
	wave->left = left;
	wave->right = right;
}

void bfs_wave_round(struct bfs_wave *wave)
{
	int column = wave->left;
	wave->top -= wave->top > 0;
	wave->bottom += wave->bottom < wave->height - 1;
	if (wave->left == wave->right) {
		uint64_t any = column_round(wave, column, wave->top + 1, wave->bottom + 1, NULL);
		wave->left -= (int)(any & 1);
		wave->right += (int)(any >> (WORD_BITS - 1));
		wave->over = 1u << column;
	} else {
		columns_round(wave, wave->top + 1, wave->bottom + 1);
	}
	rows_trim(wave);
}

void bfs_wave_add(const struct bfs_wave *wave, uint64_t *plane)
{
	const ptrdiff_t rows = wave->height + 2;
	for (int column = wave->left; column <= wave->right; column++) {
		const uint64_t *edge = wave->edge + column * rows + 1;
		uint64_t *to = plane + column * rows + 1;
		for (ptrdiff_t y = wave->top, end = wave->bottom; y <= end; y += TWO)
			two_put(&to[y], two_at(&to[y]) | two_at(&edge[y]));
	}
}
