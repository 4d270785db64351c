#include "engine/generate/generate.h"
#include "engine/view/level_report.h"
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void level_report_add(struct level_report *report, const char *text)
{
	size_t length = strlen(text);
	report->text = realloc(report->text, report->length + length + 1);
	assert(report->text);
	memcpy(report->text + report->length, text, length + 1);
	report->length += length;
}

/* The symbol of a cell in a lab_map (engine/lab/lab.h). */
static char light_symbol(const struct content *content, const struct level *level, size_t cell)
{
	uint32_t flags = content->terrains[level->terrain[cell]].flags;
	if (!(flags & TERRAIN_LIGHT))
		return '#';
	if (flags & TERRAIN_DOORWAY)
		return '+';
	return flags & TERRAIN_SHOWS_WALLS && level->flags[cell] & LEVEL_LIT ? '.' : ',';
}

static char *symbols_new(const struct level_report *report, const struct level *level)
{
	size_t cells = (size_t)level->width * (size_t)level->height;
	char *symbols = malloc(cells);
	assert(symbols);
	level_symbols(report->content, level, symbols);
	for (size_t cell = 0; report->flags & LEVEL_TEXT_LIGHT && cell < cells; cell++)
		symbols[cell] = light_symbol(report->content, level, cell);
	return symbols;
}

static void add_level(struct level_report *report, const struct level *level, const char *symbols)
{
	char *text = level_text(level, symbols);
	level_report_add(report, text);
	free(text);
}

void level_report_stage(void *context, const char *stage, const struct level *level)
{
	struct level_report *report = context;
	char *symbols = symbols_new(report, level);
	level_report_add(report, "== ");
	level_report_add(report, stage);
	level_report_add(report, "\n");
	add_level(report, level, symbols);
	free(symbols);
}

/* Draws creatures and items over the terrain. */
static void draw_contents(const struct game *game, unsigned flags, char *symbols)
{
	const struct content *content = game->content;
	for (int i = 0; (flags & (LEVEL_TEXT_ITEMS | LEVEL_TEXT_LIGHT)) == LEVEL_TEXT_ITEMS &&
			i < game->floor.count;
		i++) {
		const struct floor_item *thing = &game->floor.items[i];
		symbols[level_at(game->level, thing->x, thing->y)] =
			content_symbol(content, item_appearance(game, &thing->item));
	}
	for (int slot = 0; flags & LEVEL_TEXT_CREATURES && slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		uint16_t appearance = slot == HERO ? content->hero_appearance : KIND_NONE;
		if (slot != HERO && creature->alive)
			appearance = content->creatures[creature->kind].appearance;
		if (creature->alive)
			symbols[level_at(game->level, creature->x, creature->y)] =
				content_symbol(content, appearance);
	}
}

/* Adds the stages of the game's level by generating it again: the level may have changed since. */
static void add_stages(struct level_report *report, const struct game *game)
{
	const struct level *level = game->level;
	struct level *again = level_generate(report->content, &game->seed,
		&(struct level_order){.depth = level->depth,
			.kind = level->kind,
			.width = level->width,
			.height = level->height,
			.stage = level_report_stage,
			.context = report});
	assert(again);
	level_free(again);
	level_report_add(report, "== now\n");
}

char *game_level_text(const struct game *game, unsigned flags)
{
	struct level_report report = {.content = game->content, .flags = flags};
	char *symbols = symbols_new(&report, game->level);
	if (flags & LEVEL_TEXT_STAGES)
		add_stages(&report, game);
	draw_contents(game, flags, symbols);
	add_level(&report, game->level, symbols);
	free(symbols);
	return report.text;
}
