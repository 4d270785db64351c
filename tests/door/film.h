/*
 * Films: screens that a test compares as a whole with those of a file, tests/door/films/NAME.txt.
 *
 * A film is a list of pictures in the order of the test. A picture has a title and those rows that
 * are not as in the picture before: the row's number, its text after "|", and where it has any, its
 * colours after ":" and its attributes after "!". A letter stands for a colour, a digit for the
 * bits of enum vt_attribute. Glyphs are drawn as in Unicode. {12.} is twelve dots.
 *
 * RENEW=1 in the environment writes the files anew, from the screens of now: read the diff.
 */
#ifndef TRAPDOOR_TESTS_FILM_H
#define TRAPDOOR_TESTS_FILM_H

#include "tests/test.h"

#include <sodium.h>
#include <time.h>
#include <unistd.h>

#include "vt100/vt100.h"

#define FILM_DAY 1763800000 /* 2025-11-22 */
#define FILM_LINE_MAX 2048

struct film {
	FILE *file;
	char path[128];
	bool renew;
	int line, width, height;
	char *rows[VT_HEIGHT_MAX]; /* of the last picture */
};

static inline void film_open(struct film *film, const char *name)
{
	memset(film, 0, sizeof *film);
	film->renew = getenv("RENEW") != NULL;
	snprintf(film->path, sizeof film->path, "tests/door/films/%s.txt", name);
	film->file = fopen(film->path, film->renew ? "we" : "re");
	if (!film->file) {
		fprintf(stderr, "%s cannot be opened: RENEW=1 writes it\n", film->path);
		abort();
	}
}

/* Compares a line with the next one of the file. */
static inline void film_line(struct film *film, const char *text)
{
	char wanted[FILM_LINE_MAX];

	film->line++;
	if (film->renew) {
		fprintf(film->file, "%s\n", text);
		fflush(film->file);
		return;
	}
	if (!fgets(wanted, sizeof wanted, film->file))
		strcpy(wanted, "the end of the film");
	wanted[strcspn(wanted, "\n")] = '\0';
	if (strcmp(wanted, text) == 0)
		return;
	fprintf(stderr,
		"%s:%d: a screen differs (RENEW=1 writes the file anew)\nwanted %s\nshown  %s\n",
		film->path, film->line, wanted, text);
	abort();
}

static inline void film_forget(struct film *film)
{
	for (int y = 0; y < VT_HEIGHT_MAX; y++) {
		free(film->rows[y]);
		film->rows[y] = NULL;
	}
}

static inline void film_title(struct film *film, const char *title, int width, int height)
{
	if (film->width != width || film->height != height)
		film_forget(film);
	film->width = width;
	film->height = height;
	film_line(film, title);
}

static inline void film_trim(char *text)
{
	size_t length = strlen(text);

	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
}

static inline void film_part(
	struct film *film, int y, char mark, const char *text, bool even_if_empty)
{
	char line[FILM_LINE_MAX + 8];
	size_t used = (size_t)snprintf(line, sizeof line, "%d%c", y, mark);

	for (const char *at = text; *at;) {
		size_t run = 1;

		while (at[run] == *at)
			run++;
		if (run > 5 && *at > 0)
			used += (size_t)snprintf(
				line + used, sizeof line - used, "{%zu%c}", run, *at);
		else
			used += (size_t)snprintf(
				line + used, sizeof line - used, "%.*s", (int)run, at);
		at += run;
	}
	if (*text || even_if_empty)
		film_line(film, line);
}

/* A row of a picture, which is compared if it is not as before. */
static inline void film_row(struct film *film, int y, char *text, char *colours, char *attributes)
{
	char row[3 * FILM_LINE_MAX];

	film_trim(text);
	film_trim(colours);
	film_trim(attributes);
	snprintf(row, sizeof row, "%s|%s|%s", text, colours, attributes);
	if (film->rows[y] ? strcmp(film->rows[y], row) == 0 : strlen(row) == 2)
		return;
	free(film->rows[y]);
	film->rows[y] = strdup(row);
	film_part(film, y, '|', text, true);
	film_part(film, y, ':', colours, false);
	film_part(film, y, '!', attributes, false);
}

