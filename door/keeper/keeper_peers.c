/* The sockets of the keeper: greeting, hello, binding, notices, and handing them over to a new
 * keeper. */
#include <errno.h>
#include <stdio.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "door/keeper/keeper_private.h"
#include "door/os/log.h"
#include "door/os/printable.h"
#include "door/text/word_list.h"

/* ---- Coming and going ---- */

static void greet(struct keeper *keeper, struct peer *peer)
{
	uint8_t buffer[32];
	struct wire_writer out;

	wire_begin(&out, buffer, sizeof buffer, WIRE_GREETING, 0, 0);
	wire_put_u64(&out, keeper->birth_number);
	for (unsigned protocol = KEEPER_PROTOCOL; protocol >= KEEPER_PROTOCOL_OLDEST; protocol--) {
		wire_speak(&out, (uint8_t)protocol);
		peer_send(peer, out.bytes, out.size);
	}
}

/* A number that the kernel gives to no other socket. Duplicates have the same; 0: unknown. */
static uint64_t socket_cookie(int descriptor)
{
	uint64_t cookie = 0;
	socklen_t size = sizeof cookie;

	return getsockopt(descriptor, SOL_SOCKET, SO_COOKIE, &cookie, &size) == 0 ? cookie : 0;
}

/* The user of the process that opened the socket; -1: unknown. */
static int64_t socket_uid(int descriptor)
{
	struct ucred who;
	socklen_t size = sizeof who;

	return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? (int64_t)who.uid
										 : -1;
}

static struct peer *peer_of_socket(const struct keeper *keeper, int descriptor)
{
	uint64_t cookie = socket_cookie(descriptor);

	for (struct peer *peer = keeper->peers; cookie && peer; peer = peer->next)
		if (!peer->closed && peer->cookie == cookie)
			return peer;
	return NULL;
}

static void keep_log(struct peer *peer, int log)
{
	if (log < 0)
		return;
	if (peer->log >= 0)
		close(peer->log);
	peer->log = log;
}

void peer_take(struct keeper *keeper, int descriptor, int log, const char *from)
{
	struct peer *peer = peer_of_socket(keeper, descriptor);

	if (peer)
		close(descriptor);
	else
		peer = peer_new(keeper, descriptor, false, from);
	if (peer)
		keep_log(peer, log);
	else if (log >= 0)
		close(log);
}

struct peer *peer_new(struct keeper *keeper, int descriptor, bool trusted, const char *from)
{
	struct peer *peer = calloc(1, sizeof *peer);
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};

	if (!peer || epoll_ctl(keeper->epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) {
		log_line(LOG_ERROR, "keeper.peer", "error=%s", log_quote(strerror(errno)));
		close(descriptor);
		free(peer);
		return NULL;
	}
	peer->id = ++keeper->last_peer_id;
	peer->descriptor = descriptor;
	peer->log = -1;
	peer->trusted = trusted;
	peer->protocol = KEEPER_PROTOCOL;
	peer->uid = trusted ? socket_uid(descriptor) : -1;
	snprintf(peer->from, sizeof peer->from, "%.*s", (int)strcspn(from, " "), from);
	from += strcspn(from, " ");
	snprintf(peer->log_id, sizeof peer->log_id, "%s", *from ? from + 1 : "");
	text_clean(peer->log_id);
	text_clean(peer->from);
	peer->cookie = trusted ? 0 : socket_cookie(descriptor);
	peer->since_ms = peer->active_ms = keeper_now_ms();
	peer->next = keeper->peers;
	keeper->peers = peer;
	keeper->peer_count++;
	greet(keeper, peer);
	return peer;
}

void peer_close(struct peer *peer)
{
	peer->closed = true;
}

void upload_drop(struct peer *peer)
{
	free(peer->upload.bytes);
	peer->upload = (struct upload){.bytes = NULL};
}

