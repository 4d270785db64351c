#include "door/config/content_load.h"

#include "door/config/builtin.h"
#include "door/config/config.h"
#include "door/os/complain.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTENT_FILE_MAX (4 * 1024 * 1024)

static int is_content_file(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return entry->d_name[0] != '.' && length > 4 &&
	       strcmp(entry->d_name + length - 4, ".txt") == 0;
}

/* A text of the directory. */
struct pack_file {
	char *name, *text;
	size_t size;
};

struct pack {
	struct pack_file *files;
	size_t count;
};

static bool pack_read_file(struct pack_file *file, const char *directory)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", directory, file->name);
	FILE *stream = fopen(path, "re");
	file->text = stream ? malloc(CONTENT_FILE_MAX) : NULL;
	file->size = file->text ? fread(file->text, 1, CONTENT_FILE_MAX, stream) : 0;
	bool good = file->text && !ferror(stream) && file->size < CONTENT_FILE_MAX;
	if (!good)
		command_complain("cannot read content file %s: %s; a content file is text of less "
				 "than 4 MiB",
			path,
			stream && file->size < CONTENT_FILE_MAX ? "input error"
			: file->size                            ? "too long"
								: strerror(errno));
	if (stream)
		fclose(stream);
	return good;
}

static void pack_free(struct pack *pack)
{
	for (size_t i = 0; i < pack->count; i++) {
		free(pack->files[i].name);
		free(pack->files[i].text);
	}
	free(pack->files);
}

/* Reads all texts of the directory, in order of name. Without a directory the pack is empty. */
static bool pack_read(struct pack *pack, const char *directory)
{
	struct dirent **names = NULL;
	int count = directory && *directory ? scandir(directory, &names, is_content_file, alphasort)
					    : 0;
	if (count < 0) {
		command_complain(
			"cannot read content directory %s: %s; name a directory of *.txt files",
			directory, strerror(errno));
		return false;
	}
	bool good = count > 0 || !directory || !*directory;
	if (!good)
		command_complain("cannot use content directory %s: it has no *.txt file; "
				 "\"trapdoor lab content --new DIR\" writes a game",
			directory);
	pack->files = calloc((size_t)count + 1, sizeof *pack->files);
	for (int i = 0; i < count; i++) {
		struct pack_file *file = pack->files ? &pack->files[pack->count++] : NULL;
		if (file)
			file->name = strdup(names[i]->d_name);
		good = file && file->name && pack_read_file(file, directory) && good;
		free(names[i]);
	}
	free(names);
	return good;
}

/* Returns the id of the record "game" in this text, with its length, or NULL. */
static const char *game_named(const char *text, size_t size, size_t *length)
{
	static const char word[] = "game ";
	const size_t skip = sizeof word - 1;
	const char *end = text + size, *line = text;
	while (line && line < end) {
		if ((size_t)(end - line) > skip && memcmp(line, word, skip) == 0) {
			line += skip;
			for (*length = 0; line + *length < end && line[*length] > ' ';)
				++*length;
			return line;
		}
		line = memchr(line, '\n', (size_t)(end - line));
		line += line != NULL;
	}
	return NULL;
}

/* True if the pack is a game of its own: its "game" is not the built-in one. */
static bool pack_stands_alone(const struct pack *pack)
{
	const char *ours = NULL, *theirs = NULL;
	size_t our_length = 0, their_length = 0;
	for (size_t i = 0; i < builtin_file_count && !ours; i++)
		ours = game_named(builtin_files[i].text, builtin_files[i].size, &our_length);
	for (size_t i = 0; i < pack->count && !theirs; i++)
		theirs = game_named(pack->files[i].text, pack->files[i].size, &their_length);
	return ours && theirs &&
	       (our_length != their_length || memcmp(ours, theirs, our_length) != 0);
}

static bool pack_has(const struct pack *pack, const char *name)
{
	for (size_t i = 0; i < pack->count; i++)
		if (strcmp(pack->files[i].name, name) == 0)
			return true;
	return false;
}

static bool content_add_all(struct content *content, const char *directory)
{
	struct pack pack = {0};
	bool good = pack_read(&pack, directory);
	bool alone = good && pack_stands_alone(&pack);
	for (size_t i = 0; good && !alone && i < builtin_file_count; i++)
		if (!pack_has(&pack, builtin_files[i].name))
			content_add_stock(content, builtin_files[i].name, builtin_files[i].text,
				builtin_files[i].size);
	for (size_t i = 0; good && i < pack.count; i++)
		content_add(content, pack.files[i].name, pack.files[i].text, pack.files[i].size);
	pack_free(&pack);
	return good;
}

/* Prints the complaints. Files of the pack have their path, built-in ones are marked so. */
static void content_complain(const struct content *content, const char *directory)
{
	const struct complaint *list;
	size_t count = content_complaints(content, &list);
	for (size_t i = 0; i < count; i++) {
		const struct complaint *one = &list[i];
		if (!directory || !*directory || !one->line)
			config_complain(one);
		else if (content_is_stock_text(content, one->origin))
			command_complain(
				"built-in %s:%u: %s", one->origin, one->line, one->sentence);
		else
			command_complain(
				"%s/%s:%u: %s", directory, one->origin, one->line, one->sentence);
	}
}

struct content *content_load(const char *directory)
{
	struct content *content = content_new();
	bool read = content_add_all(content, directory);
	/* Seals only if all was read: the undefined names of an unreadable file would hide its own
	 * complaint. */
	if (read && content_seal(content) && content_reaches(content))
		return content;
	if (read)
		content_complain(content, directory);
	content_free(content);
	return NULL;
}
