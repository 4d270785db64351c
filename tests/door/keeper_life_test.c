/* Keepers that come and go, hand over, run out of disk, end; and the proofs that they see to. */
#include "tests/test.h"

#include "keeper_house.h"

#include "door/keeper/keeper_local.h"
#include "door/keeper/keeper_start.h"
#include "door/store/journal_digest.h"
#include "door/text/board_words.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* ---- Keepers that come and go ---- */

static void one_keeper_a_directory(void **state)
{
	struct fixture *fixture = *state;
	char sentence[256] = "";
	int control;

	assert_true(keeper_locked(fixture->state));
	assert_int_equal(keeper_start(fixture->state, fixture->content, 0, &control, sentence,
				 sizeof sentence),
		-1);
	assert_non_null(strstr(sentence, "another server"));
	fixture_kill_keeper(fixture);
	assert_false(keeper_locked(fixture->state));
	fixture_start(fixture);
}

static int first_free_descriptor(void)
{
	int descriptor = dup(STDIN_FILENO);

	close(descriptor);
	return descriptor;
}

static void a_keeper_leads_a_session_of_its_own(void **state)
{
	struct fixture *fixture = *state;
	struct timeval patience = {0};
	socklen_t size = sizeof patience;

	assert_int_equal(getsid(fixture->keeper), fixture->keeper);
	/* A stuck keeper holds its listener up for a second. */
	assert_int_equal(
		getsockopt(fixture->control, SOL_SOCKET, SO_SNDTIMEO, &patience, &size), 0);
	assert_int_equal(patience.tv_sec, 1);
	assert_int_equal(fcntl(fixture->control, F_GETFL) & O_NONBLOCK, 0);
}

/* Without descriptors the keeper does not start, and the attempt leaves none open. */
static void a_keeper_without_descriptors_is_a_sentence(void **state)
{
	static const char wanted[] = "cannot start the keeper: Too many open files; end other "
				     "processes and try again";
	struct fixture *fixture = *state;
	struct rlimit usual, few;
	int control = -1, free_one;

	fixture_kill_keeper(fixture);
	fixture->keeper = 0;
	free_one = first_free_descriptor();
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
	few = usual;
	for (int more = 0; more < 4; more++) {
		char sentence[256] = "";

		few.rlim_cur = (rlim_t)(free_one + more);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		pid_t keeper = keeper_start(fixture->state, fixture->content, &fixture->policy,
			&control, sentence, sizeof sentence);
		bool local = more < 2 && keeper_start_local(fixture->state, fixture->content,
						 &fixture->policy, sentence, sizeof sentence);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
		assert_int_equal(keeper, -1);
		assert_false(local);
		assert_string_equal(sentence, wanted);
		assert_int_equal(first_free_descriptor(), free_one);
	}
	assert_int_equal(control, -1);
}

static void a_directory_that_cannot_be_is_a_sentence(void **state)
{
	struct fixture *fixture = *state;
	char sentence[256] = "";
	int control;

	assert_int_equal(keeper_start("/dev/null/x", fixture->content, 0, &control, sentence,
				 sizeof sentence),
		-1);
	assert_non_null(strstr(sentence, "/dev/null/x"));
}

/* The fixture's keeper made a database. An empty one is refused, and the attempt leaves no
 * descriptor open. */
static void an_emptied_database_is_a_sentence(void **state)
{
	struct fixture *fixture = *state;
	char path[128], sentence[256] = "";
	int control, free_one;

	fixture_kill_keeper(fixture);
	fixture->keeper = 0;
	snprintf(path, sizeof path, "%s/trapdoor.db", fixture->state);
	assert_int_equal(truncate(path, 0), 0);
	free_one = first_free_descriptor();
	assert_int_equal(keeper_start(fixture->state, fixture->content, &fixture->policy, &control,
				 sentence, sizeof sentence),
		-1);
	assert_non_null(strstr(sentence, "/trapdoor.db has zero bytes, and had more before"));
	assert_int_equal(first_free_descriptor(), free_one);
}

