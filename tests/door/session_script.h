/*
 * Plays scripts of whole sessions: a session in a process of its own over a scripted transport,
 * with a real keeper.  The script types what a person types and reads the screen.
 *
 * A test program has script_setup and script_teardown for its group. script_run fails a test unless
 * the session follows the script to its end. Accounts and runs stay from one script to the next.
 */
#ifndef TRAPDOOR_TESTS_SESSION_SCRIPT_H
#define TRAPDOOR_TESTS_SESSION_SCRIPT_H

#include "tests/test.h"

#include "door/config/content_load.h"
#include "door/keeper/keeper_start.h"
#include "door/os/log.h"
#include "door/screen/screens.h"
#include "tests/door/film.h"
#include "tests/door/uncut.h"
#include "tests/door/keeper_proxy.h"
#include "tests/door/script_clock.h"

#include <vterm.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAUSE_MS 650 /* an Esc waits 120 ms and the round trip, of which 480 ms count at most */
/* One server for the scripts of a test program. */
static struct script_server {
	char directory[64];
	struct content *content; /* set before script_setup, or the program's own */
	struct config config;
	const struct bulletin_memory *bulletins; /* NULL: none */
	pid_t keeper;
	int control;
	const char *script; /* to run next */
	const char *film;   /* of the next script, or NULL */
	bool *orderly;      /* shared with the session's process: it reached the script's end */
	struct proxy_rules *rules;
	int logged[2]; /* a pipe: the log of a session with a film */
	bool gone;     /* the keeper, before the next script begins */
	int proxy_end; /* of the session's line: the proxy's, for notices */
} server;

/* The client of the next script; script_run resets it. With a password it proves its account by
 * that, else by the key of the facts. */
static struct client_facts script_facts;
static const char *script_password;

/*
 * A script is lines:
 *     type TEXT         keys, with \r, \t, \e and ^X
 *     size W H          the window changes
 *     term NAME         the terminal's kind becomes known
 *     see TEXT          the screen shows it
 *     miss TEXT         the screen does not show it
 *     picture TITLE     the screen is as the script's film shows it
 *     heard TITLE       the bytes that came since the last such step are as the film has them
 *     unheard           the bytes that came are part of no film
 *     rings N           since the last such step the bell rang so often
 *     answer REQUEST VERDICT PASSED TIMES SENTENCE
 *                       in the keeper's place, after some requests that it answers itself
 *     notice KIND TEXT  in the keeper's place, by its number
 *     keeper gone       and none to come
 *     wait MS           time passes
 *     later SECONDS     so much later the session looks at its clock
 *     pause             so much later that an Esc is a key of its own
 *     wide              keeps the screen as the wide picture
 *     uncut             the screen cuts no word of the wide picture at its right edge
 *     signal NUMBER     to the session's process
 *     deaf              the terminal answers no status request from here on
 *     hears             it answers all of them, and those that come
 *     hang up           the client is gone
 *     over TEXT|TEXT    the session ends by itself, and the screen shows each TEXT
 *
 * A film ends with a picture of what the session left on the screen, and its log.
 */
struct scripted {
	struct transport transport;
	const char *at;
	VTerm *screen;
	struct film film;
	bool begun;
	unsigned writes;
	unsigned asked; /* status requests that the terminal has not answered yet */
	bool deaf;
	char heard[65536]; /* written since the last step "heard" */
	size_t heard_size;
};

static inline void fail_script(const struct scripted *scripted, const char *what, const char *line)
{
	int rows, columns;
	fprintf(stderr, "%s: %s\n", what, line);
	vterm_get_size(scripted->screen, &rows, &columns);
	for (int y = 0; y < rows && rows < 100; y++) {
		char text[2100];
		VTermRect rect = {y, y + 1, 0, columns};
		size_t size = vterm_screen_get_text(
			vterm_obtain_screen(scripted->screen), text, sizeof text - 1, rect);
		text[size] = 0;
		fprintf(stderr, "|%s\n", text);
	}
	_exit(3);
}

static inline bool screen_shows(const struct scripted *scripted, const char *wanted)
{
	int rows, columns;
	vterm_get_size(scripted->screen, &rows, &columns);
	for (int y = 0; y < rows; y++) {
		char text[2100];
		VTermRect rect = {y, y + 1, 0, columns};
		size_t size = vterm_screen_get_text(
			vterm_obtain_screen(scripted->screen), text, sizeof text - 1, rect);
		text[size] = 0;
		if (strstr(text, wanted))
			return true;
	}
	return false;
}

