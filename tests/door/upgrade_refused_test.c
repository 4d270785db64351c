/* `trapdoor upgrade` with a server in the place of the real one: its questions, and why it goes no
 * further. */
#include "tests/test.h"

#include "door/command/handover.h"
#include "tests/door/command.h"
#include "tests/door/directory.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

static int listening = -1;

static int set_up(void **state)
{
	struct user owner = user_by_number(geteuid(), getegid());
	char sentence[256] = "";

	if (directory_set_up(state) != 0)
		return -1;
	command_name("STATE", directory);
	unsetenv("NOTIFY_SOCKET");
	return handover_listen(directory, &owner, &listening, sentence, sizeof sentence) ? 0 : -1;
}

static int tear_down(void **state)
{
	close(listening);
	return directory_tear_down(state);
}

/* The next line, and its next message. */
static int accept_line(void)
{
	struct pollfd ready = {.fd = listening, .events = POLLIN};

	assert_int_equal(poll(&ready, 1, 20000), 1);
	int line = handover_accept(listening, geteuid());
	assert_true(line >= 0);
	return line;
}

static void expect(int line, enum handover_kind kind, uint32_t number)
{
	static struct handover_message heard;
	int descriptor;

	assert_int_equal(handover_hear(line, &heard, &descriptor, 20000), HANDOVER_HEARD);
	assert_int_equal(heard.kind, kind);
	assert_int_equal(heard.number, number);
	assert_int_equal(descriptor, -1);
}

/* Answers the question for facts with these, each "key=value". */
static void send_facts(int line, const char *const *words)
{
	static struct handover_message facts;
	int log = open("/dev/null", O_WRONLY | O_CLOEXEC);

	facts.kind = HANDOVER_FACTS;
	facts.size = 0;
	for (; *words; words += 2)
		assert_true(handover_word(&facts, words[0], words[1]));
	assert_true(handover_send(line, &facts, log));
	close(log);
}

/* A command that runs meanwhile, and its end. */
struct running {
	FILE *in, *out, *err;
	pid_t pid;
};

static struct running begin(const char *line)
{
	struct running running = {tmpfile(), tmpfile(), tmpfile(), 0};

	running.pid = command_start(line, running.in, running.out, running.err);
	return running;
}

static void expect_end(struct running *running, int status, const char *err)
{
	static char text[8192];
	int found;

	assert_int_equal(waitpid(running->pid, &found, 0), running->pid);
	assert_true(WIFEXITED(found));
	command_read(running->err, text, sizeof text);
	if (WEXITSTATUS(found) != status || (*err ? !strstr(text, err) : *text))
		fail_msg("status %d: %s", WEXITSTATUS(found), text);
	fclose(running->in);
	fclose(running->out);
	fclose(running->err);
}

static void expect_refused(const char *const *facts, const char *why)
{
	struct running running = begin("upgrade --state $STATE");
	int line = accept_line();

	expect(line, HANDOVER_ASK, 0);
	send_facts(line, facts);
	expect_end(&running, 1, why);
	/* Nothing else was asked. */
	static struct handover_message heard;
	int descriptor;
	assert_int_equal(handover_hear(line, &heard, &descriptor, 20000), HANDOVER_LINE_GONE);
	close(line);
}

static void who_started_the_server_upgrades_it(void **state)
{
	static const char *const container[] = {"pid", "1", "uid", "0", NULL};
	static const char *const openrc[] = {"pid", "77", "uid", "0", "managed", "openrc", NULL};
	static const char *const systemd[] = {"pid", "77", "uid", "0", "managed", "systemd", NULL};

	(void)state;
	expect_refused(container,
		"trapdoor: cannot upgrade: the server is the first process of a container, which "
		"ends with it; start a container of the new image\n");
	expect_refused(openrc,
		"trapdoor: cannot upgrade: OpenRC watches the process of this server, which would "
		"change; run \"rc-service trapdoor restart\"\n");
	expect_refused(systemd,
		"trapdoor: cannot upgrade: systemd started this server, and must start the new "
		"program, too; run \"systemctl reload\" for its unit\n");
}

static void a_refusal_of_the_server_is_shown(void **state)
{
	struct running running = begin("upgrade --state $STATE");
	int line = accept_line();

	(void)state;
	expect(line, HANDOVER_ASK, 0);
	assert_true(handover_tell(line, HANDOVER_REFUSED, 0, "another upgrade is under way", -1));
	expect_end(&running, 1, "trapdoor: cannot upgrade: another upgrade is under way\n");
	close(line);
	running = begin("upgrade --state $STATE");
	line = accept_line();
	close(line);
	expect_end(&running, 1,
		"trapdoor: cannot upgrade: the running server does not answer; see its log\n");
	/* Facts without a log are no answer. */
	running = begin("upgrade --state $STATE");
	line = accept_line();
	assert_true(handover_tell(line, HANDOVER_FACTS, 0, "", -1));
	expect_end(&running, 1, "does not answer; see its log\n");
	close(line);
}

static void without_a_server_there_is_a_sentence(void **state)
{
	static const struct command_case cases[] = {
		{"upgrade --state /nowhere", 1, "",
			"no server that can be upgraded is running in state directory /nowhere: "},
		{"upgrade --drain x --state $STATE", 2, "", "--drain"},
		{"upgrade --drain 10001 --state $STATE", 2, "", "--drain"},
		{"upgrade --program /nowhere/program --state $STATE", 1, "", "/nowhere/program"},
	};

	(void)state;
	COMMAND_CASES(cases);
}

/* The program's file is the same: its settings are read again. */
static void the_same_program_reloads(void **state)
{
	static const char *facts[] = {"pid", "77", "uid", "0", "program", NULL, NULL};
	char text[64];
	struct stat found;

	(void)state;
	assert_int_equal(stat("/proc/self/exe", &found), 0);
	snprintf(text, sizeof text, "%llu:%llu", (unsigned long long)found.st_dev,
		(unsigned long long)found.st_ino);
	facts[5] = text;
	struct running running = begin("upgrade --reload --state $STATE");
	int line = accept_line();
	expect(line, HANDOVER_ASK, 0);
	send_facts(line, facts);
	expect(line, HANDOVER_RELOAD, 0);
	assert_true(handover_tell(line, HANDOVER_DONE, 0, "", -1));
	expect_end(&running, 0, "");
	close(line);
	running = begin("upgrade --reload --state $STATE");
	line = accept_line();
	expect(line, HANDOVER_ASK, 0);
	send_facts(line, facts);
	expect(line, HANDOVER_RELOAD, 0);
	close(line);
	expect_end(&running, 1,
		"trapdoor: cannot reload: the running server does not answer; see its log\n");
}

/* Another file is another program, which is asked for with the minutes of --drain. */
static void another_program_begins(void **state)
{
	static const char *const facts[] = {
		"pid", "77", "uid", "0", "program", "1:2", "cwd", "/nowhere/folder", NULL};
	struct running running = begin("upgrade --reload --drain 7 --state $STATE");
	int line = accept_line();

	(void)state;
	expect(line, HANDOVER_ASK, 0);
	send_facts(line, facts);
	expect(line, HANDOVER_BEGIN, 8);
	kill(running.pid, SIGKILL);
	assert_int_equal(waitpid(running.pid, NULL, 0), running.pid);
	close(line);
	fclose(running.in);
	fclose(running.out);
	fclose(running.err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_server_there_is_a_sentence),
		cmocka_unit_test(who_started_the_server_upgrades_it),
		cmocka_unit_test(a_refusal_of_the_server_is_shown),
		cmocka_unit_test(the_same_program_reloads),
		cmocka_unit_test(another_program_begins),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
