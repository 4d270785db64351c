/* The free space of the disk that has the database. */
#include "store_private.h"

#include <sys/statvfs.h>

uint64_t store_free_space(const struct store *store)
{
	struct statvfs space;

	if (statvfs(store->directory, &space) != 0)
		return 0;
	return (uint64_t)space.f_bavail * space.f_frsize;
}
