/* Messages over the map. New messages are joined into one text, wrapped to the rows and turned page
 * by page if they do not fit. Read messages are dimmed above them. A prompt replaces them all. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define MORE "--more--"
#define MORE_KEY "--more-- (Space)" /* shown on the first pages, in wide windows */
#define MORE_KEY_FROM 60            /* columns */
#define MORE_KEY_PAGES 3
#define PROMPT_ROWS 12  /* most rows of a prompt */
#define BACK_TURNS 25   /* messages of so many turns back are shown to a returning player, */
#define BACK_MESSAGES 8 /* and at most so many of them */

/* Returns how often the message was repeated since messages were read. Each repeat has a serial of
 * its own. */
static int new_repeats(const struct play *play, const struct message *message)
{
	if (message->serial <= play->messages.read_serial)
		return message->repeats - play->messages.read_repeats;
	uint32_t anew = message->serial - play->messages.read_serial;
	return anew < message->repeats ? (int)anew : message->repeats;
}

/* True if text up to `end` is the first part of a text split over two messages. Two spaces separate
 * sentences; one space joins such parts. */
static bool is_cut_short(const char *text, size_t end)
{
	while (end > 0 && text[end - 1] >= COLOUR_ROLE_BYTE &&
		text[end - 1] <= COLOUR_ROLE_BYTE_END)
		end--;
	char last = end > 0 ? text[end - 1] : '.';
	return (last >= 'a' && last <= 'z') || last == ',' || last == ';';
}

/* Appends a message in its colour role. The end of a role inside it returns to the message's own
 * role. */
static size_t message_add(
	char *text, size_t used, size_t size, const struct message *message, int times)
{
	char own = (char)(COLOUR_ROLE_BYTE + message->role);
	if (used && used + 2 < size) {
		text[used++] = ' ';
		if (!is_cut_short(text, used - 1))
			text[used++] = ' ';
	}
	if (used + 1 < size)
		text[used++] = own;
	for (const char *at = message->text; *at && used + 16 < size; at++)
		text[used++] = *at == COLOUR_ROLE_BYTE_END ? own : *at;
	if (times > 1 && used + 12 < size)
		used += (size_t)snprintf(text + used, size - used, " x%d", times);
	if (used + 1 < size)
		text[used++] = COLOUR_ROLE_BYTE_END;
	text[used] = 0;
	return used;
}

static bool message_is_new(const struct play *play, const struct message *message)
{
	return message->serial > play->messages.read_serial ||
	       (message->serial == play->messages.read_serial &&
		       message->repeats > play->messages.read_repeats);
}

/* True if an earlier new message has the same text. This one is then folded into that one, as
 * "x2". */
static bool is_folded(const struct play *play, const struct view *view, size_t index)
{
	for (size_t i = index; i-- > 0 && message_is_new(play, &view->messages[i]);)
		if (strcmp(view->messages[i].text, view->messages[index].text) == 0)
			return true;
	return false;
}

/* Returns how often the text of a message occurs among the new ones. */
static int count_repeats(const struct play *play, const struct view *view, size_t index)
{
	int times = 0;
	for (size_t i = index; i < view->message_count; i++)
		if (strcmp(view->messages[i].text, view->messages[index].text) == 0)
			times += new_repeats(play, &view->messages[i]);
	return times;
}

/* Returns the number of new messages with different texts. */
static int count_new(const struct play *play, const struct view *view)
{
	int count = 0;
	for (size_t i = 0; i < view->message_count; i++)
		count += message_is_new(play, &view->messages[i]) && !is_folded(play, view, i);
	return count;
}

/* True if message `nth` of `count` is skipped when `passed` are: first those between the first and
 * the last, then the first, then the last. */
static bool is_passed_over(int nth, int count, int passed)
{
	if (passed < count - 1)
		return nth >= 1 && nth <= passed;
	return passed >= count || (passed > 0 && nth < count - 1);
}

/* Joins all new messages except skipped ones into one text with role bytes. */
static void messages_gather(
	const struct play *play, const struct view *view, int passed, char *text, size_t size)
{
	size_t used = 0;
	int nth = 0, count = count_new(play, view);
	text[0] = 0;
	for (size_t i = 0; i < view->message_count; i++) {
		if (!message_is_new(play, &view->messages[i]) || is_folded(play, view, i))
			continue;
		if (!passed || !is_passed_over(nth, count, passed))
			used = message_add(
				text, used, size, &view->messages[i], count_repeats(play, view, i));
		nth++;
	}
	char sentence[SENTENCE_MOST + 80];
	play_sentence(play, sentence, sizeof sentence);
	if (sentence[0] && used + strlen(sentence) + 3 < size)
		snprintf(text + used, size - used, "%s%s", used ? "  " : "", sentence);
}

