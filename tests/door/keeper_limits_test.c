/* The keeper's limits on what strangers and players may ask of it. */
#include "tests/test.h"

#include "door/store/store_client.h"
#include "keeper_house.h"

#define KEY "SHA256:1234567890123456789012345678901234567890123"

static struct store_client *line_from(struct fixture *fixture, const char *address)
{
	return fixture_line_from(fixture, address, "telnet");
}

/* How many of so many wrong passwords are checked before one is refused unseen. */
static unsigned guess(struct store_client *line, const char *name, unsigned most)
{
	struct keeper_account account;
	unsigned checked = 0;

	while (checked < most &&
		keeper_login_password(line, name, "wrong horse", &account) == KEEPER_NO &&
		!strstr(keeper_sentence(line), "Too many"))
		checked++;
	return checked;
}

static void guesses_from_one_network_stop_and_the_owner_reads_of_them(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	struct store_client *guesser = line_from(fixture, "203.0.113.5");
	struct store_client *neighbour = line_from(fixture, "203.0.113.6");
	struct keeper_account account;

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, KEY, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 0);
	store_client_free(owner);
	assert_int_equal(guess(guesser, "mina", 30), 20);
	/* Another name, and another address of that network, are of no use; nor is the right
	 * password there. */
	assert_int_equal(guess(guesser, "Nobody", 1), 0);
	assert_int_equal(guess(neighbour, "mina", 1), 0);
	assert_int_equal(keeper_login_password(neighbour, "Mina", PASSWORD, &account), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(neighbour), "Use an ssh key"));
	/* A key is no guess. */
	assert_int_equal(keeper_login_key(neighbour, "Mina", KEY, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 20);
	/* It is reported once. */
	owner = line_from(fixture, "198.51.100.2");
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 0);
	store_client_free(owner);
	store_client_free(guesser);
	store_client_free(neighbour);
}

static void guesses_at_one_account_leave_its_known_networks_open(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	struct keeper_account account;
	unsigned checked = 0;

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, "", &account), KEEPER_OK);
	store_client_free(owner);
	for (int network = 1; network <= 5; network++) {
		char address[32];
		struct store_client *guesser;

		snprintf(address, sizeof address, "203.0.%d.5", network);
		guesser = line_from(fixture, address);
		checked += guess(guesser, "Mina", 30);
		store_client_free(guesser);
	}
	assert_int_equal(checked, 50);
	owner = line_from(fixture, "192.0.2.1");
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_NO);
	store_client_free(owner);
	owner = line_from(fixture, "198.51.100.7");
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_OK);
	assert_int_equal(account.wrong_passwords, 50);
	store_client_free(owner);
}

/* Many wrong passwords at once wait for the hasher, which rests until all have asked. */
static void many_wrong_passwords_at_once_delay_nobody_else(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	pid_t hasher = fixture_child(fixture, "hasher");
	struct keeper_account account;
	struct pollfd wrong[40];

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, "", &account), KEEPER_OK);
	store_client_free(owner);
	kill(hasher, SIGSTOP);
	for (size_t i = 0; i < 40; i++) {
		char address[32];
		struct wire_writer request;
		struct store_client *line;

		snprintf(address, sizeof address, "203.0.%d.5", i < 20 ? 1 : 2);
		line = line_from(fixture, address);
		keeper_name_free(line, "Nobody");
		line_begin(line, &request, REQUEST_LOGIN_PASSWORD);
		wire_put_text(&request, i % 2 ? "Mina" : "Nobody");
		wire_put_text(&request, "wrong horse");
		send(line->descriptor, request.bytes, request.size, 0);
		wrong[i] = (struct pollfd){.fd = dup(line->descriptor), .events = POLLIN};
		store_client_free(line);
	}
	owner = line_from(fixture, "198.51.100.1");
	keeper_name_free(owner, "Nobody");
	assert_int_equal(poll(wrong, 40, 0), 0);
	kill(hasher, SIGCONT);
	assert_int_equal(keeper_login_password(owner, "Mina", PASSWORD, &account), KEEPER_OK);
	assert_in_range(poll(wrong, 40, 0), 0, 20);
	for (size_t i = 0; i < 40; i++)
		close(wrong[i].fd);
	store_client_free(owner);
}

