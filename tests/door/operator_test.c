/* The operator at a terminal: a typed password is not shown, a backup is named from here. */
#include "tests/test.h"

#include "door/command/operator.h"
#include "door/text/contest.h"
#include "tests/door/command.h"
#include "tests/door/keeper_house.h"

#include <pty.h>
#include <sys/resource.h>
#include <termios.h>

static struct fixture *fixture;

static int set_up(void **state)
{
	(void)state;
	fixture_set_up((void **)&fixture);
	command_name("STATE", fixture->state);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return fixture_tear_down((void **)&fixture);
}

/* Starts a command on a terminal of its own, which is the other end of *terminal. */
static pid_t start_on_terminal(const char *line, int *terminal)
{
	char words[512];
	char *argv[COMMAND_WORDS_MAX + 1] = {NULL};
	char *rest = words, *word;
	int argc = 0;

	command_expand(line, words, sizeof words);
	while ((word = strtok_r(rest, " ", &rest)) != NULL)
		argv[argc++] = word;
	fflush(NULL);
	pid_t child = forkpty(terminal, NULL, NULL, NULL);
	if (child == 0) {
		int status = command_of(argv[0])(argc, argv);

		fflush(NULL);
		_exit(status);
	}
	assert_true(child > 0);
	return child;
}

/* Reads until the text has come; the test fails when it does not. */
static void read_until(int terminal, const char *text, char *heard, size_t size)
{
	size_t used = strlen(heard);
	struct pollfd ready = {.fd = terminal, .events = POLLIN};

	while (!strstr(heard, text)) {
		ssize_t got = 0;

		if (poll(&ready, 1, 10000) == 1)
			got = read(terminal, heard + used, size - 1 - used);
		if (got <= 0)
			fail_msg("not shown: %s, but %s", text, heard);
		used += (size_t)got;
		heard[used] = '\0';
	}
}

static bool echoes(int terminal)
{
	struct termios shown;

	assert_int_equal(tcgetattr(terminal, &shown), 0);
	return shown.c_lflag & ECHO;
}

static void a_typed_password_is_not_shown(void **state)
{
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_account account;
	char heard[4096] = "";
	int terminal, status;

	(void)state;
	pid_t child = start_on_terminal("admin passwd Mina --state $STATE", &terminal);
	read_until(terminal, "new password: ", heard, sizeof heard);
	assert_false(echoes(terminal));
	assert_int_equal(write(terminal, "typed-in-secret\n", 16), 16);
	read_until(terminal, "remove its 1 public key, too? (y/n) ", heard, sizeof heard);
	assert_true(echoes(terminal));
	assert_int_equal(write(terminal, "n\n", 2), 2);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_null(strstr(heard, "secret"));
	assert_true(echoes(terminal));
	close(terminal);
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(
		keeper_login_password(line, "Mina", "typed-in-secret", &account), KEEPER_OK);
	store_client_free(line);
}

static void a_backup_is_written_where_the_operator_is(void **state)
{
	static const struct command_case cases[] = {
		{"admin backup here.db --state $STATE", 0, "", ""},
	};
	char before[512], path[128];

	(void)state;
	assert_non_null(getcwd(before, sizeof before));
	assert_int_equal(chdir(fixture->state), 0);
	COMMAND_CASES(cases);
	assert_int_equal(chdir(before), 0);
	snprintf(path, sizeof path, "%s/here.db", fixture->state);
	assert_int_equal(access(path, R_OK), 0);
}

static void wrong_words_of_admin_are_a_sentence(void **state)
{
	static const struct command_case cases[] = {
		{"admin", 2, "", "admin needs one of: sessions, who, stats, kick, "},
		{"admin odd", 2, "", "admin needs one of: sessions, who, stats, kick, "},
		{"admin who Mina", 2, "", "usage: trapdoor admin who [--json]\n"},
		{"admin kick", 2, "", "usage: trapdoor admin kick NAME [WHY]\n"},
		{"admin unlock a b", 2, "", "usage: trapdoor admin unlock NAME\n"},
		{"admin audit --name Nobody --state $STATE", 0,
			"The audit log has no such entry.\n", ""},
		{"admin say", 2, "", "usage: trapdoor admin say TEXT\n"},
		{"admin accounts a b", 2, "", "usage: trapdoor admin accounts [TEXT] [--json]\n"},
	};

	(void)state;
	COMMAND_CASES(cases);
}

