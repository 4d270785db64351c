/* The two rows of status: the hero's figures, his place and his states. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define COMPACT_BELOW 72
#define MORE_WIDTH 4 /* columns of "+2", the number of states without room */

/* Least columns of a figure. A figure that grows must not move the text behind it, since rewriting
 * that costs bytes. */
#define GOLD_COLUMNS 3
#define NOISE_COLUMNS 2
#define LIGHT_COLUMNS 4 /* "lit" or "dark" */

/* Paints a dim word and its figure, and returns the column of the next one. Paints nothing if they
 * do not fit. */
static int figure(struct vt_frame *frame, int x, int y, const char *word, enum vt_colour_role role,
	const char *value)
{
	if (x + (int)(strlen(word) + strlen(value)) + 1 > frame->width)
		return x;
	x = vt_text(frame, x, y, word, VT_DIM, 0, NULL);
	return vt_text(frame, x + 1, y, value, role, 0, NULL) + 2;
}

static int figure_number(
	struct vt_frame *frame, int x, int y, const char *word, enum vt_colour_role role, int value)
{
	char text[16];
	snprintf(text, sizeof text, "%d", value);
	return figure(frame, x, y, word, role, text);
}

static int figure_wide(struct vt_frame *frame, int x, int y, const char *word,
	enum vt_colour_role role, int value, int columns)
{
	int end = figure_number(frame, x, y, word, role, value);
	int least = x + (int)strlen(word) + 1 + columns + 2;
	return frame->width < COMPACT_BELOW || end == x || end > least ? end : least;
}

/* Returns the content's word for a figure. */
static const char *label(const struct play *play, const char *word, const char *otherwise)
{
	return ui_word(play->content, word, otherwise);
}

/* Writes a value and its most, " 8/16": what follows does not move when the value changes. */
static void value_of_most(char *text, size_t size, int value, int most)
{
	int digits = snprintf(text, size, "%d", most);
	snprintf(text, size, "%*d/%d", digits, value, most);
}

static int health_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct view_status *status, bool compact)
{
	const char *word = compact ? label(play, "label-health-short", "Hp")
				   : label(play, "label-health", "Health");
	char text[24];
	int percent = status->health_max > 0 ? status->health * 100 / status->health_max : 0;
	int width = compact ? 8 : 10;
	x = vt_text(frame, x, y, word, VT_DIM, 0, NULL) + 1;
	ui_bar(frame, x, y, width, status->health, status->health_max, play_health_role(percent));
	enum vt_colour_role role = play_health_role(percent);
	bool bold = role == VT_DANGER;
	if (role == VT_GOOD)
		role = VT_TEXT;
	value_of_most(text, sizeof text, status->health, status->health_max);
	return vt_text(frame, x + width + 1, y, text, role, bold ? VT_BOLD : 0, NULL) + 2;
}

static int food_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct view_status *status)
{
	return figure_number(frame, x, y, label(play, "label-food", "Food"),
		status->hunger[0] ? VT_BAD : VT_TEXT, play_food_shown(status));
}

/* A row of states between columns x and end. It uses the longest form in which all fit: words with
 * the remaining turns, words alone, or brief words. Words are never cut. If too many brief words
 * remain, the least urgent are counted instead, as "+2". */
struct state_row {
	struct vt_frame *frame; /* NULL: measure only */
	int x, y, end;
	bool brief, counts; /* counts: shows the remaining turns, too */
};

/* Rounds remaining turns above 10 up to fives: each changed figure costs bytes. */
static unsigned turns_shown(unsigned turns)
{
	return turns > 10 ? (turns + 4) / 5 * 5 : turns;
}

/* Writes a state. Returns its columns. */
static int state_paint(const struct state_row *row, const struct state_line *state)
{
	char left[8] = "";
	const char *word = row->brief ? state->brief : state->word;
	if (row->counts && state->turns)
		snprintf(left, sizeof left, " %u", turns_shown(state->turns));
	if (row->frame) {
		enum vt_colour_role role = state->ill ? VT_BAD : VT_GOOD;
		int x = vt_text(row->frame, row->x, row->y, word, role, 0, NULL);
		vt_text(row->frame, x, row->y, left, VT_TEXT, 0, NULL);
	}
	return (int)(strlen(word) + strlen(left));
}

/* Returns the column after the first `most` states. */
static int states_row(struct state_row row, const struct play *play, int most)
{
	struct state_line state;
	for (int nth = 0; nth < most && play_state_line(play, (size_t)nth, &state); nth++)
		row.x += state_paint(&row, &state) + 1;
	return row.x - 1;
}

static int state_count(const struct play *play)
{
	struct state_line state;
	int count = 0;
	while (play_state_line(play, (size_t)count, &state))
		count++;
	return count;
}

static void states_paint(const struct play *play, struct vt_frame *frame, int x, int y, int end)
{
	struct state_row row = {NULL, x, y, end, false, true};
	int all = state_count(play), most = all;
	if (states_row(row, play, all) > end)
		row.counts = false;
	if (states_row(row, play, all) > end)
		row.brief = true;
	while (most > 0 && states_row(row, play, most) + (most < all ? MORE_WIDTH : 0) > end)
		most--;
	row.frame = frame;
	x = states_row(row, play, most);
	if (most < all && x + MORE_WIDTH <= end)
		vt_textf(frame, x + 1, y, VT_BAD, 0, "+%d", all - most);
}

