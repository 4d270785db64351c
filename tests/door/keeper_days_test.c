/* Daily runs: one seed and one birth for all, one try for each, and who sees them when. */
#include "tests/test.h"

#include "door/replay/dump_run.h"
#include "door/replay/replay_cursor.h"
#include "tests/door/day_scene.h"

/* ---- Equal for all ---- */

static uint64_t digest_of_beginning(const struct fixture *fixture, const struct keeper_run *run)
{
	struct game *game = game_new(fixture->content, &run->seed, &run->birth);
	uint64_t digest;

	for (int i = 0; i < 40; i++)
		game_act(game, &(struct command){.verb = VERB_WAIT});
	digest = game_digest(game);
	game_free(game);
	return digest;
}

/* One has a long history: deaths, killers and facts. One comes first and one after deaths on the
 * day. */
static void the_day_is_the_same_for_all(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *bo = player(fixture, "Bob"),
			    *cy = player(fixture, "Cyd");
	struct keeper_run first, runs[2], other;
	uint8_t births[2][BIRTH_BYTES_MAX];

	for (int i = 0; i < 12; i++) {
		fixture_begin_unproven(ada, &other);
		fixture_verify(fixture, end_run(ada, &other, 50 + i));
	}
	/* An ordinary birth holds these deaths and facts. */
	assert_int_equal(keeper_run_begin(ada, false, &other), KEEPER_OK);
	assert_true(other.birth.bones_count > 0 && other.birth.facts != 0);
	begin_try(ada, &first);
	begin_try(bo, &runs[0]);
	quit_try(fixture, ada, &first);
	quit_try(fixture, bo, &runs[0]);
	begin_try(cy, &runs[1]);
	for (int i = 0; i < 2; i++) {
		assert_memory_equal(&runs[i].seed, &first.seed, sizeof first.seed);
		assert_memory_equal(runs[i].content, first.content, sizeof first.content);
		assert_int_equal(runs[i].rules, first.rules);
		assert_int_equal(birth_encode(&runs[i].birth, births[1]),
			birth_encode(&first.birth, births[0]));
		assert_memory_equal(births[0], births[1], birth_encode(&first.birth, births[0]));
		assert_int_equal(digest_of_beginning(fixture, &runs[i]),
			digest_of_beginning(fixture, &first));
	}
	assert_int_equal(first.birth.bones_count, 0);
	assert_int_equal(first.birth.facts, 0);
	/* The header names the player. */
	assert_string_equal(first.player, "Ada");
	assert_string_equal(runs[1].player, "Cyd");
	store_client_free(ada);
	store_client_free(bo);
	store_client_free(cy);
}

