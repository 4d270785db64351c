/* A disk that fills: the keeper stops to write for players in steps, and goes on when there is
 * space again. statvfs is this file's, and what it reports is shared with the keeper. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>

#define MIB ((uint64_t)1024 * 1024)
#define FLOOR_MIB 80 /* a quarter of it is more than the most that is kept back */

static volatile uint64_t *free_bytes;
static int log_end; /* reads the keeper's standard error */

int statvfs(const char *restrict path, struct statvfs *restrict facts)
{
	(void)path;
	*facts = (struct statvfs){.f_bavail = *free_bytes, .f_frsize = 1};
	return 0;
}

static void writes_end_in_steps_as_the_disk_fills(void **state)
{
	/* In order; each row says what is possible with so much free space. */
	static const struct {
		uint64_t free;
		bool begins, writes;
	} rows[] = {
		{1024 * MIB, true, true},
		{FLOOR_MIB * MIB, true, true},
		{FLOOR_MIB * MIB - 1, false, true},
		{16 * MIB, false, true},
		{16 * MIB - 1, false, false},
		{0, false, false},
		{16 * MIB, false, true},
		{1024 * MIB, true, true},
	};
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina"), *office;
	struct keeper_run run, other;
	char sentence[256] = "", name[16];
	uint32_t index = 0;

	store_client_free(fixture_caller(fixture, "Olga"));
	office = store_client_local(fixture->state, NULL, sentence, sizeof sentence);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool writes = rows[i].writes;

		*free_bytes = rows[i].free;
		assert_int_equal(fixture_append(line, &run, index, "\1"),
			writes ? KEEPER_OK : KEEPER_FAILED);
		index += writes;
		assert_int_equal(keeper_set_options(line, "a"), writes ? KEEPER_OK : KEEPER_FAILED);
		if (!writes)
			assert_non_null(strstr(keeper_sentence(line), "disk"));
		/* The operator can still act. */
		assert_int_equal(keeper_admin_passwd(office, "Olga", "battery staple"), KEEPER_OK);
		*free_bytes = 1024 * MIB;
		snprintf(name, sizeof name, "Player%c", 'A' + (int)i);
		struct store_client *newcomer = fixture_caller(fixture, name);
		*free_bytes = rows[i].free;
		assert_int_equal(
			keeper_run_begin(newcomer, false, &other) == KEEPER_OK, rows[i].begins);
		store_client_free(newcomer);
	}
	store_client_free(office);
	store_client_free(line);
}

/* The lines of the keeper's log about the disk. */
static void expect_log(const char *wanted)
{
	static char text[32768];
	char found[256] = "";
	ssize_t got = read(log_end, text, sizeof text - 1);

	text[got > 0 ? got : 0] = '\0';
	for (const char *at = text; (at = strstr(at, "event=disk.")) != NULL; at++) {
		size_t used = strlen(found);

		snprintf(found + used, sizeof found - used, "%.*s;", (int)strcspn(at, " "), at);
	}
	assert_string_equal(found, wanted);
}

static void a_full_disk_is_logged_once_and_its_end_once(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina");

	expect_log("");
	*free_bytes = 16 * MIB - 1;
	for (int i = 0; i < 3; i++)
		assert_int_equal(keeper_set_options(line, "a"), KEEPER_FAILED);
	expect_log("event=disk.full;");
	*free_bytes = 16 * MIB;
	for (int i = 0; i < 3; i++)
		assert_int_equal(keeper_set_options(line, "a"), KEEPER_OK);
	expect_log("event=disk.room;");
	*free_bytes = 0;
	assert_int_equal(keeper_set_options(line, "a"), KEEPER_FAILED);
	expect_log("event=disk.full;");
	store_client_free(line);
}

/* Nothing of a guest is stored. */
static void a_guest_plays_on_a_full_disk(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	struct keeper_account account;
	struct keeper_run run;

	*free_bytes = 0;
	assert_int_equal(keeper_login_guest(line, &account), KEEPER_OK);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	store_client_free(line);
}

/* Wrong passwords and visits are rows that no player waits for: they end first. */
static void wrong_passwords_are_not_written_below_half_the_floor(void **state)
{
	static const struct {
		uint64_t free;
		uint32_t counted;
	} rows[] = {
		{FLOOR_MIB / 2 * MIB + 1 * MIB, 0},
		{FLOOR_MIB / 2 * MIB + 1 * MIB + 1, 1},
	};
	struct fixture *fixture = *state;
	struct keeper_account account;

	store_client_free(fixture_caller(fixture, "Mina"));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct store_client *line = fixture_line(fixture);

		*free_bytes = rows[i].free;
		assert_int_equal(keeper_login_password(line, "Mina", "wrong", &account), KEEPER_NO);
		/* It writes after the answer, and before the next one. */
		assert_int_equal(keeper_name_free(line, "Zelda"), KEEPER_OK);
		store_client_free(line);
		*free_bytes = 1024 * MIB;
		line = fixture_line(fixture);
		assert_int_equal(
			keeper_login_key(line, "Mina",
				"SHA256:Min0123456789012345678901234567890123456789", &account),
			KEEPER_OK);
		assert_int_equal(account.wrong_passwords, rows[i].counted);
		store_client_free(line);
	}
}

static int set_up(void **state)
{
	struct fixture *fixture = fixture_new();
	int ends[2], before = dup(STDERR_FILENO);

	log_level_set(LOG_INFO);
	assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
	free_bytes = mmap(NULL, sizeof *free_bytes, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(free_bytes != MAP_FAILED);
	*free_bytes = 1024 * MIB;
	fixture->policy.free_space_mb = FLOOR_MIB;
	dup2(ends[1], STDERR_FILENO);
	fixture_start(fixture);
	dup2(before, STDERR_FILENO);
	close(before);
	close(ends[1]);
	log_end = ends[0];
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	close(log_end);
	return fixture_tear_down(state);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(writes_end_in_steps_as_the_disk_fills),
		TITLE(a_full_disk_is_logged_once_and_its_end_once),
		TITLE(a_guest_plays_on_a_full_disk),
		TITLE(wrong_passwords_are_not_written_below_half_the_floor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
