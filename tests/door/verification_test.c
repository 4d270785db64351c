/* Verification of a run whose file lies: each lie has its verdict and its sentence. */
#include "tests/test.h"

#include "tests/door/archived.h"

static void lie_digest_beyond(json_t *run)
{
	json_t *digests = json_object_get(run, "digests");

	json_array_append_new(
		digests, json_pack("[I, s, s]", (json_int_t)1000000, "0123456789abcdef", ""));
}

static void lie_digests_swapped(json_t *run)
{
	json_t *digests = json_object_get(run, "digests"),
	       *first = json_deep_copy(json_array_get(digests, 0));

	json_array_remove(digests, 0);
	json_array_insert_new(digests, 1, first);
}

static void lie_digest_twice(json_t *run)
{
	json_t *digests = json_object_get(run, "digests");

	json_array_insert_new(digests, 0, json_deep_copy(json_array_get(digests, 0)));
}

static void lie_digest_short(json_t *run)
{
	json_array_set_new(part(run, "digests", 1), 1, json_string("0123456789abcde"));
}

static void lie_digest_long(json_t *run)
{
	json_array_set_new(part(run, "digests", 1), 1, json_string("0123456789abcdef0"));
}

static void lie_digest_negative(json_t *run)
{
	json_array_set_new(part(run, "digests", 1), 0, json_integer(-1));
}

static void lie_no_digest(json_t *run)
{
	json_array_set_new(part(run, "digests", 1), 1, json_null());
}

/* A digest that nobody keeps says nothing false. */
static void leave_out_digests(json_t *run)
{
	json_array_clear(json_object_get(run, "digests"));
}

static void lie_commands_cut(json_t *run)
{
	char *text = strdup(json_string_value(json_object_get(run, "commands")));

	text[40] = '\0';
	json_object_set_new(run, "commands", json_string(text));
	free(text);
}

static void lie_second_save_missing(json_t *run)
{
	json_object_set_new(part(run, "segments", 1), "save", json_null());
}

static void lie_second_save_longer(json_t *run)
{
	char text[65536];

	snprintf(text, sizeof text, "%s00",
		json_string_value(json_object_get(part(run, "segments", 1), "save")));
	json_object_set_new(part(run, "segments", 1), "save", json_string(text));
}

static void lie_first_save(json_t *run)
{
	json_object_set_new(part(run, "segments", 0), "save",
		json_string(json_string_value(json_object_get(part(run, "segments", 1), "save"))));
}

/* The first segment begins with its own beginning: some program of its rules makes that. */
static void tell_first_save(json_t *run)
{
	size_t seed_size, birth_size, size;
	uint8_t *seed = archive_bytes(json_string_value(json_object_get(run, "seed")), &seed_size);
	uint8_t *bytes =
		archive_bytes(json_string_value(json_object_get(run, "birth")), &birth_size);
	struct content *content = stock_hardy_content();
	struct birth birth;
	struct seed start;

	assert_int_equal(seed_size, sizeof start.bytes);
	memcpy(start.bytes, seed, seed_size);
	assert_true(birth_decode(bytes, birth_size, &birth));
	struct game *game = game_new(content, &start, &birth);
	uint8_t *save = game_save(game, &size);
	char *hex = archive_hex(save, size);
	json_object_set_new(part(run, "segments", 0), "save", json_string(hex));
	free(hex);
	free(save);
	free(seed);
	free(bytes);
	game_free(game);
	content_free(content);
}

static void lie_end(json_t *run)
{
	raise_by_one(part(run, "segments", 0), "end");
}

static void lie_shorter(json_t *run)
{
	json_int_t length = json_integer_value(json_object_get(run, "length"));

	json_object_set_new(run, "length", json_integer(length - 1));
}

static void lie_avenged(json_t *run)
{
	json_object_set_new(json_object_get(run, "score"), "avenged", json_string("Otto"));
}

static void lie_outcome(json_t *run)
{
	raise_by_one(json_object_get(run, "score"), "outcome");
}

static void lie_negative(json_t *run)
{
	json_object_set_new(run, "length", json_integer(-1));
}

static void lie_beyond_32_bits(json_t *run)
{
	json_object_set_new(run, "length", json_integer((json_int_t)UINT32_MAX + 1));
}