void peers_sweep(struct keeper *keeper)
{
	struct peer **link = &keeper->peers;
	struct peer *peer;

	while ((peer = *link) != NULL) {
		if (!peer->closed) {
			link = &peer->next;
			continue;
		}
		*link = peer->next;
		keeper->peer_count--;
		/* A keeper that a command started ends with it: an operator may replace files
		 * then. */
		keeper->alone_until_ms = keeper_now_ms();
		/* The listener may hold a duplicate, so closing alone would leave the socket in the
		 * epoll set, with a pointer to freed memory. A shutdown ends it for all holders. */
		epoll_ctl(keeper->epoll, EPOLL_CTL_DEL, peer->descriptor, NULL);
		shutdown(peer->descriptor, SHUT_RDWR);
		close(peer->descriptor);
		if (peer->log >= 0)
			close(peer->log);
		upload_drop(peer);
		keeper->replayers.left |= peer->run != 0;
		if (peer->watching.run)
			spectators_changed(keeper);
		free(peer);
	}
}

bool peers_hold(const struct keeper *keeper, int64_t run)
{
	for (const struct peer *peer = keeper->peers; peer; peer = peer->next)
		if (!peer->closed && peer->run == run && run > 0)
			return true;
	return false;
}

unsigned peers_of(const struct keeper *keeper, int64_t account)
{
	unsigned count = 0;

	for (const struct peer *peer = keeper->peers; peer; peer = peer->next)
		count += !peer->closed && peer->binding.id == account;
	return count;
}

bool peer_rehearses(const struct peer *peer)
{
	return strcmp(peer->from, "rehearsal") == 0;
}

struct peer *peer_by_id(struct keeper *keeper, uint64_t id)
{
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		if (peer->id == id && !peer->closed)
			return peer;
	}
	return NULL;
}

/* ---- Requests a second ---- */

/* An account with several sessions has one bucket. */
static const struct rate request_rate = {.burst = 2000, .per_hour = 500 * 3600};

static uint64_t request_key(const struct peer *peer)
{
	uint64_t number = peer->binding.id > 0 ? (uint64_t)peer->binding.id : ~peer->id;

	return peer->trusted || peer->verifies ? 0 : rate_key(&number, sizeof number);
}

bool peer_may_ask(struct keeper *keeper, struct peer *peer)
{
	if (rates_take(&keeper->limits.requests, &request_rate, request_key(peer), keeper_now_ms()))
		return true;
	peer->paused = keeper->limits.paused = true;
	epoll_ctl(keeper->epoll, EPOLL_CTL_DEL, peer->descriptor, NULL);
	return false;
}

void peer_asked_nothing(struct keeper *keeper, const struct peer *peer)
{
	rates_give_back(
		&keeper->limits.requests, &request_rate, request_key(peer), keeper_now_ms());
}

bool peers_resume(struct keeper *keeper)
{
	bool paused = false;

	if (!keeper->limits.paused)
		return false;
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};

		if (!peer->paused)
			continue;
		peer->paused = !rates_has(&keeper->limits.requests, &request_rate,
			request_key(peer), keeper_now_ms());
		if (!peer->paused)
			epoll_ctl(keeper->epoll, EPOLL_CTL_ADD, peer->descriptor, &event);
		paused = paused || peer->paused;
	}
	return paused;
}

/* ---- Sending ---- */

