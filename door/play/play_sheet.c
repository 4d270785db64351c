/* What lies over the map: lists to choose from, and texts to read. */
#include "door/play/play_private.h"

#include "door/command/commands.h"
#include "door/ui/looks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHEET_WIDTH_MOST 58

void play_sheet_open(struct play *play, const char *title, struct ui_text *text)
{
	while (text->size && text->text[text->size - 1] == '\n')
		text->text[--text->size] = 0;
	ui_pager_open(&play->sheet, title, text->text);
	play_prompt_begin(play, MODE_SHEET, ACTION_NONE, "");
	play->sheet_runs_keys = false;
	play->sheet_raw = false;
}

/* ---- Texts ---- */

void play_sheet_messages(struct play *play)
{
	struct view view;
	struct ui_text text = {0};
	uint32_t last = 0;
	game_view(play->game, &view);
	for (size_t i = 0; i < view.message_count; i++) {
		const struct message *message = &view.messages[i];
		play_hints_between(play, &text, last, message->serial);
		last = message->serial;
		char own = (char)(ROLE_BYTE + message->role), line[160];
		size_t used = 0;
		line[used++] = own;
		for (const char *at = message->text; *at && used + 20 < sizeof line; at++)
			if (*at != '\n')
				line[used++] = *at == ROLE_BYTE_END ? own : *at;
		line[used++] = ROLE_BYTE_END;
		line[used] = 0;
		ui_add(&text, message->repeats > 1 ? "%s x%d\n" : "%s\n", line, message->repeats);
	}
	play_hints_between(play, &text, last, UINT32_MAX);
	play_sheet_open(play, "Messages", &text);
	ui_pager_end(&play->sheet);
}

static void character_talents(
	struct ui_text *text, const struct play *play, const struct view *view)
{
	if (view->talent_count)
		ui_add(text, "\n" UI_LAMP "What you have learned" UI_END "\n");
	for (size_t i = 0; i < view->talent_count; i++)
		ui_add(text, "  \t" UI_BRIGHT "%s" UI_END UI_DIM "  %s" UI_END "\n  \t%s\n",
			view->talents[i].name, play_path(play, view->talents[i].path),
			view->talents[i].text);
}

/* What he was asked to do, and what came of it. */
static void character_quests(struct ui_text *text, const struct view *view)
{
	static const char *const states[] = {[QUEST_OPEN] = "",
		[QUEST_DONE] = UI_GOOD "  done" UI_END,
		[QUEST_FAILED] = UI_BAD "  failed" UI_END};
	if (view->quest_count)
		ui_add(text, "\n" UI_LAMP "What you are to do" UI_END "\n");
	for (size_t i = 0; i < view->quest_count; i++)
		ui_add(text, "  \t" UI_BRIGHT "%s" UI_END "%s\n  \t%s\n", view->quests[i].name,
			states[view->quests[i].state], view->quests[i].text);
}

static const char *label(const struct play *play, const char *word, const char *otherwise)
{
	return ui_word(play->content, word, otherwise);
}

/* What he is made of, as the content calls it. */
static void character_figures(
	struct ui_text *text, const struct play *play, const struct view_status *status)
{
	const char *depth = label(play, "label-depth", "depth");
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END " of %d\n",
		label(play, "label-health", "Health"), status->health, status->health_max);
	if (status->mana_max)
		ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END " of %d\n",
			label(play, "label-mana", "Mana"), status->mana, status->mana_max);
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END "\n", label(play, "label-might", "Might"),
		status->might);
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END "\n", label(play, "label-guard", "Guard"),
		status->guard);
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END ", experience %d of %d\n",
		label(play, "label-level", "Level"), status->level, status->experience,
		status->experience_next);
	ui_add(text, "Place       \t" UI_BRIGHT "%s" UI_END ", " UI_INSIDE " %d (deepest %d)\n",
		status->place, ui_inside(depth), status->depth, status->deepest);
	ui_add(text, "%-12s\t" UI_GOLD "%d" UI_END "\n", label(play, "label-gold", "Gold"),
		status->gold);
	ui_add(text, "%-12s\t" UI_BRIGHT "%d" UI_END " turns%s%s\n",
		label(play, "label-food", "Food"), play_food_shown(status),
		status->hunger[0] ? ", " : "", status->hunger);
	ui_add(text, "%-12s\theard " UI_BRIGHT "%d" UI_END " steps away\n",
		label(play, "label-noise", "Noise"), status->noise);
}