static void a_local_line_finds_or_makes_its_keeper(void **state)
{
	struct fixture *fixture = fixture_new();
	struct store_client *line;
	struct store_client *again;
	struct keeper_account account;
	struct keeper_run run;
	struct stat facts;
	char sentence[256] = "";
	char path[128];

	(void)state;
	line = store_client_local(fixture->state, fixture->content, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	assert_non_null(line);
	assert_int_equal(keeper_register(line, "Mina", PASSWORD, "", &account), KEEPER_OK);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	again = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	assert_int_equal(keeper_admin_say(again, "hello"), KEEPER_OK);
	assert_true(fixture_notice(line, NOTICE_SAY));
	snprintf(path, sizeof path, "%s/keeper.sock", fixture->state);
	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0600);
	/* A server starts: its keeper takes over, and the player on the terminal plays on. */
	fixture_start(fixture);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	store_client_free(line);
	store_client_free(again);
	fixture_tear_down((void **)&fixture);
}

/* Returns the process at the other end of a local line. */
static pid_t keeper_of(struct store_client *line)
{
	struct ucred who;
	socklen_t size = sizeof who;

	assert_int_equal(
		getsockopt(store_client_descriptor(line), SOL_SOCKET, SO_PEERCRED, &who, &size), 0);
	assert_true(who.pid > 1);
	return who.pid;
}

static void a_local_line_asks_its_next_keeper_the_same_again(void **state)
{
	struct fixture *fixture = fixture_new();
	char sentence[256] = "";
	struct store_client *line =
		store_client_local(fixture->state, fixture->content, sentence, sizeof sentence);
	struct keeper_account account;
	struct keeper_run run;

	(void)state;
	assert_non_null(line);
	assert_int_equal(keeper_register(line, "Mina", PASSWORD, "", &account), KEEPER_OK);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	for (uint32_t i = 0; i < 3; i++) {
		pid_t keeper = keeper_of(line);

		assert_int_equal(kill(keeper, SIGKILL), 0);
		assert_int_equal(fixture_append(line, &run, i, "\1"), KEEPER_OK);
		assert_int_not_equal(keeper_of(line), keeper);
	}
	assert_int_equal(kill(keeper_of(line), SIGTERM), 0);
	store_client_free(line);
	fixture_tear_down((void **)&fixture);
}

static bool count_copy(void *context, const struct store_audit *entry)
{
	int *count = context;

	*count += strcmp(entry->action, "backup") == 0 &&
		  strcmp(entry->detail, "database copied: b.tar") == 0;
	return true;
}

/* Returns the number of copies of the database in the audit log. */
static int copies_in_audit_log(const struct fixture *fixture)
{
	const struct store_audit_query all = {.before_at = INT64_MAX, .before_id = INT64_MAX};
	char sentence[256] = "";
	struct store *store = store_open_to_read(fixture->state, sentence, sizeof sentence);
	int count = 0;

	assert_string_equal(sentence, "");
	assert_int_equal(store_audit_each(store, &all, 100, count_copy, &count), STORE_OK);
	store_close(store);
	return count;
}

static void a_backup_is_made_while_games_go_on(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct store_client *admin;
	struct keeper_run run;
	char sentence[256];
	char path[128];
	uint8_t *filler = calloc(1, WIRE_SAVE_MAX);
	struct store_account account;
	struct store *copy;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	assert_int_equal(
		keeper_snapshot_put(line, run.id, run.epoch, 0, filler, WIRE_SAVE_MAX), KEEPER_OK);
	free(filler);
	snprintf(path, sizeof path, "%s/copy", fixture->state);
	assert_int_equal(mkdir(path, 0700), 0);
	strcat(path, "/trapdoor.db");
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		admin = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
		_exit(keeper_admin_backup(admin, path, "b.tar") != KEEPER_OK);
	}
	for (uint32_t i = 0; i < 50; i++)
		assert_int_equal(fixture_append(line, &run, i, "\1"), KEEPER_OK);
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	admin = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	assert_int_equal(keeper_admin_backup(admin, path, "b.tar"), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(admin), "already exists"));
	assert_int_equal(keeper_admin_backup(admin, "/nowhere/copy", "b.tar"), KEEPER_NO);
	assert_int_equal(keeper_admin_backup(admin, "copy", "b.tar"), KEEPER_NO);
	assert_int_equal(copies_in_audit_log(fixture), 1);
	*strrchr(path, '/') = '\0';
	copy = store_open(path, sentence, sizeof sentence);
	assert_non_null(copy);
	assert_int_equal(store_account_by_name(copy, "Mina", &account), STORE_OK);
	store_close(copy);
	store_client_free(admin);
	store_client_free(line);
}