/* The bit that marks a request as sent again lets nobody check a password without a limit. */
static void registering_again_is_a_guess_too(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	struct store_client *guesser = line_from(fixture, "203.0.113.5");
	struct keeper_account account;
	unsigned checked = 0;
	bool refused = false;

	assert_int_equal(keeper_register(owner, "Mina", PASSWORD, "", &account), KEEPER_OK);
	for (int i = 0; i < 30 && !refused; i++) {
		struct wire_writer request;
		struct wire_reader answer;

		line_begin(guesser, &request, REQUEST_REGISTER);
		request.bytes[3] |= WIRE_RESENT >> 8;
		wire_put_text(&request, "Mina");
		wire_put_text(&request, "wrong horse");
		wire_put_text(&request, "");
		assert_int_equal(line_ask(guesser, &request, &answer), KEEPER_NO);
		refused = strstr(keeper_sentence(guesser), "Too many") != NULL;
		checked += !refused;
	}
	assert_int_equal(checked, 20);
	store_client_free(owner);
	store_client_free(guesser);
}

/* ---- Sessions, uploads, requests ---- */

static void an_account_has_sixteen_sessions(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *lines[17];
	struct keeper_account account;

	for (int i = 0; i < 17; i++)
		lines[i] = line_from(fixture, "198.51.100.1");
	assert_int_equal(keeper_register(lines[0], "Mina", "", KEY, &account), KEEPER_OK);
	for (int i = 1; i < 16; i++)
		assert_int_equal(keeper_login_key(lines[i], "Mina", KEY, &account), KEEPER_OK);
	assert_int_equal(keeper_login_key(lines[16], "Mina", KEY, &account), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(lines[16]), "16 sessions"));
	store_client_free(lines[3]);
	/* The keeper has read the end of that one when it answers another. */
	while (keeper_login_key(lines[16], "Mina", KEY, &account) != KEEPER_OK)
		;
	for (int i = 0; i < 17; i++)
		if (i != 3)
			store_client_free(lines[i]);
}

/* A token shows a new keeper who a socket is; on another socket it is worth nothing. */
static void a_token_ends_with_its_session(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *owner = line_from(fixture, "198.51.100.1");
	struct store_client *thief = line_from(fixture, "203.0.113.5");
	struct keeper_account account;

	assert_int_equal(keeper_register(owner, "Mina", "", KEY, &account), KEEPER_OK);
	assert_int_equal(keeper_name_free(thief, "Otto"), KEEPER_OK);
	thief->account = owner->account;
	memcpy(thief->name, owner->name, sizeof thief->name);
	memcpy(thief->token, owner->token, sizeof thief->token);
	store_client_free(owner);
	line_say_hello(thief);
	assert_int_equal(keeper_set_options(thief, "stolen"), KEEPER_GONE);
	store_client_free(thief);
}

/* Sends one piece of an upload of `total` bytes. */
static unsigned upload_piece(struct store_client *line, uint32_t total, uint32_t at)
{
	static const uint8_t piece[WIRE_PIECE_MAX];
	struct wire_writer request;
	struct wire_reader answer;

	line_begin(line, &request, REQUEST_UPLOAD);
	wire_put_u32(&request, total);
	wire_put_u32(&request, at);
	wire_put_blob(&request, piece, sizeof piece);
	return line_ask(line, &request, &answer);
}

static unsigned upload_first(struct store_client *line, uint32_t total)
{
	return upload_piece(line, total, 0);
}

/* Kibibytes that a process has in memory. */
static long resident(pid_t process)
{
	char path[64];
	long pages = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
	fclose(file);
	return pages * sysconf(_SC_PAGESIZE) / 1024;
}

