/* The keeper's answers, byte by byte: conversations over raw sockets, compared with films. */
#define FILM_SAME_DAY
#include "tests/test.h"

#include <fcntl.h>

#include "tests/door/golden_content.h"
#include "tests/door/keeper_talk.h"

#define KEY_OF(letter) "tSHA256:" letter "bcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ"

static void strangers_and_guests(void **state)
{
	static const char *const lines[] = {"1 connect", "1 name_free tAda b0", "1 name_free ta b0",
		"1 name_free tnew b0", "1 name_free t b0", "1 who w0", "1 report_position b1 b2 w3",
		"1 report_position b9 b255 w4294967295", "1 run_look", "1 append", "1 record",
		"1 games", "1 run_begin b0 D", "1 set_options tx", "1 key_list", "1 watch tAda",
		"1 admin_say thello", "1 admin_runs q0 w9", "1 scores b0 t w0 w9",
		"1 scores b4 t w0 w9", "1 scores b5 t w0 w9", "1 scores b6 t w0 w9",
		"1 scores b3 t w0 w9 tother", "1 score_get q1", "1 run_show q1",
		"1 segment_get q1 w0 w0", "1 commands_get q1 w0", "1 bundle_get D w0",
		"1 bundle_get D w4294967295",
		"1 bundle_get "
		"x00000000000000000000000000000000 w0",
		"1 upload w3 w0 zabc", "1 login_guest", "1 login_guest", "1 who w0",
		"1 run_begin b0 D", "1 run_begin b1 D", "1 upload w3 w0 zabc", "1 run_look",
		"1 append", "1 key_list", "1 watch t", "1 watch tnobody", "1 snapshot_get q1 b0 w0",
		"1 record", "2 connect", "2 login_guest", "1 who w0", "1 who w1", "1 who w2",
		"2 name_free", "3 connect", "3 who", "3 connect", "3 report_position b1",
		"3 connect", "3 scores b1 tx", "3 connect", "3 watch", "3 connect", "3 score_get",
		"3 connect", "3 run_show w1", "3 connect", "3 login_key tAda", "3 connect",
		"3 register tAda t", "3 connect", "3 bundle_get w1", "3 connect",
		"3 segment_get q1", "3 connect", "3 commands_get q1", "3 connect",
		"3 name_free x0500", "3 connect", "3 name_free x0200000a", NULL};

	(void)state;
	converse("talk-strangers", lines);
}

static void accounts(void **state)
{
	static const char *const lines[] = {"1 connect", "1 register tA t " KEY_OF("a"),
		"1 register tAda t t", "1 register tAda tshort t", "1 register tAda t tSHA256:x",
		"1 register tAda t " KEY_OF("a"), "1 register tAda t " KEY_OF("a"),
		"1 login_key tAda " KEY_OF("a"), "1 login_guest", "2 connect",
		"2 register tADA t " KEY_OF("b"), "2 +register tAda t " KEY_OF("a"), "3 connect",
		"3 +register tAda t " KEY_OF("b"), "3 login_key tAda " KEY_OF("b"),
		"3 login_key tBob " KEY_OF("a"), "3 login_key tada " KEY_OF("a"), "1 key_list",
		"1 key_add t tSHA256:short tx", "1 key_add t " KEY_OF("c") " tmy_desk",
		"1 key_add t " KEY_OF("c") " tmy_desk", "1 +key_add t " KEY_OF("c") " tmy_desk",
		"1 key_list", "1 key_remove " KEY_OF("d"), "1 +key_remove " KEY_OF("d"),
		"1 key_remove " KEY_OF("a"), "1 key_remove " KEY_OF("c"), "1 key_list",
		"1 set_options tkeys=vi_bell=1", "4 connect", "4 login_key tAda " KEY_OF("c"),
		"4 connect", "4 login_password tNobody twhatever-it-is", "4 login_password tAda tx",
		"4 register tCarl tlong-enough t", "4 set_password twrong-one tlonger-one",
		"4 set_password tlong-enough tshort", "4 set_password tlong-enough tlonger-one",
		"4 +set_password tlong-enough tlonger-one", "5 connect",
		"5 login_password tCarl tlong-enough", "5 login_password tCarl tlonger-one",
		"5 key_add twrong-one " KEY_OF("e") " t", "5 key_add tlonger-one " KEY_OF("e") " t",
		"5 key_remove " KEY_OF("e"), "5 key_list", "6 operator", "6 who w0",
		"6 admin_passwd tNobody tlonger-two", "6 admin_passwd tAda tshort",
		"6 admin_passwd tAda tlonger-two", "7 connect", "7 login_password tAda tlonger-two",
		"7 key_remove " KEY_OF("c"), "7 key_list", "7 key_add", "2 connect",
		"2 login_key tCarl", "2 connect", "2 login_key tAda " KEY_OF("a"),
		"2 login_password tAda tlonger-two", "2 set_options", "2 connect",
		"2 login_password tAda tlonger-two", "2 set_password tx", NULL};

	(void)state;
	converse("talk-accounts", lines);
}

