/* The commands for operators, each in a process of its own over the state of a real keeper: their
 * exit status and what they print. */
#include "tests/test.h"

#include "door/net/transport.h"
#include "tests/door/command.h"
#include "tests/door/recorded.h"

#include <sys/stat.h>

#include <jansson.h>

struct scene {
	struct fixture *fixture;
	struct store_client *player;
	struct recorded recorded;
};

static struct scene *scene;

static void put_file(const char *path, const char *text, mode_t mode)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	assert_int_equal(chmod(path, mode), 0);
}

/* The program, which the Makefile builds beside the tests. */
static void name_program(void)
{
	char self[200];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 16);

	assert_true(length > 0);
	self[length] = '\0';
	for (int up = 0; up < 3; up++)
		*strrchr(self, '/') = '\0';
	strcat(self, "/trapdoor");
	command_name("PROGRAM", self);
}

static int scene_set_up(void **state)
{
	char text[64];

	(void)state;
	scene = calloc(1, sizeof *scene);
	fixture_set_up((void **)&scene->fixture);
	scene->player = fixture_caller(scene->fixture, "Mina");
	recorded_play(scene->fixture, scene->player, &scene->recorded, 40);
	recorded_end(scene->player, &scene->recorded);
	fixture_verify(scene->fixture, scene->recorded.run.id);
	command_name("STATE", scene->fixture->state);
	snprintf(text, sizeof text, "%lld", (long long)scene->recorded.run.id);
	command_name("RUN", text);
	snprintf(text, sizeof text, "%u", (unsigned)scene->recorded.count);
	command_name("COUNT", text);
	snprintf(text, sizeof text, "%d", (int)scene->recorded.result.score);
	command_name("SCORE", text);
	name_program();
	return 0;
}

static int scene_tear_down(void **state)
{
	(void)state;
	store_client_free(scene->player);
	fixture_tear_down((void **)&scene->fixture);
	free(scene);
	return 0;
}

/* ---- scores, verify ---- */

static void scores_prints_exports_and_refuses(void **state)
{
	static const struct command_case cases[] = {
		{"scores --state $STATE", 0, "Mina", ""},
		{"scores --state $STATE --format json", 0, "\"score\": $SCORE", ""},
		{"scores --state $STATE --mode players --top 2000", 0, "Mina", ""},
		{"scores --state $STATE --mode latest --user Mina", 0, "Mina", ""},
		{"scores --state $STATE --user Otto --format json", 0, "[]", ""},
		{"scores --state $STATE --user Otto", 0,
			"Nobody with that name has a run on this board.\n", ""},
		{"scores --state $STATE --game 7", 0,
			"That game has no run here; the list of games shows those that have.\n",
			""},
		{"scores --state $STATE --game nowhere --format json", 0, "[]", ""},
		{"scores --state $STATE --games", 0, "1", ""},
		{"scores --state $STATE --dump $RUN", 0, "Mina", ""},
		{"scores --state $STATE --dump 999", 1, "", "trapdoor: run 999: "},
		{"scores --state $STATE --export $STATE/archive", 0,
			"1 runs written to $STATE/archive\n", ""},
		{"scores --state $STATE --export /nowhere/at/all", 1, "", "/nowhere/at/all"},
		{"scores --state $STATE/none", 1, "",
			"cannot open state directory $STATE/none: it does not exist; name another "
			"with --state\n"},
		{"scores --format ansi --games", 2, "",
			"a page for a BBS is a board; it goes with none of --json, --games, "
			"--export "
			"and --dump"},
		{"scores --format ansi --width 50", 2, "", "--width takes 40 or 80, not 50"},
		{"scores --format xml", 2, "",
			"--format takes text, json, ansi or ascii, not \"xml\""},
		{"scores --mode odd", 2, "",
			"--mode takes runs, players, latest or conducts, not \"odd\""},
		{"scores --top 0", 2, "", "--top takes 1 or more, not 0"},
		{"scores --top x", 2, "", "--top takes a whole number, not \"x\""},
		{"scores Mina", 2, "", "unexpected argument of scores: \"Mina\""},
		{"scores --help", 0, "usage: trapdoor scores [OPTION]...\n", ""},
	};

	(void)state;
	COMMAND_CASES(cases);
}

/* The row of the board becomes another one: the run is refuted. */
static void lie_in_the_archive(const char *field)
{
	char path[160];
	json_t *run, *score;

	snprintf(path, sizeof path, "%s/archive/runs/%lld.json", scene->fixture->state,
		(long long)scene->recorded.run.id);
	run = json_load_file(path, 0, NULL);
	score = json_object_get(run, "score");
	json_object_set_new(
		score, field, json_integer(json_integer_value(json_object_get(score, field)) + 1));
	assert_int_equal(json_dump_file(run, path, 0), 0);
	json_decref(run);
}

