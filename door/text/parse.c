#include "door/text/parse.h"
#include "door/os/complain.h"
#include "vt100/vt100.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Seeds and sizes ---- */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool parse_seed(const char *text, struct seed *seed)
{
	*seed = (struct seed){{0}};
	size_t length = strlen(text), at = 2 * sizeof seed->bytes;
	bool good = length > 0 && length <= at;
	while (good && length > 0) {
		int digit = hex_digit(text[--length]);
		at--;
		good = digit >= 0;
		if (good)
			seed->bytes[at / 2] |= (uint8_t)(at % 2 ? digit : digit << 4);
	}
	if (!good)
		command_complain("--seed takes 1 to 32 hexadecimal digits, not \"%s\"", text);
	return good;
}

static bool handicap_known(const struct content *content, const char *id)
{
	for (size_t i = 0; i < content_handicap_count(content); i++)
		if (strcmp(content_handicap(content, i).id, id) == 0)
			return true;
	return false;
}

bool parse_handicap(const char **list, char id[HANDICAP_ID_SIZE])
{
	size_t length = strcspn(*list, ",");
	if (!**list)
		return false;
	snprintf(id, HANDICAP_ID_SIZE, "%.*s", (int)length, *list);
	*list += length + ((*list)[length] == ',');
	return true;
}

bool parse_handicaps(const struct content *content, const char *text, struct birth *birth)
{
	char id[HANDICAP_ID_SIZE];
	while (parse_handicap(&text, id)) {
		if (!handicap_known(content, id) || !birth_add_handicap(birth, id)) {
			command_complain("the content has no handicap \"%s\"", id);
			return false;
		}
	}
	return true;
}

bool parse_size(const char *text, int *width, int *height)
{
	char rest;
	if (!*text)
		return true;
	if (sscanf(text, "%4dx%4d%c", width, height, &rest) == 2 && *width > 0 && *height > 0)
		return true;
	command_complain("--size takes WIDTHxHEIGHT, such as 80x21, not \"%s\"", text);
	return false;
}

/* ---- Keys ---- */

static const struct {
	const char *name;
	int key;
} key_names[] = {
#define ROW(id, word, label) {word, VT_KEY_##id},
	VT_NAMED_KEYS(ROW)
#undef ROW
};

static const struct {
	char letter;
	char key;
} key_escapes[] = {{'e', 27}, {'r', '\r'}, {'n', '\r'}, {'t', '\t'}, {'b', '\b'}};

/* Reads a named key such as "<up>". Returns the characters read, or 0 if the text is no name; then
 * '<' is itself. */
static size_t key_by_name(const char *text, int *key)
{
	size_t begin = 1;
	*key = 0;
	if (strncmp(text + begin, "shift-", 6) == 0) {
		*key = VT_KEY_SHIFT;
		begin += 6;
	}
	for (size_t i = 0; i < COUNT(key_names); i++) {
		size_t length = strlen(key_names[i].name);
		if (strncmp(text + begin, key_names[i].name, length) != 0 ||
			text[begin + length] != '>')
			continue;
		*key += key_names[i].key;
		return begin + length + 1;
	}
	return 0;
}

static size_t key_by_escape(const char *text, int *key)
{
	unsigned number;
	if (text[1] == 'x' && sscanf(text + 2, "%2x", &number) == 1 &&
		isxdigit((unsigned char)text[3])) {
		*key = (int)number;
		return 4;
	}
	*key = (unsigned char)text[1];
	for (size_t i = 0; i < COUNT(key_escapes); i++)
		if (key_escapes[i].letter == text[1])
			*key = (unsigned char)key_escapes[i].key;
	return 2;
}

static size_t key_read(const char *text, int *key)
{
	size_t length = 0;
	if (text[0] == '<')
		length = key_by_name(text, key);
	else if (text[0] == '\\' && text[1])
		length = key_by_escape(text, key);
	else if (text[0] == '^' && text[1] >= '@' && text[1] <= 'z') {
		*key = text[1] & 31;
		length = 2;
	}
	if (length == 0) {
		*key = (unsigned char)text[0];
		length = 1;
	}
	return length;
}

size_t parse_keys(const char *text, int *keys, size_t most)
{
	size_t count = 0;
	while (*text && count < most)
		text += key_read(text, &keys[count++]);
	return count;
}

/* ---- Commands ---- */

static const char *const direction_words[DIR_COUNT] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};

static int direction_read(const char *word)
{
	for (int i = 0; i < DIR_COUNT; i++)
		if (strcmp(direction_words[i], word) == 0)
			return i;
	return -1;
}

static bool number_read(const char *word, uint8_t *number)
{
	char *end;
	unsigned long value = strtoul(word, &end, 10);
	*number = (uint8_t)value;
	return isdigit((unsigned char)*word) && !*end && value <= UINT8_MAX;
}

