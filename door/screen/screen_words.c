/* Mail and the wall: the lists of both, their words one by one, writing, the block list, and
 * reports to the operator. */
#include "door/screen/screens.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TOP 4         /* row of the first words */
#define BOTTOM 5      /* rows below the list: the sentence, the prompt and its field, the hint */
#define LINES_ROWS 40 /* of a list in line mode, which has room for 48 choices */
#define OPERATOR "The operator"

enum list { LIST_WALL, LIST_MAIL, LIST_BLOCKED, LISTS };

/* Steps of the screen. LIST and PAGE have keys; the others a prompt. */
enum step { STEP_LIST, STEP_PAGE, STEP_TO, STEP_TEXT, STEP_BLOCK, STEP_REPORT, STEP_REMOVE };

struct words {
	enum list list;
	enum step step, before; /* before: the step to which a question returns */
	size_t count, at;
	struct store_words each[KEEPER_WORDS_MAX]; /* of the block list the names alone */
	char to[STORE_NAME_MAX + 1];
	struct ui_input input;
	char says[200];
	bool well; /* the sentence is good news */
};

static struct words *words_of(struct session *session)
{
	return session->state;
}

static bool is_member(const struct session *session)
{
	return !session->account.guest;
}

static const struct store_words *chosen(const struct words *words)
{
	return words->at < words->count ? &words->each[words->at] : NULL;
}

/* True if the player may answer, block or report the author. */
static bool is_theirs(const struct session *session, const struct store_words *one)
{
	return one && one->name[0] && is_member(session) &&
	       strcmp(one->name, session->account.name) != 0;
}

static const char *author(const struct store_words *one)
{
	return one->name[0] ? one->name : OPERATOR;
}

static void words_say(struct words *words, bool well, const char *sentence)
{
	words->well = well;
	snprintf(words->says, sizeof words->says, "%s", sentence);
}

static void words_report_verdict(
	struct session *session, enum keeper_verdict verdict, const char *well)
{
	words_say(words_of(session), verdict == KEEPER_OK,
		verdict == KEEPER_OK ? well : session_verdict(session, verdict));
}

/* ---- Fetching ---- */

static enum keeper_verdict fetch_blocked(struct session *session, struct words *words)
{
	char names[STORE_BLOCKS_MAX][STORE_NAME_MAX + 1];
	size_t count;
	enum keeper_verdict verdict = keeper_blocked(session->line, names, &count);
	words->count = count < KEEPER_WORDS_MAX ? count : KEEPER_WORDS_MAX;
	for (size_t i = 0; i < words->count; i++) {
		words->each[i] = (struct store_words){.seen = true};
		memcpy(words->each[i].name, names[i], sizeof names[i]);
	}
	return verdict;
}

static void words_fetch(struct session *session)
{
	struct words *words = words_of(session);
	enum keeper_verdict verdict;
	if (words->list == LIST_WALL)
		verdict = keeper_wall(session->line, words->each, &words->count);
	else if (words->list == LIST_MAIL)
		verdict = keeper_mails(session->line, words->each, &words->count);
	else
		verdict = fetch_blocked(session, words);
	if (verdict != KEEPER_OK) {
		words->count = 0;
		words_say(words, false, session_verdict(session, verdict));
	}
	if (words->at >= words->count)
		words->at = words->count ? words->count - 1 : 0;
}

static void words_enter(struct session *session)
{
	struct words *words = session->state = calloc(1, sizeof *words);
	if (!words) {
		session_go(session, SCREEN_lobby, NULL);
		return;
	}
	words->list = (enum list)(*session_position(session) % LISTS);
	if (!is_member(session))
		words->list = LIST_WALL;
	words_fetch(session);
}

static void words_leave(struct session *session)
{
	if (words_of(session))
		ui_input_free(&words_of(session)->input);
}

/* ---- Steps ---- */

static void words_go(struct words *words, enum step step)
{
	ui_input_free(&words->input);
	words->step = step;
	if (step == STEP_TO)
		ui_input_begin(&words->input, STORE_NAME_MAX, false);
	else if (step == STEP_TEXT)
		ui_input_begin(&words->input,
			words->list == LIST_WALL ? STORE_WALL_MAX - 1 : STORE_WORDS_MAX - 1, false);
}

static void words_ask(struct words *words, enum step question)
{
	words->before = words->step;
	words_go(words, question);
}

/* True if the player may write now, so that nobody types a text for nothing. Else says why not. */
static bool words_may(struct session *session, const char *to)
{
	enum keeper_verdict verdict = keeper_words_may(
		session->line, words_of(session)->list == LIST_WALL ? STORE_WALL : STORE_MAIL, to);
	if (verdict != KEEPER_OK)
		words_report_verdict(session, verdict, "");
	return verdict == KEEPER_OK;
}

/* Begins to write: on the wall, or a mail, whose recipient is typed first unless it is known. */
static void words_write(struct session *session, const char *to)
{
	struct words *words = words_of(session);
	if (!is_member(session)) {
		words_say(words, false, "A guest reads. Register a name to write.");
		return;
	}
	if (!words_may(session, to))
		return;
	snprintf(words->to, sizeof words->to, "%s", to);
	words_go(words, words->list == LIST_WALL || *to ? STEP_TEXT : STEP_TO);
}

static void words_open(struct session *session)
{
	struct words *words = words_of(session);
	struct store_words *one = &words->each[words->at];
	if (!chosen(words) || words->list == LIST_BLOCKED)
		return;
	words_go(words, STEP_PAGE);
	if (words->list == LIST_MAIL && !one->seen)
		one->seen = keeper_mail_seen(session->line, one->id) == KEEPER_OK;
}