/* Writes a row of the screen, with '?' for characters beyond ASCII, and returns its end. */
static inline char *script_row(const struct scripted *scripted, int y, int columns, char *text)
{
	for (int x = 0; x < columns; x++) {
		VTermScreenCell cell;

		vterm_screen_get_cell(
			vterm_obtain_screen(scripted->screen), (VTermPos){y, x}, &cell);
		uint32_t letter = cell.chars[0] ? cell.chars[0] : ' ';
		*text++ = (char)(letter < 127 ? letter : '?');
	}
	*text = '\0';
	return text;
}

static char script_wide[(VT_WIDTH_MAX + 1) * VT_HEIGHT_MAX + 1];

static inline void script_keep_wide(const struct scripted *scripted)
{
	int rows, columns;
	char *at = script_wide;

	vterm_get_size(scripted->screen, &rows, &columns);
	for (int y = 0; y < rows; y++) {
		at = script_row(scripted, y, columns, at);
		*at++ = '\n';
	}
	*at = '\0';
}

static inline void script_uncut(const struct scripted *scripted)
{
	int rows, columns;
	char row[VT_WIDTH_MAX + 1], word[VT_WIDTH_MAX + 1];

	vterm_get_size(scripted->screen, &rows, &columns);
	for (int y = 0; y < rows; y++) {
		script_row(scripted, y, columns, row);
		if (uncut_row(row, columns, script_wide, word, sizeof word))
			fail_script(scripted, "cut at the edge", word);
	}
}

static inline char script_letter(const VTermColor *colour)
{
	if (VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour))
		return ' ';
	/* The 16 colours of every terminal have a sign each, and the 240 others share letters. */
	if (VTERM_COLOR_IS_INDEXED(colour) && colour->indexed.idx < 16)
		return "0123456789ABCDEF"[colour->indexed.idx];
	return VTERM_COLOR_IS_INDEXED(colour) ? (char)('a' + colour->indexed.idx % 26) : '#';
}

static inline void script_picture(struct scripted *scripted, const char *title)
{
	char line[FILM_LINE_MAX], text[FILM_LINE_MAX], colours[FILM_LINE_MAX],
		attributes[FILM_LINE_MAX];
	VTermScreen *screen = vterm_obtain_screen(scripted->screen);
	VTermPos cursor;
	int rows, columns;

	vterm_get_size(scripted->screen, &rows, &columns);
	vterm_state_get_cursorpos(vterm_obtain_state(scripted->screen), &cursor);
	snprintf(line, sizeof line, "== %s (%d x %d, cursor %d %d)", title, columns, rows,
		cursor.col, cursor.row);
	film_title(&scripted->film, line, columns, rows);
	for (int y = 0; y < rows; y++) {
		size_t used = 0;

		for (int x = 0; x < columns; x++) {
			VTermScreenCell cell;
			int bits;

			vterm_screen_get_cell(screen, (VTermPos){y, x}, &cell);
			bits = (cell.attrs.reverse ? VT_REVERSE : 0) |
			       (cell.attrs.underline ? VT_UNDERLINE : 0) |
			       (cell.attrs.bold ? VT_BOLD : 0);
			bool blank =
				(!cell.chars[0] || cell.chars[0] == ' ') && !cell.attrs.reverse;
			used += film_utf8(text + used, cell.chars[0] ? cell.chars[0] : ' ');
			colours[x] = blank ? ' ' : script_letter(&cell.fg);
			attributes[x] = (char)(blank || !bits ? ' ' : '0' + bits);
		}
		text[used] = colours[columns] = attributes[columns] = '\0';
		film_row(&scripted->film, y, text, colours, attributes);
	}
}

static inline void script_hear(struct scripted *scripted, const char *text, size_t size)
{
	size_t room = sizeof scripted->heard - scripted->heard_size;

	size = size < room ? size : room;
	memcpy(scripted->heard + scripted->heard_size, text, size);
	scripted->heard_size += size;
}

/* Films the bytes that came, a line of the film for each line. Other bytes are in hex. */
static inline void script_heard(struct scripted *scripted, const char *title)
{
	char line[FILM_LINE_MAX];
	size_t used = 0;

	snprintf(line, sizeof line, "== %s", title);
	film_line(&scripted->film, line);
	line[0] = '\0';
	for (size_t i = 0; i < scripted->heard_size; i++) {
		unsigned char byte = (unsigned char)scripted->heard[i];

		if (byte == '\n' || used > sizeof line - 8) {
			film_line(&scripted->film, line);
			line[used = 0] = '\0';
		}
		if (byte != '\n' && byte != '\r')
			used += (size_t)snprintf(line + used, sizeof line - used,
				byte >= ' ' && byte < 127 ? "%c" : "<%02x>", byte);
	}
	film_line(&scripted->film, line);
	scripted->heard_size = 0;
}

