/*
 * The protocol between a service and systemd: sockets that systemd opened, and what the service
 * tells about itself.  See sd_listen_fds(3) and sd_notify(3).  Without systemd nothing happens.
 */
#ifndef TRAPDOOR_SERVICE_MANAGER_H
#define TRAPDOOR_SERVICE_MANAGER_H

#include <stddef.h>

/* Copies at most `most` descriptors of listening sockets that were passed under a name
 * (FileDescriptorName=) to this process.  Returns how many.  They are not inherited by exec, and do
 * not block. */
size_t service_sockets(const char *name, int *descriptors, size_t most);

/* Opens the line to the service manager; -1: there is none.  The caller closes it. */
int service_line(void);
/* Tells a state, such as "READY=1" or "STATUS=12 connections".  Does nothing if line is -1. */
void service_tell(int line, const char *state);

/* Tells that the settings are being read again; "READY=1" follows. */
void service_reloading(int line);

/* Half of the time after which the service manager misses a sign of life, in milliseconds; 0: it
 * wants none. */
long service_watchdog_ms(void);

#endif
