/*
 * The sandbox: each process gives up rights before it reads its first byte from a stranger.
 *
 * Four layers, each of which holds when another one is missing:
 *
 *     no_new_privs and PR_SET_DUMPABLE 0   no program gives rights back; nobody else traces us
 *     rlimits                              memory, descriptors, processes, no core file
 *     Landlock                             no file, no port, no signal to other processes
 *     seccomp                              the system calls of the role's list below, and no other
 *
 * sandbox_prepare builds the filters once, before the first fork, so that all processes share their
 * pages.  Another system call raises SIGSYS, which crash.c reports by number and which ends the
 * process.
 *
 * A filter cannot be taken back, and goes on through fork and exec.  So the list of a process that
 * starts others contains their lists, and also the calls that they make before they enter:
 *
 *     parent       forkers and a listener in the place of a dead one, whose program it executes:
 *                  loader, libraries, their filters; metrics
 *     plain forker sessions, verifiers, replayers, and programs of older rules with their loader
 *     ssh forker   sessions alone: it executes nothing and opens nothing
 *     site         its films, which confine themselves as verifiers
 *     supervisor   the keeper, which opens its store and makes its socket before it enters
 *
 * The first listener and the supervisor are started before the parent enters its filter.
 */
#ifndef TRAPDOOR_SANDBOX_H
#define TRAPDOOR_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The roles and their system calls.  ANY(call) allows it with any arguments, SOME(call) only with
 * the arguments that door/os/sandbox.c tells.
 */
/* clang-format off */

/* Memory that is never executable, unlike that of a program which is yet to be loaded. */
#define SANDBOX_DATA_CALLS(ANY, SOME) SOME(mmap) SOME(mprotect)

/* Every role needs its memory, its clock, its end, and the report of a crash.  A process that has
 * children sends signals to itself by ANY(tgkill), because its children inherit the rule.  Most
 * hosts read the clock without a system call.  Those whose clock is hpet or acpi_pm, as under
 * emulation, make gettimeofday and time, too. */
#define SANDBOX_BASE_CALLS(ANY, SOME) \
	ANY(brk) ANY(mremap) ANY(munmap) ANY(madvise) ANY(futex) \
	ANY(clock_gettime) ANY(gettimeofday) ANY(time) ANY(getrandom) ANY(getpid) ANY(gettid) \
	ANY(rt_sigaction) ANY(rt_sigprocmask) ANY(rt_sigreturn) ANY(restart_syscall) ANY(exit_group) \
	ANY(read) ANY(write) ANY(close)
#define SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_BASE_CALLS(ANY, SOME) SOME(tgkill)

/* One player over telnet or ssh.  Its descriptors exist already: the client's socket, the keeper's
 * socket and the log. */
#define SANDBOX_SESSION_CALLS(ANY, SOME) \
	SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_DATA_CALLS(ANY, SOME) SOME(fcntl) SOME(ioctl) \
	SANDBOX_CLIENT_CALLS(ANY, SOME)
#define SANDBOX_CLIENT_CALLS(ANY, SOME) \
	ANY(poll) ANY(ppoll) ANY(sendto) ANY(sendmsg) ANY(recvfrom) ANY(recvmsg) ANY(shutdown) \
	ANY(signalfd4) ANY(clock_nanosleep) ANY(lseek) ANY(getsockopt) SOME(setsockopt)

/* The listener: accepts connections, and passes descriptors to the keeper and to forkers. */
#define SANDBOX_LISTENER_CALLS(ANY, SOME) \
	SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_DATA_CALLS(ANY, SOME) \
	ANY(poll) ANY(epoll_wait) ANY(epoll_ctl) ANY(accept4) ANY(sendto) ANY(recvfrom) ANY(sendmsg) ANY(recvmsg) \
	ANY(shutdown) SOME(socketpair) SOME(setsockopt) ANY(eventfd2) SOME(fcntl)

