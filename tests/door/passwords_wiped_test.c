/* No process keeps a password in its memory after the request that had it. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include <sys/mman.h>

/* Sanitizers keep freed memory, and map more than can be searched. */
#if defined(__SANITIZE_ADDRESS__)
#define SEARCHED false
#elif defined(__has_feature)
#define SEARCHED !__has_feature(address_sanitizer)
#else
#define SEARCHED true
#endif

#define CHUNK 65536
#define KEY "SHA256:1234567890123456789012345678901234567890123"

/* Passwords, and their beginnings for the search. All begin with letters that nothing else has. */
static const char first[] = "qzxwvkjq-first", second[] = "qzxwvkjq-second",
		  wrong[] = "qzxwvkjq-wrong", third[] = "qzxwvkjq-third";
#define SOUGHT 9

static uint8_t *chunk; /* a mapping of its own, which is not searched */

/* Searches a range of a process for the passwords; the count of them. */
static unsigned search(int memory, unsigned long begin, unsigned long end, char *found, size_t size)
{
	unsigned count = 0;

	for (unsigned long at = begin; at < end; at += CHUNK - SOUGHT) {
		size_t room = end - at < CHUNK ? end - at : CHUNK;
		ssize_t got = pread(memory, chunk, room, (off_t)at);
		const uint8_t *from = chunk, *hit;

		while (got > 0 &&
			(hit = memmem(from, (size_t)(chunk + got - from), first, SOUGHT))) {
			if (!count++)
				snprintf(found, size, "%.20s at %lx", (const char *)hit,
					at + (unsigned long)(hit - chunk));
			from = hit + 1;
		}
		memset(chunk, 0, CHUNK);
	}
	return count;
}

static void expect_none(pid_t pid, const char *name)
{
	char path[64], line[512], found[64] = "";
	unsigned count = 0;

	snprintf(path, sizeof path, "/proc/%ld/mem", (long)pid);
	int memory = open(path, O_RDONLY | O_CLOEXEC);
	snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
	FILE *maps = fopen(path, "re");
	if (memory < 0 || !maps)
		skip();
	while (fgets(line, sizeof line, maps)) {
		unsigned long begin, end;
		char rights[8];

		if (sscanf(line, "%lx-%lx %7s", &begin, &end, rights) == 3 && rights[1] == 'w' &&
			(pid != getpid() || begin != (unsigned long)(uintptr_t)chunk))
			count += search(memory, begin, end, found, sizeof found);
	}
	fclose(maps);
	close(memory);
	if (count)
		fail_msg("%s has %u passwords: %s", name, count, found);
}

static void expect_none_anywhere(struct fixture *fixture)
{
	expect_none(fixture->keeper, "the keeper");
	expect_none(fixture_child(fixture, "hasher"), "the hasher");
	expect_none(getpid(), "the client");
}

static void no_process_keeps_a_password(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture), *host = fixture_operator(fixture);
	struct keeper_account account;

	if (!SEARCHED) {
		store_client_free(line);
		store_client_free(host);
		skip();
	}
	chunk = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(chunk != MAP_FAILED);
	expect_none_anywhere(fixture);
	assert_int_equal(keeper_register(line, "Mina", first, "", &account), KEEPER_OK);
	expect_none_anywhere(fixture);
	assert_int_equal(keeper_set_password(line, wrong, second), KEEPER_NO);
	expect_none_anywhere(fixture);
	assert_int_equal(keeper_set_password(line, first, second), KEEPER_OK);
	expect_none_anywhere(fixture);
	assert_int_equal(keeper_key_add(line, wrong, KEY, "desk"), KEEPER_NO);
	assert_int_equal(keeper_key_add(line, second, KEY, "desk"), KEEPER_OK);
	expect_none_anywhere(fixture);
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(keeper_login_password(line, "Mina", wrong, &account), KEEPER_NO);
	assert_int_equal(keeper_login_password(line, "Nobody", wrong, &account), KEEPER_NO);
	expect_none_anywhere(fixture);
	assert_int_equal(keeper_login_password(line, "Mina", second, &account), KEEPER_OK);
	expect_none_anywhere(fixture);
	assert_int_equal(keeper_admin_passwd(host, "Mina", third), KEEPER_OK);
	expect_none_anywhere(fixture);
	store_client_free(line);
	line = fixture_line(fixture);
	assert_int_equal(keeper_login_password(line, "Mina", third, &account), KEEPER_OK);
	assert_int_equal(keeper_account_delete(line, wrong), KEEPER_NO);
	expect_none_anywhere(fixture);
	assert_int_equal(keeper_account_delete(line, third), KEEPER_OK);
	expect_none_anywhere(fixture);
	store_client_free(line);
	store_client_free(host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			no_process_keeps_a_password, fixture_set_up, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