static inline void script_type(struct scripted *scripted, const char *text)
{
	uint8_t bytes[256];
	size_t size = 0;
	for (; *text; text++)
		if (text[0] == '\\' && text[1]) {
			text++;
			bytes[size++] = (uint8_t)(*text == 'r'   ? '\r'
						  : *text == 't' ? '\t'
						  : *text == 'e' ? 27
								 : *text);
		} else if (text[0] == '^' && text[1]) {
			bytes[size++] = (uint8_t)(*++text - 64);
		} else {
			bytes[size++] = (uint8_t)*text;
		}
	scripted->transport.handlers.bytes(scripted->transport.handlers.context, bytes, size);
}

static inline void script_notice(unsigned kind, const char *text)
{
	uint8_t bytes[512];
	struct wire_writer out;

	wire_begin(&out, bytes, sizeof bytes, WIRE_NOTICE, kind, 0);
	wire_put_text(&out, text ? text + 1 : "");
	send(server.proxy_end, out.bytes, out.size, MSG_NOSIGNAL);
}

static inline void script_step(struct scripted *scripted, const char *line)
{
	struct client_facts *facts = &scripted->transport.facts;
	void *context = scripted->transport.handlers.context;
	if (strncmp(line, "type ", 5) == 0) {
		script_type(scripted, line + 5);
	} else if (sscanf(line, "size %d %d", &facts->width, &facts->height) == 2) {
		int width = facts->width < 1 ? 1 : facts->width > 500 ? 500 : facts->width;
		int height = facts->height < 1 ? 1 : facts->height > 200 ? 200 : facts->height;
		vterm_set_size(scripted->screen, height, width);
		scripted->transport.handlers.facts(context);
	} else if (strncmp(line, "term ", 5) == 0) {
		snprintf(facts->term, sizeof facts->term, "%.60s", line + 5);
		scripted->transport.handlers.facts(context);
	} else if (strncmp(line, "see ", 4) == 0) {
		if (!screen_shows(scripted, line + 4))
			fail_script(scripted, "not on the screen", line + 4);
	} else if (strncmp(line, "miss ", 5) == 0) {
		if (screen_shows(scripted, line + 5))
			fail_script(scripted, "on the screen", line + 5);
	} else if (strcmp(line, "wide") == 0) {
		script_keep_wide(scripted);
	} else if (strcmp(line, "uncut") == 0) {
		script_uncut(scripted);
	} else if (strncmp(line, "picture ", 8) == 0) {
		script_picture(scripted, line + 8);
	} else if (strcmp(line, "unheard") == 0) {
		scripted->heard_size = 0;
	} else if (strncmp(line, "rings ", 6) == 0) {
		int rings = 0;
		for (size_t i = 0; i < scripted->heard_size; i++)
			rings += scripted->heard[i] == '\a';
		if (rings != atoi(line + 6))
			fail_script(scripted, "the bell does not ring so often", line + 6);
	} else if (strncmp(line, "heard ", 6) == 0) {
		script_heard(scripted, line + 6);
	} else if (strncmp(line, "answer ", 7) == 0) {
		if (!proxy_rule_add(server.rules, line + 7))
			fail_script(scripted, "no such answer", line + 7);
	} else if (strcmp(line, "keeper gone") == 0) {
		shutdown(server.proxy_end, SHUT_RDWR);
	} else if (strncmp(line, "notice ", 7) == 0) {
		script_notice((unsigned)atoi(line + 7), strchr(line + 7, ' '));
	} else if (strncmp(line, "wait ", 5) == 0) {
		usleep((useconds_t)atoi(line + 5) * 1000);
	} else if (strncmp(line, "later ", 6) == 0) {
		script_later_ms += 1000 * atoi(line + 6);
	} else if (strcmp(line, "pause") == 0) {
		script_later_ms += PAUSE_MS;
	} else if (strcmp(line, "deaf") == 0 || strcmp(line, "hears") == 0) {
		scripted->deaf = line[0] == 'd';
	} else if (strncmp(line, "signal ", 7) == 0) {
		kill(getpid(), atoi(line + 7));
	} else if (strcmp(line, "hang up") == 0) {
		transport_end(&scripted->transport, "hung up");
	} else if (*line) {
		fail_script(scripted, "no such step", line);
	}
}