/* Appends a message without its role bytes. */
static size_t message_plain(char *text, size_t used, const struct message *message)
{
	text[used++] = ' ';
	for (const char *at = message->text; *at; at++)
		if (*at < COLOUR_ROLE_BYTE || *at > COLOUR_ROLE_BYTE_END)
			text[used++] = *at;
	text[used] = 0;
	return used;
}

/* Writes the read messages from index `from` on, dimmed, and then the new ones. */
static void messages_back(
	const struct play *play, const struct view *view, size_t from, char *text, size_t size)
{
	char news[2048];
	size_t used = (size_t)snprintf(text, size, UI_DIM "Before this:");
	for (size_t i = from; i < view->message_count; i++)
		if (!message_is_new(play, &view->messages[i]) && used + 140 < size)
			used = message_plain(text, used, &view->messages[i]);
	messages_gather(play, view, 0, news, sizeof news);
	snprintf(text + used, size - used, UI_END "%s%s", news[0] ? "  " : "", news);
}

/* Returns the width of a line: the last column stays free, and the narrowest window has one
 * column. */
static int line_width(const struct vt_frame *frame)
{
	return between(frame->width - 1, 1, VT_WIDTH_MAX);
}

/* State of wrapping messages into rows. Without a frame it only counts. */
struct message_drawing {
	struct vt_frame *frame;
	int row, first, rows, y, x_end;
	int letters, room; /* letters so far, and letters up to the last row of the page */
};

static bool is_role_byte(char byte)
{
	return byte >= COLOUR_ROLE_BYTE && byte <= COLOUR_ROLE_BYTE_END;
}

/* Returns the number of letters, which is the same however the text is wrapped. */
static int letters_of(const char *text)
{
	int letters = 0;
	for (; *text; text++)
		letters += *text != ' ' && !is_role_byte(*text);
	return letters;
}

static int columns_of(const char *text)
{
	int columns = 0;
	for (; *text; text++)
		columns += !is_role_byte(*text);
	return columns;
}

/* Paints a line over the map. */
static int line_paint(struct vt_frame *frame, int y, const char *text)
{
	vt_fill(frame, (struct vt_area){0, y, frame->width, 1}, ' ', VT_TEXT, 0);
	return vt_text(frame, 0, y, text, VT_TEXT, 0, ui_roles);
}

static void message_line(void *context, const char *text, size_t length)
{
	struct message_drawing *drawing = context;
	int row = drawing->row++ - drawing->first;
	(void)length;
	drawing->letters += letters_of(text);
	if (row < 0 || row >= drawing->rows)
		return;
	drawing->room = drawing->letters;
	drawing->x_end = drawing->frame ? line_paint(drawing->frame, drawing->y + row, text)
					: columns_of(text);
}

/* Puts messages of recent turns before the new ones for a returning player, as many as fit without
 * turning a page. */
static void messages_return(const struct play *play, const struct view *view, int width, int most,
	char *text, size_t size)
{
	char more[4096];
	size_t newest = view->message_count;
	while (newest > 0 && message_is_new(play, &view->messages[newest - 1]))
		newest--;
	for (size_t from = newest; from-- > 0 && newest - from <= BACK_MESSAGES;) {
		struct message_drawing count = {0};
		if (view->messages[from].turn + BACK_TURNS < view->status.turn)
			return;
		messages_back(play, view, from, more, sizeof more);
		if (vt_wrap(more, width, message_line, &count) > most)
			return;
		snprintf(text, size, "%s", more);
	}
}

/* Skips new messages until the rest fits: the first screen never waits for a page to be turned. The
 * page of messages still shows them. */
static void messages_greet(const struct play *play, const struct view *view, int width, int most,
	char *text, size_t size)
{
	struct message_drawing count = {0};
	int news = count_new(play, view);
	for (int passed = 1; passed <= news; passed++) {
		if (vt_wrap(text, width, message_line, &count) <= most)
			return;
		messages_gather(play, view, passed, text, size);
	}
}

/* Fills the rows above the new messages with read ones, dimmed, the newest lowest. A message that
 * does not fit whole is left out, with those before it. */
