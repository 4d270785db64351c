#include "door/command/serve_livelog.h"

#include "door/command/livelog_hook.h"
#include "door/command/livelog_line.h"
#include "door/os/monotonic.h"
#include "door/os/crash.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"
#include "sql/store.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOK_MS 500     /* between two looks at the database */
#define SILENT_LOOKS 20 /* looks that may fail before the log has it: the keeper begins */
#define MINUTE_MS 60000
#define SENT_MAX 24 /* of the number in the file of the last id */

static bool is_wanted(const struct config *config)
{
	return *config->livelog_file || *config->livelog_hook;
}

/* ---- Opening ---- */

/* Writes the folder of a file. */
static void folder_of(const char *path, char folder[CONFIG_TEXT_MAX])
{
	const char *slash = strrchr(path, '/');
	int length = slash ? (int)(slash - path) : 0;

	snprintf(folder, CONFIG_TEXT_MAX, "%.*s", length, path);
	if (!length)
		snprintf(folder, CONFIG_TEXT_MAX, slash ? "/" : ".");
}

static bool is_file(const char *path)
{
	struct stat facts;

	return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

static bool file_is_writable(
	const struct config *config, const struct user *keeper, char *sentence, size_t size)
{
	const char *path = config->livelog_file;
	char folder[CONFIG_TEXT_MAX];
	struct stat facts;
	bool there = stat(path, &facts) == 0;

	folder_of(path, folder);
	if (there ? !S_ISDIR(facts.st_mode) && user_reaches(keeper, path, W_OK)
		  : user_reaches(keeper, folder, W_OK | X_OK)) {
		sandbox_allow_directory(SANDBOX_LIVELOG, folder, true);
		return true;
	}
	snprintf(sentence, size,
		"cannot write the livelog to %.150s: user %.40s may not write there; make the "
		"folder and give it to that user, or name another file with livelog.file",
		path, keeper->name);
	return false;
}

bool serve_livelog_open(const struct config *config, const struct user *keeper,
	const struct user *door, char *sentence, size_t size)
{
	const char *hook = config->livelog_hook;

	if (*hook && (*hook != '/' || !is_file(hook) || !user_reaches(door, hook, X_OK))) {
		snprintf(sentence, size,
			"cannot run the livelog's hook %.150s: it must be the absolute path of a "
			"program that user %.40s may execute; correct livelog.hook",
			hook, door->name);
		return false;
	}
	if (is_wanted(config))
		sandbox_allow_directory(SANDBOX_LIVELOG, config->files_state, true);
	return !*config->livelog_file || file_is_writable(config, keeper, sentence, size);
}

/* ---- The last milestone that was sent ---- */

struct sender {
	const struct config *config;
	int hook;      /* the socket for lines; -1: no hook */
	int position;  /* the locked file of the last id; -1: another server has it, still */
	bool has_sent; /* that file had an id, */
	int64_t sent;  /* and this is the last one */
	bool fresh;    /* this process saw the state before there were milestones */
	unsigned failures;
	int64_t minute_ms; /* when the minute began */
	unsigned count, dropped;
};

static bool take_position(struct sender *sender)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char path[CONFIG_TEXT_MAX + 16], text[SENT_MAX + 1];
	ssize_t size;
	int file;

	if (sender->position >= 0)
		return true;
	snprintf(path, sizeof path, "%s/livelog.sent", sender->config->files_state);
	file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0 || fcntl(file, F_OFD_SETLK, &whole) != 0) {
		if (file >= 0)
			close(file);
		return false;
	}
	size = pread(file, text, SENT_MAX, 0);
	text[size > 0 ? size : 0] = '\0';
	sender->position = file;
	sender->has_sent = size > 0;
	sender->sent = strtoll(text, NULL, 10);
	return true;
}

/* False: the milestone must not be sent, because it could be sent again. */
static bool put_position(struct sender *sender, int64_t id)
{
	char text[SENT_MAX + 1];
	int length = snprintf(text, sizeof text, "%-23lld\n", (long long)id);

	if (pwrite(sender->position, text, (size_t)length, 0) != length)
		return false;
	sender->sent = id;
	sender->has_sent = true;
	return true;
}

/* Milestones from before the first start are not sent. Another database may have fewer. */
static bool settle_position(struct sender *sender, struct store *store)
{
	int64_t last;

	if (store_livelog_last(store, &last) != STORE_OK)
		return false;
	if (sender->has_sent && sender->sent <= last)
		return true;
	return put_position(sender, sender->has_sent || !sender->fresh ? last : 0);
}

/* ---- Sending ---- */

