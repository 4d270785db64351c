/* Checks that the content has every word that the rules and screens require and no unknown ones,
 * and that each names only facts that it gets. */
#include "engine/content/content_private.h"
#include "engine/content/screen_words.h"

#include <stdio.h>
#include <string.h>

/* Names that a template may use beside the facts of its row, and the fact that each derives
 * from. */
static const struct {
	const char *name, *fact;
} derived[] = {
	{"Actor", "actor"},
	{"Target", "target"},
	{"Item", "item"},
	{"Text", "text"},
	{"s", "number"},
	{"verb target", "verb"},
	{"a text", "text"},
	{"A text", "text"},
	{"a item", "item"},
	{"A item", "item"},
};

/* True if a list separated by spaces has the word. */
static bool list_has(const char *list, const char *word, size_t length)
{
	while (*list) {
		size_t next = strcspn(list, " ");
		if (next == length && !memcmp(list, word, length))
			return true;
		list += next + (list[next] == ' ');
	}
	return false;
}

static bool fact_is_given(const char *facts, const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
		if (strlen(derived[i].name) == length && !memcmp(derived[i].name, name, length))
			return list_has(facts, derived[i].fact, strlen(derived[i].fact));
	return list_has(facts, name, length);
}

static void check_template(
	struct content *content, size_t index, const char *id, const char *text, const char *facts)
{
	for (const char *at = strchr(text, '{'); at; at = strchr(at, '{')) {
		const char *close = strchr(++at, '}');
		if (!close) {
			content_complain_of(
				content, RECORD_WORD, index, "word %s has a { without its }", id);
			return;
		}
		int length = close - at > 40 ? 40 : (int)(close - at);
		if (!fact_is_given(facts, at, (size_t)(close - at)))
			content_complain_of(content, RECORD_WORD, index,
				"word %s gets no {%.*s}; its facts are: %s", id, length, at,
				*facts ? facts : "none");
	}
	if (strchr(text, '\n'))
		content_complain_of(content, RECORD_WORD, index,
			"word %s is a sentence of the rules and cannot have rows", id);
	if (strlen(text) > 110)
		content_complain_of(content, RECORD_WORD, index,
			"word %s is %d characters long; 110 is the most of a message", id,
			(int)strlen(text));
}

/* Gives the rules the sentence and the role of a word. */
static void sort_out(struct content *content, enum text_id word)
{
	struct content_private *private = content->private;
	uint16_t at = content_find(content, RECORD_WORD, words_id(word));
	private->words[word] = "";
	if (at == KIND_NONE)
		return;
	struct word_kind *kind = content_row(content, RECORD_WORD, at);
	private->words[word] = kind->text;
	private->word_roles[word] = kind->role;
	kind->of_rules = true;
}

static void check_rule_word(struct content *content, enum text_id word)
{
	const char *id = words_id(word);
	uint16_t at = content_find(content, RECORD_WORD, id);
	/* Every word exists, except after too many complaints: content_seal adds neutral ones. */
	if (at != KIND_NONE)
		check_template(content, at, id, content->private->words[word], words_facts(word));
}

/* ---- Lines ---- */

/* Gives the view a line: the content's sentence, or the neutral one. */
static void sort_line(struct content *content, enum line line)
{
	char id[ID_MAX_LENGTH + 1];
	lines_id(line, id, sizeof id);
	uint16_t at = content_find(content, RECORD_WORD, id);
	content->private->lines[line] = lines_text(line);
	if (at == KIND_NONE)
		return;
	struct word_kind *kind = content_row(content, RECORD_WORD, at);
	content->private->lines[line] = kind->text;
	kind->of_rules = true;
	if (!content->private->words_may_differ)
		check_template(content, at, id, kind->text, lines_facts(line));
}

/* ---- Words of screens ---- */

static const char *const screen_words[] = {
#define ROW(word, required) word,
	SCREEN_WORDS(ROW)
#undef ROW
};
#define SCREEN_WORD_COUNT (sizeof screen_words / sizeof *screen_words)

/* True if an id is the row's word, one of its series, or that of a depth. */
static bool is_screen_word(const char *row, const char *id)
{
	size_t length = strlen(row);
	if (row[length - 1] != '#' && row[length - 1] != '@')
		return !strcmp(row, id);
	return !strncmp(row, id, length - 1) && id[length - 1] >= '1' && id[length - 1] <= '9' &&
	       strspn(id + length - 1, "0123456789") == strlen(id + length - 1);
}