static void ending_tells_everybody_and_is_quick(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run run;
	int status;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	kill(fixture->keeper, SIGTERM);
	assert_true(fixture_notice(line, NOTICE_SHUTDOWN));
	/* It serves to the end. */
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	store_client_free(line);
	assert_int_equal(waitpid(fixture->keeper, &status, 0), fixture->keeper);
	assert_int_equal(status, 0);
	close(fixture->control);
	fixture_start(fixture);
}

/*
 * Sets how large a file of the keeper may become, and returns the limit that was.  The hard limit
 * stays: only a privileged process may raise it.
 */
static rlim_t keeper_file_limit(struct fixture *fixture, rlim_t bytes)
{
	struct rlimit limit;

	assert_int_equal(prlimit(fixture->keeper, RLIMIT_FSIZE, NULL, &limit), 0);
	rlim_t before = limit.rlim_cur;
	limit.rlim_cur = bytes;
	assert_int_equal(prlimit(fixture->keeper, RLIMIT_FSIZE, &limit, NULL), 0);
	return before;
}

static void a_full_disk_is_told_and_the_same_append_goes_later(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct store_client *other = fixture_caller(fixture, "Otto");
	enum keeper_verdict verdict = KEEPER_OK;
	struct keeper_run run;
	uint8_t *bytes;
	size_t size;
	uint32_t index = 0;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	rlim_t before = keeper_file_limit(fixture, 400000);
	while (verdict == KEEPER_OK && index < 2000) {
		verdict = fixture_append(line, &run, index, "\1");
		index += verdict == KEEPER_OK;
	}
	assert_int_equal(verdict, KEEPER_FAILED);
	/* Answers to strangers contain no paths. */
	assert_true(*keeper_sentence(line) && !strchr(keeper_sentence(line), '/'));
	assert_int_equal(fixture_append(line, &run, index, "\1"), KEEPER_FAILED);
	assert_int_equal(keeper_report_position(other, WHERE_LOBBY, 0, 0), KEEPER_OK);
	keeper_file_limit(fixture, before);
	assert_int_equal(fixture_append(line, &run, index, "\1"), KEEPER_OK);
	assert_int_equal(keeper_commands_get(line, run.id, 0, &bytes, &size), KEEPER_OK);
	assert_int_equal(size, index + 1);
	free(bytes);
	store_client_free(line);
	store_client_free(other);
}

static void no_new_run_begins_below_the_floor_of_space(void **state)
{
	struct fixture *fixture = fixture_new();
	struct store_client *line;
	struct keeper_run run;

	(void)state;
	fixture->policy.free_space_mb = 1 << 30;
	fixture_start(fixture);
	line = fixture_caller(fixture, "Mina");
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "out of disk space"));
	store_client_free(line);
	fixture_tear_down((void **)&fixture);
}

/* ---- Proof ---- */

/* Plays a whole game: some waiting, then the end; the digest of the state is due every 64 commands.
 */
/* The forged field of a recorded run. */
enum forgery {
	TRUTH,
	UNRECORDED, /* no lie: the run ended before its later fields were recorded */
	FORGED_DIGEST,
	FORGED_SEGMENT,
#define ROW(type, field, missing) FORGED_##field,
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) FORGED_##field,
		RESULT_TEXTS(ROW)
#undef ROW
			FORGED_COUNT
};

/* Every field of the list can be lied about. */
static void distort(struct store_score *score, enum forgery forged)
{
#define ROW(type, field, missing)                                                                  \
	score->field += forged == FORGED_##field;                                                  \
	if (forged == UNRECORDED && (missing) == RESULT_UNRECORDED)                                \
		score->field = RESULT_UNRECORDED;
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size)                                                                           \
	if (forged == FORGED_##field)                                                              \
		strcpy(score->field, "NO CARRIER");
	RESULT_TEXTS(ROW)
#undef ROW
}

