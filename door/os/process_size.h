/*
 * The size of a process by its own account: the bytes that its allocator has from the system.
 *
 * A confined process opens no file, and where /proc is mounted with hidepid (ProtectProc= of
 * systemd) no other process can read its size there. The allocator's account needs neither a file
 * nor a system call. It includes what was allocated before the fork and pages that were not written
 * yet. Stack, static data and libraries are missing.
 *
 * A process that strangers speak to shares no memory with others. It sends its size as a message
 * over its standard error, which leads to the relay of its log lines (door/os/log_relay.h):
 *
 *     size=1392640
 *
 * The relay knows the sender by the socket. So a process that an attacker has taken over can lie
 * about its own size, and about no other.
 */
#ifndef TRAPDOOR_PROCESS_SIZE_H
#define TRAPDOOR_PROCESS_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROCESS_SIZE_LOOK_MS 5000 /* between two looks of a process at its size */
/* Larger sizes are cut to this one: no process that sends its size may have more memory (limits in
 * door/os/sandbox.c). */
#define PROCESS_SIZE_MAX (1024ull * 1024 * 1024)

/* Returns the size of this process in bytes. */
uint64_t process_size(void);

/* ---- The sender ---- */

/* From now on process_size_report sends. Standard error leads to a relay. */
void process_size_begin(void);
/* Sends the size, every PROCESS_SIZE_LOOK_MS at most, changed or not: the relay may be a new one.
 * For loops: it never waits. */
void process_size_report(void);

/* ---- The relay ---- */

/* Reads a message. False if it is another one, such as lines of the log. */
bool process_size_parse(const char *bytes, size_t length, uint64_t *size);

#endif