/* A program that answers every replay job, and plays no command. */
static void put_other_program(void)
{
	char path[160];

	snprintf(path, sizeof path, "%s/other", scene->fixture->state);
	put_file(path,
		"#!/bin/sh\ncat > /dev/null\necho '{\"format\": 1, \"program\": \"Other 1\", "
		"\"rules\": 1, \"answer\": \"played\", \"played\": 0, \"save\": \"\", "
		"\"notes\": []}'\n",
		0700);
}

/* An archive's file, and a part of the printed line. Bytes of the file that a terminal obeys are
 * printed as question marks. */
static void verify_prints_no_byte_that_a_terminal_obeys(void **state)
{
	static const struct {
		const char *file, *text, *line, *printed;
	} rows[] = {
		{"runs/7.json", "{\"format\": 1, \"run\": \x1b[2J}", "verify --import $STATE/odd",
			"run 7: runs/7.json: line 1: "},
		{"runs/7.json", "\xc2\x9b\x9b", "verify --import $STATE/odd 7",
			"run 7: runs/7.json: line 1: "},
		{"board.json", "\x1b]0;a\x07", "verify --import $STATE/odd",
			"board.json: line 1: "},
	};
	static struct printed printed;
	char path[160];

	(void)state;
	snprintf(path, sizeof path, "%s/odd", scene->fixture->state);
	assert_int_equal(mkdir(path, 0700), 0);
	strcat(path, "/runs");
	assert_int_equal(mkdir(path, 0700), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(path, sizeof path, "%s/odd/%s", scene->fixture->state, rows[i].file);
		put_file(path, rows[i].text, 0600);
		command_run(&printed, rows[i].line);
		assert_int_equal(printed.status, 1);
		assert_non_null(strstr(printed.out, rows[i].printed));
		for (const char *c = printed.out; *c; c++)
			if (*c != '\n' && (*c < ' ' || *c > '~'))
				fail_msg("%s: byte %02x in: %s", rows[i].text, *c & 255,
					printed.out);
	}
}

#define VERIFY_ONE_CONTEST                                                                         \
	"verify takes one of --daily with a date, as 2026-11-24, and --weekly with a week, as "    \
	"2026-W48\n"

static void verify_plays_the_store_and_archives(void **state)
{
	static const struct command_case cases[] = {
		{"verify --state $STATE $RUN", 0, "run $RUN: verified", ""},
		{"verify --state $STATE --all", 0,
			"1 verified, 0 failed, 0 need another rules version\n", ""},
		{"verify --state $STATE --against $PROGRAM $RUN", 0,
			"run $RUN: $PROGRAM plays it alike, command by command, to the last of "
			"$COUNT\n",
			""},
		{"verify --state $STATE --against $PROGRAM --all", 0, ", 0 failed, 0 need another",
			""},
		{"verify --state $STATE --against /bin/true $RUN", 1,
			"/bin/true does not answer as a trapdoor program does\n", ""},
		{"verify --state $STATE --against /bin/true --all", 1, ", 1 not replayed alike\n",
			""},
		{"verify --state $STATE --against /none/trapdoor $RUN", 1,
			"/none/trapdoor does not answer as a trapdoor program does\n", ""},
		{"verify --state $STATE --against $STATE/other $RUN", 1,
			"run $RUN: $STATE/other (Other 1, rules version 1) stops at command 1, ",
			""},
		{"verify --state $STATE 999", 1, "run 999: ", ""},
		{"verify --import $STATE/archive", 0,
			"1 verified, 0 failed, 0 need another rules version\n", ""},
		{"verify --import $STATE/archive $RUN", 0, "run $RUN: verified", ""},
		{"verify --import $STATE/archive 999", 1, "run 999: ", ""},
		{"verify --import $STATE/none", 1, "", "`trapdoor scores --export DIR` writes one"},
		{"verify --state $STATE/none $RUN", 1, "",
			"it does not exist; name another with --state"},
		{"verify", 2, "",
			"verify needs the number of one run, --all, --daily, --weekly or "
			"--set-aside\n"},
		{"verify 1 2", 2, "",
			"verify needs the number of one run, --all, --daily, --weekly or "
			"--set-aside\n"},
		{"verify --all 1", 2, "",
			"verify needs the number of one run, --all, --daily, --weekly or "
			"--set-aside\n"},
		{"verify --daily 2026-11-24 --weekly 2026-W48", 2, "", VERIFY_ONE_CONTEST},
		{"verify --daily 2026-W48", 2, "", VERIFY_ONE_CONTEST},
		{"verify --weekly 2026-11-24", 2, "", VERIFY_ONE_CONTEST},
		{"verify 0", 2, "", "cannot verify \"0\": not a run number;"},
		{"verify 1x", 2, "", "cannot verify \"1x\": not a run number;"},
		{"verify 99999999999999999999", 2, "", ": not a run number;"},
	};
	static const struct command_case lies[] = {
		{"verify --import $STATE/archive $RUN", 1, "run $RUN: failed", ""},
		{"verify --import $STATE/archive", 1,
			"0 verified, 2 failed, 0 need another rules version\n", ""},
	};

	(void)state;
	put_other_program();
	COMMAND_CASES(cases);
	lie_in_the_archive("score");
	COMMAND_CASES(lies);
}