/* A second segment of the same rules: a beginning that the first one ended with, or some other. */
static void divide(struct store_client *line, const struct keeper_run *run, struct game *game,
	uint32_t index, enum forgery forged)
{
	size_t size;
	uint8_t *save = game_save(game, &size);

	save[size / 2] ^= forged == FORGED_SEGMENT;
	assert_int_equal(keeper_segment_add(line, run->id, run->epoch, index, ENGINE_RULES_VERSION,
				 run->content, save, size),
		KEEPER_OK);
	free(save);
}

static void play(struct fixture *fixture, struct store_client *line, struct keeper_run *run,
	enum forgery forged)
{
	struct game *game;
	struct result result;
	struct store_score score;
	uint32_t i = 0;

	assert_int_equal(keeper_run_begin(line, false, run), KEEPER_OK);
	game = game_new(fixture->content, &run->seed, &run->birth);
	/* Something may come and end the wait. */
	for (game_result(game, &result); result.outcome == OUTCOME_GOING;
		game_result(game, &result), i++) {
		struct command command = {.verb = i < 129 ? VERB_WAIT : VERB_QUIT};
		uint8_t bytes[COMMAND_BYTES_MAX];
		struct store_append append = {.run = run->id,
			.epoch = run->epoch,
			.index = i,
			.count = 1,
			.bytes = bytes};

		append.size = command_encode(&command, bytes);
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
		if (i == 0 || (i + 1) % 64 == 0) {
			append.digest_count = 1;
			append.digests[0] = journal_digest(game, i + 1);
			append.digests[0].digest += forged == FORGED_DIGEST;
		}
		assert_int_equal(keeper_append(line, &append), KEEPER_OK);
		if (i == 4)
			divide(line, run, game, i + 1, forged);
	}
	score = (struct store_score){.run = run->id};
	board_score_of_result(&result, &score);
	distort(&score, forged);
	assert_int_equal(keeper_run_end(line, run->epoch, i, &score), KEEPER_OK);
	game_free(game);
}

static uint8_t proof_after(struct store_client *line, int64_t run, int tries)
{
	struct store_score score = {0};

	for (; tries > 0 && score.proof == STORE_UNVERIFIED; tries--) {
		nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
		assert_int_equal(keeper_score_get(line, run, &score), KEEPER_OK);
	}
	return score.proof;
}

static void ended_runs_are_proven_or_refuted_by_themselves(void **state)
{
	fixture_log_begin();
	fixture_set_up(state);
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run runs[FORGED_COUNT];

	for (int i = 0; i < FORGED_COUNT; i++)
		play(fixture, line, &runs[i], (enum forgery)i);
	for (int i = 0; i < FORGED_COUNT; i++) {
		uint8_t proof = proof_after(line, runs[i].id, 600);

		assert_int_equal(proof, i <= UNRECORDED ? STORE_VERIFIED : STORE_REFUTED);
		char wanted[80];
		snprintf(wanted, sizeof wanted, " run=%lld proof=%d\n", (long long)runs[i].id,
			proof);
		const char *log = strstr(fixture_log_await(wanted, 1), wanted);
		while (log[-1] != '\n')
			log--;
		assert_non_null(strstr(log, i <= UNRECORDED ? "level=info event=run.proof"
							    : "level=warn event=run.proof"));
	}
	fixture_log_end();
	store_client_free(line);
}

/* A run of so many commands that its verifier can be found at work. */
static void end_long_run(struct store_client *line, struct keeper_run *run)
{
	const struct command wait = {.verb = VERB_WAIT};
	static uint8_t bytes[16384];
	struct store_score score;
	uint8_t one[COMMAND_BYTES_MAX];
	uint32_t index = 0;

	assert_int_equal(command_encode(&wait, one), 1);
	memset(bytes, one[0], sizeof bytes);
	assert_int_equal(keeper_run_begin(line, false, run), KEEPER_OK);
	for (int i = 0; i < 16; i++, index += sizeof bytes) {
		struct store_append append = {.run = run->id,
			.epoch = run->epoch,
			.index = index,
			.count = sizeof bytes,
			.bytes = bytes,
			.size = sizeof bytes};

		assert_int_equal(keeper_append(line, &append), KEEPER_OK);
	}
	score = fixture_score(run, 1999999999, OUTCOME_DIED);
	assert_int_equal(keeper_run_end(line, run->epoch, index, &score), KEEPER_OK);
}

