/* Content from files, and what its looks and roles become on a terminal. */
#include "tests/test.h"

#include "door/config/content_load.h"
#include "door/ui/appearances.h"
#include "door/ui/ui.h"
#include "engine/content/content.h"
#include "vt100/vt100.h"

#include <fcntl.h>
#include <unistd.h>

static struct content *stock;
static char directory[] = "/tmp/trapdoor-looks-test-XXXXXX";

static void file_write(const char *name, const char *text)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void file_remove(const char *name)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	assert_int_equal(unlink(path), 0);
}

/* Loads with standard error caught; returns what was complained about. */
static const char *complaints_of(const char *from, struct content **content)
{
	static char text[65536];
	int ends[2], kept = dup(STDERR_FILENO);
	assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
	dup2(ends[1], STDERR_FILENO);
	*content = content_load(from);
	dup2(kept, STDERR_FILENO);
	close(kept);
	ssize_t size = read(ends[0], text, sizeof text - 1);
	text[size > 0 ? size : 0] = '\0';
	close(ends[0]);
	close(ends[1]);
	return text;
}

static void digest_of(const struct content *content, uint8_t digest[CONTENT_DIGEST_SIZE])
{
	content_digest(content, digest);
}

static void every_look_has_a_glyph_that_its_symbol_or_shape_names(void **state)
{
	const uint16_t *glyphs = appearances_glyphs(stock);
	size_t shaped = 0;
	(void)state;
	for (size_t i = 1; i < content_appearance_count(stock); i++) {
		const struct appearance *appearance = content_appearance(stock, (uint16_t)i);
		bool has_shape = appearance->shape && *appearance->shape;
		shaped += has_shape;
		assert_int_equal(glyphs[i],
			has_shape ? vt_glyph_by_word(appearance->shape) : appearance->symbol);
		assert_int_not_equal(glyphs[i], 0);
		assert_true(glyphs[i] < VT_GLYPH_END);
	}
	assert_true(shaped > 0);
	/* Asked again, it is the same table. */
	assert_ptr_equal(appearances_glyphs(stock), glyphs);
}

/* A charset that cannot draw a shape shows the symbol, and so does the lab. */
static void a_shape_falls_back_to_its_symbol(void **state)
{
	static const uint8_t symbols[] = {
#define ROW(id, word, unicode, cp437, dec, ascii) ascii,
		VT_GLYPHS(ROW)
#undef ROW
	};
	(void)state;
	for (size_t i = 1; i < content_appearance_count(stock); i++) {
		const struct appearance *appearance = content_appearance(stock, (uint16_t)i);
		if (appearance->shape && *appearance->shape)
			assert_int_equal(
				symbols[vt_glyph_by_word(appearance->shape) - VT_GLYPH_FIRST - 1],
				appearance->symbol);
	}
}

/* Looks that differ are drawn differently: one row of the two glyphs' columns. */
static void assert_drawn_apart(const struct appearance *one, const struct appearance *other,
	uint16_t glyph, uint16_t other_glyph, const uint16_t *drawn)
{
	if (one->role == other->role && glyph != other_glyph && drawn[glyph] == drawn[other_glyph])
		fail_msg("%c and %c (%s and %s) of one role look alike", one->symbol, other->symbol,
			one->shape, other->shape);
}

static void two_looks_are_drawn_apart_where_shapes_are(void **state)
{
	static const uint16_t rows[][2] = {
#define ROW(id, word, unicode, cp437, dec, ascii) {unicode, cp437},
		VT_GLYPHS(ROW)
#undef ROW
	};
	const uint16_t *glyphs = appearances_glyphs(stock);
	uint16_t drawn[VT_GLYPH_END];
	(void)state;
	for (int charset = 0; charset < 2; charset++) {
		for (uint16_t glyph = 0; glyph < VT_GLYPH_END; glyph++)
			drawn[glyph] = glyph <= VT_GLYPH_FIRST
					       ? glyph
					       : rows[glyph - VT_GLYPH_FIRST - 1][charset];
		for (size_t i = 1; i < content_appearance_count(stock); i++)
			for (size_t other = 1; other < i; other++)
				assert_drawn_apart(content_appearance(stock, (uint16_t)i),
					content_appearance(stock, (uint16_t)other), glyphs[i],
					glyphs[other], drawn);
	}
}

