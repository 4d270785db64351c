#include "door/os/service_manager.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define FIRST_DESCRIPTOR 3
#define DESCRIPTORS_MOST 64

/* A number of the environment, 0 if there is none. */
static long number_of(const char *variable)
{
	const char *value = getenv(variable);
	return value ? strtol(value, NULL, 10) : 0;
}

size_t service_sockets(const char *name, int *descriptors, size_t most)
{
	const char *names = getenv("LISTEN_FDNAMES");
	long passed = number_of("LISTEN_FDS");
	size_t count = 0;
	if (number_of("LISTEN_PID") != (long)getpid() || !names || passed > DESCRIPTORS_MOST)
		return 0;
	for (long i = 0; i < passed && count < most; i++) {
		size_t length = strcspn(names, ":");
		int descriptor = FIRST_DESCRIPTOR + (int)i;
		if (length == strlen(name) && strncmp(names, name, length) == 0) {
			fcntl(descriptor, F_SETFD, FD_CLOEXEC);
			fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
			descriptors[count++] = descriptor;
		}
		names += length + (names[length] == ':');
	}
	return count;
}

int service_line(void)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t length = path ? strlen(path) : 0;
	if (length < 2 || length >= sizeof address.sun_path || (path[0] != '/' && path[0] != '@'))
		return -1;
	memcpy(address.sun_path, path, length);
	if (path[0] == '@')
		address.sun_path[0] = '\0';
	int line = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
	if (line >= 0 && connect(line, (struct sockaddr *)&address, size) != 0) {
		close(line);
		line = -1;
	}
	return line;
}

void service_tell(int line, const char *state)
{
	/* A service manager that is gone or full is no reason to stop. */
	if (line >= 0 && send(line, state, strlen(state), MSG_NOSIGNAL) < 0)
		return;
}

void service_reloading(int line)
{
	struct timespec now;
	char text[64];
	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%lld",
		(long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
	service_tell(line, text);
}

long service_watchdog_ms(void)
{
	long wanted = number_of("WATCHDOG_PID");
	if (wanted && wanted != (long)getpid())
		return 0;
	return number_of("WATCHDOG_USEC") / 2000;
}
