#include "door/ui/appearances.h"

#include "door/ui/ui.h"

#include "vt100/vt100.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Glyph tables are cached for two contents: the stock content, and the older one of a resumed
 * run. */
#define APPEARANCES_KEPT 2
static struct appearances_table {
	const struct content *content;
	uint8_t digest[CONTENT_DIGEST_SIZE];
	uint16_t *glyphs;
	uint8_t *clashes;
} appearances_kept[APPEARANCES_KEPT];

/* Returns the glyph of an appearance: its shape's, else that of its Unicode character, else its
 * symbol. */
static uint16_t look_glyph(const struct appearance *appearance)
{
	char symbol = appearance->symbol ? appearance->symbol : ' ';
	uint16_t glyph = 0;
	if (appearance->shape && *appearance->shape)
		glyph = vt_glyph_by_word(appearance->shape);
	if (!glyph && appearance->unicode)
		glyph = vt_glyph_by_unicode(appearance->unicode, symbol);
	return glyph ? glyph : (uint16_t)symbol;
}

static uint16_t *appearances_resolve(const struct content *content)
{
	size_t count = content_appearance_count(content);
	uint16_t *glyphs = calloc(count ? count : 1, sizeof *glyphs);
	assert(glyphs);
	for (size_t i = 0; i < count; i++)
		glyphs[i] = look_glyph(content_appearance(content, (uint16_t)i));
	return glyphs;
}

/* Returns, by appearance, a bit for each charset in which its glyph looks like that of ground. */
static uint8_t *clashes_resolve(const struct content *content, const uint16_t *glyphs)
{
	size_t count = content_appearance_count(content);
	uint8_t *clashes = calloc(count ? count : 1, sizeof *clashes);
	assert(clashes);
	for (size_t ground = 0; ground < count; ground++) {
		if (!content_is_of_ground(content, (uint16_t)ground))
			continue;
		for (size_t i = 0; i < count; i++)
			for (unsigned charset = 0; charset < VT_CHARSET_COUNT; charset++)
				if (vt_glyphs_alike(
					    (enum vt_charset)charset, glyphs[i], glyphs[ground]))
					clashes[i] |= (uint8_t)(1u << charset);
	}
	return clashes;
}

static const struct appearances_table *table_of(const struct content *content)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];
	content_digest(content, digest);
	struct appearances_table *table = &appearances_kept[0];
	while (table < appearances_kept + APPEARANCES_KEPT && table->content &&
		(table->content != content || memcmp(table->digest, digest, sizeof digest) != 0))
		table++;
	if (table == appearances_kept + APPEARANCES_KEPT) {
		table--;
		free(table->glyphs);
		free(table->clashes);
	} else if (table->content) {
		return table;
	}
	table->content = content;
	memcpy(table->digest, digest, sizeof digest);
	table->glyphs = appearances_resolve(content);
	table->clashes = clashes_resolve(content, table->glyphs);
	return table;
}

const uint16_t *appearances_glyphs(const struct content *content)
{
	return table_of(content)->glyphs;
}

const uint8_t *appearances_clashes(const struct content *content)
{
	return table_of(content)->clashes;
}

/* Returns the glyph beyond ASCII of the first appearance with this symbol, or 0 if any appearance
 * with it is drawn in ASCII. */
static uint16_t appearances_drawn(
	const struct content *content, const uint16_t *glyphs, char symbol)
{
	uint16_t drawn = 0;
	for (size_t i = 0; i < content_appearance_count(content); i++) {
		if (content_appearance(content, (uint16_t)i)->symbol != symbol)
			continue;
		if (glyphs[i] <= 127)
			return 0;
		drawn = drawn ? drawn : glyphs[i];
	}
	return drawn;
}

static void add_items(struct ui_text *text, const struct content *content)
{
	struct item_group group;
	for (size_t nth = 0; content_items(content, nth, &group); nth++) {
		char word[32], otherwise[32];
		snprintf(word, sizeof word, "class-%s", group.word);
		snprintf(otherwise, sizeof otherwise, "%ss", group.word);
		ui_add(text, "%s", nth ? ", " : "");
		for (const char *symbol = group.symbols; *symbol; symbol++)
			ui_add(text, UI_BRIGHT "%c" UI_END " ", *symbol);
		ui_add(text, "%s", ui_word(content, word, otherwise));
	}
}

/* Adds the glyph of the shape with that name. */
static void add_shape(struct ui_text *text, const char *at, size_t length)
{
	char word[24];
	snprintf(word, sizeof word, "%.*s", (int)length, at);
	uint16_t glyph = vt_glyph_by_word(word);
	if (glyph && glyph < 256)
		ui_add(text, UI_BRIGHT "%c" UI_END, (char)glyph);
}

void appearances_add_page(struct ui_text *text, const struct content *content, const char *page)
{
	static const char things[] = "{things}", sign[] = "{sign ";
	const char *at, *end;
	while ((at = strchr(page, '{')) != NULL && (end = strchr(at, '}')) != NULL) {
		ui_add(text, "%.*s", (int)(at - page), page);
		page = end + 1;
		if (!strncmp(at, things, strlen(things)))
			add_items(text, content);
		else if (!strncmp(at, sign, strlen(sign)))
			add_shape(text, at + strlen(sign), (size_t)(end - at) - strlen(sign));
		else
			ui_add(text, "%.*s", (int)(page - at), at);
	}
	ui_add(text, "%s", page);
}

void appearances_in_text(const struct content *content, char *text)
{
	const uint16_t *glyphs = appearances_glyphs(content);
	for (char *at = text; at && *at; at++) {
		if (at[0] != COLOUR_ROLE_BYTE + COLOUR_ROLE_BRIGHT || !at[1] ||
			at[2] != COLOUR_ROLE_BYTE_END)
			continue;
		uint16_t glyph = appearances_drawn(content, glyphs, at[1]);
		if (glyph && glyph < 256)
			at[1] = (char)glyph;
	}
}

void appearances_roles(uint8_t roles[32])
{
	memset(roles, VT_TEXT, 32);
	for (int i = 0; i < COLOUR_ROLE_COUNT; i++) {
		bool known;
		enum vt_colour_role role =
			vt_role_by_word(colour_role_word((enum colour_role)i), &known);
		assert(known);
		roles[i] = (uint8_t)role;
	}
}