static void every_role_of_the_engine_is_one_of_the_terminal(void **state)
{
	uint8_t roles[32];
	bool known;
	(void)state;
	appearances_roles(roles);
	for (int i = 0; i < COLOUR_ROLE_COUNT; i++)
		assert_int_equal(
			roles[i], vt_role_by_word(colour_role_word((enum colour_role)i), &known));
	for (int i = COLOUR_ROLE_COUNT; i < 32; i++)
		assert_int_equal(roles[i], VT_TEXT);
}

static void a_directory_without_content_is_one_sentence(void **state)
{
	struct content *content;
	char expected[256];
	(void)state;
	snprintf(expected, sizeof expected,
		"trapdoor: cannot use content directory %s: it has no *.txt file; "
		"\"trapdoor lab content --new DIR\" writes a game\n",
		directory);
	file_write("notes.md", "this is no content");
	file_write(".hidden.txt", "nor is this");
	assert_string_equal(complaints_of(directory, &content), expected);
	assert_null(content);
	file_remove("notes.md");
	file_remove(".hidden.txt");
}

static void a_file_is_added_and_changes_what_the_content_is(void **state)
{
	struct content *content;
	uint8_t ours[CONTENT_DIGEST_SIZE], theirs[CONTENT_DIGEST_SIZE];
	(void)state;
	file_write("zz-more.txt", "# only a comment\n");
	assert_string_equal(complaints_of(directory, &content), "");
	assert_non_null(content);
	digest_of(stock, ours);
	digest_of(content, theirs);
	assert_memory_not_equal(ours, theirs, sizeof ours);
	content_free(content);
	file_remove("zz-more.txt");
}

static void a_character_beyond_ascii_is_a_glyph(void **state)
{
	struct content *content;
	bool found = false;
	(void)state;
	file_write("zz-more.txt",
		"monster heron\n  like cable-rat\n  name heron\n  glyph \xc3\xa9 e hero\n");
	assert_string_equal(complaints_of(directory, &content), "");
	assert_non_null(content);
	const uint16_t *glyphs = appearances_glyphs(content);
	for (size_t i = 0; i < content_appearance_count(content); i++) {
		const struct appearance *appearance = content_appearance(content, (uint16_t)i);
		if (appearance->unicode == 0)
			continue;
		found = true;
		assert_int_equal(glyphs[i], vt_glyph_by_unicode(0xe9, 'e'));
	}
	assert_true(found);
	content_free(content);
	file_remove("zz-more.txt");
}

static void a_replaced_file_is_used_instead_and_all_complaints_are_told(void **state)
{
	struct content *content;
	(void)state;
	/* Without the stock's monsters nothing else is missing; with these two there is much to
	 * say. */
	file_write("monsters.txt", "monster a\n\tnonsense 5\n\nmonster b\n\tdepth many\n");
	const char *shown = complaints_of(directory, &content);
	assert_null(content);
	char path[128];
	for (int line = 2; line <= 5; line += 3) {
		snprintf(path, sizeof path, "trapdoor: %s/monsters.txt:%d: ", directory, line);
		assert_non_null(strstr(shown, path));
	}
	assert_non_null(strstr(shown, "trapdoor: built-in "));
	file_remove("monsters.txt");
}

static void a_directory_that_cannot_be_read_is_one_sentence(void **state)
{
	struct content *content;
	(void)state;
	const char *shown = complaints_of("/nowhere/content", &content);
	assert_null(content);
	assert_int_equal(
		strncmp(shown, "trapdoor: cannot read content directory /nowhere/content: ", 58),
		0);
	assert_ptr_equal(strchr(shown, '\n'), shown + strlen(shown) - 1);
}

