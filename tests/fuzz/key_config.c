/*
 * Key configurations from any bytes, as a player pastes them and as an account holds them: a text
 * is refused with a sentence, or its map comes back from both texts of it.
 */
#include "tests/fuzz/fuzz.h"

#include "door/play/key_config.h"
#include "door/session/session.h"

#include <stdlib.h>

static void check_same(const struct keymap *a, const struct keymap *b)
{
	for (int key = 1; key < 1024; key++)
		assert(keymap_action(a, key, true) == keymap_action(b, key, true));
}

static void check_map(const struct keymap *map)
{
	assert(map->count <= KEYMAP_KEYS_MAX);
	for (int i = 0; i < map->count; i++) {
		assert(keymap_key_bindable(map->list[i].key));
		assert(map->list[i].action > ACTION_NONE && map->list[i].action < ACTION_COUNT);
		for (int j = 0; j < i; j++)
			assert(map->list[i].key != map->list[j].key);
	}
	assert(keymap_missing(map) == ACTION_NONE);
}

static void check_texts(const struct keymap *map)
{
	struct complaint complaint;
	struct keymap again;
	char stored[STORE_OPTIONS_MAX];
	char *text = key_config_text(map);
	/* The text of a map without "like" is longer than a text that gave it. */
	if (strlen(text) <= KEY_CONFIG_MAX) {
		bool read = key_config_paste(&again, text, &complaint);
		assert(read);
		check_same(map, &again);
	}
	free(text);
	struct options options = {.keys = *map}, back;
	bool whole = options_write(&options, stored, sizeof stored);
	options_read(&back, stored);
	check_map(&back.keys);
	if (whole)
		check_same(map, &back.keys);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct complaint complaint;
	struct keymap map;
	char *text = malloc(size + 1);
	assert(text);
	memcpy(text, bytes, size);
	text[size] = 0;
	if (key_config_paste(&map, text, &complaint)) {
		check_map(&map);
		check_texts(&map);
	} else {
		assert(complaint.sentence[0]);
	}
	struct options options;
	options_read(&options, text);
	check_map(&options.keys);
	free(text);
	return 0;
}
