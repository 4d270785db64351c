/* Writes the sections of a dump from the current state of a game. */
#include "door/play/dump_private.h"

#include "door/ui/appearances.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGES_MOST 16
#define MAP_ROWS 15
#define CREATURES_MOST 12
#define DEPTHS_MOST 99 /* more than any game has */

static const char *inside(
	const struct dump *dump, const char *word, const char *otherwise, char text[40])
{
	const char *label = ui_word(dump->content, word, otherwise);
	snprintf(text, 40, UI_INSIDE, ui_inside(label));
	return text;
}

/* ---- Head ---- */

static void head(struct dump *dump, const struct dump_head *head)
{
	static const char *const ends[] = {[OUTCOME_GOING] = "still going on",
		[OUTCOME_DIED] = "died",
		[OUTCOME_LEFT] = "left alive",
		[OUTCOME_WON] = "won",
		[OUTCOME_QUIT] = "gave up"};
	const struct result *result = &dump->result;
	char right[64], day[16] = "", level[40], gold[40], handicaps[HANDICAPS_TEXT];
	if (head->ended)
		ui_day(day, sizeof day, head->ended);
	snprintf(right, sizeof right, "run %lld%s%s", (long long)head->run, *day ? ", " : "", day);
	int gap = dump->width - (int)strlen(head->name) - (int)strlen(right);
	if (head->run)
		ui_add(&dump->text, "%s%*s%s\n", head->name, gap > 1 ? gap : 1, "", right);
	else
		ui_add(&dump->text, "%s\n", head->name);
	dump_row(dump, "", "%s", *result->cause ? result->cause : ends[result->outcome]);
	dump_row(dump, "", "Score %d, %s %d, deepest %d, %d %s, %u turns.", result->score,
		inside(dump, "label-level", "level", level), result->level, result->deepest,
		result->gold, inside(dump, "label-gold", "gold", gold), (unsigned)result->turns);
	game_handicaps_text(dump->content, game_birth(dump->game), handicaps, sizeof handicaps);
	if (handicaps[0])
		dump_row(dump, "", "Handicaps: %s.", handicaps);
	if (result->conducts > 0) {
		char kept[CONDUCTS_TEXT];
		game_conducts_text(dump->content, (unsigned)result->conducts, kept, sizeof kept);
		dump_row(dump, "", "%s: %s.",
			ui_word(dump->content, "label-conducts-kept", "Conducts"), kept);
	}
}

/* ---- Last messages ---- */

static void messages(struct dump *dump)
{
	const struct view *view = dump->view;
	size_t first =
		view->message_count > MESSAGES_MOST ? view->message_count - MESSAGES_MOST : 0;
	char label[16];
	uint32_t turn = UINT32_MAX;
	dump_title(dump, "The last of it");
	for (size_t i = first; i < view->message_count; i++) {
		const struct message *message = &view->messages[i];
		snprintf(label, sizeof label, "%7u  ", (unsigned)message->turn);
		if (message->turn == turn)
			snprintf(label, sizeof label, "%9s", "");
		turn = message->turn;
		if (message->repeats > 1)
			dump_row(dump, label, "%s x%d", message->text, message->repeats);
		else
			dump_row(dump, label, "%s", message->text);
	}
}

/* ---- Surroundings ---- */

static int first_of(int centre, int size, int window)
{
	int first = centre - window / 2;
	return first + window > size ? (size > window ? size - window : 0) : first > 0 ? first : 0;
}

/* Returns the character of a cell, or the byte of its glyph; a blank for an unknown cell. */
static char map_cell(const struct dump *dump, const struct view_cell *cell)
{
	uint16_t glyph = dump->glyphs ? dump->glyphs[cell->appearance] : 0;
	char symbol = content_symbol(dump->content, cell->appearance);
	if (cell->flags & CELL_HERO)
		return '@';
	if (!(cell->flags & CELL_KNOWN))
		return ' ';
	if (glyph >= DUMP_GLYPH && glyph < VT_GLYPH_END)
		return (char)glyph;
	return symbol > ' ' && symbol <= '~' ? symbol : ' ';
}
_Static_assert(VT_GLYPH_END <= UINT8_MAX + 1, "a glyph fits into a byte");

static void map(struct dump *dump)
{
	const struct view *view = dump->view;
	int wide = dump->width - 2 < view->width ? dump->width - 2 : view->width;
	int high = MAP_ROWS < view->height ? MAP_ROWS : view->height;
	int left = first_of(view->hero_x, view->width, wide);
	int top = first_of(view->hero_y, view->height, high);
	for (int y = top; y < top + high; y++) {
		char row[DUMP_WIDTH + 1];
		int end = 0;
		for (int x = left; x < left + wide; x++) {
			row[x - left] = map_cell(dump, &view->cells[y * view->width + x]);
			end = row[x - left] != ' ' ? x - left + 1 : end;
		}
		row[end] = 0;
		if (end && dump_has_room(dump))
			ui_add(&dump->text, "  %s\n", row);
	}
}

