/* Neutral words for the words that a pack leaves out, copied from the embedded texts. */
#include "engine/content/content_private.h"
#include "engine/content/neutral.h"

#include <stdlib.h>
#include <string.h>

/* Reads the id of a record "word ID" that begins here.  Returns false on any other line. */
static bool read_id(const char *at, const char *end, char id[ID_MAX_LENGTH + 1])
{
	static const char word[] = "word ";
	size_t length = 0;
	if ((size_t)(end - at) < sizeof word || memcmp(at, word, sizeof word - 1) != 0)
		return false;
	for (at += sizeof word - 1; at<end && * at> ' ' && length < ID_MAX_LENGTH; at++)
		id[length++] = *at;
	id[length] = '\0';
	return true;
}

static const char *next_line(const char *at, const char *end)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at));
	return newline ? newline + 1 : end;
}

/* True if the pack has no word of that id.  For a series, such as help-1 and help-2, the first
 * decides. */
static bool is_wanted(const struct content *content, char id[ID_MAX_LENGTH + 1])
{
	size_t length = strlen(id);
	while (length && cursor_is_digit(id[length - 1]))
		length--;
	if (id[length] != '\0' && length && id[length - 1] == '-')
		memcpy(id + length, "1", 2);
	return content_find(content, RECORD_WORD, id) == KIND_NONE;
}

/* Copies the needed records of a neutral text to `to`; returns their size.  If `to` is NULL, only
 * computes the size. */
static size_t copy_wanted(
	const struct content *content, const char *text, size_t text_size, char *to)
{
	const char *end = text + text_size, *next;
	bool wanted = false;
	size_t size = 0;
	for (const char *at = text; at < end; at = next) {
		char id[ID_MAX_LENGTH + 1];
		next = next_line(at, end);
		if (read_id(at, end, id))
			wanted = is_wanted(content, id);
		else if (*at == '#' || *at == '\n')
			continue;
		if (wanted && to)
			memcpy(to + size, at, (size_t)(next - at));
		size += wanted ? (size_t)(next - at) : 0;
	}
	return size;
}

char *content_neutral_words(const struct content *content, size_t *size)
{
	*size = 0;
	for (size_t i = 0; i < neutral_file_count; i++)
		*size += copy_wanted(content, neutral_files[i].text, neutral_files[i].size, NULL);
	char *text = content_allocate(*size + 1, 1), *to = text;
	for (size_t i = 0; i < neutral_file_count; i++)
		to += copy_wanted(content, neutral_files[i].text, neutral_files[i].size, to);
	return text;
}
