/* The processes of the livelog: what the file and the hook get, how a hook is limited, and that
 * nothing is sent twice. The store is the test's own, and no keeper runs. */
#include "tests/test.h"

#include "tests/door/caught.h"
#include "tests/sql/place.h"

#include "door/command/serve_livelog.h"
#include "door/os/log.h"
#include "door/os/sandbox.h"
#include "door/os/users.h"

#include <fcntl.h>
#include <time.h>

#define SHORT_MS 1500 /* more than two looks at the database */

struct scene {
	struct test_store *place;
	struct config config;
	struct serve_livelog livelog;
	struct user user;
	int64_t run;
	FILE *log;
};

/* All tests have one directory, which the sandbox opens. */
static char folder[] = "/tmp/trapdoor-livelog-XXXXXX";

static void path_of(const char *name, char path[CONFIG_TEXT_MAX])
{
	snprintf(path, CONFIG_TEXT_MAX, "%s/%s", folder, name);
}

static const char *text_of(const char *name)
{
	static char text[8192];
	char path[CONFIG_TEXT_MAX];
	ssize_t size = 0;

	path_of(name, path);
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file >= 0) {
		size = read(file, text, sizeof text - 1);
		close(file);
	}
	text[size > 0 ? size : 0] = '\0';
	return text;
}

