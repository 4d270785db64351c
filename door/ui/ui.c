#include "door/ui/ui.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROW_WIDTH 60 /* most columns of the bar of a list of short rows */

/* Byte n of a text stands for engine role n - COLOUR_ROLE_BYTE; vt_text looks it up here. */
_Static_assert(
	COLOUR_ROLE_BYTE == VT_COLOUR_ROLE_BYTE && COLOUR_ROLE_BYTE_END == VT_COLOUR_ROLE_BYTE_END,
	"one language of bytes");
const uint8_t ui_roles[32] = {
#define ROW(id, word) VT_##id,
	ENGINE_ROLES(ROW)
#undef ROW
};

static bool ui_is_role(char c)
{
	return c >= COLOUR_ROLE_BYTE && c <= COLOUR_ROLE_BYTE_END;
}

int ui_width(const char *text)
{
	int width = 0;
	for (; *text && *text != '\n'; text++)
		width += !ui_is_role(*text) && *text != '\t';
	return width;
}

void ui_fit(char *text, int room)
{
	static const char more[] = "...";
	int dots = (int)sizeof more - 1, at = room - dots;
	if ((int)strlen(text) <= room)
		return;
	if (room < dots) {
		text[room > 0 ? room : 0] = '\0';
		return;
	}
	while (at > 0 && text[at] != ' ')
		at--;
	while (at > 0 && (text[at - 1] == ',' || text[at - 1] == ' '))
		at--;
	strcpy(text + (at > 0 ? at : room - dots), more);
}

const char *ui_word(const struct content *content, const char *word, const char *fallback)
{
	const char *text = content ? content_word(content, word) : NULL;
	return text && *text ? text : fallback;
}

const char *ui_series(const struct content *content, const char *prefix, unsigned number)
{
	char word[48];
	snprintf(word, sizeof word, "%s-%u", prefix, number);
	return ui_word(content, word, NULL);
}

const char *ui_series_pick(const struct content *content, const char *prefix, uint64_t number)
{
	unsigned count = 0;
	while (ui_series(content, prefix, count + 1))
		count++;
	return count ? ui_series(content, prefix, (unsigned)(number % count) + 1) : "";
}

void ui_title(struct vt_frame *frame, const char *title, const char *right)
{
	int end = vt_text(frame, 1, 0, title, VT_TITLE, VT_BOLD, ui_roles);
	int x = frame->width - 1 - ui_width(right);
	if (x > end + 1)
		vt_text(frame, x, 0, right, VT_DIM, 0, ui_roles);
	vt_fill(frame, (struct vt_area){0, 1, frame->width, 1}, VT_WALL_H, VT_SHADOW, 0);
}

/* Returns the length of the longest beginning of text that ends before `gap` or at the text's end,
 * and has at most `room` columns; 0 if there is none. */
static size_t ui_fitting(const char *text, const char *gap, int room)
{
	size_t fits = 0, length = 0;
	int width = 0;
	for (; width <= room; length++) {
		if (!text[length] || strncmp(text + length, gap, strlen(gap)) == 0)
			fits = length;
		if (!text[length])
			break;
		width += !ui_is_role(text[length]);
	}
	return fits;
}

void ui_items(struct vt_frame *frame, int x, int y, const char *text)
{
	int room = frame->width - x - (y == frame->height - 1);
	char fit[256];
	size_t length = ui_fitting(text, "  ", room);
	if (length == 0)
		length = ui_fitting(text, " ", room);
	snprintf(fit, sizeof fit, "%.*s", (int)length, text);
	vt_text(frame, x, y, fit, VT_DIM, 0, ui_roles);
}

void ui_hint(struct vt_frame *frame, const char *text)
{
	ui_items(frame, 1, frame->height - 1, text);
}

void ui_page_hint(struct vt_frame *frame, int top, int last)
{
	char text[80];
	snprintf(text, sizeof text,
		last ? UI_BRIGHT "Space" UI_END " %s  " UI_BRIGHT "-" UI_END " back  " UI_BRIGHT
				 "Esc" UI_END " close"
		     : "%.0s" UI_BRIGHT "Esc" UI_END " close",
		top < last ? "on" : "close");
	ui_hint(frame, text);
}

