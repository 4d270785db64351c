/* Runs of rules version 99: `verify` and `replay` ask the program that is installed for it.  Here
 * that program is a shell script, which asks this build's own or answers something else. */
#include "tests/test.h"

#include "tests/door/command.h"
#include "tests/door/recorded.h"

#include <sys/stat.h>

#include <jansson.h>

#define DIVIDED_AT 40

/* This build's program, as one of version 99. */
#define AS_OLD "sed 's/\"rules\":99/\"rules\":0/' | $PROGRAM \"$@\""

static struct fixture *fixture;
static struct recorded recorded;
static char home[] = "/tmp/trapdoor-old-rules-XXXXXX";

static void path_of(char path[256], const char *name)
{
	char text[192];

	snprintf(text, sizeof text, "$HOME/%s", name);
	command_expand(text, path, 256);
}

/* Installs a script as the program of a rules version; NULL removes it. */
static void install(int rules, const char *script)
{
	char name[64], path[256], text[2048];
	FILE *file;

	snprintf(name, sizeof name, "kept/%d", rules);
	path_of(path, name);
	mkdir(path, 0700);
	snprintf(name, sizeof name, "kept/%d/trapdoor", rules);
	path_of(path, name);
	unlink(path);
	if (!script)
		return;
	command_expand(script, text, sizeof text);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\n%s\n", text);
	fclose(file);
	assert_int_equal(chmod(path, 0700), 0);
}

static json_t *archived(const char *archive, char path[256])
{
	char name[128];

	snprintf(name, sizeof name, "%s/runs/%lld.json", archive, (long long)recorded.run.id);
	path_of(path, name);
	json_t *run = json_load_file(path, 0, NULL);
	assert_non_null(run);
	return run;
}

/* Writes the run as an archive, in which its first segments are of other rules. */
static void write_archive(const char *archive, size_t segments, int rules)
{
	static struct printed printed;
	char line[128], path[256];
	json_t *run;

	snprintf(line, sizeof line, "scores --state $STATE --export $HOME/%s", archive);
	command_run(&printed, line);
	assert_int_equal(printed.status, 0);
	run = archived(archive, path);
	assert_int_equal(json_array_size(json_object_get(run, "segments")), 2);
	for (size_t i = 0; i < segments; i++)
		json_object_set_new(json_array_get(json_object_get(run, "segments"), i), "rules",
			json_integer(rules));
	assert_int_equal(json_dump_file(run, path, 0), 0);
	json_decref(run);
}

static void name_number(const char *name, const char *format, long long number)
{
	char text[64];

	snprintf(text, sizeof text, format, number);
	command_name(name, text);
}

static int set_up(void **state)
{
	char program[200], path[256];
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 16);

	(void)state;
	if (length <= 0 || !mkdtemp(home))
		return -1;
	program[length] = '\0';
	for (int up = 0; up < 3; up++)
		*strrchr(program, '/') = '\0';
	strcat(program, "/trapdoor");
	fixture_set_up((void **)&fixture);
	struct store_client *player = fixture_caller(fixture, "Mina");
	/* Seeds are the keeper's: a run that ends before there is much to play is put away. */
	for (recorded_play(fixture, player, &recorded, DIVIDED_AT); recorded.count < 150;
		recorded_play(fixture, player, &recorded, DIVIDED_AT))
		assert_int_equal(keeper_quarantine(player, recorded.run.id, "short"), KEEPER_OK);
	recorded_end(player, &recorded);
	store_client_free(player);
	command_name("PROGRAM", program);
	command_name("HOME", home);
	command_name("STATE", fixture->state);
	name_number("RUN", "%lld", recorded.run.id);
	name_number("COUNT", "%lld", recorded.count);
	name_number("RULES", "%lld", ENGINE_RULES_VERSION);
	path_of(path, "kept");
	mkdir(path, 0700);
	setenv("TRAPDOOR_ELDERS", path, 1);
	write_archive("old", 2, 99);
	write_archive("mixed", 1, 99);
	write_archive("own", 0, 0);
	return 0;
}

