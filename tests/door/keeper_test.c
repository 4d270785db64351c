/* The keeper's callers: names, passwords, keys, guests, notices, and what strangers send it. */
#include "tests/test.h"
#include "door/keeper/keeper_local.h"

#include "keeper_house.h"

#define KEY_A "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define KEY_B "SHA256:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

static void names_that_may_be_and_may_not(void **state)
{
	static const struct {
		const char *name;
		enum keeper_verdict verdict;
		const char *says;
	} rows[] = {
		{"Mina", KEEPER_OK, ""},
		{"a-1-B", KEEPER_OK, ""},
		{"a-1_B", KEEPER_NO, "single hyphens"},
		{"abcdefghijklmnop", KEEPER_OK, ""},
		{"abcdefghijklmnopq", KEEPER_NO, "3 to 16"},
		{"ab", KEEPER_NO, "3 to 16"},
		{"", KEEPER_NO, "3 to 16"},
		{"1abc", KEEPER_NO, "begins with a letter"},
		{"_abc", KEEPER_NO, "begins with a letter"},
		{"mi na", KEEPER_NO, "letters, digits"},
		{"mi\033na", KEEPER_NO, "letters, digits"},
		{"m\303\244rz", KEEPER_NO, "letters, digits"},
		{"Board", KEEPER_NO, "is reserved"},
		{"ROOT", KEEPER_NO, "is reserved"},
		{"Guest-12", KEEPER_NO, "is reserved"},
		{"guests", KEEPER_OK, ""},
		{"OTTO", KEEPER_NO, "That name is taken"},
	};
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Otto");
	struct keeper_account account;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct store_client *other = fixture_line(fixture);

		assert_int_equal(keeper_name_free(line, rows[i].name), rows[i].verdict);
		if (!strstr(keeper_sentence(line), rows[i].says))
			fail_msg("%s: \"%s\"", rows[i].name, keeper_sentence(line));
		assert_int_equal(
			keeper_register(other, rows[i].name, "", KEY_A, &account), rows[i].verdict);
		store_client_free(other);
	}
	store_client_free(line);
}

static void a_very_long_name_is_refused_like_any(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	char name[70000];

	memset(name, 'a', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	assert_int_equal(keeper_name_free(line, name), KEEPER_NO);
	assert_int_equal(keeper_login_password(line, name, name, &account), KEEPER_NO);
	assert_int_equal(keeper_login_key(line, name, KEY_A, &account), KEEPER_NO);
	assert_int_equal(keeper_register(line, "Mina", name, "", &account), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "at most 128"));
	store_client_free(line);
}

static void passwords_are_held_to_rules(void **state)
{
	static const struct {
		const char *password, *says;
	} rows[] = {
		{"", "at least 8"},
		{"seven77", "at least 8"},
		{"MINAMINA", "must differ from the name"},
	};
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(keeper_register(line, "minamina", rows[i].password, "", &account),
			KEEPER_NO);
		assert_non_null(strstr(keeper_sentence(line), rows[i].says));
	}
	assert_int_equal(keeper_register(line, "minamina", PASSWORD, "", &account), KEEPER_OK);
	assert_true(account.has_password);
	assert_false(account.guest);
	store_client_free(line);
}

static void letters_that_no_field_takes_are_no_part_of_a_password(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;

	assert_int_equal(
		keeper_register(line, "minamina", "Schl\303\274\303\274\303\274", "", &account),
		KEEPER_NO);
	assert_int_equal(keeper_register(line, "minamina", "Schlssel9", "", &account), KEEPER_OK);
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(
		keeper_login_password(line, "minamina", "Schl\303\274ssel", &account), KEEPER_NO);
	assert_int_equal(
		keeper_login_password(line, "minamina", "Schl\303\274ssel9", &account), KEEPER_OK);
	store_client_free(line);
}

static void logging_in_by_password(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;

	assert_int_equal(keeper_register(line, "Mina", PASSWORD, "", &account), KEEPER_OK);
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(keeper_login_password(line, "mina", "wrong horse", &account), KEEPER_NO);
	assert_int_equal(keeper_login_password(line, "mina", PASSWORD, &account), KEEPER_OK);
	assert_string_equal(account.name, "Mina");
	assert_int_equal(keeper_login_password(line, "mina", PASSWORD, &account), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "already"));
	store_client_free(line);
}

