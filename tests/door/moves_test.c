/* Moves of sessions to the newest forker. */
#include "tests/test.h"

#include <sys/resource.h>

#include "tests/door/caught.h"
#include "tests/door/moves_scene.h"

#define SESSIONS_MAX 6

static void a_session_goes_over_to_the_newest_forker(void **state)
{
	struct player player = begin_session(1);
	uint8_t got[64];

	(void)state;
	assert_int_equal(patience(), -1);
	assert_int_equal(heard(player.channel), 0);
	replace_forker();
	assert_int_equal(heard(player.channel), MOVE_ASK);
	assert_int_equal(patience(), ASK_MS);
	send_state(&player, a_state, sizeof a_state);
	struct successor next = begun(&house->newer, &player);
	expect_joined(next.client, player.client[1]);
	expect_joined(next.line, player.line[1]);
	assert_true(fcntl(next.report, F_GETFD) >= 0);
	assert_int_equal(recv(next.channel, got, sizeof got, MSG_DONTWAIT), sizeof a_state);
	assert_memory_equal(got, a_state, sizeof a_state);
	assert_int_equal(heard(player.channel), 0);
	/* The new session takes the client over. */
	say_word(next.baton, MOVE_READY);
	assert_int_equal(heard(player.channel), MOVE_READY);
	assert_false(forkers_older(house->forkers.forkers, player.place));
	say_word(next.channel, MOVE_READY);
	assert_int_equal(house->arrived, 0);
	assert_int_equal(house->moved, 1);
	assert_int_equal(house->place_moved, player.place);
	close(next.baton);
	next.baton = -1;
	assert_int_equal(heard(player.channel), -1);
	/* The older forker had no other session. */
	char rest[512];
	while (recv(house->older.socket, rest, sizeof rest, MSG_DONTWAIT) > 0)
		;
	assert_int_equal(recv(house->older.socket, rest, sizeof rest, MSG_DONTWAIT), 0);
	/* After the next reload it is the new session that is asked. */
	struct fake second = house->newer;
	house->forkers.now_ms += ASK_MS;
	replace_forker();
	assert_int_equal(heard(next.channel), MOVE_ASK);
	player.channel = next.channel;
	send_state(&player, a_state, sizeof a_state);
	struct successor third = begun(&house->newer, &player);
	assert_false(has_request(&second));
	end_successor(&third);
}

/* No new session comes of it: the old one goes on, and is asked again after the next reload. */
static void a_session_whose_successor_ends_stays(void **state)
{
	struct player player = begin_session(1);

	(void)state;
	for (int round = 0; round < FAILED_MOST; round++) {
		house->forkers.now_ms += ASK_MS;
		replace_forker();
		assert_int_equal(heard(player.channel), MOVE_ASK);
		send_state(&player, a_state, sizeof a_state);
		struct successor next = begun(&house->newer, &player);
		assert_false(forkers_older(house->forkers.forkers, player.place));
		end_successor(&next);
		work_moves();
		assert_int_equal(heard(player.channel), MOVE_STAY);
		assert_true(forkers_older(house->forkers.forkers, player.place));
		house->forkers.now_ms += AGAIN_MS;
		work_moves();
		assert_int_equal(heard(player.channel), 0);
	}
	replace_forker();
	assert_int_equal(heard(player.channel), 0);
	assert_int_equal(patience(), -1);
}

/* Another word than MOVE_READY is as good as an end. */
static void a_successor_that_says_another_word_has_failed(void **state)
{
	struct player player = begin_session(1);

	(void)state;
	replace_forker();
	send_state(&player, a_state, sizeof a_state);
	struct successor next = begun(&house->newer, &player);
	char wanted[64];

	heard(player.channel);
	caught_begin();
	say_word(next.channel, MOVE_ASK);
	const char *log = caught_end();
	caught_has(log, "level=warn event=session.stayed ");
	snprintf(wanted, sizeof wanted, " session=%s from=192.0.2.1 failed=1\n",
		entrance_id(house->entrance, player.place));
	caught_has(log, wanted);
	caught_begin();
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_null(strstr(caught_end(), "session="));
	assert_int_equal(heard(player.channel), MOVE_STAY);
	assert_true(forkers_older(house->forkers.forkers, player.place));
	end_successor(&next);
}

