/*
 * Compression of a level's cells: plane by plane, each cell predicted from its neighbours.
 *
 * First the open cells, because the rest follows them: walls are near open cells, and far from them
 * all is rock, which is stated once for the whole level.  Then the terrain kinds, numbered among
 * those of the level; light and halls, which follow the areas; known cells, which extend as far as
 * open ground is near; cells that are remembered differently from what they are.  A row in which
 * all cells are as guessed costs one bit.
 */
#include "engine/save/save_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum board_plane {
	BOARD_OPEN,
	BOARD_TERRAIN,
	BOARD_FLAGS,
	BOARD_KNOWN,
	BOARD_PLACE,  /* position of the cell in the areas */
	BOARD_GROUND, /* enum ground */
	BOARD_AROUND, /* which of its eight neighbours are open */
	BOARD_PLANES
};

/* Open, next to an open cell, or far from any. */
enum ground { GROUND_FAR, GROUND_NEAR, GROUND_OPEN };

/* Position of a cell in the last room or open area that contains it, and whether that is lit.
 * Halls are not known yet. */
enum {
	PLACE_NONE,
	PLACE_STAIRS,
	PLACE_INSIDE,
	PLACE_SIDE,
	PLACE_CORNER = PLACE_SIDE + 4,
	PLACE_LIT = 8
};

#define MARGIN 2 /* cells around the level, all 0 */
#define TOGETHER 8
#define GUESS_BITS 10

struct board {
	struct compressor *compressor;
	int width, height, stride;
	uint8_t *planes[BOARD_PLANES];
	unsigned kinds, kind_bits;
	uint8_t kind[TERRAINS_MAX], index[TERRAINS_MAX], is_open[TERRAINS_MAX];
	uint16_t guesses[1 << GUESS_BITS]; /* by hash of a context: 1 + the last terrain, or 0 */
	uint8_t guessed_flags[64];         /* by position and ground: the last flags */
};

static void board_begin(
	struct board *board, struct compressor *compressor, const struct level *level)
{
	memset(board, 0, sizeof *board);
	board->compressor = compressor;
	board->width = level->width;
	board->height = level->height;
	board->stride = level->width + 2 * MARGIN;
	size_t size = (size_t)board->stride * (size_t)(level->height + 2 * MARGIN);
	for (int plane = 0; plane < BOARD_PLANES; plane++) {
		board->planes[plane] = calloc(size, 1);
		assert(board->planes[plane] != NULL);
	}
}

static void board_end(struct board *board)
{
	for (int plane = 0; plane < BOARD_PLANES; plane++)
		free(board->planes[plane]);
}

static size_t board_at(const struct board *board, int x, int y)
{
	return (size_t)((y + MARGIN) * board->stride + x + MARGIN);
}

/* ---- Areas ---- */

/* Marks the inside of an area, and one cell around it. */
static void place_area(struct board *board, const struct area *area)
{
	uint8_t *place = board->planes[BOARD_PLACE];
	int right = area->x + area->width, bottom = area->y + area->height;
	for (int y = area->y - 1; y <= bottom; y++)
		for (int x = area->x - 1; x <= right; x++) {
			bool side = x < area->x || x == right, edge = y < area->y || y == bottom;
			unsigned what = side && edge ? PLACE_CORNER
					: side       ? PLACE_SIDE + (x == right)
					: edge       ? PLACE_SIDE + 2 + (y == bottom)
						     : PLACE_INSIDE;
			place[board_at(board, x, y)] =
				(uint8_t)(what | (area->lit ? PLACE_LIT : 0));
		}
}

static void place_all(struct board *board, const struct level *level)
{
	uint8_t *place = board->planes[BOARD_PLACE];
	for (size_t i = 0; i < level->area_count; i++)
		if (!level->areas[i].hall)
			place_area(board, &level->areas[i]);
	if (level->up_x >= 0)
		place[board_at(board, level->up_x, level->up_y)] = PLACE_STAIRS;
	if (level->down_x >= 0)
		place[board_at(board, level->down_x, level->down_y)] = PLACE_STAIRS | PLACE_LIT;
}