static void an_option_of_another_command_is_refused(void **state)
{
	static const struct command_case cases[] = {
		{"admin ban 192.0.2.7 --json --state $STATE", 2, "",
			"ban has no option --json; usage: trapdoor admin ban SUBJECT [WHY] "
			"[--until TIME]\n"},
		{"admin lock Mina --until 2h --state $STATE", 2, "",
			"lock has no option --until; usage: trapdoor admin lock NAME [WHY]\n"},
		{"admin bans --since=2h --state $STATE", 2, "",
			"bans has no option --since; usage: trapdoor admin bans [--json]\n"},
		{"admin sessions --name Mina --state $STATE", 2, "",
			"sessions has no option --name; usage: trapdoor admin sessions [--json]\n"},
		{"admin audit --json --name Mina --since 2h --until 1h --state $STATE", 0, "[]\n",
			""},
		{"admin bans --json --state $STATE", 0, "[]\n", ""},
	};

	(void)state;
	COMMAND_CASES(cases);
}

/* The limits are those of the message and of the reason as they are shown. */
static void a_text_that_would_be_cut_is_refused(void **state)
{
	static const struct {
		const char *command, *end;
		int most;
	} rows[] = {
		{"say ", "", 159},
		{"kick Mina ", "", 159},
		{"lock Mina ", "", 100},
		{"ban Zelda ", " --until 2h", 100},
		{"remove-score 1 ", "", 100},
		{"hold ", "", 100},
	};
	struct store_client *line = fixture_caller(fixture, "Mina");
	char text[400], wanted[200];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(text, sizeof text, "admin %s%0*d%s --state $STATE", rows[i].command,
			rows[i].most + 1, 0, rows[i].end);
		snprintf(wanted, sizeof wanted,
			" is too long: %d characters, and at most %d are shown\n", rows[i].most + 1,
			rows[i].most);
		command_cases(&(struct command_case){text, 2, "", wanted}, 1);
	}
	snprintf(text, sizeof text, "admin lock Mina %0100d --state $STATE", 0);
	command_cases(&(struct command_case){text, 0, "", ""}, 1);
	snprintf(text, sizeof text, "admin say %0159d --state $STATE", 0);
	command_cases(&(struct command_case){text, 0, "", ""}, 1);
	command_cases(&(struct command_case){"admin unlock Mina --state $STATE", 0, "", ""}, 1);
	store_client_free(line);
}

static void changes_to_accounts_and_scores_report_their_result(void **state)
{
	static const struct command_case cases[] = {
		{"admin remove-score x --state $STATE", 2, "",
			"trapdoor: remove-score takes the number of a run, not \"x\"\n"},
		{"admin remove-score 1x --state $STATE", 2, "", "the number of a run, not \"1x\""},
		{"admin remove-score 0 --state $STATE", 2, "", "the number of a run, not \"0\""},
		{"admin remove-score 1 --state $STATE", 1, "", "That run has no score."},
		{"admin ban Zelda --until never --state $STATE", 2, "", "never"},
		{"admin ban Zelda --until 2h --state $STATE", 0, "", ""},
		{"admin bans --state $STATE", 0, "Zelda", ""},
		{"admin unban Zelda --state $STATE", 0, "", ""},
		{"admin unban Zelda --state $STATE", 1, "", "cannot remove the ban"},
		{"admin lock Nobody --state $STATE", 1, "", "cannot lock the account"},
		{"admin unlock Nobody --state $STATE", 1, "", "cannot unlock the account"},
		{"admin rename Ulf Olga --state $STATE", 0, "", ""},
		{"admin rename Ulf Olga --state $STATE", 1, "", "cannot rename the account"},
		{"admin remove-key Olga SHA256:none --state $STATE", 1, "",
			"cannot remove the key"},
		{"admin keys Olga --state $STATE", 0, "SHA256:", ""},
		{"admin passwd Olga --state $STATE < a better horse", 0, "",
			"1 public key of Olga still logs in; `admin remove-key Olga all` removes "
			"them\n"},
		{"admin remove-key Olga all --state $STATE", 0, "", ""},
		{"admin delete Olga --state $STATE < Olga", 0,
			"Its runs stay under the name deleted-", ""},
		{"admin delete Olga --state $STATE < Olga", 1, "", "cannot delete the account"},
	};
	struct store_client *line = fixture_caller(fixture, "Ulf");

	(void)state;
	COMMAND_CASES(cases);
	store_client_free(line);
}