static inline size_t scripted_wants(struct transport *transport, struct pollfd *own, bool *pending)
{
	(void)transport, (void)own;
	*pending = true;
	return 0;
}

/* A client who is said to have an account proves it. */
static inline void script_prove(struct transport *transport)
{
	const struct client_facts *facts = &transport->facts;
	const struct transport_handlers *handlers = &transport->handlers;

	if (facts->admission != ADMIT_ACCOUNT)
		return;
	if (script_password ? !handlers->password(handlers->context, facts->user, script_password)
			    : !handlers->key(handlers->context, facts->user, facts->fingerprint))
		transport->facts.admission = ADMIT_NOBODY;
}

static inline bool scripted_react(struct transport *transport, const struct pollfd *own)
{
	struct scripted *scripted = (struct scripted *)transport;
	char line[200];
	(void)own;
	if (!scripted->begun) {
		scripted->begun = true;
		script_prove(transport);
		transport->handlers.ready(transport->handlers.context);
		return true;
	}
	/* The terminal answers before anything else happens. */
	if (scripted->asked && !scripted->deaf) {
		scripted->asked--;
		transport->handlers.bytes(
			transport->handlers.context, (const uint8_t *)"\033[0n", 4);
		return true;
	}
	if (!*scripted->at) {
		transport_end(transport, "the script is over");
		return true;
	}
	size_t length = strcspn(scripted->at, "\n");
	snprintf(line, sizeof line, "%.*s", (int)length, scripted->at);
	scripted->at += length + (scripted->at[length] == '\n');
	script_step(scripted, line);
	return true;
}

static inline void scripted_write(struct transport *transport, const void *bytes, size_t size)
{
	struct scripted *scripted = (struct scripted *)transport;
	scripted->writes++;
	script_hear(scripted, bytes, size);
	scripted->asked += size >= 4 && memcmp((const char *)bytes + size - 4, "\033[5n", 4) == 0;
	vterm_input_write(scripted->screen, bytes, size);
}

static inline bool scripted_clogged(const struct transport *transport)
{
	(void)transport;
	return false;
}

/* Films the lines of the log, without time and process. */
static inline void script_log(struct film *film)
{
	char text[16384], line[FILM_LINE_MAX];
	ssize_t size = read(server.logged[0], text, sizeof text - 1);
	text[size > 0 ? size : 0] = '\0';
	film_line(film, "== the log");
	for (char *at = text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
		*end = '\0';
		const char *level = strstr(at, "level="), *pid = strstr(at, " pid=");

		if (!level || !pid) {
			film_line(film, at);
			continue;
		}
		snprintf(line, sizeof line, "%.*s%s", (int)(pid - level), level,
			pid + 5 + strspn(pid + 5, "0123456789"));
		film_line(film, line);
	}
}

/* The session has ended: the script must be at its end, or at the step "over". */
static inline void scripted_close(struct transport *transport, int exit_status)
{
	struct scripted *scripted = (struct scripted *)transport;
	(void)exit_status;
	if (strncmp(scripted->at, "over ", 5) == 0) {
		char words[1000], *rest = words;
		int length = (int)strcspn(scripted->at + 5, "\n");
		snprintf(words, sizeof words, "%.*s", length, scripted->at + 5);
		for (const char *each; (each = strsep(&rest, "|"));)
			if (!screen_shows(scripted, each))
				fail_script(scripted, "not the last words", each);
	} else if (*scripted->at) {
		fail_script(scripted, "the session ended before", scripted->at);
	}
	if (server.film) {
		script_picture(scripted, "the end");
		script_log(&scripted->film);
		film_close(&scripted->film);
	}
	*server.orderly = true;
	vterm_free(scripted->screen);
	free(scripted);
}

/* Telnet's part in line mode is heard as words. */
static inline void scripted_echo(struct transport *transport, bool we_echo)
{
	const char *word = we_echo ? "{we echo}" : "{they echo}";
	script_hear((struct scripted *)transport, word, strlen(word));
}

static inline void scripted_lines(struct transport *transport, bool on)
{
	const char *word = on ? "{lines}" : "{keys}";
	script_hear((struct scripted *)transport, word, strlen(word));
}

static inline bool scripted_edits_lines(const struct transport *transport)
{
	return strcmp(transport->facts.transport, "telnet") == 0;
}

static inline void scripted_prompt(struct transport *transport)
{
	script_hear((struct scripted *)transport, "{prompt}", 8);
}

