#include "door/os/log.h"

#include "door/os/log_record.h"
#include "door/os/printable.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define LOG_QUOTE_MAX 160

struct log_lost {
	_Atomic unsigned pending; /* not reported yet */
	_Atomic uint64_t total;
};

static struct log_settings settings = {.level = LOG_INFO};
static struct log_lost own;
static struct log_lost *lost = &own;
static void (*lost_report)(void); /* NULL: this process counts */
static char session[LOG_SESSION_MAX];
static bool log_waits = true;

/* The socket of journald or syslog, and its file when descriptor 2 was connected. */
static struct sockaddr_un reader = {.sun_family = AF_UNIX};
static struct stat reader_file;

/* ---- Settings ---- */

#define ROW(id, word) word,
static const char *const formats[] = {LOG_FORMATS(ROW)};
static const char *const targets[] = {LOG_TARGETS(ROW)};
#undef ROW

/* Returns the number of a word, or -1 with a sentence that lists all words. */
static int find_word(const char *const *words, int count, const char *key, const char *word,
	char *sentence, size_t size)
{
	size_t used;

	for (int i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	used = (size_t)snprintf(sentence, size, "monitor.%s is \"%.40s\"; it must be", key, word);
	for (int i = 0; i < count && used < size; i++)
		used += (size_t)snprintf(sentence + used, size - used, "%s%s",
			i == 0           ? " "
			: i == count - 1 ? " or "
					 : ", ",
			words[i]);
	return -1;
}

bool log_settings_parse(struct log_settings *parsed, const char *level, const char *format,
	const char *target, char *sentence, size_t size)
{
	int a = find_word(log_level_words, LOG_LEVEL_COUNT, "log_level", level, sentence, size);
	int b = a < 0 ? -1 : find_word(formats, LOG_FORMAT_COUNT, "log", format, sentence, size);
	int c = b < 0 ? -1 : find_word(targets, LOG_TARGET_COUNT, "log_to", target, sentence, size);

	if (c >= 0)
		*parsed = (struct log_settings){
			(enum log_level)a, (enum log_format)b, (enum log_target)c};
	return c >= 0;
}

void log_set(const struct log_settings *wanted)
{
	settings = *wanted;
}

bool log_wants(enum log_level level)
{
	return level <= settings.level;
}

void log_level_set(enum log_level level)
{
	settings.level = level;
}

void log_to_relay(void)
{
	settings.format = LOG_LOGFMT;
	settings.target = LOG_STDERR;
}

void log_session_set(const char *id)
{
	snprintf(session, sizeof session, "%s", id);
}

/* ---- Descriptor 2 ---- */

void log_never_wait(void)
{
	struct stat found;
	int flags = fcntl(STDERR_FILENO, F_GETFL);
	/* Only for pipes and sockets: other processes share the flags of a terminal. */
	if (flags >= 0 && fstat(STDERR_FILENO, &found) == 0 &&
		(S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode)))
		log_waits = fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK) != 0;
}

/* Connects a socket to the reader's file. False with errno. */
static bool connect_reader(int socket_)
{
	struct stat found;

	if (stat(reader.sun_path, &found) != 0 ||
		connect(socket_, (const struct sockaddr *)&reader, sizeof reader) != 0)
		return false;
	reader_file = found;
	return true;
}

bool log_open(const struct log_settings *wanted, const char *path, char *sentence, size_t size)
{
	static const char *const paths[] = {
		[LOG_JOURNALD] = "/run/systemd/journal/socket", [LOG_SYSLOG] = "/dev/log"};
	int socket_;

	if (wanted->target == LOG_STDERR) {
		log_set(wanted);
		return true;
	}
	snprintf(
		reader.sun_path, sizeof reader.sun_path, "%s", path ? path : paths[wanted->target]);
	socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (socket_ < 0 || !connect_reader(socket_) || dup2(socket_, STDERR_FILENO) < 0) {
		snprintf(sentence, size,
			"cannot write the log to %.100s: %s; start %s, or set monitor.log_to = "
			"stderr",
			reader.sun_path, strerror(errno), targets[wanted->target]);
		if (socket_ >= 0)
			close(socket_);
		return false;
	}
	close(socket_);
	log_set(wanted);
	log_never_wait();
	return true;
}

