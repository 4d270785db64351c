/*
 * The keeper's protocol from hostile sessions: whatever three sockets say, the keeper stands, every
 * answer is one, no request makes the store fail (for that would undo the turns of others), and
 * what belongs to a caller whose key nobody has stays as it is.
 *
 *     steps: how, u16 size, message
 *     how: bits 0-1  the socket, 3 being a new one in place of the first
 *          bit 2     the hasher has its turn first
 *          bit 3     more is to come before the commit
 *
 * The keeper is this process's own, on a store in memory that is as new for each input.  Its secret
 * and number are known, so that a corpus can hold tokens; and its hasher is this file's, at once.
 */
#include "tests/fuzz/fuzz.h"

#include "door/config/builtin.h"
#include "door/keeper/keeper_private.h"
#include "door/os/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOCKETS 3
#define STEPS_MOST 60
#define NUMBER 0x0123456789abcdefu
#define CALLERS_KEY "SHA256:0000000000000000000000000000000000000000000"

/* ---- A hasher that hashes nothing ---- */

struct hasher {
	size_t count;
	struct hasher_job jobs[SOCKETS];
};

struct hasher *hasher_new(int epoll, uint64_t tag, int log)
{
	(void)epoll;
	(void)log;
	(void)tag;
	return calloc(1, sizeof(struct hasher));
}

void hasher_free(struct hasher *hasher)
{
	free(hasher);
}

bool hasher_give(struct hasher *hasher, const struct hasher_job *job)
{
	if (hasher->count == SOCKETS)
		return false;
	hasher->jobs[hasher->count++] = *job;
	return true;
}

bool hasher_take(struct hasher *hasher, struct hasher_result *result)
{
	char hash[STORE_HASH_MAX];
	if (hasher->count == 0)
		return false;
	*result = (struct hasher_result){.job = hasher->jobs[--hasher->count]};
	snprintf(hash, sizeof hash, "=%.100s", result->job.password);
	result->right =
		!result->job.verify || (result->job.known && strcmp(hash, result->job.hash) == 0);
	snprintf(result->hash, sizeof result->hash, "=%.100s", result->job.new_password);
	return true;
}

unsigned hasher_jobs(const struct hasher *hasher)
{
	return (unsigned)hasher->count;
}

bool hasher_measure(const struct hasher *hasher, uint64_t *bytes)
{
	(void)hasher;
	*bytes = 0;
	return true;
}

bool hasher_pauses(const struct hasher *hasher, int *left_ms)
{
	(void)hasher;
	*left_ms = 0;
	return false;
}

/* ---- The store before every input ---- */

static struct fixture {
	char state[64], database[96], kept[96];
	struct content *content;
	struct keeper keeper;
	int64_t victim, run;
	uint32_t epoch;
	int ends[SOCKETS];
} fixture;

static void must(enum store_answer answer)
{
	assert(answer == STORE_OK);
}

static struct store *open_store(void)
{
	char sentence[KEEPER_SENTENCE_MAX] = "";
	struct store *store = store_open(fixture.state, sentence, sizeof sentence);
	assert(store != NULL);
	return store;
}

static void fill_store(struct store *store)
{
	struct birth birth = {.name = "Victim"};
	uint8_t bytes[BIRTH_BYTES_MAX], digest[CONTENT_DIGEST_SIZE];
	size_t size = birth_encode(&birth, bytes), bundle_size;
	const uint8_t *bundle = content_bundle(fixture.content, &bundle_size);
	struct store_run run;
	int64_t caller;
	content_digest(fixture.content, digest);
	must(store_bundle_put(store, digest, content_game(fixture.content), bundle, bundle_size));
	must(store_account_new(store, "Victim", "", 1, &fixture.victim));
	must(store_account_set_options(store, fixture.victim, "charset=ascii"));
	must(store_account_new(store, "Caller", "=password", 1, &caller));
	must(store_key_add(store, caller, CALLERS_KEY, "a key", 1));
	must(store_run_begin(store,
		&(struct store_begin){fixture.victim, STORE_RANKED,
			(const uint8_t *)"sixteen bytes...", bytes, size, ENGINE_RULES_VERSION,
			digest, 1},
		&run));
	struct store_append append = {.run = run.id,
		.epoch = run.epoch,
		.count = 3,
		.bytes = (const uint8_t *)"\002\002\010",
		.size = 3};
	must(store_append(store, &append));
	must(store_snapshot_put(store, run.id, run.epoch, 3, "snapshot", 8));
	fixture.run = run.id;
	fixture.epoch = run.epoch;
}

static void copy_file(const char *from, const char *to)
{
	char buffer[65536];
	int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	ssize_t got;
	assert(in >= 0 && out >= 0);
	while ((got = read(in, buffer, sizeof buffer)) > 0) {
		ssize_t put = write(out, buffer, (size_t)got);
		assert(put == got);
	}
	close(in);
	close(out);
}

static void leave_fixture(void)
{
	char command[160];
	store_close(fixture.keeper.store);
	snprintf(command, sizeof command, "rm -rf %s", fixture.state);
	if (system(command) != 0)
		fprintf(stderr, "%s stays\n", fixture.state);
	content_free(fixture.content);
	hasher_free(fixture.keeper.hasher);
	free(fixture.keeper.pending);
}

static void build_fixture(void)
{
	struct stat about;
	bool memory = stat("/dev/shm", &about) == 0;
	log_level_set(LOG_ERROR);
	snprintf(fixture.state, sizeof fixture.state, "%s/trapdoor-fuzz-XXXXXX",
		memory ? "/dev/shm" : "/tmp");
	const char *made = mkdtemp(fixture.state);
	assert(made != NULL);
	atexit(leave_fixture);
	snprintf(fixture.database, sizeof fixture.database, "%s/trapdoor.db", fixture.state);
	snprintf(fixture.kept, sizeof fixture.kept, "%s/kept", fixture.state);
	fixture.content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		content_add(fixture.content, builtin_files[i].name, builtin_files[i].text,
			builtin_files[i].size);
	bool sealed = content_seal(fixture.content);
	assert(sealed);
	struct store *store = open_store();
	fill_store(store);
	store_close(store);
	copy_file(fixture.database, fixture.kept);
}

