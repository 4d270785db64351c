/* Mail and the wall: the lists of both, their words one by one, writing, the block list, and
 * reports to the operator. */
#include "door/screen/screen_words.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define TOP 4         /* row of the first words */
#define BOTTOM 5      /* rows below the list: the sentence, the prompt and its field, the hint */
#define LINES_ROWS 40 /* of a list in line mode, which has room for 48 choices */

/* ---- Keys ---- */

static void words_answer_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	if (key == 'y' || key == 'Y')
		words_do(session);
	else
		words_go(words, words->before);
}

/* Handles the keys about the chosen words, which the list and the page share. */
static void words_chosen_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	const struct store_words *one = words_chosen(words);
	bool theirs = words_theirs(session, one);
	if (key == 'b' && theirs)
		words_ask(words, STEP_BLOCK);
	else if (key == '!' && theirs && words->list != LIST_BLOCKED)
		words_ask(words, STEP_REPORT);
	else if (key == 'd' && one && words->list == LIST_MAIL)
		words_ask(words, STEP_REMOVE);
	else if (key == 'r' && theirs && words->list == LIST_MAIL)
		words_write(session, one->name);
}

static void words_tab(struct session *session)
{
	struct words *words = words_of(session);
	if (!words_member(session))
		return;
	words->list = (enum list)((words->list + 1) % LISTS);
	words->at = 0;
	words_fetch(session);
}

static void words_list_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	words->says[0] = 0;
	if (key == VT_KEY_ESCAPE || key == 'q')
		session_go(session, SCREEN_lobby, NULL);
	else if (key == '\t' || key == VT_KEY_RIGHT || key == 'l')
		words_tab(session);
	else if ((key == VT_KEY_DOWN || key == 'j') && words->at + 1 < words->count)
		words->at++;
	else if ((key == VT_KEY_UP || key == 'k') && words->at)
		words->at--;
	else if (key == '\r')
		words_open(session);
	else if (key == 'w' && words->list != LIST_BLOCKED)
		words_write(session, "");
	else
		words_chosen_key(session, key);
}

static void words_page_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	words->says[0] = 0;
	if (key == VT_KEY_ESCAPE || key == 'q' || key == ' ' || key == '\r')
		words_go(words, STEP_LIST);
	else
		words_chosen_key(session, key);
}

static void words_key(struct session *session, int key)
{
	switch (words_of(session)->step) {
	case STEP_LIST:
		words_list_key(session, key);
		break;
	case STEP_PAGE:
		words_page_key(session, key);
		break;
	case STEP_TO:
	case STEP_TEXT:
		words_input_key(session, key);
		break;
	default:
		words_answer_key(session, key);
	}
}

/* The question before somebody is blocked or reported, or a mail is removed. */
static unsigned words_asks(struct session *session)
{
	enum step step = words_of(session)->step;
	return step >= STEP_BLOCK ? (unsigned)step : 0;
}

/* ---- Painting ---- */

static void words_prompt(const struct words *words, char *text, size_t size)
{
	const struct store_words *one = words_chosen(words);
	switch (words->step) {
	case STEP_TO:
		snprintf(text, size, "To:");
		break;
	case STEP_TEXT:
		if (words->list == LIST_WALL)
			snprintf(text, size, "One line for the wall:");
		else
			snprintf(text, size, "To %s:", words->to);
		break;
	case STEP_BLOCK:
		snprintf(text, size,
			words->list == LIST_BLOCKED ? "Show words of %s again? y or n"
						    : "Hide all words of %s? y or n",
			one ? one->name : "");
		break;
	case STEP_REPORT:
		snprintf(text, size, "Report this to the operator? y or n");
		break;
	case STEP_REMOVE:
		snprintf(text, size, "Remove this mail? y or n");
		break;
	default:
		text[0] = 0;
	}
}

static void words_paint_tabs(
	const struct session *session, const struct words *words, struct vt_frame *frame)
{
	static const char *const names[LISTS] = {"The wall", "Mail", "Blocked"};
	int x = 1;
	for (int i = 0; i < (words_member(session) ? LISTS : 1); i++) {
		bool here = i == (int)words->list;
		x = vt_textf(frame, x, 2, here ? VT_LAMP : VT_DIM, here ? VT_REVERSE : 0, " %s ",
			    names[i]) +
		    1;
	}
}