static int tear_down(void **state)
{
	char command[80];

	(void)state;
	fixture_tear_down((void **)&fixture);
	snprintf(command, sizeof command, "rm -rf %s", home);
	return system(command);
}

static void without_the_program_its_place_is_named(void **state)
{
#define MISSING                                                                                    \
	"cannot replay run $RUN: it needs rules version 99, this program has $RULES; install "     \
	"that version as $HOME/kept/99/trapdoor\n"
	static const struct command_case cases[] = {
		{"verify --import $HOME/old $RUN", 1,
			"run $RUN: needs rules version 99: this program has $RULES, and there is "
			"no $HOME/kept/99/trapdoor\n",
			""},
		{"verify --import $HOME/old", 1,
			"0 verified, 0 failed, 1 need another rules version\n", ""},
		{"replay $RUN --import $HOME/old --until 5", 1, "", MISSING},
		{"replay $RUN --import $HOME/old --dump", 1, "", MISSING},
		{"replay $RUN --import $HOME/mixed --rules 99 --until 5", 1, "", MISSING},
		{"replay $RUN --state $STATE --rules 99", 1, "", MISSING},
		{"replay $RUN --state $STATE --rules -1", 2, "",
			"--rules takes a whole number, not \"-1\"\n"},
	};

	(void)state;
	install(99, NULL);
	COMMAND_CASES(cases);
}

/* Of a run that this program can play from some command on, the part before is not shown. */
static void a_run_is_shown_from_its_first_own_segment(void **state)
{
	char wanted[160];
	const struct command_case cases[] = {
		{"replay $RUN --import $HOME/mixed --until 0", 0, wanted,
			"run $RUN: its first 40 commands were played under other rules; --rules "
			"shows them\n"},
		{"replay $RUN --import $HOME/own --until 0", 0, "turn 0, after 0 of $COUNT ", ""},
	};

	(void)state;
	install(99, NULL);
	snprintf(wanted, sizeof wanted, "turn %u, after 40 of $COUNT commands: %016llx\n",
		(unsigned)recorded.turns[DIVIDED_AT],
		(unsigned long long)recorded.digests[DIVIDED_AT]);
	COMMAND_CASES(cases);
}

/* The program gets an archive of the run and the options of the replay; its exit status is that of
 * the command.  The archive of a run of the store is gone afterwards. */
static void the_program_gets_the_run_and_the_options(void **state)
{
	static const struct command_case imported[] = {
		{"replay $RUN --import $HOME/old", 7,
			"[replay][$RUN][--rules=99][--import=$HOME/old][--speed=8]none", ""},
		{"replay $RUN --import $HOME/old --until 5 --cast $HOME/a --ttyrec $HOME/b "
		 "--size 90x30 --speed 4",
			7,
			"[replay][$RUN][--rules=99][--import=$HOME/old][--until=5][--cast=$HOME/a]"
			"[--ttyrec=$HOME/b][--size=90x30][--speed=4]none",
			""},
		{"replay $RUN --import $HOME/old --until 0", 7, "[--until=0]", ""},
		{"replay $RUN --import $HOME/old --dump", 7,
			"[replay][$RUN][--rules=99][--import=$HOME/old][--dump]none", ""},
		{"replay $RUN --import $HOME/own --rules 99", 7, "[--import=$HOME/own]", ""},
	};
	static const struct command_case stored[] = {
		{"replay $RUN --state $STATE --rules 99 --until 5", 3,
			"/runs/$RUN.json\n[--until=5][--speed=8]", ""},
	};
	static const struct command_case killed[] = {
		{"replay $RUN --import $HOME/old", 1, "", ""},
	};
	static struct printed printed;

	(void)state;
	install(99, "for each; do printf '[%s]' \"$each\"; done; echo ${TRAPDOOR_ELDERS-none}\n"
		    "exit 7");
	COMMAND_CASES(imported);
	install(99, "echo ${4#--import=}/runs/*.json; shift 4\n"
		    "for each; do printf '[%s]' \"$each\"; done; exit 3");
	COMMAND_CASES(stored);
	command_run(&printed, stored[0].line);
	*strstr(printed.out, "/runs/") = '\0';
	assert_true(printed.out[0] == '/');
	assert_int_equal(access(printed.out, F_OK), -1);
	install(99, "kill -9 $$");
	COMMAND_CASES(killed);
	install(99, "exit 0");
	command_run(&printed, "replay 999 --state $STATE --rules 99");
	assert_int_equal(printed.status, 1);
	assert_non_null(strstr(printed.err, "cannot replay run 999: "));
}

