/*
 * A choice of one of three: an heirloom before the first turn, a talent at some levels gained.
 *
 * A letter moves the cursor to a row; the same letter again or Enter chooses it, so that no
 * typed-ahead key chooses. An heirloom must be chosen before anything else. A talent waits until
 * the player asks for the choice.
 */
#include "door/play/play_private.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WIDTH_MOST 62
#define INDENT 5

/* ---- Asking ---- */

bool play_choice_waits(struct play *play)
{
	const struct view *view = play_view(play);
	return view->choice != CHOICE_NONE && view->choice_count > 0;
}

void play_choice_begin(struct play *play)
{
	if (!play_choice_waits(play)) {
		play_say(play, "There is no choice to make now.");
		return;
	}
	/* The sentence on the message row stays unchanged and can be read after the choice. */
	play->prompt.choice = -1;
	play->prompt.mode = MODE_CHOICE;
}

void play_choice_resume(struct play *play)
{
	if (play_choice_waits(play) && play->state == PLAY_GOING)
		play->prompt.mode = MODE_CHOICE;
}

void play_greet(struct play *play)
{
	const struct view *view = play_view(play);
	if (view->choice == CHOICE_HEIRLOOM && play->state == PLAY_GOING)
		play_choice_begin(play);
}

/* ---- Keys ---- */

static void play_choice_take(struct play *play)
{
	struct command command = {.verb = VERB_CHOOSE, .number = (uint8_t)play->prompt.choice};
	play->prompt.mode = MODE_MAP;
	play_act(play, &command);
}

static void play_choice_go(struct play *play, int to, int count)
{
	play->prompt.choice = (int8_t)((to + count) % count);
}

/* Handles keys that postpone the choice: saving or quitting, Esc for a talent, and the help, which
 * returns to the choice. Esc from a row of heirlooms goes back to none, and from none it is
 * refused. */
static void play_choice_leave(struct play *play, const struct view *view, int key)
{
	enum action action = keymap_action(play->settings.keys, key, false);
	bool leaves = action == ACTION_SAVE || action == ACTION_QUIT;
	if (leaves || (view->choice == CHOICE_TALENT && key == VT_KEY_ESCAPE))
		play->prompt.mode = MODE_MAP;
	else if (key == VT_KEY_ESCAPE) {
		play->prompt.refused = play->prompt.choice < 0;
		play->prompt.choice = -1;
	}
	play->page.before_choice = leaves || action == ACTION_HELP;
	play->prompt.key_acts = leaves || action == ACTION_HELP;
}

void play_choice_key(struct play *play, int key)
{
	const struct view *view = play_view(play);
	int count = (int)view->choice_count,
	    letter = key >= '1' && key <= '9' ? key - '1' : key - 'a';
	play->prompt.refused = false;
	if (!count)
		play->prompt.mode = MODE_MAP;
	else if (key == '\r' && play->prompt.choice >= 0)
		play_choice_take(play);
	else if (letter >= 0 && letter < count && letter == play->prompt.choice)
		play_choice_take(play);
	else if (letter >= 0 && letter < count)
		play->prompt.choice = (int8_t)letter;
	else if (key == VT_KEY_DOWN || key == '\t')
		play_choice_go(play, play->prompt.choice + 1, count);
	else if (key == VT_KEY_UP)
		play_choice_go(play, play->prompt.choice < 0 ? -1 : play->prompt.choice - 1, count);
	else
		play_choice_leave(play, view, key);
}

/* ---- Painting ---- */

struct choosing {
	struct vt_frame *frame; /* NULL: measure only */
	int x, y, width;
	enum { PROSE_ALL, PROSE_CHOSEN, PROSE_NONE } prose; /* the options whose prose is shown */
	bool spaced;
	bool brief; /* paths are their last words */
};

static void choice_text(struct choosing *at, int x, const char *text, enum vt_colour_role role)
{
	int width = at->width - (x - at->x);
	int rows = ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, text, role);
	if (at->frame)
		ui_wrapped(at->frame, (struct vt_area){x, at->y, width, rows}, 0, text, role);
	at->y += rows;
}