static inline void film_close(struct film *film)
{
	char rest[FILM_LINE_MAX];

	if (!film->renew && fgets(rest, sizeof rest, film->file)) {
		fprintf(stderr, "%s:%d: the film goes on: %s", film->path, film->line + 1, rest);
		abort();
	}
	fclose(film->file);
	film_forget(film);
}

static inline size_t film_utf8(char *text, unsigned code)
{
	if (code < 128)
		text[0] = (char)code;
	if (code < 128)
		return 1;
	if (code < 0x800) {
		text[0] = (char)(0xc0 | code >> 6);
		text[1] = (char)(0x80 | (code & 63));
		return 2;
	}
	text[0] = (char)(0xe0 | code >> 12);
	text[1] = (char)(0x80 | (code >> 6 & 63));
	text[2] = (char)(0x80 | (code & 63));
	return 3;
}

static inline unsigned film_glyph(uint16_t glyph)
{
	static const uint16_t codes[] = {
#define ROW(id, word, unicode, cp437, dec, ascii) unicode,
		VT_GLYPHS(ROW)
#undef ROW
	};

	if (glyph < 32)
		return '?';
	return glyph <= VT_GLYPH_FIRST ? glyph : codes[glyph - VT_GLYPH_FIRST - 1];
}

/* A frame as it stands. */
static inline void film_frame(struct film *film, const char *title, const struct vt_frame *frame)
{
	char line[160];

	snprintf(line, sizeof line, "== %s (%d x %d, cursor %d %d%s)", title, frame->width,
		frame->height, frame->cursor_x, frame->cursor_x < 0 ? 0 : frame->cursor_y,
		frame->bell ? ", bell" : "");
	film_title(film, line, frame->width, frame->height);
	for (int y = 0; y < frame->height; y++) {
		char text[FILM_LINE_MAX], roles[VT_WIDTH_MAX + 1], attributes[VT_WIDTH_MAX + 1];
		size_t used = 0;

		for (int x = 0; x < frame->width; x++) {
			const struct vt_cell *cell = &frame->cells[y * frame->width + x];
			bool blank = cell->glyph == ' ' && !(cell->attributes & VT_REVERSE);

			used += film_utf8(text + used, film_glyph(cell->glyph));
			roles[x] = (char)(blank || cell->role == VT_TEXT ? ' ' : 'a' + cell->role);
			attributes[x] =
				(char)(blank || !cell->attributes ? ' ' : '0' + cell->attributes);
		}
		text[used] = roles[frame->width] = attributes[frame->width] = '\0';
		film_row(film, y, text, roles, attributes);
	}
}

/* ---- The same chance and the same day for each run of a test ---- */

static uint32_t film_chance = 7;

static inline uint32_t film_random(void)
{
	film_chance = film_chance * 1664525 + 1013904223;
	return film_chance >> 8 ^ film_chance << 16;
}

static inline void film_buffer(void *bytes, const size_t size)
{
	for (size_t i = 0; i < size; i++)
		((uint8_t *)bytes)[i] = (uint8_t)film_random();
}

static inline const char *film_chance_name(void)
{
	return "film";
}

/* Seeds, guests' numbers and paths are the same each time, in this process and those that it
 * forks. */
static inline void film_same_chance(void)
{
	static struct randombytes_implementation same = {
		.implementation_name = film_chance_name, .random = film_random, .buf = film_buffer};

	assert_int_equal(randombytes_set_implementation(&same), 0);
	/* Sentences name the folder of programs of older rules. */
	setenv("TRAPDOOR_ELDERS", "/none", 1);
}

#ifdef FILM_SAME_DAY
/* In place of libc's: it is always the same second. */
time_t time(time_t *now)
{
	if (now)
		*now = FILM_DAY;
	return FILM_DAY;
}
#endif

#endif
