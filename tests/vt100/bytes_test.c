/*
 * The exact bytes of rendering: the cases of render.test.  A new case needs no C.
 */
#include "tests/test.h"

#include "vt100/vt100.h"

#define TABLE "tests/vt100/render.test"

struct script {
	struct vt_terminal *terminal;
	struct vt_frame frame;
	struct vt_bytes out;
	int line, checked, failed;
};

static enum vt_charset parse_charset(const char *word)
{
	int charset = 0;

	while (charset < VT_CHARSET_COUNT &&
		strcmp(vt_charset_word((enum vt_charset)charset), word) != 0)
		charset++;
	assert_true(charset < VT_CHARSET_COUNT);
	return (enum vt_charset)charset;
}

static enum vt_colours parse_colours(const char *word)
{
	int colours = 0;

	while (colours < VT_COLOURS_COUNT &&
		strcmp(vt_colours_word((enum vt_colours)colours), word) != 0)
		colours++;
	assert_true(colours < VT_COLOURS_COUNT);
	return (enum vt_colours)colours;
}

static enum vt_colour_role parse_role(char *word, unsigned *attributes)
{
	static const char *const names[] = {"reverse", "underline", "bold", "faded"};
	bool known;

	*attributes = 0;
	strtok(word, "+");
	for (char *name = strtok(NULL, "+"); name != NULL; name = strtok(NULL, "+")) {
		for (unsigned i = 0; i < 4; i++) {
			if (strcmp(names[i], name) == 0)
				*attributes |= 1u << i;
		}
	}
	enum vt_colour_role role = vt_role_by_word(word, &known);
	assert_true(known);
	return role;
}

/* A byte of text with its escapes; moves *text on. */
static uint8_t parse_byte(const char **text)
{
	static const char letters[] = "ernbas\\", meanings[] = "\033\r\n\b\a \\";
	const char *at = *text;

	*text = at + 1;
	if (*at != '\\')
		return (uint8_t)*at;
	*text = at + 2;
	if (at[1] == 'x') {
		char digits[3] = {at[2], at[3], '\0'};
		*text = at + 4;
		return (uint8_t)strtol(digits, NULL, 16);
	}
	const char *letter = strchr(letters, at[1]);
	assert_non_null(letter);
	return (uint8_t)meanings[letter - letters];
}

static uint16_t parse_glyph(const char **text)
{
	char word[32];
	int size = 0;

	if (sscanf(*text, "{%31[a-z-]}%n", word, &size) == 1 && size > 0) {
		*text += size;
		uint16_t glyph = vt_glyph_by_word(word);
		assert_true(glyph != 0);
		return glyph;
	}
	return parse_byte(text);
}

static void print_bytes(const char *title, const uint8_t *bytes, size_t size)
{
	print_message("  %s ", title);
	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == '\033')
			print_message("\\e");
		else if (bytes[i] < 33 || bytes[i] > 126)
			print_message("\\x%02x", bytes[i]);
		else
			print_message("%c", bytes[i]);
	}
	print_message("\n");
}

static void check_bytes(struct script *script, const char *text)
{
	uint8_t bytes[512];
	size_t size = 0;

	while (*text != '\0')
		bytes[size++] = parse_byte(&text);
	script->checked++;
	if (size == script->out.size && (size == 0 || memcmp(bytes, script->out.data, size) == 0))
		return;
	script->failed++;
	print_message("%s:%d: other bytes\n", TABLE, script->line);
	print_bytes("want", bytes, size);
	print_bytes("have", script->out.data, script->out.size);
}

static void render(struct script *script)
{
	script->out.size = 0;
	vt_render(script->terminal, &script->frame, &script->out);
	script->frame.bell = false;
}

static void begin(struct script *script, const char *arguments)
{
	char kind[32], charset[32], colours[32];
	int width, height;

	assert_int_equal(
		sscanf(arguments, "%31s %31s %31s %dx%d", kind, charset, colours, &width, &height),
		5);
	vt_terminal_free(script->terminal);
	script->terminal = vt_terminal_new(
		vt_kind_by_name(kind), parse_charset(charset), parse_colours(colours));
	assert_true(vt_frame_resize(&script->frame, width, height));
}

static void set(struct script *script, const char *arguments)
{
	char kind[32], charset[32], colours[32];

	assert_int_equal(sscanf(arguments, "%31s %31s %31s", kind, charset, colours), 3);
	vt_terminal_set(script->terminal, vt_kind_by_name(kind), parse_charset(charset),
		parse_colours(colours));
}

static void draw_text(struct script *script, const char *arguments, bool fill)
{
	char colour_role_word[64];
	int x, y, width = 1, height = 1, at = 0;
	unsigned attributes;

	if (fill)
		assert_int_equal(sscanf(arguments, "%d,%d %dx%d %63s %n", &x, &y, &width, &height,
					 colour_role_word, &at),
			5);
	else
		assert_int_equal(
			sscanf(arguments, "%d,%d %63s %n", &x, &y, colour_role_word, &at), 3);
	enum vt_colour_role role = parse_role(colour_role_word, &attributes);
	for (const char *text = arguments + at; *text != '\0'; x++) {
		uint16_t glyph = parse_glyph(&text);
		vt_fill(&script->frame, (struct vt_area){x, y, width, height}, glyph, role,
			attributes);
	}
}

static void place_cursor(struct script *script, const char *arguments)
{
	int x, y;

	assert_int_equal(sscanf(arguments, "%d,%d", &x, &y), 2);
	script->frame.cursor_x = (int16_t)x;
	script->frame.cursor_y = (int16_t)y;
}

static void run_line(struct script *script, const char *word, const char *arguments)
{
	if (strcmp(word, "on") == 0) {
		begin(script, arguments);
	} else if (strcmp(word, "set") == 0) {
		set(script, arguments);
	} else if (strcmp(word, "text") == 0 || strcmp(word, "fill") == 0) {
		draw_text(script, arguments, word[0] == 'f');
	} else if (strcmp(word, "cursor") == 0) {
		place_cursor(script, arguments);
	} else if (strcmp(word, "bell") == 0) {
		script->frame.bell = true;
	} else if (strcmp(word, "forget") == 0) {
		vt_terminal_forget(script->terminal);
	} else if (strcmp(word, "clear") == 0) {
		vt_frame_clear(&script->frame);
	} else if (strcmp(word, "shown") == 0) {
		render(script);
	} else if (strcmp(word, "bytes") == 0) {
		render(script);
		check_bytes(script, arguments);
	} else if (strcmp(word, "leave") == 0) {
		script->out.size = 0;
		vt_leave(script->terminal, &script->out);
		check_bytes(script, arguments);
	} else {
		fail_msg("%s:%d: what is %s?", TABLE, script->line, word);
	}
}

static void test_table_of_bytes(void **state)
{
	(void)state;
	FILE *file = fopen(TABLE, "r");
	struct script script = {0};
	char line[256];

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		script.line++;
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\0' || line[0] == '#')
			continue;
		char *space = strchr(line, ' ');
		if (space != NULL)
			*space = '\0';
		run_line(&script, line, space == NULL ? "" : space + 1);
	}
	fclose(file);
	vt_bytes_free(&script.out);
	vt_frame_free(&script.frame);
	vt_terminal_free(script.terminal);
	assert_int_equal(script.failed, 0);
	assert_true(script.checked > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_of_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