/* ---- Kinds ---- */

static unsigned ask(struct board *board, enum save_question question, unsigned context,
	unsigned bits, unsigned symbol)
{
	struct compress_asks asks = {question, 1, {context}};
	return compress_symbol(board->compressor, &asks, bits, COMPRESS_NO_GUESS, symbol);
}

/* Codes the kinds that the level has, and whether they are open. */
static void code_kinds(struct board *board, const struct planes *planes)
{
	bool has[TERRAINS_MAX] = {false};
	for (size_t at = 0; at < planes->cells; at++)
		has[planes->terrain[at]] = true;
	for (int kind = 0; kind < TERRAINS_MAX; kind++)
		if (has[kind]) {
			board->index[kind] = (uint8_t)board->kinds;
			board->kind[board->kinds++] = (uint8_t)kind;
		}
	board->kinds = 1 + ask(board, QUESTION_KIND_COUNT, 0, 8, board->kinds - 1);
	for (unsigned i = 0, last = 0; i < board->kinds; i++) {
		struct compress_asks asks = {QUESTION_KIND, 1, {i == 0}};
		last += compress_symbol(board->compressor, &asks, 8, 1, board->kind[i] - last);
		board->kind[i] = (uint8_t)last;
		board->is_open[i] =
			(uint8_t)ask(board, QUESTION_KIND_OPEN, 0, 1, planes->open[last & 0xff]);
	}
	while (1u << board->kind_bits < board->kinds)
		board->kind_bits++;
}

/* ---- Stretches ---- */

/* True if all cells of a stretch have the same neighbours above and the same position. */
static bool is_quiet(const struct board *board, enum board_plane plane, size_t at)
{
	const uint8_t *cells = board->planes[plane] + at;
	const uint8_t *place = board->planes[BOARD_PLACE] + at;
	for (int i = -1; i <= TOGETHER; i++)
		if (cells[i - board->stride] != cells[-1] || place[i] != place[-1])
			return false;
	return true;
}

/* Codes whether all cells of a stretch equal the cell before. */
static bool code_together(struct board *board, enum board_plane plane, size_t at)
{
	uint8_t *cells = board->planes[plane] + at;
	struct compress_asks asks = {QUESTION_TOGETHER, 2,
		{plane, plane | cells[-1] << 8 | (uint32_t)board->planes[BOARD_PLACE][at] << 16}};
	bool same = true;
	for (int i = 0; i < TOGETHER; i++)
		same = same && cells[i] == cells[-1];
	if (!compress_bit(board->compressor, &asks, same))
		return false;
	memset(cells, cells[-1], TOGETHER);
	return true;
}

/* Codes a row cell by cell, or stretch by stretch where possible.  The cells of a stretch that
 * differ are coded singly. */
static void code_cells(struct board *board, enum board_plane plane, bool skips_far, int y,
	void (*code)(struct board *board, size_t at))
{
	const uint8_t *ground = board->planes[BOARD_GROUND];
	for (int x = 0, next = 0; x < board->width; x++) {
		size_t at = board_at(board, x, y);
		if (skips_far && ground[at] == GROUND_FAR)
			continue;
		if (x >= next && x + TOGETHER <= board->width && is_quiet(board, plane, at)) {
			next = x + TOGETHER;
			if (code_together(board, plane, at)) {
				x = next - 1;
				continue;
			}
		}
		code(board, at);
	}
}

/* ---- Open cells ---- */

