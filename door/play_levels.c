/* The map of levels: each depth that the hero has been to, and what he remembers there. */
#include "play_private.h"

#include <stdio.h>
#include <string.h>

#define DEPTHS_MOST 99 /* more than there are */

/* What stands before the marks of a kind. */
static const char *const labels[] = {[MARK_GROUND] = "",
	[MARK_LEFT] = "left: ",
	[MARK_FOR_SALE] = "for sale: ",
	[MARK_OFFERED] = "one to be had: ",
	[MARK_THING] = "lying there: "};

static void levels_marks(struct ui_text *text, const struct survey *survey, enum mark_kind kind)
{
	bool first = true;
	for (size_t i = 0; i < survey->mark_count; i++) {
		const struct survey_mark *mark = &survey->marks[i];
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

static void levels_depth(struct ui_text *text, const struct survey *survey, int depth)
{
	const char *name = survey->name;
	bool article = strncmp(name, "the ", 4) == 0;
	ui_add(text, UI_BRIGHT "%2d" UI_END "  \t%s%s%s%s%s\n", depth, article ? "The " : "",
		article ? name + 4 : name, survey->up ? UI_BRIGHT " <" UI_END : "",
		survey->down ? UI_BRIGHT " >" UI_END : "",
		survey->here ? UI_LAMP "  you are here" UI_END : "");
	for (size_t i = 0; i < survey->feeling_count; i++)
		ui_add(text, "    \t%s\n", survey->feelings[i]);
	for (enum mark_kind kind = MARK_GROUND; kind <= MARK_THING; kind++)
		levels_marks(text, survey, kind);
}

void play_sheet_levels(struct play *play)
{
	struct ui_text text = {0};
	struct survey survey;
	for (int depth = 1; depth <= DEPTHS_MOST; depth++)
		if (game_survey(play->game, depth, &survey))
			levels_depth(&text, &survey, depth);
	play_sheet_open(play, "Where you have been", &text);
}
