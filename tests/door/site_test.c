/* The pages of a site: what is on them, what is not, and which are written again. */
#include "tests/test.h"

#include "site_scene.h"

#include "door/site/folder.h"
#include "door/site/ledger.h"
#include "door/site/markup.h"

#include <sys/wait.h>

#define HOSTILE "<script>alert('1')</script>&\"\x1b[31m\xff"
#define HOSTILE_ESCAPED "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;?[31m?"

/* ---- Parts ---- */

static void markup_escapes_all_that_is_inserted(void **state)
{
	struct markup markup = {0};

	(void)state;
	markup_add(&markup, "<p title=\"%s\">%d%% %u %lld</p>", HOSTILE, -3, 7U, 1LL << 40);
	markup_bytes(&markup, "", 1);
	assert_string_equal(
		markup.bytes, "<p title=\"" HOSTILE_ESCAPED "\">-3% 7 1099511627776</p>");
	markup_clear(&markup);
	markup_lines(&markup, "a\n<\tb");
	markup_plain(&markup, "\tc\n<");
	markup_bytes(&markup, "", 1);
	assert_string_equal(markup.bytes, "a\n&lt;?b?c?<");
	markup_free(&markup);
}

/* Each is safe, and none is that of another name. */
static void names_of_files_are_safe_and_differ(void **state)
{
	static const char *const names[] = {"ada", "ada-b", "ada--b", "ada_b", "ada/b", "../ada",
		"-ada", "ada-", "ada--2db", "ada.b", "a\xc3\xa9", "ada b", "<ada>", "--", "-", ""};
	char files[sizeof names / sizeof *names][SITE_NAME_MAX], upper[SITE_NAME_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		site_name(names[i], files[i]);
		assert_int_equal(strspn(files[i], "abcdefghijklmnopqrstuvwxyz0123456789-"),
			strlen(files[i]));
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(files[i], files[k]);
	}
	assert_string_equal(files[0], "ada");
	assert_string_equal(files[1], "ada-b");
	site_name("ADA-b", upper);
	assert_string_equal(upper, files[1]);
}

static void count_row(void *context, const char *path)
{
	assert_string_equal(path, "runs/2.html");
	*(unsigned *)context += 1;
}

static void a_ledger_comes_back_from_its_text(void **state)
{
	struct ledger *ledger = ledger_new(), *again = ledger_new();
	char path[LEDGER_PATH_MAX];
	unsigned gone = 0;
	size_t size;
	char *text;

	(void)state;
	for (int i = 1; i <= 3000; i++) {
		snprintf(path, sizeof path, "runs/%d.html", i);
		ledger_put(ledger, path, (uint64_t)i << 40, i - 2);
	}
	text = ledger_text(ledger, &size);
	assert_int_equal(size, strlen(text));
	ledger_read(again, "nonsense\n0 0 ../../etc/passwd\n0 0 /etc/passwd\n0 0 A\n\n");
	assert_null(ledger_find(again, "../../etc/passwd"));
	ledger_read(again, text);
	free(text);
	for (int i = 1; i <= 3000; i++) {
		snprintf(path, sizeof path, "runs/%d.html", i);
		struct ledger_row *row = ledger_find(again, path);

		assert_non_null(row);
		assert_true(row->signature == (uint64_t)i << 40 && row->number == i - 2);
		assert_false(row->kept);
		row->kept = i != 2;
	}
	ledger_remove_others(again, count_row, &gone);
	assert_int_equal(gone, 1);
	assert_null(ledger_find(again, "runs/2.html"));
	assert_non_null(ledger_find(again, "runs/3000.html"));
	ledger_free(ledger);
	ledger_free(again);
}

/* ---- A site ---- */

static int scene_set_up(void **state)
{
	struct site_scene *scene = calloc(1, sizeof *scene);

	set_up((void **)&scene->place);
	site_scene_begin(scene, scene->place->directory);
	*state = scene;
	return 0;
}