static void messages_old(
	const struct play *play, struct vt_frame *frame, const struct view *view, int rows)
{
	int width = line_width(frame);
	for (size_t i = view->message_count; i-- && rows > 0;) {
		const struct message *message = &view->messages[i];
		struct message_drawing count = {0}, drawing = {.frame = frame};
		char plain[sizeof message->text + 2], text[sizeof plain + 16];
		if (message_is_new(play, message))
			continue;
		message_plain(plain, 0, message);
		snprintf(text, sizeof text, message->repeats > 1 ? UI_DIM "%s x%d" : UI_DIM "%s",
			plain + 1, message->repeats);
		drawing.rows = vt_wrap(text, width, message_line, &count);
		rows -= drawing.rows;
		drawing.y = rows;
		if (rows < 0)
			return;
		vt_wrap(text, width, message_line, &drawing);
	}
}

/* Returns the text after so many letters; role receives the role that it begins in. */
static const char *text_after(const char *text, int letters, char *role)
{
	for (; *text && (letters > 0 || *text == ' ' || is_role_byte(*text)); text++) {
		if (is_role_byte(*text))
			*role = *text;
		else
			letters -= *text != ' ';
	}
	return text;
}

/* Shortens a number of letters to the end of the last sentence among them. Returns all if that
 * would leave most of the page empty. */
static int whole_sentences(const char *text, int letters)
{
	int seen = 0, whole = 0;
	bool ends = false;
	for (; *text && seen <= letters; text++) {
		if (is_role_byte(*text))
			continue;
		if (*text == ' ' && (ends || text[1] == ' '))
			whole = seen;
		seen += *text != ' ';
		if (*text != '"')
			ends = strchr(".!?", *text) != NULL;
	}
	return whole * 3 >= letters ? whole : letters;
}

/* Writes the first letters of a text, which begins in a role, without spaces at the end. */
static void page_write(char *page, size_t size, const char *rest, int letters, char role)
{
	char next = role;
	int length = (int)(text_after(rest, letters, &next) - rest);
	while (length > 0 && (rest[length - 1] == ' ' || is_role_byte(rest[length - 1])))
		length--;
	snprintf(page, size, "%c%.*s", role, length, rest);
}

/* Returns the rows of the first letters of a text; x_end receives the end of the last row. */
static int page_rows(const char *rest, int letters, int width, int rows, int *x_end)
{
	struct message_drawing count = {.rows = rows};
	char page[4096];
	page_write(page, sizeof page, rest, letters, COLOUR_ROLE_BYTE_END);
	int lines = vt_wrap(page, width, message_line, &count);
	*x_end = count.x_end;
	return lines;
}

/* Returns how many letters the page takes. Its last row leaves `room` columns free, if it uses all
 * rows; the rows above are as wide as any. */
static int page_letters(const char *rest, int width, int rows, int room)
{
	struct message_drawing whole = {.rows = rows}, upper = {.rows = rows - 1},
			       last = {.rows = 1};
	char role = COLOUR_ROLE_BYTE_END;
	int x_end;
	vt_wrap(rest, width, message_line, &whole);
	int letters = whole_sentences(rest, whole.room);
	if (page_rows(rest, letters, width, rows, &x_end) < rows || x_end + room <= width)
		return letters;
	vt_wrap(rest, width, message_line, &upper);
	vt_wrap(text_after(rest, upper.room, &role), between(width - room, 1, VT_WIDTH_MAX),
		message_line, &last);
	return whole_sentences(rest, upper.room + last.room);
}

/* Paints the prompt behind the last row of a page, or below it if there is no room. */
static void more_paint(struct vt_frame *frame, const char *more, int x, int y)
{
	if (x + ui_width(more) > frame->width && y + 1 < frame->height) {
		x = 0;
		vt_fill(frame, (struct vt_area){0, ++y, frame->width, 1}, ' ', VT_TEXT, 0);
	}
	frame->cursor_x = (int16_t)vt_text(frame, x, y, more, VT_BRIGHT, VT_REVERSE, NULL);
	frame->cursor_y = (int16_t)y;
}

/* Paints the page after the turned ones, up to the end of a sentence. Text that once fitted on the
 * screen is not paged again in a smaller window: only its end is shown. */