/* The rules of these runs are none of ours: nobody proves them meanwhile. */
static void runs(void **state)
{
	static const char *const lines[] = {"1 connect", "1 register tDora t " KEY_OF("f"),
		"1 run_look", "1 run_claim", "1 append", "1 connect",
		"1 login_key tDora " KEY_OF("f"), "1 run_begin b0", "1 connect",
		"1 login_key tDora " KEY_OF("f"), "1 run_begin b0 D", "1 run_begin b0 D",
		"1 +run_begin b0 D", "1 run_look", "1 run_claim", "1 run_look",
		"1 segment_add q1 w4 w0 w1 D b0 zsave", "1 segment_add q1 w3 w0 w99 D b0 zsave",
		"1 segment_add q1 w3 w0 w1 D b0 zsave", "1 segment_add q2 w3 w0 w1 D b0 zsave",
		"1 segment_add q1 w3 w0 w1 x00000000000000000000000000000000 b0 zsave",
		"1 segment_add q1 w3 w0 w1 D b1 w5", "1 upload w5 w0 zsa", "1 upload w5 w2 zve1",
		"1 segment_add q1 w3 w0 w1 D b1 w5", "1 segment_add q1 w3 w0 w1 D b1 w5",
		"1 upload w5 w1 zsa", "1 upload w5 w0 ztoomuch", "1 upload w16777217 w0 zx",
		"1 upload w5 w0 zabc", "1 upload w6 w3 zde", "1 upload w5 w3 zdefgh",
		"1 append q1 w3 w0 w3 zhjk b0", "1 append q1 w3 w0 w3 zhjk b0",
		"1 append q1 w3 w9 w1 zh b0", "1 append q1 w2 w3 w1 zh b0",
		"1 append q9 w3 w3 w1 zh b0", "1 append q1 w3 w3 w1 zl b1 w4 q77 b2 x0102",
		"1 append q1 w3 w4 w2 z.. b1 w6 q78 b1 x03", "1 commands_get q1 w0",
		"1 commands_get q1 w2", "1 commands_get q1 w3", "1 commands_get q1 w6",
		"1 commands_get q1 w9", "1 commands_get q7 w0", "1 snapshot_get q1 b0 w0",
		"1 snapshot_put q1 w3 w4 b0 zfirst", "1 snapshot_put q1 w3 w6 b0 zsecond",
		"1 snapshot_put q1 w1 w6 b0 zstale", "1 snapshot_put q7 w3 w6 b0 zother",
		"1 upload w9 w0 zlong", "1 upload w9 w4 z_text", "1 snapshot_put q1 w3 w6 b1 w9",
		"1 snapshot_get q1 b0 w0", "1 snapshot_get q1 b1 w0", "1 snapshot_get q1 b2 w0",
		"1 snapshot_get q1 b9 w0", "1 snapshot_get q1 b0 w3", "1 snapshot_get q1 b0 w99",
		"1 segment_get q1 w0 w0", "1 segment_get q1 w3 w0", "1 segment_get q1 w9 w0",
		"1 segment_get q1 w0 w2", "1 run_look", "1 run_show q1", "1 score_get q1",
		"1 epitaph q1 tearly", "2 connect", "2 login_key tDora " KEY_OF("f"), "2 run_look",
		"2 run_claim", "5 connect", "5 login_key tDora " KEY_OF("f"), "5 run_claim",
		"2 listen", "2 run_claim", "5 listen", "1 append q1 w3 w6 w1 zh b0", "1 run_look",
		"2 append q1 w6 w6 w1 zh b0", "3 connect", "3 register tEmil t " KEY_OF("g"),
		"3 append q1 w6 w7 w1 zh b0", "3 commands_get q1 w0", "3 run_show q1",
		"3 watch tdora", "3 commands_get q1 w0", "3 run_show q1", "3 snapshot_get q1 b0 w0",
		"2 run_end w3 w7", "2 connect", "3 commands_get q1 w0", "3 watch tdora",
		"2 "
		"login_key tDora " KEY_OF("f"),
		"2 run_claim", "2 quarantine q1", "2 connect", "2 login_key tDora " KEY_OF("f"),
		"2 quarantine q2 twhy",
		"2 quarantine q1 t"
		"it_does_not_load",
		"2 quarantine q1 tit_does_not_load", "2 run_look", "2 run_begin b1 D", "2 run_look",
		"4 operator", "4 run_show q1", "4 run_show q2", "4 run_show q3",
		"4 admin_runs q0 w9", "4 digests_get q1 w0", "4 digests_get q1 w4",
		"4 digests_get q1 w6", "4 digests_get q9 w0", "4 digests_get q1", "4 operator",
		"4 admin_verify q1 b1", "4 admin_verify q9 b1", "4 admin_verify q1 b9",
		"4 admin_verify", "4 operator", "4 commands_get q1 w0", "4 admin_runs q0", NULL};

	(void)state;
	converse("talk-runs", lines);
}