static void words_paint_row(
	struct vt_frame *frame, int y, const struct store_words *one, bool mail, bool here)
{
	char text[STORE_WORDS_MAX], ago[24];
	int x = frame->width < 60 ? 16 : 20;
	vt_put(frame, 1, y, mail && !one->seen ? '*' : ' ', VT_LAMP, VT_BOLD);
	vt_textf(frame, 2, y, VT_LAMP, 0, "%.*s", x - 3, words_author(one));
	snprintf(text, sizeof text, "%s", one->text);
	if (frame->width >= 60 && one->at) {
		ui_ago(ago, sizeof ago, (int64_t)time(NULL) - one->at);
		vt_text(frame, x, y, ago, VT_DIM, 0, NULL);
		x += 16;
	}
	ui_fit(text, frame->width - x - 1);
	vt_text(frame, x, y, text, VT_TEXT, 0, NULL);
	if (here)
		ui_chosen(frame, 0, y, frame->width);
}

static void words_paint_list(const struct words *words, struct vt_frame *frame)
{
	static const char *const empty[LISTS] = {
		"Nothing is on the wall.", "You have no mail.", "You block nobody."};
	int room = frame->height - TOP - BOTTOM;
	size_t rows = room > 1 ? (size_t)room : 1;
	/* first row of the page with the chosen one */
	size_t first = words->at - words->at % rows;
	for (size_t i = first; i < words->count && i < first + rows; i++)
		words_paint_row(frame, TOP + (int)(i - first), &words->each[i],
			words->list == LIST_MAIL, i == words->at);
	if (!words->count)
		vt_text(frame, 2, TOP, empty[words->list], VT_DIM, 0, NULL);
}

/* Paints the chosen words whole. */
static void words_paint_page(const struct words *words, struct vt_frame *frame)
{
	const struct store_words *one = words_chosen(words);
	char day[16], ago[24];
	if (!one)
		return;
	ui_day(day, sizeof day, one->at);
	ui_ago(ago, sizeof ago, (int64_t)time(NULL) - one->at);
	vt_textf(frame, 2, TOP - 1, VT_LAMP, 0, "%s, %s, %s", words_author(one), day, ago);
	ui_wrapped(frame, (struct vt_area){2, TOP + 1, frame->width - 4, frame->height - TOP - 5},
		0, one->text, VT_TEXT);
}

static void words_paint_bottom(const struct words *words, struct vt_frame *frame)
{
	int y = frame->height - BOTTOM + 2;
	char prompt[80];
	words_prompt(words, prompt, sizeof prompt);
	if (words->says[0])
		ui_wrapped(frame, (struct vt_area){1, y - 2, frame->width - 2, 2}, 0, words->says,
			words->well ? VT_GOOD : VT_BAD);
	if (!prompt[0])
		return;
	vt_text(frame, 1, y, prompt, VT_LAMP, 0, NULL);
	if (words->step == STEP_TO || words->step == STEP_TEXT)
		ui_input_paint(&words->input, frame, 1, y + 1, frame->width - 2);
}

static void words_paint_hint(
	const struct session *session, const struct words *words, struct vt_frame *frame)
{
	const struct store_words *one = words_chosen(words);
	bool wide = frame->width >= 72, mail = words->list == LIST_MAIL;
	bool theirs = words_theirs(session, one);
	char text[300];
	if (words->step == STEP_TO || words->step == STEP_TEXT) {
		ui_hint(frame,
			UI_BRIGHT "Enter" UI_END " sends  " UI_BRIGHT "Esc" UI_END " never mind");
		return;
	}
	if (words->list == LIST_BLOCKED) {
		ui_hint(frame, one ? UI_BRIGHT "b" UI_END " show again  " UI_BRIGHT "Tab" UI_END
					       " lists  " UI_BRIGHT "Esc" UI_END " back"
				   : UI_BRIGHT "Tab" UI_END " lists  " UI_BRIGHT "Esc" UI_END
					       " back");
		return;
	}
	snprintf(text, sizeof text, "%s%s%s%s%s%s" UI_BRIGHT "Esc" UI_END "%s",
		words->step == STEP_LIST && words_member(session) ? UI_BRIGHT "w" UI_END " write  "
								  : "",
		words->step == STEP_LIST && one && wide ? UI_BRIGHT "Enter" UI_END " read  " : "",
		mail && theirs && (wide || words->step == STEP_PAGE) ? UI_BRIGHT "r" UI_END
										 " reply  "
								     : "",
		mail && one ? UI_BRIGHT "d" UI_END " drop  " : "",
		!theirs ? ""
		: wide  ? UI_BRIGHT "b" UI_END " block  " UI_BRIGHT "!" UI_END " report  "
			: UI_BRIGHT "b" UI_END " block  " UI_BRIGHT "!" UI_END "  ",
		words->step != STEP_LIST || !words_member(session) ? ""
		: wide ? UI_BRIGHT "Tab" UI_END " lists  "
		       : UI_BRIGHT "Tab" UI_END "  ",
		wide ? " back" : "");
	ui_hint(frame, text);
}

