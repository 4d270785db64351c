/* Moves of sessions to a newer server, and from an older one. */
#include "tests/test.h"

#include "tests/door/moves_scene.h"

/* Receives what an older server sends to a newer one. */
static size_t receive_guest(int newer, uint8_t *bytes, size_t size, struct moves_guest *guest)
{
	struct wire_descriptors own = {0};
	ssize_t got = wire_receive(newer, bytes, size, &own);

	assert_true(got > 0);
	assert_true(moves_read(bytes, (size_t)got, &own, guest));
	return (size_t)got;
}

static void all_sessions_leave_for_a_newer_server(void **state)
{
	struct player first = begin_session(1), second = begin_session(2);
	static uint8_t bytes[MOVES_MESSAGE_MAX];
	struct moves_guest guest;
	char from[WIRE_PASSED_MAX];
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	moves_leave(house->moves, pair[0]);
	assert_int_equal(patience(), 0);
	work_moves();
	assert_int_equal(heard(first.channel), MOVE_ASK);
	house->forkers.now_ms += ASK_MS;
	work_moves();
	assert_int_equal(heard(second.channel), MOVE_ASK);
	send_state(&second, a_state, sizeof a_state);
	receive_guest(pair[1], bytes, sizeof bytes, &guest);
	snprintf(from, sizeof from, "192.0.2.2 %s", entrance_id(house->entrance, second.place));
	assert_string_equal(guest.from, from);
	assert_int_equal(guest.size, sizeof a_state);
	assert_memory_equal(guest.state, a_state, sizeof a_state);
	expect_joined(guest.own.each[0], second.client[1]);
	expect_joined(guest.own.each[1], second.line[1]);
	/* The newer server has no place. */
	moves_refuse(&guest);
	wire_close(&guest.own);
	assert_int_equal(heard(second.channel), MOVE_STAY);
	house->forkers.now_ms += ASK_MS;
	work_moves();
	assert_int_equal(patience(), AGAIN_MS);
	house->forkers.now_ms += AGAIN_MS;
	work_moves();
	/* The first was asked already and has not answered yet. */
	assert_int_equal(heard(first.channel), 0);
	house->forkers.now_ms += ASK_MS;
	work_moves();
	assert_int_equal(heard(second.channel), MOVE_ASK);
	/* The newer server is gone. */
	house->forkers.now_ms += AGAIN_MS;
	moves_leave(house->moves, -1);
	assert_int_equal(patience(), -1);
	send_state(&first, a_state, sizeof a_state);
	assert_int_equal(heard(first.channel), MOVE_STAY);
}

static void a_session_that_never_arrives_is_asked_three_times(void **state)
{
	struct player player = begin_session(1);
	static uint8_t bytes[MOVES_MESSAGE_MAX];
	struct moves_guest guest;
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	for (int server = 0; server < 2; server++) {
		moves_leave(house->moves, pair[0]);
		for (int i = 0; i < FAILED_MOST; i++) {
			work_moves();
			assert_int_equal(heard(player.channel), MOVE_ASK);
			send_state(&player, a_state, sizeof a_state);
			receive_guest(pair[1], bytes, sizeof bytes, &guest);
			wire_close(&guest.own);
			house->forkers.now_ms += ASK_MS;
			work_moves();
			house->forkers.now_ms += AGAIN_MS;
		}
		work_moves();
		assert_int_equal(heard(player.channel), 0);
		/* Another server may take the session. */
		moves_leave(house->moves, -1);
		house->forkers.now_ms += AGAIN_MS;
	}
}

/* A session of an older server, whose player is at the far ends of the sockets. */
static struct moves_guest guest_of(const struct player *player, int baton, const char *from)
{
	struct moves_guest guest = {.state = a_state, .size = sizeof a_state};

	snprintf(guest.from, sizeof guest.from, "%s", from);
	guest.own = (struct wire_descriptors){3, {player->client[0], player->line[0], baton}};
	return guest;
}

static void resume_guest(struct player *player, const char *peer)
{
	struct network network;

	assert_true(network_parse(peer, &network));
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, player->client), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, player->line), 0);
	player->place = entrance_resume(
		house->entrance, &network.address, "0a1b2c3d", house->forkers.now_ms);
	assert_true(player->place >= 0);
}

/* A guest of an older server begins to arrive. Returns its end of the baton. */
static int arriving(struct player *player)
{
	int pair[2];

	resume_guest(player, "192.0.2.7");
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	struct moves_guest guest = guest_of(player, pair[0], "192.0.2.7 0a1b2c3d");
	assert_true(moves_arrive(house->moves, player->place, &guest));
	close(pair[0]);
	return pair[1];
}

