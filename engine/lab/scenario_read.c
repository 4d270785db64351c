/* Scenarios: from text to lines of words. */
#include "engine/lab/scenario.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MOST (1 << 20)
#define LINES_MOST 400 /* of one scenario */
#define ROWS_MOST LEVEL_HEIGHT_MAX

static const char *const line_words[SCENARIO_ROWS] = {
#define ROW(id, function, round, help) [SCENARIO_##id] = #function,
	SCENARIO_LINES(ROW)
#undef ROW
};

/* The state of the reader. With `block`, rows belong to the map or content just begun. */
struct reading {
	struct scenario_book *book;
	const char *name;
	char *at, *end;
	unsigned number;
	struct scenario *scenario; /* or */
	struct matrix *matrix;
	bool block;
	int block_indent; /* indent of the line that begins it */
	int rows_indent;  /* indent of its first row; -1: none yet */
	struct complaint *complaint;
};

static bool complain(struct reading *reading, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static bool complain(struct reading *reading, const char *format, ...)
{
	va_list arguments;
	*reading->complaint = (struct complaint){.line = reading->number};
	snprintf(
		reading->complaint->origin, sizeof reading->complaint->origin, "%s", reading->name);
	va_start(arguments, format);
	vsnprintf(reading->complaint->sentence, sizeof reading->complaint->sentence, format,
		arguments);
	va_end(arguments);
	return false;
}

/* Makes room for one more element: the array doubles at each power of two. */
static void *one_more(void *array, size_t count, size_t size)
{
	if ((count & (count - 1)) != 0)
		return array;
	void *grown = realloc(array, (count == 0 ? 1 : 2 * count) * size);
	assert(grown != NULL);
	return grown;
}

/* Splits a line into words in place. False if there are too many, or a quotation is open. */
static bool cut_words(struct reading *reading, char *at, const char **words, size_t *count)
{
	for (*count = 0;;) {
		while (*at == ' ')
			*at++ = '\0';
		if (*at == '\0' || *at == '#')
			return true;
		if (*count == SCENARIO_WORDS_MAX)
			return complain(reading, "a line has at most %d words", SCENARIO_WORDS_MAX);
		if (*at == ',') {
			*at++ = '\0';
			words[(*count)++] = ",";
			continue;
		}
		bool quoted = *at == '"' && at[1] != '\0' && at[1] != ' ' && at[1] != ',';
		at += quoted;
		words[(*count)++] = at;
		while (*at != '\0' && (quoted ? *at != '"' : *at != ' ' && *at != ','))
			at++;
		if (quoted && *at == '\0')
			return complain(reading, "a quotation is not closed");
		if (quoted)
			*at++ = '\0';
	}
}

/* ---- Scenarios ---- */

static bool begin_scenario(struct reading *reading, const char *name)
{
	struct scenario_book *book = reading->book;
	for (size_t i = 0; i < book->scenario_count; i++)
		if (strcmp(book->scenarios[i].name, name) == 0)
			return complain(reading,
				"there is a scenario \"%.40s\" already, at %.40s:%u", name,
				book->scenarios[i].file, book->scenarios[i].line);
	book->scenarios = one_more(book->scenarios, book->scenario_count, sizeof *book->scenarios);
	reading->scenario = &book->scenarios[book->scenario_count++];
	*reading->scenario =
		(struct scenario){.file = reading->name, .name = name, .line = reading->number};
	reading->matrix = NULL;
	return true;
}

static bool add_line(struct reading *reading, const char *const *words, size_t count)
{
	struct scenario *scenario = reading->scenario;
	int row = 0;
	while (row < SCENARIO_ROWS && strcmp(line_words[row], words[0]) != 0)
		row++;
	if (row == SCENARIO_ROWS)
		return complain(reading, "a scenario has no line \"%.40s\"", words[0]);
	if (scenario->line_count == LINES_MOST)
		return complain(reading, "a scenario has at most %d lines", LINES_MOST);
	scenario->lines = one_more(scenario->lines, scenario->line_count, sizeof *scenario->lines);
	struct scenario_line *line = &scenario->lines[scenario->line_count++];
	*line = (struct scenario_line){
		.number = reading->number, .row = (uint8_t)row, .count = (uint8_t)(count - 1)};
	memcpy(line->words, words + 1, (count - 1) * sizeof *words);
	reading->block = row == SCENARIO_MAP || row == SCENARIO_CONTENT;
	reading->rows_indent = -1;
	return true;
}

/* Adds a row to the open block: of a map the text after '|', of content the text after the indent
 * of its first row. */
static bool add_row(struct reading *reading, char *text, int indent)
{
	struct scenario_line *line = &reading->scenario->lines[reading->scenario->line_count - 1];
	if (line->row_count == ROWS_MOST)
		return complain(reading, "a map or content has at most %d rows here", ROWS_MOST);
	if (line->row == SCENARIO_MAP) {
		text += indent + 1;
	} else {
		if (reading->rows_indent < 0)
			reading->rows_indent = indent;
		text += indent < reading->rows_indent ? indent : reading->rows_indent;
	}
	if (line->row_count == 0 && line->row == SCENARIO_CONTENT)
		line->number = reading->number;
	line->rows = one_more(line->rows, line->row_count, sizeof *line->rows);
	line->rows[line->row_count++] = text;
	return true;
}

size_t scenario_find_line(const struct scenario *scenario, enum scenario_row row, size_t from)
{
	while (from < scenario->line_count && scenario->lines[from].row != row)
		from++;
	return from;
}

/* ---- Matrices ---- */

static bool begin_matrix(struct reading *reading, const char *name)
{
	struct scenario_book *book = reading->book;
	book->matrices = one_more(book->matrices, book->matrix_count, sizeof *book->matrices);
	reading->matrix = &book->matrices[book->matrix_count++];
	*reading->matrix =
		(struct matrix){.file = reading->name, .name = name, .line = reading->number};
	reading->scenario = NULL;
	return true;
}

/* Reads "pair fire ice by ice-melts, flask-melts-ice" or "pair fire door inert "why"". */
static bool add_pair(struct reading *reading, const char *const *words, size_t count)
{
	struct matrix *matrix = reading->matrix;
	bool inert = count == 5 && strcmp(words[3], "inert") == 0;
	if (!inert && (count < 5 || strcmp(words[3], "by") != 0))
		return complain(reading, "a pair is \"pair A B by SCENARIO\" or \"pair A B inert "
					 "\"why\"\"");
	matrix->pairs = one_more(matrix->pairs, matrix->pair_count, sizeof *matrix->pairs);
	struct matrix_pair *pair = &matrix->pairs[matrix->pair_count++];
	*pair = (struct matrix_pair){.line = reading->number, .one = words[1], .other = words[2]};
	for (size_t i = 4; !inert && i < count; i++)
		if (strcmp(words[i], ",") != 0)
			pair->by[pair->by_count++] = words[i];
	return inert || pair->by_count > 0 ||
	       complain(reading, "a pair names the scenarios that show how the two meet");
}

static bool add_matrix_line(struct reading *reading, const char *const *words, size_t count)
{
	struct matrix *matrix = reading->matrix;
	if (strcmp(words[0], "pair") == 0)
		return add_pair(reading, words, count);
	if (strcmp(words[0], "words") != 0)
		return complain(
			reading, "a matrix has no line \"%.40s\", only words and pair", words[0]);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(words[i], ",") == 0)
			continue;
		if (matrix->word_count == SCENARIO_WORDS_MAX)
			return complain(
				reading, "a matrix has at most %d words", SCENARIO_WORDS_MAX);
		matrix->words[matrix->word_count++] = words[i];
	}
	return true;
}

