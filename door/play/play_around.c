/*
 * The page "Around you": items underfoot, then everything in view with its direction, nearest
 * first.
 *
 * Creatures are listed with the odds of a fight. Adjacent items and terrain are described in full.
 * Terrain of one name is listed once, at its nearest cell.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEEN_MOST 80

struct seen {
	int16_t x, y, distance;
	uint16_t more; /* further cells of terrain with this name */
	char name[80];
	bool ground;
};

struct all_seen {
	struct seen list[SEEN_MOST];
	int count;
};

static const char *direction_of(int dx, int dy)
{
	static const char *const words[3][3] = {{"north-west", "north", "north-east"},
		{"west", "here", "east"}, {"south-west", "south", "south-east"}};
	int across = abs(dx) * 2 < abs(dy) ? 0 : dx, down = abs(dy) * 2 < abs(dx) ? 0 : dy;
	return words[(down > 0) - (down < 0) + 1][(across > 0) - (across < 0) + 1];
}

/* Returns the entry of terrain with that name, or NULL. */
static struct seen *ground_named(struct all_seen *all, const char *name)
{
	for (int i = 0; i < all->count; i++)
		if (all->list[i].ground && strcmp(all->list[i].name, name) == 0)
			return &all->list[i];
	return NULL;
}

/* Inserts by distance. A full list drops its farthest entry. */
static void add(struct all_seen *all, const struct seen *seen)
{
	int at = all->count;
	while (at > 0 && all->list[at - 1].distance > seen->distance)
		at--;
	if (at == SEEN_MOST)
		return;
	all->count += all->count < SEEN_MOST;
	memmove(&all->list[at + 1], &all->list[at], sizeof *seen * (size_t)(all->count - 1 - at));
	all->list[at] = *seen;
}

static void look_at(struct all_seen *all, struct play *play, const struct view *view, int x, int y)
{
	unsigned flags = view->cells[y * view->width + x].flags;
	bool body = flags & CELL_CREATURE;
	struct seen seen = {.x = (int16_t)x,
		.y = (int16_t)y,
		.distance = (int16_t)play_distance(view, x, y),
		.ground = !body && !(flags & CELL_ITEM)};
	if ((!(flags & CELL_VISIBLE) && !body) || flags & CELL_HERO ||
		!game_notable(play->game, x, y) ||
		!game_name(play->game, x, y, seen.name, sizeof seen.name))
		return;
	struct seen *same = seen.ground ? ground_named(all, seen.name) : NULL;
	if (!same) {
		add(all, &seen);
		return;
	}
	seen.more = (uint16_t)(same->more + 1);
	if (seen.distance >= same->distance) {
		same->more = seen.more;
		return;
	}
	memmove(same, same + 1, sizeof *same * (size_t)(&all->list[--all->count] - same));
	add(all, &seen);
}

static void report_creature(
	struct ui_text *text, const struct play *play, const struct view_creature *creature)
{
	const char *captive = ui_word(play->content, "label-captive", ", a captive");
	char odds[300];
	ui_add(text, UI_BRIGHT "%s" UI_END "%s\n  \t%s\n", creature->name,
		creature->captive   ? captive
		: creature->ally    ? ", with you"
		: creature->asleep  ? ", asleep"
		: creature->unaware ? ", unaware of you"
				    : "",
		creature->description ? creature->description : "");
	if (creature->ally || creature->captive)
		return;
	play_odds(creature, odds, sizeof odds);
	ui_add(text, "  \t%s%s%s\n", creature->pace, creature->pace[0] ? " " : "", odds);
}

/* Adds an item, with its price if it is for sale. */
static void report_item(
	struct ui_text *text, const struct play *play, const char *name, int costs, const char *end)
{
	char price[48];
	ui_add(text, costs > 0 ? "%s, " UI_GOLD "%s" UI_END "%s" : "%s%s%s", name,
		play_price(play, costs, price, sizeof price), end);
}

/* Describes an adjacent item or terrain in full, in the form of the others: the name, and the rest
 * on a row below it. */
static void report_adjacent(struct ui_text *text, struct play *play, const struct seen *seen)
{
	char sentence[400], line[EFFECT_LINE_SIZE];
	if (!game_describe(play->game, seen->x, seen->y, sentence, sizeof sentence))
		return;
	const char *named = strstr(sentence, seen->name);
	const char *rest = named ? named + strlen(seen->name) : sentence;
	rest += named ? strspn(rest, ". ") : 0;
	if (named && seen->more)
		ui_add(text, "%s" UI_DIM " and %d more" UI_END "\n", seen->name, seen->more);
	else if (named)
		ui_add(text, "%s\n", seen->name);
	if (*rest)
		ui_add(text, named ? "  \t%s\n" : "%s\n", rest);
	game_effect_at(play->game, seen->x, seen->y, line, sizeof line);
	if (*line)
		ui_add(text, "  \t" UI_LAMP "%s" UI_END "\n", line);
}

static void report(
	struct ui_text *text, struct play *play, const struct view *view, const struct seen *seen)
{
	const struct view_creature *creature = play_creature_at(view, seen->x, seen->y);
	ui_add(text, UI_DIM "%d %s:" UI_END " ", seen->distance,
		direction_of(seen->x - view->hero_x, seen->y - view->hero_y));
	if (creature)
		report_creature(text, play, creature);
	else if (seen->distance > 1 && seen->more)
		ui_add(text, "%s" UI_DIM " and %d more" UI_END "\n", seen->name, seen->more);
	else if (seen->distance > 1)
		report_item(text, play, seen->name, game_price(play->game, seen->x, seen->y), "\n");
	else
		report_adjacent(text, play, seen);
}

static void report_underfoot(struct ui_text *text, struct play *play, const struct view *view)
{
	char sentence[400], line[EFFECT_LINE_SIZE];
	if (game_describe(play->game, view->hero_x, view->hero_y, sentence, sizeof sentence))
		ui_add(text, "%s\n", sentence);
	if (view->ground_count)
		ui_add(text, "\n" UI_LAMP "Here lies" UI_END "\n");
	for (size_t i = 0; i < view->ground_count; i++) {
		const struct view_item *item = &view->ground[i];
		ui_add(text, "  " UI_BRIGHT);
		report_item(text, play, item->name, item->price, UI_END "\n");
		if (*item->description)
			ui_add(text, "    \t%s\n", item->description);
		game_effect_line(play->game, EFFECT_OF_GROUND, i, line, sizeof line);
		ui_add(text, "    \t" UI_LAMP "%s" UI_END "\n", line);
	}
}

void play_page_here(struct play *play)
{
	struct all_seen all = {.count = 0};
	struct ui_text text = {0};
	const struct view *view = play_view(play);
	for (int at = 0; at < view->width * view->height; at++)
		look_at(&all, play, view, at % view->width, at / view->width);
	report_underfoot(&text, play, view);
	if (all.count)
		ui_add(&text, "\n" UI_LAMP "In view, the nearest first" UI_END "\n");
	for (int i = 0; i < all.count; i++)
		report(&text, play, view, &all.list[i]);
	play_page_open(play, "Around you", &text);
}