/* Reads a carried item: its letter, or the number of that letter. */
static bool item_read(const char *word, uint8_t *number)
{
	int carried = carried_number(word[0]);
	*number = (uint8_t)carried;
	return (carried >= 0 && !word[1]) || number_read(word, number);
}

/* Reads a number, or a single letter as its character code. */
static bool letter_read(const char *word, uint8_t *number)
{
	if (isdigit((unsigned char)word[0]) || strlen(word) != 1)
		return number_read(word, number);
	*number = (uint8_t)word[0];
	return true;
}

static bool cell_read(const char *word, int16_t *x, int16_t *y)
{
	char rest;
	return sscanf(word, "%6hd,%6hd%c", x, y, &rest) == 2;
}

/* Usage texts of the arguments of each verb. */
static const char *const wants_words[] = {[WANTS_NOTHING] = "",
	[WANTS_DIRECTION] = " n|ne|e|se|s|sw|w|nw",
	[WANTS_PACK] = " LETTER",
	[WANTS_GROUND] = " PLACE",
	[WANTS_PACK_AND_CELL] = " LETTER X,Y",
	[WANTS_NUMBER] = " NUMBER",
	[WANTS_SPELL_AND_CELL] = " NUMBER X,Y"};

static bool arguments_read(
	enum verb_wants wants, int count, char words[3][16], struct command *command)
{
	int direction;
	switch (wants) {
	case WANTS_NOTHING:
		return count == 1;
	case WANTS_DIRECTION:
		direction = direction_read(words[1]);
		command->direction = (uint8_t)direction;
		return count == 2 && direction >= 0;
	case WANTS_PACK:
		return count == 2 && item_read(words[1], &command->item);
	case WANTS_GROUND:
		return count == 2 && number_read(words[1], &command->item);
	case WANTS_PACK_AND_CELL:
		return count == 3 && item_read(words[1], &command->item) &&
		       cell_read(words[2], &command->x, &command->y);
	case WANTS_NUMBER:
		return count == 2 && letter_read(words[1], &command->number);
	case WANTS_SPELL_AND_CELL:
		return count == 3 && number_read(words[1], &command->item) &&
		       cell_read(words[2], &command->x, &command->y);
	}
	return false;
}

/* Reads hexadecimal pairs: the bytes of a command in the journal. */
static bool bytes_read(const char *line, struct command *command)
{
	uint8_t bytes[COMMAND_BYTES_MAX + 1];
	size_t count = 0;
	for (; *line; line += strspn(line, " \t")) {
		unsigned value;
		if (count == sizeof bytes || !isxdigit((unsigned char)line[0]) ||
			!isxdigit((unsigned char)line[1]) || sscanf(line, "%2x", &value) != 1)
			return false;
		bytes[count++] = (uint8_t)value;
		line += 2;
	}
	return count > 0 && command_decode(bytes, count, command) == count;
}

bool parse_command(
	const char *line, struct command *command, bool *none, char *sentence, size_t size)
{
	char words[3][16] = {"", "", ""};
	int count = sscanf(line, "%15s %15s %15s", words[0], words[1], words[2]);
	*command = (struct command){0};
	*none = count < 1 || words[0][0] == '#';
	if (*none || bytes_read(line, command))
		return true;
	for (int verb = 0; verb < VERB_COUNT; verb++) {
		const struct verb_row *row = verb_row((enum verb)verb);
		if (strcmp(row->word, words[0]) != 0)
			continue;
		command->verb = (uint8_t)verb;
		if (arguments_read(row->wants, count, words, command))
			return true;
		snprintf(sentence, size, "wrong arguments; write the command as \"%s%s\"",
			row->word, wants_words[row->wants]);
		return false;
	}
	snprintf(sentence, size, "unknown command \"%s\"", words[0]);
	return false;
}

int command_text(const struct command *command, char *text, size_t size)
{
	const struct verb_row *row = verb_row((enum verb)command->verb);
	switch (row->wants) {
	case WANTS_DIRECTION:
		return snprintf(
			text, size, "%s %s", row->word, direction_words[command->direction]);
	case WANTS_PACK:
	case WANTS_PACK_AND_CELL:
		return snprintf(text, size, "%s %c", row->word, carried_letter(command->item));
	case WANTS_GROUND:
	case WANTS_SPELL_AND_CELL:
		return snprintf(text, size, "%s %d", row->word, command->item);
	case WANTS_NUMBER:
		return snprintf(text, size, "%s %d", row->word, command->number);
	case WANTS_NOTHING:
		break;
	}
	return snprintf(text, size, "%s", row->word);
}
