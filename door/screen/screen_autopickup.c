/* The auto-pickup screen: the item classes to pick up while exploring, and whether walking picks
 * items up, too. */
#include "engine/auto/auto.h"
#include "door/screen/screens.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_TOP 5
#define CLASSES_MOST 32

struct autopickup {
	int at, count;
	uint8_t classes[CLASSES_MOST]; /* classes that can be left behind */
	bool changed;
};

static struct autopickup *autopickup_of(struct session *session)
{
	return session->state;
}

static void autopickup_enter(struct session *session)
{
	const char *word;
	struct autopickup *autopickup = session->state = calloc(1, sizeof *autopickup);
	if (!autopickup) {
		session_back(session);
		return;
	}
	for (unsigned class = 0; (word = auto_class_word(class)) != NULL; class ++)
		if (*word && autopickup->count < CLASSES_MOST)
			autopickup->classes[autopickup->count++] = (uint8_t) class;
	autopickup->at = (int)(*session_position(session) % (unsigned)(autopickup->count + 1));
}

/* Row 0 switches auto-pickup while walking. Each other row switches a class. */
static void takes_change(struct session *session)
{
	struct autopickup *autopickup = autopickup_of(session);
	autopickup->changed = true;
	if (autopickup->at == 0)
		session->options.autopickup = !session->options.autopickup;
	else
		session->options.left_classes ^= 1U << autopickup->classes[autopickup->at - 1];
}

static void autopickup_key(struct session *session, int key)
{
	struct autopickup *autopickup = autopickup_of(session);
	int rows = autopickup->count + 1;
	switch (key) {
	case VT_KEY_DOWN:
	case 'j':
	case '\t':
		autopickup->at = (autopickup->at + 1) % rows;
		break;
	case VT_KEY_UP:
	case 'k':
		autopickup->at = (autopickup->at + rows - 1) % rows;
		break;
	case VT_KEY_RIGHT:
	case VT_KEY_LEFT:
	case 'l':
	case 'h':
	case ' ':
	case '\r':
		takes_change(session);
		break;
	case VT_KEY_ESCAPE:
	case 'q':
		session_back(session);
		break;
	}
}

static void autopickup_leave(struct session *session)
{
	if (autopickup_of(session)->changed)
		options_keep(session);
}

static bool autopickup_rests(struct session *session)
{
	struct autopickup *autopickup = autopickup_of(session);
	*session_position(session) = (uint64_t)autopickup->at;
	autopickup_leave(session);
	autopickup->changed = false;
	return true;
}

/* Writes the title of a class: the content's title for its discoveries, or a built-in one. */
static void autopickup_name(
	const struct session *session, const char *word, char *text, size_t size)
{
	static const char *const many[][2] = {
		{"weapon", "weapons"}, {"book", "books"}, {"tool", "tools"}, {"lamp", "lamps"}};
	char name[40];
	const char *otherwise = word;
	for (size_t i = 0; i < sizeof many / sizeof *many; i++)
		if (strcmp(many[i][0], word) == 0)
			otherwise = many[i][1];
	snprintf(name, sizeof name, strcmp(word, "gold") == 0 ? "label-%s" : "lore-%s", word);
	snprintf(text, size, "%s", ui_word(session->content, name, otherwise));
	if (text[0] >= 'a' && text[0] <= 'z')
		text[0] = (char)(text[0] - 'a' + 'A');
}

static void autopickup_paint_row(
	struct vt_frame *frame, int y, bool here, const char *label, const char *value, bool yes)
{
	vt_put(frame, 1, y, here ? VT_ARROW_RIGHT : ' ', VT_LAMP, 0);
	vt_text(frame, 3, y, label, VT_TEXT, 0, NULL);
	vt_text(frame, 21, y, value, yes ? VT_GOOD : VT_DIM, 0, NULL);
	if (here)
		ui_chosen(frame, 1, y, ui_row_width(frame));
}

static void autopickup_paint(struct session *session, struct vt_frame *frame)
{
	const struct autopickup *autopickup = autopickup_of(session);
	char label[32];
	vt_frame_clear(frame);
	ui_title(frame, "Auto-pickup",
		session->account.guest ? "for this session" : "saved in your account");
	autopickup_paint_row(frame, 3, autopickup->at == 0, "When walking",
		session->options.autopickup ? "yes" : "no, only when auto-exploring",
		session->options.autopickup);
	int room = frame->height - ROWS_TOP - 2;
	int first = autopickup->at - 1 >= room ? autopickup->at - room : 0;
	for (int i = first; i < autopickup->count && i - first < room; i++) {
		bool left = session->options.left_classes & 1U << autopickup->classes[i];
		autopickup_name(
			session, auto_class_word(autopickup->classes[i]), label, sizeof label);
		autopickup_paint_row(frame, ROWS_TOP + i - first, autopickup->at == i + 1, label,
			left ? "not picked up" : "picked up", !left);
	}
	ui_hint(frame, frame->width < 60 ? UI_BRIGHT
			       "Arrows" UI_END " choose and change  " UI_BRIGHT "Esc" UI_END " done"
					 : UI_BRIGHT "Up Down" UI_END " choose  " UI_BRIGHT
						     "Space" UI_END " change  " UI_BRIGHT
						     "Esc" UI_END " done");
}

static void autopickup_lines(struct session *session, struct lines_page *page)
{
	const struct autopickup *autopickup = autopickup_of(session);
	char label[32];
	ui_add(&page->text, "Auto-pickup. A number changes its row; back when done.\n");
	lines_row(page, 0, "When walking: %s", session->options.autopickup ? "yes" : "no");
	for (int i = 0; i < autopickup->count; i++) {
		bool left = session->options.left_classes & 1U << autopickup->classes[i];
		autopickup_name(
			session, auto_class_word(autopickup->classes[i]), label, sizeof label);
		lines_row(page, i + 1, "%s: %s", label, left ? "not picked up" : "picked up");
	}
}

static void autopickup_pick(struct session *session, int row)
{
	autopickup_of(session)->at = row;
	takes_change(session);
}

const struct screen screen_autopickup = {.name = "takes",
	.wheel = true,
	.renews = true,
	.rests = autopickup_rests,
	.enter = autopickup_enter,
	.key = autopickup_key,
	.paint = autopickup_paint,
	.lines = autopickup_lines,
	.pick = autopickup_pick,
	.leave = autopickup_leave};