static void a_program_that_does_not_start_is_a_sentence(void **state)
{
	static const struct command_case cases[] = {
		{"replay $RUN --import $HOME/old", 1, "",
			"cannot run $HOME/kept/99/trapdoor: Exec format error; install the "
			"program of these rules again\n"},
	};
	char path[256];
	FILE *file;

	(void)state;
	install(99, "");
	path_of(path, "kept/99/trapdoor");
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("\177ELF", file);
	fclose(file);
	COMMAND_CASES(cases);
}

/* The program of the rules plays the segments of its rules, and its word counts. */
static void the_program_of_the_rules_verifies(void **state)
{
	static const struct command_case true_ones[] = {
		{"verify --import $HOME/old $RUN", 0, "run $RUN: verified: $COUNT commands", ""},
		{"verify --import $HOME/mixed $RUN", 0, "run $RUN: verified: $COUNT commands", ""},
		{"verify --import $HOME/old --against $PROGRAM $RUN", 0,
			"$PROGRAM plays it alike, command by command, to the last of $COUNT\n", ""},
	};
	static const struct command_case silent[] = {
		{"verify --import $HOME/old $RUN", 1,
			"run $RUN: $HOME/kept/99/trapdoor does not answer as a trapdoor program "
			"does\n",
			""},
		{"verify --import $HOME/mixed", 1,
			"0 verified, 0 failed, 0 need another rules version, 1 could not be "
			"replayed\n",
			""},
	};
	static const struct command_case other[] = {
		{"verify --import $HOME/old $RUN", 1,
			"run $RUN: needs rules version 99, and this one has $RULES\n", ""},
	};
	static const struct command_case other_state[] = {
		{"verify --import $HOME/mixed $RUN", 1, "run $RUN: failed", ""},
	};

	(void)state;
	install(99, AS_OLD);
	COMMAND_CASES(true_ones);
	install(99, "exit 3");
	COMMAND_CASES(silent);
	install(99, "exec $PROGRAM \"$@\"");
	COMMAND_CASES(other);
	/* However short the name is that it gives itself. */
	install(99, "$PROGRAM \"$@\" | sed 's/\"program\":\"[^\"]*\"/\"program\":\"x\"/'");
	COMMAND_CASES(other);
	/* With another first command the segment ends in another state. */
	install(99, "sed 's/\"commands\":\"\\(..\\)\\(\\1*\\)\\(..\\)/\"commands\":\"\\3\\2\\3/' "
		    "| " AS_OLD);
	COMMAND_CASES(other_state);
}

/* The name of a number of the answer: "[INDEX,\"DIGEST\"". */
static void note_text(uint32_t index, char *text, size_t size)
{
	snprintf(text, size, "%u,\"%016llx\"", (unsigned)index,
		(unsigned long long)recorded.digests[index]);
}

/* Of two programs that play a run otherwise the first command is told from which they differ, and
 * where one stops. */
