#include "door/os/program_path.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

bool program_directory(char *path, size_t size)
{
	assert(size > 0);
	ssize_t length = readlink("/proc/self/exe", path, size);
	path[length > 0 && (size_t)length < size ? length : 0] = '\0';
	char *slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	return slash;
}