static int scene_tear_down(void **state)
{
	struct site_scene *scene = *state;

	tear_down((void **)&scene->place);
	free(scene);
	return 0;
}

static void write_again(struct site_scene *scene)
{
	if (!site_again(scene, scene->place->store))
		fail_msg("%s", scene->sentence);
}

/* Vera's run is 1, Otto's are 2 and 3. */
static void play_some(struct site_scene *scene)
{
	struct test_store *place = scene->place;
	int64_t vera = caller(place, "Vera"), otto = caller(place, "Otto-B");

	finish(place, vera, 20, true, SITE_NOON - 900, SITE_NOON - 800);
	finish(place, otto, 10, true, SITE_NOON - 700, SITE_NOON - 600);
	finish(place, otto, 30, false, SITE_NOON - 500, SITE_NOON - 400);
}

static void boards_players_and_runs_have_pages(void **state)
{
	struct site_scene *scene = *state;

	play_some(scene);
	assert_int_equal(store_score_epitaph(scene->place->store, 1, 1, HOSTILE), STORE_OK);
	write_again(scene);
	assert_int_equal(scene->counts.runs, 3);
	assert_true(site_file_has(scene, "runs/1.html", "killed by a rat"));
	assert_true(site_file_has(scene, "runs/1.html", HOSTILE_ESCAPED));
	assert_true(site_file_has(scene, "players/otto-b.html", "../runs/2.html"));
	assert_true(site_file_has(scene, "players/otto-b.html", "<dt>Runs</dt><dd>2</dd>"));
	assert_true(site_file_has(scene, "boards/cellar-runs.html", "../runs/3.html"));
	assert_true(site_file_has(scene, "boards/cellar-players.json", "\"name\": \"Otto-B\""));
	assert_false(site_file_has(scene, "boards/cellar-players.html", "../runs/2.html"));
	assert_true(site_file_has(scene, "feed.xml", HOSTILE_ESCAPED));
	assert_true(site_file_has(scene, "xlogfile", "run=1\tgame=cellar\tname=Vera\tscore=20"));
	assert_true(site_file_has(scene, "index.html", "runs/3.html"));
	assert_int_equal(site_has_anywhere(scene, "\x1b"), 0);
	assert_int_equal(site_has_anywhere(scene, "\xff"), 0);
	site_pages_only = true;
	assert_int_equal(site_has_anywhere(scene, "<script>alert"), 0);
	site_pages_only = false;
}

static unsigned lines_of(const struct site_scene *scene, const char *name)
{
	char *text = site_file(scene, name);
	unsigned lines = 0;

	for (const char *at = text; at && *at; at++)
		lines += *at == '\n';
	free(text);
	return lines;
}

static void only_what_changed_is_written(void **state)
{
	struct site_scene *scene = *state;
	struct test_store *place = scene->place;
	int64_t nora;

	play_some(scene);
	write_again(scene);
	write_again(scene);
	assert_int_equal(scene->counts.written, 0);
	assert_int_equal(scene->counts.removed, 0);
	/* An epitaph: the run, its player, the feed, and boards as JSON, which has epitaphs. */
	assert_int_equal(store_score_epitaph(place->store, 2, 2, "Alas"), STORE_OK);
	write_again(scene);
	assert_true(site_file_has(scene, "runs/2.html", "Alas"));
	assert_true(site_file_has(scene, "boards/cellar-runs.json", "Alas"));
	assert_in_range(scene->counts.written, 3, 6);
	/* A new run touches no page of another one, nor of another player. */
	nora = caller(place, "Nora");
	finish(place, nora, 15, true, SITE_NOON - 300, SITE_NOON - 200);
	write_again(scene);
	assert_in_range(scene->counts.written, 4, 13);
	assert_int_equal(lines_of(scene, "xlogfile"), 4);
	assert_true(site_file_has(scene, "xlogfile", "name=Nora"));
	write_again(scene);
	assert_int_equal(scene->counts.written, 0);
}

