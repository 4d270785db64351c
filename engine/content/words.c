/* Expands sentences: copies a template and replaces its braces by facts.  Facts are not expanded
 * again. */
#include "engine/content/content_private.h"

#include <assert.h>
#include <string.h>

/* A text being written; the part that does not fit is cut. */
struct writing {
	char *text;
	size_t length, size;
};

static void write_byte(struct writing *writing, char byte)
{
	if (writing->length + 1 < writing->size)
		writing->text[writing->length++] = byte;
}

/* Copies text that is not from a template.  Control bytes are replaced, so it cannot act as markup
 * or reach a terminal raw. */
static void write_plain(struct writing *writing, const char *plain)
{
	for (; plain && *plain; plain++)
		write_byte(writing, *plain < 32 || *plain > 126 ? '?' : *plain);
}

static void write_number(struct writing *writing, int number)
{
	char digits[12];
	size_t count = 0;
	unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
	do
		digits[count++] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		write_byte(writing, '-');
	while (count)
		write_byte(writing, digits[--count]);
}

/* True if the word is spoken with a vowel first: by its first letter, apart from a few
 * exceptions. */
static bool begins_with_vowel(const char *text)
{
	static const char *const as_vowels[] = {"hour", "heir", "honest"},
				 *const as_consonants[] = {"uniform", "one-", "used", "union"};
	for (size_t i = 0; i < sizeof as_vowels / sizeof *as_vowels; i++)
		if (!strncmp(text, as_vowels[i], strlen(as_vowels[i])))
			return true;
	for (size_t i = 0; i < sizeof as_consonants / sizeof *as_consonants; i++)
		if (!strncmp(text, as_consonants[i], strlen(as_consonants[i])))
			return false;
	return *text && strchr("aeiouAEIOU", *text);
}

/* Writes "a", or "an" before a vowel; "the" before a capital, which marks the only one of its
 * kind. */
static void write_article(struct writing *writing, const char *text)
{
	if (text && *text >= 'A' && *text <= 'Z')
		write_plain(writing, "the ");
	else
		write_plain(writing, text && begins_with_vowel(text) ? "an " : "a ");
}

static void write_with_article(struct writing *writing, const char *text)
{
	write_article(writing, text);
	write_plain(writing, text);
}

static void write_actor(
	struct writing *writing, const struct content *content, const struct word_actor *actor)
{
	if (actor->you)
		write_plain(writing, content->private->words[TEXT_SOMEONE_YOU]);
	else if (!actor->name)
		write_plain(writing, content->private->words[TEXT_SOMETHING]);
	else if (!actor->proper)
		write_plain(writing, actor->yours ? "your " : "the ");
	if (!actor->you)
		write_plain(writing, actor->name);
}

/* "bites the dog"; "takes the dog down", where the verb marks the place of the object. */
static void write_blow(
	struct writing *writing, const struct content *content, const struct word_facts *facts)
{
	const char *verb = facts->verb ? facts->verb : "", *place = strchr(verb, '_');
	for (; *verb && verb != place; verb++)
		write_byte(writing, *verb);
	if (!place)
		write_byte(writing, ' ');
	write_actor(writing, content, &facts->target);
	if (place)
		write_plain(writing, place + 1);
}

static bool names(const char *name, size_t length, const char *fact)
{
	return strlen(fact) == length && !memcmp(name, fact, length);
}

/* Writes the fact of that name (in lower case).  Unknown names were rejected when the content was
 * sealed. */
static void write_fact(struct writing *writing, const struct content *content,
	const struct word_facts *facts, const char *name, size_t length)
{
	if (names(name, length, "actor"))
		write_actor(writing, content, &facts->actor);
	else if (names(name, length, "target"))
		write_actor(writing, content, &facts->target);
	else if (names(name, length, "verb target"))
		write_blow(writing, content, facts);
	else if (names(name, length, "verb"))
		write_plain(writing, facts->verb);
	else if (names(name, length, "item"))
		write_plain(writing, facts->item);
	else if (names(name, length, "text"))
		write_plain(writing, facts->text);
	else if (names(name, length, "name"))
		write_plain(writing, facts->name);
	else if (names(name, length, "number"))
		write_number(writing, facts->number);
	else if (names(name, length, "s"))
		write_plain(writing, facts->number == 1 ? "" : "s");
	else if (names(name, length, "a text"))
		write_with_article(writing, facts->text);
	else if (names(name, length, "a item"))
		write_with_article(writing, facts->item);
}

/* Expands the text between braces; a capital first letter capitalises the fact. */
static void write_braces(struct writing *writing, const struct content *content,
	const struct word_facts *facts, const char *name, size_t length)
{
	char fact[16];
	size_t before = writing->length;
	if (!length || length > sizeof fact)
		return;
	memcpy(fact, name, length);
	bool capital = fact[0] >= 'A' && fact[0] <= 'Z';
	if (capital)
		fact[0] = (char)(fact[0] - 'A' + 'a');
	write_fact(writing, content, facts, fact, length);
	if (capital && before < writing->length && writing->text[before] >= 'a' &&
		writing->text[before] <= 'z')
		writing->text[before] = (char)(writing->text[before] - 'a' + 'A');
}