void play_choice_name(const struct view_choice *choice, char *text, size_t size)
{
	if (choice->count > 1)
		snprintf(text, size, "%d %s", choice->count,
			*choice->plural ? choice->plural : choice->name);
	else
		snprintf(text, size, "%s", choice->name);
}

static int path_room(const struct choosing *at, const struct view_choice *choice)
{
	char name[CHOICE_NAME_SIZE];
	play_choice_name(choice, name, sizeof name);
	return at->width - 1 - INDENT - ui_width(name) - 2;
}

/* brief: the last word alone, as "shadow" for "path of the shadow". */
static const char *path_of(const struct play *play, const struct view_choice *choice, bool brief)
{
	const char *path = play_path(play, choice->path), *last = strrchr(path, ' ');
	return brief && last ? last + 1 : path;
}

/* True if a path has no room: then all of them are brief, so that they look alike. */
static bool paths_are_brief(
	const struct play *play, const struct choosing *at, const struct view *view)
{
	for (size_t i = 0; i < view->choice_count; i++)
		if (ui_width(path_of(play, &view->choices[i], false)) >
			path_room(at, &view->choices[i]))
			return true;
	return false;
}

static void choice_name(
	const struct play *play, struct choosing *at, int number, const struct view_choice *choice)
{
	const struct appearance *appearance = content_appearance(play->content, choice->appearance);
	bool chosen = number == play->prompt.choice;
	char name[CHOICE_NAME_SIZE];
	if (!at->frame)
		return;
	play_choice_name(choice, name, sizeof name);
	vt_put(at->frame, at->x, at->y, chosen ? '>' : ' ', VT_BRIGHT, 0);
	vt_put(at->frame, at->x + 1, at->y, (uint16_t)('a' + number), VT_BRIGHT, VT_BOLD);
	vt_put(at->frame, at->x + 3, at->y, play->glyphs[choice->appearance],
		(enum vt_colour_role)ui_roles[appearance->role], 0);
	vt_text(at->frame, at->x + INDENT, at->y, name, VT_BRIGHT, 0, NULL);
	const char *path = path_of(play, choice, at->brief);
	if (ui_width(path) <= path_room(at, choice))
		vt_text(at->frame, at->x + at->width - 1 - ui_width(path), at->y, path, VT_DIM, 0,
			NULL);
	if (chosen)
		ui_chosen(at->frame, at->x, at->y, at->width);
}

static void choice_all(
	const struct play *play, struct choosing *at, const struct view *view, const char *intro)
{
	char line[EFFECT_LINE_SIZE];
	at->brief = paths_are_brief(play, at, view);
	if (*intro) {
		choice_text(at, at->x, intro, VT_TEXT);
		at->y++;
	}
	for (int i = 0; i < (int)view->choice_count; i++) {
		at->y += at->spaced && i > 0;
		choice_name(play, at, i, &view->choices[i]);
		at->y++;
		if (at->prose == PROSE_ALL ||
			(at->prose == PROSE_CHOSEN && i == play->prompt.choice))
			choice_text(at, at->x + INDENT, view->choices[i].text, VT_TEXT);
		game_effect_line(play->game, EFFECT_OF_CHOICE, (size_t)i, line, sizeof line);
		choice_text(at, at->x + INDENT, line, VT_LAMP);
		game_effect_line(play->game, EFFECT_OF_LACK, (size_t)i, line, sizeof line);
		*line = (char)toupper((unsigned char)*line);
		if (*line)
			choice_text(at, at->x + INDENT, line, VT_BAD);
	}
}

static int choice_rows(
	const struct play *play, struct choosing at, const struct view *view, const char *intro)
{
	at.y = 0;
	at.frame = NULL;
	choice_all(play, &at, view, intro);
	return at.y;
}

static const char *choice_intro(const struct play *play, bool talent)
{
	return talent ? ui_word(play->content, "choice-talent", "Choose a talent.")
		      : ui_word(play->content, "choice-heirloom",
				"Choose one of these three to take along.");
}