/* Codes whether a cell is open, by the cells before it and the places around it. */
static void code_open(struct board *board, size_t at)
{
	uint8_t *open = board->planes[BOARD_OPEN] + at;
	const uint8_t *place = board->planes[BOARD_PLACE] + at;
	int above = -board->stride, far = 2 * above;
	unsigned near = open[-1] | open[above] << 1 | open[above - 1] << 2 | open[above + 1] << 3;
	unsigned wide =
		near | open[-2] << 4 | open[far] << 5 | open[above + 2] << 6 | open[above - 2] << 7;
	unsigned all = wide | open[far - 1] << 8 | open[far + 1] << 9 | open[far - 2] << 10 |
		       open[far + 2] << 11;
	struct compress_asks asks = {QUESTION_OPEN, 5,
		{near | place[0] << 8, wide | place[0] << 8, wide, all | place[0] << 12,
			place[0] | place[1] << 4 | place[-above] << 8 | (near & 3) << 12}};
	open[0] = (uint8_t)compress_bit(board->compressor, &asks, open[0]);
}

static void code_all_open(struct board *board)
{
	for (int y = 0; y < board->height; y++)
		code_cells(board, BOARD_OPEN, false, y, code_open);
}

/* Computes the open neighbours of each cell, as bits from the west over the north, and its
 * ground. */
static void compute_grounds(struct board *board)
{
	const int row = board->stride;
	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++) {
			size_t at = board_at(board, x, y);
			const uint8_t *open = board->planes[BOARD_OPEN] + at;
			unsigned around = open[-1] | open[-row - 1] << 1 | open[-row] << 2 |
					  open[-row + 1] << 3 | open[1] << 4 | open[row + 1] << 5 |
					  open[row] << 6 | open[row - 1] << 7;
			board->planes[BOARD_AROUND][at] = (uint8_t)around;
			board->planes[BOARD_GROUND][at] = open[0]      ? GROUND_OPEN
							  : around > 0 ? GROUND_NEAR
								       : GROUND_FAR;
		}
}

/* ---- Terrain, light and halls, known cells ---- */

/* Returns a bit for each direction in which a wall continues from this cell: 8 west, 4 north,
 * 2 east, 1 south. The next cell in that direction is not open, and one of the four neighbours of
 * this cell to the left and right of that direction is. */
static unsigned line_of(unsigned around)
{
	unsigned line = 0;
	for (unsigned i = 0; i < 8; i += 2) {
		unsigned turned = around >> i | around << (8 - i);
		line = line << 1 | (!(turned & 0x01) && (turned & 0xc6));
	}
	return line;
}

static void code_terrain(struct board *board, size_t at)
{
	uint8_t *terrain = board->planes[BOARD_TERRAIN] + at;
	unsigned around = board->planes[BOARD_AROUND][at], ground = board->planes[BOARD_GROUND][at];
	unsigned west = terrain[-1], north = terrain[-board->stride];
	unsigned east = terrain[-board->stride + 1], place = board->planes[BOARD_PLACE][at];
	if (place < PLACE_STAIRS)
		place &= ~PLACE_LIT;
	unsigned here = ground | place << 2, line = ground == GROUND_OPEN ? 0 : line_of(around);
	struct compress_asks asks = {QUESTION_TERRAIN, 6,
		{here, here | west << 8, here | west << 8 | north << 16, here | around << 8,
			ground | west << 8 | north << 16 | east << 24, ground | line << 8}};
	uint32_t context = asks.contexts[ground == GROUND_OPEN ? 2 : 3];
	uint16_t *guess = &board->guesses[context * 0x9e3779b1u >> (32 - GUESS_BITS)];
	terrain[0] = (uint8_t)compress_symbol(board->compressor, &asks, board->kind_bits,
		*guess > 0 ? *guess - 1u : COMPRESS_NO_GUESS, terrain[0]);
	*guess = (uint16_t)(terrain[0] + 1);
}

/* Returns the ground of a cell, and whether it is in an area or beside one, and whether that is
 * lit. */
static unsigned rough_place(const struct board *board, size_t at)
{
	unsigned place = board->planes[BOARD_PLACE][at], what = place & 7;
	what = what > PLACE_SIDE ? PLACE_SIDE : what;
	return what | (place & PLACE_LIT) | (unsigned)board->planes[BOARD_GROUND][at] << 4;
}

