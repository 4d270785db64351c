/* Programs of older rules that a confined process asks the keeper for. The test is the listener,
 * which would start them, and the program. */
#include "tests/test.h"

#include "door/os/sandbox.h"
#include "door/verify/replay_job.h"
#include "tests/door/keeper_house.h"

#define RULES 99

static int set_up(void **state)
{
	char sentence[256];
	struct fixture *fixture;

	fixture_set_up(state);
	fixture = *state;
	fixture_kill_keeper(fixture);
	assert_true(sandbox_prepare(SANDBOX_LOG, fixture->state, sentence, sizeof sentence));
	fixture_start(fixture);
	return 0;
}

/* Takes the order of a program. Returns its standard input and output. */
static struct wire_descriptors take_order(struct fixture *fixture, struct wire_order *order)
{
	struct wire_descriptors ends;

	do
		assert_true(wire_take_order(fixture->control, order, &ends));
	while (order->kind == ORDER_BANS);
	assert_int_equal(order->kind, ORDER_OLD_RULES);
	assert_int_equal(ends.count, 2);
	return ends;
}

static void expect_no_order(struct fixture *fixture)
{
	struct pollfd ready = {.fd = fixture->control, .events = POLLIN};
	struct wire_descriptors ends;
	struct wire_order order;

	while (poll(&ready, 1, 0) == 1) {
		assert_true(wire_take_order(fixture->control, &order, &ends));
		assert_int_equal(order.kind, ORDER_BANS);
	}
}

static void expect_joined(int from, int to)
{
	char word = 0;

	assert_int_equal(write(from, "x", 1), 1);
	assert_int_equal(read(to, &word, 1), 1);
	assert_int_equal(word, 'x');
}

static void a_player_gets_both_pipes_of_the_program(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *nora = fixture_caller(fixture, "Nora"),
			    *mina = fixture_caller(fixture, "Mina");
	struct wire_order first, second;
	struct wire_descriptors ends;
	int in, out;

	assert_int_equal(keeper_old_rules(nora, RULES, &in, &out), KEEPER_OK);
	ends = take_order(fixture, &first);
	assert_int_equal(first.rules, RULES);
	expect_joined(in, ends.each[0]);
	expect_joined(ends.each[1], out);
	/* Each end has one owner: the program sees the end of its input. */
	close(in);
	char word;
	assert_int_equal(read(ends.each[0], &word, 1), 0);
	wire_close(&ends);
	assert_int_equal(read(out, &word, 1), 0);
	close(out);
	/* The listener tells the players apart. */
	assert_int_equal(keeper_old_rules(mina, 9999, &in, &out), KEEPER_OK);
	ends = take_order(fixture, &second);
	assert_int_equal(second.rules, 9999);
	assert_int_not_equal(first.subject, second.subject);
	assert_int_not_equal(first.subject, 0);
	wire_close(&ends);
	close(in);
	close(out);
	store_client_free(nora);
	store_client_free(mina);
}

static void who_may_not_ask_gets_no_program(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *stranger = fixture_line(fixture), *nora;
	int in, out;

	assert_int_equal(keeper_old_rules(stranger, RULES, &in, &out), KEEPER_NO);
	assert_string_equal(keeper_sentence(stranger), "You must log in first.");
	store_client_free(stranger);
	nora = fixture_caller(fixture, "Nora");
	assert_int_equal(keeper_old_rules(nora, 0, &in, &out), KEEPER_NO);
	assert_string_equal(keeper_sentence(nora), "There are no such rules.");
	assert_int_equal(keeper_old_rules(nora, 10000, &in, &out), KEEPER_NO);
	expect_no_order(fixture);
	store_client_free(nora);
}

/* The program of the rules, as far as one answer. */
static void answer_as_program(struct fixture *fixture)
{
	static char asked[65536];
	struct wire_order order;
	struct wire_descriptors ends;
	struct pollfd ready = {.fd = fixture->control, .events = POLLIN};
	size_t used = 0;
	ssize_t got;

	assert_int_equal(poll(&ready, 1, 20000), 1);
	ends = take_order(fixture, &order);
	while ((got = read(ends.each[0], asked + used, sizeof asked - 1 - used)) > 0)
		used += (size_t)got;
	bool right = order.rules == RULES && strstr(asked, "\"rules\"") != NULL;
	dprintf(ends.each[1], "{\"format\":1,\"answer\":\"other\",\"sentence\":\"%s\",\"new\":1}\n",
		right ? "not these" : "wrong");
	wire_close(&ends);
}

static void a_confined_process_asks_the_keeper_for_the_program(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *nora = fixture_caller(fixture, "Nora");
	const struct replay_job job = {.rules = RULES,
		.bundle = (const uint8_t *)"b",
		.bundle_size = 1,
		.commands = (const uint8_t *)"c",
		.commands_size = 1};
	struct replay_job_end end;
	int status;

	fflush(NULL);
	pid_t program = fork();
	if (program == 0) {
		answer_as_program(fixture);
		_exit(0);
	}
	replay_job_by_rules(nora, &job, &end);
	assert_int_equal(waitpid(program, &status, 0), program);
	assert_int_equal(status, 0);
	assert_int_equal(end.answer, REPLAY_JOB_OTHER_RULES);
	assert_string_equal(end.sentence, "not these");
	replay_job_end_free(&end);
	store_client_free(nora);
}

static void a_refusal_of_the_keeper_is_the_answer(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *stranger = fixture_line(fixture);
	const struct replay_job job = {.rules = RULES};
	struct replay_job_end end;

	replay_job_by_rules(stranger, &job, &end);
	assert_int_equal(end.answer, REPLAY_JOB_OTHER_RULES);
	assert_string_equal(end.sentence, "You must log in first.");
	assert_string_equal(end.program, "");
	replay_job_end_free(&end);
	store_client_free(stranger);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_player_gets_both_pipes_of_the_program),
		cmocka_unit_test(who_may_not_ask_gets_no_program),
		cmocka_unit_test(a_confined_process_asks_the_keeper_for_the_program),
		cmocka_unit_test(a_refusal_of_the_keeper_is_the_answer),
	};

	return cmocka_run_group_tests(tests, set_up, fixture_tear_down);
}