/* A series is counted until one is missing, so words after a gap would never be shown. */
static void check_series(struct content *content, size_t index, const char *id)
{
	char before[ID_MAX_LENGTH + 1];
	size_t length = strlen(id), digits = length;
	while (digits && id[digits - 1] >= '0' && id[digits - 1] <= '9')
		digits--;
	memcpy(before, id, length + 1);
	size_t at = length - 1;
	while (at > digits && before[at] == '0')
		before[at--] = '9';
	before[at]--;
	if (at == digits && before[at] == '0')
		memmove(before + at, before + at + 1, length - at);
	if (before[digits] && content_find(content, RECORD_WORD, before) == KIND_NONE)
		content_complain_of(content, RECORD_WORD, index,
			"word %s comes after a gap: there is no %s", id, before);
}

/* ---- Vignettes ---- */

#define VIGNETTE "vignette-"
#define VIGNETTE_SMALL VIGNETTE "small-"
#define VIGNETTE_LINE VIGNETTE "line-"
#define CAPTION_MOST 110

static bool starts_with(const char *id, const char *prefix)
{
	return !strncmp(id, prefix, strlen(prefix));
}

/* Measures a drawing without its role bytes. */
static void measure(const char *text, int *width, int *height)
{
	int columns = 0;
	*width = 0;
	*height = 1;
	for (; *text; text++) {
		bool role = *text >= COLOUR_ROLE_BYTE && *text <= COLOUR_ROLE_BYTE_END;
		columns = *text == '\n' ? 0 : columns + !role;
		*height += *text == '\n';
		*width = columns > *width ? columns : *width;
	}
}

/* A vignette has two drawings and a sentence: any terminal shows one of the three. */
static void check_vignette_parts(struct content *content, size_t index, const char *moment)
{
	static const char *const prefixes[] = {VIGNETTE, VIGNETTE_SMALL, VIGNETTE_LINE};
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		char id[2 * ID_MAX_LENGTH];
		snprintf(id, sizeof id, "%s%s", prefixes[i], moment);
		if (content_find(content, RECORD_WORD, id) == KIND_NONE)
			content_complain_of(content, RECORD_WORD, index,
				"a vignette has three words, and %s is missing", id);
	}
}

static void check_vignette(struct content *content, size_t index, const struct word_kind *kind)
{
	bool small = starts_with(kind->id, VIGNETTE_SMALL);
	int width, height, columns = small ? 40 : 80, rows = small ? 16 : 20;
	if (!starts_with(kind->id, VIGNETTE))
		return;
	measure(kind->text, &width, &height);
	if (starts_with(kind->id, VIGNETTE_LINE)) {
		if (height > 1 || width > CAPTION_MOST)
			content_complain_of(content, RECORD_WORD, index,
				"word %s is a sentence of at most %d characters", kind->id,
				CAPTION_MOST);
		check_vignette_parts(content, index, kind->id + strlen(VIGNETTE_LINE));
		return;
	}
	if (width > columns || height > rows)
		content_complain_of(content, RECORD_WORD, index,
			"word %s is drawn in %dx%d cells; %dx%d are the most", kind->id, width,
			height, columns, rows);
	check_vignette_parts(content, index, kind->id + strlen(small ? VIGNETTE_SMALL : VIGNETTE));
}

static void check_screen_word(struct content *content, size_t index)
{
	const struct word_kind *kind = content_row(content, RECORD_WORD, index);
	if (kind->of_rules)
		return;
	for (size_t i = 0; i < SCREEN_WORD_COUNT; i++) {
		if (!is_screen_word(screen_words[i], kind->id))
			continue;
		if (!*kind->text)
			content_complain_of(
				content, RECORD_WORD, index, "word %s has no text", kind->id);
		if (screen_words[i][strlen(screen_words[i]) - 1] == '#')
			check_series(content, index, kind->id);
		check_vignette(content, index, kind);
		return;
	}
	if (content_is_of_older_version(content))
		return;
	struct nearest nearest = nearest_to((struct cursor){kind->id, kind->id + strlen(kind->id)});
	nearest_offer_words(&nearest);
	content_complain_of(content, RECORD_WORD, index, "nothing ever says the word %s; %s",
		kind->id, nearest_hint(&nearest, "the manual lists the words"));
}

/* Sorts the words by id and checks them. Skips the checks for the bundle of a run, which may lack
 * words that were added since: a missing word shows nothing. */
void content_check_words(struct content *content)
{
	for (int word = 0; word < TEXT_COUNT; word++)
		sort_out(content, (enum text_id)word);
	for (int line = 0; line < LINE_COUNT; line++)
		sort_line(content, (enum line)line);
	if (content->private->words_may_differ)
		return;
	for (int word = 0; word < TEXT_COUNT; word++)
		check_rule_word(content, (enum text_id)word);
	for (size_t i = 0; i < content->private->tables[RECORD_WORD].count; i++)
		check_screen_word(content, i);
}
