#include "door/gym/view_json.h"

#include <assert.h>
#include <stdlib.h>

/* The words of the conducts that the hero kept. */
static json_t *conducts_json(unsigned conducts)
{
	static const char *const words[CONDUCT_COUNT] = {
#define ROW(id, word, verbs) word,
		ENGINE_CONDUCTS(ROW)
#undef ROW
	};
	json_t *list = json_array();
	for (int i = 0; i < CONDUCT_COUNT; i++)
		if (conducts >> i & 1)
			json_array_append_new(list, json_string(words[i]));
	return list;
}

json_t *view_json_status(const struct view *view)
{
	const struct view_status *status = &view->status;
	return json_pack(
		"{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:I, "
		"s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:o}",
		"health", status->health, "health_max", status->health_max, "mana", status->mana,
		"mana_max", status->mana_max, "might", status->might, "guard", status->guard,
		"accuracy", status->accuracy, "level", status->level, "experience",
		status->experience, "depth", status->depth, "deepest", status->deepest, "gold",
		status->gold, "score", status->score, "food", status->food, "noise", status->noise,
		"turn", (json_int_t)status->turn, "place", status->place, "hunger", status->hunger,
		"swims", status->swims, "conditions", status->conditions, "boons", status->boons,
		"receiver", status->carries_receiver, "lit", status->lit, "conducts",
		conducts_json(status->conducts));
}

/* ---- Cells ---- */

static char symbol_of(const struct content *content, const struct view_cell *cell)
{
	return cell->flags & CELL_KNOWN ? content_symbol(content, cell->appearance) : ' ';
}

json_t *view_json_map(const struct content *content, const struct view *view)
{
	json_t *rows = json_array();
	size_t width = (size_t)view->width;
	char *row = malloc(width + 1);
	assert(row && rows);
	for (int y = 0; y < view->height; y++) {
		const struct view_cell *cells = &view->cells[(size_t)y * width];
		for (size_t x = 0; x < width; x++)
			row[x] = symbol_of(content, &cells[x]);
		json_array_append_new(rows, json_stringn(row, width));
	}
	free(row);
	return rows;
}

/* ---- Words ---- */

json_t *view_json_text(const char *text)
{
	char plain[1024];
	size_t length = 0;
	for (const char *c = text; *c && length < sizeof plain; c++)
		if ((unsigned char)*c >= ' ' || *c == '\n')
			plain[length++] = *c;
	return json_stringn(plain, length);
}