static void code_flags(struct board *board, size_t at)
{
	uint8_t *flags = board->planes[BOARD_FLAGS] + at;
	const uint8_t *above = flags - board->stride;
	unsigned here = rough_place(board, at), terrain = board->planes[BOARD_TERRAIN][at];
	unsigned near = flags[-1] | above[0] << 2 | above[-1] << 4 | above[1] << 6;
	struct compress_asks asks = {QUESTION_FLAGS, 4,
		{here, here | (near & 15) << 8, here | terrain << 8, here >> 4 | near << 8}};
	flags[0] = (uint8_t)compress_symbol(
		board->compressor, &asks, 2, board->guessed_flags[here], flags[0]);
	board->guessed_flags[here] = flags[0];
}

static void code_known(struct board *board, size_t at)
{
	uint8_t *known = board->planes[BOARD_KNOWN] + at;
	const uint8_t *above = known - board->stride, *far = above - board->stride;
	unsigned near = known[-1] | above[0] << 1 | above[-1] << 2 | above[1] << 3;
	unsigned wide = near | known[-2] << 4 | far[0] << 5 | above[2] << 6 | above[-2] << 7;
	unsigned ground = board->planes[BOARD_GROUND][at];
	unsigned flags = board->planes[BOARD_FLAGS][at];
	struct compress_asks asks = {QUESTION_KNOWN, 3,
		{near | ground << 8, wide | ground << 8, near | ground << 8 | flags << 10}};
	known[0] = (uint8_t)compress_bit(board->compressor, &asks, known[0]);
}

/* ---- Planes of them ---- */

static uint8_t guess_of(const struct board *board, enum board_plane plane, size_t at)
{
	if (plane == BOARD_KNOWN)
		return board->planes[BOARD_GROUND][at] != GROUND_FAR;
	return board->guessed_flags[rough_place(board, at)];
}

/* Codes whether all cells of a row are as guessed; if so, sets them. */
static bool code_row(struct board *board, enum board_plane plane, int y)
{
	uint8_t *cells = board->planes[plane] + board_at(board, 0, y);
	struct compress_asks asks = {QUESTION_ROW, 1, {plane}};
	bool same = true;
	for (int x = 0; x < board->width; x++)
		same = same && cells[x] == guess_of(board, plane, board_at(board, x, y));
	if (!compress_bit(board->compressor, &asks, same))
		return false;
	for (int x = 0; x < board->width; x++)
		cells[x] = guess_of(board, plane, board_at(board, x, y));
	return true;
}

/* Codes whether all cells far from open ground are alike; if so, sets them, and they are not coded
 * again. */
static bool code_distant(struct board *board, enum board_plane plane)
{
	const uint8_t *ground = board->planes[BOARD_GROUND];
	uint8_t *cells = board->planes[plane], first = 0;
	struct compress_asks asks = {QUESTION_FAR, 1, {plane}};
	bool same = true, any = false;
	for (int y = 0; y < board->height; y++)
		for (size_t at = board_at(board, 0, y), x = 0; x < (size_t)board->width; x++, at++)
			if (ground[at] == GROUND_FAR) {
				first = any ? first : cells[at];
				same = same && cells[at] == first;
				any = true;
			}
	if (!any || !compress_bit(board->compressor, &asks, same))
		return false;
	first = (uint8_t)ask(board, QUESTION_FAR_KIND, plane,
		plane == BOARD_TERRAIN ? board->kind_bits : 2, first);
	for (int y = 0; y < board->height; y++)
		for (size_t at = board_at(board, 0, y), x = 0; x < (size_t)board->width; x++, at++)
			if (ground[at] == GROUND_FAR)
				cells[at] = first;
	return true;
}

