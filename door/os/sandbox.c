#include "door/os/sandbox.h"

#include "door/os/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MEBIBYTE (1024ul * 1024)
#define FILTER_MOST 1024 /* instructions */

/* Flags of clone that a fork does not have: threads, traced children, and other namespaces. */
#define NOT_A_FORK                                                                                 \
	(CLONE_VM | CLONE_PTRACE | CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |   \
		CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* A filter is one program for all processes, but a process may send signals to itself alone: this
 * stands in the filter for its process id, and is replaced when the filter is loaded. */
#define OWN_PROCESS 0x7a9d0047u

/* A build with LeakSanitizer alone, or one that counts lines, defines SANDBOX_RELAXED. */
#if defined(__SANITIZE_ADDRESS__) || defined(SANDBOX_RELAXED)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* ---- The lists ---- */

struct call_row {
	int number;
	bool some;
};

#define ANY(call) {__NR_##call, false},
#define SOME(call) {__NR_##call, true},
#define ROW(id, name, calls) static const struct call_row rows_##id[] = {calls(ANY, SOME)};
SANDBOX_ROLES(ROW)
#undef ROW
#undef ANY
#undef SOME

static const struct {
	const char *name;
	const struct call_row *rows;
	size_t count;
} roles[] = {
#define ROW(id, name, calls) {name, rows_##id, sizeof rows_##id / sizeof *rows_##id},
	SANDBOX_ROLES(ROW)
#undef ROW
};

/* AddressSanitizer needs these to report a fault.  Its builds alone have them. */
static const int sanitizer_calls[] = {__NR_sched_yield, __NR_sigaltstack, __NR_readlink,
	__NR_openat, __NR_newfstatat, __NR_lseek, __NR_prlimit64, __NR_getcwd, __NR_access,
	__NR_pread64, __NR_rt_sigpending, __NR_uname};

/* The memory, descriptors and time of a role, and whether it has children.  0: no limit. */
static const struct {
	unsigned long memory_mib, descriptors, cpu_seconds;
	bool forks;
} limits[] = {
	[SANDBOX_SESSION] = {512, 32, 0, false},
	[SANDBOX_LISTENER] = {1024, 0, 0, false},
	[SANDBOX_KEEPER] = {8192, 0, 0, true},
	[SANDBOX_HASHER] = {256, 8, 0, false},
	[SANDBOX_VERIFIER] = {1024, 16, 120, false},
	[SANDBOX_REPLAYER] = {512, 272, 120, false}, /* a descriptor for each spectator */
	[SANDBOX_METRICS] = {512, 16, 0, false},
	[SANDBOX_SITE] = {2048, 64, 0, true},
	[SANDBOX_LIVELOG] = {512, 16, 0, false},
	[SANDBOX_OLD_RULES] = {512, 16, 120, false},
	/* Children inherit these, and lower them. */
	[SANDBOX_FORKER_PLAIN] = {1024, 512, 0, true},
	[SANDBOX_FORKER_SSH] = {1024, 64, 0, true},
	[SANDBOX_PARENT] = {2048, 0, 0, true}, /* a listener has a descriptor for each session */
	[SANDBOX_SUPERVISOR] = {8192, 0, 0, true},
};
_Static_assert(sizeof limits / sizeof *limits == SANDBOX_ROLE_COUNT, "a row for each role");

static struct {
	bool ready;
	enum sandbox_mode mode;
	bool has_seccomp;
	int landlock; /* its version; 0: the kernel has none */
	struct sock_fprog filters[SANDBOX_ROLE_COUNT];
	int rulesets[SANDBOX_ROLE_COUNT];
} sandbox;

bool sandbox_mode_by_word(const char *word, enum sandbox_mode *mode)
{
	static const char *const words[] = {"enforce", "log", "off"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strcmp(word, words[i]) == 0) {
			*mode = (enum sandbox_mode)i;
			return true;
		}
	}
	return false;
}

bool sandbox_is_on(void)
{
	return sandbox.ready && sandbox.mode != SANDBOX_OFF;
}

/* ---- seccomp ---- */

