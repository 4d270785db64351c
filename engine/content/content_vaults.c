/* Values of vaults: the legends of their maps; and checks that a map and its legends fit
 * together. */
#include "engine/content/content_private.h"

#include <string.h>

static const struct choice classes[] = {{"weapon", ITEM_WEAPON}, {"armour", ITEM_ARMOUR},
	{"potion", ITEM_POTION}, {"scroll", ITEM_SCROLL}, {"food", ITEM_FOOD}, {"wand", ITEM_WAND},
	{"staff", ITEM_STAFF}, {"charm", ITEM_CHARM}, {"book", ITEM_BOOK}, {"tool", ITEM_TOOL},
	{"lamp", ITEM_LAMP}, {"letter", ITEM_LETTER}, {NULL, 0}};

/* Reads a number after the given word if the word comes next.  Returns false after a complaint. */
static bool read_after(
	struct parsing *parsing, const char *word, int least, int most, uint8_t *place)
{
	int number;
	if (!cursor_take_word(&parsing->cursor, word))
		return true;
	if (!read_number(parsing, least, most, &number))
		return false;
	*place = (uint8_t)number;
	return true;
}

/* "item receiver", "item any below 2", "item wand offered". */
static bool read_what(struct parsing *parsing, struct legend *legend)
{
	const struct choice *class = classes;
	if (!cursor_take_word(&parsing->cursor, "item"))
		return true;
	legend->what = LEGEND_ITEM;
	while (class->word && !cursor_take_word(&parsing->cursor, class->word))
		class ++;
	if (class->word) {
		legend->what = LEGEND_CLASS;
		legend->class = (uint8_t) class->value;
	} else if (cursor_take_word(&parsing->cursor, "any")) {
		legend->what = LEGEND_ANYTHING;
	} else if (!read_reference(parsing, RECORD_ITEM, &legend->item)) {
		return false;
	}
	if (!read_after(parsing, "below", 1, 10, &legend->item_below))
		return false;
	if (cursor_take_word(&parsing->cursor, "for-sale"))
		legend->item_flags |= ITEM_FOR_SALE;
	if (cursor_take_word(&parsing->cursor, "offered"))
		legend->item_flags |= ITEM_OFFERED;
	return true;
}

/* "monster any below 2 asleep with key", "monster captive", "monster desk-dog captive". */
static bool read_who(struct parsing *parsing, struct legend *legend)
{
	if (!cursor_take_word(&parsing->cursor, "monster"))
		return true;
	legend->who = LEGEND_KIND;
	if (cursor_take_word(&parsing->cursor, "any"))
		legend->who = LEGEND_ANYBODY;
	else if (cursor_take_word(&parsing->cursor, "captive"))
		legend->who = LEGEND_CAPTIVE;
	else if (!read_reference(parsing, RECORD_MONSTER, &legend->monster))
		return false;
	if (!read_after(parsing, "below", 1, 10, &legend->monster_below))
		return false;
	legend->captive = cursor_take_word(&parsing->cursor, "captive");
	legend->asleep = cursor_take_word(&parsing->cursor, "asleep");
	return !cursor_take_word(&parsing->cursor, "with") ||
	       read_reference(parsing, RECORD_ITEM, &legend->carries);
}

static bool read_symbol(struct parsing *parsing, struct legend *legend)
{
	struct cursor word;
	if (!cursor_next_word(&parsing->cursor, &word) || word.end - word.at != 1)
		return value_complain(parsing, "one symbol of the map is wanted first");
	if (strchr("#.+'\"", *word.at))
		return value_complain(parsing, "%c means the same on every map", *word.at);
	legend->symbol = *word.at;
	return true;
}

/* The parts after the symbol come in this order; each is optional. */
bool value_legend(struct parsing *parsing)
{
	struct legend *legend = value_place_next(parsing, sizeof *legend);
	if (!legend)
		return false;
	*legend = (struct legend){.terrain = KIND_NONE,
		.monster = KIND_NONE,
		.item = KIND_NONE,
		.carries = KIND_NONE,
		.percent = 100};
	if (!read_symbol(parsing, legend))
		return false;
	if (!cursor_take_word(&parsing->cursor, "floor") &&
		!read_reference(parsing, RECORD_TERRAIN, &legend->terrain))
		return false;
	if (!read_what(parsing, legend) || !read_who(parsing, legend) ||
		!read_after(parsing, "chance", 1, 99, &legend->percent))
		return false;
	legend->lit = cursor_take_word(&parsing->cursor, "lit");
	legend->dark = cursor_take_word(&parsing->cursor, "dark");
	return true;
}

/* ---- Checks of whole vaults ---- */

/* Computes width and height of a map; rows may be shorter than the widest. */
static void measure(struct vault_kind *vault)
{
	size_t width = 0, height = 1, row = 0;
	for (const char *at = vault->map; *at; at++) {
		row = *at == '\n' ? 0 : row + 1;
		height += *at == '\n';
		width = row > width ? row : width;
	}
	vault->width = (uint8_t)(width <= UINT8_MAX ? width : UINT8_MAX);
	vault->height = (uint8_t)(height <= UINT8_MAX ? height : UINT8_MAX);
}

static bool has_legend(const struct vault_kind *vault, char symbol)
{
	for (int i = 0; i < vault->legend_count; i++)
		if (vault->legends[i].symbol == symbol)
			return true;
	return strchr("#.+'\" \n", symbol) != NULL;
}

