/* Key configurations of players, which begin with the presets of this process. */
#include "door/play/key_config.h"

#include "door/ui/ui.h"

#include <stdio.h>
#include <string.h>

static const struct keymap *like_preset(void *context, const char *word)
{
	(void)context;
	unsigned preset = keymap_preset_by_word(word);
	return strcmp(keymap_preset_word(preset), word) == 0 ? keymap_preset(preset) : NULL;
}

bool key_config_paste(struct keymap *map, const char *text, struct complaint *complaint)
{
	char name[24];
	if (!key_config_read(map, NULL, "", text, like_preset, NULL, complaint))
		return false;
	enum action missing = keymap_missing(map);
	if (missing == ACTION_NONE)
		return true;
	action_name(missing, name, sizeof name);
	complaint->line = 0;
	snprintf(complaint->sentence, sizeof complaint->sentence,
		"no key is bound to \"%s\", without which there is no way to the options; add "
		"\"bind KEY %s\"",
		name, name);
	return false;
}

char *key_config_text(const struct keymap *map)
{
	struct key_binding changes[KEYMAP_KEYS_MAX];
	struct ui_text text = {0};
	char key[KEY_NAME_MAX], command[24];
	int count = keymap_changes(map, changes);
	ui_add(&text, "like %s\n", keymap_preset_word(map->preset));
	for (int i = 0; i < count; i++) {
		keymap_key_name(changes[i].key, key, sizeof key);
		action_name((enum action)changes[i].action, command, sizeof command);
		ui_add(&text, "bind %s %s\n", key, command);
	}
	return text.text;
}