static void a_stored_hash_is_no_password(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	char command[128];
	char hash[160] = "";
	FILE *out;

	assert_int_equal(keeper_register(line, "Mina", PASSWORD, "", &account), KEEPER_OK);
	snprintf(command, sizeof command, "sqlite3 %s/trapdoor.db 'SELECT hash FROM accounts'",
		fixture->state);
	out = popen(command, "r");
	assert_non_null(fgets(hash, sizeof hash, out));
	pclose(out);
	hash[strcspn(hash, "\n")] = '\0';
	assert_non_null(strstr(hash, "$argon2id$v=19$m=19456,t=2,p=1$"));
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(keeper_login_password(line, "Mina", hash, &account), KEEPER_NO);
	store_client_free(line);
}

/* The least of some tries: how long it cannot help taking. */
static double login_time(struct fixture *fixture, const char *name)
{
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	double least = 1e9;

	for (int i = 0; i < 5; i++) {
		double begun = now_ms();

		assert_int_equal(
			keeper_login_password(line, name, "wrong horse", &account), KEEPER_NO);
		if (now_ms() - begun < least)
			least = now_ms() - begun;
	}
	store_client_free(line);
	return least;
}

static void an_unknown_name_takes_as_long_as_a_known_one(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	double known;
	double unknown;
	double keyed;

	assert_int_equal(keeper_register(line, "Mina", PASSWORD, "", &account), KEEPER_OK);
	store_client_free(fixture_caller(fixture, "Otto"));
	known = login_time(fixture, "Mina");
	unknown = login_time(fixture, "Nobody");
	keyed = login_time(fixture, "Otto");
	if (unknown < known * 0.4 || unknown > known * 2.5 || keyed < known * 0.4 ||
		keyed > known * 2.5)
		fail_msg("known %.1f ms, unknown %.1f ms, without a password %.1f ms", known,
			unknown, keyed);
	store_client_free(line);
}

static void a_password_is_changed_by_who_knows_the_old_one(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Otto");
	struct keeper_account account;

	assert_int_equal(keeper_set_password(line, "", PASSWORD), KEEPER_OK);
	assert_int_equal(keeper_set_password(line, "", "other horse"), KEEPER_NO);
	assert_int_equal(keeper_set_password(line, PASSWORD, "short"), KEEPER_NO);
	char endless[140];
	memset(endless, 'x', sizeof endless - 1);
	endless[sizeof endless - 1] = '\0';
	assert_int_equal(keeper_set_password(line, endless, "other horse"), KEEPER_NO);
	assert_string_equal(keeper_sentence(line), "Wrong password.");
	assert_int_equal(keeper_set_password(line, PASSWORD, "other horse"), KEEPER_OK);
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(keeper_login_password(line, "Otto", PASSWORD, &account), KEEPER_NO);
	assert_int_equal(keeper_login_password(line, "Otto", "other horse", &account), KEEPER_OK);
	store_client_free(line);
}

static void keys_are_listed_added_and_removed(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Otto");
	struct keeper_account account;
	struct store_key keys[32];
	char key[64];
	size_t count;

	assert_int_equal(keeper_key_list(line, keys, 32, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(keeper_key_remove(line, keys[0].fingerprint), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "Set a password first"));
	assert_int_equal(keeper_key_add(line, "", "MD5:12", ""), KEEPER_NO);
	assert_int_equal(keeper_key_add(line, "", KEY_A, "attic\033[2J"), KEEPER_OK);
	assert_int_equal(keeper_key_add(line, "", KEY_A, ""), KEEPER_NO);
	assert_int_equal(keeper_key_list(line, keys, 32, &count), KEEPER_OK);
	assert_int_equal(count, 2);
	/* Keys stand in the order of their seconds, and those of one second in any. */
	if (strcmp(keys[0].fingerprint, KEY_A) == 0)
		keys[1] = keys[0];
	assert_string_equal(keys[1].fingerprint, KEY_A);
	assert_string_equal(keys[1].label, "attic?[2J");
	for (int i = 2; i < 20; i++) {
		snprintf(key, sizeof key, "SHA256:%043d", i);
		assert_int_equal(keeper_key_add(line, "", key, ""), KEEPER_OK);
	}
	assert_int_equal(keeper_key_add(line, "", KEY_B, ""), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "at most 20"));
	assert_int_equal(keeper_key_remove(line, KEY_A), KEEPER_OK);
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(keeper_login_key(line, "Otto", KEY_A, &account), KEEPER_NO);
	assert_int_equal(keeper_login_key(line, "Otto", key, &account), KEEPER_OK);
	store_client_free(line);
}

