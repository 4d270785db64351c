/* Watching through a keeper: its replayers, what spectators get, and who may read what. */
#include "tests/test.h"

#include "tests/door/recorded.h"

#include "door/os/sandbox.h"
#include "door/store/store_client.h"
#include "door/watch/live_view.h"
#include "door/watch/replayer.h"

static struct live_view live;

/* A player with a run in progress. */
struct player {
	struct store_client *line;
	struct recorded *recorded;
	struct game *game;
};

static struct player player_begin(struct fixture *fixture, const char *name)
{
	struct player player = {.line = fixture_caller(fixture, name),
		.recorded = calloc(1, sizeof *player.recorded)};

	assert_int_equal(keeper_run_begin(player.line, false, &player.recorded->run), KEEPER_OK);
	player.game =
		game_new(fixture->content, &player.recorded->run.seed, &player.recorded->run.birth);
	return player;
}

static void player_end(struct player *player)
{
	store_client_free(player->line);
	game_free(player->game);
	free(player->recorded);
}

static void player_acts(struct player *player, enum verb verb)
{
	struct command command = {.verb = (uint8_t)verb};
	uint8_t bytes[COMMAND_BYTES_MAX];

	assert_int_not_equal(game_act(player->game, &command), VERDICT_REFUSED);
	player->recorded->count++;
	recorded_note(player->recorded, player->game);
	recorded_append(player->line, player->recorded, 1, bytes, command_encode(&command, bytes));
}

static int watch(struct store_client *line, const char *name)
{
	int64_t run;
	int views;

	assert_int_equal(keeper_watch(line, name, &run, &views), KEEPER_OK);
	assert_true(views >= 0);
	return views;
}

/* Waits for the next view. False at the end of the socket. */
static bool next_view(int views)
{
	static uint8_t bytes[LIVE_VIEW_BYTES_MAX];
	struct pollfd ready = {.fd = views, .events = POLLIN};
	ssize_t got;

	if (poll(&ready, 1, 10000) != 1)
		fail_msg("no view came");
	got = recv(views, bytes, sizeof bytes, 0);
	if (got <= 0)
		return false;
	assert_true(live_view_decode(&live, bytes, (size_t)got));
	return true;
}

static void until_turn(int views, uint32_t turn)
{
	do
		assert_true(next_view(views));
	while (live.view.status.turn < turn);
	assert_int_equal(live.view.status.turn, turn);
}

static void a_replayer_shows_each_turn_and_the_end(void **state)
{
	struct fixture *fixture = *state;
	struct player nora = player_begin(fixture, "Nora");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	int views, later;

	/* Few enough that no creature of a random level has come yet. */
	for (int i = 0; i < 70; i++)
		player_acts(&nora, VERB_WAIT);
	views = watch(otto, "nora");
	until_turn(views, nora.recorded->result.turns);
	assert_string_equal(live.player, "Nora");
	for (int i = 0; i < 20; i++) {
		player_acts(&nora, VERB_WAIT);
		until_turn(views, nora.recorded->result.turns);
	}
	later = watch(otto, "nora");
	until_turn(later, nora.recorded->result.turns);
	assert_false(live.over);
	player_acts(&nora, VERB_QUIT);
	recorded_end(nora.line, nora.recorded);
	while (!live.over)
		assert_true(next_view(views));
	assert_int_equal(live.outcome, OUTCOME_QUIT);
	assert_int_equal(live.score, nora.recorded->result.score);
	assert_false(next_view(views));
	for (int i = 0; i < 100 && fixture_child(fixture, "replayer"); i++)
		nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	assert_int_equal(fixture_child(fixture, "replayer"), 0);
	close(views);
	close(later);
	store_client_free(otto);
	player_end(&nora);
}

/* The keeper says that a run has ended; the replayer need not find out from its commands. */
static void a_run_may_end_without_a_command(void **state)
{
	struct fixture *fixture = *state;
	struct player nora = player_begin(fixture, "Nora");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	int views;

	player_acts(&nora, VERB_WAIT);
	views = watch(otto, "Nora");
	until_turn(views, nora.recorded->result.turns);
	recorded_end(nora.line, nora.recorded);
	assert_true(next_view(views));
	assert_true(live.over);
	assert_int_equal(live.outcome, OUTCOME_GOING);
	assert_false(next_view(views));
	close(views);
	store_client_free(otto);
	player_end(&nora);
}

