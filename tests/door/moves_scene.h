/*
 * The moves of a listener (door/command/moves.h). The test holds the sockets of the forkers and of
 * the sessions. Time is what the test says.
 */
#ifndef TRAPDOOR_TESTS_MOVES_SCENE_H
#define TRAPDOOR_TESTS_MOVES_SCENE_H

#include "tests/test.h"

#include <fcntl.h>
#include <poll.h>

#include "door/command/moves.h"
#include "door/net/transport.h"
#include "tests/door/fake_forker.h"

#define ASK_MS 10
#define AGAIN_MS 10000
#define AT_ONCE 4
#define FAILED_MOST 3

static struct house {
	struct scene forkers;
	struct fake older, newer;
	struct config config;
	struct entrance *entrance;
	struct log_sources *logs;
	struct moves *moves;
	int arrived, place_arrived;
	int moved, place_moved;
	struct house *ended; /* the one before */
} * house;

/* A session's ends: its channel, and the far ends of its client and of its line. */
struct player {
	int place, channel, client[2], line[2];
};

/* The new session, as its forker has it. */
struct successor {
	int client, line, report, log, channel, baton;
};

static inline void told_ended(void *context, int place, pid_t pid, int status)
{
	(void)context, (void)place, (void)pid, (void)status;
}

static inline void told_orphaned(void *context, int place)
{
	(void)context, (void)place;
}

static inline void told_admit(void *context, int listener, int socket, const struct proxied *client)
{
	(void)context, (void)listener, (void)socket, (void)client;
}

static inline void told_end(void *context, int place, bool again)
{
	(void)context, (void)place, (void)again;
}

static inline void told_arrived(void *context, int place)
{
	assert_ptr_equal(context, house);
	house->arrived++;
	house->place_arrived = place;
}

static inline void told_moved(void *context, int place)
{
	assert_ptr_equal(context, house);
	house->moved++;
	house->place_moved = place;
}

static inline int set_up(void **state)
{
	struct scene *scene;
	int pair[2];

	(void)state;
	log_level_set(LOG_ERROR);
	house = calloc(1, sizeof *house);
	scene = &house->forkers;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	scene->parent = pair[1];
	scene->now_ms = transport_now_ms();
	config_defaults(&house->config);
	house->entrance = entrance_new(
		&house->config, 2, &(struct entrance_handlers){house, told_admit, told_end});
	scene->forkers = forkers_new(pair[0], entrance_capacity(house->entrance),
		&(struct forkers_handlers){house, told_ended, told_orphaned});
	house->logs = log_sources_new();
	house->moves = moves_new(&(struct moves_parts){
		house->entrance, scene->forkers, house->logs, told_arrived, told_moved, house});
	forkers_request(scene->forkers, FORKER_PLAIN);
	house->older = start_ready(scene, 100);
	moves_work(house->moves, scene->now_ms);
	assert_int_equal(moves_patience(house->moves, scene->now_ms), -1);
	return 0;
}

/* As long as its process, the listener keeps all that is here. The list keeps a checker of leaks
 * from reporting it. */
static inline int tear_down(void **state)
{
	static struct house *ended;

	(void)state;
	house->ended = ended;
	ended = house;
	return 0;
}

static inline void work_moves(void)
{
	moves_work(house->moves, house->forkers.now_ms);
}

static inline int patience(void)
{
	return moves_patience(house->moves, house->forkers.now_ms);
}

static inline struct player begin_session(int number)
{
	struct address address;
	struct player player;
	const char *why;
	char peer[ADDRESS_TEXT_MAX];
	struct network network;

	snprintf(peer, sizeof peer, "192.0.2.%d", number);
	assert_true(network_parse(peer, &network));
	address = network.address;
	player.place = entrance_take(house->entrance, &address, 1, house->forkers.now_ms, &why);
	assert_true(player.place >= 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, player.client), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, player.line), 0);
	player.channel = moves_open(house->moves, player.place, peer);
	assert_true(player.channel >= 0);
	assert_true(forkers_begin(house->forkers.forkers, &transport_telnet, player.place,
		&(struct forker_client){peer, entrance_id(house->entrance, player.place), false},
		&(struct wire_descriptors){2, {player.client[0], player.line[0]}}));
	return player;
}

/* A reload has replaced the forker. */
static inline void replace_forker(void)
{
	forkers_renew(house->forkers.forkers);
	house->newer = start_ready(&house->forkers, 101);
	work_moves();
}

/* Returns the word that a session hears now; 0: none, -1: its channel is closed. */
static inline int heard(int channel)
{
	char word;
	ssize_t got = recv(channel, &word, 1, MSG_DONTWAIT);

	assert_true(got >= 0 || errno == EAGAIN);
	return got > 0 ? word : got == 0 ? -1 : 0;
}

static inline void send_state(const struct player *player, const uint8_t *state, size_t size)
{
	assert_true(wire_send(player->channel, state, size,
		&(struct wire_descriptors){2, {player->client[0], player->line[0]}}));
	work_moves();
}

static const uint8_t a_state[] = {MOVE_VERSION, 0, 's', 't', 'a', 't', 'e'};

/* Reads requests until the one that begins a session of the place. */
static inline struct successor begun(const struct fake *fake, const struct player *player)
{
	struct wire_descriptors ends = {0};
	struct forker_request request;

	do {
		wire_close(&ends);
		ends.count = 0;
		assert_int_equal(wire_receive(fake->socket, &request, sizeof request, &ends),
			sizeof request);
	} while (request.kind != FORKER_BEGIN || ends.count != 6);
	assert_int_equal(request.place, player->place);
	assert_string_equal(request.id, entrance_id(house->entrance, player->place));
	assert_int_equal(strncmp(request.peer, "192.0.2.", 8), 0);
	return (struct successor){
		ends.each[0], ends.each[1], ends.each[2], ends.each[3], ends.each[4], ends.each[5]};
}

static inline bool has_request(const struct fake *fake)
{
	struct pollfd ready = {.fd = fake->socket, .events = POLLIN};

	return poll(&ready, 1, 0) == 1;
}

/* The far end of a socket hears what is written into it. */
static inline void expect_joined(int end, int far)
{
	char word = 0;

	assert_int_equal(write(end, "x", 1), 1);
	assert_int_equal(recv(far, &word, 1, MSG_DONTWAIT), 1);
	assert_int_equal(word, 'x');
}

static inline void say_word(int channel, char word)
{
	assert_int_equal(send(channel, &word, 1, 0), 1);
	work_moves();
}

static inline void end_successor(const struct successor *next)
{
	close(next->client);
	close(next->line);
	close(next->report);
	close(next->log);
	close(next->channel);
	close(next->baton);
}

#endif