static void a_run_that_no_board_shows_has_no_page(void **state)
{
	struct site_scene *scene = *state;
	struct test_store *place = scene->place;

	play_some(scene);
	write_again(scene);
	assert_int_equal(store_score_remove(place->store, 1), STORE_OK);
	write_again(scene);
	assert_null(site_file(scene, "runs/1.html"));
	assert_null(site_file(scene, "players/vera.html"));
	assert_int_equal(site_has_anywhere(scene, "Vera"), 0);
	assert_int_equal(lines_of(scene, "xlogfile"), 2);
	assert_int_equal(store_score_verify(place->store, 2, STORE_REFUTED), STORE_OK);
	write_again(scene);
	assert_null(site_file(scene, "runs/2.html"));
	assert_int_equal(site_has_anywhere(scene, "runs/2.html"), 0);
}

static void another_name_is_everywhere_the_new_one(void **state)
{
	struct site_scene *scene = *state;

	play_some(scene);
	write_again(scene);
	assert_int_equal(store_account_rename(scene->place->store, 2, "Ottilie"), STORE_OK);
	write_again(scene);
	assert_null(site_file(scene, "players/otto-b.html"));
	assert_true(site_file_has(scene, "players/ottilie.html", "../runs/2.html"));
	assert_true(site_file_has(scene, "runs/2.html", "../players/ottilie.html"));
	assert_int_equal(site_has_anywhere(scene, "Otto-B"), 0);
	assert_int_equal(lines_of(scene, "xlogfile"), 3);
}

static void an_open_day_is_nowhere(void **state)
{
	static const char date[] = "2026-11-23";
	struct site_scene *scene = *state;
	struct test_store *place = scene->place;
	const struct store_day day = {.date = "2026-11-23", .seed = {0xab, 0xcd}, .hash = {0x12}};
	struct store_run run;
	struct store_score score;
	int64_t mina = caller(place, "Mina");

	play_some(scene);
	assert_int_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
	assert_int_equal(store_try_begin(place->store, "cellar", date,
				 &(struct store_begin){mina, STORE_DAILY, seed, "birth", 5, 1,
					 bundle, SITE_NOON - SITE_DAY},
				 &run),
		STORE_OK);
	score = score_of(run.id, 99, true);
	score.ended = SITE_NOON - SITE_DAY + 60;
	strcpy(score.epitaph, "Secret");
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	/* 2026-11-24: the day has closed, but its seed is not revealed. */
	write_again(scene);
	assert_int_equal(scene->counts.runs, 3);
	assert_int_equal(site_has_anywhere(scene, "Mina"), 0);
	assert_int_equal(site_has_anywhere(scene, "Secret"), 0);
	assert_int_equal(site_has_anywhere(scene, "/4.html"), 0);
	assert_int_equal(site_has_anywhere(scene, "abcd0000"), 0);
	assert_int_equal(site_has_anywhere(scene, "2026-11-23"), 0);
	scene->settings.now = SITE_NOON + SITE_DAY / 2 - 1;
	write_again(scene);
	assert_int_equal(site_has_anywhere(scene, "Mina"), 0);
	scene->settings.now++;
	write_again(scene);
	assert_true(site_file_has(scene, "days/cellar-2026-11-23.html", "../runs/4.html"));
	assert_true(site_file_has(scene, "days/cellar-2026-11-23.html", "abcd0000"));
	assert_true(site_file_has(scene, "runs/4.html", "Secret"));
	assert_true(site_file_has(scene, "players/mina.html", "../runs/4.html"));
	assert_true(site_file_has(scene, "days/index.html", "cellar-2026-11-23.html"));
}