static void around(struct dump *dump)
{
	const struct view *view = dump->view;
	const struct view_status *status = &view->status;
	char depth[40];
	dump_title(dump, dump->result.outcome == OUTCOME_DIED ? "Where it ended" : "Where it was");
	map(dump);
	dump_row(dump, "  ", "%s, %s %d.", status->place,
		inside(dump, "label-depth", "depth", depth), status->depth);
	for (size_t i = 0; i < view->creature_count && i < CREATURES_MOST; i++) {
		const struct view_creature *creature = &view->creatures[i];
		int dx = abs(creature->x - view->hero_x), dy = abs(creature->y - view->hero_y);
		int away = dx > dy ? dx : dy;
		char where[24] = "beside you";
		if (away > 1)
			snprintf(where, sizeof where, "%d away", away);
		dump_row(dump, "  ", "%s: %s, %d%% of its health%s.", creature->name, where,
			creature->health_percent,
			creature->captive   ? ", a captive"
			: creature->ally    ? ", an ally"
			: creature->asleep  ? ", asleep"
			: creature->unaware ? ", unaware of you"
					    : "");
	}
}

/* ---- State and items of the hero ---- */

static void body(struct dump *dump)
{
	const struct view_status *status = &dump->view->status;
	char health[40], mana[40] = "", with_mana[80] = "", might[40], guard[40], food[40];
	inside(dump, "label-mana", "mana", mana);
	if (status->mana_max > 0)
		snprintf(with_mana, sizeof with_mana, ", %s %d of %d", mana, status->mana,
			status->mana_max);
	dump_title(dump, "Your state");
	dump_row(dump, "  ", "%s %d of %d%s, %s %d, %s %d, %s %d.",
		inside(dump, "label-health", "health", health), status->health, status->health_max,
		with_mana, inside(dump, "label-might", "might", might), status->might,
		inside(dump, "label-guard", "guard", guard), status->guard,
		inside(dump, "label-food", "food", food), status->food);
	if (status->hunger[0] || status->conditions[0] || status->boons[0])
		dump_row(dump, "  ", "You were %s%s%s%s%s.", status->hunger,
			status->hunger[0] && status->conditions[0] ? " " : "", status->conditions,
			(status->hunger[0] || status->conditions[0]) && status->boons[0] ? " " : "",
			status->boons);
	for (size_t i = 0; i < dump->view->talent_count; i++)
		dump_row(dump, "  ", "%s: %s", dump->view->talents[i].name,
			dump->view->talents[i].text);
	for (size_t i = 0; i < dump->view->spell_count; i++)
		dump_row(dump, "  ", "%s, for %d %s.", dump->view->spells[i].name,
			dump->view->spells[i].mana, mana);
}

static void carried(struct dump *dump)
{
	const struct view *view = dump->view;
	const unsigned in_use = ITEM_WIELDED | ITEM_WORN | ITEM_LIT;
	dump_title(dump, "Your items");
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < view->pack_count; i++) {
			bool used = view->pack[i].flags & in_use;
			if (used == (pass == 0))
				dump_row(dump, used ? "  * " : "    ", "%s", view->pack[i].name);
		}
	for (size_t i = 0; i < view->pouch_count; i++)
		dump_row(dump, "    ", "%s", view->pouch[i].name);
	if (!view->pack_count && !view->pouch_count)
		dump_row(dump, "  ", "Nothing.");
}

/* ---- Quests, levels and creatures met ---- */

static void quests(struct dump *dump)
{
	static const char *const states[] = {
		[QUEST_OPEN] = "open", [QUEST_DONE] = "done", [QUEST_FAILED] = "failed"};
	const struct view *view = dump->view;
	if (view->quest_count)
		dump_title(dump, "Your quests");
	for (size_t i = 0; i < view->quest_count; i++)
		dump_row(
			dump, "  ", "%s: %s.", view->quests[i].name, states[view->quests[i].state]);
}

/* Adds a paragraph of the creature kinds met: those that were beaten, or those that were not. */
static void creatures_met(struct dump *dump, bool beaten, const char *title)
{
	struct lore_entry entry;
	char names[DUMP_NAMES_ROOM];
	size_t used = 0;
	for (size_t nth = 0; game_lore_entry(dump->game, 0, nth, &entry); nth++)
		if (entry.beaten == beaten && used + 60 < sizeof names)
			used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
				used ? ", " : "", entry.name);
	if (used)
		dump_row(dump, "  ", "%s %s.", title, names);
}

static void been(struct dump *dump)
{
	struct overview overview;
	struct lore_group lore;
	char label[16];
	dump_title(dump, "Where you had been, and whom you met");
	for (int depth = 1; depth <= DEPTHS_MOST; depth++)
		if (game_overview(dump->game, depth, &overview)) {
			snprintf(label, sizeof label, "  %2d  ", depth);
			dump_row(dump, label, "%s", overview.name);
		}
	if (!game_lore(dump->game, 0, &lore))
		return;
	creatures_met(dump, true, "Beaten:");
	creatures_met(dump, false, "Met:");
}

/* ---- The whole dump ---- */

char *dump_text(struct game *game, const struct content *content, const struct dump_head *header,
	struct dump_form form)
{
	struct dump dump = {.game = game, .content = content};
	dump.view = malloc(sizeof *dump.view);
	assert(dump.view);
	dump.width = form.width < DUMP_WIDTH_LEAST ? DUMP_WIDTH_LEAST
		     : form.width > DUMP_WIDTH     ? DUMP_WIDTH
						   : form.width;
	dump.glyphs = form.drawn ? appearances_glyphs(content) : NULL;
	game_view(game, dump.view);
	game_result(game, &dump.result);
	head(&dump, header);
	messages(&dump);
	if (dump.result.outcome == OUTCOME_DIED)
		dump_help(&dump);
	around(&dump);
	body(&dump);
	carried(&dump);
	quests(&dump);
	been(&dump);
	free(dump.view);
	return dump.text.text;
}
