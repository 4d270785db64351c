#include "content_load.h"

#include "builtin.h"
#include "config.h"
#include "options.h"

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

static bool content_add_file(struct content *content, const char *directory, const char *name)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	FILE *file = fopen(path, "re");
	char *text = file ? malloc(CONTENT_FILE_MAX) : NULL;
	size_t size = text ? fread(text, 1, CONTENT_FILE_MAX, file) : 0;
	bool good = text && !ferror(file) && size < CONTENT_FILE_MAX;
	if (good)
		content_add(content, name, text, size);
	else
		options_complain(
			"%s: cannot be read (%s); content is text of less than 4 MiB a file", path,
			file && size < CONTENT_FILE_MAX ? "input error"
			: size                          ? "too long"
							: strerror(errno));
	free(text);
	if (file)
		fclose(file);
	return good;
}

static bool is_named(struct dirent **names, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i]->d_name, name) == 0)
			return true;
	return false;
}

static bool content_add_all(struct content *content, const char *directory)
{
	struct dirent **names = NULL;
	int count = directory && *directory ? scandir(directory, &names, is_content_file, alphasort)
					    : 0;
	if (count < 0) {
		options_complain("%s: cannot be read (%s); --content wants a directory of *.txt",
			directory, strerror(errno));
		return false;
	}
	bool good = true;
	for (size_t i = 0; i < builtin_file_count; i++)
		if (!is_named(names, count, builtin_files[i].name))
			content_add(content, builtin_files[i].name, builtin_files[i].text,
				builtin_files[i].size);
	for (int i = 0; i < count; i++) {
		good = content_add_file(content, directory, names[i]->d_name) && good;
		free(names[i]);
	}
	free(names);
	return good;
}

static void content_complain(const struct content *content)
{
	const struct complaint *list;
	size_t count = content_complaints(content, &list);
	for (size_t i = 0; i < count; i++)
		config_complain(&list[i]);
}

struct content *content_load(const char *directory)
{
	struct content *content = content_new();
	bool read = content_add_all(content, directory);
	/* What could not be read has been told; what it leaves undefined would only hide that
	 * sentence. */
	if (read && content_seal(content) && content_reaches(content))
		return content;
	if (read)
		content_complain(content);
	content_free(content);
	return NULL;
}
