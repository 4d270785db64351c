/* The rows of an exchange: each is refused unless it is a try at the day whose replay gives its
 * result. */
#include "tests/test.h"

#include "tests/door/exchange_hosts.h"

#define WEEK "2026-W47"

static void more_points(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(json_object_get(run, "score"), "score", json_integer(123456));
}

static void fewer_commands(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "commands", json_string("08"));
}

static void row_of_other_seed(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "seed", json_string("00112233445566778899aabbccddeeff"));
}

static void row_of_ranked_mode(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "mode", json_integer(STORE_RANKED));
}

static void row_not_scored(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(json_object_get(run, "score"), "scored", json_integer(0));
}

static void row_of_other_birth(json_t *json, json_t *run)
{
	struct birth birth = {.name = "nobody"};
	uint8_t bytes[BIRTH_BYTES_MAX];
	char text[2 * BIRTH_BYTES_MAX + 1];
	size_t size = birth_encode(&birth, bytes);

	(void)json;
	for (size_t i = 0; i < size; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	json_object_set_new(run, "birth", json_string(text));
}

static void row_of_other_rules(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(json_array_get(json_object_get(run, "segments"), 0), "rules",
		json_integer(ENGINE_RULES_VERSION - 1));
}

static void row_of_two_segments(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(
		json_array_get(json_object_get(run, "segments"), 0), "end", json_integer(1));
}

static void row_with_a_save(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(
		json_array_get(json_object_get(run, "segments"), 0), "save", json_string("00"));
}

static void row_with_an_at(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "name", json_string("Ada@bell"));
}

static void row_with_a_long_name(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "name", json_string("Bartholomew-Longer"));
}

static void row_of_no_run(json_t *json, json_t *run)
{
	(void)run;
	json_array_set_new(json_object_get(json, "rows"), 0, json_string("Ada"));
}

static void row_without_segments(json_t *json, json_t *run)
{
	(void)json;
	json_object_del(run, "segments");
}

static void row_without_score(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "score", json_null());
}

static void row_of_a_negative_run(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "run", json_integer(-1));
}

static void row_that_is_too_long(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "length", json_integer(UINT32_MAX));
}

static void row_of_half_a_byte(json_t *json, json_t *run)
{
	(void)json;
	json_object_set_new(run, "commands", json_string("080"));
}

static void row_of_another_digest(json_t *json, json_t *run)
{
	(void)json;
	json_array_append_new(
		json_object_get(run, "digests"), json_pack("[i, s, s]", 1, "0123456789abcdef", ""));
}

static void a_row_is_refused_unless_its_replay_gives_its_result(void **state)
{
	static const struct {
		void (*lie)(json_t *json, json_t *run);
		const char *sentence;
	} rows[] = {{more_points, "the board says 123456"}, {fewer_commands, "Ada@tower.example: "},
		{row_of_other_seed, "its seed is not that of the day"},
		{row_of_ranked_mode, "it is no try at a day"}, {row_not_scored, "it is not ranked"},
		{row_of_other_birth, "its birth is not that of the day"},
		{row_of_other_rules, "its rules or content are not those of the day"},
		{row_of_two_segments, "it has more than one segment"},
		{row_with_a_save, "it has more than one segment"},
		{row_with_an_at, "A name is made of"},
		{row_with_a_long_name, "its player's name is too long"},
		{row_of_no_run, "is no run of an archive"},
		{row_without_segments, "its segment cannot be read"},
		{row_without_score, "it has no score"},
		{row_of_a_negative_run, "is no run of an archive"},
		{row_that_is_too_long, "it has more than one segment"},
		{row_of_half_a_byte, "its commands cannot be read"},
		{row_of_another_digest, "failed"}};
	struct store_imported first;

	(void)state;
	go_on();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct file file = export_today();

		change(&file, rows[i].lie);
		if (!import_to(hosts.to_bell, &file))
			fail_msg("%s", seen.sentence);
		expect_sentence(rows[i].sentence);
		assert_int_equal(seen.count[EXCHANGE_REFUSED], 1);
		assert_int_equal(imported(&first), 0);
		free(file.bytes);
	}
}

static void rename_second(json_t *json, json_t *run)
{
	json_t *again = json_deep_copy(run), *third = json_deep_copy(run);

	json_object_set_new(again, "name", json_string("ADA"));
	json_object_set_new(third, "name", json_string("Otto"));
	json_array_append_new(json_object_get(json, "rows"), again);
	json_array_append_new(json_object_get(json, "rows"), third);
}

/* A bad row stops no other. */
static void each_row_has_its_own_fate(void **state)
{
	struct store_imported first;
	struct file file;

	(void)state;
	go_on();
	file = export_today();
	change(&file, rename_second);
	assert_true(import_to(hosts.to_bell, &file));
	assert_int_equal(seen.count[EXCHANGE_IMPORTED], 2);
	assert_int_equal(seen.count[EXCHANGE_REFUSED], 1);
	assert_int_equal(imported(&first), 2);
	free(file.bytes);
}

/* The contract of a week has handicaps in its birth. */
static void a_contract_goes_as_a_day_does(void **state)
{
	char sentence[EXCHANGE_SENTENCE_MAX] = "";
	struct store_client *ada = fixture_caller(hosts.tower, "Ada");
	struct store_imported first;
	struct keeper_run run;
	struct file file;
	size_t count;

	(void)state;
	assert_int_equal(keeper_day_play(ada, WEEK, &run), KEEPER_OK);
	assert_true(run.birth.handicap_count > 0);
	assert_int_equal(fixture_append(ada, &run, 0, "\10"), KEEPER_OK);
	quit_try(hosts.tower, ada, &run);
	store_client_free(ada);
	go_on();
	file.bytes = exchange_export(hosts.to_tower, WEEK, "tower.example", &hosts.key, &file.size,
		&file.rows, sentence);
	assert_string_equal(sentence, "");
	assert_int_equal(file.rows, 1);
	if (!import_to(hosts.to_bell, &file))
		fail_msg("%s", seen.sentence);
	expect_sentence("imported with ");
	assert_int_equal(keeper_imported(hosts.to_bell, WEEK, &first, 1, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_int_equal(imported(&first), 0);
	free(file.bytes);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, hosts_set_up, hosts_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_row_is_refused_unless_its_replay_gives_its_result),
		TEST(each_row_has_its_own_fate),
		TEST(a_contract_goes_as_a_day_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
