/* The keeper's socket in the state directory. */
#include "door/keeper/keeper_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int state_address(const char *state, struct sockaddr_un *address)
{
	int directory = open(state, O_PATH | O_DIRECTORY | O_CLOEXEC);

	/* The path goes through /proc, because an address has room for 107 characters only.
	 */
	memset(address, 0, sizeof *address);
	address->sun_family = AF_UNIX;
	snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/keeper.sock",
		directory);
	return directory;
}

int state_connect(const char *state)
{
	struct sockaddr_un address;
	int directory = state_address(state, &address);
	int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int error = 0;

	if (directory < 0 || descriptor < 0 ||
		connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
		error = errno;
		close(descriptor);
		descriptor = -1;
	}
	close(directory);
	errno = error;
	return descriptor;
}
