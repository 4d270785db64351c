#include "door/lab/new_game.h"

#include "door/os/complain.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define ID_IN_TEXTS "new-game"
#define ID_MAX 32

/* The id of the game: the last part of the path in lower case, with "-" for each other character.
 * If it does not begin with a letter, the id in the texts stays. */
static void id_of(const char *directory, char id[ID_MAX + 1])
{
	size_t end = strlen(directory), length = 0;
	while (end > 0 && directory[end - 1] == '/')
		end--;
	size_t start = end;
	while (start > 0 && directory[start - 1] != '/')
		start--;
	for (size_t i = start; i < end && length < ID_MAX; i++) {
		char c = directory[i];
		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
		id[length++] = good ? c : '-';
	}
	id[length] = '\0';
	if (id[0] < 'a' || id[0] > 'z')
		snprintf(id, ID_MAX + 1, "%s", ID_IN_TEXTS);
}

/* Makes the directory.  One that is there must be empty. */
static bool directory_make(const char *directory)
{
	if (mkdir(directory, 0777) == 0)
		return true;
	if (errno != EEXIST) {
		command_complain("cannot make the directory %s: %s", directory, strerror(errno));
		return false;
	}
	DIR *open = opendir(directory);
	if (!open) {
		command_complain("cannot read the directory %s: %s", directory, strerror(errno));
		return false;
	}
	int entries = 0;
	while (readdir(open))
		entries++;
	closedir(open);
	if (entries > 2) /* "." and ".." */
		command_complain(
			"cannot use the directory %s: it is not empty; name a new directory",
			directory);
	return entries <= 2;
}

/* Writes a text with its id replaced. */
static void text_write(FILE *stream, const char *text, const char *id)
{
	for (const char *at; (at = strstr(text, ID_IN_TEXTS)) != NULL;) {
		fwrite(text, 1, (size_t)(at - text), stream);
		fputs(id, stream);
		text = at + strlen(ID_IN_TEXTS);
	}
	fputs(text, stream);
}

static bool file_write(const char *directory, const struct new_game_file *file, const char *id)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", directory, file->name);
	FILE *stream = fopen(path, "wxe");
	if (stream)
		text_write(stream, file->text, id);
	bool bad = !stream || ferror(stream);
	bad = (stream && fclose(stream) != 0) || bad;
	if (bad)
		command_complain("cannot write %s: %s", path, strerror(errno));
	return !bad;
}

bool new_game_write(const char *directory)
{
	char id[ID_MAX + 1];
	id_of(directory, id);
	bool good = directory_make(directory);
	for (size_t i = 0; good && i < new_game_file_count; i++)
		good = file_write(directory, &new_game_files[i], id);
	return good;
}