/* The arguments with which a call is allowed; several rules are alternatives. */
static int allow_some(scmp_filter_ctx filter, enum sandbox_role role, int number)
{
	static const struct scmp_arg_cmp data = {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0},
					 itself = {0, SCMP_CMP_EQ, OWN_PROCESS, 0},
					 unix_socket = {0, SCMP_CMP_EQ, AF_UNIX, 0},
					 process = {0, SCMP_CMP_MASKED_EQ, NOT_A_FORK, 0},
					 bytes_waiting = {1, SCMP_CMP_EQ, FIONREAD, 0},
					 bytes_unsent = {1, SCMP_CMP_EQ, TIOCOUTQ, 0},
					 socket_level = {1, SCMP_CMP_EQ, SOL_SOCKET, 0},
					 urgent_inline = {2, SCMP_CMP_EQ, SO_OOBINLINE, 0},
					 senders = {2, SCMP_CMP_EQ, SO_PASSCRED, 0};
	static const int file_controls[] = {F_GETFL, F_SETFL, F_GETFD, F_SETFD, F_OFD_SETLK,
		F_OFD_GETLK, F_SETLK, F_GETLK, F_DUPFD_CLOEXEC};
	int failed = 0;

	switch (number) {
	case __NR_mmap:
	case __NR_mprotect:
		return seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1, data);
	case __NR_tgkill:
		return seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1, itself);
	case __NR_socket:
	case __NR_socketpair:
		return seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1, unix_socket);
	case __NR_clone:
		return seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1, process);
	case __NR_ioctl:
		failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1, bytes_waiting);
		return failed | seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1, bytes_unsent);
	case __NR_setsockopt: /* telnet reads urgent bytes, the listener who sent a line of the log */
		if (role == SANDBOX_LISTENER || role == SANDBOX_PARENT)
			failed = seccomp_rule_add(
				filter, SCMP_ACT_ALLOW, number, 2, socket_level, senders);
		if (role != SANDBOX_LISTENER)
			failed |= seccomp_rule_add(
				filter, SCMP_ACT_ALLOW, number, 2, socket_level, urgent_inline);
		return failed;
	case __NR_fcntl:
		for (size_t i = 0; i < sizeof file_controls / sizeof *file_controls; i++)
			failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1,
				(struct scmp_arg_cmp){
					1, SCMP_CMP_EQ, (scmp_datum_t)file_controls[i], 0});
		return failed;
	default:
		assert(!"a call with SOME in the list has its arguments here");
		return -EINVAL;
	}
}

static int allow_rows(scmp_filter_ctx filter, enum sandbox_role role)
{
	int failed = 0;

	for (size_t i = 0; i < roles[role].count && !failed; i++) {
		const struct call_row *row = &roles[role].rows[i];

		failed = row->some ? allow_some(filter, role, row->number)
				   : seccomp_rule_add(filter, SCMP_ACT_ALLOW, row->number, 0);
	}
	for (size_t i = 0; SANITIZED && i < sizeof sanitizer_calls / sizeof *sanitizer_calls; i++)
		seccomp_rule_add(filter, SCMP_ACT_ALLOW, sanitizer_calls[i], 0);
	/* A sanitized forker begins with it, inside the filter of the parent. */
	if (SANITIZED && role == SANDBOX_PARENT)
		seccomp_rule_add(filter, SCMP_ACT_ALLOW, __NR_open, 0);
	return failed;
}

/* Copies the program that the library wrote into a file in memory. */
static bool take_program(int file, struct sock_fprog *program)
{
	off_t size = lseek(file, 0, SEEK_END);

	if (size <= 0 || size % (off_t)sizeof(struct sock_filter) != 0)
		return false;
	program->filter = malloc((size_t)size);
	program->len = (unsigned short)((size_t)size / sizeof(struct sock_filter));
	return program->filter && pread(file, program->filter, (size_t)size, 0) == size;
}

static bool build_filter(enum sandbox_role role)
{
	scmp_filter_ctx filter =
		seccomp_init(sandbox.mode == SANDBOX_LOG ? SCMP_ACT_LOG : SCMP_ACT_TRAP);
	int file = memfd_create("filter", MFD_CLOEXEC);
	bool built =
		filter && file >= 0 &&
		seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
		seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0 &&
		allow_rows(filter, role) == 0 && seccomp_export_bpf(filter, file) == 0 &&
		take_program(file, &sandbox.filters[role]);

	if (filter)
		seccomp_release(filter);
	if (file >= 0)
		close(file);
	return built;
}