static void messages_page(struct play *play, struct vt_frame *frame, const char *text, int rows)
{
	bool keyed = play->hints.on && play->messages.pages_turned < MORE_KEY_PAGES &&
		     frame->width >= MORE_KEY_FROM;
	const char *more = keyed ? MORE_KEY : MORE;
	bool at_once = play->messages.read_all || play->watched;
	char role = COLOUR_ROLE_BYTE_END, page[4096];
	const char *rest = text_after(text, at_once ? 0 : play->messages.letters_turned, &role);
	struct message_drawing count = {.rows = rows}, drawing = {.frame = frame, .rows = rows};
	int lines = vt_wrap(rest, line_width(frame), message_line, &count);
	play->messages.more = lines > rows && !at_once;
	int width = line_width(frame), letters = count.letters;
	if (play->messages.more)
		letters = page_letters(rest, width, rows, ui_width(more));
	page_write(page, sizeof page, rest, letters, role);
	drawing.first = lines > rows && at_once ? lines - rows : 0;
	lines = vt_wrap(page, width, message_line, &drawing);
	play->messages.letters_shown = play->messages.letters_turned + letters;
	if (play->messages.more)
		more_paint(frame, more, drawing.x_end + 1, between(lines, 1, rows) - 1);
}

int play_prompt_rows(const struct play *play, const struct vt_frame *frame)
{
	struct message_drawing count = {0};
	char sentence[SENTENCE_MOST + 80];
	play_sentence(play, sentence, sizeof sentence);
	return between(vt_wrap(sentence, line_width(frame), message_line, &count), 1, PROMPT_ROWS);
}

/* Paints the prompt alone on the first rows with the cursor behind it, or on the last rows of the
 * map if it would cover the cell pointed at. */
static void prompt_paint(const struct play *play, struct vt_frame *frame)
{
	struct message_drawing drawing = {.frame = frame, .rows = PROMPT_ROWS};
	bool boxed = play->prompt.mode == MODE_ITEM || play->prompt.mode == MODE_VERB ||
		     play->prompt.mode == MODE_GROUND || play->prompt.mode == MODE_SPELL ||
		     play->prompt.mode == MODE_CHOICE || play->prompt.mode == MODE_PLACES;
	char sentence[SENTENCE_MOST + 80];
	play_sentence(play, sentence, sizeof sentence);
	if (!sentence[0] || boxed)
		return;
	int rows = play_prompt_rows(play, frame);
	if (play->prompt.mode == MODE_CURSOR && frame->cursor_y < rows)
		drawing.y = between(frame->height - 2 - rows, 0, VT_HEIGHT_MAX);
	vt_wrap(sentence, line_width(frame), message_line, &drawing);
	if (play->prompt.mode == MODE_DIRECTION || play->prompt.mode == MODE_CONFIRM) {
		frame->cursor_x = (int16_t)between(drawing.x_end + 1, 0, frame->width - 1);
		frame->cursor_y = (int16_t)(rows - 1);
	}
}

/* Ends the messages with --more--, since the next key shows a vignette. */
static void add_more(char *text, size_t size)
{
	size_t used = strlen(text);
	snprintf(text + used, size - used, "%s" UI_BRIGHT MORE UI_END, used ? "  " : "");
}

int play_paint_messages(
	struct play *play, struct vt_frame *frame, const struct view *view, int rows, int most)
{
	char text[4096];
	play->messages.more = false;
	if (play->prompt.mode != MODE_MAP) {
		prompt_paint(play, frame);
		return 0;
	}
	if (view->message_count &&
		play->messages.shown_serial != view->messages[view->message_count - 1].serial)
		play->messages.read_all = false;
	messages_gather(play, view, 0, text, sizeof text);
	if (play->messages.greeting && !play->watched)
		messages_greet(play, view, line_width(frame), most, text, sizeof text);
	if (play->messages.returned && rows == 1)
		messages_return(play, view, line_width(frame), most, text, sizeof text);
	if (play->vignette.stage == VIGNETTE_DUE)
		add_more(text, sizeof text);
	struct message_drawing count = {0};
	int lines = text[0] ? vt_wrap(text, line_width(frame), message_line, &count) : 0;
	if (lines > most || play->messages.letters_turned > 0) {
		messages_page(play, frame, text, most);
	} else {
		struct message_drawing drawing = {
			.frame = frame, .rows = most, .y = lines < rows ? rows - lines : 0};
		if (lines)
			vt_wrap(text, line_width(frame), message_line, &drawing);
		if (rows > 1)
			messages_old(play, frame, view, rows - lines);
	}
	if (view->message_count) {
		play->messages.shown_serial = view->messages[view->message_count - 1].serial;
		play->messages.shown_repeats = view->messages[view->message_count - 1].repeats;
	}
	play->messages.read_all = !play->messages.more && !play->flights.step;
	return lines < rows ? (lines ? rows : 0) : between(lines, 0, most);
}
