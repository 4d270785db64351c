/* Phrases that prime the compression of messages (compress.h): names, verbs, and the parts of
 * sentences between the facts. */
#include "engine/content/content_private.h"
#include "engine/base/compress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Filled twice: first to measure, with text NULL, then to write. */
struct phrases {
	uint8_t *text; /* NULL while measuring */
	size_t size;
};

static void put(struct phrases *phrases, const char *text, size_t size)
{
	if (phrases->text != NULL)
		memcpy(phrases->text + phrases->size, text, size);
	phrases->size += size;
}

static void say(struct phrases *phrases, const char *before, const char *text)
{
	if (text == NULL || text[0] == '\0')
		return;
	put(phrases, before, strlen(before));
	put(phrases, text, strlen(text) + 1);
}

static void say_creatures(struct phrases *phrases, const struct content *content)
{
	for (uint16_t i = 0; i < content->counts.creatures; i++) {
		const struct creature_kind *kind = &content->creatures[i];
		const char *const sentences[] = {
			kind->first_sight, kind->says.first, kind->says.hurt, kind->says.slain};
		for (size_t n = 0; n < sizeof sentences / sizeof *sentences; n++)
			say(phrases, "", sentences[n]);
		say(phrases, "", kind->id);
		say(phrases, "The ", kind->name);
		for (int blow = 0; blow < kind->blow_count; blow++)
			say(phrases, " ", kind->blows[blow].verb);
	}
}

static void say_items(struct phrases *phrases, const struct content *content)
{
	for (uint16_t i = 0; i < content->counts.flavours; i++)
		say(phrases, "a ", content->flavours[i].name);
	for (uint16_t i = 0; i < content->counts.spells; i++)
		say(phrases, "", content->spells[i].name);
	for (uint16_t i = 0; i < content->counts.items; i++) {
		say(phrases, "", content->items[i].id);
		say(phrases, "the ", content->items[i].name);
	}
}

static void say_places(struct phrases *phrases, const struct content *content)
{
	for (uint16_t i = 0; i < content->counts.calls; i++)
		say(phrases, "", content->stories.calls[i].text);
	for (uint16_t i = 0; i < content->counts.talks; i++)
		say(phrases, "", content->stories.talks[i].text);
	for (uint16_t i = 0; i < content->counts.quests; i++) {
		say(phrases, "", content->quests[i].call);
		say(phrases, "", content->quests[i].done);
	}
	for (uint16_t i = 0; i < content->counts.vaults; i++)
		say(phrases, "", content->vaults[i].feeling);
	for (uint16_t i = 0; i < content->counts.terrains; i++) {
		say(phrases, "", content->terrains[i].worked);
		say(phrases, "a ", content->terrains[i].name);
	}
	for (uint16_t i = 0; i < content->counts.levels; i++)
		say(phrases, "", content->levels[i].arrival);
}

/* The compressor finds the last phrase first, so the most frequent phrases come last. */
static void say_all(struct phrases *phrases, const struct content *content)
{
	say_places(phrases, content);
	say_items(phrases, content);
	say_creatures(phrases, content);
	for (int word = 0; word < TEXT_COUNT; word++)
		say(phrases, "", content->private->words[word]);
}

struct compress_phrases *content_phrases(const struct content *content)
{
	struct phrases measured = {0}, written = {0};
	say_all(&measured, content);
	written.text = malloc(measured.size + 1);
	assert(written.text != NULL);
	say_all(&written, content);
	return compress_phrases_new(written.text, written.size);
}