static unsigned lines_of(const char *text)
{
	unsigned lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

static void pause_ms(int ms)
{
	nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static const char *log_of(FILE *file)
{
	static char log[8192];
	ssize_t size = pread(fileno(file), log, sizeof log - 1, 0);

	log[size > 0 ? size : 0] = '\0';
	return log;
}

/* Waits until a file has so many lines, of which the test fails when there are more. */
static void await_lines(const char *name, unsigned lines)
{
	for (int i = 0; i < 1000 && lines_of(text_of(name)) < lines; i++)
		pause_ms(10);
	if (lines_of(text_of(name)) != lines)
		fail_msg("%s has %u lines, not %u: %s", name, lines_of(text_of(name)), lines,
			text_of(name));
}

static void await_log(struct scene *scene, const char *wanted)
{
	for (int i = 0; i < 1000 && !strstr(log_of(scene->log), wanted); i++)
		pause_ms(10);
	if (!strstr(log_of(scene->log), wanted))
		fail_msg("not logged: %s, but %s", wanted, log_of(scene->log));
}

/* Writes the hook, a script. */
static void write_hook(struct scene *scene, const char *text)
{
	path_of("hook", scene->config.livelog_hook);
	FILE *file = fopen(scene->config.livelog_hook, "w");

	assert_non_null(file);
	fprintf(file, "#!/bin/sh\ncd %s\n%s\n", folder, text);
	assert_int_equal(fchmod(fileno(file), 0755), 0);
	assert_int_equal(fclose(file), 0);
}

static void write_file(struct scene *scene)
{
	path_of("log.json", scene->config.livelog_file);
}

static int set_up_scene(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	char command[80];

	snprintf(command, sizeof command, "rm -rf %s/*", folder);
	assert_int_equal(system(command), 0);
	config_defaults(&scene->config);
	strcpy(scene->config.files_state, folder);
	scene->user = user_by_number(geteuid(), getegid());
	scene->place = calloc(1, sizeof *scene->place);
	strcpy(scene->place->directory, folder);
	reopen(scene->place);
	assert_int_equal(
		store_bundle_put(scene->place->store, bundle, "cellar", "text", 4), STORE_OK);
	scene->run = begin(scene->place, caller(scene->place, "Ada")).id;
	/* SQLite goes on in no process that is forked. */
	store_close(scene->place->store);
	scene->place->store = NULL;
	scene->log = tmpfile();
	assert_non_null(scene->log);
	assert_int_equal(fcntl(fileno(scene->log), F_SETFL, O_APPEND), 0);
	*state = scene;
	return 0;
}

static void start(struct scene *scene, struct serve_livelog *livelog)
{
	char sentence[512] = "";
	int before = dup(STDERR_FILENO);

	assert_true(serve_livelog_open(
		&scene->config, &scene->user, &scene->user, sentence, sizeof sentence));
	assert_string_equal(sentence, "");
	log_level_set(LOG_INFO);
	assert_true(dup2(fileno(scene->log), STDERR_FILENO) >= 0);
	assert_true(serve_livelog_start(livelog, &scene->config, &scene->user, &scene->user));
	assert_true(dup2(before, STDERR_FILENO) >= 0);
	close(before);
	log_level_set(LOG_ERROR);
}

/* Until it has seen the store, milestones may be older than the first start. */
static void start_first(struct scene *scene)
{
	start(scene, &scene->livelog);
	for (int i = 0; i < 1000 && !lines_of(text_of("livelog.sent")); i++)
		pause_ms(10);
	if (!lines_of(text_of("livelog.sent")))
		fail_msg("the process does not begin: %s", log_of(scene->log));
}

static int tear_down_scene(void **state)
{
	struct scene *scene = *state;

	serve_livelog_end(&scene->livelog);
	fclose(scene->log);
	free(scene->place);
	free(scene);
	return 0;
}

static void add(struct scene *scene, uint8_t depth)
{
	struct store_milestone milestone = {.run = scene->run,
		.at = 1795370400,
		.kind = LIVELOG_DEPTH,
		.depth = depth,
		.turns = 400};

	reopen(scene->place);
	assert_int_equal(store_livelog_add(scene->place->store, &milestone), STORE_OK);
	store_close(scene->place->store);
	scene->place->store = NULL;
}

/* ---- Lines ---- */

static const char line_of_six[] =
	"{\"v\":1,\"at\":1795370400,\"name\":\"Ada\",\"game\":\"cellar\",\"run\":1,\"kind\":"
	"\"depth\",\"depth\":6,\"turns\":400,\"score\":0,\"text\":\"Ada reached depth 6.\"}\n";

static void file_and_hook_get_the_same_line(void **state)
{
	struct scene *scene = *state;

	write_file(scene);
	write_hook(scene, "cat > got\necho $# > arguments\nexport > environment\nmv got done");
	setenv("SECRET_OF_TEST", "1", 1);
	add(scene, 3); /* before the first start: not sent */
	start_first(scene);
	add(scene, 6);
	await_lines("log.json", 1);
	assert_string_equal(text_of("log.json"), line_of_six);
	await_lines("done", 1);
	assert_string_equal(text_of("done"), line_of_six);
	assert_string_equal(text_of("arguments"), "0\n");
	assert_non_null(strstr(text_of("environment"), "PATH="));
	assert_null(strstr(text_of("environment"), "SECRET"));
	assert_null(strstr(text_of("environment"), "HOME"));
}

static void nothing_is_sent_twice(void **state)
{
	struct scene *scene = *state;

	write_file(scene);
	write_hook(scene, "cat >> got");
	start_first(scene);
	add(scene, 3);
	await_lines("got", 1);
	serve_livelog_end(&scene->livelog);
	/* While it is down. */
	add(scene, 6);
	start(scene, &scene->livelog);
	await_lines("got", 2);
	add(scene, 9);
	await_lines("got", 3);
	pause_ms(SHORT_MS);
	await_lines("got", 3);
	await_lines("log.json", 3);
	assert_non_null(strstr(text_of("log.json"), "depth 6."));
}

/* In an upgrade the next server begins before this one ends. */
static void one_of_two_servers_sends(void **state)
{
	struct scene *scene = *state;
	struct serve_livelog next;

	write_file(scene);
	start_first(scene);
	start(scene, &next);
	add(scene, 3);
	await_lines("log.json", 1);
	pause_ms(SHORT_MS);
	serve_livelog_end(&scene->livelog);
	add(scene, 6);
	await_lines("log.json", 2);
	pause_ms(SHORT_MS);
	await_lines("log.json", 2);
	scene->livelog = next;
}

static void a_minute_has_so_many(void **state)
{
	struct scene *scene = *state;

	write_file(scene);
	scene->config.livelog_per_minute = 2;
	start_first(scene);
	for (uint8_t i = 1; i < 6; i++)
		add(scene, i);
	pause_ms(SHORT_MS);
	await_lines("log.json", 2);
}

/* ---- Hooks that fail ---- */

/* False for a process that is gone, and for a zombie that its last parent has not seen. */
static bool is_running(pid_t pid)
{
	char path[64], line[256] = "";
	FILE *stat;

	snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
	stat = fopen(path, "r");
	if (!stat)
		return false;
	bool zombie = !fgets(line, sizeof line, stat) || strstr(line, ") Z");
	fclose(stat);
	return !zombie;
}

static void a_hook_that_hangs_is_killed_with_its_children(void **state)
{
	struct scene *scene = *state;

	scene->config.livelog_hook_seconds = 1;
	write_hook(scene, "sleep 1000 &\necho $! > child\nwait");
	start_first(scene);
	add(scene, 3);
	await_log(scene, "event=livelog.hook_failed");
	await_log(scene, "killed after 1 s");
	await_lines("child", 1);
	pid_t child = atoi(text_of("child"));
	assert_true(child > 1);
	for (int i = 0; i < 1000 && is_running(child); i++)
		pause_ms(10);
	assert_false(is_running(child));
	/* The next one is run. */
	write_hook(scene, "cat > got");
	add(scene, 6);
	await_lines("got", 1);
}

static void a_hook_that_fails_is_logged(void **state)
{
	struct scene *scene = *state;

	write_hook(scene, "exit 3");
	start_first(scene);
	add(scene, 3);
	await_log(scene, "exit status 3");
	write_hook(scene, "kill -9 $$");
	add(scene, 6);
	await_log(scene, "signal 9");
	assert_int_equal(unlink(scene->config.livelog_hook), 0);
	add(scene, 9);
	await_log(scene, "it cannot be executed");
}

static void the_hook_may_use_the_network_and_gets_no_rights_back(void **state)
{
	struct scene *scene = *state;

	write_hook(scene, "grep -E 'NoNewPrivs|^Seccomp:' /proc/self/status > got\n"
			  "ls -l /proc/self/fd | grep -c -e socket > sockets");
	start_first(scene);
	add(scene, 3);
	await_lines("sockets", 1);
	assert_string_equal(text_of("got"), "NoNewPrivs:\t1\nSeccomp:\t0\n");
	assert_string_equal(text_of("sockets"), "0\n");
}

/* ---- Files that fail ---- */

static void a_file_that_cannot_be_written_is_logged(void **state)
{
	struct scene *scene = *state;

	write_file(scene);
	start_first(scene);
	assert_int_equal(mkdir(scene->config.livelog_file, 0700), 0);
	add(scene, 3);
	await_log(scene, "level=warn event=livelog.unwritten");
	await_log(scene, " error=\"Is a directory\"");
	/* The next one is written. */
	assert_int_equal(rmdir(scene->config.livelog_file), 0);
	add(scene, 6);
	await_lines("log.json", 1);
}

static void an_end_that_nobody_hears_is_logged(void **state)
{
	int ends[2];
	struct serve_livelog livelog;

	(void)state;
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	close(ends[0]);
	livelog.line = ends[1];
	caught_begin();
	serve_livelog_end(&livelog);
	caught_has(caught_end(), "level=warn event=livelog.unreachable");
	assert_int_equal(livelog.line, 0);
	caught_begin();
	serve_livelog_end(&livelog);
	assert_string_equal(caught_end(), "");
}

/* ---- The start ---- */

static void what_cannot_be_used_is_a_sentence_at_the_start(void **state)
{
	static const char *const hooks[] = {"hook", "/nowhere/hook", "/tmp", "/etc/passwd"};
	struct scene *scene = *state;
	char sentence[512];

	for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
		strcpy(scene->config.livelog_hook, hooks[i]);
		sentence[0] = '\0';
		assert_false(serve_livelog_open(
			&scene->config, &scene->user, &scene->user, sentence, sizeof sentence));
		assert_non_null(strstr(sentence, "cannot run the livelog's hook"));
		assert_non_null(strstr(sentence, "correct livelog.hook"));
	}
	scene->config.livelog_hook[0] = '\0';
	strcpy(scene->config.livelog_file, "/nowhere/livelog");
	assert_false(serve_livelog_open(
		&scene->config, &scene->user, &scene->user, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "cannot write the livelog to /nowhere/livelog"));
	strcpy(scene->config.livelog_file, folder);
	assert_false(serve_livelog_open(
		&scene->config, &scene->user, &scene->user, sentence, sizeof sentence));
}

static void without_settings_there_is_no_process(void **state)
{
	struct scene *scene = *state;

	start(scene, &scene->livelog);
	assert_int_equal(scene->livelog.line, 0);
}

static int prepare(void **state)
{
	char sentence[256];

	(void)state;
	signal(SIGPIPE, SIG_IGN); /* as main does */
	return mkdtemp(folder) &&
			       sandbox_prepare(SANDBOX_ENFORCE, folder, sentence, sizeof sentence)
		       ? 0
		       : -1;
}

static int clean_up(void **state)
{
	char command[80];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_scene, tear_down_scene)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(file_and_hook_get_the_same_line),
		TEST(nothing_is_sent_twice),
		TEST(one_of_two_servers_sends),
		TEST(a_minute_has_so_many),
		TEST(a_hook_that_hangs_is_killed_with_its_children),
		TEST(a_hook_that_fails_is_logged),
		TEST(the_hook_may_use_the_network_and_gets_no_rights_back),
		TEST(a_file_that_cannot_be_written_is_logged),
		TEST(an_end_that_nobody_hears_is_logged),
		TEST(what_cannot_be_used_is_a_sentence_at_the_start),
		TEST(without_settings_there_is_no_process),
	};

	return cmocka_run_group_tests(tests, prepare, clean_up);
}