void play_sheet_character(struct play *play)
{
	struct view view;
	struct ui_text text = {0};
	game_view(play->game, &view);
	const struct view_status *status = &view.status;
	character_figures(&text, play, status);
	ui_add(&text, "Turn        \t" UI_BRIGHT "%u" UI_END "\n", (unsigned)status->turn);
	ui_add(&text, "Score       \t" UI_BRIGHT "%d" UI_END " if you came home with it\n",
		status->score);
	if (status->conditions[0] || status->boons[0])
		ui_add(&text, "You are     \t" UI_BAD "%s" UI_END "%s" UI_GOOD "%s" UI_END "\n",
			status->conditions, status->conditions[0] ? " " : "", status->boons);
	if (status->carries_receiver)
		ui_add(&text, "\n" UI_LAMP "%s" UI_END "\n",
			label(play, "goal-note", "You carry what you came for. Take it home."));
	character_quests(&text, &view);
	character_talents(&text, play, &view);
	play_sheet_open(play, "Character", &text);
}

/* The light that he carries is used like other things; it is named, as it is what one looks for. */
static const char *lamp_carried(struct play *play)
{
	static struct view view;
	game_view(play->game, &view);
	for (size_t i = 0; i < view.pack_count; i++) {
		const char *class = steer_class_word(view.pack[i].class);
		if (class && strcmp(class, "lamp") == 0 && view.pack[i].verbs & 1U << VERB_USE)
			return view.pack[i].name;
	}
	return NULL;
}

void play_sheet_legal(struct play *play)
{
	struct ui_text text = {0};
	char keys[24];
	for (int action = ACTION_ROWS; action < ACTION_COUNT; action++) {
		const struct action_row *row = action_row(action);
		bool legal = row->verb == VERB_COUNT || game_legal(play->game, row->verb);
		if (!legal || (row->group == GROUP_DEBUG && !play->debug) || action == ACTION_LEGAL)
			continue;
		keymap_key_name(keymap_key(play->preset, action), keys, sizeof keys);
		ui_add(&text, UI_BRIGHT "%5s" UI_END "  \t%s\n", keys,
			keymap_action_help(play->content, action));
		if (action == ACTION_USE && lamp_carried(play))
			ui_add(&text, "       \t" UI_DIM "your light: %s" UI_END "\n",
				lamp_carried(play));
	}
	play_sheet_open(play, "What you can do here", &text);
	play->sheet_runs_keys = true;
}

static void help_add_keys(struct ui_text *text, const struct play *play)
{
	char *keys = keymap_help(play->content, play->preset, play->debug);
	for (char *at = keys, *end; at && *at; at = end) {
		end = at + strcspn(at, "\n");
		end += *end == '\n';
		ui_add(text, "%.*s", (int)(end - at), at);
	}
	free(keys);
}

/* The keys come first: who asks in the middle of a game wants them. */
void play_sheet_help(struct play *play)
{
	struct ui_text text = {0};
	const char *page;
	help_add_keys(&text, play);
	size_t keys = text.size;
	for (unsigned i = 1; (page = ui_series(play->content, "help", i)) != NULL; i++) {
		ui_add(&text, "\n");
		looks_add_page(&text, play->content, page);
		ui_add(&text, "\n");
	}
	if (text.text)
		looks_in_text(play->content, text.text + keys);
	play_hints_again(play, &text);
	play_sheet_open(play, "Help", &text);
}

void play_sheet_level(struct play *play, unsigned flags)
{
	struct ui_text text = {.text = game_level_text(play->game, flags)};
	play_sheet_open(
		play, flags & LEVEL_TEXT_STAGES ? "How this level was made" : "This level", &text);
	play->sheet_raw = true;
}

/* ---- Painting ---- */

