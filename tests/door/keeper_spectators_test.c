/* Spectators at the keeper: how many there are, who may not be watched, and their chat. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

static int set_up(void **state)
{
	struct fixture *fixture = fixture_new();

	fixture->policy.words = 1;
	fixture_start(fixture);
	*state = fixture;
	return 0;
}

/* A player in a run of the current rules. */
static struct store_client *hero(struct fixture *fixture, const char *name)
{
	struct store_client *line = fixture_player(fixture, name);
	struct keeper_run run;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(keeper_report_position(line, WHERE_PLAYING, 1, 0), KEEPER_OK);
	return line;
}

static int watch(struct store_client *line, const char *name)
{
	int64_t run;
	int views;

	assert_int_equal(keeper_watch(line, name, &run, &views), KEEPER_OK);
	return views;
}

/* Waits for a notice of a kind. Returns its text, or "". */
static const char *heard(struct store_client *line, enum notice_kind kind, int tries)
{
	static struct notice notice;

	for (int i = 0; i < tries; i++) {
		struct pollfd ready = {.fd = store_client_descriptor(line), .events = POLLIN};

		while (keeper_notice(line, &notice))
			if (notice.kind == kind)
				return notice.text;
		poll(&ready, 1, 20);
	}
	return "";
}

#define SOON 250
/* After an answer of the keeper nothing that was sent before it is on the way. */
#define NOW 1

