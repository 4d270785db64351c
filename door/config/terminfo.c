#include "door/config/terminfo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unibilium.h>
#include <unistd.h>

#define ENTRY_SIZE_MOST 32768 /* of ncurses */
#define ENTRIES_MOST 8192     /* in a database; Debian's whole one has 2,900 */

/* ---- Entries ---- */

static bool extended_flag(const unibi_term *entry, const char *name)
{
	for (size_t i = 0; i < unibi_count_ext_bool(entry); i++)
		if (strcmp(unibi_get_ext_bool_name(entry, i), name) == 0)
			return unibi_get_ext_bool(entry, i);
	return false;
}

static bool extended_text(const unibi_term *entry, const char *name)
{
	for (size_t i = 0; i < unibi_count_ext_str(entry); i++)
		if (strcmp(unibi_get_ext_str_name(entry, i), name) == 0)
			return unibi_get_ext_str(entry, i) != NULL;
	return false;
}

/* The texts stay the entry's. */
static void read_description(const unibi_term *entry, struct vt_description *description)
{
	*description = (struct vt_description){.columns = unibi_get_num(entry, unibi_columns),
		.lines = unibi_get_num(entry, unibi_lines),
		.colours = unibi_get_num(entry, unibi_max_colors),
		.xmc = unibi_get_num(entry, unibi_magic_cookie_glitch),
		.pastes = extended_text(entry, "BE"),
		.truecolour = extended_flag(entry, "RGB") || extended_flag(entry, "Tc")};
#define TEXT(name, long_name) description->name = unibi_get_str(entry, unibi_##long_name);
	VT_DESCRIBED_TEXTS(TEXT)
#undef TEXT
#define FLAG(name, long_name) description->name = unibi_get_bool(entry, unibi_##long_name);
	VT_DESCRIBED_FLAGS(FLAG)
#undef FLAG
}

bool terminfo_add(struct vt_bytes *table, const char *name, const void *bytes, size_t size,
	const char **reason)
{
	unibi_term *entry = unibi_from_mem(bytes, size);
	struct vt_description description;
	if (!entry) {
		*reason = "it is no entry of terminfo";
		return false;
	}
	read_description(entry, &description);
	bool added = vt_kinds_add(table, name, &description, reason);
	unibi_destroy(entry);
	return added;
}

/* ---- Directories ---- */

struct reading {
	struct vt_bytes *table;
	struct terminfo_refusals *refusals;
	unsigned entries;
};

static void refuse(struct reading *reading, const char *path, const char *name, const char *reason)
{
	struct terminfo_refusals *refusals = reading->refusals;
	if (refusals->count++)
		return;
	snprintf(refusals->first, sizeof refusals->first, "%.120s/%.120s", path, name);
	refusals->reason = reason;
}

/* Never waits, as the opening of a pipe would. Returns the reason of a failure, or NULL. */
static const char *read_entry(struct reading *reading, int directory, const char *name)
{
	char bytes[ENTRY_SIZE_MOST + 1];
	const char *reason = "it is no readable file";
	struct stat facts;
	int file = openat(directory, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	ssize_t size = -1;
	if (file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))
		size = read(file, bytes, sizeof bytes);
	if (file >= 0)
		close(file);
	if (size > ENTRY_SIZE_MOST)
		return "it is too long";
	if (size < 0 || terminfo_add(reading->table, name, bytes, (size_t)size, &reason))
		return size < 0 ? reason : NULL;
	return reason;
}

/* Kinds with a row of their own need no description. */
static bool has_row(const char *name)
{
	return strcasecmp(vt_kind_name(vt_kind_by_name(name)), name) == 0;
}

/* Reads the entries that begin with one letter. */
static void read_letter(struct reading *reading, const char *path)
{
	DIR *directory = opendir(path);
	const struct dirent *found;
	if (!directory)
		return;
	while ((found = readdir(directory)) && reading->entries < ENTRIES_MOST) {
		if (found->d_name[0] == '.' || has_row(found->d_name))
			continue;
		reading->entries++;
		const char *reason = read_entry(reading, dirfd(directory), found->d_name);
		if (reason)
			refuse(reading, path, found->d_name, reason);
	}
	closedir(directory);
}

/* Entries are in directories by their first letter, or by its two hexadecimal digits. */
static void read_database(struct reading *reading, const char *path)
{
	DIR *directory = opendir(path);
	const struct dirent *found;
	char letter[300];
	if (!directory)
		return;
	while ((found = readdir(directory))) {
		int length = snprintf(letter, sizeof letter, "%s/%s", path, found->d_name);
		if (strlen(found->d_name) <= 2 && found->d_name[0] != '.' &&
			length < (int)sizeof letter)
			read_letter(reading, letter);
	}
	closedir(directory);
}

void terminfo_read(
	struct vt_bytes *table, const char *directories, struct terminfo_refusals *refusals)
{
	struct reading reading = {table, refusals, 0};
	char list[256], *state = NULL;
	*refusals = (struct terminfo_refusals){0};
	snprintf(list, sizeof list, "%s", directories);
	for (char *path = strtok_r(list, " ", &state); path; path = strtok_r(NULL, " ", &state))
		read_database(&reading, path);
	vt_kinds_order(table);
}
