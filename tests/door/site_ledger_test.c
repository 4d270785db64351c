/* The ledger and the achievements on a player's page and in the player's JSON. */
#include "tests/test.h"

#include "door/config/content_load.h"
#include "tests/door/site_scene.h"

static const char achievements[] =
	"achievement rats\n  name Vermin\n  look A \"rat\" <b>lets</b> go & leaves.\n"
	"  needs beaten cable-rat\n"
	"achievement both\n  name Both ways\n  look In and out.\n  needs ending died\n"
	"  needs ending left\n  scope all-calls\n";

static const uint8_t own_bundle[16] = "the own bundle";
static struct content *content;

static void write_again(struct site_scene *scene)
{
	if (!site_again(scene, scene->place->store))
		fail_msg("%s", scene->sentence);
}

/* Loads the content with these achievements in place of its own. */
static struct content *load(const struct site_scene *scene, const char *text)
{
	char path[120];
	FILE *file;
	struct content *loaded;

	snprintf(path, sizeof path, "%s/" CONTENT_ACHIEVEMENTS, scene->place->directory);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	loaded = content_load(scene->place->directory);
	assert_non_null(loaded);
	return loaded;
}

static int set_up_content(void **state)
{
	struct site_scene *scene = calloc(1, sizeof *scene);

	set_up((void **)&scene->place);
	content = load(scene, achievements);
	assert_int_equal(
		store_bundle_put(scene->place->store, own_bundle, content_game(content), "text", 4),
		STORE_OK);
	site_scene_begin(scene, scene->place->directory);
	scene->settings.content = content;
	*state = scene;
	return 0;
}

static int tear_down_content(void **state)
{
	struct site_scene *scene = *state;
	void *place = scene->place;

	content_free(content);
	free(scene);
	return tear_down(&place);
}