/* In ASCII cranks look like walls and lamps like boulders; where lines are drawn they do not. */
static void items_that_look_like_ground_are_known(void **state)
{
	static const struct {
		const char *item;
		bool ascii, dec, cp437;
	} rows[] = {
		{"hand-lamp", true, false, false}, {"dart", false, false, false},
		{"sandwich", false, false, false},
		{"service-ring", true, true, true}, /* ice is '=' everywhere */
	};
	const uint8_t *clashes = appearances_clashes(stock);
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint16_t item = content_find_item(stock, rows[i].item);
		unsigned bits = clashes[stock->items[item].appearance];
		assert_int_equal(bits >> VT_ASCII & 1, rows[i].ascii);
		assert_int_equal(bits >> VT_DEC & 1, rows[i].dec);
		assert_int_equal(bits >> VT_CP437 & 1, rows[i].cp437);
	}
}

/* A help text names things by symbols, and shows them as they are drawn. */
static void bright_symbols_of_a_text_become_what_is_drawn(void **state)
{
	char text[] = "\015#\037 a way, # not, \015@\037 you, \015##\037";
	(void)state;
	appearances_in_text(stock, text);
	assert_int_equal((unsigned char)text[1], VT_CORRIDOR);
	assert_string_equal(text + 2, "\037 a way, # not, \015@\037 you, \015##\037");
	appearances_in_text(stock, NULL);
	/* A glyph that means one thing drawn and another plain (a lamp and an altar) is not
	 * changed. */
	char plain[] = "\015_\037 and \015~\037";
	appearances_in_text(stock, plain);
	assert_int_equal(plain[1], '_');
	assert_int_equal((unsigned char)plain[9], VT_DEEP);
}

/* Gas and machines are not to be taken for things that may be carried. */
static void no_gas_and_no_machine_looks_like_a_thing(void **state)
{
	static const char *const shapes[] = {
		"gas", "lamp", "board", "lever-up", "lever-down", "spout", "brazier", "pole"};
	struct item_group group;
	(void)state;
	for (size_t i = 1; i < content_appearance_count(stock); i++) {
		const struct appearance *appearance = content_appearance(stock, (uint16_t)i);
		for (size_t j = 0; appearance->shape && j < sizeof shapes / sizeof *shapes; j++)
			for (size_t nth = 0; !strcmp(appearance->shape, shapes[j]) &&
					     content_items(stock, nth, &group);
				nth++)
				assert_null(strchr(group.symbols, appearance->symbol));
	}
}

/* The help names items by the glyphs of the content, not by the stock game's. */
static void help_names_the_symbols_of_things(void **state)
{
	struct ui_text text = {0};
	(void)state;
	appearances_add_page(&text, stock, "Things: {things}. So.");
	assert_non_null(strstr(text.text, "Things: \015)\037 weapons, \015[\037 armour"));
	assert_non_null(strstr(text.text, "\015-\037 cranks"));
	assert_non_null(strstr(text.text, "\015}\037 plugs"));
	assert_non_null(strstr(text.text, ". So."));
	assert_null(strstr(text.text, "{things"));
	free(text.text);
	for (unsigned i = 1;; i++) {
		char word[16];
		snprintf(word, sizeof word, "help-%u", i);
		const char *page = content_word(stock, word);
		if (!page)
			break;
		assert_null(strstr(page, "\015!\037"));
	}
}