static void an_account_has_one_unfinished_upload(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *lines[6];
	struct keeper_account account;
	uint32_t sent = 0;
	long before;

	for (int i = 0; i < 6; i++)
		lines[i] = line_from(fixture, "198.51.100.1");
	assert_int_equal(keeper_register(lines[0], "Mina", "", KEY, &account), KEEPER_OK);
	for (int i = 1; i < 6; i++)
		assert_int_equal(keeper_login_key(lines[i], "Mina", KEY, &account), KEEPER_OK);
	before = resident(fixture->keeper);
	for (int i = 0; i < 6; i++)
		for (sent = 0; sent < WIRE_SAVE_MAX / 2; sent += WIRE_PIECE_MAX)
			assert_int_equal(upload_piece(lines[i], WIRE_SAVE_MAX, sent), KEEPER_OK);
	/* The last one alone goes on; the others were dropped, and are to be sent again. */
	for (int i = 0; i < 5; i++)
		assert_int_equal(upload_piece(lines[i], WIRE_SAVE_MAX, sent), WIRE_AGAIN);
	assert_int_equal(upload_piece(lines[5], WIRE_SAVE_MAX, sent), KEEPER_OK);
	/* An upload that begins again replaces its own pieces. */
	assert_int_equal(upload_first(lines[5], WIRE_SAVE_MAX), KEEPER_OK);
	assert_int_equal(upload_piece(lines[5], WIRE_SAVE_MAX, WIRE_PIECE_MAX), KEEPER_OK);
	assert_int_equal(upload_piece(lines[5], WIRE_SAVE_MAX, WIRE_PIECE_MAX), WIRE_AGAIN);
	/* AddressSanitizer keeps freed memory for a while. */
	assert_true(SANITIZED_BUILD || resident(fixture->keeper) - before < 2 * 1024);
	assert_int_equal(upload_first(lines[0], WIRE_SAVE_MAX), KEEPER_OK);
	/* One request must not take the keeper longer than 5 ms. */
	assert_int_equal(upload_first(lines[0], WIRE_SAVE_MAX + 1), KEEPER_NO);
	for (int i = 0; i < 6; i++)
		store_client_free(lines[i]);
}

static void counts_and_rules_that_cannot_be_are_refused(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run run;
	struct store_append append;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	append = (struct store_append){.run = run.id,
		.epoch = run.epoch,
		.count = 4000000000u,
		.bytes = (const uint8_t *)"ab",
		.size = 2};
	assert_int_equal(keeper_append(line, &append), KEEPER_NO);
	append.count = 3;
	assert_int_equal(keeper_append(line, &append), KEEPER_NO);
	append.count = 2;
	assert_int_equal(keeper_append(line, &append), KEEPER_OK);
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 2, 0, run.content, "s", 1), KEEPER_NO);
	assert_int_equal(keeper_segment_add(line, run.id, run.epoch, 2, ENGINE_RULES_VERSION + 1,
				 run.content, "s", 1),
		KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "no rules of that version"));
	/* Segments without a command between them, of two rules in turn. */
	for (unsigned i = 1; i < 64; i++)
		assert_int_equal(keeper_segment_add(line, run.id, run.epoch, 2, 1 + i % 2,
					 run.content, "s", 1),
			KEEPER_OK);
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 2, 3, run.content, "s", 1), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "at most 64 segments"));
	store_client_free(line);
}

/* Such a run is kept and verified, but is on no board and in no record. */
static void a_run_of_few_turns_is_on_no_board(void **state)
{
	struct fixture *fixture = fixture_new();
	struct store_query query = {.order = STORE_LATEST, .count = 4};
	struct store_score scores[4], score;
	struct store_record record;
	struct store_client *line;
	unsigned ranks[4];
	size_t count;

	*state = fixture;
	fixture->policy.board_turns = 20;
	fixture_start(fixture);
	line = fixture_caller(fixture, "Mina");
	for (uint32_t turns = 19; turns <= 20; turns++) {
		struct keeper_run run;

		assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
		/* Rules of which no program is kept: the verifier gives no verdict. */
		assert_int_equal(
			keeper_segment_add(line, run.id, run.epoch, 0, 1, run.content, "s", 1),
			KEEPER_OK);
		assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
		score = fixture_score(&run, 10, OUTCOME_DIED);
		score.turns = turns;
		assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
		fixture_verify(fixture, run.id);
		assert_int_equal(keeper_score_get(line, run.id, &score), KEEPER_OK);
		assert_int_equal(score.proof, STORE_VERIFIED);
		assert_int_equal(score.scored, turns == 20);
	}
	assert_int_equal(keeper_scores(line, &query, scores, ranks, 4, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(scores[0].turns, 20);
	assert_int_equal(keeper_record(line, &record), KEEPER_OK);
	assert_int_equal(record.runs, 1);
	store_client_free(line);
	fixture_tear_down(state);
}

static void an_account_begins_sixty_runs_at_once(void **state)
{
	struct fixture *fixture = fixture_new();
	struct store_client *line, *other;
	struct keeper_run run;

	*state = fixture;
	fixture->policy.runs_hour = 60;
	fixture_start(fixture);
	line = fixture_caller(fixture, "Mina");
	other = fixture_caller(fixture, "Otto");
	for (int i = 0; i < 60; i++) {
		assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
		assert_int_equal(keeper_quarantine(line, run.id, "a test"), KEEPER_OK);
	}
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "in one hour. Try again in 1 minute."));
	assert_int_equal(keeper_run_begin(other, false, &run), KEEPER_OK);
	store_client_free(line);
	store_client_free(other);
	fixture_tear_down(state);
}