static void spectators_are_counted(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *nora = hero(fixture, "Nora"), *otto = fixture_player(fixture, "Otto");
	struct store_client *ada = fixture_player(fixture, "Ada");
	uint32_t count = 9;
	int first, second;

	assert_int_equal(keeper_spectators(nora, true, &count), KEEPER_OK);
	assert_int_equal(count, 0);
	first = watch(otto, "Nora");
	assert_string_equal(heard(nora, NOTICE_SPECTATORS, SOON), "1");
	second = watch(ada, "Nora");
	assert_string_equal(heard(nora, NOTICE_SPECTATORS, SOON), "2");
	assert_int_equal(keeper_report_position(otto, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_string_equal(heard(nora, NOTICE_SPECTATORS, SOON), "1");
	store_client_free(ada);
	assert_string_equal(heard(nora, NOTICE_SPECTATORS, SOON), "0");
	assert_int_equal(keeper_spectators(nora, false, &count), KEEPER_OK);
	close(watch(otto, "Nora"));
	assert_int_equal(keeper_report_position(nora, WHERE_PLAYING, 1, 1), KEEPER_OK);
	assert_string_equal(heard(nora, NOTICE_SPECTATORS, NOW), "");
	close(first);
	close(second);
	store_client_free(nora);
	store_client_free(otto);
}

static void a_player_may_hide(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *nora = hero(fixture, "Nora"), *otto = fixture_player(fixture, "Otto");
	struct present present[4];
	struct pollfd ready = {.events = POLLIN};
	char byte[1];
	size_t count;
	int64_t run;
	int views;

	assert_int_equal(keeper_watchable(otto, present, 4, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_string_equal(present[0].name, "Nora");
	ready.fd = watch(otto, "Nora");
	assert_int_equal(keeper_set_options(nora, "keys=vi watch=hidden bell=on"), KEEPER_OK);
	/* Spectators see no more of it. */
	do
		assert_int_equal(poll(&ready, 1, 10000), 1);
	while (recv(ready.fd, byte, sizeof byte, 0) > 0);
	close(ready.fd);
	assert_int_equal(keeper_watchable(otto, present, 4, &count), KEEPER_OK);
	assert_int_equal(count, 0);
	assert_int_equal(keeper_watch(otto, "Nora", &run, &views), KEEPER_NO);
	assert_string_equal(keeper_sentence(otto), "This player is not watched.");
	/* Also after a new keeper. */
	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	assert_int_equal(keeper_report_position(nora, WHERE_PLAYING, 1, 2), KEEPER_OK);
	assert_int_equal(keeper_watchable(otto, present, 4, &count), KEEPER_OK);
	assert_int_equal(count, 0);
	assert_int_equal(keeper_set_options(nora, "keys=vi watch=counted"), KEEPER_OK);
	assert_int_equal(keeper_watchable(otto, present, 4, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	store_client_free(nora);
	store_client_free(otto);
}

static void spectators_chat_and_the_player_never_hears(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *nora = hero(fixture, "Nora"), *otto = fixture_player(fixture, "Otto");
	struct store_client *ada = fixture_player(fixture, "Ada"),
			    *also = fixture_caller(fixture, "Nora");
	struct store_client *lobby = fixture_player(fixture, "Lena"),
			    *host = fixture_operator(fixture);
	int views[3] = {watch(otto, "Nora"), watch(ada, "Nora"), watch(also, "Nora")};
	char longest[400];

	assert_int_equal(keeper_chat(otto, "She is \033[31m lost."), KEEPER_OK);
	assert_string_equal(heard(ada, NOTICE_CHAT, SOON), "Otto: She is ?[31m lost.");
	assert_string_equal(heard(otto, NOTICE_CHAT, SOON), "Otto: She is ?[31m lost.");
	/* Neither in the game, nor in another session of its player, nor elsewhere. */
	assert_int_equal(keeper_report_position(nora, WHERE_PLAYING, 1, 1), KEEPER_OK);
	assert_string_equal(heard(nora, NOTICE_CHAT, NOW), "");
	assert_int_equal(keeper_report_position(also, WHERE_WATCHING, 0, 0), KEEPER_OK);
	assert_string_equal(heard(also, NOTICE_CHAT, NOW), "");
	assert_int_equal(keeper_report_position(lobby, WHERE_LOBBY, 0, 0), KEEPER_OK);
	assert_string_equal(heard(lobby, NOTICE_CHAT, NOW), "");
	assert_int_equal(keeper_chat(nora, "Go away"), KEEPER_NO);
	assert_int_equal(keeper_chat(also, "Go away"), KEEPER_NO);
	assert_string_equal(keeper_sentence(also), "Spectators talk among themselves.");
	assert_int_equal(keeper_chat(lobby, "Hi"), KEEPER_NO);
	/* Blocks and mutes hold here, too. */
	assert_int_equal(keeper_block(ada, "Otto", true), KEEPER_OK);
	memset(longest, 'x', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	assert_int_equal(keeper_chat(otto, longest), KEEPER_OK);
	assert_int_equal(strlen(heard(otto, NOTICE_CHAT, SOON)), 6 + KEEPER_CHAT_MAX - 1);
	assert_int_equal(keeper_report_position(ada, WHERE_WATCHING, 0, 0), KEEPER_OK);
	assert_string_equal(heard(ada, NOTICE_CHAT, NOW), "");
	assert_int_equal(keeper_admin_mute(host, "Otto", "loud", 0), KEEPER_OK);
	assert_int_equal(keeper_chat(otto, "Hi"), KEEPER_NO);
	assert_string_equal(keeper_sentence(otto), "You are muted: loud.");
	assert_int_equal(keeper_chat(ada, ""), KEEPER_NO);
	for (int i = 0; i < 10; i++)
		assert_int_equal(keeper_chat(ada, "again"), KEEPER_OK);
	assert_int_equal(keeper_chat(ada, "again"), KEEPER_NO);
	assert_string_equal(keeper_sentence(ada), "Not so fast. Try again in a moment.");
	for (int i = 0; i < 3; i++)
		close(views[i]);
	store_client_free(nora);
	store_client_free(otto);
	store_client_free(ada);
	store_client_free(also);
	store_client_free(lobby);
	store_client_free(host);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, fixture_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(spectators_are_counted),
		TEST(a_player_may_hide),
		TEST(spectators_chat_and_the_player_never_hears),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
