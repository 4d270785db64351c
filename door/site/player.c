#include "door/site/player.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MODULES_MAX 200
#define DEPTH_MAX 3
#define FILE_SIZE_MAX (1 << 20)
#define NAME_SIZE 128

struct modules {
	char names[MODULES_MAX][NAME_SIZE]; /* without ".js" */
	size_t count;
};

static bool add_file(struct markup *markup, const char *path)
{
	struct stat facts;
	FILE *file = fopen(path, "re");
	char bytes[8192];
	size_t got;

	if (!file)
		return false;
	bool fits = fstat(fileno(file), &facts) == 0 && S_ISREG(facts.st_mode) &&
		    facts.st_size <= FILE_SIZE_MAX;
	while (fits && (got = fread(bytes, 1, sizeof bytes, file)) > 0)
		markup_bytes(markup, bytes, got);
	fits = fits && !ferror(file);
	fclose(file);
	return fits;
}

/* True for a module of the emulator: its tests, and the addons, are none. */
static bool is_module(const char *name)
{
	size_t length = strlen(name);

	return length > 3 && strcmp(name + length - 3, ".js") == 0 && !strstr(name, ".test.");
}

static void find_modules(struct modules *modules, const char *folder, const char *below, int depth)
{
	char path[PATH_MAX], name[NAME_SIZE];
	const struct dirent *entry;
	struct stat facts;
	DIR *listed;

	snprintf(path, sizeof path, "%s/%s", folder, below);
	listed = opendir(path);
	while (listed && (entry = readdir(listed)) != NULL) {
		if (entry->d_name[0] == '.' || strcmp(entry->d_name, "addons") == 0 ||
			snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "",
				entry->d_name) >= (int)sizeof name)
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, name);
		if (stat(path, &facts) != 0)
			continue;
		if (S_ISDIR(facts.st_mode) && depth < DEPTH_MAX)
			find_modules(modules, folder, name, depth + 1);
		else if (is_module(name) && modules->count < MODULES_MAX)
			snprintf(modules->names[modules->count++], NAME_SIZE, "%.*s",
				(int)strlen(name) - 3, name);
	}
	if (listed)
		closedir(listed);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

static bool add_module(struct markup *script, const char *folder, const char *name)
{
	static const char begin[] = "\": function (module, exports, require) {\n";
	static const char end[] = "\n},\n";
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/%s.js", folder, name);
	markup_bytes(script, "\"", 1);
	markup_plain(script, name);
	markup_bytes(script, begin, sizeof begin - 1);
	bool read = add_file(script, path);
	markup_bytes(script, end, sizeof end - 1);
	return read;
}

bool player_bundle(const char *folder, struct markup *script, struct markup *style)
{
	static const char begin[] =
		"/* xterm.js, unchanged, as modules. Its licence is in xterm.css."
		" */\nvar xtermModules = {\n";
	static const char end[] = "};\n";
	struct modules *modules = calloc(1, sizeof *modules);
	char path[PATH_MAX];
	bool found = modules && *folder;

	if (found) {
		find_modules(modules, folder, "", 0);
		qsort(modules->names, modules->count, NAME_SIZE, by_name);
	}
	markup_bytes(script, begin, sizeof begin - 1);
	for (size_t i = 0; found && i < modules->count; i++)
		found = add_module(script, folder, modules->names[i]);
	markup_bytes(script, end, sizeof end - 1);
	found = found && modules->count > 0;
	free(modules);
	/* In Debian "addons" is a link into the folder of the style. */
	snprintf(path, sizeof path, "%s/addons/../xterm.css", folder);
	if (found && add_file(style, path))
		return true;
	snprintf(path, sizeof path, "%s/xterm.css", folder);
	return found && add_file(style, path);
}
