/* The map of levels: each depth that the hero has visited, and the items and terrain remembered
 * there. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define DEPTHS_MOST 99 /* more than any game has */

/* Labels before the marks of each kind. */
static const char *const labels[] = {[MARK_GROUND] = "",
	[MARK_LEFT] = "left: ",
	[MARK_FOR_SALE] = "for sale: ",
	[MARK_OFFERED] = "one to be had: ",
	[MARK_THING] = "lying there: "};

static void levels_marks(struct ui_text *text, const struct overview *overview, enum mark_kind kind)
{
	bool first = true;
	for (size_t i = 0; i < overview->mark_count; i++) {
		const struct overview_mark *mark = &overview->marks[i];
		if (mark->kind != kind)
			continue;
		ui_add(text, first ? "    \t" UI_DIM "%s" UI_END : "%s",
			first ? labels[kind] : ", ");
		ui_add(text, mark->count > 1 ? "%s x%d" : "%s", mark->name, mark->count);
		first = false;
	}
	if (!first)
		ui_add(text, "\n");
}

static void levels_depth(struct ui_text *text, const struct overview *overview, int depth)
{
	const char *name = overview->name;
	bool article = strncmp(name, "the ", 4) == 0;
	ui_add(text, UI_BRIGHT "%2d" UI_END "  \t%s%s%s%s%s\n", depth, article ? "The " : "",
		article ? name + 4 : name, overview->up ? UI_BRIGHT " <" UI_END : "",
		overview->down ? UI_BRIGHT " >" UI_END : "",
		overview->here ? UI_LAMP "  you are here" UI_END : "");
	for (size_t i = 0; i < overview->feeling_count; i++)
		ui_add(text, "    \t%s\n", overview->feelings[i]);
	for (enum mark_kind kind = MARK_GROUND; kind <= MARK_THING; kind++)
		levels_marks(text, overview, kind);
}

/* Lists the open quests of all levels. */
static void levels_quests(struct ui_text *text, struct play *play)
{
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->quest_count; i++)
		if (view->quests[i].state == QUEST_OPEN)
			ui_add(text, UI_GOLD " ?" UI_END "  \t" UI_GOLD "%s" UI_END "\n    \t%s\n",
				view->quests[i].name, view->quests[i].text);
}

/* Lists the current level and the open quests first, then the other depths in order. */
void play_page_levels(struct play *play)
{
	struct ui_text text = {0};
	struct overview overview;
	const struct view *view = play_view(play);
	int here = view->status.depth;
	if (game_overview(play->game, here, &overview))
		levels_depth(&text, &overview, here);
	levels_quests(&text, play);
	for (int depth = 1; depth <= DEPTHS_MOST; depth++)
		if (depth != here && game_overview(play->game, depth, &overview))
			levels_depth(&text, &overview, depth);
	play_page_open(play, "Where you have been", &text);
}