bool peer_send(struct peer *peer, const void *bytes, size_t size)
{
	if (send(peer->descriptor, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size)
		return true;
	/* The keeper still reads what a process sent before it ended. Any other failure means that
	 * the socket's buffer is full: the session does not read its answers. */
	if (errno != EPIPE && errno != ECONNRESET)
		peer_close(peer);
	return false;
}

void peer_notice(struct peer *peer, enum notice_kind kind, const char *text)
{
	uint8_t buffer[512];
	struct wire_writer out;

	wire_begin(&out, buffer, sizeof buffer, WIRE_NOTICE, kind, 0);
	wire_speak(&out, peer->protocol);
	wire_put_text(&out, text);
	peer_send(peer, out.bytes, out.size);
}

/* ---- Binding ---- */

/* A token is good on the socket that it was given to, so that it ends with its session. */
static void binding_mac(struct keeper *keeper, const struct peer *peer,
	const struct binding *binding, uint8_t mac[BINDING_MAC_SIZE])
{
	uint8_t buffer[64];
	struct wire_writer text;

	wire_begin(&text, buffer, sizeof buffer, WIRE_HELLO, 0, 0);
	/* A token is good for keepers of other releases, too. */
	wire_speak(&text, 0);
	wire_put_u64(&text, (uint64_t)binding->id);
	wire_put_text(&text, binding->id < 0 ? binding->name : "");
	wire_put_u64(&text, peer->cookie);
	crypto_generichash(mac, BINDING_MAC_SIZE, text.bytes, text.size, keeper->secret,
		sizeof keeper->secret);
}

static void put_token(struct asking *asking, const struct binding *binding)
{
	struct wire_writer *out = asking->out;
	uint8_t mac[BINDING_MAC_SIZE];

	binding_mac(asking->keeper, asking->peer, binding, mac);
	wire_put_u64(out, (uint64_t)binding->id);
	wire_put_text(out, binding->name);
	wire_put_bytes(out, mac, sizeof mac);
}

void put_account(struct asking *asking, const struct store_account *account)
{
	struct wire_writer *out = asking->out;
	struct binding binding = {.id = account->id};

	memcpy(binding.name, account->name, sizeof binding.name);
	put_token(asking, &binding);
	wire_put_u8(out, account->hash[0] != '\0');
	wire_put_text(out, account->options);
	wire_put_u32(out, account->wrong_passwords);
	wire_put_u32(out, account->new_keys);
}

/* ---- Spectators ---- */

void spectators_changed(struct keeper *keeper)
{
	keeper->replayers.counts_due = true;
}

bool spectators_are_refused(const char *options)
{
	return word_list_has(options, STORE_OPTION_HIDDEN);
}

void put_guest(struct asking *asking, const struct binding *binding)
{
	struct wire_writer *out = asking->out;

	put_token(asking, binding);
	wire_put_u8(out, false);
	wire_put_text(out, "");
	wire_put_u32(out, 0);
	wire_put_u32(out, 0);
}

void peer_bound(struct keeper *keeper, struct peer *peer, const struct binding *binding)
{
	struct store_account account;

	/* Options that cannot be read may say that nobody may watch. */
	peer->watching.hides = binding->id > 0 && (store_account_by_id(keeper->store, binding->id,
							   &account) != STORE_OK ||
							  spectators_are_refused(account.options));
	peer->binding = *binding;
	memcpy(peer->present.name, binding->name, sizeof peer->present.name);
}

/* Binds a line again that an earlier keeper had bound, if its token is valid. */
static bool bind_again(struct keeper *keeper, struct peer *peer, struct wire_reader *in)
{
	struct binding binding;
	uint8_t shown[BINDING_MAC_SIZE];
	uint8_t mac[BINDING_MAC_SIZE];

	memset(&binding, 0, sizeof binding);
	binding.id = (int64_t)wire_get_u64(in);
	wire_get_text(in, binding.name, sizeof binding.name);
	wire_get_bytes(in, shown, sizeof shown);
	if (in->broken || binding.id == 0 || peer->binding.id == binding.id)
		return !in->broken;
	binding_mac(keeper, peer, &binding, mac);
	if (peer->binding.id != 0 || sodium_memcmp(mac, shown, sizeof mac) != 0)
		return false;
	if (binding.id > 0) {
		struct store_account account;

		if (store_account_by_id(keeper->store, binding.id, &account) != STORE_OK ||
			account_barred(&(struct asking){.keeper = keeper}, &account) != KEEPER_OK)
			return false;
		memcpy(binding.name, account.name, sizeof binding.name);
	}
	peer_bound(keeper, peer, &binding);
	return true;
}

void keeper_game(struct keeper *keeper, char game[STORE_GAME_MAX + 1])
{
	if (keeper->content)
		snprintf(game, STORE_GAME_MAX + 1, "%s", content_game(keeper->content));
	else
		store_game_last(keeper->store, game);
}

bool run_belongs(struct keeper *keeper, int64_t run, int64_t account)
{
	struct store_run header;

	return run > 0 && account > 0 && store_run_by_id(keeper->store, run, &header) == STORE_OK &&
	       header.account == account;
}

/* Reads the game that a line with content of its own names at the end of its hello. */
static void take_game(struct keeper *keeper, struct peer *peer, struct wire_reader *in)
{
	peer->game[0] = '\0';
	if (in->at < in->size)
		wire_get_text(in, peer->game, sizeof peer->game);
	if (!peer->trusted || peer->game[0] == '\0')
		keeper_game(keeper, peer->game);
}

void peer_hello(struct keeper *keeper, struct peer *peer, struct wire_reader *in)
{
	uint64_t greeted_by = wire_get_u64(in);
	bool bound;

	/* The socket still held the answer to an earlier keeper's greeting. */
	if (greeted_by != keeper->birth_number)
		return;
	bound = bind_again(keeper, peer, in);
	wire_get_text(in, peer->present.peer, sizeof peer->present.peer);
	wire_get_text(in, peer->present.transport, sizeof peer->present.transport);
	/* A session cannot give another address than the listener saw. */
	if (peer->from[0])
		snprintf(peer->present.peer, sizeof peer->present.peer, "%s", peer->from);
	text_clean(peer->present.peer);
	text_clean(peer->present.transport);
	peer->present.where = present_where(wire_get_u8(in));
	peer->present.depth = wire_get_u8(in);
	peer->present.turn = wire_get_u32(in);
	peer->run = (int64_t)wire_get_u64(in);
	peer->epoch = wire_get_u32(in);
	take_game(keeper, peer, in);
	if (!run_belongs(keeper, peer->run, peer->binding.id))
		peer->run = 0;
	if (!bound || !wire_whole(in)) {
		log_line(LOG_WARN, "keeper.hello", "refused=1 peer=%llu",
			(unsigned long long)peer->id);
		peer_close(peer);
		return;
	}
	peer->hello = true;
}

/* ---- Ending sessions ---- */

static bool evicted(const struct peer *peer, const struct eviction *eviction)
{
	struct network from;

	if (eviction->account && peer->binding.id == eviction->account)
		return true;
	if (eviction->name[0] && strcasecmp(peer->binding.name, eviction->name) == 0)
		return true;
	return eviction->of_network && !peer->trusted &&
	       network_parse(peer->from[0] ? peer->from : peer->present.peer, &from) &&
	       network_has(&eviction->network, &from.address);
}

void peers_evict(struct keeper *keeper, const struct peer *asker, const struct eviction *eviction)
{
	unsigned ended = 0;

	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		if (peer == asker && eviction->unbinds_asker) {
			peer->binding = (struct binding){.id = 0};
			peer->run = 0;
		}
		if (peer->closed || (peer == asker && eviction->spares_asker) ||
			!evicted(peer, eviction))
			continue;
		peer_notice(peer, NOTICE_KICKED, eviction->why);
		peer_close(peer);
		ended++;
	}
	log_line(LOG_INFO, "evict", "sessions=%u why=%s", ended, log_quote(eviction->why));
}

