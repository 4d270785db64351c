/* The forms in which lists are printed, by commands and over ssh. */
#ifndef TRAPDOOR_FORMATS_H
#define TRAPDOOR_FORMATS_H

#include <stdbool.h>

/* id, word */
#define FORMATS(ROW) ROW(TEXT, "text") ROW(JSON, "json")

enum format {
#define ROW(id, word) FORMAT_##id,
	FORMATS(ROW)
#undef ROW
		FORMAT_COUNT
};

/* All words, as help writes the value of an option: "text|json". */
#define FORMAT_WORDS "text|json"

/* False if there is no such format. */
bool format_by_word(const char *word, enum format *format);

#endif
