/*
 * Text from outside made harmless: archives, result files, journals, other programs, clients and
 * the database of another host may hold any bytes, and a terminal obeys some of them.
 *
 * A command prints text from outside through these functions alone. JSON is printed with
 * JSON_ENSURE_ASCII, which escapes the same bytes, and a board as a page cleans its texts
 * (door/text/board_page.h). The log cleans each of its lines (log.h).
 */
#ifndef TRAPDOOR_PRINTABLE_H
#define TRAPDOOR_PRINTABLE_H

/* Makes text printable ASCII in place: every other byte becomes '?', a line feed too. */
void text_clean(char *text);
/* Cleans text of several lines in place, as text_clean does, but keeps line feeds. */
void text_clean_lines(char *text);

/* Prints one line on standard output. Its bytes are cleaned, and a line feed follows. */
void print_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Cleans text of several lines in place and prints it on standard output. */
void print_lines(char *text);
/* Reads a pipe to its end and prints its text on standard output, cleaned as lines. */
void print_lines_from(int pipe);

#endif