/* ---- Handing over ---- */

#define PEER_ORIGIN_MAX (WIRE_PASSED_MAX + LOG_SESSION_MAX)

/* As keeper_give has it. */
static void peer_origin(const struct peer *peer, char from[PEER_ORIGIN_MAX])
{
	snprintf(from, PEER_ORIGIN_MAX, "%s%s%s", peer->from, peer->log_id[0] ? " " : "",
		peer->log_id);
}

void peers_hand_over(struct keeper *keeper, struct peer *to)
{
	const struct timeval patience = {.tv_sec = 2};
	bool logs = strcmp(to->present.peer, HAND_OVER_LOGS) == 0;
	size_t passed = 0;

	setsockopt(to->descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		/* Of the new keeper a verifier or replayer would be an ordinary session. */
		char from[PEER_ORIGIN_MAX];

		peer_origin(peer, from);
		if (peer != to && !peer->closed && !peer->verifies && !peer->replays &&
			wire_pass_line(to->descriptor, peer->trusted ? 'o' : 's', peer->descriptor,
				logs ? peer->log : -1, from))
			passed++;
	}
	log_line(LOG_INFO, "keeper.handed_over", "sockets=%zu", passed);
}

bool peers_return(struct keeper *keeper)
{
	if (!keeper->window.returns || keeper->control < 0)
		return false;
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		char from[PEER_ORIGIN_MAX];

		if (!peer->returns || peer->closed)
			continue;
		peer_origin(peer, from);
		if (!wire_send_line(keeper->control, from, peer->descriptor, peer->log) &&
			errno == EAGAIN)
			return true;
		peer->returns = false;
	}
	keeper->window.returns = false;
	return false;
}