static void code_plane(
	struct board *board, enum board_plane plane, void (*code)(struct board *board, size_t at))
{
	bool alike = code_distant(board, plane);
	for (int y = 0; y < board->height; y++) {
		if (plane != BOARD_TERRAIN && code_row(board, plane, y))
			continue;
		code_cells(board, plane, alike, y, code);
	}
}

/* ---- Memory ---- */

static void code_memory(struct board *board, size_t at, uint16_t *code)
{
	unsigned terrain = board->planes[BOARD_TERRAIN][at];
	struct compress_asks asks = {QUESTION_SAME, 2, {terrain, 256}};
	if (!board->planes[BOARD_KNOWN][at])
		return;
	if (compress_bit(board->compressor, &asks, *code == 0))
		return;
	asks.question = QUESTION_LOW;
	unsigned low =
		compress_symbol(board->compressor, &asks, 8, COMPRESS_NO_GUESS, *code & 0xff);
	asks.question = QUESTION_HIGH;
	*code = (uint16_t)(low | compress_symbol(board->compressor, &asks, 8, 0, *code >> 8) << 8);
}

/* Codes the memory where it differs from the terrain. A row without a difference costs one bit. */
static void code_memories(struct board *board, struct planes *planes)
{
	for (int y = 0; y < board->height; y++) {
		uint16_t *row = planes->memory + (size_t)y * (size_t)board->width;
		struct compress_asks asks = {QUESTION_ROW, 1, {BOARD_PLANES}};
		bool plain = true;
		for (int x = 0; x < board->width; x++)
			plain = plain && row[x] == 0;
		if (compress_bit(board->compressor, &asks, plain))
			continue;
		for (int x = 0; x < board->width; x++)
			code_memory(board, board_at(board, x, y), &row[x]);
	}
}

/* ---- All ---- */

static void take_cell(struct board *board, const struct planes *planes, size_t cell, size_t at)
{
	unsigned flags = planes->flags[cell], index = board->index[planes->terrain[cell]];
	board->planes[BOARD_TERRAIN][at] = (uint8_t)index;
	board->planes[BOARD_OPEN][at] = board->is_open[index];
	board->planes[BOARD_FLAGS][at] =
		(uint8_t)((flags & LEVEL_LIT ? 1 : 0) | (flags & LEVEL_HALL ? 2 : 0));
	board->planes[BOARD_KNOWN][at] = flags & LEVEL_KNOWN ? 1 : 0;
}

static void give_cell(const struct board *board, struct planes *planes, size_t cell, size_t at)
{
	unsigned flags = board->planes[BOARD_FLAGS][at];
	planes->terrain[cell] = board->kind[board->planes[BOARD_TERRAIN][at]];
	planes->flags[cell] = (uint8_t)((flags & 1 ? LEVEL_LIT : 0) | (flags & 2 ? LEVEL_HALL : 0) |
					(board->planes[BOARD_KNOWN][at] ? LEVEL_KNOWN : 0));
}

void save_cells(struct compressor *compressor, struct level *level, struct planes *planes)
{
	struct board board;
	board_begin(&board, compressor, level);
	place_all(&board, level);
	code_kinds(&board, planes);
	for (size_t cell = 0; cell < planes->cells; cell++)
		take_cell(&board, planes, cell,
			board_at(&board, (int)(cell % (size_t)level->width),
				(int)(cell / (size_t)level->width)));
	code_all_open(&board);
	compute_grounds(&board);
	code_plane(&board, BOARD_TERRAIN, code_terrain);
	code_plane(&board, BOARD_FLAGS, code_flags);
	code_plane(&board, BOARD_KNOWN, code_known);
	code_memories(&board, planes);
	for (size_t cell = 0; cell < planes->cells; cell++)
		give_cell(&board, planes, cell,
			board_at(&board, (int)(cell % (size_t)level->width),
				(int)(cell / (size_t)level->width)));
	board_end(&board);
	save_halls(compressor, level, planes);
}