/* It has no right border, and its lines are plain: each would cost bytes a row. */
void play_box(struct vt_frame *frame, int width, int height, const char *title, const char *hint,
	int *x, int *y)
{
	int outer = width + 3 > frame->width ? frame->width : width + 3;
	int left = frame->width - outer, bottom = height + 2;
	*x = left + 2;
	*y = 2;
	/* One column more is cleared, so that the map does not run into the rule. */
	vt_fill(frame, (struct vt_area){left - 1, 1, outer + 1, height + 2}, ' ', VT_TEXT, 0);
	vt_fill(frame, (struct vt_area){left, 1, outer, 1}, ' ', VT_TEXT, VT_REVERSE);
	vt_textf(frame, left, 1, VT_TEXT, VT_REVERSE, "  %.*s", outer > 3 ? outer - 3 : 0, title);
	vt_fill(frame, (struct vt_area){left, 2, 1, height}, VT_WALL_V, VT_TEXT, 0);
	vt_put(frame, left, bottom, VT_CORNER_BL, VT_TEXT, 0);
	vt_put(frame, left + 1, bottom, VT_WALL_H, VT_TEXT, 0);
	vt_textf(frame, *x + 1, bottom, VT_DIM, 0, "%.*s", outer > 4 ? outer - 4 : 0, hint);
}

static int text_widest(const char *text)
{
	int widest = ui_art_width(text);
	return widest > SHEET_WIDTH_MOST ? SHEET_WIDTH_MOST : widest;
}

static void raw_paint(struct play *play, struct vt_frame *frame)
{
	struct ui_pager *sheet = &play->sheet;
	const char *line = sheet->text ? sheet->text : "";
	vt_frame_clear(frame);
	vt_fill(frame, (struct vt_area){0, 0, frame->width, 1}, ' ', VT_TEXT, VT_REVERSE);
	vt_textf(frame, 1, 0, VT_TEXT, VT_REVERSE, "%s", sheet->title);
	sheet->rows = ui_art_height(line);
	sheet->page = frame->height - 2;
	int last = sheet->rows > sheet->page ? sheet->rows - sheet->page : 0;
	sheet->top = sheet->top > last ? last : sheet->top < 0 ? 0 : sheet->top;
	for (int i = 0; i < sheet->top && strchr(line, '\n'); i++)
		line = strchr(line, '\n') + 1;
	ui_art(frame, 0, 1, line, VT_TEXT);
	vt_fill(frame, (struct vt_area){0, frame->height - 1, frame->width, 1}, ' ', VT_TEXT, 0);
	ui_hint(frame, "Space on, - back, Esc");
	frame->cursor_x = -1;
}

static void sheet_paint(struct play *play, struct vt_frame *frame)
{
	struct ui_pager *sheet = &play->sheet;
	const char *text = sheet->text ? sheet->text : "";
	int width = text_widest(text), x, y;
	if (width < ui_width(sheet->title) + 2)
		width = ui_width(sheet->title) + 2;
	/* Wide enough for the hint of a long text. */
	width = width < 28 ? 28 : width;
	width = width > frame->width - 3 ? frame->width - 3 : width;
	sheet->rows = ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, text, VT_TEXT);
	int room = frame->height - 5;
	sheet->page = sheet->rows < room ? sheet->rows : room;
	int last = sheet->rows - sheet->page;
	sheet->top = sheet->top > last ? last : sheet->top < 0 ? 0 : sheet->top;
	char hint[48] = "Esc";
	if (last)
		snprintf(hint, sizeof hint, "Space on, - back, Esc  %d%%", sheet->top * 100 / last);
	play_box(frame, width, sheet->page, sheet->title, hint, &x, &y);
	ui_wrapped(frame, (struct vt_area){x, y, width, sheet->page}, sheet->top, text, VT_TEXT);
	frame->cursor_x = -1;
}

void play_sheet_paint(struct play *play, struct vt_frame *frame, const struct view *view)
{
	if (play->mode == MODE_SHEET && play->sheet_raw)
		raw_paint(play, frame);
	else if (play->mode == MODE_SHEET)
		sheet_paint(play, frame);
	else if (play->mode == MODE_ITEM || play->mode == MODE_GROUND)
		play_list_paint(play, frame, view);
	else if (play->mode == MODE_SPELL)
		play_spells_paint(play, frame, view);
	else if (play->mode == MODE_PLACES)
		play_places_paint(play, frame);
	else if (play->mode == MODE_CHOICE)
		play_choice_paint(play, frame, view);
	else if (play->mode == MODE_VERB)
		play_verbs_paint(play, frame, view);
	else if (play->mode == MODE_CURSOR && play->action == ACTION_LOOK)
		play_creature_paint(play, frame, view);
}
