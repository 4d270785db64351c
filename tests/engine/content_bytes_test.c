/*
 * Content as bytes: its digest and bundle, and that nothing whatever that stands in a text breaks
 * the parser.
 */
#include "tests/test.h"

#include "door/config/builtin.h"
#include "engine/content/content_private.h"

static void add_stock(struct content *content)
{
	for (size_t i = 0; i < builtin_file_count; i++)
		content_add(content, builtin_files[i].name, builtin_files[i].text,
			builtin_files[i].size);
}

static struct content *stock(void)
{
	struct content *content = content_new();
	add_stock(content);
	assert_true(content_seal(content));
	return content;
}

/* ---- Digest and bundle ---- */

static void digest_is_of_the_texts_alone(void **state)
{
	(void)state;
	uint8_t first[CONTENT_DIGEST_SIZE], second[CONTENT_DIGEST_SIZE], third[CONTENT_DIGEST_SIZE];
	struct content *content = stock(), *backwards = content_new();
	struct content *other = content_new();
	add_stock(other);
	content_add(other, "zz.txt", "# nothing\n", 10);
	for (size_t i = builtin_file_count; i-- > 0;)
		content_add(backwards, builtin_files[i].name, builtin_files[i].text,
			builtin_files[i].size);
	assert_true(content_seal(backwards));
	assert_true(content_seal(other));
	content_digest(content, first);
	content_digest(backwards, second);
	content_digest(other, third);
	assert_memory_equal(first, second, sizeof first);
	assert_memory_not_equal(first, third, sizeof first);
	assert_int_equal(
		content_find_item(content, "apple"), content_find_item(backwards, "apple"));
	content_free(content);
	content_free(backwards);
	content_free(other);
}

/* The digest is what the store keeps bundles by: it must not differ between builds. */
static void digest_is_a_fixed_function(void **state)
{
	(void)state;
	static const uint8_t expected[CONTENT_DIGEST_SIZE] = {0x57, 0x1b, 0xad, 0xb1, 0x3c, 0x1f,
		0xbc, 0x9d, 0xc1, 0x0c, 0xdd, 0xbb, 0xe6, 0x96, 0xa3, 0xfc};
	uint8_t digest[CONTENT_DIGEST_SIZE];
	struct content *content = content_new();
	content_add(content, "b.txt", "# two\n", 6);
	content_add(content, "a.txt", "# one\n", 6);
	assert_false(content_seal(content));
	content_digest(content, digest);
	assert_memory_equal(digest, expected, sizeof digest);
	content_free(content);
}

static void bundle_makes_the_same_content(void **state)
{
	(void)state;
	size_t size, again_size;
	uint8_t digest[CONTENT_DIGEST_SIZE], again_digest[CONTENT_DIGEST_SIZE];
	struct complaint complaint;
	struct content *content = stock();
	const uint8_t *bundle = content_bundle(content, &size);
	struct content *again = content_from_bundle(bundle, size, &complaint);
	assert_non_null(again);
	const uint8_t *again_bundle = content_bundle(again, &again_size);
	assert_int_equal(size, again_size);
	assert_memory_equal(bundle, again_bundle, size);
	content_digest(content, digest);
	content_digest(again, again_digest);
	assert_memory_equal(digest, again_digest, sizeof digest);
	content_free(again);
	content_free(content);
}

/* A run goes on with the content that it began with, also when the program has learned words since.
 */
static void bundle_outlives_its_words(void **state)
{
	(void)state;
	size_t size;
	struct complaint complaint;
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++)
		if (strcmp(builtin_files[i].name, "words.txt") != 0)
			content_add(content, builtin_files[i].name, builtin_files[i].text,
				builtin_files[i].size);
	const char *words = "word you-miss Missed {target}, {moon}.\nword you-wave You wave.\n";
	content_add(content, "words.txt", words, strlen(words));
	content->private->words_may_differ = true; /* a program that had these words alone */
	assert_true(content_seal(content));
	const uint8_t *bundle = content_bundle(content, &size);
	struct content *again = content_from_bundle(bundle, size, &complaint);
	assert_non_null(again);
	char text[120];
	words_expand(again, TEXT_YOU_MISS, NULL, text, sizeof text);
	assert_string_equal(text, "Missed , .");
	assert_int_equal(words_expand(again, TEXT_YOU_HIT, NULL, text, sizeof text), 0);
	content_free(again);
	content_free(content);
}

static void bad_bundles_are_refused(void **state)
{
	(void)state;
	size_t size;
	struct complaint complaint;
	struct content *content = stock();
	const uint8_t *bundle = content_bundle(content, &size);
	for (size_t length = 0; length < size; length += length < 200 ? 1 : 1499) {
		uint8_t *bytes = malloc(length + 1);
		memcpy(bytes, bundle, length);
		assert_null(content_from_bundle(bytes, length, &complaint));
		assert_string_equal(
			complaint.sentence, "the bytes are no content bundle, or cut short");
		free(bytes);
	}
	uint8_t *longer = calloc(size + 1, 1);
	memcpy(longer, bundle, size);
	assert_null(content_from_bundle(longer, size + 1, &complaint));
	free(longer);
	content_free(content);
}

static void two_texts_of_one_name_are_refused(void **state)
{
	(void)state;
	const struct complaint *list;
	struct content *content = content_new();
	add_stock(content);
	content_add(content, builtin_files[0].name, "", 0);
	assert_false(content_seal(content));
	assert_int_equal(content_complaints(content, &list), 1);
	assert_string_equal(list[0].sentence, "two texts have this name; rename one");
	content_free(content);
}

/* ---- Anything at all ---- */

/* A fixed sequence, so that a failure comes again. */
static uint32_t mutation_state;

