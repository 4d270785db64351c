/* The pages of a site as a whole, compared with a film: each file, line by line. */
#include "tests/test.h"

#include "engine/engine.h"
#include "tests/door/film.h"
#include "tests/door/site_scene.h"

#include <ftw.h>

#define PATHS_MAX 200
#define PIECE 1500 /* bytes of a long line that are one line of the film */

static struct test_store *place;
static struct site_scene site;

static char *paths[PATHS_MAX];
static size_t path_count;

/* ---- The store ---- */

static int64_t accounts[4];

struct ended {
	int account, points, outcome;
	const char *cause, *epitaph, *avenged, *avenged_by;
};

static void add_run(const struct ended *one, int64_t ended)
{
	struct store_run run = begin_at(place, accounts[one->account], ended - 3600);
	struct store_score score = score_of(run.id, one->points, one->outcome == OUTCOME_DIED);

	score.outcome = (uint8_t)one->outcome;
	score.ended = ended;
	score.turns = (uint32_t)one->points * 3;
	score.gold = one->points / 7;
	score.level = 1 + one->points / 100;
	score.depth = 1 + one->points / 200;
	score.deepest = 2 + one->points / 150;
	score.levels_visited = one->points % 2 ? RESULT_UNRECORDED : 3 + one->points / 300;
	snprintf(score.cause, sizeof score.cause, "%s", one->cause);
	snprintf(score.epitaph, sizeof score.epitaph, "%s", one->epitaph);
	snprintf(score.avenged, sizeof score.avenged, "%s", one->avenged);
	snprintf(score.avenged_by, sizeof score.avenged_by, "%s", one->avenged_by);
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
}

static void add_try(int account, const char *date, int points, int64_t begun)
{
	struct store_day day = {.hash = {0x12, 0x34}, .seed = {0xab}};
	struct store_score score;
	struct store_run run;

	snprintf(day.date, sizeof day.date, "%s", date);
	store_day_publish(place->store, "cellar", &day);
	assert_int_equal(store_try_begin(place->store, "cellar", date,
				 &(struct store_begin){accounts[account], STORE_DAILY, seed,
					 "birth", 5, 1, bundle, begun},
				 &run),
		STORE_OK);
	score = score_of(run.id, points, true);
	score.ended = begun + 600;
	assert_int_equal(append(place, run.id, run.epoch, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, run.epoch, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
}

static void publish(const char *date, uint8_t hash)
{
	struct store_day day = {.hash = {hash}, .seed = {hash}};

	snprintf(day.date, sizeof day.date, "%s", date);
	assert_int_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
}

static void fill(void)
{
	static const struct ended runs[] = {
		{0, 900, OUTCOME_WON, "brought the Receiver home", "", "", ""},
		{0, 451, OUTCOME_DIED, "killed by a wire worm", "Mind the <wire> & \"worm\".", "",
			"Otto-B"},
		{1, 700, OUTCOME_LEFT, "came home", "", "Ada, Fay", ""},
		{1, 120, OUTCOME_DIED, "killed by a rat", "E", "", ""},
		{2, 333, OUTCOME_QUIT, "hung up", "", "", ""}};

	accounts[0] = caller(place, "Ada");
	accounts[1] = caller(place, "Otto-B");
	accounts[2] = caller(place, "Fay");
	accounts[3] = caller(place, "Only-Tries");
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
		add_run(&runs[i], SITE_NOON - 5 * SITE_DAY + (int64_t)i * 4000);
	add_try(0, "2026-11-20", 210, SITE_NOON - 4 * SITE_DAY);
	add_try(3, "2026-11-20", 440, SITE_NOON - 4 * SITE_DAY);
	add_try(2, "2026-W46", 130, SITE_NOON - 12 * SITE_DAY);
	add_try(1, "2026-10-20", 90, SITE_NOON - 35 * SITE_DAY);
	publish("2026-11-24", 0x77);
	publish("2026-11-25", 0x88);
}

/* ---- The film ---- */

static int note_path(const char *path, const struct stat *facts, int kind, struct FTW *walk)
{
	const char *name = path + strlen(site.folder) + 1;

	(void)facts, (void)walk;
	if (kind != FTW_F || strncmp(name, "assets/site", 11) == 0 ||
		strcmp(name, "assets/replay.js") == 0)
		return 0;
	assert_true(path_count < PATHS_MAX);
	paths[path_count++] = strdup(name);
	return 0;
}

static int by_text(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

static void film_text(struct film *film, const char *text)
{
	char line[PIECE + 1];

	while (*text) {
		size_t length = strcspn(text, "\n");

		length = length < PIECE ? length : PIECE;
		snprintf(line, sizeof line, "%.*s", (int)length, text);
		film_line(film, line);
		text += length + (text[length] == '\n');
	}
}

/* Films all files of the site, in the order of their names. */
static void film_site(const char *name)
{
	struct film film;
	char title[300];

	if (!site_again(&site, place->store))
		fail_msg("%s", site.sentence);
	path_count = 0;
	assert_int_equal(nftw(site.folder, note_path, 16, FTW_PHYS), 0);
	qsort(paths, path_count, sizeof *paths, by_text);
	film_open(&film, name);
	for (size_t i = 0; i < path_count; i++) {
		char *text = site_file(&site, paths[i]);

		snprintf(title, sizeof title, "== %.200s", paths[i]);
		film_line(&film, title);
		film_text(&film, text);
		free(text);
		free(paths[i]);
	}
	film_close(&film);
}

static void put_player(void)
{
	static char folder[100];
	char command[400];

	snprintf(folder, sizeof folder, "%s/xterm", place->directory);
	snprintf(command, sizeof command,
		"mkdir -p %s && printf 'a;' > %s/a.js && printf 'style' > %s/xterm.css", folder,
		folder, folder);
	assert_int_equal(system(command), 0);
	site.settings.xterm = folder;
}

static void all_pages_are_as_filmed(void **state)
{
	(void)state;
	put_player();
	film_site("site-empty");
	fill();
	film_site("site-pages");
}

static int set_up_site(void **state)
{
	set_up(state);
	place = *state;
	site_scene_begin(&site, place->directory);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_pages_are_as_filmed, set_up_site, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