/* The keeper: its database below the state directory (Landlock), its peers, and the child that
 * hashes. */
#define SANDBOX_KEEPER_CALLS(ANY, SOME) \
	SANDBOX_BASE_CALLS(ANY, SOME) ANY(tgkill) SANDBOX_STORE_CALLS(ANY, SOME)
#define SANDBOX_STORE_CALLS(ANY, SOME) \
	SANDBOX_DATA_CALLS(ANY, SOME) \
	ANY(epoll_wait) ANY(epoll_ctl) ANY(poll) ANY(sendto) ANY(recvfrom) ANY(sendmsg) ANY(recvmsg) \
	ANY(accept4) ANY(shutdown) ANY(getsockopt) ANY(setsockopt) SOME(socketpair) ANY(pipe2) \
	ANY(openat) ANY(newfstatat) ANY(lseek) ANY(pread64) ANY(pwrite64) ANY(fsync) ANY(fdatasync) \
	ANY(ftruncate) ANY(fallocate) ANY(unlink) ANY(unlinkat) ANY(rename) ANY(readlink) ANY(access) \
	ANY(statfs) ANY(fstatfs) ANY(chmod) ANY(fchmod) ANY(fchown) ANY(mkdir) ANY(getcwd) ANY(getdents64) \
	SOME(fcntl) ANY(geteuid) ANY(getuid) ANY(clock_nanosleep) ANY(dup2) ANY(close_range) \
	SOME(clone) ANY(kill) ANY(wait4) ANY(setpriority) ANY(prctl) ANY(seccomp) ANY(landlock_restrict_self) \
	ANY(prlimit64) ANY(set_robust_list) ANY(rseq)

/* The hasher: reads jobs from one socket and answers there. */
#define SANDBOX_HASHER_CALLS(ANY, SOME) \
	SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_DATA_CALLS(ANY, SOME) \
	ANY(sendto) ANY(recvfrom)

/* The verifier: plays one strangers' journal that it gets from the keeper. */
#define SANDBOX_VERIFIER_CALLS(ANY, SOME) \
	SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_DATA_CALLS(ANY, SOME) \
	ANY(poll) ANY(sendto) ANY(recvmsg) SOME(fcntl)

/* The replayer: plays a stranger's journal for the spectators whose sockets it gets. */
#define SANDBOX_REPLAYER_CALLS(ANY, SOME) SANDBOX_VERIFIER_CALLS(ANY, SOME)

/* The exporter: shows metrics to one client at a time, or writes them into a file, and reads the
 * memory of processes from /proc. */
#define SANDBOX_METRICS_CALLS(ANY, SOME) \
	SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_DATA_CALLS(ANY, SOME) \
	ANY(poll) ANY(accept4) ANY(sendto) ANY(recvfrom) ANY(shutdown) ANY(openat) ANY(newfstatat) ANY(getdents64) \
	ANY(fchmod) ANY(rename) ANY(unlink)

/* The writer of web pages: reads the database, writes the folder of the pages, and forks rounds and
 * films, which are verifiers to the sandbox. */
#define SANDBOX_SITE_CALLS(ANY, SOME) \
	SANDBOX_BASE_CALLS(ANY, SOME) ANY(tgkill) SANDBOX_DATA_CALLS(ANY, SOME) \
	ANY(poll) ANY(openat) ANY(newfstatat) ANY(lseek) ANY(pread64) ANY(pwrite64) ANY(fsync) ANY(syncfs) ANY(ftruncate) \
	ANY(unlink) ANY(rename) ANY(mkdir) ANY(readlink) ANY(access) ANY(getdents64) ANY(getcwd) ANY(geteuid) ANY(getuid) \
	SOME(fcntl) ANY(pipe2) SOME(clone) ANY(wait4) ANY(alarm) ANY(setpriority) ANY(prctl) ANY(seccomp) \
	ANY(landlock_restrict_self) ANY(prlimit64) ANY(close_range) ANY(set_robust_list) ANY(rseq) ANY(clock_nanosleep) \
	ANY(sendto) ANY(recvmsg)