static void programs_are_compared_command_by_command(void **state)
{
	static const uint32_t indexes[] = {0, 1, DIVIDED_AT - 1, DIVIDED_AT + 2, 100};
	char path[256], script[512], wanted[256], note[64];

	(void)state;
	install(99, NULL);
	for (size_t i = 0; i < sizeof indexes / sizeof *indexes; i++) {
		uint32_t index = indexes[i];
		uint32_t begin = index >= DIVIDED_AT ? DIVIDED_AT : 0;
		uint32_t turn = index > begin ? index - 1 : index;

		note_text(index, note, sizeof note);
		snprintf(script, sizeof script,
			"$PROGRAM \"$@\" | sed 's/\\[%s/[%u,\"0123456789abcdef\"/'", note, index);
		install(98, script);
		path_of(path, "kept/98/trapdoor");
		command_name("LIAR", path);
		snprintf(wanted, sizeof wanted,
			", rules version $RULES) differs from command %u, turn %u, on\n", index,
			(unsigned)recorded.turns[turn]);
		const struct command_case cases[] = {
			{"verify --import $HOME/own --against $LIAR $RUN", 1, wanted, ""}};
		COMMAND_CASES(cases);
	}
	install(98, "$PROGRAM \"$@\" | sed 's/\"played\":40,/\"played\":30,/'");
	static const struct command_case stops[] = {
		{"verify --import $HOME/own --against $LIAR $RUN", 1, "run $RUN: $LIAR (trapdoor ",
			""},
		{"verify --import $HOME/own --against $LIAR $RUN", 1,
			", rules version $RULES) stops at command 31, the program of the run's "
			"rules at 41\n",
			""},
	};
	COMMAND_CASES(stops);
}

/* A run that fails is also played by the installed program of the rules of today, if that is
 * another file: then the command is known from which this one differs. */
static void a_run_that_fails_is_compared_with_the_installed_program(void **state)
{
	static const struct command_case alike[] = {
		{"verify --import $HOME/false $RUN", 1,
			"run $RUN: $HOME/kept/$RULES/trapdoor plays it alike, command by "
			"command, to the last of $COUNT\n",
			""},
	};
	static const struct command_case differs[] = {
		{"verify --import $HOME/false $RUN", 1, "differs from command 1, turn 0, on", ""},
	};
	static struct printed printed;
	char path[256], script[512], note[64];
	json_t *run;

	(void)state;
	write_archive("false", 0, 0);
	run = archived("false", path);
	json_object_set_new(json_object_get(run, "score"), "gold", json_integer(123456));
	assert_int_equal(json_dump_file(run, path, 0), 0);
	json_decref(run);
	install(ENGINE_RULES_VERSION, "exec $PROGRAM \"$@\"");
	COMMAND_CASES(alike);
	note_text(1, note, sizeof note);
	snprintf(script, sizeof script, "$PROGRAM \"$@\" | sed 's/\\[%s/[1,\"0123456789abcdef\"/'",
		note);
	install(ENGINE_RULES_VERSION, script);
	COMMAND_CASES(differs);
	/* Nobody is asked about a run that is true, and none that is not installed. */
	command_run(&printed, "verify --import $HOME/own $RUN");
	assert_int_equal(printed.status, 0);
	assert_null(strchr(strchr(printed.out, '\n') + 1, '\n'));
	install(ENGINE_RULES_VERSION, NULL);
	command_run(&printed, "verify --import $HOME/false $RUN");
	assert_int_equal(printed.status, 1);
	assert_null(strchr(strchr(printed.out, '\n') + 1, '\n'));
}

static void a_trial_is_read_strictly(void **state)
{
#define REFUSED "cannot read the trial on standard input: it must be JSON of format 1,"
	static const struct command_case cases[] = {
		{"lab trial < {}", 2, "", REFUSED},
		{"lab trial < nothing", 2, "", REFUSED},
		{"lab trial < {\"format\":1,\"format\":1}", 2, "", REFUSED},
		{"lab trial < {\"format\":1,\"birth\":\"\",\"seed\":\"\",\"digest\":\"\"}", 2, "",
			REFUSED},
		{"lab trial --help", 0, "usage: trapdoor lab trial < JSON\n", ""},
		{"lab trial --odd", 2, "", "odd"},
	};

	(void)state;
	COMMAND_CASES(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_the_program_its_place_is_named),
		cmocka_unit_test(a_run_is_shown_from_its_first_own_segment),
		cmocka_unit_test(the_program_gets_the_run_and_the_options),
		cmocka_unit_test(a_program_that_does_not_start_is_a_sentence),
		cmocka_unit_test(the_program_of_the_rules_verifies),
		cmocka_unit_test(programs_are_compared_command_by_command),
		cmocka_unit_test(a_run_that_fails_is_compared_with_the_installed_program),
		cmocka_unit_test(a_trial_is_read_strictly),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