/* Shows the keys of help and of leaving for later. */
static void choice_leave_paint(const struct play *play, struct vt_frame *frame, int x, int y)
{
	char key[KEY_NAME_MAX], text[80];
	keymap_key_text(play->settings.keys, ACTION_SAVE, key, sizeof key);
	snprintf(text, sizeof text, UI_BRIGHT "?" UI_END " help  " UI_BRIGHT "%s" UI_END " leave%s",
		key, frame->width < WIDTH_MOST ? "" : ", and choose later");
	vt_text(frame, x, y, text, VT_TEXT, 0, ui_roles);
}

/* Shows the keys for a row that the cursor is on. */
static void choice_take_paint(struct vt_frame *frame, int y, bool talent)
{
	const char *back = talent ? "later" : "back";
	char text[160];
	snprintf(text, sizeof text,
		frame->width < WIDTH_MOST ? UI_BRIGHT "Enter" UI_END " take  " UI_BRIGHT
						      "abc" UI_END " other  " UI_BRIGHT "Esc" UI_END
						      " %s%s" UI_BRIGHT "?" UI_END " help"
					  : UI_BRIGHT
			"Enter" UI_END " take it  " UI_BRIGHT "a b c" UI_END " another  " UI_BRIGHT
			"Esc" UI_END " %s%s" UI_BRIGHT "?" UI_END " help",
		back, talent && frame->width < WIDTH_MOST ? " " : "  ");
	vt_text(frame, 1, y, text, VT_TEXT, 0, ui_roles);
}

static void choice_keys_paint(const struct play *play, struct vt_frame *frame, int y, bool talent)
{
	if (play->prompt.choice >= 0) {
		choice_take_paint(frame, y, talent);
		return;
	}
	const char *asked = play->prompt.refused ? UI_BRIGHT "a b c" UI_END "  " UI_BAD
							     "Take one.  " UI_END "  "
						 : UI_BRIGHT "a b c" UI_END "  which one?   ";
	int x = vt_text(frame, 1, y, asked, VT_TEXT, 0, ui_roles);
	if (talent)
		vt_text(frame, x, y, UI_BRIGHT "Esc" UI_END " later  " UI_BRIGHT "?" UI_END " help",
			VT_TEXT, 0, ui_roles);
	else
		choice_leave_paint(play, frame, x, y);
}

/* Paints the choice above the status rows. If room is short it drops the blank rows first, then the
 * introduction, then the prose of the options. The lines of plain effect always stay. */
void play_choice_paint(const struct play *play, struct vt_frame *frame, const struct view *view)
{
	bool talent = view->choice == CHOICE_TALENT;
	const char *intro = choice_intro(play, talent);
	int bottom = frame->height - 3, room = bottom - 2;
	struct choosing at = {.frame = frame,
		.width = frame->width - 2 < WIDTH_MOST ? frame->width - 2 : WIDTH_MOST,
		.prose = PROSE_ALL,
		.spaced = true};
	at.spaced = choice_rows(play, at, view, intro) <= room;
	intro = choice_rows(play, at, view, intro) <= room ? intro : "";
	while (at.prose != PROSE_NONE && choice_rows(play, at, view, intro) > room)
		at.prose++;
	at.x = (frame->width - at.width) / 2;
	at.y = 2 + (room - choice_rows(play, at, view, intro)) / 3;
	at.y = at.y < 2 ? 2 : at.y;
	vt_fill(frame, (struct vt_area){0, 0, frame->width, bottom + 1}, ' ', VT_TEXT, 0);
	ui_title(frame,
		talent ? ui_word(play->content, "choice-talent-title", "A talent")
		       : ui_word(play->content, "choice-heirloom-title", "To take along"),
		"one of three");
	ui_cursor(frame, at.x, at.y);
	frame->in_order = true;
	choice_all(play, &at, view, intro);
	choice_keys_paint(play, frame, bottom, talent);
}