/* The operator speaks, kicks and copies. */
static void the_operator(void **state)
{
	static const char *const lines[] = {"1 connect", "1 register tFred t " KEY_OF("h"),
		"2 connect", "2 login_guest", "3 operator", "3 report_position b1 b1 w1",
		"3 who w0", "3 admin_say tNine_o'clock.", "1 listen", "2 listen", "3 admin_say",
		"3 operator", "3 admin_kick tNobody twhy", "3 +admin_kick tNobody twhy",
		"3 admin_kick t twhy", "3 admin_kick tfred tOut.", "1 listen", "1 listen",
		"3 admin_kick tfred", "3 operator", "3 admin_backup trelative/path tb.tar",
		"3 admin_backup t t", "3 admin_backup t/proc/nowhere/copy t",
		"3 admin_backup t/tmp t", "3 run_begin b0 D", "3 login_guest", "3 run_begin b0 D",
		"3 run_begin b0 x00000000000000000000000000000000",
		"3 run_begin b0 x00000000000000000000000000000001",
		"3 bundle_put x0a00000000000000000000000000000a tgame b0 zjunk", "3 operator",
		"3 bundle_put x0b00000000000000000000000000000b tother b1 w4",
		"3 upload w4 w0 zjunk",
		"3 bundle_put x0b00000000000000000000000000000b tother b1 w4", "3 bundle_put",
		"3 operator", "3 operator", "3 bundle_get x0b00000000000000000000000000000b w0",
		"3 bundle_get x0b00000000000000000000000000000b w2", "3 hand_over",
		"3 admin_passwd tFred", "4 operator", "4 register tGina t " KEY_OF("i"),
		"4 run_begin b0 D", "4 run_begin b0 D", "4 record", "4 games",
		"4 scores b0 tGina w0 w9", NULL};

	(void)state;
	converse("talk-operator", lines);
}

#define HUGOS_KEY "tSHA256:Hug0123456789012345678901234567890123456789"

/* A run that ended, on the board or not. Its rules are none of ours, so nobody proves it. */
static void end_run(const char *name, bool scored)
{
	struct store_client *line = fixture_caller(fixture, name);
	struct store_score score;
	struct keeper_run run;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(
		keeper_segment_add(line, run.id, run.epoch, 0, 1, run.content, "s", 1), KEEPER_OK);
	assert_int_equal(fixture_append(line, &run, 0, "h"), KEEPER_OK);
	score = fixture_score(&run, 700, OUTCOME_DIED);
	score.scored = scored;
	score.turns = 5000;
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	store_client_free(line);
}

/* Locks, names, keys, scores and the hold on registrations. */
static void moderation(void **state)
{
	static const char *const lines[] = {"1 connect", "1 login_key tHugo " HUGOS_KEY,
		"3 operator", "3 admin_lock b0 t tHugo", "3 +admin_lock b0 t tHugo",
		"3 admin_lock b1 t tNobody", "3 admin_lock b1 tRude_words. tHugo",
		"3 admin_lock b1 t tHugo", "3 +admin_lock b1 t tHugo",
		"3 admin_lock b1 tOther_words_._. tHugo", "3 admin_lock b1 t tHugo",
		"3 admin_lock b0 t tHugo", "3 +admin_lock b0 t tHugo", "3 admin_lock b1 t tHugo",
		"3 admin_lock b1 t tHugo", "3 admin_lock b0 t tHugo",
		"3 admin_rename b0 tsysop tHugo", "3 admin_rename b0 tU tHugo",
		"3 admin_rename b0 tIvan tHugo", "3 admin_rename b0 tUlf tNobody",
		"3 admin_rename b0 tUlf tHugo", "3 admin_keys tUlf", "3 admin_keys tNobody",
		"3 admin_key_remove tSHA256:none tUlf", "3 +admin_key_remove tSHA256:none tUlf",
		"3 admin_key_remove tSHA256:none tNobody", "3 admin_remove_score q1 tCheated.",
		"3 admin_remove_score q1 tCheated.", "3 +admin_remove_score q1 tCheated.",
		"3 admin_remove_score q2 t", "3 admin_remove_score q9 t", "3 admin_hold b0 t",
		"3 admin_hold b1 tA_flood.", "3 admin_hold b0 t", "3 admin_hold b2 t",
		"3 admin_hold b2 t", "3 +admin_hold b2 t", "3 admin_delete tNobody",
		"3 admin_delete tUlf", "3 admin_delete tUlf", "3 admin_lock b1 t tdeleted-1",
		"3 admin_rename b0 tUlf tdeleted-1", "3 admin_delete tdeleted-1", NULL};

	(void)state;
	end_run("Hugo", true);
	end_run("Ivan", false);
	converse("talk-moderation", lines);
}