static void append_line(const char *path, const char *line, size_t size)
{
	int file =
		open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0640);

	if (file < 0 || write(file, line, size) != (ssize_t)size)
		log_line(LOG_WARN, "livelog.unwritten", "file=%s error=%s", log_quote(path),
			log_quote(strerror(errno)));
	if (file >= 0)
		close(file);
}

/* Begins another minute when one is over, and logs how many milestones were dropped in it. */
static void turn_minute(struct sender *sender)
{
	int64_t now_ms = monotonic_ms();

	if (now_ms < sender->minute_ms + MINUTE_MS)
		return;
	if (sender->dropped)
		log_line(LOG_WARN, "livelog.dropped", "count=%u", sender->dropped);
	sender->minute_ms = now_ms;
	sender->count = sender->dropped = 0;
}

static bool send_milestone(void *context, const struct store_milestone *milestone)
{
	struct sender *sender = context;
	const struct config *config = sender->config;
	char line[LIVELOG_LINE_MAX];
	size_t size = livelog_line(milestone, line);

	if (!put_position(sender, milestone->id)) {
		log_line(LOG_WARN, "livelog.unwritten", "file=livelog.sent error=%s",
			log_quote(strerror(errno)));
		return false;
	}
	if (!size)
		return true;
	if (sender->count >= (unsigned)config->livelog_per_minute) {
		sender->dropped++;
		return true;
	}
	sender->count++;
	if (*config->livelog_file)
		append_line(config->livelog_file, line, size);
	/* A hook that is too slow for all lines gets fewer. */
	if (sender->hook >= 0 &&
		send(sender->hook, line, size, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)size)
		sender->dropped++;
	return true;
}

static void look(struct sender *sender)
{
	char sentence[512];
	struct store *store;
	bool good;

	if (!take_position(sender))
		return;
	store = store_open_to_read(sender->config->files_state, sentence, sizeof sentence);
	good = store && settle_position(sender, store) &&
	       store_livelog_after(store, sender->sent, send_milestone, sender) == STORE_OK;
	if (!store)
		sender->fresh = true;
	else if (!good)
		snprintf(sentence, sizeof sentence, "%s", store_sentence(store));
	if (store)
		store_close(store);
	sender->failures = good ? 0 : sender->failures + 1;
	if (sender->failures == SILENT_LOOKS)
		log_line(LOG_WARN, "livelog.unread", "error=%s", log_quote(sentence));
}

/* ---- The processes ---- */

_Noreturn static void run(const struct config *config, int line, int hook)
{
	struct sender sender = {
		.config = config, .hook = hook, .position = -1, .minute_ms = monotonic_ms()};

	for (;;) {
		struct pollfd polled = {.fd = line, .events = POLLIN};

		turn_minute(&sender);
		look(&sender);
		if (poll(&polled, 1, LOOK_MS) > 0)
			_exit(0);
	}
}

/* Starts the process that runs the hook. Its end of the socket is closed in this one. */
static bool start_hook(const struct config *config, const struct user *door, const int ends[2])
{
	pid_t pid = fork();

	if (pid == 0) {
		setsid();
		user_become(door);
		process_begin("livelog hook", (const int[]){ends[1]}, 1);
		livelog_hook_run(ends[1], config->livelog_hook, config->livelog_hook_seconds);
	}
	close(ends[1]);
	return pid > 0;
}

bool serve_livelog_start(struct serve_livelog *livelog, const struct config *config,
	const struct user *keeper, const struct user *door)
{
	int ends[2], hook[2] = {-1, -1};
	pid_t pid;

	livelog->line = 0;
	if (!is_wanted(config))
		return true;
	if (*config->livelog_hook &&
		(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, hook) != 0 ||
			!start_hook(config, door, hook)))
		return false;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	pid = fork();
	if (pid == 0) {
		const int kept[] = {ends[0], hook[0], sandbox_files(SANDBOX_LIVELOG)};

		setsid();
		user_become(keeper);
		process_begin("livelog", kept, sizeof kept / sizeof *kept);
		sandbox_hide_files(SANDBOX_LIVELOG);
		crash_catch();
		sandbox_enter(SANDBOX_LIVELOG);
		run(config, ends[0], hook[0]);
	}
	close(ends[0]);
	if (hook[0] >= 0)
		close(hook[0]);
	livelog->line = ends[1];
	return pid > 0;
}

void serve_livelog_end(struct serve_livelog *livelog)
{
	if (!process_tell_end(&livelog->line))
		log_line(LOG_WARN, "livelog.unreachable", "error=%s", log_quote(strerror(errno)));
}
