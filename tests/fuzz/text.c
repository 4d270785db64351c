/*
 * Text from strangers and of content: cleaned it holds nothing but plain letters; wrapped it loses
 * none but blanks, and every line fits; drawn it stays inside.
 *
 *     width | text
 */
#include "tests/fuzz/fuzz.h"

#include "vt100/vt100.h"

#include <stdbool.h>
#include <stdlib.h>

#define TEXT_MOST 1500

static void check_clean(const uint8_t *text, size_t size, size_t room)
{
	char clean[TEXT_MOST + 1], again[TEXT_MOST + 1], less[TEXT_MOST + 1];
	size_t length = vt_clean(clean, sizeof clean, (const char *)text, size);
	assert(length == strlen(clean) && length <= size);
	for (size_t i = 0; i < length; i++)
		assert(clean[i] >= ' ' && clean[i] <= '~');
	assert(vt_clean(again, sizeof again, clean, length) == length);
	assert(memcmp(again, clean, length) == 0);
	size_t part = vt_clean(less, room, (const char *)text, size);
	assert(part == (length < room ? length : room - 1) && memcmp(less, clean, part) == 0);
}

static bool is_letter(char byte)
{
	return byte != ' ' && (byte < VT_COLOUR_ROLE_BYTE || byte > VT_COLOUR_ROLE_BYTE_END);
}

/* The wrapped lines must contain the text, except for blanks and role bytes. */
struct wrapped {
	const char *rest;
	int width, lines;
};

static void take_line(void *context, const char *text, size_t length)
{
	struct wrapped *wrapped = context;
	int columns = 0;
	assert(strlen(text) == length);
	for (; *text != '\0'; text++) {
		columns += *text == ' ' || is_letter(*text);
		if (!is_letter(*text))
			continue;
		while (*wrapped->rest != '\0' && !is_letter(*wrapped->rest))
			wrapped->rest++;
		assert(*wrapped->rest == *text);
		wrapped->rest++;
	}
	assert(columns <= wrapped->width);
	wrapped->lines++;
}

static void check_wrap(const char *text, int width)
{
	struct wrapped wrapped = {.rest = text, .width = width};
	int lines = vt_wrap(text, width, take_line, &wrapped);
	assert(lines == wrapped.lines && lines >= 1);
	while (*wrapped.rest != '\0')
		assert(!is_letter(*wrapped.rest++));
}

static void check_drawing(const char *text, int width)
{
	struct vt_frame frame = {0};
	uint8_t roles[VT_COLOUR_ROLE_BYTE_END - VT_COLOUR_ROLE_BYTE];
	for (size_t i = 0; i < sizeof roles; i++)
		roles[i] = (uint8_t)(i % VT_COLOUR_ROLE_COUNT);
	assert(vt_frame_resize(&frame, width, 2));
	vt_text(&frame, -3, 0, text, VT_TEXT, 0, roles);
	vt_text(&frame, 1, 1, text, VT_BAD, VT_REVERSE, NULL);
	for (int i = 0; i < 2 * frame.width; i++)
		assert(frame.cells[i].glyph >= ' ' && frame.cells[i].glyph <= '~');
	vt_frame_free(&frame);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	int width = 1 + (int)fuzz_byte(&input);
	size_t length = TEXT_MOST;
	const uint8_t *text = fuzz_take(&input, &length);
	char *ended = calloc(length + 1, 1);
	assert(ended != NULL);
	if (length > 0)
		memcpy(ended, text, length);
	check_clean((const uint8_t *)ended, length, (size_t)width);
	check_wrap(ended, width);
	check_drawing(ended, width);
	free(ended);
	return 0;
}