/* Sends what was typed. A text that is refused stays in the field. */
static void words_send(struct session *session)
{
	struct words *words = words_of(session);
	char clean[STORE_WORDS_MAX];
	enum keeper_verdict verdict;
	vt_clean(clean, sizeof clean, words->input.text, words->input.length);
	ui_trim(clean);
	if (!clean[0]) {
		words_go(words, STEP_LIST);
		return;
	}
	verdict = words->list == LIST_WALL ? keeper_wall_write(session->line, clean)
					   : keeper_mail_send(session->line, words->to, clean);
	words_report_verdict(
		session, verdict, words->list == LIST_WALL ? "It is on the wall." : "It is sent.");
	if (verdict != KEEPER_OK)
		return;
	words_go(words, STEP_LIST);
	words->at = 0;
	words_fetch(session);
}

static void words_input_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	enum ui_answer answer = ui_input_key(&words->input, key);
	words->says[0] = 0;
	if (answer == UI_GOING)
		return;
	if (answer == UI_CANCELLED || !words->input.length) {
		words_go(words, STEP_LIST);
	} else if (words->step == STEP_TO) {
		snprintf(words->to, sizeof words->to, "%s", words->input.text);
		ui_trim(words->to);
		if (words_may(session, words->to))
			words_go(words, STEP_TEXT);
	} else {
		words_send(session);
	}
}

/* Does what the question asked. */
static void words_do(struct session *session)
{
	struct words *words = words_of(session);
	const struct store_words *there = chosen(words);
	char sentence[80];
	enum keeper_verdict verdict;
	if (!there) {
		words_go(words, STEP_LIST);
		return;
	}
	const struct store_words one = *there;
	if (words->step == STEP_BLOCK) {
		bool on = words->list != LIST_BLOCKED;
		verdict = keeper_block(session->line, one.name, on);
		snprintf(sentence, sizeof sentence,
			on ? "%s is blocked. Tab shows the list." : "%s is no longer blocked.",
			one.name);
		words_report_verdict(session, verdict, sentence);
	} else if (words->step == STEP_REPORT) {
		verdict = keeper_words_report(
			session->line, words->list == LIST_WALL ? STORE_WALL : STORE_MAIL, one.id);
		words_report_verdict(session, verdict, "The operator will read it.");
	} else {
		words_report_verdict(
			session, keeper_mail_remove(session->line, one.id), "It is removed.");
	}
	words_go(words, STEP_LIST);
	words_fetch(session);
}

static void words_answer_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	if (key == 'y' || key == 'Y')
		words_do(session);
	else
		words_go(words, words->before);
}

/* ---- Keys ---- */

/* Handles the keys about the chosen words, which the list and the page share. */
static void words_chosen_key(struct session *session, int key)
{
	struct words *words = words_of(session);
	const struct store_words *one = chosen(words);
	bool theirs = is_theirs(session, one);
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
	if (!is_member(session))
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
	const struct store_words *one = chosen(words);
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
	for (int i = 0; i < (is_member(session) ? LISTS : 1); i++) {
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
	vt_textf(frame, 2, y, VT_LAMP, 0, "%.*s", x - 3, author(one));
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
	const struct store_words *one = chosen(words);
	char day[16], ago[24];
	if (!one)
		return;
	ui_day(day, sizeof day, one->at);
	ui_ago(ago, sizeof ago, (int64_t)time(NULL) - one->at);
	vt_textf(frame, 2, TOP - 1, VT_LAMP, 0, "%s, %s, %s", author(one), day, ago);
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
	const struct store_words *one = chosen(words);
	bool wide = frame->width >= 72, mail = words->list == LIST_MAIL;
	bool theirs = is_theirs(session, one);
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
		words->step == STEP_LIST && is_member(session) ? UI_BRIGHT "w" UI_END " write  "
							       : "",
		words->step == STEP_LIST && one && wide ? UI_BRIGHT "Enter" UI_END " read  " : "",
		mail && theirs && (wide || words->step == STEP_PAGE) ? UI_BRIGHT "r" UI_END
										 " reply  "
								     : "",
		mail && one ? UI_BRIGHT "d" UI_END " drop  " : "",
		!theirs ? ""
		: wide  ? UI_BRIGHT "b" UI_END " block  " UI_BRIGHT "!" UI_END " report  "
			: UI_BRIGHT "b" UI_END " block  " UI_BRIGHT "!" UI_END "  ",
		words->step == STEP_LIST && is_member(session) && wide ? UI_BRIGHT "Tab" UI_END
										   " lists  "
								       : "",
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
	const struct store_words *one = chosen(words);
	char ago[24];
	if (!one)
		return;
	ui_ago(ago, sizeof ago, (int64_t)time(NULL) - one->at);
	ui_add(&page->text, "%s, %s: %s\n", author(one), ago, one->text);
	if (words->list == LIST_MAIL && is_theirs(session, one))
		lines_choice(page, 'r', "Reply");
	if (words->list == LIST_MAIL)
		lines_choice(page, 'd', "Remove");
	if (is_theirs(session, one)) {
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
			lines_row(page, (int)i, "%s: %.*s", author(one), words_length(one->text),
				one->text);
		else
			lines_row(page, (int)i, "%s%s", author(one), one->seen ? "" : ", new");
	}
	if (words->count > LINES_ROWS)
		ui_add(&page->text, "%zu more rows come when these are gone.\n",
			words->count - LINES_ROWS);
	if (words->list != LIST_BLOCKED && is_member(session))
		lines_choice(page, 'w', words->list == LIST_WALL ? "Write a line" : "Write mail");
	if (is_member(session))
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
