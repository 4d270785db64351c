#include "door/text/formats.h"

#include <stddef.h>
#include <string.h>

static const char *const words[] = {
#define ROW(id, word) word,
	FORMATS(ROW)
#undef ROW
};

bool format_by_word(const char *word, enum format *format)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++)
		if (strcmp(words[i], word) == 0) {
			*format = (enum format)i;
			return true;
		}
	return false;
}