/* ---- admin ---- */

/* The next notice to a player. */
static void expect_notice(struct store_client *line, enum notice_kind kind, const char *text)
{
	struct notice notice;
	struct pollfd ready = {.fd = store_client_descriptor(line), .events = POLLIN};

	for (int i = 0; i < 50; i++) {
		if (keeper_notice(line, &notice)) {
			assert_int_equal(notice.kind, kind);
			assert_string_equal(notice.text, text);
			return;
		}
		poll(&ready, 1, 100);
	}
	fail_msg("no notice: %s", text);
}

static void admin_reaches_players_accounts_and_the_database(void **state)
{
	static const struct command_case cases[] = {
		{"admin who --state $STATE", 0, "name  by      from       where    depth  turn ",
			""},
		{"admin sessions --state $STATE", 0,
			"Mina  telnet  192.0.2.1  playing      2    77 ", ""},
		{"admin sessions --json --state $STATE", 0,
			"{\"name\":\"Mina\",\"transport\":\"telnet\",\"from\":\"192.0.2.1\","
			"\"where\":"
			"\"playing\",\"depth\":2,\"turn\":77,",
			""},
		{"admin accounts --state $STATE", 0,
			"name  since                 last login            runs  keys  password  "
			"wrong  state  reason\n",
			""},
		{"admin accounts iN --json --state $STATE", 0,
			"\"runs\":1,\"keys\":1,\"password\":false,\"wrong_passwords\":0,\"state\":"
			"\"open\",\"reason\":null,\"deleted\":null}]\n",
			""},
		{"admin accounts Tom --state $STATE", 0, "No account has such a name.\n", ""},
		{"admin accounts Tom --json --state $STATE", 0, "[]\n", ""},
		{"admin say Hello to all of you --state $STATE", 0, "", ""},
		{"admin kick Mina Away --state $STATE", 0, "", ""},
		{"admin kick Otto --state $STATE", 0, "", ""},
		{"admin kick Nobody --state $STATE", 1, "", "trapdoor: cannot end sessions: "},
		{"admin passwd Mina --state $STATE < a-new-password", 0, "",
			"1 public key of Mina still logs in; "},
		{"admin passwd Mina --state $STATE", 1, "",
			"cannot set the password: standard input is empty; type the new password "
			"or pipe it in\n"},
		{"admin passwd Nobody --state $STATE < a-new-password", 1, "", "trapdoor: "},
		{"admin stats --state $STATE", 0, "Runs begun: 1\n", ""},
		{"admin stats --state $STATE", 0, "\n  registration ok                     2\n",
			""},
		{"admin backup $STATE/copy.db --state $STATE", 0, "", ""},
		{"admin backup /nowhere/copy.db --state $STATE", 1, "",
			"trapdoor: cannot back up to /nowhere/copy.db: "},
		{"admin who --state $STATE/none", 1, "",
			"it does not exist; name another with --state"},
		{"admin audit --name mina --json --state $STATE", 0,
			"\"origin\":\"local\",\"action\":\"kick\",\"subject\":\"Mina\",\"detail\":"
			"\"Away\"}",
			""},
		{"admin audit --until 1h --json --state $STATE", 0, "[]\n", ""},
		{"admin audit --since 2h --state $STATE", 0, "  local  kick      Mina  Away\n", ""},
		{"admin audit --since yesterday --state $STATE", 2, "",
			"\"yesterday\" is no time; write it like 2h, 7d, 2026-12-01 or"},
	};
	struct store_client *otto = fixture_caller(scene->fixture, "Otto");
	struct keeper_account account;
	char path[128];

	(void)state;
	assert_int_equal(keeper_report_position(scene->player, WHERE_PLAYING, 2, 77), KEEPER_OK);
	COMMAND_CASES(cases);
	expect_notice(scene->player, NOTICE_SAY, "Hello to all of you");
	expect_notice(scene->player, NOTICE_KICKED, "Away");
	expect_notice(otto, NOTICE_SAY, "Hello to all of you");
	expect_notice(otto, NOTICE_KICKED, "You were asked to leave.");
	store_client_free(otto);
	snprintf(path, sizeof path, "%s/copy.db", scene->fixture->state);
	assert_int_equal(access(path, R_OK), 0);
	struct store_client *line = fixture_line(scene->fixture);
	assert_int_equal(
		keeper_login_password(line, "Mina", "a-new-password", &account), KEEPER_OK);
	store_client_free(line);
}