/* The help names every glyph of terrain and gas, by its drawn shape if it has one. */
static void help_names_the_signs_of_the_ground(void **state)
{
	struct ui_text text = {0};
	const char *page;
	(void)state;
	for (unsigned i = 1; (page = ui_series(stock, "help", i)) != NULL; i++)
		appearances_add_page(&text, stock, page);
	assert_null(strstr(text.text, "{sign"));
	for (const char *symbol = "_^:*&;,\"=}`<>+'"; *symbol; symbol++) {
		char sign[4] = {
			COLOUR_ROLE_BYTE + COLOUR_ROLE_BRIGHT, *symbol, COLOUR_ROLE_BYTE_END, 0};
		if (!strstr(text.text, sign))
			fail_msg("the help tells nothing of %c", *symbol);
	}
	static const char *const shapes[] = {"lamp", "brazier", "lever-up", "board", "spout",
		"stack", "pillar", "statue", "tree", "fallen", "glass", "crystal", "fence", "grate",
		"portcullis", "floor", "wall-h", "wall-v", "corridor", "deep", "bubbles", "shallow",
		"shade-dark", "block"};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		char sign[4] = {COLOUR_ROLE_BYTE + COLOUR_ROLE_BRIGHT,
			(char)vt_glyph_by_word(shapes[i]), COLOUR_ROLE_BYTE_END, 0};
		assert_true(vt_glyph_by_word(shapes[i]) > 127);
		if (!strstr(text.text, sign))
			fail_msg("the help tells nothing of %s", shapes[i]);
	}
	free(text.text);
}

static int prepare(void **state)
{
	(void)state;
	stock = content_load(NULL);
	return stock && mkdtemp(directory) ? 0 : -1;
}

static int clean(void **state)
{
	(void)state;
	content_free(stock);
	return rmdir(directory);
}

/* A symbol that items and the ground share is named on the page of items with both meanings. */
static void help_tells_what_a_shared_symbol_means(void **state)
{
	bool of_ground[128] = {false}, of_item[128] = {false};
	const char *page = content_word(stock, "help-5"), *from, *to;
	(void)state;
	for (uint16_t i = 0; i < stock->counts.terrains; i++)
		of_ground[(int)stock->appearances[stock->terrains[i].appearance].symbol] = true;
	for (uint16_t i = 0; i < stock->counts.items; i++)
		of_item[(int)stock->appearances[stock->items[i].appearance].symbol] = true;
	assert_true((from = strstr(page, "signs of the ground")) != NULL);
	assert_true((to = strstr(from, "in reverse")) != NULL);
	for (int symbol = ' '; symbol < 127; symbol++) {
		const char sign[] = {COLOUR_ROLE_BYTE + COLOUR_ROLE_BRIGHT, (char)symbol,
			COLOUR_ROLE_BYTE_END, 0};
		const char *at = strstr(from, sign);
		assert_int_equal(at != NULL && at < to, of_ground[symbol] && of_item[symbol]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_look_has_a_glyph_that_its_symbol_or_shape_names),
		cmocka_unit_test(a_shape_falls_back_to_its_symbol),
		cmocka_unit_test(two_looks_are_drawn_apart_where_shapes_are),
		cmocka_unit_test(every_role_of_the_engine_is_one_of_the_terminal),
		cmocka_unit_test(items_that_look_like_ground_are_known),
		cmocka_unit_test(bright_symbols_of_a_text_become_what_is_drawn),
		cmocka_unit_test(no_gas_and_no_machine_looks_like_a_thing),
		cmocka_unit_test(help_names_the_symbols_of_things),
		cmocka_unit_test(help_names_the_signs_of_the_ground),
		cmocka_unit_test(help_tells_what_a_shared_symbol_means),
		cmocka_unit_test(a_directory_without_content_is_one_sentence),
		cmocka_unit_test(a_file_is_added_and_changes_what_the_content_is),
		cmocka_unit_test(a_character_beyond_ascii_is_a_glyph),
		cmocka_unit_test(a_replaced_file_is_used_instead_and_all_complaints_are_told),
		cmocka_unit_test(a_directory_that_cannot_be_read_is_one_sentence),
	};
	return cmocka_run_group_tests(tests, prepare, clean);
}