/* Returns the name of a place without its article. */
static const char *place_name(const char *place)
{
	return strncmp(place, "the ", 4) == 0 ? place + 4 : place;
}

/* Shows that a choice waits and the key that asks for it. */
static void choice_hint(const struct play *play, struct vt_frame *frame, int x, int y)
{
	char key[16];
	keymap_key_text(play->settings.keys, ACTION_CHOOSE, key, sizeof key);
	bool fits = x + ui_width(key) + 8 <= frame->width;
	vt_textf(frame, x, y, VT_LAMP, VT_BOLD, fits ? "%s: choose" : "%s", key);
}

static bool is_in_states(const struct view_status *status)
{
	return status->swims[0] || status->hunger[0] || status->conditions[0] || status->boons[0];
}

/* Paints the level and the experience missing to the next, "3 next 57". Paints the level alone if
 * that does not fit. */
static int level_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct view *view, bool compact)
{
	const struct view_status *status = &view->status;
	const char *word = compact ? label(play, "label-level-short", "Lv")
				   : label(play, "label-level", "Level");
	enum vt_colour_role role = compact && view->choice != CHOICE_NONE ? VT_LAMP : VT_TEXT;
	char text[40];
	snprintf(text, sizeof text, "%d %s %d", status->level,
		label(play, "label-next-level", "next"),
		status->experience_next - status->experience);
	int end = figure(frame, x, y, word, role, text);
	return end > x ? end : figure_number(frame, x, y, word, role, status->level);
}

static int mana_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct view_status *status, bool compact)
{
	char text[24];
	if (compact)
		return figure_number(
			frame, x, y, label(play, "label-mana-short", "Mp"), VT_MAGIC, status->mana);
	value_of_most(text, sizeof text, status->mana, status->mana_max);
	return figure(frame, x, y, label(play, "label-mana", "Mana"), VT_MAGIC, text);
}

/* Paints health, mana and figures. In a narrow window states replace the figures. */
static void body_paint(const struct play *play, struct vt_frame *frame, int y,
	const struct view *view, bool compact)
{
	const struct view_status *status = &view->status;
	bool ails = is_in_states(status);
	int x = health_paint(play, frame, 0, y, status, compact);
	if (status->mana_max > 0)
		x = mana_paint(play, frame, x, y, status, compact);
	if (compact && ails) {
		states_paint(play, frame, x, y, frame->width);
		return;
	}
	if (compact)
		x = level_paint(play, frame, x, y, view, compact);
	x = figure_number(frame, x, y, label(play, "label-might", "Might"), VT_TEXT, status->might);
	x = figure_number(frame, x, y, label(play, "label-guard", "Guard"), VT_TEXT, status->guard);
	if (compact)
		return;
	/* At 80 columns the hint of a choice needs the short form. */
	x = level_paint(play, frame, x, y, view, view->choice != CHOICE_NONE);
	if (status->carries_receiver)
		x = vt_text(frame, x, y, label(play, "label-goal", "LADEN"), VT_LAMP, VT_BOLD,
			    NULL) +
		    2;
	if (view->choice != CHOICE_NONE && play->prompt.mode != MODE_CHOICE)
		choice_hint(play, frame, x, y);
}

/* Paints the noise and whether the hero is lit. A narrow window has no room for long figures: there
 * the noise loses its word. */
static int noise_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct view_status *status)
{
	const char *word = label(play, "label-noise", "Noise");
	const char *light =
		status->lit ? label(play, "label-lit", "lit") : label(play, "label-dark", "dark");
	enum vt_colour_role role = status->noise > 7 ? VT_LAMP : VT_TEXT;
	int columns = ui_width(word) + 1 + NOISE_COLUMNS + 1 + LIGHT_COLUMNS;
	int end = x + columns < frame->width
			  ? figure_wide(frame, x, y, word, role, status->noise, NOISE_COLUMNS)
			  : vt_textf(frame, x, y, role, 0, "%d", status->noise) + 2;
	vt_text(frame, end - 1, y, light, status->lit ? VT_LAMP : VT_DIM, 0, NULL);
	return end + LIGHT_COLUMNS + 1;
}

void play_paint_status(const struct play *play, struct vt_frame *frame, const struct view *view)
{
	const struct view_status *status = &view->status;
	bool compact = frame->width < COMPACT_BELOW;
	int y = frame->height - 1;
	body_paint(play, frame, y - 1, view, compact);
	int x = figure_number(frame, 0, y,
		compact ? label(play, "label-depth", "Depth") : place_name(status->place),
		VT_BRIGHT, status->depth);
	x = figure_wide(frame, x, y,
		compact ? label(play, "label-gold-short", "$") : label(play, "label-gold", "Gold"),
		VT_GOLD, status->gold, GOLD_COLUMNS);
	x = food_paint(play, frame, x, y, status);
	x = noise_paint(play, frame, x, y, status);
	/* States in the row above have replaced the level. */
	if (compact && is_in_states(status))
		figure_number(frame, x, y, label(play, "label-level-short", "Lv"),
			view->choice != CHOICE_NONE ? VT_LAMP : VT_TEXT, status->level);
	/* vt100 never writes the last cell of the screen. */
	if (!compact)
		states_paint(play, frame, x, y, frame->width - 1);
}