static void a_hold_is_shown_with_the_sessions(void **state)
{
	static const struct command_case cases[] = {
		{"admin sessions --json --state $STATE", 0, "{\"sessions\":[],\"hold\":null}\n",
			""},
		{"admin hold A \"flood --state $STATE", 0, "", ""},
		{"admin sessions --json --state $STATE", 0,
			"{\"sessions\":[],\"hold\":{\"reason\":\"A \\\"flood\"}}\n", ""},
		{"admin who --state $STATE", 0,
			"Nobody is connected.\nRegistration is on hold: A \"flood\n", ""},
		{"admin hold --state $STATE", 0, "", ""},
		{"admin who --json --state $STATE", 0,
			"{\"sessions\":[],\"hold\":{\"reason\":null}}\n", ""},
		{"admin hold off --state $STATE", 0, "", ""},
	};

	(void)state;
	COMMAND_CASES(cases);
}

static void sessions_without_a_server_are_an_error(void **state)
{
	static const struct command_case cases[] = {
		{"admin who --state $STATE", 1, "",
			"trapdoor: no server is running in state directory $STATE; name another "
			"with --state\n"},
		{"admin sessions --json --state $STATE", 1, "", "no server is running"},
		{"admin say Hello --state $STATE", 1, "", "no server is running"},
		{"admin kick Mina --state $STATE", 1, "", "no server is running"},
		{"admin accounts --state $STATE", 0, "There is no account yet.\n", ""},
	};
	char directory[] = "/tmp/trapdoor-operator-XXXXXX", command[64];

	(void)state;
	assert_non_null(mkdtemp(directory));
	command_name("STATE", directory);
	COMMAND_CASES(cases);
	command_name("STATE", fixture->state);
	snprintf(command, sizeof command, "rm -r %s", directory);
	assert_int_equal(system(command), 0);
}