/* Ends a run of the content's game. date: of a try at a day, or NULL. */
static int64_t play(struct test_store *place, int64_t account, const char *date)
{
	struct store_begin begin = {
		account, STORE_RANKED, seed, "birth", 5, 1, own_bundle, SITE_NOON - SITE_DAY};
	struct store_run run;
	struct store_score score;

	begin.mode = date ? STORE_DAILY : STORE_RANKED;
	assert_int_equal(
		date ? store_try_begin(place->store, content_game(content), date, &begin, &run)
		     : store_run_begin(place->store, &begin, &run),
		STORE_OK);
	score = score_of(run.id, 50, true);
	score.ended = SITE_NOON - SITE_DAY + 60;
	assert_int_equal(append(place, run.id, run.epoch, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, run.epoch, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	return run.id;
}

static void prove(struct test_store *place, int64_t run, unsigned kind, const char *id)
{
	assert_int_equal(store_feat_add(place->store, run, kind, id), STORE_OK);
}

static bool page_counts(
	struct site_scene *scene, enum feat_kind kind, const char *label, unsigned known)
{
	char row[120];

	snprintf(row, sizeof row, "<dt>%s</dt><dd>%u of %u</dd>", label, known,
		content_feat_count(content, kind, NULL, 0).all);
	return site_file_has(scene, "players/ada.html", row);
}

static void a_player_has_a_ledger_and_achievements(void **state)
{
	struct site_scene *scene = *state;
	struct test_store *place = scene->place;
	int64_t ada = caller(place, "Ada"), first = play(place, ada, NULL),
		second = play(place, ada, NULL);

	play(place, caller(place, "Bea"), NULL);
	prove(place, first, FEAT_MET, "cable-rat");
	prove(place, first, FEAT_MET, "desk-dog");
	prove(place, second, FEAT_MET, "cable-rat");
	prove(place, second, FEAT_BEATEN, "cable-rat");
	prove(place, second, FEAT_ACHIEVEMENT, "rats");
	prove(place, second, FEAT_ACHIEVEMENT, "of-another-content");
	write_again(scene);
	assert_true(page_counts(scene, FEAT_MET, "Creatures met", 2));
	assert_true(page_counts(scene, FEAT_BEATEN, "Creatures beaten", 1));
	assert_true(page_counts(scene, FEAT_LETTER, "Letters read", 0));
	assert_true(site_file_has(scene, "players/ada.html", "<p>1 of 2 earned.</p>"));
	assert_true(site_file_has(scene, "players/ada.html",
		"<a href=\"../runs/2.html\">Vermin</a></dt><dd>A &quot;rat&quot; "
		"&lt;b&gt;lets&lt;/b&gt; go &amp; leaves.</dd>"));
	assert_true(site_file_has(scene, "players/ada.html", "<a href=\"ada.json\">"));
	assert_true(site_file_has(scene, "players/ada.json", "\"known\": 2"));
	assert_true(site_file_has(scene, "players/ada.json", "\"id\": \"rats\""));
	assert_false(site_file_has(scene, "players/ada.json", "of-another-content"));
	assert_true(site_file_has(scene, "players/bea.html", "<p>0 of 2 earned.</p>"));
	write_again(scene);
	assert_int_equal(scene->counts.written, 0);
}

/* It appears and goes without another run. */
static void a_player_who_hides_has_none(void **state)
{
	struct site_scene *scene = *state;
	struct test_store *place = scene->place;
	int64_t ada = caller(place, "Ada"), run = play(place, ada, NULL);

	prove(place, run, FEAT_ACHIEVEMENT, "rats");
	write_again(scene);
	assert_true(site_file_has(scene, "players/ada.html", "Ledger"));
	assert_int_equal(
		store_account_set_options(place->store, ada, "bell=off watch=hidden"), STORE_OK);
	write_again(scene);
	assert_false(site_file_has(scene, "players/ada.html", "Ledger"));
	assert_false(site_file_has(scene, "players/ada.html", "Vermin"));
	assert_true(site_file_has(scene, "players/ada.json", "\"name\": \"Ada\""));
	assert_false(site_file_has(scene, "players/ada.json", "ledger"));
	assert_false(site_file_has(scene, "players/ada.json", "rats"));
	assert_true(site_file_has(scene, "runs/1.html", "../players/ada.html"));
	assert_int_equal(
		store_account_set_options(place->store, ada, "watch=hidden-not"), STORE_OK);
	write_again(scene);
	assert_true(site_file_has(scene, "players/ada.html", "Ledger"));
}

static void an_open_day_adds_nothing_to_a_ledger(void **state)
{
	static const char date[] = "2026-11-23";
	struct site_scene *scene = *state;
	struct test_store *place = scene->place;
	const struct store_day day = {.date = "2026-11-23", .seed = {0xab}, .hash = {0x12}};
	int64_t ada = caller(place, "Ada"), ranked = play(place, ada, NULL);

	assert_int_equal(store_day_publish(place->store, content_game(content), &day), STORE_OK);
	int64_t secret = play(place, ada, date);
	prove(place, ranked, FEAT_MET, "cable-rat");
	prove(place, secret, FEAT_MET, "desk-dog");
	prove(place, secret, FEAT_ACHIEVEMENT, "rats");
	write_again(scene);
	assert_true(page_counts(scene, FEAT_MET, "Creatures met", 1));
	assert_int_equal(site_has_anywhere(scene, "Vermin"), 0);
	scene->settings.now = SITE_NOON + SITE_DAY / 2;
	write_again(scene);
	assert_true(page_counts(scene, FEAT_MET, "Creatures met", 2));
	assert_true(site_file_has(scene, "players/ada.html", "Vermin"));
}

static void another_achievement_is_another_page(void **state)
{
	static const char more[] = "achievement more\n  name More\n  look It is more.\n"
				   "  needs gold at-least 1\n";
	struct site_scene *scene = *state;
	struct content *next = load(scene, more);

	play(scene->place, caller(scene->place, "Ada"), NULL);
	write_again(scene);
	assert_true(site_file_has(scene, "players/ada.html", "<p>0 of 2 earned.</p>"));
	scene->settings.content = next;
	write_again(scene);
	assert_true(site_file_has(scene, "players/ada.html", "<p>0 of 1 earned.</p>"));
	assert_int_equal(scene->counts.written, 2);
	scene->settings.content = NULL;
	write_again(scene);
	assert_false(site_file_has(scene, "players/ada.html", "Ledger"));
	content_free(next);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up_content, tear_down_content)
	const struct CMUnitTest tests[] = {
		TEST(a_player_has_a_ledger_and_achievements),
		TEST(a_player_who_hides_has_none),
		TEST(an_open_day_adds_nothing_to_a_ledger),
		TEST(another_achievement_is_another_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
