/* A keeper whose store lacks a table, or whose disk takes nothing: the verdict of each request,
 * as a film lists them. */
#define FILM_SAME_DAY
#include "tests/test.h"

#include <fcntl.h>
#include <sys/resource.h>

#include "tests/door/golden_content.h"
#include "tests/door/keeper_talk.h"

#define KEY_OF(name) "tSHA256:" name "0123456789012345678901234567890123456789"

enum { GUEST, ADA, BEN, HOST };

static const char *const tables[] = {"accounts", "keys", "bundles", "runs", "births", "segments",
	"commands", "digests", "snapshots", "scores", "writers", "bans", "audit", "days", "tries",
	"boards", "records", "ranks", "mail", "wall", "blocks", "reports", "mutes", "marks",
	"desks", "visits", "livelog", "holds"};

/* Ben has the run 1 on the board, and Ada plays the run 2. */
static const struct {
	int peer;
	const char *name, *body;
} requests[] = {{GUEST, "name_free", "tNew b0"}, {GUEST, "who", "w0"},
	{GUEST, "scores", "b0 t w0 w9"}, {GUEST, "scores", "b1 t w0 w9"},
	{GUEST, "scores", "b2 tBen w0 w9"}, {GUEST, "score_get", "q1"}, {GUEST, "games", ""},
	{GUEST, "run_show", "q1"}, {GUEST, "segment_get", "q1 w0 w0"},
	{GUEST, "commands_get", "q1 w0"}, {GUEST, "bundle_get", "D w0"}, {GUEST, "day_show", "t"},
	{GUEST, "day_show", "t2025-11-21"}, {GUEST, "season", "t"}, {GUEST, "wall", ""},
	{GUEST, "words_news", ""}, {GUEST, "watchable", "w0"}, {GUEST, "livelog", ""},
	{GUEST, "snapshot_get", "q1 b0 w0"}, {GUEST, "account_show", "tBen"},
	{GUEST, "run_begin", "b1 D"}, {ADA, "run_look", ""}, {ADA, "run_claim", ""},
	{ADA, "key_list", ""}, {ADA, "record", ""}, {ADA, "set_options", "tbell=1"},
	{ADA, "key_add", "t " KEY_OF("New") " tnew"}, {ADA, "key_remove", KEY_OF("New")},
	{ADA, "append", "q2 w9 w9 w1 zh b0"}, {ADA, "snapshot_get", "q2 b0 w0"},
	{ADA, "snapshot_put", "q2 w9 w9 b0 zsave"}, {ADA, "segment_add", "q2 w9 w9 w1 D b0 zs"},
	{ADA, "commands_get", "q2 w0"}, {ADA, "quarantine", "q2 twhy"}, {ADA, "out_show", ""},
	{ADA, "out_seen", "q0 q0 q0"}, {ADA, "mail_list", "b0 q0"}, {ADA, "mail_seen", "q1"},
	{ADA, "block_list", ""}, {ADA, "day_play", "t"}, {ADA, "branch", "q1"},
	{ADA, "spectators", "b1"}, {BEN, "wall_write", "tHello."}, {BEN, "mail_send", "tAda tHi."},
	{BEN, "block", "b1 tAda"}, {BEN, "block", "b0 tAda"}, {BEN, "words_report", "b0 q1"},
	{BEN, "mail_remove", "q1"}, {BEN, "epitaph", "q1 tDone."}, {BEN, "watch", "tAda"},
	{BEN, "chat", "tHello."}, {HOST, "run_show", "q1"}, {HOST, "admin_runs", "q0 w9"},
	{HOST, "digests_get", "q1 w0"}, {HOST, "admin_verify", "q1 b1"},
	{HOST, "bundle_put", "x0a00000000000000000000000000000a tgame b0 zjunk"},
	{HOST, "admin_accounts", "t w0 w9"}, {HOST, "admin_audit", "t q0 q0 q0"},
	{HOST, "admin_lock", "b1 twhy tBen"}, {HOST, "admin_lock", "b0 t tBen"},
	{HOST, "admin_ban", "twhy q0 tZed"}, {HOST, "admin_unban", "tZed"},
	{HOST, "admin_bans", "q0"}, {HOST, "admin_rename", "b0 tBenn tBen"},
	{HOST, "admin_rename", "b0 tBen tBenn"}, {HOST, "admin_keys", "tBen"},
	{HOST, "admin_key_remove", "tSHA256:none tBen"}, {HOST, "admin_hold", "b1 twhy"},
	{HOST, "admin_hold", "b0 t"}, {HOST, "admin_stats", ""}, {HOST, "admin_say", "tHello."},
	{HOST, "admin_kick", "tNobody twhy"}, {HOST, "admin_mail", "b0 tHi. tBen"},
	{HOST, "admin_mail", "b1 tHi. t"}, {HOST, "admin_reports", "q0"},
	{HOST, "admin_dismiss", "q1"}, {HOST, "admin_remove_words", "b0 q1 t"},
	{HOST, "admin_mute", "b1 q0 twhy tBen"}, {HOST, "admin_mute", "b0 q0 t tBen"},
	{HOST, "admin_mutes", "q0"}, {HOST, "admin_remove_score", "q9 twhy"},
	{HOST, "admin_delete", "tNobody"}, {HOST, "admin_passwd", "tNobody tlonger-two"}};

