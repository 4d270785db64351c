/* The process that writes the pages of a site: what it may use, its rounds, and its end. */
#include "tests/test.h"

#include "tests/door/caught.h"
#include "tests/door/site_scene.h"

#include "door/command/serve_site.h"
#include "door/os/log.h"
#include "door/os/sandbox.h"

#include <fcntl.h>
#include <sys/wait.h>

struct scene {
	struct test_store *place;
	struct config config;
	struct serve_site site;
	struct user user;
	struct site_scene pages;
	FILE *log;
};

/* All tests have one directory, which the sandbox opens. */
static char folder[] = "/tmp/trapdoor-serve-site-XXXXXX";

static int set_up_scene(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	char command[80];

	snprintf(command, sizeof command, "rm -rf %s/*", folder);
	assert_int_equal(system(command), 0);
	config_defaults(&scene->config);
	strcpy(scene->config.files_state, folder);
	snprintf(scene->config.site_folder, sizeof scene->config.site_folder, "%s/site", folder);
	scene->config.site_replay_seconds = 0;
	scene->config.site_xterm[0] = '\0';
	assert_int_equal(mkdir(scene->config.site_folder, 0755), 0);
	/* As root, serve gives both sides a user. */
	scene->user =
		geteuid() ? user_by_number(geteuid(), getegid()) : user_by_number(65534, 65534);
	scene->place = calloc(1, sizeof *scene->place);
	strcpy(scene->place->directory, folder);
	reopen(scene->place);
	assert_int_equal(
		store_bundle_put(scene->place->store, bundle, "cellar", "text", 4), STORE_OK);
	finish(scene->place, caller(scene->place, "Ada"), 500, true, 1, 2);
	store_close(scene->place->store);
	scene->place->store = NULL;
	snprintf(command, sizeof command, "chown -R %u:%u %s", (unsigned)scene->user.uid,
		(unsigned)scene->user.gid, folder);
	assert_int_equal(system(command), 0);
	site_scene_begin(&scene->pages, folder);
	scene->log = tmpfile();
	assert_non_null(scene->log);
	assert_int_equal(fcntl(fileno(scene->log), F_SETFL, O_APPEND), 0);
	*state = scene;
	return 0;
}

static int tear_down_scene(void **state)
{
	struct scene *scene = *state;

	serve_site_end(&scene->site);
	fclose(scene->log);
	free(scene->place);
	free(scene);
	return 0;
}

static const char *log_of(const struct scene *scene)
{
	static char log[8192];
	ssize_t size = pread(fileno(scene->log), log, sizeof log - 1, 0);

	log[size > 0 ? size : 0] = '\0';
	return log;
}

/* The process has the lowest priority. */
static void await_log(const struct scene *scene, const char *wanted)
{
	for (int i = 0; i < 12000 && !strstr(log_of(scene), wanted); i++)
		usleep(10000);
	if (!strstr(log_of(scene), wanted))
		fail_msg("not logged: %s, but %s", wanted, log_of(scene));
}

static void open_site(struct scene *scene)
{
	char sentence[512] = "";

	assert_true(serve_site_open(&scene->config, &scene->user, sentence, sizeof sentence));
	assert_string_equal(sentence, "");
}

static void start(struct scene *scene)
{
	int before = dup(STDERR_FILENO);

	open_site(scene);
	log_level_set(LOG_DEBUG);
	assert_true(dup2(fileno(scene->log), STDERR_FILENO) >= 0);
	assert_true(serve_site_start(&scene->site, &scene->config, NULL, &scene->user));
	assert_true(dup2(before, STDERR_FILENO) >= 0);
	close(before);
	log_level_set(LOG_ERROR);
	assert_true(scene->site.line > 0);
}

static void the_pages_are_written_again_and_again(void **state)
{
	struct scene *scene = *state;

	strcpy(scene->config.mssp_name, "The Far Exchange");
	scene->config.site_every_seconds = 1;
	start(scene);
	await_log(scene, "event=site.written pid=");
	await_log(scene, " runs=1 files=");
	assert_true(site_file_has(&scene->pages, "index.html", "The Far Exchange"));
	assert_true(site_file_has(&scene->pages, "index.html", "Ada"));
	/* The next round finds nothing to write. */
	await_log(scene, " runs=1 files=0 removed=0 replayed=0");
	assert_null(strstr(log_of(scene), "site.failed"));
	assert_null(strstr(log_of(scene), "site.died"));
}

/* Another server writes the pages: the process ends, and nobody writes. */
static void the_process_ends_with_its_line(void **state)
{
	struct scene *scene = *state;
	int status;

	start(scene);
	await_log(scene, " runs=1 files=");
	serve_site_end(&scene->site);
	assert_int_equal(scene->site.line, 0);
	assert_true(waitpid(-1, &status, 0) > 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_null(strstr(log_of(scene), "site.unreachable"));
}

static void a_database_that_cannot_be_read_is_logged(void **state)
{
	struct scene *scene = *state;
	char path[80];
	FILE *file;

	snprintf(path, sizeof path, "%s/trapdoor.db", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("no database, and long enough to be read as one", file);
	assert_int_equal(fclose(file), 0);
	start(scene);
	await_log(scene, "level=warn event=site.failed");
	await_log(scene, "error=\"");
	assert_null(strstr(log_of(scene), "site.written"));
}

static void an_end_that_nobody_hears_is_logged(void **state)
{
	int ends[2];
	struct serve_site gone;

	(void)state;
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	close(ends[0]);
	gone.line = ends[1];
	caught_begin();
	serve_site_end(&gone);
	caught_has(caught_end(), "level=warn event=site.unreachable");
	assert_int_equal(gone.line, 0);
}

/* Returns the sentence of a folder that is refused. */
static void expect_refused(struct scene *scene, const char *path)
{
	char sentence[512] = "", wanted[512];

	snprintf(scene->config.site_folder, sizeof scene->config.site_folder, "%s", path);
	assert_false(serve_site_open(&scene->config, &scene->user, sentence, sizeof sentence));
	snprintf(wanted, sizeof wanted,
		"cannot write web pages to %s: user %s may not write there; make the folder and "
		"give it to that user, or name another with site.folder",
		path, scene->user.name);
	assert_string_equal(sentence, wanted);
}

static void a_folder_that_cannot_be_used_is_a_sentence(void **state)
{
	struct scene *scene = *state;

	expect_refused(scene, "/nowhere/pages");
	expect_refused(scene, "/etc/passwd/pages");
}

static void without_a_folder_there_is_no_process(void **state)
{
	struct scene *scene = *state;

	scene->config.site_folder[0] = '\0';
	open_site(scene);
	scene->site.line = 77;
	assert_true(serve_site_start(&scene->site, &scene->config, NULL, &scene->user));
	assert_int_equal(scene->site.line, 0);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
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
		TEST(without_a_folder_there_is_no_process),
		TEST(the_pages_are_written_again_and_again),
		TEST(the_process_ends_with_its_line),
		TEST(a_database_that_cannot_be_read_is_logged),
		TEST(an_end_that_nobody_hears_is_logged),
		TEST(a_folder_that_cannot_be_used_is_a_sentence),
	};

	return cmocka_run_group_tests(tests, prepare, clean_up);
}
