/* The presets of a process: the files of etc/keys, which are built in, and those of the host. */
#include "door/play/key_builtin.h"
#include "door/play/key_config.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The presets that the options list first, in this order. */
static const char *const first[] = {"vi", "numpad", "arrows", "laptop", "wasd"};

static struct key_presets presets;

static struct key_preset *find(struct key_presets *among, const char *word)
{
	for (unsigned i = 0; i < among->count; i++)
		if (strcmp(among->list[i].word, word) == 0)
			return &among->list[i];
	return NULL;
}

/* A preset that is not read yet has no bindings, and nothing may begin with it. */
static const struct keymap *like_read(void *context, const char *word)
{
	const struct key_preset *preset = find(context, word);
	return preset && preset->map.count ? &preset->map : NULL;
}

/* Finds the text of a preset: the host's, or the built-in one. */
static const char *text_of(
	const struct key_file *files, size_t count, const char *word, char name[KEY_NAME_MAX + 8])
{
	snprintf(name, KEY_NAME_MAX + 8, "%s.txt", word);
	for (size_t i = 0; i < count; i++)
		if (strcmp(files[i].name, name) == 0)
			return files[i].text;
	for (size_t i = 0; i < key_builtin_file_count; i++)
		if (strcmp(key_builtin_files[i].name, name) == 0)
			return key_builtin_files[i].text;
	return NULL;
}

/* Adds a preset without bindings. */
static bool add(struct key_presets *to, const char *name, struct complaint *complaint)
{
	size_t length = strlen(name);
	length -= length > 4 && strcmp(name + length - 4, ".txt") == 0 ? 4 : 0;
	snprintf(complaint->origin, sizeof complaint->origin, "%s", name);
	complaint->line = 0;
	if (!length || length >= sizeof to->list[0].word || strcmp(name, "none.txt") == 0 ||
		strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") < length) {
		snprintf(complaint->sentence, sizeof complaint->sentence,
			"the name of a preset has 1 to 15 of a-z, 0-9 and -, and is not none; "
			"rename the file");
		return false;
	}
	if (to->count == KEY_PRESETS_MAX) {
		snprintf(complaint->sentence, sizeof complaint->sentence,
			"there are more than %d presets; remove some", KEY_PRESETS_MAX);
		return false;
	}
	char word[sizeof to->list[0].word];
	snprintf(word, sizeof word, "%.*s", (int)length, name);
	if (!find(to, word))
		memcpy(to->list[to->count++].word, word, sizeof word);
	return true;
}

/* Reads a preset if the one that it begins with has been read. */
static bool read_one(struct key_presets *to, struct key_preset *preset,
	const struct key_file *files, size_t count, bool force, struct complaint *complaint)
{
	char name[KEY_NAME_MAX + 8], base[16];
	const char *text = text_of(files, count, preset->word, name);
	key_config_base(text, base);
	if (*base && !force && !like_read(to, base))
		return true;
	if (!key_config_read(&preset->map, preset->help, name, text, like_read, to, complaint))
		return false;
	preset->map.preset = (uint8_t)(preset - to->list);
	enum action missing = keymap_missing(&preset->map);
	if (missing == ACTION_NONE)
		return true;
	char command[24];
	action_name(missing, command, sizeof command);
	complaint->line = 0;
	snprintf(complaint->sentence, sizeof complaint->sentence,
		"no key is bound to \"%s\"; add \"bind KEY %s\"", command, command);
	return false;
}

static unsigned unread(const struct key_presets *in)
{
	unsigned left = 0;
	for (unsigned i = 0; i < in->count; i++)
		left += in->list[i].map.count == 0;
	return left;
}

bool key_presets_read(struct key_presets *to, const struct key_file *files, size_t count,
	struct complaint *complaint)
{
	memset(to, 0, sizeof *to);
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (!add(to, first[i], complaint))
			return false;
	for (size_t i = 0; i < count; i++)
		if (!add(to, files[i].name, complaint))
			return false;
	/* The last round complains about a preset that begins with none that can be read. */
	for (bool force = false; unread(to);) {
		unsigned before = unread(to);
		for (unsigned i = 0; i < to->count; i++)
			if (!to->list[i].map.count &&
				!read_one(to, &to->list[i], files, count, force, complaint))
				return false;
		force = unread(to) == before;
	}
	return true;
}

void key_presets_use(const struct key_presets *these)
{
	presets = *these;
}

/* The built-in presets are read when they are first needed; tests ensure that they can be. */
static const struct key_presets *in_use(void)
{
	struct complaint complaint;
	bool read = presets.count || key_presets_read(&presets, NULL, 0, &complaint);
	assert(read);
	(void)read;
	return &presets;
}

/* ---- The presets of this process ---- */

unsigned keymap_preset_count(void)
{
	return in_use()->count;
}

static const struct key_preset *preset_at(unsigned preset)
{
	static const struct key_preset bare = {.word = "none",
		.help = "only the keys that you have bound yourself",
		.map = {.preset = KEYMAP_BARE}};
	if (preset == KEYMAP_BARE)
		return &bare;
	return &in_use()->list[preset < in_use()->count ? preset : 0];
}

const struct keymap *keymap_preset(unsigned preset)
{
	return &preset_at(preset)->map;
}

const char *keymap_preset_word(unsigned preset)
{
	return preset_at(preset)->word;
}

const char *keymap_preset_help(unsigned preset)
{
	return preset_at(preset)->help;
}

unsigned keymap_preset_by_word(const char *word)
{
	const struct key_presets *all = in_use();
	for (unsigned i = 0; i < all->count; i++)
		if (strcmp(all->list[i].word, word) == 0)
			return i;
	return strcmp(word, preset_at(KEYMAP_BARE)->word) == 0 ? KEYMAP_BARE : 0;
}

int keymap_changes(const struct keymap *map, struct key_binding changes[KEYMAP_KEYS_MAX])
{
	const struct keymap *preset = keymap_preset(map->preset);
	int count = 0;
	for (int i = 0; i < map->count; i++)
		if (keymap_action(preset, map->list[i].key, true) != map->list[i].action)
			changes[count++] = map->list[i];
	for (int i = 0; i < preset->count && count < KEYMAP_KEYS_MAX; i++)
		if (keymap_action(map, preset->list[i].key, true) == ACTION_NONE)
			changes[count++] = (struct key_binding){preset->list[i].key, ACTION_NONE};
	return count;
}