/* The filter with this process's own number in it. */
static bool enter_filter(const struct sock_fprog *program)
{
	struct sock_filter own[FILTER_MOST];
	struct sock_fprog loaded = {.len = program->len, .filter = own};

	assert(program->len <= FILTER_MOST);
	memcpy(own, program->filter, program->len * sizeof *own);
	for (size_t i = 0; i < program->len; i++)
		if (own[i].k == OWN_PROCESS)
			own[i].k = (uint32_t)getpid();
	return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &loaded) == 0;
}

static bool kernel_has_seccomp(void)
{
	uint32_t action = SECCOMP_RET_TRAP;

	return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

/* ---- Landlock ---- */

/* The kernel's own header may be older than the kernel. */
struct ruleset_attributes {
	uint64_t files, ports, scopes;
};
#define FILES_ALL 0xffffull /* to 2^15, IOCTL_DEV, which is version 5 */
#define FILES_REMOVED (LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE)
#define FILES_TRUNCATE (1ull << 14)
#define FILES_READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FILES_EXECUTE (LANDLOCK_ACCESS_FS_EXECUTE | FILES_READ)
#define PORTS_ALL 3ull  /* bind and connect */
#define SCOPES_ALL 3ull /* abstract sockets and signals */

/* The rights to files that this version of Landlock knows. */
static uint64_t files_known(void)
{
	static const unsigned counts[] = {0, 13, 14, 15, 15, 16};
	size_t last = sizeof counts / sizeof *counts - 1;
	unsigned count = counts[(size_t)sandbox.landlock < last ? (size_t)sandbox.landlock : last];

	return FILES_ALL & ((1ull << count) - 1);
}

static int ruleset_new(void)
{
	struct ruleset_attributes attributes = {files_known(), PORTS_ALL, SCOPES_ALL};
	size_t size = sandbox.landlock < 4   ? sizeof attributes.files
		      : sandbox.landlock < 6 ? 2 * sizeof(uint64_t)
					     : sizeof attributes;

	return (int)syscall(__NR_landlock_create_ruleset, &attributes, size, 0);
}

/* A path that does not exist gives no right to anything. */
static void ruleset_allow(int ruleset, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = rights & files_known(),
		.parent_fd = open(path, O_PATH | O_CLOEXEC)};

	if (rule.parent_fd < 0)
		return;
	syscall(__NR_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(rule.parent_fd);
}

static void build_rulesets(const char *state)
{
	static const char *const libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64"};

	for (int role = 0; role < SANDBOX_ROLE_COUNT; role++)
		sandbox.rulesets[role] = sandbox.landlock ? ruleset_new() : -1;
	if (!sandbox.landlock)
		return;
	ruleset_allow(sandbox.rulesets[SANDBOX_KEEPER], state,
		FILES_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
			LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_DIR | FILES_REMOVED |
			FILES_TRUNCATE);
	ruleset_allow(
		sandbox.rulesets[SANDBOX_KEEPER], "/dev/urandom", LANDLOCK_ACCESS_FS_READ_FILE);
	ruleset_allow(sandbox.rulesets[SANDBOX_PARENT], "/", FILES_EXECUTE);
	ruleset_allow(sandbox.rulesets[SANDBOX_PARENT], "/dev/null",
		LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
	ruleset_allow(sandbox.rulesets[SANDBOX_FORKER_PLAIN], "/", FILES_EXECUTE);
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		ruleset_allow(sandbox.rulesets[SANDBOX_OLD_RULES], libraries[i], FILES_EXECUTE);
	ruleset_allow(sandbox.rulesets[SANDBOX_OLD_RULES], "/etc/ld.so.cache",
		LANDLOCK_ACCESS_FS_READ_FILE);
}

void sandbox_allow_program(const char *path)
{
	if (sandbox_is_on() && sandbox.landlock)
		ruleset_allow(sandbox.rulesets[SANDBOX_OLD_RULES], path,
			LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE);
}

void sandbox_allow_directory(enum sandbox_role role, const char *path, bool write)
{
	uint64_t writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
			   LANDLOCK_ACCESS_FS_REMOVE_FILE | FILES_TRUNCATE;

	if (sandbox_is_on() && sandbox.landlock)
		ruleset_allow(sandbox.rulesets[role], path, FILES_READ | (write ? writing : 0));
}

/* ---- Preparing and entering ---- */

bool sandbox_prepare(enum sandbox_mode mode, const char *state, char *sentence, size_t size)
{
	long version =
		syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	assert(!sandbox.ready);
	sandbox.mode = mode;
	sandbox.landlock = version > 0 ? (int)version : 0;
	sandbox.has_seccomp = kernel_has_seccomp();
	tzset(); /* it reads a file, and dates are written by confined processes */
	for (int role = 0; role < SANDBOX_ROLE_COUNT; role++) {
		if (build_filter((enum sandbox_role)role))
			continue;
		snprintf(sentence, size,
			"cannot build the sandbox of role %s: the filter of system calls is "
			"refused "
			"by libseccomp; serve without it with sandbox = off",
			roles[role].name);
		return false;
	}
	build_rulesets(state);
	sandbox.ready = true;
	return true;
}

static void limit(int resource, unsigned long most)
{
	struct rlimit found;

	if (getrlimit(resource, &found) != 0)
		return;
	if (found.rlim_max == RLIM_INFINITY || found.rlim_max > most)
		found.rlim_max = most;
	found.rlim_cur = found.rlim_max;
	setrlimit(resource, &found);
}

static void enter_limits(enum sandbox_role role)
{
	limit(RLIMIT_CORE, 0);
	if (limits[role].memory_mib && !SANITIZED)
		limit(RLIMIT_AS, limits[role].memory_mib * MEBIBYTE);
	if (limits[role].descriptors)
		limit(RLIMIT_NOFILE, limits[role].descriptors);
	if (limits[role].cpu_seconds)
		limit(RLIMIT_CPU, limits[role].cpu_seconds);
	if (!limits[role].forks && !SANITIZED)
		limit(RLIMIT_NPROC, 0);
}

_Noreturn static void fail(enum sandbox_role role, const char *layer)
{
	log_line(LOG_ERROR, "sandbox.failed", "role=%s layer=%s error=%s",
		log_quote(roles[role].name), layer, log_quote(strerror(errno)));
	_exit(1);
}

void sandbox_hide_files(enum sandbox_role role)
{
	if (!sandbox_is_on())
		return;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		fail(role, "no_new_privs");
	if (sandbox.mode == SANDBOX_ENFORCE && !SANITIZED && sandbox.rulesets[role] >= 0 &&
		syscall(__NR_landlock_restrict_self, sandbox.rulesets[role], 0) != 0)
		fail(role, "landlock");
}

int sandbox_files(enum sandbox_role role)
{
	return sandbox_is_on() ? sandbox.rulesets[role] : -1;
}

void sandbox_enter(enum sandbox_role role)
{
	if (!sandbox_is_on())
		return;
	enter_limits(role);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	if (sandbox.has_seccomp && !enter_filter(&sandbox.filters[role]))
		fail(role, "seccomp");
}

/* ---- Questions ---- */

int sandbox_layers(char *words, size_t size)
{
	bool seccomp = kernel_has_seccomp();
	long landlock =
		syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	char version[16];

	snprintf(version, sizeof version, "%ld", landlock);
	snprintf(words, size,
		"no_new_privs=yes rlimits=yes seccomp=%s landlock=%s ports=%s signals=%s",
		seccomp ? "yes" : "no", landlock > 0 ? version : "no", landlock >= 4 ? "yes" : "no",
		landlock >= 6 ? "yes" : "no");
	return !seccomp + (landlock < 1) + (landlock < 4) + (landlock < 6);
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

size_t sandbox_calls(enum sandbox_role role, const int **numbers)
{
	static int found[FILTER_MOST];
	size_t count = roles[role].count;

	assert(count <= FILTER_MOST);
	for (size_t i = 0; i < count; i++)
		found[i] = roles[role].rows[i].number;
	qsort(found, count, sizeof *found, by_number);
	*numbers = found;
	return count;
}

const char *sandbox_role_name(enum sandbox_role role)
{
	return roles[role].name;
}

const char *sandbox_call_name(int number)
{
	static char name[32];
	char *found = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);

	snprintf(name, sizeof name, "%s", found ? found : "unknown");
	free(found);
	return name;
}
