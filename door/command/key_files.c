#include "door/command/key_files.h"

#include "door/play/key_config.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_preset(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return entry->d_name[0] != '.' && length > 4 &&
	       strcmp(entry->d_name + length - 4, ".txt") == 0;
}

static bool __attribute__((format(printf, 3, 4)))
complain(struct complaint *complaint, const char *origin, const char *format, ...)
{
	va_list arguments;
	snprintf(complaint->origin, sizeof complaint->origin, "%s", origin);
	complaint->line = 0;
	va_start(arguments, format);
	vsnprintf(complaint->sentence, sizeof complaint->sentence, format, arguments);
	va_end(arguments);
	return false;
}

/* Returns the text of a file, which the caller frees, or NULL with a complaint. A text that is too
 * long is refused by its reader. */
static char *read_file(const char *directory, const char *name, struct complaint *complaint)
{
	char path[4096];
	snprintf(path, sizeof path, "%.3800s/%s", directory, name);
	FILE *stream = fopen(path, "re");
	char *text = stream ? calloc(1, KEY_CONFIG_MAX + 2) : NULL;
	size_t size = text ? fread(text, 1, KEY_CONFIG_MAX + 1, stream) : 0;
	if (!text || ferror(stream) || strlen(text) < size) {
		complain(complaint, name, "cannot read %.100s: %s", path,
			text && strlen(text) < size ? "it holds a zero byte" : strerror(errno));
		free(text);
		text = NULL;
	}
	if (stream)
		fclose(stream);
	return text;
}

bool key_files_read(const char *directory, struct key_presets *presets, struct complaint *complaint)
{
	struct dirent **names = NULL;
	struct key_file files[KEY_PRESETS_MAX] = {{NULL, NULL}};
	int count = *directory ? scandir(directory, &names, is_preset, alphasort) : 0;
	size_t read = 0;
	bool good = true;
	if (count < 0)
		return complain(complaint, "files.keys", "cannot read the directory %.100s: %s",
			directory, strerror(errno));
	if (count > KEY_PRESETS_MAX)
		good = complain(complaint, "files.keys",
			"the directory %.100s has more than %d presets; remove some", directory,
			KEY_PRESETS_MAX);
	for (int i = 0; good && i < count; i++) {
		char *text = read_file(directory, names[i]->d_name, complaint);
		good = text != NULL;
		if (good)
			files[read++] = (struct key_file){names[i]->d_name, text};
	}
	good = good && key_presets_read(presets, files, read, complaint);
	for (size_t i = 0; i < read; i++)
		free((char *)(uintptr_t)files[i].text);
	for (int i = 0; i < count; i++)
		free(names[i]);
	free(names);
	return good;
}