void ui_cursor(struct vt_frame *frame, int x, int y)
{
	frame->cursor_x = (int16_t)x;
	frame->cursor_y = (int16_t)y;
}

int ui_row_width(const struct vt_frame *frame)
{
	return frame->width - 2 < ROW_WIDTH ? frame->width - 2 : ROW_WIDTH;
}

void ui_chosen(struct vt_frame *frame, int x, int y, int width)
{
	bool inside = x >= 0 && y >= 0 && y < frame->height;
	for (int at = x; inside && at < x + width && at < frame->width; at++) {
		struct vt_cell *cell = &frame->cells[y * frame->width + at];
		*cell = (struct vt_cell){
			.glyph = cell->glyph, .role = VT_TEXT, .attributes = VT_REVERSE};
	}
	ui_cursor(frame, x, y);
}

void ui_centre(struct vt_frame *frame, int y, const char *text, enum vt_colour_role role,
	unsigned attributes)
{
	int x = (frame->width - ui_width(text)) / 2;
	vt_text(frame, x > 0 ? x : 0, y, text, role, attributes, ui_roles);
}

/* Copies the line that begins at text into buffer. Returns the next line or NULL. */
static const char *ui_line(const char *text, char *buffer, size_t size)
{
	size_t length = strcspn(text, "\n");
	size_t kept = length < size ? length : size - 1;
	memcpy(buffer, text, kept);
	buffer[kept] = 0;
	return text[length] ? text + length + 1 : NULL;
}

int ui_art(struct vt_frame *frame, int x, int y, const char *text, enum vt_colour_role role)
{
	char line[256];
	int rows = 0;
	for (const char *next = text; next; rows++) {
		next = ui_line(next, line, sizeof line);
		vt_text(frame, x, y + rows, line, role, 0, ui_roles);
	}
	return rows;
}

int ui_art_width(const char *text)
{
	int most = 0;
	for (const char *line = text; line;
		line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		int width = ui_width(line);
		most = width > most ? width : most;
	}
	return most;
}

int ui_art_height(const char *text)
{
	int rows = 1;
	for (; *text; text++)
		rows += *text == '\n';
	return rows;
}

struct ui_wrapping {
	struct vt_frame *frame;
	int x, y, height, skip, row;
	enum vt_colour_role role;
};

/* Draws the bytes from 128 on as the glyphs of those numbers. */
static void ui_glyphs(
	struct vt_frame *frame, int x, int y, const char *text, enum vt_colour_role role)
{
	for (; *text; text++) {
		unsigned glyph = (unsigned char)*text;
		if (glyph > VT_GLYPH_FIRST && glyph < VT_GLYPH_END)
			vt_put(frame, x, y, (uint16_t)glyph, role, VT_BOLD);
		x += !ui_is_role(*text);
	}
}

static void ui_wrapped_line(void *context, const char *text, size_t length)
{
	struct ui_wrapping *wrapping = context;
	int row = wrapping->row++ - wrapping->skip;
	(void)length;
	if (!wrapping->frame || row < 0 || row >= wrapping->height)
		return;
	vt_text(wrapping->frame, wrapping->x, wrapping->y + row, text, wrapping->role, 0, ui_roles);
	ui_glyphs(wrapping->frame, wrapping->x, wrapping->y + row, text, wrapping->role);
}

/* Wraps a line with a tab: the text before the tab is a label, and all rows after it are indented
 * by its width. */
static void ui_wrapped_label(struct ui_wrapping *wrapping, char *line, int width)
{
	char *rest = strchr(line, '\t');
	*rest++ = 0;
	int label = ui_width(line), row = wrapping->row;
	if (width - label < 8) {
		vt_wrap(line, width, ui_wrapped_line, wrapping);
		vt_wrap(rest, width, ui_wrapped_line, wrapping);
		return;
	}
	ui_wrapped_line(wrapping, line, 0);
	wrapping->row = row;
	wrapping->x += label;
	vt_wrap(rest, width - label, ui_wrapped_line, wrapping);
	wrapping->x -= label;
}

