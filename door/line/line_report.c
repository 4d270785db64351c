/* The report of a turn: what is new since the last report, the most important first. */
#include "door/line/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BRIEF_MESSAGES 2
#define NEW_MOST 4 /* new things in one report */

/* ---- Messages ---- */

static bool is_new(const struct message *message, const struct line_heard *heard)
{
	if (heard->skip && strcmp(message->text, heard->skip) == 0)
		return false;
	return message->serial > heard->serial ||
	       (message->serial == heard->serial && message->repeats > heard->repeats);
}

static int importance(const struct message *message)
{
	switch (message->role) {
	case COLOUR_ROLE_DANGER:
		return 2;
	case COLOUR_ROLE_BAD:
	case COLOUR_ROLE_MAGIC:
		return 1;
	default:
		return 0;
	}
}

/* Returns how often a new message came since the last report. */
static int times_since(const struct message *message, const struct line_heard *heard)
{
	if (message->serial == heard->serial)
		return message->repeats - heard->repeats;
	for (int i = 0; i < LINE_TOLD; i++)
		if (heard->told[i].repeats < message->repeats &&
			strcmp(heard->told[i].text, message->text) == 0)
			return message->repeats - heard->told[i].repeats;
	return message->repeats;
}

static void add_message(struct ui_text *text, const struct message *message, int times)
{
	if (times > 1)
		ui_add(text, "%d times: ", times);
	line_plain(text, message->text);
	ui_add(text, " ");
}

static bool has_ended(const struct game *game)
{
	struct result result = {.outcome = OUTCOME_GOING};
	if (game)
		game_result(game, &result);
	return result.outcome != OUTCOME_GOING;
}

/* Adds the new messages, those of danger first; at the end of a game in their order, so that the
 * last blow comes before the death. BRIEF adds two and counts the others. */
static void add_messages(struct ui_text *text, const struct game *game, const struct view *view,
	const struct line_heard *heard, enum line_detail detail)
{
	int added = 0, left = 0;
	bool ended = detail != LINE_BRIEF && has_ended(game);
	for (int rank = ended ? 0 : 2; rank >= 0; rank--)
		for (size_t i = 0; i < view->message_count; i++) {
			const struct message *message = &view->messages[i];
			if (!is_new(message, heard) || (!ended && importance(message) != rank))
				continue;
			if (detail == LINE_BRIEF && added >= BRIEF_MESSAGES) {
				left++;
				continue;
			}
			add_message(text, message, times_since(message, heard));
			added++;
		}
	if (left)
		ui_add(text, "%d more message%s. ", left, left == 1 ? "" : "s");
}

/* ---- Changes of the hero ---- */

/* Adds "You are burning, blind." */
static void add_conditions(struct ui_text *text, const char *conditions)
{
	const char *before = "You are ";
	if (!*conditions) {
		ui_add(text, "Your ills are over. ");
		return;
	}
	for (size_t length; *conditions; conditions += length + strspn(conditions + length, " ")) {
		length = strcspn(conditions, " ");
		ui_add(text, "%s%.*s", before, (int)length, conditions);
		before = ", ";
	}
	ui_add(text, ". ");
}

static void add_changes(struct ui_text *text, const struct view *view,
	const struct line_heard *heard, enum line_detail detail)
{
	const struct view_status *status = &view->status;
	bool low = status->health * 3 <= status->health_max;
	bool fell = status->health < heard->health;
	if (fell || (detail == LINE_FULL && status->health != heard->health))
		ui_add(text, "Health %d of %d%s. ", status->health, status->health_max,
			low ? ", low" : "");
	if (strcmp(status->conditions, heard->conditions) != 0)
		add_conditions(text, status->conditions);
	/* A message tells when hunger begins. */
	if (!heard->any && status->hunger[0]) {
		ui_add(text, "You are ");
		line_plain(text, status->hunger);
		ui_add(text, ". ");
	}
	if (status->lit != heard->lit && detail != LINE_BRIEF && heard->any)
		ui_add(text, status->lit ? "You are in the light. " : "You are in the dark. ");
}

static void add_movement(
	struct ui_text *text, const struct view *view, const struct line_heard *heard)
{
	char where[48];
	int dx = view->hero_x - heard->x, dy = view->hero_y - heard->y;
	if (!heard->any || heard->depth != view->status.depth) {
		ui_add(text, "Depth %d, ", view->status.depth);
		line_plain(text, view->status.place ? view->status.place : "");
		ui_add(text, ". ");
	} else if (dx || dy) {
		line_offset(dx, dy, where, sizeof where);
		ui_add(text, "You go %s. ", where);
	}
}

/* ---- New things ---- */

static bool is_told(
	const struct line_heard *heard, const struct view *view, const struct line_thing *thing)
{
	size_t at = (size_t)thing->y * (size_t)view->width + (size_t)thing->x;
	if (!thing->creature)
		return heard->cells[at / 8] >> at % 8 & 1;
	for (size_t i = 0; i < VIEW_CREATURES_MAX; i++)
		if (heard->creatures[i] == thing->creature->id)
			return true;
	return false;
}