void log_look(void)
{
	struct stat found;

	if (!log_is_socket() || stat(reader.sun_path, &found) != 0 ||
		(found.st_dev == reader_file.st_dev && found.st_ino == reader_file.st_ino &&
			found.st_ctim.tv_sec == reader_file.st_ctim.tv_sec &&
			found.st_ctim.tv_nsec == reader_file.st_ctim.tv_nsec) ||
		!connect_reader(STDERR_FILENO))
		return;
	log_line(LOG_WARN, "log.reconnected", "file=%s", log_quote(reader.sun_path));
}

bool log_is_socket(void)
{
	return settings.target != LOG_STDERR;
}

const char *log_plain_prefix(void)
{
	return settings.target == LOG_JOURNALD ? "PRIORITY=3\nSYSLOG_IDENTIFIER=trapdoor\nMESSAGE="
	       : settings.target == LOG_SYSLOG ? "<27>"
					       : "";
}

/* True if a write would not block: a reader may hang, or a terminal be stopped by ^S. */
static bool log_is_read(void)
{
	struct pollfd log = {.fd = STDERR_FILENO, .events = POLLOUT};
	return !log_waits || (poll(&log, 1, 0) == 1 && (log.revents & POLLOUT));
}

/* ---- Dropped lines ---- */

void log_share(void)
{
	void *shared =
		mmap(NULL, sizeof *lost, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	/* Without it each process counts for itself. */
	if (shared != MAP_FAILED)
		lost = shared;
}

void log_leave(void (*report)(void))
{
	if (lost != &own)
		munmap(lost, sizeof *lost);
	lost = &own;
	lost_report = report;
}

void log_lost_add(unsigned lines)
{
	atomic_fetch_add(&lost->pending, lines);
	atomic_fetch_add(&lost->total, lines);
}

uint64_t log_lost_total(void)
{
	return atomic_load(&lost->total);
}

/* ---- Lines ---- */

/* A log that cannot be written must never stop a game. */
static bool log_write(
	enum log_level level, const char *event, const char *id, const char *facts, bool relayed)
{
	char line[LOG_RECORD_MAX];
	struct log_record record = {.level = level,
		.pid = (long)getpid(),
		.relayed = relayed,
		.event = event,
		.session = id,
		.facts = facts};

	clock_gettime(CLOCK_REALTIME, &record.time);
	return log_is_read() &&
	       write(STDERR_FILENO, line, log_record_write(&record, &settings, line)) >= 0;
}

bool log_lost_tell(void)
{
	char facts[32];
	unsigned lines;

	if (!atomic_load(&lost->pending))
		return true;
	lines = log_is_read() ? atomic_exchange(&lost->pending, 0) : 0;
	snprintf(facts, sizeof facts, "lines=%u", lines);
	if (lines && !log_write(LOG_WARN, "log.lost", session, facts, false))
		atomic_fetch_add(&lost->pending, lines);
	return atomic_load(&lost->pending) == 0;
}

void log_line(enum log_level level, const char *event, const char *format, ...)
{
	char facts[LOG_FACTS_MAX];
	va_list arguments;
	int wanted;
	size_t length;

	if (level > settings.level)
		return;
	va_start(arguments, format);
	wanted = vsnprintf(facts, sizeof facts, format, arguments);
	va_end(arguments);
	if (wanted < 0)
		facts[0] = '\0';
	text_clean(facts);
	for (length = strlen(facts); length && facts[length - 1] == ' ';)
		facts[--length] = '\0';
	log_lost_tell();
	if (log_write(level, event, session, facts, false))
		return;
	if (lost_report)
		lost_report();
	else
		log_lost_add(1);
}

void log_relayed(enum log_level level, const char *event, const char *id, const char *facts)
{
	log_lost_tell();
	if (!log_write(level, event, id, facts, true))
		log_lost_add(1);
}

const char *log_quote(const char *text)
{
	static char buffers[4][LOG_QUOTE_MAX];
	static unsigned next;
	char *quoted = buffers[next++ % 4];
	size_t used = 0;
	quoted[used++] = '"';
	for (; *text && used < LOG_QUOTE_MAX - 3; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '"' || c == '\\')
			quoted[used++] = '\\';
		quoted[used++] = c < ' ' || c >= 127 ? '?' : (char)c;
	}
	quoted[used++] = '"';
	quoted[used] = '\0';
	return quoted;
}
