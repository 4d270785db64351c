/*
 * Checks that records can be distinguished by their glyphs and names, in ASCII and without colour.
 *
 * Of two records that clash, the complaint names the pack's, not the stock game's.
 */
#include "engine/content/content_private.h"

#include <stdio.h>
#include <string.h>

/* A record with a glyph. */
struct bearer {
	enum record_kind kind;
	uint16_t at;
	const char *id;
	uint16_t appearance;
};

static struct bearer of_creature(const struct content *content, uint16_t at)
{
	const struct creature_kind *kind = &content->creatures[at];
	return (struct bearer){RECORD_MONSTER, at, kind->id, kind->appearance};
}

static struct bearer of_item(const struct content *content, uint16_t at)
{
	const struct item_kind *kind = &content->items[at];
	return (struct bearer){RECORD_ITEM, at, kind->id, kind->appearance};
}

static struct bearer of_terrain(const struct content *content, uint16_t at)
{
	const struct terrain_kind *kind = &content->terrains[at];
	return (struct bearer){RECORD_TERRAIN, at, kind->id, kind->appearance};
}

static struct bearer of_flavour(const struct content *content, uint16_t at)
{
	const struct flavour_kind *kind = &content->flavours[at];
	return (struct bearer){RECORD_FLAVOUR, at, kind->id, kind->appearance};
}

static char symbol_of(const struct content *content, struct bearer bearer)
{
	return content_symbol(content, bearer.appearance);
}

static bool is_letter(char symbol)
{
	return (symbol >= 'a' && symbol <= 'z') || (symbol >= 'A' && symbol <= 'Z') ||
	       cursor_is_digit(symbol);
}

/* ---- Complaints of two records ---- */

static struct record_origin place_of(const struct content *content, struct bearer bearer)
{
	return content->private->tables[bearer.kind].places[bearer.at];
}

/* True if the complaint must name the other record, because only that one is the pack's. */
static bool blames_other(const struct content *content, struct bearer one, struct bearer other)
{
	return content_is_stock_text(content, place_of(content, one).origin) &&
	       !content_is_stock_text(content, place_of(content, other).origin);
}

