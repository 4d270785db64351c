#include "etc/manual/mdoc.h"

#include "etc/manual/tables.h"

#include <ctype.h>
#include <string.h>

#define COLUMNS 66

/* A part of a line, so that roff shows each character as it is.  Returns the bytes written. */
static size_t put_plain(FILE *out, const char *text, size_t length)
{
	static const char special[] = "\\-\"'^`";
	static const char *const escapes[] = {"\\e", "\\-", "\\(dq", "\\(aq", "\\(ha", "\\(ga"};
	size_t written = 0;
	for (size_t i = 0; i < length; i++) {
		const char *found = strchr(special, text[i]);
		if (found)
			written += (size_t)fprintf(out, "%s", escapes[found - special]);
		else
			written += fputc(text[i], out) != EOF;
	}
	return written;
}

static bool ends_sentence(const char *word, size_t length)
{
	return length > 1 && word[length - 1] == '.' && word[length - 2] != '.';
}

/* `a literal` from the backquote on, and the punctuation behind it.  Returns what follows. */
static const char *put_literal(FILE *out, const char *text)
{
	size_t length = strcspn(text + 1, "`");
	fputs(".Ql \"", out);
	put_plain(out, text + 1, length);
	fputc('"', out);
	text += length + 1;
	text += *text == '`';
	while (*text && !isspace((unsigned char)*text))
		fprintf(out, " %c", *text++);
	fputc('\n', out);
	return text;
}

void mdoc_sentences(FILE *out, const char *text)
{
	size_t column = 0;
	for (;;) {
		text += strspn(text, " \n");
		if (!*text)
			break;
		if (*text == '`') {
			if (column)
				fputc('\n', out);
			text = put_literal(out, text);
			column = 0;
			continue;
		}
		size_t length = strcspn(text, " \n");
		if (column && column + 1 + length > COLUMNS) {
			fputc('\n', out);
			column = 0;
		}
		fputs(column ? " " : *text == '.' ? "\\&" : "", out);
		column += put_plain(out, text, length) + 1;
		if (ends_sentence(text, length)) {
			fputc('\n', out);
			column = 0;
		}
		text += length;
	}
	if (column)
		fputc('\n', out);
}

static void put_display(FILE *out, const char *text, size_t length)
{
	fputs(".Bd -literal -offset indent\n", out);
	while (length > 0) {
		size_t line = strcspn(text, "\n");
		size_t skip = line > 2 ? 2 : line;
		put_plain(out, text + skip, line - skip);
		fputc('\n', out);
		text += line + 1;
		length -= length > line ? line + 1 : length;
	}
	fputs(".Ed\n", out);
}

/* The length of the first lines that all are, or all are not, to be shown as they are. */
static size_t block_length(const char *text, bool display)
{
	size_t length = 0;
	while (text[length] && text[length] != '\n' &&
		(strncmp(text + length, "  ", 2) == 0) == display) {
		length += strcspn(text + length, "\n");
		length += text[length] == '\n';
	}
	return length;
}

void mdoc_text(FILE *out, const char *text)
{
	for (bool first = true;; first = false) {
		text += strspn(text, "\n");
		if (!*text)
			return;
		bool display = strncmp(text, "  ", 2) == 0;
		size_t length = block_length(text, display);
		char piece[4096];
		snprintf(piece, sizeof piece, "%.*s", (int)length, text);
		if (display) {
			put_display(out, text, length);
		} else {
			if (!first)
				fputs(".Pp\n", out);
			mdoc_sentences(out, piece);
		}
		text += length;
	}
}

/* ---- Usage ---- */

static const char *macro_of(const char *word)
{
	return word[0] == '-' ? "Fl" : isupper((unsigned char)word[0]) ? "Ar" : "Cm";
}

void mdoc_synopsis(FILE *out, const char *synopsis)
{
	char word[32];
	while (synopsis_word(&synopsis, word)) {
		if (strcmp(word, "...") == 0)
			fputs(".No ...\n", out);
		else if (*word == '[')
			fputs(".Oo\n", out);
		else if (*word == ']')
			fputs(".Oc\n", out);
		else if (isalpha((unsigned char)*word) || *word == '-')
			fprintf(out, ".%s %s\n", macro_of(word), word + (*word == '-'));
		else
			fprintf(out, "%s\n", word);
	}
}

static void put_value(FILE *out, const char *value)
{
	size_t length = strcspn(value, "|");
	fprintf(out, " %s %.*s", value[length] ? "Cm" : "Ar", (int)length, value);
	for (value += length; *value; value += length) {
		length = 1 + strcspn(value + 1, "|");
		fprintf(out, " | Cm %.*s", (int)length - 1, value + 1);
	}
}

void mdoc_options(FILE *out, const struct argument_table *table)
{
	if (table->count == 0)
		return;
	fputs(".Pp\nThe options are:\n.Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < table->count; i++) {
		const struct argument_row *row = &table->rows[i];
		fprintf(out, ".It Fl -%s", row->name);
		if (row->value)
			put_value(out, row->value);
		fputc('\n', out);
		mdoc_sentences(out, row->help);
	}
	fputs(".El\n", out);
}
