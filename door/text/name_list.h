/*
 * Names that nobody can register: an operator's list, or the one of etc/names.
 *
 * A line is a word, which matches a whole name, or *word*, which also matches a part of one. `#`
 * begins a comment. Words and names are compared as store_skeleton folds them.
 */
#ifndef TRAPDOOR_NAME_LIST_H
#define TRAPDOOR_NAME_LIST_H

#include <stdbool.h>
#include <stddef.h>

#define NAME_LIST_MAX 5000 /* words */

struct name_list;

/* Reads the list of a file; "" is the list of etc/names. NULL with a sentence. */
struct name_list *name_list_read(const char *path, char *sentence, size_t size);
/* A copy of the list for another process, as a file in memory.  -1 with errno. */
int name_list_send(const struct name_list *list);
/* The list of such a file, which stays open; NULL if it is none. */
struct name_list *name_list_receive(int file);
void name_list_free(struct name_list *list);

/* True if a word of the list (NULL: none) matches the name, or if it looks like that of a guest. */
bool name_list_has(const struct name_list *list, const char *name);

/* ---- The embedded files of etc/names ---- */

struct names_file {
	const char *name;
	const char *text;
	size_t size;
};
extern const struct names_file names_files[];
extern const size_t names_file_count;

#endif
