/*
 * The table of kinds that the installed terminfo database gives, and the entries that it came from.
 */
#ifndef TRAPDOOR_TESTS_TERMINFO_ENTRIES_H
#define TRAPDOOR_TESTS_TERMINFO_ENTRIES_H

#include "tests/test.h"

#include <unibilium.h>

#include "door/config/terminfo.h"
#include "vt100/internal.h"

#define DIRECTORIES "/etc/terminfo /lib/terminfo /usr/share/terminfo"

static struct vt_bytes entries; /* the table, as bytes */
static const struct vt_kinds *table;

static inline int read_table(void **state)
{
	struct terminfo_refusals refusals;

	(void)state;
	terminfo_read(&entries, DIRECTORIES, &refusals);
	table = vt_kinds_of(entries.data, entries.size);
	if (refusals.count > 0)
		print_error("%s: %s\n", refusals.first, refusals.reason);
	return refusals.count > 0;
}

static inline int free_table(void **state)
{
	(void)state;
	vt_bytes_free(&entries);
	return 0;
}

/* Returns the entry of a name, from wherever it is installed. */
static inline unibi_term *entry_of(const char *name)
{
	static const char *const folders[] = {
		"/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"};
	unibi_term *entry = NULL;
	char path[128];

	for (size_t i = 0; i < 3 && entry == NULL; i++) {
		snprintf(path, sizeof path, "%s/%c/%s", folders[i], name[0], name);
		entry = unibi_from_file(path);
	}
	return entry;
}

#endif