/* The livelog: reads the database, and appends to a file. */
#define SANDBOX_LIVELOG_CALLS(ANY, SOME) \
	SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_DATA_CALLS(ANY, SOME) \
	ANY(poll) ANY(openat) ANY(newfstatat) ANY(lseek) ANY(pread64) ANY(pwrite64) ANY(ftruncate) ANY(readlink) \
	ANY(access) ANY(getcwd) ANY(geteuid) ANY(getuid) ANY(fchmod) ANY(fchown) SOME(fcntl) ANY(sendto) ANY(clock_nanosleep)

/* A program of older rules, which is loaded by exec inside the filter. */
#define SANDBOX_OLD_RULES_CALLS(ANY, SOME) \
	SANDBOX_COMMON_CALLS(ANY, SOME) SANDBOX_LOADER_CALLS(ANY, SOME) \
	ANY(set_robust_list) ANY(prlimit64) ANY(lseek) ANY(poll)
#define SANDBOX_LOADER_CALLS(ANY, SOME) \
	ANY(mmap) ANY(mprotect) ANY(execve) ANY(openat) ANY(access) ANY(newfstatat) ANY(fstat) ANY(pread64) ANY(readlink) \
	ANY(arch_prctl) ANY(set_tid_address) ANY(rseq) ANY(getcwd) ANY(sysinfo) ANY(ioctl) ANY(fcntl) ANY(uname) ANY(geteuid)

/* The forker of ssh, which holds the host key: forks sessions, which confine themselves further. */
#define SANDBOX_FORKER_SSH_CALLS(ANY, SOME) \
	SANDBOX_FORKER_CALLS(ANY, SOME) SANDBOX_DATA_CALLS(ANY, SOME) SOME(fcntl) SOME(ioctl)
#define SANDBOX_FORKER_CALLS(ANY, SOME) \
	SANDBOX_BASE_CALLS(ANY, SOME) ANY(tgkill) SANDBOX_CLIENT_CALLS(ANY, SOME) \
	SOME(clone) ANY(kill) ANY(wait4) ANY(set_robust_list) ANY(setsid) ANY(prctl) ANY(seccomp) ANY(landlock_restrict_self) \
	ANY(prlimit64) ANY(close_range) ANY(dup2) ANY(pipe2)

/* The plain forker: forks sessions of telnet and workers, and executes programs of older rules. */
#define SANDBOX_FORKER_PLAIN_CALLS(ANY, SOME) \
	SANDBOX_FORKER_CALLS(ANY, SOME) SANDBOX_LOADER_CALLS(ANY, SOME) \
	ANY(setpriority) ANY(alarm) ANY(landlock_add_rule)

/* The parent of `serve`: forks the exporter of metrics, connects the log again, and executes
 * forkers, which build filters and rehearse with a client, and another listener. */
#define SANDBOX_PARENT_CALLS(ANY, SOME) \
	SANDBOX_FORKER_PLAIN_CALLS(ANY, SOME) \
	ANY(execveat) ANY(connect) SOME(socketpair) ANY(memfd_create) ANY(landlock_create_ruleset) ANY(getuid) \
	ANY(getppid) ANY(accept4) ANY(getdents64) ANY(fchmod) ANY(rename) ANY(unlink) \
	ANY(epoll_create1) ANY(epoll_ctl) ANY(epoll_wait) ANY(eventfd2)

/* The supervisor: passes changed settings on, and forks the keeper, which makes its socket and
 * takes over from the last one. */
#define SANDBOX_SUPERVISOR_CALLS(ANY, SOME) \
	SANDBOX_BASE_CALLS(ANY, SOME) ANY(tgkill) SANDBOX_STORE_CALLS(ANY, SOME) \
	ANY(setsid) ANY(umask) ANY(memfd_create) ANY(signalfd4) ANY(epoll_create1) SOME(socket) ANY(connect) ANY(bind) ANY(listen)

