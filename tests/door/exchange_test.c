/* Two hosts with one secret exchange the results of a day: which are ranked, and which files and
 * rows are refused. */
#include "tests/test.h"

#include "tests/door/exchange_hosts.h"

#include <sys/stat.h>

#include "door/text/names.h"

/* ---- One secret ---- */

static void one_secret_gives_one_day(void **state)
{
	struct fixture *other = host_start(8, NULL);
	struct store_client *to_other = fixture_operator(other);
	struct keeper_day tower = day_of(hosts.to_tower, TODAY),
			  bell = day_of(hosts.to_bell, TODAY);
	struct keeper_day stranger = day_of(to_other, TODAY);
	void *each = other;

	(void)state;
	assert_memory_equal(&tower.seed, &bell.seed, sizeof tower.seed);
	assert_memory_equal(tower.hash, bell.hash, sizeof tower.hash);
	assert_int_equal(tower.rules, bell.rules);
	assert_memory_equal(tower.content, bell.content, sizeof tower.content);
	assert_string_equal(tower.handicaps, bell.handicaps);
	assert_memory_not_equal(&tower.seed, &stranger.seed, sizeof tower.seed);
	/* The next day has not begun, and the operator may see its seed. */
	tower = day_of(hosts.to_tower, TOMORROW);
	bell = day_of(hosts.to_bell, TOMORROW);
	assert_memory_equal(&tower.seed, &bell.seed, sizeof tower.seed);
	store_client_free(to_other);
	fixture_tear_down(&each);
}

/* ---- Results ---- */

static unsigned number_in(struct fixture *fixture, const char *query)
{
	char command[400], text[32] = "";
	FILE *shell;

	snprintf(command, sizeof command, "sqlite3 -readonly %s/trapdoor.db '%s'", fixture->state,
		query);
	shell = popen(command, "r");
	assert_non_null(shell);
	assert_non_null(fgets(text, sizeof text, shell));
	pclose(shell);
	return (unsigned)atoi(text);
}

#define FED                                                                                        \
	"SELECT (SELECT count(*) FROM scores) + (SELECT count(*) FROM runs) + (SELECT count(*) "   \
	"FROM feats) + (SELECT count(*) FROM livelog) + (SELECT count(*) FROM tries) + (SELECT "   \
	"count(*) FROM accounts)"

static void a_verified_result_is_ranked_and_feeds_nothing(void **state)
{
	struct store_imported first;
	struct store_score score;
	struct keeper_day day;
	struct file file;
	unsigned fed;

	(void)state;
	go_on();
	file = export_today();
	fed = number_in(hosts.bell, FED);
	assert_int_equal(file.rows, 1);
	assert_int_equal(imported(&first), 0);
	if (!import_to(hosts.to_bell, &file))
		fail_msg("%s", seen.sentence);
	expect_sentence("Ada@tower.example: imported with ");
	assert_int_equal(seen.count[EXCHANGE_IMPORTED], 1);
	assert_int_equal(imported(&first), 1);
	assert_string_equal(first.name, "Ada");
	assert_string_equal(first.host, "tower.example");
	assert_int_equal(keeper_score_get(hosts.to_tower, hosts.run, &score), KEEPER_OK);
	assert_int_equal(first.score, score.score);
	assert_int_equal(first.deepest, score.deepest);
	assert_int_equal(first.turns, score.turns);
	assert_string_equal(first.cause, score.cause);
	/* No table but its own has it. */
	assert_int_equal(number_in(hosts.bell, FED), fed);
	day = day_of(hosts.to_bell, TODAY);
	assert_int_equal(day.tried, 0);
	assert_int_equal(day.deepest, 0);
	/* The same file again. */
	assert_true(import_to(hosts.to_bell, &file));
	expect_sentence("Ada@tower.example: is there already");
	assert_int_equal(seen.count[EXCHANGE_THERE], 1);
	assert_int_equal(imported(&first), 1);
	/* Another server would answer so to a row that came meanwhile. */
	assert_int_equal(keeper_admin_import(hosts.to_bell, TODAY, &first), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(hosts.to_bell), "there already"));
	first.score++;
	assert_int_equal(keeper_admin_import(hosts.to_bell, TODAY, &first), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(hosts.to_bell), "another result"));
	/* The operator removes it. */
	assert_int_equal(
		keeper_admin_import_remove(hosts.to_bell, "tower.example", "Otto"), KEEPER_NO);
	assert_int_equal(keeper_admin_import_remove(hosts.to_bell, "other", ""), KEEPER_NO);
	assert_int_equal(
		keeper_admin_import_remove(hosts.to_bell, "tower.example", "ada"), KEEPER_OK);
	assert_int_equal(imported(&first), 0);
	free(file.bytes);
}

