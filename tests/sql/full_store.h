/*
 * A full store, which has something of each kind, and a second connection that damages it.
 *
 * SQLite's log reports misuse, such as binding a statement that was not reset. Any misuse fails the
 * test in its teardown.
 */
#ifndef TRAPDOOR_TESTS_SQL_FULL_STORE_H
#define TRAPDOOR_TESTS_SQL_FULL_STORE_H

#include <fcntl.h>
#include <sqlite3.h>

#include "place.h"

static unsigned misuses;

static inline void count_misuse(void *context, int code, const char *sentence)
{
	(void)context;
	(void)sentence;
	misuses += (code & 0xff) == SQLITE_MISUSE;
}
/* ---- A store with something of each kind ---- */

/* The file of such a store, made once and copied for each test. */
static uint8_t full_store[1 << 20];
static size_t full_size;

/* Mina's run is 1, with a snapshot after "ab". The runs of Otto and Vera have ended in deaths. Mina
 * has two keys. Nora's run is 4: it began after both deaths, so that it may avenge them. */
static inline void fill(struct test_store *place)
{
	struct store_append digested = {.run = 1,
		.epoch = 1,
		.index = 2,
		.count = 1,
		.bytes = (const uint8_t *)"c",
		.size = 1,
		.digest_count = 1,
		.digests = {{.index = 3, .digest = 77}}};
	int64_t mina = caller(place, "Mina");

	assert_int_equal(store_account_wrong(place->store, mina), STORE_OK);
	assert_int_equal(begin(place, mina).id, 1);
	assert_int_equal(append(place, 1, 1, 0, "a"), STORE_OK);
	assert_int_equal(append(place, 1, 1, 1, "b"), STORE_OK);
	assert_int_equal(store_snapshot_put(place->store, 1, 1, 2, "one", 3), STORE_OK);
	assert_int_equal(store_append(place->store, &digested), STORE_OK);
	assert_int_equal(store_snapshot_put(place->store, 1, 1, 3, "two", 3), STORE_OK);
	assert_int_equal(append(place, 1, 1, 3, "d"), STORE_OK);
	assert_int_equal(append(place, 1, 1, 4, "e"), STORE_OK);
	assert_int_equal(store_key_add(place->store, mina, "SHA256:a", "desk", 5), STORE_OK);
	assert_int_equal(store_key_add(place->store, mina, "SHA256:b", "lap", 6), STORE_OK);
	assert_int_equal(finish_unverified(place, caller(place, "Otto"), 10).id, 2);
	assert_int_equal(finish(place, caller(place, "Vera"), 20, true, 3, 4).id, 3);
	assert_int_equal(begin(place, caller(place, "Nora")).id, 4);
	assert_int_equal(append(place, 4, 1, 0, "x"), STORE_OK);
	assert_int_equal(append(place, 4, 1, 1, "y"), STORE_OK);
	assert_int_equal(store_snapshot_put(place->store, 4, 1, 2, "s", 1), STORE_OK);
	assert_int_equal(append(place, 4, 1, 2, "z"), STORE_OK);
	assert_int_equal(append(place, 4, 1, 3, "Q"), STORE_OK);
}

static inline FILE *open_file(const struct test_store *place, const char *mode)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	file = fopen(path, mode);
	assert_non_null(file);
	return file;
}

static inline int make_full_store(void **state)
{
	struct test_store *place;
	FILE *file;

	set_up(state);
	place = *state;
	assert_true(store_begin(place->store));
	fill(place);
	assert_true(store_commit(place->store));
	store_close(place->store);
	place->store = NULL;
	file = open_file(place, "rb");
	full_size = fread(full_store, 1, sizeof full_store, file);
	assert_in_range(full_size, 1, sizeof full_store - 1);
	fclose(file);
	return tear_down(state);
}

static inline int set_up_full(void **state)
{
	struct test_store *place = calloc(1, sizeof *place);
	FILE *file;

	misuses = 0;
	strcpy(place->directory, "/tmp/trapdoor-store-XXXXXX");
	assert_non_null(mkdtemp(place->directory));
	file = open_file(place, "wb");
	assert_int_equal(fwrite(full_store, 1, full_size, file), full_size);
	fclose(file);
	reopen(place);
	*state = place;
	return 0;
}

