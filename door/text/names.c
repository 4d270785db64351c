#include "door/text/names.h"

#include "sql/store.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAME_LENGTH_MIN 3
#define NAME_LENGTH_MAX 16

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static const char name_characters[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
static const char base64_characters[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool name_allowed(const char *name, char *sentence, size_t size)
{
	size_t length = strlen(name);

	if (length < NAME_LENGTH_MIN || length > NAME_LENGTH_MAX)
		snprintf(sentence, size, "A name has %d to %d characters.", NAME_LENGTH_MIN,
			NAME_LENGTH_MAX);
	else if (!strchr(letters, name[0]))
		snprintf(sentence, size, "A name begins with a letter, A to Z.");
	else if (strspn(name, name_characters) != length)
		snprintf(sentence, size, "A name is made of letters, digits and single hyphens.");
	else if (strstr(name, "--") || name[length - 1] == '-')
		snprintf(sentence, size, "A hyphen stands between letters or digits.");
	else if (strncasecmp(name, STORE_DELETED_PREFIX, strlen(STORE_DELETED_PREFIX)) == 0)
		snprintf(sentence, size, "That name is reserved; choose another.");
	else
		return true;
	return false;
}

const char *name_login_word(const char *name)
{
	static const struct {
		const char *word, *instead;
	} rows[] = {
		{"new", "\"hold\" refuses all new names"},
		{"guest", "guests have no account; ban their addresses"},
		{"line", "line mode needs no account; ban addresses"},
		{"board", "the board needs no account; ban addresses"},
		{NAME_OF_STATUS, "lists of servers have no account; ban addresses"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcasecmp(rows[i].word, name) == 0)
			return rows[i].instead;
	return NULL;
}

bool password_allowed(const char *password, const char *name, char *sentence, size_t size)
{
	size_t length = strlen(password);

	if (length < PASSWORD_LENGTH_MIN)
		snprintf(sentence, size, "A password has at least %d characters.",
			PASSWORD_LENGTH_MIN);
	else if (length > PASSWORD_LENGTH_MAX)
		snprintf(sentence, size, "A password has at most %d characters.",
			PASSWORD_LENGTH_MAX);
	else if (strcasecmp(password, name) == 0)
		snprintf(sentence, size, "The password must differ from the name.");
	else
		return true;
	return false;
}

bool fingerprint_allowed(const char *fingerprint)
{
	return strncmp(fingerprint, "SHA256:", 7) == 0 && strlen(fingerprint) == 7 + 43 &&
	       strspn(fingerprint + 7, base64_characters) == 43;
}