static void admin_mutes_and_lists_words(void **state)
{
	static const struct command_case cases[] = {
		{"admin mutes --state $STATE", 0, "Nobody is muted.\n", ""},
		{"admin mute Mina Rude --until 3d --state $STATE", 0, "", ""},
		{"admin mutes --state $STATE", 0, "muted  until                 reason\nMina   20",
			""},
		{"admin mutes --json --state $STATE", 0, "[{\"name\":\"Mina\",\"until\":\"20", ""},
		{"admin mutes --json --state $STATE", 0, "Z\",\"reason\":\"Rude\"}]\n", ""},
		{"admin unmute Mina --state $STATE", 0, "", ""},
		{"admin unmute Mina --state $STATE", 1, "",
			"trapdoor: cannot unmute the account: "},
		{"admin mutes --json --state $STATE", 0, "[]\n", ""},
		{"admin mute Nobody --state $STATE", 1, "", "trapdoor: cannot mute the account: "},
		{"admin mail Mina Hello --state $STATE", 0, "", ""},
		{"admin mail Nobody Hello --state $STATE", 1, "", "trapdoor: cannot "},
		{"admin wall --state $STATE", 0, "Nothing is on the wall.\n", ""},
		{"admin wall --json --state $STATE", 0, "[]\n", ""},
		{"admin reports --json --state $STATE", 0, "[]\n", ""},
	};

	(void)state;
	COMMAND_CASES(cases);
}

/* ---- replay, play ---- */

/* How many commands until a turn is reached, or all. */
static uint32_t commands_until(uint32_t turn)
{
	uint32_t index = 0;

	while (index < scene->recorded.count && scene->recorded.turns[index] < turn)
		index++;
	return index;
}

/* The line that `replay --until` prints below the screen. */
static void until_line(uint32_t turn, char *line, size_t size)
{
	const struct recorded *recorded = &scene->recorded;
	uint32_t index = commands_until(turn);

	snprintf(line, size, "run %lld, turn %u, after %u of %u commands: %016llx\n",
		(long long)recorded->run.id, (unsigned)recorded->turns[index], (unsigned)index,
		(unsigned)recorded->count, (unsigned long long)recorded->digests[index]);
}

static void replay_goes_to_a_turn(void **state)
{
	static const uint32_t turns[] = {0, 1, 5, 300, 1000000};

	(void)state;
	for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
		char wanted[128], store[128], archive[128];

		until_line(turns[i], wanted, sizeof wanted);
		snprintf(store, sizeof store, "replay $RUN --state $STATE --until %u",
			(unsigned)turns[i]);
		snprintf(archive, sizeof archive, "replay $RUN --import $STATE/archive --until %u",
			(unsigned)turns[i]);
		const struct command_case cases[] = {
			{store, 0, wanted, ""}, {archive, 0, wanted, ""}};
		COMMAND_CASES(cases);
	}
}

