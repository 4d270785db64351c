#include "door/text/word_list.h"

#include <string.h>

bool word_list_has(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; length > 0 && (at = strstr(at, word)) != NULL; at++)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}