/* id, name as `check --sandbox` and the log write it, list */
#define SANDBOX_ROLES(ROW) \
	ROW(SESSION, "session", SANDBOX_SESSION_CALLS) \
	ROW(LISTENER, "listener", SANDBOX_LISTENER_CALLS) \
	ROW(KEEPER, "keeper", SANDBOX_KEEPER_CALLS) \
	ROW(HASHER, "hasher", SANDBOX_HASHER_CALLS) \
	ROW(VERIFIER, "verifier", SANDBOX_VERIFIER_CALLS) \
	ROW(REPLAYER, "replayer", SANDBOX_REPLAYER_CALLS) \
	ROW(METRICS, "metrics", SANDBOX_METRICS_CALLS) \
	ROW(SITE, "site", SANDBOX_SITE_CALLS) \
	ROW(LIVELOG, "livelog", SANDBOX_LIVELOG_CALLS) \
	ROW(OLD_RULES, "old rules", SANDBOX_OLD_RULES_CALLS) \
	ROW(FORKER_PLAIN, "plain forker", SANDBOX_FORKER_PLAIN_CALLS) \
	ROW(FORKER_SSH, "ssh forker", SANDBOX_FORKER_SSH_CALLS) \
	ROW(PARENT, "parent", SANDBOX_PARENT_CALLS) \
	ROW(SUPERVISOR, "supervisor", SANDBOX_SUPERVISOR_CALLS)
/* clang-format on */

enum sandbox_role {
#define ROW(id, name, calls) SANDBOX_##id,
	SANDBOX_ROLES(ROW)
#undef ROW
		SANDBOX_ROLE_COUNT
};

/* LOG allows other calls and has the kernel log them; OFF leaves a debugger and strace in peace. */
enum sandbox_mode { SANDBOX_ENFORCE, SANDBOX_LOG, SANDBOX_OFF };

/* The mode of a setting's word; false if there is no such word. */
bool sandbox_mode_by_word(const char *word, enum sandbox_mode *mode);

/* Builds filters and rulesets.  state: the directory that the keeper may reach.  False with a
 * sentence if a filter cannot be built.  A layer that this kernel does not have is left out: see
 * sandbox_layers. */
bool sandbox_prepare(enum sandbox_mode mode, const char *state, char *sentence, size_t size);

/* Lets processes of role OLD_RULES that are started from now on read and execute a program. */
void sandbox_allow_program(const char *path);
/* Lets processes of a role that are started from now on read a directory, or also write there. */
void sandbox_allow_directory(enum sandbox_role role, const char *path, bool write);

/* The first step of a child process, which then may close descriptors: no new privileges, and no
 * files but those of its role.  Both do nothing before sandbox_prepare and in mode OFF, and end the
 * process with status 1 if a layer that the kernel has does not take hold. */
void sandbox_hide_files(enum sandbox_role role);
/* The descriptor that a process keeps whose later children hide their files as that role; -1: none.
 */
int sandbox_files(enum sandbox_role role);
/* The last step: limits, and the system calls of the role. */
void sandbox_enter(enum sandbox_role role);

/* Whether sandbox_prepare found a reason to confine at all: then a process asks others to start
 * programs instead of starting them. */
bool sandbox_is_on(void);

/* The layers as words for a log line and `check --sandbox`: "no_new_privs=yes seccomp=yes
 * landlock=7 ...".  Returns the number of layers that are missing. */
int sandbox_layers(char *words, size_t size);

/* The calls of a role by number, ascending, for tests.  Returns how many. */
size_t sandbox_calls(enum sandbox_role role, const int **numbers);

const char *sandbox_role_name(enum sandbox_role role);

/* The name of a system call, or "unknown"; valid until the next call. */
const char *sandbox_call_name(int number);

#endif