static void replay_refuses_what_it_cannot_show(void **state)
{
	static const struct command_case cases[] = {
		{"replay", 2, "", "replay needs the number of one run; "},
		{"replay 1 2", 2, "", "replay needs the number of one run; "},
		{"replay 0", 2, "", "cannot replay \"0\": not a run number;"},
		{"replay 1x", 2, "", "cannot replay \"1x\": not a run number;"},
		{"replay 99999999999999999999", 2, "", ": not a run number;"},
		{"replay 1 --speed 0", 2, "", "--speed takes 1 to 512 commands per second\n"},
		{"replay 1 --speed 513", 2, "", "--speed takes 1 to 512 commands per second\n"},
		{"replay 1 --size 39x20", 2, "",
			"--size is too small; the game needs at least 40x20"},
		{"replay 1 --size 40x19", 2, "",
			"--size is too small; the game needs at least 40x20"},
		{"replay $RUN --state $STATE --until 1 --size 40x20", 0, "run $RUN, turn 1, ", ""},
		{"replay 1 --size wide", 2, "", "trapdoor: "},
		{"replay 999 --state $STATE --until 5", 1, "", "trapdoor: run 999: "},
		{"replay 1 --state $STATE/none --until 5", 1, "",
			"it does not exist; name another with --state"},
		{"replay 1 --import $STATE/none --until 5", 1, "",
			"`trapdoor scores --export DIR` writes one"},
		{"replay $RUN --state $STATE --until 1 --cast /nowhere/a.cast", 1, "",
			"cannot write /nowhere/a.cast: "},
		{"replay $RUN --state $STATE --until 1 --ttyrec /nowhere/a.ttyrec", 1, "",
			"cannot write /nowhere/a.ttyrec: "},
		{"replay $RUN --state $STATE --until 1 --cast /dev/full", 1, "",
			"/dev/full is incomplete: "},
		{"replay $RUN --state $STATE --until 1 --ttyrec /dev/full", 1, "",
			"/dev/full is incomplete: "},
		{"replay $RUN --state $STATE --rules 2 --until 5", 1, "", "trapdoor: "},
		{"replay $RUN --state $STATE", 1, "",
			"cannot play: standard input and output are not a terminal; run this "
			"command in one\n"},
		{"replay $RUN --import $STATE/archive", 1, "",
			"cannot play: standard input and output are not a terminal; run this "
			"command in one\n"},
		{"play --state $STATE", 1, "",
			"cannot play: standard input and output are not a terminal; run this "
			"command in one\n"},
		{"play word", 2, "", "unexpected argument of play: \"word\""},
	};

	(void)state;
	COMMAND_CASES(cases);
}

/* The dump of a run is the same from the store, from an archive and from `scores`. */
static void replay_dumps_as_scores_does(void **state)
{
	static const char *const lines[] = {"scores --state $STATE --dump $RUN",
		"replay $RUN --state $STATE --dump", "replay $RUN --import $STATE/archive --dump"};
	static struct printed first, other;

	(void)state;
	command_run(&first, lines[0]);
	assert_true(strlen(first.out) > 500);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		command_run(&other, lines[i]);
		assert_int_equal(other.status, 0);
		assert_string_equal(other.out, first.out);
	}
}

/* An asciicast of a run's beginning: a header, then frames whose times ascend by the speed. */
static void replay_records_files(void **state)
{
	static const struct command_case cases[] = {
		{"replay $RUN --state $STATE --until 20 --speed 4 --size 90x30 --cast "
		 "$STATE/a.cast "
		 "--ttyrec $STATE/a.ttyrec",
			0, "", ""},
	};
	char path[128], line[65536];
	double before = -1, at = 0;
	struct stat facts;
	size_t frames = 0;

	(void)state;
	COMMAND_CASES(cases);
	snprintf(path, sizeof path, "%s/a.cast", scene->fixture->state);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof line, file));
	assert_non_null(strstr(line, "\"width\":90,\"height\":30"));
	assert_non_null(strstr(line, "Mina, run "));
	while (fgets(line, sizeof line, file)) {
		json_t *event = json_loads(line, 0, NULL);
		assert_non_null(event);
		before = at;
		at = json_number_value(json_array_get(event, 0));
		assert_true(at >= before && at * 4 == (int)(at * 4));
		json_decref(event);
		frames++;
	}
	fclose(file);
	/* Four commands a second up to turn 20, then the last frame stays for two seconds. */
	assert_true(frames > 5);
	assert_true(at == commands_until(20) / 4.0 + 2.0);
	snprintf(path, sizeof path, "%s/a.ttyrec", scene->fixture->state);
	assert_int_equal(stat(path, &facts), 0);
	assert_true(facts.st_size > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scores_prints_exports_and_refuses),
		cmocka_unit_test(replay_goes_to_a_turn),
		cmocka_unit_test(replay_refuses_what_it_cannot_show),
		cmocka_unit_test(replay_dumps_as_scores_does),
		cmocka_unit_test(replay_records_files),
		cmocka_unit_test(verify_plays_the_store_and_archives),
		cmocka_unit_test(verify_prints_no_byte_that_a_terminal_obeys),
		cmocka_unit_test(admin_reaches_players_accounts_and_the_database),
		cmocka_unit_test(admin_mutes_and_lists_words),
	};

	return cmocka_run_group_tests(tests, scene_set_up, scene_tear_down);
}