static inline int tear_down_full(void **state)
{
	tear_down(state);
	assert_int_equal(misuses, 0);
	return 0;
}

static inline int add_row(void *context, int count, char **values, char **names)
{
	(void)names;
	for (int i = 0; i < count; i++)
		fprintf(context, "%s|", values[i] ? values[i] : "NULL");
	fputc('\n', context);
	return 0;
}

/* Runs statements on a connection of its own, which sees only what is committed. Returns the rows
 * as text; the caller frees it. */
static inline char *outside(struct test_store *place, const char *statements)
{
	sqlite3 *database;
	char path[128];
	char *text = NULL;
	char *error = NULL;
	size_t size;
	FILE *rows = open_memstream(&text, &size);

	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	sqlite3_exec(database, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
	sqlite3_exec(database, statements, add_row, rows, &error);
	if (error)
		fail_msg("%s: %s", statements, error);
	sqlite3_close(database);
	fclose(rows);
	return text;
}

static inline void damage(struct test_store *place, const char *statements)
{
	free(outside(place, statements));
}

static inline char *everything(struct test_store *place)
{
	return outside(place,
		"SELECT * FROM accounts; SELECT * FROM keys; SELECT * FROM visits; SELECT "
		"* FROM bans; SELECT * FROM audit; SELECT "
		"hex(digest), game, hex(bytes) "
		"FROM bundles; SELECT *, hex(seed) FROM runs; SELECT run, hex(bytes) FROM births; "
		"SELECT run, number, first_index, rules, hex(content), hex(save) FROM segments; "
		"SELECT run, first_index, count, hex(bytes) FROM commands; SELECT run, "
		"after_index, digest, hex(parts) FROM digests; SELECT run, at_index, hex(bytes) "
		"FROM snapshots; SELECT * FROM scores; SELECT * FROM boards; "
		"SELECT * FROM records; SELECT * FROM ranks; SELECT name FROM secrets; SELECT * "
		"FROM holds; SELECT * FROM wall; SELECT * FROM mail; SELECT * FROM blocks; SELECT "
		"* FROM reports; SELECT * FROM mutes; SELECT * FROM marks; SELECT * FROM tries; "
		"SELECT game, date, hex(seed), rules FROM days");
}

/* Renames a table, so that its statements fail. */
static inline void rename_table(struct test_store *place, const char *from, const char *to)
{
	char statements[128];

	snprintf(statements, sizeof statements,
		"PRAGMA legacy_alter_table = ON; ALTER TABLE %s RENAME TO %s", from, to);
	damage(place, statements);
}

/* ---- Reads, each with a table that it needs ---- */

struct read_of {
	const char *table;
	enum store_answer (*read)(struct test_store *place);
};

/* Nothing that was read keeps a transaction of its own, which would hold up the log. */
static inline void check_no_read_stays(
	struct test_store *place, const struct read_of *reads, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *moved;

		assert_int_equal(reads[i].read(place), STORE_OK);
		moved = outside(place, "PRAGMA wal_checkpoint(RESTART)");
		if (strncmp(moved, "0|", 2) != 0)
			fail_msg("read %zu of %s holds up the log", i, reads[i].table);
		free(moved);
		assert_int_equal(
			store_account_set_hash(place->store, 1, i % 2 ? "one" : "two"), STORE_OK);
	}
}

/* A statement that was prepared before the damage fails at its step, another one when it is
 * prepared. Both recover. */
static inline void check_read_fails(
	struct test_store *place, const struct read_of *read, bool prepared)
{
	static const char *const says[] = {"a statement was refused", "not saved"};
	enum store_answer answer;

	if (prepared)
		assert_int_equal(read->read(place), STORE_OK);
	rename_table(place, read->table, "away");
	if (!prepared)
		reopen(place);
	answer = read->read(place);
	if (answer != STORE_FAILED || !strstr(store_sentence(place->store), says[prepared]))
		fail_msg("a read of %s: answer %d, \"%s\"", read->table, answer,
			store_sentence(place->store));
	rename_table(place, "away", read->table);
	for (int again = 0; again < 2; again++)
		assert_int_equal(read->read(place), STORE_OK);
}

#endif
