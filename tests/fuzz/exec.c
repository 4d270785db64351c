/*
 * Commands of an ssh exec: any text is a command or none, and blanks between its words do not
 * matter.
 */
#include "tests/fuzz/fuzz.h"

#include "door/session/exec.h"

#include <stdlib.h>

/* The text with each blank twice, and blanks around it. */
static char *blanks_doubled(const char *text)
{
	char *doubled = malloc(2 * strlen(text) + 3), *to = doubled;
	assert(doubled != NULL);
	*to++ = ' ';
	for (; *text != '\0'; text++) {
		if (*text == ' ')
			*to++ = ' ';
		*to++ = *text;
	}
	*to++ = ' ';
	*to = '\0';
	return doubled;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct exec_request request, again;
	char *text = malloc(size + 1);
	assert(text != NULL);
	if (size > 0)
		memcpy(text, bytes, size);
	text[size] = '\0';
	char *doubled = blanks_doubled(text);
	bool known = exec_read(text, &request);
	/* A longer command is cut, and so is the doubled one. */
	if (strlen(text) < 100) {
		assert(exec_read(doubled, &again) == known);
		assert(memcmp(&request, &again, sizeof request) == 0);
	}
	if (known) {
		assert(strlen(request.game) <= STORE_GAME_MAX);
		assert(request.command <= EXEC_HELP && request.format < FORMAT_COUNT);
		assert(request.game[0] == '\0' || request.command == EXEC_SCORES);
	}
	free(doubled);
	free(text);
	return 0;
}