/* Deaths on a day lie in no other run, and change no record. */
static void a_daily_run_feeds_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *newcomer;
	struct store_record before, after;
	struct store_query query = {.order = STORE_LATEST, .count = 9};
	struct store_score scores[9];
	struct keeper_run run;
	int64_t ended;
	unsigned ranks[9];
	size_t count;

	assert_int_equal(keeper_record(ada, &before), KEEPER_OK);
	begin_try(ada, &run);
	quit_try(fixture, ada, &run);
	assert_int_equal(keeper_record(ada, &after), KEEPER_OK);
	assert_memory_equal(&before, &after, sizeof before);
	assert_int_equal(keeper_scores(ada, &query, scores, ranks, 9, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(scores[0].score, 100);
	ended = run.id;
	newcomer = fixture_caller(fixture, "Neu");
	assert_int_equal(keeper_run_begin(newcomer, false, &run), KEEPER_OK);
	assert_int_equal(run.birth.bones_count, 1);
	snprintf(query.game, sizeof query.game, "%s/%s", content_game(fixture->content), TODAY);
	assert_int_equal(keeper_scores(ada, &query, scores, ranks, 9, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(scores[0].run, ended);
	store_client_free(ada);
	store_client_free(newcomer);
}

/* ---- One try ---- */

static void there_is_one_try(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *again;
	struct keeper_run own, run, taken;
	struct keeper_day day;

	/* The run in progress stays. */
	assert_int_equal(keeper_run_begin(ada, false, &own), KEEPER_OK);
	begin_try(ada, &run);
	assert_int_not_equal(run.id, own.id);
	assert_int_equal(run.mode, STORE_DAILY);
	/* Two at once: the second session takes the try over. */
	again = fixture_caller(fixture, "Ada");
	day = day_of(again, "");
	assert_int_equal(day.state, TRY_GOING);
	assert_non_null(strstr(day.elsewhere, "on telnet"));
	assert_int_equal(keeper_day_play(again, TODAY, &taken), KEEPER_OK);
	assert_int_equal(taken.id, run.id);
	assert_int_equal(taken.next_index, 1);
	assert_int_equal(taken.epoch, run.epoch + 1);
	assert_true(fixture_notice(ada, NOTICE_TAKEN_OVER));
	assert_int_equal(fixture_append(ada, &run, 1, "\1"), KEEPER_STALE);
	/* A session that moves finds the run that it holds. */
	assert_int_equal(keeper_run_held(again, &run), KEEPER_OK);
	assert_int_equal(run.id, taken.id);
	assert_true(store_client_holds(again, &run));
	/* It counts with nine turns. */
	end_run(again, &taken, 30);
	assert_true(is_scored(again, taken.id));
	expect_refused(again, TODAY, "over");
	assert_int_equal(day_of(again, TODAY).state, TRY_OVER);
	assert_int_equal(keeper_run_look(again, &run), KEEPER_OK);
	assert_int_equal(run.id, own.id);
	store_client_free(ada);
	store_client_free(again);
}

static void a_try_needs_an_ended_ranked_run(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *guest = fixture_line(fixture), *ada = fixture_caller(fixture, "Ada");
	struct keeper_account account;
	struct keeper_run run;
	struct seed seed = {.bytes = {1}};

	expect_refused(ada, TODAY, "End one run");
	assert_non_null(strstr(day_of(ada, "").why, "End one run"));
	assert_int_equal(keeper_run_begin_seeded(ada, false, &seed, &run), KEEPER_OK);
	assert_int_equal(fixture_append(ada, &run, 0, "\1"), KEEPER_OK);
	end_run(ada, &run, 500);
	expect_refused(ada, TODAY, "End one run");
	fixture_begin_unproven(ada, &run);
	end_run(ada, &run, 500);
	assert_string_equal(day_of(ada, "").why, "");
	begin_try(ada, &run);
	assert_int_equal(keeper_login_guest(guest, &account), KEEPER_OK);
	assert_non_null(strstr(day_of(guest, "").why, "guest"));
	store_client_free(ada);
	store_client_free(guest);
}

/* The first try ends in time, the second one a second too late, the third one under other rules. */
static void a_late_try_is_not_ranked(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *lines[] = {
		player(fixture, "Ada"), player(fixture, "Bob"), player(fixture, "Cyd")};
	struct store_client *late = player(fixture, "Late");
	struct keeper_run runs[3];
	struct keeper_day day;

	for (int i = 0; i < 3; i++)
		begin_try(lines[i], &runs[i]);
	go_to(lines[0], AT_SIX + DAY);
	/* The day has closed, and the try can be continued. */
	expect_refused(late, TODAY, "closed");
	day = day_of(lines[1], "");
	assert_string_equal(day.date, TOMORROW);
	assert_int_equal(day.state, TRY_NONE);
	assert_int_equal(day.streak, 1);
	assert_string_equal(day.going, "");
	*clock_now -= 1;
	day = day_of(lines[1], "");
	assert_string_equal(day.going, TODAY);
	assert_int_equal(day_of(lines[1], TODAY).left_seconds, 1);
	assert_int_equal(keeper_day_play(lines[1], TODAY, &runs[1]), KEEPER_OK);
	*clock_now += 1;
	end_run(lines[0], &runs[0], 40);
	assert_true(is_scored(lines[0], runs[0].id));
	assert_int_equal(keeper_segment_add(lines[2], runs[2].id, runs[2].epoch, 1, 1,
				 runs[2].content, "s", 1),
		KEEPER_OK);
	end_run(lines[2], &runs[2], 60);
	assert_false(is_scored(lines[2], runs[2].id));
	*clock_now += 1;
	end_run(lines[1], &runs[1], 50);
	assert_false(is_scored(lines[1], runs[1].id));
	store_client_free(late);
	for (int i = 0; i < 3; i++)
		store_client_free(lines[i]);
}

/* ---- Hidden runs ---- */

static bool shows_header(struct store_client *line, int64_t run, struct fixture *fixture)
{
	struct keeper_run read;

	(void)fixture;
	return keeper_run_show(line, run, &read) == KEEPER_OK;
}

static bool shows_commands(struct store_client *line, int64_t run, struct fixture *fixture)
{
	uint8_t *bytes = NULL;
	size_t size;
	bool shown = keeper_commands_get(line, run, 0, &bytes, &size) == KEEPER_OK;

	(void)fixture;
	free(bytes);
	return shown;
}

static bool shows_segment(struct store_client *line, int64_t run, struct fixture *fixture)
{
	struct store_segment segment = {0};
	bool shown = keeper_segment_get(line, run, 0, &segment) == KEEPER_OK;

	(void)fixture;
	free(segment.save);
	return shown;
}

static bool shows_replay(struct store_client *line, int64_t run, struct fixture *fixture)
{
	const struct run_source source = run_source_of_line(line);
	struct replay_cursor *cursor =
		replay_cursor_new(&source, fixture->content, run, REPLAY_CURSOR_FORWARD);
	bool shown = replay_cursor_answer(cursor) == REPLAY_CURSOR_OK;

	replay_cursor_free(cursor);
	return shown;
}

/* With the map at the end. */
static bool shows_dump(struct store_client *line, int64_t run, struct fixture *fixture)
{
	const struct run_source source = run_source_of_line(line);
	char sentence[256] = "";
	char *text = dump_of_run(&source, fixture->content, run, (struct dump_form){.width = 79},
		sentence, sizeof sentence);
	bool shown = text != NULL;

	if (!shown)
		assert_non_null(strstr(sentence, "daily run"));
	else
		assert_non_null(strstr(text, "Ada"));
	free(text);
	return shown;
}

static bool shows_words(struct store_client *line, int64_t run, struct fixture *fixture)
{
	struct store_score score, listed;
	struct store_query query = {.order = STORE_BEST_RUNS, .count = 1};
	unsigned rank;
	size_t count;

	snprintf(query.game, sizeof query.game, "%s/%s", content_game(fixture->content), TODAY);
	assert_int_equal(keeper_score_get(line, run, &score), KEEPER_OK);
	assert_int_equal(keeper_scores(line, &query, &listed, &rank, 1, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_string_equal(score.epitaph, listed.epitaph);
	assert_string_equal(score.item, listed.item);
	assert_non_null(strstr(listed.cause, "depth 1"));
	return score.epitaph[0];
}

static bool shows_seed(struct store_client *line, int64_t run, struct fixture *fixture)
{
	static const struct seed none;

	(void)run;
	(void)fixture;
	struct keeper_day day = day_of(line, TODAY);

	return memcmp(&day.seed, &none, sizeof none) != 0;
}

static const struct hidden {
	const char *name;
	bool (*shows)(struct store_client *line, int64_t run, struct fixture *fixture);
	bool to_tried; /* also shown to an account whose own try is over */
} views[] = {{"header", shows_header, true}, {"commands", shows_commands, true},
	{"segment", shows_segment, true}, {"replay", shows_replay, true},
	{"dump", shows_dump, true}, {"words", shows_words, true}, {"seed", shows_seed, false}};

static void expect_views(
	struct fixture *fixture, struct store_client *line, int64_t run, bool shown, bool seed)
{
	for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
		bool expected = views[i].to_tried ? shown : seed;

		if (views[i].shows(line, run, fixture) != expected)
			fail_msg("%s is %sshown", views[i].name, expected ? "not " : "");
	}
}

static void a_day_is_hidden_from_those_who_have_not_tried(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *bo = player(fixture, "Bob"),
			    *stranger = fixture_line(fixture), *host = fixture_operator(fixture);
	struct keeper_run run, own;

	begin_try(ada, &run);
	quit_try(fixture, ada, &run);
	expect_views(fixture, bo, run.id, false, false);
	expect_views(fixture, stranger, run.id, false, false);
	expect_views(fixture, ada, run.id, true, false);
	expect_views(fixture, host, run.id, true, true);
	/* A try in progress does not open the others. */
	begin_try(bo, &own);
	expect_views(fixture, bo, run.id, false, false);
	assert_true(shows_header(bo, own.id, fixture));
	end_run(bo, &own, 30);
	expect_views(fixture, bo, run.id, true, false);
	/* The day closes at midnight; its seed is shown 24 hours later. */
	go_to(stranger, AT_SIX + 6 * HOUR + DAY - 1);
	expect_views(fixture, stranger, run.id, false, false);
	go_to(stranger, AT_SIX + 6 * HOUR + DAY);
	expect_views(fixture, stranger, run.id, true, true);
	store_client_free(ada);
	store_client_free(bo);
	store_client_free(stranger);
	store_client_free(host);
}

static void a_try_in_progress_is_watched_by_those_who_have_tried(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *bo = player(fixture, "Bob"),
			    *again = fixture_caller(fixture, "Ada");
	struct keeper_run run, own;
	int64_t watched;
	int views_of;

	begin_try(ada, &run);
	assert_int_equal(keeper_watch(bo, "Ada", &watched, &views_of), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(bo), "daily run"));
	/* Its own player may. */
	assert_int_equal(keeper_watch(again, "Ada", &watched, &views_of), KEEPER_OK);
	close(views_of);
	begin_try(bo, &own);
	end_run(bo, &own, 30);
	assert_int_equal(keeper_watch(bo, "Ada", &watched, &views_of), KEEPER_OK);
	assert_int_equal(watched, run.id);
	close(views_of);
	/* The seed stays with the player and the replayer. */
	assert_false(shows_header(bo, run.id, fixture));
	store_client_free(ada);
	store_client_free(bo);
	store_client_free(again);
}

/* ---- Seasons ---- */

static void a_season_counts_closed_days(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *guest = fixture_line(fixture);
	static struct keeper_season season;
	struct season_winners winners;
	struct keeper_account account;
	struct keeper_run run;

	begin_try(ada, &run);
	quit_try(fixture, ada, &run);
	assert_int_equal(keeper_winners(ada, &winners), KEEPER_OK);
	assert_string_equal(winners.season, "2026-S11");
	assert_int_equal(winners.count, 0);
	assert_int_equal(keeper_season(ada, "", &season), KEEPER_OK);
	assert_string_equal(season.name, "2026-S12");
	assert_int_equal(season.left_seconds, 7 * DAY + 6 * HOUR);
	assert_string_equal(season.before, "");
	assert_string_equal(season.after, "");
	assert_int_equal(season.count, 0);
	assert_int_equal(season.own_place, 0);
	go_to(ada, AT_SIX + 6 * HOUR);
	assert_int_equal(keeper_season(ada, "2026-S12", &season), KEEPER_OK);
	assert_int_equal(season.count, 1);
	assert_string_equal(season.each[0].name, "Ada");
	assert_int_equal(season.each[0].points, 10);
	assert_int_equal(season.own_place, 1);
	assert_int_equal(season.own.days, 1);
	assert_int_equal(keeper_login_guest(guest, &account), KEEPER_OK);
	assert_int_equal(keeper_season(guest, "", &season), KEEPER_OK);
	assert_int_equal(season.count, 1);
	assert_int_equal(season.own_place, 0);
	assert_int_equal(keeper_season(guest, "2026-S13", &season), KEEPER_NO);
	assert_string_equal(keeper_sentence(guest), "There is no such season.");
	assert_int_equal(keeper_season(guest, "nonsense", &season), KEEPER_NO);
	/* The next season has this one before it. */
	go_to(ada, AT_SIX + 8 * DAY);
	assert_int_equal(keeper_season(ada, "", &season), KEEPER_OK);
	assert_string_equal(season.name, "2026-S13");
	assert_string_equal(season.before, "2026-S12");
	/* Points make no winner before the season is over. */
	assert_int_equal(keeper_winners(guest, &winners), KEEPER_OK);
	assert_string_equal(winners.season, "2026-S12");
	assert_int_equal(winners.count, 1);
	assert_string_equal(winners.names[0], "Ada");
	assert_true(season_won(&winners, "Ada") && !season_won(&winners, "Bo"));
	assert_int_equal(season.count, 0);
	assert_int_equal(keeper_season(ada, "2026-S12", &season), KEEPER_OK);
	assert_string_equal(season.after, "2026-S13");
	assert_int_equal(season.left_seconds, 0);
	store_client_free(ada);
	store_client_free(guest);
}

static void a_server_without_days_has_no_season(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	static struct keeper_season season;

	fixture_kill_keeper(fixture);
	fixture->policy.daily = 0;
	fixture_start(fixture);
	assert_int_equal(keeper_season(ada, "", &season), KEEPER_NO);
	store_client_free(ada);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_day_is_the_same_for_all),
		TEST(a_daily_run_feeds_nothing),
		TEST(there_is_one_try),
		TEST(a_try_needs_an_ended_ranked_run),
		TEST(a_late_try_is_not_ranked),
		TEST(a_day_is_hidden_from_those_who_have_not_tried),
		TEST(a_try_in_progress_is_watched_by_those_who_have_tried),
		TEST(a_season_counts_closed_days),
		TEST(a_server_without_days_has_no_season),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