static inline struct transport *scripted_open(
	int descriptor, const char *peer, const struct transport_handlers *handlers)
{
	static const struct transport_methods methods = {.wants = scripted_wants,
		.react = scripted_react,
		.write = scripted_write,
		.clogged = scripted_clogged,
		.echo = scripted_echo,
		.lines = scripted_lines,
		.edits_lines = scripted_edits_lines,
		.prompt = scripted_prompt,
		.close = scripted_close};
	struct scripted *scripted = calloc(1, sizeof *scripted);
	(void)descriptor;
	transport_begin(&scripted->transport, &methods, handlers, "telnet", peer);
	script_facts.width = 80;
	script_facts.height = 24;
	if (!script_facts.transport)
		script_facts.transport = "telnet";
	scripted->transport.facts = script_facts;
	scripted->screen = vterm_new(24, 80);
	vterm_set_utf8(scripted->screen, 1);
	vterm_screen_reset(vterm_obtain_screen(scripted->screen), 1);
	scripted->at = server.script;
	if (server.film)
		film_open(&scripted->film, server.film);
	return &scripted->transport;
}

static const struct transport_row transport_scripted = {.name = "telnet", .open = scripted_open};

/* Passes on what a session with a film wrote to standard error and did not film: it failed. */
static inline void script_log_close(void)
{
	char text[4096];
	ssize_t size;

	close(server.logged[1]);
	while ((size = read(server.logged[0], text, sizeof text)) > 0)
		fprintf(stderr, "%.*s", (int)size, text);
	close(server.logged[0]);
}

static inline void script_log_open(void)
{
	assert_int_equal(pipe2(server.logged, O_CLOEXEC | O_NONBLOCK), 0);
}

/* Runs a script; the test fails unless the session follows it to its end. */
static inline void script_run(const char *text)
{
	int pair[2], between[2], status;
	server.script = text;
	assert_true(keeper_pair(pair));
	assert_true(keeper_give(server.control, pair[1], ""));
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, between), 0);
	memset(server.rules, 0, sizeof *server.rules);
	server.proxy_end = dup(between[1]);
	if (server.gone)
		shutdown(server.proxy_end, SHUT_RDWR);
	server.gone = false;
	pid_t proxy = proxy_start(server.rules, between[1], pair[0]);
	*server.orderly = false;
	script_log_open();
	pid_t child = fork();
	if (!child && server.film) {
		log_level_set(LOG_INFO);
		dup2(server.logged[1], STDERR_FILENO);
	}
	if (!child)
		session_run(&(struct session_start){.screens = screens,
			.config = &server.config,
			.content = server.content,
			.bulletins = server.bulletins,
			.transport = &transport_scripted,
			.descriptor = -1,
			.peer = "127.0.0.1",
			.line = store_client_new(between[0], NULL, NULL)});
	close(between[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	script_log_close();
	close(pair[1]);
	close(server.proxy_end);
	kill(proxy, SIGKILL);
	assert_int_equal(waitpid(proxy, NULL, 0), proxy);
	memset(&script_facts, 0, sizeof script_facts);
	script_password = NULL;
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1 || !*server.orderly)
		fail_msg("the session ended with status %x", status);
}

/* The same, with a film for the steps "picture". */
static inline void script_run_filmed(const char *film, const char *text)
{
	server.film = film;
	script_run(text);
	server.film = NULL;
}

static inline int script_setup(void **state)
{
	char sentence[256];
	(void)state;
	config_defaults(&server.config);
	snprintf(server.directory, sizeof server.directory, "/tmp/trapdoor-session-test-XXXXXX");
	server.config.lobby_hints = 0;
	server.config.lobby_vignettes = 0;
	server.orderly = mmap(NULL, sizeof *server.orderly, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	server.rules = proxy_rules_new();
	if (server.orderly == MAP_FAILED || !server.rules || !mkdtemp(server.directory) ||
		(!server.content && !(server.content = content_load(NULL))))
		return -1;
	server.keeper = keeper_start(
		server.directory, server.content, 0, &server.control, sentence, sizeof sentence);
	if (server.keeper < 0)
		fprintf(stderr, "%s\n", sentence);
	return server.keeper < 0 ? -1 : 0;
}

static inline int script_teardown(void **state)
{
	char command[80];
	(void)state;
	/* One that could not be started is no process, and -1 would be every process. */
	if (server.keeper > 0 && kill(server.keeper, SIGTERM) == 0)
		waitpid(server.keeper, NULL, 0);
	content_free(server.content);
	snprintf(command, sizeof command, "rm -rf %s", server.directory);
	return system(command);
}

#endif