static void words_paint(struct session *session, struct vt_frame *frame)
{
	const struct words *words = words_of(session);
	bool page = words->step == STEP_PAGE ||
		    (words->step >= STEP_BLOCK && words->before == STEP_PAGE);
	vt_frame_clear(frame);
	ui_title(frame, "Mail and wall", session->account.name);
	ui_cursor(frame, 1, TOP);
	if (page) {
		words_paint_page(words, frame);
	} else {
		words_paint_tabs(session, words, frame);
		words_paint_list(words, frame);
	}
	words_paint_bottom(words, frame);
	words_paint_hint(session, words, frame);
}

/* ---- Line mode ---- */

static void words_lines_page(struct session *session, struct lines_page *page)
{
	const struct words *words = words_of(session);
	const struct store_words *one = words_chosen(words);
	char ago[24];
	if (!one)
		return;
	ui_ago(ago, sizeof ago, (int64_t)time(NULL) - one->at);
	ui_add(&page->text, "%s, %s: %s\n", words_author(one), ago, one->text);
	if (words->list == LIST_MAIL && words_theirs(session, one))
		lines_choice(page, 'r', "Reply");
	if (words->list == LIST_MAIL)
		lines_choice(page, 'd', "Remove");
	if (words_theirs(session, one)) {
		lines_choice(page, 'b', "Block %s", one->name);
		lines_choice(page, '!', "Report to the operator");
	}
	lines_choice(page, VT_KEY_ESCAPE, "Back");
}

/* The length of a text without its full stop: a choice ends with one. */
static int words_length(const char *text)
{
	size_t length = strlen(text);
	return (int)(length && text[length - 1] == '.' ? length - 1 : length);
}

static void words_lines_list(struct session *session, struct lines_page *page)
{
	static const char *const heads[LISTS] = {"The wall, newest first.", "Mail, newest first.",
		"Blocked names. A number shows its words again."};
	const struct words *words = words_of(session);
	ui_add(&page->text, "%s%s\n", heads[words->list],
		words->count ? " A number opens a row." : " It is empty.");
	for (size_t i = 0; i < words->count && i < LINES_ROWS; i++) {
		const struct store_words *one = &words->each[i];
		if (words->list == LIST_WALL)
			lines_row(page, (int)i, "%s: %.*s", words_author(one),
				words_length(one->text), one->text);
		else
			lines_row(
				page, (int)i, "%s%s", words_author(one), one->seen ? "" : ", new");
	}
	if (words->count > LINES_ROWS)
		ui_add(&page->text, "%zu more rows come when these are gone.\n",
			words->count - LINES_ROWS);
	if (words->list != LIST_BLOCKED && words_member(session))
		lines_choice(page, 'w', words->list == LIST_WALL ? "Write a line" : "Write mail");
	if (words_member(session))
		lines_choice(page, '\t', "Next list: %s",
			words->list == LIST_WALL   ? "mail"
			: words->list == LIST_MAIL ? "blocked names"
						   : "the wall");
	lines_choice(page, VT_KEY_ESCAPE, "Back");
}

static void words_lines(struct session *session, struct lines_page *page)
{
	const struct words *words = words_of(session);
	char prompt[80];
	if (words->says[0])
		ui_add(&page->text, "%s\n", words->says);
	words_prompt(words, prompt, sizeof prompt);
	if (words->step == STEP_TO || words->step == STEP_TEXT)
		lines_field(page, prompt, false);
	else if (words->step >= STEP_BLOCK)
		ui_add(&page->text, "%s\n", prompt);
	else if (words->step == STEP_PAGE)
		words_lines_page(session, page);
	else
		words_lines_list(session, page);
}

static void words_pick(struct session *session, int row)
{
	struct words *words = words_of(session);
	words->says[0] = 0;
	words->at = (size_t)row;
	if (words->list == LIST_BLOCKED)
		words_ask(words, STEP_BLOCK);
	else
		words_open(session);
}

/* A text that is being written stays in this process. */
static bool words_rests(struct session *session)
{
	const struct words *words = words_of(session);
	*session_position(session) = (uint64_t)words->list;
	return words->step == STEP_LIST && !words->says[0];
}

const struct screen screen_words = {.name = "words",
	.wheel = true,
	.pastes = true,
	.renews = true,
	.rests = words_rests,
	.enter = words_enter,
	.asks = words_asks,
	.key = words_key,
	.paint = words_paint,
	.lines = words_lines,
	.pick = words_pick,
	.leave = words_leave};
