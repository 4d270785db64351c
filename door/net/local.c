/*
 * This terminal as a transport, for `trapdoor play` and `replay`.
 *
 * Raw mode is set and given back by a guard: the process that was started waits for the one that
 * plays, and restores the terminal however that one ends, even by kill -9.
 */
#include "door/keeper/keeper_local.h"
#include "door/os/complain.h"
#include "door/command/commands.h"
#include "door/store/keeper.h"
#include "door/config/content_load.h"
#include "door/command/local_session.h"
#include "door/ui/looks.h"
#include "door/os/arguments.h"
#include "door/os/queue.h"
#include "door/session/session.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define LOCAL_READ_MAX 4096
#define LOCAL_LINGER_MS 1000

struct local_transport {
	struct transport base;
	int terminal; /* opened anew, so that not blocking is nobody else's affair */
	int signals;
	struct queue out;
	bool ready, gone;
};

static struct local_transport *local_of(struct transport *transport)
{
	return (struct local_transport *)transport;
}

static bool local_measure(struct local_transport *t)
{
	struct client_facts *facts = &t->base.facts;
	struct winsize size;
	if (ioctl(t->terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
		return false;
	bool changed = size.ws_col != facts->width || size.ws_row != facts->height;
	facts->width = size.ws_col;
	facts->height = size.ws_row;
	facts->has_size = true;
	return changed;
}

static size_t local_wants(
	struct transport *transport, struct pollfd own[TRANSPORT_OWN_MAX], bool *pending)
{
	struct local_transport *t = local_of(transport);
	*pending = !t->ready || t->gone;
	own[0] = (struct pollfd){.fd = t->terminal, .events = POLLIN};
	if (queue_left(&t->out))
		own[0].events |= POLLOUT;
	own[1] = (struct pollfd){.fd = t->signals, .events = POLLIN};
	return 2;
}

static bool local_take_signals(struct local_transport *t)
{
	struct signalfd_siginfo info;
	bool told = false;
	while (read(t->signals, &info, sizeof info) == sizeof info)
		if (local_measure(t)) {
			t->base.handlers.facts(t->base.handlers.context);
			told = true;
		}
	return told;
}

static bool local_read(struct local_transport *t)
{
	uint8_t bytes[LOCAL_READ_MAX];
	ssize_t size = read(t->terminal, bytes, sizeof bytes);
	if (size > 0)
		t->base.handlers.bytes(t->base.handlers.context, bytes, (size_t)size);
	else if (size == 0 || (errno != EAGAIN && errno != EINTR))
		t->gone = true;
	return size > 0;
}

static bool local_react(struct transport *transport, const struct pollfd own[TRANSPORT_OWN_MAX])
{
	struct local_transport *t = local_of(transport);
	bool told = false;
	if (!t->ready) {
		t->ready = told = true;
		transport->handlers.ready(transport->handlers.context);
	}
	if (own[1].revents)
		told |= local_take_signals(t);
	if (own[0].revents & (POLLIN | POLLHUP | POLLERR))
		told |= local_read(t);
	if (!queue_send(&t->out, t->terminal))
		t->gone = true;
	if (t->gone) {
		transport_end(transport, "the terminal is gone");
		told = true;
	}
	return told;
}

static void local_write(struct transport *transport, const void *bytes, size_t size)
{
	struct local_transport *t = local_of(transport);
	queue_add(&t->out, bytes, size);
	if (!queue_send(&t->out, t->terminal))
		t->gone = true;
}

static bool local_clogged(const struct transport *transport)
{
	return queue_left(&((const struct local_transport *)transport)->out) > 0;
}

static void local_close(struct transport *transport, int exit_status)
{
	struct local_transport *t = local_of(transport);
	long long until_ms = transport_now_ms() + LOCAL_LINGER_MS;
	(void)exit_status;
	while (queue_left(&t->out) && transport_now_ms() < until_ms &&
		queue_send(&t->out, t->terminal)) {
		struct pollfd own = {.fd = t->terminal, .events = POLLOUT};
		poll(&own, 1, 100);
	}
	queue_free(&t->out);
	close(t->signals);
	close(t->terminal);
	free(t);
}

static const struct transport_methods local_methods = {
	.wants = local_wants,
	.react = local_react,
	.write = local_write,
	.clogged = local_clogged,
	.close = local_close,
};

static void local_learn(struct client_facts *facts)
{
	static const char *const locales[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *term = getenv("TERM"), *colour = getenv("COLORTERM"),
		   *none = getenv("NO_COLOR");
	const char *locale = NULL;
	for (size_t i = 0; i < sizeof locales / sizeof *locales && !(locale && *locale); i++)
		locale = getenv(locales[i]);
	vt_clean(facts->term, sizeof facts->term, term ? term : "", term ? strlen(term) : 0);
	vt_clean(facts->locale, sizeof facts->locale, locale ? locale : "",
		locale ? strlen(locale) : 0);
	facts->truecolour =
		colour && (strcmp(colour, "truecolor") == 0 || strcmp(colour, "24bit") == 0);
	facts->no_colour = none && *none;
	facts->has_pty = true;
	facts->admission = ADMIT_LOCAL;
}

static struct transport *local_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	struct local_transport *t = calloc(1, sizeof *t);
	sigset_t set;
	assert(t);
	transport_begin(&t->base, &local_methods, handlers, "local", peer);
	t->terminal = descriptor;
	sigemptyset(&set);
	sigaddset(&set, SIGWINCH);
	sigprocmask(SIG_BLOCK, &set, NULL);
	t->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	local_learn(&t->base.facts);
	if (handlers->config && handlers->config->replay)
		t->base.facts.admission = ADMIT_WATCH;
	local_measure(t);
	return &t->base;
}

const struct transport_row transport_local = {"local", local_open};

/* ---- trapdoor play ---- */

/* Waits for the player's process, passing on what would end us, and restores the terminal.  Returns
 * its status. */
static int play_guard(pid_t player, int terminal, const struct termios *before)
{
	/* Ends an alternate charset, colours, keypad mode and hidden cursor, whatever there was of
	 * them, at the bottom of the screen. */
	static const char restore[] = "\017\033[0m\033>\033[?25h\033[99;1H\r\n";
	int status = 0;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGINT);
	while (waitpid(player, &status, WNOHANG) == 0) {
		siginfo_t info;
		if (sigwaitinfo(&set, &info) > 0 && info.si_signo != SIGCHLD)
			kill(player, SIGTERM);
	}
	bool orderly = WIFEXITED(status);
	bool restored = orderly || write(terminal, restore, sizeof restore - 1) > 0;
	tcsetattr(terminal, TCSADRAIN, before);
	if (!orderly && restored)
		command_complain(
			"the session died; every turn is kept, and playing again goes on with it");
	return orderly ? WEXITSTATUS(status) : 1;
}

static int play_here(const struct config *config, const struct content *content, int terminal,
	struct keeper_line *line, int complaints)
{
	struct termios before, raw;
	sigset_t set, none;
	if (tcgetattr(terminal, &before) != 0) {
		command_complain("this is no terminal that can be played on: %s", strerror(errno));
		return 1;
	}
	sigfillset(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raw = before;
	cfmakeraw(&raw);
	tcsetattr(terminal, TCSADRAIN, &raw);
	pid_t player = fork();
	if (player == 0) {
		prctl(PR_SET_NAME, "session");
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		session_run(config, content, &transport_local, terminal, "this terminal", line);
	}
	keeper_line_free(line); /* the player has it */
	dup2(complaints, STDERR_FILENO);
	if (player > 0)
		return play_guard(player, terminal, &before);
	tcsetattr(terminal, TCSADRAIN, &before);
	command_complain("no process can be started: %s", strerror(errno));
	return 1;
}

/* What this process, its keeper and its session log goes to a file, because the screen is in use.
 * Returns the standard error that was, for complaints. */
static int play_log_aside(const char *state)
{
	char path[sizeof((struct config *)0)->files_state + 16];
	snprintf(path, sizeof path, "%s/play.log", state);
	int before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	int log = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (log >= 0) {
		dup2(log, STDERR_FILENO);
		close(log);
	}
	return before;
}

static int play_open_terminal(void)
{
	const char *name =
		isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? ttyname(STDIN_FILENO) : NULL;
	int terminal = name ? open(name, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
	if (terminal < 0)
		command_complain(
			"play wants a terminal for input and output; `serve` answers others");
	return terminal;
}

int local_session(const struct config *config)
{
	char sentence[512];
	int status;
	int terminal = play_open_terminal();
	if (terminal < 0)
		return 1;
	if (!config_make_state(config->files_state, sentence, sizeof sentence)) {
		command_complain("%s", sentence);
		return 1;
	}
	struct content *content = content_load(config->files_content);
	if (!content)
		return 1;
	int complaints = play_log_aside(config->files_state);
	struct keeper_line *line =
		keeper_line_local(config->files_state, content, sentence, sizeof sentence);
	if (line) {
		looks_glyphs(content);
		status = play_here(config, content, terminal, line, complaints);
	} else {
		dup2(complaints, STDERR_FILENO);
		command_complain("%s", sentence);
		status = 1;
	}
	content_free(content);
	return status;
}

int play_main(int argc, char **argv)
{
	const char *file = NULL, *state = NULL, *content = NULL;
	static struct config config;
	bool debug = false;
	const struct argument_row rows[] = {
		{"config", "FILE", "settings (etc/trapdoor.conf tells all)", .text = &file},
		{"state", "DIR", "where the database lives", .text = &state},
		{"content", "DIR", "content that is added to the built-in game, or another game",
			.text = &content},
		{"debug", NULL, "runs may use the debugging views; they are not scored",
			.flag = &debug},
	};
	const struct argument_table table = {"play [OPTION]...",
		"Plays on this terminal, with the accounts, runs and board of the state directory.",
		rows, sizeof rows / sizeof *rows};
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	struct complaint complaint;
	if (!config_open(&config, file, &complaint) ||
		(state && !config_set(&config, "files", "state", state, &complaint)) ||
		(content && !config_set(&config, "files", "content", content, &complaint))) {
		config_complain(&complaint);
		return 1;
	}
	config.debug = debug;
	return local_session(&config);
}