static void open_fixture(void)
{
	struct keeper *keeper = &fixture.keeper;
	struct pending *pending = keeper->pending;
	size_t capacity = keeper->pending_capacity;
	struct hasher *hasher = keeper->hasher;
	struct store *store = keeper->store;
	if (fixture.state[0] == '\0')
		build_fixture();
	*keeper = (struct keeper){.content = fixture.content,
		.birth_number = NUMBER,
		.epoll = epoll_create1(EPOLL_CLOEXEC),
		.signals = -1,
		.control = -1,
		.listening = -1,
		.lock = -1,
		.hasher = hasher != NULL ? hasher : hasher_new(-1, 0, -1),
		.pending = pending,
		.pending_capacity = capacity};
	keeper->hasher->count = 0;
	memset(keeper->secret, 7, sizeof keeper->secret);
	content_digest(fixture.content, keeper->content_digest);
	keeper->store = store != NULL ? store : open_store();
}

/* A store that nothing was written to serves the next input too. */
static void close_fixture(void)
{
	struct stat about;
	char journal[128];
	snprintf(journal, sizeof journal, "%s-wal", fixture.database);
	close(fixture.keeper.epoll);
	if (stat(journal, &about) == 0 && about.st_size == 0)
		return;
	store_close(fixture.keeper.store);
	fixture.keeper.store = NULL;
	copy_file(fixture.kept, fixture.database);
}

/* ---- Sockets ---- */

static void connect_socket(unsigned which)
{
	int pair[2];
	bool made = keeper_pair(pair);
	assert(made);
	fixture.ends[which] = pair[0];
	struct peer *peer = peer_new(&fixture.keeper, pair[1], false, "192.0.2.1");
	assert(peer != NULL);
}

/* Checks that the keeper's messages are well-formed and that no hostile request makes the store
 * fail. */
static void hear(unsigned which)
{
	static uint8_t buffer[KEEPER_MESSAGE_MAX];
	ssize_t got;
	while ((got = recv(fixture.ends[which], buffer, sizeof buffer, MSG_DONTWAIT)) > 0) {
		struct wire_reader in;
		bool whole = wire_read(&in, buffer, (size_t)got);
		assert(whole);
		assert(in.kind == WIRE_GREETING || in.kind == WIRE_ANSWER ||
			in.kind == WIRE_NOTICE);
		if (in.kind == WIRE_ANSWER)
			assert(wire_get_u8(&in) != KEEPER_FAILED);
	}
}

static void serve(bool hashes, bool commit)
{
	struct hasher_result result;
	struct peer *next;
	for (struct peer *peer = fixture.keeper.peers; peer != NULL; peer = next) {
		next = peer->next;
		peer_read(&fixture.keeper, peer);
	}
	while (hashes && hasher_take(fixture.keeper.hasher, &result))
		accounts_hashed(&fixture.keeper, &result);
	if (!commit)
		return;
	keeper_flush(&fixture.keeper);
	peers_sweep(&fixture.keeper);
	for (unsigned which = 0; which < SOCKETS; which++)
		hear(which);
}

static void take_step(struct fuzz_input *input)
{
	unsigned how = fuzz_byte(input), which = how & 3;
	size_t size = fuzz_word(input);
	const uint8_t *message = fuzz_take(input, &size);
	if (which == SOCKETS) {
		serve(false, true);
		close(fixture.ends[0]);
		serve(false, true);
		connect_socket(which = 0);
	}
	if (size > 0 && send(fixture.ends[which], message, size, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		assert(errno == EPIPE || errno == EAGAIN || errno == ECONNRESET);
	serve((how & 4) == 0, (how & 8) == 0);
}

/* ---- Data that must not change ---- */

static void check_victim(struct store *store)
{
	struct store_account account;
	struct store_run run;
	uint32_t index;
	uint8_t *bytes;
	size_t size;
	must(store_account_by_id(store, fixture.victim, &account));
	assert(account.hash[0] == '\0' && strcmp(account.options, "charset=ascii") == 0);
	must(store_run_by_id(store, fixture.run, &run));
	assert(run.epoch == fixture.epoch && run.next_index == 3 && run.snapshot_index == 3);
	assert(!run.ended && !run.quarantined && run.account == fixture.victim);
	must(store_snapshot_get(store, fixture.run, 0, &index, &bytes, &size));
	assert(index == 3 && size == 8 && memcmp(bytes, "snapshot", 8) == 0);
	free(bytes);
}

static void report(void *context, const char *sentence)
{
	(void)context;
	fprintf(stderr, "%s\n", sentence);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct fuzz_input input = {bytes, size};
	struct keeper *keeper = &fixture.keeper;
	open_fixture();
	for (unsigned which = 0; which < SOCKETS; which++)
		connect_socket(which);
	for (int steps = 0; input.left > 3 && steps < STEPS_MOST; steps++)
		take_step(&input);
	serve(true, true);
	for (unsigned which = 0; which < SOCKETS; which++)
		close(fixture.ends[which]);
	serve(true, false);
	keeper_flush(keeper);
	peers_sweep(keeper);
	assert(keeper->peers == NULL && keeper->peer_count == 0);
	check_victim(keeper->store);
	if (size % 8 == 0)
		assert(store_check(keeper->store, report, NULL) == 0);
	close_fixture();
	return 0;
}