static void nothing_is_for_who_has_not_logged_in(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_run run = {.id = 1, .epoch = 1};

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_NO);
	assert_int_equal(keeper_run_look(line, &run), KEEPER_NO);
	assert_int_equal(keeper_run_claim(line, &run), KEEPER_NO);
	assert_int_equal(keeper_set_options(line, "x"), KEEPER_NO);
	assert_int_equal(fixture_append(line, &run, 0, "x"), KEEPER_NO);
	assert_int_equal(keeper_admin_say(line, "boo"), KEEPER_NO);
	assert_int_equal(keeper_admin_kick(line, "Otto", ""), KEEPER_NO);
	assert_int_equal(keeper_admin_verify(line, 1, STORE_VERIFIED), KEEPER_NO);
	assert_int_equal(keeper_run_show(line, 1, &run), KEEPER_NO);
	store_client_free(line);
}

static void a_guest_plays_and_leaves_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct store_client *other = fixture_line(fixture);
	struct keeper_account account;
	struct keeper_account second;
	struct keeper_run run;
	struct store_score score;
	struct store_query query = {.order = STORE_LATEST, .count = 4};
	struct store_score scores[4];
	unsigned ranks[4];
	size_t count;

	assert_int_equal(keeper_login_guest(line, &account), KEEPER_OK);
	assert_int_equal(keeper_login_guest(other, &second), KEEPER_OK);
	assert_true(account.guest && account.id < 0);
	assert_int_equal(strncmp(account.name, "guest-", 6), 0);
	assert_int_equal(strlen(account.name), 10);
	assert_string_not_equal(account.name, second.name);
	assert_int_equal(keeper_run_look(line, &run), KEEPER_NO);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_string_equal(run.birth.name, account.name);
	assert_int_equal(fixture_append(line, &run, 0, "abc"), KEEPER_OK);
	assert_int_equal(keeper_snapshot_put(line, run.id, run.epoch, 3, "s", 1), KEEPER_OK);
	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	assert_int_equal(fixture_append(line, &run, 3, "d"), KEEPER_OK);
	score = fixture_score(&run, 10, OUTCOME_DIED);
	assert_int_equal(keeper_run_end(line, run.epoch, 4, &score), KEEPER_OK);
	assert_int_equal(keeper_scores(line, &query, scores, ranks, 4, &count), KEEPER_OK);
	assert_int_equal(count, 0);
	store_client_free(line);
	store_client_free(other);
}