static void a_wrong_state_moves_nobody(void **state)
{
	static uint8_t wide[MOVE_STATE_MAX + 1] = {MOVE_VERSION};
	static const struct {
		uint8_t bytes[4];
		size_t size, descriptors;
	} rows[] = {
		{{MOVE_VERSION + 1, 0, 's'}, 3, 2}, /* another version */
		{{MOVE_VERSION, 1, 's'}, 3, 2},
		{{MOVE_VERSION}, 1, 2},
		{{MOVE_VERSION, 0, 's'}, 3, 1}, /* no line */
		{{MOVE_VERSION, 0, 's'}, 3, 3},
	};

	(void)state;
	for (size_t i = 0; i <= sizeof rows / sizeof *rows; i++) {
		struct player player = begin_session(1);
		bool too_wide = i == sizeof rows / sizeof *rows;

		house->forkers.now_ms += ASK_MS;
		replace_forker();
		assert_int_equal(heard(player.channel), MOVE_ASK);
		assert_true(wire_send(player.channel, too_wide ? wide : rows[i].bytes,
			too_wide ? sizeof wide : rows[i].size,
			&(struct wire_descriptors){too_wide ? 2 : rows[i].descriptors,
				{player.client[0], player.line[0], player.line[1]}}));
		work_moves();
		assert_int_equal(heard(player.channel), MOVE_STAY);
		assert_false(has_request(&house->newer));
		assert_true(forkers_older(house->forkers.forkers, player.place));
		moves_close(house->moves, player.place);
		entrance_give_back(house->entrance, player.place, 0, house->forkers.now_ms);
	}
}

static void a_session_that_was_not_asked_does_not_move(void **state)
{
	struct player player = begin_session(1);

	(void)state;
	send_state(&player, a_state, sizeof a_state);
	assert_int_equal(heard(player.channel), MOVE_STAY);
	/* Nor does it move twice for one question. */
	replace_forker();
	assert_int_equal(heard(player.channel), MOVE_ASK);
	send_state(&player, a_state, 1);
	assert_int_equal(heard(player.channel), MOVE_STAY);
	send_state(&player, a_state, sizeof a_state);
	assert_int_equal(heard(player.channel), MOVE_STAY);
	assert_false(has_request(&house->newer));
}

static void a_few_sessions_move_at_once(void **state)
{
	struct player players[SESSIONS_MAX];
	struct successor next[SESSIONS_MAX];

	(void)state;
	for (int i = 0; i < SESSIONS_MAX; i++)
		players[i] = begin_session(1 + i);
	replace_forker();
	for (int i = 0; i < AT_ONCE; i++) {
		assert_int_equal(heard(players[i].channel), MOVE_ASK);
		assert_int_equal(heard(players[i + 1].channel), 0);
		assert_int_equal(patience(), ASK_MS);
		send_state(&players[i], a_state, sizeof a_state);
		next[i] = begun(&house->newer, &players[i]);
		house->forkers.now_ms += ASK_MS - 1;
		work_moves();
		assert_int_equal(heard(players[i + 1].channel), 0);
		house->forkers.now_ms++;
		work_moves();
	}
	assert_int_equal(patience(), -1);
	assert_int_equal(heard(players[AT_ONCE].channel), 0);
	say_word(next[1].channel, MOVE_READY);
	assert_int_equal(heard(players[AT_ONCE].channel), MOVE_ASK);
	send_state(&players[AT_ONCE], a_state, sizeof a_state);
	assert_int_equal(patience(), -1);
	/* A session that ends makes room, too. */
	house->forkers.now_ms += ASK_MS;
	moves_close(house->moves, players[0].place);
	work_moves();
	assert_int_equal(heard(players[AT_ONCE + 1].channel), MOVE_ASK);
}

static void the_end_of_a_place_ends_its_move(void **state)
{
	struct player player = begin_session(1);

	(void)state;
	replace_forker();
	heard(player.channel);
	send_state(&player, a_state, sizeof a_state);
	struct successor next = begun(&house->newer, &player);
	moves_close(house->moves, player.place);
	assert_int_equal(heard(player.channel), MOVE_STAY);
	char rest[16];
	assert_int_equal(recv(next.channel, rest, sizeof rest, MSG_DONTWAIT), sizeof a_state);
	assert_int_equal(recv(next.channel, rest, sizeof rest, MSG_DONTWAIT), 0);
	work_moves();
	end_successor(&next);
	assert_int_equal(heard(player.channel), -1);
}

/* The first session never had a channel, and the second has closed it: the third is asked first. */
static void sessions_without_a_channel_are_skipped(void **state)
{
	struct network network;
	const char *why;
	int before, pair[2];

	(void)state;
	assert_true(network_parse("192.0.2.9", &network));
	int ssh = entrance_take(house->entrance, &network.address, 0, house->forkers.now_ms, &why);
	assert_true(ssh >= 0);
	struct player second = begin_session(2), third = begin_session(3);
	close(second.channel);
	work_moves();
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	moves_leave(house->moves, pair[0]);
	work_moves();
	assert_int_equal(heard(third.channel), MOVE_ASK);
	before = open_descriptors();
	moves_close(house->moves, ssh);
	moves_close(house->moves, second.place);
	assert_int_equal(open_descriptors(), before);
	moves_close(house->moves, third.place);
	assert_int_equal(open_descriptors(), before - 1);
}