/* ---- Files ---- */

static bool begin_record(struct reading *reading, const char *const *words, size_t count)
{
	if (count == 2 && strcmp(words[0], "scenario") == 0)
		return begin_scenario(reading, words[1]);
	if (count == 2 && strcmp(words[0], "matrix") == 0)
		return begin_matrix(reading, words[1]);
	return complain(reading, "a line at the left edge must be \"scenario NAME\" or \"matrix "
				 "NAME\"");
}

/* True if a line is a row of the open block. */
static bool is_row(const struct reading *reading, const char *text, int indent)
{
	const struct scenario *scenario = reading->scenario;
	if (!reading->block)
		return false;
	if (scenario->lines[scenario->line_count - 1].row == SCENARIO_MAP)
		return text[indent] == '|';
	return text[indent] == '\0' || indent > reading->block_indent;
}

static bool read_line(struct reading *reading, char *text)
{
	const char *words[SCENARIO_WORDS_MAX];
	size_t count;
	int indent = 0;
	while (text[indent] == ' ')
		indent++;
	if (is_row(reading, text, indent))
		return add_row(reading, text, indent);
	if (text[indent] == '|')
		return complain(reading, "a row of a map stands below \"map\"");
	if (!cut_words(reading, text, words, &count))
		return false;
	if (count == 0)
		return true;
	reading->block = false;
	reading->block_indent = indent;
	if (indent == 0)
		return begin_record(reading, words, count);
	if (reading->scenario != NULL)
		return add_line(reading, words, count);
	if (reading->matrix != NULL)
		return add_matrix_line(reading, words, count);
	return complain(reading, "this line belongs to no scenario");
}

/* Returns a copy for the words to point into, with tabs as blanks and other control bytes as '?'.
 * */
static char *keep(struct scenario_book *book, const char *text, size_t length)
{
	char *copy = malloc(length + 1);
	assert(copy != NULL);
	for (size_t i = 0; i < length; i++) {
		bool blank = text[i] == '\t' || text[i] == '\r';
		bool plain = text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~');
		copy[i] = blank ? ' ' : plain ? text[i] : '?';
	}
	copy[length] = '\0';
	book->blocks = one_more(book->blocks, book->block_count, sizeof *book->blocks);
	book->blocks[book->block_count++] = copy;
	return copy;
}

bool scenario_read(struct scenario_book *book, const char *name, const char *text, size_t length,
	struct complaint *complaint)
{
	struct reading reading = {.book = book, .complaint = complaint};
	reading.name = keep(book, name, strlen(name));
	if (length > TEXT_MOST)
		return complain(&reading, "the text is over %d bytes; split it", TEXT_MOST);
	reading.at = keep(book, text, length);
	reading.end = reading.at + length;
	while (reading.at < reading.end) {
		char *line = reading.at;
		char *end = memchr(line, '\n', (size_t)(reading.end - line));
		reading.at = end != NULL ? end + 1 : reading.end;
		if (end != NULL)
			*end = '\0';
		reading.number++;
		if (!read_line(&reading, line))
			return false;
	}
	return true;
}

void scenario_book_free(struct scenario_book *book)
{
	for (size_t i = 0; i < book->scenario_count; i++) {
		for (size_t j = 0; j < book->scenarios[i].line_count; j++)
			free(book->scenarios[i].lines[j].rows);
		free(book->scenarios[i].lines);
	}
	for (size_t i = 0; i < book->matrix_count; i++)
		free(book->matrices[i].pairs);
	for (size_t i = 0; i < book->block_count; i++)
		free(book->blocks[i]);
	free(book->scenarios);
	free(book->matrices);
	free(book->blocks);
	*book = (struct scenario_book){0};
}