/* A session that floods the keeper is read at a limited rate, and its requests are answered. */
static void a_flood_of_requests_is_slowed_down(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct timespec begun, ended;
	double seconds;

	clock_gettime(CLOCK_MONOTONIC, &begun);
	for (int i = 0; i < 2300; i++)
		assert_int_equal(keeper_name_free(line, "Otto"), KEEPER_OK);
	clock_gettime(CLOCK_MONOTONIC, &ended);
	seconds = (double)(ended.tv_sec - begun.tv_sec) +
		  (double)(ended.tv_nsec - begun.tv_nsec) / 1e9;
	assert_true(seconds > 0.4);
	store_client_free(line);
}

/* Kills the keeper, and opens its store. */
static struct store *take_store(struct fixture *fixture)
{
	char sentence[256] = "";

	fixture_kill_keeper(fixture);
	struct store *store = store_open(fixture->state, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	return store;
}

/* A known network stays known as long as its player comes back: a visit is noted once a day. */
static void a_visit_is_noted_once_a_day(void **state)
{
	static const char network[] = "198.51.100.0/24";
	static const int64_t ages[] = {60 * 60, 2 * 24 * 60 * 60};
	struct fixture *fixture = *state;
	struct keeper_account account;
	int64_t now = time(NULL), last = 0;
	struct store_client *line = line_from(fixture, "198.51.100.1");

	assert_int_equal(keeper_register(line, "Mina", PASSWORD, KEY, &account), KEEPER_OK);
	store_client_free(line);
	for (size_t i = 0; i < sizeof ages / sizeof *ages; i++) {
		struct store *store = take_store(fixture);
		assert_int_equal(store_visit(store, account.id, network, now - ages[i]), STORE_OK);
		store_close(store);
		fixture_start(fixture);
		line = line_from(fixture, "198.51.100.1");
		assert_int_equal(keeper_login_key(line, "Mina", KEY, &account), KEEPER_OK);
		store_client_free(line);
		store = take_store(fixture);
		assert_int_equal(store_visited(store, account.id, network, &last), STORE_OK);
		store_close(store);
		fixture_start(fixture);
		if (i == 0)
			assert_int_equal(last, now - ages[i]);
		else
			assert_true(last >= now);
	}
}

static void a_dead_hasher_is_made_again(void **state)
{
	fixture_log_begin();
	fixture_set_up(state);
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	pid_t first = fixture_child(fixture, "hasher");

	assert_true(first > 0);
	kill(first, SIGKILL);
	assert_int_equal(keeper_register(line, "Mina", PASSWORD, "", &account), KEEPER_OK);
	assert_int_not_equal(fixture_child(fixture, "hasher"), first);
	assert_non_null(
		strstr(fixture_log_await("level=warn event=hasher.again", 1), " deaths=1\n"));
	fixture_log_end();
	store_client_free(line);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(guesses_from_one_network_stop_and_the_owner_reads_of_them),
		TITLE(guesses_at_one_account_leave_its_known_networks_open),
		TITLE(many_wrong_passwords_at_once_delay_nobody_else),
		TITLE(registering_again_is_a_guess_too),
		TITLE(an_account_has_sixteen_sessions),
		TITLE(a_token_ends_with_its_session),
		TITLE(an_account_has_one_unfinished_upload),
		TITLE(counts_and_rules_that_cannot_be_are_refused),
		cmocka_unit_test(an_account_begins_sixty_runs_at_once),
		cmocka_unit_test(a_run_of_few_turns_is_on_no_board),
		TITLE(a_flood_of_requests_is_slowed_down),
		TITLE(a_visit_is_noted_once_a_day),
		cmocka_unit_test_teardown(a_dead_hasher_is_made_again, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
