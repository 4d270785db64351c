/* The widgets that handle keys: an input line and a pager. */
#include "door/ui/ui.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- An input line ---- */

void ui_input_begin(struct ui_input *input, unsigned most, bool hidden)
{
	assert(most <= UI_INPUT_MAX);
	ui_input_free(input);
	input->text = calloc(1, most + 1);
	input->most = input->text ? (uint16_t)most : 0;
	input->hidden = hidden;
}

void ui_input_free(struct ui_input *input)
{
	if (input->text)
		explicit_bzero(input->text, input->most);
	free(input->text);
	memset(input, 0, sizeof *input);
}

void ui_input_set(struct ui_input *input, const char *text)
{
	size_t length = strlen(text);
	if (length > input->most)
		length = input->most;
	if (!input->text)
		return;
	memcpy(input->text, text, length);
	input->text[length] = 0;
	input->length = input->cursor = (uint16_t)length;
}

/* Removes the characters from index `from` up to `to`. */
static void ui_input_cut(struct ui_input *input, unsigned from, unsigned to)
{
	if (from >= to)
		return;
	memmove(input->text + from, input->text + to, input->length - to + 1);
	input->length -= (uint16_t)(to - from);
	input->cursor = (uint16_t)from;
}

static unsigned ui_input_word_start(const struct ui_input *input)
{
	unsigned at = input->cursor;
	while (at && input->text[at - 1] == ' ')
		at--;
	while (at && input->text[at - 1] != ' ')
		at--;
	return at;
}

/* A letter beyond ASCII is shown as a question mark, so that nobody believes it was taken. A
 * password is typed without it, as ever. */
static void ui_input_type(struct ui_input *input, int key)
{
	if (key == VT_KEY_FOREIGN && !input->hidden)
		key = '?';
	if (key < 32 || key > 126 || input->length >= input->most)
		return;
	memmove(input->text + input->cursor + 1, input->text + input->cursor,
		input->length - input->cursor + 1U);
	input->text[input->cursor++] = (char)key;
	input->length++;
}

#define CTRL(letter) ((letter)-64)

enum ui_answer ui_input_key(struct ui_input *input, int key)
{
	if (!input->text)
		return UI_CANCELLED;
	switch (key) {
	case '\r':
		return UI_DONE;
	case VT_KEY_ESCAPE:
	case CTRL('C'):
		return UI_CANCELLED;
	case '\b':
	case 127:
		ui_input_cut(input, input->cursor ? input->cursor - 1U : 0, input->cursor);
		break;
	case VT_KEY_DELETE:
		if (input->cursor < input->length)
			ui_input_cut(input, input->cursor, input->cursor + 1U);
		break;
	case CTRL('U'):
		ui_input_cut(input, 0, input->cursor);
		break;
	case CTRL('W'):
		ui_input_cut(input, ui_input_word_start(input), input->cursor);
		break;
	case VT_KEY_LEFT:
		input->cursor -= input->cursor > 0;
		break;
	case VT_KEY_RIGHT:
		input->cursor += input->cursor < input->length;
		break;
	case VT_KEY_HOME:
	case CTRL('A'):
		input->cursor = 0;
		break;
	case VT_KEY_END:
	case CTRL('E'):
		input->cursor = input->length;
		break;
	default:
		ui_input_type(input, key);
	}
	return UI_GOING;
}

void ui_input_paint(const struct ui_input *input, struct vt_frame *frame, int x, int y, int width)
{
	if (x + width > frame->width)
		width = frame->width - x;
	if (width < 2 || !input->text)
		return;
	int first = input->cursor >= width ? input->cursor - width + 1 : 0;
	vt_fill(frame, (struct vt_area){x, y, width, 1}, ' ', VT_TEXT, 0);
	for (int i = 0; !input->hidden && i < width && first + i < input->length; i++)
		vt_put(frame, x + i, y, (uint16_t)(unsigned char)input->text[first + i], VT_BRIGHT,
			0);
	frame->cursor_x = (int16_t)(input->hidden ? x : x + input->cursor - first);
	frame->cursor_y = (int16_t)y;
}

/* ---- A pager ---- */

void ui_pager_open(struct ui_pager *pager, const char *title, char *text)
{
	ui_pager_close(pager);
	pager->title = strdup(title);
	pager->text = text ? text : strdup("");
}

void ui_pager_close(struct ui_pager *pager)
{
	free(pager->title);
	free(pager->text);
	memset(pager, 0, sizeof *pager);
}

int ui_list_rows(const struct vt_frame *frame, int spare)
{
	int rows = frame->height - spare;
	if (frame->brief && rows > frame->height / 2)
		rows = frame->height / 2;
	return rows > 1 ? rows : 1;
}

void ui_pager_end(struct ui_pager *pager)
{
	pager->top = 1 << 20;
}

void ui_pager_paint(struct ui_pager *pager, struct vt_frame *frame)
{
	int width = frame->width - 2 > 76 ? 76 : frame->width - 2;
	const char *text = pager->text ? pager->text : "";
	vt_frame_clear(frame);
	pager->page = ui_list_rows(frame, 4);
	pager->rows = ui_wrapped(NULL, (struct vt_area){0, 0, width, 0}, 0, text, VT_TEXT);
	int last = pager->rows > pager->page ? pager->rows - pager->page : 0;
	if (pager->top > last)
		pager->top = last;
	if (pager->top < 0)
		pager->top = 0;
	char where[32] = "";
	if (last)
		snprintf(where, sizeof where, "%d%%", pager->top * 100 / last);
	ui_title(frame, pager->title ? pager->title : "", where);
	ui_wrapped(frame, (struct vt_area){1, 2, width, pager->page}, pager->top, text, VT_TEXT);
	ui_cursor(frame, 1, 2);
	ui_page_hint(frame, pager->top, last);
}

bool ui_pager_key(struct ui_pager *pager, int key)
{
	int last = pager->rows > pager->page ? pager->rows - pager->page : 0;
	switch (key) {
	case ' ':
	case VT_KEY_PAGE_DOWN:
		/* Space on the last page closes, as in other pagers. */
		if (key == ' ' && pager->top >= last)
			return false;
		pager->top += pager->page;
		return true;
	case '-':
	case '\b':
	case VT_KEY_PAGE_UP:
		pager->top -= pager->page;
		return true;
	case 'j':
	case VT_KEY_DOWN:
		pager->top++;
		return true;
	case 'k':
	case VT_KEY_UP:
		pager->top--;
		return true;
	case VT_KEY_HOME:
		pager->top = 0;
		return true;
	case VT_KEY_END:
		ui_pager_end(pager);
		return true;
	default:
		return false;
	}
}