static uint32_t mutation_below(uint32_t bound)
{
	mutation_state = mutation_state * 1664525u + 1013904223u;
	return (uint32_t)(((uint64_t)mutation_state * bound) >> 32);
}

/* Checks properties of any content, valid or not. */
static void seal_and_look(struct content *content)
{
	const struct complaint *list;
	bool sealed = content_seal(content) && content_reaches(content);
	size_t count = content_complaints(content, &list);
	assert_int_equal(sealed, count == 0);
	for (size_t i = 0; i < count; i++) {
		assert_true(strlen(list[i].sentence) > 10);
		for (const char *at = list[i].sentence; *at; at++)
			if (*at < 32 || *at > 126)
				fail_msg(
					"a complaint holds the byte %d: %s", *at, list[i].sentence);
	}
	for (int word = 0; sealed && word < TEXT_COUNT; word++) {
		char text[120];
		words_expand(content, (enum text_id)word, NULL, text, sizeof text);
	}
	content_free(content);
}

static void seal_with(const struct builtin_file *changed, const char *text, size_t length)
{
	struct content *content = content_new();
	for (size_t i = 0; i < builtin_file_count; i++) {
		const struct builtin_file *file = &builtin_files[i];
		if (file == changed)
			content_add(content, file->name, text, length);
		else
			content_add(content, file->name, file->text, file->size);
	}
	seal_and_look(content);
}

/* A text cut at its end, in memory of exactly its length, so that a byte read too far is seen. */
static void seal_cut(const struct builtin_file *file, size_t length)
{
	char *text = malloc(length ? length : 1);
	memcpy(text, file->text, length);
	seal_with(file, text, length);
	free(text);
}

static void survives_a_cut_anywhere(void **state)
{
	(void)state;
	for (size_t i = 0; i < builtin_file_count; i++) {
		size_t step = builtin_files[i].size / 15 + 1;
		for (size_t length = 0; length < builtin_files[i].size; length += step)
			seal_cut(&builtin_files[i], length);
	}
}

/* Every byte of one record, alone. */
static void survives_a_record_cut_at_any_byte(void **state)
{
	(void)state;
	static const char record[] =
		"monster rat\n  name rat\n  glyph r wood\n  look [bad]A[/] [[rat.\n  first-sight A "
		"rat.\n  death by a rat\n"
		"  depth 1-4\n  hits 1d6+1\n  blow bites 1d3, poison radius 2 for 3\n  group 1-2\n "
		" experience 2\n"
		"  instincts flee-below 25, sight, random\n  traits unique, asleep\nword lobby-1\n "
		" |[good]one[/]\n  |two\n"
		"item x\n  effect hurt 2d6 radius 2\n  count 1d2\nlevel y\n  size 80x21\n";
	for (size_t length = 0; length < sizeof record; length++) {
		char *text = malloc(length ? length : 1);
		memcpy(text, record, length);
		struct content *content = content_new();
		content_add(content, "record.txt", text, length);
		free(text);
		seal_and_look(content);
	}
}

/* One of: a byte replaced, a stretch taken out, a stretch put in again elsewhere, a number blown
 * up. */
static size_t mutate(char *text, size_t length, size_t capacity)
{
	size_t at = mutation_below((uint32_t)length), stretch = mutation_below(40) + 1;
	if (stretch > length - at)
		stretch = length - at;
	switch (mutation_below(4)) {
	case 0:
		text[at] = (char)mutation_below(256);
		return length;
	case 1:
		memmove(text + at, text + at + stretch, length - at - stretch);
		return length - stretch;
	case 2:
		if (length + stretch > capacity)
			return length;
		memmove(text + at + stretch, text + at, length - at);
		memmove(text + at, text + mutation_below((uint32_t)(length - stretch)), stretch);
		return length + stretch;
	default:
		for (size_t i = at; i < length && i < at + 200; i++)
			if (text[i] >= '0' && text[i] <= '9')
				text[i] = (char)('0' + mutation_below(10));
		return length;
	}
}

static void survives_mutations(void **state)
{
	(void)state;
	for (uint32_t round = 0; round < 300; round++) {
		mutation_state = round * 2654435761u + 1;
		const struct builtin_file *file =
			&builtin_files[mutation_below((uint32_t)builtin_file_count)];
		size_t capacity = file->size + 1000, length = file->size;
		char *text = malloc(capacity);
		memcpy(text, file->text, length);
		for (uint32_t times = mutation_below(6) + 1; times && length > 100; times--)
			length = mutate(text, length, capacity);
		seal_with(file, text, length);
		free(text);
	}
}

static void complaints_have_a_limit(void **state)
{
	(void)state;
	const struct complaint *list;
	size_t size = 0;
	char *text = malloc(1 << 16);
	while (size < 60000)
		size += (size_t)snprintf(text + size, 32, "bogus x\n");
	struct content *content = content_new();
	add_stock(content);
	content_add(content, "many.txt", text, size);
	assert_false(content_seal(content));
	assert_int_equal(content_complaints(content, &list), 200);
	assert_string_equal(
		list[199].sentence, "there are too many complaints; the rest is left out");
	content_free(content);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digest_is_of_the_texts_alone),
		cmocka_unit_test(digest_is_a_fixed_function),
		cmocka_unit_test(bundle_makes_the_same_content),
		cmocka_unit_test(bundle_outlives_its_words),
		cmocka_unit_test(bad_bundles_are_refused),
		cmocka_unit_test(two_texts_of_one_name_are_refused),
		cmocka_unit_test(survives_a_cut_anywhere),
		cmocka_unit_test(survives_a_record_cut_at_any_byte),
		cmocka_unit_test(survives_mutations),
		cmocka_unit_test(complaints_have_a_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