/* Lists the letters and digits that no creature uses, or "none". */
static void list_free_symbols(const struct content *content, char *text, size_t size)
{
	static const char symbols[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	size_t length = 0;
	bool more = false;
	for (const char *symbol = symbols; *symbol; symbol++) {
		bool taken = *symbol == content_symbol(content, content->hero_appearance);
		for (uint16_t i = 0; i < content->counts.creatures && !taken; i++)
			taken = *symbol ==
				content_symbol(content, content->creatures[i].appearance);
		if (taken || more)
			continue;
		more = length >= 16;
		length += (size_t)snprintf(
			text + length, size - length, " %s", more ? "..." : (char[2]){*symbol});
	}
	snprintf(text + length, size - length, "%s", length ? "" : " none");
}

static void complain_of_clash(
	struct content *content, struct bearer one, struct bearer other, const char *how)
{
	char free_symbols[48], hint[120] = "";
	if (blames_other(content, one, other)) {
		struct bearer swapped = one;
		one = other;
		other = swapped;
	}
	if (one.kind == RECORD_MONSTER) {
		list_free_symbols(content, free_symbols, sizeof free_symbols);
		snprintf(hint, sizeof hint,
			"; free:%s; or write a UTF-8 glyph and a letter, as in: U+00E9 e wood",
			free_symbols);
	}
	content_complain_of(content, one.kind, one.at,
		"%s %s looks like %s %s%s in ASCII: both are %c%s", content_records[one.kind]->word,
		one.id, content_records[other.kind]->word, other.id, how, symbol_of(content, one),
		hint);
}

static void check_names(struct content *content, struct bearer one, const char *name,
	struct bearer other, const char *other_name)
{
	if (!*name || strcmp(name, other_name) != 0)
		return;
	bool swap = blames_other(content, one, other);
	struct bearer first = swap ? other : one, second = swap ? one : other;
	content_complain_of(content, first.kind, first.at, "%s %s has the name of %s",
		content_records[first.kind]->word, first.id, second.id);
}

/* ---- Glyphs that are reserved, since content version 2 ---- */

/* Returns the meaning of a reserved symbol of terrain, for players and for bots, or NULL. */
static const char *meaning_of(char symbol)
{
	return symbol == '+'    ? "a closed door"
	       : symbol == '\'' ? "an open door"
	       : symbol == '<'  ? "stairs up"
	       : symbol == '>'  ? "stairs down"
				: NULL;
}

static bool means(const struct terrain_kind *kind, char symbol)
{
	bool passes = kind->flags & TERRAIN_OBJECTS;
	bool door = kind->flags & TERRAIN_DOORWAY || content_transition(kind, TRIGGER_OPEN);
	return symbol == '+'    ? door && !passes
	       : symbol == '\'' ? passes
	       : symbol == '<'  ? kind->flags & TERRAIN_UP
				: kind->flags & TERRAIN_DOWN;
}

static void check_reserved(struct content *content, struct bearer bearer)
{
	const char *kind = content_records[bearer.kind]->word;
	char symbol = symbol_of(content, bearer);
	const char *meaning = meaning_of(symbol);
	bool ground = bearer.kind == RECORD_TERRAIN, alive = bearer.kind == RECORD_MONSTER;
	if (!bearer.appearance || !content_is_bound_by(content, 2))
		return;
	if (!ground && symbol == ' ')
		content_complain_of(content, bearer.kind, bearer.at,
			"%s %s is blank, and nobody would see it", kind, bearer.id);
	if (!alive && is_letter(symbol))
		content_complain_of(content, bearer.kind, bearer.at,
			"%s %s is %c; letters and digits are for monsters", kind, bearer.id,
			symbol);
	if (!alive && symbol == content_symbol(content, content->hero_appearance))
		content_complain_of(content, bearer.kind, bearer.at, "%s %s looks like the hero",
			kind, bearer.id);
	if (meaning && !(ground && means(&content->terrains[bearer.at], symbol)))
		content_complain_of(content, bearer.kind, bearer.at,
			"%s %s is %c, which is reserved for %s", kind, bearer.id, symbol, meaning);
}

/* ---- Monsters ---- */

/* True if two creatures that share their ASCII symbol differ by their UTF-8 glyphs and, for ASCII
 * terminals, by their colours. */
static bool is_told_apart(const struct content *content, struct bearer one, struct bearer other)
{
	const struct appearance *appearance = content_appearance(content, one.appearance),
				*others = content_appearance(content, other.appearance);
	return appearance->unicode != others->unicode && appearance->role != others->role;
}

void content_check_monster_glyph(struct content *content, uint16_t at)
{
	const struct creature_kind *kind = &content->creatures[at];
	struct bearer bearer = of_creature(content, at);
	char symbol = symbol_of(content, bearer);
	for (uint16_t i = 0; i < at; i++) {
		struct bearer other = of_creature(content, i);
		if (kind->appearance && symbol == symbol_of(content, other) &&
			!is_told_apart(content, bearer, other))
			complain_of_clash(content, bearer, other, "");
		check_names(content, bearer, kind->name, other, content->creatures[i].name);
	}
	for (uint16_t i = 0; kind->appearance && i < content->counts.items; i++)
		if (symbol == symbol_of(content, of_item(content, i))) {
			complain_of_clash(content, bearer, of_item(content, i), "");
			break;
		}
	for (uint16_t i = 0; kind->appearance && i < content->counts.terrains; i++)
		if (symbol == symbol_of(content, of_terrain(content, i))) {
			complain_of_clash(content, bearer, of_terrain(content, i), "");
			break;
		}
	if (kind->appearance && symbol == content_symbol(content, content->hero_appearance))
		content_complain_of(
			content, RECORD_MONSTER, at, "monster %s looks like the hero", kind->id);
	check_reserved(content, bearer);
}

/* ---- Terrain ---- */

/* Harmful terrain that can be entered must not look like harmless terrain.  Hidden terrain must
 * look exactly like a harmless terrain. */
void content_check_terrain_glyph(struct content *content, uint16_t at)
{
	const struct terrain_kind *kind = &content->terrains[at];
	struct bearer bearer = of_terrain(content, at);
	bool hidden = content_is_hidden(kind), poses = false;
	check_reserved(content, bearer);
	if (!(kind->flags & TERRAIN_OBJECTS) || content_is_safe(kind) || !kind->appearance)
		return;
	char symbol = symbol_of(content, bearer);
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		const struct terrain_kind *other = &content->terrains[i];
		if (!(other->flags & TERRAIN_OBJECTS) || !content_is_safe(other))
			continue;
		poses = poses || other->appearance == kind->appearance;
		if (hidden || symbol != content_symbol(content, other->appearance))
			continue;
		complain_of_clash(
			content, bearer, of_terrain(content, i), ", and one of the two does harm,");
		return;
	}
	if (hidden && !poses)
		content_complain_of(content, RECORD_TERRAIN, at,
			"terrain %s is there to be found and has the look of nothing harmless",
			kind->id);
}