#define REQUESTS (sizeof requests / sizeof *requests)

static struct talk talk;

/* Sends a request. Returns the digit of its verdict, or - if the keeper closes the line. */
static char verdict_of(int peer, const char *name, const char *body)
{
	static uint8_t bytes[KEEPER_MESSAGE_MAX];
	struct pollfd ready = {.fd = talk.peers[peer], .events = POLLIN};
	struct wire_writer out;
	struct wire_reader in;
	char words[512];
	char *rest = words, *token;

	wire_begin(&out, bytes, sizeof bytes, WIRE_REQUEST, proxy_request(name), ++talk.serial);
	snprintf(words, sizeof words, "%s", body);
	while ((token = strtok_r(rest, " ", &rest)) != NULL)
		put_token(&out, token);
	send(talk.peers[peer], out.bytes, out.size, MSG_NOSIGNAL);
	while (poll(&ready, 1, 20000) == 1) {
		ssize_t got = recv(talk.peers[peer], bytes, sizeof bytes, 0);

		if (got <= 0)
			return '-';
		assert_true(wire_read(&in, bytes, (size_t)got));
		if (in.kind == WIRE_ANSWER)
			return (char)('0' + wire_get_u8(&in));
	}
	fail_msg("%s is not answered", name);
	return '?';
}

static void connect_all(void)
{
	for (int i = 0; i < PEERS_MAX; i++) {
		if (talk.peers[i] >= 0)
			close(talk.peers[i]);
		talk.peers[i] = -1;
	}
	connect_peer(&talk, GUEST, false);
	connect_peer(&talk, ADA, false);
	connect_peer(&talk, BEN, false);
	connect_peer(&talk, HOST, true);
	assert_int_equal(verdict_of(GUEST, "login_guest", ""), '0');
	assert_int_equal(verdict_of(ADA, "login_key", "tAda " KEY_OF("Ada")), '0');
	assert_int_equal(verdict_of(BEN, "login_key", "tBen " KEY_OF("Ben")), '0');
}

/* Asks everything. A line that the keeper closes is opened again. */
static void ask_all(struct film *film, const char *title)
{
	char line[FILM_LINE_MAX];
	size_t used = (size_t)snprintf(line, sizeof line, "%-10s ", title);

	for (size_t i = 0; i < REQUESTS; i++) {
		char verdict = verdict_of(requests[i].peer, requests[i].name, requests[i].body);

		used += (size_t)snprintf(line + used, sizeof line - used, "%c", verdict);
	}
	film_line(film, line);
}

static void rename_table(const char *table, bool away)
{
	char sql[200];

	snprintf(sql, sizeof sql, "PRAGMA legacy_alter_table = ON; ALTER TABLE %s%s RENAME TO %s%s",
		table, away ? "" : "_away", table, away ? "_away" : "");
	fixture_sql(fixture, sql);
}

static void each_table_is_missed_where_it_is_read(void **state)
{
	struct film film;

	(void)state;
	film_open(&film, "keeper-broken");
	connect_all();
	ask_all(&film, "whole");
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		connect_all();
		rename_table(tables[i], true);
		ask_all(&film, tables[i]);
		rename_table(tables[i], false);
	}
	film_close(&film);
}

static void a_full_disk_refuses_all_that_writes(void **state)
{
	struct film film;
	struct rlimit limit;

	(void)state;
	film_open(&film, "keeper-full");
	connect_all();
	assert_int_equal(prlimit(fixture->keeper, RLIMIT_FSIZE, NULL, &limit), 0);
	limit.rlim_cur = 0;
	assert_int_equal(prlimit(fixture->keeper, RLIMIT_FSIZE, &limit, NULL), 0);
	ask_all(&film, "full");
	limit.rlim_cur = limit.rlim_max;
	assert_int_equal(prlimit(fixture->keeper, RLIMIT_FSIZE, &limit, NULL), 0);
	connect_all();
	ask_all(&film, "free again");
	film_close(&film);
}

static void end_run(const char *name)
{
	struct store_client *line = fixture_caller(fixture, name);
	struct keeper_run run;

	fixture_begin_unproven(line, &run);
	struct store_score score = fixture_score(&run, 700, OUTCOME_DIED);
	score.turns = 5000;
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(fixture, run.id);
	store_client_free(line);
}

static int set_up(void **state)
{
	struct keeper_run run;

	(void)state;
	film_same_chance();
	fixture = fixture_new();
	fixture->policy.words = 1;
	fixture->policy.daily = 1;
	fixture->policy.meanwhile = 1;
	fixture_log_begin();
	fixture_start(fixture);
	for (int i = 0; i < PEERS_MAX; i++)
		talk.peers[i] = -1;
	end_run("Ben");
	end_run("Ada");
	struct store_client *line = fixture_caller(fixture, "Ada");
	fixture_begin_unproven(line, &run);
	store_client_free(line);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (int i = 0; i < PEERS_MAX; i++)
		if (talk.peers[i] >= 0)
			close(talk.peers[i]);
	fixture_log_end();
	return fixture_tear_down((void **)&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			each_table_is_missed_where_it_is_read, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_full_disk_refuses_all_that_writes, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