void line_note(struct line_heard *heard, const struct view *view, const struct line_things *things)
{
	size_t creatures = 0,
	       here = (size_t)view->hero_y * (size_t)view->width + (size_t)view->hero_x;
	heard->cells[here / 8] |= (uint8_t)(1U << here % 8);
	memset(heard->creatures, 0, sizeof heard->creatures);
	for (size_t i = 0; i < things->count; i++) {
		const struct line_thing *thing = &things->list[i];
		size_t at = (size_t)thing->y * (size_t)view->width + (size_t)thing->x;
		if (!thing->creature)
			heard->cells[at / 8] |= (uint8_t)(1U << at % 8);
		else if (creatures < VIEW_CREATURES_MAX)
			heard->creatures[creatures++] = thing->creature->id;
	}
}

/* Grouped ground is new by its name, not by its nearest cell: that moves with the hero. */
static bool is_news(
	const struct line_heard *heard, const struct view *view, const struct line_thing *thing)
{
	bool lies = thing->kind == LINE_ITEM || thing->kind == LINE_WAY;
	return thing->seen && (thing->creature || lies || !thing->more) &&
	       !is_told(heard, view, thing) && thing->distance > 0;
}

static void note_enemy(
	struct line_heard *heard, const struct view *view, const struct view_creature *creature)
{
	heard->enemy.id = creature->id;
	heard->enemy.dx = (int16_t)(creature->x - view->hero_x);
	heard->enemy.dy = (int16_t)(creature->y - view->hero_y);
}

/* Returns the nearest enemy that is awake, or NULL. */
static const struct view_creature *nearest_enemy(const struct view *view)
{
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		if (!creature->ally && !creature->captive && !creature->asleep)
			return creature;
	}
	return NULL;
}

static void add_new(struct ui_text *text, const struct view *view, struct line_heard *heard,
	const struct line_things *things)
{
	int added = 0, left = 0;
	for (size_t i = 0; i < things->count; i++) {
		const struct line_thing *thing = &things->list[i];
		if (!is_news(heard, view, thing))
			continue;
		if (added >= NEW_MOST && !thing->creature) {
			left++;
			continue;
		}
		ui_add(text, added++ ? "" : "In view: ");
		line_thing_text(text, thing, view);
		ui_add(text, " ");
		if (thing->creature && thing->creature == nearest_enemy(view))
			note_enemy(heard, view, thing->creature);
	}
	if (left)
		ui_add(text, "%d more: type list. ", left);
}

/* Adds the place of the nearest enemy that is awake, when it has changed. */
static void add_enemy(struct ui_text *text, const struct view *view, struct line_heard *heard)
{
	const struct view_creature *near = nearest_enemy(view);
	char where[48];
	int dx = near ? near->x - view->hero_x : 0, dy = near ? near->y - view->hero_y : 0;
	bool told = near && heard->enemy.id == near->id && heard->enemy.dx == dx &&
		    heard->enemy.dy == dy;
	if (near)
		note_enemy(heard, view, near);
	else
		heard->enemy.id = 0;
	if (!near || told)
		return;
	line_offset(dx, dy, where, sizeof where);
	ui_add(text, "%c%s %s. ", toupper((unsigned char)near->name[0]), near->name + 1, where);
}

static void add_free(struct ui_text *text, const struct view *view)
{
	const char *before = "Exits: ";
	for (int i = 0; i < DIR_COUNT; i++) {
		int x = view->hero_x + direction_dx[i], y = view->hero_y + direction_dy[i];
		unsigned flags = x >= 0 && y >= 0 && x < view->width && y < view->height
					 ? view->cells[y * view->width + x].flags
					 : 0;
		if (!(flags & CELL_KNOWN) || flags & CELL_STOPS)
			continue;
		ui_add(text, "%s%s", before, line_direction_word((enum direction)i));
		before = ", ";
	}
	ui_add(text, *before == ',' ? ". " : "");
}

static void note_status(struct line_heard *heard, const struct view *view)
{
	const struct message *last =
		view->message_count ? &view->messages[view->message_count - 1] : NULL;
	heard->serial = last ? last->serial : heard->serial;
	heard->repeats = last ? last->repeats : 0;
	size_t told = view->message_count < LINE_TOLD ? view->message_count : LINE_TOLD;
	memset(heard->told, 0, sizeof heard->told);
	for (size_t i = 0; i < told; i++)
		heard->told[i] = view->messages[view->message_count - 1 - i];
	heard->any = true;
	heard->depth = (uint8_t)view->status.depth;
	heard->x = view->hero_x;
	heard->y = view->hero_y;
	heard->health = view->status.health;
	heard->lit = view->status.lit;
	snprintf(heard->conditions, sizeof heard->conditions, "%s", view->status.conditions);
	snprintf(heard->hunger, sizeof heard->hunger, "%s", view->status.hunger);
}

void line_report(struct ui_text *text, const struct game *game, const struct view *view,
	struct line_heard *heard, enum line_detail detail)
{
	struct line_things things;
	size_t before = text->size;
	if (heard->depth != view->status.depth)
		memset(heard->cells, 0, sizeof heard->cells);
	line_things(game, view, &heard->letters, &things);
	add_messages(text, game, view, heard, detail);
	add_changes(text, view, heard, detail);
	if (detail != LINE_BRIEF || heard->depth != view->status.depth)
		add_movement(text, view, heard);
	add_new(text, view, heard, &things);
	add_enemy(text, view, heard);
	if (detail == LINE_FULL && text->size > before)
		add_free(text, view);
	line_note(heard, view, &things);
	note_status(heard, view);
	if (text->size > before && text->text[text->size - 1] == ' ')
		text->text[text->size - 1] = '\n';
}