int ui_wrapped(struct vt_frame *frame, struct vt_area area, int skip, const char *text,
	enum vt_colour_role role)
{
	struct ui_wrapping wrapping = {.frame = frame,
		.x = area.x,
		.y = area.y,
		.height = area.height,
		.skip = skip,
		.role = role};
	int width = area.width < 1 ? 1 : area.width;
	char line[1200];
	for (const char *next = text; next;) {
		next = ui_line(next, line, sizeof line);
		if (strchr(line, '\t'))
			ui_wrapped_label(&wrapping, line, width);
		else if (line[0])
			vt_wrap(line, width, ui_wrapped_line, &wrapping);
		else
			wrapping.row++;
	}
	return wrapping.row;
}

void ui_bar(struct vt_frame *frame, int x, int y, int width, int part, int whole,
	enum vt_colour_role role)
{
	int full = whole > 0 ? (part * width + whole - 1) / whole : 0;
	full = full > width ? width : full < 0 ? 0 : full;
	vt_fill(frame, (struct vt_area){x, y, full, 1}, VT_BAR_FULL, role, 0);
	vt_fill(frame, (struct vt_area){x + full, y, width - full, 1}, VT_BAR_EMPTY, VT_TEXT, 0);
}

void ui_ago(char *text, size_t size, int64_t seconds)
{
	if (seconds < 60)
		snprintf(text, size, "just now");
	else if (seconds < 3600)
		snprintf(text, size, "%d min ago", (int)(seconds / 60));
	else if (seconds < 2 * 86400)
		snprintf(text, size, "%d h ago", (int)(seconds / 3600));
	else
		snprintf(text, size, "%d days ago", (int)(seconds / 86400));
}

void ui_day(char *text, size_t size, int64_t seconds)
{
	time_t when = (time_t)seconds;
	struct tm day;
	if (!gmtime_r(&when, &day) || !strftime(text, size, "%Y-%m-%d", &day))
		snprintf(text, size, "-");
}

void ui_trim(char *text)
{
	size_t before = strspn(text, " "), length = strlen(text + before);
	memmove(text, text + before, length + 1);
	while (length > 0 && text[length - 1] == ' ')
		text[--length] = '\0';
}

/* Makes room for so many more characters and the terminating NUL. False without memory. */
static bool ui_grow(struct ui_text *text, size_t length)
{
	size_t capacity = (text->size + length + 1) * 2;
	if (text->size + length + 1 <= text->capacity)
		return true;
	char *grown = realloc(text->text, capacity);
	if (!grown)
		return false;
	text->text = grown;
	text->capacity = capacity;
	return true;
}

void ui_add(struct ui_text *text, const char *format, ...)
{
	va_list list, again;
	va_start(list, format);
	va_copy(again, list);
	int wanted = vsnprintf(NULL, 0, format, list);
	if (wanted >= 0 && ui_grow(text, (size_t)wanted)) {
		vsnprintf(text->text + text->size, (size_t)wanted + 1, format, again);
		text->size += (size_t)wanted;
	}
	va_end(again);
	va_end(list);
}

void ui_add_for(struct ui_text *text, const char *page, bool guest)
{
	static const char *const marks[] = {"{member ", "{guest "};
	for (const char *at = page; *at;) {
		size_t length = 1;
		int part = -1;
		for (int i = 0; i < 2; i++)
			if (strncmp(at, marks[i], strlen(marks[i])) == 0)
				part = i;
		if (part >= 0) {
			at += strlen(marks[part]);
			length = strcspn(at, "}");
		}
		if (part < 0 || part == guest)
			ui_add(text, "%.*s", (int)length, at);
		at += length;
		at += part >= 0 && *at == '}';
	}
}

void ui_rank(struct vt_frame *frame, int y, unsigned rank, const char *name)
{
	if (rank)
		vt_textf(frame, 1, y, rank == 1 ? VT_GOLD : VT_TEXT, 0, "%3u", rank);
	else
		vt_put(frame, 3, y, '-', VT_TEXT, 0);
	vt_text(frame, 5, y, name, VT_TEXT, 0, NULL);
}