/* A move leaves no descriptor open, whether it succeeds or not. */
static void a_move_keeps_only_the_channel(void **state)
{
	struct player player = begin_session(1);
	struct successor next;

	(void)state;
	begin_session(2); /* for which the older forker goes on */
	replace_forker();
	int before = open_descriptors();
	send_state(&player, a_state, 1);
	assert_int_equal(open_descriptors(), before);
	house->forkers.now_ms += ASK_MS;
	moves_leave(house->moves, player.line[1]);
	moves_leave(house->moves, -1);
	replace_forker();
	before = open_descriptors();
	send_state(&player, a_state, sizeof a_state);
	next = begun(&house->newer, &player);
	end_successor(&next);
	work_moves();
	log_sources_work(house->logs, house->forkers.now_ms);
	assert_int_equal(heard(player.channel), MOVE_ASK);
	assert_int_equal(heard(player.channel), MOVE_STAY);
	assert_int_equal(open_descriptors(), before);
	house->forkers.now_ms += ASK_MS;
	replace_forker();
	before = open_descriptors();
	send_state(&player, a_state, sizeof a_state);
	next = begun(&house->newer, &player);
	say_word(next.channel, MOVE_READY);
	int channel = next.channel;
	next.channel = dup(channel);
	end_successor(&next);
	close(player.channel);
	log_sources_work(house->logs, house->forkers.now_ms);
	/* The channel of the new session is in the place of the older one. */
	close(channel);
	assert_int_equal(open_descriptors(), before - 1);
}

/* A state of every allowed size moves. */
static void the_smallest_and_the_largest_state_move(void **state)
{
	static uint8_t bytes[MOVE_STATE_MAX] = {MOVE_VERSION}, got[MOVE_STATE_MAX];
	static const size_t sizes[] = {2, MOVE_STATE_MAX};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct player player = begin_session(1 + (int)i);

		house->forkers.now_ms += ASK_MS;
		replace_forker();
		send_state(&player, bytes, sizes[i]);
		struct successor next = begun(&house->newer, &player);
		assert_int_equal(
			recv(next.channel, got, sizeof got, MSG_DONTWAIT), (ssize_t)sizes[i]);
		end_successor(&next);
		moves_close(house->moves, player.place);
	}
}

static void without_descriptors_a_session_has_no_channel(void **state)
{
	struct rlimit limit, none;
	struct player player = begin_session(1);

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = 3;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_int_equal(moves_open(house->moves, player.place + 1, "192.0.2.2"), -1);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	replace_forker();
	assert_int_equal(heard(player.channel), MOVE_ASK);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_true(wire_send(player.channel, a_state, sizeof a_state,
		&(struct wire_descriptors){2, {player.client[0], player.line[0]}}));
	work_moves();
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(heard(player.channel), MOVE_STAY);
	assert_false(has_request(&house->newer));
}

/* The listener polls one descriptor for all channels. */
static void the_descriptor_is_readable_when_a_session_answers(void **state)
{
	struct player player = begin_session(1);
	struct pollfd ready = {.fd = moves_descriptor(house->moves), .events = POLLIN};

	(void)state;
	replace_forker();
	assert_int_equal(poll(&ready, 1, 0), 0);
	assert_true(wire_send(player.channel, a_state, sizeof a_state,
		&(struct wire_descriptors){2, {player.client[0], player.line[0]}}));
	assert_int_equal(poll(&ready, 1, 0), 1);
	work_moves();
	assert_int_equal(poll(&ready, 1, 0), 0);
	struct successor next = begun(&house->newer, &player);
	/* The baton is shared with the new session, which alone reads it. */
	say_word(player.channel, 'x');
	assert_int_equal(poll(&ready, 1, 0), 0);
	close(next.channel);
	assert_int_equal(poll(&ready, 1, 0), 1);
	work_moves();
	assert_int_equal(poll(&ready, 1, 0), 0);
	assert_int_equal(heard(player.channel), MOVE_ASK);
	assert_int_equal(heard(player.channel), MOVE_STAY);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_session_goes_over_to_the_newest_forker),
		TEST(a_session_whose_successor_ends_stays),
		TEST(a_successor_that_says_another_word_has_failed),
		TEST(a_wrong_state_moves_nobody),
		TEST(a_session_that_was_not_asked_does_not_move),
		TEST(a_few_sessions_move_at_once),
		TEST(the_end_of_a_place_ends_its_move),
		TEST(sessions_without_a_channel_are_skipped),
		TEST(a_move_keeps_only_the_channel),
		TEST(the_smallest_and_the_largest_state_move),
		TEST(without_descriptors_a_session_has_no_channel),
		TEST(the_descriptor_is_readable_when_a_session_answers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
