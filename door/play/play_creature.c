/* The box that describes the creature under the cursor and the odds of a fight. */
#include "door/play/play_private.h"

#include <stdio.h>

const struct view_creature *play_creature_at(const struct view *view, int x, int y)
{
	for (size_t i = 0; i < view->creature_count; i++)
		if (view->creatures[i].x == x && view->creatures[i].y == y)
			return &view->creatures[i];
	return NULL;
}

/* Returns a percentage of the hero's health in words. */
static const char *part_of_health(int percent)
{
	static const struct {
		int most;
		const char *words;
	} parts[] = {{3, "next to nothing"}, {6, "about a twentieth of your health"},
		{13, "about a tenth of your health"}, {17, "about a sixth of your health"},
		{22, "about a fifth of your health"}, {29, "about a quarter of your health"},
		{41, "about a third of your health"}, {58, "about half of your health"},
		{70, "about two thirds of your health"}, {87, "most of your health"}};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (percent <= parts[i].most)
			return parts[i].words;
	return "all of your health";
}

static const char *blows(int count, char *text, size_t size)
{
	if (count >= UINT8_MAX)
		snprintf(text, size, "very many blows");
	else
		snprintf(text, size, count == 1 ? "one blow" : "%d blows", count);
	return text;
}

void play_odds(const struct view_creature *creature, char *text, size_t size)
{
	char its[24], yours[24];
	blows(creature->falls_in, yours, sizeof yours);
	if (creature->kills_in)
		snprintf(text, size,
			"It hits you %d%%, for %s; kills you in %s at worst. You hit it "
			"%d%%, about %s.",
			creature->hits_you, part_of_health(creature->blow_percent),
			blows(creature->kills_in, its, sizeof its), creature->you_hit, yours);
	else
		snprintf(text, size, "Its blows do you no harm. You hit it %d%%, about %s.",
			creature->you_hit, yours);
}

/* Appends what may wake a sleeper. */
static void wakers_text(const struct view_creature *creature, char *text, size_t size)
{
	static const char *const traces[] = {
#define ROW(id, word, trace) trace,
		ENGINE_WAKERS(ROW)
#undef ROW
	};
	size_t used = (size_t)snprintf(text, size, " It sleeps."), last = WAKER_COUNT;
	bool any = false;
	for (size_t i = 0; i < WAKER_COUNT; i++)
		last = creature->wakes[i] ? i : last;
	for (size_t i = 0; i < WAKER_COUNT; i++) {
		if (!creature->wakes[i] || used >= size)
			continue;
		used += (size_t)snprintf(text + used, size - used, "%s%s (1 in %d)",
			!any        ? " This may wake it each turn: "
			: i == last ? " and "
				    : ", ",
			traces[i], creature->wakes[i]);
		any = true;
	}
	if (used < size)
		snprintf(text + used, size - used, "%s",
			any ? "." : " You do nothing here that may wake it.");
}

void play_creature_stance(const struct view_creature *creature, char *text, size_t size)
{
	char odds[300], sleep[200];
	play_odds(creature, odds, sizeof odds);
	wakers_text(creature, sleep, sizeof sleep);
	if (creature->ally)
		snprintf(text, size, "It is on your side. Walk into it to change places.");
	else if (creature->captive)
		snprintf(text, size, "Walk into it to free it: that takes a while, and is heard.");
	else
		snprintf(text, size, "%s%s%s%s", creature->pace, creature->pace[0] ? " " : "", odds,
			creature->asleep    ? sleep
			: creature->unaware ? " It has not noticed you."
					    : "");
}

static void creature_text(const struct view_creature *creature, char *text, size_t size)
{
	char stance[600];
	play_creature_stance(creature, stance, sizeof stance);
	snprintf(text, size, "%s\n \n%s", creature->description ? creature->description : "",
		stance);
}

/* Paints the box on the side away from the cursor. */
void play_creature_paint(const struct play *play, struct vt_frame *frame, const struct view *view)
{
	const struct view_creature *creature =
		play_creature_at(view, play->prompt.cursor_x, play->prompt.cursor_y);
	char text[900], name[sizeof creature->name];
	int width = frame->width - 4 < 36 ? frame->width - 4 : 36;
	if (!creature)
		return;
	creature_text(creature, text, sizeof text);
	int rows = ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, text, VT_TEXT);
	int top = play_prompt_rows(play, frame);
	rows = between(rows, 0, frame->height - 4 - top);
	/* A narrow window has no room beside the cursor, so the box goes above or below it. */
	bool left = frame->cursor_x >= frame->width / 2;
	bool below = frame->width < 80 && frame->cursor_y < frame->height / 2;
	int x = left ? 0 : frame->width - width - 3, y = below ? frame->height - rows - 3 : top;
	vt_fill(frame, (struct vt_area){x, y, width + 3, rows + 1 + !below}, ' ', VT_TEXT, 0);
	vt_fill(frame, (struct vt_area){x, y, width + 3, 1}, ' ', VT_TEXT, VT_REVERSE);
	snprintf(name, sizeof name, "%s", creature->name);
	ui_fit(name, width - 2);
	vt_text(frame, x + 2, y, name, VT_TEXT, VT_REVERSE, NULL);
	ui_wrapped(frame, (struct vt_area){x + 2, y + 1, width, rows}, 0, text, VT_TEXT);
}