/* No account can have the name of an imported row. */
static void no_account_has_a_name_with_an_at(void **state)
{
	struct store_client *line = fixture_line(hosts.bell);
	struct keeper_account account;
	char sentence[160] = "";

	(void)state;
	assert_false(name_allowed("Ada@tower", sentence, sizeof sentence));
	assert_int_equal(
		keeper_register(line, "Ada@tower", "correct horse", "", &account), KEEPER_NO);
	assert_int_equal(keeper_admin_rename(hosts.to_tower, "Ada", "Ada@tower", true), KEEPER_NO);
	store_client_free(line);
}

/* ---- Files that are refused ---- */

static void an_open_day_is_neither_exported_nor_imported(void **state)
{
	char sentence[EXCHANGE_SENTENCE_MAX] = "";
	struct store_imported first = {.host = "tower.example", .name = "Ada"};
	struct file file;

	(void)state;
	assert_null(exchange_export(hosts.to_tower, TODAY, "tower.example", &hosts.key, &file.size,
		&file.rows, sentence));
	assert_non_null(strstr(sentence, "still open"));
	assert_null(exchange_export(hosts.to_tower, TOMORROW, "tower.example", &hosts.key,
		&file.size, &file.rows, sentence));
	assert_non_null(strstr(sentence, "has not begun"));
	assert_null(exchange_export(
		hosts.to_tower, TODAY, "Tower!", &hosts.key, &file.size, &file.rows, sentence));
	assert_non_null(strstr(sentence, "no name of a host"));
	assert_int_equal(keeper_admin_import(hosts.to_bell, TODAY, &first), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(hosts.to_bell), "still open"));
	/* The clock of the bell is that of this process: its day is open, the tower's is not. */
	go_to(hosts.to_tower, AT_SIX + 3 * DAY);
	file = export_today();
	*clock_now = AT_SIX;
	assert_false(import_to(hosts.to_bell, &file));
	expect_sentence("still open here");
	assert_int_equal(imported(&first), 0);
	free(file.bytes);
}

static void a_file_is_refused_unless_a_known_host_signed_it(void **state)
{
	struct store_imported first;
	struct exchange_key other;
	struct file file, lying;
	char known[sizeof hosts.known];

	(void)state;
	go_on();
	file = export_today();
	lying = (struct file){.bytes = file.bytes + HEAD, .size = file.size - HEAD};
	assert_false(import_to(hosts.to_bell, &lying));
	expect_sentence("is not signed");
	lying.size = 0;
	assert_false(import_to(hosts.to_bell, &lying));
	expect_sentence("is not signed");
	make_key("other", &other);
	lying.bytes = exchange_sign(&other, file.bytes + HEAD, file.size - HEAD, &lying.size);
	assert_false(import_to(hosts.to_bell, &lying));
	expect_sentence("no line of the known hosts has");
	free(lying.bytes);
	lying = (struct file){.bytes = file.bytes, .size = file.size - 1};
	assert_false(import_to(hosts.to_bell, &lying));
	expect_sentence("was changed after tower.example signed it");
	/* The key is listed under another name. */
	memcpy(known, hosts.known, sizeof known);
	memcpy(strstr(hosts.known, "tower"), "lower", 5);
	assert_false(import_to(hosts.to_bell, &file));
	expect_sentence("names another host than lower.example");
	snprintf(hosts.known, sizeof hosts.known, "tower.example 12\n");
	assert_false(import_to(hosts.to_bell, &file));
	expect_sentence("line 1 of the known hosts is malformed");
	hosts.known[0] = '\0';
	assert_false(import_to(hosts.to_bell, &file));
	expect_sentence("no line of the known hosts has");
	memcpy(hosts.known, known, sizeof known);
	assert_int_equal(imported(&first), 0);
	free(file.bytes);
}

/* Each byte, with one bit flipped. */
static void a_flipped_byte_anywhere_is_refused(void **state)
{
	char sentence[EXCHANGE_SENTENCE_MAX];
	struct exchange exchange;
	struct file file;

	(void)state;
	go_on();
	file = export_today();
	for (size_t i = 0; i < file.size; i++) {
		file.bytes[i] = (char)(file.bytes[i] ^ (1 << i % 8));
		sentence[0] = '\0';
		if (exchange_open(&exchange, file.bytes, file.size, hosts.known, sentence))
			fail_msg("byte %zu", i);
		assert_true(sentence[0] != '\0');
		exchange_free(&exchange);
		file.bytes[i] = (char)(file.bytes[i] ^ (1 << i % 8));
	}
	assert_true(exchange_open(&exchange, file.bytes, file.size, hosts.known, sentence));
	exchange_free(&exchange);
	free(file.bytes);
}

static void other_rules(json_t *json, json_t *run)
{
	(void)run;
	json_object_set_new(json, "rules", json_integer(ENGINE_RULES_VERSION - 1));
}

static void other_content(json_t *json, json_t *run)
{
	(void)run;
	json_object_set_new(json, "content", json_string("00112233445566778899aabbccddeeff"));
}