static void check_symbols(struct content *content, uint16_t index)
{
	const struct vault_kind *vault = content_row(content, RECORD_VAULT, index);
	for (const char *at = vault->map; *at; at++)
		if (!has_legend(vault, *at)) {
			content_complain_of(content, RECORD_VAULT, index,
				"vault %s has no legend for '%c'", vault->id, *at);
			return;
		}
	for (int i = 0; i < vault->legend_count; i++) {
		if (strchr(vault->map, vault->legends[i].symbol) == NULL)
			content_complain_of(content, RECORD_VAULT, index,
				"vault %s has a legend for '%c', which is not on its map",
				vault->id, vault->legends[i].symbol);
		for (int other = 0; other < i; other++)
			if (vault->legends[i].symbol == vault->legends[other].symbol)
				content_complain_of(content, RECORD_VAULT, index,
					"vault %s has two legends for '%c'", vault->id,
					vault->legends[i].symbol);
	}
}

/* ---- Its edge ---- */

static const struct legend *legend_at(const struct vault_kind *vault, char symbol)
{
	for (int i = 0; i < vault->legend_count; i++)
		if (vault->legends[i].symbol == symbol)
			return &vault->legends[i];
	return NULL;
}

/* Returns the symbol of a cell of the map, or a blank beyond it. */
static char symbol_at(const struct vault_kind *vault, int x, int y)
{
	const char *at = vault->map;
	for (int row = 0; row < y && at != NULL; row++)
		at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
	if (x < 0 || y < 0 || at == NULL || strcspn(at, "\n") <= (size_t)x)
		return ' ';
	return at[x];
}

static bool on_edge(const struct vault_kind *vault, int x, int y)
{
	return x == 0 || y == 0 || x == vault->width - 1 || y == vault->height - 1;
}

static int count_ways_in(const struct vault_kind *vault)
{
	int count = 0;
	for (int y = 0; y < vault->height; y++)
		for (int x = 0; x < vault->width; x++)
			count += on_edge(vault, x, y) &&
				 strchr("+'\"", symbol_at(vault, x, y)) != NULL;
	return count;
}

/* True if the cell of a vault that is dug into rock is enclosed: only its entrance touches its
 * surroundings. */
static bool is_closed(const struct vault_kind *vault, int x, int y)
{
	char symbol = symbol_at(vault, x, y);
	bool way_in = on_edge(vault, x, y) && strchr("+'\"", symbol) != NULL;
	if (symbol == '#' || symbol == ' ')
		return true;
	for (int direction = 0; direction < DIR_COUNT; direction += 1 + way_in) {
		int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
		bool out = way_in &&
			   (to_x < 0 || to_y < 0 || to_x >= vault->width || to_y >= vault->height);
		if (!out && symbol_at(vault, to_x, to_y) == ' ')
			return false;
	}
	return true;
}

/* True if the cell of a vault on open floor fits: its whole edge can be walked safely. */
static bool is_walked(const struct content *content, const struct vault_kind *vault, int x, int y)
{
	char symbol = symbol_at(vault, x, y);
	const struct legend *legend = legend_at(vault, symbol);
	uint16_t terrain = legend ? legend->terrain : KIND_NONE;
	if (symbol == ' ' || (on_edge(vault, x, y) && symbol == '#'))
		return false;
	return !on_edge(vault, x, y) || terrain == KIND_NONE ||
	       ((content->terrains[terrain].flags & TERRAIN_OBJECTS) &&
		       content_is_safe(&content->terrains[terrain]));
}

static void check_edge(struct content *content, uint16_t index)
{
	const struct vault_kind *vault = content_row(content, RECORD_VAULT, index);
	int entrances = count_ways_in(vault);
	if (entrances > 1)
		content_complain_of(content, RECORD_VAULT, index,
			"vault %s has %d ways in; one is the most", vault->id, entrances);
	for (int y = 0; y < vault->height && entrances <= 1; y++)
		for (int x = 0; x < vault->width; x++) {
			if (entrances == 1 ? is_closed(vault, x, y)
					   : is_walked(content, vault, x, y))
				continue;
			content_complain_of(content, RECORD_VAULT, index,
				entrances == 1
					? "vault %s is open to what is around it at %d,%d"
					: "vault %s has no way in, and cannot be walked around "
					  "at %d,%d",
				vault->id, x, y);
			return;
		}
}

static uint16_t body_of(const struct content *content, const struct vault_kind *vault)
{
	for (int i = 0; i < vault->legend_count; i++) {
		uint16_t kind = vault->legends[i].monster;
		if (kind != KIND_NONE && (content->creatures[kind].traits & TRAIT_UNIQUE))
			return kind;
	}
	return KIND_NONE;
}

/* ---- All ---- */

void content_check_vaults(struct content *content)
{
	for (uint16_t i = 0; i < content->counts.vaults; i++) {
		struct vault_kind *vault = content_row(content, RECORD_VAULT, i);
		measure(vault);
		vault->body = body_of(content, vault);
		if (vault->width > VAULT_WIDTH_MAX || vault->height > VAULT_HEIGHT_MAX)
			content_complain_of(content, RECORD_VAULT, i,
				"vault %s has %d by %d cells; %d by %d is the most", vault->id,
				vault->width, vault->height, VAULT_WIDTH_MAX, VAULT_HEIGHT_MAX);
		else if (vault->width < 3 || vault->height < 2)
			content_complain_of(content, RECORD_VAULT, i,
				"vault %s wants a map of 3 by 2 cells at least, in rows that begin "
				"with |",
				vault->id);
		else
			check_edge(content, i);
		check_symbols(content, i);
		if (vault->use == VAULT_LAIR && vault->body == KIND_NONE)
			content_complain_of(content, RECORD_VAULT, i,
				"vault %s is the lair of nobody unique", vault->id);
	}
}
