#include "door/text/name_list.h"

#include "sql/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char word_characters[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

struct name_list {
	size_t count;
	struct reserved_word {
		char skeleton[STORE_NAME_MAX + 1];
		bool part;
	} words[NAME_LIST_MAX];
};

/* Cuts a comment and blanks off a line. */
static char *trim(char *line)
{
	size_t length;

	line[strcspn(line, "#\r\n")] = '\0';
	line += strspn(line, " \t");
	for (length = strlen(line); length > 0 && strchr(" \t", line[length - 1]); length--)
		line[length - 1] = '\0';
	return line;
}

/* Adds the word of a line. False if it is none. */
static bool add_line(struct name_list *list, char *line)
{
	char *word = trim(line);
	size_t length = strlen(word);
	bool part = length > 2 && word[0] == '*' && word[length - 1] == '*';

	if (length == 0)
		return true;
	if (part) {
		word[length - 1] = '\0';
		word++;
		length -= 2;
	}
	if (length > STORE_NAME_MAX || strspn(word, word_characters) != length ||
		list->count == NAME_LIST_MAX)
		return false;
	store_skeleton(word, list->words[list->count].skeleton);
	list->words[list->count++].part = part;
	return true;
}

static bool read_stream(
	struct name_list *list, FILE *file, const char *path, char *sentence, size_t size)
{
	unsigned number = 0;
	char line[256];

	while (fgets(line, sizeof line, file)) {
		number++;
		if (add_line(list, line))
			continue;
		snprintf(sentence, size,
			"%.150s:%u: must be a word of at most %d letters and digits, or *word*",
			path, number, STORE_NAME_MAX);
		return false;
	}
	return true;
}

struct name_list *name_list_read(const char *path, char *sentence, size_t size)
{
	struct name_list *list = calloc(1, sizeof *list);
	bool own = path[0] == '\0', good;
	FILE *file = own ? fmemopen((char *)(size_t)names_files[0].text, names_files[0].size, "r")
			 : fopen(path, "re");

	if (!list || !file) {
		snprintf(sentence, size, "cannot read the names file %.150s: %s", path,
			strerror(errno));
		free(list);
		if (file)
			fclose(file);
		return NULL;
	}
	good = read_stream(list, file, own ? names_files[0].name : path, sentence, size);
	fclose(file);
	if (good)
		return list;
	free(list);
	return NULL;
}

int name_list_send(const struct name_list *list)
{
	int file = memfd_create("names", MFD_CLOEXEC);

	if (file >= 0 && write(file, list, sizeof *list) == (ssize_t)sizeof *list)
		return file;
	if (file >= 0)
		close(file);
	return -1;
}

struct name_list *name_list_receive(int file)
{
	struct name_list *list = calloc(1, sizeof *list);

	if (list && pread(file, list, sizeof *list, 0) == (ssize_t)sizeof *list &&
		list->count <= NAME_LIST_MAX)
		return list;
	free(list);
	return NULL;
}

void name_list_free(struct name_list *list)
{
	free(list);
}

/* Guests are "guest-" and a number. */
static bool looks_like_guest(const char *skeleton)
{
	return strncmp(skeleton, "guest", 5) == 0 &&
	       strspn(skeleton + 5, "ol23456789") == strlen(skeleton + 5);
}

bool name_list_has(const struct name_list *list, const char *name)
{
	char skeleton[STORE_NAME_MAX + 1];

	store_skeleton(name, skeleton);
	for (size_t i = 0; list && i < list->count; i++)
		if (list->words[i].part ? strstr(skeleton, list->words[i].skeleton) != NULL
					: strcmp(skeleton, list->words[i].skeleton) == 0)
			return true;
	return looks_like_guest(skeleton);
}