size_t words_fill(const struct content *content, const char *at, const struct word_facts *facts,
	char *text, size_t size)
{
	static const struct word_facts no_facts;
	struct writing writing = {.text = text, .size = size};
	assert(size && content->sealed);
	while (at && *at) {
		const char *close = *at == '{' ? strchr(at, '}') : NULL;
		if (close) {
			write_braces(&writing, content, facts ? facts : &no_facts, at + 1,
				(size_t)(close - at - 1));
			at = close + 1;
		} else {
			write_byte(&writing, *at++);
		}
	}
	text[writing.length] = 0;
	return writing.length;
}

size_t words_expand(const struct content *content, enum text_id word,
	const struct word_facts *facts, char *text, size_t size)
{
	return words_fill(content, content->private->words[word], facts, text, size);
}

const char *words_tail(const struct content *content, enum text_id word)
{
	const char *sentence = content->private->words[word], *brace = strrchr(sentence, '}');
	return brace ? brace + 1 : sentence;
}

enum colour_role words_role(const struct content *content, enum text_id word)
{
	return (enum colour_role)content->private->word_roles[word];
}

size_t words_name(char *text, size_t size, enum article article, int count, const char *singular,
	const char *plural)
{
	struct writing writing = {.text = text, .size = size};
	assert(size && singular);
	if (count > 1) {
		write_plain(&writing, article == ARTICLE_THE ? "the " : "");
		write_number(&writing, count);
		write_byte(&writing, ' ');
	} else if (article == ARTICLE_THE) {
		write_plain(&writing, "the ");
	} else if (article == ARTICLE_YOUR) {
		write_plain(&writing, "your ");
	} else if (article == ARTICLE_A) {
		write_article(&writing, singular);
	}
	write_plain(&writing, count > 1 && plural && *plural ? plural : singular);
	text[writing.length] = 0;
	return writing.length;
}

enum text_id word_towards(int dx, int dy)
{
	static const enum text_id words[3][3] = {
		{TEXT_NORTH_WEST, TEXT_NORTH, TEXT_NORTH_EAST},
		{TEXT_WEST, TEXT_SOMETHING, TEXT_EAST},
		{TEXT_SOUTH_WEST, TEXT_SOUTH, TEXT_SOUTH_EAST},
	};
	int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
	int column = 2 * wide < high ? 0 : (dx > 0) - (dx < 0);
	int row = 2 * high < wide ? 0 : (dy > 0) - (dy < 0);
	assert(wide || high);
	return words[row + 1][column + 1];
}

static const struct {
	const char *id, *facts;
} word_rows[TEXT_COUNT] = {
#define ROW(id, word, facts) [TEXT_##id] = {word, facts},
	ENGINE_WORDS(ROW)
#undef ROW
#define ROW(id, function, word, ...)                                                               \
	[TEXT_EFFECT_##id##_YOU] = {word "-you", "number"},                                        \
	[TEXT_EFFECT_##id##_IT] = {word "-it", "target number"},
		ENGINE_EFFECTS(ROW)
#undef ROW
#define ROW(id, name, word, stack, most, resist, gives)                                            \
	[TEXT_STATUS_##id] = {"status-" word, ""},                                                 \
	[TEXT_STATUS_##id##_ENDS] = {"status-" word "-ends", ""},
			ENGINE_STATUSES(ROW)
#undef ROW
#define ROW(id, word, hero, others, every, help)                                                   \
	[TEXT_SOUND_##id] = {"sound-" word, "text"},                                               \
	[TEXT_SOUND_##id##_FAR] = {"sound-" word "-far", "text"},
				ENGINE_SOUNDS(ROW)
#undef ROW
#define ROW(id, word, spares, cause, help)                                                         \
	[TEXT_ELEMENT_##id##_YOU] = {"hurt-" word "-you", ""},                                     \
	[TEXT_ELEMENT_##id##_IT] = {"hurt-" word "-it", "target"},
					ENGINE_ELEMENTS(ROW)
#undef ROW
#define ROW(id, word, verbs) [TEXT_CONDUCT_##id] = {"conduct-" word, ""},
						ENGINE_CONDUCTS(ROW)
#undef ROW
#define ROW(id, word, facts)                                                                       \
	[TEXT_MISS_##id] = {"miss-" word "-1", facts},                                             \
	[TEXT_MISS_##id + 1] = {"miss-" word "-2", facts},                                         \
	[TEXT_MISS_##id + 2] = {"miss-" word "-3", facts},                                         \
	[TEXT_MISS_##id + 3] = {"miss-" word "-4", facts},                                         \
	[TEXT_MISS_##id + 4] = {"miss-" word "-5", facts},                                         \
	[TEXT_MISS_##id + 5] = {"miss-" word "-6", facts},
							ENGINE_MISSES(ROW)
#undef ROW
};

const char *words_facts(enum text_id word)
{
	return word_rows[word].facts;
}

const char *words_id(enum text_id word)
{
	return word_rows[word].id;
}