static void lie_rules(json_t *run)
{
	json_object_set_new(part(run, "segments", 1), "rules", json_integer(99));
}

/* The beginning of rules that nobody can have: they are not tried one after the other. */
static void lie_rules_of_beginning(json_t *run)
{
	lie_first_save(run);
	json_object_set_new(
		part(run, "segments", 0), "rules", json_integer((json_int_t)UINT32_MAX));
}

static void each_lie_has_its_sentence(void **state)
{
	static const struct {
		void (*lie)(json_t *run);
		enum verification_verdict verdict;
		const char *wanted;
	} rows[] = {
		{lie_digest_beyond, VERIFICATION_FALSE,
			"failed: there is a digest of after command 1000000, where there is none"},
		{lie_digests_swapped, VERIFICATION_FALSE, "failed"},
		{lie_digest_twice, VERIFICATION_FALSE, "failed"},
		{lie_digest_short, VERIFICATION_FAILED, "one of its digests cannot be read"},
		{lie_digest_long, VERIFICATION_FAILED, "one of its digests cannot be read"},
		{lie_digest_negative, VERIFICATION_FAILED, "one of its digests cannot be read"},
		{lie_no_digest, VERIFICATION_FAILED, "one of its digests cannot be read"},
		{leave_out_digests, VERIFICATION_TRUE, "verified: "},
		{lie_commands_cut, VERIFICATION_FALSE, "failed: the journal ends after command "},
		{lie_second_save_missing, VERIFICATION_FALSE,
			"failed: a segment begins from nothing"},
		{lie_second_save_longer, VERIFICATION_FALSE,
			" at command 41 does not begin as the one before it ended"},
		{lie_first_save, VERIFICATION_OTHER,
			"needs the program of the rules that it began under"},
		{lie_rules_of_beginning, VERIFICATION_OTHER,
			"needs the program of the rules that it began under"},
		{tell_first_save, VERIFICATION_TRUE, "verified: "},
		{lie_end, VERIFICATION_FALSE, "failed"},
		{lie_border, VERIFICATION_FALSE, "failed: the journal has a gap at command 41"},
		{lie_length, VERIFICATION_FALSE, "failed"},
		{lie_shorter, VERIFICATION_FALSE, "failed"},
		{lie_avenged, VERIFICATION_FALSE, "failed: the run ends with "},
		{lie_outcome, VERIFICATION_FALSE, "failed: the run ends with "},
		{lie_negative, VERIFICATION_FAILED, "its length, seed or birth cannot be read"},
		{lie_beyond_32_bits, VERIFICATION_FAILED,
			"its length, seed or birth cannot be read"},
		{lie_rules, VERIFICATION_OTHER, "needs rules version 99: this program has "},
	};

	setenv("TRAPDOOR_ELDERS", "/none", 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect_lie(*state, rows[i].lie, rows[i].verdict, rows[i].wanted);
	unsetenv("TRAPDOOR_ELDERS");
}

static const char *lied_field;

static void lie_of_field(json_t *run)
{
	json_t *score = json_object_get(run, "score");

	if (json_is_string(json_object_get(score, lied_field)))
		json_object_set_new(score, lied_field, json_string("otherwise"));
	else
		raise_by_one(score, lied_field);
}

static void leave_out_field(json_t *run)
{
	json_object_del(json_object_get(run, "score"), lied_field);
}

/* Each number and each text of a result is held against the score. One that older programs did not
 * know may be missing. */
static void each_field_of_the_score_is_proven(void **state)
{
	static const struct {
		const char *name;
		bool new;
	} fields[] = {
#define ROW(type, field, missing) {#field, (missing) == RESULT_UNRECORDED},
		RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) {#field, false},
			RESULT_TEXTS(ROW)
#undef ROW
	};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		lied_field = fields[i].name;
		expect_lie(*state, lie_of_field, VERIFICATION_FALSE, "failed: the run ends with ");
		if (fields[i].new)
			expect_lie(*state, leave_out_field, VERIFICATION_TRUE, "verified: ");
	}
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, scene_set_up, scene_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(each_lie_has_its_sentence),
		TITLE(each_field_of_the_score_is_proven),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
