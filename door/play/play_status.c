/* The two rows of status: what he is made of, where he is, and what ails him. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define COMPACT_BELOW 72
#define TEXT_WHOLE 16 /* letters of a status's word; */
#define TEXT_CUT 4    /* and of what is left of it where there is no room */

/* Columns that a figure has at least, so that one that grows does not move what stands behind it:
 * to write all that again costs bytes. */
#define GOLD_COLUMNS 3
#define NOISE_COLUMNS 2
#define MANA_COLUMNS 2

/* A dim word and its figure, two columns before the next; nothing where it does not fit whole. */
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

/* What the content calls a figure. */
static const char *label(const struct play *play, const char *word, const char *otherwise)
{
	return ui_word(play->content, word, otherwise);
}

static int health_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct view_status *status, bool compact)
{
	const char *word = compact ? label(play, "label-health-short", "Hp")
				   : label(play, "label-health", "Health");
	char text[24];
	int percent = status->health_max > 0 ? status->health * 100 / status->health_max : 0;
	int width = compact ? 8 : 12;
	x = vt_text(frame, x, y, word, VT_DIM, 0, NULL) + 1;
	ui_bar(frame, x, y, width, status->health, status->health_max, play_health_role(percent));
	enum vt_colour_role role = percent > 25 ? VT_TEXT : play_health_role(percent);
	int digits = snprintf(text, sizeof text, "%d", status->health_max);
	snprintf(text, sizeof text, "%*d/%d", digits, status->health, status->health_max);
	return vt_text(frame, x + width + 1, y, text, role, percent > 25 ? 0 : VT_BOLD, NULL) + 2;
}

static int food_paint(const struct play *play, struct vt_frame *frame, int x, int y,
	const struct view_status *status)
{
	return figure_number(frame, x, y, label(play, "label-food", "Food"),
		status->hunger[0] ? VT_BAD : VT_TEXT, play_food_shown(status));
}

/* What the statuses are called, in the columns from x up to the end: whole words where they fit,
 * with the turns that are left, if these fit, too; else so much of their beginnings as fits, and at
 * the worst the least urgent go. */
struct word_row {
	struct vt_frame *frame; /* NULL: only measured */
	int x, y, end, letters; /* letters: of a word, at most */
	bool counts;            /* the turns that are left, too */
};

/* The last turns are told one by one, those before in fives: a figure that changes costs bytes. */
static unsigned turns_shown(unsigned turns)
{
	return turns > 5 ? (turns + 4) / 5 * 5 : turns;
}

static void words_paint(
	struct word_row *row, const char *words, const uint8_t *turns, enum vt_colour_role role)
{
	for (int i = 0; *words; i++) {
		int length = (int)strcspn(words, " ");
		char word[TEXT_WHOLE + 1], left[8] = "";
		if (row->counts && turns && turns[i])
			snprintf(left, sizeof left, " %u", turns_shown(turns[i]));
		snprintf(word, sizeof word, "%.*s", length < row->letters ? length : row->letters,
			words);
		int shown = (int)(strlen(word) + strlen(left));
		if (row->frame && row->x + shown <= row->end) {
			int x = vt_text(row->frame, row->x, row->y, word, role, 0, NULL);
			vt_text(row->frame, x, row->y, left, VT_TEXT, 0, NULL);
		}
		row->x += shown + 1;
		words += length + (words[length] == ' ');
	}
}

static int conditions_row(struct word_row row, const struct view_status *status)
{
	words_paint(&row, status->swims, NULL, VT_DANGER);
	words_paint(&row, status->hunger, NULL, VT_BAD);
	words_paint(&row, status->conditions, status->condition_turns, VT_BAD);
	words_paint(&row, status->boons, status->boon_turns, VT_GOOD);
	return row.x - 1;
}

static void conditions_paint(
	struct vt_frame *frame, int x, int y, int end, const struct view_status *status)
{
	struct word_row row = {NULL, x, y, end, TEXT_WHOLE, true};
	row.counts = conditions_row(row, status) <= end;
	while (row.letters > TEXT_CUT && conditions_row(row, status) > end)
		row.letters--;
	row.frame = frame;
	conditions_row(row, status);
}

/* A place in a status line goes without its article. */
static const char *place_name(const char *place)
{
	return strncmp(place, "the ", 4) == 0 ? place + 4 : place;
}

/* That there is something to choose, by the key that asks for it. */
static void choice_hint(const struct play *play, struct vt_frame *frame, int x, int y)
{
	char key[16];
	keymap_key_name(keymap_key(play->settings.preset, ACTION_CHOOSE), key, sizeof key);
	vt_textf(frame, x, y, VT_LAMP, VT_BOLD, "%s: choose", key);
}

/* Health, and what he is made of; where room is scarce, what ails him takes the place of that. */
static void body_paint(const struct play *play, struct vt_frame *frame, int y,
	const struct view *view, bool compact)
{
	const struct view_status *status = &view->status;
	bool ails =
		status->swims[0] || status->hunger[0] || status->conditions[0] || status->boons[0];
	int x = health_paint(play, frame, 0, y, status, compact);
	if (status->mana_max > 0)
		x = figure_wide(frame, x, y,
			compact ? label(play, "label-mana-short", "Mp")
				: label(play, "label-mana", "Mana"),
			VT_MAGIC, status->mana, MANA_COLUMNS);
	if (compact && ails) {
		conditions_paint(frame, x, y, frame->width, status);
		return;
	}
	x = figure_number(frame, x, y, label(play, "label-might", "Might"), VT_TEXT, status->might);
	x = figure_number(frame, x, y, label(play, "label-guard", "Guard"), VT_TEXT, status->guard);
	if (compact)
		return;
	x = figure_number(frame, x, y, label(play, "label-level", "Level"), VT_TEXT, status->level);
	if (status->carries_receiver)
		x = vt_text(frame, x, y, label(play, "label-goal", "LADEN"), VT_LAMP, VT_BOLD,
			    NULL) +
		    2;
	if (view->choice != CHOICE_NONE && play->prompt.mode != MODE_CHOICE)
		choice_hint(play, frame, x, y);
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
	if (compact)
		x = figure_number(frame, x, y, label(play, "label-level-short", "Lv"),
			view->choice != CHOICE_NONE ? VT_LAMP : VT_TEXT, status->level);
	x = figure_wide(frame, x, y,
		compact ? label(play, "label-gold-short", "$") : label(play, "label-gold", "Gold"),
		VT_GOLD, status->gold, GOLD_COLUMNS);
	x = food_paint(play, frame, x, y, status);
	x = figure_wide(frame, x, y, label(play, "label-noise", "Noise"),
		status->noise > 7 ? VT_LAMP : VT_TEXT, status->noise, NOISE_COLUMNS);
	/* The last cell of a screen is never written. */
	if (!compact)
		conditions_paint(frame, x, y, frame->width - 1, status);
}
