#include "door/os/execute.h"

#include "door/os/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int execute_file(const char *name, const void *bytes, size_t size)
{
	int file = memfd_create(name, MFD_CLOEXEC);
	const char *rest = bytes;

	while (file >= 0 && size > 0) {
		ssize_t written = write(file, rest, size);

		if (written <= 0) {
			close(file);
			return -1;
		}
		rest += written;
		size -= (size_t)written;
	}
	return file;
}

/* Moves a descriptor out of the way of the fixed ones; the copy closes on exec. */
static int aside(int descriptor)
{
	return descriptor < 0 ? -1
			      : fcntl(descriptor, F_DUPFD_CLOEXEC, EXECUTE_FIRST + EXECUTE_MAX);
}

_Noreturn void execute_program(
	int program, char *const argv[], const int *descriptors, size_t count)
{
	int copies[EXECUTE_MAX];

	assert(count <= EXECUTE_MAX);
	program = aside(program);
	for (size_t i = 0; i < count; i++)
		copies[i] = aside(descriptors[i]);
	close_range(EXECUTE_FIRST, ~0u, CLOSE_RANGE_CLOEXEC);
	for (size_t i = 0; i < count; i++)
		if (copies[i] >= 0 && dup2(copies[i], EXECUTE_FIRST + (int)i) < 0)
			_exit(127);
	fexecve(program, argv, environ);
	log_line(LOG_ERROR, "execute.failed", "program=%s error=%s", argv[1],
		log_quote(strerror(errno)));
	_exit(127);
}