/* Requests that end in their middle, and a number that none has. Nothing is done for them. */
static void requests_that_are_cut(void **state)
{
	static const char *const operators[] = {"admin_accounts", "admin_audit", "admin_lock",
		"admin_ban", "admin_unban", "admin_bans", "admin_rename", "admin_delete",
		"admin_keys", "admin_key_remove", "admin_remove_score", "admin_hold",
		"admin_hold b3 t", "admin_backed_up", "admin_kick", "admin_say", "admin_runs",
		"admin_verify", "digests_get", "bundle_put"};
	static const char *const players[] = {"set_password", "set_options", "key_add",
		"key_remove", "account_delete", "upload", "run_begin", "append", "snapshot_put",
		"segment_add", "run_end", "epitaph", "quarantine", "watch", "old_rules"};
	static char texts[128][64];
	const char *lines[128] = {NULL};
	size_t count = 0;

	(void)state;
	end_run("Hugo", true);
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		lines[count++] = "3 operator";
		snprintf(texts[count], sizeof *texts, "3 %s", operators[i]);
		lines[count] = texts[count];
		count++;
	}
	for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
		lines[count++] = "1 connect";
		lines[count++] = "1 login_key tHugo " HUGOS_KEY;
		snprintf(texts[count], sizeof *texts, "1 %s", players[i]);
		lines[count] = texts[count];
		count++;
	}
	converse("talk-cut", lines);
}

/* The keeper copies its database; the command then reports what became of the archive. */
static void backups(void **state)
{
	static const char *const lines[] = {"1 connect", "1 login_guest",
		"1 admin_backup pcopy tb.tar", "3 operator", "3 admin_backup pcopy tb.tar",
		"3 admin_backed_up tb.tar t", "3 admin_backed_up tc.tar tNo_space_left.", NULL};

	(void)state;
	converse("talk-backups", lines);
}

#define LONG_PASSWORD                                                                              \
	"t0123456789012345678901234567890123456789012345678901234567890123"                        \
	"45678901234567890123456789012345678901234567890123456789012345678901234567890123456789"

#define LONGEST_PASSWORD                                                                           \
	"t0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"                        \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void passwords_that_are_too_long(void **state)
{
	static const char *const lines[] = {"1 connect", "1 register tCarl tlong-enough t",
		"1 set_password tlong-enough " LONG_PASSWORD,
		"1 set_password " LONG_PASSWORD " tlonger-one", "2 operator",
		"2 admin_passwd tCarl " LONG_PASSWORD, "3 connect",
		"3 login_password tCarl " LONG_PASSWORD, "3 register tDiana " LONG_PASSWORD " t",
		"3 login_password tCarl tlong-enough", "3 account_delete " LONG_PASSWORD,
		"3 account_delete twrong-one", "4 connect", "4 register tErna tlong-enough t",
		"4 set_password tlong-enough " LONGEST_PASSWORD, "5 connect",
		"5 login_password tErna " LONGEST_PASSWORD, "3 account_delete tlong-enough", NULL};

	(void)state;
	converse("talk-long", lines);
}

static int set_up(void **state)
{
	static struct fixture made;
	int before = dup(STDERR_FILENO);

	(void)state;
	log_level_set(LOG_INFO);
	film_same_chance();
	fixture = &made;
	strcpy(fixture->state, "/tmp/trapdoor-keeper-XXXXXX");
	if (!mkdtemp(fixture->state))
		return -1;
	fixture->content = golden_content();
	logged = tmpfile();
	fcntl(fileno(logged), F_SETFL, O_APPEND);
	dup2(fileno(logged), STDERR_FILENO);
	fixture_start(fixture);
	dup2(before, STDERR_FILENO);
	log_level_set(LOG_ERROR);
	return close(before);
}

static int tear_down(void **state)
{
	char command[128];

	(void)state;
	fixture_kill_keeper(fixture);
	fclose(logged);
	snprintf(command, sizeof command, "rm -rf %s", fixture->state);
	content_free(fixture->content);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(strangers_and_guests, set_up, tear_down),
		cmocka_unit_test_setup_teardown(accounts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(runs, set_up, tear_down),
		cmocka_unit_test_setup_teardown(the_operator, set_up, tear_down),
		cmocka_unit_test_setup_teardown(moderation, set_up, tear_down),
		cmocka_unit_test_setup_teardown(requests_that_are_cut, set_up, tear_down),
		cmocka_unit_test_setup_teardown(backups, set_up, tear_down),
		cmocka_unit_test_setup_teardown(passwords_that_are_too_long, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