/* Types an answer to the question of a command on a terminal. Returns its status. */
static int answered(const char *line, const char *question, const char *answer, const char *told)
{
	char heard[4096] = "";
	int terminal, status;
	pid_t child = start_on_terminal(line, &terminal);

	read_until(terminal, question, heard, sizeof heard);
	assert_int_equal(write(terminal, answer, strlen(answer)), (ssize_t)strlen(answer));
	if (*told)
		read_until(terminal, told, heard, sizeof heard);
	assert_int_equal(waitpid(child, &status, 0), child);
	close(terminal);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void an_account_is_deleted_after_its_name_was_typed_again(void **state)
{
	static const char question[] = "delete the account Wanda for good? type its name again: ";
	struct store_client *line = fixture_caller(fixture, "Wanda");

	(void)state;
	store_client_free(line);
	assert_int_equal(answered("admin delete Wanda --state $STATE", question, "Wand\n",
				 "nothing was deleted: the two names differ"),
		1);
	assert_int_equal(answered("admin delete Wanda --state $STATE", question, "wanda\n",
				 "Its runs stay under the name deleted-"),
		0);
	assert_int_equal(answered("admin delete Wanda --state $STATE", question, "Wanda\n",
				 "cannot delete the account"),
		1);
}

static void the_keys_of_a_new_password_are_removed_if_wanted(void **state)
{
	static const struct command_case left[] = {
		{"admin keys Bruno --state $STATE", 0, "SHA256:", ""}};
	static const struct command_case removed[] = {
		{"admin keys Bruno --state $STATE", 0, "The account has no key.\n", ""}};
	char heard[4096];
	int terminal, status;

	(void)state;
	store_client_free(fixture_caller(fixture, "Bruno"));
	for (int yes = 0; yes < 2; yes++) {
		pid_t child = start_on_terminal("admin passwd Bruno --state $STATE", &terminal);

		heard[0] = '\0';
		read_until(terminal, "new password: ", heard, sizeof heard);
		assert_int_equal(write(terminal, "typed-in-secret\n", 16), 16);
		read_until(terminal, "(y/n) ", heard, sizeof heard);
		assert_int_equal(write(terminal, yes ? "Y\n" : "x\n", 2), 2);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_int_equal(status, 0);
		close(terminal);
		if (yes)
			COMMAND_CASES(removed);
		else
			COMMAND_CASES(left);
	}
}

static void put_in_state(const char *name, const char *text)
{
	char path[160];

	snprintf(path, sizeof path, "%s/%s", fixture->state, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void a_backup_that_cannot_be_made_is_a_sentence(void **state)
{
	static const struct command_case cases[] = {
		{"admin backup $STATE/there --state $STATE", 1, "",
			"cannot back up to $STATE/there: it already exists; name a new file in a "
			"directory that you may write\n"},
		{"admin backup $STATE/none/new --state $STATE", 1, "",
			"cannot back up to $STATE/none/new: No such file or directory; "},
		{"admin backup $STATE/new --state $STATE --config $STATE/odd.conf", 1, "",
			"odd.conf:2: "},
		{"admin backup $STATE/new --state $STATE --config $STATE/gone.conf", 1, "",
			"cannot read the names file $STATE/none.txt: No such file or directory\n"},
		{"admin audit --state $STATE --json", 0, "\"failed: ", ""},
	};
	char heard[4096] = "", path[160];
	int terminal, status;

	(void)state;
	put_in_state("there", "");
	put_in_state("odd.conf", "[lobby]\nhots = example.org\n");
	snprintf(path, sizeof path, "[files]\nnames = %s/none.txt\n", fixture->state);
	put_in_state("gone.conf", path);
	COMMAND_CASES(cases);
	snprintf(path, sizeof path, "%s/new", fixture->state);
	assert_int_not_equal(access(path, F_OK), 0);
	snprintf(path, sizeof path, "%s/new.part", fixture->state);
	assert_int_not_equal(access(path, F_OK), 0);
	/* A terminal does not want the bytes of an archive. */
	pid_t child = start_on_terminal("admin backup - --state $STATE", &terminal);
	read_until(terminal, "it is a terminal; redirect it", heard, sizeof heard);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(WEXITSTATUS(status), 1);
	close(terminal);
}

/* The copy of the database goes when the archive is written. */
static void a_backup_is_written_to_standard_output(void **state)
{
	static struct printed printed;
	char command[160];

	(void)state;
	command_run(&printed, "admin backup - --state $STATE");
	assert_int_equal(printed.status, 0);
	assert_string_equal(printed.err, "");
	assert_non_null(memmem(printed.out, sizeof printed.out, "state/trapdoor.db", 17));
	snprintf(command, sizeof command, "ls -d %s/backup-* 2>/dev/null", fixture->state);
	assert_int_not_equal(system(command), 0);
}

/* No file may grow beyond a few KiB while the command runs. */
static void a_backup_for_which_there_is_no_room_leaves_nothing(void **state)
{
	static struct printed printed;
	struct rlimit limit, low;
	char path[160], wanted[256];

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	low = limit;
	low.rlim_cur = 4096;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
	command_run(&printed, "admin backup $STATE/large --state $STATE");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(printed.status, 1);
	snprintf(wanted, sizeof wanted,
		"trapdoor: cannot back up to %s/large: cannot write: File too large; "
		"name "
		"a new file in a directory that you may write\n",
		fixture->state);
	assert_string_equal(printed.err, wanted);
	snprintf(path, sizeof path, "%s/large", fixture->state);
	assert_int_not_equal(access(path, F_OK), 0);
	snprintf(path, sizeof path, "%s/large.part", fixture->state);
	assert_int_not_equal(access(path, F_OK), 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
	command_run(&printed, "admin backup - --state $STATE");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	signal(SIGXFSZ, SIG_DFL);
	assert_int_equal(printed.status, 1);
	assert_non_null(strstr(printed.err, "cannot back up to standard output: "));
}

/* Days and weeks of another secret would have other seeds. */
static void without_the_secret_no_contest_is_held(void **state)
{
	static struct config config;
	struct complaint complaint;
	struct keeper_day day;
	char sentence[256] = "";
	struct store_client *line;

	(void)state;
	fixture_kill_keeper(fixture);
	config_defaults(&config);
	assert_true(config_set(&config, "files", "daily_secret", "/proc/no-secret", &complaint));
	assert_true(operator_policy(&config));
	line = store_client_local(fixture->state, fixture->content, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	assert_int_equal(keeper_day_show(line, CONTEST_TODAY, &day), KEEPER_NO);
	assert_int_equal(keeper_day_show(line, CONTEST_THIS_WEEK, &day), KEEPER_NO);
	store_client_free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_words_of_admin_are_a_sentence),
		cmocka_unit_test(an_option_of_another_command_is_refused),
		cmocka_unit_test(a_text_that_would_be_cut_is_refused),
		cmocka_unit_test(a_hold_is_shown_with_the_sessions),
		cmocka_unit_test(changes_to_accounts_and_scores_report_their_result),
		cmocka_unit_test(sessions_without_a_server_are_an_error),
		cmocka_unit_test(a_typed_password_is_not_shown),
		cmocka_unit_test(a_backup_is_written_where_the_operator_is),
		cmocka_unit_test(an_account_is_deleted_after_its_name_was_typed_again),
		cmocka_unit_test(the_keys_of_a_new_password_are_removed_if_wanted),
		cmocka_unit_test(a_backup_that_cannot_be_made_is_a_sentence),
		cmocka_unit_test(a_backup_is_written_to_standard_output),
		cmocka_unit_test(a_backup_for_which_there_is_no_room_leaves_nothing),
		cmocka_unit_test(without_the_secret_no_contest_is_held),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
