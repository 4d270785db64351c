#include "door/os/write_whole.h"

#include <errno.h>
#include <unistd.h>

bool write_whole(int file, const void *bytes, size_t size)
{
	const char *rest = bytes;

	while (size > 0) {
		ssize_t written = write(file, rest, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		rest += written;
		size -= (size_t)written;
	}
	return true;
}
