/* The list of known spells, to cast one. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define WIDTH_MOST 66
#define INDENT 3
#define WIDTH_FOR_ALL 60
#define SPELL_TEXT (EFFECT_LINE_SIZE + 500)

static char spell_letter(size_t index)
{
	return (char)(index < 26 ? 'a' + index : 'A' + (index - 26));
}

void play_spells_begin(struct play *play)
{
	const struct view *view = play_view(play);
	if (!view->spell_count)
		play_say(play, ui_word(play->content, "no-spells", "You know no spells."));
	else
		play_prompt_begin(play, MODE_SPELL, ACTION_CAST, "");
}

void play_spells_key(struct play *play, int key)
{
	size_t index = 0;
	const struct view *view = play_view(play);
	if (key == ' ') {
		play->prompt.list_page++;
		return;
	}
	play_prompt_end(play);
	while (index < view->spell_count && spell_letter(index) != key)
		index++;
	if (index == view->spell_count)
		return;
	const struct view_spell *spell = &view->spells[index];
	if (spell->able)
		play_apply(play, ACTION_CAST, spell->number, spell->aim, spell->range);
	else
		play_say(play, spell->why);
}

/* ---- Painting ---- */

static int shown_rows(const char *text, int width)
{
	return ui_wrapped(NULL, (struct vt_area){0, 0, width - INDENT, 0}, 0, text, VT_TEXT);
}

/* Writes the description of a spell, then its line of plain effect. */
static void spell_text(
	const struct play *play, const struct view_spell *spell, char *text, size_t size)
{
	char line[EFFECT_LINE_SIZE];
	game_effect_line(play->game, EFFECT_OF_SPELL, spell->number, line, sizeof line);
	snprintf(text, size, "%s\n" UI_LAMP "%s" UI_END, spell->description, line);
}

static int spell_rows(const struct play *play, const struct view_spell *spell, int width)
{
	char text[SPELL_TEXT];
	spell_text(play, spell, text, sizeof text);
	return 1 + shown_rows(text, width) + (spell->able ? 0 : shown_rows(spell->why, width));
}

/* Writes the mana cost; in wide lists also the path and the level. */
static void spell_cost(
	const struct play *play, const struct view_spell *spell, int width, char *text, size_t size)
{
	const char *mana = ui_word(play->content, "label-mana", "mana");
	const char *level = ui_word(play->content, "label-level", "level");
	if (width < WIDTH_FOR_ALL)
		snprintf(text, size, " %d " UI_INSIDE, spell->mana, ui_inside(mana));
	else
		snprintf(text, size, "%s  " UI_INSIDE " %d  %2d " UI_INSIDE,
			play_path(play, spell->path), ui_inside(level), spell->level, spell->mana,
			ui_inside(mana));
}

/* Returns the targets of the spell in words. */
static const char *spell_aim(const struct play *play, const struct view_spell *spell)
{
	static const char *const words[][2] = {[VIEW_AIM_SELF] = {"aim-self", "yourself"},
		[VIEW_AIM_CELL] = {"aim-cell", "a place"},
		[VIEW_AIM_BOLT] = {"aim-bolt", "first in line"},
		[VIEW_AIM_BEAM] = {"aim-beam", "all in line"},
		[VIEW_AIM_CONE] = {"aim-cone", "all in a cone"},
		[VIEW_AIM_WHOLE] = {"aim-whole", "all on the level"}};
	const char *const *word = words[spell->aim];
	return ui_word(play->content, word[0], word[1]);
}

/* Paints a spell with its description, and the reason if it cannot be cast now. */
static void spell_paint(const struct play *play, struct vt_frame *frame, int x, int y, int width,
	size_t index, const struct view_spell *spell)
{
	enum vt_colour_role role = spell->able ? VT_BRIGHT : VT_DIM;
	char cost[80], text[SPELL_TEXT];
	vt_put(frame, x, y, (uint16_t)spell_letter(index), role, spell->able ? VT_BOLD : 0);
	int end = vt_text(frame, x + INDENT, y, spell->name, role, 0, NULL);
	spell_cost(play, spell, width, cost, sizeof cost);
	int right = x + width - ui_width(cost);
	vt_text(frame, right, y, cost, spell->able ? VT_MAGIC : VT_DIM, 0, NULL);
	const char *aim = spell_aim(play, spell);
	if (end + 2 + ui_width(aim) < right)
		vt_text(frame, end + 2, y, aim, VT_DIM, 0, NULL);
	y += 1;
	spell_text(play, spell, text, sizeof text);
	y += ui_wrapped(frame,
		(struct vt_area){x + INDENT, y, width - INDENT, frame->height - 2 - y}, 0, text,
		VT_DIM);
	if (!spell->able)
		ui_wrapped(frame,
			(struct vt_area){x + INDENT, y, width - INDENT, frame->height - 2 - y}, 0,
			spell->why, VT_BAD);
}

/* Returns the first spell of a page; count receives the number of spells on it. */
static size_t page_of(
	const struct play *play, const struct view *view, int width, int room, size_t *count)
{
	size_t first = 0;
	for (int page = play->prompt.list_page;; page--) {
		int rows = 0;
		for (*count = 0; first + *count < view->spell_count; ++*count) {
			rows += spell_rows(play, &view->spells[first + *count], width);
			if (rows > room && *count > 0)
				break;
		}
		if (page == 0)
			return first;
		first += *count;
		first = first < view->spell_count ? first : 0;
	}
}

void play_spells_paint(struct play *play, struct vt_frame *frame, const struct view *view)
{
	int width = frame->width - 4 < WIDTH_MOST ? frame->width - 4 : WIDTH_MOST, x, y, rows = 0;
	int room = frame->height - 5 > 1 ? frame->height - 5 : 1;
	size_t count, first = page_of(play, view, width, room, &count);
	const char *cast = play_item_word(play),
		   *mana = ui_word(play->content, "label-mana", "mana");
	char title[80];
	for (size_t i = 0; i < count; i++)
		rows += spell_rows(play, &view->spells[first + i], width);
	snprintf(title, sizeof title, "%c%s what?  %d of %d " UI_INSIDE,
		toupper((unsigned char)*cast), cast + 1, view->status.mana, view->status.mana_max,
		ui_inside(mana));
	play_box(frame, width, rows < room ? rows : room, title,
		count < view->spell_count ? "Space: more, a letter, or Esc" : "a letter, or Esc",
		&x, &y);
	for (size_t i = 0; i < count; i++) {
		spell_paint(play, frame, x, y, width, first + i, &view->spells[first + i]);
		y += spell_rows(play, &view->spells[first + i], width);
	}
}
