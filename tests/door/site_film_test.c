/* Maps and replays of a site: which runs get them, and what becomes of them. */
#include "tests/test.h"

/* A short run: films have the lowest priority. */
#define RECORDED_MAX 200
#include "archived.h"
#include "site_scene.h"

#include "door/site/film.h"

static struct site_scene site;
static struct store *store;

/* The keeper verifies the ended run in the background, and a verified run has another page. */
static void await_verification(int64_t run)
{
	struct store_score score = {.proof = STORE_UNVERIFIED};

	for (int tries = 0; tries < 6000 && score.proof == STORE_UNVERIFIED; tries++) {
		assert_int_equal(store_score_of(store, run, &score), STORE_OK);
		usleep(10000);
	}
	assert_int_equal(score.proof, STORE_VERIFIED);
}

static int film_set_up(void **state)
{
	struct scene *scene;
	char sentence[256] = "";

	scene_set_up(state);
	scene = *state;
	site_scene_begin(&site, scene->fixture->state);
	site.settings.now = time(NULL);
	site.settings.seconds = 60;
	store = store_open_to_read(scene->fixture->state, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	await_verification(scene->recorded.run.id);
	return 0;
}

static int film_tear_down(void **state)
{
	store_close(store);
	return scene_tear_down(state);
}

static void again(void)
{
	if (!site_again(&site, store))
		fail_msg("%s", site.sentence);
}

/* Returns the seconds of the last event of a film, and those of the one before in *before. */
static double last_event(const char *cast, double *before)
{
	double last = 0;

	*before = 0;
	for (const char *at = strchr(cast, '\n'); at && at[1] == '['; at = strchr(at + 1, '\n')) {
		*before = last;
		last = strtod(at + 2, NULL);
	}
	return last;
}

static void a_film_stands_still_before_its_end(void **state)
{
	double before;
	char *cast;

	(void)state;
	again();
	cast = site_file(&site, "runs/1.cast");
	double last = last_event(cast, &before);
	assert_true(before > 0);
	assert_true(last >= before + 2);
	assert_true(last < before + 60);
	free(cast);
}

static void a_run_gets_its_map_and_its_replay(void **state)
{
	char *report, *cast;

	(void)state;
	again();
	assert_int_equal(site.counts.films, 1);
	assert_int_equal(site.counts.failed_films, 0);
	report = site_file(&site, "runs/1.txt");
	assert_non_null(strstr(report, "Where it was"));
	cast = site_file(&site, "runs/1.cast");
	assert_int_equal(strncmp(cast, "{\"version\":2,", 13), 0);
	assert_true(site_file_has(&site, "runs/1.html", "Where it was"));
	assert_true(site_file_has(&site, "runs/1.html", "href=\"1.cast\""));
	/* Without a player the page has no script. */
	assert_false(site_file_has(&site, "runs/1.html", "<script"));
	free(report);
	free(cast);
	again();
	assert_int_equal(site.counts.films, 0);
	assert_int_equal(site.counts.written, 0);
}

/* The old name may be why there is a new one. */
static void films_that_show_another_name_go(void **state)
{
	struct scene *scene = *state;

	again();
	assert_true(site_file_has(&site, "runs/1.cast", "Mina"));
	assert_int_equal(keeper_admin_rename(scene->office, "Mina", "Nina", false), KEEPER_OK);
	again();
	assert_null(site_file(&site, "runs/1.cast"));
	assert_null(site_file(&site, "runs/1.txt"));
	assert_int_equal(site_has_anywhere(&site, "Mina"), 0);
	again();
	assert_int_equal(site.counts.written, 0);
}

static void no_time_makes_pages_alone(void **state)
{
	(void)state;
	site.settings.seconds = 0;
	again();
	assert_null(site_file(&site, "runs/1.txt"));
	assert_null(site_file(&site, "runs/1.cast"));
	assert_true(site_file_has(&site, "runs/1.html", ""));
}

static void films_are_bounded_in_bytes(void **state)
{
	(void)state;
	site.settings.bytes = 10000; /* a report, and no replay */
	again();
	assert_null(site_file(&site, "runs/1.cast"));
	assert_true(site_file_has(&site, "runs/1.txt", ""));
	site.settings.bytes = 0;
	again();
	assert_int_equal(site.counts.films, 0);
}

/* A film that would be too large is not kept, and the run has its report. */
static void a_replay_may_be_too_large(void **state)
{
	struct scene *scene = *state;
	struct markup report = {0}, cast = {0};
	char sentence[128];
	struct run_copy *copy =
		run_copy_new(store, scene->recorded.run.id, sentence, sizeof sentence);

	assert_non_null(copy);
	assert_int_equal(film_make(copy, &(struct film_order){scene->recorded.run.id, 5000, 0},
				 &report, &cast),
		FILM_TOO_LARGE);
	assert_true(report.size > 500 && cast.size <= 5000);
	markup_free(&report);
	markup_free(&cast);
	run_copy_free(copy);
	assert_null(run_copy_new(store, 999, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "cannot read run 999"));
}

/* The copy replays as the run that was played, also across its segments. */
static void a_copy_plays_the_same(void **state)
{
	struct scene *scene = *state;
	char sentence[128];
	struct run_copy *copy =
		run_copy_new(store, scene->recorded.run.id, sentence, sizeof sentence);
	struct run_source source = run_copy_source(copy);
	struct replay_cursor *cursor =
		replay_cursor_new(&source, NULL, scene->recorded.run.id, REPLAY_CURSOR_FORWARD);
	bool whole = false;

	assert_int_equal(run_copy_rules(copy, &whole), ENGINE_RULES_VERSION);
	assert_true(whole);
	for (uint32_t i = 0; i <= scene->recorded.count; i += 97) {
		assert_int_equal(replay_cursor_go(cursor, i), REPLAY_CURSOR_OK);
		assert_true(game_digest(replay_cursor_game(cursor)) == scene->recorded.digests[i]);
	}
	replay_cursor_free(cursor);
	run_copy_free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_run_gets_its_map_and_its_replay, film_set_up, film_tear_down),
		cmocka_unit_test_setup_teardown(
			a_film_stands_still_before_its_end, film_set_up, film_tear_down),
		cmocka_unit_test_setup_teardown(
			films_that_show_another_name_go, film_set_up, film_tear_down),
		cmocka_unit_test_setup_teardown(
			no_time_makes_pages_alone, film_set_up, film_tear_down),
		cmocka_unit_test_setup_teardown(
			films_are_bounded_in_bytes, film_set_up, film_tear_down),
		cmocka_unit_test_setup_teardown(
			a_replay_may_be_too_large, film_set_up, film_tear_down),
		cmocka_unit_test_setup_teardown(a_copy_plays_the_same, film_set_up, film_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