static void a_stuck_verification_is_set_aside(void **state)
{
	struct fixture *fixture = fixture_new();
	struct store_query query = {.order = STORE_SET_ASIDE_RUNS, .count = 4};
	struct store_client *line;
	struct keeper_run stuck, next;
	struct store_score scores[4], score;
	unsigned ranks[4];
	size_t count;
	pid_t verifier = 0;

	*state = fixture;
	log_level_set(LOG_ERROR + 1);
	/* Long enough for the next run, even on a busy machine. */
	fixture->policy.verify_seconds = 20;
	fixture_start(fixture);
	line = fixture_caller(fixture, "Mina");
	end_long_run(line, &stuck);
	for (int tries = 0; tries < 1000 && verifier <= 0; tries++)
		verifier = fixture_child(fixture, "verifier");
	assert_true(verifier > 0);
	kill(verifier, SIGSTOP);
	play(fixture, line, &next, TRUTH);
	assert_int_equal(keeper_score_get(line, stuck.id, &score), KEEPER_OK);
	assert_true(score.waiting);
	assert_int_equal(proof_after(line, stuck.id, 600), STORE_SET_ASIDE);
	assert_int_equal(proof_after(line, next.id, 600), STORE_VERIFIED);
	assert_int_equal(keeper_scores(line, &query, scores, ranks, 4, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(scores[0].run, stuck.id);
	query.order = STORE_BEST_RUNS;
	assert_int_equal(keeper_scores(line, &query, scores, ranks, 4, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(scores[0].run, next.id);
	store_client_free(line);
	log_level_set(LOG_ERROR);
	fixture_tear_down(state);
}

static void a_restarted_keeper_verifies_at_once(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");
	struct keeper_run run;
	pid_t verifier = 0;

	end_long_run(line, &run);
	store_client_free(line);
	fixture_kill_keeper(fixture);
	/* No session wakes the new keeper up. */
	while (fixture->count > 0)
		close(fixture->ends[--fixture->count]);
	fixture_start(fixture);
	for (int tries = 0; tries < 300 && verifier <= 0; tries++) {
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
		verifier = fixture_child(fixture, "verifier");
	}
	assert_true(verifier > 0);
}

/* The listener's address counts, not the session's own word. */
static void a_session_cannot_give_another_address(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *operator_line;
	struct store_client *liar;
	struct present present[8];
	char sentence[256];
	size_t count;
	int pair[2];

	assert_true(keeper_pair(pair));
	assert_true(keeper_give(fixture->control, pair[1], "198.51.100.7"));
	close(pair[1]);
	liar = store_client_new(pair[0], fixture_wait, NULL);
	assert_int_equal(keeper_hello(liar, "192.0.2.1", "telnet"), KEEPER_OK);
	assert_int_equal(keeper_name_free(liar, "Liar"), KEEPER_OK); /* the hello was read */
	operator_line = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	assert_non_null(operator_line);
	assert_int_equal(keeper_who(operator_line, present, 8, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_string_equal(present[0].peer, "198.51.100.7");
	store_client_free(operator_line);
	store_client_free(liar);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(one_keeper_a_directory),
		TITLE(a_keeper_leads_a_session_of_its_own),
		TITLE(a_keeper_without_descriptors_is_a_sentence),
		TITLE(a_directory_that_cannot_be_is_a_sentence),
		TITLE(an_emptied_database_is_a_sentence),
		TITLE(a_session_cannot_give_another_address),
		cmocka_unit_test(a_local_line_finds_or_makes_its_keeper),
		cmocka_unit_test(a_local_line_asks_its_next_keeper_the_same_again),
		TITLE(a_full_disk_is_told_and_the_same_append_goes_later),
		TITLE(a_backup_is_made_while_games_go_on),
		TITLE(ending_tells_everybody_and_is_quick),
		cmocka_unit_test(no_new_run_begins_below_the_floor_of_space),
		cmocka_unit_test_teardown(
			ended_runs_are_proven_or_refuted_by_themselves, fixture_tear_down),
		cmocka_unit_test(a_stuck_verification_is_set_aside),
		TITLE(a_restarted_keeper_verifies_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
