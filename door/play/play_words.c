/* The name of an action in sentences: its key, or its word in line mode. */
#include "door/play/play_private.h"

#include <stdio.h>

void play_action_text(const struct play *play, enum action action, char *text, size_t size)
{
	static const char *const words[ACTION_COUNT] = {[ACTION_PICK_UP] = "take",
		[ACTION_QUAFF] = "drink",
		[ACTION_UP] = "up",
		[ACTION_DOWN] = "down",
		[ACTION_TRAVEL] = "go",
		[ACTION_LEGAL] = "commands",
		[ACTION_AGAIN] = "again"};
	if (!play->lines)
		keymap_key_text(play->settings.keys, action, text, size);
	else if (words[action])
		snprintf(text, size, "\"%s\"", words[action]);
	else
		snprintf(text, size, "\"%s\"", action_row(action) ? action_row(action)->name : "");
}

bool play_named_keys(
	const struct play *play, const char *name, size_t length, char *text, size_t size)
{
	char word[24];
	enum action action;
	snprintf(word, sizeof word, "%.*s", (int)(length < 23 ? length : 23), name);
	if (!play->lines || !action_by_word(word, &action) || action == ACTION_NONE)
		return keymap_named_keys(play->settings.keys, name, length, text, size);
	play_action_text(play, action, text, size);
	return true;
}