/* Plays a try at a day or a week. */
static void play_try(struct site_scene *scene, int64_t account, const char *name)
{
	struct test_store *place = scene->place;
	struct store_day day = {.hash = {0x12}};
	struct store_score score;
	struct store_run run;

	strcpy(day.date, name);
	assert_int_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
	assert_int_equal(store_try_begin(place->store, "cellar", name,
				 &(struct store_begin){account, STORE_DAILY, seed, "birth", 5, 1,
					 bundle, SITE_NOON - 30 * SITE_DAY},
				 &run),
		STORE_OK);
	score = score_of(run.id, 99, true);
	assert_int_equal(append(place, run.id, run.epoch, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, run.epoch, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
}

static void days_and_weeks_are_listed_by_time(void **state)
{
	static const char *const newest_first[] = {"2026-11-20", "2026-W46", "2026-11-08"};
	struct site_scene *scene = *state;
	int64_t mina = caller(scene->place, "Mina");
	const char *at;
	char *page;

	for (size_t i = 0; i < 3; i++)
		play_try(scene, mina, newest_first[i]);
	write_again(scene);
	at = page = site_file(scene, "days/index.html");
	for (size_t i = 0; i < 3; i++) {
		at = strstr(at, newest_first[i]);
		assert_non_null(at);
	}
	free(page);
	assert_true(site_file_has(scene, "today.html", "days/cellar-2026-11-20.html"));
}

/* Contests count when they are shown, not when they close. */
static void seasons_count_what_is_shown(void **state)
{
	struct site_scene *scene = *state;
	int64_t mina = caller(scene->place, "Mina");

	play_some(scene);
	play_try(scene, mina, "2026-11-22");
	scene->settings.now = SITE_NOON - SITE_DAY / 2 - 1;
	write_again(scene);
	assert_true(site_file_has(scene, "seasons/index.html", "none yet"));
	assert_int_equal(site_has_anywhere(scene, "Mina"), 0);
	scene->settings.now++;
	write_again(scene);
	assert_true(site_file_has(scene, "seasons/index.html", "2026-S12.html"));
	assert_true(site_file_has(scene, "seasons/2026-S12.html",
		"../players/mina.html\">Mina</a></th><td class=\"number\">10</td>"));
	assert_true(
		site_file_has(scene, "seasons/2026-S12.html", "<p>From <time datetime=\"2026-"));
	/* The season before has its page, too. */
	play_try(scene, mina, "2026-10-30");
	write_again(scene);
	assert_true(site_file_has(scene, "seasons/2026-S11.html", "Mina"));
}

static void a_board_of_another_kind_is_hidden(void **state)
{
	(void)state;
	assert_true(site_may_show("cellar", 0));
	assert_false(site_may_show("cellar/2026-11-23", SITE_NOON));
	assert_true(site_may_show("cellar/2026-11-22", SITE_NOON));
	/* A week is shown a day after its Sunday. */
	assert_false(site_may_show("cellar/2026-W47", SITE_NOON - 13 * 3600));
	assert_true(site_may_show("cellar/2026-W47", SITE_NOON));
	assert_false(site_may_show("cellar/2026-W54", INT64_MAX));
	assert_false(site_may_show("cellar/", INT64_MAX));
	assert_false(site_may_show("cellar/2026-02-30", INT64_MAX));
}

/* ---- Faults ---- */

/* The exit status of a process that writes the site on a disk with room for files of so many
 * bytes. */
static int write_on_full_disk(struct site_scene *scene, rlim_t most)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		char sentence[512];
		struct store *store =
			store_open_to_read(scene->place->directory, sentence, sizeof sentence);

		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, most});
		bool written = store && site_again(scene, store);
		_exit(written ? 0 : strstr(scene->sentence, "cannot write") ? 1 : 2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_full_disk_leaves_whole_pages(void **state)
{
	struct site_scene *scene = *state;
	char *before, *after;

	play_some(scene);
	write_again(scene);
	before = site_file(scene, "runs/2.html");
	assert_int_equal(store_score_epitaph(scene->place->store, 2, 2, "Alas"), STORE_OK);
	assert_int_equal(write_on_full_disk(scene, 500), 1);
	after = site_file(scene, "runs/2.html");
	assert_string_equal(before, after);
	free(before);
	free(after);
	/* With room it goes on. */
	write_again(scene);
	assert_true(site_file_has(scene, "runs/2.html", "Alas"));
	assert_true(site_file_has(scene, "boards/cellar-runs.json", "Alas"));
	assert_int_equal(scene->counts.removed, 0);
}

/* Without its ledger the next round would not know which pages are its own. */
static void a_ledger_that_is_not_written_is_reported(void **state)
{
	struct site_scene *scene = *state;
	char command[300];

	play_some(scene);
	write_again(scene);
	snprintf(command, sizeof command, "cd %s && rm .ledger && mkdir -p .ledger/in-the-way",
		scene->folder);
	assert_int_equal(system(command), 0);
	assert_false(site_again(scene, scene->place->store));
	assert_non_null(strstr(scene->sentence, "/.ledger: "));
	snprintf(command, sizeof command, "rm -r %s/.ledger", scene->folder);
	assert_int_equal(system(command), 0);
	write_again(scene);
	assert_string_equal(scene->sentence, "");
}

static void a_folder_that_is_none_is_refused(void **state)
{
	struct site_scene *scene = *state;
	char path[256];
	FILE *file;

	play_some(scene);
	scene->settings.folder = "/proc/no-site";
	assert_false(site_again(scene, scene->place->store));
	assert_non_null(strstr(scene->sentence, "cannot make /proc/no-site: "));
	/* The state directory has other files. */
	scene->settings.folder = scene->place->directory;
	assert_false(site_again(scene, scene->place->store));
	assert_non_null(strstr(scene->sentence, "it has other files"));
	/* A link in the place of a page is replaced, and not followed. */
	scene->settings.folder = scene->folder;
	write_again(scene);
	snprintf(path, sizeof path, "%s/target", scene->place->directory);
	file = fopen(path, "w");
	fputs("untouched", file);
	fclose(file);
	snprintf(path, sizeof path, "ln -sf ../../target %s/runs/.part", scene->folder);
	assert_int_equal(system(path), 0);
	assert_int_equal(store_score_epitaph(scene->place->store, 2, 2, "Alas"), STORE_OK);
	write_again(scene);
	snprintf(path, sizeof path, "grep -q untouched %s/target", scene->place->directory);
	assert_int_equal(system(path), 0);
}

static void one_process_writes_at_a_time(void **state)
{
	static const char *const none[] = {NULL}, *const more[] = {"more", NULL};
	struct site_scene *scene = *state;
	int status, ready[2];
	struct folder folder;
	char byte;
	pid_t pid;

	play_some(scene);
	write_again(scene);
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		bool open = folder_open(&folder, scene->folder, none);

		if (!open || write(ready[1], "x", 1) != 1)
			_exit(1);
		pause();
		_exit(0);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_false(site_again(scene, scene->place->store));
	assert_non_null(strstr(scene->sentence, "another process"));
	/* The folders of a newer release are made before it has the lock. */
	assert_true(folder_make(scene->folder, more));
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	write_again(scene);
	close(ready[0]);
	close(ready[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markup_escapes_all_that_is_inserted),
		cmocka_unit_test(names_of_files_are_safe_and_differ),
		cmocka_unit_test(a_ledger_comes_back_from_its_text),
		cmocka_unit_test_setup_teardown(
			boards_players_and_runs_have_pages, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			only_what_changed_is_written, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			a_run_that_no_board_shows_has_no_page, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			another_name_is_everywhere_the_new_one, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			days_and_weeks_are_listed_by_time, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			seasons_count_what_is_shown, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			an_open_day_is_nowhere, scene_set_up, scene_tear_down),
		cmocka_unit_test(a_board_of_another_kind_is_hidden),
		cmocka_unit_test_setup_teardown(
			a_full_disk_leaves_whole_pages, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			a_ledger_that_is_not_written_is_reported, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			a_folder_that_is_none_is_refused, scene_set_up, scene_tear_down),
		cmocka_unit_test_setup_teardown(
			one_process_writes_at_a_time, scene_set_up, scene_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