static void a_snapshot_is_where_a_replayer_begins(void **state)
{
	struct fixture *fixture = *state;
	struct player nora = player_begin(fixture, "Nora");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct keeper_run *run = &nora.recorded->run;
	size_t size;
	uint8_t *save;
	int views;

	for (int i = 0; i < 50; i++)
		player_acts(&nora, VERB_WAIT);
	save = game_snapshot(nora.game, &size);
	assert_int_equal(
		keeper_snapshot_put(nora.line, run->id, run->epoch, 50, save, size), KEEPER_OK);
	free(save);
	for (int i = 0; i < 30; i++)
		player_acts(&nora, VERB_WAIT);
	views = watch(otto, "Nora");
	until_turn(views, nora.recorded->result.turns);
	player_acts(&nora, VERB_WAIT);
	until_turn(views, nora.recorded->result.turns);
	close(views);
	store_client_free(otto);
	player_end(&nora);
}

static void the_views_end_when_the_player_leaves(void **state)
{
	struct fixture *fixture = *state;
	struct player nora = player_begin(fixture, "Nora");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	int64_t run;
	int views, again;

	player_acts(&nora, VERB_WAIT);
	views = watch(otto, "Nora");
	assert_true(next_view(views));
	store_client_free(nora.line);
	while (next_view(views))
		;
	close(views);
	assert_int_equal(keeper_watch(otto, "Nora", &run, &again), KEEPER_NO);
	nora.line = fixture_caller(fixture, "Nora");
	assert_int_equal(keeper_run_claim(nora.line, &nora.recorded->run), KEEPER_OK);
	views = watch(otto, "Nora");
	player_acts(&nora, VERB_WAIT);
	until_turn(views, nora.recorded->result.turns);
	close(views);
	store_client_free(otto);
	player_end(&nora);
}

/* ---- Orders: the test is the listener of a confined keeper ---- */

static void confine_next_keeper(struct fixture *fixture)
{
	static bool prepared;
	char sentence[256];

	fixture_kill_keeper(fixture);
	if (!prepared)
		assert_true(
			sandbox_prepare(SANDBOX_LOG, fixture->state, sentence, sizeof sentence));
	prepared = true;
	fixture_start(fixture);
}

/* Takes the order of a replayer: returns its line, and its control socket. */
static struct store_client *ordered(struct fixture *fixture, int64_t run, int *control)
{
	struct wire_descriptors ends;
	struct wire_order order;

	do
		assert_true(wire_take_order(fixture->control, &order, &ends));
	while (order.kind == ORDER_BANS);
	assert_int_equal(order.kind, ORDER_REPLAYER);
	assert_int_equal(order.subject, run);
	assert_int_equal(ends.count, 2);
	*control = ends.each[1];
	return store_client_new(ends.each[0], fixture_wait, NULL);
}

/* The next mark on a control socket within a moment, 0 at its end, '-' when there is none. */
static char next_mark(int control, struct wire_descriptors *handed)
{
	struct pollfd ready = {.fd = control, .events = POLLIN};
	char mark = '-';

	if (poll(&ready, 1, 300) != 1)
		return '-';
	return wire_receive(control, &mark, 1, handed) > 0 ? mark : '\0';
}

static void reads_but(struct store_client *replayer, struct player *nora, int64_t other)
{
	struct keeper_run run;
	struct keeper_account account;
	struct present present[2];
	struct keeper_game games[2];
	char game[STORE_GAME_MAX + 1];
	struct store_digest *digests;
	uint8_t *bytes;
	size_t size;
	int64_t id;
	int in, out;

	assert_int_equal(keeper_run_show(replayer, nora->recorded->run.id, &run), KEEPER_OK);
	assert_memory_equal(&run.seed, &nora->recorded->run.seed, sizeof run.seed);
	assert_int_equal(keeper_commands_get(replayer, run.id, 0, &bytes, &size), KEEPER_OK);
	free(bytes);
	assert_int_equal(keeper_run_show(replayer, other, &run), KEEPER_NO);
	assert_int_equal(keeper_commands_get(replayer, other, 0, &bytes, &size), KEEPER_NO);
	assert_int_equal(keeper_login_key(replayer, "Mina",
				 "SHA256:Min0123456789012345678901234567890123456789", &account),
		KEEPER_NO);
	assert_int_equal(keeper_login_guest(replayer, &account), KEEPER_NO);
	assert_int_equal(keeper_who(replayer, present, 2, &size), KEEPER_NO);
	assert_int_equal(keeper_games(replayer, game, games, 2, &size), KEEPER_NO);
	assert_int_equal(keeper_watch(replayer, "Mina", &id, &in), KEEPER_NO);
	assert_int_equal(keeper_old_rules(replayer, 1, &in, &out), KEEPER_NO);
	assert_int_equal(keeper_digests_get(replayer, other, &digests, &size), KEEPER_NO);
	assert_int_equal(
		keeper_admin_verify(replayer, nora->recorded->run.id, STORE_VERIFIED), KEEPER_NO);
}