static void a_session_of_an_older_server_arrives(void **state)
{
	struct player player;
	char got[16];

	(void)state;
	int baton = arriving(&player);
	struct successor next = begun(&house->older, &player);
	expect_joined(next.client, player.client[1]);
	expect_joined(next.line, player.line[1]);
	assert_int_equal(recv(next.channel, got, sizeof got, MSG_DONTWAIT), sizeof a_state);
	expect_joined(next.baton, baton);
	assert_int_equal(house->arrived, 0);
	say_word(next.channel, MOVE_READY);
	assert_int_equal(house->arrived, 1);
	assert_int_equal(house->place_arrived, player.place);
	close(next.baton);
	assert_int_equal(heard(baton), -1);
	/* From then on it moves like any other, and arrives only once. */
	replace_forker();
	assert_int_equal(heard(next.channel), MOVE_ASK);
	player.channel = next.channel;
	send_state(&player, a_state, sizeof a_state);
	struct successor third = begun(&house->newer, &player);
	say_word(third.channel, MOVE_READY);
	assert_int_equal(house->arrived, 1);
}

static void a_session_that_does_not_arrive_stays_in_the_older_server(void **state)
{
	struct player player;

	(void)state;
	int baton = arriving(&player);
	struct successor next = begun(&house->older, &player);
	end_successor(&next);
	work_moves();
	assert_int_equal(heard(baton), MOVE_STAY);
	assert_int_equal(heard(baton), -1);
	assert_int_equal(house->arrived, 0);
	replace_forker();
	assert_int_equal(house->arrived, 0);
}

/* The forker is gone, so the session cannot begin here. */
static void without_a_forker_no_session_arrives(void **state)
{
	struct player player;
	int pair[2];

	(void)state;
	resume_guest(&player, "192.0.2.7");
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	end_fake(&house->forkers, &house->older);
	struct moves_guest guest = guest_of(&player, pair[0], "192.0.2.7 0a1b2c3d");
	assert_false(moves_arrive(house->moves, player.place, &guest));
	assert_int_equal(heard(pair[1]), 0);
	close(pair[0]);
	assert_int_equal(heard(pair[1]), -1);
}

static void a_message_of_a_session_is_read_strictly(void **state)
{
	static uint8_t bytes[MOVES_MESSAGE_MAX + 1] = {'m', 4, 'f', 'r', 'o', 'm', 's'};
	static const struct wire_descriptors three = {3, {0, 1, 2}}, two = {2, {0, 1}};
	struct moves_guest guest;

	(void)state;
	assert_true(moves_read(bytes, 7, &three, &guest));
	assert_string_equal(guest.from, "from");
	assert_int_equal(guest.size, 1);
	assert_true(moves_read(bytes, 6, &three, &guest));
	assert_int_equal(guest.size, 0);
	assert_false(moves_read(bytes, 5, &three, &guest));
	assert_false(moves_read(bytes, 1, &three, &guest));
	assert_false(moves_read(bytes, 0, &three, &guest));
	assert_false(moves_read(bytes, 7, &two, &guest));
	assert_true(moves_read(bytes, 6 + MOVE_STATE_MAX, &three, &guest));
	assert_int_equal(guest.size, MOVE_STATE_MAX);
	assert_false(moves_read(bytes, 7 + MOVE_STATE_MAX, &three, &guest));
	bytes[1] = 0;
	assert_true(moves_read(bytes, 2, &three, &guest));
	assert_string_equal(guest.from, "");
	bytes[1] = WIRE_PASSED_MAX - 1;
	assert_true(moves_read(bytes, 2 + WIRE_PASSED_MAX, &three, &guest));
	assert_int_equal(guest.size, 1);
	bytes[1] = WIRE_PASSED_MAX;
	assert_false(moves_read(bytes, 2 + WIRE_PASSED_MAX, &three, &guest));
	bytes[1] = 4;
	bytes[0] = 'l';
	assert_false(moves_read(bytes, 7, &three, &guest));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(all_sessions_leave_for_a_newer_server),
		TEST(a_session_that_never_arrives_is_asked_three_times),
		TEST(a_session_of_an_older_server_arrives),
		TEST(a_session_that_does_not_arrive_stays_in_the_older_server),
		TEST(without_a_forker_no_session_arrives),
		TEST(a_message_of_a_session_is_read_strictly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