/* ---- Items and flavours ---- */

/* Items of one class may share a symbol.  Items of two classes may not, neither by their own glyphs
 * nor by those of flavours. */
static void check_class(struct content *content, struct bearer bearer, uint8_t class)
{
	char symbol = symbol_of(content, bearer);
	for (uint16_t i = 0; bearer.appearance && i < content->counts.items; i++) {
		const struct item_kind *other = &content->items[i];
		if ((bearer.kind == RECORD_ITEM && i >= bearer.at) || other->class == class ||
			symbol != content_symbol(content, other->appearance))
			continue;
		complain_of_clash(content, bearer, of_item(content, i), ", of another class,");
		return;
	}
}

/* An item must not look like terrain on terminals with shapes and colours. */
static void check_same_look(struct content *content, struct bearer bearer)
{
	for (uint16_t i = 0; bearer.appearance && i < content->counts.terrains; i++) {
		if (content->terrains[i].appearance != bearer.appearance)
			continue;
		struct bearer other = of_terrain(content, i);
		bool swap = blames_other(content, bearer, other);
		struct bearer first = swap ? other : bearer, second = swap ? bearer : other;
		content_complain_of(content, first.kind, first.at,
			"%s %s has the very look of %s %s", content_records[first.kind]->word,
			first.id, content_records[second.kind]->word, second.id);
		return;
	}
}

/* An item must not look like harmful terrain on terminals without shapes and colours. */
static void check_ground(struct content *content, struct bearer bearer)
{
	char symbol = symbol_of(content, bearer);
	for (uint16_t i = 0; bearer.appearance && i < content->counts.terrains; i++) {
		const struct terrain_kind *ground = &content->terrains[i];
		if (!(ground->flags & TERRAIN_OBJECTS) || content_is_safe(ground) ||
			content_is_hidden(ground) ||
			symbol != content_symbol(content, ground->appearance))
			continue;
		complain_of_clash(
			content, bearer, of_terrain(content, i), ", and that terrain does harm,");
		return;
	}
}

void content_check_item_glyph(struct content *content, uint16_t at)
{
	const struct item_kind *kind = &content->items[at];
	struct bearer bearer = of_item(content, at);
	check_class(content, bearer, kind->class);
	check_ground(content, bearer);
	check_same_look(content, bearer);
	check_reserved(content, bearer);
	for (uint16_t i = 0; i < at; i++)
		check_names(
			content, bearer, kind->name, of_item(content, i), content->items[i].name);
}

void content_check_flavour_glyph(struct content *content, uint16_t at)
{
	const struct flavour_kind *flavour = &content->flavours[at];
	struct bearer bearer = of_flavour(content, at);
	check_class(content, bearer, flavour->class);
	check_same_look(content, bearer);
	check_reserved(content, bearer);
	for (uint16_t i = 0; i < at; i++)
		check_names(content, bearer, flavour->name, of_flavour(content, i),
			content->flavours[i].name);
}