static void other_seed(json_t *json, json_t *run)
{
	(void)run;
	json_object_set_new(json, "seed", json_string("00112233445566778899aabbccddeeff"));
}

static void other_game(json_t *json, json_t *run)
{
	(void)run;
	json_object_set_new(json, "game", json_string("attic"));
}

static void other_date(json_t *json, json_t *run)
{
	(void)run;
	json_object_set_new(json, "date", json_string("2026-10-01"));
}

static void no_date(json_t *json, json_t *run)
{
	(void)run;
	json_object_set_new(json, "date", json_string("yesterday"));
}

static void other_format(json_t *json, json_t *run)
{
	(void)run;
	json_object_set_new(json, "format", json_integer(2));
}

static void too_many_rows(json_t *json, json_t *run)
{
	(void)run;
	while (json_array_size(json_object_get(json, "rows")) <= EXCHANGE_ROWS_MAX)
		json_array_append_new(json_object_get(json, "rows"), json_null());
}

static void a_signed_file_of_another_day_is_refused(void **state)
{
	static const struct {
		void (*lie)(json_t *json, json_t *run);
		const char *sentence;
	} rows[] = {{other_rules, "has other rules here"},
		{other_content, "has other content here"}, {other_seed, "has another seed here"},
		{other_game, "is of another game"}, {other_date, "no such"},
		{no_date, "names no day and no week"}, {other_format, "has another format"},
		{too_many_rows, "more than 1000 rows"}};
	struct store_imported first;

	(void)state;
	go_on();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct file file = export_today();

		change(&file, rows[i].lie);
		assert_false(import_to(hosts.to_bell, &file));
		if (rows[i].lie == other_date)
			assert_true(seen.sentence[0] != '\0');
		else
			expect_sentence(rows[i].sentence);
		assert_int_equal(imported(&first), 0);
		free(file.bytes);
	}
}

/* A host of other content has the same seed, and its boards stay apart. */
static void a_host_of_other_content_is_refused(void **state)
{
	struct fixture *other;
	struct store_client *line;
	struct file file;
	void *each;

	(void)state;
	other = host_start(7, stock_content());
	each = other;
	line = fixture_operator(other);
	day_of(line, TODAY);
	go_on();
	go_to(line, AT_SIX + 3 * DAY);
	file = export_today();
	assert_false(import_to(line, &file));
	expect_sentence("has other content here");
	free(file.bytes);
	store_client_free(line);
	fixture_tear_down(&each);
}

/* ---- Names and keys ---- */

/* The keeper checks names itself, whatever the command sends. */
static void the_keeper_refuses_malformed_names(void **state)
{
	static const struct store_imported rows[] = {{.host = "tower.example", .name = "A@b"},
		{.host = "tower.example", .name = ""}, {.host = "", .name = "Ada"},
		{.host = "Tower", .name = "Ada"}, {.host = "to@wer", .name = "Ada"},
		{.host = "-tower", .name = "Ada"}, {.host = "tower.", .name = "Ada"},
		{.host = "t", .name = "Ada"}};
	struct store_imported first;

	(void)state;
	go_on();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(keeper_admin_import(hosts.to_bell, TODAY, &rows[i]), KEEPER_NO);
	assert_int_equal(imported(&first), 0);
}

static void a_key_is_made_once_and_kept_from_others(void **state)
{
	struct exchange_key first, again;
	char path[128], sentence[EXCHANGE_SENTENCE_MAX] = "";
	struct stat status;
	FILE *file;

	(void)state;
	make_key("own", &first);
	make_key("own", &again);
	assert_memory_equal(&first, &again, sizeof first);
	assert_memory_not_equal(first.public, hosts.key.public, sizeof first.public);
	snprintf(path, sizeof path, "%s/own", hosts.tower->state);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	chmod(path, 0640);
	assert_false(exchange_key_open(path, &again, sentence));
	assert_non_null(strstr(sentence, "can be read by others"));
	chmod(path, 0600);
	file = fopen(path, "a");
	fputs("0\n", file);
	fclose(file);
	assert_false(exchange_key_open(path, &again, sentence));
	assert_non_null(strstr(sentence, "is no key of"));
	assert_false(exchange_key_open("/nowhere/key", &again, sentence));
	assert_non_null(strstr(sentence, "cannot make the key"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, hosts_set_up, hosts_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_secret_gives_one_day),
		TEST(a_verified_result_is_ranked_and_feeds_nothing),
		TEST(no_account_has_a_name_with_an_at),
		TEST(an_open_day_is_neither_exported_nor_imported),
		TEST(a_file_is_refused_unless_a_known_host_signed_it),
		TEST(a_flipped_byte_anywhere_is_refused),
		TEST(a_signed_file_of_another_day_is_refused),
		TEST(a_host_of_other_content_is_refused),
		TEST(the_keeper_refuses_malformed_names),
		TEST(a_key_is_made_once_and_kept_from_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
