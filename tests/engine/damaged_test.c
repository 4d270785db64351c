/*
 * The recorded content with its lines damaged in several ways: the lines that are complained about
 * are the same as before.
 *
 * Sentences are not compared.  Many lines that stand apart are damaged at a time.
 */
#include "engine/content/content_private.h"
#include "tests/test.h"

#include "tests/engine/shown.h"

#define APART 31 /* lines */

static const struct content *recorded;

/* Writes a line damaged. */
typedef void damage_function(FILE *to, const char *line, size_t length);

static bool is_plain(const char *line, size_t length)
{
	size_t blank = strspn(line, " \t");
	return blank >= length || line[blank] == '#';
}

static size_t last_word(const char *line, size_t length)
{
	while (length > 0 && line[length - 1] != ' ')
		length--;
	return length;
}

static void left_out(FILE *to, const char *line, size_t length)
{
	(void)line, (void)length;
	fputc('\n', to);
}

static void twice(FILE *to, const char *line, size_t length)
{
	fprintf(to, "%.*s\n%.*s\n", (int)length, line, (int)length, line);
}

static void without_its_last_word(FILE *to, const char *line, size_t length)
{
	fprintf(to, "%.*s\n", (int)last_word(line, length), line);
}

static void with_another_last_word(FILE *to, const char *line, size_t length)
{
	size_t end = last_word(line, length);
	bool number = line[end] >= '0' && line[end] <= '9';
	fprintf(to, "%.*s%s\n", (int)end, line, number ? "99999" : "zq");
}

static void with_one_word_more(FILE *to, const char *line, size_t length)
{
	fprintf(to, "%.*s, 7\n", (int)length, line);
}

/* The first number of the line is another one; a line without numbers stays as it is. */
static void with_number(FILE *to, const char *line, size_t length, const char *number)
{
	size_t at = strcspn(line, "0123456789\n"), end = at + strspn(line + at, "0123456789");
	if (at >= length)
		fprintf(to, "%.*s\n", (int)length, line);
	else
		fprintf(to, "%.*s%s%.*s\n", (int)at, line, number, (int)(length - end), line + end);
}

static void with_nought(FILE *to, const char *line, size_t length)
{
	with_number(to, line, length, "0");
}

static void with_much(FILE *to, const char *line, size_t length)
{
	with_number(to, line, length, "256");
}

static void with_half_a_number(FILE *to, const char *line, size_t length)
{
	with_number(to, line, length, "2d");
}

static void with_a_negative_number(FILE *to, const char *line, size_t length)
{
	with_number(to, line, length, "-1");
}

static const struct {
	const char *word;
	damage_function *damage;
} damages[] = {
	{"left-out", left_out},
	{"twice", twice},
	{"shorter", without_its_last_word},
	{"other", with_another_last_word},
	{"longer", with_one_word_more},
	{"nought", with_nought},
	{"much", with_much},
	{"half", with_half_a_number},
	{"negative", with_a_negative_number},
};

/* Every APART-th line of a text from the one of that number on is damaged. */
static char *damaged_text(
	const struct content_text *of, unsigned first, damage_function *damage, size_t *size)
{
	char *text;
	unsigned number = 0;
	FILE *to = open_memstream(&text, size);
	assert_non_null(to);
	for (const char *line = of->text; line < of->text + of->length; number++) {
		size_t length = strcspn(line, "\n");
		if (number % APART == first && !is_plain(line, length))
			damage(to, line, length);
		else
			fprintf(to, "%.*s\n", (int)length, line);
		line += length + 1;
	}
	fclose(to);
	return text;
}

static void write_complaints(FILE *out, struct content *content)
{
	const struct complaint *list;
	content_seal(content);
	size_t count = content_complaints(content, &list);
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s:%u\n", list[i].origin, list[i].line);
}

static void seal_damaged(FILE *out, unsigned first, damage_function *damage)
{
	struct content *content = content_new();
	for (size_t i = 0; i < recorded->private->text_count; i++) {
		const struct content_text *of = &recorded->private->texts[i];
		size_t size;
		char *text = damaged_text(of, first, damage, &size);
		content_add(content, of->name, text, size);
		free(text);
	}
	write_complaints(out, content);
	content_free(content);
}

static void damaged_content_is_complained_about_in_the_same_lines(void **state)
{
	struct answers answers;
	(void)state;
	answers_begin(&answers, "tests/golden/shown/damaged.txt");
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
		for (unsigned first = 0; first < APART; first++) {
			char name[64], *text;
			size_t size;
			FILE *out = open_memstream(&text, &size);
			assert_non_null(out);
			seal_damaged(out, first, damages[i].damage);
			fclose(out);
			snprintf(name, sizeof name, "%s-%u", damages[i].word, first);
			answers_name(&answers, name);
			answers_add(&answers, "complaints", text, size);
			answers_compare(&answers);
			free(text);
		}
	answers_end(&answers, 0);
}

/* The indent of each line of the manual and its first word: which fields it lists. */
static void the_manual_lists_the_same_fields(void **state)
{
	struct answers answers;
	char *manual = content_manual(), *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	(void)state;
	assert_non_null(out);
	for (const char *line = manual; *line != '\0'; line += strcspn(line, "\n") + 1) {
		int indent = (int)strspn(line, " ");
		fprintf(out, "%d %.*s\n", indent, (int)strcspn(line + indent, " \n"),
			line + indent);
		if (strchr(line, '\n') == NULL)
			break;
	}
	fclose(out);
	answers_begin(&answers, "tests/golden/shown/manual.txt");
	answers_name(&answers, "manual");
	answers_add(&answers, "fields", text, size);
	answers_compare(&answers);
	answers_end(&answers, 0);
	free(text);
	free(manual);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_manual_lists_the_same_fields),
		cmocka_unit_test(damaged_content_is_complained_about_in_the_same_lines),
	};
	struct content *content = shown_content("tests/golden/content.bundle");
	recorded = content;
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