/* A replayer reads its run and nothing else: it is no session that could log in. */
static void a_replayer_may_only_read(void **state)
{
	struct fixture *fixture = *state;
	struct wire_descriptors handed = {0};
	struct player nora, mina;
	struct store_client *otto, *replayer;
	struct keeper_account account;
	struct keeper_run run;
	int views, control;

	confine_next_keeper(fixture);
	nora = player_begin(fixture, "Nora");
	mina = player_begin(fixture, "Mina");
	otto = fixture_caller(fixture, "Otto");
	player_acts(&nora, VERB_WAIT);
	player_acts(&mina, VERB_WAIT);
	views = watch(otto, "Nora");
	replayer = ordered(fixture, nora.recorded->run.id, &control);
	assert_int_equal(next_mark(control, &handed), REPLAYER_SPECTATOR);
	assert_int_equal(handed.count, 1);
	wire_close(&handed);
	reads_but(replayer, &nora, mina.recorded->run.id);
	/* It is notified once for all appends until it reads. */
	for (int i = 0; i < 5; i++)
		player_acts(&nora, VERB_WAIT);
	player_acts(&mina, VERB_WAIT);
	assert_int_equal(next_mark(control, &handed), REPLAYER_GROWN);
	assert_int_equal(next_mark(control, &handed), '-');
	reads_but(replayer, &nora, mina.recorded->run.id);
	player_acts(&nora, VERB_WAIT);
	assert_int_equal(next_mark(control, &handed), REPLAYER_GROWN);
	/* Nothing is left to it when the player leaves. */
	store_client_free(nora.line);
	assert_int_equal(next_mark(control, &handed), '\0');
	assert_int_equal(keeper_run_show(replayer, nora.recorded->run.id, &run), KEEPER_NO);
	assert_int_equal(keeper_login_guest(replayer, &account), KEEPER_NO);
	nora.line = NULL;
	close(control);
	close(views);
	store_client_free(replayer);
	store_client_free(otto);
	player_end(&nora);
	player_end(&mina);
}

static void so_many_runs_are_watched_at_a_time(void **state)
{
	static struct player players[REPLAYERS_MAX + 1];
	struct fixture *fixture = *state;
	struct store_client *otto, *freed;
	int64_t run;
	int views[REPLAYERS_MAX], none, control;
	static const char letters[] = "abcdefgh"; /* of which none looks like another */
	char name[16];

	confine_next_keeper(fixture);
	otto = fixture_caller(fixture, "Otto");
	for (int i = 0; i <= REPLAYERS_MAX; i++) {
		snprintf(name, sizeof name, "%cx%cplayer", letters[i % 8], letters[i / 8]);
		players[i] = player_begin(fixture, name);
		if (i < REPLAYERS_MAX)
			views[i] = watch(otto, name);
	}
	assert_int_equal(keeper_watch(otto, name, &run, &none), KEEPER_FAILED);
	assert_string_equal(
		keeper_sentence(otto), "Too many games are being watched. Try again later.");
	/* More spectators of a watched run need no replayer; one that ended leaves a place. */
	close(watch(otto, "axaplayer"));
	freed = ordered(fixture, players[0].recorded->run.id, &control);
	store_client_free(freed);
	close(control);
	for (int i = 0; i < 100 && keeper_watch(otto, name, &run, &none) != KEEPER_OK; i++)
		nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	assert_true(none >= 0);
	close(none);
	for (int i = 0; i <= REPLAYERS_MAX; i++) {
		player_end(&players[i]);
		if (i < REPLAYERS_MAX)
			close(views[i]);
	}
	store_client_free(otto);
}

/* Without a listener nobody starts a replayer, and the spectator may try again. */
static void nothing_is_watched_without_a_listener(void **state)
{
	struct fixture *fixture = *state;
	struct player nora;
	struct store_client *otto;
	int64_t run;
	int views, nothing[2];

	confine_next_keeper(fixture);
	nora = player_begin(fixture, "Nora");
	otto = fixture_caller(fixture, "Otto");
	player_acts(&nora, VERB_WAIT);
	assert_int_equal(pipe(nothing), 0);
	assert_true(dup2(nothing[0], fixture->control) >= 0);
	assert_int_equal(keeper_watch(otto, "Nora", &run, &views), KEEPER_FAILED);
	assert_string_equal(keeper_sentence(otto),
		"This game cannot be watched right now. Try again in a moment.");
	close(nothing[0]);
	close(nothing[1]);
	store_client_free(otto);
	player_end(&nora);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(a_replayer_shows_each_turn_and_the_end),
		TITLE(a_run_may_end_without_a_command),
		TITLE(a_snapshot_is_where_a_replayer_begins),
		TITLE(the_views_end_when_the_player_leaves),
		TITLE(a_replayer_may_only_read), /* from here on keepers are confined */
		TITLE(so_many_runs_are_watched_at_a_time),
		TITLE(nothing_is_watched_without_a_listener),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
