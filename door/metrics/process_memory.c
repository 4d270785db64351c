#include "door/metrics/process_memory.h"

#include "door/os/process_size.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NAME_MAX_OF_KERNEL 16
#define DEPTH_MAX 8 /* of the tree of processes */

struct process {
	pid_t pid, parent;
	bool ours;
	enum metric_process kind;
};

struct processes {
	struct process *each;
	size_t count, capacity;
};

static bool read_text(const char *path, char *text, size_t size)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = file >= 0 ? read(file, text, size - 1) : -1;

	if (file >= 0)
		close(file);
	text[got > 0 ? got : 0] = '\0';
	return got > 0;
}

/* Programs of older rules, and commands that the server runs, are OTHER. */
static enum metric_process kind_of(const char *name)
{
	static const char *const names[] = {
#define ROW(id, word) word,
		METRIC_PROCESSES(ROW)
#undef ROW
	};

	for (int kind = 0; kind < PROCESS_KINDS; kind++)
		if (strcmp(names[kind], name) == 0)
			return (enum metric_process)kind;
	return PROCESS_OTHER;
}

/* "PID (NAME) STATE PARENT ..."; a name may hold blanks and brackets. */
static bool parse_stat(const char *text, struct process *process)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	char name[NAME_MAX_OF_KERNEL];
	int parent;

	if (!open || !close || close <= open || sscanf(close + 1, " %*c %d", &parent) != 1)
		return false;
	snprintf(name, sizeof name, "%.*s", (int)(close - open - 1), open + 1);
	*process = (struct process){.pid = (pid_t)strtol(text, NULL, 10),
		.parent = (pid_t)parent,
		.kind = kind_of(name)};
	return true;
}

static void read_process(struct processes *all, const char *entry)
{
	char path[64], text[512];
	struct process process;

	snprintf(path, sizeof path, "/proc/%.20s/stat", entry);
	if (!read_text(path, text, sizeof text) || !parse_stat(text, &process))
		return;
	if (all->count == all->capacity) {
		size_t capacity = all->capacity ? 2 * all->capacity : 256;
		struct process *grown = realloc(all->each, capacity * sizeof *grown);

		if (!grown)
			return;
		all->each = grown;
		all->capacity = capacity;
	}
	all->each[all->count++] = process;
}

static int by_pid(const void *one, const void *other)
{
	const struct process *a = one, *b = other;

	return (a->pid > b->pid) - (a->pid < b->pid);
}

/* /proc lists processes by number already. qsort of libc makes a system call that the exporter does
 * not have. */
static void sort(struct processes *all)
{
	for (size_t i = 1; i < all->count; i++) {
		struct process process = all->each[i];
		size_t at = i;

		for (; at > 0 && by_pid(&all->each[at - 1], &process) > 0; at--)
			all->each[at] = all->each[at - 1];
		all->each[at] = process;
	}
}

/* Marks the processes below the root. */
static void mark(struct processes *all, pid_t root)
{
	bool found = true;

	sort(all);
	for (int depth = 0; depth < DEPTH_MAX && found; depth++) {
		found = false;
		for (size_t i = 0; i < all->count; i++) {
			struct process *process = &all->each[i];
			const struct process wanted = {.pid = process->parent};
			const struct process *parent =
				bsearch(&wanted, all->each, all->count, sizeof *all->each, by_pid);

			if (process->ours || (process->pid != root && !(parent && parent->ours)))
				continue;
			process->ours = found = true;
		}
	}
}

static uint64_t memory_of(pid_t pid)
{
	unsigned long resident = 0, shared = 0;
	char path[64], text[128];

	snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
	if (!read_text(path, text, sizeof text) ||
		sscanf(text, "%*u %lu %lu", &resident, &shared) != 2 || resident < shared)
		return 0;
	return (uint64_t)(resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool process_memory_read(pid_t root, struct process_memory *memory)
{
	struct processes all = {0};
	DIR *directory = opendir("/proc");
	const struct dirent *entry;
	bool shown = false;

	memset(memory, 0, sizeof *memory);
	while (directory && (entry = readdir(directory)) != NULL)
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			read_process(&all, entry->d_name);
	if (directory)
		closedir(directory);
	if (all.count > 0)
		mark(&all, root);
	for (size_t i = 0; i < all.count; i++) {
		const struct process *process = &all.each[i];
		enum metric_process kind = process->pid == root ? PROCESS_SERVE : process->kind;

		if (!process->ours)
			continue;
		shown = true;
		memory->count[kind]++;
		memory->bytes[kind] += memory_of(process->pid);
	}
	free(all.each);
	return shown;
}

void process_memory_accounts(struct process_memory *memory)
{
	for (unsigned kind = 0; kind < PROCESS_KINDS; kind++)
		metric_account_read(
			(enum metric_process)kind, &memory->count[kind], &memory->bytes[kind]);
}

void process_memory_measure(pid_t root)
{
	struct process_memory memory;

	if (!process_memory_read(root, &memory))
		process_memory_accounts(&memory);
	for (unsigned kind = 0; kind < PROCESS_KINDS; kind++) {
		metric_set(METRIC_PROCESS_COUNT, kind, 0, memory.count[kind]);
		metric_set(METRIC_PROCESS_MEMORY, kind, 0, memory.bytes[kind]);
	}
}

void process_memory_account(enum metric_process kind)
{
	/* A fork inherits them from a process of another kind. */
	static enum metric_process looked = PROCESS_KINDS;
	static int64_t looked_ms;
	struct timespec now;
	int64_t now_ms;

	clock_gettime(CLOCK_MONOTONIC, &now);
	now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
	if (looked == kind && now_ms - looked_ms < PROCESS_SIZE_LOOK_MS)
		return;
	looked = kind;
	looked_ms = now_ms;
	metric_account_set(kind, 1, process_size());
}
