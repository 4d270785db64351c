/* Lists of words with blanks between. */
#ifndef TRAPDOOR_WORD_LIST_H
#define TRAPDOOR_WORD_LIST_H

#include <stdbool.h>

/* True if the list has this word, whole. */
bool word_list_has(const char *list, const char *word);

#endif