static void who_is_on(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *again = fixture_caller(fixture, "Mina");
	struct store_client *door = fixture_line(fixture);
	struct store_client *operator_line;
	struct present present[8];
	char sentence[256];
	size_t count;

	assert_int_equal(keeper_report_position(mina, WHERE_PLAYING, 3, 77), KEEPER_OK);
	assert_int_equal(keeper_who(door, present, 8, &count), KEEPER_OK);
	assert_int_equal(count, 2);
	for (size_t i = 0; i < count; i++) {
		assert_string_equal(present[i].name, "Mina");
		assert_string_equal(present[i].peer, "");
		assert_string_equal(present[i].transport, "telnet");
		if (present[i].where == WHERE_PLAYING) {
			assert_int_equal(present[i].depth, 3);
			assert_int_equal(present[i].turn, 77);
		}
	}
	assert_int_equal(keeper_who(door, present, 1, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	operator_line = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	assert_non_null(operator_line);
	assert_int_equal(keeper_who(operator_line, present, 8, &count), KEEPER_OK);
	assert_int_equal(count, 3);
	assert_string_equal(present[0].peer, "192.0.2.1");
	store_client_free(operator_line);
	store_client_free(mina);
	store_client_free(again);
	store_client_free(door);
}

static void the_operator_speaks_kicks_and_sets_passwords(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto = fixture_caller(fixture, "Otto");
	struct store_client *ida = fixture_caller(fixture, "Ida");
	struct store_client *operator_line;
	struct keeper_account account;
	char sentence[256];

	operator_line = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	assert_int_equal(keeper_admin_say(operator_line, "tea is ready"), KEEPER_OK);
	assert_true(fixture_notice(mina, NOTICE_SAY));
	assert_int_equal(keeper_admin_passwd(operator_line, "otto", "new horse 1"), KEEPER_OK);
	assert_int_equal(keeper_admin_passwd(operator_line, "nobody", "new horse 1"), KEEPER_NO);
	assert_int_equal(keeper_admin_kick(operator_line, "MINA", "out"), KEEPER_OK);
	assert_true(fixture_notice(mina, NOTICE_KICKED));
	assert_int_equal(keeper_report_position(mina, WHERE_LOBBY, 0, 0), KEEPER_GONE);
	assert_int_equal(keeper_admin_kick(operator_line, "MINA", "out"), KEEPER_NO);
	/* Not even a new keeper, which is given the same socket, lets it back in. */
	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	assert_int_equal(keeper_report_position(mina, WHERE_LOBBY, 0, 0), KEEPER_GONE);
	assert_int_equal(keeper_report_position(ida, WHERE_LOBBY, 0, 0), KEEPER_OK);
	store_client_free(ida);
	store_client_free(mina);
	mina = fixture_line(fixture);
	assert_int_equal(keeper_login_password(mina, "Otto", "new horse 1", &account), KEEPER_OK);
	store_client_free(mina);
	store_client_free(otto);
	store_client_free(operator_line);
}

/* The stock content as another game. */
static struct content *another_game(void)
{
	struct content *content = content_new();

	for (size_t i = 0; i < builtin_file_count; i++) {
		const struct builtin_file *file = &builtin_files[i];
		char *text = strdup(file->text), *id = strstr(text, "game trapdoor\n");

		assert_non_null(text);
		if (id)
			memcpy(id, "game chessmen", 13);
		content_add(content, file->name, text, file->size);
		free(text);
	}
	return stock_seal(content);
}

/* Also after a new keeper: the hello that the line repeats names the game, too. */
static void an_operator_asks_about_the_game_of_the_own_content(void **state)
{
	struct fixture *fixture = *state;
	struct content *content = another_game();
	char sentence[256] = "", game[STORE_GAME_MAX + 1];
	struct store_client *line =
		store_client_local(fixture->state, content, sentence, sizeof sentence);
	struct store_client *other =
		store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	struct keeper_game games[4];
	size_t count;

	assert_string_equal(sentence, "");
	for (int round = 0; round < 2; round++) {
		assert_int_equal(keeper_games(line, game, games, 4, &count), KEEPER_OK);
		assert_string_equal(game, "chessmen");
		assert_int_equal(count, 0);
		assert_int_equal(keeper_games(other, game, games, 4, &count), KEEPER_OK);
		assert_string_equal(game, "trapdoor");
		fixture_kill_keeper(fixture);
		fixture_start(fixture);
	}
	store_client_free(line);
	store_client_free(other);
	content_free(content);
}

static void a_binding_outlives_its_keeper_and_cannot_be_forged(void **state)
{
	fixture_log_begin();
	fixture_set_up(state);
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	struct store_client *otto;
	uint8_t buffer[KEEPER_MESSAGE_MAX];
	struct wire_writer out;
	int descriptor;

	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	assert_int_equal(keeper_set_options(mina, "colours=8"), KEEPER_OK);
	assert_true(fixture_notice(mina, NOTICE_KEEPER_BACK));
	otto = fixture_caller(fixture, "Otto");
	/* A hello that says "I am account 1" with a token of zeros. */
	descriptor = fixture_socket(fixture);
	uint64_t number = fixture_take_greetings(descriptor);
	wire_begin(&out, buffer, sizeof buffer, WIRE_HELLO, 0, 0);
	wire_put_u64(&out, number);
	wire_put_u64(&out, 1);
	wire_put_text(&out, "Mina");
	wire_put_bytes(&out, (uint8_t[32]){0}, 32);
	wire_put_text(&out, "");
	wire_put_text(&out, "");
	wire_put_bytes(&out, (uint8_t[18]){0}, 18);
	assert_true(send(descriptor, out.bytes, out.size, 0) > 0);
	poll(&(struct pollfd){.fd = descriptor, .events = POLLIN}, 1, 1000);
	assert_int_equal(recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT), 0);
	assert_non_null(
		strstr(fixture_log_await("level=warn event=keeper.hello", 1), " refused=1 peer="));
	fixture_log_end();
	close(descriptor);
	store_client_free(mina);
	store_client_free(otto);
}

/* Sends hostile bytes: noise, and valid messages with changed bytes. */
static void send_noise(int descriptor, unsigned round)
{
	uint8_t buffer[600];
	struct wire_writer out;
	size_t size = (size_t)rand() % sizeof buffer;

	for (size_t i = 0; i < sizeof buffer; i++)
		buffer[i] = (uint8_t)rand();
	if (round % 4 != 0) {
		wire_begin(&out, buffer, sizeof buffer, WIRE_REQUEST, (unsigned)rand() % 80, round);
		if (round % 4 == 1)
			wire_put_u64(&out, (uint64_t)rand() % 3);
		size = size < 8 ? 8 : size;
	}
	send(descriptor, buffer, size, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void say_true_hello(int descriptor)
{
	uint64_t number = fixture_take_greetings(descriptor);
	uint8_t buffer[512];
	struct wire_writer out;

	wire_begin(&out, buffer, sizeof buffer, WIRE_HELLO, 0, 0);
	wire_put_u64(&out, number);
	wire_put_bytes(&out, (uint8_t[10]){0}, 10);
	wire_put_bytes(&out, (uint8_t[32]){0}, 32);
	wire_put_text(&out, "198.51.100.1");
	wire_put_text(&out, "ssh");
	wire_put_bytes(&out, (uint8_t[18]){0}, 18);
	send(descriptor, out.bytes, out.size, MSG_NOSIGNAL);
}

static void hostile_bytes_harm_nobody_else(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *mina = fixture_caller(fixture, "Mina");
	int status;

	srand(7);
	for (unsigned i = 0; i < 40; i++) {
		int descriptor = fixture_socket(fixture);

		if (i % 8)
			say_true_hello(descriptor);
		for (unsigned round = 0; round < 200; round++)
			send_noise(descriptor, round);
		close(descriptor);
		close(fixture->ends[--fixture->count]);
		assert_int_equal(keeper_report_position(mina, WHERE_LOBBY, 0, i), KEEPER_OK);
	}
	assert_int_equal(waitpid(fixture->keeper, &status, WNOHANG), 0);
	store_client_free(mina);
}

/* A request that is sent again after its answer was lost does not see its own traces as another's.
 */
static void what_is_sent_again_recognizes_itself(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	uint8_t buffer[1024];
	static const struct {
		const char *password;
		uint8_t verdict;
	} rows[] = {{PASSWORD, KEEPER_OK}, {"other horse", KEEPER_NO}};

	assert_int_equal(keeper_register(line, "Mina", PASSWORD, "", &account), KEEPER_OK);
	for (size_t i = 0; i < 2; i++) {
		int descriptor = fixture_socket(fixture);
		struct wire_writer out;
		struct wire_reader in;

		say_true_hello(descriptor);
		wire_begin(&out, buffer, sizeof buffer, WIRE_REQUEST,
			REQUEST_REGISTER | WIRE_RESENT, 5);
		wire_put_text(&out, "Mina");
		wire_put_text(&out, rows[i].password);
		wire_put_text(&out, "");
		send(descriptor, out.bytes, out.size, 0);
		poll(&(struct pollfd){.fd = descriptor, .events = POLLIN}, 1, 2000);
		assert_true(
			wire_read(&in, buffer, (size_t)recv(descriptor, buffer, sizeof buffer, 0)));
		assert_int_equal(in.serial, 5);
		assert_int_equal(wire_get_u8(&in), rows[i].verdict);
		close(descriptor);
	}
	store_client_free(line);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(names_that_may_be_and_may_not),
		TITLE(a_very_long_name_is_refused_like_any),
		TITLE(passwords_are_held_to_rules),
		TITLE(letters_that_no_field_takes_are_no_part_of_a_password),
		TITLE(logging_in_by_password),
		TITLE(a_stored_hash_is_no_password),
		TITLE(an_unknown_name_takes_as_long_as_a_known_one),
		TITLE(a_password_is_changed_by_who_knows_the_old_one),
		TITLE(keys_are_listed_added_and_removed),
		TITLE(nothing_is_for_who_has_not_logged_in),
		TITLE(a_guest_plays_and_leaves_nothing),
		TITLE(who_is_on),
		TITLE(the_operator_speaks_kicks_and_sets_passwords),
		TITLE(an_operator_asks_about_the_game_of_the_own_content),
		cmocka_unit_test_teardown(
			a_binding_outlives_its_keeper_and_cannot_be_forged, fixture_tear_down),
		TITLE(hostile_bytes_harm_nobody_else),
		TITLE(what_is_sent_again_recognizes_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
